"""Lists and JSON as models write them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.llm.messages import first_json, parse_list

THREE = ["Oslo", "Bergen district court", "Tromsø"]


@pytest.mark.parametrize(
    "reply",
    [
        '{"phrases": ["Oslo", "Bergen district court", "Tromsø"]}',
        '["Oslo", "Bergen district court", "Troms\\u00f8"]',
        'Sure! Here it is:\n```json\n{"phrases": ["Oslo", "Bergen district court", "Tromsø"]}\n```\nAnything else?',
        '<think>maybe ["Rome"]?</think>["Oslo", "Bergen district court", "Tromsø"]',
        '{"phrases": [{"phrase": "Oslo", "why": "a city"}, {"phrase": "Bergen district court"}, {"phrase": "Tromsø"}]}',
        '{"1": "Oslo", "2": "Bergen district court", "3": "Tromsø"}',
        '{"phrases": ["Oslo", "Bergen district court", "Tromsø", "Drammen distri',
        '{"phrases": ["Oslo", "Bergen district court", "Tromsø"',
        "['Oslo', 'Bergen district court', 'Tromsø']",
        "[‘Oslo’, ‘Bergen district court’, ‘Tromsø’]",
        "[Oslo, Bergen district court, Tromsø]",
        "Oslo, Bergen district court, Tromsø",
        "Here are some: Oslo; Bergen district court; and Tromsø",
        "Here are three phrases:\n\n1. Oslo\n2. Bergen district court\n3. Tromsø\n\nTell me if you need more.",
        "1) Oslo\n2) Bergen district court\n3) Tromsø",
        "- Oslo\n- Bergen district court\n- Tromsø",
        "* **Oslo**: the capital of Norway\n* **Bergen district court**\n* **Tromsø** - a city in the north",
        "• “Oslo”\n• “Bergen district court”\n• “Tromsø”,",
        "Oslo\nBergen district court\nTromsø",
        "1. Oslo - the capital of Norway\r\n2. Bergen district court – a court in Bergen\r\n3. Tromsø\r\n",
    ],
)
def test_lists_of_any_look(reply: str) -> None:
    assert parse_list(reply) == THREE


@pytest.mark.parametrize(
    ("reply", "entries"),
    [
        ("", []),
        ("I cannot help with that.", []),
        ("Sorry, I cannot.", []),
        ('{"phrases": []}', []),
        ("null", []),
        ("1. Oslo, Norway\n2. Bergen, Norway", ["Oslo, Norway", "Bergen, Norway"]),
        ("Oslo, Norway\nBergen, Norway", ["Oslo, Norway", "Bergen, Norway"]),
        ('["O\'Brien", "say \\"hi\\""]', ["O'Brien", 'say "hi']),
        ("- Stratford-upon-Avon\n- Rolls - Royce", ["Stratford-upon-Avon", "Rolls - Royce"]),
        ('{"phrases": ["a \\u00e9", "b\\q", "c', ["a é", "b\\q"]),
    ],
)
def test_odd_answers(reply: str, entries: list[str]) -> None:
    assert parse_list(reply) == entries


@given(st.lists(st.text(st.characters(categories=["L", "N"]), min_size=1), min_size=1), st.data())
def test_json_is_read_back_whole_or_cut(phrases: list[str], data: st.DataObject) -> None:
    whole = json.dumps({"phrases": phrases}, ensure_ascii=data.draw(st.booleans()))
    assert parse_list(whole) == phrases
    cut = whole[: data.draw(st.integers(len('{"phrases": ["'), len(whole)))]
    found = parse_list(cut)
    assert found == phrases[: len(found)]


@given(st.text())
def test_any_text_is_some_list(reply: str) -> None:
    assert all(entry.strip() == entry != "" for entry in parse_list(reply))


def test_first_json() -> None:
    assert first_json('So: {"a": [1]} and [2]') == {"a": [1]}
    assert first_json("```\n[]\n```") == []
    for broken in ("", "nothing", '{"a": [', '{"entities": [{"text": "x", "more": [], ', "[" * 100_000):
        with pytest.raises(ValueError, match=r"."):
            first_json(broken)
