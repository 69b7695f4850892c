from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dp_gateway.api.replies import ReplyRestoration, reply_restorer
from dp_gateway.restore import Restorer
from dp_gateway.restore.stream import feed_all
from dp_gateway.text.entities import Entity
from tests.api.replies.reply_streams import RESTORER, chat_chunk, interleaved, joined, pieces, through

PATTERNS = {
    "EMAIL_ADDRESS": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "CREDIT_CARD": re.compile(r"(?<!\d)(?:\d[ -]?){15}\d(?!\d)"),
    "PHONE_NUMBER": re.compile(r"\+\d(?:[ -]?\d){9,14}"),
    "IBAN_CODE": re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){12,30}\b"),
}


def identifiers(text: str, *, code: bool = False) -> list[Entity]:
    """Patterns of four kinds, in code as elsewhere; the first of two that overlap counts."""
    del code
    found: list[Entity] = []
    for kind, pattern in PATTERNS.items():
        for match in pattern.finditer(text):
            if not any(match.start() < other.end and other.start < match.end() for other in found):
                found.append(Entity(match.start(), match.end(), kind, 1.0, "test"))
    return found


def masked(restorer: Restorer = RESTORER, **options: object) -> ReplyRestoration:
    return reply_restorer("chat", restorer, mask=identifiers, **options)  # type: ignore[arg-type]


def whole(text: str, restorer: Restorer = RESTORER, field: str = "content", **options: object) -> str:
    reply = masked(restorer, **options).whole({"choices": [{"message": {field: text}}]})
    return reply["choices"][0]["message"][field]


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("write to bob@corp.com.", "write to <EMAIL_ADDRESS>."),
        ("(bob@corp.com)", "(<EMAIL_ADDRESS>)"),
        ("card 4111 1111 1111 1111 now", "card <CREDIT_CARD> now"),
        ("call +49 30 1234 5678, please", "call <PHONE_NUMBER>, please"),
        ("GB29 NWBK 6016 1331 9268 19 it is", "<IBAN_CODE> it is"),
        ("mail laura.chen@harlow.example.com", "mail anna@oneil.org"),
        ("call +1 202-555-0143 or +1 202-555-0199", "call +1 415-555-2671 or <PHONE_NUMBER>"),
        ("laura.chen@gmail.com and bob@chen.com", "<EMAIL_ADDRESS> and <EMAIL_ADDRESS>"),
        ("bob@corp.lau", "<EMAIL_ADDRESS>"),
        ("Laura has 3 cats and 4 dogs", "Anna has 3 cats and 4 dogs"),
        ("邮箱bob@corp.com。好", "邮箱<EMAIL_ADDRESS>。好"),
    ],
)
def test_whole(reply: str, wanted: str) -> None:
    assert whole(reply) == wanted


def test_without_surrogates_too() -> None:
    assert whole("bob@corp.com", Restorer([])) == "<EMAIL_ADDRESS>"


@pytest.mark.parametrize(
    "sent", [["bob@corp.com"], ["Mail bob@corp.com.", "x" * 20_000], ["bob@corp.com eve@corp.org"]]
)
def test_values_of_the_request_stay_wherever_they_stand_there(sent: list[str]) -> None:
    assert whole("bob@corp.com eve@corp.com", sent=sent) == "bob@corp.com <EMAIL_ADDRESS>"


PARTS = st.lists(
    st.sampled_from([
        "bob@corp.com", "4111 1111 1111 1111", "4111", "1111", "+49 30 1234 5678", "GB29 NWBK 6016 1331 9268 19", "laura.chen@harlow.example.com",
        "+1 202-555-0143", "Laura", " Chen", " ", " ", "\n", ",", ".", "(", ")", "3", "12, ", "2024 ", "x", "@", "\\", '"', "你", "'", "**",
    ]),
    max_size=9,
).map("".join)  # fmt: skip


@given(
    st.tuples(pieces(PARTS), pieces(PARTS)).flatmap(
        lambda two: interleaved(
            [[("content", part) for part in two[0]], [("reasoning_content", part) for part in two[1]]]
        )
    )
)
@example([("reasoning_content", "\\\\+1 202-555-0143")])
def test_streams_give_the_whole(deltas: list[tuple[str, str]]) -> None:
    chunks = [chat_chunk({field: part}) for field, part in deltas]
    got = joined(through(masked(), [*chunks, chat_chunk({}, finish_reason="stop")]))
    for field in ("content", "reasoning_content"):
        # Thoughts are no prose: what begins like an address is one, and nothing is restored in it.
        assert got.get((0, field), "") == whole("".join(part for to, part in deltas if to == field), field=field)


@given(st.data(), st.booleans())
def test_arguments_stay_json(data: st.DataObject, escaped: bool) -> None:
    numbers = st.sampled_from([4532015112830366, 7, 4532])
    document = data.draw(st.dictionaries(PARTS, PARTS | numbers | st.lists(numbers, max_size=3), max_size=3))
    sent = json.dumps(document, ensure_ascii=escaped, separators=(",", ":") if data.draw(st.booleans()) else None)
    parts = data.draw(pieces(st.just(sent)))
    chunks = [chat_chunk({"tool_calls": [{"index": 0, "function": {"arguments": part}}]}) for part in parts]
    got = joined(through(masked(), [*chunks, chat_chunk({}, finish_reason="stop")])).get((0, 0), "")
    message = {"tool_calls": [{"function": {"name": "f", "arguments": sent}}]}
    reply = masked().whole({"choices": [{"message": message}]})["choices"][0]["message"]
    assert got == reply["tool_calls"][0]["function"]["arguments"]
    read = json.loads(got)
    assert "bob@corp.com" not in got
    assert 4532015112830366 not in read.values()


@given(st.data())
def test_no_part_goes_out_before_the_whole(data: st.DataObject) -> None:
    secret = data.draw(st.sampled_from(["bob@corp.com", "4111 1111 1111 1111", "+49 30 1234 5678"]))
    reply, out = masked(), ""
    for part in data.draw(pieces(st.just(f"it is {secret}, they say"))):
        out += joined([reply.event(None, chat_chunk({"content": part}))[0][1]]).get((0, "content"), "")
        assert not any(piece in out for piece in secret.split()[:1])
    assert re.match(r"it is <[A-Z_]+>,", out)


def test_words_go_out_at_their_end() -> None:
    reply = masked()
    got = [
        reply.event(None, chat_chunk({"content": part}))[0][1]["choices"][0]["delta"]["content"]
        for part in ("Hello", " there", ", I ", "have 3", " cats", " and")
    ]
    assert got == ["", "Hello ", "there, I ", "have ", "3 ", "cats "]


def test_note_names_the_type_only() -> None:
    reply = masked()
    reply.whole({"choices": [{"message": {"content": "bob@corp.com and eve@corp.com"}}]})
    assert reply.notes == ["masked, because it was not in the request: EMAIL_ADDRESS"]


def test_a_run_without_end_is_let_go() -> None:
    reply, out = masked(), 0
    for _ in range(300):
        ((_, chunk),) = reply.event(None, chat_chunk({"content": "x" * 100}))
        out += len(chunk["choices"][0]["delta"]["content"])
    assert out > 20_000


def test_errors_are_not_masked() -> None:
    error = {"error": {"message": "Laura: write to help@provider.com"}}
    assert masked().error(error) == {"error": {"message": "Anna: write to help@provider.com"}}


@given(several=st.lists(pieces(PARTS), min_size=1, max_size=4))
def test_masked_pieces_that_come_together_give_what_they_give_one_by_one(several: list[list[str]]) -> None:
    together, alone = masked(), masked()
    streams = [reply.texts.stream((0, "content")) for reply in (together, alone)]
    for some in several:
        assert "".join(feed_all(streams[0], some)) == "".join(map(streams[1].feed, some))
    assert streams[0].close() == streams[1].close()
    assert together.notes == alone.notes
