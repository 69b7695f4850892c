"""What a table cost and what it still shows: by unit, by row, by column and in all. Each piece of a run adds to one;
the command line prints it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from dp_gateway.budget.base import Charge
from dp_gateway.policy import Policy
from dp_gateway.privacy.composition import basic
from dp_gateway.privacy.guarantee import Price, epsilon_json, level_text, stated
from dp_gateway.surrogates.sources import keeps
from dp_gateway.tables.plan import Column, Plan
from dp_gateway.tables.units import Group, Units, grouped

if TYPE_CHECKING:
    from dp_gateway.pipeline.report import EntityReport

_VISIBLE = (
    "the number and the order of the rows",
    "the names, order and types of the columns, and which cells are null or empty",
)
_SHARED = {
    "row": "rows of the same content come out the same; in a row, which cells are equal",
    "column": "in each column, which cells are equal: how often each value occurs",
    "table": "in the whole table, which cells are equal: how often each value occurs",
    "files": "in all tables of this key and scope, which cells are equal: how often each value occurs",
}


class Counts:
    """What was noticed while a table was sanitized; those of its parts add up.

    Attributes:
        columns: by number of the column (from 0).
        rows: how many there are.
        largest: price of one row: `epsilon` and `delta`.
    """

    def __init__(
        self, columns: dict[int, Counter[str]] | None = None, rows: int = 0, largest: dict[str, float] | None = None
    ) -> None:
        self.columns, self.rows = columns or {}, rows
        self.largest = largest or {"epsilon": 0.0, "delta": 0.0}

    def of(self, column: int) -> Counter[str]:
        """Give the counters of one column."""
        return self.columns.setdefault(column, Counter())

    def price(self, epsilon: NDArray[np.float64], delta: NDArray[np.float64]) -> None:
        """Note the price of some rows, shape (rows,) each."""
        self.rows += len(epsilon)
        for name, figures in (("epsilon", epsilon), ("delta", delta)):
            self.largest[name] = max(self.largest[name], float(figures.max(initial=0.0)))

    def texts(self, column: int, report: EntityReport, known: int, often: int) -> None:
        """Note what was found in the texts of some equal rows; `known` mentions were handed along."""
        counts = self.of(column)
        for row in report.figures:
            name = "kept" if row.treatment == "keep" else "mentions"
            counts[f"{name} {row.type}"] += row.mentions * often
        counts["words"] += sum(words.words for words in report.tokens) * often
        counts["known"] += known * often

    def add(self, other: Counts) -> None:
        """Add those of another part."""
        for column, counts in other.columns.items():
            own = self.of(column)
            most = max(own["most"], counts["most"])
            own.update(counts)
            own["most"] = most
        self.rows += other.rows
        self.largest = {name: max(figure, other.largest[name]) for name, figure in self.largest.items()}

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        columns = {str(at): dict(counts) for at, counts in self.columns.items()}
        return {"columns": columns, "rows": self.rows, "largest": self.largest}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Counts:
        """Read what `to_json` gave."""
        columns = cast(dict[str, dict[str, int]], data["columns"])
        return cls({int(at): Counter(counts) for at, counts in columns.items()}, data["rows"], data["largest"])


@dataclass(frozen=True)
class ColumnReport:
    """What was done to one column of a table, and what that costs.

    Attributes:
        number, name, kind: from 1; its name in the plan.
        guarantee: of one value, in words.
        level: the largest certified (epsilon, delta) of one draw.
        draws: how many different ones were made.
        price: of all of them, by basic composition; text columns of a table are priced together, at the first of them.
        left: what stays of its cells.
    """

    number: int
    name: str
    kind: str
    guarantee: str
    level: tuple[float, float]
    draws: int
    price: Price
    left: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the column's report as JSON values; infinite is the string "inf"."""
        return {
            "number": self.number,
            "name": self.name,
            "kind": self.kind,
            "guarantee": self.guarantee,
            "certified": level_text(self.level),
            "certified_epsilon": epsilon_json(self.level[0]),
            "certified_delta": self.level[1],
            "draws": self.draws,
            **_price_json(self.price),
            "left_in_clear": list(self.left),
        }


def _price_json(price: Price) -> dict[str, Any]:
    return {
        "total_certified": price.text,
        "total_epsilon": epsilon_json(price.epsilon),
        "total_delta": price.delta,
        "total_nominal_epsilon": price.nominal,
    }


@dataclass(frozen=True)
class TableReport:
    """What was done to a table, or to several that belong together.

    Attributes:
        rows: how many.
        columns: one report each.
        price: of all different draws together, by basic composition.
        row: the largest price of one row.
        left_in_clear: what is visible of the table as such.
        groups: what was drawn, by price, for a ledger.
    """

    rows: int
    columns: tuple[ColumnReport, ...]
    price: Price
    row: tuple[float, float]
    left_in_clear: tuple[str, ...]
    groups: tuple[Group, ...] = field(repr=False, default=())

    @classmethod
    def of(cls, plan: Plan, policy: Policy, units: Iterable[Units], counts: Counts) -> TableReport:
        """Make the report of what was drawn.

        Args:
            plan, policy: it was sanitized under.
            units: the different ones, in parts.
            counts: what was noticed.
        """
        groups = grouped(units)
        columns = tuple(
            _column(number, name, column, policy, [one for one in groups if one.column == number], counts.of(number))
            for number, (name, column) in enumerate(plan.columns.items())
        )
        everything = policy.kind == "observe" and any(one.kind not in ("keep", "drop") for one in plan.columns.values())
        price = Price(float("inf"), 1.0, 0.0, ("observed",)) if everything else _priced(groups)
        row = stated((counts.largest["epsilon"], min(counts.largest["delta"], 1.0)))
        left = (*_VISIBLE, _SHARED[plan.share])
        return cls(counts.rows, columns, price, row, left, tuple(groups))

    def charges(self, unit: bytes) -> tuple[Charge, ...]:
        """Return one charge for each column and level, for a ledger: millions of units would not fit it.

        Args:
            unit: 16 bytes that stand for all draws of the table.
        """
        if self.price.mechanisms == ("observed",):
            return (Charge(unit, float("inf"), 1.0, "observed"),)
        return tuple(
            Charge(_part(unit, at), one.epsilon, one.delta, one.mechanism, one.draws)
            for at, one in enumerate(self.groups)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "rows": self.rows,
            "columns": [column.to_json() for column in self.columns],
            "row_certified": level_text(self.row),
            "row_epsilon": epsilon_json(self.row[0]),
            "row_delta": self.row[1],
            **_price_json(self.price),
            "left_in_clear": list(self.left_in_clear),
        }


def _part(unit: bytes, at: int) -> bytes:
    return bytes(one ^ two for one, two in zip(unit, at.to_bytes(16, "little"), strict=True))


def _priced(groups: Sequence[Group]) -> Price:
    level = stated(basic((one.epsilon * one.draws, one.delta * one.draws) for one in groups))
    return Price(*level, sum(one.nominal for one in groups), tuple(sorted({one.mechanism for one in groups})))


def _column(
    number: int, name: str, column: Column, policy: Policy, groups: Sequence[Group], counts: Counter[str]
) -> ColumnReport:
    level = stated((max((one.epsilon for one in groups), default=0.0), max((one.delta for one in groups), default=0.0)))
    left = [f"{counts[name]} {what}" for name, what in _NOTED.items() if counts[name]]
    if counts["most"] > 1:
        left.append(f"one value stands for {counts['most']} cells in a batch")
    kept = [one.removeprefix("kept ") for one in counts if one.startswith("kept ")]
    left += [f"{counts['kept ' + one]} x {one} (kept by the policy)" for one in sorted(kept)]
    guarantee = _GUARANTEES[column.kind]
    if column.kind in ("text", "json"):
        found = sorted(one.removeprefix("mentions ") for one in counts if one.startswith("mentions "))
        left += [f"of {counts['mentions ' + one]} x {one}: {_kept_of(policy, one.split('/')[0])}" for one in found]
        left.append("words but for kept stopwords are drawn" if policy.draws_words else "everything that is no entity")
        left += ["keys, and short numbers that no key tells"] if column.kind == "json" else []
    elif column.kind == "entity":
        left.append(_kept_of(policy, column.type or ""))
    elif column.bounded:
        guarantee = f"{_GUARANTEES['bounded']} {column.lower} and {column.upper}"
    elif column.kind in ("number", "date"):
        left.append(_kept_of(policy, (column.type or "QUANTITY") if column.kind == "number" else "DATE_TIME"))
    if column.kind == "date" and column.time == "keep":
        left.append("the time of day of a timestamp")
    if column.kind == "keep" or (policy.kind == "observe" and column.kind not in ("drop", "identifier")):
        guarantee, left = _GUARANTEES["keep"], ["everything"]
    draws = sum(one.draws for one in groups)
    return ColumnReport(
        number + 1, name, column.kind, guarantee, level, draws, _priced(groups), tuple(filter(None, left))
    )


def _kept_of(policy: Policy, entity_type: str) -> str:
    dated = entity_type == "DATE_TIME" and policy.rules[entity_type].treatment == "value"
    kept = _OF_DATES if dated else keeps(policy, entity_type)
    return f"the type, and {kept}" if kept else "the type"


_OF_DATES = "the decade (of a year the century), how exactly it is said, its notation, and a time of day in a text"
_NOTED = {
    "masked": "cells had nothing to draw from, and are placeholders",
    "kept": "cells that the policy keeps",
    "unread": "cells could not be read, and are null",
    "clamped": "cells lay beyond the bounds, and were taken as the nearer one",
}

_GUARANTEES = {
    "text": "of each entity found: any two values of its class",
    "json": "of each entity found: any two values of its class",
    "entity": "any two values of its class",
    "identifier": "any two values: a keyed hash, epsilon 0 to whoever has not the key",
    "number": "any two numbers of the same sign and size",
    "date": "any two dates of the same decade and notation",
    "bounded": "any two values between",
    "keep": "none: left in clear",
    "drop": "left out",
}
