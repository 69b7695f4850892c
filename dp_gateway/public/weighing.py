"""Weighs all that a text says for and against a public reference, where no single thing decides.

`ruling` asks. What is so of a mention and of the text around it ("somebody is spoken of", "a question", "a firm
behind *at*") has a weight each; `weights.txt` holds them. They are the coefficients of a logistic regression on the
labelled mentions of `benchmarks/public`, written by release/public_weights.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import repeat
from pathlib import Path

from dp_gateway.patterns.terms import is_name
from dp_gateway.public import words
from dp_gateway.public.evidence import WORD, Sentence, Surroundings
from dp_gateway.public.lists import Reference
from dp_gateway.public.place import Place
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import weights_of

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
_TIED, _SHORT, _HUNDREDTH = 6, 8, 0.01
_LONGEST = 40
"""Characters of the longest of what these three look for before a mention."""
_ZEROS = repeat(0)


def weigh(
    text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place, points: float
) -> float:
    """Return how much more speaks for a public reference than against it; from 0 on it is one."""
    kinds = {one.kind for one in listed}
    groups = _groups(kinds)
    weight = _of_groups(groups)
    key = groups, place.sentence.start
    of_sentence = around.weights.get(key)
    if of_sentence is None:
        names = _of_sentence(text, place.sentence, around)
        of_sentence = around.weights[key] = sum(map(weight.get, names, _ZEROS)) + _weights().get("any", 0)
    names = (*kinds, _by_points(points), *_of_mention(text, entity, place))
    return _HUNDREDTH * (of_sentence + sum(map(weight.get, names, _ZEROS)))


@cache
def _weights() -> dict[str, int]:
    """The weights, in hundredths."""
    return {name: round(weight / _HUNDREDTH) for name, weight in weights_of(WEIGHTS).items()}


@cache
def _of_groups(groups: tuple[str, ...]) -> dict[str, int]:
    """What each thing that is so counts for a mention of some groups."""
    weights = _weights()
    names = dict.fromkeys(name.partition(", ")[0] for name in weights)
    return {name: weights.get(name, 0) + sum(weights.get(f"{name}, {of}", 0) for of in groups) for name in names}


def _groups(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({_GROUP[kind] for kind in kinds}))


def _by_points(points: float) -> str:
    return next((name for least, name in _POINTS if points >= least), "never by points")


def features(
    text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place, points: float
) -> Iterator[str]:
    """Yield the names of what is so, each also with the groups of what the mention may refer to.

    Args:
        text: in which it stands.
        entity: the mention.
        listed: what it may refer to.
        around: the text around it.
        place: the words around it.
        points: what the rules for its kind say, see `decision`.
    """
    kinds = {one.kind for one in listed}
    yield from kinds
    yield _by_points(points)
    for name in (*_of_sentence(text, place.sentence, around), *_of_mention(text, entity, place)):
        yield name
        yield from (f"{name}, {group}" for group in _groups(kinds))


def _of_mention(text: str, entity: Entity, place: Place) -> list[str]:
    """What is so of a mention and of the words beside it, whatever it refers to."""
    sentence, ahead, behind = place.sentence, place.ahead, place.next
    before = place.previous
    last = before[-2:][0] if before[-1:] and before[-1] in _ARTICLES else "".join(before[-1:])
    reach = max(len(place.before) - _LONGEST, 0)
    ends = place.before[reach:].lower().removesuffix("\n")
    compared = ends.endswith(_ENDS_OF_COMPARED) and _COMPARED.search(place.before, reach)
    so = {
        f"behind {last}": last in _BEFORE,
        "begins": not before,
        "tied": not words.TIES.isdisjoint(before[-_TIED:]),
        "everyday": place.everyday,
        "several words": " " in place.written,
        "a name": is_name(place.written.split()[0].lower()),
        "said of": place.subject,
        "journey": place.journey,
        "staff": ends.endswith(_ENDS_OF_STAFF) and _STAFF.search(place.before, reach),
        "compared": compared or _COMPARED_BEHIND.match(ahead),
        "facet of": ends.endswith(_ENDS_OF_FACET) and _FACET_OF.search(place.before, reach),
        "facet behind": behind in words.FACETS,
        "thing behind": behind in words.THINGS or place.behind_list in words.THINGS,
        "goods behind": behind in words.GOODS,
        "culture behind": behind in words.CULTURE,
        "member behind": behind in words.MEMBERS,
        "number": _DIGIT.search(text, sentence.start, entity.start) or _DIGIT.search(text, entity.end, sentence.end),
    }
    return [name for name, is_so in so.items() if is_so] + [name for bit, name in _WORDS if bit & place.lists]


def _of_sentence(text: str, sentence: Sentence, around: Surroundings) -> list[str]:
    """What is so of a sentence, whatever is mentioned in it, and of the text as a whole."""
    known = around.names.get(sentence.start)
    if known is not None:
        return known
    first = WORD.search(text, sentence.start, sentence.end)
    word = first[0].lower() if first else ""
    life = words.LIFE & around.words
    so = {
        "somebody": sentence.somebody,
        "asker": sentence.asker,
        "asks": sentence.asks,
        "searched": sentence.searched,
        "concrete": sentence.concrete,
        "dated": sentence.dated,
        "famous": sentence.famous,
        "english": sentence.english,
        "subject": sentence.subject,
        "several known": sentence.others > 1,
        "question mark": text.find("?", sentence.start, sentence.end) >= 0,
        "opener": word in words.OPENERS,
        "question word": word in words.QUESTIONS,
        "imperative": word in words.IMPERATIVES,
        "implied": word in words.IMPLIED,
        "time of day": "time" in sentence.words and _WHAT_TIME.search(text, sentence.start, sentence.end),
        "verb first": word.endswith(("ing", "ed")),
        "text: role elsewhere": not around.role_words <= sentence.words,
        "text: life elsewhere": not life <= sentence.words,
    }
    if _OF_TEXT not in around.names:
        around.names[_OF_TEXT] = list(_of_text(around, life))
    names = [*(name for name, is_so in so.items() if is_so), *around.names[_OF_TEXT]]
    around.names[sentence.start] = names
    return names


_OF_TEXT = -1
"""Where no sentence begins."""


def _of_text(around: Surroundings, life: Collection[str]) -> Iterator[str]:
    """What is so of a text as a whole. `life`: the words of somebody's life in it."""
    said = around.words
    third, writes = not words.THIRD.isdisjoint(said), not words.FIRST.isdisjoint(said)
    nobody = not (around.somebody or third or around.roles or life or around.named)
    so = {
        "text: somebody": around.somebody,
        "text: writer": around.writer,
        "text: role": around.roles,
        "text: named": around.named,
        "text: third person": third,
        "text: first person": writes,
        "text: life": life,
        "text: nobody": nobody and not writes,
        "text: nobody but who asks": nobody and not around.writer,
        "text: short": len(said) < _SHORT,
    }
    return (name for name, is_so in so.items() if is_so)


_WORDS = [
    (words.BITS[of], name)
    for name, of in (
        ("first person", "FIRST"),
        ("possessive", "POSSESSIVES"),
        ("third person", "THIRD"),
        ("role", "ROLES"),
        ("everyday words", "EVERYDAY"),
        ("own affairs", "OWN_AFFAIRS"),
        ("clinic", "CLINIC"),
        ("life", "LIFE"),
        ("ties", "TIES"),
        ("general", "IN_GENERAL"),
        ("trade", "TRADE"),
        ("business", "BUSINESS"),
        ("alike", "ALIKE"),
        ("enjoyed", "ENJOYED"),
        ("used", "USED"),
    )
]
