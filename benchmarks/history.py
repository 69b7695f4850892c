"""What was measured at each release, beside what is measured now: a page of the site.

`python -m benchmarks.history` notes the figures of `results.json` under the version of the package; a release does that
once. The page is made where the site is built.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.results_page import FILE as RESULTS
from dp_gateway import __version__

__all__ = ["FILE", "History", "note", "page"]

FILE = Path(__file__).with_name("history.json")
_LARGE = 1000
"""Figures from here on are whole numbers."""

History = dict[str, dict[str, Any]]
"""By version, oldest first: the machine, and each figure as it was measured."""


def note(version: str, results: dict[str, Any], history: History) -> History:
    """The history with a release of these results; one that is noted already stays as it is.

    Raises:
        ValueError: it is noted already.
    """
    if version in history:
        raise ValueError(f"{version} is noted already; figures of a release are not changed")
    figures = {name: figure["measured"] for name, figure in results["figures"].items()}
    return {**history, version: {"machine": results["machine"], "figures": figures}}


def page(results: dict[str, Any], history: History) -> str:
    """One row a figure, one column a release, and what is measured now."""
    now = results["figures"]
    names = list(dict.fromkeys([*now, *(name for release in history.values() for name in release["figures"])]))
    lines = [
        "# History by release",
        "",
        "Each release keeps the figures that were measured for it; a figure that was not measured then has no entry. "
        "Machines differ, so compare ratios rather than rates.",
        "",
        *([] if history else ["No version was released yet: this page begins with 0.1.0.", ""]),
        *(f"- {version}: {release['machine']}" for version, release in history.items()),
        f"- now: {results['machine']}",
        "",
        f"| figure | {' | '.join([*history, 'now'])} | bar |",
        f"|---|{'---:|' * (len(history) + 1)}---|",
    ]
    for name in names:
        cells = [_shown(release["figures"].get(name)) for release in history.values()]
        cells.append(_shown(now[name]["measured"] if name in now else None))
        lines.append(f"| {name} | {' | '.join(cells)} | {now[name]['bar'] if name in now else ''} |")
    return "\n".join(lines) + "\n"


def _shown(measured: float | None) -> str:
    if measured is None:
        return ""
    return f"{measured:,.0f}" if measured >= _LARGE else f"{measured:.4g}"


if __name__ == "__main__":
    noted = note(__version__, json.loads(RESULTS.read_text()), json.loads(FILE.read_text()))
    FILE.write_text(json.dumps(noted, indent=1) + "\n")
