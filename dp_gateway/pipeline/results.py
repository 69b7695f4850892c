"""What sanitizing gives: text that may leave, where it was changed, what that cost, and how a reply is restored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from dp_gateway.errors import ConfigurationError
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.pipeline.languages import ENGLISH, Languages
from dp_gateway.privacy.classes import ValueClass
from dp_gateway.privacy.guarantee import Guarantee, Price, epsilon_json, level_text, stated
from dp_gateway.restore import Caution, Restorer
from dp_gateway.text import Span
from dp_gateway.text.sanitized import SanitizedText

if TYPE_CHECKING:
    from dp_gateway.budget.spent import Spent
    from dp_gateway.pipeline.figures import EntityFacts
    from dp_gateway.pipeline.pricing import Pricing

__all__ = ["NOTHING", "SEAL", "EntityFigures", "EntityReport", "Report", "Sanitized"]

SEAL = object()
NOTHING = Restorer(())
_Report_co = TypeVar("_Report_co", bound="Report | EntityReport", covariant=True)


class _Heard(Protocol):
    @property
    def cautions(self) -> list[Caution]: ...


@dataclass(frozen=True, slots=True)
class Report:
    """What a sanitized text cost, and what it still shows.

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
        """Hash of the vocabulary that was drawn from."""
        return self._mechanism.index.content_hash

    @property
    def guarantee(self) -> Guarantee:
        """Nominal and certified epsilon of one word; the first access for a new setting may take seconds."""
        return self._mechanism.guarantee

    def to_json(self) -> dict[str, Any]:
        """JSON-ready, guarantee included."""
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
        }


@dataclass(frozen=True)
class EntityFigures:
    """What the entities of one type cost in a request.

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

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """What is kept of the values, in words, one line for each class that occurs; sorted."""
        return self.classify()

    def to_json(self) -> dict[str, Any]:
        """JSON-ready; infinite is the string "inf"."""
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
            "classes": list(self.classes),
        }


class Totals(NamedTuple):
    """What a request cost in all.

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


class EntityReport:
    """What a request that was sanitized under a policy cost, and what it still shows.

    Attributes:
        policy, kind: name and kind of the policy.
        characters: code points of all texts.
        tokens: price of the words where the policy has them drawn too, text by text.
        excluded: candidates that were refused because another entity had them or they stood in clear.
        repeatable: the draws come from a keyed stream.
        spent: what it was charged and what is left, where a door holds budgets.
        heard: the replies, where a door reads them.
        second_step: what became of the reply's text where a local model corrects it; see `dp_gateway.second_step`.

    `price` and what is made of it is what a ledger charges when nothing of the request was sent before.

    All else is worked out when it is first asked for; until it is dropped, a report keeps its request in memory.
    """

    def __init__(
        self,
        *,
        policy: str,
        kind: str,
        characters: int,
        tokens: tuple[Report, ...],
        excluded: int,
        repeatable: bool,
        facts: EntityFacts,
        pricing: Pricing,
        languages: Languages = ENGLISH,
    ) -> None:
        self.policy, self.kind, self.characters, self.tokens = policy, kind, characters, tokens
        self.excluded, self.repeatable = excluded, repeatable
        self.languages = languages
        self.spent: Spent | None = None
        self.second_step: str | None = None
        self.heard: Sequence[_Heard] = ()
        self._facts, self._pricing = facts, pricing

    @cached_property
    def figures(self) -> tuple[EntityFigures, ...]:
        """One row per entity type."""
        return self._facts.figures()

    @cached_property
    def classes(self) -> tuple[ValueClass | None, ...]:
        """For each mention in the order of the texts, the values among which its certificate holds; None if kept."""
        return self._facts.classes()

    @cached_property
    def order_survival(self) -> Mapping[str, float]:
        """By kind of value: the mean probability that of two amounts the larger one stays the larger."""
        return self._facts.order_survival()

    @cached_property
    def not_restored(self) -> int:
        """Surrogates that cannot be told from ordinary text in a reply."""
        return self._facts.not_restored()

    @property
    def cautions(self) -> list[Caution]:
        """What the reply states about values that were drawn near the true ones: it may be false of those.

        Of a streamed reply as far as it has come. Each holds the true value: treat them as you treat the reply.
        """
        return [caution for reply in self.heard for caution in reply.cautions]

    @cached_property
    def left_in_clear(self) -> tuple[str, ...]:
        """What is visible by design."""
        return self._facts.left_in_clear()

    @cached_property
    def totals(self) -> Totals:
        """All entities and words, and their price."""
        entities = sum(row.mentions for row in self.figures if row.treatment != "keep")
        return Totals(entities, sum(words.words for words in self.tokens), self.price, self.languages)

    @property
    def price(self) -> Price:
        """Certified (epsilon, delta) of all units together, and nominal; the first access may take seconds.

        What the policy keeps is in `left_in_clear` and not counted here; of a policy that keeps everything, infinite.
        """
        return self._pricing.price

    @property
    def total_epsilon(self) -> float:
        """Certified epsilon by basic composition over all different values and words; infinite for no guarantee."""
        return self.price.epsilon

    @property
    def total_delta(self) -> float:
        """Certified delta by basic composition over all different values and words; 1 for no guarantee."""
        return self.price.delta

    @property
    def total_nominal(self) -> float:
        """The sum of the nominal epsilons of the same draws."""
        return self.price.nominal

    def to_json(self) -> dict[str, Any]:
        """JSON-ready, guarantees included."""
        price = self.price
        return {
            "policy": self.policy,
            "kind": self.kind,
            "characters": self.characters,
            "entities": [row.to_json() for row in self.figures],
            "tokens": [report.to_json() for report in self.tokens],
            "total_epsilon": epsilon_json(price.epsilon),
            "total_delta": price.delta,
            "total_certified": price.text,
            "total_nominal_epsilon": price.nominal,
            "order_survival": dict(self.order_survival),
            "not_restored": self.not_restored,
            "excluded": self.excluded,
            "left_in_clear": list(self.left_in_clear),
            "repeatable": self.repeatable,
            **({"languages": self.languages._asdict()} if self.languages.header else {}),
            **({"spent": self.spent.to_json()} if self.spent is not None else {}),
        }


class Sanitized(SanitizedText, Generic[_Report_co]):
    """Text that may leave. Only a `Sanitizer` makes one.

    Attributes:
        spans: the replaced units, with offsets in both texts.
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
        """Undoes the replacements in a reply, whole or streamed; empty where words were drawn for good."""
        return self._restorer()

    def restore(self, reply: str) -> str:
        """A reply with the originals where surrogates stand."""
        return self.restorer.restore(reply).text

    def __repr__(self) -> str:
        return f"Sanitized({len(self.text)} characters, {len(self.spans)} spans)"
