"""JSON as providers write it."""

from __future__ import annotations

import json
from typing import Any

import orjson

__all__ = ["dumped", "loaded"]


def loaded(document: bytes) -> Any:
    """The value of a document; lone surrogates and NaN, which some providers write, are taken.

    Raises:
        ValueError: it is no JSON, or nested too deeply.
    """
    try:
        return orjson.loads(document)
    except ValueError:
        pass
    try:
        return json.loads(document)
    except RecursionError:
        raise ValueError from None


def dumped(value: Any) -> bytes:
    """The document of a value that `loaded` has given, in one line."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value).encode()
