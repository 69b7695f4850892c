"""The types that carry the promise: `Raw` text is private, `Sanitized` text may leave.

Only the sanitizer makes a `Sanitized`; whatever talks to a remote model takes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NewType, overload

import numpy as np
from numpy.typing import NDArray

__all__ = ["Raw", "Span", "Spans"]

Raw = NewType("Raw", str)
"""Private text. A plain `str` at run time; a type of its own to the type checker."""

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


class Spans(Sequence[Span]):
    """The replaced units in order of the text; `Span` objects are made on access, so a long text costs nothing.

    Args:
        offsets: (n, 4) start, end, sanitized start, sanitized end.
        units: (n,) index into `UNITS`.
        epsilon: nominal price of one word.
    """

    def __init__(self, offsets: NDArray[np.int64], units: NDArray[np.uint8], epsilon: float) -> None:
        self.offsets = offsets
        self.units = units
        self._epsilon = epsilon

    def __len__(self) -> int:
        return len(self.units)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> Spans: ...
    def __getitem__(self, index: int | slice) -> Span | Spans:
        if isinstance(index, slice):
            return Spans(self.offsets[index], self.units[index], self._epsilon)
        start, end, new_start, new_end = (int(value) for value in self.offsets[index])
        unit = UNITS[self.units[index]]
        return Span(start, end, new_start, new_end, unit, self._epsilon if unit == "word" else 0.0)

    def __iter__(self) -> Iterator[Span]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} spans>"
