"""Which words of a vocabulary are sensitive: a public list, so that it tells nothing about a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.vocabulary.index import Index

__all__ = ["Sensitive", "named_words", "sensitive_flags"]

Sensitive = NDArray[np.bool_] | Callable[[Sequence[str]], NDArray[np.bool_]]
"""Which words are sensitive: (n,) flags, or a function from the n words to them."""

_NAME_POOLS = ("GIVEN_NAMES_ALL", "SURNAMES_ALL")
_NAME_TYPES = ("CITY", "COUNTRY", "REGION", "NRP", "ORGANIZATION")


def named_words(index: Index) -> NDArray[np.bool_]:
    """(n,) which words are names of persons, places, peoples or organisations in the public lexicon, and not common.

    Stands for the paper's recogniser, which looks at a private corpus: this list is public.
    """
    return index.shared("named-words", _named_words)


def _named_words(index: Index) -> NDArray[np.bool_]:
    from dp_gateway.vocabulary.lexicon import default_lexicon

    lexicon = default_lexicon()
    pools = [lexicon.pool(name) for name in _NAME_POOLS]
    named = np.array([any(word in pool for pool in pools) for word in index.words])
    hashes, entries = index.hashes
    for name in _NAME_TYPES:
        phrases = lexicon.index(name)
        named[entries[np.isin(hashes, phrases.hashes[0]) | np.isin(hashes, phrases.placed[0])]] = True
    common = lexicon.pool("COMMON_WORDS")
    return named & np.array([word not in common for word in index.words])


def sensitive_flags(index: Index, sensitive: Sensitive | None) -> NDArray[np.bool_]:
    """(n,) which words are sensitive: as given, or `named_words` where None.

    Raises:
        AssumptionViolated: the flags are not n booleans.
    """
    if sensitive is None:
        return named_words(index)
    flags = np.asarray(sensitive(index.words) if callable(sensitive) else sensitive)
    if flags.shape != (index.size,) or flags.dtype != np.bool_:
        raise AssumptionViolated(
            f"sensitive words are {index.size:,} flags (true or false), one a word of the vocabulary",
            hint="give a boolean array, or a function from the words to one",
        )
    return flags
