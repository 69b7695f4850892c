"""Questions of which every word asks about the world: "flight time Sydney to Auckland", "calling code Ethiopia".

`ruling` asks, before anything is weighed. Who types a search writes no grammar from which one could tell that anything
is asked. But where all the words beside a place are of the few in which one asks for a fact, and one of them says for
which, there is none left that could tell of somebody. A word that is not on the list leaves the decision to others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.public import words
from dp_gateway.public.evidence import WORD
from dp_gateway.public.lists import Reference
from dp_gateway.public.quizzes import HEADED
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.numerals import NUMBER_WORDS

_LONGEST = 140
_KINDS = frozenset(("country", "state", "town", "area", "landmark", "people", "language", "body", "food", "authority"))
_LANDS = frozenset(("country", "state", "area", "authority", "people", "language"))
_BODIES = frozenset(("authority", "area", "body"))
_OF_SOMEBODY = (
    words.FIRST
    | words.THIRD
    | words.POSSESSIVES
    | words.ROLES
    | words.LIFE
    | words.TROUBLE
    | words.CLINIC
    | words.OWN_AFFAIRS
    | words.EVERYDAY
    | words.BUSINESS
    | words.LOCAL
    | words.CONCRETE
    | words.MEMBERS
)
_FACTS = words.ASKED_FOR | words.FACETS - frozenset(
    "age king queen member members votes sales public roads tax wage time minimum drinking limit".split()
)
_WAYS = frozenset(("far", "way"))
_HOW = re.compile(
    r"\bhow (?:far|long|many (?:hours|minutes|miles|km|kilomet(?:er|re)s))\b"
    r"(?! (?:are|have|were|will|did|had) (?:you|they)\b)",
    re.I,
)
"""What is asked about ways; "is it far to" is asked where somebody is."""
_ASKING = (
    (words.FACETS | words.UNITS | words.FOODS | words.SORTS | words.CULTURE | frozenset(NUMBER_WORDS)) - _OF_SOMEBODY
    | words.ASKED_FOR
    | words.ASKING
)
_OPENS = re.compile(r"\W*(?:can|do|does|is|are|should) (?:(?:i|we|you|one|people|there|it)\b|(?-i:[A-Z]))", re.I)
_IS_A_LAND = re.compile(r"\W*(?:is|are|was|were|does) (?:the )?(?=[A-Z])")
"""Begins a question about a land itself: "is Turkey in Europe or Asia"."""
_TELLS = re.compile(
    r"\W*(?:on|off|after|before|since|during|under|without|with|at|by) "
    r"(?!(?:what|which|whose|how|average|[0-9]{1,2},)(?!\w))",
    re.I,
)
"""Begins what tells how somebody is: "on sick pay in Ireland"."""
_PEOPLE_ALL = re.compile(r" (?:passport holders|citizens|nationals)\b")
_BAGGAGE = re.compile(r"\b(?:carry-on|carry on|baggage|luggage)\b", re.I)
_PUZZLE = re.compile(r"\b(?:crossword|quiz|puzzle|sudoku|trivia|homework|riddle)\b", re.I)
_LABELLED = re.compile(r"\W*+[^\W\d_]+(?: [^\W\d_]+)?[:=][^?]*\Z")
"""A key and its value, which nothing asks for: "Country: France"."""
_OF_SEARCHES = frozenset("population currency anthem timezone monarchy iata".split())
"""Facts that are searched for by their names alone; a question has more of them."""
_SEARCHED = re.compile(
    r"\b(?:flight|flying|driving|drive|travel|journey|train|bus|ferry|sailing|walking|cycling) "
    r"(?:times?|distance|duration)\b|"
    r"\btime (?:difference|zones?)\b|\b(?:plug|socket) types?\b|\btap water\b|\bnational [a-z]+ |"
    r"\b(?:calling|dial(?:l?ing)?|country|area|airport|iata|phone|currency|iso) (?:code|prefix)s?\b|"
    r"\bofficial languages?\b|\bbest (?:time|month|season) (?:for|to)\b|"
    r"\b(?:how long|duration|km|kilomet(?:er|re)s|miles) (?:from|between)\b|"
    r"\bduration\b|"
    r"\b(?:carry-on|carry on|cabin|hand|baggage|luggage) (?:size|baggage|luggage|allowance|limit|weight|bag)\b|"
    r"\bday ?trips? (?:from|to|around)\b|"
    r"\bbest (?:area|part|district|neighbou?rhood|place)s? (?:of [a-z]+ )?to (?:stay|eat)\b|"
    r"\bdistance (?:from|between)\b",
    re.I,
)
_NUMBER = re.compile(r"[0-9]{1,3}")
_MAY_I = re.compile(r"\b(?:can|could|do|should|may|must|would) (?:i|we) (?=[a-z])", re.I)
"""Who asks, and nothing of them."""
_IN_A_LAND = re.compile(
    r"\W*+(?:(?:hi|hey|hello|so|and|ok|okay|quick question|question|just curious|curious)[,:.! –-]{1,3})?"
    r"in (?:the )?\0,? "
    r"(?P<rest>(?:(?:what|which|who|when|where|how|why|can|could|do|does|did|is|are|must|may|should|will|at what|"
    r"on which|from which)\b|(?:you|one|people|employers|employees|companies|shops|drivers) (?=[^\n]{3,}\?))"
    r"[^\n]{2,140})",
    re.I,
)
"""A land first, and what is asked about it: "In the UK you get a P45 when you do what?"."""
_WORDS_FOR = re.compile(
    r"[^\w\0]*+(?:the |a )?\0 (?:word |phrase |term |expression )?for [\"“'‘][^\"”\n]{1,60}[\"”'’]\W*+", re.I
)
"""A language, and for what its words are wanted: 'Portuguese for "good morning"?'."""


def is_asked(text: str, entity: Entity, listed: Sequence[Reference], others: Sequence[Entity]) -> bool:
    """Return whether a text asks for a fact, and has no word that could tell of somebody.

    Args:
        text: the whole text.
        entity: one of its findings.
        listed: what that may refer to.
        others: the findings that are places, or that everybody knows by their names.
    """
    kinds = _kinds(text, entity, listed) if len(text) <= _LONGEST else frozenset[str]()
    if not kinds:
        return False
    if entity.type == "NRP" and kinds <= {"people", "language"} and _WORDS_FOR.fullmatch(_shape(text, entity)):
        return True
    headed = HEADED.match(text)
    at = headed.end() if headed and headed.end() <= entity.start else 0
    if kinds <= _LANDS and entity.type != "NRP" and _IS_A_LAND.match(text, at):
        return _asks_for_a_fact(text, at, others, lawful=True, whatever=True)
    lawful = _PEOPLE_ALL.match(text, entity.end) is not None if entity.type == "NRP" else kinds <= _LANDS
    told = _LABELLED.match(text, at) or _TELLS.match(text, at)
    return told is None and _asks_for_a_fact(text, at, others, lawful=lawful)


def _kinds(text: str, entity: Entity, listed: Sequence[Reference]) -> frozenset[str]:
    """The kinds of what a finding names, if facts are asked of such; of an airline one asks what may be carried on."""
    kinds = frozenset(one.kind for one in listed) - {"eponym", "surname"}
    if entity.type == "ORGANIZATION":
        most = _BODIES | {"company"} if _BAGGAGE.search(text) else _BODIES
    else:
        most = _KINDS if entity.type in ("LOCATION", "NRP") else frozenset[str]()
    return kinds if kinds <= most else frozenset()


def _asks_for_a_fact(text: str, at: int, others: Sequence[Entity], *, lawful: bool, whatever: bool = False) -> bool:
    """Whether a text asks for a fact behind an offset, and all its other words are such as one asks in. `lawful`:
    whether it may ask for what a law says. `whatever`: whether what it asks for needs no word of its own.
    """
    searched = _SEARCHED.search(text) is not None or _HOW.search(text) is not None
    asks = searched or "?" in text or _PUZZLE.search(text, 0, at) is not None or _OPENS.match(text, at) is not None
    said = set[str]()
    for one in others:
        said.update(WORD.findall(_MAY_I.sub(" ", text[at : max(at, one.start)]).lower()))
        at = max(at, one.end)
    said.update(WORD.findall(_MAY_I.sub(" ", text[at:]).lower()))
    if not searched and not said.isdisjoint(_WAYS):
        return False
    asks = asks or not words.QUESTIONS.isdisjoint(said)
    if lawful and asks and not said.isdisjoint(words.LAWFUL):
        return all(one in _ASKING or one in words.LAWFUL or _NUMBER.fullmatch(one) for one in said)
    if not whatever and not searched and said.isdisjoint(_FACTS if asks else _OF_SEARCHES):
        return False
    return all(one in _ASKING or _NUMBER.fullmatch(one) for one in said)


def _shape(text: str, entity: Entity) -> str:
    return f"{text[: entity.start]}\0{text[entity.end :]}"


_SETS_LAWS, _UNION = frozenset(("country", "state", "area")), "authority european union"


def asked_in_a_land(text: str, entity: Entity, listed: Sequence[Reference]) -> str:
    """Return what is asked of a country or a state with which a text begins; empty where nothing is."""
    if entity.start > _BEGINS or not all(one.kind in _SETS_LAWS or one.code == _UNION for one in listed):
        return ""
    found = _IN_A_LAND.fullmatch(_shape(text, entity)) if len(text) <= _LONGEST + _BEGINS else None
    return found["rest"] if found else ""


_BEGINS = 30
"""Characters within which a land stands that a text begins with."""
