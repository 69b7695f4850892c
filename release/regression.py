"""What both weighers share: fits that have not seen what they are looked at with, and the file of weights.

`release.public_weights` and `release.caution_weights` call it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["odds_unseen", "write_weights"]

_DIGITS = 2


def odds_unseen(inputs: Any, groups: Sequence[Hashable], folds: int, fit: Callable[[Any, list[int]], Any]) -> Any:
    """(n,) the logarithms of the odds of each case, by the fit that has not seen its group.

    Args:
        inputs: (n, features).
        groups: of each case; those of one group are held out together.
        folds: how many fits there are.
        fit: a model, of some rows of `inputs` and the numbers of their cases.
    """
    from sklearn.model_selection import GroupKFold  # pyright: ignore

    unseen = np.zeros(len(groups))
    number = {group: at for at, group in enumerate(dict.fromkeys(groups))}
    splitter: Any = GroupKFold(folds)
    for seen, held in splitter.split(inputs, groups=[number[group] for group in groups]):
        unseen[held] = fit(inputs[seen], list(seen)).decision_function(inputs[held])
    return unseen


def write_weights(file: Path, head: str, weights: Mapping[str, float]) -> None:
    """Write a file of weights, as `dp_gateway.text.lists.weights_of` reads it."""
    lines = (f"{name}: {weight:.{_DIGITS}f}\n" for name, weight in weights.items())
    file.write_text(head + "".join(lines), encoding="utf-8")
