"""What programs write: identifiers, paths, versions, stamps, placeholders, and words that stand where a value may.

A model takes "America/New_York", `snake_case_name` and "- name: Install Rust" for names. `Detection` asks about each
finding; what its form gives away as private (an address, a number with a check digit) is not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dp_gateway.mentions.everywhere import AREAS_OF_ZONES
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.names import CALENDAR, SAID, WORDS_AND_NAMES
from dp_gateway.patterns.structure import Structure
from dp_gateway.patterns.terms import NAMES, is_given, is_name
from dp_gateway.programs.names_of_programs import is_anybodys_street
from dp_gateway.programs.program_addresses import is_cited, is_sigil
from dp_gateway.programs.program_figures import (
    LONGEST_PATH,
    YEARS,
    is_blamed,
    is_decimals,
    is_dumped,
    is_percent_code,
    is_port,
    is_remarked,
    is_size_and_day,
    is_stamp,
    is_timing,
    is_year,
)
from dp_gateway.programs.program_identifiers import (
    CAMEL,
    is_no_host,
    is_no_key,
    is_no_mailbox,
    is_of_bytes,
    is_of_program,
)
from dp_gateway.programs.program_numbers import is_of_things
from dp_gateway.programs.program_words import BEHIND_TYPE, SURE_OF_NAMES, beginning, is_word
from dp_gateway.text.entities import Entity

_REACH = 120
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
_AFTER = re.compile(r"[\w./\\$@~-]{0,60}(?:\(\)|\[\])?")
_TOKEN = re.compile(
    rf"(?:(?:{AREAS_OF_ZONES}|Etc)/\w+(?:/\w+)?|(?:GMT|UTC)[+-]?[0-9:]*|"
    r"(?=\w*[A-Za-z0-9]_[A-Za-z0-9])\w++(?:\(\))?|"  # snake_case, ALL_CAPS
    r"[a-z_]\w*(?:\.\w+)+(?:\(\)|\[\])?|"  # self.app, os.path.join()
    r"\w+(?:\.\w+)+\(\)|\w+(?:::\w+)+|\$[A-Za-z_]\w*|--?[a-z][\w-]+|"
    r"(?:\.{0,2}|~)/(?:[\w.@-]++/?)+|[\w.@-]+(?:/[\w.@-]+){2,}|[A-Za-z]:\\[\w\\.-]+|"  # paths
    r"v?[0-9]++\.[0-9]++\.[0-9][\w.-]*+|"  # versions
    r"[0-9.]+(?:ms|px|kb|mb|gb|tb|kib|mib|gib|em|rem|pt|dpi|fps|hz|khz|mhz|ghz|ns|us|μs|vh|vw)|"
    r"[a-z]+[A-Z]\w*|[A-Z_]{3,}\.md)\.?",
    re.ASCII,
)
_ZONE_BEFORE, _NEAR = re.compile(rf"\b(?:{AREAS_OF_ZONES})/\Z"), 16
_NO_NAMES = frozenset(("GMT", "UTC", "IPv"))
"""Abbreviations that models and lists take for names, the last of them cut from "IPv6"."""
_CALENDAR = CALENDAR - WORDS_AND_NAMES
# "[Sun Dec 04 20:28:39 2005]": each of the two is a given name, too.
_DAY_OF_LOG = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?= (?:[ 0-9][0-9]|[0-9] ))"
)
# "$-1$", "$2046 - 1023 = 1023$": of TeX, and not "$5 and $6"
_FORMULA = re.compile(r"\$[^$\n]{0,60}[^\s$/–-]\$(?![\w.])")
_PHP = re.compile(r"PHP [4-9](?:\.[0-9]{1,2})?")
# "a timeout from 30m -> 60m": minutes
_TIMED_BEFORE = re.compile(
    r"(?i)\b(?:time-?outs?|intervals?|delays?|ttl|retention)\b[^.\n$€£0-9]{0,24}(?:[0-9]{1,3}m ?(?:->|→|to) ?)?\Z"
)
# "max output tokens to 64k", "a context window of 128k"
_TOKENS_BEFORE = re.compile(
    r"(?i)\b(?:(?:output|input|max|thinking) tokens?|token (?:budget|limit|count)|context (?:window|length|size))\b"
    r"[^.\n$€£]{0,60}(?:[0-9.]{1,5}[kM], ?){0,4}\Z"
)
_ALGORITHM = re.compile(
    r"(?i)(?:sha-?(?:1|2|3|224|256|384|512)|md[45]|aes-?[0-9]{3}|crc-?(?:16|32|64)|utf-?(?:8|16|32))"
)
# "- name: Run the issue dedupe" of a workflow
_OF_WORKFLOW, _WORKFLOW = re.compile("runs-on:|^jobs:\n", re.MULTILINE), 3000
_STEP_BEFORE = re.compile(r"^ {0,12}(?:- )?name: [^\n]{0,60}\Z", re.MULTILINE)
_SYSTEM = re.compile(r"(?:[A-Z]\w+ ){1,3}Linux")
_PLACEHOLDER = re.compile(r"\$[0-9]{1,2}(?![0-9.,kKmM])")
_OBJECTS = frozenset(
    "self this cls app req res request response ctx config os sys window document module exports console logger "
    "log".split()
)
_COPYRIGHT = re.compile(r"(?i)(?:©|&copy;|\(c\)|copyright)(?:[ ,0-9–-]|\(c\)|&copy;|©|of){0,24}\Z")
_MAY_BE_YEARS = frozenset(("DATE_TIME", "ID_NUMBER"))
_COUNTED = frozenset(("PHONE_NUMBER", "ID_NUMBER", "DATE_TIME", "US_SSN", "US_BANK_NUMBER"))
_CUT_FROM_BYTES = NAMES | {"CRYPTO", "USERNAME", "MONEY", "POSTCODE"}
"""What stands by chance in the letters of a picture."""


def _of_programs(source: Structure, entity: Entity) -> bool:
    """Whether an entity is what programs write, whatever its type: a stamp of git, the limit of an integer, a model."""
    text = source.text
    if entity.type in _MAY_BE_YEARS and _is_of_copyright(text, entity.start, entity.end):
        return True
    if entity.type in _CUT_FROM_BYTES and is_of_bytes(text, entity.start, entity.end):
        return True
    if entity.type in _COUNTED and is_blamed(text, entity.start, entity.end):
        return True
    asked = _BY_FORM.get(entity.type)
    if asked is None and entity.score < 1:
        asked = is_word if entity.type in NAMES else _BY_TYPE.get(entity.type)
    return asked is not None and asked(source, entity)


def _is_of_copyright(text: str, start: int, end: int) -> bool:
    """Whether a finding is the years of a copyright."""
    if YEARS.fullmatch(text, start, end) is None:
        return False
    return _COPYRIGHT.search(text, max(0, start - _REACH), start) is not None


_Asked = Callable[[Structure, Entity], bool]
_BY_FORM: dict[str, _Asked] = {
    "EMAIL_ADDRESS": is_no_mailbox,
    "IP_ADDRESS": is_no_host,
    # Of nothing, and of all.
    "MAC_ADDRESS": lambda source, entity: len({*source.text[entity.start : entity.end].lower()} - {*":-."}) == 1,
    "URL": is_cited,
    "ID_NUMBER": is_of_program,
}
"""What is asked about types whose form says nothing of whose they are."""
_BY_TYPE: dict[str, _Asked] = {
    "API_KEY": is_no_key,
    "CREDIT_CARD": lambda source, entity: _is_no_card(source.text, entity.start, entity.end),
    "AGE": lambda source, entity: _OF_VALUES.match(source.text, entity.end) is not None,
    "USERNAME": is_sigil,
    "DATE_TIME": is_stamp,
    "DURATION": is_timing,
    "QUANTITY": lambda source, entity: is_remarked(source, entity.start),
    "PERCENTAGE": is_percent_code,
    "PHONE_NUMBER": lambda source, entity: is_port(source, entity) or is_of_things(source, entity),
    "POSTCODE": lambda source, entity: (
        _ALGORITHM.fullmatch(source.text, entity.start, entity.end) is not None or is_year(source, entity)
    ),
    "STREET_ADDRESS": is_anybodys_street,
}
"""What is asked about findings that are not certain."""
# "v0.0.0-20180306012644-bacd9c7ef1dd": a version of Go has the moment of its change.
_OF_MOMENT = re.compile(r"[0-9.]{1,8}-(?:19|20)[0-9]{12}|(?:19|20)[0-9]{12}(?=-[0-9a-f]{12})")


def _is_no_card(text: str, start: int, end: int) -> bool:
    """Whether digits stand behind the point of a number, or are a moment."""
    return (
        is_decimals(text, start, end)
        or _OF_MOMENT.fullmatch(text, start, end) is not None
        or is_size_and_day(text, start)
        or is_dumped(text, start)
    )


# "[[10, 20], 35, null]"
_OF_VALUES = re.compile(r", (?:null|None|nil|true|false|True|False|undefined)\b")


class Grammar:
    """Answers which findings of one text are what programs write, or a part of an identifier, a path or a version."""

    def __init__(self, text: str) -> None:
        self._source = Structure(text)

    def holds(self, entity: Entity) -> bool:
        """Return whether a finding is such."""
        return _of_programs(self._source, entity) or _in_token(self._source, entity)


def _in_token(source: Structure, entity: Entity) -> bool:
    """Whether an entity is a part of an identifier, a path, a version, a time zone or a placeholder, no more."""
    text = source.text
    start, end = entity.start, entity.end
    if entity.type not in _ASKED or entity.score >= 1:
        return _is_no_address(text, entity)
    found = text[start:end]
    if (
        entity.type in NAMES
        and (
            (_is_of_calendar(found) and entity.score < SAID)
            or found in _NO_NAMES
            or (found.islower() and text[start - 1 : start] == ":" == text[end : end + 1] and not is_given(found))
            or (entity.type == "ORGANIZATION" and _SYSTEM.fullmatch(found))
            or _is_of_step(text, start, end)
            or ((day := _DAY_OF_LOG.match(text, start)) is not None and day.end() == end)
            # "Europe/Berlin, Asia/Kolkata"
            or (text[end : end + 1] == "/" and _ZONE_BEFORE.search(text, max(0, start - _NEAR), start) is not None)
        )
    ):
        return True
    if entity.type == "MONEY":
        return _is_no_amount(source, start, end)
    if entity.type == "URL":
        return found.partition(".")[0] in _OBJECTS and "/" not in found
    # Patterns that are sure of a name know what stands around it.
    sure = entity.detector == "patterns" and entity.score >= SURE_OF_NAMES and entity.type in NAMES
    # `name: GREP_TOOL_NAME`, `client: GeminiClient;`: what stands behind a key is a name of the program.
    sure = sure and text[end : end + 1] != "_" and not _is_member(text, start, end)
    sure = sure and not (_HUMPED.fullmatch(found) and text[end : end + 1] == "=")
    if sure or " " in found or "\n" in found:
        return False
    after = _AFTER.match(text, end)
    token = beginning(text, start) + found + (after[0] if after else "")
    token = token.rstrip(":.")
    # A date is written like a version, or like a path.
    alone = entity.type not in NAMES and len(token) <= len(found)
    typed = entity.type in NAMES and CAMEL.fullmatch(token) is not None and BEHIND_TYPE.match(text, end) is not None
    return typed or (not alone and _is_of_token(token))


def _is_of_step(text: str, start: int, end: int) -> bool:
    """Whether a name is that of a step or a job of a workflow, and begins with no given name before nothing but names:
    "- name: Claude Issue Triage".
    """
    if _STEP_BEFORE.search(text, max(0, start - LONGEST_PATH), start) is None:
        return False
    if _OF_WORKFLOW.search(text, max(0, start - _WORKFLOW), end + _WORKFLOW) is None:
        return False
    names, _ = default_lexicon()
    words = text[start:end].lower().split()
    return not is_given(words[0]) or any(word in names.common and not is_name(word) for word in words)


def _is_member(text: str, start: int, end: int) -> bool:
    """Whether joined words are a type, "client: GeminiClient;", or what a member is asked of, "Names.LIST"."""
    if CAMEL.fullmatch(text, start, end) is None:
        return False
    return BEHIND_TYPE.match(text, end) is not None or _MEMBER_BEHIND.match(text, end) is not None


_HUMPED = re.compile(r"[a-z]+[A-Z][A-Za-z]*")
_MEMBER_BEHIND = re.compile(r"\.[A-Za-z_]\w")


def _is_of_token(token: str) -> bool:
    """Whether it is written as programs write; of letters alone with a capital first, as names are, few things are."""
    plain = token.isalpha() and not token[0].islower()
    return (_ZONE_OR_KIND if plain else _TOKEN).fullmatch(token) is not None


# No name ends in a capital behind a small letter, as "BaaS" does.
_ZONE_OR_KIND = re.compile(r"GMT|UTC|[A-Z][a-z]{1,12}[A-Z]")


def _is_of_calendar(found: str) -> bool:
    """Whether a name is a day or a month."""
    return found.isalpha() and found.lower() in _CALENDAR


def _is_no_amount(source: Structure, start: int, end: int) -> bool:
    """Whether what stands for an amount is "$1" of a pattern or a query, and not "it costs $1", or is of PHP."""
    text, least = source.text, max(0, start - LONGEST_PATH)
    if text.startswith("$0x", start):  # "sub $0x8,%rsp"
        return True
    closes = text[end - 1] == "$" and text.count("$", max(text.rfind("\n", least, start) + 1, least), start) % 2
    if closes or (text[start] == "$" and _FORMULA.match(text, start)):
        return True  # "$g(n) = n - 1$"
    if _PLACEHOLDER.fullmatch(text, start, end) is None:
        asked = {"m": (_TIMED_BEFORE, _TOKENS_BEFORE), "k": (_TOKENS_BEFORE,)}.get(text[end - 1].lower(), ())
        counted = any(one.search(text, max(0, start - LONGEST_PATH), start) for one in asked)
        return counted or _PHP.fullmatch(text, start, end) is not None
    around = text[max(0, start - 1) : start] not in ("", " ", "(") or text[end : end + 1] in ("'", '"', "`", "}")
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
