"""E-mail addresses, user names and web addresses: on reserved domains (RFC 2606), agreeing with the names around them.

An address that is made of a name of the request follows it: anna.miller@... becomes laura.chen@... where Anna Miller
is Laura Chen. All other parts are drawn without looking at them, those of role accounts too (abuse@...), and whatever
stands behind a host has one shape. One domain has one surrogate in the scope. An account in a text of German, French,
Spanish, Italian, Dutch, Portuguese or Polish gets names of that language, and a letter for an initial; the first text
of the request that has one of its words tells the language.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator
from functools import cache, partial

from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import DIGITS, LOWER, characters, digits, in_case_of, pick, ways
from dp_gateway.surrogates.drawer import UNIFORM_TRIES, Drawer, Made
from dp_gateway.surrogates.identifiers import IpAddress, Scrambled, written_like
from dp_gateway.surrogates.names import Names
from dp_gateway.text.folding import fold

_RESERVED = ("example.com", "example.org", "example.net")
_LONGEST = 256
"""Characters of an account name that are hashed with each of its numbers."""

_TOLD_APART, _LEAST_ACCOUNT = 4, 6
# The words of "LauraChen" and "LChen" are two; those of "McDonald" and "MacDonald" one.
_LOCAL_TOKEN = re.compile(r"[A-Z]?[a-z]{3,}(?=[A-Z])|[A-Z]+(?=[A-Z][a-z]{2})|[^\W\d_]+|\d+")
_URL = re.compile(
    r"^(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*://|mailto:)?(?:(?P<login>[^/@\s]+)@)?(?P<www>www\d?\.)?"
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^/:?#\s]+)(?P<port>:\d+)?(?P<rest>.*)$",
    re.DOTALL,
)
_HOST_IN_CLEAR = r"\w+ example (?:com|org|net)"
_ADDRESS_IN_CLEAR = {4: r"198 1[89] \d+ \d+", 6: r"2001 db8 \w+"}
_PATH, _LOGIN = 8, 8
"""Characters that stand in for whatever is behind a host, and for a login or password in front of it."""

_EXTENSION = re.compile(r"\.(?:html?|php|aspx?|jsp|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|csv|json|xml|txt|zip|git)\b")

_SPELLED = re.compile(r"\s?[\[({<]\s?[^\W\d_]{2,16}\s?[\])}>]\s?")
_POINT = re.compile(r"\s?[\[({<]\s?[^\W\d_]{2,16}\s?[\])}>]\s?|\s")

# "tom dot fairweather at gmail dot com"
_SPOKEN = re.compile(
    r"(?P<local>[^\s@][^\n@]{0,62}?)(?P<at>\sat\s)(?P<host>[\w-]{1,40}(?:\s[\w-]{1,40}){0,2}?(?:\sdot\s[\w-]{2,20}){1,3})",
    re.IGNORECASE,
)
_SAID = {"dot": ".", "underscore": "_", "dash": "-", "hyphen": "-"}
_SAID_SIGN = re.compile(rf"\s(?P<v>{'|'.join(_SAID)})\s", re.IGNORECASE)
_SIGN = re.compile(r"[._-]")
_SPOKEN_AS = {".": " dot ", "_": " underscore ", "-": " dash "}


class Internet:
    """Addresses of one request. `names`: the people of the request."""

    def __init__(self, drawer: Drawer, names: Names) -> None:
        self._drawer, self._names = drawer, names
        self._hosts: dict[str, str] = {}
        self._left: dict[int, float] = {}
        # Parts of accounts that are made of no name of the request, and what they stand for.
        self._tokens: dict[str, str] = {}
        self._given: dict[str, str] = {}
        # What stands before the @, and what it stands for.
        self._accounts: dict[str, str] = {}
        # Words of accounts that are a full name, and addresses that are spoken, as a reply may write them.
        self._together: dict[str, str] = {}
        self._spoken: dict[str, str] = {}

    def email(self, mention: str, language: str = "") -> str:
        """Draw an address on a reserved domain. `language`: of the text around it, whose names its account gets where
        it is made of none of the request.
        """
        local, sign, domain = mention.rpartition("@")
        if not sign and (spelled := _SPELLED.search(mention)) is not None:
            # "anna (at) firma (punkt) de".
            local, sign = mention[: spelled.start()], spelled[0]
            domain = _POINT.sub(".", mention[spelled.end() :])
        drawn = self._alone("email", mention, self._account(local, language), f"{sign or '@'}{self._host(domain)}")
        self._accounts[drawn.rpartition("@")[0]] = local
        return drawn

    def _alone(self, kind: str, mention: str, account: str, host: str) -> str:
        """An address that no other of the request has: accounts that came out alike are told apart by digits."""
        if self._given.setdefault(fold(account + host), fold(mention)) == fold(mention):
            return account + host

        def make(stream: Stream) -> Made:
            drawn = f"{account}{digits(stream, _TOLD_APART)}{host}"
            return Made(drawn, drawn, fold(drawn) in self._given)

        return self._drawer.draw(f"{kind}/apart", fold(mention), make, form=mention).text

    def username(self, mention: str, language: str = "") -> str:
        """Draw a handle; a leading @ stays. An address that is spoken is drawn as one that is written."""
        if (spoken := _SPOKEN.fullmatch(mention)) is not None:
            local, true_host = _written(spoken["local"]), _written(spoken["host"])
            account, host = self._account(local, language), self._host(true_host)
            self._spoken[f"{account}@{host}"] = f"{local}@{true_host}"
            return self._alone("username", mention, _said(account), f"{spoken['at']}{_said(host)}")
        return self._alone("username", mention, self._account(mention, language), "")

    def url(self, mention: str) -> str:
        """Draw a web address: reserved host, and one word for whatever stands behind it."""
        found = _read_url(mention)
        if found is None:
            return self._scrambled(mention)
        login = "" if found["login"] is None else self._login(found["login"]) + "@"
        host, address = found["host"], _address(found["host"])
        host = self._host(host) if address is None else host.replace(host.strip("[]"), self._ip_address(address))
        rest = found["rest"]
        if rest.strip("/?#"):
            rest = f"/{self._path(found['host'] + rest)}{_extension(rest)}"
        return f"{found['scheme'] or ''}{login}{found['www'] or ''}{host}{found['port'] or ''}{rest}"

    def _ip_address(self, address: str) -> str:
        def make(stream: Stream) -> Made:
            drawn = IpAddress().draw(address, stream)
            return Made(drawn, drawn)

        return self._drawer.draw("IP_ADDRESS", address, make).text

    def _path(self, behind: str) -> str:
        return self._drawer.draw("url/path", behind, partial(_word, LOWER + DIGITS, _PATH)).text

    def _login(self, login: str) -> str:
        parts = login.split(":", maxsplit=1)
        return ":".join(
            self._drawer.draw(f"url/login/{number}", part, partial(_word, LOWER, _LOGIN)).text
            for number, part in enumerate(parts)
        )

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
        try:
            drawn = self._drawer.draw("domain", folded, self._domain, tries=UNIFORM_TRIES).text
        except SurrogatesExhausted:
            drawn = self._drawer.draw("domain/two", folded, self._domain_of_two).text
        self._hosts[drawn] = host
        return in_case_of(host, drawn)

    def _domain(self, stream: Stream) -> Made:
        domain = f"{pick(stream, self._names.surnames).lower()}.{pick(stream, _RESERVED)}"
        return Made(domain, domain)

    def _domain_of_two(self, stream: Stream) -> Made:
        two = "-".join(pick(stream, self._names.surnames).lower() for _ in range(2))
        domain = f"{two}.{pick(stream, _RESERVED)}"
        return Made(domain, domain)

    def _account(self, text: str, language: str) -> str:
        """An account name token by token: those of known names follow them. Alone it is what it is in an address."""
        self._names.meet_account(_words_of(text), language)
        whole = fold(text)
        if len(whole) > _LONGEST:
            # It is part of what each of its numbers is drawn for.
            whole = hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()

        beside = self._beside(text)

        def replaced(found: re.Match[str]) -> str:
            token = found[0]
            if token.isdecimal():
                value = f"{whole} {found.start()} {token}"
                return self._drawer.first("email/digits", value, partial(_word, DIGITS, len(token))).text
            if self._is_initial(fold(token)):
                return in_case_of(token, self._names.initial(fold(token), beside(fold(token))).lower())
            return in_case_of(token, self._token(fold(token)).lower())

        return _LOCAL_TOKEN.sub(replaced, text)

    def _beside(self, account: str) -> Callable[[str], str]:
        """Tell of each initial the word of an account that stands in a full name with it; empty where none does."""
        words = _words_of(account)

        @cache
        def beside(initial: str) -> str:
            return next((one for one in words if self._names.agrees(initial, one)), "")

        return beside

    def _is_initial(self, token: str) -> bool:
        """Whether a part of an account is one letter, for which a letter is drawn: "e.niedzwiecka"."""
        return len(token) == 1 and self._names.role(token) is None

    def _apart(self, token: str) -> tuple[str, str, str] | None:
        """A token of a name of the request and an initial (amiller, annam): name, initial, and how they stand."""
        for name, initial, shape in ((token[1:], token[:1], "{1}{0}"), (token[:-1], token[-1:], "{0}{1}")):
            if self._names.role(name) is not None:
                return name, initial, shape
        return None

    def _token(self, token: str) -> str:
        whole = self._names.known(token)
        if whole is not None:
            return whole
        if both := self._names.written_together(token):
            drawn = "".join(self._names.token(*part) for part in both)
            self._together[drawn.lower()] = token
            return drawn
        apart = self._apart(token)
        if apart is not None:
            name, initial, shape = apart
            return shape.format(self._names.known(name), self._names.initial(initial, name))
        drawn = self._names.of_account(token)
        self._tokens[drawn] = token
        return drawn

    def drawn_from(self, mention: str, entity_type: str, language: str = "") -> list[tuple[str, ...]]:
        """Return, for each part of an account that is drawn from public names, the pools; a host is drawn whatever it
        was.
        """
        pools: list[tuple[str, ...]] = []
        tokens = _tokens(mention, entity_type)
        self._names.meet_account(tokens, language)
        for token in tokens:
            if self._is_initial(token):
                continue
            role = self._names.role(token)
            both = None if role else self._names.written_together(token)
            apart = None if both or role else self._apart(token)
            names = both or (self._names.meant(*apart[:2]) if apart else [(token, role or "family")])
            pools += [self._names.pools(value, role) for value, role in names]
        return pools

    def outputs(self, mention: str, entity_type: str, language: str = "") -> float:
        """Count the texts that can stand in for a mention of which no part is drawn from public names."""
        if entity_type == "URL":
            found = _read_url(mention)
            return _scrambled_outputs(mention) if found is None else self._outputs_of_url(found)
        account, at = _account_and_sign(mention, entity_type)
        self._names.meet_account(_words_of(account), language)
        letters = sum(map(self._is_initial, _words_of(account)))
        drawn = ways(10, sum(map(str.isdecimal, account))) * ways(len(LOWER), letters)
        return drawn * (self._hosts_left(None) if at else 1)

    def _outputs_of_url(self, found: re.Match[str]) -> float:
        behind = _PATH if found["rest"].strip("/?#") else 0
        login = _LOGIN if found["login"] else 0
        drawn = ways(len(LOWER + DIGITS), behind) * ways(len(LOWER), login)
        return drawn * self._hosts_left(_address(found["host"]))

    def _hosts_left(self, address: str | None) -> float:
        """How many hosts, or addresses of a version, are neither taken nor in clear once all is drawn."""
        version = 0 if address is None else 6 if ":" in address else 4
        if version not in self._left:
            if address is None:
                outputs, kind, like = float(len(self._names.surnames) * len(_RESERVED)), "domain", _HOST_IN_CLEAR
            else:
                outputs, kind, like = IpAddress().outputs(address, address), "IP_ADDRESS", _ADDRESS_IN_CLEAR[version]
            # The last draw found all others of its kind taken.
            shut_out = max(self._drawer.count_taken(kind) - 1, 0) + len(self._drawer.clear.like(like))
            self._left[version] = max(outputs - shut_out, 1.0)
        return self._left[version]

    def kept(self, mention: str, entity_type: str, language: str = "") -> tuple[str, ...]:
        """Describe what is kept of an address: its shape, and which parts are names of the request."""
        self._names.meet_account(_tokens(mention, entity_type), language)
        if entity_type == "URL":
            return _kept_of_url(mention)
        account, at = _account_and_sign(mention, entity_type)
        seen: dict[str, None] = {}
        beside = self._beside(account)

        def sign(found: re.Match[str]) -> str:
            token = fold(found[0])
            if token.isdecimal():
                return "0" * len(token)
            again, seen[token] = token in seen, None
            if self._is_initial(token) and beside(token):
                return in_case_of(found[0], "its-initial")
            return in_case_of(found[0], f"{self._sign(token)}{'-again' if again else ''}")

        return (written_like(f"{_LOCAL_TOKEN.sub(sign, account)}{at}{'host' if at else ''}"),)

    def _sign(self, token: str) -> str:
        """What a token is called in a class."""
        role, apart = self._names.role(token), self._apart(token)
        if self._is_initial(token):
            return "initial"
        if role is not None:
            return "name-of-the-text"
        if self._names.written_together(token):
            return "two-names-of-the-text"
        if apart is None:
            return "word"
        letter = "its-initial" if self._names.agrees(apart[1], apart[0]) else "initial"
        return apart[2].replace("{0}", "name-of-the-text").replace("{1}", f"+{letter}+").strip("+")

    def replacements(self) -> Iterator[Replacement]:
        """Yield what undoes the domains in a reply, whole and by their names, and the parts of accounts."""
        for drawn, host in self._hosts.items():
            yield Replacement(drawn, host)
            if host.count(".") == 1:
                yield _part(drawn.partition(".")[0], host.partition(".")[0])
        for drawn, written in (*self._spoken.items(), *self._together.items()):
            yield Replacement(drawn, written)
        for drawn, account in self._accounts.items():
            # "The login t.armistead50": one word may be a name, which is put back as one.
            if len(drawn) >= _LEAST_ACCOUNT and not drawn.isalpha():
                yield Replacement(drawn, account)
        for drawn, token in self._tokens.items():
            yield _part(drawn, token)


def _tokens(mention: str, entity_type: str) -> list[str]:
    """The folded words of an account."""
    if entity_type == "URL":
        return []
    return _words_of(_account_and_sign(mention, entity_type)[0])


def _account_and_sign(mention: str, entity_type: str) -> tuple[str, str]:
    """An account as it is written, and what stands between it and its host; empty where it has none."""
    if entity_type == "EMAIL_ADDRESS":
        account, at, _ = mention.rpartition("@")
        return account, at
    spoken = _SPOKEN.fullmatch(mention)
    return (mention, "") if spoken is None else (_written(spoken["local"]), spoken["at"])


def _written(spoken: str) -> str:
    """What is spoken, with the signs that it names."""
    return _SAID_SIGN.sub(lambda sign: _SAID[sign["v"].lower()], spoken)


def _said(written: str) -> str:
    """What is written, with words for its signs."""
    return _SIGN.sub(lambda sign: _SPOKEN_AS[sign[0]], written)


def _words_of(account: str) -> list[str]:
    return [fold(token) for token in _LOCAL_TOKEN.findall(account) if not token.isdecimal()]


def _read_url(mention: str) -> re.Match[str] | None:
    found = _URL.match(mention)
    return found if found is not None and (found["scheme"] or "." in mention) else None


def _scrambled_outputs(text: str) -> float:
    value = Scrambled().parse(text, "")
    return math.inf if value is None else Scrambled().outputs(text, str(value))


def _address(host: str) -> str | None:
    address = IpAddress().parse(host.strip("[]"), "")
    return None if address is None else str(address)


def _extension(rest: str) -> str:
    """What kind of file an address names."""
    found = _EXTENSION.search(rest)
    return found[0] if found else ""


def _kept_of_url(mention: str) -> tuple[str, ...]:
    found = _read_url(mention)
    if found is None:
        return Scrambled().kept(mention, "")
    login = "" if found["login"] is None else "login:password@" if ":" in found["login"] else "login@"
    address = _address(found["host"])
    host = "host" if address is None else "2001:db8::" if ":" in address else "198.18.0.0"
    rest = f"/path{_extension(found['rest'])}" if found["rest"].strip("/?#") else found["rest"]
    around = f"{found['scheme'] or ''}{login}{found['www'] or ''}{in_case_of(found['host'], host)}{found['port'] or ''}"
    return (written_like(f"{around}{rest}"),)


def left_of_url(mention: str) -> tuple[str, ...]:
    """Name what letters and digits of a web address stay, each as a report counts it."""
    found = _read_url(mention)
    if found is None:
        return ()
    parts = {"scheme": found["scheme"], "www": found["www"], "port": found["port"], "file ending": None}
    parts["file ending"] = _extension(found["rest"])
    return tuple(f"{name} of a web address" for name, part in parts.items() if part)


def _part(drawn: str, original: str) -> Replacement:
    """A part of an address that a reply may hold as a name."""
    return Replacement(drawn.capitalize(), original.capitalize() if original.islower() else original)


def _word(alphabet: str, length: int, stream: Stream) -> Made:
    drawn = characters(stream, [alphabet] * length)
    return Made(drawn, drawn)
