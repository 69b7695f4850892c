"""From a trained network to the file that the detector reads: whole numbers, scales, calibration."""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dp_gateway.entities.detectors.tagger.features import Vocabulary
from dp_gateway.entities.detectors.tagger.labels import EMITTED, LABELS
from dp_gateway.entities.detectors.tagger.weights import write_weights
from dp_gateway.training.dataset import Stream
from dp_gateway.training.model import DILATIONS, Tagger

__all__ = ["calibration", "export"]

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
    words, word_scale = _table([model.words.weight])
    ngrams, ngram_scale = _table([model.ngrams.weight])
    shapes, shape_scale = _table([model.shapes.weight, model.flags])
    arrays |= {"words": words[0], "ngrams": ngrams[0], "shapes": shapes[0], "flags": shapes[1]}
    arrays["scales"] = np.array([word_scale, ngram_scale, shape_scale], np.float64)
    arrays["steps"] = model.steps.numpy().astype(np.float64)
    arrays["glued"] = model.glued.detach().numpy()
    arrays["dilations"] = np.array(DILATIONS, np.int64)
    arrays |= _layer("first", model.first.weight.detach().numpy().T, model.first.bias)
    for place, block in enumerate(model.blocks):
        taps = block.weight.detach().numpy().transpose(2, 1, 0)
        arrays |= _layer(f"block{place}", taps.reshape(-1, taps.shape[2]), block.bias)
    arrays |= _layer("last", model.last.weight.detach().numpy().T, model.last.bias)
    arrays["calibration"] = table
    write_weights(path, arrays, about)


def _table(tables: Sequence[Any]) -> tuple[list[npt.NDArray[np.int8]], float]:
    """Tables in steps of one common scale; the few largest values are cut off."""
    values = [table.detach().numpy() for table in tables]
    top = max(float(np.quantile(np.abs(value), 0.99999)) for value in values)
    scale = top / _MOST
    return [np.clip(np.rint(value / scale), -_MOST, _MOST).astype(np.int8) for value in values], scale


def _layer(name: str, matrix: npt.NDArray[np.float32], bias: Any) -> dict[str, npt.NDArray[Any]]:
    scale = np.maximum(np.abs(matrix).max(0), 1e-8) / _MOST
    whole = np.clip(np.rint(matrix / scale), -_MOST, _MOST).astype(np.int8)
    return {f"{name}.matrix": whole, f"{name}.scale": scale.astype(np.float32), f"{name}.bias": bias.detach().numpy()}


def calibration(
    streams: Sequence[tuple[Stream, npt.NDArray[np.float32]]], weights: Sequence[float]
) -> npt.NDArray[np.uint16]:
    """(256,) thousandths, by confidence: how often a word is part of an entity, never falling.

    Args:
        streams: held-out streams with the probabilities of their labels.
        weights: how much each stream counts.
    """
    right, total = np.zeros(_BINS), np.zeros(_BINS)
    inside_bits = sum(1 << index for index in range(1, 1 + 2 * len(EMITTED)))
    for (stream, odds), weight in zip(streams, weights, strict=True):
        allowed = stream.allowed.astype(np.int64)
        counted = (stream.words > 0) & (allowed != (1 << len(LABELS)) - 1)
        # A word that the source leaves open counts only if the tagger's best label is one the source denies.
        best = odds[:, : 1 + 2 * len(EMITTED)].argmax(1)
        open_ = ((allowed >> best) & 1 == 1) & (best > 0) & (allowed & 1 == 1)
        counted &= ~open_
        bins = np.minimum((odds[:, 1 : 1 + 2 * len(EMITTED)].sum(1) * (_BINS - 1)).astype(np.int64), _BINS - 1)
        inside = ((allowed & 1) == 0) & ((allowed & inside_bits) > 0)
        right += weight * np.bincount(bins[counted], inside[counted], _BINS)
        total += weight * np.bincount(bins[counted], minlength=_BINS)
    identity = np.arange(_BINS) / (_BINS - 1)
    shares = (right + _PRIOR * identity) / (total + _PRIOR)
    return np.rint(1000 * _rising(shares, total + _PRIOR)).astype(np.uint16)


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
