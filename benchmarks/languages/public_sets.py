"""Names of persons, organisations and places in public test sets of other languages, which nothing was trained on.

WikiNEuRal's test parts (CC BY-NC-SA 4.0) are read here alone, and Universal NER's (CC BY-SA). The folder of the corpora
is that of `DP_GATEWAY_CORPORA`; what is missing there is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.languages.measures import Tally, places_of
from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import DetectionSettings
from dp_gateway.text.entities import NAME_TYPES
from release.training.examples import Example, from_tokens, spans_of_tags

__all__ = ["names_found"]

_MOST = 500
"""Sentences of each set, in equal steps."""
_KINDS = {"PER": "PERSON", "ORG": "ORGANIZATION", "LOC": "LOCATION"}
_WORD, _TAG = 1, 2


class _Set(NamedTuple):
    """A test set. `language`: its code. `spaced`: words stand apart."""

    name: str
    language: str
    path: str
    spaced: bool = True


_SETS = (
    *(
        _Set("WikiNEuRal", code, f"Babelscape+wikineural/data/wikineural/{code}/test.conllu")
        for code in ("de", "es", "fr", "it", "nl", "pl", "pt")
    ),
    _Set("UNER PUD", "de", "UniversalNER+UNER_German-PUD/de_pud-ud-test.iob2"),
    _Set("UNER PUD", "pt", "UniversalNER+UNER_Portuguese-PUD/pt_pud-ud-test.iob2"),
    _Set("UNER Bosque", "pt", "UniversalNER+UNER_Portuguese-Bosque/pt_bosque-ud-test.iob2"),
    _Set("UNER PUD", "zh", "UniversalNER+UNER_Chinese-PUD/zh_pud-ud-test.iob2", spaced=False),
    _Set("UNER GSD", "zh", "UniversalNER+UNER_Chinese-GSDSIMP/zh_gsdsimp-ud-test.iob2", spaced=False),
)


def names_found(corpora: Path) -> list[dict[str, Any]]:
    """The figures of each set that is there: how many names there are, how many are covered fully by findings of any
    type, and the share of the characters found as names that are parts of some, those of other kinds included.
    """
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    rows: list[dict[str, Any]] = []
    for one in _SETS:
        file = corpora / one.path
        if not file.exists():
            continue
        sentences = list(_sentences(file, spaced=one.spaced))
        chosen = sentences[:: max(len(sentences) // _MOST, 1)][:_MOST]
        tally, right, found = Tally(), 0, 0
        for sentence, entities in zip(chosen, detection.detect([each.text for each in chosen]), strict=True):
            tally.add(sentence.text, sentence.spans, places_of(entities, public=True), frozenset())
            inside = {at for start, end, _ in sentence.spans for at in range(start, end)}
            told = places_of((entity for entity in entities if entity.type in NAME_TYPES), public=True)
            found, right = found + len(told), right + len(told & inside)
        names, covered = tally.every.total(), tally.covered.total()
        rows.append({"set": one.name, "language": one.language, "sentences": len(chosen), "names": names,
                     "covered": covered, "right": round(right / max(found, 1), 4)})  # fmt: skip
    return rows


def _sentences(file: Path, *, spaced: bool) -> Iterator[Example]:
    """The sentences of a file of one word a line: its number, the word and its tag."""
    for block in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
        rows = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
        rows = [row for row in rows if len(row) > _TAG]
        if not rows:
            continue
        words = [row[_WORD] for row in rows]
        spans = [(a, b, _KINDS.get(kind, "MISC")) for a, b, kind in spans_of_tags([row[_TAG] for row in rows])]
        if spaced:
            yield from_tokens(words, spans, frozenset(_KINDS.values()))
        else:
            ends = [*accumulate(map(len, words), initial=0)]
            yield Example("".join(words), tuple((ends[a], ends[b], kind) for a, b, kind in spans), frozenset())
