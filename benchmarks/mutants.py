"""Mutation testing of the rooms that privacy depends on: `make mutants`, or for one of them

    python -m benchmarks.mutants --room privacy --sample 40

A mutant is the code with one small fault in it: a comparison turned, a number moved by one, a branch never taken. The
tests of its room should fail on it; what survives is printed as a diff, to be looked at one by one. The faults are
those of Cosmic Ray; they are made in a copy of the sources, and those in type annotations, which change nothing, are
left out.
"""

from __future__ import annotations

import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.progress import track

ROOT = Path(__file__).parent.parent


class Room(NamedTuple):
    """What is mutated, and the tests that have to notice.

    Attributes:
        modules: folders and files below `dp_gateway`.
        tests: folders and files below `tests`.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]


ROOMS = {
    "mechanisms": Room(("mechanisms",), ("mechanisms", "privacy")),
    "privacy": Room(("privacy",), ("privacy", "ledger/test_accountant.py", "mechanisms/test_levels_together.py")),
    "surrogates": Room(
        ("entities/surrogates", "entities/exclusions.py", "entities/substitution.py"),
        ("entities/surrogates", "entities/test_draws.py", "entities/test_exclusions.py", "test_gateway.py"),
    ),
    "exchange": Room(("exchange.py", "paying.py"), ("test_exchange.py", "server/test_sent_again.py")),
    "restore": Room(("restore",), ("test_restore.py", "shapes/replies")),
    "budget": Room(("ledger",), ("ledger",)),
    "headers": Room(("server/headers.py", "server/keys.py"), ("server/test_headers.py", "server/test_routing.py")),
}
_TIMES = 4
"""A mutant on which the tests take so many times as long as without it runs for ever."""


class Mutant(NamedTuple):
    """One fault.

    Attributes:
        file: where it is.
        operator: what makes it.
        occurrence: which of the operator's places in the file.
    """

    file: Path
    operator: Any
    occurrence: int


@click.command()
@click.option("--room", "rooms", multiple=True, type=click.Choice(sorted(ROOMS)), help="Which rooms  [default: all]")
@click.option("--sample", default=30, show_default=True, help="Mutants of each room, drawn at random.")
@click.option("--seed", default=1, show_default=True, help="Of the sample.")
@click.option("--least", default=0.9, show_default=True, help="Share to be killed; below it the exit status is 1.")
def main(rooms: tuple[str, ...], sample: int, seed: int, least: float) -> None:
    """Put small faults into the code, and see that the tests notice them."""
    console = Console()
    failed = False
    for name in rooms or sorted(ROOMS):
        with tempfile.TemporaryDirectory() as folder:
            survivors, tried = _survivors(Path(folder), ROOMS[name], sample, random.Random(seed))
        console.print(f"[bold]{name}[/]: {tried - len(survivors)} of {tried} mutants killed")
        for diff in survivors:
            console.print(diff, markup=False, highlight=False)
        failed |= len(survivors) > (1 - least) * tried
    sys.exit(int(failed))


def _survivors(folder: Path, room: Room, sample: int, draws: random.Random) -> tuple[list[str], int]:
    """The diffs that no test noticed, and how many mutants were tried."""
    for name in ("dp_gateway", "integrations", "prompts", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (*ROOT.glob("*.md"), ROOT / "pyproject.toml"):
        shutil.copy(file, folder)
    files = [file for module in room.modules for file in _sources(folder / "dp_gateway" / module)]
    mutants = [mutant for file in files for mutant in _mutants(file)]
    chosen = draws.sample(mutants, min(sample, len(mutants)))
    seconds = _tests(folder, room, None)
    if seconds is None:
        raise click.ClickException("the tests fail without a mutant; mend them first")
    found = [
        diff
        for mutant in track(chosen, "mutants", transient=True)
        if (diff := _survives(folder, room, mutant, seconds))
    ]
    return found, len(chosen)


def _sources(path: Path) -> Iterator[Path]:
    yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _mutants(file: Path) -> Iterator[Mutant]:
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    nodes = list(ast_nodes(get_ast_from_path(file)))
    typed = set(_lines_and_columns_of_annotations(file.read_text(encoding="utf-8")))
    for name in sorted(operator_names()):
        operator = get_operator(name)
        if operator.arguments():
            continue
        places = [place for node in nodes for place, _ in operator().mutation_positions(node)]
        yield from (Mutant(file, operator(), number) for number, place in enumerate(places) if place not in typed)


def _lines_and_columns_of_annotations(source: str) -> Iterator[tuple[int, int]]:
    for node in ast.walk(ast.parse(source)):
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(annotation, ast.expr):
                for column in range(annotation.col_offset, annotation.end_col_offset or 0):
                    yield annotation.lineno, column


def _survives(folder: Path, room: Room, mutant: Mutant, seconds: float) -> str | None:
    """The diff of a mutant that no test noticed."""
    from cosmic_ray.mutating import mutate_code

    source = mutant.file.read_text(encoding="utf-8")
    changed = mutate_code(source, mutant.operator, mutant.occurrence)
    if changed is None or changed == source:
        return None
    mutant.file.write_text(changed, encoding="utf-8")
    try:
        if _tests(folder, room, max(_TIMES * seconds, 20)) is None:
            return None
    finally:
        mutant.file.write_text(source, encoding="utf-8")
    name = str(mutant.file.relative_to(folder))
    return "\n".join(difflib.unified_diff(source.splitlines(), changed.splitlines(), name, name, n=1, lineterm=""))


def _tests(folder: Path, room: Room, limit: float | None) -> float | None:
    """Seconds that the tests of a room take; None where they fail, or do not end."""
    tests = [f"tests/{test}" for test in room.tests if (folder / "tests" / test).exists()]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    paths = f"{folder}{os.pathsep}{folder / 'integrations'}"
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    start = time.perf_counter()
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None
    return time.perf_counter() - start if done.returncode == 0 else None


if __name__ == "__main__":
    main()
