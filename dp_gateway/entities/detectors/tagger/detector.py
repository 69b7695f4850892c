"""The tagger as a detector: tokens, network, findings. `default_detection` and users of the library call it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from dp_gateway.entities.detectors.base import trim
from dp_gateway.entities.detectors.tagger.labels import EMITTED, THRESHOLDS, TYPES, Recall
from dp_gateway.entities.detectors.tagger.network import GAP, Network
from dp_gateway.entities.detectors.tagger.tokens import tokenize
from dp_gateway.entities.detectors.tagger.weights import DEFAULT_WEIGHTS, read_weights
from dp_gateway.entities.types import Entity
from dp_gateway.errors import ConfigurationError

__all__ = ["TaggerDetector"]

_WINDOW = 2048
_KINDS = len(EMITTED)


class _Piece(NamedTuple):
    """A stretch of one text's tokens: [first, last) are read, [begin, end) are answered."""

    text: int
    first: int
    last: int
    begin: int
    end: int


class TaggerDetector:
    """Finds names, organisations, places, addresses, groups, titles, jobs, and dates and numbers in context.

    Args:
        recall: which findings count, see `THRESHOLDS`.
        types: types to look for; all that the tagger knows by default.
        weights: another file of weights than the one that this package carries.

    Raises:
        ConfigurationError: there is no such setting.
        StoreError: the weights are missing, changed, or of another version.
    """

    def __init__(
        self, recall: Recall = "balanced", *, types: Sequence[str] | None = None, weights: Path = DEFAULT_WEIGHTS
    ) -> None:
        if recall not in get_args(Recall):
            raise ConfigurationError(f"recall cannot be {recall!r}", hint=f"use one of: {', '.join(get_args(Recall))}")
        read = read_weights(weights)
        self.name = f"tagger:{read.version}:{recall}"
        self._network = Network(read)
        self._calibration = read.calibration
        self._least = round(1000 * THRESHOLDS[recall])
        self._types = frozenset(EMITTED if types is None else types)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in order, in code points; a span's score is how often such spans are right."""
        read = [tokenize(text) for text in texts]
        scores = [np.zeros(len(words), np.int64) for _, _, words in read]
        kinds = [np.zeros(len(words), np.int64) for _, _, words in read]
        begins = [np.zeros(len(words), np.bool_) for _, _, words in read]
        for pieces in _packed([len(words) for _, _, words in read], self._network.reach):
            words: list[str] = []
            glued: list[bool] = []
            for piece in pieces:
                starts, ends, tokens = read[piece.text]
                words += tokens[piece.first : piece.last]
                words += [""] * GAP
                before = [-1, *ends] if piece.first == 0 else ends[piece.first - 1 :]
                glued += [start == end for start, end in zip(starts[piece.first : piece.last], before, strict=False)]
                glued += [False] * GAP
            live = np.array([bool(word) for word in words])
            score, kind, begin = self._verdicts(self._network.odds(words, np.array(glued), live))
            place = 0
            for piece in pieces:
                into, skipped = slice(piece.begin, piece.end), place + piece.begin - piece.first
                taken = slice(skipped, skipped + piece.end - piece.begin)
                scores[piece.text][into] = score[taken]
                kinds[piece.text][into] = kind[taken]
                begins[piece.text][into] = begin[taken]
                place += piece.last - piece.first + GAP
        return [
            list(self._entities(text, tokens[0], tokens[1], *of_one))
            for text, tokens, *of_one in zip(texts, read, scores, kinds, begins, strict=True)
        ]

    def _verdicts(
        self, odds: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """Of each word: how sure it belongs to an entity, in thousandths; of which kind; whether it begins one."""
        inside = odds[:, 1 : 1 + 2 * _KINDS]
        share = 255 * inside.sum(1) // odds.sum(1)
        by_kind = inside[:, ::2] + inside[:, 1::2]
        kind = by_kind.argmax(1)
        rows = np.arange(len(odds))
        begin = inside[rows, 2 * kind] > inside[rows, 2 * kind + 1]
        return self._calibration[share].astype(np.int64), kind, begin

    def _entities(
        self,
        text: str,
        starts: list[int],
        ends: list[int],
        scores: npt.NDArray[np.int64],
        kinds: npt.NDArray[np.int64],
        begins: npt.NDArray[np.bool_],
    ) -> Iterator[Entity]:
        found = np.flatnonzero(scores >= self._least)
        if not len(found):
            return
        kind = kinds[found]
        new = np.ones(len(found), np.bool_)
        new[1:] = (np.diff(found) > 1) | (kind[1:] != kind[:-1]) | begins[found[1:]]
        firsts = np.flatnonzero(new)
        sums = np.add.reduceat(scores[found], firsts)
        counts = np.diff([*firsts, len(found)])
        for first, total, count in zip(firsts.tolist(), sums.tolist(), counts.tolist(), strict=True):
            type_ = TYPES[int(kind[first])]
            if type_ not in self._types:
                continue
            start, end = starts[int(found[first])], ends[int(found[first + count - 1])]
            score = round(total / count / 1000, 3)
            if (entity := trim(Entity(start, end, type_, score, self.name), text)) is not None:
                yield entity


def _packed(lengths: Sequence[int], reach: int) -> Iterator[list[_Piece]]:
    """Stretches of texts, put together so that each pass reads about as many tokens; long texts overlap."""
    group: list[_Piece] = []
    size = 0
    for text, length in enumerate(lengths):
        for begin in range(0, length, _WINDOW):
            end = min(begin + _WINDOW, length)
            piece = _Piece(text, max(0, begin - reach), min(length, end + reach), begin, end)
            if group and size + piece.last - piece.first > 2 * _WINDOW:
                yield group
                group, size = [], 0
            group.append(piece)
            size += piece.last - piece.first + GAP
    if group:
        yield group
