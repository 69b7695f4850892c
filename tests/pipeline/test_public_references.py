"""Public references end to end: what stays, what is listed, and that nothing is private in one place and clear in another."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import orjson
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.api import SHAPES
from dp_gateway.exchange import Caller, Doorway
from dp_gateway.mentions.gathering import with_public, without_public
from dp_gateway.pipeline.finding import Turns
from dp_gateway.policy import PRESETS, Policy, load_policy
from dp_gateway.text.entities import Entity

KEY = Secret(b"a key of repeatable draws, for tests")


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


def said(gateway: Gateway, texts: list[str], scope: str = "c") -> list[str]:
    """What leaves of the messages of a conversation."""
    numbers = list(range(len(texts)))
    turns = Turns(numbers, numbers, [True] * len(texts))
    return [one.text for one in gateway.request(texts, scope=scope, turns=turns).texts]


def test_what_is_kept_is_listed_and_costs_nothing(gateway: Gateway) -> None:
    text = "What is the capital of France, and which US state is the largest?"
    sanitized = gateway.sanitize(text)
    assert sanitized.text == text
    assert "2 x LOCATION (a public reference)" in sanitized.report.left_in_clear
    assert any(line.startswith("which mentions are public references") for line in sanitized.report.left_in_clear)
    assert sanitized.report.total_epsilon == 0
    assert sanitized.report.classes == (None, None)


def test_the_policy_decides() -> None:
    text = "What is the capital of France?"
    assert {name for name, policy in PRESETS.items() if policy.keeps_public} == {
        "entities",
        "entities-faithful",
        "mask",
    }
    assert "France" in Gateway("mask", key=KEY).sanitize(text).text
    for policy in (Policy(public_references="replace"), Policy(kind="mask", public_references="replace"), "hybrid"):
        sanitized = Gateway(policy, key=KEY).sanitize(text)
        assert "France" not in sanitized.text
        assert not any("public reference" in line for line in sanitized.report.left_in_clear)


def test_a_policy_file_says_so(tmp_path: Path) -> None:
    file = tmp_path / "strict.toml"
    file.write_text('preset = "entities"\npublic_references = "replace"\n')
    assert not load_policy(file).keeps_public
    file.write_text('preset = "entities-strict"\n')
    assert not load_policy(file).keeps_public
    file.write_text('preset = "hybrid"\n')
    assert not load_policy(file).keeps_public
    file.write_text('preset = "hybrid"\npublic_references = "keep"\n')
    assert load_policy(file).keeps_public


@pytest.mark.parametrize(
    "text",
    [
        "What is the capital of France? I live in France.",
        "I live in France. What is the capital of France?",
        "What is the capital of France? My passport is French.",
        "What is the capital of France? I live in Lyon.",
        "Which French cities are large? She was born in Marseille.",
        "What does the Bank of France do? I live in France.",
        "What is the capital of France? Tom, 12 Elm Road, 69001 Lyon, France",
    ],
)
def test_what_is_private_in_one_place_is_private_in_all(gateway: Gateway, text: str) -> None:
    for scope in range(6):
        sent = gateway.sanitize(text, scope=str(scope)).text
        # "French Guiana" may be drawn.
        assert "France" not in sent
        assert "French cities" not in sent
        assert "is French." not in sent


def test_a_unit_stays_beside_a_town_of_its_country(gateway: Gateway) -> None:
    assert "US gallons" in gateway.sanitize("I live in Boston. How many US gallons are in 3 barrels?").text
    assert "US cups" in gateway.sanitize("Convert 3 US cups to litres.").text
    assert "US state" not in gateway.sanitize("I live in the US. Which US state is the largest?").text


def test_a_later_turn_changes_nothing_before_it(gateway: Gateway) -> None:
    """The provider has the first question already; what it stands beside later must not be told by it."""
    first, tie, again = "What is the capital of France?", "I live in France.", "What is the capital of France?"
    sent = said(gateway, [first, tie, again])
    assert sent[0] == first
    assert "France" not in sent[1]
    assert "France" not in sent[2]
    assert said(gateway, [first]) == sent[:1]
    assert said(gateway, [first, tie]) == sent[:2]


def test_every_prefix_of_a_conversation_is_what_was_sent(gateway: Gateway) -> None:
    pieces = [
        "What is the capital of France?", "The capital of France is Paris.", "I live in France.", "Which US state is largest?",
        "My wife is American.", "Does HIPAA apply to schools?", "Anna Miller works at Netflix.", "When was Netflix founded?",
        "Who was Shakespeare?", "Remind Shakespeare of the meeting.", "Bake for 20 minutes in the oven at 180 °C.",
        "The surgery took 20 minutes.", "What did the Bank of England do in 1694?", "Convert 3 US cups to litres.",
    ]  # fmt: skip
    chosen = random.Random(1)
    for scope in range(25):
        texts = [chosen.choice(pieces) for _ in range(7)]
        whole = said(gateway, texts, str(scope))
        for count in range(1, len(texts)):
            assert said(gateway, texts[:count], str(scope)) == whole[:count]


def test_what_the_model_wrote_of_what_it_was_sent_stays(gateway: Gateway) -> None:
    """It has its own words: a stand-in in them would tell whose place it takes in all that follows."""
    doorway = Doorway(gateway, key=KEY)

    def leaves(*said: str) -> list[str]:
        roles = ("user", "assistant")
        messages = [{"role": roles[at % 2], "content": one} for at, one in enumerate(said)]
        body = {"model": "m", "messages": messages}
        sent = orjson.loads(doorway.open(SHAPES["chat"], body, Caller()).body.to_json())
        return [one["content"] for one in sent["messages"]]

    question, reply = "What are the voting laws in Texas?", "In Texas you must be 18."
    tied = "I moved to Austin, Texas with my son Theo."
    sent = leaves(question, reply, tied)
    assert sent[:2] == [question, reply]
    assert "Texas" not in sent[2]
    # What was private before stays so in what the model, or who speaks for it, says.
    sent = leaves(tied, reply, question)
    assert not any("Texas" in one for one in sent)


def test_texts_that_are_said_at_once_share_what_is_private(gateway: Gateway) -> None:
    for texts in itertools.permutations(["What is the capital of France?", "I live in France.", "Is France large?"]):
        sent = gateway.request(list(texts), scope="s")
        assert not any("France" in one.text for one in sent.texts)


def test_a_prompt_that_grows_keeps_nothing() -> None:
    """What follows would decide late: a provider that saw both would know what stands for what."""
    doorway = Doorway(Gateway("entities", key=KEY), key=KEY)
    for prompt in ("What is the capital of France?", "What is the capital of France? I live in France."):
        body = {"model": "m", "prompt": prompt}
        exchange = doorway.open("completions", body, Caller("key"))
        assert "France" not in exchange.body["prompt"]


def test_a_value_found_inside_a_public_reference_takes_all_of_it() -> None:
    bank = Entity(0, 14, "ORGANIZATION", 0.9, "", ("body",), True)
    (one,) = with_public([Entity(8, 14, "LOCATION", 1.0, "everywhere")], [bank])
    assert (one.start, one.end, one.type, one.public) == (0, 14, "ORGANIZATION", False)
    (one,) = with_public([Entity(8, 20, "LOCATION", 1.0, "everywhere")], [bank])
    assert (one.start, one.end, one.public) == (0, 20, False)
    assert with_public([Entity(20, 22, "LOCATION", 1.0, "")], [bank])[0].public


def test_what_overlaps_a_joined_value_joins_it_too_and_what_touches_does_not() -> None:
    bank, place = Entity(10, 24, "ORGANIZATION", 0.9, "", ("body",), True), Entity(20, 30, "LOCATION", 1.0, "")
    before, overlaps, touches = (Entity(*span, "PERSON", 1.0, "") for span in ((0, 8), (28, 34), (34, 40)))
    found = with_public([before, place, overlaps, touches], [bank])
    assert [one[:3] for one in found] == [(0, 8, "PERSON"), (10, 34, "ORGANIZATION"), (34, 40, "PERSON")]
    assert not any(one.public for one in found)
    # Private values that overlap beside a public one that does not stay as they are.
    assert with_public([before, before._replace(end=9)], [bank]) == [before, before._replace(end=9), bank]


def test_private_codes_hold_from_their_turn_on() -> None:
    public = Entity(0, 6, "LOCATION", 0.9, "", ("FR", "in FR"), True)
    tied = public._replace(public=False)
    private, kept = without_public([[public], [tied], [public]], [0, 1, 2])
    assert [len(one) for one in kept] == [1, 0, 0]
    assert [len(one) for one in private] == [0, 1, 1]
    # A town ties its country; a country ties its towns.
    town = Entity(0, 6, "LOCATION", 0.9, "", ("town lyon", "in FR"))
    assert without_public([[public, town]], [0])[1] == [[]]
    lyon = Entity(9, 13, "LOCATION", 0.9, "", ("town lyon", "FR", "in town lyon"), True)
    assert without_public([[tied, lyon]], [0])[1] == [[]]


def test_a_reply_about_it_is_left_alone(gateway: Gateway) -> None:
    sanitized = gateway.sanitize("What is the capital of France? Anna Miller wants to know.", scope="r")
    assert "France" in sanitized.text
    assert "Anna" not in sanitized.text
    assert sanitized.restore("The capital of France is Paris.") == "The capital of France is Paris."


def test_a_surrogate_is_never_what_stays(gateway: Gateway) -> None:
    text = "Which is larger, France or Spain? I live in Kenya."
    for scope in range(40):
        sent = gateway.sanitize(text, scope=str(scope)).text
        assert sent.startswith("Which is larger, France or Spain? I live in ")
        assert not {"France.", "Spain.", "Kenya."} & set(sent.split())
