"""What draws are shared within: nobody who does not know what was said has any in common; what goes on keeps its own.

The attacker has the same key and asks for as many surrogates as he likes. False positives: two given or family names are
drawn from lists of more than 1,000 names, so of twenty independent pairs of draws three or more agree with probability
below 1,140 / 1,000^3, which is 2 in 10^6; draws are keyed, so that a test gives the same in every run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.exchange import Caller, Doorway, ScopeKind, user_of
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import PRESETS
from dp_gateway.text.entities import Entity

KEY = Secret(b"a key of repeatable draws, for tests")
SURNAMES = (
    "Kessler Sen Vanterpool Okafor Lindqvist Moreau Takahashi Novak Petrov Silva "
    "Haddad Jensen Kowalski Mbeki Castillo Ivanova Nakamura Fischer Dubois Romano"
).split()
MOST_ALIKE = 2
Message = tuple[str, str]


class Surnames:
    """Finds the surnames above and "Anna Miller", and those alone."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [
            [
                Entity(at, at + len(name), "PERSON", 1.0, "listed")
                for name in (*SURNAMES, "Anna Miller")
                if (at := text.find(name)) >= 0
            ]
            for text in texts
        ]


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY, detection=Surnames())


def chat(messages: Sequence[Message], **fields: Any) -> tuple[str, dict[str, Any]]:
    return "chat", {"model": "m", "messages": [{"role": role, "content": said} for role, said in messages], **fields}


def responses(messages: Sequence[Message], **fields: Any) -> tuple[str, dict[str, Any]]:
    return "responses", {"model": "m", "input": chat(messages)[1]["messages"], **fields}


def anthropic(messages: Sequence[Message], **fields: Any) -> tuple[str, dict[str, Any]]:
    system = "\n".join(said for role, said in messages if role == "system")
    kept = [one for one in messages if one[0] != "system"]
    return "messages", {**chat(kept)[1], "max_tokens": 9, "system": system, **fields}


SHAPES = [chat, responses, anthropic]
Shape = Callable[..., tuple[str, dict[str, Any]]]


def left(doorway: Doorway, request: tuple[str, dict[str, Any]], caller: Caller | None = None) -> list[str]:
    """What leaves for each message."""
    body = doorway.open(*request, caller or Caller("key")).body
    return [one["content"] for one in body.get("messages") or body["input"]]


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(first == second for first, second in zip(one, other, strict=True))


SYSTEM = ("system", "You are a helpful assistant.")
KNOWN = [("user", "Hi"), ("assistant", "Hello! How can I help?")]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("opening", [[], KNOWN, [SYSTEM, *KNOWN]])
def test_who_only_knows_how_it_opened_shares_no_draw(gateway: Gateway, shape: Shape, opening: list[Message]) -> None:
    doorway = Doorway(gateway, key=KEY)

    def surrogates(secret: str) -> list[str]:
        return [
            left(doorway, shape([*opening, ("user", f"{secret} I am {name}.")]))[-1].split(" I am ")[1]
            for name in SURNAMES
        ]

    assert alike(surrogates("I have had fevers."), surrogates("Tell me a joke.")) <= MOST_ALIKE
    assert surrogates("Same.") == surrogates("Same.")


@pytest.mark.parametrize("shape", SHAPES)
def test_who_knows_the_first_messages_shares_no_later_draw(gateway: Gateway, shape: Shape) -> None:
    doorway = Doorway(gateway, key=KEY)
    first = [("user", "I am Anna Miller."), ("assistant", "Hello Anna Miller.")]

    def surrogates(secret: str) -> list[str]:
        more = [("user", secret), ("assistant", "I see.")]
        return [left(doorway, shape([*first, *more, ("user", f"Call {name}.")]))[-1] for name in SURNAMES]

    assert alike(surrogates("I have had fevers."), surrogates("Tell me a joke.")) <= MOST_ALIKE


def test_a_tool_result_is_private_too(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)

    def surrogates(record: str) -> list[str]:
        found: list[str] = []
        for name in SURNAMES:
            call = {"id": "call_1", "type": "function", "function": {"name": "look_up", "arguments": "{}"}}
            messages = [
                {"role": "user", "content": "Hi"},
                {"role": "assistant", "tool_calls": [call]},
                {"role": "tool", "tool_call_id": "call_1", "content": f"{record}: {name}"},
            ]
            body = doorway.open("chat", {"model": "m", "messages": messages}, Caller("key")).body
            found.append(body["messages"][-1]["content"].split(": ")[1])
        return found

    assert alike(surrogates("patient with fevers"), surrogates("patient")) <= MOST_ALIKE


@pytest.mark.parametrize("kind", ["conversation", "user", "tenant"])
@pytest.mark.parametrize("conversation", ["", "7"])
def test_users_of_one_key_share_nothing(gateway: Gateway, kind: ScopeKind, conversation: str) -> None:
    doorway = Doorway(gateway, key=KEY, scope=kind)

    def surrogates(caller: Caller) -> list[str]:
        return [left(doorway, chat([("user", f"I am {name}.")]), caller)[0] for name in SURNAMES]

    one, other = (surrogates(Caller("key", "t", conversation, user)) for user in ("a", "b"))
    assert alike(one, other) <= MOST_ALIKE
    assert surrogates(Caller("key", "t", conversation, "a")) == one


@pytest.mark.parametrize("conversation", ["", "7"])
def test_of_tenants_nothing_but_the_tenant_and_the_user_counts(gateway: Gateway, conversation: str) -> None:
    doorway = Doorway(gateway, key=KEY, scope="tenant")

    def surrogates(caller: Caller) -> list[str]:
        return [left(doorway, chat([("user", f"I am {name}.")]), caller)[0] for name in SURNAMES]

    one = surrogates(Caller("key", "t"))
    assert surrogates(Caller("yek", "t", conversation)) == one
    assert alike(one, surrogates(Caller("key", "u", conversation))) <= MOST_ALIKE


@pytest.mark.parametrize("kind", ["conversation", "user"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Caller("key", "t", "7"), Caller("key", "u", "7")),
        (Caller("key", "t", "7"), Caller("yek", "t", "7")),
        (Caller("key", "t", "7"), Caller("key", "t", "8")),
        (Caller("key", "t"), Caller("key", "u")),
        (Caller("key", "t"), Caller("yek", "t")),
        (Caller("key", "t", "7", "a"), Caller("key", "u", "7", "a")),
        (Caller("ab", "c", "7"), Caller("a", "bc", "7")),
        (Caller("key", "ab", "7", "c"), Caller("key", "a", "7", "bc")),
    ],
)
def test_keys_tenants_and_conversations_share_nothing(
    gateway: Gateway, kind: ScopeKind, one: Caller, other: Caller
) -> None:
    doorway = Doorway(gateway, key=KEY, scope=kind)
    first, second = (
        [left(doorway, chat([("user", f"I am {name}.")]), caller)[0] for name in SURNAMES] for caller in (one, other)
    )
    assert alike(first, second) <= MOST_ALIKE


@pytest.mark.parametrize(("kind", "shared"), [("user", True), ("conversation", False)])
def test_a_user_shares_draws_of_all_conversations_only_where_that_is_the_scope(
    gateway: Gateway, kind: ScopeKind, shared: bool
) -> None:
    doorway = Doorway(gateway, key=KEY, scope=kind)
    scopes = {
        doorway.open(*chat([("user", "I am Kessler.")]), Caller("key", "t", conversation, "a")).scope
        for conversation in ("7", "8", "")
    }
    assert (len(scopes) == 1) is shared


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({"user": "a"}, "a"),
        ({"safety_identifier": "b"}, "b"),
        ({"user": "a", "safety_identifier": "b"}, "b"),
        ({"metadata": {"user_id": "c"}}, "c"),
        ({"user": 7, "metadata": {"user_id": "c"}}, "c"),
        ({"metadata": {"user_id": 7}}, ""),
        ({"metadata": "c"}, ""),
        ({}, ""),
    ],
)
def test_whose_request_it_is_stands_in_its_own_field(body: dict[str, Any], wanted: str) -> None:
    assert user_of(body) == wanted


TALK = [
    SYSTEM,
    ("user", "Hi"),
    ("assistant", "Hello! How can I help?"),
    ("user", "I am Anna Miller, and I know Kessler."),
    ("assistant", "Hello Anna Miller. Does Kessler know Novak?"),
    ("user", "Kessler knows Sen. Anna is fine, and Vanterpool is a stranger."),
    ("assistant", "Good."),
    ("user", "Sen, Okafor and Miller met Novak."),
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("policy", ["entities", "hybrid", "tokens", "mask"])
def test_a_conversation_that_goes_on_sends_the_same_beginning(shape: Shape, policy: str) -> None:
    doorway = Doorway(Gateway(policy, key=KEY, detection=Surnames()), key=KEY)
    ends = [end for end, (role, _) in enumerate(TALK, 1) if role == "user"]
    sent = [left(doorway, shape(TALK[:end])) for end in ends]
    for before, after in pairwise(sent):
        assert after[: len(before)] == before


def test_a_clock_in_the_instructions_changes_no_draw() -> None:
    doorway = Doorway(Gateway("entities", key=KEY), key=KEY)

    def sent(now: str) -> str:
        system = ("system", f"You assist Anna Miller. It is {now} now.")
        return left(doorway, chat([system, ("user", "Hi"), ("assistant", "Hello!"), ("user", "I am Lata Sen.")]))[-1]

    assert sent("Tuesday, 10:14") == sent("Tuesday, 10:15")


def test_who_is_named_in_the_instructions_alone_is_drawn_apart_from_others(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)

    def surrogate(*names: str) -> str:
        system = ("system", f"You assist {' and '.join(f'{name.lower()}@oak.com' for name in names)} today")
        return left(doorway, chat([system, ("user", "Hi")]))[0].split()[2].partition("@")[0]

    one = [surrogate(name) for name in SURNAMES]
    assert not set(one) & {name.lower() for name in SURNAMES}
    assert alike(one, [surrogate(name, "miller") for name in SURNAMES]) <= MOST_ALIKE


DAYS = [f"1984-03-{day:02}" for day in range(1, 29)]


def _beside(place: str, text: str) -> tuple[list[Message], dict[str, Any]]:
    """A request whose user says "Hi", with a text that no user says."""
    if place == "instructions":
        return [("system", text), ("user", "Hi")], {}
    if place == "answer":
        return [("user", "Hi"), ("assistant", text), ("user", "Go on")], {}
    fields: dict[str, Any] = {
        "metadata": {"metadata": {"note": text}},
        "prediction": {"prediction": {"type": "content", "content": text}},
        "a field that nobody knows": {"x_note": text},
    }
    return [("user", "Hi")], fields[place]


@pytest.fixture(scope="module")
def sanitizing() -> Doorway:
    """A door that sanitizes the developer's texts too."""
    policy = PRESETS["entities"]
    fields = policy.fields.model_copy(update={"developer": "sanitize"})
    return Doorway(Gateway(policy.model_copy(update={"fields": fields}), key=KEY), key=KEY)


@pytest.mark.parametrize("place", ["instructions", "answer", "metadata", "prediction", "a field that nobody knows"])
def test_one_request_with_all_dates_tells_none_of_another(sanitizing: Doorway, place: str) -> None:
    """Both users said "Hi" under one key, and the attacker has a list of dates drawn where the victim has one.

    Two draws of a date agree with probability below .1, so that 12 or more of 28 do with probability below 10^-5.
    """

    def dates(text: str) -> list[str]:
        messages, fields = _beside(place, text)
        body = sanitizing.open(*chat(messages, **fields), Caller("key")).body
        return re.findall(r"\d{4}-\d\d-\d\d", json.dumps(body))

    table = dates(f"Born on {', on '.join(DAYS)}.")
    assert len(table) == len(DAYS)
    assert alike(table, [dates(f"The patient was born on {day}.")[0] for day in DAYS]) < 12


def test_a_clock_before_a_date_in_the_instructions_does_not_change_it(sanitizing: Doorway) -> None:
    def sent(now: str) -> str:
        system = ("system", f"It is {now} now. You assist Anna Miller, born on 1984-03-12.")
        return left(sanitizing, chat([system, ("user", "Hi")]))[0].rpartition("You assist")[2]

    assert sent("Tuesday, 3 July 2025, 10:14") == sent("Friday, 11 July 2025, 9:02")
    assert "1984-03-12" not in sent("Tuesday, 3 July 2025, 10:14")


def test_what_is_found_late_stays_as_it_was_sent_before(gateway: Gateway) -> None:
    class Late(Surnames):
        def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
            found = super().detect(texts)
            return [of_text if "name" in text else [] for text, of_text in zip(texts, found, strict=True)]

    doorway = Doorway(Gateway("entities", key=KEY, detection=Late()), key=KEY)
    talk = [("user", "Ask Vanterpool."), ("assistant", "Who is Vanterpool?"), ("user", "It is a name: Vanterpool.")]
    assert left(doorway, chat(talk[:1])) == ["Ask Vanterpool."]
    first, answer, last = left(doorway, chat(talk))
    assert first == "Ask Vanterpool."
    assert "Vanterpool" not in answer + last
    # Where nothing was sent before, a value is found everywhere.
    together = [("user", "Ask Vanterpool."), ("user", "It is a name: Vanterpool.")]
    assert "Vanterpool" not in "".join(left(doorway, chat(together)))


def test_what_stands_in_clear_later_changes_nothing_before(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    talk = [("user", "I am Kessler."), ("assistant", "Hello.")]
    before = left(doorway, chat(talk[:1]))[0]
    surrogate = before.removeprefix("I am ").rstrip(".")
    assert left(doorway, chat([*talk, ("user", f"Is {surrogate} a name?")]))[0] == before


def test_a_prompt_that_grows_keeps_its_surrogates(gateway: Gateway) -> None:
    doorway = Doorway(gateway, key=KEY)
    prompt = "Kessler met Sen. Then Kessler and Okafor left, and Novak"

    def sent(prompt: str) -> str:
        return doorway.open("completions", {"model": "m", "prompt": prompt}, Caller("key")).body["prompt"]

    grown = [sent(prompt[:end]) for end in (16, 17, 40, len(prompt))]
    for before, after in pairwise(grown):
        assert after.startswith(before)
    other = [sent(f"I have had fevers. {name}") for name in SURNAMES]
    assert alike([one.split()[-1] for one in other], [sent(f"A joke. {name}").split()[-1] for name in SURNAMES]) <= 2


def test_draws_that_a_conversation_repeats_cost_nothing(gateway: Gateway) -> None:
    doorway = Doorway(Gateway("entities", key=KEY), key=KEY)
    talk = [("user", "I live in Boston."), ("assistant", "Nice."), ("user", "My sister lives in Boston and Chicago.")]
    first, second = (
        {charge.unit for charge in doorway.open(*chat(talk[:end])).request.charges(certified=False)} for end in (1, 3)
    )
    assert set() < first < second
    other = {c.unit for c in doorway.open(*chat([("user", "Hi, I live in Boston.")])).request.charges(certified=False)}
    assert not other & second
