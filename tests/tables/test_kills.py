"""A run that ends without warning at any of its steps on the disk: what goes on gives the same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import ConfigurationError
from dp_gateway.tables import sources
from dp_gateway.tables.plan import as_plan

pa = pytest.importorskip("pyarrow")
from tests.tables.table_files import sanitized  # noqa: E402

PLAN = as_plan({"name": "PERSON", "id": "identifier"}).model_copy(update={"name": "t"})
OTHER = as_plan({"name": "PERSON", "id": "keep"}).model_copy(update={"name": "t"})
STEPS = ("fsync", "rename", "replace", "mkdir", "unlink", "rmdir")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.csv"
    path.write_text("name,id\n" + "".join(f"Anna Miller,{at}\n" for at in range(20)), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources.pieces, "__kwdefaults__", {"rows": 10, "size": 1 << 21})


def _dies(at: int, work: Callable[[], Any]) -> bool:
    """Do the work in a fork that is killed before that step on the disk; False where it has no so many."""
    process = os.fork()
    if process == 0:
        left = at

        def counted(step: Callable[..., Any]) -> Callable[..., Any]:
            def each(*arguments: Any, **named: Any) -> Any:
                nonlocal left
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1
                return step(*arguments, **named)

            return each

        for name in STEPS:
            setattr(os, name, counted(getattr(os, name)))
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -signal.SIGKILL


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_it_goes_on_from_wherever_it_was_killed(source: Path, tmp_path: Path, key: Secret) -> None:
    sanitized(source, tmp_path / "whole.csv", key, PLAN)
    sanitized(source, tmp_path / "other.csv", key, OTHER)
    whole, other = ((tmp_path / f"{name}.csv").read_bytes() for name in ("whole", "other"))
    assert whole != other
    at = 0
    while True:
        outputs = [tmp_path / f"{at}-{name}.csv" for name in ("same", "another")]
        killed = [_dies(at, lambda output=output: sanitized(source, output, key, PLAN)) for output in outputs]
        assert killed[0] == killed[1]
        if not killed[0]:
            break
        for output in outputs:
            assert not output.exists() or output.read_bytes() == whole, at
        sanitized(source, outputs[0], key, PLAN)
        assert outputs[0].read_bytes() == whole, at
        # Another plan is told of what is left, and never takes it for its own.
        try:
            sanitized(source, outputs[1], key, OTHER)
        except ConfigurationError:
            sanitized(source, outputs[1], key, OTHER, restart=True)
        assert outputs[1].read_bytes() == other, at
        assert not list(tmp_path.glob("*.partial")), at
        at += 1
    assert at > 20


def test_workers_end_with_the_process_that_was_killed(source: Path, tmp_path: Path) -> None:
    program = (
        "import os, sys, time; from pathlib import Path; from dp_gateway import Secret; import test_kills as t;"
        "from dp_gateway.tables import sources; sources.pieces.__kwdefaults__ = {'rows': 10, 'size': 1 << 21};\n"
        "import multiprocessing\n"
        "def told(_):\n"
        "    print(*[one.pid for one in multiprocessing.active_children()], flush=True); time.sleep(60)\n"
        "if __name__ == '__main__':\n"
        f"    t.sanitized(Path({str(source)!r}), Path({str(tmp_path / 'out.csv')!r}), Secret(b'tables' * 6), t.PLAN,"
        " processes=2, progress=told)\n"
    )
    (tmp_path / "program.py").write_text(program)
    environment = {**os.environ, "PYTHONPATH": f"{Path(__file__).parent}:{os.environ.get('PYTHONPATH', '')}"}
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py")], stdout=subprocess.PIPE, env=environment
    ) as running:
        assert running.stdout is not None
        workers = [int(one) for one in running.stdout.readline().split()]
        running.kill()
    assert len(workers) == 2
    ends = time.monotonic() + 60
    while any(Path(f"/proc/{worker}/stat").exists() for worker in workers) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not [worker for worker in workers if _runs(worker)]


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False
