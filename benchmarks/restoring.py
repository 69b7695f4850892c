"""How many of the surrogates that a real local model writes, bent as it likes, are put back, and how often others are.

What counts as a word of a surrogate is said in `dp_gateway.evaluation.metrics.released_text`. A restoration is *false*
in replies to prompts without entities, and in public sentences: every one there (mostly people of the films that these
review, who are called like a surrogate).

The prompts, the temperature and the seed of each are fixed; a reply depends on the machine's arithmetic alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

import httpx

from benchmarks.corpus import text as public_text
from benchmarks.restoring_prompts import INNOCENT, prompts
from benchmarks.timing import Figure
from dp_gateway import Gateway, Secret
from dp_gateway.evaluation.metrics.released_text import mentioned
from dp_gateway.pipeline import Sanitized
from dp_gateway.restore import Restorer
from dp_gateway.testing.local_model import LocalLlama

_TEMPERATURE = 0.7
_REPLY = 100
_PUBLIC = 400_000
_Z = 1.96


def run() -> Iterator[Figure]:
    gateway = Gateway("entities", key=Secret(b"a key for benchmarks"))
    counts = Counts()
    restorers: list[Restorer] = []
    with LocalLlama(threads=1) as llama:
        for seed, prompt in enumerate(prompts()):
            request = gateway.sanitize(prompt, scope=f"request {seed}")
            restorers.append(request.restorer)
            counts.add(ask(llama, request.text, seed), request, gateway)
        innocent = [ask(llama, prompt, seed) for seed, prompt in enumerate(INNOCENT)]
    low, _ = wilson(counts.restored, counts.mentions)
    yield Figure("words of surrogates in replies of a local model", counts.mentions, 400, False)
    yield Figure("share of them that is restored", counts.restored / counts.mentions, 0.99, False)
    yield Figure("the same, lower end of its 95 % interval", low, 0.98, False)
    innocent.append(public_text(_PUBLIC))
    words = sum(len(reply.split()) for reply in innocent) * len(restorers)
    false = sum(restorer.restore(reply).count for restorer in restorers for reply in innocent)
    yield Figure("false restorations in a million words without entities", 1e6 * false / words, 5)


class Counts:
    """Words that should be restored, and that are."""

    def __init__(self) -> None:
        self.mentions = self.restored = 0
        self.missed: list[tuple[str, str]] = []

    def add(self, reply: str, request: Sanitized, gateway: Gateway) -> None:
        """Count one reply."""
        matches, _ = request.restorer.matches(reply, 0, final=True)
        for start, end in mentioned(reply, request, gateway.lexicon.pool("COMMON_WORDS")):
            self.mentions += 1
            if any(match.start < end and start < match.end for match in matches):
                self.restored += 1
            else:
                self.missed.append(
                    (request.text, f"{reply[max(0, start - 30) : start]}[{reply[start:end]}]{reply[end : end + 20]}")
                )


def ask(llama: LocalLlama, prompt: str, seed: int) -> str:
    """The reply to one prompt."""
    wanted = {
        "model": llama.model,
        "messages": [{"role": "user", "content": prompt}],
        "temperature": _TEMPERATURE,
        "seed": seed,
        "max_tokens": _REPLY,
        "cache_prompt": False,
    }
    reply = httpx.post(f"{llama.url}/chat/completions", json=wanted, timeout=1200).raise_for_status()
    return json.loads(reply.text)["choices"][0]["message"]["content"]


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson 1927)."""
    rate, spread = hits / trials, _Z**2 / trials
    half = _Z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    return (rate + spread / 2 - half) / (1 + spread), (rate + spread / 2 + half) / (1 + spread)
