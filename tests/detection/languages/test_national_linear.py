"""Rules of other languages take time in proportion to the text, whatever is repeated in it."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.labelled import Labels
from dp_gateway.detection.languages.national import NationalDetector
from dp_gateway.languages import Passage
from tests.families import Family, few_families, slow_families

_PIECES = {
    "de": "Kundennummer |Login |null eins |K wie |Am Alten |straße |12 A-|1.|Tel. 0|ein und |Straße der ",
    "fr": "identifiant |deux cents |numéro |rue de la |12 bis rue |mille |d'|1 85 |BP ",
    "es": "calle |número de |mil |12 - |Av. de la |12.345.|carrera 7 # ",
    "it": "via |numero |mille|12/A |RSSMRA|int. ",
    "nl": "Prins |straat |12-|en|nummer |1015 ",
    "pt": "rua da |número |e |lote 1 |12.345.|apto ",
    "pl": "ul. |numer |00-|nr |ego |m. 3 ",
    "zh": "号|路1|二〇|北京市|1号|路1号1号|年",
    "ja": "番号|丁目1|東京都|1-|令和|市1",
    "ar": "شارع |رقم |12 |الملك |، |شقة 1 ",
    "hi": "नगर |नंबर |मकान नं. 1, |12 |गली |हज़ार ",
}


_RUNS = ("A-" * 40, "Ab " * 20, "A'b" * 20)
"""What several bounded repetitions may share among them in many ways."""


_QUICK = ("de", "zh", "ar")
"""Languages, one of a script, that every run tries; thorough runs try the others."""


@pytest.mark.parametrize(
    "language", [pytest.param(one, marks=() if one in _QUICK else pytest.mark.thorough) for one in _PIECES]
)
def test_names_of_many_parts_behind_a_word_of_the_language(language: str) -> None:
    detector = NationalDetector(find=lambda whole: [Passage(0, len(whole), language)])
    families = [Family(piece + run, piece + run + " ") for piece in _PIECES[language].split("|") for run in _RUNS]
    assert not slow_families(lambda text: detector.detect([text]), families, sizes=(1_000, 4_000), per_kb=15)


@pytest.mark.thorough
@pytest.mark.parametrize("language", _PIECES)
def test_time_grows_with_the_text(language: str) -> None:
    detector = NationalDetector(find=lambda whole: [Passage(0, len(whole), language)])
    families = [Family(piece, piece) for piece in _PIECES[language].split("|")]
    assert not slow_families(lambda text: detector.detect([text]), [*families, *few_families()[::12]])


def test_labels_are_looked_for_near_numbers_alone() -> None:
    text = "Das Telefon klingelt, die Nummer fehlt; " * 400 + "meine Handy, Nr.: 48213, Telefon"
    labels, whole = Labels(text), Labels(text)
    told = labels.before(text.index("48213"))
    assert told is not None
    assert told.kind == "phone"
    assert len(labels._of_part) < 10
    assert [whole.before(at) is not None for at in (3, 20, len(text))] == [False, True, True]
    assert not whole.covers(0, 3)
    assert whole.covers(4, 11)
