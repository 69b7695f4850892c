"""Dates and amounts end to end: values of one class, in fresh scopes, keep the printed level; mutants do not.

Counts of N draws a side give an exact lower bound (Clopper-Pearson) of the log ratio of any event that was named before
the draws were made. The events are fixed here, 40 a pair at most, so that a pair on code that is right fails with
probability `FALSE_POSITIVES` at most; the draws are keyed, so that a run repeats.
"""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from scipy.stats import beta

from dp_gateway import Gateway, Secret
from dp_gateway.policy import parse_policy
from dp_gateway.privacy.guarantee import NO_GUARANTEE
from dp_gateway.surrogates.amounts import family as values
from dp_gateway.surrogates.dates import family as dates
from dp_gateway.surrogates.dates.family import DateShift, ShiftedDates
from dp_gateway.testing.conformance import chi_square_p
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary import numerals

KEY = Secret(b"a key for tests, not a secret")
FALSE_POSITIVES = 1e-6
EVENTS = 40
SCOPES = 300


class Marked:
    """Finds the dates and amounts of a text by pattern: what is tested here is what is drawn."""

    _PATTERN = re.compile(
        r"(?P<DATE_TIME>(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2},"
        r" \d{4}|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d\d)|(?P<MONEY>\$[\d,.]*\d)|(?P<PERCENTAGE>[\d.]+ %)"
        r"|(?P<QUANTITY>[\d.]+ cm)|(?P<AGE>\d+ years old)|(?P<DURATION>[\d.]+ weeks)"
    )

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [
            [Entity(*one.span(), one.lastgroup or "", 1.0, "marked") for one in self._PATTERN.finditer(text)]
            for text in texts
        ]


def gateway(**types: object) -> Gateway:
    return Gateway(parse_policy({"types": types} if types else {}), key=KEY, detection=Marked())


def sampled(gateway: Gateway, text: str, scopes: int = SCOPES) -> list[str]:
    return [gateway.sanitize(text, scope=f"scope {number}").text for number in range(scopes)]


def lower_bound(one: list[str], other: list[str], events: list[Callable[[str], bool]]) -> float:
    """The log ratio that some event proves, each side at a share of `FALSE_POSITIVES`."""
    alpha, worst = FALSE_POSITIVES / (4 * len(events)), 0.0
    for event in events:
        hits = [sum(map(event, side)) for side in (one, other)]
        for high, low in (hits, hits[::-1]):
            least = beta.ppf(alpha, high, len(one) - high + 1) if high else 0.0
            most = beta.ppf(1 - alpha, low + 1, len(one) - low) if low < len(one) else 1.0
            worst = max(worst, math.log(least / most) if least else 0.0)
    return worst


def events_of(one: list[str], other: list[str]) -> list[Callable[[str], bool]]:
    """Shapes that texts can have, how many digits that are not zeros, and what stands literally in most of a first half.

    The second half is what is counted.
    """
    shape = [re.sub(r"[1-9]", "9", text) for text in (*one, *other)]
    shapes = [key for key, _ in Counter(shape).most_common(EVENTS // 2)]
    texts = [key for key, _ in Counter((*one, *other)).most_common(EVENTS // 2)]
    return [lambda text, key=key: re.sub(r"[1-9]", "9", text) == key for key in shapes] + [
        lambda text, key=key: text == key for key in texts
    ]


def bound(gateway: Gateway, one: str, other: str) -> float:
    sides = [sampled(gateway, text) for text in (one, other)]
    halves = [(side[: SCOPES // 2], side[SCOPES // 2 :]) for side in sides]
    return lower_bound(halves[0][1], halves[1][1], events_of(halves[0][0], halves[1][0]))


PAIRS = [
    ("It costs $85,000 now.", "It costs $85,250 now."),
    ("It costs $10,000 now.", "It costs $98,765 now."),
    ("It rose by 5.1 % now.", "It rose by 5.5 % now."),
    ("It rose by 100 % now.", "It rose by 1 % now."),
    ("It is 180 cm now.", "It is 181.5 cm now."),
    ("She is 30 years old now.", "She is 60 years old now."),
    ("It took 3 weeks now.", "It took 8 weeks now."),
    ("It was on March 14, 2024 then.", "It was on December 1, 2021 then."),
    ("It was on 3/14/24 then.", "It was on 12/14/24 then."),
    ("It was on 2024-03-14, not on 2024-03-21.", "It was on 2024-03-14, not on 2025-12-21."),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_values_of_one_class_keep_the_printed_level(one: str, other: str) -> None:
    tested = gateway()
    reports = [tested.sanitize(text, scope="s").report for text in (one, other)]
    assert reports[0].figures[0].classes == reports[1].figures[0].classes
    printed = max(report.figures[0].certified[0] for report in reports)
    assert reports[0].figures[0].certified[1] < 1e-12
    assert bound(tested, one, other) <= printed


def missing(one: list[str], other: list[str]) -> set[str]:
    """Shapes that a tenth of the texts of one side have, and no text of the other."""
    shapes = [Counter(re.sub(r"[1-9]", "9", text) for text in side) for side in (one, other)]
    return {
        key for k in (0, 1) for key, count in shapes[k].items() if count >= len(one) / 10 and not shapes[1 - k][key]
    }


@pytest.mark.parametrize("number", [0, 2, 4])
def test_the_number_of_digits_of_a_value_does_not_show(number: int) -> None:
    """$85,000 left with two digits and $85,250 with four. False-positive rate .9^200, below 1e-9, a shape."""
    one, other = (sampled(gateway(), text, 200) for text in PAIRS[number])
    assert not missing(one, other)


def test_nothing_stays_and_costs_nothing() -> None:
    text = "My balance is $0.00, my loan has 0% interest, and I owe $40."
    for policy in ("entities", "entities-strict"):
        request = Gateway(policy, key=KEY).request([text], scope="s")
        sent = request.outgoing[0]
        assert sent.startswith("My balance is $0.00, my loan has 0% interest, and I owe $")
        assert "$40" not in sent
        assert request.restorer.restore(sent).text == text
        by_type = {row.type: row.certified for row in request.report.figures}
        assert by_type["PERCENTAGE"] == (0.0, 0.0)
        assert 'kept of PERCENTAGE: its unit (%), that it is zero, written in digits, like "0%"' in (
            request.report.left_in_clear
        )


def test_a_known_date_gives_no_other() -> None:
    """A system prompt said which day it was, and with it the shift; now intervals are spread over weeks."""
    tested = gateway()
    intervals = []
    for number in range(200):
        request = tested.request(
            ["Today is July 1, 2025.", "I began on July 1, 2025 and moved on March 14, 2025."],
            scope=f"known {number}",
            developer=[True, False],
        )
        assert request.outgoing[0] == "Today is July 1, 2025."
        assert "July 1, 2025" not in request.outgoing[1]
        found = re.findall(r"[A-Z][a-z]+ \d+, 2\d{3}", request.outgoing[1])
        began, moved = (datetime.datetime.strptime(one, "%B %d, %Y").replace(tzinfo=datetime.UTC) for one in found)
        intervals.append((began - moved).days)
    assert Counter(intervals).most_common(1)[0][1] < 20
    assert np.std(intervals) > 15


def test_exact_intervals_are_a_choice_that_says_what_it_gives() -> None:
    shifted = gateway(DATE_TIME={"treatment": "shift"})
    sanitized = shifted.sanitize("From 2024-03-14 to 2024-04-01.")
    for number in range(30):
        sanitized = shifted.sanitize("From 2024-03-14 to 2024-04-01.", scope=str(number))
        first, last = (datetime.date.fromisoformat(one) for one in re.findall(r"\d{4}-\d\d-\d\d", sanitized.text))
        assert (last - first).days == 18
    assert sanitized.report.to_json()["entities"][0]["certified"] == NO_GUARANTEE
    assert "one known date gives all" in sanitized.report.figures[0].classes[0]


def test_dates_of_a_request_are_apart_and_come_back_in_every_form() -> None:
    for number in range(60):
        days = [datetime.date(2024, 3, 1) + datetime.timedelta(k) for k in range(0, 24, 2)]
        text = "; ".join(day.isoformat() for day in days)
        sanitized = gateway().sanitize(f"On {text}; also on May 5, 2023.", scope=str(number))
        drawn = re.findall(r"\d{4}-\d\d-\d\d", sanitized.text)
        assert len(set(drawn)) == len(days)
        for day, new in zip(days, drawn, strict=True):
            said = datetime.date.fromisoformat(new)
            assert sanitized.restore(f"{said:%B} {said.day}, {said.year}") == f"{day:%B} {day.day}, {day.year}"
            assert sanitized.restore(f"{said:%d.%m.%Y}") == f"{day:%d.%m.%Y}"


def test_a_surrogate_is_no_date_that_stands_in_clear() -> None:
    own = [f"2024-03-{day:02d}" for day in range(1, 32)]
    for number in range(60):
        request = gateway().request(
            [f"Closed on {', '.join(own)}.", "I was there on March 14, 2024."],
            scope=str(number),
            developer=[True, False],
        )
        assert "March" not in request.outgoing[1] or ", 2024" not in request.outgoing[1]
        assert request.report.figures[1].certified[0] > 8 if len(request.report.figures) > 1 else True


def test_a_day_without_a_year_agrees_with_the_one_that_has_it() -> None:
    found = gateway().sanitize("It was on 3/14/24; we met on March 14, 2024 and on 2024-03-14.", scope="s")
    drawn = re.findall(r"[A-Z][a-z]+ \d+, 2024|2024-\d\d-\d\d|\d\d/\d\d/24", found.text)
    assert len(drawn) == 3
    assert found.report.figures[0].values == 1
    assert found.report.total_nominal == 8


# ---- mutants: what the mend took away, brought back


def test_the_mutant_of_one_shift_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shift = DateShift(1)
    stream_of_all = [0]

    def draw_one(self: dates.DateFamily, date: dates.CalendarDate, stream: object) -> dates.CalendarDate:
        from dp_gateway.surrogates.dates.family import move

        return move(date, shift.shifts[stream_of_all[0] % len(shift.shifts)])

    monkeypatch.setattr(dates.DateFamily, "draw_one", draw_one)
    intervals = []
    for number in range(40):
        stream_of_all[0] = number * 37
        made = gateway().sanitize("It was on 2024-03-14, not on 2024-03-21.", scope=str(number)).text
        first, last = (datetime.date.fromisoformat(one) for one in re.findall(r"\d{4}-\d\d-\d\d", made))
        intervals.append((last - first).days)
    assert Counter(intervals).most_common(1)[0][1] == 40
    assert isinstance(ShiftedDates().shift, DateShift)


def test_the_mutant_that_keeps_significant_digits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    filling = values._filling

    def as_round_as_the_value(mention: str, reading: values.Reading, agreeing: bool) -> Callable[[list], str]:
        (value,) = reading.amount.numbers
        exponent = value.normalize().as_tuple().exponent
        quantum, write = numerals.Decimal(1).scaleb(int(exponent)), filling(mention, reading, agreeing)
        return lambda numbers: write([round(one / quantum) * quantum for one in numbers])

    monkeypatch.setattr(values, "_filling", as_round_as_the_value)
    monkeypatch.setattr(values, "_rendered", values._rendered.__wrapped__)
    tested = gateway()
    assert missing(*(sampled(tested, text, 100) for text in ("It costs $80,000 now.", "It costs $85,251 now.")))


@pytest.mark.parametrize("text", ["It costs $85,000 now.", "It was on 2024-03-14 then."])
def test_what_leaves_follows_the_law(text: str) -> None:
    """Through the gateway, within the window and beyond it; false-positive rate 1e-6."""
    tested = gateway()
    made = sampled(tested, text, 800)
    counts = np.array([made.count(text), len(made) - made.count(text)])
    near = Counter(made).most_common(60)
    assert counts[0] <= 3
    if "cost" in text:
        family = tested.sources.values
        value = family.parse("$85,000", "MONEY")
        assert value is not None
        law = np.sort(family.law(value)[0][1])[::-1]
        window = int((law == law[0]).sum())
        observed = np.array([*[count for _, count in near[:window]], len(made) - sum(c for _, c in near[:window])])
        assert chi_square_p(observed, np.array([*law[:window], law[window:].sum()])) > FALSE_POSITIVES
