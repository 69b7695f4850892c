"""What is found of messages by people who saw nothing of the detector and were asked to be demanding.

They stand in `outsider`, `demanding` and `documents`, a file a language, marked as in `release.training.written` and
parted by lines `---`. Rules were mended by those in `read`; of those in `unread` nobody who worked on detection saw
more than totals.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from benchmarks.detection.sets import marked
from benchmarks.languages.measures import Tally, places_of
from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import DetectionSettings
from release.training.examples import Example

__all__ = ["FOLDERS", "HALVES", "asked", "read_marked"]

FOLDERS = {name: Path(__file__).parent / name for name in ("outsider", "demanding", "documents")}
HALVES = ("read", "unread")


def read_marked(file: Path) -> list[Example]:
    """The messages of a file; what may be seen either way has the type MISC."""
    blocks = re.split(r"^---$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [marked(block.strip("\n")) for block in blocks if block.strip()]


def asked(folder: Path) -> dict[str, dict[str, Any]]:
    """The figures of the messages in a folder, by language and half: how many entities there are, how many are covered
    fully by findings of any type, public ones included, all in all and by type, and the share of other letters and
    digits that are covered by findings which are replaced.
    """
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    result: dict[str, dict[str, Any]] = {}
    for half in HALVES:
        for file in sorted((folder / half).glob("*.txt")):
            messages = read_marked(file)
            tally = Tally()
            for message, found in zip(messages, detection.detect([one.text for one in messages]), strict=True):
                tally.add(message.text, message.spans, places_of(found, public=True), places_of(found))
            result.setdefault(file.stem, {})[half] = {
                "messages": len(messages),
                "covered": tally.covered.total(),
                "entities": tally.every.total(),
                "wrong": round(tally.share_wrong, 4),
                "types": {name: [tally.covered[name], count] for name, count in sorted(tally.every.items())},
            }
    return result
