"""What stands in for firms, offices and people of other languages as people say them, and not as a register does."""

from __future__ import annotations

import re

import pytest

from dp_gateway.mentions.native_parts import native_parts, title_before
from dp_gateway.surrogates.dates.formats import CalendarDate, find, write
from dp_gateway.surrogates.native_names import NativePart
from dp_gateway.surrogates.value_words import foreign_to_values
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import read_native
from dp_gateway.vocabulary.lexicon.firms import LEGAL, short_firms
from tests.surrogates.test_native import F, P, gateway, sent

SCOPES = ("a", "b", "c")


@pytest.mark.parametrize(
    ("text", "firm", "code"),
    [
        ("Meine Krankenkasse ist die Barmer, seit Jahren.", "Barmer", "de"),
        ("Ma fille voudrait travailler chez Doctolib cette année.", "Doctolib", "fr"),
        ("Trabajo en Iberdrola desde hace seis años.", "Iberdrola", "es"),
        ("Mijn moeder werkt al jaren bij Familiezorg hier in de buurt.", "Familiezorg", "nl"),
    ],
)
def test_a_firm_of_one_word_has_one_word(text: str, firm: str, code: str) -> None:
    names = {*read_native(code)["SURNAME"].entries}
    before, behind = text.split(firm)
    assert all(sent(text, {firm: F}, scope).removeprefix(before).removesuffix(behind) in names for scope in SCOPES)


def test_a_firm_and_whoever_is_called_like_it_have_one_surrogate() -> None:
    firm = sent("Er arbeitet bei Ziegler in der Werkstatt.", {"Ziegler": F})
    chief = sent("Der Chef ist Herr Ziegler selbst.", {"Ziegler": P})
    assert re.findall(r"bei (\w+) in", firm) == re.findall(r"Herr (\w+) selbst", chief)


@pytest.mark.parametrize(
    ("text", "firm", "code"),
    [
        ("L'audit du groupe Bureau Veritas est pour demain.", "Bureau Veritas", "fr"),
        ("Soy la encargada en Hotelera Bávaro Azul.", "Hotelera Bávaro Azul", "es"),
        ("去年在链家通过经纪人买的房子。", "链家", "zh"),
    ],
)
def test_a_firm_without_a_legal_form_gets_none(text: str, firm: str, code: str) -> None:
    before, behind = text.split(firm)
    drawn = [sent(text, {firm: F}, scope).removeprefix(before).removesuffix(behind) for scope in SCOPES]
    assert {*drawn} <= {*short_firms(code)}


@pytest.mark.parametrize("code", ["de", "fr", "es", "it", "nl", "pt", "pl", "zh", "ja", "ar", "hi"])
def test_short_names_of_firms_differ_and_have_no_legal_form(code: str) -> None:
    names = short_firms(code)
    assert len({*map(fold, names)}) == len(names) > 400
    assert not any(LEGAL.search(name) for name in names)


def test_a_short_chinese_firm_has_no_town() -> None:
    assert {*map(len, short_firms("zh"))} == {4, 5}


def test_the_report_says_how_a_firm_is_called() -> None:
    request = gateway({"Barmer": F}).sanitize("Meine Krankenkasse ist die Barmer, seit Jahren.", scope="s")
    assert any("called by one word" in name for row in request.report.figures for name in row.classes)


@pytest.mark.parametrize(
    ("text", "office", "kind"),
    [
        ("尊敬的国家移民管理局:我想查询。", "国家移民管理局", "移民管理局"),
        ("我在沙坪坝区司法局报到。", "沙坪坝区司法局", "司法局"),
        ("「父は無口だった」山陰中央新聞宛に送ります。", "山陰中央新聞", "新聞"),
        ("La petite Boucherie Saint-Éloi donne des merguez.", "Boucherie Saint-Éloi", "Boucherie d"),
    ],
)
def test_an_office_or_a_shop_stays_one(text: str, office: str, kind: str) -> None:
    assert kind in sent(text, {office: F})


@pytest.mark.parametrize("before", ["Le monsieur du deuxième, M. ", "Bonjour (M. "])
def test_behind_a_title_of_one_letter_stands_a_family_name(before: str) -> None:
    text = f"{before}Lagoutte fait des travaux sans autorisation."
    assert title_before(text, len(before), len(before) + 8, "fr") == ("male", True)
    drawn = sent(text, {"Lagoutte": P}).removeprefix(before).split()[0]
    assert drawn in read_native("fr")["SURNAME"].entries


def test_an_m_without_a_point_is_no_title() -> None:
    assert title_before("la taille M Lagoutte", 12, 20, "fr")[1] is False


@pytest.mark.parametrize(
    ("name", "code", "gender"),
    [
        ("rieke", "de", "female"), ("enno", "de", "male"), ("tjitske", "nl", "female"), ("doutze", "nl", ""),
        ("toussaint", "fr", "male"), ("ombeline", "fr", "female"), ("寅吉", "ja", "male"), ("杏子", "ja", "female"),
    ],
)  # fmt: skip
def test_how_a_given_name_ends_tells_its_gender(name: str, code: str, gender: str) -> None:
    assert NativePart(0, len(name), "given", name, language=code).given_gender("") == gender


@pytest.mark.parametrize(
    ("name", "titled", "role"),
    [
        ("寅吉", False, "given"), ("杏子", True, "given"), ("フミ", False, "given"), ("フミ", True, "family"),
        ("山吉", True, "family"), ("奥寺", False, "family"),
    ],
)  # fmt: skip
def test_japanese_names_that_no_list_has_are_given_names_by_how_they_end(name: str, titled: bool, role: str) -> None:
    assert [part.role for part in native_parts(name, "ja", titled=titled)] == [role]


def test_a_polish_title_tells_whose_form_a_given_name_is() -> None:
    text = "Byłam na masażu u pana Zenona i polecam."
    assert re.fullmatch(r"Byłam na masażu u pana \w+(?:a|ego) i polecam\.", sent(text, {"Zenona": P}))


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("27 y 28 de diciembre", "es", "25 de noviembre y 3 de diciembre"),
        ("3 e 4 de fevereiro", "pt", "25 de novembro e 3 de dezembro"),
        ("22. und 23. Mai", "de", "25. November und 3. Dezember"),
        ("22 et 23 mai", "fr", "25 novembre et 3 décembre"),
    ],
)
def test_two_days_of_two_months_have_both_as_the_language_writes_them(text: str, language: str, written: str) -> None:
    found = find(text, day_first=True, language=language)
    assert found is not None
    dates = CalendarDate("day", None, 11, 25), CalendarDate("day", None, 12, 3)
    assert write(found[0], text, dates) == written


@pytest.mark.parametrize(
    ("amount", "language"),
    [("25 USD", "de"), ("AUD 185", "hi"), ("1,944 ر.ق", "ar"), ("500 meticais", "pt"), ("100 USD", "zh")],
)
def test_an_amount_with_the_code_of_a_currency_holds_no_other_words(amount: str, language: str) -> None:
    assert foreign_to_values(amount, language) == []
    assert foreign_to_values(f"{amount} Zwergpinscher", language) != []
