"""Pairs of texts that differ in one visible feature of one mention; `testing.entities` draws both and compares.

All values are made up. Of each pair the features are those that somebody who reads a surrogate could see: length, case,
script, gender, rarity, leading zeros, significant digits, country, check digits, what looks like a title or a word,
order, and what stands beside it. To try a type of your own, add `TextPair`s to `EntityConformance.pairs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from dp_gateway.text.lists import sections

__all__ = ["ARTICLE_PAIRS", "FORM_PAIRS", "NATIVE_PAIRS", "PAIRS", "TOPIC_PAIRS", "TextPair"]


class TextPair(NamedTuple):
    """Two texts that differ in one mention.

    Attributes:
        type: entity type of the mention.
        feature: what the two mentions differ in.
        template: the text around it; `{}` is the mention.
        one, other: the mentions.
    """

    type: str
    feature: str
    template: str
    one: str
    other: str

    @property
    def texts(self) -> tuple[str, str]:
        """Give the two texts, each with its value in the sentence."""
        return self.template.replace("{}", self.one), self.template.replace("{}", self.other)


def _listed() -> Mapping[str, tuple[TextPair, ...]]:
    """The pairs of the file beside this module, by section."""
    found: dict[str, list[TextPair]] = {}
    for name, line in sections(Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8")):
        found.setdefault(name, []).append(TextPair(*line.replace("\\n", "\n").split("\t")))
    return {name: tuple(pairs) for name, pairs in found.items()}


_PAIRS = _listed()

PAIRS = _PAIRS["everyday"]
"""Pairs of every type that is drawn, made to differ in one visible feature each."""

FORM_PAIRS = _PAIRS["forms"]
"""Pairs written in other forms: beside labels, in JSON, tables and signatures, in words, as fractions, with parts."""

ARTICLE_PAIRS = _PAIRS["articles"]
"""Pairs whose indefinite article would tell how the value begins."""

TOPIC_PAIRS = _PAIRS["topics"]
"""Pairs of the types of sensitive topics, which a policy has looked for by `topics`."""

NATIVE_PAIRS = _PAIRS["native"]
"""Pairs of other languages than English; whoever compares them says where the mentions stand."""
