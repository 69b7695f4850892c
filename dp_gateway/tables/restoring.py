"""`restore_table`: originals back into what was made of a sanitized table, by the key and the original table.

No table of replacements is kept anywhere: what was drawn for the original rows is computed again. A row of the results
is restored from its own row alone, so that two originals with the same surrogate are never taken for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import orjson

from dp_gateway.errors import InputError
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret
from dp_gateway.restore import Replacement, Restorer
from dp_gateway.tables.arrow import as_text_array, is_text, pa, plain
from dp_gateway.tables.plan import Column, Plan, Share, as_plan
from dp_gateway.tables.sanitizing import TableSanitizer

if TYPE_CHECKING:
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

_BATCH = 1024


class RestoredTable(NamedTuple):
    """Results with originals.

    Attributes:
        table: the results.
        restored: how many surrogates were replaced in texts, and cells of the table's own columns put back.
        unmatched: rows of the results that belong to no row of the original, and stay as they are.
    """

    table: Any
    restored: int
    unmatched: int


def restore_table(
    results: Any,
    original: Any,
    columns: Plan | Mapping[str, Column | str],
    policy: Policy | str | Path | None = None,
    key: Secret | None = None,
    *,
    on: str | None = None,
    scope: str = "",
    share: Share | None = None,
    name: str = "",
    lexicon: Lexicon | None = None,
    index: Index | str | Path | None = None,
) -> RestoredTable:
    """Put originals back into results.

    Args:
        results: pyarrow table; in its strings surrogates are replaced, and cells of columns that the sanitized table
            has too are put back where they came back as they were sent.
        original: the table that was sanitized.
        columns, policy, key, scope, share, name, lexicon, index: as it was sanitized with.
        on: the column that says which row a result belongs to, kept or an identifier; None where results and original
            have the same rows in the same order.

    Raises:
        InputError: rows cannot be told apart, or do not match.
        ConfigurationError: see `sanitize_table`.
    """
    plan = as_plan(columns, share)
    if key is None:
        raise InputError("there is no key", hint="give the key that the table was sanitized with")
    owner = TableSanitizer(plan, policy, key=key, scope=scope, name=name, lexicon=lexicon, index=index)
    owner.check(original.schema)
    rows = _matching(owner, results, original, on)
    return restore_rows(owner, results, original, rows)


def _matching(owner: TableSanitizer, results: Any, original: Any, on: str | None) -> list[int]:
    """For each row of the results that of the original, -1 for none."""
    if on is None:
        if len(results) != len(original):
            raise InputError(
                f"{len(results):,} results for {len(original):,} rows",
                hint="say by which column they belong together: on=... (--on)",
            )
        return list(range(len(results)))
    found = {column.rename or name: name for name, column in owner.plan.columns.items()}
    kind = owner.plan.columns[found[on]].kind if on in found else None
    if on not in results.schema.names or kind not in ("keep", "identifier"):
        raise InputError(
            "the column that rows are matched by is not in both tables, or was drawn for",
            hint="name one that the plan keeps, or has as an identifier, and that the results still have",
        )
    if kind == "identifier" and owner.plan.share == "row":
        raise InputError(
            "an identifier is drawn with its row there",
            hint="match by a column that the plan keeps, or use share = table",
        )
    sent = owner.only(found[on]).sanitize(original.select([found[on]])).table.column(0).to_pylist()
    places = {str(value): at for at, value in enumerate(sent) if value is not None}
    if len(places) != sum(value is not None for value in sent):
        raise InputError("several rows of the original have the same key", hint="match by a column whose values differ")
    return [places.get(str(value), -1) for value in results.column(on).to_pylist()]


def restore_rows(owner: TableSanitizer, results: Any, original: Any, rows: Sequence[int]) -> RestoredTable:
    """Restore each row of results from a row of the original; -1 leaves it as it is."""
    done: list[Any] = []
    restored = 0
    for start in range(0, max(len(results), 1), _BATCH):
        part, wanted = results.slice(start, _BATCH), rows[start : start + _BATCH]
        known = [at for at in wanted if at >= 0]
        of_rows = original.take(pa.array(known, pa.int64()))
        new, count = _restored(owner, part, of_rows, [at >= 0 for at in wanted])
        done.append(new)
        restored += count
    return RestoredTable(pa.concat_tables(done), restored, sum(at < 0 for at in rows))


def _restored(owner: TableSanitizer, part: Any, of_rows: Any, matched: Sequence[bool]) -> tuple[Any, int]:
    sanitized, replacements, texts = owner.undo(of_rows)
    names = {column.rename or name: name for name, column in owner.plan.columns.items() if column.kind != "drop"}
    place = iter(range(len(of_rows)))
    at_row = [next(place) if one else -1 for one in matched]
    restorers = [_restorer(listed, own) for listed, own in zip(replacements, texts, strict=True)]
    columns: list[Any] = []
    restored = 0
    for name, column in zip(part.column_names, part.columns, strict=True):
        own = names.get(name)
        cells = plain(column).to_pylist()
        sent = sanitized.column(name).to_pylist() if own is not None and name in sanitized.column_names else None
        before = of_rows.column(own).to_pylist() if sent is not None else None
        for at, (cell, row) in enumerate(zip(cells, at_row, strict=True)):
            if row < 0 or cell is None:
                continue
            if sent is not None and before is not None and cell == sent[row]:
                restored += cell != before[row]
                cells[at] = before[row]
            elif not isinstance(cell, int | float | bool):
                cells[at], count = _in_value(restorers[row], cell)
                restored += count
        kind = of_rows.schema.field(own).type if before is not None and not is_text(column.type) else column.type
        columns.append(as_text_array(cells, kind) if is_text(kind) else _column(cells, kind, column))
    return pa.table(columns, names=part.column_names), restored


def _column(cells: list[Any], kind: Any, column: Any) -> Any:
    try:
        return pa.array(cells, kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return column


def _restorer(replacements: Iterable[Replacement], texts: Sequence[tuple[str, str]]) -> Restorer:
    typed, sent = [text for text, _ in texts], [text for _, text in texts]
    return Restorer(replacements).within([*typed, *sent], sent)


def _in_value(restorer: Restorer, value: Any) -> tuple[Any, int]:
    """A value with the originals in its strings, and how many there are."""
    if isinstance(value, str):
        if value[:1] in ("{", "["):
            with suppress(orjson.JSONDecodeError):
                inner, count = _in_value(restorer, orjson.loads(value))
                return orjson.dumps(inner).decode() if count else value, count
        restored = restorer.restore(value)
        return restored.text, restored.count
    if isinstance(value, list):
        pairs = [_in_value(restorer, item) for item in value]  # pyright: ignore[reportUnknownVariableType]
        return [item for item, _ in pairs], sum(count for _, count in pairs)
    if isinstance(value, dict):
        found = {key: _in_value(restorer, item) for key, item in cast(dict[str, Any], value).items()}
        return {key: item for key, (item, _) in found.items()}, sum(count for _, count in found.values())
    return value, 0
