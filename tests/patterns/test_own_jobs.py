"""Jobs that the writer of a text, or somebody's kin, is said to have."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.own_jobs import own_jobs
from dp_gateway.patterns.windows import Reading


def _found(text: str) -> list[str]:
    return [text[start:end] for start, end in own_jobs(Reading(text))]


@pytest.mark.parametrize(
    ("text", "job"),
    [
        ("I'm a head sacristan at a basilica.", "head sacristan"),
        ("hi im a security guard at a mall", "security guard"),
        ("I was the under-gardener on an estate", "under-gardener"),
        ("I have been a spray painter for twelve years", "spray painter"),
        ("I'm only the club secretary and this landed on me", "club secretary"),
        ("I'm head of maintenance at a shopping centre", "head of maintenance"),
        ("my late husband was stationmaster in Nagercoil", "stationmaster"),
        ("My daughter's a farrier and she is never home", "farrier"),
        ("He was a slaughterman till the works shut", "slaughterman"),
        ("I used to be a bookbinder, then the shop closed", "bookbinder"),
    ],
)
def test_a_job_that_somebody_has_is_found(text: str, job: str) -> None:
    assert _found(text) == [job]


@pytest.mark.parametrize(
    "text",
    [
        "Explain Bayes to me like I'm a bookmaker.",
        "Answer as if I were a farmer. Pretend I am a surgeon.",
        "I'm a big fan of the painter and a member of his club.",
        "I am the mother of two and a vegetarian.",
        "I'm a bit lost: is a nurse allowed to do this?",
        "She is the tallest in the class, and he is late.",
        "I am making a flyer for the baker.",
        "His mum was lovely about it.",
        "I want to write to my son's teacher.",
        "I am his named executor",
    ],
)
def test_what_is_no_job_of_anybody_is_not(text: str) -> None:
    assert _found(text) == []
