"""Names of persons in Arabic and Hindi text by lists, and words behind "my sister" or "the student".

Neither script has capitals. A listed name that is no ordinary word counts by itself; one that is, and a word that no
list has, count beside another name or behind a word for a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dp_gateway.detection.languages.given_names import KeyedNames, key, names_of
from dp_gateway.detection.languages.ordinary import is_ordinary_word
from dp_gateway.detection.languages.tagger import is_frequent, is_known, is_ordinary
from dp_gateway.detection.languages.unlikely import bare

_WORD = {
    "ar": re.compile("[\u0620-\u065f\u0670-\u06d3]{2,24}+"),
    "hi": re.compile("[\u0900-\u0963\u0971-\u097f\u200c\u200d]{1,24}+"),
}
_MOST, _REACH, _LEAST = 4, 40, 3
# Words for a person in a family, at work, in a form, that a name follows.
_PERSON = {
    "ar": re.compile(
        "(?<![\u0620-\u06d3])[وفلب]?(?:(?:أخت|اخت|أخ|اخ|ابن|ابنت|إبن|بنت|ولد|زوج|زوجت|صديق|صديقت|جار|جارت|زميل|زميلت|مدير|مديرت|عمت|"
        "خالت|جدت|حفيد|حفيدت|والد|والدت|خطيب|خطيبت|طفل|طفلت|رفيق|رفيقت|توأم|قريب|قريبت|صهر|نسيب|أبنائ|بنات)(?:ي|ه|ها|نا|ك|هم|تي)?"
        # Without an owner these are "or", "I was", "grew".
        "|(?:عم|خال|جد|أم|أب|حما|كنت)(?:ي|ه|ها|نا|ك|هم))"
        "(?: (?:الصغير|الصغيرة|الكبير|الكبيرة|الأكبر|الأصغر|العزيز|العزيزة))?(?: (?:اسمه|اسمها|"
        "هو|هي|يدعى|تدعى))?[ ،:]{1,2}\\Z"
        "|(?:الطالب|الطالبة|المريض|المريضة|الموظف|الموظفة|العميل|العميلة|الطفل|الطفلة|المدعو|المدعوة|السائق|الجار|الجارة|الزميل|"
        "الزميلة|المستأجر|المالك|المرحوم|المرحومة|الأخ|الأخت|العم|الخال|الجدة|الجد|الطبيب|الطبيبة|القابلة|المعلم|المعلمة|المدرب|المدربة)"
        "[ :]{1,2}\\Z|(?:اسم|باسم|واسم|إسم)(?:ه|ها|ي|ك|نا)?(?: (?:هو|هي))?[ :]{1,2}\\Z|(?:^|"
        "[\\s،])(?:معك|معكم|أخوك|أختك|ابنك|صديقك|حفيدك|حفيدتك|المسافر|المسافرة|المتصل|"
        "المتصلة)[ :،]{1,2}\\Z"
    ),
    "hi": re.compile(
        "(?<![\u0900-\u097f])(?:बेटा|बेटे|बेटी|बहन|बहिन|भाई|पति|पत्नी|दोस्त|मित्र|सहेली|सहकर्मी|बॉस|पड़ोसी|पड़ोसन|दादा|दादी|नाना|नानी|चाचा|चाची|मामा|मामी|बुआ|मौसी|मौसा|फूफा|"
        "पोता|पोते|पोती|भतीजे|भांजे|लड़के|बच्चे|साले|नाती|नातिन|ससुर|सास|देवर|ननद|जेठ|भाभी|जीजा|साला|साली|मरीज़|मरीज|रोगी|छात्र|छात्रा|वकील|डॉक्टर|मैनेजर|धारक|खाताधारक|मालिक|किरायेदार|गवाह|आवेदक|आवेदिका|ग्राहक|"
        "नाम|शिक्षक|अध्यापिका|अध्यापक|नौकर|कामवाली|ड्राइवर|बच्चा|बच्ची|लड़का|लड़की|मंगेतर|भतीजा|भतीजी|भांजा|भांजी|दामाद|बहू|श्रीमान|साथी|यात्री|यात्रियों)"
        "(?: का नाम)?(?:[ :]|, |: )\\Z"
    ),
}
# Behind these a listed name counts that is an ordinary word, too.
_CALLED = {
    "ar": re.compile("(?:^|[\\s،])(?:أنا|انا|يا|توقيع|مع تحيات|تحياتي|شكرا)[ :،\\n]{1,2}\\Z"),
    "hi": re.compile("(?:^|[\\s,])(?:मैं|प्रिय|आदरणीय|आपका|आपकी|भवदीय|भवदीया|प्रार्थी|सादर|हाय|हैलो|अरे|सुनो)[ ,:\\n]{1,2}\\Z"),
}
_ENDS_BEFORE, _ENDS_BEHIND = re.compile(r"[।.!؟?\n،,]\s{0,4}\Z"), re.compile(r"\s{0,4}[.।]?\s{0,4}\Z")
_BEHIND = {
    "ar": re.compile(r"(?:\Z|[،,.\n؛!؟:(])"),
    "hi": re.compile(
        r"(?:\Z|[,।.\n;!?:(])"
        r"|\s(?:है|हैं|जी|भाई|दीदी|भैया|साहब|अंकल|आंटी|चाचा|चाची|दादी|दादा|मैडम|सर|ने|बोल रह[ाी]|नाम)(?![\u0900-\u097f])"
    ),
}
_HONOURED = re.compile(
    r"\s(?:क[ीेा] (?:मम्मी|माँ|पापा|पिता|दादी|दादा|नानी|नाना|बहन|भाई|पत्नी|पति|बेटी|बेटा)|"
    r"जी|भाई|दीदी|भैया|साहब|अंकल|आंटी|चाचा|चाची|दादी|दादा|मैडम|सर|ने|बोल रह[ाी])(?![\u0900-\u097f])"
)
# What joins parts of an Arabic name; a word follows.
_JOINS = frozenset(
    ("بن", "ابن", "بنت", "آل", "ال", "عبد", "أبو", "ابو", "بو", "ولد", "سيف", "نور", "صلاح", "علاء", "عز", "شمس", "بدر")
)
_ONLY_JOINS = frozenset(("بن", "ابن", "بنت", "آل", "عبد"))
# Names in their letters alone: "on" is written like "Ali", and titles stand in lists of names.
_WORDS_ALONE = frozenset(("على", "श्री", "मालिक", "सर", "राजा", "रानी", "बाबा", "पड़ोसन", "पड़ोसी"))
_BEFORE_NAMES = frozenset("باسم الحاج الحاجة الشيخ المعلم الأسطى الأستاذ الأستاذة الأخ الأخت العم الخال".split())
_PARTICLES = "وفلبك"
_NO_NAME = {
    "ar": re.compile(
        "[يت].{3,}|(?:في|من|على|إلى|الى|عن|مع|هذا|هذه|كان|قد|لا|لم|لن|ما|هل|أن|إن|الذي|التي|كل|بعد|قبل|عند|عمر.{0,3}|.{2,}(?:ني|هم|نا|وا)|ال(?:محترم|مولود|مقيم|مذكور|صغير|كبير|متزوج|ساكن|عزيز).{0,2}|متزوج.?|مقيم.?|لاجئ.?|مريض.?|موظف.?)\\Z"
    ),
    "hi": re.compile(
        "(?:और|है|हैं|हूँ|था|थी|का|की|के|को|से|ने|पर|में|भी|ही|तो|जो|कि|यह|वह|एक|दो|नहीं|मेरे|मेरी|मेरा|अपने|अपनी|साल|बहुत|आज|कल|अब|फिर|लिए|साथ|बाद|पास|नाम)\\Z"
    ),
}


class _Word(NamedTuple):
    start: int
    end: int
    key: str


def names_in_words(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    """Find the names of a stretch of Arabic or Hindi text. `language`: "ar" or "hi"."""
    names = names_of(language)
    found = _WORD[language].finditer(text, start, end)
    # Of vowel signs alone nothing is left.
    words = [_Word(*match.span(), written) for match in found if (written := key(match[0]))]
    index = 0
    while index < len(words):
        if language == "ar" and _is_before_name(text, words, index, names):
            index += 1
            continue
        first = _begin(text, words[index], names, language)
        taken = _taken(text, words, index, first, names, language)
        if taken:
            yield first.start, words[index + taken - 1].end
        index += max(taken, 1)


def _is_before_name(text: str, words: Sequence[_Word], index: int, names: KeyedNames) -> bool:
    """Whether an Arabic word is "in the name of" or a title before a listed name, not a part of one."""
    word = words[index]
    if text[word.start : word.end] not in _BEFORE_NAMES or index + 1 == len(words):
        return False
    following = words[index + 1]
    return text[word.end : following.start] == " " and _is_listed(text, following, names)


def _begin(text: str, word: _Word, names: KeyedNames, language: str) -> _Word:
    """A word without the Arabic particle before a listed name: "and Karim"."""
    listed = _is_listed(text, word, names)
    # "Existence" begins like "and Joud", Lebanon like "to Banan".
    if listed or language != "ar" or is_known(language, word.key) or is_ordinary_word(language, word.key):
        return word
    if word.key[0] in _PARTICLES and word.key[1:] in names.given:
        return _Word(word.start + 1, word.end, word.key[1:])
    return word


def _taken(text: str, words: Sequence[_Word], index: int, first: _Word, names: KeyedNames, language: str) -> int:
    """How many words from one on are a name; 0 if none is."""
    told = _PERSON[language].search(text, max(first.start - _REACH, 0), first.start) is not None
    listed = _is_listed(text, first, names)
    if not listed and not (told and _may_be_name(text, first, language) and _ends(text, first, language)):
        return 0
    # "The name of the device": what no list has and a dictionary has is no name.
    if not listed and is_ordinary_word(language, bare(text[first.start : first.end], language)):
        return 0
    count, sure = 1, listed and _is_sure(first.key, names, language)
    while index + count < len(words) and count < _MOST:
        behind = words[index + count]
        if text[words[index + count - 1].end : behind.start] != " ":
            break
        known = _is_listed(text, behind, names)
        joined = language == "ar" and (words[index + count - 1].key in _JOINS or behind.key in _ONLY_JOINS)
        if not (known or joined or _goes_on(text, behind, sure=sure or told, language=language)):
            break
        sure = sure or (known and _is_sure(behind.key, names, language))
        count += 1
    last = words[index + count - 1]
    if sure or told:
        return count
    called = _CALLED[language].search(text, max(first.start - _REACH, 0), first.start) is not None
    honoured = language == "hi" and _HONOURED.match(text, last.end) is not None
    return count if called or honoured or _is_signed(text, first.start, last.end) else 0


def _is_sure(name: str, names: KeyedNames, language: str) -> bool:
    """Whether a listed name is no ordinary word."""
    return name not in names.ordinary and not is_frequent(language, name)


def _is_signed(text: str, start: int, end: int) -> bool:
    """Whether a name stands alone behind the last sentence, as under a letter."""
    return _ENDS_BEHIND.match(text, end) is not None and _ENDS_BEFORE.search(text, max(start - 5, 0), start) is not None


def _is_listed(text: str, word: _Word, names: KeyedNames) -> bool:
    return (word.key in names.given or word.key in names.family) and text[word.start : word.end] not in _WORDS_ALONE


def _ends(text: str, word: _Word, language: str) -> bool:
    """Whether a word that no list has is all of a name in Hindi, where what follows tells."""
    return language == "ar" or _BEHIND["hi"].match(text, word.end) is not None


def _goes_on(text: str, word: _Word, *, sure: bool, language: str) -> bool:
    """Whether a word that no list has ends a name: in Arabic it has the article, in Hindi a sentence ends there."""
    if not sure or not _may_be_name(text, word, language) or is_known(language, text[word.start : word.end]):
        return False
    if language == "ar":
        return word.key.startswith("ال") and len(word.key) > _LEAST + 1
    return _BEHIND[language].match(text, word.end) is not None


def _plain(language: str, written: str) -> bool:
    return is_ordinary(language, written) or _NO_NAME[language].match(key(written)) is not None


def _may_be_name(text: str, word: _Word, language: str) -> bool:
    """Whether a word that no list has may be a name: it is long enough and nothing that is often said."""
    if len(word.key) < _LEAST or (language == "ar" and word.key.startswith("ال") and is_known(language, word.key)):
        return False
    return not _plain(language, text[word.start : word.end])
