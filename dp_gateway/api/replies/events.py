"""Events of streams without a look at every field: JSON as providers write it, and events that differ in a text alone.

Most events of a stream are like the one before. What stands before and after the text is compared as bytes, and the
text goes on in the stream of the earlier one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import orjson

from dp_gateway.api.replies.base import Piece
from dp_gateway.api.replies.streams import FieldStream
from dp_gateway.restore.stream import feed_all


def loaded(document: bytes) -> Any:
    """The value of a document; lone surrogates and NaN, which some providers write, are taken.

    Raises:
        ValueError: it is no JSON, or nested too deeply.
    """
    try:
        return orjson.loads(document)
    except ValueError:
        pass
    try:
        return json.loads(document)
    except RecursionError:
        raise ValueError from None


def dumped(value: Any) -> bytes:
    """The document of a value that `loaded` has given, in one line."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value).encode()


_LITERAL = re.compile(rb'(?>(?:[^"\\\x00-\x1f]|\\.)*)')


class RepeatedEvent:
    """What is the same in all these events: the bytes before the text and after it, and the stream of the text."""

    def __init__(self, before: bytes, after: bytes, stream: FieldStream) -> None:
        self._before, self._after, self._stream = before, after, stream

    @classmethod
    def like(cls, raw: bytes, piece: Piece) -> RepeatedEvent | None:
        """Events like this one, whose only text is `piece`; None where its place in the bytes is not certain."""
        string = dumped(piece.text)
        # Outside of it nothing is escaped, so that nothing else can be the text: where it stands once is its place.
        if raw.count(b"\\") != string.count(b"\\") or raw.count(string) != 1:
            return None
        at = raw.index(string)
        return cls(raw[: at + 1], raw[at + len(string) - 1 :], piece.stream)

    def restored(self, events: Sequence[bytes]) -> tuple[bytes, int]:
        """The first of some events, as many as are like the earlier one, restored; and how many these are."""
        before, after = self._before, self._after
        first, last, least = len(before), -len(after), len(before) + len(after)
        literals: list[bytes] = []
        for raw in events:
            if not (raw.startswith(before) and raw.endswith(after) and len(raw) >= least):
                break
            literals.append(raw[first:last])
        literals = list(takewhile(_LITERAL.fullmatch, literals))
        try:
            texts: list[str] = loaded(b'["%b"]' % b'","'.join(literals)) if literals else []
        except ValueError:
            return b"", 0
        if not texts:
            return b"", 0
        new = feed_all(self._stream, texts)
        if new == texts:
            return b"".join(events[: len(texts)]), len(texts)
        changed = [
            raw if out == text else before + dumped(out)[1:-1] + after
            for raw, text, out in zip(events, texts, new, strict=False)
        ]
        return b"".join(changed), len(texts)
