"""Redis and PostgreSQL of the tests: those that answer on this machine; a test of an outage starts its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.ports import free_port

REDIS = os.environ.get("DP_GATEWAY_TEST_REDIS", "redis://127.0.0.1:6379/0")
POSTGRES = os.environ.get("DP_GATEWAY_TEST_POSTGRES", "postgresql://127.0.0.1:5432/test")


@contextmanager
def redis_prefix() -> Iterator[str]:
    """A prefix of its own on the Redis of the tests; its keys are removed at the end."""
    redis = pytest.importorskip("redis")
    client: Any = redis.Redis.from_url(REDIS, socket_connect_timeout=1)
    try:
        client.ping()
    except redis.RedisError:
        pytest.skip("no Redis answers")
    prefix = "test-" + os.urandom(8).hex()  # that of the other runs of this test is another one
    try:
        yield prefix
    finally:
        for key in client.scan_iter("{" + prefix + "}:*"):
            client.delete(key)
        client.close()


@contextmanager
def postgres_schema() -> Iterator[str]:
    """The URL of a schema of its own on the PostgreSQL of the tests; it is dropped at the end."""
    psycopg = pytest.importorskip("psycopg")
    schema = "test_" + os.urandom(8).hex()
    try:
        connection = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=2)
    except psycopg.OperationalError:
        pytest.skip("no PostgreSQL answers")
    with connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        try:
            yield f"{POSTGRES}?options=-csearch_path%3D{schema}"
        finally:
            connection.execute(f"DROP SCHEMA {schema} CASCADE")
    connection.close()


class OwnServer:
    """A server of this test alone, which can be killed and started again on what it wrote."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[Any] | None = None
        self.prepare()

    url = ""

    def prepare(self) -> None:
        """Make what the server needs once."""

    def command(self) -> list[str]:
        """The server, to run in the foreground."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """Of the process."""
        return {}

    def start(self) -> None:
        """Start it, and wait until it listens."""
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(self.command(), stdout=quiet, stderr=quiet, **self.options())
        for _ in range(2400):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        self.kill()
        pytest.fail(f"{self.command()[0]} does not start")

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if isinstance(self, OwnPostgres) else signal.SIGKILL)
            self._process.wait()
            self._process = None


class OwnRedis(OwnServer):
    """Redis that writes every step to disk."""

    @property
    def url(self) -> str:  # type: ignore[override]
        return f"redis://127.0.0.1:{self.port}/0"

    def prepare(self) -> None:
        if shutil.which("redis-server") is None:
            pytest.skip("no redis-server on this machine")

    def command(self) -> list[str]:
        written = ["--appendonly", "yes", "--appendfsync", "always"]
        return ["redis-server", "--port", str(self.port), "--dir", str(self.folder), *written]


class OwnPostgres(OwnServer):
    """PostgreSQL, which refuses to run as root."""

    @property
    def url(self) -> str:  # type: ignore[override]
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def options(self) -> dict[str, Any]:
        return {"user": "postgres", "group": "postgres", "cwd": self.folder} if os.geteuid() == 0 else {}

    def prepare(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        initdb = shutil.which("initdb") or (str(found[-1] / "initdb") if found else None)
        if initdb is None:
            pytest.skip("no PostgreSQL on this machine")
        self._programs = Path(initdb).parent
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        made = [initdb, "-D", str(self.folder / "data"), "-A", "trust", "-U", "postgres", "-E", "UTF8"]
        subprocess.run(made, check=True, capture_output=True, **self.options())

    def command(self) -> list[str]:
        here = ["-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder)]
        return [str(self._programs / "postgres"), "-D", str(self.folder / "data"), *here]


@contextmanager
def own_server(kind: str) -> Iterator[OwnServer]:
    """A running server; `redis` or `postgres`."""
    # Not below the folder of the test, which nobody but its owner may enter.
    with tempfile.TemporaryDirectory(prefix="dp-gateway-") as folder:
        server = (OwnRedis if kind == "redis" else OwnPostgres)(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.kill()
