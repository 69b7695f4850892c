"""Public references: what is kept of what is public, and of what is private; `python -m benchmarks public`.

It prints the figures and writes `public.json` and `public.md` beside this package. Detection's own sets are read as
`benchmarks.detection` does, with the step off and on: they count every name as private, public ones too.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from benchmarks.detection.measures import Score, score
from benchmarks.detection.sets import FOLDER, TestSet, own_sets, public_sets
from benchmarks.public.labelled import PARTS, Part, documents
from benchmarks.public.page import page
from benchmarks.public.statements import HALVES, Through, changed, left, statements
from benchmarks.public.ties import is_kept, ties
from benchmarks.timing import Figure, cpu_seconds
from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.policy import DetectionSettings
from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity
from release.training.examples import Example

__all__ = ["Kept", "clean_texts", "kept", "questions", "run"]

_RESULTS = Path(__file__).parents[1] / "public.json"
_CLEAN = Path(__file__).parent / "clean.txt"
_QUESTIONS = "brmson+dataset-factoid-webquestions/main/test.json"
_WORDS = 200


class Kept(NamedTuple):
    """How many labelled mentions are kept, of how many, by label."""

    public: tuple[int, int]
    private: tuple[int, int]
    between: tuple[int, int]


def kept(part: Part, detection: Detection | None = None, *, small: bool = False) -> Kept:
    """What is kept of a part of the labelled mentions.

    Args:
        part: see `labelled`.
        detection: finds the mentions, and what else a text holds; None gives the labelled mentions alone. What it does
            not find is not replaced either, and not counted.
        small: whether the texts are written in small letters.
    """
    counts: Counter[tuple[str, bool]] = Counter()
    for document in documents(part, small=small):
        found = (
            marked(document.text, document.entities()) if detection is None else detection.detect([document.text])[0]
        )
        for mention in document.mentions:
            meets = [one for one in found if one.start < mention.end and mention.start < one.end]
            if meets:
                counts[mention.label, all(one.public for one in meets)] += 1
    return Kept(*((counts[label, True], counts[label, True] + counts[label, False]) for label in "+-~"))


def clean_texts() -> list[TestSet]:
    """The clean texts of this package, by kind."""
    sets: list[TestSet] = []
    for block in _CLEAN.read_text(encoding="utf-8").split("\n## ")[1:]:
        kind, _, rest = block.partition("\n")
        sets.append(TestSet(kind, [Example(text.strip("\n"), ()) for text in rest.split("\n--\n")], frozenset()))
    return sets


def questions() -> list[str]:
    """What people asked a search engine: the questions to test with of WebQuestions; none where they are not there."""
    file = Path(os.environ.get(FOLDER, os.devnull)) / _QUESTIONS
    return [one["qText"] for one in json.loads(file.read_text(encoding="utf-8"))] if file.exists() else []


def _is_unread(question: str) -> bool:
    """Whether a question is one of the half of which only totals were looked at."""
    return sha256(f"answersx{question}".encode()).digest()[0] % 2 == 0


def _changed(texts: Sequence[str], detection: Detection) -> int:
    """In how many texts anything is replaced."""
    return sum(any(not one.public for one in found) for found in detection.detect(texts))


def _statements(through: Through, half: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """How many general statements of a half change, of how many, and how many private names of it leave."""
    names = sum(len(one.names) for one in statements("private", half))
    return (len(changed(through, half)), len(statements("general", half))), (len(left(through, half)), names)


def _both(of: TestSet, detection: Detection) -> tuple[Score, Score]:
    """A set's score with public references replaced, and with them kept."""
    found = detection.detect([example.text for example in of.examples])
    return score(of, found), score(of, [[one for one in each if not one.public] for each in found])


def run() -> Iterator[Figure]:
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    parts = {part: (kept(part), kept(part, detection)) for part in PARTS}
    parts |= {
        f"{part}, in small letters": (kept(part, small=True), kept(part, detection, small=True))
        for part in PARTS
        if part != "chats"
    }
    tied = list(ties())
    found = detection.detect([one.text for one in tied])
    let_pass = sum(is_kept(one, others) for one, others in zip(tied, found, strict=True))
    public, missing = public_sets()
    general = list(ties("general"))
    kept_general = sum(is_kept(one, []) for one in general)
    asked = questions()
    unread = list(filter(_is_unread, asked))
    questions_changed, unread_changed = _changed(asked, detection), _changed(unread, detection)
    through = Through()
    halves = {half: _statements(through, half) for half in HALVES}
    clean = {f"clean, {one.name}": _both(one, detection) for one in clean_texts()}
    sets = {one.name: _both(one, detection) for one in (*own_sets(), *public)}
    results = {
        "parts": parts,
        "ties": (let_pass, len(tied)),
        "general": (kept_general, len(general)),
        "questions": (questions_changed, len(asked)),
        "questions unread": (unread_changed, len(unread)),
        "statements": halves,
        "clean": clean,
        "sets": sets,
        "missing": missing,
    }
    _RESULTS.write_text(json.dumps(results, indent=1, default=list) + "\n")
    _RESULTS.with_suffix(".md").write_text(page(results))
    for part, (perfect, detected) in parts.items():
        if perfect.public[1]:
            yield Figure(f"public mentions kept, {part}", perfect.public[0] / perfect.public[1], 0.95, at_most=False)
        for name, of in ((part, perfect.private), (f"{part}, as detected", detected.private)):
            if of[1]:
                yield Figure(f"private mentions kept, {name}", of[0] / of[1], 0.0)
    yield Figure("tied mentions kept", let_pass / len(tied), 0.0)
    if asked:
        yield Figure("web questions changed", questions_changed / len(asked), 0.0)
        yield Figure("web questions changed, unread", unread_changed / len(unread), 0.0)
    for half, (general, names) in halves.items():
        yield Figure(f"general statements changed, {half}", general[0] / general[1], 0.0)
        yield Figure(f"private names in what looks like them left, {half}", names[0] / names[1], 0.0)
    off, on = sets["clean"]
    yield Figure("clean text replaced, public references kept", on.replaced, 0.002)
    yield Figure("clean text replaced, public references replaced", off.replaced, 0.002)
    yield Figure("decision, milliseconds for 200 words", _milliseconds(public or own_sets(), detection), 0.3)


def _milliseconds(sets: Sequence[TestSet], detection: Detection) -> float:
    """Processor time of the decision for 200 words, over the texts of the sets in pieces of that length."""
    words = " ".join(example.text for one in sets for example in one.examples[:200]).split()
    texts = [" ".join(words[at : at + _WORDS]) for at in range(0, len(words) - _WORDS, _WORDS)][:100]
    plain: list[list[Entity]] = [
        [one._replace(public=False, codes=()) for one in found] for found in detection.detect(texts)
    ]

    def decide() -> None:
        for text, found in zip(texts, plain, strict=True):
            marked(text, found)

    return 1000 * min(cpu_seconds(decide) for _ in range(3)) / len(texts)
