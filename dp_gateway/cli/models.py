"""Language models by the names that options give them; those on this machine are started once."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from dp_gateway.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from dp_gateway.llm import Endpoint, Trust

__all__ = ["MODEL", "SMALL", "Models", "address", "runs_here"]

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
            api_key_env: see `Endpoint`.

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
