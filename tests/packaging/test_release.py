"""What a release holds: the same bits from each build, a bill of materials that is true, every attribution."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from fnmatch import fnmatch
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


OWN = (
    # Written here: expressions, words and pairs of texts.
    "dp_gateway/*/words.txt",
    "dp_gateway/detection/languages/*.txt",
    "dp_gateway/public/references.txt",
    "dp_gateway/public/technologies.txt",
    "dp_gateway/public/weights.txt",
    "dp_gateway/restore/weights.txt",
    "dp_gateway/server/isolation/warming.txt",
    "dp_gateway/languages/labels.txt",
    "dp_gateway/mentions/countries.txt",
    "dp_gateway/patterns/keys_of_languages.txt",
    "dp_gateway/patterns/shortened.txt",
    "dp_gateway/patterns/systems.txt",
    "dp_gateway/surrogates/amounts/spelled_*.txt",
    "dp_gateway/surrogates/dates/said.txt",
    "dp_gateway/surrogates/value_words.txt",
    "dp_gateway/testing/pairs.tsv",
    "dp_gateway/vocabulary/lexicon/acronyms.txt",
    "dp_gateway/vocabulary/lexicon/agreeing/*.txt",
    "dp_gateway/vocabulary/lexicon/attributes.txt",
    "dp_gateway/vocabulary/lexicon/given_genders.txt",
    # Computed here: Unicode's properties of characters as Python has them, shapes of words.
    "dp_gateway/text/tables.npz",
    "dp_gateway/vocabulary/cl100k.classes",
)
"""Data of the wheel that is nobody else's."""


@pytest.mark.thorough
def test_no_data_is_in_the_wheel_without_a_word(builds: list[Path]) -> None:
    (wheel,) = builds[0].glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = [name for name in archive.namelist() if ".dist-info/" not in name]
    kinds = (".xz", ".bin", ".npz", ".tokens", ".low", ".classes", ".txt", ".tsv", ".csv")
    attributed = {file for part in BUNDLED for file in part.files}
    data = [name for name in packed if name.endswith(kinds)]
    assert len(data) > len(attributed)
    untold = [name for name in data if name not in attributed and not any(fnmatch(name, own) for own in OWN)]
    assert untold == []


@pytest.mark.thorough
def test_the_wheel_holds_each_licence_and_says_which(repository: Path, builds: list[Path]) -> None:
    (wheel,) = builds[0].glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = [name.partition(".dist-info/licenses/")[2] for name in archive.namelist()]
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        (said,) = re.findall(r"^License-Expression: (.+)$", archive.read(metadata).decode(), re.MULTILINE)
    texts = [str(file.relative_to(repository)) for file in (repository / "release/licences").iterdir()]
    assert {"LICENSE", "NOTICE", "release/training/DATA.md", *texts} <= set(held)
    for part in BUNDLED:
        for licence in part.licence.split(" AND "):
            # Of the corpora that taggers learned from nothing is carried; public domain needs no licence.
            if "of the tagger" not in part.name and licence != "public domain":
                assert licence.removeprefix("LicenseRef-") in said.replace("LicenseRef-", ""), part.name


def test_the_notice_has_what_licences_ask_for(repository: Path) -> None:
    notice = (repository / "NOTICE").read_text()
    for file in (repository / "release/licences").iterdir():
        assert f"release/licences/{file.name}" in notice
    # Section 1.b.iii of Llama 2's licence, to the letter.
    asked = re.search(
        r'part of such copies: "(.+?)"', (repository / "release/licences/llama2.txt").read_text(), re.DOTALL
    )
    assert asked is not None
    assert " ".join(asked[1].split()) in " ".join(notice.split())
    permission = notice.partition("The licence of what is under MIT above:")[2]
    assert "shall be included in all" in permission
    # Each entry under MIT names its holder, or the entry that did.
    for entry in re.split(r"\n- ", notice.partition("Licences, by their short names")[0])[1:]:
        if re.search(r"\bMIT\b", entry):
            assert re.search(r"Copyright \(c\)|as above", entry, re.IGNORECASE), entry


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
    assert page(lambda _: "").count("\n") == review.count("\n")
    rows = [line.split(" | ") for line in review.splitlines() if line.startswith("| `")]
    assert [row[0] for row in rows if not re.fullmatch(r"[\w.]+, \d{4}-\d\d-\d\d \|", row[-1])] == []


@pytest.mark.thorough
def test_lessons_of_trainings_are_in_no_build(builds: list[Path]) -> None:
    (source,) = builds[0].glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = archive.getnames()
    assert any(name.endswith("release/training/written.py") for name in names)
    assert not any("/training/written/" in name or name.endswith("/readings.jsonl") for name in names)
