"""Which words of a text the network reads where the same ones come over and over: rows of signs, a page of one word.

What it says of a word is told by the words within its reach. Inside a run that repeats, those are the same for each
word in the same place of what is repeated, so that all but the ends and one repetition need not be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_LONGEST = 40
"""Words of the longest piece whose repetition is looked for."""
_STEP = 64
"""Every so many words a repetition is looked for, and so many have to come again."""

Places = npt.NDArray[np.intp]


class _Run(NamedTuple):
    """Words from `start` to `end` of which each is the one `period` words before it."""

    start: int
    end: int
    period: int


def read_once(words: Sequence[int], reach: int) -> tuple[Places, Places] | None:
    """The places of the words that have to be read, and for each word which of those tells of it; None for all.

    Args:
        words: a number for each, the same for the same word.
        reach: how far away a word tells of another one.
    """
    places, told, at, count = list[Places](), list[Places](), 0, 0
    for start, end, period in _runs(words):
        surplus = end - start - 2 * reach - period
        if surplus < period:
            continue
        # From here on one repetition stands for all, but for what is left of one and what the end reaches.
        first, last = start + reach + period, end - reach - surplus % period
        places += np.arange(at, first), np.arange(last, end)
        told += (
            np.arange(count, count + first - at),
            count + first - at - period + np.arange(last - first) % period,
            np.arange(count + first - at, count + first - at + end - last),
        )
        at, count = end, count + first - at + end - last
    if not places:
        return None
    rest = len(words) - at
    return np.concatenate([*places, np.arange(at, len(words))]), np.concatenate([*told, np.arange(count, count + rest)])


def _runs(words: Sequence[int]) -> Iterator[_Run]:
    """The stretches that repeat, in order and apart."""
    done = 0
    for at in range(0, len(words) - 2 * _STEP, _STEP):
        period = _period(words, at) if at >= done else 0
        if not period:
            continue
        start, end = at, at + _STEP + period
        while start > done and words[start - 1] == words[start - 1 + period]:
            start -= 1
        while end < len(words) and words[end] == words[end - period]:
            end += 1
        done = end
        yield _Run(start, end, period)


def _period(words: Sequence[int], at: int) -> int:
    """After how many words those that stand at a place come again; 0 where they do not."""
    for period in range(1, _LONGEST + 1):
        if words[at] == words[at + period] and words[at : at + _STEP] == words[at + period : at + period + _STEP]:
            return period
    return 0
