"""Results of a question: worked out on the true values where a reply holds those of the drawn ones."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from dp_gateway.restore import Numbers, Replacement, Restorer
from dp_gateway.restore.labels import column
from dp_gateway.restore.numbers import NumberPair
from dp_gateway.restore.results import DayPair, Operand, Results, days_told

DAYS = [DayPair(date(2024, 5, 6), date(2024, 5, 1)), DayPair(date(2024, 6, 1), date(2024, 5, 31))]


def operand(drawn: str, original: str) -> Operand:
    return Operand(Decimal(drawn), Decimal(original))


BILL = [
    Operand(Decimal(one), Decimal(other), "MONEY") for one, other in (("500", "300"), ("200", "200"), ("100", "100"))
]

QUESTIONS = [
    ("Four of us share a bill of $1,000. How much does each pay?", [operand("1200", "1000")], "300", "250"),
    ("Four of us share a bill of $970. How much does each pay?", [operand("800", "970")], "200", "242.50"),
    ("I earn $2,350 and save 12 % of it. How much?", [operand("2550", "2350"), operand("12", "12")], "306.00", "282.00"),
    ("I am 41. How old will I be in 10 years?", [operand("43", "41"), operand("11", "10")], "54", "51"),
    ("Rent is $900 and heating $100. What is the total?", [operand("950", "900"), operand("120", "100")], "1070", "1000"),
    ("We pay $1,430 a month: what is that a year?", [operand("1530", "1430")], "18,360", "17,160"),
    ("I earn $60,000 a year. How much is that a month?", [operand("66000", "60000")], "5,500", "5,000"),
    ("We pay $96 for three tickets. How much does one cost?", [operand("48.70", "96")], "16.23", "32.00"),
    ("How many days lie between the two?", [], "26", "30"),
    ("Share 5,400 among Ann, Ben and Cy equally.", [operand("6120", "5400")], "2,040", "1,800"),
    ("I am 34, she is 22. What is the difference?", [operand("31", "34"), operand("51", "22")], "20", "12"),
    ("We halve the bill of $900. How much is mine?", [operand("950", "900")], "475", "450"),
    ("I am 33. What will my age be in 10 years?", [operand("38", "33"), operand("19", "10")], "57", "43"),
    ("Divide the $1,000 by four.", [operand("1200", "1000")], "300", "250"),
    ("My salary is $60,000. What is my monthly gross?", [operand("66000", "60000")], "5,500", "5,000"),
    ("How much rent do I pay annually for $900?", [operand("950", "900")], "11,400", "10,800"),
    ("How old will she be next year? She is 79.", [operand("81", "79")], "82", "80"),
    ("What does it come to with 10 % tax? $300, $200, $100.", [*BILL, operand("10", "10")], "880", "660"),
    ("Which share of the bill is the first, in numbers?", BILL, "62.5", "50.0"),
    ("Make a table with the sum. $300, $200, $100.", BILL, "800", "600"),
    ("i earn 3,200 euros a month, whats that a year", [operand("2680", "3200")], "32,160", "38,400"),
    ("How much is 12 percent of my rent of $1,450", [operand("1660", "1450"), operand("10.4", "12")], "172.64", "174.00"),
    ("My rent went from £945 to £1,052. By how much did it rise?", [operand("976", "945"), operand("1460", "1052")],
     "484", "107"),
    ("I need to know what 3 of us get from $600.", [operand("660", "600"), operand("3", "3")], "15.5", "15.5"),
    ("I weigh 187 pounds. How many kilograms is that?", [operand("158", "187")], "71.7", "84.8"),
    ("I drive 43 miles to work, how many km is it", [operand("37.6", "43")], "61", "69"),
    ("Convert my salary of $85,000 to euros at a rate of 0.92.", [operand("66900", "85000"), operand("0.92", "0.92")],
     "61,548", "78,200"),
    ("My wages were $2,410, $2,385 and $2,502. What's my average pay?",
     [operand("2760", "2410"), operand("2010", "2385"), operand("2170", "2502")], "2,313.33", "2,432.33"),
    ("I am 40 and she is 60. How big is the age gap?", [operand("37", "40"), operand("61", "60")], "24", "20"),
    ("My wife is 29. How old was she when we met, 10 years back?", [operand("28", "29"), operand("14", "10")],
     "14", "19"),
    ("Dry for 10 years, and I'm 52. How old was I when I stopped?", [operand("49", "52"), operand("13", "10")],
     "36", "42"),
    ("How many times as much as the last is the first?", BILL, "5.0 times", "3.0 times"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "operands", "written", "true"), QUESTIONS)
def test_result_of_the_true_values(question: str, operands: list[Operand], written: str, true: str) -> None:
    restorer = Restorer(
        [Replacement("Groce", "Miller")], Numbers((), (), Results(question, lambda: operands, lambda: DAYS))
    )

    assert restorer.restore(f"That is {written} in all.").text == f"That is {true} in all."


@pytest.mark.parametrize(
    ("reply", "true"),
    [
        ("The answer is 3.", "The answer is 6."),
        ("The age difference is **3**.", "The age difference is **6**."),
        ("See 3.", "See 3."),
        ("Here are 3 reasons.", "Here are 3 reasons."),
    ],
)
def test_a_small_number_is_a_result_where_the_reply_says_so(reply: str, true: str) -> None:
    operands = [operand("54", "52"), operand("57", "58")]
    results = Results("She is 52, I am 58. What's the difference?", lambda: operands)

    assert Restorer([Replacement("Groce", "Miller")], Numbers((), (), results)).restore(reply).text == true


def test_what_cannot_be_divided_has_no_result() -> None:
    operands = [operand("0", "3"), operand("0", "0"), operand("7", "5")]
    results = Results("What percent of the total is it, and how much does each pay?", lambda: operands, lambda: DAYS)

    assert (
        Restorer([Replacement("Groce", "Miller")], Numbers((), (), results)).restore("It is 41 %.").text
        == "It is 41 %."
    )


@pytest.mark.parametrize("reply", ["That is 301.", "See page 7.", "In 1200 others.", "On 2024-05-26."])
def test_other_numbers_stay(reply: str) -> None:
    results = Results(QUESTIONS[0][0], lambda: QUESTIONS[0][1], lambda: DAYS)

    assert Restorer([Replacement("Groce", "Miller")], Numbers((), (), results)).restore(reply).text == reply


def test_no_question_has_no_results() -> None:
    assert not Results("Four of us share a bill of $1,000.", lambda: QUESTIONS[0][1], lambda: DAYS)


def test_the_day_so_many_days_behind_the_true_one() -> None:
    asked = "What is the 15th day after 20 February 2024?"
    days = DayPair(date(2024, 3, 14), date(2024, 2, 20))

    assert Replacement("29 March 2024", "6 March 2024") in days_told(asked, lambda: [days], [asked])


def test_a_date_is_asked_for_in_few_words() -> None:
    asked = "The hearing is on 20 February 2024. My statement must be in 10 days before that. Date?"
    days = DayPair(date(2024, 3, 14), date(2024, 2, 20))

    assert Replacement("4 March 2024", "10 February 2024") in days_told(asked, lambda: [days], [asked])


def test_a_deadline_is_a_day_before_another() -> None:
    asked = "The exam is on 20 February 2024, papers must be in 10 days ahead. What's my deadline?"
    days = DayPair(date(2024, 3, 14), date(2024, 2, 20))

    assert Replacement("4 March 2024", "10 February 2024") in days_told(asked, lambda: [days], [asked])


def test_weekday_of_the_true_day() -> None:
    asked = "I was born on 1 May 2024. Which weekday was that?"

    assert days_told(asked, lambda: DAYS[:1], [asked]) == [Replacement("Monday", "Wednesday")]
    assert days_told(asked, lambda: DAYS, [asked]) == [
        Replacement("Monday", "Wednesday"),
        Replacement("Saturday", "Friday"),
    ]
    same = DayPair(date(2024, 5, 13), date(2024, 5, 2))
    assert days_told(asked, lambda: [DAYS[0], same], [asked]) == []
    assert days_told("When was I born?", lambda: DAYS[:1], [asked]) == []
    assert days_told(asked, lambda: DAYS[:1], [asked, "not on monday"]) == []


AGES = Numbers([NumberPair(Decimal(43), Decimal(41), "AGE", frozenset())], {Decimal(4)})


@pytest.mark.parametrize(
    ("reply", "restored"),
    [
        ("43", "41"),
        ("**43**", "**41**"),
        ("Ann a 43 ans.", "Ann a 41 ans."),
        ("Sie ist 43 Jahre alt.", "Sie ist 41 Jahre alt."),
        ("Ann Groce (43) is here.", "Ann Miller (41) is here."),
        ("Ann is the youngest, at 43.", "Ann is the youngest, at 41."),
        ("We saw 43 of them.", "We saw 43 of them."),
        ("See (43) for more.", "See (43) for more."),
    ],
)
def test_age_is_told_by_what_follows(reply: str, restored: str) -> None:
    restorer = Restorer([Replacement("Groce", "Miller")], AGES)
    stream = restorer.stream()

    assert restorer.restore(reply).text == restored
    assert "".join([*map(stream.feed, reply), stream.close()]) == restored


def test_season_of_the_true_day() -> None:
    day = DayPair(date(2024, 2, 20), date(2024, 3, 4))
    asked = "She was born on 4 March 2024. Which season is that?"

    assert days_told(asked, lambda: [day], [asked]) == [Replacement("winter", "spring")]
    south = asked.replace("season", "season in the southern hemisphere")
    assert Replacement("summer", "autumn") in days_told(south, lambda: [day], [south])


def test_days_behind_the_true_day() -> None:
    asked = "My visa began on 1 May 2024 and is good for 30 days. When does it end?"
    lease = "The lease began on 1 May 2024 and runs for two years. Until when is it?"

    noised = days_told(asked, lambda: DAYS[:1], [asked], lambda: [Operand(Decimal(28), Decimal(30))])
    assert Replacement(f"{DAYS[0].drawn + timedelta(days=28)}", "2024-05-31") in noised
    assert "1 May 2026" in {one.original for one in days_told(lease, lambda: DAYS[:1], [lease])}
    assert days_told("I was born on 1 May 2024.", lambda: DAYS[:1], [asked]) == []


def test_small_results_need_their_unit() -> None:
    results = Results("I am 44 and she is 39. How much older am I?", lambda: (
        Operand(Decimal(47), Decimal(44)), Operand(Decimal(39), Decimal(39))))  # fmt: skip

    assert results.of(Decimal(8), 0, " years.") == 5
    assert results.of(Decimal(8), 0, " of them") is None


def test_proportions_are_worked_out_again() -> None:
    pair = (Operand(Decimal(900), Decimal(1150)), Operand(Decimal(3000), Decimal(3200)))
    results = Results("My rent is 1,150 and I earn 3,200. Which share of my income is that?", lambda: pair)

    assert results.of(Decimal("30.0"), 1) == Decimal("35.94")


def test_the_numbers_of_what_is_worked_out_come_back() -> None:
    restorer = Restorer([Replacement("Groce", "Miller")], AGES)

    assert restorer.restore("67 - 43 = 24").text.startswith("67 - 41 = ")
    assert restorer.restore("Rooms 43 and 44.").text == "Rooms 43 and 44."


def test_a_day_behind_the_true_day_has_its_weekday() -> None:
    day = DayPair(date(2025, 10, 18), date(2025, 10, 3))
    asked = "I land on 3 October 2025 and stay two weeks. When do I fly back?"
    told = days_told(asked, lambda: [day], [asked])

    assert Replacement("Saturday, November 1", "Friday, October 17") in told


def test_a_head_that_begins_with_an_empty_cell_names_its_columns() -> None:
    text = "\tcity\tpaid\nrow\tLeeds\t4200\n"
    assert column(text, text.index("4200"), 200) == "paid"
    assert column(text, text.index("Leeds"), 200) == "city"
