"""Short sentences of words that ASCII can write: which language they are in."""

from __future__ import annotations

import pytest

from dp_gateway.languages import passages


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("La signora Esposito abita in via dell'Indipendenza 12, a Bologna.", "it"),
        ("Paguei duzentos e cinquenta reais.", "pt"),
        ("Anna woont in Utrecht bij Piet.", "nl"),
        ("Juan vive en Toledo.", "es"),
        ("Marta mieszka w Krakowie", "pl"),
        ("Frau Weber wohnt in Bonn.", "de"),
        ("Cordiali saluti\nAvv. Beatrice Lombardi", "it"),
        ("Opzegging sportschool: lidnr. 88-20417, Thijs Groen", "nl"),
        ("nome;cidade;celular\nThiago Rocha;Londrina;(43) 99148-2071", "pt"),
        ("The Deutsche Bank and Banco Santander merged in Frankfurt", "en"),
        ("He ordered spaghetti carbonara, tiramisu and a cappuccino at Trattoria da Enzo", "en"),
        ("Send the siesta fiesta menu to Casa Grande in Puerto Rico", "en"),
        ("My boss Juan Carlos de la Cruz lives near Playa del Rey with his wife Dolores", "en"),
    ],
)
def test_a_short_sentence(text: str, language: str) -> None:
    assert [one.language for one in passages(text)] == [language]
