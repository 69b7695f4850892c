"""NERaseText and NERaseText+: the paper's bounds against the certificate, both categories, what is refused."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated, InvalidEpsilon
from dp_gateway.mechanisms.nerasetext import NERaseText, NERaseTextPlus, named_words
from dp_gateway.testing import SeededStream
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import word_list

SENSITIVE = np.arange(60) % 3 == 0


def everything(index: Index) -> NDArray[np.int64]:
    return np.arange(index.size)


def test_one_epsilon_is_one_mechanism(toy: Index) -> None:
    """With eps_s = eps_n it does not matter which words are sensitive."""
    one = NERaseText(toy, 4.0, sensitive_epsilon=4.0, sensitive=SENSITIVE)
    other = NERaseText(toy, 4.0, sensitive_epsilon=4.0, sensitive=~SENSITIVE)
    np.testing.assert_allclose(one.distribution(everything(toy)), other.distribution(everything(toy)))


def test_sensitive_words_are_kept_less_often(toy: Index) -> None:
    law = NERaseText(toy, 8.0, sensitive=SENSITIVE).distribution(everything(toy))
    plain = NERaseText(toy, 8.0, sensitive=np.zeros(60, bool)).distribution(everything(toy))
    assert (law.diagonal()[SENSITIVE] < plain.diagonal()[SENSITIVE]).all()
    np.testing.assert_array_equal(law[~SENSITIVE], plain[~SENSITIVE])


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 2.0, 8.0])
def test_bound_of_nerasetext_holds(toy: Index, epsilon: float) -> None:
    made = NERaseText(toy, epsilon, sensitive=SENSITIVE)
    level = made.compute_level().epsilon
    assert level <= made.published_bound() == made.bound()
    # c is not 1, as the paper takes it, but the largest cosine distance: here nearly 2.
    assert 1.5 < made.largest_distance <= 2


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.7, 0.95])
@pytest.mark.parametrize("epsilon", [0.05, 0.5, 2.0, 8.0])
def test_repaired_bound_of_nerasetext_plus_holds(toy: Index, epsilon: float, p: float) -> None:
    made = NERaseTextPlus(toy, epsilon, sensitive=SENSITIVE, p=p)
    level = made.compute_level().epsilon
    assert level <= made.bound() * (1 + 1e-9)
    # The two categories are told apart by the coin alone at least.
    assert level >= abs(math.log(p / (1 - p))) - 1e-3


def test_published_bound_of_nerasetext_plus_fails(toy: Index) -> None:
    """At p = 0.7, the paper's choice, ln((1-p)/p) is negative and its bound eps_n c; the coin alone gives 0.85."""
    made = NERaseTextPlus(toy, 0.1, sensitive=SENSITIVE)
    assert made.published_bound() == pytest.approx(0.1 * made.largest_distance)
    level = made.compute_level().epsilon
    assert level > math.log(0.7 / 0.3) - 0.01 > 4 * made.published_bound()
    assert "exceeded" in made.guarantee_from(made.level()).assumptions[-1]
    # Not symmetric in p: at 0.3 the paper counts the coin.
    other = NERaseTextPlus(toy, 0.1, sensitive=SENSITIVE, p=0.3)
    assert other.compute_level().epsilon <= other.published_bound()
    assert "kept" in other.guarantee_from(other.level()).assumptions[-1]


def test_worst_pair_of_nerasetext_plus_is_of_two_categories(toy: Index) -> None:
    level = NERaseTextPlus(toy, 0.1, sensitive=SENSITIVE).compute_level()
    assert SENSITIVE[level.x] != SENSITIVE[level.x_prime]
    assert SENSITIVE[level.x] == SENSITIVE[level.output]


@pytest.mark.parametrize("p", [0.25, 0.7])
def test_own_category_with_probability_p(toy: Index, p: float) -> None:
    law = NERaseTextPlus(toy, 5.0, sensitive=SENSITIVE, p=p).distribution(everything(toy))
    own = (law * (SENSITIVE[:, None] == SENSITIVE)).sum(axis=1)
    np.testing.assert_allclose(own, p, atol=2**-31)


def test_exact_probabilities_are_the_law(toy: Index) -> None:
    for made in (NERaseText(toy, 5.0, sensitive=SENSITIVE), NERaseTextPlus(toy, 5.0, sensitive=SENSITIVE)):
        row = [made.exact_probability(4, y) / 2**288 for y in range(toy.size)]
        np.testing.assert_allclose(row, made.distribution(np.array([4]))[0], rtol=1e-12)


def test_flags_may_come_from_a_function(toy: Index) -> None:
    def is_city(words: Sequence[str]) -> NDArray[np.bool_]:
        return np.array([word in ("paris", "london") for word in words])

    made = NERaseText(toy, 5.0, sensitive=is_city)
    assert [toy.word(entry) for entry in np.flatnonzero(made.sensitive).tolist()] == ["london", "paris"]
    assert made.fingerprint != NERaseText(toy, 5.0, sensitive=SENSITIVE).fingerprint


def test_names_of_the_lexicon_are_sensitive_and_common_words_are_not(words: Index) -> None:
    named = {words.word(entry) for entry in np.flatnonzero(named_words(words)).tolist()}
    assert {"michael", "mary", "paris", "germany"} <= named
    assert not {"the", "table", "run", "good", "teacher"} & named
    made = NERaseText(words, 6.0)
    assert (made.sensitive == named_words(words)).all()
    drawn = NERaseTextPlus(words, 6.0).release(np.arange(200), SeededStream(1))
    assert drawn.shape == (200,)


def test_no_entries(toy: Index) -> None:
    for cls in (NERaseText, NERaseTextPlus):
        none = np.zeros(0, np.int64)
        assert cls(toy, 5.0, sensitive=SENSITIVE).release(none, SeededStream(1)).shape == (0,)


@pytest.mark.parametrize(
    ("cls", "options", "error"),
    [
        (NERaseText, {"sensitive_epsilon": 7.0}, AssumptionViolated),
        (NERaseText, {"sensitive_epsilon": 0}, InvalidEpsilon),
        (NERaseText, {"sensitive": np.zeros(59, bool)}, AssumptionViolated),
        (NERaseText, {"sensitive": np.zeros(60, int)}, AssumptionViolated),
        (NERaseTextPlus, {"p": 0.0}, AssumptionViolated),
        (NERaseTextPlus, {"p": 1.0}, AssumptionViolated),
        (NERaseTextPlus, {"p": math.nan}, AssumptionViolated),
        (NERaseTextPlus, {"sensitive": np.zeros(60, bool)}, AssumptionViolated),
        (NERaseTextPlus, {"sensitive": np.ones(60, bool)}, AssumptionViolated),
    ],
)
def test_bad_parameters_are_refused(
    toy: Index, cls: type[NERaseText], options: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        cls(toy, 6.0, **({"sensitive": SENSITIVE} | options))  # type: ignore[arg-type]


def test_vectors_of_other_lengths_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    class Long:
        name, local, normalize = "long", True, False

        def embed(self, texts: Sequence[str], *, progress: object = None) -> NDArray[np.float32]:
            lengths = {"one": 1.0, "two": 2.0}
            return np.array([[lengths.get(text, math.nan), 0.5] for text in texts], np.float32)

    index = build_index(
        tmp_path_factory.mktemp("index") / "long", word_list("long", ["one", "two"]), Long(), neighbours=2
    )
    with pytest.raises(AssumptionViolated, match="unit length"):
        NERaseText(index, 6.0, sensitive=np.array([True, False]))
