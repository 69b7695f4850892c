"""Ratios that hold on a noisy machine: the two sides run in turn, and the median of the pairwise ratios counts."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    value: float
    bar: float
    at_most: bool = True


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cpu_seconds(work: Callable[[], object]) -> float:
    """Of this process: what else the machine does counts little."""
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> float:
    """Median over rounds of time(ours) / time(theirs), after one round of each that does not count."""
    ours()
    theirs()
    return statistics.median(seconds(ours) / seconds(theirs) for _ in range(rounds))


def rate(work: Callable[[], object], items: int, rounds: int = 3) -> float:
    """Items a second, warm: the median of some rounds after one that does not count."""
    work()
    return items / statistics.median(seconds(work) for _ in range(rounds))
