"""Which identifiers that a provider brings are masked: those of somebody, not those of programs.

A reply is prose, code and arguments of tools. `127.0.0.1`, version 1.26.0.4, `git@github.com:` and UUIDs stand in
programs that have to run as they were written, and in nobody's address book. Inside of code and arguments only what
cannot be anything else is masked.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator

from dp_gateway.text.entities import Entity

__all__ = ["provided"]

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})")
_OF_ADDRESS = re.compile(r"[0-9A-Fa-f:.]")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_NAMED_ADDRESS = re.compile(r"\b(?:ip|ipv4|address|host|server|client|from|at)\b\W*(?:\w+\W+)?\Z", re.IGNORECASE)
_SHORT_ADDRESS = 6
"""Digits that a version with four parts has at most; most addresses have more."""

_NO_PERSON = re.compile(
    r"git@|(?:no-?reply|donotreply)[\w.+-]*@|[^@]*@(?:[\w.-]+\.)?(?:example\.(?:com|org|net)|\w+\.example|example|invalid"
    r"|test|localhost|users\.noreply\.github\.com)\Z",
    re.IGNORECASE,
)
_BEFORE_MAIL = "'\"=`"
# Areas from 900 on are those of taxpayer numbers, which no rule of social security numbers takes.
_SSN = re.compile(r"(?<![\w-])9\d{2}-\d{2}-\d{4}(?![\w-])")
_SSN_LABEL = re.compile(r"\b(?:ssn|social security|itin|tax(?:payer)? id)\b[^.\n\d]{0,24}\Z", re.IGNORECASE)
_IBAN = re.compile(
    r"(?<!\w)(?:A[DELTZ]|B[AEGHRY]|C[HRYZ]|D[EKO]|E[EGS]|F[IOR]|G[BEILRT]|H[RU]|I[ELQST]|JO|K[WZ]|L[BCITUVY]|M[CDEKRTU]"
    r"|N[LO]|P[KLST]|QA|R[OS]|S[ACEIKMTV]|T[LNR]|UA|V[AG]|XK)\d{2}"
    r"(?:(?:[ -][A-Z0-9]{4}){2,7}(?:[ -][A-Z0-9]{1,3})?|[A-Z0-9]{11,30})(?!\w)"
)
_IBAN_DIGITS = 10
_LEAST_CARD = 13
_LABEL = 64


def provided(text: str, find: Callable[[str], list[Entity]], *, code: bool) -> Iterator[Entity]:
    """The identifiers of a text that have to be masked where a provider brings them, in order and disjoint.

    Args:
        text: of the reply.
        find: identifiers by their form.
        code: the text stands in a program or in arguments of a tool.
    """
    shapes = [*_whole_shapes(text)]
    found = [entity for entity in find(text) if not any(_overlap(entity, shape) for shape in shapes)]
    for entity in sorted([*(_without_quotes(text, entity) for entity in found), *shapes]):
        if _is_somebodys(text, entity) and (not code or _is_unmistakable(text, entity)):
            yield entity


def _whole_shapes(text: str) -> Iterator[Entity]:
    """Shapes that are masked as a whole, whatever is found in them: a wrong check digit makes no other thing of one."""
    for kind, pattern in (("US_SSN", _SSN), ("IBAN_CODE", _IBAN)):
        for match in pattern.finditer(text):
            if kind == "US_SSN" or sum(map(str.isdigit, match[0])) >= _IBAN_DIGITS:
                yield Entity(match.start(), match.end(), kind, 1.0, "patterns")


def _without_quotes(text: str, entity: Entity) -> Entity:
    """A mail address without what a program has before it: all that may stand in one by its grammar, and never does."""
    if entity.type != "EMAIL_ADDRESS":
        return entity
    value = text[entity.start : entity.end]
    return entity._replace(start=entity.start + max(map(value.rfind, _BEFORE_MAIL)) + 1)


def _overlap(one: Entity, other: Entity) -> bool:
    return one.start < other.end and other.start < one.end


def _is_somebodys(text: str, entity: Entity) -> bool:
    value = text[entity.start : entity.end]
    if entity.type == "IP_ADDRESS":
        return _is_public(text, entity)
    if entity.type == "EMAIL_ADDRESS":
        return not _NO_PERSON.match(value)
    return entity.type != "ID_NUMBER" or not any(
        entity.start < found.end() and found.start() < entity.end
        for pattern in (_UUID, _DIGEST)
        for found in pattern.finditer(text, max(entity.start - _LABEL, 0), entity.end + _LABEL)
    )


def _is_public(text: str, entity: Entity) -> bool:
    start, end = entity.start, entity.end
    while start > 0 and _OF_ADDRESS.match(text, start - 1):
        start -= 1
    while end < len(text) and _OF_ADDRESS.match(text, end):
        end += 1
    value = text[start:end].rstrip(".:") or text[entity.start : end]
    address = _IPV4.search(value)
    try:
        known = ipaddress.ip_address(address[0] if address else value)
    except ValueError:
        return False
    if not known.is_global or known.is_multicast:
        return False
    short = address is not None and sum(map(str.isdigit, address[0])) <= _SHORT_ADDRESS
    return not short or _NAMED_ADDRESS.search(text[max(start - _LABEL, 0) : start]) is not None


def _is_unmistakable(text: str, entity: Entity) -> bool:
    value = text[entity.start : entity.end]
    compact = "".join(filter(str.isalnum, value))
    if entity.type == "CREDIT_CARD":
        return _has_check_digit(compact)
    if entity.type == "IBAN_CODE":
        return int("".join(str(int(char, 36)) for char in compact[4:] + compact[:4])) % 97 == 1
    if entity.type in ("US_SSN", "US_ITIN"):
        return _SSN_LABEL.search(text[max(entity.start - _LABEL, 0) : entity.start]) is not None
    return entity.type in ("EMAIL_ADDRESS", "API_KEY")


def _has_check_digit(digits: str) -> bool:
    """Luhn's sum of a card number."""
    if len(digits) < _LEAST_CARD or not (digits.isascii() and digits.isdigit()):
        return False
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0
