"""Detection: character recall and precision on synthetic English, and time against Presidio's own analyzer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.detection.systems import presidio_engine
from benchmarks.detection_data import Example, examples
from benchmarks.timing import Figure, ratio
from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.spacy_ner import SpacyDetector
from dp_gateway.patterns.base import Detector
from dp_gateway.patterns.detector import PatternDetector

_MESSAGES = 10


def run() -> Iterator[Figure]:
    for half, test in (("development", False), ("test", True)):
        recall, precision, _ = character_scores(default_detection(), examples(test=test))
        yield Figure(f"detection, {half} half, character recall", recall, 0.93, at_most=False)
        yield Figure(f"detection, {half} half, character precision", precision, 0.80, at_most=False)
    # The lexicon's names come from lists that Faker draws from too: without them the figure owes nothing to that.
    alone = Detection([SpacyDetector(), PatternDetector()])
    recall, precision, _ = character_scores(alone, examples(test=True))
    yield Figure(
        "detection, test half, without lists of names and phrases, character recall", recall, 0.9, at_most=False
    )
    yield from _times()


def character_scores(detector: Detector, of: Sequence[Example]) -> tuple[float, float, dict[str, tuple[float, int]]]:
    """Recall and precision of characters whatever their type, white space left out, and recall by true type."""
    found = detector.detect([example.text for example in of])
    covered_by_type: Counter[str] = Counter()
    by_type: Counter[str] = Counter()
    hits = claimed = 0
    for example, entities in zip(of, found, strict=True):
        solid = {index for index, char in enumerate(example.text) if char.isalnum()}
        claims = {index for entity in entities for index in range(entity.start, entity.end)} & solid
        truth: set[int] = set()
        for start, end, kind in example.spans:
            span = set(range(start, end)) & solid
            truth |= span
            by_type[kind] += len(span)
            covered_by_type[kind] += len(span & claims)
        hits += len(truth & claims)
        claimed += len(claims)
    recall = {kind: (covered_by_type[kind] / count, count) for kind, count in sorted(by_type.items())}
    return hits / sum(by_type.values()), hits / claimed, recall


def _times() -> Iterator[Figure]:
    texts = _messages()
    analyzer = presidio_engine()
    ours = default_detection(ner="always")

    def theirs(of: Sequence[str]) -> None:
        for text in of:
            analyzer.analyze(text, "en")

    value = ratio(lambda: ours.detect(texts), lambda: theirs(texts), 7)
    yield Figure("detection of new text / AnalyzerEngine.analyze per message", value, 0.7)
    patterns = default_detection(ner="off")
    fresh = iter(range(1_000_000))
    value = ratio(lambda: patterns.detect([f"{text} {next(fresh)}" for text in texts]), lambda: theirs(texts), 7)
    yield Figure("detection of new text without NER / AnalyzerEngine.analyze per message", value, 0.35)
    history = default_detection()

    def turn() -> list[str]:
        return [*texts[: _MESSAGES - 1], f"{texts[_MESSAGES - 1]} {next(fresh)}"]

    value = ratio(lambda: history.detect(turn()), lambda: theirs(turn()), 7)
    yield Figure("detection of a history of ten messages, one new / analyze of all ten", value, 0.1)


def _messages() -> list[str]:
    """Messages of about 200 words, made of the development half."""
    pool = examples(test=False, per_template=6)
    messages: list[str] = []
    for start in range(_MESSAGES):
        parts = [example.text for example in pool[start::_MESSAGES]]
        messages.append(" ".join(" ".join(parts).split()[:200]))
    return messages
