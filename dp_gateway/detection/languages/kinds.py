"""Another kind than the tagger told, where lists or the form of a finding tell better.

A login is no nationality, a bare long number no street, "receptioniste" a job wherever it stands, and what a journey
goes to is a place, though it may also be called like somebody. A participle of Dutch or German is nobody's job, and
a family and a given name of Japanese are no firm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.detection.languages.given_names import is_full_name
from dp_gateway.detection.languages.ordinary import is_common, is_place
from dp_gateway.languages import LANGUAGES
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import words_of

_GROUPS = frozenset(("NRP", "JOB_TITLE"))
_MAY_BE_PLACE = frozenset(("PERSON", "ORGANIZATION"))
_SURE = 0.7
_DIGIT, _NUMBER = re.compile(r"\d"), re.compile(r"\d{5,12}")
_PARTICIPLE = re.compile(r"(?:[a-zäöüß]{2,5}ge|ge|be|ver|ont|ent|her|er|zer)[a-zäöüß]{3,20}(?:d|t|en)")
_GERMAN_GROUP = re.compile(r"(?:s?ch|deutsch|lich|orthodox|reformiert|gläubig|stämmig|indigen)(?:e[nmrs]?)?\Z")
_PARTICIPLES = frozenset(("de", "nl"))
_WORKERS = {
    "es": re.compile(r"[a-záéíóúñ]{2,16}(?:[aei]dora?|ntista|ólog[oa]|jer[oa])"),
    "pt": re.compile(r"[a-záéíóúãõç]{2,16}(?:[aei]dora?|ntista|ólog[oa]|deir[oa])"),
    "it": re.compile(r"[a-zàèéìòù]{2,16}(?:[ai]tore|[ai]trice|ologo|ologa|aiolo|aiola)"),
    "fr": re.compile(r"[a-zàâéèêîôû]{2,16}(?:ateur|atrice|ologue|euse)"),
    "pl": re.compile(r"[a-ząćęłńóśźż]{2,16}(?:arz|arzem|acz|aczem|olog|ologiem)"),
}
"""How words end that say what somebody does."""
_TWO = re.compile(r"([^\W\d_]{3,20})(\s?[-–→]\s?)([^\W\d_]{3,20})")
# What goes from one place to another, with the first place or all of the journey behind it.
_JOURNEY = re.compile(
    r"(?<!\w)(?:vol|vuelo|volo|voo|flug|vlucht|lot|train|tren|treno|trein|comboio|pociąg|zug|trajet|trayecto|tratta|"
    r"strecke|trasa|ligne|línea|linea|fähre|ferry|traghetto|autobus|bus)\s(?P<first>[^\W\d_]{3,20}\s?[-–→]\s?)?\Z",
    re.IGNORECASE,
)
_REACH = 48
_BRAZILIAN_STATES = frozenset(
    "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split()
)
_BEHIND_TOWN = re.compile(r"[^\W\d_]\s?[-–/,]\s?\Z")
# Whom somebody works for is a firm, in small letters too: "trabalho na embraer".
_EMPLOYED = {
    language: re.compile(rf"(?<!\w)(?:{words})\s\Z", re.IGNORECASE)
    for language, words in {
        "de": r"(?:arbeite[nt]?|angestellt|beschäftigt|job|stelle) (?:bei|für)(?: de[mr])?",
        "fr": r"(?:travaill|boss)[a-zé]{1,6} (?:chez|pour)|(?:embauch|employ)ée? (?:chez|par)",
        "es": r"(?:trabaj[a-záéó]{1,5}|empleo|empleada|empleado) (?:en|para)",
        "it": r"lavor[a-zò]{1,5} (?:da|in|alla|al|per|presso)",
        "nl": r"werk(?:t|te|en)? (?:bij|voor)",
        "pt": r"(?:trabalh[a-zéêo]{1,5}|emprego|empregada|empregado) (?:na|no|em|para a|para o|pra)",
        "pl": r"prac(?:uj[a-zę]{1,4}|owa[a-zł]{1,4}|ę|a|y) (?:we?|dla|przy)",
    }.items()
}
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
    elif one.type in _MAY_BE_PLACE and LANGUAGES[language].script == "Latin":
        yield from _on_journey(text, one, found, language)
    else:
        yield one


def _group(text: str, one: Entity, found: str, language: str) -> Iterator[Entity]:
    """A job or a nationality by the lists; in German, one in small letters that no list has is an adjective."""
    if _DIGIT.search(found):
        yield one._replace(type="USERNAME")
        return
    word = words_of(language).get(fold(found))
    if word is not None:
        yield one._replace(type="JOB_TITLE" if word.pool == "JOB" else "NRP")
        return
    worker, employed = _WORKERS.get(language), _EMPLOYED.get(language)
    named = not (worker and worker.fullmatch(found)) and not is_common(found.lower(), language)
    if employed and named and employed.search(text, max(one.start - _REACH, 0), one.start):
        yield one._replace(type="ORGANIZATION")
        return
    if one.type == "NRP" and worker and worker.fullmatch(found):
        # "Tejador": a nationality that no list has does not end so.
        yield one._replace(type="JOB_TITLE")
        return
    other = language == "de" and one.type == "NRP" and one.score < _SURE and found.islower()
    other = other and _GERMAN_GROUP.search(found) is None
    done = language in _PARTICIPLES and one.type == "JOB_TITLE" and _PARTICIPLE.fullmatch(found) is not None
    if not (other or done):
        yield one


def _on_journey(text: str, one: Entity, found: str, language: str) -> Iterator[Entity]:
    """The places that a journey is between: "vol Nantes - Marrakech"."""
    before = _JOURNEY.search(text, max(one.start - _REACH, 0), one.start)
    two = _TWO.fullmatch(found)
    if before is None or " " in found.replace(" - ", ""):
        yield one
    elif two is not None:
        yield one._replace(end=one.start + two.end(1), type="LOCATION")
        yield one._replace(start=one.start + two.start(3), type="LOCATION")
    elif before["first"] or is_place(found, language):
        yield one._replace(type="LOCATION")
    else:
        yield one
