"""Plots of a frontier: utility against its cost in privacy, one line a mechanism, the Pareto-best settings ringed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dp_gateway.attacks.plots import COLOURS
from dp_gateway.evaluation.pareto import front
from dp_gateway.evaluation.results import Figure, Row
from dp_gateway.mechanisms.registry import MECHANISMS

__all__ = ["SIZE", "Draw", "frontier_plot", "label", "style"]

Draw = Callable[[Any], None]

SIZE = (9.0, 4.6)
"""Inches."""

_STRIP = 1.8
"""Levels that are infinite stand in a strip beyond the finite ones, this much as wide."""

_COLOURS = (*COLOURS, "#0a7d5a", "#b5179e", "#8a5a00", "#3f37c9", "#d1495b")
_MARKERS = "osD^vP*XhdpH<"
_TICKS = (0.5, 1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 50, 100)
_LABELS = {
    "expected_cosine": "expected cosine of a word and its replacement",
    "semantic_similarity": "semantic similarity of a text and what leaves",
    "token_cosine": "cosine of words and their replacements, as drawn",
    "accuracy": "accuracy of a classifier on what leaves",
}
_AXES = {
    "certified_epsilon": "certified epsilon of one word (more private to the left)",
    "bayes_asr": "words the best context-free attacker recovers (more private to the left)",
    "measured_asr": "words recovered by the best attack that was run (more private to the left)",
}


def label(utility: str) -> str:
    """What a figure of utility is, in words."""
    return _LABELS.get(utility, utility.replace("_", " "))


def frontier_plot(rows: Sequence[Row], cost: str, utility: str, untouched: Mapping[str, Figure]) -> Draw:
    """What to put on axes: see `attacks.plots.picture`.

    Args:
        rows: all settings.
        cost: a key of `pareto.COSTS`.
        utility: a figure of the rows.
        untouched: metrics of the texts as they are; a dotted line, where it is not at the end of the scale.
    """

    def draw(axes: Any) -> None:
        finite = [value for row in rows if (value := row.figure(cost)) is not None and math.isfinite(value)]
        end = 1.6 * max(finite, default=1.0)
        by_epsilon = cost == "certified_epsilon"
        if by_epsilon:
            _epsilon_axis(axes, min(finite, default=1.0), end, any(math.isinf(row.certified_epsilon) for row in rows))
        _front_line(axes, rows, cost, utility)
        infinite = list(dict.fromkeys(row.mechanism for row in rows if math.isinf(row.certified_epsilon)))
        # The default last, over the others.
        for name in sorted({row.mechanism for row in rows}, key=lambda name: (name == "stairtext", name)):
            place = (infinite.index(name) + 1) / (len(infinite) + 1) if name in infinite else 0.0
            of_name = [row for row in rows if row.mechanism == name]
            _mechanism(axes, of_name, cost, utility, end * _STRIP**place)
        known = untouched.get(utility)
        if known is not None and known.value < 1:
            axes.axhline(known.value, color="#777777", lw=1, ls=":")
            axes.annotate(
                "texts as they are",
                (0.01, known.value),
                xycoords=("axes fraction", "data"),
                fontsize=8,
                va="bottom",
                color="#777777",
            )
        axes.set_xlabel(_AXES[cost])
        axes.set_ylabel(label(utility))
        if not by_epsilon:
            axes.set_xlim(0, None)
        axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)

    return draw


def style(name: str) -> tuple[str, str]:
    """Colour and marker of a mechanism: the same in all plots."""
    place = list(MECHANISMS).index(name)
    return _COLOURS[place % len(_COLOURS)], _MARKERS[place % len(_MARKERS)]


def _epsilon_axis(axes: Any, low: float, end: float, any_infinite: bool) -> None:
    axes.set_xscale("log")
    axes.set_xlim(0.8 * low, _STRIP * end if any_infinite else end)
    ticks = [tick for tick in _TICKS if 0.8 * low <= tick < 0.85 * end]
    shown = [f"{tick:g}" for tick in ticks]
    if any_infinite:
        middle = end * _STRIP**0.5
        axes.set_xticks([*ticks, middle], [*shown, "∞"])
        axes.axvspan(end, _STRIP * end, color="#a02b1a", alpha=0.08, lw=0)
        axes.annotate(
            "no certificate",
            (middle, 0.02),
            xycoords=("data", "axes fraction"),
            fontsize=8,
            color="#a02b1a",
            ha="center",
        )
    else:
        axes.set_xticks(ticks, shown)
    axes.minorticks_off()


def _mechanism(axes: Any, rows: Sequence[Row], cost: str, utility: str, end: float) -> None:
    points = [(row, row.figure(cost), row.figure(utility)) for row in rows]
    known = [(row, x, y) for row, x, y in points if x is not None and y is not None]
    if not known:
        return
    colour, marker = style(rows[0].mechanism)
    ours = rows[0].mechanism == "stairtext"
    xs = [x if math.isfinite(x) else end for _, x, _ in known]
    certified = all(math.isfinite(row.certified_epsilon) for row in rows)
    line = "-" if certified else "--"
    axes.plot(
        xs,
        [y for *_, y in known],
        line,
        marker=marker,
        ms=6 if ours else 4,
        lw=2.4 if ours else 1.1,
        color=colour,
        mfc=colour if certified else "white",
        alpha=1 if ours else 0.8,
        label=rows[0].mechanism + ("" if certified else " (no certificate)"),
    )
    if ours:
        for row, x, y in known:
            axes.annotate(
                f"{row.nominal_epsilon:g}",
                (x, y),
                textcoords="offset points",
                xytext=(-3, 7),
                fontsize=7,
                color=colour,
                ha="right",
            )


def _front_line(axes: Any, rows: Sequence[Row], cost: str, utility: str) -> None:
    """The Pareto-best settings, of those with a finite level where the axis is an attack."""
    finite = [row for row in rows if math.isfinite(row.certified_epsilon)]
    found = front(finite, cost, utility)
    points = [(row.figure(cost), row.figure(utility)) for row in found]
    axes.plot(
        [x for x, _ in points],
        [y for _, y in points],
        "o",
        ms=13,
        mfc="none",
        mec="#222222",
        mew=0.9,
        label="best with a certificate",
    )
