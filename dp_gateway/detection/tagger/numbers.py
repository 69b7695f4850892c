"""What digits are that the tagger takes for a day, a time, an address or an age. `settled` and `kinds` ask."""

from __future__ import annotations

import re

from dp_gateway.detection.tagger.finding import Finding
from dp_gateway.patterns.base import DECADE
from dp_gateway.text.entities import Entity

YEAR = re.compile("(?:19|20)[0-9]{2}")

# Addresses that are none.
_IN_NAME = re.compile(r"\s[A-Z]")
_REST_OF_NUMBER = re.compile(r"[.,][0-9]")
_LONGEST_SHORT = 6
_INDEFINITE, _REACH_OF_ARTICLE = re.compile(r"\b[Aa]n? \Z"), 4


def is_no_address(f: Finding) -> bool:
    """Return whether what is taken for an address is a word or number that is none."""
    # "2014 VW Polo", "Nakamura K.K., 1,900 employees"
    digits = f.word.isdigit() and ((YEAR.fullmatch(f.word) and f.behind(_IN_NAME)) or f.behind(_REST_OF_NUMBER))
    return bool(digits or _is_one_word(f) or _is_counted(f))


def _is_counted(f: Finding) -> bool:
    """Whether a number before small letters counts, as the article before it tells: "a 2 way street"."""
    return f.found.islower() and f.found[0].isdigit() and f.before(_INDEFINITE, _REACH_OF_ARTICLE) is not None


def _is_one_word(f: Finding) -> bool:
    """Whether a small or short word alone is taken for an address: "cost centre", "FSIQ"."""
    found = f.found
    return found.isalpha() and (found[0].islower() or (found.isupper() and len(found) <= _LONGEST_SHORT))


# "8080:80" and "03" are no times, "I-80" is a road, the years of a copyright are nobody's, "in may" need not be a
# month, and who says "one two three" counts.
# "6/52" is in six weeks, as doctors write it.
_DAY_IN_LOG = "[0-9]{2}/[A-Z][a-z]{2}/[0-9]{4}"
_PORTS = re.compile(
    "[0-9]{1,2}/52|[0-9]{3,5}:[0-9]{1,5}|[0-9]{1,2}|(?:[ABEIM]|US|SR)-?[0-9]{1,3}|"
    f"{_DAY_IN_LOG}:[0-9:]{{5,8}}"
)
# "[03/May/2024:10:03:11 +0000]": the day of a moment that a server writes.
_DAY_OF_LOG, _MOMENT_BEHIND = re.compile(_DAY_IN_LOG), re.compile(":[0-9]{2}:[0-9]{2}:[0-9]{2}")
_SHARE_BEHIND = re.compile(r"\s?(?:%|percent\b|per cent\b)")
# "anti-D at 28/40": weeks of a pregnancy, of forty
_WEEK_OF_FORTY = re.compile(r"(?:4[0-2]|[1-3]?[0-9])(?:\+[0-6])?/40")
_NO_TIMES = frozenset(("may", "march", "mar", "sat", "sun", "APR"))
# "FOR SALE: 2014 VW Polo": the year of what is sold or driven, and nobody's.
_TRADED, _REACH_OF_TRADE = (
    re.compile(
        r"\b(?:for sale|sell(?:ing)?|sold|buy(?:ing)?|bought|driv(?:es?|ing)|drove|rent(?:ed|ing)|leas(?:ed|ing)):? "
        r"(?:(?:an?|my|his|her|our|their|the) )?\Z",
        re.IGNORECASE,
    ),
    18,
)
# Nine digits and more are a telephone number or another one, which patterns name; "12345-6789" is a postcode.
_TOO_LONG = re.compile(r"(?:[0-9] ?){9,}")


# "P07: My husband", "Table 2: the Goldfarbs": who speaks, and which of some.
_SHORT_LABEL, _COLON = re.compile("[A-Z]{0,2}[0-9]{1,2}"), re.compile(":[ \t\n]")

# "PR# 9130", "BUG #4411": what developers number, and no till and no clinic does.
_OF_CHANGE = re.compile(r"\b(?:PR|GH|RFC|PEP|ISSUE|BUG|RUN|BUILD) ?#?[:.]? ?\Z")


def is_other_number(f: Finding) -> bool:
    """Return whether what is taken for a postcode, a time or an identifier is another number, or none."""
    kind = f.entity.type
    if kind == "ID_NUMBER" and f.whole(_SHORT_LABEL) and f.behind(_COLON):
        return True
    if kind == "ID_NUMBER" and f.before(_OF_CHANGE, 12) and "#" in f.text[f.entity.start - 2 : f.entity.start + 1]:
        return True
    if kind == "DATE_TIME":
        if f.whole(_DAY_OF_LOG) and f.behind(_MOMENT_BEHIND):
            return True
        # "at 0700": a time of day, as "at 7:00" is, which stays.
        timed = f.whole(_CLOCK) and not f.whole(YEAR) and f.before(_TIMED, 8)
        traded = f.whole(YEAR) and f.behind(_IN_NAME) and f.before(_TRADED, _REACH_OF_TRADE)
        if timed or traded or f.whole(_WEEK_OF_FORTY) or f.found in _NO_TIMES or f.whole(_PORTS):
            return True
        return f.found[-1].isdigit() and f.behind(_SHARE_BEHIND) is not None
    return kind == "POSTCODE" and f.whole(_TOO_LONG)


# "charged 59.99 on 8 May": what no calendar and no clock has.
_TO_THE_CENT = re.compile(r"(?:3[2-9]|[4-9][0-9]|[0-9]{3,6})\.[0-9]{2}|[0-9]{1,2}\.[6-9][0-9]")
_DECADE, _OF_DECADE = re.compile(DECADE), re.compile(r"['’]s\b")
_CODE_OF_TOWN, _TOWN = re.compile("[0-9]{5}"), re.compile(r" [^\W\d_a-z]")
# "card ending 4471", "my pin is 4417"; "at 1430" is a time.
_NO_YEAR = re.compile("(?!1[0-9]{3}|20[0-9]{2}|2100)[0-9]{4}")
_CLOCK = re.compile("(?:[01][0-9]|2[0-3])[0-5][0-9]")
_TIMED = re.compile(r"\b(?:at|by|from|until|till|to|before|after|around|since)\s$|[-–]\s?$", re.IGNORECASE)
_REST_OF_DAY = re.compile("(?:[/.-][0-9]{1,2}){1,2}(?![0-9/.-]*[0-9])")
_BEHIND = tuple(
    map(
        re.compile,
        (
            # "dated 6 November, UTR 48271 93305"
            r"(?<=[a-z])\. (?=[A-Z]{1,2}[0-9])",
            # "closed on 30 Sept, 12 layoffs": a number behind the comma is counted.
            r"(?<=[a-z.]),\s[0-9]{1,2}\Z",
            # "died Oct. 30 at 88"
            r"(?<=\d) at (?:2[5-9]|[3-9][0-9]|1[01][0-9])\Z",
            r"(?<=\w), (?!(?:AM|PM|GMT|BST|UTC|EST|EDT|CST|CDT|MST|MDT|PST|PDT|CET|CEST|IST|WAT|EAT|SAST|AEST|AEDT|AD|"
            r"BC|BCE|CE|NOON)\b)[A-Z]{2,6}\Z",
            # "on 9 July at 10:15 lasts 11 h"
            r"(?<=[0-9]) (?:lasts?|takes?|took|costs?|leaves?|arrives?|departs?|starts?|begins?|ends?|opens?|closes?|"
            r"lands?)\b",
        ),
    )
)
"""What of a finding stands behind its date."""


def dated(f: Finding) -> Entity:
    """Return a date with the month of "Wed 3/12", or digits that are no year as what they are: a card, a code, "69008
    Lyon".
    """
    text, entity = f.text, f.entity
    if f.whole(_DECADE) and (rest := f.behind(_OF_DECADE)):
        # "since the 1960's"
        return entity._replace(end=rest.end())
    if f.whole(_TO_THE_CENT):
        return entity._replace(type="MONEY")
    if f.whole(_CODE_OF_TOWN):
        return entity._replace(type="POSTCODE" if f.behind(_TOWN) else "ID_NUMBER")
    if f.whole(_NO_YEAR):
        return entity if f.whole(_CLOCK) and f.before(_TIMED, 8) else entity._replace(type="ID_NUMBER")
    if f.found[-1].isdigit() and (rest := f.behind(_REST_OF_DAY)):
        return entity._replace(end=rest.end())
    cut = next((found for one in _BEHIND if (found := one.search(text, entity.start, entity.end))), None)
    return entity if cut is None else entity._replace(end=cut.start())
