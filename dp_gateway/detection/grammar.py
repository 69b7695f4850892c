"""What programs write: identifiers, paths, versions, stamps, placeholders, and words that stand where a value may.

A model takes "America/New_York", `snake_case_name` and "- name: Install Rust" for names. `Detection` asks about each
finding; what its form gives away as private (an address, a number with a check digit) is not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from dp_gateway.detection.nobodys_urls import (
    in_nobodys_url,
    is_documentation,
    is_known_host,
    is_nobodys_url,
    is_of_anybodys_site,
    is_of_public_code,
    is_private,
    names_nobody,
)
from dp_gateway.detection.programs import is_anybodys_street, is_nobodys_name
from dp_gateway.detection.public.lists import is_known_firm
from dp_gateway.patterns.lexicon import default_lexicon
from dp_gateway.patterns.names import CALENDAR, SAID, WORDS_AND_NAMES
from dp_gateway.patterns.structure import SPOKEN, Structure
from dp_gateway.patterns.terms import NAMES, WORD, is_command, is_name
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon.data import read_data

__all__ = ["UUID", "Grammar"]

_REACH, _NEAR = 120, 8
_ASKED = frozenset(
    "PERSON TITLE LOCATION ORGANIZATION NRP JOB_TITLE DATE_TIME AGE MONEY PERCENTAGE QUANTITY DURATION "
    "POSTCODE URL".split()
)
_NUMBERED, _HEXADECIMAL = frozenset(("STREET_ADDRESS", "ID_NUMBER")), re.compile(r"0x[0-9a-fA-F]{1,16}")
_YEAR_AND_WORD = re.compile(r"(?:1[89]|20)[0-9]{2} [^\W\d_A-Z]+")
# "0  Ottoline   52", "Tunde     7", "B0  C0": cells of a row. "NG, LN" has no number and no name.
_OF_ROW = re.compile(
    r"[0-9]{1,6} {2,}\S[^\n]{0,60} {2,}[0-9.]{1,9}|\S{1,40}(?> {2,}\S{1,40}){1,12}|[A-Z]{1,3}(?:, [A-Z]{1,3}){0,9}"
)
_SHORT_CELLS = re.compile(r"\S{1,3}(?> {2,}\S{1,3}){1,12}")
_DOUBTFUL = 0.9
_TOKEN_REACH, _SURE_OF_NAMES = 60, 0.75
_BEFORE, _SIGNS = re.compile(r"[\w./:\\$@~-]{1,60}\Z"), "_./:\\$@~-"
_AFTER = re.compile(r"[\w./\\$@~-]{0,60}(?:\(\)|\[\])?")
_TOKEN = re.compile(
    r"(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)/\w+(?:/\w+)?|"
    r"(?:GMT|UTC)[+-]?[0-9:]*|"
    r"(?=\w*[A-Za-z0-9]_[A-Za-z0-9])\w++(?:\(\))?|"  # snake_case, ALL_CAPS
    r"[a-z_]\w*(?:\.\w+)+(?:\(\)|\[\])?|"  # self.app, os.path.join()
    r"\w+(?:\.\w+)+\(\)|\w+(?:::\w+)+|"
    r"\$[A-Za-z_]\w*|--?[a-z][\w-]+|"
    r"(?:\.{0,2}|~)/(?:[\w.@-]++/?)+|[\w.@-]+(?:/[\w.@-]+){2,}|[A-Za-z]:\\[\w\\.-]+|"  # paths
    r"v?[0-9]++\.[0-9]++\.[0-9][\w.-]*+|"  # versions
    r"[0-9.]+(?:ms|px|kb|mb|gb|tb|kib|mib|gib|em|rem|pt|dpi|fps|hz|khz|mhz|ghz|ns|us|μs|vh|vw)|"
    r"[a-z]+[A-Z]\w*|[A-Z_]{3,}\.md)\.?",
    re.ASCII,
)
# No April, May, June or August: people have these names.
_MONTH_NAMES = frozenset(("Jan", "Mar", "Apr", "May", "Jun", "Aug", "Sep", "April", "June", "August"))
_WEEKDAYS = frozenset(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))
# "On Thu, 6 Feb 2025 at 11:20, ... wrote:"
_DATE_BEHIND = re.compile(r",? (?:[0-9]{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)")
_CALENDAR = CALENDAR - WORDS_AND_NAMES
# "[Sun Dec 04 20:28:39 2005]": each of the two is a given name, too.
_DAY_OF_LOG = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?= (?:[ 0-9][0-9]|[0-9] ))"
)
_ALPHANUMERIC = re.compile(r"[^\W_]+")
_PHP = re.compile(r"PHP [4-9](?:\.[0-9]{1,2})?")
_PLACEHOLDER = re.compile(r"\$[0-9]{1,2}(?![0-9.,kKmM])")
_OBJECTS = frozenset(
    "self this cls app req res request response ctx config os sys window document module exports".split()
)


# "Task.cancelled()" and "Task::new": what a member is asked of.
_ASKED_OF = re.compile(r"\.[a-z_]\w{0,60}\(|::\w", re.ASCII)
# "SHA-256", "SHA3", and the beginning of "claude-3-5-sonnet", "Claude 3.5", "Claude 3 Opus".
_WITH_VERSION = re.compile(
    r"(?<![^\W_])(?:[A-Z]{2,6}-?[0-9]|"
    r"[A-Za-z]{2,20}(?:-[0-9]{1,2}-[a-z0-9]| [0-9]{1,2}\.[0-9x]| [0-9]{1,2} [A-Z][a-z]+[\"'`]))"
)
_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+){2,}")
# What git and diff write: "Date:   Mon Mar 3 10:00:00 2025 +0100", "--- a/page.py\t2025-03-03 10:00:00.000 +0100".
_STAMP = re.compile(
    r"(?:(?:Author|Commit)?Date: +(?=\w{3} \w{3} [0-9 ]?[0-9] [0-9:]{8} [0-9]{4} [+-][0-9]{4}$)"
    r"|(?:---|\+\+\+|\*\*\*) \S+\t|\.Dd |\.TH [^\n]{1,60}[\" ](?=\S))",
    re.MULTILINE,
)
_LONGEST_PATH = 300
_VERSION_BEFORE = re.compile(
    r"(?:[\^~]|[<>=]=?|\bv|\b[Vv]ersions?(?> (?:prior to|before|after|since|up to|from|through|until|and|or)){0,2}"
    r"[ :=\"']{1,3})\Z"
)
_OF_LIFE = re.compile(r"(?i)(?:date|born|dob|day|birth)\W{0,4}\Z")
_RELEASE_BEHIND = re.compile(r" (?:releases?|versions?|and (?:later|newer|above|up))\b")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]")
_INSTANT = re.compile(rf"{_DAY.pattern}[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}")
_TAGGED = re.compile(r"[\w.-]/[\w.-]{1,80}:\Z")
_OF_HEADER, _OFFSET = re.compile(r"[\w: ]{0,20} GMT"), re.compile(r"[0-9][+-]\Z")
_PARTS_OF_SECOND = re.compile(rf"{_INSTANT.pattern}[.,][0-9]{{3,9}}")
_MOMENT_KEY = re.compile(
    r"(?i)\b(?:created|updated|modified|changed|recorded|started|finished|completed|deleted|published|pushed|generated|"
    r"expires|expiry|issued|fetched|synced|deployed|last_?(?:modified|updated|run|build)|time_?stamp|"
    r"[a-z]{1,20}_timestamp|ts)(?:_?(?:at|on|time|date))?\\{0,3}[\"']?\s?[:=]\s?\\{0,3}[\"'\[]{0,2}\Z"
)
# "## 0.26.1", and the date below it or beside it.
_RELEASED = re.compile(
    r"^(?:#{1,4} (?:[A-Z][\w-]{0,30} ){0,3})?\[?v?[0-9]{1,4}\.[0-9]{1,4}[\w.-]{0,20}\]?(?:\([^()\n]{0,160}\))?"
    r"[ (/:–—-]{0,4}\n{0,2}[+ ]?\n?[+_* (]{0,3}(?:[A-Z][a-z]{2,8} [0-9]{1,2}(?:st|nd|rd|th)?,? )?\Z|"
    r"[0-9] \(released (?:[A-Z][a-z]{2,8} [0-9]{1,2}(?:st|nd|rd|th)?,? )?\Z",
    re.MULTILINE,
)
_COPYRIGHT = re.compile(r"(?i)(?:©|&copy;|\(c\)|copyright)(?:[ ,0-9–-]|\(c\)|&copy;|©|of){0,24}\Z")
_HELD_BY = re.compile(r"(?i:copyright|©|\(c\))[ ,0-9–(c)©-]{1,40}(?:by )?\Z")
_YEARS = re.compile(r"(?:19|20)[0-9]{2}(?:\s?[-–]\s?(?:19|20)?[0-9]{2})?")
_MAY_BE_YEARS = frozenset(("DATE_TIME", "ID_NUMBER"))
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.[0-9]{2}")
_OF_THE_CLOCK = re.compile(r"(?:12|24)[- ](?:hour|hr)s?\Z")
_MONTHS, _LEAST_LIMIT = 12, 1 << 15
# "0.4.2.1": in the network that begins with 0 nobody is.
_SMALL_ADDRESS = re.compile(r"[0-9](?:\.[0-9]){3}[-+~]|0(?:\.[0-9]{1,3}){3}(?![0-9.])")
# "Bump click from 8.1.7 to 8.1.8", as the first line of a change; who updates addresses and days writes otherwise.
_UPDATED = re.compile(r"^[^\w\n]{0,8}(?:[\w()-]{1,30}: )?[Bb]ump [^\n]{1,110}\b(?:from|to) v?\Z", re.MULTILINE)
# "jruby-9.2.13.0", "JRuby 9.1.17.0": what a program is called stands right before.
_VERSIONED = re.compile(r"(?:(?<=[a-z])(?<!\bip)(?<!host)-|\b[A-Z]{2,4}[a-z]{3,12} )\Z")
_MOST_OF_VERSION = len("68.2.0.12")
_MACHINES = frozenset("agent agents assistant assistants model models bot bots chatbot copilot".split())


def _of_programs(source: Structure, entity: Entity) -> bool:
    """Whether an entity is what programs write, whatever its type: a stamp of git, the limit of an integer, a model."""
    text = source.text
    if entity.type in _MAY_BE_YEARS and _is_of_copyright(text, entity.start, entity.end):
        return True
    asked = _BY_FORM.get(entity.type)
    if asked is None and entity.score < 1:
        asked = _is_word if entity.type in NAMES else _BY_TYPE.get(entity.type)
    return asked is not None and asked(source, entity)


def _is_of_copyright(text: str, start: int, end: int) -> bool:
    """Whether a finding is the years of a copyright."""
    if _YEARS.fullmatch(text, start, end) is None:
        return False
    return _COPYRIGHT.search(text, max(0, start - _REACH), start) is not None


def _is_known_holder(text: str, start: int, end: int) -> bool:
    """Whether a finding is the firm, known to everybody, that has a copyright: "Copyright 2022 Google LLC"."""
    if _HELD_BY.search(text, max(0, start - _REACH), start) is None:
        return False
    return is_known_firm(text[start:end].split(maxsplit=1)[0].rstrip(","))


def _is_no_mailbox(source: Structure, entity: Entity) -> bool:
    """Whether nobody reads what goes to an address; "+@app.route" is a line of a patch."""
    text = source.text
    local, _, host = text[entity.start : entity.end].lower().partition("@")
    return (
        local in _NO_MAILBOXES
        or not any(map(str.isalnum, local))
        or _is_anybody(local, host)
        or (local in _OFFICES and is_known_host(host) != "")
        or text.endswith(_BOT, 0, entity.start)
    )


_ANYBODY = frozenset(
    "test testing tester user username foo bar baz qux me you your my name email mail address example sample someone "
    "somebody anyone nobody recipient sender from to cc bcc reply a b c x y alias local admin root".split()
)
_STANDS_FOR_ANY = re.compile(
    r"(?:(?:my|your|some)-?)?(?:domain|example|server|company|site|host)\.(?:com|org|net|tld)|example\.(?:com|org|net)"
)
_JOINTS = re.compile(r"[-._+]+")


def _is_anybody(local: str, host: str) -> bool:
    """Whether an address stands for any other: "user@example.com", "your-email@domain.com"."""
    return _STANDS_FOR_ANY.fullmatch(host) is not None and _ANYBODY.issuperset(filter(None, _JOINTS.split(local)))


def _is_no_host(source: Structure, entity: Entity) -> bool:
    """Whether an address is a version, or stands in that of this machine."""
    text = source.text
    small = _SMALL_ADDRESS.match(text, entity.start) is not None
    network = text[entity.end : entity.end + 1] == "/" or "/" in text[entity.start : entity.end]
    return (
        small
        or (
            (network or source.kind_at(entity.start) in ("code", "keys"))
            and is_private(text[entity.start : entity.end])
        )
        or (
            entity.end - entity.start <= _MOST_OF_VERSION
            and (
                _UPDATED.search(text, max(0, entity.start - _REACH), entity.start) is not None
                or _VERSIONED.search(text, max(0, entity.start - _NEAR), entity.start) is not None
            )
        )
        or in_nobodys_url(text, entity.start, entity.end)
    )


def _is_cited(source: Structure, entity: Entity) -> bool:
    """Whether an address is nobody's, or leads to public code and nobody says that it is theirs."""
    text = source.text
    url = text[entity.start : entity.end]
    if _FILE.fullmatch(url):
        return True
    if is_nobodys_url(url) or (_PACKAGE_NAME.fullmatch(url) is not None and names_nobody(url)):
        return True
    if is_documentation(url) and source.language_at(entity.start) != "en":
        return True
    if (
        is_of_anybodys_site(url)
        and not _is_target(text, entity.start, module="://" not in url)
        and source.kind_at(entity.start) == "prose"
        and not source.is_document
    ):
        return False  # who writes of it may work there
    # Who calls it theirs is told of English alone.
    return (
        is_of_public_code(url)
        and _THEIRS.search(text, max(0, entity.start - _REACH), entity.start) is None
        and source.language_at(entity.start) == "en"
    )


def _is_target(text: str, start: int, *, module: bool) -> bool:
    """Whether an address is the target of a link, a value of settings, or a module that begins a line."""
    before = text[max(0, start - _NEAR) : start]
    return _TARGET.search(before) is not None or (module and not before.rpartition("\n")[2].strip())


_FILE = re.compile(r"[\w-]{1,40}\.test|lcov\.info|[a-z]\.(?:info|name|store|app|site|tech|cloud)")
"""Files, and members of what has a short name; no address has one word before "test"."""
# "com.acme.shop" is no host, though firms end in "shop": a program is called by the labels of one in turn.
_PACKAGE_NAME = re.compile(r"(?:com|org|net|io|dev|app|edu|gov)(?:\.[a-z][a-z0-9_]{1,30}){2,6}")
_TARGET = re.compile(r"(?:\]\(<?|\]:\s{1,4}<?|[\"'`=<])\Z")
"""Before the target of a link or picture, or a value: documents and settings of programs."""
_THEIRS = re.compile(r"\b(?:[Mm]y|[Mm]ine|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|I|I['’]m)\b[^.!?\n\[\]()]{0,60}\(?\Z")


def _is_limit(text: str, entity: Entity) -> bool:
    """Whether a number is one less or more than a power of two."""
    found = text[entity.start : entity.end]
    if not (found.isdecimal() and found.isascii()):
        return False
    number = int(found)
    return number >= _LEAST_LIMIT and (number & (number + 1) == 0 or number & (number - 1) == 0)


def _is_counted(source: Structure, entity: Entity) -> bool:
    """Whether what stands for an identifier is a type, a line or one of a few: "i32", "L123-L145", "ref_5"."""
    text = source.text
    start, end = entity.start, entity.end
    if _COUNTED.fullmatch(text, start, end) is not None or _is_limit(text, entity):
        return True
    return text[start - 1 : start] not in ("'", '"', "`") and _is_variable(source, start, end)


def _is_port(source: Structure, entity: Entity) -> bool:
    text = source.text
    if text[entity.start : entity.end].isdecimal():
        return _is_limit(text, entity)
    return text[entity.start - 1 : entity.start] == ":" and text[entity.start - 2 : entity.start - 1].isdecimal()


def _is_year(source: Structure, entity: Entity) -> bool:
    """Whether a postcode is a year among keys and values: "since": "2021", and no "plz": "2021" of Switzerland."""
    if _YEARS.fullmatch(source.text, entity.start, entity.end) is None or source.kind_at(entity.start) != "keys":
        return False
    return _POSTAL_KEY.search(source.text, max(0, entity.start - _REACH), entity.start) is None


_POSTAL_KEY = re.compile(r"(?i)(?:post|zip|plz|cap\b|\bcp\b|npa|pin|code|box)[^\n:=]{0,20}[:=]\W{0,4}\Z")


def _is_percent_code(source: Structure, entity: Entity) -> bool:
    """Whether a share is one of a style, "width: 100%;", a code of an address, or the end of a template, "1 %>"."""
    text = source.text
    before, behind = text[max(0, entity.start - 2) : entity.start], text[entity.end : entity.end + 1]
    if _is_remarked(source, entity.start) or _is_quantile(text, entity.start, entity.end):
        return True
    styled = (before.strip()[-1:] == ":" and behind in (";", "}")) or before in ('="', "='")
    if before[-1:] in ("%", "±") or styled or (behind == ">" and text[entity.end - 1] == "%"):
        return True
    first = max(0, entity.start - _REACH)
    beside = text[max(first, entity.start - 3) : entity.start]
    # One of these stands before any share of a style: only there the expression looks.
    if ":" not in beside and "=" not in beside and "(" not in text[first : entity.start]:
        return False
    return _OF_STYLE.search(text, first, entity.start) is not None


_FIGURE_BEHIND, _LINE_BEGINS = re.compile(r" {2,40}[-+]?[0-9]"), re.compile(r"(?:\A|\n)[ \t]{0,8}\Z")


def _is_quantile(text: str, start: int, end: int) -> bool:
    """Whether a share begins a row of figures, as in what programs tell of a column: "25%     25.000000"."""
    figure = _FIGURE_BEHIND.match(text, end)
    return figure is not None and _LINE_BEGINS.search(text, max(0, start - _REACH), start) is not None


_OF_STYLE = re.compile(
    r"(?i)(?:\b(?:width|height|top|left|right|bottom|opacity|margin|padding|size|radius|basis|scale|offset|position|inset|"
    r"stop|[xy12]{1,2})|\.(?:available|threshold))[\"']?\s?[:=]\s?[\"'`]?\Z|\b(?:oklch|hsla?|rgba?|hwb)\([^()\n]{0,30}\Z"
)
"""What a share of a style, or of a machine's room, stands behind."""


def _is_stamp(source: Structure, entity: Entity) -> bool:
    """Whether a date is a stamp of git or of a program, that of today or of a release, or a version."""
    text = source.text
    start = entity.start
    if _is_written_by_program(text, start, entity.end):
        return True
    line = max(text.rfind("\n", max(0, start - _LONGEST_PATH), start) + 1, start - _LONGEST_PATH, 0)
    stamp = _STAMP.match(text, line) if line == 0 or text[line - 1] == "\n" else None
    if stamp is not None and stamp.end() <= start:
        return True
    if _TODAY.search(text, max(0, start - _BEFORE_DATE), start) or _is_of_page(text, start):
        return True
    dotted = _DOTTED.fullmatch(text, start, entity.end)
    if dotted is None:
        return False
    behind = any(one.search(text, max(0, start - _REACH), start) for one in (_VERSION_BEFORE, _UPDATED))
    # "react-dom": "19.2.13"; a date of two digits a part has zeros in front.
    if dotted[0].startswith("0") or ".0" in dotted[0]:
        return behind or int(dotted[2]) > _MONTHS
    written = source.kind_at(start) in ("code", "keys") and source.language_at(start) == "en"
    package = written and not _OF_LIFE.search(text, max(0, start - _NEAR), start)
    return behind or int(dotted[2]) > _MONTHS or package or _RELEASE_BEHIND.match(text, entity.end) is not None


_PAGE_KEY = re.compile(r"(?:\A|\n)(?:date|lastmod|updated|modified|published|pubdate)[:=] ?[\"']?\Z")
_OF_PAGE = re.compile(r"^(?:title|layout|tags|categories|category|slug|permalink|draft|weight)[:=] ?\S", re.MULTILINE)
_HEAD_OF_PAGE = 600


def _is_of_page(text: str, start: int) -> bool:
    """Whether a date is that of a page, among the keys at its head: "date: 2022-07-12" beside "tags: [soup]"."""
    if _PAGE_KEY.search(text, max(0, start - _BEFORE_DATE), start) is None:
        return False
    return _OF_PAGE.search(text, max(0, start - _HEAD_OF_PAGE), start + _HEAD_OF_PAGE) is not None


def _is_written_by_program(text: str, start: int, end: int) -> bool:
    """Whether a date has parts of a second, is of a header of HTTP, under the key of a program, or of a release."""
    day = _DAY.fullmatch(text, max(0, start - len("2025-05-02 ")), start)
    start = day.start() if day is not None else start
    if _INSTANT.match(text, start) is not None:
        key = _MOMENT_KEY.search(text, max(0, start - _REACH), start)
        return key is not None or _PARTS_OF_SECOND.match(text, start) is not None
    return (
        _OF_HEADER.match(text, end) is not None
        or (text[start - 1 : start] == ":" and _TAGGED.search(text, max(0, start - _REACH), start) is not None)
        or _OFFSET.search(text, max(0, start - 2), start) is not None
        or _RELEASED.search(text, max(0, start - _LONGEST_PATH), start) is not None
    )


def _is_remarked(source: Structure, start: int) -> bool:
    """Whether a place stands in a comment of settings or of a program: shares and times there are those of machines."""
    if source.kind_at(start) not in ("code", "keys"):
        return False
    least = max(0, start - _LONGEST_PATH)
    line = max(source.text.rfind("\n", least, start) + 1, least)
    return _REMARK.search(source.text, line, start) is not None


_REMARK = re.compile(r"(?:^|[ \t,;])(?:#|//|--|/\*)(?=[ \t])", re.MULTILINE)


def _is_timing(source: Structure, entity: Entity) -> bool:
    """Whether a duration is the time that a program takes or waits, or a kind of clock."""
    text = source.text
    found = text[entity.start : entity.end]
    if _OF_THE_CLOCK.match(found.lower()) or _is_remarked(source, entity.start):
        return True
    short = _SHORT_TIME.search(found) is not None
    if short and _OF_SECONDS.search(found) and source.is_document and source.is_about_programs:
        return True
    return short and _TIMED.search(text, max(0, entity.start - _REACH), entity.start) is not None


def _is_machines_job(text: str, entity: Entity) -> bool:
    words = WORD.findall(text[entity.start : entity.end].lower())
    return bool(words) and words[-1] in _MACHINES and not _is_job(words)


def _is_word(source: Structure, entity: Entity) -> bool:
    """Whether what stands for a name is a word of a program, or an ordinary one where a name may stand."""
    text = source.text
    start, end = entity.start, entity.end
    if in_nobodys_url(text, start, end):
        return True
    found = text[start:end]
    if (
        (found.isdecimal() and entity.type == "ORGANIZATION")
        or (end - start == 1 and found.isascii() and source.kind_at(start) == "code")
        or (source.claims and _is_known_holder(text, start, end))
        or _is_doubtful_word(source, entity)
    ):
        return True
    if entity.detector == "patterns" and (
        _is_shouted(found) or _is_step(text, start, end) or _is_statement(source, start, end)
    ):
        return True
    if entity.type == "JOB_TITLE":
        return _is_machines_job(text, entity) or is_nobodys_name(source, entity)
    styled = source.styles and _FONT.search(text, max(0, start - _REACH), start) is not None
    if styled or _is_cut(source, start, end) or is_nobodys_name(source, entity):
        return True
    return " " not in found and (
        _names_program(source, entity) or _is_joined(source, entity) or source.counts_by(found)
    )


# "font-family: 'Source Code Pro', Consolas"
_FONT = re.compile(r"\bfont(?:-family|Family)?\\?[\"']?\s?[:=][^;:{}\n]{0,100}\Z")
_HUMP = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _is_joined(source: Structure, entity: Entity) -> bool:
    """Whether a name is words that a program joins; firms are called so too: "I work at BrightHarbor"."""
    if not _is_of_words(source.text[entity.start : entity.end]):
        return False
    return entity.score < _SURE_OF_WORDS or source.is_document or source.kind_at(entity.start) != "prose"


def _is_of_words(found: str) -> bool:
    """Whether a name is ordinary words that a program joins: "PatientData"; "AnnaMiller" is none."""
    # Most words have one capital, or nothing but capitals.
    if found[1:].islower() or _CAMEL.fullmatch(found) is None:
        return False
    names, _ = default_lexicon()
    humps = [hump.lower() for hump in _HUMP.findall(found)]
    return all(hump in names.common and not is_name(hump) for hump in humps)


def _is_cut(source: Structure, start: int, end: int) -> bool:
    """Whether a name is cut out of what programs write: "OMA LWM" of "OMA LWM2M", "Map Id" of "M.Map Id", its "M."."""
    text = source.text
    if text[end : end + 1].isdigit() and text[start:end].isupper():
        return True
    joint = end if text[end - 1] == "." else start
    return (
        text[joint - 1 : joint] == "."
        and text[joint : joint + 1].isalpha()
        and text[joint - 2 : joint - 1].isupper()
        and source.kind_at(start) == "code"
    )


def _is_doubtful_word(source: Structure, entity: Entity) -> bool:
    """Whether the tagger doubts one word: of small letters in settings, of capitals in a file about a program.

    In a file about a program it may be several small ones: "the route table association".
    """
    found = source.text[entity.start : entity.end]
    if " " in found:
        names, _ = default_lexicon()
        return (
            entity.detector.startswith("tagger")
            and entity.score < _SURE_OF_WORDS
            and source.is_document
            and source.is_about_programs
            and all(word.isalpha() and word in names.common and not is_name(word) for word in found.split())
        )
    if (
        not entity.detector.startswith("tagger")
        or entity.score >= _SURE_OF_WORDS
        or not found.isalpha()
        or is_name(found.lower())
    ):
        return False
    if found.islower():
        if entity.type == "ORGANIZATION" and source.is_document and source.is_about_programs:
            return True
        return source.kind_at(entity.start) != "prose" and not _is_odd_value(source.text, entity.start, entity.end)
    return found.isupper() and source.is_document


def _is_odd_value(text: str, start: int, end: int) -> bool:
    """Whether a word that is none of a language and no command is a string, or stands among the words of one.

    "tamsin" of {"who": "tamsin"}; "oxford" of {"msg": "mum is in oxford"}.
    """
    names, _ = default_lexicon()
    word = text[start:end]
    if word in names.common or is_command(word):
        return False
    whole = text[start - 1 : start] in _QUOTES and text[end : end + 1] in _QUOTES
    return whole or _SAID_IN_STRING.search(text, max(0, start - _REACH), start) is not None


_SAID_IN_STRING = re.compile(r"[:\[,] ?\"(?:[^\"\n]{0,60} )?[a-z]{1,20} [a-z]{1,20} \Z")
_QUOTES = frozenset("\"'")


_SURE_OF_WORDS = 0.8
_NO_MAILBOXES = frozenset("noreply no-reply donotreply do-not-reply mailer-daemon".split())
_OFFICES = frozenset("support info help security abuse press privacy legal opensource contact".split())
"""Mailboxes of a firm that everybody knows, not of one who works there."""
_BEFORE_DATE = 32
_TODAY = re.compile(
    r"(?:\btoday['’]s date|\b(?:current|system) (?:date(?: and time)?|month|year|time)|"
    r"\b(?:knowledge )?cut-?off(?: date)?|\brelease date)(?: is| was|:|,|\*\*)*\s\Z",
    re.IGNORECASE,
)
_SHORT_TIME = re.compile(r"(?i)(?:milliseconds?|seconds?|secs?|minutes?|mins?|ms)\Z")
_OF_SECONDS = re.compile(r"(?i)(?:milliseconds?|seconds?|secs?|ms)\Z")
_TIMED = re.compile(
    r"(?i)\b(?:time-?outs?|intervals?|poll\w{0,3}|waits?|waiting|retry|retries|retrying|maximum|max|default|cached?|ttl|"
    r"expires?|expiry|delays?|sleeps?|[0-9]+ms)\b[^.\n]{0,60}\Z"
)
_COUNTED = re.compile(r"[iuf](?:8|16|32|64|128)|[a-z]{2,12}_[0-9]{1,3}|L[0-9]{1,6}(?:-L?[0-9]{1,6})?")
_TYPES = frozenset(
    "String Vec Option Result Bool Boolean Int Integer Float Double Char Object Array Map Set List Any Number Optional "
    "None Null Dict Promise Record Box Arc Self Str Tuple Buffer Bytes Error Exception Config Client".split()
)
_BEHIND_TYPE = re.compile(r"\s?[;<>\[({}=|]|,$", re.MULTILINE)
_CAMEL = re.compile(r"(?!Mc|Mac|Fitz|O['’]|De|Di|Du|La|Le|Van|Von)[A-Z][a-z0-9]++[A-Z][A-Za-z0-9]*+")
_STEP = re.compile(
    r"^[ \t]{0,40}(?:- )?(?:&[\w-]{1,40} )?[\"']?name[\"']?[ \t]{0,2}[:=][ \t]{0,4}[\"']?"
    r"(?P<before>(?:[A-Z][a-z]{1,15} ){0,2})\Z",
    re.MULTILINE,
)
# What the next line says that it does, or has.
_DOES = re.compile(
    r"[^\n]{0,80}\n{1,3}[ \t]{0,40}[\"']?(?:run|uses|shell|command|script|with|if|runs-on|steps|on|env|image|jobs|"
    r"permissions|version|dynamic|edition|scripts|license|concurrency|working-directory|needs|value|valueFrom|in|mountPath|timeout-minutes|"
    r"continue-on-error|strategy)[\"']?[ \t]{0,2}[:=]"
)
_LONGEST_STEP = 100
_PLACEHOLDERS = frozenset(
    "test new old fake dummy mock example your sample no api key token secret needed invalid valid here some default "
    "auth access client user password apikey super secure similarly very strong long random changeme change me "
    "postgres root mysql guest anonymous minioadmin "
    "placeholder".split()
)
_KEYWORDS = frozenset("await async new this self null none undefined return process".split())
_ALTERNATIVE = re.compile(r"\s(?:\|\||\?\?|or\b)|\?:|\?\.")


def _is_no_key(source: Structure, entity: Entity) -> bool:
    """Whether what stands for a secret is a word of the program, or one that says that it is none."""
    text = source.text
    start, end = entity.start, entity.end
    found = text[start:end]
    if _RELEASE.fullmatch(found) or _is_for_anybody(found) or _is_encoded(text, start, end):
        return True
    if text[start - 1 : start] not in ("'", '"', "`"):
        alternative = found.isidentifier() and _ALTERNATIVE.match(text, end) is not None
        return found.lower() in _KEYWORDS or alternative or _is_variable(source, start, end)
    return False


_WORD_JOINT = re.compile("[-_]")


def _is_for_anybody(found: str) -> bool:
    """Whether a secret is a word that says that it is to be replaced: "secret", "super-secure-password"."""
    return _PLACEHOLDERS.issuperset(_WORD_JOINT.split(found.lower()))


def _is_variable(source: Structure, start: int, end: int) -> bool:
    """Whether a value without quotes is a name of the program, used elsewhere: "id: toolCallId1,", "key=creds)"."""
    found = source.text[start:end]
    return found.isidentifier() and _GOES_ON.match(source.text, end) is not None and source.uses(found)


_GOES_ON = re.compile(r"[,)]|;$|\s[=!]==?\s", re.MULTILINE)
_RELEASE = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){2}")


def _is_sigil(source: Structure, entity: Entity) -> bool:
    """Whether a login is a variable of SQL, a command of TeX, a bot's, or a part of an identifier."""
    text = source.text
    before = text[entity.start - 1 : entity.start]
    if entity.detector.startswith("tagger") and "_" in (before, text[entity.end : entity.end + 1]):
        return True
    if _is_package(text, entity.start - (before == "@"), entity.end):
        return True
    return text[entity.start] == "@" and (
        before == "\\"
        or _is_annotation(source, entity.start, entity.end)
        or text.endswith(_BOT, 0, entity.start)
        or text[entity.start + 1 : entity.end] in source.annotations
        or f"`{text[entity.start : entity.end]}" in text
        or (_ASSIGNED.match(text, entity.end) is not None and source.kind_at(entity.start) == "code")
    )


# import "@cline/shared", "@types/*": a package that is published with others.
_PACKAGE = re.compile(r"/(?:[a-z0-9][\w.-]*+|\*)[\w./*-]{0,80}[\"'`@]")


def _is_package(text: str, start: int, end: int) -> bool:
    """Whether a finding, whose "@" stands at its start, is what a package in quotes is published under."""
    quoted = text[start - 1 : start] in _QUOTED_BY and text[start : start + 1] == "@"
    return quoted and text[start:end].islower() and _PACKAGE.match(text, end) is not None


# "@RunWith(Theories.class)", "<code>@Rule</code>"
def _is_annotation(source: Structure, start: int, end: int) -> bool:
    """Whether a finding is what programs annotate with: in code joined words, or with arguments; any word as code."""
    text, name = source.text, source.text[start + 1 : end]
    names, _ = default_lexicon()
    if not name[:1].isupper() or (is_name(name.lower()) and name.lower() not in names.common):
        return False
    called = _is_of_words(name) or text[end : end + 1] == "("
    return text.endswith("<code>", 0, start) or (called and source.kind_at(start) == "code")


_QUOTED_BY = ('"', "'", "`")
_BOT = "[bot]"
_ASSIGNED = re.compile(r"\w{0,30}\s?(?::=|[=<>]=?\s?[\w'@(])")


def _is_of_program(source: Structure, entity: Entity) -> bool:
    """Whether an identifier counts something of a program, or is one of 128 bits that programs give out to things."""
    text = source.text
    start = entity.start
    if UUID.fullmatch(text, start, entity.end):
        return _OF_SOMEBODY.search(text, max(0, start - _REACH), start) is None and source.kind_at(start) != "prose"
    decimals = entity.detector.startswith("tagger") and _is_decimals(text, start, entity.end)
    if decimals or _IN_PATH.search(text[start : entity.end]) or _is_encoded(text, start, entity.end):
        return True
    if _DRAWN.search(text, max(0, start - _NEAR), start) and _PART_OF_DRAWING.fullmatch(text, start, entity.end):
        return True
    if source.kind_at(start) == "code" and _is_change(text, start, entity.end):
        return True
    process = entity.end - start <= _LONGEST_PROCESS and _OF_PROCESS.search(text, max(0, start - _NEAR), start)
    # A patient has such a number, too.
    if process and source.kind_at(start) == "code":
        return True
    return entity.score < 1 and _is_counted(source, entity)


# "url(#paint0_linear_2113_39357)": what a drawing calls its parts.
_DRAWN = re.compile(r"(?:url\(#|\bid=\"|href=\"#)\Z")
_PART_OF_DRAWING = re.compile(r"[A-Za-z]{1,20}[0-9]{0,3}(?:_[a-z]{1,12}){0,3}(?:_[0-9]{1,6}){1,3}")
_CHANGE = re.compile(r"[0-9a-f]{7,12}(?= \S)")


def _is_change(text: str, start: int, end: int) -> bool:
    """Whether a number is what git calls a change by, at the beginning of a line of its history."""
    found = _CHANGE.match(text, start)
    return found is not None and found.end() == end and text[start - 1 : start] in ("", "\n")


_WHOLE_BEFORE = re.compile(r"(?<![\w.])[-+]?[0-9]{1,9}\.\Z")
_LONGEST_WHOLE, _DOTS = len("-123456789.."), frozenset(".-/")


def _is_decimals(text: str, start: int, end: int) -> bool:
    """Whether a number is what stands behind the point of another: "943.000000"."""
    if not text[start:end].isdecimal() or text[end : end + 1] in _DOTS:
        return False
    return _WHOLE_BEFORE.search(text, max(0, start - _LONGEST_WHOLE), start) is not None


_LONGEST_PROCESS = len("4194304")
_OF_PROCESS = re.compile(r"\b[Pp](?:ID|id)[:=]? ?\Z")
# "default/pvcsc001", "type-db2/ctl/DB2TEP41.ctl"
_IN_PATH = re.compile(r"(?:\A|[/-])[a-z]{3,20}/|/[a-z]{3,20}(?:/|\Z)")
_CODED, _CODED_BEFORE = re.compile(r"[A-Za-z0-9+/]{1,60}"), re.compile(r"[A-Za-z0-9+/]{1,60}\Z")
_CODED_REACH, _LEAST_CODED = 60, 48


def _is_encoded(text: str, start: int, end: int) -> bool:
    """Whether a finding is cut out of many bytes written in letters, as those of a picture."""
    before, behind = _CODED_BEFORE.search(text, max(0, start - _CODED_REACH), start), _CODED.match(text, end)
    return sum(len(around[0]) for around in (before, behind) if around is not None) >= _LEAST_CODED


UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_OF_SOMEBODY = re.compile(
    r"(?i)(?:user|customer|client|patient|member|account|employee|person|subject|student|device|tenant|order|participant|"
    r"licen[cs]e|secret|token|key|password)[\w-]{0,20}[\s:=/\"'\\]{1,8}\Z"
)
_Asked = Callable[[Structure, Entity], bool]
_BY_FORM: dict[str, _Asked] = {
    "EMAIL_ADDRESS": _is_no_mailbox,
    "IP_ADDRESS": _is_no_host,
    "URL": _is_cited,
    "ID_NUMBER": _is_of_program,
}
"""What is asked about types whose form says nothing of whose they are."""
_BY_TYPE: dict[str, _Asked] = {
    "API_KEY": _is_no_key,
    "USERNAME": _is_sigil,
    "DATE_TIME": _is_stamp,
    "DURATION": _is_timing,
    "QUANTITY": lambda source, entity: _is_remarked(source, entity.start),
    "PERCENTAGE": _is_percent_code,
    "PHONE_NUMBER": _is_port,
    "POSTCODE": _is_year,
    "STREET_ADDRESS": is_anybodys_street,
}
"""What is asked about findings that are not certain."""


def _is_shouted(found: str) -> bool:
    """Whether what stands where a name may stand is an ordinary word in capitals: "this is UNACCEPTABLE"."""
    if not (found.isupper() and found.isalpha()):
        return False
    names, _ = default_lexicon()
    word = found.lower()
    return word in names.common and not is_name(word)


_KEYWORDS_OF_SQL = frozenset(
    "SELECT FROM WHERE CASE WHEN THEN ELSE END AS AND OR NOT NULL IN IS ON BY ORDER GROUP HAVING JOIN LEFT RIGHT "
    "INNER OUTER FULL CROSS UNION ALL DISTINCT OVER PARTITION WITH LIMIT OFFSET VALUES INSERT INTO UPDATE DELETE SET "
    "CREATE DROP ALTER TABLE VIEW INDEX IF EXISTS LIKE BETWEEN ASC DESC PRIMARY FOREIGN KEY REFERENCES DEFAULT CHECK "
    "UNIQUE CONSTRAINT CAST COALESCE POWER SUM COUNT AVG MIN MAX ROUND EXTRACT INTERVAL TRUE FALSE USING RETURNING "
    "CASCADE".split()
)


def _is_statement(source: Structure, start: int, end: int) -> bool:
    """Whether what stands for a name is keywords of SQL: "END AS", of which the last is a legal form, "ELSE CASE"."""
    words = source.text[start:end].split()
    return len(words) > 1 and _KEYWORDS_OF_SQL.issuperset(words) and source.kind_at(start) != "prose"


def _is_step(text: str, start: int, end: int) -> bool:
    """Whether a finding begins the name of a step of settings: "- name: Install Rust", "- name: Run tests"."""
    first = max(0, start - _LONGEST_STEP)
    step = _STEP.search(text, first, start) if text.find("name:", first, start) >= 0 else None
    if step is None:
        return False
    words = WORD.findall(text[start:end].lower())
    names, _ = default_lexicon()
    doing = _DOES.match(text, end) is not None
    if step["before"]:
        # "- name: Get Changelog Entry"
        said = [*WORD.findall(step["before"].lower()), *words]
        return doing and said[0] in names.common and not any(map(is_name, said))
    begins = bool(words) and (doing or (words[0] in names.common and not is_name(words[0])))
    if doing and words[0] in names.sure and is_name(words[-1]):
        begins = False
    return begins or re.match(r" [a-z]", text[end : end + 2]) is not None


def _is_type(text: str, start: int, end: int) -> bool:
    return text[start:end] in _TYPES and _BEHIND_TYPE.match(text, end) is not None


def _is_asked(text: str, start: int, end: int) -> bool:
    return _ASKED_OF.match(text, end) is not None and text[start - 1 : start] not in ("@", "/")


def _in_date(text: str, start: int, end: int) -> bool:
    """Whether a word is the day or the month of a date, and no "Jan" and no "Thu"."""
    word = text[start:end]
    if word in _WEEKDAYS:
        return _DATE_BEHIND.match(text, end) is not None
    return word in _MONTH_NAMES and _WEEKDAY_BEFORE.search(text, max(0, start - 8), start) is not None


def _is_key(source: Structure, start: int, end: int) -> bool:
    text = source.text
    if not text[start:end].islower():
        return False
    if text[start - 1 : start] == '"':
        return _KEY_ENDS.match(text, end) is not None
    return (
        text[end : end + 1] == ":"
        and SPOKEN.match(text, start) is None
        and _LINE_BEFORE.search(text, max(0, start - 40), start) is not None
        and source.kind_at(start) != "prose"
    )


def _is_property(text: str, start: int, end: int) -> bool:
    """Whether a finding is the name of a line of a calendar or a business card: "ORGANIZER;CN=..."."""
    if text[end : end + 1] not in (":", ";") or not text[start:end].isupper():
        return False
    return (
        text[start - 1 : start] in ("", "\n") and _CARD.search(text, max(0, start - _LONGEST_CARD), start) is not None
    )


def _names_program(source: Structure, entity: Entity) -> bool:
    """Whether one word is the beginning of a member's name, a key, before a version, or in a name with hyphens."""
    text = source.text
    start, end = entity.start, entity.end
    if (
        _is_type(text, start, end)
        or _is_asked(text, start, end)
        or _in_date(text, start, end)
        or _is_key(source, start, end)
        or _is_property(text, start, end)
    ):
        return True
    if (versioned := _WITH_VERSION.match(text, start)) is not None and versioned.end() > end:
        return text[start:end].isalpha()
    if text[start - 1 : start] == "@" and _is_package(text, start - 1, end):
        return True
    if text[start - 1 : start] in ("{", "/") and _MOVED.match(text, end) is not None:
        return True
    if text[start:end].islower() and "-" in (text[start - 1 : start], text[end : end + 1]):
        behind = _AFTER_HYPHEN.match(text, end)
        token = _beginning(text, start) + text[start:end] + (behind[0] if behind else "")
        return _KEBAB.fullmatch(token) is not None and not is_name(text[start:end])
    return False


_CARD, _LONGEST_CARD = re.compile(r"^BEGIN:V(?:CARD|EVENT|TODO|CALENDAR|ALARM)\b", re.MULTILINE), 2000
_WEEKDAY_BEFORE = re.compile(r"\b(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun),? \Z")
# {"geo": {"lon": 18.5}}
_KEY_ENDS = re.compile(r'"\s{0,4}:')
_LINE_BEFORE = re.compile(r"(?:\A|\n)[ \t]{0,40}(?:- )?\Z")
# What git shows of a file that moved: " {cassandra => databases/cassandra}/Makefile"
_MOVED = re.compile(r"[\w./-]{0,60} => [\w./-]{0,80}\}")
_AFTER_HYPHEN = re.compile(r"[a-z0-9-]{0,60}")


def _is_job(words: list[str]) -> bool:
    """Whether words are a job that people have: "travel agent", not "coding agent"."""
    titles = _job_titles()
    return any(" ".join(words[at:]) in titles for at in range(len(words) - 1))


@cache
def _job_titles() -> frozenset[str]:
    titles = {title.lower() for title in read_data().types["JOB_TITLE"]}
    return frozenset(titles | {f"{title}s" for title in titles})


class Grammar:
    """Answers which findings of one text are what programs write, or a part of an identifier, a path or a version.

    Args:
        text: the text.
    """

    def __init__(self, text: str) -> None:
        self._source = Structure(text)

    def holds(self, entity: Entity) -> bool:
        """Whether a finding is such."""
        return _of_programs(self._source, entity) or _in_token(self._source, entity)


def _in_token(source: Structure, entity: Entity) -> bool:
    """Whether an entity is a part of an identifier, a path, a version, a time zone or a placeholder, no more."""
    text = source.text
    start, end = entity.start, entity.end
    if entity.type not in _ASKED or entity.score >= 1:
        return _is_no_address(text, entity)
    found = text[start:end]
    if entity.type in NAMES and (
        (_is_of_calendar(found) and entity.score < SAID)
        or ((day := _DAY_OF_LOG.match(text, start)) is not None and day.end() == end)
        or (text[start - 2 : start] == "``" and text[end : end + 2] == "``" and " " not in found)
    ):
        return True
    if entity.type == "MONEY":
        return _is_no_amount(source, start, end)
    if entity.type == "URL":
        return found.partition(".")[0] in _OBJECTS and "/" not in found
    # Patterns that are sure of a name know what stands around it.
    sure = entity.detector == "patterns" and entity.score >= _SURE_OF_NAMES and entity.type in NAMES
    # `name: GREP_TOOL_NAME`, `client: GeminiClient;`: what stands behind a key is a name of the program.
    sure = sure and text[end : end + 1] != "_" and not (_CAMEL.fullmatch(found) and _BEHIND_TYPE.match(text, end))
    if sure or " " in found or "\n" in found:
        return False
    after = _AFTER.match(text, end)
    token = _beginning(text, start) + found + (after[0] if after else "")
    token = token.rstrip(":.")
    # A date is written like a version, or like a path.
    alone = entity.type not in NAMES and len(token) <= len(found)
    typed = entity.type in NAMES and _CAMEL.fullmatch(token) is not None and _BEHIND_TYPE.match(text, end) is not None
    return typed or (not alone and _is_of_token(token))


def _is_of_token(token: str) -> bool:
    """Whether it is written as programs write; of letters alone with a capital first, as names are, few things are."""
    plain = token.isalpha() and not token[0].islower()
    return token in _ZONES if plain else _TOKEN.fullmatch(token) is not None


_ZONES = frozenset(("GMT", "UTC"))


def _is_of_calendar(found: str) -> bool:
    """Whether days and months are all that a name is made of."""
    if found.isalpha():
        return found.lower() in _CALENDAR
    return _CALENDAR.issuperset(_ALPHANUMERIC.findall(found.lower()))


def _is_no_amount(source: Structure, start: int, end: int) -> bool:
    """Whether what stands for an amount is "$1" of a pattern or a query, and not "it costs $1", or is of PHP."""
    text, least = source.text, max(0, start - _LONGEST_PATH)
    if text[end - 1] == "$" and text.count("$", max(text.rfind("\n", least, start) + 1, least), start) % 2:
        return True  # "$g(n) = n - 1$"
    if _PLACEHOLDER.fullmatch(text, start, end) is None:
        behind = text[end : end + 2]
        applied = behind[1:].isalpha() and behind[0] == " " and source.kind_at(start) == "code"
        return _PHP.fullmatch(text, start, end) is not None or (
            text[end - 1] == "$" and (behind[:1].isdigit() or applied)
        )
    around = text[max(0, start - 1) : start] not in ("", " ", "(") or text[end : end + 1] in ("'", '"', "`")
    return around or text[end : end + 2] in (" =", " ]") or source.kind_at(start) in ("code", "keys")


def _is_no_address(text: str, entity: Entity) -> bool:
    """Whether the tagger takes "0x0062fe04" for an address or a number, or the end of "am 1. Mai 1981 geboren"."""
    if entity.type not in _NUMBERED or not entity.detector.startswith("tagger"):
        return False
    if entity.type == "STREET_ADDRESS" and _COUNTED_CELL.fullmatch(text, entity.start, entity.end):
        return True
    if text[entity.start : entity.end].isdecimal() and _GAP_BEFORE.search(text, max(0, entity.start - 2), entity.start):
        return entity.type == "STREET_ADDRESS"
    patterns = (_HEXADECIMAL, _SHORT_CELLS)
    if entity.score < _DOUBTFUL:
        patterns = (*patterns, _YEAR_AND_WORD, _OF_ROW)
    return any(one.fullmatch(text, entity.start, entity.end) for one in patterns)


# "Emmanuela      49", "49\nAlysse         49": cells of words and how often each was counted.
_COUNTED_CELL = re.compile(r"(?:[0-9]{1,9}\s+)?(?:[^\W\d_]{1,40} {3,40}[0-9]{1,9}\s*){1,20}(?:[^\W\d_]{1,40})?")
_GAP_BEFORE = re.compile(r"(?:  |\t)\Z")
"""Before the number of a row, of which nothing but a column says what it counts."""


def _beginning(text: str, start: int) -> str:
    """What of a token stands before a place, which is nothing behind a space."""
    last = text[start - 1 : start]
    if not (last.isalnum() or (last and last in _SIGNS)):
        return ""
    before = _BEFORE.search(text, max(0, start - _TOKEN_REACH), start)
    return before[0] if before else ""
