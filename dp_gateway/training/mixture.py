"""What the tagger learns from, and how much of each: labelled corpora, taught text, templates, negatives."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from dp_gateway.training.corpora import LABELLED
from dp_gateway.training.examples import Example
from dp_gateway.training.leakage import Leakage
from dp_gateway.training.negatives import negatives
from dp_gateway.training.noise import noisy, swapped
from dp_gateway.training.synthetic import synthetic
from dp_gateway.training.teachers import passages
from dp_gateway.training.values import Values
from dp_gateway.training.votes import taught

__all__ = ["SHARES", "augmented", "sources"]

SHARES = {
    "btc": 2.5, "wnut17": 3.0, "crossner": 4.0, "gmb": 1.3, "re3d": 2.0, "sec": 0.5, "snips": 0.5, "masc": 1.5,
    "reviews": 0.6, "youtube": 0.8,
}  # fmt: skip
"""How often each example of a source is taken in one round of augmentation; once by default."""

_SWAPPED = 0.25


def sources(data: Path, cache: Path, *, made: int, negative: int, seed: int) -> dict[str, list[Example]]:
    """Examples by source, before augmentation; what stands in a test set is left out.

    Args:
        data: folder of the corpora.
        cache: folder of the teachers' findings.
        made: how many examples from templates.
        negative: how many pieces of files.
        seed: of what is drawn.
    """
    leakage = Leakage(data)
    result: dict[str, list[Example]] = {}
    for name, texts in passages(data):
        own = list(LABELLED[name](data)) if name in LABELLED else None
        result[name] = [example for example in taught(cache, name, texts, own) if not leakage.holds(example.text)]
    result["templates"] = list(synthetic(made, random.Random(seed)))
    result["templates-dev"] = list(synthetic(made // 50, random.Random(seed + 1)))
    pieces = list(negatives(negative, random.Random(seed)))
    result["negatives"], result["negatives-dev"] = pieces[: -len(pieces) // 20], pieces[-len(pieces) // 20 :]
    return result


def augmented(examples: dict[str, Sequence[Example]] | dict[str, list[Example]], seed: int) -> Iterator[Example]:
    """One round over all training sources, augmented."""
    rng = random.Random(seed)
    values = Values(random.Random(seed))
    for name, listed in examples.items():
        if name.endswith("-dev"):
            continue
        share = SHARES.get(name, 1.0)
        for example in listed:
            for _ in range(int(share + rng.random())):
                one = example
                if name not in ("templates", "negatives"):
                    one = swapped(one, values, _SWAPPED) if rng.random() < 0.5 else one
                yield one if name == "negatives" and rng.random() < 0.8 else noisy(one, rng)
