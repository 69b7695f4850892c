"""What belongs to the language of programs, wherever it stands: identifiers, versions, paths, time zones, placeholders.

A detector of names takes "America/New_York" for a place and `snake_case_name` for a firm. Detection asks here about
each finding of such a kind; what its form gives away as private (an address, a number with a check digit) is not asked
about.
"""

from __future__ import annotations

import re

from dp_gateway.text.entities import Entity

__all__ = ["is_grammar"]

_ASKED = frozenset(
    "PERSON TITLE LOCATION ORGANIZATION NRP JOB_TITLE DATE_TIME AGE MONEY PERCENTAGE QUANTITY DURATION "
    "POSTCODE URL".split()
)
_NAMES = frozenset("PERSON LOCATION ORGANIZATION NRP JOB_TITLE TITLE".split())
_REACH, _SURE = 60, 0.75
_BEFORE, _SIGNS = re.compile(r"[\w./:\\$@~-]{1,60}\Z"), "_./:\\$@~-"
_AFTER = re.compile(r"[\w./\\$@~-]{0,60}(?:\(\)|\[\])?")
_TOKEN = re.compile(
    r"(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)/\w+(?:/\w+)?|"
    r"(?:GMT|UTC)[+-]?[0-9:]*|"
    r"\w*[A-Za-z0-9]_[A-Za-z0-9]\w*(?:\(\))?|"  # snake_case, ALL_CAPS
    r"[a-z_]\w*(?:\.\w+)+(?:\(\)|\[\])?|"  # self.app, os.path.join()
    r"\w+(?:\.\w+)+\(\)|\w+(?:::\w+)+|"
    r"\$[A-Za-z_]\w*|--?[a-z][\w-]+|"
    r"(?:\.{0,2}|~)/(?:[\w.@-]+/?)+|[\w.@-]+(?:/[\w.@-]+){2,}|[A-Za-z]:\\[\w\\.-]+|"  # paths
    r"v?[0-9]+(?:\.[0-9]+){2,}[\w.-]*|"  # versions
    r"[0-9.]+(?:ms|px|kb|mb|gb|tb|kib|mib|gib|em|rem|pt|dpi|fps|hz|khz|mhz|ghz|ns|us|μs|vh|vw)|"
    r"[a-z]+[A-Z]\w*)\.?",
    re.ASCII,
)
# No April, May, June or August: people have these names.
_CALENDAR = frozenset(
    "january february march july september october november december monday tuesday wednesday thursday friday saturday "
    "sunday".split()
)
_WORD = re.compile(r"[^\W_]+")
_PLACEHOLDER = re.compile(r"\$[0-9]{1,2}(?![0-9.,kKmM])")
_OBJECTS = frozenset(
    "self this cls app req res request response ctx config os sys window document module exports".split()
)


def is_grammar(text: str, entity: Entity) -> bool:
    """Whether an entity is a part of an identifier, a path, a version, a time zone or a placeholder, no more."""
    if entity.type not in _ASKED or entity.score >= 1:
        return False
    start, end = entity.start, entity.end
    found = text[start:end]
    if entity.type in _NAMES and (
        _CALENDAR.issuperset(_WORD.findall(found.lower()))
        or (text[start - 2 : start] == "``" and text[end : end + 2] == "``" and " " not in found)
    ):
        return True
    if entity.type == "MONEY":
        # "$1" in a pattern or a query, not in "it costs $1".
        around = text[max(0, start - 1) : start] not in ("", " ", "(") or text[end : end + 1] in ("'", '"', "`")
        return (_PLACEHOLDER.fullmatch(found) is not None and around) or (
            found[-1] == "$" and text[end : end + 1].isdigit()
        )
    if entity.type == "URL":
        return found.partition(".")[0] in _OBJECTS and "/" not in found
    # Patterns that are sure of a name know what stands around it.
    sure = entity.detector == "patterns" and entity.score >= _SURE and entity.type in _NAMES
    if sure or " " in found or "\n" in found:
        return False
    after = _AFTER.match(text, end)
    token = _beginning(text, start) + found + (after[0] if after else "")
    token = token.rstrip(":.")
    # A date is written like a version, or like a path.
    alone = entity.type not in _NAMES and len(token) <= len(found)
    return not alone and _TOKEN.fullmatch(token) is not None


def _beginning(text: str, start: int) -> str:
    """What of a token stands before a place, which is nothing behind a space."""
    last = text[start - 1 : start]
    if not (last.isalnum() or (last and last in _SIGNS)):
        return ""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    return before[0] if before else ""
