"""In the rooms that a reader meets first, a function says in its first word what it does or returns."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = (
    *(f"dp_gateway/{name}" for name in ("api", "budget", "detection", "judging", "languages", "llm", "mentions")),
    *(f"dp_gateway/{name}" for name in ("patterns", "pipeline", "privacy", "programs", "public", "restore", "server")),
    *(f"dp_gateway/{name}" for name in ("surrogates", "text", "vocabulary")),
    *(f"dp_gateway/{name}.py" for name in ("cache", "exchange", "policy", "randomness", "second_step", "till")),
    "integrations",
)
NO_VERBS = frozenset(
    "A All An Any Certified Each Everything For How If Inside JSON-ready Nothing One Some That The".split()
)
NO_VERBS |= frozenset("These This Those Until What When Where Whether Which Who Whose Why".split())


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public functions and methods; nothing inside of functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from functions(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def is_property(one: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in one.decorator_list)


def without_verb(source: str) -> list[str]:
    """The names of functions, and the first words, where these are no verbs."""
    said = [
        (one.name, doc.split()[0])
        for one in functions(ast.parse(source))
        if (doc := ast.get_docstring(one)) and not is_property(one)
    ]
    return [f"{name}: {first}" for name, first in said if first.strip(",;:") in NO_VERBS or first[0] in "`("]


def test_a_noun_phrase_is_noticed() -> None:
    made = 'def head():\n    """The head of a log."""\n\n\nclass Log:\n    def read(self):\n        """Read it."""\n'
    assert without_verb(made) == ["head: The"]


@pytest.mark.parametrize("room", ROOMS)
def test_functions_say_what_they_do(room: str) -> None:
    files = [ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py"))
    assert {str(file.relative_to(ROOT)): said for file in files if (said := without_verb(file.read_text()))} == {}
