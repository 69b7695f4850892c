"""Multipart bodies as they arrive: nothing of a file is written to a disk before it is sanitized or sealed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from importlib import import_module
from typing import Any, NamedTuple

from starlette.types import Receive

from dp_gateway.errors import MalformedRequest, MissingPackage, RequestTooLarge
from dp_gateway.server.asgi import Disconnected

__all__ = ["Piece", "blocks", "check_packages", "pieces"]

_HINT = "send multipart/form-data, as OpenAI's SDKs do"


class Piece(NamedTuple):
    """A piece of one part.

    Attributes:
        name: of its field.
        filename: None where it is no file.
        data: the next bytes; empty at the beginning of each part.
    """

    name: str
    filename: str | None
    data: bytes


class _Parts:
    """Collects the pieces that a parser finds."""

    def __init__(self) -> None:
        self.found: list[Piece] = []
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
            self.found.append(Piece(self._name, self._filename, b""))

        def data(piece: bytes, start: int, end: int) -> None:
            self.found.append(Piece(self._name, self._filename, piece[start:end]))

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


async def pieces(receive: Receive, content_type: bytes, limit: int) -> AsyncGenerator[Piece]:
    """The parts of a body, piece by piece.

    Args:
        receive, content_type: of the request.
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
    parser = multipart.MultipartParser(boundary, parts.callbacks(multipart.parse_options_header))
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
    """Find out before the first upload whether it could be read.

    Raises:
        MissingPackage: there is no parser.
    """
    _package()


def _package() -> Any:
    try:
        return import_module("python_multipart.multipart")
    except ImportError:
        raise MissingPackage(
            "uploads need the package python-multipart", hint="install it: pip install 'dp-gateway[batches]'"
        ) from None


async def blocks(data: AsyncIterable[bytes], size: int, longest: int) -> AsyncIterator[bytes]:
    """Whole lines of a file, of about so many bytes at a time.

    Args:
        data: the file.
        size: bytes from which on lines are given.
        longest: most bytes of a line.

    Raises:
        RequestTooLarge: a line has more.
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
