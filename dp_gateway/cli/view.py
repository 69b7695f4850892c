"""Both sides of a message on a terminal: what was typed and what left, what was said and what the user gets."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Any

__all__ = ["LEFT", "RESTORED", "changed", "lines", "printable"]

LEFT, RESTORED = "bold yellow", "bold green"
"""Styles of what was drawn, and of what was put back."""

_CONTROL = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
_WORD = re.compile(r"\s+|\w+|[^\w\s]")


def changed(before: str, after: str, old: str, new: str) -> tuple[Any, Any]:
    """Two texts for a terminal, with what differs between them styled.

    Args:
        before, after: the texts.
        old, new: the styles of what differs.
    """
    from rich.text import Text

    one, other = _WORD.findall(printable(before)), _WORD.findall(printable(after))
    left, right = Text(), Text()
    for kind, start, end, new_start, new_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        same = kind == "equal"
        left.append("".join(one[start:end]), "" if same else old)
        right.append("".join(other[new_start:new_end]), "" if same else new)
    return left, right


def printable(text: str) -> str:
    """A text without control characters: what a provider writes must not steer the terminal."""
    return text.replace("\r\n", "\n").translate(_CONTROL)


def lines(typed: str, left: str, said: str, got: str) -> Any:
    """The four lines of a message."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    before, after = changed(typed, left, RESTORED, LEFT)
    reply, restored = changed(said, got, LEFT, RESTORED)
    for name, text in (
        ("you typed", before),
        ("the provider saw", after),
        ("the provider said", reply),
        ("you get", restored),
    ):
        grid.add_row(name, text)
    return grid
