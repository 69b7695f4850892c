"""Tables: against reading and writing the same file alone, against Presidio's structured engine, memory and scaling.

python -m benchmarks tables        (Presidio's part: pip install presidio-structured presidio-anonymizer pandas;
                                    Ray's: pip install 'ray[data]')
python -m benchmarks.tables        (what `table evaluate` tells: a classifier, joins, who can be told apart)

Rates are of CPU seconds in one run, so that what else the machine does counts little. Scaling is by the clock too, and
by the clock less the time in which processes waited for a core, which Linux tells.
Customers and mails are those of `benchmarks.mails`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.mails import (
    CUSTOMERS,
    KEY,
    PLAN,
    cpu_of_all,
    customers,
    mail,
    memory_of_all,
    table_of,
    waiting_of_all,
    write_mails,
)
from benchmarks.timing import Figure, cpu_seconds, seconds
from dp_gateway import Secret
from dp_gateway.policy import load_policy
from dp_gateway.tables import TableSanitizer
from dp_gateway.tables.arrow import pa, parquet
from dp_gateway.tables.evaluating import accuracy, column_losses, join_loss, rows_told_apart
from dp_gateway.tables.formats import place_of
from dp_gateway.tables.plan import as_plan
from dp_gateway.tables.running import Run
from dp_gateway.tables.running import run as sanitize_files

_ROWS = int(os.environ.get("TABLE_ROWS", "200000"))
_MAILS = int(os.environ.get("TABLE_MAILS", "2000"))
_THEIR_ROWS, _TEXTS = 50, 400


def _sanitizer(plan: dict[str, Any]) -> TableSanitizer:
    return TableSanitizer(as_plan(plan), "entities", key=KEY, name="t")


def run_declared(folder: Path) -> Iterator[Figure]:
    """A file of declared columns, against reading and writing it alone."""
    source, target = folder / "in.parquet", folder / "out.parquet"
    parquet.write_table(customers(range(_ROWS)), source)
    alone = cpu_seconds(lambda: parquet.write_table(parquet.read_table(source), target, compression="zstd"))
    one = Run([place_of(str(source))], [place_of(str(target))], as_plan(CUSTOMERS), load_policy("entities"), KEY)
    took = cpu_seconds(lambda: sanitize_files(one, restart=True))
    size = source.stat().st_size / 1e6
    yield Figure(f"declared columns, {_ROWS:,} rows x 20, rows/s of CPU", _ROWS / took, 0, at_most=False)
    yield Figure("declared columns, MB/s of Parquet", size / took, 0, at_most=False)
    yield Figure("declared columns, CPU / reading and writing the file alone", took / alone, 1000)


def run_against_presidio() -> Iterator[Figure]:
    """Presidio's structured engine on the same rows, whole and with its analysis given."""
    try:
        import pandas  # noqa: F401 # pyright: ignore
        from presidio_anonymizer import AnonymizerEngine  # pyright: ignore
        from presidio_anonymizer.entities import OperatorConfig  # pyright: ignore
        from presidio_structured import PandasAnalysisBuilder, StructuredEngine  # pyright: ignore
        from presidio_structured.config import StructuredAnalysis  # pyright: ignore
    except ImportError:
        return
    from benchmarks.detection.systems import presidio_engine

    analyzer = presidio_engine()
    declared = [name for name, kind in CUSTOMERS.items() if kind in ("PERSON", "LOCATION", "identifier")]
    engine = StructuredEngine()
    operators = {"DEFAULT": OperatorConfig("replace", {"new_value": "x"})}
    frame = customers(range(_THEIR_ROWS)).select(declared).to_pandas()

    def theirs() -> None:
        analysis = PandasAnalysisBuilder(analyzer).generate_analysis(frame)
        engine.anonymize(frame, analysis, operators=operators)

    plan = {name: CUSTOMERS[name] for name in declared}
    large = customers(range(_ROWS)).select(declared)
    ours = cpu_seconds(lambda: _sanitizer(plan).sanitize(large)) / _ROWS
    yield Figure(
        "declared columns / Presidio structured, analysis and all",
        cpu_seconds(theirs) / _THEIR_ROWS / ours,
        20,
        at_most=False,
    )
    given = StructuredAnalysis(entity_mapping=dict.fromkeys(declared, "PERSON"))
    many = large.slice(0, 20_000).to_pandas()
    plain = cpu_seconds(lambda: engine.anonymize(many, given, operators=operators)) / len(many)
    yield Figure(
        "declared columns / Presidio structured, types given, one constant for all", plain / ours, 20, at_most=False
    )
    mails = [mail(at) for at in range(_TEXTS)]
    anonymizer: Any = AnonymizerEngine()

    def their_texts() -> None:
        for text in mails[: _TEXTS // 4]:
            anonymizer.anonymize(text, analyzer.analyze(text, "en"))

    owner = _sanitizer({"mail": "text"})
    owner.sanitize(pa.table({"mail": mails[:5]}))
    new = pa.table({"mail": [mail(at + 10_000) for at in range(_TEXTS)]})
    per_text = cpu_seconds(lambda: owner.sanitize(new)) / _TEXTS
    yield Figure("free text, kB/s of CPU", sum(map(len, mails)) / _TEXTS / per_text / 1e3, 0, at_most=False)
    yield Figure("free text / Presidio", cpu_seconds(their_texts) / (_TEXTS // 4) / per_text, 5, at_most=False)


class Cost(NamedTuple):
    """What a run took.

    Attributes:
        clock: seconds.
        cpu: seconds in all processes.
        memory: megabytes of the largest process.
        started: seconds of CPU for all of it at the rate between the first piece and the last: starting is not in it.
        alone: seconds by the clock at that rate, less those in which the process that worked longest waited for a core
            that others had: what it takes on a machine of its own, at most.
    """

    clock: float
    cpu: float
    memory: float
    started: float
    alone: float


class _Moment(NamedTuple):
    """Where a run is.

    Attributes:
        done: part of it.
        clock, cpu: seconds, of all processes.
        waited: of each process, seconds on a core and seconds that it waited for one.
    """

    done: float
    clock: float
    cpu: float
    waited: dict[int, tuple[float, float]]

    @classmethod
    def now(cls, done: float) -> _Moment:
        return cls(done, time.perf_counter(), cpu_of_all(), waiting_of_all())


def _cost(moments: Sequence[_Moment], processes: int, clock: float, cpu: float, memory: float) -> Cost:
    first, last = moments[0], moments[-1]
    part = last.done - first.done
    both = [(last.waited[one], first.waited[one]) for one in first.waited.keys() & last.waited.keys()]
    worked = sorted(((now[0] - then[0], now[1] - then[1]) for now, then in both), reverse=True)
    alone = max(last.clock - first.clock - waited for _, waited in worked[:processes])
    return Cost(clock, cpu, memory, (last.cpu - first.cpu) / part, alone / part)


def _measured(call: str) -> Cost:
    """A run in a process of its own, those that it starts included."""
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", f"from benchmarks.tables import *; {call}"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=one_thread)
    return Cost(*map(float, done.stdout.split()[-len(Cost._fields) :]))


def child(source: str, target: str, processes: int) -> None:
    """Sanitize a file of mails as `dp-gateway table sanitize` does; prints a `Cost`."""
    one = Run([place_of(source)], [place_of(target)], PLAN, load_policy("entities"), KEY)
    moments: list[_Moment] = []
    memory = 0.0

    def note(done: float) -> None:
        nonlocal memory
        moments.append(_Moment.now(done))
        memory = max(memory, *(peak for _, peak in memory_of_all()))

    clock = seconds(lambda: sanitize_files(one, processes=processes, restart=True, progress=note))
    # Those that did the work are gone; what came behind was done by this process.
    cpu = moments[-1].cpu + time.process_time() - moments[-1].waited[os.getpid()][0]
    print(*_cost(moments, processes, clock, cpu, memory))


def ray_child(source: str, processes: int) -> None:
    """Sanitize a file of mails with Ray on as many cores, which have opened everything before; prints a `Cost`."""
    import ray  # pyright: ignore
    from dp_gateway_ray import sanitize

    data: Any = ray.data  # pyright: ignore
    ray.init(num_cpus=processes, include_dashboard=False, log_to_driver=False)  # pyright: ignore
    data.DataContext.get_current().enable_progress_bars = False
    key = Path(source).with_name("ray.key")
    Secret.from_file(key)

    def drawn(table: Any) -> None:
        parts = data.from_arrow(table).repartition(16 * processes)
        list(sanitize(parts, PLAN, "entities", key_file=key, name="mails").iter_batches(batch_format="pyarrow"))

    # A batch for each process: of fewer rows Ray makes one task, and the other processes open everything later.
    drawn(table_of(range(10**6, 10**6 + 256 * processes)))
    before = _Moment.now(0)
    drawn(parquet.read_table(source))
    after = _Moment.now(1)
    memory = max(peak for _, peak in memory_of_all())
    print(*_cost([before, after], processes, after.clock - before.clock, after.cpu, memory))


def run_mails(folder: Path) -> Iterator[Figure]:
    """Memory and time as mails grow, and two processes against one."""
    sizes = _MAILS, 2 * _MAILS, 4 * _MAILS
    costs: list[Cost] = []
    for size in sizes:
        write_mails(folder / f"{size}.parquet", size)
        source, target = str(folder / f"{size}.parquet"), str(folder / f"{size}.out.parquet")
        costs.append(_measured(f"child({source!r}, {target!r}, 2)"))
        name = f"mails: {size:,} in two processes"
        yield Figure(f"{name}, seconds by the clock", costs[-1].clock, 0, at_most=False)
        yield Figure(f"{name}, seconds of CPU", costs[-1].cpu, 0, at_most=False)
        yield Figure(f"{name}, largest memory of a process in MB", costs[-1].memory, 1500)
    small, middle, large = costs
    # What starting takes is in each of them, and in no difference.
    grown = (large.cpu - middle.cpu) / (middle.cpu - small.cpu) / 2
    yield Figure("mails: CPU for one more, after 2x the mails / before", grown, 1.1)
    yield Figure("mails: largest memory, 4x the mails / 2x", large.memory / middle.memory, 1.1)
    source, target = str(folder / f"{sizes[0]}.parquet"), str(folder / "one.parquet")
    one = _measured(f"child({source!r}, {target!r}, 1)")
    same = Path(target).read_bytes() == (folder / f"{sizes[0]}.out.parquet").read_bytes()
    yield Figure("mails: one process / two, by the clock", one.clock / small.clock, 1.8, at_most=False)
    yield Figure(
        "mails: one process / two, by the clock less waiting for a core", one.alone / small.alone, 1.8, at_most=False
    )
    yield Figure(
        "mails: one process / two, CPU of one / half of that of two", 2 * one.cpu / small.cpu, 1.8, at_most=False
    )
    yield Figure("mails: output of two processes is that of one", float(same), 1, at_most=False)
    if find_spec("ray"):
        ray = _measured(f"ray_child({source!r}, 2)")
        yield Figure(
            "mails: CPU of two processes / of Ray with two cores", small.started / ray.started, 0.85, at_most=False
        )
        name = "mails: two processes / Ray with two cores, by the clock less waiting for a core"
        yield Figure(name, small.alone / ray.alone, 0.85, at_most=False)


def run() -> Iterator[Figure]:
    parts: tuple[Callable[[Path], Iterator[Figure]], ...] = (run_declared, lambda _: run_against_presidio(), run_mails)
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            yield from part(Path(folder))


_EVALUATED = 20_000
_JOINED = "customer", "name", "city"


def labelled() -> tuple[Any, dict[str, Any]]:
    """Customers of ten declared columns, numbers in both halves, with a label by age, salary and city; their plan."""
    plan = {name: kind for name, kind in CUSTOMERS.items() if kind != "keep"}
    dice = np.random.default_rng(0)
    # Every fourth row is tested, and columns of `customers` go round: in their order some cities were never learned.
    table = customers(range(_EVALUATED)).select(list(plan)).take(pa.array(dice.permutation(_EVALUATED)))
    half = _EVALUATED // 2
    table = table.set_column(0, "customer", pa.array([f"C-{at % half}" for at in range(_EVALUATED)]))
    age, salary, city = (table.column(name).to_pylist() for name in ("age", "salary", "city"))
    noise: list[float] = dice.normal(0, 0.15, _EVALUATED).tolist()
    rows = zip(age, salary, city, noise, strict=True)
    leaves = [str(one / 100 + earned / 400_000 + 0.4 * (place < "D") + by > 1.2) for one, earned, place, by in rows]
    return table.append_column("leaves", pa.array(leaves)), {**plan, "leaves": "keep"}


def reviews(file: Path) -> tuple[Any, dict[str, Any]]:
    """Sentences of SST-2 with their labels, and their plan."""
    lines = file.read_text(encoding="utf-8").splitlines()[1 : _EVALUATED + 1]
    sentences, labels = zip(*(line.split("\t") for line in lines), strict=True)
    return pa.table({"sentence": sentences, "label": labels}), {"sentence": "text", "label": "keep"}


def print_evaluation() -> None:
    """Print what `table evaluate` tells of tables that were sanitized by the policy `entities`."""
    # Here, as the processes that are measured import this module.
    from benchmarks.corpus import _SST2, has_sst2

    tables = [("customers", *labelled()), *([("SST-2", *reviews(_SST2))] if has_sst2() else [])]
    for title, before, columns in tables:
        plan = as_plan(columns)
        after = _sanitizer(columns).sanitize(before).table
        learned = accuracy(before, after, before.column_names[-1], plan)
        figures = f"{learned.clear:.1%} clear, {learned.sanitized:.1%} sanitized, {learned.majority:.1%} majority"
        print(f"{title}, classifier: {figures}, {learned.rows:,} rows tested")
        names = before.column_names[:-1]
        apart = [rows_told_apart(one, names) for one in (before, after)]
        print(f"{title}, rows that all columns but the label tell apart: {apart[0]:.1%} before, {apart[1]:.1%} after")
        for one in column_losses(before, after, plan)[:-1]:
            values = f"{one.values:,} values before, {one.values_after:,} after, {one.merged:.1%} merged"
            unique = f"unique rows {one.unique:.1%} and {one.unique_after:.1%}"
            print(f"{title}, {one.name}: {values}, {unique}, {one.unchanged:.1%} of cells unchanged")
        half = len(before) // 2
        for name in _JOINED if title == "customers" else ():
            old, new = before.column(name).to_pylist(), after.column(name).to_pylist()
            join = join_loss(old[:half], old[half:], new[:half], new[half:])
            print(f"{title}, join on {name}: {join.pairs:,} pairs, {join.found:.1%} found, {join.wrong:.1%} wrong")


if __name__ == "__main__":
    print_evaluation()
