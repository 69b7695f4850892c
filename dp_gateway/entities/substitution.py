"""What stands in for each mention of a request, and what undoes it in the reply."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from dp_gateway.entities.exclusions import VALUE_TRIES, Exclusions
from dp_gateway.entities.mentions import Mention
from dp_gateway.entities.sources import Reading, Sources
from dp_gateway.entities.surrogates.articles import article_for
from dp_gateway.entities.surrogates.drawer import Candidate, Drawer, Made
from dp_gateway.entities.surrogates.internet import Internet
from dp_gateway.entities.surrogates.names import Names
from dp_gateway.entities.surrogates.phrases import LEXICON_TYPES, Phrases
from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement, is_restorable
from dp_gateway.vocabulary.words import fold

__all__ = ["NAMED", "Drawn", "Substitution"]

_WEB = ("EMAIL_ADDRESS", "URL", "USERNAME")
NAMED = ("PERSON", *_WEB)
"""Types whose surrogates are made of names."""


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


class Substitution:
    """The surrogates of one request.

    Args:
        sources: the policy, phrases, names, mechanisms.
        drawer: the draws of the request.
    """

    def __init__(self, sources: Sources, drawer: Drawer) -> None:
        self._policy, self._drawer, self._sources = sources.policy, drawer, sources
        self._mentions: list[Mention] = []
        self._by_value = self._policy.draw == "value"
        self._known: dict[tuple[str, ...], Drawn] = {}
        self._pairs: list[tuple[str, str]] = []
        self._rendered: dict[Candidate, tuple[str, Reading]] = {}
        self._ambiguous: set[str] = set()
        self._masks: dict[tuple[str, Hashable], str] = {}
        self._counts: dict[str, int] = {}
        # Made when the first mention needs them: functools.cached_property takes a lock that all threads share.
        self._names: Names | None = None
        self._phrases: Phrases | None = None
        self._internet: Internet | None = None

    def meet(self, mentions: Sequence[Mention]) -> None:
        """Learn from the mentions of a turn, before any of them is drawn for and after those of the turns before."""
        self._mentions += mentions
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
        return [(mention.text, mention.type) for mention in mentions if self._is_phrase(mention.type)]

    @property
    def _addresses(self) -> Internet:
        if self._internet is None:
            self._internet = Internet(self._drawer, self._people)
        return self._internet

    def drawn(self, mention: Mention) -> Drawn:
        """What stands in for a mention."""
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
        if mention.before:
            self._pairs.append((mention.before + found.text, mention.before + mention.text))
        if mention.after:
            self._pairs.append((found.text + mention.after, mention.text + mention.after))
        if not mention.article:
            return found
        article = article_for(found.text, mention.article)
        self._pairs.append((article + found.text, mention.article + mention.text))
        return found._replace(text=article + found.text)

    def _drawn(self, mention: Mention) -> Drawn:
        treatment = self._policy.rule(mention.type).treatment
        if treatment == "keep":
            return Drawn(None, "keep")
        if treatment == "mask":
            return self._masked(mention)
        if self._is_phrase(mention.type):
            return self._phrase(mention)
        if treatment not in ("value", "shift") and mention.type in NAMED:
            return self._name(mention)
        return self._by_family(mention)

    def _is_phrase(self, entity_type: str) -> bool:
        return entity_type in LEXICON_TYPES and self._policy.rule(entity_type).treatment == "mechanism"

    def _phrase(self, mention: Mention) -> Drawn:
        text, kind = self._listed.surrogate(mention.text, mention.type)
        return Drawn(text, "mechanism", fold(mention.text), kind, self._sources.mechanism(kind, mention.type).epsilon)

    def _name(self, mention: Mention) -> Drawn:
        """Names, and the addresses that follow them."""
        if mention.type == "PERSON":
            text = self._people.surrogate(mention.text)
        elif mention.type == "EMAIL_ADDRESS":
            text = self._addresses.email(mention.text)
        else:
            text = (
                self._addresses.url(mention.text) if mention.type == "URL" else self._addresses.username(mention.text)
            )
        if mention.type != "PERSON" or any(part.role == "initial" for part in self._sources.parts(mention.text)):
            self._pairs.append((text, mention.text))
        if text == mention.text:
            return self._masked(mention)
        return Drawn(text, "surrogate", fold(mention.text))

    def _by_family(self, mention: Mention) -> Drawn:
        reading = self._sources.read(mention.text, mention.type)
        treatment, family, value, name = reading
        if treatment == "mask":
            return self._masked(mention)
        if treatment == "keep":
            return Drawn(None, "keep")
        never_self = self._policy.never_self

        def make(stream: Stream) -> Made:
            drawn = family.draw(value, stream)
            text = family.render(mention.text, value, drawn)
            return Made(drawn, text, never_self and (drawn == value if treatment == "value" else text == mention.text))

        epsilon = 0.0
        if treatment == "value":
            candidate = self._nearby(mention, name, make)
            epsilon = self._policy.rule(mention.type).epsilon or 0.0
        elif treatment == "shift":
            candidate, value = self._drawer.first("DATE_TIME", "", make, form=mention.text), "the shift"
        else:
            candidate = self._drawer.draw(mention.type, name, make, form=mention.text)
        self._pairs.append((candidate.text, mention.text))
        self._rendered[candidate] = mention.text, reading
        return Drawn(candidate.text, treatment, value, "", epsilon)

    def _nearby(self, mention: Mention, name: str, make: Callable[[Stream], Made]) -> Candidate:
        try:
            return self._drawer.draw(mention.type, name, make, form=mention.text, tries=VALUE_TRIES)
        except SurrogatesExhausted:
            # A small range holds fewer values than some tables do: two values then share one, and neither is restored.
            shared = self._drawer.first(mention.type, name, make, form=mention.text)
            self._ambiguous.add(shared.folded)
            return shared

    def _masked(self, mention: Mention) -> Drawn:
        name = mention.type, fold(mention.text)
        if name not in self._masks:
            while True:
                count = self._counts[mention.type] = self._counts.get(mention.type, 0) + 1
                if not self._drawer.stands_in_clear(f"{mention.type}_{count}".lower()):
                    break
            self._masks[name] = f"{mention.type}_{count}"
        label = self._masks[name]
        self._pairs += ((f"<{label}>", mention.text), (label, mention.text))
        return Drawn(f"<{label}>", "mask", name)

    def replacements(self) -> list[Replacement]:
        """What undoes the draws in a reply, the most exact forms first."""
        exact: dict[str, Replacement] = {}
        for surrogate, original in self._pairs:
            folded = fold(surrogate)
            if folded not in exact and folded not in self._ambiguous:
                exact[folded] = Replacement(surrogate, original)
        variants: dict[str, Replacement | None] = {}
        for candidate, (text, reading) in self._rendered.items():
            if candidate.undone is None:
                candidate.undone = _undone(reading.family.variants(text, reading.value, candidate.drawn))
            _join(variants, candidate.undone)
        return [
            *exact.values(),
            *filter(None, variants.values()),
            *(pair for part in (self._phrases, self._names, self._internet) if part for pair in part.replacements()),
        ]

    @property
    def exclusions(self) -> Exclusions:
        """What was shut out of the draws of this request."""
        return Exclusions(self._sources, self._drawer)

    def drawn_values(self) -> list[Any]:
        """The values that were drawn."""
        return [candidate.drawn for candidate, (_, reading) in self._rendered.items() if reading.treatment == "value"]

    def phrases_shut_out(self, lexicon_type: str, entity_type: str) -> list[int]:
        """The phrases of a type that could not be drawn in this request whatever the value."""
        return self._listed.shut_out(lexicon_type, entity_type)

    def not_restorable(self, pairs: Iterable[tuple[Mention, Drawn]]) -> int:
        """How many of the surrogates cannot be told from ordinary text in a reply, whatever stands around them."""
        return sum(
            (not is_restorable(one.text) and not (mention.before or mention.after)) or fold(one.text) in self._ambiguous
            for mention, one in pairs
            if one.text is not None
        )


def _people(mentions: Iterable[Mention]) -> list[str]:
    return [mention.text for mention in mentions if mention.type == "PERSON"]


def _undone(pairs: Iterable[tuple[str, str]]) -> dict[str, Replacement | None]:
    undone: dict[str, Replacement | None] = {}
    for surrogate, original in pairs:
        _join(undone, {fold(surrogate): Replacement(surrogate, original)})
    return undone


def _join(known: dict[str, Replacement | None], more: dict[str, Replacement | None]) -> None:
    """Add forms; where two originals have the same one (two days of a month, written as the month), neither counts."""
    both = [(folded, known[folded], more[folded]) for folded in known.keys() & more.keys()]
    known.update(more)
    for folded, one, other in both:
        known[folded] = one if one and other and one.original == other.original else None
