"""Replies of (legacy) completions."""

from __future__ import annotations

from typing import Any, ClassVar

from dp_gateway.shapes.replies.base import Named, ReplyRestorer
from dp_gateway.shapes.replies.fields import Spec, Treatment, is_array, is_object, position, replaced, table
from dp_gateway.shapes.replies.texts import Texts

__all__ = ["CompletionReply"]

_CHOICE = table("index finish_reason", logprobs=Treatment.PROBABILITIES, prompt_logprobs=Treatment.PROBABILITIES)
_REPLY = table("id object created model service_tier system_fingerprint usage", choices=_CHOICE)
_CHUNK = _REPLY | table("choices")
_PIECES = _CHOICE | table("text")
_SAME = ("id", "object", "created", "model", "system_fingerprint")


class CompletionReply(ReplyRestorer):
    """A completion; the text of each choice is a stream of its own."""

    spec: ClassVar[Spec] = _REPLY

    def __init__(self, texts: Texts) -> None:
        super().__init__(texts)
        self._last: dict[str, Any] = {}

    def event(self, name: str | None, data: dict[str, Any]) -> list[Named]:
        """See `ReplyRestorer.event`."""
        before = self.close() if data.get("error") else []
        self._last = data
        chunk = self.treated(data, _CHUNK)
        choices = data.get("choices")
        if is_array(choices):
            treated = [self._choice(choice, at) for at, choice in enumerate(choices)]
            if any(new is not old for new, old in zip(treated, choices, strict=True)):
                chunk = replaced(chunk, choices=treated)
        return [*before, (name, chunk)]

    def close(self) -> list[Named]:
        """See `ReplyRestorer.close`."""
        tails = self.texts.tails(lambda _: True)
        if not tails:
            return []
        choices = [{"index": path[0], "text": tail, "logprobs": None, "finish_reason": None} for path, tail in tails]
        return [(None, {key: self._last[key] for key in _SAME if key in self._last} | {"choices": choices})]

    def _choice(self, choice: Any, at: int) -> Any:
        if not is_object(choice):
            return self.other(choice)
        at = position(choice, at)
        text = choice.get("text")
        restored = self.texts.piece(text, Treatment.ANSWER, (at, "text")) if isinstance(text, str) else ""
        if choice.get("finish_reason"):
            restored += "".join(tail for _, tail in self.texts.tails(lambda path: path[0] == at))
        treated = self.treated(choice, _PIECES)
        return treated if restored == (text or "") else replaced(treated, text=restored)
