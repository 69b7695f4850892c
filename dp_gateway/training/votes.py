"""From what several teachers found to one example: what two agree on is taught, what one alone says is left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dp_gateway.detection.tagger.labels import TYPES
from dp_gateway.detection.tagger.tokens import tokenize
from dp_gateway.training.examples import ALL, Example, Span
from dp_gateway.training.open_text import CLEAN
from dp_gateway.training.teachers import TEACHERS, findings

__all__ = ["combined", "taught"]

_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
_ENOUGH = 2.0
_WEIGHTS = {"spacy-sm": 1.0, "spacy-md": 1.1, "tagger": 1.0, "rampart": 1.0, "patterns": 1.0}
"""The medium model is right more often than the small one: it decides the type where they differ."""


def taught(cache: Path, source: str, texts: Sequence[str], own: Sequence[Example] | None = None) -> Iterator[Example]:
    """The passages of a source with what its teachers agree on.

    Args:
        cache: where `teach` wrote.
        source: the source's name.
        texts: its passages, in order.
        own: the labelled examples of the same texts: their types are theirs to say.
    """
    found = {name: spans for name in TEACHERS if (spans := findings(cache, source, name)) is not None}
    for index, text in enumerate(texts):
        of_one = {name: spans[index] for name, spans in found.items() if index < len(spans)}
        one = combined(text, of_one, own[index] if own is not None else None)
        # Nobody is named in clean text: what one teacher sees there is taught as nothing, what two see is left open.
        yield Example(text, doubtful=one.spans) if source in CLEAN else one


def combined(text: str, found: Mapping[str, Sequence[Span]], own: Example | None = None) -> Example:
    """One passage with the verdict of its teachers, word by word."""
    starts, ends, _ = tokenize(text)
    votes: list[dict[str, float]] = [{} for _ in starts]
    begins: set[int] = set()
    for name, spans in found.items():
        for start, end, kind in spans:
            if kind not in TYPES or (own is not None and kind in own.known):
                continue
            sure = name == "patterns" and kind not in _NAMES
            for index in _inside(starts, ends, start, end):
                votes[index][kind] = votes[index].get(kind, 0) + (_ENOUGH if sure else _WEIGHTS[name])
            begins.add(start)
    spans = list(own.spans) if own is not None else []
    taken = {index for a, b, _ in spans for index in _inside(starts, ends, a, b)}
    doubtful: list[Span] = []
    for index, vote in enumerate(votes):
        if not vote or index in taken:
            continue
        kind = max(vote, key=lambda one: vote[one])
        into = spans if sum(vote.values()) >= _ENOUGH else doubtful
        last = into[-1] if into else None
        joined = last is not None and last[2] == kind and starts[index] not in begins
        if joined and last is not None and index and last[1] == ends[index - 1]:
            into[-1] = (last[0], ends[index], kind)
        else:
            into.append((starts[index], ends[index], kind))
    return Example(text, tuple(sorted(spans)), ALL if own is None or found else own.known, tuple(doubtful))


def _inside(starts: Sequence[int], ends: Sequence[int], start: int, end: int) -> range:
    from bisect import bisect_left, bisect_right

    return range(bisect_right(ends, start), bisect_left(starts, end))
