"""Values as they are said, not written: numbers in words, addresses with "dot" and "at", names letter by letter."""

from __future__ import annotations

import random

__all__ = ["said_date", "said_digits", "said_number", "said_year", "spelled"]

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_MONTHS = "january february march april may june july august september october november december".split()


def said_digits(rng: random.Random, count: int) -> str:
    """Digits one by one, as telephone numbers are said: "oh", "double four"."""
    said: list[str] = []
    while len(said) < count:
        digit = rng.choice(["oh", *_SMALL[:10]])
        said.append(f"{rng.choice(['double', 'triple'])} {digit}" if rng.random() < 0.06 else digit)
    return " ".join(said)


def said_number(number: int, rng: random.Random) -> str:
    """A whole number below ten thousand, as house numbers are said: 1,412 is "fourteen twelve"."""
    if number < 20:
        return _SMALL[number]
    if number < 100:
        return _TENS[number // 10 - 2] + (f" {_SMALL[number % 10]}" if number % 10 else "")
    if number < 1000 and rng.random() < 0.5:
        rest = f" {rng.choice(['', 'and '])}{said_number(number % 100, rng)}" if number % 100 else ""
        return f"{_SMALL[number // 100]} hundred{rest}"
    head, rest = divmod(number, 100)
    low = "hundred" if not rest else f"oh {_SMALL[rest]}" if rest < 10 else said_number(rest, rng)
    return f"{said_number(head, rng)} {low}"


def said_year(rng: random.Random) -> str:
    """A year of somebody's life."""
    year = rng.randint(1935, 2026)
    return (
        f"two thousand {rng.choice(['', 'and '])}{_SMALL[year - 2000]}"
        if 2000 < year < 2010
        else said_number(year, rng)
    )


def said_date(rng: random.Random) -> str:
    """A day, with or without its year."""
    number = rng.randint(1, 31)
    low = _ORDINALS[number - 1] if number <= 20 else "thirtieth" if number == 30 else ""
    day = low or f"{_TENS[number // 10 - 2]} {_ORDINALS[number % 10 - 1]}"
    month = rng.choice(_MONTHS)
    said = rng.choice([f"the {day} of {month}", f"{month} {day}", f"{month} the {day}"])
    return said if rng.random() < 0.4 else f"{said} {said_year(rng)}"


def spelled(word: str) -> str:
    """A word letter by letter."""
    return " ".join(char for char in word.lower() if char.isalpha())
