"""Numbers of a range or list that share a month or unit: "from 3 to 10 May", "March 12, 14 and 19", "5, 10 and 20 mg".

Detectors find the one that stands beside the month or unit; without this the others would stay. Days behind a weekday
("Monday 12") are found here too. `Detection` asks once findings are merged, in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from dp_gateway.languages.conventions import BETWEEN_DAYS, table
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.rules import MONTH_AND_DAY, NUMBER_WORDS
from dp_gateway.patterns.said_sums import SAID_BESIDE, is_sum_beside
from dp_gateway.patterns.structure import regions
from dp_gateway.public.lists import refers
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import alternatives

_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th|er|[.º°]|\s?[日号號])?"
_COMMA = r",\s?"
_YEAR = r"(?:1[89]|20)[0-9]{2}"
# "May 3 and 10 people came" counts people: what follows a day is no noun.
_NO_NOUN = (
    r"(?=\s*(?:[.,;:)!?\"”\n-]|\Z)|\s(?:at|in|for|from|is|are|was|were|has|have|had|will|can|came|went|live|go|we|i|he|she|they|it|with|please|this|next|each|every|"
    r"and|or|but|to|as|when|because|by|on|if|so|works?|through|until|till|starting|beginning|effective|after|before|und|oder|y|o|et|ou|e|lub|en|of)\b|[^\x00-\x7f])"
)
# Before the first word of the date; in front of the month of one whose day nobody found, without a joint.
_BEFORE = re.compile(
    rf"(?<![\w.,:/$€£#-])(?:{_DAY}(?:{BETWEEN_DAYS}|{_COMMA})){{0,9}}{_DAY}(?P<joint>{BETWEEN_DAYS}|,|\s(?:of\s|de\s)?)\Z"
)
_BEHIND = re.compile(
    rf"(?:(?:{BETWEEN_DAYS}|{_COMMA}){_DAY}(?:(?<=[日号號])|(?![\w%]|[:./][0-9]|,[0-9]{{3}}))(?:(?<=[a-z日号號])|(?=,?\s(?:of\s)?{_YEAR})|(?i:{_NO_NOUN}))){{1,9}}"
    rf"(?:,?\s(?:of\s)?{_YEAR}(?![\w]))?"
)
_NO_DAYS = ("at ", "At ", "day ", "Day ", "DAY ", "Week ", "Stage ", "Part ")
"""What a number stands behind that is no day of a month: an hour, or a day of a plan."""
_TO, _LONGEST_TO = re.compile(r" ?(?:to|until|till|through|[-–—]) ?"), 10
_PERIOD = re.compile(rf"(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{{0,6}}\.? )?{_YEAR}", re.IGNORECASE)
_NUMERIC = re.compile(r"[0-9]{1,2}(?:[./][0-9]{1,2}[./][0-9]|\.\s?[0-9]{1,2}\.)")
_DOTTED = re.compile(r"(?<![\w.,])(?:3[01]|[12][0-9]|0?[1-9])\.(?:1[0-2]|0?[1-9])\.(?![\w])")
_ONE_SLASHED = re.compile(MONTH_AND_DAY)
_SLASHED_RUN = re.compile(
    rf"(?<![\w.,/$€£#-]){MONTH_AND_DAY}(?:(?:\s?[-–,]\s?|,? (?:and|or|to|through|thru|until) )"
    rf"{MONTH_AND_DAY}){{1,9}}(?![\w%/]|[.:,-][0-9])"
)
_SLASHED_ANY = re.compile(
    rf"(?<![\w.,:/$€£#-]){MONTH_AND_DAY}"
    r"(?![\w%/]|[.:,-][0-9]|\s(?:cups?|of|tsp|tbsp|teaspoons?|tablespoons?|inch|lbs?|oz)\b)"
)
_FIRST, _FEWEST_SLASHED, _MANY_SLASHED = re.compile(r"(?:\A|\n|[;.:•*-] )\Z"), 3, 4
_REACH = 80


@cache
def _months() -> re.Pattern[str]:
    """The names of months in all languages."""
    names = {name for of_months, _ in table().values() for name in of_months}
    written = alternatives(map(re.escape, names))
    return re.compile(rf"(?<![^\W_])(?:{written})(?![^\W\d_])|[0-9]\s?月", re.IGNORECASE)


@cache
def _weekdays() -> frozenset[str]:
    """The names of weekdays in all languages, as texts write them; short ones of English alone, with a capital."""
    found = {"Tues", "Weds", "Thur", "Thurs"}
    for (language, style), (_, of_days) in table().items():
        if style != "short":
            found.update(form for name in of_days for form in (name.lower(), name.capitalize(), name.upper()))
        elif language == "en":
            found.update(of_days)
    return frozenset(found)


def _periods(text: str, dates: Sequence[Entity]) -> Iterator[Entity]:
    """Yield years or months that begin and end something as one, so that they are drawn in order: "2017 to 2021"."""
    for first, last in pairwise(dates):
        near = last.start - first.end < _LONGEST_TO and _TO.fullmatch(text, first.end, last.start)
        if near and _PERIOD.fullmatch(text, *first[:2]) and _PERIOD.fullmatch(text, *last[:2]):
            yield first._replace(end=last.end)


def days_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Yield each date that names a month, with the other days that its month is said of.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    dates = [entity for entity in entities if entity.type == "DATE_TIME"]
    yield from _periods(text, dates)
    # "12.03." may be a number; where one is a date, the others of the text are too.
    dotted = [found.span() for found in _DOTTED.finditer(text)] if dates else []
    if any(start <= one.start < end for start, end in dotted for one in dates):
        yield from (dates[0]._replace(start=start, end=end - 1) for start, end in dotted)
    # "3/14, 3/21 and 4/2": the others of a row in which one is a date.
    places = {(one.start, one.end) for one in dates}
    for run in _SLASHED_RUN.finditer(text) if any("/" in text[start:end] for start, end in places) else ():
        row = [found.span() for found in _ONE_SLASHED.finditer(text, *run.span())]
        if not places.isdisjoint(row):
            yield from (dates[0]._replace(start=start, end=end) for start, end in row)
    # "11/2 parking lot; 11/9 left a note": a list of days, of which some were found.
    if days := {start for start, end in places if _ONE_SLASHED.match(text, start, end)}:
        every = [one for one in _SLASHED_ANY.finditer(text) if one.start() not in days]
        many = len(days) + len(every) >= _MANY_SLASHED
        first = [one for one in every if many or _FIRST.search(text, max(0, one.start() - 2), one.start())]
        if many or len(days) + len(first) >= _FEWEST_SLASHED:
            yield from (dates[0]._replace(start=one.start(), end=one.end()) for one in first)
    for entity in dates:
        month = _months().search(text, entity.start, entity.end) or _NUMERIC.match(text, entity.start, entity.end)
        if month is None:
            continue
        start, end = entity.start, entity.end
        first = max(start - _REACH, 0)
        # In "9月3日—5日、10月2日" days stand behind their months.
        before = None if month[0][-1] == "月" else _BEFORE.search(text[first:start])
        # "on Monday at 11 or Tuesday 9 December", "Day 1 - Tuesday, 7 April"
        other = before is not None and text.endswith(_NO_DAYS, 0, first + before.start())
        if before and not other and (before["joint"].strip() or month[0].isalpha()):
            start = first + before.start()
        if (behind := _BEHIND.match(text, end, end + _REACH)) is not None:
            end = behind.end()
        if (start, end) != (entity.start, entity.end):
            yield entity._replace(start=start, end=end)


_DIGIT = re.compile(r"[0-9](?<=\s.)")
_NUMBER = re.compile(
    r"\s(?P<day>(?:3[01]|[12][0-9]|0?[1-9])(?:/(?:1[0-2]|0?[1-9])|\.(?:1[0-2]|0?[1-9])\.)(?![\w%/]|[:.,][0-9])"
    # "Thursday 9-11am" and "Saturday 11-11.30" are times of day, and "late on Thurs, 3rd time this month" counts.
    rf"|(?P<d>{_DAY})(?! (?:times?|attempts?|visits?|warnings?|floor|place|grade|year|class|round|week|one)\b)"
    rf"(?![\w%/]|[:.,][0-9]|\s?[-–]\s?[0-9]{{1,2}}(?:\s?[ap]m|[.:][0-9]{{2}}))(?:(?<=[a-z])|(?P<counts>(?!(?i:{_NO_NOUN})))|))"
)
_WEEKDAY_BEFORE = re.compile(r"(?P<v>[^\W\d_]{3,12}+(?:-feira)?)\.?,?\s(?:the\s|den\s|dem\s|le\s|dia\s|día\s)?\Z")
_LONGEST_BEFORE = 24
_ENGLISH = frozenset("mon tue tues wed weds wednes thu thur thurs fri sat satur sun".split())


def weekdays_with_days(text: str) -> Iterator[Entity]:
    """Find each weekday with the day of the month behind it: "Monday 12", "Sat 13.3.", "lunes 12"."""
    done = 0
    for digit in _DIGIT.finditer(text):
        day = _NUMBER.match(text, digit.start() - 1) if digit.start() > done else None
        if day is None:
            continue
        done = day.end()
        first = max(day.start("day") - _LONGEST_BEFORE, 0)
        weekday = _WEEKDAY_BEFORE.search(text[first : day.start("day")])
        if weekday is None or weekday["v"] not in _weekdays():
            continue
        # "On Monday 12 people came" is English.
        if day["counts"] is None or weekday["v"].lower().removesuffix("day") not in _ENGLISH:
            yield Entity(first + weekday.start(), day.end(), "DATE_TIME", 0.85, "patterns")


# What a list of expenses may hold beside them.
_NO_EXPENSE = frozenset(
    "age aged apt chapter day days flat floor no page pages room row seat step unit week year".split()
)
_EXPENSE = re.compile(
    r"(?:(?<=[,;:] )|(?<=\n)|(?<=and )|(?<![^\n]))[A-Za-z][A-Za-z'’/&-]{1,16}(?: [A-Za-z'’/&-]{1,16}){0,2} "
    r"~?(?P<v>[1-9][0-9]{0,2}(?:,[0-9]{3}|[0-9]{1,3})?(?:\.[0-9]{2})?)"
    r"(?=ish\b|[,;]\s|\.(?:\s|\Z)|\Z|\n| [x×] ?[0-9]| @ ?[0-9]| and | \([^()\n]{1,30}\)[,;.\n]|"
    r"/(?:mo|month|wk|week|yr|year)\b)"
)
_GAP, _FEWEST = 36, 3


def expenses_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find amounts of a list of expenses of which one was found: "rent 850, car 219.50, Klarna 45 x 3, phone 28"."""
    places = {one.start: one for one in entities if one.type == "MONEY" and text[one.start].isdigit()}
    rows: list[list[re.Match[str]]] = []
    for item in _EXPENSE.finditer(text) if places else ():
        if item.group().split()[-2].lower() in _NO_EXPENSE:
            continue
        if rows and item.start() <= rows[-1][-1].end() + _GAP:
            rows[-1].append(item)
        else:
            rows.append([item])
    for row in rows:
        found = next((places[one.start("v")] for one in row if one.start("v") in places), None)
        if found is not None and len(row) >= _FEWEST:
            yield from (found._replace(start=one.start("v"), end=one.end("v")) for one in row)


_NAMED_AGE = r"[A-Z][\w'’-]{1,20} [1-9][0-9]?"
_NAMED_AGES = re.compile(
    r"\b(?:[Kk]ids|[Cc]hildren|[Ss]ons|[Dd]aughters|[Bb]oys|[Gg]irls|[Tt]wins|[Gg]randkids|[Nn]ieces|[Nn]ephews)"
    rf"(?: are| were| called| named|,|:)? (?P<v>{_NAMED_AGE}(?:(?:,| and| &|, and) {_NAMED_AGE}){{1,5}})"
    r"(?![\w%:/-]|[.,][0-9])"
)
_OF_CHILDREN = tuple("ids hildren sons Sons aughters oys irls wins ieces ephews".split())
_YEARS = re.compile(r"(?<= )[0-9]{1,2}(?![0-9])")


def ages_beside(text: str) -> Iterator[Entity]:
    """Find the ages of children behind their names: "kids are Indi 9 and Jett 6"."""
    for row in _NAMED_AGES.finditer(text) if any(word in text for word in _OF_CHILDREN) else ():
        for found in _YEARS.finditer(text, *row.span("v")):
            yield Entity(*found.span(), "AGE", 0.85, "patterns")
    for found in _OF_KIN.finditer(text):
        yield Entity(*found.span("v"), "AGE", 0.85, "patterns")


# "dau Naledi 3, lives with"
_OF_KIN = re.compile(
    r"\b(?:[Dd]au|[Dd]tr|[Dd]aughter|[Ss]on|[Gg]irl|[Bb]oy|[Bb]aby|[Ss]is|[Bb]ro|[Bb]rother|[Ss]ister|[Nn]iece|[Nn]ephew|"
    r"[Gg]rand(?:son|daughter)|[Kk]id) [A-Z][\w'’-]{1,20},? "
    r"(?P<v>[1-9][0-9]?)(?=[,;.)\n]|\Z| (?:and|&|yrs?|y/o|yo)\b)(?![.,][0-9])"
)


def amounts_of_people(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find the amounts to the cent that end lines behind names: "Ann Marsden   1,820.40"."""
    found = [match for one in entities if one.type == "PERSON" and (match := _OF_PERSON.match(text, one.end))]
    if len(found) > 1:
        yield from (Entity(*match.span("v"), "MONEY", 0.85, "patterns") for match in found)


_OF_PERSON = re.compile(
    r"(?:\.|[ ]\([^()\n]{1,24}\))?(?:[ \t]{2,40}|[ .]{3,40}|[ ]?[:–—-] ?| )"
    r"(?P<v>[0-9]{1,3}(?:,?[0-9]{3}){0,3}\.[0-9]{2})(?=[ \t]{0,9}(?:\n|\Z)|[ \t]{2})"
)


_TO_THE_CENT = re.compile(r"(?<![\w.,/$€£-])[1-9][0-9]{0,2}(?:,[0-9]{3}){1,3}\.[0-9]{2}(?![\w%]|[.,]?[0-9])")

# "Basic 1,988.00  Nights 214.50  Pension -99.40": of a payslip or an account small ones, too.
_ANY_TO_THE_CENT = re.compile(
    r"(?<![\w.,/$€£:+-])[+-]?[0-9]{1,3}(?:(?:,?[0-9]{3}){1,3}\.[0-9]{2}|\.[0-9]{2}|(?:\.[0-9]{3}){0,3},[0-9]{2})"
    r"(?=[ \t]{0,40}(?:[|;\n]|\Z|[ \t][A-Z£$€(+-]))"
)
_OF_ACCOUNTS = re.compile(
    r"\b(?:pay ?slip|salary|wages|gross|net pay|nett|earnings|garnishment|PAYE|IBAN|sort code|zelle|venmo|"
    r"direct debit|standing order|pos debit|ach credit|account statement|bank statement|kontoauszug)\b",
    re.IGNORECASE,
)

# Of a bill, a ledger or a till: two of them make all amounts to the cent some of money.
_OF_LEDGERS = re.compile(
    r"\b(?:(?P<a>total|subtotal|sub-total)|(?P<b>balance|bal|b/f|c/f|c/d|brought forward)|"
    r"(?P<c>due|owed|owing|arrears|o/s)|(?P<d>paid|pd|payment|receipt|recd)|(?P<e>invoice|inv|bill)|"
    r"(?P<f>rent|fee|fees|fare|deposit|dep|refund|float|takings)|"
    r"(?P<g>vat|gst|hst|tax)|(?P<h>credit|debit|cr|dr|creditors|debtors)|(?P<i>cash|till|cheque|chq|petty)|"
    r"(?P<j>amount|amt|price|cost|gross|net|disc|discount))\b",
    re.IGNORECASE,
)
_LEAST_OF_LEDGER, _LEAST_OF_CENTS = 2, 3
_IN_LEDGER = re.compile(
    r"(?<![\w.,/$€£:+-])(?:[-+(]|(?<=\s)-)?[0-9]{1,3}"
    r"(?:(?:,?[0-9]{3}){1,3}\.[0-9]{2}|\.[0-9]{2}|(?:\.[0-9]{3}){0,3},[0-9]{2})"
    r"(?![\w%.,:/]|-[0-9]| ?(?:kg|g|mg|ml|l|cm|mm|m|km|hrs?|h|x|°|oz|lb)\b)"
)


def amounts_of_ledgers(text: str) -> Iterator[Entity]:
    """Find the amounts to the cent of a bill or a ledger, which names no currency: "Rent due  185.00   pd 150.00"."""
    found = [*_IN_LEDGER.finditer(text)]
    if len(found) < _LEAST_OF_CENTS:
        return
    words = {match.lastgroup for match in _OF_LEDGERS.finditer(text)}
    if len(words) >= _LEAST_OF_LEDGER and all(region.kind != "code" for region in regions(text)):
        yield from (Entity(*one.span(), "MONEY", 0.85, "patterns") for one in found)


def amounts_to_the_cent(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find the other amounts written to the cent where one of money is: "wages 61,204.18, fed withheld 7,311.09"."""
    of_money = next((one for one in entities if one.type == "MONEY"), None)
    if of_money is None:
        return
    written = _ANY_TO_THE_CENT if _OF_ACCOUNTS.search(text) else _TO_THE_CENT
    for found in written.finditer(text):
        yield of_money._replace(start=found.start(), end=found.end())


_PLACED = frozenset(("LOCATION", "STREET_ADDRESS"))
# The areas of British postal codes.
_AREAS = (
    "AB|AL|B|BA|BB|BD|BH|BL|BN|BR|BS|BT|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|G|"
    "GL|GU|GY|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|"
    "OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|"
    "WF|WN|WR|WS|WV|YO|ZE"
)
_EMPLOYER = re.compile(
    r"(?: by (?:day|trade|profession))?(?:,? (?:at|with|for|over at|employed by|working for) (?:the )?| \()"
    r"(?P<v>[A-Z][\w&'’.-]{1,30}(?: (?:(?:&|and|of) )?[A-Z][\w&'’-]{1,30}){0,3})"
)
_FIRMS, _FARTHEST_EMPLOYER = frozenset(("company", "house")), 140


def employers_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find known firms directly behind somebody's job that are words too: "a goldsmith at Visa", "lifeguard (Shell)".

    Args:
        entities: what was found in it: disjoint, in order, with what is public.
    """
    for at, one in enumerate(entities):
        if one.type != "JOB_TITLE" or one.public:
            continue
        found = _EMPLOYER.match(text, one.end, one.end + _FARTHEST_EMPLOYER)
        if found is None or any(other.start < found.end() for other in entities[at + 1 : at + 2]):
            continue
        if any(of.kind in _FIRMS for of in refers(found["v"])):
            yield Entity(*found.span("v"), "ORGANIZATION", _AS_EMPLOYER, one.detector)


_AS_EMPLOYER = 0.8
_DISTRICT = re.compile(rf",?[ \n](?P<v>(?:{_AREAS})[1-9][0-9A-Z]?)(?![\w'’-]| [0-9][A-Z]{{2}})")
# "18 Fitzwilliam Sq South, Dublin 2, D02 XF85"
_OF_TOWN = re.compile(r" (?P<v>[0-9]{1,2})(?=[,.;)\n]|\Z)(?!\.[0-9])")

_END_OF_DISTRICT = re.compile(r"[A-Z][1-9][0-9A-Z]?[.,;)\n]")
_DISTRICT_ALONE = re.compile(rf"(?:(?<=[.;\n] )|(?<=\n)|(?<=[(,] ))(?:{_AREAS})[1-9][0-9A-Z]?(?=[.,;)\n])")


def districts_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find the first halves of British postal codes behind a town or street: "Exeter EX2", "Lavender Hill, SW11"."""
    if any(entity.type == "STREET_ADDRESS" for entity in entities):
        # "22b Marchmont Crescent ... EH9."
        for found in _DISTRICT_ALONE.finditer(text) if _END_OF_DISTRICT.search(text) else ():
            yield Entity(*found.span(), "POSTCODE", 0.85, "patterns")
    streets = {entity.end + len(", ") for entity in entities if entity.type == "STREET_ADDRESS"}
    for entity in entities:
        if entity.type in _PLACED and (found := _DISTRICT.match(text, entity.end)):
            yield Entity(*found.span("v"), "POSTCODE", 0.85, "patterns")
        elif entity.start in streets and entity.type == "LOCATION" and (found := _OF_TOWN.match(text, entity.end)):
            yield Entity(*found.span("v"), "ID_NUMBER", 0.85, "patterns")


_HOUSE = re.compile(
    r"(?:\A|\n|[,;:(] |\b(?:at|to|of|from|for|in|address|live|lives|lived|moved) )"
    r"(?P<v>[1-9][0-9]{0,3}[A-Za-z]? (?P<street>[A-Z][\w'’]{1,24}(?:[ -][A-Za-z][\w'’]{0,24}){0,3})),\s\Z"
)
_LONGEST_HOUSE = 96


def houses_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find houses of streets that no kind ends, before the town: "the keys to 2 Pant-y-Celyn, Machynlleth"."""
    for entity in entities:
        if entity.type != "LOCATION" or text[entity.start - 2 : entity.start] not in (", ", ",\n"):
            continue
        house = _HOUSE.search(text, max(0, entity.start - _LONGEST_HOUSE), entity.start)
        if house is not None and not _months().search(house["street"]) and not _is_ordinary(house["street"]):
            yield Entity(*house.span("v"), "STREET_ADDRESS", 0.8, "patterns")


def _is_ordinary(words: str) -> bool:
    """Whether all of some words are ordinary ones, or their plurals: "3 Engineers, Leeds"."""
    common = default_lexicon()[0].common
    each = words.lower().replace("-", " ").split()
    return all(word in common or word.removesuffix("s") in common for word in each)


_CUT = frozenset("ID_NUMBER STREET_ADDRESS AGE DATE_TIME MONEY PERCENTAGE QUANTITY DURATION".split())
_REST_OF_WORD = re.compile(
    r"(?<=ty)-(?:one|two|three|four|five|six|seven|eight|nine)(?![\w-])|"
    r"(?<=[0-9])/[0-9]{1,4}(?![\w/])",
    re.IGNORECASE,
)
# "7 ans et demi", "20 mesi e mezzo"
_REST_OF_AGE = re.compile(r" (?:et demie?|y medio|e mezzo|e mei[oa]|en een half|i pół|and a half)(?!\w)")
_REST_OF_FLOOR = re.compile(r"(?<=[0-9](?:st|nd|rd|th)) floor(?: (?:left|right|flat|front|rear|back))?\b")
_REST_OF_GROUPS, _GROUPS = re.compile(r" [0-9]{1,4}(?![\w,%/]|\s%|[.:-]\w)"), re.compile(r"[0-9]{2,5}(?: [0-9]{2,5})+")
# "AA/31 44 18 C"
_ENDS_IN_PAIR = re.compile(r"[^\W_][ /-][0-9]{2}\Z")
_REST_OF_PAIRS = re.compile(r"(?:(?: [0-9]{2}){1,4}(?: [A-D])?| [A-D])(?![\w,%/]|\s%|[.:-]\w)")
# "24/01873/FUL", "24-H-118823": of a code of several parts all are found.
_PARTS_BEFORE = re.compile(r"(?<![\w./-])(?:[A-Z0-9]{1,6}[/-]){1,3}\Z")
_PARTS_BEHIND = re.compile(r"(?:[/-](?=[A-Z]{0,5}[0-9]|[A-Z]{1,5}[/-][A-Z]{0,5}[0-9])[A-Z0-9]{1,12}){1,3}(?![\w/-])")
_LONGEST_PARTS, _DIGITS_OF_CODE = 24, 6
_LAST_GROUP, _GROUPS_BEFORE = (
    re.compile("[0-9]{3,4}"),
    re.compile(r"(?:(?<=: )|(?<=:))[0-9]{2,4} (?:[0-9]{2,4} ){0,4}\Z"),
)
_REACH_OF_GROUPS = 32
# "3-14-9 Kamiuma": blocks and houses of Japan
_BLOCK_BEFORE = re.compile(r"(?<![\w./-])(?:[0-9]{1,4}-){1,3}\Z")


def _is_code(found: str) -> bool:
    """Whether what has several parts is a code: "24/01873/FUL", not a blood pressure of "115/67"."""
    return any(map(str.isalpha, found)) or sum(map(str.isdigit, found)) >= _DIGITS_OF_CODE


def numbers_cut(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Yield whole each number of which a model found a part alone: "fifty" of "fifty-six", "14" of "14/3"."""
    for entity in entities:
        if entity.type not in _CUT:
            continue
        rest = (_REST_OF_FLOOR if entity.type == "STREET_ADDRESS" else _REST_OF_WORD).match(text, entity.end)
        if entity.type == "ID_NUMBER" and _LAST_GROUP.fullmatch(text, entity.start, entity.end):
            # "Tel: 867 5309"
            before = _GROUPS_BEFORE.search(text, max(0, entity.start - _REACH_OF_GROUPS), entity.start)
            if before is not None:
                yield entity._replace(start=before.start())
        if entity.type == "ID_NUMBER" and text[entity.start - 1 : entity.start] in ("/", "-"):
            parts = _PARTS_BEFORE.search(text, max(0, entity.start - _LONGEST_PARTS), entity.start)
            if parts is not None and _is_code(text[parts.start() : entity.end]):
                yield entity._replace(start=parts.start())
        if rest is None and entity.type in ("AGE", "DURATION"):
            rest = _REST_OF_AGE.match(text, entity.end)
        if rest is None and entity.type == "ID_NUMBER":
            parts = _PARTS_BEHIND.match(text, entity.end)
            rest = parts if parts is not None and _is_code(text[entity.start : parts.end()]) else None
        if rest is None and entity.type == "ID_NUMBER" and _ENDS_IN_PAIR.search(text, entity.start, entity.end):
            rest = _REST_OF_PAIRS.match(text, entity.end)
        if rest is None and entity.type == "ID_NUMBER" and _GROUPS.fullmatch(text, entity.start, entity.end):
            rest = _REST_OF_GROUPS.match(text, entity.end)
        if entity.type == "STREET_ADDRESS" and (
            block := _BLOCK_BEFORE.search(text, max(0, entity.start - _REACH_OF_GROUPS), entity.start)
        ):
            yield entity._replace(start=block.start())
        if rest is not None:
            yield entity._replace(end=rest.end())


_SIGNS = "$€£¥₹"
_AMOUNTS = frozenset(("MONEY", "PERCENTAGE", "QUANTITY", "DURATION", "AGE"))
# Years are no amounts.
_ONE = r"(?!(?:19|20)[0-9]{2}(?![0-9.,]))(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,9})(?:\.[0-9]{1,4})?"
_SHARED = rf"(?:{BETWEEN_DAYS}|\s?(?:±|\+/-|[x×])\s?)"
_EACH = rf"{_ONE}(?:{_SHARED}|{_COMMA})"
# A comma joins more than two: "Room 12, 15 kg" has one amount, "12, 15, 18 kg" three, as has "12, 15 and 18 kg".
_FEWER_BEFORE = re.compile(rf"(?<![\w.,:/#$€£+-])(?:(?:{_EACH}){{0,9}}{_ONE}{_SHARED}|(?:{_EACH}){{1,9}}{_ONE},\s)\Z")
_JOINT = re.compile(rf"[0-9](?:{_SHARED}|{_COMMA})\Z")
_LONGEST_JOINT = 24
"""What every list before an amount ends in: to look for it alone takes a tenth of the time."""
_WORD_BEFORE = re.compile(rf"\b(?:{alternatives(NUMBER_WORDS)}){BETWEEN_DAYS}\Z", re.IGNORECASE)
_FEWER_BEHIND = re.compile(
    rf"(?:(?:{_SHARED}|{_COMMA}){_ONE}(?![\w%$€£]|[:.,/-]?[0-9]|[- ]?[€$£%])(?i:{_NO_NOUN})){{1,9}}"
)


_REACH_OF_SUM = 200


def sums_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find numbers in words near a sum that says of them that money is meant: "asked nine thousand, got seventy"."""
    windows: list[tuple[int, int, Entity]] = []
    for one in (one for one in entities if one.type == "MONEY"):
        start, end = max(0, one.start - _REACH_OF_SUM), one.end + _REACH_OF_SUM
        if windows and start <= windows[-1][1]:
            start = windows.pop()[0]
        windows.append((start, end, one))
    for start, end, one in windows:
        for found in SAID_BESIDE.finditer(text, start, end):
            if is_sum_beside(found["v"]):
                yield one._replace(start=found.start("v"), end=found.end("v"))


def amounts_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Yield each amount with the other numbers that its unit is said of: before it, and behind one whose unit stands
    first.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    edges = [0, *(entity.end for entity in entities)], [*(entity.start for entity in entities), len(text)]
    for at, one in enumerate(entities):
        # Of a list some may have been found, and others not: "12, 15, 18 and 22 years old".
        if at and one.type == entities[at - 1].type and one.type in _AMOUNTS:
            edges[0][at] = edges[0][at - 1]
    for at, entity in enumerate(entities):
        if entity.type not in _AMOUNTS:
            continue
        start, end = entity.start, entity.end
        first = max(start - _REACH, edges[0][at])
        if not text[end - 1].isdigit():
            before = None
            if not text[start].isdigit():
                before = _WORD_BEFORE.search(text[first:start]) if text[start] not in _SIGNS else None
            elif _JOINT.search(text[max(start - _LONGEST_JOINT, first) : start]):
                before = _FEWER_BEFORE.search(text[first:start])
            start = first + before.start() if before else start
        elif text[end - 1].isdigit() and entity.type in ("MONEY", "AGE"):
            last = min(end + _REACH, edges[1][at + 1])
            if behind := _FEWER_BEHIND.match(text, end):
                end = behind.end() if behind.end() <= last else end
        if (start, end) != (entity.start, entity.end):
            yield entity._replace(start=start, end=end)
