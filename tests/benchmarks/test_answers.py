"""The items of the answers and their exact reader: nothing is lost in clear, and a changed layout costs what it hides."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from benchmarks.answers.items import DOCUMENTS, ORDERS, QUESTIONS, TASKS, items
from benchmarks.answers.knowledge import KNOWLEDGE
from benchmarks.answers.later import LATER
from benchmarks.answers.people import LISTS, PARTS, Person, person
from benchmarks.answers.reader import UNKNOWN, Reader
from benchmarks.answers.scoring import holds, score

OF = person(random.Random(8), LISTS[-1])
FORM = DOCUMENTS["intake"]


def asked(what: str, text: str, of: Person = OF) -> str:
    question = QUESTIONS[what][-1][0].format(first=of.first)
    return Reader().answer([{"role": "user", "content": f"{text}\n\n{question}"}])


def test_the_reader_answers_every_item_in_clear() -> None:
    lost: list[str] = []
    for item in items():
        messages: list[dict[str, str]] = []
        for turn in item.turns:
            messages.append({"role": "user", "content": turn})
            messages.append({"role": "assistant", "content": Reader().answer(messages)})
        if score(item, messages[-1]["content"]) < 1:
            lost.append(f"{item.key}: {messages[-1]['content']}")
    assert lost == []


def test_parts_share_no_document_and_the_fresh_one_is_as_large_as_others() -> None:
    assert len(LATER) == len(PARTS) - 2 == len(LISTS) - 2
    assert len(DOCUMENTS) == 6 + sum(len(later.DOCUMENTS) for later in LATER)
    counts = Counter((item.part, item.task) for item in items())
    assert all(counts["fresh", task] >= counts["third", task] for task in TASKS)


def test_documents_and_wordings_of_the_fresh_part_take_turns() -> None:
    fresh = [item for item in items() if item.part == "fresh"]
    of_documents = [
        item for item in fresh if item.task in ("question", "json", "summary", "rewrite", "translation", "chat")
    ]
    assert set(Counter(item.kind.partition("/")[0] for item in of_documents).values()) == {1}
    assert all(len(orders[-1]) == 8 for orders in ORDERS.values())


def test_nobody_in_an_item_is_called_private_who_does_not_stand_in_it() -> None:
    for item in items():
        if item.part == "fresh":
            said = "\n".join(item.turns).casefold()
            assert [one for one in item.private if one.casefold() not in said] == []


@pytest.mark.parametrize(
    ("money", "half"), [("£1,420", "£710"), ("€1,420", "€710"), ("A$1,420", "A$710"), ("$1,420", "$710")]
)
def test_an_amount_is_answered_in_its_currency(money: str, half: str) -> None:
    text = next(text for kind, text in KNOWLEDGE if kind == "money/half" and "{money}" in text)
    said = Reader().answer([{"role": "user", "content": text.format(money=money)}])
    assert holds(said, half)


@pytest.mark.parametrize("form", ["day_th", "day_us_th", "day_ordinal"])
def test_a_day_with_an_ordinal_is_a_date(form: str) -> None:
    text = next(text for kind, text in KNOWLEDGE if kind == "day/weekday" and "{day}" in text)
    said = Reader().answer([{"role": "user", "content": text.format(day=OF.forms[form])}])
    assert holds(said, f"{OF.starts:%A}")


def test_a_changed_word_elsewhere_hides_no_value() -> None:
    text = FORM.replace("block letters please", "small letters please").format_map(OF.fields)
    for what, value in {"name": OF.name, "age": str(OF.age), "city": OF.city, "email": OF.email}.items():
        assert holds(asked(what, text), value)


def test_a_changed_label_hides_its_own_value_alone() -> None:
    text = FORM.replace("Trade / profession", "Whitcombe / profession").format_map(OF.fields)
    assert UNKNOWN in asked("job", text)
    assert OF.job not in asked("job", text)
    assert holds(asked("age", text), str(OF.age))
    assert holds(asked("employer", text), OF.employer)


@pytest.mark.parametrize("order", ["summary", "rewrite", "translation"])
def test_a_text_is_written_without_what_cannot_be_read(order: str) -> None:
    for label in ("Age at intake", "Name of firm", "Signed on"):
        text = FORM.replace(label, "Barolo").format_map(OF.fields)
        said = Reader().answer([{"role": "user", "content": f"{ORDERS[order][-1][0]}\n\n{text}"}])
        assert holds(said, OF.name)
        assert (UNKNOWN in said) == (order != "summary" or label != "Signed on")


def test_a_word_that_is_gone_behind_a_value_hides_it() -> None:
    text = DOCUMENTS["letter"].replace("years old", "old").replace(" to {city}", " {city}").format_map(OF.fields)
    assert UNKNOWN in asked("city", text)
    assert holds(asked("employer", text), OF.employer)


def test_added_words_and_broken_lines_hide_nothing() -> None:
    text = DOCUMENTS["counsel"].format_map(OF.fields)
    text = text.replace("Dear colleague", "My very dear old colleague").replace("what had been", "what\nhad been")
    for what, value in {"age": str(OF.age), "job": OF.job, "employer": OF.employer, "email": OF.email}.items():
        assert holds(asked(what, text), value) or (what == "age" and holds(asked(what, text), OF.forms["age_words"]))


def test_a_text_of_which_less_stands_is_not_read() -> None:
    text = FORM.replace("Surname", "Alpha").replace("Outgoings p.m.", "Beta").replace("Given name(s)", "Gamma")
    assert UNKNOWN in asked("city", text.format_map(OF.fields))


def test_braces_and_numbers_of_a_layout_are_its_own() -> None:
    text = DOCUMENTS["invoice"].replace("2291", "7154").replace("Furnished room", "Unfurnished room")
    assert holds(asked("city", text.format_map(OF.fields)), OF.city)
    text = DOCUMENTS["object"].replace("applicant", "somebody").format_map(OF.fields)
    assert holds(asked("city", text), OF.city)


def test_a_date_with_points_in_an_answer_is_no_amount() -> None:
    assert holds("on 05.10.2025. The rent", "05.10.2025")
    assert holds("$2,150.00", "2150")
