"""Finds addresses in a reply whose host is none of the request's: nothing is restored into them.

Whoever follows a link, shows a picture, looks up a host or calls a tool with an address sends the address away, and
with it every original in it. So a surrogate stays where it stands in an address of a foreign host. What browsers,
Markdown readers, mail clients and shells take for an address is wider than any grammar; here everything is one that
one of them could take for one.

Sources: WHATWG URL, section 4.4 (backslashes, missing slashes, tabs and line ends inside); CommonMark 0.31, section
6.3; GitHub's extended autolinks.
"""

from __future__ import annotations

import html
import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from dp_gateway.text.folding import lower

# One class of characters comes first: the engine skips to those, where it would try each of several forms in turn.
_HINT = re.compile(
    r"[/\\@%&=\u3002\uff0e\uff61.:\]](?:(?<![%.:\]])|(?<=[.:])(?=[^\W_]|[+*<])|(?<=\])(?=\()"
    # "5% of": ASCII behind tells that no escape begins. Of other characters some are wide digits, and some vanish where
    # addresses are read.
    r"|(?<=%)(?![0-9A-Fa-f]?[ -/:-@G-`g-~]))"
)

# What an address can be without: slashes ("https:evil.example"), one of two of them, and the scheme ("//evil.example").
_AUTHORITY = re.compile(
    r"(?:(?<=[a-z0-9+.-]{2}):[/\\]+|(?<![a-z0-9])(?:https?|ftps?|wss?|sftp|ssh|git|ldaps?|smb|gopher|file):[/\\]*"
    # No quotation mark that ends a string of JSON in JSON.
    r"|(?<![:/\\])(?!\\\\++\"(?:[\s,:}\]\\\"]|\Z))[/\\]{2,})([^/\\?#\s]*)"
)
# Behind an authority: what other readers take for a part of it.
_READ_ON = re.compile(r"[\\?#][^/\s@]*+@")
_ACTIVE = re.compile(
    r"(?<![a-z0-9])(?:(?:javascript|vbscript|livescript|intent|matmsg):|(?:data|matrix):[a-z]+/)(?=\S)"
)
HOSTLESS = "(?:sms(?:to)?|mms(?:to)?|skype|callto|sips?|xmpp|im|irc|tg|tel|geo):"
"""Schemes whose addresses name no host, as an expression."""
# Who is named there, and where what he gets begins: a field, a text, tones. The last one is any app at all, and what
# ends its address; a host with a port only looks like a scheme, and mail is told by its host.
_RECEIVERS = tuple(
    (re.compile(receiver), re.compile(field))
    for receiver, field in (
        (rf"(?<![a-z0-9]){HOSTLESS}", r"[?&;][\w.-]{1,40}=(?=\S)"),
        (r"(?<![a-z0-9])[sm]ms(?:to)?:(?!/)", r":(?=[^\s/])"),
        (r"(?<![a-z0-9])tel:", r",[\d*#,]"),
        (
            r"(?<![\w/.-])(?!mailto:)[a-z][a-z0-9+.-]{1,20}+:(?![/\\]|\d++[/?#])",
            r"\?[\w.-]{1,40}=(?=\S)|(?P<end>[/\\]{2})",
        ),
    )
)
LINKING = "href|src|srcset|action|formaction|poster|ping"
"""Attributes whose value a reader of HTML follows or shows, as an expression."""
# An app that no list knows. Where a link leads, any scheme names one; of those left out other rules tell the host or
# who is named. Elsewhere in a text only what many readers make a link of does.
_APP = re.compile(
    rf"\s*+(?!{HOSTLESS}|mailto:|(?:[a-z]{{2,8}}\+)?(?:https?|wss?|ftps?|sftp|ssh|git|svn|file|ldaps?|smb):)"
    r"([a-z][a-z0-9+.-]{1,40}+):"
)
_AUTOLINK = re.compile(rf"<{_APP.pattern}[^\s<>]*+>")
_UNQUOTED = re.compile(rf"(?<![\w-])(?:{LINKING})={_APP.pattern}")
_NOWHERE = re.compile(r"(?<![a-z0-9+.-])(?!file:)[a-z][a-z0-9+.-]{1,40}+:[/\\]{2,3}(?=[?#])")
_HOST = re.compile(r"(?<![\w.-])\w[\w-]*+(?>(?:\.[\w-]++)+)")
_PLAIN_HOST = re.compile(r"\w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)*")
_IN_SLASHES = re.compile(r"[/\\]{2}(?:[^/\\?#\s@]*@)?([\w-]+)")
IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_IPV6 = re.compile(r"\[[0-9a-f:.]+\]")
_BARE_IPV6 = re.compile(r"(?<![\w)\]])\[[0-9a-f.]*(?::[0-9a-f.]*){2,8}\](?=/|:\d)")
_MARKS_BEHIND = ".,;:!?*_~'\"`)]}>|"
_EDGE = _MARKS_BEHIND + "<([{"
_DELIMITER = re.compile(r"[\s\"<>()\[\],;\u2010-\u2027\u3000-\u30ff\u3400-\u9fff\uff00-\uff0d\uff0f-\uff60]")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
_EXTENSIONS = frozenset(
    "bat bmp bz2 cfg class conf cpp cs css csv dart db diff dll doc docx env exe gif go gz htm html ico ini ipynb jar "
    "java jpeg jpg js json jsonl jsx kt less lock log lua mdx mp3 mp4 mpeg pdf php png ppt pptx proto pyc pyi rb rtf "
    "scss sql sqlite svg svelte swift tar test tex tf tgz toml ts tsv tsx txt vue webp xls xlsx xml yaml yml".split()
)
"""Endings of file names that are no top-level domains."""
_DEEP = 3
"""Labels of a host from which on one of them can be another's choice."""
_UNSEEN = re.compile("[\x00-\x1f\x7f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
_TWICE = 2


class Address(NamedTuple):
    """A stretch that is read as one address: where it begins and ends, and where its host does."""

    start: int
    end: int
    host_start: int
    host_end: int


class Hosts:
    """The hosts of a request, and the addresses that it holds word for word. `own`: the texts in which a host counts,
    as they were typed and as they were sent: not those of a model, a tool or a document, which may be another's.
    `repeated`: whether the request holds an address, whoever wrote it: repeated as it is, it carries nothing new.
    """

    def __init__(self, own: Callable[[], Iterable[str]], repeated: Callable[[str], bool] | None = None) -> None:
        self._own, self._repeated = own, repeated
        self._hosts: frozenset[str] | None = None

    def has(self, host: str) -> bool:
        """Return whether a host, in lower case, is one of the request's, or this very machine."""
        if host in _LOOPBACK:
            return True
        if self._hosts is None:
            self._hosts = frozenset(_hosts_of(self._own()))
        return host in self._hosts or host.removeprefix("www.") in self._hosts

    def repeats(self, text: str) -> bool:
        """Return whether the request holds this address."""
        return self._repeated is not None and self._repeated(stripped(text))


def stripped(text: str) -> str:
    """Strip an address of the marks around it."""
    return text.strip(_EDGE)


def _hosts_of(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        lowered = text.lower()
        for found in _HOST.finditer(lowered):
            yield found[0]
        for found in _IPV6.finditer(lowered):
            yield found[0]
        for found in _IN_SLASHES.finditer(lowered):
            yield found[1]


def may_hold_address(text: str) -> bool:
    """Look quickly whether a text has a mark that no address is without."""
    return _HINT.search(text) is not None


def hint_in(text: str, at: int, end: int = sys.maxsize) -> int:
    """Return where the first such mark stands in a stretch; the length of the text if there is none."""
    found = _HINT.search(text, at, end)
    return found.start() if found else len(text)


def addresses_in(text: str, has: Callable[[str], bool], *, target: bool = False, linked: bool = False) -> list[Address]:
    """Find the addresses of foreign hosts in a text without white space, in order; of those that overlap, the first.

    Args:
        has: tells the hosts of the request.
        target: the text stands where an address may stand that is known by its place alone.
        linked: whoever shows the text makes a link or picture of it, whatever scheme it begins with.
    """
    lowered = lower(text)
    edges = [0, *(found.end() for found in _DELIMITER.finditer(lowered))]
    found: list[Address] = []
    for start, end, host_end, leads_on in sorted(_found(lowered, has, target=target, linked=linked)):
        begin = edges[bisect_right(edges, start) - 1]
        if text.startswith('"@', begin - 1):  # a mailbox in quotation marks
            begin = max(text.rfind('"', 0, begin - 1), 0)
        found.append(Address(begin, len(text) if leads_on else end, start, host_end))
        if leads_on:
            break
    return found


class _Found(NamedTuple):
    """A foreign host: where it begins and ends, and whether what follows belongs to its address too."""

    start: int
    end: int
    host_end: int
    leads_on: bool


def _found(text: str, has: Callable[[str], bool], *, target: bool, linked: bool) -> Iterator[_Found]:
    # Most texts are mail, numbers and versions: what has no scheme is not asked for any.
    scheme = ":" in text
    if scheme:
        begun = [_APP.match(text)] if linked else []
        for app in filter(None, (*begun, *_UNQUOTED.finditer(text), *_AUTOLINK.finditer(text))):
            if not has(app[1]):
                yield _Found(app.start(1), app.end(), app.end(), leads_on=not app[0].endswith(">"))
        for app in _NOWHERE.finditer(text):
            yield _Found(app.start(), app.end(), app.end(), leads_on=True)
    if scheme or "/" in text or "\\" in text:
        yield from _with_authority(text, has, target=target)
    yield from _bare(text, has)
    if not scheme:
        return
    for found in _ACTIVE.finditer(text):
        yield _Found(found.start(), found.end(), len(text), leads_on=True)
    for receiver, field in _RECEIVERS:
        yield from _with_field(text, receiver, field)


def _with_field(text: str, receiver: re.Pattern[str], field: re.Pattern[str]) -> Iterator[_Found]:
    """The first receiver with a field."""
    named = receiver.search(text)
    while named and (said := field.search(text, named.end())):
        if said.lastgroup != "end":
            yield _Found(named.start(), said.end(), len(text), leads_on=True)
            return
        named = receiver.search(text, said.end())


def _with_authority(text: str, has: Callable[[str], bool], *, target: bool) -> Iterator[_Found]:
    for found in _AUTHORITY.finditer(text):
        authority = found[1]
        host = authority.rpartition("@")[2].rstrip(_MARKS_BEHIND)
        if not host and (not authority or text.startswith("file", found.start())):
            continue
        marked = text[found.start()] not in "/\\"
        if not (marked or target or "." in authority or "@" in authority or host[:1] in "[0123456789"):
            continue  # a comment, a path
        reads_on = _READ_ON.match(text, found.end(1)) or (
            text.startswith("\\", found.end(1)) and text.endswith("/", 0, found.start(1))
        )
        if reads_on or not _is_known(authority, has):
            start = found.start(1) + authority.rfind("@") + 1
            yield _Found(start, found.end(1), start + len(_host_of(host)), leads_on=True)
            return


def _host_of(host: str) -> str:
    """A host without its port and what cannot be one."""
    cut = re.search(r"[^\w.\-\[\]]", host)
    return host[: cut.start()] if cut else host


def _is_known(authority: str, has: Callable[[str], bool]) -> bool:
    """Whether an authority leads to a host of the request, however it is read."""
    login, at, rest = authority.rpartition("@")
    if (at and _DELIMITER.search(login.replace(",", ""))) or "@" in login:
        return False
    literal = _IPV6.match(rest)
    host, _, port = (literal[0], "", rest[literal.end() + 1 :]) if literal else rest.partition(":")
    cut = _DELIMITER.search(host) if not literal else None
    host = (host[: cut.start()] if cut else host).rstrip(_MARKS_BEHIND)
    if not cut and port and not re.match(r"\d*(?:\W|_|\Z)", port):
        return False
    return bool((literal or _PLAIN_HOST.fullmatch(host)) and has(host))


def _bare(text: str, has: Callable[[str], bool]) -> Iterator[_Found]:
    """Hosts without a scheme: of mail, of a path, or with a name in front of the part that is registered."""
    for found in _HOST.finditer(text):
        start, end, host = found.start(), found.end(), found[0]
        labels, before, behind = host.split("."), text[start - 1 : start], text[end : end + 2]
        of_mail = before == "@" and start > 1 and (text[start - 2].isalnum() or text[start - 2] in "._%+-\"'")
        if before in ("/", "\\") or (before == "@" and not of_mail) or not _is_domain(labels):
            continue
        leads_on = (behind[:1] and behind[:1] in "/\\?#&") or (behind[:1] == ":" and len(behind) > 1)
        deep = len(labels) >= _DEEP and not IPV4.fullmatch(host)
        if (leads_on or of_mail or deep) and not has(host):
            yield _Found(start, end, end, leads_on)
    for found in _BARE_IPV6.finditer(text) if "[" in text else ():
        if not has(found[0]):
            yield _Found(found.start(), found.end(), found.end(), leads_on=True)


def _is_domain(labels: list[str]) -> bool:
    last = labels[-1]
    if last.isdigit():
        return len(labels) == 4 and all(label.isdigit() and len(label) < 4 for label in labels)  # noqa: PLR2004
    return len(last) > 1 and (last.isalpha() or last.startswith("xn--")) and last not in _EXTENSIONS


def decoded(text: str) -> Iterator[str]:
    """Decode references and percent signs, wide forms, and characters without width, as a reader of the text does."""
    if "%" not in text and "&" not in text and text.isascii() and not _UNSEEN.search(text):
        return
    seen = {text}
    for _ in range(_TWICE):
        plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", unquote(html.unescape(text))))
        text = re.sub("[\u3002\uff61]", ".", plain)
        if text in seen:
            return
        seen.add(text)
        yield text
