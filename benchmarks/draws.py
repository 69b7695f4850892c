"""Draws a second, on one core, against the speed of the papers' official code.

The official figures were measured once on two cores of an AMD EPYC by running the official functions (words a
second; RanText on 11,000 words, SanText on 10,353, CusText with K = 20, TEM and FBDD in the package mldp-text).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.timing import Figure

OFFICIAL = {"rantext": 632, "tem": 19, "fbdd": 94, "santext": 9_189, "custext": 66_977}
TIMES = {"rantext": 100, "tem": 100, "fbdd": 20, "santext": 10, "custext": 10}
WORDS = {"fbdd": 10_000}

_SCRIPT = """
import sys
import numpy as np
from benchmarks.timing import rate
from dp_gateway.mechanisms.registry import create
from dp_gateway.randomness import OsEntropy
from dp_gateway.vocabulary.opening import default_index
name, count = sys.argv[1], int(sys.argv[2])
index = default_index()
words = np.random.default_rng(0).choice(index.size, size=count, p=index.content_prior)
made = create(name, index, 3.0)
print(rate(lambda: made.release(words, OsEntropy()), count))
"""


def run() -> Iterator[Figure]:
    for name, official in OFFICIAL.items():
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, name, str(WORDS.get(name, 100_000))],
            capture_output=True,
            check=True,
            env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        speed = float(done.stdout)
        if name in ("rantext", "santext"):
            yield Figure(f"{name}, 30,000 words, words/s on one core", speed, 100_000, at_most=False)
        yield Figure(f"{name} / official code ({official:,} words/s)", speed / official, TIMES[name], at_most=False)
