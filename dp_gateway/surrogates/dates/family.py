"""Dates: every date value is drawn on its own, near, and written back in the notation of the mention.

The draw is a staircase over a public period (`date_classes`), keyed by the date: what the provider knows of one date
tells nothing about another. What stays: the notation, times of day, and relative expressions ("yesterday", "next
Monday", "3 pm"), which are no dates to draw. A weekday beside a date is that of the surrogate.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

import numpy as np

from dp_gateway.mechanisms.numeric import Law, NumericMechanism
from dp_gateway.randomness import Stream
from dp_gateway.surrogates.base import Family, Pair, count_common
from dp_gateway.surrogates.characters import digits_like, plain_digits
from dp_gateway.surrogates.dates.classes import DateClass, class_of, date_at, number_of
from dp_gateway.surrogates.dates.formats import CalendarDate, Found, find, notation, write

__all__ = ["EPSILON", "DateFamily", "Dates"]

Dates = tuple[CalendarDate, ...]

EPSILON = 8.0
"""Where none is given."""

_MOST_CHARACTERS = 120
_TO = re.compile(r"[-–—]|\b(?:to|through|till|until|thru|bis|à|au)\b", re.IGNORECASE)
_TIME = re.compile(r"\d:\d|T\d{4}|\d\s?[ap]\.?m\b", re.IGNORECASE)


class DateFamily(Family):
    """Surrogates of dates.

    Args:
        epsilon: of one date against any other of its class.
        never_self: the date itself is all but never drawn; see `mechanisms.numeric`.
        day_first: how 03/04/2024 is read: the 3rd of April instead of March 4th.
        keep: what the policy keeps beyond; see `date_classes.class_of`.
        language: of the text around a date, ISO 639-1; empty for English. Dates of all but English name the day first.
    """

    keeps = "how exactly it is said, the decade (of a year the century), how it is written, the time of day"

    def __init__(
        self,
        epsilon: float = EPSILON,
        *,
        never_self: bool = True,
        day_first: bool = False,
        keep: Collection[str] = (),
        language: str = "",
    ) -> None:
        self.epsilon, self.never_self = epsilon, never_self
        self.day_first, self._keep, self._language = day_first or bool(language), keep, language

    @property
    def language_name(self) -> tuple[str, ...]:
        """The language, where it is not English: what is worked out under a name is named by it, too."""
        return (self._language,) if self._language else ()

    def class_of(self, date: CalendarDate) -> DateClass:
        """The class of a date, under what the policy keeps."""
        return class_of(date, self._keep)

    def _find(self, mention: str) -> list[Found] | None:
        """The dates of a mention; places are those of the mention, digits of all scripts are read alike."""
        if len(mention) > _MOST_CHARACTERS:
            return None
        return find(plain_digits(mention), day_first=self.day_first, language=self._language)

    def parse(self, mention: str, entity_type: str) -> Dates | None:
        """The dates of a mention; None for other types, relative expressions, and digits that are no date."""
        found = self._find(mention) if entity_type == "DATE_TIME" else None
        return tuple(date for one in found for date in one.dates) if found else None

    def mechanism(self, date: CalendarDate) -> NumericMechanism:
        """What draws a date: the mechanism of its class, over `number_of`."""
        return self.class_of(date).mechanism(self.epsilon, self.never_self)

    def draw_one(self, date: CalendarDate, stream: Stream) -> CalendarDate:
        """A nearby date of the same class."""
        mechanism = self.mechanism(date)
        place = mechanism.release(mechanism.place(number_of(date)), stream)
        return date_at(self.class_of(date), int(mechanism.outputs[place]))

    def draw(self, value: Dates, stream: Stream) -> Dates:
        """Nearby dates."""
        return tuple(self.draw_one(date, stream) for date in value)

    def in_order(self, mention: str, value: Dates, drawn: Dates) -> Dates:
        """What was drawn for the dates of a mention; a range ends after it begins, a list of dates has any order.

        To exchange the two would now and then give back those of the mention: a range that came out the wrong way
        round ends one day (month, year) after it begins.
        """
        if len(value) == 1:
            return drawn
        found, ordered = self._find(mention) or [], list(drawn)
        for place in _ends_of_ranges(mention, found):
            first, last = value[place - 1 : place + 1]
            alike = first.span == last.span and (first.year is None) == (last.year is None)
            wrong = number_of(ordered[place - 1]) >= number_of(ordered[place])
            if alike and number_of(first) < number_of(last) and wrong:
                ordered[place] = _after(ordered[place - 1])
        return tuple(ordered)

    def law(self, date: CalendarDate) -> Law:
        """The exact law of a draw: the numbers of dates, and their probabilities."""
        mechanism = self.mechanism(date)
        return np.array(mechanism.outputs, np.float64), mechanism.distribution(mechanism.place(number_of(date)))

    def kept(self, mention: str, value: Dates) -> tuple[str, ...]:
        """How exactly the dates are said, in which decade they lie, how they are written, and a time of day."""
        found = self._find(mention) or []
        classes = dict.fromkeys(self.class_of(date).name for date in value)
        written = _around(mention, found, [notation(one, mention) for one in found])
        return (*classes, *(["the time of day"] if _TIME.search(mention) else []), f"that it is written {written}")

    def left(self, mention: str, value: Dates) -> tuple[str, ...]:
        """Times of day, and words around the dates."""
        ends = (tuple(self._member(date, place) for date in value) for place in (0, -1))
        written = (self.render(mention, value, dates) for dates in ends)
        return ("word or time beside a date",) * count_common(mention, *written)

    def _member(self, date: CalendarDate, place: int) -> CalendarDate:
        """The first (0) or last (-1) date of the class of a date."""
        return date_at(self.class_of(date), int(self.mechanism(date).outputs[place]))

    def render(self, mention: str, value: Dates, drawn: Dates) -> str:
        """The mention with its dates replaced."""
        found, dates = self._find(mention) or [], iter(drawn)
        return digits_like(
            mention,
            _around(mention, found, [write(one, mention, tuple(islice(dates, len(one.dates)))) for one in found]),
        )

    def variants(self, mention: str, value: Dates, drawn: Dates) -> Iterable[Pair]:
        """Other common notations of the same dates, of whole dates also without the year or the day."""
        from dp_gateway.surrogates.dates.variants import forms_of

        found = self._find(mention) or []
        written = self.render(mention, value, drawn)
        pairs: dict[str, str] = {}
        before, after = iter(value), iter(drawn)
        for one in found:
            for old, new in [(next(before), next(after)) for _ in one.dates]:
                forms = zip(forms_of(one, new), forms_of(one, old), strict=True)
                for surrogate, original in forms:
                    # What is the same on both sides stands here too: another date must not be put in its place.
                    if surrogate != written:
                        pairs.setdefault(surrogate, original)
        if (other := plain_digits(written)) != written:
            pairs.setdefault(other, plain_digits(mention))
        if len(found) > 1:
            # Of a list of dates a reply names one.
            dates = iter(drawn)
            for one in found:
                alone = write(one, mention, tuple(islice(dates, len(one.dates))))
                pairs.setdefault(alone.strip(), one.match[0].strip())
        return [Pair(surrogate, original) for surrogate, original in pairs.items()]


def _ends_of_ranges(mention: str, found: Sequence[Found]) -> list[int]:
    """The places of the dates that end a range: those behind "to" or a dash, not those of a list."""
    ends, place = list[int](), 0
    for number, one in enumerate(found):
        if number and _TO.search(mention, found[number - 1].match.end(), one.match.start()):
            ends.append(place)
        ends += range(place + 1, place + len(one.dates))
        place += len(one.dates)
    return ends


def _around(mention: str, found: Sequence[Found], written: Sequence[str]) -> str:
    """A mention with something else in the places of its dates."""
    result, at = "", 0
    for one, instead in zip(found, written, strict=True):
        result += mention[at : one.match.start()] + instead
        at = one.match.end()
    return result + mention[at:]


def _after(date: CalendarDate) -> CalendarDate:
    """The next date of the class; of its last one that one."""
    of, number = class_of(date), number_of(date)
    outputs = of.mechanism(EPSILON, True).outputs
    following = int(outputs[min(outputs.index(number) + 1, len(outputs) - 1)])
    return date_at(of, following)
