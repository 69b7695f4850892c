"""The judge beside the traffic: what it is shown, what is dropped, where scores go, and that nobody waits for it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import CollectorRegistry

from dp_gateway.errors import ConfigurationError, UntrustedModel
from dp_gateway.exchange import Doorway, Exchange
from dp_gateway.judging.hooks import (
    Judged,
    Judging,
    langsmith_sink,
    open_judging,
    opentelemetry_sink,
    prometheus_sink,
    reply_text,
)
from dp_gateway.judging.judge import Judge
from dp_gateway.judging.settings import JudgeSettings
from dp_gateway.llm import Endpoint, LocalModel, RemoteModel
from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import KeyedStream, Secret
from dp_gateway.testing.models import Failure, Hang, ScriptedModel

SECRET = "Anna Miller"
PROMPT = f"Write to {SECRET} about the case."
GOOD = '{"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}'
KEY = Secret(b"a key for the tests of hooks")


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


def exchange(gateway: Gateway, prompt: str = PROMPT, shape: str = "chat", **fields: Any) -> Exchange:
    body = {"model": "m", "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": prompt}]}
    if shape != "chat":
        body = {"model": "m", "input": prompt}
    return Doorway(gateway, key=KEY).open(shape, {**body, **fields})


def completion(text: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}


def judging(server: ScriptedModel, trust: str = "remote", **options: Any) -> tuple[Judging, list[Judged]]:
    endpoint = Endpoint(server.url, "m", trust=trust, retries=0)  # type: ignore[arg-type]
    model = LocalModel(endpoint) if trust == "local" else RemoteModel(endpoint)
    told: list[Judged] = []
    options.setdefault("sinks", [told.append])
    return Judging(Judge(model, attempts=1), **({"share": 1.0} | options)), told


def send(watch: Judging, one: Exchange, *pieces: Any, **context: Any) -> None:
    sample = watch.sample(one, **context)
    assert sample is not None
    for piece in pieces:
        sample.feed(piece)
    sample.done()


def eventually(holds: Callable[[], bool]) -> bool:
    for _ in range(4800):
        if holds():
            return True
        time.sleep(0.025)
    return False


def test_a_remote_judge_sees_what_the_provider_saw(gateway: Gateway) -> None:
    one = exchange(gateway)
    sent = one.request.texts[-1].text
    surrogate = sent.removeprefix("Write to ").removesuffix(" about the case.")
    with ScriptedModel(default=GOOD) as server:
        watch, told = judging(server)
        send(watch, one, completion(f"Dear {surrogate}, hello."), route="chat")
        watch.close(20)
        shown = server.completions[0]["messages"][-1]["content"]
    assert sent in shown
    assert f"Dear {surrogate}, hello." in shown
    assert SECRET not in server.sent
    (judged,) = told
    assert judged.outcome == "judged"
    assert judged.judgement is not None
    assert judged.judgement.scores == (5, 4, 3, 2)
    assert judged.context == {"route": "chat"}
    assert watch.counts == {"judged": 1}


def test_a_local_judge_sees_originals_only_where_it_is_told_to(gateway: Gateway) -> None:
    one = exchange(gateway)
    reply = completion(one.request.texts[-1].text)
    for sees, shown in (("sanitized", False), ("raw", True)):
        with ScriptedModel(default=GOOD) as server:
            watch, _ = judging(server, "local", sees=sees)
            send(watch, one, reply)
            watch.close(20)
            assert (SECRET in server.sent) is shown
            assert server.sent.count(SECRET) == (2 if shown else 0)


def test_originals_are_not_for_remote_judges() -> None:
    with ScriptedModel() as server:
        with pytest.raises(UntrustedModel):
            judging(server, sees="raw")
        settings = {"url": server.url, "model": "m", "trust": "remote", "sees": "raw"}
        with pytest.raises(ValueError, match="remote judge"):
            JudgeSettings.model_validate(settings)
        with pytest.raises(UntrustedModel):
            open_judging(JudgeSettings(url="https://api.openai.com/v1", model="m", trust="local"))


def test_what_was_only_observed_does_not_reach_a_remote_judge() -> None:
    observed = exchange(Gateway("observe", key=KEY))
    with ScriptedModel(default=GOOD) as server:
        watch, told = judging(server)
        send(watch, observed, completion("Hello."))
        watch.close(20)
        assert not server.requests
    assert [one.outcome for one in told] == ["refused"]


def test_long_texts_are_cut(gateway: Gateway) -> None:
    with ScriptedModel(default=GOOD) as server:
        watch, told = judging(server, characters=50)
        send(watch, exchange(gateway, "word " * 1000), completion("reply " * 1000))
        watch.close(20)
        shown = server.completions[0]["messages"][-1]["content"]
    assert told[0].outcome == "judged"
    assert shown.count("word") == 10
    assert len(shown) < 400


def test_requests_of_an_outer_door_and_embeddings_are_not_judged(gateway: Gateway) -> None:
    door = Doorway(gateway, key=KEY)
    outer = exchange(gateway)
    texts = door.read(outer.shape, outer.body)
    with ScriptedModel(default=GOOD) as server:
        watch, _ = judging(server)
        assert watch.sample(door.passed(outer.shape, texts, outer.body)) is None
        assert watch.sample(exchange(gateway, shape="embeddings")) is None


def test_the_share_is_kept_and_can_be_repeated(gateway: Gateway) -> None:
    one = exchange(gateway)
    with ScriptedModel() as server:
        for share, low, high in ((0.0, 0, 0), (0.1, 150, 250), (1.0, 2000, 2000)):
            runs = [
                [watch.sample(one) is not None for _ in range(2000)]
                for watch, _ in (judging(server, share=share, stream=KeyedStream(b"k" * 32, b"c")) for _ in range(2))
            ]
            assert runs[0] == runs[1]
            assert low <= sum(runs[0]) <= high


class Fixed:
    """Draws that stand next to the bound."""

    def __init__(self, value: int) -> None:
        self._value = value

    def uint64(self, count: int) -> Any:
        return np.full(count, self._value, np.uint64)


def test_shares_of_nothing_and_of_everything_are_exact(gateway: Gateway) -> None:
    one = exchange(gateway)
    with ScriptedModel() as server:
        assert judging(server, share=0.0, stream=Fixed(0))[0].sample(one) is None
        assert judging(server, share=1.0, stream=Fixed(2**64 - 1))[0].sample(one) is not None


@pytest.mark.parametrize("options", [{"share": 1.1}, {"share": -0.1}, {"share": float("nan")}, {"waiting": 0}])
def test_settings_that_cannot_be_used(options: dict[str, Any]) -> None:
    with ScriptedModel() as server, pytest.raises(ConfigurationError):
        judging(server, **options)


def test_nobody_waits_for_a_judge_that_hangs(gateway: Gateway) -> None:
    one = exchange(gateway)
    with ScriptedModel(default=Hang()) as server:
        watch, told = judging(server, waiting=2)
        send(watch, one, completion("Hello."))
        assert eventually(lambda: len(server.requests) == 1)
        for _ in range(5):
            send(watch, one, completion("Hello."))
        # One is being judged, two wait.
        assert watch.counts == {"dropped": 3}
        assert told == []
        watch.close()
        assert watch.counts["dropped"] == 5


def test_drops_are_told_later(gateway: Gateway) -> None:
    one, go = exchange(gateway), threading.Event()

    def answer(_: Any) -> str:
        go.wait(20)
        return GOOD

    with ScriptedModel(default=answer) as server:
        watch, told = judging(server, waiting=1)
        send(watch, one, completion("Hello."))
        assert eventually(lambda: len(server.requests) == 1)
        for _ in range(3):
            send(watch, one, completion("Hello."))
        go.set()
        watch.close(20)
    assert sorted(one.outcome for one in told) == ["dropped", "dropped", "judged", "judged"]
    assert watch.counts == {"dropped": 2, "judged": 2}


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [("The text is fine.", "failed"), (Failure(500), "failed"), (Failure(401), "failed"), (GOOD, "judged")],
)
def test_a_judge_that_fails_is_counted(gateway: Gateway, answer: Any, outcome: str) -> None:
    with ScriptedModel(default=answer) as server:
        watch, told = judging(server)
        send(watch, exchange(gateway), completion("A private reply."))
        watch.close(20)
    assert [one.outcome for one in told] == [outcome]
    assert "private" not in told[0].error


def test_replies_without_text_and_broken_ones(gateway: Gateway) -> None:
    with ScriptedModel(default=GOOD) as server:
        watch, told = judging(server)
        for reply in ({}, completion(""), b"not JSON", b"", b"data: [DONE]\n\n", {"choices": None}, {"choices": [1]}):
            send(watch, exchange(gateway), reply)
        watch.close(20)
        assert not server.requests
    assert {one.outcome for one in told} == {"blank"}


def test_a_sink_that_raises_ends_nothing(gateway: Gateway) -> None:
    told: list[Judged] = []

    def broken(_: Judged) -> None:
        raise RuntimeError("no")

    with ScriptedModel(default=GOOD) as server:
        watch, _ = judging(server, sinks=[broken, told.append])
        send(watch, exchange(gateway), completion("Hello."))
        send(watch, exchange(gateway), completion("Hello."))
        watch.close(20)
    assert len(told) == 2
    assert watch.counts == {"judged": 2, "sink_errors": 2}


def events(*data: Any, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return b"".join(f"{head}data: {json.dumps(one)}\n\n".encode() for one in data) + b"data: [DONE]\n\n"


@pytest.mark.parametrize(
    ("shape", "reply"),
    [
        ("chat", completion("Hello.")),
        ("chat", {"choices": [{"message": {"content": [{"type": "text", "text": "Hello."}]}}]}),
        (
            "chat",
            events(
                {"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]},
                {"choices": [{"index": 1, "delta": {"content": "Other."}}]},
                {"choices": [{"index": 0, "delta": {"content": "Hel"}}]},
                {"choices": [{"index": 0, "delta": {"content": "lo."}}]},
                {"choices": []},
            ),
        ),
        ("completions", {"choices": [{"index": 0, "text": "Hello."}, {"index": 1, "text": "Other."}]}),
        ("completions", events({"choices": [{"index": 0, "text": "Hel"}]}, {"choices": [{"index": 0, "text": "lo."}]})),
        ("responses", {"output": [{"type": "message", "content": [{"type": "output_text", "text": "Hello."}]}]}),
        (
            "responses",
            events(
                {"type": "response.output_text.delta", "delta": "Hello."},
                {"type": "response.output_text.done", "text": "Hello."},
                {"type": "response.completed", "response": {"output": [{"content": [{"text": "Hello."}]}]}},
            ),
        ),
        ("messages", {"content": [{"type": "text", "text": "Hello."}]}),
        (
            "messages",
            events(
                {"type": "message_start", "message": {"content": []}},
                {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Hel"}},
                {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "lo."}},
                {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
            ),
        ),
        ("langchain", "Hello."),
    ],
)
def test_text_of_replies(shape: str, reply: Any) -> None:
    pieces: list[list[Any]] = [[reply]]
    if isinstance(reply, dict):
        pieces.append([json.dumps(reply).encode()])
    if isinstance(reply, bytes | str):
        pieces.append([reply[at : at + 1] for at in range(len(reply))])
    for given in pieces:
        assert reply_text(shape, given) == "Hello."


def test_prometheus(gateway: Gateway) -> None:
    registry = CollectorRegistry()
    with ScriptedModel(GOOD, "prose") as server:
        watch, _ = judging(server, sinks=[prometheus_sink(registry)])
        for _ in range(2):
            send(watch, exchange(gateway), completion("Hello."))
        watch.close(20)
    value = registry.get_sample_value
    assert value("dp_gateway_judge_samples_total", {"outcome": "judged"}) == 1
    assert value("dp_gateway_judge_samples_total", {"outcome": "failed"}) == 1
    assert value("dp_gateway_judge_score_sum", {"criterion": "grammar"}) == 5
    assert (value("dp_gateway_judge_tokens_total", {"kind": "prompt"}) or 0) > 0


def test_opentelemetry(gateway: Gateway) -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    traceparent = "00-" + "a" * 32 + "-" + "b" * 16 + "-01"
    with ScriptedModel(GOOD, "prose") as server:
        watch, _ = judging(server, sinks=[opentelemetry_sink(provider)])
        send(watch, exchange(gateway), completion("Hello."), traceparent=traceparent, policy="entities")
        send(watch, exchange(gateway), completion("Hello."))
        watch.close(20)
    judged, failed = exporter.get_finished_spans()
    assert format(judged.context.trace_id, "032x") == "a" * 32
    scores = {
        event.attributes["gen_ai.evaluation.name"]: event.attributes["gen_ai.evaluation.score.value"]
        for event in judged.events
    }  # type: ignore[index]
    assert scores == {"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}
    assert judged.attributes is not None
    assert judged.attributes["dp.policy"] == "entities"
    assert not failed.status.is_ok
    written = judged.to_json() + failed.to_json()
    assert "Hello" not in written
    assert SECRET not in written


class Feedback:
    """What of a LangSmith client is used."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def create_feedback(self, run_id: Any, key: str, *, score: float, **more: Any) -> None:
        self.given.append((run_id, key, score))


def test_langsmith(gateway: Gateway) -> None:
    client = Feedback()
    with ScriptedModel(default=GOOD) as server:
        watch, _ = judging(server, sinks=[langsmith_sink(client)])  # type: ignore[arg-type]
        send(watch, exchange(gateway), completion("Hello."), run_id="run-1")
        send(watch, exchange(gateway), completion("Hello."))
        watch.close(20)
    assert client.given == [
        ("run-1", "grammar", 5), ("run-1", "common_sense", 4), ("run-1", "coherence", 3), ("run-1", "cohesiveness", 2)
    ]  # fmt: skip
    assert watch.counts == {"judged": 2}
