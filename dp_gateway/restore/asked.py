"""Tells what the last text of a request asks of the values that were drawn near, and what numbers follow from them.

`Cautions` judges replies by it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from dp_gateway.restore import signs
from dp_gateway.restore.facts import asked_facts, asks_letters, asks_order_of_words, questions
from dp_gateway.restore.standins import Near, StandIns, folded_words, stem, value_of, without
from dp_gateway.text.folding import compared
from dp_gateway.vocabulary.numerals import NUMBER_WORDS

_MOST_OPERANDS = 8
_LEAST = 10
"""A smaller number is told of anything."""
_BY_CHANCE = 100
"""Below it a number that is only near a result is near one by chance."""
_MONTHS = 12
_PERIODS = (4, _MONTHS, 52)
"""How often an amount is paid in a month or a year."""


class Derived:
    """Works out what numbers a reply can derive from the values of one request: "an increase of $110".

    Nobody has to ask for such a number. It is known by its value: a sum, a difference, a product, a share, a percentage
    or a mean of numbers of the request of which one at least was drawn near, rounded as the reply writes it. `results`
    works out those that a request asks for and puts them right; what is found here is cautioned. `near`: the numbers
    that were drawn near. `others`: the other numbers of what was asked.
    """

    def __init__(self, near: Sequence[Near], others: Iterable[float]) -> None:
        drawn = [(value_of(one.surrogate), (one,)) for one in near[-_MOST_OPERANDS:]]
        plain = [(number, ()) for number in dict.fromkeys(others)]
        self._results = sorted(_results(drawn, plain[-_MOST_OPERANDS:]), key=lambda one: one[0])

    def of(self, written: str) -> Sequence[Near]:
        """Find the values of which a number may be worked out. `written`: as the reply writes it."""
        number = value_of(written)
        if number < _LEAST:
            return ()
        places = len(written.partition(".")[2])
        margin = 1e-6 if number < _BY_CHANCE and not places else 0.5 * 10.0**-places + 1e-6
        at = bisect_left(self._results, number - margin, key=lambda one: one[0])
        if at < len(self._results) and self._results[at][0] <= number + margin:
            return self._results[at][1]
        return ()


def _results(
    drawn: Sequence[tuple[float, tuple[Near, ...]]], plain: Sequence[tuple[float, tuple[Near, ...]]]
) -> Iterator[tuple[float, tuple[Near, ...]]]:
    for (one, of_one), (other, of_other) in combinations([*drawn, *plain], 2):
        if of := of_one + of_other:
            yield from ((result, of) for result in _of_two(one, other))
    for kind in {near.type for _, (near,) in drawn}:
        alike = [(value, of) for value, of in drawn if of[0].type == kind]
        total, of = sum(value for value, _ in alike), tuple(near for _, (near,) in alike)
        if len(alike) > 1:
            yield from ((result, of) for result in (total, total / len(alike)))
    for value, of in drawn:
        if of[0].type == "MONEY":
            yield from ((result, of) for period in _PERIODS for result in (value * period, value / period))


def _of_two(one: float, other: float) -> Iterator[float]:
    yield from (one + other, abs(one - other), one * other, one * other / 100)
    for part, whole in ((one, other), (other, one)):
        if whole > 0:
            yield from (part / whole, 100 * part / whole, part / whole / _MONTHS)
        if part < _BY_CHANCE:
            yield from (whole * (1 + part / 100), whole * (1 - part / 100))


class Asked:
    """Works out what is asked of stand-ins, each fact when it is needed. `near`: the values of the request that were
    drawn near. `sent`: the texts of the request as they were sent.
    """

    def __init__(self, near: StandIns, sent: Sequence[str]) -> None:
        self._near, self._last = near, sent[-1] if sent else ""

    @cached_property
    def questions(self) -> Sequence[str]:
        """What the last text that was sent asks, each with what stands before it in its sentence."""
        return questions(self._last)

    @cached_property
    def told(self) -> frozenset[str]:
        """The stems of the words of the last text that stand in none of its questions."""
        told = self._last
        for question in self.questions:
            told = told.replace(question, " ")
        return frozenset(map(stem, folded_words(signs.WORD.findall(told))))

    @cached_property
    def named(self) -> Sequence[Near]:
        """The stand-ins in the questions of the last text that was sent; of a few, those of the text around them."""
        letters = self.letters
        of_them = signs.OF_THEIRS.search(self._last)
        questions = [one for one in self.questions if one.strip() and (letters or not signs.OF_WORDING.search(one))]
        asked = [one for question in questions for one in self._near.spoken(question)]
        depends = of_them or any(signs.BY_ITSELF.match(one) is None for one in questions)
        around = self._near.spoken(self._last) if depends and not asked else []
        around = around if len(around) <= signs.FEW else []
        if not any(map(signs.OF_VALUE.search, questions)):
            around = [one for one in around if one.type == "AGE" or one.type not in signs.NUMERIC]
        return asked or around

    @cached_property
    def facts(self) -> Sequence[str]:
        """What the last text that was sent asks to be told of places."""
        return asked_facts(self._last)

    @cached_property
    def ages(self) -> Sequence[int]:
        """Ages at which an answer to the last text may change."""
        return ages_in(self._last)

    @cached_property
    def bounds(self) -> Sequence[float]:
        """The bounds that the last text tells, of which yes and no may tell on which side a stand-in lies."""
        return [value_of("".join(found)) for found in signs.BOUND.findall(self._without_near)]

    @cached_property
    def _without_near(self) -> str:
        """The last text that was sent without its stand-ins."""
        last = self._last
        for one in list(self._near.by_name.values())[: signs.LISTED]:
            last = without(last, one.surrogate)
        return last

    @cached_property
    def derived(self) -> Derived:
        """The numbers that can be worked out of those of the last text."""
        others = map(value_of, signs.NUMBER.findall(self._without_near)[-_MOST_OPERANDS:])
        return Derived(self._near.numbers, others)

    @cached_property
    def only_compares(self) -> bool:
        """Whether the last text asks which of two stand-ins is more, and by how much no word of it tells."""
        words = folded_words(signs.WORD.findall(self._without_near))
        counts = any(one[:1].isdigit() or one in signs.SPELLED or one in NUMBER_WORDS for one in words if one != "one")
        return not counts and "%" not in self._without_near and (self.orders or not signs.COMPARED.isdisjoint(words))

    @cached_property
    def translates(self) -> bool:
        """Whether the last text asks for a translation."""
        last = self._last
        folded = last.casefold()
        return any(sign in folded for sign in signs.TRANSLATED) and signs.TRANSLATES.search(last) is not None

    @cached_property
    def directly(self) -> bool:
        """Whether a stand-in stands in a question, and not in the text around it alone."""
        return any(map(self._near.spoken, self.questions))

    @cached_property
    def of_number(self) -> bool:
        """Whether a question asks of a number that stands in it, or right before it: "Is that much?"."""
        return self.directly or any(map(signs.OF_THAT.search, self.questions))

    @cached_property
    def plainly(self) -> bool:
        """Whether the last text asks a question to which each new word may be the answer."""
        asked = (one for one in self.questions if signs.WHAT.search(one) and not signs.RECOMMENDS.search(one))
        return any(signs.BY_ITSELF.match(one) is None for one in asked)

    @cached_property
    def judges(self) -> bool:
        """Whether a question wants a number to be judged."""
        return any(map(signs.JUDGES.search, self.questions))

    @cached_property
    def of_country(self) -> bool:
        """Whether a question asks what is the same in all towns of a country."""
        return any(map(signs.OF_COUNTRY.search, self.questions))

    @cached_property
    def whether(self) -> bool:
        """Whether the last text asks if something is so."""
        return any(map(signs.OF_WHETHER.search, self.questions))

    @cached_property
    def advice(self) -> bool:
        """Whether the last text asks what to do, and tells around the question where, or who it is that asks."""
        if any(map(signs.OF_SAYING.search, self.questions)) and not signs.OF_THEIRS.search(self._last):
            return True
        advice = (one for one in self.questions if signs.ADVICE.search(one))
        return not self.directly and any(signs.OF_THEIRS.search(one) is None for one in advice)

    @cached_property
    def of_it(self) -> bool:
        """Whether the last text asks of a stand-in what no text tells: "Why does he wear a turban?"."""
        of_work = any(one.type == "JOB_TITLE" for one in self.named) and any(map(signs.OF_WORK.search, self.questions))
        what = any(
            signs.WHAT.search(one) and not signs.ADVICE.search(one) and self._of_thing(one) for one in self.questions
        )
        return of_work or (not self.translates and (what or any(map(signs.OF_IT.search, self.questions))))

    def _of_thing(self, question: str) -> bool:
        """Whether a question names a place, a firm, a job or a people, and no number of which it may ask."""
        types = {one.type for one in self._near.spoken(question)}
        return bool(types) and types.isdisjoint(signs.NO_FACT_OF | {"PERSON"}) and not signs.OF_WORDING.search(question)

    @cached_property
    def letters(self) -> bool:
        """Whether the last text asks of a name as a word, and for no order of several."""
        return asks_letters(self._last) and not asks_order_of_words(self._last)

    @cached_property
    def choices(self) -> Sequence[tuple[str, str]]:
        """The words of which a question asks which one is so, but for stand-ins: "in winter or in spring"."""
        near = {word for name in self._near.by_name for word in name.split(" ")}
        # Which kind of day a date is `other_days` knows.
        asked = (question for question in self.questions if signs.WORKDAY.search(question) is None)
        pairs = ((compared(one), compared(other)) for each in asked for one, other in signs.EITHER.findall(each))
        each = (pair for pair in pairs if near.isdisjoint(pair) and not set(pair) & signs.SAID_ANYWAY)
        return list(dict.fromkeys(each))[: signs.LISTED]

    @cached_property
    def reckoned(self) -> Sequence[Near]:
        """The numbers and dates from which an answer may be worked out, where the last text asks for one."""
        asked = (one for one in self.questions if not signs.BY_ITSELF.match(one))
        if not any(map(signs.RECKONS.search, asked)):
            return []
        return [one for one in self._near.by_name.values() if one.type in signs.NO_FACT_OF][-signs.LISTED :]

    @cached_property
    def orders(self) -> bool:
        """Whether the last text asks which of several is more, or for them in order."""
        return signs.ORDERED.search(self._last) is not None

    @cached_property
    def ranked(self) -> Collection[Near]:
        """The places and firms of which is asked which one is more, or their order, where no number tells it."""
        last = self._last
        if signs.RANKS.search(last) is None or signs.NUMBER.search(last) or asks_order_of_words(last):
            return ()
        named = [one for one in self._near.spoken(last) if one.type in ("LOCATION", "ORGANIZATION")]
        return named if len(named) > 1 else ()

    @cached_property
    def displaced(self) -> Collection[Near]:
        """The names that stand in another order of the alphabet than the true ones, where that is asked."""
        if not asks_order_of_words(self._last):
            return ()
        names = [one for one in self._near.by_name.values() if one.type not in signs.NO_FACT_OF][-signs.LISTED :]
        if len(names) < 2:  # noqa: PLR2004
            return ()
        orders = (
            [sorted(names, key=lambda one: compared(of(one)).split(" ")[place]) for of in (_sent_of, _true_of)]
            for place in (0, -1)
        )
        return {one for drawn, true in orders for one, other in zip(drawn, true, strict=True) if one != other}

    @cached_property
    def turned(self) -> Sequence[Near]:
        """The numbers and dates of which two stand in another order than the true ones."""
        numbers = [one for one in self._near.by_name.values() if one.type in signs.NUMERIC or one.days][-signs.LISTED :]
        values = [_values(one) for one in numbers]
        return [
            one
            for one, (drawn, true) in zip(numbers, values, strict=True)
            if any(
                one.type == other.type and (drawn < at) != (true < of) and drawn != at
                for other, (at, of) in zip(numbers, values, strict=True)
            )
        ]

    @cached_property
    def other_days(self) -> list[Near]:
        """The dates at the weekend of which the true one is not, or the other way round, where that is asked."""
        if not signs.WORKDAY.search(self._last):
            return []
        dated = ((one, one.days) for one in self._near.by_name.values())
        return [one for one, days in dated if days and len({day.weekday() >= signs.SATURDAY for day in days}) > 1]


def _values(near: Near) -> tuple[float, float]:
    """A number or a day as sent, and as typed."""
    if near.days:
        drawn, original = near.days
        return drawn.toordinal(), original.toordinal()
    return value_of(near.surrogate), value_of(near.original)


def _sent_of(near: Near) -> str:
    return near.surrogate


def _true_of(near: Near) -> str:
    return near.original


def ages_in(text: str) -> list[int]:
    """Find ages of which a text tells by words: those at which the law lets somebody vote, drive or retire."""
    return [age for sign, ages in signs.AGES if sign.search(text) for age in ages]
