"""Normal and gamma variates from a stream of uniform bits, for the mechanisms that add noise to vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import cos_and_sin_of_turns, log
from dp_gateway.randomness import Stream

__all__ = ["exponentials", "standard_normals"]


def _uniforms(stream: Stream, count: int) -> NDArray[np.float64]:
    """Uniform on (0, 1], 53 bits."""
    return ((stream.uint64(count) >> np.uint64(11)).astype(np.float64) + 1.0) * 2.0**-53


def standard_normals(stream: Stream, count: int) -> NDArray[np.float64]:
    """Independent standard normal variates by Box and Muller (1958), shape (count,)."""
    half = (count + 1) // 2
    radius = np.sqrt(2 * exponentials(stream, half))
    cosine, sine = cos_and_sin_of_turns(_uniforms(stream, half))
    return np.concatenate((radius * cosine, radius * sine))[:count]


def exponentials(stream: Stream, count: int) -> NDArray[np.float64]:
    """Independent standard exponential variates, shape (count,)."""
    return -log(_uniforms(stream, count))
