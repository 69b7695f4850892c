"""Ray, Spark, polars, pandas and DuckDB: what `sanitize_table` gives, whatever the partitions.

What is not installed is skipped with the reason: pip install 'ray[data]' pyspark polars pandas duckdb; Spark needs Java.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dp_gateway_ray import BatchSanitizer, map_in_arrow, sanitize

from dp_gateway import Secret
from dp_gateway.errors import InvalidSecret
from dp_gateway.tables import sanitize_table

pa = pytest.importorskip("pyarrow")
PLAN = {"name": "PERSON", "note": "text", "id": "identifier"}
NAMES = ["Anna Miller", "Tom Lee", "Maria Gonzalez", None]
ROWS = pa.table(
    {
        "name": [NAMES[at % 4] for at in range(60)],
        "note": [f"{NAMES[at % 3]} called from Boston, {at % 7}." for at in range(60)],
        "id": list(range(60)),
    }
)


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "secret.key"
    Secret.from_file(path)
    return path


@pytest.fixture(scope="module")
def expected(key_file: Path) -> list[dict[str, Any]]:
    rows = sanitize_table(ROWS, PLAN, "entities", Secret.from_file(key_file)).table.to_pylist()
    return sorted(rows, key=lambda row: row["id"])


def by_id(table: Any) -> list[dict[str, Any]]:
    return sorted(table.to_pylist(), key=lambda row: row["id"])


def test_a_worker_is_told_no_key(key_file: Path) -> None:
    sent = pickle.dumps(BatchSanitizer(PLAN, "entities", key_file=key_file))
    assert key_file.read_bytes().strip() not in sent
    assert str(key_file).encode() in sent


def test_a_worker_without_the_key_makes_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidSecret, match="on this machine"):
        BatchSanitizer(PLAN, "entities", key_file=tmp_path / "missing")(ROWS)
    assert not (tmp_path / "missing").exists()


def test_batches_of_any_size_give_the_same_rows(key_file: Path, expected: list[dict[str, Any]]) -> None:
    each = map_in_arrow(BatchSanitizer(PLAN, "entities", key_file=key_file))
    for size in (1, 13, 60):
        assert by_id(pa.Table.from_batches(each(ROWS.to_batches(max_chunksize=size)))) == expected


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
    frame = spark.createDataFrame(
        [tuple(row.values()) for row in ROWS.to_pylist()], "name string, note string, id long"
    )
    each = map_in_arrow(BatchSanitizer(PLAN, "entities", key_file=key_file))
    private = frame.repartition(3).mapInArrow(each, "name string, note string, id long")
    assert sorted((row.asDict() for row in private.collect()), key=lambda row: row["id"]) == expected


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


@pytest.mark.enable_socket
@pytest.mark.filterwarnings("ignore")
def test_ray_when_a_worker_is_killed(ray: Any, key_file: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    dataset = ray.data.from_arrow(ROWS).repartition(4)
    private = sanitize(dataset, PLAN, "entities", key_file=key_file)
    killed = private.map_batches(_victim(tmp_path / "killed"), batch_format="pyarrow")
    assert by_id(pa.concat_tables(ray.get(killed.to_arrow_refs()))) == expected
    assert (tmp_path / "killed").exists()
