"""From detected entities to mentions: one list per request, nothing overlapping, nothing that was found once missed
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from dp_gateway.config import Policy
from dp_gateway.entities.surrogates.names import name_parts
from dp_gateway.entities.types import Entity
from dp_gateway.restore import is_restorable
from dp_gateway.vocabulary.words import fold

__all__ = ["ClearText", "Mention", "between", "find_mentions"]

_EVERYWHERE_PARTS = 3
_LEAST_CHARACTERS = 4
_ARTICLE = re.compile(r"(?<![\w'])([Aa]n?|AN?)(\s+)$")
_WORD_BEFORE = re.compile(r"[^\W\d_]+[\s:-]{1,2}$")
_WORD_AFTER = re.compile(r"[\s-]?[^\W\d_]+")
_WITH_ARTICLE = frozenset(("LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE", "AGE", "QUANTITY", "DURATION"))
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
    """

    text_number: int
    start: int
    end: int
    type: str
    text: str
    article: str = ""
    before: str = ""
    after: str = ""


class _Words(Protocol):
    def __contains__(self, item: object, /) -> bool: ...


class ClearText:
    """What a request leaves in clear: whether a candidate for a surrogate stands in it.

    Args:
        pieces: the stretches of text that stay as they are.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = pieces

    @cached_property
    def _read(self) -> tuple[frozenset[str], str]:
        """The words, and the text as words and single spaces."""
        words = [word for piece in self._pieces for word in (*re.findall(r"\w+", fold(piece)), "\n")]
        return frozenset(words), f" {' '.join(words)} "

    def __contains__(self, candidate: str) -> bool:
        words = re.findall(r"\w+", candidate)
        known, text = self._read
        if not words or words[0] not in known:
            return False
        return len(words) == 1 or f" {' '.join(words)} " in text


def between(text: str, mentions: Iterable[Mention]) -> Iterator[str]:
    """The stretches of a text outside its mentions."""
    at = 0
    for mention in mentions:
        yield text[at : mention.start]
        at = mention.end
    yield text[at:]


def find_mentions(
    texts: Sequence[str], entities: Sequence[Sequence[Entity]], policy: Policy, common_words: _Words = frozenset()
) -> list[Mention]:
    """The mentions of a request, in order of the texts.

    Args:
        texts: the texts of the request.
        entities: what was detected in each, without overlaps.
        policy: thresholds and what is kept.
        common_words: folded words that are no sign of a person where they stand alone.
    """
    kept: list[list[Entity]] = []
    for found in entities:
        kept.append([entity for entity in found if entity.score >= _threshold(policy, entity.type)])
    if policy.detection.everywhere:
        kept = _everywhere(texts, kept, policy, common_words)
    mentions: list[Mention] = []
    for number, (text, found) in enumerate(zip(texts, kept, strict=True)):
        alone = _disjoint(found)
        ends = [0, *(entity.end for entity in alone)]
        starts = [*(entity.start for entity in alone[1:]), len(text)]
        for before, entity, after in zip(ends, alone, starts, strict=False):
            mentions.append(_mention(number, text, entity, before, after))
    return mentions


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
    article = ""
    # An article says how the hidden word begins ("an"), so both are replaced together.
    if entity.type in _WITH_ARTICLE and (found := _ARTICLE.search(text, before, entity.start)):
        article = found[0]
    mention = Mention(number, entity.start - len(article), entity.end, entity.type, stands, article)
    if is_restorable(stands) or article:
        return mention
    ahead, behind = _WORD_BEFORE.search(text, before, entity.start), _WORD_AFTER.match(text, entity.end, after)
    return mention._replace(before=ahead[0] if ahead else "", after=behind[0] if behind else "")


def _everywhere(
    texts: Sequence[str], entities: list[list[Entity]], policy: Policy, common_words: _Words
) -> list[list[Entity]]:
    """Add the places where a detected name or identifier stands undetected."""
    wanted = dict(_wanted(texts, entities, policy, common_words))
    if not wanted:
        return entities
    automaton: Any = import_module("ahocorasick").Automaton()
    for phrase, kind in wanted.items():
        automaton.add_word(phrase, (phrase, kind))
    automaton.make_automaton()
    return [[*found, *_missed(text, found, automaton)] for text, found in zip(texts, entities, strict=True)]


def _wanted(
    texts: Sequence[str], entities: list[list[Entity]], policy: Policy, common_words: _Words
) -> Iterator[tuple[str, str]]:
    for text, found in zip(texts, entities, strict=True):
        for entity in found:
            if entity.type in _NOT_REPEATED or policy.rule(entity.type).treatment == "keep":
                continue
            phrase = text[entity.start : entity.end]
            if entity.type == "PERSON":
                for part in name_parts(phrase):
                    word = phrase[part.start : part.end]
                    usual = len(word) >= _EVERYWHERE_PARTS and word[0].isupper() and fold(word) not in common_words
                    if usual and part.role != "initial":
                        yield from _forms(word, "PERSON")
            if len(phrase) >= _LEAST_CHARACTERS and fold(phrase) not in common_words:
                yield from _forms(phrase, entity.type)


def _forms(phrase: str, kind: str) -> Iterator[tuple[str, str]]:
    yield phrase, kind
    if phrase.upper() != phrase:
        yield phrase.upper(), kind


def _missed(text: str, found: list[Entity], automaton: Any) -> Iterator[Entity]:
    covered = bytearray(len(text))
    for entity in found:
        covered[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
    hits: list[tuple[int, int, str]] = []
    for last, (phrase, kind) in automaton.iter(text):
        start, end = last + 1 - len(phrase), last + 1
        if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
            hits.append((start, end, kind))
    for start, end, kind in sorted(hits, key=lambda hit: (hit[0] - hit[1], hit[0])):
        if not any(covered[start:end]):
            covered[start:end] = b"\1" * (end - start)
            yield Entity(start, end, kind, 1.0, "everywhere")
