"""The rows of an evaluation, one a setting, and the files that it leaves in its folder.

`frontier` measures rows, pages and plots show them. The folder holds one JSON file, rewritten after every row, and a
table.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.errors import InputError
from dp_gateway.privacy.guarantee import epsilon_json

__all__ = ["Facts", "Figure", "Row", "Setting", "from_json", "known_rows", "to_csv", "to_json", "write", "write_rows"]


class Setting(NamedTuple):
    """A mechanism at a nominal epsilon."""

    mechanism: str
    epsilon: float


class Figure(NamedTuple):
    """A measured value.

    Attributes:
        value: in the unit of its metric.
        interval: 95 %, where there is one.
        model: what computed it.
    """

    value: float
    interval: tuple[float, float] | None
    model: str


@dataclass(frozen=True, slots=True)
class Row:
    """One setting.

    Attributes:
        mechanism, nominal_epsilon: the setting.
        certified_epsilon: pure local DP over all words; may be infinite.
        certificate: "exact" or "analytic bound".
        bayes_asr, expected_cosine: over the content words of the sample, exact unless `estimated`.
        public: the same two over public word frequencies; None where they were not asked for.
        attacks: success of each attack on the drawn words, by name.
        metrics: utility of the drawn texts, by name.
        skipped: attacks and metrics that could not be computed, and why.
        seconds: CPU time, without what all settings share.
        settings: hash of everything that the figures depend on.
    """

    mechanism: str
    nominal_epsilon: float
    certified_epsilon: float
    certificate: str
    bayes_asr: float
    expected_cosine: float
    estimated: bool
    public: tuple[float, float] | None
    attacks: Mapping[str, Figure]
    metrics: Mapping[str, Figure]
    skipped: Mapping[str, str]
    seconds: float
    settings: str

    @property
    def measured(self) -> tuple[str, Figure] | None:
        """The attack that recovered most; None where none could run."""
        return max(self.attacks.items(), key=lambda item: item[1].value, default=None)

    def figure(self, name: str) -> float | None:
        """A figure by name: a field, `measured_asr`, an attack or a metric; None where there is none."""
        if name == "measured_asr":
            return None if self.measured is None else self.measured[1].value
        if name in ("certified_epsilon", "bayes_asr", "expected_cosine", "nominal_epsilon"):
            return float(getattr(self, name))
        found = self.metrics.get(name) or self.attacks.get(name)
        return None if found is None else found.value

    def to_json(self) -> dict[str, Any]:
        """JSON-ready; infinite is the string "inf"."""
        measured = self.measured
        flat: dict[str, Any] = {
            "mechanism": self.mechanism,
            "nominal_epsilon": self.nominal_epsilon,
            "certified_epsilon": epsilon_json(self.certified_epsilon),
            "certificate": self.certificate,
            "bayes_asr": self.bayes_asr,
            "expected_cosine": self.expected_cosine,
            "estimated": self.estimated,
            "measured_asr": None if measured is None else measured[1].value,
            "measured_by": None if measured is None else measured[0],
            **{name: figure.value for name, figure in self.metrics.items()},
        }
        if self.public is not None:
            flat |= {"public_bayes_asr": self.public[0], "public_expected_cosine": self.public[1]}
        details = {
            kind: {name: figure._asdict() for name, figure in figures.items()}
            for kind, figures in (("attacks", self.attacks), ("metrics", self.metrics))
        }
        return (
            flat
            | details
            | {
                "skipped": dict(self.skipped),
                "seconds": round(self.seconds, 3),
                "settings": self.settings,
            }
        )


def from_json(data: Mapping[str, Any]) -> Row:
    """The row that `Row.to_json` wrote.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """

    def figures(found: Mapping[str, Any]) -> dict[str, Figure]:
        return {
            name: Figure(float(f["value"]), tuple(f["interval"]) if f["interval"] else None, f["model"])
            for name, f in found.items()
        }

    public = (data["public_bayes_asr"], data["public_expected_cosine"]) if "public_bayes_asr" in data else None
    return Row(
        mechanism=data["mechanism"],
        nominal_epsilon=float(data["nominal_epsilon"]),
        certified_epsilon=float(data["certified_epsilon"]),
        certificate=data["certificate"],
        bayes_asr=float(data["bayes_asr"]),
        expected_cosine=float(data["expected_cosine"]),
        estimated=bool(data["estimated"]),
        public=public,
        attacks=figures(data["attacks"]),
        metrics=figures(data["metrics"]),
        skipped=dict(data["skipped"]),
        seconds=float(data["seconds"]),
        settings=data["settings"],
    )


_JSON, _CSV = "frontier.json", "frontier.csv"


@dataclass(frozen=True, slots=True)
class Facts:
    """What all rows of a page have in common.

    Attributes:
        command: prints these figures again.
        version: of the package.
        index: name and content hash of the vocabulary.
        data: what the figures were measured on, in words.
        documents, words: to protect, and content words in them.
        seed: of sample and draws.
        keep_stopwords: whether public stopwords were left in clear, under every mechanism.
        untouched: metrics of the texts as they are.
        notes: what was left out, in words.
        levels: certified epsilons to choose at.
    """

    command: str
    version: str
    index: str
    data: str
    documents: int
    words: int
    seed: int
    keep_stopwords: bool
    untouched: Mapping[str, Figure]
    notes: tuple[str, ...]
    levels: tuple[float, ...]


def to_json(facts: Facts, rows: Sequence[Row]) -> dict[str, Any]:
    """JSON-ready; infinite is the string "inf"."""
    return {
        "command": facts.command,
        "version": facts.version,
        "index": facts.index,
        "data": facts.data,
        "documents": facts.documents,
        "words": facts.words,
        "seed": facts.seed,
        "keep_stopwords": facts.keep_stopwords,
        "untouched": {name: figure._asdict() for name, figure in facts.untouched.items()},
        "notes": list(facts.notes),
        "rows": [row.to_json() for row in rows],
    }


def to_csv(rows: Sequence[Row]) -> str:
    """One line a setting; without intervals, which are in the JSON file."""
    listed = [row.to_json() for row in rows]
    nested = ("attacks", "metrics", "skipped")
    flat = [
        {key: value for key, value in row.items() if key not in nested}
        | {name: figure["value"] for name, figure in row["attacks"].items()}
        for row in listed
    ]
    columns = list(dict.fromkeys(key for row in flat for key in row))
    buffer = io.StringIO()
    table = csv.DictWriter(buffer, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(flat)
    return buffer.getvalue()


def known_rows(folder: Path) -> list[Row]:
    """The rows that an earlier run left; none where there is no such file, or it cannot be read."""
    try:
        listed = json.loads((folder / _JSON).read_text(encoding="utf-8"))["rows"]
        return [from_json(row) for row in listed]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        # Figures can always be computed again.
        return []


def write_rows(folder: Path, rows: Sequence[Row], facts: Facts) -> None:
    """Write the JSON file and the table.

    Raises:
        InputError: the folder cannot be written to.
    """
    write(folder / _JSON, json.dumps(to_json(facts, rows), indent=1) + "\n")
    write(folder / _CSV, to_csv(rows))


def write(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; an interrupted run leaves the file of before.

    Raises:
        InputError: the folder cannot be written to.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content.encode() if isinstance(content, str) else content)
        partial.replace(path)
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}", hint="name a folder that you may write to: --out DIR"
        ) from None
