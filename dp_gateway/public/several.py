"""Several of the famous, of whom one is asked for: "Kahlo, O'Keeffe, Hokusai: which of the three was Mexican?".

`common_knowledge` asks whom a family name means there, and `ruling` keeps them. One of a row that everybody knows tells
who the others are, where each is called like somebody famous and all that is asked is asked of the famous.
"""

from __future__ import annotations

import re
from functools import cache

from dp_gateway.patterns.terms import is_name
from dp_gateway.public import words
from dp_gateway.public.lists import Reference, names, refers
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold, lacks

_LONGEST, _FEW = 140, 2
_JOINED = r"(?:, (?:and |or )?| and | or | vs\.? | versus |/)"
_NAME = r"[^\W\d_][\w.'’-]*+(?>(?: (?!(?:and|or|vs|versus)\b)[^\W\d_][\w.'’-]*+){0,2})"
_ROW = rf"(?P<row>{_NAME}(?:{_JOINED}{_NAME}){{1,5}})"
_CAPITALS = r"[A-Z][\w.'’-]*+(?>(?: [A-Z][\w.'’-]*+){0,2})"
_ROW_IN_CAPITALS = rf"(?P<row>{_CAPITALS}(?>(?:{_JOINED}{_CAPITALS}){{1,5}}))"
_SHAPES = (
    # "Federer, Nadal, Djokovic: most grand slams?"
    re.compile(rf"\W*+{_ROW}(?: ?[,:;–—-]+ ?|\? )(?P<rest>[a-z][^\n]{{5,90}})", re.I),
    # "Beyoncé vs Taylor Swift most Grammys"
    re.compile(rf"\W*+{_ROW_IN_CAPITALS} (?P<rest>(?:most|more|who|which)\b[^\n]{{5,90}})"),
    # "Which of Vermeer, Rubens and Hals painted Girl with a Pearl Earring?"
    re.compile(
        rf"\W*+(?:[Ww]hich|[Ww]ho)(?: one)?(?: out)? of (?:these |the )?{_ROW_IN_CAPITALS}(?P<rest> [a-z][^\n]{{5,90}})"
    ),
    # "Was it Marconi or Tesla who invented the radio?"
    re.compile(rf"\W*+(?:[Ww]as|[Ii]s) it {_ROW_IN_CAPITALS} (?:who|that)(?P<rest> [a-z][^\n]{{5,90}})"),
    # "Is Brave New World by Orwell or Huxley?"
    re.compile(rf"\W*+(?P<rest>(?:[Ii]s|[Ww]as|[Ww]ere) [^\n]{{3,50}} by) {_ROW_IN_CAPITALS}\W*+"),
    # "Who was born first, Bach or Handel?"
    re.compile(
        rf"\W*+(?:and |so )?(?P<rest>(?:which|who|whose|was it|did|what)\b[^\n:,]{{5,80}})[,:] ?{_ROW}\W*+", re.I
    ),
)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_BETWEEN = re.compile(r", (?:and |or )?| and | or | vs\.? | versus |/")
_PERSONS = frozenset(("person", "mononym"))
_FAME = (words.DEEDS | words.RENOWN | words.CULTURE) - {"team", "teams", "role", "roles", "call", "called"}
_SAID = (
    (words.FACETS | words.ASKED_FOR | words.ASKING) - {"case", "need", "needs", "needed", "phone", "place", "things"}
) | words.OF_A_ROW


def one_of_several(text: str, entity: Entity) -> tuple[Reference, ...]:
    """Find the famous person whom a name in a row of such names means, where one of them is asked for."""
    if entity.type == "NRP" or not is_one_of_several(text, entity):
        return ()
    return (Reference("person", f"person {fold(text[entity.start : entity.end])}"),)


def is_one_of_several(text: str, entity: Entity) -> bool:
    """Return whether a finding is one of such a row, or the people to which one of them belongs."""
    if len(text) > _LONGEST or entity.type not in ("PERSON", "ORGANIZATION", "NRP"):
        return False
    for shape in _SHAPES:
        found = shape.fullmatch(text)
        if found is None:
            continue
        part = "rest" if entity.type == "NRP" else "row"
        inside = found.start(part) <= entity.start < found.end(part)
        if inside and _are_famous(_BETWEEN.split(found["row"]), found["rest"]) and _is_of_fame(found["rest"]):
            return True
    return False


_COMPARED = tuple(
    re.compile(shape, re.I)
    for shape in (
        r"[^\w\0]*+(?:what(?:['’]?s| is) )?(?:the )?(?:difference between )?(?:an? )?\0 "
        r"(?:vs\.?|versus|and|or|compared (?:to|with)) (?:an? )?[^\W\d_][\w-]*(?: [\w-]+)?\b[^\n\0]{0,50}",
        r"[^\w\0]*+(?:what(?:['’]?s| is) )?(?:the )?(?:difference between )?(?:an? )?[^\W\d_][\w-]* "
        r"(?:vs\.?|versus|and|or|compared (?:to|with)) (?:an? )?\0\b[^\n\0]{0,50}",
        r"[^\w\0]*+(?:what|how) does (?:the word )?[\"“'‘]?\0[\"”'’]? mean\b[^\n\0]{0,30}",
    )
)


def is_a_thing_compared(text: str, entity: Entity) -> bool:
    """Return whether a word in small letters that is no name is compared with a thing, or its meaning is asked for."""
    if len(text) > _LONGEST or lacks(text, ("differen", " mean")):
        return False
    written = text[entity.start : entity.end]
    if (
        not written.islower()
        or any(is_name(word) for word in written.split())
        or not _PERSONAL.isdisjoint(text.split())
    ):
        return False
    shape = f"{text[: entity.start]}\0{text[entity.end :]}"
    return any(one.fullmatch(shape) for one in _COMPARED)


_PERSONAL = words.POSSESSIVES | words.FIRST | words.THIRD | words.ROLES


def names_of_a_row(text: str, entity: Entity) -> list[tuple[int, int]]:
    """Find the names of such a row in what a detector took for one name: "Hemingway, Faulkner and Steinbeck"."""
    if len(text) > _LONGEST or not is_one_of_several(text, entity):
        return []
    between = list(_BETWEEN.finditer(text, entity.start, entity.end))
    starts = [entity.start, *(one.end() for one in between)]
    return list(zip(starts, [*(one.start() for one in between), entity.end], strict=True))


def _are_famous(row: list[str], rest: str) -> bool:
    """Whether each of some names is that of somebody famous, and so many are nobody else's that they tell of all."""
    alone = {name for name in row if any(one.kind in _PERSONS for one in refers(name))}
    others = set(row) - alone
    if not all(fold(name) in _families() for name in others):
        return False
    if any(one.kind == "work" for one in refers(_work(rest))):
        return True
    common = sum(is_name(name.lower()) for name in others)
    return bool(alone) and common < _FEW <= len(alone) + len(others) - common


def _is_of_fame(rest: str) -> bool:
    """Whether what is asked of one of a row is asked of the famous alone, and has no other word."""
    work = _work(rest)
    said = {word.lower().removesuffix("'s") for word in _WORD.findall(rest.replace(work, " ") if work else rest)}
    people = {word for word in said if any(one.kind == "people" for one in refers(word))}
    by = _BY.fullmatch(rest)
    if by is not None and any(one.kind == "work" for one in refers(by[1])):
        return True
    famous = work or people or not said.isdisjoint(_FAME | _ASKED_OF_FAME)
    return bool(famous) and said - people <= _FAME | _SAID


_BY = re.compile(r"(?:is|was|were) (?:the )?(.{3,50}?)(?: written| painted| composed)? by", re.I)
_ASKED_OF_FAME = frozenset(
    "ballon born died die slams goals titles greatest composer painter came lived nationality theory".split()
)
_MADE = re.compile(
    r"\b(?:wrote|painted|composed|directed|sang|invented|discovered|write|paint|compose|direct|sing|invent|discover) "
    r"(?:the )?(?P<what>[^\W\d_][^\n?!.]{2,60})(?=\W*$)"
)
_TITLE = re.compile(r"[A-Z][\w-]*(?: (?:of|the|and|in|a|with|to|[A-Z][\w-]*)){0,7}")


def _work(rest: str) -> str:
    """What one of a row made, if everybody knows it by that name or it is written as titles are; empty otherwise."""
    made = _MADE.search(rest)
    if made is None:
        return ""
    known = any(one.kind in ("work", "phrase", "law", "event") for one in refers(made["what"]))
    return made["what"] if known or _TITLE.fullmatch(made["what"]) else ""


@cache
def _families() -> frozenset[str]:
    """The family names of the famous, folded."""
    of_persons = (name for name, of in names() if " " in name and any(one.kind == "person" for one in of))
    return frozenset(fold(name.rpartition(" ")[2]) for name in of_persons)
