"""An audit in words: what an attacker recovers, and where the nominal epsilon misleads."""

from __future__ import annotations

import math

from dp_gateway.attacks.audit import Audit
from dp_gateway.attacks.base import AttackReport

__all__ = ["left_out", "verdict"]

_BOUNDS = ("context_free_bound", "contextual_bound")
_NOTICEABLE = 1.05
_FEW_WORDS = 1_000


def verdict(audit: Audit) -> list[str]:
    """Sentences for a reader who knows no attack; they hold no word of the text."""
    return [*_recovered(audit), *_asked_again(audit), _epsilon(audit)]


def left_out(audit: Audit) -> list[str]:
    """Which attacks did not run, and why: a sentence a reason."""
    reasons: dict[str, list[str]] = {}
    for skipped in audit.skipped:
        reasons.setdefault(skipped.reason, []).append(skipped.attack)
    return [f"{', '.join(names)} did not run: {reason}." for reason, names in reasons.items()]


def _recovered(audit: Audit) -> list[str]:
    practical = [report for report in audit.reports if report.attack not in (*_BOUNDS, "query") and not report.by_type]
    if not practical:
        return []
    best = max(practical, key=lambda report: report.success_rate)
    sentences = [
        f"An attacker who knows the mechanism and has text of the same kind recovers {_share(best)} of the words "
        f"({best.attack}); always guessing the most frequent word would recover {audit.guessing:.1%}."
    ]
    if audit.shadow < _FEW_WORDS:
        sentences.append(
            f"This attacker has {audit.shadow:,} words of other text and no more: one who has more recovers more, so "
            "give more text, or judge by the bounds."
        )
    bound = audit.report("context_free_bound")
    if bound is not None and bound.expected is not None:
        sentences.append(
            f"No attacker who looks at one word at a time, even one who knows exactly how often each word occurs in "
            f"your text, recovers more than {bound.expected:.1%} on average."
        )
    contextual, free = audit.report("contextual_bayesian"), audit.report("context_free_bayesian")
    if contextual is not None and free is not None:
        gain = float(contextual.hits.mean() - contextual.details["context_free"])
        sentences.append(
            f"Reading the words around adds {100 * gain:.1f} percentage points to the attack without context."
            if gain > 0
            else "Reading the words around does not help this attacker."
        )
    return sentences


def _share(report: AttackReport) -> str:
    low, high = report.interval
    return f"{report.success_rate:.1%} (95 %: {low:.1%} to {high:.1%})"


def _asked_again(audit: Audit) -> list[str]:
    query = audit.report("query")
    if query is None:
        return []
    least = [count for count in query.details["least_queries"] if count]
    limit = query.details["queries"]
    if not least:
        return [f"Even {limit} fresh draws of one word do not reveal it."]
    typical = sorted(least)[len(least) // 2]
    return [
        f"Where the same word is drawn afresh again and again, {query.success_rate:.0%} of the words are revealed by "
        f"at most {limit} draws, typically {typical}: make draws repeatable (a key), so that asking again tells "
        "nothing new."
    ]


def _epsilon(audit: Audit) -> str:
    nominal, certified = audit.guarantee.nominal_epsilon, audit.guarantee.certified_epsilon
    proved = f"draws alone prove at least {audit.empirical.lower:.2f}"
    if math.isinf(certified):
        return (
            f"The nominal epsilon {nominal:g} misleads (what it holds for: {audit.guarantee.domain}). Over all words "
            f"there is no finite epsilon, for some outputs rule some inputs out; {proved}."
        )
    if certified > nominal * _NOTICEABLE:
        return (
            f"The nominal epsilon {nominal:g} is not that of local differential privacy ({audit.guarantee.notion}): "
            f"over all words it is {certified:.4g}; {proved}."
        )
    if certified * _NOTICEABLE < nominal:
        return (
            f"The nominal epsilon {nominal:g} counts in other units ({audit.guarantee.notion}): over all words it "
            f"comes to {certified:.4g}, certified; {proved}."
        )
    return f"Nominal and certified epsilon agree ({certified:.4g}, over all words); {proved}."
