"""Identifiers that countries give out, as rules: what their form and their check digits tell without a word before.

`identifiers.txt` is the table: a line for each kind, with the languages in whose text it counts, and the rule of its
check digits as the offices publish it. Beside those that weigh digits, which take their weights from the table, the
others have a function here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial

from dp_gateway.detection.languages.tables import lines
from dp_gateway.patterns.rules import Rule

_CONFIRMED, _FORMED = 0.96, 0.8
_LEAST_DIGITS = 3
# One sign, and spaces around it: "65  170839 - J - 003".
_SEPARATOR = r"(?:[ ]{1,3}|[ ]?[.\-/][ ]?)?"
# Between characters of a set an underscore is one of them.
_PLACE = re.compile(r"_\??(?![^\[\]]*\])")
_NO_SOLID = re.compile(r"[\W_]+")


@cache
def _table() -> list[tuple[list[str], str, str, int]]:
    """Languages, form and rule of each kind, and how many digits stand in a row: on licence plates few."""
    rows = [line.split(" ; ") for line in lines("identifiers.txt")]
    return [
        (languages.split(), _expression(form), rule, 1 if name.startswith("licence plate") else _LEAST_DIGITS)
        for languages, name, form, rule in rows
    ]


def _expression(form: str) -> str:
    written = _PLACE.sub(lambda _: _SEPARATOR, form).replace(r"\d", "[0-9]")
    # What stands before or behind in letters of scripts without spaces is another word.
    # In Chinese and Japanese a comma and the number of something behind it are no further digits.
    behind = r"(?![A-Za-z0-9À-ɏء-ي@_]|[./-][0-9]|,[0-9]{1,3}(?![0-9]*[\u3041-\u9fff]))"
    return rf"(?<![A-Za-z0-9À-ɏء-ي@_])(?<![0-9][.,/-])(?:{written}){behind}"


def identifiers(language: str) -> list[Rule]:
    """Return the rules of the kinds that count in a language without a word before them."""
    return [
        Rule(
            "ID_NUMBER",
            form,
            _FORMED if rule == "form" else _CONFIRMED,
            digits=least,
            check=None if rule == "form" else partial(_confirmed, rule),
        )
        for languages, form, rule, least in _table()
        if language in languages and rule != "label"
    ]


@cache
def forms(language: str) -> tuple[re.Pattern[str], ...]:
    """Return forms of all kinds of a language: behind a word that says so they count, whatever their check digits."""
    return tuple(re.compile(form) for languages, form, *_ in _table() if language in languages)


def is_possible(solid: str, language: str) -> bool:
    """Return whether a number could be somebody's: its form and check digits are those of a kind of a language.
    `solid`: letters and digits, upper case.
    """
    return any(form.fullmatch(solid) and _is_right(rule, solid) for form, rule in _checked(language))


@cache
def _checked(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = [(form, rule) for languages, form, rule, _ in _table() if language in languages]
    return tuple((re.compile(form), rule) for form, rule in rows if rule not in ("form", "label"))


def _is_right(rule: str, solid: str) -> bool:
    return all(is_valid(one, solid) for one in rule.split(" & "))


def _confirmed(rule: str, text: str, start: int, end: int) -> float | None:
    solid = _NO_SOLID.sub("", text[start:end]).upper()
    return _CONFIRMED if _is_right(rule, solid) else None


_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_CIF = "JABCDEFGHI"
_MAINLAND = "10X98765432"
_MAINLAND_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_USCC = "0123456789ABCDEFGHJKLMNPQRTUWXY"
_VERHOEFF_TURNS = "1576283094"
_ODD = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)
"""What the characters in odd places of a codice fiscale count, from A or 0 on (Italian decree of 23 December 1976)."""


def is_valid(rule: str, value: str) -> bool:
    """Return whether the check digits of a number are right.

    Args:
        rule: a name, and the numbers that it takes, apart by spaces: "sum 9,8,7,6,5,4,3,2,-1 11".
        value: its letters and digits, upper case.
    """
    name, *arguments = rule.split()
    try:
        return _RULES[name](value, *arguments)
    except (ValueError, IndexError):
        # A letter where the rule takes a digit.
        return False


def _weighted(value: str, weights: Sequence[int]) -> int:
    return sum(int(char) * weight for char, weight in zip(value, weights, strict=False))


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _sum(value: str, weights: str, modulus: str) -> bool:
    """The weighted sum of all digits is a multiple of the modulus."""
    return _weighted(value, _numbers(weights)) % int(modulus) == 0


def _rest(value: str, weights: str, modulus: str) -> bool:
    """The last digit is the rest of the weighted sum of the others; of a rest of ten it is 0."""
    return _weighted(value[:-1], _numbers(weights)) % int(modulus) % 10 == int(value[-1])


def _eleven(value: str, *weights: str) -> bool:
    """Each list of weights gives the digit behind it: what is missing to a multiple of 11, of ten and eleven 0."""
    for of_digit in map(_numbers, weights):
        missing = 11 - _weighted(value, of_digit) % 11
        if int(value[len(of_digit)]) != (missing if missing < 10 else 0):  # noqa: PLR2004
            return False
    return len(set(value)) > 1


def _luhn(value: str) -> bool:
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in value[-2::-2]]
    return (sum(map(int, value[-1::-2])) + sum(doubled)) % 10 == 0 and len(set(value)) > 1


def _iso7064(value: str) -> bool:
    """ISO 7064, MOD 11,10: the German tax identifier."""
    product = 10
    for digit in value[:-1]:
        total = (int(digit) + product) % 10 or 10
        product = 2 * total % 11
    return (11 - product) % 10 == int(value[-1])


def _nir(value: str) -> bool:
    """The French number of inscription; the departments of Corsica count as 19 and 18."""
    return 97 - int(value[:13].replace("2A", "19").replace("2B", "18")) % 97 == int(value[13:])


def _dni(value: str) -> bool:
    """The letter of a Spanish identity number; X, Y and Z in front of one of a foreigner count as digits."""
    number = str("XYZ".index(value[0])) + value[1:-1] if value[0] in "XYZ" else value[:-1]
    return _DNI[int(number) % 23] == value[-1]


def _cif(value: str) -> bool:
    """Spanish companies."""
    even, odd = value[2:8:2], value[1:8:2]
    total = sum(map(int, even)) + sum(sum(divmod(2 * int(digit), 10)) for digit in odd)
    control = -total % 10
    return value[0].isalpha() and value[-1] in (str(control), _CIF[control])


def _codice(value: str) -> bool:
    """The Italian codice fiscale."""
    places = [int(char) if char.isdigit() else ord(char) - ord("A") for char in value[:-1]]
    total = sum(_ODD[place] if index % 2 == 0 else place for index, place in enumerate(places))
    return chr(ord("A") + total % 26) == value[-1]


def _mainland(value: str) -> bool:
    """Resident identity numbers of China (GB 11643)."""
    return _MAINLAND[_weighted(value, _MAINLAND_WEIGHTS) % 11] == value[-1]


def _uscc(value: str) -> bool:
    """The unified credit code of Chinese organisations (GB 32100)."""
    total = sum(_USCC.index(char) * pow(3, place, 31) for place, char in enumerate(value[:-1]))
    return _USCC[-total % 31] == value[-1]


def _verhoeff(value: str) -> bool:
    """Verhoeff's check over the dihedral group of order ten: Aadhaar."""
    check = 0
    for place, char in enumerate(reversed(value)):
        digit = int(char)
        for _ in range(place % 8):
            digit = int(_VERHOEFF_TURNS[digit])
        check = _dihedral(check, digit)
    return check == 0


def _dihedral(first: int, second: int) -> int:
    turned = (first + second) % 5 if first < 5 else (first - second) % 5  # noqa: PLR2004
    return turned + 5 * ((first < 5) != (second < 5))  # noqa: PLR2004


def _gstin(value: str) -> bool:
    """Indian goods and services tax numbers."""
    factors = [_ALPHABET.index(char) * (1 + place % 2) for place, char in enumerate(value[:-1])]
    return _ALPHABET[-sum(sum(divmod(factor, 36)) for factor in factors) % 36] == value[-1]


def _document(value: str, place: str = "-1") -> bool:
    """Weights 7, 3, 1 over letters and digits (ICAO 9303); the check digit stands in the given place."""
    at = int(place) % len(value)
    rest = value[:at] + value[at + 1 :]
    total = sum(_ALPHABET.index(char) * (7, 3, 1)[index % 3] for index, char in enumerate(rest))
    return total % 10 == int(value[at])


def _corporate(value: str) -> bool:
    """Japanese corporate numbers: the digit stands in front."""
    total = sum(int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(value[1:])))
    return 9 - total % 9 == int(value[0])


def _pension(value: str) -> bool:
    """German pension insurance numbers: the letter counts as two digits."""
    plain = value[:8] + f"{ord(value[8]) - ord('A') + 1:02}" + value[9:-1]
    products = (int(d) * weight for d, weight in zip(plain, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1), strict=True))
    return sum(sum(divmod(product, 10)) for product in products) % 10 == int(value[-1])


def _dated(value: str, at: str) -> bool:
    """Month and day of a birth stand in a place."""
    month, day = int(value[int(at) : int(at) + 2]), int(value[int(at) + 2 : int(at) + 4])
    return month in range(1, 13) and day in range(1, 32)


def _remainder(value: str, modulus: str, digits: str) -> bool:
    """The last digits are the rest, by a modulus, of the number before them."""
    return int(value[: -int(digits)]) % int(modulus) == int(value[-int(digits) :])


_RULES: dict[str, Callable[..., bool]] = {
    "sum": _sum, "rest": _rest, "eleven": _eleven, "luhn": _luhn, "iso7064": _iso7064, "nir": _nir, "dni": _dni,
    "cif": _cif, "codice": _codice, "mainland": _mainland, "uscc": _uscc, "verhoeff": _verhoeff, "gstin": _gstin,
    "document": _document, "corporate": _corporate, "pension": _pension, "dated": _dated, "remainder": _remainder,
}  # fmt: skip
