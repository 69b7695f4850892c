"""Models over the real OpenAI SDK, the real LangChain core and a real HTTP server."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import RunnableLambda
from openai import AsyncOpenAI, OpenAI

from dp_gateway.errors import (
    ConfigurationError,
    MalformedReply,
    ModelError,
    ModelRefused,
    ModelUnreachable,
    UntrustedModel,
)
from dp_gateway.llm import Endpoint, JsonSchema, LocalModel, Message, Public, RemoteModel, Reply
from dp_gateway.pipeline import Sanitized, Sanitizer
from dp_gateway.testing.models import Answer, Drop, Failure, Hang, RawBody, ScriptedModel
from dp_gateway.vocabulary.index import Index

SECRET = "Anna Miller lives in Oslo"
ASK = [Message("system", "Be kind."), Message("user", SECRET)]
SCHEMA = JsonSchema("list", {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel() as running:
        yield running


def local(server: ScriptedModel, **more: Any) -> LocalModel:
    return LocalModel(Endpoint(server.url, "m", trust="local", **({"timeout": 20, "retries": 2} | more)))


def remote(server: ScriptedModel, **more: Any) -> RemoteModel:
    return RemoteModel(Endpoint(server.url, "m", trust="remote", **more))


def ask_sync(model: LocalModel, **options: Any) -> Reply:
    return model.chat(ASK, **options)


def ask_async(model: LocalModel, **options: Any) -> Reply:
    return asyncio.run(model.achat(ASK, **options))


both = pytest.mark.parametrize("ask", [ask_sync, ask_async])
Ask = Callable[..., Reply]


@both
def test_chat(server: ScriptedModel, ask: Ask) -> None:
    server.script(Answer("Hi.", finish_reason="length"))
    reply = ask(local(server), temperature=0.5, max_tokens=9)
    assert (reply.text, reply.finish_reason) == ("Hi.", "length")
    assert reply.prompt_tokens > 0
    assert "Hi." not in repr(reply)
    assert server.completions == [
        {
            "model": "m",
            "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": SECRET}],
            "temperature": 0.5,
            "max_tokens": 9,
        }
    ]


@both
def test_schema_is_given_up_step_by_step_and_remembered(server: ScriptedModel, ask: Ask) -> None:
    server.script("{}", Failure(400), Failure(422), "[]")
    model = local(server)
    for _ in range(3):
        ask(model, schema=SCHEMA)
    forms = [body.get("response_format", {}).get("type") for body in server.completions]
    assert forms == ["json_schema", "json_schema", "json_object", None, None]
    assert server.completions[0]["response_format"]["json_schema"]["schema"] == SCHEMA.schema


def test_options_that_a_server_names_are_put_another_way(server: ScriptedModel) -> None:
    server.script(Failure(400, param="max_tokens"), Failure(400, param="temperature"), "a")
    model = local(server)
    model.chat(ASK, temperature=0, max_tokens=5)
    model.chat(ASK, temperature=0, max_tokens=5)
    options = [{k: v for k, v in body.items() if k not in ("model", "messages")} for body in server.completions]
    assert options[1:] == [{"max_completion_tokens": 5, "temperature": 0}] + [{"max_completion_tokens": 5}] * 2


def test_a_failed_request_teaches_nothing(server: ScriptedModel) -> None:
    server.script(Failure(400), Failure(400), Failure(400), "{}")
    model = local(server)
    with pytest.raises(ModelRefused, match="HTTP 400"):
        model.chat(ASK, schema=SCHEMA)
    model.chat(ASK, schema=SCHEMA)
    assert server.completions[-1]["response_format"]["type"] == "json_schema"


@both
def test_busy_and_broken_servers_are_asked_again(server: ScriptedModel, ask: Ask) -> None:
    server.script(Failure(429), Failure(503), "at last")
    assert ask(local(server)).text == "at last"
    server.script(*[Failure(500)] * 3)
    with pytest.raises(ModelRefused, match="HTTP 500") as caught:
        ask(local(server))
    assert caught.value.status == 500
    assert len(server.completions) == 6


@both
@pytest.mark.parametrize(
    ("step", "error", "reason"),
    [
        (Failure(401, f"no key for {SECRET}"), ModelRefused, "HTTP 401\nNext: check the key"),
        (Failure(404), ModelRefused, "HTTP 404\nNext: check base_url"),
        (RawBody("moved", status=307), ModelRefused, "redirects"),
        (Drop(), ModelUnreachable, "cannot be reached"),
        (RawBody("<html>", content_type="text/html"), MalformedReply, "no text"),
        (RawBody('{"choices": ['), MalformedReply, "not JSON"),
        (RawBody('{"choices": []}'), MalformedReply, "no text"),
        (RawBody("{}"), MalformedReply, "no text"),
        (RawBody("null"), MalformedReply, "no text"),
        (RawBody('{"choices": [{"message": {"content": null}}]}'), MalformedReply, "no text"),
        (RawBody(b"\xff\xfe"), MalformedReply, "not JSON"),
    ],
)
def test_failures_say_what_to_do_and_nothing_of_the_prompt(
    server: ScriptedModel, ask: Ask, step: Any, error: type[ModelError], reason: str
) -> None:
    server.script(step, step)
    with pytest.raises(error, match=reason) as caught:
        ask(local(server, retries=0))
    assert "Anna" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@both
def test_prompts_are_not_logged(server: ScriptedModel, ask: Ask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    server.script(Failure(500), "Dear Anna")
    assert ask(local(server)).text == "Dear Anna"
    assert caplog.records
    assert "Anna" not in caplog.text
    OpenAI(base_url=server.url, api_key="k").models.list()
    logging.getLogger("openai._base_client").debug("others are logged as ever")
    assert "as ever" in caplog.text


def test_nobody_listens_and_nobody_answers(server: ScriptedModel) -> None:
    server.script(Hang())
    with pytest.raises(ModelUnreachable, match="in time"):
        local(server, timeout=0.2, retries=0).chat(ASK)
    server.stop()
    with pytest.raises(ModelUnreachable, match="cannot be reached"):
        local(server, retries=0).chat(ASK)


def test_private_text_follows_no_redirect_and_no_proxy(server: ScriptedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedModel() as other:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, other.url.removesuffix("/v1"))
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        assert local(server).chat(ASK).text == "Hello."
        assert asyncio.run(local(server).achat(ASK)).text == "Hello."
        server.script(Failure(307, headers={"location": f"{other.url}/chat/completions"}))
        with pytest.raises(ModelRefused, match="HTTP 307"):
            local(server).chat(ASK)
        assert other.sent == ""


def test_the_key_of_the_environment_goes_to_whom_it_is_meant_for(
    server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-precious")
    local(server).chat(ASK)
    assert "sk-precious" not in server.sent
    local(server, api_key_env="OPENAI_API_KEY").chat(ASK)
    assert server.requests[-1].headers["authorization"] == "Bearer sk-precious"


def test_trust_and_kind_of_model_agree(server: ScriptedModel) -> None:
    with pytest.raises(UntrustedModel, match="LocalModel is made from"):
        LocalModel(Endpoint(server.url, "m", trust="remote"))
    with pytest.raises(UntrustedModel, match="RemoteModel is made from"):
        RemoteModel(Endpoint(server.url, "m", trust="local"))
    client = OpenAI(base_url=server.url, api_key="k")
    with pytest.raises(UntrustedModel):
        LocalModel.from_openai(client, "m", trust="remote")  # type: ignore[arg-type]
    fake = GenericFakeChatModel(messages=iter([]))
    with pytest.raises(UntrustedModel):
        LocalModel.from_langchain(fake, trust="remote")  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="must be declared"):
        LocalModel.from_langchain(fake, trust=None)  # type: ignore[arg-type]
    with pytest.raises(UntrustedModel, match=r"api\.openai\.com"):
        LocalModel.from_openai(OpenAI(base_url="https://api.openai.com/v1", api_key="k"), "m", trust="local")


class Lookalike:
    text = SECRET
    report = None
    spans = ()


def test_a_remote_model_takes_sanitized_text_alone(server: ScriptedModel, toy: Index) -> None:
    model = remote(server)
    made = Sanitizer("santext", 6, index=toy).sanitize("the doctor lives in paris")
    assert isinstance(made, Sanitized)
    assert model.chat([Message("user", made)]).text == "Hello."
    assert asyncio.run(model.achat([Message("user", made)])).text == "Hello."
    assert [body["messages"] for body in server.completions] == [[{"role": "user", "content": made.text}]] * 2
    for content in (SECRET, Lookalike(), Public(SECRET), None, [SECRET]):
        with pytest.raises(UntrustedModel, match="takes Sanitized text alone"):
            model.chat([Message("user", made), Message("user", content)])  # type: ignore[list-item]
        with pytest.raises(UntrustedModel):
            asyncio.run(model.achat([Message("user", content)]))  # type: ignore[list-item]
    for content in (SECRET, made):
        with pytest.raises(UntrustedModel, match="must be declared public"):
            model.chat_public([Message("user", content)])  # type: ignore[list-item]
    assert "Anna" not in server.sent
    assert model.chat_public([Message("user", Public("2 + 2?"))]).text == "Hello."


def test_without_the_sanitizer_nothing_is_sanitized() -> None:
    code = """
import sys
from dp_gateway.errors import UntrustedModel
from dp_gateway.llm.messages import sanitized_text
assert "dp_gateway.pipeline" not in sys.modules
try:
    sanitized_text("x")
except UntrustedModel:
    print("refused")
"""
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "refused\n"
    )


def test_local_models_take_text(server: ScriptedModel) -> None:
    with pytest.raises(ConfigurationError, match="not bytes"):
        local(server).chat([Message("user", b"x")])  # type: ignore[list-item]
    with pytest.raises(ConfigurationError, match="at least one"):
        local(server).chat([])
    assert server.completions == []


def test_clients_of_the_user(server: ScriptedModel) -> None:
    client = OpenAI(base_url=server.url, api_key="k", max_retries=0)
    with LocalModel.from_openai(client, "mine", trust="local") as model:
        assert model.name == "mine on 127.0.0.1"
        assert model.chat(ASK).text == asyncio.run(model.achat(ASK)).text == "Hello."
    assert not client.is_closed()
    client.close()
    with pytest.raises(ConfigurationError, match=r"await model\.achat"):
        LocalModel.from_openai(AsyncOpenAI(base_url=server.url, api_key="k"), "m", trust="local").chat(ASK)

    async def ask() -> str:
        async with AsyncOpenAI(base_url=server.url, api_key="k") as own:
            return (await LocalModel.from_openai(own, "m", trust="local").achat(ASK)).text

    assert asyncio.run(ask()) == "Hello."


class Structured(BaseChatModel):
    """A LangChain model that calls a scripted server, with structured output as integrations have it."""

    client: Any
    refuse: bool = False
    seen: list[str] = []  # noqa: RUF012 - pydantic copies it

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any) -> ChatResult:
        done = self.client.chat.completions.create(model="m", messages=[{"role": "user", "content": messages[-1].text}])
        return ChatResult(generations=[ChatGeneration(message=AIMessage(done.choices[0].message.content))])

    @property
    def _llm_type(self) -> str:
        return "structured"

    def with_structured_output(self, schema: Any, *, include_raw: bool = False, **_: Any) -> Any:
        def parse(messages: Any) -> Any:
            self.seen.append(schema["title"])
            if self.refuse:
                error = RuntimeError("no schema")
                error.status_code = 400  # type: ignore[attr-defined]
                raise error
            raw = self.invoke(messages)
            return {"raw": raw, "parsed": json.loads(raw.text), "parsing_error": None}

        return RunnableLambda(parse)


def test_langchain_models(server: ScriptedModel) -> None:
    model = LocalModel.from_langchain(GenericFakeChatModel(messages=iter([AIMessage("a"), "b"])), trust="local")
    assert model.chat(ASK, schema=SCHEMA).text == "a"
    assert asyncio.run(model.achat(ASK)).text == "b"
    with pytest.raises(ModelError, match=r"RuntimeError|StopIteration") as caught:
        model.chat(ASK)
    assert "Anna" not in str(caught.value)


@both
def test_langchain_structured_output(server: ScriptedModel, ask: Ask) -> None:
    with OpenAI(base_url=server.url, api_key="k", max_retries=0) as client:
        inner = Structured(client=client)
        server.script('{"a":"ø"}', "plain", "plain", Failure(401))
        assert ask(LocalModel.from_langchain(inner, trust="local"), schema=SCHEMA).text == '{"a": "ø"}'
        refusing = Structured(client=client, refuse=True)
        model = LocalModel.from_langchain(refusing, trust="local")
        assert ask(model, schema=SCHEMA).text == ask(model, schema=SCHEMA).text == "plain"
        assert refusing.seen == ["list"]
        with pytest.raises(ModelRefused, match="HTTP 401") as caught:
            ask(model)
        assert caught.value.status == 401
        server.stop()
        with pytest.raises(ModelUnreachable):
            ask(model)


def test_private_text_is_not_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    from langchain_core.callbacks import BaseCallbackHandler

    with ScriptedModel(default=RawBody("{}")) as tracer:
        for name, value in (
            ("LANGSMITH_TRACING", "true"),
            ("LANGSMITH_API_KEY", "k"),
            ("LANGSMITH_ENDPOINT", tracer.url),
        ):
            monkeypatch.setenv(name, value)
        seen: list[Any] = []

        class Watcher(BaseCallbackHandler):
            def on_chat_model_start(self, *args: Any, **_: Any) -> None:
                seen.append(args)

        model = LocalModel.from_langchain(GenericFakeChatModel(messages=iter(["a", "b"])), trust="local")
        outer = RunnableLambda(lambda _: model.chat(ASK).text)
        from langsmith import tracing_context

        with tracing_context(enabled=False):
            assert outer.invoke("x", config={"callbacks": [Watcher()]}) == "a"
        assert seen == []
        assert model.chat(ASK).text == "b"
        from langchain_core.tracers.langchain import wait_for_all_tracers

        wait_for_all_tracers()
        assert "Anna" not in tracer.sent
