"""A public function says in its first word what it does or returns; a test of a public suite, what it tries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = sorted(
    str(path.relative_to(ROOT))
    for folder in (ROOT / "dp_gateway", ROOT / "integrations")
    for path in folder.iterdir()
    if path.suffix == ".py" or (path / "__init__.py").exists()
)
NO_VERBS = frozenset(
    "A All An Any Both Certified Each Every Everything Exact For How If Inside JSON-ready Law Least Nothing One".split()
)
NO_VERBS |= frozenset("Optimal Over Some That The These This Those Two Until Up What When Where Whether Which".split())
NO_VERBS |= frozenset(("While", "Who", "Whose", "Why"))
PLURAL = re.compile("[^s]s")


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public functions and methods; nothing inside of functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from functions(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def is_told_otherwise(one: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it is read as a value, as the name of some commands, or as what a test tries."""
    decorators = " ".join(map(ast.unparse, one.decorator_list))
    return "property" in decorators or "group(" in decorators or one.name.startswith("test_")


def is_no_verb(first: str) -> bool:
    word = first.strip(",;:.")
    return word in NO_VERBS or not word.isalpha() or PLURAL.fullmatch(word[-2:]) is not None


def without_verb(source: str) -> list[str]:
    """The names of functions, and the first words, where these are no verbs."""
    said = [
        (one.name, doc.split()[0])
        for one in functions(ast.parse(source))
        if (doc := ast.get_docstring(one)) and not is_told_otherwise(one)
    ]
    return [f"{name}: {first}" for name, first in said if is_no_verb(first)]


def test_a_noun_phrase_is_noticed() -> None:
    made = 'def head():\n    """The head of a log."""\n\n\nclass Log:\n    def read(self):\n        """Read it."""\n'
    assert without_verb(made) == ["head: The"]
    assert without_verb('def lines():\n    """Lines of a log."""\n') == ["lines: Lines"]


@pytest.mark.parametrize("room", ROOMS)
def test_functions_say_what_they_do(room: str) -> None:
    files = [ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py"))
    assert {str(file.relative_to(ROOT)): said for file in files if (said := without_verb(file.read_text()))} == {}
