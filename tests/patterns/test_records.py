"""Records of somebody that are written as settings are: read as prose is; settings of programs are none."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.records import record_spans

_PAIRS = (
    ("caller", "Darius Anselmi"), ("age", "25"), ("occupation", "roofer"), ("company", "Royal Infirmary"),
    ("city", "Memphis"), ("amount", "$1,110"), ("date", "30 July 2023"), ("password", "hunter22x"),
)  # fmt: skip


@pytest.mark.parametrize("between", ["; ", ";", "|", "\n", "\t"])
@pytest.mark.parametrize("sign", ["=", " = "])
def test_every_value_of_a_record_is_found(between: str, sign: str) -> None:
    text = between.join(f"{key}{sign}{value}" for key, value in _PAIRS)

    found = {text[one.start : one.end] for one in default_detection().detect([text])[0]}

    assert {value for _, value in _PAIRS} <= found


@pytest.mark.parametrize(
    "text",
    [
        "app.name=My Application\napp.port=8080\nserver.city=default\nage=3",
        "name = 'foo'; age = 3; city = 'Paris';",
        "print(name=name, age=age, city=city)",
        "name = get(); age = {}; city = [1, 2]; email == old",
        "NAME=$HOME; CITY=$PWD; AGE=$(date)",
        "name=a\n\nage=b\n\ncity=c",
    ],
)
def test_settings_and_code_are_no_records(text: str) -> None:
    assert list(record_spans(text, 0, len(text))) == []


def test_records_stand_between_other_lines() -> None:
    text = "x = 1;\nname=Jo|age=4|city=Rome\ny = 2;\nname=Jo\nage=4\ntown=Rome\n\nend"

    assert [text[start:end] for start, end in record_spans(text, 7, len(text))] == [
        "name=Jo|age=4|city=Rome\n", "name=Jo\n", "age=4\n", "town=Rome\n",
    ]  # fmt: skip
