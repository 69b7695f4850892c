"""The question of one request, what it will cost, and how its answer is read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from dp_gateway.augmentation.seeds import Seed
from dp_gateway.errors import ConfigurationError, UntrustedModel
from dp_gateway.llm import JsonSchema, LocalModel, Message, Public, RemoteModel, Reply, load
from dp_gateway.llm.replies import parse_list
from dp_gateway.text.entities import ENTITY_TYPES

__all__ = ["Estimate", "Prices", "ask", "check_model", "estimate", "example", "question"]

_SCHEMA = JsonSchema(
    "phrases",
    {
        "type": "object",
        "properties": {"phrases": {"type": "array", "items": {"type": "string"}}},
        "required": ["phrases"],
        "additionalProperties": False,
    },
)

_CONTEXT = 600
"""Characters of context that are shown."""

_KNOWN = 200
"""Known phrases that are named, so that they are not given again."""

_QUOTING = 4
"""Tokens that an entry of a JSON list has beside its own: quotes, comma, space."""


class Prices(NamedTuple):
    """What a million tokens cost.

    Attributes:
        prompt, completion: price of a million.
        currency: shown beside sums.
    """

    prompt: float
    completion: float
    currency: str = "USD"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an augmentation will ask for, worked out before anything is sent.

    Tokens are counted with cl100k, which other models come near. Answers that bring fewer phrases than asked for lead
    to further requests, up to `most_requests`.

    Attributes:
        seeds: seeds that lack phrases.
        phrases: phrases that are missing.
        requests: requests, if every answer is complete.
        most_requests: requests at most.
        prompt_tokens, completion_tokens: of `requests`.
        cost: of `requests`; None without prices.
        currency: of the cost.
    """

    seeds: int
    phrases: int
    requests: int
    most_requests: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None = None
    currency: str = ""


def check_model(model: object, *, public: bool) -> LocalModel | RemoteModel:
    """Check that a model may be shown the seeds.

    Raises:
        UntrustedModel: it is remote, and the seeds are not declared public.
        ConfigurationError: it is no model of this package.
    """
    if isinstance(model, RemoteModel) and not public:
        raise UntrustedModel(
            f"seeds and their contexts are private, and {model.name} is not declared local",
            hint="use a LocalModel, or declare that nothing in the seeds is private: public=True (--seeds-are-public)",
        )
    if not isinstance(model, LocalModel | RemoteModel):
        raise ConfigurationError(
            f"{type(model).__name__} says nothing about trust",
            hint='wrap it: LocalModel.from_openai(client, name, trust="local"), or .from_langchain(...)',
        )
    return model


def question(seed: Seed, count: int, known: Sequence[str] = ()) -> list[Message[str]]:
    """The messages that ask for phrases.

    Args:
        seed: what to find others like.
        count: how many.
        known: not to be given again.
    """
    covers = ENTITY_TYPES.get(seed.type)
    context, listed = _around(seed), "; ".join(known[-_KNOWN:])
    return load("augment").fill(
        count=count,
        phrase=seed.phrase,
        type=f"{seed.type} ({covers})" if covers else seed.type,
        context=f"Here is the context that “{seed.phrase}” was used in: “{context}”.\n" if context else "",
        known=f"These are known already, give others: {listed}.\n" if listed else "",
    )


@cache
def example() -> tuple[str, ...]:
    """The phrases of the prompt's own example, which small models give back."""
    template = load("augment")
    messages = template.fill(**dict.fromkeys(template.placeholders, ""))
    return tuple(
        phrase for message in messages if message.role == "assistant" for phrase in parse_list(message.content)
    )


def ask(
    model: LocalModel | RemoteModel, seed: Seed, count: int, known: Sequence[str], *, public: bool, temperature: float
) -> Reply:
    """One request.

    Raises:
        ModelError: there is no usable answer.
        UntrustedModel: see `check_model`.
    """
    messages = question(seed, count, known)
    longest = 2 * _completion_tokens(seed, count) + 64
    if isinstance(model, LocalModel):
        return model.chat(messages, schema=_SCHEMA, temperature=temperature, max_tokens=longest)
    check_model(model, public=public)
    declared = [Message(message.role, Public(message.content)) for message in messages]
    return model.chat_public(declared, schema=_SCHEMA, temperature=temperature, max_tokens=longest)


def estimate(
    missing: Sequence[tuple[Seed, int]], *, per_request: int, rounds: int, prices: Prices | None = None
) -> Estimate:
    """What it takes to get what is missing.

    Args:
        missing: seeds, each with the number of phrases it lacks.
        per_request: phrases to ask for at once.
        rounds: further attempts, see `augment`.
        prices: for the cost.
    """
    requests = most = prompt = completion = 0
    for seed, count in missing:
        needed = math.ceil(count / per_request)
        requests += needed
        most += needed + rounds
        prompt += needed * _tokens("".join(message.content for message in question(seed, min(count, per_request))))
        completion += _completion_tokens(seed, count)
    cost = None if prices is None else (prompt * prices.prompt + completion * prices.completion) / 1e6
    return Estimate(
        len(missing),
        sum(count for _, count in missing),
        requests,
        most,
        prompt,
        completion,
        cost,
        prices.currency if prices else "",
    )


def _around(seed: Seed) -> str:
    """The part of the context around the phrase, on one line."""
    context = " ".join(seed.context.split())
    at = max(context.find(seed.phrase), 0)
    start = max(0, min(at - _CONTEXT // 2, len(context) - _CONTEXT))
    return context[start : start + _CONTEXT]


def _completion_tokens(seed: Seed, count: int) -> int:
    return count * (_tokens(seed.phrase) + _QUOTING)


def _tokens(text: str) -> int:
    from dp_gateway.vocabulary.words import cl100k

    return len(cl100k().encode_ordinary(text))
