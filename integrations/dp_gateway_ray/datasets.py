"""Ray Data: datasets, and the files of `dp-gateway table sanitize --engine ray`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dp_gateway.errors import ConfigurationError, MissingPackage
from dp_gateway.policy import Policy, default_key_file
from dp_gateway.tables.plan import Column, Plan, Share
from dp_gateway_ray.batches import BatchSanitizer

if TYPE_CHECKING:
    from dp_gateway.tables.running import Run

__all__ = ["sanitize", "sanitize_files"]

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
