"""Tokens and features of languages other than English."""

import numpy as np
import pytest

from dp_gateway.detection.languages.reading import NGRAM_BUCKETS, language_features, tokenize_any
from dp_gateway.detection.tagger.features import FLAGS, SHAPE_BUCKETS, Vocabulary, hash_word


def _vocabulary(**flags):
    entries = sorted((hash_word(word), flag) for word, flag in flags.items())
    hashes = np.array([key for key, _ in entries], np.uint32)
    return Vocabulary(hashes, np.zeros(len(entries), np.uint16), np.array([flag for _, flag in entries], np.uint16))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L'ami d'Élise", ["L'", "ami", "d'", "Élise"]),
        ("dell'Aquila, O'Brien", ["dell'", "Aquila", ",", "O'Brien"]),
        ("श्रीमती वर्मा", ["श्रीमती", "वर्मा"]),
        ("مُحَمَّد وأحمد", ["مُحَمَّد", "وأحمد"]),
        ("Łódź 90-001", ["Łódź", "90", "-", "001"]),
    ],
)
def test_words_keep_their_marks_and_lose_what_is_elided(text, expected):
    starts, ends, _ = tokenize_any(text)
    assert [text[a:b] for a, b in zip(starts, ends, strict=True)] == expected


def test_every_character_without_spaces_is_a_token_with_its_neighbours():
    text = "我叫王小明。東京3丁目"
    starts, ends, words = tokenize_any(text)
    assert [text[a:b] for a, b in zip(starts, ends, strict=True)] == [*"我叫王小明。東京", "3", "丁", "目"]
    assert words[2] == "\x01" + "\x02我叫王小明。"


def test_a_listed_word_marks_its_characters_where_it_begins_and_where_it_goes_on():
    family = 1 << 1
    words = tokenize_any("见欧阳了")[2]
    flags = language_features(words, _vocabulary(欧阳=family)).flags
    assert flags.tolist() == [0, 1 << 2, 1 << 3, 0]


def test_a_particle_or_a_genitive_does_not_hide_a_listed_word():
    vocabulary = _vocabulary(**{"أحمد": 1, "müller": 2})
    assert language_features(["وأحمد", "Müllers", "Mühle"], vocabulary).flags.tolist() == [1, 2, 0]


def test_features_stay_within_their_tables():
    words = ["", " ", "\n", *tokenize_any("Ünï 東京 नमस्ते سلام a\u0301 12 \U00020000x \x01 \x01\x01\x01\x01\x01")[2]]
    features = language_features(words, _vocabulary(東京=1 << 3, a=1))
    assert len(features.counts) == len(words)
    assert features.counts.min() > 0
    assert features.ngrams.max() < NGRAM_BUCKETS
    assert features.shapes.max() < SHAPE_BUCKETS
    assert features.flags.max() < 1 << FLAGS


def test_a_long_line_of_letters_becomes_many_tokens():
    assert max(len(word) for word in tokenize_any("ü" * 5000 + "ِ" * 5000)[2]) <= 40
