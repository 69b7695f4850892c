"""What a small NER model misses: a detector of patterns, without a model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.detection.in_languages import abroad
from dp_gateway.detection.patterns.addresses import ABROAD, ADDRESSES
from dp_gateway.detection.patterns.contacts import CONTACTS
from dp_gateway.detection.patterns.dates import DATES
from dp_gateway.detection.patterns.grammar import counts
from dp_gateway.detection.patterns.groups import groups
from dp_gateway.detection.patterns.identifiers import IDENTIFIERS, ibans
from dp_gateway.detection.patterns.keys import keyed_values
from dp_gateway.detection.patterns.labelled import LABELLED
from dp_gateway.detection.patterns.lower_case import lower_case_names
from dp_gateway.detection.patterns.names import NameLists
from dp_gateway.detection.patterns.organisations import organisations
from dp_gateway.detection.patterns.persons import introduced_abroad, persons
from dp_gateway.detection.patterns.places import PLACES, towns
from dp_gateway.detection.patterns.reading import Reading
from dp_gateway.detection.patterns.rules import Found, Rules
from dp_gateway.detection.patterns.secrets import SECRETS
from dp_gateway.detection.patterns.values import VALUES
from dp_gateway.detection.structure import regions
from dp_gateway.languages import language_at
from dp_gateway.text.entities import Entity

__all__ = ["RULES", "NameLists", "PatternDetector"]

_MEASURED = frozenset(("AGE", "DURATION", "QUANTITY"))
_ENGLISH = (
    LABELLED
    + PLACES
    + tuple(rule for rule in ADDRESSES if rule not in ABROAD)
    + tuple(rule for rule in VALUES if rule.type in _MEASURED)
)
"""Rules that read English words; the others go by the form, or know words of other languages too."""

RULES = CONTACTS + IDENTIFIERS + LABELLED + SECRETS + VALUES + DATES + ADDRESSES + PLACES
"""Every rule of this package that is an expression with hints."""
# Letters of scripts without spaces: beside them an address or a number begins and ends as beside a space.
_SPACELESS = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_CAPITAL = re.compile(r"[^\W\d_a-z]")


class PatternDetector:
    """Addresses, telephone numbers, identifiers with and without a checksum, keys, values, dates, and names in context.

    Args:
        types: entity types to look for; all by default.
        names: lists of names; None for names that their context gives away alone.
    """

    def __init__(self, *, types: Sequence[str] | None = None, names: NameLists | None = None) -> None:
        self.name = "patterns"
        self._types = frozenset(types) if types is not None else None
        self._rules = Rules(rule for rule in RULES if self._wants(rule.type))
        self._elsewhere = Rules(rule for rule in RULES if self._wants(rule.type) and rule not in _ENGLISH)
        self._names = names

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in code points, overlaps not resolved."""
        return [
            [Entity(*found, self.name) for found in self._found(text) if self._wants(found[2]) and found[0] < found[1]]
            for text in texts
        ]

    def _wants(self, kind: str) -> bool:
        return self._types is None or kind in self._types

    def _found(self, text: str) -> list[Found]:
        reading = Reading(text)
        found = self._english(text, reading)
        if others := abroad(text):
            found = [one for one in found if language_at(others, one[0]) == "en"]
            apart = Reading(_SPACELESS.sub(" ", text)) if _SPACELESS.search(text) else reading
            elsewhere = [*self._elsewhere.find(apart), *ibans(apart), *introduced_abroad(reading)]
            found += [one for one in elsewhere if language_at(others, one[0]) != "en"]
        structure = regions(text)
        code = [(region.start, region.end) for region in structure if region.kind == "code"]
        found = [one for one in found if counts(text, one, code)]
        found += keyed_values(reading, structure, self._names)
        return found

    def _english(self, text: str, reading: Reading) -> list[Found]:
        """What all rules find, as if the text were English."""
        found = list(self._rules.find(reading))
        found += ibans(reading)
        if _CAPITAL.search(text):
            found += organisations(reading, self._names)
            found += towns(reading, [one for one in found if one[2] == "STREET_ADDRESS"])
            found += persons(reading, self._names)
        if self._names is not None:
            found += lower_case_names(reading, self._names)
        found += groups(reading)
        return found
