"""How long a system takes for 200 words it has not seen, on one thread."""

from __future__ import annotations

import statistics
import time

from benchmarks.detection.systems import System
from benchmarks.detection_data import examples

__all__ = ["milliseconds"]

_WORDS = 200
_TEXTS = 48


def milliseconds(find: System) -> float:
    """The median over texts of the processor time of one text, after others that do not count."""
    from threadpoolctl import threadpool_limits

    words = " ".join(example.text for example in examples(test=True, per_template=60, seed=7)).split()
    texts = [" ".join(words[start : start + _WORDS]) for start in range(0, len(words) - _WORDS, _WORDS)][: 2 * _TEXTS]
    with threadpool_limits(1):
        for text in texts[:_TEXTS]:
            find([text])
        taken: list[float] = []
        for text in texts[_TEXTS:]:
            begun = time.process_time()
            find([text])
            taken.append(time.process_time() - begun)
    return 1000 * statistics.median(taken)
