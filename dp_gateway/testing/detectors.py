"""The conformance suite of detectors: subclass it in a test file and say what the detector must find.

    class TestMine(DetectorConformance):
        found = [("Write to tom@example.com, please.", "tom@example.com", "EMAIL_ADDRESS")]
        nothing = ["The weather is nice."]
        def make(self): return Mine()

The suite checks what all that use detectors rely on: one list per text, spans inside their text, offsets in code
points (with characters outside the basic plane before them), results that do not depend on the batch, and a detector
that tells its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from dp_gateway.patterns.base import Detector, merge
from dp_gateway.text.entities import Entity

__all__ = ["DetectorConformance"]

_ODD_TEXTS = (
    "",
    " ",
    "\n\n\n",
    "\x00",
    "🙂🙂🙂",
    "\u200b\u200b",
    "مرحبا بالعالم",
    "שלום עולם",
    "a" * 5000,
    "1" * 5000,
    "@" * 500,
    "%40%40%",
    "((((([[[[[",
    "\ud800",
)


class DetectorConformance(ABC):
    """Subclass per detector.

    Attributes:
        found: texts, a part of each that has to be covered, and the type it has to have.
        nothing: texts in which nothing may be found.
    """

    found: Sequence[tuple[str, str, str]] = ()
    nothing: Sequence[str] = ()

    @abstractmethod
    def make(self) -> Detector:
        """Make the detector under test."""

    def test_finds_what_it_is_for(self) -> None:
        """Each expected part is covered by entities of its type, all of it."""
        assert self.found, "say what the detector must find"
        detector = self.make()
        for (text, part, kind), entities in zip(
            self.found, detector.detect([text for text, _, _ in self.found]), strict=True
        ):
            start = text.index(part)
            covered = {i for entity in entities if entity.type == kind for i in range(entity.start, entity.end)}
            assert covered.issuperset(range(start, start + len(part))), f"{kind}: {part!r} is not covered in {text!r}"

    def test_leaves_ordinary_text_alone(self) -> None:
        """Nothing is found where nothing is."""
        for text, entities in zip(self.nothing, self.make().detect(list(self.nothing)), strict=True):
            assert not entities, f"found {[text[e.start : e.end] for e in entities]} in {text!r}"

    def test_spans_lie_in_their_text(self) -> None:
        """Every span has a place in its text, a type in capitals, a score, and the detector's name."""
        detector = self.make()
        assert detector.name
        texts = [text for text, _, _ in self.found] + list(_ODD_TEXTS)
        results = detector.detect(texts)
        assert len(results) == len(texts)
        for text, entities in zip(texts, results, strict=True):
            for entity in entities:
                assert isinstance(entity, Entity)
                assert 0 <= entity.start < entity.end <= len(text)
                assert entity.type == entity.type.upper()
                assert 0 <= entity.score <= 1
                assert entity.detector
            merge(entities, text)

    def test_offsets_count_code_points(self) -> None:
        """Characters outside the basic plane and combining marks before an entity move it by their number."""
        detector = self.make()
        for text, part, kind in self.found:
            for prefix in ("🙂 ", "e\u0301 ", "𝔘𝔫𝔦 "):
                shifted = prefix + text
                start = shifted.index(part)
                entities = [entity for entity in detector.detect([shifted])[0] if entity.type == kind]
                covered = {index for entity in entities for index in range(entity.start, entity.end)}
                assert covered.issuperset(range(start, start + len(part))), f"{part!r} behind {prefix!r}"

    def test_a_text_is_found_alike_alone_and_in_a_batch(self) -> None:
        """The result of a text depends on the text alone, not on what stands beside it or came before."""
        detector = self.make()
        texts = [text for text, _, _ in self.found] + list(self.nothing)
        alone = [detector.detect([text])[0] for text in texts]
        assert detector.detect(texts) == alone
        assert detector.detect([*texts, *texts][::-1]) == [*alone, *alone][::-1]

    def test_an_empty_batch_is_no_error(self) -> None:
        """No texts, no results."""
        assert self.make().detect([]) == []
