"""Providers: one pooled client each, tried again only while nothing of the reply has arrived."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterable, Callable, Mapping
from io import BytesIO
from typing import NamedTuple

import aiohttp

from dp_gateway.errors import ConfigurationError, RequestError, UpstreamFailed
from dp_gateway.pipeline.results import SanitizedBody
from dp_gateway.server.settings import UpstreamSettings

UNREACHABLE = "upstream_unreachable"
Body = bytes | Callable[[], AsyncIterable[bytes]] | None
"""Of a request; one that is made piece by piece is made anew for each attempt."""

_AGAIN = (502, 503, 504)
"""A proxy's answers: the provider has not seen the request. What the provider itself says, 429 and 500 among it, goes
to the client, which has rules of its own about trying again."""

_FIRST_PAUSE = 0.1
_KEEP_ALIVE_SECONDS = 60
_PIECES = 2**20


class UpstreamReply(NamedTuple):
    """A whole reply."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Upstream:
    """A provider.

    Args:
        settings: where it is, and how patient to be.

    Attributes:
        name, settings: as given.
        key: the provider's key; None where the client's own is passed on.

    Raises:
        ConfigurationError: its key or its certificates cannot be read.
    """

    def __init__(self, name: str, settings: UpstreamSettings) -> None:
        self.name, self.settings = name, settings
        self.key = _read_key(name, settings)
        self._ssl = _certificates(name, settings)
        self._session: aiohttp.ClientSession | None = None

    def _client(self) -> aiohttp.ClientSession:
        if self._session is None:
            settings = self.settings
            connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=_KEEP_ALIVE_SECONDS, ssl=self._ssl)
            timeout = aiohttp.ClientTimeout(
                total=None, sock_connect=settings.connect_seconds, sock_read=settings.idle_seconds
            )
            # No cookies, no .netrc: what goes out is what `headers.to_provider` says.
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
            )
        return self._session

    async def post(self, path: str, body: SanitizedBody, headers: Mapping[str, str]) -> aiohttp.ClientResponse:
        """Send a sanitized request, and return when the head of the reply has arrived; the caller closes it. `path`,
        `body`, `headers`: of the request; the path goes behind the base URL. Raises UpstreamFailed: the provider cannot
        be reached, does not answer in time, or redirects; its code is `UNREACHABLE` only if no attempt had a
        connection, so that nothing was sent.
        """
        return await self._open("POST", path, body.to_json(), headers)

    async def ask(self, method: str, path: str, headers: Mapping[str, str]) -> aiohttp.ClientResponse:
        """Send a request that has no body, by another method, as `post` does.

        Raises:
            UpstreamFailed: see `post`.
        """
        return await self._open(method, path, None, headers)

    async def _open(self, method: str, path: str, body: Body, headers: Mapping[str, str]) -> aiohttp.ClientResponse:
        pause, left, connected = _FIRST_PAUSE, self.settings.retries, False
        while True:
            try:
                response = await self._client().request(
                    method, self.settings.url + path, data=_written(body), headers=headers, allow_redirects=False
                )
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                connected = connected or not isinstance(error, aiohttp.ClientConnectorError)
                if left == 0 or not _worth_repeating(error):
                    raise _failure(self.name, error, connected=connected) from None
            else:
                connected = True
                if response.status not in _AGAIN or left == 0:
                    return self._checked(response)
                response.release()
            await asyncio.sleep(pause)
            pause, left = 2 * pause, left - 1

    def _checked(self, response: aiohttp.ClientResponse) -> aiohttp.ClientResponse:
        if 300 <= response.status < 400:  # noqa: PLR2004
            response.release()
            raise UpstreamFailed(
                f"the provider {self.name} answered with a redirection, which is not followed",
                hint=f"set the url of [upstreams.{self.name}] to where it really is",
            )
        if not 200 <= response.status < 600:  # noqa: PLR2004
            # Another protocol, or a number that HTTP has not: no client could read an answer that began so.
            response.close()
            raise UpstreamFailed(
                f"the provider {self.name} answered with a status that ends no request",
                hint="see what stands between the gateway and the provider",
            )
        return response

    async def whole(self, response: aiohttp.ClientResponse, limit: int) -> bytes:
        """Read the whole body of a reply. Raises UpstreamFailed where it breaks off, does not arrive in time, or is
        longer than the limit (bytes).
        """
        try:
            if (response.content_length or 0) > limit:
                raise _too_long(self.name, limit)
            # A compressed body says nothing about how long it becomes.
            known = response.content_length and "content-encoding" not in response.headers
            body = await response.content.read(-1) if known else await self._bounded(response, limit)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise _failure(self.name, error) from None
        response.release()
        return body

    async def _bounded(self, response: aiohttp.ClientResponse, limit: int) -> bytes:
        pieces: list[bytes] = []
        size = 0
        async for piece in response.content.iter_any():
            size += len(piece)
            if size > limit:
                raise _too_long(self.name, limit)
            pieces.append(piece)
        return b"".join(pieces)

    def broken(self, error: BaseException) -> RequestError:
        """Return what to tell the client when a stream breaks off."""
        return _failure(self.name, error)

    async def reply_to(
        self, method: str, path: str, body: Body, headers: Mapping[str, str], limit: int
    ) -> UpstreamReply:
        """Fetch a whole reply to a request of the gateway's own making: batches, and their files of sanitized lines.
        `method`, `path`, `body`, `headers`: of the request; the headers tell the length of a body made piece by piece.
        `limit`: how long the reply may be, in bytes.
        """
        response = await self._open(method, path, body, headers)
        async with response:
            read = await self.whole(response, limit)
            return UpstreamReply(response.status, list(response.headers.items()), read)

    async def close(self) -> None:
        """Close the connections; a request in flight keeps its own until it is done."""
        if self._session is not None:
            await self._session.close()
            self._session = None


class Upstreams:
    """All providers, by model name. `settings`: by name; the first one with a matching pattern gets a model, exact
    names and longer patterns first.
    """

    def __init__(self, settings: Mapping[str, UpstreamSettings]) -> None:
        self.by_name = {name: Upstream(name, one) for name, one in settings.items()}
        pairs = [(pattern, upstream) for upstream in self.by_name.values() for pattern in upstream.settings.models]
        self._exact = {pattern: upstream for pattern, upstream in reversed(pairs) if not pattern.endswith("*")}
        patterns = [(pattern[:-1], upstream) for pattern, upstream in pairs if pattern.endswith("*")]
        self._prefixes = sorted(patterns, key=lambda pair: -len(pair[0]))

    @property
    def alike(self) -> bool:
        """Whether one provider gets every model there is."""
        return len(self.by_name) == 1 and any(not prefix for prefix, _ in self._prefixes)

    def find(self, model: str | None, only: str | None = None) -> Upstream:
        """Find the provider of a model.

        Args:
            only: the name of the one provider that the caller's key leads to; None for all.

        Raises:
            RequestError: no provider has it (404).
        """
        name = model or ""
        if only is not None:
            if any(_fits(name, pattern) for pattern in self.by_name[only].settings.models):
                return self.by_name[only]
        elif name in self._exact:
            return self._exact[name]
        else:
            for prefix, upstream in self._prefixes:
                if name.startswith(prefix):
                    return upstream
        raise RequestError(
            "no provider is configured for this model",
            hint="see the models with GET /v1/models, or add it to the models of an [upstreams.NAME]",
            param="model",
            status=404,
            code="model_not_found",
        )

    async def close(self) -> None:
        """Close all connections."""
        for upstream in self.by_name.values():
            await upstream.close()


def _fits(model: str, pattern: str) -> bool:
    """Whether a model is one that a pattern of `models` names."""
    return model.startswith(pattern[:-1]) if pattern.endswith("*") else model == pattern


def _read_key(name: str, settings: UpstreamSettings) -> str | None:
    if settings.api_key_env is not None:
        key = os.environ.get(settings.api_key_env, "").strip()
        source = f"the environment variable {settings.api_key_env}"
    elif settings.api_key_file is not None:
        try:
            key = settings.api_key_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            key = ""
        source = f"the file {settings.api_key_file}"
    else:
        return None
    if not key:
        raise ConfigurationError(
            f"upstreams.{name}: {source} holds no key", hint="set it, or leave api_key_env and api_key_file out"
        )
    return key


def _certificates(name: str, settings: UpstreamSettings) -> ssl.SSLContext | bool:
    if settings.ca_file is None:
        return True
    try:
        context = ssl.create_default_context()
        context.load_verify_locations(settings.ca_file)
    except (OSError, ssl.SSLError):
        raise ConfigurationError(
            f"upstreams.{name}: {settings.ca_file} holds no certificates that can be read",
            hint="give a PEM file, or leave ca_file out for the system's own",
        ) from None
    return context


def _written(body: Body) -> bytes | BytesIO | AsyncIterable[bytes] | None:
    """A body as the client library takes it: a large one piece by piece, so that others come in between."""
    if callable(body):
        return body()
    return BytesIO(body) if body is not None and len(body) > _PIECES else body


def _worth_repeating(error: BaseException) -> bool:
    """A connection that failed or was dropped; a provider that is slow, or has answered with no HTTP, is not asked
    again: it may have done what was asked.
    """
    return not isinstance(
        error, TimeoutError | aiohttp.ClientSSLError | aiohttp.InvalidURL | aiohttp.ClientResponseError
    )


def was_unsent(error: Exception) -> bool:
    """Return whether no attempt to send a request had a connection."""
    return isinstance(error, UpstreamFailed) and error.code == UNREACHABLE


def _failure(name: str, error: BaseException, *, connected: bool = True) -> UpstreamFailed:
    """The error without the library's text, which may show addresses and bodies."""
    hint = f"see whether it runs, and the url of [upstreams.{name}]: dp-gateway config check"
    if isinstance(error, TimeoutError):
        return UpstreamFailed(
            f"the provider {name} did not answer in time", hint=hint, status=504, code="upstream_timeout"
        )
    if isinstance(error, aiohttp.ClientSSLError):
        return UpstreamFailed(f"the certificate of the provider {name} cannot be verified", hint=hint)
    if isinstance(error, aiohttp.ClientConnectorError) and not connected:
        return UpstreamFailed(f"the provider {name} cannot be reached", hint=hint, code=UNREACHABLE)
    return UpstreamFailed(f"the provider {name} broke off", hint=hint, code="upstream_broken")


def _too_long(name: str, limit: int) -> UpstreamFailed:
    return UpstreamFailed(
        f"the reply of the provider {name} is longer than {limit} bytes", hint="raise reply_bytes of [limits]"
    )
