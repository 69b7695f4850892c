"""What follows detection takes time in proportion to the text, whatever the text is: reading, drawing, restoring.

`tests/detection/test_linear.py` says the same of detection.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import pairwise

import orjson
import pytest

from dp_gateway.api import find
from dp_gateway.api.replies import ReplyRestoration
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.errors import GatewayError
from dp_gateway.exchange import Doorway, Exchange
from dp_gateway.languages import passages
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import FieldSettings, load_policy
from dp_gateway.randomness import Secret
from dp_gateway.restore.addresses import addresses_in, decoded
from dp_gateway.restore.caution import Cautions
from dp_gateway.restore.standins import Near
from dp_gateway.second_step import targets
from dp_gateway.server.bodies import count_values, marks, restored_reply
from dp_gateway.text.entities import ENTITY_TYPES
from dp_gateway.text.escapes import breaks_apart
from tests.families import FAMILIES, SIZES, Family, few_families, random_families, slow_families

_ASKED = (
    "Anna Miller of Boston, aged 34, a@corp.example.org, paid $1,250.00 on 3 May 2024. Which capital and currency has "
    "Peru, and what are 17 and 4?"
)
_KEY = Secret(b"k" * 32)
_NUMBERS = itertools.count()


@cache
def _gateway(policy: str) -> Gateway:
    loaded = load_policy(policy)
    # In every language, so that each family is drawn and none refused.
    tokens = loaded.tokens.model_copy(update={"languages": "any"})
    return Gateway(loaded.model_copy(update={"tokens": tokens}), key=_KEY)


@cache
def _exchange() -> Exchange:
    body = {"model": "m", "messages": [{"role": "user", "content": _ASKED}]}
    return Doorway(_gateway("entities"), key=_KEY).open("chat", body)


def _sanitized(policy: str) -> Callable[[str], None]:
    def work(text: str) -> None:
        number = next(_NUMBERS)
        request = _gateway(policy).request([f"{number} {text}"], scope=str(number))
        _ = request.totals, request.charges()
        request.restore(request.texts[0].text)

    return work


def _read(text: str) -> None:
    """A text as arguments of a tool, as JSON in them, and as its result."""
    mended = text.encode("utf-8", "replace").decode()
    for arguments in (text, orjson.dumps({"a": mended}).decode()):
        call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": arguments}}
        said = {"role": "assistant", "content": None, "tool_calls": [call]}
        result = {"role": "tool", "tool_call_id": "c", "content": text}
        with suppress(GatewayError):
            Doorway(_gateway("entities"), key=_KEY).read(
                _exchange().shape, {"model": "m", "messages": [{"role": "user", "content": "Hi."}, said, result]}
            )


def _whole(text: str, exchange: Exchange | None = None) -> ReplyRestoration:
    content = text.encode("utf-8", "replace").decode()
    message = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    reply = (exchange or _exchange()).another_reply()
    restored_reply(reply, "chat", 200, orjson.dumps({"choices": [message]}))
    return reply


def _in_parts(text: str, exchange: Exchange) -> ReplyRestoration:
    """A reply whose words come by themselves."""
    reply = exchange.another_reply()
    parts = [{"type": "text", "text": word} for word in text.split()]
    reply.whole({"choices": [{"index": 0, "message": {"role": "assistant", "content": parts}}]})
    return reply


def _streamed(text: str, exchange: Exchange | None = None) -> ReplyRestoration:
    reply = (exchange or _exchange()).another_reply()
    stream = StreamRestorer(reply)
    content = text.encode("utf-8", "replace").decode()
    for at in range(0, len(content), 24):
        delta = {"index": 0, "delta": {"content": content[at : at + 24]}, "finish_reason": None}
        stream.feed(b"data: " + orjson.dumps({"choices": [delta]}) + b"\n\n")
    stream.close()
    return reply


def _no_stream(text: str) -> None:
    """What should be a stream, and an error, and are none."""
    raw = text.encode("utf-8", "replace")
    stream = StreamRestorer(_exchange().another_reply())
    with suppress(GatewayError):
        for at in range(0, len(raw), 24):
            stream.feed(raw[at : at + 24])
        stream.close()
    restored_reply(_exchange().another_reply(), "chat", 500, raw)
    count_values(raw)
    marks(raw)


STAGES: dict[str, Callable[[str], object]] = {
    "languages": lambda text: passages(f"{next(_NUMBERS)} {text}"),
    "addresses": lambda text: (addresses_in(text, lambda host: False, target=False), list(decoded(text))),
    "targets of links": targets,
    "requests": _read,
    # With a number before it no reply is one whose cautions are known.
    "replies": lambda text: _whole(f"{next(_NUMBERS)} {text}"),
    "streams": _streamed,
    "no streams": _no_stream,
    "entities": _sanitized("entities"),
    "hybrid": _sanitized("hybrid"),
    "tokens": _sanitized("tokens"),
}


def _sizes(stage: str) -> tuple[int, ...]:
    # The guard of replies reads blocks of 4,096 characters: below a few of them, time rises in steps.
    return (16_000, 64_000) if stage in ("replies", "streams", "no streams") else SIZES


@pytest.mark.thorough
@pytest.mark.parametrize("stage", STAGES)
def test_stages(stage: str) -> None:
    assert not slow_families(STAGES[stage], few_families()[::12], sizes=_sizes(stage))


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_stages_with_random_families(stage: str) -> None:
    # A text of nothing but values is drawn, priced and restored value by value.
    assert not slow_families(STAGES[stage], random_families(60), sizes=_sizes(stage), per_kb=32)


@pytest.mark.slow
def test_whole_requests_with_every_family() -> None:
    # In units of a loop that takes a millisecond where the machine is idle, see `slow_families`. How time grows is told
    # from the shortest texts on, below.
    assert not slow_families(STAGES["entities"], FAMILIES, sizes=SIZES[1:], exponent=1.6)


@pytest.mark.slow
def test_whole_requests_with_every_family_from_short_ones_on() -> None:
    # Of 1,000 characters two to nine milliseconds are what any request takes, English ones the least. A list of 333
    # percents takes 21 where the machine is idle.
    assert not slow_families(STAGES["entities"], FAMILIES, per_kb=25)


@pytest.mark.slow
def test_whole_requests_of_which_words_are_drawn_with_every_family() -> None:
    assert not slow_families(STAGES["hybrid"], FAMILIES, per_kb=30)


@pytest.mark.parametrize("piece", ["<a ", "](", "src='", 'href = "', "<a](src="])
def test_beginnings_of_links_without_an_end(piece: str) -> None:
    assert not slow_families(targets, [Family(piece, piece)], sizes=(16_000, 64_000), per_kb=1)


@pytest.mark.parametrize("policy", ["entities", pytest.param("hybrid", marks=pytest.mark.thorough)])
def test_a_value_that_stands_a_thousand_times(policy: str) -> None:
    families = [Family("ages", "aged 34, "), Family("amounts", "$4,200, 4200, "), Family("bare", "34 ", "aged 34, ")]
    assert not slow_families(_sanitized(policy), families, sizes=(4_000, 16_000))


_DENSE = {
    "glued": "In {year}: €{n}.5Berlin of api.h{n}.io Anna\n",
    "people": "Anna Keller{n}, aged 34, paid ${n} on {day} May {year} in Boston; a{n}@b{n}.co and +1 212-555-{n}?\n",
    "logins": "Tom Keller{n} (tom.keller{n}) of Weber{n} Inc in Berlin; getUserTomKeller{n} ",
    "phones": "+1 212-555-{n} ",
}
"""Lines of which each has findings of its own; those of the first are known again as whole lines alone."""


@pytest.mark.parametrize(
    "kind",
    [
        *(pytest.param(one, marks=pytest.mark.thorough) for one in ("glued", "people", "logins")),
        pytest.param("phones", marks=pytest.mark.slow),
    ],
)
def test_many_findings_of_one_request(kind: str) -> None:
    line = _DENSE[kind]

    def stages(size: int) -> list[float]:
        numbers = (next(_NUMBERS) for _ in range(size // len(line)))
        each = ((1000 + 7 * n % 9000, 1950 + n % 70, 1 + n % 28) for n in numbers)
        text = "".join(line.format(n=n, year=year, day=day) for n, year, day in each)
        start = time.process_time()
        exchange = Doorway(_gateway("entities")).open(
            "chat", {"model": "m", "messages": [{"role": "user", "content": text}]}
        )
        taken = [time.process_time()]
        _ = exchange.report.left_in_clear, exchange.report.price, exchange.request.charges()
        taken.append(time.process_time())
        exchange.another_reply()
        taken.append(time.process_time())
        sent = exchange.request.outgoing[0]
        for said in (sent, sent[::-1]):
            for restored in (_whole, _streamed, _in_parts):
                reply = restored(said, exchange)
                taken.append(time.process_time())
                _ = reply.cautions
                taken.append(time.process_time())
        return [end - begin for begin, end in pairwise([start, *taken])]

    def grown() -> list[float]:
        """How many times as long each stage takes for a text eight times as long."""
        few, many = stages(4_000), stages(32_000)
        # What is worked out once for all phrases of the lexicon takes up to 20 milliseconds.
        return [round(much / max(little, 0.02), 1) for little, much in zip(few, many, strict=True)]

    stages(2_000)
    least = grown()
    # A processor that is slower for a moment makes one measurement steep, not all. What a long reply fills caches with,
    # and has collected, makes it up to nineteen times as slow; what grows with the square would be sixty-four times.
    for _ in range(3):
        if max(least) < 3 * 8:
            break
        least = list(map(min, least, grown()))
    assert max(least) < 3 * 8, least


def test_what_a_reply_says_of_ages() -> None:
    sent = f"Anna is aged 34. {'The account was charged twice for one order. ' * 4_000}"

    def seconds(sentences: int) -> float:
        cautions = Cautions([Near("34", "36", "AGE")], [sent])
        said = "At 34 Quincy may vote. " * sentences
        start = time.process_time()
        cautions.of(said)
        return time.process_time() - start

    few, many = (min(seconds(count) for _ in range(3)) for count in (5, 100))
    assert many < 3 * few


@pytest.mark.parametrize("piece", [" ", "\n\n", ", ", "a ", "A Inc ", "| a | b |\n", "A, "])
def test_a_firm_that_is_a_page_long(piece: str) -> None:
    def drawn(text: str) -> None:
        _gateway("entities").declared([text], "ORGANIZATION", scope=str(next(_NUMBERS)), undo=True)

    assert not slow_families(drawn, [Family(piece, piece)], sizes=(4_000, 16_000))


@pytest.mark.parametrize(
    "family", [Family("spaces", " ", "12 Oak Street", "x"), Family("zh", "一", "", "a"), Family("ja", "々", "", "a")]
)
def test_an_address_that_is_a_page_long(family: Family) -> None:
    def drawn(text: str) -> None:
        _gateway("entities").declared([text], "STREET_ADDRESS", scope=str(next(_NUMBERS)), undo=True)

    assert not slow_families(drawn, [family], sizes=(4_000, 16_000))


def test_escapes_behind_a_long_indent() -> None:
    def read(text: str) -> None:
        breaks_apart(" " * len(text) + text)

    assert not slow_families(read, [Family("escapes", "some words\\nand ")], sizes=(16_000, 64_000))


def test_an_array_whose_strings_are_lines_of_one_text() -> None:
    def filled(text: str) -> None:
        lines = text.splitlines(keepends=True)
        texts = find("chat").read({"unheard_of": lines}, FieldSettings())
        assert texts.fill(texts.texts, str)["unheard_of"] == lines

    assert not slow_families(filled, [Family("output", "row of output 12\n")], sizes=(16_000, 128_000))


@pytest.mark.thorough
@pytest.mark.parametrize("entity_type", ENTITY_TYPES)
def test_surrogates_of_values_that_are_a_page_long(entity_type: str) -> None:
    def drawn(text: str) -> None:
        _gateway("entities").declared([text], entity_type, scope=str(next(_NUMBERS)), undo=True)

    assert not slow_families(drawn, few_families()[::24], sizes=(4_000, 16_000))


@pytest.mark.parametrize("entity_type", ENTITY_TYPES)
@pytest.mark.parametrize("value", ["7" * 4_000, "0A" * 2_000, "7" * 4_000 + "@a.co", "https://a.co/" + "7" * 4_000])
def test_values_of_thousands_of_digits_are_drawn(entity_type: str, value: str) -> None:
    drawn = _gateway("entities").declared([value], entity_type, scope="s")[0]
    assert drawn.text != value
