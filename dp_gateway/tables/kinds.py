"""The kinds of columns whose cells are one value each: entity, identifier, number, date. `sanitizing` fills such
columns by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.tables.arrow import Cells, hexadecimal, is_text, pa, pc, plain, refused_type
from dp_gateway.tables.drawing import DrawnValues, TableDraws, day_of
from dp_gateway.tables.plan import Column
from dp_gateway.tables.units import UnitList

_LARGEST_DAY = date.max.toordinal()
_EPOCH = date(1970, 1, 1).toordinal()
_CURRENCY = " $€£¥%"


class Context(NamedTuple):
    """What the treatment of a column needs.

    Attributes:
        draws: makes the draws.
        number, column: number of the column (from 1), and what becomes of it.
        scopes: of its draws: one for all rows, or one for each.
        never_self: see `Policy`.
        units, counts: collect what is drawn and what is noticed.
    """

    draws: TableDraws
    number: int
    column: Column
    scopes: str | Sequence[str]
    never_self: bool
    units: UnitList
    counts: Counter[str]


class Treated(NamedTuple):
    """A column as it may leave; (rows,) the epsilon and delta that each cell adds to its row."""

    array: Any
    epsilon: NDArray[np.float64]
    delta: NDArray[np.float64]


def treat(context: Context, column: Any) -> Treated:
    """Make the new column of one kind."""
    array = plain(column)
    kind = context.column.kind
    context.counts["cells"] += len(array) - array.null_count
    context.counts["null"] += array.null_count
    if kind == "identifier":
        return _identifiers(context, column, array)
    if kind == "entity":
        return _entities(context, column)
    if kind == "number":
        return _numbers(context, column, array)
    return _dates(context, column, array)


class _Pairs(NamedTuple):
    """The different (scope, value) pairs of a column; `places` as of `Cells`."""

    values: list[str]
    scopes: list[str]
    cells: Cells


def _pairs(context: Context, column: Any) -> _Pairs:
    cells = Cells(column, context.number)
    context.counts["empty"] += int((cells.places == -2).sum())  # noqa: PLR2004
    if isinstance(context.scopes, str):
        return _Pairs(cells.values, [context.scopes] * len(cells.values), cells)
    found: dict[tuple[str, str], int] = {}
    for row, at in enumerate(_list(cells.places)):
        if at >= 0:
            cells.places[row] = found.setdefault((context.scopes[row], cells.values[at]), len(found))
    cells.values = [value for _, value in found]
    return _Pairs(cells.values, [scope for scope, _ in found], cells)


def _entities(context: Context, column: Any) -> Treated:
    if not is_text(column.type):
        raise refused_type(context.number, "entity", "strings")
    values, scopes, cells = _pairs(context, column)
    return _filled(context, cells, context.draws.entities(values, scopes, context.column.type or ""))


def _filled(context: Context, cells: Cells, drawn: DrawnValues) -> Treated:
    """The column with a text for each value; a value that the policy keeps stays."""
    stays = [value if text is None else text for value, text in zip(cells.values, drawn.texts, strict=True)]
    _note(context, cells.places, drawn)
    return Treated(cells.filled(stays), *_levels(cells.places, drawn))


def _note(context: Context, places: NDArray[np.int64], drawn: DrawnValues) -> None:
    """Count what was drawn. `context`: of the column. `places`: (rows,) which of the draws each row has; negative for
    none.
    """
    often = np.bincount(places[places >= 0], minlength=len(drawn.texts))
    context.units.extend(context.number - 1, drawn.units)
    context.counts["most"] = max(context.counts["most"], int(often.max(initial=0)))
    context.counts["masked"] += int(often[drawn.masked].sum())
    kept = np.array([text is None for text in drawn.texts], bool)
    context.counts["kept"] += int(often[kept].sum())


def _levels(places: NDArray[np.int64], drawn: DrawnValues) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(rows,) epsilon and delta of the draw of each row; 0 where there is none."""
    return np.append(drawn.epsilon, 0.0)[places.clip(-1)], np.append(drawn.delta, 0.0)[places.clip(-1)]


def _identifiers(context: Context, column: Any, array: Any) -> Treated:
    types: Any = pa.types
    whole = types.is_integer(array.type)
    if not (whole or is_text(array.type)):
        raise refused_type(context.number, "identifier", "strings or whole numbers")
    values, scopes, cells = _pairs(context, array.cast(pa.string()) if whole else column)
    hashes = context.draws.hashes(values, scopes)
    nothing = np.zeros(len(array))
    if not whole:
        return Treated(cells.filled(hexadecimal(hashes) if hashes else []), nothing, nothing)
    numbers = [int.from_bytes(one[:8], "little") >> 1 for one in hashes]
    table = pa.array([*numbers, None], pa.int64())
    places = np.where(cells.places >= 0, cells.places, len(numbers))
    return Treated(table.take(pa.array(places)), nothing, nothing)


def values_text(array: Any) -> Any:
    """Write numbers or dates as the strings that they are drawn as."""
    types: Any = pa.types
    if types.is_floating(array.type) or types.is_decimal(array.type):
        return pa.array([_decimal_text(value) for value in array.to_pylist()], pa.string())
    return array.cast(pa.string())


def _decimal_text(value: Any) -> str | None:
    number = None if value is None else Decimal(repr(value) if isinstance(value, float) else value)
    if number is None or not number.is_finite():
        return None
    return f"{number.normalize():f}"


def _numbers(context: Context, column: Any, array: Any) -> Treated:
    types: Any = pa.types
    numeric = types.is_integer(array.type) or types.is_floating(array.type) or types.is_decimal(array.type)
    if not (numeric or is_text(array.type)):
        raise refused_type(context.number, "number", "numbers, or strings that hold numbers")
    if context.column.bounded:
        return _bounded(context, column, array, numeric)
    texts = values_text(array) if numeric else column
    values, scopes, cells = _pairs(context, texts)
    drawn = context.draws.entities(values, scopes, context.column.type or "QUANTITY")
    if not numeric:
        return _filled(context, cells, drawn)
    context.counts["unread"] += int(texts.null_count - array.null_count)
    numbers = [_number(text, value) for text, value in zip(drawn.texts, values, strict=True)]
    context.counts["unread"] += sum(number is None for number in numbers)
    _note(context, cells.places, drawn)
    return Treated(_taken(_as_type(numbers, array.type), cells.places), *_levels(cells.places, drawn))


def _taken(values: Any, places: NDArray[np.int64]) -> Any:
    """Values by row; null where a place is negative."""
    return values.take(pa.array(places, mask=places < 0))


def _number(drawn: str | None, value: str) -> Decimal | None:
    try:
        return Decimal((value if drawn is None else drawn).replace(",", ""))
    except InvalidOperation:
        return None


def _as_type(numbers: Sequence[Decimal | None], kind: Any) -> Any:
    types: Any = pa.types
    if types.is_integer(kind):
        # What lies beyond the type (127.5 of an int8) is the nearest that it has.
        bits = kind.bit_width
        unsigned = types.is_unsigned_integer(kind)
        low, high = (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        return pa.array([None if n is None else min(max(int(n), low), high) for n in numbers], kind)
    if types.is_floating(kind):
        return pa.array([None if n is None else float(n) for n in numbers], pa.float64()).cast(kind)
    step = Decimal(1).scaleb(-kind.scale)
    most = Decimal(10) ** kind.precision * step - step
    return pa.array([None if n is None else min(max(n.quantize(step), -most), most) for n in numbers], kind)


def _bounded(context: Context, column: Any, array: Any, numeric: bool) -> Treated:
    types: Any = pa.types
    whole = types.is_integer(array.type)
    if whole and context.column.step is None and context.column.grid < 1:
        context = context._replace(column=context.column.model_copy(update={"step": 1.0}))
    grid, outputs = context.column.grid, context.column.outputs
    if whole and grid % 1:
        raise refused_type(context.number, "number", "whole steps where its type is whole: set step = 1 or more")
    if numeric:
        values = np.asarray(array.cast(pa.float64()).to_numpy(zero_copy_only=False), float)
        values = np.where(np.asarray(array.is_null().to_numpy(zero_copy_only=False), bool), np.nan, values)
    else:
        values = np.array([_read(text) for text in plain(column).to_pylist()], float)
    drawn, treated = _places(context, values / float(grid), array)
    different, places = _different(drawn)
    numbers = [outputs[at] * grid for at in different]
    new = (
        _as_type(numbers, array.type) if numeric else pa.array([f"{one.normalize():f}" for one in numbers], pa.string())
    )
    return treated._replace(array=_taken(new, places))


def _different(drawn: NDArray[np.int64]) -> tuple[list[int], NDArray[np.int64]]:
    """The different outputs, and (rows,) which of them each row has; negative for none."""
    different, places = np.unique(drawn[drawn >= 0], return_inverse=True)
    of_rows = np.full(len(drawn), -1, np.int64)
    of_rows[drawn >= 0] = places
    return different.tolist(), of_rows


def _read(text: str | None) -> float:
    try:
        return float((text or "").strip(_CURRENCY).replace(",", ""))
    except ValueError:
        return float("nan")


def _places(context: Context, scaled: NDArray[np.float64], array: Any) -> tuple[NDArray[np.int64], Treated]:
    """The number of the output that is drawn for each row, -1 where there is none; and what that costs."""
    outputs = context.column.outputs
    known = np.isfinite(scaled)
    nearest = np.rint((np.where(known, scaled, 0) - outputs.start) / outputs.step)
    places = np.clip(nearest, 0, len(outputs) - 1).astype(np.int64)
    context.counts["unread"] += int((~known).sum()) - array.null_count
    context.counts["clamped"] += int((known & (nearest != places)).sum())
    rows = known.nonzero()[0]
    found, within, of_rows = _different_values(context, places, known)
    inverse = of_rows[rows]
    drawn = context.draws.places(context.column, found, within, never_self=context.never_self)
    context.units.extend(context.number - 1, drawn.units)
    context.counts["most"] = max(context.counts["most"], int(np.bincount(inverse).max(initial=0)))
    new, epsilon = np.full(len(scaled), -1, np.int64), np.zeros(len(scaled))
    new[rows], epsilon[rows] = drawn.numbers[inverse], drawn.epsilon[inverse]
    return new, Treated(None, epsilon, np.zeros(len(scaled)))


def _dates(context: Context, column: Any, array: Any) -> Treated:
    types: Any = pa.types
    if is_text(array.type) and not context.column.bounded:
        values, scopes, cells = _pairs(context, column)
        return _filled(context, cells, context.draws.entities(values, scopes, "DATE_TIME"))
    if is_text(array.type):
        days = np.array([day_of(text) for text in array.to_pylist()], float)
        new, treated = _places(context, days, array)
        different, places = _different(new)
        texts = [date.fromordinal(context.column.outputs[at]).isoformat() for at in different]
        return treated._replace(array=_taken(pa.array(texts, pa.string()), places))
    if not types.is_temporal(array.type) or types.is_time(array.type) or types.is_duration(array.type):
        raise refused_type(context.number, "date", "dates, timestamps, or strings that hold dates")
    local = pc.local_timestamp(array) if types.is_timestamp(array.type) and array.type.tz else array
    whole = local.cast(pa.date32(), safe=False)
    numbers = np.asarray(whole.cast(pa.int32()).fill_null(0).to_numpy(zero_copy_only=False), np.int64) + _EPOCH
    known = np.asarray(whole.is_valid().to_numpy(zero_copy_only=False), bool)
    if context.column.bounded:
        new, treated = _places(context, np.where(known, numbers, np.nan), array)
        outputs = np.array(context.column.outputs, np.int64)
        drawn_days = np.where(new >= 0, outputs[new], 0)
        valid = new >= 0
    else:
        readable = known & (numbers >= 1) & (numbers <= _LARGEST_DAY)
        context.counts["unread"] += int((known & ~readable).sum())
        days, scopes, places = _different_values(context, numbers, readable)
        drawn = context.draws.days(days, scopes)
        _note(context, places, drawn)
        found = np.append(drawn.numbers, np.nan)[places]
        valid = np.isfinite(found)
        context.counts["unread"] += int((readable & ~valid).sum())
        drawn_days = np.where(valid, found, 0).astype(np.int64)
        treated = Treated(None, *_levels(places, drawn))
    return treated._replace(array=_as_date(drawn_days - _EPOCH, valid, local, array.type, context.column.time))


def _different_values(
    context: Context, numbers: NDArray[np.int64], readable: NDArray[np.bool_]
) -> tuple[list[int], list[str], NDArray[np.int64]]:
    """The different (value, scope) pairs of a column, and (rows,) which of them each row has; -1 for none."""
    places = np.full(len(numbers), -1, np.int64)
    if isinstance(context.scopes, str):
        values, places[readable] = np.unique(numbers[readable], return_inverse=True)
        return values.tolist(), [context.scopes] * len(values), places
    found: dict[tuple[int, str], int] = {}
    for row in readable.nonzero()[0].tolist():
        places[row] = found.setdefault((int(numbers[row]), context.scopes[row]), len(found))
    return [value for value, _ in found], [scope for _, scope in found], places


def _list(places: NDArray[np.int64]) -> list[int]:
    return places.tolist()


def _as_date(days: NDArray[np.int64], valid: NDArray[np.bool_], local: Any, kind: Any, time: str) -> Any:
    """Days since 1970 as a column of a type, with the time of day of another where that is kept."""
    types: Any = pa.types
    new = pa.array(days.astype(np.int32), pa.int32(), mask=~valid).cast(pa.date32())
    if not types.is_timestamp(kind):
        return new.cast(kind)
    plain_kind = pa.timestamp(kind.unit)
    stamps = new.cast(plain_kind)
    if time == "keep":
        midnight = local.cast(pa.date32(), safe=False).cast(plain_kind)
        stamps = pc.add(stamps, pc.subtract(local.cast(plain_kind), midnight))
    if not kind.tz:
        return stamps
    return pc.assume_timezone(stamps, kind.tz, ambiguous="earliest", nonexistent="earliest")
