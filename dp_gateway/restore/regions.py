"""Tells where in a reply a link, a quoted address or an attribute opens, and what leads on. `Guard` reads by it."""

from __future__ import annotations

import re
from typing import NamedTuple

from dp_gateway.restore.addresses import HOSTLESS, LINKING

BOUNDARY = "\x1e"
"""Stands for the quotation marks of a JSON document in the text that a guard reads."""

# Two backslashes begin an address, unless they belong to a quotation mark of JSON in JSON; two slashes before a space
# begin a comment, for no host has one.
BEGINS = (
    rf"(?:[a-z][a-z0-9+.-]{{1,20}}:[/\\]|(?:https?|javascript|data|mailto|intent|matmsg):|{HOSTLESS}"
    r"|[/\\]{2}(?!\\*+\"|[/\\!]{0,4} )|www\.)"
)
EVENT = re.compile(
    r"(?P<attribute>=\\{0,8}[\"'])|(?<!\\)(?P<target>\]\(<?)|(?P<css>url\()"
    rf"|(?P<quoted>[\"'`<{{](?={BEGINS}))|[\"'`>}}]|(?<!\\)[()]",
    re.IGNORECASE,
)
# An attribute that links, before its mark or the white space before that.
_LINKING = re.compile(rf"(?<![\w-])(?:{LINKING})\Z", re.IGNORECASE)
_LONGEST_NAME, LONGEST_BEFORE = 12, 20
# Elements whose address is that of others too: of all that follow, and of the fields up to the end of a form.
_LEADING = r"(?i:base|form)(?![\w-])"
LEADS = re.compile(r"<(?i:(?P<base>base)|(?P<form>form)|/form)(?![\w-])")
# Where a region may open that does not end in its run; one class of characters comes first, see `_HINT`. What stands
# inside of one that does is no event, and so holds none of the characters that this begins with.
_INSIDE = r"[^\s()\"'`<>{}\\]*+"
_OPENS = (
    rf"[=(\"'`<{{:](?:(?<==)(?=\\{{0,8}}[\"'\s])(?!\"{_INSIDE}\"|'{_INSIDE}')"
    rf"|(?:(?<=\]\()|(?<=(?i:url)\())(?!{_INSIDE}\))"
    rf"|(?=(?i:{BEGINS}))(?:(?<=\")(?!{_INSIDE}\")|(?<=')(?!{_INSIDE}')|(?<=`)(?!{_INSIDE}`)|(?<=<)(?!{_INSIDE}>)|(?<={{)(?!{_INSIDE}}}))"
    rf"|(?<=<)(?={_LEADING})|(?<=\]:)(?=\s))"
)
OPENING = re.compile(_OPENS)
OPENING_LEAF = re.compile(rf"{_OPENS}|{BOUNDARY}[^\S{BOUNDARY}]*+(?i:{BEGINS})(?!{_INSIDE}{BOUNDARY})")


class Region(NamedTuple):
    """A stretch that may hold white space and is one address.

    Attributes:
        closer: the character that ends it.
        left: its beginning, without white space.
        foreign: it leads to a host that is none of the request's.
        lasting: the end of a paragraph does not end it.
        depth: brackets that are open in it.
        linked: it stands where a reader makes a link or a picture of it.
    """

    closer: str
    left: str = ""
    foreign: bool = False
    lasting: bool = False
    depth: int = 0
    linked: bool = False


def gap_behind(run: str) -> str:
    """Return what a run leaves for the next one to begin with."""
    if run.endswith("]:"):
        return "]:"
    return f"={_attribute(run, len(run) - 1)}" if run.endswith("=") else _attribute(run, len(run))


def _attribute(run: str, end: int) -> str:
    """The attribute before a place, where its value is a link or picture."""
    found = _LINKING.search(run, max(end - _LONGEST_NAME, 0), end)
    return found[0] if found else ""


def opened(event: re.Match[str], around: Region | None, run: str) -> Region:
    """Return the region that opens; in an address of a foreign host it is a part of that."""
    mark = event[0][-1]
    closer = {"(": ")", "<": ">", "{": "}"}.get(mark, mark)
    attribute = event.lastgroup == "attribute"
    linked = bool(_attribute(run, event.start())) if attribute else event.lastgroup in ("target", "css")
    return Region(closer, foreign=bool(around and around.foreign), lasting=attribute, linked=linked)
