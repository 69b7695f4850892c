"""One request through the gateway: its texts out, its reply back. What all doors share.

exchange = Doorway(gateway).open("chat", body, caller="key-1")
send(exchange.body)                       # may leave
exchange.reply.whole(answer)              # what the user gets

The scope of draws decides what a provider can link; see `scopes`.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson

from dp_gateway.config import default_key_file
from dp_gateway.randomness import Secret
from dp_gateway.sanitizer.tokens import check_text
from dp_gateway.scopes import Caller, ScopeKind, scope_of, user_of
from dp_gateway.shapes import RequestTexts, Shape, find
from dp_gateway.shapes.containers import Object
from dp_gateway.shapes.reading import ROOT, Reading
from dp_gateway.shapes.replies import ReplyRestorer, asks_for_json, reply_restorer

if TYPE_CHECKING:
    from dp_gateway.config import Policy
    from dp_gateway.ledger.spent import Spent
    from dp_gateway.sanitizer import EntityReport, Gateway
    from dp_gateway.sanitizer.request import SanitizedRequest

__all__ = ["MARK_HEADER", "Caller", "Doorway", "Exchange", "ScopeKind", "already_sanitized", "default_key", "user_of"]

MARK_HEADER = "x-dp-mark"
"""The header of a request that an outer door has sanitized; its value is a keyed hash of the body."""

_NOBODY = Caller()

_TEXTS = Shape("texts", "", Object({}))
"""Texts that are no request."""

_SANITIZED: ContextVar[frozenset[str]] = ContextVar("sanitized", default=frozenset())


@contextmanager
def already_sanitized(texts: Iterable[str]) -> Generator[None]:
    """Inside, a door that is handed a request of these texts alone sends it as it is: an outer one has sanitized it."""
    token = _SANITIZED.set(_SANITIZED.get() | frozenset(texts))
    try:
        yield
    finally:
        _SANITIZED.reset(token)


def default_key() -> Secret:
    """The key of repeatable draws in the default file; created, with mode 0600, where there is none.

    Raises:
        InvalidSecret: the file cannot be read or created.
    """
    file = default_key_file()
    with suppress(OSError):  # the file then says what is wrong
        file.parent.mkdir(parents=True, exist_ok=True)
    return Secret.from_file(file)


class Exchange:
    """A request that may leave, and what undoes it in the reply.

    Attributes:
        body: the request to send.
        texts: where its texts stood.
        request: what was drawn.
        shape: the API it belongs to.
        scope: what its draws are shared within.
    """

    def __init__(
        self,
        shape: Shape,
        texts: RequestTexts,
        request: SanitizedRequest,
        body: dict[str, Any],
        *,
        mask: bool,
        scope: str = "",
        tools: frozenset[str] | None = None,
    ) -> None:
        self.shape, self.texts, self.request, self.body, self.scope = shape, texts, request, body, scope
        self._mask, self._tools = mask, tools
        self._charged: EntityReport | None = None
        # Plain fields: functools.cached_property takes a lock that all threads share.
        self._reply: ReplyRestorer | None = None
        self._replies: Callable[[], ReplyRestorer] | None = None

    @property
    def report(self) -> EntityReport:
        """Price, guarantees, and what stays visible."""
        return self._charged or self.request.report

    def charge(self, spent: Spent) -> None:
        """Note in the report what this exchange was charged: in one of its own, as requests sent again share theirs."""
        self._charged = copy(self.request.report)
        self._charged.spent = spent

    def again(self) -> Exchange:
        """The same exchange once more, with a reply and a charge of its own."""
        one = Exchange(
            self.shape, self.texts, self.request, self.body, mask=self._mask, scope=self.scope, tools=self._tools
        )
        one._replies = self._new_replies
        return one

    @property
    def idle(self) -> bool:
        """There is nothing to do: every reply is what the provider wrote."""
        return not (self._mask or self.texts.renamed or self.request.restorer)

    @property
    def reply(self) -> ReplyRestorer:
        """Restores the reply, whole or streamed; one per reply."""
        if self._reply is None:
            self._reply = self.another_reply()
        return self._reply

    def another_reply(self) -> ReplyRestorer:
        """Restores one more reply, or the same stream once more."""
        return self._new_replies()

    @property
    def _new_replies(self) -> Callable[[], ReplyRestorer]:
        if self._replies is None:
            self._replies = self._restoring()
        return self._replies

    def _restoring(self) -> Callable[[], ReplyRestorer]:
        mask = None
        if self._mask:
            from dp_gateway.entities.detectors import identifiers_in

            mask = identifiers_in
        typed, sent = self.texts.texts, self.request.outgoing
        # A request that an outer door has sanitized was drawn here as one without texts.
        own = [texts[at] for texts in (typed, sent) if texts for at in self.texts.own]
        return partial(
            reply_restorer,
            self.shape.name,
            self.request.restorer.within(own, sent),
            mask=mask,
            # No method of this object, which holds this: what points back to itself is freed late.
            known=partial(_stands_in, self.request.outgoing),
            renamed=self.texts.renamed,
            json_answers=asks_for_json(self.shape.name, self.body),
            tools=self._tools,
        )


def _stands_in(texts: Sequence[str], value: str) -> bool:
    """Whether the provider has a value from us, rather than from elsewhere."""
    return any(value in text for text in texts)


class Doorway:
    """Opens exchanges under one policy.

    Args:
        gateway: sanitizes the texts.
        key: of scopes and of the hashes that stand in for user ids; None makes them fresh for every request.
        scope: what draws are shared within.
        mask_replies: mask identifiers that the provider brings; None takes the policy's choice.
    """

    def __init__(
        self,
        gateway: Gateway,
        *,
        key: Secret | None = None,
        scope: ScopeKind = "conversation",
        mask_replies: bool | None = None,
    ) -> None:
        self.gateway = gateway
        self._key = key
        self._scope: ScopeKind = scope
        fields = gateway.policy.fields
        masks = fields.replies == "mask" and gateway.policy.kind not in ("tokens", "observe")
        self._mask = masks if mask_replies is None else mask_replies
        named = fields.restore_arguments
        self._tools = None if named == "all" else frozenset[str]() if named == "none" else frozenset(named)

    def open(self, shape: str | Shape, body: dict[str, Any], caller: Caller = _NOBODY) -> Exchange:
        """Read a request, sanitize its texts, and fill them in.

        Args:
            shape: name of an API, or a table of a door's own.
            body: the request.
            caller: whose it is.

        Raises:
            RequestError: the request cannot be read, or holds a field that is refused.
            GatewayError: it cannot be sanitized.
        """
        found = find(shape) if isinstance(shape, str) else shape
        texts = self.read(found, body)
        sanitized = _SANITIZED.get()
        if sanitized and sanitized.issuperset(texts.texts):
            return self.passed(found, texts, body)
        return self.sanitize(found, texts, caller)

    def passed(self, shape: Shape, texts: RequestTexts, body: dict[str, Any]) -> Exchange:
        """An exchange that changes nothing, for a request that an outer door has sanitized."""
        return Exchange(shape, texts, self.gateway.request([]), body, mask=False)

    def mark(self, body: dict[str, Any]) -> str | None:
        """What tells an inner door with the same key that a body was sanitized; None without a key."""
        if self._key is None:
            return None
        return hmac.digest(self._key.subkey(b"mark"), orjson.dumps(body, option=orjson.OPT_SORT_KEYS), "sha256").hex()

    def is_marked(self, body: dict[str, Any], mark: str | None) -> bool:
        """Whether a door with the same key has sanitized this very body; a mark that does not verify is ignored."""
        own = self.mark(body) if mark else None
        return own is not None and mark is not None and hmac.compare_digest(own.encode(), mark.encode())

    def under(self, policy: Policy) -> Doorway:
        """A doorway of the same key and scope under another policy."""
        return Doorway(self.gateway.under(policy), key=self._key, scope=self._scope)

    def read(self, shape: Shape, body: dict[str, Any]) -> RequestTexts:
        """The texts of a request.

        Raises:
            RequestError: the request cannot be read, or holds a field that is refused.
        """
        policy = self.gateway.policy
        return shape.read(body, policy.fields, all_digits=policy.draws_words)

    def open_many(self, shape: Shape, bodies: Sequence[dict[str, Any]], callers: Sequence[Caller]) -> list[Exchange]:
        """`open` of many requests, in less time.

        Args:
            shape: of all.
            bodies, callers: one per request.

        Raises:
            RequestError, GatewayError: as of `open`.
        """
        if _SANITIZED.get():
            return [self.open(shape, body, caller) for body, caller in zip(bodies, callers, strict=True)]
        return self.sanitize_many([shape] * len(bodies), [self.read(shape, body) for body in bodies], callers)

    def sanitize_many(
        self, shapes: Sequence[Shape], read: Sequence[RequestTexts], callers: Sequence[Caller]
    ) -> list[Exchange]:
        """`sanitize` of many requests, in less time.

        Raises:
            GatewayError: one of them cannot be sanitized.
        """
        keys = [self._fresh_or_own_key() for _ in read]
        whose = zip(callers, keys, read, strict=True)
        scopes = [scope_of(self._scope, caller, key, texts) for caller, key, texts in whose]
        names = [scope.name for scope in scopes]
        requests = self.gateway.requests(
            [texts.texts for texts in read],
            scopes=names,
            developer=[texts.developer for texts in read],
            turns=[scope.turns for scope in scopes],
        )
        return [self._filled(*each) for each in zip(shapes, read, requests, callers, keys, names, strict=True)]

    def sanitize(self, shape: Shape, texts: RequestTexts, caller: Caller) -> Exchange:
        """Draw, and fill in.

        Raises:
            GatewayError: it cannot be sanitized.
        """
        key = self._fresh_or_own_key()
        scope, turns = scope_of(self._scope, caller, key, texts)
        request = self.gateway.request(texts.texts, scope=scope, developer=texts.developer, turns=turns)
        return self._filled(shape, texts, request, caller, key, scope)

    def _filled(
        self, shape: Shape, texts: RequestTexts, request: SanitizedRequest, caller: Caller, key: Secret, scope: str
    ) -> Exchange:
        def identity(value: str) -> str:
            return key.subkey(b"identity", caller.tenant.encode(), value.encode("utf-8", "surrogatepass")).hex()[:32]

        body = texts.fill(request.outgoing, identity)
        return Exchange(shape, texts, request, body, mask=self._mask, scope=scope, tools=self._tools)

    def texts(self, texts: Sequence[str], caller: Caller = _NOBODY) -> SanitizedRequest:
        """Sanitize texts that are no request, in the scope that a request of the same caller and texts would have.

        Raises:
            GatewayError: they cannot be sanitized.
        """
        reading = Reading(self.gateway.policy.fields)
        for number, text in enumerate(texts):
            check_text(text)
            reading.text(text, (ROOT, number), "user")
        return self.sanitize(_TEXTS, RequestTexts({}, None, reading), caller).request

    def _fresh_or_own_key(self) -> Secret:
        return self._key or Secret(secrets.token_bytes(32))
