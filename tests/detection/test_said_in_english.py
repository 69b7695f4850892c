"""Sums, dates, ages and jobs as people say them in English, in messages beside this file.

`said_in_english.txt` marks them, `said_of_nobody.txt` has the same words where they are nobody's. Rules were mended by
every second message of each, the first among them; of the others nothing was looked at but totals.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.languages.measures import places_of
from benchmarks.languages.outsiders import read_marked
from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import Detection, default_detection

_TYPES = ("MONEY", "DATE_TIME", "AGE", "JOB_TITLE")
_NAMED, _OF_NOBODY = (
    read_marked(Path(__file__).with_name(f"{name}.txt")) for name in ("said_in_english", "said_of_nobody")
)


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection()


def _covered(detection: Detection, half: int) -> dict[str, float]:
    """The share of the entities of a half that are found, by type."""
    messages = _NAMED[half::2]
    covered: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for message, found in zip(messages, detection.detect([one.text for one in messages]), strict=True):
        places = places_of(found, public=True)
        for start, end, kind in message.spans:
            every[kind] += 1
            covered[kind] += all(at in places for at in range(start, end) if message.text[at].isalnum())
    return {kind: covered[kind] / every[kind] for kind in _TYPES}


@pytest.mark.parametrize(("half", "least"), [(0, (0.9, 0.95, 0.65, 0.8)), (1, (0.73, 0.75, 0.7, 0.45))])
def test_what_somebody_says_is_found(detection: Detection, half: int, least: tuple[float, ...]) -> None:
    covered = _covered(detection, half)
    assert all(covered[kind] >= share for kind, share in zip(_TYPES, least, strict=True)), covered


def test_the_same_words_of_nobody_stay(detection: Detection) -> None:
    found = [
        message.text[one.start : one.end]
        for message, entities in zip(_OF_NOBODY, detection.detect([each.text for each in _OF_NOBODY]), strict=True)
        for one in entities
        if one.type in _TYPES and not one.public
    ]
    assert len(found) <= 1, found


def test_all_that_is_said_comes_back() -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    for number, message in enumerate(_NAMED):
        request = gateway.sanitize(message.text, scope=str(number))
        assert request.restore(request.text) == message.text
