"""Where the words and digits of a text stand, before and after they were replaced; the type of text that may leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray


class SanitizedText:
    """The base of `Sanitized`, and of what is composed of such and of public text; no one else may derive from it."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        if not cls.__module__.startswith("dp_gateway."):
            raise TypeError("only dp_gateway makes sanitized text")
        super().__init_subclass__()

    @property
    def text(self) -> str:
        """The text that may leave."""
        raise NotImplementedError

    @property
    def report(self) -> Any:
        """Price and guarantee; a text without them is not sanitized."""
        raise NotImplementedError


UNITS = ("word", "digits")


@dataclass(frozen=True, slots=True)
class Span:
    """One replaced unit. Offsets count code points (what `str` indexing counts).

    Attributes:
        start, end: where the unit stood in the original text.
        sanitized_start, sanitized_end: where its replacement stands.
        unit: `"word"` (one draw of the mechanism) or `"digits"` (a run of uniform digits).
        epsilon: nominal price of the draw; 0 for digits, which are drawn without looking at them.
    """

    start: int
    end: int
    sanitized_start: int
    sanitized_end: int
    unit: str
    epsilon: float


class BlockSpans(NamedTuple):
    """The spans of the replaced units of one block; no text.

    Attributes:
        starts, ends: (words,) replaced words in the original block.
        new_starts, new_ends: (words,) their replacements in the sanitized block.
        digits: (digits,) decimal digits in the original block.
        before, after: offset of the block in the original and in the sanitized text.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    new_starts: NDArray[np.int64]
    new_ends: NDArray[np.int64]
    digits: NDArray[np.int64]
    before: int = 0
    after: int = 0


class Spans(Sequence[Span]):
    """The replaced units in order of the text; worked out when first asked for, so that a long text costs nothing.
    `make`: gives those of each block. `epsilon`: nominal price of one word.
    """

    def __init__(self, make: Callable[[], Iterable[BlockSpans]], epsilon: float) -> None:
        self._make, self._epsilon = make, epsilon

    @cached_property
    def blocks(self) -> tuple[BlockSpans, ...]:
        """The spans of each block."""
        return tuple(self._make())

    @cached_property
    def _table(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        parts = [_block_table(block) for block in self.blocks]
        if not parts:
            return np.zeros((0, 4), np.int64), np.zeros(0, np.uint8)
        return np.concatenate([offsets for offsets, _ in parts]), np.concatenate([units for _, units in parts])

    @property
    def offsets(self) -> NDArray[np.int64]:
        """(n, 4) start, end, sanitized start, sanitized end."""
        return self._table[0]

    def __len__(self) -> int:
        return len(self._table[1])

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> list[Span]: ...
    def __getitem__(self, index: int | slice) -> Span | list[Span]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        start, end, new_start, new_end = (int(value) for value in self._table[0][index])
        unit = UNITS[int(self._table[1][index])]
        return Span(start, end, new_start, new_end, unit, self._epsilon if unit == "word" else 0.0)

    def __iter__(self) -> Iterator[Span]:
        offsets: list[list[int]] = self._table[0].tolist()
        units: list[int] = self._table[1].tolist()
        for (start, end, new_start, new_end), unit in zip(offsets, units, strict=True):
            yield Span(start, end, new_start, new_end, UNITS[unit], 0.0 if unit else self._epsilon)

    def __repr__(self) -> str:
        return f"<{len(self)} spans>"


def _block_table(block: BlockSpans) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    words = np.stack((block.starts, block.ends, block.new_starts, block.new_ends), axis=1)
    digits = _digit_runs(block)
    moves = np.array((block.before, block.before, block.after, block.after))
    offsets = np.concatenate((words, digits)) + moves
    units = np.repeat(np.array([0, 1], np.uint8), (len(words), len(digits)))
    order = np.argsort(offsets[:, 0], kind="stable")
    return offsets[order], units[order]


def _digit_runs(block: BlockSpans) -> NDArray[np.int64]:
    if not len(block.digits):
        return np.zeros((0, 4), np.int64)
    breaks = np.flatnonzero(np.diff(block.digits) != 1) + 1
    first = block.digits[np.r_[0, breaks]]
    last = block.digits[np.r_[breaks, len(block.digits)] - 1] + 1
    # Digits keep their number, so they move as far as the words before them have grown.
    growth = np.r_[0, block.new_ends - block.ends]
    moved = growth[np.searchsorted(block.starts, first)]
    return np.stack((first, last, first + moved, last + moved), axis=1)
