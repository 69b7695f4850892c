"""The conformance suite of an entity policy: what is printed of a type has to hold end to end.

For every pair of `testing.visible.PAIRS` both texts are sanitized many times in fresh scopes, as requests are. A pair
of one printed class must then obey the printed (epsilon, delta): no statistic may show more. Subclass it in a test::

    class TestMyPolicy(EntityConformance):
        def make(self):
            return Gateway(my_policy, key=Secret(os.urandom(32)))

The bound. Half of the draws choose, for each statistic, the set of values that speaks for one text; the other half
estimates both probabilities of that set, with Chernoff's bound in its relative-entropy form. Over all statistics and
both directions of a pair together, a pair whose guarantee holds fails with probability at most `alpha`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

import pytest

from dp_gateway.entities.surrogates.names import NAME_POOLS
from dp_gateway.testing.visible import PAIRS, TextPair, form, statistics

if TYPE_CHECKING:
    from dp_gateway.sanitizer import EntityFigures, EntityReport, Gateway, Sanitized

__all__ = ["EntityConformance", "Evidence", "delta_at_least", "lost_characters", "rows_of"]

Measure = Callable[[str], Iterator[tuple[str, Hashable]]]
"""The statistics of one output, by name."""

_NO_GUARANTEE = 0.99
_BATCH = 250


class Evidence(NamedTuple):
    """What draws prove against a printed figure.

    Attributes:
        delta: that delta is at least this, but for a false positive of probability alpha.
        statistic: what shows it.
    """

    delta: float
    statistic: str


class EntityConformance:
    """What every policy for entities promises.

    Attributes:
        draws: of each text of a pair; the suite can see a delta of about 12 / draws and more.
        alpha: probability that a pair whose guarantee holds fails all the same.
        form: by how much the probability of a form (decimals, zeros at the end, letter case) may differ in one class.
        pairs: what is compared.
    """

    draws = 400
    alpha = 1e-6
    form = 0.5
    pairs: Sequence[TextPair] = PAIRS

    def make(self) -> Gateway:
        """The gateway under test; with a key, so that scopes count."""
        raise NotImplementedError

    @pytest.fixture(scope="class")
    def gateway(self, request: pytest.FixtureRequest) -> Gateway:
        """One gateway for all pairs of the suite."""
        suite = cast("type[EntityConformance]", request.cls)  # pyright: ignore[reportUnknownMemberType]
        return suite().make()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run the tests once for each pair."""
        if "pair" in metafunc.fixturenames:
            names = [f"{pair.type}, {pair.feature}" for pair in self.pairs]
            metafunc.parametrize("pair", self.pairs, ids=names)

    def test_no_pair_of_one_class_shows_more_than_is_printed(self, gateway: Gateway, pair: TextPair) -> None:
        """Sampled in fresh scopes: see the module."""
        one, other = (_drawn(gateway, text, self.draws, "law") for text in pair.texts)
        level = common_level(one[0].report, other[0].report)
        if level is None:
            return  # Two classes, and both are printed; or it is said that there is no guarantee.
        lists = {name: gateway.lexicon.pool(name) for name in NAME_POOLS}
        outputs = [sanitized.text for sanitized in one], [sanitized.text for sanitized in other]
        evidence = delta_at_least(*outputs, level[0], alpha=self.alpha, measure=partial(statistics, lists=lists))
        assert evidence.delta <= level[1], f"{pair.type}: {evidence} against the printed {level}"
        # No number of draws refutes a large epsilon. But how a value is written is not the value, and must not tell it.
        evidence = delta_at_least(*outputs, 0.0, alpha=self.alpha, measure=form)
        assert evidence.delta <= self.form, f"{pair.type}: its form tells it: {evidence}"

    def test_every_character_that_leaves_is_listed(self, gateway: Gateway, pair: TextPair) -> None:
        """No word or number of a mention leaves in every scope, unless the report says what is kept of it."""
        for text, mention in zip(pair.texts, (pair.one, pair.other), strict=True):
            drawn = _drawn(gateway, text, 24, "letters")
            lost = lost_characters(mention, [sanitized.text for sanitized in drawn])
            report = drawn[0].report
            listed = " ".join([*report.left_in_clear, *(line for row in report.figures for line in row.classes)])
            assert not lost or _is_listed(lost, listed), f"{pair.type}: {len(lost)} pieces leave: {listed}"


def _drawn(gateway: Gateway, text: str, count: int, name: str) -> list[Sanitized[EntityReport]]:
    """A text in many scopes, each of its own."""
    drawn: list[Sanitized[EntityReport]] = []
    for start in range(0, count, _BATCH):
        numbers = range(start, min(start + _BATCH, count))
        requests = gateway.requests(
            [[text] for _ in numbers],
            scopes=[f"{name} {number}" for number in numbers],
            developer=[[False] for _ in numbers],
        )
        drawn += [request.texts[0] for request in requests]
    return drawn


def rows_of(report: EntityReport) -> list[EntityFigures]:
    """The rows of a report that draw something."""
    return [row for row in report.figures if row.treatment != "keep"]


def common_level(one: EntityReport, other: EntityReport) -> tuple[float, float] | None:
    """The (epsilon, delta) that is printed for telling two texts apart; None where nothing is promised.

    Nothing is promised for mentions of two printed classes, or where a row says that it has no guarantee.
    """
    rows, others = rows_of(one), rows_of(other)
    if [(row.type, row.classes, row.values) for row in rows] != [(row.type, row.classes, row.values) for row in others]:
        return None
    epsilon = delta = 0.0
    for row, counterpart in zip(rows, others, strict=True):
        level = max(row.certified[0], counterpart.certified[0]), max(row.certified[1], counterpart.certified[1])
        epsilon, delta = epsilon + level[0] * row.values, delta + level[1] * row.values
    return None if math.isinf(epsilon) or delta >= _NO_GUARANTEE else (epsilon, delta)


def delta_at_least(
    one: Sequence[str], other: Sequence[str], epsilon: float, *, alpha: float, measure: Measure = statistics
) -> Evidence:
    """The largest delta that draws of two texts prove at an epsilon, whichever of them is the likelier.

    Args:
        one, other: outputs in fresh scopes; the order tells nothing.
        epsilon: of the printed guarantee.
        alpha: probability of a false proof over everything that is tried here.
        measure: the statistics that are looked at.
    """
    measured = [_measured(outputs, measure) for outputs in (one, other)]
    names = [name for name in measured[0] if name in measured[1]]
    best, each = Evidence(0.0, "nothing"), alpha / (4 * max(len(names), 1))
    for name in names:
        for first, second in ((measured[0][name], measured[1][name]), (measured[1][name], measured[0][name])):
            proved = _proved(first, second, epsilon, each)
            if proved > best.delta:
                best = Evidence(proved, name)
    return best


def _measured(outputs: Sequence[str], measure: Measure) -> dict[str, list[Hashable]]:
    found: dict[str, list[Hashable]] = {}
    for number, output in enumerate(outputs):
        for name, value in measure(output):
            # A statistic that some outputs do not have (an eighth digit) is None there.
            values = found.setdefault(name, [])
            values += [None] * (number - len(values))
            values.append(value)
    return {name: [*values, *[None] * (len(outputs) - len(values))] for name, values in found.items()}


def _proved(first: Sequence[Hashable], second: Sequence[Hashable], epsilon: float, alpha: float) -> float:
    half, factor = len(first) // 2, math.exp(min(epsilon, 700))
    chosen_by, against = Counter(first[:half]), Counter(second[:half])
    # What speaks for the first text: likelier there by more than the factor, as far as half of the draws can tell.
    event = {value for value, count in chosen_by.items() if count > factor * against[value]}
    inside = [sum(value in event for value in outputs[half:]) for outputs in (first, second)]
    checked = len(first) - half, len(second) - half
    least = 1 - _at_most(checked[0] - inside[0], checked[0], alpha)
    return least - factor * _at_most(inside[1], checked[1], alpha)


def _at_most(count: int, draws: int, alpha: float) -> float:
    """The largest probability under which so few of the draws are likelier than alpha, by Chernoff's bound."""
    rate, allowed = count / draws, math.log(1 / alpha) / draws
    low, high = rate, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _entropy(rate, middle) <= allowed else (low, middle)
    return high


def _entropy(rate: float, probability: float) -> float:
    """Relative entropy of two coins."""
    if probability >= 1:
        return 0.0 if rate >= 1 else math.inf
    terms = ((rate, probability), (1 - rate, 1 - probability))
    return sum(share * math.log(share / of) for share, of in terms if share > 0)


def lost_characters(mention: str, outputs: Sequence[str]) -> list[str]:
    """The words and numbers of a mention, from two characters on, that stand in every one of its outputs."""
    return [piece for piece in _pieces(mention) if all(piece in set(_pieces(output)) for output in outputs)]


def _pieces(text: str) -> Iterator[str]:
    piece = ""
    for character in [*text, " "]:
        if character.isalnum():
            piece += character
            continue
        if len(piece) > 1:
            yield piece
        piece = ""


def _is_listed(lost: Sequence[str], listed: str) -> bool:
    """Whether a report names what stays of a mention, in words."""
    words = ("title", "unit", "country", "how it is written", "currency", "ending", "prefix", "kind of street")
    return bool(lost) and any(word in listed for word in words)
