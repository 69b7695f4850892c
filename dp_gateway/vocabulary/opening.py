"""Opening what is stored by default; the first use on a machine takes it from dp-gateway-data, or builds it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from dp_gateway.errors import StoreError
from dp_gateway.vocabulary.build import Report, silent
from dp_gateway.vocabulary.prebuilt import take

__all__ = ["open_or_build"]

_Stored = TypeVar("_Stored")


def open_or_build(
    name: str, path: Path, build: Callable[[], object], opened: Callable[[Path], _Stored], report: Report = silent
) -> _Stored:
    """Open what is at `path`; where there is nothing yet, say so and build it.

    Processes that start at the same time may all build: the first to end wins, and all open what it wrote.

    Args:
        name: what it is called in messages.
        path: its folder.
        build: writes the folder; see `store.temporary_folder`.
        opened: opens the folder.
        report: where progress goes; if nowhere, one line on standard error says what takes so long.

    Raises:
        StoreError: the folder cannot be written, or what is there cannot be used.
    """
    manifest = path / "manifest.json"
    if not manifest.exists():
        try:
            if not take(path):
                if report is silent:
                    sys.stderr.write(
                        f"dp-gateway: building the default {name} in {path} (once, about a minute; the package "
                        "dp-gateway-data has it built)\n"
                    )
                build()
        except OSError as error:
            raise StoreError(
                f"the {name} cannot be written to {path}: {error.strerror}",
                hint="set DP_GATEWAY_HOME to a folder that you may write to",
            ) from error
    return cast(_Stored, _open(opened, path, manifest.stat().st_mtime_ns))


@lru_cache(maxsize=8)
def _open(opened: Callable[[Path], Any], path: Path, written: int) -> Any:
    """One open store for all that use it, so that they share what is filled on use."""
    del written
    return opened(path)
