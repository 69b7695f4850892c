"""Lines of batch files in a process of their own: sanitized and sealed on their way out, restored on their way back."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from dp_gateway.budget.base import Charge
from dp_gateway.errors import GatewayError, InputError, MalformedRequest, UpstreamFailed
from dp_gateway.exchange import Caller, Doorway
from dp_gateway.randomness import Secret
from dp_gateway.server.batching.store import Kept, KeptLine, sealing_of
from dp_gateway.tables.batches import BatchDoor, restored_result, result_of

__all__ = ["SanitizedLines", "restored_lines", "sanitized_lines"]


class SanitizedLines(NamedTuple):
    """Some lines of a batch file.

    Attributes:
        sent: what may leave, each with a line end.
        kept: what restores their results.
        charges, nominal: aligned, of all units, by certified and by nominal levels.
        entities, words: how many were replaced.
        models: that they ask for.
    """

    sent: bytes
    kept: list[KeptLine]
    charges: list[Charge]
    nominal: list[Charge]
    entities: int
    words: int
    models: set[str]


def _split(raw: bytes) -> list[bytes]:
    return [line for line in raw.split(b"\n") if line.strip()]


def sanitized_lines(doorway: Doorway, key: Secret, raw: bytes, first: int, tag: str, caller: Caller) -> SanitizedLines:
    """Sanitize some lines.

    Args:
        doorway, key: they go through.
        raw: whole lines.
        first: number of the first of them.
        tag: of the upload.
        caller: who sent it.

    Raises:
        MalformedRequest: a line is no request that can be sanitized; its number is named.
        GatewayError: one cannot be sanitized.
    """
    lines, sealing = _split(raw), sealing_of(key, tag)
    door = BatchDoor(doorway, key, caller, tag)
    done = SanitizedLines(b"", [], [], [], 0, 0, set())
    sent: list[bytes] = []
    entities = words = 0
    try:
        for before, after in zip(lines, door.sanitize(lines, first), strict=True):
            request, name = after.exchange.request, door.name_of(after.custom_id)
            sent.append(after.line + b"\n")
            done.kept.append(KeptLine(name, sealing.seal(name.encode(), before), _digest(after.line)))
            done.charges.extend(request.charges(certified=True))
            done.nominal.extend(request.charges(certified=False))
            entities, words = entities + request.totals.entities, words + request.totals.words
            done.models.add(after.exchange.texts.model or "")
    except InputError as error:
        raise MalformedRequest(error.message, hint=error.hint, param="file") from None
    return done._replace(sent=b"".join(sent), entities=entities, words=words)


def _digest(line: bytes) -> bytes:
    return blake2b(line, digest_size=16).digest()


def restored_lines(
    doorway: Doorway, key: Secret, folder: Path, raw: bytes, first: int, tag: str, caller: Caller
) -> bytes:
    """Some lines of a file of results or errors, with originals.

    Args:
        doorway, key, caller, tag: that the batch was sanitized with.
        folder: where uploads are kept.
        raw: whole lines.
        first: number of the first of them.

    Raises:
        UpstreamFailed: a line belongs to no request of this batch.
        GatewayError: the request is not sanitized as it was, so what was sent cannot be told any more.
    """
    door = BatchDoor(doorway, key, caller, tag)
    try:
        results = [result_of(number, line) for number, line in enumerate(_split(raw), first)]
        kept = Kept(folder).lines(tag, key, [str(result.get("custom_id")) for result in results])
        # Draws repeat, unless another version of the gateway draws otherwise: then originals would go to wrong places.
        again = list(door.sanitize(line for line, _ in kept.values()))
        if any(_digest(line.line) != sent for line, (_, sent) in zip(again, kept.values(), strict=True)):
            raise GatewayError(
                "a batch was sanitized by another version of the gateway", hint="fetch its results with that version"
            )
        requests = dict(zip(kept, again, strict=True))
        numbered = enumerate(results, first)
        return b"".join(restored_result(number, one, requests) + b"\n" for number, one in numbered)
    except InputError as error:
        raise UpstreamFailed(error.message, hint="the provider's file holds what was not asked for") from None
