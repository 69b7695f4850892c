"""The table of hashes finds what a dict finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.vocabulary.placement import HashTable

# Close together, at both ends and anywhere: long runs of slots, the last of them behind the table's own.
HASHES = st.one_of(st.integers(0, 40), st.integers(2**64 - 40, 2**64 - 1), st.integers(0, 2**64 - 1))


@given(st.lists(HASHES, max_size=60), st.lists(HASHES, max_size=20))
def test_any_hashes(stored: list[int], others: list[int]) -> None:
    values = range(len(stored))
    first = dict(zip(reversed(stored), reversed(values), strict=True))
    table = HashTable(np.array(stored, np.uint64), np.array(values, np.int32), missing=-2)
    asked = [*stored, *others]
    assert table.find(np.array(asked, np.uint64)).tolist() == [first.get(one, -2) for one in asked]


@pytest.mark.parametrize("count", [1, 5000])
def test_none_is_taken_for_another(count: int) -> None:
    hashes = np.random.default_rng(1).integers(0, 2**64 - 1, 2 * count, np.uint64)
    table = HashTable(hashes[:count], np.arange(count, dtype=np.int32), missing=-1)
    assert (table.find(hashes[:count]) == np.arange(count)).all()
    assert (table.find(hashes[count:]) == -1).all()
