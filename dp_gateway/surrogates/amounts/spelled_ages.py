"""Ages in words in the languages beside English: "vierunddreißig Jahre alt", "trente-quatre ans", 三十四岁.

An age in words is drawn as the same age in digits is, and written in words. How it is written tells nothing of it: of
a mention only the word for years and the letter case stay, and all ages of a class are spelled by one table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import NamedTuple

from dp_gateway.mentions.amounts import Amount
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.base import Family, count_common
from dp_gateway.vocabulary.numerals import cased

_OLDEST = 120
_MANY = 2
_TWENTY, _TEN = 20, 10
_SPACELESS = frozenset(("zh", "ja"))
_JOINTS = re.compile(r"[\s\u200c-\u200f-]+")
_OF_HINDI = frozenset("\u0901\u0902\u093c")
"""Marks that some leave out; the others of Devanagari are vowels."""


class _Years(NamedTuple):
    """One way of saying ages.

    Attributes:
        words: for each number from 0 what stands before the word for years.
        forms: the word for years behind 1 and others, or behind 1, from 2 to 4 and others; one form where it does not
            agree.
        whole: the words hold the one for years.
    """

    words: tuple[str, ...]
    forms: tuple[str, ...]
    whole: bool

    def write(self, number: int) -> str:
        """An age in words."""
        return self.words[number] + self.form(number)

    def form(self, number: int) -> str:
        """The word for years behind a number."""
        few = number % 10 in range(2, 5) and number % 100 not in range(12, 15)
        return self.forms[0] if number == 1 else self.forms[-2 if few and len(self.forms) > _MANY else -1]


class SpelledAge(NamedTuple):
    """An age in words. `number`: of years. `years`: the way in which it is said."""

    number: int
    years: _Years

    @property
    def in_digits(self) -> str:
        """The same age in digits."""
        return _with_digits(self.years, self.number)


def read_spelled_age(mention: str, language: str) -> SpelledAge | None:
    """Read an age in words with a word for years, as "cuarenta años" in `language` (ISO 639-1); None for what is
    none.
    """
    return _ages(language).get(plain(mention))


@cache
def small_numbers(language: str) -> dict[str, int]:
    """Return the words for numbers to 99 of a language in which those for ages are the same, as they are compared."""
    rows = _rows().get(language, {})
    if not rows or rows["years"][0] == "":
        return {}
    found = {plain(word): number for number, word in enumerate(rows["write"][0].split(",")[:100])}
    for other in (one for row in rows.get("read", ()) for one in row.split(",")):
        number, _, word = other.partition("=")
        if int(number) in range(100):
            found.setdefault(plain(word), int(number))
    return found


def plain(text: str) -> str:
    """Fold a text as ages are compared: without case, spaces, hyphens, and marks that are no vowels."""
    apart = unicodedata.normalize("NFKD", _JOINTS.sub("", text).casefold())
    return "".join(char for char in apart if unicodedata.category(char) != "Mn" or _is_vowel(char))


def _is_vowel(char: str) -> bool:
    return "\u0900" <= char <= "\u097f" and char not in _OF_HINDI


@cache
def _rows() -> dict[str, dict[str, list[str]]]:
    """By language, and by language and tag: the rows of each kind."""
    rows: dict[str, dict[str, list[str]]] = {}
    for line in (
        resources.files("dp_gateway.surrogates.amounts").joinpath("spelled_ages.txt").read_text("utf-8").splitlines()
    ):
        if not line.startswith("#"):
            tag, kind, row = f"{line} ".split(" ", maxsplit=2)
            rows.setdefault(tag, {}).setdefault(kind, []).append(row.strip())
    return rows


@cache
def _ages(language: str) -> dict[str, SpelledAge]:
    """All ages of a language in words, as they are compared."""
    found: dict[str, SpelledAge] = {}
    for tag, rows in _rows().items():
        if tag.split("-")[0] != language:
            continue
        words = tuple(rows["write"][0].split(","))
        # Without a word for years: "meine Nichte (elf)".
        for forms in dict.fromkeys((*rows["years"][0].split(" "), "")):
            years = _Years(words, tuple(forms.replace("_", " ").split("|")), rows["years"][0] == "")
            for number in range(len(words)):
                found.setdefault(plain(years.write(number)), SpelledAge(number, years))
            for other in (one for row in rows.get("read", ()) for one in row.split(",")):
                number, _, word = other.partition("=")
                found.setdefault(plain(word + years.form(int(number))), SpelledAge(int(number), years))
    return found


class SpelledAges(Family):
    """Ages in words; what is drawn is another family's. `family`: draws ages. `language`: of the words, ISO 639-1."""

    def __init__(self, family: ValueFamily, language: str) -> None:
        self._family, self._language = family, language
        self.keeps = f"that it is said in words; {family.keeps}"

    def parse(self, mention: str, entity_type: str) -> Amount | None:
        """Read the value of the same age in digits; None for what is no age in words."""
        age = read_spelled_age(mention, self._language) if entity_type == "AGE" else None
        return None if age is None else self._family.parse(age.in_digits, entity_type)

    def draw(self, value: Amount, stream: Stream) -> Amount:
        """Draw as the family does."""
        return self._family.draw(value, stream)

    def render(self, mention: str, value: Amount, drawn: Amount) -> str:
        """Write the drawn age in words, in the letter case of the mention."""
        return self.writer(mention, value)(drawn.numbers)

    def writer(self, mention: str, value: Amount) -> Callable[[tuple[Decimal, ...]], str]:
        """Return what writes many numbers of one mention as `render` does."""
        del value
        years = self._read(mention).years
        return lambda numbers: cased(mention, years.write(int(numbers[0])))

    def form(self, mention: str, value: Amount) -> str:
        """Tell how a mention is written, without its number."""
        return self._example(mention, value, -1)

    def kept(self, mention: str, value: Amount) -> tuple[str, ...]:
        """Describe what the family keeps of the age in digits, and how it is said."""
        *kept, _ = self._family.kept(self._read(mention).in_digits, value)
        return (*kept, f'written in words, like "{self._example(mention, value, -1)}"')

    def left(self, mention: str, value: Amount) -> tuple[str, ...]:
        """Name the words for years."""
        examples = (self._example(mention, value, place) for place in (1, -1))
        return ("word or unit of an amount",) * count_common(mention, *examples)

    def _example(self, mention: str, value: Amount, place: int) -> str:
        """The mention with another age of its class, the same for all of the class."""
        outputs = self._family.mechanism(value, value.numbers[0]).outputs
        return self.render(mention, value, value._replace(numbers=(Decimal(outputs[place]),)))

    def variants(self, mention: str, value: Amount, drawn: Amount) -> Iterable[Replacement]:
        """Return the age in digits, and in words without those for years where these are hardly said of anything
        else.
        """
        years = self._read(mention).years
        new, old = int(drawn.numbers[0]), int(value.numbers[0])
        yield Replacement(_with_digits(years, new), _with_digits(years, old))
        yield from self._family.variants(_with_digits(years, old), value, drawn)
        if self._language not in _SPACELESS and years.forms != ("",) and all(map(_is_telling, (new, old))):
            yield Replacement(years.words[new], years.words[old])

    def _read(self, mention: str) -> SpelledAge:
        """A mention that `parse` has read."""
        return _ages(self._language)[plain(mention)]


def _with_digits(years: _Years, number: int) -> str:
    """The age in digits: of words that hold the one for years (Arabic) with what stands behind the number."""
    if years.whole:
        return f"{number} {years.words[_OLDEST].split()[-1]}"
    return f"{number}{years.form(number)}"


def _is_telling(number: int) -> bool:
    return number > _TWENTY and number % _TEN != 0
