"""Dates and times in many notations."""

from __future__ import annotations

import re

from dp_gateway.entities.detectors.patterns.rules import MONTHS, Rule

__all__ = ["DATES"]

_YEAR = r"(?:1[89]|20)[0-9]{2}"
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])"
_CLOCK = r"(?:[01]?[0-9]|2[0-4])[:.h][0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?:\s?(?:[ap]m\b|[AP]M\b|[ap]\.m\.|[AP]\.M\.|Uhr\b))?"
_FOREIGN_MONTHS = (
    r"(?:Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|juin|juillet|août|septembre|"
    r"octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)"
)
_MONTH_HINTS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_AND_TIME = rf"(?:(?:,?\s(?:at\s)?|T){_CLOCK})?"


def _numeric(text: str, start: int, end: int) -> float | None:
    parts = [int(part) for part in re.findall("[0-9]+", text[start:end])[:3]]
    if len(parts) < 3 or "." in text[start:end] and len(str(parts[2])) == 1:
        return None
    year, first, second = (parts[0], parts[1], parts[2]) if parts[0] > 31 else (parts[2], parts[0], parts[1])
    possible = (1 <= first <= 12 and 1 <= second <= 31) or (1 <= second <= 12 and 1 <= first <= 31)
    return 0.9 if possible and (year <= 99 or 1800 <= year <= 2199) else None


def _clock(text: str, start: int, end: int) -> float | None:
    # "16:9", "3:1" and "file.py:12:30" are no times; "14:30" is, and "9.30 am".
    found = text[start:end]
    return 0.8 if found[-1] in "mM.r" else (0.6 if ":" in found else None)


DATES: tuple[Rule, ...] = (
    Rule("DATE_TIME", re.compile(rf"(?<![\w./-])(?:{_YEAR}([-/.])[0-9]{{1,2}}\1[0-9]{{1,2}}|[0-9]{{1,2}}([-/.])[0-9]{{1,2}}\2(?:{_YEAR}|[0-9]{{2}}))"
                                 rf"(?:[T ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}})?|{_AND_TIME})(?![\w]|[-/][0-9])"),
         digits=True, check=_numeric),
    Rule("DATE_TIME", re.compile(rf"(?<![\w.-])(?:{_DAY}(?:st|nd|rd|th)?(?:\s(?:of\s)?|-|\.\s?))(?i:{MONTHS})(?:,?[\s-](?:{_YEAR}|['’][0-9]{{2}}|[0-9]{{2}}(?![\w:.])))?{_AND_TIME}(?!\w)"), 0.95, _MONTH_HINTS, digits=True),
    Rule("DATE_TIME", re.compile(rf"(?<!\w)(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\.?,?\s)?(?:{MONTHS}|(?i:{MONTHS})(?=\s[0-9]{{1,2}}(?:st|nd|rd|th|,)))\s(?:the\s)?{_DAY}(?:st|nd|rd|th)?(?:\s?[-–]\s?{_DAY})?(?:,?\s{_YEAR}|\s['’][0-9]{{2}})?{_AND_TIME}(?![\w%]|[.,:][0-9])"), 0.95, _MONTH_HINTS, digits=True),
    Rule("DATE_TIME", re.compile(rf"(?<!\w){MONTHS},?\s(?:of\s)?{_YEAR}(?!\w)"), 0.9, _MONTH_HINTS, digits=True),
    Rule("DATE_TIME", re.compile(rf"(?<![\w.])(?:{_DAY}\.?\s(?:de\s)?)?{_FOREIGN_MONTHS}\s(?:de\s)?{_YEAR}(?!\w)|(?<![\w.]){_DAY}\.?\s(?:de\s)?{_FOREIGN_MONTHS}(?!\w)"), 0.85, digits=True),
    Rule("DATE_TIME", re.compile(rf"(?<![\w.:/-]){_CLOCK}(?![\w:%]|\.[0-9])"), digits=True, check=_clock),
    Rule("DATE_TIME", re.compile(r"(?<![\w.:$-])(?:1[0-2]|0?[1-9])\s?(?:[ap]m|[AP]M|[ap]\.m\.|o['’]clock)(?!\w)"), 0.8, ("am", "pm", "a.m", "p.m", "clock"), digits=True),
    Rule("DATE_TIME", re.compile(rf"(?i:\b(?:in|since|until|till|during|from|to|before|after|by|around|circa|year|of|born|for|class of|between|and|summer|winter|spring|fall|autumn|early|late|mid)[\s-]+(?:the year\s)?)(?P<v>{_YEAR}s?)(?![\w%]|[.,:/-][0-9])"), 0.7, digits=True),
    Rule("DATE_TIME", re.compile(rf"\b(?:Q[1-4]|H[12]|FY)\s?/?(?:{_YEAR}|['’][0-9]{{2}})\b"), 0.7, digits=True),
    Rule("DATE_TIME", re.compile(rf"(?i:\b(?:dob|date of birth|birth ?date|birthday|born(?: on)?|geb\.?|expir\w+|exp\.?|valid (?:thru|until))\s*[:=]?\s*(?:is\s)?)(?P<v>[0-9]{{1,2}}[/.-](?:[0-9]{{2}}|{_YEAR})|[0-9]{{6,8}})(?![\w/.-])"), 0.85, ("dob", "birth", "born", "geb", "exp", "valid"), digits=True),
)  # fmt: skip
"""Rules for dates and times."""
