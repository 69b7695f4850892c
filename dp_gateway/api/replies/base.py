"""What the replies of all API shapes have in common, and what a request says about its reply."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, TypeAlias, cast

from dp_gateway.api.replies.fields import Leaf, Spec, Treatment, is_array, is_object, walk
from dp_gateway.api.replies.texts import Piece, Texts
from dp_gateway.restore import Caution

__all__ = ["Named", "ReplyRestorer", "asks_for_json", "asks_for_probabilities"]

Named: TypeAlias = "tuple[str | None, dict[str, Any]]"
"""An event of a stream: its name, where it has one, and its data."""

_DROPPED = "log-probabilities dropped where the text is not as the provider wrote it"


class ReplyRestorer:
    """Restores one reply, whole or as a stream of events.

    Attributes:
        only_piece: the piece of the last event, where that event did nothing else than continue a text: another event
            that differs in its text alone may go into the same stream.

    Args:
        texts: what becomes of its strings.
    """

    spec: ClassVar[dict[str, Spec]]
    """The fields of a whole reply."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.only_piece: Piece | None = None
        self._drop = partial(texts.note, _DROPPED) if texts.alters else None

    @property
    def notes(self) -> list[str]:
        """Remarks for the report: what was left out of the reply."""
        return list(self.texts.noted)

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self.texts.count

    @property
    def cautions(self) -> list[Caution]:
        """What the reply states about values that were drawn near; of a stream, as far as it has come."""
        return self.texts.cautions

    @property
    def idle(self) -> bool:
        """There is nothing to do: every reply is what the provider wrote."""
        return self.texts.idle

    def whole(self, reply: dict[str, Any]) -> dict[str, Any]:
        """A reply that was not streamed, restored; the same object where that changes nothing.

        Raises:
            UpstreamFailed: nested deeper than any API.
        """
        return self.treated(reply, self.spec)

    def error(self, error: Any) -> Any:
        """A provider's error, of any JSON type, with its strings restored; identifiers in it are not masked."""
        return walk(error, Treatment.TEXT, self.texts.unmasked)

    def other(self, value: Any) -> Any:
        """Something that came where an object belongs, of any JSON type: its strings restored."""
        return walk(value, Treatment.TEXT, self.texts.whole)

    def event(self, name: str | None, data: dict[str, Any]) -> list[Named]:
        """One event of a stream in; those that may go out now, in order.

        What was held back before it and belongs before it comes first, as events of the provider's own kind. An event
        that needs no change comes back as the same object.

        Raises:
            UpstreamFailed: nested deeper than any API.
        """
        return [(name, self.treated(data, self.spec))]

    def close(self) -> list[Named]:
        """The stream has ended: what is still held."""
        return []

    @property
    def dropped(self) -> bool:
        """Log-probabilities were left out."""
        return _DROPPED in self.texts.noted

    @property
    def next_number(self) -> int:
        """The number of the next event, where an API numbers them."""
        return 0

    def changed(self, fields: dict[str, Any]) -> dict[str, Any]:
        """An object whose text has changed, without its log-probabilities."""
        value = fields.get("logprobs")
        if not value or self._drop is None:
            return fields
        self._drop()
        return fields | {"logprobs": [] if isinstance(value, list) else None}

    def treated(self, value: dict[str, Any], spec: Spec, leaf: Leaf | None = None) -> dict[str, Any]:
        """An object whose strings are complete; log-probabilities go where the text may differ from theirs."""
        return cast(dict[str, Any], walk(value, spec, leaf or self.texts.whole, drop=self._drop))


_FORMATS = {
    "chat": ("response_format",),
    "completions": ("response_format",),
    "responses": ("text", "format"),
    "messages": ("output_config", "format"),
}
_TYPES = frozenset({"json_object", "json_schema"})


def asks_for_json(shape: str, request: dict[str, Any]) -> bool:
    """Whether a request asks for structured output, so that the answer is JSON in a string.

    Args:
        shape: as in `reply_restorer`.
        request: its body.
    """
    value: Any = request if shape in _FORMATS else None
    for field in _FORMATS.get(shape, ()):
        value = value.get(field) if is_object(value) else None
    return is_object(value) and value.get("type") in _TYPES


def asks_for_probabilities(request: dict[str, Any]) -> bool:
    """Whether a request, of any shape, asks for log-probabilities."""
    include: Any = request.get("include")
    listed = is_array(include) and any(isinstance(one, str) and one.endswith("logprobs") for one in include)
    values = (request.get(field) for field in ("logprobs", "top_logprobs"))
    return listed or any(value is not None and value is not False for value in values)
