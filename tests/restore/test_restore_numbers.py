"""Numbers of a reply: bare ones that a key or place tells, results of operations, and what stays is counted."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway import Gateway, Secret
from dp_gateway.api.replies import reply_restorer
from dp_gateway.restore import NumberPair, Numbers, Replacement, Restorer
from tests.families import Family, slow_families


def pair(drawn: str, original: str, kind: str, words: str = "") -> NumberPair:
    return NumberPair(Decimal(drawn), Decimal(original), kind, frozenset(words.split()))


PAIRS = [
    pair("1680", "1650", "MONEY", "rent"),
    pair("3760", "3300", "MONEY", "deposit"),
    pair("73", "67", "AGE"),
    pair("37.9", "40", "QUANTITY", "ibuprofen"),
    pair("12.8", "12", "PERCENTAGE"),
    pair("1998", "2400", "MONEY", "salary"),
]
RESTORER = Restorer(
    [
        Replacement("$1,680", "$1,650"),
        Replacement("$3,760", "$3,300"),
        Replacement("12.8%", "12%"),
        Replacement("Groce", "Miller"),
    ],
    Numbers(PAIRS, {Decimal(5)}),
)

TOLD = [
    ('{"rent": 1680, "age": 73, "dose_mg": 37.9}', '{"rent": 1650, "age": 67, "dose_mg": 40}'),
    ('{"monthlyRent": 1680.00}', '{"monthlyRent": 1650.00}'),
    ('{"tenant": {"age":73}, "deposit":3760}', '{"tenant": {"age":67}, "deposit":3300}'),
    ("The rent is 1680.", "The rent is 1650."),
    ("| Rent | 1680 |", "| Rent | 1650 |"),
    ("- Age: **73**", "- Age: **67**"),
    ("She is 73.", "She is 67."),
    ("Ngozi Groce is just 73.", "Ngozi Miller is just 67."),
    ("Her mother, Ngozi, 73, wrote to us.", "Her mother, Ngozi, 67, wrote to us."),
    ("In May she will turn 73.", "In May she will turn 67."),
    ("A woman of 73 called.", "A woman of 67 called."),
    ('{"sum of it": 3760, "others": 5}', '{"sum of it": 3300, "others": 5}'),
    ("She owes 1680 by then.", "She owes 1650 by then."),
    ("Happy 73rd birthday, dear Groce!", "Happy 67th birthday, dear Miller!"),
    ("To her 73RD BIRTHDAY, cheers", "To her 67TH BIRTHDAY, cheers"),
    ("It costs 1,680 a month", "It costs 1,650 a month"),
    ("interest 12.8 percent", "interest 12 percent"),
    ("Salary: 1998", "Salary: 2400"),
    ("rent\n1680\n", "rent\n1650\n"),
    ("Die Miete ist 1.680 €, die Kaution 3.760,00 €.", "Die Miete ist 1.650 €, die Kaution 3.300,00 €."),
    ("un loyer de 1 680 €", "un loyer de 1 650 €"),
    ("un loyer de 1\u202f680,00 €", "un loyer de 1\u202f650,00 €"),
    ("3’760 Franken", "3’300 Franken"),
    ("about 3.76k in all", "about 3.3k in all"),
    ('{"dose_mg": 37.9, "rate": 0.128}', '{"dose_mg": 40, "rate": 0.12}'),
    ("age,mg\n73,37.9\n", "age,mg\n67,40\n"),
    ("name;age;rent\nGroce;73;1680\nGroce;5;9", "name;age;rent\nMiller;67;1650\nMiller;5;9"),
    ("| who | age |\n|---|---|\n| Groce | 73 |\n", "| who | age |\n|---|---|\n| Miller | 67 |\n"),
]


@pytest.mark.parametrize(("reply", "restored"), TOLD)
def test_what_a_key_or_place_tells_is_restored(reply: str, restored: str) -> None:
    done = RESTORER.restore(reply)
    assert done.text == restored
    assert done.unsure == 0


UNTOLD = [
    "Bus 73 leaves.",
    "In Kano, 73 trains leave.",
    "On the 73rd floor, and on 73rd Street.",
    "the 173rd birthday of Verdi",
    "On page 73 of it.",
    "Founded in 1998 by him.",
    "It was 2024-05-73 or 12:73.",
    "10.0.0.73 and v1.73",
    "x1680 and 1680x and 16801",
    "0.1680",
    "1.680.2 and 21 680 and 1 6800",
    "age,street\n5,73\n",
    "One, two\n73,12.8 of it",
    "at a rate of 128 and 0.73",
]


@pytest.mark.parametrize("reply", UNTOLD)
def test_what_nothing_tells_stays(reply: str) -> None:
    assert RESTORER.restore(reply).text == reply


def test_what_stays_and_looks_like_a_drawn_number_is_counted() -> None:
    assert RESTORER.restore("Bus 73 leaves in 1998.").unsure == 2
    assert RESTORER.restore("Bus 12 leaves in 5 minutes.").unsure == 0
    assert RESTORER.restore("Groce,73,1680").unsure == 2
    restorer = reply_restorer("chat", RESTORER)
    reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Bus 73 leaves."}}]}
    restorer.whole(reply)
    assert restorer.texts.unsure == 1
    assert any("number" in note for note in restorer.notes)


def test_numbers_of_the_request_that_stand_in_clear_are_nobodys() -> None:
    numbers = Numbers([pair("1680", "1650", "MONEY", "rent")], {Decimal(1680)})
    assert Restorer([Replacement("Groce", "Miller")], numbers).restore("The rent is 1680.").text == "The rent is 1680."


def test_two_values_that_were_drawn_alike_are_told_by_their_labels_or_stay() -> None:
    numbers = Numbers([pair("1680", "1650", "MONEY", "rent"), pair("1680", "1700", "MONEY", "deposit")], ())
    restorer = Restorer([Replacement("Groce", "Miller")], numbers)
    # Both are money: only a word of its own tells one of them.
    assert restorer.restore("It costs 1680 now").text == "It costs 1680 now"
    assert restorer.restore("1680").unsure == 1


OPERATIONS = [
    ("12.8% of $1,680 is $215.04.", "12% of $1,650 is $198.00."),
    ("$1,680 + $3,760 = $5,440", "$1,650 + $3,300 = $4,950"),
    ("12 x $1,680 = 20,160", "12 x $1,650 = 19,800"),
    ("the difference of $3,760 and $1,680 is $2,080.", "the difference of $3,300 and $1,650 is $1,650."),
    ("$1,680 divided by 4 is $420.00", "$1,650 divided by 4 is $412.50"),
    ("$1,680 plus 10% is $1,848.00", "$1,650 plus 10% is $1,815.00"),
]


@pytest.mark.parametrize(("reply", "restored"), OPERATIONS)
def test_results_are_worked_out_again(reply: str, restored: str) -> None:
    assert RESTORER.restore(reply).text == restored


@pytest.mark.parametrize(
    "reply", ["$1,680 + $3,760 = $5,441", "Of $1,680 there is 420 left.", "$1,680. The sum is 3,360.", "7 x 6 = 42"]
)
def test_what_was_not_computed_from_the_values_stays(reply: str) -> None:
    restored = RESTORER.restore(reply).text
    assert restored == reply.replace("$1,680", "$1,650").replace("$3,760", "$3,300")


@given(st.data())
def test_streams_give_what_whole_replies_give(data: st.DataObject) -> None:
    reply = data.draw(st.sampled_from([one for one, _ in (*TOLD, *OPERATIONS)] + UNTOLD))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(reply)))))
    stream = RESTORER.stream()
    pieces = [reply[at:end] for at, end in zip([0, *cuts], [*cuts, len(reply)], strict=True)]
    done = RESTORER.restore(reply)
    assert "".join(map(stream.feed, pieces)) + stream.close() == done.text
    assert stream.unsure == done.unsure


@pytest.mark.parametrize("size", [1, 7, 64])
def test_rows_of_a_long_table_are_told_as_far_as_a_stream_keeps_its_head(size: int) -> None:
    table = "name,age,rent\n" + "Groce,73,1680\n" * 40
    whole = RESTORER.restore(table).text
    stream = RESTORER.stream()
    pieces = [table[at : at + size] for at in range(0, len(table), size)]
    assert "".join(map(stream.feed, pieces)) + stream.close() == whole
    assert RESTORER.restore(table).unsure > 0
    assert whole.startswith("name,age,rent\nMiller,67,1650\nMiller,67,1650\n")


@given(st.sets(st.integers(0, 48)))
def test_json_streams_give_numbers(cuts: set[int]) -> None:
    document = '{"name": "Groce", "rent": 1680, "n": ["rent", 1]}'
    ends = sorted(cuts)
    stream = RESTORER.stream(as_json=True)
    pieces = [document[at:end] for at, end in zip([0, *ends], [*ends, len(document)], strict=True)]
    assert "".join(map(stream.feed, pieces)) + stream.close() == '{"name": "Miller", "rent": 1650, "n": ["rent", 1]}'


LEASE = (
    "Anna Miller, aged 67, pays a rent of $1,650 for 85 square meters; the deposit of $3,300 is due soon. She moves "
    "40 kg of sand for 3 weeks and earns $85,000."
)


def test_through_the_gateway_no_number_of_a_json_answer_stays() -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    for scope in map(str, range(12)):
        request = gateway.request([LEASE], scope=scope)
        numbers = request.restorer.numbers
        assert numbers
        spans = {LEASE[one.start : one.end]: one for one in request.texts[0].spans}
        sent = request.texts[0].text

        written = {text: sent[one.sanitized_start : one.sanitized_end] for text, one in spans.items()}
        digits = {text: re.sub(r"[^\d.]", "", one) for text, one in written.items()}

        def bare(original: str, digits: dict[str, str] = digits) -> str:
            return next(one for text, one in digits.items() if original in text)

        document = (
            f'{{"age": {bare("67")}, "rent": {bare("$1,650")}, "area": {bare("85")}, "deposit": {bare("$3,300")}, '
            f'"sand_kg": {bare("40")}, "salary": {bare("$85,000")}}}'
        )
        expected = '{"age": 67, "rent": 1650, "area": 85, "deposit": 3300, "sand_kg": 40, "salary": 85000}'
        assert request.restore(document) == expected
        assert request.restorer.restore_json(document).text == expected


@pytest.mark.thorough
@pytest.mark.parametrize("size", [100_000, 300_000])
def test_many_numbers_take_linear_time(size: int) -> None:
    text = ("rent 1680 is 215.04, " * (size // 21))[:size]
    assert RESTORER.restore(text).text.count("1650") == text.count("1680")


def test_time_grows_linearly_where_the_only_number_is_the_last_word() -> None:
    def work(text: str) -> None:
        assert RESTORER.restore(f"{text} It is 73.").text.endswith(" It is 67.")

    assert not slow_families(work, [Family("surrogates", "and Groce ")], sizes=(16_000, 64_000))
