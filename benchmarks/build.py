"""Building neighbours and densities against one float32 matrix product of all pairs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.timing import Figure

_SCRIPT = """
import resource, sys, tempfile
from pathlib import Path
import numpy as np
from benchmarks.timing import seconds
from dp_gateway.vocabulary.build import find_neighbours
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.store import create
total = int(sys.argv[1])
vectors = np.load(sys.argv[2], mmap_mode="r")
vectors = np.ascontiguousarray(vectors[np.arange(total) % len(vectors)])
if total > 40_000:
    vectors += np.random.default_rng(0).integers(-40, 41, vectors.shape).astype(np.float32)
    vectors *= 0.9
    np.rint(vectors, out=vectors)

def product():
    for start in range(0, total, 2048):
        vectors[start : start + 2048] @ vectors.T

with tempfile.TemporaryDirectory() as folder:
    kind = "<u2" if total <= 1 << 16 else "<u4"
    ids, levels = create(Path(folder), "i", (total, 512), kind), create(Path(folder), "l", (total, 512), "<u2")
    build = seconds(lambda: find_neighbours(vectors, ids, levels))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
print(build / min(seconds(product) for _ in range(2)), peak)
"""


def run() -> Iterator[Figure]:
    from dp_gateway.vocabulary.opening import default_index

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "vectors.npy"
        np.save(file, default_index().vectors)
        for total in (30_096, 100_000):
            done = subprocess.run([sys.executable, "-c", _SCRIPT, str(total), file], capture_output=True, check=True)
            times, peak = (float(value) for value in done.stdout.split())
            yield Figure(f"neighbours and density of {total:,} words x 256 / one matrix product", times, 2.5)
            yield Figure(f"peak memory while building {total:,} words, GB", peak, 1.0)
