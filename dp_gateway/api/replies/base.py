"""Restores the strings of one reply, and holds what the replies of all API shapes have in common.

Whole strings are restored at once, those that come in pieces each as its own stream. A stream of a JSON document ends
at its last bracket: nothing is held back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

from dp_gateway.api.replies.fields import Leaf, LeafKind, Path, Spec, is_array, is_object, walk
from dp_gateway.api.replies.masking import NO_SURROGATES, Find, Mask, MaskedStream
from dp_gateway.api.replies.streams import ClosingStream, FieldStream, MarkedStream, NameStream, taken_off
from dp_gateway.restore import Caution, Restorer

_SAID = frozenset({LeafKind.TEXT, LeafKind.WHOLE, LeafKind.ANSWER})
_ARGUMENTS = frozenset({LeafKind.JSON, LeafKind.INPUT})
_JSON = frozenset({LeafKind.JSON})
_JSON_ANSWERS = frozenset({LeafKind.JSON, LeafKind.ANSWER})

_UNSURE = "not restored for certain: a number that looks like one that was sent, and nothing tells that it is that"
_WITHHELD = "not restored, because it stood in an address that is none of the request's"


class TextPiece(NamedTuple):
    """A piece of a text, and the stream it has gone into."""

    text: str
    stream: FieldStream


class Texts:
    """Restores the strings of one reply.

    Attributes:
        noted: remarks for the report.
        alters: the text of the reply may differ from what the provider wrote.
        idle: nothing of it will.

    Args:
        restorer: surrogates and originals of the request.
        mask: finds identifiers; None lets those pass that the provider brings.
        sent: the texts of the request as they were sent.
        renamed: names of tools that the request was sent with, and the original ones.
        json_answers: the request asked for answers that are JSON documents.
        tools: names of the tools whose arguments are restored; None restores those of all.
        marked: the provider was told to mark answers that depend on facts about a stand-in.
    """

    def __init__(
        self,
        restorer: Restorer,
        mask: Find | None,
        sent: Sequence[str],
        renamed: Mapping[str, str],
        *,
        json_answers: bool,
        tools: frozenset[str] | None = None,
        marked: bool = False,
    ) -> None:
        self._marked = marked
        self._named: list[str] = []
        # A dict, for its keys: in order, and each once.
        self.noted: dict[str, None] = {}
        self._mask = Mask(restorer, mask, sent, self.noted) if mask else None
        self.alters = bool(restorer) or mask is not None or marked
        self.idle = not self.alters and not renamed
        self._restorer = restorer
        self._renamed = renamed
        self._json = _JSON_ANSWERS if json_answers else _JSON
        self._tools = tools
        self._called: dict[Path, str] = {}
        self._streams: dict[Path, FieldStream] = {}
        self._counted = 0
        self.unsure = 0
        # What the provider wrote in fields that are complete, where something may have to be told of it.
        self._wrote: list[str] = []

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._counted + sum(stream.count for stream in self._streams.values())

    def note(self, text: str) -> None:
        """Remember a remark for the report, once."""
        self.noted[text] = None

    def whole(self, text: str, treatment: LeafKind, path: Path = ()) -> str:
        """Restore a string that is complete."""
        if self.idle or _is_binary(text):
            return text
        if self._marked and treatment is LeafKind.ANSWER:
            written = text
            text, named = taken_off(text)
            self._named += named
            return written if (restored := self._whole(text, treatment, path)) == written else restored
        return self._whole(text, treatment, path)

    def _whole(self, text: str, treatment: LeafKind, path: Path) -> str:
        if treatment is LeafKind.NAME or treatment in self._json or self._is_left(treatment, path):
            stream = self._new(treatment, path)
            restored = stream.close(text)
            self._ended(stream)
        else:
            masked = text if self._mask is None else self._mask.whole(text)
            done = self._restorer.restore(masked, leaf=treatment is not LeafKind.ANSWER)
            restored = done.text
            self._counted += done.count
            self._withheld(done.withheld)
            self._unsure(done.unsure)
            if self._restorer.cautions and treatment in _SAID:
                self._wrote.append(text)
        if treatment is LeafKind.NAME:
            self.called(path[:-1], restored)
        return text if restored == text else restored

    @property
    def heard(self) -> list[str]:
        """What the provider wrote so far, where something may have to be told of it."""
        return [text for text in (*self._wrote, *(stream.heard for stream in self._streams.values())) if text]

    @property
    def cautions(self) -> list[Caution]:
        """What the reply states about values that were drawn near; of a stream, as far as it has come."""
        found = [caution for text in self.heard for caution in self._restorer.cautions.of(text)]
        found += [caution for name in self._named if (caution := self._restorer.cautions.about(name)) is not None]
        # One that the provider itself told as well says nothing more.
        return list({caution[:3]: caution for caution in reversed(found)}.values())[::-1]

    def again(self, text: str, treatment: LeafKind, path: Path = ()) -> str:
        """Restore a complete string whose surrogates have been counted before."""
        counted = self._counted
        restored = self.whole(text, treatment, path)
        self._counted = counted
        return restored

    def unmasked(self, text: str, treatment: LeafKind, path: Path = ()) -> str:
        """Restore a complete string in which identifiers of the provider's own stay."""
        restored = self._restorer.restore(text)
        self._counted += restored.count
        return restored.text

    def piece(self, text: str, treatment: LeafKind, path: Path) -> str:
        """Take in the next piece of the string at a path; return what of it is certain now."""
        if treatment is LeafKind.WHOLE or _is_binary(text):
            return self.whole(text, treatment)
        restored = self.stream(path, treatment).feed(text)
        if treatment is LeafKind.NAME and restored:
            self.called(path[:-1], self._called.get(path[:-1], "") + restored)
        return text if restored == text else restored

    def stream(self, path: Path, treatment: LeafKind = LeafKind.TEXT) -> FieldStream:
        """Return the stream of a path."""
        found = self._streams.get(path)
        if found is None:
            found = self._streams[path] = self._new(treatment, path)
        return found

    def called(self, place: Path, name: str) -> None:
        """Note the name of the tool whose arguments stand at a place."""
        if self._tools is not None:
            self._called[place] = name

    def _is_left(self, treatment: LeafKind, path: Path) -> bool:
        """Whether a string is an argument of a tool that gets the surrogates."""
        if self._tools is None or treatment not in _ARGUMENTS or not path:
            return False
        return self._called.get(path[:-1]) not in self._tools

    def tails(self, belongs: Callable[[Path], bool]) -> list[tuple[Path, str]]:
        """Close the streams of some paths, and return what they held back, in the order in which they began."""
        tails: list[tuple[Path, str]] = []
        for path in [path for path in self._streams if belongs(path)]:
            stream = self._streams.pop(path)
            if tail := stream.close():
                tails.append((path, tail))
            self._ended(stream)
        return tails

    def _ended(self, stream: FieldStream) -> None:
        self._counted += stream.count
        self._withheld(stream.withheld)
        self._unsure(stream.unsure)
        self._wrote.append(stream.heard)

    def _unsure(self, count: int) -> None:
        self.unsure += count
        if count:
            self.note(_UNSURE)

    def _withheld(self, count: int) -> None:
        if count:
            self.note(_WITHHELD)

    def _new(self, treatment: LeafKind, path: Path) -> FieldStream:
        if treatment is LeafKind.NAME:
            return NameStream(self._restorer, self._renamed)
        if treatment in self._json:
            return ClosingStream(partial(self._of, treatment, path))
        stream = self._of(treatment, path)
        return MarkedStream(stream, self._named) if self._marked and treatment is LeafKind.ANSWER else stream

    def _of(self, treatment: LeafKind, path: Path) -> FieldStream:
        as_json = treatment in self._json
        restorer = NO_SURROGATES if self._is_left(treatment, path) else self._restorer
        stream = restorer.stream(as_json=as_json, leaf=treatment is not LeafKind.ANSWER)
        return MaskedStream(self._mask, stream, as_json=as_json, code=treatment in _ARGUMENTS) if self._mask else stream


def _is_binary(text: str) -> bool:
    """A data URL, such as that of an image."""
    return text.startswith("data:") and ";base64," in text[:100]


Named: TypeAlias = "tuple[str | None, dict[str, Any]]"
"""An event of a stream: its name, where it has one, and its data."""

_DROPPED = "log-probabilities dropped where the text is not as the provider wrote it"


class ReplyRestoration:
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
        self.only_piece: TextPiece | None = None
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
        """Whether there is nothing to do: every reply is what the provider wrote."""
        return self.texts.idle

    def whole(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Restore a reply that was not streamed; the same object if that changes nothing.

        Raises:
            UpstreamFailed: nested deeper than any API.
        """
        return self.treated(reply, self.spec)

    def error(self, error: Any) -> Any:
        """Restore the strings of a provider's error, of any JSON type; identifiers in it are not masked."""
        return walk(error, LeafKind.TEXT, self.texts.unmasked)

    def other(self, value: Any) -> Any:
        """Restore the strings of something, of any JSON type, that came where an object belongs."""
        return walk(value, LeafKind.TEXT, self.texts.whole)

    def event(self, name: str | None, data: dict[str, Any]) -> list[Named]:
        """Take in one event of a stream, and return those that may go out now, in order.

        What was held back before it and belongs before it comes first, as events of the provider's own kind. An event
        that needs no change comes back as the same object.

        Raises:
            UpstreamFailed: nested deeper than any API.
        """
        return [(name, self.treated(data, self.spec))]

    def close(self) -> list[Named]:
        """Note that the stream has ended, and return what is still held."""
        return []

    @property
    def dropped(self) -> bool:
        """Whether log-probabilities were left out."""
        return _DROPPED in self.texts.noted

    @property
    def next_number(self) -> int:
        """The number of the next event, where an API numbers them."""
        return 0

    def changed(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return an object whose text has changed without its log-probabilities."""
        value = fields.get("logprobs")
        if not value or self._drop is None:
            return fields
        self._drop()
        return fields | {"logprobs": [] if isinstance(value, list) else None}

    def treated(self, value: dict[str, Any], spec: Spec, leaf: Leaf | None = None) -> dict[str, Any]:
        """Treat the complete strings of an object; log-probabilities go if the text may differ from theirs."""
        return cast(dict[str, Any], walk(value, spec, leaf or self.texts.whole, drop=self._drop))


_FORMATS = {
    "chat": ("response_format",),
    "completions": ("response_format",),
    "responses": ("text", "format"),
    "messages": ("output_config", "format"),
}
_TYPES = frozenset({"json_object", "json_schema"})


def asks_for_json(shape: str, request: dict[str, Any]) -> bool:
    """Return whether a request asks for structured output, so that the answer is JSON in a string."""
    value: Any = request if shape in _FORMATS else None
    for field in _FORMATS.get(shape, ()):
        value = value.get(field) if is_object(value) else None
    return is_object(value) and value.get("type") in _TYPES


def asks_for_probabilities(request: dict[str, Any]) -> bool:
    """Return whether a request, of any shape, asks for log-probabilities."""
    include: Any = request.get("include")
    listed = is_array(include) and any(isinstance(one, str) and one.endswith("logprobs") for one in include)
    values = (request.get(field) for field in ("logprobs", "top_logprobs"))
    return listed or any(value is not None and value is not False for value in values)
