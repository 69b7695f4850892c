"""A text beside the template that it was made of, where words of the template were changed on the way.

The exact reader asks where its patterns do not match. The template's literal words stand for words of the text at the
least cost, one for each that is another, gone or added (Needleman and Wunsch, 1970), and a slot for words of one line.
A slot is read only where the words beside it stand as they are: what a changed label asks for, nobody knows.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

__all__ = ["aligned"]

_LEAST = 0.85  # so many of a template's words have to stand as they are
_LABEL = 5  # so many words before a slot are its label, at most; behind it, one
_TOKEN = re.compile(r"\n\s*|\d+|[^\W\d]+|[^\w\s]")
_Element = str | tuple[str]  # a literal word or mark, or a slot by its name


def aligned(pieces: Sequence[_Element], text: str) -> tuple[float, dict[str, str]]:
    """The share of a template's words that stand in a text, and of its slots those that can be read."""
    template: list[_Element] = []
    for one in pieces:
        template += [one] if isinstance(one, tuple) else [found[0].rstrip() or "\n" for found in _TOKEN.finditer(one)]
    found = list(_TOKEN.finditer(text))
    tokens = [one[0].rstrip() or "\n" for one in found]
    words: Counter[object] = Counter(one for one in template if _word(one))
    if (words & Counter[object](tokens)).total() < _LEAST * words.total():
        return 0.0, {}
    places = _places(template, tokens)
    stands = [at >= 0 and _same(one, tokens[at]) for one, (at, _) in zip(template, places, strict=True)]
    share = sum(stood for one, stood in zip(template, stands, strict=True) if _word(one)) / words.total()
    values: dict[str, str] = {}
    for at, (one, (first, last)) in enumerate(zip(template, places, strict=True)):
        if isinstance(one, tuple) and _own_words_stand(template, stands, at):
            values.setdefault(one[0], text[found[first].start() : found[last].end()])
    return (share, values) if share >= _LEAST else (0.0, {})


def _word(one: _Element) -> bool:
    return isinstance(one, str) and one[0].isalpha()


def _same(one: _Element, token: str) -> bool:
    # A number of the template's own may be another.
    return one == token or (one[0].isdigit() and token[0].isdigit())


def _places(template: Sequence[_Element], tokens: Sequence[str]) -> list[tuple[int, int]]:
    """The first and the last token of each element; -1 where a word is gone."""
    costs = [0 if at == 0 or tokens[at - 1] == "\n" else math.inf for at in range(len(tokens) + 1)]
    moves: list[list[str]] = []
    for one in template:
        before, costs = costs, [math.inf] * len(costs)
        moves.append(["gone"] * len(costs))
        for at in range(len(costs)):
            ways = [] if isinstance(one, tuple) else [(before[at] + 1, "gone")]
            if at and not isinstance(one, tuple):
                ways += [(before[at - 1] + (not _same(one, tokens[at - 1])), "here"), (costs[at - 1] + 1, "more")]
            elif at and tokens[at - 1] != "\n":
                ways += [(costs[at - 1], "more"), (before[at - 1], "here")]
            if ways:
                costs[at], moves[-1][at] = min(ways, key=lambda way: way[0])
    places, at = list[tuple[int, int]](), costs.index(min(costs))
    for row in reversed(moves):
        last = at - 1
        while row[at] == "more":
            at -= 1
        gone = row[at] == "gone"
        at -= not gone
        places.append((-1, -1) if gone else (at, last))
    return places[::-1]


def _own_words_stand(template: Sequence[_Element], stands: Sequence[bool], slot: int) -> bool:
    for side, most in ((range(slot - 1, -1, -1), _LABEL), (range(slot + 1, len(template)), 1)):
        words = 0
        for at in side:
            one = template[at]
            if words >= most or (abs(at - slot) > 1 and (one == "\n" or isinstance(one, tuple))):
                break
            if not stands[at]:
                return False
            words += most if one == "\n" else _word(one)
    return True
