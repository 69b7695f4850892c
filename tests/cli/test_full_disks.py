"""What every command that writes says where the disk is full: a clear error, and nothing half-written."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.cli.test_writing import OTHERWISE, WRITERS, _given, folder

__all__ = ["folder"]

SMALL = {"index build"}
"""What a few words make is smaller than what a file may hold here."""


TRIED = sorted(set(WRITERS) - SMALL - {"table batch-restore"})


def _no_room() -> None:
    """Files of the process may hold eight bytes: of one of its own, since pytest writes files too."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))


@pytest.mark.parametrize("name", [pytest.param(one, marks=pytest.mark.thorough) for one in TRIED[1:]] + TRIED[:1])
def test_a_full_disk_leaves_nothing(name: str, folder: Path, toy: Index) -> None:
    before = set(folder.rglob("*"))
    with ScriptedModel(default='["the Paris court"]') as model:
        done = subprocess.run(
            [sys.executable, "-m", "dp_gateway", *map(str, _given(name, "new", toy, model))],
            cwd=folder,
            capture_output=True,
            preexec_fn=_no_room,
            check=False,
        )
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
