"""Runs of whole files: the same output for any number of processes, any pieces, and after any interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import BudgetExceeded, ConfigurationError
from dp_gateway.tables import sources
from dp_gateway.tables.plan import Plan, as_plan

pa = pytest.importorskip("pyarrow")
from tests.tables.table_files import NAMES, rows_of, sanitized  # noqa: E402

PLAN = as_plan({"name": "PERSON", "note": "text", "id": "identifier"}).model_copy(update={"name": "t"})
ROWS = 240


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file whose rows repeat values over its pieces."""
    from pyarrow import parquet

    names = [name or "Li Wei" for name in NAMES]
    rows = {
        "name": [names[at % 5] for at in range(ROWS)],
        "note": [f"{names[at % 3]} wrote mail {at % 50} from Boston." for at in range(ROWS)],
        "id": [at % 17 for at in range(ROWS)],
    }
    parquet.write_table(pa.table(rows), tmp_path / "in.parquet")
    return tmp_path / "in.parquet"


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources.pieces, "__kwdefaults__", {"rows": 40, "size": 1 << 21})


def outputs(source: Path, key: Secret, name: str, **settings: Any) -> tuple[bytes, Any]:
    report = sanitized(source, source.parent / name, key, PLAN, **settings)
    return (source.parent / name).read_bytes(), report


def test_output_and_price_do_not_depend_on_pieces_and_processes(
    source: Path, key: Secret, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, report = outputs(source, key, "one.parquet")
    two, report_of_two = outputs(source, key, "two.parquet", processes=2)
    assert two == written
    assert report_of_two.to_json() == report.to_json()
    monkeypatch.setattr(sources.pieces, "__kwdefaults__", {"rows": 7, "size": 1 << 21})
    _, other = outputs(source, key, "other.parquet")
    assert rows_of(source.parent / "other.parquet") == rows_of(source.parent / "one.parquet")
    assert other.price == report.price
    assert report.rows == ROWS


@pytest.mark.thorough
def test_a_process_that_dies_is_replaced(source: Path, key: Secret, tmp_path: Path) -> None:
    written, _ = outputs(source, key, "one.parquet")
    killed: list[int] = []

    def kill(_: float) -> None:
        if not killed:
            import multiprocessing

            killed.append(multiprocessing.active_children()[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    assert outputs(source, key, "two.parquet", processes=2, progress=kill)[0] == written
    assert killed


@pytest.mark.thorough
def test_a_run_that_was_killed_goes_on_where_it_was(source: Path, key: Secret, tmp_path: Path) -> None:
    """The whole process is killed with SIGKILL again and again, wherever it is, until it comes to its end."""
    written, _ = outputs(source, key, "one.parquet")
    (tmp_path / "key").write_bytes(b"tables" * 6)
    program = (
        "import sys, time; from pathlib import Path; from dp_gateway import Secret; import test_runs as t;"
        "from dp_gateway.tables import sources; sources.pieces.__kwdefaults__ = {'rows': 40, 'size': 1 << 21};"
        f"t.sanitized(Path({str(source)!r}), Path({str(tmp_path / 'two.parquet')!r}), Secret(b'tables' * 6), t.PLAN)"
    )
    partial = tmp_path / "two.parquet.partial"
    done_before = -1
    for _ in range(12):
        running = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parent)
        began = time.monotonic()
        while running.poll() is None and time.monotonic() - began < 120:
            done = len(list(partial.glob("*.json")))
            if done > done_before + 1 and done < 8:
                # One more piece is whole than before, and the next one is under way.
                done_before = done
                running.kill()
                break
            time.sleep(0.01)
        if running.wait() == 0:
            break
        assert not (tmp_path / "two.parquet").exists()
    assert done_before > 0
    assert (tmp_path / "two.parquet").read_bytes() == written
    assert not partial.exists()


def test_what_another_run_left_is_not_taken_over(source: Path, key: Secret) -> None:
    sanitized(source, source.parent / "out.parquet", key, PLAN, dry=True)
    assert not (source.parent / "out.parquet").exists()
    other = Plan(name="t", columns={**PLAN.columns, "id": PLAN.columns["id"].model_copy(update={"kind": "keep"})})
    with pytest.raises(ConfigurationError, match="was left by a run"):
        sanitized(source, source.parent / "out.parquet", key, other)
    with pytest.raises(ConfigurationError, match="was left by a run"):
        sanitized(source, source.parent / "out.parquet", Secret(b"another key" * 3), PLAN)
    report = sanitized(source, source.parent / "out.parquet", key, other, restart=True)
    assert report.columns[2].kind == "keep"


def test_a_dry_run_prices_and_the_run_takes_over_what_it_did(source: Path, key: Secret) -> None:
    dry = sanitized(source, source.parent / "out.parquet", key, PLAN, dry=True)
    parts = {path: path.stat().st_mtime_ns for path in (source.parent / "out.parquet.partial").glob("*.arrow")}
    assert len(parts) == ROWS / 40
    (source.parent / "out.parquet.partial" / "0000003.json").unlink()
    done: list[float] = []
    report = sanitized(source, source.parent / "out.parquet", key, PLAN, progress=done.append)
    assert len(done) == 1
    assert report.to_json() == dry.to_json()


def test_a_budget_is_reserved_before_anything_is_written_and_settled_once(source: Path, key: Secret) -> None:
    from dp_gateway.cli.options import opened_accountant

    url = f"sqlite:///{source.parent / 'ledger.db'}"
    price = sanitized(source, source.parent / "out.parquet", key, PLAN, dry=True).price.epsilon
    with opened_accountant(price - 1, url, key) as poor, pytest.raises(BudgetExceeded):
        sanitized(source, source.parent / "out.parquet", key, PLAN, accountant=poor)
    assert not (source.parent / "out.parquet").exists()
    with opened_accountant(price + 1, url, key) as accountant:
        for name in ("out.parquet", "again.parquet"):
            # The same draws of the same input cost nothing the second time.
            sanitized(source, source.parent / name, key, PLAN, accountant=accountant)
        other = PLAN.model_copy(update={"name": "u"})
        with pytest.raises(BudgetExceeded):
            sanitized(source, source.parent / "other.parquet", key, other, accountant=accountant)
    assert (source.parent / "again.parquet").exists()
    assert not (source.parent / "other.parquet").exists()
