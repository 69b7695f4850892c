"""Trains the tagger of English: what it learns from, how much of each source, and one run from raw data to its weights.

`python -m dp_gateway.training tagger` calls it.
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import Path

import numpy as np

from dp_gateway.training.corpora import LABELLED
from dp_gateway.training.examples import Builder, Example
from dp_gateway.training.export import restore
from dp_gateway.training.fit import Lessons, Prepared, Settings, learn
from dp_gateway.training.model import Tagger
from dp_gateway.training.noise import noisy, swapped
from dp_gateway.training.open_text import CLEAN, negatives
from dp_gateway.training.sources import Leakage
from dp_gateway.training.synthetic import synthetic
from dp_gateway.training.teachers import passages, taught
from dp_gateway.training.values import Values
from dp_gateway.training.vocabulary import build_vocabulary, first_vectors

__all__ = ["SHARES", "augmented", "held_out_parts", "sources", "train"]

SHARES = {
    "btc": 2.5, "wnut17": 3.0, "crossner": 4.0, "gmb": 1.3, "re3d": 2.0, "sec": 0.5, "snips": 0.5, "masc": 1.5,
    "speeches": 0.5, "glosses": 0.5, "reviews": 0.6, "youtube": 0.8, "technical": 0.5, "requests": 0.7,
    "tweebank": 3.0,
}  # fmt: skip
"""How often each example of a source is taken in one round of augmentation; once by default."""

_SWAPPED = 0.25
_HELD_OUT = 20


def sources(
    data: Path, cache: Path, *, made: int, negative: int, seed: int, without: Container[str] = ()
) -> dict[str, list[Example]]:
    """Examples by source, before augmentation; what stands in a test set is left out.

    Args:
        data: folder of the corpora.
        cache: folder of the teachers' findings.
        made: how many examples from templates.
        negative: how many pieces of files.
        seed: of what is drawn.
        without: sources that are left out: open text that too few teachers have read teaches what they miss.
    """
    leakage = Leakage(data)
    result: dict[str, list[Example]] = {}
    for name, texts in passages(data):
        if name in without:
            continue
        own = list(LABELLED[name](data)) if name in LABELLED else None
        listed = [example for example in taught(cache, name, texts, own) if not leakage.holds(example.text)]
        if name in CLEAN:
            result.setdefault("clean-dev", []).extend(listed[::_HELD_OUT])
            listed = [example for index, example in enumerate(listed) if index % _HELD_OUT]
        result[name] = listed
    result["templates"] = list(synthetic(made, random.Random(seed), data))
    result["templates-dev"] = list(synthetic(made // 50, random.Random(seed + 1), data))
    pieces = list(negatives(negative, random.Random(seed)))
    result["negatives"], result["negatives-dev"] = pieces[: -len(pieces) // 20], pieces[-len(pieces) // 20 :]
    return result


def held_out_parts(examples: dict[str, list[Example]], seed: int) -> dict[str, list[Example]]:
    """What settings and calibration are chosen on, by source: the examples as they are, and disturbed."""
    rng = random.Random(seed)
    parts = {name: listed for name, listed in examples.items() if name.endswith("-dev")}
    return {name: [*listed, *(noisy(example, rng) for example in listed)] for name, listed in parts.items()}


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
                if name not in ("templates", "negatives", *CLEAN):
                    one = swapped(one, values, _SWAPPED) if rng.random() < 0.5 else one
                yield one if name == "negatives" and rng.random() < 0.8 else noisy(one, rng)


_ROUNDS = 2
_BATCH = 6144
_FIRST_VECTORS = 0.3
_LATER_RATE = 1.8e-3


def train(
    data: Path, cache: Path, out: Path, *, steps: int, minutes: float, seed: int, threads: int, made: int,
    negative: int, start: Path | None, without: Container[str], say: Callable[[str], object],
) -> None:  # fmt: skip
    """Read, augment, train, calibrate, write; see the command for the arguments."""
    import torch

    examples = sources(data, cache, made=made, negative=negative, seed=seed, without=without)
    for name, listed in examples.items():
        say(f"{name}: {len(listed)} examples, {sum(len(one.spans) for one in listed)} entities")
    builder = Builder()
    rounds = [builder.stream(augmented(examples, seed + number)) for number in range(_ROUNDS)]
    held_out = {name: builder.stream(both) for name, both in held_out_parts(examples, seed).items()}
    words = list(builder.words)
    seen: Counter[str] = Counter()
    for word, count in zip(words, np.bincount(rounds[0].words, minlength=len(words)).tolist(), strict=True):
        seen[word.lower()] += count
    vocabulary, listed_words = build_vocabulary(seen)
    prepared = Prepared.of(words, vocabulary)
    torch.manual_seed(seed)
    model = Tagger(len(listed_words))
    with torch.no_grad():
        model.weights["words.weight"].copy_(torch.from_numpy(first_vectors(listed_words)) * _FIRST_VECTORS)
    if start is not None:
        restore(model, vocabulary, start)
    rate = Settings().rate if start is None else _LATER_RATE
    settings = Settings(steps=steps, batch=_BATCH, rate=rate, seed=seed, threads=threads, minutes=minutes)
    about = {"seed": seed, "steps": steps, "words": int((rounds[0].words > 0).sum())}
    learn(model, vocabulary, Lessons(rounds, held_out, words, prepared), settings, out, about, say)
