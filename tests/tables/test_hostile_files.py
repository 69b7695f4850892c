"""Files that nobody can read as they are: each error says where it is and what to do, and holds no value."""

from __future__ import annotations

import gzip
import pickle
import time
from pathlib import Path

import pytest

from dp_gateway import Secret
from dp_gateway.errors import BudgetExceeded, ConfigurationError, GatewayError, InputError, OutputExists
from dp_gateway.tables import sanitize_table, sources
from dp_gateway.tables.plan import as_plan

pa = pytest.importorskip("pyarrow")
from tests.tables.table_files import sanitized, write  # noqa: E402

PLAN = as_plan({"name": "PERSON", "id": "identifier"}).model_copy(update={"name": "t"})
ROWS = b"name,id\nAnna Zebrowski,1\n"
PARQUET = b"PAR1 Anna Zebrowski PAR1"
FILES = {
    "empty.csv": (b"", "is empty"),
    "ragged.csv": (ROWS + b"Tom Lee,2,3\n", r"row 3 \(the header is row 1\) has 3 cells, and the header has 2"),
    "twice.csv": (b"name,name\nAnna Zebrowski,1\n", "column 2 has the name of another one"),
    "wide.csv": ("name,id\nAnna Zebrowski,1\n".encode("utf-16"), "iconv -f UTF-16"),
    "latin.csv": (ROWS + "José Zebrowski,2\n".encode("latin-1"), "is not UTF-8"),
    "latin.jsonl": ('{"name": "José Zebrowski", "id": 1}\n'.encode("latin-1"), "is not UTF-8"),
    "torn.jsonl": (b'{"name": "Anna Zebrowski", "id": 1}\n{"name": "Anna Zeb', "line 2 is not JSON"),
    "list.jsonl": (b'[{"name": "Anna Zebrowski", "id": 1}]', "line 1 is no object"),
    "other.csv": (b"name/id\nAnna Zebrowski/1\n", "column 1 of the table is not in the plan"),
    "plain.csv.gz": (ROWS, "compressed with gzip: it ends too early, is damaged, or is something else"),
    "ended.csv.gz": (gzip.compress(ROWS * 9)[:-20], "compressed with gzip: it ends too early"),
    "damaged.parquet": (PARQUET, "cannot be read as parquet"),
    "empty.parquet": (b"", "cannot be read as parquet"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_cannot_be_read_leaves_nothing_and_tells_nothing(name: str, tmp_path: Path, key: Secret) -> None:
    content, told = FILES[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(GatewayError, match=told) as refused:
        sanitized(tmp_path / name, tmp_path / "out.csv", key, PLAN)
    assert refused.value.hint
    assert not any(part in f"{refused.value} {refused.value.hint}" for part in ("Zebrowski", "Anna", "Tom"))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    # What was mended goes on under the same name of the output.
    (tmp_path / "mended.csv").write_bytes(ROWS)
    sanitized(tmp_path / "mended.csv", tmp_path / "out.csv", key, PLAN)


def test_a_byte_order_mark_is_no_part_of_the_first_line(tmp_path: Path, key: Secret) -> None:
    (tmp_path / "marked.jsonl").write_bytes(b'\xef\xbb\xbf{"name": "Anna Zebrowski", "id": 1}\n')
    assert sanitized(tmp_path / "marked.jsonl", tmp_path / "out.jsonl", key, PLAN).rows == 1


def test_a_quote_that_is_not_closed_is_no_text_of_a_hundred_megabytes(
    tmp_path: Path, key: Secret, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_LONGEST_CELL", 1 << 20)
    (tmp_path / "in.csv").write_bytes(b'name,id\nTom,"' + b"Anna Zebrowski,1\n" * 90_000 + b'"\n')
    with pytest.raises(GatewayError, match="a cell of column 2 has more than 1 MB"):
        sanitized(tmp_path / "in.csv", tmp_path / "out.csv", key, PLAN)


def test_what_the_output_cannot_hold_is_said_before_anything_is_done(tmp_path: Path, key: Secret) -> None:
    source = write(tmp_path / "in.parquet", [{"name": "Anna Zebrowski", "id": [1, 2]}])
    plan = as_plan({"name": "PERSON", "id": "json"})
    with pytest.raises(ConfigurationError, match="csv cannot hold lists or objects, as column 2"):
        sanitized(source, tmp_path / "out.csv", key, plan)
    assert not (tmp_path / "out.csv.partial").exists()


def test_what_a_process_cannot_read_is_said_as_it_is_by_one(tmp_path: Path, key: Secret) -> None:
    (tmp_path / "in.jsonl").write_bytes(b'{"name": "Anna Zebrowski", "id": [1]}\n')
    with pytest.raises(InputError, match="column 2 holds lists or objects") as refused:
        sanitized(tmp_path / "in.jsonl", tmp_path / "out.jsonl", key, PLAN, processes=2)
    assert "json" in refused.value.hint


@pytest.mark.parametrize(
    "error",
    [
        InputError("told", hint="next"),
        OutputExists("out.csv"),
        BudgetExceeded("told", hint="next", budget="day", asked=9, left=1, resets=None),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_another_process_is_whole(error: GatewayError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_time_of_many_columns_is_linear(key: Secret) -> None:
    def seconds(columns: int) -> float:
        table = pa.table({f"c{at}": [f"v{at}"] for at in range(columns)})
        plan = as_plan(dict.fromkeys(table.column_names, "identifier"))
        begin = time.process_time()
        sanitize_table(table, plan, "entities", key)
        return time.process_time() - begin

    seconds(10)
    # Few and many right after one another: a processor that is slower for a moment makes one pair steep, not all.
    assert any(9 * seconds(500) > seconds(2000) for _ in range(3))
