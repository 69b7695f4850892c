"""Writes `weights.txt`: what each thing that a text says counts for or against a public reference.

    python -m release.public_weights

A logistic regression (scikit-learn, extra `evaluation`) on the read parts of `benchmarks/public`: labelled mentions, as
written and in small letters, and sentences with a gap, each filled with several values. A first fit with an L1 penalty
chooses the features, a second one weighs them; private mentions count three times. What is printed comes from fits on
five sixths of the sentences, each sentence looked at with the fit that has not seen it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import click
import numpy as np

from benchmarks.public.labelled import Part, documents
from benchmarks.public.ties import ties
from dp_gateway.detection.detection import default_detection
from dp_gateway.public.decision import read
from dp_gateway.public.place import Place
from dp_gateway.public.ruling import by_rules
from dp_gateway.public.weighing import WEIGHTS, features
from dp_gateway.text.entities import Entity
from release.regression import odds_unseen, write_weights

_READ: tuple[Part, ...] = ("developed", "users", "prompts")
_LEAST = 2.0
"""The logarithm of the odds from which a mention is public."""
_OF_SEVERAL = 0.1
"""What a sentence counts that is there with about twenty values."""
_PRIVATE, _LEAST_SENTENCES, _FOLDS = 4.0, 4, 6
_HEAD = (
    "# What each thing that a text says counts for (above 0) or against a public reference, see weighing.py.\n"
    "# Written by release/public_weights.py.\n"
)


class _Case(NamedTuple):
    """A mention with what is so of it; `sentence` is the text without it."""

    sentence: str
    so: frozenset[str]
    is_public: bool
    counts: float


def _cases(
    text: str, labelled: Sequence[tuple[Entity, bool]], found: Sequence[Entity], counts: float
) -> Iterator[_Case]:
    labels = {one.start: is_public for one, is_public in labelled}
    others = [one for one in found if all(one.end <= each.start or each.end <= one.start for each, _ in labelled)]
    entities, listed, around = read(text, sorted([*others, *(one for one, _ in labelled)]))
    for one, of in zip(entities, listed, strict=True):
        if not of or one.start not in labels:
            continue
        place = Place(text, one, around.sentence(one))
        points, is_weighed = by_rules(text, one, of, around, place)
        if is_weighed:
            so = frozenset(features(text, one, of, around, place, points))
            sentence = f"{text[: one.start]}{{}}{text[one.end :]}".lower()
            yield _Case(sentence, so, labels[one.start], counts * (1.0 if labels[one.start] else _PRIVATE))


def _all() -> Iterator[_Case]:
    texts: list[tuple[str, list[tuple[Entity, bool]], float]] = []
    for part in _READ:
        for document in (*documents(part), *documents(part, small=True)):
            mentions = [
                (one, label.label == "+")
                for one, label in zip(document.entities(), document.mentions, strict=True)
                if label.label != "~"
            ]
            texts.append((document.text, mentions, 1.0))
    for name, is_public in (("ties", False), ("general", True)):
        texts += ((one.text, [(one.mention, is_public)], _OF_SEVERAL) for one in ties(name))
    found = default_detection().detect([text for text, _, _ in texts])
    for (text, labelled, counts), each in zip(texts, found, strict=True):
        yield from _cases(text, labelled, [one._replace(public=False, codes=()) for one in each], counts)


def _fit(inputs: Any, cases: Sequence[_Case], *, choose: bool = False) -> Any:
    from sklearn.linear_model import LogisticRegression  # pyright: ignore

    model: Any = LogisticRegression(
        C=1.0, l1_ratio=float(choose), solver="liblinear" if choose else "lbfgs", max_iter=1000, random_state=0
    )
    return model.fit(inputs, [one.is_public for one in cases], sample_weight=[one.counts for one in cases])


def _table(cases: Sequence[_Case], names: Sequence[str]) -> Any:
    return np.array([[name in one.so for name in names] for one in cases], dtype=np.float64)


@click.command()
def main() -> None:
    """Write the file anew."""
    cases = list(_all())
    sentences: dict[str, set[str]] = defaultdict(set)
    for one in cases:
        for name in one.so:
            sentences[name].add(one.sentence)
    names = sorted(name for name, of in sentences.items() if len(of) >= _LEAST_SENTENCES)
    chosen = _fit(_table(cases, names), cases, choose=True).coef_[0]
    names = [name for name, weight in zip(names, chosen, strict=True) if weight]
    inputs = _table(cases, names)
    _report(inputs, cases)
    model = _fit(inputs, cases)
    weights = {"any": float(model.intercept_[0]) - _LEAST} | dict(zip(names, map(float, model.coef_[0]), strict=True))
    write_weights(WEIGHTS, _HEAD, weights)
    click.echo(f"{len(names)} features")


def _report(inputs: Any, cases: Sequence[_Case]) -> None:
    unseen = odds_unseen(
        inputs, [one.sentence for one in cases], _FOLDS, lambda rows, of: _fit(rows, [cases[at] for at in of])
    )
    for what, is_public in (("public", True), ("private", False)):
        kept = [odds >= _LEAST for odds, one in zip(unseen, cases, strict=True) if one.is_public == is_public]
        click.echo(f"{what:8} kept {sum(kept):,} of {len(kept):,}")


if __name__ == "__main__":
    main()
