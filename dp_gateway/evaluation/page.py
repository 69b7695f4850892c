"""A frontier as one page: which mechanism to use, first; then plots and figures. Nothing has to be fetched.

`dp-gateway evaluate` writes it.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dp_gateway.attacks.page import COLOURS, document, picture, picture_file
from dp_gateway.evaluation.results import (
    ATTACK_LIMITS,
    COSTS,
    Facts,
    Figure,
    SettingRow,
    choices,
    findings,
    front,
    write,
    write_rows,
)
from dp_gateway.evaluation.sample import EXAMPLE
from dp_gateway.mechanisms.registry import MECHANISMS

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
    """Say in words what a figure of utility is."""
    return _LABELS.get(utility, utility.replace("_", " "))


def frontier_plot(rows: Sequence[SettingRow], cost: str, utility: str, untouched: Mapping[str, Figure]) -> Draw:
    """Return what is put on axes: see `attacks.page.picture`. `rows`: all settings. `cost`: a key of `COSTS`.
    `untouched`: metrics of the texts as they are; a dotted line, where it is not at the end of the scale.
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
    """Return colour and marker of a mechanism: the same in all plots."""
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


def _mechanism(axes: Any, rows: Sequence[SettingRow], cost: str, utility: str, end: float) -> None:
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


def _front_line(axes: Any, rows: Sequence[SettingRow], cost: str, utility: str) -> None:
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


_MEANINGS = {
    "certified ε": "How much more likely any output can be from one word than from another: by at most a factor "
    "e<sup>ε</sup>, over all pairs of words, computed from the very table that is drawn from. ≤ marks a bound.",
    "Bayes attack": "Share of words that the best possible attacker names exactly who looks at one word at a time, "
    "knows the mechanism, and knows how often each word occurs in the private texts. Exact; ≈ estimated from draws.",
    "measured attack": "Share of words recovered from one draw: the better of taking the nearest word, and of "
    "an attacker who knows the mechanism and has other texts of the same kind.",
    "expected cosine": "Mean cosine between the vectors of a word and of its replacement. Exact; ≈ estimated.",
}


def utilities(rows: Sequence[SettingRow]) -> list[str]:
    """List the figures of utility that the rows have, the exact one first."""
    return ["expected_cosine", *dict.fromkeys(name for row in rows for name in row.metrics)]


def write_page(folder: Path, rows: Sequence[SettingRow], facts: Facts) -> None:
    """Write the page, its plots as PNG files, and the rows. Raises MissingPackage: matplotlib is not installed. Raises
    InputError where the folder cannot be written to.
    """
    write_rows(folder, rows, facts)
    write(folder / "frontier.html", page(rows, facts))
    for utility in utilities(rows):
        for cost in COSTS:
            plot = frontier_plot(rows, cost, utility, facts.untouched)
            write(folder / f"{utility}-by-{cost}.png", picture_file(plot, SIZE))


def page(rows: Sequence[SettingRow], facts: Facts) -> str:
    """Write the page of a frontier. Raises MissingPackage: matplotlib is not installed."""
    main, *others = utilities(rows)
    parts = [
        "<h1>Which mechanism, at which epsilon</h1>",
        f"<p class='note'>{html.escape(_measured_on(facts))}</p>",
        *(_look(rows, cost, facts.levels if cost == "certified_epsilon" else ATTACK_LIMITS) for cost in COSTS),
        "<p class='note'>Each field: the mechanism, its nominal epsilon, and the expected cosine it keeps, best of all "
        "settings below; then the certified epsilon that this takes. For limits in between: dp-gateway recommend "
        "--max-attack 0.25 --task chat --data FILE.</p>",
        "<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in findings(rows, facts.levels)) + "</ul>",
        f"<h2>{label(main).capitalize()}</h2>",
        *(_plot(rows, facts, cost, main) for cost in COSTS),
        *(_of_metric(rows, facts, utility) for utility in others),
        "<h2>All settings</h2>",
        "<p class='note'>Marked: Pareto-best in expected cosine against certified epsilon. Dashes: not computed; "
        "the reasons stand below.</p>",
        _table(rows, others),
        "<h2>One sentence under each setting</h2>",
        f"<p class='note'>No text of yours, but a public sentence: <q>{html.escape(EXAMPLE)}</q></p>",
        _examples(rows),
        "<h2>What the figures mean</h2>",
        "<dl>" + "".join(f"<dt>{name}</dt><dd>{meaning}</dd>" for name, meaning in _MEANINGS.items()) + "</dl>",
        _models(rows),
        _notes(rows, facts),
        "<h2>The same figures again</h2>",
        f"<pre>{html.escape(facts.command)}</pre>",
        f"<p class='note'>dp-gateway {html.escape(facts.version)}; index {html.escape(facts.index)}; draws are a "
        f"function of the seed ({facts.seed}), the setting and the text.</p>",
    ]
    style = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    return document("Utility against privacy", parts, f"\n{style}")


def _measured_on(facts: Facts) -> str:
    kept = "public stopwords kept in clear" if facts.keep_stopwords else "stopwords drawn too"
    return (
        f"{facts.documents:,} texts with {facts.words:,} content words of {facts.data}; {kept}, under every mechanism. "
        "Attacks and cosines are about content words. The page holds figures and a public sentence, no word of yours."
    )


def _plot(rows: Sequence[SettingRow], facts: Facts, cost: str, utility: str) -> str:
    return picture(frontier_plot(rows, cost, utility, facts.untouched), SIZE)


def _of_metric(rows: Sequence[SettingRow], facts: Facts, utility: str) -> str:
    return f"<h2>{html.escape(label(utility).capitalize())}</h2>" + "".join(
        _plot(rows, facts, cost, utility) for cost in COSTS
    )


def _shown(row: SettingRow, name: str) -> str:
    value = row.figure(name)
    if value is None:
        return "—"
    if name == "certified_epsilon":
        if math.isinf(value):
            return "<span class='bad'>infinite</span>"
        return f"{'' if row.certificate == 'exact' else '≤ '}{value:.2f}"
    if name == "nominal_epsilon":
        return f"{value:g}"
    return f"{'≈ ' if row.estimated and name in ('bayes_asr', 'expected_cosine') else ''}{value:.3f}"


_COLUMNS = {
    "nominal_epsilon": "nominal ε",
    "certified_epsilon": "certified ε",
    "bayes_asr": "Bayes attack",
    "measured_asr": "measured attack",
    "expected_cosine": "expected cosine",
}


def _headings(metrics: Sequence[str]) -> Mapping[str, str]:
    return _COLUMNS | {name: name.replace("_", " ") for name in metrics}


def _look(rows: Sequence[SettingRow], cost: str, limits: Sequence[float]) -> str:
    """What to use at each limit, at one look."""
    found = choices(rows, cost, "expected_cosine", limits)
    by_epsilon = cost == "certified_epsilon"
    shown = [f"{choice.limit:g}" if by_epsilon else f"{choice.limit:.0%}" for choice in found]
    lines = [
        f"<tr><th>{COSTS[cost].capitalize()} at most</th>" + "".join(f"<th>{each}</th>" for each in shown) + "</tr>"
    ]
    lines.append(_fields("with a certificate", [choice.row for choice in found], levels=not by_epsilon))
    if not by_epsilon and any(choice.uncertified for choice in found):
        lines.append(_fields("better still, without any", [choice.uncertified for choice in found], levels=False))
    return f"<table class='look'>{''.join(lines)}</table>"


def _fields(heading: str, found: Sequence[SettingRow | None], *, levels: bool) -> str:
    def field(row: SettingRow | None) -> str:
        if row is None:
            return "<td class='none'>—</td>"
        level = f"<i>certified {row.certified_epsilon:.3g}</i>" if levels else ""
        named = f"<b>{html.escape(row.mechanism)} {row.nominal_epsilon:g}</b>"
        return f"<td style='background: {style(row.mechanism)[0]}'>{named}{row.expected_cosine:.2f}{level}</td>"

    fields = [field(row) for row in found]
    return f"<tr><th class='note'>{heading}</th>{''.join(fields)}</tr>"


def _table(rows: Sequence[SettingRow], metrics: Sequence[str]) -> str:
    columns = _headings(metrics)
    winners = front(
        [row for row in rows if math.isfinite(row.certified_epsilon)], "certified_epsilon", "expected_cosine"
    )
    lines = [_line("th", ["mechanism", *columns.values(), "CPU s"])]
    for row in rows:
        cells = [html.escape(row.mechanism), *(_shown(row, name) for name in columns), f"{row.seconds:.1f}"]
        lines.append(_line("td", cells, best=row in winners))
    return f"<table>{''.join(lines)}</table>"


def _examples(rows: Sequence[SettingRow]) -> str:
    lines = [_line("th", ["mechanism", "nominal ε", "expected cosine", "the sentence as it leaves"])]
    for row in rows:
        figures = (_shown(row, name) for name in ("nominal_epsilon", "expected_cosine"))
        lines.append(_line("td", [html.escape(row.mechanism), *figures, html.escape(row.example) or "—"]))
    return f"<table class='examples'>{''.join(lines)}</table>"


def _line(kind: str, cells: Sequence[str], *, best: bool = False) -> str:
    inside = "".join(f"<{kind}>{cell}</{kind}>" for cell in cells)
    return f"<tr class='best'>{inside}</tr>" if best else f"<tr>{inside}</tr>"


def _models(rows: Sequence[SettingRow]) -> str:
    models = {name: figure.model for row in rows for name, figure in row.metrics.items()}
    if not models:
        return ""
    listed = "; ".join(f"{name.replace('_', ' ')}: {model}" for name, model in models.items())
    return f"<p class='note'>Computed by: {html.escape(listed)}.</p>"


def _notes(rows: Sequence[SettingRow], facts: Facts) -> str:
    reasons: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for name, reason in row.skipped.items():
            reasons.setdefault((name, reason), []).append(row.mechanism)
    lines = list(facts.notes)
    for (name, reason), mechanisms in reasons.items():
        everywhere = len(mechanisms) == len(rows)
        where = "" if everywhere else f" for {', '.join(dict.fromkeys(mechanisms))}"
        lines.append(f"{name} was skipped{where}: {reason}")
    if not lines:
        return ""
    return "<h2>Left out, and notes</h2><ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in lines) + "</ul>"
