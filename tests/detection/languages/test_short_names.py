"""Given names of lists in languages in Latin letters, with a capital or in texts without capitals."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.listed import ShortNames


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ik spreek altijd Gerben of Rinus van de bank.", ["Gerben", "Rinus"]),
        ("Vendi minha moto na internet pro Everton ontem.", ["Everton"]),
        ("ciao, alla fine luca ha preso la patente, festeggiamo da gigi stasera", ["gigi"]),
        ("siema, jutro idziemy z bartkiem i olką na piwo do centrum", ["bartkiem", "olką"]),
        ("El malo de la película no me gustó nada, y la paz tampoco.", []),
        ("Das Auto steht in der Garage, und das ist gut so.", []),
        ("The rose is red and Gerben knows it well.", []),
    ],
)
def test_names_of_the_lists_are_found(text: str, names: list[str]) -> None:
    assert [text[one.start : one.end] for one in ShortNames().detect([text])[0]] == names


def test_in_small_letters_a_name_counts_where_nothing_has_capitals() -> None:
    assert ShortNames().detect(["Wir haben gestern lange mit jule gesprochen. Das war schön."]) == [[]]
    assert ShortNames(["LOCATION"]).detect(["Ich habe mit Jule gesprochen und das war schön."]) == [[]]
