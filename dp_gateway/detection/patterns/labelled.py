"""Numbers of documents and accounts that are too plain to count alone: a word of their kind has to stand before them.

Shapes and words are those of Presidio's recognisers for the United States and the United Kingdom, and of the offices
that give the numbers out.
"""

from __future__ import annotations

import re

from dp_gateway.detection.patterns.rules import Check, Expression, Rule

__all__ = ["LABELLED"]

# How far before a number its label may stand.
_REACH = 80
_WORD = re.compile(r"[^\W\d_]+")
_DEA_WEIGHTS = (1, 2, 1, 2, 1, 2)


def _behind(words: frozenset[str], score: float, valid: Check | None = None) -> Check:
    """A check that one of these words stands in the line, not far before the number."""

    def check(text: str, start: int, end: int) -> float | None:
        before = text[max(0, start - _REACH) : start].rpartition("\n")[2].lower()
        if words.isdisjoint(_WORD.findall(before)) or (valid is not None and valid(text, start, end) is None):
            return None
        return score

    return check


def _nhs(text: str, start: int, end: int) -> float | None:
    digits = [int(char) for char in text[start:end] if char.isdigit()]
    return (
        1.0 if sum(weight * digit for weight, digit in zip(range(10, 0, -1), digits, strict=True)) % 11 == 0 else None
    )


def _dea(text: str, start: int, end: int) -> float | None:
    # The last digit of: odd places, and twice the even places.
    digits = [int(char) for char in text[start + 2 : end]]
    total = sum(weight * digit for weight, digit in zip(_DEA_WEIGHTS, digits, strict=False))
    return 0.7 if total % 10 == digits[-1] else None


def _labelled(kind: str, shape: str, words: str, *, digits: int, score: float, valid: Check | None = None) -> Rule:
    cues = frozenset(words.split())
    expression = Expression(rf"(?<![\w.-])(?:{shape})(?![\w-]|\.[0-9])")
    return Rule(kind, expression, score, digits=digits, cues=cues, check=_behind(cues, score, valid))


LABELLED: tuple[Rule, ...] = (
    _labelled(
        "US_DRIVER_LICENSE",
        r"[A-Z]{1,2}[0-9]{4,14}[A-Z]?|[0-9]{2}[A-Z]{3}[0-9]{5,6}|[0-9]{7,9}[A-Z]{1,2}|[0-9]{3}[A-Z]{2}[0-9]{4}",
        "driver drivers driving license licence lic permit identification dl dls cdl cdls",
        digits=3,
        score=0.65,
    ),
    _labelled("US_PASSPORT", r"[A-Z]?[0-9]{8,9}", "passport passports travel", digits=8, score=0.5),
    _labelled("US_BANK_NUMBER", r"[0-9]{8,17}", "account acct bank checking savings debit", digits=8, score=0.6),
    _labelled(
        "US_SSN", r"[0-9]{9}|[0-9]{5}-[0-9]{4}|[0-9]{3}-[0-9]{6}|[0-9]{3}\.[0-9]{2}\.[0-9]{4}",
        "social ssn ssns ssid", digits=9, score=0.88,
    ),
    _labelled(
        "US_ITIN", r"9[0-9]{2}[- ]?[5-9][0-9][- ]?[0-9]{4}", "individual taxpayer itin itins tax tin taxid", digits=9,
        score=0.88,
    ),
    _labelled(
        "UK_NHS", r"[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{4}", "nhs national health", digits=10, score=1.0, valid=_nhs
    ),
    Rule(
        "MEDICAL_LICENSE", Expression(r"(?<![\w-])[ABCDEFGHJKLMPRSTUX][A-Z9][0-9]{7}(?![\w-])"), digits=7, check=_dea
    ),
)  # fmt: skip
"""Rules for numbers that count behind a word of their kind, or by their check digit."""
