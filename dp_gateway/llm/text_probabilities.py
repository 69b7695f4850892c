"""Log-probabilities of the tokens of a text, from llama.cpp's server.

The server gives log-probabilities of what it samples alone, and of the few likeliest tokens beside it. A bias makes it
sample the token that stands in the text; what it reports is the probability before the bias. The text before the token
is in its cache, so that a token costs one step of the model.
"""

from __future__ import annotations

from typing import Any

from dp_gateway.llm.log_probabilities import LogProbabilities
from dp_gateway.llm.quiet import quiet

__all__ = ["TextProbabilities"]

_CERTAIN = 100
"""The largest bias that OpenAI's API knows."""


class TextProbabilities(LogProbabilities):
    """A local model that is asked how likely a text is; see `of`."""

    def log_probabilities(self, text: str, *, most: int) -> list[float]:
        """Natural logarithms of the probability of each token but the first, given those before it.

        Args:
            text: any text.
            most: tokens to look at; what comes behind them is left out.

        Raises:
            ModelUnreachable, ModelRefused, MalformedReply: there is no usable answer.
        """
        from openai import APIError

        try:
            with quiet():
                tokens = self._tokens(text)[:most]
                return [self._log_probability(tokens[:at], tokens[at]) for at in range(1, len(tokens))]
        except APIError as error:
            raise self._translated(error) from None
        except (ValueError, TypeError, LookupError, AttributeError):
            raise self._malformed("no log-probabilities; llama.cpp's server gives them") from None

    def _tokens(self, text: str) -> list[int]:
        client = self._sync_client()
        root = str(client.base_url).rstrip("/").removesuffix("/v1")
        found: Any = client.post(f"{root}/tokenize", body={"content": text, "add_special": True}, cast_to=object)
        return [int(token) for token in found["tokens"]]

    def _log_probability(self, before: list[int], token: int) -> float:
        answer: Any = self._sync_client().completions.create(
            model=self.model,
            prompt=before,
            max_tokens=1,
            logprobs=1,
            logit_bias={str(token): _CERTAIN},
            temperature=0,
        )
        sampled = answer.choices[0].logprobs.content[0]
        if sampled["id"] != token:
            raise ValueError("another token than the one asked about")
        return float(sampled["logprob"])
