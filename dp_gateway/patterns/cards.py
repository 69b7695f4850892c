"""Numbers of cards and bank accounts, which have check digits: one that was mistyped still tells of an account.

`identifiers` has the rules of cards among its own; detectors call `ibans` beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.patterns.lines import is_moment_of_log
from dp_gateway.patterns.rules import Expression, Found, Rule
from dp_gateway.patterns.windows import Reading

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
_IBAN = re.compile(r"(?<![\w])(?:IBAN)?([A-Za-z]{2}[ -]?[0-9]{2})(?=(?:[ \n.-]{0,3}[A-Za-z0-9]){11})")
# How one begins, cheaper to find: it stands within these distances of the whole.
_IBAN_SIGN = re.compile(r"[0-9]{2}(?:(?<=[A-Za-z]{2}..)|(?<=[A-Za-z]{2}[ -]..))(?=(?:[ \n.-]{0,3}[A-Za-z0-9]){11})")
_IBAN_REACH = (10, 80)
# "DE44  5001", "DE44 - 5001", "DE44.5001": what stands between two groups, three signs at most.
_APART = " -.\n"
_SMALL_GROUP = re.compile("[ -][a-z]+(?![0-9A-Za-z])")
_LIKE_IBAN = Expression(r"(?<!\w)[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}(?!\w)")
_SHORTEST = 15
_DIGITS_OF_IBAN = 8
_FRACTION = re.compile(r"[0-9]{1,9}\.[0-9]{8,}")
# An address of a machine, and perhaps a port: of twelve digits one number in ten has the check digit of a card.
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


def luhn_sum(digits: str) -> int:
    """Compute the sum of ISO/IEC 7812: that of the number of a card ends in 0."""
    odd, even = digits[-1::-2], digits[-2::-2]
    return sum(map(int, odd)) + sum(sum(divmod(2 * int(digit), 10)) for digit in even)


def iban_rest(compact: str) -> int:
    """Compute what an IBAN without spaces leaves when it is divided by 97 (ISO 13616): 1 where no sign is wrong."""
    return int("".join(str(int(char, 36)) for char in compact[4:] + compact[:4])) % 97


# "1741770000.000100", a moment in seconds; ":02:55.123456 2025", a part of one
_EPOCH = re.compile(r"[0-9]{10}\.[0-9]{3,9}|(?<=:)[0-9]{2}\.[0-9]{3,9} [0-9]{4}")


def _card(text: str, start: int, end: int) -> float | None:
    if (
        _DOTTED.match(text, start, end)
        or _EPOCH.fullmatch(text, start, end)
        or _FRACTION.fullmatch(text, start, end)
        or _MOMENT.match(text, start, end)
        or is_moment_of_log(text, start, end)
    ):
        return None
    digits = re.sub("[^0-9]", "", text[start:end])
    if len(digits) not in range(12, 20) or len(set(digits)) == 1:
        return None
    in_context = _CARD_WORDS.search(text, max(0, start - 60), start) is not None
    if digits[0] in "23456" and luhn_sum(digits) % 10 == 0:
        # One number in ten passes the check by chance: thirteen digits in a row alone are as likely a time stamp.
        if in_context or (not (found := text[start:end]).isdigit() and _IN_GROUPS.fullmatch(found)):
            return 1.0
        return (1.0 if _ISSUED.fullmatch(digits) else 0.6) if len(digits) in range(15, 20) and found.isdigit() else 0.5
    return 0.75 if in_context else (0.55 if len(digits) in range(16, 17) and not text[start:end].isdigit() else None)


def _called_card(text: str, start: int, end: int) -> float | None:
    return _card(text, start, end) if _CARD_WORDS.search(text, max(0, start - 60), start) else None


CARDS: tuple[Rule, ...] = (
    Rule("CREDIT_CARD", r"(?<![\w+-])(?<!\+ )[0-9](?:[ .\u00a0-]?[0-9]){11,18}(?![\w]|-[0-9])", digits=12, check=_card),
    # "4 1 1 1 - 1 1 1 1 - 1 1 1 1 - 1 1 1 1"
    Rule(
        "CREDIT_CARD",
        r"(?<![\w+-])[0-9](?: [0-9]){3}(?: [-–] [0-9](?: [0-9]){3}){3}(?![\w]| ?[-–] ?[0-9])",
        digits=16,
        check=_card,
    ),
    # "card: 4 1 1 1  1 1 1 1  1 1 1 1  1 1 1 1"; without the word it may be rows of a matrix
    Rule(
        "CREDIT_CARD",
        r"(?<![\w+-])[0-9](?: [0-9]){3}(?: {2,3}[0-9](?: [0-9]){3}){3}(?![\w]| {1,3}[0-9])",
        digits=16,
        check=_called_card,
    ),
    # "+4111 1111 1111 1111+": more digits than a telephone has.
    Rule(
        "CREDIT_CARD",
        r"\+(?P<v>[0-9]{4}(?:[ -]?[0-9]{4}){3})(?!\w|-[0-9])",
        digits=12,
        check=_card,
        sign=re.compile(r"\+[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]"),
    ),
    # "VISA ****4417", "card xxxx-xxxx-xxxx-4417"
    Rule(
        "ID_NUMBER",
        r"(?<![\w*•])(?:(?:\*{4}|[xX]{4}|•{4})[ -]?){1,3}(?P<v>[0-9]{4})(?![\w*-])",
        0.85,
        hints=("****", "xxxx", "••••"),
        digits=4,
        sign=re.compile(r"[*xX•][ -]?[0-9]{4}(?!\w)"),
    ),
    # "Amex ..1007", "Schwab account (…8832)"
    Rule(
        "ID_NUMBER",
        r"\b(?i:card|amex|visa|mastercard|debit|credit|account|acct?|a/c)\b[^\n0-9]{0,16}?(?:\.{2,4}|…)\s?"
        r"(?P<v>[0-9]{4})(?![\w%]|[.,:/-][0-9])",
        0.85,
        digits=4,
        reach=(2, 30),
    ),
)
"""Rules for the numbers of cards, and for what is shown of a number whose beginning is hidden."""


def ibans(reading: Reading) -> Iterator[Found]:
    """Find IBANs with spaces or without; the checksum also says where one ends when words in capitals follow."""
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
        if iban_rest(compact) == 1:
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
        elif char in _APART and not all(one in _APART for one in text[end - 3 : end]):
            grouped = grouped and len(compact) % 4 == 0
        else:
            break
        end += 1
    return compact, end, grouped
