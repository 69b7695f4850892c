"""The lexicon: phrases found whatever their case, spelled naturally, never placed by a remote embedder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dp_gateway.errors import EmbedderError, IndexCorrupt, IndexMissing, VocabularyError
from dp_gateway.mechanisms.registry import create
from dp_gateway.testing import SeededStream, ToyEmbedder
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon import Lexicon
from dp_gateway.vocabulary.lexicon.build import build_lexicon, clean_phrases, read_clusters
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data

CITIES = ["london", "paris", "berlin", "rome", "madrid", "vienna"]


class Remote(ToyEmbedder):
    local = False


@pytest.fixture
def path(tmp_path: Path) -> Path:
    phrases = Phrases({"CITY": CITIES}, {"NAMES": ["Zoë", "Anna"]}, {"CITY": {"Roma": "rome"}}, {})
    build_lexicon(tmp_path / "lexicon", phrases, Remote(), "wordllama", clusters={"CITY": [0, 0, 1, 1, 2, 2]})
    return tmp_path / "lexicon"


def test_phrases_are_found_and_spelled(path: Path) -> None:
    opened = Lexicon(path)
    for phrase in CITIES:
        entry = opened.find("CITY", f" {phrase.upper()} ")
        assert entry is not None
        assert opened.spelling("CITY", entry) == phrase
    assert opened.find("CITY", "ROMA") == opened.find("CITY", "rome")
    assert opened.find("CITY", "bank") is None
    assert "zoë" in opened.pool("NAMES")
    assert "bank" not in opened.pool("NAMES")


def test_remote_embedder_is_never_asked_about_a_phrase(path: Path) -> None:
    opened = Lexicon(path)
    assert opened.place("CITY", ["paris", "Roma"]).tolist() == [
        opened.find("CITY", "paris"),
        opened.find("CITY", "rome"),
    ]
    with pytest.raises(EmbedderError) as refused:
        opened.place("CITY", ["paris", "secretville"])
    assert "secretville" not in str(refused.value)


@pytest.mark.parametrize("name", ["stairtext", "santext", "clusant"])
def test_mechanisms_run_on_a_type(path: Path, name: str) -> None:
    made = create(name, Lexicon(path).index("CITY"), 6.0)
    drawn = made.release(np.arange(6), SeededStream(1))
    assert ((drawn >= 0) & (drawn < 6)).all()


def test_missing_and_damaged_are_errors(path: Path, tmp_path: Path) -> None:
    with pytest.raises(IndexMissing):
        Lexicon(tmp_path / "none")
    with pytest.raises(VocabularyError):
        Lexicon(path).index("REGION")
    assert list(Lexicon(path).verify()) == ["CITY"]
    file = path / "types" / "CITY" / "spellings.bin"
    file.write_bytes(b"X" + file.read_bytes()[1:])
    with pytest.raises(IndexCorrupt):
        list(Lexicon(path).verify())


def test_bad_phrases_are_refused_and_duplicates_are_kept_once(tmp_path: Path) -> None:
    assert clean_phrases(["New  York", "NEW YORK", "Rome"], "test") == ["New York", "Rome"]
    for bad in (" ", "x" * 121, "a\nb"):
        with pytest.raises(VocabularyError):
            clean_phrases([bad], "test")
    file = tmp_path / "clusters.json"
    file.write_text('{"0": ["New York", "new york", ""], "1": ["Rome"]}')
    assert read_clusters(file) == (["New York", "Rome"], [0, 1], 2)
    file.write_text('["New York"]')
    with pytest.raises(VocabularyError):
        read_clusters(file)


def test_embedded_phrases_are_one_of_thousands() -> None:
    data = read_data()
    least = {"CITY": 8000, "ORGANIZATION": 5000, "REGION": 800, "JOB_TITLE": 600}
    assert all(len(data.types[name]) >= size for name, size in least.items())
    names = {"GIVEN_NAME_FEMALE": 1500, "GIVEN_NAME_MALE": 1500, "SURNAME": 5000}
    common = set(map(fold, data.pools["COMMON_WORDS"]))
    for name, size in names.items():
        folded = list(map(fold, data.pools[name]))
        assert len(set(folded)) == len(folded) >= size
        assert not common.intersection(folded)
        assert not [word for word in folded if word.endswith("s")]
    assert len(data.pools["STREET_NAME"]) >= 2000


def test_no_surname_is_cut() -> None:
    """The lists of the census end each name after its thirteenth letter."""
    pools = read_data().pools
    for name in ("SURNAME", "SURNAMES_ALL"):
        cut = [one for one in pools[name] if one.endswith(("herso", "fferso", "fferse", "schlage", "ntrube"))]
        assert cut == []
    assert "Christopherson" in pools["SURNAME"]
