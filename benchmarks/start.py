"""From the start of a process to its first sanitized prompt."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.timing import Figure, seconds
from dp_gateway.vocabulary.opening import default_index

ROUNDS = 7


def run() -> Iterator[Figure]:
    default_index()
    prompt = "The nurse Xandriella of Bostonville said that she doesn't sleep. " * 15
    first = f"from dp_gateway import Sanitizer; Sanitizer('stairtext', 6).sanitize({prompt!r})"
    for name, code, bar in (
        ("process start to first sanitized prompt, seconds", first, 0.7),
        ("import of dp_gateway, seconds", "import dp_gateway", 0.2),
    ):
        command = [sys.executable, "-c", code]
        times = [seconds(lambda c=command: subprocess.run(c, check=True)) for _ in range(ROUNDS)]
        yield Figure(name, statistics.median(times), bar)
