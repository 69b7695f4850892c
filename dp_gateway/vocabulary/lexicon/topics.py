"""Phrases of sensitive topics (the special categories of GDPR, article 9, offences, family, finances), by lexicon type.

A policy with `topics` has them looked for, and drawn from one another: detection takes the phrases, `Sources` the
opened lexicon. They are a store of their own, beside the default lexicon, built when a policy first asks for it.
Sources: Open English WordNet (CC BY 4.0), the Disease Ontology (CC0 1.0), and lists of our own; `release.lexicon`
writes the file.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from dp_gateway.vocabulary.index import home
from dp_gateway.vocabulary.lexicon.data import Phrases, Source
from dp_gateway.vocabulary.lexicon.opened import Lexicon
from dp_gateway.vocabulary.opening import open_or_build

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dp_gateway.vocabulary.index import Index

FILE = Path(__file__).with_suffix(".json.xz")

_SOURCES = (
    Source("CONDITION MEDICINE TREATMENT FAITH POLITICS OFFENCE", "Open English WordNet", "CC BY 4.0"),
    Source("CONDITION", "Disease Ontology", "CC0 1.0"),
    Source(" ".join(("CONDITION", "FAMILY_MATTER", "FINANCE", "SEXUALITY")), "dp-gateway", "Apache-2.0"),
)
_NO_PLURAL = ("s", "x", "z", "ch", "sh", "y")


@cache
def _read() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return json.loads(lzma.decompress(FILE.read_bytes()))


def topic_phrases() -> Mapping[str, Sequence[str]]:
    """Return the phrases of all topics by lexicon type, in their natural spelling."""
    return _read()["drawn"]


def mentions_of(types: Iterable[str]) -> dict[str, list[str]]:
    """Return what some types are found by: their phrases, in the plural too, and what is said of those ("pregnant")."""
    drawn, said = topic_phrases(), _read()["said"]
    return {name: [*(form for phrase in drawn[name] for form in _forms(phrase)), *said.get(name, ())] for name in types}


def _forms(phrase: str) -> tuple[str, ...]:
    return (phrase,) if phrase.endswith(_NO_PLURAL) else (phrase, f"{phrase}s")


class LexiconWithTopics(Lexicon):
    """A lexicon, and beside it the phrases of sensitive topics. `lexicon`: gives all other types, and the pools."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon.path)
        self._topics = _topics()
        self.types = (*lexicon.types, *self._topics.types)

    def index(self, type: str) -> Index:  # noqa: A002 - the field's word
        """Return the index over the phrases of a type, those of topics among them."""
        return self._topics.index(type) if type in self._topics.types else super().index(type)

    def _nearest(self, name: str, phrases: list[str]) -> NDArray[np.int64]:
        of = self._topics if name in self._topics.types else super()
        return of._nearest(name, phrases)


def _topics() -> Lexicon:
    # Of other lists there is another store: one that was built of older phrases is not opened.
    path = home() / f"topics-{sha256(FILE.read_bytes()).hexdigest()[:12]}"
    return open_or_build("lexicon of topics", path, partial(_build, path), Lexicon)


def _build(path: Path) -> None:
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.lexicon.build import build_lexicon

    phrases = Phrases(topic_phrases(), {}, {}, {}, _SOURCES)
    build_lexicon(path, phrases, resolve("wordllama"), "wordllama")
