"""Names of other languages: what the lists hold, and the forms in which names stand in sentences."""

from __future__ import annotations

import pytest

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import CODES, gender_in, read_native
from dp_gateway.vocabulary.lexicon.forms import Kind, forms, of_gender, readings

CASES = "gen dat acc ins loc voc".split()
POLISH: list[tuple[str, Kind, str, str]] = [
    ("Kowalski", "family", "male", "Kowalskiego Kowalskiemu Kowalskiego Kowalskim Kowalskim Kowalski"),
    ("Kowalski", "family", "female", "Kowalskiej Kowalskiej Kowalską Kowalską Kowalskiej Kowalska"),
    ("Nowak", "family", "male", "Nowaka Nowakowi Nowaka Nowakiem Nowaku Nowaku"),
    ("Wieczorek", "family", "male", "Wieczorka Wieczorkowi Wieczorka Wieczorkiem Wieczorku Wieczorku"),
    ("Mickiewicz", "family", "male", "Mickiewicza Mickiewiczowi Mickiewicza Mickiewiczem Mickiewiczu Mickiewiczu"),
    ("Anna", "given", "female", "Anny Annie Annę Anną Annie Anno"),
    ("Monika", "given", "female", "Moniki Monice Monikę Moniką Monice Moniko"),
    ("Kinga", "given", "female", "Kingi Kindze Kingę Kingą Kindze Kingo"),
    ("Zofia", "given", "female", "Zofii Zofii Zofię Zofią Zofii Zofio"),
    ("Marta", "given", "female", "Marty Marcie Martę Martą Marcie Marto"),
    ("Barbara", "given", "female", "Barbary Barbarze Barbarę Barbarą Barbarze Barbaro"),
    ("Piotr", "given", "male", "Piotra Piotrowi Piotra Piotrem Piotrze Piotrze"),
    ("Marek", "given", "male", "Marka Markowi Marka Markiem Marku Marku"),
    ("Paweł", "given", "male", "Pawła Pawłowi Pawła Pawłem Pawle Pawle"),
    ("Tomasz", "given", "male", "Tomasza Tomaszowi Tomasza Tomaszem Tomaszu Tomaszu"),
    ("Adam", "given", "male", "Adama Adamowi Adama Adamem Adamie Adamie"),
    ("Cichy", "family", "male", "Cichego Cichemu Cichego Cichym Cichym Cichy"),
]
TOWNS = [
    ("Kraków", "Krakowa", "Krakowie"),
    ("Warszawa", "Warszawy", "Warszawie"),
    ("Gdańsk", "Gdańska", "Gdańsku"),
    ("Lublin", "Lublina", "Lublinie"),
    ("Katowice", "Katowic", "Katowicach"),
    ("Gniezno", "Gniezna", "Gnieźnie"),
    ("Poznań", "Poznania", "Poznaniu"),
    ("Zgierz", "Zgierza", "Zgierzu"),
    ("Mielec", "Mielca", "Mielcu"),
    ("Wieluń", "Wielunia", "Wieluniu"),
]


@pytest.mark.parametrize(("name", "kind", "gender", "expected"), POLISH)
def test_polish_cases(name: str, kind: Kind, gender: str, expected: str) -> None:
    found = forms(name, kind, gender, "pl")
    assert [found[case] for case in CASES] == expected.split()
    for written in set(expected.split()):
        assert fold(name) in [reading.lemma for reading in readings(fold(written), kind, "pl")]


@pytest.mark.parametrize(("name", "genitive", "locative"), TOWNS)
def test_polish_towns(name: str, genitive: str, locative: str) -> None:
    found = forms(name, "place", "", "pl")
    assert (found["gen"], found["loc"]) == (genitive, locative)
    assert [reading.lemma for reading in readings(fold(locative), "place", "pl")] == [fold(name)]


def test_what_is_ambiguous_stays_itself() -> None:
    assert readings("hans", "given", "de")[0].lemma == "hans"
    assert readings("schmitz", "family", "de")[0].lemma == "schmitz"
    assert readings("annas", "given", "de")[0] == ("anna", "gen", "")
    assert readings("qqqaka", "family", "pl")[0] == ("qqqaka", "", "")
    assert readings("smith", "family", "en")[0] == ("smith", "", "")


def test_arabic_particles() -> None:
    found = forms("الحربي", "family", "", "ar")
    assert found["و"] == "والحربي"
    assert found["ل"] == "للحربي"
    assert readings("للحربي", "family", "ar")[0].lemma == "الحربي"
    assert readings("ومحمد", "given", "ar")[0] == ("محمد", "و", "")


def test_japanese_names_in_kana_and_latin_letters() -> None:
    found = forms("田中", "family", "", "ja")
    assert (found["katakana"], found["hiragana"], found["latin"]) == ("タナカ", "たなか", "Tanaka")
    assert forms("高橋", "family", "", "ja")["latin"] == "Takahashi"
    assert forms("健太郎", "given", "male", "ja")["latin"] == "Kentaro"
    assert forms("王", "family", "", "zh")["latin"] == "Wang"


@pytest.mark.parametrize("code", CODES)
def test_lists_are_long_and_share_no_given_name(code: str) -> None:
    pools = read_native(code)
    women, men = pools["GIVEN_NAME_FEMALE"].entries, pools["GIVEN_NAME_MALE"].entries
    assert len(women) > 120
    assert len(men) > 160
    assert not set(map(fold, women)) & set(map(fold, men))
    assert len(pools["SURNAME"].entries) > 150
    assert len(pools["CITY"].entries) > 90
    assert len(pools["ORGANIZATION"].entries) > 400
    assert gender_in(code, fold(women[0])) == "female"
    assert gender_in(code, fold(men[0])) == "male"
    for pool in pools.values():
        assert len(set(map(fold, pool.entries))) == len(pool.entries)


def test_gender_by_majority() -> None:
    for name in ("thomas", "jean", "pierre"):
        assert gender_in("fr", name) in ("male", "")
    assert gender_in("de", "james") != "female"
    assert gender_in("es", "juan") == "male"
    assert gender_in("es", "carmen") == "female"


def test_what_is_no_name_has_one_form() -> None:
    kinds: tuple[Kind, ...] = ("given", "family", "place")
    for kind in kinds:
        for text in ("", "a", "ą", "k", "ek", "ia", "-", "ski"):
            assert forms(text, kind, "female", "pl")[""] in (text, f"{text[:-1]}a")
            assert readings(text, kind, "pl")


def test_no_hindi_name_begins_with_the_sign_of_a_vowel() -> None:
    entries = [entry for pool in read_native("hi").values() for entry in pool.entries]
    assert [entry for entry in entries if not entry[0].isalpha()] == []


@pytest.mark.parametrize(
    ("written", "gender", "lemma", "form"),
    [("halinko", "female", "halinka", "voc"), ("krysią", "female", "krysia", "ins"), ("wieśkiem", "male", "wieśk", "ins"),
     ("zenka", "male", "zenk", "gen"), ("noemi", "female", "noemi", "")],
)  # fmt: skip
def test_the_ending_tells_the_form_of_a_name_that_no_list_has(written: str, gender: str, lemma: str, form: str) -> None:
    assert of_gender(written, gender)[:2] == (lemma, form)


def test_what_may_be_several_cases_of_a_town_is_the_locative() -> None:
    assert [readings(written, "place", "pl")[0].form for written in ("gdyni", "opolu")] == ["loc", "loc"]
