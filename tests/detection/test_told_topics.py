"""A phrase of a sensitive topic counts where it is told of somebody, and in doubt."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.topics import TopicDetector
from dp_gateway.policy import TOPICS
from dp_gateway.vocabulary.lexicon.topics import mentions_of, topic_phrases

TYPES = [name for names in TOPICS.values() for name in names]


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection(topics=TopicDetector(mentions_of(TYPES)))


def phrases(detection: Detection, text: str) -> list[str]:
    return [text[one.start : one.end] for one in detection.detect([text])[0] if one.type in TYPES]


GENERAL = [
    "What causes migraine?",
    "Metformin lowers the blood sugar of most adults.",
    "Can you explain how dialysis works?",
    "Asthma is more frequent in cities than in villages.",
    "Write an article about the history of Buddhism.",
    "How do courts in Ohio punish burglary?",
    "The Labour Party won the election of 1945.",
    "Foreclosure is a legal process in which a lender takes a house.",
    "Penicillin was discovered in 1928.",
    "Which countries allow civil partnership?",
    "Explain dialysis to a nine-year-old.",
    "Radiation therapy uses high-energy rays.",
]
TOLD = [
    "My migraine is back.",
    "Can I drive with a migraine?",
    "Is metformin dangerous for my kidneys?",
    "How long does the chemotherapy take?",
    "Your biopsy is due in May.",
    "They diagnosed a migraine.",
    "Diagnosis: migraine",
    "asthma since childhood, metformin twice a day",
    "Pt has asthma.",
    "Anna is well. The asthma has gone, and metformin works.",
    "He was in hospital. Dialysis starts soon.",
    "Looking for a rabbi who visits at home.",
    "the patient has asthma",
    "Migraine again on Monday.",
    "diagnosis,drug\nasthma,salbutamol\nmigraine,sumatriptan",
    "Ich habe Asthma und nehme Metformin.",
    "A nine-year-old with asthma.",
]


@pytest.mark.parametrize("text", GENERAL)
def test_what_is_said_in_general_stays(detection: Detection, text: str) -> None:
    assert phrases(detection, text) == []


@pytest.mark.parametrize("text", TOLD)
def test_what_is_told_of_somebody_counts(detection: Detection, text: str) -> None:
    assert phrases(detection, text)


@pytest.mark.parametrize(
    "name", ["adalimumab", "Rosuvastatin", "nebivolol", "dapagliflozin", "RIVAROXABAN", "zolmitriptan"]
)
def test_medicines_are_known_by_the_stems_of_their_names(detection: Detection, name: str) -> None:
    assert phrases(detection, f"I take {name} every day.") == [name]


@pytest.mark.parametrize("word", ["April", "formalin", "protocol", "cycle", "maybe", "satin"])
def test_other_words_are_no_medicines(detection: Detection, word: str) -> None:
    assert phrases(detection, f"My {word} is on the table.") == []


def test_what_is_said_of_somebody_is_found_and_not_drawn(detection: Detection) -> None:
    assert phrases(detection, "I am pregnant and overdrawn.") == ["pregnant", "overdrawn"]
    assert not {"pregnant", "overdrawn"} & {phrase for of_type in topic_phrases().values() for phrase in of_type}
