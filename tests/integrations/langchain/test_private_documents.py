"""Documents and embeddings, and chains that answer from private documents."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from dp_gateway_langchain import (
    DocumentSanitizer,
    PrivateEmbeddings,
    PromptSanitizer,
    ReplyRestorer,
    SanitizedRetriever,
    documents,
)
from dp_gateway_langchain.chain import _links
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableLambda, RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore

from dp_gateway.errors import ConfigurationError, MalformedRequest
from dp_gateway.pipeline import Gateway
from tests.integrations.langchain.scripted_models import KEY, Echo, Recorder

SECRETS = re.compile(r"\b(anna|miller|boston|smith|denver|baker)\b", re.IGNORECASE)
TEXTS = ["Anna Miller lives in Boston.", "Bob Smith is a nurse in Denver."]
QUESTION = "Where does Anna Miller live?"
ANSWER = f"{TEXTS[0]}\n\n{TEXTS[1]}\nQ: {QUESTION}"


class Listed(BaseRetriever):
    """Gives the same documents whatever is asked."""

    asked: list[str] = []  # noqa: RUF012

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        self.asked.append(query)
        return [Document(TEXTS[0], metadata={"by": "Tom Baker", "page": 3}), Document(TEXTS[1], id="bob smith")]


class Recording(Embeddings):
    """Counts letters, and keeps what it saw."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.seen += texts
        return [[float(text.count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@pytest.fixture
def retriever(gateway: Gateway) -> SanitizedRetriever:
    return SanitizedRetriever(Listed(asked=[]), gateway=gateway, key=KEY)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    if list(_links) or list(documents._documents):
        gc.collect()  # what hangs in a circle, an exception's frames for example, goes late
    assert not list(_links)
    assert not list(documents._documents)


def rag(retriever: Any, gateway: Gateway, model: Any, join: Any = "\n\n".join) -> Runnable[Any, str]:
    def one_text(found: Any) -> str:
        return join(one.page_content for one in found)

    stuffed = RunnableLambda(one_text)
    template = ChatPromptTemplate.from_template("{context}\nQ: {question}")
    sanitizer = PromptSanitizer(gateway=gateway, key=KEY)
    made: Any = {"context": retriever | stuffed, "question": RunnablePassthrough()}
    return made | template | sanitizer | model | StrOutputParser() | ReplyRestorer()


def names(text: str) -> list[str]:
    return re.findall(r"(?:^|Where does )(\w+ \w+) (?:lives?|is)", text, re.MULTILINE)


def test_documents_and_question_share_their_surrogates(
    retriever: SanitizedRetriever, gateway: Gateway, echo: Echo
) -> None:
    chain = rag(retriever, gateway, echo)

    async def later() -> list[str]:
        streamed = "".join([piece async for piece in chain.astream(QUESTION)])
        return [await chain.ainvoke(QUESTION), streamed, *await chain.abatch([QUESTION])]

    assert chain.invoke(QUESTION) == "".join(chain.stream(QUESTION)) == ANSWER
    assert chain.batch([QUESTION] * 3) == [ANSWER] * 3
    assert asyncio.run(later()) == [ANSWER] * 3
    for messages in echo.seen:
        sent = messages[0].text
        assert not SECRETS.search(sent)
        first, second, asked = names(sent)
        assert first == asked != second


def test_documents_as_prompt_variables(retriever: SanitizedRetriever, gateway: Gateway, echo: Echo) -> None:
    def stuffed(given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "context": "\n\n".join(f"{one.page_content} {one.metadata}" for one in given["context"])}

    made: Any = {"context": retriever, "question": RunnablePassthrough()}
    template = ChatPromptTemplate.from_template("{context}\nQ: {question}")
    chain = made | PromptSanitizer(gateway=gateway, key=KEY) | stuffed | template | echo | StrOutputParser()
    said = f"{TEXTS[0]} {{'by': 'Tom Baker', 'page': 3}}\n\n{TEXTS[1]} {{}}\nQ: {QUESTION}"
    assert (chain | ReplyRestorer()).invoke(QUESTION) == said
    assert not SECRETS.search(str(echo.seen))


def test_threads_keep_their_documents_apart(gateway: Gateway) -> None:
    class OfTheAsked(Listed):
        def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
            return [Document(f"{query.rsplit(maxsplit=1)[-1]} Miller lives in Boston.")]

    chain = rag(SanitizedRetriever(OfTheAsked(asked=[]), gateway=gateway, key=KEY), gateway, Echo(seen=[]))
    first = "Anna Bella Clara Dora Emma Fiona Greta Helena Irene Julia Karin Laura Maria Nora Olga Paula".split()
    expected = [f"{name} Miller lives in Boston.\nQ: Who is {name}" for name in first]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(chain.invoke, [f"Who is {name}" for name in first])) == expected

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*(chain.ainvoke(f"Who is {name}") for name in first))

    assert asyncio.run(all_at_once()) == expected
    both: Any = RunnablePassthrough() | {"one": chain, "other": chain}
    assert both.invoke("Who is Anna") == {"one": expected[0], "other": expected[0]}


def test_changed_documents_are_refused(retriever: SanitizedRetriever, gateway: Gateway, echo: Echo) -> None:
    """A part of a sanitized document cannot be told from the rest of the prompt, so its reply could not be restored."""
    for join in (
        lambda texts: "\n".join(text[:14] for text in texts),
        lambda texts: "\n".join([*texts] * 2),
        lambda texts: "\n".join(text.replace(" ", "  ") for text in texts),
    ):
        with pytest.raises(ConfigurationError, match="a part of a sanitized document") as caught:
            rag(retriever, gateway, echo, lambda found, join=join: join(list(found))).invoke(QUESTION)
        assert not SECRETS.search(str(caught.value))
    assert not echo.seen
    # One that is left out is no matter.
    assert rag(retriever, gateway, echo, lambda found: next(iter(found))).invoke(QUESTION).startswith(TEXTS[0])


def test_the_retriever_alone(retriever: SanitizedRetriever) -> None:
    assert not SECRETS.search(str(retriever.invoke(QUESTION)))
    assert not SECRETS.search(str(asyncio.run(retriever.ainvoke(QUESTION))))
    assert not SECRETS.search(str(retriever.batch([QUESTION] * 2)))
    inside: Any = retriever.retriever
    assert inside.asked == [QUESTION] * 4


def test_a_remote_retriever_gets_the_question_sanitized(gateway: Gateway) -> None:
    inside = Listed(asked=[])
    retriever = SanitizedRetriever(inside, gateway=gateway, key=KEY, sanitize_query=True)
    config: Any = {"configurable": {"conversation": "one"}}
    first = retriever.invoke(QUESTION, config)
    asyncio.run(retriever.ainvoke(QUESTION, config))
    assert not SECRETS.search(str(inside.asked))
    assert names(inside.asked[0])[0] == names(first[0].page_content)[0]


def test_tracers_are_told_no_private_text(retriever: SanitizedRetriever) -> None:
    told = Recorder()
    retriever.invoke(QUESTION, {"callbacks": [told]})
    assert [one.split()[0] for one in told.told] == ["on_retriever_start", "on_retriever_end"]
    assert not SECRETS.search("\n".join(told.told))


def test_documents_are_sanitized_each_for_itself(gateway: Gateway) -> None:
    documents = Listed(asked=[]).invoke("")
    sanitizer = DocumentSanitizer(gateway=gateway, key=KEY)
    done = sanitizer.transform_documents(documents)
    assert done == asyncio.run(sanitizer.atransform_documents(documents))
    assert done[::-1] == sanitizer.transform_documents(documents[::-1])
    assert not SECRETS.search(str(done))
    assert done[0].metadata["page"] == 3
    assert done[1].id
    assert documents == Listed(asked=[]).invoke("")
    assert sanitizer.transform_documents([]) == []
    with pytest.raises(MalformedRequest, match=r"documents\[0\]\.metadata"):
        sanitizer.transform_documents([Document("Anna Miller", metadata={"at": datetime(2026, 1, 1)})])


def test_a_store_of_originals_with_embeddings_of_sanitized_texts(gateway: Gateway) -> None:
    inside = Recording()
    embeddings = PrivateEmbeddings(inside, gateway=gateway, key=KEY)
    store = InMemoryVectorStore(embeddings)
    store.add_documents([Document(text) for text in TEXTS])
    assert store.similarity_search("Anna Miller lives in Boston", k=1)[0].page_content == TEXTS[0]

    async def later() -> list[list[float]]:
        return [await embeddings.aembed_query(TEXTS[0]), *await embeddings.aembed_documents(TEXTS)]

    vectors = asyncio.run(later())
    # A question names a person as the documents do, whoever is asked with it.
    assert vectors[0] == vectors[1] == embeddings.embed_query(TEXTS[0]) != vectors[2]
    assert not SECRETS.search(str(inside.seen))
    assert inside.seen[0] == inside.seen[-1]


def test_every_word_of_a_text_may_be_drawn(gateway: Gateway) -> None:
    inside = Recording()
    PrivateEmbeddings(inside, "tokens", epsilon=3, key=KEY).embed_documents([TEXTS[0] * 3])
    assert inside.seen[0] != TEXTS[0] * 3
