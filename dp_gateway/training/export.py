"""From a trained network to the file that the detector reads: whole numbers, scales, calibration."""

# torch is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import CASES, Vocabulary, case_of
from dp_gateway.detection.tagger.labels import EMITTED, LABELS
from dp_gateway.detection.tagger.weights import Layer, read_weights, write_weights
from dp_gateway.training.examples import Stream
from dp_gateway.training.model import Tagger

__all__ = ["calibration", "export", "restore"]

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


def restore(model: Tagger, vocabulary: Vocabulary, path: Path) -> None:
    """Begin from weights that were written before, in place: words that both vocabularies have keep their vectors."""
    import torch

    old = read_weights(path)
    learned = {name: tensor.numpy().copy() for name, tensor in model.state().items()}
    rows = np.zeros(len(learned["words.weight"]), np.int64)
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
    model.load({name: torch.from_numpy(np.array(array)) for name, array in learned.items()})


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
