"""Sanitizes Arrow batches in a worker of any engine, and makes the datasets of Ray Data of them.

Ray and Spark call `BatchSanitizer` in their workers. Nothing here pays from a budget, as runs over files do (see
`engine`): `price` and `BatchSanitizer.report` tell what the same rows cost.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from dp_gateway.errors import GatewayError, InvalidSecret, MissingPackage
from dp_gateway.policy import Policy, load_policy
from dp_gateway.randomness import Secret
from dp_gateway.tables.arrow import pa
from dp_gateway.tables.plan import Column, Plan, Share, as_plan
from dp_gateway.tables.report import Counts, TableReport
from dp_gateway.tables.sanitizing import TableSanitizer
from dp_gateway.tables.staging import keep_part
from dp_gateway.tables.units import UNIT, different
from dp_gateway.tables.workers import COLLECTOR, Engine, PieceJob, Work, sanitized_piece


class BatchSanitizer:
    """Sanitizes batches in a worker; pickled it holds plan, policy and the name of the key file, and no key.

    Args:
        columns: see `dp_gateway.tables.sanitize_table`.
        policy: a preset, or a policy; None takes that of the plan.
        key_file: where each worker finds the key on its machine.
        scope, share, name: see `dp_gateway.tables.sanitize_table`.

    Raises:
        ConfigurationError: the plan cannot be used.
    """

    def __init__(
        self,
        columns: Plan | Mapping[str, Column | str],
        policy: Policy | str | None = None,
        *,
        key_file: str | Path,
        scope: str = "",
        share: Share | None = None,
        name: str = "",
    ) -> None:
        self.plan = as_plan(columns, share)
        self.policy = load_policy(self.plan.policy if policy is None else policy)
        self.key_file, self.scope, self.name = str(Path(key_file).absolute()), scope, name

    def __call__(self, table: Any) -> Any:
        """A table that may leave.

        Raises:
            InvalidSecret: the key file is not on this machine.
            GatewayError: see `sanitize_table`.
        """
        return opened(self).sanitize(table).table

    def price(self, table: Any) -> Any:
        """Price a batch, as a table of one row with the columns of `PRICED`; its own rows are thrown away.

        Raises:
            InvalidSecret: the key file is not on this machine.
            GatewayError: see `sanitize_table`.
        """
        done = opened(self).sanitize(table)
        return pa.table({"units": [done.units.tobytes()], "counts": [json.dumps(done.counts.to_json())]})

    def report(self, priced: Iterable[tuple[bytes, str]]) -> TableReport:
        """Add up the price of all batches: what is the same draw in several of them is one.

        Args:
            priced: rows of what `price` gave, units and counts, in any order.
        """
        counts, files = Counts(), list[Path]()
        with TemporaryDirectory() as folder:
            for units, noticed in priced:
                files.append(Path(folder) / f"{len(files)}.npy")
                np.save(files[-1], np.frombuffer(units, UNIT))
                counts.add(Counts.from_json(json.loads(noticed)))
            return TableReport.of(self.plan, self.policy, different(files), counts)

    def told(self) -> tuple[str, ...]:
        """Return what tells settings apart in a worker."""
        return self.plan.model_dump_json(), self.policy.model_dump_json(), self.key_file, self.scope, self.name


PRICED = "units binary, counts string"
"""The schema of what `BatchSanitizer.price` gives, as Spark writes it."""

_workers: dict[tuple[str, ...], TableSanitizer] = {}
"""What this process has opened; settings of a run are few."""


def opened(one: BatchSanitizer) -> TableSanitizer:
    """Make what sanitizes in this process, once. Raises InvalidSecret where the key file is not on this machine."""
    told = one.told()
    if told not in _workers:
        path = Path(one.key_file)
        if not path.exists():
            # A key that is made here would give this worker draws of its own.
            raise InvalidSecret(
                f"there is no key file {path} on this machine",
                hint="put the same key file onto every node of the cluster",
            )
        _workers[told] = TableSanitizer(
            one.plan, one.policy, key=Secret.from_file(path), scope=one.scope, name=one.name
        )
        gc.set_threshold(*COLLECTOR)
    return _workers[told]


def map_in_arrow(one: Callable[[Any], Any]) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Make a function for Spark: `frame.mapInArrow(map_in_arrow(one), schema)`.

    Args:
        one: a `BatchSanitizer`, or its `price`, whose schema is `PRICED`.
    """

    def each(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from one(batch).to_batches()

    return each


_ROWS = 256
"""Rows of a batch, as many as are treated at once. Ray puts blocks together up to a batch, and a task is at least one:
with larger ones the last tasks of a dataset leave workers without any."""


def sanitize(
    dataset: Any,
    columns: Plan | Mapping[str, Column | str],
    policy: Policy | str | None = None,
    *,
    key_file: str | Path,
    scope: str = "",
    share: Share | None = None,
    name: str = "",
    concurrency: int | None = None,
) -> Any:
    """Make a Ray dataset that may leave, worked out when it is used; nothing is priced or paid for: see `price`.

    Args:
        dataset: of `ray.data`.
        columns, policy, key_file, scope, share, name: see `BatchSanitizer`.
        concurrency: workers at once; None leaves it to Ray.

    Raises:
        ConfigurationError: the plan cannot be used.
    """
    one = BatchSanitizer(columns, policy, key_file=key_file, scope=scope, share=share, name=name)
    # Tasks rather than actors: a process that Ray keeps has opened everything once all the same, and one that dies is
    # replaced without further settings.
    return dataset.map_batches(one.__call__, batch_format="pyarrow", batch_size=_ROWS, concurrency=concurrency)


def price(
    dataset: Any,
    columns: Plan | Mapping[str, Column | str],
    policy: Policy | str | None = None,
    *,
    key_file: str | Path,
    scope: str = "",
    share: Share | None = None,
    name: str = "",
    concurrency: int | None = None,
) -> TableReport:
    """Price what `sanitize` gives of the same dataset; takes as long, and gives no row away.

    Args:
        dataset, columns, policy, key_file, scope, share, name, concurrency: see `sanitize`.

    Raises:
        ConfigurationError: the plan cannot be used.
    """
    one = BatchSanitizer(columns, policy, key_file=key_file, scope=scope, share=share, name=name)
    priced = dataset.map_batches(one.price, batch_format="pyarrow", batch_size=_ROWS, concurrency=concurrency)
    return one.report((row["units"], row["counts"]) for row in priced.iter_rows())


_AHEAD = 2


class _OfFiles(BatchSanitizer):
    """Is told apart from all others in a worker: its table has another name piece by piece."""

    def told(self) -> tuple[str, ...]:
        return (*super().told(), "files")


def engine(key_file: str | Path, at_once: int | None = None) -> Engine:
    """Make Ray the engine of `dp_gateway.tables.running.run`.

    Args:
        key_file: where each worker finds the key on its machine.
        at_once: pieces that are under way at once; None has two for each core of the cluster.

    Raises:
        MissingPackage: Ray is not installed.
    """
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise MissingPackage(
            "the engine ray needs the package ray", hint="install it: pip install 'dp-gateway[ray]'"
        ) from None

    def pieces_done(work: Work, jobs: Iterable[PieceJob]) -> Iterator[float]:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        one = _OfFiles(work.plan, work.policy, key_file=key_file, scope=work.scope)
        most = at_once or max(1, int(_AHEAD * ray.cluster_resources().get("CPU", 1)))
        task, waiting = ray.remote(_sanitized), iter(jobs)
        under_way: dict[Any, PieceJob] = {}
        furthest = 0.0
        try:
            while True:
                while len(under_way) < most and (job := next(waiting, None)) is not None:
                    under_way[task.remote(one, job)] = job
                if not under_way:
                    return
                (ready,), _ = ray.wait(list(under_way))
                job = under_way.pop(ready)
                keep_part(work.folder, job.number, *_got(ray, ready))
                furthest = max(furthest, job.done)
                yield furthest
        finally:
            for one_left in under_way:
                ray.cancel(one_left)

    return pieces_done


def _sanitized(one: BatchSanitizer, job: PieceJob) -> tuple[Any, ...] | GatewayError:
    try:
        return sanitized_piece(opened(one), job)
    except GatewayError as error:
        return error
    except Exception as error:  # Ray writes what a task raises to its logs, and it may quote a cell.
        return GatewayError(
            f"piece {job.number} cannot be sanitized ({type(error).__name__})",
            hint="find it without Ray: the same command without --engine goes on there",
        )


def _got(ray: Any, ready: Any) -> tuple[Any, ...]:
    try:
        done = ray.get(ready)
    except ray.exceptions.RayError as error:
        raise GatewayError(
            f"a worker of Ray died again and again ({type(error).__name__})",
            hint="look at its nodes (ray status), give them more memory; the same command goes on where it stopped",
        ) from None
    if isinstance(done, GatewayError):
        raise done
    return done
