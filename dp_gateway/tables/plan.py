"""Plans: what becomes of each column of a table, as a model and as a TOML file.

text         detected and drawn as the policy says; the texts of a row are one request
entity       the whole cell is an entity of the declared type (`type = "PERSON"`)
identifier   a keyed hash stands in for it: equal values stay equal, so that joins work, and nothing else is kept
number       a nearby number: within declared bounds, else of the same power of ten
date         a nearby date: within declared bounds, else of the same decade
json         strings, long numbers and those that a key tells are texts; keys stay (a cell of JSON, or a nested type)
keep         left in clear, and listed in the report
drop         left out
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from dp_gateway.configuration import Table, read_toml, refused, toml_value
from dp_gateway.policy import Policy, load_policy

Kind = Literal["text", "entity", "identifier", "number", "date", "json", "keep", "drop"]
Share = Literal["row", "column", "table", "files"]
_TYPE = re.compile(r"[A-Z][A-Z0-9_]*")
_MOST_POINTS = 20_000


class Column(Table):
    """What becomes of one column.

    Attributes:
        kind: see the module.
        type: entity type of `entity`; of `number` without bounds what it counts (QUANTITY, MONEY, AGE, PERCENTAGE).
        rename: the name of the column in the output; names of columns leave in clear.
        public_name: the name says nothing private, though it looks like an entity.
        epsilon: of `number` and `date` with bounds; everything else is drawn as the policy says.
        lower, upper: bounds of `number` (numbers) or `date` (dates), which must be public: any two values between them
            are protected from each other, and values beyond are taken as the nearer bound.
        step: of `number` with bounds, the distance of neighbouring outputs; None takes one that gives at most 10,000.
        time: the time of day of a timestamp, which tells a row among many, is set to midnight or kept.
        shape: of `json`, whether the cell is any JSON, or a list of chat messages whose roles and tools stay.
    """

    kind: Kind
    type: str | None = Field(default=None, pattern=_TYPE.pattern + "$")
    rename: str | None = Field(default=None, min_length=1)
    public_name: bool = False
    epsilon: float = Field(default=6.0, gt=0, le=20, allow_inf_nan=False)
    lower: float | date | None = None
    upper: float | date | None = None
    step: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    time: Literal["drop", "keep"] = "drop"
    shape: Literal["any", "chat"] = "any"

    @model_validator(mode="after")
    def _sense(self) -> Column:
        if (self.kind == "entity") != (self.type is not None) and self.kind != "number":
            raise ValueError('type: an entity column has one ("PERSON"), a number column may, no other has')
        bounds = [bound for bound in (self.lower, self.upper) if bound is not None]
        if not bounds:
            return self
        expected = {"number": float, "date": date}.get(self.kind)
        if expected is None or len(bounds) == 1 or not all(isinstance(bound, expected) for bound in bounds):
            raise ValueError("lower, upper: give both, two numbers for a number or two dates for a date column")
        if not (self.lower < self.upper and all(map(_finite, bounds))):  # pyright: ignore[reportOperatorIssue, reportOptionalOperand]
            raise ValueError("lower, upper: lower must be less than upper")
        if self.type is not None:
            raise ValueError("type: a number column has a type or bounds")
        if len(self.outputs) > _MOST_POINTS:
            raise ValueError(f"step: at most {_MOST_POINTS:,} outputs fit between lower and upper; take a larger one")
        return self

    @property
    def bounded(self) -> bool:
        """Whether values are drawn within declared bounds."""
        return self.lower is not None

    @property
    def outputs(self) -> range:
        """What can be drawn within the bounds, in steps: `range(first, last + 1)` times `grid`; days of dates."""
        if isinstance(self.lower, date) and isinstance(self.upper, date):
            days = self.upper.toordinal() - self.lower.toordinal()
            return range(self.lower.toordinal(), self.upper.toordinal() + 1, math.ceil((days + 1) / _MOST_POINTS))
        grid = self.grid
        first, last = (int((Decimal(repr(bound)) / grid).to_integral_value()) for bound in (self.lower, self.upper))
        return range(first, max(last, first + 1) + 1)

    @property
    def grid(self) -> Decimal:
        """The step of a number column."""
        if self.step is not None:
            return Decimal(repr(self.step))
        span = Decimal(repr(self.upper)) - Decimal(repr(self.lower))
        return max(Decimal(1).scaleb((span / 10_000).adjusted() + 1), Decimal("1e-9"))


def _finite(bound: float | date) -> bool:
    return not isinstance(bound, float) or math.isfinite(bound)


class Plan(Table):
    """What becomes of the columns of a table.

    Attributes:
        policy: a preset, or a TOML file (a path relative to the plan's).
        share: within what the same value has the same surrogate: a `row`, a `column` of the table, the `table`, or all
            `files` that are sanitized with the same key and scope. What is shared shows which cells are equal.
        name: of the table, part of the scope of `column` and `table`; empty takes the name of a file.
        columns: by name. A table with any other column is refused.
    """

    policy: str = "entities"
    share: Share = "table"
    name: str = ""
    columns: dict[str, Column] = Field(default_factory=dict)

    @classmethod
    def place_of(cls, error: ValidationError, given: Mapping[str, Any]) -> str:
        """Return where the first error of a plan stands. The names of columns are the user's: the number tells which
        one it is.
        """
        place = list(error.errors(include_input=False, include_url=False)[0]["loc"])
        if place[:1] == ["columns"] and len(place) > 1:
            place[1] = list(given["columns"]).index(place[1]) + 1
        return ".".join(map(str, place))

    @model_validator(mode="after")
    def _names(self) -> Plan:
        names = [column.rename or name for name, column in self.columns.items() if column.kind != "drop"]
        if len(set(names)) != len(names):
            raise ValueError("columns: two of them have the same name in the output")
        return self


def as_plan(columns: Plan | Mapping[str, Column | str], share: Share | None = None) -> Plan:
    """Make a plan from columns; a string is a kind ("text"), or an entity type in capitals ("PERSON"). Raises
    ConfigurationError where a column cannot be treated so.
    """
    if isinstance(columns, Plan):
        return columns if share is None else columns.model_copy(update={"share": share})
    read = {name: _column(column) for name, column in columns.items()}
    return _checked({"columns": read, **({} if share is None else {"share": share})}, "columns")


def _column(column: Column | str) -> Any:
    if isinstance(column, Column):
        return column
    return {"kind": "entity", "type": column} if _TYPE.fullmatch(column) else {"kind": column}


def load_plan(path: str | Path) -> tuple[Plan, Policy]:
    """Load the plan of a TOML file, and the policy that it names.

    Args:
        path: of the file.

    Raises:
        InputError: it cannot be read.
        ConfigurationError: a setting cannot be used; the message names columns by number.
    """
    path = Path(path)
    mend = "write one with: dp-gateway table plan FILE"
    data = read_toml(path, missing=f"check the path: ls -l {path}", mend=mend)
    plan = _checked(data, str(path))
    beside = path.parent / plan.policy
    return plan, load_policy(beside if plan.policy.endswith(".toml") else plan.policy)


def _checked(data: dict[str, Any], where: str) -> Plan:
    try:
        return Plan.model_validate(data)
    except ValidationError as error:
        hint = "see the kinds of columns with: dp-gateway table plan --help"
        raise refused(error, where, hint=hint, field=Plan.place_of(error, data)) from None


_NOTES = {
    "row": "a value has one surrogate in its row; rows of the same content come out the same",
    "column": "a value has one surrogate in its column",
    "table": "a value has one surrogate in the whole table: which cells are equal shows",
    "files": "a value has one surrogate in all files of this key and scope: which cells are equal shows",
}


def plan_toml(plan: Plan, notes: Mapping[str, str] | None = None) -> str:
    """Write a plan as TOML, to be reviewed. `notes`: a comment for each column."""
    lines = [f"policy = {toml_value(plan.policy)}", f"share = {toml_value(plan.share)}  # {_NOTES[plan.share]}"]
    if plan.name:
        lines.append(f"name = {toml_value(plan.name)}")
    for name, column in plan.columns.items():
        note = (notes or {}).get(name, "")
        lines += ["", f"[columns.{toml_value(name)}]{'  # ' + note if note else ''}"]
        settings = column.model_dump(exclude_defaults=True)
        lines += [f"{field} = {toml_value(value)}" for field, value in settings.items()]
    return "\n".join(lines) + "\n"
