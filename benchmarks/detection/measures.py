"""What is counted: entities covered whole, characters found, characters found that are right, clean text touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.detection.sets import TestSet
from dp_gateway.text.entities import Entity

__all__ = ["Score", "score"]


class Score(NamedTuple):
    """Shares between 0 and 1; None where a set has nothing to count.

    Attributes:
        entities: how many the set has.
        covered: entities all of whose letters and digits are found, whatever the type.
        recall: of the entities' characters.
        precision: of the characters found, of judged types.
        replaced: of all characters.
    """

    entities: int
    covered: float | None
    recall: float | None
    precision: float | None
    replaced: float


def score(of: TestSet, found: Sequence[Sequence[Entity]]) -> Score:
    """What a system's findings are worth on a set; letters and digits alone are counted."""
    entities = whole = truth = hit = claimed = right = length = touched = 0
    for example, spans in zip(of.examples, found, strict=True):
        solid = [char.isalnum() for char in example.text]
        every, judged, gold, neutral = (bytearray(len(solid)) for _ in range(4))
        for one in spans:
            every[one.start : one.end] = b"\1" * (one.end - one.start)
            if one.type in of.judged:
                judged[one.start : one.end] = b"\1" * (one.end - one.start)
        for start, end, kind in example.spans:
            inside = [index for index in range(start, end) if solid[index]]
            (neutral if kind == "MISC" else gold)[start:end] = b"\1" * (end - start)
            if kind != "MISC" and inside:
                entities += 1
                whole += all(every[index] for index in inside)
        for index, counts in enumerate(solid):
            if counts:
                length += 1
                touched += every[index]
                truth += gold[index]
                hit += gold[index] and every[index]
                if judged[index] and not neutral[index]:
                    claimed += 1
                    right += gold[index]
    return Score(
        entities,
        whole / entities if entities else None,
        hit / truth if truth else None,
        right / claimed if claimed and truth else None,
        touched / length if length else 0.0,
    )
