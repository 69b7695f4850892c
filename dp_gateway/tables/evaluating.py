"""What a sanitized table lost: what a classifier learns of it, what joins find, and who can still be told from others.

All of it is computed from the original and the sanitized table, row by row aligned, on this machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import InputError, MissingPackage
from dp_gateway.tables.arrow import is_text, pa, plain
from dp_gateway.tables.plan import Plan

_SHARE_TESTED = 4
_LEAST_ROWS = 40


class ColumnLoss(NamedTuple):
    """One column before and after.

    Attributes:
        name: of the column.
        values, values_after: how many different ones there are.
        unique, unique_after: share of the rows whose value no other row has: such a value tells a row by itself.
        merged: share of the different values that share what stands in for them with another one.
        unchanged: share of the cells that are what they were, null and empty ones left out.
    """

    name: str
    values: int
    values_after: int
    unique: float
    unique_after: float
    merged: float
    unchanged: float


class JoinLoss(NamedTuple):
    """What a join of two tables on a sanitized column finds.

    Attributes:
        pairs: rows of both that belong together, by the originals.
        found: share of them that the sanitized columns find.
        wrong: share of what those find that does not belong together.
    """

    pairs: int
    found: float
    wrong: float


class LabelAccuracy(NamedTuple):
    """A classifier of one label, trained and tested on the original and on the sanitized rows. `clear` and `sanitized`:
    share of the test rows that are told right. `majority`: what guessing the commonest label has. `rows`: tested.
    """

    clear: float
    sanitized: float
    majority: float
    rows: int


def _aligned(original: Any, sanitized: Any) -> None:
    if len(original) != len(sanitized):
        raise InputError(
            f"{len(original):,} rows before, {len(sanitized):,} after", hint="give the table that was made of this one"
        )


def _cells(table: Any, name: str) -> list[Any]:
    cells = plain(table.column(name)).to_pylist()
    return [repr(cell) if isinstance(cell, list | dict) else cell for cell in cells]  # pyright: ignore


def column_losses(original: Any, sanitized: Any, plan: Plan) -> list[ColumnLoss]:
    """Measure what each column of both tables lost. Raises InputError where the tables have not the same rows."""
    _aligned(original, sanitized)
    losses: list[ColumnLoss] = []
    for name, column in plan.columns.items():
        new = column.rename or name
        if column.kind == "drop" or new not in sanitized.schema.names:
            continue
        before, after = _cells(original, name), _cells(sanitized, new)
        pairs = {(old, drawn) for old, drawn in zip(before, after, strict=True) if old not in (None, "")}
        often = Counter(drawn for _, drawn in pairs)
        known = [(old, drawn) for old, drawn in zip(before, after, strict=True) if old not in (None, "")]
        losses.append(
            ColumnLoss(
                name,
                len({old for old, _ in pairs}),
                len(often),
                _unique(before),
                _unique(after),
                sum(often[drawn] > 1 for _, drawn in pairs) / max(len(pairs), 1),
                sum(old == drawn for old, drawn in known) / max(len(known), 1),
            )
        )
    return losses


def _unique(cells: Sequence[Any]) -> float:
    often = Counter(cell for cell in cells if cell not in (None, ""))
    return sum(count == 1 for count in often.values()) / max(len(cells), 1)


def rows_told_apart(table: Any, names: Sequence[str]) -> float:
    """Measure the share of rows that some columns together tell from all others."""
    rows = Counter(zip(*(_cells(table, name) for name in names), strict=True))
    return sum(count == 1 for count in rows.values()) / max(len(table), 1)


def join_loss(left: Sequence[Any], right: Sequence[Any], new_left: Sequence[Any], new_right: Sequence[Any]) -> JoinLoss:
    """Measure what an equi-join loses. `left` and `right`: the column in both original tables. `new_left` and
    `new_right`: the same after it was sanitized, aligned.
    """
    both = Counter(zip(left, new_left, strict=True)), Counter(zip(right, new_right, strict=True))
    pairs = _matches(Counter(left), Counter(right))
    after = _matches(Counter(new_left), Counter(new_right))
    right_of_old: dict[Any, Counter[Any]] = {}
    for (old, new), count in both[1].items():
        right_of_old.setdefault(old, Counter())[new] += count
    kept = sum(
        count * right_of_old.get(old, Counter())[new] for (old, new), count in both[0].items() if old is not None
    )
    return JoinLoss(pairs, kept / max(pairs, 1), (after - kept) / max(after, 1))


def _matches(left: Counter[Any], right: Counter[Any]) -> int:
    return sum(count * right[value] for value, count in left.items() if value is not None)


def accuracy(original: Any, sanitized: Any, label: str, plan: Plan) -> LabelAccuracy:
    """Measure what a classifier of a label loses: logistic regression over words and numbers, every fourth row tested.

    Args:
        original, sanitized: aligned tables.
        label: a column that the plan keeps.
        plan: tells how columns are named after.

    Raises:
        InputError: the label is not kept, or there are too few rows.
        MissingPackage: scikit-learn is not installed.
    """
    _aligned(original, sanitized)
    column = plan.columns.get(label)
    if column is None or column.kind != "keep" or len(original) < _LEAST_ROWS:
        raise InputError(
            f"the label has to be a column that the plan keeps, in a table of {_LEAST_ROWS} rows at least",
            hint="name another one: --label COLUMN",
        )
    written = [str(cell) for cell in _cells(original, label)]
    labels: NDArray[Any] = np.array(written)
    shared = [name for name, one in plan.columns.items() if one.kind not in ("drop", "identifier") and name != label]
    tested = np.arange(len(labels)) % _SHARE_TESTED == 0
    commonest = Counter(one for at, one in enumerate(written) if at % _SHARE_TESTED).most_common(1)[0][0]
    new = [plan.columns[name].rename or name for name in shared]
    return LabelAccuracy(
        _accuracy(original, shared, labels, tested),
        _accuracy(sanitized, new, labels, tested),
        sum(one == commonest for one in written[::_SHARE_TESTED]) / int(tested.sum()),
        int(tested.sum()),
    )


def _accuracy(table: Any, names: Sequence[str], labels: NDArray[Any], tested: NDArray[np.bool_]) -> float:
    try:
        sparse: Any = import_module("scipy.sparse")
        text: Any = import_module("sklearn.feature_extraction.text")
        linear: Any = import_module("sklearn.linear_model")
    except ImportError:
        raise MissingPackage(
            "a classifier needs scikit-learn", hint="install it: pip install 'dp-gateway[evaluation]'"
        ) from None
    texts, numbers = _features(table, names)
    words: Any = text.TfidfVectorizer(min_df=2)
    parts: list[Any] = []
    if any(one.strip() for one in np.array(texts)[~tested]):
        words.fit(np.array(texts)[~tested])
        parts.append(words.transform(texts))
    if numbers.shape[1]:
        mean, spread = numbers[~tested].mean(0), numbers[~tested].std(0)
        parts.append(sparse.csr_matrix((numbers - mean) / np.where(spread > 0, spread, 1)))
    rows: Any = sparse.hstack(parts).tocsr()
    model: Any = linear.LogisticRegression(max_iter=500).fit(rows[~tested], labels[~tested])
    return float((model.predict(rows[tested]) == labels[tested]).mean())


def _features(table: Any, names: Sequence[str]) -> tuple[list[str], NDArray[np.float64]]:
    """All texts of a row as one, and its numbers; dates count as days."""
    texts: list[list[str]] = [[] for _ in range(len(table))]
    numbers: list[NDArray[np.float64]] = []
    for name in names:
        array = plain(table.column(name))
        if is_text(array.type):
            for own, cell in zip(texts, array.to_pylist(), strict=True):
                own.append(cell or "")
            continue
        if pa.types.is_temporal(array.type):
            array = array.cast(pa.timestamp("s"), safe=False).cast(pa.int64())
        if pa.types.is_nested(array.type) or pa.types.is_binary(array.type) or pa.types.is_boolean(array.type):
            continue
        values = np.asarray(array.cast(pa.float64()).to_numpy(zero_copy_only=False), np.float64)
        numbers.append(np.nan_to_num(values, posinf=0.0, neginf=0.0))
    return [" ".join(own) for own in texts], np.stack(numbers, 1) if numbers else np.zeros((len(table), 0))
