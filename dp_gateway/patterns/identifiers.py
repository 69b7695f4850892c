"""Cards, accounts, numbers of documents, records and devices: by checksum where there is one, else by context.

Numbers that are too plain to count alone need a word of their kind before them. Shapes and words are those of
Presidio's recognisers for the United States and the United Kingdom, and of the offices that give the numbers out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.patterns.logs import is_in_log, is_moment_of_log
from dp_gateway.patterns.rules import Check, Expression, Found, Rule
from dp_gateway.patterns.windows import Reading, form, hexadecimal

__all__ = ["IDENTIFIERS", "LABELLED", "ibans"]

# A file of a program ends in ".cc".
_CARD_WORDS = re.compile(r"(?:card|visa|mastercard|amex|discover|debit|credit|(?<![\w.])cc)\b", re.I)
# ISO 13616, lengths of the countries' IBANs.
_IBAN_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU XK",
        21: "CH CR HR LI LV",
        22: "BG BH DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
    for country in countries.split()
}
_IBAN = re.compile(r"(?<![\w])(?:IBAN)?([A-Za-z]{2}[ -]?[0-9]{2})(?=(?:[ \n-]?[A-Za-z0-9]){11})")
# How one begins, cheaper to find: it stands within these distances of the whole.
_IBAN_SIGN = re.compile(r"[0-9]{2}(?:(?<=[A-Za-z]{2}..)|(?<=[A-Za-z]{2}[ -]..))(?=(?:[ \n-]?[A-Za-z0-9]){11})")
_IBAN_REACH = (10, 60)
_SMALL_GROUP = re.compile("[ -][a-z]+(?![0-9A-Za-z])")
_LIKE_IBAN = Expression(r"(?<!\w)[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}(?!\w)")
_SHORTEST = 15
_DIGITS_OF_IBAN = 8


def _luhn(digits: str) -> bool:
    odd, even = digits[-1::-2], digits[-2::-2]
    return (sum(map(int, odd)) + sum(sum(divmod(2 * int(digit), 10)) for digit in even)) % 10 == 0


# An address of a machine, and perhaps a port: of twelve digits one number in ten has the check digit of a card.
_FRACTION = re.compile(r"[0-9]{1,9}\.[0-9]{8,}")
_DOTTED = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9])")


# "2005-06-26-10.33.38", "2024-02-11 09.14.55".
_MOMENT = re.compile(
    r"(?:19|20)[0-9]{2}([-.])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12][0-9]|3[01])[-. ](?:[01][0-9]|2[0-3])[.-]?[0-5]"
)
# Numbers that networks give out (ISO/IEC 7812): where a number stands alone in a program, others are chance.
_ISSUED = re.compile(
    r"4(?:.{12}|.{15}|.{18})|5[1-5].{14}|2(?:22[1-9]|2[3-9].|[3-6]..|7[01].|720).{12}|3[47].{13}|3(?:0[0-5]|[68].).{11,16}|"
    r"35.{14}|6(?:011|4[4-9].|5..).{12,15}|62.{14,17}|(?:50|5[6-9]|6[0-9]).{10,17}"
)
# How people write cards; "1518309000.123" has a separator, too.
_IN_GROUPS = re.compile(
    r"[0-9]{4}([ .\u00a0-])(?:[0-9]{4}(?:\1[0-9]{1,4}){1,3}|[0-9]{6,7}\1?[0-9]{0,5})|"
    r"(?:[0-9]{1,2}[ .-]){6,18}[0-9]{1,2}"
)


def _card(text: str, start: int, end: int) -> float | None:
    if (
        _DOTTED.match(text, start, end)
        or _FRACTION.fullmatch(text, start, end)
        or _MOMENT.match(text, start, end)
        or is_moment_of_log(text, start, end)
    ):
        return None
    digits = re.sub("[^0-9]", "", text[start:end])
    if len(digits) not in range(12, 20) or len(set(digits)) == 1:
        return None
    in_context = _CARD_WORDS.search(text, max(0, start - 60), start) is not None
    if digits[0] in "23456" and _luhn(digits):
        # One number in ten passes the check by chance: thirteen digits in a row alone are as likely a time stamp.
        if in_context or (not (found := text[start:end]).isdigit() and _IN_GROUPS.fullmatch(found)):
            return 1.0
        return (1.0 if _ISSUED.fullmatch(digits) else 0.6) if len(digits) in range(15, 20) and found.isdigit() else 0.5
    return 0.75 if in_context else (0.55 if len(digits) in range(16, 17) and not text[start:end].isdigit() else None)


def ibans(reading: Reading) -> Iterator[Found]:
    """IBANs with spaces or without; the checksum also says where one ends when words in capitals follow."""
    text = reading.text
    beginnings = reading.around(reading.signs(_IBAN_SIGN), *_IBAN_REACH)
    for match in (match for start, end in beginnings for match in _IBAN.finditer(text, start, end)):
        start = match.start(1)
        length = _IBAN_LENGTHS.get(text[start : start + 2].upper())
        if length is None:
            continue
        compact, end, grouped = _compact(text, start, length)
        if len(compact) < length or (end < len(text) and text[end].isalnum()):
            continue
        if len(_SMALL_GROUP.findall(text, start, end)) > 1:
            continue  # "is 046 454 286 and my health card": one in 97 of such sentences has the right sum
        value = "".join(str(int(char, 36)) for char in compact[4:] + compact[:4])
        if int(value) % 97 == 1:
            yield start, end, "IBAN_CODE", 1.0
        elif grouped or "iban" in text[max(0, start - 30) : start].lower():
            # A digit was mistyped, or made up: who reads it takes it for an account all the same.
            yield start, end, "IBAN_CODE", 0.7
    runs = reading.near_digits(_DIGITS_OF_IBAN) if reading.longest >= _SHORTEST else ()
    for match in (match for start, end in runs for match in _LIKE_IBAN.finditer(text, start, end)):
        if match.group()[:2] in _IBAN_LENGTHS and sum(map(str.isdigit, match.group())) >= _DIGITS_OF_IBAN:
            yield *match.span(), "IBAN_CODE", 0.6


def _compact(text: str, start: int, length: int) -> tuple[str, int, bool]:
    """The first letters and digits of an IBAN without what stands between, where they end, and whether capitals and
    digits stand in groups of four.
    """
    compact, end, grouped = "", start, True
    while end < len(text) and len(compact) < length:
        char = text[end]
        if char.isascii() and char.isalnum():
            compact += char
            grouped = grouped and not char.islower()
        elif char in " -\n" and text[end - 1] not in " -\n":
            grouped = grouped and len(compact) % 4 == 0
        else:
            break
        end += 1
    return compact, end, grouped


_CONNECT = (
    r"(?:\s{0,3}(?:\#|no\.?|nr\.?|num(?:bers?)?|ids?|code|ref(?:erence)?|identifier)\b\.?)?(?:\s{1,3}(?:is|"
    r"was|of|ending in|reads))?\s{0,3}[:=\#\-–]?\s{0,3}[\"'“(]?\s{0,3}"
)
_STRONG = (
    r"(?:\s{0,3}(?:\#|no\b\.?|nr\b\.?|num(?:bers?)?\b|ids?\b|code\b|ref(?:erence)?\b|identifier\b)\.?|"
    r"\s{0,3}[:=\#])(?:\s{0,3}(?:is|was|ending in|reads)\b)?\s{0,3}[:=\#\-–]?\s{0,3}[\"'“(]?\s{0,3}"
)
# What a value may hold beside digits, and some signs of other scripts: only for looking ahead.
_NO_DIGIT = r"[^\s0-9!-,:-@\[-^`{-~]{0,38}+"
# "W2458 81902": more digits behind a space go on with it.
_GROUPS = r"(?:(?<=[0-9]) [0-9]{3,8}(?![\w%@]|[.,:/-][0-9])){0,3}"
_VALUE = rf"(?P<v>(?={_NO_DIGIT}[0-9])[^\W_](?:[\w/.-]{{1,38}}[^\W_]){_GROUPS})"
_LONG_VALUE = rf"(?P<v>(?=(?:{_NO_DIGIT}[0-9]){{4}})[^\W_](?:[\w/.-]{{3,38}}[^\W_]){_GROUPS})"


def _context(words: str, connect: str = _CONNECT, value: str = _LONG_VALUE) -> Expression:
    return Expression(rf"\b(?:{words}){connect}{value}(?![\w@])")


def _not_date(text: str, start: int, end: int) -> float | None:
    found = text[start:end]
    # "account 2024-05-06", "order 12.50", "case 2021", "Client v3.13.9"
    if re.fullmatch(
        r"v[0-9]{1,3}(?:\.[0-9]{1,4}){1,3}|(?:19|20)[0-9]{2}(?:[-/.][0-9]{1,2}){0,2}|[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{2,4}|[0-9]+[.,][0-9]{1,2}",
        found,
    ):
        return None
    return 0.8


def _some_number(text: str, start: int, end: int) -> float | None:
    # Words that tell which number it is come first.
    return 0.45 if _not_date(text, start, end) else None


_SAID_DIGIT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_COUNTED = "zero one two three four five six seven eight nine one"


def _said(text: str, start: int, end: int) -> float | None:
    # Who counts names no number.
    return None if " ".join(re.split("[ -]", text[start:end].lower())) in _COUNTED else 0.8


def _vin(text: str, start: int, end: int) -> float | None:
    return 0.6 if any(char.isupper() for char in text[start:end]) else None


_THINGS = (
    r"account|acct|a/c|case|claim|customer|client|member(?:ship)?|employee|staff|student|patient|medical record|mrn|"
    r"policy|order|invoice|ticket|booking|reservation|confirmation|conf|tracking|shipment|reference|"
    r"ref|contract|file|docket|parcel|package|waybill|consignment|loan|mortgage|receipt|rma|purchase order|asset tag|"
    r"serial|imei|imsi|iccid|vin|vehicle|licen[sc]e plate|plate|registration|badge|visa|tax|vat|ein|tin|nino|utr|"
    r"bvn|tfn|abn|acn|uan|rrn|datix|pps|"
    r"national insurance|national id|identity card|id card|insurance|subscriber|beneficiary|transaction|payment|"
    r"device|certificate|permit|prescription|rx|chart|personnel|acc|ppsn?|tfn|abn|nric|aadhaar|bvn|emirates id|"
    r"social insurance|passbook|roll|matriculation|steuernummer|kundennummer|"
    r"aktenzeichen|swift|bic|sort code|lease|tenancy|warranty|emp\.?"
)
# What each of these begins with, up to the first letter that may be missing or another one.
_THING_STARTS = tuple(re.findall(r"(?:^|\|)([a-z/ ]+)(?!\?)", _THINGS))
_DOCUMENTS = (
    ("US_PASSPORT", "passport|reisepass|passeport", ("passport", "reisepass", "passeport")),
    (
        "US_DRIVER_LICENSE",
        r"driver'?s?'?\s+licen[sc]e|driving licen[sc]e|\bdl\b|licen[sc]e number",
        ("license", "licence", "dl"),
    ),
    (
        "US_BANK_NUMBER",
        r"bank account|routing|account and routing|aba\b|checking account|savings account|konto(?:nummer)?",
        ("account", "routing", "aba", "konto", "kontonummer"),
    ),
    ("MEDICAL_LICENSE", r"medical licen[sc]e|dea\b|npi\b", ("license", "licence", "dea", "npi")),
)
"""Type, words before the number, cues."""

_DECIMALS = re.compile(r"[0-9]+\.[0-9]+")
_MORE_BEFORE, _MORE_BEHIND = re.compile(r"[0-9],\s?\Z"), re.compile(r",\s?[-+]?[0-9]")
_POLE, _DATE_LINE = 90, 180


def _on_earth(text: str, start: int, end: int) -> float | None:
    """Whether two numbers may be a latitude and a longitude, and no part of a longer row."""
    first, second = map(float, _DECIMALS.findall(text, start, end))
    if max(first, second) < 1 or first > _POLE or second > _DATE_LINE:
        return None
    in_row = _MORE_BEFORE.search(text, max(0, start - 4), start) or _MORE_BEHIND.match(text, end)
    return None if in_row else 0.85


IDENTIFIERS: tuple[Rule, ...] = (
    Rule(
        "CREDIT_CARD",
        Expression(r"(?<![\w+-])(?<!\+ )[0-9](?:[ .\u00a0-]?[0-9]){11,18}(?![\w]|-[0-9])"),
        digits=12,
        check=_card,
    ),
    # "+4111 1111 1111 1111+": more digits than a telephone has.
    Rule(
        "CREDIT_CARD",
        Expression(r"\+(?P<v>[0-9]{4}(?:[ -]?[0-9]{4}){3})(?!\w|-[0-9])"),
        digits=12,
        check=_card,
        sign=re.compile(r"\+[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]"),
    ),
    # "2:24-cv-01187-RSM": a case of an American court
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w:.-])[0-9]{1,2}:[0-9]{2}-[a-z]{2}-[0-9]{3,6}(?:-[A-Z]{2,4}){0,2}(?![\w-])"),
        0.95,
        digits=3,
        marks=frozenset(":"),
        sign=re.compile("[0-9]-[a-z]{2}-[0-9]"),
    ),
    # "VISA ****4417", "card xxxx-xxxx-xxxx-4417"
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w*•])(?:(?:\*{4}|[xX]{4}|•{4})[ -]?){1,3}(?P<v>[0-9]{4})(?![\w*-])"),
        0.85,
        hints=("****", "xxxx", "••••"),
        digits=4,
        sign=re.compile(r"[*xX•][ -]?[0-9]{4}(?!\w)"),
    ),
    # An area of 000, 666 or 9xx was never given out: the number is in the form of one all the same.
    Rule(
        "US_ITIN",
        Expression(r"(?<![\w-])9[0-9]{2}([- ])[5-9][0-9]\1[0-9]{4}(?![\w-])"),
        0.87,
        digits=9,
        sign=re.compile("9[0-9]{2}[- ][5-9]"),
        form=form("000-00-0000", "000 00 0000"),
        reach=(5, 15),
    ),
    Rule(
        "US_SSN",
        Expression(r"(?<![\w-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![\w-])"),
        0.85,
        digits=9,
        form=form("000-00-0000"),
    ),
    Rule(
        "US_SSN",
        Expression(r"(?<![\w-])(?!000|666|9)[0-9]{3} (?!00)[0-9]{2} (?!0000)[0-9]{4}(?![\w-])"),
        0.85,
        digits=9,
        form=form("000 00 0000"),
    ),
    Rule(
        "US_SSN",
        Expression(
            r"\b(?:(?:ssn|social(?: security)?(?: number| no\.?| \#)?)\W{0,3}(?:is |number )?\W{0,2})(?P<v>[0-"
            r"9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4})(?![\w-])"
        ),
        0.9,
        digits=9,
        cues=frozenset(("ssn", "social")),
        folded=True,
    ),
    Rule(
        "UK_NHS",
        Expression(r"(?:\bnhs\W{0,3}(?:number|no\.?)?\W{0,3}(?:is )?)(?P<v>[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{4})(?!\w)"),
        0.9,
        digits=10,
        cues=frozenset(("nhs",)),
        folded=True,
    ),
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w-])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(?![\w-])"),
        1.0,
        sign=re.compile("-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-"),
        form=hexadecimal("-0000-0000-"),
        unbroken=True,
    ),
    # "K-40481923" alone; standards are numbered with fewer digits.
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w.-])[A-Z]{1,4}-[0-9]{6,12}(?![\w-])"),
        0.75,
        digits=6,
        sign=re.compile("[A-Z]-[0-9]{6}"),
        form=form("A-000000"),
        reach=(5, 15),
    ),
    *(
        Rule(kind, _context(words), 0.85, digits=4, cues=frozenset(cues), check=_not_date, folded=True)
        for kind, words, cues in _DOCUMENTS
    ),
    Rule("ID_NUMBER", _context(_THINGS), digits=1, hints=_THING_STARTS, begins=True, check=_not_date, folded=True),
    Rule(
        "ID_NUMBER",
        Expression(rf"(?:\((?:no|nr)\b\.?|\b(?:no|nr)\.)\s?\#?{_LONG_VALUE}(?![\w@])"),
        digits=1,
        cues=frozenset(("no", "nr")),
        check=_not_date,
        folded=True,
    ),
    # "(ID E-20418)": behind the word in capitals a number with three digits in a row.
    Rule(
        "ID_NUMBER",
        Expression(
            r"\bID(?: is| was)?\s{1,3}"
            r"(?P<v>(?=[A-Z]{0,4}[-_/]?[0-9]{3})[A-Z]{0,4}[-_/]?[0-9][0-9A-Za-z/-]{2,20})(?![\w-])"
        ),
        0.75,
        digits=3,
        cues=frozenset(("id",)),
        check=_not_date,
    ),
    Rule(
        "ID_NUMBER",
        _context(_THINGS + r"|\bid", _STRONG, _VALUE),
        digits=1,
        hints=(*_THING_STARTS, "id"),
        begins=True,
        check=_not_date,
        folded=True,
    ),
    # Four digits are a year or a number of things as often, so fewer words tell of them.
    Rule(
        "ID_NUMBER",
        Expression(
            r"\b(?:badge|extension|employee|account|acct|ticket|booking)\s(?P<v>[0-9]{4})(?![\w%@]|[.,:/-][0-9])"
        ),
        digits=4,
        cues=frozenset("badge extension employee account acct ticket booking".split()),
        check=_not_date,
        folded=True,
    ),
    # "(ID 20231187)", "I-94 number is 694172830A1"
    Rule(
        "ID_NUMBER",
        Expression(
            rf"\b(?:(?<![\w-])id|number(?: is| was|:)?)\s(?P<v>(?=(?:{_NO_DIGIT}[0-9]){{6}})[^\W_][\w/-]{{4,38}}[^\W_])"
            r"(?![\w@%]|[.,:/-][0-9])"
        ),
        digits=6,
        cues=frozenset(("id", "number")),
        check=_some_number,
        folded=True,
    ),
    # Codes of bookings are six capitals and digits; all may be letters.
    Rule(
        "ID_NUMBER",
        Expression(
            r"\b(?i:record locator|locator|pnr|(?:booking|reservation|conf(?:irmation)?)\.? (?:code|ref(?:erence)?|"
            r"no\.?|number|\#))(?i:\s(?:is|was))?\s{0,3}[:=\#]?\s{0,3}[\"'“(]?(?P<v>[A-Z0-9]{5,8})(?![\w-])"
        ),
        0.85,
        cues=frozenset("locator pnr booking reservation conf confirmation".split()),
    ),
    # "last 4 of my SSN 7719", "last four digits are 0042", "card ending 4417"
    Rule(
        "ID_NUMBER",
        Expression(
            r"\b(?:last (?:4|four)(?: (?:digits|numbers))?(?: (?:of|on) (?:(?:the|my|his|her|our|their|your) )?"
            r"[a-z]{2,12}(?: (?:number|card|account))?)?(?: (?:is|are|was|were))?|"
            r"(?:card|visa|mastercard|amex|account|acct|ssn|number|phone|debit|credit)[^.\n]{0,16}? "
            r"ending(?: in| with)?)[: ]\s?(?P<v>[0-9]{4})(?![\w%]|[.,:/-][0-9])"
        ),
        0.9,
        digits=4,
        cues=frozenset(("last", "ending")),
        folded=True,
    ),
    # "It's oh six one nine": digits that are said one by one.
    Rule(
        "ID_NUMBER",
        Expression(rf"\b{_SAID_DIGIT}(?:[ -](?:(?:double|triple) )?{_SAID_DIGIT}){{3,18}}\b"),
        cues=frozenset(("oh", "zero", "double", "triple", "six", "seven", "eight", "nine")),
        check=_said,
        folded=True,
    ),
    # "SWIFT BFTVVNVX": which bank and branch, in letters.
    Rule(
        "ID_NUMBER",
        Expression(
            r"\b(?:SWIFT|BIC|Swift|Bic|swift|bic)(?:[ /-]?(?:BIC|[Cc]ode|CODE))?:?\s"
            r"(?P<v>[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?!\w)"
        ),
        0.99,
        cues=frozenset(("swift", "bic")),
        reach=(2, 30),
    ),
    # "TKT 125-2419983312", "FF BA 40918273": tickets and frequent flyers.
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w-])[0-9]{3}[- ][0-9]{10}(?![\w-])"),
        0.8,
        digits=10,
        form=form("000-0000000000", "000 0000000000"),
    ),
    Rule(
        "ID_NUMBER",
        Expression(r"\b(?:FF|FFN|FQTV|frequent flyer)(?: no\.?| number|:)? (?:[A-Z]{2} ?)?(?P<v>[0-9]{6,12})(?!\w)"),
        0.9,
        digits=6,
        cues=frozenset("ff ffn fqtv frequent".split()),
        reach=(2, 40),
    ),
    # "by PC 4471 Hughes"
    Rule(
        "ID_NUMBER",
        Expression(
            r"\b(?:PC|WPC|PCSO|DC|DS|PS|Officer|Constable|Sgt\.?)(?: [Nn]o\.?)? "
            r"(?P<v>[0-9]{2,5}[A-Z]{0,2}) (?=[A-Z][a-z])"
        ),
        0.9,
        digits=2,
        cues=frozenset("pc wpc pcso dc ds ps officer constable sgt".split()),
        capital=True,
        reach=(2, 25),
    ),
    # "ref ASANTE451", "ref. SEA/24/117"
    Rule(
        "ID_NUMBER",
        Expression(
            r"\b[Rr]ef(?:erence)?\b\.?(?: is| was|:)?\s"
            r"(?P<v>(?=[A-Z/-]{0,20}[0-9])[A-Z]{2}[A-Z0-9/-]{2,20}[A-Z0-9])(?![\w-])"
        ),
        0.8,
        digits=1,
        cues=frozenset(("ref", "reference")),
    ),
    # What payment services call accounts, customers and charges.
    Rule(
        "ID_NUMBER",
        Expression(
            r"(?<![\w-])(?:(?:acct|cus|cust|ch|pi|sub|in|pm|card|usr|user|ba|txn|py|src|tok|po)_(?=[A-Za-z]{0,20}[0-9])"
            r"(?=[0-9]{0,20}[A-Za-z])[A-Za-z0-9]{8,40}|(?:acct|cust?|usr|user|member|order)_[0-9]{5,20})(?![\w-])"
        ),
        0.9,
        digits=1,
        sign=re.compile(r"_(?:[A-Za-z0-9]{8}|[0-9]{5})"),
        unbroken=True,
    ),
    # "sort 40-18-33"
    Rule(
        "ID_NUMBER",
        Expression(
            r"\bsort(?: code)?:? (?P<v>[0-9]{2}-[0-9]{2}-[0-9]{2}(?![\w-])|[0-9]{6}(?=[,;]? (?:acct?|account|a/c)\b))"
        ),
        0.9,
        digits=6,
        cues=frozenset(("sort",)),
        folded=True,
    ),
    # "EN/7731/2006", and where something is: "-31.9774, 116.2046".
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w/.-])[A-Z]{1,4}/[0-9]{2,6}/[0-9]{2,4}(?![\w/-])"),
        0.75,
        digits=2,
        sign=re.compile("[A-Z]/[0-9]{2}"),
    ),
    # Animals' microchips (ISO 11784): the code of a maker, from 900 on, and twelve digits.
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w.,/-])(?<![0-9] )9[0-9]{2}(?: [0-9]{3}){4}(?![\w/-]| [0-9]|[.,][0-9])"),
        0.75,
        digits=3,
        sign=re.compile("9[0-9]{2} [0-9]{3} "),
    ),
    # Latitude and longitude.
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w.-])-?[0-9]{1,2}\.[0-9]{4,10}°?(?: ?[NS])?,\s?-?[0-9]{1,3}\.[0-9]{4,10}(?!\w|\.[0-9])"),
        digits=5,
        check=_on_earth,
        sign=re.compile(r"\.[0-9]{4}"),
    ),
    # Driving licences of Great Britain.
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w-])[A-Z9]{5} ?[0-9]{6} ?[A-Z9]{2} ?[0-9][A-Z]{2}(?![\w-])"),
        0.9,
        digits=6,
        form=form("A000000A", "A 000000 A", "9000000A", "9 000000 A"),
    ),
    # "Moda Health, group 10017734"
    Rule(
        "ID_NUMBER",
        Expression(r"\b(?:group|plan|payer)(?: (?:id|no\.?|number|\#))?:? \#?(?P<v>[0-9]{5,12})(?![\w%]|[.,:/-][0-9])"),
        0.8,
        digits=5,
        cues=frozenset(("group", "plan", "payer")),
        folded=True,
    ),
    # "His serial number was 34 099 871"
    Rule(
        "ID_NUMBER",
        Expression(
            rf"\b(?:{_THINGS}|service|id) (?:number|no\b\.?|nr\b\.?)(?: (?:is|was|reads))?:?\s"
            r"(?P<v>[0-9]{1,3}(?: [0-9]{2,4}){2,5})(?![\w%]|[.,:/-][0-9])"
        ),
        0.8,
        digits=6,
        hints=(*_THING_STARTS, "service", "id"),
        begins=True,
        folded=True,
    ),
    # "the plate of the car that hit me is 7XKL293"
    Rule(
        "ID_NUMBER",
        Expression(
            r"\b(?i:plates?|rego?|registration)\b(?:[^.:;\n]{0,60}?(?i:\b(?:is|was|reads?|read)\b|:))??\s{0,2}[\"'“]?"
            r"(?P<v>(?=[A-Z -]{0,7}[0-9])(?=[0-9 -]{0,7}[A-Z])[A-Z0-9]{1,4}(?:[ -]?[A-Z0-9]{1,4}){1,2})(?![\w-])"
        ),
        0.85,
        digits=1,
        cues=frozenset("plate plates reg rego registration".split()),
    ),
    # British plates: "silver Octavia YD17 MKP"
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w-])[A-HJ-PR-Y]{2}(?:0[1-9]|[1-7][0-9]) [A-Z]{3}(?![\w-])"),
        0.8,
        digits=2,
        sign=re.compile(r"[0-9] [A-Z]{3}"),
        reach=(4, 6),
    ),
    # Parcels of UPS.
    Rule(
        "ID_NUMBER",
        Expression(r"(?<!\w)1Z ?[0-9A-Z]{3} ?[0-9A-Z]{3} ?[0-9A-Z]{2} ?[0-9A-Z]{4} ?[0-9A-Z]{4}(?!\w)"),
        0.95,
        sign=re.compile("1Z[ 0-9A-Z]"),
        form=form("0A"),
        reach=(5, 30),
    ),
    Rule(
        "ID_NUMBER",
        Expression(
            r"\bvat(?: ?(?:id|no|nr|number|reg(?:istration)?(?: (?:no|number))?)\b\.?)?(?: is)?[:\#]? ?\(?"
            r"(?P<v>(?:[a-z]{2} ?)?[0-9](?:[ .-]?[0-9]){7,11})(?!\w)"
        ),
        0.9,
        digits=1,
        cues=frozenset(("vat",)),
        folded=True,
    ),
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w-])[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{2}[0-9]{6}(?![\w-])"),
        0.6,
        digits=6,
        check=_vin,
        sign=re.compile(r"[0-9]{6}(?![\w-])"),
        form=form("000000"),
        unbroken=True,
        longest=17,
    ),
    Rule(
        "ID_NUMBER",
        Expression(r"(?<![\w-])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D](?!\w)"),
        0.85,
        digits=6,
        sign=re.compile(r"[0-9] ?[A-D](?!\w)"),
        form=form("AA0", "AA 0"),
        reach=(15, 5),
    ),
    # The same in degrees, minutes and seconds.
    Rule(
        "ID_NUMBER",
        Expression(
            r"(?<![\w.])[0-9]{1,2}(?:°|\sdeg)\s?[0-9]{1,2}(?:\.[0-9]{1,4})?['′’]\s?(?:[0-9]{1,2}(?:\.[0-9]{1,4})?(?:[\"″”]|'')\s?)?[NS],?\s{0,2}"
            r"[0-9]{1,3}(?:°|\sdeg)\s?[0-9]{1,2}(?:\.[0-9]{1,4})?['′’]\s?(?:[0-9]{1,2}(?:\.[0-9]{1,4})?(?:[\"″”]|'')\s?)?[EW](?!\w)"
        ),
        0.9,
        digits=1,
        cues=frozenset(("deg",)),
        marks=frozenset("°"),
    ),
)
"""Rules for numbers and codes that stand for one person, account, case or device."""


# How far before a number its label may stand.
_REACH = 80
_WORD = re.compile(r"[^\W\d_]+")
_DEA_WEIGHTS = (1, 2, 1, 2, 1, 2)


def _behind(words: frozenset[str], score: float, valid: Check | None = None) -> Check:
    """A check that one of these words stands in the line, not far before the number."""

    def check(text: str, start: int, end: int) -> float | None:
        before = text[max(0, start - _REACH) : start].rpartition("\n")[2].lower()
        if words.isdisjoint(_WORD.findall(before)) or (valid is not None and valid(text, start, end) is None):
            return None
        return score

    return check


def _nhs(text: str, start: int, end: int) -> float | None:
    digits = [int(char) for char in text[start:end] if char.isdigit()]
    return (
        1.0 if sum(weight * digit for weight, digit in zip(range(10, 0, -1), digits, strict=True)) % 11 == 0 else None
    )


_DEA_BEFORE = re.compile(r"\bDEA\W{1,4}(?:[Nn]o\W{1,3})?\Z")


def _dea(text: str, start: int, end: int) -> float | None:
    # The last digit of: odd places, and twice the even places.
    digits = [int(char) for char in text[start + 2 : end]]
    total = sum(weight * digit for weight, digit in zip(_DEA_WEIGHTS, digits, strict=False))
    if total % 10 != digits[-1]:
        return None
    return 0.99 if _DEA_BEFORE.search(text, max(0, start - 12), start) else 0.7


def _labelled(kind: str, shape: str, words: str, *, digits: int, score: float, valid: Check | None = None) -> Rule:
    cues = frozenset(words.split())
    expression = Expression(rf"(?<![\w.-])(?:{shape})(?![\w-]|\.[0-9])")
    return Rule(kind, expression, score, digits=digits, cues=cues, check=_behind(cues, score, valid))


# In code a number behind such a word is seldom somebody's; in a line that a server logged it is.
_OF_SOMEBODY = (
    "customer client user account acct patient member subscriber employee student policy claim order invoice card loan "
    "booking passenger"
).split()


def _in_log(text: str, start: int, end: int) -> float | None:
    return 0.88 if is_in_log(text, start) and _not_date(text, start, end) else None


LABELLED: tuple[Rule, ...] = (
    # "order #99812 of account 5512-88 declined", "customer jane@example.com (id=88213"
    Rule(
        "ID_NUMBER",
        Expression(
            rf"\b(?:{'|'.join(_OF_SOMEBODY)})(?:(?:[ _-](?:id|no|nr|number))?[.:=]? ?\#?|"
            r"\b[^\n:=]{1,60}?\b(?:id|number)[:=] ?)"
            r"[\"'(]?(?P<v>[a-z]{0,4}-?[0-9][0-9-]{2,15}[0-9])(?![\w%]|[.:/][0-9]|-\w)"
        ),
        digits=1,
        cues=frozenset(_OF_SOMEBODY),
        check=_in_log,
        folded=True,
        reach=(20, 100),
    ),
    _labelled(
        "US_DRIVER_LICENSE",
        r"[A-Z]{1,2}[0-9]{4,14}[A-Z]?|[0-9]{2}[A-Z]{3}[0-9]{5,6}|[0-9]{7,9}[A-Z]{1,2}|[0-9]{3}[A-Z]{2}[0-9]{4}",
        "driver drivers driving license licence lic permit identification dl dls cdl cdls",
        digits=3,
        score=0.65,
    ),
    _labelled(
        "ID_NUMBER",
        r"[A-Z]{2} ?[0-9]{6,8}|[A-Z] [0-9]{6,8}|[0-9]{3} [0-9]{3} [0-9]{3}",
        "passport passports",
        digits=6,
        score=0.75,
    ),
    _labelled("US_PASSPORT", r"[A-Z]?[0-9]{8,9}", "passport passports travel", digits=8, score=0.5),
    _labelled("US_BANK_NUMBER", r"[0-9]{8,17}", "account acct bank checking savings debit", digits=8, score=0.6),
    _labelled(
        "US_SSN", r"[0-9]{9}|[0-9]{5}-[0-9]{4}|[0-9]{3}-[0-9]{6}|[0-9]{3}\.[0-9]{2}\.[0-9]{4}",
        "social ssn ssns ssid", digits=9, score=0.88,
    ),
    _labelled(
        "US_ITIN", r"9[0-9]{2}[- ]?[5-9][0-9][- ]?[0-9]{4}", "individual taxpayer itin itins tax tin taxid", digits=9,
        score=0.88,
    ),
    _labelled(
        "UK_NHS", r"[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{4}", "nhs national health", digits=10, score=1.0, valid=_nhs
    ),
    Rule(
        "MEDICAL_LICENSE", Expression(r"(?<![\w-])[ABCDEFGHJKLMPRSTUX][A-Z9][0-9]{7}(?![\w-])"), digits=7, check=_dea
    ),
)  # fmt: skip
"""Rules for numbers that count behind a word of their kind, or by their check digit."""
