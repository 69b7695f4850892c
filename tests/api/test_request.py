from __future__ import annotations

import copy
from typing import Any

import orjson
import pytest

from dp_gateway.api import SHAPES, find
from dp_gateway.errors import ConfigurationError, FieldRefused
from dp_gateway.policy import FieldSettings
from dp_gateway.vocabulary.words import cl100k
from tests.api.bodies import SETTINGS, call, fill, refusal, user
from tests.api.planting import OPEN, hashed


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


def test_developer_texts():
    body = {
        "messages": [{"role": "system", "content": "S"}, {"role": "developer", "content": "D"}, *user("U")["messages"]],
        "tools": [{"type": "function", "function": {"name": "n", "description": "T", "parameters": {"title": "P"}}}],
    }
    texts = find("chat").read(body, SETTINGS)
    assert dict(zip(texts.texts, texts.developer, strict=True)) == dict.fromkeys("SDnTP", True) | {"U": False}
    assert not any(find("chat").read(body, FieldSettings(developer="sanitize")).developer)


CALL = {"id": "call_1", "type": "function", "function": {"name": "n", "arguments": '{"a": "C"}'}}
ITEM = {"type": "function_call", "call_id": "call_1", "name": "n", "arguments": '{"a": "C"}'}


@pytest.mark.parametrize(
    ("shape", "body", "said"),
    [
        ("chat", {"messages": [{"role": "system", "content": "S"}]}, {"S": (0, 0, False)}),
        (
            "chat",
            {
                "messages": [
                    {"role": "system", "content": "S"},
                    {"role": "assistant", "content": "G"},
                    *user([{"type": "text", "text": "A"}, {"type": "text", "text": "B"}])["messages"],
                    {"role": "assistant", "content": "D", "tool_calls": [CALL]},
                    {"role": "tool", "tool_call_id": "call_1", "content": "E"},
                    *user("F")["messages"],
                ],
                "stop": "X",
            },
            {
                **{"S": (0, 0, False), "G": (0, 0, False), "A": (0, 0, True), "B": (0, 0, True)},
                **{"D": (1, 1, False), "C": (1, 1, False), "E": (1, 1, True), "F": (1, 2, True), "X": (0, 0, False)},
            },
        ),
        ("completions", {"suffix": "S", "prompt": ["A", "B"]}, dict.fromkeys("SAB", (0, 0, True))),
        ("responses", {"instructions": "I", "input": "A"}, {"I": (0, 0, False), "A": (0, 0, True)}),
        (
            "responses",
            {
                "input": [
                    {"role": "developer", "content": "I"},
                    {"role": "user", "content": "A"},
                    ITEM,
                    {"type": "function_call_output", "call_id": "call_1", "output": "E"},
                ]
            },
            {"I": (0, 0, False), "A": (0, 0, True), "C": (1, 1, False), "E": (1, 1, True)},
        ),
        ("embeddings", {"input": ["A", "B"]}, dict.fromkeys("AB", (0, 0, True))),
        (
            "messages",
            {"system": "S", "messages": [*user("A")["messages"], {"role": "assistant", "content": "D"}]},
            {"S": (0, 0, False), "A": (0, 0, True), "D": (1, 1, False)},
        ),
    ],
)
def test_turns(shape: str, body: dict[str, Any], said: dict[str, tuple[int, int, bool]]):
    texts = find(shape).read(body, SETTINGS)
    stood = zip(texts.turns, texts.messages, texts.spoken, strict=True)
    found = dict(zip(texts.texts, stood, strict=True))
    assert {text: found[text] for text in said} == said
    assert texts.grows == (shape == "completions")


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
    ids = cl100k().encode_ordinary("Anna Miller")
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
