"""What each unit of a request costs is worked out in a small part of the time that its sanitizing takes."""

from __future__ import annotations

import itertools
import time

import pytest

from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret

_NUMBERS = itertools.count(1_000)
_SENTENCES = (
    "Anna Keller{n}, aged {age}, paid ${n}.50 on {day} May {year} in Boston for the second term at Weber College.",
    "Please write a short and friendly letter to the landlord of Mrs Ortiz about the broken heating in her kitchen.",
    "Could you explain which of these costs may be set against tax, and how the forms have to be filled in?",
    "The doctor in Lyon said that Pierre Dubois should take the tablets twice a day for {day} weeks and rest a lot.",
    "Thanks again for the long talk at the meeting, it was good to hear what the others think about the plan.",
    "Before we decide anything I would like to see the new figures and talk to the people who work with them.",
)
_MOST = 0.2
"""The share of sanitizing's time that charges may take: twice what they are to, as a shared machine counts unevenly."""


def _text(words: int) -> str:
    """A text that nobody has sent before."""
    written: list[str] = []
    for at in itertools.count():
        if len(written) >= words:
            return " ".join(written[:words])
        n = next(_NUMBERS)
        sentence = _SENTENCES[at % len(_SENTENCES)]
        written += sentence.format(n=n, age=20 + n % 60, day=1 + n % 28, year=1950 + n % 70).split()
    raise AssertionError


@pytest.mark.thorough
@pytest.mark.parametrize("policy", ["entities", "tokens"])
@pytest.mark.parametrize("words", [60, 200])
def test_charges_take_a_small_part_of_the_time(policy: str, words: int) -> None:
    gateway = Gateway(policy, key=Secret(b"k" * 32))

    def share(requests: int) -> float:
        sanitizing = charging = 0.0
        for _ in range(requests):
            text, scope, start = _text(words), str(next(_NUMBERS)), time.thread_time()
            request = gateway.request([text], scope=scope)
            sanitized = time.thread_time()
            assert request.charges()
            sanitizing, charging = sanitizing + sanitized - start, charging + time.thread_time() - sanitized
        return charging / sanitizing

    # What is worked out once for a setting is no part of it.
    share(4)
    assert min(share(12) for _ in range(3)) < _MOST
