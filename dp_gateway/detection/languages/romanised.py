"""Names in Hindi written in Latin letters, as most chats in India are, end where its small words begin: "yaar Pooja ne
bola". Such a text is taken for English, of which neither its words nor its order are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from dp_gateway.languages.identify import HINDI_WORDS, is_hindi
from dp_gateway.patterns.base import Detector
from dp_gateway.patterns.names import NameLists
from dp_gateway.text.entities import NAME_TYPES, Entity
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_GATE = re.compile(" (?:hai|k[oaie] |[ns]e |kya|nahi|mai|aur )")
"""Most texts are left at these: words that hardly any other text has, as "bhai" and "mera"."""
_MORE_NAMES = frozenset(
    "lalit sonu monu golu chintu pintu rinku pinky babloo bablu chotu chhotu munna guddu guddi babita bharti "
    "rani ranjana sadhna gurmeet baljeet kuldeep paramjeet bansal chaudhary choudhary dwivedi goyal jaiswal "
    "malhotra negi pandey pathak prajapati rathore rawat saxena solanki shrivastava thakur tiwari tripathi "
    "upadhyay yadav iyer iyengar kulkarni deshmukh chatterjee mukherjee ghosh qureshi pathan".split()
)
"""Frequent names of India that the lists of English names lack, or have as words too; our own list."""
_FURTHER = frozenset(_LISTS["FURTHER"])
"""Further words, which other languages may have, too: they tell of no name, and not that a sentence is Hindi."""
NO_NAMES = HINDI_WORDS | _FURTHER
_SENTENCE = re.compile(r"[^.!?\n]{3,400}+")
_WORD = re.compile(r"[A-Za-z]+")


class WithoutHindi:
    """A detector that reads English, whose names end where small words of Hindi begin: "Arjun se baat hui".

    Args:
        names: lists of names in Latin letters: in small letters no other word is one.
    """

    def __init__(self, detector: Detector, names: NameLists) -> None:
        self.name = detector.name
        self._detector, self._names = detector, names

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points."""
        return [
            [*_without_hindi(text, entities, self._names)] if _may_be_hindi(text) else entities
            for text, entities in zip(texts, self._detector.detect(texts), strict=True)
        ]


def _without_hindi(text: str, entities: Sequence[Entity], names: NameLists) -> Iterator[Entity]:
    sentences = [one.span() for one in _SENTENCE.finditer(text) if is_hindi(set(_WORD.findall(one[0].lower())))]
    for entity in entities:
        # The last sentence that begins no later: they are in order, and a long text has many of both.
        at = bisect_right(sentences, entity.start, key=itemgetter(0)) - 1
        inside = entity.type in NAME_TYPES and at >= 0 and entity.start < sentences[at][1]
        words = [*_WORD.finditer(text, entity.start, entity.end)] if inside else []
        small = [
            (word[0].lower() in NO_NAMES and (word[0].islower() or word[0].lower() not in names.given))
            or (word[0].islower() and entity.type == "PERSON" and not _is_name(word[0], names))
            for word in words
        ]
        if not any(small):
            yield entity
        elif not all(small):
            first = small.index(False)
            last = next((at for at, one in enumerate(small[first:], first) if one), len(small))
            yield entity._replace(start=words[first].start(), end=words[last - 1].end())


def _is_name(word: str, names: NameLists) -> bool:
    lower = word.lower()
    listed = lower in names.given or lower in names.surnames or lower in names.rare
    return lower in _MORE_NAMES or (listed and not _is_word(word, names))


def _is_word(word: str, names: NameLists) -> bool:
    return word.lower() in names.common or word.lower() in NO_NAMES


def _may_be_hindi(text: str) -> bool:
    return _GATE.search(text) is not None or "bhai" in text or "mera " in text
