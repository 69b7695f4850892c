"""JSON in texts: what parsed before parses when it leaves, means the same, and comes back as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dp_gateway import Gateway, Secret
from dp_gateway.text.entities import Entity
from dp_gateway.text.escapes import Escaped, behind_escape, breaks_apart, escaped, quote_of_number
from tests.pipeline.test_echo import doorway

_NAMES = [
    "José García", "Anna Kowalski", 'Anna "Annie" Kowalski', "Zoë Müller", "Jürgen Groß", "山田太郎", "Иван Петров", "O'Brien, Sean",
    "Anna\tKowalski", "Anna\nKowalski", "Renée Dubois 🙂", "Theodric Vanterpool",
]  # fmt: skip
_VALUES = [
    *_NAMES, "anna.kowalski@gmail.com", "+1 617 555 0142", "C:\\Users\\anna\\temp", "/home/tvanterpool/app",
    "\nnora.quist@gmail.com\nbob", "line\r\nline", "$88,861", "88861", "2025-03-01", "München", "\\", '"', "\u2028", "\x00", "é",
    "https://corp.example.info/é?b=1&c=2", "123-45-6789",
]  # fmt: skip
_KEYS = ["name", "who", "note", "salary", "ssn", "a b", "contact"]

_leaves = st.one_of(
    st.sampled_from(_VALUES),
    st.builds("Please call {} at once.".format, st.sampled_from(_NAMES)),
    st.integers(0, 10**9),
    st.booleans(),
    st.none(),
)
_documents = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4),
        # JSON in a string of JSON.
        st.builds(json.dumps, st.dictionaries(st.sampled_from(_KEYS), inner, min_size=1, max_size=2)),
    ),
    max_leaves=6,
).filter(lambda value: isinstance(value, (dict, list)) and bool(value))


def _kinds(value: Any) -> Any:
    """What stays of a document whatever its values are: its keys, the kinds of its values, JSON in its strings."""
    if isinstance(value, dict):
        return {key: _kinds(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_kinds(item) for item in value]
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return ["JSON", _kinds(json.loads(value))]
        except ValueError:
            return "text"
    return "text" if isinstance(value, (str, int, float)) and not isinstance(value, bool) else value


def _lines(documents: list[Any], ascii_only: bool) -> str:
    return "".join(json.dumps(one, ensure_ascii=ascii_only) + "\n" for one in documents)


def _fenced(documents: list[Any], ascii_only: bool) -> str:
    fences = (json.dumps(one, ensure_ascii=ascii_only, indent=2) for one in documents)
    return "See below.\n" + "".join(f"```json\n{one}\n```\n" for one in fences)


def _events(documents: list[Any], ascii_only: bool) -> str:
    return "".join(f"data: {json.dumps(one, ensure_ascii=ascii_only)}\n\n" for one in documents)


def _read_lines(text: str) -> list[Any]:
    return [json.loads(line.removeprefix("data: ")) for line in text.split("\n") if line]


def _read_fences(text: str) -> list[Any]:
    return [json.loads(one.partition("\n```")[0]) for one in text.split("```json\n")[1:]]


_FORMS: dict[str, tuple[Callable[[list[Any], bool], str], Callable[[str], list[Any]]]] = {
    "lines": (_lines, _read_lines),
    "fences": (_fenced, _read_fences),
    "events": (_events, _read_lines),
    "whole": (lambda many, short: json.dumps(many, ensure_ascii=short), json.loads),
}


def _check(form: str, documents: list[Any], ascii_only: bool, role: str) -> None:
    write, read = _FORMS[form]
    text = write(documents, ascii_only)
    message: dict[str, Any] = {"role": role, "content": text} | ({"tool_call_id": "c"} if role == "tool" else {})
    exchange = doorway("entities").open("chat", {"model": "m", "messages": [message]})
    sent: str = exchange.body["messages"][0]["content"]
    assert _kinds(read(sent)) == _kinds(documents)
    if "\\\\" in text:
        return  # "\\\\tKowalski" reads as a host, to which no original goes
    reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": sent}, "finish_reason": "stop"}]}
    back: str = exchange.another_reply().whole(reply)["choices"][0]["message"]["content"]
    assert read(back) == documents
    # No line is known again in whose place an address was written.
    assert back == text or "://" in text


@pytest.mark.parametrize("form", _FORMS)
@given(st.lists(_documents, min_size=1, max_size=3), st.booleans(), st.sampled_from(["user", "tool"]))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_parsed_parses(form: str, documents: list[Any], ascii_only: bool, role: str) -> None:
    _check(form, documents, ascii_only, role)


@pytest.mark.parametrize(
    ("raw", "text", "levels"),
    [
        ("Jos\\u00e9", "José", 1),
        ("Jos\\\\u00e9", "José", 2),
        ('Anna \\"Annie\\"', 'Anna "Annie"', 1),
        ('Anna \\\\\\"Annie\\\\\\"', 'Anna "Annie"', 2),
        ("Anna\\tKowalski", "Anna\tKowalski", 1),
        ("\\ud83d\\ude42", "🙂", 1),
        ("C:\\temp\\new", "C:\\temp\\new", 0),
        ("\\ud800", "\\ud800", 0),
        ("\\u0000", "\\u0000", 0),
        ("Anna", "Anna", 0),
    ],
)
def test_escapes_are_read_and_written(raw: str, text: str, levels: int) -> None:
    assert Escaped.of(raw) == (text, levels)
    assert json.loads(f'"{escaped(text, 1)}"') == text


def test_a_line_break_of_json_is_white_space_and_a_path_is_none() -> None:
    assert breaks_apart('{"a": "x\\nora"}') == '{"a": "x\n ora"}'
    assert breaks_apart("see C:\\nora") == "see C:\\nora"
    assert behind_escape('{"a": "\\nora"}', 8) == 9
    assert behind_escape("see C:\\nora", 7) == 7


@pytest.mark.parametrize(
    ("text", "number", "quote"),
    [
        ('{"ssn": 100}', "100", '"'),
        ('{\\"ssn\\": 100}', "100", '\\"'),
        ('{"a": [7, 100, 8]}', "100", '"'),
        ("ssn: 100,", "100", ""),
        ('{"ssn": 100 of 200}', "100", ""),
        ("Anna,100,7", "100", ""),
    ],
)
def test_a_number_of_json_is_told_from_others(text: str, number: str, quote: str) -> None:
    start = text.index(number)
    assert quote_of_number(text, start, start + len(number)) == quote


def test_a_placeholder_for_a_number_is_a_string() -> None:
    text = 'See:\n{"ssn": 123456789, "phones": [6175550142, 4155550123], "who": "Anna Kowalski"}\n'
    exchange = doorway("mask").open("chat", {"model": "m", "messages": [{"role": "user", "content": text}]})
    sent: str = exchange.body["messages"][0]["content"]
    found = json.loads(sent.removeprefix("See:\n"))
    assert found["ssn"].startswith("<")
    assert all(str(one).startswith("<") for one in found["phones"])
    reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": sent}, "finish_reason": "stop"}]}
    assert exchange.another_reply().whole(reply)["choices"][0]["message"]["content"] == text


class FromTheEscape:
    """Finds a name together with the letter of the escape before it, as a model may."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [[Entity(text.index("nora"), text.index('"}'), "PERSON", 1.0, "marked")] for text in texts]


def test_the_letter_of_an_escape_is_no_part_of_a_name() -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"), detection=FromTheEscape())
    found = gateway.sanitize('{"a": "Dear\\nora Keller"}', scope="s")
    assert json.loads(found.text)["a"].startswith("Dear\n")
    assert "ora Keller" not in found.text
    assert found.restore(found.text) == '{"a": "Dear\\nora Keller"}'
