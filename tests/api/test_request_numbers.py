"""Which numbers of JSON are texts: those of five digits, and under a key those that may be somebody's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dp_gateway.api import find
from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret

SECRET = Secret(b"s" * 32)
DOORWAY = Doorway(Gateway("mask", key=SECRET), key=SECRET)


def texts(body: dict[str, Any]) -> list[str]:
    return list(
        DOORWAY.read(find("chat"), {"model": "m", "messages": [{"role": "user", "content": "x"}], **body}).texts
    )


def both(value: Any) -> tuple[list[str], list[str]]:
    """The texts of JSON in a string, and of the same as a value."""
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps(value)}}
    in_arguments = texts({"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]})
    return in_arguments, texts({"a_field_of_tomorrow": value})


@pytest.mark.parametrize(
    ("number", "is_text"),
    [(10_000, True), (48_213, True), (-48_213, True), (1234.5, True), (9_999, False), (-9_999, False), (123.4, False)],
)
def test_five_digits_are_a_text_without_a_key_and_four_are_not(number: float, is_text: bool) -> None:
    for found in both([number]):
        assert (repr(number) in found) is is_text


@pytest.mark.parametrize(
    ("key", "number", "is_text"),
    [("visits", 12, True), ("visits", 7, False), ("age", 7, True), ("ages", 7, True), ("income", 4200, True)],
)
def test_under_a_key_two_digits_are_a_text_and_one_where_the_key_tells(key: str, number: int, is_text: bool) -> None:
    for found in both({key: number}):
        assert (repr(number) in found) is is_text
    for found in both({key: [number]}):
        assert (repr(number) in found) is is_text


def test_a_long_list_of_numbers_is_as_many_texts_as_it_has_different_ones() -> None:
    for found in both({"pixels": [10, 20, 30] * 40_000}):
        assert [one for one in found if one.isdecimal()] == ["10", "20", "30"]
