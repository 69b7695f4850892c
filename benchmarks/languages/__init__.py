"""Messages in many languages: what is found, what is covered in vain, what comes back.

`python -m benchmarks languages` prints the figures and writes `languages.json` and `languages.md` beside this package.
The messages stand in a folder, a JSONL file per language (`de.jsonl`), a line each, offsets in code points:
`{"text": ..., "entities": [{"start", "end", "type"}, ...]}`. `python -m benchmarks.languages --messages DIR` reads
another folder; `--sentences DIR` measures, too, how often the language of a text is told rightly. Public sets are read
where `DP_GATEWAY_CORPORA` says where they are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.detection.sets import FOLDER
from benchmarks.languages.identification import identified
from benchmarks.languages.measures import measured, read_messages
from benchmarks.languages.outsiders import FOLDERS, asked
from benchmarks.languages.page import page
from benchmarks.languages.public_sets import names_found
from benchmarks.timing import Figure
from dp_gateway.languages import LANGUAGES

__all__ = ["MESSAGES", "RESULTS", "figures", "run"]

MESSAGES = Path(__file__).parent / "messages"
RESULTS = Path(__file__).parents[1] / "languages.json"
_BARS = {"zh": 0.85, "ja": 0.85, "ar": 0.8, "hi": 0.8}
_BAR, _WRONG, _IDENTIFIERS = 0.9, 0.02, 0.95
_ASKED = {"outsider": "what an outsider asks", "demanding": "what is hardest", "documents": "documents"}


def run(messages: Path = MESSAGES, sentences: Path | None = None, results: Path = RESULTS) -> Iterator[Figure]:
    """Measure every language that the folder has messages of."""
    kept: dict[str, Any] = json.loads(results.read_text()) if results.exists() else {}
    rows = {file.stem: measured(read_messages(file)) for file in sorted(messages.glob("*.jsonl"))}
    if rows:
        kept["messages"] = {code: row.to_json() for code, row in rows.items()}
    kept |= {name: asked(folder) for name, folder in FOLDERS.items()}
    if corpora := os.environ.get(FOLDER):
        kept["public"] = names_found(Path(corpora))
    if sentences is not None:
        kept["identification"] = identified(sentences)
    results.write_text(json.dumps(kept, indent=1) + "\n")
    results.with_suffix(".md").write_text(page(kept))
    yield from figures(results)


def figures(results: Path = RESULTS) -> Iterator[Figure]:
    """The figures of what was measured last, which the page was made of."""
    for code, row in json.loads(results.read_text()).get("messages", {}).items():
        name = LANGUAGES[code].name
        yield Figure(f"{name}: entities fully covered", row["recall"], _BARS.get(code, _BAR), at_most=False)
        yield Figure(f"{name}: characters wrongly covered", row["wrong"], _WRONG)
        if row["identifiers"] is not None:
            yield Figure(f"{name}: identifiers fully covered", row["identifiers"], _IDENTIFIERS, at_most=False)
        yield Figure(f"{name}: messages that come back from an echo", row["restored"], 1, at_most=False)
    for row in json.loads(results.read_text()).get("public", ()):
        name = f"{LANGUAGES[row['language']].name}: names fully covered, {row['set']}"
        share = row["covered"] / row["names"]
        yield Figure(name, share, _BARS.get(row["language"], _BAR), at_most=False)
    for kind, said in _ASKED.items():
        for code, halves in json.loads(results.read_text()).get(kind, {}).items():
            unread = halves["unread"]
            share = unread["covered"] / unread["entities"]
            name = f"{LANGUAGES[code].name}: entities fully covered, {said}, unread"
            yield Figure(name, share, _BARS.get(code, _BAR), at_most=False)
