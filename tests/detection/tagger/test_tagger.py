"""The tagger as a detector: what it finds, where, and that nothing but the text decides."""

import hashlib
import json
import subprocess
import sys

import numpy as np
import pytest

from dp_gateway.detection.tagger import THRESHOLDS, TaggerDetector, network
from dp_gateway.detection.tagger.features import LONGEST, tokenize, word_features
from dp_gateway.detection.tagger.weights import DEFAULT_WEIGHTS, read_weights, write_weights
from dp_gateway.errors import ConfigurationError, IndexCorrupt, IndexMissing, IndexVersion
from dp_gateway.testing.detectors import DetectorConformance

_PROSE = (
    "Yesterday Katarzyna Wojciechowska flew from Gdansk to Lisbon. She works for Meridian Freight Ltd and knows "
    "nobody there except tunde and his sister. The weather was fine, the food was good, and nothing else happened.\n\n"
)


class TestTagger(DetectorConformance):
    found = (
        ("Yesterday I met Katarzyna Wojciechowska at the station.", "Katarzyna Wojciechowska", "PERSON"),
        ("can you ask olumide if he is coming to leeds tomorrow", "olumide", "PERSON"),
        ("She moved from Nairobi to Copenhagen in spring.", "Copenhagen", "LOCATION"),
        ("I work at Meridian Freight Ltd as a driver.", "Meridian Freight Ltd", "ORGANIZATION"),
        ("The parcel goes to 14 Alderbrook Lane, Norwich.", "14 Alderbrook Lane", "STREET_ADDRESS"),
    )
    nothing = (
        "for item in items:\n    total += item.price * item.count\nreturn total",
        "Preheat the oven and stir the flour into the butter until smooth.",
        "NEVER edit a file before you have read it. ALWAYS run the tests.",
        "SELECT id, total FROM orders WHERE status = 'open' ORDER BY total DESC;",
    )

    def make(self):
        return TaggerDetector()


def spans(detector, text):
    return [(one.start, one.end, one.type, one.score) for one in detector.detect([text])[0]]


def test_a_long_text_is_read_in_windows_as_it_is_whole(monkeypatch):
    text = _PROSE * 60
    whole = spans(TaggerDetector(), text)
    monkeypatch.setattr("dp_gateway.detection.tagger.detector._WINDOW", 53)
    assert spans(TaggerDetector(), text) == whole
    assert len(whole) >= 120


def test_what_was_read_before_changes_nothing(monkeypatch):
    monkeypatch.setattr("dp_gateway.detection.tagger.network._WORDS_KEPT", 40)
    small = TaggerDetector()
    before = spans(small, _PROSE)
    for number in range(30):
        small.detect([f"word{number} " * 3 + "other things of many kinds stand here"])
    assert spans(small, _PROSE) == before == spans(TaggerDetector(), _PROSE)


def test_a_line_without_spaces_takes_no_more_than_its_length():
    _, ends, words = tokenize("x" * 100_000)
    assert max(map(len, words)) <= LONGEST
    assert ends[-1] == 100_000
    TaggerDetector().detect(["x" * 1_000_000, "@" * 1_000_000, "1" * 1_000_000, "\n" * 1_000_000])


def test_offsets_survive_emoji_and_combining_marks():
    text = "🙂🙂 e\u0301te\u0301 — tell Katarzyna Wojciechowska 🙂 now"
    (found,) = [one for one in TaggerDetector().detect([text])[0] if one.type == "PERSON"]
    assert text[found.start : found.end] == "Katarzyna Wojciechowska"


def test_sums_stay_where_single_precision_is_exact():
    weights = read_weights()
    for layer in (weights.first, *(layer for layer, _ in weights.blocks), weights.last):
        assert np.array_equal(layer.matrix, np.rint(layer.matrix))
        assert np.abs(layer.matrix).sum(0).max() * 255 < 2**24


def test_scores_are_the_same_with_other_threads_and_another_order_of_sums():
    code = (
        "import json,sys\nfrom dp_gateway.detection.tagger import TaggerDetector\n"
        "print(json.dumps(TaggerDetector('high').detect([sys.argv[1]])))"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", code, _PROSE * 3], env={**_environment(), **limits}, capture_output=True, check=True
        ).stdout
        for limits in ({"OPENBLAS_NUM_THREADS": "1"}, {"OPENBLAS_NUM_THREADS": "2", "OPENBLAS_CORETYPE": "Prescott"})
    }
    assert len(results) == 1
    assert len(json.loads(results.pop())[0]) >= 6


def test_texts_that_are_read_together_are_read_as_alone():
    texts = [_PROSE, "", "Mail Anna Miller", "from", "Boston, please.", _PROSE * 3]
    together = TaggerDetector().detect(texts)
    assert together == [TaggerDetector().detect([text])[0] for text in texts]
    assert sum(map(bool, together)) >= 3


def test_products_run_in_one_thread_and_leave_the_libraries_as_they_were(monkeypatch):
    libraries = [_Library(4), _Library(1)]
    monkeypatch.setattr(network, "_libraries", lambda: libraries)
    with network._one_thread():
        with network._one_thread():
            assert [one.num_threads for one in libraries] == [1, 1]
        assert [one.num_threads for one in libraries] == [1, 1]
    assert [one.num_threads for one in libraries] == [4, 1]
    # What has one thread is not set again: that takes as long as a product.
    assert [one.was_set for one in libraries] == [2, 0]


class _Library:
    def __init__(self, threads):
        self.num_threads, self.was_set = threads, 0

    def set_num_threads(self, threads):
        self.num_threads, self.was_set = threads, self.was_set + 1


def _environment():
    import os

    return {**os.environ, "NPY_DISABLE_CPU_FEATURES": ""}


def test_a_higher_recall_finds_no_less_and_scores_reach_the_threshold():
    text = _PROSE + "ping joana re the thing in porto, mark may will grant it"
    covered = {}
    for recall, least in THRESHOLDS.items():
        found = TaggerDetector(recall).detect([text])[0]
        assert all(one.score >= least for one in found)
        covered[recall] = {index for one in found for index in range(one.start, one.end)}
    assert covered["high"] >= covered["balanced"] >= covered["precise"]


def test_types_can_be_chosen():
    found = TaggerDetector(types=["LOCATION"]).detect([_PROSE])[0]
    assert {one.type for one in found} == {"LOCATION"}


def test_a_setting_that_does_not_exist_is_refused():
    with pytest.raises(ConfigurationError, match="balanced"):
        TaggerDetector("most")  # type: ignore[arg-type]


def test_weights_that_are_missing_changed_or_of_another_version_are_refused(tmp_path):
    with pytest.raises(IndexMissing, match=r"python -m release\.training"):
        read_weights(tmp_path / "none.bin")
    data = bytearray(DEFAULT_WEIGHTS.read_bytes())
    data[-1] ^= 1
    (tmp_path / "changed.bin").write_bytes(data)
    with pytest.raises(IndexCorrupt, match="reinstall"):
        read_weights(tmp_path / "changed.bin")
    (tmp_path / "other.bin").write_bytes(bytes(data).replace(b'"format": 2', b'"format": 9', 1))
    with pytest.raises(IndexVersion, match="reinstall"):
        read_weights(tmp_path / "other.bin")
    (tmp_path / "text.bin").write_bytes(b"nothing of the kind")
    with pytest.raises(IndexCorrupt):
        read_weights(tmp_path / "text.bin")


def test_equal_weights_give_equal_bytes(tmp_path):
    arrays = {"a": np.arange(5, dtype=np.int8), "b": np.ones((2, 3), np.float32)}
    for name in ("one", "two"):
        write_weights(tmp_path / name, arrays, {"seed": 1})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_the_weights_fit_into_the_wheel():
    assert DEFAULT_WEIGHTS.stat().st_size <= 10_000_000
    assert read_weights().version in TaggerDetector().name


def test_features_of_a_word_do_not_depend_on_the_others():
    vocabulary = read_weights().vocabulary
    words = ["Tomorrow", "x", "", "O'Brien", "SW1A", "\ud800", "a" * 40]
    together = word_features(words, vocabulary)
    for index, word in enumerate(words):
        alone = word_features([word], vocabulary)
        start, count = together.starts[index], together.counts[index]
        assert np.array_equal(together.ngrams[start : start + count], alone.ngrams)
        assert (together.rows[index], together.shapes[index]) == (alone.rows[0], alone.shapes[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna's flat, O'Brien's too", ["Anna", "'s", "flat", ",", "O'Brien", "'s", "too"]),
        ("don't  ---  x_y", ["don't", "---", "x", "_", "y"]),
        ("a\n\n   b\nc", ["a", "\n\n ", "b", "\n", "c"]),
    ],
)
def test_tokens(text, expected):
    starts, ends, words = tokenize(text)
    assert words == expected
    assert all(word[0] == "\n" or text[a:b] == word for a, b, word in zip(starts, ends, words, strict=True))


def test_what_the_weights_are_is_told_by_their_content():
    payload = DEFAULT_WEIGHTS.read_bytes()
    end = 12 + int.from_bytes(payload[8:12], "little")
    assert json.loads(payload[12:end])["sha256"] == hashlib.sha256(payload[end:]).hexdigest()
