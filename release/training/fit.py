"""Trains a tagger: the loop, seeded and resumable, on processors or a GPU's machine alike, and what follows it.

`run` prepares what it learns from and calls `learn`, which also calibrates and writes the weights.
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dp_gateway.detection.tagger.features import Features, Vocabulary, word_features
from dp_gateway.detection.tagger.weights import EMITTED, LABELS
from release.training.examples import Stream
from release.training.model import Tagger, calibration, export

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["Lessons", "Prepared", "Settings", "fit", "learn", "probabilities", "score"]


class Settings(NamedTuple):
    """How long and how fast it learns.

    Attributes:
        steps: batches.
        batch: words a batch, about.
        rate: the learning rate at its highest.
        rounded: share of the steps, the last ones, with weights and activations rounded.
        warm: steps until the rate is at its highest.
        threads: processor threads.
        seed: of everything drawn.
        minutes: stop the clock of the schedule here, if steps would take longer.
        average: how much of the running mean of the weights each step keeps; that mean is the result.
    """

    steps: int = 4000
    batch: int = 8192
    rate: float = 2.5e-3
    rounded: float = 0.2
    warm: int = 150
    threads: int = 1
    seed: int = 18
    minutes: float = 1e9
    average: float = 0.998


class Prepared(NamedTuple):
    """All distinct words of a data set with their features."""

    features: Features
    ends: np.ndarray

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        vocabulary: Vocabulary,
        features_of: Callable[[Sequence[str], Vocabulary], Features] = word_features,
    ) -> Prepared:
        """The features of all words, in the order of their numbers."""
        features = features_of([word or " " for word in words], vocabulary)
        return cls(features, features.starts + features.counts)

    def some(self, numbers: np.ndarray) -> Features:
        """The features of some words."""
        f = self.features
        starts, counts = f.starts[numbers], f.counts[numbers]
        new = np.cumsum(counts) - counts
        at = np.repeat(starts - new, counts) + np.arange(counts.sum())
        return Features(f.rows[numbers], f.ngrams[at], new, counts, f.shapes[numbers], f.flags[numbers])


def _batches(streams: Sequence[Stream], size: int, rng: np.random.Generator) -> Iterator[tuple[Stream, np.ndarray]]:
    """Endless batches of whole texts, every stream in turn, shuffled."""
    while True:
        for stream in streams:
            order = rng.permutation(len(stream.edges) - 1)
            lengths = np.diff(stream.edges)[order]
            cuts = np.searchsorted(np.cumsum(lengths), np.arange(size, lengths.sum(), size))
            for chosen in np.split(order, cuts):
                if len(chosen):
                    places = [np.arange(int(stream.edges[i]), int(stream.edges[i + 1])) for i in chosen]
                    yield stream, np.concatenate(places)


def _logits(model: Tagger, prepared: Prepared, words: np.ndarray, glued: np.ndarray) -> Tensor:
    import torch

    numbers, inverse = np.unique(words, return_inverse=True)
    return model.logits(
        prepared.some(numbers),
        torch.from_numpy(inverse),
        torch.from_numpy(glued.astype(np.float32)),
        torch.from_numpy((words > 0).astype(np.float32)),
    )


def _loss(logits: Tensor, allowed: np.ndarray, words: np.ndarray, weight: float) -> Tensor:
    """Negative log of the probability of all labels that are right; entities weigh more than what is outside."""
    import torch

    bits = (allowed[:, None].astype(np.int64) >> np.arange(len(LABELS))) & 1
    right = torch.from_numpy(bits.astype(bool))
    of_right = torch.logsumexp(logits.masked_fill(~right, -1e4), 1)
    each = torch.logsumexp(logits, 1) - of_right
    counted = torch.from_numpy(((words > 0) & (bits.sum(1) < len(LABELS))).astype(np.float32))
    counted = counted * torch.from_numpy(np.where(bits[:, 0] == 0, weight, 1.0).astype(np.float32))
    return (each * counted).sum() / counted.sum()


def fit(
    model: Tagger,
    streams: Sequence[Stream],
    prepared: Prepared,
    settings: Settings,
    checkpoint: Path,
    watch: Callable[[int, float], None],
) -> None:
    """Train; goes on from the checkpoint where there is one.

    Args:
        model: changed in place.
        streams: the data, differently augmented each.
        prepared: the words.
        settings: how.
        checkpoint: written every 500 steps.
        watch: called with the step and the mean loss every 200 steps.
    """
    import torch

    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    rng = np.random.default_rng(settings.seed)
    optimizer = torch.optim.Adam(list(model.weights.values()), lr=settings.rate, betas=(0.9, 0.98), fused=True)
    done, spent = 0, 0.0
    mean = {name: weight.detach().clone() for name, weight in model.weights.items()}
    if checkpoint.exists():
        state: Any = torch.load(checkpoint, weights_only=True)
        model.load(state["model"])
        mean = state["mean"]
        optimizer.load_state_dict(state["optimizer"])
        done, spent = state["step"], state["spent"]
    begun = time.monotonic() - spent
    batches = _batches(streams, settings.batch, rng)
    for _ in range(done):
        next(batches)
    model.training = True
    losses: list[float] = []
    step = done
    while step < settings.steps:
        spent = time.monotonic() - begun
        progress = max(step / settings.steps, spent / (settings.minutes * 60))
        if progress >= 1:
            break
        warm = min(1.0, (step + 1) / settings.warm)
        for group in optimizer.param_groups:
            group["lr"] = settings.rate * warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        model.rounding = progress > 1 - settings.rounded
        model.observing = step % 10 == 0
        stream, places = next(batches)
        words, glued = stream.words[places], stream.glued[places]
        loss = _loss(_logits(model, prepared, words, glued), stream.allowed[places], words, 1.3)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.weights.values(), 1.0)
        optimizer.step()
        losses.append(float(loss.detach()))
        step += 1
        # Young means forget fast: what the network was at first should not stay in it.
        share = 1 - min(settings.average, step / (step + 10))
        torch._foreach_lerp_(list(mean.values()), [one.detach() for one in model.weights.values()], share)
        if step % 200 == 0:
            watch(step, float(np.mean(losses[-200:])))
        if step % 500 == 0:
            state = {"model": model.state(), "mean": mean, "optimizer": optimizer.state_dict()}
            state |= {"step": step, "spent": spent}
            torch.save(state, checkpoint.with_suffix(".part"))
            checkpoint.with_suffix(".part").rename(checkpoint)
    model.load({**mean, "steps": model.steps})
    model.rounding, model.observing, model.training = True, False, False


def probabilities(model: Tagger, stream: Stream, prepared: Prepared, size: int = 16384) -> np.ndarray:
    """(n, labels) of a stream."""
    import torch

    before = model.training, model.observing
    model.training = model.observing = False
    parts: list[np.ndarray] = []
    first = 0
    while first < len(stream.words):
        last = int(stream.edges[min(np.searchsorted(stream.edges, first + size), len(stream.edges) - 1)])
        with torch.no_grad():
            logits = _logits(model, prepared, stream.words[first:last], stream.glued[first:last])
        parts.append(torch.softmax(logits, 1).numpy())
        first = last
    model.training, model.observing = before
    return np.concatenate(parts)


class Lessons(NamedTuple):
    """What a tagger learns from, and what it is calibrated on.

    Attributes:
        rounds: the data, differently augmented each.
        held_out: streams that are not learned from, by name.
        words: all words, by their numbers in the streams.
        prepared: their features.
    """

    rounds: Sequence[Stream]
    held_out: Mapping[str, Stream]
    words: Sequence[str]
    prepared: Prepared


def learn(
    model: Tagger, vocabulary: Vocabulary, lessons: Lessons, settings: Settings, out: Path,
    about: Mapping[str, object], say: Callable[[str], object],
) -> None:  # fmt: skip
    """Train, calibrate and write a tagger of whatever language.

    Args:
        model: changed in place.
        vocabulary: of the model.
        lessons: what it learns from.
        settings: how.
        out: the file of weights; the checkpoint stands beside it.
        about: what people should know of the training.
        say: takes lines about the progress.
    """
    prepared, held_out = lessons.prepared, lessons.held_out

    def watch(step: int, loss: float) -> None:
        say(f"step {step}: loss {loss:.4f}")
        if step % 1000 == 0:
            for name, stream in held_out.items():
                say(f"  {name}: {score(stream, probabilities(model, stream, prepared))}")

    fit(model, lessons.rounds, prepared, settings, out.with_name(out.name + ".checkpoint"), watch)
    found = [(stream, probabilities(model, stream, prepared)) for stream in held_out.values()]
    scores = {name: score(stream, odds) for name, (stream, odds) in zip(held_out, found, strict=True)}
    for name, told in scores.items():
        say(f"{name}: {told}")
    export(model, vocabulary, calibration(found, lessons.words), out, {**about, "held out": scores})


def score(stream: Stream, odds: np.ndarray) -> str:
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
