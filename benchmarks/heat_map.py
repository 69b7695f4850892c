"""The heat map of the CluSanT paper (Fig. 3): cosine gained over SanText, by k and by number of clusters.

On the paper's own phrases (65,405; 37,546 after folding case), with WordLlama vectors where the paper has MiniLM's, and
its clustering. Expected cosines are exact for each phrase of a fixed sample, so the only error is the sample's. Both
mechanisms run at the same nominal epsilon; the official code spends it in each of CluSanT's stages, the paper half.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.timing import Figure
from dp_gateway.mechanisms.clusant import CluSanT
from dp_gateway.mechanisms.santext import SanText
from dp_gateway.mechanisms.theorem5 import least_admissible_k
from dp_gateway.mechanisms.two_stage import STAGE_TOTAL, custext_labels
from dp_gateway.vocabulary.embedders import resolve
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.lexicon.build import build_lexicon
from dp_gateway.vocabulary.lexicon.data import Phrases
from dp_gateway.vocabulary.lexicon.opened import Lexicon

_FOLDER = Path(__file__).parents[2] / "shared" / "data" / "clusant"
_FILES = ("LOC.json", "ORG.json")
PICTURE = Path(__file__).with_name("heat_map.png")

PUSHES = (1, 8, 16, 32, 64)
CLUSTERS = (40, 180, 360, 720)
PANELS = ((1.0, False), (8.0, False), (16.0, False), (8.0, True))
SAMPLE = 1_000
_ROWS = 100


class Panel(NamedTuple):
    """Expected cosines at one epsilon: of SanText, and (clusters, k) the gain in percent with its standard error."""

    title: str
    santext: float
    gain: NDArray[np.float64]
    error: NDArray[np.float64]


def phrases() -> list[str]:
    """The distinct folded phrases, in an order that does not depend on the files' clusters."""
    found: set[str] = set()
    for name in _FILES:
        for listed in json.loads((_FOLDER / name).read_text()).values():
            found |= {phrase.lower() for phrase in listed if phrase.strip()}
    ordered = sorted(found)
    np.random.default_rng(0).shuffle(ordered)
    return ordered


def cosines(index: Index, entries: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.float64]:
    norms = np.sqrt(index.squared_norms)
    return (index.vectors[entries] @ index.vectors[others].T) / norms[entries, None] / norms[others]


def santext_cosines(index: Index, sample: NDArray[np.int64], epsilon: float) -> NDArray[np.float64]:
    """(m,) expected cosine of each phrase of the sample."""
    mechanism, everything = SanText(index, epsilon), np.arange(index.size)
    parts = [sample[start : start + _ROWS] for start in range(0, len(sample), _ROWS)]
    return np.concatenate([(mechanism.distribution(p) * cosines(index, p, everything)).sum(axis=1) for p in parts])


def clusant_cosines(made: list[CluSanT], sample: NDArray[np.int64]) -> NDArray[np.float64]:
    """(k, m) expected cosines; k changes the first stage alone."""
    clusters = made[0].clusters
    inside = np.empty((len(sample), clusters.count))
    for cluster in range(clusters.count):
        shares = made[0].inner_shares(sample, cluster) / STAGE_TOTAL
        inside[:, cluster] = (shares * cosines(made[0].index, sample, clusters.members(cluster))).sum(axis=1)
    labels = clusters.labels[sample].tolist()
    outer = [np.stack([one.outer_shares(label) for label in labels]) / STAGE_TOTAL for one in made]
    return np.stack([(shares * inside).sum(axis=1) for shares in outer])


def measure(index: Index, epsilon: float, as_published_code: bool) -> Panel:
    sample = np.random.default_rng(1).choice(index.size, SAMPLE, replace=False)
    base = santext_cosines(index, sample, epsilon)
    gain, error = np.empty((2, len(CLUSTERS), len(PUSHES)))
    for row, count in enumerate(CLUSTERS):
        made = [CluSanT(index, epsilon, k=k, clusters=count, as_published_code=as_published_code) for k in PUSHES]
        values = clusant_cosines(made, sample)
        ratio = values.mean(axis=1) / base.mean()
        gain[row] = 100 * (ratio - 1)
        # Delta method for a ratio of means over the same phrases.
        error[row] = 100 * (values - ratio[:, None] * base).std(axis=1) / math.sqrt(SAMPLE) / abs(base.mean())
    spent = "in each stage (official code)" if as_published_code else "over both stages (paper)"
    return Panel(f"epsilon {epsilon:g} {spent}", float(base.mean()), gain, error)


def show(console: Console, panel: Panel) -> None:
    table = Table("clusters", *[f"k = {k}" for k in PUSHES], title=f"Cosine gained over SanText, %: {panel.title}")
    for count, gains, errors in zip(CLUSTERS, panel.gain.tolist(), panel.error.tolist(), strict=True):
        table.add_row(str(count), *[f"{g:+.1f} ± {e:.1f}" for g, e in zip(gains, errors, strict=True)])
    console.print(table)
    by_k, by_clusters = growing(panel)
    console.print(
        f"SanText: expected cosine {panel.santext:.3f}. The gain grows with k in {by_k:.0%} of the steps (or has come "
        f"to its end), with the number of clusters in {by_clusters:.0%} of those at k > 1."
    )


def growing(panel: Panel) -> tuple[float, float]:
    """Share of the steps to the next k, and to the next number of clusters (k above 1), that gain cosine.

    Where the own cluster is chosen nearly always, more k changes nothing: a step counts as long as it does not fall by
    more than a standard error. At k = 1 clusters are not pushed apart, and their number is no help.
    """
    by_k = np.diff(panel.gain, axis=1) >= -panel.error[:, 1:]
    by_clusters = np.diff(panel.gain[:, 1:], axis=0) >= -panel.error[1:, 1:]
    return float(by_k.mean()), float(by_clusters.mean())


def draw(panels: list[Panel]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(panels), figsize=(4.4 * len(panels), 3.4), constrained_layout=True)
    for axis, panel in zip(axes, panels, strict=True):
        image = axis.imshow(panel.gain, cmap="viridis", aspect="auto")
        middle = (panel.gain.min() + panel.gain.max()) / 2
        for (row, column), gain in np.ndenumerate(panel.gain):
            colour = "black" if gain > middle else "white"
            axis.text(column, row, f"{gain:+.0f}", ha="center", va="center", color=colour)
        axis.set_xticks(range(len(PUSHES)), [str(k) for k in PUSHES])
        axis.set_yticks(range(len(CLUSTERS)), [str(count) for count in CLUSTERS])
        axis.set(xlabel="k", ylabel="clusters")
        axis.set_title(panel.title, fontsize="medium")
        figure.colorbar(image, ax=axis, label="cosine gained over SanText, %")
    figure.savefig(PICTURE, dpi=90, metadata={"Software": None})
    pyplot.close(figure)


def run() -> Iterator[Figure]:
    console = Console()
    if not all((_FOLDER / name).exists() for name in _FILES):
        console.print("heat_map: CluSanT's phrase sets do not lie beside the checkout; left out", style="yellow")
        return
    with tempfile.TemporaryDirectory() as folder:
        listed = Phrases({"PHRASE": phrases()}, {}, {}, {})
        build_lexicon(Path(folder) / "phrases", listed, resolve("wordllama"), "wordllama", neighbours=64)
        index = Lexicon(Path(folder) / "phrases").index("PHRASE")
        console.print(f"{index.size:,} phrases; {SAMPLE:,} of them as inputs")
        panels = [measure(index, *panel) for panel in PANELS]
        for panel in panels:
            show(console, panel)
        least = least_admissible_k(index, custext_labels(index, CLUSTERS[-1]))
        meets = "no k" if least is None else f"k = {least:.2f} at least"
        console.print(f"Theorem 5's assumptions, {CLUSTERS[-1]} clusters: met by {meets}")
    draw(panels)
    console.print(f"written: {PICTURE.name}")
    for panel in panels:
        by_k, by_clusters = growing(panel)
        yield Figure(f"CluSanT, {panel.title}: share of steps in k that gain cosine", by_k, 1, at_most=False)
        yield Figure(f"CluSanT, {panel.title}: share of steps in clusters that gain", by_clusters, 1, at_most=False)
