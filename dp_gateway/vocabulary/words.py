"""Which words a vocabulary has, and which of them are public stopwords (the list of NLTK, Porter et al., folded).

Building an index and sanitizing words ask it.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import VocabularyError
from dp_gateway.text import hash_words, segment_blocks
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.bpe import Cl100k

STOPWORDS: frozenset[str] = frozenset(
    """
    i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he him
    his himself she she's her hers herself it it's its itself they them their theirs themselves what which who
    whom this that that'll these those am is are was were be been being have has had having do does did doing a
    an the and but if or because as until while of at by for with about against between into through during
    before after above below to from up down in out on off over under again further then once here there when
    where why how all any both each few more most other some such no nor not only own same so than too very s t
    can will just don don't n't should should've now d ll m o re ve y ain aren aren't couldn couldn't didn didn't
    doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn mightn't mustn mustn't needn needn't
    shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn wouldn't
    i'm i've i'd i'll he'd he'll he's it'd it'll we're we've we'd we'll they're they've they'd they'll she'd she'll
    """.split()
)


@cache
def stopword_hashes() -> NDArray[np.uint64]:
    """Return the hashes of the stopwords by `text.hash_words`, ascending."""
    return np.sort(hash_words(STOPWORDS))


def is_stopword(hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Tell which of these words (by `text.hash_words`) are stopwords; same shape."""
    table = stopword_hashes()
    at = np.minimum(np.searchsorted(table, hashes), len(table) - 1)
    return table[at] == hashes


_DATA = Path(__file__).with_name("english.tsv.xz")


def english_frequencies() -> Mapping[str, float]:
    """Read the relative frequency of each of 321,180 English words; a build asks once or twice, so it is not kept."""
    lines = lzma.decompress(_DATA.read_bytes()).decode().split("\n")
    shares = [float(Decimal(10) ** (Decimal(-below) / 100)) for below in range(len(lines))]
    return {word: share for share, line in zip(shares, lines, strict=True) if line for word in line.split("\t")}


_VULGAR = Path(__file__).with_name("vulgar.txt.xz")


@cache
def vulgar_words() -> frozenset[str]:
    """Read the vulgar and insulting words of 27 languages, folded: inputs like any other, and outputs of no list made
    here.

    Words that English has besides ("bite", "fan") are not among them; `release/vulgar.py` has sources and rule.
    """
    return frozenset(lzma.decompress(_VULGAR.read_bytes()).decode().split())


_NEWLINE = ord("\n")


class WordList(NamedTuple):
    """A named list of folded words, each once."""

    name: str
    words: list[str]


@cache
def cl100k() -> Cl100k:
    """Return the cl100k_base encoding, read once."""
    return Cl100k()


def _tokens() -> list[str]:
    """Every cl100k token that is text, by id; the empty string where the token is a piece of a character."""
    encoding = cl100k()
    texts: list[str] = []
    for token in range(encoding.n_vocab):
        try:
            texts.append(encoding.token_bytes(token).decode())
        except (KeyError, UnicodeDecodeError):
            texts.append("")
    return texts


def piece_texts() -> list[str]:
    """Return the folded word in each cl100k token, by id; the empty string for a token without letters."""
    lowered = [fold(text).strip() for text in _tokens()]
    return [text if any(char.isalpha() for char in text) else "" for text in lowered]


def cl100k_words() -> WordList:
    """Return the cl100k tokens that are a space and at least two ASCII letters, folded, without vulgar ones: 29,906
    words.
    """
    words = {
        text[1:].lower()
        for text in _tokens()
        if len(text) > len(" a") and text[0] == " " and text.isascii() and text[1:].isalpha()
    }
    return sendable("english-words", words)


def cl100k_tokens() -> WordList:
    """Return all cl100k tokens that are one word in any script, with a space or not, folded, without vulgar ones."""
    return sendable("cl100k-tokens", _single_words(text.strip() for text in _tokens()))


def sendable(name: str, words: Iterable[str]) -> WordList:
    """Make a vocabulary of folded words that nobody chose one by one, sorted, without vulgar ones."""
    # An index keeps the name: who changes the list of vulgar words counts up, so that none made before is taken for it.
    return WordList(f"{name}-2", sorted(set(words) - vulgar_words()))


def word_list(name: str, words: Iterable[str]) -> WordList:
    """Make a vocabulary of the user's words, in their order; what is not one word to the segmentation is left out.

    Args:
        name: of the vocabulary, which an index keeps.
        words: in any letter case.

    Raises:
        VocabularyError: fewer than two words remain.
    """
    found = list(dict.fromkeys(_single_words(words)))
    if len(found) < 2:  # noqa: PLR2004 - one word cannot be replaced by another
        raise VocabularyError(
            f"the list {name} holds {len(found)} usable words; at least 2 are needed",
            hint="give one word a line, letters only (phrases belong into the lexicon)",
        )
    return WordList(name, found)


def read_word_list(path: Path) -> WordList:
    """Read the words of a file, one a line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise VocabularyError(
            f"the word list {path} cannot be read: {reason}", hint="give a UTF-8 file with one word a line"
        ) from None
    return word_list(path.stem, (line.strip() for line in lines))


def _single_words(texts: Iterable[str]) -> list[str]:
    """Those of the texts that are exactly one word to the segmentation, folded, in order."""
    result: list[str] = []
    lines = "\n".join(folded for text in texts if "\n" not in (folded := fold(text)))
    for block, found in segment_blocks((lines,)):
        around = np.concatenate((found.codes, np.full(1, _NEWLINE, np.uint32)))
        whole = (around[found.starts - 1] == _NEWLINE) & (around[found.ends] == _NEWLINE)
        bounds = zip(found.starts[whole].tolist(), found.ends[whole].tolist(), strict=True)
        result += [block[start:end] for start, end in bounds]
    return result


def frequent_words(least: float) -> list[str]:
    """Return the public English words at least this frequent that are one word to the segmentation, folded, sorted."""
    listed = [word for word, frequency in english_frequencies().items() if frequency >= least]
    return sorted(set(_single_words(listed)))


def word_frequencies(words: list[str]) -> NDArray[np.float64]:
    """Return the public relative frequencies of English words, shape (words,); 0 where unknown."""
    frequencies = english_frequencies()
    return np.array([frequencies.get(word, 0.0) for word in words])
