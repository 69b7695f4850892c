"""Logins, authors and secrets by what stands around them: in logs, command lines, paths and signatures.

`keys` asks, of `/home/tbaker`, `Author: Tom Baker` and `mysql -u tbaker -p`; where a key tells, it finds logins itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from dp_gateway.patterns.names import NOT_NAMES, NameLists
from dp_gateway.patterns.rules import NAME, Found
from dp_gateway.patterns.structure import LineRegion
from dp_gateway.patterns.told import NOBODY
from dp_gateway.patterns.windows import Reading

_HOME = re.compile(r"(?:/home/|/Users/|/export/home/|[A-Za-z]:\\{1,2}Users\\{1,2})(?P<v>\w[\w.-]{1,39})")
_AUTHOR = re.compile(
    r"(?i:\b(?:author|authors|committer|merge[d]?-by|co-authored-by|signed-off-by|reviewed-by|reported-by|acked-by|tested-by|"
    r"suggested-by|maintainer)\s?[:=]\s?|@author\s|\bcopyright (?:\(c\)|©) [0-9]{4}(?:[-–, ]{1,2}[0-9]{4})?,? (?:by )?|"
    rf"todo\()(?P<v>{NAME}(?:[ ](?:[A-Z]\.[ ])?{NAME}){{0,3}}|[a-z][a-z0-9._-]{{2,20}}(?=\)))"
)
_COMMANDS = (
    (
        ("mysql", "mariadb", "psql", "sshpass", "redis-cli"),
        re.compile(
            r"\b(?:mysql|mysqldump|mysqladmin|mariadb|psql|sshpass|redis-cli)\b[^\n]{0,120}?[ \t]-[pa][ \t]?"
            # One word, or all that stands in quotes.
            r"['\"]?(?P<v>(?<=')[^'\n]{4,60}(?=')|(?<=\")[^\"\n]{4,60}(?=\")|[^\s'\"-][^\s'\"]{3,60})"
        ),
    ),
    (
        ("-pass", "-token", "-secret", "-api-key"),
        re.compile(r"--?(?:password|passwd|token|secret|api-key)(?:=|\s)['\"]?(?P<v>[^\s'\"$<>{-][^\s'\"<>]{3,80})"),
    ),
    (
        ("curl",),
        re.compile(r"\bcurl\b[^\n]{0,160}?\s(?:-u|--user)[ =]?['\"]?[\w.@-]{1,40}:['\"]?(?P<v>[^\s'\"]{4,60})"),
    ),
)
# Lines of logs, which stand in prose too: "Accepted publickey for mwangi from 41.90.64.12".
_DEVICES = "iPhone iPad MacBook Mac-mini Laptop PC Galaxy Pixel".split()
_LOGGED = (
    (
        re.compile(r" from [0-9a-f]"),
        re.compile(
            r"\b(?:for|user) (?P<v>[a-z][\w.-]{2,31}) from (?=[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-f]{1,4}:[0-9a-f:]{3})"
        ),
    ),
    # "Access denied for user 'mkowalczyk'@'10.4.2.19'"
    (("'@",), re.compile(r"\b[Uu]ser '(?P<v>[a-z][\w.-]{2,31})'@")),
    (
        re.compile(r" \[[0-9]"),
        re.compile(r"(?<![\w.:])[0-9a-fA-F.:]{7,39} - (?P<v>[a-z][\w.-]{1,31}) (?=\[[0-9]{1,2}/)"),
    ),
    # "User: tmakgoba2 (Tumelo Makgoba)"
    (
        ("ser: ", "sername: ", "ser name: "),
        re.compile(
            r"\b[Uu]ser(?: ?name)?: {1,3}(?P<v>(?=[a-z._-]{2,24}[0-9]|[a-z]{1,20}[._-])[a-z][\w.-]{2,31})(?![\w(@:/])"
        ),
    ),
    # ~/.ssh/config
    (("HostName ",), re.compile(r"(?m:^[ \t]{1,8}User )(?P<v>[a-z_][\w.-]{1,31})(?m:[ \t]*$)")),
    # "Annas-MacBook-Pro": a device has the name of whose it is.
    (re.compile(f"-(?:{'|'.join(_DEVICES)})"), re.compile(
        r"(?<![\w-])(?!(?:My|The|Test|Work|Home|Office|New|Old|Apple|Google|Samsung)-)"
        rf"(?P<v>(?:[A-Z][a-z]{{1,20}}-){{0,2}}[A-Z][a-z]{{1,20}})-(?:{'|'.join(_DEVICES)})"
    )),
    (("iscord",), re.compile(r"\b[Dd]iscord \((?P<v>[\w.]{3,32})\)")),
    # "ravneet.k  9:02 AM": who writes in a copied chat.
    (re.compile(":[0-9]"), re.compile(
        r"(?m:^)(?P<v>[a-z][\w-]{1,20}(?:\.[\w-]{1,20}){0,2})(?: \([\w/]{2,12}\))?"
        r"[ \t]{2,4}[0-9]{1,2}:[0-9]{2}(?: ?[AP]M)?(?m:$)"
    )),
    (("sudo",), re.compile(r"\bsudo(?:\[[0-9]{1,7}\])?: {1,5}(?P<v>[a-z_][\w.-]{1,31}) : (?=TTY=|PWD=|USER=)")),
)  # fmt: skip
"""Strings of which a line holds one, or what finds one, and the expression that is run then."""
# "Cheers,\nkool_cat99": who writes signs with a login.
_SIGNED = re.compile(
    r"(?m:^)(?i:best|cheers|thanks|thank you|thx|(?:(?:kind|best|warm) )?regards|bye|yours|love)[,!.]?[ \t]{0,3}\n"
    r"[ \t]{0,3}[-–—~]{0,2} ?(?P<v>(?=[A-Za-z.-]{0,30}[0-9_])[A-Za-z][\w.-]{2,30})(?m:[ \t]*$)"
)
_CLOSINGS = frozenset("best cheers thanks thank thx regards bye yours love".split())
_LOGINS = (
    (
        ("rw", "r-", "---", "--x", "-w"),
        re.compile(r"(?m:^[dlbcps-](?:[r-][w-][xsStT-]){3}[+@.]?\s{1,4}[0-9]{1,5}\s{1,4})(?P<v>[a-z_][\w.-]{1,31})"),
    ),
    (("@",), re.compile(r"(?m:^\[?)(?P<v>[a-z_][\w.-]{1,31})@[\w.-]{1,60}(?::| )[~/][^\n$#]{0,80}[$#]")),
    (
        ("mysql", "psql", "ssh"),
        re.compile(r"\b(?:mysql|psql|ssh|mysqldump)\b[^\n]{0,80}?\s-(?:u|U|l)\s?(?P<v>[a-z_][\w.-]{1,31})"),
    ),
)
# "user=ingrid" and 'username = "ingrid"' in a sentence, and in no address of a page.
_SET = re.compile(
    r"=(?:(?<=\b(?i:user)=)(?<![?&]user=)['\"]?|(?<=\b(?i:user)(?i:name) =) ?['\"]|(?<=\b(?i:user)(?i:name)=)['\"])"
    r"(?P<v>[A-Za-z][\w.-]{2,29}(?<![.-]))(?![\w(])"
)
# "aisling.byrne" in a column of a list of devices
_TWO_NAMES = re.compile(
    r"(?:^|(?<=[ ]{2})|(?<=[\t|;,]))(?P<g>[a-z]{3,20})[._](?P<f>[a-z]{3,20})(?=[ ]{2}|[ ]?[\t|;,]|$)", re.MULTILINE
)
# "the password for user tgarcia", "log in as mwangib": what is made of an initial and a family name is a login.
_OF_LOGIN = re.compile(
    r"\b(?:(?:user(?:name)?|login|account):?|(?:log(?:ged|s)?|sign(?:ed|s)?|ssh) ?in as|su -?|"
    r"(?:created|assigned|closed)(?: by| to)?) (?P<v>[a-z]\.?[a-z]{4,23})(?![\w(@/=-]|[.:]\w)"
)
_LOGIN_CUES = frozenset(
    "user username login account log logged logs sign signed signs ssh su created assigned closed".split()
)
_AUTHOR_CUES = frozenset("author authors committer merge merged by maintainer copyright todo".split())
# "mysql -h db7.acme.net": where a database runs.
_SERVER = re.compile(
    r"\b(?:mysql\w{0,8}|mariadb|psql|pg_\w{2,12}|redis-cli)\b[^\n]{0,120}?\s(?:-h[ =]?|--host[ =])"
    r"(?P<v>(?:[\w-]{1,40}\.){2,5}[a-z]{2,12})(?![\w.])"
)
# "--api-key string", "--client-secret SECRET": what a description of a command writes for a value.
_STANDS_FOR = re.compile(r"(?:string|[A-Z]+(?:[_-][A-Z]+)*)[`,.;)\]]{0,4}")


def home_folders(text: str) -> Iterator[Found]:
    """Find the logins in the paths of home folders."""
    if "sers" in text or "home/" in text:
        yield from _logins(_HOME, text)


def authors(reading: Reading) -> Iterator[Found]:
    """Find who made something, as heads of files and messages of changes say."""
    for match in reading.finditer(_AUTHOR, _AUTHOR_CUES, 40, 200):
        if match["v"].lower() not in NOT_NAMES:  # "Committer: The person who"
            yield *match.span("v"), "PERSON" if match["v"][0].isupper() else "USERNAME", 0.85


def told_logins(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Find the logins behind words that say that they are."""
    for match in reading.finditer(_OF_LOGIN, _LOGIN_CUES, 0, 40):
        if names.is_login(match["v"].replace(".", "")):
            yield *match.span("v"), "USERNAME", 0.85


def logged(reading: Reading) -> Iterator[Found]:
    """Find the logins in lines of logs, and of who signs with one."""
    for pattern in _possible(_LOGGED, reading.text):
        yield from _logins(pattern, reading.text)
    if reading.has(_CLOSINGS):
        yield from _logins(_SIGNED, reading.text)


def logins_in_prose(text: str, region: LineRegion, names: NameLists | None) -> Iterator[Found]:
    """Find the logins that a sentence sets, and those of two names between what parts columns."""
    yield from _logins(_SET, text, region.start, region.end)
    for login in _TWO_NAMES.finditer(text, region.start, region.end):
        if names is not None and login["g"] in names.sure and names.is_family(login["f"]):
            yield *login.span(), "USERNAME", 0.85


def commands(text: str, region: LineRegion) -> Iterator[Found]:
    """Find the secrets, servers and logins in the command lines of a region."""
    yield from passwords(text, region)
    for pattern in _possible(_LOGINS, text, region):
        yield from _logins(pattern, text, region.start, region.end)


def passwords(text: str, region: LineRegion) -> Iterator[Found]:
    """Find the secrets and servers that are given to commands."""
    for pattern in _possible(_COMMANDS, text, region) if text.find(" -", region.start, region.end) >= 0 else ():
        for match in pattern.finditer(text, region.start, region.end):
            if not _STANDS_FOR.fullmatch(match["v"]):
                yield *match.span("v"), "API_KEY", 0.85
        for host in _SERVER.finditer(text, region.start, region.end):
            yield *host.span("v"), "URL", 0.85


def _possible(
    listed: Iterable[tuple[Sequence[str] | re.Pattern[str], re.Pattern[str]]],
    text: str,
    region: LineRegion | None = None,
) -> Iterator[re.Pattern[str]]:
    """The expressions of which a text, or a region of it, holds one of the strings that each of their matches holds."""
    start, end = (0, len(text)) if region is None else (region.start, region.end)
    for cues, pattern in listed:
        if isinstance(cues, re.Pattern):
            possible = cues.search(text, start, end) is not None
        else:
            possible = any(text.find(cue, start, end) >= 0 for cue in cues)
        if possible:
            yield pattern


def _logins(pattern: re.Pattern[str], text: str, start: int = 0, end: int | None = None) -> Iterator[Found]:
    for match in pattern.finditer(text, start, len(text) if end is None else end):
        if match["v"].lower() not in NOBODY:
            yield *match.span("v"), "USERNAME", 0.8
