"""Dates: read in many notations, drawn near or moved together, written back alike."""

from __future__ import annotations

import datetime
import itertools
import math
import re
from fractions import Fraction

import numpy as np
import pytest
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway import Gateway, Secret
from dp_gateway.errors import AssumptionViolated
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.dates.classes import class_of, date_at, number_of
from dp_gateway.surrogates.dates.family import NAMES, DateFamily, DateShift, ShiftedDates, move
from dp_gateway.surrogates.dates.formats import CalendarDate
from dp_gateway.testing import SeededStream
from dp_gateway.testing.conformance import chi_square_p
from dp_gateway.text.folding import compared

FAMILY = DateFamily()
SHIFTED = ShiftedDates()
SHIFT = SHIFTED.shift
MARCH = CalendarDate("day", 2024, 3, 14)

READ = [
    ("2024-03-14", [MARCH]),
    ("2024/03/14", [MARCH]),
    ("datetime.date(2024, 3, 14)", [MARCH]),
    ("14/03/2024", [MARCH]),
    ("3/14/24", [MARCH]),
    ("03/14/2024", [MARCH]),
    ("14.03.2024", [MARCH]),
    ("14.3.24", [MARCH]),
    ("20240314", [MARCH]),
    ("March 14, 2024", [MARCH]),
    ("MARCH 14TH, 2024", [MARCH]),
    ("14 March 2024", [MARCH]),
    ("14th of March, 2024", [MARCH]),
    ("14-Mar-2024", [MARCH]),
    ("Mar. 14 '24", [MARCH]),
    ("Thursday, March 14, 2024", [MARCH]),
    ("Thu 14 Mar 2024", [MARCH]),
    ("2024-03-14 (Thursday)", [MARCH]),
    ("14.03.2024 (Thu)", [MARCH]),
    ("2024-03-14T10:00:00Z", [MARCH]),
    ("2024-03-14 23:59:59.123+02:00", [MARCH]),
    ("20240314T100000Z", [MARCH]),
    ("3:45 pm on 14 March 2024", [MARCH]),
    ("14. März 2024", [MARCH]),
    ("Donnerstag, den 14. März 2024", [MARCH]),
    ("14 mars 2024", [MARCH]),
    ("jeudi 14 mars 2024", [MARCH]),
    ("14\u00a0mars\u00a02024", [MARCH]),
    ("2024年3月14日", [MARCH]),
    ("1er mars 2024", [CalendarDate("day", 2024, 3, 1)]),
    ("29 February 2024", [CalendarDate("day", 2024, 2, 29)]),
    ("March 14", [CalendarDate("day", None, 3, 14)]),
    ("14th of March", [CalendarDate("day", None, 3, 14)]),
    ("Mar 14", [CalendarDate("day", None, 3, 14)]),
    ("3/14", [CalendarDate("day", None, 3, 14)]),
    ("29 February", [CalendarDate("day", None, 2, 29)]),
    ("March 2024", [CalendarDate("month", 2024, 3)]),
    ("late March of 2024", [CalendarDate("month", 2024, 3)]),
    ("2024-03", [CalendarDate("month", 2024, 3)]),
    ("03/2024", [CalendarDate("month", 2024, 3)]),
    ("March", [CalendarDate("month", None, 3)]),
    ("2024", [CalendarDate("year", 2024)]),
    ("the 1990s", [CalendarDate("decade", 1990)]),
    ("the '90s", [CalendarDate("decade", 1990)]),
    ("Q3 2023", [CalendarDate("quarter", 2023, 7)]),
    ("2023 Q3", [CalendarDate("quarter", 2023, 7)]),
    ("Third quarter of 2023", [CalendarDate("quarter", 2023, 7)]),
    ("Q3", [CalendarDate("quarter", None, 7)]),
    ("H1 2024", [CalendarDate("half", 2024, 1)]),
    ("2024 H2", [CalendarDate("half", 2024, 7)]),
    ("H2'24", [CalendarDate("half", 2024, 7)]),
    ("CY2021", [CalendarDate("year", 2021)]),
    ("March 3-5, 2024", [CalendarDate("day", 2024, 3, 3), CalendarDate("day", 2024, 3, 5)]),
    ("2019/20", [CalendarDate("year", 2019)]),
    ("season 2022-2023", [CalendarDate("year", 2022)]),
    ("2015-19", [CalendarDate("year", 2015), CalendarDate("year", 2019)]),
    ("2015 – 2019", [CalendarDate("year", 2015), CalendarDate("year", 2019)]),
    ("2019-2021", [CalendarDate("year", 2019), CalendarDate("year", 2021)]),
    ("1985-08-12 to 14 March 2024", [CalendarDate("day", 1985, 8, 12), MARCH]),
]


def the_one(text: str) -> CalendarDate:
    """The date that a text is."""
    found = FAMILY.parse(text, "DATE_TIME")
    assert found
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("mention", "dates"), READ)
def test_read_and_written_back(mention: str, dates: list[CalendarDate]) -> None:
    value = FAMILY.parse(mention, "DATE_TIME")
    assert value
    assert value == tuple(dates)
    # Zeros and abbreviations of the mention are not kept, as they would tell its digits.
    family = DateFamily(language="nl") if mention.startswith("14/") else FAMILY
    assert family.parse(family.render(mention, value, value), "DATE_TIME") == value


def test_a_date_that_a_program_writes_as_a_call_is_one_that_it_can_read() -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    text = "Customer(id=7, dob=datetime.date(1971, 10, 18))"
    for scope in "abcdef":
        sent = gateway.sanitize(text, scope=scope)
        assert re.fullmatch(r"Customer\(id=7, dob=datetime\.date\([0-9]{4}, [1-9][0-9]?, [1-9][0-9]?\)\)", sent.text)
        assert sent.restore(sent.text) == text


def test_a_season_stays_one_and_says_so() -> None:
    for mention, other in (("2021-22", "2021-25"), ("2021/2022", "2021/2025"), ("1999 – 00", "1999 – 04")):
        value, longer = FAMILY.parse(mention, "DATE_TIME"), FAMILY.parse(other, "DATE_TIME")
        assert value
        assert longer
        assert FAMILY.kept(mention, value) != FAMILY.kept(other, longer)
        assert "a year and the next" in FAMILY.kept(mention, value)[-1]
        for seed in range(20):
            (drawn,) = FAMILY.draw(value, SeededStream(seed))
            written = FAMILY.render(mention, value, (drawn,))
            first, last = re.findall(r"\d+", written)
            assert int(first) == drawn.year != value[0].year
            assert (int(first) + 1 - int(last)) % 100 == 0


@pytest.mark.parametrize("shifted", [False, True])
@pytest.mark.parametrize(("mention", "dates"), READ)
def test_a_surrogate_reads_as_what_was_drawn(mention: str, dates: list[CalendarDate], shifted: bool) -> None:
    for seed in range(30):
        value = tuple(dates)
        drawn = (SHIFTED if shifted else FAMILY).draw(value, SeededStream(seed))
        if not shifted:
            drawn = FAMILY.in_order(mention, value, drawn)
        written = FAMILY.render(mention, value, drawn)
        assert written != mention
        if len(value) == 1 or shifted:
            assert all(old != new for old, new in zip(value, drawn, strict=True))
        across = drawn[0].year != drawn[-1].year
        if not across and (drawn[0].month == drawn[-1].month or "3-5" not in mention):
            family = DateFamily(language="nl") if mention.startswith("14/") else FAMILY
            assert family.parse(written, "DATE_TIME") == drawn


@pytest.mark.parametrize(
    "mention",
    ["", "yesterday", "next Monday", "today", "3 pm", "10:30", "now", "the 14th century", "2024-02-30", "31/02/2024", "13/13/2024",
     "99999", "March 14, 2024 room 12", "29 February 2023", "the year 3000", "1" * 300],
)  # fmt: skip
def test_what_is_no_date_to_shift(mention: str) -> None:
    assert FAMILY.parse(mention, "DATE_TIME") is None
    assert FAMILY.parse("2024-03-14", "AGE") is None


@given(st.text(max_size=40) | st.text(alphabet="0123456789/-.: TQZ'stMarchJun, ofMo", max_size=24))
def test_no_text_raises(mention: str) -> None:
    value = FAMILY.parse(mention, "DATE_TIME")
    if value is not None:
        hash(value)
        drawn = FAMILY.draw(value, SeededStream(1))
        FAMILY.render(mention, value, drawn)
        assert all(pair.surrogate and pair.original for pair in FAMILY.variants(mention, value, drawn))


FORMATS = [
    "%Y-%m-%d",
    "%d.%m.%Y",
    "%m/%d/%Y",
    "%B %d, %Y",
    "%d %B %Y",
    "%A, %B %d, %Y",
    "%a %d %b %Y",
    "%Y%m%d",
    "%d-%b-%Y",
]
days = st.dates(datetime.date(1901, 1, 1), datetime.date(2090, 12, 31))


@given(days, st.sampled_from(FORMATS), st.integers(0, 1000))
def test_whole_dates_move_by_the_shift(day: datetime.date, notation: str, seed: int) -> None:
    mention = day.strftime(notation)
    value = FAMILY.parse(mention, "DATE_TIME")
    assert value
    assert value == (CalendarDate("day", day.year, day.month, day.day),)
    moved = day + datetime.timedelta(SHIFT.draw(SeededStream(seed)))
    written = SHIFTED.render(mention, value, SHIFTED.draw(value, SeededStream(seed)))
    # Beside the name of a month, no zero is written.
    plain = [f" {text}".replace(" 0", " ") if "%B" in notation or "%b" in notation else text for text in (
        written, moved.strftime(notation))]  # fmt: skip
    assert plain[0] == plain[1]


@given(days, days, st.sampled_from(FORMATS), st.sampled_from(FORMATS), st.integers(0, 1000))
def test_intervals_survive(first: datetime.date, second: datetime.date, one: str, other: str, seed: int) -> None:
    moved: list[datetime.date] = []
    for day, notation in ((first, one), (second, other)):
        mention = day.strftime(notation)
        value = FAMILY.parse(mention, "DATE_TIME")
        assert value
        written = SHIFTED.render(mention, value, SHIFTED.draw(value, SeededStream(seed)))
        read = the_one(written)
        moved.append(datetime.date(read.year or 0, read.month or 0, read.day or 0))
    assert moved[1] - moved[0] == second - first


def test_all_that_is_said_changes_for_every_shift() -> None:
    dates = [CalendarDate("quarter", year, month) for year in (None, 2023) for month in (1, 4, 7, 10)]
    dates += [CalendarDate("month", year, month) for year in (None, 2023, 2024) for month in range(1, 13)]
    dates += [CalendarDate("day", None, 2, 29), CalendarDate("day", None, 12, 31), CalendarDate("day", None, 1, 1)]
    dates += [CalendarDate("decade", 1990)]
    dates += [CalendarDate("year", year) for year in (2022, 2023, 2024)]
    for shift in SHIFT.shifts:
        for date in dates:
            moved = move(date, shift)
            assert moved != date
            assert moved.span == date.span
            if date.span == "month":
                assert moved.month != date.month


def test_allowed_shifts() -> None:
    shifts = SHIFT.shifts
    assert list(shifts) == sorted(-s for s in shifts)
    assert min(map(abs, shifts)) == 184
    assert max(shifts) < 3 * 365
    assert all(abs(s - k * 365.2425) >= 46 for s in shifts for k in range(-4, 5))
    assert len(shifts) == 1364


@pytest.mark.parametrize("days", [0, 1, -1, 7, 30, 365, 1000, 5000])
def test_delta_by_definition(days: int) -> None:
    """Two laws of what is seen, one moved: the largest excess at epsilon 0, in fractions."""
    share = Fraction(1, len(SHIFT.shifts))
    seen = dict.fromkeys(SHIFT.shifts, share)
    moved = dict.fromkeys((s + days for s in SHIFT.shifts), share)
    excess = sum((max(Fraction(0), p - moved.get(place, Fraction(0))) for place, p in seen.items()), Fraction(0))
    assert SHIFT.delta(days) == excess


def test_figures_of_the_documentation() -> None:
    """Why the law is uniform: geometric noise on the same shifts has an epsilon and a larger delta."""
    weights = {s: math.exp(-abs(s) / 365) for s in SHIFT.shifts}
    total = sum(weights.values())
    for days in range(1, 181):
        ratio = math.exp(days / 365)
        excess = sum(max(0.0, w - ratio * weights.get(s - days, 0.0)) for s, w in weights.items()) / total
        assert excess > float(SHIFT.delta(days))
        if days == 30:
            assert excess == pytest.approx(0.162, abs=5e-4)
    assert float(SHIFT.delta(30)) == pytest.approx(0.132, abs=5e-4)
    widest = 2 * max(SHIFT.shifts) + 1
    assert 30 / widest == pytest.approx(0.014, abs=5e-4)
    assert SHIFT.delta(6 * 366) == 1


def test_shifts_are_uniform() -> None:
    """False-positive rate 1e-6 for a fresh seed."""
    stream = SeededStream(6)
    drawn = [SHIFT.draw(stream) for _ in range(20_000)]
    places = np.searchsorted(np.array(SHIFT.shifts), drawn)
    counts = np.bincount(places, minlength=len(SHIFT.shifts))
    assert chi_square_p(counts, np.full(len(SHIFT.shifts), 1 / len(SHIFT.shifts))) > 1e-6


@pytest.mark.parametrize("years", [0, -1, 51])
def test_years_out_of_reach(years: int) -> None:
    with pytest.raises(AssumptionViolated):
        DateShift(years)


def test_the_ends_of_the_calendar() -> None:
    for mention in ("0001-01-01", "9999-12-31"):
        value = FAMILY.parse(mention, "DATE_TIME")
        assert value
        for family, seed in itertools.product((FAMILY, SHIFTED), range(20)):
            drawn = family.draw(value, SeededStream(seed))
            assert drawn != value
            assert len(FAMILY.render(mention, value, drawn)) == len(mention)


def test_order_of_day_and_month() -> None:
    assert FAMILY.parse("03/04/2024", "DATE_TIME") == (CalendarDate("day", 2024, 3, 4),)
    assert DateFamily(language="fr").parse("03/04/2024", "DATE_TIME") == (CalendarDate("day", 2024, 4, 3),)
    assert FAMILY.parse("03.04.2024", "DATE_TIME") == (CalendarDate("day", 2024, 4, 3),)
    assert DateFamily(language="fr").parse("3/14/2024", "DATE_TIME") == (MARCH,)


@pytest.mark.parametrize(
    ("mention", "to", "written"),
    [
        ("14th of March", CalendarDate("day", None, 6, 2), "2nd of June"),
        ("March 11th", CalendarDate("day", None, 6, 21), "June 21st"),
        ("3 apr 2024", CalendarDate("day", 2024, 5, 3), "3 may 2024"),
        ("SEPT 5", CalendarDate("day", None, 3, 13), "MAR 13"),
        ("12 sept", CalendarDate("day", None, 8, 24), "24 aug"),
        ("05/03/2024", CalendarDate("day", 2024, 11, 4), "11/04/2024"),
        ("5/3/24", CalendarDate("day", 2024, 11, 14), "11/14/24"),
        ("12/31/1999", CalendarDate("day", 2001, 2, 3), "02/03/2001"),
        ("3. Mai 2021", CalendarDate("day", 2022, 12, 1), "1. Dezember 2022"),
        ("3 mai 2021", CalendarDate("day", 2022, 12, 4), "4 décembre 2022"),
        ("1er mai", CalendarDate("day", None, 12, 4), "4 décembre"),
        ("Monday, May 3, 2021", CalendarDate("day", 2022, 12, 4), "Sunday, December 4, 2022"),
        ("lundi 3 mai 2021", CalendarDate("day", 2022, 12, 4), "dimanche 4 décembre 2022"),
        ("Montag, 3.5.2021", CalendarDate("day", 2022, 12, 4), "Sonntag, 04.12.2022"),
        ("the '90s", CalendarDate("decade", 2000), "the '00s"),
        ("SECOND QUARTER 2020", CalendarDate("quarter", 2021, 10), "FOURTH QUARTER 2021"),
        ("H1/2020", CalendarDate("half", 2021, 7), "H2/2021"),
    ],
)
def test_notation_is_kept(mention: str, to: CalendarDate, written: str) -> None:
    value = FAMILY.parse(mention, "DATE_TIME")
    assert value
    assert FAMILY.render(mention, value, (to,)) == written


def test_a_range_that_crosses_the_end_of_a_month() -> None:
    first, last = CalendarDate("day", 2024, 5, 30), CalendarDate("day", 2024, 6, 1)
    for mention, written in (("March 3-5, 2024", "May 30-June 1, 2024"), ("3-5 March 2024", "30 May-1 June 2024")):
        value = FAMILY.parse(mention, "DATE_TIME")
        assert value
        assert FAMILY.render(mention, value, (first, last)) == written


@pytest.mark.parametrize("mention", [mention for mention, dates in READ if len(dates) == 1])
def test_variants_say_the_same_on_both_sides(mention: str) -> None:
    value = FAMILY.parse(mention, "DATE_TIME")
    assert value
    drawn = FAMILY.draw(value, SeededStream(3))
    families = (
        DateFamily(),
        *(DateFamily(language=one) for one in ("es", "pt", "it", "pl")),
    )
    for pair in FAMILY.variants(mention, value, drawn):
        for text, date in (pair.surrogate, drawn[0]), (pair.original, value[0]):
            found = [one.parse(text, "DATE_TIME") or () for one in families]
            # 03/04/2024 is a day in April or in March.
            assert any(
                said.year in (None, date.year) and said.month in (None, date.month) and said.day in (None, date.day)
                for (said,) in (dates for dates in found if len(dates) == 1)
            )
        assert not pair.surrogate.isdigit()


@pytest.mark.parametrize("mention", [mention for mention, dates in READ if len(dates) == 1])
def test_named_variants_hold_a_name_and_begin_with_one_or_a_digit(mention: str) -> None:
    value = FAMILY.parse(mention, "DATE_TIME")
    assert value
    drawn = FAMILY.draw(value, SeededStream(3))
    every, others = (FAMILY.variants(mention, value, drawn, named=named) for named in (True, False))
    assert set(others) <= set(every)
    for one in {*every} - {*others}:
        words = re.findall("[a-z0-9]+", compared(one.surrogate))
        assert not NAMES.isdisjoint(words)
        assert words[0] in NAMES or words[0][0].isdigit()
        assert one.surrogate[0].isalnum()
    if value[0].span == "day":
        assert not any(map(str.isalpha, "".join(one.surrogate for one in others)))


@pytest.mark.parametrize(
    ("mention", "surrogate", "original"),
    [
        ("2024-03-14", "January 12, 2027", "March 14, 2024"),
        ("2024-03-14", "Tuesday, January 12, 2027", "Thursday, March 14, 2024"),
        ("March 14, 2024", "2027-01-12", "2024-03-14"),
        ("March 14, 2024", "January 12th", "March 14th"),
        ("March 14, 2024", "January 2027", "March 2024"),
        ("14/03/2024", "12/1/2027", "14/3/2024"),
        ("2024-03-14", "12/01/2027", "14/03/2024"),
        ("14 March 2024", "01/12/2027", "03/14/2024"),
        ("14. März 2024", "12. Januar", "14. März"),
    ],
)
def test_variants(mention: str, surrogate: str, original: str) -> None:
    value = FAMILY.parse(mention, "DATE_TIME")
    assert value
    assert value == (MARCH,)
    assert Replacement(surrogate, original) in list(
        FAMILY.variants(mention, value, (CalendarDate("day", 2027, 1, 12),))
    )


CLASSES = [
    ("2024-03-14", "2020-12-31"),
    ("3/14/24", "12/31/2020"),
    ("May 3, 2021", "March 31, 2029"),
    ("SEPT 5", "MAR 29"),
    ("Thursday, March 14, 2024", "Monday, May 6, 2024"),
    ("March", "December"),
    ("2020-01", "2029-12"),
    ("1er mars 2024", "14 mars 2024"),
    ("2024", "2099"),
    ("the 1990s", "the 2040s"),
    ("Q1 2021", "Q4 2029"),
    ("Q1", "Q4"),
    ("H1 2021", "H2 2029"),
]


@pytest.mark.parametrize(("one", "other"), CLASSES)
def test_dates_of_one_class_keep_the_printed_level(one: str, other: str) -> None:
    """Exact, over all outputs; and whatever is drawn is written alike, so that nothing else tells them apart."""
    first, second = map(the_one, (one, other))
    assert class_of(first) == class_of(second)
    laws = [FAMILY.law(date) for date in (first, second)]
    for (outputs, law), (others, against) in (laws, laws[::-1]):
        assert (outputs == others).all()
        assert np.log(law / against).max() <= FAMILY.mechanism(first).level + 1e-9
    for number in laws[0][0][:: max(len(laws[0][0]) // 50, 1)]:
        drawn = date_at(class_of(first), int(number))
        written = FAMILY.render(one, (first,), (drawn,))
        if FAMILY.kept(one, (first,)) == FAMILY.kept(other, (second,)):
            assert written == FAMILY.render(other, (second,), (drawn,))
        read = the_one(written)
        assert read == drawn


@given(days | st.dates(datetime.date(1, 1, 1)), st.sampled_from(["day", "month", "quarter", "year"]), st.booleans())
def test_numbers_of_dates_round_trip(day: datetime.date, span: str, year: bool) -> None:
    month = {"day": day.month, "month": day.month, "quarter": (day.month + 2) // 3 * 3 - 2}.get(span)
    if (month, day.day, year) == (2, 29, False):
        return
    said = day.year if year or span == "year" else None
    date = CalendarDate(span, said, month, day.day if span == "day" else None)  # type: ignore[arg-type]
    assert number_of(date) in FAMILY.mechanism(date).outputs
    assert date_at(class_of(date), number_of(date)) == date


def test_draws_of_dates_follow_the_law_and_are_near() -> None:
    """False-positive rate 1e-6; in 98 of 100 draws within 30 days."""
    stream = SeededStream(8)
    drawn = [number_of(FAMILY.draw_one(MARCH, stream)) for _ in range(20_000)]
    outputs, law = FAMILY.law(MARCH)
    near = np.abs(outputs - number_of(MARCH)) <= 30
    assert law[near].sum() == pytest.approx(0.98, abs=0.005)
    counts = np.bincount(np.searchsorted(outputs, drawn), minlength=len(outputs))
    ones = np.flatnonzero(near & (law == law.max())).tolist()
    grouped = np.array([*counts[ones], counts.sum() - counts[ones].sum()])
    assert chi_square_p(grouped, np.array([*law[ones], 1 - law[ones].sum()])) > 1e-6


def test_a_weekday_is_that_of_the_surrogate() -> None:
    for seed in range(40):
        for mention in ("Thursday, March 14, 2024", "Monday, March 14, 2024"):
            written = FAMILY.render(mention, (MARCH,), FAMILY.draw((MARCH,), SeededStream(seed)))
            datetime.datetime.strptime(written, "%A, %B %d, %Y").strftime("%A, %B %-d, %Y")
            assert datetime.datetime.strptime(written, "%A, %B %d, %Y").strftime("%A, %B %-d, %Y") == written


@pytest.mark.parametrize("mention", ["March, April and June", "3 May, 9 May or 12 June", "2019, 2020 and 2021"])
def test_the_dates_of_a_list_have_surrogates_of_their_own_and_come_back_one_by_one(mention: str) -> None:
    from dp_gateway import Gateway, Secret
    from tests.surrogates.test_exclusions import Marked

    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"), detection=Marked(DATE_TIME=[mention]))
    separators = re.compile(r",? and |,? or |, ")
    for scope in range(30):
        request = gateway.request([f"We meet in {mention}."], scope=str(scope)).texts[0]
        drawn = separators.split(request.text.removeprefix("We meet in ").rstrip("."))
        originals = separators.split(mention)
        assert len(set(drawn)) == 3
        for surrogate, original in zip(drawn, originals, strict=True):
            assert request.restore(f"I am free in {surrogate}.") == f"I am free in {original}."


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pl", "pt"])
def test_dates_come_back_in_the_languages_of_translations(language: str) -> None:
    done = Gateway("entities", key=Secret(b"a key for tests of translations!")).sanitize("She starts on 16 May 2023.")
    drawn = datetime.datetime.strptime(done.text.removeprefix("She starts on ").rstrip("."), "%d %B %Y")
    written, true = (format_date(day, "long", locale=language) for day in (drawn, datetime.datetime(2023, 5, 16)))

    assert done.restore(f"X {written} Y") == f"X {true} Y"


@pytest.mark.parametrize("mention", ["30 Sept, 12", "Sep 30th 5", "3 May, 24 (7)"])
def test_a_day_of_a_month_never_stays_because_of_a_number_beside_it(mention: str) -> None:
    """A detector that takes too much for a date is no reason to let the date leave."""
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    drawn = {gateway.declared([mention], "DATE_TIME", scope=str(scope))[0].text for scope in range(40)}
    assert None not in drawn
    assert len(drawn) > 35


@pytest.mark.parametrize("mention", ["9:30", "3 pm", "3.15pm", "9-11am", "Thursday 9-11am", "4 to 6 pm"])
def test_a_time_of_day_stays(mention: str) -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    (declared,) = gateway.declared([mention], "DATE_TIME", scope="s")
    assert (declared.text, declared.treatment) == (None, "keep")
