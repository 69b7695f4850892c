"""The page of all measured figures, made from the results file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["FILE", "page", "write"]

FILE = Path(__file__).with_name("results.json")


def page(results: dict[str, Any]) -> str:
    """Every figure, those that miss their bar first."""
    rows = sorted(results["figures"].items(), key=lambda row: row[1]["met"])
    missed = sum(figure["met"] == "no" for _, figure in rows)
    lines = [
        "# Measured",
        "",
        f"`make bench` on {results['machine']}: ratios within one run, which a busy machine changes little.",
        f"Of {len(rows)} figures {missed} miss the bar that was set for them; they come first.",
        "",
        "| figure | measured | bar | met |",
        "|---|---:|---|---|",
        *(f"| {name} | {figure['measured']:,.4g} | {figure['bar']} | {figure['met']} |" for name, figure in rows),
    ]
    return "\n".join(lines) + "\n"


def write(results: dict[str, Any]) -> None:
    """The results as JSON, and the page beside them."""
    FILE.write_text(json.dumps(results, indent=1) + "\n")
    FILE.with_suffix(".md").write_text(page(results))
