"""What the surrogates of all requests of a gateway are made of: lexicon, mechanisms, families, memory. A `Gateway` has
one, which each `Substitution` draws from.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from dp_gateway.cache import Memory
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.restricted import RelatedSets
from dp_gateway.mechanisms.within import WithinClasses
from dp_gateway.mentions.name_parts import NamePart, remembered_parts
from dp_gateway.mentions.scripts import phrase_language
from dp_gateway.policy import Policy
from dp_gateway.surrogates.addresses import NativeAddress, StreetAddress
from dp_gateway.surrogates.base import Family, SpokenNumber, is_spoken
from dp_gateway.surrogates.clear_text import text_memory
from dp_gateway.surrogates.identifiers import (
    CardNumber,
    Iban,
    IpAddress,
    MacAddress,
    NationalIdentifier,
    Scrambled,
    SocialSecurity,
)
from dp_gateway.surrogates.kept import KeptClasses, Relatives, WrittenPhrases
from dp_gateway.surrogates.phones import PhoneNumber

if TYPE_CHECKING:
    from dp_gateway.surrogates.amounts.family import ValueFamily
    from dp_gateway.surrogates.dates.family import DateFamily
    from dp_gateway.text.entities import Mention
    from dp_gateway.vocabulary.lexicon import Lexicon

_CHOICES = 16
_LEAST_EPSILON = 0.5
"""In a small lexicon a large epsilon would raise a few phrases to near certainty: StairText with floors of total A gets
log(n / 16 A) at most, so that no phrase is raised above a sixteenth; with `never_self` that is also about delta."""

_TELLING_IN_CLASSES = 4

_OFTEN, _OFTEN_OF_OTHERS = {"CITY": 128, "REGION": 128, "ORGANIZATION": 128}, 32
"""How many phrases of its class a phrase is often drawn as. Inside one country or trade a near name is worth nothing
more than another, and an attacker who knows the class guesses one in so many; a near job or people is worth more."""

_LEAST_OUTPUTS = 10
"""Of fewer surrogates (for "Apt" alone there is none) a request soon has none left: a placeholder stands in."""

_ABSOLUTE_DATE = re.compile(r"\d{4}|\d[/.\-]\d")
_DATE = "DATE_TIME"
# Digits that somebody spells in words are masked.
_NUMBERED = frozenset(("ID_NUMBER", "PHONE_NUMBER"))
_CLOCK = re.compile(r"\d{1,2}(?:[:.]\d{2}){0,2}(?: ?(?:[Uu]hr|h|uur))?|\d{1,2}h\d{2}")
# "10.30", "11-11.30": times of day, as no month has the number of their minutes.
_HOURS, _MINUTES = "(?:2[0-3]|1[0-9]|0?[1-9])", r"\.(?:00|[2-5][0-9]|1[3-9])"
_WEEKDAY = r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? (?:at |from )?)?"
_DOTTED_CLOCK = re.compile(
    f"{_WEEKDAY}(?:{_HOURS}{_MINUTES}(?: ?(?:[-–]|to) ?{_HOURS}(?:{_MINUTES})?)?|"
    f"{_HOURS} ?(?:[-–]|to) ?{_HOURS}{_MINUTES})"
)
_SAID = frozenset(("DATE_TIME", "AGE", "MONEY", "PERCENTAGE", "QUANTITY", "DURATION"))
_FOREIGN_WORD, _ANY_WORD = re.compile(r"[^\W\d_A-Za-z]"), re.compile(r"[^\W\d_]{2}|[^\W\d_A-Za-z]")
_SCRAMBLED = Scrambled()
_OF_ENTRY = 64
"""Members of a collection in the memory that count as an entry."""


class ReadMention(NamedTuple):
    """The reading of a mention.

    Attributes:
        treatment: what is done with it; `mask` and `keep` where nothing can be drawn for it.
        family: what draws for it.
        value: what the draw is keyed by.
        name: the value as a string.
    """

    treatment: Literal["surrogate", "value", "shift", "mask", "keep"]
    family: Family = _SCRAMBLED
    value: Any = None
    name: str = ""


class Sources:
    """The sources of surrogates under a policy; each part is opened when it is first used.

    Args:
        policy: what is done with which type.
        lexicon: gives phrases and names.

    Attributes:
        memory: what was worked out lately.
        clear: what requests left in clear lately, see `ClearTexts`.
    """

    def __init__(self, policy: Policy, lexicon: Callable[[], Lexicon]) -> None:
        self.policy = policy
        self._open = lexicon
        self._mechanisms: dict[tuple[str, str, bool], Mechanism] = {}
        self._kept: dict[tuple[str, str], KeptClasses | None] = {}
        self.memory, self.clear = Memory(members=_OF_ENTRY), text_memory()
        self._dates: dict[str, DateFamily] = {}
        self._readers: dict[tuple[str, str], Sequence[DateFamily]] = {}
        self._values: dict[str, ValueFamily] = {}
        self._local: dict[tuple[str, str], Family] = {}

    @cached_property
    def lexicon(self) -> Lexicon:
        """Phrases and names."""
        return self._open()

    def kept(self, lexicon_type: str, entity_type: str) -> KeptClasses | None:
        """Return the classes inside which the rule of an entity type draws; None where it keeps nothing of the
        phrases.
        """
        name = lexicon_type, entity_type
        if name not in self._kept:
            keep = self.policy.rules[entity_type].keep
            classes = KeptClasses(self.lexicon, lexicon_type, keep) if keep else None
            self._kept[name] = classes or None
        return self._kept[name]

    def mechanism(self, lexicon_type: str, entity_type: str, *, whole: bool = False) -> Mechanism:
        """Return the mechanism that draws the phrases of a lexicon type under the rule of an entity type. `whole`: the
        one that draws from all phrases of the type where nothing is left of a class.
        """
        kept = None if whole else self.kept(lexicon_type, entity_type)
        name = lexicon_type, entity_type, kept is not None
        if name not in self._mechanisms:
            rule = self.policy.rules[entity_type]
            index = self.lexicon.index(lexicon_type)
            if kept is not None:
                self._mechanisms[name] = WithinClasses(
                    index, rule.epsilon or 1, kept.labels, _OFTEN.get(lexicon_type, _OFTEN_OF_OTHERS)
                )
                return self._mechanisms[name]
            epsilon = rule.epsilon or 1
            if self.policy.never_self and rule.mechanism == "stairtext":
                mass = float(rule.options.get("floor_mass", 1.0))
                epsilon = min(epsilon, max(math.log(index.size / (_CHOICES * mass)), _LEAST_EPSILON))
            options: dict[str, Any] = dict(rule.options)
            # Phrases that came with clusters are drawn by those, unless the policy asks for a number of its own.
            if rule.mechanism == "clusant" and "clusters" not in options:
                options["clustering"] = self.lexicon.clusters(lexicon_type)
            self._mechanisms[name] = create(rule.mechanism, index, epsilon, **options)
        return self._mechanisms[name]

    def names(self, pool: str) -> WrittenPhrases:
        """Return the entries of a pool of names, to be found by what a request holds."""
        return self._found_by_words(pool, self.lexicon.pool(pool))

    def phrases(self, lexicon_type: str) -> WrittenPhrases:
        """Return the phrases of a lexicon type, to be found by what a request holds."""
        return self._found_by_words(f"{lexicon_type}/phrases", self.lexicon.spellings(lexicon_type))

    def relatives(self, lexicon_type: str, *, classed: bool = False) -> Relatives:
        """Tell which phrases of a lexicon type hold a telling word of a phrase. `classed`: they are drawn inside
        classes: of organisations the word of a trade then tells nothing more.
        """
        most = _TELLING_IN_CLASSES if classed and lexicon_type == "ORGANIZATION" else None
        return self.lexicon.shared(
            f"{lexicon_type}/relatives/{most}", lambda lexicon: Relatives(lexicon.spellings(lexicon_type), most)
        )

    def related(self, lexicon_type: str, mechanism: Mechanism) -> RelatedSets | None:
        """Return what phrases may have as relatives, for the certificate; None where the phrase itself may be drawn."""
        if not self.policy.never_self:
            return None
        return self.relatives(lexicon_type, classed=isinstance(mechanism, WithinClasses)).sets

    def _found_by_words(self, name: str, spellings: Iterable[str]) -> WrittenPhrases:
        return self.lexicon.shared(f"{name}/written", lambda _: WrittenPhrases(spellings))

    def parts(self, name: str) -> Sequence[NamePart]:
        """Return the parts of a person's name."""
        return remembered_parts(name, self.memory)

    def read(self, text: str, entity_type: str, language: str = "", *, day_first: bool = False) -> ReadMention:
        """Read a mention that is neither a name, an address of the internet nor a phrase. `language`: of the text
        around it; empty for English. `day_first`: of a date, see `Mention`.
        """
        if entity_type == "STREET_ADDRESS":
            # The script decides: an address in Latin letters stands in any text.
            code = phrase_language(text, language)
            if code is None:
                return ReadMention("mask")
            language = code
        name = (entity_type, text, language) if language else (entity_type, text)
        if day_first:
            name = (*name, "day first")
        return self.memory.recall(lambda: self._read(text, entity_type, language, day_first), "reading", *name)

    def read_mention(self, mention: Mention) -> ReadMention:
        """Read a mention; a number without its unit as the value that it is elsewhere in the request."""
        reading = self.read(mention.text, mention.type, mention.language, day_first=mention.day_first)
        if mention.meant and reading.treatment == "value":
            known = self.read(mention.meant, mention.type, mention.language)
            if known.treatment == "value" and known.value.numbers == reading.value.numbers:
                return reading._replace(value=known.value, name=known.name)
        return reading

    def _read(self, text: str, entity_type: str, language: str, day_first: bool) -> ReadMention:
        treatment = self.policy.rules[entity_type].treatment
        if treatment == "shift" or (treatment == "value" and entity_type == _DATE):
            return self._read_date(text, entity_type, treatment, language, day_first)
        if treatment == "value":
            return self._read_value(text, entity_type, language)
        family = self.family(entity_type, language)
        if entity_type in _NUMBERED and not language and is_spoken(text):
            family = SpokenNumber(family)
        spelled = language and entity_type in _NUMBERED and not any(map(str.isdecimal, text)) and _ANY_WORD.search(text)
        value = None if spelled else family.parse(text, entity_type)
        if value is None:
            masked = spelled or isinstance(family, Scrambled)
            return ReadMention("mask") if masked else _scrambled(text, entity_type, language)
        if family.outputs(text, value) < _LEAST_OUTPUTS:
            return ReadMention("mask")
        return ReadMention("surrogate", family, value, repr(value))

    def _read_value(self, text: str, entity_type: str, language: str) -> ReadMention:
        values = self.values_of(language)
        if entity_type == "AGE" and language:
            from dp_gateway.surrogates.amounts.spelled_ages import SpelledAges

            spelled = SpelledAges(values, language)
            if (value := spelled.parse(text, entity_type)) is not None:
                return ReadMention("value", spelled, value, repr(value))
        in_words = not any(map(str.isdigit, text))
        value = None if in_words and language and entity_type == "MONEY" else values.parse(text, entity_type)
        # What stands beside the number stays, so that it must be none.
        if value is not None and not self._foreign(text, entity_type, language):
            return ReadMention("value", values, value, repr(value))
        if entity_type == "MONEY":
            from dp_gateway.surrogates.amounts.spelled_money import SpelledMoney
            from dp_gateway.vocabulary.lexicon.data import CODES

            money = SpelledMoney(values, language, partial(self._foreign, entity_type=entity_type, language=language))
            if in_words and not money.is_whole(text):
                # Of a short text a language may be told that its sums are not said in.
                others = (
                    SpelledMoney(self.values_of(of), of, partial(self._foreign, entity_type=entity_type, language=of))
                    for of in ("", *CODES)
                    if of != language
                )
                money = next((other for other in others if other.is_whole(text)), money)
            if (value := money.parse(text, entity_type)) is not None:
                return ReadMention("value", money, value, repr(value))
        return _scrambled(text, entity_type, language) if any(map(str.isdigit, text)) else ReadMention("mask")

    def _foreign(self, text: str, entity_type: str, language: str) -> list[str]:
        """The words of a mention of a value that are of another kind: a detector took too much for one."""
        from dp_gateway.mentions.amounts import foreign_words
        from dp_gateway.surrogates.value_words import foreign_to_values, is_word_of_sums

        money = entity_type == "MONEY"
        if language:
            return foreign_to_values(text, language, money=money)
        words = foreign_words(text, entity_type, self.lexicon.pool("COMMON_WORDS"))
        return [word for word in words if not (money and is_word_of_sums(word.casefold(), "en"))]

    def _read_date(
        self, text: str, entity_type: str, treatment: Literal["value", "shift"], language: str, day_first: bool
    ) -> ReadMention:
        family, *others = self._dates_in(language, treatment)
        if day_first:
            family = self._dates_day_first(treatment)
        dates = family.parse(text, entity_type)
        foreign = self._has_foreign_words(text, language)
        if dates is not None and not foreign:
            return ReadMention(treatment, family, dates, repr(dates))
        for reading in self._said(text, entity_type, treatment, language, others):
            return reading
        if _DOTTED_CLOCK.fullmatch(text):
            return ReadMention("keep")
        # "3.15pm" and "9-11am" have the form of a date.
        dated = _ABSOLUTE_DATE.search(_without_times(text))
        if _says_year(text):
            return ReadMention("mask")
        if dated or _names_a_day(text) or (foreign and any(map(str.isdecimal, text))):
            return _scrambled(text, entity_type, language)
        return ReadMention("mask" if foreign or (language and not _CLOCK.fullmatch(text)) else "keep")

    def _said(
        self,
        text: str,
        entity_type: str,
        treatment: Literal["value", "shift"],
        language: str,
        others: Sequence[DateFamily],
    ) -> Iterator[ReadMention]:
        """How a date is read that has none of the usual notations. `others`: what reads such dates."""
        for other in others:
            if (dates := other.parse(text, entity_type)) is not None:
                yield ReadMention(treatment, other, dates, repr(dates))
        feasts = self._feasts_of(language)
        if (feast := feasts.parse(text, entity_type)) is not None:
            yield ReadMention("surrogate", feasts, feast, repr(feast))

    def _has_foreign_words(self, text: str, language: str) -> bool:
        """Whether a mention of a date holds words that belong to none: a detector took too much for one."""
        from dp_gateway.surrogates.value_words import words_of_no_date

        pool = self.lexicon.pool

        def is_name(word: str) -> bool:
            return any(word in pool(name) for name in ("GIVEN_NAMES_ALL", "SURNAMES_ALL"))

        return bool(words_of_no_date(text, pool("COMMON_WORDS"), is_name, language))

    def family(self, entity_type: str, language: str = "") -> Family:
        """Return the family of identifiers of a type, in a text of a language; empty for English."""
        if entity_type == "STREET_ADDRESS" and language:
            return NativeAddress(language)
        if language and entity_type in _NUMBERED:
            if (entity_type, language) not in self._local:
                phone = entity_type == "PHONE_NUMBER"
                self._local[entity_type, language] = (
                    PhoneNumber(language=language) if phone else NationalIdentifier(language)
                )
            return self._local[entity_type, language]
        return self._families.get(entity_type, _SCRAMBLED)

    @cached_property
    def _families(self) -> dict[str, Family]:
        street = StreetAddress(self.lexicon.pool("STREET_NAME"), _Spellings(self.lexicon, "CITY"))
        return {name: street if kind is StreetAddress else kind() for name, kind in _FAMILIES.items()}

    @cached_property
    def values(self) -> ValueFamily:
        """Values, at the epsilons of the policy."""
        return self.values_of("")

    def values_of(self, language: str) -> ValueFamily:
        """Return the family of values of texts of a language; empty for English."""
        from dp_gateway.surrogates.amounts.family import EPSILON, ValueFamily
        from dp_gateway.text.entities import VALUE_TYPES

        if language in self._values:
            return self._values[language]
        epsilons = {name: self.policy.rules[name].epsilon or EPSILON for name in VALUE_TYPES}
        keep = {name: self.policy.rules[name].keep for name in VALUE_TYPES}
        values = ValueFamily(epsilons, never_self=self.policy.never_self, keep=keep, language=language)
        return self._values.setdefault(language, values)

    @cached_property
    def dates(self) -> DateFamily:
        """Dates that are drawn one by one, at the epsilon of the policy."""
        return self.dates_of("")

    def dates_of(self, language: str) -> DateFamily:
        """Return the family of dates of texts of a language; empty for English."""
        from dp_gateway.surrogates.dates.family import EPSILON, DateFamily

        if language not in self._dates:
            rule, never_self = self.policy.rules[_DATE], self.policy.never_self
            self._dates[language] = DateFamily(
                rule.epsilon or EPSILON, never_self=never_self, keep=rule.keep, language=language
            )
        return self._dates[language]

    def _dates_in(self, language: str, treatment: Literal["value", "shift"]) -> Sequence[DateFamily]:
        """What reads the dates of texts of a language: the usual notations, other calendars, and what people say."""
        from dp_gateway.surrogates.dates.calendars import CalendarDates, ShiftedCalendarDates
        from dp_gateway.surrogates.dates.family import ShiftedDates
        from dp_gateway.surrogates.dates.said import SaidDates, ShiftedSaidDates

        name = language, treatment
        if name not in self._readers:
            if treatment == "shift":
                self._readers[name] = tuple(
                    kind(language) for kind in (ShiftedDates, ShiftedCalendarDates, ShiftedSaidDates)
                )
            else:
                dates, keep = self.dates_of(language), self.policy.rules[_DATE].keep
                others = (
                    kind(dates.epsilon, never_self=dates.never_self, keep=keep, language=language)
                    for kind in (CalendarDates, SaidDates)
                )
                self._readers[name] = (dates, *others)
        return self._readers[name]

    def _dates_day_first(self, treatment: Literal["value", "shift"]) -> DateFamily:
        """What reads the dates of an English text in which the day stands first."""
        from dp_gateway.surrogates.dates.family import DateFamily, ShiftedDates

        name = "day first", treatment
        if name not in self._readers:
            of, keep = self.dates, self.policy.rules[_DATE].keep
            value = DateFamily(of.epsilon, never_self=of.never_self, keep=keep, day_first=True)
            self._readers[name] = (ShiftedDates(day_first=True) if treatment == "shift" else value,)
        return self._readers[name][0]

    def _feasts_of(self, language: str) -> Family:
        from dp_gateway.surrogates.dates.said import Feasts

        if (_DATE, language) not in self._local:
            self._local[_DATE, language] = Feasts(language)
        return self._local[_DATE, language]


_FAMILIES: dict[str, type[Family]] = {
    "CREDIT_CARD": CardNumber,
    "IBAN_CODE": Iban,
    "US_SSN": SocialSecurity,
    "IP_ADDRESS": IpAddress,
    "MAC_ADDRESS": MacAddress,
    "PHONE_NUMBER": PhoneNumber,
    "STREET_ADDRESS": StreetAddress,
}
_ACCOUNT = "number of words and digits, letter case, which words are names of the text"
_KEEPS = {
    "PERSON": "titles, which parts are given names, family names or initials, letter case",
    "EMAIL_ADDRESS": f"before the @: {_ACCOUNT}",
    "USERNAME": _ACCOUNT,
    "URL": "scheme, www, port, file ending, whether there is a path",
}


def keeps(policy: Policy, entity_type: str) -> str:
    """Describe what the treatment of a type keeps, in general and in words: for those who choose a policy."""
    treatment, attributes = policy.rules[entity_type].treatment, ", ".join(policy.rules[entity_type].keep)
    if treatment == "mechanism":
        return f"article, plural, letter case{attributes and f', {attributes}'}"
    if treatment == "value":
        from dp_gateway.surrogates.amounts.family import ValueFamily
        from dp_gateway.surrogates.dates.family import DateFamily

        family = DateFamily if entity_type == _DATE else ValueFamily
        return f"{family.keeps}{attributes and f', {attributes}'}"
    if treatment == "shift":
        from dp_gateway.surrogates.dates.family import ShiftedDates

        return ShiftedDates.keeps
    if treatment != "surrogate":
        return ""
    agrees = ", the gender of a given name" if policy.keep_gender else "; a given name need not agree with its pronouns"
    gender = agrees if entity_type == "PERSON" else ""
    return _KEEPS.get(entity_type, _FAMILIES.get(entity_type, Scrambled).keeps) + gender


def _names_a_day(text: str) -> bool:
    """Whether a mention names a month, and holds digits that are no time of day: "30 Sept, 12"."""
    from dp_gateway.surrogates.day_names import MONTH

    return any(map(str.isdecimal, _without_times(text))) and re.search(rf"\b(?:{MONTH})\b", text, re.I) is not None


def _without_times(text: str) -> str:
    from dp_gateway.surrogates.dates.formats import without_times

    return without_times(text)


def _says_year(text: str) -> bool:
    from dp_gateway.surrogates.dates.formats import SAID_YEAR

    return SAID_YEAR.search(text) is not None


def _scrambled(text: str, entity_type: str, language: str = "") -> ReadMention:
    value = _SCRAMBLED.parse(text, entity_type)
    if entity_type in _SAID and (_FOREIGN_WORD if not language else _ANY_WORD).search(text):
        # A date or amount in words of another language: letters drawn for letters say nothing in it.
        value = None
    return ReadMention("mask") if value is None else ReadMention("surrogate", _SCRAMBLED, value, repr(value))


class _Spellings(Sequence[str]):
    """The phrases of a lexicon type as a sequence of their spellings."""

    def __init__(self, lexicon: Lexicon, lexicon_type: str) -> None:
        self._lexicon, self._type = lexicon, lexicon_type

    def __len__(self) -> int:
        return self._lexicon.index(self._type).size

    def __getitem__(self, place: Any) -> Any:
        return self._lexicon.spelling(self._type, place)
