"""A row made for a single draw holds the same integers as one made in a batch: the law does not depend on the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dp_gateway.mechanisms.registry import create
from dp_gateway.testing import SeededStream
from dp_gateway.vocabulary.index import Index


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("stairtext", {}),
        ("stairtext", {"attack": 0.5}),
        ("stairtext", {"floor_mass": 0.1}),
        ("custext", {"k": 7}),
        ("custext", {"k": 7, "similarity": "cosine"}),
        ("custext", {"k": 7, "mapping": "per-word"}),
        ("dyntext", {}),
    ],
)
@pytest.mark.parametrize("epsilon", [1.0, 8.0])
def test_single_rows_equal_rows_of_a_batch(name: str, options: dict[str, Any], epsilon: float, toy: Index) -> None:
    made: Any = create(name, toy, epsilon, **options)
    entries = np.arange(made.index.size)
    batch = np.cumsum(made.heads(entries), axis=1)
    for entry in entries.tolist():
        assert made.row_ends(entry).tolist() == batch[entry].tolist()


@pytest.mark.parametrize("name", ["stairtext", "custext", "clusant"])
def test_single_draws_equal_draws_of_a_batch(name: str, toy: Index) -> None:
    for entry in range(toy.size):
        one, batch = create(name, toy, 2.0), create(name, toy, 2.0)
        drawn = [one.release_one(entry, SeededStream(seed)) for seed in range(5)]
        assert drawn == [int(batch.release(np.array([entry]), SeededStream(seed))[0]) for seed in range(5)]
