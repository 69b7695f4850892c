"""Log-probabilities of a local model: of the next token, and of the tokens of a text.

Attacks ask for the next token, over the completions API with `logprobs`, as llama.cpp's server, vLLM and others speak
it. The metric of perplexity asks for a text, of llama.cpp's server alone: it gives log-probabilities of what it samples
and of the few likeliest tokens beside it. A bias makes it sample the token that stands in the text; what it reports is
the probability before the bias. The text before the token is in its cache, so that a token costs one step of the model.
"""

from __future__ import annotations

from typing import Any, Self, cast

from dp_gateway.errors import UntrustedModel
from dp_gateway.llm.endpoint import Endpoint
from dp_gateway.llm.openai import OpenAIBackend, quiet


class LogProbabilities(OpenAIBackend):
    """A local model that is asked for log-probabilities; `of` makes one of an endpoint."""

    @classmethod
    def of(cls, endpoint: Endpoint) -> Self:
        """Make a model behind an endpoint. Raises UntrustedModel where the endpoint is not declared local."""
        if endpoint.trust != "local":
            raise UntrustedModel(
                "log-probabilities are asked of a local model only", hint='declare it trust="local" if it is'
            )
        return cast(Self, cls.connect(endpoint))


class NextTokens(LogProbabilities):
    """A local model that is asked for the next token alone; see `connect`."""

    def next_tokens(self, text: str, count: int) -> dict[str, float]:
        """Return tokens that may follow a text, with natural logarithms of their probabilities. `text`: not empty.
        `count`: how many of the likeliest. Raises ModelUnreachable or ModelRefused or MalformedReply where there is no
        usable answer.
        """
        from openai import APIError

        try:
            with quiet():
                answer: Any = self._sync_client().completions.create(
                    model=self.model, prompt=text, max_tokens=1, logprobs=count, temperature=0
                )
        except APIError as error:
            raise self._translated(error) from None
        except ValueError:
            raise self._malformed("something that is not JSON") from None
        found = _top(getattr(next(iter(answer.choices or ()), None), "logprobs", None))
        if not found:
            raise self._malformed("no log-probabilities")
        return found


def _top(logprobs: Any) -> dict[str, float]:
    """The likeliest tokens in either shape: a mapping for each place, or a list of objects."""
    plain = getattr(logprobs, "top_logprobs", None)
    if plain:
        return {str(token): float(value) for token, value in plain[0].items()}
    content: Any = getattr(logprobs, "content", None)
    listed: Any = content[0].get("top_logprobs") if content else ()
    return {str(each["token"]): float(each["logprob"]) for each in listed or ()}


_CERTAIN = 100
"""The largest bias that OpenAI's API knows."""


class TextProbabilities(LogProbabilities):
    """A local model that is asked how likely a text is; see `of`."""

    def log_probabilities(self, text: str, *, most: int) -> list[float]:
        """Return natural logarithms of the probability of each token but the first, given those before it. `most`:
        tokens to look at; what comes behind them is left out. Raises ModelUnreachable or ModelRefused or MalformedReply
        where there is no usable answer.
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
            model=self.model, prompt=before, max_tokens=1, logprobs=1, logit_bias={str(token): _CERTAIN}, temperature=0
        )
        sampled = answer.choices[0].logprobs.content[0]
        if sampled["id"] != token:
            raise ValueError("another token than the one asked about")
        return float(sampled["logprob"])
