"""Dates and times in many notations: rules of the `PatternDetector`, and what those of other languages are made of."""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.rules import MONTH_AND_DAY, MONTHS, TENS, Rule
from dp_gateway.patterns.windows import form
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_YEAR = r"(?:1[89]|20)[0-9]{2}"
_YEARS = range(1800, 2200)
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])"
_CLOCK = (
    r"(?:[01]?[0-9]|2[0-4])[:.h][0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?:\s?(?:[ap]m\b|[AP]M\b|"
    r"[ap]\.m\.|[AP]\.M\.|Uhr\b))?"
)
_ANY_CLOCK = re.compile("[0-9][:.h][0-5][0-9]")
_FOREIGN_MONTHS = (
    r"(?:Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|juin|juillet|août|septembre|"
    r"octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|"
    r"octubre|noviembre|diciembre)"
)
_MONTH_CUES = frozenset(_LISTS["MONTH_CUES"])
_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,8}"
_DAY_NAMES = "(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun"
_AND_TIME = rf"(?:(?:,?\s(?:at\s)?|T){_CLOCK})?"


def _numeric(text: str, start: int, end: int) -> float | None:
    # The form has three numbers, the year first or last.
    first, second, third = [int(part) for part in re.findall("[0-9]+", text[start:end])[:3]]
    year, days = (first, {second, third}) if first in _YEARS else (third, {first, second})
    possible = min(days) in range(1, 13) and max(days) in range(1, 32)
    return 0.9 if possible and (year in _YEARS or year in range(100)) else None


def _clock(text: str, start: int, end: int) -> float | None:
    # "16:9", "3:1" and "file.py:12:30" are no times; "14:30" is, and "9.30 am".
    found = text[start:end]
    return 0.8 if found[-1] in "mM.r" else (0.6 if ":" in found else None)


_LONGEST_SPAN = 80
_RIGHTS = re.compile(r"(?:©|\(c\)|copyright)[\s(c)©]{0,6}$", re.I)
_RIGHTS_REACH = 20
_OF_YEARS = re.compile(r"\b(?:FY|years?|season|session|term) $", re.I)


def _two_years(text: str, start: int, end: int) -> float | None:
    # "2015-2019" and "2021/22"; "2021-05" is a month, "2019-2015" a number, and "(c) 2015-2019" says whose a text is.
    first, second = int(text[start : start + 4]), re.split(r"\D+", text[start:end])[-1]
    last = int(second) if len(second) > len("22") else first + (int(second) - first) % 100
    before = text[max(0, start - _RIGHTS_REACH) : start]
    if not first < last <= first + _LONGEST_SPAN or _RIGHTS.search(before):
        return None
    return 0.99 if _OF_YEARS.search(before) else 0.95


_ONES = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen"
)
_SAID_DAY = (
    r"(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    r"thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)"
)
_SAID_YEAR = (
    rf"(?:(?:eighteen|nineteen|twenty)[- ](?:(?:{TENS})(?:[- ](?:{_ONES}))?|"
    rf"(?:oh|hundred)(?:[- ](?:and )?(?:{_ONES}))?|"
    rf"{_ONES})|two thousand(?: (?:and )?(?:(?:{TENS})(?:[- ](?:{_ONES}))?|{_ONES}))?)"
)
_FULL_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_SAID_MONTH_CUES = frozenset(_FULL_MONTHS.split("|"))

_OF_DAYS = _LISTS["OF_DAYS"]
_OF_DAYS_OR_SHARES = "by until till til from since before after through thru starting starts begins for of to".split()
_ONE_OF_DAYS = re.compile(
    rf"\b(?:{'|'.join(_OF_DAYS)})[.,:]?(?: (?:on|is|was|for|until|till|to|by|from|the))?:? \Z", re.IGNORECASE
)
_CALCULATED = re.compile(
    r"\b(?:multipl|divid|scal|increas|decreas|reduc|rais|factor|shrink|shrunk|grow|grew|cut|off|times|ratio|probab)",
    re.IGNORECASE,
)
_CALCULATED_REACH = 40
_PARTS = frozenset((2, 3, 4, 5, 6, 8, 10, 12, 16))
_SAYINGS = frozenset(((24, 7), (9, 11), (7, 11)))


def _day_of_month(text: str, start: int, end: int) -> float | None:
    # "by 06/15", "admitted 2/3"; no "cut by 2/3", "open 24/7", "9/11".
    parts = text[start:end].split("/")
    first, second = map(int, parts)
    before = text[max(0, start - _CALCULATED_REACH) : start]
    if (first, second) in _SAYINGS or _CALCULATED.search(before):
        return None
    is_share = first < second and second in _PARTS and not any(part.startswith("0") for part in parts)
    if _ONE_OF_DAYS.search(before):
        return 0.99
    return None if is_share else 0.85


_FEASTS = (
    r"(?:New Year['’]?s(?: Eve| Day)?|Christmas(?: Eve| Day)?|Xmas|Boxing Day|Easter(?: Sunday| Monday)?|Good Friday|"
    r"Thanksgiving|Hallowe['’]?en|Bonfire Night|St\.? Patrick['’]?s Day|Valentine['’]?s(?: Day)?|Mother['’]?s Day|"
    r"Father['’]?s Day|Labou?r Day|Memorial Day|Independence Day|Juneteenth|Canada Day|Anzac Day|Australia Day|"
    r"Waitangi Day|Ramadan|Eid|Diwali|Hanukkah|Passover|Purim|Vaisakhi|Holi|(?:Lunar|Chinese) New Year|Martinmas|"
    r"Michaelmas|Lammas|Candlemas|Whitsun|Hogmanay|Pentecost|Lent|Advent|Black Friday|"
    r"Lady Day|Shrove Tuesday|Pancake Day|Ash Wednesday|Maundy Thursday|Palm Sunday|Mothering Sunday|Trinity Sunday|"
    r"Remembrance Sunday|Whit (?:Sunday|Monday)|Twelfth Night|Epiphany|Burns Night|All (?:Souls|Saints)['’]? Day|"
    r"Ascension Day|St\.? (?:Swithin|David|George|Andrew|Stephen)['’]?s Day)"
)
# Days that are spoken of where something happened, and hardly in general.
_RARE_FEASTS = (
    r"(?:boxing day|easter (?:sunday|monday)|good friday|bonfire night|martinmas|michaelmas|lammas|candlemas|whitsun|"
    r"hogmanay|lady day|shrove tuesday|pancake day|ash wednesday|maundy thursday|palm sunday|mothering sunday|"
    r"trinity sunday|remembrance sunday|whit (?:sunday|monday)|twelfth night|burns (?:night|supper)|"
    r"all (?:souls|saints)['’]? day|ascension day|st\.? (?:swithin|david|george|andrew|stephen|patrick)['’]?s day|"
    r"new year['’]?s (?:eve|day)|christmas (?:eve|day))"
)
_OF_RARE_FEASTS = frozenset(_LISTS["OF_RARE_FEASTS"])
_ENDED = (
    r"(?=\s{0,2}(?:[.,;:!?)\n]|$|(?:and|or|but|to|at|in|with|if|so|because|when|please|"
    r"full stop|comma|new paragraph|oh|um|uh|er|anyway|then|my|his|her|he|she|they|we|i|for)\b))"
)
_LATE_DAY = (
    r"(?:(?:(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))|"
    r"fourth|fifth|sixth|seventh|"
    r"eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|"
    r"twentieth|thirtieth)"
)
_LATE_DAYS = frozenset(_LISTS["LATE_DAYS"])
_WEEKDAYS_IN_FULL = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH_OR_FEAST = rf"(?:{_FULL_MONTHS}|lent|advent|easter|epiphany|trinity|christmas|whitsun|pentecost|{_RARE_FEASTS})"
_OF_FEASTS = frozenset(_LISTS["OF_FEASTS"])
_SLASHED = r"[0-3]?[0-9]/[0-3]?[0-9]/(?:[0-9]{4}|[0-9]{2})"

_date = partial(Rule, "DATE_TIME")

DATES: tuple[Rule, ...] = (
    # "by 06/15", "seen on 12/4": month and day without a year.
    _date(
        rf"\b(?:d/c|{'|'.join((*_OF_DAYS, *_OF_DAYS_OR_SHARES))})[.,:]?:? (?:the )?(?P<v>{MONTH_AND_DAY})"
        r"(?![\w%/\\]|[-.:,][0-9]|-[a-z]| (?:of|cups?|inch(?:es)?|teaspoons?|tsp|tbsp|tablespoons?|miles?|stars?|"
        r"full|empty|majority|time|size|pounds?|lbs?|oz|hours?|an?|odds)\b)",
        digits=1,
        check=_day_of_month,
        folded=True,
        sign=re.compile("[0-9]/[0-9]"),
        form=form("0/0", "00/0"),
        reach=(25, 20),
    ),
    # "started 2/2021", "exp 11/2027"
    _date(
        r"\b(?:started|since|from|in|until|till?|joined|hired|left|moved|exp(?:ires?|iry|iration)?|valid|issued|thru|"
        r"through|to|by|ended|graduated)[.:]?\s(?P<v>(?:0?[1-9]|1[0-2])/(?:19|20)[0-9]{2})(?![\w/.-])",
        0.9,
        digits=5,
        cues=frozenset(
            "started since from in until till til joined hired left moved exp expire expires expiry expiration valid "
            "issued thru through to by ended graduated".split()
        ),
        folded=True,
        sign=re.compile("[0-9]/[0-9]"),
        form=form("0/0000", "00/0000"),
        reach=(16, 10),
    ),
    # "8/1/23-7/31/24"
    _date(
        rf"(?<![\w/.:$€£-]){_SLASHED}\s?[-–]\s?{_SLASHED}(?![\w/]|[.:-][0-9])",
        0.95,
        digits=5,
        sign=re.compile("[0-9]/[0-9]"),
        form=form("0/0/00", "00/0/00", "0/00/00", "00/00/00"),
        reach=(4, 24),
    ),
    # "Next 10/7 11am", "02/11 07:58"
    _date(
        rf"(?<![\w/.:$€£-])(?P<v>(?:(?:{_DAY_NAMES})\.?,?\s)?{MONTH_AND_DAY},?\s(?:at\s|@\s?)?(?:[01]?[0-9]|2[0-3])"
        r"(?::[0-5][0-9](?:\s?[ap]m\b)?|\s?[ap]m\b))",
        0.95,
        digits=1,
        sign=re.compile("[0-9]/[0-9]"),
        form=form("0/0", "00/0"),
        reach=(14, 24),
        folded=True,
    ),
    # "Tu. 3/vi", "14.xi.2019": months in Roman numbers, as logs of ships and of collectors have them.
    _date(
        rf"(?<![\w/.:$€£-])(?P<d>(?:{_DAY_NAMES}|mo|tu|we|th|fr|sa|su)\.?,?\s)?{_DAY}(?P<s>[/.-])"
        rf"(?:(?P<one>[ivx])|i{{2,3}}|iv|vi{{1,3}}|ix|xi{{1,2}})(?:(?P=s)(?P<y>{_YEAR}|[0-9]{{2}}))?"
        r"(?(one)(?(y)|(?(d)|(?!))))(?![\w/(=-]|\.\w)",
        0.9,
        digits=1,
        sign=re.compile("[0-9][/.-][ivx]"),
        reach=(12, 16),
        folded=True,
    ),
    # "Len (92, 3rd)", "Pearl (79, 11th)": ages and birthdays in brackets.
    _date(
        r"\([^()\n]{1,16}, (?:the )?(?P<v>(?:3[01]|[12]?[0-9])(?:st|nd|rd|th))(?=\))",
        0.85,
        digits=1,
        cues=frozenset(("st", "nd", "rd", "th")),
        reach=(28, 4),
    ),
    # "eleventh of the fourth", "the third of the ninth nineteen fifty"
    _date(
        rf"\b{_SAID_DAY} of the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)"
        rf"\b(?! (?:month|century|floor|series|season|hole|round|of|\w{{2,12}}s)\b)(?:,? (?:of )?(?:{_SAID_YEAR}|"
        rf"{_YEAR})\b)?",
        0.85,
        cues=_LATE_DAYS,
        folded=True,
        reach=(24, 75),
    ),
    # "we'll be there Monday sixteenth eight sharp"
    _date(
        rf"\b{_WEEKDAYS_IN_FULL},? (?:the )?(?P<v>{_LATE_DAY})(?! (?:of|time|week|one|year|floor|round|"
        rf"place)\b)(?![\w-])",
        0.85,
        cues=_LATE_DAYS,
        folded=True,
        reach=(20, 16),
    ),
    # "first sunday thats the second": of a rota.
    _date(
        rf"\b{_WEEKDAYS_IN_FULL},? (?:so |and )?(?:that['’]?s|which is|it['’]?s|is|falls on|being) the "
        rf"(?P<v>{_SAID_DAY}|(?:3[01]|[12]?[0-9])(?:st|nd|rd|th))(?! (?:time|day|week|one|last|best|only)\b)(?![\w-])",
        0.85,
        cues=frozenset("monday tuesday wednesday thursday friday saturday sunday".split()),
        folded=True,
        reach=(2, 50),
    ),
    # "August fourteenth, nineteen eighty three", "the third of May"
    _date(
        rf"\b(?:(?:{_FULL_MONTHS}) (?:the )?{_SAID_DAY}|{_SAID_DAY} (?:day )?of (?:{_FULL_MONTHS}))\b"
        rf"(?:,? (?:of |in )?(?:{_SAID_YEAR}|{_YEAR})\b)?",
        0.9,
        cues=_SAID_MONTH_CUES,
        folded=True,
        reach=(35, 75),
    ),
    # "on leave until the 14th.", "on the 1st, 15th and 28th of each month". Not "on the 3rd floor", "for the 2nd time",
    # "by the 19th century".
    _date(
        r"\b(?:by|until|till?|on|from|since|before|after|to|for|due|told (?:me|us|him|her)|meet|between|and|or|is|"
        r"was|prob(?:ably)?|maybe|can['’]?t (?:do|make)|can (?:do|make)|could (?:do|make)|will) "
        r"(?:the )?(?P<v>(?:3[01]|[12]?[0-9])(?:st|nd|rd|th)"
        r"(?:(?:, (?:or |and )?| and | or | to )(?:the )?(?:3[01]|[12]?[0-9])(?:st|nd|rd|th)){0,9})"
        r"(?=\s{0,2}(?:[.,;:!?)\n]|$|(?:and|or|but|to|at|in|with|if|so|because|when|please|each|every|"
        r"i|we|he|she|they|it|will|as|do|which|cos|from|till?|until|my|our)\b|of (?:the|this|next|last|each|every|"
        r"that) month\b))",
        0.8,
        digits=1,
        cues=frozenset(("st", "nd", "rd", "th")),
        folded=True,
    ),
    # "since Halloween 2022"
    _date(
        rf"(?<![\w-])(?i:{_FEASTS})(?: of|,| in)? {_YEAR}(?![\w%/-]|[.,:][0-9])",
        0.9,
        digits=4,
        cues=_OF_FEASTS,
        reach=(24, 30),
    ),
    # "broke it on Hogmanay", "pay by Michaelmas"
    _date(
        rf"\b(?:on|since|by|until|till?|from|due|before|after|our|last|this|"
        rf"next) (?:the )?(?P<v>{_RARE_FEASTS})(?![\w-]| (?:[0-9]|special|sale))",
        0.8,
        cues=_OF_RARE_FEASTS,
        folded=True,
        reach=(24, 24),
    ),
    # "since Easter", "till Christmas": of somebody's time
    _date(
        r"\b(?:since|until|till) (?:last )?(?P<v>easter|christmas|hallowe['’]?en|thanksgiving|diwali|eid|"
        r"ramadan|passover)"
        r"(?=[.,;:!?)\n]|$| (?:and|but|so|to|he|she|i|we|they|my|his|her|the|is|it)\b)",
        0.75,
        cues=frozenset("easter christmas halloween hallowe thanksgiving diwali eid ramadan passover".split()),
        folded=True,
        reach=(14, 10),
    ),
    # "the second Sunday in Advent", "the last Friday of October", "the Tuesday after Easter"
    _date(
        rf"\b(?:(?:first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th)) {_WEEKDAYS_IN_FULL} (?:of|"
        rf"in|after|before)|"
        rf"(?<=the ){_WEEKDAYS_IN_FULL} (?:after|before)) {_MONTH_OR_FEAST}(?:,? {_YEAR})?(?![\w-])",
        0.85,
        cues=frozenset("monday tuesday wednesday thursday friday saturday sunday".split()),
        folded=True,
        reach=(12, 50),
    ),
    # "wants the books by the fifteenth"
    _date(
        rf"\b(?:by|on|until|till?|since|before|after|from|due|wrote|today is|be|was|is|"
        rf"on \w{{3,9}}) the (?P<v>{_LATE_DAY}){_ENDED}",
        0.8,
        cues=_LATE_DAYS,
        folded=True,
        reach=(36, 20),
    ),
    # "10th instant", "6th of the 4th", "first of the month"
    _date(
        r"(?<![\w/.-])(?:3[01]|[12]?[0-9])(?:st|nd|rd|th) (?:inst(?:ant)?|ult(?:imo)?|prox(?:imo)?|"
        r"of the (?:1[0-2]|[1-9])(?:st|nd|rd|th)(?=[.,;:!?)\n]|$| [0-9]))(?!\w)",
        0.9,
        digits=1,
        cues=frozenset(("st", "nd", "rd", "th")),
        folded=True,
        reach=(4, 24),
    ),
    # "retires end of Feb", "the back end of March 2019"
    _date(
        rf"(?:(?<!the )(?<!\w)end|\bback end) of (?i:{MONTHS})(?: {_YEAR})?(?![\w-])",
        0.8,
        cues=frozenset(("end",)),
        reach=(8, 30),
    ),
    # "fled in '91", "the summer of '87"
    _date(
        r"\b(?:in|since|until|till?|from|before|after|of|was|back in|early|late|mid|by|around|summer|spring|autumn|"
        r"fall|winter|class of|circa)[ -](?P<v>['’][0-9]{2})(?![\w'’]|[.,:][0-9])",
        0.8,
        digits=2,
        folded=True,
        sign=re.compile("['’][0-9]{2}"),
        reach=(12, 6),
    ),
    # "if paid by 29.9."
    _date(
        r"\b(?:by|until|till?|from|on|before|after|since|due|between|to) "
        rf"(?P<v>{_DAY}\.(?:1[0-2]|0?[1-9])\.)(?![0-9])",
        0.85,
        digits=1,
        folded=True,
        sign=re.compile(r"[0-9]\.[0-9]{1,2}\."),
        reach=(12, 8),
    ),
    # "m. 1857 Anna Kiefer", "d. Anzio 1944", "bapt. 3.4.1822": of a family tree.
    _date(
        r"(?<![\w.])(?:b|d|m|bapt|bur|née|fl)\. (?:c\. ?|ca\. ?|about |abt\.? |[A-Z][a-z]{2,20},? )?"
        rf"(?P<v>{_YEAR})(?![\w%/.-])",
        0.95,
        digits=4,
        cues=frozenset("b d m bapt bur fl".split()),
        reach=(2, 24),
    ),
    # "Salvatore b.1928, d.2001": sure, as what is joined by a point is a program's otherwise.
    _date(rf"(?<=[\w,;)] )[bd]\.(?P<v>{_YEAR})(?![\w%/-]|\.\w)", 1.0, digits=4, cues=frozenset("bd"), reach=(2, 24)),
    # "(b. 1891, Stornoway)"
    _date(
        rf"(?<=\()(?:b|born|d|died)\.? (?:c\. ?)?(?P<v>{_YEAR})(?=[,;) –-])",
        0.85,
        digits=4,
        cues=frozenset("b born d died".split()),
    ),
    # "02MAR2019", as visas and tickets have it.
    _date(
        rf"(?<!\w)(?:3[01]|[12][0-9]|0[1-9])(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(?:{_YEAR}|"
        rf"[0-9]{{2}})?(?!\w)",
        0.9,
        digits=2,
        sign=re.compile("[0-9][JFMASOND][AEPUCO][NBRYLGPTVC]"),
        unbroken=True,
    ),
    # "20240312T101500Z", as calendars and logs have it.
    _date(
        r"(?<!\w)(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|"
        r"3[01])T[0-2][0-9][0-5][0-9](?:[0-5][0-9])?Z?(?!\w)",
        0.99,
        digits=6,
        sign=re.compile("[0-9]T[0-9]"),
        unbroken=True,
    ),
    _date(
        rf"(?<![\w./-])(?:{_WEEKDAY}\.?,?\s)?(?:{_YEAR}([-/.])[0-9]{{1,2}}\1[0-9]{{1,2}}|"
        rf"[0-9]{{1,2}}([-/.])[0-9]{{1,2}}\2(?:{_YEAR}|[0-9]{{2}}))"
        rf"(?:[T ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{{1,9}})?)?(?:Z|"
        rf"[+-][0-9]{{2}}:?[0-9]{{2}})?|\s\({_WEEKDAY}\)|{_AND_TIME})(?![\w]|[-/][0-9])",
        digits=4,
        form=form("-0-0", "-00-0", "/0/0", "/00/0", ".0.0", ".00.0"),
        check=_numeric,
    ),
    _date(
        rf"(?<![\w.-])(?:{_WEEKDAY}\.?,?\s(?:the\s)?)?(?:{_DAY}(?:st|nd|rd|th)?(?:\s(?:of\s)?|-|"
        rf"\.\s?))(?i:{MONTHS})(?:,?[\s-](?:{_YEAR}|"
        rf"['’][0-9]{{2}})|[\s-][0-9]{{2}}(?![\w:.]))?{_AND_TIME}(?!\w|-[a-z])",
        0.95,
        digits=1,
        cues=_MONTH_CUES,
        reach=(30, 60),
    ),
    _date(
        rf"(?<!\w)(?:{_WEEKDAY}\.?,?\s)?(?:{MONTHS}|(?i:{MONTHS})(?=\s[0-9]{{1,2}}(?:st|nd|rd|th|"
        rf",)))\s(?:the\s)?{_DAY}(?:st|nd|rd|th)?(?:\s?[-–]\s?{_DAY})?(?:,?\s{_YEAR}|"
        rf"\s['’][0-9]{{2}})?{_AND_TIME}(?![\w%]|[.,:][0-9])",
        0.95,
        digits=1,
        cues=_MONTH_CUES,
        reach=(16, 80),
    ),
    _date(
        rf"(?<!\w)(?:{MONTHS},?\s(?:of\s)?|(?i:{MONTHS})-){_YEAR}(?!\w)", 0.9, digits=4, cues=_MONTH_CUES, reach=(0, 20)
    ),
    _date(
        rf"(?<![\w.])(?:{_DAY}\.?\s(?:de\s)?{_FOREIGN_MONTHS}(?:\s(?:de\s)?{_YEAR})?(?!\w)|"
        rf"{_FOREIGN_MONTHS}\s(?:de\s)?{_YEAR}(?!\w))",
        0.85,
        digits=1,
        cues=frozenset(re.findall(r"[^\W_]+", _FOREIGN_MONTHS.lower())),
    ),
    _date(
        rf"(?<![\w.:/-]){_CLOCK}(?![\w:%]|\.[0-9])",
        digits=3,
        check=_clock,
        sign=_ANY_CLOCK,
        form=form("0:00", "0.00", "0a00"),
        reach=(5, 40),
    ),
    _date(
        r"(?<![\w.:$-])(?:(?:1[0-2]|0?[1-9])(?:\s?[-–]\s?|\sto\s))?(?:1[0-2]|0?[1-9])\s?(?:[ap]m|[AP]M|"
        r"[ap]\.m\.|o['’]clock)(?!\w)",
        0.8,
        digits=1,
        cues=frozenset("am pm m clock".split()),
    ),
    _date(
        rf"\b(?:(?:in|since|until|till|during|from|to|before|after|by|around|circa|year|of|born|"
        rf"for|class of|between|and|summer|winter|spring|fall|autumn|early|late|mid)[\s-]{{1,3}}(?:the "
        rf"year\s)?)(?P<v>{_YEAR}s?)(?![\w%]|[.,:/-][0-9])",
        0.7,
        digits=4,
        folded=True,
        sign=re.compile(_YEAR),
        form=form("0000"),
        reach=(35, 10),
    ),
    _date(
        rf"(?<![\w./:$€£-]){_YEAR}(?:[-–/]| [-–] )(?:{_YEAR}|[0-9]{{2}})(?![\w/%]|[-–.:,][0-9])",
        digits=4,
        form=form("0000-00", "0000/00", "0000–00", "0000 - 0000", "0000 – 0000"),
        check=_two_years,
    ),
    _date(rf"\b(?:Q[1-4]|H[12]|[FC]Y)\s?/?(?:{_YEAR}|['’][0-9]{{2}})\b", 0.7, digits=1),
    _date(
        rf"\b(?:(?:dob|date|date of birth|birth ?date|birthday|born(?: on)?|geb\.?|expir\w{{1,10}}|exp\.?|valid "
        rf"(?:thru|until))\s{{0,3}}[:=]?\s{{0,3}}(?:is\s)?)(?P<v>[0-9]{{1,2}}[/.-](?:[0-9]{{2}}|{_YEAR})|"
        rf"[0-9]{{6,8}})(?!"
        rf"[\w/.-])",
        0.85,
        digits=3,
        cues=frozenset(
            "dob date birth birthdate birthday born geb exp expires expired expiry expiring expiration valid".split()
        ),
        folded=True,
    ),
)
"""Rules for dates and times."""
