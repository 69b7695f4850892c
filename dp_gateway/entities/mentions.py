"""From detected entities to mentions: one list per request, nothing overlapping, nothing that was found once missed
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from dp_gateway.config import Policy
from dp_gateway.entities.surrogates.gender import NO_CLUE, Clue, clue
from dp_gateway.entities.surrogates.name_parts import NamePart, name_parts
from dp_gateway.entities.types import Entity
from dp_gateway.restore import is_restorable
from dp_gateway.vocabulary.words import fold

__all__ = ["ClearText", "Mention", "between", "find_mentions"]

_EVERYWHERE_PARTS = 3
_LEAST_CHARACTERS = 4
_ARTICLE = re.compile(r"(?<![\w'])([Aa]n?|AN?)(\s+)$")
_WORD = re.compile(r"\w+")
_WORD_OR_HOLE = re.compile(r"\w+|\0")
_WORD_BEFORE = re.compile(r"[^\W\d_]+[\s:,;(-]{1,3}$")
_WORD_AFTER = re.compile(r"[\s,;:)-]{0,3}[^\W\d_]+")
_WITH_ARTICLE = frozenset(("LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE", "AGE", "QUANTITY", "DURATION"))
_OF_WORDS = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"))
# "E-48291", "AB1234", "10042": three digits at least, and no word of four letters ("1800Flowers").
_IDENTIFIER = re.compile(r"(?=(?:\D*+\d){3})(?:(?:[^\W\d_]{1,3}(?![^\W\d_])|\d++)[-_/.]?)++")
_NOT_REPEATED = frozenset(("AGE", "MONEY", "PERCENTAGE", "QUANTITY", "DURATION", "DATE_TIME", "TITLE", "POSTCODE"))


class Mention(NamedTuple):
    """One entity of one text of a request.

    Attributes:
        text_number: which text.
        start, end: where it stands, an indefinite article before it included.
        type: entity type.
        text: the entity itself.
        article: the indefinite article and the space before it, or empty.
        before, after: the words around a number that is too short to be known by itself.
        clue: what the text around a person's name says of its gender.
    """

    text_number: int
    start: int
    end: int
    type: str
    text: str
    article: str = ""
    before: str = ""
    after: str = ""
    clue: Clue = NO_CLUE


class _Words(Protocol):
    def __contains__(self, item: object, /) -> bool: ...


class ClearText:
    """What a request leaves in clear: whether a candidate for a surrogate stands in it.

    Args:
        pieces: the stretches of text that stay as they are.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = pieces
        self._folded: str | None = None
        self._words: str | None = None
        self._single: frozenset[str] | None = None

    def __contains__(self, candidate: str) -> bool:
        words = _WORD.findall(candidate)
        # Most candidates have a word that stands nowhere, and need no text that is taken apart.
        folded = self._joined
        if not words or not all(word in folded for word in words) or not _stands(words[0], folded):
            return False
        return f" {' '.join(words)} " in self._apart

    @property
    def _joined(self) -> str:
        """The pieces, folded, with a hole between two: what it separates is not one phrase."""
        if self._folded is None:
            self._folded = "\0".join([fold(piece) for piece in self._pieces])
        return self._folded

    @property
    def _apart(self) -> str:
        """Words and holes, a space around each."""
        if self._words is None:
            self._words = " ".join(["", *_WORD_OR_HOLE.findall(self._joined), ""])
        return self._words

    @property
    def words(self) -> frozenset[str]:
        """The words that stand in it, folded."""
        if self._single is None:
            self._single = frozenset(self._apart.split())
        return self._single

    def alike(self, candidate: str) -> int:
        """How many texts stand in it, at most, that a draw could give beside this one.

        Such a text has as many words, of digits alone where this one is; else it has a digit somewhere where this one
        has one, which is counted by its words with digits.
        """
        words = _WORD.findall(candidate)
        if all(word.isdigit() for word in words):
            shape = " ".join([r"\d+"] * len(words))
            return len(set(re.findall(rf"(?<= )(?=({shape}) )", self._apart)))
        if any(map(str.isdigit, candidate)):
            return sum(any(map(str.isdigit, word)) for word in self._apart.split())
        return len(self._apart.split())

    def like(self, shape: str) -> set[str]:
        """The texts that stand in it and match a pattern of folded words, with one space between two."""
        return set(re.findall(rf"(?<= )(?=({shape}) )", self._apart))


def _stands(word: str, text: str) -> bool:
    """Whether a word stands in a text, and not only as a part of others."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (_WORD.match(text, end) or (at and _WORD.match(text, at - 1))):
            return True
        at = text.find(word, end)
    return False


def between(text: str, mentions: Iterable[Mention]) -> Iterator[str]:
    """The stretches of a text outside its mentions."""
    at = 0
    for mention in mentions:
        yield text[at : mention.start]
        at = mention.end
    yield text[at:]


def find_mentions(
    texts: Sequence[str],
    entities: Sequence[Sequence[Entity]],
    policy: Policy,
    common_words: _Words = frozenset(),
    parts: Callable[[str], Sequence[NamePart]] = name_parts,
) -> list[Mention]:
    """The mentions of a request, in order of the texts.

    Args:
        texts: the texts of the request.
        entities: what was detected in each, without overlaps.
        policy: thresholds and what is kept.
        common_words: folded words that are no sign of a person where they stand alone.
        parts: `name_parts`, or what remembers them.
    """
    kinds = {found.type for of_text in entities for found in of_text}
    least = {kind: _threshold(policy, kind) for kind in kinds}
    kept = [
        [_as_identifier(text, entity) for entity in found if entity.score >= least[entity.type]]
        for text, found in zip(texts, entities, strict=True)
    ]
    if policy.detection.everywhere:
        repeated = {kind for kind in kinds - _NOT_REPEATED if policy.rule(kind).treatment != "keep"}
        wanted = _wanted(texts, kept, repeated, common_words, parts)
        kept = _everywhere(texts, kept, wanted) if wanted else kept
    mentions: list[Mention] = []
    for number, (text, found) in enumerate(zip(texts, kept, strict=True)):
        alone = _disjoint(found)
        ends = [0, *(entity.end for entity in alone)]
        starts = [*(entity.start for entity in alone[1:]), len(text)]
        for before, entity, after in zip(ends, alone, starts, strict=False):
            mentions.append(_mention(number, text, entity, before, after))
    # Of words that are drawn themselves, the surrogate of a name must not tell.
    return _with_clues(texts, mentions) if policy.keep_gender and not policy.draws_words else mentions


def _with_clues(texts: Sequence[str], mentions: list[Mention]) -> list[Mention]:
    """What the text around the first mention of each person says, as far as the next person of the same text."""
    people = [place for place, mention in enumerate(mentions) if mention.type == "PERSON"]
    seen: set[str] = set()
    for number, place in enumerate(people):
        mention = mentions[place]
        if mention.text in seen:
            continue
        seen.add(mention.text)
        text, before = texts[mention.text_number], 0
        after = len(text)
        if number and (other := mentions[people[number - 1]]).text_number == mention.text_number:
            before = other.end
        if place != people[-1] and (other := mentions[people[number + 1]]).text_number == mention.text_number:
            after = other.start
        found = clue(text, mention.start, mention.end, before, after)
        if found is not NO_CLUE:
            mentions[place] = mention._replace(clue=found)
    return mentions


def _as_identifier(text: str, entity: Entity) -> Entity:
    """A number that a model took for a name is an identifier: no phrase stands in for it."""
    if entity.type in _OF_WORDS and _IDENTIFIER.fullmatch(text, entity.start, entity.end):
        return entity._replace(type="ID_NUMBER")
    return entity


def _disjoint(entities: Iterable[Entity]) -> list[Entity]:
    kept: list[Entity] = []
    for entity in sorted(entities):
        if not kept or entity.start >= kept[-1].end:
            kept.append(entity)
    return kept


def _threshold(policy: Policy, entity_type: str) -> float:
    threshold = policy.rule(entity_type).threshold
    return policy.detection.threshold if threshold is None else threshold


def _mention(number: int, text: str, entity: Entity, before: int, after: int) -> Mention:
    """An entity between two others, with what belongs to it."""
    stands = text[entity.start : entity.end]
    # An article says how the hidden word begins ("an"), so both are replaced together.
    article = _article_before(text, before, entity.start) if entity.type in _WITH_ARTICLE else ""
    mention = Mention(number, entity.start - len(article), entity.end, entity.type, stands, article)
    if article or stands[:2].isalpha() or is_restorable(stands):
        return mention
    ahead, behind = _WORD_BEFORE.search(text, before, entity.start), _WORD_AFTER.match(text, entity.end, after)
    return mention._replace(before=ahead[0] if ahead else "", after=behind[0] if behind else "")


def _article_before(text: str, before: int, start: int) -> str:
    """The indefinite article and the space that end at `start`; empty where there is none."""
    end = len(text[before:start].rstrip()) + before
    if end == start or text[end - 1] not in "aAnN":
        return ""
    found = _ARTICLE.search(text, max(end - 2, before), start)
    return found[0] if found else ""


def _everywhere(texts: Sequence[str], entities: list[list[Entity]], wanted: dict[str, str]) -> list[list[Entity]]:
    """Add the places where a detected name or identifier stands undetected."""
    automaton: Any = import_module("ahocorasick").Automaton()
    for phrase, kind in wanted.items():
        automaton.add_word(phrase, (phrase, kind))
    automaton.make_automaton()
    return [[*found, *_missed(text, found, automaton)] for text, found in zip(texts, entities, strict=True)]


def _wanted(
    texts: Sequence[str],
    entities: list[list[Entity]],
    repeated: set[str],
    common_words: _Words,
    parts: Callable[[str], Sequence[NamePart]],
) -> dict[str, str]:
    """The phrases that are looked for, as they stand and in capitals, and the type of each."""
    wanted: dict[str, str] = {}
    for text, found in zip(texts, entities, strict=True):
        for start, end, kind, _, _ in found:
            if kind not in repeated:
                continue
            phrase = text[start:end]
            if kind == "PERSON":
                for part in parts(phrase):
                    word = phrase[part.start : part.end]
                    usual = len(word) >= _EVERYWHERE_PARTS and word[0].isupper() and fold(word) not in common_words
                    if usual and part.role not in ("initial", "digits"):
                        wanted[word] = wanted[word.upper()] = "PERSON"
            if len(phrase) >= _LEAST_CHARACTERS and fold(phrase) not in common_words:
                wanted[phrase] = wanted[phrase.upper()] = kind
    return wanted


def _missed(text: str, found: list[Entity], automaton: Any) -> Iterator[Entity]:
    covered = bytearray(len(text))
    for start, end, *_ in found:
        covered[start:end] = b"\1" * (end - start)
    hits: list[tuple[int, int, str]] = []
    for last, (phrase, kind) in automaton.iter(text):
        start, end = last + 1 - len(phrase), last + 1
        inside = text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()
        if not inside and 1 not in covered[start:end]:
            hits.append((start, end, kind))
    for start, end, kind in sorted(hits, key=lambda hit: (hit[0] - hit[1], hit[0])):
        if 1 not in covered[start:end]:
            covered[start:end] = b"\1" * (end - start)
            yield Entity(start, end, kind, 1.0, "everywhere")
