"""A copy of the sources in which one fault after the other is made, and how its tests are run.

Each run is a process of its own, forked from one that has imported what takes seconds; the gateway itself is imported
from the copy. The tests that were fastest without a fault run first, and the first one that fails ends the run.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from compileall import compile_dir
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path
from py_compile import PycInvalidationMode

from benchmarks.mutant_session import Fault, Verdict, run_session

ROOT = Path(__file__).parent.parent
_FOLDERS = ("dp_gateway", "integrations", "prompts", "tests", "examples", "benchmarks", "docs")
_HEAVY = """
dp_accounting.pld.privacy_loss_distribution faiss httpx hypothesis.extra.numpy openai phonenumbers presidio_analyzer
pytest scipy.stats spacy starlette.applications tokenizers uvicorn
""".split()
"""Imported once for all runs; none of them imports the gateway."""

_forks = multiprocessing.get_context("forkserver")
Seconds = dict[str, float]
"""What the tests took, by their ids."""


class Copy:
    """A copy of the repository.

    Args:
        folder: where it is made.

    Attributes:
        sources: of the gateway, to be changed.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        for name in _FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        # By hash: a fault that is as long as what it replaces, made in the same second, has to be compiled anew.
        compile_dir(folder / "dp_gateway", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        for file in (*ROOT.glob("*.md"), ROOT / "pyproject.toml"):
            shutil.copy(file, folder)
        self.sources = folder / "dp_gateway"
        self._folder = folder
        self._seconds: Seconds = {}
        _forks.set_forkserver_preload(_HEAVY)

    def session(self, names: tuple[str, ...], faults: Sequence[Fault]) -> Iterator[Verdict | str]:
        """What comes of some faults in forks of one session of their tests; a text where a test fails without any."""
        ours, theirs = _forks.Pipe(duplex=False)
        process = _forks.Process(target=run_session, args=(self._folder, names, faults, theirs))
        process.start()
        theirs.close()
        try:
            for _ in faults:
                yield ours.recv()
        except EOFError:
            yield "the session of the tests ended"
        finally:
            process.kill()
            process.join()

    def tests(self, names: tuple[str, ...], limit: float | None = None) -> float | None:
        """Seconds that some tests take; None where one fails, or they do not end within the limit.

        Args:
            names: files and folders below `tests`.
            limit: in seconds.
        """
        ours, theirs = _forks.Pipe(duplex=False)
        process = _forks.Process(target=_run, args=(self._folder, names, self._seconds, theirs))
        start = time.perf_counter()
        process.start()
        theirs.close()
        passed: Seconds | None = None
        try:
            if ours.poll(limit):
                passed = ours.recv()
        except EOFError:  # the process died
            pass
        process.kill()
        process.join()
        if passed is None:
            return None
        self._seconds |= passed
        return time.perf_counter() - start


def _run(folder: Path, names: tuple[str, ...], seconds: Seconds, answer: Connection) -> None:
    """Run tests in this process, and answer with the seconds of each; with None where one fails."""
    os.chdir(folder)
    sys.path[:0] = [str(folder), str(folder / "integrations")]
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if name.partition(".")[0] == "dp_gateway"]:
        del sys.modules[name]
    import pytest

    watch = _FastestFirst(seconds)
    options = ["-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        failed = pytest.main([*options, *(f"tests/{name}" for name in names)], [watch])
    answer.send(None if failed else watch.seconds)
    os._exit(0)


class _FastestFirst:
    """A plug-in of pytest that sorts files, and the tests of each, and notes what they take."""

    def __init__(self, known: Seconds) -> None:
        self._known = known
        self.seconds: Seconds = {}

    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings

        # That a property fails is enough: nobody reads the smallest example.
        phases = Phase.explicit, Phase.reuse, Phase.generate
        settings.register_profile("mutants", settings.get_profile("default"), phases=phases)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list) -> None:
        of_file: dict[str, float] = defaultdict(float)
        for item in items:
            of_file[item.nodeid.partition("::")[0]] += self._known.get(item.nodeid, 0.0)
        # Files stay together: what a file's tests share is made once.
        items.sort(
            key=lambda item: (of_file[file := item.nodeid.partition("::")[0]], file, self._known.get(item.nodeid, 0))
        )

    def pytest_runtest_logreport(self, report) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
