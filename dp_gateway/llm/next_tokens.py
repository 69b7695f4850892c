"""Log-probabilities of the next token: what a language model expects to stand behind a text.

Over the completions API with `logprobs`, as llama.cpp's server, vLLM and others speak it.
"""

from __future__ import annotations

from typing import Any

from dp_gateway.llm.log_probabilities import LogProbabilities
from dp_gateway.llm.quiet import quiet

__all__ = ["NextTokens"]


class NextTokens(LogProbabilities):
    """A local model that is asked for the next token alone; see `connect`."""

    def next_tokens(self, text: str, count: int) -> dict[str, float]:
        """Tokens that may follow a text, with natural logarithms of their probabilities.

        Args:
            text: not empty.
            count: how many of the likeliest.

        Raises:
            ModelUnreachable, ModelRefused, MalformedReply: there is no usable answer.
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
