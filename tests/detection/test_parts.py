"""What a model of names is given to read of a text, and what of its findings stands in columns."""

from __future__ import annotations

from dp_gateway.detection.parts import ProseDetector, cells
from dp_gateway.text.entities import Entity


def test_a_model_reads_the_prose_alone() -> None:
    class Reads:
        name = "reads"

        def __init__(self) -> None:
            self.read: list[str] = []

        def detect(self, texts: list[str]) -> list[list[Entity]]:
            self.read += texts
            return [[Entity(0, 2, "PERSON", 0.9, self.name)] for _ in texts]

    reads = Reads()
    text = "```\nx = 1\n```\nMe too."
    found = ProseDetector(reads).detect([text, "All of it"])  # pyright: ignore[reportArgumentType]
    assert reads.read == ["Me too.", "All of it"]
    assert [[text[e.start : e.end] for e in found[0]], found[1][0].start] == [["Me"], 0]


def test_letters_in_columns_are_nobody() -> None:
    text = "D  M   Anna Miller"
    found = cells(text, Entity(0, len(text), "PERSON", 0.7, "tagger"))
    assert [text[one.start : one.end] for one in found] == ["Anna Miller"]
