"""What a question asks to be worked out of drawn values, worked out on the true ones as well.

"Four of us share a bill of $1,950. How much does each pay?" shows the operation in the request, where a reply may hold
its result alone: "$487.50 each". Sums, shares, percentages, ages in some years and the days between two dates are
worked out for both sides; where a reply holds a result of the drawn values, that of the true ones is put there. The
weekday of a date is one more such result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal, DivisionByZero
from itertools import chain, permutations
from typing import NamedTuple

from dp_gateway.restore.replacement import Replacement

__all__ = ["WEEKDAYS", "DayPair", "Operand", "Results", "exactly", "weekdays"]

_MOST_OPERANDS = 8
_CENTS = 2
_LEAST = 10
"""A smaller result is found by chance."""

_WORDS = {
    name: Decimal(number)
    for number, name in enumerate("two three four five six seven eight nine ten eleven twelve".split(), 2)
} | {"half": Decimal(2), "both": Decimal(2), "twice": Decimal(2)}
_SPELLED = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|per ?cent", re.IGNORECASE)
_DIVIDED = re.compile(
    r"\b(?:shar|split|divid|each\b|half\b|per (?:person|head)|among|equal|rate\b|instalment|average\b|one costs?\b)",
    re.IGNORECASE,
)
_PERIODS = (("month", "year", Decimal(12)), ("week", "year", Decimal(52)), ("day", "week", Decimal(7)))
_TIMES = re.compile(
    r"\btimes\b|\btwice\b|\b(?:a|per|each|every) (?:day|week|month|year)\b|\bfor \w+ \w+", re.IGNORECASE
)
_PERIOD = re.compile(r"\b(day|week|month|year)(?:s|ly)?\b")
_PLUS = re.compile(r"\b(?:total|together|altogether|sum|combined|plus|add|how old)\b", re.IGNORECASE)
_MINUS = re.compile(r"\b(?:difference|minus|left|remain\w*|more|less|ago|subtract|change)\b", re.IGNORECASE)
_DAYS = re.compile(r"\b(?:days?|weeks?|nights?|how long)\b", re.IGNORECASE)
_WEEKDAY = re.compile(r"\b(?:week ?day|days? of the week|what day|which day)\b", re.IGNORECASE)
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_WEEK = 7


class Operand(NamedTuple):
    """A number of the question, as sent and as typed."""

    drawn: Decimal
    original: Decimal


class DayPair(NamedTuple):
    """A day of the question, as sent and as typed."""

    drawn: date
    original: date


class Results:
    """The results that a question asks for.

    Args:
        question: the text, as typed; its words show the operations.
        operands: gives its numbers; those that stay as they are on both sides alike.
        days: gives its dates.
    """

    def __init__(
        self, question: str, operands: Callable[[], Iterable[Operand]], days: Callable[[], Sequence[DayPair]] = list
    ) -> None:
        self._found: list[Operand] = []
        if "?" in question or not question.strip():
            worked = _worked(question, operands), _between(question, days)
            self._found = [one for one in chain.from_iterable(worked) if _tells(one)]

    def __bool__(self) -> bool:
        return bool(self._found)

    def of(self, value: Decimal, places: int) -> Decimal | None:
        """The true result where a reply writes that of the drawn values; None where it is none, or may be several.

        Args:
            value: a number of the reply.
            places: decimals that it was written with.
        """
        half = Decimal(5).scaleb(-places - 1)
        true = {
            exactly(one.original, places, rounded=one.drawn != value)
            for one in self._found
            if abs(one.drawn - value) <= half and (places == _CENTS or value >= _LEAST)
        }
        return true.pop() if len(true) == 1 else None


def exactly(result: Decimal, places: int, *, rounded: bool) -> Decimal:
    """A result as a reply would write it.

    Args:
        result: the exact one.
        places: decimals of the number that it stands for.
        rounded: that number was rounded; one that was not has two decimals where the exact one is no whole number.
    """
    needed = _CENTS if not rounded and result != result.to_integral_value() else 0
    return result.quantize(Decimal(1).scaleb(-max(places, needed)))


def _tells(one: Operand) -> bool:
    return one.drawn > 0


def _worked(question: str, operands: Callable[[], Iterable[Operand]]) -> Iterator[Operand]:
    """What the operations of a question give for each two of its numbers."""
    shown = [work for sign, work in _OPERATIONS if sign.search(question)]
    # "$1,430 a month: what is that a year?"
    implied = [times for short, long, times in _PERIODS if {short, long} <= set(_PERIOD.findall(question.lower()))]
    if implied:
        shown = list(dict.fromkeys([*shown, _product, _quotient]))
    if not shown:
        return
    spelled = (*(_WORDS[found[0].lower()] for found in _SPELLED.finditer(question)), *implied)
    numbers = list(dict.fromkeys([*operands(), *(Operand(one, one) for one in spelled)]))[:_MOST_OPERANDS]
    for one, other in permutations(numbers, 2):
        if one.drawn != one.original or other.drawn != other.original:
            for work in shown:
                try:
                    sent, typed = work(one.drawn, other.drawn), work(one.original, other.original)
                except DivisionByZero:
                    continue
                yield from map(Operand, sent, typed)
    if len(numbers) > _CENTS and _PLUS.search(question):
        yield Operand(sum((one.drawn for one in numbers), Decimal()), sum((one.original for one in numbers), Decimal()))


def _share(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    share = one * other / 100
    return share, other + share, other - share


def _quotient(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    return (one / other,)


def _product(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    return (one * other,)


_OPERATIONS: tuple[tuple[re.Pattern[str], Callable[[Decimal, Decimal], tuple[Decimal, ...]]], ...] = (
    (_PERCENT, _share),
    (_DIVIDED, _quotient),
    (_TIMES, _product),
    (_PLUS, lambda one, other: (one + other,)),
    (_MINUS, lambda one, other: (one - other,)),
)


def _between(question: str, days: Callable[[], Sequence[DayPair]]) -> Iterator[Operand]:
    """The days, nights and whole weeks between two dates, and the days with both of them."""
    if not _DAYS.search(question):
        return
    for one, other in permutations(days(), 2):
        sent, typed = (other.drawn - one.drawn).days, (other.original - one.original).days
        for more in (0, 1):
            yield Operand(Decimal(abs(sent) + more), Decimal(abs(typed) + more))
        yield Operand(Decimal(abs(sent) // _WEEK), Decimal(abs(typed) // _WEEK))


def weekdays(question: str, asked: Callable[[], Sequence[DayPair]], texts: Iterable[str]) -> list[Replacement]:
    """What puts the weekday of the true date where a reply names that of the drawn one.

    Args:
        question: the text, as typed; it asks for a weekday.
        asked: gives its dates; of more than one nothing tells which is meant.
        texts: of the request as typed: a weekday that stands there is no answer.
    """
    days = list(asked()) if _WEEKDAY.search(question) else []
    if len(set(days)) != 1:
        return []
    drawn, original = (WEEKDAYS[day.weekday()] for day in days[0])
    if any(drawn.lower() in text.lower() for text in texts):
        return []
    return [Replacement(drawn, original)]
