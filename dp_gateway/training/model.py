"""The tagger's network in torch, for training; `entities.detectors.tagger.network` computes the same in NumPy.

A word is the sum of what is known of it (`features`), passed through one layer; then come residual convolutions over
the words of a text, and a layer that gives the labels. With `rounding` on, weights and activations take only the
values that the NumPy network will give them.
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dp_gateway.detection.tagger.features import FLAGS, NGRAM_BUCKETS, SHAPE_BUCKETS, Features
from dp_gateway.detection.tagger.labels import LABELS
from dp_gateway.training.vocabulary import WORD_WIDTH

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["DILATIONS", "SHAPE_WIDTH", "WIDTH", "Tagger"]

WIDTH = 128
SHAPE_WIDTH = 32
DILATIONS = (1, 2, 1, 4)
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

    Attributes:
        weights: what is learned, by name.
        steps: what one level of each rounded activation is worth; observed while `observing` is on.
        training: drop words and activations.
        observing: follow the range of activations.
        rounding: give weights and activations the values of the NumPy network.
    """

    def __init__(
        self, rows: int, buckets: int = NGRAM_BUCKETS, dilations: tuple[int, ...] = DILATIONS, blind: float = 0.0
    ) -> None:
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
        self.weights["glued"] = torch.zeros(WIDTH)
        layers = {"first": (WIDTH, features), "last": (len(LABELS), WIDTH)}
        layers |= {f"blocks.{place}": (WIDTH, WIDTH, 3) for place in range(len(dilations))}
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
        draws = (
            torch.empty(-(-x.numel() // 8), dtype=torch.int64).random_(-(1 << 63), None).view(torch.uint8)[: x.numel()]
        )
        kept = (draws >= round(256 * _DROPOUT)).view(x.shape)
        return x * kept * (1 / (1 - _DROPOUT))

    def _of_words(self, features: Features) -> Tensor:
        """(n, WIDTH): distinct words by themselves."""
        import torch
        from torch.nn import functional

        weights = self.weights
        rows = torch.from_numpy(features.rows)
        if self.training:
            rows = rows * (torch.rand(len(rows)) >= _WORD_DROPOUT)
        ngrams = functional.embedding_bag(
            torch.from_numpy(features.ngrams), weights["ngrams.weight"], torch.from_numpy(features.starts), mode="mean"
        )
        if self.training and self._blind:
            ngrams = ngrams * (torch.rand(len(ngrams), 1) >= self._blind)
        bits = torch.from_numpy(((features.flags[:, None] >> np.arange(FLAGS)) & 1).astype(np.float32))
        shapes = weights["shapes.weight"][torch.from_numpy(features.shapes)] + bits @ weights["flags"]
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


def _rounded(x: Tensor) -> Tensor:
    """Rounded, with the gradient of no rounding."""
    return x + (x.round() - x).detach()
