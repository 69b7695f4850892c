"""A plain install: what works with every extra hidden, and what is told where one is missing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.extras import EXTRAS, missing
from tests.packaging.extras import CHECKS

_NOT_FOR_USERS = {"demo", "dev", "docs", "training"}

_SHARED = {"anyio", "idna", "scipy", "tenacity"}
"""Modules of an extra that packages of others bring, too."""

_ELSEWHERE = {
    "flair": "adapters, of a model that the user has",
    "gliner": "adapters, of a model that the user has",
    "pytest": "the conformance suites, which pytest runs",
    "torch": "scorers, of a model that the user has",
    "transformers": "scorers, of a model that the user has",
    "xllamacpp": "the local model, which says how it is installed",
}
"""Modules that no extra for users brings, and what imports them; each is asked for by name where it is missing."""

_HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
_HIDDEN = sorted({module.partition(".")[0] for extra in EXTRAS.values() for module in extra.modules})
_COMMAND = "from dp_gateway.cli import main; main()"


def _run(code: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    code = _HIDE.format(names=_HIDDEN) + code
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], input=text, capture_output=True, text=True, check=False
    )


def _packaging(repository: Path) -> dict[str, Any]:
    with (repository / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]


def test_the_table_names_the_extras_of_the_package(repository: Path) -> None:
    extras = _packaging(repository)["optional-dependencies"]
    assert set(EXTRAS) == set(extras) - _NOT_FOR_USERS


def test_extras_are_in_the_development_environment_or_too_large_for_it(repository: Path) -> None:
    extras: dict[str, list[str]] = _packaging(repository)["optional-dependencies"]
    listed = re.search(r"\[(.*)\]", extras["dev"][0])
    assert listed is not None
    assert set(EXTRAS) - set(listed[1].split(",")) == {"litellm", "ray", "sentence-transformers"}


def _imported(tree: ast.AST) -> Iterator[str]:
    """Top-level modules that a file imports, by statement or by name, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (str(one.value).partition(".")[0] for one in node.args[:1] if isinstance(one, ast.Constant))


def test_whatever_is_imported_is_a_dependency_or_of_an_extra(repository: Path) -> None:
    """Else a plain install ends in a fault of the program, where it should name the extra."""
    plain = {re.split(r"[^\w-]", one)[0] for one in _packaging(repository)["dependencies"]}
    installed = {module for module, names in packages_distributions().items() if plain & set(names)}
    files = [file for folder in ("dp_gateway", "integrations") for file in (repository / folder).rglob("*.py")]
    imported = {name for file in files for name in _imported(ast.parse(file.read_text()))}
    others = {name for name in imported - sys.stdlib_module_names if not name.startswith("dp_gateway")}
    assert len(others) > len(plain)
    assert others - installed - set(_HIDDEN) == set(_ELSEWHERE)


@pytest.mark.parametrize(
    "first", ["sanitize --policy entities", pytest.param("sanitize --epsilon 6", marks=pytest.mark.thorough)]
)
def test_commands_of_a_plain_install(first: str) -> None:
    """Each of the first ones in a process where nothing is loaded, the others behind them."""
    commands = [first, "detect", "doctor", "mechanisms", "policy show entities"]
    code = """
import io
from dp_gateway.cli import main
text = sys.stdin.read()
for line in sys.argv[1:]:
    sys.argv, sys.stdin = ["dp-gateway", *line.split()], io.TextIOWrapper(io.BytesIO(text.encode()))
    try:
        main()
    except SystemExit as end:
        assert not end.code, line
    sys.stdout.write("\\0")
"""
    done = _run(code, *commands, text="The nurse Anna Kowalski lives in Boston.")
    assert done.returncode == 0, done.stderr
    *outputs, rest = done.stdout.split("\0")
    assert len(outputs) == len(commands)
    assert all(outputs)
    assert not rest


_FIRST = ("server", "tables")
"""Extras that every run tries; thorough runs try the others."""


@pytest.mark.parametrize(
    "extra",
    [
        *_FIRST,
        *(
            pytest.param(extra, marks=pytest.mark.thorough)
            for extra in sorted(set(CHECKS) - {"", "litellm", "ray", *_FIRST})
        ),
    ],
)
def test_an_extra_does_what_it_is_for_without_the_others(repository: Path, extra: str) -> None:
    """`make extras` does this in empty environments; here what other extras bring is hidden, and what they have in common is not."""
    listed = _packaging(repository)["optional-dependencies"]
    wanted = {extra, *re.findall(r"\w+", "".join(re.findall(r"^dp-gateway\[(.*)\]", "\n".join(listed[extra]), re.M)))}
    asked = {re.split(r"[^\w-]", one)[0].lower() for name in wanted for one in listed[name]}
    own = {module for name in wanted & set(EXTRAS) for module in EXTRAS[name].modules}
    own |= {module for module, names in packages_distributions().items() if asked & {name.lower() for name in names}}
    hidden = sorted(set(_HIDDEN) - {module.partition(".")[0] for module in own} - _SHARED)
    done = subprocess.run(
        [sys.executable, "-c", _HIDE.format(names=hidden) + CHECKS[extra]], capture_output=True, text=True, check=False
    )
    if "No module named 'xllamacpp'" in done.stderr:
        pytest.skip("xllamacpp is not installed")
    assert done.returncode == 0, done.stderr


def test_every_public_name_is_in_a_plain_install() -> None:
    code = "import dp_gateway; [getattr(dp_gateway, name) for name in dp_gateway.__all__]; print('all')"
    assert _run(code).stdout == "all\n"


@pytest.mark.parametrize(
    ("extra", "code", "arguments"),
    [
        ("server", _COMMAND, ["serve"]),
        ("server", _COMMAND, ["demo"]),
        ("openai", "import dp_gateway_openai", []),
        ("langchain", "import dp_gateway_langchain", []),
        ("tables", "import dp_gateway.tables.arrow", []),
    ],
)
def test_what_is_missing_is_named_with_what_works_without(extra: str, code: str, arguments: list[str]) -> None:
    done = _run(code, *arguments)
    assert done.returncode == 1
    assert "is not installed" in done.stderr
    assert f"pip install 'dp-gateway[{extra}]'" in done.stderr
    assert "sanitize, restore, certify" in done.stderr


def test_a_module_of_no_extra_is_a_fault_of_the_program() -> None:
    assert missing("no_such_module") is None
    assert missing(None) is None
    error = missing("starlette.routing")
    assert error is not None
    assert "dp-gateway[server]" in error.hint
