"""Instructions for coding agents that strangers published: how much of them is replaced.

`python -m benchmarks instructions` reads the files from the folder in `DP_GATEWAY_CORPORA`; without it there is nothing
to measure. Next to nothing in such files is private, and an agent needs the rest as it is. Counted are replacements
in 10,000 words, of all of detection: public references and addresses of pages stay. Rules were mended by the errors
in the *read* half; of the *unread* one, which is other repositories, totals alone were looked at, and once how many
there were of each type: most were shares and lengths of time that definitions of agents aim at.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.detection.public_clean import private
from benchmarks.detection.sets import FOLDER
from benchmarks.detection.systems import SYSTEMS, System
from benchmarks.timing import Figure

__all__ = ["READ", "UNREAD", "Replaced", "files", "measure", "run"]

READ = (
    "PatrickJS+awesome-cursorrules/rules/**/*.mdc",
    "danielmiessler+fabric/data/patterns/*/system.md",
    "lst97+claude-code-sub-agents/agents/**/*.md",
)
"""Files of the read half, as patterns in the folder of corpora: CC0 and MIT."""

UNREAD = (
    "wshobson+agents/plugins/*/agents/*.md",
    "VoltAgent+awesome-claude-code-subagents/categories/*/*.md",
    "obra+superpowers/skills/*/SKILL.md",
)
"""Files of the unread half: MIT."""

_MOST, _LONGEST = 60, 8000
_BAR = 411 / 20
"""A twentieth of what the first detection of all, with spaCy and Presidio, replaced in such files."""
# Lines that name who wrote something hold real names.
_PERSONAL = re.compile(r"author|copyright|credit|thanks|written by|contribut|licen[sc]e|maintain|@\w", re.IGNORECASE)


class Replaced(NamedTuple):
    """What a system replaces in one half.

    Attributes:
        files: how many were read.
        words: in them.
        spans: replacements.
    """

    files: int
    words: int
    spans: int

    @property
    def rate(self) -> float:
        """Replacements in 10,000 words."""
        return 10_000 * self.spans / self.words


def files(data: Path, patterns: Sequence[str]) -> list[str]:
    """At most sixty files of each pattern, drawn once for all, without lines that name who wrote them.

    Args:
        data: folder of the corpora.
        patterns: `READ` or `UNREAD`.
    """
    texts: list[str] = []
    for pattern in patterns:
        listed = sorted(data.glob(pattern))
        random.Random(11).shuffle(listed)
        texts += [file.read_text(encoding="utf-8", errors="replace")[:_LONGEST] for file in listed[:_MOST]]
    return ["\n".join(line for line in text.split("\n") if not _PERSONAL.search(line)) for text in texts]


def measure(find: System, data: Path) -> Mapping[str, Replaced]:
    """What a system replaces in each half; one whose files are not in the folder is left out."""
    halves = {name: files(data, patterns) for name, patterns in (("read", READ), ("unread", UNREAD))}
    return {
        name: Replaced(len(texts), sum(len(text.split()) for text in texts), sum(map(len, private(find(texts)))))
        for name, texts in halves.items()
        if texts
    }


def run() -> Iterator[Figure]:
    """Replacements by the default detection in each half."""
    for name, ours in measure(SYSTEMS["default"](), Path(os.environ.get(FOLDER, os.devnull))).items():
        about = f"instructions for agents, {name} half ({ours.files} files)"
        yield Figure(f"{about}: replacements in 10,000 words", ours.rate, _BAR)
