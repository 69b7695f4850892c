"""Sanitizes documents, texts to embed and what retrievers find, before a store, a provider or a prompt sees them.

Chains take `DocumentSanitizer`, `PrivateEmbeddings` and `SanitizedRetriever` from here.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast
from uuid import UUID
from weakref import WeakKeyDictionary

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    BaseCallbackHandler,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.embeddings import Embeddings
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig, ensure_config
from langchain_core.tracers.context import register_configure_hook

from dp_gateway.errors import ConfigurationError, check_argument
from dp_gateway.exchange import Exchange, ScopeKind, already_sanitized
from dp_gateway.policy import Policy
from dp_gateway_langchain.doors import DoorFields, run_of
from dp_gateway_langchain.requests import PROMPT, body_from, document_from, fields_of
from dp_gateway_langchain.tracing import trace_safe


class _EachAlone(DoorFields):
    """Texts that are sanitized each for itself, whoever asks and in whatever order.

    What becomes of a text depends on it and the key alone, so a question names a person as the documents do.
    """

    scope: ScopeKind = "tenant"

    def _opened(self, documents: Sequence[dict[str, Any]]) -> list[Exchange]:
        bodies, configs = [{"documents": [one]} for one in documents], [None] * len(documents)
        opened = self._door.open_many(PROMPT, bodies, configs, self.epsilon, return_exceptions=False)
        return cast("list[Exchange]", opened)


class DocumentSanitizer(_EachAlone, BaseDocumentTransformer):
    """Sanitizes documents, their metadata included, before they are stored, embedded or handed on.

    Ids are replaced by keyed hashes, one always by the same. Nothing restores what is stored:
    where answers have to be, keep the originals and sanitize what leaves (`PrivateEmbeddings`, `PromptSanitizer`).
    """

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        """Sanitize documents before they are stored or embedded; the given ones are not changed.

        Raises:
            ConfigurationError: one of them is no document.
            RequestError: metadata is not JSON.
            GatewayError: a document cannot be sanitized.
        """
        for one in documents:
            check_argument("a document", one, Document, hint='give a list: [Document("...")]')
        opened = self._opened([fields_of(one) for one in documents])
        return [document_from(exchange.body["documents"][0]) for exchange in opened]

    async def atransform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        """Sanitize documents as `transform_documents` does, in a thread beside the event loop."""
        return await asyncio.to_thread(self.transform_documents, documents)


class PrivateEmbeddings(_EachAlone, Embeddings):
    """Embeddings of sanitized texts: the model sees no private text, and a store beside it may hold the originals.

    Attributes:
        embeddings: any embeddings.
    """

    embeddings: Embeddings

    def __init__(
        self, embeddings: Embeddings | None = None, policy: Policy | str | Path = "entities", **options: Any
    ) -> None:
        given: dict[str, Any] = options if embeddings is None else {"embeddings": embeddings, **options}
        super().__init__(policy=policy, **given)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed sanitized texts: one vector for each document."""
        sanitized = self._sanitized(texts)
        with already_sanitized(sanitized):
            return self.embeddings.embed_documents(sanitized)

    def embed_query(self, text: str) -> list[float]:
        """Embed a sanitized question."""
        sanitized = self._sanitized([text])
        with already_sanitized(sanitized):
            return self.embeddings.embed_query(sanitized[0])

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed sanitized texts: one vector for each document."""
        sanitized = await asyncio.to_thread(self._sanitized, texts)
        with already_sanitized(sanitized):
            return await self.embeddings.aembed_documents(sanitized)

    async def aembed_query(self, text: str) -> list[float]:
        """Embed a sanitized question."""
        sanitized = await asyncio.to_thread(self._sanitized, [text])
        with already_sanitized(sanitized):
            return await self.embeddings.aembed_query(sanitized[0])

    def _sanitized(self, texts: Sequence[str]) -> list[str]:
        opened = self._opened([{"page_content": text} for text in texts])
        return [exchange.body["documents"][0]["page_content"] for exchange in opened]


class Retrieved(NamedTuple):
    """One document. `sanitized` and `original`: its fields. `surrogates`: what stands in it for entities."""

    sanitized: Mapping[str, Any]
    original: Mapping[str, Any]
    surrogates: Sequence[str]

    @property
    def text(self) -> str:
        """Its text as it may leave."""
        return self.sanitized["page_content"]


_NAME = re.compile(r"[^\W\d_]{4}")
"""Numbers and short words stand in a prompt for reasons of their own."""

_outer: WeakKeyDictionary[UUID, UUID] = WeakKeyDictionary()
_documents: WeakKeyDictionary[UUID, list[Retrieved]] = WeakKeyDictionary()
_lock = threading.Lock()


class _Runs(BaseCallbackHandler):
    """Hears which run stands in which."""

    run_inline = True

    @property
    def ignore_llm(self) -> bool:
        return True

    @property
    def ignore_chat_model(self) -> bool:
        return True

    def on_chain_start(
        self,
        serialized: dict[str, Any] | None,
        inputs: Any,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **kwargs: Any,
    ) -> None:
        if parent_run_id is not None:
            with _lock:
                _outer[run_id] = parent_run_id


@cache
def switch_on() -> None:
    """Hear of all runs from now on."""
    # One handler for every context: that is what is wanted of a default.
    handler: ContextVar[BaseCallbackHandler | None] = ContextVar("runs", default=_Runs())  # noqa: B039
    register_configure_hook(handler, inheritable=True)


def remember(config: RunnableConfig, found: Sequence[Retrieved]) -> None:
    """Keep what was retrieved for the prompts of the runs around it."""
    with _lock:
        for run in _around(run_of(config)):
            _documents.setdefault(run, []).extend(found)


def _around(run: UUID | None) -> Iterator[UUID]:
    while run is not None:
        yield run
        run = _outer.get(run)


def with_originals(body: dict[str, Any], config: RunnableConfig) -> dict[str, Any]:
    """Put the originals into a request for sanitized documents of its chain, so that all is drawn together. Raises
    ConfigurationError where it cannot be told where a document stands, as it was changed or its text stands elsewhere
    too.
    """
    known = _known(config)
    if not known:
        return body
    texts = {one.text: str(one.original["page_content"]) for one in known}
    if any(texts[one.text] != one.original["page_content"] for one in known):
        raise _ambiguous()
    pattern = re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))))
    seen: Counter[str] = Counter()
    rest: list[str] = []

    def original(match: re.Match[str]) -> str:
        seen[match[0]] += 1
        return texts[match[0]]

    def replaced(text: str) -> str:
        rest.append(pattern.sub("\0", text))
        return pattern.sub(original, text)

    documents: list[Any] = []
    for fields in body.get("documents", ()):
        whole = next((one for one in known if one.sanitized == fields), None)
        if whole is not None:
            seen[whole.text] += 1
        documents.append(_mapped(fields, replaced) if whole is None else whole.original)
    new = {name: documents if name == "documents" else _mapped(value, replaced) for name, value in body.items()}
    if seen - Counter(one.text for one in known) or _stands(known, "\0".join(rest)):
        raise _ambiguous()
    return new


def _known(config: RunnableConfig) -> list[Retrieved]:
    """The documents of the nearest run around a step that has any."""
    if not len(_documents):
        return []
    with _lock:
        for run in _around(run_of(config)):
            if found := _documents.get(run):
                return [one for one in found if one.sanitized != one.original]
    return []


def _stands(known: Sequence[Retrieved], text: str) -> bool:
    """Whether a name that a document has from us stands somewhere else: nothing but a part of the document has it.

    Other blanks between the words of a name do not make it another one.
    """
    names = {surrogate for one in known for surrogate in one.surrogates if _NAME.search(surrogate)}
    spread = (r"\s+".join(map(re.escape, name.split())) for name in names if name.split()[0] in text)
    return any(re.search(rf"(?<!\w){name}(?!\w)", text) for name in spread)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in cast(list[Any], value)]
    if isinstance(value, Mapping):
        return {name: _mapped(one, change) for name, one in cast(Mapping[str, Any], value).items()}
    return value


def _ambiguous() -> ConfigurationError:
    return ConfigurationError(
        "the prompt holds a part of a sanitized document, or one more often than it was retrieved",
        hint="put documents whole and once into the prompt, or hand PromptSanitizer the documents themselves: "
        "{'context': retriever, 'question': ...} | PromptSanitizer() | prompt | model | ReplyRestorer()",
    )


class SanitizedRetriever(DoorFields, BaseRetriever):
    """Wraps any retriever: its documents come sanitized, and a `PromptSanitizer` of the same chain knows them.

    That step draws documents and question together, so a name is one surrogate in both, nothing is drawn twice, and
    the answer is restored: `{"context": retriever | join, "question": ...} | prompt | PromptSanitizer() | model |
    ReplyRestorer()`. Join the documents whole.

    It opens no run of its own; tracers are told of the retriever inside without texts.

    Attributes:
        retriever: any retriever.
        sanitize_query: the retriever is remote, and gets the question sanitized too.
    """

    retriever: BaseRetriever
    sanitize_query: bool = False

    def __init__(
        self, retriever: BaseRetriever | None = None, policy: Policy | str | Path = "entities", **options: Any
    ) -> None:
        given: dict[str, Any] = options if retriever is None else {"retriever": retriever, **options}
        super().__init__(policy=policy, **given)

    def model_post_init(self, context: Any, /) -> None:
        """Make the gateway as every part does, and listen to the runs of the chain; pydantic calls it."""
        super().model_post_init(context)
        switch_on()

    def invoke(self, input: str, config: RunnableConfig | None = None, **kwargs: Any) -> list[Document]:
        """Retrieve documents for a question, and sanitize their texts and metadata.

        Raises:
            RequestError: metadata of a document is not JSON.
            GatewayError: a document cannot be sanitized.
        """
        config = ensure_config(config)
        asked = self._query(input, config) if self.sanitize_query else input
        found = trace_safe(self.retriever).invoke(asked, config, **kwargs)
        return self._sanitized(input, found, config)

    async def ainvoke(self, input: str, config: RunnableConfig | None = None, **kwargs: Any) -> list[Document]:
        """Retrieve and sanitize documents as `invoke` does, beside the event loop."""
        config = ensure_config(config)
        asked = await asyncio.to_thread(self._query, input, config) if self.sanitize_query else input
        found = await trace_safe(self.retriever).ainvoke(asked, config, **kwargs)
        return await asyncio.to_thread(self._sanitized, input, found, config)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return self.invoke(query, {"callbacks": run_manager.get_child()})

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        return await self.ainvoke(query, {"callbacks": run_manager.get_child()})

    def _opened(self, body: dict[str, Any], config: RunnableConfig) -> Exchange:
        return self._door.open(PROMPT, body, config, self.epsilon)

    def _query(self, query: str, config: RunnableConfig) -> str:
        return self._opened(body_from(query), config).body["messages"][0]["content"]

    def _sanitized(self, query: str, found: list[Document], config: RunnableConfig) -> list[Document]:
        # With the question, so that no surrogate of a document is what the question speaks of.
        listed = [fields_of(one) for one in found]
        exchange = self._opened({**body_from(query), "documents": listed}, config)
        sanitized = exchange.body["documents"]
        surrogates = [
            one.text[span.sanitized_start : span.sanitized_end]
            for one in exchange.request.texts
            for span in one.spans
            if span.unit not in ("word", "digits")
        ]
        pairs = zip(sanitized, listed, strict=True)
        remember(config, [Retrieved(new, old, surrogates) for new, old in pairs])
        return [document_from(fields) for fields in sanitized]
