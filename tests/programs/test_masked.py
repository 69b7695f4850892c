"""Placeholders of a text that was masked before are nobody's values, in every language."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.patterns.known_phrases import SensitiveList

_SAID = {
    "en": "My name is {}, my customer number is {} and my login is {}.",
    "de": "Ich heiße {}, meine Kundennummer ist {} und mein Benutzername ist {}.",
    "fr": "Je m'appelle {}, mon numéro de client est {} et mon identifiant est {}.",
    "es": "Me llamo {}, mi DNI es {} y mi usuario es {}.",
    "it": "Mi chiamo {}, il mio codice fiscale è {} e il mio nome utente è {}.",
    "nl": "Ik heet {}, mijn klantnummer is {} en mijn gebruikersnaam is {}.",
    "pt": "Me chamo {}, meu CPF é {} e meu usuário é {}.",
    "pl": "Nazywam się {}, mój PESEL to {}, a mój login to {}.",
    "zh": "我叫{}，身份证号是{}，用户名是{}。",
    "ja": "私は{}です。会員番号は{}、ユーザー名は{}です。",
    "ar": "اسمي {} ورقم الهوية {} واسم المستخدم {}.",
    "hi": "मेरा नाम {} है, मेरा आधार नंबर {} है और यूज़रनेम {} है।",
}


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection(ner="always")


@pytest.mark.parametrize("language", _SAID)
def test_placeholders_are_nobodys(detection: Detection, language: str) -> None:
    forms = [
        ("<PERSON_1>", "<ID_NUMBER_1>", "<USERNAME_1>"),
        ("[NAME]", "[ID_NUMBER]", "[USERNAME_2]"),
        ("{{FIRST_NAME}}", "{{ID_NUMBER}}", "<USERNAME>"),
        ("<PERSON_1>", "<BADGE_2>", "<CASE_NUMBER_1>"),
    ]
    assert detection.detect([_SAID[language].format(*three) for three in forms]) == [[]] * len(forms)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Mein Benutzername ist [karla_77], bitte zurücksetzen.", "karla_77"),
        ("Mi usuario es <lobo_gris88>, gracias.", "lobo_gris88"),
        ("Meine Kundennummer ist <KUNDE_4829103>.", "4829103"),
        ("Meine Kundennummer ist [MARTA_48291].", "48291"),
    ],
)
def test_values_in_brackets_are_found(detection: Detection, text: str, value: str) -> None:
    assert any(value in text[one.start : one.end] for one in detection.detect([text])[0])


def test_the_users_own_phrase_is_found_inside() -> None:
    detection = default_detection(ner="off", sensitive=SensitiveList({"PROJECT": ["ALPHA_1"]}))
    (found,) = detection.detect(["Projekt <ALPHA_1> beginnt im Mai."])
    assert [(one.start, one.end) for one in found] == [(9, 16)]
