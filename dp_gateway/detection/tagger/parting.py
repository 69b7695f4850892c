"""Which findings of the tagger are several, and which are one: "Jo B, Marek" and "Tulsa PD". `detector` asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from dp_gateway.detection.tagger.finding import FIRM
from dp_gateway.patterns.names import NameLists, bounds_of_name
from dp_gateway.patterns.persons import VIETNAMESE
from dp_gateway.patterns.places import UK_POSTCODE
from dp_gateway.patterns.rules import LONGEST_TITLE, NAME, TITLED
from dp_gateway.text.entities import Entity

PLACED_BY = re.compile(r"\b(?:in|at|from|near|of|the|by)\s$", re.IGNORECASE)
_PAIR = re.compile(rf"({NAME}) (?:&|and) ({NAME})")
_WORD_AND_NAME = re.compile(rf"([a-z]{{2,20}}) (?:&|and) ({NAME})")
_ROUTE = re.compile(rf"({NAME.rsplit('(?:', 1)[0]})[-–]({NAME.rsplit('(?:', 1)[0]})")
_PERSON_OF = re.compile(r"(?<![\w.])([A-Z][\w'’-]{1,20}) [A-Z][\w'’-]{1,20} (?:of|at|from) \Z")
_LONGEST_PERSON = 50
_ADDED = re.compile(r" \+ (?=[A-Z])")
# "sons Enda & Ger"
_SEVERAL = re.compile(
    r"\b(?:sons|daughters|kids|children|twins|brothers|sisters|boys|girls|parents|grandparents|nieces|nephews|cousins|"
    r"neighbou?rs|friends)(?: are| were| called| named|,|:)? \Z",
    re.IGNORECASE,
)
_LONGEST_SEVERAL = 24
_FLIGHT = re.compile(r" (?:[A-Z]{2}|[A-Z][0-9]|[0-9][A-Z]) ?[0-9]{2,4}\Z")
_IN_ROW = re.compile(r"(?<=\S), (?!(?:Jr|Sr|I{2,3}|IV|MD|PhD|Ph\.D|Esq|RN|DDS|MBA|CPA|QC|KC|MP)\b)")

_Parts = Sequence[Entity]


def apart(text: str, entity: Entity, names: NameLists | None) -> _Parts:
    """Return a finding, or the two or more that it is; the first rule of its type that parts it holds."""
    rules = _RULES.get(entity.type, ())
    return next((parts for rule in rules if (parts := rule(text, entity, names))), (entity,))


def _two(entity: Entity, end: int, start: int, kinds: tuple[str, str] | None = None) -> _Parts:
    """What of an entity is before `end`, and what from `start` on, with the types of both."""
    first, second = kinds or (entity.type, entity.type)
    return entity._replace(end=end, type=first), entity._replace(start=start, type=second)


def _pair(text: str, entity: Entity, names: NameLists | None) -> _Parts:
    """The two people of "Femi & Lou" and "dinner with Tom & Maria"; "Marks & Spencer" are family names."""
    if names is None or (pair := _PAIR.fullmatch(text, entity.start, entity.end)) is None:
        return ()
    both = [word.lower() for word in pair.groups()]
    given = all(map(names.has_given, both))
    firm = all(word in names.surnames for word in both)
    sure = all(word in names.speakers for word in both)
    kin = _SEVERAL.search(text, max(0, entity.start - _LONGEST_SEVERAL), entity.start) is not None
    if kin or (given and (not firm or (sure and not PLACED_BY.search(text, max(0, entity.start - 8), entity.start)))):
        return _two(entity, pair.end(1), pair.start(2), ("PERSON", "PERSON"))
    return ()


def _job_and_firm(text: str, entity: Entity, _: NameLists | None) -> _Parts:
    """The job and the firm of "radiographer / Decathlon"."""
    both = _JOB_AND_FIRM.fullmatch(text, entity.start, entity.end)
    return () if both is None else _two(entity, both.end(1), both.start(2), ("JOB_TITLE", "ORGANIZATION"))


_IN = re.compile(r"\b(?:in|to|from|near|around|outside)\s\Z", re.IGNORECASE)
_JOB_AND_FIRM = re.compile(r"([a-z][a-z' -]{2,40}[a-z]) / ([A-Z][\w&'’. -]{1,40})")


def _behind_a_word(text: str, entity: Entity, names: NameLists | None) -> _Parts:
    """The person of "has the flu & Tadhg is away", of which a word in small letters is no part."""
    joint = _WORD_AND_NAME.fullmatch(text, entity.start, entity.end)
    if joint is None or names is None or joint[1] not in names.common or not names.has_given(joint[2].lower()):
        return ()
    return (entity._replace(start=joint.start(2), type="PERSON"),)


def _added(text: str, entity: Entity, _: NameLists | None) -> _Parts:
    """The two firms of "Costco + Aldi"."""
    added = _ADDED.search(text, entity.start, entity.end)
    return _two(entity, *added.span()) if added else ()


def _flight(text: str, entity: Entity, _: NameLists | None) -> _Parts:
    """The place and the flight of "from Cork EI482"."""
    flight = _FLIGHT.search(text, entity.start, entity.end)
    return _two(entity, flight.start(), flight.start() + 1, ("LOCATION", "ID_NUMBER")) if flight else ()


def _route(text: str, entity: Entity, names: NameLists | None) -> _Parts:
    """The two places of "Accra-Istanbul"."""
    route = _ROUTE.fullmatch(text, entity.start, entity.end)
    if route is None or names is None or not all(end.lower() in names.places for end in route.groups()):
        return ()
    return _two(entity, route.end(1), route.start(2), ("LOCATION", "LOCATION"))


def is_of_person(text: str, start: int, names: NameLists) -> bool:
    """Return whether what begins at `start` is what somebody with two names is of: "Pete Scanlon of Harwell Clarke"."""
    before = _PERSON_OF.search(text, max(0, start - _LONGEST_PERSON), start)
    return before is not None and names.has_given(before[1].lower())


def _persons(text: str, entity: Entity, _: NameLists | None) -> _Parts:
    """The persons of a row: "Jo B, Marek". "Doe, Jane" is one."""
    first, comma, _rest = text[entity.start : entity.end].partition(", ")
    if not comma or (" " not in first and not TITLED.search(text, max(0, entity.start - LONGEST_TITLE), entity.start)):
        return ()
    parts: list[Entity] = []
    start = entity.start
    for match in _IN_ROW.finditer(text, entity.start, entity.end):
        parts.append(entity._replace(start=start, end=match.start()))
        start = match.end()
    return [*parts, entity._replace(start=start)]


_LABEL_BELOW, _LABEL_WITH_DASH = (
    re.compile(rf"[ \t]*\n[ \t]*+[^\W\d_][\w/'’ -]{{0,30}}{sign}") for sign in (r":(?=\s|$)", r"(?<= )[-–—] ")
)
_DASHES = (" - ", " – ", " — ")
_IN_LINES = re.compile(r"[ \t\r]*\n[ \t]*")
_BETWEEN_CELLS = (",", ";", "\t", "|")


def _lines(text: str, entity: Entity, _: NameLists | None) -> _Parts:
    """What ends with its line, as below it a label stands ("Employer: Oracle", "Narrative: ..."; "Employer - Oracle"),
    and the last cell of a row with the first one of the next: "...,E-mail,Mobile", "De Vries,Paloma,...".
    """
    below = _IN_LINES.search(text, entity.start, entity.end)
    if below is None:
        return ()
    label = _LABEL_WITH_DASH if text.endswith(_DASHES, 0, entity.start) else _LABEL_BELOW
    if label.match(text, below.start()):
        return (entity._replace(end=below.start()),)
    cells = text.endswith(_BETWEEN_CELLS, 0, entity.start) and text.startswith(_BETWEEN_CELLS, entity.end)
    return _two(entity, *below.span()) if cells else ()


_RULES: dict[str, tuple[Callable[[str, Entity, NameLists | None], _Parts], ...]] = {
    "ORGANIZATION": (_lines, _pair, _behind_a_word, _added, _route),
    "LOCATION": (_lines, _flight, _route),
    "PERSON": (_lines, _persons),
    "JOB_TITLE": (_lines, _job_and_firm),
}


def joined(text: str, entities: Iterator[Entity], names: NameLists | None) -> Iterator[Entity]:
    """Yield the findings, of which an organisation and a place that nothing but a space or a hyphen parts are one firm.

    So are two persons that a space parts one: in a row of names more stands between them.
    "St. Brigid", "Tulsa PD", "Riverbend Family Medicine": the network is sure of the words and not of their kinds. A
    town behind a firm stays by itself: "Tesco Swindon". Two towns that a hyphen parts are those of a route.
    """
    last = next(entities, None)
    if last is None:
        return
    for one in entities:
        if kind := _type_of_both(text, last, one, names):
            last = last._replace(end=one.end, type=kind, score=max(last.score, one.score))
        elif names is not None and _are_two_persons(text, last, one, names):
            yield last._replace(type="PERSON")
            last = one._replace(type="PERSON")
        elif names is not None and _are_route(text, last, one, names):
            yield last._replace(type="LOCATION")
            last = one._replace(type="LOCATION")
        elif last.type == "PERSON" and names is not None and _is_trade(text, last, one, names):
            # "Harlan Brothers Trucking"
            last = last._replace(end=one.end, type="ORGANIZATION")
        elif (
            {last.type, one.type} != _FIRM
            or _BESIDE.fullmatch(text, last.end, one.start) is None
            or (one.type == "LOCATION" and (names is None or text[one.start : one.end].lower() in names.places))
        ):
            yield last
            last = one
        else:
            # "posted to Salt Lake City"; "Leicester City" plays.
            city = text[one.start : one.end] == "City" and _IN.search(text, max(0, last.start - 8), last.start)
            kind = "LOCATION" if city else "ORGANIZATION"
            last = last._replace(end=one.end, type=kind, score=max(last.score, one.score))
    yield last


def bounded(text: str, entities: Iterable[Entity], names: NameLists | None) -> Iterator[Entity]:
    """Yield the findings, persons within the bounds of their names."""
    for one in entities:
        if one.type == "PERSON":
            start, end = bounds_of_name(text, one.start, one.end, names)
            yield one._replace(start=start, end=end)
        else:
            yield one


_BESIDE = re.compile(r"\.?[ -]")
_IN_PARTS = frozenset({"PERSON", "STREET_ADDRESS"})
_SHORT_NAMES = {"St": "ORGANIZATION", "Mt": "LOCATION", "Ft": "LOCATION"}
"""What is shortened before a name, and what both are: "Mt. Zion", "St Luke"."""
_EATERIES = frozenset(
    "trattoria pizzeria osteria ristorante restaurant bistro brasserie taverna gasthof gasthaus café cafe bodega "
    "cantina chez taqueria".split()
)
"""The first word of "Trattoria Bellini"."""
_FIRM = {*FIRM}
_AND = frozenset((" and ", " & "))


def _type_of_both(text: str, last: Entity, one: Entity, names: NameLists | None) -> str:
    """The type of two findings that are parts of one name or one address by their words; empty if they are not."""
    between, before = text[last.end : one.start], text[last.start : last.end]
    if last.type == one.type and one.type in _IN_PARTS and between == " " and text[one.start].isupper():
        # "Via" and "Garibaldi 14"
        return one.type
    if between in (". ", " ") and before in _SHORT_NAMES:
        return _SHORT_NAMES[before]
    if between == " " and names is not None and _are_firm_of_person(text, last, one, names):
        return "ORGANIZATION"
    return "ORGANIZATION" if last.end + 1 == one.start and before.lower() in _EATERIES else ""


def _are_firm_of_person(text: str, last: Entity, one: Entity, names: NameLists) -> bool:
    """Whether a firm and a person of a word each are the firm of two families' names that somebody is of."""
    one_word = " " not in text[last.start : last.end] and " " not in text[one.start : one.end]
    both = one_word and {last.type, one.type} == {"ORGANIZATION", "PERSON"} and text[one.start].isupper()
    return both and is_of_person(text, last.start, names)


def _are_route(text: str, last: Entity, one: Entity, names: NameLists) -> bool:
    """Whether a place and a firm that a hyphen parts are the two places of "Accra-Istanbul"."""
    if {last.type, one.type} != _FIRM or text[last.end : one.start] not in ("-", "–"):
        return False
    return all(text[side.start : side.end].lower() in names.places for side in (last, one))


def _are_two_persons(text: str, last: Entity, one: Entity, names: NameLists) -> bool:
    """Whether a place or firm is a person's name, as the person beside it tells: "loop in Beth & Arjun"."""
    if "PERSON" not in (last.type, one.type) or text[last.end : one.start] not in _AND:
        return False
    other = last if one.type == "PERSON" else one
    if other.type not in FIRM:
        return False
    is_given = text[other.start : other.end].lower() in names.speakers
    return is_given or VIETNAMESE.fullmatch(text, other.start, other.end) is not None


def _is_trade(text: str, last: Entity, one: Entity, names: NameLists) -> bool:
    """Whether an organisation behind a person is an ordinary word, with which a firm's name ends."""
    beside = one.type == "ORGANIZATION" and text[last.end : one.start] == " "
    return beside and text[one.start].isupper() and text[one.start : one.end].lower() in names.common


_CODE = re.compile(UK_POSTCODE)
_HALF_CODE = re.compile(r"[0-9][A-Z]{2}")
"""The second half of such a code: without one in a text there is none."""
_LONGEST_CODE = len("SW1A 1AA")


def whole_codes(text: str, entities: Iterable[Entity]) -> Iterator[Entity]:
    """Yield the findings, where a British postal code is one finding and no half of it belongs to another: "Dudley
    DY2".
    """
    if _HALF_CODE.search(text) is None:
        yield from entities
        return
    code = -1
    for one in entities:
        near = max(0, one.start - _LONGEST_CODE), min(len(text), one.end + _LONGEST_CODE)
        codes = (match for match in _CODE.finditer(text, *near) if match.start() < one.end and one.start < match.end())
        match = next(codes, None)
        if match is None or (one.type == "STREET_ADDRESS" and one.start < match.start() and match.end() <= one.end):
            # No code, or an address with its own.
            yield one
            continue
        town = text[one.start : max(one.start, match.start())].rstrip(" ,")
        if town:
            yield one._replace(end=one.start + len(town))
        if match.start() > code:
            code = match.start()
            yield one._replace(start=code, end=max(match.end(), one.end), type="POSTCODE")


_SHORT, _GAP, _OFTEN = 6, 3, 32
_ROUND = 12
"""Characters at most of what comes again and again with findings in it: "A,B@A,B@"."""
_NO_LIST = re.compile(r"[^\w\s,;|\"'`\[\](){}]")
"""A sign that stands between no values of a list or a row."""
_INITIALS = re.compile(r"[A-Z](?:\. ?[A-Z]){0,3}\.?")
_BETWEEN_INITIALS = re.compile(r" *+\.?+ *+|[^\w\s]++")


def runs_as_one(text: str, entities: Iterable[Entity]) -> Iterator[Entity]:
    """Yield the findings, where a short word that a line has over and over, or initials, more than a list, are one:
    "A@A@A@".

    So are those of one type that overlap: parts of one code, each found with what stands around it. Each would be read,
    drawn and restored by itself, hundreds of them for each thousand characters.
    """
    run: list[Entity] = []
    for one in entities:
        if run and run[-1].type == one.type and run[-1].start < one.end and one.start < run[-1].end:
            last, score = run[-1], max(run[-1].score, one.score)
            run[-1] = last._replace(start=min(last.start, one.start), end=max(last.end, one.end), score=score)
            continue
        if run and not _repeats(text, run[-1], one):
            yield from _as_one(run)
            run = []
        run.append(one)
    yield from _as_one(run)


def _repeats(text: str, last: Entity, one: Entity) -> bool:
    """Whether a finding is the word before it again, in one token with it or behind its point; or both are initials; or
    what stands before it comes again, and no list.
    """
    if not 0 <= one.start - last.end <= _ROUND:
        return False
    between = text[last.end : one.start]
    if _NO_LIST.search(between) and "\n" not in between and _comes_again(text, one.start):
        return True
    if len(between) > _GAP:
        return False
    initials = _INITIALS.fullmatch(text, last.start, last.end) and _INITIALS.fullmatch(text, one.start, one.end)
    if initials and _BETWEEN_INITIALS.fullmatch(between):
        return True
    if not one.end - one.start == last.end - last.start <= _SHORT:
        return False
    same = text.startswith(text[last.start : last.end], one.start)
    return same and (between == ". " or not any(map(str.isspace, text[last.start : one.start])))


def _comes_again(text: str, at: int) -> bool:
    """Whether some characters before a place stand behind it once more."""
    return any(text.startswith(text[at - size : at], at) for size in range(2, min(_ROUND, at) + 1))


def _as_one(run: Sequence[Entity]) -> Sequence[Entity]:
    return run if len(run) <= _OFTEN else [run[0]._replace(end=run[-1].end)]
