"""Draws for values whose type is declared, each by itself, as a request of the value alone would, without looking for
it.

`Gateway.declared` calls this for the columns of tables. As nothing else stands beside a value, what is drawn for it
is a function of key, scope, type and value: equal values have equal surrogates, whatever else they stand with.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from dp_gateway.budget.base import Charge
from dp_gateway.mentions.gathering import as_declared
from dp_gateway.pipeline.figures import EntityFacts, Pricing, encoded, name_of_value
from dp_gateway.randomness import KeyedStream, Secret
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.dates.classes import DateClass, date_at
from dp_gateway.surrogates.dates.formats import CalendarDate
from dp_gateway.surrogates.drawer import Drawer
from dp_gateway.surrogates.sources import Sources
from dp_gateway.surrogates.substitution import Drawn, Substitution
from dp_gateway.text.entities import Mention

_LENGTH = len("2024-03-05")
_DATE = "DATE_TIME"
_OF_CLASS = 5
"""Parts of the name of a day's draw that all days of a class have: the kind of draw, type, mechanism, epsilon, key."""

_TOGETHER = 2048
"""Phrases that are found in the lexicon at once: the memory of what was read holds more."""


class Declared(NamedTuple):
    """The draw for one declared value: what stands in for it, and what it costs.

    Attributes:
        text: the surrogate; None where the policy keeps the value, or nothing can be drawn for it.
        treatment: how it came about.
        charges: what it costs, by certified levels.
        nominal: epsilon of each of its draws.
        replacements: what undoes it in a reply; empty unless asked for.
    """

    text: str | None
    treatment: str
    charges: tuple[Charge, ...]
    nominal: float
    replacements: tuple[Replacement, ...] = ()


def draw_declared(
    sources: Sources, key: Secret, values: Sequence[str], entity_type: str, scope: str, *, undo: bool = False
) -> Iterator[Declared]:
    """Draw for values of one type. `scope`: what the draws are shared within. `undo`: whether what undoes the draws is
    wanted too.
    """
    scoped = scope.encode("utf-8", "surrogatepass")
    own, units = key.subkey(b"entities", scoped), key.subkey(b"units", scoped)
    nothing = ClearTexts()
    nothing.add(())

    def draw(mention: Mention) -> Declared:
        substitution = Substitution(sources, Drawer(own, nothing, sources.memory))
        substitution.meet([mention])
        one = Drawn(None, "keep") if sources.policy.kind == "observe" else substitution.drawn(mention)
        facts = EntityFacts(sources, substitution, [(mention, one)], (), any_developer=False)
        pricing = Pricing(lambda: units, (), facts, [(mention, one, own)], observed=sources.policy.kind == "observe")
        undone = tuple(substitution.replacements()) if undo else ()
        return Declared(one.text, one.treatment, pricing.charges(certified=True), pricing.nominal, undone)

    def draw_alone(value: str) -> Declared:
        return draw(as_declared(value, entity_type, sources.policy))

    if entity_type == _DATE:
        days = None if undo else _Days(sources, own, units, draw_alone)
        for value in values:
            yield (days and days.draw(value)) or draw_alone(value)
        return
    for start in range(0, len(values), _TOGETHER):
        mentions = [as_declared(value, entity_type, sources.policy) for value in values[start : start + _TOGETHER]]
        Substitution.place(sources, mentions)
        yield from map(draw, mentions)


class _Days:
    """Whole days ("2024-03-05") of one scope: drawn as each is alone, without reading each as a notation.

    Of each class of dates the first day goes the long way, which says how its class is treated and what a draw costs;
    of the others only the draw and its hash are left to be made. `own` and `units`: keys of draws and of the hashes of
    units. `drawn`: the long way, for one value.
    """

    def __init__(self, sources: Sources, own: bytes, units: bytes, drawn: Callable[[str], Declared]) -> None:
        self._family, self._own, self._units, self._drawn = sources.dates, own, units, drawn
        self._occurrence = b"" if sources.policy.draw == "value" else b"0:0"
        self._classes: dict[DateClass, Declared] = {}
        self._named: dict[DateClass, bytes] = {}

    def draw(self, value: str) -> Declared | None:
        """What stands in for a day; None for what is written otherwise."""
        # Weeks ("2024-W10-2") are dates to Python too.
        if len(value) != _LENGTH or not value[4] == value[7] == "-":
            return None
        try:
            day = date.fromisoformat(value)
        except ValueError:
            return None
        one = CalendarDate("day", day.year, day.month, day.day)
        of = self._family.class_of(one)
        first = self._classes.get(of)
        if first is None:
            first = self._classes[of] = self._drawn(value)
            return first
        if first.treatment != "value":
            return self._drawn(value)
        written, mechanism = repr(one), self._family.mechanism(one)
        stream = KeyedStream(self._own, _DATE.encode(), written.encode(), self._occurrence, b"0")
        number = int(mechanism.outputs[mechanism.release(mechanism.place(day.toordinal()), stream)])
        (charge,) = first.charges
        if of not in self._named:
            self._named[of] = encoded(
                name_of_value(_DATE, charge.mechanism, first.nominal, self._own.hex(), "", "")[:_OF_CLASS]
            )
        # What `hashed_unit` gives; most of the name is that of the class.
        name = self._named[of] + encoded((written, repr(date_at(of, number)), ""))
        unit = hmac.digest(self._units, name, "sha256")[:16]
        charged = Charge(unit, charge.epsilon, charge.delta, charge.mechanism, charge.count, charge.index)
        return Declared(date.fromordinal(number).isoformat(), first.treatment, (charged,), first.nominal)
