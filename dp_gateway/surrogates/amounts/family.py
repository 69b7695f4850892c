"""Ages, amounts of money, percentages, measurements and durations: a nearby number in the notation of the mention.

What is drawn is a number of the public list of the value's class (`ranges.range_of`), by the staircase of
`mechanisms.numeric`; what is kept is everything around it: unit, currency and its place, separators, whether cents are
written, sign, words or digits. A range ("3-4 weeks") is two draws and costs twice; its numbers stay in their order.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain, zip_longest

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.numeric import Law, NumericMechanism, order_survival
from dp_gateway.mentions.amounts import Amount, ReadAmount, read
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.amounts.ranges import NumericRange, range_of
from dp_gateway.surrogates.amounts.unit_forms import agreeing
from dp_gateway.surrogates.base import Family, count_common, digits_like, plain_digits
from dp_gateway.text.entities import VALUE_TYPES
from dp_gateway.vocabulary.numerals import (
    COMMA_DECIMAL,
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    ORDINAL,
    Notation,
    agree,
    like_numeral,
    ordinal_like,
    spell,
    write_numeral,
)

EPSILON = 6.0
"""Of a type for which none is given."""

_CENTS = 2
_RANGE = 2
_LEAST_BARE = 5
_LETTERS = re.compile(r"[^\d\s.,'’-]")
_NAMED = re.compile(r"[^\d\s.,'’٬٫-]+")


class ValueFamily(Family):
    """Surrogates of values.

    Args:
        epsilons: of one number against any other of its class, by entity type.
        never_self: what lies nearest to the value is all but never drawn; see `mechanisms.numeric`.
        keep: what the policy keeps of them beyond their class, by entity type; see `ranges.range_of`.
        language: of the text around them, ISO 639-1; empty for English.
    """

    keeps = (
        "the unit, the sign, the power of ten (of ages and percentages not even that), of percentages and of money "
        "below 100 whether it is whole, that it is zero, how it is written"
    )

    def __init__(
        self,
        epsilons: Mapping[str, float] | None = None,
        *,
        never_self: bool = True,
        keep: Mapping[str, Collection[str]] | None = None,
        language: str = "",
    ) -> None:
        self._language, self._comma = language, language in COMMA_DECIMAL
        self._epsilons, self._never_self = {**(epsilons or {})}, never_self
        self._keep = {kind: tuple(kept) for kind, kept in (keep or {}).items()}

    def range_of(self, value: Amount, number: Decimal) -> NumericRange:
        """Return the class of a number of a value, under what the policy keeps."""
        return range_of(value.kind, value.unit, number, self._keep.get(value.kind, ()))

    def parse(self, mention: str, entity_type: str) -> Amount | None:
        """Read the value of a mention; None for a type that is no value, and where no number can be read."""
        if entity_type not in VALUE_TYPES:
            return None
        reading = self._read(mention, entity_type)
        return reading.amount if reading else None

    def _read(self, mention: str, kind: str) -> ReadAmount | None:
        """A mention with digits of any script; its places are those of the mention."""
        reading = read(plain_digits(mention), kind, comma_decimal=self._comma)
        if reading is None or not self._language or kind != "MONEY" or reading.amount.unit:
            return reading
        # A currency that has no name in English is called what the text calls it.
        return reading._replace(amount=reading.amount._replace(unit=" ".join(_NAMED.findall(mention.casefold()))))

    def mechanism(self, value: Amount, number: Decimal) -> NumericMechanism:
        """Return what draws a number of a value: the mechanism of its class."""
        return self.placed(value, number)[0]

    def placed(self, value: Amount, number: Decimal) -> tuple[NumericMechanism, int]:
        """Return the mechanism of the class of a number of a value, and the place of the number in it."""
        kind, unit, _ = value
        return _placed(
            kind, unit, number, self._keep.get(kind, ()), self._epsilons.get(kind, EPSILON), self._never_self
        )

    def is_nothing(self, value: Amount) -> bool:
        """Return whether a value is alone in its class: it stays."""
        return not any(value.numbers) and len(self.mechanism(value, value.numbers[0]).outputs) == 1

    def draw(self, value: Amount, stream: Stream) -> Amount:
        """Draw nearby numbers; the numbers of a range keep their order."""
        placed = [self.placed(value, number) for number in value.numbers]
        drawn = [
            _signed(mechanism.outputs[mechanism.release(place, stream)], number)
            for (mechanism, place), number in zip(placed, value.numbers, strict=True)
        ]
        if len(drawn) == _RANGE and value.numbers[0] < value.numbers[-1] and drawn[0] >= drawn[1]:
            drawn = _upwards(drawn[0], placed[-1][0])
        return value._replace(numbers=tuple(drawn))

    def law(self, value: Amount) -> list[Law]:
        """Return the exact law of each number: outputs and probabilities (before the numbers of a range are put in
        order).
        """
        laws: list[Law] = []
        for number in value.numbers:
            mechanism = self.mechanism(value, number)
            outputs = np.array(mechanism.outputs, np.float64)
            law = mechanism.distribution(mechanism.place(abs(number)))
            laws.append((-outputs[::-1], law[::-1]) if number < 0 else (outputs, law))
        return laws

    def order_survival(self, values: Sequence[Amount]) -> NDArray[np.float64]:
        """Return the exact probabilities, (m, m), that two amounts keep their order; see `numeric.order_survival`.
        `values`: amounts of one unit; of ranges the first number counts.
        """
        return order_survival([float(value.numbers[0]) for value in values], [self.law(value)[0] for value in values])

    def level(self, value: Amount) -> list[float]:
        """Return, for each number, the exact epsilon among all numbers of its class."""
        return [self.mechanism(value, number).level for number in value.numbers]

    def drawn_alike(self, value: Amount) -> tuple[Hashable, ...]:
        """Return classes and signs: values that agree in them have the same outputs and the same level."""
        return tuple((self.range_of(value, n), n < 0) for n in value.numbers)

    def share(self, value: Amount, places: Sequence[Collection[int]]) -> float:
        """Return the largest probability that any value of the class is drawn as one of some outputs. `places`: of
        these outputs, for each of its numbers; a draw of two is one of them if both numbers are.
        """
        return math.prod(
            self.mechanism(value, number).share(of_number) if of_number else 0.0
            for number, of_number in zip(value.numbers, places, strict=True)
        )

    def kept(self, mention: str, value: Amount) -> tuple[str, ...]:
        """Describe unit, sign, size as far as the class keeps it, notation."""
        sizes = dict.fromkeys(self.range_of(value, number).name for number in value.numbers)
        many = len(value.numbers)
        counted = ["that it is a range of two numbers" if many == _RANGE else f"that it is {many} numbers"][: many - 1]
        below = ["that it is below zero"] if any(number < 0 for number in value.numbers) else []
        unit = [f"its unit ({value.unit})"] if value.unit else ["that it has no unit"]
        return (*unit, *filter(None, sizes), *below, *counted, self._notation(mention, value))

    def left(self, mention: str, value: Amount) -> tuple[str, ...]:
        """Name units and other words around the numbers."""
        written = (self._example(mention, value, place) for place in (1, -1))
        return ("word or unit of an amount",) * count_common(mention, *written)

    def _example(self, mention: str, value: Amount, place: int) -> str:
        """The mention with other numbers of its class, the same for all values of the class."""
        each = [self.mechanism(value, number).outputs for number in value.numbers]
        outputs = [of_class[place if len(of_class) > 1 else 0] for of_class in each]
        signed = (_signed(Decimal(output), number) for output, number in zip(outputs, value.numbers, strict=True))
        return self.render(mention, value, value._replace(numbers=tuple(signed)))

    def _notation(self, mention: str, value: Amount) -> str:
        """How it is written, on the largest numbers: they show every separator."""
        reading = self._read(mention, value.kind)
        words = reading is not None and any(mention[slot.start].isalpha() for slot in reading.slots)
        return f'written {"in words" if words else "in digits"}, like "{self._example(mention, value, -1)}"'

    def render(self, mention: str, value: Amount, drawn: Amount) -> str:
        """Write the mention with its numbers replaced; units agree in number ("1 week", "2 weeks")."""
        return _rendered(mention, value.kind, self._comma, self._language, drawn.numbers)

    def writer(self, mention: str, value: Amount) -> Callable[[tuple[Decimal, ...]], str]:
        """Return what writes many numbers of one mention as `render` does."""
        return _writer(mention, value.kind, self._comma, self._language)

    def form(self, mention: str, value: Amount) -> str:
        """Tell how a mention is written, without its numbers: of one class, those of one form are rendered alike."""
        form = _form(mention, value.kind, self._comma)
        return mention if form is None else ("-" if value.numbers[0] < 0 else "") + form

    def variants(self, mention: str, value: Amount, drawn: Amount) -> Iterable[Replacement]:
        """Return other notations of the same amount, none of them a bare short number."""
        reading = self._read(mention, value.kind)
        if reading is None:
            return []
        written = self.render(mention, value, drawn)
        pairs: dict[str, str] = {}
        if (plain := plain_digits(written)) != written:
            pairs[plain] = plain_digits(mention)
        mention = plain_digits(mention)
        for of_drawn, of_value in zip(
            forms_of(mention, reading, drawn), forms_of(mention, reading, value), strict=True
        ):
            if not (of_drawn and of_value) or of_drawn in (written, of_value):
                continue
            if _LETTERS.search(of_drawn) or sum(map(str.isdigit, of_drawn)) >= _LEAST_BARE:
                pairs.setdefault(of_drawn, of_value)
        return [Replacement(surrogate, original) for surrogate, original in pairs.items()]


# What stands in for a mention is written where it is drawn, where other notations of it are, and where it is priced.
@lru_cache(2048)
def _rendered(mention: str, kind: str, comma_decimal: bool, language: str, numbers: tuple[Decimal, ...]) -> str:
    return _writer(mention, kind, comma_decimal, language)(numbers)


@lru_cache(2048)
def _writer(mention: str, kind: str, comma_decimal: bool, language: str) -> Callable[[tuple[Decimal, ...]], str]:
    plain = plain_digits(mention)
    reading = read(plain, kind, comma_decimal=comma_decimal)
    if reading is None:
        return lambda _: mention
    scales, parts, fill = [slot.scale for slot in reading.slots], reading.parts, _filling(plain, reading, language)
    return lambda numbers: digits_like(mention, fill(sizes_of(scales, parts, numbers)))


@lru_cache(2048)
def _form(mention: str, kind: str, comma_decimal: bool) -> str | None:
    mention = plain_digits(mention)
    reading = read(mention, kind, comma_decimal=comma_decimal)
    if reading is None:
        return None
    slots = reading.slots
    ends = [0, *(slot.end for slot in slots)]
    starts = [*(slot.start for slot in slots), len(mention)]
    likes = [like_numeral(mention[slot.start : slot.end]) for slot in slots]
    between = [ORDINAL.sub("th", mention[end:start]) for end, start in zip(ends, starts, strict=True)]
    return "".join(chain.from_iterable(zip_longest(between, likes, fillvalue="")))


# A number is placed where it is drawn for, with each try, and where it is priced.
@lru_cache(4096)
def _placed(
    kind: str, unit: str, number: Decimal, keep: tuple[str, ...], epsilon: float, never_self: bool
) -> tuple[NumericMechanism, int]:
    mechanism = range_of(kind, unit, number, keep).mechanism(epsilon, never_self)
    return mechanism, mechanism.place(abs(number))


def _signed(size: Decimal | int, number: Decimal) -> Decimal:
    # Without an exponent, as `parse` returns it.
    return (-size if number < 0 else size) + Decimal(0)


def _upwards(first: Decimal, mechanism: NumericMechanism) -> list[Decimal]:
    """A range from its first number to the next larger output; where that is the largest, the last two outputs.

    `draw` asks where the second number is not larger: exchanging both would often give back those of the mention.
    """
    outputs = sorted(_signed(output, first) for output in mechanism.outputs)
    place = bisect_right(outputs, first)
    return [first, outputs[place]] if place < len(outputs) else [outputs[-2], outputs[-1]]


def numerals_of(
    likes: Sequence[str], scales: Sequence[int], sizes: Sequence[Decimal], *, money: bool, comma_decimal: bool
) -> list[str]:
    """Write the numerals of some sizes, as others are written. `scales` and `comma_decimal`: how they are read; see
    `Slot` and `ReadAmount`. `money`: cents are written as such.
    """
    return [
        write_numeral(
            # Nobody says "four point seven seven grand".
            "1" if money and like[0].isalpha() and size != int(size) else like,
            size,
            cents=_CENTS if money and not scale else 0,
            comma_decimal=comma_decimal,
        )
        for like, scale, size in zip(likes, scales, sizes, strict=True)
    ]


def sizes_of(scales: Sequence[int], parts: int, numbers: Sequence[Decimal]) -> list[Decimal]:
    """Return what stands in each slot of a mention of some numbers."""
    sizes = [abs(number) for number in numbers]
    if parts:
        return list(divmod(sizes[0], parts))
    return [size.scaleb(-scale) if scale else size for size, scale in zip(sizes, scales, strict=True)]


def _filling(mention: str, reading: ReadAmount, language: str) -> Callable[[list[Decimal]], str]:
    """What writes a mention with other numbers; of its own it shows nothing but how they are written."""
    slots, money = reading.slots, reading.amount.kind == "MONEY"
    likes, scales = [mention[slot.start : slot.end] for slot in slots], [slot.scale for slot in slots]
    starts = [*(slot.start for slot in slots[1:]), len(mention)]
    # What agrees with a number, unless a word of its size stands between.
    rests = [(mention[slot.end : start], not slot.scale) for slot, start in zip(slots, starts, strict=True)]
    were = [abs(number) for number in reading.amount.numbers]

    def fill(sizes: list[Decimal]) -> str:
        numerals = numerals_of(likes, scales, sizes, money=money, comma_decimal=reading.comma_decimal)
        written = mention[: slots[0].start]
        for at, (numeral, size, (rest, agrees)) in enumerate(zip(numerals, sizes, rests, strict=True)):
            if language and agrees and not reading.parts:
                rest = agreeing(rest, language, reading.amount.kind, were[at], size)  # noqa: PLW2901
            elif agrees and not language:
                rest = _agreeing(rest, size)  # noqa: PLW2901
            written += numeral + rest
        return written

    return fill


def _agreeing(rest: str, size: Decimal) -> str:
    """What stands behind a number, behind another one: "1 week", "2 weeks", "60th", "61st"."""
    if (ordinal := ORDINAL.match(rest)) and size == int(size):
        return ordinal_like(ordinal[0], int(size)) + rest[ordinal.end() :]
    return agree(rest, one=size == 1)


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


def forms_of(mention: str, reading: ReadAmount, amount: Amount) -> list[Form]:
    """Return the same list of forms for any amount that stands in this mention; None where a form cannot say it
    exactly.
    """
    if len(amount.numbers) != 1:
        return []
    return [*_forms_of(mention, reading, amount), _in_words(abs(amount.numbers[0]))]


def _in_words(number: Decimal) -> Form:
    """In words alone, where those are two at least: "thirty-four" is hardly said of anything else, "four" is."""
    words = spell(int(number)) if number == int(number) and number < _SPELLED_BELOW else None
    return words if words and ("-" in words or " " in words) else None


def _forms_of(mention: str, reading: ReadAmount, amount: Amount) -> list[Form]:
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
    plain = f"{number.normalize():f}"
    return [plain, _GROUPED.of_digits(plain), words]


_GROUPED = Notation(",", ".", 0)


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
    whole = number == int(number)
    with_cents, without = _OF_MONEY[comma_decimal]
    cents = whole or number == round(number, 2)
    numerals: list[Form] = []
    for exact, plain in zip(with_cents, without, strict=True):
        numerals.append(exact.write(number) if cents else None)
        numerals.append(plain.write(number) if whole else None)
    scaled = [form for scale, words in _SCALED for form in _scaled(number, scale, words)]
    signs, name, names = _called(unit)
    called, code = name and (name if number == 1 else names), unit.isupper()
    forms: list[Form] = []
    for numeral in (*numerals, *scaled):
        if numeral is None:
            forms += _NO_FORM * (2 * len(signs) + 2 * code + bool(name))
            continue
        forms += [f"{sign}{numeral}" for sign in signs]
        forms += [f"{numeral} {sign}" for sign in signs]
        if code:
            forms += f"{unit} {numeral}", f"{numeral} {unit}"
        if called:
            forms.append(f"{numeral}{called}")
    words = spell(int(number)) if called and whole and number < _SPELLED_BELOW else None
    forms.append(f"{words}{called}" if words else None)
    # Without a currency beside it, "1.250" reads as a decimal.
    return forms + [None if comma_decimal and numeral and "," not in numeral else numeral for numeral in numerals]


_NO_FORM: list[Form] = [None]
_OF_MONEY = {
    comma_decimal: tuple(tuple(Notation(group, point, places) for group in (thousands, "")) for places in (2, 0))
    for comma_decimal, thousands, point in ((False, ",", "."), (True, ".", ","))
}
"""How amounts are written with cents and without them, with thousands set apart and not; by whether commas are points.
"""


@lru_cache(256)
def _called(unit: str) -> tuple[list[str], str, str]:
    """The signs of a currency, and what stands behind an amount of one and of more; empty where it has no name."""
    signs = [sign for sign, code in CURRENCY_SIGNS.items() if code == unit]
    name = next((f" {name}" for name, code in CURRENCY_NAMES.items() if code == unit), "")
    return signs, name and agree(name, one=True), name and agree(name, one=False)


def _scaled(number: Decimal, scale: int, words: tuple[str, ...]) -> list[Form]:
    if not scale <= number < scale * 1000 or number / scale != round(number / scale, _SCALED_PLACES):
        return _NO_FORM * len(words)
    numeral = Notation("", ".", 0).write(number / scale)
    return [f"{numeral} {word}" if len(word) > 2 else f"{numeral}{word}" for word in words]  # noqa: PLR2004
