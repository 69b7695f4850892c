"""Which findings are public references: "US gallons", "the capital of France", "HIPAA"; nobody's secret.

A finding is kept where a public list knows it, and where the text around it speaks in general: `weighing` adds up what
speaks for that (a question, "the population of", a century) and against it (somebody who is spoken of, "lives in"). A
label, an address, a possessive before it and code, tables and settings around it decide alone. The rules read English;
in other languages (but for countries, see `languages.general`), and in doubt, a finding is private.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Mapping, Sequence

from dp_gateway.public import words
from dp_gateway.public.articles import article
from dp_gateway.public.as_listed import LANDS, apart, as_lists_have_it, with_epithets
from dp_gateway.public.common_knowledge import known, parts, private_codes, public_codes
from dp_gateway.public.evidence import WORD, Surroundings
from dp_gateway.public.kinds import NEVER, SURE
from dp_gateway.public.lists import PLACES, Reference, refers
from dp_gateway.public.place import NEAR, Place
from dp_gateway.public.ruling import (
    KEYS,
    LEAST,
    MISTAKEN,
    PERSONS,
    is_of_a_thing,
    is_of_world,
    score,
)
from dp_gateway.public.several import is_a_thing_compared
from dp_gateway.public.technologies import technologies
from dp_gateway.public.values import VALUES, is_before_a_reader, is_nobodys
from dp_gateway.public.world import NAMED
from dp_gateway.text.entities import Entity, moved, surroundings
from dp_gateway.text.folding import fold

_WITH_PARTS = frozenset(("LOCATION", "ORGANIZATION", "NRP", "STREET_ADDRESS"))
_TONGUES = frozenset(("people", "language"))


def marked(text: str, entities: Sequence[Entity], never: Iterable[tuple[int, int]] = ()) -> Sequence[Entity]:
    """Return the findings of a text, with what each refers to and whether that is public here. `entities`: disjoint, in
    order. `never`: stretches that are private whatever they are, such as phrases of the user's own list.
    """
    entities, listed, around = read(text, entities)
    own = _Stretches(never)
    of_programs = technologies(text, entities)
    if of_programs:
        around = _around(text, entities, listed, of_programs)
    found = _decided(text, entities, listed, around, own, of_programs)
    private = [one.type == "PERSON" and bool(of) and not one.public for one, of in zip(found, listed, strict=True)]
    if any(private) and any(one.public for one in found):
        # Who bears a famous name and is replaced is somebody whom nobody knows, and what else is said is theirs.
        listed = [() if is_private else of for of, is_private in zip(listed, private, strict=True)]
        again = _decided(text, entities, listed, _around(text, entities, listed, of_programs), own, of_programs)
        found = [(one if is_private else other) for one, other, is_private in zip(found, again, private, strict=True)]
    return found


def _decided(
    text: str,
    entities: Sequence[Entity],
    listed: Sequence[Sequence[Reference]],
    around: Surroundings,
    own: _Stretches,
    of_programs: Mapping[int, str],
) -> list[Entity]:
    """The findings of a text, decided by what each may refer to and by the text around them; see `marked`.
    `of_programs`: technologies by where they stand.
    """
    kinds = [frozenset(one.kind for one in each) for each in listed]
    found: list[Entity] = []
    privately: dict[tuple[object, ...], Entity] = {}
    counted = _counted_up(text, entities)
    counted_up = [
        one._replace(type="LOCATION", codes=public_codes(counted[one.start], sure=True), public=True)
        for one in entities
        if one.start in counted
    ]
    technical = [
        one._replace(codes=(f"technology {of_programs[one.start]}",), public=True)
        for one in entities
        if one.start in of_programs
    ]
    settled = {one.start: one for one in (*technical, *counted_up)}
    tongues = _tongues(text, entities, kinds, around)
    with_private = _with_private(text, entities, listed, around)
    of_nobody = _is_of_nobody(text, entities, listed, around)
    printed = article(text, around) if any(listed) else None
    for found_one, each, kinds_of in zip(entities, listed, kinds, strict=True):
        one = found_one
        if (public := settled.get(one.start)) and not own.meet(one):
            found.append(public)
            continue
        alike = surroundings(text, one)
        if private := privately.get(alike):
            found.append(one._replace(type=private.type, codes=private.codes))
            continue
        one = _as_country(text, one, each)
        codes = parts(text, one) if one.type in _WITH_PARTS and not each else ()
        value = NEVER
        if one.type in VALUES or (around.reckoned and one.type in _READ_INTO):
            value = SURE if not own.meet(one) and is_nobodys(text, one, around) else NEVER
            codes = _codes_of_value(text, one, any_other=value < LEAST or around.reckoned)
        elif each:
            if not own.meet(one):
                value = score(text, one, each, around)
            if value >= LEAST and (around.region(one) != "prose" or one.start in with_private):
                value = NEVER
            general = value < LEAST and (
                of_nobody or is_of_world(text, one, each, around) or (printed and printed.prints(one, kinds_of))
            )
            if general and not own.meet(one):
                value = LEAST
            tongue = one.type == "NRP" and one.start in tongues
            if (tongue or (around.recipe and _is_cuisine(text, one, each, around))) and not own.meet(one):
                value = SURE
            codes = public_codes(each, sure=value >= SURE) if value >= LEAST else private_codes(each)
        elif one.type in MISTAKEN and not own.meet(one) and (thing := _thing(text, one, around)):
            codes, value = (thing,), SURE
        if value >= LEAST and found and one.type == "PERSON" and _is_title(text, found[-1], one):
            found[-1] = found[-1]._replace(codes=codes, public=True)
        found.append(one._replace(codes=codes, public=value >= LEAST) if codes else one)
        if value < LEAST:
            privately[alike] = found[-1]
    return found


def _as_country(text: str, entity: Entity, listed: Sequence[Reference]) -> Entity:
    """A finding, or the place that it names: "a citizen of Niger" speaks of a country, and no people."""
    place = entity.type == "NRP" and listed and all(of.kind in PLACES for of in listed) and text[entity.start].isupper()
    return entity._replace(type="LOCATION") if place else entity


def _codes_of_value(text: str, entity: Entity, *, any_other: bool) -> tuple[str, ...]:
    """The codes of a measure.

    What is reckoned is nobody's until somebody's own number of its kind is told, whatever that is; `any_other` says
    that a finding is one of the two.
    """
    code = f"value {fold(text[entity.start : entity.end])}"
    return (code, f"any {entity.type}") if any_other else (code,)


def _is_of_nobody(
    text: str, entities: Sequence[Entity], listed: Sequence[Sequence[Reference]], around: Surroundings
) -> bool:
    """Whether a text is a task about countries, and speaks of nobody: "Which is largest? Country: China, India, Mali".

    Alone in its line a name says nothing, and there is nothing else that it could be about.
    """
    named = [(one, each) for one, each in zip(entities, listed, strict=True) if one.type in NAMED]
    if len({text[one.start : one.end] for one, _ in named}) < _LEASTLANDS or not all(
        any(of.kind in LANDS for of in each) for _, each in named
    ):
        return False
    if any(one.type not in _SAYING_NOTHING for one in entities):
        return False
    if around.somebody or not around.words.isdisjoint(_OF_SOMEBODY):
        return False
    first = WORD.search(text)
    return first is not None and first[0].lower() in (words.IMPERATIVES - KEYS) | words.QUESTIONS


_OF_SOMEBODY = (
    words.THIRD
    | words.ROLES
    | words.LIFE
    | words.OWN_AFFAIRS
    | words.CLINIC
    | words.TROUBLE
    | words.BUSINESS
    | words.TIES
    | (words.POSSESSIVES - {"your", "its", "their"})
    | (words.EVERYDAY - words.NEWS)
)
_SAYING_NOTHING = NAMED | {"DATE_TIME", "QUANTITY", "PERCENTAGE", "DURATION"}
_LEASTLANDS = 3
_READ_INTO = frozenset(("LOCATION", "ORGANIZATION", "NRP", "ID_NUMBER"))
"""What the words of a sum may be taken for: "the canadian exchange rate"."""


def _with_private(
    text: str, entities: Sequence[Entity], listed: Sequence[Sequence[Reference]], around: Surroundings
) -> frozenset[int]:
    """Where the famous stand who are somebody's own, since another one in their sentence is."""
    by_sentence: dict[int, list[int]] = {}
    for at, (one, each) in enumerate(zip(entities, listed, strict=True)):
        if one.type == "PERSON" and not PERSONS.isdisjoint([of.kind for of in each]):
            by_sentence.setdefault(around.sentence(one).start, []).append(at)
    found: set[int] = set()
    for persons in by_sentence.values():
        if len(persons) > 1:
            values = [score(text, entities[at], listed[at], around) for at in persons]
            if min(values) < LEAST:
                found.update(entities[at].start for at, value in zip(persons, values, strict=True) if value < SURE)
    return frozenset(found)


_KNOWN_WITHIN = 160
"""Characters on either side that tell what everybody knows by a name."""


def read(text: str, entities: Sequence[Entity]) -> tuple[list[Entity], list[tuple[Reference, ...]], Surroundings]:
    """Read the findings as the lists have them, what each may refer to, and the text around them."""
    each = [part for one in with_epithets(text, entities) for part in apart(text, one)]
    alike: dict[tuple[object, ...], tuple[int, Entity, tuple[Reference, ...]]] = {}
    as_listed: list[Entity] = []
    listed: list[tuple[Reference, ...]] = []
    for one in each:
        key = surroundings(text, one, _KNOWN_WITHIN)
        if key not in alike:
            of_lists = as_lists_have_it(text, one) if one.type in MISTAKEN else one
            alike[key] = one.start, of_lists, known(text, of_lists) if of_lists.type in NAMED else ()
        at, of_lists, refers_to = alike[key]
        as_listed.append(moved(of_lists, one.start - at))
        listed.append(refers_to)
    return as_listed, listed, _around(text, as_listed, listed)


def _around(
    text: str, entities: Sequence[Entity], listed: Sequence[Sequence[Reference]], of_programs: Container[int] = ()
) -> Surroundings:
    """The text around findings, of each of which is told what it may refer to. `of_programs`: where technologies begin,
    which are nobody.
    """
    kinds = [frozenset(one.kind for one in each) for each in listed]
    told = [
        at
        for at, one in enumerate(entities)
        if one.start not in of_programs and (one.type != "AGE" or not is_before_a_reader(text, one))
    ]
    return Surroundings(text, [entities[at] for at in told], [kinds[at] for at in told])


def _is_cuisine(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings) -> bool:
    """Whether a people is that whose dishes a recipe is of: "tags: [greek, dessert]", "Asian inspired"."""
    if entity.type != "NRP" or not all(one.kind in ("people", "language", "country", "area") for one in listed):
        return False
    sentence = around.sentence(entity)
    place = Place(text, entity, sentence)
    return not sentence.asker and place.next not in words.MEMBERS and words.THIRD.isdisjoint(sentence.words)


def _is_ingredient(text: str, entity: Entity, around: Surroundings) -> bool:
    """Whether what is taken for a name in a recipe is something to cook with: "1 Bell Pepper", "Lentil Curry"."""
    own = [word.lower() for word in WORD.findall(text[entity.start : entity.end])]
    if not own or not (own[-1] in words.KITCHEN or own[-1] in words.FOODS):
        return False
    sentence = around.sentence(entity)
    return not sentence.asker and words.THIRD.isdisjoint(sentence.words)


def _thing(text: str, entity: Entity, around: Surroundings) -> str:
    """The code of an ingredient of a recipe, a saint's day, or another thing that no list knows; empty of all else."""
    written = fold(text[entity.start : entity.end])
    if around.recipe and _is_ingredient(text, entity, around):
        return f"food {written}"
    if is_a_thing_compared(text, entity):
        return f"thing {written}"
    saints_day = _DAY_OF.match(text, entity.end) and _SAINT.fullmatch(text, entity.start, entity.end)
    return f"thing {written}" if saints_day or is_of_a_thing(text, entity, around) else ""


_SAINT, _DAY_OF = re.compile(r"(?:St\.?|Saint) [A-Z][\w-]+['’]s"), re.compile(r" (?:Day|Eve)\b(?! [A-Z])")
"""What day is called after somebody whom nobody knows: "St Stephen's Day"; a school or a parish is called so alone."""


def _is_title(text: str, before: Entity, person: Entity) -> bool:
    """Whether a finding is the title or office of the famous person behind it: "President Nixon"."""
    return before.type in ("TITLE", "JOB_TITLE") and text[before.end : person.start].strip(".") == " "


def _counted_up(text: str, entities: Sequence[Entity]) -> dict[int, list[Reference]]:
    """The countries and states that a list counts up from A to Z, with nothing of somebody between, by their place."""
    found: dict[int, list[Reference]] = {}
    if not _is_in_order(text, entities):
        return found
    run: dict[int, list[Reference]] = {}
    last = ("", 0)
    for one in entities:
        name = text[one.start : one.end] if one.type in MISTAKEN else ""
        of = [each for each in refers(name) if each.kind in LANDS] if name else []
        if not of or not last[0] < name or one.start - last[1] > NEAR:
            found |= run if len(run) >= _LEAST_COUNTED else {}
            run = {}
        if of:
            run[one.start] = of
        last = (name, one.end)
    return found | (run if len(run) >= _LEAST_COUNTED else {})


def _is_in_order(text: str, entities: Sequence[Entity]) -> bool:
    """Whether so many findings as a list counts up stand close to each other in the order of the alphabet."""
    count, last = 0, ("", 0)
    for one in entities:
        name = text[one.start : one.end] if one.type in MISTAKEN else ""
        count = count + 1 if last[0] < name and one.start - last[1] <= NEAR else bool(name)
        if count >= _LEAST_COUNTED:
            return True
        last = (name, one.end)
    return False


def _tongues(
    text: str, entities: Sequence[Entity], kinds: Sequence[frozenset[str]], around: Surroundings
) -> frozenset[int]:
    """Where code or settings that have nobody in them list languages: {"fr": "French", "de": "German"}."""
    at = [
        one
        for one, of in zip(entities, kinds, strict=True)
        if one.type == "NRP" and not of.isdisjoint(_TONGUES) and around.region(one) in ("code", "keys")
    ]
    if len({text[one.start : one.end] for one in at}) < _LEAST_TONGUES or around.somebody:
        return frozenset()
    return frozenset(one.start for one in at)


_LEAST_TONGUES = 3
_LEAST_COUNTED = 8


class _Stretches:
    """Answers which findings meet one of some stretches of the text."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(stretches):
            # Each ends no sooner than those before it, so that the last one that begins early enough answers for all.
            self._starts.append(start)
            self._ends.append(max(end, self._ends[-1] if self._ends else 0))

    def meet(self, entity: Entity) -> bool:
        at = bisect_left(self._starts, entity.end)
        return at > 0 and self._ends[at - 1] > entity.start
