"""What everybody knows by the name of a finding, and what that gives away."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise, product

from dp_gateway.patterns.places import US_STATES
from dp_gateway.patterns.terms import is_given, is_name
from dp_gateway.public import words
from dp_gateway.public.evidence import WORD
from dp_gateway.public.fame import SECOND_SENTENCE, asked_as_famous, asked_as_people, namesake
from dp_gateway.public.kinds import NAMED_AFTER
from dp_gateway.public.lists import BY_FIRST_WORD, BY_LAST_WORD, Reference, begins, ends, first_words, names, refers
from dp_gateway.public.several import one_of_several
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold, lacks
from dp_gateway.vocabulary.lexicon.attributes import town_of

_OF_PERSONS = NAMED_AFTER | {"phrase", "food"}
_NO_PERSONS = frozenset(("law", "event", "holiday"))
"""What the tagger takes for a person although nobody is called so: "Brexit"."""
_WHOLE = frozenset(("phrase", "law", "event"))
_ENDING = _WHOLE | BY_LAST_WORD
_INSIDE = frozenset(("country", "people", "state", "town"))
_LONGEST, _MOST_PARTS, _SHORT = 60, 12, 4
_SYMBOL = re.compile(r"\b(?:symbol|abbreviation|acronym)\s[\"'“‘]?$", re.I)
_NONE: dict[str, None] = {}
_OFFICE = re.compile(
    r"(?:president|vice president|senator|governor|king|queen|emperor|empress|prince|princess|pope|saint|prophet|"
    r"chancellor|general|prime minister)\s(?=\w)",
    re.I,
)
_OFFICES = tuple(
    f"{office} "
    for office in "president senator governor king queen emperor empress prince princess pope saint prophet chancellor "
    "general minister".split()
)
"""One of which stands in each of these."""
_CALLED = re.compile(
    r"(?:the )?(?:prophet|pope|pharaoh|caliph|tsar|czar|emperor) [^\W\d_]+|"
    r"(?:pope |king |queen |tsar )?[^\W\d_]{3,15} (?:ii|iii|vii|viii|ix|xi|xii|xiii|xiv|xv|xvi)",
    re.I,
)
"""What popes and kings are called: "Henry VIII"; of V, IV and VI none is told, as fluids have them."""
_IN_VEIN = (" iv", " v", " vi")
_GIVEN_SO = re.compile(
    r"\s(?:fluids?|injections?|drip|lines?|antibiotics?|access|dos(?:es?|ing)|cannula|infusions?|push|therapy|steroids?|"
    r"iron|saline|contrast|bags?|meds|medications?)\b",
    re.I,
)
_NUMERAL = re.compile(r" (?:ii|iii|vii|viii|ix|xi|xii|xiii|xiv|xv|xvi)(?![\w-])", re.I)
_PEOPLES = re.compile(
    r"(?:anglo|franco|sino|indo|russo|greco|austro|euro|hispano|luso|italo|prusso|serbo|turco|polish|german|french)-",
    re.I,
)
"""Of two peoples the first: "the Anglo-Dutch company"."""
_ARTICLE = re.compile(r"the\s+", re.I)
_TITLES = frozenset(("dr", "mr", "mrs", "ms", "miss"))
_SMALL_BEHIND = re.compile(r"(?: [^\W\dA-Z_][\w'’-]*)+$")
_AND_NAME, _NAME_AND = re.compile(r" and [A-Z][\w'’]+"), re.compile(r"\b[A-Z][\w'’]+ and $")
_BEFORE = re.compile(r"(?<!\S)[A-Z][\w'’-]*\.? (?:[\w'’-]+\.? ){0,2}$")
_UNIVERSITY = re.compile(
    r"(?:the )?(?:university of (?:the )?[^\W\d_][\w.'’-]{2,}(?: [^\W\d_][\w.'’-]*){0,3}|"
    r"(?:[^\W\d_][\w.'’-]* ){1,3}(?:university|academy of (?:arts|music|sciences?)))",
    re.I,
)
_IN_NATURE = re.compile(
    r"(?:the )?(?:(?:mount|mt\.?) [^\W\d_][\w'’-]+|(?:[^\W\d_][\w.'’-]+ ){1,2}(?:river|mountains?|mountain range|"
    r"desert|strait|peninsula|archipelago|glacier|national park|ocean|rainforest|volcano|empire|dynasty|caliphate|"
    r"sultanate))",
    re.I,
)
"""What is called so is a university, or lies in nature for everybody to see, whether a list has it or not."""
_STATES = frozenset(US_STATES.split("|"))
_STATES_AND_WORDS = frozenset("al co de hi id in la ma me oh ok or pa".split())
_TOWN = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?:[ .'’-]{1,2}[^\W\d_]+){0,2}")
_SHORTENED = re.compile(r"\b(st|mt|ft)\.? (?=[^\W\d_])", re.I)
_FIRST_SHORTENED = re.compile(r"^(mt|ft|la|sf|ny)\.? (?=[^\W\d_])", re.I)
_DOTTED = re.compile(r"(?<![^\W_])([^\W\d_])\.(?=[^\W\d_](?![^\W_]))")
_SIDE = re.compile(r"^(?:north|south|east|west|central|greater|downtown)(?:ern)? ", re.I)
_SIGHT = re.compile(r" (?:airport|bridge|ferry|harbou?r|marathon|metro|stadium|subway|volcano|zoo)$", re.I)
_OF_PLACES = frozenset(("town", "landmark", "country", "area", "state", "body"))
_PLACED = frozenset(("LOCATION", "ORGANIZATION"))
_IN_FULL = {"st": "saint", "mt": "mount", "ft": "fort", "la": "los angeles", "sf": "san francisco", "ny": "new york"}
_ONE_BEHIND = re.compile(r" [^\W\d_][\w'’-]*")
_NAME_WORD = r"[^\W\d_](?:[\w-]|\.(?=\w))*(?:['’][^\W\d_]{2,})?"
_BEFORE_IT, _BEHIND_IT = (
    re.compile(rf"(?<!\S)(?:{_NAME_WORD}\.? ){{1,2}}$"),
    re.compile(rf"(?: {_NAME_WORD}(?![\w'’])){{1,3}}"),
)
_TYPE_OF = {"person": "PERSON", "body": "ORGANIZATION", "company": "ORGANIZATION", "work": "ORGANIZATION"}
_NAMED = frozenset(_TYPE_OF)
_ONE_QUESTION = 90
_NEXT = re.compile(r"['’]?s?\.?(?:[\s-]+(?:vs?\.(?=\s)|[^\W\d_][\w'’]*|\d{1,4}\b)){1,4}")
_NAMED_THING = re.compile(
    r"(?:[\s-](?:[A-Z]\w+|[a-z]{3,12}))?[\s-](?:theorem|conjecture|lemma|equations?|inequality|algorithm|transform|effect|"
    r"constant|paradox|hypothesis|syndrome|distribution|layer|scale|index|curve|cycle|telescope|comet|prize|medal|"
    r"scandal|affair|trial|doctrine|inventory|questionnaire|manoeuvre|maneuver|reflex|reaction|bands|wheel|model|"
    r"test|sign|formula|polynomials?|space|metric|operator|estimator|kernel|kinetics|correction)\b",
    re.I,
)
_OF_SOMEBODY = words.FIRST | words.THIRD | words.POSSESSIVES | words.ROLES | words.EVERYDAY | words.LIFE
_ASKED_FOR = re.compile(
    r"\A(?:what(?:['’]s| is| are| was| were)|explain|how (?:does|do|is|was|did)|why (?:is|does)|define|describe|derive|"
    r"prove|state|compare|who (?:won|invented|discovered|proposed))\b[^.?!\n]{0,80}\bthe $",
    re.I,
)


def known(text: str, entity: Entity) -> tuple[Reference, ...]:
    """Find what everybody knows by the name of a finding, or by that with the words behind it ("Turing machine")."""
    if entity.end - entity.start > _LONGEST or not text[entity.start].isalpha():
        return ()
    written = text[entity.start : entity.end]
    if phrase := _phrase(text, entity):
        return phrase + namesake(text, entity, refers(written))
    name = _ARTICLE.sub("", written, count=1) if written[:4].lower() == "the " else written
    name = " ".join(name.split()) if " " in name or "\n" in name else name
    office = name if lacks(name, _OFFICES) else _OFFICE.sub("", name, count=1)
    found = (
        refers(name)
        or (refers(office) if office != name else ())
        or (refers(name.upper()) if _is_in_small(name, entity.type) else ())
        or _by_form(name, entity.type)
        or (entity.type in _PLACED and _place_by_its_words(name))
        or ()
    )
    first, _, rest = name.partition(" ")
    if not found and "-" in name:
        # "Cauchy-Schwarz", "Mann-Whitney".
        after = any(one.kind in NAMED_AFTER for part in name.split("-") for one in refers(part))
        found = (Reference("eponym", f"eponym {fold(name)}"),) if after else ()
        found = (_PEOPLES.match(name) and _of_a_people(name.partition("-")[2])) or found
    elif not found and rest.lower() in words.THINGS and (theirs := _of_a_people(first)):
        # "US state": what a people or a country has.
        found = theirs
    elif not found and name[0].isupper() and (small := _SMALL_BEHIND.search(name)):
        # "Bitcoin mining", "Bank of England independent": what follows in small letters is no part of the name.
        found = refers(name[: small.start()])
    found = namesake(text, entity, found)
    if phrase := _ending(text, entity):
        return phrase
    if not found and _is_named_after(text, entity):
        return (Reference("phrase", f"phrase {fold(written)}"),)
    model = () if found else _model(text, entity, name)
    if entity.type == "PERSON":
        return model or _of_person(text, entity, found)
    return model or found or asked_as_people(text, entity) or _of_place(text, entity, name)


_MAKERS = frozenset(("company", "house", "product"))
_MODEL = re.compile(r"(?:[A-Z][\w+-]{2,14}|[0-9]{1,4}[A-Za-z]?|[IVX]{1,4})(?: (?:[A-Z0-9][\w+-]{0,14}))?")


def _model(text: str, entity: Entity, name: str) -> tuple[Reference, ...]:
    """A thing called by its maker and a model that is nobody's name and no place: "my Scarpa Ribelle boots".

    Where nothing beside it says that it is a thing it may be a part of the firm.
    """
    split = [at for at, char in enumerate(name) if char == " "][:2]
    for at in reversed(split):
        maker, model = name[:at], name[at + 1 :]
        if not _MODEL.fullmatch(model) or not maker[0].isupper():
            continue
        rest = [word.lower() for word in model.split()]
        elsewhere = (one.kind for phrase in (*rest, model) for one in refers(phrase))
        if any(is_name(word) or word in _FIRMS_PARTS for word in rest) or not _MAKERS.issuperset(elsewhere):
            return ()
        if (kinds := {one.kind for one in refers(maker)}) and kinds <= _MAKERS:
            near = text[max(0, entity.start - _NEAR_GOODS) : entity.end + _NEAR_GOODS]
            goods = not words.GOODS.isdisjoint(WORD.findall(near.lower()))
            before = text[max(0, entity.start - _LONGEST) : entity.start]
            behind = _ONE_BEHIND.match(text, entity.end, entity.end + _LONGEST)
            owned = _A_THING.search(before) and not (behind and behind[0].strip().lower() in _AFFAIRS)
            thing = any(map(str.isdigit, model)) or owned or (goods and not _WITH_FIRM.search(before))
            return (Reference("product" if thing else "company", f"product {fold(name)}"),)
    return ()


# "Her Bosch Rexroth job"
_AFFAIRS = words.EVERYDAY | words.LIFE | words.TIES | words.ROLES
_WITH_FIRM = re.compile(r"\b(?:at|for|with|by|from|of|joins?|joined) (?:the )?\Z", re.IGNORECASE)
_NEAR_GOODS = 150
_A_THING = re.compile(r"\b(?:an?|used|new|second-hand|my|our|your|his|her|their|than|vs\.?) \Z", re.IGNORECASE)
_FIRMS_PARTS = frozenset(
    "bank group mobility energy services systems solutions labs house road street capital partners foundation trust "
    "school university hotel hall court centre center station office branch stadium arena park plaza tower finance "
    "insurance legal sales support team hr logistics holdings ventures ltd limited inc llc plc gmbh corp co robotics "
    "technologies technology software media games studios motors industries international america europe uk usa global "
    "pharma bio biotech health healthcare medical dental".split()
)
"""What a part, a house or a place of a firm is called by."""


def _is_in_small(name: str, entity_type: str) -> bool:
    """Whether letters that stand for words may be written in small ones: "nasa", "Unicef"."""
    if name.islower():
        return entity_type != "PERSON"
    long = name.isalpha() and name[1:].islower() and len(name) >= _SHORT
    return long and entity_type == "ORGANIZATION" and not is_given(name.lower())


def _is_named_after(text: str, entity: Entity) -> bool:
    """Whether a short question asks about what is named after somebody of whom no list knows: "the Ekman layer"."""
    written = text[entity.start : entity.end]
    if len(text) > 2 * _ONE_QUESTION or entity.type not in ("PERSON", "ORGANIZATION", "LOCATION"):
        return False
    if " " in written or not written[0].isupper() or text.count(written) > 1 or is_given(written.lower()):
        return False
    if not _NAMED_THING.match(text, entity.end, entity.end + _LONGEST):
        return False
    if _ASKED_FOR.search(text[: entity.start]) is None or SECOND_SENTENCE.search(text):
        return False
    return _OF_SOMEBODY.isdisjoint(word.lower() for word in WORD.findall(text))


def _place_by_its_words(name: str) -> tuple[Reference, ...]:
    """The place whose name has a word in short ("st louis"), or what lies there ("south portland", "oslo airport")."""
    if " " not in name and "." not in name:
        return ()
    ways = [_DOTTED.sub(r"\1", name)] if "." in name else []
    if _FIRST_SHORTENED.search(name) or _SHORTENED.search(name):
        ways += (_SHORTENED.sub(r"\1. ", name), _SHORTENED.sub(_in_full, name), _FIRST_SHORTENED.sub(_in_full, name))
    ways += [way for one in (name, *ways) for way in (_SIDE.sub("", one), _SIGHT.sub("", one)) if way != one]
    return next((of for way in ways if (of := tuple(one for one in refers(way) if one.kind in _OF_PLACES))), ())


def _in_full(found: re.Match[str]) -> str:
    return f"{_IN_FULL[found[1].lower()]} "


def _by_form(name: str, entity_type: str) -> tuple[Reference, ...]:
    """A university, and the place in its name, or what lies in nature."""
    if " " not in name:
        return ()
    if entity_type == "LOCATION" and _IN_NATURE.fullmatch(name):
        return (Reference("landmark", f"landmark {fold(name)}"),)
    if entity_type != "ORGANIZATION" or _UNIVERSITY.fullmatch(name) is None:
        return ()
    places = [one for one in refers(name.rpartition(" of ")[2].removeprefix("the ")) if one.kind in _INSIDE]
    return (Reference("body", f"body {fold(name)}", next((one.within or one.code for one in places), "")),)


def _of_place(text: str, entity: Entity, name: str) -> tuple[Reference, ...]:
    """A town by its name and its state, or the whole of a country."""
    if entity.type != "LOCATION":
        return ()
    town, _, state = name.rpartition(" ")
    if (longer := name.rsplit(" ", 2)) and any(one.kind == "state" for one in refers(" ".join(longer[1:]))):
        # "victoria british columbia"
        town, state = longer[0], " ".join(longer[1:])
    state = state.replace(".", "")
    if town and (state.upper() in _STATES or any(one.kind in ("state", "country") for one in refers(state))):
        # "fort stockton texas", "Jacksonville NC"
        listed = tuple(one for one in refers(town.rstrip(",")) if one.kind == "town")
        return listed or _town_by_form(town.rstrip(","), state)
    behind = _ONE_BEHIND.match(text, entity.end, entity.end + _LONGEST)
    whole = refers(text[entity.start : behind.end()]) if behind else ()
    if found := tuple(one for one in whole if one.kind in ("state", "country", "area")):
        return found
    # Large towns that are words too are in no list: Shanghai, Phoenix.
    town, code = town_of(name)
    return (Reference("town", f"town {town}", code),) if town else ()


def _town_by_form(town: str, state: str) -> tuple[Reference, ...]:
    """A town that no list has, by the state behind it: "azle texas"."""
    if _TOWN.fullmatch(town) is None or state.lower() in _STATES_AND_WORDS:
        return ()
    within = next((one.within or one.code for one in refers(state) if one.kind in ("state", "country")), "US")
    return (Reference("town", f"town {fold(town)}", within),)


def _of_person(text: str, entity: Entity, found: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """What everybody knows by what is taken for the name of a person."""
    if pair := _pair(text, entity):
        return pair
    if not found and _CALLED.fullmatch(text, entity.start, entity.end):
        return (Reference("person", f"person {fold(text[entity.start : entity.end])}"),)
    if famous := asked_as_famous(text, entity, found) or one_of_several(text, entity):
        return famous
    several = " " in text[entity.start : entity.end]
    if not several and not found:
        return ()
    # Of a work that is called like somebody, or somebody in it, others may bear the name: "Emma Woodhouse".
    called = any(one.kind == "person" for one in found)
    first = text[entity.start : entity.end].partition(" ")[0].lower()
    called = called or is_given(first) or first.removesuffix(".") in _TITLES
    found = tuple(one._replace(kind="person") if several and called and one.kind == "work" else one for one in found)
    return tuple(
        one for one in found if one.kind in _OF_PERSONS or one.kind in _NO_PERSONS or (several and one.kind == "work")
    )


def _of_a_people(name: str) -> tuple[Reference, ...]:
    return tuple(one for one in refers(name) if one.kind in ("people", "country"))


def _pair(text: str, entity: Entity) -> tuple[Reference, ...]:
    """The work that is called after two persons, of whom a finding is one: "Romeo and Juliet"."""
    behind = _AND_NAME.match(text, entity.end, entity.end + _LONGEST)
    joined = text.find(" and ", max(entity.start - len(" and  "), 0), entity.start) >= 0
    before = _NAME_AND.search(text, max(entity.start - _LONGEST, 0), entity.start) if joined else None
    start, end = before.start() if before else entity.start, behind.end() if behind else entity.end
    return tuple(one for one in refers(text[start:end]) if one.kind == "work") if behind or before else ()


def whole(text: str, entity: Entity) -> Entity:
    """Return a finding, or the name that everybody knows of which it is a part:
    "what college did magic {johnson} go to".
    """
    if entity.type == "PERSON" and is_given(text[entity.start : entity.end].lower()):
        numeral = _NUMERAL.match(text, entity.end)
        entity = entity._replace(end=numeral.end()) if numeral else entity
    small = text[entity.start].islower()
    before, known_first = _words_before(text, entity.start), first_words(_NAMED)
    starts = [*((one.start() for one in _SOLID.finditer(text, *before.span())) if before else ()), entity.start]
    starts = [
        first
        for first in starts
        if (small or text[first].isupper())
        and fold(text[first : text.find(" ", first, entity.end) + 1 or entity.end].rstrip(" ")) in known_first
    ]
    if not starts:
        return entity
    behind = _BEHIND_IT.match(text, entity.end, entity.end + _LONGEST)
    ends = [entity.end, *((one.end() for one in _SOLID.finditer(text, *behind.span())) if behind else ())][::-1]
    for first, last in product(starts, ends):
        name = text[first:last]
        if (first, last) == (entity.start, entity.end) or (small and not name.islower()):
            continue
        if name[-2:] in (" I", " i"):
            continue  # "I told James I would."
        if name.endswith(_IN_VEIN) and _GIVEN_SO.match(text, last):
            continue  # "Start John iv fluids."
        for one in refers(name):
            kind = _TYPE_OF.get(one.kind)
            # A work may be called like somebody, or by words that stand beside a name by chance, but for its capitals.
            if kind is not None and not (one.kind == "work" and (small or entity.type == "PERSON")):
                return entity._replace(start=first, end=last, type=kind)
    return entity


def _words_before(text: str, at: int) -> re.Match[str] | None:
    """The one or two words before a place that may be parts of a name with what stands there."""
    # A space ends each: none begins before the third space from the end.
    least = max(at - _LONGEST, 0)
    if text[at - 1 : at] not in _SPACES:
        return None
    third = text.rfind(" ", least, max(text.rfind(" ", least, at - 2), least)) + 1
    return _BEFORE_IT.search(text, third or least, at)


_SOLID, _SPACES = re.compile(r"\S+"), (" ", "\n")


def _ending(text: str, entity: Entity) -> tuple[Reference, ...]:
    """What a finding is together with the words before it: "Roe v. Wade"."""
    if fold(text[text.rfind(" ", entity.start, entity.end) + 1 or entity.start : entity.end]) not in ends():
        return ()
    before = _BEFORE.search(text, max(entity.start - _LONGEST, 0), entity.start)
    start = before.start() if before else entity.start
    while start < entity.start:
        if found := tuple(one for one in refers(text[start : entity.end]) if one.kind in _ENDING):
            return found
        start = text.find(" ", start, entity.start) + 1 or entity.end
    return ()


def _phrase(text: str, entity: Entity) -> tuple[Reference, ...]:
    """What a finding is together with the words around it."""
    written = text[entity.start : entity.end]
    if len(written) <= _SHORT and _SYMBOL.search(text, max(entity.start - _LONGEST, 0), entity.start):
        return (Reference("phrase", f"phrase {written}"),)
    if written.partition(" ")[0].lower() not in begins():
        return ()
    behind = _NEXT.match(text, entity.end, entity.end + _LONGEST)
    longer = f"{written}{behind[0]}" if behind else ""
    while len(longer) > len(written):
        if found := tuple(one for one in refers(longer) if one.kind in BY_FIRST_WORD or " the " in one.code):
            return found
        longer = longer[: max(longer.rfind(" "), longer.rfind("-"), len(written))]
    return ()


def parts(text: str, entity: Entity) -> tuple[str, ...]:
    """Return the codes of what is known inside of a finding that is not known itself: "12 Elm Road, Paris"."""
    found = WORD.findall(text[entity.start : entity.end])[:_MOST_PARTS]
    known, codes = _parts(), dict[str, None]()
    for part in (*found, *map(" ".join, pairwise(found))):
        if part[0].isupper():
            codes |= known.get(fold(part), _NONE)
            if part.isupper():
                codes |= known.get(part, _NONE)
    return tuple(codes)


@cache
def _parts() -> dict[str, dict[str, None]]:
    """What makes a country, a people, a state or a town private, by its names: folded, or in capitals."""
    listed = ((name, dict.fromkeys(private_codes(one for one in of if one.kind in _INSIDE))) for name, of in names())
    return {name: codes for name, codes in listed if codes}


def private_codes(listed: Iterable[Reference]) -> tuple[str, ...]:
    """Return the codes of what a private finding makes private: itself, and of a town or a state its country,
    "in FR".
    """
    codes: dict[str, None] = {}
    for one in listed:
        codes[one.code] = None
        if one.within:
            codes[f"in {one.within}"] = None
    return tuple(codes)


def public_codes(listed: Iterable[Reference], *, sure: bool) -> tuple[str, ...]:
    """Return the codes of what makes a public finding private: itself, the country around it, and what lies in it, but
    for a unit.
    """
    codes: dict[str, None] = {}
    for one in listed:
        codes[one.code] = None
        if one.within:
            codes[one.within] = None
        if not sure:
            codes[f"in {one.code}"] = None
    return tuple(codes)
