"""Heads of columns in scripts without capitals tell what the cells below hold."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.told import told_value, type_of_key

_TABLES = [
    ("姓名,工号,手机\n牛犇,A1032,18917736420\n方圆,A1077,13520918844", 6),
    ("社員番号,氏名,内線\n10482,染谷渚,3312\n10517,上田七海,3340", 6),
    ("الاسم,الرقم الوظيفي\nمنى السيد,EMP-2041\nعمرو الجندي,EMP-2077", 4),
    ("नाम,विभाग,कर्मचारी कोड\nज्योति मिश्रा,लेखा,EC-1180\nअब्दुल रहमान,बिक्री,EC-1193", 4),
]


@pytest.mark.parametrize(("table", "cells"), _TABLES)
def test_every_row_is_found(table: str, cells: int) -> None:
    head = table.index("\n")
    found = default_detection().detect([table])[0]
    assert len(found) == cells
    assert all(
        one.start > head and {table[one.start - 1], table[one.end : one.end + 1]} <= set(",\n") | {""} for one in found
    )


def test_a_key_tells_of_a_name_without_capitals() -> None:
    assert type_of_key("联系电话") == ("PHONE_NUMBER", True)
    assert type_of_key("رقم الهوية") == ("ID_NUMBER", True)
    assert told_value("Trade / profession", "dog groomer", None) == "JOB_TITLE"
    assert told_value("氏名", "柳 楓", None) == "PERSON"
    assert told_value("氏名", "柳 楓 2", None) is None
    assert type_of_key("产品名称") == (None, True)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("Hausarzt", "PERSON"),
        ("personne de confiance", "PERSON"),
        ("contacto de emergencia", "PERSON"),
        ("medico curante", "PERSON"),
        ("wettelijk vertegenwoordiger", "PERSON"),
        ("encarregado de educação", "PERSON"),
        ("nazwisko panieńskie", "PERSON"),
        ("紧急联系人", "PERSON"),
        ("緊急連絡先氏名", "PERSON"),
        ("المستلم", "PERSON"),
        ("अभिभावक", "PERSON"),
        ("Krankenkasse", "ORGANIZATION"),
        ("werkgever", "ORGANIZATION"),
        ("勤務先", "ORGANIZATION"),
        ("बीमाकर्ता", "ORGANIZATION"),
        ("salaire_base", "MONEY"),
        ("wynagrodzenie brutto", "MONEY"),
        ("قيمة_الشراء", "MONEY"),
        ("会費", "MONEY"),
        ("كود_العميل", "ID_NUMBER"),
        ("सदस्य_आईडी", "ID_NUMBER"),
        ("身分證字號", "ID_NUMBER"),
        ("पिन_कोड", "POSTCODE"),
        ("الإمارة", "LOCATION"),
    ],
)
def test_labels_of_official_forms_tell_what_stands_beside_them(key: str, kind: str) -> None:
    assert type_of_key(key)[0] == kind


def test_a_town_and_a_faith_need_no_capital_and_no_digit() -> None:
    assert told_value("المدينة", "دبي", None) == "LOCATION"
    assert told_value("Konfession", "ev.-luth.", None) == "NRP"
    assert told_value("Nationalität", "österreichisch", None) == "NRP"
    assert told_value("Konfession", "12", None) is None


@pytest.mark.parametrize("key", ["kind", "pod", "code", "partner", "quota"])
def test_keys_of_programs_that_other_languages_have_too_tell_nothing(key: str) -> None:
    assert type_of_key(key)[0] is None


@pytest.mark.parametrize(
    "key",
    [
        "Vertragsnr.",
        "Nº expediente",
        "n. pratica",
        "numer zgłoszenia",
        "numéro de bail",
        "工单号",
        "رقم الشحنة",
        "पर्ची नंबर",
    ],
)
def test_a_number_of_something_is_an_identifier_in_other_languages(key: str) -> None:
    assert type_of_key(key) == ("ID_NUMBER", True)


@pytest.mark.parametrize(
    "key", ["Hausnummer", "número de alumnos", "numero di pagine", "型号", "房号", "छात्रों की संख्या", "num_items", "Nr."]
)
def test_how_many_there_are_and_where_something_stands_is_none(key: str) -> None:
    assert type_of_key(key)[0] != "ID_NUMBER"
