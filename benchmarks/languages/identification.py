"""How often the language of a text is told rightly, by length, on texts that nobody here wrote.

The texts are those by which the library lingua is tested (github.com/pemistahl/lingua-py, `language-testdata`, Apache
2.0; news of the Leipzig corpora): a file per language, a sentence a line.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from dp_gateway.languages import LANGUAGES, passages

__all__ = ["LENGTHS", "identified"]

LENGTHS = (40, 80, 160)
"""Classes of lengths end below these, in code points; the last class has no end."""

_CODES = (*LANGUAGES, *"bg ca cs da el fa fi he hr hu id ko lt lv mr ro ru sk sl sv th tr uk ur vi".split())


def identified(folder: Path) -> dict[str, dict[str, Any]]:
    """Of each language the share of texts whose longest passage is in it, by length, and what it is taken for else.

    Args:
        folder: holds `de.txt` and so on.
    """
    found: dict[str, dict[str, Any]] = {}
    for code in _CODES:
        file = folder / f"{code}.txt"
        if not file.exists():
            continue
        right: Counter[int] = Counter()
        every: Counter[int] = Counter()
        taken: Counter[str] = Counter()
        for text in filter(None, map(str.strip, file.read_text(encoding="utf-8").splitlines())):
            longest = max(passages(text), key=lambda one: one.end - one.start).language
            length = sum(len(text) >= end for end in LENGTHS)
            every[length] += 1
            right[length] += longest == code
            if longest != code:
                taken[longest] += 1
        found[code] = {
            "texts": every.total(),
            "right": round(right.total() / every.total(), 4),
            "by_length": [round(right[at] / every[at], 4) if every[at] else None for at in range(len(LENGTHS) + 1)],
            "taken_for": dict(taken.most_common(2)),
        }
    return found
