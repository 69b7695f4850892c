"""Dates and ages of the tagger of languages: what they are beside those of rules, and what is none."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.languages.dates_and_ages import is_no_date, rules_first
from dp_gateway.detection.languages.tagger import of_its_kind
from dp_gateway.patterns.base import merge
from dp_gateway.policy import DetectionSettings
from dp_gateway.text.entities import Entity


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection(ner="always", thresholds={"": DetectionSettings().least_score})


def _settled(text: str, told: str, rules: dict[str, str], kind: str = "DATE_TIME") -> list[tuple[str, str]]:
    start = text.index(told)
    found = [Entity(start, start + len(told), kind, 0.7, "language tagger:x")]
    for words, of in rules.items():
        first = text.index(words)
        found.append(Entity(first, first + len(words), of, 0.9, "national"))
    return [(text[one.start : one.end], one.type) for one in merge(rules_first(text, found), text)]


def test_where_no_rule_found_anything_the_finding_stands():
    assert _settled("Il revient le 12, dis-le.", "12", {}) == [("12", "DATE_TIME")]
    assert _settled("Il revient le 12, dis-le à 14.", "12", {"14": "AGE"}) == [("12", "DATE_TIME"), ("14", "AGE")]


def test_a_date_of_a_rule_stands_without_an_article():
    assert _settled("mariage le 2 août, budget", "le 2 août", {"2 août": "DATE_TIME"}) == [("2 août", "DATE_TIME")]
    assert _settled("bis zum 20. Mai", "zum 20. Mai", {"20. Mai": "DATE_TIME"}) == [("20. Mai", "DATE_TIME")]


def test_what_a_rule_lacks_is_added_to_its_date():
    assert _settled("de 03/08 à 17/08 en Corse", "03/08 à 17/08", {"03/08": "DATE_TIME"}) == [
        ("03/08 à 17/08", "DATE_TIME")
    ]
    assert _settled("seit Ostern 2019 hier", "Ostern", {"2019": "DATE_TIME"}) == [("Ostern 2019", "DATE_TIME")]


def test_inside_of_another_finding_of_a_rule_it_is_none():
    assert _settled("après 14 jours", "14", {"14 jours": "DURATION"}) == [("14 jours", "DURATION")]


@pytest.mark.parametrize(
    ("text", "found", "kind", "language"),
    [
        ("L'idraulico viene martedì mattina.", "martedì mattina", "DATE_TIME", "it"),
        ("Das war gestern Abend.", "gestern Abend", "DATE_TIME", "de"),
        ("Il voisin tape à 14h30.", "14h30", "DATE_TIME", "fr"),
        ("in 14 dagen klaar", "14 dagen", "DATE_TIME", "nl"),
        ("來台灣十八年了", "十八年", "DATE_TIME", "zh"),
        ("stand 18.204 vandaag", "204", "DATE_TIME", "nl"),
        ("een aanhanger van 1000 kg", "1000", "DATE_TIME", "nl"),
        ("देवांश 15/20", "15/20", "DATE_TIME", "hi"),
        ("ولدي ٣٤,٥ كيلو", "٣٤", "AGE", "ar"),
        ("भीड़ में दस हज़ार लोग थे", "दस हज़ार", "MONEY", "hi"),
        ("我跑了8k，还不错。", "8k", "MONEY", "zh"),
        ("我的电话是8821-4471 转 305。", "305", "MONEY", "zh"),
        ("走行距離は8万kmです", "8万", "MONEY", "ja"),
        ("我的车开了8万公里", "8万", "MONEY", "zh"),
        ("Login geht nicht, Fehler 500", "500", "MONEY", "de"),
        ("Son las diligencias 1884/24, artículo 234", "234", "MONEY", "es"),
        ("账号登不上,报错 500,版本9.1", "500", "MONEY", "zh"),
        ("Adapter mit 220 V", "220", "MONEY", "de"),
        ("Het contract loopt 36 mnd", "36", "MONEY", "nl"),
        ("une chaudière de 24 kW", "24 kW", "DATE_TIME", "fr"),
        ("messaggio 2, ore 11.40: sono papà", "11.40", "DATE_TIME", "it"),
        ("français        12/20   11/20", "12/20", "DATE_TIME", "fr"),
        ("L'anno passato 600", "anno passato", "DATE_TIME", "it"),
        ("استمارة\n(11) رقم التقرير", "11", "AGE", "ar"),
    ],
)
def test_what_is_no_date(text, found, kind, language):
    start = text.index(found)
    assert is_no_date(text, Entity(start, start + len(found), kind, 0.9, "x"), language)


@pytest.mark.parametrize(
    ("text", "found", "kind", "language"),
    [
        ("Il revient le 12, dis-le.", "12", "DATE_TIME", "fr"),
        ("Er kommt Freitag, den 13. wieder.", "Freitag, den 13", "DATE_TIME", "de"),
        ("我九八年结婚", "九八年", "DATE_TIME", "zh"),
        ("seit Pfingsten", "Pfingsten", "DATE_TIME", "de"),
        ("examen 11/24", "11/24", "DATE_TIME", "fr"),
        ("Sohn (12) und Tochter", "12", "AGE", "de"),
        ("我月薪8k", "8k", "MONEY", "zh"),
        ("Er zahlt ihm 20.", "20", "MONEY", "de"),
        ("Er hat den Fehler gemacht und zahlt 500.", "500", "MONEY", "de"),
        ("Adapter von ihr für 220", "220", "MONEY", "de"),
        ("la fête du 8.11", "8.11", "DATE_TIME", "fr"),
        ("carte valable jusqu'au 08/20", "08/20", "DATE_TIME", "fr"),
        ("le contrôle du 12/10", "12/10", "DATE_TIME", "fr"),
        ("منى (11) وأخوها", "11", "AGE", "ar"),
    ],
)
def test_what_is_one(text, found, kind, language):
    start = text.index(found)
    assert not is_no_date(text, Entity(start, start + len(found), kind, 0.9, "x"), language)


@pytest.mark.parametrize(
    ("text", "found", "kind"),
    [
        ("Der Klempner kommt am 12. wieder, sag das bitte der Hausmeisterin.", "12", "DATE_TIME"),
        ("L'idraulico torna il 17 per la perdita, dillo alla portinaia.", "17", "DATE_TIME"),
        ("प्लंबर 17 तारीख को फिर आएगा, चौकीदार को बता देना।", "17 तारीख", "DATE_TIME"),
        ("我老婆三十四,在医院上班,想换工作,怎么写简历?", "三十四", "AGE"),
        ("زوجتي عندها ٣٤ وتشتغل بالمستشفى، كيف أكتب سيرتها؟", "٣٤", "AGE"),
    ],
)
def test_what_no_rule_knows_is_found(detection, text, found, kind):
    assert (found, kind) in {(text[one.start : one.end], one.type) for one in detection.detect([text])[0]}


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("Formulario de registro\nC.P.: 14820 Localidad: Santa Cruz Provincia: Córdoba", "Santa Cruz"),
        ("Veuillez remplir : CP : 29680 Commune : Roscoff. Merci de votre réponse.", "Roscoff"),
        ("Dati anagrafici del richiedente: CAP: 00184 Comune: Roma Provincia: RM", "Roma"),
        ("Bitte ausfüllen: PLZ: 48143\nOrt: Münster\nStraße: Hafenweg 12", "Münster"),
        ("Formularz zgłoszeniowy: Kod pocztowy: 00-950 Miejscowość: Warszawa ulica Długa 5", "Warszawa"),
        ("Vul in: Postcode: 1012 AB Plaats: Amsterdam, Straat: Damrak 12", "Amsterdam"),
        ("Formulário do cliente: CEP: 01310-100 Cidade: São Paulo UF: SP", "São Paulo"),
    ],
)
def test_the_town_behind_its_label(detection, text, town):
    found = {text[one.start : one.end] for one in detection.detect([text])[0]}
    assert town in found
    assert not found & {"Localidad", "Commune", "Comune", "Ort", "Miejscowość", "Plaats", "Cidade"}


@pytest.mark.parametrize(
    "text",
    [
        "Gestern hat ein Konditor 36 Torten gebacken, und der Direktor 12 davon gegessen.",
        "Der Motor 250 läuft nicht, weil der Faktor 15 zu hoch ist.",
        "Mówi do niego pan 12345 i nie wie, co to znaczy, bo nikt mu nie powiedział.",
    ],
)
def test_what_is_neither_a_street_nor_a_card(detection, text):
    assert not {one.type for one in detection.detect([text])[0]} & {"STREET_ADDRESS", "ID_NUMBER"}


def test_gates_are_streets(detection):
    text = "Wir wohnen jetzt Am Stadttor 5, nicht mehr Holstentor 12."
    assert {"Am Stadttor 5", "Holstentor 12"} <= {text[one.start : one.end] for one in detection.detect([text])[0]}


@pytest.mark.parametrize(
    ("text", "office"),
    [
        ("J'ai écrit à Monsieur le Sous-Préfet de Dinan, qui n'a pas répondu.", "Sous-Préfet"),
        ("Madame la Vice-Présidente m'a reçu hier avec ma fille.", "Vice-Présidente"),
    ],
)
def test_a_deputy_is_a_job(detection, text, office):
    found = detection.detect([text])[0]
    assert (office, "JOB_TITLE") in {(text[one.start : one.end], one.type) for one in found}
    assert all(one.type != "PERSON" for one in found)


@pytest.mark.parametrize(
    ("text", "found", "whole"), [("我借了十几万", "几万", "十几万"), ("二十多万的车贷", "多万", "二十多万")]
)
def test_a_sum_in_characters_begins_with_its_first(text, found, whole):
    start = text.index(found)
    one = Entity(start, start + len(found), "MONEY", 0.75, "language tagger")
    assert [text[part.start : part.end] for part in of_its_kind(text, one, "zh")] == [whole]
