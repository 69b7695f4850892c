"""Ray as what does the pieces of a run over files; `dp-gateway table sanitize --engine ray` calls `engine`.

The process that reads the files hands their pieces to Ray's workers, and keeps, prices, pays for and writes what comes
back, as it does without Ray: files, price, ledger and output are the same, and a run that was killed goes on with or
without Ray.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from dp_gateway.errors import GatewayError, MissingPackage
from dp_gateway.tables.staging import keep_part
from dp_gateway.tables.workers import Engine, Job, Work, sanitized_piece
from dp_gateway_ray.batches import BatchSanitizer, opened

_AHEAD = 2


class _OfFiles(BatchSanitizer):
    """Is told apart from all others in a worker: its table has another name piece by piece."""

    def told(self) -> tuple[str, ...]:
        return (*super().told(), "files")


def engine(key_file: str | Path, at_once: int | None = None) -> Engine:
    """Ray as the engine of `dp_gateway.tables.running.run`.

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

    def pieces_done(work: Work, jobs: Iterable[Job]) -> Iterator[float]:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        one = _OfFiles(work.plan, work.policy, key_file=key_file, scope=work.scope)
        most = at_once or max(1, int(_AHEAD * ray.cluster_resources().get("CPU", 1)))
        task, waiting = ray.remote(_sanitized), iter(jobs)
        under_way: dict[Any, Job] = {}
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


def _sanitized(one: BatchSanitizer, job: Job) -> tuple[Any, ...] | GatewayError:
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
