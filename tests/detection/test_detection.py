"""Detectors together: Presidio and spaCy, lists of one's own, the cache, and many entities at once."""

from __future__ import annotations

import gc
import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from dp_gateway.cache import Memory
from dp_gateway.detection.adapters import CallableDetector, FlairDetector, GlinerDetector
from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.presidio import PresidioDetector
from dp_gateway.detection.remembering import span_memory
from dp_gateway.errors import ConfigurationError, InputError, MissingPackage
from dp_gateway.patterns.known_phrases import LexiconDetector, SensitiveList
from dp_gateway.testing.detectors import DetectorConformance
from dp_gateway.text.entities import Entity

LETTER = "Tom Baker lives at 12 Oak Street in Boston. Write to tom@example.com, or call 212-555-0199."


class TestDefault(DetectorConformance):
    found = (
        (LETTER, "Tom Baker", "PERSON"),
        (LETTER, "12 Oak Street", "STREET_ADDRESS"),
        (LETTER, "Boston", "LOCATION"),
        (LETTER, "tom@example.com", "EMAIL_ADDRESS"),
        (LETTER, "212-555-0199", "PHONE_NUMBER"),
    )
    nothing = (
        "What are the side effects of aspirin?",
        "Use a list, a tuple or a set.",
    )

    def make(self) -> Detection:
        return default_detection()


class TestPresidio(DetectorConformance):
    found = (
        ("Mail tom@example.com now", "tom@example.com", "EMAIL_ADDRESS"),
        ("Angela Merkel spoke", "Angela Merkel", "PERSON"),
    )
    nothing = ("What are the side effects of aspirin?",)

    def make(self) -> PresidioDetector:
        return PresidioDetector()


def test_context_raises_presidios_scores() -> None:
    found = PresidioDetector(None).detect(["my driver license is A1234567", "the part is A1234567"])
    assert [[e.type for e in of_one if e.type == "US_DRIVER_LICENSE"] for of_one in found] == [
        ["US_DRIVER_LICENSE"],
        [],
    ]


def test_a_pipeline_that_is_not_there() -> None:
    with pytest.raises(MissingPackage, match="no spaCy pipeline"):
        PresidioDetector("xx_no_such_model")
    with pytest.raises(ConfigurationError, match="ner cannot be"):
        default_detection(ner="sometimes")  # pyright: ignore[reportArgumentType]


class Counting:
    name = "counting"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        self.seen += texts
        return [[Entity(0, 3, "PERSON", 0.9, self.name)] for _ in texts]


def test_a_text_that_was_seen_is_not_read_again() -> None:
    counting, cache = Counting(), Memory(most=1)
    detection = Detection([counting], cache=cache)
    first = detection.detect(["Tom one", "Tom two", "Tom one"])
    assert counting.seen == ["Tom one", "Tom two"]
    assert detection.detect(["Tom two"]) == first[1:2]
    assert counting.seen == ["Tom one", "Tom two"]
    detection.detect(["Tom three", "Tom four"])
    assert len(cache) == 2
    detection.detect(["Tom one"])
    assert counting.seen[-1] == "Tom one"


def test_the_cache_holds_no_text() -> None:
    cache, secret = span_memory(), "Zanzibar Quicksilver"
    Detection([Counting()], cache=cache).detect([f"{secret} is here"])
    reached = gc.get_referents(cache, *gc.get_referents(cache), *cache.__dict__.values())
    assert len(cache) == 1
    assert secret not in repr(cache.__dict__) + repr(reached)


def test_ten_thousand_entities() -> None:
    text = ", ".join(f"user{index}@example.com" for index in range(10_000))
    found = default_detection(ner="off").detect([text])[0]
    assert [text[e.start : e.end] for e in found] == text.split(", ")


def test_nothing_to_run() -> None:
    with pytest.raises(ConfigurationError, match="without detectors"):
        Detection([])


def test_common_words_of_the_lexicon() -> None:
    detector = LexiconDetector({"LOCATION": ["Nice", "New York"], "JOB_TITLE": ["bus driver"]}, common={"nice"})
    text = "Nice work. He is in Nice, a nice town; NICE! New\n York too, says the bus driver. Newyork, New Yorker"
    assert [(text[e.start : e.end], e.type) for e in detector.detect([text])[0]] == [
        ("Nice", "LOCATION"),
        ("New\n York", "LOCATION"),
        ("bus driver", "JOB_TITLE"),
    ]
    assert detector.detect([text])[0][0].start == text.index("Nice,")


def test_sensitive_lists(tmp_path: Path) -> None:
    (tmp_path / "list.toml").write_text('PROJECT = ["Blue Heron"]')
    (tmp_path / "list.txt").write_text("# ours\nBlue Heron\n\n")
    text = "About BLUE\n  heron, not blueherony."
    for name, kind in (("list.toml", "PROJECT"), ("list.txt", "SENSITIVE")):
        found = default_detection(ner="off", sensitive=SensitiveList.from_file(tmp_path / name)).detect([text])[0]
        assert [(text[e.start : e.end], e.type) for e in found] == [("BLUE\n  heron", kind)]


def test_sensitive_lists_that_cannot_serve(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("the secret Zanzibar")
    with pytest.raises(InputError) as error:
        SensitiveList.from_file(tmp_path / "bad.toml")
    assert "Zanzibar" not in str(error.value)
    with pytest.raises(InputError):
        SensitiveList.from_file(tmp_path / "none.txt")
    with pytest.raises(ConfigurationError):
        SensitiveList({"project": ["x"]})
    with pytest.raises(ConfigurationError):
        SensitiveList({"PROJECT": []})


class FakeGliner:
    def predict_entities(self, text: str, labels: list[str], threshold: float) -> list[dict[str, object]]:
        return [
            {"start": 0, "end": 3, "label": "person", "score": 0.9},
            {"start": 0, "end": 1, "label": "?", "score": 1},
        ]


class FakeSpan:
    start_position, end_position, tag, score = 0, 3, "PER", 0.8


class FakeSentence:
    def __init__(self, text: str) -> None:
        self.predicted = False

    def get_spans(self, kind: str) -> list[FakeSpan]:
        return [FakeSpan()] if self.predicted else []


class FakeTagger:
    def predict(self, sentences: list[FakeSentence]) -> None:
        for sentence in sentences:
            sentence.predicted = True


def test_adapters() -> None:
    def find(text: str) -> list[dict[str, object]]:
        return [{"start": 0, "end": 3, "entity_group": "PER", "score": 0.7}, {"start": 4, "end": 5, "label": "MISC"}]

    for detector, score in (
        (GlinerDetector(FakeGliner()), 0.9),
        (FlairDetector(FakeTagger(), sentence=FakeSentence), 0.8),
        (CallableDetector(find, name="mine"), 0.7),
    ):
        assert detector.detect(["Tom sleeps"]) == [[Entity(0, 3, "PERSON", score, detector.name)]]
    with pytest.raises(ConfigurationError, match="no place"):
        CallableDetector(lambda text: [{"start": 2, "end": 99, "type": "PERSON"}], name="bad").detect(["Tom"])
    for make in (GlinerDetector, FlairDetector):
        with pytest.raises(MissingPackage, match="not installed"):
            make("model")


@pytest.mark.parametrize("answer", [None, [(0, 5, "ID_NUMBER")], [{"start": 0, "end": 5}]])
def test_an_answer_that_says_nothing_of_its_spans_is_refused(answer: object) -> None:
    with pytest.raises(ConfigurationError, match="the detector own"):
        CallableDetector(lambda _: answer, name="own").detect(["Badge of zq77"])


def test_one_text_is_no_sensitive_list() -> None:
    with pytest.raises(ConfigurationError, match="one text"):
        SensitiveList({"ORGANIZATION": "Kestrel"})


@pytest.mark.parametrize(
    "text",
    [
        "blueheron", "BlueHeron", "blue_heron", "Blue-Heron", "BLUE HERONS", "blue-herons", "v2_blue_heron_api",
        "projectBlueHeronApi", "BlueHeron2", "Blue Heron's", "#blueheron", "Blue\u2011Heron",
    ],
)  # fmt: skip
def test_a_listed_phrase_is_found_in_the_plural_and_joined(text: str) -> None:
    (found,) = SensitiveList({"PROJECT": ["Blue Heron"]}).detect([text])[0]
    letters = re.sub(r"[\W_]", "", text[found.start : found.end]).lower()
    assert letters in ("blueheron", "blueherons")


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        *(
            ("Project Zephyr-9", one)
            for one in ("project zephyr 9", "Project Zephyr9", "ProjectZephyr9", "PROJECT_ZEPHYR_9")
        ),
        *(("X-47b", one) for one in ("x47b", "X 47B", "X_47b")),
    ],
)
def test_a_listed_phrase_with_a_hyphen_is_found_apart_and_joined(phrase: str, text: str) -> None:
    (found,) = SensitiveList({"PROJECT": [phrase]}).detect([f"Of {text}, too"])[0]
    assert (found.start, found.end) == (3, 3 + len(text))


@pytest.mark.parametrize("text", ["herony", "aheron", "Cheronea", "abcheron", "heron2a", "3heron"])
def test_a_listed_phrase_is_no_part_of_another_word(text: str) -> None:
    assert SensitiveList({"PROJECT": ["heron"]}).detect([text]) == [[]]


def test_a_plural_ends_as_its_word_does() -> None:
    found = SensitiveList({"PROJECT": ["Bluebox", "Blueberry", "Ray"]}).detect(["blueboxes, Blueberries, rays"])[0]
    assert [one.end - one.start for one in found] == [9, 11, 4]


class _Model:
    """A detector that takes a whole text for one organisation."""

    name = "model"

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the whole of each text."""
        return [[Entity(0, len(text), "ORGANIZATION", 0.9, self.name)] for text in texts]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kestrel and KESTREL", ["kestrel", "KESTREL"]),
        ("Kestrel, Kestrel / Kestrels", ["Kestrel", "Kestrel", "Kestrels"]),
        ("Kestrel and Sons", ["Kestrel and Sons"]),
        ("Kestrel and Kestrel Labs", ["Kestrel and Kestrel Labs"]),
    ],
)
def test_several_listed_phrases_are_no_single_name(text: str, found: list[str]) -> None:
    detection = Detection([_Model(), SensitiveList({"ORGANIZATION": ["Kestrel"]})])
    assert [text[one.start : one.end] for one in detection.detect([text])[0]] == found


@pytest.mark.parametrize("given", [["Kestrel"], "Kestrel", {"PROJECT": [5]}, {"PROJECT": 5}])
def test_a_sensitive_list_of_something_else_is_refused(given: object) -> None:
    with pytest.raises(ConfigurationError, match="sensitive list"):
        SensitiveList(cast("dict[str, list[str]]", given))


@pytest.mark.parametrize("given", [{"PROJECT": ["Kestrel"]}, ["Kestrel"], "Kestrel"])
def test_phrases_that_are_no_sensitive_list_are_refused(given: object) -> None:
    with pytest.raises(ConfigurationError, match="no SensitiveList"):
        default_detection(sensitive=cast(SensitiveList, given))


@pytest.mark.parametrize("given", [_Model(), [_Model(), len], _Model])
def test_a_detection_of_something_else_is_refused(given: object) -> None:
    with pytest.raises(ConfigurationError, match="list of detectors"):
        Detection(cast("list[_Model]", given))
