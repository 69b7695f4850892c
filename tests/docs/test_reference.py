"""Every public name is on a page of the reference: with types, units, errors, and an example that runs.

Examples run as all fences do (`test_pages.test_python_runs`); here it is asked whether a name has what it should.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from dp_gateway import errors

REFERENCE = Path(__file__).parents[2] / "docs/reference"
PAGES = {path.name: path.read_text() for path in sorted(REFERENCE.glob("*.md"))}
PACKAGES = ("dp_gateway", "dp_gateway_langchain", "dp_gateway_litellm", "dp_gateway_openai", "dp_gateway_ray")


_ERRORS = {kind for kind in vars(errors).values() if isinstance(kind, type)} - {errors.GatewayError}


def _exported(module: str) -> list[str]:
    """`__all__`, or what is defined, read from the file: a package may want an extra that is not installed."""
    folder = REFERENCE.parents[1] / (
        "" if module.startswith("dp_gateway.") or module == "dp_gateway" else "integrations"
    )
    path = folder / module.replace(".", "/")
    tree = ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text())
    for one in tree.body:
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and one.targets[0].id == "__all__":
            return ast.literal_eval(one.value)
    return [one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)]


def _shown() -> dict[tuple[str, str], str]:
    """The page of each name that a page shows: a name of its own, or all names of a module."""
    shown: dict[tuple[str, str], str] = {}
    for page, text in PAGES.items():
        for target in re.findall(r"^::: (\S+)$", text, re.MULTILINE):
            module, _, name = target.rpartition(".")
            if name[0].isupper() or (module and name in _names(module)):
                shown[(module, name)] = page
            else:
                shown |= dict.fromkeys(((target, name) for name in _exported(target)), page)
    return shown


def _names(module: str) -> list[str]:
    """`_exported`, of what is a module; a target may also be the name of a package's parent."""
    try:
        return _exported(module)
    except FileNotFoundError:
        return []


SHOWN = _shown()
NAMES = sorted({name: (module, name) for module, name in sorted(SHOWN, reverse=True)}.values())


def _used(page: str) -> set[str]:
    """Names that the fences of a page speak of."""
    used: set[str] = set()
    for fence in re.findall(r"^```python\n(.*?)^```", PAGES[page], re.MULTILINE | re.DOTALL):
        for node in ast.walk(ast.parse(fence)):
            if isinstance(node, ast.Name):
                used.add(node.id)
            elif isinstance(node, ast.Attribute):
                used.add(node.attr)
    return used


USED = {page: _used(page) for page in PAGES}


def _object(module: str, name: str) -> Any:
    if module == "dp_gateway_litellm":
        pytest.importorskip("litellm", reason="LiteLLM wants an environment of its own")
    return getattr(importlib.import_module(module), name)


def _parameters(one: Any) -> list[inspect.Parameter]:
    """What a caller may give: arguments, or the fields of a model."""
    if getattr(one, "_is_protocol", False) or one in _ERRORS:
        return []  # made by nobody, or as its base says
    if inspect.isclass(one) and issubclass(one, BaseModel):
        kind = inspect.Parameter.KEYWORD_ONLY
        own = [name for name in one.model_fields if name in one.__annotations__]
        return [inspect.Parameter(name, kind, annotation=one.__annotations__[name]) for name in own]
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    try:
        given = inspect.signature(one).parameters.values()
    except ValueError:
        return []
    return [each for each in given if each.kind not in variadic and not each.name.startswith("_")]


def _raised(one: Any) -> set[str]:
    """Errors of this package that the code of a function or of a constructor names."""
    code = one if inspect.isfunction(one) else vars(one).get("__init__")
    if not inspect.isfunction(code) or code.__code__.co_filename.startswith("<"):
        return set()  # nothing of ours: a data class has its constructor made
    tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    raises = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc is not None]
    names = {exc.func.id for exc in raises if isinstance(exc, ast.Call) and isinstance(exc.func, ast.Name)}
    return {name for name in names if hasattr(errors, name)}


def test_every_public_name_has_a_page() -> None:
    names = {name for _, name in SHOWN}
    assert [name for package in PACKAGES for name in _exported(package) if name not in names] == []


def test_every_package_is_public_or_said_not_to_be() -> None:
    """A package that lists what it exports has all of it in the reference, or the page on parts calls it internal."""
    root = REFERENCE.parents[1]
    told = PAGES["parts.md"].partition("**What is public.**")[2].partition("\n\n")[0]
    internal = {f"dp_gateway.{name.removeprefix('dp_gateway.')}" for name in re.findall(r"`([\w.]+)`", told)}
    names = {name for _, name in SHOWN}
    for file in (root / "dp_gateway").rglob("__init__.py"):
        package = ".".join(file.parent.relative_to(root).parts)
        if "__all__" in file.read_text() and not any(f"{package}.".startswith(f"{one}.") for one in internal):
            assert [name for name in _exported(package) if name not in names] == [], package


def test_what_pages_and_examples_import_is_in_the_reference() -> None:
    docs = REFERENCE.parent
    texts = [
        fence
        for page in docs.rglob("*.md")
        for fence in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    ]
    texts += [file.read_text() for file in (docs.parent / "examples").glob("*.py")]
    texts += [
        "".join(cell["source"])
        for notebook in docs.rglob("*.ipynb")
        for cell in json.loads(notebook.read_text())["cells"]
        if cell["cell_type"] == "code"
    ]
    imported = {
        (node.module, alias.name)
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dp_gateway")
        for alias in node.names
    }
    names = {name for _, name in SHOWN}
    assert len(imported) > len(PACKAGES)
    # What the error pages show a refusal with.
    assert {one for one in imported if one[1] not in names} == {("dp_gateway.extras", "missing")}


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_it_has_an_example(module: str, name: str) -> None:
    pages = {page for (_, shown), page in SHOWN.items() if shown == name}
    assert any(name in USED[page] for page in pages), f"no fence of {sorted(pages)} uses it"


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_its_docstring_says_what_it_takes_and_raises(module: str, name: str) -> None:
    one = _object(module, name)
    if not (inspect.isclass(one) or inspect.isfunction(one)):
        return  # a value or an alias: its module says what it is
    assert inspect.isfunction(one) or vars(one).get("__doc__"), "it has no docstring of its own"
    text = inspect.cleandoc(one.__doc__ or "")
    assert re.match(r"\S.*?[.:]($|\s)", text, re.DOTALL), "it begins with no sentence"
    for parameter in _parameters(one):
        assert parameter.annotation is not inspect.Parameter.empty, f"{parameter.name} has no type"
        assert re.search(rf"\b{parameter.name}\b", text), f"{parameter.name} is not explained"
    assert {error for error in _raised(one) if error not in text} == set()
