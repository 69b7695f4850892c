"""Replies with choices, those of completions, and replies without a text: embeddings and moderations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from dp_gateway.api.replies.base import Named, ReplyRestorer
from dp_gateway.api.replies.fields import Path, Spec, Treatment, is_array, is_object, position, replaced, table
from dp_gateway.api.replies.texts import Texts

__all__ = ["ChoicesReply", "CompletionReply", "EmbeddingReply", "ModerationReply"]

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
        """One event of a stream in; those that may go out now, in order."""
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
        """The stream has ended: what is still held."""
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


_CHOICE = table(
    "index finish_reason",
    text=Treatment.ANSWER,
    logprobs=Treatment.PROBABILITIES,
    prompt_logprobs=Treatment.PROBABILITIES,
)
_PIECES = _CHOICE | table("text")


class CompletionReply(ChoicesReply):
    """A completion; the text of each choice is a stream of its own."""

    spec: ClassVar[dict[str, Spec]] = table(
        "id object created model service_tier system_fingerprint usage", choices=_CHOICE
    )

    def choice(self, choice: dict[str, Any], at: int) -> dict[str, Any]:
        """One choice of a chunk, the `at`-th of it."""
        at = position(choice, at)
        text = choice.get("text")
        restored = self.texts.piece(text, Treatment.ANSWER, (at, "text")) if isinstance(text, str) else ""
        if choice.get("finish_reason"):
            restored += "".join(tail for _, tail in self.texts.tails(lambda path: path[0] == at))
        treated = self.treated(choice, _PIECES)
        return treated if restored == (text or "") else self.changed(replaced(treated, text=restored))

    def rest(self, tails: list[tuple[Path, str]]) -> list[dict[str, Any]]:
        """Choices of an additional chunk, with what was still held."""
        return [{"index": path[0], "text": tail, "logprobs": None, "finish_reason": None} for path, tail in tails]


class EmbeddingReply(ReplyRestorer):
    """Embeddings; only fields that the API does not have are treated."""

    spec: ClassVar[dict[str, Spec]] = table("id object created model data usage")


class ModerationReply(ReplyRestorer):
    """Judgements; only fields that the API does not have are treated."""

    spec: ClassVar[dict[str, Spec]] = table("id model results")
