"""What has a form in texts of other languages than English: identifiers, telephones, addresses, dates and amounts.

The detector reads the passages of its languages; of English ones only numbers behind the name of a foreign document.
Nothing is loaded for a text without another language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from dp_gateway.entities.detectors.languages.addresses import towns_beside, without_spaces
from dp_gateway.entities.detectors.languages.identifiers import identifiers
from dp_gateway.entities.detectors.languages.labelled import numbers, numbers_in_english
from dp_gateway.entities.detectors.languages.tables import rules_of
from dp_gateway.entities.detectors.patterns.reading import Reading, folded_text
from dp_gateway.entities.detectors.patterns.rules import Found, Rules
from dp_gateway.entities.telephone_plans import REGIONS
from dp_gateway.entities.types import Entity
from dp_gateway.languages import Passage, passages

__all__ = ["NationalDetector"]

_SPACELESS = ("zh", "ja")


class NationalDetector:
    """Identifiers, telephone numbers, addresses, dates, ages and amounts as other languages write them.

    Args:
        types: entity types to look for; all by default.
        find: what tells the passages of a text.
    """

    def __init__(
        self, *, types: Sequence[str] | None = None, find: Callable[[str], Sequence[Passage]] = passages
    ) -> None:
        self.name = "national"
        self._types = frozenset(types) if types is not None else None
        self._find = find

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in code points, overlaps not resolved."""
        return [
            [Entity(*found, self.name) for found in self._found(text) if self._types is None or found[2] in self._types]
            for text in texts
        ]

    def _found(self, text: str) -> Iterator[Found]:
        lower = None
        for start, end, language in _joined(self._find(text)):
            if language == "en":
                lower = lower or folded_text(text)
                yield from numbers_in_english(text, lower, start, end)
            elif language in REGIONS:
                lower = lower or folded_text(text)
                yield from numbers(text, lower, start, end, language)
                for first, last, kind, score in _by_rules(text[start:end], language):
                    yield start + first, start + last, kind, score


def _joined(found: Sequence[Passage]) -> Iterator[tuple[int, int, str]]:
    """Passages of one language that touch, as one."""
    first, last, of = 0, 0, ""
    for start, end, language in found:
        if language != of and of:
            yield first, last, of
        if language != of:
            first, of = start, language
        last = end
    if of:
        yield first, last, of


def _by_rules(text: str, language: str) -> list[Found]:
    found = [one for one in _rules(language).find(Reading(text)) if one[0] < one[1]]
    found += towns_beside(text, found)
    if language in _SPACELESS:
        found += without_spaces(text, language)
    return found


@cache
def _rules(language: str) -> Rules:
    return Rules([*identifiers(language), *rules_of(language)])
