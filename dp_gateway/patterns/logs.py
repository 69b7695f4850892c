"""Lines of logs: how they begin, for all who read the structure of a text or numbers.

`structure` takes a line that only a log begins so for code, `labelled_numbers` reads the numbers of customers in lines
of logs, and no rule takes the moment at the beginning of one for a card or a telephone.
"""

from __future__ import annotations

import re

# "NOTICE TO TENANTS" is no line of a log.
_LEVELS = "DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE"
_SAID_LEVEL = rf"(?i:{_LEVELS}|NOTICE|SEVERE|FINE|CRITICAL)\b"
# "081109 203518 143": a day, a time and the number of a process.
_MOMENT = (
    r"[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]) (?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9](?: [0-9]{1,6})?"
)

BEGINS_LOG = (
    rf"{_MOMENT} [A-Z]{{4,8}} |"
    r"\d{8}-\d{1,2}:\d{1,2}:\d{1,2}:\d{1,3}\||\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ |"
    r"\[ {0,6}\d{1,8}\.\d{6}\] |\[\d{4}/\d{6}[.:]|\[[DIWEFC] \d{4}-\d\d-\d\d |[IWEF]\d{4} \d\d:\d\d:\d\d\.|"
    r"- \d{10} \d{4}\.\d\d\.\d\d |\d{10}\.\d{3,9} |\d\d:\d\d:\d\d[.,]\d{3} (?!-->)|"
    r"<\d{1,3}>1? ?\d{4}-\d\d-\d\dT|\[\d{1,9}:\d{1,9}:\d{4}/\d{6}\.\d{1,9}:[A-Z]|"
    r"\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? \d{4}\] \[|"
    rf"\d\d(?:\d\d)?/\d\d/\d\d \d\d:\d\d:\d\d \[?{_SAID_LEVEL}|"
    rf"\[?\d{{4}}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|[\w.-]{{1,60}}\.log[\w.:-]{{0,40}} \d{{4}}-\d\d-\d\d \d\d:|"
    rf"\[?(?:{_LEVELS})\b[\]: ]|"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d |\d{1,3}(?:\.\d{1,3}){3} - |"
    # What git lists of its history, one change a line.
    r"(?=\d{0,11}[a-f])(?=[a-f]{0,11}\d)[0-9a-f]{7,12} \S"
)
"""A moment with parts of a second, with a level or with an address behind it.

What people export of a chat begins with a moment, too, and has none of these.
"""

_LINE = re.compile(
    rf"\s{{0,200}}+(?:{BEGINS_LOG}|(?:<\d{{1,3}}>)?\[?(?:\d{{4}}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|"
    rf"\d\d[/.]\d\d[/.]\d{{2,4}}[ T]\d\d:\d\d|[A-Z][a-z]{{2}} [ \d]\d \d\d:\d\d:\d\d|(?:{_LEVELS}|NOTICE)\b))"
)
_LONGEST_LINE = 1000
_ONLY_MOMENT = re.compile(_MOMENT)


def is_in_log(text: str, at: int) -> bool:
    """Whether the line of a place may be one of a log; one that people export of a chat may be, too."""
    return _LINE.match(text, text.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1) is not None


def is_moment_of_log(text: str, start: int, end: int) -> bool:
    """Whether digits are the day and the time with which a line of a log begins: "081110 114449 10421 INFO"."""
    if start and text[start - 1] != "\n":
        return False
    return text[end : end + 2].strip() != "" and _ONLY_MOMENT.fullmatch(text, start, end) is not None
