from __future__ import annotations

import json
from typing import Any

import pytest

from dp_gateway.api import find
from dp_gateway.errors import MalformedRequest
from tests.api.bodies import SETTINGS, arguments_of, call, fill
from tests.api.planting import hashed


def test_arguments_keep_all_but_what_changes():
    source = '{"to" : "Jos\\u00e9",\n "n": 1.50, "ssn": 78051120, "deep": [{"to": "Jos\\u00e9"}], "big": 12345678901234567890}'
    texts = find("chat").read(call(source), SETTINGS)
    assert texts.texts == [
        *("book", "to", "José", "n", "1.50", "ssn", "78051120", "deep", "José", "big", "12345678901234567890")
    ]
    assert texts.fill(texts.texts, str) == call(source)
    replaced = {"José": 'A "quoted" name', "78051120": "911002233", "to": "recipient"}
    new = arguments_of(fill(call(source), replaced))
    assert new == (
        '{"recipient" : "A \\"quoted\\" name",\n "n": 1.50, "ssn": 911002233, '
        '"deep": [{"recipient": "A \\"quoted\\" name"}], "big": 12345678901234567890}'
    )


@pytest.mark.parametrize("escape", [r"\u00e9", r"\/", r"\ud83d\ude00", r"\u0041"])
def test_what_stays_of_a_string_is_spelled_as_it_was(escape: str):
    source = rf'{{"a": "x {escape} C:\\Users\\liv\n\"y\" {escape}"}}'
    text = json.loads(source)["a"]
    new = arguments_of(fill(call(source), {text: text.replace("liv", "ada")}))
    assert new == source.replace("liv", "ada")


def test_a_sign_that_is_spelled_in_two_ways_comes_out_in_one():
    new = arguments_of(
        fill(call(r'{"a": "\u00e9\u00E9é liv", "b": "\/\u002f liv"}'), {"ééé liv": "ééé ada", "// liv": "// ada"})
    )
    assert new == '{"a": "ééé ada", "b": "// ada"}'


@pytest.mark.parametrize(
    ("new", "literal"), [("91", "91"), ("1e5", '"1e5"'), ("091", '"091"'), ("<SSN_1>", '"<SSN_1>"')]
)
def test_a_number_stays_a_number_of_its_kind(new: str, literal: str):
    assert arguments_of(fill(call('{"n": 78051120}'), {"78051120": new})) == f'{{"n": {literal}}}'
    value = fill({"unheard_of": 78051120}, {"78051120": new})["unheard_of"]
    assert json.dumps(value) == literal


def test_a_real_number():
    assert fill({"unheard_of": 1250000.5}, {"1250000.5": "98.25"}) == {"unheard_of": 98.25}
    assert fill({"unheard_of": 1250000.5}, {"1250000.5": "about 98"}) == {"unheard_of": "about 98"}


def test_arguments_that_are_no_json_are_one_text():
    broken = '{"to": "Jos\\u00e9 \\ud83d\\ude00", "quote": "\\u0022'
    texts = find("chat").read(call(broken), SETTINGS)
    # As it stands, so that an echo is exact: detection reads through the escapes.
    assert texts.texts[1:] == [broken]
    deep = "[" * 5000
    assert find("chat").read(call(deep), SETTINGS).texts[1:] == [deep]


def test_json_in_json_in_a_tool_result():
    inner = json.dumps({"name": "José"})
    body = {"messages": [{"role": "tool", "tool_call_id": "1", "content": json.dumps([{"text": inner}])}]}
    new = fill(body, {"José": "Carl"})["messages"][0]["content"]
    assert json.loads(json.loads(new)[0]["text"]) == {"name": "Carl"}


def test_json_without_escapes_is_read_whole():
    body = {"messages": [{"role": "tool", "tool_call_id": "1", "content": '{"age": 34, "name": "Anna"}'}]}
    assert find("chat").read(body, SETTINGS).texts == ['{"age": 34, "name": "Anna"}']


_NOTEBOOK = {"text": ["  name   pay\n", "0  Tunde 80120\n", "1  Wim"], "source": ["a\\n", "b\n"], "n": 5, "x": ["c"]}


@pytest.mark.parametrize("written", [str, dict])
def test_the_strings_of_an_array_that_are_lines_are_one_text(written: type[Any]):
    content = json.dumps(_NOTEBOOK)
    body = {"messages": [{"role": "tool", "tool_call_id": "1", "content": content}]} if written is str else _NOTEBOOK
    texts = find("chat").read(body, SETTINGS)
    assert "  name   pay\n0  Tunde 80120\n1  Wim" in texts.texts
    assert {"a\\n", "b\n", "c"} <= set(texts.texts)
    assert texts.fill(texts.texts, str) == body
    for new in ("A\nB\nC", "A\nB\nC\nD", "A"):
        filled = texts.fill([new if text.startswith("  name") else text for text in texts.texts], str)
        document = json.loads(filled["messages"][0]["content"]) if written is str else filled
        assert len(document["text"]) == 3
        assert "".join(document["text"]) == new
        assert document["source"] == _NOTEBOOK["source"]


@pytest.mark.parametrize(
    "body",
    [
        {"Anna": 1, "Berta": 2},
        {"metadata": {"Anna": "1", "Berta": "2"}},
        {"Anna": 1, "unheard_of": {"deep": [{"Berta": 1, "X": 1}]}},
        call('{"Anna": 1, "Berta": 2}'),
        {"tools": [{"type": "function", "function": {"parameters": {"properties": {"Anna": {}, "Berta": {}}}}}]},
    ],
)
def test_keys_that_become_one_are_an_error(body: dict[str, Any]):
    texts = find("chat").read(body, SETTINGS)
    with pytest.raises(MalformedRequest, match="keys") as caught:
        texts.fill(["X" if text in ("Anna", "Berta") else text for text in texts.texts], hashed)
    assert "Anna" not in str(caught.value)


def test_a_property_has_one_name_everywhere():
    schema = {
        "type": "object",
        "properties": {"anna miller": {"$ref": "#/$defs/anna miller"}},
        "required": ["anna miller"],
        "$defs": {"anna miller": {"type": "string", "enum": ["anna miller"]}},
    }
    body = call('{"anna miller": 1}') | {
        "tools": [{"type": "function", "function": {"name": "book", "parameters": schema}}]
    }
    new = fill(body, {"anna miller": "a~b/c"})
    parameters = new["tools"][0]["function"]["parameters"]
    assert list(parameters["properties"]) == parameters["required"] == list(parameters["$defs"]) == ["a~b/c"]
    assert parameters["properties"]["a~b/c"]["$ref"] == "#/$defs/a~0b~1c"
    assert json.loads(arguments_of(new)) == {"a~b/c": 1}
    assert parameters["type"] == "object"


def test_a_property_that_is_named_like_a_keyword():
    schema = {
        "properties": {"title": {"title": "T"}, "type": {"type": "string"}, "properties": {"properties": {"a": True}}}
    }
    body = {"tools": [{"type": "function", "function": {"parameters": schema}}]}
    texts = find("chat").read(body, SETTINGS)
    assert sorted(texts.texts) == ["T", "a", "properties", "title", "type"]
    assert texts.fill(texts.texts, hashed) == body


@pytest.mark.parametrize(
    "told",
    [
        {"headers": [{"name": "Cookie", "value": "sid=8f14e45fceea"}, {"name": "Accept", "value": "text/html"}]},
        {"identifier": {"system": "urn:id/passport", "value": "P4419027"}, "value": "blue"},
        {"key": "city", "other": 1, "value": "Oslo"},
        {"name": "Anna", "age": 34, "value": 4200},
    ],
)
def test_json_in_a_string_and_json_as_a_value_have_the_same_keys(told: dict[str, Any]) -> None:
    block = {"type": "tool_use", "id": "toolu_1", "name": "save", "input": told}
    said = [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": [block]}]
    value = find("messages").read({"model": "m", "max_tokens": 9, "messages": said}, SETTINGS)
    string = find("chat").read(call(json.dumps(told)), SETTINGS)

    def keyed(texts: list[str], keys: Any) -> dict[str, str]:
        return {text: key for text, key in zip(texts, keys, strict=True) if key}

    assert keyed(value.texts, value.hints.keys) == keyed(string.texts, string.hints.keys) != {}


def test_a_value_is_called_by_the_name_beside_it() -> None:
    said = {"unheard_of": {"headers": [{"name": "Cookie", "value": "sid=8f14e45fceea"}]}}
    texts = find("chat").read(said, SETTINGS)
    assert dict(zip(texts.texts, texts.hints.keys, strict=True))["sid=8f14e45fceea"] == "Cookie"
