"""The carried frequencies are wordfreq's."""

from __future__ import annotations

from wordfreq import get_frequency_dict

from dp_gateway.vocabulary.frequencies import english_frequencies


def test_they_are_those_of_the_package_to_the_last_bit() -> None:
    assert english_frequencies() == get_frequency_dict("en", wordlist="best")
