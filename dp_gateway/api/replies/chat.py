"""Restores replies of chat completions. `reply_restorer` makes one of these for a request to that API; playground and
demo read what a model said by it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from dp_gateway.api.replies.base import Named, ReplyRestoration, TextPiece, Texts
from dp_gateway.api.replies.fields import (
    LeafKind,
    Path,
    Spec,
    is_array,
    is_object,
    position,
    put,
    replaced,
    table,
    walk,
)

_SAME = ("id", "object", "created", "model", "service_tier", "system_fingerprint")
"""What all chunks of a stream share."""


class ChoicesReply(ReplyRestoration, ABC):
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
        """Take in one event of a stream, and return those that may go out now, in order."""
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
        """Note that the stream has ended, and return what is still held."""
        return self._rest_of(lambda _: True)

    def _rest_of(self, belongs: Callable[[Path], bool]) -> list[Named]:
        """What some streams still hold, in a chunk of its own."""
        tails = self.texts.tails(belongs)
        if not tails:
            return []
        return [(None, {key: self._last[key] for key in _SAME if key in self._last} | {"choices": self.rest(tails)})]

    @abstractmethod
    def choice(self, choice: dict[str, Any], at: int) -> dict[str, Any]:
        """Restore one choice of a chunk, the `at`-th of it."""

    @abstractmethod
    def rest(self, tails: list[tuple[Path, str]]) -> list[dict[str, Any]]:
        """Make the choices of an additional chunk, with what was still held."""


_COMPLETION_CHOICE = table(
    "index finish_reason", text=LeafKind.ANSWER, logprobs=LeafKind.PROBABILITIES, prompt_logprobs=LeafKind.PROBABILITIES
)
_COMPLETION_PIECES = _COMPLETION_CHOICE | table("text")


class CompletionReply(ChoicesReply):
    """A completion; the text of each choice is a stream of its own."""

    spec: ClassVar[dict[str, Spec]] = table(
        "id object created model service_tier system_fingerprint usage", choices=_COMPLETION_CHOICE
    )

    def choice(self, choice: dict[str, Any], at: int) -> dict[str, Any]:
        """Restore one choice of a chunk, the `at`-th of it."""
        at = position(choice, at)
        text = choice.get("text")
        restored = self.texts.piece(text, LeafKind.ANSWER, (at, "text")) if isinstance(text, str) else ""
        if choice.get("finish_reason"):
            restored += "".join(tail for _, tail in self.texts.tails(lambda path: path[0] == at))
        treated = self.treated(choice, _COMPLETION_PIECES)
        return treated if restored == (text or "") else self.changed(replaced(treated, text=restored))

    def rest(self, tails: list[tuple[Path, str]]) -> list[dict[str, Any]]:
        """Make the choices of an additional chunk, with what was still held."""
        return [{"index": path[0], "text": tail, "logprobs": None, "finish_reason": None} for path, tail in tails]


class EmbeddingReply(ReplyRestoration):
    """Embeddings; only fields that the API does not have are treated."""

    spec: ClassVar[dict[str, Spec]] = table("id object created model data usage")


class ModerationReply(ReplyRestoration):
    """Judgements; only fields that the API does not have are treated."""

    spec: ClassVar[dict[str, Spec]] = table("id model results")


FUNCTION = table("", name=LeafKind.NAME, arguments=LeafKind.JSON)
_MESSAGE = table(
    "role",
    function_call=FUNCTION,
    tool_calls=table("id type index", function=FUNCTION, custom=table("", name=LeafKind.NAME, input=LeafKind.INPUT)),
    content=LeafKind.ANSWER,
    audio=table("id data"),
    annotations=LeafKind.WHOLE,
)
_CHOICE = table(
    "index finish_reason delta",  # deltas are treated as the pieces that they are
    message=_MESSAGE,
    logprobs=LeafKind.PROBABILITIES,
    prompt_logprobs=LeafKind.PROBABILITIES,
)
_FIELDS = frozenset(
    ["id", "object", "created", "model", "service_tier", "system_fingerprint", "obfuscation", "usage", "choices"]
)
_CHOICE_FIELDS = frozenset(["index", "message", "delta", "finish_reason", "logprobs"])
_TEXT_FIELDS = dict.fromkeys(["reasoning_content", "reasoning", "refusal"], LeafKind.TEXT) | {
    "content": LeafKind.ANSWER
}
_DIRECT = 2
"""Length of the path of a string that stands directly in a delta: choice and field."""


class ChatReply(ChoicesReply):
    """A chat completion.

    Every string of a delta is a stream of its own, by choice and field. What is held goes out with the chunk that has
    the choice's finish reason, and text also with the first chunk of a tool call: for clients it ends there.
    """

    spec: ClassVar[dict[str, Spec]] = table(
        "id object created model service_tier system_fingerprint obfuscation usage",
        choices=_CHOICE,
        prompt_logprobs=LeafKind.PROBABILITIES,
    )

    def __init__(self, texts: Texts) -> None:
        super().__init__(texts)
        self._calls: set[tuple[int, int]] = set()

    def whole(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Restore a reply that was not streamed; the same object if that changes nothing."""
        choice = _only_choice(reply)
        found = None if choice is None or "delta" in choice else _only_text(choice.get("message"))
        if choice is None or found is None:
            return super().whole(reply)
        field, text = found
        restored = self.texts.whole(text, _TEXT_FIELDS[field])
        if restored is text:
            return reply
        return reply | {"choices": [choice | {"message": choice["message"] | {field: restored}}]}

    def event(self, name: str | None, data: dict[str, Any]) -> list[Named]:
        """Take in one event of a stream, and return those that may go out now, in order."""
        chunk = self._only_piece(data)
        if chunk is not None:
            return [(name, chunk)]
        before = self._before_calls(data)
        return [*before, *super().event(name, data)]

    def _before_calls(self, data: dict[str, Any]) -> list[Named]:
        """What the calls before one that begins in this chunk still hold: for clients they end there."""
        begins: set[int] = set()
        choices = data.get("choices")
        for number, choice in enumerate(choices if is_array(choices) else ()):
            if is_object(choice):
                at = position(choice, number)
                begins.update(choice for choice, call in self._places(choice, at) if (choice, call) not in self._calls)
        if not begins:
            return []
        return self._rest_of(lambda path: path[0] in begins and len(path) > _DIRECT)

    def _places(self, choice: dict[str, Any], at: int) -> set[tuple[int, int]]:
        """Choice and index of the tool calls of a chunk's choice."""
        delta = choice.get("delta")
        calls = delta.get("tool_calls") if is_object(delta) else None
        return {(at, position(call, number)) for number, call in enumerate(calls if is_array(calls) else ())}

    def _only_piece(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """The commonest events, treated without looking at every field: one piece of one string of one choice.

        None for all others.
        """
        choice = _only_choice(data)
        if choice is None or "message" in choice or choice.get("finish_reason"):
            return None
        index, delta = choice.get("index", 0), choice.get("delta")
        if type(index) is not int:
            return None
        said = _only_text(delta)
        found = ((said[0],), said[1], _TEXT_FIELDS[said[0]]) if said else self._only_arguments(delta, index)
        if found is None:
            return None
        path, text, treatment = found
        self._last = data
        stream = self.texts.stream((index, *path), treatment)
        self.only_piece = TextPiece(text, stream)
        restored = stream.feed(text)
        if restored == text:
            return data
        treated = walk(delta, _MESSAGE, lambda value, _, at: restored if at == path else value)
        return data | {"choices": [choice | {"delta": treated}]}

    def _only_arguments(self, delta: Any, choice: int) -> tuple[Path, str, LeafKind] | None:
        """What a delta brings that does nothing else than go on with the arguments of a tool call."""
        match delta:
            case {"tool_calls": [{"function": {"arguments": str(text), **named}, **call}], **others}:
                at = position(call, 0)
                rare = call.keys() - {"index", "id", "type"} or any(named.values()) or any(others.values())
                if not rare and (choice, at) in self._calls:
                    return ("tool_calls", at, "function", "arguments"), text, LeafKind.JSON
            case _:
                pass
        return None

    def choice(self, choice: dict[str, Any], at: int) -> dict[str, Any]:
        """Restore one choice of a chunk, the `at`-th of it."""
        at = position(choice, at)
        delta = choice.get("delta")
        ended = self._ended(choice, at, finished=bool(choice.get("finish_reason")))
        treated = walk(delta, _MESSAGE, self.texts.piece, (at,))
        if ended is not None:
            for path, tail in self.texts.tails(ended):
                treated = put(treated, path[1:], tail)
        fields = self.treated(choice, _CHOICE)
        return fields if treated is delta else self.changed(replaced(fields, delta=treated))

    def rest(self, tails: list[tuple[Path, str]]) -> list[dict[str, Any]]:
        """Make the choices of an additional chunk, with what was still held."""
        deltas: dict[str | int, Any] = {}
        for (choice, *path), tail in tails:
            deltas[choice] = put(deltas.get(choice, {}), tuple(path), tail)
        return [{"index": at, "delta": delta, "finish_reason": None} for at, delta in deltas.items()]

    def _ended(self, choice: dict[str, Any], number: int, *, finished: bool) -> Callable[[Path], bool] | None:
        """Which streams of a choice end with this chunk."""
        places = self._places(choice, number)
        new = not places <= self._calls
        self._calls |= places
        if finished:
            return lambda path: path[0] == number
        return (lambda path: path[0] == number and len(path) == _DIRECT) if new else None


def _only_choice(data: dict[str, Any]) -> dict[str, Any] | None:
    """The only choice of a reply or a chunk in which nothing is rare; None for all others."""
    choices = data.get("choices")
    if not is_array(choices) or len(choices) != 1 or not data.keys() <= _FIELDS:
        return None
    choice = choices[0]
    usual = is_object(choice) and choice.keys() <= _CHOICE_FIELDS and not choice.get("logprobs")
    return choice if usual else None


def _only_text(message: Any) -> tuple[str, str] | None:
    """Field and text of a message or delta that has one text, and else its role at most; None for all others."""
    if not is_object(message):
        return None
    found = None
    for field, value in message.items():
        if field in _TEXT_FIELDS and type(value) is str and found is None:
            found = field, value
        elif value and (field != "role" or type(value) is not str):
            return None
    return found


def content_of(reply: Any) -> str:
    """Return the text of a chat completion, or the piece of it that a chunk brings: of the first choice, empty without
    one.
    """
    choices: Any = reply.get("choices") if is_object(reply) else None
    choice: Any = choices[0] if is_array(choices) and choices else None
    message: Any = (choice.get("delta") or choice.get("message")) if is_object(choice) else None
    content: Any = message.get("content") if is_object(message) else None
    return content if isinstance(content, str) else ""
