"""The classes of phrases that a policy keeps: which phrases are drawn from one another, and how a class is called.

`keep` of a rule names attributes (`vocabulary.lexicon.attributes`). All phrases that agree in them are one class. A
class needs `LEAST` phrases, for a town of two cannot hide: where there are fewer, the finest attribute is given up, and
then the next; what is still too few joins the smallest class that agrees with it. The partition depends on public lists
and on the policy alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.text import decode, encode, hash_words
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.attributes import COARSE_TO_FINE, attributes_of, lists_fingerprint

__all__ = ["LEAST", "KeptClasses"]

LEAST = 12
"""Phrases of a class, at least."""


_OTHERS = "or one of a few others"
_Named = tuple[str, ...]


class KeptClasses:
    """A partition of the phrases of a lexicon type.

    Args:
        lexicon: gives the phrases.
        lexicon_type: of them.
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
        """The phrase of the lexicon that one is taken as: itself, else one of its class by a public rule.

        A phrase of which the lists know nothing is placed by the lexicon, and belongs to the class of its place.
        """
        lexicon, name = self._lexicon, self._type
        known = lexicon.find(name, phrase)
        label = None if known is not None else self._label_of(attributes_of(name, phrase))
        if known is not None or label is None:
            return int(lexicon.place(name, [phrase])[0]) if known is None else known
        members = self._members[label]
        return int(members[int(hash_words([" ".join(phrase.split())])[0]) % len(members)])

    def size(self, label: int) -> int:
        """How many phrases a class has."""
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
