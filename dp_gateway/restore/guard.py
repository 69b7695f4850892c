"""Decides for each surrogate of a reply whether it is restored: not where it stands in an address of a foreign host.

The text is read run by run (a run has no white space). A link or picture target, the value of an attribute and a quoted
address may hold white space: they are read as one region up to their end, a region of a foreign host as foreign to its
end. A surrogate waits for the end of its run; all other text goes out as it comes.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias, cast

from dp_gateway.restore.addresses import Address, Hosts, addresses_in, decoded, hint_in, may_hold_address, stripped

__all__ = ["BOUNDARY", "Guard", "Written"]

BOUNDARY = "\x1e"
"""Stands for the quotation marks of a JSON document in the text that a guard reads."""

_LONGEST_RUN = 4096
"""Characters after which a run is judged by what it has so far."""
_CONTEXT = 256
"""Characters of the beginning of a region, and of the end of a run that was cut, that are looked at again."""

# Scripts that are written without white space: with nothing like an address before it, each of these ends a run.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_RUN_END = re.compile(r"\s")
_WORD_END = re.compile(rf"[\s{_UNSPACED}]")
_EVENT = re.compile(
    r"(?P<attribute>=[\"'])|(?<!\\)(?P<target>\]\(<?)|(?P<css>url\()"
    r"|(?P<quoted>[\"'`<](?=[a-z][a-z0-9+.-]{1,20}:[/\\]|https?:|javascript:|data:|[/\\]{2}|www\.))|[\"'`>]|(?<!\\)[()]",
    re.IGNORECASE,
)
_LEAF = re.compile(r"(?:[a-z][a-z0-9+.-]{1,20}:[/\\]|https?:|javascript:|data:|[/\\]{2}|www\.)", re.IGNORECASE)


class Written(NamedTuple):
    """A surrogate in the reply.

    Attributes:
        text: as it was found.
        kept, restored: what goes out where it stays, and where it does not.
    """

    text: str
    kept: str
    restored: str


class _Region(NamedTuple):
    """A stretch that may hold white space and is one address.

    Attributes:
        closer: the character that ends it.
        left: its beginning, without white space.
        foreign: it leads to a host that is none of the request's.
        lasting: the end of a paragraph does not end it.
        depth: brackets that are open in it.
    """

    closer: str
    left: str = ""
    foreign: bool = False
    lasting: bool = False
    depth: int = 0


class _Waiting(NamedTuple):
    """A surrogate that waits for the end of its run, in which it begins and ends at these places."""

    start: int
    end: int
    written: Written


_Pending: TypeAlias = "_Waiting | str"
_State: TypeAlias = "tuple[int, int, str, tuple[_Pending, ...], _Region | None, bool, bool, str, bool]"


class Guard:
    """Reads one reply.

    Attributes:
        count: surrogates restored so far.
        withheld: surrogates that stayed.

    Args:
        hosts: of the request.
        leaf: the reply, or each string of it (those end with `BOUNDARY`), is one address where it begins with one.
        seen: takes the addresses of foreign hosts, and what they hold.
    """

    def __init__(self, hosts: Hosts, *, leaf: bool = False, seen: set[str] | None = None) -> None:
        self.count = self.withheld = 0
        self._hosts = hosts
        self._leaf = leaf
        self._run = ""
        self._pending: list[_Pending] = []
        self._region: _Region | None = None
        self._cut = False
        self._begins = leaf
        # The mark or line end before the run: "=", or "\\n".
        self._gap = ""
        self._hinted = False
        self._seen = seen

    def state(self) -> object:
        """Where the guard stands, to go back to."""
        return (
            self.count, self.withheld, self._run, tuple(self._pending), self._region, self._cut, self._begins,
            self._gap, self._hinted,
        )  # fmt: skip

    def back(self, state: object) -> None:
        """Go back to a state."""
        (
            self.count, self.withheld, self._run, pending, self._region, self._cut, self._begins, self._gap,
            self._hinted,
        ) = cast(_State, state)  # fmt: skip
        self._pending = list(pending)

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        return "".join([one if isinstance(one, str) else one.written.kept for one in self._pending])

    def text(self, text: str, kept: str) -> str:
        """Take in a text without surrogates that goes out as `kept`; return what goes out now."""
        if not self._pending and not self._begins and not self._hinted and self._is_idle():
            joined = self._run + text
            tail = joined[joined.rfind(" ") + 1 :]
            usual = len(tail) < _LONGEST_RUN and ((tail.isascii() and tail.isalpha()) or not _WORD_END.search(tail))
            if usual and not may_hold_address(joined):
                self._run = tail  # most of a reply: no run of it holds an address
                return kept
        out = self._read(text)
        if self._pending:
            self._pending.append(kept)
            return out
        return out + kept

    def surrogate(self, written: Written, ahead: str | None) -> str:
        """Take in a surrogate; return what goes out now.

        Args:
            written: the surrogate.
            ahead: what follows it in its run; None where that is not known yet.
        """
        start, text = len(self._run), written.text
        quiet = ahead is not None and not self._pending and not self._hinted and self._is_idle()
        if quiet and not may_hold_address(f"{self._run[-1:]}{text}{ahead}"):
            self._run += _RUN_END.sub("_", text)
            self.count += 1
            return written.restored
        # What stands inside of it ends no run: a part of it could be one label of a host.
        self._run += _RUN_END.sub("_", text)
        self._hinted = self._hinted or may_hold_address(self._run[max(start - 1, 0) :])
        self._pending.append(_Waiting(start, len(self._run), written))
        return ""

    def close(self) -> str:
        """The reply has ended: what waited."""
        return self._end("")

    def _read(self, text: str) -> str:
        at, out = 0, list[str]()
        while at < len(text):
            if not (self._run or self._pending or self._begins) and self._is_idle():
                at = _passed_over(text, at)
            found = (_RUN_END if self._hinted else _WORD_END).search(text, at)
            end = found.start() if found else len(text)
            self._hinted = self._hinted or may_hold_address(self._run[-1:] + text[at:end])
            if self._hinted and found and not found[0].isspace():
                found = _RUN_END.search(text, end)
                end = found.start() if found else len(text)
            room = _LONGEST_RUN - len(self._run)
            if end - at > room:
                self._run += text[at : at + room]
                at += room
                out.append(self._end("", cut=True))
                continue
            self._run += text[at:end]
            if not found:
                break
            out.append(self._end(found[0]))
            at = found.end()
        return "".join(out)

    def _is_idle(self) -> bool:
        """Nothing before the run that has begun matters to it."""
        return self._region is None and not self._gap and not self._cut

    def _end(self, by: str, *, cut: bool = False) -> str:
        """A run has ended: judge it, and let go what waited."""
        run, pending = self._run, self._pending
        self._run, self._pending = "", []
        blocked: list[tuple[int, int]] = []
        if run:
            if self._hinted or self._cut or self._region or self._begins or self._gap == "=":
                blocked = self._judged(run, pending)
            self._begins = False
            self._gap = "=" if run.endswith("=") else ""
        if cut:
            # A run without end: what follows is judged with the end of what was, or is foreign as that was.
            self._cut = True
            if not (self._region and self._region.foreign):
                self._run = run[-_CONTEXT:]
        else:
            self._cut = self._hinted = False
            self._ended(by)
        return "".join([self._decided(one, blocked) for one in pending])

    def _ended(self, by: str) -> None:
        region = self._region
        if region and region.closer == " ":
            self._region = region = None
        if by == BOUNDARY:
            self._region, self._begins, self._gap = None, self._leaf, ""
        elif by == "\n" and region and not region.lasting:
            if self._gap.endswith("\n"):
                self._region = None
            self._gap = "\n"

    def _decided(self, one: _Pending, blocked: list[tuple[int, int]]) -> str:
        if isinstance(one, str):
            return one
        if any(start < one.end and one.start < end for start, end in blocked):
            self.withheld += 1
            return one.written.kept
        self.count += 1
        return one.written.restored

    def _judged(self, run: str, pending: list[_Pending]) -> list[tuple[int, int]]:
        """The stretches of a run in which surrogates stay; notes what the run opens and closes."""
        waiting = [(one.start, one.end) for one in pending if isinstance(one, _Waiting)]
        blocked: list[tuple[int, int]] = []
        at = 0
        if self._begins and self._region is None and _LEAF.match(run):
            self._region = _Region(BOUNDARY, lasting=True)
        elif self._gap == "=" and self._region is None and run[:1] in ("'", '"'):
            self._region, at = _Region(run[0], lasting=True), 1
        for event in _EVENT.finditer(run, at):
            place, end = event.span()
            region = self._region
            if region and region.closer == ")" and (event[0] == "(" or (event[0] == ")" and region.depth)):
                self._region = region._replace(depth=region.depth + (1 if event[0] == "(" else -1))
            elif region and event[0] == region.closer:
                blocked += self._part(run, at, place, waiting)
                self._region, at = None, place
            elif event.lastgroup and not (region and (region.foreign or region.closer == BOUNDARY)):
                blocked += self._part(run, at, end, waiting)
                at = end
                if not (self._region and self._region.foreign):
                    self._region = _opened(event)
        return blocked + self._part(run, at, len(run), waiting)

    def _part(self, run: str, start: int, end: int, waiting: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The stretches of a part of a run that lies in one region, or in none."""
        region, part = self._region, run[start:end]
        left = region.left if region else ""
        whole = left + part
        places = [(a - start + len(left), b - start + len(left)) for a, b in waiting if a < end and start < b]
        found = self._foreign(whole, places, target=region is not None)
        if region is None:
            if any(b == len(whole) for _, b in found):
                self._region = _Region(" ", foreign=True)
            return [(a + start, b + start) for a, b in found]
        foreign = region.foreign or any(b >= len(whole) for _, b in found)
        self._region = region._replace(left=whole[:_CONTEXT], foreign=foreign)
        if region.foreign and not self._repeats(whole):
            return [(start, end)]
        return [(max(a - len(left), 0) + start, b - len(left) + start) for a, b in found if b > len(left)]

    def _foreign(self, text: str, places: list[tuple[int, int]], *, target: bool) -> list[tuple[int, int]]:
        if not may_hold_address(text):
            return []
        found = addresses_in(text, self._hosts.has, target=target)
        blocked = [(one.start, one.end) for one in found if not _is_one(one, text, places)]
        if not found and any(addresses_in(plain, self._hosts.has, target=target) for plain in decoded(text)):
            blocked = [(0, len(text))]
        if self._seen is not None and (found or blocked):
            self._seen.add(stripped(text))
        return [] if blocked and self._repeats(text) else blocked

    def _repeats(self, text: str) -> bool:
        return self._seen is None and self._hosts.repeats(text)


def _passed_over(text: str, at: int) -> int:
    """Where the first run of a text begins, from a place on, that may hold an address or is the last."""
    place = hint_in(text, at)
    while place > at and not _WORD_END.match(text, place - 1):
        place -= 1
    return place


def _is_one(address: Address, text: str, places: list[tuple[int, int]]) -> bool:
    """Whether one surrogate is the whole host, and no other stands in the address: it says what the request said."""
    if "." not in text[address.host_start : address.host_end]:
        return False  # it may go on behind a line end
    inside = [place for place in places if place[0] < address.end and address.start < place[1]]
    return len(inside) == 1 and inside[0][0] <= address.host_start and address.host_end <= inside[0][1]


def _opened(event: re.Match[str]) -> _Region:
    mark = event[0][-1]
    closer = ")" if mark == "(" else ">" if mark == "<" else mark
    return _Region(closer, lasting=event.lastgroup == "attribute")
