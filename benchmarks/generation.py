"""Open-ended generation as in InferDPT and DynText, offline: SmolLM2 as the provider; the report is generation.md.

    python -m benchmarks.generation [FOLDER]            # what the model wrote is kept there, and not asked for again
    python -m benchmarks.generation FOLDER --kept       # report on the settings that are there in full, ask for nothing
    dp-gateway generate --help                   # with your own documents and provider

Documents are passages of the manual that every Python carries, so that anybody has them. The orders looked at are those
of DynText's Table 1: coherence at epsilon 3, and SanText+ over epsilon. A comparison is decided where the mean of the
differences, document by document, is two standard errors from 0.
"""

from __future__ import annotations

import json
import math
import platform
import pydoc_data.topics
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console

from dp_gateway.cli.measuring import SMALL, ModelEndpoints
from dp_gateway.cli.options import progress
from dp_gateway.evaluation.continuations import CONTINUATION, PROMPT, Continuations, ContinuationTask, tasks_of
from dp_gateway.evaluation.generation import Generated, Generation, sanitizers_of
from dp_gateway.evaluation.metrics import Measurement, Skipped, metric
from dp_gateway.evaluation.metrics.computing import cosines, local_embedder
from dp_gateway.evaluation.results import Setting
from dp_gateway.llm import LocalModel
from dp_gateway.vocabulary.opening import default_index

REPORT = Path(__file__).with_suffix(".md")
RESULTS = Path(__file__).with_suffix(".json")
FOLDER = Path(tempfile.gettempdir()) / "dp-gateway-benchmark-generation"

DOCUMENTS = 60
SETTINGS = (
    Setting("dyntext", 3),
    Setting("custext+", 3),
    Setting("santext+", 3),
    Setting("rantext", 3),
    Setting("stairtext", 6),
    Setting("santext+", 1),
)
ORDERS = (
    ("no privacy", "dyntext 3"),
    ("dyntext 3", "custext+ 3"),
    ("dyntext 3", "santext+ 3"),
    ("custext+ 3", "rantext 3"),
    ("santext+ 3", "rantext 3"),
    ("santext+ 3", "santext+ 1"),
)
"""The first is more coherent than the second, in all three data sets of DynText's Table 1."""

RESAMPLES = 50
_CODE = re.compile(r"::=|\*\*\*|===|---|>>>|[{}|]")
_WORDS = 140


class Order(NamedTuple):
    """One comparison: the mean difference in coherence, document by document, and its standard error."""

    more: str
    less: str
    difference: float
    error: float

    @property
    def verdict(self) -> str:
        if abs(self.difference) < 2 * self.error:
            return "not decided"
        return "reproduced" if self.difference > 0 else "refuted"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    only_kept = "--kept" in sys.argv
    tasks = tasks_of(manual())[:DOCUMENTS]
    metrics = [metric("coherence"), metric("mauve"), metric("diversity")]
    with (
        ModelEndpoints(threads=1) as models,
        LocalModel(models.endpoint(SMALL, "")) as provider,
        Continuations(folder / "continuations.jsonl") as kept,
        progress() as say,
    ):

        def generation(settings: Sequence[Setting]) -> Generation:
            sanitizers = sanitizers_of(default_index(), settings, 0, keep_stopwords=True)
            return Generation(tasks, provider, sanitizers, metrics=metrics, concurrency=1, kept=kept)

        there = [one for one in SETTINGS if not (only_kept and generation([one]).missing().requests)]
        missing = [f"{name} {epsilon:g}" for name, epsilon in SETTINGS if (name, epsilon) not in there]
        rows = list(generation(there).rows(say))
    errors = {row.setting: mauve_error(tasks, row) for row in rows}
    listed = [one.to_json() | {"mauve_error": errors[one.setting]} for one in rows]
    RESULTS.write_text(json.dumps(listed, indent=1) + "\n")
    REPORT.write_text(report(rows, errors, orders(tasks, rows), provider.name, missing), encoding="utf-8")
    Console().print(REPORT.read_text())


def manual() -> list[str]:
    """Passages of Python's manual, of whole paragraphs in words rather than in code."""
    passages: list[str] = []
    for topic in pydoc_data.topics.topics.values():
        paragraphs = (" ".join(one.split()) for one in topic.split("\n\n") if not one.startswith("   "))
        prose = [one for one in paragraphs if one.endswith(".") and not _CODE.search(one)]
        passage: list[str] = []
        for paragraph in prose:
            passage.append(paragraph)
            if sum(len(one.split()) for one in passage) >= _WORDS:
                passages.append(" ".join(passage))
                passage = []
    return passages


def mauve_error(tasks: Sequence[ContinuationTask], row: Generated) -> float:
    """Standard error of MAUVE over drawn documents, by the bootstrap."""
    there = [(task.written, text) for task, text in zip(tasks, row.texts, strict=True) if text is not None]
    random, measured = np.random.default_rng(0), metric("mauve")
    found: list[float] = []
    for _ in range(RESAMPLES):
        drawn = [there[at] for at in random.integers(0, len(there), len(there)).tolist()]
        one = measured.measure([written for written, _ in drawn], [text for _, text in drawn])
        if isinstance(one, Measurement):
            found.append(one.value)
    return float(np.std(found, ddof=1)) if len(found) > 1 else math.nan


def orders(tasks: Sequence[ContinuationTask], rows: Sequence[Generated]) -> list[Order]:
    embedder, prompts = local_embedder("wordllama"), [task.prompt for task in tasks]
    coherence = {row.setting: cosines(prompts, [text or "" for text in row.texts], embedder) for row in rows}
    found: list[Order] = []
    for more, less in ORDERS:
        if not {more, less} <= coherence.keys():
            continue
        differences = coherence[more] - coherence[less]
        found.append(
            Order(more, less, float(differences.mean()), float(differences.std(ddof=1) / len(differences) ** 0.5))
        )
    return found


def report(
    rows: Sequence[Generated],
    errors: Mapping[str, float],
    found: Sequence[Order],
    provider: str,
    missing: Sequence[str],
) -> str:
    lines = [
        "# Open-ended generation",
        "",
        f"Written by `python -m benchmarks.generation`. {DOCUMENTS} passages of the manual of Python "
        f"{platform.python_version()}: the first {PROMPT}",
        f"tokens are sanitized (stopwords kept, under every mechanism) and continued for {CONTINUATION} tokens by",
        f"{provider} (llama.cpp), at temperature 0.5. Draws of mechanisms repeat; the",
        "model's do not, so that another run differs within the errors.",
        "",
        "Coherence is the cosine between the private prompt and the continuation (WordLlama). MAUVE compares with what",
        "the authors wrote (features of WordLlama, few documents: rows of this table compare). Diversity is the",
        "share of 2- to 4-grams that do not repeat. ±: half of a 95 % interval over documents; for MAUVE two standard",
        f"errors of {RESAMPLES} resamples. The papers have GPT-4 as provider.",
        "",
        "| setting | coherence | MAUVE | diversity | documents |",
        "|---|---:|---:|---:|---:|",
    ]
    for row in rows:
        values = {one.metric: one for one in row.measurements}
        cells = [
            _cell(values.get("coherence")),
            _cell(values.get("mauve"), 2 * errors[row.setting]),
            _cell(values.get("diversity")),
            str(sum(text is not None for text in row.texts)),
        ]
        lines.append(f"| {row.setting} | {' | '.join(cells)} |")
    if missing:
        lines += ["", f"Not run here, though the benchmark has them: {', '.join(missing)}."]
    lines += [
        "",
        "## Orders of DynText's Table 1, in coherence",
        "",
        "| order | difference | verdict |",
        "|---|---:|---|",
        *(
            f"| {one.more} > {one.less} | {one.difference:+.3f} ± {2 * one.error:.3f} | {one.verdict} |"
            for one in found
        ),
        "",
    ]
    return "\n".join(lines)


def _cell(found: Measurement | Skipped | None, half: float | None = None) -> str:
    if not isinstance(found, Measurement):
        return "—"
    if half is None and found.interval is not None:
        half = (found.interval[1] - found.interval[0]) / 2
    return f"{found.value:.3f}" + ("" if half is None else f" ± {half:.3f}")


if __name__ == "__main__":
    main()
