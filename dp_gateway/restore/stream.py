"""Restores replies while they arrive: texts, JSON documents such as arguments of a tool call, pieces together.

`Restorer` makes these streams; the readers of API replies feed them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, cast

from dp_gateway.restore.guard import Guard
from dp_gateway.restore.matching import Match, Surrogates
from dp_gateway.restore.numbers import CONTEXT
from dp_gateway.restore.regions import BOUNDARY

_CONTEXT = 8
"""Characters that have gone out and stay in front, for the rules about what stands before a match."""

_LONG_HELD = 2048
"""Characters up to which what is held is looked at with each piece; of more, that would take the square of them."""


class RestoreStream:
    """Restores a reply piece by piece: what the pieces give, joined, is what the joined reply gives.

    Args:
        surrogates: finds them.
        guard: decides which of them are restored.
        hears: what is taken in is kept, as something may have to be told of it.
    """

    def __init__(self, surrogates: Surrogates, guard: Guard, *, hears: bool = False) -> None:
        self._surrogates = surrogates
        self._guard = guard
        self._text = ""
        self._at = 0
        self._context = _CONTEXT if surrogates.numbers is None else CONTEXT
        self.unsure = 0
        self._heard: list[str] | None = [] if hears else None

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._guard.count

    @property
    def withheld(self) -> int:
        """Surrogates that stayed, since they stood in an address that the request does not know."""
        return self._guard.withheld

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        self._hear(piece)
        return self._advance(piece, final=False) if self._surrogates else piece

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        self._hear(piece)
        return self._advance(piece, final=True) if self._surrogates else piece

    def _hear(self, piece: str) -> None:
        if self._heard is not None and piece:
            self._heard.append(piece)

    @property
    def heard(self) -> str:
        """What has been taken in, where something may have to be told of it; else empty."""
        return "".join(self._heard or ())

    @property
    def held(self) -> str:
        """What is held back because it may become a surrogate."""
        return self._guard.held + self._text[self._at :]

    def state(self) -> object:
        """Return what `back` needs to go on from here."""
        return self._guard.state(), self._text, self._at, self.unsure, len(self._heard or ())

    def back(self, state: object) -> None:
        """Go back to a state that `state` gave."""
        guard, self._text, self._at, self.unsure, heard = cast(tuple[object, str, int, int, int], state)
        if self._heard is not None:
            del self._heard[heard:]
        self._guard.back(guard)

    def _advance(self, piece: str, *, final: bool) -> str:
        at, text = self._at, self._text + piece
        if not final and _may_wait(len(self._text) - at, len(text) - at):
            self._text = text
            return ""
        matches, certain = self._surrogates.matches(text, at, final=final)
        if matches:
            return self.written(text, matches, certain, final=final)
        out = ""
        if at < certain:
            self._weigh(text, at, certain)
            out = self._guard.text(self._read(text, at, certain), self._kept(text, at, certain))
        self._keep(text, certain)
        return out + self._guard.close() if final else out

    def written(self, text: str, matches: list[Match], certain: int, *, final: bool) -> str:
        """Return what goes out of a text that goes on from what has been taken in, as far as its surrogates are
        certain.
        """
        at, parts, guard = self._at, list[str](), self._guard
        guard.begin(self._read(text, at, len(text)), at)
        for match in matches:
            start, end, _ = match
            if at < start:
                self._weigh(text, at, start)
                parts.append(guard.passed(start, self._kept(text, at, start)))
            found = self._kept(text, start, end)
            parts.append(guard.surrogate(start, end, *self._forms(found, match, text)))
            at = end
        if at < certain:
            self._weigh(text, at, certain)
            parts.append(guard.passed(certain, self._kept(text, at, certain)))
        guard.end(certain)
        self._keep(text, certain)
        if final:
            parts.append(guard.close())
        return "".join(parts)

    def _weigh(self, text: str, start: int, end: int) -> None:
        """Count the numbers of a stretch without surrogates that look like one that was drawn."""
        if self._surrogates.numbers is not None:
            self.unsure += self._surrogates.numbers.unsure(text, start, end)

    def _keep(self, text: str, at: int) -> None:
        """Keep what has not gone out, and a little of what has."""
        drop = at - self._context if at > self._context else 0
        self._text, self._at = text[drop:], at - drop

    def _read(self, text: str, start: int, end: int) -> str:
        """A stretch as the guard reads it."""
        read = text[start:end]
        return read.replace(BOUNDARY, "\x1f") if BOUNDARY in read else read

    def _kept(self, text: str, start: int, end: int) -> str:
        """What belongs to no surrogate, as it goes into the output."""
        return text[start:end]

    def _forms(self, found: str, match: Match, text: str) -> tuple[str, str]:
        """What goes into the output where a surrogate stays, and where it does not."""
        del text
        return found, match.text


def _may_wait(held: int, grown: int) -> bool:
    """Whether what is held need not be looked at again yet: of much, that it has grown by a sixteenth is waited for."""
    unit = held.bit_length() - 4
    return held > _LONG_HELD and held >> unit == grown >> unit


_FEW = 4
"""So few pieces are fed one by one where there is something to replace in them."""


class Rewindable(Protocol):
    """A stream that can go back to where it stood."""

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        ...

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        ...

    def state(self) -> object:
        """Return where the stream stands; None where it cannot go back."""
        ...

    def back(self, state: object) -> None:
        """Go back to a state."""
        ...


def feed_all(stream: Rewindable, pieces: Sequence[str]) -> list[str]:
    """Feed some pieces that have come together, and return what goes out for each; joined it is what `feed` gives one
    by one.
    """
    if len(pieces) == 1 or (state := stream.state()) is None:
        return [stream.feed(piece) for piece in pieces]
    held, joined = stream.held, "".join(pieces)
    out = stream.feed(joined)
    if out == joined and not held:
        return list(pieces)
    if (held + joined).startswith(out):
        return _cut(out, len(held), pieces)
    stream.back(state)
    if len(pieces) <= _FEW:
        return [stream.feed(piece) for piece in pieces]
    half = len(pieces) // 2
    return feed_all(stream, pieces[:half]) + feed_all(stream, pieces[half:])


def _cut(out: str, held: int, pieces: Sequence[str]) -> list[str]:
    """A text in which nothing was replaced, in the pieces that it came in; the first has what was held before it."""
    parts: list[str] = []
    at, end = 0, held
    for piece in pieces:
        end += len(piece)
        parts.append(out[at:end])
        at = end
    return parts


_HIGH_SURROGATES = ("d8", "d9", "da", "db")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_IN_NUMBER = frozenset("+-.")


class JsonRestoreStream(RestoreStream):
    """Restores the characters that JSON stands for; what is kept goes out as it came, escapes included.

    Args:
        surrogates, guard, hears: as of `RestoreStream`.
    """

    def __init__(self, surrogates: Surrogates, guard: Guard, *, hears: bool = False) -> None:
        super().__init__(surrogates, guard, hears=hears)
        # How each character of the text was written; None while all of them stand for themselves.
        self._raw: list[str] | None = None
        self._pending = ""
        self._in_string = False
        # Whether what has gone out ends inside a string.
        self._out_in_string = False

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        self._hear(piece)
        if "\\" not in piece and not self._pending:
            self._in_string ^= piece.count('"') % 2 == 1
            if self._raw is not None:
                self._raw.extend(piece)
            return self._advance(piece, final=False)
        return self._advance(self._decoded(piece), final=False)

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out, as it was written."""
        own = self._text[self._at :] if self._raw is None else "".join(self._raw[self._at :])
        return self._guard.held + own + self._pending

    def state(self) -> object:
        """Return what `back` needs to go on from here."""
        raw = None if self._raw is None else tuple(self._raw)
        return super().state(), raw, self._pending, self._in_string, self._out_in_string

    def back(self, state: object) -> None:
        """Go back to a state that `state` gave."""
        inner, raw, self._pending, self._in_string, self._out_in_string = cast(
            tuple[object, tuple[str, ...] | None, str, bool, bool], state
        )
        self._raw = None if raw is None else list(raw)
        super().back(inner)

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back; an escape that was cut off goes out as it came."""
        if piece:
            return self.feed(piece) + self.close()
        pending, self._pending = self._pending, ""
        if self._raw is not None:
            self._raw.extend(pending)
        return self._advance(pending, final=True)

    def _decoded(self, piece: str) -> str:
        """The characters that a piece with escapes stands for; remembers how they were written."""
        text, at, chars = self._pending + piece, 0, list[str]()
        raw = list(self._text) if self._raw is None else self._raw
        self._pending = ""
        while at < len(text):
            escape = text.find("\\", at)
            if escape != at:
                plain = text[at : len(text) if escape < 0 else escape]
                self._in_string ^= plain.count('"') % 2 == 1
                raw.extend(plain)
                chars.append(plain)
                at += len(plain)
                continue
            length = self._unit(text, at)
            if not length:
                self._pending = text[at:]
                break
            unit = text[at : at + length]
            raw.append(unit)
            chars.append(_character(unit))
            at += length
        self._raw = raw
        return "".join(chars)

    def _unit(self, text: str, at: int) -> int:
        """Length of the escape at `at`, or of a backslash that begins none; 0 where it is not complete."""
        if not self._in_string:
            return 1
        length = 6 if text[at + 1 : at + 2] == "u" else 2
        if len(text) - at < length:
            return 0
        if length == 6 and text[at + 2 : at + 4].lower() in _HIGH_SURROGATES:  # noqa: PLR2004
            length = 12
        return length if len(text) - at >= length else 0

    def _keep(self, text: str, at: int) -> None:
        super()._keep(text, at)
        if self._raw is not None:
            del self._raw[: len(text) - len(self._text)]
            if not self.held:
                self._raw = None  # what has gone out is only looked at, never written again

    def _kept(self, text: str, start: int, end: int) -> str:
        quotes = text.count('"', start, end) if self._raw is None else self._raw[start:end].count('"')
        self._out_in_string ^= quotes % 2 == 1
        return text[start:end] if self._raw is None else "".join(self._raw[start:end])

    def _read(self, text: str, start: int, end: int) -> str:
        if self._raw is None:
            return super()._read(text, start, end).replace('"', BOUNDARY)
        if '"' not in text[start:end]:
            return super()._read(text, start, end)
        pairs = zip(super()._read(text, start, end), self._raw[start:end], strict=True)
        return "".join([BOUNDARY if raw == '"' else char for char, raw in pairs])

    def _forms(self, found: str, match: Match, text: str) -> tuple[str, str]:
        """An original with the escapes that JSON needs; in the place of a bare number a number, else a string."""
        raw = found if self._raw is None else self._raw[match.start : match.end]
        if '"' in raw[1:-1] or (raw[0] == '"') != (raw[-1] == '"'):
            return found, _between(raw, text[match.start : match.end], match.text)
        quoted = json.dumps(match.text, ensure_ascii=False)
        if self._out_in_string:
            return found, quoted[1:-1]
        if text[match.start - 1 : match.start] in _IN_NUMBER:
            return found, found  # a part of a number
        if text[match.end : match.end + 1] == "." and not match.text.replace(",", "").isdigit():
            return found, found  # so would the rest of this one be
        if "," in match.text and _NUMBER.fullmatch(plain := match.text.replace(",", "")) and plain.isdigit():
            return found, plain
        return found, match.text if _NUMBER.fullmatch(match.text) else quoted


def _between(raw: Sequence[str], surrogate: str, original: str) -> str:
    """A surrogate that stands with its key (`age": "36`): what both have in common stays, quotation marks too."""
    before = _alike(surrogate, original)
    after = _alike(surrogate[before:][::-1], original[before:][::-1])
    end = len(surrogate) - after
    if '"' in raw[before:end]:
        return "".join(raw)
    inner = json.dumps(original[before : len(original) - after], ensure_ascii=False)[1:-1]
    return "".join([*raw[:before], inner, *raw[end:]])


def _alike(one: str, other: str) -> int:
    """With how many of the same characters two texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


@lru_cache(1024)
def _character(unit: str) -> str:
    """The character for which a unit of a JSON string stands."""
    if len(unit) == 1:
        return unit
    try:
        char = json.loads(f'"{unit}"')
    except ValueError:
        char = unit[0]
    return char if len(char) == 1 else "\ufffd"
