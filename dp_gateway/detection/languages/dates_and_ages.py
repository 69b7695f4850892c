"""Dates, ages and sums that the tagger of languages found, beside those of rules: `Detection` asks before it merges
findings.

Rules know where a date begins and ends, so that theirs stand; of the tagger's what they lack is added. Weekdays, times
of the day, "yesterday" and lengths of time are no dates, and what is counted in people or kilograms is no sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from dp_gateway.detection.languages.bodies import is_everybodys
from dp_gateway.languages.conventions import short_weekdays, weekday_names
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import word_lists

TOLD = frozenset(("DATE_TIME", "AGE", "MONEY"))
"""What is settled here."""

_LISTS = word_lists(__file__)
_RELATIVE, _UNITS = frozenset(_LISTS["RELATIVE"]), frozenset(_LISTS["UNITS"])
_CLOCK = re.compile(
    r"(?:[01]?[0-9]|2[0-4])(?:[:h][0-5][0-9]?|\s?(?:uhr|uur|h|heures?|ore)(?![^\W\d_])|[点點時时](?!間))\D{0,12}",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{4,}|[\u0600-\u06ff\u0900-\u097f]{3,}|[\u3041-\u30ff\u4e00-\u9fff]{2,}")
_TAGGER = "language tagger"
_BETWEEN = " \t\n\u3000〜~～–-"


def rules_first(text: str, found: Iterable[Entity]) -> Iterator[Entity]:
    """Yield the findings of all detectors, those of `TOLD` of the tagger of languages only where rules found nothing.

    One that goes beyond a date or an age of a rule, or touches it, is one with it; one inside of anything else that a
    rule found is none.
    """
    every = list(found)
    told = list(filter(is_told, every))
    if not told:
        yield from every
        return
    rules = [one for one in every if one.detector in _OF_RULES]
    yield from (one for one in every if one not in told)
    for one in told:
        own = [rule for rule in rules if rule.start <= one.end + 1 and one.start <= rule.end + 1]
        inside = [rule for rule in own if rule.start < one.end and one.start < rule.end]
        if any(rule.type != one.type for rule in inside):
            continue
        alike = [rule for rule in own if rule.type == one.type and (rule in inside or _touch(text, rule, one))]
        if not alike:
            yield one
        elif any(one.type == "MONEY" or _adds(text[start:end]) for start, end in _beyond(one, alike)):
            start = min(one.start, *(rule.start for rule in alike))
            yield alike[0]._replace(start=start, end=max(one.end, *(rule.end for rule in alike)))


_OF_RULES = frozenset(("national", "patterns", "bare numbers"))


def is_told(one: Entity) -> bool:
    """Return whether a finding is a date, an age or a sum that the tagger of languages alone tells."""
    return one.type in TOLD and one.detector.startswith(_TAGGER)


def _touch(text: str, one: Entity, other: Entity) -> bool:
    """Whether nothing stands between two findings, or a sign that makes a range of them."""
    first, last = sorted((one, other))
    return not text[first.end : last.start].strip(_BETWEEN)


def _beyond(one: Entity, rules: Sequence[Entity]) -> Iterator[tuple[int, int]]:
    """What of a finding no rule has."""
    at = one.start
    for rule in sorted(rules):
        if rule.start > at:
            yield at, min(rule.start, one.end)
        at = max(at, rule.end)
    if at < one.end:
        yield at, one.end


def _adds(rest: str) -> bool:
    """Whether what stands beside the date of a rule is part of one: "zum" and "le" are none."""
    return any(map(str.isdigit, rest)) or any(word not in _RELATIVE for word in _WORD.findall(rest.lower()))


_SPOKEN = re.compile(r"[^\s\d.,،;:!?()'’–-]+")
# "十八年" is a length of time, "九八年" a year.
_LENGTH = re.compile(
    "[0-9一二三四五六七八九十百千两兩几幾数半]{1,5}(?:多|来)?(?:个月|個月|天|周|週|星期|小时|小時|分钟|分鐘|日間|年間|週間|時間|[ヶカか]月)|"
    "[一二三四五六七八九十百千两兩几幾数]?[十百千两兩几幾数一][一二三四五六七八九]?多?年"
)


# "18.204", "12/38", "4/5": one number of several.
_BEFORE_NUMBER, _BEHIND_NUMBER = re.compile(r"[0-9٠-٩][.,/:-]\Z"), re.compile(r"[.,/:-]?[0-9٠-٩]")
_UNITS_OF_MEASURES = (
    "kg|g|mg|km|km/h|m|cm|mm|ml|l|kwh|kw|kva|volt|watt|(?-i:V)|ps|cv|gb|mb|mbit|mbps|hz|mah|h|min|mnd|"
    "prozent|percent|proc"
)
_COUNTERS = "人|名|个|個|件|度|回|枚|本|台|歩|步|秒|分|階|楼|号室|公里|千米|キロ|ボルト|ワット"
# "24 kW": a finding that is a measure by itself.
_IS_MEASURE = re.compile(rf"[0-9]{{1,5}}(?:[.,][0-9]{{1,2}})?\s?(?:{_UNITS_OF_MEASURES})", re.IGNORECASE)
_MEASURE = re.compile(
    rf"\s?(?:%|°|€|\$|£|₹|zł|(?:{_UNITS_OF_MEASURES}|euros?|eur|chf)(?!\w)|{_COUNTERS}|元|块|円|बार|लोग|रुपये|रुपए)",
    re.IGNORECASE,
)
# What follows a number that is no sum.
_COUNTED = re.compile(
    rf"\s?(?:%|°|(?:{_UNITS_OF_MEASURES}|mal)(?![a-z])|[千万萬]?(?:{_COUNTERS})|次|年|天|"
    r"(?:बार|लोग(?:ों)?|साल|दिन|घंटे|किलो|मीटर|पन्ने|शब्द)(?![\u0900-\u097f])|"
    r"(?:(?:آلاف|ألف|مليون) )?(?:مرة|مرات|شخص|أشخاص|سنة|سنوات|يوم|أيام|كيلو|متر|صفحة|كلمة|متابع|مشترك|مشاهدة|كتاب|نسخة|"
    r"طالب|عامل|موظف|نخلة|بيت)(?![\u0620-\u065f]))",
    re.IGNORECASE,
)
# Extensions of phones, ways that somebody ran; faults, paragraphs and pages, which have numbers.
_BEFORE_NO_SUM = re.compile(
    r"(?:[转轉]|分[机機]|内線|(?<![a-z])(?:ext|durchwahl|dw|poste|interno|anexo|ramal|toestel|wew)\.?|[跑走骑騎游]了|"
    r"报错|錯誤|错误|エラー|خطأ|السرعة|एरर|त्रुटि|(?<!\w)(?:fehler(?:code)?|erreur|error|errore|erro|fout|fout(?:code|melding)|"
    r"błąd|"
    r"artikel|article|artículo|articolo|artigo|artykuł|art\.|paragraph|absatz|seção|secção|sección|sezione|sekcja|zona|"
    r"seite|página|pagina|strona|kapitel|chapitre|capítulo|capitolo|rozdział))[\s:：]{0,2}\Z",
    re.IGNORECASE,
)
# "(11) رقم التقرير": the number of a row of a form; "ore 9.12": what o'clock it is.
_ROW_BEFORE, _ROW_BEHIND = re.compile(r"(?:\A|\n|[ \t]{3})[ \t]?[(（]\Z"), re.compile(r"[)）] ")
_POINTED, _AT_O_CLOCK = (
    re.compile(r"(?:[01]?[0-9]|2[0-4])\.[0-5][0-9]"),
    re.compile(r"(?<!\w)(?:ore|alle|dalle|om|godz\.|godzinie)\s\Z", re.IGNORECASE),
)
_TWENTY = frozenset(("fr", "pt"))
"""Languages of countries whose schools give marks of twenty."""
_REACH_OF_WORD = 16
# "15/20" is a mark, "3/4" a part.
_MARK, _PART = re.compile(r"(\d{1,2})/(\d{2,3})"), re.compile("1/[234]|[23]/4|2/3")
_SURE_OF_FEAST = 0.7
_MONTHS, _REACH, _DIGITS_OF_YEAR, _YEARS = 12, 2, 4, range(1000, 2101)


def is_no_date(text: str, one: Entity, language: str) -> bool:
    """Return whether a date or an age that the tagger found is a weekday, a time of the day, a word such as
    "yesterday", a length of time, a part of a number, or the number of a measure; or whether a sum counts what is no
    money. `language`: of the text around it.
    """
    found = text[one.start : one.end]
    if one.type == "MONEY":
        before = _BEFORE_NO_SUM.search(text, max(one.start - _REACH_OF_WORD, 0), one.start)
        return _is_part(text, one) or before is not None or _COUNTED.match(text, one.end) is not None
    if one.type != "DATE_TIME" or _is_of_number(text, one):
        return _is_of_number(text, one)
    words = _SPOKEN.findall(found.lower())
    length = bool(words) and words[-1] in _UNITS
    clock = _POINTED.fullmatch(found) and _AT_O_CLOCK.search(text, max(one.start - _REACH_OF_WORD, 0), one.start)
    if length or clock or any(told.fullmatch(found) for told in (_CLOCK, _LENGTH, _IS_MEASURE)):
        return True
    if found.isdecimal() and len(found) in (3, _DIGITS_OF_YEAR):
        return int(found) not in _YEARS
    if any(map(str.isdigit, found)):
        mark = _MARK.fullmatch(found)
        too_much = mark is not None and (
            min(map(int, mark.groups())) > _MONTHS or (mark[2] == "20" and mark[1][0] != "0" and language in _TWENTY)
        )
        return too_much or _PART.fullmatch(found) is not None
    relative = all(word in _RELATIVE or word in _days(language) for word in words)
    # "Aan Sinterklaas" is a letter to him.
    return relative or (one.score < _SURE_OF_FEAST and is_everybodys(text, one, language))


def _is_of_number(text: str, one: Entity) -> bool:
    """Whether a finding is a part of a number, the number of a measure, or that of a row of a form."""
    row = _ROW_BEHIND.match(text, one.end) and _ROW_BEFORE.search(text, max(one.start - _REACH_OF_WORD, 0), one.start)
    if row and text[one.start : one.end].isdecimal():
        return True
    return _is_part(text, one) or (text[one.end - 1].isnumeric() and _MEASURE.match(text, one.end) is not None)


def _is_part(text: str, one: Entity) -> bool:
    """Whether a finding is a part of a number."""
    before = text[one.start].isdigit() and _BEFORE_NUMBER.search(text, max(one.start - _REACH, 0), one.start)
    return bool(before) or (text[one.end - 1].isdigit() and _BEHIND_NUMBER.match(text, one.end) is not None)


@cache
def _days(language: str) -> frozenset[str]:
    short = short_weekdays(language).replace("\\", "").split("|")
    return weekday_names(language) | frozenset(short)
