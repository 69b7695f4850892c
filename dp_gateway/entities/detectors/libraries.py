"""spaCy and Presidio, imported without what detection never uses: a fifth of the time that a server needs to start.

`import spacy` imports its command line too, with an HTTP client and a template engine. `import presidio_analyzer`
compiles each of its 170 expressions to see that it is one, and throws the result away; it imports tldextract, and with
it another HTTP client, for one question about e-mail addresses. A release that is made otherwise is imported as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any, NamedTuple

from dp_gateway.entities.detectors import public_suffixes

__all__ = ["Libraries", "libraries"]

_INFO = "spacy.cli.info"
_PATTERN = "presidio_analyzer.pattern"
_CHECK = "_Pattern__validate_regex"


class Libraries(NamedTuple):
    """The two modules."""

    spacy: Any
    presidio_analyzer: Any


@cache
def libraries() -> Libraries:
    """Both, as spaCy imports Presidio too: to know the component that it registers."""
    return Libraries(_spacy(), _presidio())


def _spacy() -> Any:
    """The module `spacy`, its command line not imported before somebody asks for it."""
    stand_in: Any = ModuleType(_INFO)
    stand_in.info = _info
    with _instead(_INFO, stand_in):
        return import_module("spacy")


def _info(*args: Any, **kwargs: Any) -> Any:
    """What is `spacy.info` then."""
    return import_module(_INFO).info(*args, **kwargs)


def _presidio() -> Any:
    """The module `presidio_analyzer`, its expressions not compiled before they are used, its network not used."""
    if "presidio_analyzer" not in sys.modules:
        pattern = _before_its_package()
        with _instead("tldextract", public_suffixes), _unchecked(getattr(pattern, "Pattern", None)):
            package: Any = import_module("presidio_analyzer")
        if pattern is not None:
            package.pattern = pattern
    # The name inside that one module: other users of tldextract in the process keep what they have set up.
    recognizer: Any = import_module("presidio_analyzer.predefined_recognizers.generic.email_recognizer")
    recognizer.tldextract = public_suffixes
    return import_module("presidio_analyzer")


def _before_its_package() -> ModuleType | None:
    """The module with the class of expressions, if there is one."""
    package = find_spec("presidio_analyzer")
    spec = package and PathFinder.find_spec(_PATTERN, package.submodule_search_locations)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    sys.modules[_PATTERN] = module
    spec.loader.exec_module(module)
    return module


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


@contextmanager
def _unchecked(kind: Any) -> Generator[None]:
    """While this lasts, no expression is compiled to be checked; afterwards those of other users are again."""
    check = getattr(kind, "__dict__", {}).get(_CHECK)
    if check is None:
        yield
        return
    setattr(kind, _CHECK, staticmethod(id))
    try:
        yield
    finally:
        setattr(kind, _CHECK, check)
