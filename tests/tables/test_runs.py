"""Runs of whole files: the same output for any number of processes, any pieces, and after any interruption."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import BudgetExceeded, ConfigurationError
from dp_gateway.tables import sources
from dp_gateway.tables.plan import Plan, as_plan
from dp_gateway.tables.workers import PieceJob, Work, done_by

pa = pytest.importorskip("pyarrow")
from tests.tables.table_files import NAMES, rows_of, sanitized  # noqa: E402

PLAN = as_plan({"name": "PERSON", "note": "text", "id": "identifier"}).model_copy(update={"name": "t"})
NAMED = as_plan({"name": "PERSON"}).model_copy(update={"name": "t"})
ROWS, PIECE = 240, 24


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
    monkeypatch.setattr(sources.pieces, "__kwdefaults__", {"rows": PIECE, "size": 1 << 21})


def outputs(source: Path, key: Secret, name: str, **settings: Any) -> tuple[bytes, Any]:
    report = sanitized(source, source.parent / name, key, PLAN, **settings)
    return (source.parent / name).read_bytes(), report


def test_output_and_price_do_not_depend_on_pieces_and_processes(
    source: Path, key: Secret, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, report = outputs(source, key, "one.parquet")
    for processes in (2, 3):
        shared, report_of_all = outputs(source, key, f"{processes}.parquet", processes=processes)
        assert shared == written
        assert report_of_all.to_json() == report.to_json()
    monkeypatch.setattr(sources.pieces, "__kwdefaults__", {"rows": 7, "size": 1 << 21})
    _, other = outputs(source, key, "other.parquet")
    assert rows_of(source.parent / "other.parquet") == rows_of(source.parent / "one.parquet")
    assert other.price == report.price
    assert report.rows == ROWS


def test_another_engine_may_do_the_pieces_in_any_order(source: Path, key: Secret) -> None:
    def backwards(work: Work, jobs: Iterable[PieceJob]) -> Iterator[float]:
        for job in reversed(list(jobs)):
            yield from done_by(1, work, [job])

    written, report = outputs(source, key, "one.parquet")
    assert outputs(source, key, "two.parquet", engine=backwards) == (written, report)


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
        "from dp_gateway.tables import sources; sources.pieces.__kwdefaults__ = {'rows': 24, 'size': 1 << 21};"
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


def test_a_run_is_its_content_and_neither_its_time_nor_its_folder(tmp_path: Path, key: Secret) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("name\nTom Lee\n")
    stood = source.stat()
    sanitized(source, out, key, NAMED, dry=True)
    source.write_text("name\nTim Lee\n")
    os.utime(source, ns=(stood.st_atime_ns, stood.st_mtime_ns))
    with pytest.raises(ConfigurationError, match="was left by a run"):
        sanitized(source, out, key, NAMED)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "in.csv").write_text("name\nTom Lee\n")
    done: list[float] = []
    sanitized(tmp_path / "other" / "in.csv", out, key, NAMED, progress=done.append)
    assert not done


def test_a_run_over_a_database_is_also_what_stands_beside_it(tmp_path: Path, key: Secret) -> None:
    with closing(sqlite3.connect(tmp_path / "in.db")) as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("CREATE TABLE t (name TEXT)")
        opened.commit()
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sanitized(tmp_path / "in.db", tmp_path / "out.db", key, NAMED, dry=True)
        stood = (tmp_path / "in.db").read_bytes()
        opened.execute("INSERT INTO t VALUES ('Tom Lee')")
        opened.commit()
        assert (tmp_path / "in.db").read_bytes() == stood
        with pytest.raises(ConfigurationError, match="was left by a run"):
            sanitized(tmp_path / "in.db", tmp_path / "out.db", key, NAMED)


def test_a_dry_run_prices_and_the_run_takes_over_what_it_did(source: Path, key: Secret) -> None:
    dry = sanitized(source, source.parent / "out.parquet", key, PLAN, dry=True)
    parts = {path: path.stat().st_mtime_ns for path in (source.parent / "out.parquet.partial").glob("*.arrow")}
    assert len(parts) == ROWS / PIECE
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
