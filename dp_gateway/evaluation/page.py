"""A frontier as one page: which mechanism to use, first; then plots and figures. Nothing has to be fetched."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from dp_gateway.attacks.page import STYLE
from dp_gateway.attacks.plots import picture, picture_file
from dp_gateway.evaluation.pareto import ATTACK_LIMITS, COSTS, choices, findings, front
from dp_gateway.evaluation.plots import SIZE, frontier_plot, label, style
from dp_gateway.evaluation.results import Facts, Row, write, write_rows

__all__ = ["page", "utilities", "write_page"]

_MORE_STYLE = """
body { max-width: 70rem } h2 + svg { margin-top: 0 }
.look { margin-bottom: 1rem } .look th, .look td { text-align: center; border: 2px solid #fff; white-space: normal }
.look th { font-weight: 400 } .look tr:first-child th:first-child { font-weight: 600 }
 .look th:first-child { text-align: left; min-width: 17rem; white-space: nowrap }
.look td { color: #fff; min-width: 5.6rem; font-size: 0.9rem; line-height: 1.25 } .look td.none { color: #777 }
.look b { display: block } .look i { display: block; font-style: normal; font-size: 0.75rem }
.best { background: #fff6d8 } pre { background: #f4f4f4; padding: 0.6rem; white-space: pre-wrap }
ul { padding-left: 1.2rem } li { margin-bottom: 0.3rem }
"""
_MEANINGS = {
    "certified ε": "How much more likely any output can be from one word than from another: by at most a factor "
    "e<sup>ε</sup>, over all pairs of words, computed from the very table that is drawn from. ≤ marks a bound.",
    "Bayes attack": "Share of words that the best possible attacker names exactly who looks at one word at a time, "
    "knows the mechanism, and knows how often each word occurs in the private texts. Exact; ≈ estimated from draws.",
    "measured attack": "Share of words recovered from one draw: the better of taking the nearest word, and of "
    "an attacker who knows the mechanism and has other texts of the same kind.",
    "expected cosine": "Mean cosine between the vectors of a word and of its replacement. Exact; ≈ estimated.",
}


def utilities(rows: Sequence[Row]) -> list[str]:
    """The figures of utility that the rows have, the exact one first."""
    return ["expected_cosine", *dict.fromkeys(name for row in rows for name in row.metrics)]


def write_page(folder: Path, rows: Sequence[Row], facts: Facts) -> None:
    """Write the page, its plots as PNG files, and the rows.

    Raises:
        MissingPackage: matplotlib is not installed.
        InputError: the folder cannot be written to.
    """
    write_rows(folder, rows, facts)
    write(folder / "frontier.html", page(rows, facts))
    for utility in utilities(rows):
        for cost in COSTS:
            plot = frontier_plot(rows, cost, utility, facts.untouched)
            write(folder / f"{utility}-by-{cost}.png", picture_file(plot, SIZE))


def page(rows: Sequence[Row], facts: Facts) -> str:
    """The page.

    Raises:
        MissingPackage: matplotlib is not installed.
    """
    main, *others = utilities(rows)
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Utility against privacy</title>"
        f"<meta name='viewport' content='width=device-width'><style>{STYLE}{_MORE_STYLE}</style></head><body>",
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
        "<h2>What the figures mean</h2>",
        "<dl>" + "".join(f"<dt>{name}</dt><dd>{meaning}</dd>" for name, meaning in _MEANINGS.items()) + "</dl>",
        _models(rows),
        _notes(rows, facts),
        "<h2>The same figures again</h2>",
        f"<pre>{html.escape(facts.command)}</pre>",
        f"<p class='note'>dp-gateway {html.escape(facts.version)}; index {html.escape(facts.index)}; draws are a "
        f"function of the seed ({facts.seed}), the setting and the text.</p>",
        "</body></html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _measured_on(facts: Facts) -> str:
    kept = "public stopwords kept in clear" if facts.keep_stopwords else "stopwords drawn too"
    return (
        f"{facts.documents:,} texts with {facts.words:,} content words of {facts.data}; {kept}, under every mechanism. "
        "Attacks and cosines are about content words. The page holds figures only, no word of the texts."
    )


def _plot(rows: Sequence[Row], facts: Facts, cost: str, utility: str) -> str:
    return picture(frontier_plot(rows, cost, utility, facts.untouched), SIZE)


def _of_metric(rows: Sequence[Row], facts: Facts, utility: str) -> str:
    return f"<h2>{html.escape(label(utility).capitalize())}</h2>" + "".join(
        _plot(rows, facts, cost, utility) for cost in COSTS
    )


def _shown(row: Row, name: str) -> str:
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


def _look(rows: Sequence[Row], cost: str, limits: Sequence[float]) -> str:
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


def _fields(heading: str, found: Sequence[Row | None], *, levels: bool) -> str:
    def field(row: Row | None) -> str:
        if row is None:
            return "<td class='none'>—</td>"
        level = f"<i>certified {row.certified_epsilon:.3g}</i>" if levels else ""
        named = f"<b>{html.escape(row.mechanism)} {row.nominal_epsilon:g}</b>"
        return f"<td style='background: {style(row.mechanism)[0]}'>{named}{row.expected_cosine:.2f}{level}</td>"

    fields = [field(row) for row in found]
    return f"<tr><th class='note'>{heading}</th>{''.join(fields)}</tr>"


def _table(rows: Sequence[Row], metrics: Sequence[str]) -> str:
    columns = _headings(metrics)
    winners = front(
        [row for row in rows if math.isfinite(row.certified_epsilon)], "certified_epsilon", "expected_cosine"
    )
    lines = [_line("th", ["mechanism", *columns.values(), "CPU s"])]
    for row in rows:
        cells = [html.escape(row.mechanism), *(_shown(row, name) for name in columns), f"{row.seconds:.1f}"]
        lines.append(_line("td", cells, best=row in winners))
    return f"<table>{''.join(lines)}</table>"


def _line(kind: str, cells: Sequence[str], *, best: bool = False) -> str:
    inside = "".join(f"<{kind}>{cell}</{kind}>" for cell in cells)
    return f"<tr class='best'>{inside}</tr>" if best else f"<tr>{inside}</tr>"


def _models(rows: Sequence[Row]) -> str:
    models = {name: figure.model for row in rows for name, figure in row.metrics.items()}
    if not models:
        return ""
    listed = "; ".join(f"{name.replace('_', ' ')}: {model}" for name, model in models.items())
    return f"<p class='note'>Computed by: {html.escape(listed)}.</p>"


def _notes(rows: Sequence[Row], facts: Facts) -> str:
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
