"""Opens the gateway for every part: by the policy that a call has, and the conversation that it belongs to."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from dp_gateway.api import Shape
from dp_gateway.budget.settings import Budget, LedgerSettings
from dp_gateway.configuration import refused
from dp_gateway.errors import ConfigurationError, GatewayError, InvalidSecret, check_argument, did_you_mean
from dp_gateway.exchange import Caller, Doorway, Exchange, ScopeKind, default_key
from dp_gateway.pipeline import EntityReport, Gateway
from dp_gateway.policy import PRESETS, Policy, default_key_file, load_policy
from dp_gateway.privacy.guarantee import check_epsilon
from dp_gateway.randomness import Secret
from dp_gateway.till import shared_till

_Made = TypeVar("_Made")

_CONVERSATION = ("conversation", "thread_id", "session_id")
_USER = ("user", "user_id", "langgraph_auth_user_id")

_MOST = 64
"""Settings whose gateways are kept: a configurable step is made anew for every call, and must not load them again."""

_REPORTS: ContextVar[list[EntityReport] | None] = ContextVar("reports", default=None)


@contextmanager
def privacy_reports() -> Generator[list[EntityReport]]:
    """Gather what the parts inside the block sanitize: a report for each call, in the order in which they are opened.

    Batches, agents and async calls that begin inside of it count, those that another block inside gathers do not.
    """
    reports: list[EntityReport] = []
    token = _REPORTS.set(reports)
    try:
        yield reports
    finally:
        _REPORTS.reset(token)


def _told(exchange: Exchange) -> Exchange:
    if (reports := _REPORTS.get()) is not None:
        reports.append(exchange.report)
    return exchange


_doorways: dict[tuple[bytes, ScopeKind, str], Doorway] = {}
_lock = threading.Lock()


_HELD = ("key", "gateway", "budget", "judging", "second_step")
"""Settings of parts that no file and no other process is told, or can have."""


class Door:
    """Opens a doorway for each policy that is asked for; safe to share between threads. Pickled it holds no key: it
    takes that of the default key file, where it is the same. `key_name`: tells keys apart.
    """

    def __init__(
        self,
        policy: Policy | str | Path,
        key: Secret | None,
        scope: ScopeKind,
        gateway: Gateway | None,
        budget: Budget | None = None,
        ledger: str | LedgerSettings | Mapping[str, Any] = "",
    ) -> None:
        self._key = key or default_key()
        self._scope: ScopeKind = scope
        self._default = gateway.policy if gateway is not None else load_policy(policy)
        self._own = None if gateway is None else Doorway(gateway, key=self._key, scope=scope)
        # By value: each object that reads the key has a `Secret` of its own.
        self.key_name = self._key.subkey(b"doorways")
        self._till = shared_till(budget, ledger, self._key)

    def __reduce__(self) -> tuple[Callable[..., Door], tuple[Any, ...]]:
        return _again, (self._default, self._scope, self.key_name)

    def __deepcopy__(self, memo: dict[int, Any]) -> Door:
        return self

    def _doorway(self, config: RunnableConfig | None, epsilon: float | None) -> Doorway:
        """The doorway of a call: `policy` and `epsilon` of `config["configurable"]` go before those of the part."""
        given = _configurable(config)
        policy = load_policy(given["policy"]) if "policy" in given else self._default
        return self._under(_at(policy, given.get("epsilon", epsilon)))

    def _under(self, policy: Policy) -> Doorway:
        if policy is not self._default:
            return self._shared(policy)
        if self._own is None:
            self._own = self._shared(policy)
        return self._own

    def _shared(self, policy: Policy) -> Doorway:
        name = self.key_name, self._scope, policy.model_dump_json()
        with _lock:
            found = _doorways.pop(name, None) or Doorway(
                Gateway(policy, key=self._key), key=self._key, scope=self._scope
            )
            _doorways[name] = found
            if len(_doorways) > _MOST:
                del _doorways[next(iter(_doorways))]
            return found

    def open(
        self, shape: Shape, body: dict[str, Any], config: RunnableConfig | None, epsilon: float | None
    ) -> Exchange:
        """Sanitize a request, and pay for it. Raises GatewayError where it cannot be sanitized, or may not be
        paid for.
        """
        doorway, caller = self._doorway(config, epsilon), self.caller(config)
        return _told(self._till.charge(doorway, doorway.open(shape, body, caller), caller))

    def open_many(
        self,
        shape: Shape,
        bodies: Sequence[dict[str, Any] | Exception],
        configs: Sequence[RunnableConfig | None],
        epsilon: float | None,
        *,
        return_exceptions: bool,
    ) -> list[Exchange | Exception]:
        """Open many requests: what `open` gives for each, in less time. `bodies`: one per request, or what went wrong
        with it before, which stays in its place. `return_exceptions`: what goes wrong with one of them is put in its
        place, and not raised.
        """
        opened: dict[int, Exchange | Exception] = {}
        together: dict[Doorway, list[int]] = {}
        for at, (body, config) in enumerate(zip(bodies, configs, strict=True)):
            if isinstance(body, Exception):
                opened[at] = body
                continue
            doorway = attempt(partial(self._doorway, config, epsilon), return_exceptions=return_exceptions)
            if isinstance(doorway, Exception):
                opened[at] = doorway
            else:
                together.setdefault(doorway, []).append(at)
        for doorway, found in together.items():
            given = [cast("dict[str, Any]", bodies[at]) for at in found]
            callers = [self.caller(configs[at]) for at in found]
            exchanges = _opened(doorway, shape, given, callers, return_exceptions=return_exceptions)
            for at, exchange, caller in zip(found, exchanges, callers, strict=True):
                if not isinstance(exchange, Exception):
                    charge = partial(self._till.charge, doorway, exchange, caller)
                    exchange = attempt(charge, return_exceptions=return_exceptions)  # noqa: PLW2901
                opened[at] = exchange
        in_order = [opened[at] for at in range(len(bodies))]
        return [one if isinstance(one, Exception) else _told(one) for one in in_order]

    @staticmethod
    def caller(config: RunnableConfig | None) -> Caller:
        """Return the conversation (`conversation`, `thread_id` or `session_id` of `config["configurable"]`) and the
        user.

        The user is `user`, `user_id` or `langgraph_auth_user_id`: two who number their threads alike share nothing.
        """
        given = _configurable(config)
        conversation, user = (
            next((str(given[name]) for name in names if given.get(name)), "") for names in (_CONVERSATION, _USER)
        )
        return Caller(conversation=conversation, user=user)


def _again(policy: Policy, scope: ScopeKind, key_name: bytes) -> Door:
    """A door that was pickled. Raises InvalidSecret where it would draw otherwise than before."""
    file = default_key_file()
    if file.exists():
        door = Door(policy, None, scope, None)
        if hmac.compare_digest(door.key_name, key_name):
            return door
    raise InvalidSecret(
        "this machine has another default key than the process that pickled the part",
        hint=f"copy the key file of that process to {file}, mode 0600",
    )


def attempt(make: Callable[[], _Made], *, return_exceptions: bool) -> _Made | Exception:
    """Call `make`; return what it gives, or what goes wrong with it if that is to be returned."""
    try:
        return make()
    except Exception as error:
        if not return_exceptions:
            raise
        return error


def _opened(
    doorway: Doorway,
    shape: Shape,
    bodies: Sequence[dict[str, Any]],
    callers: Sequence[Caller],
    *,
    return_exceptions: bool,
) -> Sequence[Exchange | Exception]:
    try:
        return doorway.open_many(shape, bodies, callers)
    except Exception:
        if not return_exceptions:
            raise
    # One of them may be at fault, and the others need not suffer.
    each = zip(bodies, callers, strict=True)
    return [attempt(partial(doorway.open, shape, body, caller), return_exceptions=True) for body, caller in each]


def _configurable(config: RunnableConfig | None) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", (config or {}).get("configurable") or {})


def run_of(config: RunnableConfig) -> UUID | None:
    """Return the id of the run that a step stands in; None outside a chain."""
    manager: Any = config.get("callbacks")
    return getattr(manager, "parent_run_id", None)


def _at(policy: Policy, epsilon: float | None) -> Policy:
    """The policy with another nominal epsilon of words and phrases."""
    if epsilon is None:
        return policy
    check_epsilon(epsilon)
    data = policy.model_dump(exclude_unset=False)
    data["tokens"]["epsilon"] = epsilon
    for rule in data["types"].values():
        if rule["treatment"] == "mechanism":
            rule["epsilon"] = epsilon
    return Policy.model_validate(data)


def check_settings(part: type[Any], kind: type[BaseModel], given: Mapping[str, Any]) -> None:
    """Check that a part has a setting for all that it is given: those of `kind`. Raises ConfigurationError where it has
    none: a policy or a budget by a wrong name would be none.
    """
    for name in given:
        if name not in kind.model_fields:
            near, known = did_you_mean(name, kind.model_fields), ", ".join(sorted(DoorFields.model_fields))
            raise ConfigurationError(
                f"{part.__name__} has no setting {name!r}", hint=f"{near}among its settings are {known}"
            )


def check_pickled(kind: type[Any], given: Mapping[str, Any]) -> None:
    """Check that a part can be pickled. Raises ConfigurationError where it has a setting that is not."""
    for name in _HELD:
        if given.get(name) is not None:
            raise ConfigurationError(
                f"{kind.__name__} with {name} cannot be pickled",
                hint="make it in each process that uses it; one without key reads the default key file there",
            )


class DoorFields(BaseModel):
    """What all parts are made with; one that has no such setting raises ConfigurationError.

    A part is pickled without its key: each process has to have the same default key file. One with a key, a gateway, a
    budget, a judge or a second step of its own is not.

    Attributes:
        policy: a preset, a TOML file, or a `Policy`.
        epsilon: instead of that of the policy, for words and for phrases drawn by a mechanism.
        key: of repeatable draws; None takes the default key file, which is created where there is none.
        scope: what draws are shared within.
        gateway: instead of policy.
        budget: how much epsilon may be spent: a number, a `BudgetSettings`, or several by name, as `[budgets]` of the
            server; None for no limit. A request is charged when it is sanitized; one that does not fit raises
            `BudgetExceeded`, and is not handed on.
        ledger: where spending is kept: a URL, or settings as `[ledger]` of the server; by default a file in the user's
            data folder.
    """

    # A key or a ledger's password may be what does not fit.
    model_config = ConfigDict(arbitrary_types_allowed=True, hide_input_in_errors=True)

    policy: Policy | str | Path = "entities"
    epsilon: float | None = None
    key: Secret | None = None
    scope: ScopeKind = "conversation"
    gateway: Gateway | None = None
    budget: Any = None
    ledger: Any = Field(default="", repr=False)
    _door: Door = PrivateAttr()

    def __init__(self, policy: Policy | str | Path = "entities", **options: Any) -> None:
        check_settings(type(self), type(self), options)
        check_argument("policy", policy, str, Path, Policy, hint=f"use one of {', '.join(PRESETS)}, or a TOML file")
        check_argument("epsilon", options.get("epsilon"), int, float, type(None), hint="give a number, such as 6")
        try:
            super().__init__(policy=policy, **options)
        except ValidationError as error:
            # What a gateway or a ledger says of its setting is an error of ours already.
            said = error.errors(include_url=False)[0].get("ctx", {}).get("error")
            if isinstance(said, GatewayError):
                raise said from None
            own = type(self).__name__
            raise refused(error, own, hint=f"see: help({own})") from None

    def __getstate__(self) -> dict[Any, Any]:
        check_pickled(type(self), vars(self))
        return super().__getstate__()

    def model_post_init(self, context: Any, /) -> None:
        """Make the gateway, and the ledger if there is a budget; pydantic calls it once the fields are set."""
        super().model_post_init(context)
        self._door = Door(self.policy, self.key, self.scope, self.gateway, self.budget, self.ledger)
