"""Telephone numbers: ranges that regulators keep free for fiction, in the format of the mention.

NANPA keeps 555-0100 to 555-0199 of every area code, Ofcom, ARCEP, the Bundesnetzagentur and ACMA keep ranges of their
own. A number of another country keeps country code and length and begins with zeros, or in a text of its language with
digits that no number of the country begins with, so that nobody can be called.
Whether a number is mobile is drawn with it.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any

from dp_gateway.languages.conventions import REGIONS, region_of
from dp_gateway.randomness import Stream, below
from dp_gateway.restore import Replacement
from dp_gateway.restore.digits import LEAST_DIGITS
from dp_gateway.surrogates.base import Family, digit_like, digits, pick, plain_digits, ways
from dp_gateway.surrogates.identifiers import by_digits, regrouped, shape_of_digits, written_like
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_AREA_CODES = _LISTS["AREA_CODES"]

# Country code -> prefixes of a mobile and of another number; random digits fill up to the length.
_FICTION: dict[int, tuple[str, ...]] = {
    33: ("63998", "19900"),
    44: ("7700900", "2079460"),
    49: ("17139200", "3023125"),
    61: ("49157", "25550"),
}
# The same for countries that keep none free: prefixes, none the beginning of another, that are given to nobody by the
# metadata of `phonenumbers`.
_UNUSED: dict[int, tuple[str, ...]] = {
    20: ("130", "16"), 31: ("60",), 32: ("40", "20"), 34: ("59", "50"), 39: ("30",), 41: ("700",), 43: ("100",),
    48: ("40", "30"), 52: ("10",), 54: ("90",), 55: ("20",), 56: ("10",), 57: ("390",), 81: ("900", "30"),
    86: ("120", "300"), 91: ("50",), 212: ("90",), 351: ("95", "20"), 852: ("10", "20"), 966: ("190", "10"),
    971: ("10",),
    # Without a country code, none is dialled in another Arab country either: many have numbers of the same length.
    213: ("83",), 216: ("85",), 961: ("20", "22"), 962: ("83",), 964: ("72",), 965: ("85",), 968: ("85",), 973: ("85",),
    974: ("85",),
}  # fmt: skip
_NANP = 10
"""Digits of a number of the North American plan with its area code."""
_EXTENSION_DIGITS = 16
_NO_DIGIT = re.compile(r"[^0-9]+")
_VANITY = re.compile(r"\d\)?[-. ]?(?!EXT|FAX|TEL|MOB|CELL)(?:[A-Z]-?){3,}")
"""Digits that are written as letters (1-800-FLOWERS)."""

_REGIONS = ("US", "GB", "DE")
"""Where a number without a country code is taken to be in an English text: in the first one where it can be."""


class PhoneNumber(Family):
    """Telephone numbers. `language`: of the text around a number, whose countries come first; empty for English."""

    keeps = "country code, number of digits, separators"

    def __init__(self, *, language: str = "") -> None:
        self._language = language
        self._fiction = {**_UNUSED, **_FICTION} if language else _FICTION

    def _regions(self, number: str) -> tuple[str, ...]:
        if not self._language:
            return _REGIONS
        likely = region_of(number, self._language)
        return (*filter(None, [likely]), *REGIONS.get(self._language, "").split()[:1])

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read (country code, national number); country 0 where it is no number of the plan.

        None without digits, or with letters for some of them.
        """
        import phonenumbers

        plain = "".join(str(int(char)) for char in mention if char.isdecimal())
        if not plain or _VANITY.search(mention):
            return None
        written = mention.removeprefix("001-").replace("\u2011", "-")
        for region in self._regions(written):
            try:
                number = phonenumbers.parse(written, region)
            except phonenumbers.NumberParseException:
                continue
            national = phonenumbers.national_significant_number(number)
            if national in plain and phonenumbers.is_possible_number(number):
                return number.country_code, national
        return 0, plain

    def draw(self, value: tuple[int, str], stream: Stream) -> str:
        """Draw a national number that nobody has, followed by digits for an extension."""
        country, national = value
        extension = digits(stream, _EXTENSION_DIGITS)
        if self._is_american(country):
            return f"{pick(stream, _AREA_CODES)}55501{digits(stream, 2)} {extension}"
        if country in self._fiction:
            number = below(stream, sum(self._fills(country, national)))
            for prefix, fills in zip(self._fiction[country], self._fills(country, national), strict=True):
                if number < fills:
                    filled = f"{number:0{len(national) - len(prefix)}}" if fills > 1 else ""
                    return f"{prefix}{filled} {extension}"
                number -= fills
        zeros = "000"[: max(len(national) - 4, 0)]
        return f"{zeros}{digits(stream, len(national) - len(zeros))} {extension}"

    def outputs(self, mention: str, value: tuple[int, str]) -> float:
        """Count the numbers of the range that have this length."""
        country, national = value
        length = len(national)
        if self._is_american(country):
            return ways(10, min(2, length)) * _american_endings(length)
        if country in self._fiction:
            return float(sum(self._fills(country, national)))
        return ways(10, length - min(3, max(length - 4, 0)))

    def kept(self, mention: str, value: tuple[int, str]) -> tuple[str, ...]:
        """Describe country code, number of digits and format, with what stands before the national number."""
        country, national = value
        start = self._national_start(mention, national)
        plan = f"country code {country}" if country else "no known country code"
        return plan, f"{len(national)} digits", written_like(mention[:start] + shape_of_digits(mention[start:]))

    def left(self, mention: str, value: tuple[int, str]) -> tuple[str, ...]:
        """Name the country code, and words such as "ext"."""
        before = any(map(str.isdecimal, mention[: self._national_start(mention, value[1])]))
        code = ("country code or trunk prefix of a telephone number",) if before else ()
        return code + (("word in a telephone number",) if any(map(str.isalpha, mention)) else ())

    @staticmethod
    def _national_start(mention: str, national: str) -> int:
        places = [place for place, char in enumerate(mention) if char.isdecimal()]
        return places[max("".join(str(int(mention[place])) for place in places).find(national), 0)]

    def render(self, mention: str, value: tuple[int, str], drawn: str) -> str:
        """Write the new number in the format of the mention; country code and trunk prefix stay."""
        new, extension = drawn.split(" ")
        plain = [char for char in mention if char.isdecimal()]
        national = value[1]
        at = max("".join(str(int(char)) for char in plain).find(national), 0)
        # A local number has no area code; elsewhere what identifies the reserved range stands in front.
        american = self._is_american(value[0]) or value[0] == 0
        fitted = new[-len(national) :] if len(national) < len(new) and american else (new + extension)
        fitted = fitted[: len(national)]
        rest = extension[: len(plain) - at - len(national)]
        laid = [*plain[:at], *fitted, *rest]
        # Letters ("ext.") are no part of the number.
        places = [place for place, char in enumerate(mention) if char.isdecimal()]
        result = list(mention)
        for place, digit in zip(places, laid, strict=False):
            result[place] = digit_like(mention[place], digit)
        return "".join(result)

    def variants(self, mention: str, value: Any, drawn: str) -> Iterable[Replacement]:
        """Return the groups with other separators, where the digits alone do not tell the number."""
        return regrouped(mention, self.render(mention, value, drawn))

    def digit_strings(self, mention: str, value: tuple[int, str], drawn: str) -> Iterable[tuple[str, str]]:
        """Return the national number alone, and behind what is dialled before it: its country, or a zero."""
        country, old = value
        surrogate = self.render(mention, value, drawn)
        yield from by_digits(mention, surrogate)
        if len(old) < LEAST_DIGITS:
            return
        new, typed = (_NO_DIGIT.sub("", plain_digits(text)) for text in (surrogate, mention))
        at = max(typed.find(old), 0)
        code = str(country or ("1" if self._is_american(country) else ""))
        for start in {"", "0", typed[:at], code, f"00{code}"}:
            yield start + new[at : at + len(old)], start + old

    def _is_american(self, country: int) -> bool:
        """Whether a number is drawn from the North American plan."""
        return country == 1 or (country == 0 and not self._language)

    def _fills(self, country: int, national: str) -> list[int]:
        """How many numbers of the length of a national number begin with each prefix of a country."""
        return [10 ** max(len(national) - len(prefix), 0) for prefix in self._fiction[country]]


@cache
def _american_endings(length: int) -> int:
    """How many numbers of so many digits there are up to the last two: a local one has no area code, or its end."""
    return len({f"{code}55501"[max(_NANP - length, 0) :] for code in _AREA_CODES})
