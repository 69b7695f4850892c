"""Originals come back by key and original table, row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.tables import restore_table, sanitize_table

pa = pytest.importorskip("pyarrow")


@pytest.mark.parametrize("share", ["row", "column", "table", "files"])
def test_what_comes_back_as_it_was_sent_is_the_original(
    table: Any, columns: dict[str, Any], sanitizer: Callable[..., Any], key: Secret, share: Any
) -> None:
    sent = sanitizer(share).sanitize(table).table
    back = restore_table(sent, table, columns, "entities", key, share=share, name="t").table
    changed = [name for name in sent.column_names if back[name].to_pylist() != table[name].to_pylist()]
    # NaN is no value that could be put back, and is no number equal to itself.
    assert changed == ["salary"]
    assert back.schema.field("note").type == table.schema.field("note").type


@pytest.mark.parametrize("on", ["key", "account"])
def test_answers_in_another_order_are_restored_from_their_own_row(key: Secret, on: str) -> None:
    names = ["Anna Miller", "Tom Lee", "Maria Gonzalez"]
    rows = pa.table({"key": ["a", "b", "c"], "account": ["C-1", "C-2", "C-3"], "name": names})
    plan = {"key": "keep", "account": "identifier", "name": "PERSON"}
    sent = sanitize_table(rows, plan, "entities", key).table
    order = [2, 0, 1]
    answers = [
        f"Dear {sent['name'][at].as_py().split()[0]}, your account is {sent['account'][at].as_py()}." for at in order
    ]
    results = pa.table({on: sent[on].take(pa.array(order)), "answer": answers})
    done = restore_table(results, rows, plan, "entities", key, on=on)
    expected = [f"Dear {names[at].split()[0]}, your account is C-{at + 1}." for at in order]
    assert done.table["answer"].to_pylist() == expected
    assert done.table[on].to_pylist() == [rows[on][at].as_py() for at in order]
    assert done.unmatched == 0


def test_two_originals_with_one_surrogate_are_not_taken_for_each_other(key: Secret) -> None:
    """Of 90 ages in years some have the same surrogate; each comes back as the one of its row."""
    rows = pa.table({"key": list(range(300)), "age": [f"{at % 90 + 2} years" for at in range(300)]})
    plan = {"key": "keep", "age": "AGE"}
    sent = sanitize_table(rows, plan, "entities", key).table
    assert len(set(sent["age"].to_pylist())) < 90
    answers = pa.table({"key": sent["key"], "text": [f"is {age} old" for age in sent["age"].to_pylist()]})
    back = restore_table(answers, rows, plan, "entities", key, on="key").table["text"].to_pylist()
    each = list(zip(back, rows["age"].to_pylist(), answers["text"].to_pylist(), strict=True))
    assert [text for text, age, sent_text in each if text not in (f"is {age} old", sent_text)] == []
    # A surrogate that is too short to be told from an ordinary number stays.
    assert sum(text == f"is {age} old" for text, age, _ in each) > 280


def test_results_of_no_row_stay_and_are_counted(key: Secret) -> None:
    rows = pa.table({"key": ["a"], "name": ["Anna Miller"]})
    results = pa.table({"key": ["zz", None], "text": ["x", "y"]})
    done = restore_table(results, rows, {"key": "keep", "name": "PERSON"}, "entities", key, on="key")
    assert (done.table.to_pylist(), done.unmatched, done.restored) == (results.to_pylist(), 2, 0)


def test_nothing_is_restored_by_another_key_or_scope(key: Secret) -> None:
    rows = pa.table({"key": ["a"], "name": ["Anna Miller"]})
    plan = {"key": "keep", "name": "PERSON"}
    sent = sanitize_table(rows, plan, "entities", key).table
    for other, scope in ((Secret(b"another key" * 3), ""), (key, "other")):
        done = restore_table(sent, rows, plan, "entities", other, on="key", scope=scope)
        assert done.table["name"].to_pylist() == sent["name"].to_pylist()


@pytest.mark.parametrize(
    ("rows", "on", "said"),
    [
        ({"key": ["a", "a"], "name": ["x", "y"]}, "key", "several rows"),
        ({"key": ["a", "b"], "name": ["x", "y"]}, "name", "matched by"),
        ({"key": ["a", "b"], "name": ["x", "y"]}, "none", "matched by"),
        ({"key": ["a", "b"], "name": ["x", "y"]}, None, "1 results for 2 rows"),
    ],
)
def test_rows_that_cannot_be_told_apart_are_refused(key: Secret, rows: Any, on: str | None, said: str) -> None:
    results = pa.table({"key": ["a"], "name": ["x"], "text": ["t"]})
    with pytest.raises(InputError, match=said):
        restore_table(results, pa.table(rows), {"key": "keep", "name": "PERSON"}, "entities", key, on=on)


def test_without_a_key_nothing_is_restored(key: Secret) -> None:
    rows = pa.table({"key": ["a"]})
    with pytest.raises((InputError, ConfigurationError), match="no key"):
        restore_table(rows, rows, {"key": "keep"}, "entities")
