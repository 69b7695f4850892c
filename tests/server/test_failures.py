"""What goes wrong between the gateway and a provider, and what the client gets to know of it."""

from __future__ import annotations

import contextlib
import json
import socketserver
import threading
import zlib
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx
import openai
import pytest

from tests.server.operating import eventually
from tests.server.running import Running, Start
from tests.server.scripted_provider import (
    Pause,
    Provider,
    Reset,
    Step,
    Taken,
    after,
    chat_stream,
    chunk,
    echo,
    event,
    message,
    stream,
    whole,
)

SAID = "I am Anna Miller. My number is 617-555-0173."

JSON = {"content-type": "application/json"}


def ask(gateway: Running, **fields: Any) -> httpx.Response:
    body = {"model": "m", "messages": [{"role": "user", "content": SAID}], **fields}
    return httpx.post(f"{gateway.base}/chat/completions", json=body, timeout=30)


def events(text: str) -> list[Any]:
    return [json.loads(one[6:]) for one in text.split("\n\n") if one.startswith("data: {")]


def content(text: str) -> str:
    return "".join(one["choices"][0]["delta"].get("content", "") for one in events(text) if "choices" in one)


def in_turn(*scripts: Any) -> Any:
    """One script for each request; the last one for all further ones."""
    left = list(scripts)

    def script(taken: Any) -> Any:
        return (left.pop(0) if len(left) > 1 else left[0])(taken)

    return script


def test_too_many_requests_of_the_provider_pass_with_their_headers_and_are_not_repeated(
    gateway: Running, provider: Provider
) -> None:
    error = {"error": {"message": "slow down", "type": "requests", "code": "rate_limit_exceeded", "param": None}}
    provider.script = lambda taken: whole(error, 429, retry_after="7", x_ratelimit_remaining_requests="0")
    reply = ask(gateway)
    assert reply.status_code == 429
    assert reply.headers["retry-after"] == "7"
    assert reply.headers["x-ratelimit-remaining-requests"] == "0"
    assert reply.json() == error
    assert len(provider.taken) == 1
    with (
        openai.OpenAI(base_url=gateway.base, api_key="k", max_retries=0) as client,
        pytest.raises(openai.RateLimitError),
    ):
        client.chat.completions.create(model="m", messages=[{"role": "user", "content": SAID}])


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_proxy_s_refusal_is_repeated_and_the_repetition_is_the_same_request(
    gateway: Running, provider: Provider, status: int
) -> None:
    provider.script = in_turn(lambda taken: whole(b"<html>bad gateway</html>", status), echo)
    reply = ask(gateway)
    assert reply.status_code == 200
    assert len(provider.taken) == 2
    assert provider.taken[0].body == provider.taken[1].body
    assert reply.json()["choices"][0]["message"]["content"] == SAID
    assert gateway.recorded(1)  # one request, counted and paid for once


def test_a_refusal_that_stays_is_told_in_the_shape_of_an_error(gateway: Running, provider: Provider) -> None:
    provider.script = lambda taken: whole(b"<html>bad gateway</html>", 502)
    reply = ask(gateway)
    assert reply.status_code == 502
    assert "bad gateway" in reply.json()["error"]["message"]
    assert len(provider.taken) == 3


def test_an_error_of_the_model_s_server_is_not_repeated(gateway: Running, provider: Provider) -> None:
    provider.script = lambda taken: whole({"error": {"message": "boom"}}, 500)
    assert ask(gateway).status_code == 500
    assert len(provider.taken) == 1


def test_an_error_that_quotes_the_prompt_quotes_the_original(gateway: Running, provider: Provider) -> None:
    def refuse(taken: Any) -> Any:
        said = taken.json["messages"][0]["content"]
        return whole({"error": {"message": f"cannot parse: {said}", "type": "bad", "code": None, "param": None}}, 400)

    provider.script = refuse
    reply = ask(gateway)
    assert reply.status_code == 400
    assert reply.json()["error"]["message"] == f"cannot parse: {SAID}"
    assert "Anna Miller" not in provider.last.body.decode()


def test_connections_that_are_reset_before_the_reply_are_tried_again(gateway: Running, provider: Provider) -> None:
    provider.script = in_turn(lambda taken: [Reset()], lambda taken: [Reset()], echo)
    assert ask(gateway).json()["choices"][0]["message"]["content"] == SAID
    assert len(provider.taken) == 3


def test_a_provider_that_answers_with_no_http_is_not_asked_again(start: Start) -> None:
    asked: list[bytes] = []

    class NoHttp(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asked.append(self.request.recv(65_536))
            self.request.sendall(b"220 mail.example.org ready\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), NoHttp) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        gateway = start(upstreams={"default": {"url": f"http://127.0.0.1:{other.server_address[1]}/v1"}})
        reply = ask(gateway)
        other.shutdown()
    assert (reply.status_code, reply.json()["error"]["code"]) == (502, "upstream_broken")
    assert len(asked) == 1


def test_connections_that_are_always_reset_are_given_up(gateway: Running, provider: Provider) -> None:
    provider.script = lambda taken: [Reset()]
    reply = ask(gateway)
    assert reply.status_code == 502
    assert reply.json()["error"]["code"] == "upstream_broken"
    assert len(provider.taken) == 3


def test_a_provider_that_is_not_there(start: Start) -> None:
    gateway = start(upstreams={"default": {"url": "http://127.0.0.1:9/v1", "retries": 0}})
    reply = ask(gateway)
    assert reply.status_code == 502
    assert reply.json()["error"]["code"] == "upstream_unreachable"
    assert "default" in reply.json()["error"]["message"]


def test_what_a_large_request_cost_is_told_of_one_that_fails_at_once_too(start: Start) -> None:
    """The provider fails before the other process has worked out the price."""
    gateway = start(upstreams={"default": {"url": "http://127.0.0.1:9/v1", "retries": 0}})
    said = "Mail anna@corp.example.org." + " Nothing is said here." * 4_000
    assert ask(gateway, messages=[{"role": "user", "content": said}]).status_code == 502
    (record,) = gateway.recorded(1)
    assert (record.code, record.entities) == ("upstream_unreachable", 1)


def test_a_provider_that_does_not_answer_is_not_asked_again(start: Start, provider: Provider) -> None:
    provider.script = lambda taken: [Pause(60)]
    gateway = start(upstreams={"default": {"url": provider.url, "idle_seconds": 0.2}})
    reply = ask(gateway)
    assert reply.status_code == 504
    assert reply.json()["error"]["code"] == "upstream_timeout"
    assert eventually(lambda: bool(provider.taken))
    assert len(provider.taken) == 1


def test_a_request_that_takes_longer_than_the_gateway_allows(start: Start, provider: Provider) -> None:
    provider.script = lambda taken: [Pause(60)]
    reply = ask(start(limits={"request_seconds": 0.3}))
    assert reply.status_code == 504
    assert reply.json()["error"]["code"] == "request_timeout"


def test_a_stream_that_takes_longer_than_the_gateway_allows_gives_what_came(start: Start, provider: Provider) -> None:
    def slow(taken: Any) -> Any:
        said = taken.json["messages"][0]["content"]
        return stream([*chat_stream(said)[:-2], Pause(60)])

    provider.script = slow
    for seconds in (0.7, 4, 20):  # what a busy machine has not sent in the first may come in the last
        reply = ask(start(limits={"request_seconds": seconds}), stream=True)
        if content(reply.text) == SAID:
            break
    assert content(reply.text) == SAID
    assert events(reply.text)[-1]["error"]["code"] == "request_timeout"


def test_a_reply_that_is_longer_than_allowed_packed_or_not(start: Start, provider: Provider) -> None:
    gateway = start(limits={"reply_bytes": 10_000})
    long = json.dumps(message("x" * 20_000)).encode()
    packed = zlib.compress(long)
    assert len(packed) < 1000
    for body, headers in ((long, {}), (packed, {"content_encoding": "deflate"})):
        provider.script = lambda taken, body=body, headers=headers: whole(body, **headers)
        reply = ask(gateway)
        assert reply.status_code == 502
        assert "longer than" in reply.json()["error"]["message"]


def test_a_reply_that_breaks_off(gateway: Running, provider: Provider) -> None:
    half = whole(message("half"))[0]
    assert isinstance(half, bytes)
    provider.script = lambda taken: [half[:-20], Reset()]
    reply = ask(gateway)
    assert reply.status_code == 502
    assert reply.json()["error"]["code"] == "upstream_broken"


@pytest.mark.parametrize("body", [b"hello", b"[1, 2]", b"", b"\xff\xfe"])
def test_a_reply_that_is_no_json_object(gateway: Running, provider: Provider, body: bytes) -> None:
    provider.script = lambda taken: whole(body)
    reply = ask(gateway)
    assert reply.status_code == 502
    assert reply.json()["error"]["code"] == "upstream_failed"


def test_a_redirection_is_not_followed(gateway: Running, provider: Provider) -> None:
    provider.script = lambda taken: whole(b"", 307, location="http://127.0.0.1:9/elsewhere")
    assert ask(gateway).status_code == 502
    assert len(provider.taken) == 1


@pytest.mark.parametrize("status", [101, 600, 999])
def test_a_status_that_ends_no_request_is_the_provider_s_fault(
    gateway: Running, provider: Provider, status: int
) -> None:
    upgraded = {"connection": "upgrade", "upgrade": "h2c"} if status == 101 else {}
    provider.script = lambda taken: whole(message("Hello."), status, **upgraded)
    reply = ask(gateway)
    assert reply.status_code == 502
    assert reply.json()["error"]["code"] == "upstream_failed"
    assert len(provider.taken) == 1


def test_a_stream_that_breaks_off_gives_what_came_and_then_an_error(gateway: Running, provider: Provider) -> None:
    def half(taken: Any) -> Any:
        said = taken.json["messages"][0]["content"]
        return stream([*chat_stream(said)[:-2], Reset()], end=False)

    provider.script = half
    reply = ask(gateway, stream=True)
    assert reply.status_code == 200
    assert content(reply.text) == SAID
    assert events(reply.text)[-1]["error"]["code"] == "upstream_broken"
    assert "[DONE]" not in reply.text
    assert len(provider.taken) == 1
    with openai.OpenAI(base_url=gateway.base, api_key="k", max_retries=0) as client:
        streamed = client.chat.completions.create(model="m", messages=[{"role": "user", "content": SAID}], stream=True)
        with pytest.raises(openai.APIError, match="broke off"):
            list(streamed)
        streamed.close()


def test_a_stream_that_ends_without_saying_so_loses_nothing(gateway: Running, provider: Provider) -> None:
    provider.script = lambda taken: stream(
        event(chunk({"content": piece})) for piece in taken.json["messages"][0]["content"].partition("Mill")
    )
    original, said = SAID, ask(gateway, stream=True)
    assert content(said.text) == original


def test_malformed_events_pass_and_the_rest_is_restored(gateway: Running, provider: Provider) -> None:
    def odd(taken: Any) -> Any:
        good = chat_stream(taken.json["messages"][0]["content"])
        return stream([b": a comment\r\n\r\n", b"data: {not json\n\n", b"data:\n\n", *good])

    provider.script = odd
    reply = ask(gateway, stream=True)
    assert ": a comment" in reply.text
    text = reply.text.replace("data: {not json\n\n", "")
    assert content(text) == SAID


def test_an_error_event_in_a_stream_is_restored(gateway: Running, provider: Provider) -> None:
    def failing(taken: Any) -> Any:
        said = taken.json["messages"][0]["content"]
        return stream([event(chunk({"content": "Well"})), event({"error": {"message": f"refused: {said}"}})])

    provider.script = failing
    reply = ask(gateway, stream=True)
    assert events(reply.text)[-1]["error"]["message"] == f"refused: {SAID}"


def test_events_go_out_one_by_one_not_all_at_the_end(gateway: Running, provider: Provider) -> None:
    arrived: list[str] = []

    def script(taken: Taken) -> Iterator[Step]:
        texts = ["one ", "two ", "three "]
        head, *events, end = stream([event(chunk({"content": text})) for text in texts])
        yield head
        for number, one in enumerate(events):
            yield one
            for _ in range(6000):  # the next one is not sent before the client has this one
                if len(arrived) > number:
                    break
                yield Pause(0.01)
            else:
                return
        yield end

    provider.script = script
    body = {"model": "m", "messages": [{"role": "user", "content": "Count."}], "stream": True}
    with httpx.stream("POST", f"{gateway.base}/chat/completions", json=body, timeout=90) as reply:
        for line in reply.iter_lines():
            if line.startswith("data: {"):
                arrived.append(json.loads(line[6:])["choices"][0]["delta"].get("content") or "")
    assert "".join(arrived) == "one two three "


@pytest.mark.parametrize("streamed", [False, True])
def test_a_client_that_goes_away_ends_the_call_to_the_provider(
    gateway: Running, provider: Provider, streamed: bool
) -> None:
    slow = [event(chunk({"content": "x "})), Pause(0.1)] * 1000
    provider.script = lambda taken: stream(slow) if streamed else [Pause(60), *whole(message("late"))]
    body = {"model": "m", "messages": [{"role": "user", "content": "Wait."}], "stream": streamed}
    if streamed:
        with httpx.stream("POST", f"{gateway.base}/chat/completions", json=body) as reply:
            next(reply.iter_bytes())
    else:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{gateway.base}/chat/completions", json=body, timeout=httpx.Timeout(60, read=0.5))
    # The scripted provider notices when it next writes, or when its pause is over.
    if streamed:
        assert provider.gone.wait(60)
    assert gateway.recorded(1)[0].aborted


def test_more_requests_than_allowed(start: Start, provider: Provider) -> None:
    answer = threading.Event()
    provider.script = lambda taken: after(answer, whole(message("late")))
    gateway = start(limits={"concurrency": 1})
    first = threading.Thread(target=lambda: ask(gateway))
    first.start()
    assert eventually(lambda: bool(provider.taken))
    reply = httpx.post(f"{gateway.base}/chat/completions", json={"model": "m", "messages": []})
    answer.set()
    first.join()
    assert reply.status_code == 503
    assert reply.json()["error"]["code"] == "overloaded"


def test_anthropic_s_sdk_gets_errors_in_its_own_shape(gateway: Running, provider: Provider) -> None:
    provider.script = lambda taken: [Reset()]
    with (
        anthropic.Anthropic(base_url=gateway.url, api_key="k", max_retries=0) as client,
        pytest.raises(anthropic.APIStatusError) as caught,
    ):
        client.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": SAID}])
    assert caught.value.status_code == 502
    assert caught.value.body["type"] == "error"  # type: ignore[index, call-overload]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"not json", 400),
        (b"[]", 400),
        (b'{"messages": NaN}', 400),
        (b"\xff\xfe", 400),
        (b'{"model": "m", "messages": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", 400),
        (b'{"model": "m", "messages": "hello"}', 400),
        (b'{"model": "m", "messages": [{"role": "user", "content": 5}]}', 400),
        (b'{"model": "m", "messages": [{"role": "king", "content": "hello"}]}', 400),
        (b'{"model": ["m"], "messages": []}', 400),
    ],
)
def test_bodies_that_cannot_be_read(gateway: Running, provider: Provider, body: bytes, status: int) -> None:
    reply = httpx.post(f"{gateway.base}/chat/completions", content=body, headers=JSON)
    assert reply.status_code == status
    assert reply.json()["error"]["message"]
    assert not provider.taken


def test_a_body_that_is_too_large_is_not_read_to_its_end(start: Start, provider: Provider) -> None:
    gateway = start(limits={"body_bytes": 100_000})

    def endless() -> Any:
        for _ in range(1000):
            yield b" " * 10_000

    reply = httpx.post(f"{gateway.base}/chat/completions", content=b" " * 200_000, headers=JSON)
    assert reply.status_code == 413
    assert reply.json()["error"]["code"] == "request_too_large"
    with contextlib.suppress(httpx.TransportError):  # the gateway may hang up while the body is still coming
        assert httpx.post(f"{gateway.base}/chat/completions", content=endless(), headers=JSON).status_code == 413
    assert not provider.taken


def test_the_last_of_two_equal_keys_counts_and_the_first_never_leaves(gateway: Running, provider: Provider) -> None:
    body = b'{"model":"m","messages":[{"role":"user","content":"I am Zebulon Quackenbush","content":"hello"}]}'
    assert httpx.post(f"{gateway.base}/chat/completions", content=body, headers=JSON).status_code == 200
    assert "Quackenbush" not in provider.last.body.decode()


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "gzip, br"])
def test_bodies_compressed_otherwise_than_by_gzip_are_refused(gateway: Running, encoding: str) -> None:
    headers = JSON | {"content-encoding": encoding}
    reply = httpx.post(f"{gateway.base}/chat/completions", content=b"x", headers=headers)
    assert reply.status_code == 415
    assert reply.json()["error"]["type"] == "invalid_request_error"
