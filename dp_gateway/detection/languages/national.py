"""What has a form in texts of other languages than English: identifiers, telephones, addresses, dates and amounts.

The detector reads the passages of its languages; of English ones only numbers behind the name of a foreign document.
Nothing is loaded for a text without another language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from dp_gateway.detection.languages.addresses import towns_beside, without_spaces
from dp_gateway.detection.languages.labelled import Labels, numbers, numbers_in_english, spelled
from dp_gateway.detection.languages.national_identifiers import identifiers
from dp_gateway.detection.languages.tables import rules_of
from dp_gateway.languages import Passage, passages
from dp_gateway.languages.conventions import REGIONS
from dp_gateway.patterns.rules import Found, Rules
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.entities import Entity

_SPACELESS = ("zh", "ja")
_LATIN = frozenset(("de", "fr", "es", "it", "nl", "pt", "pl"))
_GOOD_PART = 4
_LONGEST_START = 40
_SAID, _LONGEST_DIGIT = re.compile(r"\w+"), len("dziewięć")


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
            [
                Entity(_word_start(text, start), end, kind, score, self.name)
                for start, end, kind, score in self._found(text)
                if self._types is None or kind in self._types
            ]
            for text in texts
        ]

    def _found(self, text: str) -> Iterator[Found]:
        found = list(_joined(self._find(text)))
        if all(language not in REGIONS for _, _, language in found):
            if any(language == "en" for _, _, language in found):
                yield from numbers_in_english(text, 0, len(text))
            return
        labels, main = Labels(text), _main(found, len(text))
        for start, end, language in found:
            # In a letter of another language, lines of names and numbers alone look like English.
            of = main if language == "en" else language
            if of in REGIONS:
                yield from numbers(text, labels, start, end, of)
                for first, last, kind, score in _by_rules(text[start:end], of):
                    yield start + first, start + last, kind, score
            elif language == "en":
                yield from numbers_in_english(text, start, end)


def _word_start(text: str, start: int) -> int:
    """Where the word in Latin letters begins that a finding begins in: rules know A to Z, and "ŻIH 301" has more."""
    least = max(start - _LONGEST_START, 0)
    while start > least and _is_latin(text[start]) and _is_latin(text[start - 1]):
        start -= 1
    return start


def _is_latin(char: str) -> bool:
    return char.isalpha() and char < "\u0250"


def _main(found: Sequence[tuple[int, int, str]], length: int) -> str:
    """The language of most of what is not English, where that is a good part of the text; English otherwise."""
    sizes: dict[str, int] = {}
    for start, end, language in found:
        if language in REGIONS:
            sizes[language] = sizes.get(language, 0) + end - start
    largest = max(sizes, key=lambda language: sizes[language])
    return largest if sizes[largest] * _GOOD_PART >= length else "en"


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


def _by_rules(text: str, language: str) -> Iterator[Found]:
    reading = Reading(text)
    found = [one for one in _rules(language).find(reading) if one[0] < one[1]]
    labels = Labels(text)
    for start, end, kind, score in found:
        if kind != "SPELLED":
            yield start, end, kind, score
            continue
        # Of a language without spaces each character is a digit; long words are two, as "zesenvijftig" is.
        words = _SAID.findall(text, start, end)
        count = end - start if language in _SPACELESS else sum(1 + (len(word) > _LONGEST_DIGIT) for word in words)
        if (meant := spelled(labels, start, count)) is not None:
            yield start, end, meant, score
    if language in _SPACELESS:
        yield from without_spaces(text, language)
    elif language in _LATIN:
        yield from towns_beside(text, found)


@cache
def _rules(language: str) -> Rules:
    return Rules([*identifiers(language), *rules_of(language)])
