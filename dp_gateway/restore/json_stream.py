"""A JSON document that is restored while it arrives, such as the arguments of a tool call."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from dp_gateway.restore.guard import BOUNDARY, Guard
from dp_gateway.restore.matching import Match, Surrogates
from dp_gateway.restore.stream import RestoreStream

__all__ = ["JsonRestoreStream"]

_HIGH_SURROGATES = ("d8", "d9", "da", "db")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_IN_NUMBER = frozenset("+-.")


class JsonRestoreStream(RestoreStream):
    """Restores the characters that JSON stands for; what is kept goes out as it came, escapes included."""

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

    def state(self) -> None:
        """See `Rewindable.state`: what stands in escapes is not gone back over."""
        return

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
