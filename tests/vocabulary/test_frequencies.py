"""The carried frequencies are wordfreq's."""

from __future__ import annotations

import math

from dp_gateway.vocabulary.words import english_frequencies


def test_they_are_those_of_the_package_but_for_rounding() -> None:
    from wordfreq import get_frequency_dict  # it looks through all modules that are there, in each process that tests

    ours, theirs = english_frequencies(), get_frequency_dict("en", wordlist="best")
    assert ours.keys() == theirs.keys()
    assert all(math.isclose(share, theirs[word], rel_tol=1e-14) for word, share in ours.items())
