"""Dates, ages and sums as people write them in the seven European languages beside English, and what stays."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import default_detection


def _found(text: str, kind: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection(ner="always").detect([text])[0] if one.type == kind]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Das Treffen mit Frau Meier ist am 3. d. M. in ihrem Büro.", "3. d. M."),
        ("Der Termin ist Do, 14.11., 8:30 Uhr bei Frau Meier in der Praxis.", "Do, 14.11., 8:30 Uhr"),
        ("Die Kaution habe ich Ende März an Herrn Bäumler überwiesen.", "Ende März"),
        ("Nous avons rendez-vous jeu. 14/11 à 8h30 avec Paul Martin.", "jeu. 14/11 à 8h30"),
        ("Que demander à Paul Martin au rendez-vous du 13 fév. au matin ?", "13 fév"),
        ("Mi padre entró a la mina el 84 y salió con los pulmones enfermos.", "84"),
        ("Se deriva a ecografía para el 12-04, dice la doctora Ana Pérez.", "12-04"),
        ("Mio zio ha fatto il frontaliere dal 1987 al 2011 e ora è a casa.", "2011"),
        ("L'incidente è stato nella notte tra il 3 e il 4 maggio, dice Luca Bianchi.", "3 e il 4 maggio"),
        ("Onze band speelt op Koningsdag 2026 in Ootmarsum, zegt Piet de Vries.", "Koningsdag 2026"),
        ("De horloge van mijn opa heb ik in '98 laten repareren.", "98"),
        ("Recebi a fatura referente a maio/2024, diz a Maria Silva.", "maio/2024"),
        ("Zwolniłem się z pracy w sierpniu 2023, mówi Piotr Nowak.", "sierpniu 2023"),
        ("Spotkanie z Darkiem Mazurkiem jest 4.XII w naszej świetlicy.", "4.XII"),
        ("Regaty zaczynają się w sobota 21.06 o godz. 10 i sędziuje Jan Kowalski.", "sobota 21.06"),
    ],
)
def test_dates(text: str, date: str) -> None:
    assert any(date in one for one in _found(text, "DATE_TIME")), _found(text, "DATE_TIME")


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Ma fille de 3 ans et demi ne parle qu'à son doudou, dit Anne Petit.", "3 ans et demi"),
        ("La mia piccola Azzurra, un anno e mezzo, ha la febbre da ieri sera.", "un anno e mezzo"),
        ("Mi padre, setenta y dos años, vive solo en el pueblo desde entonces.", "setenta y dos años"),
        ("Ik ben blind, 54, en ik zoek een huis bij het station.", "54"),
        ("Uczestnik Darek M., 49, miał trudny tydzień w pracy.", "49"),
        ("Unsere Kinder, 4 und 7, gehen in Fürth zur Schule, sagt Anna Meier.", "4 und 7"),
        ("Moi c'est Paul, on a deux grands, 17 et 19. Que faire ?", "17 et 19"),
        ("La signora Ines Bianchi, novantaquattro anni, è morta domenica.", "novantaquattro anni"),
        ("Die Oma ist fast 90 und wohnt noch allein in ihrem Haus.", "90"),
    ],
)
def test_ages(text: str, age: str) -> None:
    assert any(age in one for one in _found(text, "AGE")), _found(text, "AGE")


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("Ya deposité los dos mil trescientos en el oxxo, licenciada Peña.", "dos mil trescientos"),
        ("O senhor Ademar cobrou duzentos e cinquenta e não fez nota.", "duzentos e cinquenta"),
        ("Mein Bruder verdient 90 Mille und ich nicht einmal die Hälfte.", "90 Mille"),
        ("Facture de 1249€50 de Paul Martin, et je gagne 2,4k net.", "2,4k"),
        ("Mio marito ha perso 6 mila su un sito di scommesse.", "6 mila"),
        ("De huur ging van 1.050 naar 2.400 euro, zegt Piet de Vries.", "1.050"),
        ("Debo mil doscientos euros a Ana Pérez y 300 a mi hermano.", "300"),
        ("Liebe Gruppe, hier die Beiträge: Uwe Klein 50, Heike Groß 35,50, Sven Lang 40.", "35,50"),
    ],
)
def test_sums(text: str, money: str) -> None:
    assert any(money in one for one in _found(text, "MONEY")), _found(text, "MONEY")


@pytest.mark.parametrize(
    "text",
    [
        "Im Artikel 4.III der Satzung steht dazu nichts, und Kapitel 12-04 fehlt im Buch.",
        "Le train met 8 heures et le match a fini sur un score de 12 à 04.",
        "El 84 por ciento de los árboles de la zona son pinos y robles.",
        "Meta duas colheres e misture até o dia clarear, sem pressa.",
        "Het recept is goed voor anderhalve liter soep, genoeg voor zes borden.",
        "Każda klasa ma dwa tysiące książek w bibliotece i trzysta czasopism.",
        "La ricetta chiede due cucchiai e mezzo di farina e tre uova.",
        "Ein Quadrat hat vier Ecken, und das Fünfeck in der Mitte der Seite fünf.",
    ],
)
def test_other_words_and_numbers_stay(text: str) -> None:
    assert not [one for kind in ("DATE_TIME", "AGE", "MONEY") for one in _found(text, kind)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Spotkanie z Darkiem Mazurkiem jest 4.XII w naszej świetlicy.", ("4.XII",)),
        ("Onze band speelt op Koningsdag 2026 in Ootmarsum, zegt Piet de Vries.", ("2026",)),
        ("Zwolniłem się w sierpniu 2023 z pracy, mówi Piotr Nowak.", ("sierpniu",)),
        ("Mein Bruder Klaus Meier verdient 90 Mille und ich nicht.", ("90 Mille",)),
        ("Moi c'est Paul Martin, on a deux grands, 17 et 19. Que faire ?", ("17 et 19",)),
        ("La mia piccola Azzurra, un anno e mezzo, ha la febbre da ieri.", ("un anno e mezzo",)),
        ("La mutua ofrece alta el día 20. El inspector se llama Zunzunegui.", ("día 20",)),
        ("Das Treffen mit Frau Meier ist am 3. d. M. in ihrem Büro.", ("3. d. M.",)),
    ],
)
def test_what_is_found_is_drawn_in_its_form(text: str, kept: tuple[str, ...]) -> None:
    gateway = Gateway("entities", key=Secret(b"dates and sums that are said"))
    found = gateway.sanitize(text)
    assert "_1>" not in found.text
    assert not [one for one in kept if one in found.text]
    assert found.restore(found.text) == text
