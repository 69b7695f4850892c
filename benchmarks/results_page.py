"""The page of all measured figures and the table of the README, made from the results file.

`make bench` writes both; `python -m benchmarks.results_page` writes them from the file that is there.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

__all__ = ["FILE", "README", "page", "readme_with", "row", "write"]

FILE = Path(__file__).with_name("results.json")
README = Path(__file__).parents[1] / "README.md"

_SUBJECTS = {
    "Attacks, and the values of their papers": r"attack|contextual|off the official|off Table|official code",
    "Detection, restoring and answers": r"detection|restor|surrogates|detected",
    "Agents": r"^(?:agents|instructions for agents)",
    "LangChain and the judge": r"^langchain|judge",
    "Ledgers": r"ledger",
    "Server": r"requests/s|p50|streams at once|ready",
    "Requests of 140 and 200 words": r"words with|words whose|message of",
    "Mechanisms, index and memory": r"",
}
"""What a figure is about: the first pattern that its name holds."""

_LARGE = 1000
"""Figures from here on are whole numbers."""

_HEAD = ["| figure | measured | bar | met |", "|---|---:|---|---|"]
_BLOCK = re.compile(
    r"(?<=<!-- measured: written by benchmarks/results_page.py -->\n).*(?=<!-- end of measured -->)", re.DOTALL
)


def page(results: dict[str, Any]) -> str:
    """Every figure, those that miss their bar first."""
    missed, met = _names(results)
    lines = ["# Measured", "", *_about(results), "They come first.", "", *_HEAD, *(row(results, one) for one in missed)]
    for subject, names in _by_subject(met).items():
        lines += ["", f"## {subject}", "", *_HEAD, *(row(results, one) for one in names)]
    return "\n".join(lines) + "\n"


def readme_with(results: dict[str, Any], readme: str) -> str:
    """The README with every figure in its table: those that miss their bar are seen at once, the others unfold."""
    missed, met = _names(results)
    lines = [*_about(results), "[Benchmarks](benchmarks/results.md) has them on one page.", "", *_HEAD]
    lines += [row(results, one) for one in missed]
    for subject, names in _by_subject(met).items():
        lines += ["", f"<details><summary>{subject}: {len(names)} that meet their bar</summary>", "", *_HEAD]
        lines += [*(row(results, one) for one in names), "", "</details>"]
    block = "\n".join(lines) + "\n"
    return _BLOCK.sub(lambda _: block, readme)


def row(results: dict[str, Any], name: str) -> str:
    """One figure as a line of a table."""
    figure = results["figures"][name]
    measured = figure["measured"]
    shown = f"{measured:,.0f}" if measured >= _LARGE else f"{measured:.4g}"
    return f"| {name} | {shown} | {figure['bar']} | {figure['met']} |"


def write(results: dict[str, Any]) -> None:
    """The results as JSON, the page beside them, and the table of the README."""
    FILE.write_text(json.dumps(results, indent=1) + "\n")
    FILE.with_suffix(".md").write_text(page(results))
    README.write_text(readme_with(results, README.read_text()))


def _about(results: dict[str, Any]) -> list[str]:
    missed, met = _names(results)
    return [
        f"`make bench` on {results['machine']}: ratios within one run, which a busy machine changes little.",
        f"Of {len(missed) + len(met)} figures {len(missed)} miss the bar that was set for them.",
    ]


def _names(results: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The names of figures that miss their bar, and of the others."""
    met = {name: figure["met"] != "no" for name, figure in results["figures"].items()}
    return [name for name in met if not met[name]], [name for name in met if met[name]]


def _by_subject(names: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {subject: [] for subject in _SUBJECTS}
    for name in names:
        found[next(subject for subject, pattern in _SUBJECTS.items() if re.search(pattern, name))].append(name)
    return {subject: listed for subject, listed in found.items() if listed}


if __name__ == "__main__":
    write(json.loads(FILE.read_text()))
