"""A number of five digits is a text wherever it stands, one of four is none."""

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


@pytest.mark.parametrize(
    ("number", "is_text"),
    [(10_000, True), (48_213, True), (-48_213, True), (1234.5, True), (9_999, False), (-9_999, False), (123.4, False)],
)
def test_five_digits_are_a_text_and_four_are_not(number: float, is_text: bool) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps({"account": number})}}
    in_arguments = texts({"messages": [{"role": "assistant", "content": None, "tool_calls": [call]}]})
    assert (repr(number) in in_arguments) is is_text
    assert (repr(number) in texts({"a_field_of_tomorrow": {"account": number}})) is is_text
