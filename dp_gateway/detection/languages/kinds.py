"""Another kind than the tagger told, where lists or the form of a finding tell better.

A bare long number is no street, and "receptioniste" a job wherever it stands. A participle of Dutch or German is
nobody's job, and a family and a given name of Japanese are no firm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.detection.languages.given_names import is_full_name
from dp_gateway.detection.languages.group_cues import is_everybodys, is_role
from dp_gateway.languages import LANGUAGES
from dp_gateway.languages.conventions import weekday_names
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import words_of

_GROUPS = frozenset(("NRP", "JOB_TITLE"))
_MAY_BE_PLACE = frozenset(("PERSON", "ORGANIZATION"))
# "44-182-290": blocks and houses of Japan have fewer digits.
_NUMBER = re.compile(r"\d{5,12}|(?=(?:-?\d){8})\d{1,6}(?:-\d{1,6}){1,3}")
_PARTICIPLE = re.compile(r"(?:[a-zäöüß]{2,5}ge|ge|be|ver|ont|ent|her|er|zer)[a-zäöüß]{3,20}(?:d|t|en)")
_PARTICIPLES = frozenset(("de", "nl"))
_WORKERS = {
    "es": re.compile(r"[a-záéíóúñ]{2,16}(?:[aei]dora?|ntista|ólog[oa]|jer[oa])"),
    "pt": re.compile(r"[a-záéíóúãõç]{2,16}(?:[aei]dora?|ntista|ólog[oa]|deir[oa])"),
    "it": re.compile(r"[a-zàèéìòù]{2,16}(?:[ai]tore|[ai]trice|ologo|ologa|aiolo|aiola)"),
    "fr": re.compile(r"[a-zàâéèêîôû]{2,16}(?:ateur|atrice|ologue|euse)"),
    "pl": re.compile(r"[a-ząćęłńóśźż]{2,16}(?:arz|arzem|acz|aczem|olog|ologiem)"),
}
"""How words end that say what somebody does."""
_REACH = 48
_BRAZILIAN_STATES = frozenset(
    "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split()
)
_BEHIND_TOWN = re.compile(r"[^\W\d_]\s?[-–/,]\s?\Z")
# Departments are everybody's: "営業部の青木です", "财务部".
_DEPARTMENT = re.compile(
    "(?:営業|人事|総務|経理|財務|法務|広報|企画|開発|製造|技術|管理|購買|品質管理|情報システム|マーケティング|研究開発|カスタマーサポート)[部課室]"
    "|(?:财务|人事|销售|市场|研发|技术|行政|法务|客服|采购|运营|产品|人力资源|生产|售后|公关)部?门?"
    "|قسم (?:المبيعات|الموارد البشرية|المحاسبة|التسويق|خدمة العملاء|الصيانة|الدعم الفني)"
    "|(?:लेखा|बिक्री|मानव संसाधन|विपणन|प्रशासन|सुरक्षा) विभाग"
)


def of_its_kind(text: str, one: Entity, language: str) -> Iterator[Entity]:
    """What a finding of the tagger is: itself, of another type, in two parts, or nothing."""
    found = text[one.start : one.end]
    if one.type == "ORGANIZATION" and _DEPARTMENT.fullmatch(found):
        return
    state = language == "pt" and one.type in _MAY_BE_PLACE and found in _BRAZILIAN_STATES
    if state and _BEHIND_TOWN.search(text, max(one.start - _REACH, 0), one.start):
        # "Recife - PE"
        yield one._replace(type="STREET_ADDRESS")
    elif one.type == "ORGANIZATION" and language == "ja" and is_full_name(found):
        yield one._replace(type="PERSON")
    elif one.type in _GROUPS:
        yield from _group(text, one, found, language)
    elif one.type == "STREET_ADDRESS" and _NUMBER.fullmatch(found):
        yield one._replace(type="ID_NUMBER")
    else:
        yield one


def _group(text: str, one: Entity, found: str, language: str) -> Iterator[Entity]:
    """A job or a nationality by the lists; none of somebody whom everybody has, or that the text asks to play."""
    if found.lower() in weekday_names(language):
        return
    latin = one.type == "JOB_TITLE" and LANGUAGES[language].script == "Latin"
    if latin and (is_role(text, one.start) or is_everybodys(text, one.start, one.end, language)):
        return
    word = words_of(language).get(fold(found))
    if word is not None:
        yield one._replace(type="JOB_TITLE" if word.pool == "JOB" else "NRP")
        return
    worker = _WORKERS.get(language)
    if one.type == "NRP" and worker and worker.fullmatch(found):
        # "Tejador": a nationality that no list has does not end so.
        yield one._replace(type="JOB_TITLE")
        return
    if not (language in _PARTICIPLES and one.type == "JOB_TITLE" and _PARTICIPLE.fullmatch(found)):
        yield one
