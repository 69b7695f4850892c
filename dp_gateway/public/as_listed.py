"""Findings as the lists have them: one that is two, a part of a longer name, or a town that was taken for a name.

`decision` reads them so before it asks what each may refer to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.patterns.terms import is_given, is_name
from dp_gateway.public import words
from dp_gateway.public.common_knowledge import whole
from dp_gateway.public.lists import PLACES, is_known_place, refers
from dp_gateway.public.place import NEAR
from dp_gateway.public.ruling import FIRMS, MISTAKEN, OFFICES, PRODUCTS
from dp_gateway.public.several import names_of_a_row
from dp_gateway.public.world import NAMED
from dp_gateway.text.entities import Entity

_SHORT = 2
_TONGUES = frozenset(("people", "language"))
LANDS = frozenset(("country", "state", "area"))
_FACET_OF = re.compile(rf"(?:the )?(?:{'|'.join(sorted(words.FACETS))}) (?:of|in) (?:the )?", re.I)
_FACET_BEFORE = re.compile(
    rf"{_FACET_OF.pattern}|(?:the )?national (?:animal|anthem|bird|colou?rs?|dish|drink|flag|flower|holiday|language|"
    r"motto|sport|tree) (?:(?:of|in) (?:the )?)?",
    re.I,
)
_OF_FIRM = re.compile(
    r"\b(?:at|(?:paid|employed|hired|fired|sacked|made|sold|built|run|owned|issued|insured) by|"
    r"(?:works?|worked|working|job|offer|contract|interview|shares?|stock|pension) "
    r"(?:for|with|from|at|of|in)) (?:the )?$"
)
_IN_TOWN = re.compile(
    r"\b(?:(?:move[sd]?|moving|flew|fly|flies|flying|relocated?|drove|commutes?) (?:to|from)|(?:live[sd]?|living|born|"
    r"flat|office|house|apartment|grew up|studie[sd]|studying) (?:is |are |was )?in|"
    r"(?:writes?|wrote|comes?|came|arrived|patient|man|woman|girl|boy|cousin|friend|family|"
    r"\w{3,20}(?:er|or|man|ist|ess)) from|"
    r"(?:client|patient|friend|cousin|family|contact|colleague|landlord|landlady|tenant|student|someone|somebody|people|"
    r"\w{3,20}(?:er|or|man|ist|ess))(?: of (?:mine|ours))?(?: up| down| over| out)? in)\s$",
    re.I,
)
_OF_STATE = re.compile(
    r"\b(?:(?:in|near) (?:[a-z]{3,} ){0,2}|(?:to|from|of) (?:[a-z]{3,} ){1,2}|"
    r"(?:borders?|bordering|senators? (?:of|from|for)|governors? of|counties (?:of|in)) (?:the )?)$"
)
_AS_STATE = re.compile(r" (?:borders?|exports?|produces?|imports?|ratif(?:y|ied)|secede[sd]?|bec[ao]me a state)\b")
"""Before a state in small letters that is a given name too: "where is clearwater florida"."""
_COMPARED = re.compile(
    r"['’]?s? (?:(?:really |actually |still )?(?:better|worse|cheaper|dearer|quieter)|vs\.?|versus) ", re.I
)
_ONE_OF = re.compile(r"\b(?:an?|used|second-hand) $")
"""Before the maker of a thing, and nobody's name: "a Miele"."""
_THAN, _SHOPPED = (
    re.compile(r"\b(?:than|vs\.?|versus) $", re.I),
    re.compile(r"\b(?:return|exchange|order|buy|refund)\b[^.?!\n]{0,40}\b(?:to|from|at|by) $", re.I),
)
# "Shell said on Thursday it would cut its dividend"
_SAYS_OF_ITSELF = re.compile(
    r" (?:said|says|announced|confirmed|expects|expected)(?: (?:on|last) [A-Z][a-z]{2,8}| today| yesterday)?(?: that)?"
    r" its?\b"
)
_TRADED = re.compile(
    r"['’]?s? (?:shares?|stocks?|plc|ag|results|dividend|(?:is|are|was|were) to supply|"
    r"reported (?:a|record|net|higher|lower)|and [A-Z][a-z]+ (?:are|said|agreed|signed))\b"
)
_OF_A_MARK = re.compile(
    r"-(?:starred|owned|branded|brand|made|style|type|powered|compatible|certified|approved|based|inspired|like|built)\b"
)
"""Behind a firm whose name may be somebody's: "Michelin-starred"."""
_PART_OF = re.compile(
    r" (?:is |was )?(?:a|an|the)(?: [a-z]{3,12}){0,2} (?:part|area|district|suburb|neighbou?rhood|borough|town|city|"
    r"village|region|county|quarter) (?:of|in|near) [A-Z]"
)


def _is_a_town(text: str, entity: Entity, written: str) -> bool:
    """Whether what names a town and nothing else has two words with "in" before them, or begins a way to another."""
    if " " in written:
        return text.endswith(" in ", 0, entity.start)
    behind = None if is_name(written.lower()) else _TO_A_TOWN.match(text, entity.end, entity.end + NEAR)
    return behind is not None and is_known_place(behind[1])


_TO_A_TOWN = re.compile(r" to ([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)?)")
_FROM_TO = re.compile(r"\b(?:from|between) ([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*)?) (?:to|and) $", re.I)
_OWNERS = ("'s", "’s")
_TO_SEE = re.compile(
    r"\b(?:days? (?:do (?:i|we|you|people) need )?to see|near|visit|visited|to|in|around|from|at|of|and)\s(?:the\s)?$",
    re.I,
)


def with_epithets(text: str, entities: Sequence[Entity]) -> list[Entity]:
    """Return the findings, of which a name and what its bearer is called are one: "William the Conqueror"."""
    found: list[Entity] = []
    for each in entities:
        if found and each.start < found[-1].end:
            continue
        one = whole(text, each) if each.type in NAMED else each
        while found and found[-1].end > one.start:
            found.pop()
        before = found[-1] if found else None
        if (
            before is not None
            and before.type == "PERSON"
            and one.type in MISTAKEN
            and text[before.end : one.start] == " the "
            and text[one.start].isupper()
            and text[before.start : before.end].isalpha()
            and text[one.start : one.end].isalpha()
        ):
            found[-1] = before._replace(end=one.end)
            continue
        found.append(one)
    return found


def apart(text: str, entity: Entity) -> list[Entity]:
    """Return a finding, or what a detector took two of for one: "Volvo and Ericsson", "Was Cleopatra Egyptian?"."""
    if entity.type in ("ORGANIZATION", "PERSON") and len(row := names_of_a_row(text, entity)) > 1:
        return [entity._replace(start=start, end=end, type="PERSON") for start, end in row]
    if text.find(" ", entity.start, entity.end) < 0:
        return [entity]
    if entity.type == "PERSON" and _WAS.search(text, max(0, entity.start - _LONGEST_VERB), entity.start):
        name, _, people = text[entity.start : entity.end].rpartition(" ")
        if name and any(one.kind in _TONGUES for one in refers(people)) and not refers(f"{name} {people}"):
            end = entity.start + len(name)
            return [entity._replace(end=end), entity._replace(start=end + 1, type="NRP")]
    if entity.type not in MISTAKEN or (joint := _joint(text, entity)) is None:
        return [entity]
    first, second = entity._replace(end=joint.start()), entity._replace(start=joint.end())
    kinds = [{_APART.get(one.kind) for one in refers(text[one.start : one.end])} for one in (first, second)]
    if not (kinds[0] & kinds[1]) - {None} or refers(text[entity.start : entity.end]):
        return [entity]
    return [first, second]


def _joint(text: str, entity: Entity) -> re.Match[str] | None:
    """What stands between two things that were taken for one: a word, or of the ends of a way a space alone."""
    found = _JOINT.search(text, entity.start, entity.end)
    if found is not None or entity.type != "LOCATION":
        return found
    way = _WAY.search(text, max(0, entity.start - NEAR), entity.start)
    return _SPACE.search(text, entity.start, entity.end) if way else None


_SPACE = re.compile(" ")
_WAY = re.compile(
    r"\b(?:distance|(?:flight|flying|driving|drive|travel|journey|train|bus|ferry|sailing) "
    r"(?:time|distance|duration|route)|train|bus|ferry|flights?|drive|driving|"
    r"time (?:difference|diff|gap)|how far|km|miles) $",
    re.I,
)
"""Before the two ends of a way in a search: "driving time Porto Lisbon"."""
_WAS, _LONGEST_VERB = re.compile(r"\b(?:[Ww]as|[Ii]s|[Ww]ere|[Aa]re) $"), 6
_JOINT = re.compile(r" (?:and|or|&|vs\.?) ")
_APART = {
    "company": "sold",
    "house": "sold",
    "product": "sold",
    "country": "land",
    "state": "land",
    "town": "land",
    "landmark": "land",
}


def as_lists_have_it(text: str, entity: Entity) -> Entity:
    """Return a finding as the lists have it.

    A town may be taken for a name ("moved to Geneva"), a firm for a place or a person ("paid by Peugeot"), a product
    for a person ("Spring Boot"), and what is asked about a country for a firm ("capital of france").
    """
    written = text[entity.start : entity.end]
    if text.startswith(_OWNERS, entity.end) and refers(f"{written}'s") and not refers(written):
        # "Trader Joe's", of which the end is taken for whose something is.
        entity, written = entity._replace(end=entity.end + 2), f"{written}'s"
    kinds = {one.kind for one in refers(written)}
    kind = _kind_of(text, entity, written, kinds) if kinds else entity.type
    asked = (
        _FACET_BEFORE.match(written) if " " in written and (kind == entity.type or entity.type != "PERSON") else None
    )
    if asked is not None and any(one.kind in LANDS for one in refers(written[asked.end() :])):
        return entity._replace(start=entity.start + asked.end(), type="LOCATION")
    return entity if kind == entity.type else entity._replace(type=kind)


_OF_SOMEONE = re.compile(
    r"(?:, | \(|,? aged )[0-9]{1,2}(?=[,;).]|\Z| and\b)|,? (?:who|whose)\b|"
    r"['’]s (?:mum|mom|dad|wife|husband|sister|brother|birthday|school|class|parents?)\b"
)


def _kind_of(text: str, entity: Entity, written: str, kinds: set[str]) -> str:
    """The type of a finding whose words may name things of some kinds."""
    is_person, is_place = entity.type == "PERSON", entity.type == "LOCATION"
    # "OSHA" is nobody's name.
    short = is_person and written.isupper() and len(written) > _SHORT
    before = text[max(0, entity.start - NEAR) : entity.start]
    firm = kinds <= (OFFICES if short else FIRMS) and (is_place or short or (is_person and _OF_FIRM.search(before)))
    # "Spring Boot", "SoFi", "Jumia"
    no_person = " " in written or written[1:] != written[1:].lower() or not is_name(written.lower())
    # "Tinder": of a firm and what it makes the family name is rare.
    no_person = no_person or (kinds >= PRODUCTS and not is_given(written.lower()))
    # "our kids (Alfie, 9 and Poppy, 6)": a film has no age.
    named_like_work = kinds == {"work"} and " " not in written and not is_given(written.lower())
    named_like_work = named_like_work and _OF_SOMEONE.match(text, entity.end) is None
    if firm or (is_person and no_person and (kinds <= PRODUCTS or named_like_work)):
        return "ORGANIZATION"
    if is_person and kinds <= FIRMS and not is_given(written.lower()):
        # "Is Dyson better than Miele?", "return it to Zara", "Ericsson shares rose"
        behind = text[entity.end : entity.end + NEAR]
        told = _COMPARED.match(behind) or _TRADED.match(behind) or _SAYS_OF_ITSELF.match(behind)
        told = told or _OF_A_MARK.match(behind)
        if told or _THAN.search(before) or _SHOPPED.search(before) or _ONE_OF.search(before):
            return "ORGANIZATION"
    told_of_state = _OF_STATE.search(before) or _AS_STATE.match(text, entity.end)
    is_part = not kinds.isdisjoint(PLACES) and _PART_OF.match(text, entity.end)
    is_part = is_part or (written in _PLANETS and _is_in_the_sky(text, entity))
    if is_person and (is_part or ("state" in kinds and written.islower() and told_of_state)):
        # "Is Chelsea a nice part of London?", "Is Venus hotter than Mercury?"
        return "LOCATION"
    if is_person and kinds <= _TONGUES and " " not in written and not is_name(written.lower()):
        # "happy birthday in Gaelic"
        return "NRP"
    small = written.islower() and not is_name(written)
    if is_person and kinds <= PLACES and (small or _is_a_town(text, entity, written)):
        # "where is murray kentucky", "Fez to Tangier"
        return "LOCATION"
    is_town = (kinds == {"town"} if entity.type == "ORGANIZATION" else "town" in kinds) and _IN_TOWN.search(before)
    # "The best route from Munich to Venice"
    joined = _FROM_TO.search(before) if "town" in kinds else None
    if joined is not None and is_known_place(joined[1]):
        is_town = True
    # "John o' Groats" is nobody's name.
    is_landmark = kinds == {"landmark"}
    there = (is_landmark and written.count(" ") > 1) or ((is_town or is_landmark) and _TO_SEE.search(before))
    return "LOCATION" if there else entity.type


_PLANETS = frozenset("Mercury Venus Mars Jupiter Saturn Uranus Neptune Pluto".split())
_SKY = re.compile(
    r"\b(?:Mercury|Venus|Earth|Mars|Jupiter|Saturn|Uranus|Neptune|Pluto|planets?|orbits?|orbiting|moons|solar system|"
    r"telescopes?|astronomers?|spacecraft|atmosphere|gravity)\b"
)


def _is_in_the_sky(text: str, entity: Entity) -> bool:
    """Whether another planet, or a word of the sky, stands near the name of one."""
    before = _SKY.search(text, max(0, entity.start - NEAR), entity.start)
    return (before or _SKY.search(text, entity.end, entity.end + NEAR)) is not None
