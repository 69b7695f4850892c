from __future__ import annotations
from collections.abc import Callable, Sequence
from typing import Protocol
import numpy as np
from numpy.typing import NDArray
Progress = Callable[[int], None]
class Embedder(Protocol):
    name: str
    local: bool
    normalize: bool
    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]: ...
