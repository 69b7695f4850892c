"""What cannot be protected or read, models that fail, consumers that leave: clear errors, without raw text."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from dp_gateway_langchain import PrivacyMiddleware, PrivateChatModel
from langchain.agents import create_agent
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.rate_limiters import InMemoryRateLimiter
from pydantic import BaseModel, Field

from dp_gateway.errors import ConfigurationError, FieldRefused, GatewayError, MalformedReply, MalformedRequest
from tests.integrations.langchain.openai_models import KEY, gateway
from tests.integrations.langchain.scripted_models import SAID, SECRETS, Echo

OTHER = type("Whisper", (BaseMessage,), {})


def private(model: Any = None, **options: Any) -> PrivateChatModel:
    return PrivateChatModel(model or Echo(seen=[]), gateway=gateway(), key=KEY, **options)


def assert_clear(error: BaseException) -> None:
    """The whole report of an error, of those that it came from too, without the source lines of this file."""
    told = "".join(line for one in traceback.TracebackException.from_exception(error).format() for line in [one])
    own = [str(one) for one in _chain(error)]
    assert not SECRETS.search("\n".join(own)), own
    assert "File" in told
    if isinstance(error, GatewayError):
        assert error.hint


def _chain(error: BaseException | None) -> list[BaseException]:
    if error is None:
        return []
    return [error, *_chain(error.__cause__ or (None if error.__suppress_context__ else error.__context__))]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (OTHER(content=SAID, type="whisper"), FieldRefused),
        (RemoveMessage(id="1"), FieldRefused),
        (("whisperer", SAID), MalformedRequest),
        ({"text": SAID}, MalformedRequest),
        ({"role": "user"}, MalformedRequest),
        (7, MalformedRequest),
        (ToolMessage(SAID, tool_call_id="call_1"), MalformedRequest),
        (HumanMessage([{"type": "hologram", "hologram": SAID}]), FieldRefused),
        (HumanMessage([{"hologram": SAID}]), FieldRefused),
        (HumanMessage([{"type": "image_url", "image_url": {"url": "https://anna.miller/me.png"}}]), FieldRefused),
        (HumanMessage([{"type": "image", "source": {"type": "base64", "data": "QW5uYQ=="}}]), FieldRefused),
        (HumanMessage([{"type": "input_audio", "input_audio": {"data": "QW5uYQ=="}}]), FieldRefused),
        (HumanMessage([{"type": "document", "source": {"type": "text", "data": SAID}}]), FieldRefused),
        (HumanMessage([{"guardContent": {"text": {"text": SAID}}}]), FieldRefused),
        (AIMessage("", additional_kwargs={"tool_calls": SAID}), MalformedRequest),
        (
            AIMessage("", tool_calls=[{"name": "mail", "args": {"to": object()}, "id": "1"}]),
            MalformedRequest,
        ),
    ],
)
@pytest.mark.parametrize("call", ["invoke", "stream", "ainvoke", "astream", "agent"])
def test_messages_that_cannot_be_protected(given: Any, error: type[GatewayError], call: str) -> None:
    echo = Echo(seen=[])
    model = private(echo)
    messages = [given]
    if call == "agent" and (not isinstance(given, BaseMessage) or isinstance(given, RemoveMessage)):
        pytest.skip("LangGraph itself does not take it")
    with pytest.raises(error) as raised:
        if call == "invoke":
            model.invoke(messages)
        elif call == "stream":
            list(model.stream(messages))
        elif call == "ainvoke":
            asyncio.run(model.ainvoke(messages))
        elif call == "agent":
            agent = create_agent(echo, [], middleware=[PrivacyMiddleware(gateway=gateway(), key=KEY)])
            agent.invoke({"messages": messages})
        else:
            asyncio.run(_all(model.astream(messages)))
    assert_clear(raised.value)
    assert not echo.seen


async def _all(chunks: AsyncIterator[Any]) -> list[Any]:
    return [one async for one in chunks]


@pytest.mark.parametrize("options", [{"stop": 7}, {"tools": SAID}, {"tool_choice": 7}, {"response_format": int}])
def test_arguments_that_cannot_be_read(options: Any) -> None:
    with pytest.raises(GatewayError) as raised:
        private().invoke(SAID, **options)
    assert_clear(raised.value)


def test_arguments_that_nobody_knows_are_sanitized() -> None:
    class Keeping(Echo):
        def _generate(self, *args: Any, **kwargs: Any) -> ChatResult:
            kept.append(kwargs)
            return super()._generate(*args, **kwargs)

    kept: list[Any] = []
    private(Keeping(seen=[])).invoke(SAID, whatever={"about": SAID}, stop=["Anna Miller"], user="anna.miller@gmail.com")
    assert not SECRETS.search(str(kept))
    assert set(kept[0]) == {"whatever", "user", "stop"}


class Silent(Echo):
    def _generate(self, *args: Any, **kwargs: Any) -> ChatResult:
        return ChatResult(generations=[])

    def _stream(self, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        yield from ()


def test_a_model_that_returns_nothing() -> None:
    model = private(Silent(seen=[]))
    with pytest.raises(MalformedReply, match="returned no message"):
        model.invoke(SAID)
    with pytest.raises(MalformedReply, match="returned no message"):
        asyncio.run(model.ainvoke(SAID))
    for stream in (lambda: list(model.stream(SAID)), lambda: asyncio.run(_all(model.astream(SAID)))):
        with pytest.raises(ValueError, match="No generation chunks") as raised:
            stream()
        assert_clear(raised.value)


def test_a_model_that_answers_with_no_text() -> None:
    class Empty(Echo):
        def _generate(self, *args: Any, **kwargs: Any) -> ChatResult:
            return ChatResult(generations=[ChatGeneration(message=AIMessage(""))])

    assert private(Empty(seen=[])).invoke(SAID).text == ""


class Contact(BaseModel):
    """A contact."""

    age: int


def test_an_answer_that_does_not_fit_its_class() -> None:
    with pytest.raises(MalformedReply, match="no Contact") as raised:
        private().bind(response_format=Contact).invoke(SAID)
    assert_clear(raised.value)


def test_errors_of_the_model_are_passed_on_sanitized() -> None:
    class Failing(Echo):
        def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> ChatResult:
            raise ValueError(f"cannot read {messages[-1].text}")

    for asynchronous in (False, True):
        with pytest.raises(ValueError, match="cannot read I am") as raised:
            model = private(Failing(seen=[]))
            asyncio.run(model.ainvoke(SAID)) if asynchronous else model.invoke(SAID)
        assert_clear(raised.value)


class Slow(Echo):
    """Streams without end; knows whether its streams were closed."""

    begun: list[str] = Field(default_factory=list)
    closed: list[str] = Field(default_factory=list)

    def _stream(self, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        try:
            while True:
                yield ChatGenerationChunk(message=AIMessageChunk("again "))
        finally:
            self.closed.append("sync")

    async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        self.begun.append("async")
        try:
            while True:
                yield ChatGenerationChunk(message=AIMessageChunk("again "))
                await asyncio.sleep(0.001)
        finally:
            self.closed.append("async")

    async def _agenerate(self, *args: Any, **kwargs: Any) -> ChatResult:
        self.begun.append("generate")
        try:
            await asyncio.sleep(3600)
        finally:
            self.closed.append("generate")
        raise AssertionError


def test_consumers_that_leave() -> None:
    slow = Slow(seen=[], closed=[])
    stream = private(slow).stream(SAID)
    assert next(stream).text == "again "
    stream.close()  # type: ignore[attr-defined]
    assert slow.closed == ["sync"]

    async def leave() -> int:
        chunks = private(slow).astream(SAID)
        await anext(chunks)
        await chunks.aclose()  # type: ignore[attr-defined]
        return len(asyncio.all_tasks())

    assert asyncio.run(leave()) == 1
    assert slow.closed == ["sync", "async"]


def test_cancellation() -> None:
    slow = Slow(seen=[], closed=[])

    async def cancel() -> int:
        async def consume() -> None:
            await _all(private(slow).astream(SAID))

        tasks = [asyncio.create_task(consume()), asyncio.create_task(private(slow).ainvoke(SAID))]
        while len(slow.begun) < len(tasks):
            await asyncio.sleep(0.01)
        for one in tasks:
            one.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in done)
        for seconds in (0.1, 1, 10, 60):  # until the model was reached in time, however busy the machine is
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(private(slow).ainvoke(SAID), seconds)
            if len(slow.begun) > len(tasks):
                break
        return len(asyncio.all_tasks())

    assert asyncio.run(cancel()) == 1
    assert sorted(slow.closed) == ["async", "generate", "generate"]


def test_exceptions_inside_callbacks() -> None:
    class Broken(BaseCallbackHandler):
        def on_chat_model_start(self, *args: Any, **named: Any) -> None:
            raise RuntimeError("broken")

        def on_llm_end(self, *args: Any, **named: Any) -> None:
            raise RuntimeError("broken")

    config: Any = {"callbacks": [Broken()]}
    assert private().invoke(SAID, config).text == SAID
    assert asyncio.run(private().ainvoke(SAID, config)).text == SAID
    strict = Broken()
    strict.raise_error = True
    with pytest.raises(RuntimeError, match="broken"):
        private().invoke(SAID, {"callbacks": [strict]})


def test_settings_of_the_model_inside() -> None:
    for name, value in (("cache", True), ("rate_limiter", InMemoryRateLimiter()), ("disable_streaming", True)):
        with pytest.raises(ConfigurationError, match=f"{name} belongs to the model inside"):
            private(**{name: value})
    cache = InMemoryCache()
    echo = Echo(seen=[], cache=cache, rate_limiter=InMemoryRateLimiter(requests_per_second=1000))
    model = private(echo)
    assert [model.invoke(SAID).text for _ in range(2)] == [SAID, SAID]
    assert len(echo.seen) == 1
    assert not SECRETS.search(str(cache._cache))


def test_several_generations() -> None:
    class Twice(Echo):
        def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> ChatResult:
            once = super()._generate(messages, *args, **kwargs).generations
            return ChatResult(generations=once * 2, llm_output={"token_usage": {}})

    model = private(Twice(seen=[]))
    for result in (
        model.generate([[HumanMessage(SAID)], [SystemMessage("Hello."), HumanMessage(SAID)]]),
        asyncio.run(model.agenerate([[HumanMessage(SAID)]] * 2)),
    ):
        assert [[one.text for one in row] for row in result.generations] == [[SAID, SAID]] * 2
        assert result.run is not None
        assert len(result.run) == 2
