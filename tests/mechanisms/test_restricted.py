"""Rows without the value itself: brute force of (epsilon, delta), of relatives drawn seldom, and of outputs shut out."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.restricted import RelatedSets, SelfFreeLevel, is_kept, self_free_level
from dp_gateway.vocabulary.index import Index

Table = NDArray[np.float64]
MADE = [("stairtext", 2.0), ("stairtext", 6.0), ("santext", 4.0), ("tem", 3.0)]


def table(mechanism: Mechanism) -> Table:
    return mechanism.distribution(np.arange(mechanism.index.size))


def without_self(rows: Table) -> Table:
    rows = np.where(np.eye(len(rows), dtype=bool), 0.0, rows)
    return rows / rows.sum(axis=1, keepdims=True)


def beyond(law: Table, epsilon: float) -> float:
    """The least delta with which a law has an epsilon, for any two inputs."""
    return max(float(np.maximum(one - math.exp(epsilon) * other, 0).sum()) for one, other in product(law, law))


def sets(*each: Iterable[int], alone: Iterable[bool]) -> RelatedSets:
    """Sets of relatives."""
    listed = [list(one) for one in each]
    starts = np.cumsum([0, *map(len, listed)])[:-1]
    members = np.array([one for of_set in listed for one in of_set], np.int64)
    return RelatedSets(members, starts.astype(np.int64), np.array(list(alone), np.bool_))


@pytest.mark.parametrize(("name", "epsilon"), MADE)
def test_what_is_printed_holds_for_any_two_values_and_no_less_does(toy: Index, name: str, epsilon: float) -> None:
    mechanism = create(name, toy, epsilon)
    law, level = without_self(table(mechanism)), self_free_level(mechanism)
    assert beyond(law, level.epsilon) <= level.delta + 1e-12
    assert level.delta == pytest.approx(law.max(), rel=1e-9)
    with np.errstate(divide="ignore"):
        logs = np.log(law)
    # No smaller epsilon holds for outputs that both values can give.
    apart = max(
        float(np.delete(logs[one] - logs[other], [one, other]).max())
        for one, other in product(range(len(law)), repeat=2)
        if one != other
    )
    assert level.epsilon == pytest.approx(apart, abs=1e-9)
    assert np.diag(law).max() == 0


@pytest.mark.parametrize(("name", "epsilon"), MADE)
def test_relatives_that_are_drawn_seldom_add_nothing_to_delta(toy: Index, name: str, epsilon: float) -> None:
    """Whoever has which relatives: the printed level is that of any assignment of the sets to the values."""
    mechanism = create(name, toy, epsilon)
    families = [5, 9, 14], [20, 21], [30, 31, 32, 33]
    related = sets(*families, alone=(False, False, True))
    rows, level = table(mechanism), self_free_level(mechanism, related)
    least = rows.min(axis=0)
    np.testing.assert_allclose(level.column_min, least)
    rng = np.random.default_rng(20)
    for _ in range(6):
        kept = np.array(rows)
        for value, row in enumerate(kept):
            several = rng.choice(3, size=rng.integers(0, 3), replace=False)
            chosen = [2] if 2 in several else list(several)
            own = sorted({one for at in chosen for one in families[at]} - {value})
            row[own] = least[own]
        law = without_self(kept)
        assert beyond(law, level.epsilon) <= level.delta + 1e-12


@pytest.mark.parametrize(("name", "epsilon"), MADE)
@pytest.mark.parametrize("gone", [[], [3], [1, 2, 40], list(range(0, 60, 2))])
def test_outputs_that_are_shut_out_cost_what_is_said(toy: Index, name: str, epsilon: float, gone: list[int]) -> None:
    mechanism = create(name, toy, epsilon)
    rows, level = table(mechanism), self_free_level(mechanism)
    for share in (None, lambda places: float(rows[:, places].sum(axis=1).max())):
        charged, delta = level.without(gone, share)
        law = without_self(rows)
        law[:, gone] = 0
        law /= law.sum(axis=1, keepdims=True)
        assert beyond(law, charged) <= delta + 1e-12
        assert charged >= level.epsilon
        assert delta <= 1


def test_where_everything_may_be_shut_out_nothing_is_promised() -> None:
    level = SelfFreeLevel(1.0, 0.1, np.full(4, 0.25))
    epsilon, delta = level.without(range(4))
    assert delta == 1
    assert math.isfinite(epsilon)


class Points:
    """A stream of one word."""

    def __init__(self, word: int) -> None:
        self._word = word

    def uint64(self, count: int) -> NDArray[np.uint64]:
        return np.full(count, self._word, np.uint64)


@pytest.mark.parametrize(("value", "drawn"), [(0, 5), (7, 9), (40, 31)])
def test_a_relative_is_kept_as_often_as_the_farthest_value_draws_it(toy: Index, value: int, drawn: int) -> None:
    mechanism = create("stairtext", toy, 3.0)
    related = sets([5, 9, 14], [30, 31], alone=(False, False))
    rows = table(mechanism)
    share = rows[:, drawn].min() / rows[value, drawn]
    words = np.linspace(0, 2**64 - 2**12, 2001).astype(np.uint64)
    kept = sum(is_kept(mechanism, related, value, drawn, Points(int(word))) for word in words)
    assert kept / len(words) == pytest.approx(share, abs=2 / len(words))
