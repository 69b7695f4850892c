"""Statements in general terms, of which nothing may change, and what looks like them and is private; whole messages.

Unlike the labelled mentions these go through the door with the default policy, so that whatever changes counts:
numbers, dates and words too. `statements.txt` and `statements_developed.txt` say how they were written.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret
from dp_gateway.vocabulary.lexicon.data import sections

__all__ = ["HALVES", "Statement", "Through", "changed", "left", "statements"]

_FILE = Path(__file__).with_name("statements.txt")
_DEVELOPED = Path(__file__).with_name("statements_developed.txt")
HALVES = ("developed", "read", "unread")
_KEY = Secret(b"a key of repeatable draws, for statements")
_NAME = re.compile(r"\{([^}]+)\}")


class Statement(NamedTuple):
    """A message. `names`: what of it is private; none of a general one."""

    text: str
    names: tuple[str, ...]


def statements(section: str, half: str) -> list[Statement]:
    """One of `HALVES` of a section, "general" or "private"."""
    file = _DEVELOPED if half == "developed" else _FILE
    lines = [line for name, line in sections(file.read_text(encoding="utf-8")) if name == section]
    if half != "developed":
        lines = lines[half == "unread" :: 2]
    return [Statement(_NAME.sub(r"\1", line), tuple(_NAME.findall(line))) for line in lines]


class Through:
    """The door of the default policy."""

    def __init__(self) -> None:
        self._door = Doorway(Gateway(load_policy("entities"), key=_KEY), key=_KEY)

    def __call__(self, text: str) -> str:
        """What leaves of a message."""
        message = {"role": "user", "content": text}
        return self._door.open("chat", {"model": "m", "messages": [message]}).body["messages"][0]["content"]


def changed(through: Through, half: str) -> list[str]:
    """The general statements of a half of which anything changes."""
    return [one.text for one in statements("general", half) if through(one.text) != one.text]


def left(through: Through, half: str) -> list[str]:
    """The private names of a half that leave as they are, in the order of the file."""
    found: list[str] = []
    for one in statements("private", half):
        leaves = through(one.text)
        found += [name for name in one.names if re.search(rf"\b{re.escape(name)}\b", leaves)]
    return found
