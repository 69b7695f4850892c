"""Findings of the tagger that are nobody's whatever their score: departments, fields of forms, labels of numbers, days
of the week.
"""

from __future__ import annotations

import re

from dp_gateway.detection.languages.dates_and_ages import TOLD, is_no_date
from dp_gateway.detection.languages.fields import is_field
from dp_gateway.detection.languages.labelled import is_public
from dp_gateway.detection.languages.told_numbers import told_number
from dp_gateway.text.entities import Entity

# Departments are everybody's: "営業部の青木です", "财务部".
_DEPARTMENT = re.compile(
    "(?:営業|人事|総務|経理|財務|法務|広報|企画|開発|製造|技術|管理|購買|品質管理|情報システム|マーケティング|研究開発|カスタマーサポート)[部課室]"
    "|(?:财务|人事|销售|市场|研发|技术|行政|法务|客服|采购|运营|产品|人力资源|生产|售后|公关)部?门?"
    "|قسم (?:المبيعات|الموارد البشرية|المحاسبة|التسويق|خدمة العملاء|الصيانة|الدعم الفني)"
    "|(?:लेखा|बिक्री|मानव संसाधन|विपणन|प्रशासन|सुरक्षा) विभाग"
)
# "zamówienie nr 88120": the word before a number is none.
_LABEL = re.compile(
    r"(?:nr|nº|n°|no|num|núm|nummer|numer|n[uúù]mero|numéro|ref|réf|kod|id|pin)(?:[.:]{0,2}\s{1,2}(?=[\w#])|[.:]?\Z)",
    re.IGNORECASE,
)
_FIELDS = frozenset(("USERNAME", "PERSON", "ORGANIZATION", "LOCATION", "JOB_TITLE"))


def private(text: str, one: Entity, language: str) -> Entity | None:
    """Return a finding as far as it is somebody's; None where nothing of it is. `language`: of the text around it."""
    if one.type == "ID_NUMBER":
        label = _LABEL.match(text, one.start, one.end)
        number = one if label is None else one._replace(start=label.end())
        nothing = number.start == number.end or is_public(text, number.start, number.end)
        return None if nothing else told_number(text, number, language)
    if one.type in TOLD:
        return None if is_no_date(text, one, language) else one
    department = one.type == "ORGANIZATION" and _DEPARTMENT.fullmatch(text, one.start, one.end)
    field = language == "ar" and one.type in _FIELDS and is_field(text, one.start, one.end)
    return None if department or field else one
