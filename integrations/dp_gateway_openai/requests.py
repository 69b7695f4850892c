"""Sanitizes the body of a request of the SDK, looks through its headers, and keeps what restores its reply.

Ways out of the SDK that do not go through `request`, web sockets, are refused.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, NoReturn, cast

from openai import APIError
from openai._models import FinalRequestOptions
from openai._utils import is_given
from pydantic import BaseModel

from dp_gateway.api import SHAPES
from dp_gateway.errors import FieldRefused, MalformedRequest
from dp_gateway.exchange import MARK_HEADER, Caller, Doorway, user_of
from dp_gateway.judging.hooks import Judging, Sample
from dp_gateway.pipeline.results import SanitizedBody
from dp_gateway.second_step import Rewriting, SecondStep
from dp_gateway.till import Payment, Till
from dp_gateway_openai.replies import attach, correct, restored, restoring_stream

_BY_PATH = {shape.path.removeprefix("/v1"): shape.name for shape in SHAPES.values() if shape.name != "messages"}
_MODELS = "/models"
_OWN_HEADERS = ("x-dp-conversation",)
_NO_CONNECTION = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout"})
"""Errors of httpx and httpx2 before which nothing of a request is sent."""

_LEAVING: ContextVar[Outgoing | None] = ContextVar("leaving", default=None)
_SDK_HEADERS = ("accept", "content-type", "idempotency-key", "openai-beta", "x-stainless-")


class Outgoing:
    """A request that may leave.

    Attributes:
        options: of the SDK, with the sanitized body.
        how: further arguments of the SDK's `request`.
        finish: settles it, or refunds it where it never left.
        heard: an earlier attempt may have been received.
        sample: where the reply is to be judged.
    """

    def __init__(
        self,
        payment: Payment,
        finish: Callable[[], Future[None]],
        options: FinalRequestOptions,
        how: Mapping[str, Any],
        sample: Sample | None = None,
        rewriting: Rewriting | None = None,
        *,
        waits: bool = False,
    ) -> None:
        exchange = self._exchange = payment.exchange
        self.sample, self._rewriting = sample, rewriting
        self._waits = waits and rewriting is not None
        self._payment, self.finish, self.heard = payment, finish, False
        self.options = options
        self.how = dict(how)
        own = options.post_parser
        if self.how.get("stream"):
            self.how["stream_cls"] = restoring_stream(self.how["stream_cls"], exchange, sample, rewriting)
        else:
            # Before the SDK's own parser, which reads the content: structured output is made of the originals.
            options.post_parser = lambda reply: self._parsed(reply, own)

    def _parsed(self, reply: Any, own: Any) -> Any:
        # Where the event loop must not wait, the text is corrected when the SDK has handed the reply over.
        value = restored(reply, self._exchange, self.sample, None if self._waits else self._rewriting)
        return attach(own(value) if is_given(own) else value, self._exchange.report)

    async def corrected(self, reply: Any) -> Any:
        """Correct the text of a whole reply, if that has waited; a raw one is corrected when it is parsed."""
        waited, self._waits = self._waits and not self.how.get("stream"), False
        if waited and self._rewriting is not None:
            await correct(reply, self._exchange, self._rewriting)
        return reply

    def marked(self, reply: Any) -> Any:
        """Attach the report to the reply, or to the stream, if it can carry one."""
        return attach(reply, self._exchange.report)

    @contextmanager
    def leaving(self, base_url: str) -> Generator[None]:
        """Enclose the sending of the request, and restore the provider's error text, which may speak of surrogates. The
        provider's error text may speak of surrogates: it is restored as well.
        """
        token = _LEAVING.set(self)
        try:
            with self._payment.leaving(lambda error: not self.heard and _unheard(error.__cause__, base_url)):
                yield
        except APIError as error:
            reply = self._exchange.reply
            error.message = cast(str, reply.error(error.message))
            error.body = reply.error(error.body)
            error.args = tuple(reply.error(one) for one in error.args)
            raise
        finally:
            _LEAVING.reset(token)


def note_attempt(response: Any, base_url: str) -> None:
    """Note that the SDK handles the failure of an attempt, and is about to try again."""
    sent = _LEAVING.get()
    if sent is not None and (response is not None or not _unheard(sys.exc_info()[1], base_url)):
        sent.heard = True


def _unheard(error: BaseException | None, base_url: str) -> bool:
    """Whether there was no connection: to the provider itself, not to where it sent the request on."""
    if type(error).__name__ not in _NO_CONNECTION:
        return False
    try:
        return str(cast(Any, error).request.url).startswith(base_url)
    except RuntimeError:  # what tells of no request
        return False


def outgoing(
    doorway: Doorway,
    till: Till,
    options: FinalRequestOptions,
    how: Mapping[str, Any],
    judging: Judging | None = None,
    second_step: SecondStep | None = None,
    *,
    waits: bool = False,
) -> Outgoing | None:
    """Make what may leave instead of a request; None for one that carries nothing private (a list of models).

    Args:
        options, how: of the SDK's `request`.
        waits: whole replies are corrected by `Outgoing.corrected`, as the event loop must not wait for a model.

    Raises:
        FieldRefused: a route, a header or a query that is not protected.
        BudgetExceeded, LedgerError: it may not be paid for.
        GatewayError: the request cannot be sanitized.
    """
    path = options.url.split("?")[0]
    if options.method.lower() == "get" and path == _MODELS and not options.params:
        return None
    shape = _BY_PATH.get(path)
    # The first releases of openai 2 have no `content`.
    by_other_means = options.files or getattr(options, "content", None) is not None
    if shape is None or options.method.lower() != "post" or by_other_means:
        raise FieldRefused(
            "this call is not protected by the gateway, and nothing was sent",
            hint="chat.completions, completions, responses, embeddings and models.list are; for what holds nothing "
            "private use a plain client of the SDK",
        )
    if options.params:
        raise FieldRefused(
            "a query of your own would leave as it is", hint="leave extra_query out", param="extra_query"
        )
    body = _plain({**cast(Mapping[str, Any], options.json_data or {}), **(options.extra_json or {})})
    conversation, headers = _headers(options)
    caller = Caller(conversation=conversation, user=user_of(body))
    payment = till.pay(doorway, doorway.open(shape, body, caller), caller)
    exchange = payment.exchange
    mark = doorway.mark(exchange.body)
    if mark is not None:
        headers[MARK_HEADER] = mark
    sample = judging.sample(exchange, route=shape) if judging is not None else None
    rewriting = second_step.of(exchange) if second_step is not None else None
    sending, finish = sealed(options, exchange.body, headers), partial(till.finish, payment)
    return Outgoing(payment, finish, sending, how, sample, rewriting, waits=waits)


def sealed(options: FinalRequestOptions, body: SanitizedBody, headers: dict[str, Any]) -> FinalRequestOptions:
    """Make the request that the SDK sends instead of one that it was given."""
    return options.model_copy(update={"json_data": body, "extra_json": None, "headers": headers})


def _plain(body: dict[str, Any]) -> dict[str, Any]:
    """The body as the JSON that the SDK would write: no objects of pydantic, no tuples, no classes of words. Raises
    MalformedRequest where it holds something that JSON has no form for.
    """
    try:
        return json.loads(json.dumps(body, default=_as_json, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        # Its text may show a piece of the body.
        raise MalformedRequest(
            "the request holds something that is no JSON", hint="give strings, numbers, lists and dictionaries"
        ) from None


def _as_json(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_unset=True)
    if isinstance(value, Mapping):
        return dict(cast(Mapping[str, Any], value))
    if isinstance(value, Iterable):
        return list(cast(Iterable[Any], value))
    raise TypeError


def _headers(options: FinalRequestOptions) -> tuple[str, dict[str, Any]]:
    """The conversation that the caller names, and the headers without what is for the gateway alone."""
    if not is_given(options.headers):
        return "", {}
    given = cast(Mapping[str, Any], options.headers)
    conversation = ""
    kept: dict[str, Any] = {}
    for name, value in given.items():
        lowered = name.lower()
        if lowered in _OWN_HEADERS:
            conversation = str(value)
        elif lowered.startswith(_SDK_HEADERS):
            kept[name] = value
        else:
            raise FieldRefused(
                "a header of your own would leave as it is",
                hint="leave it out of extra_headers; default_headers of the client are sent as they are",
                param="extra_headers",
            )
    return conversation, kept


class _Refused:
    """Stands in for a resource that would open a connection of its own."""

    def __getattr__(self, name: str) -> NoReturn:
        _refuse()

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse()


def _refuse() -> NoReturn:
    raise FieldRefused(
        "web sockets are not protected by the gateway, and nothing was sent",
        hint="use chat.completions or responses.create, or a plain client of the SDK for what holds nothing private",
    )


def refuse_websockets(client: Any) -> None:
    """Put refusals where a client would open web sockets."""
    names = cast(dict[str, Any], vars(client))
    # Where the SDK keeps a resource once it was used: these stand there from the beginning.
    names["realtime"] = _Refused()
    names["beta"] = _Beta(client)
    if hasattr(client.responses, "connect"):
        client.responses.connect = _Refused()


class _Beta:
    """`client.beta`: `chat` is the same as without it; all else is not protected."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        if name == "chat":
            return self._client.chat
        _refuse()
