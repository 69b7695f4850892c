"""The server under load, against the same application as a bare pass-through; all of it on the same two cores."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson

from benchmarks.timing import Figure

_PROVIDER, _BARE, _TOKENS, _ENTITIES, _SLOW = 19301, 19302, 19303, 19304, 19305
_ROUNDS = 3
_SAID = {
    "tokens": "tokens, requests sent again",
    "new tokens": "tokens, new texts",
    "entities": "entities, requests sent again",
}
"""A request that is sent again is answered from memory, as are the words of each text of a history."""


def run() -> Iterator[Figure]:
    with (
        process("benchmarks.serving.provider", _PROVIDER),
        _bare(),
        _gateway(_TOKENS, "tokens"),
        _gateway(_ENTITIES, "entities") as entities,
    ):
        yield from _throughput()
        yield from _latency()
        yield from _beside_detection()
        yield Figure("start to ready with a built index, seconds", entities, 1.0)
    yield from _many_streams()


def _throughput() -> Iterator[Figure]:
    for stream, bar in ((False, 1500), (True, 1000)):
        how = "streamed, 54 events" if stream else "not streamed"
        for kind, port in (("tokens", _TOKENS), ("new tokens", _TOKENS), ("entities", _ENTITIES)):
            load(port, 500, 32, kind, stream)
            load(_BARE, 500, 32, kind, stream)
            pairs = [(load(port, 3000, 32, kind, stream), load(_BARE, 3000, 32, kind, stream)) for _ in range(_ROUNDS)]
            ratio = statistics.median(ours["rate"] / bare["rate"] for ours, bare in pairs)
            rate = statistics.median(ours["rate"] for ours, _ in pairs)
            said = _SAID[kind]
            yield Figure(f"requests/s, {said}, {how} / bare pass-through", ratio, 0.6, at_most=False)
            yield Figure(f"requests/s, {said}, {how}", rate, bar, at_most=False)
        pairs = [
            tuple(load(port, 600, 32, "new message", stream)["rate"] for port in (_ENTITIES, _BARE))
            for _ in range(_ROUNDS)
        ]
        said = f"entities, a new message of 60 words, {how}"
        ratio = statistics.median(ours / bare for ours, bare in pairs)
        yield Figure(f"requests/s, {said} / bare pass-through", ratio, 0.13, at_most=False)
        yield Figure(f"requests/s, {said}", statistics.median(ours for ours, _ in pairs), 600, at_most=False)


def _latency() -> Iterator[Figure]:
    for name, kind, port, bar in (
        ("tokens", "tokens", _TOKENS, 1.0),
        ("entities, spans seen", "entities", _ENTITIES, 1.0),
        ("entities, NER on a new message", "new", _ENTITIES, 40.0),
    ):
        count = 100 if kind == "new" else 1000
        pairs = [(load(port, count, 1, kind), load(_BARE, count, 1, kind)) for _ in range(_ROUNDS)]
        added = statistics.median(ours["whole"] - bare["whole"] for ours, bare in pairs) * 1e3
        yield Figure(f"added p50 at one connection, {name}, ms", added, bar)
    for kind, port in (("tokens", _TOKENS), ("entities", _ENTITIES)):
        pairs = [(load(port, 1000, 1, kind, True), load(_BARE, 1000, 1, kind, True)) for _ in range(_ROUNDS)]
        later = statistics.median(ours["first"] - bare["first"] for ours, bare in pairs) * 1e3
        yield Figure(f"first streamed event later than the bare pass-through, {kind}, p50, ms", later, 2.0)


def _beside_detection() -> Iterator[Figure]:
    alone = load(_ENTITIES, 1000, 4, "entities")["whole"]
    detecting = subprocess.Popen(
        _command("benchmarks.serving.load", _ENTITIES, *_options(400, 1, "new", False)), stdout=subprocess.DEVNULL
    )
    time.sleep(1)
    beside = load(_ENTITIES, 1000, 4, "entities")["whole"]
    detecting.kill()
    detecting.wait()
    yield Figure("p50 of requests while another one runs NER, growth in ms", (beside - alone) * 1e3, 5.0)


def _many_streams() -> Iterator[Figure]:
    slow = ("--pause", "0.02", "--echo")
    with process("benchmarks.serving.provider", _PROVIDER, *slow), served(_SLOW, "entities") as server:
        load(_SLOW, 64, 4, "entities")
        figures = load(_SLOW, 1000, 1000, "entities", True, check=True)
        memory = _peak_megabytes(server.pid)
    yield Figure("1,000 streams at once: complete and correct", figures["done"] - figures["failures"], 1000, False)
    yield Figure("1,000 streams at once: peak memory of the worker, MB", memory, 600)


def load(
    port: int, count: int, connections: int, kind: str, stream: bool = False, check: bool = False
) -> dict[str, float]:
    options = [*_options(count, connections, kind, stream), *(["--check"] if check else [])]
    done = subprocess.run(_command("benchmarks.serving.load", port, *options), capture_output=True, check=True)
    figures = orjson.loads(done.stdout)
    if figures["failures"] and not check:
        raise RuntimeError(f"{figures['failures']} requests failed")
    return figures


def _options(count: int, connections: int, kind: str, stream: bool) -> list[str]:
    options = ["--requests", str(count), "--connections", str(connections), "--kind", kind]
    return [*options, "--stream"] if stream else options


def _command(module: str, port: int, *options: str) -> list[str]:
    return [sys.executable, "-m", module, str(port), *options]


@contextmanager
def process(module: str, port: int, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of these benchmarks that answers at a port."""
    started = subprocess.Popen(_command(module, port, *options))
    try:
        waiting_for(port, "/")
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def _bare() -> Iterator[None]:
    with process("benchmarks.serving.passthrough", _BARE, f"http://127.0.0.1:{_PROVIDER}/v1"):
        yield


@contextmanager
def _gateway(port: int, policy: str) -> Iterator[float]:
    """A gateway that is ready; gives the seconds from its start."""
    start = time.perf_counter()
    with served(port, policy):
        yield time.perf_counter() - start


@contextmanager
def served(port: int, policy: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server that is ready. `options`: more of its command."""
    program = Path(sys.executable).with_name("dp-gateway")
    upstream = f"http://127.0.0.1:{_PROVIDER}/v1"
    # An installed package has its bytecode; of a checkout the first start writes it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    server = subprocess.Popen(
        [program, "serve", "--port", str(port), "--policy", policy, "--upstream", upstream, *options],
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    try:
        waiting_for(port, "/readyz")
        yield server
    finally:
        server.kill()
        server.wait()


def waiting_for(port: int, path: str) -> None:
    # On a machine that others keep busy a start takes minutes.
    end = time.monotonic() + 300
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).read()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"nothing answers on port {port}")


def _peak_megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
