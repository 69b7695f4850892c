"""A minute of the faults of `make faults`: nothing received is uncharged, no limit is passed, nobody waits in vain."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.faults import __main__ as faults


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "redis", "postgres"])
def test_a_minute_of_faults_loses_nothing(kind: str) -> None:
    outcome = asyncio.run(faults.measure(kind, 1.0, seed=11, workers=1))
    faults.show(outcome)
    assert not outcome.problems
    assert len(outcome.provider.received) > 50


def judged(**changes: Any) -> list[str]:
    given: dict[str, Any] = {"received": ["a", "b"], "answered": {"a"}, "charged": 4.0, "logged": 4.0, "stuck": 0}
    given |= changes
    clients = SimpleNamespace(
        sent=["a", "b", *(f"c{number}" for number in range(40))], answered=given["answered"], stuck=given["stuck"]
    )
    provider = SimpleNamespace(received=Counter(given["received"]), answers=Counter())
    outcome: Any = faults.Outcome("sqlite", Counter(), clients, provider, given["charged"], given["logged"], 2.0, [], 0)
    faults._judge(outcome)
    return outcome.problems


def test_the_judge_passes_what_is_well_and_finds_what_is_not() -> None:
    assert not judged()
    assert not judged(charged=6.0)
    for fault, said in (
        ({"charged": 3.9}, "charged 3.9"),
        ({"logged": 2.0}, "in the audit log 2"),
        ({"charged": 90.0}, "more than was sent"),
        ({"answered": {"a", "c1"}}, "never received"),
        ({"stuck": 1}, "without an answer"),
        (
            {"received": ["a", "b", *(f"c{n}" for n in range(30))], "charged": 80.0, "logged": 80.0},
            "passed their limit",
        ),
    ):
        (found,) = judged(**fault)
        assert said in found, fault
