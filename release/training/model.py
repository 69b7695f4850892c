"""The tagger's network in torch, and the file that the detector reads: whole numbers, scales, calibration.

The trainings fit it; `detection.tagger.network` computes the same in NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import (
    CASES,
    FLAGS,
    NGRAM_BUCKETS,
    SHAPE_BUCKETS,
    Features,
    Vocabulary,
    case_of,
)
from dp_gateway.detection.tagger.weights import EMITTED, LABELS, Layer, read_weights, write_weights
from release.training.examples import Stream
from release.training.wordlists import WORD_WIDTH

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["Tagger", "bits_of", "calibration", "export", "restore"]

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false


WIDTH = 160
SHAPE_WIDTH = 32
DILATIONS = (1, 2, 1, 4, 1, 2)
_LEVELS = 255
_DROPOUT = 0.15
_WORD_DROPOUT = 0.12
_STEADY = 0.9


class Tagger:
    """Logits of labels for a stream of words.

    Args:
        rows: words with vectors, the row for all others included.
        buckets: rows of the table of letter groups.
        dilations: of the convolutions.
        blind: how often the letter groups of a word are dropped in training.
        width: numbers that stand for a word between the layers; `detection.tagger.network` is exact up to 172.

    Attributes:
        weights: what is learned, by name.
        steps: what one level of each rounded activation is worth; observed while `observing` is on.
        training: drop words and activations.
        observing: follow the range of activations.
        rounding: give weights and activations the values of the NumPy network.
    """

    def __init__(
        self, rows: int, buckets: int = NGRAM_BUCKETS, dilations: tuple[int, ...] = DILATIONS, blind: float = 0.0,
        width: int = WIDTH,
    ) -> None:  # fmt: skip
        import torch

        features = 2 * WORD_WIDTH + SHAPE_WIDTH
        self.dilations, self._blind = dilations, blind
        shapes = {
            "words.weight": (rows, WORD_WIDTH),
            "ngrams.weight": (buckets, WORD_WIDTH),
            "shapes.weight": (SHAPE_BUCKETS, SHAPE_WIDTH),
            "flags": (FLAGS, SHAPE_WIDTH),
        }
        self.weights = {name: 0.1 * torch.randn(shape) for name, shape in shapes.items()}
        self.weights["glued"] = torch.zeros(width)
        layers = {"first": (width, features), "last": (len(LABELS), width)}
        layers |= {f"blocks.{place}": (width, width, 3) for place in range(len(dilations))}
        for name, shape in layers.items():
            bound = float(np.prod(shape[1:])) ** -0.5
            self.weights[f"{name}.weight"] = (2 * torch.rand(shape) - 1) * bound
            self.weights[f"{name}.bias"] = (2 * torch.rand(shape[0]) - 1) * bound
        for weight in self.weights.values():
            weight.requires_grad_()
        self.steps = torch.zeros(len(dilations) + 2)
        self.training = self.observing = self.rounding = False

    def state(self) -> dict[str, Tensor]:
        """All that is learned or observed, for a checkpoint."""
        return {name: weight.detach() for name, weight in self.weights.items()} | {"steps": self.steps}

    def load(self, state: dict[str, Tensor]) -> None:
        """Take what `state` gave."""
        import torch

        with torch.no_grad():
            for name, weight in self.weights.items():
                weight.copy_(state[name])
        self.steps = state["steps"].clone()

    def to(self, device: str) -> None:
        """Compute there from now on; features are given as tensors there."""
        self.weights = {name: one.detach().to(device).requires_grad_() for name, one in self.weights.items()}
        self.steps = self.steps.to(device)

    def logits(self, features: Features, inverse: Tensor, glued: Tensor, live: Tensor) -> Tensor:
        """(n, labels).

        Args:
            features: of the distinct words.
            inverse: (n,) which of them stands at each place.
            glued: (n,) 1 where no space stands before the word.
            live: (n,) 0 at empty places.
        """
        import torch
        from torch.nn import functional

        weights = self.weights
        h = self._of_words(features)[inverse] + glued[:, None] * weights["glued"]
        mask = live[:, None]
        h = self._dropped(h * mask)
        for place, dilation in enumerate(self.dilations):
            x = self._activation(torch.relu(h), place + 1)
            h = (h + self._convolved(x, f"blocks.{place}", dilation)) * mask
        x = self._dropped(self._activation(torch.relu(h), len(self.dilations) + 1))
        return functional.linear(x, self._weight("last.weight"), weights["last.bias"])

    def _convolved(self, x: Tensor, name: str, dilation: int) -> Tensor:
        """A convolution over the words as one product; in half the bits while it learns unrounded, several times as
        fast where the processor knows them.
        """
        import torch
        from torch.nn import functional

        matrix = self._weight(f"{name}.weight").permute(0, 2, 1).flatten(1)
        if self.training and not self.rounding:
            x, matrix = x.bfloat16(), matrix.bfloat16()
        padded = functional.pad(x, (0, 0, dilation, dilation))
        side = torch.cat([padded[: len(x)], x, padded[2 * dilation :]], 1)
        return functional.linear(side, matrix).float() + self.weights[f"{name}.bias"]

    def _dropped(self, x: Tensor) -> Tensor:
        """Without some activations, while it learns; random bytes decide, eight from one draw."""
        import torch

        if not self.training:
            return x
        eights = torch.empty(-(-x.numel() // 8), dtype=torch.int64, device=x.device).random_(-(1 << 63), None)
        draws = eights.view(torch.uint8)[: x.numel()]
        kept = (draws >= round(256 * _DROPOUT)).view(x.shape)
        return x * kept * (1 / (1 - _DROPOUT))

    def _of_words(self, features: Features) -> Tensor:
        """(n, width): distinct words by themselves."""
        import torch
        from torch.nn import functional

        weights = self.weights
        rows, groups, starts, _, kinds, flags = map(torch.as_tensor, features)
        if self.training:
            rows = rows * (torch.rand(len(rows), device=rows.device) >= _WORD_DROPOUT)
        ngrams = functional.embedding_bag(groups, weights["ngrams.weight"], starts, mode="mean")
        if self.training and self._blind:
            ngrams = ngrams * (torch.rand(len(ngrams), 1, device=rows.device) >= self._blind)
        shapes = weights["shapes.weight"][kinds] + bits_of(flags) @ weights["flags"]
        x = torch.cat([functional.embedding(rows, weights["words.weight"]), ngrams, shapes], 1)
        return functional.linear(self._activation(x, 0), self._weight("first.weight"), weights["first.bias"])

    def _weight(self, name: str) -> Tensor:
        weight = self.weights[name]
        if not self.rounding:
            return weight
        scale = weight.detach().abs().flatten(1).amax(1).clamp(min=1e-8) / 127
        scale = scale.view(-1, *([1] * (weight.dim() - 1)))
        return _rounded(weight / scale) * scale

    def _activation(self, x: Tensor, place: int) -> Tensor:
        """Observes the range of activations, and rounds to levels of it."""
        import torch

        if self.observing:
            top = x.detach().abs().flatten()
            top = torch.quantile(top[:: max(1, top.numel() // 50_000)], 0.9995) / _LEVELS
            old = self.steps[place]
            self.steps[place] = top if old == 0 else _STEADY * old + (1 - _STEADY) * top
        if not self.rounding:
            return x
        step = self.steps[place].clone()
        return _rounded((x / step).clamp(-_LEVELS, _LEVELS)) * step


def bits_of(flags: Tensor) -> Tensor:
    """(n, FLAGS): each bit as a number."""
    import torch

    return ((flags[:, None] >> torch.arange(FLAGS, device=flags.device)) & 1).float()


def _rounded(x: Tensor) -> Tensor:
    """Rounded, with the gradient of no rounding."""
    return x + (x.round() - x).detach()


_MOST = 127
_BINS = 256
_PRIOR = 4.0


def export(
    model: Tagger, vocabulary: Vocabulary, table: npt.NDArray[np.uint16], path: Path, about: Mapping[str, Any]
) -> None:
    """Write the weights.

    Args:
        model: trained.
        vocabulary: that of its training.
        table: see `calibration`.
        path: the file.
        about: what people should know of the training.
    """
    arrays: dict[str, npt.NDArray[Any]] = {
        "hashes": vocabulary.hashes,
        "rows": vocabulary.rows,
        "bits": vocabulary.flags,
    }
    learned = {name: tensor.numpy() for name, tensor in model.state().items()}
    words, word_scale = _table([learned["words.weight"]])
    ngrams, ngram_scale = _table([learned["ngrams.weight"]])
    shapes, shape_scale = _table([learned["shapes.weight"], learned["flags"]])
    arrays |= {"words": words[0], "ngrams": ngrams[0], "shapes": shapes[0], "flags": shapes[1]}
    arrays["scales"] = np.array([word_scale, ngram_scale, shape_scale], np.float64)
    arrays["steps"] = learned["steps"].astype(np.float64)
    arrays["glued"] = learned["glued"]
    arrays["dilations"] = np.array(model.dilations, np.int64)
    arrays |= _layer("first", learned["first.weight"].T, learned["first.bias"])
    for place in range(len(model.dilations)):
        taps = learned[f"blocks.{place}.weight"].transpose(2, 1, 0)
        arrays |= _layer(f"block{place}", taps.reshape(-1, taps.shape[2]), learned[f"blocks.{place}.bias"])
    arrays |= _layer("last", learned["last.weight"].T, learned["last.bias"])
    arrays["calibration"] = table
    write_weights(path, arrays, about)


def restore(model: Tagger, vocabulary: Vocabulary, *paths: Path) -> None:
    """Begin from weights that were written before, or from the mean of several, in place: words that both vocabularies
    have keep their vectors. A model that is wider, or has more layers, begins by answering as the weights do.
    """
    import torch

    states = [_widened(_written(model, vocabulary, path), model) for path in paths]
    mean = {name: sum(state[name] for state in states) / len(states) for name in states[0]}
    model.load({name: torch.from_numpy(np.array(array, np.float32)) for name, array in mean.items()})


def _written(model: Tagger, vocabulary: Vocabulary, path: Path) -> dict[str, npt.NDArray[Any]]:
    """What a file holds, by the names and in the shapes of a model."""
    old = read_weights(path)
    learned: dict[str, npt.NDArray[Any]] = {}
    rows = np.zeros(len(model.weights["words.weight"]), np.int64)
    _, here, there = np.intersect1d(vocabulary.hashes, old.vocabulary.hashes, return_indices=True)
    rows[vocabulary.rows[here]] = old.vocabulary.rows[there]
    learned["words.weight"] = old.words[rows] * np.float32(old.scales[0])
    learned["ngrams.weight"] = old.ngrams * np.float32(old.scales[1])
    learned["shapes.weight"] = old.shapes * np.float32(old.scales[2])
    learned["flags"] = old.flags * np.float32(old.scales[2])
    learned["glued"] = old.glued
    for name, layer in (("first", old.first), ("last", old.last)):
        learned[f"{name}.weight"], learned[f"{name}.bias"] = _matrix(layer).T, layer.bias
    for place, (layer, _) in enumerate(old.blocks):
        taps = _matrix(layer).reshape(3, -1, layer.matrix.shape[1])
        learned[f"blocks.{place}.weight"], learned[f"blocks.{place}.bias"] = taps.transpose(2, 1, 0), layer.bias
    steps = [old.first.step, *(layer.step for layer, _ in old.blocks), old.last.step]
    return {**learned, "steps": np.array(steps, np.float32)}


def _widened(learned: dict[str, npt.NDArray[Any]], model: Tagger) -> dict[str, npt.NDArray[Any]]:
    """In the shapes of a wider and deeper model that answers the same: what it has more of begins as it was drawn, but
    passes nothing on to what was there, until it learns to.
    """
    result: dict[str, npt.NDArray[Any]] = {}
    for name, tensor in model.weights.items():
        drawn = tensor.detach().numpy().copy()
        old = learned.get(name)
        if old is None:
            drawn[:] = 0
        elif old.shape != drawn.shape:
            if name.endswith("weight"):
                drawn[: old.shape[0], old.shape[1] :] = 0
            if name.endswith("bias") or name == "glued":
                drawn[:] = 0
            drawn[tuple(map(slice, old.shape))] = old
        else:
            drawn = old
        result[name] = drawn
    # A new layer reads what the last one would: a level of it is worth the same.
    steps = learned["steps"]
    return {**result, "steps": np.append(steps, np.repeat(steps[-1:], len(model.steps) - len(steps)))}


def _matrix(layer: Layer) -> npt.NDArray[np.float32]:
    return (layer.matrix * (layer.scale / np.float32(layer.step))).astype(np.float32)


def _table(values: Sequence[npt.NDArray[np.float32]]) -> tuple[list[npt.NDArray[np.int8]], float]:
    """Tables in steps of one common scale; the few largest values are cut off."""
    top = max(float(np.quantile(np.abs(value), 0.99999)) for value in values)
    scale = top / _MOST
    return [np.clip(np.rint(value / scale), -_MOST, _MOST).astype(np.int8) for value in values], scale


def _layer(name: str, matrix: npt.NDArray[np.float32], bias: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[Any]]:
    scale = np.maximum(np.abs(matrix).max(0), 1e-8) / _MOST
    whole = np.clip(np.rint(matrix / scale), -_MOST, _MOST).astype(np.int8)
    return {f"{name}.matrix": whole, f"{name}.scale": scale.astype(np.float32), f"{name}.bias": bias}


def calibration(
    streams: Sequence[tuple[Stream, npt.NDArray[np.float32]]], words: Sequence[str]
) -> npt.NDArray[np.uint16]:
    """(cases, 256) thousandths, by case and confidence: how often a word is part of an entity, never falling.

    Args:
        streams: held-out streams with the probabilities of their labels.
        words: all words, by their numbers in the streams.
    """
    cases = np.array([case_of(word) for word in words])
    right, total = np.zeros((CASES, _BINS)), np.zeros((CASES, _BINS))
    inside_bits = sum(1 << index for index in range(1, 1 + 2 * len(EMITTED)))
    for stream, odds in streams:
        allowed = stream.allowed.astype(np.int64)
        counted = (stream.words > 0) & (allowed != (1 << len(LABELS)) - 1)
        # A word that the source leaves open counts only if the tagger's best label is one the source denies.
        best = odds[:, : 1 + 2 * len(EMITTED)].argmax(1)
        open_ = ((allowed >> best) & 1 == 1) & (best > 0) & (allowed & 1 == 1)
        counted &= ~open_
        bins = np.minimum((odds[:, 1 : 1 + 2 * len(EMITTED)].sum(1) * (_BINS - 1)).astype(np.int64), _BINS - 1)
        inside = ((allowed & 1) == 0) & ((allowed & inside_bits) > 0)
        np.add.at(total, (cases[stream.words[counted]], bins[counted]), 1)
        np.add.at(right, (cases[stream.words[counted]], bins[counted]), inside[counted])
    identity = np.arange(_BINS) / (_BINS - 1)
    shares = (right + _PRIOR * identity) / (total + _PRIOR)
    rising = [_rising(of_case, weight) for of_case, weight in zip(shares, total + _PRIOR, strict=True)]
    return np.rint(1000 * np.array(rising)).astype(np.uint16)


def _rising(values: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The nearest sequence that never falls (pool adjacent violators)."""
    blocks: list[list[float]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        blocks.append([value, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            last, one = blocks.pop(), blocks[-1]
            one[0] = (one[0] * one[1] + last[0] * last[1]) / (one[1] + last[1])
            one[1] += last[1]
            one[2] += last[2]
    return np.repeat([block[0] for block in blocks], [int(block[2]) for block in blocks])
