"""Keeps web pages away: a page that a user of this machine has open is no client of the gateway.

A browser sends a page's requests to 127.0.0.1 as readily as anywhere else. So a request has to name the gateway by a
name that nobody can point here (or a page could read replies by way of DNS), and a page of another origin is refused,
unless the operator allows it. Clients that are no browsers send no origin. With what a page only embeds, such as a
picture whose address is a route, a browser sends no origin either, but says that it is of another site.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dp_gateway.errors import RequestError
from dp_gateway.server.asgi import error_body, send_json

_ANY = "*"
_PROBES = ("/healthz", "/readyz")
_HEADER_NAMES = re.compile(rb"[A-Za-z0-9_, -]{1,2000}")
_HOST = re.compile(r"(?:\[[^\[\]]*\]|[^\[\]:]*)(?::\d*)?")
"""What `urlsplit` reads otherwise: it takes "[::1]evil.example" for an address."""

_SECONDS = b"600"
_SHOWN = (
    b"retry-after, request-id, x-request-id, x-dp-budget-remaining, x-dp-budget-remaining-delta, x-dp-budget-warning, "
    b"x-dp-caution, x-dp-certified, x-dp-delta, x-dp-dropped, x-dp-epsilon, x-dp-key, x-dp-languages, "
    b"x-dp-mechanism, x-dp-observed, x-dp-policy, x-dp-second-step"
)
_DEFAULT_PORTS = {"http": 80, "https": 443}


class OwnPages:
    """Middleware: refuses hosts and origins that are not the gateway's own. `hosts`: names that clients may call the
    gateway by, besides loopback names and addresses; "*" allows all. `origins`: of pages that may use it, such as
    https://chat.example.com; "*" allows all.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = (), origins: Sequence[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._origins = frozenset(origin.lower().rstrip("/") for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"] in _PROBES:
            await self._app(scope, receive, send)
            return
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        if not all(map(self._known, hosts)):
            await send_json(send, 421, error_body(_unknown_host(), ""))
        elif not origins and _is_embedded(scope["headers"]):
            await send_json(send, 403, error_body(_foreign(), ""))
        elif not origins:
            await self._app(scope, receive, send)
        elif all(map(self._allowed, origins)):
            await self._shared(scope, receive, send, origins[0].encode("latin-1"))
        elif hosts and all(_same(host, origin) for host in hosts for origin in origins):
            await self._app(scope, receive, send)
        else:
            await send_json(send, 403, error_body(_foreign(), ""))

    def _known(self, host: str) -> bool:
        name = _name(host)
        # Nobody can point an address somewhere else.
        return name == "localhost" or _is_address(name) or name in self._hosts or _ANY in self._hosts

    def _allowed(self, origin: str) -> bool:
        return origin.lower() in self._origins or _ANY in self._origins

    async def _shared(self, scope: Scope, receive: Receive, send: Send, origin: bytes) -> None:
        """Serve a page of an origin that is allowed, and tell its browser so (CORS)."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        allowed = [(b"access-control-allow-origin", origin), (b"vary", b"origin")]
        if scope["method"] == "OPTIONS" and b"access-control-request-method" in headers:
            asked = headers.get(b"access-control-request-headers", b"")
            allowed += [
                (b"access-control-allow-methods", b"GET, POST"),
                (b"access-control-allow-headers", asked if _HEADER_NAMES.fullmatch(asked) else b""),
                (b"access-control-allow-private-network", b"true"),
                (b"access-control-max-age", _SECONDS),
            ]
            await send({"type": "http.response.start", "status": 204, "headers": allowed})
            await send({"type": "http.response.body", "body": b""})
            return
        allowed.append((b"access-control-expose-headers", _SHOWN))

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *allowed]
            await send(message)

        await self._app(scope, receive, told)


def _is_embedded(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """Whether a browser loads a route for a page of another site or port (Fetch Metadata); a link may lead here."""
    sent = dict(headers)
    foreign = sent.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin")
    return foreign and sent.get(b"sec-fetch-mode") != b"navigate"


@lru_cache
def _name(host: str) -> str:
    """The name in a `Host` header; empty where it is none."""
    if not _HOST.fullmatch(host):
        return ""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # what stands for one is a number
    except ValueError:
        return ""
    return (parts.hostname or "").rstrip(".") if parts.netloc == host and "@" not in host else ""


@lru_cache
def _same(host: str, origin: str) -> bool:
    """Whether an origin is the host that was asked."""
    try:
        page, here = urlsplit(origin), urlsplit(f"//{host}")
        port = _DEFAULT_PORTS.get(page.scheme)
        return port is not None and (page.hostname, page.port or port) == (here.hostname, here.port or port)
    except ValueError:
        return False


@lru_cache
def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _unknown_host() -> RequestError:
    return RequestError(
        "the gateway is not known by this host name, and has sent nothing",
        hint="call it by 127.0.0.1 or localhost, or add the name to hosts of [server]",
        status=421,
        code="host_not_allowed",
    )


def _foreign() -> RequestError:
    return RequestError(
        "the gateway does not serve pages of other origins, and has sent nothing",
        hint="add the page's origin to origins of [server]",
        status=403,
        code="origin_not_allowed",
    )
