"""The dates of one request: each is drawn once, all mentions of it are written alike, and a reply gets them back.

`Substitution` asks it for what stands in for a mention, and reports ask it for the level.

No two dates of a request share a surrogate, and none is a date that stands in clear, in whatever notation. A day
without a year ("March 14") is the date of an earlier mention that has the year, where there is one: the same draw
stands in for both, so that they still agree; that they are the same is then visible, as of any entity.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.dates.classes import DateClass, number_of
from dp_gateway.surrogates.dates.family import NAMES, DateFamily, Dates
from dp_gateway.surrogates.dates.formats import CalendarDate
from dp_gateway.surrogates.day_names import MONTH, WEEKDAY
from dp_gateway.surrogates.drawer import Candidate, Drawer, Made, ValueLaw
from dp_gateway.text.folding import compared, fold, fold_all, unaccented

_KIND = "DATE_TIME"
_EACH_NAME = f"{MONTH}|{WEEKDAY}"
_NAME = re.compile(f"(?:{_EACH_NAME}|{unaccented(_EACH_NAME)})", re.IGNORECASE)
_DAYS = 31
_TWO = 2


class WrittenDates(NamedTuple):
    """The dates that were drawn for a mention.

    Attributes:
        mention, value: it and its dates.
        drawn: for each of them.
        text: the surrogates, written as the mention is.
        family: reads and writes the mention.
    """

    mention: str
    value: Dates
    drawn: Dates
    text: str
    family: DateFamily


class DateDraws:
    """The draws of the dates of a request. `family`: reads, draws and writes dates. `clear`: mentions of dates that
    stay as they are.
    """

    def __init__(self, drawer: Drawer, family: DateFamily, clear: Iterable[str] = ()) -> None:
        self._drawer, self._family = drawer, family
        self._clear_mentions: dict[str, None] = {}
        self._clear: set[CalendarDate] = set()
        self.meet(clear)
        self._drawn: dict[tuple[CalendarDate, str], CalendarDate] = {}
        self._written: dict[tuple[str, Dates, str], WrittenDates] = {}
        self.shared: set[CalendarDate] = set()
        self._levels: dict[DateClass, tuple[float, float]] = {}
        # What the request shuts out, worked out for the first level that is asked for, when all is drawn.
        self._gone: dict[DateClass, set[CalendarDate]] | None = None
        self._shapes: dict[DateClass, set[str]] = {}
        self._with_year: dict[tuple[int | None, int | None], CalendarDate] = {}

    def meet(self, clear: Iterable[str]) -> None:
        """Learn of further dates that stay as they are, those of a later turn."""
        for text in clear:
            self._clear_mentions[text] = None
            self._clear.update(self._family.parse(text, _KIND) or ())

    def surrogate(self, mention: str, value: Dates, family: DateFamily | None = None) -> WrittenDates:
        """Draw what stands in for a mention; its dates without a year have that of an earlier one. `family`: what has
        read it, where that is not the family of English.
        """
        value = tuple(self._completed(date) for date in value)
        name = mention, value, self._drawer.occurrence
        known = self._written.get(name)
        if known is None:
            known = self._written[name] = self._write(mention, value, family or self._family)
        return known

    def _completed(self, date: CalendarDate) -> CalendarDate:
        if date.span != "day":
            return date
        if date.year is None:
            return self._with_year.get((date.month, date.day), date)
        self._with_year.setdefault((date.month, date.day), date)
        return date

    def _write(self, mention: str, value: Dates, family: DateFamily) -> WrittenDates:
        drawn = tuple(self._draw(mention, date, family, alone=len(value) == 1) for date in value)
        ordered = family.in_order(mention, value, drawn)
        return WrittenDates(mention, value, ordered, self._rendered(mention, value, ordered, family), family)

    def _rendered(self, mention: str, value: Dates, drawn: Dates, family: DateFamily) -> str:
        write = partial(family.render, mention, value, drawn)
        return self._drawer.remember(write, "date", mention, repr((value, drawn)), *family.language_name)

    def _draw(self, mention: str, date: CalendarDate, family: DateFamily, *, alone: bool) -> CalendarDate:
        def make(stream: Stream) -> Made:
            drawn = self._family.draw_one(date, stream)
            return Made(drawn, _canonical(drawn))

        def is_shut_out(candidate: Candidate) -> bool:
            drawn: CalendarDate = candidate.drawn
            if drawn in self._clear or not alone:
                return drawn in self._clear
            return self._drawer.stands_in_clear(compared(self._rendered(mention, (date,), (drawn,), family)))

        def row() -> ValueLaw:
            mechanism = self._family.mechanism(date)
            return ValueLaw(mechanism, mechanism.place(number_of(date)))

        try:
            candidate = self._drawer.draw(_KIND, repr(date), make, shut_out=is_shut_out, row=row)
        except SurrogatesExhausted:
            # Of a table with more dates than lie near, some share a surrogate, and neither is restored.
            candidate = self._drawer.first(_KIND, repr(date), make)
            self.shared.add(candidate.drawn)
        return self._drawn.setdefault((date, self._drawer.occurrence), candidate.drawn)

    @property
    def names_of_later(self) -> frozenset[str]:
        """Words of which one stands in each form that `replacements` makes only if named ones are wanted."""
        days = any(date.span == "day" for written in self._written.values() for date in written.value)
        return NAMES if days else frozenset()

    def replacements(self, *, named: bool = True) -> dict[str, Replacement | None]:
        """Return what undoes the draws, by folded form; None for a form that may mean several dates. `named`: with the
        forms of days that hold the name of the month.
        """
        found: dict[str, Replacement | None] = {}
        for written in self._written.values():
            for folded, form in self._drawer.remember(
                partial(self._forms, written, named=named),
                "date forms" if named else "dates in digits",
                written.mention,
                repr((written.value, written.drawn)),
                *written.family.language_name,
            ):
                one = found.setdefault(folded, form)
                if one is None or one.original != form.original:
                    found[folded] = None
        for mention in self._clear_mentions:
            value = self._family.parse(mention, _KIND) or ()
            found.update((fold(one.surrogate), None) for one in self._family.variants(mention, value, value))
        return found

    @staticmethod
    def _forms(written: WrittenDates, *, named: bool) -> tuple[tuple[str, Replacement], ...]:
        of_mention = written.mention, written.value, written.drawn
        forms = [*written.family.variants(*of_mention, named=named, written=written.text)]
        return tuple(zip(fold_all([form.surrogate for form in forms]), forms, strict=True))

    def level(self, date: CalendarDate) -> tuple[float, float]:
        """Return the certified (epsilon, delta) of one date of the request against any other of its class.

        A row that loses at most the share m of its probabilities to what the request shuts out grows by at most
        1 / (1 - m), and by no more than e^epsilon, as the rows of a class lose alike but for that factor.
        """
        of = self._family.class_of(date)
        known = self._levels.get(of)
        if known is None:
            known = self._levels[of] = self._level(of)
        return known

    def _level(self, of: DateClass) -> tuple[float, float]:
        mechanism = of.mechanism(self._family.epsilon, self._family.never_self)
        if self._gone is None:
            self._look_at_all()
        shut_out = {mechanism.place(number_of(date)) for date in (self._gone or {}).get(of, ())}
        lost = mechanism.share(shut_out) + self._in_clear(of) * mechanism.high / mechanism.total
        return mechanism.level + min(-math.log1p(-lost) if lost < 1 else math.inf, mechanism.level), 0.0

    def _look_at_all(self) -> None:
        self._gone = {}
        for date in {*list(self._drawn.values())[:-1], *self._clear}:
            self._gone.setdefault(self._family.class_of(date), set()).add(date)
        for one in self._written.values():
            if len(one.value) == 1:
                self._shapes.setdefault(self._family.class_of(one.value[0]), set()).add(_shape(one.text))

    def _in_clear(self, of: DateClass) -> int:
        """How many texts stand in clear, at most, that look like a date of the class, written as one of the request."""
        shapes = self._shapes.get(of, ())
        return sum(_may_be(text, of) for shape in shapes for text in self._drawer.clear.like(shape))


def _shape(text: str) -> str:
    """A pattern of compared words: those of a date, with any digits and letters in their places."""
    words = re.sub(r"[\W_]+", " ", compared(text)).strip()
    return re.sub(r"\d+|[^\W\d_]+", lambda run: r"\d+" if run[0][0].isdecimal() else r"[^\W\d_]+", words)


def _may_be(text: str, of: DateClass) -> bool:
    """Whether a text in the shape of a date may say one of a class: by its year, and by the name of a month."""
    numbers, words = re.findall(r"\d+", text), re.findall(r"[^\W\d_]{3,}", text)
    years = [int(number[:4]) for number in numbers if len(number) in (4, 8)]
    if of.first is not None and of.last is not None and any(not of.first <= year <= of.last for year in years):
        return False
    named = not words or any(map(_NAME.fullmatch, words)) or of.span not in ("day", "month")
    return named and (of.span != "day" or any(len(number) > _TWO or int(number) <= _DAYS for number in numbers))


def _canonical(date: CalendarDate) -> str:
    """One text for a date, the same in all notations: by it collisions are noticed."""
    return f"{date.span} {date.year or ''}-{date.month or ''}-{date.day or ''}"
