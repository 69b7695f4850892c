"""How many of the surrogates that a real local model writes, bent as it likes, are put back, and how often others are.

Counted are words of the reply. A word *should be restored* where a reader takes it for (a part of) a surrogate:

- a word of three letters or more that is a word of a person's surrogate and begins with a capital, or of any other
  surrogate and neither a common English word nor a legal form (LLP); letter case, accents, a plural s do not count;
- any word of a surrogate that stands whole, whatever its case, marks and white space;
- a number of four digits or more, separators left out, that is the number of a surrogate (years are no such number:
  they stand in dates, and a model writes years of its own).

All else is the model's own: words that sound like the surrogate ("Kowalsky"), other people.
It *is restored* where a match covers it. A restoration is *false* in replies to prompts without entities, and in public
sentences: every one there (mostly people of the films that these review, who are called like a surrogate).

The prompts, the temperature and the seed of each are fixed; a reply depends on the machine's arithmetic alone.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Container, Iterator
from functools import cache

import httpx

from benchmarks.corpus import text as public_text
from benchmarks.restoring_prompts import INNOCENT, prompts
from benchmarks.timing import Figure
from dp_gateway import Gateway, Secret
from dp_gateway.restore import Restorer
from dp_gateway.sanitizer import Sanitized
from dp_gateway.testing.local_model import LocalLlama

_WORD = re.compile(r"[^\W\d_]{3,}|\d[\d.,()\s-]*\d")
_TEMPERATURE = 0.7
_REPLY = 100
_LEGAL = frozenset({"inc", "llc", "llp", "ltd", "plc", "corp", "gmbh"})
_PUBLIC = 400_000
_LEAST_DIGITS = 5
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
    low, high = wilson(counts.restored, counts.mentions)
    name = f"of {counts.mentions} words of surrogates in replies of a local model"
    yield Figure(f"{name}, restored (95 %: {low:.4f} to {high:.4f})", counts.restored / counts.mentions, 0.99, False)
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


def mentioned(reply: str, request: Sanitized, common: Container[str]) -> Iterator[tuple[int, int]]:
    """Where words stand that should be restored."""
    people, words, numbers, whole = set[str](), set[str](), set[str](), list[str]()
    for span in request.spans:
        surrogate = request.text[span.sanitized_start : span.sanitized_end]
        whole.append(r"[\W_]+".join(map(re.escape, re.findall(r"[^\W_]+", _plain(surrogate)))))
        for word in _WORD.findall(surrogate):
            if word[0].isdigit():
                numbers.add(_digits(word))
            elif span.unit == "PERSON":
                people.add(_plain(word))
            elif _plain(word) not in common and _plain(word) not in _LEGAL:
                words.add(_plain(word))
    plain = _plain(reply)
    inside = [found.span() for form in whole for found in re.finditer(rf"\b{form}\b", plain)]
    for found in _WORD.finditer(reply):
        word, (start, end) = plain[slice(*found.span())], found.span()
        forms = {word, word.removesuffix("s")}
        if word[0].isdigit():
            named = len(_digits(word)) >= _LEAST_DIGITS and _digits(word) in numbers
        else:
            named = bool(forms & words or (forms & people and found[0][0].isupper()))
        if named or any(a <= start and end <= b for a, b in inside):
            yield start, end


@cache
def _plain(text: str) -> str:
    """Lower case without accents, as long as it was."""
    return "".join(unicodedata.normalize("NFD", char)[0].lower()[0] for char in text)


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


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
