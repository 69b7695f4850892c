"""The audit of a policy as one page: nothing has to be fetched for it, and it holds no name of the texts."""

from __future__ import annotations

import html

from dp_gateway.attacks.base import AttackReport, wilson
from dp_gateway.attacks.entity_audit import PolicyAudit, policy_verdict
from dp_gateway.attacks.page import MEANINGS, document
from dp_gateway.attacks.plots import plot_types

__all__ = ["entity_page"]


def entity_page(audit: PolicyAudit) -> str:
    """The page of one audit of a policy.

    Raises:
        MissingPackage: matplotlib is not installed.
    """
    mentions = sum(row.mentions for row in audit.types.values())
    named = dict.fromkeys(report.attack for report in audit.reports)
    parts = [
        "<h1>Privacy audit of a policy</h1>",
        f"<p>The policy <b>{html.escape(audit.policy)}</b> replaced {mentions:,} names and other entities in "
        f"{audit.texts:,} texts. Then they were attacked. An attack succeeds where it names the original exactly, "
        "letter case aside. This page holds figures only, no name and no phrase of the texts.</p>",
        "<h2>Verdict</h2>",
        *(f"<p>{html.escape(sentence)}</p>" for sentence in policy_verdict(audit)),
        *(f"<p class='note'>{html.escape(each.attack)}: {html.escape(each.reason)}.</p>" for each in audit.skipped),
        "<h2>Figures</h2>",
        _table(audit),
        "<p class='note'>In brackets: 95 % intervals (Wilson). By prior alone: always naming the most frequent value "
        "of the type, without looking at any text.</p>",
        "<h2>What attackers recover, type by type</h2>",
        plot_types(audit.reports, {name: row.prior for name, row in audit.types.items()}),
        "<h2>The attacks</h2>",
        "<dl>" + "".join(f"<dt>{name}</dt><dd>{MEANINGS[name]}</dd>" for name in named if name in MEANINGS) + "</dl>",
    ]
    return document("Privacy audit of a policy", parts)


def _table(audit: PolicyAudit) -> str:
    headings = [
        "entity",
        "mentions",
        "nominal ε",
        "by prior alone",
        *(r.attack.replace("_", " ") for r in audit.reports),
    ]
    rows = ["".join(f"<th>{html.escape(heading)}</th>" for heading in headings)]
    for name, figures in audit.types.items():
        cells = [name, f"{figures.mentions:,}", f"{figures.nominal_epsilon:g}", f"{figures.prior:.3f}"]
        cells += [_rate(report, name) for report in audit.reports]
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _rate(report: AttackReport, name: str) -> str:
    hits, attacked = report.by_type.get(name, (0, 0))
    if not attacked:
        return "—"
    low, high = wilson(hits, attacked)
    return f"{hits / attacked:.3f} [{low:.3f}, {high:.3f}]"
