"""What a family of surrogates is, and what several share: new characters in an old format, numbers said by digits.

Every kind of identifier and value derives from it; `Substitution` parses, draws and renders by it.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from dp_gateway.randomness import Stream, below, each_below
from dp_gateway.restore import Replacement
from dp_gateway.text.lists import alternatives
from dp_gateway.vocabulary.numerals import NUMBER_WORDS

_WORD = re.compile(r"[^\W_]+")
_COUNTED_PLACES = 150


class Family(ABC):
    """Surrogates of one kind. Stateless: everything follows from the mention and the stream. `keeps`: what `kept` may
    name, in general: for those who choose a policy.
    """

    keeps: str = ""

    @abstractmethod
    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read the value of a mention, the same for all ways of writing it; None where this family cannot read it."""

    @abstractmethod
    def draw(self, value: Any, stream: Stream) -> Any:
        """Draw a new value; never raise for a value that `parse` returned."""

    @abstractmethod
    def render(self, mention: str, value: Any, drawn: Any) -> str:
        """Write the drawn value as the mention is written."""

    def outputs(self, mention: str, value: Any) -> float:
        """Count the different texts that can stand in for a mention, at least, each as likely as the others or less.

        Infinite where each draw has its own guarantee.
        """
        del mention, value
        return math.inf

    def kept(self, mention: str, value: Any) -> tuple[str, ...]:
        """Name the features of a mention that its surrogate has too, in words: the class in which the certificate
        holds.
        """
        del mention, value
        return ()

    def left(self, mention: str, value: Any) -> tuple[str, ...]:
        """Name what letters and digits of a mention stay as they are, each as a report counts it."""
        del mention, value
        return ()

    def variants(self, mention: str, value: Any, drawn: Any) -> Iterable[Replacement]:
        """Return further forms that a model makes of this surrogate, each with the original in the same form."""
        del mention, value, drawn
        return ()

    def digit_strings(self, mention: str, value: Any, drawn: Any) -> Iterable[tuple[str, str]]:
        """Return what a reply may write with any separators: the digits of this surrogate, and as many of the original.

        `dp_gateway.restore.digits` finds them in replies.
        """
        del mention, value, drawn
        return ()


def count_common(mention: str, *surrogates: str) -> int:
    """Count how many stretches of words of a mention stand in each of some surrogates too."""
    words = _WORD.findall(mention)
    common = set(words).intersection(*map(_WORD.findall, surrogates))
    return sum(stays for stays, _ in groupby(words, key=common.__contains__))


DIGITS = "0123456789"
LOWER = "abcdefghijklmnopqrstuvwxyz"
UPPER = LOWER.upper()

_SEPARATORS = {"٬": ",", "٫": ".", "，": ",", "．": "."}
_Item = TypeVar("_Item")


def pick(stream: Stream, items: Sequence[_Item]) -> _Item:
    """Pick a uniform item."""
    return items[below(stream, len(items))]


def characters(stream: Stream, alphabets: Sequence[str]) -> str:
    """Draw one uniform character of each alphabet."""
    if not alphabets:
        return ""
    chosen = each_below(stream, [len(alphabet) for alphabet in alphabets])
    return "".join(alphabet[place] for alphabet, place in zip(alphabets, chosen, strict=True))


def ways(choices: int, places: int) -> float:
    """Count the ways in which so many places can be filled; of more than a float holds, a large number."""
    return float(choices) ** min(places, _COUNTED_PLACES)


def digits(stream: Stream, count: int) -> str:
    """Draw uniform digits."""
    return characters(stream, [DIGITS] * count)


def solid(text: str) -> str:
    """Return the letters and digits of a text, upper case, one for each: what stays when separators go."""
    plain = re.sub(r"[\W_]+", "", text)
    upper = plain.upper()
    # One letter may have several in upper case ("ß"): the format must not tell.
    return upper if len(upper) == len(plain) else "".join(map(_upper, plain))


def _upper(char: str) -> str:
    upper = char.upper()
    return upper if len(upper) == 1 else char


def plain_digits(text: str) -> str:
    """Return the text with the digits of all scripts, and the separators of Arabic, as those of ASCII, place by
    place.
    """
    if text.isascii():
        return text
    return "".join(str(int(char)) if char.isdecimal() else _SEPARATORS.get(char, char) for char in text)


def digits_like(mention: str, text: str) -> str:
    """Return the text with its digits in the script in which a mention writes its first one."""
    if mention.isascii():
        return text
    first = next((char for char in mention if char.isdecimal()), "0")
    if first.isascii():
        return text
    for native, plain in _SEPARATORS.items():
        if native in mention:
            text = re.sub(rf"(?<=\d)[{plain}](?=\d)", native, text)
    return "".join(digit_like(first, char) for char in text)


def digit_like(digit: str, new: str) -> str:
    """Return a digit of ASCII in the script of another; anything else as it is."""
    if digit.isascii() or not (new.isascii() and new.isdecimal()):
        return new
    return chr(ord(digit) - int(digit) + int(new))


def lay(mention: str, replacement: Iterable[str]) -> str:
    """Return the mention with its letters and digits replaced one by one.

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
        if not new.isdecimal():
            # In a lower-case mention a letter that takes the place of a digit (hexadecimal) is lower case too.
            result.append(new.lower() if char.islower() or (not any_upper and char.isdigit()) else new)
        else:
            result.append(digit_like(char, new) if char.isdecimal() else new)
    return "".join(result)


def in_case_of(mention: str, text: str) -> str:
    """Return a text in the letter case of a mention: all upper, all lower, else as it is spelled."""
    if mention.isupper() and sum(map(str.isalpha, mention)) > 1:
        return text.upper()
    return text.lower() if mention.islower() else text


def usual(name: str) -> str:
    """Return a name in the letter case of names, where it is written in capitals or small letters."""
    return name.title() if name.isupper() or name.islower() else name


def letter_case(text: str) -> str:
    """Return what a class says of the letter case of a part."""
    return " in capitals" if text.isupper() and len(text) > 1 else " in small letters" if text.islower() else ""


_DIGITS = {word: str(value) for word, value in NUMBER_WORDS.items() if value in range(10)}
_TENS = {word: str(value // 10) for word, value in NUMBER_WORDS.items() if value in range(20, 100)}
_READ = {
    **{word: str(value) for word, value in NUMBER_WORDS.items()}, "oh": "0", "o": "0", "nought": "0",
    "hundred": "00", "thousand": "000",
}  # fmt: skip
_TIMES = {"double": 2, "triple": 3}
_SAID = list(_DIGITS)
_DIGIT = rf"(?:(?:{'|'.join(_TIMES)})[\s-]+)?(?:{alternatives(_READ)}|[a-z])"
_SPOKEN = re.compile(rf"{_DIGIT}(?:[\s,.;-]+{_DIGIT}){{1,40}}", re.IGNORECASE)
_LEAST = 3
_SAID_WORD, _PAUSE = re.compile(r"[^\W\d_]+"), re.compile("[,.;]")


def is_spoken(mention: str) -> bool:
    """Return whether a mention is words for three or more digits, and letters one by one, and nothing else."""
    return _SPOKEN.fullmatch(mention) is not None and sum(map(str.isdigit, _digits(mention))) >= _LEAST


class SpokenNumber(Family):
    """Words for digits; which digits, and what stands in for them, is another family's. `family`: reads the digits."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self.keeps = f"that it is said in words, pauses; {family.keeps}"

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """Read the value of the digits; None where a word is none for a digit."""
        return self._family.parse(_digits(mention), entity_type) if is_spoken(mention) else None

    def draw(self, value: Any, stream: Stream) -> Any:
        """Draw as the family does."""
        return self._family.draw(value, stream)

    def outputs(self, mention: str, value: Any) -> float:
        """Count the numbers that the family has for the digits."""
        return self._family.outputs(_digits(mention), value)

    def kept(self, mention: str, value: Any) -> tuple[str, ...]:
        """Describe what the family keeps of the digits, and where pauses are."""
        pauses = ", ".join(str(len(group)) for group in _groups(mention))
        return (*self._family.kept(_digits(mention), value), f"said in words, in groups of {pauses}")

    def left(self, mention: str, value: Any) -> tuple[str, ...]:
        """Name what the family leaves of the digits: a country code."""
        return self._family.left(_digits(mention), value)

    def render(self, mention: str, value: Any, drawn: Any) -> str:
        """Write the drawn digits in words, a comma at each pause; how zeros and pairs were said would tell of them."""
        new = self._family.render(_digits(mention), value, drawn)
        said, at = list[str](), 0
        for group in _groups(mention):
            said.append(
                " ".join(_SAID[int(digit)] if digit.isdigit() else digit for digit in new[at : at + len(group)])
            )
            at += len(group)
        return in_case_of(mention, ", ".join(said))

    def variants(self, mention: str, value: Any, drawn: Any) -> Iterable[Replacement]:
        """Return the number in digits."""
        yield Replacement(self._family.render(_digits(mention), value, drawn), _digits(mention))

    def digit_strings(self, mention: str, value: Any, drawn: Any) -> Iterable[tuple[str, str]]:
        """Return the digit strings of the number in digits."""
        return self._family.digit_strings(_digits(mention), value, drawn)


def _groups(mention: str) -> list[str]:
    """The digits of a mention, apart where it pauses."""
    groups: list[str] = []
    for part in _PAUSE.split(mention.lower()):
        digits, times, last = "", 1, ""
        for word in _SAID_WORD.findall(part):
            if last in _TENS and _DIGITS.get(word, "0") != "0":
                # "forty four"
                digits = digits[:-1]
            digits += _READ.get(word, word.upper() if len(word) == 1 else "") * times
            times, last = _TIMES.get(word, 1), word
        if digits:
            groups.append(digits)
    return groups


def _digits(mention: str) -> str:
    return "".join(_groups(mention))
