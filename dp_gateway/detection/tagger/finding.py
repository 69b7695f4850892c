"""A finding of the tagger with the text that it stands in, for the rules of `numbers`, `kinds` and `misread`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from dp_gateway.patterns.names import NameLists
from dp_gateway.text.entities import Entity

NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
FIRM = frozenset({"ORGANIZATION", "LOCATION"})
ADDRESS = frozenset({"STREET_ADDRESS"})
PERSON = frozenset({"PERSON"})
INSTITUTIONS = frozenset(
    "school high elementary academy kindergarten college university institute hospital infirmary clinic hospice church "
    "cathedral mosque synagogue temple library museum bank pharmacy hotel restaurant bakery".split()
)
"""What is a building and those in it; the surrogate should be one, too: "Lincoln Middle School", "Eastwood High"."""


_Rule = TypeVar("_Rule")


class Finding:
    """One finding. `word`: what the network found, in small letters. `found`: the entity as it is written."""

    __slots__ = ("entity", "found", "names", "text", "word")

    def __init__(self, text: str, entity: Entity, names: NameLists, word: str | None = None) -> None:
        self.text, self.entity, self.names = text, entity, names
        self.found = text[entity.start : entity.end]
        self.word = self.found.lower() if word is None else word

    def become(self, entity: Entity) -> Finding:
        """Return the same finding with other bounds or another type."""
        return self if entity is self.entity else Finding(self.text, entity, self.names, self.word)

    def before(self, pattern: re.Pattern[str], reach: int) -> re.Match[str] | None:
        """Return what `pattern`, which ends in \\Z or $, finds in the `reach` characters before the finding."""
        return pattern.search(self.text, max(0, self.entity.start - reach), self.entity.start)

    def behind(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what `pattern` finds where the finding ends."""
        return pattern.match(self.text, self.entity.end)

    def whole(self, pattern: re.Pattern[str]) -> bool:
        """Return whether `pattern` describes the finding."""
        return pattern.fullmatch(self.text, self.entity.start, self.entity.end) is not None

    def all_common(self) -> bool:
        """Return whether each word is one of everyday language."""
        return all(map(self.names.common.__contains__, self.word.split()))


def by_type(rules: Iterable[tuple[Collection[str], _Rule]]) -> Mapping[str, Sequence[_Rule]]:
    """Arrange rules of some types each by type, in their order."""
    found: dict[str, list[_Rule]] = {}
    for types, rule in rules:
        for one in types:
            found.setdefault(one, []).append(rule)
    return found
