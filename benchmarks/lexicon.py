"""A lexicon of 100,000 phrases: how soon it is open, and what looking up, drawing and spelling one entity costs."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.timing import Figure, cpu_seconds, seconds
from dp_gateway.mechanisms.registry import create
from dp_gateway.randomness import KeyedStream
from dp_gateway.vocabulary.embedders import resolve
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.build import build_lexicon, clean_phrases
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data

_PHRASES = 100_000
_ENTITIES = 2_000
_KINDS = ("Museum", "Airport", "Hospital", "University", "Library", "Bridge", "Harbour", "Theatre", "Brewery")
_TYPE = "PLACE"


def phrases() -> list[str]:
    """Towns with what towns have."""
    towns = read_data().types["CITY"]
    return clean_phrases((f"{town} {kind}" for kind in _KINDS for town in towns), "the benchmark")[:_PHRASES]


def first_answer(path: Path, phrase: str) -> str:
    opened = Lexicon(path)
    entry = opened.find(_TYPE, phrase)
    return opened.spelling(_TYPE, entry or 0)


def run() -> Iterator[Figure]:
    listed = phrases()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lexicon"
        build_lexicon(path, Phrases({_TYPE: listed}, {}, {}, {}), resolve("wordllama"), "wordllama", neighbours=256)
        opened = Lexicon(path)
        yield Figure("phrases in the lexicon", opened.index(_TYPE).size, _PHRASES, at_most=False)
        times = [seconds(lambda: first_answer(path, listed[-1])) for _ in range(5)]
        yield Figure("lexicon of 100,000 phrases, opened to first answer, seconds", max(times), 0.3)
        yield from _draws(opened, listed)


def _draws(opened: Lexicon, listed: list[str]) -> Iterator[Figure]:
    wanted = [listed[at] for at in np.random.default_rng(1).choice(len(listed), 4 * _ENTITIES, replace=False)]
    index = opened.index(_TYPE)

    def find(batch: list[str]) -> None:
        for phrase in batch:
            opened.find(_TYPE, phrase)

    batches = [wanted[start : start + _ENTITIES] for start in range(0, len(wanted), _ENTITIES)]
    each = statistics.median(cpu_seconds(lambda batch=batch: find(batch)) for batch in batches[1:])
    yield Figure("lexicon: look-up of one phrase, CPU microseconds", each / _ENTITIES * 1e6, 50)
    for name in ("clusant", "stairtext", "custext"):
        mechanism = create(name, index, 8.0)

        def replace(batch: list[str]) -> None:
            for number, phrase in enumerate(batch):
                entry = opened.find(_TYPE, phrase)
                stream = KeyedStream(b"a key of the benchmark", number.to_bytes(8, "little"))
                opened.spelling(_TYPE, mechanism.release_one(entry or 0, stream))  # noqa: B023

        # Every batch holds other phrases: nothing about them is kept from an earlier draw.
        replace(batches[0])
        new = statistics.median(cpu_seconds(lambda batch=batch: replace(batch)) for batch in batches[1:])
        again = min(cpu_seconds(lambda: replace(batches[-1])) for _ in range(3))
        yield Figure(f"{name}: look-up, draw and spelling, new phrase, CPU microseconds", new / _ENTITIES * 1e6, 50)
        yield Figure(f"{name}: look-up, draw and spelling, known phrase, CPU microseconds", again / _ENTITIES * 1e6, 50)


if __name__ == "__main__":
    for figure in run():
        print(f"{figure.name}: {figure.value:.4f}")
