"""A worker that does not come back is stood in for; one that is only given no processor is waited for."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from dp_gateway.errors import GatewayError, Overloaded
from dp_gateway.server.isolation import lanes
from dp_gateway.server.isolation.lanes import Lane
from dp_gateway.server.isolation.pool import Job, Worker, WorkerPool
from tests.server.operating import eventually

_LIMIT = 30
_NEVER = 10_000.0
"""Seconds that no test lasts."""


def _job(module: str, method: str, *arguments: object) -> Job:
    """A call of a function of a module."""
    return Job("importlib:import_module", pickle.dumps(module), method, arguments)


_WHO = _job("os", "getpid")
_SPINS = _job("re", "fullmatch", "(a|a)*", "a" * 100 + "b")
_WAITS = _job("time", "sleep", _LIMIT)


@pytest.fixture
def lane() -> Iterator[Lane]:
    pool = WorkerPool()
    one = Lane(pool, 1, 0)
    one.fill()
    yield one
    one.close()
    pool.close()


@pytest.fixture
def kept_busy(lane: Lane) -> Iterator[Callable[..., int]]:
    """Gives the only worker of the lane a job, of which nobody hears the end; its process."""
    process = lane.run(_WHO, _LIMIT)

    def given(job: Job, seconds: float = _LIMIT, *, stopped: bool = False) -> int:
        if stopped:
            os.kill(process, signal.SIGSTOP)
        beside.submit(_unheard, lane, job, seconds)
        assert eventually(lambda: bool(lane._busy) and lane._busy[0].worker is not None)
        return process

    with ThreadPoolExecutor(1) as beside:
        yield given
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _unheard(lane: Lane, job: Job, seconds: float) -> None:
    with suppress(GatewayError):
        lane.run(job, seconds)


@pytest.mark.parametrize("job", [_SPINS, _WAITS])
def test_another_worker_serves_beside_one_that_computes_or_waits_for_others(
    lane: Lane, kept_busy: Callable[..., int], job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "_STARVED_SECONDS", _NEVER)
    process = kept_busy(job)
    assert lane.run(_WHO, _LIMIT / 15) != process  # it waits for a third of what the first one may take


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the clock alone tells")
def test_no_other_worker_is_forked_for_one_that_is_given_no_processor(
    lane: Lane, kept_busy: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "_STARVED_SECONDS", _NEVER)
    process = kept_busy(_WHO, stopped=True)
    with pytest.raises(Overloaded):
        lane.run(_WHO, 0.1)
    os.kill(process, signal.SIGCONT)
    assert eventually(lambda: not lane._busy)
    assert lane.run(_WHO, _LIMIT) == process


@pytest.mark.parametrize(("starved", "seconds"), [(lanes._STARVED_SECONDS, _LIMIT), (_NEVER, 2)])
def test_one_that_is_given_no_processor_for_long_is_stood_in_for_while_its_job_goes_on(
    lane: Lane, kept_busy: Callable[..., int], starved: float, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "_STARVED_SECONDS", starved)
    process = kept_busy(_WHO, seconds, stopped=True)
    assert lane.run(_WHO, _LIMIT) != process
    assert lane._busy


def test_where_the_system_tells_no_time_of_a_process_the_clock_decides(
    lane: Lane, kept_busy: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "_STARVED_SECONDS", _NEVER)
    monkeypatch.setattr(Worker, "computed", lambda worker: None)
    process = kept_busy(_WHO, stopped=True)
    assert lane.run(_WHO, _LIMIT) != process
