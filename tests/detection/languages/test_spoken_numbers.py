"""Numbers in words: with signs, letters and hundreds behind a label, and amounts that are none."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.national import NationalDetector
from dp_gateway.languages import Passage


def _found(text: str, language: str) -> list[tuple[str, str]]:
    detector = NationalDetector(find=lambda whole: [Passage(0, len(whole), language)])
    return [(one.type, text[one.start : one.end]) for one in detector.detect([text])[0]]


@pytest.mark.parametrize(
    ("language", "before", "number", "behind"),
    [
        ("de", "Das Aktenzeichen ist ", "drei Strich vier vier eins Schrägstrich zweiundzwanzig", "."),
        ("de", "Vertragsnummer ", "K wie Konrad, fünf fünf null acht eins", ", danke."),
        ("fr", "numero de dossier ", "zero quatre cent dix-huit vingt-deux", ""),
        ("es", "Contrato número ", "tres guion cuatro cuatro uno", "."),
        ("it", "Polizza ", "C come Como, cinque cinque zero otto uno", ""),
        ("nl", "Contractnummer ", "drie streepje vier vier een", ""),
        ("pt", "Contrato número ", "tres traço quatro quatro um", "."),
        ("pl", "nr klienta: ", "siedemdziesiat dwa, czterdziesci jeden, zero osiem", ""),
        ("ar", "رقم الملف ", "اثنان وسبعون واحد وأربعون صفر ثمانية", ""),
        ("hi", "ग्राहक संख्या ", "बहत्तर इकतालीस शून्य आठ", ""),
    ],
)
def test_an_identifier_as_somebody_says_it(language: str, before: str, number: str, behind: str) -> None:
    assert ("ID_NUMBER", number) in _found(before + number + behind, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Erst drei, dann vier, dann fünf Leute kamen zu uns."),
        ("es", "La factura es de dos mil quinientos cuarenta y dos euros."),
        ("fr", "Il y avait deux ou trois personnes, puis quatre, puis cinq."),
        ("pt", "Uma em cada duas ou três vezes ele chega tarde."),
        ("fr", "J'ai appelé l'électricien trois fois."),
        ("it", "L'ho chiamato due volte."),
        ("pl", "Dzwoniłam do niego trzy razy."),
    ],
)
def test_what_is_counted_is_no_identifier(language: str, text: str) -> None:
    assert not [kind for kind, _ in _found(text, language) if kind in ("ID_NUMBER", "PHONE_NUMBER")]
