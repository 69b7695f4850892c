"""Names of programs and of nobody: services in files about programs, "John Doe" in code.

A model takes them for somebody, for a firm or for a place; `grammar` asks about each finding of a name.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.structure import Structure
from dp_gateway.patterns.terms import WORD, is_name
from dp_gateway.programs.nobodys_urls import LANGUAGES
from dp_gateway.public.lists import is_known_firm
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_REACH = 120
_BEFORE_ROLE = 32
_QUOTES = frozenset("\"'")


def is_nobodys_name(source: Structure, entity: Entity) -> bool:
    """Return whether a name is that of a program, or of nobody, where it stands. `entity`: a finding of a name, a
    place, an organisation or a job.
    """
    start, end = entity.start, entity.end
    if _is_title(source, start, end):
        return True
    if entity.type == "JOB_TITLE":
        found = source.text[start:end]
        return found in _MACHINES_ROLES and _ROLE.search(source.text, max(0, start - _BEFORE_ROLE), start) is not None
    return (
        (entity.type == "ORGANIZATION" and _is_licence(source.text, start, end))
        or (entity.type == "LOCATION" and _is_of_notice(source.text, start, end))
        or (entity.type == "LOCATION" and _CLOUD_BEHIND.match(source.text, end) is not None)
        or _is_program(source, entity)
        or _is_anybodys_name(source, start, end)
        or _is_among_programs(source, start, end)
        or _is_enumerated(source.text, start, end)
    )


def _is_enumerated(text: str, start: int, end: int) -> bool:
    """Whether a name is a value that a schema or a type counts up: '"enum": ["Georgia", "Jordan"]'; somebody's whole
    name is none.
    """
    if any(is_name(word) for word in WORD.findall(text[start:end].lower().partition(" ")[2])):
        return False
    before = text[max(0, start - _LONGEST_ENUM) : start]
    if _LISTED_BELOW.search(before) or (
        _IN_UNION.match(text, end) and _UNION.search(text, max(0, start - _LONGEST_ENUM), start)
    ):
        return True
    opening = max(before.rfind("["), before.rfind("{"))
    if opening < 0 or max(before.rfind("]"), before.rfind("}")) > opening:
        return False
    return _ENUM.search(before, 0, opening) is not None or (
        before[opening] == "[" and _CONSTANT.match(text, end, end + _LONGEST_ENUM) is not None
    )


_LONGEST_ENUM = 400
_ENUM = re.compile(
    r"(?:\b(?:enum|choices|allowed_?[vV]alues)[\"']?\s{0,3}[:=]\s{0,8}|\benum(?: class)? \w{1,40}\s{0,3}|"
    r"\b(?:Enum|Literal|enum|isIn|OneOf)\(?\s{0,3})\Z"
)
_LISTED_BELOW = re.compile(r"\b(?:enum|choices)[\"']?:[ \t]*+\n(?:[ \t]*+- [^\n]{1,60}\n)*[ \t]*+- [\"']?\Z")
_CONSTANT = re.compile(r"[\"'`](?:,\s{0,8}[\"'`][\w .-]{1,40}[\"'`])*,?\s{0,8}\]\s{0,3}as const\b")
# "type Status = 'Paris' | 'London'"
_UNION = re.compile(
    r"\btype \w{1,40}(?:<[^<>\n]{1,60}>)? =\s{1,8}(?:\|?\s{0,8}[\"'`][\w .-]{1,40}[\"'`]\s{0,8})*\|?\s{0,8}[\"'`]\Z"
)
_IN_UNION = re.compile(r"[\"'`]\s{0,8}[|;\n]")


# Before or behind one of several: "OpenBSD, NetBSD and Solaris", not "Linux, Anna and Windows".
_JOINED_BEFORE = re.compile(r"(?P<w>[\w+#.-]{2,30})(?:, (?:and |or )?| and | or |/)\Z")
_JOINED_BEHIND = re.compile(r"(?:, (?:and |or )?| and | or |/)(?P<w>[\w+#-]{1,30})")
_LONGEST_JOINED = 40


def _is_among_programs(source: Structure, start: int, end: int) -> bool:
    """Whether one word stands beside a program or a language in a list of such, in a file about programs."""
    text = source.text
    names, _ = default_lexicon()
    word = text[start:end]
    if word.lower() in LANGUAGES and _is_among_languages(text, start, end):
        return True
    if (
        " " in word
        or word.lower() in names.given
        or not (source.is_about_programs or source.has_code or source.is_document)
    ):
        return False
    beside = _joined(text, start, end)
    return any(
        word.lower() in _PROGRAMS or word in _CASED or (word.lower() in LANGUAGES and not is_name(word.lower()))
        for word in beside
    )


def _joined(text: str, start: int, end: int) -> list[str]:
    """The words before and behind a place that are listed with what stands there."""
    before = _JOINED_BEFORE.search(text, max(0, start - _LONGEST_JOINED), start)
    behind = _JOINED_BEHIND.match(text, end, end + _LONGEST_JOINED)
    return [match["w"] for match in (before, behind) if match is not None]


def _is_among_languages(text: str, start: int, end: int) -> bool:
    """Whether a language stands between others in a list, of which one at least is nobody's name: "Go, Julia and R"."""
    beside = _joined(text, start, end)
    listed = _TERM.findall(text, max(0, start - _REACH), end + _REACH)
    return (
        bool(beside)
        and all(one in _CASED or one == "R" or one.lower() in LANGUAGES for one in beside)
        and any(one in _CASED or (one.lower() in LANGUAGES and not is_name(one.lower())) for one in listed)
    )


_TERM = re.compile(r"(?<![\w+#.-])[A-Z][\w+#-]{1,30}")
_CASED = frozenset(_LISTS["CASED"])
"""Systems, languages and forms of files that nothing but a program stands beside in a list."""


_ROLE = re.compile(r"\brole[\"']?\s?[:=]\s?[\"']?\Z")
_MACHINES_ROLES = frozenset(_LISTS["MACHINES_ROLES"])


def _is_title(source: Structure, start: int, end: int) -> bool:
    """Whether a finding is of what a document is called: a title that ends with an ordinary word, and names nobody."""
    title = next(((first, last) for first, last in source.titles if first <= start and end <= last), None)
    if title is None:
        return False
    names, _ = default_lexicon()
    *_, last = WORD.findall(source.text[slice(*title)].lower()) or [""]
    return last in names.common and not any(word in names.sure for word in WORD.findall(source.text[start:end].lower()))


# "Frankfurt (eu-central-1)", "Belgium (europe-west1)": where a cloud has machines
_CLOUD_BEHIND = re.compile(
    r" ?\((?:(?:us|eu|ap|ca|sa|me|af|il|mx|cn)-(?:gov-)?(?:north|south|east|west|central){1,2}-[1-9]|"
    r"(?:us|europe|asia|australia|northamerica|southamerica|me|africa)-(?:north|south|east|west|central){1,2}[1-9][0-9]?)\)"
)
_STATE_BEHIND, _SHOUTED_BEFORE = (
    re.compile(r"[A-Z ]+, (?:OR|IN|ME|OK|HI)"),
    re.compile(r"[A-Z]{3,}[, *\n/#+\t0-9-]{1,16}\Z"),
)


_LICENCES = frozenset("MIT BSD ISC Apache Mozilla Eclipse GNU Boost zlib".split())
_LICENCE_NEAR = re.compile(r"(?i)\blicen[cs]e")
_BESIDE_LICENCE = 16


def _is_licence(text: str, start: int, end: int) -> bool:
    """Whether an institution is the one that a licence has its name from: "The MIT License (MIT)"."""
    if text[start:end].partition(" ")[0] not in _LICENCES:
        return False
    return _LICENCE_NEAR.search(text, max(0, start - _BESIDE_LICENCE), end + _BESIDE_LICENCE) is not None


def _is_of_notice(text: str, start: int, end: int) -> bool:
    """Whether a town and its state are words of a licence in capitals: "SPECIAL, EXEMPLARY, OR"."""
    if _STATE_BEHIND.fullmatch(text, start, end) is None:
        return False
    return _SHOUTED_BEFORE.search(text, max(0, start - _REACH), start) is not None


def _is_anybodys_name(source: Structure, start: int, end: int) -> bool:
    """Whether a name in code or settings is one that examples give to anybody: "John Doe", "Alice" without a family."""
    text = source.text
    found = text[start:end]
    if found not in _ANYBODYS and found not in _FIRST_OF_ANYBODY and found not in _OF_DOE:
        return False
    if source.kind_at(start) == "prose":
        return found in _ANYBODYS and source.is_document and source.is_about_programs
    if source.kind_at(start) == "table" or found in _ANYBODYS:
        return found in _ANYBODYS
    if text[start - 1 : start] not in _QUOTES or text[end : end + 1] not in (*_QUOTES, "\\"):
        return False
    return _DOE.search(text) is not None or (found not in _OF_DOE and _FAMILY_KEY.search(text) is None)


_ANYBODYS = frozenset(("John Doe", "Jane Doe", "Foo Bar", "Anytown", "Springfield, USA"))
_FIRST_OF_ANYBODY = frozenset(("Alice", "Bob", "Carol", "Dave", "Eve", "Mallory", "Trent"))
_OF_DOE = frozenset(("John", "Jane", "Doe"))
_FAMILY_KEY, _DOE = re.compile(r"(?i)(?:last|family|sur)[_ -]?name"), re.compile(r"[\"']Doe\\?[\"']|J(?:oh|a)ne? Doe")
_STREET = re.compile(r"12?3?4? (?:Main|Any|Fake|Example|Elm) (?:St|Street|Rd|Road|Ave|Avenue)\.?")
# Of a detective, a president, a cartoon, a wizard and the seats of firms
_FAMOUS_STREET = re.compile(
    r"(?:221[Bb] Baker|10 Downing) (?:Street|St\b)|1600 Pennsylvania Ave|742 Evergreen Terrace|4 Privet Drive|"
    r"1600 Amphitheatre P|(?:1|One) (?:Infinite Loop|Apple Park Way|Microsoft Way|Hacker Way)"
)


def is_anybodys_street(source: Structure, entity: Entity) -> bool:
    """Return whether an address is that of examples, or one that everybody knows: "123 Main St" in code or settings."""
    text, start = source.text, entity.start
    if text.endswith("Visual ", 0, start):
        return True  # "Visual Studio 2022"
    if text.startswith("Studio ", start) and _MADE_BEFORE.search(text, max(0, start - _NEAR_MADE), start):
        return True
    if _STATUS.match(text, start, entity.end):
        return True
    if source.kind_at(start) not in ("code", "keys"):
        return False
    known = _STREET.fullmatch(text, start, entity.end) or _FAMOUS_STREET.match(text, start, entity.end)
    return known is not None


# "502 Bad Gateway"
_STATUS = re.compile(
    r"[1-5][0-9]{2} (?:Bad (?:Gateway|Request)|Gateway Time-?out|Not (?:Found|Modified|Implemented|Acceptable)|"
    r"Service Unavailable|Internal Server|Moved Permanently|Too Many|Unprocessable|Method Not|Payload Too)\b"
)
# "Surface Laptop Studio 2", "Android Studio 4"
_MADE_BEFORE = re.compile(r"\b(?:Laptop|Surface|Android|Mac|Container|Code|Data|Power|Robot|RAD|DB) \Z")
_NEAR_MADE = 12


def _is_program(source: Structure, entity: Entity) -> bool:
    """Whether a name is that of a program or a service, in a file about programs, in code or in settings.

    In what somebody says the firm may be where he works.
    """
    text, start, end = source.text, entity.start, entity.end
    found = text[start:end]
    first = found.split()[0].rstrip(",:").removesuffix("'s")
    in_file = source.kind_at(start) in ("code", "keys") or (source.is_document and source.is_about_programs)
    if not in_file or _WORKED_AT.search(text, max(0, start - _REACH), start):
        return False
    if first.lower() in _PROGRAMS:
        return " " not in found or not any(is_name(word) for word in WORD.findall(found.lower().partition(" ")[2]))
    if entity.type in ("ORGANIZATION", "STREET_ADDRESS") and is_known_firm(first) and first.istitle():
        named = " ".join((found + text[end : end + _LONGEST_SERVICE]).split()[1:2])
        return named.rstrip(".,;:)") in _SERVED or (
            found == first and _WORKED_FOR.search(text, max(0, start - _REACH), start) is None
        )
    return False


_WORKED_AT = re.compile(
    r"(?i)\b(?:at|joined|join|left|customers?|clients?|employer|my|our|his|her|their|company|firm)"
    r"[\"':= ]{1,4}(?:the )?\Z"
)
_WORKED_FOR = re.compile(r"(?i)\b(?:for|with|by|from|to|of)[\"':= ]{1,4}(?:the )?\Z")
_LONGEST_SERVICE = 16
_SERVED = frozenset(_LISTS["SERVED"])
"""What known firms offer, behind their names."""
_PROGRAMS = frozenset(_LISTS["PROGRAMS"])
"""Programs, services and systems that a model takes for somebody, a firm or a place; none is a given name alone."""
