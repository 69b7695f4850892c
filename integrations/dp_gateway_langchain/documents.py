"""Documents and embeddings: texts are sanitized before a store or a provider of embeddings sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.embeddings import Embeddings

from dp_gateway.exchange import Exchange, ScopeKind, already_sanitized
from dp_gateway.policy import Policy
from dp_gateway_langchain.doors import DoorFields
from dp_gateway_langchain.prompts import PROMPT, document_from, fields_of

__all__ = ["DocumentSanitizer", "PrivateEmbeddings"]


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

    def __init__(self, policy: Policy | str | Path = "entities", **options: Any) -> None:
        super().__init__(policy=policy, **options)

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        """New documents; the old ones are not changed.

        Raises:
            RequestError: metadata is not JSON.
            GatewayError: a document cannot be sanitized.
        """
        opened = self._opened([fields_of(one) for one in documents])
        return [document_from(exchange.body["documents"][0]) for exchange in opened]

    async def atransform_documents(self, documents: Sequence[Document], **kwargs: Any) -> list[Document]:
        """Documents with their texts sanitized, beside the event loop."""
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
        """Vectors of sanitized texts, one for each document."""
        sanitized = self._sanitized(texts)
        with already_sanitized(sanitized):
            return self.embeddings.embed_documents(sanitized)

    def embed_query(self, text: str) -> list[float]:
        """The vector of a sanitized question."""
        sanitized = self._sanitized([text])
        with already_sanitized(sanitized):
            return self.embeddings.embed_query(sanitized[0])

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectors of sanitized texts, one for each document."""
        sanitized = await asyncio.to_thread(self._sanitized, texts)
        with already_sanitized(sanitized):
            return await self.embeddings.aembed_documents(sanitized)

    async def aembed_query(self, text: str) -> list[float]:
        """The vector of a sanitized question."""
        sanitized = await asyncio.to_thread(self._sanitized, [text])
        with already_sanitized(sanitized):
            return await self.embeddings.aembed_query(sanitized[0])

    def _sanitized(self, texts: Sequence[str]) -> list[str]:
        opened = self._opened([{"page_content": text} for text in texts])
        return [exchange.body["documents"][0]["page_content"] for exchange in opened]
