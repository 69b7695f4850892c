"""The package dp-gateway-data: taken on first use, checked, and left alone where it is of another version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dp_gateway import Sanitizer
from dp_gateway.errors import IndexCorrupt
from dp_gateway.mechanisms.stairtext import floors_name
from dp_gateway.vocabulary import opening
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.opening import open_or_build
from release.data import pack


@pytest.fixture
def package(toy: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of data with the toy index in it, on the path."""
    pack([toy.path], tmp_path / "project")
    monkeypatch.syspath_prepend(tmp_path / "project")
    return tmp_path / "project" / opening.PACKAGE


def _never() -> None:
    raise AssertionError("built although it is there")


def test_it_is_taken_instead_of_building(package: Path, toy: Index, tmp_path: Path) -> None:
    opened = open_or_build("index", tmp_path / "home" / toy.path.name, _never, Index)
    assert opened.content_hash == toy.content_hash
    assert opened.verify()
    assert [entry.name for entry in (tmp_path / "home").iterdir()] == [toy.path.name]


def test_files_are_copied_where_they_cannot_be_linked(
    package: Path, toy: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(source: Path, target: Path) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(opening.os, "link", refused)
    assert opening.take(tmp_path / "home" / toy.path.name)
    Index(tmp_path / "home" / toy.path.name).verify()


def test_a_damaged_file_is_refused_and_nothing_is_left(package: Path, toy: Index, tmp_path: Path) -> None:
    file = package / toy.path.name / "vectors.bin"
    content = bytearray(file.read_bytes())
    content[7] ^= 1
    file.write_bytes(content)
    with pytest.raises(IndexCorrupt, match=r"vectors\.bin does not have the content"):
        opening.take(tmp_path / "home" / toy.path.name)
    assert not list((tmp_path / "home").iterdir())


def test_what_was_made_from_other_lists_is_not_taken(package: Path, toy: Index, tmp_path: Path) -> None:
    assert not opening.take(tmp_path / "home" / "other")
    hashes = json.loads((package / opening.HASHES).read_text()) | {"made_from": "other lists"}
    (package / opening.HASHES).write_text(json.dumps(hashes))
    assert not opening.take(tmp_path / "home" / toy.path.name)


def test_nothing_is_taken_where_it_is_not_installed(tmp_path: Path) -> None:
    assert not opening.take(tmp_path / "english-words-2.wordllama-256")


def test_the_floors_that_presets_draw_with_are_packed(toy: Index, tmp_path: Path) -> None:
    for epsilon in (5, 6):
        Sanitizer(mechanism="stairtext", epsilon=epsilon, index=toy)
    pack([toy.path], tmp_path / "project")
    packed = {path.name for path in (tmp_path / "project" / opening.PACKAGE).rglob("derived/*")}
    assert floors_name(6) in packed
    assert floors_name(5) not in packed
