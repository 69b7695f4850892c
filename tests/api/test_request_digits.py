"""Where words are drawn, every digit of every leaf is, and a JSON number stays one of the same shape."""

from __future__ import annotations

import re
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway import Gateway, Secret
from dp_gateway.api import find
from dp_gateway.exchange import Doorway
from dp_gateway.policy import FieldSettings

KEY = Secret(b"a key of repeatable draws, for tests")
NUMBERS = {
    "patient": [
        *(4821, 34, 7, 0, 40.71, -74.006, -5, 1.5e-7, 1e25, 1234567890123456789, -9223372036854775807, 0.5, 90000),
        [12, [3.25]],
    ]
}


@pytest.fixture(scope="module", params=["tokens", "hybrid"])
def doorway(request: pytest.FixtureRequest) -> Doorway:
    return Doorway(Gateway(request.param, key=KEY), key=KEY)


def shape_of(number: float) -> str:
    return re.sub(r"[0-9]+", lambda run: str(len(run[0])), repr(number).partition("e")[0])


def flat(value: Any) -> list[Any]:
    items = value.values() if isinstance(value, dict) else value
    return [leaf for item in items for leaf in (flat(item) if isinstance(item, dict | list) else [item])]


def seen_together(doorway: Doorway, make: Any, read: Any, scopes: int) -> list[list[Any]]:
    """The numbers that leave in some scopes, for each number of the request."""
    found: list[list[Any]] = [[] for _ in flat(NUMBERS)]
    for scope in range(scopes):
        body = make(scope)
        body["messages"].insert(0, {"role": "user", "content": f"Request {scope} of mine"})
        sent = read(doorway.open("chat" if "max_tokens" not in body else "messages", body).body)
        for place, number in enumerate(flat(sent)):
            found[place].append(number)
    return found


def tool(arguments: Any) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": "book", "arguments": arguments}}


def arguments(_: int) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "assistant", "tool_calls": [tool(orjson.dumps(NUMBERS).decode())]}]}


def result(_: int) -> dict[str, Any]:
    content = orjson.dumps({**NUMBERS, "note": 'said "yes"'}).decode()
    return {"model": "m", "messages": [{"role": "tool", "tool_call_id": "call_1", "content": content}]}


def unknown(_: int) -> dict[str, Any]:
    return {"model": "m", "messages": [], "diagnosis": NUMBERS}


def metadata(_: int) -> dict[str, Any]:
    return {"model": "m", "messages": [], "metadata": {"of": NUMBERS}}


def tool_input(_: int) -> dict[str, Any]:
    block = {"type": "tool_use", "id": "toolu_1", "name": "book", "input": NUMBERS}
    return {"model": "m", "max_tokens": 9, "messages": [{"role": "assistant", "content": [block]}]}


def last(body: dict[str, Any]) -> dict[str, Any]:
    return body["messages"][-1]


PLACES = {
    "arguments": (arguments, lambda body: orjson.loads(last(body)["tool_calls"][0]["function"]["arguments"])),
    "result": (result, lambda body: next(iter(orjson.loads(last(body)["content"]).values()))),
    "unknown": (unknown, lambda body: next(of for key, of in body.items() if key not in ("model", "messages"))),
    "metadata": (metadata, lambda body: body["metadata"]["of"]),
    "input": (tool_input, lambda body: last(body)["content"][0]["input"]),
}


@pytest.mark.parametrize("scopes", [10, pytest.param(50, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("place", sorted(PLACES))
def test_every_number_is_drawn_and_stays_a_number_of_its_shape(doorway: Doorway, place: str, scopes: int) -> None:
    """A number of one digit keeps its value in all of ten scopes with probability 10^-10."""
    make, read = PLACES[place]
    for number, drawn in zip(flat(NUMBERS), seen_together(doorway, make, read, scopes), strict=True):
        assert len(set(drawn)) > 1, number
        for one in drawn:
            assert type(one) is type(number)
            if isinstance(number, int):
                assert len(str(one)) == len(str(number))
            elif "e" not in repr(number):
                # A float may lose zeros at its end, which say nothing.
                before, _, after = shape_of(number).partition(".")
                shape, _, rest = shape_of(one).partition(".")
                assert shape == before
                assert int(rest) <= int(after)


def test_declared_fields_and_schemas_pass(doorway: Doorway) -> None:
    schema = {"type": "object", "properties": {"age": {"type": "integer", "minimum": 18, "maximum": 99}}}
    settings = {"temperature": 0.7, "max_tokens": 512, "top_p": 0.95, "n": 2}
    tools = [{"type": "function", "function": {"name": "book", "parameters": schema}}]
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello"}], "tools": tools, **settings}
    sent = doorway.open("chat", body).body
    assert {name: sent[name] for name in settings} == settings
    assert sent["tools"] == tools


@given(
    st.integers(1 - 2**63, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False),
    st.randoms(use_true_random=False),
)
def test_any_number_stays_one_whatever_is_drawn(number: float, random: Any) -> None:
    source = orjson.dumps({"n": number}).decode()
    for body, read in (
        ({"messages": [{"role": "assistant", "tool_calls": [tool(source)]}]}, PLACES["arguments"][1]),
        ({"messages": [], "metadata": {"n": number}}, lambda body: body["metadata"]),
    ):
        texts = find("chat").read(body, FieldSettings(), all_digits=True)
        drawn = [re.sub("[0-9]", lambda _: str(random.randrange(10)), text) for text in texts.texts]
        new = flat(read(orjson.loads(orjson.dumps(texts.fill(drawn, lambda value: f"{abs(hash(value)):032x}")))))[-1]
        assert type(new) is type(number)


def test_where_words_stay_numbers_of_five_digits_are_texts() -> None:
    body = {"messages": [], "metadata": {"n": [1234, 9999, 10000, -99999, -9999, 1.234, 12.345]}}
    assert find("chat").read(body, FieldSettings()).texts == ["n", "10000", "-99999", "12.345"]
