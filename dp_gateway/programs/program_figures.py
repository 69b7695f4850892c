"""Numbers and moments that programs write: limits, ports, stamps, times that something took, codes of percent.

`Grammar` asks about findings of such types.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.keys import BEGINS_LINE
from dp_gateway.patterns.structure import Structure
from dp_gateway.text.entities import Entity

_NEAR = 8
_REACH = 120
# What git and diff write: "Date:   Mon Mar 3 10:00:00 2025 +0100", "--- a/page.py\t2025-03-03 10:00:00.000 +0100".
_STAMP = re.compile(
    r"(?:(?:Author|Commit)?Date: +(?=\w{3} \w{3} [0-9 ]?[0-9] [0-9:]{8} [0-9]{4} [+-][0-9]{4}$)"
    r"|(?:---|\+\+\+|\*\*\*) \S+\t|\.Dd )",
    re.MULTILINE,
)
# The head of a page of the manual, and what its comments tell of its changes; the plain reading has no backslash.
_OF_MANUAL = re.compile(r"\.TH |[.']\\?[\"#]")
LONGEST_PATH = 300
_VERSION_BEFORE = re.compile(
    r"(?:[\^~]|[<>=]=? ?|\bv|\b(?:changes?|new|added|removed|introduced|deprecated|fixed|available|appeared) in |"
    r"\b(?:[Bb]ump(?:ed|s)?|[Uu]pgraded?|[Dd]owngraded?|[Pp]in(?:ned)?)(?: it)? to |"
    r"\b[Vv]ersions?(?> (?:prior to|before|after|since|up to|from|through|until|and|or)){0,2}"
    r"[ :=\"']{1,3}|\b(?:Linux|kernel|glibc|Python|Java|Node(?:\.js)?|Ruby|PHP|GCC|Perl|Rust|Django|Rails|"
    r"Kubernetes|Docker|PostgreSQL|MySQL|OpenSSL|macOS|iOS|Android) )\Z"
)
_OF_LIFE = re.compile(r"(?i)(?:date|born|dob|day|birth)\W{0,4}\Z")
_RELEASE_BEHIND = re.compile(r"\+(?![0-9])| (?:releases?|versions?|and (?:later|newer|above|up))\b")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T|  ?)")
_DAY_BEFORE_TIME = re.compile(rf"{_DAY.pattern}\Z")
_INSTANT = re.compile(rf"{_DAY.pattern}[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}")
_TAGGED = re.compile(r"[\w.-]/[\w.-]{1,80}:\Z")
_OF_HEADER, _OFFSET = re.compile(r"[\w: ]{0,20} GMT"), re.compile(r"[0-9][+-]\Z")
_PARTS_OF_SECOND = re.compile(rf"{_INSTANT.pattern}[.,][0-9]{{3,9}}")
# As git writes it: "2020-09-23 16:39:41 +0200".
_OF_CHANGE = re.compile(rf"{_INSTANT.pattern} [+-][0-9]{{4}}(?![0-9])")
# "Version 2.0, January 2004"
_OF_LICENCE = re.compile(r"\bVersion [0-9](?:\.[0-9]{1,2})?, \Z")
_LONGEST_VERSION = len("Version 2.10, ")
_MOMENT_KEY = re.compile(
    r"(?i)(?:^(?:start|end)-date|\b(?:created|updated|modified|changed|recorded|started|finished|completed|deleted|"
    r"published|pushed|generated|reset|merged|closed|opened|queued|scheduled|built|indexed|cached|loaded|committed|"
    r"expires|expiry|issued|fetched|synced|deployed|last_?(?:modified|updated|run|build)|time_?stamp|"
    r"[a-z]{1,20}_timestamp|ts)(?:_?(?:at|on|time|date))?)\\{0,3}[\"']?\s?[:=]\s?\\{0,3}[\"'\[]{0,2}\Z",
    re.MULTILINE,
)
# "## 0.26.1", and the date below it or beside it.
_RELEASED = re.compile(
    r"^[+ ]?(?:#{1,4} (?:[A-Z][\w-]{0,30} ){0,3})?\[?v?[0-9]{1,4}\.[0-9]{1,4}[\w.-]{0,20}\]?(?:\([^()\n]{0,160}\))?"
    r"[ \t(/:–—-]{0,12}\n{0,2}[+ ]?\n?[+_* (]{0,3}(?:[A-Z][a-z]{2,8} [0-9]{1,2}(?:st|nd|rd|th)?,? )?\Z|"
    r"[0-9] \(released (?:[A-Z][a-z]{2,8} [0-9]{1,2}(?:st|nd|rd|th)?,? )?\Z",
    re.MULTILINE,
)
YEARS = re.compile(r"(?:19|20)[0-9]{2}(?:\s?[-–]\s?(?:19|20)?[0-9]{2})?")
# "certifi 2026.6.17": packages are numbered so, too.
_OF_CALENDAR = re.compile(r"20[0-9]{2}\.[0-9]{1,2}(?:\.[0-9]{1,2})?")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.[0-9]{2}")
_OF_THE_CLOCK = re.compile(r"(?:12|24)[- ](?:hour|hr)s?\Z")
_MONTHS, _LEAST_LIMIT = 12, 1 << 15
# "Bump click from 8.1.7 to 8.1.8", as the first line of a change; who updates addresses and days writes otherwise.
UPDATED = re.compile(
    r"^[^\w\n]{0,8}(?:[\w()-]{1,30}: )?(?:[Bb]ump|[Uu]pgraded?) [^\n]{1,110}\b(?:from|to) v?\Z", re.MULTILINE
)


def is_limit(text: str, entity: Entity) -> bool:
    """Return whether a number is one less or more than a power of two."""
    found = text[entity.start : entity.end]
    if not (found.isdecimal() and found.isascii()):
        return False
    number = int(found)
    return number >= _LEAST_LIMIT and (number & (number + 1) == 0 or number & (number - 1) == 0)


def is_port(source: Structure, entity: Entity) -> bool:
    """Return whether a telephone number is a limit of a machine's integers, a port behind a host, "8.8.8.8:53", or the
    number of a node, "time:[4026531834]".
    """
    text = source.text
    if _is_day_or_version(text, entity.start, entity.end):
        return True
    if text[entity.start : entity.end].isdecimal():
        numbered = _NODE.search(text, max(0, entity.start - _REACH), entity.start) is not None
        return is_limit(text, entity) or (numbered and text[entity.end : entity.end + 1] == "]")
    return text[entity.start - 1 : entity.start] == ":" and text[entity.start - 2 : entity.start - 1].isdecimal()


# "3f2a9b1c src/pay.py (Ada Byron 2024-05-02 09:11:02 +0530 12)": what git blames for a line.
_BLAMED = re.compile(
    r"(?P<change>\^?[0-9a-f]{6,40}) {1,8}(?:[^\s()]{1,200} {1,80})?\([^()\n]{1,80} "
    r"(?P<when>[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} [+-][0-9]{4} {1,8}[0-9]{1,6})\)"
)


def is_blamed(text: str, start: int, end: int) -> bool:
    """Return whether a number is that of the change, the moment or the line that git writes before a line of a file."""
    least = max(0, start - LONGEST_PATH)
    blamed = _BLAMED.match(text, max(text.rfind("\n", least, start) + 1, least))
    return blamed is not None and (end <= blamed.end("change") or blamed.start("when") <= start < blamed.end("when"))


def _is_day_or_version(text: str, start: int, end: int) -> bool:
    """Whether a telephone number is a day or a version in a list of changes."""
    before = text[start - 1 : start]
    if is_size_and_day(text, start) or is_dumped(text, start) or _is_of_matrix(text, start, end):
        return True
    return before in _VERSION_SIGNS and _OF_PACKAGE.fullmatch(text, start, end) is not None


_ROW_OF_NUMBERS = re.compile(r"[ \t]*[0-9]{1,9}(?:[ \t]{1,9}[0-9]{1,9}){2,40}[ \t]*")
_LEAST_OF_PHONE = 7


def _is_of_matrix(text: str, start: int, end: int) -> bool:
    """Whether a line is a row of numbers, and the one above or below has as many that are too short for a telephone."""
    first = max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0)
    last = text.find("\n", end, end + _REACH)
    last = min(len(text), end + _REACH) if last < 0 else last
    if _ROW_OF_NUMBERS.fullmatch(text, first, last) is None:
        return False
    above = text[max(0, first - 1 - _REACH) : max(0, first - 1)].rpartition("\n")[2]
    below = text[last + 1 : last + 1 + _REACH].partition("\n")[0]
    count = len(text[first:last].split())
    rows = [row.split() for row in (above, below) if _ROW_OF_NUMBERS.fullmatch(row)]
    return any(len(row) == count and sum(map(len, row)) < _LEAST_OF_PHONE for row in rows)


# "4096 2026-11-28"; the last digits of a telephone number stand behind others
_SIZE_AND_DAY = re.compile(r"(?<![0-9+)(-])(?<![0-9)-][ .-])[0-9]{1,6} (?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](?![0-9])")


def is_size_and_day(text: str, start: int) -> bool:
    """Return whether the size of a file and its day stand at a place."""
    return _SIZE_AND_DAY.match(text, start) is not None


# "    2036:\t68 00 00 00 00       \tpush"; "00000010  02 00 3e 00  01 00" of hexdump, "00000010: 0200 3e00" of xxd
_DUMPED = re.compile(
    r"^(?: {0,8}[0-9a-f]{2,16}:[ \t]{1,4}(?:[0-9a-f]{2} ){0,16}|"
    r"[0-9a-f]{7,16}(?::|(?= )) {1,2}(?:[0-9a-f]{2}(?:[0-9a-f]{2})? {1,2}){0,16})\Z",
    re.MULTILINE,
)


def is_dumped(text: str, start: int) -> bool:
    """Return whether a place stands among the bytes of a file, as programs list them."""
    return _DUMPED.search(text, max(0, start - _REACH), start) is not None


# "1.2.0.20240309", "(20070526-7)", "0.2+20090917-7": versions that are days
_OF_PACKAGE = re.compile(r"(?:19|20)[0-9]{2}[01][0-9][0-3][0-9](?:-[0-9]{1,2})?")
_VERSION_SIGNS = frozenset(".+~(:=")
_NODE = re.compile(r"\b[a-z_]{2,24}:\[\Z")


def is_year(source: Structure, entity: Entity) -> bool:
    """Return whether a postcode is a year among keys and values, "since": "2021", and no "plz": "2021"."""
    if YEARS.fullmatch(source.text, entity.start, entity.end) is None or source.kind_at(entity.start) != "keys":
        return False
    return _POSTAL_KEY.search(source.text, max(0, entity.start - _REACH), entity.start) is None


_POSTAL_KEY = re.compile(r"(?i)(?:post|zip|plz|cap\b|\bcp\b|npa|pin|code|box)[^\n:=]{0,20}[:=]\W{0,4}\Z")


def is_percent_code(source: Structure, entity: Entity) -> bool:
    """Return whether a share is one of a style, "width: 100%;", or of what programs measure."""
    text = source.text
    before, behind = text[max(0, entity.start - 2) : entity.start], text[entity.end : entity.end + 1]
    if is_remarked(source, entity.start) or _is_quantile(text, entity.start, entity.end):
        return True
    if _OF_OWNERSHIP.search(text, max(0, entity.start - _REACH), entity.start) or _COVERED.match(text, entity.end):
        return True
    if _SIZED.search(text, max(0, entity.start - 3 * _NEAR), entity.start):
        return True
    progress = behind == "]" and _PROGRESS_BEFORE.search(text, max(0, entity.start - _NEAR), entity.start) is not None
    styled = progress or (before.strip()[-1:] == ":" and behind in (";", "}")) or before in ('="', "='")
    if styled:
        return True
    first = max(0, entity.start - _REACH)
    beside = text[max(first, entity.start - 3) : entity.start]
    # One of these stands before any share of a style: only there the expression looks.
    if ":" not in beside and "=" not in beside and "(" not in text[first : entity.start]:
        return False
    return _OF_STYLE.search(text, first, entity.start) is not None


# "code: 0.0313 gb (24.61 %)"
_SIZED = re.compile(r"[0-9] ?(?:[kmgtKMGT]i?[bB]|bytes) \(\Z")
# "[ 30%]" of a build or of tests
_COVERED = re.compile(r" (?:(?:unit|test|code|branch|line|statement) )?(?:coverage|(?:\w{1,20} )?compatib|of the code)")
_PROGRESS_BEFORE = re.compile(r"\[ {0,3}\Z")
_WHOLE_BEFORE = re.compile(r"(?<![\w.])[-+]?[0-9]{1,9}\.\Z")
_LONGEST_WHOLE, _DOTS = len("-123456789.."), frozenset(".-/")


def is_decimals(text: str, start: int, end: int) -> bool:
    """Return whether a number is what stands behind the point of another: "943.000000"."""
    if not text[start:end].isdecimal() or text[end : end + 1] in _DOTS:
        return False
    return _WHOLE_BEFORE.search(text, max(0, start - _LONGEST_WHOLE), start) is not None


_FIGURE_BEHIND = re.compile(r" {2,40}[-+]?[0-9]")


def _is_quantile(text: str, start: int, end: int) -> bool:
    """Whether a share begins a row of figures, as in what programs tell of a column: "25%     25.000000"."""
    figure = _FIGURE_BEHIND.match(text, end)
    return figure is not None and BEGINS_LINE.search(text, max(0, start - _REACH), start) is not None


# Of the licence of Apache.
_OF_OWNERSHIP = re.compile(r"\(ii\) ownership of (?:fifty percent \()?\Z")
_OF_STYLE = re.compile(
    r"(?i)(?:\b(?:width|height|top|left|right|bottom|opacity|margin|padding|size|radius|basis|scale|offset|position|inset|"
    r"stop|[xy12]{1,2})|\b(?:cpu|mem|used_memory|memory|disk|swap|cache|heap|fragmentation)_?\w{0,30}|\.(?:available|threshold))[\"']?\s?[:=]\s?[\"'`]?\Z|\b(?:oklch|hsla?|rgba?|hwb|calc|clamp|minmax|translate[XY]?|scale[XY]?)\([^()\n]{0,30}\Z"
)
"""What a share of a style, or of a machine's room, stands behind."""


def is_stamp(source: Structure, entity: Entity) -> bool:
    """Return whether a date is a stamp of git or of a program, that of today or of a release, or a version."""
    text = source.text
    start = entity.start
    if _is_written_by_program(text, start, entity.end) or _is_of_listing(text, start, entity.end):
        return True
    line = max(text.rfind("\n", max(0, start - LONGEST_PATH), start) + 1, start - LONGEST_PATH, 0)
    stamp = _STAMP.match(text, line) if line == 0 or text[line - 1] == "\n" else None
    if (stamp is not None and stamp.end() <= start) or (source.is_manual and _OF_MANUAL.match(text, line)):
        return True
    of_releases = _RELEASES.match(text, line) is not None and _OF_RELEASES.search(text, max(0, line - _TABLE), line)
    if of_releases or _TODAY.search(text, max(0, start - _BEFORE_DATE), start) or _is_of_page(text, start):
        return True
    if _OF_MACHINES.fullmatch(text, start, entity.end) or _CALLED_WITH.search(
        text, max(0, start - LONGEST_PATH), start
    ):
        return True
    if _is_bound(text, start, entity.end):
        return True
    return _is_version(source, start, entity.end)


# "| 3.6     | Nov 07, 2025 |": when a version came out, and is no more
_RELEASES = re.compile(r"[ \t]{0,4}\| ?[*`]{0,3}v?[0-9]{1,3}\.[0-9x]{1,3}(?:\.[0-9x]{1,3})?[*`]{0,3} {0,20}\|")
_OF_RELEASES, _TABLE = re.compile("[Vv]ersion|[Rr]elease"), 4000
# "`freeze_time("2024-02-29")`": what a call in a line of prose is given
_CALLED_WITH = re.compile(r"`[\w.]{1,40}\((?:[^`()\n]{0,40}, ?)?[\"']?\Z")
# "12 rows in 48000ms"; "FY2023" is a year, which is nobody's
_OF_MACHINES = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?(?:ms|[nuµμ]s)|[FC]Y[ '’]?(?:(?:19|20)[0-9]{2}|[0-9]{2})")
# "from 1024 to 2000", of which the first is no year; "Python 2.7.9 (default, Mar  1 2015, 12:57:24)"
_OTHER_BOUND = re.compile(r"\bfrom (?P<n>[0-9]{1,9}) to \Z")
_BUILT = re.compile(r"\b[0-9.]{3,12}\+? \((?:default|main|tags/[\w.]{1,20})[:,] (?:\w{1,12}, )?[\w ,:]{0,24}\Z")
_FIRST_YEAR, _LAST_YEAR = 1500, 2100
# "81:5000": what a container maps is no time
_TWO_NUMBERS, _HOURS, _MINUTES = re.compile(r"([0-9]{1,5}):([0-9]{1,5})"), 24, 59


def _is_bound(text: str, start: int, end: int) -> bool:
    """Whether a year is one of two numbers of which the other is none, or a moment is that of a build of Python."""
    port = _TWO_NUMBERS.fullmatch(text, start, end)
    if port is not None and (int(port[1]) > _HOURS or int(port[2]) > _MINUTES):
        return True
    first = _OTHER_BOUND.search(text, max(0, start - _BEFORE_DATE), start)
    if first is not None and text[start:end].isdecimal():
        return not _FIRST_YEAR <= int(first["n"]) <= _LAST_YEAR
    return _BUILT.search(text, max(0, start - 2 * _BEFORE_DATE), start) is not None


_HEADS = re.compile(r"^#{1,6} \[?v?\Z", re.MULTILINE)


# "react@7.6.20", "npm@^9.2.13"
_AT_BEFORE = re.compile(r"[a-z0-9]@[~^v]?\Z")


def _is_version(source: Structure, start: int, end: int) -> bool:
    """Whether what may be a date is a version, by its form, or by what stands around it."""
    text = source.text
    of_calendar, dotted = _OF_CALENDAR.fullmatch(text, start, end), _DOTTED.fullmatch(text, start, end)
    if of_calendar is None and dotted is None:
        return False
    behind = any(one.search(text, max(0, start - _REACH), start) for one in (_VERSION_BEFORE, UPDATED, _CHECKED_IN))
    behind = (
        behind
        or text[end : end + 1] == "+"
        or (text[start - 1 : start] == "`" and (text.startswith("`, `", end) or text.endswith("`, `", 0, start)))
        or _AT_BEFORE.search(text, max(0, start - _NEAR), start) is not None
        or _is_listed(text, start, end)
        or _is_dated(text, start, end)
        or _is_revised(text, start, end)
    )
    if behind and of_calendar:
        return True
    if dotted is None:
        return False
    if source.is_manual or _HEADS.search(text, max(0, start - _NEAR), start):
        return True
    # "react-dom": "19.2.13"; a date of two digits a part has zeros in front.
    if dotted[0].startswith("0") or ".0" in dotted[0]:
        return behind or int(dotted[2]) > _MONTHS
    written = source.kind_at(start) in ("code", "keys") and source.language_at(start) == "en"
    package = written and not _OF_LIFE.search(text, max(0, start - _NEAR), start)
    return behind or int(dotted[2]) > _MONTHS or package or _RELEASE_BEHIND.match(text, end) is not None


# "XFontSel.ad,v 1.1 2000/02/13", of RCS and CVS, whose version may be taken for a date, too.
_CHECKED_IN = re.compile(r",v \Z")
# "langgraph    1.2.24", a package in a list of them
_PACKAGE = re.compile(r"(?:\A|\n)(?:ii {2})?[\w.@/+-]{1,80}(?:[ \t]{2,80}|[ \t]?[@=]{1,2}[ \t]?|\t)\Z")
_VERSIONED_LINE = re.compile(
    r"(?:ii {2})?[\w.@/+-]{1,80}(?:[ \t]{2,80}|[ \t]?[@=]{1,2}[ \t]?)v?[0-9]{1,4}(?:\.[0-9]{1,6}){1,4}"
    r"[\w.+~-]{0,30}(?:[ \t]|$)",
    re.MULTILINE,
)
_LEAST_LISTED = 3


def _is_listed(text: str, start: int, end: int) -> bool:
    """Whether what may be a date is the version of a package in a list: the lines around it name other versions."""
    if _PACKAGE.search(text, max(0, start - _REACH), start) is None or text[end : end + 1] not in ("", "\n", " "):
        return False
    first = max(0, start - 2 * LONGEST_PATH)
    around = text[max(text.rfind("\n", 0, first) + 1, first) : end + 2 * LONGEST_PATH]
    lines = [line for line in around.split("\n") if _VERSIONED_LINE.match(line)]
    # Some are no dates: "0.26.1", "2.4.6".
    return len(lines) > _LEAST_LISTED and any(not _MAY_BE_DAY.search(line) for line in lines)


_MAY_BE_DAY = re.compile(r"[^\S\n=@](?:0?[1-9]|[12][0-9]|3[01])\.(?:0?[1-9]|1[0-2])\.[0-9]{2}(?:[0-9]{2})?(?![0-9.])")
# "5.2.10 (2022-12-13)", "(3.6.10)" behind such a day
_DAY_BEHIND = re.compile(r" {0,2}(?:\(|- |– |, )(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]\)?")
_DAY_BEFORE = re.compile(r"\b(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9] \((?:[Vv]ersion )?v?\Z")


# "zlib (1:1.2.13.dfsg-1)"
_EPOCH, _REVISION = re.compile(r"[( ][0-9]:\Z"), re.compile(r"[.+~-][a-z0-9]")


def _is_revised(text: str, start: int, end: int) -> bool:
    """Whether what may be a date is the version of a package of Debian, behind its epoch."""
    return _EPOCH.search(text, max(0, start - _NEAR), start) is not None and _REVISION.match(text, end) is not None


def _is_dated(text: str, start: int, end: int) -> bool:
    """Whether what may be a date is the version of what was released on the day beside it."""
    behind = _DAY_BEHIND.match(text, end) is not None and text[start - 1 : start] in ("", "\n", " ", "v", "[")
    return behind or (
        _DAY_BEFORE.search(text, max(0, start - _BEFORE_DATE), start) is not None and text[end : end + 1] == ")"
    )


# "Sat Nov 28 22:05:32 2026", of ps, last and ctime()
_ASCTIME = re.compile(
    r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 0-3][0-9] "
    r"[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\b"
)
_LONGEST_MOMENT = 24
# "2026-11-28 22:06 /usr/share/perl5", of find and tar
_FILE_BEHIND = re.compile(r"(?:(?:[ T][0-9]{2})?:[0-9]{2}(?::[0-9.]{2,12})?(?: [+-][0-9]{4})?)? \.{0,2}/[\w.-]{2}")


def _is_of_listing(text: str, start: int, end: int) -> bool:
    """Whether a date is part of a moment that C writes, or that of a file that stands behind it."""
    moment = _ASCTIME.search(text, max(0, start - _LONGEST_MOMENT), end + _LONGEST_MOMENT)
    if moment is not None and moment.start() < end and start < moment.end():
        return True
    return _FILE_BEHIND.match(text, end) is not None


_PAGE_KEY = re.compile(
    r"(?:\A|\n)(?:(?:modified_|last_modified_)?date|lastmod|updated|modified|published|pubdate)[:=] ?[\"']?\Z"
)
_OF_PAGE = re.compile(r"^(?:title|layout|tags|categories|category|slug|permalink|draft|weight)[:=] ?\S", re.MULTILINE)
_HEAD_OF_PAGE = 600


def _is_of_page(text: str, start: int) -> bool:
    """Whether a date is that of a page, among the keys at its head: "date: 2022-07-12" beside "tags: [soup]"."""
    if _PAGE_KEY.search(text, max(0, start - _BEFORE_DATE), start) is None:
        return False
    return _OF_PAGE.search(text, max(0, start - _HEAD_OF_PAGE), start + _HEAD_OF_PAGE) is not None


def _is_written_by_program(text: str, start: int, end: int) -> bool:
    """Whether a date has parts of a second, is of a header of HTTP, under the key of a program, or of a release."""
    day = _DAY_BEFORE_TIME.search(text, max(0, start - len("2025-05-02  ")), start)
    start = day.start() if day is not None else start
    if _INSTANT.match(text, start) is not None:
        key = _MOMENT_KEY.search(text, max(0, start - _REACH), start)
        return key is not None or any(one.match(text, start) for one in (_PARTS_OF_SECOND, _OF_CHANGE))
    return (
        _OF_HEADER.match(text, end) is not None
        or _OF_LICENCE.search(text, max(0, start - _LONGEST_VERSION), start) is not None
        or (text[start - 1 : start] == ":" and _TAGGED.search(text, max(0, start - _REACH), start) is not None)
        or _OFFSET.search(text, max(0, start - 2), start) is not None
        or (_may_be_released(text, start) and _RELEASED.search(text, max(0, start - LONGEST_PATH), start) is not None)
        or _RELEASE_OF_DAY.match(text, end) is not None
        or _SIZE_BEHIND.match(text, end) is not None
        or _is_of_change(text, start, end)
    )


def _may_be_released(text: str, start: int) -> bool:
    """Whether a line begins near before a date, or something says that it was released then."""
    least = max(0, start - LONGEST_PATH)
    return least == 0 or text.find("\n", least - 1, start) >= 0 or text.find("(released ", least, start) >= 0


# "2015-12-23  Ada Byron  <ada@example.org>", of GNU
_LONGEST_MARK = 4
_LINE_BEFORE, _AUTHOR_BEHIND = (
    re.compile(rf"^[+ *]{{0,{_LONGEST_MARK}}}\Z", re.MULTILINE),
    re.compile(r"[ \t]{1,4}[^\W\d_][^\n<]{1,60}[ \t]<"),
)
# "#### ncurses 1.8.1 -> ncurses 1.8.2 #### Nov 28, 1993", "changes in version 0.9.3 (2015-06-01)"
_OF_RELEASE = re.compile(
    r"(?:^[Rr]eleased(?: on)? |\bEOL \(|"
    r"^[+ ]?#{1,6} [^\n]{0,80}[0-9]\.[0-9][^\n]{0,24}|\b[Vv]ersions? v?[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}"
    r"(?: to [0-9.]{3,12})?[\w.-]{0,12} \(|"
    # "OpenSSL 3.0.19 27 Jan 2026"
    r"(?<![0-9.])[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,4}(?:[a-z][a-z0-9]{0,4})?\"? )\Z",
    re.MULTILINE,
)
_LONGEST_RELEASE = 80
"""Of those that are no heading."""


def _is_of_change(text: str, start: int, end: int) -> bool:
    """Whether a date is that of a change or a release, beside its author or behind its version."""
    least, near = max(0, start - 2 * _REACH), max(0, start - _LONGEST_RELEASE)
    if _LINE_BEFORE.search(text, max(0, start - _LONGEST_MARK), start) and _AUTHOR_BEHIND.match(text, end):
        return True
    return (
        text.startswith(" version", end)
        or _OF_RELEASE.search(text, least if text.find("#", least, start) >= 0 else near, start) is not None
    )


# "2009-01-15 (3.6.10)", and "2000 MiB", which is no year
_RELEASE_OF_DAY = re.compile(r" {1,2}\((?:[Vv]ersion )?v?[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}[\w.-]{0,12}\)")
_SIZE_BEHIND = re.compile(r" (?:[KMGT]i?B|[Bb]ytes|[kMG]?bits?|[kMG]Hz|px|ms)\b")


def is_remarked(source: Structure, start: int) -> bool:
    """Return whether a place stands in a comment of settings or of a program: shares and times there are those of
    machines.
    """
    if source.kind_at(start) not in ("code", "keys"):
        return False
    least = max(0, start - LONGEST_PATH)
    line = max(source.text.rfind("\n", least, start) + 1, least)
    return _REMARK.search(source.text, line, start) is not None


_REMARK = re.compile(r"(?:^|[ \t,;])(?:#|//|--|/\*)(?=[ \t])", re.MULTILINE)


def is_timing(source: Structure, entity: Entity) -> bool:
    """Return whether a duration is the time that a program takes or waits, or a kind of clock."""
    text = source.text
    found = text[entity.start : entity.end]
    if _OF_THE_CLOCK.match(found.lower()) or is_remarked(source, entity.start):
        return True
    if _OF_QUERY.search(text, max(0, entity.start - _BEFORE_DATE), entity.start):
        return True
    short = _SHORT_TIME.search(found) is not None
    if short and _OF_SECONDS.search(found) and _RAN.search(text, max(0, entity.start - _REACH), entity.start):
        return True
    if short and _OF_SECONDS.search(found) and source.is_document and source.is_about_programs:
        return True
    return short and _TIMED.search(text, max(0, entity.start - _REACH), entity.start) is not None


_BEFORE_DATE = 32
# "3 rows in set (0.01 sec)", "Query OK, 1 row affected (0.02 sec)", "ran in 0.3 seconds"
_OF_QUERY = re.compile(r"(?:\brows? (?:in set|affected)|\bEmpty set|\bwarnings?)(?:, [0-9]+ warnings?)? \(\Z")
# "Completed in 6.927sec", "==== 12 passed in 0.31s", "Installed 5 packages in 12ms"
_RAN = re.compile(
    r"^[^\w\n]{0,40}(?:(?:Completed|Done|Built|Compiled|Resolved|Installed|Prepared|Downloaded|Loaded|Audited|"
    r"Checked|Generated)\b[^.\n]{0,40}|[0-9]{1,6} (?:passed|failed|skipped|errors?|tests?)\b[^.\n]{0,60}) in \Z",
    re.MULTILINE,
)
_TODAY = re.compile(
    r"(?:\btoday['’]s date|\b(?:current|system) (?:date(?: and time)?|month|year|time)|"
    r"\b(?:knowledge )?cut-?off(?: date)?|\brelease[ _-]date|\bend-of-life(?: on)?)(?: is| was|:|,|\*\*)*\s\Z",
    re.IGNORECASE,
)
_SHORT_TIME = re.compile(r"(?i)(?:milliseconds?|seconds?|secs?|minutes?|mins?|ms)\Z")
_OF_SECONDS = re.compile(r"(?i)(?:milliseconds?|seconds?|secs?|ms)\Z")
_TIMED = re.compile(
    r"(?i)\b(?:time-?outs?|intervals?|poll\w{0,3}|waits?|waiting|retry|retries|retrying|maximum|max|default|cached?|ttl|"
    r"expires?|expiry|delays?|sleeps?|[0-9]+ms)\b[^.\n]{0,60}\Z"
)
