"""Works out what a question asks of drawn values on the true ones as well.

"Four of us share a bill of $1,950. How much does each pay?" shows the operation in the request, where a reply may hold
its result alone: "$487.50 each". Sums, shares, percentages, ages in some years and the days between two dates are
worked out for both sides; where a reply holds a result of the drawn values, that of the true ones is put there. The
weekday and the season of a date are such results too, and the day that is so many days behind it.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal, DecimalException
from itertools import chain, permutations, starmap
from typing import NamedTuple

from dp_gateway.cache import Memory
from dp_gateway.restore.facts import asks
from dp_gateway.restore.replacement import Replacement
from dp_gateway.vocabulary.numerals import NUMBER_WORDS

_MOST_OPERANDS = 8
_CENTS = 2
_LEAST = 10
"""A smaller result is found by chance."""

_WORDS = {name: Decimal(number) for name, number in NUMBER_WORDS.items() if number in range(2, 13)} | {
    "half": Decimal(2),
    "halve": Decimal(2),
    "both": Decimal(2),
    "twice": Decimal(2),
}
_NEXT = re.compile(r"\b(?:next|last) year\b", re.IGNORECASE)
_SPELLED = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
PERCENT = re.compile(r"%|per ?cent", re.IGNORECASE)
_ORDER = re.compile(
    r"\b(?:convert|calculate|compute|work out|add|subtract|split|divide|multiply|sum|totals?)\b", re.IGNORECASE
)
_PROPORTION = re.compile(
    r"%|per ?cent|\b(?:share|proportion|fraction|part) of\b|\bhow much (?:more|less|higher|lower)\b|"
    r"\b(?:increase|decrease|raise|rise|growth|change)\b",
    re.IGNORECASE,
)
_DIVIDED = re.compile(
    r"\b(?:shar|split|divid|halv|each\b|half\b|per (?:person|head)|among|equal|rate\b|instalment|average\b|"
    r"one costs?\b|times as|how many times|ratio\b)",
    re.IGNORECASE,
)
_AMONG = re.compile(
    r"\b(?:among|amongst|between) [A-Z][\w'’-]{1,20}(?:, [A-Z][\w'’-]{1,20}){0,7} and (?:[A-Z]|me\b|us\b)"
)
"""Between how many something is shared who are named: "among Ann, Ben and Cy"."""
_PERIODS = (("month", "year", Decimal(12)), ("week", "year", Decimal(52)), ("day", "week", Decimal(7)))
_TIMES = re.compile(
    r"\btimes\b|\btwice\b|\b(?:a|per|each|every) (?:day|week|month|year)\b|\bfor \w+ \w+|\ban hour\b|"
    r"\bper (?:kg|kilo\w*|pound|hour|night|person|head|mile|km|unit|piece|square)\b|\bconvert\b|\brate (?:of|is)\b|"
    r"\beach (?:gets?|costs?|pays?|needs?|one)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(r"\b(day|week|month|year)(?:s|ly)?\b")
_AVERAGE = re.compile(r"\baverage|\bmean\b", re.IGNORECASE)
_UNITS: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = tuple(
    (
        re.compile(rf"(?<![^\W\d_])(?:{one})\b", re.IGNORECASE),
        re.compile(rf"(?<![^\W\d_])(?:{other})\b", re.IGNORECASE),
        of,
    )
    for one, other, of in (
        ("kgs?|kilos?|kilograms?", "lbs?|pounds?", "2.20462262"),
        ("kgs?|kilos?|kilograms?", "stones?|st", "0.15747304"),
        ("g|grams?", "oz|ounces?", "0.03527396"),
        ("km|kilomet(?:er|re)s?", "mi|miles?", "0.62137119"),
        ("cm|centimet(?:er|re)s?", "inch(?:es)?", "0.39370079"),
        (r"(?<=\d)m|(?<=\d )m|met(?:er|re)s?", "ft|feet|foot", "3.28083990"),
        ("l|lit(?:er|re)s?", "gallons?", "0.26417205"),
    )
)
"""How many of the second unit are one of the first, where a question names both."""
_ASKED = re.compile(r"(?<![^.!?\n])[^.!?\n]*+\?")
_PLUS = re.compile(
    r"\b(?:total|together|altogether|sum|combined|plus|add(?:ed|ing)?|comes? to|how old|"
    r"(?:what|which|my|his|her|their|our|your) age|"
    r"all in all|overall|both)\b",
    re.IGNORECASE,
)
_MINUS = re.compile(
    r"\b(?:difference|minus|left|live on|remain\w*|more|less|ago|subtract|change|born|older|younger|apart|between|"
    r"until|ahead of|behind|how long|how many years|r[io]se|fell|dropped|grew|increas\w*|decreas\w*|missing|short|"
    r"(?:age|old) (?:was|were)|"
    r"gap|back|gain\w*|profit|loss|spent|went (?:up|down)|sold (?:it |them )?for)\b",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(r"\b(?:difference|differ|apart|gap)\b", re.IGNORECASE)
"""A result of which nobody asks the sign."""
_DAYS = re.compile(r"\b(?:days?|weeks?|nights?|how long)\b", re.IGNORECASE)
_UNIT = re.compile(r"\s*-?(?:(?:day|night|week|month|year)s?|times)\b", re.IGNORECASE)
_IS_RESULT = re.compile(
    r"\b(?:answer|result|total|sum|(?:age )?(?:difference|gap)|remainder)(?: (?:in|of) (?:years|age|their ages))? "
    r"(?:is|was|would be|comes to)(?: exactly)?[\s*_:]{1,4}\Z",
    re.IGNORECASE,
)
"""Before a number that is told as a result: "The answer is"."""
_WHEN = re.compile(
    r"\b(?:which|what|on what|by what|the|end|due|exact) (?:date|day)\b|\b\d+(?:st|nd|rd|th) day\b|"
    r"\bwhen\b|\buntil\b|\b(?:last|first) day\b|\bdue\b|\bexpires?\b|\bdate\s?\?|"
    r"\bdead ?line\b|\bcut-?off\b|\bat the latest\b|\bno later than\b",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"(?<![\w.,])(?:(\d{1,3})(?:st|nd|rd|th)?|(an?|"
    + "|".join(_WORDS)
    + r"))[\s-](?:more |full |whole |working )?(day|week|month|year)s?\b",
    re.IGNORECASE,
)
_MONTHS_OF_YEAR = 12
_SEASON = re.compile(r"\bseasons?\b|\btime of (?:the )?year\b", re.IGNORECASE)
_SEASONS = (("winter",), ("spring",), ("summer",), ("autumn", "fall"))
_SOUTHERN = re.compile(r"\bsouthern\b", re.IGNORECASE)
_WEEKDAY = re.compile(r"\b(?:week ?day|days? of the week|what day|which day)\b", re.IGNORECASE)
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_WEEK = 7


class Operand(NamedTuple):
    """A number of the question, as sent and as typed. `drawn` and `original`: the number. `kind`: entity type; empty
    where it is none.
    """

    drawn: Decimal
    original: Decimal
    kind: str = ""


class DayPair(NamedTuple):
    """A day of the question, as sent and as typed."""

    drawn: date
    original: date


class _Asked(NamedTuple):
    """What the words of a question ask for.

    Attributes:
        anything: it asks at all.
        shown: which of `_OPERATIONS`, by their places.
        numbers: those that it spells, and that its units and periods are to each other.
        implied: some of these are the latter.
        average, together, days, difference: it asks for an average, for all amounts together, for the days between two
            dates, for a result without its sign.
    """

    anything: bool
    shown: tuple[int, ...] = ()
    numbers: tuple[Decimal, ...] = ()
    implied: bool = False
    average: bool = False
    together: bool = False
    days: bool = False
    difference: bool = False

    @classmethod
    def by(cls, question: str) -> _Asked:
        """What a question asks for."""
        if not (asks(question) or _ORDER.search(question) or not question.strip()):
            return cls(anything=False)
        implied = [*_implied(question.lower()), *_converted(question)]
        spelled = [_WORDS[found[0].lower()] for found in _SPELLED.finditer(question)]
        among = [Decimal(found[0].count(",") + 2) for found in _AMONG.finditer(question)]
        following = [Decimal(1)] * (_NEXT.search(question) is not None)
        numbers = dict.fromkeys([*spelled, *implied, *among, *following])
        return cls(
            True,
            tuple(place for place, (sign, _) in enumerate(_OPERATIONS) if sign.search(question)),
            tuple(numbers)[: _MOST_OPERANDS // 2],
            bool(implied),
            _AVERAGE.search(question) is not None,
            (_PLUS.search(question) or _PROPORTION.search(question)) is not None,
            _DAYS.search(question) is not None,
            _DIFFERENCE.search(question) is not None,
        )


_asked_lately = Memory(256)
"""A conversation has the same last question for many turns."""


class Results:
    """The results that a question asks for. `question`: the text, as typed; its words show the operations. `operands`:
    gives its numbers; those that stay as they are on both sides alike. `days`: gives its dates.
    """

    def __init__(
        self, question: str, operands: Callable[[], Iterable[Operand]], days: Callable[[], Sequence[DayPair]] = list
    ) -> None:
        self._found: list[Operand] = []
        asked = _asked_lately.recall(lambda: _Asked.by(question), question)
        if asked.anything:
            found = chain(_worked(asked, operands), _between(days) if asked.days else ())
            if asked.difference:
                found = (one._replace(original=abs(one.original)) for one in found)
            self._found = [one for one in found if _tells(one)]

    def __bool__(self) -> bool:
        return bool(self._found)

    def of(self, value: Decimal, places: int, after: str = "", before: str = "") -> Decimal | None:
        """Find the true result where a reply writes that of the drawn values; None if it is none, or may be several.

        Args:
            value: a number of the reply.
            places: decimals that it was written with.
            after: what the reply writes behind it: a small number is a result where that is a unit of time, or "times".
            before: what it writes before it: a small number is a result where that says so, too.
        """
        half = Decimal(5).scaleb(-places - 1)
        large = places > 0 or value >= _LEAST or _UNIT.match(after) or _IS_RESULT.search(before)
        true = {
            exactly(one.original, places, rounded=one.drawn != value)
            for one in self._found
            if abs(one.drawn - value) <= half and large
        }
        return true.pop() if len(true) == 1 else None


def exactly(result: Decimal, places: int, *, rounded: bool) -> Decimal:
    """Write a result as a reply would write it. `result`: the exact one. `places`: decimals of the number that it
    stands for. `rounded`: that number was rounded; one that was not has two decimals where the exact one is no whole
    number.
    """
    needed = _CENTS if not rounded and result != result.to_integral_value() else 0
    return result.quantize(Decimal(1).scaleb(-max(places, needed)))


def _tells(one: Operand) -> bool:
    return one.drawn > 0


def _worked(asked: _Asked, operands: Callable[[], Iterable[Operand]]) -> Iterator[Operand]:
    """What the operations of a question give for each two of its numbers."""
    shown = [_OPERATIONS[place][1] for place in asked.shown]
    if asked.implied:
        shown = list(dict.fromkeys([*shown, _product, _quotient]))
    if not shown and not asked.average:
        return
    listed = list(dict.fromkeys(operands()))
    known = [Operand(one, one) for one in asked.numbers]
    numbers = [*listed[: _MOST_OPERANDS - len(known)], *known]
    if asked.together:
        # Of the amounts together a share is taken, or each pays one.
        sums = [_total(of) for of in (numbers, [one for one in listed if one.kind == "MONEY"]) if len(of) > 1]
        yield from sums
        numbers += sums[1:]
    if asked.average:
        alike = ([one for one in listed if one.kind == kind] for kind in {one.kind for one in listed})
        counted = [(_total(of), len(of)) for of in alike if len(of) > 1]
        yield from (Operand(one.drawn / count, one.original / count) for one, count in counted)
    for one, other in permutations(numbers, 2):
        if one.drawn != one.original or other.drawn != other.original:
            for work in shown:
                try:
                    sent, typed = work(one.drawn, other.drawn), work(one.original, other.original)
                except DecimalException:
                    continue
                yield from map(Operand, sent, typed)


def _total(of: Sequence[Operand]) -> Operand:
    return Operand(sum((one.drawn for one in of), Decimal()), sum((one.original for one in of), Decimal()))


def _implied(question: str) -> list[Decimal]:
    """What the periods of a question are to each other: "$1,430 a month: what is that a year?".

    Of one that is asked for alone, the other is that of a month and a year: "What is the monthly salary?".
    """
    question = question.replace("annual", "year")
    named = set(_PERIOD.findall(question))
    asked = {period for one in _ASKED.findall(question) for period in _PERIOD.findall(one)}
    told = [times for short, long, times in _PERIODS if {short, long} <= named]
    return told or [times for short, long, times in _PERIODS[:1] if asked & {short, long}]


def _converted(question: str) -> list[Decimal]:
    """How many of one unit are one of another, of which a question names both."""
    return [Decimal(of) for one, other, of in _UNITS if one.search(question) and other.search(question)]


def _share(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    share = one * other / 100
    return share, other + share, other - share


def _quotient(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    return (one / other,)


def _product(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    return (one * other,)


def _proportion(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    return 100 * one / other, 100 * (one - other) / other


_OPERATIONS: tuple[tuple[re.Pattern[str], Callable[[Decimal, Decimal], tuple[Decimal, ...]]], ...] = (
    (PERCENT, _share),
    (_PROPORTION, _proportion),
    (_DIVIDED, _quotient),
    (_TIMES, _product),
    (_PLUS, lambda one, other: (one + other,)),
    (_MINUS, lambda one, other: (one - other,)),
)


def _between(days: Callable[[], Sequence[DayPair]]) -> Iterator[Operand]:
    """The days, nights, and weeks and days between two dates, and the days with both of them."""
    for one, other in permutations(days(), 2):
        sent, typed = (other.drawn - one.drawn).days, (other.original - one.original).days
        for more in (0, 1):
            yield Operand(Decimal(abs(sent) + more), Decimal(abs(typed) + more))
        weeks = zip(divmod(abs(sent), _WEEK), divmod(abs(typed), _WEEK), strict=True)
        yield from (Operand(Decimal(drawn), Decimal(original)) for drawn, original in weeks)


def days_told(
    question: str,
    asked: Callable[[], Sequence[DayPair]],
    texts: Iterable[str],
    operands: Callable[[], Iterable[Operand]] = tuple,
) -> list[Replacement]:
    """Make what tells the true date's weekday, season or neighbouring day where a reply tells that of the drawn one.

    Args:
        question: the text, as typed; it asks for one of these.
        asked: gives its dates; of more than one, only weekdays are told.
        texts: of the request, what left as it was typed: what stands there is no answer; gone through once, if at all.
        operands: gives the numbers of the question.
    """
    signs = (_WEEKDAY, _SEASON, _WHEN)
    if not any(sign.search(question) for sign in signs):
        return []
    days = list(dict.fromkeys(asked()))
    told: list[Replacement] = []
    if _WEEKDAY.search(question):
        told += _weekdays(days)
    if len(days) == 1:
        day = days.pop()
        if _SEASON.search(question):
            told += _season(day, south=_SOUTHERN.search(question) is not None)
        if _WHEN.search(question):
            told += _days_behind(question, day, operands())
    folded = [text.lower() for text in texts]
    return [one for one in told if not any(one.surrogate.lower() in text for text in folded)]


def _weekdays(days: Iterable[DayPair]) -> Iterator[Replacement]:
    """Those that stand for one true weekday alone."""
    true: dict[str, set[str]] = {}
    for day in days:
        drawn, original = (WEEKDAYS[one.weekday()] for one in day)
        true.setdefault(drawn, set()).add(original)
    yield from (Replacement(drawn, originals.pop()) for drawn, originals in true.items() if len(originals) == 1)


def _season(day: DayPair, *, south: bool) -> Iterator[Replacement]:
    """By whole months, as almanacs of the weather have them; the other way round in the south."""
    drawn, original = (_SEASONS[(one.month % _MONTHS_OF_YEAR // 3 + 2 * south) % len(_SEASONS)] for one in day)
    yield from (Replacement(name, name if name in original else original[0]) for name in drawn)


def _days_behind(question: str, day: DayPair, operands: Iterable[Operand]) -> Iterator[Replacement]:
    """The days so many days, weeks, months or years behind a date and before it, as they may be written."""
    drawn = {one.original: one.drawn for one in operands}
    for found in _LONG.finditer(question):
        said = (found[1] or found[2]).lower()
        count = Decimal(said) if said.isdigit() else _WORDS.get(said, Decimal(1))
        counts = int(drawn.get(count, count)), int(count)
        for sign in (1, -1):
            for more in (0, -1):
                each = [
                    _later(one, sign * n, found[3].lower(), sign * more) for one, n in zip(day, counts, strict=True)
                ]
                yield from starmap(Replacement, zip(*map(_day_forms, each), strict=True))


def _later(day: date, count: int, unit: str, more: int) -> date:
    if unit in ("day", "week"):
        return day + timedelta(days=count * (_WEEK if unit == "week" else 1) + more)
    months = day.year * _MONTHS_OF_YEAR + day.month - 1 + count * (_MONTHS_OF_YEAR if unit == "year" else 1)
    year, month = divmod(months, _MONTHS_OF_YEAR)
    last = monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last)) + timedelta(days=more)


def _day_forms(day: date) -> tuple[str, ...]:
    month = day.strftime("%B")
    return (
        f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", day.isoformat(),
        f"{day.month:02}/{day.day:02}/{day.year}", f"{day.month}/{day.day}/{day.year}",
        f"{day.day:02}.{day.month:02}.{day.year}", f"{month} {day.day}", f"{day.day} {month}",
        *(f"{WEEKDAYS[day.weekday()]}, {form}" for form in (f"{month} {day.day}", f"{day.day} {month}")),
    )  # fmt: skip
