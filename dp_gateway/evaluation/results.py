"""The rows of an evaluation, one a setting, the files that it leaves in its folder, and which settings are best.

The frontier writes them; the page and the recommendation read them.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.errors import InputError
from dp_gateway.privacy.guarantee import epsilon_json


class Setting(NamedTuple):
    """A mechanism at a nominal epsilon."""

    mechanism: str
    epsilon: float


class Figure(NamedTuple):
    """A measured value. `value`: in the unit of its metric. `interval`: 95 %, where there is one. `model`: what
    computed it.
    """

    value: float
    interval: tuple[float, float] | None
    model: str


@dataclass(frozen=True, slots=True)
class SettingRow:
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
        example: a public sentence as it leaves under this setting.
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
    example: str = ""

    @property
    def measured(self) -> tuple[str, Figure] | None:
        """The attack that recovered most; None where none could run."""
        return max(self.attacks.items(), key=lambda item: item[1].value, default=None)

    def figure(self, name: str) -> float | None:
        """Find a figure by name: a field, `measured_asr`, an attack or a metric; None if there is none."""
        if name == "measured_asr":
            return None if self.measured is None else self.measured[1].value
        if name in ("certified_epsilon", "bayes_asr", "expected_cosine", "nominal_epsilon"):
            return float(getattr(self, name))
        found = self.metrics.get(name) or self.attacks.get(name)
        return None if found is None else found.value

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON values; infinite is the string "inf"."""
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
                "example": self.example,
            }
        )


def from_json(data: Mapping[str, Any]) -> SettingRow:
    """Read the row that `SettingRow.to_json` wrote. Raises KeyError or TypeError or ValueError where it is none."""

    def figures(found: Mapping[str, Any]) -> dict[str, Figure]:
        return {
            name: Figure(float(f["value"]), tuple(f["interval"]) if f["interval"] else None, f["model"])
            for name, f in found.items()
        }

    public = (data["public_bayes_asr"], data["public_expected_cosine"]) if "public_bayes_asr" in data else None
    return SettingRow(
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
        example=data.get("example", ""),
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


def to_json(facts: Facts, rows: Sequence[SettingRow]) -> dict[str, Any]:
    """Return the rows as JSON values; infinite is the string "inf"."""
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


def to_csv(rows: Sequence[SettingRow]) -> str:
    """Write one line a setting; without intervals, which are in the JSON file."""
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


def known_rows(folder: Path) -> list[SettingRow]:
    """Read the rows that an earlier run left; none where there is no such file, or it cannot be read."""
    try:
        listed = json.loads((folder / _JSON).read_text(encoding="utf-8"))["rows"]
        return [from_json(row) for row in listed]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        # Figures can always be computed again.
        return []


def write_rows(folder: Path, rows: Sequence[SettingRow], facts: Facts) -> None:
    """Write the JSON file and the table. Raises InputError where the folder cannot be written to."""
    write(folder / _JSON, json.dumps(to_json(facts, rows), indent=1) + "\n")
    write(folder / _CSV, to_csv(rows))


def write(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; an interrupted run leaves the file of before. Raises InputError where the
    folder cannot be written to.
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
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


COSTS = {
    "certified_epsilon": "certified epsilon",
    "bayes_asr": "Bayes attack success",
    "measured_asr": "measured attack success",
}
"""What a setting costs in privacy, by the name of the figure."""

ATTACK_LIMITS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7)

_SLACK = 1e-6
"""A level that is rounded up in its last digit is still that level."""


class BestSettings(NamedTuple):
    """The best settings whose cost is within a limit.

    Attributes:
        limit: of the cost.
        row: the best with a finite certified epsilon; None where none is within the limit.
        uncertified: one without, that is better still; else None.
        second: the best of another mechanism than `row`'s, with a finite certified epsilon.
    """

    limit: float
    row: SettingRow | None
    uncertified: SettingRow | None
    second: SettingRow | None


def _value(row: SettingRow, name: str) -> float:
    value = row.figure(name)
    return math.nan if value is None else value


def front(rows: Sequence[SettingRow], cost: str, utility: str) -> list[SettingRow]:
    """Find the Pareto-best rows by rising cost: none has at most their cost and more utility. Infinite costs count."""
    known = [row for row in rows if not math.isnan(_value(row, cost)) and not math.isnan(_value(row, utility))]
    ordered = sorted(known, key=lambda row: (_value(row, cost), -_value(row, utility)))
    found: list[SettingRow] = []
    for row in ordered:
        if not found or _value(row, utility) > _value(found[-1], utility):
            found.append(row)
    return found


def best(rows: Sequence[SettingRow], cost: str, utility: str, limit: float) -> SettingRow | None:
    """Find the row of most utility whose cost is within a limit; of equal ones the one that costs least."""
    within = [row for row in rows if _value(row, cost) <= limit * (1 + _SLACK)]
    known = [row for row in within if not math.isnan(_value(row, utility))]
    return max(known, key=lambda row: (_value(row, utility), -_value(row, cost)), default=None)


def choices(rows: Sequence[SettingRow], cost: str, utility: str, limits: Sequence[float]) -> list[BestSettings]:
    """Find the best settings within each limit."""
    finite = [row for row in rows if math.isfinite(row.certified_epsilon)]
    infinite = [row for row in rows if math.isinf(row.certified_epsilon)]
    found: list[BestSettings] = []
    for limit in limits:
        row, other = best(finite, cost, utility, limit), best(infinite, cost, utility, limit)
        rivals = [each for each in finite if row is not None and each.mechanism != row.mechanism]
        if row is not None and other is not None and _value(other, utility) <= _value(row, utility):
            other = None
        found.append(BestSettings(limit, row, other, best(rivals, cost, utility, limit)))
    return found


def findings(rows: Sequence[SettingRow], levels: Sequence[float], utility: str = "expected_cosine") -> list[str]:
    """Tell what to use, in sentences; they hold no word of the text. `rows`: all settings. `levels`: certified epsilons
    to choose at. `utility`: what is to be kept.
    """
    name = utility.replace("_", " ")
    sentences: list[str] = []
    by_epsilon = choices(rows, "certified_epsilon", utility, levels)
    for mechanism, run in run_of([(choice.limit, choice.row) for choice in by_epsilon]):
        kept = _span([_value(row, utility) for _, row in run])
        where = _limits([f"{limit:g}" for limit, _ in run])
        sentences.append(f"At a certified epsilon of {where} use {mechanism}: it keeps most ({name} {kept}).")
    infinite = dict.fromkeys(row.mechanism for row in rows if math.isinf(row.certified_epsilon))
    if infinite:
        sentences.append(
            f"No certified epsilon at all: {', '.join(infinite)}. Some output is possible from one word and "
            "impossible from another, whatever their nominal epsilon."
        )
    for cost in ("bayes_asr", "measured_asr"):
        sentences += _by_attack(rows, cost, utility)
    return sentences


def _by_attack(rows: Sequence[SettingRow], cost: str, utility: str) -> list[str]:
    found = choices(rows, cost, utility, ATTACK_LIMITS)
    sentences: list[str] = []
    for mechanism, run in run_of([(choice.limit, choice.row) for choice in found]):
        where = _limits([f"{limit:.0%}" for limit, _ in run])
        settings = _span([row.nominal_epsilon for _, row in run], "g")
        levels = _span([row.certified_epsilon for _, row in run], ".3g")
        kept = _span([_value(row, utility) for _, row in run])
        sentences.append(
            f"Where {COSTS[cost]} may be at most {where}, of those with a certificate use {mechanism} "
            f"(nominal epsilon {settings}, certified {levels}, {utility.replace('_', ' ')} {kept})."
        )
    rivals = [(choice.limit, choice.uncertified) for choice in found]
    for mechanism, run in run_of(rivals):
        where = _limits([f"{limit:.0%}" for limit, _ in run])
        kept = _span([_value(row, utility) for _, row in run])
        sentences.append(f"At {COSTS[cost]} of {where}, {mechanism} would keep more ({kept}), without any certificate.")
    return sentences


def run_of(found: Sequence[tuple[float, SettingRow | None]]) -> list[tuple[str, list[tuple[float, SettingRow]]]]:
    """Group neighbouring limits at which one mechanism is the best."""
    runs: list[tuple[str, list[tuple[float, SettingRow]]]] = []
    last: str | None = None
    for limit, row in found:
        if row is not None:
            if row.mechanism != last:
                runs.append((row.mechanism, []))
            runs[-1][1].append((limit, row))
        last = None if row is None else row.mechanism
    return runs


def _limits(shown: Sequence[str]) -> str:
    return shown[0] if len(shown) == 1 else f"{shown[0]} to {shown[-1]}"


def _span(values: Sequence[float], form: str = ".2f") -> str:
    first, last = format(values[0], form), format(values[-1], form)
    return first if first == last else f"{first} to {last}"
