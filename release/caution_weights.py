"""Writes `restore/weights.txt`: what each thing that is so of a request and its reply counts for or against a caution.

    python -m release.caution_weights

A logistic regression (scikit-learn, extra `evaluation`) on the read replies of `benchmarks/cautions.py`. What is
printed comes from fits on nine tenths of the requests, each reply looked at with the fit that has not seen its request.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import click
import numpy as np

from benchmarks.cautions import KEPT, LAST, LATER, MORE, NEWEST, TUNED, WEIGHED, Labelled, labelled
from dp_gateway.restore.weighing import LEAST, WEIGHTS
from release.regression import odds_unseen, write_weights

_FOLDS, _LEAST_REPLIES = 10, 4
_HEAD = (
    "# What each thing that is so counts for (above 0) or against a statement about a stand-in, see weighing.py.\n"
    "# Written by release/caution_weights.py.\n"
)


class _Case(NamedTuple):
    """A reply with what is so of it; `stated` by rule, `settled` where nothing is weighed."""

    request: str
    so: frozenset[str]
    stated: bool
    settled: bool
    is_due: bool


def _all() -> list[_Case]:
    return [_case(one) for lines in (TUNED, KEPT, MORE, LATER, LAST, NEWEST, WEIGHED) for one in labelled(lines)]


def _case(one: Labelled) -> _Case:
    stated = one.cautions.stated(one.reply)
    settled = one.cautions.is_settled(one.reply, stated.values())
    return _Case(one.sent, frozenset(one.cautions.signals(one.reply)), bool(stated), settled, one.is_due)


def _fit(inputs: Any, cases: list[_Case]) -> Any:
    from sklearn.linear_model import LogisticRegression  # pyright: ignore

    model: Any = LogisticRegression(C=1.0, fit_intercept=False, max_iter=1000)
    return model.fit(inputs, [one.is_due for one in cases])


@click.command()
def main() -> None:
    """Write the file anew."""
    cases = _all()
    every = sorted({name for one in cases for name in one.so})
    names = [name for name in every if sum(name in one.so for one in cases) >= _LEAST_REPLIES]
    inputs = np.array([[name in one.so for name in names] for one in cases], dtype=np.float64)
    _report(inputs, cases)
    weights = dict(zip(names, map(float, _fit(inputs, cases).coef_[0]), strict=True))
    write_weights(WEIGHTS, _HEAD, weights)
    click.echo(f"{len(names)} things that may be so")


def _report(inputs: Any, cases: list[_Case]) -> None:
    unseen = odds_unseen(
        inputs, [one.request for one in cases], _FOLDS, lambda rows, of: _fit(rows, [cases[at] for at in of])
    )
    told = [
        one.stated if one.settled else odds >= (-LEAST if one.stated else LEAST)
        for odds, one in zip(unseen, cases, strict=True)
    ]
    right = sum(one.is_due and is_told for one, is_told in zip(cases, told, strict=True))
    due = sum(one.is_due for one in cases)
    click.echo(f"precision {right / sum(told):.3f}, recall {right / due:.3f} of {due} that are due of {len(cases)}")


if __name__ == "__main__":
    main()
