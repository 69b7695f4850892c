"""Dates of other calendars and numerals: 民國113年8月20日, 农历八月十五, 令和七年五月, 15 رمضان 1445, कार्तिक पूर्णिमा.

Year, month and day are those of their own calendar, and drawn as if it were the Gregorian one: months of the moon are
as long but for a day, and a 31st is written as the 30th in them. What is drawn is written in the same calendar and
numerals. Days in words before a month ("الخامس من مارس") are written in digits. `Sources` asks here for mentions that
`DateFamily` does not read.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from dp_gateway.languages.conventions import months
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.amounts.spelled_ages import small_numbers
from dp_gateway.surrogates.base import digits_like, plain_digits
from dp_gateway.surrogates.dates.family import DateFamily, Dates, ShiftedDates
from dp_gateway.surrogates.dates.formats import ERAS, REFERENCE_YEAR, CalendarDate, era_of
from dp_gateway.text.lists import alternatives

_LAST_OF_ALL, _LONGEST = 30, 31
"""The last day that months of these calendars have in most years."""
_FORTNIGHT, _TEN, _MONTHS, _REPUBLIC = 15, 10, 12, 1911
_MOST_READ = 1024

_HAN = "〇一二三四五六七八九"
_ZEROS = "〇零○"
_NUMERAL = f"[{_ZEROS}一二三四五六七八九十廿卅]"
_BEFORE = (
    "(?:公历|公曆|西历|西曆|农历|農曆|阴历|陰曆|旧历|舊曆|阳历|陽曆|夏历|旧暦|新暦|陰暦|西暦|[去今明前昨来]年の?的?)?"
)
_BEHIND = "(?:吉日|末日|底|初|末|中旬|上旬|下旬|頃|ごろ|份|度)?"
_WEEKDAYS = ("月火水木金土日", "一二三四五六日")
"""From Monday on, in Japanese and in Chinese."""
_WEEKDAY = (
    r"(?:\s?[(（]?(?:星期|周|週|礼拜)?(?P<weekday>(?<=[(（期周週拜])[月火水木金土日一二三四五六天])(?:曜日?)?[)）]?)?"
)
_REPUBLIC_NAMES = "(?:中[华華])?民[国國]"
_IDEOGRAPHS = re.compile(
    rf"{_BEFORE}\s?(?:(?:(?P<era>{_REPUBLIC_NAMES}|{'|'.join(ERAS)})\s?(?P<year>前?(?:[0-9]{{1,3}}|{_NUMERAL}{{1,4}})|元)"
    rf"|(?<![0-9])(?P<bare>1[0-3][0-9])|(?P<four>[{_ZEROS}一二三四五六七八九]{{4}})|(?<![0-9])(?P<plain>[0-9]{{4}}))\s?年\s?)?"
    rf"(?:第?(?P<quarter>[1-4一二三四])季度|[闰閏]?(?P<month>正|元|冬|腊|臘|[0-9]{{1,2}}|{_NUMERAL}{{1,2}})\s?月\s?"
    rf"(?:(?P<day>初[一二三四五六七八九十]|廿[一二三四五六七八九]?|卅|[0-9]{{1,2}}|{_NUMERAL}{{1,3}})\s?(?P<sign>[日号號])?)?)?"
    rf"{_BEHIND}{_WEEKDAY}"
)
_SLASHED = re.compile(rf"(?P<month>[0-9]{{1,2}})/(?P<day>[0-9]{{1,2}}){_WEEKDAY}")
# "8号", "廿三號", "来月5日": the month is not named.
_DAY_ALONE = re.compile(
    rf"(?:[本下上来今先每毎]个?個?月の?|次回|明日|明後日|每月|毎月)?[(（]?"
    rf"(?P<day>初[一二三四五六七八九十]|[0-9]{{1,2}}|{_NUMERAL}{{1,3}})\s?(?P<sign>[日号號])?"
    r"(?:晚|夜|朝|まで|から|頃|ごろ|分|付|付け|前|后|後|[)）]){0,2}"
)
# "九八年", "96年": the year without its century.
_SHORT_YEAR = re.compile(rf"(?P<short>[{_ZEROS}一二三四五六七八九]{{2}}|[0-9]{{2}})年(?:[春夏秋冬]|生|度)?")
_PIVOT, _CENTURY = 30, 100
_INITIALS = {"M": "明治", "T": "大正", "S": "昭和", "H": "平成", "R": "令和"}
_INITIAL = re.compile(
    r"(?P<era>[MTSHR])(?P<year>[0-9]{1,2})(?:[./-]|年\s?)(?P<month>[0-9]{1,2})(?:(?:[./-]|月\s?)(?P<day>[0-9]{1,2})日?|月)?"
)
_LUNAR = re.compile("农历|農曆|阴历|陰曆|旧历|舊曆|夏历|旧暦|陰暦|[正冬腊臘]月|初[一二三四五六七八九十]|廿|卅")
_NAMED_MONTHS = {"正": 1, "元": 1, "冬": 11, "腊": 12, "臘": 12}

_HIJRI: Sequence[Sequence[str]] = (
    ("محرم", "المحرم"), ("صفر",), ("ربيع الأول", "ربيع الاول"), ("ربيع الآخر", "ربيع الثاني"),
    ("جمادى الأولى", "جمادى الاولى"), ("جمادى الآخرة", "جمادى الثانية"), ("رجب",), ("شعبان",), ("رمضان",), ("شوال",),
    ("ذو القعدة", "ذي القعدة"), ("ذو الحجة", "ذي الحجة"),
)  # fmt: skip
_HINDU: Sequence[Sequence[str]] = (
    ("चैत्र", "चैत"), ("वैशाख", "बैसाख"), ("ज्येष्ठ", "जेठ"), ("आषाढ़", "असाढ़"), ("श्रावण", "सावन"), ("भाद्रपद", "भादों", "भादो"),
    ("आश्विन", "क्वार", "कुआर"), ("कार्तिक", "कातिक"), ("मार्गशीर्ष", "अगहन"), ("पौष", "पूस"), ("माघ",), ("फाल्गुन", "फागुन"),
)  # fmt: skip
_HIJRI_IN_HINDI: Sequence[Sequence[str]] = (
    ("मुहर्रम",), ("सफ़र", "सफर"), ("रबीउल अव्वल",), ("रबीउल आख़िर", "रबीउस्सानी"), ("जमादिउल अव्वल",),
    ("जमादिउस्सानी",), ("रजब",), ("शाबान",), ("रमज़ान", "रमजान"), ("शव्वाल",), ("ज़ीक़ाद",), ("ज़िलहिज्ज", "ज़िलहिज्जा"),
)  # fmt: skip
_TITHIS: Sequence[str] = (
    "प्रतिपदा द्वितीया तृतीया चतुर्थी पंचमी षष्ठी सप्तमी अष्टमी नवमी दशमी एकादशी द्वादशी त्रयोदशी चतुर्दशी".split()
)
_FULL, _NEW = "पूर्णिमा", "अमावस्या"
_WANING = ("कृष्ण", "बदी", "वदी")


_ARABIC = re.compile(
    r"(?:يوم\s)?(?:(?P<day>[0-9]{1,2})\s(?:من\s)?)?(?:شهر\s)?"
    rf"(?P<month>{alternatives(name for of in _HIJRI for name in of)})"
    r"(?:[،,]?\s(?:سنة\s|عام\s|لعام\s)?(?P<year>1[34][0-9]{2}))?(?:\s?هـ?)?"
)
_DEVANAGARI = re.compile(
    rf"(?:(?P<month>{alternatives(name for of in _HINDU for name in of)})(?:\s(?:मास|माह|महीने))?(?:\sके)?,?\s"
    rf"(?:(?P<half>शुक्ल|सुदी|{'|'.join(_WANING)})(?:\sपक्ष)?(?:\sकी)?\s)?"
    rf"(?P<day>{alternatives((*_TITHIS, _FULL, _NEW))}))?"
    r"(?:,?\s?(?:विक्रम\s|शक\s)?(?:संवत|सम्वत|संवत्)\s(?P<year>[12][0-9]{3}))?"
)


def _dated(names: Sequence[Sequence[str]]) -> re.Pattern[str]:
    """A month in Devanagari with the number of its day, and a year."""
    return re.compile(
        rf"(?:(?P<day>[0-9]{{1,2}})\s)?(?P<month>{alternatives(name for of in names for name in of)})"
        r"(?:\s(?:मास|माह|महीने))?(?:,?\s(?:(?:विक्रम\s|शक\s)?(?:संवत|सम्वत|संवत्)\s)?(?P<year>[12][0-9]{3}))?"
    )


_HINDU_DATED, _HIJRI_DATED = _dated(_HINDU), _dated(_HIJRI_IN_HINDI)
_ORDINALS = (
    "الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر|الحادي عشر|الثاني عشر|الثالث عشر|الرابع عشر|"
    "الخامس عشر|السادس عشر|السابع عشر|الثامن عشر|التاسع عشر|العشرين|الحادي والعشرين|الثاني والعشرين|الثالث والعشرين|"
    "الرابع والعشرين|الخامس والعشرين|السادس والعشرين|السابع والعشرين|الثامن والعشرين|التاسع والعشرين|الثلاثين|"
    "الحادي والثلاثين"
)


class _Read(NamedTuple):
    """A mention that was read.

    Attributes:
        date: what it says, in its own calendar.
        parts: where what is said stands in it, by the name of the part.
        write: makes of a date the text of each part.
    """

    date: CalendarDate
    parts: Mapping[str, tuple[int, int]]
    write: Callable[[CalendarDate], Mapping[str, str]]


class CalendarDates(DateFamily):
    """Surrogates of dates of other calendars and numerals; arguments as of `DateFamily`."""

    def parse(self, mention: str, entity_type: str) -> Dates | None:
        """Read the date of a mention; None for what no calendar here has."""
        if entity_type != "DATE_TIME":
            return None
        if (digits := days_in_digits(mention, self._language)) is not None:
            return super().parse(digits, entity_type)
        read = _read(mention, self._language)
        return None if read is None else (read.date,)

    def in_order(self, mention: str, value: Dates, drawn: Dates) -> Dates:
        """Return what was drawn: a mention has one date."""
        del mention, value
        return drawn

    def render(self, mention: str, value: Dates, drawn: Dates) -> str:
        """Write the mention with its date replaced, in the same calendar and numerals."""
        if (digits := days_in_digits(mention, self._language)) is not None:
            return super().render(digits, value, drawn)
        read = _read(mention, self._language)
        if read is None:
            return mention
        return digits_like(mention, _with_parts(mention, read, read.write(drawn[0])))

    def kept(self, mention: str, value: Dates) -> tuple[str, ...]:
        """Describe how exactly the date is said, in which decade of its calendar it lies, and how it is written."""
        if (digits := days_in_digits(mention, self._language)) is not None:
            return super().kept(digits, value)
        read = _read(mention, self._language)
        if read is None:
            return ()
        written = _with_parts(mention, read, {name: name.upper() for name in read.parts})
        return (*dict.fromkeys(self.class_of(date).name for date in value), f"that it is written {written}")

    def variants(
        self, mention: str, value: Dates, drawn: Dates, *, named: bool = True, written: str | None = None
    ) -> Iterable[Replacement]:
        """Return the variants of a date in digits; of another calendar none, for which day of ours is meant is not
        known.
        """
        if (digits := days_in_digits(mention, self._language)) is not None:
            return super().variants(digits, value, drawn, named=named, written=written)
        return ()


class ShiftedCalendarDates(ShiftedDates, CalendarDates):
    """Dates of other calendars, all moved by one shift, as many days in their own calendar; see `ShiftedDates`."""


def days_in_digits(mention: str, language: str) -> str | None:
    """Write a date whose day is said in words, with digits instead; None where it is not. `mention`: the text, as
    "الخامس من مارس" or "पाँच मार्च". `language`: of it, ISO 639-1.
    """
    days = _days(language)
    if days is None or any(map(str.isdigit, mention[:1])):
        return None
    found = days.match(mention)
    if found is None:
        return None
    return f"{_said(language)[found['day']]}{mention[found.end('day') :]}"


@cache
def _days(language: str) -> re.Pattern[str] | None:
    words = _said(language)
    if not words:
        return None
    return re.compile(
        rf"(?P<day>{alternatives(map(re.escape, words))})\s(?:من\s)?(?:شهر\s)?(?={months(language)})", re.IGNORECASE
    )


@cache
def _said(language: str) -> Mapping[str, int]:
    """Days by their words; empty where a language has none here."""
    if language == "ar":
        first, *others = _ORDINALS.split("|")
        return {word: day for day, word in enumerate((*first.split(), *others), 1)}
    if language == "hi":
        counted = {word: int(number) for word, number in small_numbers("hi").items() if 0 < number <= _LAST_OF_ALL + 1}
        return counted | {"पहली": 1, "पाँच": 5, "पांच": 5}
    return {}


@lru_cache(_MOST_READ)
def _read(mention: str, language: str) -> _Read | None:
    text = plain_digits(mention)
    if language in ("zh", "ja"):
        return _of_ideographs(text)
    if language == "ar":
        return _of_months(_ARABIC.fullmatch(text), _HIJRI)
    if language != "hi":
        return None
    forms = ((_DEVANAGARI, _HINDU), (_HINDU_DATED, _HINDU), (_HIJRI_DATED, _HIJRI_IN_HINDI))
    reads = (_of_months(form.fullmatch(text), names) for form, names in forms)
    return next((read for read in reads if read is not None), None)


def _with_parts(mention: str, read: _Read, written: Mapping[str, str]) -> str:
    """A mention with other text for its parts."""
    result, at = "", 0
    for name, (start, end) in sorted(read.parts.items(), key=lambda item: item[1]):
        result += mention[at:start] + written[name]
        at = end
    return result + mention[at:]


def _date(year: int | None, month: int | None, day: int | None, *, lunar: bool) -> CalendarDate | None:
    """A date that a calendar may have; None where it has none of the parts, or one that is none."""
    if month is None:
        return CalendarDate("year", year) if year and day is None else None
    if not 1 <= month <= _MONTHS or year == 0:
        return None
    if day is None:
        return CalendarDate("month", year, month)
    last = calendar.monthrange(year or REFERENCE_YEAR, month)[1]
    longest = _LAST_OF_ALL if lunar else last
    # The Gregorian February is shorter than months of the moon.
    return CalendarDate("day", year, month, min(day, last)) if 1 <= day <= longest else None


def _of_day_or_year(text: str) -> _Read | None:
    """A day whose month, or a year whose century is not said."""
    if (alone := _DAY_ALONE.fullmatch(text)) is not None:
        like = alone["day"]
        day = _number(like)
        # Two characters and no sign are hardly a day: "六一" is the feast of children.
        if not 1 <= day <= _LONGEST or not (alone["sign"] or like[0] in "初十廿二三" or like.isascii()):
            return None
        date = CalendarDate("day of a month", None, None, day)
        lunar = like[0] in "初廿卅"

        def write_day(drawn: CalendarDate) -> Mapping[str, str]:
            new = min(drawn.day or 1, _LAST_OF_ALL) if lunar else drawn.day or 1
            return {"day": _lunar_day(new) if lunar else _like(like, new)}

        return _Read(date, {"day": alone.span("day")}, write_day)
    if (found := _SHORT_YEAR.fullmatch(text)) is None:
        return None
    short = found["short"]
    number = int(short) if short.isascii() else int("".join(str(_HAN.index(_zero(char))) for char in short))
    year = number + (1900 if number >= _PIVOT else 2000)

    def write_year(drawn: CalendarDate) -> Mapping[str, str]:
        new = f"{(drawn.year or 1) % _CENTURY:02d}"
        return {"short": new if short.isascii() else "".join(_HAN[int(digit)] for digit in new)}

    return _Read(CalendarDate("year", year), {"short": found.span("short")}, write_year)


def _of_ideographs(text: str) -> _Read | None:
    if (short := _of_day_or_year(text)) is not None:
        return short
    found = _IDEOGRAPHS.fullmatch(text) or _INITIAL.fullmatch(text) or _SLASHED.fullmatch(text)
    if found is None:
        return None
    said = {name: part for name, part in found.groupdict().items() if part}
    slashed = found.re is _SLASHED
    initial = said.get("era", "") in _INITIALS
    year = _year_of(said)
    if year == 0:
        return None
    month = _NAMED_MONTHS.get(said["month"]) or _number(said["month"]) if "month" in said else None
    day = _number(said["day"]) if "day" in said else None
    lunar = not (initial or slashed) and (_LUNAR.search(text) is not None or ("day" in said and "sign" not in said))
    quarter = 3 * _number(said["quarter"]) - 2 if "quarter" in said else None
    date = CalendarDate("quarter", year, quarter) if quarter else _date(year, month, day, lunar=lunar)
    if date is None or ("weekday" in said and date.span != "day"):
        return None
    parts = {name: found.span(name) for name in said if name != "sign"}
    if "era" in said:
        # What becomes of an era is written with its year: "民國前3".
        parts["year"] = (found.start("era"), found.end("year"))
        del parts["era"]

    def write(drawn: CalendarDate) -> Mapping[str, str]:
        return {name: _ideographs(name, said, drawn, lunar=lunar, mention=text) for name in parts}

    return _Read(date, parts, write)


def _year_of(said: Mapping[str, str]) -> int | None:
    """The Gregorian year that is said, None where none is, and 0 for none that there was."""
    if "era" in said:
        number = 1 if said["year"] == "元" else _number(said["year"].removeprefix("前"))
        era, ago = _INITIALS.get(said["era"], said["era"]), said["year"].startswith("前")
        if not number or (ago and era in ERAS):
            return 0
        return ERAS[era] - 1 + number if era in ERAS else _REPUBLIC + (1 - number if ago else number)
    if "bare" in said:
        return _REPUBLIC + int(said["bare"])
    if "four" in said:
        return int("".join(str(_HAN.index(_zero(char))) for char in said["four"]))
    return int(said["plain"]) if "plain" in said else None


def _zero(char: str) -> str:
    return "〇" if char in _ZEROS else char


def _number(said: str) -> int:
    """A number below a thousand in digits or ideographs, also as days of the moon are counted; 0 for none."""
    if said.isdigit() and said.isascii():
        return int(said)
    said = said.removeprefix("初").replace("廿", "二十").replace("卅", "三十")
    tens, ten, ones = said.rpartition("十")
    if len(tens) > 1 or (ten and len(ones) > 1) or "十" in tens:
        return 0
    counted = int("".join(str(_HAN.index(_zero(char))) for char in ones)) if ones else 0
    return counted if not ten else (_HAN.index(_zero(tens)) if tens else 1) * _TEN + counted


def _counted(number: int) -> str:
    """A number below a hundred in ideographs: 7 is 七, 21 二十一."""
    tens, ones = divmod(number, _TEN)
    if not tens:
        return _HAN[ones]
    return f"{_HAN[tens] if tens > 1 else ''}十{_HAN[ones] if ones else ''}"


def _like(said: str, number: int) -> str:
    """A number in digits or in ideographs, as another is written; of a hundred and more digit by digit."""
    if said.isascii():
        return str(number)
    return _counted(number) if number < _TEN * _TEN else "".join(_HAN[int(digit)] for digit in str(number))


def _ideographs(name: str, said: Mapping[str, str], drawn: CalendarDate, *, lunar: bool, mention: str) -> str:
    """A part of a date as it is written with ideographs."""
    like = said[name]
    if name in ("plain", "bare", "four", "year"):
        return _year_like(name, said, drawn)
    if name == "weekday":
        return _weekday(like, drawn)
    if name == "day":
        day = min(drawn.day or 1, _LAST_OF_ALL) if lunar else drawn.day or 1
        return _like(like, day) if like.isascii() or not lunar else _lunar_day(day)
    month = drawn.month or 1
    if name == "month" and lunar and not like.isascii() and month in (1, _MONTHS):
        return "正" if month == 1 else "臘" if re.search("[曆國號臘舊陰]", mention) else "腊"
    return _like(like, month if name == "month" else (month + 2) // 3)


def _lunar_day(day: int) -> str:
    return f"初{_counted(day)}" if day <= _TEN else _counted(day)


def _year_like(name: str, said: Mapping[str, str], drawn: CalendarDate) -> str:
    year = drawn.year or 1
    if name == "plain":
        return f"{year:04d}"
    if name == "bare":
        return str(year - _REPUBLIC)
    if name == "year":
        return _with_era(said, drawn)
    zero = next((char for char in said[name] if char in _ZEROS), "〇")
    return "".join(_HAN[int(digit)] for digit in f"{year:04d}").replace("〇", zero)


def _weekday(like: str, drawn: CalendarDate) -> str:
    """That of a date; without a year that of the reference year."""
    names = next((names for names in _WEEKDAYS if like in names and like != "日"), _WEEKDAYS[0])
    date = datetime.date(drawn.year or REFERENCE_YEAR, drawn.month or 1, drawn.day or 1)
    return names[date.weekday()]


def _with_era(said: Mapping[str, str], drawn: CalendarDate) -> str:
    """The era and the year in it; what lies before the republic is counted back from it."""
    if said["era"] in _INITIALS:
        era, number = era_of(drawn)
        initial = next((letter for letter, name in _INITIALS.items() if name == era), "M")
        return f"{initial}{'1' if number == '元' else number}"
    if said["era"] in ERAS:
        era, number = era_of(drawn)
        written = "1" if number == "元" and said["year"].isascii() else number
        return f"{era}{written if written == '元' else _like(said['year'], int(written))}"
    number = (drawn.year or 1) - _REPUBLIC
    before, like = "" if number > 0 else "前", said["year"].removeprefix("前")
    return f"{said['era']}{before}{_like(like, number if number > 0 else 1 - number)}"


def _of_months(found: re.Match[str] | None, names: Sequence[Sequence[str]]) -> _Read | None:
    """A date with a month of the moon by its name."""
    if found is None or not found[0]:
        return None
    said = {name: part for name, part in found.groupdict().items() if part}
    if not said:
        return None
    spans = {name: found.span(name) for name in said}
    month = next((at for at, of in enumerate(names, 1) if said.get("month") in of), None)
    waning = said.get("half") in _WANING
    day = None if "day" not in said else int(said["day"]) if said["day"].isdigit() else _of_tithi(said["day"], waning)
    date = _date(int(said["year"]) if "year" in said else None, month, day, lunar=True)
    if date is None:
        return None

    def write(drawn: CalendarDate) -> Mapping[str, str]:
        of, number = names[(drawn.month or 1) - 1], min(drawn.day or 1, _LAST_OF_ALL)
        written = {"year": str(drawn.year), "month": _same_style(said.get("month", ""), of), "day": str(number)}
        if day is not None and not said["day"].isdigit():
            written |= _tithi(said, number)
        return written

    return _Read(date, spans, write)


def _same_style(said: str, of: Sequence[str]) -> str:
    """The name of a month; of two, that with the same word before it, "ذي" or "ذو"."""
    return next((name for name in of if name[:2] == said[:2]), of[0])


def _of_tithi(said: str, waning: bool) -> int:
    if said in (_FULL, _NEW):
        return _FORTNIGHT if said == _FULL else 2 * _FORTNIGHT
    return _TITHIS.index(said) + 1 + (_FORTNIGHT if waning else 0)


def _tithi(said: Mapping[str, str], number: int) -> Mapping[str, str]:
    """The half of the month and the day in it. `number`: from 1 to 30."""
    waning, place = number > _FORTNIGHT, (number - 1) % _FORTNIGHT
    name = (_NEW if waning else _FULL) if place == _FORTNIGHT - 1 else _TITHIS[place]
    old = said.get("half", "")
    bright, dark = ("सुदी", old if old in _WANING[1:] else "बदी") if old in ("सुदी", *_WANING[1:]) else ("शुक्ल", "कृष्ण")
    half = dark if waning else bright
    return {"half": half, "day": name} if old else {"day": f"{half} {name}" if place < _FORTNIGHT - 1 else name}
