"""What `dp-gateway config check` looks at besides the values of settings: files, certificates, providers."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dp_gateway.errors import ConfigurationError, UpstreamFailed
from dp_gateway.policy import default_key_file

if TYPE_CHECKING:
    from dp_gateway.server.settings import Settings
    from dp_gateway.server.upstream import Upstream

__all__ = ["check_settings", "connects"]

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OK = 200
_REFUSED = (401, 403)
_LONGEST_LIST = 2**24


def check_settings(settings: Settings) -> Iterator[str]:
    """Warnings.

    Raises:
        GatewayError: the server would not start.
    """
    from dp_gateway.pipeline import Gateway
    from dp_gateway.server.tracing import tracing
    from dp_gateway.server.upstream import Upstreams

    for name in dict.fromkeys((*settings.named_policies, *settings.policies)):
        policy = settings.policy(name)
        Gateway(policy).check()
        if policy.kind == "observe":
            yield f"the policy {name} changes nothing: everything leaves in clear"
    yield from _key_files(settings)
    upstreams = Upstreams(settings.upstreams)
    for name, upstream in upstreams.by_name.items():
        yield from _provider(name, upstream)
    if not settings.upstreams:
        yield "no [upstreams.NAME]: requests go to $OPENAI_BASE_URL, or to OpenAI"
    own_keys = any(upstream.key for upstream in upstreams.by_name.values())
    if own_keys and not settings.keys and not _loopback(settings.server.host):
        yield (
            "whoever reaches the server uses the keys of your providers: hand out keys with "
            "dp-gateway config key NAME, or listen on 127.0.0.1"
        )
    if own_keys and not settings.keys and any(budget.per == "key" for budget in settings.budgets.values()):
        yield (
            "a budget is for each key, and nobody checks keys: all callers have one account together; hand out keys "
            "with dp-gateway config key NAME"
        )
    tracing(settings.server.tracing)
    if settings.judge is not None:
        settings.judge.open()
    if settings.second_step is not None:
        settings.second_step.open()


def _key_files(settings: Settings) -> Iterator[str]:
    from dp_gateway.randomness import Secret

    default = default_key_file()
    for path in settings.privacy.keys.values() or ([default] if default.exists() else []):
        if not path.exists():
            raise ConfigurationError(
                f"privacy.keys: {path} does not exist", hint=f"create it with: dp-gateway config secret {path}"
            )
        Secret.from_file(path)
        yield from _private(path)


def _provider(name: str, upstream: Upstream) -> Iterator[str]:
    settings = upstream.settings
    if settings.api_key_file is not None:
        yield from _private(settings.api_key_file)
    parts = urlsplit(settings.url)
    if parts.scheme == "http" and not _loopback(parts.hostname or ""):
        yield f"upstreams.{name}.url is http: whoever is on the way reads what is sent; use https"


def _private(path: Path) -> Iterator[str]:
    if path.stat().st_mode & _OTHERS:
        yield f"others than its owner may read or write {path}: chmod 600 {path}"


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def connects(settings: Settings) -> list[tuple[str, str]]:
    """What each provider answers when it is asked for its models.

    Raises:
        UpstreamFailed: one cannot be reached, or serves no models at that address.
    """
    return asyncio.run(_ask(settings))


async def _ask(settings: Settings) -> list[tuple[str, str]]:
    from dp_gateway.server import headers
    from dp_gateway.server.upstream import Upstreams

    upstreams = Upstreams(settings.upstreams)
    try:
        return [(name, await _answer(name, upstream, headers.to_provider({}, (), upstream.key, api_key=False)))
                for name, upstream in upstreams.by_name.items()]  # fmt: skip
    finally:
        await upstreams.close()


async def _answer(name: str, upstream: Upstream, sent: dict[str, str]) -> str:
    reply = await upstream.get("/models", sent, _LONGEST_LIST)
    if reply.status == _OK:
        return "answers"
    if reply.status in _REFUSED:
        if upstream.key is None:
            return "answers, and wants the client's key"
        hint = f"see api_key_env or api_key_file of [upstreams.{name}]"
        raise UpstreamFailed(f"the provider {name} refuses the key", hint=hint)
    raise UpstreamFailed(
        f"the provider {name} answered {reply.status} to GET /models", hint=f"see the url of [upstreams.{name}]"
    )
