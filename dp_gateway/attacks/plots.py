"""Plots of audits, as SVG to stand inside a page; no file and no address is referred to."""

from __future__ import annotations

import importlib
import importlib.util
import io
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dp_gateway.attacks.audit import Audit
from dp_gateway.attacks.base import AttackReport, wilson
from dp_gateway.errors import MissingPackage

__all__ = [
    "COLOURS",
    "check_plots",
    "picture",
    "picture_file",
    "plot_epsilons",
    "plot_frequencies",
    "plot_queries",
    "plot_success",
    "plot_types",
]

COLOURS = ("#1f4e79", "#c55a11", "#548235", "#7030a0", "#bf9000", "#2e9999", "#a02b4a", "#595959")
_BANDS = ((0, 1_000), (1_000, 3_000), (3_000, 10_000), (10_000, 30_000))


def plot_success(audits: Sequence[Audit]) -> str:
    """Success rates of all attacks with their intervals, one group of bars a mechanism."""
    names = list(
        dict.fromkeys(report.attack for audit in audits for report in audit.reports if report.attack != "query")
    )

    def draw(axes: Any) -> None:
        height = 0.8 / max(len(names), 1)
        for place, name in enumerate(names):
            found = [(row, audit.report(name)) for row, audit in enumerate(audits)]
            shown = [(row, report) for row, report in found if report is not None]
            at = [row + (place - (len(names) - 1) / 2) * height for row, _ in shown]
            rates = [report.success_rate for _, report in shown]
            spread = [[rate - report.interval[0] for rate, (_, report) in zip(rates, shown, strict=True)]]
            spread += [[report.interval[1] - rate for rate, (_, report) in zip(rates, shown, strict=True)]]
            colour = COLOURS[place % len(COLOURS)]
            axes.barh(at, rates, height, xerr=spread, color=colour, label=name.replace("_", " "), error_kw={"lw": 1})
        _rows(axes, audits)
        axes.set_xlabel("share of words recovered exactly (bars: 95 %)")
        axes.set_xlim(0, None)
        axes.legend(fontsize=8, loc="best")

    return _svg(draw, 1.2 + 0.18 * max(len(names), 2) * len(audits))


def plot_epsilons(audits: Sequence[Audit]) -> str:
    """Nominal, certified and proved epsilon of each mechanism; infinite ones end in an arrow."""

    def draw(axes: Any) -> None:
        finite = [
            audit.guarantee.certified_epsilon for audit in audits if math.isfinite(audit.guarantee.certified_epsilon)
        ]
        end = 1.3 * max([*finite, *(audit.guarantee.nominal_epsilon for audit in audits), 12.0])
        for row, audit in enumerate(audits):
            certified = audit.guarantee.certified_epsilon
            axes.plot([0, min(certified, end)], [row, row], color=COLOURS[0], lw=6, alpha=0.35)
            if math.isinf(certified):
                axes.annotate("∞", (end, row), ha="right", va="center", fontsize=14, color=COLOURS[1])
            axes.plot(audit.guarantee.nominal_epsilon, row, "|", ms=16, mew=3, color=COLOURS[2])
            axes.plot(audit.empirical.lower, row, "o", color=COLOURS[1])
        axes.plot([], [], color=COLOURS[0], lw=6, alpha=0.35, label="certified, over all words")
        axes.plot([], [], "|", ms=12, mew=3, color=COLOURS[2], label="nominal (what the paper's formula says)")
        axes.plot([], [], "o", color=COLOURS[1], label="proved by draws (at least, 95 %)")
        _rows(axes, audits)
        axes.set_xlim(0, end)
        axes.set_xlabel("epsilon of one word")
        axes.legend(fontsize=8, loc="best")

    return _svg(draw, 1.4 + 0.4 * len(audits))


def plot_frequencies(audits: Sequence[Audit]) -> str:
    """Success of the context-free Bayesian attack on frequent and on rare words, by public frequency rank."""

    def draw(axes: Any) -> None:
        for number, audit in enumerate(audits):
            report = audit.report("context_free_bayesian")
            if report is None:
                continue
            ranks = audit.ranks[report.inputs]
            rates = [_mean(report.hits[(ranks >= low) & (ranks < high)]) for low, high in _BANDS]
            axes.plot(range(len(_BANDS)), rates, "o-", color=COLOURS[number % len(COLOURS)], label=audit.mechanism)
        axes.set_xticks(range(len(_BANDS)), [f"{low + 1:,} to {high:,}" for low, high in _BANDS])
        axes.set_xlabel("rank of the word by public frequency: common words left, rare words right")
        axes.set_ylabel("recovered")
        axes.set_ylim(0, None)
        axes.legend(fontsize=8, loc="best")

    return _svg(draw, 3.2)


def plot_queries(audits: Sequence[Audit]) -> str:
    """Least number of fresh draws that reveal a word, one dot a word."""

    def draw(axes: Any) -> None:
        limit = 100
        for row, audit in enumerate(audits):
            report = audit.report("query")
            if report is None:
                continue
            limit = report.details["queries"]
            least = np.array(report.details["least_queries"])
            jitter = np.linspace(-0.25, 0.25, len(least))
            shown = np.where(least > 0, least, 1.4 * limit)
            axes.scatter(shown, row + jitter, s=14, color=np.where(least > 0, COLOURS[1], COLOURS[2]))
        axes.axvline(1.18 * limit, color="#999999", lw=1, ls=":")
        axes.set_xscale("log")
        axes.set_xlim(0.8, 2 * limit)
        ticks = [tick for tick in (1, 3, 10, 30, 100, 300, 1000) if tick <= limit]
        axes.set_xticks([*ticks, 1.4 * limit], [*map(str, ticks), "more"])
        axes.minorticks_off()
        _rows(axes, audits)
        axes.set_xlabel(f"fresh draws that reveal a word in 95 % of attempts (right of the line: more than {limit})")

    return _svg(draw, 1.2 + 0.4 * len(audits))


def plot_types(reports: Sequence[AttackReport], priors: Mapping[str, float]) -> str:
    """Success of each attack on each entity type, one group of bars a type; a line marks who guesses by prior alone."""

    def draw(axes: Any) -> None:
        height = 0.8 / max(len(reports), 1)
        for place, report in enumerate(reports):
            shown = [(row, *report.by_type[name]) for row, name in enumerate(priors) if name in report.by_type]
            at = [row + (place - (len(reports) - 1) / 2) * height for row, _, _ in shown]
            rates = [hits / attacked for _, hits, attacked in shown]
            ends = [wilson(hits, attacked) for _, hits, attacked in shown]
            spread = [
                [max(rate - low, 0) for rate, (low, _) in zip(rates, ends, strict=True)],
                [max(high - rate, 0) for rate, (_, high) in zip(rates, ends, strict=True)],
            ]
            colour = COLOURS[place % len(COLOURS)]
            label = report.attack.replace("_", " ")
            axes.barh(at, rates, height, xerr=spread, color=colour, label=label, error_kw={"lw": 1})
        rows = range(len(priors))
        axes.scatter(
            list(priors.values()), list(rows), marker="|", s=400, color="black", label="by prior alone", zorder=3
        )
        axes.set_yticks(rows, list(priors))
        axes.set_ylim(len(priors) - 0.5, -0.5)
        axes.set_xlim(0, None)
        axes.set_xlabel("share of mentions recovered exactly (bars: 95 %)")
        axes.legend(fontsize=8, loc="best")

    return _svg(draw, 1.2 + 0.22 * max(len(reports), 2) * len(priors))


def check_plots() -> None:
    """Check that plots can be drawn.

    Raises:
        MissingPackage: matplotlib is not installed.
    """
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingPackage(
            "a page has plots, and those need the package matplotlib", hint="pip install 'dp-gateway[evaluation]'"
        )


def _mean(hits: Any) -> float:
    return float(hits.mean()) if len(hits) else math.nan


def _rows(axes: Any, audits: Sequence[Audit]) -> None:
    axes.set_yticks(range(len(audits)), [audit.mechanism for audit in audits])
    axes.set_ylim(len(audits) - 0.5, -0.5)


def _svg(draw: Callable[[Any], None], height: float) -> str:
    return picture(draw, (8, max(height, 2.0)))


def picture(draw: Callable[[Any], None], size: tuple[float, float]) -> str:
    """A plot as SVG: what `draw` puts on the axes it is given, width and height in inches.

    Raises:
        MissingPackage: matplotlib is not installed.
    """
    text = _rendered(draw, size, "svg").decode()
    return text[text.index("<svg") :]


def picture_file(draw: Callable[[Any], None], size: tuple[float, float]) -> bytes:
    """The same plot as the content of a PNG file.

    Raises:
        MissingPackage: matplotlib is not installed.
    """
    return _rendered(draw, size, "png")


def _rendered(draw: Callable[[Any], None], size: tuple[float, float], form: str) -> bytes:
    check_plots()
    matplotlib: Any = importlib.import_module("matplotlib")
    figure_module: Any = importlib.import_module("matplotlib.figure")
    # The salt makes the same figures give the same page.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "dp-gateway", "font.size": 9}):
        figure: Any = figure_module.Figure(figsize=size, layout="constrained")
        axes: Any = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(visible=True, alpha=0.25)
        draw(axes)
        buffer = io.BytesIO()
        figure.savefig(buffer, format=form, dpi=150, metadata={"Date": None} if form == "svg" else {"Software": None})
    return buffer.getvalue()
