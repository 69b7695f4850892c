"""A detector of patterns, without a model: what models miss, and what its form or the words beside it give away.

`default_detection` runs it beside the tagger. In code only identifiers and what is unmistakable count.
"""

from __future__ import annotations

import ipaddress
import re
from bisect import bisect_right
from collections.abc import Sequence

from dp_gateway.languages import Passage, language_at, passages
from dp_gateway.patterns.addresses import ABROAD, ADDRESSES
from dp_gateway.patterns.cards import ibans
from dp_gateway.patterns.contacts import CALLER, CONTACTS
from dp_gateway.patterns.dates import DATES
from dp_gateway.patterns.groups import groups
from dp_gateway.patterns.identifiers import IDENTIFIERS
from dp_gateway.patterns.keys import keyed_values
from dp_gateway.patterns.labelled_numbers import LABELLED
from dp_gateway.patterns.lower_case import lower_case_names
from dp_gateway.patterns.measures import VALUES
from dp_gateway.patterns.money import MONEY
from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.organisations import organisations, organisations_in_small
from dp_gateway.patterns.persons import introduced_abroad, persons
from dp_gateway.patterns.places import PLACES, towns
from dp_gateway.patterns.rules import Found, RuleSet
from dp_gateway.patterns.said_sums import SAID_SUMS
from dp_gateway.patterns.secrets import SECRETS
from dp_gateway.patterns.structure import regions
from dp_gateway.patterns.talk import talk
from dp_gateway.patterns.told_jobs import told_jobs
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.entities import Entity


def abroad(text: str) -> Sequence[Passage]:
    """Find the passages of a text, empty where all of it is English: most texts need no second look."""
    found = passages(text)
    return found if any(one.language != "en" for one in found) else ()


# Least scores in code; a type that is not named is not looked for there. Full names, and streets with a number, stand
# in strings and comments, and hardly ever by chance.
_LEAST = {
    "EMAIL_ADDRESS": 0.0, "CREDIT_CARD": 0.7, "IBAN_CODE": 0.0, "US_SSN": 0.85, "US_ITIN": 0.85, "UK_NHS": 0.0,
    "MEDICAL_LICENSE": 0.8, "US_PASSPORT": 0.8, "US_DRIVER_LICENSE": 0.8, "US_BANK_NUMBER": 0.8, "ID_NUMBER": 0.85,
    "PHONE_NUMBER": 0.9, "IP_ADDRESS": 0.0, "MAC_ADDRESS": 0.0, "CRYPTO": 0.0, "API_KEY": 0.0, "URL": 0.9,
    "USERNAME": 0.9, "PERSON": 0.75, "STREET_ADDRESS": 0.9,
}  # fmt: skip
# Addresses of files, and those that a program fills in.
_PLACEHOLDERS = re.compile(r"%[sdr]|[{}<>$]|\Afile:|file://", re.IGNORECASE)
# "v 9.2.13.0", "jruby-9.2.13.0": a hyphen before a space begins an item of a list, or a line of a patch.
_VERSION = re.compile(r"(?i:version|release|ver|\bv|[=<>~]=)[_\s:='\"(]{0,8}\Z|(?<=\w)-\Z")
# 'client_ip == "81.2.69.142"'
_ADDRESSED = re.compile(r"(?i:ip(?:v4)?|addr(?:ess)?|host|src|dst|peer|remote|client|server)[\])]?\s?[=!]=\s?[\"']?\Z")
# Not `is_private`: that covers the addresses of examples, too.
_PRIVATE = tuple(
    map(
        ipaddress.ip_network,
        "0.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10".split(),
    )
)


def _counts(text: str, found: Found, code: Sequence[tuple[int, int]]) -> bool:
    """Whether a finding counts where it stands. `found`: what a rule found. `code`: the regions of code, in order."""
    if not code:
        return True
    start, end, kind, score = found
    index = bisect_right(code, (start, len(text) + 1)) - 1
    if index < 0 or start >= code[index][1]:
        return True
    if score < _LEAST.get(kind, 2.0) and not (kind == "PHONE_NUMBER" and _is_quoted_number(text, found)):
        return False
    if kind == "URL":
        return _PLACEHOLDERS.search(text, start, end) is None
    if kind != "IP_ADDRESS":
        return True
    before = text[max(start - 24, 0) : start]
    version = _VERSION.search(before) is not None and _ADDRESSED.search(before) is None
    return not version and (CALLER.search(before) is not None or not _is_private(text[start:end]))


def _is_quoted_number(text: str, found: Found) -> bool:
    """Whether a number of a country stands alone in quotes or between tags: "01758 555 012"."""
    start, end, _, score = found
    enclosed = text[start - 1 : start] in ('"', "'", "`", ">") and text[end : end + 1] in ('"', "'", "`", "<")
    return score >= _OF_A_COUNTRY and enclosed and text[start] in "0(" and " " in text[start:end]


_OF_A_COUNTRY = 0.7


def _is_private(address: str) -> bool:
    try:
        read = ipaddress.ip_address(address.partition("/")[0].partition("%")[0])
        return any(read in network for network in _PRIVATE)
    except ValueError:
        return False


_MEASURED = frozenset(("AGE", "DURATION", "QUANTITY"))
_ENGLISH = (
    LABELLED
    + PLACES
    + tuple(rule for rule in ADDRESSES if rule not in ABROAD)
    + tuple(rule for rule in VALUES if rule.type in _MEASURED)
)
"""Rules that read English words; the others go by the form, or know words of other languages too."""

RULES = CONTACTS + IDENTIFIERS + LABELLED + SECRETS + MONEY + SAID_SUMS + VALUES + DATES + ADDRESSES + PLACES
"""Every rule of this package that is an expression with hints."""
# Letters of scripts without spaces: beside them an address or a number begins and ends as beside a space. The parts of
# "2023年5月1日——2024年4月30日" are no groups of one number.
_SPACELESS = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff](?<![0-9][年月])")
_CAPITAL = re.compile(r"[^\W\d_a-z]")


class PatternDetector:
    """Addresses, telephone numbers, identifiers with and without a checksum, keys, values, dates, and names in context.
    `types`: entity types to look for; all by default. `names`: lists of names; None for names that their context gives
    away alone.
    """

    def __init__(self, *, types: Sequence[str] | None = None, names: NameLists | None = None) -> None:
        self.name = "patterns"
        self._types = frozenset(types) if types is not None else None
        wanted = [rule for rule in RULES if self._wants(rule.type)]
        self._rules = RuleSet(wanted, _LEAST)
        self._elsewhere = RuleSet((rule for rule in wanted if rule not in _ENGLISH), _LEAST)
        self._names = names

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points, overlaps not resolved."""
        return [
            [Entity(*found, self.name) for found in self._found(text) if self._wants(found[2]) and found[0] < found[1]]
            for text in texts
        ]

    def _wants(self, kind: str) -> bool:
        return self._types is None or kind in self._types

    def _found(self, text: str) -> list[Found]:
        reading, structure = Reading(text), regions(text)
        code = [(region.start, region.end) for region in structure if region.kind == "code"]
        found = self._english(text, reading, code)
        if others := abroad(text):
            found = [one for one in found if language_at(others, one[0]) == "en"]
            apart = Reading(_SPACELESS.sub(" ", text)) if _SPACELESS.search(text) else reading
            elsewhere = [*self._elsewhere.find(apart, code), *ibans(apart), *introduced_abroad(reading)]
            found += [one for one in elsewhere if language_at(others, one[0]) != "en"]
        found = [one for one in found if _counts(text, one, code)]
        found += keyed_values(reading, structure, self._names)
        return found

    def _english(self, text: str, reading: Reading, code: Sequence[tuple[int, int]]) -> list[Found]:
        """What all rules find, as if the text were English; of code what counts there, at least."""
        found = list(self._rules.find(reading, code))
        found += ibans(reading)
        all_code = code == [(0, len(text))]
        if _CAPITAL.search(text):
            if not all_code:
                found += organisations(reading, self._names)
                found += towns(reading, [one for one in found if one[2] == "STREET_ADDRESS"])
            found += persons(reading, self._names)
        if self._names is not None:
            found += lower_case_names(reading, self._names)
            found += talk(reading, self._names)
            if not all_code:
                found += organisations_in_small(reading, self._names)
        if not all_code:
            found += groups(reading)
            found += told_jobs(reading)
        return found
