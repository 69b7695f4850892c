"""Reads and writes the chain that the lines of an audit log form: each names its log, its number and the hash before
it.

`AuditLog` writes lines so, `budget.rotation` begins a log that follows another, and `dp-gateway audit verify` looks
whether a chain is whole.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson

from dp_gateway.budget.base import Mark
from dp_gateway.budget.guards import seal
from dp_gateway.errors import InputError

HEADS = "audit:"
"""What the accounts begin with in which a ledger keeps the heads of logs."""

FIRST = "0" * 64
"""The hash that the first line of a log names."""

_KEPT_DIGITS = 12


class LogHead(NamedTuple):
    """The end of a log. `log`: id of the log, in each of its lines. `number`: of the last line, from 1. `hash`: of the
    last line.
    """

    log: str
    number: int
    hash: str

    @property
    def kept(self) -> tuple[str, int, int]:
        """How a ledger keeps this head: account, slot, and as an amount as much of the hash as fits into a number."""
        return HEADS + self.log, self.number, int(self.hash[:_KEPT_DIGITS], 16)


class Line(NamedTuple):
    """The part of a line that says where it stands in the chain.

    Attributes:
        log, number: see `LogHead`.
        previous: the hash of the line before.
        mark: of the ledger, the furthest so far.
        sealed: MAC of the line.
        content: hash of the line without its seal.
    """

    log: str
    number: int
    previous: str
    mark: Mark = Mark()
    sealed: str = ""
    content: str = ""


class Verified(NamedTuple):
    """The outcome of a look at a log.

    Attributes:
        head: of the last line that is in order.
        broken: number of the first line, from 1, that does not follow from the one before it; None where all do.
        cut: the ledger was told of a line that is not there, or is another one.
        known: the ledger was told of this log.
    """

    head: LogHead
    broken: int | None
    cut: bool
    known: bool


def verify(path: Path, kept: Mapping[str, tuple[int, int]] | None = None, key: bytes | None = None) -> Verified:
    """Follow the chain of a log.

    Args:
        kept: what a ledger keeps of logs: (number, hash) by account; see `LogHead.kept`.
        key: of the seals; None leaves them alone.

    Raises:
        InputError: it cannot be read.
    """
    head, known, met = LogHead("", 0, FIRST), False, False
    for number, (line, found) in enumerate(read_lines(path), 1):
        follows = found is not None and found[1:3] == (number, head.hash) and found.log == (head.log or found.log)
        if not follows or found is None or not line.endswith(b"\n") or not is_sealed(found, key):
            return Verified(head, number, cut=False, known=known)
        head = LogHead(found.log, number, hashlib.sha256(line[:-1]).hexdigest())
        told = (kept or {}).get(HEADS + head.log)
        known = told is not None
        met = met or told == head.kept[1:]
    return Verified(head, None, cut=known and not met, known=known)


def is_sealed(line: Line, key: bytes | None) -> bool:
    """Return whether the seal of a line is the one that belongs there."""
    # Logs of earlier versions begin without seals, and go on with seals of what a line says of the chain alone.
    if key is None or not line.sealed:
        return True
    if hmac.compare_digest(line.sealed, _seal(key, line.content)):
        return True
    return hmac.compare_digest(line.sealed, seal(key, "log", line.log, line.number, line.previous, *line.mark))


def _seal(key: bytes, content: str) -> str:
    return seal(key, "line", content)


def _sealing(sealed: str) -> bytes:
    """How a line ends that has this seal."""
    return f',"seal":"{sealed}"}}'.encode()


def read_lines(path: Path) -> Iterator[tuple[bytes, Line | None]]:
    """Yield the lines of a log, and what they say of the chain; None for what is no record. Raises InputError where it
    cannot be read.
    """
    try:
        with path.open("rb") as file:
            for line in file:
                yield line, read_line(line)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint="name the audit_log of [ledger]") from None


def read_line(line: bytes) -> Line | None:
    """Parse what a line says; None if it is no record."""
    try:
        record: Any = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(record, dict):
        return None
    fields = cast(dict[str, Any], record)
    log, number, previous = (fields.get(name) for name in ("log", "number", "previous"))
    if not (isinstance(log, str) and log and isinstance(number, int) and isinstance(previous, str)):
        return None
    match fields.get("ledger", ["", 0]), fields.get("seal", ""):
        case [str(ledger), int(step)], str(sealed):
            content = line.rstrip(b"\n").removesuffix(_sealing(sealed)) + b"}"
            return Line(log, number, previous, Mark(ledger, step), sealed, hashlib.sha256(content).hexdigest())
        case _:
            return None


def written(record: Mapping[str, Any], line: Line, key: bytes) -> bytes:
    """Write a record as a line of a log, sealed, without the line's end."""
    chain = {"log": line.log, "number": line.number, "previous": line.previous}
    content = orjson.dumps({**chain, **record, "ledger": list(line.mark)})
    return content[:-1] + _sealing(_seal(key, hashlib.sha256(content).hexdigest()))


def opening(line: Line, follows: LogHead, key: bytes) -> dict[str, Any]:
    """Return what the first line of a log says of the log before it."""
    return {"follows": list(follows), "proof": seal(key, "follows", line.log, *follows, *line.mark)}


def follows(first: bytes, before: Line, key: bytes) -> bool:
    """Return whether the first line of a log says, under its seal, that it comes after a line of another.

    It names that log, with this line or a later one; or another, of a later step of the ledger: it was rotated twice.
    """
    line, mark = read_line(first), before.mark
    if line is None or line.number != 1:
        return False
    match orjson.loads(first):
        case {"follows": [str(log), int(number), str(last)], "proof": str(proof)}:
            named = LogHead(log, number, last)
        case _:
            return False
    if not hmac.compare_digest(proof, opening(line, named, key)["proof"]):
        return False
    later = line.mark.step > 0 and line.mark.step >= mark.step and line.mark.ledger == (mark.ledger or line.mark.ledger)
    return named.number >= before.number if named.log == before.log else later
