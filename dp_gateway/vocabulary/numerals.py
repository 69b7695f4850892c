"""Numerals, number words and units as texts write them: read exactly, and written alike.

Amounts are read and rendered by it.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from dp_gateway.text.entities import CURRENCY_CODES
from dp_gateway.text.lists import alternatives

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"billion": 10**9, "million": 10**6, "thousand": 10**3}
_HUNDRED = 100
_TWENTY = 20
_LIMIT = 10**12
_TEN = 10

NUMBER_WORDS = {word: value for value, word in enumerate(_SMALL)} | {word: 20 + 10 * k for k, word in enumerate(_TENS)}
"""English words for whole numbers, from "zero" to "ninety", and their values."""

_FIRST = alternatives(NUMBER_WORDS)
_WORD = alternatives((*NUMBER_WORDS, *_SCALES, "hundred", "dozen", "point"))

_DECADES = "|".join(f"{word[:-1]}ies" for word in _TENS)

SPELLED = (
    rf"(?:(?:{_DECADES})|(?:an?|half\s+an?)\s+(?:hundred|thousand|million|billion|dozen)|(?:{_FIRST})\b)"
    rf"(?:(?:[\s-]+|\s+and\s+)(?:{_WORD})\b)*"
)
"""A pattern (ignore letter case) of spelled numbers; what it finds may still be none (`read_spelled` says)."""


def spell(number: int) -> str:
    """Write in words an integer from 0 to 999,999,999,999."""
    if number < _TWENTY:
        return _SMALL[number]
    if number < _HUNDRED:
        tens, rest = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_SMALL[rest]}" if rest else "")
    if number < 10 * _HUNDRED:
        hundreds, rest = divmod(number, _HUNDRED)
        return f"{_SMALL[hundreds]} hundred" + (f" {spell(rest)}" if rest else "")
    word, scale = next((word, scale) for word, scale in _SCALES.items() if number >= scale)
    count, rest = divmod(number, scale)
    return f"{spell(count)} {word}" + (f" {spell(rest)}" if rest else "")


def read_spelled(text: str) -> Decimal | None:
    """Read the value of number words ("twelve hundred", "a dozen", "three point five", "thirties"); None for no
    number.
    """
    words = [word for word in re.split(r"[\s-]+", text.casefold().strip()) if word != "and"]
    if len(words) == 1 and words[0].endswith("ies"):
        return Decimal(NUMBER_WORDS[words[0].removesuffix("ies") + "y"])
    half = words[:1] == ["half"]
    words = words[1:] if half else words
    if words in (["a"], ["an"]):
        return Decimal("0.5") if half else Decimal(1)
    if words[:1] in (["a"], ["an"]):
        words[0] = "one"
    if "point" in words:
        at = words.index("point")
        digits = [NUMBER_WORDS.get(word, 10) for word in words[at + 1 :]]
        whole = _whole(words[:at])
        if whole is None or half or not digits or max(digits) > 9:  # noqa: PLR2004
            return None
        return Decimal(f"{whole}.{''.join(map(str, digits))}")
    whole = _whole(words)
    if whole is None:
        return None
    return Decimal(whole) / 2 if half else Decimal(whole)


def _whole(words: list[str]) -> int | None:
    total, group, last = 0, 0, _LIMIT
    for position, word in enumerate(words):
        scale = _SCALES.get(word, 0)
        if word in NUMBER_WORDS:
            # "twenty three" adds up, "three twenty" and "ten five" do not.
            room = 10 if group % _HUNDRED >= _TWENTY and group % 10 == 0 else 1 if group % _HUNDRED else _HUNDRED
            if NUMBER_WORDS[word] >= room or (position and not NUMBER_WORDS[word]):
                return None
            group += NUMBER_WORDS[word]
        elif word in ("hundred", "dozen"):
            if not 0 < group < _HUNDRED:
                return None
            group *= _HUNDRED if word == "hundred" else 12
        elif scale and group and scale < last:
            total, group, last = total + group * scale, 0, scale
        else:
            return None
    value = total + group
    return value if words and value < _LIMIT else None


def read_pair(text: str) -> Decimal | None:
    """Read the value of number words as sums of money are said in short: "two fifty" is 250, "twelve eighty" 1280."""
    hundreds, rest = _below_hundred(re.split(r"[\s-]+", text.casefold().strip()))
    below, rest = _below_hundred(rest)
    return Decimal(hundreds * _HUNDRED + below) if hundreds and below >= _TEN and not rest else None


def _below_hundred(words: list[str]) -> tuple[int, list[str]]:
    """The number from 1 to 99 that words begin with, and those behind it."""
    value = NUMBER_WORDS.get(words[0], 0) if words else 0
    if not value:
        return 0, words
    ones = NUMBER_WORDS.get(words[1], 0) if len(words) > 1 and value >= _TWENTY else 0
    return (value + ones, words[2:]) if 0 < ones < _TEN else (value, words[1:])


def _spell_pair(number: int) -> str:
    """The words of a number from 100 to 9999, as `read_pair` reads them where there is a shorter way to say it."""
    hundreds, below = divmod(number, _HUNDRED)
    if not below:
        return spell(number) if hundreds % _TEN == 0 else f"{spell(hundreds)} hundred"
    return f"{spell(hundreds)} {'' if below >= _TEN else 'oh '}{spell(below)}"


def write_spelled(like: str, value: Decimal) -> str | None:
    """Write the value in words, in the letter case of `like`; None where it is out of reach.

    Nothing else of `like` is kept: an "and", a hyphen, or "a" for "one" tell what kind of number they stand in.
    """
    whole = int(value)
    if not 0 <= whole < _LIMIT:
        return None
    if like.casefold().endswith("ies"):
        tens = spell(whole)
        return cased(like, f"{tens[:-1]}ies") if tens in _TENS else f"{whole}s"
    pair = read_pair(like) is not None and _HUNDRED <= value < _HUNDRED**2 and value == whole
    words = _spell_pair(whole) if pair else spell(whole)
    if value != whole:
        words += " point " + " ".join(_SMALL[int(digit)] for digit in f"{value.normalize():f}".split(".")[1])
    return cased(like, words)


def cased(like: str, words: str) -> str:
    """Write words in the letter case of other ones: all capitals, a capital first, or small."""
    if like.isupper():
        return words.upper()
    return words[0].upper() + words[1:] if like[0].isupper() else words


COMMA_DECIMAL = frozenset(("de", "fr", "es", "it", "nl", "pt", "pl"))
"""Languages that write decimals behind a comma, and thousands behind a point."""

_GROUP = r"[,._'’\u0020\u00a0\u2009\u202f]"
_DIGITS = (
    r"\d{1,3}(?:,\d{2})+,\d{3}(?:\.\d+)?"
    rf"|\d{{1,3}}(?P<g>{_GROUP})\d{{3}}(?:(?P=g)\d{{3}})*(?!\d)(?:(?!(?P=g))[.,]\d+)?|\d+(?:[.,]\d+)?|(?<![\w.])[.]\d+"
)
_VULGAR = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8"}
_FRACTION = rf"(?<!\d)(?:\d{{1,4}}[\s-])?[1-9]/(?:[2-689]|1[026])(?!\d)|\d*\s?[{''.join(_VULGAR)}]"

_MYRIADS = (
    r"\d[\d,]{0,12}(?:\.\d{1,4})?(?:[百千]?[兆億亿万萬]|[百千])(?:(?:\d,\d{3}|\d{1,4})(?:[百千]?[億亿万萬]|[百千])?)*"
)
_MYRIAD = re.compile(r"(?<![\d.])([\d.]++)(?:([百千]?)([兆億亿万萬])|([百千])|$)")
_OF_TEN = {"": 0, "百": 2, "千": 3, "万": 4, "萬": 4, "億": 8, "亿": 8, "兆": 12}

NUMERAL = rf"(?:{_FRACTION}|{_MYRIADS}|{_DIGITS}|\b{SPELLED}\b)"
"""A pattern (ignore letter case) of numerals; it has one named group, `g`."""

_THREE = 3
_MOST_DIGITS = 24
_LARGEST_DENOMINATOR = 8
_AS_ONES = str.maketrans("0123456789", "1" * 10)
_ZEROS = re.compile(r"(?<=[0-9])\.(0{1,2})\Z")


class Notation(NamedTuple):
    """The way in which digits are written.

    Attributes:
        group: between thousands, empty where nothing is; "indian" groups (12,34,567) are `,` with `indian`.
        point: before decimals.
        decimals: how many.
        indian: whether groups above the thousands have two digits.
        width: least number of digits before the point, from leading zeros.
    """

    group: str
    point: str
    decimals: int
    indian: bool = False
    width: int = 1

    def write(self, value: Decimal) -> str:
        """Write a number of at least 0; decimals that it needs beyond those of the notation are added."""
        return self.of_digits(f"{value.normalize():f}")

    def of_digits(self, digits: str) -> str:
        """Return what `write` gives for a number in digits with a decimal point and no needless zeros at its end."""
        whole, _, decimals = digits.partition(".")
        if len(decimals) < self.decimals:
            decimals = decimals.ljust(self.decimals, "0")
        if self.width != 1:
            whole = whole.zfill(self.width) if whole != "0" or self.width else ""
        if self.group and (len(whole) > _THREE or self.width > 1):
            whole = _grouped(whole, self.group, self.indian)
        return f"{whole}{self.point}{decimals}" if decimals else whole


def _grouped(whole: str, group: str, indian: bool) -> str:
    if not indian:
        return f"{int(whole):,}".replace(",", group)
    head, tail = whole[:-_THREE], whole[-_THREE:]
    pairs = [head[max(0, k - 2) : k] for k in range(len(head), 0, -2)][::-1]
    return group.join([*pairs, tail])


@lru_cache(256)  # what stands in for a numeral is written like it, each time that it is tried
def notation_of(text: str, *, comma_decimal: bool = False) -> Notation:
    """Tell the notation of digits.

    One separator before exactly three digits is a thousands separator if it is no point, or if `comma_decimal` says
    that the text has decimal commas ("1.250 EUR", but also "1,250 EUR"); "0.250" and "0,250" are decimals in any case.
    """
    separators = re.findall(r"[^\d]", text)
    whole = re.split(r"[^\d]", text)[0]
    width = len(whole) if len(whole) > 1 and whole[0] == "0" else 1
    if not separators:
        return Notation("", "," if comma_decimal else ".", 0, width=width)
    last = separators[-1]
    tail = text.rsplit(last, 1)[1]
    if len(separators) > 1 and separators[0] == last:
        indian = any(len(part) == 2 for part in text.split(last)[1:])  # noqa: PLR2004
        return Notation(last, "." if last != "." else ",", 0, indian)
    if len(separators) > 1:
        parts = text.split(separators[0])[1:-1]
        return Notation(separators[0], last, len(tail), any(len(part) == 2 for part in parts))  # noqa: PLR2004
    thousands = len(tail) == _THREE and whole not in ("", "0") and width == 1 and len(whole) <= _THREE
    if last not in ".," or (thousands and (last == "," or comma_decimal)):
        return Notation(last, "," if last == "." or (comma_decimal and last != ",") else ".", 0)
    return Notation("", last, len(tail), width=width if whole else 0)


def read_numeral(text: str, *, comma_decimal: bool = False) -> Decimal | None:
    """Read the value of a numeral (0 or more), exactly; a fraction to two decimals. None where it is none."""
    if text[0].isalpha():
        return read_spelled(text)
    if parts := _parts(text):
        return sum((Decimal(number).scaleb(scale) for number, scale in parts), Decimal(0)).normalize() + 0
    if sum(character.isdigit() for character in text) > _MOST_DIGITS or not text.translate(_PLAIN).isascii():
        return None
    if "/" in text or text[-1] in _VULGAR:
        return _read_fraction(text)
    notation = notation_of(text, comma_decimal=comma_decimal)
    plain = text.replace(notation.group, "") if notation.group else text
    return Decimal(plain.replace(notation.point, "."))


def _parts(text: str) -> list[tuple[str, int]]:
    """The numbers of "3億2千万" and their powers of ten; none of other numerals."""
    if text.isascii() or not any(sign in text for sign in _OF_TEN if sign):
        return []
    found = [
        (one[1], sum(_OF_TEN[sign or ""] for sign in one.groups()[1:]))
        for one in _MYRIAD.finditer(text.replace(",", ""))
    ]
    return found if all(number.count(".") <= 1 and number != "." for number, _ in found) else []


def _write_myriads(like: str, value: Decimal) -> str:
    """As "3億2000万", with the signs of `like`."""
    written, rest = "", int(value)
    for sign in ("兆", "亿" if "亿" in like else "億", "萬" if "萬" in like else "万", ""):
        count, rest = divmod(rest, 10 ** _OF_TEN[sign])
        written += f"{count}{sign}" if count else ""
    return written or "0"


_PLAIN = dict.fromkeys(map(ord, "’\u00a0\u2009\u202f" + "".join(_VULGAR)), " ")


def _read_fraction(text: str) -> Decimal:
    for sign, plain in _VULGAR.items():
        text = text.replace(sign, f" {plain}")
    *whole, fraction = re.split(r"[\s-]+", text.strip())
    numerator, denominator = map(int, fraction.split("/"))
    value = Fraction(numerator, denominator) + sum(map(int, whole))
    return round(Decimal(value.numerator) / Decimal(value.denominator), 2)


def write_numeral(like: str, value: Decimal, *, cents: int = 0, comma_decimal: bool = False) -> str:
    """Write a value of at least 0, in the notation of `like`; of the number that `like` is, nothing is shown.

    So decimals are those that the value needs: how many `like` has would tell how exact its number is. Zeros alone
    (88861.0 of a program) are written again: they are a notation of whole numbers. `cents`: how many decimals are
    written where the value has any, and from ten on where `like` has as many. `comma_decimal`: how `like` is read; see
    `notation_of`.
    """
    notations = _notations_like(like, cents, comma_decimal)
    if notations is not None:
        small, large, broken = notations
        notation = broken if value != int(value) else large if value >= _TEN else small
        return notation.write(value)
    if like[0].isalpha():
        return write_spelled(like, value) or Notation(",", ".", 0).write(value)
    return _write_myriads(like, value) if _parts(like) else _write_fraction(value)


@lru_cache(256)
def _notations_like(like: str, cents: int, comma_decimal: bool) -> tuple[Notation, Notation, Notation] | None:
    """How digits are written: whole numbers below ten, those from there on, and others; None for no digits."""
    if like[0].isalpha() or _parts(like) or "/" in like or like[-1] in _VULGAR:
        return None
    notation = notation_of(like, comma_decimal=comma_decimal)
    zeros = _ZEROS.search(like)
    many = len(zeros[1]) if zeros else cents
    broken = Notation(notation.group, notation.point, many, notation.indian)
    if zeros or not many:
        return broken, broken, broken
    small = Notation(notation.group, notation.point, 0, notation.indian)
    return small, broken if notation.decimals == cents else small, broken


def _write_fraction(value: Decimal) -> str:
    """As "2 1/2" where the value is such a fraction, else with decimals."""
    whole, rest = divmod(Fraction(value), 1)
    if not rest or rest.denominator > _LARGEST_DENOMINATOR:
        return Notation("", ".", 0).write(value)
    written = f"{rest.numerator}/{rest.denominator}"
    return f"{whole} {written}" if whole else written


def like_numeral(text: str) -> str:
    """Return one numeral for all that `write_numeral` takes for the same but for letter case: it is no number of a
    text.
    """
    if text[0].isalpha():
        return "thirties" if text.casefold().endswith("ies") else "one" if read_pair(text) is None else "one ten"
    if _parts(text):
        return _write_myriads(text, Decimal(100010001))
    if "/" in text or text[-1] in _VULGAR:
        return "1/2"
    # Whether zeros lead or are all the decimals, and how many digits stand where, is all that counts.
    zeros = _ZEROS.search(text)
    head = text[: zeros.start()] if zeros else text
    ones = head.translate(_AS_ONES) if head.isascii() else re.sub(r"\d", "1", head)
    return ("0" + ones[1:] if text[0] == "0" else ones) + (zeros[0] if zeros else "")


_SAME = """
cm centimeter centimetre|mm millimeter millimetre|m meter metre|km kilometer kilometre|mi mile|ft foot feet ′
in inch inches ″|yd yard|mg milligram milligramme|g gram gramme|kg kilogram kilogramme kilo|lb pound lbs|oz ounce
t tonne|ton|l liter litre|ml milliliter millilitre|cup|tbsp tablespoon|tsp teaspoon|gal gallon|pt pint|st stone
second sec s|minute min|hour hr h hrs mins secs|day d|week wk wks|month mo mos|year yr yrs y|decade|century centuries
% percent percentage pct ‰|kb kilobyte|mb megabyte|gb gigabyte|tb terabyte|°c celsius|°f fahrenheit|°k kelvin|item
mph|kph|hectare ha|acre|degree|watt w|kilowatt kw|kwh|calorie cal kcal|unit|mmhg|bpm|iu|mcg microgram µg
"""
_FILLERS = frozenset(
    "a an about almost and age aged ago approximately approx around at between by circa ca for from in just least less "
    "more nearly of old olds or over per roughly some than the to total under up within plus minus exactly only".split()
)
_IRREGULAR = {"box": "boxes", "foot": "feet", "inch": "inches", "century": "centuries", "penny": "pence"}

SCALES = {
    "k": 3, "thousand": 3, "grand": 3, "tausend": 3, "tsd": 3, "mille": 3, "riesen": 3, "mila": 3, "mil": 3, "lucas": 3,
    "duizend": 3, "tys": 3, "tysiące": 3, "tysięcy": 3, "koła": 3, "mio": 6, "mn": 6, "m": 6, "mm": 6, "million": 6,
    "millions": 6, "millionen": 6, "bn": 9, "b": 9, "billion": 9, "mrd": 9, "milliarden": 9, "t": 12, "tn": 12,
    "trillion": 12, "lakh": 5, "lac": 5, "lakhs": 5, "lacs": 5, "crore": 7, "crores": 7,
}  # fmt: skip
"""Powers of ten of the words after a number; the letters alone count in amounts of money only, `k` everywhere."""

CURRENCY_SIGNS = {
    "US$": "USD", "CA$": "CAD", "C$": "CAD", "AU$": "AUD", "A$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "R$": "BRL", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY",
    "₪": "ILS", "₴": "UAH", "₫": "VND", "₿": "BTC", "NT$": "TWD",
    "₱": "PHP", "₦": "NGN", "฿": "THB", "zł": "PLN", "Kč": "CZK", "Fr.": "CHF", "kr": "SEK", "Rs": "INR",
}  # fmt: skip
CURRENCIES = CURRENCY_CODES | {"TRY", "CLP", "COP"}
"""Codes that an amount may be in, those that are words as well among them."""

CURRENCY_NAMES = {
    "dollar": "USD", "buck": "USD", "euro": "EUR", "pound": "GBP", "quid": "GBP", "yen": "JPY", "franc": "CHF",
    "rupee": "INR", "won": "KRW", "rouble": "RUB", "ruble": "RUB", "real": "BRL", "reais": "BRL", "yuan": "CNY",
    "peso": "MXN", "krona": "SEK", "kronor": "SEK", "bitcoin": "BTC", "cent": "cent", "penny": "penny",
    "pence": "penny", "shekel": "ILS", "lira": "TRY", "naira": "NGN", "forint": "HUF", "dirham": "AED", "zloty": "PLN",
    "złoty": "PLN", "lei": "RON", "leu": "RON", "baht": "THB", "rupiah": "IDR", "ringgit": "MYR",
    "円": "JPY", "元": "CNY",
}  # fmt: skip

COMPOUNDS: tuple[tuple[str, str, int, str], ...] = (
    (r"ft\.?|feet|foot|'|′|’", r"in\.?|inch|inches|\"|″|''|”", 12, "in"),
    (r"lbs?\.?|pounds?", r"oz\.?|ounces?", 16, "oz"),
    (r"st\.?|stone", r"lbs?\.?|pounds?", 14, "lb"),
    (r"h|hrs?\.?|hours?", r"m|mins?\.?|minutes?", 60, "minute"),
    (r"m|mins?\.?|minutes?", r"s|secs?\.?|seconds?", 60, "second"),
    (r"y|yrs?\.?|years?", r"mos?\.?|months?", 12, "month"),
    (r"w|wks?\.?|weeks?", r"d|days?", 7, "day"),
    (r"d|days?", r"h|hrs?\.?|hours?", 24, "hour"),
)
"""Large unit, small unit (patterns), how many, and the name of the small one: such a pair of numbers is one value."""

_CANONICAL = {
    word: group.split()[0] for line in _SAME.strip().splitlines() for group in line.split("|") for word in group.split()
} | {"hrs": "hour", "hr": "hour", "h": "hour", "mins": "minute", "secs": "second"}
MEASURED = frozenset(
    "cm mm m m² km km² sqm sqft mi ft yd mg g kg t ton l ml cup tbsp tsp gal pt st kb mb gb tb mph kph hectare acre "
    "degree watt kilowatt kwh mcg mmol °c °f °k °".split()
)
"""Units of which a part of one means something; of all others small amounts are whole numbers."""

TEMPERATURES = frozenset({"°c", "°f", "°k", "°", "degree", "degree °c", "degree °f", "° °c", "° °f"})


def unit_of(rest: str) -> str:
    """Return one name for all ways of writing a unit: what is left of a mention when its numbers are taken away."""
    words = re.findall(r"°\s?[cfk]\b|per\scent\b|[^\W\d_]+|[%‰°′″]", rest.casefold())
    named = [_canonical(word) for word in words if word not in _FILLERS]
    return " ".join(named)


def _canonical(word: str) -> str:
    word = re.sub(r"\s", "", word)
    return _CANONICAL.get(word) or _CANONICAL.get(word.removesuffix("s")) or word.removesuffix("s") or word


@lru_cache(1024)  # of a table, each row is written with the same unit
def agree(rest: str, one: bool) -> str:
    """Return the words after a number with the unit in singular or plural, where it is a known English word.

    "7 month old" goes with any number, as what stands before a noun does.
    """
    found = re.match(r"(\s+)([A-Za-z]{3,})\b(?!(?<!s) old\b)", rest)
    if not found:
        return rest
    word = found[2]
    singular = next((s for s, plural in _IRREGULAR.items() if word in (s, plural)), word.removesuffix("s"))
    if singular not in _COUNTED or (singular == word) == one:
        return rest
    changed = singular if one else _IRREGULAR.get(singular, f"{singular}s")
    return f"{found[1]}{changed}{rest[found.end() :]}"


ORDINAL = re.compile(r"\A(?:st|nd|rd|th)\b", re.IGNORECASE)
"""How what stands behind a number makes it an ordinal in English."""

_FIRST_ALONE = "º°ª"


def ordinal_like(like: str, number: int) -> str:
    """Return what stands behind a number to make it an ordinal, as `like` stands behind another one."""
    if like.casefold() in ("ter", "ten"):
        return like
    if like.casefold() == "er" or like in _FIRST_ALONE:
        return like if number == 1 else ""
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return suffix.upper() if like.isupper() else suffix


_COUNTED = frozenset(
    "centimeter centimetre millimeter millimetre meter metre kilometer kilometre mile foot inch yard milligram gram "
    "kilogram kilo pound ounce tonne ton liter litre milliliter millilitre cup tablespoon teaspoon gallon pint second "
    "sec minute min hour day week month year decade century hectare acre degree watt kilowatt calorie item unit dollar "
    "buck euro franc rupee peso cent penny point night pill tablet bottle box".split()
)

_AROUND = """
aged each every half quarter quarters dozen dozens hundred hundreds thousand thousands and this that these those last
next past first full whole entire straight consecutive more another other few several couple tall high long wide deep
thick heavy square cubic fluid sq cu mid early late her his their my our your teens twenties thirties forties fifties
sixties seventies eighties nineties p m pa annually yearly monthly weekly daily hourly basis points times
us ca au nz hk r rs fr kr zł kč cents pennies pounds lbs feet inches ft hz khz mhz ghz mbps gbps kw mw gw rpm px dpi
jahr jahre jahren monat monate monaten woche wochen tag tage tagen stunde stunden minute minuten sekunde sekunden
prozent und oder bis alt et ou dl ans mois semaine semaines jour jours heure heures minutes secondes pour cent
"""
VALUE_WORDS = frozenset(
    run
    for word in (
        *_AROUND.split(),
        *_FILLERS,
        *(
            form
            for name in (*_CANONICAL, *_COUNTED, *CURRENCY_NAMES, *MEASURED, *SCALES)
            for form in (name, f"{name}s")
        ),
        *_IRREGULAR.values(),
        *map(str.casefold, CURRENCIES),
        *map(str.casefold, CURRENCY_SIGNS),
    )
    for run in re.findall(r"[^\W\d_]+", word)
)
"""The runs of letters, without letter case, that say what a number counts and how exact it is, and nothing else."""
