"""Identifiers that their form gives away, by patterns alone: cheap enough for every run of a streamed reply."""

from __future__ import annotations

from dp_gateway.detection.base import merge
from dp_gateway.detection.disguise import undisguise
from dp_gateway.detection.patterns.contacts import CONTACTS
from dp_gateway.detection.patterns.identifiers import IDENTIFIERS, ibans
from dp_gateway.detection.patterns.labelled import LABELLED
from dp_gateway.detection.patterns.reading import Reading
from dp_gateway.detection.patterns.rules import Rules
from dp_gateway.detection.patterns.secrets import SECRETS
from dp_gateway.text.entities import Entity

__all__ = ["identifiers_in"]

_LEFT_OUT = frozenset({"URL", "USERNAME"})
# A rule with a group `v` goes by the words before it; without a digit nothing but those words tells what follows.
_RULES = Rules(
    rule
    for rule in CONTACTS + IDENTIFIERS + LABELLED + SECRETS
    if rule.type not in _LEFT_OUT and (rule.digits or rule.pattern.group == 0)
)


def identifiers_in(text: str) -> list[Entity]:
    """The identifiers of a text: e-mail addresses, telephone, card, account and document numbers, machines, keys.

    No model runs. Web addresses, handles and passwords that only the words before them give away are left out. A text
    without a digit, an "@" or the beginning of a key costs some microseconds.

    Returns:
        Disjoint entities in the order of the text, in code points of the text as given.
    """
    plain = undisguise(text)
    reading = Reading(plain.text)
    found = [*_RULES.find(reading), *ibans(reading)]
    if not found:
        return []
    return merge((plain.raw(Entity(*one, "patterns")) for one in found if one[0] < one[1]), text)
