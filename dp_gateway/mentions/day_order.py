"""Whether the day stands first in dates of digits of an English text, as it does outside of America: "03/09/1941".

`find_mentions` asks once for a request whose dates leave it open. Other languages have an order of their own, see
`DateFamily`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.text.entities import Mention

_BOTH_ORDERS = re.compile(r"(?<![\d/.-])(0?[1-9]|1[0-2])/(0?[1-9]|1[0-2])(?:/(?:\d{4}|\d{2}))?(?![\d/])")
_IN_DIGITS = re.compile(r"(?<![\d/.-])(\d{1,2})/(\d{1,2})(?:/(?:\d{4}|\d{2}))?(?![\d/])")
_DAYS, _MONTHS = range(13, 32), range(1, 13)
_BRITISH = re.compile(
    r"[£₹]|\bRs\.? ?[0-9]|\b(?:lakhs?|crores?|NHS|VAT|GST|plc|Pvt|A\$|NZ\$|p\.a\.)(?!\w)|\+(?:44|61|64|91|353|27)\b|"
    r"(?<![\w-])[A-Z]{1,2}[0-9][A-Z0-9]?\s[0-9][A-Z]{2}(?!\w)|(?<!\d)07[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}(?!\d)"
)
_AMERICAN = re.compile(r"(?<![A-Z])\$ ?[0-9]|\b[A-Z]{2},? [0-9]{5}(?:-[0-9]{4})?(?!\w)|\+1[ (-]|\b(?:SSN|ZIP)\b")
_NAMED_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}"
_DAY_AND_MONTH = re.compile(rf"(?<![\d/])[0-3]?[0-9](?:st|nd|rd|th)? (?:of )?{_NAMED_MONTH}(?!\w)")
_MONTH_AND_DAY = re.compile(rf"(?<!\w){_NAMED_MONTH}\.? [0-3]?[0-9](?:st|nd|rd|th)?(?!\w)")


def is_open(mention: Mention) -> bool:
    """Return whether a mention is a date of digits in English that may be read in both orders."""
    return (
        mention.type == "DATE_TIME"
        and not mention.language
        and any(one != other for one, other in _BOTH_ORDERS.findall(mention.text))
    )


def day_first(texts: Sequence[str]) -> bool:
    """Return whether the day stands first: by dates of the texts that leave no choice, else by money, addresses,
    telephones and offices of a country, else by dates whose month is named.
    """
    first = second = 0
    for text in texts:
        for one, other in _IN_DIGITS.findall(text) if "/" in text else ():
            first += int(one) in _DAYS and int(other) in _MONTHS
            second += int(other) in _DAYS and int(one) in _MONTHS
    if first != second:
        return first > second
    here, there = (any(map(sign.search, texts)) for sign in (_BRITISH, _AMERICAN))
    if here != there:
        return here
    named = [sum(len(sign.findall(text)) for text in texts) for sign in (_DAY_AND_MONTH, _MONTH_AND_DAY)]
    return named[0] > named[1]
