"""E-mail addresses, user names and web addresses: on reserved domains (RFC 2606), agreeing with the names around them.

An address that is made of a name of the request follows it: anna.miller@... becomes laura.chen@... where Anna Miller
is Laura Chen. All other parts are drawn without looking at them. One domain has one surrogate in the scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from dp_gateway.entities.surrogates.characters import digits, pick
from dp_gateway.entities.surrogates.drawer import Drawer, Made
from dp_gateway.entities.surrogates.identifiers import IpAddress, Scrambled
from dp_gateway.entities.surrogates.names import Names, in_case_of
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.vocabulary.words import fold

__all__ = ["Internet", "names_in"]

_RESERVED = ("example.com", "example.org", "example.net")
_ROLES = frozenset(
    "info support sales admin contact hello help office mail noreply no reply team hr jobs billing service press "
    "webmaster postmaster abuse security legal marketing accounts".split()
)
_TOLD_APART = 4
_LOCAL_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_URL = re.compile(
    r"^(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*://)?(?:(?P<login>[^/@\s]+)@)?(?P<www>www\d?\.)?"
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^/:?#\s]+)(?P<port>:\d+)?(?P<rest>.*)$",
    re.DOTALL,
)
_SEGMENT = re.compile(r"[^\W_]+")
_EXTENSION = re.compile(r"\.(?:html?|php|aspx?|jsp|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|csv|json|xml|txt|zip|git)\b")


class Internet:
    """Addresses of one request.

    Args:
        drawer: the draws of the request.
        names: the people of the request.
    """

    def __init__(self, drawer: Drawer, names: Names) -> None:
        self._drawer, self._names = drawer, names
        self._hosts: dict[str, str] = {}
        # Parts of accounts that are made of no name of the request, and what they stand for.
        self._tokens: dict[str, str] = {}
        self._given: dict[str, str] = {}

    def email(self, mention: str) -> str:
        """An address on a reserved domain."""
        local, _, domain = mention.rpartition("@")
        return self._alone("email", mention, self._account("email", local), f"@{self._host(domain)}")

    def _alone(self, kind: str, mention: str, account: str, host: str) -> str:
        """An address that no other of the request has: accounts that came out alike are told apart by digits."""
        if self._given.setdefault(fold(account + host), fold(mention)) == fold(mention):
            return account + host

        def make(stream: Stream) -> Made:
            drawn = f"{account}{digits(stream, _TOLD_APART)}{host}"
            return Made(drawn, drawn, fold(drawn) in self._given)

        return self._drawer.draw(f"{kind}/apart", fold(mention), make, form=mention).text

    def username(self, mention: str) -> str:
        """A handle; a leading @ stays."""
        return self._alone("username", mention, self._account("username", mention), "")

    def url(self, mention: str) -> str:
        """A web address: reserved host, everything behind it scrambled."""
        found = _URL.match(mention)
        if found is None or "." not in found["host"] + mention:
            return self._scrambled(mention)
        login = "" if found["login"] is None else self._scrambled(found["login"]) + "@"
        host = found["host"]
        address = IpAddress().parse(host.strip("[]"), "")
        host = self._host(host) if address is None else host.replace(host.strip("[]"), self._address(str(address)))
        rest = found["rest"]
        if rest.strip("/?#"):
            kept = _EXTENSION.search(rest)
            end = kept.start() if kept else len(rest)
            extension_end = kept.end() if kept else end
            rest = self._path(rest[:end]) + rest[end:extension_end] + self._path(rest[extension_end:])
        return f"{found['scheme'] or ''}{login}{found['www'] or ''}{host}{found['port'] or ''}{rest}"

    def _address(self, address: str) -> str:
        def make(stream: Stream) -> Made:
            drawn = IpAddress().draw(address, stream)
            return Made(drawn, drawn)

        return self._drawer.draw("IP_ADDRESS", address, make).text

    def _path(self, text: str) -> str:
        return _SEGMENT.sub(lambda found: self._scrambled(found[0]), text)

    def _scrambled(self, text: str) -> str:
        family = Scrambled()
        value = family.parse(text, "")
        if value is None:
            return text
        known = str(value)

        def make(stream: Stream) -> Made:
            drawn = family.draw(known, stream)
            return Made(drawn, family.render(text, known, drawn))

        return self._drawer.first("url", known, make, form=text).text

    def _host(self, host: str) -> str:
        folded = fold(host)
        drawn = self._drawer.draw("domain", folded, self._domain).text
        self._hosts[drawn] = host
        return in_case_of(host, drawn)

    def _domain(self, stream: Stream) -> Made:
        domain = f"{pick(stream, self._names.surnames).lower()}.{pick(stream, _RESERVED)}"
        return Made(domain, domain)

    def _account(self, kind: str, text: str) -> str:
        """An account name token by token: those of known names follow them."""

        def replaced(found: re.Match[str]) -> str:
            token = found[0]
            if token.isdigit():
                return self._drawer.first(f"{kind}/digits", f"{fold(text)} {token}", partial(_digits, len(token))).text
            return in_case_of(token, self._token(fold(token)).lower())

        return _LOCAL_TOKEN.sub(replaced, text)

    def _token(self, token: str) -> str:
        if token in _ROLES:
            return token
        whole = self._names.known(token)
        if whole is not None:
            return whole
        # amiller, annam: a name and an initial.
        for name, initial, shape in ((token[1:], token[:1], "{1}{0}"), (token[:-1], token[-1:], "{0}{1}")):
            known = self._names.known(name)
            if known is not None:
                return shape.format(known, self._names.initial(initial, name))
        drawn = self._names.token(token, "family")
        self._tokens[drawn] = token
        return drawn

    def replacements(self) -> Iterator[Replacement]:
        """What undoes the domains in a reply, whole and by their names, and the parts of accounts."""
        for drawn, host in self._hosts.items():
            yield Replacement(drawn, host)
            if host.count(".") == 1:
                yield _part(drawn.partition(".")[0], host.partition(".")[0])
        for drawn, token in self._tokens.items():
            yield _part(drawn, token)


def names_in(mention: str, entity_type: str) -> int:
    """How many names are drawn for the account of an address; a host is drawn whatever it was."""
    if entity_type == "URL":
        return 0
    account = mention.rpartition("@")[0] if entity_type == "EMAIL_ADDRESS" else mention
    return sum(not token.isdigit() and fold(token) not in _ROLES for token in _LOCAL_TOKEN.findall(account))


def _part(drawn: str, original: str) -> Replacement:
    """A part of an address that a reply may hold as a name."""
    return Replacement(drawn.capitalize(), original.capitalize() if original.islower() else original)


def _digits(count: int, stream: Stream) -> Made:
    drawn = digits(stream, count)
    return Made(drawn, drawn)
