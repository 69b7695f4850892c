"""Tracers see sanitized text only: a handler that keeps all it is told, and secrets to look for in it."""

from __future__ import annotations

import asyncio
import logging
import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from dp_gateway_langchain import PrivacyMiddleware, PrivateChatModel, TracedText, trace_safe
from langchain.agents import create_agent
from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langchain_core.messages import HumanMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import tool
from langchain_core.tracers.base import BaseTracer
from langchain_core.tracers.langchain import LangChainTracer
from langgraph.checkpoint.memory import InMemorySaver

from tests.integrations.langchain.openai_models import KEY, gateway
from tests.integrations.langchain.scripted_models import SAID, SECRETS, Echo


class Recorder(BaseCallbackHandler):
    """Keeps everything that it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def _keep(self, event: str, /, *args: Any, **named: Any) -> None:
        retried = [vars(one) for one in args if type(one).__name__ == "RetryCallState"]
        chain = [_errors(one) for one in args if isinstance(one, BaseException)]
        self.told.append(f"{event} {args!r} {named!r} {retried} {chain}")

    @property
    def names(self) -> set[str]:
        return {one.split()[0] for one in self.told}


def _errors(error: BaseException | None) -> list[str]:
    return [] if error is None else [repr(error), *_errors(error.__cause__ or error.__context__)]


def _recording(name: str) -> Any:
    return lambda self, *args, **named: self._keep(name, *args, **named)


for _name in [one for one in dir(BaseCallbackHandler) if one.startswith("on_")]:
    setattr(Recorder, _name, _recording(_name))


class Tracer(BaseTracer):
    """A tracer in the manner of LangSmith's, whose runs are kept."""

    def __init__(self) -> None:
        super().__init__(_schema_format="original+chat")
        self.runs: list[Any] = []

    def _persist_run(self, run: Any) -> None:
        self.runs.append(run)


class Failing(Echo):
    """Fails with an error that quotes what it was asked."""

    def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        super()._generate(messages, *args, **kwargs)
        raise ValueError(f"cannot answer {messages[-1].text!r}")


def private(model: Any, **options: Any) -> PrivateChatModel:
    return PrivateChatModel(model, gateway=gateway(), key=KEY, **options)


def chain(model: Runnable[Any, Any]) -> Runnable[Any, Any]:
    return ChatPromptTemplate([("system", "Be kind."), ("human", "{said}")]) | model | StrOutputParser()


@tool
def send_email(to: str) -> str:
    """Send a mail."""
    return f"Sent to {to}."


def agent(model: Any, **options: Any) -> Any:
    return create_agent(model, [send_email], middleware=[PrivacyMiddleware(gateway=gateway(), key=KEY)], **options)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def assert_nothing(told: Any) -> None:
    text = told if isinstance(told, str) else "\n".join(told)
    found = SECRETS.search(text)
    assert found is None, text[max(0, found.start() - 300) : found.end() + 100]


def test_a_chain(recorder: Recorder) -> None:
    tracer = Tracer()
    config: Any = {"callbacks": [recorder, tracer], "metadata": {"user": "anna.miller@gmail.com", "n": 3}}
    safe = trace_safe(chain(private(Echo())))
    assert safe.invoke({"said": SAID}, config) == SAID
    assert "".join(safe.stream({"said": SAID}, config)) == SAID
    assert asyncio.run(safe.ainvoke({"said": SAID}, config)) == SAID
    assert safe.batch([{"said": SAID}] * 3, config) == [SAID] * 3
    assert {"on_chain_start", "on_chat_model_start", "on_llm_new_token", "on_llm_end", "on_chain_end"} <= recorder.names
    assert_nothing(recorder.told)
    assert len(tracer.runs) == 6
    assert all(run.inputs and run.outputs and run.child_runs for run in tracer.runs)
    assert_nothing(
        str([run.model_dump() for run in tracer.runs]) if hasattr(tracer.runs[0], "model_dump") else str(tracer.runs)
    )


def test_what_the_model_says_is_traced_sanitized(recorder: Recorder) -> None:
    trace_safe(chain(private(Echo()))).invoke({"said": SAID}, {"callbacks": [recorder]})
    (asked,) = [one for one in recorder.told if one.startswith("on_chat_model_start")]
    assert re.search(r"I am \w+ \w+ from", asked)
    assert "[withheld]" not in asked


def test_without_it_the_developer_is_told(recorder: Recorder) -> None:
    with pytest.warns(TracedText, match="Recorder is told the input of the chain"):
        chain(private(Echo())).invoke({"said": SAID}, {"callbacks": [recorder]})
    model_runs = [one for one in recorder.told if "_llm_" in one or "chat_model" in one]
    assert model_runs
    assert_nothing(model_runs)


def test_a_model_alone_needs_nothing(recorder: Recorder) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        config: Any = {"callbacks": [recorder], "metadata": {"user": "anna.miller@gmail.com"}, "tags": ["a"]}
        private(Echo()).invoke(SAID, config)
        private(Echo(), callbacks=[recorder], metadata={"who": "Anna Miller"}).invoke(SAID)
    assert len(recorder.told) == 4
    assert_nothing(recorder.told)


def test_an_agent(recorder: Recorder) -> None:
    safe = trace_safe(agent(Echo(), checkpointer=InMemorySaver()))
    config: Any = {"callbacks": [recorder], "configurable": {"thread_id": "of anna.miller@gmail.com"}}
    state: Any = safe.invoke({"messages": [HumanMessage(SAID)]}, config)
    assert state["messages"][-1].text == "Sent to anna.miller@gmail.com."
    assert safe.get_state(config).values == state  # type: ignore[attr-defined]
    assert {"on_tool_start", "on_tool_end", "on_chain_start", "on_chat_model_start"} <= recorder.names
    assert_nothing(recorder.told)


def test_an_asynchronous_handler_of_an_agent() -> None:
    class Later(AsyncCallbackHandler):
        def __init__(self) -> None:
            self.told: list[str] = []

    async def keep(self: Later, *args: Any, **named: Any) -> None:
        self.told.append(f"{args} {named}")

    for name in ("on_chain_start", "on_chain_end", "on_chat_model_start", "on_llm_end", "on_tool_start", "on_tool_end"):
        setattr(Later, name, keep)
    later = Later()
    safe = trace_safe(agent(Echo()))
    state: Any = asyncio.run(safe.ainvoke({"messages": [HumanMessage(SAID)]}, {"callbacks": [later]}))
    assert state["messages"][-1].text == "Sent to anna.miller@gmail.com."
    assert later.told
    assert_nothing(later.told)


def test_retries_and_errors(recorder: Recorder) -> None:
    model = Failing()
    retrying = private(model).with_retry(stop_after_attempt=2, wait_exponential_jitter=False)
    safe = trace_safe(chain(retrying))
    with pytest.raises(ValueError, match="cannot answer") as raised:
        safe.invoke({"said": SAID}, {"callbacks": [recorder]})
    assert_nothing(_errors(raised.value))
    with pytest.raises(ValueError, match="cannot answer"):
        asyncio.run(safe.ainvoke({"said": SAID}, {"callbacks": [recorder]}))
    with pytest.raises(ValueError, match="cannot answer"):
        list(safe.stream({"said": SAID}, {"callbacks": [recorder]}))
    assert len(model.seen) == 5
    assert {"on_llm_error", "on_chain_error"} <= recorder.names
    assert_nothing(recorder.told)


def test_errors_of_the_chain_itself(recorder: Recorder) -> None:
    def fail(text: str) -> str:
        raise ValueError(f"no JSON: {text}")

    safe = trace_safe((chain(private(Echo())) | RunnableLambda(fail)).with_retry(stop_after_attempt=2))
    with pytest.raises(ValueError, match="Anna Miller"):  # the caller's own
        safe.invoke({"said": SAID}, {"callbacks": [recorder]})
    assert {"on_chain_error", "on_retry"} & recorder.names
    assert any("ValueError: [withheld]" in one for one in recorder.told)
    assert_nothing(recorder.told)


@pytest.mark.parametrize("declared", [Recorder, None])
def test_what_is_declared_local_is_told_everything(recorder: Recorder, declared: Any) -> None:
    safe = trace_safe(chain(private(Echo())), local=[declared or recorder])
    other = Tracer()
    assert "".join(safe.stream({"said": SAID}, {"callbacks": [recorder, other]})) == SAID
    asked = next(one for one in recorder.told if one.startswith("on_chat_model_start"))
    answered = next(one for one in recorder.told if one.startswith("on_llm_end"))
    assert SAID in asked
    assert SAID in answered
    assert_nothing(str(other.runs))


def test_the_callers_own_streams_have_the_originals(recorder: Recorder) -> None:
    async def texts(runnable: Any, given: Any) -> list[Any]:
        events = runnable.astream_events(given, {"callbacks": [recorder]}, version="v2")
        return [one async for one in events]

    events = asyncio.run(texts(trace_safe(chain(private(Echo()))), {"said": SAID}))
    pieces = [one["data"]["chunk"].text for one in events if one["event"] == "on_chat_model_stream"]
    assert "".join(pieces) == SAID
    (started,) = [one for one in events if one["event"] == "on_chat_model_start"]
    assert started["data"]["input"]["messages"][0][1].text == SAID
    (ended,) = [one for one in events if one["event"] == "on_chat_model_end"]
    assert ended["data"]["output"].text == SAID
    assert_nothing(recorder.told)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """LangSmith switched on by the environment; what its client would send."""
    from langsmith import Client, utils
    from langsmith.run_trees import get_cached_client

    runs: list[Any] = []
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", "test")
    monkeypatch.setenv("LANGSMITH_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(Client, "create_run", lambda self, *args, **named: runs.append((args, named)))
    monkeypatch.setattr(Client, "update_run", lambda self, *args, **named: runs.append((args, named)))
    utils.get_env_var.cache_clear()
    get_cached_client(auto_batch_tracing=False)
    yield runs
    monkeypatch.undo()
    utils.get_env_var.cache_clear()


def test_langsmith_by_its_environment(sent: list[Any]) -> None:
    safe = trace_safe(agent(Echo()))
    config: Any = {"configurable": {"user": "anna.miller@gmail.com"}}
    state: Any = safe.invoke({"messages": [HumanMessage(SAID)]}, config)
    assert state["messages"][-1].text == "Sent to anna.miller@gmail.com."
    trace_safe(chain(private(Echo()))).invoke({"said": SAID})
    private(Echo()).invoke(SAID)
    names = {named.get("name") for _, named in sent}
    assert {"LangGraph", "send_email", "Echo", "RunnableSequence"} <= names
    assert_nothing(str(sent))


def test_langsmith_declared_local(sent: list[Any]) -> None:
    tracer = LangChainTracer()
    trace_safe(chain(private(Echo())), local=[tracer]).invoke({"said": SAID}, {"callbacks": [tracer]})
    assert str(sent).count(SAID) > 3


def test_handlers_that_fail(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(BaseCallbackHandler):
        def on_chain_start(self, serialized: Any, inputs: Any, **named: Any) -> None:
            raise ValueError(f"cannot keep {inputs}")

        def on_llm_end(self, response: Any, **named: Any) -> None:
            raise ValueError(f"cannot keep {response}")

    caplog.set_level(logging.DEBUG)
    broken = Broken()
    assert trace_safe(chain(private(Echo()))).invoke({"said": SAID}, {"callbacks": [broken]}) == SAID
    assert trace_safe(chain(private(Echo())), local=[broken]).invoke({"said": SAID}, {"callbacks": [broken]}) == SAID
    assert private(Echo(), local=[broken]).invoke(SAID, {"callbacks": [broken]}).text == SAID
    assert "Broken" in caplog.text
    assert_nothing(caplog.text)
