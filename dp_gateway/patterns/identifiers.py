"""Numbers of documents, records, machines and devices: by their form, with those of cards and those behind words.

`PatternDetector` runs these rules, and so does `identifiers_in` for what developers write. Shapes are those of
Presidio's recognisers for the United States and the United Kingdom, and of the offices that give the numbers out.
"""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.cards import CARDS
from dp_gateway.patterns.labelled_numbers import BEHIND_WORDS
from dp_gateway.patterns.names import RANKS
from dp_gateway.patterns.rules import Rule
from dp_gateway.patterns.windows import form, hexadecimal

_SAID_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_COUNTED = "zero one two three four five six seven eight nine one"
_DECIMALS = re.compile(r"[0-9]+\.[0-9]+")
_MORE_BEFORE, _MORE_BEHIND = re.compile(r"[0-9],\s?\Z"), re.compile(r",\s?[-+]?[0-9]")
_POLE, _DATE_LINE = 90, 180


def _said(text: str, start: int, end: int) -> float | None:
    # Who counts names no number.
    return None if " ".join(re.split("[ -]", text[start:end].lower())) in _COUNTED else 0.8


_NUMBERS = (
    "zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety double triple"
)
_SAID_NUMBERS = frozenset(_NUMBERS.split())
_SAID_SIGN = rf"(?:[a-z]|{'|'.join(_NUMBERS.split())})"
SAID_NUMBER = rf"(?:{'|'.join(_NUMBERS.split())}|nought|hundred|thousand|double|triple)"
"""A word of a number that is said."""
_LEAST_OF_EACH = 2


def _said_code(text: str, start: int, end: int) -> float | None:
    """Letters and digits, two of each at least; "i" and "a" are words."""
    said = re.split("[, -]+", text[start:end].lower())
    letters = sum(len(one) == 1 and one not in "ai" for one in said)
    return 0.8 if min(letters, sum(one in _SAID_NUMBERS for one in said)) >= _LEAST_OF_EACH else None


def _vin(text: str, start: int, end: int) -> float | None:
    return 0.6 if any(char.isupper() for char in text[start:end]) else None


def _on_earth(text: str, start: int, end: int) -> float | None:
    """Whether two numbers may be a latitude and a longitude, and no part of a longer row."""
    first, second = map(float, _DECIMALS.findall(text, start, end))
    if max(first, second) < 1 or first > _POLE or second > _DATE_LINE:
        return None
    in_row = _MORE_BEFORE.search(text, max(0, start - 4), start) or _MORE_BEHIND.match(text, end)
    return None if in_row else 0.85


_LEAST_GROUPED, _A_YEAR = 7, re.compile(" (?:19|20)[0-9]{2}(?![0-9])")


def _grouped(text: str, start: int, end: int) -> float | None:
    """Groups of seven digits at least of which none is a year."""
    found = text[start:end]
    return 0.75 if sum(map(str.isdigit, found)) >= _LEAST_GROUPED and not _A_YEAR.search(found) else None


_DIGITS_OF_CODE, _HEXADECIMAL = 8, frozenset("0123456789ABCDEF")


def _is_long_code(text: str, start: int, end: int) -> float | None:
    """A code of capitals and at least eight digits; in base 16 it is as likely a hash."""
    found = text[start:end]
    return 0.5 if sum(map(str.isdigit, found)) >= _DIGITS_OF_CODE and not set(found) <= _HEXADECIMAL else None


_number = partial(Rule, "ID_NUMBER")

_BY_FORM: tuple[Rule, ...] = (
    # "Sgt. P. Nakamura #4471"
    _number(
        rf"\b(?:Off|{RANKS})\.? "
        r"(?:[A-Z]\. ?){0,2}[A-Z][\w'’-]{1,24}(?: [A-Z][\w'’-]{1,24})?,? ?\(?\#(?P<v>[0-9]{2,6})(?!\w)",
        0.9,
        digits=2,
        capital=True,
        reach=(2, 70),
    ),
    # "OP# 009044 TR# 07713", "APPROVAL # 08812D": what a till prints.
    _number(
        r"\b(?!(?:PR|MR|GH|RFC|PEP|ISSUE|BUG|RUN|BUILD|PHONE|TEL|CELL|FAX|FEATURE|FEAT|FIX|FIXES|PERF|DOCS|CHORE|TODO|TASK|"
        r"STORY|LINE|STEP|COMMIT|MERGE|REVERT|SEE|CLOSES|ENHANCEMENT)\b)[A-Z]{2,10} ?\#[:.]? ?"
        r"(?P<v>[0-9]{4,16}[A-Z]?)(?![\w.%-])",
        0.8,
        digits=4,
        marks=frozenset("#"),
        reach=(16, 24),
    ),
    # "2:24-cv-01187-RSM": a case of an American court
    _number(
        r"(?<![\w:.-])[0-9]{1,2}:[0-9]{2}-[a-z]{2}-[0-9]{3,6}(?:-[A-Z]{2,4}){0,2}(?![\w-])",
        0.95,
        digits=3,
        marks=frozenset(":"),
        sign=re.compile("[0-9]-[a-z]{2}-[0-9]"),
    ),
    # "DK38571290" beside the word for such a number: of a firm that pays tax in Europe.
    _number(
        r"(?<![\w-])(?:AT|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|XI)"
        r"U?(?=[0-9A-Z]{0,3}[0-9]{5})[0-9A-Z]{8,12}(?![\w-])",
        0.9,
        digits=5,
        also=frozenset("vat tva btw iva ust mwst moms cvr nif eori".split()),
        sign=re.compile("[A-Z][0-9A-Z]{0,3}[0-9]{5}"),
        reach=(6, 16),
    ),
    # "Flight BA 2490", "downgraded on QF64"
    _number(
        r"\b(?:(?:[Ff]light|FLIGHT|[Ff]lt)s?(?: (?:no\.?|number))?:?|(?:downgraded|upgraded|bumped|booked|rebooked|"
        r"flew|flying|seated|travell?ing) (?:on|onto|off)) "
        r"(?P<v>(?:[A-Z]{2}|[A-Z][0-9]|[0-9][A-Z]) ?[0-9]{2,4})(?![\w-])",
        0.85,
        digits=2,
        cues=frozenset(
            "flight flights flt flts downgraded upgraded bumped booked rebooked flew flying seated travelling "
            "traveling".split()
        ),
        reach=(2, 40),
    ),
    # An area of 000, 666 or 9xx was never given out: the number is in the form of one all the same.
    Rule(
        "US_ITIN",
        r"(?<![\w-])9[0-9]{2}([- ])[5-9][0-9]\1[0-9]{4}(?![\w-])",
        0.87,
        digits=9,
        sign=re.compile("9[0-9]{2}[- ][5-9]"),
        form=form("000-00-0000", "000 00 0000"),
        reach=(5, 15),
    ),
    Rule("US_SSN", r"(?<![\w-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![\w-])", 0.85, digits=9, form=form("000-00-0000")),
    Rule(
        "US_SSN",
        r"(?<![\w-])(?!000|666|9)[0-9]{3} (?!00)[0-9]{2} (?!0000)[0-9]{4}(?![\w-])",
        0.85,
        digits=9,
        form=form("000 00 0000"),
    ),
    _number(
        r"(?<![\w-])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\w-])",
        1.0,
        sign=re.compile("-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-"),
        form=hexadecimal("-0000-0000-"),
        unbroken=True,
    ),
    # "BA117 LHR-JFK 18NOV"
    _number(
        r"(?<![\w-])(?:[A-Z]{2}|[A-Z][0-9]) ?[0-9]{2,4} [A-Z]{3}[-–/][A-Z]{3}(?= [0-9]{1,2}[A-Z]{3}\b)",
        0.95,
        digits=2,
        sign=re.compile("[0-9] [A-Z]{3}[-–/][A-Z]{3} "),
    ),
    # "H00QRA0047728811": a parcel's, or another long number of somebody.
    _number(
        r"(?<![\w/.=:#@-])(?=[0-9]{0,20}[A-Z])[A-Z0-9]{12,24}(?![\w/=@-])", digits=8, check=_is_long_code, unbroken=True
    ),
    # "K-40481923" alone; standards are numbered with fewer digits.
    _number(
        r"(?<![\w.-])[A-Z]{1,4}-[0-9]{6,12}(?![\w-])",
        0.75,
        digits=6,
        sign=re.compile("[A-Z]-[0-9]{6}"),
        form=form("A-000000"),
        reach=(5, 15),
    ),
    # "container KFZU 774120-3": ISO 6346, an owner, U for a container of freight, and a digit that checks.
    _number(
        r"(?<![\w-])[A-Z]{3}[UJZ][ -]?[0-9]{6}[ -]?[0-9](?![\w-])",
        0.9,
        digits=6,
        sign=re.compile("[UJZ][ -]?[0-9]{6}"),
        reach=(6, 12),
    ),
    # "It's HX 2290 7741 06": letters before groups of digits, as policies and cards of members have them.
    _number(
        r"(?<![\w.,$€£/-])(?!(?:EN|DIN|BS|NF|UN|CV|FY|EU|UK|US|RM|RS|PO|IN|ON|AT|BY|OF|TO|OR|NO|"
        r"AD|BC|CE|AM|PM|ID|NI|T|F|M|P|W|H)\b)"
        r"[A-Z]{1,2}(?: [0-9]{3,5}){1,4}(?: [0-9]{1,5})(?:[ -]?[A-Z])?(?![\w%-]|[.,:/][0-9])",
        0.75,
        digits=7,
        sign=re.compile("[A-Z] [0-9]{3,5} [0-9]"),
        reach=(6, 30),
        check=_grouped,
    ),
    # "It's oh six one nine": digits that are said one by one.
    _number(
        rf"\b{_SAID_DIGIT}(?:[ -](?:(?:double|triple) )?{_SAID_DIGIT}){{3,18}}\b",
        cues=frozenset(("oh", "zero", "double", "triple", "six", "seven", "eight", "nine")),
        check=_said,
        folded=True,
    ),
    # "one e g four t e five m k", "L-S-twelve, four H-Q": a code that is said by letters and digits.
    _number(
        rf"\b{_SAID_SIGN}(?:(?:,? |-){_SAID_SIGN}){{5,18}}\b(?!['’])",
        0.8,
        cues=_SAID_NUMBERS,
        check=_said_code,
        folded=True,
    ),
    # "EQID: 1840557731H": a label of capitals that ends so.
    _number(
        r"\b(?!(?:P|T|U|G|UU|GU|PP|TG)ID)[A-Z]{1,6}ID: ?(?P<v>(?=(?:[A-Z-]{0,4}[0-9]){5})[A-Z0-9-]{5,20})(?![\w-])",
        0.85,
        digits=4,
        sign=re.compile(r"ID: ?[A-Z0-9]"),
        reach=(10, 30),
    ),
    # "TKT 125-2419983312": tickets of airlines.
    _number(r"(?<![\w-])[0-9]{3}[- ][0-9]{10}(?![\w-])", 0.8, digits=10, form=form("000-0000000000", "000 0000000000")),
    # What payment services call accounts, customers and charges.
    _number(
        r"(?<![\w-])(?:(?:acct|cus|cust|ch|pi|sub|in|pm|card|usr|user|ba|txn|py|src|tok|po)_(?=[A-Za-z]{0,20}[0-9])"
        r"(?=[0-9]{0,20}[A-Za-z])[A-Za-z0-9]{8,40}|(?:acct|cust?|usr|user|member|order)_[0-9]{5,20})(?![\w-])",
        0.9,
        digits=1,
        sign=re.compile(r"_(?:[A-Za-z0-9]{8}|[0-9]{5})"),
        unbroken=True,
    ),
    # "EN/7731/2006"
    _number(
        r"(?<![\w/.-])[A-Z]{1,4}/[0-9]{2,6}/[0-9]{2,4}(?![\w/-])", 0.75, digits=2, sign=re.compile("[A-Z]/[0-9]{2}")
    ),
    # Animals' microchips (ISO 11784): the code of a maker, from 900 on, and twelve digits.
    _number(
        r"(?<![\w.,/-])(?<![0-9] )9[0-9]{2}(?: [0-9]{3}){4}(?![\w/-]| [0-9]|[.,][0-9])",
        0.75,
        digits=3,
        sign=re.compile("9[0-9]{2} [0-9]{3} "),
    ),
    # Where something is: "-31.9774, 116.2046".
    _number(
        r"(?<![\w.-])-?[0-9]{1,2}\.[0-9]{4,10}°?(?: ?[NS])?,\s?-?[0-9]{1,3}\.[0-9]{4,10}(?!\w|\.[0-9])",
        digits=5,
        check=_on_earth,
        sign=re.compile(r"\.[0-9]{4}"),
    ),
    # Driving licences of Great Britain.
    _number(
        r"(?<![\w-])[A-Z9]{5} ?[0-9]{6} ?[A-Z9]{2} ?[0-9][A-Z]{2}(?![\w-])",
        0.9,
        digits=6,
        form=form("A000000A", "A 000000 A", "9000000A", "9 000000 A"),
    ),
    # British plates: "silver Octavia YD17 MKP"
    _number(
        r"(?<![\w-])[A-HJ-PR-Y]{2}(?:0[1-9]|[1-7][0-9]) [A-Z]{3}(?![\w-])",
        0.8,
        digits=2,
        sign=re.compile(r"[0-9] [A-Z]{3}"),
        reach=(4, 6),
    ),
    # Parcels of UPS.
    _number(
        r"(?<!\w)1Z ?[0-9A-Z]{3} ?[0-9A-Z]{3} ?[0-9A-Z]{2} ?[0-9A-Z]{4} ?[0-9A-Z]{4}(?!\w)",
        0.95,
        sign=re.compile("1Z[ 0-9A-Z]"),
        form=form("0A"),
        reach=(5, 30),
    ),
    _number(
        r"(?<![\w-])[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{2}[0-9]{6}(?![\w-])",
        0.6,
        digits=6,
        check=_vin,
        sign=re.compile(r"[0-9]{6}(?![\w-])"),
        form=form("000000"),
        unbroken=True,
        longest=17,
    ),
    _number(
        r"(?<![\w-])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D](?!\w)",
        0.85,
        digits=6,
        sign=re.compile(r"[0-9] ?[A-D](?!\w)"),
        form=form("AA0", "AA 0"),
        reach=(15, 5),
    ),
    # The same in degrees, minutes and seconds.
    _number(
        r"(?<![\w.])[0-9]{1,2}(?:°|\sdeg)\s?[0-9]{1,2}(?:\.[0-9]{1,4})?['′’]\s?(?:[0-9]{1,2}(?:\.[0-9]{1,4})?(?:[\"″”]|'')\s?)?[NS],?\s{0,2}"
        r"[0-9]{1,3}(?:°|\sdeg)\s?[0-9]{1,2}(?:\.[0-9]{1,4})?['′’]\s?(?:[0-9]{1,2}(?:\.[0-9]{1,4})?(?:[\"″”]|'')\s?)?[EW](?!\w)",
        0.9,
        digits=1,
        cues=frozenset(("deg",)),
        marks=frozenset("°"),
    ),
)

IDENTIFIERS = CARDS + _BY_FORM + BEHIND_WORDS
"""Rules for numbers and codes that stand for one person, account, case or device."""
