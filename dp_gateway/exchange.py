"""Takes one request through the gateway: its scope, its texts out, its reply back. All doors share it.

exchange = Doorway(gateway).open("chat", body, caller="key-1")
send(exchange.body)                       # may leave
exchange.reply.whole(answer)              # what the user gets

The scope of draws decides what a provider can link. The user, where a request names one, is part of every scope. A
conversation is told by an id that the client gives. Without one it is told by itself: what first occurs in a message is
keyed by everything that was said up to the end of that message, so that nobody who does not know it all has a draw in
common, and a conversation that goes on keeps the draws it had. A prompt that a model goes on with grows within its
message, and is keyed up to each word or entity.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from copy import copy
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast, get_args

import orjson

from dp_gateway.api import RequestTexts, Shape, find
from dp_gateway.api.containers import Object
from dp_gateway.api.reading import ROOT
from dp_gateway.api.replies import ReplyRestoration, asks_for_json, asks_for_probabilities, reply_restorer
from dp_gateway.api.responses import continued, shortened
from dp_gateway.budget.base import Caller
from dp_gateway.errors import ConfigurationError, did_you_mean
from dp_gateway.pipeline.finding import Turns
from dp_gateway.pipeline.languages import check_text
from dp_gateway.pipeline.results import SEAL, SanitizedBody
from dp_gateway.policy import default_key_file
from dp_gateway.randomness import Secret

if TYPE_CHECKING:
    from dp_gateway.budget.spent import Spent
    from dp_gateway.pipeline import EntityReport, Gateway
    from dp_gateway.pipeline.report import SanitizedRequest
    from dp_gateway.policy import Policy
    from dp_gateway.text.entities import Entity

__all__ = [
    "MARK_HEADER",
    "Caller",
    "Doorway",
    "Exchange",
    "ReadRequest",
    "Scope",
    "ScopeKind",
    "already_sanitized",
    "default_key",
    "user_of",
]

ScopeKind = Literal["request", "conversation", "user", "tenant"]


def user_of(body: Mapping[str, Any]) -> str:
    """Return the user of the application, as a request's own field names them; empty without one."""
    for name in ("safety_identifier", "user"):
        if isinstance(value := body.get(name), str):
            return value
    metadata = body.get("metadata")
    value = cast(Mapping[str, Any], metadata).get("user_id") if isinstance(metadata, Mapping) else None
    return value if isinstance(value, str) else ""


class Scope(NamedTuple):
    """The scope within which the draws of a request are shared. `name`: a keyed hash, so that it tells nothing about
    what it was made from; the same for all requests of a conversation. `turns`: when each text was said, and what its
    draws are keyed by.
    """

    name: str
    turns: Turns


def scope_of(kind: ScopeKind, caller: Caller, key: Secret, texts: RequestTexts) -> Scope:
    """Return the scope of a request. `kind`: what the door is set to. `key`: of the door."""
    instructions = frozenset(texts.own).difference(texts.user)
    turns = Turns(
        texts.turns, texts.messages, texts.spoken, grows=texts.grows, cut=texts.grows, instructions=instructions
    )
    whose = caller.tenant, caller.user
    if kind == "tenant":
        return Scope(_name(key, "tenant", *whose), turns)
    if kind == "user" and caller.user:
        return Scope(_name(key, "user", *whose), turns)
    if kind != "request" and caller.conversation:
        return Scope(_name(key, "conversation", *whose, caller.name, caller.conversation), turns)
    if kind == "request" or not any(texts.spoken):
        return Scope(secrets.token_hex(16), turns)
    begun = _name(key, "begins", *whose, caller.name)
    if texts.grows:
        return Scope(begun, turns._replace(chained=True))
    links = _links(begun, texts)
    return Scope(links[0], turns._replace(chained=True, links=links))


def _name(key: Secret, *parts: str) -> str:
    return key.subkey(b"scope", *(part.encode("utf-8", "surrogatepass") for part in parts)).hex()


def _links(begun: str, texts: RequestTexts) -> list[str]:
    """For each message, a hash of all that was said up to its end."""
    said: list[list[str]] = [[] for _ in range(max(texts.messages) + 1)]
    for text, message, spoken in zip(texts.texts, texts.messages, texts.spoken, strict=True):
        if spoken:
            said[message].append(text)
    state = hashlib.blake2b(key=bytes.fromhex(begun), digest_size=32)
    links: list[str] = []
    for message in said:
        state.update(len(message).to_bytes(8, "little"))
        for text in message:
            encoded = text.encode("utf-8", "surrogatepass")
            state.update(len(encoded).to_bytes(8, "little"))
            state.update(encoded)
        links.append(state.copy().hexdigest())
    return links


MARK_HEADER = "x-dp-mark"
"""The header of a request that an outer door has sanitized; its value is a keyed hash of the body."""

_NOBODY = Caller()

_TEXTS = Shape("texts", "", Object({}))
"""Texts that are no request."""

_SANITIZED: ContextVar[frozenset[str]] = ContextVar("sanitized", default=frozenset())


@contextmanager
def already_sanitized(texts: Iterable[str]) -> Generator[None]:
    """Let every door inside the block that is handed a request of these texts alone send it as it is: an outer one has
    sanitized it.
    """
    token = _SANITIZED.set(_SANITIZED.get() | frozenset(texts))
    try:
        yield
    finally:
        _SANITIZED.reset(token)


def default_key() -> Secret:
    """Read the key of repeatable draws from the default file, which is created with mode 0600 if there is none. Raises
    InvalidSecret where the file cannot be read or created.
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
        policy: under which it was sanitized.
        scope: what its draws are shared within.
    """

    def __init__(
        self,
        shape: Shape,
        texts: RequestTexts,
        request: SanitizedRequest,
        body: SanitizedBody,
        *,
        policy: Policy,
        mask: bool,
        scope: str = "",
        tools: frozenset[str] | None = None,
    ) -> None:
        self.shape, self.texts, self.request, self.body, self.scope = shape, texts, request, body, scope
        self.policy, self._mask, self._tools = policy, mask, tools
        self._own_report: EntityReport | None = None
        self._spent: Spent | None = None
        self._heard: list[ReplyRestoration] = []
        # Plain fields: functools.cached_property takes a lock that all threads share.
        self._reply: ReplyRestoration | None = None
        self._replies: Callable[[], ReplyRestoration] | None = None

    @property
    def report(self) -> EntityReport:
        """Price, guarantees, and what stays visible."""
        if self._own_report is None:
            # One of its own, as requests sent again share theirs.
            self._own_report = copy(self.request.report)
            self._own_report.heard, self._own_report.spent = self._heard, self._spent
        return self._own_report

    def charge(self, spent: Spent) -> None:
        """Note for the report, which is made when it is asked for, what this exchange was charged."""
        self._spent = spent
        if self._own_report is not None:
            self._own_report.spent = spent

    def again(self) -> Exchange:
        """Make the same exchange once more, with a reply and a charge of its own."""
        own: dict[str, Any] = {
            "_own_report": None,
            "_spent": None,
            "_heard": [],
            "_reply": None,
            "_replies": self.replies,
        }
        one = object.__new__(type(self))  # `copy` takes three times as long
        one.__dict__ |= self.__dict__ | own
        return one

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do: every reply is what the provider wrote."""
        return not (self._mask or self.texts.renamed or self.request.restorer or self._marked)

    @property
    def _marked(self) -> bool:
        return _is_hinted(self.shape, self.policy, self.body)

    @property
    def probabilities(self) -> bool:
        """Whether the request asks for log-probabilities."""
        return asks_for_probabilities(self.body)

    @property
    def reply(self) -> ReplyRestoration:
        """Restores the reply, whole or streamed; one per reply."""
        if self._reply is None:
            self._reply = self.another_reply()
            self._heard.append(self._reply)
        return self._reply

    def another_reply(self) -> ReplyRestoration:
        """Make what restores one more reply, or the same stream once more."""
        return self.replies()

    @property
    def replies(self) -> Callable[[], ReplyRestoration]:
        """Makes what restores a reply; it can be pickled, and used in another process."""
        if self._replies is None:
            self._replies = self._restoring()
        return self._replies

    def _restoring(self) -> Callable[[], ReplyRestoration]:
        mask = None
        if self._mask:
            from dp_gateway.detection.by_form import identifiers_in

            mask = identifiers_in
        typed, sent = self.texts.texts, self.request.outgoing
        # A request that an outer door has sanitized was drawn here as one without texts.
        own = [texts[at] for texts in (typed, sent) if texts for at in self.texts.own]
        return partial(
            reply_restorer,
            self.shape.name,
            self.request.restorer.also(self.texts.rewritten).within(own, [*sent, *self.texts.documents]),
            mask=mask,
            sent=sent,
            renamed=self.texts.renamed,
            json_answers=asks_for_json(self.shape.name, self.body),
            tools=self._tools,
            marked=self._marked,
        )


def _is_hinted(shape: Shape, policy: Policy, body: dict[str, Any]) -> bool:
    """Whether a request says that its values are stand-ins: an answer in JSON has no place for a marker."""
    return policy.hint and policy.detects and shape.name == "chat" and not asks_for_json(shape.name, body)


@cache
def _hint() -> str:
    """What it then says, in a message of its own before all others."""
    from dp_gateway.llm import load

    return str(load("hint").fill()[0].content)


class ReadRequest(NamedTuple):
    """A request whose texts were found. `shape`: the API it belongs to. `caller`: whose it is."""

    shape: Shape
    texts: RequestTexts
    caller: Caller

    @property
    def characters(self) -> int:
        """Characters of its texts."""
        return sum(map(len, self.texts.texts))


class Doorway:
    """Opens exchanges under one policy. `key`: of scopes and of the hashes that stand in for user ids; None makes them
    fresh for every request. `scope`: what draws are shared within.
    """

    def __init__(self, gateway: Gateway, *, key: Secret | None = None, scope: ScopeKind = "conversation") -> None:
        if scope not in get_args(ScopeKind):
            # Of a scope that nobody knows it could not be said who shares draws.
            raise ConfigurationError(
                "there is no scope of that name",
                hint=f"{did_you_mean(str(scope), get_args(ScopeKind))}use one of {', '.join(get_args(ScopeKind))}",
            )
        self.gateway = gateway
        self._key = key
        self._under: dict[str, Doorway] = {}
        self._scope: ScopeKind = scope
        fields = gateway.policy.fields
        self._mask = fields.replies == "mask" and gateway.policy.kind not in ("tokens", "observe")
        named = fields.restore_arguments
        self._tools = None if named == "all" else frozenset[str]() if named == "none" else frozenset(named)

    @property
    def made_of(self) -> tuple[Policy, Secret | None, ScopeKind]:
        """Policy, key and scope, of which another process makes the same doorway."""
        return self.gateway.policy, self._key, self._scope

    def open(self, shape: str | Shape, body: dict[str, Any], caller: Caller = _NOBODY) -> Exchange:
        """Read a request, sanitize its texts, and fill them in. `shape`: name of an API, or a table of a door's own.
        Raises RequestError where the request cannot be read, or holds a field that is refused. Raises GatewayError
        where it cannot be sanitized.
        """
        return self.open_many(find(shape) if isinstance(shape, str) else shape, [body], [caller])[0]

    def passed(self, shape: Shape, texts: RequestTexts, body: dict[str, Any]) -> Exchange:
        """Make an exchange that changes nothing, for a request that an outer door has sanitized."""
        sealed = SanitizedBody(body, seal=SEAL)
        return Exchange(shape, texts, self.gateway.request([]), sealed, policy=self.gateway.policy, mask=False)

    def mark(self, body: dict[str, Any]) -> str | None:
        """Return the mark by which a door with the same key knows that a body was sanitized; None without a key."""
        if self._key is None:
            return None
        return hmac.digest(self._key.subkey(b"mark"), orjson.dumps(body, option=orjson.OPT_SORT_KEYS), "sha256").hex()

    def is_marked(self, body: dict[str, Any], mark: str | None) -> bool:
        """Return whether a door with the same key sanitized this very body; a mark that does not verify is ignored."""
        own = self.mark(body) if mark else None
        return own is not None and mark is not None and hmac.compare_digest(own.encode(), mark.encode())

    def under(self, policy: Policy) -> Doorway:
        """Return the doorway of the same key and scope under another policy, by its name; it is made once."""
        found = self._under.get(policy.name)
        if found is None:
            found = Doorway(self.gateway.under(policy), key=self._key, scope=self._scope)
            self._under[policy.name] = found
        return found

    def read(self, shape: Shape, body: dict[str, Any], before: Sequence[bytes] = ()) -> RequestTexts:
        """Find the texts of a request. `before`: bodies of the requests that it goes on from, which its provider keeps;
        their texts come first, and do not leave again. Raises RequestError where the request cannot be read, or holds a
        field that is refused.
        """
        policy = self.gateway.policy
        plain = dict(body) if isinstance(body, SanitizedBody) else body  # tables read dictionaries and no kinds of them
        texts = shape.read(continued(plain, before), policy.fields, all_digits=policy.draws_words)
        texts.given = plain if before else None
        return texts

    def open_many(self, shape: Shape, bodies: Sequence[dict[str, Any]], callers: Sequence[Caller]) -> list[Exchange]:
        """Do what `open` does for many requests, each as if it came alone, in less time. Raises RequestError or
        GatewayError as `open` does.
        """
        read = [
            ReadRequest(shape, self.read(shape, body), caller) for body, caller in zip(bodies, callers, strict=True)
        ]
        outside = _SANITIZED.get()
        if not outside:
            return self.sanitize(read)
        hint = {_hint()} if self.gateway.policy.hint else set[str]()
        passed = [(outside | hint).issuperset(one.texts.texts) for one in read]
        private = [one for one, as_it_is in zip(read, passed, strict=True) if not as_it_is]
        drawn = iter(self.sanitize(private) if private else ())
        each = zip(read, bodies, passed, strict=True)
        return [self.passed(shape, one.texts, body) if as_it_is else next(drawn) for one, body, as_it_is in each]

    def sanitize(self, requests: Sequence[ReadRequest], most: float = math.inf) -> list[Exchange]:
        """Draw for requests, each as if it came alone, and fill in what was drawn.

        Args:
            requests: as `read` gives them.
            most: `finding.work` up to which they are sanitized.

        Raises:
            GatewayError: one of them cannot be sanitized.
            TooMuchWork: it is more.
        """
        keys = [self._key or Secret(secrets.token_bytes(32)) for _ in requests]
        scopes = [scope_of(self._scope, one.caller, key, one.texts) for one, key in zip(requests, keys, strict=True)]
        drawn = self.gateway.requests(
            [one.texts.texts for one in requests],
            scopes=[scope.name for scope in scopes],
            developer=[one.texts.developer for one in requests],
            turns=[scope.turns for scope in scopes],
            hints=[one.texts.hints for one in requests],
            most=most,
        )
        return [self._filled(*each) for each in zip(requests, drawn, keys, scopes, strict=True)]

    def consider(
        self, shape: Shape, body: dict[str, Any], caller: Caller, mark: str | None = None, before: Sequence[bytes] = ()
    ) -> tuple[ReadRequest | Exchange, list[Sequence[Entity]] | None]:
        """Read a request, and look up what `Gateway.known` has of it: the server decides by that where to draw. `mark`:
        where it holds, an outer door has sanitized the request, and the exchange is given at once. `before`: as of
        `read`, which also says what is raised.
        """
        marked = self.is_marked(body, mark)
        texts = self.read(shape, body, () if marked else before)
        if marked:
            return self.passed(shape, texts, body), None
        return ReadRequest(shape, texts, caller), self.gateway.known(texts.texts, texts.developer)

    def sanitize_whole(self, requests: Sequence[ReadRequest], most: float, counts: str | None) -> list[Exchange]:
        """Sanitize requests in a thread, with all that is else made later: their price, and what restores replies.
        `requests`, `most`: as of `sanitize`, which also says what is raised. `counts`: which price a ledger counts;
        None where nobody pays.
        """
        exchanges = self.sanitize(requests, most)
        for exchange in exchanges:
            _ = exchange.request.totals, exchange.replies
            if counts is not None:
                _ = exchange.request.charges(certified=counts == "certified")
        return exchanges

    def _filled(self, read: ReadRequest, request: SanitizedRequest, key: Secret, scope: Scope) -> Exchange:
        tenant = read.caller.tenant.encode()

        def identity(value: str) -> str:
            return key.subkey(b"identity", tenant, value.encode("utf-8", "surrogatepass")).hex()[:32]

        body = read.texts.fill(request.outgoing, identity)
        if read.texts.given is not None:
            shortened(body, read.texts.given)
        if _is_hinted(read.shape, self.gateway.policy, body):
            # LangChain's own table, which has no path, names what OpenAI's calls a role a type.
            said = {"role" if read.shape.path else "type": "system", "content": _hint()}
            body = {**body, "messages": [said, *body["messages"]]}
        return Exchange(
            read.shape,
            read.texts,
            request,
            SanitizedBody(body, seal=SEAL),
            policy=self.gateway.policy,
            mask=self._mask,
            scope=scope.name,
            tools=self._tools,
        )

    def texts(self, texts: Sequence[str], caller: Caller = _NOBODY, most: float = math.inf) -> SanitizedRequest:
        """Sanitize texts that are no request, in the scope that a request of the same caller and texts would have.
        Raises GatewayError or TooMuchWork as `sanitize` does.
        """
        read = RequestTexts(self.gateway.policy.fields)
        for number, text in enumerate(texts):
            check_text(text)
            read.text(text, (ROOT, number), "user")
        return self.sanitize([ReadRequest(_TEXTS, read, caller)], most)[0].request
