"""Batch files of providers: a line is one request, and its result comes back under its `custom_id`.

OpenAI: {"custom_id", "method", "url", "body"}, and the result is in "response.body".
Anthropic: {"custom_id", "params"}, and the result is in "result.message".

Requests go through the `Doorway` that all doors share. Nothing is kept: results are restored by the file of requests
and the key. A `custom_id` may name somebody: a keyed hash stands in for it, and is put back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import orjson

from dp_gateway.api import SHAPES
from dp_gateway.errors import GatewayError, InputError, RequestError
from dp_gateway.exchange import Caller, Doorway, Exchange, user_of
from dp_gateway.randomness import Secret

if TYPE_CHECKING:
    from dp_gateway.budget.base import Charge

_BY_URL = {shape.path: name for name, shape in SHAPES.items()}
_MESSAGES = "messages"
_MOST = 64
"""Lines that are sanitized together."""


class BatchLine(NamedTuple):
    """One request of a batch that may leave. `line`: the request, as JSON and without a line end. `exchange`: what was
    drawn, and what restores the result. `custom_id`: its own.
    """

    line: bytes
    exchange: Exchange
    custom_id: str

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """Return what the line costs."""
        return self.exchange.request.charges(certified=certified)


class _Request(NamedTuple):
    number: int
    whole: dict[str, Any]
    field: str
    shape: str

    @property
    def custom_id(self) -> str:
        return cast(str, self.whole["custom_id"])


def lines_of(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file. Raises InputError where it cannot be read."""
    try:
        with path.open("rb") as file:
            yield from (line for line in file if line.strip())
    except OSError as error:
        raise InputError.unreadable(path, error) from None


class BatchDoor:
    """Sanitizes the requests of batch files, and restores their results.

    Args:
        doorway: of the policy and key; its scope says what requests share.
        key: the same key, for `custom_id`.
        tag: begins what stands in for each `custom_id`, so that results name the batch that they belong to.
    """

    def __init__(self, doorway: Doorway, key: Secret, caller: Caller | None = None, tag: str = "") -> None:
        self._doorway, self._caller, self._tag = doorway, caller or Caller(), tag
        self._ids = key.subkey(b"custom ids", self._caller.tenant.encode(), self._caller.name.encode())

    def sanitize(self, lines: Iterable[bytes], first: int = 1) -> Iterator[BatchLine]:
        """Sanitize the requests of a file, in their order.

        Args:
            lines: of the file.
            first: number of the first of them.

        Raises:
            InputError: a line is no request of a batch; its number is named.
            RequestError: a request cannot be read, or has a field that is refused; its number is named.
            GatewayError: one cannot be sanitized.
        """
        seen: set[str] = set()
        waiting: list[_Request] = []
        for number, line in enumerate(lines, first):
            request = _read(number, line)
            if request.custom_id in seen:
                raise InputError(
                    f"line {number:,} has the custom_id of another one", hint="give each line a custom_id of its own"
                )
            seen.add(request.custom_id)
            if waiting and (len(waiting) >= _MOST or waiting[0].shape != request.shape):
                yield from self._sanitized(waiting)
                waiting = []
            waiting.append(request)
        yield from self._sanitized(waiting)

    def _sanitized(self, requests: list[_Request]) -> Iterator[BatchLine]:
        if not requests:
            return
        for request, exchange in zip(requests, self._opened(requests), strict=True):
            sent = {**request.whole, "custom_id": self.name_of(request.custom_id), request.field: exchange.body}
            yield BatchLine(orjson.dumps(sent), exchange, request.custom_id)

    def _opened(self, requests: list[_Request]) -> list[Exchange]:
        shape = SHAPES[requests[0].shape]
        bodies = [cast("dict[str, Any]", request.whole[request.field]) for request in requests]
        callers = [self._caller_of(body) for body in bodies]
        try:
            return self._doorway.open_many(shape, bodies, callers)
        except GatewayError:
            # One of them is refused: said with its number.
            each = zip(requests, bodies, callers, strict=True)
            return [self._open_one(request, body, caller) for request, body, caller in each]

    def _open_one(self, request: _Request, body: dict[str, Any], caller: Caller) -> Exchange:
        try:
            return self._doorway.open(request.shape, body, caller)
        except RequestError as error:
            raise InputError(f"line {request.number:,}: {error.message}", hint=error.hint) from None

    def _caller_of(self, body: dict[str, Any]) -> Caller:
        return Caller(
            self._caller.name, self._caller.tenant, self._caller.conversation, user_of(body) or self._caller.user
        )

    def name_of(self, custom_id: str) -> str:
        """Name what stands in for a `custom_id`: the tag and 32 characters, the same for the same one."""
        return self._tag + Secret(self._ids).subkey(b"custom id", custom_id.encode("utf-8", "surrogatepass")).hex()[:32]

    def restore(
        self, requests: Iterable[bytes], results: Iterable[bytes], unmatched: list[int] | None = None
    ) -> Iterator[bytes]:
        """Restore the lines of a results file, in their order.

        Args:
            requests: lines of the file of requests, as it was before it was sanitized.
            results: lines that the provider gave.
            unmatched: takes the numbers of results that belong to no request, which stay as they are; None refuses
                them.

        Raises:
            InputError: a line is no result, or belongs to no request; its number is named.
        """
        found = {self.name_of(_read(number, line).custom_id): line for number, line in enumerate(requests, 1)}
        numbered = enumerate(results, 1)
        while some := list(islice(numbered, _MOST)):
            read = [result_of(number, line) for number, line in some]
            names = {name: found[name] for result in read if (name := str(result.get("custom_id"))) in found}
            opened = dict(zip(names, self.sanitize(names.values()), strict=True))
            for (number, _), one in zip(some, read, strict=True):
                if unmatched is not None and str(one.get("custom_id")) not in opened:
                    unmatched.append(number)
                    yield orjson.dumps(one)
                else:
                    yield restored_result(number, one, opened)


def restored_result(number: int, result: dict[str, Any], requests: Mapping[str, BatchLine]) -> bytes:
    """Restore a line of a results file. `requests`: sanitized again, by what stands in for their `custom_id`. Raises
    InputError where it belongs to no request.
    """
    request = requests.get(str(result.get("custom_id")))
    if request is None:
        raise InputError(
            f"line {number:,} of the results belongs to no request",
            hint="give the file of requests and the key that the batch was sanitized with; if the others are to be "
            "restored, and such results to stay as they are: --allow-unmatched",
        )
    return orjson.dumps({**_restored(result, request.exchange), "custom_id": request.custom_id})


def _restored(result: dict[str, Any], exchange: Exchange) -> dict[str, Any]:
    """A result with a restored body; errors of the provider are restored as texts."""
    new = dict(result)
    for outer, inner in (("response", "body"), ("result", "message")):
        holder = result.get(outer)
        if isinstance(holder, dict) and isinstance(body := holder.get(inner), dict):  # pyright: ignore
            new[outer] = {**holder, inner: exchange.reply.whole(body)}  # pyright: ignore
        elif isinstance(holder, dict):
            new[outer] = _in_strings(holder, exchange)
    if result.get("error"):
        new["error"] = _in_strings(result["error"], exchange)
    return new


def _in_strings(value: Any, exchange: Exchange) -> Any:
    if isinstance(value, str):
        return exchange.request.restore(value)
    if isinstance(value, dict):
        return {key: _in_strings(item, exchange) for key, item in value.items()}  # pyright: ignore
    return [_in_strings(item, exchange) for item in value] if isinstance(value, list) else value  # pyright: ignore


def result_of(number: int, line: bytes) -> dict[str, Any]:
    """Read a line of a file of requests or results. Raises InputError: it is no object; the number is named."""
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        value = None
    if not isinstance(value, dict):
        raise InputError(f"line {number:,} is no JSON object", hint="a batch file has one object a line")
    return cast("dict[str, Any]", value)


def _read(number: int, line: bytes) -> _Request:
    value = result_of(number, line)
    hint = 'OpenAI: {"custom_id", "method", "url", "body"}; Anthropic: {"custom_id", "params"}'
    if not isinstance(value.get("custom_id"), str):
        raise InputError(f"line {number:,} has no custom_id", hint=hint)
    field = "body" if "body" in value else "params"
    allowed = {"custom_id", "method", "url", "body"} if field == "body" else {"custom_id", "params"}
    shape = _BY_URL.get(str(value.get("url"))) if field == "body" else _MESSAGES
    if not isinstance(value.get(field), dict) or shape is None or not value.keys() <= allowed:
        raise InputError(f"line {number:,} is no request that can be sanitized", hint=hint)
    if field == "body" and value.get("method", "POST") != "POST":
        raise InputError(f"line {number:,} is no POST", hint=hint)
    return _Request(number, value, field, shape)
