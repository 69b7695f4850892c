"""What stands in for each mention of a request, and what undoes it in the reply."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from dp_gateway.config import Policy, TypeRule
from dp_gateway.entities.mentions import Mention
from dp_gateway.entities.surrogates.addresses import StreetAddress
from dp_gateway.entities.surrogates.base import Family
from dp_gateway.entities.surrogates.drawer import Drawer
from dp_gateway.entities.surrogates.identifiers import (
    CardNumber,
    Iban,
    IpAddress,
    MacAddress,
    Scrambled,
    SocialSecurity,
)
from dp_gateway.entities.surrogates.internet import Internet
from dp_gateway.entities.surrogates.names import NAME_POOLS, Names, name_parts
from dp_gateway.entities.surrogates.phones import PhoneNumber
from dp_gateway.entities.surrogates.phrases import LEXICON_TYPES, Phrases
from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.restore import Replacement, is_restorable
from dp_gateway.vocabulary.words import fold

if TYPE_CHECKING:
    from dp_gateway.entities.surrogates.dates import DateFamily
    from dp_gateway.entities.surrogates.values import ValueFamily
    from dp_gateway.mechanisms.numeric_table import NumericLevel
    from dp_gateway.vocabulary.lexicon import Lexicon

__all__ = ["SHIFT_DAYS", "VALUE_UNITS", "Drawn", "Sources", "Substitution"]

VALUE_UNITS = {"AGE": "5 years", "MONEY": "10 %", "PERCENTAGE": "2 points", "QUANTITY": "10 %", "DURATION": "20 %"}
"""What one nominal epsilon moves a value by; see `surrogates.ranges`."""

SHIFT_DAYS = 30
"""The move that the delta of a date shift is reported for; at two times the longest shift it is 1."""

_VALUE_TRIES = 48
_ABSOLUTE_DATE = re.compile(r"\d{4}|\d[/.\-]\d")


class Drawn(NamedTuple):
    """What was done with one mention.

    Attributes:
        text: what stands in for it; None where it is kept.
        treatment: how it came about; `keep` where it is left in clear.
        value: what the draw was keyed by; mentions with the same one cost once.
        lexicon_type: for phrases, which mechanism drew.
        epsilon: nominal price of the draw.
    """

    text: str | None
    treatment: str
    value: Hashable = None
    lexicon_type: str = ""
    epsilon: float = 0.0


class Sources(Protocol):
    """What surrogates are made of; opened when first asked for."""

    @property
    def lexicon(self) -> Lexicon:
        """Public phrases and names."""
        ...

    def mechanism(self, lexicon_type: str, entity_type: str) -> Mechanism:
        """The mechanism of a lexicon type under the rule of an entity type."""
        ...


class Substitution:
    """The surrogates of one request.

    Args:
        policy: what is done with which type.
        drawer: the draws of the request.
        sources: phrases, names and mechanisms.
        mentions: all mentions of the request.
    """

    def __init__(self, policy: Policy, drawer: Drawer, sources: Sources, mentions: Sequence[Mention]) -> None:
        self._policy, self._drawer, self._sources, self._mentions = policy, drawer, sources, mentions
        self._exact: dict[str, Replacement] = {}
        self._variants: dict[str, Replacement | None] = {}
        self._ambiguous: set[str] = set()
        self._masks: dict[tuple[str, Hashable], str] = {}
        self._counts: dict[str, int] = {}

    @cached_property
    def names(self) -> Names:
        """The names of the request."""
        people = [mention.text for mention in self._mentions if mention.type == "PERSON"]
        return Names(self._drawer, self._sources.lexicon, people, never_self=self._policy.never_self)

    @cached_property
    def phrases(self) -> Phrases:
        """The phrases of the request."""
        companies = [mention.text for mention in self._mentions if mention.type == "ORGANIZATION"]
        lexicon, mechanism = self._sources.lexicon, self._sources.mechanism
        return Phrases(self._drawer, lexicon, mechanism, companies, never_self=self._policy.never_self)

    @cached_property
    def internet(self) -> Internet:
        """The addresses of the request."""
        return Internet(self._drawer, self.names)

    def drawn(self, mention: Mention) -> Drawn:
        """What stands in for a mention."""
        if self._policy.draw == "occurrence":
            self._drawer.occurrence = f"{mention.text_number}:{mention.start}"
        found = self._drawn(mention, self._policy.rule(mention.type))
        if found.text is None:
            return found
        for before, after in {(mention.before, ""), ("", mention.after)} - {("", "")}:
            self._pair(before + found.text + after, before + mention.text + after)
        if not mention.article:
            return found
        article = _article_for(found.text, mention.article)
        self._pair(article + found.text, mention.article + mention.text)
        return found._replace(text=article + found.text)

    def _drawn(self, mention: Mention, rule: TypeRule) -> Drawn:
        if rule.treatment == "keep":
            return Drawn(None, "keep")
        if rule.treatment == "mask":
            return self._masked(mention)
        if rule.treatment == "mechanism" and mention.type in LEXICON_TYPES:
            return self._phrase(mention)
        if rule.treatment == "value":
            return self._value(mention)
        if rule.treatment == "shift":
            return self._date(mention)
        return self._identity(mention)

    def _phrase(self, mention: Mention) -> Drawn:
        text = self.phrases.surrogate(mention.text, mention.type)
        kind = self.phrases.lexicon_type(mention.text, mention.type)
        return Drawn(text, "mechanism", fold(mention.text), kind, self._sources.mechanism(kind, mention.type).epsilon)

    def _identity(self, mention: Mention) -> Drawn:
        """Surrogates that are drawn without looking at the value."""
        special = {
            "PERSON": self.names.surrogate,
            "EMAIL_ADDRESS": self.internet.email,
            "URL": self.internet.url,
            "USERNAME": self.internet.username,
        }.get(mention.type)
        if special is None:
            return self._by_family(mention, self._families.get(mention.type, Scrambled()))
        text = special(mention.text)
        if mention.type != "PERSON" or any(part.role == "initial" for part in name_parts(mention.text)):
            self._pair(text, mention.text)
        if text == mention.text:
            return self._masked(mention)
        return Drawn(text, "surrogate", fold(mention.text))

    @cached_property
    def _families(self) -> dict[str, Family]:
        cities = _Spellings(self._sources.lexicon, "CITY")
        return {
            "CREDIT_CARD": CardNumber(),
            "IBAN_CODE": Iban(),
            "US_SSN": SocialSecurity(),
            "IP_ADDRESS": IpAddress(),
            "MAC_ADDRESS": MacAddress(),
            "PHONE_NUMBER": PhoneNumber(),
            "STREET_ADDRESS": StreetAddress(self._sources.lexicon.pool("STREET_NAME"), cities),
        }

    def _by_family(self, mention: Mention, family: Family) -> Drawn:
        value: Any = family.parse(mention.text, mention.type)
        if value is None and not isinstance(family, Scrambled):
            family = Scrambled()
        if type(family) is Scrambled:
            value = family.parse(mention.text, mention.type)
        if value is None:
            return self._masked(mention)
        drawn: Any = self._drawer.draw(
            mention.type,
            repr(value),
            lambda stream: family.draw(value, stream),
            lambda drawn: family.render(mention.text, value, drawn),
            refused=lambda drawn: self._policy.never_self and family.render(mention.text, value, drawn) == mention.text,
        )
        return self._rendered(mention, family, value, drawn, "surrogate")

    def _rendered(self, mention: Mention, family: Family, value: Any, drawn: Any, treatment: str) -> Drawn:
        text = family.render(mention.text, value, drawn)
        self._pair(text, mention.text)
        for pair in family.variants(mention.text, value, drawn):
            known = self._variants.setdefault(fold(pair.surrogate), Replacement(*pair))
            if known is not None and known.original != pair.original:
                # Two days of one month, written as the month alone: nobody can tell which is meant.
                self._variants[fold(pair.surrogate)] = None
        return Drawn(text, treatment, value)

    def _value(self, mention: Mention) -> Drawn:
        family = self._value_family
        value = family.parse(mention.text, mention.type)
        if value is None:
            return self._by_family(mention, Scrambled()) if _has_digit(mention.text) else self._masked(mention)
        make = partial(family.draw, value)
        try:
            drawn = self._drawer.draw(
                mention.type,
                repr(value),
                make,
                lambda drawn: family.render(mention.text, value, drawn),
                refused=lambda drawn: self._policy.never_self and drawn == value,
                tries=_VALUE_TRIES,
            )
        except SurrogatesExhausted:
            # A small range holds fewer values than some tables do: two values then share one, and neither is restored.
            drawn = make(self._drawer.stream(mention.type, repr(value)))
            self._ambiguous.add(fold(family.render(mention.text, value, drawn)))
        price = self._policy.rule(mention.type).epsilon or 0.0
        return self._rendered(mention, family, value, drawn, "value")._replace(epsilon=price)

    @cached_property
    def _value_family(self) -> ValueFamily:
        from dp_gateway.entities.surrogates.ranges import RANGES
        from dp_gateway.entities.surrogates.values import ValueFamily

        ranges = {
            name: dataclasses.replace(declared, epsilon=declared.epsilon * (rule.epsilon or 1))
            for name, declared in RANGES.items()
            if (rule := self._policy.rule(name.partition(" ")[0])).treatment == "value"
        }
        return ValueFamily(ranges)

    def _date(self, mention: Mention) -> Drawn:
        family = self._dates
        value = family.parse(mention.text, mention.type)
        if value is None:
            if _ABSOLUTE_DATE.search(mention.text):
                return self._by_family(mention, Scrambled())
            return Drawn(None, "keep")
        # One shift for all dates of the scope: the stream does not depend on the value.
        drawn = family.draw(value, self._drawer.stream("DATE_TIME", ""))
        return self._rendered(mention, family, value, drawn, "shift")._replace(value="the shift")

    @cached_property
    def _dates(self) -> DateFamily:
        from dp_gateway.entities.surrogates.dates import DateFamily

        return DateFamily()

    def _masked(self, mention: Mention) -> Drawn:
        name = mention.type, fold(mention.text)
        if name not in self._masks:
            while True:
                count = self._counts[mention.type] = self._counts.get(mention.type, 0) + 1
                if not self._drawer.stands_in_clear(f"{mention.type}_{count}".lower()):
                    break
            self._masks[name] = f"{mention.type}_{count}"
        label = self._masks[name]
        self._pair(f"<{label}>", mention.text)
        self._pair(label, mention.text)
        return Drawn(f"<{label}>", "mask", name)

    def _pair(self, surrogate: str, original: str) -> None:
        self._exact.setdefault(fold(surrogate), Replacement(surrogate, original))

    def replacements(self) -> list[Replacement]:
        """What undoes the draws in a reply, the most exact forms first."""
        exact = [pair for folded, pair in self._exact.items() if folded not in self._ambiguous]
        return [
            *exact,
            *(pair for pair in self._variants.values() if pair is not None),
            *(pair for part in self._used() for pair in part.replacements()),
        ]

    def _used(self) -> list[Phrases | Names | Internet]:
        return [self.__dict__[name] for name in ("phrases", "names", "internet") if name in self.__dict__]

    def identity_delta(self, entity_type: str, value: Any) -> float:
        """With `never_self` the value is the one candidate that is not drawn: 1 / (N - 1) of N."""
        if not self._policy.never_self or self._policy.rule(entity_type).treatment == "mask":
            return 0.0
        if entity_type in ("PERSON", "EMAIL_ADDRESS", "USERNAME", "URL"):
            candidates: float = min(len(self._sources.lexicon.pool(name)) for name in NAME_POOLS)
        else:
            candidates = self._families.get(entity_type, Scrambled()).outputs(value)
        return 1 / max(candidates - 1, 1)

    def value_unit(self, entity_type: str) -> str:
        """What one nominal epsilon of a value is per."""
        return VALUE_UNITS.get(entity_type, "unit")

    def value_levels(self, value: Any) -> list[NumericLevel]:
        """The exact level of each number of a value."""
        return self._value_family.level(value) if hasattr(value, "kind") else []

    def order_survival(self, values: list[Any]) -> float | None:
        """Mean probability that of two different values the larger one stays the larger; None without two."""
        from dp_gateway.mechanisms.numeric_table import order_survival

        single = [value for value in values if len(value.numbers) == 1]
        if len(single) < 2:  # noqa: PLR2004 - one value has no order
            return None
        laws = [self._value_family.law(value)[0] for value in single]
        survives = order_survival([float(abs(value.numbers[0])) for value in single], laws)
        return float(survives[np.triu_indices(len(single), 1)].mean())

    def shift_level(self) -> tuple[float, float]:
        """(epsilon, delta) of the shift against all dates of the scope moved by `SHIFT_DAYS` days."""
        return 0.0, float(self._dates.shift.delta(SHIFT_DAYS))

    def not_restorable(self, pairs: Iterable[tuple[Mention, Drawn]]) -> int:
        """How many of the surrogates cannot be told from ordinary text in a reply, whatever stands around them."""
        return sum(
            (not is_restorable(one.text) and not (mention.before or mention.after)) or fold(one.text) in self._ambiguous
            for mention, one in pairs
            if one.text is not None
        )


class _Spellings(Sequence[str]):
    """The phrases of a lexicon type as a sequence of their spellings."""

    def __init__(self, lexicon: Lexicon, lexicon_type: str) -> None:
        self._lexicon, self._type = lexicon, lexicon_type

    def __len__(self) -> int:
        return self._lexicon.index(self._type).size

    def __getitem__(self, place: Any) -> Any:
        return self._lexicon.spelling(self._type, place)


def _has_digit(text: str) -> bool:
    return any(char.isdigit() for char in text)


_AN = re.compile(r"^(?:[aeiou](?!ni[^nm]|ne\b|uro)|8|11\b|18\b|hono|hour|heir)", re.I)


def _article_for(text: str, article: str) -> str:
    """The indefinite article that a surrogate needs, in the letter case of the one that stands there."""
    word, space = article.rstrip(), article[len(article.rstrip()) :]
    new = "an" if _AN.match(text) else "a"
    return (new.upper() if word.isupper() and len(word) > 1 else new.capitalize() if word[0].isupper() else new) + space
