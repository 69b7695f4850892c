"""What Presidio asks tldextract about an e-mail address: whether its host is a name under a public suffix.

The list (publicsuffix.org) is the snapshot that tldextract carries, and the answers are its answers. But its import
brings an HTTP client along, its list is a tree of 16,000 objects, and it would fetch a newer one from the network.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

_ENTRY = re.compile(r"^[.*!]*\w\S*", re.MULTILINE)
_PRIVATE = "// ===BEGIN PRIVATE DOMAINS==="


class Extracted(NamedTuple):
    """The parts of a host name.

    Attributes:
        fqdn: the host if it is a name under a public suffix, else "".
    """

    fqdn: str


def extract(address: str) -> Extracted:
    """The host of an e-mail address, read as leniently as tldextract does: as that of a URL."""
    authority = address.removeprefix("//").partition("/")[0].partition("?")[0].partition("#")[0]
    host = authority.rpartition("@")[2].partition(":")[0].strip().rstrip(".")
    labels = host.split(".")
    start = _suffix_start([_readable(label) for label in labels])
    return Extracted(host if 0 < start < len(labels) and labels[start - 1] else "")


def _suffix_start(labels: list[str]) -> int:
    """Where the longest public suffix begins; the number of labels if they end in none."""
    listed = _suffixes()
    found = len(labels)
    tail = ""
    for at in reversed(range(len(labels))):
        longer = f"{labels[at]}.{tail}" if tail else labels[at]
        if longer not in listed:
            if f"*.{tail}" in listed:
                return at + 1 if f"!{longer}" in listed else at
            break
        tail = longer
        found = at if listed[tail] else found
    return found


def _readable(label: str) -> str:
    """A label in lower case, out of Punycode if it is in it."""
    label = label.lower()
    if label.startswith("xn--"):
        import idna

        try:
            return idna.decode(label)
        except (UnicodeError, IndexError):
            pass
    return label


@cache
def _suffixes() -> dict[str, bool]:
    """The tails of the entries: True for the entries themselves."""
    package = find_spec("tldextract")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("tldextract, which presidio-analyzer depends on, is not installed")
    text = Path(package.origin).with_name(".tld_set_snapshot").read_text(encoding="utf-8")
    entries = _ENTRY.findall(text.partition(_PRIVATE)[0])
    tails: dict[str, bool] = {}
    for entry in entries:
        rest = entry.partition(".")[2]
        while rest and rest not in tails:
            tails[rest] = False
            rest = rest.partition(".")[2]
    return tails | dict.fromkeys(entries, True)
