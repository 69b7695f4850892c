"""A plain install: what works with every extra hidden, and what is told where one is missing."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.extras import EXTRAS, missing

_NOT_FOR_USERS = {"demo", "dev", "docs", "training"}

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


@pytest.mark.parametrize("first", ["sanitize --policy entities", "sanitize --epsilon 6"])
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
