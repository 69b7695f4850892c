"""Logins of letters alone are found behind their labels; ordinary words there are none."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.national import logins


def _found(text: str, language: str) -> list[str]:
    return [text[start:end] for start, end, _, _ in logins(text, 0, len(text), language)]


@pytest.mark.parametrize(
    ("language", "text", "login"),
    [
        ("de", "Anmeldename kschmidt ist gesperrt, bitte freischalten.", "kschmidt"),
        ("it", "L'utente mrossi risulta bloccato.", "mrossi"),
        ("pt", "Meu usuário no portal é passarimzinho.", "passarimzinho"),
        ("pt", "O vendedor casadobolinho demorou muito.", "casadobolinho"),
        ("fr", "Je me connecte avec nlefur depuis hier.", "nlefur"),
    ],
)
def test_a_word_that_the_language_lacks_is_a_login_behind_its_label(language: str, text: str, login: str) -> None:
    assert login in _found(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Quel identifiant dois-je utiliser pour me connecter ?"),
        ("fr", "Je me connecte avec facebook, le vendeur demande trop cher."),
        ("pt", "O vendedor pediu desconto, o acesso direto fechou."),
        ("es", "El usuario tiene que aceptar las condiciones del servicio."),
        ("de", "Ich habe mein Passwort und meinen Nutzernamen vergessen."),
        ("nl", "Mijn gebruikersnaam werkt niet, wat nu?"),
        ("pl", "Mój login nie działa, co robić?"),
    ],
)
def test_what_is_said_of_logins_is_none(language: str, text: str) -> None:
    assert _found(text, language) == []
