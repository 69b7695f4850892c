"""Amounts of money in words in the languages beside English: "dos mil euros", "zweihundertvierzig Euro", 一万五.

Such an amount is drawn as the same one in digits is, and written in digits with what stands beside its words: their
grammar is a language's, and a sum is as natural in digits. `sources` asks here for mentions without a digit.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache
from importlib import resources

from dp_gateway.mentions.amounts import Amount
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.amounts.spelled_ages import plain, small_numbers
from dp_gateway.surrogates.base import Family

_SCALE = 100
_JOINT = Decimal(-1)
_SPACELESS = ("zh", "ja")
_PARTS = re.compile(r"[^\s-]+")
_FOUR, _TWENTY = 4, 20


class SpelledMoney(Family):
    """Amounts of money in words. `family`: draws amounts and writes them. `language`: of the words, ISO 639-1."""

    def __init__(self, family: ValueFamily, language: str) -> None:
        self._family, self._language = family, language
        self.keeps = family.keeps

    def parse(self, mention: str, entity_type: str) -> Amount | None:
        """The value of the same amount in digits; None for what is no amount in words."""
        written = in_digits(mention, self._language) if entity_type == "MONEY" else None
        return None if written is None else self._family.parse(written, entity_type)

    def draw(self, value: Amount, stream: Stream) -> Amount:
        """What the family draws."""
        return self._family.draw(value, stream)

    def outputs(self, mention: str, value: Amount) -> float:
        """Each draw has its own guarantee."""
        del mention, value
        return math.inf

    def render(self, mention: str, value: Amount, drawn: Amount) -> str:
        """The drawn amount in digits."""
        return self._family.render(self._digits(mention), value, drawn)

    def writer(self, mention: str, value: Amount) -> Callable[[tuple[Decimal, ...]], str]:
        """What `render` gives, for many numbers of one mention."""
        return self._family.writer(self._digits(mention), value)

    def form(self, mention: str, value: Amount) -> str:
        """How a mention is written, without its number."""
        return self._family.form(self._digits(mention), value)

    def kept(self, mention: str, value: Amount) -> tuple[str, ...]:
        """What the family keeps of the amount in digits."""
        return self._family.kept(self._digits(mention), value)

    def left(self, mention: str, value: Amount) -> tuple[str, ...]:
        """The words beside the number."""
        return self._family.left(self._digits(mention), value)

    def variants(self, mention: str, value: Amount, drawn: Amount) -> Iterable[Replacement]:
        """Those of the amount in digits."""
        return self._family.variants(self._digits(mention), value, drawn)

    def _digits(self, mention: str) -> str:
        """A mention that `parse` has read, in digits."""
        return in_digits(mention, self._language) or mention


def in_digits(mention: str, language: str) -> str | None:
    """An amount in words, as "dos mil euros", with digits instead; None where not just one number stands in it."""
    words = _words(language)
    if words is None or any(map(str.isdigit, mention)):
        return None
    runs = words.runs(mention, language)
    if language == "zh" and len(runs) == 2 and mention[runs[0][1] : runs[1][0]] in ("块", "塊"):  # noqa: PLR2004
        # "六十二块五": pieces of money and tenths of one.
        (start, _, pieces), (_, end, tenths) = runs
        whole, part = _value(pieces, language), _value(tenths, language)
        return f"{mention[:start]}{whole:f}{mention[runs[0][1]]}{part:f}{mention[end:]}" if whole and part else None
    if len(runs) != 1:
        return None
    start, end, said = runs[0]
    value = _value(said, language)
    return None if value is None else f"{mention[:start]}{value:f}{mention[end:]}"


class _Numbers:
    """The words for numbers of a language. `numbers`: what they say, by their plain form; joints say nothing."""

    def __init__(self, numbers: dict[str, Decimal]) -> None:
        self.numbers = numbers
        longest = sorted(numbers, key=len, reverse=True)
        self._one = re.compile("|".join(map(re.escape, longest)))

    def runs(self, mention: str, language: str) -> list[tuple[int, int, list[Decimal]]]:
        """Where numbers in words stand in a mention, and what their words say."""
        found: list[tuple[int, int, list[Decimal]]] = []
        joined = False
        for part in (re.compile(r"\S") if language in _SPACELESS else _PARTS).finditer(mention):
            said = self._read(part[0] if language in _SPACELESS else plain(part[0]), language)
            if said is None or (said == [_JOINT] and not joined):
                joined = False
            elif said == [_JOINT]:
                continue
            elif joined:
                start, _, before = found[-1]
                found[-1] = (start, part.end(), before + said)
            else:
                found.append((*part.span(), said))
                joined = True
        return [(start, end, [one for one in said if one != _JOINT]) for start, end, said in found]

    def _read(self, word: str, language: str) -> list[Decimal] | None:
        """What a word says that is made of such words alone."""
        if language == "ar" and word not in self.numbers:
            # "And" is written together with the number behind it.
            word = word.removeprefix("و")
        said: list[Decimal] = []
        at = 0
        while at < len(word):
            one = self._one.match(word, at)
            if one is None:
                return None
            said.append(self.numbers[one[0]])
            at = one.end()
        return said


@cache
def _words(language: str) -> _Numbers | None:
    text = resources.files("dp_gateway.surrogates.amounts").joinpath("spelled_money.txt").read_text("utf-8")
    rows = dict(line.split(" ", maxsplit=1) for line in text.splitlines() if not line.startswith("#"))
    if language not in rows:
        return None
    numbers = {word: Decimal(number) for word, number in small_numbers(language).items()}
    for entry in rows[language].split(","):
        word, _, number = entry.partition("=")
        numbers[word if language in _SPACELESS else plain(word)] = _JOINT if number == "+" else Decimal(number)
    return _Numbers(numbers)


def _value(said: list[Decimal], language: str) -> Decimal | None:
    """The number that words say one behind the other: a scale multiplies what is smaller and stands right before it."""
    parts: list[Decimal] = []
    for at, one in enumerate(said):
        scale = one >= _SCALE or (language in _SPACELESS and one == 10)  # noqa: PLR2004
        if language == "fr" and one == _TWENTY and parts and parts[-1] == _FOUR:
            parts[-1] = Decimal(80)
        elif scale and one in _ROUND:
            smaller = Decimal(0)
            while parts and parts[-1] < one:
                smaller += parts.pop()
            parts.append((smaller or 1) * one)
        elif language == "zh" and at == len(said) - 1 and 0 < one < 10 and at and said[at - 1] >= _SCALE:  # noqa: PLR2004
            parts.append(one * said[at - 1] / 10)
        else:
            parts.append(one)
    total = sum(parts, Decimal(0))
    return total.normalize() if total else None


_ROUND = frozenset(map(Decimal, (10, 100, 1000, 10**4, 10**5, 10**6, 10**7, 10**8)))
