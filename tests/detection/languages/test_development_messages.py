"""Of the messages that detection is developed with nearly all is found, and little else is covered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import DetectionSettings

_FOLDER = Path(__file__).parents[3] / "benchmarks/languages/development"
_MARK = re.compile(r"\[[A-Z_]+\|([^\]]+)\]")


@pytest.mark.parametrize(
    "code",
    [
        *"de es ja ar".split(),
        *(pytest.param(code, marks=pytest.mark.thorough) for code in "fr it nl pt pl zh hi".split()),
    ],
)
def test_nearly_all_is_found(code: str) -> None:
    wanted, missed = _counted(_FOLDER / f"{code}.txt", _FOLDER / "second" / f"{code}.txt")
    assert wanted >= 200
    assert missed <= 0.06 * wanted


def test_most_identifiers_of_short_notes_are_found() -> None:
    wanted, missed = _counted(
        *(_FOLDER / "twelfth" / f"{code}.txt" for code in "de fr es it nl pt pl zh ja ar hi".split())
    )
    assert wanted >= 600
    assert missed <= 0.07 * wanted


def test_most_identifiers_behind_their_labels_are_found() -> None:
    wanted, missed = _counted(*(_FOLDER / "fourteenth" / f"{code}.txt" for code in "fr pt zh".split()))
    assert wanted >= 300
    assert missed <= 0.06 * wanted


def _counted(*files: Path) -> tuple[int, int]:
    """How many entities the lines of files have, and how many of them are not covered whole."""
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    wanted = missed = 0
    for line in (line for file in files for line in file.read_text(encoding="utf-8").splitlines()):
        text, marked, at = "", [], 0
        written = line.replace("\\n", "\n")
        for match in _MARK.finditer(written):
            text += written[at : match.start()]
            marked.append((len(text), len(text) + len(match[1])))
            text += match[1]
            at = match.end()
        text += written[at:]
        covered = {place for one in detection.detect([text])[0] for place in range(one.start, one.end)}
        for start, end in marked:
            wanted += 1
            missed += not {place for place in range(start, end) if text[place].isalnum()} <= covered
    return wanted, missed
