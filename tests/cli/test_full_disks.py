"""What every command that writes says where the disk is full: a clear error, and nothing half-written."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.cli.commands import invoke
from tests.cli.test_writing import OTHERWISE, WRITERS, _given, folder

__all__ = ["folder"]

SMALL = {"index build"}
"""What a few words make is smaller than what a file may hold here."""


@pytest.fixture
def no_room() -> Iterator[None]:
    """Files of this process may hold eight bytes."""
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("name", sorted(set(WRITERS) - SMALL - {"table batch-restore"}))
def test_a_full_disk_leaves_nothing(name: str, folder: Path, toy: Index, request: pytest.FixtureRequest) -> None:
    before = set(folder.rglob("*"))
    with ScriptedModel(default='["the Paris court"]') as model:
        given = _given(name, "new", toy, model)
        request.getfixturevalue("no_room")
        done = invoke(*given, cwd=folder)
    assert done.returncode == 1, name
    error = done.stderr.decode()
    assert "Error: " in error
    assert "Next: " in error
    assert "File too large" in error
    assert "a fault of dp-gateway" not in error
    # What a run goes on from may stay, when there is room again; nothing else.
    left = [path for path in folder.rglob("*") if path.is_file() and path not in before]
    resumed = {
        "new.csv.partial": "table sanitize",
        "continuations.jsonl": "generate",
        "elsewhere.state": "lexicon augment",
    }
    assert [path for path in left if name not in (resumed.get(path.name), resumed.get(path.parent.name))] == []


def test_kinds_that_are_tried() -> None:
    assert set(WRITERS) > OTHERWISE
