"""Places, organisations, nationalities, jobs: drawn by a mechanism over the phrases of the lexicon.

`Substitution` asks it; a phrase is drawn from the table of its class, or of its type where a class runs out.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.mechanisms.restricted import is_kept
from dp_gateway.mechanisms.within import WithinClasses
from dp_gateway.mentions.agreement import TAKES_ARTICLE
from dp_gateway.patterns.places import STATES_BY_LETTERS
from dp_gateway.policy import TOPICS
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import in_case_of
from dp_gateway.surrogates.drawer import Drawer, Made
from dp_gateway.text.folding import compared, fold
from dp_gateway.vocabulary.lexicon.attributes import NO_TRADE, attributes_of, trade_of
from dp_gateway.vocabulary.lexicon.firms import legal_form

if TYPE_CHECKING:
    from dp_gateway.mechanisms.base import Mechanism
    from dp_gateway.mechanisms.restricted import RelatedSets
    from dp_gateway.randomness import Stream
    from dp_gateway.surrogates.sources import Sources


class PhraseLaw(NamedTuple):
    """The law that a phrase is drawn from.

    Attributes:
        mechanism: the table.
        entry: gives the phrase of the lexicon that it is taken as.
        kind: what draws are keyed by beside the value: two tables, and two classes, share no bits.
        label: its class; None where the draw is from all phrases of the type.
        name: what is kept of the phrase, in words.
    """

    mechanism: Mechanism
    entry: Callable[[], int]
    kind: str
    label: int | None = None
    name: str = ""

    def keeps(self, related: RelatedSets, entry: int, drawn: int, stream: Stream) -> bool:
        """Return whether the draw of a relative of the phrase is kept: as seldom as the farthest phrase draws it."""
        if isinstance(self.mechanism, WithinClasses):
            return self.mechanism.keeps(entry, drawn, stream)
        return is_kept(self.mechanism, related, entry, drawn, stream)


class PhraseLaws:
    """The laws of the phrases of one request. `sources`: classes and mechanisms."""

    def __init__(self, drawer: Drawer, sources: Sources) -> None:
        self._drawer, self._sources = drawer, sources
        self._known: dict[tuple[str, str, str, str], PhraseLaw] = {}
        self._in_class: Counter[str] = Counter()

    def law(self, core: str, lexicon_type: str, entity_type: str) -> PhraseLaw:
        """Return the law of a phrase, decided when it is first drawn for."""
        name = lexicon_type, entity_type, fold(core), self._drawer.occurrence
        if name not in self._known:
            self._known[name] = self._within(core, lexicon_type, entity_type) or self._all(*name[:2], core)
        return self._known[name]

    def whole(self, core: str, lexicon_type: str, entity_type: str) -> PhraseLaw:
        """Return the law over all phrases of the type, from now on that of this phrase."""
        law = self._all(lexicon_type, entity_type, core)
        self._known[lexicon_type, entity_type, fold(core), self._drawer.occurrence] = law
        return law

    def used(self, lexicon_type: str, entity_type: str) -> Iterator[PhraseLaw]:
        """Yield the laws of some phrases of the request, each once."""
        of_type = (law for name, law in self._known.items() if name[:2] == (lexicon_type, entity_type))
        yield from {law.kind: law for law in of_type}.values()

    def _all(self, lexicon_type: str, entity_type: str, core: str) -> PhraseLaw:
        mechanism = self._sources.mechanism(lexicon_type, entity_type, whole=True)
        entry = partial(self._placed, lexicon_type, core)
        return PhraseLaw(mechanism, entry, f"{lexicon_type}/{mechanism.fingerprint}")

    def _placed(self, lexicon_type: str, core: str) -> int:
        return int(self._sources.lexicon.place(lexicon_type, [core])[0])

    def _within(self, core: str, lexicon_type: str, entity_type: str) -> PhraseLaw | None:
        classed = partial(self._of_class, core, lexicon_type, entity_type)
        found = self._sources.memory.recall(classed, "class", lexicon_type, entity_type, core)
        if not found:
            return None
        law, most = found
        self._in_class[law.kind] += 1
        return None if self._in_class[law.kind] > most else law

    def _of_class(self, core: str, lexicon_type: str, entity_type: str) -> tuple[PhraseLaw, int] | tuple[()]:
        """The law of the class of a phrase, and how many phrases of a request it serves; empty without a class."""
        sources = self._sources
        kept = sources.kept(lexicon_type, entity_type)
        mechanism = sources.mechanism(lexicon_type, entity_type)
        if kept is None or not isinstance(mechanism, WithinClasses):
            return ()
        entry = kept.entry(core)
        label = int(kept.labels[entry])
        if sources.policy.never_self:
            related = sources.relatives(lexicon_type, classed=True).of(core)
            if sum(kept.labels[one] == label for one in related) > mechanism.most_relatives(label):
                return ()
        kind = f"{lexicon_type}/{mechanism.fingerprint}/{label}"
        return PhraseLaw(mechanism, lambda: entry, kind, label, kept.names[label]), kept.size(label) // 2


LEXICON_TYPES: dict[str, tuple[str, ...]] = {
    "LOCATION": ("COUNTRY", "REGION", "CITY"),
    "ORGANIZATION": ("ORGANIZATION",),
    "NRP": ("NRP",),
    "JOB_TITLE": ("JOB_TITLE",),
    **{name: (name,) for types in TOPICS.values() for name in types},
}
"""Entity types and the lexicon types that serve them; a phrase that none of them holds goes to the last one."""

_ARTICLE = re.compile(r"^(?:the|The|THE)\s+")
_LEGAL = legal_form("company", "group")
_JOINT = re.compile("[-_]")
_letters = partial(re.compile(r"[\W_]").sub, "")
_LONGEST_SHORT = 16
"""Words of the beginning of a firm's name that may stand for it."""
_NO_PLURAL = ("s", "ese", "ish", "ch", "sh", "ss", "i", "x", "z", *(f"{letter}y" for letter in "bcdfghklmnprstvwz"))
_ACRONYM = 5
_LEAST_TELLING = 4
_OTHERS = ("COMMON_WORDS", "GIVEN_NAMES_ALL")
_SHORTENED = (*LEXICON_TYPES["LOCATION"], "ORGANIZATION")


def _is_state(phrase: str) -> bool:
    return attributes_of("REGION", phrase).get("size", "") != ""


class _Phrase(NamedTuple):
    """A mention taken apart: article, phrase, plural s, lexicon type."""

    article: str
    core: str
    plural: bool
    lexicon_type: str


def _without_article(drawn: Iterable[Replacement]) -> Iterator[Replacement]:
    """Forms with an article that a reply adds, and that the original does not take: "the Cook Islands" for Canada."""
    for one in drawn:
        if TAKES_ARTICLE.search(one.surrogate) and not TAKES_ARTICLE.search(one.original):
            yield Replacement(f"the {one.surrogate}", one.original)


class Phrases:
    """The phrases of one request. `sources`: phrases and mechanisms. `mentions`: all mentions of the request, and the
    entity type of each: "Kessler" stands for Kessler & Rowe LLP where both occur.
    """

    def __init__(self, drawer: Drawer, sources: Sources, mentions: Iterable[tuple[str, str]]) -> None:
        self._drawer, self._sources, self._lexicon = drawer, sources, sources.lexicon
        self._seen: list[tuple[str, _Phrase]] = []
        self._apart: dict[tuple[str, str], _Phrase] = {}
        self._long_forms: dict[str, str] = {}
        self._in_one_word: dict[str, tuple[str, int]] = {}
        self._laws = PhraseLaws(drawer, sources)
        self.meet(mentions)

    def meet(self, mentions: Iterable[tuple[str, str]]) -> None:
        """Learn from further mentions, those of a later turn."""
        new: dict[str, list[str]] = {}
        for mention in mentions:
            if mention not in self._apart:
                self._apart[mention] = self._sources.memory.recall(
                    partial(self._taken_apart, new, *mention), "phrase", *mention
                )
        # Phrases that the lexicon lacks are placed together: one pass over its vectors for all of them.
        for lexicon_type, cores in new.items():
            self._lexicon.place(lexicon_type, cores)
        organizations = [mention for mention, entity_type in self._apart if entity_type == "ORGANIZATION"]
        for name in sorted({_ARTICLE.sub("", name) for name in organizations}, key=lambda name: (len(name), name)):
            words = _LEGAL.sub("", name).split()
            most = len(words) + (len(words) < len(name.split()))
            for count in range(1, min(most, _LONGEST_SHORT + 1)):
                self._long_forms.setdefault(fold(" ".join(words[:count])), name)
            for count in range(1, min(len(words), _LONGEST_SHORT) + 1) if " " in name else ():
                self._in_one_word.setdefault(compared("".join(words[:count])), (name, count))

    def lexicon_type(self, mention: str, entity_type: str) -> str:
        """Return the lexicon type that a mention is drawn from."""
        return self._apart[mention, entity_type].lexicon_type

    def surrogate(self, mention: str, entity_type: str) -> str:
        """Draw what stands in for a mention. Raises SurrogatesExhausted where the request has nearly all phrases of the
        type.
        """
        phrase = self._apart[mention, entity_type]
        long, joined = self._longer(phrase.core, entity_type)
        if joined and long:
            spelled = self._joined(phrase.core, long, joined, entity_type)
        elif long is None:
            spelled = self.phrase(phrase.core, phrase.lexicon_type, entity_type)
            if entity_type == "ORGANIZATION" and phrase.core.islower() and phrase.core.isalpha():
                # It may stand in an address or a name of a program: "evri-redeliver.top".
                spelled = self._word_of(spelled)
        else:
            spelled = self._short(phrase.core, long, entity_type)
        plural = phrase.plural and not spelled.endswith(_NO_PLURAL)
        self._seen.append((spelled, phrase))
        cased = self._cased(phrase.core, spelled)
        ending = "S" if cased.isupper() and len(phrase.core) > _ACRONYM else "s"
        return f"{phrase.article}{cased}{ending if plural else ''}"

    def _longer(self, core: str, entity_type: str) -> tuple[str | None, int]:
        """The longer name of the text that a phrase is the beginning of, or None, and how many words of it are written
        as one in small letters or with joints: 0 where they are not.
        """
        if entity_type != "ORGANIZATION":
            return None, 0
        long = self._long_forms.get(fold(core))
        if " " in core or (long is not None and not core.islower()):
            return long, 0
        found = self._in_one_word.get(compared(_JOINT.sub("", core)))
        return found or (long, 0)

    def _joined(self, core: str, long: str, count: int, entity_type: str) -> str:
        """The beginning of the long form's surrogate as one word, joined as the short form is: "blue-heron"."""
        sign = next((sign for sign in "-_" if sign in core), "")
        return self._word_of(self.phrase(long, "ORGANIZATION", entity_type), count, sign)

    @staticmethod
    def _word_of(whole: str, count: int = 1, sign: str = "") -> str:
        """The first words of a firm's name as one word."""
        words = [word for word in map(_letters, _LEGAL.sub("", whole).split()) if word and fold(word) != "and"]
        return sign.join(words[:count]) if len(words[0]) >= _LEAST_TELLING else sign.join(words)

    @staticmethod
    def _cased(core: str, spelled: str) -> str:
        """A phrase in the letter case of the mention; IBM is no reason to shout."""
        if core.isupper() and sum(map(str.isalpha, core)) <= _ACRONYM:
            return spelled
        cased = in_case_of(core, spelled)
        return cased[:1].upper() + cased[1:] if core[:1].isupper() else cased

    def kept(self, mention: str, entity_type: str) -> tuple[str, ...]:
        """Describe what is kept of a mention: article, plural, letter case, and that it is the beginning of a longer
        name.
        """
        phrase = self._apart[mention, entity_type]
        core = phrase.core
        long, joined = self._longer(core, entity_type)
        shouted = core.isupper() and sum(map(str.isalpha, core)) > _ACRONYM
        features = {
            f'with "{phrase.article.strip()}"': bool(phrase.article),
            "a plural": phrase.plural,
            "in capitals": shouted,
            "in small letters": core.islower(),
            "with a small letter first": not (shouted or core.islower() or core[:1].isupper()),
            f"the first {joined or len(core.split())} words of a longer name of the text": long is not None,
            "written as one word": joined > 1,
            # The lexicon type of a long form is that of organisations, as its entity type is.
            self._laws.law(long or core, phrase.lexicon_type, entity_type).name: True,
        }
        features.pop("", None)
        return tuple(feature for feature, there in features.items() if there)

    def left(self, mention: str, entity_type: str) -> tuple[str, ...]:
        """Name what letters of a mention stay, each as a report counts it."""
        phrase = self._apart[mention, entity_type]
        return (*(["article of a phrase"] if phrase.article else []), *(["plural s"] if phrase.plural else []))

    def _taken_apart(self, new: dict[str, list[str]], mention: str, entity_type: str) -> _Phrase:
        article = _ARTICLE.match(mention)
        start = article.end() if article else 0
        if article and self._found(mention, entity_type) is not None:
            start = 0
        core = re.sub(r"\s+", " ", mention[start:])
        if entity_type == "LOCATION":
            # "in TX" is in Texas, and as likely in another state.
            core = STATES_BY_LETTERS.get(core, core)
            # "moved to the States"
            core = "United States" if core == "States" else core
        found = self._found(core, entity_type)
        if found is not None:
            return _Phrase(mention[:start], core, False, found)
        singular = core[:-1]
        if core[-1:] in "sS" and (found := self._found(singular, entity_type)) is not None:
            return _Phrase(mention[:start], singular, True, found)
        lexicon_type = LEXICON_TYPES[entity_type][-1]
        new.setdefault(lexicon_type, []).append(core)
        return _Phrase(mention[:start], core, False, lexicon_type)

    def _found(self, phrase: str, entity_type: str) -> str | None:
        """The first lexicon type that holds the phrase."""
        kinds = LEXICON_TYPES[entity_type]
        holding = [kind for kind in kinds if self._lexicon.find(kind, phrase) is not None]
        found = holding[0] if holding else None
        if found == "REGION" and attributes_of("CITY", phrase) and not _is_state(phrase):
            # "Mendoza" is a town before it is the province around it; "New York" may be either.
            found = "CITY"
        if found is None and "COUNTRY" in kinds and attributes_of("COUNTRY", phrase):
            # Another name of a country that the lexicon has: Türkiye.
            return "COUNTRY"
        return found

    def phrase(self, core: str, lexicon_type: str, entity_type: str) -> str:
        """Draw the surrogate of one phrase, in its natural spelling."""
        law = self._laws.law(core, lexicon_type, entity_type)
        try:
            return self._draw(core, lexicon_type, law)
        except SurrogatesExhausted:
            if law.label is None:
                raise
            # Nothing is left of its class: what stands in clear has the rest of it.
            return self._draw(core, lexicon_type, self._laws.whole(core, lexicon_type, entity_type))

    def _draw(self, core: str, lexicon_type: str, law: PhraseLaw) -> str:
        mechanism, lexicon = law.mechanism, self._lexicon
        never_self, folded = self._sources.policy.never_self, fold(core)
        relatives = self._sources.relatives(lexicon_type, classed=law.label is not None) if never_self else None

        def make(stream: Stream) -> Made:
            entry = law.entry()
            drawn = mechanism.release_one(entry, stream)
            spelled = lexicon.spelling(lexicon_type, drawn).strip()
            refused = never_self and (drawn == entry or fold(spelled) == folded)
            if relatives is not None and not refused and drawn in relatives.of(core):
                refused = not law.keeps(relatives.sets, entry, drawn, stream)
            return Made(drawn, spelled, refused)

        # Of a list that is nearly used up hardly anything could be drawn but what tells the original.
        most = max(mechanism.index.size // 2, 1)
        return self._drawer.draw(law.kind, folded, make, most=most).text

    def laws(self, lexicon_type: str, entity_type: str) -> Iterator[tuple[PhraseLaw, list[int]]]:
        """Yield the laws that drew phrases of the request, each with what no row of it gave.

        That is what stands in clear, or another entity has.
        """
        for law in self._laws.used(lexicon_type, entity_type):
            clear, taken = self._drawer.clear, self._drawer.taken_before(law.kind)
            yield law, self._sources.phrases(lexicon_type).shut_out(clear, taken)

    def _short(self, core: str, long: str, entity_type: str) -> str:
        """The beginning of the long form's surrogate, with as many words as the short form has; all of it in doubt."""
        whole = self.phrase(long, "ORGANIZATION", entity_type)
        words = whole.split()
        head = " ".join(words[: len(core.split())])
        plain = head.isalpha() and fold(head) not in self._lexicon.pool("COMMON_WORDS")
        return head if plain else whole

    def _remember(self, known: dict[str, Replacement], spelled: str, phrase: _Phrase) -> None:
        core = phrase.core
        usual = core if core != core.lower() and (core != core.upper() or len(core) <= _ACRONYM) else core.title()
        lower = spelled == spelled.lower()
        if spelled not in known or usual == core:
            cased = not lower and fold(spelled) in self._lexicon.pool("COMMON_WORDS")
            plural = phrase.lexicon_type not in _SHORTENED
            # "Amish" stands for "American" and for "Americans": the singular counts where both occur.
            lost = phrase.plural and spelled.endswith(_NO_PLURAL) and spelled not in known
            # A capital at the beginning of a sentence is no part of a job.
            original = (core.lower() if core[1:].islower() else core) if lower else usual
            known[spelled] = Replacement(spelled, f"{original}s" if lost else original, plural=plural, cased=cased)

    def replacements(self) -> Iterator[Replacement]:
        """Yield what undoes the phrases in a reply."""
        known: dict[str, Replacement] = {}
        for spelled, phrase in self._seen:
            self._remember(known, spelled, phrase)
        yield from known.values()
        yield from self._shortened(known)
        yield from _without_article(known.values())

    def _shortened(self, known: dict[str, Replacement]) -> Iterator[Replacement]:
        """Shorter forms; one that two surrogates share, or that is a surrogate itself, stands for neither."""
        shortened: dict[str, Replacement | None] = {}
        for spelled, lexicon_type in {spelled: phrase.lexicon_type for spelled, phrase in self._seen}.items():
            if lexicon_type not in _SHORTENED or " " not in spelled:
                continue
            recalled = self._sources.memory.recall(
                partial(self._short_forms, *known[spelled][:2], lexicon_type),
                "short",
                lexicon_type,
                *known[spelled][:2],
            )
            for short in recalled:
                folded = fold(short.surrogate)
                own = self._drawer.is_drawn(folded) or self._drawer.stands_in_clear(compared(short.surrogate))
                shortened[folded] = None if own or folded in shortened else short
        yield from filter(None, shortened.values())

    def _short_forms(self, spelled: str, original: str, lexicon_type: str) -> tuple[Replacement, ...]:
        """What else a phrase is called: without a legal form, by an end of it, with "and" for &, in one word."""
        short, of_original = _LEGAL.sub("", spelled), _LEGAL.sub("", original)
        forms = {short: of_original, short.replace("&", "and"): of_original}
        forms[spelled.replace("&", "&amp;")] = html.escape(original, quote=False)
        words = short.split()
        if lexicon_type == "ORGANIZATION" and len(words) > 1 and all(map(str.isalnum, words)):
            # "#SzczecinBiotech", and the account of that name.
            forms["".join(words)] = "".join(of_original.split())
        ends = (words[0], words[-1]) if len(words) > 1 else ()
        forms |= {word: of_original for word in ends if self._is_telling(word, lexicon_type)}
        return tuple(Replacement(form, of) for form, of in forms.items() if form != spelled)

    def _is_telling(self, word: str, lexicon_type: str) -> bool:
        """A word stands for the whole phrase where it is no common word, country or given name of its own.

        A town's name stands for a part of that town ("East Lansing"), but not for a company ("Lagos Savings Bank"), and
        nor does its trade ("Naples Biotech").
        """
        if lexicon_type == "ORGANIZATION" and trade_of(word) != NO_TRADE:
            return False
        folded, lexicon = fold(word), self._lexicon
        if not word.isalpha() or len(word) < _LEAST_TELLING or any(folded in lexicon.pool(name) for name in _OTHERS):
            return False
        kinds = {*LEXICON_TYPES["LOCATION"], "NRP", "JOB_TITLE"} - ({"CITY"} if lexicon_type == "CITY" else set())
        return all(lexicon.find(kind, word) is None for kind in kinds)
