"""Works out what the draws of a request cost, by unit and by type of entity, and what stays visible: for reports and
ledgers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from dp_gateway.budget.base import Charge
from dp_gateway.languages import language_name
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.restricted import RelatedSets, SelfFreeLevel, self_free_level
from dp_gateway.mechanisms.within import WithinClasses
from dp_gateway.pipeline.results import EntityFigures, Report
from dp_gateway.pipeline.tokens import left_in_clear
from dp_gateway.pipeline.words import WordUnit
from dp_gateway.privacy.composition import basic
from dp_gateway.privacy.guarantee import NOTHING_KEPT, Price, ValueClass, stated
from dp_gateway.randomness import KeyedHash, keyed_hash
from dp_gateway.surrogates.exclusions import Exclusions
from dp_gateway.surrogates.sources import Sources
from dp_gateway.surrogates.substitution import Drawn, Substitution
from dp_gateway.text.entities import Mention
from dp_gateway.text.folding import fold


class _Unit(NamedTuple):
    """What one unit costs. `certify`: works out the certified (epsilon, delta) of a draw. `nominal`: (epsilon, delta)
    of a draw. `counted`: how many draws it is, and the hash of what they were drawn from.
    """

    certify: Callable[[], tuple[float, float]]
    nominal: tuple[float, float]
    mechanism: str
    counted: tuple[int, str] = (1, "")

    def level(self, *, certified: bool) -> tuple[float, float]:
        """(epsilon, delta) of a draw."""
        return self.certify() if certified else self.nominal


class Pricing:
    """Prices the draws of one request.

    Attributes:
        certified: the certified levels of all draws are known, so that `charges` takes no time.

    Args:
        key: makes the key of the hashes, within the scope of the draws.
        facts, found: all mentions, what was drawn for them, and the key of the draw; None where only words were drawn.
        by_value: entities are drawn by value; otherwise each mention is a draw of its own.
        observed: nothing was changed, so everything left in clear.
        recall: gives the price of a request that comes again; None works it out.
    """

    def __init__(
        self,
        key: Callable[[], bytes],
        words: Sequence[WordUnit],
        facts: EntityFacts | None = None,
        found: Sequence[tuple[Mention, Drawn, bytes]] = (),
        *,
        by_value: bool = True,
        observed: bool = False,
        recall: Callable[[Callable[[], Price]], Price] | None = None,
    ) -> None:
        self._key, self._words, self._facts, self._found = key, words, facts, found
        self._by_value, self._observed, self._recall = by_value, observed, recall
        self.certified = False

    def charges(self, *, certified: bool) -> tuple[Charge, ...]:
        """Return one charge a unit; entities that a policy keeps are left in clear by design, and not priced.
        `certified`: by certified levels, which may take seconds for a new setting; otherwise nominal ones.
        """
        keyed = keyed_hash(self._key())
        return tuple(
            Charge(hashed_unit(keyed, name), *one.level(certified=certified), one.mechanism, *one.counted)
            for name, one in self._units.items()
        )

    @property
    def nominals(self) -> tuple[float, ...]:
        """The nominal epsilon of a draw of each unit, in the order of `charges`."""
        return tuple(one.nominal[0] for one in self._units.values())

    @property
    def nominal(self) -> float:
        """The largest nominal epsilon of a unit."""
        return max(self.nominals, default=0.0)

    @cached_property
    def price(self) -> Price:
        """What all units cost together by basic composition: the one figure that every display shows."""
        return self._composed() if self._recall is None else self._recall(self._composed)

    def _composed(self) -> Price:
        units = [(*one.certify(), one.counted[0]) for one in self._units.values()]
        level = stated(basic((epsilon * count, delta * count) for epsilon, delta, count in units))
        self.certified = True
        mechanisms = tuple(sorted({one.mechanism for one in self._units.values()}))
        return Price(*level, math.fsum(one.nominal[0] * one.counted[0] for one in self._units.values()), mechanisms)

    @cached_property
    def _units(self) -> dict[tuple[str, ...], _Unit]:
        """The units by what tells them apart; of what is the same unit, the last."""
        return dict(chain(self._of_entities(), self._of_words()))

    def _of_entities(self) -> Iterator[tuple[tuple[str, ...], _Unit]]:
        if self._observed and self._found:
            everything = math.inf, 1.0
            yield ("observed", *(m.text for m, _, _ in self._found)), _Unit(lambda: everything, everything, "observed")
            return
        if self._facts is None:
            return
        facts, rows = self._facts, self._facts.rows
        first: dict[tuple[str, str], str] = {}
        seen: set[tuple[object, ...]] = set()
        for mention, one, key in self._found:
            written = mention.type, mention.article, id(one), key, self._place(mention)
            if one.text is None or written in seen:
                continue
            seen.add(written)
            row = rows[mention.type, one.lexicon_type, one.treatment]
            nominal, setting = (row.nominal_epsilon, 0.0), (row.type, row.mechanism, repr(row.nominal_epsilon))
            if one.treatment != "value":
                name = ("entity", *setting, key.hex(), *self._drawn(mention, one))
                index = facts.index_of(mention, one)
                yield name, _Unit(partial(getattr, row, "certified"), nominal, row.mechanism, (1, index))
                continue
            # Each number and each date is a draw, at the level of its own class; a date in whatever mention it stands.
            for at, (value, drawn) in enumerate(zip(values_of(one), one.drawn, strict=True)):
                within = first.setdefault((mention.type, repr(value)), key.hex())
                name = name_of_value(
                    *setting[:2], row.nominal_epsilon, within, repr(value), drawn, self._place(mention)
                )
                yield name, _Unit(partial(_level_of_value, facts, one, at), nominal, row.mechanism)

    def _place(self, mention: Mention) -> str:
        return "" if self._by_value else f"{mention.text_number}:{mention.start}"

    def _drawn(self, mention: Mention, one: Drawn) -> tuple[str, ...]:
        if one.treatment == "shift":
            return ("the shift",)  # one draw for all dates
        text = one.text or ""
        # The article follows the draw, and letter case the mention: neither is drawn.
        output = fold(text.split(maxsplit=1)[-1] if mention.article else text)
        return repr(one.value), output, self._place(mention)

    def _of_words(self) -> Iterator[tuple[tuple[str, ...], _Unit]]:
        for scope, text, sent, words, mechanism in self._words:
            name = ("words", mechanism.name, repr(mechanism.epsilon), scope, text, sent)
            certify, counted = partial(_level_of_word, mechanism), (words, mechanism.index.content_hash)
            yield name, _Unit(certify, (mechanism.epsilon, 0.0), mechanism.name, counted)


def name_of_value(
    entity_type: str, mechanism: str, nominal: float, key: str, value: str, drawn: str, place: str = ""
) -> tuple[str, ...]:
    """Name the draw of one number or date, so that it is told from all others. `key`: of the draw, in hexadecimal.
    `value` and `drawn`: what was drawn for, and what came out. `place`: of the mention, where each is a draw of its
    own.
    """
    return ("entity", entity_type, mechanism, repr(nominal), key, value, drawn, place)


def hashed_unit(keyed: KeyedHash, parts: Sequence[str]) -> bytes:
    """Hash the name of a draw, which tells it from all others, with a key: the unit under which it is paid for."""
    return keyed.digest(encoded(parts))[:16]


def encoded(parts: Iterable[str]) -> bytes:
    """Join the parts of a name with their lengths: two lists of them have the same bytes together if they have them
    apart.
    """
    each = [part.encode("utf-8", "surrogatepass") for part in parts]
    return b"".join([len(part).to_bytes(8, "little") + part for part in each])


def _level_of_value(facts: EntityFacts, one: Drawn, at: int) -> tuple[float, float]:
    return stated(facts.level_of(one)[at])


def _level_of_word(mechanism: Mechanism) -> tuple[float, float]:
    return mechanism.guarantee.certified_epsilon, 0.0


_SURVIVAL_DIGITS = 9
"""Further digits of a mean of products are those of the processor's sums, and reports are the same on every machine."""
_MOST_ORDERED = 64
"""Values of a type whose order is looked at: a table of a thousand rows need not cost a million pairs."""

Pairs = Sequence[tuple[Mention, Drawn]]
"""Mentions and what was drawn for them."""

_HOW = {
    "surrogate": "uniform over its class",
    "mask": "placeholder",
    "keep": "left in clear",
    "shift": "one shift for all dates of the scope: whoever knows one date knows all",
    "value": "staircase over its class",
}

_OUTSIDE = "everything that is no detected entity"
_WHICH_TOPICS = "which phrases belong to the topics {}: public lists decide"
_DEVELOPER = "the developer's own text (system messages, tools, schemas) but for identifiers: names in it stay"
_WHICH_PUBLIC = "which mentions are public references: a public list and the text around them decide"
_UNREAD = "names and places in {}, which is not supported: only identifiers and listed values are looked for there"
_OF_ENTITIES = ("the type of each entity", "which mentions are the same entity")


class EntityFacts:
    """The facts of one request; each is worked out when it is asked for.

    Args:
        pairs: all mentions of the request, and what was drawn for them.
        tokens: the reports of the texts whose words were drawn.
        any_developer: some texts are the developer's.
        unread: languages of the request that are not supported.
    """

    def __init__(
        self,
        sources: Sources,
        substitution: Substitution,
        pairs: Pairs,
        tokens: Sequence[Report],
        *,
        any_developer: bool,
        unread: Sequence[str] = (),
    ) -> None:
        self._sources, self._substitution, self._pairs = sources, substitution, pairs
        self._tokens, self._any_developer, self._unread = tokens, any_developer, unread

    def figures(self) -> tuple[EntityFigures, ...]:
        """Return the rows of the report in the order of first appearance."""
        return tuple(self.rows.values())

    @cached_property
    def rows(self) -> dict[tuple[str, str, str], EntityFigures]:
        """One row for each type, lexicon type and treatment."""
        groups: dict[tuple[str, str, str], list[tuple[Mention, Drawn]]] = {}
        for mention, one in self._pairs:
            groups.setdefault((mention.type, one.lexicon_type, one.treatment), []).append((mention, one))
        # Of a copy, which does not keep the rows: what points back to itself is freed late.
        facts = copy(self)
        return {name: facts._row(*name, found) for name, found in groups.items()}

    def _row(self, entity_type: str, lexicon_type: str, treatment: str, found: Pairs) -> EntityFigures:
        count = len({one.value for _, one in found}) if treatment != "keep" else 0
        mechanism, unit, nominal = _HOW.get(treatment, ""), "value", 0.0
        compute = partial(self._identity, treatment, found)
        if treatment == "mechanism":
            drawing = self._sources.mechanism(lexicon_type, entity_type)
            mechanism, nominal = drawing.name, drawing.epsilon
            compute = partial(self._phrases, lexicon_type, entity_type)
        elif treatment == "value":
            nominal, unit = found[0][1].epsilon, "date" if entity_type == "DATE_TIME" else "number"
            compute = partial(self._worst, found)
            count = len({value for _, one in found for value in values_of(one)})
        elif treatment == "shift":
            compute = _shifted
        name = entity_type if lexicon_type in ("", entity_type) else f"{entity_type}/{lexicon_type}"
        classify = partial(self._classes, found)
        return EntityFigures(name, treatment, len(found), count, mechanism, nominal, unit, compute, classify)

    def _classes(self, found: Pairs) -> tuple[str, ...]:
        """The descriptions of the classes of some mentions; none of those that are kept whole."""
        written = {mention[3:]: (mention, one) for mention, one in found if one.text is not None}
        classes = {self._substitution.class_of(mention, one) for mention, one in written.values()}
        return tuple(sorted({of_value.describe() for of_value in classes}))

    def _identity(self, treatment: str, found: Pairs) -> tuple[float, float]:
        """Uniform over N candidates but the value itself: epsilon 0, delta 1 / (N - 1); nothing of what is masked."""
        if treatment == "keep":
            return math.inf, 1.0
        if not self._sources.policy.never_self or treatment == "mask":
            return 0.0, 0.0
        exclusions = self._exclusions
        listed = self._substitution.is_listed
        named = {mention[3:]: mention for mention, _ in found if listed(mention)}.values()
        of_families = {mention.text: (mention, one.text or "") for mention, one in found if not listed(mention)}
        read = (
            (
                mention,
                text,
                self._sources.read(mention.text, mention.type, mention.language, day_first=mention.day_first),
            )
            for mention, text in of_families.values()
        )
        drawn_from = {mention: self._substitution.drawn_from(mention) for mention in named}
        # What has no part that is never itself may come out as it was, and is masked then: one of all outputs tells it.
        few = (mention for mention, pools in drawn_from.items() if not pools)
        itself = max((1 / self._substitution.outputs(mention) for mention in few), default=0.0)
        return 0.0, max(exclusions.names(drawn_from.values()), exclusions.identifiers(read), itself)

    @cached_property
    def _exclusions(self) -> Exclusions:
        """What the draws of the whole request shut out; all of them are made when its first figure is asked for."""
        return self._substitution.exclusions

    def level_of(self, one: Drawn) -> list[tuple[float, float]]:
        """Return the certified (epsilon, delta) of the draws behind a value, or behind some dates, that stand in for a
        mention.
        """
        value: Any = one.value
        if hasattr(value, "kind"):
            return [self._amounts[value]] * len(one.drawn)
        return [self._substitution.date_level(date) for date in value]

    @cached_property
    def _amounts(self) -> dict[Any, tuple[float, float]]:
        by_type: dict[str, dict[Any, Mention]] = {}
        for mention, one in self._pairs:
            if one.treatment == "value" and hasattr(one.value, "kind"):
                by_type.setdefault(mention.type, {})[one.value] = mention
        drawn, exclusions = self._substitution.drawn_values(), self._exclusions
        return {value: level for read in by_type.values() for value, level in exclusions.values(read, drawn).items()}

    def _worst(self, found: Pairs) -> tuple[float, float]:
        """The largest epsilon and the largest delta of several values."""
        levels = [level for _, one in found for level in self.level_of(one)]
        return max(epsilon for epsilon, _ in levels), max(delta for _, delta in levels)

    def _phrases(self, lexicon_type: str, entity_type: str) -> tuple[float, float]:
        """The largest epsilon and the largest delta of the laws that draw the phrases of a type."""
        levels = [
            phrase_level(
                law.mechanism,
                self._sources.related(lexicon_type, law.mechanism),
                shut_out,
                () if law.label is None else (law.label,),
            )
            for law, shut_out in self._substitution.phrase_laws(lexicon_type, entity_type)
        ]
        return max(epsilon for epsilon, _ in levels), max(delta for _, delta in levels)

    def classes(self) -> tuple[ValueClass | None, ...]:
        """Return the class of each mention, in order; None of those that are left in clear."""
        class_of = self._substitution.class_of
        return tuple(None if one.text is None else class_of(mention, one) for mention, one in self._pairs)

    def index_of(self, mention: Mention, one: Drawn) -> str:
        """Hash of the phrases that a mention was drawn from; empty where it was drawn from none."""
        if one.treatment != "mechanism":
            return ""
        return self._sources.mechanism(one.lexicon_type, mention.type).index.content_hash

    def order_survival(self) -> dict[str, float]:
        """Return, for each kind of value with two different ones, the mean probability that their order survives."""
        by_kind: dict[str, dict[Any, None]] = {}
        for _, one in self._pairs:
            value: Any = one.value
            if one.treatment == "value" and hasattr(value, "kind"):
                if len(value.numbers) == 1:
                    by_kind.setdefault(f"{value.kind} {value.unit}".strip(), {})[value] = None
            elif one.treatment == "value":
                for date in value:
                    if date.year is not None:
                        by_kind.setdefault(f"DATE_TIME {date.span}", {})[date] = None
        kinds = {kind: list(values)[:_MOST_ORDERED] for kind, values in by_kind.items() if len(values) > 1}
        return {kind: self._mean_survival(values) for kind, values in kinds.items()}

    def _mean_survival(self, values: list[Any]) -> float:
        from dp_gateway.mechanisms.numeric import order_survival
        from dp_gateway.surrogates.dates.classes import number_of

        if hasattr(values[0], "span"):
            places, laws = [float(number_of(date)) for date in values], [self._sources.dates.law(d) for d in values]
        else:
            places = [float(value.numbers[0]) for value in values]
            laws = [self._sources.values.law(value)[0] for value in values]
        survival = order_survival(places, laws)[np.triu_indices(len(values), 1)].mean()
        return round(float(survival), _SURVIVAL_DIGITS)

    def not_restored(self) -> int:
        """List the surrogates that cannot be told from ordinary text in a reply."""
        return self._substitution.not_restorable(self._pairs)

    def left_in_clear(self) -> tuple[str, ...]:
        """List what is visible by design."""
        policy = self._sources.policy
        lines = () if policy.draws_words else (_OUTSIDE,)
        if self._tokens:
            stopwords = sum(report.kept_stopwords for report in self._tokens) if policy.tokens.keep_stopwords else None
            lines = left_in_clear(stopwords)
        if self._any_developer:
            lines += (_DEVELOPER,)
        if policy.detects or self._any_developer:
            lines += _OF_ENTITIES
        if policy.topics:
            lines += (_WHICH_TOPICS.format(", ".join(policy.topics)),)
        if self._unread and policy.detects and policy.unsupported_language != "mask":
            lines += (_UNREAD.format(", ".join(map(language_name, self._unread))),)
        public = Counter(mention.type for mention, _ in self._pairs if mention.public)
        if policy.detects and policy.keeps_public:
            lines += (_WHICH_PUBLIC,)
            lines += tuple(f"{count} x {name} (a public reference)" for name, count in sorted(public.items()))
        kept_of = ((row.type, line) for row in self.rows.values() for line in row.classes if line != NOTHING_KEPT)
        lines += tuple(f"kept of {name}: {line}" for name, line in kept_of)
        kept = Counter(mention.type for mention, one in self._pairs if one.text is None and not mention.public)
        lines += tuple(f"{count} x {name}" for name, count in sorted(self._left().items()))
        return (*lines, *(f"{count} x {name} (kept by the policy)" for name, count in sorted(kept.items())))

    def _left(self) -> Counter[str]:
        """How often each kind of letters and digits of mentions stays as it is."""
        often = Counter(mention[3:] for mention, _ in self._pairs)
        left: Counter[str] = Counter()
        for mention, one in {mention[3:]: (mention, one) for mention, one in self._pairs}.values():
            for name in self._substitution.left_of(mention, one):
                left[name] += often[mention[3:]]
        return left


def values_of(one: Drawn) -> Sequence[Hashable]:
    """Return the values that the draws behind a mention are of: dates one by one, each number of an amount."""
    value: Any = one.value
    return [(value, place) for place in range(len(one.drawn))] if hasattr(value, "kind") else value


def _shifted() -> tuple[float, float]:
    """Whoever knows one date of the scope knows the shift, and with it every other one."""
    return math.inf, 1.0


def phrase_level(
    mechanism: Mechanism, related: RelatedSets | None, shut_out: Sequence[int] = (), labels: Sequence[int] = ()
) -> tuple[float, float]:
    """Return the certified (epsilon, delta) of one phrase against any other of its lexicon type, or of its class of
    that type.

    Args:
        related: the row of a phrase is restricted to the other phrases, those that hold a word of it are rare; None
            where the phrase itself may be drawn.
        shut_out: entries that no row may give, as they stand in clear or another entity has them.
        labels: classes, of a mechanism that draws inside them; all where there are none.
    """
    if isinstance(mechanism, WithinClasses):
        return mechanism.level_of(labels, related, shut_out)
    if related is not None:
        return self_free_level(mechanism, related).without(shut_out, mechanism.share)
    if not len(shut_out):
        return mechanism.level().epsilon, 0.0
    # Of the entries that are shut out a row may lose its own as well.
    largest = self_free_level(mechanism).column_max.copy()
    for entry in shut_out:
        own = float(mechanism.distribution(np.array([entry], np.int64))[0, entry])
        largest[entry] = max(largest[entry], own)
    return SelfFreeLevel(mechanism.level().epsilon, 0.0, largest).without(shut_out, mechanism.share)
