"""English number words, both ways, from zero to 999,999,999,999."""

from __future__ import annotations

import re
from decimal import Decimal

__all__ = ["SPELLED", "read_spelled", "spell", "write_spelled"]

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"billion": 10**9, "million": 10**6, "thousand": 10**3}
_HUNDRED = 100
_TWENTY = 20
_LIMIT = 10**12

_UNITS = {word: value for value, word in enumerate(_SMALL)} | {word: 20 + 10 * k for k, word in enumerate(_TENS)}
_FIRST = "|".join(sorted(_UNITS, key=len, reverse=True))
_WORD = "|".join(sorted((*_UNITS, *_SCALES, "hundred", "dozen", "point"), key=len, reverse=True))

_DECADES = "|".join(f"{word[:-1]}ies" for word in _TENS)

SPELLED = (
    rf"(?:(?:{_DECADES})|(?:an?|half\s+an?)\s+(?:hundred|thousand|million|billion|dozen)|(?:{_FIRST})\b)"
    rf"(?:(?:[\s-]+|\s+and\s+)(?:{_WORD})\b)*"
)
"""A pattern (ignore letter case) of spelled numbers; what it finds may still be none (`read_spelled` says)."""


def spell(number: int) -> str:
    """The words of an integer from 0 to 999,999,999,999."""
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
    """The value of number words ("twelve hundred", "a dozen", "three point five", "thirties"); None for no number."""
    words = [word for word in re.split(r"[\s-]+", text.casefold().strip()) if word != "and"]
    if len(words) == 1 and words[0].endswith("ies"):
        return Decimal(_UNITS[words[0].removesuffix("ies") + "y"])
    half = words[:1] == ["half"]
    words = words[1:] if half else words
    if words in (["a"], ["an"]):
        return Decimal("0.5") if half else Decimal(1)
    if words[:1] in (["a"], ["an"]):
        words[0] = "one"
    if "point" in words:
        at = words.index("point")
        digits = [_UNITS.get(word, 10) for word in words[at + 1 :]]
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
        if word in _UNITS:
            # "twenty three" adds up, "three twenty" and "ten five" do not.
            room = 10 if group % _HUNDRED >= _TWENTY and group % 10 == 0 else 1 if group % _HUNDRED else _HUNDRED
            if _UNITS[word] >= room or (position and not _UNITS[word]):
                return None
            group += _UNITS[word]
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


def write_spelled(like: str, value: Decimal) -> str | None:
    """The value in words, in the letter case of `like`; None where it is out of reach.

    Nothing else of `like` is kept: an "and", a hyphen, or "a" for "one" tell what kind of number they stand in.
    """
    whole = int(value)
    if not 0 <= whole < _LIMIT:
        return None
    if like.casefold().endswith("ies"):
        tens = spell(whole)
        return _cased(like, f"{tens[:-1]}ies") if tens in _TENS else f"{whole}s"
    words = spell(whole)
    if value != whole:
        words += " point " + " ".join(_SMALL[int(digit)] for digit in f"{value.normalize():f}".split(".")[1])
    return _cased(like, words)


def _cased(like: str, words: str) -> str:
    if like.isupper():
        return words.upper()
    return words[0].upper() + words[1:] if like[0].isupper() else words
