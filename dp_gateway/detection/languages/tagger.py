"""The tagger of languages other than English: two more files of weights, each read when a text needs it.

It sees the passages of its languages alone (`dp_gateway.languages`), prose and settings as the English one does. What
an Arabic particle is written together with is found without it, where the rest is a name of the lists. Where lists or
the form of a finding tell better, it is of another type or none: a bare long number is no street, "receptioniste" a job
wherever it stands, and a participle nobody's job.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby
from pathlib import Path
from types import MappingProxyType

import numpy as np

from dp_gateway.detection.languages.given_names import is_full_name, names_of
from dp_gateway.detection.languages.group_cues import cues_of, is_everybodys, is_role
from dp_gateway.detection.languages.name_bounds import bounded, goes_on
from dp_gateway.detection.languages.nobodys import private
from dp_gateway.detection.languages.ordinary import begins_sentence, is_common
from dp_gateway.detection.languages.ordinary import is_ordinary as is_ordinary_finding
from dp_gateway.detection.languages.reading import HAN, PROCLITIC, language_features, tokenize_any
from dp_gateway.detection.languages.tables import lines
from dp_gateway.detection.languages.unlikely import is_unlikely
from dp_gateway.detection.parts import ProseDetector
from dp_gateway.detection.tagger import Recall, TaggerDetector
from dp_gateway.detection.tagger.detector import Encoding
from dp_gateway.detection.tagger.features import Vocabulary, hash_word
from dp_gateway.detection.tagger.weights import EMITTED, read_version, read_weights
from dp_gateway.languages import LANGUAGES, language_at, passages
from dp_gateway.languages.conventions import weekday_names
from dp_gateway.mentions.institutions import is_bare_kind
from dp_gateway.text.entities import NAME_TYPES, Entity, moved, surroundings
from dp_gateway.text.folding import fold
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.lexicon.agreeing import words_of

_GROUPS = frozenset(("NRP", "JOB_TITLE"))
_MAY_BE_PLACE = frozenset(("PERSON", "ORGANIZATION"))
# "44-182-290": blocks and houses of Japan have fewer digits.
_NUMBER = re.compile(r"\d{5,12}|(?=(?:-?\d){8})\d{1,6}(?:-\d{1,6}){1,3}")
_PARTICIPLE = re.compile(r"(?:[a-zäöüß]{2,5}ge|ge|be|ver|ont|ent|her|er|zer)[a-zäöüß]{3,20}(?:d|t|en)")
# "RAZORPAY_SECRET" is what a program calls a setting; "92F 663107 लगा" goes on with a word.
_CONSTANT = re.compile("[A-Z]{2,}(?:_[A-Z0-9]{2,}){1,6}")
_WORD_BEHIND = re.compile("(?<=[0-9A-Za-z]) [\u0900-\u0963]{2,}\\Z")
_PARTICIPLES = frozenset(("de", "nl"))
_WORKERS = {
    "es": re.compile(r"[a-záéíóúñ]{2,16}(?:[aei]dora?|ntista|ólog[oa]|jer[oa])"),
    "pt": re.compile(r"[a-záéíóúãõç]{2,16}(?:[aei]dora?|ntista|ólog[oa]|deir[oa])"),
    "it": re.compile(r"[a-zàèéìòù]{2,16}(?:[ai]tore|[ai]trice|ologo|ologa|aiolo|aiola)"),
    "fr": re.compile(r"[a-zàâéèêîôû]{2,16}(?:ateur|atrice|ologue|euse)"),
    "pl": re.compile(r"[a-ząćęłńóśźż]{2,16}(?:arz|arzem|acz|aczem|olog|ologiem)"),
}
"""How words end that say what somebody does."""
_REACH, _AROUND = 48, 64
"""Characters before a finding that are looked at, and on either side of one that tell what it is."""
_BRAZILIAN_STATES = frozenset(
    "AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split()
)
_BEHIND_TOWN = re.compile(r"[^\W\d_]\s?[-–/,]\s?\Z")


def of_its_kind(text: str, one: Entity, language: str) -> Iterator[Entity]:
    """Yield what a finding of the tagger is: itself, of another type, in two parts, or nothing."""
    settled = private(text, one, language)
    if settled is None:
        return
    one, found = settled, text[settled.start : settled.end]
    state = language == "pt" and one.type in _MAY_BE_PLACE and found in _BRAZILIAN_STATES
    if state and _BEHIND_TOWN.search(text, max(one.start - _REACH, 0), one.start):
        # "Recife - PE"
        yield one._replace(type="STREET_ADDRESS")
    elif one.type == "ORGANIZATION" and language == "ja" and is_full_name(found):
        yield one._replace(type="PERSON")
    elif one.type == "USERNAME" and text.startswith("=", one.end) and _CONSTANT.fullmatch(found):
        return
    elif language == "hi" and one.type == "ID_NUMBER" and (behind := _WORD_BEHIND.search(found)):
        yield one._replace(end=one.start + behind.start())
    elif one.type == "DATE_TIME" and found[-1].isnumeric() and text[one.end : one.end + 1] in _UNITS_OF_DATES:
        yield one._replace(end=one.end + 1)
    elif one.type == "MONEY" and language in _SPACELESS:
        begun = _NUMBER_BEFORE.search(text, max(one.start - _REACH, 0), one.start)
        yield one if begun is None else one._replace(start=begun.start())
    elif one.type in _GROUPS:
        yield from _group(text, one, found, language)
    elif one.type == "STREET_ADDRESS" and found.isdecimal() and len(found) <= _LONGEST_HOUSE:
        # "Vers 17 heures": a house without its street tells nothing.
        return
    elif one.type == "STREET_ADDRESS" and _NUMBER.fullmatch(found):
        is_code = len(found) in _POSTAL and _TOWN_BEHIND.match(text, one.end)
        yield one._replace(type="POSTCODE" if is_code else "ID_NUMBER")
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


_LISTS = word_lists(__file__)

_LANGUAGES = {"latin": "de fr es it nl pt pl", "scripts": "zh ja ar hi"}
GROUPS: Mapping[str, str] = MappingProxyType(
    {code: group for group, codes in _LANGUAGES.items() for code in codes.split()}
)
"""Which file of weights a language is read with."""

_FOLDER = Path(__file__).parent
_READING = Encoding(tokenize_any, language_features)
_LONGEST_HOUSE = 3
# "28012 Madrid"
_POSTAL, _TOWN_BEHIND = (4, 5), re.compile(r" [A-ZÀ-Þ][a-zà-ÿ]")
_SPACELESS = ("zh", "ja")
# "十几万": of a number in characters the tagger may be less sure of the first.
_NUMBER_BEFORE = re.compile("[0-9一二两兩三四五六七八九十百千万萬亿億几幾数數]{1,8}\\Z")
_UNITS_OF_DATES = tuple("年月日号號")
_OF_DIGITS = frozenset({"POSTCODE", "STREET_ADDRESS", "DATE_TIME", "AGE", "MONEY"})
"""Types that need no letters."""
# Bits of `reading.LISTS`: given and family names, places, countries.
_LISTED = 0b101011
_FIRMS, _FAMILY, _PERSONS = 0b1000000, 0b10, 0b11
_FIRST_BAND = 11
_FREQUENT, _ORDINARY = 0b11 << _FIRST_BAND, 0b111 << _FIRST_BAND
# "matricola INPS 4900182736"; a plate has fewer digits.
_BODY_OF_NUMBER = re.compile(r"[A-Z]{3,4} (?=[0-9]{8,20}\Z)")
_END = re.compile(r"(?<=[a-zà-öø-ÿ]{4})[.!?](?=\s)|\n|[。！？।؟]")
_BEFORE_NAME = "和与跟同给找请叫让对及"
_FAMILIAR = frozenset("老小阿姓")
_HONORIFIC = re.compile(
    "[某总總姐哥叔姨婶爷奶爸妈工董处局科队导氏様君殿]|[师師院校行村店部厂班]长|主管|大夫|警官|护士|護士|老板|老闆|先生|女士|小姐|太太|老师|老師|医生|醫生|教授|经理|經理|主任|律师|律師"
    "|同学|同學|师傅|師傅|阿姨|叔叔|同志|总监|さん|くん|ちゃん"
)
_COMMON = frozenset(_LISTS["COMMON"])
_SMALL = frozenset(
    "de del della dello di da do dos das du des la le el lo il les los las der die das den dem im in en em van von "
    "w we z".split()
)
"""What stands before a name, and is none by itself."""
_LEAST_LETTERS, _LEAST_NAME, _LONGEST_ABBREVIATION = 2, 3, 4
_SURE, _STREET = 0.9, 9
_NO_WORDS = 0.7
"""Score from which on words of a language beyond Latin letters are a name, though they are frequent ones."""
_FIRM = 0.75
"""Score from which on what stands beside a finding tells that it is part of a name."""
_UNCASED = re.compile("[\u0600-\u06ff\u0900-\u097f]|[\u30a0-\u30ff]+\\Z")
OF_COUNTRY = frozenset("菜料语語式风風餐酒茶画畫")
"""What stands behind a country in Chinese where it tells of a kitchen, a language or a manner, not of a place."""
_UNSPACED = re.compile(f"[{HAN}]{{2,8}}")
_CHARACTER = re.compile(f"[{HAN}\u3041-\u30ff]")
_COUNTED = re.compile(
    "第?[一二三四五六七八九十百千两数何几0-9]+[人回個个名件台匹本枚階楼年月日時时分歳岁次位](?:分|目|間)?"
)
_HONORED = re.compile(
    "(?:श्रीमती|सुश्री|श्री|कु\\.|कुमारी|आचार्य|स्व\\.|पं\\.|डॉ\\.?|डॉक्टर|السيدة|السيد|الأستاذة|الأستاذ|الدكتورة|الدكتور)\\s+(?=\\S)"
)
_HAS_DIGIT = re.compile(r"\d")
_KANA = re.compile("[\u3041-\u30ff]")
# "小陈和阿强": two names that the tagger took for one.
_TWO_CALLED = re.compile(
    f"(?P<one>[{HAN}]{{2,4}})[和与跟及](?P<two>[{HAN}]{{1,4}})|(?P<first>[{HAN}]{{1,4}})と(?P<second>[^\\W\\d_]{{1,6}})"
)
# "The age of my daughter": the word is Omar's name, too.
_AGE_OF = re.compile(
    r"عمر\s(?:ابن|ابنة|ابنت|بنت|زوج|زوجت|أخ|أخت|والد|والدت|جد|جدت|طفل|طفلت|حفيد|حفيدت|أم|أب)(?:ي|ه|ها|نا|هم|ك)?(?!\w)"
)
_THRESHOLDS: Mapping[str, Mapping[Recall, float]] = {
    "latin": {"high": 0.15, "balanced": 0.3, "precise": 0.5},
    "scripts": {"high": 0.2, "balanced": 0.38, "precise": 0.6},
}
"""Least calibrated score of a word by file of weights, chosen on everyday messages, which are unlike most corpora."""
_SURER: Mapping[str, float] = {"JOB_TITLE": 0.78, "ORGANIZATION": 0.62, "LOCATION": 0.6, "ID_NUMBER": 0.7}
"""Least score of a finding of a type in Latin letters, but for the recall "high": on the same messages what scores less
is nearly always an ordinary word. Of other types, and beyond Latin letters, no least score saves more than it loses.
"""
_EXPECTED: Mapping[str, float] = {"JOB_TITLE": 0.6, "ORGANIZATION": 0.3, "LOCATION": 0.45}
"""Likewise where what stands before says that one follows: "arbeite bei", "je suis", "w"."""
_EXPECTED_REACH = 48
_INSIDE: Mapping[str, float] = {"ORGANIZATION": 0.4, "LOCATION": 0.3}
"""Likewise where a word that is no common one has a capital inside of a sentence, as names of news and books do."""
_TYPES = tuple(kind for kind in EMITTED if kind != "TITLE")
"""What it finds. Tables know most forms of dates and ages (`national`), and their findings come first
(`dates_and_ages`); the least score of these two is that of all types of which text is full of look-alikes.
"""


class LanguageTagger:
    """Finds names, organisations, places, addresses, jobs and dates in passages that are not English. `recall`: which
    findings count, see `labels.THRESHOLDS`. `types`: types to look for; all of `_TYPES` by default. Raises StoreError
    where the weights are missing, changed, or of another version.
    """

    def __init__(self, recall: Recall = "balanced", *, types: Sequence[str] | None = None) -> None:
        versions = "-".join(read_version(_weights(group)) for group in sorted(set(GROUPS.values())))
        self.name = f"language tagger:{versions}:{recall}"
        self._recall: Recall = recall
        self._types = tuple(kind for kind in _TYPES if types is None or kind in types)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in the order of its passages, in code points."""
        found: list[list[Entity]] = [[] for _ in texts]
        pieces: dict[str, list[tuple[int, int, str]]] = {}
        for index, text in enumerate(texts):
            for group, listed in groupby(passages(text), lambda one: GROUPS.get(one.language, "")):
                if group:
                    whole = list(listed)
                    piece = text[whole[0].start : whole[-1].end]
                    pieces.setdefault(group, []).append((index, whole[0].start, piece))
        for group, of_group in pieces.items():
            detector, vocabulary = _opened(group, self._recall, self._types)
            surer: Mapping[str, float] = _SURER if group == "latin" and self._recall != "high" else {}
            spoken = {index: passages(texts[index]) for index, _, _ in of_group} if surer else {}
            for (index, start, piece), entities in zip(
                of_group, detector.detect([piece for _, _, piece in of_group]), strict=True
            ):
                known: dict[tuple[object, ...], tuple[int, list[Entity]]] = {}
                for entity in entities if surer else _joined(piece, entities):
                    if entity.score < surer.get(entity.type, 0) and not _is_expected(
                        piece, entity, language_at(spoken[index], start + entity.start)
                    ):
                        continue
                    alike = surroundings(piece, entity, _AROUND)
                    if alike not in known:
                        known[alike] = entity.start, [*_parts(piece, entity, vocabulary)]
                    at, parts = known[alike]
                    found[index] += (moved(one, start + entity.start - at) for one in parts)
        return [list(self._names(text, entities)) for text, entities in zip(texts, found, strict=True)]

    def _names(self, text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
        """The findings of a text without those that are ordinary words; parts of one name stand side by side."""
        found = passages(text) if entities else ()
        firm = [one for one in entities if one.score >= _FIRM]
        starts, ends = {one.start for one in firm}, {one.end for one in firm}
        known: dict[tuple[object, ...], tuple[int, list[Entity]]] = {}
        for one in bounded(text, entities, found, is_persons):
            alone = ends.isdisjoint((one.start, one.start - 1)) and starts.isdisjoint((one.end, one.end + 1))
            language = language_at(found, one.start)
            alike = surroundings(text, one, _AROUND), alone, language
            if alike not in known:
                known[alike] = one.start, [*self._of_language(text, one, language, alone=alone)]
            at, parts = known[alike]
            yield from (moved(part, one.start - at) for part in parts)

    def _of_language(self, text: str, one: Entity, language: str, *, alone: bool) -> Iterator[Entity]:
        """What a finding is in its language; nothing where it is an ordinary word. `alone`: none is beside it."""
        # A family name beside a given one is an ordinary word, too: "وجدان بركات".
        part = not alone and language in ("ar", "hi")
        addressed = part or (one.type == "PERSON" and is_addressed(text, one))
        if not addressed and is_unlikely(text, one, language, sure=self._recall != "high"):
            return
        # "Le lilas": the noun behind an article was cut off.
        word = text[one.start : one.end]
        article = word in _COMMON or (word in _SMALL and not goes_on(text, one.start))
        if not article and not (alone and is_ordinary_finding(text, one, language)):
            yield from of_its_kind(text, one._replace(detector=self.name), language)


def _joined(text: str, entities: Iterable[Entity]) -> Iterator[Entity]:
    """The findings of the network where no spaces are written, which may call the characters of one name by several
    types ("李小龙"): a single character belongs to the name that it touches.
    """
    name: Entity | None = None
    for one in entities:
        if name is not None and _touches(text, name, one):
            longer = max(name, one, key=lambda part: (part.end - part.start, part.type == "PERSON", part.score))
            name = longer._replace(start=name.start, end=one.end)
            continue
        if name is not None:
            yield name
        name = one
    if name is not None:
        yield name


def _touches(text: str, name: Entity, one: Entity) -> bool:
    """Whether two names of Chinese or Japanese stand side by side, and one of them is a single character."""
    single = name.end == one.start and 1 in (name.end - name.start, one.end - one.start)
    return single and {name.type, one.type} <= NAME_TYPES and _CHARACTER.match(text, one.start) is not None


def _parts(text: str, entity: Entity, vocabulary: Vocabulary) -> Iterator[Entity]:
    """What a finding of the network is: itself, its parts without particles, or nothing."""
    each = chain.from_iterable(
        _without_particles(text, part, vocabulary) for part in _apart(text, _in_one_sentence(text, entity))
    )
    for one in each:
        written = text[one.start : one.end]
        doubtful = (
            _lacks_or_has_digits(written, one.type)
            or _is_of_country(text, one)
            or _is_kanji(text, one)
            or (one.type == "PERSON" and _AGE_OF.match(text, one.start) is not None)
        )
        if not doubtful and _counts(written, one, vocabulary):
            yield one


def _is_expected(text: str, one: Entity, language: str) -> bool:
    """Whether a finding that is not sure is a name all the same: what stands before says that one of its type follows,
    or it has a capital inside of a sentence, as names do, and its words are no common ones.
    """
    if GROUPS.get(language) != "latin":
        return False
    if one.score >= _INSIDE.get(one.type, 1) and _stands_out(text, one, language):
        return True
    if one.score < _EXPECTED.get(one.type, 1):
        return False
    cues, least = cues_of(language), max(one.start - _EXPECTED_REACH, 0)
    if one.type == "JOB_TITLE":
        return cues.said.search(text, least, one.start) is not None
    before = cues.firm if one.type == "ORGANIZATION" else cues.place
    named = text[one.start].isupper() and not is_common(text[one.start : one.end].lower(), language)
    return named and before.search(text, least, one.start) is not None


def _stands_out(text: str, one: Entity, language: str) -> bool:
    """Whether a finding begins with a capital inside of a sentence, and no word of it that has one is a common one."""
    words = text[one.start : one.end].split()
    return (
        words[0][0].isupper()
        and not text[one.start : one.end].isupper()
        and not begins_sentence(text, one.start)
        and not any(is_common(word.lower(), language) for word in words if word[0].isupper())
    )


def is_addressed(text: str, entity: Entity) -> bool:
    """Return whether a name of one character is said as one ("老周", "林さん"): most are parts of ordinary words."""
    if text[entity.start - 1 : entity.start] in _FAMILIAR:
        return True
    honorific = _HONORIFIC.match(text, entity.end)
    # "班主任" is one word, and nobody called 班.
    return honorific is not None and not is_word("zh", text[entity.start : honorific.end()])


def is_frequent(language: str, word: str) -> bool:
    """Return whether a word is one of the two thousand most frequent ones of a language or of one that shares its
    weights.
    """
    return _is_listed(word.lower(), read_weights(_weights(GROUPS[language])).vocabulary, _FREQUENT)


def is_ordinary(language: str, word: str) -> bool:
    """Return whether a word is a common one of a language and in no list of names."""
    return _is_ordinary(word.lower(), read_weights(_weights(GROUPS[language])).vocabulary)


def frequency_band(language: str, word: str) -> int | None:
    """Return the order of a word's frequency in a language or in one that shares its weights: 0 for the three hundred
    most frequent ones, up to 4; None for a rare word.
    """
    band = _flags(word, read_weights(_weights(GROUPS[language])).vocabulary) >> _FIRST_BAND
    return (band & -band).bit_length() - 1 if band else None


def is_known(language: str, word: str) -> bool:
    """Return whether a word is in the vocabulary of a language, and in no list of names."""
    vocabulary = read_weights(_weights(GROUPS[language])).vocabulary
    return _is_listed(word.lower(), vocabulary, ~0) and not _is_listed(word.lower(), vocabulary, _LISTED | _FIRMS)


def is_word(language: str, word: str) -> bool:
    """Return whether a word is a frequent one, or in the vocabulary and in no list of names."""
    flags = _flags(word, read_weights(_weights(GROUPS[language])).vocabulary)
    return bool(flags) and (not flags & (_LISTED | _FIRMS) or bool(flags & _FREQUENT))


def is_persons(language: str, word: str) -> bool:
    """Return whether a word is in a list of given or family names of a language or of one that shares its weights."""
    return _is_listed(word.lower(), read_weights(_weights(GROUPS[language])).vocabulary, _PERSONS)


@cache  # the same object each time: the hash of a path is worked out once for each
def _weights(group: str) -> Path:
    return _FOLDER / f"{group}.bin"


@cache
def _opened(group: str, recall: Recall, types: tuple[str, ...]) -> tuple[ProseDetector, Vocabulary]:
    path = _weights(group)
    tagger = TaggerDetector(recall, types=types, weights=path, reading=_READING, thresholds=_THRESHOLDS[group])
    return ProseDetector(tagger, kinds=("prose", "keys")), read_weights(path).vocabulary


def _in_one_sentence(text: str, entity: Entity) -> Entity:
    """A name as far as its sentence and its line go; a number without the body whose it is."""
    if entity.type == "ID_NUMBER" and (body := _BODY_OF_NUMBER.match(text, entity.start, entity.end)):
        return entity._replace(start=body.end())
    end = _END.search(text, entity.start, entity.end) if entity.type in NAME_TYPES else None
    return entity._replace(end=end.start()) if end and end.start() > entity.start else entity


def _without_particles(text: str, entity: Entity, vocabulary: Vocabulary) -> Iterator[Entity]:
    """A finding in Arabic without the particles before its words ("and Ahmad"), in parts where one stands inside;
    nobody with a title.
    """
    if entity.type == "PERSON" and (title := _HONORED.match(text, entity.start, entity.end)):
        entity = entity._replace(start=title.end(), score=max(entity.score, _SURE))
    if entity.type not in NAME_TYPES or not "\u0600" <= text[entity.start] < "\u0700":
        yield entity
        return
    start = entity.start
    for first, last, word in zip(*tokenize_any(text[entity.start : entity.end]), strict=True):
        if (
            (match := PROCLITIC.match(word))
            and not _is_listed(word, vocabulary)
            and len(word) - match.end() >= _LEAST_NAME
            and _is_listed(word[match.end() :], vocabulary)
        ):
            if entity.start + first > start:
                yield entity._replace(start=start, end=entity.start + first)
            start = entity.start + first + match.end()
            if start >= entity.start + last:
                return
    yield entity._replace(start=start)


def _apart(text: str, entity: Entity) -> Iterator[Entity]:
    """A finding, or the two persons of Chinese or Japanese that "and" joins in it."""
    found = text[entity.start : entity.end]
    two = _TWO_CALLED.fullmatch(found) if entity.type == "PERSON" else None
    if two is None or not _are_called(two):
        yield entity
        return
    for group in ("one", "two", "first", "second"):
        if two[group]:
            yield entity._replace(start=entity.start + two.start(group), end=entity.start + two.end(group))


def _are_called(two: re.Match[str]) -> bool:
    """Whether both parts of what "and" joins begin as names do in Chinese, or are listed names in Japanese."""
    if two["one"] is not None:
        family = names_of("zh").family
        return all(part[0] in _FAMILIAR or part[0] in family or part[:2] in family for part in two.group("one", "two"))
    names = names_of("ja")
    return all(part in names.given or part in names.family for part in two.group("first", "second"))


def _counts(found: str, entity: Entity, vocabulary: Vocabulary) -> bool:
    """Whether a finding may be what it is called: not one character, a short abbreviation, or a word in small letters
    or a frequent one for a person that no list has.
    """
    if entity.type == "PERSON" and len(found) == 1:
        return found not in _BEFORE_NAME and _is_listed(found, vocabulary, _FAMILY)
    short = entity.type not in _OF_DIGITS and sum(char.isalpha() for char in found) < _LEAST_LETTERS
    first, *others = found.split()
    # "CIF B46103834": a label with its number.
    label = first in _COMMON and (entity.type in NAME_TYPES or not others) and all(map(_HAS_DIGIT.search, others))
    # "mariée" is no nation's: what the lists of groups lack and the language often says.
    label |= entity.type == "NRP" and entity.score < _SURE and found.islower() and _is_ordinary(found, vocabulary)
    label |= entity.type == "JOB_TITLE" and found.isascii() and len(found) < _LEAST_NAME
    if short or label or (entity.type == "ORGANIZATION" and _is_kind(found)):
        return False
    if entity.type not in NAME_TYPES or " " in found or (not found.isascii() and found[0] > "\u024f"):
        # Words of Hindi and Arabic that are common and that no list has as a name are a sentence's, not a name's.
        unsure = entity.type in NAME_TYPES and entity.score < _NO_WORDS and _UNCASED.match(found) is not None
        return not (unsure and all(_is_ordinary(word, vocabulary) for word in found.split()))
    abbreviation = found.isupper() and len(found) <= _LONGEST_ABBREVIATION and entity.type != "ORGANIZATION"
    if abbreviation and entity.score < _SURE:
        return _is_listed(found.lower(), vocabulary)
    ordinary = entity.type == "PERSON" and _is_listed(found.lower(), vocabulary, _ORDINARY)
    if entity.score < _SURE and (ordinary or found.islower()):
        return _is_listed(found.lower(), vocabulary, _LISTED | _FIRMS)
    return True


def _is_kind(found: str) -> bool:
    """Whether an organisation is a kind of one, without a name: "Bäckerei", "مستشفى"."""
    return found in _kinds() or is_bare_kind(found, "ar") or is_bare_kind(found, "hi")


@cache
def _kinds() -> frozenset[str]:
    rows = (line.split("\t") for line in lines("names.txt"))
    kinds = (
        kind
        for row in rows
        if row[1] == "institution"
        for kind in row[2].split("|")
        if kind.islower() or row[0] == "de"
    )
    return frozenset(kind for kind in kinds if "." not in kind)


def _lacks_or_has_digits(found: str, kind: str) -> bool:
    """Whether a person has digits in the name, a name counts something ("八人"), or a short street beyond Latin has no
    digits ("flat", "licence").
    """
    digits = any(map(str.isdigit, found))
    if (kind == "PERSON" and digits) or (kind in NAME_TYPES and _COUNTED.fullmatch(found)):
        return True
    short = " " not in found.strip("( ") and len(found) < _STREET
    return kind == "STREET_ADDRESS" and found[0] > "\u05ff" and short and not digits


def _is_kanji(text: str, entity: Entity) -> bool:
    """Whether one character of a Japanese text is taken for a person whom nobody addresses: "夏", "海"."""
    # "上", "中": the most frequent words are hardly ever somebody.
    often = entity.end - entity.start == 1 and frequency_band("ja", text[entity.start]) == 0
    one = entity.type == "PERSON" and entity.end - entity.start == 1 and (often or entity.score < _SURE)
    return one and _KANA.search(text) is not None and not is_addressed(text, entity)


def _is_of_country(text: str, entity: Entity) -> bool:
    """Whether a country tells of a kitchen or a language ("法国菜")."""
    word = text[entity.start : entity.end]
    behind = text[entity.end : entity.end + 1] in OF_COUNTRY
    return entity.type == "LOCATION" and behind and _UNSPACED.fullmatch(word) is not None


def _is_ordinary(word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is a common one and in no list of names."""
    return _is_listed(word, vocabulary, _ORDINARY) and not _is_listed(word, vocabulary, _LISTED | _FIRMS)


def _is_listed(word: str, vocabulary: Vocabulary, lists: int = _LISTED) -> bool:
    """Whether a word stands in a list of names or places, or in others that are named by their bits."""
    return bool(_flags(word, vocabulary) & lists)


def _flags(word: str, vocabulary: Vocabulary) -> int:
    """The lists that a word stands in, as bits; 0 where it is not in the vocabulary."""
    key = np.uint32(hash_word(word))
    at = min(int(np.searchsorted(vocabulary.hashes, key)), len(vocabulary.hashes) - 1)
    return int(vocabulary.flags[at]) if vocabulary.hashes[at] == key else 0
