"""What stands in for each mention of a request, and what undoes it in the reply. The pipeline makes one for each
request.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dp_gateway.detection.disguise import ENCLOSED
from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.mentions.name_parts import left_of_name
from dp_gateway.mentions.scripts import language_of, scripts_of
from dp_gateway.privacy.guarantee import ValueClass
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement, is_restorable
from dp_gateway.restore.digits import DigitStrings
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.dates.draws import DateDraws
from dp_gateway.surrogates.dates.family import DateFamily
from dp_gateway.surrogates.dates.formats import CalendarDate
from dp_gateway.surrogates.drawer import UNIFORM_TRIES, Candidate, Drawer, Made, ValueLaw
from dp_gateway.surrogates.exclusions import VALUE_TRIES, Exclusions
from dp_gateway.surrogates.internet import Internet, left_of_url
from dp_gateway.surrogates.names import Names
from dp_gateway.surrogates.native_phrases import NativePhrases
from dp_gateway.surrogates.phrases import LEXICON_TYPES, PhraseLaw, Phrases
from dp_gateway.surrogates.sources import ReadMention, Sources
from dp_gateway.surrogates.wording import Wording
from dp_gateway.text.entities import Clue, Mention
from dp_gateway.text.folding import compared, compared_all, fold, fold_all

if TYPE_CHECKING:
    from dp_gateway.surrogates.amounts.family import ValueFamily

_WEB = ("EMAIL_ADDRESS", "URL", "USERNAME")
NAMED = ("PERSON", *_WEB)
"""Types whose surrogates are made of names."""


class Drawn(NamedTuple):
    """The outcome for one mention: what was done with it.

    Attributes:
        text: what stands in for it; None where it is kept.
        treatment: how it came about; `keep` where it is left in clear.
        value: what the draw was keyed by; mentions with the same one cost once.
        lexicon_type: for phrases, which mechanism drew.
        epsilon: nominal price of one draw.
        drawn: of values, what was drawn: a number or two of a range, each date.
    """

    text: str | None
    treatment: str
    value: Hashable = None
    lexicon_type: str = ""
    epsilon: float = 0.0
    drawn: tuple[str, ...] = ()


class Substitution:
    """The surrogates of one request. `sources`: the policy, phrases, names, mechanisms."""

    def __init__(self, sources: Sources, drawer: Drawer) -> None:
        self._policy, self._drawer, self._sources = sources.policy, drawer, sources
        self._mentions: list[Mention] = []
        self._clear_dates: list[str] = []
        self._by_value = self._policy.draw == "value"
        self._known: dict[Hashable, Drawn] = {}
        self._wording = Wording()
        self._rendered: dict[Candidate, tuple[str, ReadMention]] = {}
        self._ambiguous: set[str] = set()
        self._masks: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}
        # Made when the first mention needs them: functools.cached_property takes a lock that all threads share.
        self._names: Names | None = None
        self._phrases: Phrases | None = None
        self._native: NativePhrases | None = None
        self._internet: Internet | None = None
        self._dates: DateDraws | None = None

    @classmethod
    def place(cls, sources: Sources, mentions: Iterable[Mention]) -> None:
        """Find the phrases of many requests in the lexicon, which remembers them: sooner than one after the other."""
        together = cls(sources, Drawer(b"", ClearTexts(), sources.memory))
        found = together._phrases_in(mentions)
        if found:
            Phrases(together._drawer, sources, found)

    @property
    def _calendar(self) -> DateDraws:
        if self._dates is None:
            self._dates = DateDraws(self._drawer, self._sources.dates, self._clear_dates)
        return self._dates

    def meet(self, mentions: Sequence[Mention], clear_dates: Sequence[str] = ()) -> None:
        """Learn from the mentions of a turn, before any of them is drawn for and after those of the turns before.
        `clear_dates`: dates of the turn that stay as they are: those of the developer.
        """
        self._mentions += mentions
        self._clear_dates += clear_dates
        if self._dates is not None:
            self._dates.meet(clear_dates)
        if self._names is not None:
            self._names.meet(_people(mentions))
        if self._phrases is not None:
            self._phrases.meet(self._phrases_in(mentions))

    @property
    def _people(self) -> Names:
        if self._names is None:
            self._names = Names(self._drawer, self._sources, _people(self._mentions))
        return self._names

    @property
    def _listed(self) -> Phrases:
        if self._phrases is None:
            self._phrases = Phrases(self._drawer, self._sources, self._phrases_in(self._mentions))
        return self._phrases

    def _phrases_in(self, mentions: Iterable[Mention]) -> list[tuple[str, str]]:
        return [
            (mention.text, mention.type)
            for mention in mentions
            if self._is_phrase(mention.type) and not NativePhrases.reads(mention.text, mention.type, mention.language)
        ]

    @property
    def _native_phrases(self) -> NativePhrases:
        if self._native is None:
            self._native = NativePhrases(self._drawer, self._sources)
        return self._native

    def is_listed(self, mention: Mention) -> bool:
        """Return whether a mention is drawn, part by part, from public lists of names or phrases uniformly."""
        return mention.type in NAMED or self._is_native_phrase(mention)

    def _is_native_phrase(self, mention: Mention) -> bool:
        return self._is_phrase(mention.type) and NativePhrases.reads(mention.text, mention.type, mention.language)

    @property
    def _addresses(self) -> Internet:
        if self._internet is None:
            self._internet = Internet(self._drawer, self._people)
        return self._internet

    def drawn(self, mention: Mention) -> Drawn:
        """Draw what stands in for a mention."""
        if not self._by_value:
            self._drawer.occurrence = f"{mention.text_number}:{mention.start}"
            return self._with_article(mention)
        written = mention[3:]
        known = self._known.get(written)
        if known is None:
            known = self._known[written] = self._with_article(mention)
        return known

    def _with_article(self, mention: Mention) -> Drawn:
        found = self._drawn(mention)
        if found.text is None:
            return found
        return found._replace(text=self._wording.write(mention, found.text, found.treatment))

    def _drawn(self, mention: Mention) -> Drawn:  # noqa: PLR0911 - one for each way of drawing
        treatment = self._policy.rules[mention.type].treatment
        if treatment == "keep":
            return Drawn(None, "keep")
        # What is in circles is no letter to those who draw for letters.
        if treatment == "mask" or ENCLOSED.search(mention.text):
            return self._masked(mention)
        if self._is_native_phrase(mention):
            return self._native_phrase(mention)
        if self._is_phrase(mention.type):
            return self._phrase(mention)
        if mention.type == "PERSON" and language_of(mention.text, mention.language) is None:
            return self._masked(mention)
        if treatment not in ("value", "shift") and mention.type in NAMED:
            return self._name(mention)
        return self._by_family(mention)

    def _is_phrase(self, entity_type: str) -> bool:
        return entity_type in LEXICON_TYPES and self._policy.rules[entity_type].treatment == "mechanism"

    def _phrase(self, mention: Mention) -> Drawn:
        kind = self._listed.lexicon_type(mention.text, mention.type)
        try:
            text = self._listed.surrogate(mention.text, mention.type)
        except SurrogatesExhausted:
            text = self._masked(mention).text
        return Drawn(text, "mechanism", fold(mention.text), kind, self._sources.mechanism(kind, mention.type).epsilon)

    def _native_phrase(self, mention: Mention) -> Drawn:
        """A place, firm, job or nationality of another language; a placeholder where no list has its script."""
        if not NativePhrases.can_draw(mention.text, mention.type, mention.language):
            return self._masked(mention)
        try:
            text = self._native_phrases.surrogate(mention.text, mention.type, mention.language, mention.clue.gender)
        except SurrogatesExhausted:
            return self._masked(mention)._replace(treatment="surrogate")
        self._wording.pairs.append((text, mention.text))
        return Drawn(text, "surrogate", fold(mention.text))

    def _name(self, mention: Mention) -> Drawn:
        """Names, and the addresses that follow them."""
        try:
            text = self._named(mention)
        except SurrogatesExhausted:
            return self._masked(mention)._replace(treatment="surrogate")
        if mention.type != "PERSON" or any(
            part.role in ("initial", "digits") for part in self._people.read(mention.text)
        ):
            self._wording.pairs.append((text, mention.text))
        # Where nothing of it is drawn, or what was drawn happens to be the mention itself.
        if text == mention.text and (self._policy.never_self or not any(map(str.isalnum, text))):
            return self._masked(mention)
        return Drawn(text, "surrogate", fold(mention.text))

    def _named(self, mention: Mention) -> str:
        if mention.type == "PERSON":
            return self._people.surrogate(mention.text)
        if mention.type == "EMAIL_ADDRESS":
            return self._addresses.email(mention.text, mention.language)
        return (
            self._addresses.url(mention.text)
            if mention.type == "URL"
            else self._addresses.username(mention.text, mention.language)
        )

    def _by_family(self, mention: Mention) -> Drawn:
        reading = self._sources.read_mention(mention)
        treatment, family, value, name = reading
        if treatment in ("mask", "keep"):
            return self._masked(mention) if treatment == "mask" else Drawn(None, "keep")
        if treatment == "value" and isinstance(family, DateFamily):
            dated = self._calendar.surrogate(mention.text, value, family)
            self._wording.pairs.append((dated.text, mention.text))
            if not self._calendar.shared.isdisjoint(dated.drawn):
                self._ambiguous.add(fold(dated.text))
            epsilon, drawn = self._sources.dates.epsilon, tuple(map(repr, dated.drawn))
            return Drawn(dated.text, "value", dated.value, "", epsilon, drawn)
        if treatment == "value" and self._sources.values.is_nothing(value):
            return Drawn(mention.text, "value", value, drawn=tuple(map(str, value.numbers)))
        never_self = self._policy.never_self

        def make(stream: Stream) -> Made:
            drawn = family.draw(value, stream)
            text = family.render(mention.text, value, drawn)
            # Values are drawn so that their own has no delta: what it is must not decide what is drawn again.
            return Made(drawn, text, never_self and treatment != "value" and text == mention.text)

        epsilon, drawn = 0.0, ()
        try:
            if treatment == "value":
                candidate = self._nearby(mention, reading, make)
                epsilon, drawn = (
                    self._policy.rules[mention.type].epsilon or 0.0,
                    tuple(map(str, candidate.drawn.numbers)),
                )
            elif treatment == "shift":
                candidate, value = self._drawer.first("DATE_TIME", "", make, form=mention.text), "the shift"
            else:
                candidate = self._drawer.draw(mention.type, name, make, form=mention.text, tries=UNIFORM_TRIES)
        except SurrogatesExhausted:
            # Of more values than the format has: a placeholder, priced as a draw. That no number of a class is left
            # is told by what the others have, which is visible anyway.
            masked = self._masked(mention)
            return masked if treatment == "value" else masked._replace(treatment="surrogate")
        if _strange(candidate.text, mention.text):
            # Latin letters where the text has none: what the family draws does not belong into this script.
            return self._masked(mention)
        self._wording.pairs.append((candidate.text, mention.text))
        self._rendered[candidate] = mention.text, reading
        return Drawn(candidate.text, treatment, value, "", epsilon, drawn)

    def _nearby(self, mention: Mention, reading: ReadMention, make: Callable[[Stream], Made]) -> Candidate:
        _, family, value, name = reading

        def row() -> ValueLaw:
            values, written = self._sources.values_of(mention.language), cast("ValueFamily", family)
            return ValueLaw(*values.placed(value, value.numbers[0]), compared(fold(written.form(mention.text, value))))

        if len(value.numbers) == 1:
            return self._drawer.draw(mention.type, name, make, form=mention.text, row=row)
        try:
            return self._drawer.draw(mention.type, name, make, form=mention.text, tries=VALUE_TRIES)
        except SurrogatesExhausted:
            # Tries that are in vain are chance: two ranges then share one, and neither is restored.
            shared = self._drawer.first(mention.type, name, make, form=mention.text)
            self._ambiguous.add(shared.folded)
            return shared

    def _masked(self, mention: Mention) -> Drawn:
        # Each form has a number of its own: what comes back is the form that stood there, to the letter.
        written = mention.type, mention.text
        if written not in self._masks:
            while True:
                count = self._counts[mention.type] = self._counts.get(mention.type, 0) + 1
                if not self._drawer.stands_in_clear(compared(f"{mention.type}_{count}")):
                    break
            self._masks[written] = f"{mention.type}_{count}"
        label = self._masks[written]
        self._wording.pairs += ((f"<{label}>", mention.text), (label, mention.text))
        return Drawn(f"<{label}>", "mask", (mention.type, fold(mention.text)))

    def digits(self) -> DigitStrings:
        """Return the numbers that are known in a reply by their digits."""
        return DigitStrings(
            pair
            for candidate, (text, reading) in self._rendered.items()
            for pair in reading.family.digit_strings(text, reading.value, candidate.drawn)
        )

    def names_of_later(self) -> frozenset[str]:
        """Return words of which one stands in each form that `replacements` makes only if days are to be named."""
        return frozenset() if self._dates is None else self._dates.names_of_later

    def replacements(self, *, named: bool = True) -> list[Replacement]:
        """Return what undoes the draws in a reply, the most exact forms first. `named`: with the forms of dates of
        which `names_of_later` tells that.
        """
        variants: dict[str, Replacement | None] = {}
        for candidate, (text, reading) in self._rendered.items():
            if candidate.undone is None:
                candidate.undone = _undone(reading.family.variants(text, reading.value, candidate.drawn))
            _join(variants, candidate.undone)
        if self._dates is not None:
            dates = self._dates.replacements(named=named)
            written = compared_all("" if one is None else one.surrogate for one in dates.values())
            # "Mar 2" of a log that stays is no short form of a date that was drawn.
            clear = self._drawer.clear.standing_among(written)
            _join(
                variants,
                {folded: None if stands else one for (folded, one), stands in zip(dates.items(), clear, strict=True)},
            )
        return [
            *self._wording.replacements(self._ambiguous),
            # A form that is the same on both sides is no replacement; it only kept others from having it.
            *(one for one in variants.values() if one and one.surrogate != one.original),
            *(
                pair
                for part in (self._phrases, self._native, self._names, self._internet)
                if part
                for pair in part.replacements()
            ),
        ]

    @property
    def exclusions(self) -> Exclusions:
        """What was shut out of the draws of this request."""
        return Exclusions(self._sources, self._drawer)

    def class_of(self, mention: Mention, one: Drawn) -> ValueClass:
        """Return the values among which the certificate of a mention holds."""
        name = mention.type if one.lexicon_type in ("", mention.type) else f"{mention.type}/{one.lexicon_type}"
        return ValueClass(name, self._kept(mention, one))

    def _kept(self, mention: Mention, one: Drawn) -> tuple[str, ...]:
        if one.treatment == "mechanism":
            return self._listed.kept(mention.text, mention.type)
        if one.treatment not in ("surrogate", "value", "shift"):
            return ()
        if mention.type == "PERSON":
            return self._people.kept(mention.text)
        if self._is_native_phrase(mention):
            return self._native_phrases.kept(mention.text, mention.type, mention.language, mention.clue.gender)
        if mention.type in _WEB:
            return self._addresses.kept(mention.text, mention.type, mention.language)
        reading = self._sources.read_mention(mention)
        return reading.family.kept(mention.text, reading.value)

    def left_of(self, mention: Mention, one: Drawn) -> tuple[str, ...]:
        """Name what letters and digits of a mention stay as they are, each as a report counts it."""
        if one.treatment == "mechanism":
            return self._listed.left(mention.text, mention.type)
        if one.treatment not in ("surrogate", "value", "shift"):
            return ()
        if mention.type == "PERSON":
            return left_of_name(mention.text, self._people.read(mention.text))
        if self._is_native_phrase(mention):
            return self._native_phrases.left(mention.text, mention.type, mention.language, mention.clue.gender)
        if mention.type in _WEB:
            return left_of_url(mention.text) if mention.type == "URL" else ()
        reading = self._sources.read_mention(mention)
        return reading.family.left(mention.text, reading.value)

    def drawn_from(self, mention: Mention) -> Sequence[tuple[str, ...]]:
        """Return, for each part of a name or address that is drawn from public names, the pools."""
        if mention.type == "PERSON":
            return self._people.drawn_from(mention.text)
        if self._is_native_phrase(mention):
            return self._native_phrases.drawn_from(mention.text, mention.type, mention.language, mention.clue.gender)
        return self._addresses.drawn_from(mention.text, mention.type, mention.language)

    def outputs(self, mention: Mention) -> float:
        """Count the texts that can stand in for a name or address of which no part is drawn from public names."""
        if mention.type == "PERSON":
            return self._people.outputs(mention.text)
        return self._addresses.outputs(mention.text, mention.type, mention.language)

    def drawn_values(self) -> list[Any]:
        """Return the values that were drawn."""
        return [candidate.drawn for candidate, (_, reading) in self._rendered.items() if reading.treatment == "value"]

    def date_level(self, date: CalendarDate) -> tuple[float, float]:
        """Return the certified (epsilon, delta) of one date of the request."""
        return self._calendar.level(date)

    def phrase_laws(self, lexicon_type: str, entity_type: str) -> Iterable[tuple[PhraseLaw, list[int]]]:
        """Return the laws of the phrases of a type, each with the phrases that it could not give whatever the value."""
        return self._listed.laws(lexicon_type, entity_type)

    def not_restorable(self, pairs: Iterable[tuple[Mention, Drawn]]) -> int:
        """Count the surrogates that cannot be told from ordinary text in a reply, whatever stands around them."""
        return sum(
            (not is_restorable(one.text) and not (mention.before or mention.after)) or fold(one.text) in self._ambiguous
            for mention, one in pairs
            if one.text is not None
        )


def _people(mentions: Iterable[Mention]) -> list[tuple[str, Clue, str]]:
    return [(mention.text, mention.clue, mention.language) for mention in mentions if mention.type == "PERSON"]


def _strange(surrogate: str, mention: str) -> bool:
    """Whether a surrogate has Latin letters, and its mention letters of other scripts alone."""
    if mention.isascii():
        return False
    scripts = scripts_of(mention)
    return bool(scripts) and "Latin" not in scripts and "Latin" in scripts_of(surrogate)


def _undone(variants: Iterable[Replacement]) -> dict[str, Replacement | None]:
    undone: dict[str, Replacement | None] = {}
    listed = [*variants]
    for folded, one in zip(fold_all([one.surrogate for one in listed]), listed, strict=True):
        known = undone.setdefault(folded, one)
        if known is None or known.original != one.original:
            undone[folded] = None
    return undone


def _join(known: dict[str, Replacement | None], more: dict[str, Replacement | None]) -> None:
    """Add forms; where two originals have the same one (two days of a month, written as the month), neither counts."""
    both = [(folded, known[folded], more[folded]) for folded in known.keys() & more.keys()]
    known.update(more)
    for folded, one, other in both:
        known[folded] = one if one and other and one.original == other.original else None
