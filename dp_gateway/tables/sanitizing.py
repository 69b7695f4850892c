"""`sanitize_table`: an Arrow table and a plan in, a table that may leave and its price out.

result = sanitize_table(table, {"name": "PERSON", "note": "text", "id": "keep"}, "entities", key=Secret.from_file(path))
result.table                      # may leave
result.report                     # guarantee, price and what stayed, by column
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.detection.of_policy import Detects, check_detection, detection_of
from dp_gateway.pipeline.gateway import Gateway
from dp_gateway.policy import Policy, load_policy
from dp_gateway.randomness import Secret, check_key
from dp_gateway.restore import Replacement
from dp_gateway.tables.arrow import as_text_array, compacted, is_text, pa, plain, refused_type
from dp_gateway.tables.drawing import TableDraws, row_digests, scope_name
from dp_gateway.tables.kinds import Context, Treated, treat
from dp_gateway.tables.plan import Column, Plan, Share, as_plan
from dp_gateway.tables.report import Counts, TableReport
from dp_gateway.tables.rows import KnownDetection, KnownValue, RowTexts, fill_row, read_row, requested
from dp_gateway.tables.schema import check_schema
from dp_gateway.tables.units import UnitList, Units

if TYPE_CHECKING:
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

_BATCH, _DECLARED_BATCH = 256, 16_384
"""Rows that are treated at once, with texts to search and without: their work is shared, and memory does not grow with
the table."""

_BY_ROW = ("text", "json")


class SanitizedTable(NamedTuple):
    """A table that may leave.

    Attributes:
        table: the table.
        units: what was drawn, priced; see `units`.
        counts: what was noticed.
        plan, policy: it was sanitized under.
    """

    table: Any
    units: Units
    counts: Counts
    plan: Plan
    policy: Policy

    @property
    def report(self) -> TableReport:
        """Guarantee, price and what stayed, by column and in all."""
        return TableReport.of(self.plan, self.policy, [self.units], self.counts)


class Undone(NamedTuple):
    """What was drawn for some rows, and what undoes it. `sanitized`: the rows as they were sent. `replacements`: for
    each row. `texts`: for each row its texts, as typed and as sent.
    """

    sanitized: Any
    replacements: list[list[Replacement]]
    texts: list[list[tuple[str, str]]]


class TableSanitizer:
    """Sanitizes the batches of tables: what a row becomes depends on the row, scope and key alone.

    Args:
        plan: what becomes of each column.
        policy: who is protected by what; None takes that of the plan, which must be a preset then.
        key: of all draws; None draws fresh bits, the same for equal values as long as this object lives.
        scope: separates draws of one key, such as one customer's from another's.
        name: of the table, where the plan has none.
        lexicon, index, detection: see `Gateway`.

    Raises:
        ConfigurationError, StoreError: see `Gateway`.
    """

    def __init__(
        self,
        plan: Plan,
        policy: Policy | str | Path | None = None,
        *,
        key: Secret | None = None,
        scope: str = "",
        name: str = "",
        lexicon: Lexicon | None = None,
        index: Index | str | Path | None = None,
        detection: Detects | None = None,
    ) -> None:
        check_key(key)
        check_detection(detection)
        self.plan, self.policy = plan, load_policy(plan.policy if policy is None else policy)
        self.key = key or Secret(secrets.token_bytes(32))
        self.scope, self.name = scope, plan.name or name
        self.detection = KnownDetection(lambda: detection_of(self.policy) if detection is None else detection)
        self.gateway = Gateway(self.policy, key=self.key, lexicon=lexicon, index=index, detection=self.detection)
        self.draws = TableDraws(self.gateway, self.key)
        self._checked: Any = None

    def check(self, schema: Any) -> None:
        """Refuse a table that the plan does not fit, before anything is drawn.

        Raises:
            ConfigurationError: a column is not in the plan, is missing, or has a name that looks private.
        """
        if self._checked is None or not self._checked.equals(schema):
            check_schema(schema, self.plan, self.detection)
            self._checked = schema

    def only(self, name: str) -> TableSanitizer:
        """Make what sanitizes one column alone, by the same draws; not where draws are shared by row."""
        plan = self.plan.model_copy(update={"columns": {name: self.plan.columns[name]}})
        return TableSanitizer(plan, self.policy, key=self.key, scope=self.scope, name=self.name)

    def undo(self, table: Any) -> Undone:
        """Compute again what was drawn for the rows of a small table, and what undoes it."""
        batch = _Batch(self, table)
        sanitized = self._batch(table, UnitList(), Counts())
        replacements: list[list[Replacement]] = [[] for _ in range(len(table))]
        texts: list[list[tuple[str, str]]] = [[] for _ in range(len(table))]
        for at, column in enumerate(batch.columns):
            if column.kind in ("keep", "drop", *_BY_ROW):
                continue
            name = batch.names[at]
            self._undo_column(batch, at, sanitized.column(column.rename or name).to_pylist(), replacements)
        for group in batch.groups:
            rows = list(batch.rows(group, [batch.cells[at] for at in group], Counts()))
            asked = [at for at, (_, row) in enumerate(rows) if row is not None]
            found = [(row, scope) for scope, row in rows if row is not None]
            requests = requested([row for row, _ in found], [scope for _, scope in found], self.gateway)
            for at, (row, _), request in zip(asked, found, requests, strict=True):
                replacements[at] += request.restorer.replacements
                texts[at] += zip(row.texts, request.outgoing, strict=True)
        return Undone(sanitized, replacements, texts)

    def _undo_column(self, batch: _Batch, at: int, sent: Sequence[Any], replacements: list[list[Replacement]]) -> None:
        """Note what undoes the draws of a column whose cells are one value each."""
        column = batch.columns[at]
        cells = plain(batch.table.column(at)).to_pylist()
        places = [place for place, cell in enumerate(cells) if cell not in (None, "")]
        for place in places:
            replacements[place].append(Replacement(str(sent[place]), str(cells[place])))
        if column.kind != "entity":
            return
        scopes = batch.scopes(at)
        own = [scopes if isinstance(scopes, str) else scopes[place] for place in places]
        drawn = (
            self.draws.alone([cells[place] for place in places], own, column.type or "", undo=True) if places else []
        )
        for place, one in zip(places, drawn, strict=True):
            replacements[place] += one.replacements

    def sanitize(self, table: Any) -> SanitizedTable:
        """Sanitize a table or record batch, in memory that its batches need.

        Raises:
            ConfigurationError: the plan does not fit it.
            InputError: a cell cannot be read; its column is named by number.
            GatewayError: it cannot be sanitized.
        """
        given = pa.Table.from_batches([table]) if isinstance(table, pa.RecordBatch) else table
        self.check(given.schema)
        counts, units, done = Counts(), UnitList(), list[Any]()
        searched = any(column.kind in _BY_ROW for column in self.plan.columns.values())
        rows = _BATCH if searched else _DECLARED_BATCH
        for start in range(0, max(len(given), 1), rows):
            done.append(self._batch(given.slice(start, rows), units, counts))
        return SanitizedTable(pa.concat_tables(done), units.array(), counts, self.plan, self.policy)

    def _batch(self, table: Any, units: UnitList, counts: Counts) -> Any:
        batch = _Batch(self, table)
        new: dict[int, Any] = {}
        epsilon, delta = np.zeros(len(table)), np.zeros(len(table))
        for at, column in enumerate(batch.columns):
            if column.kind in ("drop", *_BY_ROW):
                continue
            if column.kind == "keep":
                new[at] = compacted(table.column(at))
                continue
            of_column = counts.of(at)
            context = Context(self.draws, at + 1, column, batch.scopes(at), self.policy.never_self, units, of_column)
            treated: Treated = treat(context, table.column(at))
            new[at] = treated.array
            epsilon += treated.epsilon
            delta += treated.delta
        for group in batch.groups:
            self._rows(batch, group, new, units, counts, epsilon, delta)
        counts.price(epsilon, delta)
        names = [column.rename or name for name, column in zip(batch.names, batch.columns, strict=True)]
        kept = sorted(new)
        return pa.table([new[at] for at in kept], names=[names[at] for at in kept])

    def _rows(
        self,
        batch: _Batch,
        group: Sequence[int],
        new: dict[int, Any],
        units: UnitList,
        counts: Counts,
        epsilon: NDArray[np.float64],
        delta: NDArray[np.float64],
    ) -> None:
        """Some text and JSON columns of a batch; rows with the same texts are one request."""
        cells = [batch.cells[at] for at in group]
        rows = list(batch.rows(group, cells, counts))
        found: dict[object, int] = {}
        of_row = [-1 if row is None else found.setdefault((scope, row.asked), len(found)) for scope, row in rows]
        # One row for each request: the last of those that are equal.
        asked = {at: (scope, row) for at, (scope, row) in zip(of_row, rows, strict=True) if row is not None}
        each = [asked[at] for at in range(len(found))]
        requests = requested([row for _, row in each], [scope for scope, _ in each], self.gateway)
        often = np.bincount([at for at in of_row if at >= 0] or [0], minlength=len(found)).tolist()
        price = np.zeros((len(found) + 1, 2))
        for at, (request, (_, row)) in enumerate(zip(requests, each, strict=True)):
            charges = request.charges(certified=True)
            units.add(group[0], charges, request.nominals)
            price[at] = sum(c.epsilon * c.count for c in charges), sum(c.delta * c.count for c in charges)
            counts.texts(group[0], request.report, row.known, often[at])
        filled = [
            {} if row is None else fill_row(row, requests[at].outgoing, self._identity(scope))
            for at, (scope, row) in zip(of_row, rows, strict=True)
        ]
        epsilon += price[of_row, 0]
        delta += price[of_row, 1]
        for place, (at, old) in enumerate(zip(group, cells, strict=True)):
            values = [row.get(place, value) for row, value in zip(filled, old, strict=True)]
            new[at] = _rebuilt(values, batch.table.column(at).type, at + 1)

    def _identity(self, scope: str) -> Any:
        def identity(value: str) -> str:
            return self.draws.hashes([value], [scope])[0].hex()

        return identity


class _Batch:
    """A batch of a table: its columns as the plan has them, and what its draws are shared within."""

    def __init__(self, owner: TableSanitizer, table: Any) -> None:
        self.owner, self.table = owner, table
        # Arrow makes the list of all names anew for whoever asks.
        self.names: list[str] = table.column_names
        self.columns = [owner.plan.columns[name] for name in self.names]
        by_row = [at for at, column in enumerate(self.columns) if column.kind in _BY_ROW]
        # The texts of a row are one request, but where each column is a scope of its own.
        self.groups = [[at] for at in by_row] if owner.plan.share == "column" else [by_row] if by_row else []
        self.cells: dict[int, list[Any]] = {at: plain(table.column(at)).to_pylist() for at in by_row}

    @cached_property
    def _digests(self) -> list[str]:
        private = [at for at, column in enumerate(self.columns) if column.kind not in ("keep", "drop")]
        return row_digests([self.table.column(at).to_pylist() for at in private], len(self.table))

    def scopes(self, at: int) -> str | list[str]:
        """What a column is drawn within: one scope, or that of each row."""
        share, scope, name = self.owner.plan.share, self.owner.scope, self.owner.name
        if share == "row":
            return [scope_name(share, scope, name, row=digest) for digest in self._digests]
        return scope_name(share, scope, name, column=self.names[at])

    def rows(
        self, group: Sequence[int], cells: Sequence[Sequence[Any]], counts: Counts
    ) -> Iterator[tuple[str, RowTexts | None]]:
        """For each row the scope of its texts, and the texts. `group` and `cells`: some of its text and JSON columns.
        `counts`: collects what is noticed.
        """
        plan, policy = self.owner.plan, self.owner.policy
        columns = [(at + 1, self.columns[at]) for at in group]
        for at, column in zip(group, cells, strict=True):
            counts.of(at).update(
                cells=sum(cell is not None for cell in column),
                null=sum(cell is None for cell in column),
                empty=sum(isinstance(cell, str) and not cell for cell in column),
            )
        scopes = self.scopes(group[0])
        known = self._known() if plan.share != "column" and policy.detects and not policy.draws_words else []
        for place, row in enumerate(zip(*cells, strict=True)):
            values = [KnownValue(value, kind) for kind, column in known if (value := column[place])]
            scope = scopes if isinstance(scopes, str) else scopes[place]
            yield scope, read_row(columns, row, values, policy.fields, policy.draws_words)

    def _known(self) -> list[tuple[str, Sequence[str | None]]]:
        """Types and values of the columns that say what stands in the texts."""
        known = [at for at, column in enumerate(self.columns) if column.kind in ("entity", "identifier")]
        return [
            (self.columns[at].type or "ID_NUMBER", plain(self.table.column(at)).to_pylist())
            for at in known
            if is_text(self.table.column(at).type)
        ]


def _rebuilt(values: list[Any], kind: Any, number: int) -> Any:
    """New cells as a column of the old type."""
    if is_text(kind):
        return as_text_array(values, kind)
    try:
        return pa.array(values, kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        raise refused_type(number, "nested json", "numbers that stay numbers when they are drawn") from None


def sanitize_table(
    table: Any,
    columns: Plan | Mapping[str, Column | str],
    policy: Policy | str | Path | None = None,
    key: Secret | None = None,
    *,
    scope: str = "",
    share: Share | None = None,
    name: str = "",
    lexicon: Lexicon | None = None,
    index: Index | str | Path | None = None,
) -> SanitizedTable:
    """Sanitize an Arrow table.

    Args:
        table: pyarrow table or record batch.
        columns: a plan, or for each column its treatment: a kind ("text"), an entity type ("PERSON"), or a `Column`.
        policy: who is protected by what; None takes that of the plan.
        key: makes draws repeatable and the table restorable; None draws fresh bits.
        scope: separates draws of one key.
        share: within what equal values have equal surrogates; None takes that of the plan.
        name: of the table.
        lexicon, index: see `Gateway`.

    Raises:
        ConfigurationError: the plan does not fit the table.
        InputError: a cell cannot be read.
        GatewayError: it cannot be sanitized.
    """
    plan = as_plan(columns, share)
    owner = TableSanitizer(plan, policy, key=key, scope=scope, name=name, lexicon=lexicon, index=index)
    return owner.sanitize(table)
