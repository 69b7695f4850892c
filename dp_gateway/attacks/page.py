"""An audit as one page: readable without us, with nothing that has to be fetched, and no word of the text in it."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence

from dp_gateway import __version__
from dp_gateway.attacks.audit import Audit, left_out, verdict
from dp_gateway.attacks.base import AttackReport, wilson
from dp_gateway.attacks.entity_audit import PolicyAudit, policy_verdict
from dp_gateway.attacks.plots import plot_epsilons, plot_frequencies, plot_queries, plot_success, plot_types

__all__ = ["MEANINGS", "STYLE", "document", "entity_page", "page"]

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b }
h1 { font-size: 1.6rem } h2 { font-size: 1.25rem; margin-top: 2.2rem } h3 { font-size: 1.05rem; margin-bottom: 0.2rem }
table { border-collapse: collapse; font-size: 0.8rem; display: block; overflow-x: auto }
th, td { padding: 0.25rem 0.4rem; border-bottom: 1px solid #ddd; text-align: right; vertical-align: top }
td { white-space: nowrap }
th:first-child, td:first-child { text-align: left }
svg { max-width: 100%; height: auto } .note { color: #555; font-size: 0.9rem }
td .note { font-size: 0.72rem } .bad { color: #a02b1a; font-weight: 600 }
dt { font-weight: 600 } dd { margin: 0 0 0.6rem 1.2rem }
"""

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
    """The page of one audit or of several side by side.

    Raises:
        MissingPackage: matplotlib is not installed.
    """
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
        _meanings(audits),
    ]
    return document("Privacy audit", parts)


def document(title: str, parts: Iterable[str]) -> str:
    """Parts of a body as one document."""
    head = (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>"
        f"<meta name='viewport' content='width=device-width'><style>{STYLE}</style></head><body>"
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
    rows = ["".join(f"<th>{heading}</th>" for heading in headings)]
    for audit in audits:
        certified = audit.guarantee.certified_epsilon
        shown = "<span class='bad'>infinite</span>" if math.isinf(certified) else f"{certified:.3f}"
        cells = [audit.mechanism, f"{audit.guarantee.nominal_epsilon:g}", shown, f"{audit.empirical.lower:.2f}"]
        rows.append("".join(f"<td>{cell}</td>" for cell in [*cells, *(_rate(audit, name) for name in names)]))
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _rate(audit: Audit, name: str) -> str:
    report = audit.report(name)
    if report is None:
        return "—"
    low, high = report.interval
    notes = f"[{low:.3f}, {high:.3f}]<br>{report.tokens:,} words<br>{report.seconds:.1f} s"
    return f"{report.success_rate:.3f}<br><span class='note'>{notes}</span>"


def _meanings(audits: Sequence[Audit]) -> str:
    names = dict.fromkeys(report.attack for audit in audits for report in audit.reports)
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{MEANINGS[name]}</dd>" for name in names if name in MEANINGS) + "</dl>"


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
        _table_of_types(audit),
        "<p class='note'>In brackets: 95 % intervals (Wilson). By prior alone: always naming the most frequent value "
        "of the type, without looking at any text.</p>",
        "<h2>What attackers recover, type by type</h2>",
        plot_types(audit.reports, {name: row.prior for name, row in audit.types.items()}),
        "<h2>The attacks</h2>",
        "<dl>" + "".join(f"<dt>{name}</dt><dd>{MEANINGS[name]}</dd>" for name in named if name in MEANINGS) + "</dl>",
    ]
    return document("Privacy audit of a policy", parts)


def _table_of_types(audit: PolicyAudit) -> str:
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
        cells += [_rate_of_type(report, name) for report in audit.reports]
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _rate_of_type(report: AttackReport, name: str) -> str:
    hits, attacked = report.by_type.get(name, (0, 0))
    if not attacked:
        return "—"
    low, high = wilson(hits, attacked)
    return f"{hits / attacked:.3f} [{low:.3f}, {high:.3f}]"
