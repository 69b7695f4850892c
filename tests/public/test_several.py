"""A row of famous names of which one is asked for stays; a row of colleagues does not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def private(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "Kahlo, O'Keeffe, Hokusai: which of the three was Mexican?",
        "Picasso, Braque, Gris: who of them was french?",
        "Federer, Nadal, Djokovic: most grand slams?",
        "Austen, Brontë or Eliot, who wrote Middlemarch?",
        "Mozart and Haydn, which of the two was older?",
        "Who was born first, Bach or Handel?",
        "Hemingway, Faulkner and Steinbeck: which of them won the Nobel first?",
        "Lennon or McCartney, who wrote Yesterday?",
        "Is Brave New World by Orwell or Huxley?",
        "what does tschüss mean",
        "Beyoncé vs Taylor Swift most grammys",
        "gulyás vs pörkölt: what's the difference?",
        "Messi vs Ronaldo, who has more Ballon d'Ors",
    ],
)
def test_a_row_of_the_famous_stays(text: str) -> None:
    assert private(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Kahlo, Meyer and Novak: which of them called in sick?", "Meyer"),
        ("Austen, Brontë or Eliot, who wrote the report?", "Austen"),
        ("Wagner, Weber or Strauss: who left early?", "Wagner"),
        ("Which of Parker, Lewis and Smith was fired?", "Parker"),
        ("Who has the keys, Bach or Handel?", "Bach"),
        ("Wagner, Weber, Strauss: who has the highest grade?", "Weber"),
        ("Hemingway, Fowler and Steiner: which of them won the raffle?", "Fowler"),
        ("anna vs hana: what's the difference?", "anna"),
        ("Lennon or McCartney, who wrote the invoice?", "McCartney"),
        ("Is the report by Orwell or Huxley?", "Huxley"),
        ("what does anna mean in her mail", "anna"),
        ("Brandt vs Taylor Simms who owes more", "Brandt"),
        ("Nadal or Becker, who is on call?", "Nadal"),
        ("Meyer, Novak, Schmidt: which of the three is Czech?", "Novak"),
    ],
)
def test_a_row_of_others_does_not(text: str, name: str) -> None:
    assert any(name in one for one in private(text))
