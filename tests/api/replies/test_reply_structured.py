from __future__ import annotations

from typing import Any

import pytest

from dp_gateway.api.replies import asks_for_json


@pytest.mark.parametrize(
    ("shape", "request_", "wanted"),
    [
        ("chat", {"response_format": {"type": "json_schema", "json_schema": {}}}, True),
        ("chat", {"response_format": {"type": "json_object"}}, True),
        ("chat", {"response_format": {"type": "text"}}, False),
        ("chat", {"response_format": "json_object"}, False),
        ("chat", {}, False),
        ("responses", {"text": {"format": {"type": "json_schema"}}}, True),
        ("responses", {"text": None}, False),
        ("messages", {"output_config": {"format": {"type": "json_schema", "schema": {}}}}, True),
        ("embeddings", {"type": "json_object"}, False),
    ],
)
def test_asks_for_json(shape: str, request_: dict[str, Any], wanted: bool) -> None:
    assert asks_for_json(shape, request_) is wanted
