"""Ray, Spark, polars, pandas and DuckDB: what `sanitize_table` gives, whatever the partitions.

What is not installed is skipped with the reason: pip install 'ray[data]' pyspark polars pandas duckdb; Spark needs Java.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from dp_gateway_ray import PRICED, BatchSanitizer, engine, map_in_arrow, price, sanitize

from dp_gateway import Secret
from dp_gateway.cli.table import table
from dp_gateway.errors import BudgetExceeded, InvalidSecret, MissingPackage
from dp_gateway.tables import Column, sanitize_table, sources
from dp_gateway.tables.plan import as_plan

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
from tests.tables.table_files import sanitized  # noqa: E402

SCHEMA = "id long, name string, city string, note string, born date, salary double, account string, kept string"
PLAN: dict[str, Any] = {
    "id": "identifier",
    "name": "PERSON",
    "city": "LOCATION",
    "note": "text",
    "born": "date",
    "salary": Column(kind="number", type="MONEY"),
    "account": "identifier",
    "kept": "keep",
}
GIVEN = ["Anna", "Tom", "Maria", "José", "Li", "Nina", "Omar", "Grace", "Łukasz", "Zoë", "Ravi"]
FAMILY = ["Miller", "Lee", "Gonzalez", "Álvarez", "O'Neill", "Novak", "Hassan"]
CITIES = ["Boston", "Paris", None, "Madrid", "Chicago", "", "Lyon", "Oslo", "Vienna"]
NOTES = [
    "{name} from {city} called about E-{number}.",
    "Write to {mail} before 2024-03-{day:02}.",
    "",
    "Nothing to report.",
    None,
    "{name} earns ${number},000 and lives in {city}.\nTold by {other}.",
    '{{"who": "{name}", "ticket": {number}}}',
    "née {name}, {day} March 1985; ☎ +1 212 555 0{number}",
]


def _row(at: int) -> dict[str, Any]:
    name = f"{GIVEN[at % 11]} {FAMILY[at % 7]}"
    note = NOTES[at % len(NOTES)]
    told = {"name": name, "city": CITIES[at % 9] or "Turin", "other": f"{GIVEN[at % 5]} Brown", "day": at % 28 + 1}
    return {
        "id": at,
        "name": [name, name, None, name, ""][at % 5],
        "city": CITIES[at % 9],
        "note": note and note.format(**told, number=100 + at, mail=f"{GIVEN[at % 3].lower()}{at}@acme.com"),
        "born": None if at % 13 == 0 else dt.date(1950, 1, 1) + dt.timedelta(days=97 * at),
        "salary": None if at % 17 == 0 else 1000.0 * (at % 90) - 500.25,
        "account": None if at % 19 == 0 else f"C-{at % 40}",
        "kept": f"kept {at}",
    }


COUNT = 300
ROWS = pa.Table.from_pylist([_row(at) for at in range(COUNT)])


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "secret.key"
    Secret.from_file(path)
    return path


@pytest.fixture(scope="module")
def expected(key_file: Path) -> list[dict[str, Any]]:
    whole = sanitize_table(ROWS, PLAN, "entities", Secret.from_file(key_file))
    assert len({row["note"] for row in whole.table.to_pylist()}) > COUNT / 2
    return by_id(whole.table)


def by_id(table: Any) -> list[dict[str, Any]]:
    """All cells of all rows; engines give rows in an order of their own."""
    return sorted(table.to_pylist(), key=lambda row: row["id"])


def test_a_worker_is_told_no_key(key_file: Path) -> None:
    sent = pickle.dumps(BatchSanitizer(PLAN, "entities", key_file=key_file))
    assert key_file.read_bytes().strip() not in sent
    assert str(key_file).encode() in sent


def test_a_worker_without_the_key_makes_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidSecret, match="on this machine"):
        BatchSanitizer(PLAN, "entities", key_file=tmp_path / "missing")(ROWS)
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize("size", [pytest.param(1, marks=pytest.mark.thorough), 13, COUNT])
def test_batches_of_any_size_give_the_same_rows(key_file: Path, expected: list[dict[str, Any]], size: int) -> None:
    each = map_in_arrow(BatchSanitizer(PLAN, "entities", key_file=key_file))
    assert by_id(pa.Table.from_batches(each(ROWS.to_batches(max_chunksize=size)))) == expected


def test_batches_of_any_size_have_the_price_of_the_table(key_file: Path) -> None:
    one = BatchSanitizer(PLAN, "entities", key_file=key_file)
    told = sanitize_table(ROWS, PLAN, "entities", Secret.from_file(key_file)).report
    for size in (13, COUNT):
        batches = pa.Table.from_batches(map_in_arrow(one.price)(ROWS.to_batches(max_chunksize=size))).to_pylist()
        report = one.report((row["units"], row["counts"]) for row in reversed(batches))
        assert (report.price, report.row, report.rows, report.groups) == (told.price, told.row, COUNT, told.groups)
    assert one.report([]).rows == 0


def test_pandas(key_file: Path, expected: list[dict[str, Any]]) -> None:
    pytest.importorskip("pandas", reason="pip install pandas")
    frame = ROWS.to_pandas()
    private = sanitize_table(
        pa.Table.from_pandas(frame), PLAN, "entities", Secret.from_file(key_file)
    ).table.to_pandas()
    assert by_id(pa.Table.from_pandas(private)) == expected


def test_polars(key_file: Path, expected: list[dict[str, Any]]) -> None:
    polars = pytest.importorskip("polars", reason="pip install polars")
    frame = polars.from_arrow(ROWS)
    private = polars.from_arrow(sanitize_table(frame.to_arrow(), PLAN, "entities", Secret.from_file(key_file)).table)
    assert by_id(private.to_arrow()) == expected


def test_duckdb(key_file: Path, expected: list[dict[str, Any]]) -> None:
    duckdb = pytest.importorskip("duckdb", reason="pip install duckdb")
    opened = duckdb.connect()
    opened.register("rows", ROWS)
    table = opened.sql("SELECT * FROM rows").to_arrow_table()
    opened.register("private", sanitize_table(table, PLAN, "entities", Secret.from_file(key_file)).table)
    assert by_id(opened.sql("SELECT * FROM private").to_arrow_table()) == expected


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql", reason="pip install pyspark")
    import shutil

    if shutil.which("java") is None:
        pytest.skip("Spark needs Java: apt-get install openjdk-17-jre-headless")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = (
        builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
    )
    yield session
    session.stop()


@pytest.mark.enable_socket
@pytest.mark.filterwarnings("ignore")
def test_spark(spark: Any, key_file: Path, expected: list[dict[str, Any]]) -> None:
    frame = spark.createDataFrame([tuple(row.values()) for row in ROWS.to_pylist()], SCHEMA).repartition(3)
    one = BatchSanitizer(PLAN, "entities", key_file=key_file)
    private = frame.mapInArrow(map_in_arrow(one), SCHEMA)
    assert sorted((row.asDict() for row in private.collect()), key=lambda row: row["id"]) == expected
    told = sanitize_table(ROWS, PLAN, "entities", Secret.from_file(key_file)).report
    assert one.report(frame.mapInArrow(map_in_arrow(one.price), PRICED).toLocalIterator()).price == told.price


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Two raylets with a core each on this machine, as two nodes."""
    found = pytest.importorskip("ray", reason="pip install 'ray[data]'")
    utils = pytest.importorskip("ray.cluster_utils", reason="pip install 'ray[data]'")
    os.environ["RAY_AUTH_MODE"], os.environ["RAY_USAGE_STATS_ENABLED"] = "disabled", "0"
    cluster = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    found.init(address=cluster.address, log_to_driver=False)
    yield found
    found.shutdown()
    cluster.shutdown()


def _victim(pids: Path) -> Any:
    """Kills its own process the first time, in the middle of the work."""

    def each(table: Any) -> Any:
        try:
            pids.touch(exist_ok=False)
        except FileExistsError:
            return table
        os.kill(os.getpid(), signal.SIGKILL)
        return table

    return each


@pytest.mark.enable_socket
@pytest.mark.filterwarnings("ignore")
def test_ray_on_two_nodes(ray: Any, key_file: Path, expected: list[dict[str, Any]]) -> None:
    assert len(ray.nodes()) == 2
    for partitions in (1, 5):
        dataset = ray.data.from_arrow(ROWS).repartition(partitions)
        parts = ray.get(sanitize(dataset, PLAN, "entities", key_file=key_file).to_arrow_refs())
        assert by_id(pa.concat_tables(parts)) == expected
    told = sanitize_table(ROWS, PLAN, "entities", Secret.from_file(key_file)).report
    assert price(ray.data.from_arrow(ROWS).repartition(5), PLAN, "entities", key_file=key_file).price == told.price


@pytest.mark.enable_socket
@pytest.mark.filterwarnings("ignore")
def test_ray_when_a_worker_is_killed(ray: Any, key_file: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    dataset = ray.data.from_arrow(ROWS).repartition(4)
    private = sanitize(dataset, PLAN, "entities", key_file=key_file)
    killed = private.map_batches(_victim(tmp_path / "killed"), batch_format="pyarrow")
    assert by_id(pa.concat_tables(ray.get(killed.to_arrow_refs()))) == expected
    assert (tmp_path / "killed").exists()


FILE_PLAN = """
policy = "entities"
name = "t"
[columns]
id.kind = "identifier"
name = { kind = "entity", type = "PERSON" }
note.kind = "text"
kept.kind = "keep"
"""


def command(*arguments: object) -> Result:
    return CliRunner().invoke(table, ["sanitize", *map(str, arguments)])


@pytest.fixture
def files(tmp_path: Path, key_file: Path) -> list[str]:
    """Two files, and what a command says of them."""
    (tmp_path / "plan.toml").write_text(FILE_PLAN)
    for at, name in enumerate(("a.jsonl", "b.jsonl")):
        rows = ROWS.slice(at * 100, 100).select(["id", "name", "note", "kept"]).to_pylist()
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = "--plan", tmp_path / "plan.toml", "--key-file", key_file, "--report", tmp_path / "report.json", "-q"
    return [str(one) for one in (tmp_path / "a.jsonl", tmp_path / "b.jsonl", *said)]


def test_files_without_ray(files: list[str], tmp_path: Path) -> None:
    if find_spec("ray") is not None:
        pytest.skip("Ray is installed")
    refused = command(*files, "-o", tmp_path / "out", "--engine", "ray", "--dry-run").exception
    assert isinstance(refused, MissingPackage)
    assert list(tmp_path.glob("out*")) == []


@pytest.mark.enable_socket
@pytest.mark.filterwarnings("ignore")
def test_ray_prices_pays_and_writes_files_as_the_own_engine(ray: Any, files: list[str], tmp_path: Path) -> None:
    report, ledger = tmp_path / "report.json", f"sqlite:///{tmp_path / 'ledger.db'}"
    assert command(*files, "-o", tmp_path / "own", "-j", 1).exit_code == 0
    own = json.loads(report.read_text())
    with_ray = (*files, "--force", "--engine", "ray", "--ledger", ledger)
    dry = command(*with_ray[:-2], "-o", tmp_path / "rays", "--dry-run", "-j", 3)
    assert dry.exit_code == 0, dry.exception
    assert json.loads(report.read_text()) == own
    poor = command(*with_ray, "-o", tmp_path / "rays", "--budget", own["total_epsilon"] - 1)
    assert isinstance(poor.exception, BudgetExceeded)
    assert not (tmp_path / "rays").exists()
    assert (tmp_path / "rays.partial").exists()
    enough = (*with_ray, "--budget", own["total_epsilon"] + 1)
    assert command(*enough, "-o", tmp_path / "rays").exit_code == 0
    assert not (tmp_path / "rays.partial").exists()
    for name in ("a.jsonl", "b.jsonl"):
        assert (tmp_path / "rays" / name).read_bytes() == (tmp_path / "own" / name).read_bytes()
    # The same draws are paid for, whoever did them; others are not.
    assert command(*enough, "-o", tmp_path / "again", "--restart").exit_code == 0
    other = command(*enough, "-o", tmp_path / "other", "--scope", "another")
    assert isinstance(other.exception, BudgetExceeded)


@pytest.mark.enable_socket
@pytest.mark.filterwarnings("ignore")
def test_ray_says_what_is_wrong_with_a_file_and_leaves_nothing(ray: Any, files: list[str], tmp_path: Path) -> None:
    with (tmp_path / "a.jsonl").open("a") as file:
        file.write(json.dumps({"id": 1, "name": ["Anna Miller"], "note": "", "kept": ""}))
    refused = command(*files, "-o", tmp_path / "out", "--engine", "ray")
    assert "column 2 holds lists" in str(refused.exception)
    assert list(tmp_path.glob("out*")) == []


def _processes_below(process: int) -> Iterator[int]:
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (thread / "children").read_text().split()):
            yield child
            yield from _processes_below(child)


@pytest.mark.enable_socket
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux tells which processes are below another")
def test_ray_does_the_pieces_of_a_killed_worker_again(
    ray: Any, key_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources.pieces, "__kwdefaults__", {"rows": 25, "size": 1 << 21})
    parquet.write_table(ROWS, tmp_path / "in.parquet")
    killed: list[int] = []

    def kill(_: float) -> None:
        for process in [] if killed else list(_processes_below(os.getpid())):
            if Path(f"/proc/{process}/comm").read_text().startswith("ray::_sanitized"):
                killed.append(process)
                os.kill(process, signal.SIGKILL)

    key, plan = Secret.from_file(key_file), as_plan(PLAN)
    own = sanitized(tmp_path / "in.parquet", tmp_path / "own.parquet", key, plan)
    done = sanitized(
        tmp_path / "in.parquet", tmp_path / "rays.parquet", key, plan, engine=engine(key_file), progress=kill
    )
    assert killed
    assert done == own
    assert (tmp_path / "rays.parquet").read_bytes() == (tmp_path / "own.parquet").read_bytes()
