"""A retriever whose documents are sanitized when they come out of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig, ensure_config

from dp_gateway.exchange import Exchange
from dp_gateway.policy import Policy
from dp_gateway_langchain import retrieved
from dp_gateway_langchain.doors import DoorFields
from dp_gateway_langchain.prompts import PROMPT, body_from, document_from, fields_of
from dp_gateway_langchain.tracing import trace_safe

__all__ = ["SanitizedRetriever"]


class SanitizedRetriever(DoorFields, BaseRetriever):
    """Any retriever; its documents come sanitized, and a `PromptSanitizer` of the same chain knows them.

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
        """Open the door, and hear of runs."""
        super().model_post_init(context)
        retrieved.switch_on()

    def invoke(self, input: str, config: RunnableConfig | None = None, **kwargs: Any) -> list[Document]:  # noqa: A002
        """Sanitized documents.

        Raises:
            RequestError: metadata of a document is not JSON.
            GatewayError: a document cannot be sanitized.
        """
        config = ensure_config(config)
        asked = self._query(input, config) if self.sanitize_query else input
        found = trace_safe(self.retriever).invoke(asked, config, **kwargs)
        return self._sanitized(input, found, config)

    async def ainvoke(self, input: str, config: RunnableConfig | None = None, **kwargs: Any) -> list[Document]:  # noqa: A002
        """Sanitized documents, as `invoke` gives them."""
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
        retrieved.remember(config, [retrieved.Retrieved(new, old, surrogates) for new, old in pairs])
        return [document_from(fields) for fields in sanitized]
