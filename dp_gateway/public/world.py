"""Short texts about the world: one to three sentences of history, law, science or sport in which nobody shows.

`evidence` asks, and `decision` and `values` keep what such a text names and counts. A text is weighed as a whole: for
it count what everybody knows (a treaty, a court, a country), an old year, a task ("explain why") and words of what is
said of the world; against it words of somebody's day, work, health or money, and one thing that whoever reads it knows
of ("the kitchen"). A writer, a name that nobody knows, an identifier or a word of a certain day rule it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.public import words
from dp_gateway.public.lists import refers
from dp_gateway.text.entities import IDENTIFIERS, NAME_TYPES, Entity
from dp_gateway.text.lists import alternatives

__all__ = ["NAMED", "ONE_THING", "is_of_the_world"]

_LONGEST, _LEAST, _NEAR, _SHORT = 300, 2.5, 12, 4
_POINTS = {
    kind: points
    for points, kinds in (
        (2.0, "event law"),
        (1.5, "authority body office currency holiday country area"),
        (1.0, "work language phrase people state landmark faith company product"),
        (0.5, "person mononym"),
        (0.25, "town"),
    )
    for kind in kinds.split()
}
"""What something that everybody knows counts by its kind; the best of what a name may stand for does."""
NAMED = NAME_TYPES | {"NRP"}
_PRIVATE = IDENTIFIERS | {"STREET_ADDRESS", "POSTCODE"}
_OF_THE_WORLD = (
    (words.FACETS | words.THINGS | words.GENERAL | words.CULTURE | words.DEEDS | words.TRADE | words.RENOWN)
    - words.LOCAL
    - frozenset("team teams number pupils names name standard version order role star letters".split())
)
_WORKS = words.CULTURE | words.DEEDS | words.RENOWN
"""Of which one has to be said beside the name of somebody famous of whom more is told."""
_AGAINST = (
    words.EVERYDAY
    | words.BUSINESS
    | words.OWN_AFFAIRS
    | words.CLINIC
    | words.TROUBLE
    | words.LIFE
    | words.LOCAL
    | words.DEALINGS
) - words.OF_ALL
_OF_WHO_WRITES = words.IMPLIED | {"any", "from"}
_SERVED = words.ROLES | words.CLINIC
_SAYS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|could|must|may|will|would|fell|rose|grew|won|[a-z]{3,12}ed)\b"
)
_NORMS = frozenset("normal average typical recommended healthy legal minimum maximum".split())
_LABELLED = re.compile(r"^[\w /-]{1,40}:(?=[ \n])", re.M)
_SPOKEN_OF = re.compile(
    rf"\b(?:the|this|that|these|those) (?!average |typical |median )(?:[a-z-]{{3,14}} )?"
    rf"(?:{alternatives(words.ROLES | words.LOCAL)})s?\b(?! of [A-Z])|"
    r"\b(?i:grandpa|grandma|granny|grandad|granddad|mum|mummy|mom|dad|daddy|nana|oma|opa|auntie|sgt|cpl|lt|capt|maj|pvt|"
    r"dr|mr|mrs|ms|mx|miss|prof)\b"
)
"""Somebody who is known to whoever reads it."""
ONE_THING = re.compile(
    rf"\b[Tt]he (?!(?:{alternatives(words.ONLY)})\b)[a-z][a-z-]{{2,20}}\b(?! (?:of|that|which|who|to|for|between)\b)"
)
"""One thing of many that whoever reads it knows of: "the kitchen"."""
_TASK = re.compile(
    r"(?:^|[.?!] |\n)(?:please |can you |could you )?(?:explain|compare|summari[sz]e|describe|list|name|define|discuss|"
    r"give|outline|translate|convert|write|what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|can|"
    r"should)\b",
    re.I,
)
_QUANTIFIED = re.compile(
    r"^\W*(?:most|many|all|few|some) |^\W*[A-Z][a-z]{3,}s (?:and [a-z]{3,}s )?in (?:the )?[A-Z]|"
    r"\b(?:about|around|more than|less than|fewer than|up to|at least|nearly|almost|on average|usually|often|rarely|"
    r"traditionally|(?:highest|largest|most|oldest|longest|smallest|first|last|best|only) [\w ]{0,40}(?:in|of|on) "
    r"(?:the world|[A-Z])|per (?:second|hour|year|person|capita)|an? (?:year|day))\b",
    re.I,
)
"""All, many or most, or what there is most of."""
_A_LAND_FIRST = re.compile(r"\W*(?:the )?([A-Z][\w.]*(?: (?:and )?[A-Z]\w*){0,2}) [a-z]{2,12}\b")
_OLD = re.compile(r"\b(?:1[0-8][0-9]{2}|19[0-3][0-9]|194[0-5]|centur(?:y|ies)|BC|AD|BCE|CE|ancient|medieval)\b")
_RECENT_DAY = re.compile(r"(?=[^,.]*\b(?:[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?\b).*\b(?:199[0-9]|20[0-9]{2})\b")
_AGED = re.compile(r"\b(?:at|aged?|over|under|from|until|before|after) $", re.I)
_YEARS_OLD = re.compile(
    r"(?:an? )?\S{1,12}[- ]years?[- ]olds?(?= (?:child|adult|person|man|woman)|\W|$)"
    r"(?! (?:from|with|who|in)\b| [a-z]+(?:er|or|ist|se)\b)",
    re.I,
)
_ARTICLE = re.compile(r"\b(?:an?|the|this|that) $", re.I)
_SAID_OF_ALL = re.compile(r" (?!(?:left|was|has|is|in|from|who|with|at)\b)[a-z]{2,12}\b")
_OF_A_PEOPLE = (
    words.THINGS | words.CULTURE | words.FOODS | words.UNITS | words.SORTS | words.FACETS | words.RENOWN
) - {"cook", "cooking"}
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_TITLED_WORD = r"(?:[A-Z][\w'’-]*|a|an|the|of|and|in|to|on|have)"
_TITLE = re.compile(rf"[\"“](?=[A-Z]){_TITLED_WORD}(?: {_TITLED_WORD}){{0,7}}[\"”]")
"""A title in quotation marks, in which a word for who writes is none."""
_CAPITAL = r"(?:[A-Z][\w'’-]*|(?:19|20)[0-9]{2})"
_CAPITALS = re.compile(rf"\b[A-Z][\w'’-]*(?: (?:(?:of|and|de|la|van|von|du) (?:the )?)?{_CAPITAL}){{0,5}}")
_BEGINS = re.compile(r"(?:^|[.?!] |\n)\W{0,3}(?:the )?$", re.I)
_FIRST = frozenset("event law authority body currency holiday company product language area country work".split())
"""What a single word with which a sentence begins may name, unless it is a short one."""
_OF_FAMOUS = words.THIRD | {"his", "her"}
_OF_WRITER = (
    (words.FIRST - {"us"})
    | (words.POSSESSIVES - {"their", "your"})
    | (words.CONCRETE - {"next", "last", "morning", "afternoon", "week", "monday", "friday", "sunday", "now", "ago"})
)


def is_of_the_world(text: str, entities: Sequence[Entity], known: Sequence[frozenset[str]]) -> bool:
    """Return whether a text is about the world and nobody shows in it.

    Args:
        text: the whole text.
        entities: all that was found in it.
        known: for each the kinds of what everybody knows by that name.
    """
    if len(text) > _LONGEST or _SPOKEN_OF.search(text) or _LABELLED.search(text):
        return False
    if not words.FOREIGN.isdisjoint(_WORD.findall(text)):
        return False  # "Vivo en France desde 2010": other words tell of who writes there.
    first = _WORD.search(text)
    if first is None or not first[0][0].isupper() or first[0].lower() in _OF_WHO_WRITES:
        return False  # "Joined Ryanair in 2019", "Any good plumbers in France?": whoever writes did, or wants to.
    left = words.without_requests(_TITLE.sub(" ", text))
    said = frozenset(word.lower() for word in _WORD.findall(left) if word != "US")
    famous = any(one.type == "PERSON" for one in entities) and not said.isdisjoint(_WORKS)
    if not said.isdisjoint(_OF_WRITER - _OF_FAMOUS if famous else _OF_WRITER | _OF_FAMOUS):
        return False
    if _is_served(said, entities) or any(_is_of_one(text, one, of) for one, of in zip(entities, known, strict=True)):
        return False
    named = dict(_capitals(text))
    named |= {text[one.start : one.end]: of for one, of in zip(entities, known, strict=True) if one.type in NAMED}
    return _points(text, said, entities, named) >= _LEAST


def _points(text: str, said: frozenset[str], entities: Sequence[Entity], named: dict[str, frozenset[str]]) -> float:
    """What speaks for a text about the world. `named`: the kinds of what it names; `said`: its words, lower case."""
    points = sum(max((_POINTS.get(kind, 0.0) for kind in of), default=0.0) for of in named.values())
    norm, world = not said.isdisjoint(_NORMS), len(_OF_THE_WORLD & said)
    task = _TASK.search(text) is not None
    if not (points or norm or (world > 1 and (task or _SAYS.search(text)))):
        return 0.0  # "Insulin 20 units, water 2 litres a day": a note
    land = _A_LAND_FIRST.match(text)
    points += land is not None and any(one.kind in ("country", "area", "state") for one in refers(land[1]))
    points += 1.5 * (_OLD.search(text) is not None) + 1.5 * task
    points += norm + min(world, 2) + (_QUANTIFIED.search(text) is not None)
    points += 0.5 * any(one.type == "PERCENTAGE" for one in entities)
    recent = any(one.type == "DATE_TIME" and _RECENT_DAY.match(text, one.start, one.end) for one in entities)
    return points - 2.0 * (recent + len(_AGAINST & said)) - 1.5 * len(set(ONE_THING.findall(text)))


def _is_served(said: frozenset[str], entities: Sequence[Entity]) -> bool:
    """Whether people of some nation are somebody's patients, guests or pupils."""
    of_people = any(one.type == "NRP" for one in entities)
    return of_people and not _SERVED.isdisjoint(word.removesuffix("s") for word in said)


def _is_of_one(text: str, entity: Entity, kinds: frozenset[str]) -> bool:
    """Whether a finding is of one person: an identifier, a name that nobody knows, an age, one of a people."""
    if entity.type == "AGE":
        at_an_age = _AGED.search(text, max(0, entity.start - _NEAR), entity.start)
        return not at_an_age and _YEARS_OLD.match(text, entity.start) is None
    if entity.type in _PRIVATE:
        return True
    return entity.type in NAMED and (not kinds or _is_one_of_a_people(text, entity, kinds))


def _is_one_of_a_people(text: str, entity: Entity, kinds: frozenset[str]) -> bool:
    """Whether one of a people or a faith is told of: "the Irish cook"."""
    if kinds.isdisjoint(("people", "faith")) or not _ARTICLE.search(text, max(0, entity.start - _NEAR), entity.start):
        return False
    behind = _WORD.search(text, entity.end)
    if behind is not None and behind[0].lower() in _OF_A_PEOPLE:
        return False
    several = text[entity.start : entity.end].endswith(("s", "sh", "ch", "ese"))
    return not several or _SAID_OF_ALL.match(text, entity.end) is None


def _capitals(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what stands with capitals in a text and everybody knows, and its kinds; the longest of what begins alike.

    A detector finds no feast, no work and no law where it looks for people and firms alone.
    """
    for one in _CAPITALS.finditer(text):
        said, at = one[0].split(" "), 0
        first = _BEGINS.search(text, max(0, one.start() - _NEAR), one.start()) is not None
        while at < len(said):
            for end in range(len(said), at, -1):
                phrase = " ".join(said[at:end]).removesuffix("'s").removesuffix("’s")
                kinds = frozenset(of.kind for of in refers(phrase.removeprefix("The ")))
                if first and end == 1:
                    kinds &= _FIRST if len(phrase) > _SHORT else frozenset(("authority", "body"))
                if kinds:
                    yield phrase, kinds
                    at = end - 1
                    break
            at += 1
