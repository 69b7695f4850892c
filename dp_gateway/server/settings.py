"""Settings of the server: one TOML file, environment variables over it, flags over both.

[server]            where it listens, with how many workers
[privacy]           default policy, scope of draws, the key of repeatable draws
[upstreams.NAME]    a provider: base URL, key, the models that go there
[policies.NAME]     policies of your own: a file, or the settings themselves
[keys.NAME]         keys that the gateway itself hands out, stored as hashes
[limits]            size, time, concurrency
[budgets.NAME]      how much epsilon may be spent, by whom, in which time
[ledger]            where spending is kept
[batches]           where what restores the results of batches is kept, sealed; without it they are refused
[judge]             a model that judges a share of the traffic, beside it
[second_step]       a local model that corrects replies against the private request
[kept]              responses that a provider keeps

`DP_GATEWAY_SERVER__PORT=9000` sets `port` of `[server]`, and so on for every table and field.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator

from dp_gateway.budget.settings import BudgetName, BudgetSettings, LedgerSettings
from dp_gateway.configuration import Table, read_toml, refused
from dp_gateway.errors import ConfigurationError
from dp_gateway.judging.settings import JudgeSettings
from dp_gateway.policy import Policy, named_policy, parse_policy
from dp_gateway.second_step import SecondStepSettings

__all__ = [
    "BatchSettings",
    "KeptSettings",
    "KeySettings",
    "LimitSettings",
    "PrivacySettings",
    "ServerSettings",
    "Settings",
    "UpstreamSettings",
    "load_settings",
    "read_environment",
    "read_file",
]

_PREFIX = "DP_GATEWAY_"
_HASH = re.compile(r"sha256:[0-9a-f]{64}")


class ServerSettings(Table):
    """The address and the processes of the server.

    Attributes:
        host, port: address.
        hosts: names that clients may call it by, besides localhost and addresses; "*" allows all.
        origins: of web pages that may use it, such as https://chat.example.com; "*" allows all.
        workers: processes; they share the memory-mapped index, and need one key of draws.
        playground: serve `/playground`.
        access_log: one JSON line per request on standard error, without content.
        metrics: serve `/metrics`; to loopback, and, where the gateway has keys of its own, to whoever sends one.
        tracing: OpenTelemetry spans without content; by default where its environment variables name a collector.
        detection_processes: processes of each worker that look for what is private, one of them for long texts; they
            share what they load.
        shutdown_seconds: how long streams in flight may go on after a signal to stop.
    """

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    hosts: list[str] = Field(default_factory=list)
    origins: list[str] = Field(default_factory=list)
    workers: int = Field(default=1, ge=1, le=256)
    playground: bool = True
    access_log: bool = False
    metrics: bool = True
    tracing: bool | None = None
    detection_processes: int = Field(default=2, ge=2, le=64)
    shutdown_seconds: float = Field(default=30, ge=0, le=3600, allow_inf_nan=False)


class PrivacySettings(Table):
    """The protection of requests, unless a key or a model says otherwise.

    Attributes:
        policy: a preset, a name of `[policies]`, or a file.
        tenants: policy by tenant of `[keys]`, unless the key names one itself.
        models: policy by model name; `*` at the end of a name matches any rest.
        scope: what draws are shared within: one `request`, a `conversation` (an id in the header `x-dp-conversation`,
            else all that was said so far), a `user` (the request's own field), a `tenant`. A user who is
            named is part of each.
        keys: key files of repeatable draws by id; new conversations use the last one. Without any, a file in the
            user's configuration folder, created on first start.
        client_policies: policies that a client may choose with the header `x-dp-policy`; none by default.
    """

    policy: str = "entities"
    tenants: dict[str, str] = Field(default_factory=dict)
    models: dict[str, str] = Field(default_factory=dict)
    scope: Literal["request", "conversation", "user", "tenant"] = "conversation"
    keys: dict[str, Path] = Field(default_factory=dict)
    client_policies: list[str] = Field(default_factory=list)

    @field_validator("keys")
    @classmethod
    def _ids(cls, keys: dict[str, Path]) -> dict[str, Path]:
        if not all(name.isalnum() for name in keys):
            raise ValueError("a key id is letters and digits alone")
        return keys


class UpstreamSettings(Table):
    """A provider.

    Attributes:
        url: an OpenAI base URL, such as http://127.0.0.1:8080/v1.
        models: names of the models that go there; `*` at the end of a name matches any rest.
        api_key_env, api_key_file: where its key is read from; without either the client's own key is passed on.
        headers: request headers that may go there besides the few that a provider needs.
        connect_seconds, idle_seconds: longest wait for a connection, and between two bytes of a reply.
        retries: how often a request is sent again when nothing of the reply has arrived.
        ca_file: certificates that it may have besides the system's own.
    """

    url: str
    models: list[str] = Field(default_factory=lambda: ["*"])
    api_key_env: str | None = None
    api_key_file: Path | None = None
    headers: list[str] = Field(default_factory=list)
    connect_seconds: float = Field(default=10, gt=0, le=600, allow_inf_nan=False)
    idle_seconds: float = Field(default=300, gt=0, le=3600, allow_inf_nan=False)
    retries: int = Field(default=2, ge=0, le=10)
    ca_file: Path | None = None

    @field_validator("url")
    @classmethod
    def _base(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("write an http or https URL, such as http://127.0.0.1:8080/v1")
        if parts.query or parts.fragment or parts.username or parts.password:
            raise ValueError("a base URL has no query, fragment or password; keys go into api_key_env")
        return url.rstrip("/")


class KeySettings(Table):
    """A key that the gateway hands out itself (`dp-gateway config key`).

    Attributes:
        hash: SHA-256 of the key; the key itself is written nowhere.
        tenant: who it belongs to; keys of one tenant share its scope.
        policy, upstream: names; None leaves the choice to the model.
        body_bytes, concurrency: as in `[limits]`, for this key alone.
    """

    hash: str
    tenant: str = "default"
    policy: str | None = None
    upstream: str | None = None
    body_bytes: int | None = Field(default=None, ge=1024)
    concurrency: int | None = Field(default=None, ge=1)

    @field_validator("hash")
    @classmethod
    def _hashed(cls, value: str) -> str:
        if not _HASH.fullmatch(value):
            raise ValueError(
                "this is no hash of a key; make a key, and the line with its hash: dp-gateway config key NAME"
            )
        return value


class LimitSettings(Table):
    """The limits of what one request may ask for.

    Attributes:
        body_bytes, reply_bytes: largest body (unpacked), and largest reply that is not streamed.
        concurrency: requests at once, in each worker.
        key_concurrency: requests of one key at once, in each worker.
        head_seconds, body_seconds: how long the head of a request, and its body, may take to arrive; who takes nothing
            of a reply for as long as a body may take is cut off.
        sanitizing_seconds: how long one request may compute to be looked through; five times as long by the clock.
        request_seconds: from the first byte of a request to the last of its reply.
    """

    body_bytes: int = Field(default=16 * 2**20, ge=1024)
    reply_bytes: int = Field(default=64 * 2**20, ge=1024)
    concurrency: int = Field(default=2000, ge=1)
    key_concurrency: int = Field(default=2000, ge=1)
    head_seconds: float = Field(default=15, gt=0, le=3600, allow_inf_nan=False)
    body_seconds: float = Field(default=120, gt=0, le=86400, allow_inf_nan=False)
    sanitizing_seconds: float = Field(default=60, gt=0, le=86400, allow_inf_nan=False)
    request_seconds: float = Field(default=900, gt=0, le=86400, allow_inf_nan=False)


class BatchSettings(Table):
    """Batches of OpenAI's API: `/v1/files` and `/v1/batches`.

    Attributes:
        folder: holds what restores their results, sealed; servers that share keys have to share it too.
        keep_days: how long; a provider keeps results for 30 days.
        file_bytes: largest file.
        seconds: how long a file may take to be received and sanitized.
    """

    folder: Path
    keep_days: float = Field(default=31, gt=0, le=3660, allow_inf_nan=False)
    file_bytes: int = Field(default=200 * 2**20, ge=1024)
    seconds: float = Field(default=3600, gt=0, le=86400, allow_inf_nan=False)


class KeptSettings(Table):
    """The state that providers keep for clients of the Responses API; without it, requests that name such are refused.

    Attributes:
        responses: serve `previous_response_id`, `conversation` and `background`, and remember for that, sealed, what
            each response came of.
        file: where that is remembered; by default in the user's data folder.
        days: how long.
        megabytes: how much; the oldest go first.
    """

    responses: bool = False
    file: Path | None = None
    days: float = Field(default=30, gt=0, le=3660, allow_inf_nan=False)
    megabytes: int = Field(default=256, ge=1, le=2**20)


class Settings(Table):
    """All settings of the server.

    Attributes:
        server: where it listens, and what it takes from connections.
        privacy: how requests are protected unless a key or a model says otherwise.
        upstreams: providers by name.
        policies: by name, a preset, a TOML file, or the settings of a policy.
        keys: those that the gateway hands out, by name.
        limits: what one request may ask for.
        budgets: how much may be spent, by name; ledger: where spending is kept.
        batches, kept: what providers keep; None or off refuses it.
        judge: scores replies; second_step: a local model that corrects them; None for neither.
    """

    server: ServerSettings = ServerSettings()
    privacy: PrivacySettings = PrivacySettings()
    upstreams: dict[str, UpstreamSettings] = Field(default_factory=dict)
    policies: dict[str, str | dict[str, Any]] = Field(default_factory=dict)
    keys: dict[str, KeySettings] = Field(default_factory=dict)
    limits: LimitSettings = LimitSettings()
    budgets: dict[BudgetName, BudgetSettings] = Field(default_factory=dict)
    ledger: LedgerSettings = LedgerSettings()
    batches: BatchSettings | None = None
    judge: JudgeSettings | None = None
    second_step: SecondStepSettings | None = None
    kept: KeptSettings = KeptSettings()

    @model_validator(mode="after")
    def _names(self) -> Settings:
        for name, key in self.keys.items():
            if key.upstream is not None and key.upstream not in self.upstreams:
                raise ValueError(f"keys.{name}.upstream: there is no such upstream")
        if self.budgets and self.server.workers > 1 and self.ledger.url.startswith("memory:"):
            raise ValueError(
                "ledger.url: each worker has a memory of its own; use a file (sqlite:///FILE) or one worker"
            )
        if self.kept.responses and self.privacy.scope == "request":
            raise ValueError("kept.responses: draws of one request alone are not found again; use another scope")
        hashes = [key.hash for key in self.keys.values()]
        if len(set(hashes)) != len(hashes):
            raise ValueError("keys: two of them have the same hash")
        return self

    def policy(self, name: str, place: str = "") -> Policy:
        """Find a policy by name: of `[policies]`, a preset, or a file.

        Args:
            place: where it is named, as errors begin.

        Raises:
            ConfigurationError, InputError: see `named_policy`.
        """
        own = self.policies.get(name)
        if isinstance(own, dict):
            return parse_policy({"name": name, **own}, where=f"policies.{name}")
        return named_policy(own if own is not None else name, own=self.policies, place=place)

    @property
    def named_policies(self) -> tuple[str, ...]:
        """Every policy that a request could come under."""
        return tuple(dict.fromkeys(name for _, name in self.chosen_policies))

    @property
    def chosen_policies(self) -> Iterator[tuple[str, str]]:
        """The settings that name a policy, and its name."""
        privacy = self.privacy
        yield "privacy.policy", privacy.policy
        for table, chosen in (("tenants", privacy.tenants), ("models", privacy.models)):
            yield from ((f"privacy.{table}.{whose}", name) for whose, name in chosen.items())
        yield from ((f"keys.{name}.policy", key.policy) for name, key in self.keys.items() if key.policy is not None)
        yield from (("privacy.client_policies", name) for name in privacy.client_policies)


def check_providers(settings: Settings) -> None:
    """See that no provider is the gateway itself; a server calls it at its start, and `config check`.

    Raises:
        ConfigurationError: one is; requests would go round in a circle until their time is up.
    """
    for name, upstream in settings.upstreams.items():
        if _is_itself(settings.server, upstream.url):
            raise ConfigurationError(
                f"upstreams.{name}.url is the address of the gateway itself: requests would go round in a circle",
                hint="name the provider: --upstream URL (without it OPENAI_BASE_URL is taken); or another --port",
            )


_EVERYWHERE = ("0.0.0.0", "::")
_PORTS = {"http": 80, "https": 443}


def _is_itself(server: ServerSettings, url: str) -> bool:
    """Whether a provider's URL is an address that the server listens on."""
    parts = urlsplit(url)
    if (parts.port or _PORTS[parts.scheme]) != server.port:
        return False
    here = is_loopback(server.host) or server.host in _EVERYWHERE
    host = parts.hostname or ""
    return host == server.host or (here and (is_loopback(host) or host in _EVERYWHERE))


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def load_settings(
    path: Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    overrides: Mapping[str, Mapping[str, Any]] | None = None,
    provider: str | None = None,
) -> Settings:
    """Read settings from a file, the environment, and flags, the later ones over the earlier ones.

    Args:
        path: a TOML file; None for defaults alone.
        environment: None takes that of the process.
        overrides: by table and field; `upstreams` stand in the place of all others, so that nothing goes to those.
        provider: the URL that requests go to where nothing names a provider.

    Raises:
        InputError: the file cannot be read.
        ConfigurationError: a setting cannot be used; the message names it.
    """
    overrides = overrides or {}
    data = read_file(path) if path is not None else {}
    told = read_environment(os.environ if environment is None else environment)
    _merge(data, told)
    if "upstreams" in overrides:
        data.pop("upstreams", None)
    _merge(data, overrides)
    if provider is not None and not data.get("upstreams"):
        data["upstreams"] = {"default": {"url": provider}}
    where = str(path) if path is not None else "settings"
    try:
        settings = Settings.model_validate(data)
    except ValidationError as error:
        place = error.errors(include_input=False, include_url=False)[0]["loc"]
        where = _variable(told, place) or where
        hint = "all settings, in a file: dp-gateway config init all.toml; in force: dp-gateway config show --all"
        raise refused(error, where, hint=hint) from None
    for place, name in settings.chosen_policies:
        settings.policy(name, f"{where}: {place}: ")
    return settings


def read_file(path: Path) -> dict[str, Any]:
    """Read the settings of a file, unchecked.

    Args:
        path: a TOML file.

    Raises:
        InputError: it cannot be read.
        ConfigurationError: it is not TOML.
    """
    mend = f"mend it, then: dp-gateway config check {path}"
    return read_toml(path, missing=f"write one: dp-gateway config init {path}", mend=mend)


def read_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read `DP_GATEWAY_TABLE__FIELD=value`, deeper tables with further double underscores; values as in TOML, or plain.

    Args:
        environment: variables by name, such as `os.environ`; without a double underscore they are no settings.
    """
    data: dict[str, Any] = {}
    for variable, value in sorted(environment.items()):
        path = variable.removeprefix(_PREFIX).lower().split("__")
        if not variable.startswith(_PREFIX) or len(path) == 1:
            continue
        table = data
        for name in path[:-1]:
            table = table.setdefault(name, {})
        table[path[-1]] = _plain(value)
    return data


def _variable(told: Mapping[str, Any], place: Sequence[int | str]) -> str:
    """The variable that set what stands at a place; an empty string where none did."""
    found: Any = told
    for depth, name in enumerate(place):
        if not isinstance(found, Mapping) or name not in found:
            return ""
        found = cast(Mapping[Any, Any], found)[name]
        if not isinstance(found, Mapping):
            return f"{_PREFIX}{'__'.join(map(str, place[: depth + 1])).upper()}"
    return f"{_PREFIX}{'__'.join(map(str, place)).upper()}__..." if place else ""


def _plain(value: str) -> Any:
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def _merge(into: dict[str, Any], new: Mapping[str, Any]) -> None:
    for name, value in new.items():
        if isinstance(value, Mapping) and isinstance(into.get(name), dict):
            _merge(into[name], cast(Mapping[str, Any], value))
        else:
            into[name] = dict(cast(Mapping[str, Any], value)) if isinstance(value, Mapping) else value
