"""What the first requests would load is loaded while nothing is asked, and what has read a conversation goes on with
it.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from dp_gateway.patterns.rules import Rule
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret
from dp_gateway.server.isolation.jobs import WorkerDoor, warming_texts
from dp_gateway.server.isolation.lanes import Lane
from dp_gateway.server.isolation.pool import NOTHING, Job, WorkerPool
from dp_gateway.server.service import Service
from dp_gateway.server.settings import Settings
from tests.server.operating import eventually

_LOAD, _FAILING = f"{__name__}:warming", f"{__name__}:failing"
_LIMIT = 30


class Warming:
    """Counts its steps, and fails at one where it is told to."""

    def __init__(self, fails_at: int) -> None:
        self._fails_at, self._steps = fails_at, 0

    def further(self) -> Iterator[None]:
        for step in range(3):
            if step == self._fails_at:
                raise ValueError
            self._steps += 1
            yield

    def steps(self) -> int:
        return self._steps


def warming(_: object) -> Warming:
    return Warming(-1)


def failing(_: object) -> Warming:
    return Warming(1)


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    one = WorkerPool()
    yield one
    one.close()


def _steps(pool: WorkerPool, load: str) -> int:
    """How many steps a worker that is forked now was given."""
    worker = pool.fork(0)
    try:
        return worker.ask(Job(load, NOTHING, "steps"), _LIMIT)[1]
    finally:
        worker.end()


def test_what_is_left_to_load_is_loaded_while_nothing_is_asked(pool: WorkerPool) -> None:
    for load in (_FAILING, _LOAD):
        pool.prepare(load, NOTHING)
    pool.wait([(_FAILING, NOTHING), (_LOAD, NOTHING)])
    assert eventually(lambda: _steps(pool, _LOAD) == 3)
    # What fails is left, and holds up nothing else.
    assert _steps(pool, _FAILING) == 1


def test_a_door_reads_each_of_the_texts_and_compiles_what_no_text_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rule("AGE", r"\b(?P<v>[0-9]{2}) winters\b"), Rule("AGE", r"(?<![a-z])[A-Z]{2} winters\b")
    monkeypatch.setattr("dp_gateway.patterns.detector.RULES", rules)
    door = WorkerDoor(load_policy("mask"), Secret.from_file(tmp_path / "secret.key"), "conversation")
    assert len([*door.further()]) == len(warming_texts()) + len(rules)
    assert all({"whole", "_turned", "_apart"} <= vars(rule.expression).keys() for rule in rules)


def test_a_worker_for_shorter_texts_that_is_idle_goes_on_with_longer_ones(pool: WorkerPool) -> None:
    shorter = Lane(pool, 1, 0)
    longer = Lane(pool, 1, 0, shorter)
    who = Job("importlib:import_module", pickle.dumps("os"), "getpid")
    first = shorter.run(who, _LIMIT)
    assert longer.run(who, _LIMIT) == first != os.getpid()
    # It stays there, and shorter texts get another one.
    assert shorter.run(who, _LIMIT) != first
    assert longer.run(who, _LIMIT) == first
    shorter.close()
    longer.close()


def test_what_reads_texts_of_developers_is_loaded_before_the_first_of_them(tmp_path: Path) -> None:
    key = tmp_path / "secret.key"
    Secret.from_file(key)
    tables = {
        "privacy": {"policy": "mask", "keys": {"k1": key}},
        "upstreams": {"default": {"url": "http://127.0.0.1:9/v1"}},
    }
    service = Service(Settings.model_validate(tables))
    service.warm_up()
    gateway = service.doorway("mask", "k1").gateway
    assert "_developer_detection" not in vars(gateway)
    service.warm_up_further()
    assert "_developer_detection" in vars(gateway)
    service._detections.close()
