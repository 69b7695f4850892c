"""Run the benchmarks: each prints figures as ratios measured in one run, with the bar it has to meet.

python -m benchmarks [NAME ...]    # all without a name; results.json, results.md and the README's table are renewed
"""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks import (
    agents,
    answers,
    attacks,
    budgets,
    build,
    cautions,
    cross_paper,
    detection,
    draws,
    entities,
    heat_map,
    instructions,
    judging,
    langchain_door,
    languages,
    ledger,
    lexicon,
    memory,
    public,
    quality,
    restoring,
    sanitize,
    serving,
    start,
    streams,
    tables,
    topics,
    values,
)
from benchmarks.results_page import FILE, write
from benchmarks.timing import Figure

MODULES = {
    "agents": agents,
    "answers": answers,
    "attacks": attacks,
    "sanitize": sanitize,
    "draws": draws,
    "quality": quality,
    "start": start,
    "budgets": budgets,
    "build": build,
    "cautions": cautions,
    "heat_map": heat_map,
    "cross_paper": cross_paper,
    "detection": detection,
    "lexicon": lexicon,
    "values": values,
    "streams": streams,
    "serving": serving,
    "instructions": instructions,
    "judging": judging,
    "langchain_door": langchain_door,
    "languages": languages,
    "ledger": ledger,
    "entities": entities,
    "restoring": restoring,
    "memory": memory,
    "public": public,
    "tables": tables,
    "topics": topics,
}

KEPT: dict[str, Callable[[], Iterator[Figure]]] = {"detection": detection.figures, "languages": languages.figures}
"""Benchmarks that write a page of their own: the figures of that page, which those of the results are held to."""


def entry(figure: Figure, benchmark: str) -> dict[str, float | str]:
    """A figure as the results file has it."""
    met = figure.value <= figure.bar if figure.at_most else figure.value >= figure.bar
    return {
        "measured": round(figure.value, 4),
        "bar": f"{'at most' if figure.at_most else 'at least'} {figure.bar:g}",
        "met": "yes" if met else "no",
        "benchmark": benchmark,
    }


def machine() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()} x {len(names) or '?'}, Python {platform.python_version()}"


@click.command(epilog="Names: " + ", ".join(MODULES))
@click.argument("names", nargs=-1, type=click.Choice(list(MODULES)), metavar="[NAME]...")
@click.option("--kept", is_flag=True, help="Measure nothing: take the figures that pages of their own were made of.")
def main(names: tuple[str, ...], kept: bool) -> None:
    """Measure, print each figure with its bar, and write it to benchmarks/results.json, results.md and the README."""
    chosen = names or (tuple(KEPT) if kept else tuple(MODULES))
    table = Table("figure", "measured", "bar", box=None, header_style="bold", pad_edge=False)
    results: dict[str, dict[str, float | str]] = {}
    console = Console()
    for name in chosen:
        with console.status(f"{name} ..."):
            for figure in KEPT[name]() if kept else MODULES[name].run():
                row = results[figure.name] = entry(figure, name)
                color = "green" if row["met"] == "yes" else "red"
                table.add_row(figure.name, f"[{color}]{figure.value:,.4g}[/]", str(row["bar"]))
    console.print(table)
    console.print(machine(), style="dim")
    known = json.loads(FILE.read_text()) if FILE.exists() else {"machines": {}, "figures": {}}
    before = known["figures"]
    # A benchmark's rows are replaced as a whole, and those of a benchmark that is gone go with it.
    left = set(MODULES).difference(() if kept else chosen)
    others = {name: figure for name, figure in before.items() if figure["benchmark"] in left}
    machines = known["machines"] | ({} if kept else dict.fromkeys(chosen, machine()))
    write({"machine": _measured_on(machines), "machines": machines, "figures": others | results})


def _measured_on(machines: Mapping[str, str]) -> str:
    """The machine that most benchmarks ran on; in brackets the others, and what was measured there."""
    (main, _), *others = Counter(machines.values()).most_common()
    told = [f"{', '.join(name for name in machines if machines[name] == one)}: {one}" for one, _ in others]
    return f"{main} ({'; '.join(told)})" if told else main


if __name__ == "__main__":
    main()
