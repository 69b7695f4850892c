"""Public frequencies of English words: wordfreq's list (Speer 2022, CC BY-SA 4.0), carried as one compressed file.

The vocabulary and the lexicon are built from it. Line i of the file holds the words of a frequency of i centibels below
one, that is 10^(-i/100) of all words, as wordfreq stores them.
"""

from __future__ import annotations

import lzma
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

__all__ = ["english_frequencies"]

_DATA = Path(__file__).with_name("english.tsv.xz")


def english_frequencies() -> Mapping[str, float]:
    """The relative frequency of each of 321,180 English words; a build asks once or twice, so it is not kept."""
    lines = lzma.decompress(_DATA.read_bytes()).decode().split("\n")
    shares = [float(Decimal(10) ** (Decimal(-below) / 100)) for below in range(len(lines))]
    return {word: share for share, line in zip(shares, lines, strict=True) if line for word in line.split("\t")}
