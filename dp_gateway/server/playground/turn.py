"""Takes one request of the playground's chat, with both sides in view, under a policy and an epsilon that may be
chosen.

The playground's routes and `dp-gateway chat` call it.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, cast
from weakref import WeakSet

import aiohttp

from dp_gateway.api import find
from dp_gateway.api.replies.chat import content_of
from dp_gateway.api.sse import EventParser
from dp_gateway.errors import FieldRefused, MalformedRequest, RequestError, UpstreamFailed
from dp_gateway.exchange import Caller, Doorway, Exchange
from dp_gateway.pipeline import EntityReport, Sanitized
from dp_gateway.policy import PRESETS, Policy, TypeRule
from dp_gateway.server import headers as passing
from dp_gateway.server.bodies import json_object
from dp_gateway.server.keys import Client
from dp_gateway.server.service import Route, Service
from dp_gateway.text.entities import ENTITY_TYPES

_EPSILONS = tuple(range(1, 17))
"""What can be chosen: each of them costs a table of its own, so that their number has to be bounded."""

_KEPT = 6
"""Doorways with an epsilon, or with types left in clear, of their own that are kept."""

_WARM_UP = "Anna Miller from Boston is a nurse at Siemens."


def policy_names(service: Service) -> tuple[str, ...]:
    """List every policy that can be looked at: the default first, then what is configured, then the presets."""
    settings = service.settings
    return tuple(dict.fromkeys((*settings.named_policies, *settings.policies, *PRESETS)))


class Choices:
    """Finds the doorway of a choice.

    A request may leave under a policy that its client could name in `x-dp-policy`, or would get anyway, at no larger an
    epsilon than the policy's own. Everything else can be looked at, and does not leave.

    Args:
        any_policy: whoever uses the page may send under every policy and epsilon: a gateway that a person runs for
            himself.
    """

    def __init__(self, *, any_policy: bool = False) -> None:
        self._any_policy = any_policy
        self._lock = threading.Lock()
        self._warm: WeakSet[Doorway] = WeakSet()
        # What is tried out again is kept for as long as few others are.
        self._trial = lru_cache(_KEPT)(_trial)

    def sendable(self, service: Service, client: Client, name: str) -> bool:
        """Return whether a client may send under a policy, if only with some model."""
        privacy = service.settings.privacy
        own = (privacy.policy, *privacy.models.values()) if client.policy is None else (client.policy,)
        return name in own or self._chosen(service, name)

    def _chosen(self, service: Service, name: str) -> bool:
        return self._any_policy or name in service.settings.privacy.client_policies

    def look(
        self, service: Service, client: Client, name: str | None, epsilon: Any, off: tuple[str, ...] = ()
    ) -> tuple[str, Doorway]:
        """Choose the policy and the doorway of texts that do not leave.

        `off` names entity types that are left in clear.

        Takes seconds the first time: the tables of a policy are made here, beside the event loop. Raises FieldRefused
        where there is no such policy. Raises MalformedRequest where the epsilon or a type cannot be chosen.
        """
        wanted = name or client.policy or service.settings.privacy.policy
        if wanted not in policy_names(service):
            raise FieldRefused(
                "there is no policy of that name",
                hint=f"choose one of: {', '.join(policy_names(service))}",
                param="policy",
            )
        key, checked = service.current_key, None if epsilon is None else _checked(epsilon)
        if not set(off) <= ENTITY_TYPES.keys() | service.settings.policy(wanted).types.keys():
            raise MalformedRequest("there is no such entity type", hint="see dp-gateway policy show", param="off")
        with self._lock:
            doorway = self._doorway(service, wanted, key, checked, off)
            if doorway not in self._warm:
                doorway.gateway.request([_WARM_UP])
                self._warm.add(doorway)
        return wanted, doorway

    def send(
        self, service: Service, client: Client, model: str, name: str | None, epsilon: Any, off: tuple[str, ...] = ()
    ) -> Route:
        """Choose how a request leaves. Raises RequestError as `look` does, or where the client may not choose that, or
        nobody has the model.
        """
        found = service.route(client, model, None, None)
        wanted, doorway = self.look(service, client, name or found.policy, epsilon, off)
        if wanted != found.policy and not self._chosen(service, wanted):
            raise FieldRefused(
                "under this policy you can look at what would leave, but not send it",
                hint="choose another one, or let the operator add it to client_policies of [privacy]",
                param="policy",
                status=403,
            )
        if off and not self._any_policy:
            raise FieldRefused(
                "with a type left in clear you can look at what would leave, but not send it",
                hint="switch the type on again",
                param="off",
                status=403,
            )
        own = epsilons_of(service.settings.policy(wanted))
        if epsilon is not None and not self._any_policy and epsilon > min(own, default=0):
            raise FieldRefused(
                "at a larger epsilon than the policy's own you can look at what would leave, but not send it",
                hint="choose a smaller one",
                param="epsilon",
                status=403,
            )
        return Route(doorway, found.upstream, wanted, service.current_key)

    def _doorway(self, service: Service, name: str, key: str, epsilon: int | None, off: tuple[str, ...]) -> Doorway:
        if epsilon is None and not off:
            return service.doorway(name, key)
        return self._trial(service, name, key, epsilon, off)


def _trial(service: Service, name: str, key: str, epsilon: int | None, off: tuple[str, ...]) -> Doorway:
    """The doorway of a policy at another epsilon, and with some types left in clear."""
    secret = service.secrets[key]
    policy = service.settings.policy(name)
    if epsilon is not None:
        policy = with_epsilon(policy, epsilon)
    types = policy.types | dict.fromkeys(off, TypeRule(treatment="keep"))
    gateway = service.gateway(policy.model_copy(update={"types": types}), secret)
    return Doorway(gateway, key=secret, scope=service.settings.privacy.scope)


def epsilons_of(policy: Policy) -> tuple[float, ...]:
    """List the epsilons of phrases and words of a policy, smallest first; empty if it draws none of them."""
    phrases = policy.types.values() if policy.kind in ("entities", "hybrid") else ()
    found = {rule.epsilon for rule in phrases if rule.treatment == "mechanism" and rule.epsilon is not None}
    return tuple(sorted(found | ({policy.tokens.epsilon} if policy.draws_words else set[float]())))


def with_epsilon(policy: Policy, epsilon: float) -> Policy:
    """Copy a policy with another epsilon of words and phrases; numbers, which are priced per distance, keep theirs."""
    types = {
        name: rule.model_copy(update={"epsilon": epsilon}) if rule.treatment == "mechanism" else rule
        for name, rule in policy.types.items()
    }
    return policy.model_copy(
        update={"types": types, "tokens": policy.tokens.model_copy(update={"epsilon": float(epsilon)})}
    )


def _checked(epsilon: Any) -> int:
    if epsilon not in _EPSILONS:
        raise MalformedRequest(
            "this epsilon cannot be chosen", hint=f"choose a whole number from 1 to {_EPSILONS[-1]}", param="epsilon"
        )
    return int(cast(int, epsilon))


_CHAT = find("chat")


class Part(NamedTuple):
    """A run of a text that leaves.

    Attributes:
        text: as it leaves.
        original: what stood there; None where the text stays as it is.
        type: entity type, "word" or "digits"; empty where the text stays.
        epsilon: nominal price of the draw.
        mechanism: what drew it.
    """

    text: str
    original: str | None = None
    type: str = ""
    epsilon: float = 0.0
    mechanism: str = ""


class ReplyPiece(NamedTuple):
    """Some text of a reply: as the provider wrote it, or as the user gets it; `sent` comes first and has no text."""

    side: Literal["sent", "raw", "restored"]
    text: str


def parts_of(original: str, sanitized: Sanitized[EntityReport]) -> list[Part]:
    """Divide a sanitized text into parts, in order; they join to the text."""
    report = sanitized.report
    drawn_by = {row.type.partition("/")[0]: row.mechanism for row in report.figures if row.treatment != "keep"}
    if report.tokens:
        drawn_by |= {"word": report.tokens[0].mechanism, "digits": "uniform digits"}
    parts: list[Part] = []
    at = 0
    for span in sanitized.spans:
        if span.sanitized_start > at:
            parts.append(Part(sanitized.text[at : span.sanitized_start]))
        at = span.sanitized_end
        text, was = sanitized.text[span.sanitized_start : at], original[span.start : span.end]
        parts.append(Part(text, was, span.unit, span.epsilon, drawn_by.get(span.unit, "")))
    if at < len(sanitized.text):
        parts.append(Part(sanitized.text[at:]))
    return parts


class ChatTurn:
    """A chat completion on its way."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange

    @classmethod
    async def open(cls, service: Service, doorway: Doorway, body: dict[str, Any], caller: Caller) -> ChatTurn:
        """Read a request and sanitize it; nothing is sent. Raises GatewayError where nothing may be sent."""
        return cls(await service.sanitize(doorway, _CHAT, body, caller))

    @property
    def messages(self) -> list[list[Part]]:
        """What leaves, message by message: all texts of it."""
        texts, sanitized = self.exchange.texts, self.exchange.request.texts
        found = list(zip(texts.paths, texts.texts, sanitized, strict=True))
        return [
            [part for path, text, new in found if path.startswith(f"messages[{at}].") for part in parts_of(text, new)]
            for at in range(len(self.exchange.body["messages"]))
        ]

    async def reply(self, service: Service, route: Route, client: Client, caller: Caller) -> AsyncGenerator[ReplyPiece]:
        """Send it, say so, and return the reply as it comes. Raises RequestError where a budget is spent, or the
        provider fails, breaks off, or refuses.
        """
        headers = passing.to_provider({}, (), route.upstream.key or client.own_key, api_key=False)
        async with (
            await service.spending.pay(self.exchange, replace(caller, name=client.account)) as payment,
            await service.send(payment, route.upstream, headers) as response,
        ):
            yield ReplyPiece("sent", "")
            if response.status == 200 and response.content_type == "text/event-stream":  # noqa: PLR2004
                async for piece in self._streamed(response, route):
                    yield piece
                return
            reply = json_object(await route.upstream.whole(response, service.settings.limits.reply_bytes))
        if response.status != 200:  # noqa: PLR2004
            raise self._refused(reply, response.status)
        yield ReplyPiece("raw", content_of(reply))
        yield ReplyPiece("restored", content_of(self.exchange.reply.whole(reply)))

    async def _streamed(self, response: aiohttp.ClientResponse, route: Route) -> AsyncGenerator[ReplyPiece]:
        parser, reply = EventParser(), self.exchange.reply
        failure: RequestError | None = None
        try:
            async for chunk in response.content.iter_any():
                for event in parser.feed(chunk):
                    if not event.data.strip().startswith(b"{"):
                        continue
                    data = json_object(event.data)
                    if "error" in data:
                        raise self._refused(data, 502)
                    yield ReplyPiece("raw", content_of(data))
                    for _, restored in reply.event(event.name, data):
                        yield ReplyPiece("restored", content_of(restored))
        except RequestError as error:
            failure = error
        except (aiohttp.ClientError, OSError) as error:
            failure = route.upstream.broken(error)
        # What was held back belongs to the user, whatever happened.
        for _, restored in reply.close():
            yield ReplyPiece("restored", content_of(restored))
        if failure is not None:
            raise failure

    def _refused(self, reply: dict[str, Any], status: int) -> RequestError:
        error: Any = self.exchange.reply.error(reply).get("error")
        message = cast(dict[str, Any], error).get("message") if isinstance(error, dict) else error
        return UpstreamFailed(
            f"the provider said: {message}" if isinstance(message, str) else "the provider refused the request",
            hint="see its documentation",
            status=status,
        )
