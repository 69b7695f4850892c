"""Decides for each surrogate of a reply whether it is restored: not where it stands in an address of a foreign host.

The text is read run by run (no white space that ends an address is in one). A link or picture target, the value of an
attribute and a quoted address may hold white space: they are read as one region up to their end, a region of a foreign
host as foreign to its end. A surrogate waits for the end of its run; all other text goes out as it comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, cast

from dp_gateway.restore.addresses import (
    LINKING,
    Address,
    Hosts,
    addresses_in,
    decoded,
    hint_in,
    may_hold_address,
    stripped,
)
from dp_gateway.restore.regions import (
    BEGINS,
    BOUNDARY,
    EVENT,
    LEADS,
    LONGEST_BEFORE,
    OPENING,
    OPENING_LEAF,
    Region,
    gap_behind,
    opened,
)

_LONGEST_RUN = 4096
"""Characters after which a run is judged by what it has so far."""
_AHEAD = 64
"""Characters after a surrogate in which the end of its run is looked for."""
_MOST_UNREAD = 2048
"""Characters without surrogates that are looked at together."""
_CONTEXT = 256
"""Characters of the beginning of a region, and of the end of a run that was cut, that are looked at again."""

# Scripts that are written without white space: with nothing like an address before it, each of these ends a run.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uac00-\ud7a3"
# HTML ends a value without quotes at these alone: a no-break space is a part of its address.
_RUN_END = re.compile(rf"[ \t\n\r\f{BOUNDARY}]")
_BETWEEN = re.compile(rf"[\s_{UNSPACED}]+")
_BETWEEN_ASCII = bytes(char for char in range(128) if _BETWEEN.match(chr(char)))
_WORD_END = re.compile(rf"[\s{UNSPACED}]")
_QUOTE = re.compile(r"\\{0,8}([\"'])")
_NAMED_BEFORE = re.compile(rf"(?<![\w-])(?:{LINKING})\s{{1,3}}(?:=\s{{1,3}})?\Z", re.IGNORECASE)
_ENDS_OF_NAMES = {*LINKING.upper(), *LINKING.lower(), "="} - {"|"}
_LEAF, _COMMENT = re.compile(BEGINS, re.IGNORECASE), re.compile(r"[/\\]{2}[/\\!]{0,4}")

# An amount, a share, a date or a time, which a dense list has by the hundred: with fewer than three points, without two
# slashes and without a letter before a colon it holds no address, and no mark of it opens or closes anything.
_PLAIN = re.compile(
    r"[$€£¥+-]{0,2}[0-9]+(?>(?:[.,/][0-9]+){0,2})%?[.,;!?]?"
    r"|[0-9]{1,4}[-/][0-9]{1,2}[-/][0-9]{1,4}(?>(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?Z?)?)[.,;!?]?"
)


class _Waiting(NamedTuple):
    """A surrogate that waits for the end of its run. `start` and `end`: its places in the run. `kept` and `restored`:
    what goes out where it stays, and where it does not.
    """

    start: int
    end: int
    kept: str
    restored: str


_Pending: TypeAlias = "_Waiting | str"
_State: TypeAlias = (
    "tuple[int, int, str, tuple[_Pending, ...], Region | None, bool, bool, str, bool, bool, str, str, bool]"
)


class Guard:
    """Reads one reply.

    Most of a reply can open no region and stands in no run with a surrogate: it is passed over. Reading begins with the
    run of the first mark that may open a region, or with the run of a surrogate that may hold an address, and ends
    behind the first run after which nothing is open.

    Attributes:
        count: surrogates restored so far.
        withheld: surrogates that stayed.

    Args:
        leaf: the reply, or each string of it (those end with `BOUNDARY`), is one address where it begins with one.
        seen: takes the addresses of foreign hosts, and what they hold.
        whole: the reply comes in one piece: a number by itself need not wait for what follows.
    """

    def __init__(self, hosts: Hosts, *, leaf: bool = False, seen: set[str] | None = None, whole: bool = False) -> None:
        self.count = self.withheld = 0
        self._whole = whole
        self._hosts = hosts
        self._leaf = leaf
        self._run = ""
        self._pending: list[_Pending] = []
        self._region: Region | None = None
        self._cut = False
        self._begins = leaf
        # What stands before the run: an attribute that links, "=" behind it or without it, "]:", or a line end.
        self._gap = ""
        # "base" or "form" where one has begun; and whether an address of a foreign host has come since.
        self._leads, self._led = "", False
        self._hinted = False
        self._seen = seen
        self._reading = leaf or seen is not None
        # Of what has been taken in: what may have to be read, and where in it reading has come to.
        self._text = ""
        self._at: int = 0
        # Where in the text of the stream, whose places are told, that begins.
        self._shift = 0
        # Where the next mark that may open a region stands, and the next without which there is no address.
        self._opening = self._hint = 0

    def state(self) -> object:
        """Return the state of the guard between two pieces, to go back to."""
        return (
            self.count, self.withheld, self._run, tuple(self._pending), self._region, self._cut, self._begins,
            self._gap, self._hinted, self._reading, self._text, self._leads, self._led,
        )  # fmt: skip

    def back(self, state: object) -> None:
        """Go back to a state."""
        (
            self.count, self.withheld, self._run, pending, self._region, self._cut, self._begins, self._gap,
            self._hinted, self._reading, self._text, self._leads, self._led,
        ) = cast(_State, state)  # fmt: skip
        self._pending = list(pending)

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        return "".join([one if isinstance(one, str) else one.kept for one in self._pending])

    def text(self, text: str, kept: str) -> str:
        """Take in a piece without surrogates that goes out as `kept`; return what goes out now."""
        if not self._reading:
            self._text += text
            if len(self._text) < _MOST_UNREAD:
                return kept
            text = ""
        self.begin(text, 0)
        out = self.passed(len(text), kept)
        self.end(len(text))
        return out

    def begin(self, text: str, at: int) -> None:
        """Take in a piece, and some text behind it that may be looked at, whose first character has the place `at`."""
        self._shift = len(self._text) - at
        self._text += text
        self._at, self._opening, self._hint = 0, -1, -1
        if not self._reading:
            self._look()

    def _look(self) -> None:
        """Look for the next marks."""
        if self._opening < self._at:
            found = (OPENING_LEAF if self._leaf else OPENING).search(self._text, self._at)
            self._opening = found.start() if found else len(self._text)
        if self._hint < self._at:
            self._hint = hint_in(self._text, self._at)

    def passed(self, end: int, kept: str) -> str:
        """Return what goes out when text without surrogates, up to a place, goes out as `kept`."""
        if not self._reading:
            return kept
        out = self._read(end + self._shift)
        if self._pending:
            self._pending.append(kept)
            return out
        return out + kept

    def surrogate(self, start: int, end: int, kept: str, restored: str) -> str:
        """Return what goes out when a surrogate follows. `start` and `end`: its places. `kept` and `restored`: what
        goes out where it stays, and where it does not.
        """
        start, end = start + self._shift, end + self._shift
        while not self._reading:
            if self._is_clear(start, end):
                self.count += 1
                return restored
            self._begin_reading(min(start, self._opening))
            self._read(start)
        # What stands inside of it ends no run: a part of it could be one label of a host.
        begin = len(self._run)
        self._run += _RUN_END.sub("_", self._text[start:end])
        self._at = end
        self._hinted = self._hinted or may_hold_address(self._run[max(begin - 1, 0) :])
        self._pending.append(_Waiting(begin, len(self._run), kept, restored))
        return ""

    def end(self, end: int) -> None:
        """End what was taken in at a place; the text behind it comes again with the next piece."""
        end += self._shift
        while not self._reading and self._opening < end:
            self._begin_reading(self._opening)
            self._read(end)
        self._text = "" if self._reading else self._unread(end)
        if len(self._text) >= _MOST_UNREAD:
            self._reading, self._at = True, 0
            self._read(len(self._text))
            self._text = ""

    def _unread(self, end: int) -> str:
        """The run that has begun, with a mark before it where it is the first of a string."""
        start = self._run_start(end)
        run = self._text[start:end]
        if len(run) >= _MOST_UNREAD and not may_hold_address(run):
            return run[-_CONTEXT:]  # more than a host has characters
        gap = self._text[len(self._text[:start].rstrip()) : start] if self._leaf else ""
        return BOUNDARY + run if BOUNDARY in gap else run

    def close(self) -> str:
        """Note that the reply has ended, and return what waited."""
        return self._end("")

    def _is_clear(self, start: int, end: int) -> bool:
        """Whether nothing is open before a surrogate, and its run has ended and holds no mark of an address."""
        text = self._text
        if self._opening < end:
            return False
        if self._hint < start:
            left = max(text.rfind(" ", self._at, start), self._at)
            self._hint = hint_in(text, max(text.rfind("\n", left, start), left))
        if self._hint < end:
            return self._whole and self._is_number(start, end)
        return text[end : end + 1] == " " or bool(_WORD_END.search(text, end, min(end + _AHEAD, self._hint)))

    def _is_number(self, start: int, end: int) -> bool:
        """Whether a surrogate is a run of its own that is not judged, with nothing before it that makes it a link."""
        number = _PLAIN.match(self._text, start)
        if number is None or number.end() < end:
            return False
        return self._text[number.end() : number.end() + 1] in (" ", "\n") and self._run_start(start) == start

    def _begin_reading(self, place: int) -> None:
        self._at = self._run_start(place)
        self._reading = True

    def _run_start(self, place: int) -> int:
        """Where the run begins in which a place lies, nothing before which is open."""
        text = self._text
        start = max(text.rfind(" ", self._at, place) + 1, self._at)
        if start < place:
            for found in _RUN_END.finditer(text, start, place):
                start = found.end()
            if not text[start:place].isascii():
                for found in _WORD_END.finditer(text, start, min(hint_in(text, start, place + 1), place)):
                    start = found.end()
        least = max(start - LONGEST_BEFORE, self._at)
        if text[least:start].rstrip()[-1:] not in _ENDS_OF_NAMES:
            return start
        named = _NAMED_BEFORE.search(text, least, start)
        return named.start() if named else start

    def _read(self, end: int) -> str:
        """Read on up to a place, or the end of a run after which nothing is open; what goes out by that."""
        out, text = list[str](), self._text
        while self._at < end:
            at = self._at
            if self._seen is not None and not (self._run or self._pending or self._begins) and self._is_idle():
                at = self._run_start(min(hint_in(text, at), end))
            found = (_RUN_END if self._hinted else _WORD_END).search(text, at, end)
            stop = found.start() if found else end
            self._hinted = self._hinted or may_hold_address(self._run[-1:] + text[at:stop])
            if self._hinted and found and not _RUN_END.match(found[0]):
                found = _RUN_END.search(text, stop, end)
                stop = found.start() if found else end
            room = _LONGEST_RUN - len(self._run)
            if stop - at > room:
                self._run += text[at : at + room]
                self._at = at + room
                out.append(self._end("", cut=True))
                continue
            self._run += text[at:stop]
            self._at = found.end() if found else end
            if not found:
                break
            out.append(self._end(found[0]))
            if self._seen is None and not self._begins and self._is_idle():
                self._reading = False
                self._look()
                break
        return "".join(out)

    def _is_idle(self) -> bool:
        """Nothing before the run that has begun matters to it."""
        return self._region is None and not self._gap and not self._cut and not self._leads

    def _end(self, by: str, *, cut: bool = False) -> str:
        """A run has ended: judge it, and let go what waited."""
        run, pending = self._run, self._pending
        self._run, self._pending = "", []
        blocked: list[tuple[int, int]] = []
        # Where nothing is open, a number is not judged, and opens nothing.
        if run and not (self._is_idle() and not (self._begins or self._led) and _PLAIN.fullmatch(run)):
            led = self._led
            self._begins = self._begins and not (by == " " and _COMMENT.fullmatch(run))
            if self._leads or "<" in run:
                self._note_leading(run)
            if self._hinted or self._cut or self._region or self._begins or self._gap[:1] in ("=", "]"):
                blocked = self._judged(run, pending, cut=cut)
            if led or self._led:
                blocked = [(0, len(run))]
            self._begins = False
            self._gap = f"={self._gap}" if run == "=" and self._gap.isalpha() else gap_behind(run)
        if cut:
            # A run without end: what follows is judged with the end of what was, or is foreign as that was.
            self._cut = True
            if not (self._region and self._region.foreign):
                self._run = run[-_CONTEXT:]
        else:
            self._cut = self._hinted = False
            self._ended(by)
        return "".join([self._decided(one, blocked) for one in pending])

    def _note_leading(self, run: str) -> None:
        """Note a base or form that begins in a run, or a form that ends."""
        for found in LEADS.finditer(run):
            if self._leads != "base":
                self._leads = found.lastgroup or ""
                self._led = self._led and bool(self._leads)

    def _ended(self, by: str) -> None:
        region = self._region
        if region and region.closer == " ":
            self._region = region = None
        if by == BOUNDARY:
            self._region, self._begins, self._gap = None, self._leaf, ""
            self._leads, self._led = "", False
        elif by == "\n" and region and not region.lasting:
            if self._gap.endswith("\n"):
                self._region = None
            self._gap = "\n"

    def _decided(self, one: _Pending, blocked: list[tuple[int, int]]) -> str:
        if isinstance(one, str):
            return one
        if any(start < one.end and one.start < end for start, end in blocked):
            self.withheld += 1
            return one.kept
        self.count += 1
        return one.restored

    def _judged(self, run: str, pending: list[_Pending], *, cut: bool) -> list[tuple[int, int]]:
        """The stretches of a run in which surrogates stay; notes what the run opens and closes. `cut`: it goes on."""
        waiting = [(one.start, one.end) for one in pending if isinstance(one, _Waiting)]
        blocked: list[tuple[int, int]] = []
        at = 0
        if self._begins and self._region is None and _LEAF.match(run):
            self._region = Region(BOUNDARY, lasting=True)
        elif self._region is None and self._gap[:1] in ("=", "]"):
            linked = self._gap != "="
            if self._gap[0] == "=" and (quote := _QUOTE.match(run)):
                self._region, at = Region(quote[1], lasting=True, linked=linked), quote.end()
            elif linked:
                self._region, at = (Region(">", linked=True), 1) if run[0] == "<" else (Region(" ", linked=True), 0)
        for event in EVENT.finditer(run, at):
            place, end = event.span()
            region = self._region
            if region and region.closer == ")" and (event[0] == "(" or (event[0] == ")" and region.depth)):
                self._region = region._replace(depth=region.depth + (1 if event[0] == "(" else -1))
            elif region and event[0] == region.closer:
                blocked += self._part(run, at, place, waiting)
                self._region, at = None, place
            elif event.lastgroup and not (
                region and (region.closer == BOUNDARY or (region.foreign and region.closer != " "))
            ):
                blocked += self._part(run, at, end, waiting)
                at = end
                if self._region and self._region.foreign:
                    blocked.append((at, len(run)))
                self._region = opened(event, self._region, run)
        if self._region is None and not (waiting or cut or self._leads) and self._seen is None:
            return blocked  # an address at its end ends with it, and nobody waits to hear whose that is
        return blocked + self._part(run, at, len(run), waiting)

    def _part(self, run: str, start: int, end: int, waiting: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The stretches of a part of a run that lies in one region, or in none."""
        region, whole = self._region, run[start:end]
        if region is None:
            if not may_hold_address(whole):
                return []
            found = self._foreign(whole, [(a - start, b - start) for a, b in waiting if a < end and start < b])
            if any(b == len(whole) for _, b in found):
                self._region = Region(" ", foreign=True)
            return [(a + start, b + start) for a, b in found]
        left, whole = len(region.left), region.left + whole
        found = list[tuple[int, int]]()
        if may_hold_address(whole):
            places = [(a - start + left, b - start + left) for a, b in waiting if a < end and start < b]
            found = self._foreign(whole, places, target=True, linked=region.linked)
        foreign = region.foreign or any(b >= len(whole) for _, b in found)
        self._region = region._replace(left=whole[:_CONTEXT], foreign=foreign)
        if region.foreign and not self._repeats(whole):
            return [(start, end)]
        return [(max(a - left, 0) + start, b - left + start) for a, b in found if b > left]

    def _foreign(
        self, text: str, places: list[tuple[int, int]], *, target: bool = False, linked: bool = False
    ) -> list[tuple[int, int]]:
        read = partial(addresses_in, has=self._hosts.has, target=target, linked=linked)
        found = read(text)
        blocked = [(one.start, one.end) for one in found if not _is_one(one, text, places)]
        if not found and any(map(read, decoded(text))):
            blocked = [(0, len(text))]
        if self._seen is not None and (found or blocked):
            self._seen.add(stripped(text))
        if blocked and self._repeats(text):
            return []
        self._led = self._led or bool(self._leads and (found or blocked))
        return blocked

    def _repeats(self, text: str) -> bool:
        return self._seen is None and self._hosts.repeats(text)


class Repeated:
    """Tells whether a request holds an address; a text is read when it may be the one that does. `texts`: of the
    request, as they were sent. `addresses`: those of a text, as a guard reads them.
    """

    def __init__(self, texts: Sequence[str], addresses: Callable[[str], set[str]]) -> None:
        self._texts, self._addresses = texts, addresses
        self._run_on: dict[int, str] = {}
        self._read: dict[int, set[str]] = {}

    def __call__(self, address: str) -> bool:
        """Whether it holds this address."""
        # What was read of a region, or with a surrogate, has lost white space: what is left of it stands in one piece.
        begin = _run_on(address[:_CONTEXT])
        # The latest texts are those that a reply repeats.
        for at in reversed(range(len(self._texts))):
            if at not in self._run_on:
                self._run_on[at] = _run_on(self._texts[at])
            if begin in self._run_on[at]:
                if at not in self._read:
                    self._read[at] = self._addresses(self._texts[at])
                if address in self._read[at]:
                    return True
        return False


def _run_on(text: str) -> str:
    """A text without what may end a run, and what stands for white space in one."""
    if text.isascii():
        return text.encode().translate(None, _BETWEEN_ASCII).decode()
    return _BETWEEN.sub("", text)


def _is_one(address: Address, text: str, places: list[tuple[int, int]]) -> bool:
    """Whether one surrogate is the whole host, and no other stands in the address: it says what the request said."""
    if "." not in text[address.host_start : address.host_end]:
        return False  # it may go on behind a line end
    inside = [place for place in places if place[0] < address.end and address.start < place[1]]
    return len(inside) == 1 and inside[0][0] <= address.host_start and address.host_end <= inside[0][1]
