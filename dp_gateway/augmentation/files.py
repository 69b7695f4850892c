"""Seeds from files, phrases to files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dp_gateway.augmentation.checks import Seed
from dp_gateway.errors import InputError

__all__ = ["phrase_lines", "read_seeds"]


def read_seeds(path: str | Path, entity_type: str | None = None) -> list[Seed]:
    """Seeds of a file: JSON lines with `phrase`, `type` and `context` if its name ends in .jsonl, else a phrase a line.

    Args:
        path: the file.
        entity_type: type of seeds that name none.

    Raises:
        InputError: the file cannot be read, or a line of it; the line is named and not quoted.
    """
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}", hint=f"check the path: ls -l {path}") from None
    except UnicodeDecodeError:
        raise InputError(
            f"{path} is not UTF-8 text", hint=f"convert it first: iconv -f LATIN1 -t UTF-8 {path}"
        ) from None
    read = _from_json if path.suffix == ".jsonl" else _from_text
    seeds = [read(line, entity_type, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not seeds:
        raise InputError(f"{path} holds no seeds", hint="one phrase a line, or JSON lines in a file named .jsonl")
    return seeds


def phrase_lines(phrases: Mapping[str, Sequence[str]], *, as_json: bool) -> Iterator[str]:
    """Lines of a file of phrases by type: JSON lines with `phrase` and `type`, or phrases alone."""
    for entity_type, of_type in phrases.items():
        for phrase in of_type:
            entry = {"phrase": phrase, "type": entity_type}
            yield (json.dumps(entry, ensure_ascii=False) if as_json else phrase) + "\n"


def _from_text(line: str, entity_type: str | None, where: str) -> Seed:
    if entity_type is None:
        raise InputError(
            f"{where}: a phrase without a type", hint="give all the same type with --type, or use JSON lines (.jsonl)"
        )
    return Seed(line.strip(), entity_type)


def _from_json(line: str, entity_type: str | None, where: str) -> Seed:
    hint = '{"phrase": "Oslo district court", "type": "ORGANIZATION", "context": "the sentence around it"}'
    try:
        entry: Any = json.loads(line)
        given_type: Any = entry.get("type") or entity_type
        seed = Seed(entry["phrase"], given_type, entry.get("context") or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{where} is no JSON object with a phrase", hint=f"a line looks like this: {hint}") from None
    if not all(isinstance(field, str) for field in seed):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InputError(f"{where}: phrase, type and context must be strings", hint=f"a line looks like this: {hint}")
    return seed
