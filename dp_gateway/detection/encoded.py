"""Text in base64: what is hidden in it is looked for as in any other text, and the whole code is then replaced.

`Detection` reads the decoded texts beside those that they stand in. Source: RFC 4648.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dp_gateway.text.entities import Entity

__all__ = ["Encoded", "encoded_in", "private_codes"]

_CODE = re.compile(r"(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{12,}|[A-Za-z0-9_-]{12,})={0,2}(?![A-Za-z0-9+/_=-])")
# Words of one kind of letter, or letters and a number behind them: these are no codes.
_PLAIN = re.compile(r"[a-z_/-]*[0-9]*|[A-Z_-]*[0-9]*|[0-9a-f-]*|[A-Z]?[a-z]*(?:[A-Z][a-z]+)*[0-9]*")
_LEAST = 6
_TELLING = frozenset(
    "PERSON EMAIL_ADDRESS PHONE_NUMBER US_SSN CREDIT_CARD IBAN_CODE API_KEY STREET_ADDRESS ID_NUMBER USERNAME".split()
)


class Encoded(NamedTuple):
    """A code of a text, and what it stands for."""

    start: int
    end: int
    text: str


def encoded_in(text: str) -> Iterator[Encoded]:
    """The codes of a text that stand for text."""
    for match in _CODE.finditer(text):
        code = match[0].rstrip("=")
        if _PLAIN.fullmatch(code):
            continue
        altered = b"-_" if "-" in code or "_" in code else None
        try:
            read = base64.b64decode(code + "=" * (-len(code) % 4), altchars=altered, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        if len(read) >= _LEAST and all(char.isprintable() or char in "\n\r\t" for char in read):
            yield Encoded(*match.span(), read)


def private_codes(codes: Sequence[Encoded], found: Sequence[Sequence[Entity]]) -> Iterator[Entity]:
    """The codes in which something private was found."""
    for code, entities in zip(codes, found, strict=True):
        if any(entity.type in _TELLING for entity in entities):
            yield Entity(code.start, code.end, "ID_NUMBER", 1.0, "encoded")
