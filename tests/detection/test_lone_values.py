"""What a text asks for makes a value of the text behind it, and what it does not ask for stays."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.exchange import Doorway

_TELLING = 4
_KEY = Secret(b"k" * 32)
_DOORWAY = Doorway(Gateway("entities", key=_KEY), key=_KEY)
TOLD = [
    ('What is your last name?', 'Hartwell', 'Hartwell'),
    ('And your surname, please?', 'hartwell', 'hartwell'),
    ('May I have your full name?', "It's marguerite hartwell", 'hartwell'),
    ('Who am I speaking with?', 'Marguerite', 'Marguerite'),
    ('What is the password?', 'tulip99garden', 'tulip99garden'),
    ('Please enter your PIN.', '4821', '4821'),
    ('Please enter the one-time passcode:', '482913', '482913'),
    ('Can you tell me the Wi-Fi password?', 'Sure: Tr0ub4dor', 'Tr0ub4dor'),
    ('How old are you?', '37', '37'),
    ('May I ask your age?', "I'm 37.", '37'),
    ('How old is your daughter now?', '7', '7'),
    ('What year were you born?', '1987', '1987'),
    ('When were you born?', '3/2/87', '3/2/87'),
    ('What is your date of birth?', '1987-02-03', '1987-02-03'),
    ('Which town do you live in?', 'Otley', 'Otley'),
    ('Where do you live?', 'otley', 'otley'),
    ('What city are you based in?', 'Otley.', 'Otley'),
    ('Who do you work for?', 'Brightwell', 'Brightwell'),
    ("What is your employer's name?", 'Brightwell', 'Brightwell'),
    ('How much do you earn?', '84350', '84350'),
    ('What is your annual salary?', '84,350', '84,350'),
    ("What's your zip code?", '2139', '2139'),
    ('What is your order number?', '48291', '48291'),
    ('Could you give me your customer ID?', 'k48291', 'k48291'),
    ("What's the last four digits of your card?", '6467', '6467'),
    ('And the CVC?', '318', '318'),
    ('What is your username?', 'mhartwell', 'mhartwell'),
    ('What is your phone number?', '23456780', '23456780'),
    ('Sure! Can I get your email?', 'hartwell at kmail dot com', 'hartwell'),
    ('here is the wifi password', 'Tr0ub4dor', 'Tr0ub4dor'),
    ('My last name:', 'Hartwell', 'Hartwell'),
    ('the door code is in the next line', 'C1985Y', 'C1985Y'),
    ("What is your mother's maiden name?", 'Tollemache', 'Tollemache'),
    ('Security question: the name of your first pet?', 'Biscuit', 'Biscuit'),
]  # fmt: skip
NOBODYS = [
    ("What is your name?", "Why do you ask?"),
    ("What is your name?", "no"),
    ("What is the password?", "I forgot it"),
    ("How old are you?", "none of your business"),
    ("What is your favourite colour?", "Blue"),
    ("How many rows do you want?", "37"),
    ("Which language?", "Python"),
    ("What is the name of the function?", "parse_date"),
    ("What year did the war end?", "1945"),
    ("What is the port?", "4821"),
    ("How much is it?", "100"),
    ("What is the default password of Postgres?", "postgres"),
    ("Shall I write the email?", "Yes"),
    ("What is the total?", "129"),
    ("Do you want the short version?", "yes please"),
    ("What is the age of the universe?", "13"),
    ("Here is the code", "print(1)"),
    ("What is the name of the file?", "report.txt"),
    ("Which version?", "4821"),
]


def _left(*said: str | list[str]) -> str:
    """What of the last message leaves, where those before it are of the model and the user in turn."""
    parts = [one if isinstance(one, str) else [{"type": "text", "text": part} for part in one] for one in said]
    roles = ("user", "assistant")
    messages = [{"role": roles[(len(said) - 1 - at) % 2], "content": one} for at, one in enumerate(parts)]
    exchange = _DOORWAY.open("chat", {"model": "m", "messages": messages})
    left = exchange.body["messages"][-1]["content"]
    reply = {"choices": [{"index": 0, "message": {"role": "assistant", "content": f"So: {left}"}}]}
    # A number of so few digits is restored only beside what tells it.
    if isinstance(left, str) and len(left) >= _TELLING:
        restored = exchange.another_reply().whole(reply)["choices"][0]["message"]["content"]
        assert restored == f"So: {said[-1]}"
    return str(left)


@pytest.mark.parametrize(("question", "answer", "value"), TOLD)
def test_an_answer_is_what_was_asked_for(question: str, answer: str, value: str) -> None:
    assert value not in _left(question, answer)


@pytest.mark.parametrize(("question", "answer"), NOBODYS)
def test_what_nobody_asked_of_somebody_stays(question: str, answer: str) -> None:
    assert _left(question, answer) == answer


def test_the_next_part_of_a_message_and_the_next_message_answer_too() -> None:
    assert "Tr0ub4dor" not in _left(["The password is:", "Tr0ub4dor"])
    assert "4821" not in _left("The pin of the safe:", "Fine.", "My pin:", "Go on.", ["My pin:", "4821"])


def test_texts_that_are_sent_at_once_answer_nothing() -> None:
    request = Gateway("entities", key=_KEY).request(["How old are you?", "37"], scope="s")
    assert [one.text for one in request.texts] == ["How old are you?", "37"]


def test_what_a_message_says_it_does_not_ask() -> None:
    said = "My name is Theodric Vanterpool, and I live in Lisbon."
    assert _left(said, "Write to Theodric Vanterpool.").startswith("Write to ")
