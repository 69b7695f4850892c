"""Regular expressions mean the same on every release of Python that the package supports."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\{?[0-9,]+\}\}?)\+")


def test_no_group_is_repeated_possessively() -> None:
    """Python 3.11.0 to 3.11.4 match `(?:ab|c)*+` wrongly; `(?>(?:ab|c)*)` is the same and right everywhere."""
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for folder in ("dp_gateway", "integrations")
        for file in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if _POSSESSIVE_GROUP.search(line)
    ]
    assert not found
