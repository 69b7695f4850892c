"""How far the names go that the tagger of languages found, and what is behind a title: `LanguageTagger` asks.

"États" and "Unis" are one place, "pani Nowakowej" is no town, and a country is no firm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from dp_gateway.detection.languages.bodies import of_its_town
from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.ordinary import begins_sentence, is_no_name, is_ordinary_word, is_place
from dp_gateway.detection.languages.tables import compiled
from dp_gateway.languages import LANGUAGES, Passage, language_at
from dp_gateway.languages.conventions import weekday_names
from dp_gateway.mentions.countries import is_country
from dp_gateway.mentions.native_parts import title_before
from dp_gateway.text.entities import NAME_TYPES, Entity
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_NO_PERSONS = frozenset({"LOCATION", "ORGANIZATION"})
# "Nació en Santander": nobody is born in a bank, nor lives there.
_BORN = re.compile(
    r"\b(?:geboren (?:in|te)|wohn(?:e|t|en|haft) in|woon(?:t|achtig)? in|nac(?:í|ió|id[oa]) en|viv(?:o|e|imos|en) en|"
    r"née? à|habit(?:e|ons|ent) à|nat[oa] a|abit(?:o|a|iamo) a|viv(?:o|e) a|nasci(?:d[oa])? em|nasceu em|"
    r"mor(?:o|a|amos) em|"
    r"urodzon[ya] we?|mieszka[mj]?(?:my)? we?)\s\Z",
    re.IGNORECASE,
)
_LONGEST_BORN = 16
# "Via Garibaldi 8 a Lecce", "Iker del cole": a small word goes on with the sentence, and is no letter of a house.
_SMALL_BEHIND = re.compile(
    r"(?:(?<=[0-9]) [aeoyiw]|(?<=\w) (?:a|à|al|alla|allo|au|aux|com|con|da|das|de|del|della|dem|den|der|di|do|dos|du|e|"
    r"em|en|et|i|im|in|met|mit|na|nach|nel|nella|no|o|od|op|para|per|por|pour|te|un|una|und|uit|van|von|voor|w|we|y|z|"
    r"za|ze|zu))\Z"
)
_VERBS = frozenset(_LISTS["VERBS"])
"""Verbs that stand behind a name, though people are called like some of them."""
_ARTICLE = re.compile(r"(?:d(?:e[rmn]?|ie|as)|het|la|le|les|el|los|las|il|lo|gli|i|o|a|os|as)\s(?=\S+\s)")
# "Mein Mann Uwe", "Margots Garage": German nouns have a capital before a name and behind its genitive.
_OWNER, _LONGEST_OWNER = re.compile(r"(?<!\w)(?:mein|dein|sein|ihr|unser|euer|eur)(?:e[mnrs]?)?\s\Z", re.IGNORECASE), 12
_OWNED = re.compile(r"(?P<v>[^\W\d_]{3,24}s)\s[^\W\d_]{4,24}")
_FIRST_WORD = re.compile(r"(?P<v>(?!(?:dell[aeo]|dall[ao]|degli)\s)[^\W\d_]{4,24})\s(?=[^\W\d_a-zà-öø-ÿ])")
_LAST_WORD = re.compile(r"(?<=\S)[^\S\n](?P<v>[^\s]{2,24})\Z")
_LONGEST_LAST = 25
"""Characters of a space and a word that any of the expressions of last words matches."""
_LEAST_HAN = 2
# "Piłsudskiego 14/3 w Zduńskiej Woli": behind the number of a house somebody says where it is.
_IN_TOWN = re.compile(r"(?<=[0-9])[a-z]?\s(?:we?|in|te|en|em|à|a)\s(?=[^\W\d_a-zà-öø-ÿ])")
# "بـ", "لـ": a particle that is drawn out, which no name begins with; an engineer or a doctor, by a letter.
_AR_PARTICLE = re.compile("[وف]?[بلك]ـ(?=\\w)")
_AR_TITLE = re.compile("[دمأا]\\.\\s?(?=\\w)")
_SMALL_BEFORE = re.compile(
    r"(?:(?P<in>we?|in|im|en|em|te|à)|de|di|do|da|du)\s(?=[^\W\d_a-zà-öø-ÿ])|d['’](?=[^\W\d_a-zà-öø-ÿ])"
)
_STREET_KINDS = {
    code: re.compile(rf"(?:{kinds})\s[^\W\d_]{{2}}", re.IGNORECASE)
    for code, kinds in {
        "fr": "rue|avenue|boulevard|impasse|allée|chemin|quai|chaussée",
        "es": "calle|avenida|avda\\.|carrer|paseo|plaza|glorieta|ronda",
        "it": "via|viale|piazza|corso|vicolo|piazzale",
        "pt": "rua|avenida|av\\.|travessa|praça|alameda|largo|beco",
        "pl": "ul\\.|ulic[aąeęy]|al\\.|alei|aleja|plac[ue]?",
    }.items()
}
_KIN = re.compile(r"(?P<kin>(?<!\w)[^\W\d_]{3,14})\s(?:(?:de|di|do|da)\s|d['’])\Z")
_LONGEST_NAME, _NAME_BEFORE = 28, re.compile(r"(?<!\w)[^\W\d_a-zà-öø-ÿ][^\W\d_]{1,24}\s\Z")
_CAPITAL = re.compile(r"[^\W\d_a-zà-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]{3,24}")
_WHERE = {
    "es": re.compile(r"(?<!\w)(?<!creo )(?<!confío )(?<!pienso )en\s\Z", re.IGNORECASE),
    "pt": re.compile(r"(?<!\w)(?<!confio )(?<!penso )em\s\Z", re.IGNORECASE),
    "pl": re.compile(
        r"(?<!\w)(?<!wierzę )we?\s\Z|"
        r"(?<!\w)(?:po|wy|przy|do)?(?:jad|jedzie|jecha|jeżdż|leci|lecę|lecia)[a-zęąłś]{0,6} do\s\Z",
        re.IGNORECASE,
    ),
    "de": re.compile(r"(?<!\w)(?:in|nach)\s\Z", re.IGNORECASE),
    "nl": re.compile(r"(?<!\w)(?:in|te)\s\Z", re.IGNORECASE),
}
"""What stands before a place and before nobody, but behind some verbs."""

_AR_PERSON = re.compile("(?:س[يتن]|ه[يتن]|ح[يتن])[ء-ي]{3,}|[ء-ي]{3,}(?:ني|وني)")
# What parts of Arabic names are that are words, too.
_AR_NAMED = frozenset("ام ابو ابي ابا بن ابن بنت عبد ال بو ولد نور سيف صلاح عز علاء شمس بدر حاج".split())
_AR_OFTEN = frozenset(
    "جاب جابت راح راحت قال قالت جاء جات اجا اجت كان كانت صار صارت عنده عندها معه معها اليوم امس امبارح بكره بكرة "
    "غدا الان هلا هنا هناك كمان ايضا فقط مرة شوي قبل بعد وصل وصلت سافر سافرت طلب طلبت ارسل ارسلت حول حولت دفع "
    "دفعت اتصل اتصلت الخير موجود موجودة مشغول مشغولة مريض مريضة صاحب صاحبة عنوان رقم هاتف جوال".split()
)
"""What is often said behind a name."""
# Keys, without the point below letters.
_HI_OFTEN = frozenset(
    "नाम पता उम्र आयु साल वर्ष फोन मोबाइल नंबर आज कल अभी अब फिर यहां वहां बहुत बीमार गया गयी आया आयी बोला बोली कहा रहते रहती "
    "रहता आए आइए साहब जी नमस्ते धन्यवाद".split()
)
_HI_BEFORE = re.compile(
    "(?:(?:प्रोफ़ेसर|प्रोफेसर|मास्टर|पंडित|डॉक्टर|वकील|इंस्पेक्टर|ड्राइवर|पड़ोसन|पड़ोसी|मिस्त्री|मैडम|सर|बेटे|बेटा|बेटी|भाई|बहन|चाचा|चाची|मामा|मामी|"
    "बुआ|मौसी|नाना|नानी|दादा|दादी)\\s){1,2}"
)
_UNCASED_WORD = re.compile("[\u0620-\u065f\u0670-\u06d3\u0900-\u0963\u0971-\u097f\u200c\u200d]+")
_LEAST_WORDS = 2
_POSTCODE_BEFORE = re.compile(r"(?<![\w-])(?:[0-9]{4,5}|[0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9]{3}|[0-9]{4} ?[A-Z]{2})\s\Z")
_POSTCODE = re.compile(r"(?:[0-9]{5}|[0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9]{3})(?=\s[^\W\d_a-zà-öø-ÿ])")
_HALF_POSTCODE = re.compile(r",?\s(?=[0-9]{4}-[0-9]{3}(?![0-9-]))")
_REACH = 20
# "Viale Monza 112 verso le 17": when it was.
_TOWARDS = re.compile(r"\s(?:verso|vers|gegen|hacia|sobre|tegen|około|por volta|cerca)\Z")
_COLON = re.compile(r"\s?:")


def bounded(
    text: str, entities: Sequence[Entity], found: Sequence[Passage], is_persons: Callable[[str, str], bool]
) -> Iterator[Entity]:
    """Yield the findings of a text with their bounds and types set right. `entities`: findings of the tagger, in order.
    `is_persons`: whether a word of a language stands in lists of given or family names.
    """
    for joined in _joined(text, entities, found):
        language = language_at(found, joined.start)
        one = _trimmed(text, joined, language, is_persons)
        if one is None or (one := of_its_town(text, one, language)) is None:
            continue
        if one.type == "STREET_ADDRESS" and LANGUAGES[language].script == "Latin":
            hour = _TOWARDS.search(text, max(one.end - _REACH, one.start), one.end)
            yield from _without_town(text, one if hour is None else one._replace(end=hour.start()), language)
        elif one.type == "ORGANIZATION" and _BORN.search(text, max(one.start - _LONGEST_BORN, 0), one.start):
            yield one._replace(type="LOCATION")
        else:
            yield from _ends_of_way(text, one, language)


def _ends_of_way(text: str, one: Entity, language: str) -> Iterator[Entity]:
    """Two places between which a hyphen stands: "Nîmes-Avignon" is the way from one to the other."""
    start, hyphen, end = text[one.start : one.end].partition("-")
    way = one.type == "LOCATION" and hyphen and is_place(start, language) and is_place(end, language)
    if way and not is_place(f"{start}-{end}", language):
        yield one._replace(end=one.start + len(start))
        yield one._replace(start=one.end - len(end))
    else:
        yield one


def _without_town(text: str, one: Entity, language: str) -> Iterator[Entity]:
    """A street as far as it goes: a postcode and a town behind it are none of it."""
    town = is_place(text[one.start : one.end], language)
    if town or _POSTCODE_BEFORE.search(text, max(one.start - _REACH, 0), one.start):
        digits = any(map(str.isdigit, text[one.start : one.end]))
        yield one if digits else one._replace(type="LOCATION")
    elif code := _POSTCODE.match(text, one.start, one.end):
        yield one._replace(end=code.end(), type="POSTCODE")
        yield one._replace(start=code.end() + 1, type="LOCATION")
    elif (code := _HALF_POSTCODE.search(text, one.start, one.end + _REACH)) and code.start() < one.end:
        yield one._replace(end=code.start())
    elif within := _IN_TOWN.search(text, one.start, one.end):
        yield one._replace(end=within.start() + text[within.start()].isalpha())
        yield one._replace(start=within.end(), type="LOCATION")
    else:
        yield one


def _trimmed(text: str, one: Entity, language: str, is_persons: Callable[[str, str], bool]) -> Entity | None:
    """A finding without what goes on with the sentence; None where nothing of a name is left."""
    script = LANGUAGES[language].script if language in LANGUAGES else ""
    if script == "Latin":
        return _trimmed_latin(text, one, language, is_persons)
    if language == "ar" and (particle := _AR_PARTICLE.match(text, one.start, one.end)):
        one = one._replace(start=particle.end())
    if language == "ar" and one.type == "PERSON" and (title := _AR_TITLE.match(text, one.start, one.end)):
        one = one._replace(start=title.end())
    if language == "ar" and one.type == "PERSON":
        return _among_words(text, one, language, is_persons)
    if language == "hi" and one.type == "PERSON":
        if _HI_BEFORE.fullmatch(text, one.start, one.end + 1):
            # "प्रोफ़ेसर" alone, before a name.
            return None
        return _among_words(text, one, language, is_persons)
    return _trimmed_han(text, one) if language == "zh" and one.type == "PERSON" else one


def _without_label(text: str, one: Entity) -> Entity | None:
    """A name without the label of a form behind it ("São Paulo UF:"); None for a label alone."""
    if one.type not in NAME_TYPES or _COLON.match(text, one.end) is None:
        return one
    label = _last(_form_label(), text, one)
    if label is None:
        return one
    return one._replace(end=label.start()) if label.start() > one.start else None


@cache
def _form_label() -> re.Pattern[str]:
    return re.compile(rf"(?:\s|(?<!\w))(?i:{compiled('FORM_LABEL').pattern})\Z")


def _trimmed_latin(text: str, one: Entity, language: str, is_persons: Callable[[str, str], bool]) -> Entity | None:
    named = _without_label(text, one)
    if named is None:
        return None
    one = _place_or_person(text, _without_day(text, named, language), language, is_persons)
    if one.type in NAME_TYPES or one.type == "STREET_ADDRESS":
        while small := _last(_SMALL_BEHIND, text, one):
            one = one._replace(end=small.start())
    if one.type == "STREET_ADDRESS" and (article := _ARTICLE.match(text, one.start, one.end)):
        return one._replace(start=article.end())
    if one.type != "PERSON":
        return one
    if language == "de":
        one = _without_nouns(text, one, is_persons)
    # "neef Stijn", "Gruß Birte": a word before a name, in small letters or with the capital of a sentence or a noun.
    while (first := _FIRST_WORD.match(text, one.start, one.end)) and is_no_name(first["v"], language):
        noun = not is_persons(language, first["v"]) and (language == "de" or begins_sentence(text, one.start))
        if not (first["v"].islower() or noun):
            break
        one = one._replace(start=first.end())
    # "Gaspard aura": a verb behind a name that has a capital.
    while last := _last(_LAST_WORD, text, one):
        word = last["v"]
        ends = text[one.start].isupper() and is_no_name(word, language) and not is_persons(language, word)
        if not word.islower() or not (ends or word in _VERBS):
            break
        one = one._replace(end=last.start())
    return one


def _last(behind: re.Pattern[str], text: str, one: Entity) -> re.Match[str] | None:
    """The last word of a finding, which may be a page of such words: nothing before it is read again for each."""
    return behind.search(text, max(one.start, one.end - _LONGEST_LAST), one.end)


def _without_day(text: str, one: Entity, language: str) -> Entity:
    """A name without the weekday before it: "am Sonntag Schokolade"."""
    day, _, name = text[one.start : one.end].partition(" ")
    return one._replace(start=one.end - len(name)) if name and day.lower() in weekday_names(language) else one


def goes_on(text: str, start: int) -> bool:
    """Return whether a name stands right before a place, so that a particle there may join both ("Vila Nova" "de
    Gaia").
    """
    return _NAME_BEFORE.search(text, max(start - _LONGEST_NAME, 0), start) is not None


def _place_or_person(text: str, one: Entity, language: str, is_persons: Callable[[str, str], bool]) -> Entity:
    """A place without a preposition; who is somebody's mother is a person, and who somebody is in is a place."""
    if one.type == "LOCATION" and (street := _STREET_KINDS.get(language)) and street.match(text, one.start, one.end):
        # "De la rue Pasteur": it has no number.
        return one._replace(type="STREET_ADDRESS")
    before = _SMALL_BEFORE.match(text, one.start, one.end) if one.type in _NO_PERSONS else None
    if before and (before["in"] or not goes_on(text, one.start)):
        # "W Kole", "de Malo".
        one = one._replace(start=before.end())
    if (
        one.type == "LOCATION"
        and (kin := _KIN.search(text, max(one.start - _REACH, 0), one.start)) is not None
        and title_before(text, kin.end("kin") + 1, one.end)[0]
        and not is_place(text[one.start : one.end], language)
    ):
        # "La maman de Malo".
        one = one._replace(type="PERSON")
    if (
        one.type == "PERSON"
        and (word := _CAPITAL.fullmatch(text, one.start, one.end)) is not None
        and (where := _WHERE.get(language)) is not None
        and where.search(text, max(one.start - _REACH, 0), one.start)
        and not is_persons(language, word[0])
    ):
        # "Estoy en Benasque": nobody is in somebody whom no list of names has.
        one = one._replace(type="LOCATION")
    return one


def is_owned(text: str, at: int) -> bool:
    """Return whether a German possessive ends at a place: "mein", "unserem"."""
    return _OWNER.search(text, max(at - _LONGEST_OWNER, 0), at) is not None


def _without_nouns(text: str, one: Entity, is_persons: Callable[[str, str], bool]) -> Entity:
    """A German name without the noun that it owns."""
    owned = _OWNED.fullmatch(text, one.start, one.end)
    noun = text[owned.end("v") + 1 : one.end] if owned else ""
    genitive = owned is not None and is_persons("de", owned["v"][:-1]) and not is_persons("de", owned["v"])
    if owned and genitive and is_no_name(noun, "de") and not is_persons("de", noun):
        return one._replace(end=owned.end("v"))
    return one


def _among_words(text: str, one: Entity, language: str, is_persons: Callable[[str, str], bool]) -> Entity:
    """A name in Arabic or Hindi without ordinary words behind it, in Hindi before it too, where another word of it is a
    listed name.
    """
    names = names_of(language)
    words = [*_UNCASED_WORD.finditer(text, one.start, one.end)]
    if len(words) < _LEAST_WORDS or not all(text[a.end() : b.start()] == " " for a, b in pairwise(words)):
        return one
    listed = [
        key(word[0]) in names.given or key(word[0]) in names.family or is_persons(language, word[0]) for word in words
    ]
    first, last = 0, len(words)
    # What stands before an Arabic name is as often a given name that is a word.
    while (
        language == "hi"
        and first < last
        and not listed[first]
        and any(listed[first:last])
        and _is_beside(words[first][0], language)
    ):
        first += 1
    while last > first + 1 and not listed[last - 1] and _is_beside(words[last - 1][0], language, behind=True):
        last -= 1
    start = words[first].start() if first else one.start
    return one._replace(start=start, end=words[last - 1].end() if last < len(words) else one.end)


def _is_beside(word: str, language: str, *, behind: bool = False) -> bool:
    """Whether a word that no list has stands beside a name: it is an ordinary one, behind a name an Arabic verb or a
    frequent word of the language, as family names are ordinary words, too.
    """
    written = key(word)
    if language == "ar" and (written in _AR_NAMED or written.startswith("ال")):
        return False
    if language == "ar" and behind and _AR_PERSON.fullmatch(written):
        return True
    return is_ordinary_word(language, written) and (
        not behind or written in (_AR_OFTEN if language == "ar" else _HI_OFTEN)
    )


def _trimmed_han(text: str, one: Entity) -> Entity:
    # "林悦今天": the last character begins a word.
    if one.end - one.start > _LEAST_HAN and is_ordinary_word("zh", text[one.end - 1 : one.end + 1]):
        family = names_of("zh").family
        return one._replace(end=one.end - 1) if text[one.start] in family else one
    return one


def _joined(text: str, entities: Sequence[Entity], found: Sequence[Passage]) -> Iterator[Entity]:
    """Two names that a hyphen joins, as one; it is a place if one of them is. "Reino" and "Unido" are one, too."""
    if not entities:
        return
    last = entities[0]
    for _, one in pairwise(entities):
        between = text[last.end : one.start]
        country = between == " " and is_country(text[last.start : one.end], language_at(found, one.start))
        if (between == "-" or country) and {last.type, one.type} <= NAME_TYPES:
            kind = "LOCATION" if "LOCATION" in (last.type, one.type) else last.type
            last = last._replace(end=one.end, type=kind, score=max(last.score, one.score))
            continue
        if between == " " and last.type == "PERSON" and _OF_FAMILY.fullmatch(text, one.start, one.end):
            # "Mei-Hua Zarzycka"
            last = last._replace(end=one.end, score=max(last.score, one.score))
            continue
        yield last
        last = one
    yield last


_OF_FAMILY = re.compile(r"[A-ZĄĆĘŁŃÓŚŹŻ][a-ząćęłńóśźż]{1,20}(?:sk|ck|dzk)(?:i|a|iej|iego|iemu|im|ą)")
"""A Polish family name, which a place has as well."""
