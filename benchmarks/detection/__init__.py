"""Detection on public and own sets: ours beside spaCy and Presidio, with the time of each, measured in one run.

`python -m benchmarks detection` prints the figures of the project's synthetic set, and writes `detection.json` and
`detection.md` beside this package. Corpora are read from the folder in `DP_GATEWAY_CORPORA`; what is missing is named.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from benchmarks.detection import synthetic
from benchmarks.detection.measures import Score, score
from benchmarks.detection.page import page
from benchmarks.detection.public_clean import measure, private
from benchmarks.detection.sets import FOLDER, TestSet, own_sets, public_sets
from benchmarks.detection.systems import SYSTEMS
from benchmarks.detection.times import milliseconds
from benchmarks.timing import Figure

__all__ = ["compare", "figures", "run"]

_RESULTS = Path(__file__).parents[1] / "detection.json"
_BARS = {
    "informal": 0.9,
    "EWT test": 0.9,
    "WNUT17 test, names": 0.8,
    "WikiGold": 0.9,
    "tweets without @ (BTC f, h)": 0.85,
}


def compare() -> dict[str, object]:
    """The scores of every system on every set that is there, and the milliseconds of each for 200 words."""
    public, missing = public_sets()
    sets: list[TestSet] = [*own_sets(), *public]
    scores: dict[str, dict[str, Score]] = {}
    times: dict[str, float] = {}
    for name, make in SYSTEMS.items():
        find = make()
        scores[name] = {}
        for one in sets:
            found = find([example.text for example in one.examples])
            scores[name][one.name] = score(one, found)
            if one.name in ("clean", "clean held out", "ordinary: read", "ordinary: unread"):
                scores[name][f"{one.name}, public references kept"] = score(one, private(found))
        if folder := os.environ.get(FOLDER):
            scores[name] |= measure(find, Path(folder))
        times[name] = milliseconds(find)
    return {"scores": scores, "milliseconds": times, "missing": missing}


def run() -> Iterator[Figure]:
    yield from synthetic.run()
    results = compare()
    _RESULTS.write_text(json.dumps(results, indent=1, default=list) + "\n")
    _RESULTS.with_suffix(".md").write_text(page(results))
    yield from figures()


def figures() -> Iterator[Figure]:
    """The figures of what was measured last, which the page was made of."""
    results = json.loads(_RESULTS.read_text())
    ours = {name: Score(*score) for name, score in results["scores"]["default"].items()}
    times = results["milliseconds"]
    for name, bar in _BARS.items():
        if name in ours:
            yield Figure(f"default, {name}, entities covered", ours[name].covered or 0.0, bar, at_most=False)
    yield Figure("default, clean text replaced", ours["clean"].replaced, 0.002)
    if unseen := ours.get("public clean, unseen half"):
        yield Figure("default, public clean text replaced, unseen half", unseen.replaced, 0.002)
    yield Figure("default / bare spaCy NER, 200 words", times["default"] / times["spaCy"], 0.2)
