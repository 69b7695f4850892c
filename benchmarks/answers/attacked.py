"""What an attacker gets of the same documents under the same policies, and what their certificates say."""

from __future__ import annotations

import math
from typing import NamedTuple

from benchmarks.answers.columns import KEY
from benchmarks.answers.items import PARTS, Item
from dp_gateway import Gateway
from dp_gateway.attacks.entities import EntityTrial
from dp_gateway.attacks.entity_attacks import EntityBayesian, EntityInversion
from dp_gateway.errors import InputError
from dp_gateway.policy import PRESETS

__all__ = ["TYPES", "Attacked", "attacked"]

TYPES = ("PERSON", "LOCATION", "ORGANIZATION", "JOB_TITLE")
_CERTIFIED = 4


class Attacked(NamedTuple):
    """What is known of a policy.

    Attributes:
        success: by entity type the share of mentions that the best attack names exactly; absent where none was drawn.
        epsilon: the largest certified epsilon of one value, of some documents.
    """

    success: dict[str, float]
    epsilon: float


def attacked(policy: str, items: list[Item]) -> Attacked:
    """Attack the documents of the held-out items, with those of the others as the attacker's own.

    Args:
        policy: a preset.
        items: all of them.
    """
    gateway = Gateway(PRESETS[policy], key=KEY)
    documents = {part: [one.turns[0] for one in items if one.task == "question" and one.part == part]
                 for part in PARTS}  # fmt: skip
    figures = [row for text in documents["held out"][:_CERTIFIED] for row in gateway.sanitize(text).report.figures]
    epsilon = max((row.certified[0] for row in figures if row.treatment != "keep"), default=math.inf)
    try:
        trial = EntityTrial(gateway, documents["held out"], documents["developed"])
    except InputError:
        return Attacked({}, epsilon)
    best: dict[str, float] = {}
    for attack in (EntityBayesian(), EntityInversion()):
        for name, (hits, of) in attack.attack(trial).by_type.items():
            best[name] = max(best.get(name, 0.0), hits / of)
    return Attacked(best, epsilon)
