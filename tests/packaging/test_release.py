"""What a release holds: the same bits from each build, a bill of materials that is true, every attribution."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from release.dependencies import FILE as REVIEW
from release.dependencies import REASONS, dependencies, page
from release.sbom import BUNDLED, FILE, bill

_BUILD = (
    "import os, sys; os.chdir(sys.argv[1]); from hatchling.build import build_sdist, build_wheel;"
    "build_wheel(sys.argv[2]); build_sdist(sys.argv[2])"
)


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two builds, of the same tree at the same time stamp, in processes that hash and umask differently."""
    root = Path(__file__).parents[2]
    folders = [tmp_path_factory.mktemp(name) for name in ("first", "second")]
    for seed, folder in enumerate(folders):
        environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": str(seed)}
        subprocess.run(
            [sys.executable, "-c", _BUILD, root, folder],
            check=True,
            capture_output=True,
            env=environment,
            umask=(0o022, 0o077)[seed],
        )
    return folders


@pytest.mark.thorough
def test_two_builds_are_equal(builds: list[Path]) -> None:
    first, second = ({file.name: file.read_bytes() for file in folder.iterdir()} for folder in builds)
    assert {name.rpartition(".")[2] for name in first} == {"gz", "whl"}
    assert first == second


@pytest.mark.thorough
def test_the_bill_of_materials_is_in_the_wheel_and_true(builds: list[Path]) -> None:
    (wheel,) = builds[0].glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (name,) = (name for name in names if ".dist-info/sboms/" in name)
        written = json.loads(archive.read(name))
    assert written == json.loads(FILE.read_text()) == bill(), "python -m release.sbom writes it anew"
    for part in BUNDLED:
        assert set(part.files) <= set(names)


def test_every_bundled_file_is_attributed(repository: Path) -> None:
    notice = (repository / "NOTICE").read_text()
    for part in BUNDLED:
        assert part.name.partition(" ")[0] in notice, part.name
        assert any(Path(file).name in notice for file in part.files), part.name


@pytest.mark.thorough
def test_no_data_is_in_the_wheel_without_a_word(repository: Path, builds: list[Path]) -> None:
    (wheel,) = builds[0].glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {
            name
            for name in archive.namelist()
            if name.endswith((".xz", ".bin", ".npz", ".tokens", ".vectors", ".classes"))
        }
    attributed = {file for part in BUNDLED for file in part.files}
    # Made here: which kind a phrase is of, Unicode's own tables, shapes of words.
    own = {
        "dp_gateway/vocabulary/lexicon/attributes.json.xz",
        "dp_gateway/text/tables.npz",
        "dp_gateway/vocabulary/cl100k.classes",
    }
    assert packed <= attributed | own


def test_each_dependency_is_reviewed() -> None:
    """A reason for each and none for others, and a row on the page: `make audit-deps`."""
    asked = list(dependencies())
    assert {one.name for one in asked} == set(REASONS)
    review = REVIEW.read_text()
    for one in asked:
        assert (
            f"| `{one.requirement}` | {f'`{one.extra}`' if one.extra else 'everything'} | {REASONS[one.name]} |"
            in review
        )
    assert page().count("\n") == review.count("\n")
