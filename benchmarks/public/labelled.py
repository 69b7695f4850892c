"""The labelled mentions: documents with marks, see the head of `references.txt`.

`developed` is what the rules were made on. Of `fresh` only totals were looked at; `chats` are written in small letters
and were measured once before the last rules for these. `users`, `prompts` and `asked` are messages to an assistant,
`own` those where a famous name is somebody's own, `sent` longer ones (pasted articles, a letter with a general question
beside it, lists, comparisons, and what looks like these and is private): every second one was read, and of the others,
`users unread` and so on, only totals were looked at. `world` and `claimed`, halved too, are general questions and
private uses of the same names. `texts` are private ones that read like articles, about people who
bear famous names, `lookalikes` questions about people whom nobody knows. `pairs` are names that stand twice, as
everybody knows them and as somebody's own. `beside` are messages of somebody's own affairs that name what everybody
knows, halved too; its last 51 lines were written to attack weights that were not taken.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from dp_gateway.text.entities import Entity

__all__ = ["PARTS", "Document", "Mention", "Part", "documents"]

Part = Literal[
    "developed", "fresh", "chats", "users", "users unread", "prompts", "prompts unread", "asked", "asked unread", "own",
    "own unread", "sent", "sent unread", "daily", "daily unread", "world", "world unread", "claimed",
    "claimed unread", "texts", "pairs", "attacker", "attacker unread",
    "lookalikes", "beside", "beside unread",
]  # fmt: skip
PARTS: tuple[Part, ...] = get_args(Part)
_FILES = {"developed": "references"}
_UNREAD = " unread"
_HALVED = ("users", "prompts", "asked", "own", "sent", "daily", "world", "claimed", "attacker", "beside")

_MARK = re.compile(r"\[([^\]]+)\]\{([LONPX])([+~-])\}")
_TYPES = {"L": "LOCATION", "O": "ORGANIZATION", "N": "NRP", "P": "PERSON", "X": "MISC"}


class Mention(NamedTuple):
    """A labelled mention.

    Attributes:
        start, end, type: as of an entity.
        label: "+" public, "-" private, "~" in between.
    """

    start: int
    end: int
    type: str
    label: str


class Document(NamedTuple):
    """A text and its labelled mentions."""

    text: str
    mentions: tuple[Mention, ...]

    def entities(self) -> list[Entity]:
        """The mentions as a perfect detector would find them, and nothing else."""
        return [Entity(one.start, one.end, one.type, 0.9, "labelled") for one in self.mentions]


def documents(part: Part, *, small: bool = False) -> list[Document]:
    """The documents of a part; `small` writes them in small letters, as many write to an assistant."""
    name = part.removesuffix(_UNREAD)
    lines = (Path(__file__).parent / f"{_FILES.get(name, name)}.txt").read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if line and not line.startswith("#")]
    half = slice(part.endswith(_UNREAD), None, 2) if name in _HALVED else slice(None)
    found = [_document(line) for line in lines[half]]
    return [one._replace(text=one.text.lower()) for one in found] if small else found


def _document(line: str) -> Document:
    text, mentions = "", list[Mention]()
    at, line = 0, line.replace("\\n", "\n")
    for mark in _MARK.finditer(line):
        text += line[at : mark.start()]
        mentions.append(Mention(len(text), len(text) + len(mark[1]), _TYPES[mark[2]], mark[3]))
        text += mark[1]
        at = mark.end()
    return Document(text + line[at:], tuple(mentions))
