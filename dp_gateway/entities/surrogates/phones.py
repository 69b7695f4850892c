"""Telephone numbers: ranges that regulators keep free for fiction, in the format of the mention.

NANPA keeps 555-0100 to 555-0199 of every area code, Ofcom, ARCEP, the Bundesnetzagentur and ACMA keep ranges of their
own. A number of another country keeps country code and length and begins with zeros, so that nobody can be called.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from dp_gateway.entities.surrogates.base import Family, Pair
from dp_gateway.entities.surrogates.characters import digits, lay, pick
from dp_gateway.entities.surrogates.identifiers import regrouped
from dp_gateway.randomness import Stream

__all__ = ["PhoneNumber"]

_AREA_CODES = (
    "202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 "
    "254 256 260 262 267 269 270 276 281 301 302 303 304 305 307 308 309 310 312 313 314 315 316 317 318 319 320 321 "
    "323 325 330 334 336 337 339 347 351 352 360 361 386 401 402 404 405 406 407 408 409 410 412 413 414 415 417 419 "
    "423 425 432 434 435 440 443 469 478 479 480 484 501 502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 "
    "530 540 541 551 559 561 562 563 570 571 573 574 575 580 585 586 601 602 603 605 606 607 608 609 610 612 614 615"
).split()

# Country code -> (first digit of a mobile number, mobile prefix, other prefix); random digits fill up to the length.
_FICTION: dict[int, tuple[str, str, str]] = {
    33: ("6", "63998", "19900"),
    44: ("7", "7700900", "2079460"),
    49: ("1", "17139200", "3023125"),
    61: ("4", "49157", "25550"),
}
_LENGTHS = {33: 9, 44: 10, 49: 10, 61: 9}
_NANP = 10
"""Digits of a number of the North American plan with its area code."""
_EXTENSION_DIGITS = 16
_ALSO = ("GB", "DE")
"""Regions tried for a number that cannot be one of the policy's own region."""


class PhoneNumber(Family):
    """Telephone numbers.

    Args:
        region: where a number without a country code is taken to be.
    """

    def __init__(self, region: str = "US") -> None:
        self.region = region

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """(country code, national number); country 0 where it is no number of the plan. None without digits."""
        import phonenumbers

        plain = "".join(str(int(char)) for char in mention if char.isdecimal())
        if not plain:
            return None
        for region in (self.region, *_ALSO):
            try:
                number = phonenumbers.parse(mention.removeprefix("001-").replace("\u2011", "-"), region)
            except phonenumbers.NumberParseException:
                continue
            national = phonenumbers.national_significant_number(number)
            if national in plain and phonenumbers.is_possible_number(number):
                return number.country_code, national
        return 0, plain

    def draw(self, value: tuple[int, str], stream: Stream) -> str:
        """A national number that nobody has, followed by digits for an extension."""
        country, national = value
        extension = digits(stream, _EXTENSION_DIGITS)
        if country == 1 or (country == 0 and self.region == "US"):
            return f"{pick(stream, _AREA_CODES)}55501{digits(stream, 2)} {extension}"
        if country in _FICTION:
            first, mobile, other = _FICTION[country]
            prefix = mobile if national.startswith(first) else other
            return f"{prefix}{digits(stream, _LENGTHS[country] - len(prefix))} {extension}"
        zeros = "000"[: max(len(national) - 4, 0)]
        return f"{zeros}{digits(stream, len(national) - len(zeros))} {extension}"

    def outputs(self, mention: str, value: tuple[int, str]) -> float:
        """How many numbers of the range have this length."""
        country, national = value
        length = len(national)
        if country == 1 or (country == 0 and self.region == "US"):
            # A local number has no area code, or the end of one.
            endings = {f"{code}55501"[max(_NANP - length, 0) :] for code in _AREA_CODES}
            return 10.0 ** min(2, length) * len(endings)
        if country in _FICTION:
            first, mobile, other = _FICTION[country]
            return 10.0 ** max(length - len(mobile if national.startswith(first) else other), 0)
        return 10.0 ** (length - min(3, max(length - 4, 0)))

    def render(self, mention: str, value: tuple[int, str], drawn: str) -> str:
        """The new number in the format of the mention; country code and trunk prefix stay."""
        new, extension = drawn.split(" ")
        plain = [char for char in mention if char.isdecimal()]
        national = value[1]
        at = max("".join(str(int(char)) for char in plain).find(national), 0)
        # A local number has no area code; elsewhere what identifies the reserved range stands in front.
        fitted = new[-len(national) :] if len(national) < len(new) and value[0] <= 1 else (new + extension)
        fitted = fitted[: len(national)]
        rest = extension[: len(plain) - at - len(national)]
        laid = [*plain[:at], *fitted, *rest]
        # Letters ("ext.") are no part of the number.
        places = [place for place, char in enumerate(mention) if char.isdecimal()]
        result = list(mention)
        for place, digit in zip(places, laid, strict=False):
            result[place] = lay(mention[place], digit)
        return "".join(result)

    def variants(self, mention: str, value: Any, drawn: str) -> Iterable[Pair]:
        """Other separators, and the ten digits in the two usual notations."""
        surrogate = self.render(mention, value, drawn)
        yield from regrouped(mention, surrogate)
        country, old = value
        new = drawn.split(" ", maxsplit=1)[0]
        if len(old) == len(new) == 10:  # noqa: PLR2004
            for shape in ("{0}{1}{2}", "({0}) {1}-{2}", "{0}-{1}-{2}", "{0}.{1}.{2}", "{0} {1} {2}"):
                yield Pair(*(shape.format(number[:3], number[3:6], number[6:]) for number in (new, old)))
            if country:
                yield Pair(f"+{country}{new}", f"+{country}{old}")
