"""A number that was found with its unit is found without it, wherever it would be put back into a reply."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.cache import Memory
from dp_gateway.exchange import Doorway, Exchange
from dp_gateway.mentions.bare_numbers import Said, with_bare_numbers
from dp_gateway.policy import Policy
from dp_gateway.restore.numbers import NumberPair, Numbers
from dp_gateway.text.entities import Entity

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "I am 34 years old, earn $4,200 a month, pay 12.5% interest on 85,000 euros and jog 5,400 metres."
TRUE = ("34", "4200", "12.5", "85000", "5400")


@pytest.fixture(scope="module")
def doorway() -> Doorway:
    return Doorway(Gateway("entities", key=KEY), key=KEY)


def opened(doorway: Doorway, *messages: Any, **fields: Any) -> Exchange:
    said = [{"role": "user", "content": one} if isinstance(one, str) else one for one in messages]
    return doorway.open("chat", {"model": "m", "messages": said, **fields})


def called(arguments: str) -> dict[str, Any]:
    call = {"id": "call_1", "type": "function", "function": {"name": "save", "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def numerals(text: str) -> list[Decimal]:
    return [Decimal(one.replace(",", "")) for one in re.findall(r"[0-9][0-9,]*(?:\.[0-9]+)?", text)]


@pytest.mark.parametrize(
    ("again", "hidden"),
    [
        ("So 4200 minus the rent", ["4200"]),
        ("4,200 - 950 is what?", ["4,200"]),
        ("4200.00", ["4200.00"]),
        ("34", ["34"]),
        ("My age: 34", ["34"]),
        ("the interest of 12.5", ["12.5"]),
        ("85k, or 85000", ["85", "85000"]),
        ("Port 443, version 3.4, 34 books on page 12", []),
    ],
)
def test_a_number_is_found_again_as_it_would_be_put_back(doorway: Doorway, again: str, hidden: list[str]) -> None:
    first, second = (message["content"] for message in opened(doorway, SAID, "noted", again).body["messages"][::2])
    assert not {Decimal(one) for one in TRUE} & set(numerals(first))
    if not hidden:
        assert second == again
    assert not {Decimal(one.replace(",", "")) for one in hidden} & set(numerals(second))


def test_it_is_the_same_draw_and_costs_nothing_more(doorway: Doorway) -> None:
    once = opened(doorway, SAID)
    twice = opened(doorway, SAID, "noted", "4200, 85000 and 5400; aged 34; interest 12.5")
    drawn = {Decimal(one) for one in numerals(once.body["messages"][0]["content"])}
    assert set(numerals(twice.body["messages"][2]["content"])) <= drawn
    # What stands in clear beside them may shut out other surrogates, which is a few thousandths.
    assert twice.report.total_epsilon == pytest.approx(once.report.total_epsilon, abs=0.1)


@pytest.mark.parametrize("written", ["58412", "58,412", "58_412", "58'412", "58 412", "58\u00a0412"])
@pytest.mark.parametrize("row", ["{}", "2,{},3", "a_{};b", '{{"a": {}}}', "n={};"])
def test_an_exact_amount_is_one_draw_in_rows_and_names(doorway: Doorway, written: str, row: str) -> None:
    said = "I earn $58,412 a year.", row.format(written)
    sent = opened(doorway, *said)
    first, again = (message["content"] for message in sent.body["messages"])
    (drawn,) = numerals(first)
    assert again == row.format(f"{int(drawn):,}".replace(",", written[2:-3]))
    assert (
        sent.reply.whole({"choices": [{"message": {"content": again}}]})["choices"][0]["message"]["content"] == said[1]
    )


def test_a_round_amount_is_none_in_rows_and_names(doorway: Doorway) -> None:
    row = "2,85000,3;85000_a"
    assert opened(doorway, "The loan is $85,000.", row).body["messages"][1]["content"] == row


@pytest.mark.parametrize("form", ["arguments", "parsed", "result"])
def test_arguments_of_tools_do_not_tell_what_the_texts_hide(doorway: Doorway, form: str) -> None:
    told = {"age": 34, "income": 4200, "loan": [85000], "deep": {"interest": 12.5}, "visits": 7, "port": 443}
    if form == "parsed":
        block = {"type": "tool_use", "id": "toolu_1", "name": "save", "input": told}
        said = [{"role": "user", "content": SAID}, {"role": "assistant", "content": [block]}]
        body = doorway.open("messages", {"model": "m", "max_tokens": 9, "messages": said}).body
        sent = body["messages"][1]["content"][0]["input"]
    elif form == "arguments":
        body = opened(doorway, SAID, called(json.dumps(told))).body
        sent = json.loads(body["messages"][1]["tool_calls"][0]["function"]["arguments"])
    else:
        answer = {"role": "tool", "tool_call_id": "call_1", "content": json.dumps(told)}
        sent = json.loads(opened(doorway, SAID, called("{}"), answer).body["messages"][2]["content"])
    drawn = numerals(
        body["messages"][0]["content"] if form != "result" else opened(doorway, SAID).body["messages"][0]["content"]
    )
    assert [sent["age"], sent["income"], sent["deep"]["interest"], *sent["loan"]] == pytest.approx(
        [float(drawn[0]), float(drawn[1]), float(drawn[2]), float(drawn[3])]
    )
    assert (sent["visits"], sent["port"]) == (7, 443)


REPLIES = (
    "You are {0} and earn {1}; after interest of {2} percent on {3} that is little.",
    "{1} - 950 leaves enough. Age: {0}.",
    '{{"age": {0}, "income": {1}, "loan": {3}, "metres": {4}}}',
    "| income | {1} |\n| loan | {3} |\n| age | {0} |",
    "Your monthly income is {1}.00, {4} metres are fine.",
)


@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("streamed", [False, True])
def test_a_reply_that_comes_back_with_the_next_turn_is_what_the_provider_wrote(
    doorway: Doorway, reply: str, streamed: bool
) -> None:
    first = opened(doorway, SAID)
    sent = first.body["messages"][0]["content"]
    written = reply.format(*(f"{one.normalize():f}" for one in numerals(sent)))
    if streamed:
        chunks = [{"choices": [{"index": 0, "delta": {"content": char}}]} for char in written]
        out = [one for chunk in chunks for one in first.reply.event(None, chunk)] + first.reply.close()
        got = "".join(choice["delta"].get("content") or "" for _, event in out for choice in event["choices"])
    else:
        got = first.reply.whole({"choices": [{"message": {"content": written}}]})["choices"][0]["message"]["content"]
    assert got != written
    again = opened(doorway, SAID, {"role": "assistant", "content": got}, "Thanks, go on.").body["messages"]
    assert again[0]["content"] == sent
    assert again[1]["content"] == written


def test_the_developers_numbers_are_nobodys(doorway: Doorway) -> None:
    rules = "Answer in at most 4200 characters. One has to be 34 to win 85000."
    said = [{"role": "system", "content": rules}, {"role": "user", "content": SAID}]
    assert doorway.open("chat", {"model": "m", "messages": said}).body["messages"][0]["content"] == rules


def test_what_is_said_later_changes_nothing_that_was_sent(doorway: Doorway) -> None:
    before = "The sum is 4200, the code 85000 and my lucky number 34."
    alone = opened(doorway, before).body["messages"][0]["content"]
    together = opened(doorway, before, {"role": "assistant", "content": "ok"}, SAID).body["messages"]
    assert together[0]["content"] == alone


def test_what_a_key_or_the_user_says_a_number_is_stays_that() -> None:
    texts = ["I owe $48,213.", "account 48213", "The amount 48213"]
    known = [
        [Entity(6, 13, "MONEY", 0.9, "patterns")],
        [Entity(8, 13, "ID_NUMBER", 0.99, "keys")],
        [Entity(11, 16, "ID_NUMBER", 0.6, "tagger")],
    ]
    found = with_bare_numbers(texts, known, Policy().rules, Said([0] * 3), Memory())
    assert found[0] == found[1] == []
    assert [(one.entity[:3], one.written) for one in found[2]] == [((11, 16, "MONEY"), "$48,213")]


def test_every_number_that_is_put_back_is_found() -> None:
    """The two directions ask one rule: what `found` restores of a drawn number, `meant` finds of a true one."""
    values = [
        NumberPair(Decimal(drawn), Decimal(drawn), kind, frozenset(words.split()))
        for drawn, kind, words in (
            ("34", "AGE", "old"),
            ("4200", "MONEY", "earn month"),
            ("12.5", "PERCENTAGE", "loan"),
        )
    ]
    numbers = Numbers(values, ())
    for text in (
        *("34", "age 34", "she is 34.", "34 + 1 = 35", "4200", "4.200", "4,2k", "4.2k", "earn 12.5", "loan 12.5"),
        *("You must be 34.", "in 34 days", "x34", "34/7", "$4,200", "4200th", '{"age": 34, "pay": 4200.0}'),
    ):
        restored, _ = numbers.found(text, 0, len(text), final=True)
        assert [one[:2] for one in restored] == [one[:2] for one in numbers.meant(text)], text
