"""Texts of sources under names by which they are found again: documents, rows, lines, conversations, logs.

`written.readings` cuts passages out of them.
"""

from __future__ import annotations

import csv
import gzip
import html
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from release.training.examples import from_tokens
from release.training.messages import ewt_files, wikipedia

__all__ = ["MASK", "RECORDS"]

MASK = "[NAME]"
"""What stands in comments in the place of each person's name."""

Record = tuple[str, str]


def _ewt(data: Path) -> Iterator[Record]:
    """Documents of EWT's train part, a sentence a line."""
    for text in ewt_files(data):
        for document in re.split(r"(?m)^# newdoc id = ", text)[1:]:
            sentences = re.findall(r"(?m)^# text =(.*)$", document)
            yield document.partition("\n")[0].strip(), "\n".join(one.strip() for one in sentences)


def _prompts(data: Path) -> Iterator[Record]:
    """What people asked a model, row by row."""
    file = data / "Columbia-NLP-Lab+PAPILLON/pupa/PUPA_New.csv"
    with file.open(encoding="utf-8", newline="") as opened:
        for number, row in enumerate(csv.DictReader(opened)):
            yield str(number), row["user_query"].replace("\r\n", "\n")


def _lines(*names: str, escaped: bool = True) -> Callable[[Path], Iterator[Record]]:
    """Lines of raw files of WNUT 2017."""

    def read(data: Path) -> Iterator[Record]:
        for name in names:
            file = data / "leondz+emerging_entities_17/source/raw_data" / name
            for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").split("\n")):
                yield f"{name}:{number}", html.unescape(line) if escaped else line

    return read


def _turns(data: Path) -> Iterator[Record]:
    """Whole conversations with an assistant."""
    with gzip.open(data / "anthropics+hh-rlhf/harmless-base/test.jsonl.gz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            yield str(number), json.loads(line)["chosen"]


def _masc(data: Path) -> Iterator[Record]:
    """Documents of MASC as running text."""
    with zipfile.ZipFile(data / "nltk+nltk_data/packages/corpora/masc_tagged.zip") as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(".txt") and not name.endswith("categories.txt"):
                lines = archive.read(name).decode("utf-8", "replace").splitlines()
                sentences = (from_tokens(_words(line), (), frozenset()).text for line in lines)
                yield name, " ".join(one for one in sentences if one)


def _words(line: str) -> list[str]:
    """Of words with their tags, as word/TAG or word_TAG."""
    return [word for one in line.split() if (word := one.rpartition("_" if "_" in one else "/")[0])]


_SAID = re.compile(r"\[\d\d:\d\d\] <([^>]+)> (\S.*)")
_LONGEST = 260


def _irc(form: str) -> Callable[[Path], Iterator[Record]]:
    """Logs of a chat: what people said, line by line, without notes of the server and very long lines.

    Args:
        form: a template of a line, of the match of `_SAID`.
    """

    def read(data: Path) -> Iterator[Record]:
        for file in sorted((data / "jkkummerfeld+irc-disentanglement/data/train").glob("*.raw.txt")):
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            said = (_SAID.match(line) for line in lines if len(line) < _LONGEST)
            yield file.name, "\n".join(line.expand(form) for line in said if line)

    return read


def _comments(data: Path) -> Iterator[Record]:
    """Comments of GoEmotions, with the masks."""
    for part in ("train", "dev", "test"):
        file = data / f"isabelhdias+sentiment-aware-conversational-agent/data/goemotions/{part}.tsv"
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            yield f"{part}:{number}", line.rsplit("\t", 2)[0].strip('"').strip()


RECORDS: Mapping[str, Callable[[Path], Iterator[Record]]] = {
    "ewt": _ewt,
    "prompts": _prompts,
    "twitter": _lines("gurez.10000", "ile.10000", "palm.10000", "rigo.10000"),
    "youtube": _lines("yt-filter"),
    "reddit": _lines("redd.tok.uniq", escaped=False),
    "stackoverflow": _lines("stacko-src"),
    "wikipedia": lambda data: ((str(number), text) for number, text in enumerate(wikipedia(data))),
    "turns": _turns,
    "masc": _masc,
    "irc": _irc(r"\g<0>"),
    "irc without times": _irc(r"<\1> \2"),
    "irc with names": _irc(r"\1: \2"),
    "comments": _comments,
}
"""Readers of all records of a source, each with its name, by source and the form that its texts have."""
