"""Which public prior should StairText's floors be chosen for? What others than the default bring on both corpora.

    python -m benchmarks.priors_stairtext [NAME=FILE ...] [--second FILE] [--markdown FILE]

Powers of the public word frequencies, and, for each text named, public frequencies mixed with the text's own. Nothing
is chosen here: the default was chosen on other text (see frontier_stairtext), and this shows what is left to be had.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from benchmarks.frontier_stairtext import corpora
from dp_gateway.mechanisms.floors import design_prior
from dp_gateway.mechanisms.stairtext import StairText
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.opening import default_index
from dp_gateway.vocabulary.placement import text_prior

EPSILONS = (8, 10)
POWERS = (1.0, 0.75, 0.5)
SHARES = (0.25, 0.5)


def priors(index: Index, texts: dict[str, Path]) -> Iterator[tuple[str, NDArray[np.float64]]]:
    public = index.content_prior
    yield "public frequencies to the power 7/8 (the default)", design_prior(index)
    for power in POWERS:
        yield f"public frequencies to the power {power:g}", _normal(public**power)
    for name, path in texts.items():
        own = text_prior(index, [path.read_text(errors="replace")])
        for share in SHARES:
            yield f"{share:.0%} {name}, else public frequencies", _normal((1 - share) * public + share * own)


def _normal(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return weights / weights.sum()


def run(texts: dict[str, Path], second: Path | None, console: Console) -> str:
    index = default_index()
    over = list(corpora(index, second))
    heads = [f"{corpus.name}, ε {epsilon}" for corpus in over for epsilon in EPSILONS]
    lines = [
        "# Expected cosine of StairText, by the public prior that its floors are chosen for\n",
        "| prior | " + " | ".join(heads) + " |",
        "|---|" + "---:|" * len(heads),
    ]
    for name, prior in priors(index, texts):
        made = [StairText(index, epsilon, prior=prior) for epsilon in EPSILONS]
        values = [table.utility(corpus.prior).expected_cosine for corpus in over for table in made]
        lines.append(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |")
        console.print(lines[-1], markup=False, soft_wrap=True)
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("texts", nargs="*", metavar="NAME=FILE", help="public texts")
    parser.add_argument("--second", type=Path, help="text of the second corpus")
    parser.add_argument("--markdown", type=Path, help="write the table here too")
    arguments: Any = parser.parse_args()
    texts = {name: Path(path) for name, _, path in (text.partition("=") for text in arguments.texts)}
    table = run(texts, arguments.second, Console())
    if arguments.markdown:
        arguments.markdown.write_text(table)


if __name__ == "__main__":
    main()
