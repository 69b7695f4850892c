"""What a worker of any engine does with Arrow batches, and the datasets of Ray Data that are made of it.

Ray and Spark call `BatchSanitizer` in their workers; `dp-gateway table sanitize --engine ray` calls `sanitize_files`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dp_gateway.errors import ConfigurationError, InvalidSecret, MissingPackage
from dp_gateway.policy import Policy, default_key_file, load_policy
from dp_gateway.randomness import Secret
from dp_gateway.tables.plan import Column, Plan, Share, as_plan

if TYPE_CHECKING:
    from dp_gateway.tables.running import Run

__all__ = ["BatchSanitizer", "map_in_arrow", "sanitize", "sanitize_files"]


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
        return _opened(self).sanitize(table).table

    def told(self) -> tuple[str, ...]:
        """What tells settings apart in a worker."""
        return self.plan.model_dump_json(), self.policy.model_dump_json(), self.key_file, self.scope, self.name


_workers: dict[tuple[str, ...], Any] = {}
"""What this process has opened; settings of a run are few."""


def _opened(one: BatchSanitizer) -> Any:
    from dp_gateway.tables.sanitizing import TableSanitizer

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
    return _workers[told]


def map_in_arrow(one: BatchSanitizer) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """A function for Spark: `frame.mapInArrow(map_in_arrow(one), schema)`.

    Args:
        one: sanitizes.
    """

    def each(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from one(batch).to_batches()

    return each


_ROWS = 1024


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
    """A Ray dataset that may leave, worked out when it is used.

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


def sanitize_files(run: Run, key_file: Path | None) -> None:
    """Sanitize Parquet files into folders of Parquet files.

    Args:
        run: inputs, outputs and settings.
        key_file: None takes the default one, on every node.

    Raises:
        MissingPackage: Ray is not installed.
        ConfigurationError: an input or output is no Parquet.
    """
    try:
        import ray.data  # pyright: ignore
    except ImportError:
        raise MissingPackage(
            "the engine ray needs the package ray", hint="install it: pip install 'ray[data]'"
        ) from None
    if any(place.format != "parquet" for place in (*run.inputs, *run.outputs)):
        raise ConfigurationError(
            "the engine ray reads and writes Parquet alone", hint="convert it, or leave --engine out"
        )
    for place, target in zip(run.inputs, run.outputs, strict=True):
        dataset = ray.data.read_parquet(str(place.path))  # pyright: ignore
        sanitize(
            dataset,
            run.plan,
            run.policy,
            key_file=key_file or default_key_file(),
            scope=run.scope,
            name=place.name,
        ).write_parquet(str(target.path))
