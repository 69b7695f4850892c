"""Identifiers: drawn without looking at their characters, in the same format, and never somebody else's.

What stays visible is the format: length, separators, which places hold digits and which letters, letter case, and a
prefix that says what kind of key it is. Numbers that could belong to a person are drawn from ranges that are kept
free: test card numbers (they pass Luhn), social security areas that are never issued, IP addresses that are never
routed (RFC 2544, RFC 3849), IBANs of a bank that does not exist (their check digits are right).
"""

from __future__ import annotations

import ipaddress
import math
import re
import unicodedata
from collections.abc import Hashable, Iterable
from typing import Any

from dp_gateway.patterns.cards import iban_rest, luhn_sum
from dp_gateway.randomness import Stream, below
from dp_gateway.restore import Replacement
from dp_gateway.restore.digits import LEAST_DIGITS, MOST_DIGITS
from dp_gateway.surrogates.base import DIGITS, LOWER, UPPER, Family, characters, digits, lay, plain_digits, solid, ways

_HEX = "0123456789ABCDEF"
_KEY_PREFIX = re.compile(
    r"^(?:(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?|gh[pousr]_|github_pat_|AKIA|ASIA|xox[abpr]-|AIza|glpat-|hf_|"
    r"Bearer\s+|eyJ)"
)
_TEST_CARDS = {14: "305693", 15: "378282"}
_LEAST_HEX, _LATIN_END = 12, 0x250
_SEPARATORS = ("", "-", " ", ".")
_NO_DIGIT, _DIGITS_ALONE = re.compile(r"[^0-9]+"), re.compile(r"[0-9 ()+\-./]+")
_TELLING_DIGITS = 9
"""A number without separators of fewer digits is one word, and looked for as that."""
_RUN = re.compile(r"([0AaXx])\1{8,}")
# Letters of other scripts that stand in numbers: those of licence plates, each drawn among its own.
_PLATES = (
    "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼",
    "あいうえかきくけこさすせそたちつてとなにぬねのはひふほまみむめもやゆよらりるれろ",
    "أبجدرسصطعفقكلمنهوىي",
    "تثحخذزشضظغآإة",
    "ワレハネオツムラタヨカヌ",
    "АВЕКМНОРСТУХ",
)
_HAN = "\u4e00"
_OFFICES = "山川田原野島崎宮松本岡谷"
"""Of these are names of places; the office on a Japanese plate is one of two characters and more."""
_FORMAL = frozenset("第号號年字民刑行执執初终終再申监監令和平成昭大正财財保破知家少受\u0640")
"""What a court's numbers say beside their digits, and the stroke that makes an Arabic letter longer: it stays."""
_JAPANESE_PLATE = re.compile(r"[一-龯]{2,4}[0-9]{2,3}[A-Z]?[あ-れろ][0-9]{1,4}")


class Scrambled(Family):
    """Any identifier: digits become digits, letters letters; separators and the prefix of a key stay."""

    keeps = "length, separators, which characters are digits, capitals or small letters, and the prefix of a key"

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read the letters and digits, upper case, digits of all scripts alike; None where there are none, or a letter
        of a script of which none is drawn.
        """
        value = plain_digits(solid(mention))
        return value if value and all(self._alphabets(value)) and not _joins(mention) else None

    def draw(self, value: str, stream: Stream) -> str:
        """Draw uniform characters of the same kinds."""
        return characters(stream, self._alphabets(value))

    def _alphabets(self, value: str) -> list[str]:
        return [_HEX] * len(value) if _is_hex(value) else [_alphabet(char, _is_plate(value)) for char in value]

    def outputs(self, mention: str, value: str) -> float:
        """Count the identifiers that have this format and this prefix."""
        kept = len(solid(mention[: _kept(mention)]))
        return math.prod(float(len(alphabet)) for alphabet in self._alphabets(value)[kept:])

    def render(self, mention: str, value: str, drawn: str) -> str:
        """Write the new characters in the format of the mention."""
        kept = _kept(mention)
        return mention[:kept] + lay(mention[kept:], drawn[len(solid(mention[:kept])) :])

    def kept(self, mention: str, value: str) -> tuple[str, ...]:
        """Describe the format, and the prefix of a key."""
        kept = _kept(mention)
        return (written_like(mention[:kept] + shape_of(mention[kept:], hexadecimal=_is_hex(value))),)

    def left(self, mention: str, value: str) -> tuple[str, ...]:
        """Name the prefix of a key, which stays as it is."""
        return ("prefix of a key",) if _kept(mention) else ()

    def variants(self, mention: str, value: str, drawn: str) -> Iterable[Replacement]:
        """Return the surrogate with other separators, group by group, where its digits alone do not tell it."""
        return regrouped(mention, self.render(mention, value, drawn))

    def digit_strings(self, mention: str, value: str, drawn: str) -> Iterable[tuple[str, str]]:
        """Return its digits, where it has nothing else."""
        return by_digits(mention, self.render(mention, value, drawn))


class NationalIdentifier(Scrambled):
    """Identifiers in a text of another language: none that is drawn has the form and check digits of a kind of it.

    What is left out depends on the length and the language alone, as a class does. `language`: of the text around it,
    ISO 639-1.
    """

    _TRIES, _LEAST_SHARE = 64, 0.5

    def __init__(self, language: str) -> None:
        self._language = language

    def draw(self, value: str, stream: Stream) -> str:
        """Draw uniform characters of the same kinds, again where somebody could have them."""
        from dp_gateway.detection.languages.national_identifiers import is_possible

        drawn = super().draw(value, stream)
        for _ in range(self._TRIES):
            if not is_possible(drawn, self._language):
                break
            drawn = super().draw(value, stream)
        return drawn

    def outputs(self, mention: str, value: str) -> float:
        """Count such identifiers, at least: of a length, half and more are nobody's."""
        return super().outputs(mention, value) * self._LEAST_SHARE


def _kept(mention: str) -> int:
    """How many characters of a key say what kind of key it is."""
    prefix = _KEY_PREFIX.match(mention)
    return prefix.end() if prefix and prefix.end() < len(mention) else 0


def _is_plate(value: str) -> bool:
    """Whether an identifier, solid, is a Japanese plate."""
    return _JAPANESE_PLATE.fullmatch(value) is not None


def _alphabet(char: str, on_plate: bool = False) -> str:
    """What a character is drawn among; empty for a letter of a script that none is known of. `on_plate`: of Japan."""
    if on_plate and char >= _HAN:
        return _OFFICES
    if char in _FORMAL:
        return char
    if char.isdigit():
        return DIGITS
    if char.isupper() or char.islower():
        return next((letters for letters in _PLATES if char in letters), UPPER if char.isupper() else LOWER)
    # Letters of Latin without case, as ª, and of scripts without it.
    return next((letters for letters in _PLATES if char in letters), UPPER if ord(char) < _LATIN_END else "")


def _joins(mention: str) -> bool:
    """Whether letters and marks of a script are drawn together: a letter alone is none of its words."""
    return not mention.isascii() and any(unicodedata.category(char) in ("Mc", "Mn") for char in mention)


def _is_hex(value: str) -> bool:
    """Whether an identifier, solid, is drawn as hexadecimal digits."""
    # Two letters and digits alone are an account that begins with its country: "DE21 5005 …".
    return len(value) >= _LEAST_HEX and all(char in _HEX for char in value) and not value[2:].isdigit()


def shape_of(text: str, *, hexadecimal: bool = False) -> str:
    """Write a text as a pattern: 0 for digits, a and A for letters, x and X for hexadecimal digits, all else as it
    stands.
    """
    lowest, on_plate = text == text.lower(), _is_plate(plain_digits(solid(text)))

    def sign(char: str) -> str:
        if not char.isalnum() or (char in _FORMAL and not on_plate):
            return char
        if hexadecimal:
            return "x" if char.islower() or (lowest and char.isdigit()) else "X"
        if char.isdigit():
            return "0" if not char.isdecimal() or char.isascii() else chr(ord(char) - int(char))
        if (letters := _alphabet(char, on_plate)) in (*_PLATES, _OFFICES):
            return letters[0]
        return "a" if char.islower() else "A"

    return "".join(map(sign, text))


def shape_of_digits(text: str) -> str:
    """Write a text with zeros, of the same script, for its digits."""
    return "".join(chr(ord(char) - int(char)) if char.isdecimal() else char for char in text)


def written_like(shape: str) -> str:
    """Describe a pattern as a feature of a class; of a long run the length is said."""
    return f'written like "{_RUN.sub(lambda run: f"{run[1]}…({len(run[0])})", shape)}"'


def by_digits(mention: str, surrogate: str) -> tuple[tuple[str, str], ...]:
    """Return the digits of a surrogate and of its number, where they tell it: there is nothing else, and enough of
    them.
    """
    new, old = (_NO_DIGIT.sub("", text) for text in (surrogate, mention))
    grouped = len(old) < len(mention)
    least = LEAST_DIGITS if grouped else _TELLING_DIGITS
    if not least <= len(old) <= MOST_DIGITS or not _DIGITS_ALONE.fullmatch(mention):
        return ()
    return ((new, old),)


def regrouped(mention: str, surrogate: str) -> Iterable[Replacement]:
    """Write a number of several groups in the other usual separators, surrogate and original alike."""
    if by_digits(mention, surrogate):
        return
    if not mention.isascii() and plain_digits(mention) != mention:
        yield Replacement(plain_digits(surrogate), plain_digits(mention))
    groups = [re.findall(r"[^\W_]+", text) for text in (surrogate, mention)]
    if len(groups[0]) > 1 and len(groups[0]) == len(groups[1]):
        for separator in _SEPARATORS:
            yield Replacement(separator.join(groups[0]), separator.join(groups[1]))


def luhn_digit(number: str) -> str:
    """Compute the check digit that makes a number pass Luhn (ISO/IEC 7812)."""
    return str(-luhn_sum(f"{number}0") % 10)


class CardNumber(Scrambled):
    """Payment cards: a number of a test range with the same length, passing Luhn."""

    keeps = "number of digits, separators"

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read the digits; None for what is no card number."""
        value = plain_digits(solid(mention))
        return value if value.isascii() and value.isdigit() and 12 <= len(value) <= 19 else None  # noqa: PLR2004

    def draw(self, value: str, stream: Stream) -> str:
        """Draw a number that card networks reserve for tests."""
        prefix = _TEST_CARDS.get(len(value), "400000")
        body = prefix + digits(stream, len(value) - len(prefix) - 1)
        return body + luhn_digit(body)

    def outputs(self, mention: str, value: str) -> float:
        """Count the test numbers that have this length."""
        return ways(10, len(value) - 7)


class Iban(Scrambled):
    """IBANs: same country and structure, a bank code that no bank has, right check digits (ISO 13616)."""

    keeps = "country, which characters are digits or letters, separators"
    _BANK = 4

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read the characters, upper case; None for what has not the shape of an IBAN."""
        value = plain_digits(solid(mention))
        return value if re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", value) else None

    def draw(self, value: str, stream: Stream) -> str:
        """Draw an account of a bank that does not exist."""
        country, account = value[:2], value[4:]
        bank = "".join("0" if char.isdigit() else "X" for char in account[: self._BANK])
        rest = characters(stream, [_alphabet(char) for char in account[self._BANK :]])
        return f"{country}{98 - iban_rest(f'{country}00{bank}{rest}'):02}{bank}{rest}"

    def outputs(self, mention: str, value: str) -> float:
        """Count the accounts that the bank that does not exist could have."""
        return math.prod(float(len(_alphabet(char))) for char in value[4 + self._BANK :])

    def kept(self, mention: str, value: str) -> tuple[str, ...]:
        """Name what is kept of it: the country and the format."""
        return f"country {value[:2]}", written_like(shape_of(mention))

    def left(self, mention: str, value: str) -> tuple[str, ...]:
        """Name the country, which stays as it is."""
        return ("country of a bank account",)


class SocialSecurity(Scrambled):
    """US social security numbers: areas 900 to 999 with groups below 50 are neither issued nor taxpayer numbers."""

    keeps = "separators"

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read the nine digits; None for what is no such number."""
        value = solid(mention)
        return value if re.fullmatch(r"[0-9]{9}", value) else None

    def draw(self, value: str, stream: Stream) -> str:
        """Draw a number that is never issued."""
        return f"9{digits(stream, 2)}{below(stream, 49) + 1:02}{below(stream, 9999) + 1:04}"

    def outputs(self, mention: str, value: str) -> float:
        """Count such numbers."""
        return 100.0 * 49 * 9999


class IpAddress(Family):
    """IP addresses that are never routed; a prefix length or a port stays.

    Of version 6 the documentation range (RFC 3849), of version 4 the range for benchmarks of devices (RFC 2544): those
    for documentation have 762 addresses, and a log has thousands.
    """

    keeps = "version 4 or 6, a port or prefix length"
    _FIRST, _OUTPUTS = int(ipaddress.IPv4Address("198.18.0.0")), 1 << 17
    _PARTS = re.compile(r"^(\[?)([0-9A-Fa-f:.]+)(.*)$", re.DOTALL)

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read the address, normalised; None for what is no address."""
        split = self._split(mention)
        return str(split[1]) if split else None

    def _split(self, mention: str) -> tuple[str, ipaddress.IPv4Address | ipaddress.IPv6Address, str] | None:
        found = self._PARTS.match(mention.strip())
        if found is None:
            return None
        text, rest = found[2], found[3]
        if text.count(":") == 1:
            text, _, port = text.partition(":")
            rest = f":{port}{rest}"
        try:
            return found[1], ipaddress.ip_address(text), rest
        except ValueError:
            return None

    def draw(self, value: str, stream: Stream) -> str:
        """Draw an address that is never routed."""
        if ":" in value:
            groups = characters(stream, [_HEX] * 16).lower()
            return str(ipaddress.ip_address("2001:db8:0:0:" + ":".join(groups[i : i + 4] for i in range(0, 16, 4))))
        return str(ipaddress.IPv4Address(self._FIRST + below(stream, self._OUTPUTS)))

    def outputs(self, mention: str, value: str) -> float:
        """Count the addresses of the range."""
        return 2.0**64 if ":" in value else float(self._OUTPUTS)

    def kept(self, mention: str, value: str) -> tuple[str, ...]:
        """Name the version, and what stands around the address."""
        split = self._split(mention)
        around = (split[0], split[2]) if split else ("", "")
        frame = (f'written as "{around[0]}…{around[1]}"',) if any(around) else ()
        return (f"IP version {6 if ':' in value else 4}", *frame)

    def left(self, mention: str, value: str) -> tuple[str, ...]:
        """Name what stands behind the address."""
        split = self._split(mention)
        behind = split is not None and any(map(str.isalnum, split[2]))
        return ("port or prefix length of an IP address",) if behind else ()

    def render(self, mention: str, value: str, drawn: str) -> str:
        """Write the address, with bracket and port as they stood."""
        split = self._split(mention)
        return drawn if split is None else f"{split[0]}{drawn}{split[2]}"

    def variants(self, mention: str, value: str, drawn: str) -> Iterable[Replacement]:
        """Give the address without what stands around it."""
        return (Replacement(drawn, value),)


class MacAddress(Scrambled):
    """Hardware addresses of the locally administered range."""

    keeps = "length, separators, letter case"

    def draw(self, value: str, stream: Stream) -> Any:
        """Draw an address that no vendor has."""
        return "025E" + characters(stream, [_HEX] * max(len(value) - 4, 0))

    def outputs(self, mention: str, value: str) -> float:
        """Count such addresses."""
        return ways(16, max(len(value) - 4, 0))

    def kept(self, mention: str, value: str) -> tuple[str, ...]:
        """Describe length, separators and letter case."""
        return (written_like(shape_of(mention, hexadecimal=True)),)
