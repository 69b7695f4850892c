"""OpenAI embeddings of the public vocabulary: batched, retried, and resumed where an interrupted build stopped."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import EmbedderRefused, MissingApiKey
from dp_gateway.vocabulary.embedders.base import Progress

if TYPE_CHECKING:
    from openai import OpenAI

MODELS = ("text-embedding-3-small", "text-embedding-ada-002")

_BATCH = 1024
"""Texts of a request; the service takes 2,048, and at most 300,000 tokens, which words never reach."""

_RETRIES = 6


class OpenAIEmbedder:
    """Vectors from an OpenAI-compatible `/embeddings` endpoint.

    Args:
        cache: folder in which each finished batch is kept, so that nothing is asked for twice; None keeps nothing.
        api_key, base_url: as in the OpenAI SDK; OPENAI_API_KEY and OPENAI_BASE_URL where None.
        batch: texts of a request.
    """

    local = False
    normalize = True

    def __init__(
        self,
        model: str = MODELS[0],
        *,
        cache: Path | None = None,
        api_key: str | None = None,
        base_url: str | None = None,
        batch: int = _BATCH,
    ) -> None:
        key = api_key or os.environ.get("OPENAI_API_KEY")
        if not key:
            raise MissingApiKey(
                f"the embedder openai:{model} needs an API key",
                hint="export OPENAI_API_KEY=..., or build offline: dp-gateway index build --embedder wordllama",
            )
        self.model, self.name = model, f"openai:{model}"
        self._key, self._base_url, self._cache, self._batch = key, base_url, cache, batch

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Return vectors of texts, shape (len(texts), d); the empty text has a row of NaN. Raises EmbedderRefused where
        the service refused, kept failing after several attempts, or answered nonsense.
        """
        parts: list[NDArray[np.float32]] = []
        for batch in self._batches(texts):
            parts.append(self._cached(batch))
            if parts[-1].shape[1] != parts[0].shape[1]:
                raise EmbedderRefused(
                    f"{self.name} answered with {parts[-1].shape[1]} dimensions after {parts[0].shape[1]}",
                    hint="check that one model serves all requests, and clear the cache of batches",
                )
            if progress is not None:
                progress(len(batch))
        return np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)

    def _batches(self, texts: Sequence[str]) -> Iterator[Sequence[str]]:
        for start in range(0, len(texts), self._batch):
            yield texts[start : start + self._batch]

    def _cached(self, batch: Sequence[str]) -> NDArray[np.float32]:
        if self._cache is None:
            return self._ask(batch)
        identity = json.dumps([self.model, self._base_url, list(batch)]).encode()
        file = self._cache / f"{hashlib.sha256(identity).hexdigest()}.npy"
        try:
            stored: NDArray[np.float32] = np.load(file)
            if len(stored) == len(batch):
                return stored
        except (OSError, ValueError, EOFError):
            pass  # not asked for yet, or cut off while it was written by other means: ask
        vectors = self._ask(batch)
        self._cache.mkdir(parents=True, exist_ok=True)
        partial = file.with_suffix(f".{os.getpid()}.tmp")
        with partial.open("wb") as opened:
            np.save(opened, vectors)
        partial.replace(file)
        return vectors

    def _ask(self, batch: Sequence[str]) -> NDArray[np.float32]:
        from openai import APIConnectionError, APIStatusError

        try:
            # The service refuses empty texts; a full stop stands for them until the answer is in.
            answer = self._client().embeddings.create(model=self.model, input=[text or "." for text in batch])
        except APIStatusError as error:
            raise EmbedderRefused(
                f"{self.name} answered with HTTP {error.status_code}",
                hint="check the key, the model's name and your quota, then run the same command again: it resumes",
            ) from None
        except APIConnectionError:
            raise EmbedderRefused(
                f"{self.name} cannot be reached", hint="check the network, then run the same command again: it resumes"
            ) from None
        rows = sorted(answer.data, key=lambda row: row.index)
        if [row.index for row in rows] != list(range(len(batch))) or len({len(row.embedding) for row in rows}) > 1:
            raise EmbedderRefused(
                f"{self.name} answered with {len(rows)} vectors for {len(batch)} texts, or with ragged ones",
                hint="check that the endpoint speaks OpenAI's embeddings API",
            )
        vectors = np.array([row.embedding for row in rows], np.float32)
        vectors[[not text for text in batch]] = np.nan
        return vectors

    def _client(self) -> OpenAI:
        from openai import OpenAI

        # The SDK waits and tries again on 408, 409, 429, 5xx and lost connections, and heeds Retry-After.
        return OpenAI(api_key=self._key, base_url=self._base_url, max_retries=_RETRIES)
