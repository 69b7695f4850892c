from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.api import SHAPES, find
from dp_gateway.api.fields import Pattern, Speaker, Text, ToolName, Url
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.errors import RequestError
from dp_gateway.policy import FieldSettings
from tests.api.planting import OPEN, SECRETS, Slot, leaks, sanitized, shows_secret, slots

SLOTS = slots()
TEXTS = (Text, JsonText, Leaves, Speaker, ToolName, Url)
SETTINGS = [
    FieldSettings(),
    OPEN,
    FieldSettings(unknown="drop", developer="sanitize", media="pass"),
    FieldSettings(unknown="reject", token_ids="reject", media="pass"),
]


def disguises(secret: Any) -> list[Any]:
    """A secret alone, within JSON values, and within JSON texts, with and without escapes."""
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in str(secret))
    text = json.dumps({"to": secret, str(secret): [secret]})
    return [
        secret,
        [secret],
        {"a": [{"b": secret}]},
        {str(secret): 1},
        {"type": secret},
        text,
        f'{{"to": "{escaped}", "{escaped}": 1}}',
        f'{{"to": "{escaped}", broken off',
        json.dumps({"to": text}),
        json.dumps([json.dumps([text])]),
    ]


def test_the_tables_are_walked():
    names = {(slot.shape, slot.path) for slot in SLOTS}
    assert {
        ("chat", ".messages[]<assistant>.tool_calls[]<function>.function.arguments"),
        ("chat", ".tools[]<function>.function.parameters.title"),
        ("responses", ".input[]<message><user>.content[]<input_text>.text"),
        ("responses", ".prompt.variables.*"),
        ("completions", ".suffix"),
        ("embeddings", ".input"),
        ("messages", ".messages[]<user>.content[]<tool_result>.content[]<document>.source<text>.data"),
        ("messages", ".?key"),
    } <= names
    assert {slot.shape for slot in SLOTS} == set(SHAPES)


def through(shape: str, body: Any, settings: FieldSettings, where: str) -> bool:
    """Whether a body leaves; no secret leaves with it, and none is in the error where it does not."""
    try:
        texts = find(shape).read(body, settings)
        new = sanitized(texts)
    except RequestError as refused:
        error = refused
    else:
        assert len(texts.texts) == len(texts.developer) == len(texts.paths)
        assert not shows_secret(" ".join((*texts.paths, *texts.dropped))), where
        assert not leaks(new), where
        return True
    assert not shows_secret(f"{error} {error.param}"), where
    return False


def _passes(slot: Slot, value: Any) -> bool:
    """What no table can know: that a name without spaces is no model's."""
    return isinstance(slot.field, Pattern) and value == "Zebulon_Quackenbush"


@pytest.mark.parametrize(
    ("settings", "every"),
    [(SETTINGS[0], 3), (OPEN, 5), *(pytest.param(one, 1, marks=pytest.mark.thorough) for one in SETTINGS)],
    ids=["default", "open", "default-all", "open-all", "drop-all", "reject-all"],
)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_secret_in_any_field_stays(shape: str, settings: FieldSettings, every: int):
    """Fields that stand beside one another get different ones of the values, or each field gets all."""
    values = [*SECRETS, *disguises(SECRETS[0]), *disguises(SECRETS[-1])]
    planted = [(slot, value) for slot in SLOTS if slot.shape == shape for value in values]
    left = 0
    for slot, value in planted[::every]:
        if _passes(slot, value):
            continue
        body = slot.wrap(value)
        before = json.dumps(body)
        left += through(shape, body, settings, f"{slot.path}: {value}")
        assert json.dumps(body) == before, slot.path
    assert left


@pytest.mark.parametrize("shape", SHAPES)
def test_a_field_of_text_takes_text(shape: str):
    fields = [slot for slot in SLOTS if slot.shape == shape and isinstance(slot.field, TEXTS)]
    for slot in fields:
        texts = find(shape).read(slot.wrap("Zebulon Quackenbush"), OPEN)
        assert any(shows_secret(text) for text in texts.texts), slot.path
        assert texts.fill(texts.texts, str) == slot.wrap("Zebulon Quackenbush"), slot.path
    assert fields or shape == "embeddings"


def json_values() -> st.SearchStrategy[Any]:
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(SECRETS)
    words = st.sampled_from(["type", "role", "text", "content", "function", "name", "messages", "user", "input_text"])
    keys = st.text() | words | st.sampled_from([str(secret) for secret in SECRETS])
    return st.recursive(
        scalars | words | st.sampled_from([text for secret in SECRETS for text in disguises(secret)]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
        max_leaves=12,
    )


@given(st.sampled_from(SLOTS), json_values(), st.sampled_from(SETTINGS))
def test_any_json_in_any_field_stays_or_is_refused(slot: Slot, value: Any, settings: FieldSettings):
    if not _passes(slot, value):
        through(slot.shape, slot.wrap(value), settings, slot.path)


@given(st.sampled_from(sorted(SHAPES)), json_values(), st.sampled_from(SETTINGS))
def test_any_json_as_a_body(shape: str, body: Any, settings: FieldSettings):
    through(shape, body, settings, shape)
