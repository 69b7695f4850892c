"""Chains with a step that sanitizes the prompt and one that restores the reply."""

from __future__ import annotations

import asyncio
import gc
import threading
import traceback
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from dp_gateway_langchain import PrivateChatModel, PromptSanitizer, ReplyRestorer
from dp_gateway_langchain.chain import _links
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, ToolMessage
from langchain_core.output_parsers import JsonOutputParser, PydanticOutputParser, StrOutputParser
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.prompt_values import ChatPromptValue, StringPromptValue
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder, PromptTemplate
from langchain_core.runnables import (
    ConfigurableField,
    Runnable,
    RunnableConfig,
    RunnableGenerator,
    RunnableLambda,
    RunnablePassthrough,
)
from langchain_core.runnables.history import RunnableWithMessageHistory
from pydantic import BaseModel, Field

from dp_gateway.errors import ConfigurationError, FieldRefused, GatewayError, MalformedReply, MalformedRequest
from dp_gateway.pipeline import Gateway
from tests.integrations.langchain.scripted_models import KEY, SAID, SECRETS, Echo

FIRST = "Anna Bella Clara Dora Emma Fiona Greta Helena Irene Julia Karin Laura Maria Nora Olga Paula".split()
LAST = "Miller Smith Jones Brown Taylor Wilson Davies Evans Thomas Roberts Walker Wright Hughes Green Hall".split()


@pytest.fixture
def sanitizer(gateway: Gateway) -> PromptSanitizer:
    return PromptSanitizer(gateway=gateway, key=KEY)


@pytest.fixture(autouse=True)
def no_link_is_left() -> Iterator[None]:
    yield
    if list(_links):
        gc.collect()  # what hangs in a circle, an exception's frames for example, goes late
    assert not list(_links)


@pytest.fixture
def chain(sanitizer: PromptSanitizer, echo: Echo) -> Runnable[Any, Any]:
    return sanitizer | echo | ReplyRestorer()


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else value.text


PROMPTS = [
    SAID,
    StringPromptValue(text=SAID),
    ChatPromptValue(messages=[HumanMessage(SAID)]),
    HumanMessage(SAID),
    [HumanMessage("Hello."), AIMessage("How are you?"), HumanMessage(SAID)],
    [("human", SAID)],
    [{"role": "user", "content": SAID}],
]


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: type(prompt).__name__)
def test_every_way_to_call_with_every_kind_of_prompt(sanitizer: PromptSanitizer, echo: Echo, prompt: Any) -> None:
    # A model takes no single message.
    as_list = RunnableLambda(lambda one: [one] if isinstance(one, BaseMessage) else one)
    chain = sanitizer | as_list | echo | ReplyRestorer()

    async def later() -> list[str]:
        whole = await chain.ainvoke(prompt)
        batch = await chain.abatch([prompt, prompt])
        streamed = "".join([chunk.text async for chunk in chain.astream(prompt)])
        return [whole.text, *(one.text for one in batch), streamed]

    assert chain.invoke(prompt).text == SAID
    assert [one.text for one in chain.batch([prompt] * 3)] == [SAID] * 3
    assert dict(chain.batch_as_completed([prompt] * 3)).keys() == {0, 1, 2}
    assert "".join(chunk.text for chunk in chain.stream(prompt)) == SAID
    assert "".join(chunk.text for chunk in chain.transform(iter([prompt]))) == SAID
    assert asyncio.run(later()) == [SAID] * 4
    assert not SECRETS.search(str(echo.seen))
    assert type(sanitizer.invoke(prompt)) is type(prompt)


def test_parsers_before_and_behind_the_restorer(sanitizer: PromptSanitizer, echo: Echo) -> None:
    before = sanitizer | echo | StrOutputParser() | ReplyRestorer()
    behind = sanitizer | echo | ReplyRestorer() | StrOutputParser()
    for chain in (before, behind):
        assert chain.invoke(SAID) == SAID
        assert "".join(chain.stream(SAID)) == SAID
        assert chain.batch([SAID, "Hello."]) == [SAID, "Hello."]


class Person(BaseModel):
    name: str
    towns: list[str]
    age: int


def test_parsed_values_are_restored(sanitizer: PromptSanitizer, echo: Echo) -> None:
    said = '{"name": "Anna Miller", "towns": ["Boston"], "age": 7}'
    expected = {"name": "Anna Miller", "towns": ["Boston"], "age": 7}
    chain = sanitizer | echo | JsonOutputParser() | ReplyRestorer()
    assert chain.invoke(said) == expected
    assert list(chain.stream(said)) == [expected]
    as_object = sanitizer | echo | PydanticOutputParser(pydantic_object=Person) | ReplyRestorer()
    assert as_object.invoke(said) == Person(name="Anna Miller", towns=["Boston"], age=7)
    assert not SECRETS.search(str(echo.seen))


def test_prompt_variables_messages_and_documents_share_their_surrogates(sanitizer: PromptSanitizer, echo: Echo) -> None:
    template = ChatPromptTemplate.from_messages(
        [MessagesPlaceholder("history"), ("human", "{context} {facts} {question}")]
    )
    stuffed = RunnableLambda(lambda given: {**given, "context": given["context"][0].page_content})  # pyright: ignore[reportGeneralTypeIssues, reportIndexIssue]
    chain = sanitizer | stuffed | template | echo | StrOutputParser() | ReplyRestorer()
    variables = {
        "history": [HumanMessage("I am Anna Miller.")],
        "context": [
            Document("Anna Miller lives in Boston.", id="anna.miller", metadata={"of": "Anna Miller", "page": 3})
        ],
        "facts": {"mails": ["anna.miller@gmail.com"]},
        "question": "Where does Anna Miller live?",
    }
    said = "Anna Miller lives in Boston. {'mails': ['anna.miller@gmail.com']} Where does Anna Miller live?"
    assert chain.invoke(variables) == said
    assert "".join(chain.stream(variables)) == said
    sent = sanitizer.invoke(variables)
    assert not SECRETS.search(str(sent))
    name = sent["history"][0].text.removeprefix("I am ").removesuffix(".")
    assert sent["context"][0].metadata == {"of": name, "page": 3}
    assert name in sent["question"]
    assert list(sent) == list(variables)


def test_settings_of_a_call(gateway: Gateway, echo: Echo) -> None:
    chain = PromptSanitizer("observe", key=KEY) | echo | StrOutputParser() | ReplyRestorer()
    assert chain.invoke(SAID) == SAID
    assert echo.seen[-1][0].text == SAID
    masked = {"configurable": {"policy": "mask"}, "tags": ["a tag"], "metadata": {"some": "data"}}
    assert chain.invoke(SAID, masked) == SAID  # pyright: ignore[reportArgumentType]
    assert "<PERSON_1>" in echo.seen[-1][0].text
    several: Any = [{"configurable": {"policy": policy}} for policy in ("mask", "observe", "mask")]
    assert chain.batch([SAID] * 3, several) == [SAID] * 3
    assert ["<PERSON_1>" in messages[0].text for messages in echo.seen[-3:]] != [False] * 3
    bound = chain.with_config(configurable={"policy": "mask"})
    assert bound.invoke(SAID) == SAID
    assert "<PERSON_1>" in echo.seen[-1][0].text
    specs = {spec.id for spec in chain.config_specs}
    assert {"policy", "epsilon", "conversation"} <= specs
    with pytest.raises(ConfigurationError):
        chain.invoke(SAID, {"configurable": {"epsilon": -1}})


def test_configurable_fields_and_epsilon(echo: Echo) -> None:
    step = PromptSanitizer("tokens", key=KEY).configurable_fields(epsilon=ConfigurableField(id="privacy"))
    chain = step | echo | ReplyRestorer() | StrOutputParser()
    text = "The patient has had severe headaches since the accident in spring."
    # At another epsilon the bits are others too; that all ten words come out alike has no chance worth a number.
    for epsilon in (6.0, 8.0, 6.0):
        assert chain.invoke(text, {"configurable": {"privacy": epsilon}}) == text  # repeated word for word
    sent = [messages[-1].text for messages in echo.seen]
    assert sent[0] == sent[2] != sent[1]
    assert text not in sent


@pytest.mark.filterwarnings("ignore:RunnableWithMessageHistory is deprecated", "ignore:The class `InMemoryChat")
def test_a_conversation_with_its_history(sanitizer: PromptSanitizer, echo: Echo) -> None:
    template = ChatPromptTemplate.from_messages(
        [("system", "Be kind."), MessagesPlaceholder("history"), ("human", "{question}")]
    )
    stores: dict[str, InMemoryChatMessageHistory] = {}
    chain = RunnableWithMessageHistory(
        template | sanitizer | echo | ReplyRestorer(),
        lambda session_id: stores.setdefault(session_id, InMemoryChatMessageHistory()),
        input_messages_key="question",
        history_messages_key="history",
    )
    config: Any = {"configurable": {"session_id": "one"}}
    assert chain.invoke({"question": SAID}, config).text == SAID
    assert chain.invoke({"question": "Is Anna Miller well?"}, config).text == "Is Anna Miller well?"
    assert "".join(c.text for c in chain.stream({"question": "And Boston?"}, config)) == "And Boston?"
    kept = [message.text for message in stores["one"].messages]
    assert kept == [SAID, SAID, *["Is Anna Miller well?"] * 2, *["And Boston?"] * 2]
    assert not SECRETS.search(str(echo.seen))
    # The conversation sees one surrogate for one name, in every turn.
    first, later = echo.seen[0][1].text, echo.seen[1][1].text
    assert first == later
    assert echo.seen[1][-1].text.split("Is ")[1].split(" well")[0] in first


@pytest.mark.parametrize("name", ["user", "user_id", "langgraph_auth_user_id"])
def test_users_who_number_their_threads_alike_share_nothing(sanitizer: PromptSanitizer, echo: Echo, name: str) -> None:
    """Of 16 names one of 1,000 would be alike by chance with a probability of 2 in 100, three with one of 10^-6."""
    chain = sanitizer | echo
    sent: dict[str, list[str]] = {}
    for user in ("one", "other", "one"):
        config: Any = {"configurable": {"thread_id": "1", name: user}}
        before = len(echo.seen)
        for given in FIRST:
            chain.invoke(f"I am {given} Miller.", config)
        names = [seen[-1].text.removeprefix("I am ").split()[0] for seen in echo.seen[before:]]
        assert sent.setdefault(user, names) == names
    assert sum(one == other for one, other in zip(sent["one"], sent["other"], strict=True)) < 3


def conversations(count: int) -> list[str]:
    return [f"I am {FIRST[at % 16]} {LAST[at % 15]} and my number is {at}." for at in range(count)]


def test_threads_do_not_mix_up_conversations(chain: Runnable[Any, Any]) -> None:
    said = conversations(64)
    with ThreadPoolExecutor(16) as pool:
        whole = pool.map(lambda one: chain.invoke(one).text, said)
        streamed = pool.map(lambda one: "".join(chunk.text for chunk in chain.stream(one)), said)
        assert list(whole) == said
        assert list(streamed) == said
    assert [one.text for one in chain.batch(said, {"max_concurrency": 8})] == said


class Slow(Echo):
    """Answers when all others have been asked, in the order of the last one first."""

    async def _agenerate(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        for _ in range(40):
            await asyncio.sleep(0)
        return self._generate(messages)


def test_tasks_do_not_mix_up_conversations(sanitizer: PromptSanitizer) -> None:
    chain = sanitizer | Slow(seen=[]) | ReplyRestorer()
    said = conversations(64)

    async def streamed(one: str) -> str:
        return "".join([chunk.text async for chunk in chain.astream(one)])

    async def all_at_once() -> tuple[list[str], list[str], list[str]]:
        whole = [one.text for one in await asyncio.gather(*map(chain.ainvoke, said))]
        pieces = await asyncio.gather(*map(streamed, said))
        return whole, list(pieces), [one.text for one in await chain.abatch(said)]

    assert asyncio.run(all_at_once()) == (said, said, said)


def test_chains_inside_chains(sanitizer: PromptSanitizer, echo: Echo) -> None:
    inner = sanitizer | echo | ReplyRestorer() | StrOutputParser()
    both: Runnable[Any, Any] = RunnablePassthrough() | {"one": inner, "other": inner} | RunnableLambda(str)
    assert both.invoke(SAID) == str({"one": SAID, "other": SAID})
    twice = sanitizer | echo | ReplyRestorer() | StrOutputParser() | sanitizer | echo | ReplyRestorer()
    assert twice.invoke(SAID).text == SAID
    assert "".join(chunk.text for chunk in twice.stream(SAID)) == SAID
    called = RunnableLambda(lambda said: ReplyRestorer().invoke(echo.invoke(sanitizer.invoke(said))))
    assert called.invoke(SAID).text == SAID


def test_a_private_model_sanitizes_nothing_again(sanitizer: PromptSanitizer, gateway: Gateway, echo: Echo) -> None:
    private = PrivateChatModel(echo, gateway=gateway, key=KEY)
    chain = sanitizer | private | ReplyRestorer()
    assert chain.invoke(SAID).text == SAID
    assert "".join(chunk.text for chunk in chain.stream(SAID)) == SAID
    assert {messages[0].text for messages in echo.seen} == {sanitizer.invoke(SAID)}
    assert private.invoke(SAID).text == SAID
    # A template adds to what was sanitized, so all of it is sanitized once more, and comes back by both.
    template = ChatPromptTemplate.from_template("Again: {said}")
    assert (sanitizer | template | private | ReplyRestorer()).invoke({"said": SAID}).text == f"Again: {SAID}"
    assert not SECRETS.search(str(echo.seen))


def test_a_batch_with_bad_prompts(chain: Runnable[Any, Any]) -> None:
    bad = [{"role": "user", "content": SAID, "wrong": object()}]
    first, broken, last = chain.batch([SAID, bad, SAID], return_exceptions=True)
    assert (first.text, last.text) == (SAID, SAID)
    assert isinstance(broken, Exception)
    with pytest.raises(GatewayError):
        chain.batch([SAID, 7])


def test_the_restorer_alone_says_what_to_do(sanitizer: PromptSanitizer, echo: Echo) -> None:
    with pytest.raises(ConfigurationError, match=r"outside a chain(.|\n)*PromptSanitizer\(\) \| model"):
        ReplyRestorer().invoke(AIMessage("Hello."))
    with pytest.raises(ConfigurationError, match="outside a chain"):
        list(ReplyRestorer().transform(iter(["Hello."])))
    for chain in (echo | ReplyRestorer(), sanitizer | echo | ReplyRestorer() | ReplyRestorer()):
        with pytest.raises(ConfigurationError, match="no prompt of this run"):
            chain.invoke(SAID)
        with pytest.raises(ConfigurationError, match="no prompt of this run"):
            list(chain.stream(SAID))
    with pytest.raises(ConfigurationError, match="no prompt of this run"):
        ((sanitizer | echo).with_config(run_name="inside") | ReplyRestorer()).invoke(SAID)
    with pytest.raises(ConfigurationError, match="two prompts of one run"):
        (sanitizer | sanitizer | echo | ReplyRestorer()).invoke(SAID)


def test_two_prompts_of_one_run_are_never_mixed_up(sanitizer: PromptSanitizer, echo: Echo) -> None:
    started = threading.Barrier(2)

    def both(_: Any) -> Any:
        def one(said: str) -> Any:
            try:
                prompt = sanitizer.invoke(said)
            finally:  # one that is refused is waited for as well
                started.wait(60)
            return ReplyRestorer().invoke(prompt)

        from langchain_core.runnables.config import ContextThreadPoolExecutor

        with ContextThreadPoolExecutor(2) as pool:
            return [pool.submit(one, said) for said in (SAID, "I am Bob Smith.")]

    futures = RunnableLambda(both).invoke(0)
    failed = [future.exception() for future in futures]
    assert any(isinstance(error, ConfigurationError) and "two prompts" in str(error) for error in failed)
    assert all(f.result() in (SAID, "I am Bob Smith.") for f, error in zip(futures, failed, strict=True) if not error)


class Fails(Echo):
    """Fails; as a stream, after its first words."""

    def _generate(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("the model failed")

    def _stream(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        yield ChatGenerationChunk(message=AIMessageChunk(messages[-1].text[:9]))  # pyright: ignore[reportCallIssue]
        raise RuntimeError("the model failed")


def test_a_model_that_fails(sanitizer: PromptSanitizer, echo: Echo) -> None:
    chain = sanitizer | Fails(seen=[]) | ReplyRestorer()
    for _ in range(3):
        with pytest.raises(RuntimeError, match="the model failed"):
            chain.invoke(SAID)
        with pytest.raises(RuntimeError, match="the model failed"):
            list(chain.stream(SAID))
    answers = (sanitizer | Fails(seen=[]).with_fallbacks([echo]) | ReplyRestorer()).batch([SAID] * 2)
    assert [one.text for one in answers] == [SAID] * 2
    # A chain that nobody ends.
    (sanitizer | echo).invoke(SAID)


def test_a_consumer_that_stops(chain: Runnable[Any, Any]) -> None:
    stream: Any = chain.stream(SAID)
    assert next(piece.text for piece in stream if piece.text)
    stream.close()
    unread: Any = chain.stream(SAID)
    unread.close()

    async def later() -> None:
        stream: Any = chain.astream(SAID)
        await anext(stream)
        await stream.aclose()
        before = asyncio.all_tasks()
        await asyncio.sleep(0)
        assert before == {asyncio.current_task()}

    asyncio.run(later())


class Endless(Echo):
    """Never answers."""

    begun: list[str] = Field(default_factory=list)

    async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
        self.begun.append("whole")
        await asyncio.Event().wait()

    async def _astream(self, messages: Any, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        for chunk in self._stream(messages):
            yield chunk
        self.begun.append("streamed")
        await asyncio.Event().wait()


def test_cancellation(sanitizer: PromptSanitizer) -> None:
    endless = Endless(seen=[])
    chain = sanitizer | endless | ReplyRestorer()

    async def consume() -> None:
        async for _ in chain.astream(SAID):
            pass

    async def cancelled(work: Any) -> None:
        task, before = asyncio.ensure_future(work), len(endless.begun)
        while len(endless.begun) == before:
            assert not task.done()
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 60)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(cancelled(chain.ainvoke(SAID)))
    asyncio.run(cancelled(consume()))
    asyncio.run(cancelled(chain.abatch([SAID] * 3)))


class Raises(BaseCallbackHandler):
    """A callback that fails where it is allowed to."""

    raise_error = True

    def on_chat_model_start(self, *args: Any, **kwargs: Any) -> None:
        raise ValueError("the callback failed")


def test_a_callback_that_fails(chain: Runnable[Any, Any]) -> None:
    config: RunnableConfig = {"callbacks": [Raises()]}
    with pytest.raises(ValueError, match="the callback failed"):
        chain.invoke(SAID, config)
    with pytest.raises(ValueError, match="the callback failed"):
        list(chain.stream(SAID, config))
    assert chain.invoke(SAID).text == SAID


def nothing(_: Any) -> None:
    return None


async def nothing_later(chunks: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for _ in chunks:
        pass
    for none in ():
        yield none


def no_chunks(chunks: Iterator[Any]) -> Iterator[Any]:
    list(chunks)
    yield from ()


def test_a_model_that_replies_nothing(sanitizer: PromptSanitizer) -> None:
    with pytest.raises(MalformedReply, match="nothing"):
        (sanitizer | RunnableLambda(nothing) | ReplyRestorer()).invoke(SAID)
    empty = sanitizer | RunnableGenerator(no_chunks, nothing_later) | ReplyRestorer()
    with pytest.raises(MalformedReply, match="nothing"):
        list(empty.stream(SAID))

    async def later() -> None:
        async for _ in empty.astream(SAID):
            pass

    with pytest.raises(MalformedReply, match="nothing"):
        asyncio.run(later())
    assert (sanitizer | RunnableLambda(lambda _: AIMessage("")) | ReplyRestorer()).invoke(SAID).text == ""


class Foreign(BaseMessage):
    """A message of a kind that nobody knows."""

    type: str = "foreign"


BAD = [
    (7, MalformedRequest, "type int"),
    (None, MalformedRequest, "type NoneType"),
    (b"Anna Miller", MalformedRequest, "type bytes"),
    ([SAID, object()], MalformedRequest, "cannot be read as a message"),
    ([{"role": "Anna Miller", "content": SAID}], MalformedRequest, "cannot be read as a message"),
    ([Foreign(SAID)], FieldRefused, r"messages\[0\] is of a kind"),  # pyright: ignore[reportCallIssue]
    ([ToolMessage(SAID, tool_call_id="call_1")], MalformedRequest, "answers a tool call"),
    ([HumanMessage([{"type": "hologram", "of": SAID}])], FieldRefused, "type is of a kind"),
    (
        [HumanMessage([{"type": "image_url", "image_url": {"url": "data:image/png;base64,QW5uYQ=="}}])],
        FieldRefused,
        "image_url",
    ),
    ({"question": SAID, "when": threading.Lock()}, MalformedRequest, r"variables\[1\] must be JSON"),
    ({"history": [HumanMessage(SAID), SAID]}, MalformedRequest, "must be JSON"),
    ({7: SAID}, MalformedRequest, "name of a prompt variable"),
]


@pytest.mark.parametrize(("prompt", "kind", "says"), BAD, ids=range(len(BAD)))
def test_bad_prompts(chain: Runnable[Any, Any], echo: Echo, prompt: Any, kind: type[Exception], says: str) -> None:
    async def later() -> None:
        await chain.ainvoke(prompt)

    for call in (
        lambda: chain.invoke(prompt),
        lambda: list(chain.stream(prompt)),
        lambda: chain.batch([prompt]),
        lambda: asyncio.run(later()),
    ):
        with pytest.raises(kind, match=says) as caught:
            call()
        shown = "".join(traceback.format_exception(caught.value, limit=0))
        assert not SECRETS.search(shown)
    assert not echo.seen


def test_a_reply_of_no_kind_that_is_known(sanitizer: PromptSanitizer) -> None:
    with pytest.raises(MalformedReply, match=r"type [Ll]ock"):
        (sanitizer | RunnableLambda(lambda _: {"a": threading.Lock()}) | ReplyRestorer()).invoke(SAID)


def test_steps_as_they_come() -> None:
    from langchain_core.load import dumps

    chain = PromptTemplate.from_template("{x}") | PromptSanitizer("mask", key=KEY) | ReplyRestorer()
    assert KEY.subkey(b"x").hex() not in dumps(chain)
    assert "a key of repeatable draws" not in dumps(chain) + repr(chain)
    assert chain.get_graph().nodes
    assert AIMessageChunk("a") + AIMessageChunk("b")  # pyright: ignore[reportCallIssue]
    assert PromptSanitizer("mask").policy == "mask"
