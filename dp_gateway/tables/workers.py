"""Processes that sanitize pieces of tables: lexicon, index and detection are opened once, before they are forked.

What a piece becomes does not depend on who does it or when, so a process that dies is replaced, and its piece is done
again.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.errors import GatewayError
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret
from dp_gateway.tables.arrow import pa
from dp_gateway.tables.json_lines import decoded, encoded
from dp_gateway.tables.plan import Plan
from dp_gateway.tables.report import Counts
from dp_gateway.tables.sanitizing import TableSanitizer
from dp_gateway.tables.staging import keep_part
from dp_gateway.tables.units import Units

COLLECTOR = 20_000, 20, 20
"""When a worker looks for cycles: a row leaves hardly any, and each look goes through what is kept of other rows."""

_AHEAD = 2
_MOST_DEATHS = 3


class Work(NamedTuple):
    """What all pieces of a run have in common. `plan`, `policy`, `key`, `scope`: see `TableSanitizer`. `folder`: where
    parts are kept.
    """

    plan: Plan
    policy: Policy
    key: Secret
    scope: str
    folder: Path


class PieceJob(NamedTuple):
    """One piece.

    Attributes:
        number: of the piece, in the run.
        name: of its table.
        table: its rows, as Arrow's stream format.
        fragments: its cells are JSON; see `json_lines`.
        done: how far the run comes with it, from 0 to 1.
    """

    number: int
    name: str
    table: bytes
    fragments: bool
    done: float


Engine = Callable[[Work, Iterable[PieceJob]], Iterator[float]]
"""Does the pieces of a run, keeps each by `keep_part`, and gives how far the run is."""


def streamed(table: Any) -> bytes:
    """Write the rows of a piece, as `PieceJob` has them."""
    sink = pa.BufferOutputStream()
    # Names and types alone: what else a file says of itself may be private, and is not passed on.
    plain = table.replace_schema_metadata(None)
    with pa.ipc.new_stream(sink, plain.schema) as writer:
        writer.write_table(plain)
    return sink.getvalue().to_pybytes()


class _Worker:
    """One process, or the calling one."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._owner = TableSanitizer(work.plan, work.policy, key=work.key, scope=work.scope)

    def __call__(self, job: PieceJob) -> float:
        keep_part(self._work.folder, job.number, *sanitized_piece(self._owner, job))
        return job.done


def sanitized_piece(owner: TableSanitizer, job: PieceJob) -> tuple[Any, Units, Counts]:
    """Sanitize a piece: its rows that may leave, what was drawn for them, and what was noticed, as `keep_part` keeps
    it. `owner`: takes the name of the piece's table. Raises GatewayError where it cannot be sanitized.
    """
    owner.name, columns = job.name, owner.plan.columns
    with pa.ipc.open_stream(job.table) as stream:
        table = stream.read_all()
    before, bare = decoded(table, columns) if job.fragments else (table, {})
    result = owner.sanitize(before)
    after = encoded(table, bare, result.table, columns) if job.fragments else result.table
    return _flat(after), result.units, result.counts


def _flat(table: Any) -> Any:
    """A table without dictionaries: those of two pieces would differ."""
    for at, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            table = table.set_column(at, field.name, table.column(at).cast(field.type.value_type))
    return table


_worker: _Worker | None = None


def _begin(work: Work) -> None:
    global _worker  # noqa: PLW0603
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # There is a process for each core: threads of one would take it from another.
    pa.set_cpu_count(1)
    import_module("threadpoolctl").threadpool_limits(1)
    _worker = _Worker(work)
    gc.freeze()
    gc.set_threshold(*COLLECTOR)


def _end_with_parent() -> None:
    """End when the process that hands out the pieces was killed: nobody else would ever say so."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _do(job: PieceJob) -> float | GatewayError:
    assert _worker is not None
    try:
        return _worker(job)
    except GatewayError as error:
        return error


def done_by(processes: int, work: Work, jobs: Iterable[PieceJob]) -> Iterator[float]:
    """Do the jobs; gives how far the run is, as pieces are done.

    Args:
        processes: how many; 1 is the calling one.
        work: what they have in common.
        jobs: the pieces; a few of them are held in memory.

    Raises:
        GatewayError: a piece cannot be sanitized, or processes die with it again and again.
    """
    if processes == 1:
        worker = _Worker(work)
        for job in jobs:
            yield worker(job)
        return
    waiting = iter(jobs)
    under_way: dict[Future[float | GatewayError], PieceJob] = {}
    deaths, furthest = 0, 0.0
    pool = _pool(processes, work)
    try:
        while True:
            while len(under_way) < _AHEAD * processes and (job := next(waiting, None)) is not None:
                under_way[_submitted(pool, job)] = job
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                if isinstance(future.exception(), BrokenProcessPool):
                    break
                done = future.result()
                del under_way[future]
                deaths = 0
                if isinstance(done, GatewayError):
                    raise done
                furthest = max(furthest, done)
                yield furthest
            else:
                continue
            deaths += 1
            again = sorted(under_way.values())
            if deaths > _MOST_DEATHS:
                raise GatewayError(
                    f"processes died {deaths} times, lastly with piece {again[0].number}",
                    hint="look for the kernel's messages (dmesg), give more memory, or use --processes 1; "
                    "the same command goes on where it stopped",
                )
            pool.shutdown(cancel_futures=True)
            pool = _pool(processes, work)
            under_way = {_submitted(pool, one): one for one in again}
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(processes: int, work: Work) -> ProcessPoolExecutor:
    forked = "forkserver" in multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if forked else "spawn")
    if forked:
        # Detection, lexicon and code are loaded once, and their pages shared.
        context.set_forkserver_preload(["dp_gateway.tables.loaded"])
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(work,))


def _submitted(pool: ProcessPoolExecutor, job: PieceJob) -> Future[float | GatewayError]:
    try:
        return pool.submit(_do, job)
    except BrokenProcessPool as error:
        broken: Future[float | GatewayError] = Future()
        broken.set_exception(error)
        return broken
