"""Entities by a language model on this machine.

The model is asked which strings are entities, not where they stand: models count characters badly. Each string is then
looked for in the text, so that one which the model made up does no harm. An answer that cannot be read is asked for
again, and then is an error: "nothing found" is said only where the model said so.

What the model overlooks stays unprotected, and a text may try to talk the model out of finding anything. Put this
detector beside others, not in their place.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, cast

from dp_gateway.errors import ConfigurationError, MalformedReply, UntrustedModel
from dp_gateway.llm import JsonSchema, LocalModel, Reply, Template, load
from dp_gateway.llm.messages import RETRY_TEMPERATURE, closed_object, read_list
from dp_gateway.text.entities import ENTITY_TYPES, Entity
from dp_gateway.text.folding import copied

_ALIASES = {
    "NAME": "PERSON",
    "PER": "PERSON",
    "ORG": "ORGANIZATION",
    "ORGANISATION": "ORGANIZATION",
    "COMPANY": "ORGANIZATION",
    "LOC": "LOCATION",
    "GPE": "LOCATION",
    "PLACE": "LOCATION",
    "CITY": "LOCATION",
    "COUNTRY": "LOCATION",
    "NORP": "NRP",
    "NATIONALITY": "NRP",
    "DATE": "DATE_TIME",
    "TIME": "DATE_TIME",
    "EMAIL": "EMAIL_ADDRESS",
    "PHONE": "PHONE_NUMBER",
    "ADDRESS": "STREET_ADDRESS",
    "ZIP": "POSTCODE",
    "JOB": "JOB_TITLE",
    "PERCENT": "PERCENTAGE",
}
"""What models call types, whatever they are asked to call them."""

_LEAST_TOKENS = 256
"""Of an answer, beside one for each character of the text: it repeats at most the whole text, in pieces with JSON."""


class LlmDetector:
    """Asks a local model for the entities of a text; meets the `Detector` protocol.

    Args:
        model: a local model; texts are sent as they are.
        types: names of `ENTITY_TYPES`, or a mapping from names (types of your own, too) to what they cover; None takes
            all of `ENTITY_TYPES`.
        score: confidence that its findings are given; models state none that means anything.
        attempts: requests for one piece before an unreadable answer is an error.
        chunk, overlap: characters of a piece of a long text, and of what two pieces share.
        concurrency: requests at a time.

    Raises:
        UntrustedModel: the model is not a `LocalModel`.
        ConfigurationError: types or sizes that cannot be used.
    """

    def __init__(
        self,
        model: LocalModel,
        types: Iterable[str] | Mapping[str, str] | None = None,
        *,
        score: float = 0.75,
        attempts: int = 3,
        chunk: int = 2000,
        overlap: int = 200,
        concurrency: int = 1,
    ) -> None:
        if not isinstance(model, LocalModel):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise UntrustedModel(
                f"texts to search are private, and {type(model).__name__} is not a LocalModel",
                hint='use a model on this machine: LocalModel(Endpoint(url, name, trust="local"))',
            )
        if not (0 <= overlap < chunk // 2 and min(attempts, concurrency) > 0 and 0 < score <= 1):
            raise ConfigurationError(
                "a detector needs attempts and concurrency of at least 1, a score between 0 and 1, and an overlap "
                "below half of a chunk",
                hint="leave them out",
            )
        self._model, self._types = model, _described(types)
        self._score, self._attempts, self._chunk, self._overlap = score, attempts, chunk, overlap
        self._concurrency = concurrency
        self._template: Template = load("detect")
        self._schema = _schema(self._types)
        self.name = f"llm:{model.name}:{self._fingerprint()}"

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, every occurrence of what the model named, in order. Raises ModelError where
        the model cannot be reached, or did not give a readable answer in any attempt.
        """
        pieces = [
            (number, text[start:end])
            for number, text in enumerate(texts)
            for start, end in _pieces(text, self._chunk, self._overlap)
        ]
        with ThreadPoolExecutor(self._concurrency, thread_name_prefix="detect") as pool:
            answers = list(pool.map(self._ask, (piece for _, piece in pieces)))
        named: list[dict[tuple[str, str], None]] = [{} for _ in texts]
        for (number, _), answer in zip(pieces, answers, strict=True):
            named[number] |= dict.fromkeys(answer)
        return [self._located(text, found) for text, found in zip(texts, named, strict=True)]

    def _located(self, text: str, named: Iterable[tuple[str, str]]) -> list[Entity]:
        searched = Searched(text)
        spans = {(start, end, kind) for mention, kind in named for start, end in searched.occurrences(mention)}
        return [Entity(start, end, kind, self._score, self.name) for start, end, kind in sorted(spans)]

    def _ask(self, piece: str) -> list[tuple[str, str]]:
        listed = "\n".join(f"- {name}: {covers}" for name, covers in self._types.items())
        messages = self._template.fill(types=listed, text=piece)
        longest = _LEAST_TOKENS + len(piece)
        for attempt in range(self._attempts):
            temperature = RETRY_TEMPERATURE if attempt else 0.0
            reply = self._model.chat(messages, schema=self._schema, temperature=temperature, max_tokens=longest)
            try:
                return self._read(reply)
            except ValueError:
                continue
        raise MalformedReply(
            f"{self._model.name} did not list entities in a readable way in {self._attempts} attempts",
            hint="use a larger model, or one whose server knows JSON schemas; without this detector: leave llm out",
        )

    def _read(self, reply: Reply) -> list[tuple[str, str]]:
        """Mentions with types. Raises ValueError: cut off, not JSON, or of another form."""
        return [found for entry in read_list(reply, "entities") if (found := self._entry(entry)) is not None]

    def _entry(self, entry: Any) -> tuple[str, str] | None:
        if not isinstance(entry, dict):
            raise ValueError("no object")
        fields = cast(dict[str, Any], entry)
        mention, kind = fields.get("text"), fields.get("type")
        if not isinstance(mention, str) or not isinstance(kind, str):
            raise ValueError("no text, or no type")
        kind = re.sub(r"[\s-]+", "_", kind.strip()).upper()
        kind = kind if kind in self._types else _ALIASES.get(kind, kind)
        if kind in self._types:
            return mention, kind
        # A type that exists and was not asked for is left out; one that nobody knows may be anything.
        if kind in ENTITY_TYPES:
            return None
        raise ValueError("unknown type")

    def _fingerprint(self) -> str:
        prompt = self._template.fill(types="", text="")
        settings = [prompt, self._types, self._score, self._attempts, self._chunk, self._overlap]
        return hashlib.sha256(json.dumps(settings).encode()).hexdigest()[:8]


def _described(types: Iterable[str] | Mapping[str, str] | None) -> dict[str, str]:
    if types is None:
        return dict(ENTITY_TYPES)
    if isinstance(types, Mapping):
        described = dict(cast(Mapping[str, str], types))
    else:
        names = [types] if isinstance(types, str) else list(types)
        unknown = [name for name in names if name not in ENTITY_TYPES]
        if unknown:
            raise ConfigurationError(
                f"there is no entity type {', '.join(map(repr, unknown))}",
                hint="describe types of your own: types={'SHIP': 'names of ships'}",
            )
        described = {name: ENTITY_TYPES[name] for name in names}
    if not described or any(not re.fullmatch(r"[A-Z][A-Z0-9_]*", name) for name in described):
        raise ConfigurationError(
            "a detector needs at least one type, and types are named in capitals",
            hint="types={'SHIP': 'names of ships'}",
        )
    return described


def _schema(types: Iterable[str]) -> JsonSchema:
    properties = {"text": {"type": "string"}, "type": {"type": "string", "enum": list(types)}}
    return JsonSchema.of_list("entities", closed_object(properties))


def _pieces(text: str, chunk: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Start and end of pieces of a text, cut at white space where there is some; blank ones are left out."""
    end = 0
    while end < len(text):
        start = _after_space(text, range(end - overlap, end + 1)) if end else 0
        end = min(start + chunk, len(text))
        if end < len(text):
            end = _after_space(text, range(end, start + chunk // 2, -1))
        if not text[start:end].isspace():
            yield start, end


def _after_space(text: str, places: range) -> int:
    """The first of these places that follows white space; the first where none does."""
    return next((at for at in places if text[at - 1].isspace()), places[0])


class Searched:
    """A text to search for mentions.

    A mention is looked for as it is written, and, where it is not there, without regard to letter case, accents, width,
    the look of quotes and dashes, and characters without width: models mend what they copy.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def occurrences(self, mention: str) -> list[tuple[int, int]]:
        """Find where a mention stands as whole words, any white space for white space."""
        if not any(map(str.isalnum, mention)):
            return []
        found = [match.span() for match in re.finditer(_pattern(mention), self._text)]
        folded, _ = copied(mention)
        if found or not folded.strip():
            return found
        searched, origins = self._searched
        spans = [match.span() for match in re.finditer(_pattern(folded), searched)]
        return [(origins[start], self._whole(origins[end - 1] + 1)) for start, end in spans]

    @cached_property
    def _searched(self) -> tuple[str, list[int]]:
        return copied(self._text)

    def _whole(self, end: int) -> int:
        while end < len(self._text) and unicodedata.combining(self._text[end]):
            end += 1
        return end


def _pattern(mention: str) -> str:
    words = mention.split()
    spelled = r"\s+".join(map(re.escape, words))
    return f"{_edge(words[0][0], before=True)}{spelled}{_edge(words[-1][-1], before=False)}"


def _edge(character: str, *, before: bool) -> str:
    # Scripts without spaces have no whole words, nor has what begins or ends with a sign.
    if not character.isalnum() or unicodedata.east_asian_width(character) in "WF" or _unspaced(character):
        return ""
    return r"(?<![^\W_])" if before else r"(?![^\W_]|[\u0300-\u036f])"


def _unspaced(character: str) -> bool:
    return unicodedata.name(character, "").startswith(("THAI", "LAO", "KHMER", "MYANMAR", "HALFWIDTH KATAKANA"))
