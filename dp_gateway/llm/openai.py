"""The back end over the official OpenAI SDK, for any server that speaks chat completions.

The SDK waits and tries again on 408, 409, 429, 5xx and lost connections, and heeds Retry-After. Servers differ in what
they know: an option that one refuses (a JSON schema, `max_tokens`, a temperature) is left out or put another way, and
what worked is kept for the next request.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, cast
from urllib.parse import urlsplit

from dp_gateway.errors import ConfigurationError, MalformedReply, ModelError, ModelRefused, ModelUnreachable
from dp_gateway.llm.endpoint import Endpoint
from dp_gateway.llm.messages import Reply, Request

if TYPE_CHECKING:
    from openai import APIError, APIStatusError, AsyncOpenAI, OpenAI

_NO_KEY = "none"
"""Sent where no key is wanted: left to itself the SDK would send OPENAI_API_KEY, to whatever server this is."""

_REFUSED_OPTION = (400, 422)

_HINTS = {
    400: "the prompt may be longer than the model's context; check the server's log",
    401: "check the key, and the environment variable that holds it",
    403: "check the key, and the environment variable that holds it",
    404: "check base_url and the model's name",
    429: "check your quota, ask less at a time, or wait, then run the same again",
}


class _Dialect(NamedTuple):
    """Which options a server has shown that it understands."""

    form: Literal["json_schema", "json_object", "none"] = "json_schema"
    tokens: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True


class OpenAIBackend:
    """Chat completions through a client.

    Args:
        client: sync or async; an async one serves async calls alone.
        model: the name by which the server knows the model.

    Attributes:
        host: the server's host.
        name: model and host, for messages.
    """

    def __init__(self, client: OpenAI | AsyncOpenAI, model: str) -> None:
        self.model = model
        self.host = urlsplit(str(client.base_url)).hostname or ""
        self.name = f"{model} on {self.host}"
        self._client = client
        self._endpoint: Endpoint | None = None
        self._dialect = _Dialect()

    @classmethod
    def connect(cls, endpoint: Endpoint) -> OpenAIBackend:
        """Make a back end with clients of its own."""
        client = _own_sync(endpoint)
        made = cls(client, endpoint.model)
        made._endpoint = endpoint
        weakref.finalize(made, client.close)
        return made

    def complete(self, request: Request) -> Reply:
        """Ask and wait."""
        from openai import APIError

        client, dialect = self._sync_client(), self._dialect
        while True:
            try:
                with quiet():
                    answer = cast(Any, client.chat.completions.create(**_arguments(self.model, request, dialect)))
            except APIError as error:
                dialect = self._next(error, request, dialect)
            except ValueError:
                raise self._malformed("something that is not JSON") from None
            else:
                return self._read(answer, dialect)

    async def acomplete(self, request: Request) -> Reply:
        """Do as `complete` does without blocking the event loop."""
        from openai import APIError, OpenAI

        if self._endpoint is None and isinstance(self._client, OpenAI):
            return await asyncio.to_thread(self.complete, request)
        client, dialect = self._async_client(), self._dialect
        try:
            while True:
                try:
                    with quiet():
                        asked = _arguments(self.model, request, dialect)
                        answer = cast(Any, await client.chat.completions.create(**asked))
                except APIError as error:
                    dialect = self._next(error, request, dialect)
                except ValueError:
                    raise self._malformed("something that is not JSON") from None
                else:
                    return self._read(answer, dialect)
        finally:
            # Connections belong to one event loop; a client that is kept would outlive it.
            if client is not self._client:
                await client.close()

    def close(self) -> None:
        """Close the connections that were opened here; a client that was handed in stays open."""
        if self._endpoint is not None:
            self._sync_client().close()

    def _sync_client(self) -> OpenAI:
        from openai import OpenAI

        if not isinstance(self._client, OpenAI):
            raise ConfigurationError(
                f"{self.name} was given an async client and cannot be asked synchronously",
                hint="await model.achat(...), or hand in openai.OpenAI(...)",
            )
        return self._client

    def _async_client(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI

        if isinstance(self._client, AsyncOpenAI):
            return self._client
        if self._endpoint is None:
            raise ConfigurationError(
                f"{self.name} was given no client of the OpenAI SDK", hint="give it one, such as openai.OpenAI()"
            )
        return _own_async(self._endpoint)

    def _next(self, error: APIError, request: Request, dialect: _Dialect) -> _Dialect:
        from openai import APIStatusError

        simpler = _simpler(error, request, dialect) if isinstance(error, APIStatusError) else None
        if simpler is None:
            raise self._translated(error) from None
        return simpler

    def _translated(self, error: APIError) -> ModelError:
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        if isinstance(error, APITimeoutError):
            return ModelUnreachable(f"{self.name} did not answer in time", hint="give it a longer timeout, or ask less")
        if isinstance(error, APIConnectionError):
            return ModelUnreachable(f"{self.name} cannot be reached", hint="check that the server runs, and base_url")
        if isinstance(error, APIStatusError):
            status = error.status_code
            hint = _HINTS.get(status, "the server failed: check its log, then run the same again")
            if 300 <= status < 400:  # noqa: PLR2004 - the redirects of HTTP
                hint = "the server redirects, which is not followed: give its final address as base_url"
            return ModelRefused(f"{self.name} answered with HTTP {status}", hint=hint, status=status)
        return self._malformed("something that is not a chat completion")

    def _malformed(self, what: str) -> MalformedReply:
        return MalformedReply(
            f"{self.name} answered with {what}", hint="check that base_url serves OpenAI's chat completions"
        )

    def _read(self, answer: Any, dialect: _Dialect) -> Reply:
        choice: Any = next(iter(getattr(answer, "choices", None) or ()), None)
        content = getattr(getattr(choice, "message", None), "content", None)
        if not isinstance(content, str):
            raise self._malformed("no text")
        self._dialect = dialect
        usage = getattr(answer, "usage", None)
        return Reply(
            content,
            str(getattr(choice, "finish_reason", None) or "stop"),
            getattr(usage, "prompt_tokens", None) or 0,
            getattr(usage, "completion_tokens", None) or 0,
        )


def _arguments(model: str, request: Request, dialect: _Dialect) -> dict[str, Any]:
    messages = [{"role": role, "content": text} for role, text in request.messages]
    arguments: dict[str, Any] = {"model": model, "messages": messages}
    if request.temperature is not None and dialect.temperature:
        arguments["temperature"] = request.temperature
    if request.max_tokens is not None:
        arguments[dialect.tokens] = request.max_tokens
    if request.schema is not None and dialect.form == "json_schema":
        schema = {"name": request.schema.name, "schema": dict(request.schema.schema), "strict": True}
        arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif request.schema is not None and dialect.form == "json_object":
        arguments["response_format"] = {"type": "json_object"}
    return arguments


def _simpler(error: APIStatusError, request: Request, dialect: _Dialect) -> _Dialect | None:
    """What to try after a refusal; None where the refusal is final."""
    if error.status_code not in _REFUSED_OPTION:
        return None
    if error.param == "max_tokens" and request.max_tokens is not None and dialect.tokens == "max_tokens":
        return dialect._replace(tokens="max_completion_tokens")
    if error.param == "temperature" and request.temperature is not None and dialect.temperature:
        return dialect._replace(temperature=False)
    # Most servers do not say which option they refuse.
    if request.schema is None or dialect.form == "none":
        return None
    return dialect._replace(form="json_object" if dialect.form == "json_schema" else "none")


def _own_sync(endpoint: Endpoint) -> OpenAI:
    from openai import DefaultHttpxClient, OpenAI

    return OpenAI(**_settings(endpoint, DefaultHttpxClient))


def _own_async(endpoint: Endpoint) -> AsyncOpenAI:
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    return AsyncOpenAI(**_settings(endpoint, DefaultAsyncHttpxClient))


def _settings(endpoint: Endpoint, http_client: Callable[..., Any]) -> dict[str, Any]:
    # Text goes to the declared host alone: no redirects, and, where it is private, no proxy of the environment.
    connection: dict[str, Any] = {"follow_redirects": False, "timeout": endpoint.timeout}
    if endpoint.trust == "local":
        import ssl

        connection |= {"trust_env": False}
        if endpoint.base_url.startswith("https"):
            connection |= {"verify": ssl.create_default_context()}
    return {
        "api_key": endpoint.api_key() or _NO_KEY,
        "base_url": endpoint.base_url,
        "timeout": endpoint.timeout,
        "max_retries": endpoint.retries,
        "http_client": http_client(**connection),
    }


_LOGGER = logging.getLogger("openai._base_client")
_asking: ContextVar[bool] = ContextVar("dp_gateway_asking", default=False)


def _not_ours(record: logging.LogRecord) -> bool:
    return record.levelno > logging.DEBUG or not _asking.get()


@contextmanager
def quiet() -> Generator[None]:
    """Let the SDK write no debug records of this thread or task inside the block; those of others are as ever."""
    _LOGGER.addFilter(_not_ours)  # the second time it does nothing
    token = _asking.set(True)
    try:
        yield
    finally:
        _asking.reset(token)


class Application:
    """Asks for chat completions; a context manager. `base_url`: of the API."""

    def __init__(self, base_url: str, key: str) -> None:
        from openai import OpenAI

        self._client = OpenAI(base_url=base_url, api_key=key, max_retries=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def first_model(self) -> str:
        """Find the first of the provider's models. Raises ModelRefused or ModelUnreachable as `ask` does, or where it
        lists none.
        """
        from openai import APIError

        try:
            with quiet():
                models = self._client.models.list().data
        except APIError as error:
            raise _translated(error) from None
        if not models:
            raise ModelRefused("the provider lists no models", hint="name one: --model NAME", status=404)
        return models[0].id

    def ask(self, model: str, messages: Sequence[dict[str, str]], *, stream: bool = False, **options: Any) -> str:
        """Ask the provider; return the text of the answer.

        Args:
            model: its name.
            messages: of the chat.
            stream: take it piece by piece.
            options: further fields of the request.

        Raises:
            ModelRefused: the API answered with an error.
            ModelUnreachable: it did not answer.
        """
        from openai import APIError

        create: Any = self._client.chat.completions.create
        try:
            with quiet():
                answer = create(model=model, messages=messages, stream=stream, **options)
                if not stream:
                    return answer.choices[0].message.content or ""
                return "".join([chunk.choices[0].delta.content or "" for chunk in answer if chunk.choices])
        except APIError as error:
            raise _translated(error) from None


def _translated(error: Any) -> ModelRefused | ModelUnreachable:
    from openai import APIStatusError

    if isinstance(error, APIStatusError):
        return ModelRefused(
            f"the provider answered with HTTP {error.status_code}",
            hint="check its address, the key in OPENAI_API_KEY, and --model",
            status=error.status_code,
        )
    return ModelUnreachable("the provider did not answer", hint="check its address: --upstream URL")
