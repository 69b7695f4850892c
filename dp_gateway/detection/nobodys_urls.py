"""Addresses that are nobody's: of this machine, of an example, of the documentation of programs.

`grammar` asks about each address that was found, and about names that were found inside of one.
"""

from __future__ import annotations

import ipaddress
import re

from dp_gateway.detection.lexicon import default_lexicon
from dp_gateway.detection.terms import WORD, is_name

__all__ = ["in_nobodys_url", "is_nobodys_url"]

_LONGEST = 300
_HOST = re.compile(
    r"(?i)(?P<scheme>[a-z][a-z0-9+.-]{1,20})://(?P<login>[^/@\s]*@)?(?P<host>\[[0-9a-f:.]+\]|[^/:?#\s]*)(?::[0-9]+)?(?P<rest>.*)"
)
# RFC 2606: hosts that stand for any other, and this machine.
_NOBODYS = frozenset(
    "localhost example.com www.example.com example.org www.example.org example.net host.docker.internal".split()
)
_OF_FIELDS = (
    "docs.rs crates.io pypi.org npmjs.com json-schema.org schema.org w3.org ietf.org rfc-editor.org readthedocs.io "
    "readthedocs.org python.org rust-lang.org golang.org go.dev nodejs.org mozilla.org apache.org gnu.org "
    "opensource.org creativecommons.org kubernetes.io palletsprojects.com semver.org keepachangelog.com spdx.org "
    "unicode.org whatwg.org ecma-international.org iana.org djangoproject.com jquery.com sqlalchemy.org reactjs.org"
).split()
_DOCUMENTATION = re.compile(rf"(?:[a-z0-9-]{{1,40}}\.){{0,3}}(?:{'|'.join(map(re.escape, _OF_FIELDS))})", re.IGNORECASE)


def is_nobodys_url(url: str) -> bool:
    """Whether an address is that of this machine, of an example, or of the documentation of programs."""
    match = _HOST.fullmatch(url)
    if match is None or match["login"]:
        return False
    host, rest = match["host"].lower(), match["rest"]
    if _DOCUMENTATION.fullmatch(host):
        return "?" not in rest
    names, _ = default_lexicon()
    if "?" in rest or any(is_name(word) and word not in names.common for word in WORD.findall(rest.lower())):
        return False
    if not host:
        return match["scheme"].lower() in ("file", "sqlite") and "/home/" not in rest and "sers/" not in rest
    return host in _NOBODYS or host.endswith(".localhost") or _is_local(host.strip("[]"))


_URL_BEFORE, _URL_BEHIND = (
    re.compile(r"[a-z]{2,20}://[^\s\"'`<>()\[\]]{0,200}\Z"),
    re.compile(r"[^\s\"'`<>()\[\],;]{0,200}"),
)


def in_nobodys_url(text: str, start: int, end: int) -> bool:
    """Whether a finding is a part of such an address."""
    if text.rfind("://", max(0, start - _LONGEST), start) < 0:
        return False
    before, behind = _URL_BEFORE.search(text, max(0, start - _LONGEST), start), _URL_BEHIND.match(text, end)
    return before is not None and is_nobodys_url(before[0] + text[start:end] + (behind[0] if behind else ""))


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
