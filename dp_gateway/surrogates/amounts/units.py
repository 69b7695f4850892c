"""Names of units and currencies: which are the same, how they are written for one and for many, which go together."""

from __future__ import annotations

import re

__all__ = [
    "COMPOUNDS",
    "CURRENCIES",
    "CURRENCY_NAMES",
    "CURRENCY_SIGNS",
    "MEASURED",
    "SCALES",
    "TEMPERATURES",
    "VALUE_WORDS",
    "agree",
    "unit_of",
]

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
    "k": 3, "thousand": 3, "grand": 3, "tausend": 3, "mio": 6, "mn": 6, "m": 6, "mm": 6, "million": 6, "millions": 6,
    "millionen": 6, "bn": 9, "b": 9, "billion": 9, "mrd": 9, "milliarden": 9, "t": 12, "tn": 12, "trillion": 12,
    "lakh": 5, "crore": 7,
}  # fmt: skip
"""Powers of ten of the words after a number; the letters alone count in amounts of money only, `k` everywhere."""

CURRENCY_SIGNS = {
    "US$": "USD", "CA$": "CAD", "C$": "CAD", "AU$": "AUD", "A$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "R$": "BRL", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY",
    "₪": "ILS", "₴": "UAH", "₫": "VND", "₿": "BTC",
    "₱": "PHP", "₦": "NGN", "฿": "THB", "zł": "PLN", "Kč": "CZK", "Fr.": "CHF", "kr": "SEK", "Rs": "INR",
}  # fmt: skip
CURRENCIES = frozenset(
    "USD EUR GBP JPY CHF CAD AUD NZD HKD SGD BRL INR KRW RUB TRY ILS UAH VND BTC PLN CZK SEK NOK DKK CNY MXN ZAR HUF "
    "RON BGN AED SAR THB IDR MYR PHP ARS CLP COP EGP NGN KES PKR BDT ETH".split()
)
CURRENCY_NAMES = {
    "dollar": "USD", "buck": "USD", "euro": "EUR", "pound": "GBP", "quid": "GBP", "yen": "JPY", "franc": "CHF",
    "rupee": "INR", "won": "KRW", "rouble": "RUB", "ruble": "RUB", "real": "BRL", "reais": "BRL", "yuan": "CNY",
    "peso": "MXN", "krona": "SEK", "kronor": "SEK", "bitcoin": "BTC", "cent": "cent", "penny": "penny",
    "pence": "penny", "shekel": "ILS", "lira": "TRY", "naira": "NGN", "forint": "HUF", "dirham": "AED", "zloty": "PLN",
    "złoty": "PLN", "lei": "RON", "leu": "RON", "baht": "THB", "rupiah": "IDR", "ringgit": "MYR",
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
    "cm mm m km mi ft yd mg g kg t ton l ml cup tbsp tsp gal pt st kb mb gb tb mph kph hectare acre degree watt "
    "kilowatt kwh mcg mmol °c °f °k °".split()
)
"""Units of which a part of one means something; of all others small amounts are whole numbers."""

TEMPERATURES = frozenset({"°c", "°f", "°k", "°", "degree", "degree °c", "degree °f", "° °c", "° °f"})


def unit_of(rest: str) -> str:
    """One name for all ways of writing a unit: what is left of a mention when its numbers are taken away."""
    words = re.findall(r"°\s?[cfk]\b|per\scent\b|[^\W\d_]+|[%‰°′″]", rest.casefold())
    named = [_canonical(word) for word in words if word not in _FILLERS]
    return " ".join(named)


def _canonical(word: str) -> str:
    word = re.sub(r"\s", "", word)
    return _CANONICAL.get(word) or _CANONICAL.get(word.removesuffix("s")) or word.removesuffix("s") or word


def agree(rest: str, one: bool) -> str:
    """The words after a number with the unit in singular or plural, where it is a known English word."""
    found = re.match(r"(\s+)([A-Za-z]{3,})\b", rest)
    if not found:
        return rest
    word = found[2]
    singular = next((s for s, plural in _IRREGULAR.items() if word in (s, plural)), word.removesuffix("s"))
    if singular not in _COUNTED or (singular == word) == one:
        return rest
    changed = singular if one else _IRREGULAR.get(singular, f"{singular}s")
    return f"{found[1]}{changed}{rest[found.end() :]}"


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
prozent alt ans mois semaine semaines jour jours heure heures minutes secondes pour cent
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
