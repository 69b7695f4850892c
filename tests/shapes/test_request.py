from __future__ import annotations

import copy
import json
from typing import Any

import orjson
import pytest
from planting import OPEN, hashed

from dp_gateway.config import FieldSettings
from dp_gateway.errors import ConfigurationError, FieldRefused, MalformedRequest, RequestError, RequestTooLarge
from dp_gateway.shapes import SHAPES, find
from dp_gateway.shapes.reading import MAX_TEXTS
from dp_gateway.vocabulary.words import cl100k

SETTINGS = FieldSettings()


def user(content: Any, **fields: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": content}], **fields}


def call(arguments: str, name: str = "book", **ids: str) -> dict[str, Any]:
    one = {"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}, **ids}
    return {"messages": [{"role": "assistant", "content": None, "tool_calls": [one]}]}


def arguments_of(body: dict[str, Any]) -> str:
    return body["messages"][0]["tool_calls"][0]["function"]["arguments"]


def refusal(body: Any, shape: str = "chat", settings: FieldSettings = SETTINGS) -> RequestError:
    with pytest.raises(RequestError) as caught:
        find(shape).read(body, settings)
    return caught.value


def fill(body: dict[str, Any], replaced: dict[str, str], shape: str = "chat") -> dict[str, Any]:
    """The body that leaves when some texts are replaced."""
    texts = find(shape).read(body, SETTINGS)
    assert set(replaced) <= set(texts.texts)
    return texts.fill([replaced.get(text, text) for text in texts.texts], hashed)


def test_shapes_by_name():
    assert {name: shape.path for name, shape in SHAPES.items()} == {
        "chat": "/v1/chat/completions",
        "completions": "/v1/completions",
        "responses": "/v1/responses",
        "embeddings": "/v1/embeddings",
        "messages": "/v1/messages",
    }
    with pytest.raises(ConfigurationError, match="chat"):
        find("assistants")


def test_as_many_texts_as_there_were():
    texts = find("chat").read(user("Hello"), SETTINGS)
    with pytest.raises(ConfigurationError):
        texts.fill([], str)


def test_the_original_is_not_changed_and_the_new_body_is_its_own():
    body = user([{"type": "text", "text": "Anna"}], tools=[], unheard_of={"a": ["b"]})
    before = copy.deepcopy(body)
    texts = find("chat").read(body, SETTINGS)
    first = texts.fill(["X"] * len(texts.texts), hashed)
    second = texts.fill(texts.texts, hashed)
    first["messages"][0]["content"][0]["text"] = first["model"] = "changed"
    assert body == before == second
    untouched = find("chat").read({"model": "m"}, SETTINGS).fill([], hashed)
    untouched["model"] = "n"
    assert find("chat").read({"model": "m"}, SETTINGS).model == "m"


# Who wrote what


def test_developer_texts():
    body = {
        "messages": [{"role": "system", "content": "S"}, {"role": "developer", "content": "D"}, *user("U")["messages"]],
        "tools": [{"type": "function", "function": {"name": "n", "description": "T", "parameters": {"title": "P"}}}],
    }
    texts = find("chat").read(body, SETTINGS)
    assert dict(zip(texts.texts, texts.developer, strict=True)) == dict.fromkeys("SDnTP", True) | {"U": False}
    assert not any(find("chat").read(body, FieldSettings(developer="sanitize")).developer)


@pytest.mark.parametrize(
    ("shape", "body", "first"),
    [
        ("chat", {"messages": [{"role": "system", "content": "S"}]}, None),
        ("chat", user([{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]), "A\nB"),
        ("chat", {"messages": [{"role": "assistant", "content": "S"}, *user("A")["messages"] * 2]}, "A"),
        ("completions", {"prompt": "A"}, "A"),
        ("completions", {"suffix": "S", "prompt": ["A", "B"]}, "S"),
        ("responses", {"instructions": "I", "input": "A"}, "A"),
        ("responses", {"input": [{"role": "developer", "content": "D"}, {"role": "user", "content": "A"}]}, "A"),
        ("embeddings", {"input": ["A", "B"]}, "A"),
        ("messages", {"system": "S", **user("A")}, "A"),
    ],
)
def test_first_user_text(shape: str, body: dict[str, Any], first: str | None):
    assert find(shape).read(body, SETTINGS).first_user_text == first


# JSON within strings


def test_arguments_keep_all_but_what_changes():
    source = '{"to" : "Jos\\u00e9",\n "n": 1.50, "ssn": 78051120, "deep": [{"to": "Jos\\u00e9"}], "big": 12345678901234567890}'
    texts = find("chat").read(call(source), SETTINGS)
    assert texts.texts == ["book", "to", "José", "n", "ssn", "78051120", "deep", "José", "big", "12345678901234567890"]
    assert texts.fill(texts.texts, str) == call(source)
    replaced = {"José": 'A "quoted" name', "78051120": "911002233", "to": "recipient"}
    new = arguments_of(fill(call(source), replaced))
    assert new == (
        '{"recipient" : "A \\"quoted\\" name",\n "n": 1.50, "ssn": 911002233, '
        '"deep": [{"recipient": "A \\"quoted\\" name"}], "big": 12345678901234567890}'
    )


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
    assert texts.texts[1:] == ['{"to": "José \U0001f600", "quote": "\\u0022']
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


# Keys


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


# Names and ids


def test_a_tool_is_renamed_everywhere_and_can_be_restored():
    body = call("{}", "mail_AnnaMiller") | {
        "tools": [{"type": "function", "function": {"name": "mail_AnnaMiller"}}],
        "tool_choice": {"type": "function", "function": {"name": "mail_AnnaMiller"}},
    }
    texts = find("chat").read(body, SETTINGS)
    assert texts.texts == ["mail Anna Miller"]
    new = texts.fill(["mail Clara Jones"], hashed)
    name = new["tools"][0]["function"]["name"]
    assert name == new["tool_choice"]["function"]["name"] == new["messages"][0]["tool_calls"][0]["function"]["name"]
    assert texts.renamed == {name: "mail_AnnaMiller"}
    assert name.isidentifier()
    assert len(name) < 64
    assert texts.fill(texts.texts, hashed) == texts.fill(texts.texts, hashed)
    assert texts.renamed == {}


def test_who_speaks_keeps_a_legal_name():
    texts = find("chat").read({"messages": [{"role": "user", "content": "", "name": "Anna_Miller"}]}, SETTINGS)
    assert texts.texts == ["Anna Miller"]
    assert texts.fill(["Clara de Jongh-O'Hara"], hashed)["messages"][0]["name"] == "Clara_de_Jongh-O_Hara"
    assert texts.fill(["..."], hashed)["messages"][0]["name"].startswith("name_")


@pytest.mark.parametrize(
    "provided",
    [
        "call_Lqd7rQa8jY3Nn5iHcpWzUvEb",
        "chatcmpl-tool-0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        "toolu_01D7FLrfh4GYq7yT1ULFeyMV",
        "7",
    ],
)
def test_ids_of_providers_pass(provided: str):
    body = call("", id=provided)
    assert fill(body, {})["messages"] == body["messages"]


@pytest.mark.parametrize(
    "chosen",
    ["call_anna_miller", "anna@example.com", "call_078051120", "a b", "call_" + "9" * 24, "x" * 5000, "\ud800"],
)
def test_other_ids_are_replaced_alike(chosen: str):
    body = call("", id=chosen)
    body["messages"].append({"role": "tool", "tool_call_id": chosen, "content": "ok"})
    new = fill(body, {})
    replaced = new["messages"][0]["tool_calls"][0]["id"]
    assert replaced == new["messages"][1]["tool_call_id"] != chosen
    assert replaced.startswith("call_")
    assert len(replaced) <= 40
    assert orjson.dumps(new)


def test_an_id_of_nine_letters_stays_one():
    replaced = fill(call("", id="AnnaMill3"), {})["messages"][0]["tool_calls"][0]["id"]
    assert len(replaced) == 9
    assert replaced != "AnnaMill3"


def test_what_a_provider_stores_is_named_by_its_own_id():
    assert refusal({"previous_response_id": "anna"}, "responses").param == "previous_response_id"


def test_identities_become_hashes():
    body = {"user": "anna", "safety_identifier": "anna", "prompt_cache_key": "berta", "seed": 78051120}
    new = fill(body, {})
    assert new["user"] == new["safety_identifier"] == hashed("anna")
    assert new["prompt_cache_key"] == hashed("berta")
    assert new["seed"] == fill(body, {})["seed"] != 78051120
    assert fill({"seed": 42}, {}) == {"seed": 42}


# What is refused, and how


@pytest.mark.parametrize(
    ("shape", "body", "param"),
    [
        ("chat", [], None),
        ("chat", {"messages": {}}, "messages"),
        ("chat", {"messages": ["anna"]}, "messages[0]"),
        ("chat", {"messages": [{"role": "anna", "content": "x"}]}, "messages[0].role"),
        ("chat", {"messages": [{"content": "x"}]}, "messages[0].role"),
        ("chat", user(78051120), "messages[0].content"),
        ("chat", user([{"type": "anna"}]), "messages[0].content[0].type"),
        ("chat", user([{"type": "image_url", "image_url": {"url": "x"}}]), "messages[0].content[0].image_url"),
        ("chat", {"temperature": "anna"}, "temperature"),
        ("chat", {"temperature": {"anna": 1}}, "temperature"),
        ("chat", {"temperature": float("nan")}, "temperature"),
        ("chat", {"max_tokens": 78051120}, "max_tokens"),
        ("chat", {"stream": "anna"}, "stream"),
        ("chat", {"seed": 2**70}, "seed"),
        ("chat", {"seed": 1.5}, "seed"),
        ("chat", {"model": "anna@example.com"}, "model"),
        ("chat", {"model": "078-05-1120"}, "model"),
        ("chat", {"model": "Anna Miller"}, "model"),
        ("chat", {"service_tier": "anna"}, "service_tier"),
        ("chat", {"logit_bias": {"50256": -100}}, "logit_bias"),
        ("chat", {"tool_choice": 1}, "tool_choice"),
        ("chat", {1: "x"}, None),
        ("chat", {"unheard_of": {2: "x"}}, "*"),
        ("chat", {"unheard_of": 10**100}, "*"),
        ("chat", {"unheard_of": object()}, "*"),
        ("chat", {"unheard_of": {"anna": "data:image/png;base64,AAAA"}}, "*.*"),
        ("chat", {"metadata": {"anna": {"berta": b"x"}}}, "metadata.*.*"),
        ("completions", {"prompt": [1, "x"]}, "prompt"),
        ("completions", {"prompt": [[10**9]]}, "prompt[0]"),
        ("completions", {"prompt": [100256]}, "prompt"),
        ("completions", {"prompt": 5}, "prompt"),
        ("responses", {"input": [{"type": "mcp_call", "name": "anna"}]}, "input[0].type"),
        ("responses", {"tools": [{"type": "mcp", "server_url": "anna"}]}, "tools[0].type"),
        ("messages", {"mcp_servers": []}, "mcp_servers"),
        ("messages", {"messages": [{"role": "assistant", "content": [{"type": "redacted_thinking", "data": "anna"}]}]},
         "messages[0].content[0].data"),
    ],
)  # fmt: skip
def test_refusals_name_the_field_and_nothing_else(shape: str, body: Any, param: str | None):
    error = refusal(body, shape)
    assert error.param == param
    assert not {"anna", "berta", "Miller", "78051120"} & set(str(error).replace("@", " ").split())
    assert (param or "the body") in error.message


def test_base64_of_text_is_no_signature():
    import base64

    text = base64.b64encode(b"Anna Miller lives in Boston, 12 Main Street, apartment 4").decode()
    noise = base64.b64encode(bytes(range(100, 200))).decode()
    for data, passes in ((text, False), (noise, True)):
        body = {"messages": [{"role": "assistant", "content": [{"type": "redacted_thinking", "data": data}]}]}
        if passes:
            assert find("messages").read(body, SETTINGS).texts == []
        else:
            assert refusal(body, "messages").param == "messages[0].content[0].data"


def deep(levels: int, leaf: Any = None, *, array: bool = False) -> Any:
    for _ in range(levels):
        leaf = [leaf] if array else {"properties": leaf}
    return leaf


@pytest.mark.parametrize("array", [False, True])
@pytest.mark.parametrize(
    "wrap",
    [
        lambda value: {"unheard_of": value},
        lambda value: {"metadata": {"a": value}},
        lambda value: {"tools": [{"type": "function", "function": {"parameters": {"items": value}}}]},
        lambda value: {"tools": [{"type": "function", "function": {"parameters": {"default": value}}}]},
        user,
        lambda value: {"messages": value},
    ],
)
def test_deep_nesting_is_an_error(wrap: Any, array: bool):
    assert isinstance(refusal(wrap(deep(10_000, array=array))), (RequestTooLarge, MalformedRequest))


def test_as_deep_as_allowed():
    body = {"unheard_of": deep(63, "x")}
    texts = find("chat").read(body, SETTINGS)
    assert texts.fill(texts.texts, hashed) == body
    error = refusal({"messages": [], "unheard_of": deep(64, "x")})
    assert isinstance(error, RequestTooLarge)
    assert error.param == "*"


def test_too_many_texts():
    assert len(find("embeddings").read({"input": ["x"] * MAX_TEXTS}, SETTINGS).texts) == MAX_TEXTS
    assert isinstance(refusal({"input": ["x"] * (MAX_TEXTS + 1)}, "embeddings"), RequestTooLarge)


# Policies


def test_unknown_fields():
    body = user("Hello", **{"anna": {"berta": "x"}}) | {"stream_options": {"carla": 1}}
    texts = find("chat").read(body, SETTINGS)
    assert texts.texts == ["Hello", "anna", "berta", "x", "carla"]
    assert texts.paths == ["messages[0].content", "*", "*.*", "*.*", "stream_options.*"]
    dropped = find("chat").read(body, FieldSettings(unknown="drop"))
    assert dropped.fill(dropped.texts, hashed) == user("Hello", stream_options={})
    assert dropped.dropped == ("*", "stream_options.*")
    error = refusal({"stream_options": {"carla": 1}}, settings=FieldSettings(unknown="reject"))
    assert isinstance(error, FieldRefused)
    assert error.param == "stream_options"


def test_media_that_a_policy_passes():
    part = {"type": "image_url", "image_url": {"url": "https://example.com/anna.png?name=Anna", "detail": "low"}}
    texts = find("chat").read(user([part]), OPEN)
    assert texts.texts == ["https://example.com/anna.png?name=Anna"]
    data = "data:image/png;base64," + "iVBORw0KGgo" * 10
    assert find("chat").read(user([{"type": "image_url", "image_url": {"url": data}}]), OPEN).texts == []
    assert find("chat").read(user([{"type": "image_url", "image_url": {"url": "data:text/plain,Anna"}}]), OPEN).texts


def test_token_ids():
    ids = cl100k().encode("Anna Miller")
    assert find("completions").read({"prompt": ids}, SETTINGS).texts == ["Anna Miller"]
    assert refusal({"prompt": [ids]}, "completions", FieldSettings(token_ids="reject")).param == "prompt[0]"
    new = fill({"prompt": [ids, "Hello"]}, {"Anna Miller": "Clara Jones"}, "completions")
    assert new == {"prompt": ["Clara Jones", "Hello"]}


def test_logit_bias_that_a_policy_passes():
    settings = FieldSettings(logit_bias="pass")
    body = {"logit_bias": {"50256": -100}}
    assert find("chat").read(body, settings).fill([], hashed) == body
    for biases in ({"anna": 1}, {"50256": "anna"}, {"50256": 78051120}, {"078051120": 1}):
        assert refusal({"logit_bias": biases}, settings=settings).param == "logit_bias"


def test_log_probabilities_of_a_history_do_not_leave():
    tokens = [{"token": "Anna", "bytes": [65, 110, 110, 97], "logprob": -0.1, "top_logprobs": []}]
    part = {"type": "output_text", "text": "Anna", "annotations": [], "logprobs": tokens}
    texts = find("responses").read({"input": [{"role": "assistant", "content": [part]}]}, SETTINGS)
    assert texts.texts == ["Anna"]
    assert texts.dropped == ("input[0].content[0].logprobs",)
    assert "logprobs" not in texts.fill(["X"], hashed)["input"][0]["content"][0]


# Characters


def test_strange_characters():
    body = user("NUL \x00 lone \ud800 pair \ud83d\ude00 \U0001f600", **{"k\udfff": "v\ud83d"})
    texts = find("chat").read(body, SETTINGS)
    assert texts.texts == ["NUL \x00 lone \ufffd pair \U0001f600 \U0001f600", "k\ufffd", "v\ufffd"]
    assert orjson.dumps(texts.fill(texts.texts, hashed))


def test_empty_strings_are_no_texts():
    body = call("") | {"stop": ["", "x"], "unheard_of": {"": ""}}
    body["messages"] += user("")["messages"]
    body["tools"] = [
        {"type": "function", "function": {"name": "", "parameters": {"properties": {"": {}}, "required": [""]}}}
    ]
    texts = find("chat").read(body, SETTINGS)
    assert sorted(texts.texts) == ["book", "unheard_of", "x"]
    assert texts.fill(texts.texts, str) == body
