"""Sentences of a file: plain text, one a line, or a table with a sentence column."""

from __future__ import annotations

import csv
import io

from dp_gateway.errors import InputError

__all__ = ["COLUMNS", "read_sentences"]

COLUMNS = ("sentence", "text")
"""Names of a column of sentences, lower case."""


def read_sentences(name: str, text: str) -> list[str]:
    """The sentences of a file's content.

    Args:
        name: of the file, for messages; one that ends in .tsv is a table.
        text: its content.

    Raises:
        InputError: there is no sentence, or a table has no column of that name.
    """
    lines = text.splitlines()
    table = name.lower().endswith(".tsv") or (bool(lines) and "\t" in lines[0] and _column(lines[0]) is not None)
    sentences = _of_table(name, text) if table else [line for line in lines if line.strip()]
    if not sentences:
        raise InputError(f"{name} holds no sentence", hint="give text, one sentence a line")
    return sentences


def _column(header: str) -> int | None:
    names = [cell.strip().lower() for cell in header.split("\t")]
    return next((names.index(column) for column in COLUMNS if column in names), None)


def _of_table(name: str, text: str) -> list[str]:
    column = _column(text.splitlines()[0]) if text.strip() else None
    if column is None:
        raise InputError(f"{name} has no column named sentence", hint="name the column in the first line")
    rows = csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    next(rows)
    return [row[column] for row in rows if len(row) > column and row[column].strip()]
