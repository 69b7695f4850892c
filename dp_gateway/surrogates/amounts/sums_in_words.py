"""Reading sums of money in words: "dos mil euros", "trzy i pół stówki", 十几万, "a couple of thou".

`spelled_money` asks here. A sum in words becomes the same one in digits, with what stands beside its words; slang for a
sum becomes the sum with its unit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import NamedTuple

from dp_gateway.surrogates.amounts.spelled_ages import plain, small_numbers
from dp_gateway.surrogates.value_words import foreign_to_values, is_word_of_sums, leads_on
from dp_gateway.vocabulary.numerals import COMMA_DECIMAL, VALUE_WORDS

"""Languages beside English whose words for sums are known, ISO 639-1."""

SPACELESS = ("zh", "ja")
FOR_ONE = re.compile("(?:每|一)(?:小时|小時|个月|個月|平米|公斤|[天日月年斤个個位人平次晚件张張瓶串升克米])")
"""What a price is for (一斤, 每天): its "one" is no number of money."""

_SCALE = 100
_HALF, _QUARTER = Decimal("0.5"), Decimal("0.25")
_LEAST_PART = 10
_ONES_FIRST = ("de", "nl", "ar")
"""Languages that say ones before tens, "and" between."""
_PARTS = re.compile(r"[^\s-]+")
_HALF_A = re.compile(r"\bhalf an?(?= )|\ban? half\b", re.IGNORECASE)
_FOUR, _SIXTY, _TWENTY = 4, 60, 20
_TWO_RUNS = 2
_TO = re.compile(
    r"\s*(?:[-–—〜～~]|to|or|bis|oder|à|ou|a|o|od|do|lub|tot|of|até|से|या|إلى|الى|او|أو|到|至|から|ないし)\s*",
    re.IGNORECASE,
)
_PIECES = ("块", "塊")
_MORE = ("多", "几", "幾", "来", "來", "余", "餘")
_FEW = ("几", "幾", "数", "數")
_NO_CENTS = re.compile(r"\s?//?(?:00|100)\b")
_LONGEST = 120


def in_digits(mention: str, language: str) -> str | None:
    """Write an amount in words, as "dos mil euros", with digits instead; None where no number, or several, stand in
    it.
    """
    words = _words(language)
    mention = _NO_CENTS.sub("", mention)
    if words is None or any(map(str.isdigit, mention)) or len(mention) > _LONGEST:
        return None
    if language == "en":
        mention = _HALF_A.sub("half", mention)
    runs = words.runs(mention, language)
    if len(runs) == _TWO_RUNS:
        return _two(mention, runs, language)
    value = _value(runs[0].said, language) if len(runs) == 1 else None
    return None if value is None else _one(mention, runs[0], value, language)


def _one(mention: str, run: _Run, value: Decimal, language: str) -> str | None:
    """A mention with one number in digits; None for a part of what is not said."""
    start, end, said = run
    if said[0] == _JOINT and value < 1:
        # "A riyal and a half."
        return f"{_written(1 + value, language)} {mention[:start].strip()}{mention[end:]}"
    has_unit = _is_unit(mention[:start] + mention[end:], language)
    slang = next((one.unit for one in said if one.unit), "")
    if value < 1 and not slang and not has_unit:
        return None
    unit = f" {slang}" if slang and not has_unit else ""
    return f"{mention[:start]}{_written(value, language)}{unit}{mention[end:]}"


def _is_unit(text: str, language: str) -> bool:
    """Whether a text is one word of money, and none that leads on to what the sum is for."""
    word = text.strip().casefold()
    if not word or any(map(str.isspace, word)) or leads_on(word, language):
        return False
    if language == "en":
        return word in VALUE_WORDS or is_word_of_sums(word, language)
    return not foreign_to_values(word, language, money=True)


def _two(mention: str, runs: Sequence[_Run], language: str) -> str | None:
    """Two numbers: of a range, or of a sum and the coins behind its unit ("six euros vingt", "六十二块五")."""
    (start, at, first), (until, end, second) = runs
    between = mention[at:until]
    one, two = _value(first, language), _value(second, language)
    if not one or not two:
        return None
    written, rest = "", mention[end:]
    if _TO.fullmatch(between):
        scale = second[-1].number
        if one < two and second[-1].scale and one * scale < two * _SCALE and not first[-1].scale:
            one *= scale
        written = f"{_written(one, language)}{between}{_written(two, language)}"
    elif language in SPACELESS:
        written = _of_signs(one, between, two, mention[until:end], all(each.scale for each in second))
    else:
        unit = [word for word in _PARTS.findall(between) if not _says_nothing(word, language)]
        coins = two if two < 1 else two / 100
        if len(unit) == 1 and _is_unit(unit[0], language) and coins < 1 and one == int(one):
            written = f"{_written(one + coins, language)} {unit[0]}"
    return f"{mention[:start]}{written}{rest}" if written else None


def _of_signs(one: Decimal, between: str, two: Decimal, said: str, scale: bool) -> str:
    """Two numbers of Chinese or Japanese; empty for those that are no sum. `scale`: `said` is a power of ten."""
    if scale and between in _MORE:
        # "十几万": ten thousands, more than ten of them.
        return f"{one:f}多{said}"
    if scale and between in _FEW:
        return f"{one * two * 3 / 2:f}"
    # Pieces of money and tenths of one.
    return f"{one:f}{between}{two:f}" if between in _PIECES else ""


def _says_nothing(word: str, language: str) -> bool:
    words = _words(language)
    return words is not None and plain(word) in words.joints


def _written(value: Decimal, language: str) -> str:
    written = f"{value:f}" if value == int(value) or value != round(value, 2) else f"{value:.2f}"
    return written.replace(".", ",") if language in COMMA_DECIMAL else written


class _Said(NamedTuple):
    """What a word says. `number`: it. `scale`: it multiplies what stands before it. `unit`: of slang for a sum."""

    number: Decimal
    scale: bool
    unit: str = ""


class _Run(NamedTuple):
    """Where a number in words stands, and what its words say."""

    start: int
    end: int
    said: list[_Said]


_JOINT = _Said(Decimal(-1), False)
_SOME = _Said(Decimal(3), False)


def _of_some(run: _Run, mention: str) -> _Run:
    """A run with what some of a scale are ("数万": some ten thousands), and of "两三百" the larger number alone."""
    start, end, said = run
    if start and mention[start - 1] in _FEW and all(one.scale for one in said):
        return _Run(start - 1, end, [_SOME, *said])
    small = [0 < one.number < _LEAST_PART for one in said]
    kept = [one for one, this, after in zip(said, small, [*small[1:], False], strict=True) if not (this and after)]
    return _Run(start, end, kept)


class _Numbers:
    """The words for numbers of a language. `numbers`: what they say, by their plain form; joints say nothing. `joints`:
    the words that say nothing.
    """

    def __init__(self, numbers: dict[str, _Said]) -> None:
        self._numbers = numbers
        self.joints = frozenset(word for word, said in numbers.items() if said == _JOINT)
        # A slang word is never part of another one.
        longest = sorted((word for word, said in numbers.items() if not said.unit), key=len, reverse=True)
        self._one = re.compile("|".join(map(re.escape, longest)))

    def runs(self, mention: str, language: str) -> list[_Run]:
        """Where numbers in words stand in a mention, and what their words say."""
        found: list[_Run] = []
        joined = False
        spaceless = language in SPACELESS
        for_one = [one.span() for one in FOR_ONE.finditer(mention)] if spaceless else []
        for part in (re.compile(r"\S") if spaceless else _PARTS).finditer(mention):
            said = self._read(part[0] if spaceless else plain(part[0].strip(".,()")), language)
            if any(start <= part.start() < end for start, end in for_one):
                said = None
            if said is None or (said == [_JOINT] and not joined):
                joined = False
            elif said == [_JOINT]:
                found[-1].said.append(_JOINT)
            elif joined:
                found[-1] = found[-1]._replace(end=part.end(), said=found[-1].said + said)
            else:
                found.append(_Run(*part.span(), said))
                joined = True
        for run in found:
            while run.said[-1] == _JOINT:
                run.said.pop()
        return [*(_of_some(run, mention) for run in found[:1]), *found[1:]] if spaceless else found

    def _read(self, word: str, language: str) -> list[_Said] | None:
        """What a word says that is made of such words alone."""
        joint: list[_Said] = []
        if language == "ar" and word not in self._numbers:
            # "And" and "for" are written together with the number behind them.
            joint = [_JOINT] if word.startswith("و") else []
            word = word.removeprefix("و").removeprefix("ب")
        if word in self._numbers:
            return [*joint, self._numbers[word]]
        said: list[_Said] = []
        at = 0
        while at < len(word):
            one = self._one.match(word, at)
            if one is None:
                return None
            said.append(self._numbers[one[0]])
            at = one.end()
        return joint + said if said else None


@cache
def _words(language: str) -> _Numbers | None:
    text = resources.files("dp_gateway.surrogates.amounts").joinpath("spelled_money.txt").read_text("utf-8")
    rows = dict(line.split(" ", maxsplit=1) for line in text.splitlines() if not line.startswith("#"))
    if language not in rows:
        return None
    unit, _, coins = rows.get(f"{language}-coins", "").partition(" ")
    numbers = {word: _said(Decimal(number), language) for word, number in small_numbers(language).items()}
    for entry in rows[language].split(","):
        word, _, number = entry.partition("=")
        numbers[_plain(word, language)] = _JOINT if number == "+" else _said(Decimal(number), language)
    for entry in filter(None, coins.split(",")):
        word, _, number = entry.partition("=")
        number, _, of = number.partition(" ")
        numbers[_plain(word, language)] = _Said(Decimal(number), True, of or unit)
    return _Numbers(numbers)


def _plain(word: str, language: str) -> str:
    return word if language in SPACELESS else plain(word)


def _said(number: Decimal, language: str) -> _Said:
    return _Said(number, number in _ROUND and (number >= _SCALE or language in SPACELESS))


def _value(run: Sequence[_Said], language: str) -> Decimal | None:
    """The number that words say one behind the other: a scale multiplies what is smaller and stands right before it."""
    said = [one for one in run if one != _JOINT]
    if (parts := _in_parts(run, language)) is not None:
        return parts
    sums: list[Decimal] = []
    for at, spoken in enumerate(said):
        one, scale, coin = spoken.number, spoken.scale, spoken.unit != ""
        if language == "hi" and abs(one) == _QUARTER and (at + 1 == len(said) or said[at + 1].scale):
            # "A quarter more" of what is not said is of one.
            one += 1
        if language == "fr" and one == _TWENTY and sums and sums[-1] == _FOUR:
            sums[-1] = Decimal(80)
        elif scale:
            smaller = Decimal(0)
            while sums and (coin or sums[-1] < one):
                smaller += sums.pop()
            sums.append((smaller or 1) * one)
        elif language == "zh" and at == len(said) - 1 and 0 < one < 10 and at and said[at - 1].number >= _SCALE:  # noqa: PLR2004
            sums.append(one * said[at - 1].number / 10)
        elif one == _HALF and at == 1 and sums == [1] and run[1] == spoken:
            # "Eine halbe Million", "een halve ton".
            sums = [one]
        elif one == _HALF and at and at == len(said) - 1 and said[at - 1].number >= _SCALE:
            # "Milione e mezzo": half of what stands before it, of "two thousand" in one word half a thousand.
            before = said[at - 1]
            sums.append(one * (before.number if before.scale else Decimal(1).scaleb(before.number.adjusted())))
        else:
            sums.append(one)
    total = sum(sums, Decimal(0))
    return total.normalize() if total > 0 else None


def _in_parts(run: Sequence[_Said], language: str) -> Decimal | None:
    """The number of a sum whose parts are said without a unit: "tre e cinquanta", "drei-neunzig", "dwa siedemset"."""
    joined = any(one == _JOINT for one in run)
    said = [one for one in run if one != _JOINT]
    if len(said) != 2 or language in ("en", *SPACELESS) or any(one.unit for one in said):  # noqa: PLR2004
        return None
    first, second = said[0].number, said[1].number
    if first != int(first) or not 0 < first < _SCALE or (joined and language in _ONES_FIRST):
        return None
    if language == "de" and 1 < first < _LEAST_PART and 0 < second < _LEAST_PART:
        return first * 1000 + second * 100
    if language == "pl" and first < _LEAST_PART and second in range(200, 1000, 100):
        return first * 1000 + second
    tens = first >= _TWENTY and first % 10 == 0
    of_french = language == "fr" and (first in (_FOUR, _SIXTY, _SIXTY + _TWENTY))
    if not _LEAST_PART <= second < _SCALE or of_french or (joined and tens and second < _TWENTY):
        return None
    return (first + second / 100).normalize()


_ROUND = frozenset(map(Decimal, (10, *(10**power for power in range(2, 13)))))
