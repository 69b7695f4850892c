"""spaCy, imported without what detection never uses: `import spacy` imports its command line too, with an HTTP client
and a template engine.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from dp_gateway.errors import MissingPackage

__all__ = ["spacy_library"]

_INFO = "spacy.cli.info"


@cache
def spacy_library() -> Any:
    """The module `spacy`, its command line not imported before somebody asks for it.

    Raises:
        MissingPackage: spaCy is not installed.
    """
    stand_in: Any = ModuleType(_INFO)
    stand_in.info = _info
    try:
        with _instead(_INFO, stand_in):
            return import_module("spacy")
    except ImportError:
        raise MissingPackage("spaCy is not installed", hint="pip install 'dp-gateway[spacy]'") from None


def _info(*args: Any, **kwargs: Any) -> Any:
    """What is `spacy.info` then."""
    return import_module(_INFO).info(*args, **kwargs)


@contextmanager
def _instead(name: str, stand_in: ModuleType) -> Generator[None]:
    """While this lasts, a module that is not imported yet is another one."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = stand_in
    try:
        yield
    finally:
        sys.modules.pop(name, None)
