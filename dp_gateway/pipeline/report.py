"""A request as it may leave, with a report of what it cost in all and what it still shows.

`Gateway` makes it; doors send it, and headers, logs and the command line print its report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from dp_gateway.pipeline.figures import EntityFacts, Pricing
from dp_gateway.pipeline.languages import ENGLISH, Languages
from dp_gateway.pipeline.results import EntityFigures, Report, Sanitized, Totals
from dp_gateway.privacy.guarantee import Price, ValueClass, epsilon_json
from dp_gateway.restore import Caution, Restorer

if TYPE_CHECKING:
    from dp_gateway.budget.base import Charge
    from dp_gateway.budget.spent import Spent


class _Heard(Protocol):
    @property
    def cautions(self) -> list[Caution]: ...


class EntityReport:
    """Reports what a request that was sanitized under a policy cost, and what it still shows.

    Attributes:
        policy, kind: name and kind of the policy.
        characters: code points of all texts.
        tokens: price of the words where the policy has them drawn too, text by text.
        excluded: candidates that were refused because another entity had them or they stood in clear.
        repeatable: the draws come from a keyed stream.
        spent: what it was charged and what is left, where a door holds budgets.
        heard: the replies, where a door reads them.
        languages: which languages were read, and which passages no rules read.
        facts, pricing: what was drawn and what it costs, from which the rest is made.
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
        """Return the report as JSON values, guarantees included."""
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


class Details(NamedTuple):
    """The texts, the report and the undoing of a sanitized request.

    Attributes:
        texts: one per text, in order.
        report: of all texts together.
        restorer: makes what undoes the replacements.
        pricing: prices its draws.
    """

    texts: tuple[Sanitized[EntityReport], ...]
    report: EntityReport
    restorer: Callable[[], Restorer]
    pricing: Pricing


class SanitizedRequest:
    """The texts of a request, sanitized together. Only a `Gateway` makes one.

    Args:
        outgoing: the texts as they may leave.
        describe: makes what is told of them, when it is first asked for.
        pricing, totals, undo: price its draws, work out what they cost, and make what undoes the replacements, without
            that; None where it has been made.

    Attributes:
        outgoing: the texts as they may leave.
    """

    __slots__ = ("_charged", "_describe", "_known", "_made", "_pricing", "_restorer", "_totals", "_undo", "outgoing")

    def __init__(
        self,
        outgoing: list[str],
        describe: Callable[[], Details],
        pricing: Pricing | None = None,
        totals: Callable[[], Totals] | None = None,
        undo: Callable[[], Restorer] | None = None,
    ) -> None:
        self.outgoing, self._describe, self._pricing, self._totals, self._undo = (
            outgoing,
            describe,
            pricing,
            totals,
            undo,
        )
        self._made: Details | None = None
        self._restorer: Restorer | None = None
        self._known: Totals | None = None
        self._charged: dict[bool, tuple[Charge, ...]] = {}

    @property
    def _details(self) -> Details:
        if self._made is None:
            self._made = self._describe()
        return self._made

    @property
    def texts(self) -> tuple[Sanitized[EntityReport], ...]:
        """The texts as they may leave, one `Sanitized` for each, in the order of the request."""
        return self._details.texts

    @property
    def report(self) -> EntityReport:
        """Price, guarantees, and what stays visible, of all texts together."""
        return self._details.report

    @property
    def totals(self) -> Totals:
        """How much was replaced, and its price; the first access for a new setting may take seconds."""
        if self._known is None:
            self._known = self._details.report.totals if self._totals is None else self._totals()
        return self._known

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """Return what each unit of the request costs, for a ledger that charges a unit once.

        Args:
            certified: by certified levels, which may take seconds for a new setting; otherwise nominal ones.
        """
        found = self._charged.get(certified)
        if found is None:
            found = self._charged[certified] = self._priced.charges(certified=certified)
        return found

    def charged(self, *, certified: bool = True) -> tuple[Charge, ...] | None:
        """Return the charges if they are known already; None if it would take time to work them out."""
        priced = self._pricing if self._made is None else self._made.pricing
        known = certified in self._charged or (priced is not None and priced.certified)
        return self.charges(certified=certified) if known else None

    @property
    def nominals(self) -> tuple[float, ...]:
        """The nominal epsilon of a draw of each unit, in the order of `charges`."""
        return self._priced.nominals

    @property
    def _priced(self) -> Pricing:
        return self._details.pricing if self._pricing is None else self._pricing

    @property
    def restorer(self) -> Restorer:
        """What undoes the replacements of the request in its reply, whole or streamed."""
        if self._restorer is None:
            self._restorer = self._details.restorer() if self._undo is None else self._undo()
        return self._restorer

    def restore(self, reply: str) -> str:
        """Put the originals back into a reply where surrogates stand."""
        return self.restorer.restore(reply).text
