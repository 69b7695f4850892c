"""Serves `POST /v1/files`: a batch file is sanitized while it arrives, priced as a whole, and then sent.

Nothing of a file is written to a disk before it is sanitized or sealed.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, cast

from starlette.types import Receive

from dp_gateway.api import Shape
from dp_gateway.api.containers import Object
from dp_gateway.budget.base import Charge
from dp_gateway.budget.spent import price_headers
from dp_gateway.errors import FieldRefused, MalformedRequest, MissingPackage, RequestTooLarge
from dp_gateway.exchange import Caller
from dp_gateway.pipeline.results import Totals
from dp_gateway.privacy.composition import basic
from dp_gateway.privacy.guarantee import Price, stated
from dp_gateway.server.asgi import Disconnected, beside, conversation_of, policy_of
from dp_gateway.server.batching.asking import (
    BLOCK,
    FIELD,
    MOST_JSON,
    OK,
    AnswerWithHeaders,
    Batching,
    BatchingRequest,
    as_sent,
)
from dp_gateway.server.isolation.jobs import Opened, SanitizedLines
from dp_gateway.server.kept_uploads import UploadHead, Writing, new_tag
from dp_gateway.server.offloading import OffloadedExchange
from dp_gateway.server.own_routes import json_of
from dp_gateway.server.service import Route, Service
from dp_gateway.server.settings import BatchSettings
from dp_gateway.server.upstream import was_unsent

_HINT = "send multipart/form-data, as OpenAI's SDKs do"


class PartPiece(NamedTuple):
    """A piece of one part. `name`: of its field. `filename`: None where it is no file. `data`: the next bytes; empty at
    the beginning of each part.
    """

    name: str
    filename: str | None
    data: bytes


class _Parts:
    """Collects the pieces that a parser finds."""

    def __init__(self) -> None:
        self.found: list[PartPiece] = []
        self.ended = False
        self._header, self._value, self._disposition = b"", b"", b""
        self._name, self._filename = "", None

    def callbacks(self, options: Any) -> dict[str, Any]:
        def begin() -> None:
            self._disposition = b""

        def field(data: bytes, start: int, end: int) -> None:
            self._header += data[start:end]

        def value(data: bytes, start: int, end: int) -> None:
            self._value += data[start:end]

        def header_end() -> None:
            if self._header.lower() == b"content-disposition":
                self._disposition = self._value
            self._header = self._value = b""

        def headers_finished() -> None:
            _, found = options(self._disposition)
            self._name = found.get(b"name", b"").decode("utf-8", "replace")
            filename = found.get(b"filename")
            self._filename = None if filename is None else filename.decode("utf-8", "replace")
            self.found.append(PartPiece(self._name, self._filename, b""))

        def data(piece: bytes, start: int, end: int) -> None:
            self.found.append(PartPiece(self._name, self._filename, piece[start:end]))

        def end() -> None:
            self.ended = True

        return {
            "on_part_begin": begin,
            "on_header_field": field,
            "on_header_value": value,
            "on_header_end": header_end,
            "on_headers_finished": headers_finished,
            "on_part_data": data,
            "on_end": end,
        }


async def pieces(receive: Receive, content_type: bytes, limit: int) -> AsyncGenerator[PartPiece]:
    """Yield the parts of a body, piece by piece.

    Args:
        limit: most bytes of the body.

    Raises:
        MalformedRequest: it is no multipart body, or ends too early.
        RequestTooLarge: it has more bytes.
        Disconnected: the client went away.
    """
    multipart = _package()
    kind, options = multipart.parse_options_header(content_type)
    boundary = options.get(b"boundary", b"")
    if kind != b"multipart/form-data" or not boundary:
        raise MalformedRequest("the body is no form with a file", hint=_HINT, status=415)
    parts = _Parts()
    try:
        parser = multipart.MultipartParser(boundary, parts.callbacks(multipart.parse_options_header))
    except multipart.FormParserError:
        raise MalformedRequest("the boundary of the form is none", hint=_HINT) from None
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        body, more = message.get("body", b""), message.get("more_body", False)
        size += len(body)
        if size > limit:
            raise RequestTooLarge(
                f"the file has more than {limit} bytes", hint="send less at a time, or raise file_bytes of [batches]"
            )
        try:
            parser.write(body)
        except multipart.MultipartParseError:
            raise MalformedRequest("the body is no form with a file", hint=_HINT) from None
        found, parts.found = parts.found, []
        for piece in found:
            yield piece
    if not parts.ended:
        raise MalformedRequest("the body ends before its last part does", hint=_HINT)


def check_packages() -> None:
    """Find out before the first upload whether it could be read. Raises MissingPackage where there is no parser."""
    _package()


def _package() -> Any:
    try:
        return import_module("python_multipart.multipart")
    except ImportError:
        raise MissingPackage(
            "uploads need the package python-multipart", hint="install it: pip install 'dp-gateway[batches]'"
        ) from None


async def blocks(data: AsyncIterable[bytes], size: int, longest: int) -> AsyncIterator[bytes]:
    """Yield whole lines of a file, about so many bytes at a time. `longest`: most bytes of a line. Raises
    RequestTooLarge where a line has more.
    """
    held = bytearray()
    async for piece in data:
        held += piece
        if len(held) < size:
            continue
        end = held.rfind(b"\n") + 1
        if end:
            yield bytes(held[:end])
            del held[:end]
        elif len(held) > longest:
            raise RequestTooLarge(f"a line has more than {longest} bytes", hint="raise body_bytes of [limits]")
    if held:
        yield bytes(held)


_SHAPE = Shape("batch", "", Object({}))


class Leaving(NamedTuple):
    """The way in which sanitized lines leave.

    Attributes:
        path: of the provider.
        before, after: what stands around the lines.
        content_type: of all of it.
        listed: lines are the items of a list.
    """

    path: str
    before: bytes
    after: bytes
    content_type: str
    listed: bool = False


class Incoming(Batching):
    """Requests that are sanitized while they arrive, and leave when all of them are priced and kept."""

    def seconds(self, service: Service) -> float:
        """Return how long an answer may take."""
        return cast(BatchSettings, service.settings.batches).seconds

    async def taken(
        self, asked: BatchingRequest, data: AsyncIterator[bytes], filename: str, leaving: Callable[[str], Leaving]
    ) -> tuple[int, Any]:
        """Sanitize, keep, pay for and send some lines; status and body. `filename`: as the client named them.
        `leaving`: how they leave, given their tag; asked when all have been read.
        """
        tag = new_tag()
        writing: Writing = await beside(asked.kept.begin, tag, asked.settings.keep_days)
        try:
            upload = _Sanitizing(asked, tag, writing)
            await upload.read(data)
            way = leaving(tag)
            route, caller = upload.routed
            policy = route.doorway.gateway.policy.model_dump_json()
            head = UploadHead(
                route.key_id, (caller.name, caller.tenant, caller.conversation), policy, filename, upload.size
            )
            await beside(writing.finish, head, asked.service.secrets[route.key_id])
            status, value = await self._send(asked, upload, way, writing)
            if status != OK:
                await beside(asked.kept.forget, tag)
            elif isinstance(value, AnswerWithHeaders):
                value = value._replace(value=await self.told(asked, value.value, tag, head, route))
            return status, value
        except BaseException:
            await beside(asked.kept.forget, tag)
            raise
        finally:
            await beside(writing.end)

    async def told(
        self, asked: BatchingRequest, value: dict[str, Any], tag: str, head: UploadHead, route: Route
    ) -> dict[str, Any]:
        """Return what the client is told, given what the provider said."""
        raise NotImplementedError

    async def _send(
        self, asked: BatchingRequest, upload: _Sanitizing, way: Leaving, writing: Writing
    ) -> tuple[int, Any]:
        route, caller = upload.routed
        exchange, record = upload.exchange(), asked.record
        record.take(exchange.request.totals)
        service, upstream = asked.service, route.upstream
        # Of a list the last line has no end.
        length = len(way.before) + writing.sent.stat().st_size - way.listed + len(way.after)
        headers = asked.upstream_headers(upstream, content_type=way.content_type, content_length=str(length))
        payer = replace(caller, name=asked.client.account)

        async with await service.spending.pay(exchange, payer) as payment:
            with payment.leaving(was_unsent):
                reply = await upstream.reply_to("POST", way.path, _body_of(way, writing.sent), headers, MOST_JSON)
            told = [(b"x-dp-policy", route.policy.encode("utf-8", "replace")), (b"x-dp-key", route.key_id.encode())]
            told += price_headers(exchange.request.totals.price, payment.spent)
        value = json_of(reply.body)
        return reply.status, AnswerWithHeaders(value, told) if reply.status == OK else value


class Upload(Incoming):
    """`POST /v1/files`."""

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Read, sanitize and pass on the upload, and give the status and the body of the answer."""
        found = pieces(asked.receive, asked.headers.get(b"content-type", b""), asked.settings.file_bytes)
        fields: dict[str, str] = {}
        form = _Form(found, fields)
        filename = await form.begin()
        _check_fields(fields)

        def leaving(tag: str) -> Leaving:
            _check_fields(fields)
            return _form(fields, f"{tag}.jsonl")

        return await self.taken(asked, form.data(), filename, leaving)

    async def told(
        self, asked: BatchingRequest, value: dict[str, Any], tag: str, head: UploadHead, route: Route
    ) -> dict[str, Any]:
        """Describe the provider's file with the client's own name and size."""
        return as_sent(value, head)


def _check_fields(fields: dict[str, str]) -> None:
    unknown = set(fields) - {"purpose", "expires_after[anchor]", "expires_after[seconds]"}
    if unknown or not all(FIELD.fullmatch(value) for value in fields.values()):
        raise FieldRefused("the form has a field that cannot be sent on", hint="send purpose and file alone")
    if fields.get("purpose") != "batch":
        raise FieldRefused(
            "only files for batches are sanitized, so no other file is sent on",
            hint='send the field purpose, with the value "batch", before the file; other files can be sanitized '
            "by dp-gateway table sanitize",
            param="purpose",
        )


class _Form:
    """The fields of a form up to its file, the file, and the fields after it."""

    def __init__(self, found: AsyncIterator[PartPiece], fields: dict[str, str]) -> None:
        self._found, self._fields = found, fields

    def _field(self, piece: PartPiece) -> None:
        name = piece.name if len(piece.name) <= len("expires_after[seconds]") else "?"
        self._fields[name] = (self._fields.get(name, "") + piece.data.decode("utf-8", "replace"))[:64]

    async def begin(self) -> str:
        """Read up to the file; its name."""
        async for piece in self._found:
            if piece.filename is not None:
                if piece.name != "file":
                    raise FieldRefused("the form has another file", hint="send the batch in the field file")
                return piece.filename[:256]
            self._field(piece)
        raise MalformedRequest("the form has no file", hint="send it in the field file", param="file")

    async def data(self) -> AsyncIterator[bytes]:
        """The file."""
        async for piece in self._found:
            if piece.filename is None:
                self._field(piece)
            elif not piece.data:
                raise FieldRefused("the form has a second file", hint="send one at a time")
            else:
                yield piece.data


class _Sanitizing:
    """A batch file on its way in. `writing`: takes what is kept, and what leaves. `size`: bytes read."""

    def __init__(self, asked: BatchingRequest, tag: str, writing: Writing) -> None:
        self._asked, self._tag, self._writing = asked, tag, writing
        self._routed: tuple[Route, Caller] | None = None
        self._models: set[str] = set()
        self._units: dict[bytes, tuple[Charge, Charge]] = {}
        self._entities = self._words = 0
        self.size = 0

    @property
    def routed(self) -> tuple[Route, Caller]:
        """Policy and provider, and whose the file is."""
        if self._routed is None:
            raise MalformedRequest(
                "the file has no lines", hint="write one request, a JSON object, on each line", param="file"
            )
        return self._routed

    async def read(self, data: AsyncIterator[bytes]) -> None:
        """Sanitize the file. Raises GatewayError where a line may not leave."""
        offloading, first = self._asked.service.offloading, 1
        async for block in blocks(data, BLOCK, self._asked.service.settings.limits.body_bytes):
            self.size += len(block)
            if not block.strip():
                continue
            if self._routed is None:
                self._routed = await self._route(block.strip().partition(b"\n")[0])
            route, caller = self._routed
            done: SanitizedLines = await offloading.lines(
                route.doorway, "batch", block, block, first, self._tag, caller
            )
            first += len(done.kept)
            await self._take(done)

    async def _route(self, line: bytes) -> tuple[Route, Caller]:
        asked = self._asked
        head = await asked.service.offloading.head(line, of_line=True)
        key_id, conversation = conversation_of(asked.headers)
        route = asked.service.route(asked.client, head["model"], policy_of(asked.headers), key_id)
        asked.record.policy, asked.record.upstream = route.policy, route.upstream.name
        self._models.add(head["model"] or "")
        return route, Caller(asked.client.name, asked.client.tenant, conversation)

    async def _take(self, done: SanitizedLines) -> None:
        self._models |= done.models
        if len(self._models) > 1:
            raise MalformedRequest(
                "the requests ask for several models", hint="a batch has one, which decides where it goes", param="file"
            )
        if not await beside(self._writing.add, done.kept, done.sent):
            raise MalformedRequest(
                "two lines have the same custom_id", hint="give each line a custom_id of its own", param="file"
            )
        self._entities, self._words = self._entities + done.entities, self._words + done.words
        for charge, nominal in zip(done.charges, done.nominal, strict=True):
            known = self._units.get(charge.unit)
            # What stands beside a draw changes its delta: the largest price counts.
            if known is None or (charge.epsilon, charge.delta) > (known[0].epsilon, known[0].delta):
                self._units[charge.unit] = charge, nominal

    def exchange(self) -> OffloadedExchange:
        """The file as one request, as a ledger prices it: each unit once."""
        certified, nominal = zip(*self._units.values(), strict=True) if self._units else ((), ())
        level = stated(basic((one.epsilon * one.count, one.delta * one.count) for one in certified))
        price = Price(
            *level, sum(one.epsilon * one.count for one in nominal), tuple(sorted({one.mechanism for one in certified}))
        )
        totals = Totals(self._entities, self._words, price)
        (model,) = self._models
        opened = Opened(b"", totals, (certified, nominal), self._tag, model, (), False, False)
        route, _ = self.routed
        return OffloadedExchange(_SHAPE, opened, route.doorway.gateway.policy)


def _form(fields: dict[str, str], filename: str) -> Leaving:
    """A form with the fields, and with the lines as its file."""
    boundary = f"dp-gateway-{new_tag()}{new_tag()}"
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{filename}"\r\n'
    parts.append(f"{head}Content-Type: application/jsonl\r\n\r\n")
    end = f"\r\n--{boundary}--\r\n".encode()
    return Leaving("/files", "".join(parts).encode(), end, f"multipart/form-data; boundary={boundary}")


def _body_of(way: Leaving, path: Path) -> Any:
    async def body() -> AsyncIterator[bytes]:
        yield way.before
        left = path.stat().st_size
        with path.open("rb") as file:
            while piece := await beside(file.read, BLOCK):
                left -= len(piece)
                yield piece.replace(b"\n", b",")[: None if left else -1] if way.listed else piece
        yield way.after

    return body
