"""Which model a command talks to: the one that is named, else a small real one on this machine."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

__all__ = ["Provider", "provider"]


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
