"""Tables: against reading and writing the same file alone, against Presidio's structured engine, memory and scaling.

python -m benchmarks tables        (Presidio's part: pip install presidio-structured presidio-anonymizer pandas)

Rates are of CPU seconds in one run, so that what else the machine does counts little; only scaling is by the clock.
The table has the cardinalities of a customer export: 20 columns, 256 names, 12 cities, 20,000 days. Mails are those of
`benchmarks.mails`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.mails import KEY, PLAN, cpu_of_all, mail, memory_of_all, write_mails
from benchmarks.timing import Figure, cpu_seconds, seconds
from dp_gateway.policy import load_policy
from dp_gateway.tables import Column, TableSanitizer
from dp_gateway.tables.arrow import pa, parquet
from dp_gateway.tables.formats import place_of
from dp_gateway.tables.plan import as_plan
from dp_gateway.tables.running import Run
from dp_gateway.tables.running import run as sanitize_files

_ROWS = int(os.environ.get("TABLE_ROWS", "200000"))
_MAILS = int(os.environ.get("TABLE_MAILS", "2000"))
_THEIR_ROWS, _TEXTS = 50, 400

_CITIES = "Boston Paris Chicago Madrid Berlin Denver Austin Dallas Lyon Milan Oslo Porto".split()
_GIVEN = "Anna Tom Maria José Li Ahmed Olga Peter Nina Ravi Emma Noah Ivan Chloe Omar Yuki".split()
_FAMILY = "Miller Lee Gonzalez Smith Wei Hassan Petrova Novak Rossi Patel Brown Kim Ivanov Martin Khan Sato".split()


_PLAN: dict[str, Any] = {
    "customer": "identifier",
    "name": "PERSON",
    "partner": "PERSON",
    "city": "LOCATION",
    "birthplace": "LOCATION",
    "age": Column(kind="number", lower=0, upper=120),
    "salary": Column(kind="number", lower=0, upper=500_000, step=100),
    "balance": Column(kind="number", lower=-10_000, upper=100_000, step=100),
    "born": "date",
    "joined": "date",
    **{f"kept_{at}": "keep" for at in range(10)},
}


def customers(rows: int) -> Any:
    """20 columns: 256 names, 12 cities, 20,000 days."""
    import numpy as np

    at = np.arange(rows)
    names = pa.array([f"{given} {family}" for given in _GIVEN for family in _FAMILY])
    cities = pa.array(_CITIES)
    days = pa.array((at * 37 % 20_000).astype(np.int32), pa.int32()).cast(pa.date32())
    columns = {
        "customer": pa.array([f"C-{one}" for one in range(rows)]),
        "name": names.take(pa.array(at * 7 % len(names))),
        "partner": names.take(pa.array(at * 11 % len(names))),
        "city": cities.take(pa.array(at % len(cities))),
        "birthplace": cities.take(pa.array(at * 5 % len(cities))),
        "age": pa.array(at % 100),
        "salary": pa.array((at * 131 % 400_000).astype(float)),
        "balance": pa.array((at * 17 % 90_000).astype(float)),
        "born": days,
        "joined": days.take(pa.array(at[::-1].copy())),
        **{f"kept_{one}": pa.array(at * (one + 1) % 1000) for one in range(10)},
    }
    return pa.table(columns)


def _sanitizer(plan: dict[str, Any]) -> TableSanitizer:
    return TableSanitizer(as_plan(plan), "entities", key=KEY, name="t")


def run_declared(folder: Path) -> Iterator[Figure]:
    """A file of declared columns, against reading and writing it alone."""
    source, target = folder / "in.parquet", folder / "out.parquet"
    parquet.write_table(customers(_ROWS), source)
    alone = cpu_seconds(lambda: parquet.write_table(parquet.read_table(source), target, compression="zstd"))
    one = Run([place_of(str(source))], [place_of(str(target))], as_plan(_PLAN), load_policy("entities"), KEY)
    took = cpu_seconds(lambda: sanitize_files(one, restart=True))
    size = source.stat().st_size / 1e6
    yield Figure(f"declared columns, {_ROWS:,} rows x 20, rows/s of CPU", _ROWS / took, 0, at_most=False)
    yield Figure("declared columns, MB/s of Parquet", size / took, 0, at_most=False)
    yield Figure("declared columns, CPU / reading and writing the file alone", took / alone, 1000)


def run_against_presidio() -> Iterator[Figure]:
    """Presidio's structured engine on the same rows, whole and with its analysis given."""
    try:
        import pandas  # noqa: F401
        from presidio_anonymizer import AnonymizerEngine
        from presidio_anonymizer.entities import OperatorConfig
        from presidio_structured import PandasAnalysisBuilder, StructuredEngine
        from presidio_structured.config import StructuredAnalysis
    except ImportError:
        return
    from benchmarks.detection.systems import presidio_engine

    analyzer = presidio_engine()
    declared = [name for name, kind in _PLAN.items() if kind in ("PERSON", "LOCATION", "identifier")]
    engine = StructuredEngine()
    operators = {"DEFAULT": OperatorConfig("replace", {"new_value": "x"})}
    frame = customers(_THEIR_ROWS).select(declared).to_pandas()

    def theirs() -> None:
        analysis = PandasAnalysisBuilder(analyzer).generate_analysis(frame)
        engine.anonymize(frame, analysis, operators=operators)

    plan = {name: _PLAN[name] for name in declared}
    large = customers(_ROWS).select(declared)
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
    """What a run took: seconds by the clock, of CPU in all processes, and the largest memory of one in megabytes."""

    clock: float
    cpu: float
    memory: float


def _measured(source: Path, target: Path, processes: int) -> Cost:
    """A run in a process of its own, those that it starts included."""
    program = f"from benchmarks.tables import child; child({str(source)!r}, {str(target)!r}, {processes})"
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=one_thread)
    return Cost(*map(float, done.stdout.split()))


def child(source: str, target: str, processes: int) -> None:
    """Sanitize a file of mails as `dp-gateway table sanitize` does; prints a `Cost`."""
    one = Run([place_of(source)], [place_of(target)], PLAN, load_policy("entities"), KEY)
    cpu = memory = 0.0

    def note(_: float) -> None:
        nonlocal cpu, memory
        # Of those that do the work, as long as they live; what comes behind is done by this process.
        cpu = cpu_of_all() - time.process_time()
        memory = max(memory, *(peak for _, peak in memory_of_all()))

    clock = seconds(lambda: sanitize_files(one, processes=processes, restart=True, progress=note))
    print(clock, cpu + time.process_time(), max(memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def run_mails(folder: Path) -> Iterator[Figure]:
    """Memory and time as mails grow, and two processes against one."""
    sizes = _MAILS, 2 * _MAILS, 4 * _MAILS
    costs: list[Cost] = []
    for size in sizes:
        write_mails(folder / f"{size}.parquet", size)
        costs.append(_measured(folder / f"{size}.parquet", folder / f"{size}.out.parquet", 2))
        name = f"mails: {size:,} in two processes"
        yield Figure(f"{name}, seconds by the clock", costs[-1].clock, 0, at_most=False)
        yield Figure(f"{name}, seconds of CPU", costs[-1].cpu, 0, at_most=False)
        yield Figure(f"{name}, largest memory of a process in MB", costs[-1].memory, 1500)
    small, middle, large = costs
    # What starting takes is in each of them, and in no difference.
    grown = (large.cpu - middle.cpu) / (middle.cpu - small.cpu) / 2
    yield Figure("mails: CPU for one more, after 2x the mails / before", grown, 1.1)
    yield Figure("mails: largest memory, 4x the mails / 2x", large.memory / middle.memory, 1.1)
    path = folder / f"{sizes[0]}.parquet"
    one = _measured(path, folder / "one.out.parquet", 1)
    same = (folder / "one.out.parquet").read_bytes() == (folder / f"{sizes[0]}.out.parquet").read_bytes()
    yield Figure("mails: one process / two, by the clock", one.clock / small.clock, 1.8, at_most=False)
    yield Figure(
        "mails: one process / two, CPU of one / half of that of two", 2 * one.cpu / small.cpu, 1.8, at_most=False
    )
    yield Figure("mails: output of two processes is that of one", float(same), 1, at_most=False)


def run() -> Iterator[Figure]:
    parts: tuple[Callable[[Path], Iterator[Figure]], ...] = (run_declared, lambda _: run_against_presidio(), run_mails)
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            yield from part(Path(folder))
