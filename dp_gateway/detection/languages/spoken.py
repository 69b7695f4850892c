"""Numbers that somebody says: "null eins sieben, vierundvierzig", "K wie Konrad, drei Strich vier vier".

A run of numbers in words is an identifier behind a word that says so, or where it is as long as one; signs and letters
between them count behind such a word alone. Chinese and Japanese digits are rules of `values.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from dp_gateway.detection.languages.labelled import Labels, spelled
from dp_gateway.detection.languages.tables import expressions
from dp_gateway.patterns.rules import Found
from dp_gateway.text.folding import lower

_FILE = "spoken.txt"
_SCORE = 0.85
_LEAST, _LEAST_WITH_SIGNS = 4, 3
# Long words are two digits, as "zesenvijftig" is.
_LONGEST_DIGIT = len("dziewięć")
_BETWEEN = " ,.،-"
_JOINS = frozenset("et y e i und".split())
# What is counted follows: "drei, vier Leute"; a number that is told ends its sentence, or a verb follows.
_LAST = re.compile(r"[,.;:!?)\"”»।؟،]|\s?\n|\s?\Z")


class _Spoken(NamedTuple):
    """Expressions of a language: a run of numbers, signs and letters; one number, a large one, a letter by itself."""

    run: re.Pattern[str]
    number: re.Pattern[str]
    large: re.Pattern[str]
    letter: re.Pattern[str]


def spoken(text: str, labels: Labels, language: str) -> Iterator[Found]:
    """The numbers in words of a stretch in a language with spaces. `labels`: of the stretch."""
    said = _spoken(language)
    folded = lower(text)
    for run in said.run.finditer(folded):
        start, end = _whole(text, run, said)
        numbers = [one[0] for one in said.number.finditer(folded, start, end) if one[0] not in _JOINS]
        large = len(said.large.findall(folded, start, end))
        digits = sum(1 + (len(one) > _LONGEST_DIGIT) for one in numbers) + 2 * large
        plain = said.number.sub("", folded[start:end]).strip(_BETWEEN) == ""
        if digits < (_LEAST if plain else _LEAST_WITH_SIGNS):
            continue
        if not plain and labels.before(start) is None:
            continue
        # "Dos mil euros" is an amount.
        if (large or (len(numbers) < _LEAST and plain)) and _LAST.match(text, end) is None:
            continue
        if (kind := spelled(labels, start, digits)) is not None:
            yield start, end, kind, _SCORE


def _whole(text: str, run: re.Match[str], said: _Spoken) -> tuple[int, int]:
    """A run as far as its letters are capitals, or told as in "K wie Konrad"."""
    start, end = run.span()
    for one in said.letter.finditer(run.string, start, end):
        if one["name"] is None and one[0] not in _JOINS and not text[one.start()].isupper():
            if one.start() == start:
                start = one.end()
            else:
                return start, len(run.string[: one.start()].rstrip(_BETWEEN))
    while start < end and not run.string[start].isalnum():
        start += 1
    return start, end


@cache
def _spoken(language: str) -> _Spoken:
    rows = {kind: one.pattern for kind, one in expressions(_FILE, language).items()}
    word = r"[\w\u0900-\u0963]"
    edge, stop = rf"(?<!{word})", rf"(?!{word})"
    number = rf"(?>(?:{rows['number']}){stop})"
    name = rf"(?P<name> (?:{rows['as']}) [^\W\d_]{{3,12}})"
    letter = rf"[a-z]{stop}{name}?"
    large = rf"(?>(?:{rows['large']}){stop})"
    item = rf"(?:{number}|{large}|(?>(?:{rows['sign']}){stop})|{letter.replace('?P<name>', '?:')})"
    apart = rf"(?:(?:,? (?:{rows['then']}) )|[ ,.،-]{{1,2}})"
    return _Spoken(
        re.compile(
            rf"{edge}(?:{number}|{large}|{letter.replace('?P<name>', '?:')})(?>(?:{apart}{item}){{1,24}}){stop}"
        ),
        re.compile(rf"{edge}{number}"),
        re.compile(rf"{edge}{large}"),
        re.compile(rf"{edge}{letter}"),
    )
