"""Two kinds of model: one that may see private text, and one that may not.

Both speak through a back end, which is all that knows a client library. Sync and async calls build the same request,
in one place, and read the same reply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from dp_gateway.errors import ConfigurationError, UntrustedModel, check_argument
from dp_gateway.llm.endpoint import Endpoint, Trust, check_local_host, check_trust
from dp_gateway.llm.messages import JsonSchema, Message, Public, Reply, Request, Role, public_text, sanitized_text
from dp_gateway.text.types import SanitizedText

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from openai import AsyncOpenAI, OpenAI

_LONE = re.compile("[\ud800-\udfff]")


class Backend(Protocol):
    """What speaks to a model. `name`: model and host, for messages."""

    name: str

    def complete(self, request: Request) -> Reply:
        """Ask and wait. Raises ModelError where there is no usable answer."""
        ...

    async def acomplete(self, request: Request) -> Reply:
        """Do as `complete` does without blocking the event loop."""
        ...

    def close(self) -> None:
        """Close the connections to the model."""
        ...


def build_request(
    messages: Sequence[Message[object]],
    text_of: Callable[[object], str],
    schema: JsonSchema | None,
    temperature: float | None,
    max_tokens: int | None,
) -> Request:
    """Make a request from messages whose content `text_of` lets pass. Raises ConfigurationError where there is no
    message. Raises UntrustedModel: `text_of` does not let a message pass.
    """
    # Everything is checked before anything is sent.
    # A lone surrogate has no UTF-8; what stands for it keeps the offsets.
    pairs: tuple[tuple[Role, str], ...] = tuple(
        (message.role, _LONE.sub("\ufffd", text_of(message.content))) for message in messages
    )
    if not pairs:
        raise ConfigurationError("a chat needs at least one message", hint='chat([Message("user", text)])')
    return Request(pairs, schema, temperature, max_tokens)


_Self = TypeVar("_Self", bound="_Model[Any]")
_Content = TypeVar("_Content", str, SanitizedText)


def _raw_text(content: object) -> str:
    if not isinstance(content, str):
        raise ConfigurationError(
            f"a local model takes messages of str, not {type(content).__name__}", hint='Message("user", text)'
        )
    return content


class _Model(Generic[_Content]):
    trust: Trust
    _text_of: Callable[[Any], str]
    """The text of a message; raises where the model must not have it."""

    def __init__(self, endpoint: Endpoint) -> None:
        from dp_gateway.llm.openai import OpenAIBackend

        check_argument("endpoint", endpoint, Endpoint, hint='write Endpoint(url, model, trust="local")')
        self._declared(endpoint.trust)
        self._backend: Backend = OpenAIBackend.connect(endpoint)

    @classmethod
    def _declared(cls, trust: object) -> None:
        check_trust(trust)
        if trust != cls.trust:
            raise UntrustedModel(
                f'a {cls.__name__} is made from what is declared trust="{cls.trust}", not "{trust}"',
                hint=f"use {'RemoteModel' if trust == 'remote' else 'LocalModel'}, or declare the trust it really has",
            )

    @classmethod
    def _over(cls: type[_Self], backend: Backend) -> _Self:
        made = cls.__new__(cls)
        made._backend = backend
        return made

    @property
    def name(self) -> str:
        """Model and host, for messages."""
        return self._backend.name

    def close(self) -> None:
        """Let connections go; the model cannot be asked afterwards."""
        self._backend.close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"

    def chat(
        self,
        messages: Sequence[Message[_Content]],
        *,
        schema: JsonSchema | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """One answer.

        Args:
            messages: the chat: raw text for a local model, `Sanitized` for a remote one.
            schema: the form of the answer; a server that knows none is asked again without it.
            temperature, max_tokens: None leaves the server's default.

        Raises:
            UntrustedModel: the model is remote, and a message is not `Sanitized`; nothing was sent.
            ModelUnreachable, ModelRefused, MalformedReply: there is no usable answer.
        """
        return self._backend.complete(build_request(messages, self._text_of, schema, temperature, max_tokens))

    async def achat(
        self,
        messages: Sequence[Message[_Content]],
        *,
        schema: JsonSchema | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """`chat` without blocking the event loop."""
        request = build_request(messages, self._text_of, schema, temperature, max_tokens)
        return await self._backend.acomplete(request)


class LocalModel(_Model[str]):
    """A model that may see private text.

    Args:
        endpoint: declared `trust="local"`.

    Raises:
        UntrustedModel: the endpoint is declared remote.
    """

    trust: Trust = "local"
    _text_of = staticmethod(_raw_text)

    @classmethod
    def from_openai(
        cls, client: OpenAI | AsyncOpenAI, model: str, *, trust: Literal["local"], trusted_host: bool = False
    ) -> LocalModel:
        """Make a model behind a client of the OpenAI SDK, which keeps its own settings.

        Raises:
            UntrustedModel: not declared local, or the client's host is public and not vouched for.
        """
        from dp_gateway.llm.openai import OpenAIBackend

        cls._declared(trust)
        backend = OpenAIBackend(client, model)
        if not trusted_host:
            check_local_host(backend.host)
        return cls._over(backend)

    @classmethod
    def from_langchain(cls, model: BaseChatModel, *, trust: Literal["local"]) -> LocalModel:
        """Make a model of a LangChain chat model. Where it sends text cannot be checked here; the declaration is all
        there is.

        Tracing by environment (LangSmith) and by surrounding runs is off while it sees private text.

        Raises:
            UntrustedModel: not declared local.
        """
        from dp_gateway.llm.langchain import LangChainBackend

        cls._declared(trust)
        return cls._over(LangChainBackend(model, traced=False))


class RemoteModel(_Model[SanitizedText]):
    """A model that may not see private text.

    Args:
        endpoint: declared `trust="remote"`.

    Raises:
        UntrustedModel: the endpoint is declared local.
    """

    trust: Trust = "remote"
    _text_of = staticmethod(sanitized_text)

    @classmethod
    def from_openai(cls, client: OpenAI | AsyncOpenAI, model: str, *, trust: Literal["remote"]) -> RemoteModel:
        """Make a model behind a client of the OpenAI SDK, which keeps its own settings."""
        from dp_gateway.llm.openai import OpenAIBackend

        cls._declared(trust)
        return cls._over(OpenAIBackend(client, model))

    @classmethod
    def from_langchain(cls, model: BaseChatModel, *, trust: Literal["remote"]) -> RemoteModel:
        """Make a model of a LangChain chat model."""
        from dp_gateway.llm.langchain import LangChainBackend

        cls._declared(trust)
        return cls._over(LangChainBackend(model, traced=True))

    def chat_public(
        self,
        messages: Sequence[Message[Public]],
        *,
        schema: JsonSchema | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        """Ask for one answer to messages that their author declared public, as `chat` does."""
        return self._backend.complete(build_request(messages, public_text, schema, temperature, max_tokens))


def model_at(endpoint: Endpoint) -> LocalModel | RemoteModel:
    """Make the model at an endpoint, of the kind that its declared trust allows."""
    return LocalModel(endpoint) if endpoint.trust == "local" else RemoteModel(endpoint)


def check_declared(model: object) -> LocalModel | RemoteModel:
    """Check that a model is one of the two kinds. Raises ConfigurationError where it is a client or a model of another
    library.
    """
    if not isinstance(model, LocalModel | RemoteModel):
        raise ConfigurationError(
            f"{type(model).__name__} is no LocalModel and no RemoteModel: it says nothing about trust",
            hint='wrap it: LocalModel.from_openai(client, name, trust="local"), or .from_langchain(...)',
        )
    return model
