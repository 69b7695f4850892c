"""A model that repeats a text gives the client the identical bytes: over all shapes, whole, streamed and in arguments."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dp_gateway import Gateway, Secret
from dp_gateway.api.sse import EventParser, StreamRestorer
from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import echoes
from dp_gateway.restore import Restorer
from dp_gateway.testing import replies
from tests.families import Family, slow_families

VALUES = [
    "Theodric Vanterpool", "theodric_vanterpool", "tvanterpool", "T. Vanterpool", "Theodric%20Vanterpool",
    "theodric.vanterpool@corp.example.info", "Anna Kowalska", "ANNA KOWALSKA", "+1 617 555 0142", "(617) 555-0142",
    "6175550142", "123-45-6789", "123456789", "$88,861", "88861.0", "88861", "4111 1111 1111 1111", "Boston", "Siemens AG",
    "2023", "2025", "2025-03-01", "March 3, 2024", "12 Oak Street", "/home/tvanterpool/src/app.py", "192.168.1.17",
    "8.8.4.4", "0.0.0.0:5432->5432/tcp", "1.26.0.4", "3f2a9b1c2d3e", "sk-proj-4fJ8sKq02LmZx91TbVwYc7RnPd35GhUe",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "git@github.com:acme/shop.git", "a nurse", "34 years old", "CHANGELOG", "Changelog",
    "NEVER", "America/New_York", "10 minutes", "600000ms", "Dr. Quillan Osei", "O'Brien", "Osei's", "QUJDRA==",
]  # fmt: skip
FRAMES = [
    "{}", "My name is {}. ", "I wrote to {} in {} ", '{{"who": "{}", "salary": {}}}', "{},{},{}\n", "| {} | {} |\n",
    "NAME      {}      {}  \n", "{}\t{}\n", "    def f(x):  # {}\n", "- {}\n", "+{}\n", '"{}"', "`{}`", "**{}**", "<b>{}</b>",
    "\\u00e9 {}\\n", "é{}🙂", "{}  {}   {}\n\n", "https://corp.example.info/a?b={} ", "{}{}", "x = '{}'  \r\n", "Author: {} <{}>\n",
]  # fmt: skip


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A text of values in prose, code, columns and JSON."""
    said = ""
    for frame in draw(st.lists(st.sampled_from(FRAMES), min_size=1, max_size=6)):
        count = frame.replace("{{", "").count("{}")
        said += frame.format(*draw(st.lists(st.sampled_from(VALUES), min_size=count, max_size=count)))
    return said


Shown = Callable[[bytes], str]


def _events(received: bytes) -> list[Any]:
    parser = EventParser()
    return [json.loads(one.data) for one in parser.feed(received) + parser.close() if one.data.startswith(b"{")]


def _delta(chunk: Any) -> str:
    """What a chunk of any of the APIs adds to the text or the arguments."""
    for choice in chunk.get("choices", ()):
        if "text" in choice:
            return choice["text"]
        delta = choice["delta"]
        if called := delta.get("tool_calls"):
            return called[0]["function"].get("arguments", "")
        return delta.get("content") or ""
    if str(chunk.get("type", "")).endswith(".delta"):
        return chunk["delta"]
    delta = chunk.get("delta", {})
    return delta.get("text") or delta.get("partial_json") or "" if isinstance(delta, dict) else ""


def _streamed(received: bytes) -> str:
    return "".join(map(_delta, _events(received)))


def _user(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}]}


SHAPES: dict[str, tuple[Callable[[str], dict[str, Any]], Callable[[Any], str]]] = {
    "chat": (_user, lambda body: body["messages"][0]["content"]),
    "completions": (lambda text: {"prompt": text}, lambda body: body["prompt"]),
    "responses": (lambda text: {"input": text}, lambda body: body["input"]),
    "messages": (_user, lambda body: body["messages"][0]["content"]),
}
WHOLE: dict[str, tuple[Callable[[str], replies.Wire], Callable[[Any], str]]] = {
    "chat": (replies.chat_reply, lambda reply: reply["choices"][0]["message"]["content"]),
    "completions": (replies.completion_reply, lambda reply: reply["choices"][0]["text"]),
    "responses": (replies.responses_reply, lambda reply: reply["output"][0]["content"][0]["text"]),
    "messages": (replies.messages_reply, lambda reply: reply["content"][0]["text"]),
}
STREAMS = {
    "chat": replies.chat_stream, "completions": replies.completion_stream,
    "responses": replies.responses_stream, "messages": replies.messages_stream,
}  # fmt: skip
CALLS = {
    "chat": replies.chat_tool_stream, "responses": replies.responses_tool_stream, "messages": replies.messages_tool_stream,
}  # fmt: skip


@cache
def doorway(policy: str) -> Doorway:
    key = Secret(b"k" * 32)
    return Doorway(Gateway(policy, key=key), key=key)


def pieces(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)] or [""]


def held(policy: str, text: str) -> bool:
    """Whether an echo of a text under a policy is promised to come back to the byte.

    Not held under `mask`: the forms in which one value is written ("Anna Kowalska", "ANNA KOWALSKA") share a placeholder,
    which stands for one of them. Elsewhere the whole line is known again; a line with an address never is.
    """
    return policy != "mask" or not any(mark in text for mark in ("://", "www.", "@"))


SETTINGS = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("shape", list(SHAPES))
@pytest.mark.parametrize("policy", ["entities", pytest.param("mask", marks=pytest.mark.thorough)])
@SETTINGS
@given(text=texts(), size=st.sampled_from([1, 3, 7, 1000]), cut=st.sampled_from([1, 5, 64, 10_000]))
def test_an_echo_is_the_text(shape: str, policy: str, text: str, size: int, cut: int) -> None:
    assume(held(policy, text))
    make, sent_in = SHAPES[shape]
    exchange = doorway(policy).open(shape, {"model": "m", **make(text)})
    sent = sent_in(exchange.body)
    wire, said_in = WHOLE[shape]
    assert said_in(exchange.another_reply().whole(json.loads(wire(sent).body))) == text
    stream = StreamRestorer(exchange.another_reply())
    received = [stream.feed(chunk) for chunk in STREAMS[shape](pieces(sent, size)).cut(cut).chunks]  # type: ignore[arg-type]
    assert _streamed(b"".join([*received, stream.close()])) == text
    if shape in CALLS:
        stream = StreamRestorer(exchange.another_reply())
        arguments = json.dumps({"old": sent, "new": 1.5}, ensure_ascii=size == 3)
        received = [stream.feed(chunk) for chunk in CALLS[shape]("edit", pieces(arguments, size)).cut(cut).chunks]  # type: ignore[arg-type]
        assert json.loads(_streamed(b"".join([*received, stream.close()]))) == {"old": text, "new": 1.5}


@pytest.mark.parametrize(
    "forms",
    [
        ["Priya Natarajan", "Priya", "PRIYA NATARAJAN", "Priya  Natarajan"],
        ["José Muñoz", "Jose Munoz", "JOSÉ MUÑOZ"],
        ["priya@natarajan.org", "Priya@Natarajan.org"],
    ],
)
def test_each_form_of_a_masked_value_comes_back_as_it_was(forms: list[str]) -> None:
    text = " wrote. Then ".join(forms) + " wrote."
    request = Gateway("mask", key=Secret(bytes(32))).sanitize(text, scope="forms")
    assert not any(form in request.text for form in forms)
    sent = request.text.removesuffix(" wrote.").split(" wrote. Then ")
    assert [request.restore(f"I thanked {one} today.") for one in sent] == [
        f"I thanked {form} today." for form in forms
    ]


def _echoed(policy: str, text: str) -> str:
    request = Gateway(policy, key=Secret(b"echo of initials and words beside addresses")).sanitize(text, scope="echo")
    assert request.text != text
    return request.restore(request.text)


@pytest.mark.parametrize(
    "beside", ["bart.quince@mail.com", "https://quince.example.com/bart", "see www.quince.example.com,"]
)
@pytest.mark.parametrize("policy", ["entities", "entities-strict"])
def test_an_initial_beside_an_address(policy: str, beside: str) -> None:
    text = f"Name: Bartholomew Quince | bquince | {beside} | BARTHOLOMEW.QUINCE | B. Quince | quince, b."
    assert _echoed(policy, text) == text


def test_drawn_words_beside_an_address() -> None:
    text = (
        "Registered traveller since winter. Reach me at quincemail@mail.example.com, then wait two weeks for letters."
    )
    assert _echoed("hybrid", text) == text


def test_a_short_sentence_that_is_repeated_alone_comes_back() -> None:
    """It has fewer words than what is known again anywhere else."""
    text = (
        "Bring umbrellas tomorrow. The committee will discuss the annual budget of the orchestra on the second floor."
    )
    request = Gateway("tokens", key=Secret(bytes(32))).sanitize(text)
    sent = request.text.partition(".")[0]
    assert sent != "Bring umbrellas tomorrow"
    assert request.restore(f"Sure: {sent}.") == "Sure: Bring umbrellas tomorrow."


@pytest.mark.parametrize("policy", ["hybrid", "tokens"])
@pytest.mark.parametrize(
    "text",
    [
        "CONTAINER ID   IMAGE                          COMMAND                  STATUS\n"
        "3f2a9c81d7e0   postgres:16.3-alpine           entrypoint               running\n",
        "$ pip list\nPackage                 Version\n----------------------- ----------\n"
        "requests                2.31.0\nmarkdown                3.6\nsetuptools              65.5.0\n",
    ],
    ids=["wide gaps", "short lines"],
)
def test_tables_and_lists_come_back_where_words_are_drawn(policy: str, text: str) -> None:
    assert _echoed(policy, text) == text


def test_a_quotation_over_the_end_of_a_line_of_prose_comes_back() -> None:
    text = (
        "The plumber promised to come this week but he never did. Could you send somebody else before\nthe weekend "
        "arrives? The children are cold and we are at home from nine."
    )
    request = Gateway("tokens", key=Secret(bytes(32))).sanitize(text)
    before = len(text.partition("somebody")[0].split())
    sent = request.text.split()[before : before + 5]
    assert " ".join(sent) != "somebody else before the weekend"
    assert request.restore(f"You wrote: {' '.join(sent)}.") == "You wrote: somebody else before the weekend."


def test_what_is_known_again_is_looked_for_in_linear_time() -> None:
    pieces = ("a", "7", "_", "a_", "a.", "a/", ".", "é", "word ", "a?b ", "a\n")
    families = [Family(piece, piece) for piece in pieces]
    assert not slow_families(lambda text: list(echoes._stretches(text)), families, sizes=(4_000, 16_000))


@pytest.mark.parametrize(
    "policy", ["entities", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("tokens", "hybrid"))]
)
def test_what_is_made_for_a_reply_that_repeats_something_is_what_is_made_at_once(
    policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "Dear Laura,\nmy name is Theodric Vanterpool. Thank you very much. The parcel that you promised me last week is "
        "still not here, e.g. the red one, and I don't know why.\n- milk\nCall me under (617) 555-0142 or "
        "mail a@b.example.org about it, before he comes."
    )
    gateway = doorway(policy).gateway
    later = gateway.request([text], scope="later")
    with monkeypatch.context() as patch:
        patch.setattr("dp_gateway.pipeline.undoing.made_later", lambda *_: None)
        once = gateway.request([text], scope="later").restorer
    words = later.outgoing[0].split(" ")
    left = 0
    for length in (1, 2, 3, 4, 5, 8, 40):
        for start in range(0, len(words), 3):
            piece = " ".join(words[start : start + length])
            for reply in (piece, f"I said: **{piece}**, and", piece.upper(), piece.replace(" ", "\n"), f"x{piece}"):
                restorer = gateway.request([text], scope="later").restorer
                assert restorer.restore(reply) == once.restore(reply)
                left += bool(restorer._surrogates._later)
                stream = gateway.request([text], scope="later").restorer.stream()
                pieces = [stream.feed(reply[at : at + 7]) for at in range(0, len(reply), 7)]
                assert "".join(pieces) + stream.close() == once.restore(reply).text
    assert bool(later.restorer) == bool(once)
    assert left  # some replies repeat nothing
    assert later.restorer.replacements == once.replacements


def test_short_rows_around_a_word_with_an_apostrophe_are_made_for_a_reply_that_repeats_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "She can't wait there, so what? I shan't go, and we mustn't say can't/won't. Thank you."
    gateway = doorway("tokens").gateway
    with monkeypatch.context() as patch:
        patch.setattr("dp_gateway.pipeline.undoing.made_later", lambda *_: None)
        once = gateway.request([text], scope="short").restorer
    words, restored = gateway.request([text], scope="short").outgoing[0].split(" "), 0
    for length in (2, 3, 4):
        for start in range(len(words)):
            reply = "I said: " + " ".join(words[start : start + length])
            restorer = gateway.request([text], scope="short").restorer
            assert restorer.restore(reply) == once.restore(reply)
            restored += restorer.restore(reply).count
    assert restored


_DAYS = "I was born on 3 April 1984, moved on 11/05/2009, signed on 2016-09-30 and leave on March 7, says Laura."


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.thorough)])
def test_days_by_the_names_of_their_months_are_restored_whole_and_in_pieces(step: int) -> None:
    gateway = doorway("entities").gateway

    def restorer() -> Restorer:
        return gateway.request([_DAYS], scope="days").restorer

    once = restorer()
    once._surrogates._complete()
    ways = [one.surrogate for one in once.replacements if any(map(str.isdigit, one.surrogate))]
    assert len(ways) > 100
    around = (
        "{}",
        "On {}, or 3 days later",
        "In 2009 ({}).",
        "**{}**, he said",
        "x_{}_y",
        "a\\n{}",
        "the {}s, and so on",
    )
    for at, way in list(enumerate(ways))[::step]:
        for written in (way, way.upper(), f"{way} {ways[at - 1]}", way.replace(" ", "  "), way.replace(" ", "_")):
            reply = around[at % len(around)].format(written)
            whole = once.restore(reply)
            assert restorer().restore(reply) == whole
            size = (1, 2, 5)[at % 3]
            pieces = [reply[start : start + size] for start in range(0, len(reply), size)]
            said = [
                "".join(map(stream.feed, pieces)) + stream.close() for stream in (restorer().stream(), once.stream())
            ]
            assert said[0] == said[1]


@pytest.mark.parametrize(
    ("reply", "made"),
    [
        ("You moved in 2009, 12 years ago.", False),
        ("It is 5/11, as you say.", False),
        ("You moved in the autumn.", False),
        ("You moved in November.", True),
        ("On a Monday.", True),
        ("Du bist im März umgezogen.", True),
        ("No**vem**ber", True),
    ],
)
def test_days_are_not_written_by_the_names_of_their_months_for_a_reply_without_one(reply: str, made: bool) -> None:
    request = doorway("entities").gateway.request
    whole, piece = (request([_DAYS], scope="names").restorer for _ in range(2))
    whole.restore(reply)
    piece.stream().feed(f"{reply} ")
    for restorer, is_made in ((whole, made), (piece, made or any(map(str.isdigit, reply)))):
        assert is_made != any("november" in later._begins for later in restorer._surrogates._later)
