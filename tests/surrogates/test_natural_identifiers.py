"""Identifiers and dates of other languages are replaced by what a native reader takes for one."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import default_detection
from dp_gateway.surrogates.identifiers import NationalIdentifier
from dp_gateway.testing import SeededStream

_GATEWAY = Gateway("entities", key=Secret(b"a key of the tests of identifiers"))


def _sent(text: str) -> str:
    return _GATEWAY.sanitize(text, scope=text).text


@pytest.mark.parametrize("plate", ["品川 300 さ 44-71", "多摩 100 は 6-42"])
def test_a_japanese_plate_stays_one(plate: str) -> None:
    family = NationalIdentifier("ja")
    value = family.parse(plate, "ID_NUMBER")
    assert value is not None
    for seed in range(20):
        drawn = family.render(plate, value, family.draw(value, SeededStream(seed)))
        assert re.fullmatch(r"[一-龯ぁ-ん]{2,3} \d{3} [あ-れろを] \d{1,2}-\d{2}", drawn)
        assert drawn != plate


def test_plates_of_one_form_are_of_one_class() -> None:
    family = NationalIdentifier("ja")
    plates = ("品川 300 さ 44-71", "多摩 501 は 12-34")
    values = [family.parse(plate, "ID_NUMBER") for plate in plates]
    kept = [family.kept(plate, value) for plate, value in zip(plates, values, strict=True)]  # type: ignore[arg-type]
    assert kept[0] == kept[1]
    assert "品" not in str(kept)
    assert family.outputs(plates[0], values[0]) == family.outputs(plates[1], values[1])  # type: ignore[arg-type]


def test_an_account_with_a_wrong_check_digit_is_no_number_of_base_16() -> None:
    sent = _sent("Bis heute ist nichts auf meinem Konto DE21 5005 0201 0031 4159 26 eingegangen.")
    assert re.search(r"Konto [A-Z]{2}\d\d(?: \d{4}){4} \d\d eingegangen", sent)
    assert "5005" not in sent


def test_a_shortened_word_for_number_stays() -> None:
    assert re.search(r"No\.[A-Z]{3}-\d{4}-\d{4}", _sent("先日の請求書(No.INV-2611-0472)ですが、相違がございました。"))


def test_months_from_and_to_are_dates() -> None:
    sent = _sent("Berufserfahrung: 2018.07 – 2021.03 Verkäuferin in Gera, 2021.04 - heute Filialleiterin")
    assert len(re.findall(r"(?:19|20)\d\d\.(?:0[1-9]|1[0-2]) [–-] ", sent)) == 2
    assert "2018.07" not in sent


def test_a_teacher_is_called_by_a_family_name_and_the_title() -> None:
    sent = _sent("尊敬的韦老师,我今天要请假。")
    assert sent.endswith("老师,我今天要请假。")
    assert "韦" not in sent


def test_a_town_ends_with_its_sentence() -> None:
    text = "L'appartement du 12 bis rue Lakanal, 38000 Grenoble. Mme Vauquelin de l'agence me répond."
    sent = _sent(text)
    assert ". Mme " in sent
    assert "Vauquelin" not in sent
    assert "Grenoble" not in sent


def test_a_town_with_a_shortened_word_is_whole() -> None:
    text = "Meine Adresse ist Lindenweg 3, 37242 Bad Sooden, die andere 66606 St. Wendel."
    found = default_detection(ner="always").detect([text])[0]
    covered = {place for one in found for place in range(one.start, one.end)}
    assert set(range(text.index("Wendel"), text.index("Wendel") + 6)) <= covered


def test_a_shortened_identity_card_is_no_street() -> None:
    sent = _sent("najemca Dorian Czuba, dow. os. CBX 714902, lokal ul. Mokra 31 m. 9")
    assert "dow. os. " in sent
    assert "714902" not in sent
