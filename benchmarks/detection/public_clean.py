"""Clean text that nobody of this project wrote: public documentation, lessons and logs, in a tuning and an unseen half.

Rules were mended by what they take for names in the tuning half; of the other half nobody looked at a single error. The
halves are different repositories, so that no document stands in both. Passages that thank, cite or address somebody are
left out, and of logs the types that are private there (hosts, times); examples with made-up persons remain.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.detection.measures import Score, score
from benchmarks.detection.sets import TestSet
from dp_gateway.text.entities import ENTITY_TYPES, Entity
from release.training.examples import Example

__all__ = ["TUNING", "UNSEEN", "measure", "passages", "private"]

_PERSONAL = re.compile(
    r"author|copyright|maintain|thanks|written by|contribut|credit|signed|@|©|https?:|www\.|e-?mail|licen[sc]e|"
    r"\bby (?:[A-Z]|`)|:user:|Mr\.|Mrs\.|Dr\.|professor",
    re.IGNORECASE,
)
_FRONT_MATTER, _TARGET = re.compile(r"\A---\n.*?\n---\n", re.DOTALL), re.compile(r"\]\([^)]*\)")
_SHORTEST, _LONGEST, _LETTERS = 40, 1500, 0.4
_LINES, _EVERY = 6, 40
_MOST = 150
_OF_LOGS = frozenset(("IP_ADDRESS", "DATE_TIME"))

System = Callable[[Sequence[str]], Sequence[Sequence[Entity]]]

TUNING: Mapping[str, tuple[str, ...]] = {
    "recipes": ("sinker+tacofancy/**/*.md",),
    "docs": ("rust-lang+book/src/*.md",),
    "changelog": ("pallets+flask/CHANGES.rst",),
    "guide": ("pallets+flask/docs/**/*.rst",),
    "maths": ("HoTT+book/*.tex",),
    "sql": ("treffynnon+sqlstyle.guide/_includes/sqlstyle.guide.md",),
    "primer": ("donnemartin+system-design-primer/README.md",),
    "agents": ("x1xhlol+system-prompts-and-models-of-ai-tools/[A-Ma-m]*/**/*.txt",),
    "logs": tuple(f"logpai+loghub/{name}/{name}_2k.log" for name in ("Spark", "HDFS", "Zookeeper")),
}
"""Files of the tuning half by kind, as patterns in the folder of corpora."""

UNSEEN: Mapping[str, tuple[str, ...]] = {
    "docs": ("redis+redis-doc/docs/**/*.md", "redis+redis-doc/commands/*.md"),
    "changelog": ("pytest-dev+pytest/doc/en/changelog.rst",),
    "guide": ("prometheus+docs/docs/**/*.md",),
    "algorithms": ("trekhleb+javascript-algorithms/src/**/README.md",),
    "sql": ("datacarpentry+sql-ecology-lesson/episodes/*.md",),
    "cheatsheet": ("gto76+python-cheatsheet/README.md",),
    "agents": ("x1xhlol+system-prompts-and-models-of-ai-tools/[N-Zn-z]*/**/*.txt",),
    "service": (
        "alphagov+govuk-design-system/src/components/**/*.md",
        "alphagov+govuk-design-system/src/patterns/**/*.md",
        "alphagov+govuk-design-system/src/styles/**/*.md",
    ),
    "logs": tuple(f"logpai+loghub/{name}/{name}_2k.log" for name in ("Hadoop", "HealthApp", "Android")),
}
"""Files of the unseen half."""


def measure(find: System, data: Path) -> dict[str, Score]:
    """What a system replaces in each half, whole and by kind; a half that is not in the folder is left out.

    Args:
        find: the system.
        data: folder of the corpora.
    """
    scores: dict[str, Score] = {}
    for name, kinds in (("tuning", TUNING), ("unseen", UNSEEN)):
        examples: list[Example] = []
        found: list[list[Entity]] = []
        for kind, patterns in kinds.items():
            texts = passages(data, patterns)
            if texts:
                own = private(find(texts), logs=kind == "logs")
                listed = [Example(text, ()) for text in texts]
                scores[f"public clean, {name}: {kind}"] = _score(listed, own)
                examples, found = examples + listed, found + own
        if examples:
            scores[f"public clean, {name} half"] = _score(examples, found)
    return scores


def private(found: Sequence[Sequence[Entity]], *, logs: bool = False) -> list[list[Entity]]:
    """What is replaced: no public references, no URLs, and in logs neither addresses of hosts nor times."""
    left = _OF_LOGS if logs else frozenset[str]()
    return [[one for one in each if not one.public and one.type != "URL" and one.type not in left] for each in found]


def _score(examples: list[Example], found: Sequence[Sequence[Entity]]) -> Score:
    return score(TestSet("", examples, frozenset(ENTITY_TYPES)), found)


def passages(data: Path, patterns: tuple[str, ...]) -> list[str]:
    """At most 150 passages of the files, drawn once for all; none where a corpus is not in the folder.

    Args:
        data: folder of the corpora.
        patterns: see `UNSEEN`.
    """
    found: dict[str, None] = {}
    for pattern in patterns:
        for file in sorted(data.glob(pattern)):
            text = file.read_text(encoding="utf-8", errors="replace")
            found |= dict.fromkeys(_logged(text) if file.suffix == ".log" else _paragraphs(text))
    listed = list(found)
    random.Random(7).shuffle(listed)
    return listed[:_MOST]


def _paragraphs(text: str) -> Iterator[str]:
    plain = _TARGET.sub("]", _FRONT_MATTER.sub("", text))
    for paragraph in map(str.strip, re.split(r"\n\s*\n", plain)):
        letters = sum(map(str.isalpha, paragraph))
        prose = _SHORTEST < len(paragraph) < _LONGEST and letters > _LETTERS * len(paragraph)
        if prose and not _PERSONAL.search(paragraph):
            yield paragraph


def _logged(text: str) -> Iterator[str]:
    lines = [line for line in text.splitlines() if not _PERSONAL.search(line)]
    for first in range(0, len(lines) - _LINES, _EVERY):
        yield "\n".join(lines[first : first + _LINES])
