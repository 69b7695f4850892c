"""Fields in Arabic that are called by words with underscores name nobody; logins that are written so do."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.languages.fields import is_field


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection(ner="always")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("الجنسية: فلبينية\nرقم_الجواز: P7714903B", "رقم_الجواز"),
        ("  راتب_شهري: 1500 ريال", "راتب"),
        ("كود_العميل;الاسم;الجوال\n7781;هدى;055", "كود_العميل"),
        ("الاسم;الجوال;آخر_شراء;نقاط", "آخر_شراء"),
    ],
)
def test_what_is_called_by_ordinary_words_is_a_field(text: str, field: str) -> None:
    start = text.index(field)
    assert is_field(text, start, start + len(field))


@pytest.mark.parametrize(
    ("text", "login"),
    [
        ("محمد_الغامدي: وصلت؟", "محمد_الغامدي"),
        ("راسلني هناك: بنت_الشرقية من فضلك", "بنت_الشرقية"),
        ("الاسم;سارة_القحطاني;نقاط", "سارة_القحطاني"),
        ("رقم الجواز: P7714903B", "رقم"),
    ],
)
def test_who_is_called_so_is_somebody(text: str, login: str) -> None:
    start = text.index(login)
    assert not is_field(text, start, start + len(login))


def test_fields_of_a_form_stay_and_logins_do_not(detection: Detection) -> None:
    text = "بيانات العقد\nرقم_الجواز: P7714903B\nراتب_شهري: 1500 ريال\nتواصل معي: عاشق_القهوة_98 أو بنت_الشرقية شكرا"
    found = {text[one.start : one.end] for one in detection.detect([text])[0]}
    assert {"P7714903B", "عاشق_القهوة_98", "بنت_الشرقية"} <= found
    assert not any("الجوا" in one or "راتب" in one or "شهر" in one for one in found)
