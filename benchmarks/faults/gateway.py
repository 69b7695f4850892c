"""The gateway as a process that may be killed, the line to its ledger that may be cut, its clock that may be wrong."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Self

_CLOCK = Path(__file__).parent / "clock"
_START_SECONDS = 300
"""On a machine that others keep busy a start takes a minute."""
_STARTS = 5
POLICY = {"name": "values", "kind": "entities", "detection": {"ner": "off"}}
"""What the gateway serves: without a tagger, so that it starts in seconds."""

_CONFIG = """
[server]
port = {port}
workers = {workers}
playground = false
metrics = false
[privacy]
policy = "values"
keys = {{ k = "{folder}/secret.key" }}
[policies.values]
kind = "entities"
[policies.values.detection]
ner = "off"
[upstreams.provider]
url = "{upstream}"
retries = 1
idle_seconds = 3
connect_seconds = 2
[limits]
request_seconds = 8
[budgets.everything]
per = "tenant"
soft = 1
[budgets.each]
per = "user"
epsilon = {each}
[ledger]
url = "{ledger}"
count = "certified"
audit_log = "{folder}/audit.log"
lease_seconds = 60
"""


class Line:
    """A line to the server of a ledger, which can be cut; a thread of its own forwards what passes."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.cut = False

    def __enter__(self) -> Self:
        ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True).start()
        ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._done.set)

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._done = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._done.wait()
        server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            if not self.cut:
                there, back = await asyncio.open_connection("127.0.0.1", self._port)
                await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if self.cut:  # what is on its way is lost, in whichever direction
                    break
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


class Gateway:
    """`dp-gateway serve`, to be started, killed and started again.

    Args:
        folder: of its files.
        upstream, ledger: URLs.
        workers: processes.
        each: epsilon of a user.
    """

    def __init__(self, folder: Path, upstream: str, ledger: str, workers: int, each: float) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._config, self.folder = folder / "gateway.toml", folder
        self._config.write_text(
            _CONFIG.format(port=self.port, workers=workers, folder=folder, upstream=upstream, ledger=ledger, each=each)
        )
        self._clock = folder / "clock"
        self._clock.write_bytes(struct.pack("d", 0.0))
        self.peak, self.said = 0, ""

    def start(self) -> bool:
        """Start it; whether it was ready in time.

        What ends by itself is started again, as by whatever keeps services running: on a machine that others keep busy
        a ledger may not answer as fast as a start demands.
        """
        end = time.monotonic() + _START_SECONDS
        for _ in range(_STARTS):
            self._spawn()
            while self._process.poll() is None and time.monotonic() < end:
                if self.ready():
                    return True
                time.sleep(0.1)
        return False

    def _spawn(self) -> None:
        path = os.pathsep.join([str(_CLOCK), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "DP_FAULTS_CLOCK": str(self._clock), "PYTHONPATH": path}
        with (self.folder / "stderr").open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "dp_gateway", "serve", "--config", str(self._config)],
                stderr=errors, env=environment, start_new_session=True,
            )  # fmt: skip

    def ready(self) -> bool:
        """Whether it says that requests would be served."""
        try:
            url = f"http://127.0.0.1:{self.port}/readyz"
            return urllib.request.urlopen(url, timeout=10).status == 200
        except urllib.error.HTTPError as error:
            self.said = error.read().decode()
        except OSError as error:
            self.said = str(error)
        return False

    @property
    def last_words(self) -> str:
        """The end of what it wrote to its error output."""
        return (self.folder / "stderr").read_text()[-500:]

    def kill(self) -> None:
        """End all of its processes at once, as a crash of the machine's supervisor would."""
        self._note_peak()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> bool:
        """Ask it to end; whether it did in time."""
        self._note_peak()
        self._process.terminate()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        return True

    def set_clock(self, ahead: float) -> None:
        """Let its clock be wrong by so many seconds."""
        with self._clock.open("r+b") as file:
            file.write(struct.pack("d", ahead))

    def fill_disk(self, full: bool) -> None:
        """Let no file of its processes grow, or let them grow again."""
        sizes = [file.stat().st_size for file in self.folder.glob("*") if file.name.startswith(("l.db", "audit"))]
        most = max([4096, *sizes]) if full else resource.RLIM_INFINITY
        for pid in self._pids():
            with contextlib.suppress(OSError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def _pids(self) -> list[int]:
        group = self._process.pid
        found: list[int] = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if os.getpgid(int(entry.name)) == group:
                        found.append(int(entry.name))
        return found

    def _note_peak(self) -> None:
        for pid in self._pids():
            with contextlib.suppress(OSError, StopIteration):
                lines: Any = Path(f"/proc/{pid}/status").read_text().splitlines()
                self.peak = max(
                    self.peak, next(int(one.split()[1]) for one in lines if one.startswith("VmHWM")) // 1024
                )
