"""The type of text that may leave: signatures of what sends ask for it, and no `str` meets it."""

from __future__ import annotations

from typing import Any

__all__ = ["SanitizedText"]


class SanitizedText:
    """The base of `Sanitized`, and of what is composed of such and of public text; no one else may derive from it."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        if not cls.__module__.startswith("dp_gateway."):
            raise TypeError("only dp_gateway makes sanitized text")
        super().__init_subclass__()

    @property
    def text(self) -> str:
        """The text that may leave."""
        raise NotImplementedError

    @property
    def report(self) -> Any:
        """Price and guarantee; a text without them is not sanitized."""
        raise NotImplementedError
