"""Language models by the names that options give them; those on this machine are started once."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from dp_gateway.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from dp_gateway.llm import Endpoint, Trust

__all__ = ["MODEL", "SMALL", "Models", "Provider", "address", "provider", "runs_here"]

SMALL = "smollm2"
MODEL = "smollm2|FILE.gguf|URL#NAME"
"""How an option names a model."""


def runs_here(model: str) -> bool:
    """Whether a model is run by this process, rather than asked at an address."""
    return model == SMALL or model.lower().endswith(".gguf")


def address(model: str, option: str) -> tuple[str, str]:
    """Base URL and model name.

    Raises:
        ConfigurationError: it is no address.
    """
    if not model.startswith(("http://", "https://")):
        raise ConfigurationError(
            f"there is no model {model}", hint=f"use {option} smollm2, or the address of a server: URL#MODEL"
        )
    url, _, name = model.partition("#")
    return url, name or "default"


class Models:
    """Endpoints of models, and the servers of those that run here, which end with the block.

    Args:
        threads: of the CPU, for those that run here.
    """

    def __init__(self, threads: int = 2) -> None:
        self._threads, self._stack = threads, ExitStack()
        self._running: dict[str, tuple[str, str]] = {}

    def endpoint(self, model: str, option: str, *, trust: Trust = "local", api_key_env: str | None = None) -> Endpoint:
        """Where a model is asked.

        Args:
            model: of the form `MODEL`.
            option: that it was given with, for messages.
            trust: of what is asked at an address; what runs here is asked like any other.
            api_key_env: environment variable that holds the key.

        Raises:
            ConfigurationError, UntrustedModel: there is no such model, or its address is not local as declared.
            InputError: there is no such file.
            MissingPackage, ModelUnreachable: it cannot be run here.
        """
        from dp_gateway.llm import Endpoint

        if not runs_here(model):
            return Endpoint(*address(model, option), trust=trust, api_key_env=api_key_env)
        if model not in self._running:
            self._running[model] = self._start(model, option)
        return Endpoint(*self._running[model], trust=trust)

    def _start(self, model: str, option: str) -> tuple[str, str]:
        from dp_gateway.testing.local_model import LocalLlama

        path = None if model == SMALL else Path(model)
        if path is not None and not path.is_file():
            raise InputError(f"there is no file {path}", hint=f"name a model in GGUF's format: {option} FILE.gguf")
        server = self._stack.enter_context(LocalLlama(threads=self._threads, path=path))
        return server.url, server.model

    def __enter__(self) -> Models:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


class Provider(NamedTuple):
    """An OpenAI-compatible API.

    Attributes:
        url: its base URL.
        name: for people.
        key: to be sent; "none" where nobody wants one.
        model: None leaves the choice to the provider.
        options: fields of requests that suit it.
    """

    url: str
    name: str
    key: str
    model: str | None
    options: Mapping[str, Any]


_SMALL = {"temperature": 0, "max_tokens": 150}
"""A model of 135 million parameters loses its thread otherwise."""


@contextmanager
def provider(upstream: str | None, model: str | None) -> Generator[Provider]:
    """The provider at a base URL, or at `$OPENAI_BASE_URL`; without either the local model, while the block lasts.

    Raises:
        MissingPackage: there is no local model.
    """
    url = upstream or os.environ.get("OPENAI_BASE_URL")
    if url:
        yield Provider(url, urlsplit(url).netloc, os.environ.get("OPENAI_API_KEY") or "none", model, {})
        return
    from dp_gateway.testing.local_model import LocalLlama

    with LocalLlama() as local:
        yield Provider(local.url, f"{local.model} (llama.cpp, this machine)", "none", local.model, _SMALL)
