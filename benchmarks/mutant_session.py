"""One session of pytest for many mutants: tests are imported once, and each mutant runs those that reach its line.

The session runs its tests twice without a fault: to see which of them reach which lines, and in a fork, to see which of
them pass in one. For each mutant it is forked again. The fork puts the code with the fault into the functions that
were made of that code, forgets what they have worked out, and runs the tests, the fastest first, until one fails. What
a fork kills is killed; what survives it may have been hidden by what the session had worked out, and is looked at by a
process that imports everything anew: see `mutant_tests`.
"""

from __future__ import annotations

import functools
import gc
import marshal
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

__all__ = ["Fault", "Verdict", "run_session"]

_TIMES, _LEAST_SECONDS, _PATIENCE = 4, 10, 6
"""Of computing: as many times what its tests take, so many seconds at least; and so many times that by the clock."""

_LONGEST = 90.0
"""Seconds of tests that a fork runs for one mutant; a process of its own runs all."""


class Fault(NamedTuple):
    """A mutant, as a session needs it.

    Attributes:
        file: below `dp_gateway`.
        line: of the fault.
        source: of the file, with the fault.
    """

    file: str
    line: int
    source: str


class Verdict(NamedTuple):
    """What came of a mutant in a session.

    Attributes:
        killed: a test failed, or took too long.
        tests: those that reach the line; none for what runs when its module is imported.
    """

    killed: bool
    tests: tuple[str, ...]


def run_session(folder: Path, names: Sequence[str], faults: Sequence[Fault], answer: Connection) -> None:
    """Run a session in this process, and answer with each `Verdict` as it comes; with a text where tests fail."""
    os.chdir(folder)
    sys.path[:0] = [str(folder), str(folder / "integrations")]
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if name.partition(".")[0] == "dp_gateway"]:
        del sys.modules[name]
    import pytest

    session = _Session(folder / "dp_gateway", faults, answer)
    options = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        pytest.main([*options, *(f"tests/{name}" for name in names)], [session])
    os._exit(0)


class _Session:
    """The plug-in of pytest that does it."""

    def __init__(self, sources: Path, faults: Sequence[Fault], answer: Connection) -> None:
        self._sources, self._faults, self._answer = sources, faults, answer
        self._failed: list[str] = []
        self._in_fork: Connection | None = None

    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings

        # That a property fails is enough: nobody reads the smallest example.
        phases = Phase.explicit, Phase.generate
        settings.register_profile("mutants", settings.get_profile("default"), phases=phases, database=None)
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_runtestloop(self, session: Any) -> bool:
        import coverage

        items: list[Any] = session.items
        files = sorted({str(self._sources / fault.file) for fault in self._faults})
        measuring = coverage.Coverage(data_file=None, config_file=False, include=files)
        # What is imported already is what is wanted: lines that a test reaches.
        measuring.set_option("run:disable_warnings", ["already-imported", "no-data-collected"])
        measuring.start()
        for item, following in zip(items, [*items[1:], None], strict=True):
            measuring.switch_context(item.nodeid)
            _run(item, following)
        measuring.stop()
        if self._failed:
            self._answer.send(f"these tests fail without a mutant; mend them first: {', '.join(self._failed)}")
            return True
        found = measuring.get_data()
        reached = {file: found.contexts_by_lineno(file) for file in files}
        seconds = self._seconds_in_fork(items)
        for fault in self._faults:
            contexts = reached[str(self._sources / fault.file)].get(fault.line, ())
            names = {name for name in contexts if name}
            chosen = sorted(
                (item for item in items if item.nodeid in names), key=lambda one: seconds.get(one.nodeid, 1e9)
            )
            killed = self._is_killed(fault, [item for item in chosen if item.nodeid in seconds], seconds)
            self._answer.send(Verdict(killed, tuple(item.nodeid.removeprefix("tests/") for item in chosen)))
        return True

    def _seconds_in_fork(self, items: Sequence[Any]) -> dict[str, float]:
        """What each test takes in a fork that runs them all; those that fail there, or behind one that hangs, lack."""
        ours, theirs = os.pipe()
        process = os.fork()
        if not process:
            os.close(ours)
            for item in items:
                began, before = time.process_time(), len(self._failed)
                _again(item)
                if len(self._failed) == before:
                    os.write(theirs, f"{time.process_time() - began} {item.nodeid}\0".encode())
            os._exit(0)
        os.close(theirs)
        said = b""
        while select.select([ours], [], [], 120)[0] and (piece := os.read(ours, 1 << 16)):
            said += piece
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(ours)
        lines = (line.decode().split(" ", 1) for line in said.split(b"\0")[:-1])
        return {name: float(taken) for taken, name in lines}

    def _is_killed(self, fault: Fault, items: Sequence[Any], seconds: dict[str, float]) -> bool:
        taken, chosen = 0.0, list[Any]()
        for item in items:
            taken += seconds[item.nodeid]
            if taken > _LONGEST:
                break
            chosen.append(item)
        limit = int(max(_TIMES * min(taken, _LONGEST), _LEAST_SECONDS))
        process = os.fork()
        if not process:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            status = 1
            try:
                status = self._in_child(fault, chosen)
            finally:
                os._exit(status)
        end = time.monotonic() + _PATIENCE * limit
        while time.monotonic() < end:
            done, status = os.waitpid(process, os.WNOHANG)
            if done:
                return status != 0
            time.sleep(0.01)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return True

    def _in_child(self, fault: Fault, items: Sequence[Any]) -> int:
        """1 where a test fails; 0 where none does, or the fault is in no function."""
        file = self._sources / fault.file
        if not _put_in(str(file), file.read_text(encoding="utf-8"), fault.source):
            return 0
        for item in items:
            _again(item)
            if self._failed:
                return 1
        return 0


def _run(item: Any, following: Any) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _again(item: Any) -> None:
    """Run a test that was run before, with all that it needs."""
    item._initrequest()
    _run(item, None)


def _put_in(file: str, source: str, mutated: str) -> bool:
    """Put the functions of a mutated file in the place of those that were made of the file; whether that says all."""
    old, new = compile(source, file, "exec", dont_inherit=True), compile(mutated, file, "exec", dont_inherit=True)
    changed = list(_changed(old, new))
    if not changed:
        return False
    by_place = {(one.co_qualname, one.co_firstlineno): other for one, other in changed}
    found = 0
    gc.unfreeze()  # what is frozen is not listed
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == file:
            code = by_place.get((one.__code__.co_qualname, one.__code__.co_firstlineno))
            if code is not None:
                if code.co_freevars != one.__code__.co_freevars:
                    return False
                one.__code__ = code
                found += 1
        elif isinstance(one, functools._lru_cache_wrapper):
            one.cache_clear()
    return found > 0


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The outermost functions in which two versions of a module differ; none where the rest differs too."""
    parts = [[one for one in code.co_consts if isinstance(one, CodeType)] for code in (old, new)]
    if len(parts[0]) != len(parts[1]) or _own(old) != _own(new):
        return
    for one, other in zip(*parts, strict=True):
        if marshal.dumps(one) == marshal.dumps(other):
            continue
        if one.co_flags & 2:  # CO_NEWLOCALS: a function, and no body of a class
            yield one, other
        else:
            yield from _changed(one, other)


def _own(code: CodeType) -> object:
    """What a body does beside what its functions do."""
    return code.co_code, code.co_names, [one for one in code.co_consts if not isinstance(one, CodeType)]
