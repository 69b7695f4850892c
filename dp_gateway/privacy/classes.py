"""The class of values that a certificate speaks of: the type, and every feature that the treatment keeps.

(epsilon, delta) of an entity holds for any two values of one class. Two values of different classes can be told apart:
what is kept leaves in clear. Families of surrogates say what they keep, reports print it beside the figure, and the
conformance suite compares values of one class.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["NOTHING_KEPT", "ValueClass"]

NOTHING_KEPT = "nothing but the type"


class ValueClass(NamedTuple):
    """The values among which a certificate holds.

    Attributes:
        type: entity type; for phrases, followed by the lexicon type.
        kept: the features that the treatment keeps, each in words that a layman understands ("that it is a family
            name", "a German number", "three significant digits"); equal in all values of the class.
    """

    type: str
    kept: tuple[str, ...] = ()

    def describe(self) -> str:
        """What is kept, in one line."""
        return ", ".join(self.kept) or NOTHING_KEPT
