"""What is everybody's, and what a body has of its own: `LanguageTagger` and `LanguageNames` ask.

Feasts, offices and services are nobody's, "mutuelle" only says what a firm is, and "S.r.l. e S.p.A." are forms.
"Finanzamt Böblingen" and "questura di Caserta" tell of the town alone, which is replaced as it is elsewhere in a text;
`names.txt` has the words.
"""

from __future__ import annotations

import re
from functools import cache

from dp_gateway.detection.languages.ordinary import is_ordinary_run, is_place
from dp_gateway.detection.languages.tables import lines
from dp_gateway.languages import LANGUAGES
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import alternatives

SMALL_WORDS = re.compile(
    r"(?:(?:de|del|della|dei|degli|du|des|do|da|dos|das|los|las|les|la|le|el|al|aux|in|der|den|die|van|von)\s){1,2}"
)
"""Articles and particles before a name."""
_OF = (
    r"(?:(?:de la|de los|de las|de|del|della|dello|des|du|di|do|da|dos|das|in|im|am|an der|w|we|van|te|à|en|em|a|zu)\s|"
    r"d['’]|dell['’]|l['’])?"
)
_WORD = r"[^\W\d_a-zà-öø-ÿ][^\W\d_]{2,30}"
_TOWN = re.compile(rf"{_WORD}(?:[- ](?:{_WORD}|d[aeiou]s?|am|an|der)){{0,4}}")
_IN_POLISH = re.compile(r"\swe?\s\Z")
# Churches and hospitals are called so.
_SAINT = re.compile(r"(?:Sant?[ao]?|São|Saint|Sainte|Sint|Nossa|Notre|Nuestra|Virgen|św)\b")
_BODY_REACH, _LONGEST_BODY = 12, 48
_TWO_FORMS = re.compile("(?:公司|会社)(?:和|与|跟|、|と|或)(?:股份|有限|责任|合同|合資|株式|合伙)+(?:公司|会社)")
"""What is asked of kinds of firms."""
_CHINESE_BODY = re.compile(
    "(?:国家税务总局|中华人民共和国)?(?:(?P<town>[一-龯]{1,12}[省市区县镇乡旗州])|(?P<place>[一-龯]{2,4}))"
    "(?:税务局|公安局|派出所|民政局|社保局|人社局|教育局|医保局|房管局|供电局|邮局|海关|机场|火车站|汽车站|高铁站|街道办(?:事处)?|居委会|村委会|"
    "车管所|交警(?:大队|支队|队)?|出入境管理局|市场监督?管理?局|自然资源局|人力资源和社会保障局|疾控中心|政务服务中心|不动产登记中心|政府|人民政府)"
)
_OF_TOWNS = frozenset(("ORGANIZATION", "LOCATION", "PERSON"))


def of_its_town(text: str, one: Entity, language: str) -> Entity | None:
    """Return a finding as it is, its town where it is a body of one, and None where it is everybody's.

    Args:
        text: the text.
        one: a name that was found.
        language: of the passage.
    """
    if one.type not in _OF_TOWNS or language not in LANGUAGES:
        return one
    if is_everybodys(text, one, language):
        return None
    if one.type != "ORGANIZATION":
        return _behind_service(text, one, language)
    if _is_form(text, one, language):
        return None
    if language == "zh" and (of := _CHINESE_BODY.fullmatch(text, one.start, one.end)):
        # "杭州市税务局": every town has one.
        place = of["town"] or (of["place"] if is_place(of["place"], language) else "")
        if place:
            start = of.start("town" if of["town"] else "place")
            return one._replace(start=start, end=start + len(place), type="LOCATION")
    kind = _described(language).match(text, one.start, one.end)
    return _of_body(text, one if kind is None else one._replace(start=kind.end()), language)


def _of_body(text: str, one: Entity, language: str) -> Entity:
    """An organisation as it is, or its town where it is a body of one."""
    body = _bodies(language).match(text, one.start, one.end)
    if body is None:
        before = _bodies(language).search(text, max(one.start - _LONGEST_BODY, 0), one.start)
        body = before if before is not None and before.end() == one.start else None
    if body is None or _SAINT.match(text, body.end()):
        return one
    town = text[body.end() : one.end]
    # What is behind a public body, or Polish "in", is a place, whether a list has it or not.
    if is_place(town, language) or ((body["public"] or _IN_POLISH.search(body[0])) and _TOWN.fullmatch(town)):
        return one._replace(start=body.end(), type="LOCATION")
    return one


def is_everybodys(text: str, one: Entity, language: str) -> bool:
    """Return whether a finding is everybody's, or a part of it as "Natale" is of "Babbo Natale"."""
    if language not in LANGUAGES:
        return False
    said = f" {text[max(one.start - _BODY_REACH, 0) : one.end].lower()}"
    if said.endswith(_feasts(language)):
        return True
    small = SMALL_WORDS.match(text, one.start, one.end)
    start = small.end() if small else one.start
    least, most = max(start - _LONGEST_BODY, 0), one.end + _LONGEST_BODY
    spaced = LANGUAGES[language].script not in ("Han", "Japanese")
    for match in _everybodys(language).finditer(text, least, most):
        if match.start() <= start and one.end <= match.end():
            return True
        # "怎样预约税务局": words before it.
        words = not spaced and start < match.start() and match.end() == one.end
        if words and is_ordinary_run(text[start : match.start()], language):
            return True
    return False


def _is_form(text: str, one: Entity, language: str) -> bool:
    """Whether a firm is nothing but the forms that firms have: "S.r.l. e S.p.A."."""
    if language in ("zh", "ja"):
        asked = _TWO_FORMS.finditer(text, max(one.start - _BODY_REACH, 0), one.end + _BODY_REACH)
        return any(match.start() < one.end and one.start < match.end() for match in asked)
    words = text[one.start : one.end].replace(",", " ").split()
    forms = _forms(language)
    return any(word in forms for word in words) and all(word in forms or word.islower() for word in words)


def _behind_service(text: str, one: Entity, language: str) -> Entity:
    """A name without a service that stands before it: "auf OLX Sebastian"."""
    first, _, rest = text[one.start : one.end].partition(" ")
    service = rest[:1].isupper() and first in _words(language, "everybody's")
    return one._replace(start=one.start + len(first) + 1) if service else one


@cache
def _words(language: str, kind: str) -> frozenset[str]:
    rows = (line.split("\t") for line in lines("names.txt"))
    spoken = (language, "all") if kind == "everybody's" else (language,)
    return frozenset(word for of, named, words in rows if named == kind and of in spoken for word in words.split("|"))


@cache
def _everybodys(language: str) -> re.Pattern[str]:
    words = alternatives(map(re.escape, _words(language, "everybody's")))
    spaced = LANGUAGES[language].script not in ("Han", "Japanese")
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if spaced else words)


@cache
def _forms(language: str) -> frozenset[str]:
    """The words of forms of firms, without and with the last point."""
    if language == "hi":
        return frozenset("प्राइवेट पब्लिक लिमिटेड और".split())
    if LANGUAGES[language].script != "Latin":
        return frozenset()
    words = (word for form in _words(language, "legal") for word in form.split())
    return frozenset(form for word in words for form in (word, word.rstrip("."), f"{word}.") if not form.islower())


@cache
def _described(language: str) -> re.Pattern[str]:
    """What a firm is said to be before its name: "mutuelle Harmonie", "klub KS Orzeł"."""
    kinds = _words(language, "described")
    capital = "A-ZÀ-ÖØ-ÞŁŚŻŹĆ"
    # Of several words it begins a heading with a capital, too: "Klub żeglarski Bosman".
    kinds |= {kind[0].upper() + kind[1:] for kind in kinds if " " in kind}
    inner = alternatives(map(re.escape, kinds)) or "(?!)"
    return re.compile(rf"(?:(?:[Dd]ell|[Aa]ll|[Uu]n|[LlDd])['’])?(?:{inner})\s(?=[{capital}„“\"«])")


@cache
def _feasts(language: str) -> tuple[str, ...]:
    """Feasts that are names, too, with what stands before them: "à Noël"."""
    return tuple(f" {words}" for words in _words(language, "everybody's") if " " in words and words.islower())


@cache
def _bodies(language: str) -> re.Pattern[str]:
    """A public body, or what is written in small letters and tells of a kind alone, and what joins it to a town."""
    public = _words(language, "public")
    small = {word for word in _words(language, "institution") if word.islower() and language != "de"} - public
    public_kinds, kinds = (alternatives(map(re.escape, of)) for of in (public, small))
    return re.compile(rf"(?<!\w)(?:(?P<public>{public_kinds or '(?!)'})|{kinds or '(?!)'})\s{_OF}")
