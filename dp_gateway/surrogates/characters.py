"""Uniform characters from a stream, new characters in an old format, and letter case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

from dp_gateway.randomness import Stream, below, uniform_below

__all__ = [
    "DIGITS",
    "LOWER",
    "UPPER",
    "characters",
    "digits",
    "digits_like",
    "in_case_of",
    "lay",
    "letter_case",
    "pick",
    "plain_digits",
    "solid",
    "usual",
]

DIGITS = "0123456789"
LOWER = "abcdefghijklmnopqrstuvwxyz"
UPPER = LOWER.upper()

_SEPARATORS = {"٬": ",", "٫": "."}
_Item = TypeVar("_Item")


def pick(stream: Stream, items: Sequence[_Item]) -> _Item:
    """A uniform item."""
    return items[below(stream, len(items))]


def characters(stream: Stream, alphabets: Sequence[str]) -> str:
    """One uniform character of each alphabet."""
    if not alphabets:
        return ""
    bounds = np.array([len(alphabet) for alphabet in alphabets], np.uint64)
    chosen = uniform_below(stream, bounds).tolist()
    return "".join(alphabet[place] for alphabet, place in zip(alphabets, chosen, strict=True))


def digits(stream: Stream, count: int) -> str:
    """Uniform digits."""
    return characters(stream, [DIGITS] * count)


def solid(text: str) -> str:
    """The letters and digits of a text, upper case, one for each: what stays when separators go."""
    plain = re.sub(r"[\W_]+", "", text)
    upper = plain.upper()
    # One letter may have several in upper case ("ß"): the format must not tell.
    return upper if len(upper) == len(plain) else "".join(map(_upper, plain))


def _upper(char: str) -> str:
    upper = char.upper()
    return upper if len(upper) == 1 else char


def plain_digits(text: str) -> str:
    """The text with the digits of all scripts, and the separators of Arabic, as those of ASCII, place by place."""
    if text.isascii():
        return text
    return "".join(str(int(char)) if char.isdecimal() else _SEPARATORS.get(char, char) for char in text)


def digits_like(mention: str, text: str) -> str:
    """The text with its digits in the script in which a mention writes its first one."""
    first = next((char for char in mention if char.isdecimal()), "0")
    if first.isascii():
        return text
    for native, plain in _SEPARATORS.items():
        text = text.replace(plain, native) if native in mention else text
    return "".join(_like(first, char) for char in text)


def _like(digit: str, new: str) -> str:
    """A digit of ASCII in the script of another; anything else as it is."""
    return chr(ord(digit) - int(digit) + int(new)) if new.isascii() and new.isdecimal() else new


def lay(mention: str, replacement: Iterable[str]) -> str:
    """The mention with its letters and digits replaced one by one.

    Separators, letter case and the script of digits stay.
    """
    result: list[str] = []
    following = iter(replacement)
    any_upper = mention != mention.lower()
    for char in mention:
        if not char.isalnum():
            result.append(char)
            continue
        new = next(following, char)
        if char.isdecimal():
            new = _like(char, new)
        # In a lower-case mention a letter that takes the place of a digit (hexadecimal) is lower case too.
        result.append(new.lower() if char.islower() or (not any_upper and char.isdigit()) else new)
    return "".join(result)


def in_case_of(mention: str, text: str) -> str:
    """A text in the letter case of a mention: all upper, all lower, else as it is spelled."""
    if mention.isupper() and sum(map(str.isalpha, mention)) > 1:
        return text.upper()
    return text.lower() if mention.islower() else text


def usual(name: str) -> str:
    """A name in the letter case of names, where it is written in capitals or small letters."""
    return name.title() if name.isupper() or name.islower() else name


def letter_case(text: str) -> str:
    """What a class says of the letter case of a part."""
    return " in capitals" if text.isupper() and len(text) > 1 else " in small letters" if text.islower() else ""
