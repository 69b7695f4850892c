"""What findings of the tagger become: without the words at their edges, apart or joined, of the type the words tell.

The network reads each word for itself; what a whole finding tells is settled here, by its form and by lists of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dp_gateway.detection.tagger.misread import is_nothing, of_other_kind
from dp_gateway.patterns.groups import PEOPLES, means_language
from dp_gateway.patterns.names import ADJECTIVES, ORDINARY, NameLists, bounds_of_name
from dp_gateway.patterns.places import UK_POSTCODE, US_STATES
from dp_gateway.patterns.rules import LONGEST_TITLE, NAME, TITLE, TITLED
from dp_gateway.text.entities import Entity

_PAIR = re.compile(rf"({NAME}) (?:&|and) ({NAME})")
_ROUTE = re.compile(rf"({NAME.rsplit('(?:', 1)[0]})[-–]({NAME.rsplit('(?:', 1)[0]})")
_ADDED = re.compile(r" \+ (?=[A-Z])")
_HALF_OF_CODE = re.compile(r"[0-9]{3} (?=[^\W\d_a-z][^\W\d_]{2,30}\Z)")
# "sons Enda & Ger"
_SEVERAL = re.compile(
    r"\b(?:sons|daughters|kids|children|twins|brothers|sisters|boys|girls|parents|grandparents|nieces|nephews|cousins|"
    r"neighbou?rs|friends)(?: are| were| called| named|,|:)? \Z",
    re.IGNORECASE,
)
_LONGEST_SEVERAL = 24
_FLIGHT = re.compile(r" (?:[A-Z]{2}|[A-Z][0-9]|[0-9][A-Z]) ?[0-9]{2,4}\Z")
_BORN = re.compile(r"(?<=\w),? \(?(?:née?e?|nee|formerly|geb\.) (?=[^\W\d_a-z])")
_IN_ROW = re.compile(r"(?<=\S), (?!(?:Jr|Sr|I{2,3}|IV|MD|PhD|Ph\.D|Esq|RN|DDS|MBA|CPA|QC|KC|MP)\b)")


def apart(text: str, entity: Entity, names: NameLists | None) -> Iterator[Entity]:  # noqa: PLR0911
    """A finding, or the persons of a row that it runs through: "Jo B, Marek". "Doe, Jane" is one."""
    found = text[entity.start : entity.end]
    if entity.type == "ORGANIZATION" and names is not None and (pair := _PAIR.fullmatch(found)):
        # "Femi & Lou" are two people, and so are "dinner with Tom & Maria"; "Marks & Spencer" are family names.
        both = [word.lower() for word in pair.groups()]
        given = all(map(names.has_given, both))
        firm = all(word in names.surnames for word in both)
        sure = all(word in names.speakers for word in both)
        kin = _SEVERAL.search(text, max(0, entity.start - _LONGEST_SEVERAL), entity.start) is not None
        if kin or (
            given and (not firm or (sure and not _PLACED_BY.search(text, max(0, entity.start - 8), entity.start)))
        ):
            yield entity._replace(end=entity.start + pair.end(1), type="PERSON")
            yield entity._replace(start=entity.start + pair.start(2), type="PERSON")
            return
    if entity.type == "ORGANIZATION" and (added := _ADDED.search(text, entity.start, entity.end)) is not None:
        # "Costco + Aldi"
        yield entity._replace(end=added.start())
        yield entity._replace(start=added.end())
        return
    if entity.type == "LOCATION" and (flight := _FLIGHT.search(text, entity.start, entity.end)) is not None:
        # "from Cork EI482"
        yield entity._replace(end=flight.start())
        yield entity._replace(start=flight.start() + 1, type="ID_NUMBER")
        return
    route = _ROUTE.fullmatch(found) if entity.type in _FIRM and names is not None else None
    if route is not None and names is not None and all(end.lower() in names.places for end in route.groups()):
        # "Accra-Istanbul"
        yield entity._replace(end=entity.start + route.end(1), type="LOCATION")
        yield entity._replace(start=entity.start + route.start(2), type="LOCATION")
        return
    half = _HALF_OF_CODE.match(text, entity.start, entity.end) if entity.type == "STREET_ADDRESS" else None
    if half is not None and text[entity.start - 1 : entity.start] == "-":
        # "1100-053 Lisboa"
        yield entity._replace(end=half.end() - 1, type="POSTCODE")
        yield entity._replace(start=half.end(), type="LOCATION")
        return
    if entity.type == "STREET_ADDRESS":
        yield from _addresses(text, entity)
        return
    if entity.type == "NRP" and PEOPLES.issuperset((halves := found.partition("-"))[::2]):
        # "Irish-American": each half is drawn from its like.
        middle = entity.start + len(halves[0])
        yield entity._replace(end=middle)
        yield entity._replace(start=middle + 1)
        return
    first, comma, _ = found.partition(", ")
    titled = TITLED.search(text, max(0, entity.start - LONGEST_TITLE), entity.start)
    if entity.type != "PERSON" or not comma or (" " not in first and titled is None):
        yield entity
        return
    start = entity.start
    for match in _IN_ROW.finditer(text, entity.start, entity.end):
        yield entity._replace(start=start, end=match.start())
        start = match.end()
    yield entity._replace(start=start)


_BETWEEN = re.compile(r"[ ,]{1,3}(?:instead of|rather than|and not|not|and|or|to|from) (?=\S)")


def _addresses(text: str, entity: Entity) -> Iterator[Entity]:
    """An address, or the two of "12 High Street instead of 4 Mill Lane": each has a number."""
    start = entity.start
    for match in _BETWEEN.finditer(text, entity.start, entity.end):
        sides = text[start : match.start()], text[match.end() : entity.end]
        if all(any(map(str.isdigit, side)) for side in sides):
            yield entity._replace(start=start, end=match.start())
            start = match.end()
    yield entity if start == entity.start else entity._replace(start=start)


_BESIDE = re.compile(r"\.?[ -]")


def joined(text: str, entities: Iterator[Entity], names: NameLists | None) -> Iterator[Entity]:
    """The findings, of which an organisation and a place that nothing but a space or a hyphen parts are one firm.

    So are two persons that a space parts one: in a row of names more stands between them.
    "St. Brigid", "Tulsa PD", "Riverbend Family Medicine": the network is sure of the words and not of their kinds. A
    town behind a firm stays by itself: "Tesco Swindon".
    """
    last: Entity | None = None
    for one in entities:
        kinds = {one.type} if last is None else {last.type, one.type}
        if last is not None and _is_one(text, last, one, kinds):
            last = last._replace(end=one.end, score=max(last.score, one.score))
        elif (
            last is not None
            and text[last.start : last.end] in _SHORT_NAMES
            and text[last.end : one.start] in (". ", " ")
        ):
            # "Mt. Zion", "St Luke"
            kind = _SHORT_NAMES[text[last.start : last.end]]
            last = last._replace(end=one.end, type=kind, score=max(last.score, one.score))
        elif last is not None and last.end + 1 == one.start and text[last.start : last.end].lower() in _EATERIES:
            # "Trattoria Bellini"
            last = last._replace(end=one.end, type="ORGANIZATION", score=max(last.score, one.score))
        elif last is not None and names is not None and _are_two_persons(text, last, one, names):
            yield last._replace(type="PERSON")
            last = one._replace(type="PERSON")
        elif last is not None and last.type == "PERSON" and names is not None and _is_trade(text, last, one, names):
            # "Harlan Brothers Trucking"
            last = last._replace(end=one.end, type="ORGANIZATION")
        elif last is None or kinds != _FIRM or _BESIDE.fullmatch(text, last.end, one.start) is None:
            if last is not None:
                yield last
            last = one
        elif one.type == "LOCATION" and (names is None or text[one.start : one.end].lower() in names.places):
            yield last
            last = one
        else:
            last = last._replace(end=one.end, type="ORGANIZATION", score=max(last.score, one.score))
    if last is not None:
        yield last


def bounded(text: str, entities: Iterable[Entity], names: NameLists | None) -> Iterator[Entity]:
    """The findings, persons within the bounds of their names; "Groves née Tuck" has two."""
    for one in entities:
        if one.type == "PERSON" and (born := _BORN.search(text, one.start, one.end)) is not None:
            yield one._replace(end=born.start())
            yield one._replace(start=born.end())
        elif one.type == "PERSON":
            start, end = bounds_of_name(text, one.start, one.end, names)
            yield one._replace(start=start, end=end)
        else:
            yield one


def _is_one(text: str, last: Entity, one: Entity, kinds: set[str]) -> bool:
    """Whether two findings are two parts of one name, or of one address: "Via" and "Garibaldi 14"."""
    return len(kinds) == 1 and kinds <= _IN_PARTS and text[last.end : one.start] == " " and text[one.start].isupper()


_SHORT_NAMES = {"St": "ORGANIZATION", "Mt": "LOCATION", "Ft": "LOCATION"}
"""What is shortened before a name, and what both are."""
_EATERIES = frozenset(
    "trattoria pizzeria osteria ristorante restaurant bistro brasserie taverna gasthof gasthaus café cafe bodega "
    "cantina chez taqueria".split()
)
_AND = frozenset((" and ", " & "))


def _are_two_persons(text: str, last: Entity, one: Entity, names: NameLists) -> bool:
    """Whether a place or firm is a given name, as the person beside it tells: "loop in Beth & Arjun"."""
    if "PERSON" not in (last.type, one.type) or text[last.end : one.start] not in _AND:
        return False
    other = last if one.type == "PERSON" else one
    return other.type in _FIRM and text[other.start : other.end].lower() in names.speakers


def _is_trade(text: str, last: Entity, one: Entity, names: NameLists) -> bool:
    """Whether an organisation behind a person is an ordinary word, with which a firm's name ends."""
    beside = one.type == "ORGANIZATION" and text[last.end : one.start] == " "
    return beside and text[one.start].isupper() and text[one.start : one.end].lower() in names.common


_CODE = re.compile(UK_POSTCODE)
_HALF_CODE = re.compile(r"[0-9][A-Z]{2}")
"""The second half of such a code: without one in a text there is none."""
_LONGEST_CODE = len("SW1A 1AA")


def whole_codes(text: str, entities: Iterable[Entity]) -> Iterator[Entity]:
    """The findings, where a British postal code is one finding and no half of it belongs to another: "Dudley DY2"."""
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


_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
_EDGED = _NAMES | {"DATE_TIME"}
_FIRM = {"ORGANIZATION", "LOCATION"}
_FIRM_OR_JOB = {*_FIRM, "JOB_TITLE"}
_IN_PARTS = {"PERSON", "STREET_ADDRESS"}
_PLACED = frozenset({"STREET_ADDRESS", "LOCATION", "ORGANIZATION", "NRP"})
_SURE = 0.6
_PLACED_BY = re.compile(r"\b(?:in|at|from|near|of|the|by)\s$", re.IGNORECASE)
_INDEFINITE = re.compile(r"\b[Aa]n?\s$")
_ARTICLE = re.compile(r"\b(?:the|an?)\s$", re.IGNORECASE)
# "plays the viola with grace"
_CALLED = re.compile(r"name[\"']\s?:\s?[\"']\Z")
_OFFICE = frozenset("word excel access outlook paint office teams project publisher".split())
_VIRTUES = frozenset("grace faith hope joy patience mercy charity prudence honor justice harmony serenity".split())
_BY_VIRTUE = re.compile(r"\b(?:with|without|by|in|of)\s$", re.IGNORECASE)
# "bill him", "sue them": verbs.
_OBJECT = re.compile(r"\s(?:him|them|me|us|it)\b", re.IGNORECASE)
# "BP 140/90": what is measured, in capitals before the value.
_MEASURED = re.compile(r":?\s?[0-9]{2,3}/[0-9]{2,3}\b")
# Nine digits and more are a telephone number or another one, which patterns name; "12345-6789" is a postcode.
_TOO_LONG = re.compile(r"(?:[0-9] ?){9,}")
_NUMBERED = re.compile(r"\)|-[0-9]{2,4}\b")
_LONGEST_ABBREVIATION = 4
# What is a building and those in it; the surrogate should be one, too: "Lincoln Middle School", "Eastwood High".
_INSTITUTIONS = frozenset(
    "school high elementary academy kindergarten college university institute hospital infirmary clinic hospice church "
    "cathedral mosque synagogue temple library museum bank pharmacy hotel restaurant bakery".split()
)
_HOUSES = (" house", " cabin", " cottage", " flat", " apartment", " office")


# "8080:80" and "03" are no times, "I-80" is a road, the years of a copyright are nobody's, "in may" need not be a
# month, and who says "one two three" counts.
# "6/52" is in six weeks, as doctors write it.
_PORTS = re.compile(
    "[0-9]{1,2}/52|[0-9]{3,5}:[0-9]{1,5}|[0-9]{1,2}|(?:[ABEIM]|US|SR)-?[0-9]{1,3}|[0-9]{2}/[A-Z][a-z]{2}/[0-9]{4}:[0-9:]{5,8}"
)
_COPYRIGHT = re.compile(r"(?:[Cc]opyright|&copy;|©)[^\n]{0,16}\Z")
_NO_TIMES = frozenset(("may", "march", "mar", "sat", "sun", "APR"))
_COUNTED = "one two three four five six seven eight nine ten"
_DIRECTIONS = ("up", "down", "over", "out", "back", "here", "there")
"""What stands between a firm and its place: "with Renault down in Basel"."""
# Words that begin or end no name: "Rose and Hunter", "1992 and 2004". Behind "Congress of" the name goes on.
_AT_EDGE = r"(?:and|or|of|in|at|for|with|to|from|by|on|as)"
_LEADING_WORD = re.compile(rf"(?:{_AT_EDGE}\s+)+|[Ee]x-(?=[A-Z])")  # "Ex-McKinsey"
# "DC Anwar" is a detective.
_TITLES = re.compile(rf"(?:(?:{TITLE}|PC|DC|DS|DI|DCI)\s){{1,2}}")
# "the 3rd of May", and "the" alone before "22nd of May": whether it is found with a date should not depend on the day.
_BEFORE_DAY = re.compile(r"the(?:\s+(?=[0-9])|\Z)", re.IGNORECASE)
# "And what does Enzo do"
_TRAILING_WORD = re.compile(
    rf"(?>(?:\s{{1,9}}+(?:{_AT_EDGE}|do|does|did|is|was|has|had|will|can|next|last|{'|'.join(_DIRECTIONS)})\b){{1,9}})$"
)
# "in Duluth Tues-Thurs": only of a place, "Sheffield Wed" is a club.
_TRAILING_DAY = re.compile(r"\s(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)\Z")
# "Assunta b.1931", "Aurelio m. Concetta": born, died, married.
_TRAILING_MARK = re.compile(r"(?:\s|\A)[bdm]\Z")
# "Albert jr"
_YOUNGER = re.compile(r",? (?:jr|jnr|jun|snr|sr)\Z")
_TRAILING_SIGN = re.compile(r"\s[+=*/|>~–—-]\Z")
# "At 37 Anna moved out", "Housing costs - $1,950"
_WEEKDAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)?days?|mornings?|evenings?|nights?) at \Z", re.IGNORECASE
)
_AT, _TOO_OLD = re.compile(r"\b[Aa]t\s$"), len("100")
_IN_KEY = re.compile(r"(?: [a-z]+){1,3}\s?[-–:=]\s")
_KEY = re.compile(r"[A-Z][a-z]+(?: [a-z]+){1,3}\s?[-–:=]\s")
# "Fields: person, role, place"
_LISTED = re.compile(r":\s[a-z_]+, [a-z_]+")
_GOES_ON = re.compile(rf"\s(?:the\s)?{NAME}(?:\s{NAME})?")


def without_edges(text: str, entity: Entity) -> Entity | None:
    """A finding without the words that join it to others; "Congress of" with what it is of."""
    if text.startswith("s ", entity.start, entity.end) and text[entity.start - 1 : entity.start] in ("'", "’"):
        # "my daughter's violin teacher"
        return entity._replace(start=entity.start + 2)
    if entity.type not in _EDGED:
        return entity
    start, end = entity.start, entity.end
    line = text.rfind("\n", start, end)
    if line > start and _IN_KEY.match(text, end) is not None:
        # "Memphis", and the first word of the key below it.
        end = line
    if (match := _LEADING_WORD.match(text, start, end)) is not None:
        start = match.end()
    if entity.type == "PERSON" and (match := _TITLES.match(text, start, end)) is not None and match.end() < end:
        # A title is a finding of its own.
        start = match.end()
    if entity.type == "DATE_TIME" and (match := _BEFORE_DAY.match(text, start, end)) is not None:
        start = match.end()
    if (sign := _TRAILING_SIGN.search(text, start, end)) is not None:
        end = sign.start()
    if (
        entity.type == "PERSON"
        and (born := _TRAILING_MARK.search(text, start, end)) is not None
        and text[end : end + 1] == "."
    ):
        end = born.start()
    if entity.type == "PERSON" and (younger := _YOUNGER.search(text, start, end)) is not None:
        end = younger.start()
    if entity.type == "LOCATION" and (day := _TRAILING_DAY.search(text, start, end)) is not None:
        end = day.start()
    if (match := _TRAILING_WORD.search(text, start, end)) is not None:
        goes_on = entity.type == "ORGANIZATION" and text.endswith(" of", start, end) and _GOES_ON.match(text, end)
        end = goes_on.end() if goes_on else match.start()
    if start == entity.start and end == entity.end:
        return entity
    return entity._replace(start=start, end=end) if start < end else None


def settled(text: str, entity: Entity, names: NameLists) -> Entity | None:  # noqa: PLR0911
    """A finding as its form and the lists see it: a given name as a person, an ordinary word not at all."""
    word = text[entity.start : entity.end].lower()
    # "Fatima @ Deloitte", "Order #"
    if not any(map(str.isalnum, word)):
        return None
    if entity.type == "USERNAME":
        return _handle(text, entity, names)
    one = _retyped(text, entity, word, names)
    if is_nothing(text, one, word):
        return None
    one = of_other_kind(text, one, names)
    if one.type == "AGE" and _WITH_SEX.fullmatch(text, one.start, one.end):
        one = one._replace(end=one.end - 1)
    if one.type == "NRP":
        if means_language(text, one.start, one.end):
            return None
        first = _HYPHENED.search(text, max(0, one.start - _LONGEST_FIRST), one.start)
        if first is not None and first[0][:-1] not in PEOPLES:
            # "Anglo-Indian"
            one = one._replace(start=first.start())
    if one.type == "STREET_ADDRESS" and (_is_one_word(text, one) or _is_measured(text, one)):
        return None
    if one.type == "STREET_ADDRESS" and word.isdigit():
        # "2014 VW Polo", "Nakamura K.K., 1,900 employees"
        named = _YEAR.fullmatch(word) and _IN_NAME.match(text, one.end)
        if named or _TAKEN.match(text, one.end) or _REST_OF_NUMBER.match(text, one.end):
            return None
    return None if _is_other_number(text, one) or _ordinary(text, one, word, names) else one


# "MCV 74, Ferritin 6, TSH 5.9": what a laboratory has measured, in a row.
_SHORT_AND_VALUE = re.compile(r"(?:[A-Z][A-Za-z0-9]{1,5} )?[0-9]{1,3}")
_NAME_OF_VALUE = re.compile(r"(?:\A|[\n,;:(]) ?[A-Z][A-Za-z0-9-]{1,14} \Z")
_NEXT_VALUE = re.compile(
    r"(?: ?[a-z%][A-Za-z/%^0-9]{0,9})?[,;\n] ?[A-Z][A-Za-z0-9-]{1,14}:? [0-9]{1,4}(?:\.[0-9]{1,3})?\b"
)
_REACH_OF_VALUE, _LONGEST_SHORT, _CELL = 18, 6, re.compile("[A-Z][0-9]")


def _is_one_word(text: str, entity: Entity) -> bool:
    """Whether a word alone, small or shortened, a cell or a model is taken for an address: "cost centre", "FSIQ", "B1",
    "Samsung A14", "2x merino base layer".
    """
    found = text[entity.start : entity.end]
    made = _MODEL.fullmatch(found) and _MAKE.search(text, max(0, entity.start - _LONGEST_MAKE), entity.start)
    if made or _CELL.fullmatch(found) or _TIMES.match(found):
        return True
    return found.isalpha() and (found[0].islower() or (found.isupper() and len(found) <= _LONGEST_SHORT))


def _is_measured(text: str, entity: Entity) -> bool:
    """Whether a number behind a short name stands in a row of such, and is no address."""
    if (
        _SHORT_AND_VALUE.fullmatch(text, entity.start, entity.end) is None
        or _NEXT_VALUE.match(text, entity.end) is None
    ):
        return False
    alone = text[entity.start].isdigit()
    return not alone or _NAME_OF_VALUE.search(text, max(0, entity.start - _REACH_OF_VALUE), entity.start) is not None


def _retyped(text: str, entity: Entity, word: str, names: NameLists) -> Entity:  # noqa: PLR0912
    """A finding with the type, and the edges, that its form and the lists tell."""
    kind = entity.type
    if kind == "DATE_TIME":
        return _dated(text, entity)
    if _SHORT_DAY.fullmatch(text, entity.start, entity.end) and _DAY_BEFORE.search(
        text, max(0, entity.start - 10), entity.start
    ):
        # "sends it by Thu"
        kind = "DATE_TIME"
    listed = word in names.sure or (word in names.rare and not text[entity.start].islower())
    if kind in _FIRM and listed and not _PLACED_BY.search(text, max(0, entity.start - 8), entity.start):
        # "wedding vows for Tamsin": the list knows better than a network that is half sure.
        kind = "PERSON"
    elif kind == "PERSON" and word in names.places and not names.has_given(word) and word not in names.surnames:
        # "a visa for Türkiye"
        kind = "LOCATION"
    elif kind == "NRP" and word in names.rare and not text[entity.start].islower():
        # "my neighbour's kid, Tyrese, threw a ball"
        kind = "PERSON"
    elif kind == "AGE" and (word in names.given or word in names.cued):
        # "her name is summer and she turns 30"
        kind = "PERSON"
    elif (
        kind in _NUMBERS
        and _YEAR.fullmatch(word)
        and _IN_TREE.search(text, max(0, entity.start - _REACH_OF_TREE), entity.start)
    ):
        kind = "DATE_TIME"
    elif kind == "STREET_ADDRESS" and word.isdigit() and _AT.search(text, max(0, entity.start - 4), entity.start):
        kind = (
            "AGE"
            if len(word) < _TOO_OLD and not _WEEKDAY.search(text, max(0, entity.start - 16), entity.start)
            else kind
        )
    elif kind == "STREET_ADDRESS" and word.isdigit() and _is_listed_age(text, entity, names):
        kind = "AGE"
    elif kind == "STREET_ADDRESS" and word in names.places:
        # "I was sent to Grenoble"
        kind = "LOCATION"
    elif kind == "ORGANIZATION" and _PLATE.match(text, entity.end) and _STATE.fullmatch(text, entity.start, entity.end):
        # "a white F-150, TX plate LKJ-4821"
        kind = "LOCATION"
    elif kind == "LOCATION" and " " in word and _AGED.match(text, entity.end):
        # "the family of Devonte Pierce, 24, of Elko"
        kind = "PERSON"
    elif kind == "LOCATION" and word.rpartition(" ")[2] in _INSTITUTIONS and " " in word:
        kind = "ORGANIZATION"
    return entity if kind == entity.type else entity._replace(type=kind)


def _is_listed_age(text: str, entity: Entity, names: NameLists) -> bool:
    """Whether a number stands behind a name in a list of both: "Bruno 17, Chiara 68, Dmitri 29"."""
    before = _NAME_BEFORE.search(text, max(0, entity.start - 24), entity.start)
    if before is None or entity.end - entity.start >= _TOO_OLD:
        return False
    return before[1].lower() in names.given and _IN_LIST.match(text, entity.end) is not None


_HYPHENED, _LONGEST_FIRST = re.compile(r"(?<![\w-])[A-Z][a-z]{2,12}-\Z"), 15
_WITH_SEX = re.compile("[1-9][0-9][MFmf]")
_STATE, _PLATE = re.compile(US_STATES), re.compile(r" (?:plates?|tags?|licen[sc]e|driver['’]?s)\b")
_REST_OF_NUMBER = re.compile(r"[.,][0-9]")
_NAME_BEFORE, _IN_LIST = re.compile(r"(?:[,:;(]|and) ([A-Z][^\W\d_]{1,15}) \Z"), re.compile(r"[,;.)]|\Z| and ")
_GRANTED = re.compile(
    r"\s(?:application|funding|proposal|agreement|scheme|award|programme|program|money|writing|holder)s?\b"
)
# "furosemide 40 BID"
_TAKEN = re.compile(
    r"\s(?:BID|TID|QID|QD|QHS|QAM|QPM|PRN|daily|nightly|(?:once|twice) (?:a|per) day|m?c?g|ml|units)\b", re.IGNORECASE
)
_TIMES = re.compile(r"[0-9]{1,3}x\s")
_MODEL, _MAKE, _LONGEST_MAKE = re.compile("[A-Z][0-9]{1,4}"), re.compile(r"\b[A-Z][A-Za-z]{2,20}\s\Z"), 24
_YEAR, _IN_NAME = re.compile("(?:19|20)[0-9]{2}"), re.compile(r"\s[A-Z]")
# "2014 VW Polo": as old as the car is, which is not who has it.
_CAR = re.compile(
    r" (?:VW|Volkswagen|BMW|Audi|Ford|Toyota|Honda|Nissan|Mazda|Kia|Hyundai|Tesla|Subaru|Jeep|Chevy|Chevrolet|Dodge|"
    r"GMC|Lexus|Acura|Mercedes|Mini|Fiat|[SŠ]koda|Seat|Peugeot|Renault|Citro[eë]n|Dacia|Opel|Vauxhall|Volvo|Porsche|Jaguar|"
    r"Land Rover|Range Rover|Suzuki|Mitsubishi|Corolla|Civic|Camry|Accord|Golf|Polo|Fiesta|Focus|Prius|Yaris)\b"
)
_AGED = re.compile(r",\s[1-9][0-9],\s")
_AT_SIGN = re.compile(r"@\s+")
_REST_OF_HANDLE = re.compile(r"(?>(?:[.-]?\w){1,40})")
_SECRET_BEFORE = re.compile(r"[^\s/:=\"'`,;|]{1,40}+\Z")
_SECRET_BEHIND = re.compile(r"[^\s/:=\"'`,;|]{0,40}+")


def _handle(text: str, entity: Entity, names: NameLists) -> Entity:
    """A login: a name where it is one, a secret where its sign stands inside of a word ("P@ssw0rd!9")."""
    if text[entity.start] != "@":
        # "rosalind.k" of "rosalind.k.photo"
        rest = _REST_OF_HANDLE.match(text, entity.end)
        word = text[entity.start : rest.end() if rest else entity.end].lower()
        return entity._replace(end=entity.start + len(word), type="PERSON" if word in names.speakers else "USERNAME")
    if (apart := _AT_SIGN.match(text, entity.start, entity.end)) is not None:
        # "lunch @ Trattoria"
        return entity._replace(start=apart.end(), type="LOCATION")
    before = _SECRET_BEFORE.search(text, max(0, entity.start - 40), entity.start)
    behind = _SECRET_BEHIND.match(text, entity.end)
    if before is None or behind is None:
        return entity
    return entity._replace(start=before.start(), end=behind.end(), type="ID_NUMBER")


# "card ending 4471", "my pin is 4417"; "at 1430" is a time.
_NO_YEAR = re.compile("(?!1[0-9]{3}|20[0-9]{2}|2100)[0-9]{4}")
_CLOCK = re.compile("(?:[01][0-9]|2[0-3])[0-5][0-9]")
_TIMED = re.compile(r"\b(?:at|by|from|until|till|to|before|after|around|since)\s$|[-–]\s?$", re.IGNORECASE)
_REST_OF_DAY = re.compile("(?:[/.-][0-9]{1,2}){1,2}(?![0-9/.-]*[0-9])")
_SORT_CODE = re.compile(r"\bsort code\W{1,3}(?:is )?\Z", re.IGNORECASE)
# "closed on 30 Sept, 12 layoffs": a number behind the comma is counted.
_COUNTED_BEHIND = re.compile(r"(?<=[a-z.]),\s[0-9]{1,2}\Z")


_RATE_BEHIND, _UNIT = (
    re.compile(r"(?<=\d) (?:at|for|and) [0-9.,]{1,8}\Z"),
    re.compile(r"\s?(?:km|m|mph|kph|miles?|kg|g|%)\b"),
)


_AGE_BEHIND = re.compile(r"(?<=\d) at (?:2[5-9]|[3-9][0-9]|1[01][0-9])\Z")
_LABEL_BEHIND = re.compile(
    r"(?<=\w), (?!(?:AM|PM|GMT|BST|UTC|EST|EDT|CST|CDT|MST|MDT|PST|PDT|CET|CEST|IST|WAT|EAT|SAST|AEST|AEDT|AD|BC|"
    r"BCE|CE|NOON)\b)"
    r"[A-Z]{2,6}\Z"
)


# "on 9 July at 10:15 lasts 11 h"
_VERB_BEHIND = re.compile(
    r"(?<=[0-9]) (?:lasts?|takes?|took|costs?|leaves?|arrives?|departs?|starts?|begins?|ends?|opens?|closes?|lands?)\b"
)
# "leaves at 9:15 at 80 km/h", "died Oct. 30 at 88", "dated 6 November, UTR 48271 93305"
_CODE_BEHIND = re.compile(r"(?<=[a-z])\. (?=[A-Z]{1,2}[0-9])")
_BEHIND = (_CODE_BEHIND, _COUNTED_BEHIND, _AGE_BEHIND, _LABEL_BEHIND, _VERB_BEHIND)


_SHORT_DAY = re.compile("(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)")
_DAY_BEFORE = re.compile(r"\b(?:by|on|until|till?|from|next|last|this|every|each|before|after)\s\Z", re.IGNORECASE)
_NUMBER_OF_DAY = re.compile("[0-9]{3,} of (?=[0-9])")
_DAYS, _MONTHS = "(?:0[1-9]|[12][0-9]|3[01])", "(?:0[1-9]|1[0-2])"
_NO_DAY = re.compile(
    f"(?!(?:19|20)[0-9]{{2}}{_MONTHS}{_DAYS}|{_DAYS}{_MONTHS}(?:19|20)[0-9]{{2}}|{_MONTHS}{_DAYS}(?:19|20)[0-9]{{2}})"
    "[0-9]{8}"
)
_CODE_OF_TOWN, _TOWN = re.compile("[0-9]{5}"), re.compile(r" [^\W\d_a-z]")


def _dated(text: str, entity: Entity) -> Entity:  # noqa: PLR0911
    """A date with the month of "Wed 3/12", or digits that are no year: of a card or a code, or "69008 Lyon"."""
    if of := _NUMBER_OF_DAY.match(text, entity.start, entity.end):
        # "incident no 0412 of 17/10"
        return entity._replace(start=of.end())
    if _NO_DAY.fullmatch(text, entity.start, entity.end):
        # "mrn 00481516 and 00481723"
        return entity._replace(type="ID_NUMBER")
    if _CODE_OF_TOWN.fullmatch(text, entity.start, entity.end):
        return entity._replace(type="POSTCODE" if _TOWN.match(text, entity.end) else "ID_NUMBER")
    if _NO_YEAR.fullmatch(text, entity.start, entity.end):
        clock = _CLOCK.fullmatch(text, entity.start, entity.end)
        timed = clock and _TIMED.search(text, max(0, entity.start - 8), entity.start)
        return entity if timed else entity._replace(type="ID_NUMBER")
    if _SORT_CODE.search(text, max(0, entity.start - 16), entity.start):
        return entity._replace(type="ID_NUMBER", score=1.0)
    if text[entity.end - 1].isdigit() and (rest := _REST_OF_DAY.match(text, entity.end)) is not None:
        return entity._replace(end=rest.end())
    cuts = (*_BEHIND, _RATE_BEHIND) if _UNIT.match(text, entity.end) else _BEHIND
    cut = next((found for one in cuts if (found := one.search(text, entity.start, entity.end))), None)
    return entity if cut is None else entity._replace(end=cut.start())


# "b. 1928", "d. Anzio 1944"
_IN_TREE, _REACH_OF_TREE = re.compile(r"(?<!\w)[bdm]\. (?:[A-Z][a-z]{2,20} )?\Z"), 26
_NUMBERS = frozenset(("ID_NUMBER", "POSTCODE", "STREET_ADDRESS"))


def _is_other_number(text: str, entity: Entity) -> bool:
    """Whether what is taken for a postcode, a time or an identifier is another number, or none."""
    found, kind = text[entity.start : entity.end], entity.type
    if kind == "DATE_TIME":
        claimed = _COPYRIGHT.search(text, max(0, entity.start - 24), entity.start) is not None
        car = _YEAR.fullmatch(found) is not None and _CAR.match(text, entity.end) is not None
        return claimed or car or found in _NO_TIMES or _PORTS.fullmatch(found) is not None
    return (kind == "POSTCODE" and _TOO_LONG.fullmatch(found) is not None) or (
        kind == "ID_NUMBER" and found in _COUNTED
    )


def _ordinary(text: str, entity: Entity, word: str, names: NameLists) -> bool:  # noqa: PLR0911, PLR0912
    found = text[entity.start : entity.end]
    if found in _DIRECTIONS and entity.type in _FIRM:
        return True
    if entity.type in _FIRM_OR_JOB and (len(found) == 1 or found == "Lab"):
        # "Sex F", "58y/M", "Amina Yusuf (Lab, Brookfield)"
        return True
    if entity.type == "PERSON" and (found.isdigit() or found in ("b", "d", "m")):
        return True
    if found.islower() and word in names.common and entity.type in _PLACED and entity.score < _SURE:
        return True
    if entity.type not in _NAMES:
        # "How many years old is he?"
        return entity.type == "AGE" and word in ("old", "young", "age", "years old", "year", "grade")
    if found == "Grant" and _GRANTED.match(text, entity.end):
        return True
    begins = text[entity.start - 1 : entity.start] in ("", "\n") and entity.type in _FIRM
    if begins and _KEY.match(text, entity.start) and all(map(names.common.__contains__, word.split())):
        # "Home town - Oslo"
        return True
    if begins and word in names.common and _IN_KEY.match(text, entity.end):
        return True
    if found.islower() and word.endswith(_HOUSES) and all(map(names.common.__contains__, word.split())):
        # "at the lake house"
        return True
    if found.islower() and word.rpartition(" ")[2] in _INSTITUTIONS:
        # "names for a boutique bakery"
        return _INDEFINITE.search(text, max(0, entity.start - 4), entity.start) is not None
    # "A) the first, B) the second", a car called "F-150", "BP 140/90"
    numbering = len(found) == 1 and _NUMBERED.match(text, entity.end) is not None
    if numbering or (found.isupper() and len(found) <= _LONGEST_ABBREVIATION and _MEASURED.match(text, entity.end)):
        return True
    # "name": "Button"
    if entity.type == "PERSON" and word in names.common and word.endswith("s") and _LISTED.match(text, entity.end):
        return True
    thing = entity.type == "PERSON" and word in names.common and word not in names.given
    if thing and _CALLED.search(text, max(0, entity.start - 10), entity.start):
        return True
    # "the jay", "i'm frank": names that are words too; patterns know the places where the name is meant.
    if entity.type == "PERSON" and found.islower() and (word in names.cued or word in names.common):
        if _OBJECT.match(text, entity.end):
            return True
        doubtful = entity.score < _SURE and word not in names.given and word not in names.surnames
        behind_article = _ARTICLE.search(text, max(0, entity.start - 4), entity.start) is not None or (
            word in _VIRTUES and _BY_VIRTUE.search(text, max(0, entity.start - 8), entity.start) is not None
        )
        return (
            doubtful
            or behind_article
            or word in ADJECTIVES
            or (word in _OFFICE and text[entity.start - 3 : entity.start] == "ms ")
        )
    return word in ORDINARY
