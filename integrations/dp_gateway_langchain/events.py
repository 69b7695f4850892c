"""Events of LangChain's content-block protocol (v3 streams) with the originals in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from dp_gateway.api.replies.fields import Path, Treatment, walk
from dp_gateway.api.replies.texts import Texts
from dp_gateway_langchain.replies import BLOCK

__all__ = ["EventRestorer"]

_DELTAS = {"text-delta": "text", "reasoning-delta": "reasoning", "tool-call-delta": "args"}
_BY_FIELD = {field: kind for kind, field in _DELTAS.items()}


class EventRestorer:
    """Restores one stream of events; what was held back comes as one more delta before its block is finished.

    Args:
        texts: what becomes of its strings.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def feed(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """An event in; those that may go out now."""
        at = event.get("index")
        if event.get("event") == "content-block-delta":
            return [{**event, "delta": self._delta(event["delta"], at)}]
        if "content" in event:
            content = walk(event["content"], BLOCK, self._texts.whole)
            tails = self._tails(event) if event.get("event") == "content-block-finish" else []
            return [*tails, {**event, "content": content}]
        return [event]

    def _delta(self, delta: Any, at: Any) -> Any:
        field = _DELTAS.get(delta.get("type", ""))
        if field is None or not isinstance(delta.get(field), str):
            return walk(delta, BLOCK, self._texts.whole)
        treatment = Treatment.JSON if field == "args" else Treatment.ANSWER
        return {**delta, field: self._texts.piece(delta[field], treatment, (at, field))}

    def _tails(self, event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        def of_block(path: Path) -> bool:
            return path[0] == event.get("index")

        return [
            {
                "event": "content-block-delta",
                "index": event.get("index"),
                "delta": {"type": _BY_FIELD[cast(str, path[-1])], path[-1]: text},
            }
            for path, text in self._texts.tails(of_block)
        ]
