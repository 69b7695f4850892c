"""What the files and commands of systems tell: password files, certificates, directories, calendars, printed objects.

The table is a file beside this module, which says how it is written. `keys` asks for all of its entries, in any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from dp_gateway.patterns.rules import NAME, Found

_SURE, _LIKELY = 0.99, 0.9
_PARTS = {
    "{NAME}": NAME,
    "{NAMED}": rf"{NAME}(?:[ ](?:[A-Z]\.[ ])?{NAME}){{1,3}}",
    "{SECRET}": r"(?=[^\s\"']{0,60}[0-9])(?=[^\s\"']{0,60}[A-Za-z])",
    "{USER}": r"[a-z_][\w.-]{1,31}",
}
"""What names in braces stand for in the table."""


def _table() -> Iterator[tuple[list[str], re.Pattern[str], dict[str, str]]]:
    """The strings and the expression of each entry of the table, and the type of each of its groups."""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").replace("\n\t", "")
    for name, stands_for in _PARTS.items():
        text = text.replace(name, stands_for)
    for line in text.splitlines():
        if not line.startswith("#"):
            cues, _, expression = line.partition("\t")
            pattern = re.compile(expression, re.MULTILINE)
            yield cues.split(), pattern, {group: group.rstrip("23") for group in pattern.groupindex}


_WRITTEN = tuple(_table())
_BY_CUE: dict[str, list[int]] = {}
for _number, (_cues, _, _) in enumerate(_WRITTEN):
    for _cue in _cues:
        _BY_CUE.setdefault(_cue, []).append(_number)
_CHARACTERS = [cue for cue in _BY_CUE if len(cue) == 1]
# Each begins with what the engine skips to; what stands before that is looked at behind it.
_RIGHTS = re.compile(r"[w-][xsStT-](?:(?<=r..)[r-]|(?<=-..)r)[w-][xsStT-]")
_SIGNS = {
    "<": re.compile(r"<[\w.+%-]{1,64}@"),
    ":": re.compile(r":(?:[0-9]{2,5}|\*):"),
    "=": re.compile(r"=\"?[A-Za-z]{1,8}[_-](?=[A-Za-z0-9]{0,12}[0-9])"),
    "6": re.compile(r"6[23][0-9]{10}"),
    "[": re.compile(r"\([0-9a-fA-F]{4},[0-9a-fA-F]{4}\)"),
    "(": re.compile(r"-[0-9]{2}-[0-9]{2} (?<=[0-9]{4}-[0-9]{2}-[0-9]{2} )"),
    "ust": re.compile(r"ust(?<!\wust)"),
    "code": re.compile(r"code [0-9]{3}"),
    "rw": _RIGHTS,
    "r-": _RIGHTS,
}
"""What stands in every match of the expressions of a cue that most programs have."""
_COOKIES = re.compile(r"(?i:(?<![\w-])(?:set-)?cookie)[\"']?\s?[:=]\s?[\"']?(?P<line>[\w.-]{1,60}=[^\n\"']{4,2000})")
_COOKIE = re.compile(r"(?P<k>[\w.-]{1,60})=(?P<v>[^;\s,]{6,600})")
_OF_COOKIES = frozenset("path expires max-age domain samesite version priority".split())
PAIRS = (
    # print_r; define('DB_USER', '...'), os.environ["DB_PASSWORD"] = "..."
    (" => ", re.compile(r"\[(?P<k>[A-Za-z]\w{1,40})\] => (?P<v>[^\n]{2,120})")),
    (
        "define(",
        re.compile(r"\bdefine\( {0,2}['\"](?P<k>[A-Za-z]\w{1,40})['\"], {0,2}['\"](?P<v>[^'\"\n]{2,120})['\"]"),
    ),
    # getCustomerByName("Ada Penhallow"), find_by_nric('S8412907D')
    ("By", re.compile(r"[a-z]By(?P<k>[A-Z][A-Za-z]{2,24})\([\"'](?P<v>[^\"'\n]{3,60})[\"']")),
    ("_by_", re.compile(r"_by_(?P<k>[a-z_]{3,24})\([\"'](?P<v>[^\"'\n]{3,60})[\"']")),
    ("] =", re.compile(r"\[['\"](?P<k>[A-Za-z]\w{1,40})['\"]\] ?= ?['\"](?P<v>[^'\"\n]{2,120})['\"]")),
    ("env(", re.compile(r"env\( {0,2}['\"](?P<k>[A-Za-z]\w{1,40})['\"], {0,2}['\"](?P<v>[^'\"\n]{2,120})['\"]")),
    # A factory: first_name { "Ada" }
    (' { "', re.compile(r"^[ \t]{0,24}(?P<k>[a-z]\w{1,40})[ \t]{1,24}\{ ?\"(?P<v>[^\"\n]{2,120})\" ?\}", re.MULTILINE)),
    # redis-cli: 1) "email", and its value in the next line
    (
        "1) ",
        re.compile(
            r"^[0-9]{1,3}\) \"(?P<k>[A-Za-z]\w{1,40})\"\n {0,4}[0-9]{1,3}\) \"(?P<v>[^\"\n]{2,120})\"$", re.MULTILINE
        ),
    ),
)
"""A string, and the expression of a key `k` with its value `v` that is run where a text holds it."""
LISTED = re.compile(r"[:=]\s{0,2}\[\s{0,8}[^\[\]\n]{2,400}\]")
"""A list, which a program has many of."""
_SURE_LISTS = "authors?|maintainers?|developers?|contributors?|reviewers|assignees"
_OTHER_LISTS = (
    "given|applicants|approvers|attendees|candidates|children|drivers|employees|friends|guests|invitees|kids|members|names|owners|"
    "participants|passengers|patients|people|persons|players|recipients|residents|staff|students|team|tenants|witnesses"
)
LISTS = re.compile(
    rf"\b(?:(?P<sure>{_SURE_LISTS})|{_OTHER_LISTS})[\"']?\s{{0,2}}[:=]\s{{0,2}}\[\s{{0,8}}(?P<items>[^\[\]\n]{{2,400}})\]"
)
"""People in a list: `authors = ["..."]`; what stands under the other words may be something else."""
LISTS_PEOPLE, LONGEST_LISTING = re.compile(rf"\b(?:{_SURE_LISTS}|{_OTHER_LISTS})[\"']?\s{{0,2}}\Z"), 16
"""The words before the sign that such a list stands behind."""


@cache
def _longer_cues() -> Any:
    """An automaton over the strings of several characters."""
    import ahocorasick

    library: Any = ahocorasick
    automaton = library.Automaton()
    for cue in _BY_CUE:
        if len(cue) > 1:
            automaton.add_word(cue, cue)
    automaton.make_automaton()
    return automaton


def system_values(text: str, nobody: Callable[[str], bool]) -> Iterator[Found]:
    """Find the values that the form of a file, or of what a command prints, gives away. `nobody`: whether a login is
    that of a service or of an example.
    """
    # Most texts hold none of the strings: no more is done than to look for all of them at once.
    cues = {*filter(text.__contains__, _CHARACTERS), *(cue for _, cue in _longer_cues().iter(text))}
    signs = {_SIGNS[cue] for cue in cues & _SIGNS.keys()}
    missing = {sign for sign in signs if sign.search(text) is None}
    cues -= {cue for cue in cues if _SIGNS.get(cue) in missing}
    for number in sorted({number for cue in cues for number in _BY_CUE[cue]}):
        _, pattern, kinds = _WRITTEN[number]
        for match in pattern.finditer(text):
            for group, kind in kinds.items():
                if match[group] and not (kind == "USERNAME" and nobody(match[group].lower())):
                    yield *match.span(group), kind, _SURE if kind == "API_KEY" else _LIKELY
    for header in _COOKIES.finditer(text) if "ookie" in text or "OOKIE" in text else ():
        for cookie in _COOKIE.finditer(text, *header.span("line")):
            if cookie["k"].lower() not in _OF_COOKIES and any(map(str.isdigit, cookie["v"])):
                yield *cookie.span("v"), "API_KEY", _LIKELY
