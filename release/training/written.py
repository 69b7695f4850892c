"""Messages that were written for the training with the labels in them, and labels of public texts.

`written/<code>.txt` has the messages of a language, all other files of that folder English ones; `readings.jsonl` says
where passages of the corpora stand and what is private in them: their texts are in the folder of the corpora alone
(`records.py`). A mark is written `«K:words»`, with a letter of `MARKS`; a line `---` parts messages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dp_gateway.patterns.own_jobs import own_jobs
from dp_gateway.patterns.windows import Reading
from release.training.examples import ALL, Example, Span, without_marks
from release.training.records import MASK, RECORDS

__all__ = ["MARKS", "readings", "written"]

MARKS: Mapping[str, str] = {
    "P": "PERSON", "O": "ORGANIZATION", "L": "LOCATION", "A": "STREET_ADDRESS", "Z": "POSTCODE", "J": "JOB_TITLE",
    "N": "NRP", "D": "DATE_TIME", "I": "ID_NUMBER", "U": "USERNAME", "G": "AGE", "B": "MISC", "T": "PHONE_NUMBER",
    "E": "EMAIL_ADDRESS", "M": "MONEY", "S": "SECRET", "W": "URL", "X": "",
}  # fmt: skip
"""Types by mark. What the tagger has no type for, and what may be seen either way (X), is left open."""

_WRITTEN = ALL - {"TITLE"} | {"MONEY"}
_READ = ALL - {"TITLE", "JOB_TITLE", "NRP", "AGE"}
"""Who read public texts marked jobs, groups and ages now and then alone: where they did, these are left open."""

_FOLDER = Path(__file__).with_name("written")
_CODE = 2
"""Letters of a language's code, by which its file is called."""
_READINGS = Path(__file__).with_name("readings.jsonl")
_MARK = re.compile(r"«(\w):([^«»]*)»")
_PARTED = re.compile(r"^---$", re.MULTILINE)
_TITLE = re.compile(
    r"(?i)\b(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam|lady|lord|rev|reverend|father|fr|sister|brother|pastor|"
    r"rabbi|imam|capt|captain|sgt|officer|judge|justice|senator|sen|gov|president|coach|uncle|aunt|auntie|nurse|"
    r"doctor|herr|frau|hr|monsieur|madame|mme|mlle|don|doña|dona|sra?|señora?|signora?|sig|dott|dottssa|pan|pani|"
    r"mevrouw|meneer|mw|dhr)\b\.? ?\Z|\bM\. \Z"
)
_UNMARKED = re.compile(
    r"[\w.+-]+@[\w-]+\.[\w.-]+|https?://\S+|www\.\S+|\+?\d[\d ().-]{6,}\d|"
    r"(?i:\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)|\b\d{1,2}[:.]\d\d\b|[$£€]\s?\d[\d.,]*"
)
"""Mails, links, phones, days of the week, times of the day and sums, which are left open without a mark too."""


def written(code: str) -> Iterator[Example]:
    """The messages of a language; all types but titles are known of them.

    Args:
        code: the language; "en" reads all English files.

    Raises:
        FileNotFoundError: there are none of that language.
    """
    english = sorted(file for file in _FOLDER.glob("*.txt") if len(file.stem) > _CODE)
    for file in english if code == "en" else [_FOLDER / f"{code}.txt"]:
        for message in _PARTED.split(file.read_text(encoding="utf-8")):
            if message.strip():
                yield _message(message.strip("\n"))


def _message(marked: str) -> Example:
    return _example(*without_marks(marked, _MARK), _WRITTEN)


def readings(data: Path, file: Path = _READINGS) -> Iterator[Example]:
    """Passages of public texts with the labels of who read them; titles, jobs, groups and ages are not known of them.

    Args:
        data: folder of the corpora.
        file: a line a passage: its source and record (see `RECORDS`), its first and last character there, its marks
            and, of a comment, the names that stand in the place of its masks.

    Raises:
        FileNotFoundError: a corpus is not in the folder.
        KeyError: a source has no such record: it is of another version.
    """
    by_source: dict[str, list[Any]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        by_source.setdefault(one["source"], []).append(one)
    for source, listed in by_source.items():
        wanted = {one["record"] for one in listed}
        texts = {record: text for record, text in RECORDS[source](data) if record in wanted}
        for one in listed:
            text = texts[one["record"]]
            for name in one.get("names", ()):
                text = text.replace(MASK, name, 1)
            yield _example(text[one["first"] : one["last"]], [(a, b, mark) for a, b, mark in one["spans"]], _READ)


def _example(text: str, marks: Sequence[Span], known: frozenset[str]) -> Example:
    """The marks of known types as spans; others, titles before names, jobs without a mark, and `_UNMARKED` are left
    open.
    """
    spans: list[Span] = []
    doubtful: list[Span] = []
    for first, end, mark in marks:
        kind = MARKS[mark]
        start = first + (kind == "USERNAME" and text[first] == "@")
        (spans if kind in known else doubtful).append((start, end, kind))
        title = _TITLE.search(text, 0, start) if kind == "PERSON" else None
        if title:
            doubtful.append((title.start(), start, "TITLE"))
    taken = [(start, end) for start, end, _ in (*spans, *doubtful)]
    # Who wrote a message often left out a job that tells nobody by itself ("I'm a plumber").
    for first, end in (*(match.span() for match in _UNMARKED.finditer(text)), *own_jobs(Reading(text))):
        if not any(start < end and first < stop for start, stop in taken):
            doubtful.append((first, end, ""))
    apart = (one for one in doubtful if not any(start < one[1] and one[0] < end for start, end, _ in spans))
    return Example(text, tuple(sorted(spans)), known, tuple(sorted(apart)))
