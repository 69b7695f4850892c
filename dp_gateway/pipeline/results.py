"""The results of sanitizing: text that may leave, where it was changed, and what each kind of draw cost.

`Sanitizer` and `Gateway` make it; what a whole request cost is in `report`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar, final

import orjson

from dp_gateway.errors import ConfigurationError
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.pipeline.languages import ENGLISH, Languages
from dp_gateway.privacy.guarantee import (
    Guarantee,
    Price,
    epsilon_json,
    guess_after,
    level_text,
    rule_weakness,
    stated,
    weakness,
)
from dp_gateway.restore import Restorer
from dp_gateway.text import Span
from dp_gateway.text.types import SanitizedText

SEAL = object()
NOTHING = Restorer(())
_Report_co = TypeVar("_Report_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Report:
    """Reports what a sanitized text cost, and what it still shows.

    Attributes:
        mechanism: name.
        characters: code points of the original text.
        words: words drawn, each at epsilon.
        kept_stopwords: public stopwords that were left in clear.
        digits: digits replaced by uniform ones.
        epsilon: nominal price of one word.
        total_epsilon: nominal price of the text by basic composition: words times epsilon.
        left_in_clear: what is visible by design.
        repeatable: the draws come from a keyed stream.
    """

    mechanism: str
    characters: int
    words: int
    kept_stopwords: int
    digits: int
    epsilon: float
    total_epsilon: float
    left_in_clear: tuple[str, ...]
    repeatable: bool
    _mechanism: Mechanism = field(repr=False, compare=False)

    @property
    def index(self) -> str:
        """The SHA-256 of the vocabulary that the words were drawn from."""
        return self._mechanism.index.content_hash

    @property
    def guarantee(self) -> Guarantee:
        """Nominal and certified epsilon of one word; the first access for a new setting may take seconds."""
        return self._mechanism.guarantee

    @property
    def weakness(self) -> str:
        """A sentence where words are weakly protected, see `privacy.guarantee.weakness`; empty otherwise."""
        better = 'tokens = { mechanism = "stairtext", epsilon = 4 }'
        return weakness("words", (self.guarantee.certified_epsilon, 0.0), better) if self.words else ""

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values, guarantee included."""
        return {
            "mechanism": self.mechanism,
            "characters": self.characters,
            "words": self.words,
            "kept_stopwords": self.kept_stopwords,
            "digits": self.digits,
            "epsilon": self.epsilon,
            "total_epsilon": self.total_epsilon,
            "left_in_clear": list(self.left_in_clear),
            "repeatable": self.repeatable,
            "guarantee": self.guarantee.to_json(),
            "certified": level_text((self.guarantee.certified_epsilon, 0.0)),
            "guess": guess_after((self.guarantee.certified_epsilon, 0.0)),
            "weakness": self.weakness,
        }


@dataclass(frozen=True)
class EntityFigures:
    """The figures of one entity type in a request: how many, how treated, at what cost.

    Attributes:
        type: entity type; for places, followed by the kind of place.
        treatment: `surrogate`, `mechanism`, `value`, `shift`, `mask` or `keep`.
        mentions, values: how often such entities stand in the request, and how many different ones there are.
        mechanism: what drew them.
        nominal_epsilon: of one value, as its mechanism is set; 0 for what is drawn without looking at it.
        unit: what the nominal epsilon is per.
        compute: works out the certified (epsilon, delta) of one value.
        classify: works out the classes of the values.
    """

    type: str
    treatment: str
    mentions: int
    values: int
    mechanism: str
    nominal_epsilon: float
    unit: str
    compute: Callable[[], tuple[float, float]] = field(repr=False, compare=False)
    classify: Callable[[], tuple[str, ...]] = field(repr=False, compare=False, default=tuple)

    @cached_property
    def certified(self) -> tuple[float, float]:
        """(epsilon, delta) of one value against any other of its class, from the table that was drawn from.

        Of phrases without those that the request shut out; (infinite, 1) where that promises nothing. The first access
        for a new setting may take seconds.
        """
        return stated(self.compute())

    @property
    def weakness(self) -> str:
        """A sentence where it protects weakly, see `privacy.guarantee.weakness`; empty otherwise."""
        if self.treatment == "keep":
            return ""
        treatment = "value" if self.treatment == "shift" else self.treatment
        return rule_weakness(self.type, treatment, self.certified)

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """What is kept of the values, in words, one line for each class that occurs; sorted."""
        return self.classify()

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON values; infinite is the string "inf"."""
        epsilon, delta = self.certified
        return {
            "type": self.type,
            "treatment": self.treatment,
            "mentions": self.mentions,
            "values": self.values,
            "mechanism": self.mechanism,
            "nominal_epsilon": self.nominal_epsilon,
            "unit": self.unit,
            "certified_epsilon": epsilon_json(epsilon),
            "certified_delta": delta,
            "certified": level_text((epsilon, delta)),
            "guess": guess_after((epsilon, delta)),
            "weakness": self.weakness,
            "classes": list(self.classes),
        }


class Totals(NamedTuple):
    """The totals of a request: entities, words and price.

    Attributes:
        entities: mentions that were replaced.
        words: words that were drawn.
        price: of both.
        languages: of the texts that were read.
    """

    entities: int
    words: int
    price: Price
    languages: Languages = ENGLISH


class Sanitized(SanitizedText, Generic[_Report_co]):
    """Text that may leave. Only a `Sanitizer` makes one.

    Args:
        text: what may leave.
        spans: the replaced units, with offsets in both texts.
        report: what it cost, and what it still shows.
        seal: what only this package has.
        restorer: makes what puts the originals back.

    Raises:
        ConfigurationError: somebody else tries to make one.
    """

    __slots__ = ("_report", "_restorer", "_text", "spans")

    def __init__(
        self,
        text: str,
        spans: Sequence[Span],
        report: _Report_co,
        *,
        seal: object,
        restorer: Callable[[], Restorer] = lambda: NOTHING,
    ) -> None:
        if seal is not SEAL:
            raise ConfigurationError("only a Sanitizer makes Sanitized text", hint="call Sanitizer(...).sanitize(text)")
        self._text, self.spans, self._report, self._restorer = text, spans, report, restorer

    @property
    def text(self) -> str:
        """The sanitized text."""
        return self._text

    @property
    def report(self) -> _Report_co:
        """Price, guarantee, and what stays visible."""
        return self._report

    @property
    def restorer(self) -> Restorer:
        """What undoes the replacements in a reply, whole or streamed; it leaves words that were drawn for good."""
        return self._restorer()

    def restore(self, reply: str) -> str:
        """Put the originals back into a reply where surrogates stand."""
        return self.restorer.restore(reply).text

    def __repr__(self) -> str:
        return f"Sanitized({len(self.text)} characters, {len(self.spans)} spans)"


@final
class SanitizedBody(dict[str, Any]):
    """The body of a request, sanitized; a `Doorway` makes it. `written`: the same as JSON, where another process has
    written it; the fields are then not known here. Raises ConfigurationError where somebody else makes one.
    """

    def __init__(self, fields: Mapping[str, Any], *, seal: object, written: bytes | None = None) -> None:
        if seal is not SEAL:
            raise ConfigurationError(
                "only a Doorway makes bodies that may leave", hint="call Doorway(gateway).open(shape, body)"
            )
        super().__init__(fields)
        self._written = written

    def to_json(self) -> bytes:
        """Return the body as it is sent."""
        return orjson.dumps(self) if self._written is None else self._written
