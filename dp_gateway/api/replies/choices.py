"""Replies with choices: what chat completions and completions have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from dp_gateway.api.replies.base import Named, ReplyRestorer
from dp_gateway.api.replies.fields import Path, Spec, is_array, is_object, replaced, table
from dp_gateway.api.replies.texts import Texts

__all__ = ["ChoicesReply"]

_SAME = ("id", "object", "created", "model", "service_tier", "system_fingerprint")
"""What all chunks of a stream share."""


class ChoicesReply(ReplyRestorer, ABC):
    """A reply whose choices come in pieces, chunk by chunk, mixed as the provider likes."""

    spec: ClassVar[dict[str, Spec]]
    chunk: ClassVar[dict[str, Spec]]
    """The fields of a chunk of a stream, whose choices are treated one by one."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.chunk = cls.spec | table("choices")

    def __init__(self, texts: Texts) -> None:
        super().__init__(texts)
        self._last: dict[str, Any] = {}

    def event(self, name: str | None, data: dict[str, Any]) -> list[Named]:
        """See `ReplyRestorer.event`."""
        self.only_piece = None
        before = self.close() if data.get("error") else []
        self._last = data
        chunk = self.treated(data, self.chunk)
        choices = data.get("choices")
        if is_array(choices):
            treated = [
                self.choice(each, at) if is_object(each) else self.other(each) for at, each in enumerate(choices)
            ]
            if any(new is not old for new, old in zip(treated, choices, strict=True)):
                chunk = replaced(chunk, choices=treated)
        return [*before, (name, chunk)]

    def close(self) -> list[Named]:
        """See `ReplyRestorer.close`."""
        return self._rest_of(lambda _: True)

    def _rest_of(self, belongs: Callable[[Path], bool]) -> list[Named]:
        """What some streams still hold, in a chunk of its own."""
        tails = self.texts.tails(belongs)
        if not tails:
            return []
        return [(None, {key: self._last[key] for key in _SAME if key in self._last} | {"choices": self.rest(tails)})]

    @abstractmethod
    def choice(self, choice: dict[str, Any], at: int) -> dict[str, Any]:
        """One choice of a chunk, the `at`-th of it."""

    @abstractmethod
    def rest(self, tails: list[tuple[Path, str]]) -> list[dict[str, Any]]:
        """Choices of an additional chunk, with what was still held."""
