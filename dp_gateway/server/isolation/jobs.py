"""Does in a process of its own what large requests, replies and lines of batches need: everything between bytes.

The server's side of it is `offloading`; `template` loads these, and its forks call their methods.
"""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from dp_gateway.api import BESIDE, CONVERSATIONS, KEPT_RESPONSES, SHAPES
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.budget.base import Charge
from dp_gateway.cache import hashed_once
from dp_gateway.detection.of_policy import WARM_UP, Detects, detection_of
from dp_gateway.errors import GatewayError, InputError, MalformedRequest, RequestError, UpstreamFailed
from dp_gateway.exchange import Caller, Doorway, Exchange, ScopeKind, user_of
from dp_gateway.pipeline import Gateway
from dp_gateway.pipeline.results import Totals
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret
from dp_gateway.restore.caution import Caution
from dp_gateway.second_step import Against
from dp_gateway.server.bodies import RestoredReply, parse_large, restored_reply, texts_of
from dp_gateway.server.kept_uploads import KeptLine, Uploads, sealing_of
from dp_gateway.server.logs import describe
from dp_gateway.tables.batches import BatchDoor, restored_result, result_of
from dp_gateway.text.entities import Entity


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
        raw: whole lines.
        first: number of the first of them.

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
    """Restore some lines of a file of results or errors.

    Args:
        doorway, key, caller, tag: that the batch was sanitized with.
        raw: whole lines.
        first: number of the first of them.

    Raises:
        UpstreamFailed: a line belongs to no request of this batch.
        GatewayError: the request is not sanitized as it was, so what was sent cannot be told any more.
    """
    door = BatchDoor(doorway, key, caller, tag)
    try:
        results = [result_of(number, line) for number, line in enumerate(_split(raw), first)]
        kept = Uploads(folder).lines(tag, key, [str(result.get("custom_id")) for result in results])
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


_SHAPES = {(shape.path, shape.kept): shape for shape in (*SHAPES.values(), *BESIDE, KEPT_RESPONSES, CONVERSATIONS)}

_ROUTED = ("conversation", "previous_response_id", "store")


class Shown(NamedTuple):
    """The part of a large request that a judge of the traffic may be shown: the beginning of the text that is answered.
    `raw`, `sent`: as it came, and as it may leave.
    """

    raw: str
    sent: str


class Opened(NamedTuple):
    """A sanitized request, as far as the server needs it.

    Attributes:
        body: to be sent.
        totals: entities, words and price of the request; None where nobody pays, and they come last.
        charges: by certified levels, and by nominal ones; both empty where nobody counts.
        scope, model, dropped: of the request.
        probabilities: it asks for log-probabilities.
        restores: its reply is to be restored; otherwise every reply is what the provider wrote.
        shown: see there; None where nobody judges, or nothing is answered.
        against: what its reply is corrected against; None where it is not.
    """

    body: bytes
    totals: Totals | None
    charges: tuple[tuple[Charge, ...], tuple[Charge, ...]]
    scope: str
    model: str | None
    dropped: tuple[str, ...]
    probabilities: bool
    restores: bool
    shown: Shown | None = None
    against: Against | None = None


class OpenedTexts(NamedTuple):
    """Texts that are no request: what `/sanitize` answers, without the name of the policy, and what they would cost."""

    answer: bytes
    totals: Totals


class StreamedPiece(NamedTuple):
    """What goes out of a stream; the number of its next event, how many surrogates were restored so far, and at its end
    what it states about values that were drawn near.
    """

    out: bytes
    number: int
    restored: int
    cautions: tuple[Caution, ...]


class _Careful:
    """A detection whose errors are not those of the request: a model that it asks may refuse with a status."""

    def __init__(self, detection: Detects) -> None:
        self._detection = detection

    def remember(self, texts: Sequence[str], found: Sequence[Sequence[Entity]]) -> None:
        """Keep what was found elsewhere, as `Detection.remember` does."""
        remember = getattr(self._detection, "remember", None)
        if remember is not None:
            remember(texts, found)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in order and without overlaps."""
        try:
            return self._detection.detect(texts)
        except RequestError as error:
            raise GatewayError(
                f"a detector failed: {describe(error)}", hint="see what it says about such texts"
            ) from None


def warming_texts() -> list[str]:
    """Read texts of the kinds that expressions, lists and languages are loaded for when the first of them comes: prose,
    programs, logs, tables, settings and other languages. All of it is made up.
    """
    return Path(__file__).with_name("warming.txt").read_text(encoding="utf-8").split("\n-----\n")


class WorkerDoor:
    """Sanitizes large requests."""

    def __init__(self, policy: Policy, key: Secret | None, scope: ScopeKind) -> None:
        detection = _Careful(detection_of(policy)) if policy.detects else None
        self._doorway = Doorway(Gateway(policy, key=key, detection=detection, at_once=True), key=key, scope=scope)
        self._key = key

    def warm_up(self) -> None:
        """Load what the first request would load."""
        self._read(WARM_UP)

    def further(self) -> Iterator[None]:
        """Load what some texts alone need, piece by piece: of a session that begins, half a second would go there."""
        # The process that starts the workers reads no text itself.
        from dp_gateway.patterns.detector import RULES

        for text in warming_texts():
            self._read(text)
            yield
        for rule in RULES:
            rule.expression.prepare()
            yield

    def _read(self, text: str) -> None:
        raw = orjson.dumps({"messages": [{"role": "user", "content": text}]})
        _ = [*self.open(("/v1/chat/completions", False), raw, (), Caller(), None, priced=False)]

    def open(
        self,
        shape: tuple[str, bool],
        raw: bytes,
        before: Sequence[bytes],
        caller: Caller,
        mark: str | None,
        *,
        priced: bool,
        shown: int = 0,
        corrected: tuple[int, frozenset[str]] | None = None,
        entities: Sequence[Sequence[Entity]] | None = None,
    ) -> Generator[Opened | bytes, None, Totals]:
        """Read and sanitize a request; when it may be sent, work out what restores its reply, and its price.

        Args:
            shape: path of the API, and whether it may name what the provider keeps.
            before: bodies of the requests that it goes on from.
            caller: whose it is; without a user that of the request.
            mark: what the client sent as proof that another door with the same key has sanitized it.
            priced: tell what each unit costs.
            shown: characters that a judge may see; 0 without one.
            corrected: what `Against.of` takes of a model that corrects replies; None without one.
            entities: of each of its texts; None where nobody has looked for them yet.

        Yields:
            The request. What makes what restores its reply, pickled; empty where there is nothing to restore.

        Returns:
            The totals, as of `Opened`.

        Raises:
            GatewayError: nothing may be sent.
        """
        with hashed_once():
            body = parse_large(raw)
            caller = replace(caller, user=caller.user or user_of(body))
            read, _ = self._doorway.consider(_SHAPES[shape], body, caller, mark, before)
            if isinstance(read, Exchange):
                exchange = read
            else:
                if entities is not None:
                    self._doorway.gateway.remember(read.texts.texts, read.texts.developer, entities)
                exchange = self._doorway.sanitize([read])[0]
            against = None if corrected is None else Against.of(exchange, *corrected)
            yield (opened := _opened(exchange, priced, shown, against))
            yield pickle.dumps(exchange.replies, pickle.HIGHEST_PROTOCOL) if opened.restores else b""
            return exchange.request.totals

    def texts(self, raw: bytes, caller: Caller, entities: Sequence[Sequence[Entity]] | None = None) -> OpenedTexts:
        """Sanitize texts that are no request. `entities`: of each; None where nobody has looked for them yet. Raises
        GatewayError: they cannot be sanitized.
        """
        texts, single = texts_of(parse_large(raw))
        if entities is not None:
            self._doorway.gateway.remember(texts, [False] * len(texts), entities)
        request = self._doorway.texts(texts, caller)
        out = [one.text for one in request.texts]
        answer = ({"text": out[0]} if single else {"texts": out}) | {"report": request.report.to_json()}
        return OpenedTexts(orjson.dumps(answer), request.totals)

    def batch(self, raw: bytes, first: int, tag: str, caller: Caller) -> SanitizedLines:
        """Sanitize some lines of a batch file, as `sanitized_lines` does."""
        assert self._key is not None
        return sanitized_lines(self._doorway, self._key, raw, first, tag, caller)

    def results(self, folder: Path, raw: bytes, first: int, tag: str, caller: Caller) -> bytes:
        """Restore some lines of a batch's results, as `restored_lines` does."""
        assert self._key is not None
        return restored_lines(self._doorway, self._key, folder, raw, first, tag, caller)


def _opened(exchange: Exchange, priced: bool, shown: int, against: Against | None) -> Opened:
    request, texts = exchange.request, exchange.texts
    charges = (request.charges(certified=True), request.charges(certified=False)) if priced else ((), ())
    body = exchange.body.to_json()
    return Opened(
        body,
        request.totals if priced else None,
        charges,
        exchange.scope,
        texts.model,
        texts.dropped,
        exchange.probabilities,
        not exchange.idle,
        _shown(exchange, shown) if shown else None,
        against,
    )


def _shown(exchange: Exchange, most: int) -> Shown | None:
    from dp_gateway.judging.hooks import user_text

    at = user_text(exchange.texts) if exchange.request.outgoing else None
    if at is None:
        return None
    return Shown(exchange.texts.texts[at][:most], exchange.request.outgoing[at][:most])


class WithoutPolicy:
    """Does the work that needs no policy: it reads heads of requests, and restores replies."""

    def __init__(self) -> None:
        self._stream: StreamRestorer | None = None
        self._count = 0

    def head(self, raw: bytes) -> dict[str, Any]:
        """Read the fields of a request by which it is routed. Raises MalformedRequest: it is no JSON object. Raises
        RequestTooLarge: it holds too many values.
        """
        body = parse_large(raw)
        model = body.get("model")
        routed = {name: body[name] for name in _ROUTED if name in body}
        return {**routed, "model": model if isinstance(model, str) else None, "user": user_of(body)}

    def line_head(self, line: bytes) -> dict[str, Any]:
        """Read the same fields of the request in a line of a batch file. Raises MalformedRequest: the line holds none.
        Raises RequestTooLarge: it holds too many values.
        """
        whole = parse_large(line)
        body = whole.get("body", whole.get("params"))
        if not isinstance(body, dict):
            raise MalformedRequest(
                "line 1 is no request of a batch", hint='{"custom_id", "method", "url", "body"}', param="file"
            )
        return self.head(orjson.dumps(body))

    def whole(self, replies: bytes, shape: str, status: int, body: bytes) -> RestoredReply:
        """Restore a whole reply. Raises UpstreamFailed: what should be a reply is no JSON object."""
        return restored_reply(pickle.loads(replies)(), shape, status, body)

    def begin(self, stream: bytes) -> None:
        """Go on with a stream (a `StreamRestorer`, or what makes a restorer, pickled); one process has one."""
        made = pickle.loads(stream)
        self._stream = made if isinstance(made, StreamRestorer) else StreamRestorer(made())

    def feed(self, chunk: bytes | None) -> StreamedPiece:
        """Restore the next bytes of the stream; None is its end. Raises UpstreamFailed: an event is larger, or nested
        deeper, than any API's.
        """
        stream = self._stream
        assert stream is not None
        if chunk is not None:
            return StreamedPiece(stream.feed(chunk), stream.next_number, stream.count, ())
        # The process may have another one next: nothing of this one stays.
        self._stream = None
        out = stream.close()
        return StreamedPiece(out, stream.next_number, stream.count, tuple(stream.cautions))


def door(settings: tuple[Policy, Secret | None, ScopeKind]) -> WorkerDoor:
    """Make a `WorkerDoor`, as a template loads it."""
    return WorkerDoor(*settings)


def plain(settings: None) -> WithoutPolicy:
    """Make a `WithoutPolicy`, as a template loads it."""
    del settings
    return WithoutPolicy()
