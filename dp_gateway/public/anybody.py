"""Ages, degrees and lengths of time of anybody: "is 30 too old to start the piano", "a dinner in under 30 minutes".

`values` asks. As with the questions of `quizzes`, the form of the whole text tells that it is asked of anybody, and no
word of it may tell of somebody.
"""

from __future__ import annotations

import re

from dp_gateway.public import words
from dp_gateway.public.evidence import WORD
from dp_gateway.public.quizzes import NO_OWNER, OF_SOMEBODY
from dp_gateway.text.entities import Entity

_LONGEST = 160
_AGE = r"\0(?:[ -]?years?(?:[ -]olds?)?|[ -]?yrs? olds?)?"
_FOR_WHOM = (
    # "Write a birthday wish for a colleague who turns 40"
    re.compile(
        r"\W*+(?:please |can you |could you )?(?:write|draft|compose|suggest|give me|make|create|i need|need|an?|any) "
        r"[^.?!\n\0]{0,60}\b(?:for|to|from) an? (?:[a-z]+ ){0,3}(?:who|that)(?:['’]s| is| has)?(?: just| about to)?"
        rf"(?: be| turn(?:s|ed|ing)?| becomes?)? ?{_AGE}[^\n\0]{{0,60}}",
        re.I,
    ),
    # "gift ideas for a 7-year-old who likes dinosaurs"
    re.compile(
        r"(?:[^.?!\n\0]{0,60} )?\b(?:gifts?|presents?|birthday|party|games?|books?|toys?|activit(?:y|ies)|crafts?|"
        rf"movies?|ideas?)(?: [a-z]+)? for an? {_AGE}[^\n\0]{{0,60}}",
        re.I,
    ),
)
"""Somebody of whom nothing is said but that something is for them."""
_ASKED = (
    # "Is 30 too old to start learning the piano?"
    re.compile(
        r"\W*+(?:hi|hey|hello|ok|so|(?:honest |serious )?question)?[,:! ]*(?:is|are|at) (?:turning |being )?"
        rf"{_AGE}(?: really| still| already)? (?:too (?:old|young|late|early)|(?:old|young|late|early) enough|"
        r"(?:considered )?(?:an? (?:good|normal|bad|late|right|reasonable) age|old|young|late|early)) (?:to|for)\b"
        r"[^\n\0]{0,120}",
        re.I,
    ),
    # "Something to do in Lisbon with kids aged 6 and 9?"
    re.compile(
        r"[^\n\0]{0,80}\b(?:with|for) (?:kids|children|boys|girls|teens|teenagers|people|adults) "
        r"(?:(?:who are )?aged|between|of|from|over|under|around)?(?: [0-9]{1,2} ?(?:and|to|or|-|–))? ?"
        rf"{_AGE}[^\n\0]{{0,80}}",
        re.I,
    ),
)
_GENERALLY = re.compile(
    r"\b(?:generally speaking|speaking generally|in general|hypothetically|as a (?:general )?rule)\b", re.I
)
_OF_ANY = re.compile(r"(?:\A\W*|\b)(?:an?|any|of|for|over|under|at) \Z", re.I)
_REACH = len(" under ")
_WITHIN = re.compile(
    r"\W*+(?:please |can you |could you )?(?:give|suggest|recommend|find|share|show|tell|need|want)\b"
    r"[^.?!\n]{0,80}\b(?:under|within|in|in under|less than|at most|no more than|max(?:imum)?) \Z",
    re.I,
)
"""Between the beginning of a sentence and how long what is asked for may take: "Give me a dinner in under"."""
_PERSONS = OF_SOMEBODY - frozenset("kids birthday colleague coworker teacher boss neighbour neighbor child".split())


def is_of_anybody(text: str, entity: Entity) -> bool:
    """Return whether an age, or in a text that says so any measure, is anybody's."""
    if len(text) > _LONGEST:
        return False
    said = frozenset(map(str.lower, WORD.findall(text)))
    asker = not said.isdisjoint(("i", "me"))
    if not said.isdisjoint(NO_OWNER | words.FIRST - {"i", "me"}):
        return False
    if not asker and words.THIRD.isdisjoint(said) and _GENERALLY.search(text):
        any_ones = _OF_ANY.search(text, max(0, entity.start - _REACH), entity.start) is not None
        return any_ones or entity.type != "AGE"
    if entity.type != "AGE":
        return False
    shape = f"{text[: entity.start]}\0{text[entity.end :]}"
    if any(one.fullmatch(shape) for one in _FOR_WHOM):
        return said.isdisjoint(_PERSONS)
    asked = not asker and said.isdisjoint(OF_SOMEBODY - {"kids"})
    return asked and any(one.fullmatch(shape) for one in _ASKED)


def is_wanted_within(text: str, entity: Entity, start: int) -> bool:
    """Return whether a length of time bounds what a sentence asks for. `start`: of the sentence."""
    return _WITHIN.match(text, start, entity.start) is not None
