"""Mutation testing of the rooms that privacy depends on: `make mutants`, or for one of them

    python -m benchmarks.mutants --room privacy --sample 40 --seed 2

A mutant is the code with one small fault in it: a comparison turned, a number moved by one, a branch never taken. The
tests of its module should fail on it; what survives is printed with its file and line, to be looked at one by one. The
faults are those of Cosmic Ray; they are made in a copy of the sources. A place is drawn before its fault, since there
are eleven ways to turn an operator and one to turn a condition.

Most are killed in forks of one session (`mutant_session`), a second each. What survives there is run once more in a
process of its own (`mutant_tests`), with the tests that reach its line. The same sample and seed draw the same mutants
of the same sources; `benchmarks/mutants.md` has what came of the last ones.
"""

from __future__ import annotations

import ast
import difflib
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console

from benchmarks.mutant_rooms import HARMLESS, ROOMS, Module
from benchmarks.mutant_session import Fault
from benchmarks.mutant_tests import Copy

_LONGEST = 600.0
"""Seconds after which the tests of a mutant run for ever."""

_SAVES_WORK = frozenset("cache cached_property dataclass final lru_cache overload override runtime_checkable".split())
"""Decorators without which the code does the same, or that are no part of what it does when it runs."""

_DECLARES = frozenset({"__all__", "__slots__"})


class Mutant(NamedTuple):
    """One fault.

    Attributes:
        file: where it is, below `dp_gateway`.
        line: of its place.
        operator: what makes it.
        occurrence: which of the operator's places in the file.
        tests: that have to notice.
    """

    file: str
    line: int
    operator: Any
    occurrence: int
    tests: tuple[str, ...]


@click.command()
@click.option("--room", "rooms", multiple=True, type=click.Choice(sorted(ROOMS)), help="Which rooms  [default: all]")
@click.option("--sample", default=30, show_default=True, help="Mutants of each room, drawn at random.")
@click.option("--seed", default=1, show_default=True, help="Of the sample.")
@click.option("--least", default=0.9, show_default=True, help="Share to be killed; below it the exit status is 1.")
def main(rooms: tuple[str, ...], sample: int, seed: int, least: float) -> None:
    """Put small faults into the code, and see that the tests notice them."""
    console = Console()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder) / "copy")
        for name in rooms or sorted(ROOMS):
            draws = random.Random(f"{name} {seed}")
            chosen = _sample(copy.sources, ROOMS[name], sample, draws)
            survivors = list(_survivors(copy, chosen, console))
            console.print(f"[bold]{name}[/]: {len(chosen) - len(survivors)} of {len(chosen)} mutants killed")
            failed |= len(survivors) > (1 - least) * len(chosen)
    sys.exit(int(failed))


def _survivors(copy: Copy, chosen: list[Mutant], console: Console) -> Iterator[Mutant]:
    """The mutants that no test noticed; each is printed."""
    faults = {number: made for number, mutant in enumerate(chosen) if (made := _fault(copy, mutant)) is not None}
    names = tuple(sorted({name for number in faults for name in chosen[number].tests}))
    verdicts = copy.session(names, list(faults.values()))
    for (number, fault), verdict in zip(faults.items(), verdicts, strict=True):
        mutant = chosen[number]
        if isinstance(verdict, str):
            raise click.ClickException(verdict)
        if verdict.killed or not _survives(copy, fault, verdict.tests or mutant.tests):
            continue
        source = (copy.sources / mutant.file).read_text(encoding="utf-8")
        lines = list(difflib.unified_diff(source.splitlines(), fault.source.splitlines(), n=1, lineterm=""))[3:]
        reached = "" if verdict.tests else "; no test of its own reaches the line"
        console.print(f"survived: dp_gateway/{mutant.file}:{mutant.line}{reached}", markup=False, highlight=False)
        console.print("\n".join(lines), markup=False, highlight=False)
        yield mutant


def _fault(copy: Copy, mutant: Mutant) -> Fault | None:
    """The source of a mutant; None where it is that of no mutant."""
    from cosmic_ray.mutating import mutate_code

    source = (copy.sources / mutant.file).read_text(encoding="utf-8")
    changed = mutate_code(source, mutant.operator, mutant.occurrence)
    return None if changed is None or changed == source else Fault(mutant.file, mutant.line, changed)


def _survives(copy: Copy, fault: Fault, tests: tuple[str, ...]) -> bool:
    """Whether no test notices a fault in a process that imports everything with it."""
    file = copy.sources / fault.file
    source = file.read_text(encoding="utf-8")
    file.write_text(fault.source, encoding="utf-8")
    try:
        return copy.tests(tests, _LONGEST) is not None
    finally:
        file.write_text(source, encoding="utf-8")


def _sample(sources: Path, room: tuple[Module, ...], size: int, draws: random.Random) -> list[Mutant]:
    """Places of a room, and a fault of each."""
    places: dict[tuple[str, tuple[int, int]], list[Mutant]] = defaultdict(list)
    for name, tests in room:
        path = sources / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for place, mutant in _mutants(file, str(file.relative_to(sources)), tests):
                places[mutant.file, place].append(mutant)
    chosen = draws.sample(sorted(places), min(size, len(places)))
    return [draws.choice(places[place]) for place in chosen]


def _mutants(file: Path, name: str, tests: tuple[str, ...]) -> Iterator[tuple[tuple[int, int], Mutant]]:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    source = file.read_text(encoding="utf-8")
    lines = source.splitlines()
    nodes = list(ast_nodes(get_ast(source)))
    idle = set(_idle(ast.parse(source)))
    harmless = {number for number, line in enumerate(lines, 1) if any(part in line for part in HARMLESS.get(name, ()))}
    for operator_name in sorted(operator_names()):
        operator = get_operator(operator_name)
        if operator.arguments():
            continue
        places = [place for node in nodes for place, _ in operator().mutation_positions(node)]
        for number, place in enumerate(places):
            if place not in idle and place[0] not in harmless:
                yield place, Mutant(name, place[0], operator(), number, tests)


def _idle(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Lines and columns where a fault changes nothing: annotations, what only declares, messages of errors."""
    for node in ast.walk(tree):
        yield from (place for part in _idle_parts(node) for place in _places(part))


def _idle_parts(node: ast.AST) -> Iterator[ast.expr | ast.stmt | ast.keyword]:
    for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
        if isinstance(annotation, ast.expr):
            yield annotation
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield node
        case ast.Assign(targets=[ast.Name(id=name)]) if name in _DECLARES or _is_type(node.value):
            yield node
        case ast.Call(func=ast.Name(id="cast"), args=[type_, _]):
            yield type_
        case ast.Call(func=ast.Name(id="zip"), keywords=keywords):
            yield from keywords
        case ast.Raise(exc=ast.Call(args=args, keywords=keywords)):
            yield from (*args, *keywords)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield from (one for one in node.decorator_list if _name(one) in _SAVES_WORK)
        case _:
            pass


def _is_type(value: ast.expr) -> bool:
    return isinstance(value, ast.Subscript) and _name(value.value) in {"Callable", "Literal", "Annotated"}


def _name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _places(node: ast.expr | ast.stmt | ast.keyword) -> Iterator[tuple[int, int]]:
    # One column to the left, where the "@" of a decorator is.
    for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
        first = node.col_offset - 1 if line == node.lineno else 0
        last = node.end_col_offset or 0 if line == node.end_lineno else 200
        yield from ((line, column) for column in range(max(first, 0), last))


if __name__ == "__main__":
    main()
