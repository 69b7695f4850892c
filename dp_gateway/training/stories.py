"""LitBank (CC BY 4.0): pages of a hundred novels with their persons and places, read from its files of annotations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dp_gateway.training.examples import Example, Span, from_tokens

__all__ = ["stories"]

_KINDS = {
    "PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION", "GPE": "LOCATION", "FAC": "LOCATION", "VEH": "MISC",
}  # fmt: skip
_KNOWN = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})


def stories(data: Path) -> Iterator[Example]:
    """A line of a novel each; names inside of longer phrases that are no names ("the sister of Anne") count."""
    for file in sorted((data / "dbamman+litbank/coref/brat").glob("*.ann")):
        marks: list[tuple[int, int, str, str]] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            fields = line.split("\t")
            if fields[0].startswith("T"):
                mark, start, end = fields[1].split()
                form, _, kind = mark.partition("_")
                if kind in _KINDS:
                    marks.append((int(start), int(end), form, kind))
        at = 0
        for line in file.with_suffix(".txt").read_text(encoding="utf-8").split("\n"):
            inside = [(a - at, b - at, form, kind) for a, b, form, kind in marks if at <= a and b <= at + len(line)]
            yield from _example(line, inside)
            at += len(line) + 1


def _example(line: str, marks: list[tuple[int, int, str, str]]) -> Iterator[Example]:
    tokens = line.split()
    starts: list[int] = []
    at = 0
    for token in tokens:
        at = line.index(token, at)
        starts.append(at)
        at += len(token)
    if len(tokens) < 3:
        return
    names: dict[int, tuple[int, str]] = {}
    phrases: set[int] = set()
    for start, end, form, kind in sorted(marks, key=lambda mark: mark[0] - mark[1]):
        of_mark = [index for index, first in enumerate(starts) if start <= first < end]
        if form != "PROP":
            phrases.update(of_mark if form == "NOM" else ())
            continue
        # "the second Sir Walter": the name begins with its first capital.
        while of_mark and tokens[of_mark[0]].islower():
            del of_mark[0]
        if of_mark and not any(first <= of_mark[0] < last for first, (last, _) in names.items()):
            names[of_mark[0]] = (of_mark[-1] + 1, _KINDS[kind])
    spans: list[Span] = [(first, last, kind) for first, (last, kind) in sorted(names.items())]
    named = {index for first, last, _ in spans for index in range(first, last)}
    # "Charles Musgrove, Esq. of Uppercross" is marked as a phrase: a name or not, the marks do not say.
    unsure = [(i, i + 1, "MISC") for i in sorted(phrases - named) if tokens[i][0].isupper()]
    whole = from_tokens(tokens, [*spans, *unsure], _KNOWN)
    yield whole._replace(spans=whole.spans[: len(spans)], doubtful=whole.spans[len(spans) :])
