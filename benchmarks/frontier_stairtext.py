"""StairText's frontier before and after its floors were optimised, beside the mechanisms of the papers.

    python -m benchmarks.frontier_stairtext [--second FILE] [--markdown FILE]

Two corpora that played no part in any choice: SST-2 (train split), and the Lee background corpus (314 news texts of
the Australian Broadcasting Corporation, 2000-2001; Lee, Pincombe, Welsh 2005), which the package gensim brings along:
`pip install --no-deps gensim`, or give the file with --second. Floors are chosen for public word frequencies (wordfreq)
to the power 7/8; that power was chosen on a third text, the Wikipedia articles of gensim's test data.

Figures are exact over the content words of a corpus. Intervals (95 %) are for the corpus as a sample of its kind, by
leaving out each tenth of its lines in turn.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from benchmarks.corpus import has_sst2, text
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.certify import certify
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.stairtext import StairText, closed_form
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.opening import default_index
from dp_gateway.vocabulary.placement import text_prior

STAIRS = (0.25, 0.75, 1, 1.5, 2, 4, 6, 8, 10, 12)
BARS = {8: 0.53, 10: 0.76}
ATTACKS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98)
LIMITED = 16
"""Epsilon of the settings with `attack`: large, so that `attack` is what limits them."""

PAPERS: dict[str, tuple[float, ...]] = {
    "custext": (1, 2, 4, 6, 8, 10, 14),
    "dyntext": (1, 2, 4, 6, 8, 10, 14),
    "dyntext-full": (1, 2, 4, 6, 8, 10, 14),
    "clusant": (2, 3, 4, 6, 10, 16, 24),
    "rantext": (2, 6, 10),
    "santext": (6, 10, 16),
    "tem": (6, 10, 16),
    "nerasetext": (6, 16),
    "nerasetext+": (6,),
}

_PARTS = 10
_T = 2.262
"""Student's t with nine degrees of freedom, 95 %."""


class Corpus(NamedTuple):
    name: str
    prior: NDArray[np.float64]
    without: list[NDArray[np.float64]]
    """The prior with each tenth of the lines left out."""


class Point(NamedTuple):
    label: str
    certified: float
    attack: Mapping[str, float]
    cosine: Mapping[str, float]


def corpora(index: Index, second: Path | None) -> Iterator[Corpus]:
    if has_sst2():
        yield corpus(index, "SST-2", text(3_400_000))
    if second is None and (gensim := importlib.util.find_spec("gensim")) and gensim.origin:
        second = Path(gensim.origin).parent / "test" / "test_data" / "lee_background.cor"
    if second is not None and second.exists():
        yield corpus(index, "Lee" if second.name == "lee_background.cor" else second.stem, second.read_text())


def corpus(index: Index, name: str, content: str) -> Corpus:
    lines = content.splitlines()
    parts = [[line for at, line in enumerate(lines) if at % _PARTS != part] for part in range(_PARTS)]
    return Corpus(name, text_prior(index, [content]), [text_prior(index, ["\n".join(part)]) for part in parts])


def point(label: str, made: Mechanism, over: list[Corpus]) -> Point:
    found = [certify(made, corpus.prior) for corpus in over]
    names = [corpus.name for corpus in over]
    return Point(
        label,
        found[0].guarantee.certified_epsilon,
        dict(zip(names, (one.utility.bayes_asr for one in found), strict=True)),
        dict(zip(names, (one.utility.expected_cosine for one in found), strict=True)),
    )


def interval(made: Mechanism, corpus: Corpus) -> float:
    """Half the width of the 95 % interval of the expected cosine."""
    values = np.array([certify(made, prior).utility.expected_cosine for prior in corpus.without])
    return _T * math.sqrt((_PARTS - 1) / _PARTS * float(((values - values.mean()) ** 2).sum()))


def hull(points: list[Point], corpus: str, attack: float) -> float:
    """The largest cosine of a public mixture of two settings at this attack success on the corpus.

    The success of a mixture is at most the mean of the two, so the cosine read off a chord can be reached.
    """
    best = -math.inf
    for low in points:
        for high in points:
            left, right = low.attack[corpus], high.attack[corpus]
            if left <= attack <= right or low is high:
                if low is high and left > attack:
                    continue
                share = 0.0 if right == left or low is high else (attack - left) / (right - left)
                best = max(best, (1 - share) * low.cosine[corpus] + share * high.cosine[corpus])
    return best


def run(second: Path | None, console: Console) -> str:
    index = default_index()
    over = list(corpora(index, second))
    out: list[str] = []

    def say(line: str) -> None:
        out.append(line)
        console.print(line, markup=False, highlight=False, soft_wrap=True)

    names = [corpus.name for corpus in over]
    stairs: list[Point] = []
    say("## Expected cosine / Bayes attack success of StairText at a certified epsilon\n")
    say("| certified ε | " + " | ".join(f"{n}, before | {n}, after | {n}, best in hindsight" for n in names) + " |")
    say("|---:|" + "---:|" * (3 * len(names)))
    for epsilon in STAIRS:
        cells: list[str] = []
        after = StairText(index, epsilon)
        now = point(f"stairtext {epsilon}", after, over)
        before = StairText(index, epsilon, floor_power=closed_form(epsilon)[1])
        then = point(f"closed form {epsilon}", before, over)
        stairs.append(now)
        for corpus in over:
            precise = epsilon in BARS or epsilon == 6
            ends = [f" ± {interval(made, corpus):.3f}" if precise else "" for made in (before, after)]
            for one, end in zip((then, now), ends, strict=True):
                cells.append(f"{one.cosine[corpus.name]:.3f}{end} / {one.attack[corpus.name]:.3f}")
            best = StairText(index, epsilon, prior=corpus.prior).utility(corpus.prior).expected_cosine if precise else 0
            cells.append(f"{best:.3f}" if precise else "")
        say(f"| {now.certified:.3f} | " + " | ".join(cells) + " |")
    for epsilon, bar in BARS.items():
        for corpus in over:
            value = stairs[STAIRS.index(epsilon)].cosine[corpus.name]
            verdict = "met" if value >= bar else f"missed by {bar - value:.3f}"
            say(f"\nBar {bar} at epsilon {epsilon} on {corpus.name}: {value:.3f}, {verdict}.")
    limited = [point(f"attack={attack}", StairText(index, LIMITED, attack=attack), over) for attack in ATTACKS]
    say(f"\n## StairText at epsilon {LIMITED} with `attack`\n")
    say("| attack | certified ε | " + " | ".join(f"{n}: attack success | {n}: cosine" for n in names) + " |")
    say("|---:|---:|" + "---:|" * (2 * len(names)))
    for one in limited:
        cells = [f"{one.attack[n]:.3f} | {one.cosine[n]:.3f}" for n in names]
        say(f"| {one.label.removeprefix('attack=')} | {one.certified:.3f} | " + " | ".join(cells) + " |")
    say("\n## Mechanisms of the papers, and StairText at the same certified epsilon and at the same attack success\n")
    say("StairText has the largest measured epsilon that is no larger than theirs; at equal attack success it is the")
    say("best mixture of two of its settings above.\n")
    head = " | ".join(f"{n}: attack | cosine | StairText, same ε | StairText, same attack" for n in names)
    say(f"| mechanism | nominal ε | certified ε | {head} |")
    say("|---|---:|---:|" + "---:|" * (4 * len(names)))
    below: list[str] = []
    for name, epsilons in PAPERS.items():
        for epsilon in epsilons:
            with console.status(f"{name} {epsilon} ..."):
                one = point(f"{name} {epsilon:g}", create(name, index, epsilon), over)
            cells = list(_compared(one, stairs, stairs + limited, names, below))
            certified = "infinite" if math.isinf(one.certified) else f"{one.certified:.2f}"
            say(f"| {name} | {epsilon:g} | {certified} | " + " | ".join(cells) + " |")
    say("\nBelow a mechanism of the papers: " + ("; ".join(below) if below else "nowhere") + ".")
    return "\n".join(out) + "\n"


def _compared(
    one: Point, stairs: list[Point], settings: list[Point], names: list[str], below: list[str]
) -> Iterator[str]:
    equal = [stair for stair in stairs if stair.certified <= one.certified]
    for name in names:
        cosine = one.cosine[name]
        at_epsilon = equal[-1].cosine[name] if equal else math.nan
        at_attack = hull(settings, name, one.attack[name])
        for value, what in ((at_epsilon, "certified epsilon"), (at_attack, "attack success")):
            if value < cosine and not (what == "certified epsilon" and math.isinf(one.certified)):
                below.append(f"{one.label} on {name} at equal {what}: {value:.4f} < {cosine:.4f}")
        same = "" if math.isinf(one.certified) else f"{at_epsilon:.4f}"
        yield f"{one.attack[name]:.4f} | {cosine:.4f} | {same} | {at_attack:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--second", type=Path, help="text of the second corpus")
    parser.add_argument("--markdown", type=Path, help="write the tables here too")
    arguments: Any = parser.parse_args()
    tables = run(arguments.second, Console())
    if arguments.markdown:
        arguments.markdown.write_text(tables)


if __name__ == "__main__":
    main()
