"""Large requests and replies, which other processes treat, are treated as small ones are."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.api.sse import LARGEST_EVENT
from dp_gateway.errors import RequestError
from dp_gateway.exchange import MARK_HEADER, Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret
from dp_gateway.server import bodies
from dp_gateway.server.isolation.lanes import Lanes
from dp_gateway.server.isolation.pool import NOTHING, PLAIN, REPLIES, Job, Worker, opened, shared_pool
from tests.server.operating import eventually
from tests.server.running import Running, Start
from tests.server.scripted_provider import (
    Pause,
    Provider,
    Step,
    Taken,
    chat_stream,
    chunk,
    echo,
    event,
    message,
    stream,
    whole,
)

NAMES = "Anna Miller", "Robert Kowalski", "Jane Whitfield", "Omar Haddad", "Lucia Ferrari"

FILLER = "The clerk asked for a copy of every letter that came with it, and nobody could say who had signed. " * 8


def said(size: int) -> str:
    """A text of so many characters at least, with names and addresses."""
    chance, sentences = random.Random(5), list[str]()
    while sum(map(len, sentences)) < size:
        name, number = chance.choice(NAMES), chance.randrange(10**6)
        sentences.append(f"{name} of Boston wrote to {name[:4].lower()}{number}@corp.example.org, and paid. {FILLER}")
    return "".join(sentences)


def send(running: Running, body: dict[str, Any], path: str = "/v1/chat/completions", **headers: str) -> httpx.Response:
    return httpx.post(running.url + path, json=body, headers=headers, timeout=120)


def chat(text: str, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text}], **more}


def content(reply: httpx.Response) -> str:
    reply.raise_for_status()
    return reply.json()["choices"][0]["message"]["content"]


def streamed(running: Running, body: dict[str, Any]) -> str:
    with httpx.stream("POST", f"{running.base}/chat/completions", json=body | {"stream": True}, timeout=600) as reply:
        lines = [json.loads(line[6:]) for line in reply.iter_lines() if line.startswith("data: {")]
    assert all("choices" in one for one in lines), lines[-1]
    return "".join(choice["delta"].get("content") or "" for one in lines for choice in one["choices"])


TOLD = "x-dp-policy", "x-dp-key", "x-dp-certified", "x-dp-mechanism", "x-dp-dropped", "x-dp-observed"
LONG, MEDIUM = said(70_000), said(20_000)
DENSE = "".join(f"{NAMES[at % 5]} paid ${at + 100} from 10.1.{at}.7; " for at in range(60))
"""A small text in which much is to be replaced."""

BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("/v1/chat/completions", chat(LONG, user="u-17")),
    "medium": ("/v1/chat/completions", chat(MEDIUM, user="u-17")),
    "dense": ("/v1/chat/completions", chat(DENSE, user="u-17")),
    "many messages": (
        "/v1/chat/completions",
        {"model": "m", "messages": [{"role": "user", "content": LONG[at : at + 90]} for at in range(0, 60_000, 75)]},
    ),
    "developer": (
        "/v1/chat/completions",
        {"model": "m", "messages": [{"role": "system", "content": LONG}, {"role": "user", "content": "Anna Miller?"}]},
    ),
    "completion": ("/v1/completions", {"model": "m", "prompt": LONG}),
    "responses": ("/v1/responses", {"model": "m", "input": LONG, "metadata": {"user_id": "u-17"}}),
    "embeddings": ("/v1/embeddings", {"model": "m", "input": [LONG, "Anna Miller"]}),
    "messages": ("/v1/messages", chat(LONG, max_tokens=7)),
    "count of tokens": ("/v1/messages/count_tokens", chat(LONG)),
}


@pytest.fixture
def both(start: Start, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Running, Callable[[bool], None]]]:
    """A gateway, and what tells it whether requests that are not small go to other processes."""

    def one(**tables: Any) -> tuple[Running, Callable[[bool], None]]:
        def apart(on: bool) -> None:
            for module in ("proxy", "own_routes"):
                large = bodies.is_large if on else lambda raw: False
                monkeypatch.setattr(f"dp_gateway.server.{module}.is_large", large)
            for name in ("SMALL", "SMALL_OF_WORDS", "MUCH"):
                monkeypatch.setattr(f"dp_gateway.server.service.{name}", getattr(bodies, name) if on else 10**9)

        return start(limits={"sanitizing_seconds": 600}, **tables), apart

    return one


@pytest.mark.parametrize(
    "policy",
    ["entities", "hybrid", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("tokens", "observe"))],
)
def test_the_same_leaves_and_comes_back(both: Any, provider: Provider, policy: str) -> None:
    running, apart = both(
        privacy={"policy": policy},
        budgets={"all": {"soft": 1}},
        ledger={"url": "memory:", "count": "nominal"},
    )
    replies: dict[bool, Any] = {}
    done = 0
    for name, (path, body) in BODIES.items():
        if policy != "entities" and name not in ("chat", "medium", "dense", "many messages"):
            continue
        for on in (True, False):
            apart(on)
            provider.script = lambda taken: whole(message("A reply to Anna Miller."))
            reply = send(running, body, path, **{"x-dp-conversation": name.replace(" ", "")})
            reply.raise_for_status()
            done += 1
            assert eventually(lambda count=done: len(running.records) == count)
            replies[on] = reply, provider.last.json, provider.last.path, running.records[-1]
        (one, sent, place, record), (other, as_sent, as_place, as_record) = replies[True], replies[False]
        assert (sent, place) == (as_sent, as_place), name
        assert one.content == other.content
        assert {header: one.headers.get(header) for header in TOLD} == {h: other.headers.get(h) for h in TOLD}, name
        # The units are the same ones, so they are paid for once.
        assert other.headers["x-dp-epsilon"] == "0"
        figures = [(r.entities, r.words, r.epsilon, r.restored, r.bytes_in) for r in (record, as_record)]
        assert figures[0] == figures[1]
        if policy != "observe" and name != "developer":
            assert "Robert Kowalski" not in json.dumps(sent)


def test_a_user_tells_large_requests_apart_that_all_go_the_same_way(both: Any, provider: Provider) -> None:
    running, apart = both()
    sent: list[Any] = []
    for user, on in (("u-17", True), ("u-17", False), ("u-18", True)):
        apart(on)
        send(running, chat(LONG, user=user)).raise_for_status()
        sent.append(provider.last.json["messages"])
    assert sent[0] == sent[1]
    assert sent[0] != sent[2]


@pytest.mark.parametrize("policy", ["entities", pytest.param("mask", marks=pytest.mark.thorough)])
def test_a_large_request_is_restored_whole_and_streamed(
    start: Start, provider: Provider, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(privacy={"policy": policy}, limits={"sanitizing_seconds": 600})
    for before, there in ((0, False), (2, True)):
        if there:
            monkeypatch.setattr("dp_gateway.server.offloading._STATE", 1000)
        provider.script = lambda taken: whole(message(taken.json["messages"][-1]["content"]))
        assert content(send(running, chat(LONG))) == LONG
        provider.script = lambda taken: stream(chat_stream(taken.json["messages"][-1]["content"], 5000))
        assert streamed(running, chat(LONG)) == LONG
        assert running.recorded(before + 2)[-1].restored > 50


@pytest.mark.parametrize("megabytes", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_a_long_line_of_a_stream_loses_nothing(start: Start, provider: Provider, megabytes: int) -> None:
    gateway = start(limits={"sanitizing_seconds": 600})
    asked = "Write to Anna Miller from Boston, anna@corp.example.org."
    count = megabytes * 2**20 // len(asked + 4 * FILLER)

    def line(taken: Taken) -> bytes:
        return event(chunk({"content": (taken.json["messages"][-1]["content"] + "\n" + 4 * FILLER) * count}))

    def in_pieces(taken: Taken) -> list[Step]:
        one = line(taken)
        return stream([one[at : at + 300_000] for at in range(0, len(one), 300_000)] + [event(b"[DONE]")])

    provider.script = in_pieces
    assert streamed(gateway, chat(asked)) == (asked + "\n" + 4 * FILLER) * count
    assert gateway.recorded(1)[0].restored >= 3 * count


def test_an_event_without_an_end_is_an_error_and_holds_nothing(gateway: Running, provider: Provider) -> None:
    begun = event(chunk({"content": "Begun."}))

    def endless(taken: Taken) -> Iterator[Step]:
        yield from stream([begun, b'data: {"choices": [{"delta": {"content": "'], end=False)
        for _ in range(64):
            yield b"100000\r\n" + b"x" * 2**20 + b"\r\n"

    provider.script = endless
    before = _resident()
    body = chat("Anna Miller?", stream=True)
    with httpx.stream("POST", f"{gateway.base}/chat/completions", json=body, timeout=60) as reply:
        told = [json.loads(line[6:]) for line in reply.iter_lines() if line.startswith("data: {")]
    *said, last = told
    assert "".join(one["choices"][0]["delta"].get("content") or "" for one in said) == "Begun."
    assert last["error"]["message"].startswith(f"the provider sent an event of more than {LARGEST_EVENT} bytes")
    assert _resident() - before < 2 * LARGEST_EVENT
    assert gateway.recorded(1)[0].code == "upstream_failed"
    provider.script = echo
    assert content(send(gateway, chat("Anna Miller?"))) == "Anna Miller?"


def _resident() -> int:
    """Bytes that this process has in memory; the gateway's event loop runs in it."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_large_reply_to_a_small_request_is_restored(gateway: Running, provider: Provider) -> None:
    asked = "Write to Anna Miller from Boston, anna@corp.example.org."

    def long(taken: Taken) -> str:
        return (taken.json["messages"][-1]["content"] + "\n") * 3_000

    provider.script = lambda taken: whole(message(long(taken)))
    assert content(send(gateway, chat(asked))) == (asked + "\n") * 3_000
    assert gateway.recorded(1)[-1].restored >= 9_000
    provider.script = lambda taken: stream([event(chunk({"content": long(taken)}))])
    assert streamed(gateway, chat(asked)) == (asked + "\n") * 3_000
    provider.script = lambda taken: stream(
        [
            *(event(chunk({"content": one})) for one in (asked[:9], "Anna ", long(taken), "Anna Mil", "ler")),
            b": end\n\n",
        ]
    )
    assert streamed(gateway, chat(asked)).endswith("Anna Miller")
    provider.script = lambda taken: whole({"error": {"message": long(taken), "type": "x", "code": None}}, 400)
    assert send(gateway, chat(asked)).json()["error"]["message"] == (asked + "\n") * 3_000
    provider.script = lambda taken: whole(b"<html>" + b"x" * 200_000, 200)
    assert send(gateway, chat(asked)).json()["error"]["code"] == "upstream_failed"


def test_an_error_of_the_provider_comes_back_where_there_is_nothing_to_restore(
    start: Start, provider: Provider
) -> None:
    gateway = start(privacy={"policy": "observe"})
    provider.script = lambda taken: whole({"error": {"message": "Too many.", "type": "x", "code": "busy"}}, 429)
    reply = send(gateway, chat(FILLER * 100))
    assert (reply.status_code, reply.json()["error"]["code"]) == (429, "busy")


def test_an_event_without_an_end_is_refused_inside_the_stream(gateway: Running, provider: Provider) -> None:
    def script(taken: Taken) -> Iterator[Step]:
        head, first, _ = stream([event(chunk({"content": "Anna "}))])
        yield from (head, first)
        yield from stream([b"x" * 2**20] * 40)[1:]

    provider.script = script
    with httpx.stream(
        "POST", f"{gateway.base}/chat/completions", json=chat("Hello Anna Miller.", stream=True), timeout=300
    ) as reply:
        said = reply.read()
    assert b"upstream_failed" in said[-600:]
    # What was held belongs to the user, if it can be had at once: so long an event may be left out.
    assert said.index(b"Anna ") < said.index(b"upstream_failed")
    assert b"xxxx" not in said[: said.index(b"Anna ")]


@pytest.mark.parametrize(
    ("body", "status", "param"),
    [
        (b'{"model": "m", "messages": [' + b"x" * 70_000, 400, None),
        (b"[" + b"1," * 5_000 + b"1]", 400, None),
        (json.dumps(chat(LONG, logit_bias={"1": 3})).encode(), 400, "logit_bias"),
        (json.dumps({"model": "m", "messages": [{"role": "user", "content": LONG}, 7]}).encode(), 400, "messages[1]"),
    ],
)
def test_refusals_are_those_of_small_requests(
    gateway: Running, provider: Provider, body: bytes, status: int, param: str | None
) -> None:
    headers = {"content-type": "application/json"}
    reply = httpx.post(f"{gateway.base}/chat/completions", content=body, headers=headers, timeout=60)
    assert (reply.status_code, reply.json()["error"]["param"]) == (status, param)
    assert "Kowalski" not in reply.text
    assert not provider.taken


def test_a_large_request_of_an_outer_door_is_sent_as_it_is(start: Start, provider: Provider, tmp_path: Path) -> None:
    running = start()
    key = Secret.from_file(tmp_path / "secret.key")
    body = chat(LONG)
    mark = Doorway(Gateway("entities", key=key), key=key).mark(body)
    send(running, body, **{MARK_HEADER: str(mark)}).raise_for_status()
    assert provider.last.json == body
    send(running, chat(LONG + "."), **{MARK_HEADER: str(mark)}).raise_for_status()
    assert "Kowalski" not in provider.last.body.decode()


def test_a_cheaper_policy_takes_a_large_request_over(start: Start, provider: Provider) -> None:
    running = start(budgets={"all": {"epsilon": 5, "exhausted": "mask"}}, ledger={"url": "memory:", "count": "nominal"})
    reply = send(running, chat(LONG))
    reply.raise_for_status()
    assert reply.headers["x-dp-policy"].startswith("entities-mask")
    assert "<PERSON_1>" in provider.last.json["messages"][0]["content"]
    assert content(reply) == LONG


def test_texts_alone_are_sanitized_as_small_ones_are(both: Any) -> None:
    running, apart = both(privacy={"scope": "tenant"})
    for body in ({"text": LONG}, {"text": MEDIUM}, {"text": DENSE}, {"texts": [LONG, "Anna Miller"]}):
        answers = []
        for on in (True, False):
            apart(on)
            answers.append(send(running, body, "/sanitize").json())
        assert answers[0] == answers[1]
        assert answers[0]["policy"] == "entities"
    assert send(running, {"text": LONG, "more": 1}, "/sanitize").json()["error"]["code"] == "field_refused"


def test_the_playground_takes_no_large_text(gateway: Running, provider: Provider) -> None:
    dense = "".join(f"{number}% of {number} km, " for number in range(300))
    for messages in (
        [{"role": "user", "content": LONG}],
        [{"role": "user", "content": "a"}] * 2000,
        [{"role": "user", "content": dense}],
    ):
        reply = httpx.post(f"{gateway.url}/playground/sanitize", json={"messages": messages}, timeout=60)
        assert reply.status_code == 413, reply.text


def test_processes_of_streams_end_with_them(gateway: Running, provider: Provider) -> None:
    go = threading.Event()

    def script(taken: Taken) -> Iterator[Step]:
        yield from stream([event(chunk({"content": "Anna " * 60_000})), event(chunk({"content": "Miller"}))], end=False)
        while not go.is_set():
            yield Pause(0.05)

    provider.script = script
    held = Lanes.let_go
    ended: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lanes, "let_go", lambda lanes, worker, **how: (ended.append(worker), held(lanes, worker, **how)))
        body = chat("Hello Anna Miller.", stream=True)
        with httpx.stream("POST", f"{gateway.base}/chat/completions", json=body, timeout=60) as reply:
            assert b"Anna" in next(reply.iter_bytes())
        assert eventually(lambda: bool(ended))
    go.set()
    assert eventually(lambda: any(record.aborted for record in gateway.records))


def test_a_process_that_hangs_holds_no_stream_up(
    start: Start, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(limits={"request_seconds": 3})
    hold = Lanes.hold

    def hung(lanes: Lanes, seconds: float) -> Worker:
        worker = hold(lanes, seconds)
        os.kill(worker.process, signal.SIGSTOP)
        return worker

    monkeypatch.setattr(Lanes, "hold", hung)
    provider.script = lambda taken: stream([event(chunk({"content": "Anna " * 60_000}))])
    body = chat("Hello Anna Miller.", stream=True)
    with httpx.stream("POST", f"{running.base}/chat/completions", json=body, timeout=30) as reply:
        assert b"request_timeout" in reply.read()


def test_a_process_that_has_ended_its_stream_restores_the_next_one() -> None:
    lanes = Lanes(shared_pool(), 2)
    first = lanes.hold(5)
    lanes.let_go(first, done=True)
    second = lanes.hold(5)
    assert second is first
    other = lanes.hold(5)
    assert other.process != first.process
    lanes.let_go(second, done=True)
    lanes.let_go(other)
    # One that is gone meanwhile is nobody's.
    second.kill()
    assert eventually(lambda: not second.waits())
    third = lanes.hold(5)
    assert third.process != second.process
    lanes.let_go(third, done=True)
    lanes.close()
    assert eventually(lambda: not Path(f"/proc/{third.process}").exists())


def test_a_process_that_is_ended_while_it_restores_is_an_error() -> None:
    lanes = Lanes(shared_pool(), 2)
    worker = lanes.hold(5)
    worker.kill()
    with pytest.raises(RequestError) as raised:
        opened(worker.ask(Job(PLAIN, NOTHING, "begin", (b"",), doing=REPLIES), 5))
    assert (raised.value.status, raised.value.code) == (503, "restoring_failed")
    lanes.let_go(worker)
    lanes.close()
