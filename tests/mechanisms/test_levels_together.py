"""Levels that are found in one pass are those that each mechanism finds alone."""

from __future__ import annotations

import pytest

from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.dense import levels_together
from dp_gateway.mechanisms.registry import MECHANISMS, create
from dp_gateway.vocabulary.index import Index


def made(index: Index) -> list[Mechanism]:
    flags = index.frequencies > sorted(index.frequencies)[index.size // 2]
    options = {"nerasetext": {"sensitive": flags}, "nerasetext+": {"sensitive": flags}, "clusant": {"clusters": 6}}
    settings = [(name, epsilon) for name in MECHANISMS for epsilon in (1.0, 4.0)]
    return [create(name, index, epsilon, **options.get(name, {})) for name, epsilon in settings]


def test_the_same_levels(own_toy: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    index = own_toy
    alone = {(each.name, each.epsilon): each.compute_level() for each in made(index)}
    levels_together(made(index))
    passes: list[str] = []
    for each in made(index):
        monkeypatch.setattr(each, "compute_level", lambda *_, n=each.name: passes.append(n) or alone[n, 1.0])
        if each.name in ("santext", "tem", "rantext", "clusant", "nerasetext", "nerasetext+"):
            assert each.level() == alone[each.name, each.epsilon], each.name
    assert not passes


def test_what_is_known_is_not_computed_again(own_toy: Index) -> None:
    index = own_toy
    levels_together(made(index))
    calls: list[int] = []
    levels_together(made(index), lambda done, total: calls.append(done))
    assert not calls
