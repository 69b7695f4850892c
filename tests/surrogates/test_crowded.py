"""A table has nearly all outputs of a class: what is left is drawn by its weights, and in time that grows with the table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from dp_gateway import Gateway, Secret
from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.mechanisms.numeric import NumericMechanism, RemainingOutputs
from dp_gateway.randomness import Stream
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.drawer import Drawer, Made, ValueLaw
from dp_gateway.testing import SeededStream
from tests.surrogates.test_exclusions import Marked


class Fixed:
    def __init__(self, point: int) -> None:
        self._point = point

    def uint64(self, count: int) -> np.ndarray:
        return np.full(count, self._point, np.uint64)


@pytest.mark.parametrize("never_self", [True, False])
@pytest.mark.parametrize("size", [2, 5, 30])
def test_every_output_has_a_point(size: int, never_self: bool) -> None:
    mechanism = NumericMechanism(2.0, range(size), min(size, 5), never_self=never_self)
    for place in range(size):
        points = [mechanism.point(place, drawn) for drawn in range(size)]
        assert [mechanism.release(place, Fixed(point)) for point in points] == list(range(size))
        assert max(points) < mechanism.total


@pytest.mark.parametrize("never_self", [True, False])
def test_what_is_left_is_drawn_as_from_the_row(never_self: bool) -> None:
    """Point for point, whatever is gone: the value itself, a part of its window, all of it."""
    mechanism = NumericMechanism(2.0, range(9), 4, never_self=never_self)
    for place in range(9):
        for gone in (set[int](), {place}, {0, 3}, {2, 3, 4, 5}, {place, 1, 7, 8}, set(range(8))):
            weights = mechanism.weights(place)
            weights[list(gone)] = 0
            before, kept, asked = (
                weights.cumsum(),
                RemainingOutputs(mechanism, ()),
                RemainingOutputs(mechanism, {1}).without(gone),
            )
            for one in gone:
                kept.remove(one)
            ends = {0, *(before - 1).tolist(), *before.tolist()}
            for point in (end for end in ends if 0 <= end < before[-1]):
                drawn = before.searchsorted(point, side="right").item()
                assert kept.release(place, Fixed(point)) == drawn
                assert RemainingOutputs(mechanism, gone).release(place, Fixed(point)) == drawn
            assert asked.release(place, Fixed(0)) != 1


def test_what_is_left_has_its_weights() -> None:
    """Chi-square at a false-positive rate of 1 in 10,000."""
    mechanism, gone = NumericMechanism(1.0, range(12), 5), {2, 4, 5, 11}
    drawn = [RemainingOutputs(mechanism, gone).release(3, SeededStream(seed)) for seed in range(20_000)]
    weights = mechanism.weights(3)
    weights[list(gone)] = 0
    left = weights > 0
    counts = np.bincount(drawn, minlength=12)  # type: ignore[arg-type]
    assert not counts[~left].any()
    assert chisquare(counts[left], (weights / weights.sum() * len(drawn))[left]).pvalue > 1e-4
    assert RemainingOutputs(mechanism, set(range(12))).release(3, SeededStream(1)) is None


def test_a_class_is_used_up_and_draws_repeat() -> None:
    mechanism = NumericMechanism(6.0, range(10, 40), 5)

    def draw_all(clear: str) -> list[str]:
        texts = ClearTexts()
        texts.add([clear])
        drawer, drawn = Drawer(b"key", texts), list[str]()

        def draw(number: int) -> str:
            def make(stream: Stream) -> Made:
                place = mechanism.release(mechanism.place(number), stream)
                return Made(place, f"{mechanism.outputs[place]} kg")

            return drawer.draw("KIND", str(number), make, row=lambda: ValueLaw(mechanism, mechanism.place(number))).text

        drawn += [draw(number) for number in range(10, 39)]
        assert [draw(number) for number in range(10, 39)] == drawn
        with pytest.raises(SurrogatesExhausted):
            draw(39)
        return drawn

    first = draw_all("it was 17 kg at least")
    assert len({*first}) == 29
    assert "17 kg" not in first
    assert draw_all("it was 17 kg at least") == first


def test_a_table_uses_each_free_date_and_amount() -> None:
    days = [f"2024-01-{day:02d}" for day in range(1, 32)]
    ages = [f"aged {age}" for age in range(1, 119)]
    text = "; ".join(days + ages)
    gateway = Gateway("entities", key=Secret(b"s" * 32), detection=Marked(DATE_TIME=days, AGE=ages[::-1]))
    found = gateway.request([text]).texts[0]
    parts = found.text.split("; ")
    assert len({*parts}) == len(parts)
    assert found.restore(found.text) == text
    assert gateway.request([text]).texts[0].text == found.text


@pytest.mark.parametrize("between", [", ", "\n"])
def test_of_more_amounts_than_a_class_has_each_comes_back(between: str) -> None:
    """Some shared a surrogate, so that a reply gave back numbers that were in no text."""
    amounts = [f"${10_000 + 137 * number:,}" for number in range(300)]
    gateway = Gateway("entities", key=Secret(b"s" * 32), detection=Marked(MONEY=amounts))
    text = f"We paid {between.join(amounts)} in all."
    found = gateway.request([text]).texts[0]
    parts = found.text.removeprefix("We paid ").removesuffix(" in all.").split(between)
    assert len({*parts}) == len(parts)
    assert sum(part.startswith("<MONEY_") for part in parts) < 100
    assert [found.restore(f"It was {part}.") for part in parts] == [f"It was {amount}." for amount in amounts]
    assert found.restore(found.text) == text


def test_what_is_known_to_be_taken_is_not_written_down_to_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 90 durations of two digits, of which the last ones find nearly every output taken."""
    written: list[str] = []
    render = ValueFamily.render

    def counted(family: ValueFamily, *what: Any) -> str:
        written.append(render(family, *what))
        return written[-1]

    monkeypatch.setattr(ValueFamily, "render", counted)
    gateway = Gateway("entities", key=Secret(b"k" * 32))
    request = gateway.request([" ".join(f"{number} minutes," for number in range(10, 100))], scope="s")
    assert len(written) < 150
    assert request.totals.entities == 90
