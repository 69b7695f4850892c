"""One training from raw data to a file of weights; `python -m dp_gateway.training tagger` calls it."""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from dp_gateway.detection.tagger.labels import EMITTED, LABELS
from dp_gateway.training.dataset import Builder, Stream
from dp_gateway.training.export import calibration, export, restore
from dp_gateway.training.fit import Prepared, Settings, fit, probabilities
from dp_gateway.training.mixture import augmented, held_out_parts, sources
from dp_gateway.training.model import Tagger
from dp_gateway.training.vocabulary import build_vocabulary, first_vectors

__all__ = ["told", "train"]

_ROUNDS = 2
_BATCH = 6144
_FIRST_VECTORS = 0.3
_LATER_RATE = 1.8e-3


def train(
    data: Path, cache: Path, out: Path, *, steps: int, minutes: float, seed: int, threads: int, made: int,
    negative: int, start: Path | None, say: Callable[[str], object],
) -> None:  # fmt: skip
    """Read, augment, train, calibrate, write; see the command for the arguments."""
    import torch

    examples = sources(data, cache, made=made, negative=negative, seed=seed)
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

    def watch(step: int, loss: float) -> None:
        say(f"step {step}: loss {loss:.4f}")
        if step % 1000 == 0:
            for name, stream in held_out.items():
                say(f"  {name}: {told(stream, probabilities(model, stream, prepared))}")

    settings = Settings(steps=steps, batch=_BATCH, seed=seed, threads=threads, minutes=minutes)
    if start is not None:
        settings = settings._replace(rate=_LATER_RATE)
    fit(model, rounds, prepared, settings, out.with_name(out.name + ".checkpoint"), watch)
    found = [(stream, probabilities(model, stream, prepared)) for stream in held_out.values()]
    scores = {name: told(stream, odds) for name, (stream, odds) in zip(held_out, found, strict=True)}
    for name, score in scores.items():
        say(f"{name}: {score}")
    about = {"seed": seed, "steps": steps, "words": int((rounds[0].words > 0).sum()), "held out": scores}
    export(model, vocabulary, calibration(found, words), out, about)


def told(stream: Stream, odds: np.ndarray) -> str:
    """Recall and precision of words at even odds, whatever the type; what a source leaves open does not count."""
    allowed = stream.allowed.astype(np.int64)
    emitted = odds[:, 1 : 1 + 2 * len(EMITTED)]
    inside = emitted.sum(1) > 0.5
    best = 1 + emitted.argmax(1)
    misc = sum(1 << index for index, label in enumerate(LABELS) if label.endswith("MISC"))
    gold = ((allowed & 1) == 0) & ((allowed & misc) == 0)
    outside = (allowed & 1 == 1) & (stream.words > 0) & ((allowed >> best) & 1 == 0)
    hit, wrong = int((gold & inside).sum()), int((outside & inside).sum())
    return f"recall {hit / max(1, gold.sum()):.3f}, precision {hit / max(1, hit + wrong):.3f}"
