"""The notebooks run from their first cell to the last, and are committed without outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.vocabulary.index import Index

FOLDER = Path(__file__).parents[2] / "docs/notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def _cells(notebook: Path) -> list[dict[str, Any]]:
    return json.loads(notebook.read_text())["cells"]


def test_each_is_linked() -> None:
    page = (FOLDER.parent / "notebooks.md").read_text()
    assert len(NOTEBOOKS) == 3
    assert all(f"(notebooks/{notebook.name})" in page for notebook in NOTEBOOKS)


@pytest.mark.parametrize(
    "notebook",
    [pytest.param(one, marks=() if one.stem == "quick-tour" else pytest.mark.thorough) for one in NOTEBOOKS],
    ids=lambda path: path.stem,
)
def test_it_runs(notebook: Path, words: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del words
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    namespace: dict[str, Any] = {}
    for cell in _cells(notebook):
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            exec(compile("".join(cell["source"]), notebook.name, "exec"), namespace)
