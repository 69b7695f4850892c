"""Fixtures that several folders share."""

from __future__ import annotations

import asyncio
import fcntl
import gc
import inspect
import os
import random
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import certifi
import httpx
import pytest
from absl import logging as absl_logging
from hypothesis import settings
from uvicorn import server as uvicorn_server

from dp_gateway.testing import toy_index
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.vocabulary import build, opening, placement
from dp_gateway.vocabulary.bpe import Cl100k
from dp_gateway.vocabulary.build import Report
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.opening import default_index

settings.register_profile("thorough", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=30)


def pytest_configure(config: pytest.Config) -> None:
    """A property is tried on fewer examples where no thorough tests run."""
    settings.load_profile("quick" if "not thorough" in config.option.markexpr else "thorough")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage is that of the tests that everybody runs; more cases of the same promises are not slowed by it."""
    for item in items:
        if item.get_closest_marker("thorough"):
            item.add_marker(pytest.mark.no_cover)


# dp_accounting imports absl, whose handler of logs closes the stream that it found when a server sets up its own: one of
# pytest, where the import comes in a test.
absl_logging.get_absl_handler().python_handler.stream = sys.__stderr__


# What imports and collection make stays for the whole run: collections of garbage need not walk over it.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _for_all_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What holds while tests run. One fixture: pytest looks each of them up again for each test."""
    with pytest.MonkeyPatch.context() as patch:
        _trust_one_authority(patch, tmp_path_factory.mktemp("tls") / "one.pem")
        _make_clients_patient(patch)
        _remember_the_language(patch)
        _build_once(patch)
        patch.setattr(uvicorn_server, "asyncio", _QuickAsyncio())
        # The threads of a real model wait for each other in loops: two, of which one has no processor, take twenty times
        # as long as one.
        patch.setitem(LocalLlama.__init__.__kwdefaults__ or {}, "threads", 1)
        yield


def _trust_one_authority(patch: pytest.MonkeyPatch, file: Path) -> None:
    """Every HTTP client reads the certificates that it may trust; of 140 that takes longer than most tests."""
    bundle, end = Path(certifi.where()).read_text(), "-----END CERTIFICATE-----\n"
    file.write_text(bundle[: bundle.index(end) + len(end)])
    patch.setenv("SSL_CERT_FILE", str(file))


def _make_clients_patient(patch: pytest.MonkeyPatch) -> None:
    """Clients that a test gives no limit of time wait for longer than httpx's five seconds: the machine may be busy."""
    usual = inspect.signature(httpx.post).parameters["timeout"].default
    for step in ("connect", "read", "write", "pool"):
        patch.setattr(usual, step, 60.0)


class _QuickAsyncio:
    """The asyncio of uvicorn. A server that begins or ends looks ten times a second whether it may go on; hundreds do in
    the process of the tests, and each waits for longer than its test takes.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)


class _Kept(Cl100k):
    encode_ordinary = cache(Cl100k.encode_ordinary)


def _remember_the_language(patch: pytest.MonkeyPatch) -> None:
    """Each build of an index asks the same of the English language: its frequent words, and the tokens of all of them."""
    for name in ("frequent_words", "piece_texts"):
        patch.setattr(build, name, cache(getattr(build, name)))
    patch.setattr(placement, "cl100k", cache(_Kept))


def _build_once(patch: pytest.MonkeyPatch) -> None:
    """Where there is no default index yet, one process that runs tests builds it, and the others wait for it."""
    build = opening._build_index  # pyright: ignore[reportPrivateUsage]

    def waited(path: Path, report: Report) -> None:
        with Path(tempfile.gettempdir(), f"dp-gateway-tests-{os.getuid()}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (path / "manifest.json").exists():
                build(path, report)

    patch.setattr(opening, "_build_index", waited)


@pytest.fixture(autouse=True)
def _repeated_keys(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test makes the same keys on every run, and others than every other test: what fails once fails always."""
    drawn = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: drawn.randbytes(count))
    monkeypatch.setattr(secrets, "token_hex", lambda count=32: drawn.randbytes(count).hex())


@pytest.fixture(scope="session")
def toy(_toy_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Index:
    """60 words in 5 dimensions, 24 neighbours each."""
    return Index(shutil.copytree(_toy_folder, tmp_path_factory.mktemp("index") / "toy"))


@pytest.fixture(scope="session")
def _toy_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_index(tmp_path_factory.mktemp("built")).path


@pytest.fixture
def own_toy(_toy_folder: Path, tmp_path: Path) -> Index:
    """The same index in a folder of the test's own, where nothing was derived from it yet."""
    return Index(shutil.copytree(_toy_folder, tmp_path / "toy"))


@pytest.fixture(scope="session")
def words() -> Index:
    """The default index; built on first use, as a user's is."""
    return default_index()


@pytest.fixture
def repository() -> Path:
    return Path(__file__).parent.parent
