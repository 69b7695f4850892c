"""Replies of (legacy) completions."""

from __future__ import annotations

from typing import Any, ClassVar

from dp_gateway.api.replies.choices import ChoicesReply
from dp_gateway.api.replies.fields import Path, Spec, Treatment, position, replaced, table

__all__ = ["CompletionReply"]

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
        """See `ChoicesReply.choice`."""
        at = position(choice, at)
        text = choice.get("text")
        restored = self.texts.piece(text, Treatment.ANSWER, (at, "text")) if isinstance(text, str) else ""
        if choice.get("finish_reason"):
            restored += "".join(tail for _, tail in self.texts.tails(lambda path: path[0] == at))
        treated = self.treated(choice, _PIECES)
        return treated if restored == (text or "") else self.changed(replaced(treated, text=restored))

    def rest(self, tails: list[tuple[Path, str]]) -> list[dict[str, Any]]:
        """See `ChoicesReply.rest`."""
        return [{"index": path[0], "text": tail, "logprobs": None, "finish_reason": None} for path, tail in tails]
