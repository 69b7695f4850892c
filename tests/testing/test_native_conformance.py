"""Surrogates of other languages keep what they print, as far as draws can tell."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.policy import PRESETS
from dp_gateway.testing.entities import EntityConformance
from dp_gateway.testing.pairs import NATIVE_PAIRS
from dp_gateway.text.entities import Entity

KEY = Secret(b"a key for tests, not a secret")
BY_TEXT = {
    text: Entity(pair.template.index("{}"), pair.template.index("{}") + len(words), pair.type, 1.0, "marked")
    for pair in NATIVE_PAIRS
    for text, words in zip(pair.texts, (pair.one, pair.other), strict=True)
}


class Marked:
    """Finds the mentions of the pairs where they stand."""

    name = "marked"
    types = ("PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS")

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [[BY_TEXT[text]] if text in BY_TEXT else [] for text in texts]


@pytest.mark.thorough
class TestNative(EntityConformance):
    """The default policy; of each pair but those of two genders, a firm with and without a word that says so, and a
    firm of one word and of several, both values are of one class.
    """

    draws = 240
    pairs = NATIVE_PAIRS
    APART = frozenset(
        {("PERSON", "German gender"), ("ORGANIZATION", "Japanese legal form"), ("ORGANIZATION", "German words")}
    )

    def make(self) -> Gateway:
        return Gateway(PRESETS["entities"], key=KEY, detection=Marked())

    def test_two_classes_are_printed_only_where_a_feature_is_kept_on_purpose(self, gateway: Gateway) -> None:
        def classes(text: str) -> set[tuple[str, ...]]:
            return {row.classes for row in gateway.sanitize(text, scope="s").report.figures}

        apart = {pair[:2] for pair in self.pairs if classes(pair.texts[0]) != classes(pair.texts[1])}
        assert apart == self.APART
