"""The tagger's network in torch, for training; `entities.detectors.tagger.network` computes the same in NumPy.

A word is the sum of what is known of it (`features`), passed through one layer; then come residual convolutions over
the words of a text, and a layer that gives the labels. With `rounding` on, weights and activations take only the
values that the NumPy network will give them.
"""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn

from dp_gateway.entities.detectors.tagger.features import FLAGS, NGRAM_BUCKETS, SHAPE_BUCKETS, Features
from dp_gateway.entities.detectors.tagger.labels import LABELS
from dp_gateway.training.vocabulary import WORD_WIDTH

__all__ = ["DILATIONS", "SHAPE_WIDTH", "WIDTH", "Tagger"]

WIDTH = 128
SHAPE_WIDTH = 32
DILATIONS = (1, 2, 1, 4)
_LEVELS = 255


def _round(x: torch.Tensor) -> torch.Tensor:
    """Rounded, with the gradient of no rounding."""
    return x + (torch.round(x) - x).detach()


class Tagger(nn.Module):
    """Logits of labels for a stream of words."""

    def __init__(self, rows: int, dropout: float = 0.15) -> None:
        super().__init__()
        self.words = nn.Embedding(rows, WORD_WIDTH)
        self.ngrams = nn.EmbeddingBag(NGRAM_BUCKETS, WORD_WIDTH, mode="mean")
        self.shapes = nn.Embedding(SHAPE_BUCKETS, SHAPE_WIDTH)
        self.flags = nn.Parameter(torch.randn(FLAGS, SHAPE_WIDTH) * 0.1)
        for table in (self.words, self.ngrams, self.shapes):
            nn.init.normal_(table.weight, std=0.1)
        self.first = nn.Linear(2 * WORD_WIDTH + SHAPE_WIDTH, WIDTH)
        self.glued = nn.Parameter(torch.zeros(WIDTH))
        self.blocks = nn.ModuleList(
            [nn.Conv1d(WIDTH, WIDTH, 3, padding=dilation, dilation=dilation) for dilation in DILATIONS]
        )
        self.last = nn.Linear(WIDTH, len(LABELS))
        self.dropout = nn.Dropout(dropout)
        self.word_dropout = 0.12
        self.rounding = False
        self.observing = False
        self.register_buffer("steps", torch.full((len(DILATIONS) + 2,), 0.0))

    def _weight(self, weight: torch.Tensor) -> torch.Tensor:
        if not self.rounding:
            return weight
        scale = weight.detach().abs().flatten(1).amax(1).clamp(min=1e-8) / 127
        scale = scale.view(-1, *([1] * (weight.dim() - 1)))
        return _round(weight / scale) * scale

    def _activation(self, x: torch.Tensor, place: int) -> torch.Tensor:
        """Observes the range of activations while it trains, and rounds to levels of it when told to."""
        if self.observing:
            top = x.detach().abs().flatten()
            top = torch.quantile(top[:: max(1, top.numel() // 50_000)], 0.9995)
            old: Any = self.steps[place]
            self.steps[place] = top / _LEVELS if old == 0 else 0.9 * old + 0.1 * top / _LEVELS
        if not self.rounding:
            return x
        step = self.steps[place]
        return _round((x / step).clamp(-_LEVELS, _LEVELS)) * step

    def of_words(self, features: Features, *, drop: bool = False) -> torch.Tensor:
        """(n, WIDTH): distinct words by themselves."""
        rows = torch.from_numpy(features.rows)
        if drop:
            rows = rows * (torch.rand(len(rows)) >= self.word_dropout)
        bits = torch.from_numpy(((features.flags[:, None] >> np.arange(FLAGS)) & 1).astype(np.float32))
        ngrams = self.ngrams(torch.from_numpy(features.ngrams), torch.from_numpy(features.starts))
        x = torch.cat([self.words(rows), ngrams, self.shapes(torch.from_numpy(features.shapes)) + bits @ self.flags], 1)
        x = self._activation(x, 0)
        return nn.functional.linear(x, self._weight(self.first.weight), self.first.bias)

    def forward(
        self, features: Features, inverse: torch.Tensor, glued: torch.Tensor, live: torch.Tensor
    ) -> torch.Tensor:
        """(n, labels).

        Args:
            features: of the distinct words.
            inverse: (n,) which of them stands at each place.
            glued: (n,) 1 where no space stands before the word.
            live: (n,) 0 at empty places.
        """
        h = self.of_words(features, drop=self.training)[inverse] + glued[:, None] * self.glued
        mask = live[None, None, :]
        h = self.dropout(h * live[:, None]).t()[None]
        for place, block in enumerate(self.blocks):
            x = self._activation(torch.relu(h), place + 1)
            h = h + nn.functional.conv1d(
                x, self._weight(block.weight), block.bias, padding=block.padding[0], dilation=block.dilation[0]
            )
            h = h * mask
        x = self.dropout(self._activation(torch.relu(h), len(self.blocks) + 1))
        return nn.functional.linear(x[0].t(), self._weight(self.last.weight), self.last.bias)
