"""Restores replies of the Responses API. `reply_restorer` makes one of these for a request to that API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from dp_gateway.api.replies.base import Named, ReplyRestoration, Texts
from dp_gateway.api.replies.fields import ByType, LeafKind, Path, Spec, is_object, put, table, walk

_TOOLS = table("type", name=LeafKind.NAME)
_PART = ByType(
    {"output_text": table("type", text=LeafKind.ANSWER, logprobs=LeafKind.PROBABILITIES)},
    table("type", logprobs=LeafKind.PROBABILITIES),
)
_ITEM = table(
    "id type status role call_id phase encrypted_content fingerprint approval_request_id",
    name=LeafKind.NAME,
    arguments=LeafKind.JSON,
    input=LeafKind.INPUT,
    content=_PART,
    summary=_PART,
)
_ITEMS = ByType({"image_generation_call": _ITEM | table("result")}, _ITEM)
_REPLY = table(
    "id object created_at completed_at model status service_tier truncation usage previous_response_id"
    " prompt_cache_retention",
    output=_ITEMS,
    tools=_TOOLS,
    tool_choice=_TOOLS,
)
_EVENT = table(
    "type item_id output_index content_index summary_index command_index annotation_index sequence_number"
    " obfuscation partial_image_b64 partial_image_index stream_id",
    response=_REPLY,
    item=_ITEMS,
    part=_PART,
    name=LeafKind.NAME,
    arguments=LeafKind.JSON,
    input=LeafKind.INPUT,
    logprobs=LeafKind.PROBABILITIES,
)
_PIECES = _EVENT | table("delta")
_ANSWER = "response.output_text"
_ANSWERED = _EVENT | {"text": LeafKind.ANSWER}
_BINARY = frozenset({"response.audio", "response.output_audio"})
_JSON = ("response.function_call_arguments", "response.mcp_call_arguments")
_STEMS = dict.fromkeys(_JSON, LeafKind.JSON) | {
    _ANSWER: LeafKind.ANSWER,
    "response.custom_tool_call_input": LeafKind.INPUT,
}
_PLACES = ("item_id", "output_index", "content_index", "summary_index", "command_index")
_OF_ITEMS = frozenset({"response.content_part", "response.output_item", "response.reasoning_summary_part"})
_LAST = frozenset({"response.completed", "response.failed", "response.incomplete", "error"})


class ResponseReply(ReplyRestoration):
    """A response; the deltas of one kind and place are a stream of their own, which ends with its done event.

    Additional deltas make the numbers of all later events larger. Surrogates of a stream are counted in its deltas:
    the events that repeat them do not count.
    """

    spec: ClassVar[dict[str, Spec]] = _REPLY

    def __init__(self, texts: Texts) -> None:
        super().__init__(texts)
        self._templates: dict[Path, Named] = {}
        self._names: dict[str, str] = {}
        self._added = 0
        self._next: int | None = None

    def event(self, name: str | None, data: dict[str, Any]) -> list[Named]:
        """Take in one event of a stream, and return those that may go out now, in order."""
        kind = str(data.get("type") or name or "")
        stem, _, verb = kind.rpartition(".")
        number = data.get("sequence_number")
        if isinstance(number, int):
            self._next = number + self._added
        if verb == "delta" and "delta" in data:
            return [(name, self._numbered(self._delta(name, stem, data)))]
        before: list[Named] = []
        if kind in _LAST:
            before = self.close()
        elif verb == "done":
            before = self._tails(lambda path: _ended(path, stem, data))
        self._note_name(data)
        whole = self.treated(data, _ANSWERED if stem == _ANSWER else _EVENT, self.texts.again)
        return [*before, (name, self._numbered(whole))]

    def close(self) -> list[Named]:
        """Note that the stream has ended, and return what is still held."""
        return self._tails(lambda _: True)

    @property
    def next_number(self) -> int:
        """The number of the next event, where an API numbers them."""
        return self._next or 0

    def _delta(self, name: str | None, stem: str, data: dict[str, Any]) -> dict[str, Any]:
        delta = data["delta"]
        treated = self.treated(data, _PIECES)
        if stem in _BINARY:
            return treated
        path = (stem, *[_place(data.get(key)) for key in _PLACES])
        self._templates[path] = (name, data)
        if stem in _STEMS:
            self.texts.called(path[:-1], self._names.get(str(data.get("item_id")), ""))
        new = walk(delta, _STEMS.get(stem, LeafKind.TEXT), self.texts.piece, path)
        return treated if new is delta else self.changed(treated | {"delta": new})

    def _note_name(self, data: dict[str, Any]) -> None:
        """Remember which tool an item calls: its arguments come by the item's id alone."""
        item = data.get("item")
        if is_object(item) and isinstance(item.get("name"), str):
            self._names[str(item.get("id"))] = self.texts.again(item["name"], LeafKind.NAME, ("item", "name"))
        elif "item_id" in data:
            self.texts.called((), self._names.get(str(data["item_id"]), ""))

    def _tails(self, belongs: Callable[[Path], bool]) -> list[Named]:
        events: list[Named] = []
        deltas: dict[Path, Any] = {}
        for path, tail in self.texts.tails(belongs):
            stream = path[: 1 + len(_PLACES)]
            deltas[stream] = put(deltas.get(stream), path[len(stream) :], tail)
        for path, delta in deltas.items():
            name, template = self._templates[path]
            event = {key: value for key, value in template.items() if key != "obfuscation"} | {"delta": delta}
            if "logprobs" in event:
                event["logprobs"] = []
            if self._next is not None:
                event["sequence_number"] = self._next
                self._next += 1
                self._added += 1
            events.append((name, event))
        return events

    def _numbered(self, data: dict[str, Any]) -> dict[str, Any]:
        number = data.get("sequence_number")
        if not isinstance(number, int):
            return data
        self._next = number + self._added + 1
        return data | {"sequence_number": number + self._added} if self._added else data


def _place(value: Any) -> str | int:
    return value if isinstance(value, str | int) else ""


def _ended(path: Path, stem: str, data: dict[str, Any]) -> bool:
    """The stream of this path ends with a done event: the same kind and place, as far as both name it."""
    if stem not in (path[0], *_OF_ITEMS):
        return False
    item = data.get("item")
    named = {"item_id": item.get("id")} | data if is_object(item) else data
    places = zip(_PLACES, path[1:], strict=False)
    return all(named.get(key) in (None, place) or place == "" for key, place in places)
