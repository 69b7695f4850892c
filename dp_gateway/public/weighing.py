"""Weighs all that a text says for and against a public reference, where no single thing decides.

`decision` asks. What is so of a mention and of the text around it ("somebody is spoken of", "a question", "a firm
behind *at*") has a weight each; `weights.txt` holds them. They are the coefficients of a logistic regression on the
labelled mentions of `benchmarks/public`, written by release/public_weights.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from dp_gateway.patterns.terms import is_name
from dp_gateway.public import words
from dp_gateway.public.evidence import WORD, Surroundings
from dp_gateway.public.kinds import Place
from dp_gateway.public.lists import Reference
from dp_gateway.text.entities import Entity

WEIGHTS = Path(__file__).with_name("weights.txt")
_GROUPS = {
    "land": "country area state",
    "people": "people language faith",
    "town": "town landmark",
    "firm": "company house",
    "thing": "product law event currency holiday food phrase",
    "work": "work",
    "body": "body authority office",
    "figure": "person mononym surname eponym",
}
_GROUP = {kind: group for group, kinds in _GROUPS.items() for kind in kinds.split()}
_ARTICLES = frozenset(("the", "a", "an"))
_BEFORE = _ARTICLES | frozenset(
    "at for by with from to in of about between and or vs than like on as via using is was are did does do near "
    "through under after before against".split()
)
_POINTS = ((1.0, "points for it"), (0.0, "few points"), (-2.0, "points against it"), (-5.0, "many points against it"))
_STAFF = re.compile(
    r"\b(?:at|(?:paid|employed|hired|fired|sacked|made|sold|built|run|owned|issued|insured|denied|rejected|charged|banned)"
    r" by|(?:works?|worked|working|jobs?|offer|contract|interview|career|role|position|employee|officer|manager|clerk|"
    r"shift|colleagues?|team|boss|rep|raise|degree|diploma) (?:for|with|from|at|of|in)|join(?:ed|ing)?|quit|quitting|"
    r"leaving|left|sued?|suing|owe|resignation|resigned) (?:the |to |from )?$",
    re.I,
)
_COMPARED = re.compile(r"\b(?:vs\.?|versus|than|or|between|compare|and|better|like|instead of) $", re.I)
_COMPARED_BEHIND = re.compile(r"\s(?:vs\.?|versus|or|and) ", re.I)
_FACET_OF = re.compile(
    r"\b(?:history|capital|population|story|plot|ending|life|works?|laws?|theory|fall|rise|founder|ceo|author|style|price|"
    r"cost|rules?|music|food|culture|economy|map|flag|geography) (?:of|in) (?:the )?$",
    re.I,
)
# What these three end in, which is looked for first: to search for them takes twenty times as long.
_ENDS_OF_STAFF = tuple(
    f"{word} "
    for word in "at by for with from of in join joined joining quit quitting leaving left sue sued suing owe "
    "resignation resigned the to".split()
)
_ENDS_OF_COMPARED = tuple(f"{word} " for word in "vs vs. versus than or between compare and better like of".split())
_ENDS_OF_FACET = ("of ", "in ", "the ")
_DIGIT = re.compile(r"\d")
_WHAT_TIME = re.compile(r"\bwhat time (?:is|are|do|does|did|will|can|should)\b", re.I)
_NEAR, _TIED, _SHORT = 60, 6, 8


def weigh(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, points: float) -> float:
    """How much more speaks for a public reference than against it; from 0 on it is one."""
    weights = _weights()
    of = features(text, entity, listed, around, points)
    return weights["any"] + sum(weights.get(name, 0.0) for name in dict.fromkeys(of))


@cache
def _weights() -> dict[str, float]:
    lines = (line for line in WEIGHTS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    return {name: float(weight) for name, _, weight in (line.rpartition(": ") for line in lines)}


def features(
    text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, points: float
) -> Iterator[str]:
    """The names of what is so. `listed`: what it may refer to. `points`: what the rules for its kind say, see
    `decision`.
    """
    sentence = around.sentence(entity)
    place = Place(text, entity, sentence)
    kinds = {one.kind for one in listed}
    groups = sorted({_GROUP[kind] for kind in kinds})
    yield from kinds
    yield next((name for least, name in _POINTS if points >= least), "never by points")
    before = [word.lower() for word in WORD.findall(text[max(sentence.start, entity.start - _NEAR) : entity.start])]
    last = before[-2:][0] if before[-1:] and before[-1] in _ARTICLES else "".join(before[-1:])
    so = [f"behind {last}"] if last in _BEFORE else []
    so += [name for name, is_so in _of_mention(text, entity, place, before) if is_so]
    so += [name for name, is_so in _of_text(text, place, around) if is_so]
    for name in so:
        yield name
        yield from (f"{name}, {group}" for group in groups)


def _of_mention(text: str, entity: Entity, place: Place, before: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """What is so of the words beside a mention."""
    sentence, written, ahead = place.sentence, place.written, place.ahead
    yield "begins", not before
    yield "tied", not words.TIES.isdisjoint(before[-_TIED:])
    yield "several words", " " in written
    yield "a name", is_name(written.split()[0].lower())
    yield "said of", place.subject
    yield "journey", place.journey
    ends = place.before.lower().removesuffix("\n")
    yield "staff", ends.endswith(_ENDS_OF_STAFF) and _STAFF.search(place.before) is not None
    compared = ends.endswith(_ENDS_OF_COMPARED) and _COMPARED.search(place.before) is not None
    yield "compared", compared or _COMPARED_BEHIND.match(ahead) is not None
    yield "facet of", ends.endswith(_ENDS_OF_FACET) and _FACET_OF.search(place.before) is not None
    yield "facet behind", place.next in words.FACETS
    yield "thing behind", not words.THINGS.isdisjoint((place.next, place.behind_list))
    yield "goods behind", place.next in words.GOODS
    yield "culture behind", place.next in words.CULTURE
    yield "member behind", place.next in words.MEMBERS
    number = _DIGIT.search(text, sentence.start, entity.start) or _DIGIT.search(text, entity.end, sentence.end)
    yield "number", number is not None


def _of_text(text: str, place: Place, around: Surroundings) -> Iterator[tuple[str, bool]]:
    """What is so of the sentence, and of the text as a whole."""
    sentence, others = place.sentence, place.others
    for name in ("somebody", "asker", "asks", "searched", "concrete", "dated", "famous", "english", "subject"):
        yield name, getattr(sentence, name)
    yield "several known", sentence.others > 1
    yield "question mark", text.find("?", sentence.start, sentence.end) >= 0
    yield "everyday", place.everyday
    for name, of in _WORDS.items():
        yield name, not of.isdisjoint(others)
    first = WORD.search(text, sentence.start, sentence.end)
    word = first[0].lower() if first else ""
    yield "opener", word in words.OPENERS
    yield "question word", word in words.QUESTIONS
    yield "imperative", word in words.IMPERATIVES
    yield "implied", word in words.IMPLIED
    yield "time of day", _WHAT_TIME.search(text, sentence.start, sentence.end) is not None
    yield "verb first", word.endswith(("ing", "ed"))
    third, writes = not words.THIRD.isdisjoint(around.words), not words.FIRST.isdisjoint(around.words)
    life = words.LIFE & around.words
    nobody = not (around.somebody or third or around.roles or life or around.named)
    yield "text: somebody", around.somebody
    yield "text: writer", around.writer
    yield "text: role", around.roles
    yield "text: role elsewhere", not around.role_words <= sentence.words
    yield "text: named", around.named
    yield "text: third person", third
    yield "text: first person", writes
    yield "text: life", bool(life)
    yield "text: life elsewhere", not life <= sentence.words
    yield "text: nobody", nobody and not writes
    yield "text: nobody but who asks", nobody and not around.writer
    yield "text: short", len(around.words) < _SHORT


_WORDS = {
    "first person": words.FIRST,
    "possessive": words.POSSESSIVES,
    "third person": words.THIRD,
    "role": words.ROLES,
    "everyday words": words.EVERYDAY,
    "own affairs": words.OWN_AFFAIRS,
    "clinic": words.CLINIC,
    "life": words.LIFE,
    "ties": words.TIES,
    "general": words.IN_GENERAL,
    "trade": words.TRADE,
    "business": words.BUSINESS,
    "alike": words.ALIKE,
    "enjoyed": words.ENJOYED,
    "used": words.USED,
}
