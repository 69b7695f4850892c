"""Which numbers, years and occupations are nobody's: an oven's heat, a time limit, "act as a travel editor".

A value has no list to stand in. It is kept where the sentence is of a kind that tells (a recipe, a manual, a problem of
physics) and nobody is spoken of in the whole text.
"""

from __future__ import annotations

import re

from dp_gateway.detection.public import words
from dp_gateway.detection.public.evidence import Sentence, Surroundings
from dp_gateway.text.entities import Entity

__all__ = ["VALUES", "is_nobodys"]

VALUES = frozenset(("QUANTITY", "DURATION", "PERCENTAGE", "DATE_TIME", "JOB_TITLE"))
"""The types that are looked at; ages and amounts of money are always somebody's."""

_YEAR = re.compile(
    r"(?:the )?(?:early |late |mid-)?(?:1[0-9]{3}|20[0-9]{2})s?|(?:the )?[0-9]{1,2}(?:st|nd|rd|th) century", re.I
)
_TIME_OF_DAY = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?")
_PLAYED = re.compile(
    r"(?:\b(?:act(?:ing)? (?:like|as)|play(?:ing)? the (?:role|part) of|pretend(?:ing)? to be|"
    r"(?:pretend(?:ing)?|imagine) (?:that )?you(?:['’]re| are)|take (?:on )?the (?:role|persona) of|"
    r"(?:respond|answer|reply|speak|behave|write) (?:like|as))|"
    r"(?:^|\n)\W*(?:system: )?you(?:['’]re| are)(?: now| acting as| going to be)?)\s+(?:(?:an?|the)\s+)?$",
    re.I,
)
_ANYBODY = re.compile(
    r"\b(?:(?:does|do|is|are|can|should|would|will|of|to|for|like|between|become|becoming|being)\s+(?:an?|the)|"
    r"(?:do|are|can|should|for|become))\s+$",
    re.I,
)
_REACH, _SURELY = 60, 2


def is_nobodys(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a finding of one of `VALUES` is nobody's.

    Args:
        text: the text.
        entity: the finding.
        around: of the text.
    """
    # What the text as a whole rules out costs no look at the sentence.
    if entity.type == "JOB_TITLE":
        return _is_role(text, entity, around)
    if entity.type == "DATE_TIME":
        return _is_date(text, entity, around)
    if (around.somebody and not around.cooks) or around.roles or not words.CLINIC.isdisjoint(around.words):
        return False
    kind = around.region(entity)
    if kind != "code" and (kind != "prose" or not around.manual):
        return False
    sentence = around.sentence(entity)
    if sentence.somebody:
        return False
    return not around.somebody if kind == "code" else _is_measure(sentence, around)


def _is_date(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether a time of day stands in a log, or a year beside something that everybody knows."""
    written = text[entity.start : entity.end]
    if _TIME_OF_DAY.fullmatch(written):
        logged = not around.somebody and not around.roles and around.region(entity) == "code"
        return logged and not around.sentence(entity).somebody
    if not _YEAR.fullmatch(written) or around.somebody or around.region(entity) != "prose":
        return False
    sentence = around.sentence(entity)
    known = sentence.others > 0 and (sentence.asks or sentence.subject)
    return known and not sentence.somebody and not sentence.asker


def _is_measure(sentence: Sentence, around: Surroundings) -> bool:
    """Whether a recipe, a manual or an exercise is read."""
    if not words.EVERYDAY.isdisjoint(sentence.words):
        return False
    cooks = len(words.KITCHEN & sentence.words)
    if around.somebody:
        return cooks > 1
    here = cooks + len(words.GENERAL & sentence.words)
    return here > 1 or (here == 1 and (sentence.asks or around.manual > 1)) or around.manual > _SURELY


def _is_role(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether an occupation is one to be played, or anybody's that is asked about."""
    before = text[max(0, entity.start - _REACH) : entity.start]
    played = _PLAYED.search(before) is not None
    if not played and (around.somebody or not _ANYBODY.search(before)):
        return False
    sentence = around.sentence(entity)
    return not sentence.somebody and not sentence.asker and (played or sentence.asks)
