"""The page of all measured figures and the table of the README, made from the results file.

`make bench` writes both; `python -m benchmarks.results_page` writes them from the file that is there.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

__all__ = ["FILE", "README", "page", "readme_with", "write"]

FILE = Path(__file__).with_name("results.json")
README = Path(__file__).parents[1] / "README.md"

_HEAD = ["| figure | measured | bar | met |", "|---|---:|---|---|"]
_BLOCK = re.compile(
    r"(?<=<!-- measured: written by benchmarks/results_page.py -->\n).*(?=<!-- end of measured -->)", re.DOTALL
)


def page(results: dict[str, Any]) -> str:
    """Every figure, those that miss their bar first."""
    missed, met = _rows(results)
    lines = ["# Measured", "", *_about(results), "They come first.", "", *_HEAD, *missed, *met]
    return "\n".join(lines) + "\n"


def readme_with(results: dict[str, Any], readme: str) -> str:
    """The README with every figure in its table: those that miss their bar are seen at once, the others unfold."""
    missed, met = _rows(results)
    folded = ["<details><summary>The figures that meet their bar</summary>", "", *_HEAD, *met, "", "</details>"]
    block = "\n".join([*_about(results), "", *_HEAD, *missed, "", *folded]) + "\n"
    return _BLOCK.sub(lambda _: block, readme)


def write(results: dict[str, Any]) -> None:
    """The results as JSON, the page beside them, and the table of the README."""
    FILE.write_text(json.dumps(results, indent=1) + "\n")
    FILE.with_suffix(".md").write_text(page(results))
    README.write_text(readme_with(results, README.read_text()))


def _about(results: dict[str, Any]) -> list[str]:
    missed, met = _rows(results)
    return [
        f"`make bench` on {results['machine']}: ratios within one run, which a busy machine changes little.",
        f"Of {len(missed) + len(met)} figures {len(missed)} miss the bar that was set for them.",
    ]


def _rows(results: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The rows of figures that miss their bar, and of the others."""
    rows = {
        name: f"| {name} | {figure['measured']:,.4g} | {figure['bar']} | {figure['met']} |"
        for name, figure in results["figures"].items()
    }
    missed = [row for name, row in rows.items() if results["figures"][name]["met"] == "no"]
    return missed, [row for name, row in rows.items() if results["figures"][name]["met"] != "no"]


if __name__ == "__main__":
    write(json.loads(FILE.read_text()))
