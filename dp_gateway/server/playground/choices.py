"""Which policy and epsilon a person tries out, and whether a request may leave under them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, cast
from weakref import WeakSet

from dp_gateway.errors import FieldRefused, MalformedRequest
from dp_gateway.exchange import Doorway
from dp_gateway.policy import PRESETS, Policy
from dp_gateway.server.keys import Client
from dp_gateway.server.service import Route, Service

__all__ = ["Choices", "epsilons_of", "policy_names"]

_EPSILONS = tuple(range(1, 17))
"""What can be chosen: each of them costs a table of its own, so that their number has to be bounded."""

_KEPT = 6
"""Doorways with an epsilon of their own that are kept."""

_WARM_UP = "Anna Miller from Boston is a nurse at Siemens."


def policy_names(service: Service) -> tuple[str, ...]:
    """Everything that can be looked at: the default first, then what is configured, then the presets."""
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
        self._kept: OrderedDict[tuple[Service, str, str, int], Doorway] = OrderedDict()

    def sendable(self, service: Service, client: Client, name: str) -> bool:
        """Whether a client may send under a policy, if only with some model."""
        privacy = service.settings.privacy
        own = (privacy.policy, *privacy.models.values()) if client.policy is None else (client.policy,)
        return name in own or self._chosen(service, name)

    def _chosen(self, service: Service, name: str) -> bool:
        return self._any_policy or name in service.settings.privacy.client_policies

    def look(self, service: Service, client: Client, name: str | None, epsilon: Any) -> tuple[str, Doorway]:
        """Policy and doorway of texts that do not leave.

        Takes seconds the first time: the tables of a policy are made here, beside the event loop.

        Raises:
            FieldRefused: there is no such policy.
            MalformedRequest: the epsilon cannot be chosen.
        """
        wanted = name or client.policy or service.settings.privacy.policy
        if wanted not in policy_names(service):
            raise FieldRefused(
                "there is no policy of that name",
                hint=f"choose one of: {', '.join(policy_names(service))}",
                param="policy",
            )
        key, checked = service.current_key, None if epsilon is None else _checked(epsilon)
        with self._lock:
            doorway = self._doorway(service, wanted, key, checked)
            if doorway not in self._warm:
                doorway.gateway.request([_WARM_UP])
                self._warm.add(doorway)
        return wanted, doorway

    def send(self, service: Service, client: Client, model: str, name: str | None, epsilon: Any) -> Route:
        """How a request leaves.

        Raises:
            RequestError: see `look`; or the client may not choose that, or nobody has the model.
        """
        found = service.route(client, model, None, None)
        wanted, doorway = self.look(service, client, name or found.policy, epsilon)
        if wanted != found.policy and not self._chosen(service, wanted):
            raise FieldRefused(
                "under this policy you can look at what would leave, but not send it",
                hint="choose another one, or let the operator add it to client_policies of [privacy]",
                param="policy",
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

    def _doorway(self, service: Service, name: str, key: str, epsilon: int | None) -> Doorway:
        if epsilon is None:
            return service.doorway(name, key)
        known = service, name, key, epsilon
        if known not in self._kept:
            secret = service.secrets[key]
            gateway = service.gateway(with_epsilon(service.settings.policy(name), epsilon), secret)
            self._kept[known] = Doorway(gateway, key=secret, scope=service.settings.privacy.scope)
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(known)
        return self._kept[known]


def epsilons_of(policy: Policy) -> tuple[float, ...]:
    """What a policy gives to phrases and words, smallest first; empty where it draws none of them."""
    phrases = policy.types.values() if policy.kind in ("entities", "hybrid") else ()
    found = {rule.epsilon for rule in phrases if rule.treatment == "mechanism" and rule.epsilon is not None}
    return tuple(sorted(found | ({policy.tokens.epsilon} if policy.draws_words else set[float]())))


def with_epsilon(policy: Policy, epsilon: float) -> Policy:
    """The policy with another epsilon of words and phrases; numbers, which are priced per distance, keep theirs."""
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
