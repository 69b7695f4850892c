"""An audit as one page with its plots as SVG: readable without us, nothing to fetch, and no word of the text in it.

`dp-gateway audit` writes it; the page of an evaluation draws with the same plots.
"""

from __future__ import annotations

import html
import importlib
import importlib.util
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dp_gateway import __version__
from dp_gateway.attacks.audit import Audit, left_out, verdict
from dp_gateway.attacks.base import AttackReport, wilson
from dp_gateway.attacks.entity_attacks import PolicyAudit, policy_verdict
from dp_gateway.errors import MissingPackage

COLOURS = ("#1f4e79", "#c55a11", "#548235", "#7030a0", "#bf9000", "#2e9999", "#a02b4a", "#595959")
_BANDS = ((0, 1_000), (1_000, 3_000), (3_000, 10_000), (10_000, 30_000))


def plot_success(audits: Sequence[Audit]) -> str:
    """Plot the success rates of all attacks with their intervals, one group of bars a mechanism."""
    names = list(
        dict.fromkeys(report.attack for audit in audits for report in audit.reports if report.attack != "query")
    )

    def draw(axes: Any) -> None:
        height = 0.8 / max(len(names), 1)
        for place, name in enumerate(names):
            found = [(row, audit.report(name)) for row, audit in enumerate(audits)]
            shown = [(row, int(one.hits.sum()), one.tokens) for row, one in found if one is not None]
            _bars(axes, name, shown, place, (place - (len(names) - 1) / 2) * height, height)
        _rows(axes, audits)
        axes.set_xlabel("share of words recovered exactly (bars: 95 %)")
        axes.set_xlim(0, None)
        axes.legend(fontsize=8, loc="best")

    return _svg(draw, 1.2 + 0.18 * max(len(names), 2) * len(audits))


def plot_epsilons(audits: Sequence[Audit]) -> str:
    """Plot the nominal, certified and proved epsilon of each mechanism; infinite ones end in an arrow."""

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
    """Plot the success of the context-free Bayesian attack on frequent and rare words, by public frequency rank."""

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
    """Plot the least number of fresh draws that reveal a word, one dot a word."""

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
    """Plot the success of each attack on each entity type, one group of bars a type; a line marks who guesses by prior
    alone.
    """

    def draw(axes: Any) -> None:
        height = 0.8 / max(len(reports), 1)
        for place, report in enumerate(reports):
            shown = [(row, *report.by_type[name]) for row, name in enumerate(priors) if name in report.by_type]
            _bars(axes, report.attack, shown, place, (place - (len(reports) - 1) / 2) * height, height)
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


def _bars(
    axes: Any, attack: str, shown: Sequence[tuple[int, int, int]], place: int, shift: float, height: float
) -> None:
    """The bars of one attack: of each row how many were recovered, and of how many, with the interval of the rate."""
    rates = [hits / attacked for _, hits, attacked in shown]
    ends = [wilson(hits, attacked) for _, hits, attacked in shown]
    spread = [
        [max(rate - low, 0) for rate, (low, _) in zip(rates, ends, strict=True)],
        [max(high - rate, 0) for rate, (_, high) in zip(rates, ends, strict=True)],
    ]
    at, label = [row + shift for row, _, _ in shown], attack.replace("_", " ")
    axes.barh(at, rates, height, xerr=spread, color=COLOURS[place % len(COLOURS)], label=label, error_kw={"lw": 1})


def check_plots() -> None:
    """Check that plots can be drawn. Raises MissingPackage: matplotlib is not installed."""
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingPackage(
            "a page has plots, and those need the package matplotlib",
            hint="pip install 'dp-gateway[evaluation]'; audit without --html, and recommend, work without it",
        )


def _mean(hits: Any) -> float:
    return float(hits.mean()) if len(hits) else math.nan


def _rows(axes: Any, audits: Sequence[Audit]) -> None:
    axes.set_yticks(range(len(audits)), [audit.mechanism for audit in audits])
    axes.set_ylim(len(audits) - 0.5, -0.5)


def _svg(draw: Callable[[Any], None], height: float) -> str:
    return picture(draw, (8, max(height, 2.0)))


def picture(draw: Callable[[Any], None], size: tuple[float, float]) -> str:
    """Draw a plot as SVG: what `draw` puts on the axes it is given, width and height in inches. Raises MissingPackage:
    matplotlib is not installed.
    """
    text = _rendered(draw, size, "svg").decode()
    return text[text.index("<svg") :]


def picture_file(draw: Callable[[Any], None], size: tuple[float, float]) -> bytes:
    """Draw the same plot as the content of a PNG file. Raises MissingPackage: matplotlib is not installed."""
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


MEANINGS = {
    "context_free_bound": "The best possible attacker who looks at one word at a time and knows exactly how often each "
    "word occurs in the private text. Nobody has that knowledge; no attacker without context does better on average.",
    "context_free_bayesian": "The same attacker with word frequencies from other text of the same kind.",
    "contextual_bound": "Among the ten most likely inputs, the one that fits the surrounding words best; exact "
    "frequencies, and a score trained on the private text itself. An estimate of what context can add.",
    "contextual_bayesian": "The same with frequencies and score from other text: the strongest practical attack.",
    "embedding_inversion": "Takes the word nearest to the one that was sent. The usual measure in the literature, and "
    "too weak to rely on.",
    "mask_token_inference": "Hides the sent word and guesses it from the words around, without looking at it.",
    "inversion_model": "A model trained to turn sanitized words back, without knowledge of the mechanism.",
    "query": "The share of words that fresh, repeated draws reveal. Repeatable draws rule this attack out.",
    "llm": "A language model that reads the sanitized text, as the provider gets it, and names the originals.",
}
"""What each attack is, for readers of a page."""


def page(audits: Sequence[Audit]) -> str:
    """Write the page of one audit or of several side by side. Raises MissingPackage: matplotlib is not installed."""
    first = audits[0]
    words = f"{first.tokens:,} words in {first.sentences:,} sentences"
    if first.tokens == first.sentences:
        words = f"{first.tokens:,} single words drawn from word frequencies"
    parts = [
        "<h1>Privacy audit</h1>",
        "<p>Each mechanism below replaces the words of a text by other words, at random, so that who reads the result "
        f"cannot tell the originals. Here {words} were sanitized and then attacked. An attack succeeds where it names "
        "the original word exactly. This page holds figures only, no word of the text.</p>",
        f"<p class='note'>dp-gateway {__version__}, vocabulary {html.escape(first.vocabulary)}. Always guessing the "
        f"most frequent word, without looking at anything, would recover {first.guessing:.1%}.</p>",
        "<h2>Figures</h2>",
        _table(audits),
        "<p class='note'>Share of words recovered; in brackets its 95 % interval (Wilson). Below: how many words were "
        "attacked, and seconds of the attack.</p>",
        "<h2>What attackers recover</h2>",
        plot_success(audits),
        "<h2>Verdict</h2>",
        *(_verdict(audit) for audit in audits),
        "<h2>Which words</h2>",
        "<p>Rare words are often the telling ones. This is how the context-free Bayesian attack fares on common and "
        "on rare words.</p>",
        plot_frequencies(audits),
        "<h2>Epsilon: what is said, what holds, what is proved</h2>",
        "<p>Epsilon bounds how much more likely any output is from one word than from another: by a factor of at most "
        "e<sup>epsilon</sup>. It counts one word, and words of one text add up. The nominal one is the parameter of "
        "the published formula. The certified one is computed from the very integers that are drawn from, over all "
        "pairs of words; where it is infinite, some output rules some word out. Draws prove a lower bound without "
        "trusting any of that.</p>",
        plot_epsilons(audits),
        "<h2>Asking again</h2>",
        plot_queries(audits),
        "<h2>The attacks</h2>",
        _meanings(report for audit in audits for report in audit.reports),
    ]
    return document("Privacy audit", parts)


def document(title: str, parts: Iterable[str], style: str = "") -> str:
    """Join parts of a body into one document, with rules of style of its own."""
    common = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    head = (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>"
        f"<meta name='viewport' content='width=device-width'><style>\n{common}{style}</style></head><body>"
    )
    return "\n".join([head, *(part for part in parts if part), "</body></html>"]) + "\n"


def _verdict(audit: Audit) -> str:
    sentences = " ".join(html.escape(sentence) for sentence in verdict(audit))
    promise = audit.guarantee
    notes = [
        *left_out(audit),
        f"Promised: {promise.notion}. Holds for: {promise.domain}. Certificate: {promise.certificate}.",
        *(f"Assumed: {assumption}." for assumption in promise.assumptions),
        f"Source: {promise.source}.",
    ]
    listed = "<br>".join(html.escape(note) for note in notes)
    return f"<h3>{html.escape(audit.mechanism)}</h3><p>{sentences}</p><p class='note'>{listed}</p>"


def _table(audits: Sequence[Audit]) -> str:
    names = list(dict.fromkeys(report.attack for audit in audits for report in audit.reports))
    headings = ["mechanism", "nominal ε", "certified ε", "proved ε ≥", *(name.replace("_", " ") for name in names)]
    rows: list[list[str]] = []
    for audit in audits:
        certified = audit.guarantee.certified_epsilon
        shown = "<span class='bad'>infinite</span>" if math.isinf(certified) else f"{certified:.3f}"
        cells = [audit.mechanism, f"{audit.guarantee.nominal_epsilon:g}", shown, f"{audit.empirical.lower:.2f}"]
        rows.append([*cells, *(_rate(audit, name) for name in names)])
    return _tabular(headings, rows)


def _tabular(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    shown = ["".join(f"<th>{html.escape(heading)}</th>" for heading in headings)]
    shown += ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in shown) + "</table>"


def _rate(audit: Audit, name: str) -> str:
    report = audit.report(name)
    if report is None:
        return "—"
    low, high = report.interval
    notes = f"[{low:.3f}, {high:.3f}]<br>{report.tokens:,} words<br>{report.seconds:.1f} s"
    return f"{report.success_rate:.3f}<br><span class='note'>{notes}</span>"


def _meanings(reports: Iterable[AttackReport]) -> str:
    names = dict.fromkeys(report.attack for report in reports)
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{MEANINGS[name]}</dd>" for name in names if name in MEANINGS) + "</dl>"


def entity_page(audit: PolicyAudit) -> str:
    """Write the page of one audit of a policy. Raises MissingPackage: matplotlib is not installed."""
    mentions = sum(row.mentions for row in audit.types.values())
    parts = [
        "<h1>Privacy audit of a policy</h1>",
        f"<p>The policy <b>{html.escape(audit.policy)}</b> replaced {mentions:,} names and other entities in "
        f"{audit.texts:,} texts. Then they were attacked. An attack succeeds where it names the original exactly, "
        "letter case aside. This page holds figures only, no name and no phrase of the texts.</p>",
        "<h2>Verdict</h2>",
        *(f"<p>{html.escape(sentence)}</p>" for sentence in policy_verdict(audit)),
        *(f"<p class='note'>{html.escape(each.attack)}: {html.escape(each.reason)}.</p>" for each in audit.skipped),
        "<h2>Figures</h2>",
        _table_of_types(audit),
        "<p class='note'>In brackets: 95 % intervals (Wilson). By prior alone: always naming the most frequent value "
        "of the type, without looking at any text.</p>",
        "<h2>What attackers recover, type by type</h2>",
        plot_types(audit.reports, {name: row.prior for name, row in audit.types.items()}),
        "<h2>The attacks</h2>",
        _meanings(audit.reports),
    ]
    return document("Privacy audit of a policy", parts)


def _table_of_types(audit: PolicyAudit) -> str:
    attacks = (report.attack.replace("_", " ") for report in audit.reports)
    rows = [
        [name, f"{figures.mentions:,}", f"{figures.nominal_epsilon:g}", f"{figures.prior:.3f}"]
        + [_rate_of_type(report, name) for report in audit.reports]
        for name, figures in audit.types.items()
    ]
    return _tabular(["entity", "mentions", "nominal ε", "by prior alone", *attacks], rows)


def _rate_of_type(report: AttackReport, name: str) -> str:
    hits, attacked = report.by_type.get(name, (0, 0))
    if not attacked:
        return "—"
    low, high = wilson(hits, attacked)
    return f"{hits / attacked:.3f} [{low:.3f}, {high:.3f}]"
