"""Phrases of public lists: their classes that a policy keeps, and which of them a request shuts out by their words.

Phrases and names ask it for the row that they draw from.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.restricted import RelatedSets
from dp_gateway.surrogates.clear_text import ClearText, ClearTexts
from dp_gateway.text import decode, encode, hash_word
from dp_gateway.text.folding import compared, compared_all
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.attributes import COARSE_TO_FINE, attributes_of, lists_fingerprint

LEAST = 12
"""Phrases of a class, at least."""

_OTHERS = "or one of a few others"
_Named = tuple[str, ...]


class KeptClasses:
    """A partition of the phrases of a lexicon type.

    Args:
        keep: attributes; those that the type does not have count for nothing.

    Attributes:
        labels: (n,) the class of each phrase.
        names: what is kept of each class, in words; empty where nothing is.
    """

    def __init__(self, lexicon: Lexicon, lexicon_type: str, keep: Sequence[str]) -> None:
        self._lexicon, self._type = lexicon, lexicon_type
        self._steps = _steps(lexicon_type, keep)
        described = json.dumps([lists_fingerprint(), lexicon_type, self._steps, LEAST])
        name = f"kept-{hashlib.sha256(described.encode()).hexdigest()[:16]}"
        stored = lexicon.index(lexicon_type).derived(name, self._partition)
        self.labels: NDArray[np.int64] = stored["labels"]
        values = [tuple(filter(None, line.split("\t"))) for line in decode(stored["values"]).split("\n")]
        self._labels_of = {of_class: label for label, of_class in enumerate(values)}
        self.names = tuple(map(", ".join, values))

    def __bool__(self) -> bool:
        return len(self.names) > 1

    def entry(self, phrase: str) -> int:
        """Find the phrase of the lexicon that one is taken as: itself, else one of its class by a public rule.

        A phrase of which the lists know nothing is placed by the lexicon, and belongs to the class of its place.
        """
        lexicon, name = self._lexicon, self._type
        known = lexicon.find(name, phrase)
        label = None if known is not None else self._label_of(attributes_of(name, phrase))
        if known is not None or label is None:
            return int(lexicon.place(name, [phrase])[0]) if known is None else known
        members = self._members[label]
        return int(members[hash_word(" ".join(phrase.split())) % len(members)])

    def size(self, label: int) -> int:
        """Count the phrases of a class."""
        return len(self._members[label])

    @cached_property
    def _members(self) -> Sequence[NDArray[np.int64]]:
        return np.split(np.argsort(self.labels, kind="stable"), np.cumsum(np.bincount(self.labels))[:-1])

    def _label_of(self, known: Mapping[str, str]) -> int | None:
        for step in self._steps:
            values = _values(known, step)
            if values and values in self._labels_of:
                return self._labels_of[values]
        return None

    def _partition(self) -> dict[str, NDArray[Any]]:
        """Labels, and the values of each class; of a phrase the finest attributes that leave enough phrases."""
        known = [attributes_of(self._type, phrase) for phrase in self._lexicon.spellings(self._type)]
        labels = np.full(len(known), -1, np.int64)
        found: dict[_Named, int] = {}
        left = list(range(len(known)))
        for step in self._steps:
            groups: dict[_Named, list[int]] = {}
            for entry in left:
                groups.setdefault(_values(known[entry], step), []).append(entry)
            for values, entries in groups.items():
                label = found.get(values)
                if label is None and len(entries) >= LEAST and (values or not step):
                    label = len(found)
                elif label is None and values and len(values) == len(step):
                    label = _dissolved(values, labels, found)
                if label is not None:
                    labels[entries] = found[values] = label
            left = [entry for entry in left if labels[entry] < 0]
        if left:
            # Too few for a class of their own: they join the largest.
            joined = int(np.bincount(labels[labels >= 0]).argmax()) if found else 0
            labels[left] = joined
            found = {(*values, _OTHERS) if label == joined else values: label for values, label in found.items()}
        in_order = sorted(found, key=lambda values: found[values]) or [()]
        return {"labels": labels, "values": encode("\n".join(map("\t".join, in_order)))}


def _dissolved(values: _Named, labels: NDArray[np.int64], found: dict[_Named, int]) -> int | None:
    """The smallest class that agrees in some values and more, which too few others join: it keeps no more than they.

    Of the largest towns of a country there are too few: they are drawn together with those of the next size.
    """
    finer = [name for name in found if name[: len(values)] == values]
    if not finer:
        return None
    sizes = np.bincount(labels[labels >= 0])
    return found.pop(min(finer, key=lambda name: sizes[found[name]]))


def _steps(lexicon_type: str, keep: Sequence[str]) -> list[tuple[str, ...]]:
    """Attributes that are kept, the most first, each time one fewer."""
    every = COARSE_TO_FINE.get(lexicon_type, ())
    names = {name for name in keep if name in every}
    if "region" in names:
        # A state or county is known of one country alone.
        names.add("country")
    if "country" in names:
        names.discard("continent")
    wanted = tuple(name for name in every if name in names)
    steps = [wanted[:count] for count in range(len(wanted), 0, -1)]
    return [*steps, ("continent",), ()] if "country" in names else [*steps, ()]


def _values(known: Mapping[str, str], step: tuple[str, ...]) -> _Named:
    return tuple(known[name] for name in step if name in known)


_WORD, _TELLING_WORD = re.compile(r"\w+"), re.compile(r"[^\W\d_]{3,}")
_LEAST, _SHARE = 2, 250
_ALONE = 2
_WORDS = 2


class Relatives:
    """The phrases of a lexicon type by their telling words. `spellings`: by entry. `most`: phrases that may hold a
    telling word beside another; None takes one in 250.
    """

    def __init__(self, spellings: Iterable[str], most: int | None = None) -> None:
        holding: dict[str, list[int]] = {}
        folded = compared_all(spellings)
        for entry, phrase in enumerate(folded):
            # As they stand there: the order of a set is another one in each process, and levels are stored by these.
            for word in dict.fromkeys(_TELLING_WORD.findall(phrase)):
                holding.setdefault(word, []).append(entry)
        most = max(_LEAST, len(folded) // _SHARE) if most is None else most
        self._beside = {word for word, entries in holding.items() if len(entries) <= most}
        self._holding = {word: entries for word, entries in holding.items() if len(entries) <= _ALONE * most}

    def of(self, phrase: str) -> frozenset[int]:
        """Find the entries that hold one of the two most telling words of a phrase, listed or not."""
        words = sorted(set(_TELLING_WORD.findall(compared(phrase))))
        telling = self._holding if len(words) == 1 else self._beside
        rarest = sorted(filter(telling.__contains__, words), key=lambda word: len(self._holding[word]))
        return frozenset(entry for word in rarest[:_WORDS] for entry in self._holding[word])

    @cached_property
    def sets(self) -> RelatedSets:
        """The entries that share a telling word, word by word: the certificate counts what they shut out."""
        several = [word for word, entries in self._holding.items() if len(entries) > 1]
        each = [self._holding[word] for word in several]
        starts = np.cumsum([0, *map(len, each)], dtype=np.int64)[:-1]
        members = np.array([entry for entries in each for entry in entries], np.int64)
        return RelatedSets(members, starts, np.array([word not in self._beside for word in several], bool))


class WrittenPhrases:
    """Phrases or names as they are written, found by their words and as replies are compared. `spellings`: by entry."""

    def __init__(self, spellings: Iterable[str]) -> None:
        self._as_compared = [compared(spelled) for spelled in spellings]
        self._begin: dict[str, list[int]] = {}
        self._whole: dict[str, list[int]] = {}
        for entry, text in enumerate(self._as_compared):
            self._whole.setdefault(text, []).append(entry)
            if begins := _WORD.search(text):
                self._begin.setdefault(begins[0], []).append(entry)

    def __len__(self) -> int:
        return len(self._as_compared)

    def standing(self, text: ClearText) -> Iterator[int]:
        """Find the entries that stand in a text."""
        for word in self._begin.keys() & text.words:
            yield from (entry for entry in self._begin[word] if self._as_compared[entry] in text)

    def shut_out(self, clear: ClearTexts, taken: Set[str]) -> list[int]:
        """Return the entries that are taken, or stand in clear, ascending."""
        found = clear.standing(self)
        found.update(entry for text in taken for entry in self._whole.get(text, ()))
        return sorted(found)
