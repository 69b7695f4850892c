"""Uniform characters from a stream, and laying new characters over an old format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

from dp_gateway.randomness import Stream, uniform_below

__all__ = ["DIGITS", "LOWER", "UPPER", "below", "characters", "digits", "lay", "pick", "solid"]

DIGITS = "0123456789"
LOWER = "abcdefghijklmnopqrstuvwxyz"
UPPER = LOWER.upper()

_Item = TypeVar("_Item")


def below(stream: Stream, bound: int) -> int:
    """A uniform integer in [0, bound)."""
    return int(uniform_below(stream, np.array([bound], np.uint64))[0])


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


def lay(mention: str, replacement: Iterable[str]) -> str:
    """The mention with its letters and digits replaced one by one, separators and letter case kept."""
    result: list[str] = []
    following = iter(replacement)
    any_upper = mention != mention.lower()
    for char in mention:
        if not char.isalnum():
            result.append(char)
            continue
        new = next(following, char)
        # In a lower-case mention a letter that takes the place of a digit (hexadecimal) is lower case too.
        result.append(new.lower() if char.islower() or (not any_upper and char.isdigit()) else new)
    return "".join(result)
