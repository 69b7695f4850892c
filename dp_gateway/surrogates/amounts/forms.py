"""The ways in which a reply may write an amount again: cents, separators, code for sign, words for digits."""

from __future__ import annotations

from decimal import Decimal

from dp_gateway.mentions.amounts import Amount, Reading
from dp_gateway.vocabulary.numerals import CURRENCY_NAMES, CURRENCY_SIGNS, Notation, agree, spell

_LONG = {
    "cm": "centimeter", "mm": "millimeter", "m": "meter", "km": "kilometer", "mi": "mile", "ft": "foot", "in": "inch",
    "kg": "kilogram", "g": "gram", "mg": "milligram", "lb": "pound", "oz": "ounce", "l": "liter", "ml": "milliliter",
}  # fmt: skip
_COMPOUND = {
    "in": ("ft", "in", "foot", "inch"), "minute": ("h", "min", "hour", "minute"), "oz": ("lb", "oz", "pound", "ounce"),
    "month": ("y", "mo", "year", "month"),
}  # fmt: skip
_SPELLED_BELOW = 10**6
_SCALED_PLACES = 2
_SCALED: tuple[tuple[int, tuple[str, ...]], ...] = (
    (10**12, ("trillion",)),
    (10**9, ("billion", "bn")),
    (10**6, ("million", "m", "M")),
    (10**3, ("k", "K")),
)

Form = str | None


def forms_of(mention: str, reading: Reading, amount: Amount) -> list[Form]:
    """The same list of forms for any amount that stands in this mention; None where a form cannot say it exactly."""
    if len(amount.numbers) != 1:
        return []
    return [*_forms_of(mention, reading, amount), _in_words(abs(amount.numbers[0]))]


def _in_words(number: Decimal) -> Form:
    """In words alone, where those are two at least: "thirty-four" is hardly said of anything else, "four" is."""
    words = spell(int(number)) if number == int(number) and number < _SPELLED_BELOW else None
    return words if words and ("-" in words or " " in words) else None


def _forms_of(mention: str, reading: Reading, amount: Amount) -> list[Form]:
    number = abs(amount.numbers[0])
    if reading.parts:
        return _compound(number, reading.parts, amount.unit)
    if amount.kind == "MONEY":
        return _money(number, amount.unit, reading.comma_decimal)
    slot = reading.slots[0]
    rest = mention[slot.end :] if not slot.scale else ""
    if amount.kind == "AGE":
        return _age(number, amount.unit)
    if amount.unit == "%":
        return [f"{n}{tail}" if n else None for n in _numerals(number) for tail in ("%", " %", " percent", " per cent")]
    return _measured(number, amount.unit, rest)


def _numerals(number: Decimal) -> list[Form]:
    """Without and with thousands separators, in words."""
    whole = number == int(number)
    words = spell(int(number)) if whole and number < _SPELLED_BELOW else None
    return [Notation("", ".", 0).write(number), Notation(",", ".", 0).write(number), words]


def _age(number: Decimal, unit: str) -> list[Form]:
    forms: list[Form] = []
    if unit == "decade":
        return [f"{number:f}s", f"{number:f}'s"]
    for numeral in _numerals(number):
        plural = unit if number == 1 else f"{unit}s"
        tails = (f" {plural} old", f"-{unit}-old", f" {unit} old", f" {plural} of age", f"-{unit}-olds", f" {plural}")
        forms += [numeral and f"{numeral}{tail}" for tail in tails]
        forms += [numeral and f"{head} {numeral}" for head in ("aged", "age", "age of", "Aged", "Age")]
    return forms


def _measured(number: Decimal, unit: str, rest: str) -> list[Form]:
    """The unit as it was written, joined in three ways, and its long and short name."""
    written = rest.strip(" -\u00a0\u202f")
    if not written:
        return []
    long = _LONG.get(unit, unit)
    tails = {f" {written}", written, f"-{written}", f" {unit}", f"-{long}", f" {long}"}
    # Numbers agree with "weeks" and "week" alike, so that both stand in the list of either amount.
    agreed = agree(f" {long}", one=number == 1)
    forms: list[Form] = []
    for numeral in _numerals(number):
        for tail in sorted(tails):
            tight = not numeral or (numeral[0].isalpha() and tail[0] not in " -")
            forms.append(None if tight else f"{numeral}{tail}")
        forms.append(numeral and f"{numeral}{agreed}")
        forms.append(numeral and f"{numeral}{agree(f' {written}', one=number == 1)}")
    return forms


def _compound(number: Decimal, parts: int, unit: str) -> list[Form]:
    large, small = divmod(int(number), parts)
    names = _COMPOUND.get(unit)
    if names is None:
        return []
    first, second = agree(f" {names[2]}", one=large == 1), agree(f" {names[3]}", one=small == 1)
    forms: list[Form] = [f"{large}{first} {small}{second}", f"{large}{first} and {small}{second}"]
    forms += [f"{large} {names[0]} {small} {names[1]}", f"{large}{names[0]} {small}{names[1]}"]
    if unit == "in":
        forms += [f"{large}'{small}\"", f"{large}’{small}”", f"{large}'{small}", f"{large} feet {small}"]
    return forms


def _money(number: Decimal, unit: str, comma_decimal: bool) -> list[Form]:
    group, point = (".", ",") if comma_decimal else (",", ".")
    cents = number == round(number, 2)
    numerals: list[Form] = []
    for separator in (group, ""):
        numerals.append(Notation(separator, point, 2).write(number) if cents else None)
        numerals.append(Notation(separator, point, 0).write(number) if number == int(number) else None)
    scaled = [form for scale, words in _SCALED for form in _scaled(number, scale, words)]
    signs = [sign for sign, code in CURRENCY_SIGNS.items() if code == unit]
    name = next((name for name, code in CURRENCY_NAMES.items() if code == unit), None)
    forms: list[Form] = []
    for numeral in (*numerals, *scaled):
        forms += [numeral and f"{sign}{numeral}" for sign in signs]
        forms += [numeral and f"{numeral} {sign}" for sign in signs]
        if unit.isupper():
            forms += [numeral and f"{unit} {numeral}", numeral and f"{numeral} {unit}"]
        if name:
            forms += [numeral and f"{numeral}{agree(f' {name}', one=number == 1)}"]
    words = spell(int(number)) if number == int(number) and number < _SPELLED_BELOW else None
    forms.append(f"{words}{agree(f' {name}', one=number == 1)}" if name and words else None)
    # Without a currency beside it, "1.250" reads as a decimal.
    return forms + [None if comma_decimal and numeral and "," not in numeral else numeral for numeral in numerals]


def _scaled(number: Decimal, scale: int, words: tuple[str, ...]) -> list[Form]:
    fits = scale <= number < scale * 1000 and number / scale == round(number / scale, _SCALED_PLACES)
    numeral = Notation("", ".", 0).write(number / scale) if fits else None
    return [numeral and (f"{numeral} {word}" if len(word) > 2 else f"{numeral}{word}") for word in words]  # noqa: PLR2004
