"""Where a model is served, and whether it may see private text.

`trust="local"` is a promise of whoever writes it, never a default: the server behind the address keeps what it is
sent. What can be checked is checked: the host of a local endpoint has to be this machine or a private network, unless
it is vouched for by name. Host names are not looked up, because what a name resolves to may change afterwards. What
cannot be checked is whether a local server passes prompts on (a proxy, a model "in the cloud" behind a local port).
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from dp_gateway.errors import ConfigurationError, UntrustedModel

Trust = Literal["local", "remote"]

_PRIVATE = tuple(
    ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
"""Listed here because `ipaddress` changes from one Python version to the next what it calls private."""

_PRIVATE_NAMES = (".localhost", ".local", ".internal", ".home.arpa")
"""Special-use names (RFC 6761, 6762, 8375; ICANN 2024 for `.internal`): no public name server answers for them."""

_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible server and a model on it.

    Args:
        base_url: such as `http://127.0.0.1:11434/v1`.
        model: the name by which the server knows the model.
        trust: `"local"` if the server may see private text, else `"remote"`; there is no default.
        api_key_env: name of the environment variable that holds the key; None sends none.
        timeout: seconds to wait for an answer.
        retries: further attempts after 408, 409, 429, 5xx and lost connections, with growing pauses.
        trusted_host: vouch for a local endpoint whose host is neither this machine nor in a private network.

    Raises:
        UntrustedModel: declared local, but the host is public.
        ConfigurationError: anything else that cannot be used.
    """

    base_url: str
    model: str
    trust: Trust
    api_key_env: str | None = None
    timeout: float = 120.0
    retries: int = 4
    trusted_host: bool = False

    def __post_init__(self) -> None:
        check_trust(self.trust)
        parts = _parts(self.base_url)
        if parts.username or parts.password:
            raise ConfigurationError(
                f"the address of the model on {parts.hostname} holds a user name or password",
                hint="put the key into an environment variable and name it: api_key_env=...",
            )
        if not self.model:
            raise ConfigurationError("the endpoint names no model", hint=f"see {self.base_url.rstrip('/')}/models")
        if self.timeout <= 0 or self.retries < 0:
            raise ConfigurationError("timeout must be positive and retries not negative", hint="leave them out")
        if self.trust == "local" and not self.trusted_host:
            check_local_host(self.host)

    @property
    def host(self) -> str:
        """Host of the address, for messages."""
        return urlsplit(self.base_url).hostname or ""

    def api_key(self) -> str | None:
        """Return the key, read anew on each call; None where none is wanted.

        Raises:
            ConfigurationError: the variable is not set.
        """
        if self.api_key_env is None:
            return None
        key = os.environ.get(self.api_key_env)
        if not key:
            raise ConfigurationError(
                f"the environment variable {self.api_key_env} is not set",
                hint=f"export {self.api_key_env}=..., or leave api_key_env out where no key is needed",
            )
        return key


def check_trust(trust: object) -> None:
    """Check that trust is declared. Raises ConfigurationError where it is neither "local" nor "remote"."""
    if trust not in ("local", "remote"):
        raise ConfigurationError(
            'the trust of a model must be declared: "local" or "remote"',
            hint='say trust="local" only if the server behind it may see private text',
        )


def check_local_host(host: str) -> None:
    """Check that a host is this machine or in a private network. Raises UntrustedModel where it is not, or its name
    does not tell.
    """
    if not _is_private(host):
        raise UntrustedModel(
            f"the model on {host} is declared local, but the host is not known to be in a private network",
            hint='declare it trust="remote", use an address such as 127.0.0.1, or vouch for it: trusted_host=True',
        )


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, usable = urlsplit(""), False
    if not usable:
        raise ConfigurationError(
            "the address of a model must be an http or https URL",
            hint="give the base URL, such as http://127.0.0.1:11434/v1",
        )
    return parts


def _is_private(host: str) -> bool:
    name = host.lower().rstrip(".")
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        # Other characters are read in different ways by different libraries.
        return _NAME.fullmatch(name) is not None and (name == "localhost" or name.endswith(_PRIVATE_NAMES))
    return any(_plain(address) in network for network in _PRIVATE)


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    # ::ffff:8.8.8.8 is 8.8.8.8.
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
