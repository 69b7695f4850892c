"""Text to measure on: SST-2 where it lies beside the checkout, else sentences drawn from public word frequencies."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

_SST2 = Path(__file__).parents[2] / "shared" / "data" / "sst2" / "train.tsv"


def has_sst2() -> bool:
    return _SST2.exists()


@cache
def text(characters: int = 3_000_000) -> str:
    if has_sst2():
        content = _SST2.read_text()
        return (content * (characters // len(content) + 1))[:characters]
    from wordfreq import get_frequency_dict  # it looks through all modules that are there, which takes seconds in tests

    frequencies = get_frequency_dict("en", wordlist="small")
    words = np.array(list(frequencies))
    weights = np.array(list(frequencies.values()))
    drawn = np.random.default_rng(0).choice(words, size=characters // 4, p=weights / weights.sum())
    lines = [" ".join(drawn[i : i + 12]).capitalize() + "." for i in range(0, len(drawn), 12)]
    return "\n".join(lines)[:characters]


def prompt() -> str:
    return text()[10_000:11_000]
