"""What never_self and collision-freeness leave of a row, by brute force on small tables, and what the report says.

Of faults made by hand these have to notice: the delta of exhausted tries dropped, an exclusion's factor dropped from a
level.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mechanisms.restricted import SelfFreeLevel
from dp_gateway.surrogates.addresses import StreetAddress
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.clear_text import ClearText
from dp_gateway.surrogates.exclusions import Exclusions
from dp_gateway.surrogates.identifiers import CardNumber, IpAddress, Scrambled
from dp_gateway.surrogates.phones import PhoneNumber
from dp_gateway.testing import SeededStream, ToyEmbedder
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.build import build_lexicon
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data

KEY = Secret(b"a key for tests, not a secret")


class Marked:
    """Finds phrases that it was told, wherever they stand."""

    def __init__(self, **phrases: Sequence[str]) -> None:
        self._phrases = phrases

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [
            sorted(
                Entity(text.index(phrase), text.index(phrase) + len(phrase), kind, 1.0, "marked")
                for kind, phrases in self._phrases.items()
                for phrase in phrases
                if phrase in text
            )
            for text in texts
        ]


def delta_of(rows: np.ndarray, epsilon: float) -> float:
    return float(np.maximum(rows[:, None] - math.exp(epsilon) * rows[None, :], 0).sum(axis=2).max())


def uniform_rows(size: int, shut_out: list[int]) -> np.ndarray:
    rows = 1 - np.eye(size)
    rows[:, shut_out] = 0
    return rows / rows.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("excluded", [0, 1, 5])
def test_uniform_rows_without_the_value_have_epsilon_0(excluded: int) -> None:
    rows = uniform_rows(12, list(range(excluded)))
    assert delta_of(rows, 0) == pytest.approx(1 / (12 - excluded - 1))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    data, path = read_data(), tmp_path_factory.mktemp("small") / "lexicon"
    pools = {name: list(entries[:9]) for name, entries in data.pools.items()}
    build_lexicon(path, Phrases({"CITY": ["paris", "rome"]}, pools, {}, {}), ToyEmbedder(), "toy")
    return Lexicon(path)


def test_a_name_is_uniform_over_what_remains_and_the_report_says_so(small: Lexicon) -> None:
    surnames = list(small.pool("SURNAME"))
    own, taken, clear = surnames[0], "Zeno", surnames[1:3]
    text = f"Ms. {taken} and Ms. {own} met at the {clear[0]} and the {clear[1]}."
    gateway = Gateway("entities", key=KEY, lexicon=small, detection=Marked(PERSON=[f"Ms. {taken}", f"Ms. {own}"]))
    seen: dict[str, set[str]] = {}
    for scope in range(400):
        request = gateway.sanitize(text, scope=str(scope))
        first, second = (
            word for word in request.text.split(" met ")[0].split() if word[:1].isupper() and word != "Ms."
        )
        seen.setdefault(first, set()).add(second)
        assert request.report.figures[0].certified == (0.0, pytest.approx(1 / (9 - 2 - 1 - 1)))
    for first, seconds in seen.items():
        assert seconds == set(surnames) - {own, first, *clear}
    alone = Gateway("entities", key=KEY, lexicon=small, detection=Marked(PERSON=[f"Ms. {own}"]))
    assert alone.sanitize(f"It is Ms. {own}.").report.figures[0].certified[1] == pytest.approx(1 / 8)


def test_a_name_of_two_parts_has_two_chances(small: Lexicon) -> None:
    gateway = Gateway("entities", key=KEY, lexicon=small, detection=Marked(PERSON=["Zoe Quill"]))
    figures = gateway.sanitize("It is Zoe Quill.").report.figures
    assert figures[0].certified == (0.0, pytest.approx(2 / 8))
    mail = Gateway("entities", key=KEY, lexicon=small, detection=Marked(EMAIL_ADDRESS=["zoe.quill7@firm.test"]))
    assert mail.sanitize("It is zoe.quill7@firm.test.").report.figures[0].certified == (0.0, pytest.approx(2 / 7))
    web = Gateway("entities", key=KEY, lexicon=small, detection=Marked(URL=["firm.test"]))
    # A host that comes out as it was is masked: one of nine names on three domains.
    assert web.sanitize("It is firm.test.").report.figures[0].certified == (0.0, pytest.approx(1 / 27))


SMALL = [
    ("ID_NUMBER", "7"),
    ("ID_NUMBER", "B-4"),
    ("API_KEY", "hf_4a"),
    ("PHONE_NUMBER", "555-0134"),
    ("PHONE_NUMBER", "911"),
    ("PHONE_NUMBER", "+44 20 7946 0958"),
    ("PHONE_NUMBER", "+49 30 23125 12"),
    ("IP_ADDRESS", "10.1.2.3:80"),
    ("STREET_ADDRESS", "Apt 4"),
    ("STREET_ADDRESS", "PO Box 12"),
    ("CREDIT_CARD", "411111111111"),
]


FAMILIES = {
    "ID_NUMBER": Scrambled(),
    "API_KEY": Scrambled(),
    "PHONE_NUMBER": PhoneNumber(),
    "IP_ADDRESS": IpAddress(),
    "STREET_ADDRESS": StreetAddress(["Oak Lane"], ["Rome"]),
    "CREDIT_CARD": CardNumber(),
}


@pytest.mark.parametrize(("kind", "mention"), SMALL)
def test_as_many_identifiers_as_are_said(kind: str, mention: str) -> None:
    family = FAMILIES[kind]
    value = family.parse(mention, kind)
    said = family.outputs(mention, value)
    rounds = int(min(said, 1000) * 12)
    texts = [family.render(mention, value, family.draw(value, SeededStream(seed))) for seed in range(rounds)]
    if said <= 1000:
        assert len(set(texts)) == said
    else:
        assert len(set(texts)) > 990 * 12 * (1 - rounds / said)


def test_addresses_that_are_taken_or_in_clear_widen_the_report() -> None:
    found = Marked(IP_ADDRESS=["10.1.2.3", "10.1.2.4"])
    gateway = Gateway("entities", key=KEY, detection=found)
    one = gateway.sanitize("It is 10.1.2.3.", scope="1").report.figures[0]
    two = gateway.sanitize("It is 10.1.2.3 or 10.1.2.4.", scope="1").report.figures[0]
    clear = gateway.sanitize("It is 10.1.2.3, not 198.18.2.7 nor 198.19.113.9.", scope="1").report.figures[0]
    for figures, shut_out in ((one, 0), (two, 1), (clear, 2)):
        assert figures.certified == (0.0, pytest.approx(1 / (2**17 - shut_out - 1), rel=1e-9))


@pytest.mark.parametrize(
    ("clear", "candidate", "count"),
    [
        ("the door 12 or 13 14 and room 15", "7", 4),
        ("the door 12 or 13 14 and room 15", "7 8", 1),
        ("call b4 or c5 now", "d6", 2),
        ("call b4 or c5 now", "xy", 5),
        ("", "7", 0),
    ],
)
def test_what_stands_in_clear_is_counted(clear: str, candidate: str, count: int) -> None:
    assert ClearText([clear]).alike(candidate) == count


def test_values_without_some_outputs_keep_the_reported_level() -> None:
    """Rows of all ages, ages that others have left out and drawn again: no pair exceeds what is reported."""
    request = ("He is aged 34, she is aged 36; in clear stands aged 40.", Marked(AGE=["aged 34", "aged 36"]))
    gateway = Gateway("entities-strict", key=KEY, detection=request[1])
    sanitized = gateway.sanitize(request[0], scope="ages")
    epsilon, delta = sanitized.report.figures[0].certified
    family = ValueFamily()
    value = family.parse("aged 34", "AGE")
    assert value
    mechanism = family.mechanism(value, value.numbers[0])
    assert epsilon > mechanism.level
    first = int(sanitized.text.split("aged ")[1].split(",")[0])
    rows = np.array([mechanism.distribution(age) for age in range(121)])
    shut_out = [first, 40]
    lost = rows[:, shut_out].sum(axis=1)
    left = np.delete(rows, shut_out, axis=1)
    left /= left.sum(axis=1, keepdims=True)
    assert np.log(left.max(axis=0) / left.min(axis=0)).max() <= epsilon
    assert delta == 0
    assert epsilon == pytest.approx(mechanism.level - math.log1p(-float(lost.max())))


def test_what_is_left_of_a_row_has_a_finite_level_however_little_it_is() -> None:
    """All ages but some are shut out: no two rows of what is left differ by more than is printed, at most twice."""
    family = ValueFamily()
    value = family.parse("aged 34", "AGE")
    assert value
    mechanism = family.mechanism(value, value.numbers[0])
    rows = np.array([mechanism.distribution(age) for age in range(121)])
    exclusions = Exclusions(SimpleNamespace(values=family), None)  # type: ignore[arg-type]
    for few in (1, 20, 80, 115, 119, 120):
        epsilon, delta = exclusions._value(value, [range(few)])
        left = rows[:, few:] / rows[:, few:].sum(axis=1, keepdims=True)
        assert np.log(left.max(axis=0) / left.min(axis=0)).max() <= epsilon <= 2 * mechanism.level
        assert delta == 0
    # A level that does not count what is lost is refuted.
    left = rows[:, 80:] / rows[:, 80:].sum(axis=1, keepdims=True)
    assert np.log(left.max(axis=0) / left.min(axis=0)).max() > mechanism.level


def test_months_that_are_taken_widen_the_level_and_no_more_than_twice() -> None:
    months = "January February March April May June July August September October November December".split()
    found = Marked(DATE_TIME=months)

    def certified(count: int) -> tuple[float, float]:
        text = "; ".join(f"we met in {month} then" for month in months[:count])
        return Gateway("entities", key=KEY, detection=found).sanitize(text, scope="1").report.figures[0].certified

    levels = [certified(count) for count in (1, 5, 8, 12)]
    assert levels == sorted(levels)
    assert levels[0][0] < levels[1][0] < levels[2][0] <= levels[3][0] <= 2 * levels[0][0]
    assert {delta for _, delta in levels} == {0.0}


@pytest.mark.parametrize("form", ["${:,}", "${:,}.00", "{:,} dollars", "${:,} a year"])
def test_a_table_of_hundreds_of_salaries_has_a_finite_price(form: str) -> None:
    amounts = [form.format(31_250 + 225 * row) for row in range(300)]
    text = "\n".join(f"{row} | {amount}" for row, amount in enumerate(amounts))
    gateway = Gateway("entities", key=KEY, detection=Marked(MONEY=sorted(amounts, key=len, reverse=True)))
    report = gateway.sanitize(text, scope="1").report
    epsilon, delta = report.figures[0].certified
    assert sum(row.values for row in report.figures) == 300
    assert epsilon <= 12.1
    assert delta == 0
    assert math.isfinite(report.total_epsilon)


def test_a_table_of_ranges_has_a_finite_price() -> None:
    amounts = [f"${31_250 + 225 * row:,} - ${41_250 + 225 * row:,}" for row in range(100)]
    gateway = Gateway("entities", key=KEY, detection=Marked(MONEY=amounts))
    epsilon, delta = gateway.sanitize("\n".join(amounts), scope="1").report.figures[0].certified
    assert epsilon <= 6.1 + math.log(48)
    assert delta < 1e-2


def test_what_is_shut_out_of_a_table_makes_both_figures_larger() -> None:
    level = SelfFreeLevel(2.0, 0.1, np.array([0.25, 0.25, 0.5, 0.1]))
    assert level.without([]) == (2.0, 0.1)
    assert level.without([0, 0, 1]) == (pytest.approx(2 + math.log(2)), pytest.approx(0.2))
    assert level.without([0, 1, 2]) == (2 + math.log(512), 1.0)
    # Where the sum over the columns is too much, the rows themselves are asked.
    most = level.without([0, 1, 2], lambda gone: 0.5)
    assert most == (pytest.approx(2 + math.log(2)), pytest.approx(0.2))
    assert SelfFreeLevel(2.0, 0.9, level.column_max).without([2])[1] == 1.0


def test_a_range_costs_what_both_its_numbers_cost() -> None:
    for kind, text, mention in (
        ("DURATION", "It took 3-4 weeks.", "3-4 weeks"),
        ("AGE", "They are aged 34 to 51.", "aged 34 to 51"),
    ):
        gateway = Gateway("entities", key=KEY, detection=Marked(**{kind: [mention]}))
        report = gateway.sanitize(text, scope="1").report
        family = ValueFamily()
        levels = family.level(family.parse(mention, kind))  # type: ignore[arg-type]
        assert report.figures[0].values == 2
        assert report.figures[0].certified[0] >= max(levels)
        assert sum(levels) <= report.total_epsilon < sum(levels) + 1


@pytest.mark.parametrize(
    ("mention", "clear", "widens"),
    [
        ("$1,250.00", "$1,320.00", True),
        ("$1,250.00", "$1,318.40", False),
        ("$1,250.00", "$1,320.50", False),
        ("$1.2k", "$1.4k", True),
        ("three hundred dollars", "three hundred five dollars", True),
        # No output of the class: it could not have been drawn.
        ("three hundred dollars", "four hundred dollars", False),
    ],
)
def test_an_amount_in_clear_is_shut_out(mention: str, clear: str, widens: bool) -> None:
    gateway = Gateway("entities", key=KEY, detection=Marked(MONEY=[mention]))
    alone = gateway.sanitize(f"I paid {mention} then.", scope="1").report.figures[0].certified
    among = gateway.sanitize(f"I paid {mention} then, not {clear}.", scope="1").report.figures[0].certified
    assert (among > alone) == widens


@pytest.mark.parametrize(
    ("mention", "clear"),
    [("$1.2k", "$1.4k"), ("$1,250.00", "$1,320.00"), ("three hundred dollars", "three hundred five dollars")],
)
def test_of_many_amounts_each_notation_and_class_has_a_level_of_its_own(mention: str, clear: str) -> None:
    plain = [f"${thousands},250" for thousands in range(30, 60)]
    gateway = Gateway("entities", key=KEY, detection=Marked(MONEY=[*plain, mention]))
    many = f"I paid {', '.join(plain)} and {mention} then"
    alone, among = (
        gateway.sanitize(text, scope="1").report.total_epsilon for text in (f"{many}.", f"{many}, not {clear}.")
    )
    assert among > alone


def test_a_date_in_clear_is_shut_out() -> None:
    gateway = Gateway("entities", key=KEY, detection=Marked(DATE_TIME=["March 14, 2021"]))
    alone, among, other = (
        gateway.sanitize(f"On March 14, 2021, not {clear}.", scope="1").report.figures[0].certified
        for clear in ("then", "on May 2, 2024", "on May 2, 1999")
    )
    assert among > alone == other


def test_a_request_that_comes_again_costs_the_same() -> None:
    found = Marked(MONEY=["$1,250.00", "$85,250"], AGE=["aged 34"])
    gateway = Gateway("entities", key=KEY, detection=found)
    texts = ["I paid $1,250.00 then, aged 34, not 40 nor $1,320.00.", "He paid $85,250."]
    first, again = (gateway.request(texts, scope="1") for _ in range(2))
    assert again.totals == first.totals
    fresh = Gateway("entities", key=KEY, detection=found).request(texts, scope="1")
    assert fresh.totals == first.totals
    assert gateway.request(texts[:1], scope="1").totals.price.nominal < first.totals.price.nominal
