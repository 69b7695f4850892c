"""Everyday questions about what everybody knows leave as they are; their twins do not, in which a name is somebody's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchmarks.public
from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret
from dp_gateway.vocabulary.lexicon.data import sections

KEY = Secret(b"a key of repeatable draws, for tests")
_FILE = Path(benchmarks.public.__file__).with_name("everyday.txt")
_LINES = list(sections(_FILE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def door() -> Doorway:
    return Doorway(Gateway(load_policy("entities"), key=KEY), key=KEY)


def lines(section: str) -> list[str]:
    return [line for name, line in _LINES if name == section]


def sent(door: Doorway, text: str) -> str:
    return door.open("chat", {"model": "m", "messages": [{"role": "user", "content": text}]}).body["messages"][0][
        "content"
    ]


def test_everyday_questions_leave_as_they_are(door: Doorway) -> None:
    assert not [text for text in lines("general") if sent(door, text) != text]


def test_of_those_that_nobody_read_few_are_changed(door: Doorway) -> None:
    assert sum(sent(door, text) != text for text in lines("general unread")) <= 3


@pytest.mark.parametrize("section", ["twins", "twins unread"])
def test_no_name_of_a_twin_leaves(door: Doorway, section: str) -> None:
    twins = (line.rpartition("|")[::2] for line in lines(section))
    assert not sum(name.lower() in sent(door, text).lower() for text, name in twins)


@pytest.mark.parametrize(
    "text",
    [
        "Was Ada Lovelace English?",
        "Is it Boxing Day or St Stephen's Day in Ireland?",
        "How long was the Hundred Years' War?",
        "Who directed Twelve Years a Slave?",
        "What is in the Talmud?",
        "When is Easter 2026?",
    ],
)
def test_what_a_detector_took_for_somebodys_is_everybodys(door: Doorway, text: str) -> None:
    assert sent(door, text) == text


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Is my boss Karim Egyptian or Syrian?", "Karim Egyptian"),
        ("Is Karim Egyptian?", "Karim Egyptian"),
        ("My wife attends St Stephen's Day School.", "Stephen"),
        ("My kids go to St Stephen's in Leeds.", "Stephen"),
        ("My contract has a term of Five Years at Acme.", "Five"),
        ("I was off for Six Weeks Of Leave.", "Six"),
        ("When is my flight at Easter 2026?", "2026"),
        ("We married on Chinese New Year in 2016.", "2016"),
        ("Is the flat in Notting Hill still free?", "Notting"),
        ("Please write Oliver Twist that I am late.", "Twist"),
        ("Who is Effi Briest at reception?", "Briest"),
    ],
)
def test_the_same_words_are_somebodys_own_elsewhere(door: Doorway, text: str, own: str) -> None:
    left = sent(door, text)
    assert not [word for word in own.split() if word in left]
