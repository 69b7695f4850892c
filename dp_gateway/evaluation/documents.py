"""Documents to evaluate on: text, one a line, or a table with a sentence column and perhaps a label column."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dp_gateway.attacks.files import COLUMNS
from dp_gateway.errors import InputError

__all__ = ["Documents", "read_documents"]

_LABELS = ("label", "class", "labels")
_OTHER_FORMATS = (".csv", ".json", ".jsonl", ".ndjson", ".parquet", ".arrow", ".xlsx", ".pdf", ".docx", ".gz", ".zip")


class Documents(NamedTuple):
    """What a data file holds.

    Attributes:
        texts: the documents that hold text, white space put in order, so that none has a line break.
        labels: the class of each, numbered in the order of their names; None where the file has none.
        notes: what was left out and why, in words, without any of the text.
    """

    texts: Sequence[str]
    labels: Sequence[int] | None
    notes: tuple[str, ...]


def read_documents(name: str, text: str) -> Documents:
    """The documents of a file's content.

    Args:
        name: of the file; one that ends in .tsv is a table, as is one whose first line names a sentence column.
        text: its content.

    Raises:
        InputError: the format is another one, or there is no document.
    """
    refuse_other_formats(name)
    lines = text.removeprefix("\ufeff").splitlines()
    columns = [cell.strip().lower() for cell in lines[0].split("\t")] if lines else []
    named = next((columns.index(column) for column in COLUMNS if column in columns), None)
    table = name.lower().endswith(".tsv") or (len(columns) > 1 and named is not None)
    if not table:
        return _documents(name, [(line, None) for line in lines], labelled=False)
    if named is None:
        raise InputError(f"{name} has no column named sentence", hint="name the column in the first line")
    label = next((columns.index(column) for column in _LABELS if column in columns), None)
    rows = csv.reader(io.StringIO("\n".join(lines[1:])), delimiter="\t", quoting=csv.QUOTE_NONE)
    found = [(_cell(row, named) or "", _cell(row, label)) for row in rows]
    return _documents(name, found, labelled=label is not None)


def refuse_other_formats(name: str) -> None:
    """Refuse a file whose name says that it is no text and no TSV.

    Raises:
        InputError: it is.
    """
    suffix = Path(name).suffix.lower()
    if suffix in _OTHER_FORMATS:
        raise InputError(
            f"{name} is a {suffix} file, which is not read here",
            hint="write the sentences one a line into a .txt file, or as .tsv with the columns sentence and label",
        )


def _cell(row: list[str], column: int | None) -> str | None:
    return row[column].strip() if column is not None and len(row) > column else None


def _documents(name: str, found: Sequence[tuple[str, str | None]], *, labelled: bool) -> Documents:
    tidy = [(" ".join(text.split()), label) for text, label in found]
    filled = [(text, label) for text, label in tidy if text]
    notes: list[str] = []
    if len(filled) < len(tidy):
        notes.append(f"{len(tidy) - len(filled):,} empty texts were left out")
    if labelled:
        kept = [(text, label) for text, label in filled if label]
        if len(kept) < len(filled):
            notes.append(f"{len(filled) - len(kept):,} texts without a label were left out")
        filled = kept
    if not filled:
        raise InputError(f"{name} holds no sentence", hint="give text, one sentence a line")
    texts = [text for text, _ in filled]
    if not labelled:
        return Documents(texts, None, tuple(notes))
    names = sorted({label for _, label in filled if label})
    number = {label: place for place, label in enumerate(names)}
    return Documents(texts, [number[label] for _, label in filled if label], tuple(notes))
