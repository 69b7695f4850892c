"""What audit logs say was spent: a charge once, a refund back, a torn end left out, and a log that was changed refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dp_gateway.budget.audit_log import AuditLog
from dp_gateway.budget.base import Balance
from dp_gateway.budget.recovery import read_logs
from dp_gateway.errors import InputError

KEY = b"k" * 32


def written(path: Path, *records: dict[str, Any]) -> Path:
    log = AuditLog(path, KEY)
    for record in records:
        log.append(record).result()
    log.close()
    return path


def spent(name: str, *taken: tuple[str, int, int]) -> dict[str, Any]:
    return {"event": "spent", "request": name, "accounts": ["a/x"], "taken": [list(one) for one in taken]}


def test_a_request_counts_once_until_it_is_given_back(tmp_path: Path) -> None:
    log = written(
        tmp_path / "log",
        spent("one", ("a/x", 1, 5), ("a/y", 2, 7)),
        spent("one", ("a/x", 1, 5), ("a/y", 2, 7)),
        spent("two", ("a/x", 1, 3)),
        {"event": "refunded", "request": "two"},
        {"event": "refunded", "request": "never"},
        spent("two", ("a/x", 1, 4)),
    )
    found = read_logs([log], KEY)
    assert found.balances == [Balance("a/x", 1, 9), Balance("a/y", 2, 7)]
    assert (found.requests, found.undated) == (3, 0)


def test_what_does_not_say_what_it_took_is_counted_apart(tmp_path: Path) -> None:
    log = written(
        tmp_path / "log", {"event": "spent", "request": "old", "accounts": ["a/x"]}, spent("new", ("a/x", 1, 2))
    )
    found = read_logs([log], KEY)
    assert (found.balances, found.undated) == ([Balance("a/x", 1, 2)], 1)


def test_a_last_line_that_is_torn_was_never_acknowledged(tmp_path: Path) -> None:
    log = written(tmp_path / "log", spent("one", ("a/x", 1, 5)), spent("two", ("a/x", 1, 6)))
    whole = log.read_bytes()
    log.write_bytes(whole[:-20])
    assert read_logs([log], KEY).balances == [Balance("a/x", 1, 5)]


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ((b'"a/x",1,5', b'"a/x",1,1'), 1),
        ((b'"one"', b'"eno"'), 1),
        # Behind the last line nothing stands that names its hash.
        ((b'"a/x",1,6', b'"a/x",1,1'), 2),
        ((b'"two"', b'"one"'), 2),
    ],
    ids=["amount", "request", "last amount", "last request"],
)
def test_a_line_that_was_changed_is_refused_and_names_what_to_do(
    tmp_path: Path, change: tuple[bytes, bytes], number: int
) -> None:
    log = written(tmp_path / "log", spent("one", ("a/x", 1, 5)), spent("two", ("a/x", 1, 6)))
    changed = log.read_bytes().replace(*change)
    assert changed != log.read_bytes()
    log.write_bytes(changed)
    with pytest.raises(InputError, match=f"line {number} or the one before was changed") as refused:
        read_logs([log], KEY)
    assert "copy of the log that is whole" in refused.value.hint


def test_a_line_that_was_taken_out_is_refused(tmp_path: Path) -> None:
    log = written(tmp_path / "log", *(spent(name, ("a/x", 1, 5)) for name in "abc"))
    first, _, last = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(first + last)
    with pytest.raises(InputError, match="line 2 or the one before was changed, moved or removed"):
        read_logs([log], KEY)
    with pytest.raises(InputError):
        read_logs([written(tmp_path / "other", spent("a", ("a/x", 1, 5)))], b"z" * 32)
