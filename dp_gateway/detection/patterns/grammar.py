"""What of the findings of the rules counts in code: identifiers and what is unmistakable."""

from __future__ import annotations

import ipaddress
import re
from bisect import bisect_right
from collections.abc import Sequence

from dp_gateway.detection.patterns.rules import Found

__all__ = ["counts"]

# Least scores in code; a type that is not named is not looked for there. Full names, and streets with a number, stand
# in strings and comments, and hardly ever by chance.
_LEAST = {
    "EMAIL_ADDRESS": 0.0, "CREDIT_CARD": 0.7, "IBAN_CODE": 0.0, "US_SSN": 0.85, "US_ITIN": 0.85, "UK_NHS": 0.0,
    "MEDICAL_LICENSE": 0.8, "US_PASSPORT": 0.8, "US_DRIVER_LICENSE": 0.8, "US_BANK_NUMBER": 0.8, "ID_NUMBER": 0.85,
    "PHONE_NUMBER": 0.9, "IP_ADDRESS": 0.0, "MAC_ADDRESS": 0.0, "CRYPTO": 0.0, "API_KEY": 0.0, "URL": 0.9,
    "PERSON": 0.75, "STREET_ADDRESS": 0.9,
}  # fmt: skip
# Addresses of files, and those that a program fills in.
_PLACEHOLDERS = re.compile(r"%[sdr]|[{}<>$]|\Afile:|file://", re.IGNORECASE)
_VERSION = re.compile(r"(?i:version|release|ver|\bv|[=<>~]=|-)[_\s:='\"(]{0,8}\Z")
# Not `is_private`: that covers the addresses of examples, too.
_PRIVATE = tuple(
    map(
        ipaddress.ip_network,
        "0.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10".split(),
    )
)


def counts(text: str, found: Found, code: Sequence[tuple[int, int]]) -> bool:
    """Whether a finding counts where it stands.

    Args:
        text: the text.
        found: what a rule found.
        code: the regions of code, in order.
    """
    if not code:
        return True
    start, end, kind, score = found
    index = bisect_right(code, (start, len(text) + 1)) - 1
    if index < 0 or start >= code[index][1]:
        return True
    if score < _LEAST.get(kind, 2.0):
        return False
    if kind == "URL":
        return _PLACEHOLDERS.search(text, start, end) is None
    return kind != "IP_ADDRESS" or not (
        _is_private(text[start:end]) or _VERSION.search(text[max(start - 24, 0) : start])
    )


def _is_private(address: str) -> bool:
    try:
        read = ipaddress.ip_address(address.partition("/")[0].partition("%")[0])
        return any(read in network for network in _PRIVATE)
    except ValueError:
        return False
