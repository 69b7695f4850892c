"""The stored index: exact, checked, atomic."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from dp_gateway.errors import IndexCorrupt, IndexMismatch, IndexMissing, IndexVersion, VocabularyError
from dp_gateway.mechanisms.registry import create
from dp_gateway.pipeline import Sanitizer
from dp_gateway.testing import SeededStream, ToyEmbedder, toy_index
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.index import LEVELS_PER_UNIT, Index
from dp_gateway.vocabulary.words import WordList, cl100k_tokens, cl100k_words, read_word_list, vulgar_words, word_list


@pytest.fixture
def copy(toy: Index, tmp_path: Path) -> Path:
    shutil.copytree(toy.path, tmp_path / "copy")
    return tmp_path / "copy"


def test_neighbours_are_exact(toy: Index) -> None:
    vectors = toy.vectors.astype(np.int64)
    squares = ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2)
    order = np.lexsort((np.broadcast_to(np.arange(toy.size), squares.shape), squares))[:, :24]
    assert (toy.neighbours == order).all()
    levels = np.rint(np.sqrt(squares.astype(np.float32)) * LEVELS_PER_UNIT)
    assert (toy.neighbour_levels == np.take_along_axis(levels, order, axis=1)).all()
    assert (toy.levels_from(np.arange(toy.size)) == levels).all()
    assert (toy.density == (levels <= toy.meta["gamma"]).sum(axis=1)).all()


def test_density_counts_beyond_the_lists(toy: Index, tmp_path: Path) -> None:
    short = build_index(tmp_path / "short", word_list("toy", toy.words), ToyEmbedder(), neighbours=20)
    levels = short.levels_from(np.arange(short.size))
    assert (short.density == (levels <= short.meta["gamma"]).sum(axis=1)).all()
    assert short.density.max() > 20


def test_cosines_are_those_of_the_vectors(toy: Index) -> None:
    unit = toy.vectors / np.linalg.norm(toy.vectors, axis=1, keepdims=True)
    rows = np.arange(toy.size)
    cosines = toy.cosines(rows[:, None], rows, toy.levels_from(rows))
    np.testing.assert_allclose(cosines, unit @ unit.T, atol=2e-4)


def test_building_twice_gives_the_same_index(toy: Index, tmp_path: Path) -> None:
    assert toy_index(tmp_path).content_hash == toy.content_hash


@pytest.mark.parametrize("damage", ["flip", "truncate", "remove"])
@pytest.mark.parametrize("name", ["neighbours", "levels", "vectors", "hashes", "codes"])
def test_damage_is_found_before_a_draw(copy: Path, name: str, damage: str) -> None:
    file = copy / f"{name}.bin"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 4
    if damage == "flip":
        file.write_bytes(content)
    elif damage == "truncate":
        file.write_bytes(content[:-8])
    else:
        file.unlink()
    with pytest.raises(IndexCorrupt, match="index build --force"):
        index = Index(copy)
        create("santext", index, 4).release(np.arange(index.size).repeat(50), SeededStream(1))
        _ = index.hashes, index.codes
    with pytest.raises(IndexCorrupt):
        Index(copy).verify()


def test_manifests_are_checked(copy: Path, tmp_path: Path) -> None:
    manifest = copy / "manifest.json"
    stored = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(stored | {"format": 99}))
    with pytest.raises(IndexVersion, match="format 99"):
        Index(copy)
    manifest.write_text(json.dumps(stored | {"meta": stored["meta"] | {"scale": 1.0}}))
    with pytest.raises(IndexCorrupt):
        Index(copy)
    for text in ("", "{", "[]", "{}"):
        manifest.write_text(text)
        with pytest.raises(IndexCorrupt):
            Index(copy)
    with pytest.raises(IndexMissing, match="index build"):
        Index(tmp_path / "nothing")


def test_an_index_of_another_vocabulary_is_not_taken(copy: Path) -> None:
    with pytest.raises(IndexMismatch, match="--force"):
        build_index(copy, word_list("other", ["london", "paris"]), ToyEmbedder())


def test_verify_names_what_it_checked(toy: Index) -> None:
    assert {"vectors", "neighbours", "levels", "pieces"} <= set(toy.verify())


def test_damaged_derived_tables_are_made_again(copy: Path) -> None:
    index = Index(copy)
    first = index.derived("x", lambda: {"a": np.arange(5)})
    file = copy / "derived" / "x" / "a.bin"
    file.write_bytes(b"\xff" * 40)
    assert (index.derived("x", lambda: {"a": np.arange(5)})["a"] == first["a"]).all()
    assert (index.derived("x", lambda: {"a": np.zeros(5)})["a"] == first["a"]).all()


@pytest.mark.thorough
def test_writers_at_the_same_time_leave_one_whole_index(tmp_path: Path) -> None:
    results: list[str] = []
    threads = [threading.Thread(target=lambda: results.append(toy_index(tmp_path).content_hash)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1
    assert len(results) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["toy"]


def test_words_without_a_vector_are_counted(tmp_path: Path) -> None:
    index = build_index(tmp_path / "x", word_list("mine", ["paris", "rome", "atlantis"]), ToyEmbedder())
    assert index.words == ["paris", "rome"]
    assert index.meta["words_without_vector"] == 1
    with pytest.raises(VocabularyError, match="have a vector"):
        build_index(tmp_path / "y", word_list("mine", ["atlantis", "utopia"]), ToyEmbedder())


def test_word_lists(tmp_path: Path) -> None:
    assert word_list("x", ["Paris", " paris", "PARIS", "paris", "new york", "3", "", "café"]).words == ["paris", "café"]
    with pytest.raises(VocabularyError):
        word_list("x", ["paris"])
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe")
    for name in ("bad.txt", "missing.txt"):
        with pytest.raises(VocabularyError):
            read_word_list(tmp_path / name)


def test_cl100k_words_are_folded_and_distinct() -> None:
    words = cl100k_words().words
    assert len(words) == len(set(words)) > 29_000
    assert all(word.isascii() and word.isalpha() and word == word.lower() for word in words)


def test_vulgar_words_are_inputs_and_no_outputs(words: Index) -> None:
    """They have neither a column nor a row; as inputs they are placed like any word that the vocabulary lacks."""
    vulgar = vulgar_words()
    assert not vulgar & (set(words.words) | set(cl100k_words().words) | set(cl100k_tokens().words))
    assert {"shit", "mierda", "salope", "cazzo", "kurwa", "neuken", "caralho", "блядь"} <= vulgar
    assert {"sexual", "rape", "nude"} <= set(words.words)  # what medicine, law and news need stays
    assert {"bite", "fan", "come", "pot", "stake"} <= set(words.words)  # vulgar elsewhere, and English
    sanitizer = Sanitizer(index=words, languages="any")
    # Words that the segmentation takes for several are looked up in parts.
    text = " ".join(word for word in sorted(vulgar) if word.isascii() and word.isalpha())
    result = sanitizer.sanitize(text)
    assert result.report.words == len(text.split())
    assert result.report.kept_stopwords == 0
    assert not vulgar & set(result.text.lower().split())


@pytest.mark.parametrize(
    ("vocabulary", "digest"),
    [(cl100k_words, "5ff755829884eb98"), (cl100k_tokens, "6e8afb22353de023")],
)
def test_other_words_have_another_name(vocabulary: Callable[[], WordList], digest: str) -> None:
    """An index is found again by the name of its words: where these change, count the name up, and renew the digest."""
    found = vocabulary()
    assert found.name.endswith("-2")
    assert sha256("\n".join(found.words).encode()).hexdigest()[:16] == digest
