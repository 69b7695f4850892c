"""Addresses of the web that programs and their documents cite (settings, links, modules, files of stack traces), and
logins that are none: variables, members of objects, annotations, packages, and what is said of logins.

`Grammar` asks about each that was found; `nobodys_urls` says of an address alone whose it is.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.structure import Structure
from dp_gateway.patterns.terms import is_name
from dp_gateway.patterns.told import NOBODY
from dp_gateway.programs.nobodys_urls import (
    is_badge,
    is_documentation,
    is_nobodys_url,
    is_of_anybodys_site,
    is_of_public_code,
    is_site_of,
    names_nobody,
)
from dp_gateway.programs.program_identifiers import BOT, is_filled_in, is_of_words
from dp_gateway.text.entities import Entity

_NEAR, _REACH = 8, 120


def is_cited(source: Structure, entity: Entity) -> bool:
    """Return whether an address is nobody's, or leads to public code and nobody says that it is theirs."""
    text = source.text
    url = text[entity.start : entity.end]
    styled = _SELECTOR.fullmatch(url) and STYLED.match(text, entity.end) and source.kind_at(entity.start) != "prose"
    numbered = "://" not in url and _NUMBERED.match(text, entity.end) is not None
    written = styled or numbered or _is_named_by_settings(text, url, entity)
    if written or any(one.fullmatch(url) for one in (_FILE, _OF_TRACE)) or _is_dependency(text, url, entity.end):
        return True
    packaged = _PACKAGE_NAME.fullmatch(url) is not None and names_nobody(url)
    if packaged or is_nobodys_url(url if "://" in url else f"https://{url}"):
        return True
    if source.is_about_programs and (is_badge(url) or is_site_of(url, source.packages)):
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
    # Who calls it theirs is told of English alone; a link tells nothing of that.
    return (
        is_of_public_code(url, source.used)
        and _THEIRS.search(text, max(0, entity.start - _REACH), entity.start) is None
        and (
            source.language_at(entity.start) == "en"
            or (source.is_document and _is_target(text, entity.start, module="://" not in url))
        )
    )


_OF_GROUP = ("apiVersion: ", "apiGroup: ", 'apiVersion": "', "apiGroups: [", 'apiGroups: ["')
_LABEL_BEFORE, _LABEL_BEHIND = (
    re.compile(r"^[#+ \t-]{0,60}[\"']?\Z", re.MULTILINE),
    re.compile(r"[\w.-]{0,60}[\"']?: ?\S"),
)


def _is_named_by_settings(text: str, url: str, entity: Entity) -> bool:
    """Whether a host and a word are a group or a key of Kubernetes: "prometheus.io/scrape: true"."""
    start, end = entity.start, entity.end
    if "://" in url or "/" not in text[start : end + 1]:
        return False
    if text.endswith(_OF_GROUP, 0, start):
        return True
    before = _LABEL_BEFORE.search(text, max(0, start - _REACH), start)
    return before is not None and _LABEL_BEHIND.match(text, end + (text[end : end + 1] == "/")) is not None


# Whose home folder it is, is found by itself, as in a path.
_OF_TRACE = re.compile(r"file://(?:/[A-Z]:)?/(?:home|Users)/[^?#\s]{1,250}\.[a-z]{1,4}(?::[0-9]{1,6}){1,2}")


def _is_target(text: str, start: int, *, module: bool) -> bool:
    """Whether an address is the target of a link, a value of settings, or a module that begins a line."""
    before = text[max(0, start - _NEAR) : start]
    if any(one.search(text, max(0, start - _LONGEST_HOME), start) for one in (_HOME_BEFORE, _REMARK_BEFORE)):
        return True
    return _TARGET.search(before) is not None or (module and not before.rpartition("\n")[2].strip())


# "Homepage: https://redis.io/", "  source, https://github.com/numpy/numpy", of what lists packages
_HOME_BEFORE = re.compile(
    r"(?:^[ \t+>-]{0,8}(?i:project-url: [\w /-]{1,30},|(?:home-?page|source(?: code)?|documentation|docs|bugs|"
    r"(?:bug |issue )?tracker|issues|changelog|release notes|download|repository|repo|upstream|vcs-[a-z]{2,8}|code)"
    r"[:,])[ \t]{1,12}|^(?:[0-9a-f]{7,12} | {4})?Merge (?:remote-tracking )?branch '[^'\n]{1,60}' of )\Z",
    re.MULTILINE,
)
_LONGEST_HOME = 120
# "  # see https://github.com/acme/shop/issues/12", in the settings of a program
_REMARK_BEFORE = re.compile(r"^[ \t]{2,40}(?:#|//|--|;)[^\n]{0,60}\Z", re.MULTILINE)
# "editor.de.1.gz"
_NUMBERED = re.compile(r"\.[0-9]")
_FILE = re.compile(r"[\w-]{1,40}\.test|lcov\.info|[a-z]\.(?:info|name|store|app|site|tech|cloud)")
"""Files, and members of what has a short name; no address has one word before "test"."""
# "code span.ch { color: #4070a0; }"
_SELECTOR = re.compile(
    r"(?:span|div|a|p|td|th|tr|li|ul|ol|code|pre|table|h[1-6]|input|button|img|label|nav)\.[a-z]{2,12}"
)
STYLED = re.compile(r"\s{0,3}[{,:>]")
_RELEASED_AS = re.compile(r" v[0-9]{1,4}\.[0-9]{1,4}\.[0-9]")


def _is_dependency(text: str, url: str, end: int) -> bool:
    """Whether an address without a scheme is a module of Go that is wanted in some version."""
    return "://" not in url and is_of_anybodys_site(url) and _RELEASED_AS.match(text, end) is not None


# "com.acme.shop" is no host, though firms end in "shop": a program is called by the labels of one in turn.
_PACKAGE_NAME = re.compile(r"(?:com|org|net|io|dev|app|edu|gov)(?:\.[a-z][a-z0-9_]{1,30}){2,6}")
_TARGET = re.compile(r"(?:\]\(<?|\]:\s{1,4}<?|[\"'`=<])\Z")
"""Before the target of a link or picture, or a value: documents and settings of programs."""
_THEIRS = re.compile(r"\b(?:[Mm]y|[Mm]ine|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|I|I['’]m)\b[^.!?\n\[\]()]{0,60}\(?\Z")


def is_sigil(source: Structure, entity: Entity) -> bool:
    """Return whether a login is a variable, a bot's, what a program calls, or a part of an identifier."""
    text = source.text
    if text.startswith("()", entity.end) or _is_of_notation(text, entity.start, entity.end):
        return True
    before = text[entity.start - 1 : entity.start]
    if entity.detector.startswith("tagger") and "_" in (before, text[entity.end : entity.end + 1]):
        return True
    found = text[entity.start : entity.end].lower()
    if found in NOBODY or (found in source.services and not is_name(found)):
        return True
    if _is_asked_of(source, entity.start, entity.end):
        return True
    if _is_said_of_login(text, entity.start, entity.end) or is_filled_in(text, entity.start, entity.end):
        return True
    return text[entity.start] == "@" and (
        (
            _COMMANDED.search(text, max(0, entity.start - _NEAR), entity.start) is not None
            and source.kind_at(entity.start) != "prose"
        )
        or _is_annotation(source, entity.start, entity.end)
        or text.endswith(BOT, 0, entity.start)
        or text[entity.start + 1 : entity.end] in source.annotations
    )


def _is_of_notation(text: str, start: int, end: int) -> bool:
    """Whether a finding is an escape of SQL ("\\00e9par"), a key of JSON ({"@id": "x"}) or a package of a version."""
    before = text[start - 1 : start]
    if before == "\\" and _ESCAPED.fullmatch(text, start, end):
        return True
    if text[start] == "@" and before == '"' and text.startswith('":', end):
        return True
    if "#" in text[start:end] and _ISSUE_BEHIND.match(text, end):
        return True
    if text.startswith("--user ", start - len("--user ")) and _OF_SYSTEMD.search(text, max(0, start - _REACH), start):
        return True
    return text[end : end + 1] == "@" and _PINNED.match(text, end) is not None


# "[browser#1259](https://github.com/acme/browser/pull/1259)", "systemctl --user restart"
_ISSUE_BEHIND = re.compile(r"\]\(https?://[^\s)]{1,120}/(?:pull|issues|merge_requests)/[0-9]")
_OF_SYSTEMD = re.compile(r"\b(?:systemctl|journalctl|flatpak|pip3?|gem)(?: install)? --user \Z")
_ESCAPED = re.compile(r"[0-9a-f]{4}[a-z]{0,20}")
# "cargo-xwin@0.21.4": three numbers are a version, four an address.
_PINNED = re.compile(r"@v?[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,6}(?![\w.]*[0-9]\.|\.[0-9])")
_DOTTED_NAME = re.compile(r"[A-Za-z_]\w{0,40}(?:\.[A-Za-z_]\w{0,40}){1,4}")
# "the login: prompt", "login is allowed"
_VERB_BEFORE, _OF_LOGIN = re.compile(r" (?:is|was) [\"'“]?\Z"), re.compile(r"\b[Tt]he (?:login|username): \Z")


def _is_said_of_login(text: str, start: int, end: int) -> bool:
    """Whether an ordinary word says what becomes of logins, or stands behind the word for them: "login is invoked"."""
    found = text[start:end]
    if not (found.isalpha() and found.islower()) or is_name(found):
        return False
    names, _ = default_lexicon()
    if found not in names.common:
        return False
    done = found.endswith("ed") or found in _SAID_OF_MANY
    if done and _VERB_BEFORE.search(text, max(0, start - _NEAR), start):
        return True
    return _OF_LOGIN.search(text, max(0, start - _REACH), start) is not None and text[end : end + 1] == " "


_SAID_OF_MANY = frozenset(
    "also not only already always never now still mandatory successful possible impossible done given sent shown known "
    "left handled".split()
)


# "req.user"
_MEMBER = re.compile(
    r"(?:req|request|res|self|this|ctx|context|session|props|state|config|auth|event|params|args|window)\.[\w.]+"
)


def _is_asked_of(source: Structure, start: int, end: int) -> bool:
    """Whether a finding in code is a member of what a program calls so."""
    text = source.text
    if (text[end : end + 1] == "(" or text.startswith("!(", end)) and _DOTTED_NAME.fullmatch(text, start, end):
        return True  # "user = user.lower()"
    if _is_compared(text, start, end):
        return True
    if source.kind_at(start) != "code":
        return False
    return _MEMBER.fullmatch(text, start, end) is not None


_COMPARED = re.compile(r"\s?[=!]==?\s?[\w\"'`\[({!-]")


def _is_compared(text: str, start: int, end: int) -> bool:
    """Whether a finding is a member with the name of a thing, whose value is compared: "m.type === 'user'"."""
    if _DOTTED_NAME.fullmatch(text, start, end) is None or _COMPARED.match(text, end) is None:
        return False
    names, _ = default_lexicon()
    parts = text[start:end].lower().split(".")
    return parts[-1] in names.common and not any(map(is_name, parts))


# Behind what ends a command of make, "all: ; @true", and in what is filled in: "v#{@version}", "Forge" => @source_url.
_COMMANDED = re.compile(r"; ?\Z|#\{\Z|=> ?\Z")


# "@RunWith(Theories.class)", "<code>@Rule</code>"
def _is_annotation(source: Structure, start: int, end: int) -> bool:
    """Whether a finding is what programs annotate with: in code joined words, or with arguments; any word as code."""
    text, name = source.text, source.text[start + 1 : end]
    names, _ = default_lexicon()
    if not name[:1].isupper() or (is_name(name.lower()) and name.lower() not in names.common):
        return False
    called = is_of_words(name) or text[end : end + 1] == "("
    return text.endswith("<code>", 0, start) or (called and source.kind_at(start) == "code")
