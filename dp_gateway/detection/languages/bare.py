"""Sums, ages and dates without a unit in other languages than English: "schuldet mir 300", "Achim, 62,", "seit Mai".

`completion` asks for what merged findings leave free. A number is a sum behind a word that says so in its clause,
beside names in a row, or written to the cent; an age where it stands by itself behind somebody or in brackets. A number
with a noun behind it counts something. Years and months are dates behind "since" and its like, where somebody is named.
The words are in `bare.txt`, and those for numbers in `spoken.txt`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from dp_gateway.detection.languages.tables import expressions
from dp_gateway.languages import LANGUAGES, Passage
from dp_gateway.languages.conventions import months
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import lower

_NAME = "bare numbers"
_SCORE = 0.8
_REACH = 40
_SPACELESS = ("zh", "ja")
_OLDEST, _LEAST_SOLD, _FEWEST_IN_ROW = 110, 100, 2
_YEARS, _ROUND = range(1900, 2100), 500
_NO_AGE = frozenset("ein een één un une uno una um uma e y et i und en".split())
_JOINTS = frozenset("e y et i und en".split())

_YEARS_OF_AGE = frozenset("jahre jahren ans an años anni jaar anos lat lata".split())
_HAN = "〇零一二三四五六七八九十百千万億亿萬两兩"
_DIGITS = r"(?:\d{1,3}(?:[.,٬' \u00a0\u202f]\d{3}){1,3}(?!\d)|\d{1,9})(?:[.,٫]\d{1,2}(?!\d))?"
_STOP = r"(?!\.?[%％‰°º/:×@*]|[.,٫]\d|-\w)"
_SPACED = re.compile(rf"(?<![\w.,:/#@°№*-])[-+−]?{_DIGITS}(?:[kK](?!\w)|(?!\w)){_STOP}")
_UNSPACED = re.compile(
    rf"(?<![\d.,:/#@°№*A-Za-z_第-])[-+−]?(?:{_DIGITS}|[{_HAN}]{{1,9}})(?:[万千百億亿萬][{_HAN}\d]{{0,2}})?"
    rf"(?![\dA-Za-z_{_HAN}]){_STOP}"
)
_SCALED = re.compile(rf"[{_HAN}]*[百千万億亿萬][{_HAN}]*(?<=..)")
_END = re.compile(r"[多余餘来]?\s?[½¼¾]?(?:[.,;:!?|()\n\"”»“、。，；：！？）（।؛،؟–—-]|[ \t]{2}|\Z)")
_TO_THE_CENT = re.compile(r"[-+−]?\d{1,3}(?:[. ]\d{3})+,\d{2}|[-+−]\d{1,3},\d{2}")
_WITH_CENTS = re.compile(r"\d{1,4},\d{2}")
_IN_BRACKETS = re.compile(r"(?:[^\W\d]\s[(]|[^\W\d]（|[\u3040-\u9fff]\()\Z")
_CLOSED, _GOES_ON = re.compile(r"\s?[½¼¾]?[)）](?![班的])"), re.compile(r"\s?[,，、،;；]")
_APPOSED, _CLAUSE = re.compile(r"[^\W\d_]\.?[)\"”»]?\s?[,，、،]\s?\Z"), re.compile(r"\s?[,，、،。)）]|\.\s*(?:\n|\Z)")
# "Je suis aveugle, 54."
_SAID_BEFORE = r"[^.,;:!?()\n\d]{2,30},\s\Z"
_JOINED = re.compile(r"\s(?:und|et|y|e|en|i)\s(?:(?:noch|nochmal|encore|otros?|altri|nog|mais|jeszcze)\s)?\Z")
_MORE_AGES = re.compile(
    r"(?:, [1-9][0-9]?){0,3},? (?:und|et|y|e|en|i) [1-9][0-9]?(?![.,]?[0-9])(?=\s?(?:[.,;:!?)\n]|\Z))"
)
_BETWEEN_ROW = re.compile(r"[ \t]?[:：|,，、،(（-]?[ \t\u3000]?\Z")
_ROW = re.compile(r"[ \t]?[:：|,，、-]?[ \t\u3000]?\d[\d,.]{2,5}(?![\d:/-])")


class _Words(NamedTuple):
    """Expressions of a language; the first four and `since` stand right before a number, the others right behind.

    Attributes:
        sum: what says that a sum follows, in its clause.
        told: words for somebody, which make a text one about persons.
        sold: behind what a price stands, if it is not small.
        self: who tells an age.
        since: what stands before a year or a month.
        until: what follows one.
        behind: what follows a sum alone.
        on: what goes on with a sentence, so that a number before it counts nothing.
        aged: what follows an age.
        scale: thousands and the like.
        date: a year, or the name of a month, with the part of it.
        number: a number in words, where they are apart from others.
        amount: likewise a large one, or one of several words.
        said: the beginning of a clause about somebody, before a comma.
    """

    sum: re.Pattern[str]
    told: re.Pattern[str]
    sold: re.Pattern[str]
    self: re.Pattern[str]
    since: re.Pattern[str]
    until: re.Pattern[str]
    behind: re.Pattern[str]
    on: re.Pattern[str]
    aged: re.Pattern[str]
    scale: re.Pattern[str]
    date: re.Pattern[str]
    number: re.Pattern[str]
    amount: re.Pattern[str]
    said: re.Pattern[str]


@cache
def _words(language: str) -> _Words:
    rows = {kind: one.pattern for kind, one in expressions("bare.txt", language).items()}
    said = dict.fromkeys((*_Words._fields, "part"), "(?!)") | rows
    edge, stop, gap, tells = r"(?<![\w\u0900-\u0963])", r"(?![\w\u0900-\u0963])", " ", r"(?:[ \t]?[:(|][ \t]?|[ \t])"
    between, since = r"(?:[^\W\d_]{1,14}\s){0,3}", rf"(?:{edge}(?:{said['since']}) |[*†∞+] ?)"
    if language in _SPACELESS:
        edge = stop = between = since = ""
        gap, tells = r"[，,]?\s?", r"[是为約约了共大概在はがもで:：, ￥¥我你他她]{0,3}"
        said["on"], date, number, amount = " ", said["date"], "(?!)", "(?!)"
    else:
        spoken = expressions("spoken.txt", language)
        word = rf"(?>(?:{spoken['number'].pattern}){stop})"
        number = rf"{edge}{word}(?:[ -]{word}){{0,4}}"
        large = rf"(?>(?:{spoken['large'].pattern}){stop})"
        amount = rf"{edge}(?:{word}[ -]){{0,4}}(?:{large}|{word}[ -]{word})(?:[ -](?:{word}|{large})){{0,6}}"
        month = rf"(?:(?:{said['part']}) )?(?=\w{{4}}|ma[ij]\b|mei\b)(?:{months(language)})"
        date = rf"(?<![\w.,/:-])(?:(?:1[5-9]|20)\d\d(?: roku)?(?!\s?[–-])|{month}){stop}(?![/:%]|[.,-]\d)"
    before = {
        "sum": rf"{edge}(?:{said['sum']}){tells}{between}\Z",
        "sold": rf"{edge}(?:{said['sold']}) \Z",
        "self": rf"{edge}(?:{said['self']}){gap}\Z",
        "since": rf"{since}\Z",
    }
    behind = {kind: rf" ?(?:{said[kind]}){stop}" for kind in ("until", "behind", "on", "aged", "scale")}
    every = before | behind | {"date": date, "number": number, "amount": amount}
    every |= {"told": rf"{edge}(?:{said['told']}){stop}", "said": rf"{edge}(?:{said['self']}){_SAID_BEFORE}"}
    return _Words(**{kind: re.compile(expression) for kind, expression in every.items()})


def bare(text: str, entities: Sequence[Entity], found: Sequence[Passage]) -> Iterator[Entity]:
    """Find the sums, ages and dates without a unit in passages of other languages, where nothing else was found.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    near = _Around(text, entities)
    for first, last, language in found:
        if language == "en" or language not in LANGUAGES:
            continue
        words = _words(language)
        for number in (_UNSPACED if language in _SPACELESS else _SPACED).finditer(text, first, last):
            start, end = number.span()
            if near.is_free(start, end) and (kind := near.kind(words, start, end)):
                last_of = near.aged(words, start, end) if kind == "AGE" else near.scaled(words, end)
                yield Entity(start, last_of, kind, _SCORE, _NAME)
        for amount in words.amount.finditer(near.folded, first, last):
            start, end = near.without_joints(amount)
            if near.is_free(start, end) and near.is_told_sum(words, start, end):
                yield Entity(start, end, "MONEY", _SCORE, _NAME)
        if not near.persons and words.told.search(near.folded, first, last) is None:
            continue
        for age in words.number.finditer(near.folded, first, last):
            if age[0] not in _NO_AGE and near.is_free(*age.span()) and near.is_told_age(words, *age.span()):
                years = words.aged.match(near.folded, age.end())
                end = years.end() if years and years[0].strip() in _YEARS_OF_AGE else age.end()
                yield Entity(age.start(), end, "AGE", _SCORE, _NAME)
        for date in words.date.finditer(near.folded, first, last):
            # "Anfang Juli": the part says so itself.
            told = " " in date[0] or near.is_dated(words, *date.span())
            if told and near.is_free(*date.span()):
                yield Entity(*date.span(), "DATE_TIME", _SCORE, _NAME)


class _Around:
    """A text and its findings around a number. `persons`: where findings of persons end."""

    def __init__(self, text: str, entities: Sequence[Entity]) -> None:
        self.folded = lower(text)
        self.persons = {one.end for one in entities if one.type == "PERSON"}
        self._text, self._entities = text, entities
        self._ends = [one.end for one in entities]
        self._money = any(one.type == "MONEY" for one in entities)

    def is_free(self, start: int, end: int) -> bool:
        """Whether no finding covers a part of a stretch."""
        at = bisect_right(self._ends, start)
        return at == len(self._ends) or self._entities[at].start >= end

    def scaled(self, words: _Words, end: int) -> int:
        """Where a number ends, with its thousands."""
        scale = words.scale.match(self.folded, end)
        return scale.end() if scale else end

    def aged(self, words: _Words, start: int, end: int) -> int:
        """Where an age ends, with its years in brackets, or with others: "17 et 19"."""
        years = words.aged.match(self.folded, end) if self._is_behind(_IN_BRACKETS, start) else None
        more = _MORE_AGES.match(self.folded, end)
        return years.end() if years else more.end() if more else end

    @staticmethod
    def without_joints(number: re.Match[str]) -> tuple[int, int]:
        """Where a number in words stands, without the "and" that goes on with its sentence."""
        start, end = number.span()
        while (last := number.string.rfind(" ", start, end)) > start and number.string[last + 1 : end] in _NO_AGE:
            end = last
        while (first := number.string.find(" ", start, end)) > 0 and number.string[start:first] in _JOINTS:
            start = first + 1
        return start, end

    def is_told_sum(self, words: _Words, start: int, end: int) -> bool:
        """Whether a number in words is a sum: what says so stands before it, and what it counts does not follow."""
        text = self.folded
        if text[start:end].count(" ") + text[start:end].count("-") == 0 and not words.amount.fullmatch(
            text, start, end
        ):
            return False
        follows = words.behind.match(text, end) or _END.match(text, end) or words.on.match(text, end)
        return follows is not None and self._is_behind(words.sum, start)

    def kind(self, words: _Words, start: int, end: int) -> str | None:
        """MONEY, AGE, or None where nothing tells what a number is."""
        if self._is_sum(words, start, end):
            return "MONEY"
        return "AGE" if self._is_age(words, start, end) else None

    def is_dated(self, words: _Words, start: int, end: int) -> bool:
        """Whether what stands beside a year or a month makes a date of it."""
        return self._is_behind(words.since, start) or words.until.match(self.folded, end) is not None

    def _is_behind(self, expression: re.Pattern[str], start: int) -> bool:
        return expression.search(self.folded, max(start - _REACH, 0), start) is not None

    def _is_sum(self, words: _Words, start: int, end: int) -> bool:
        text, written, last = self.folded, self._text[start:end].rstrip("kK"), self.scaled(words, end)
        value = int(written) if written.isdecimal() else _LEAST_SOLD
        if (value in _YEARS and value % _ROUND) or written in _HAN:
            return False
        behind = words.behind.match(text, last) is not None
        if not (behind or _END.match(text, last) or words.on.match(text, last)):
            return False
        large = value >= _LEAST_SOLD
        return bool(
            behind
            or last > end
            or (end - start > len(written) and self._is_behind(words.self, start))
            or (large and self._money and self._is_behind(_JOINED, start))
            or (self._is_beside_person(start) and self._in_row_of_sums(words, start))
            or _SCALED.fullmatch(written)
            or _TO_THE_CENT.fullmatch(written)
            or (self._money and _WITH_CENTS.fullmatch(written))
            or self._is_behind(words.sum, start)
            or (large and self._is_behind(words.sold, start))
            or (large and self._has_rows and (self._is_beside_person(start) or self._is_behind(words.self, start)))
        )

    def _in_row_of_sums(self, words: _Words, start: int) -> bool:
        """Whether a word for sums and a colon begin the line of a number: "Beiträge: Uwe 50, Heike 35,50"."""
        line = self.folded.rfind("\n", 0, start) + 1
        colon = self.folded.find(":", line, start)
        return colon > 0 and words.sum.search(self.folded, max(line, colon - _REACH), colon + 1) is not None

    @cached_property
    def _has_rows(self) -> bool:
        """Whether sums stand beside names: another sum is known, or several names have numbers behind them."""
        return self._money or sum(_ROW.match(self._text, end) is not None for end in self.persons) >= _FEWEST_IN_ROW

    def _is_beside_person(self, start: int) -> bool:
        between = _BETWEEN_ROW.search(self._text, max(start - 3, 0), start)
        return between is not None and between.start() in self.persons

    def is_told_age(self, words: _Words, start: int, end: int) -> bool:
        """Whether a number in words stands where an age does: behind somebody, by itself or with its years."""
        years = words.aged.match(self.folded, end)
        ends = _END.match(self.folded, years.end() if years else end) is not None
        bracket = self._is_behind(_IN_BRACKETS, start) or self._is_behind(_APPOSED, start)
        return ends and (self._is_behind(words.self, start) or (bracket and self._is_beside_person(start)))

    def _is_age(self, words: _Words, start: int, end: int) -> bool:
        text, written = self.folded, self._text[start:end]
        if written.isdecimal():
            if int(written) >= _OLDEST:
                return False
        elif written.strip(_HAN):
            return False
        end = self.aged(words, start, end)
        ends = _END.match(text, end) is not None
        if self._is_behind(_IN_BRACKETS, start):
            somebodys = not self.persons.isdisjoint((start - 1, start - 2)) or text[start - 2] >= "\u3040"
            return bool(_GOES_ON.match(text, end) or (somebodys and _CLOSED.match(text, end)))
        if self._is_behind(words.self, start):
            return (ends or words.aged.match(text, end) is not None) and written not in _HAN
        said = ends and len(written) > 1 and self._is_behind(words.said, start)
        if said or not self._is_behind(_APPOSED, start):
            return said
        closes = _CLAUSE.match(text, end) or words.aged.match(text, end)
        return (ends and self._is_beside_person(start)) or (len(written) > 1 and closes is not None)
