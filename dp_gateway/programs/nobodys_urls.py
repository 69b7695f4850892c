"""Addresses that are nobody's: of this machine, of an example, of public code, of the documentation of programs.

`program_addresses` asks about each address that was found, `program_words` about names that were found inside of one.
`named_sites` asks for those whose names stand in the same file in clear.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence

from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.terms import WORD, is_command, is_name
from dp_gateway.patterns.told import NOBODY
from dp_gateway.public.lists import is_known_firm
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_LONGEST = 300
_HOST = re.compile(
    r"(?i)(?P<scheme>[a-z][a-z0-9+.-]{1,20})://(?P<login>[^/@\s]*+@)?(?P<host>\[[0-9a-f:.]+\]|[^/:?#\s]*+)(?>(?::[0-9]++)?)(?P<rest>.*)"
)
# RFC 2606: hosts that stand for any other, and this machine.
_NOBODYS = frozenset(_LISTS["NOBODYS"])
_OF_FIELDS = _LISTS["OF_FIELDS"]
_OF_CODE = _LISTS["OF_CODE"]
"""Where packages, their documentation and answers about programs are published, below any of these."""
_FORGES = frozenset(_LISTS["FORGES"])
_PAGES = ".github.io"
_SETTINGS = re.compile(
    r"[^?]*+(?:\?(?:[\w.-]{1,30}=(?:(?:[A-Za-z._+:-]|%3[Aa]|%2[0Ff]){0,60}|[0-9.]{1,6}|CVE-[0-9-]{6,12})(?:&|(?=[#]|$))){1,5}(?:#[^?]*+)?)?"
)
_TOKEN = re.compile(r"(?=[\w-]{0,99}[a-z])(?=[\w-]{0,99}[A-Z])(?=[\w-]{0,99}[0-9])[\w-]{24,}")


def _below(hosts: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:[a-z0-9-]{{1,40}}\.){{0,3}}(?:{'|'.join(map(re.escape, hosts))})", re.IGNORECASE)


_DOCUMENTATION, _PUBLIC_CODE = _below(_OF_FIELDS), _below(_OF_CODE)
_EXAMPLE = re.compile(r"(?:www\.)?example\.(?:com|org|net)")
# Below other names a firm or a person has pages of its own: "acme.slack.com".
_KNOWN = re.compile(
    r"(?:(?:www|docs?|support|help|faq|learn|developers?|blog|downloads?|status|about|news|wiki|forums?|community|api|"
    r"platform|releases|packages|discuss|groups)\.)?(?P<name>[a-z][a-z0-9-]{2,30})\.(?:com|org|net|io|dev|sh|app|ai|cc|co)"
)
_SOCIAL = frozenset(_LISTS["SOCIAL"])
"""What known firms keep for everybody: only their first pages are nobody's."""
_ROOT = re.compile(r"/?(?:(?:in|company|user|channel)/)?")
# A part of letters and digits is what a site gives out to somebody's list, order or page.
OF_ONE = re.compile(
    r"[0-9]{5}|[@+]|/(?:maps|search|users?|people|profiles?|u)/|(?=[0-9]*[A-Za-z])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{8}"
)
# "http://EXTERNAL_IP:8080"
_BADGES = "img.shields.io"
_STAND_IN = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+")


def is_nobodys_url(url: str) -> bool:
    """Return whether an address is that of this machine, of an example, or of the documentation of programs."""
    match = _HOST.fullmatch(url)
    if match is None or (match["login"] and not _is_anybodys_login(match["login"])):
        return False
    host, rest, scheme = match["host"].lower(), match["rest"], match["scheme"].lower()
    wild = _WILD.match(host)
    if wild is not None:
        host = host[wild.end() :]
    kept = scheme in _OF_BUCKETS and _BUCKET.fullmatch(f"{host}{rest}".lower()) is not None
    if (
        kept
        or _STAND_IN.fullmatch(match["host"])
        or host == _BADGES
        or (host == "github.com" and _ADVISORY.fullmatch(rest) is not None)
        or scheme in _OF_BROWSERS
        or (wild and (not host or is_known_host(host)))
    ):
        return True
    if _DOCUMENTATION.fullmatch(host):
        return "?" not in rest
    names, _ = default_lexicon()
    if ("?" in rest and _PLAIN_QUERY.search(rest) is None) or any(
        is_name(word) and word not in names.common for word in WORD.findall(rest.lower())
    ):
        return False
    if not host:
        return match["scheme"].lower() in ("file", "sqlite", "unix") and "/home/" not in rest and "sers/" not in rest
    return (
        _is_service(host)
        or host in _NOBODYS
        or host.endswith(".localhost")
        or _is_local(host.strip("[]"))
        or (is_anybodys_host(host) and not (host.endswith(".example") and _GIVEN_OUT.search(rest)))
        or _FOR_ANY.fullmatch(host) is not None
        or _stands_in(host)
    )


_ADVISORY = re.compile(r"/advisories/GHSA(?:-[0-9a-z]{4}){3}")
_PLAIN_QUERY = re.compile(
    r"^[^?]*+\?(?:[\w.\[\]-]{1,30}=?(?:true|false|disable|require|prefer|[0-9]{0,4})(?:&|#|$)){1,8}$"
)
_OF_BROWSERS = frozenset("about chrome edge brave opera devtools vscode php phar jar classpath tfr".split())
"""Schemes of what a browser, an editor or a language has by itself."""
_OF_BUCKETS = frozenset("gs s3 s3a hf az abfs abfss wasbs swift oss r2 minio".split())
# "gs://my_bucket/input_file", "hf://buckets/username/my-bucket"
_BUCKET = re.compile(
    r"(?:(?:(?:my|your|some|the|input|output|source|target|new|bucket|object|file|path|folder|dir|name|data|image|user|"
    r"username|prefix|key|to|of|backup|export|import|results?|test|example|sample)s?[0-9]{0,3}"
    r"|(?:txt|csv|json|parquet|gz|zip|sql|png|jpg|pdf|html|tar))[-_/.]{0,2}){1,16}"
)
# "site1.com", "my-server.com"; whoever has such a host, it stands for any other.
_FOR_ANY = re.compile(
    r"(?:(?:www|app|api|docs|blog|cdn|auth|foo|sub)\.)?(?:(?:my|your|some|an|the|other)-?)?"
    r"(?:app|site|server|domain|company|host|website|backend|frontend|proxy|registry|example|org)[0-9a-c]?"
    r"\.(?:com|org|net|io|tld|dev|local)"
)


def _is_anybodys_login(login: str) -> bool:
    """Whether a login and its password are those that a program comes with: "postgres:postgres@"."""
    name, _, word = login.removesuffix("@").lower().partition(":")
    return name in NOBODY and word in ("", name, "pass", "password", "passwd", "pw", "secret", "changeme")


def is_anybodys_host(host: str) -> bool:
    """Return whether a host below a name that RFC 2606 keeps has no other words than those: "api.example.com",
    "app.test".
    """
    if _KEPT.search(host) is None:
        return False
    names, _ = default_lexicon()
    labels = _KEPT.sub("", host).split(".")
    parts = [part for label in labels for part in _WORD_JOINT.split(label)]
    return GENERIC.issuperset(labels) or (
        len(labels) == 1
        and all(len(part) <= _SHORT_LABEL or (part in names.common and not is_name(part)) for part in parts)
    )


_SHORT_LABEL = 3
# "/t/9XQ71B0ZP": what a site gives out to one person alone.
_GIVEN_OUT = re.compile(r"/(?!v[0-9])(?=[0-9]*[A-Za-z])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{5,40}(?=[/?#]|\Z)")


_KEPT = re.compile(r"(?:\.example)?\.(?:test|invalid|example)$|\.example\.(?:com|org|net)$")
GENERIC = frozenset(_LISTS["GENERIC"])


def _is_service(host: str) -> bool:
    """Whether a host is ordinary words for what runs there: "redis", "selenium-hub", "web.default.svc".

    Not "annas-laptop", and no host of a firm.
    """
    names, _ = default_lexicon()
    inside = _INSIDE.search(host)
    parts = _WORD_JOINT.split(host) if inside is None else _PARTS_OF_HOST.split(host[: inside.start()])
    return all(
        part in _SERVICES or is_command(part) or part.isdecimal() or (part in names.common and not is_name(part))
        for part in parts
    )


_INSIDE = re.compile(r"\.(?:svc(?:\.cluster\.local)?|internal|local|lan|intranet|localdomain)$")
_PARTS_OF_HOST, _WORD_JOINT = re.compile("[-_.]"), re.compile("[-_]")
_WILD = re.compile(r"\*\.?")
# "my-external-proxy.com", "other.com"
_STANDS_IN = re.compile(
    r"(?:[a-z]{2,12}\.)?(?:my|your|some|any|other|another)(?P<words>(?:-[a-z]{2,20}){0,4})\.(?:com|org|net|io|tld|dev|local)"
    r"|(?:my|your|some)(?P<more>(?:-[a-z]{2,20}){1,4})(?:\.[a-z0-9-]{1,40}){1,3}"
    r"|(?:[a-z-]{1,30}\.){0,4}(?:foo|bar|baz|foobar)\.(?:com|org|net)"
)


def _stands_in(host: str) -> bool:
    """Whether a host says that it stands for any other."""
    match = _STANDS_IN.fullmatch(host)
    names, _ = default_lexicon()
    words = (match["words"] or match["more"] or "").split("-")[1:] if match is not None else ()
    return match is not None and all(word in names.common and not is_name(word) for word in words)


_SERVICES = frozenset(_LISTS["SERVICES"])
"""What the parts of a program are called where each has a container."""


def is_of_public_code(url: str, programs: frozenset[str] = frozenset()) -> bool:
    """Return whether an address leads to a package, to its repository on a forge, or to its documentation.

    It names nobody, and no key or search that somebody made; the owner of a repository has no person's name. `url`: the
    address. `programs`: words that programs are known to be called by, in small letters; the owner may be called so.
    """
    match = read_address(url.removeprefix("registry+"))
    if match is None or match["login"]:
        return False
    host, rest = match["host"].lower(), match["rest"]
    if _SETTINGS.fullmatch(rest) is None or _TOKEN.search(rest):
        return False
    forge = _is_forge(host)
    if forge and (own := _OWN_REPOSITORY.match(rest)):
        programs = programs | {*WORD.findall(own["name"].lower())}
    # A package of a registry may have anybody's name, and so may the repository of an owner.
    named = _OF_OWNER.match(rest) if forge and not host.endswith(_PAGES) else None
    told = rest[named.end() :] if named else rest
    words = {*WORD.findall(told.lower())} - programs
    if not host.startswith("registry.") and any(map(_is_somebody, words)):
        return False
    if forge:
        owner = f"{host.removesuffix(_PAGES) if host.endswith(_PAGES) else ''}{rest}".strip("/").partition("/")[0]
        of_owner = {*WORD.findall(owner.lower())} - programs
        return is_known_firm(owner.removesuffix("s")) or not any(
            _is_somebody(word) or default_lexicon()[0].is_login(word) for word in of_owner
        )
    return any(known.fullmatch(host) for known in (_PUBLIC_CODE, _DOCUMENTATION, _EXAMPLE)) or (
        (name := is_known_host(host)) != ""
        and OF_ONE.search(rest) is None
        and (name not in _SOCIAL or _ROOT.fullmatch(rest) is not None)
    )


# "/guzzle/guzzle/pull/2946": who keeps a page of themselves so has no pulls in it.
_OWN_REPOSITORY = re.compile(
    r"/(?P<name>[\w.-]{1,40})/(?P=name)/(?:pull|issues|releases|actions|compare|milestones?)\b"
)
# "/expressjs/morgan": nobody but programs is called like one's repository.
_OF_OWNER = re.compile(r"/[\w.-]{1,60}/[a-z]{1,30}(?![\w.-])")


def is_documentation(url: str) -> bool:
    """Return whether an address leads to where packages and their documentation are published, and nobody has pages."""
    match = read_address(url)
    return (
        match is not None
        and not _is_forge(match["host"].lower())
        and _PUBLIC_CODE.fullmatch(match["host"]) is not None
        and is_of_public_code(url)
    )


def is_known_host(host: str) -> str:
    """Find the name in a host of a firm or product that everybody knows, or of a command; empty where it has none.
    `host`: in small letters.
    """
    match = _KNOWN.fullmatch(host)
    if match is None:
        return ""
    name = match["name"]
    return name if is_known_firm(name.replace("-", " ")) or (not host.endswith(".com") and is_command(name)) else ""


def is_of_anybodys_site(url: str) -> bool:
    """Return whether an address leads to where all keep repositories, or to a known firm: who goes there may be
    private.
    """
    match = read_address(url)
    if match is None:
        return False
    host = match["host"].lower()
    return _is_forge(host) or (is_known_host(host) != "" and _FOR_READERS.match(host) is None)


_FOR_READERS = re.compile(r"(?:docs?|developers?|learn|help)\.")


def is_badge(url: str) -> bool:
    """Return whether an address leads to a picture that tells how a project does, and names nobody: "/badge/uvloop"."""
    match = read_address(url)
    return (
        match is not None
        and not match["login"]
        and _BADGE.search(match["rest"]) is not None
        and _SETTINGS.fullmatch(match["rest"]) is not None
        and _TOKEN.search(match["rest"]) is None
        and names_nobody(url)
    )


_BADGE = re.compile(r"/badges?(?:[/?]|\.(?:svg|png)|\Z)")


def is_site_of(url: str, names: frozenset[str]) -> bool:
    """Return whether an address leads to the site of a program: its host is called as it is, and its path names nobody.
    `names`: of the program, in small letters.
    """
    match = read_address(url)
    if match is None or match["login"] or OF_ONE.search(match["rest"]) or "?" in match["rest"]:
        return False
    site = _site(match["host"].lower())
    if not site or not names_nobody(match["rest"]):
        return False
    # "guzzlephp.org", "sinatrarb.com"
    return site in names or _OF_LANGUAGE.sub("", site) in names


def name_of_site(url: str) -> str:
    """Return what a public site is called, without hyphens; empty where an address is none, or names somebody. `url`:
    the address, whose path tells of nobody's order or page either.
    """
    match = read_address(url)
    if match is None or match["login"] or OF_ONE.search(match["rest"]) or "?" in match["rest"]:
        return ""
    host = match["host"].lower()
    if _ONE_LABEL.fullmatch(host):
        return _WORD_JOINT.sub("", host) if "://" in url and names_nobody(url) else ""
    site = _site(host)
    return site.replace("-", "") if site and names_nobody(url) else ""


_OF_LANGUAGE = re.compile(r"-?(?:php|rb|js|py|db|lang|hq|labs|project|framework)\Z")
_SITE = re.compile(
    r"(?:(?:www|docs?|learn|developers?|blog|downloads?|news|discuss|forums?|community|support|help|api|(?P<of>[a-z]{2,20}))"
    r"\.)?(?P<name>[a-z][a-z0-9-]{1,30})\.(?:com|org|net|io|dev|sh|app|ai|co|rs|tech|run|cloud|rocks|info|pub|bot|local|cc|"
    r"pro|chat|community|software|systems|build|page|so|gg|fyi|wiki|site|zone|tools|works|codes|design)"
)
# What a firm has for itself alone.
_INNER = frozenset(_LISTS["INNER"])


def _site(host: str) -> str:
    """What a public site is called; empty where a host is none, or one that a firm has for itself or for somebody."""
    match = _SITE.fullmatch(host)
    if match is None:
        return ""
    names, _ = default_lexicon()
    of = match["of"]
    return match["name"] if of is None or (of in names.common and of not in _INNER and not is_name(of)) else ""


_ONE_LABEL = re.compile(r"[a-z][a-z0-9_-]{2,40}")


def read_address(url: str) -> re.Match[str] | None:
    """Return the parts of an address, which may lack its scheme; None where it is none."""
    return _HOST.fullmatch(url if "://" in url else f"https://{url}")


def _is_forge(host: str) -> bool:
    return host in _FORGES or host.endswith(_PAGES)


def names_nobody(url: str) -> bool:
    """Return whether no word of an address is a name, or a login made of names."""
    names, _ = default_lexicon()
    return not any(_is_somebody(word) or names.is_login(word) for word in WORD.findall(url.lower()))


def _is_somebody(word: str) -> bool:
    """Whether a word is a given name and nothing else, or a family name that is no short word of programs."""
    names, _ = default_lexicon()
    return word not in LANGUAGES and (
        word in names.sure or (len(word) > _SHORTEST_FAMILY and word in names.surnames and word not in names.common)
    )


_SHORTEST_FAMILY = 4
LANGUAGES = frozenset(_LISTS["LANGUAGES"])
"""Languages of programs, and a machine, some of which are given names or family names too."""

_URL_BEFORE, _URL_BEHIND = (
    re.compile(r"[a-z]{2,20}://[^\s\"'`<>()\[\]]{0,200}\Z"),
    re.compile(r"[^\s\"'`<>()\[\],;]{0,200}"),
)


def in_nobodys_url(text: str, start: int, end: int) -> bool:
    """Return whether a finding is a part of such an address."""
    if text.rfind("://", max(0, start - _LONGEST), start) < 0:
        return False
    before, behind = _URL_BEFORE.search(text, max(0, start - _LONGEST), start), _URL_BEHIND.match(text, end)
    if before is None:
        return False
    url = before[0] + text[start:end] + (behind[0] if behind else "")
    return is_nobodys_url(url) or is_of_public_code(url)


def is_private(address: str) -> bool:
    """Return whether an address, or a network, is one that every firm has inside, 10.0.0.0/8 and its like, or a
    group's.

    Of networks also those that a standard keeps for a use: "64:ff9b::/96", "2001:db8::/32".
    """
    host = address.partition("/")[0].partition("%")[0]
    return _is_local(host) or _is_group(host) or address.lower() in _FOR_A_USE


def _is_group(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_multicast
    except ValueError:
        return False


# By the registries of special addresses of IANA.
_FOR_A_USE = frozenset(_LISTS["FOR_A_USE"])


def _is_local(host: str) -> bool:
    try:
        read = ipaddress.ip_address(host)
    except ValueError:
        return False
    return read.is_loopback or read.is_unspecified or read.is_link_local or (read.is_private and not _is_example(read))


def _is_example(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is kept for documentation: surrogates are such."""
    return any(address in network for network in _EXAMPLES)


_EXAMPLES = tuple(map(ipaddress.ip_network, "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32".split()))
