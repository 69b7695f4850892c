"""Phrases of sensitive topics in a text, where they are told of somebody: the detector of a policy with `topics`.

Lists say what a condition, a faith or a debt is called; medicines are known by the stems of their international names
too (INN, World Health Organization), as "adalimumab" by "-mab". "What are the signs of asthma?" tells nothing of
anybody: a phrase counts unless its sentence is a general question or statement of English, in a text that speaks of
nobody. In doubt it counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dp_gateway.patterns.known_phrases import WholePhrases
from dp_gateway.patterns.terms import MEDICINE
from dp_gateway.public import words
from dp_gateway.public.evidence import WORD, Sentence, Surroundings
from dp_gateway.public.values import is_before_a_reader
from dp_gateway.text.entities import Entity

_NAME = "topics"
_SAID_OF_ALL = frozenset(
    """
    is are was were be can could may might will would should must has have had does do did works work causes cause means
    mean begins begin began happens happen uses use used treats treat includes include makes make made takes take allows
    allow requires require reduces reduce prevents prevent affects affect rises rose won wins lost grew needs need gives
    give gave shows show showed says said tells tell describes describe starts ends became becomes become led founded
    received inhibits inhibit blocks lowers increases increased decreased associated occurs occurred develops remains
    remained killed destroyed enrolled compared found discovered invented introduced published divided doubled tripled
    fell dropped accounts belongs contains consists leads results suggests indicates covers deals concerns spreads
    invades produces grows forms refers applies depends differs differ varies existed exists exist
    """.split()
)
"""Verbs of general statements; a note ("asthma since childhood, metformin") has none."""

_SHORTEST = 4
_LONG_VERBS = frozenset(verb for verb in _SAID_OF_ALL if verb.endswith(("s", "ed")) and len(verb) >= _SHORTEST)
"""Those that no other language has."""

_THEY = frozenset(("they", "them", "their"))
_SHORT_ROLES = frozenset(("pt", "pts", "pat", "px", "hx", "dx", "rx"))
"""Words of notes on patients."""

_YOU = frozenset(("you", "your", "yours"))
_POLITE = re.compile(r"\b(?:can|could|would|will) you\b|\bdo you know\b", re.IGNORECASE)
_CERTAIN = re.compile(r"\b(?:the|this|that|these|those)\s+$", re.IGNORECASE)
_NAMED = frozenset(("FAITH", "POLITICS"))
"""Of these "the" says nothing of a certain one: "the Labour Party"."""

_BEFORE = 12


class TopicDetector:
    """Finds phrases wherever they stand; `told_of_somebody` takes away what is said in general. `phrases`: type to
    phrases.
    """

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        self.name = _NAME
        self._listed = WholePhrases(phrases)
        self.types = tuple(sorted(phrases))
        self._medicines = "MEDICINE" in self.types

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the phrases of each text, in code points, with score 1."""
        found = [
            [Entity(start, end, kind, 1.0, _NAME) for start, end, kind, _ in self._listed.find(text)] for text in texts
        ]
        if self._medicines:
            for text, of_text in zip(texts, found, strict=True):
                of_text.extend(Entity(*one.span(), "MEDICINE", 1.0, _NAME) for one in MEDICINE.finditer(text))
        return found


def told_of_somebody(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Yield the entities of a text without the phrases of topics that are spoken of in general. `entities`: disjoint,
    in order; those of other detectors say whether somebody is spoken of.
    """
    topical = [one.detector == _NAME for one in entities]
    if not any(topical):
        yield from entities
        return
    # "Explain it to a ten-year-old" speaks of nobody.
    told = [one for one in entities if one.type != "AGE" or not is_before_a_reader(text, one)]
    known = [frozenset(("person",)) if one.public else frozenset[str]() for one in told]
    around = Surroundings(text, told, known)
    for one, of_topic in zip(entities, topical, strict=True):
        if not of_topic or not _is_general(text, one, around):
            yield one


def _is_general(text: str, entity: Entity, around: Surroundings) -> bool:
    if around.region(entity) != "prose" or around.somebody or not words.THIRD.isdisjoint(around.words):
        return False
    sentence = around.sentence(entity)
    if sentence.somebody or sentence.asker or sentence.concrete or not _is_english(sentence):
        return False
    said = text[sentence.start : sentence.end]
    plain = _POLITE.sub(" ", said) if sentence.asks else said
    if not _SHORT_ROLES.isdisjoint(sentence.words):
        return False
    if not _YOU.isdisjoint(map(str.lower, WORD.findall(plain))):
        return False
    if entity.type not in _NAMED and _CERTAIN.search(text, max(entity.start - _BEFORE, sentence.start), entity.start):
        # "How long does the chemotherapy take?"
        return False
    return sentence.asks or _is_statement(text, entity, sentence)


def _is_english(sentence: Sentence) -> bool:
    """Whether a sentence is English by its frequent words, or by a verb where no word of other languages stands."""
    return sentence.english or (not _LONG_VERBS.isdisjoint(sentence.words) and words.FOREIGN.isdisjoint(sentence.words))


def _is_statement(text: str, entity: Entity, sentence: Sentence) -> bool:
    """Whether a sentence says something as sentences do: it begins with no verb, has one, and is no label's value."""
    first = WORD.search(text, sentence.start, sentence.end)
    opens = first is None or first[0].lower() in _SAID_OF_ALL | _THEY
    labelled = ":" in text[sentence.start : entity.start]
    return not opens and not labelled and not _SAID_OF_ALL.isdisjoint(sentence.words)
