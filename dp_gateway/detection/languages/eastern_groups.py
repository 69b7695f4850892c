"""Jobs, nationalities and faiths in Chinese, Japanese, Arabic and Hindi, by what stands before and behind listed words.

`groups` asks this for languages without capitals; Chinese and Japanese have no spaces, so listed words are looked for
at every character, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import Word, words_of

__all__ = ["LABELLED", "LISTED", "find"]

LISTED, LABELLED = 1.0, 0.75
"""Scores: a listed word said of somebody is surer than what a model takes it for; what a label names is not listed."""

Found = tuple[int, int, str, float]

_REACH = 24
_LONGEST = 10
_HAN = "\u3005\u3400-\u9fff"
_ARABIC_WORD = re.compile("[\u0620-\u065f\u0670-\u06d3]{2,24}+")
_HINDI_WORD = re.compile("[\u0900-\u0963\u0971-\u097f\u200c\u200d]{2,24}+")
_MOST_WORDS = 3


class _Cues(NamedTuple):
    """What ties a listed word to a person.

    Attributes:
        before: ends where a job begins.
        behind: begins where a job ends.
        group_before, group_behind: the same of nationalities and faiths.
        job, nation: what is one by its label, in the group "v".
    """

    before: re.Pattern[str]
    behind: re.Pattern[str]
    group_before: re.Pattern[str]
    group_behind: re.Pattern[str]
    job: re.Pattern[str]
    nation: re.Pattern[str]


_CUES: Mapping[str, _Cues] = {
    "zh": _Cues(
        before=re.compile(
            r"(?:[我他她你您爸妈公婆夫妻子女儿姐妹哥弟人家叔姨舅爷奶]+(?:现在|目前|以前|曾经|一直|也|就|都|原来|退休前)?(?:是|做|干|当)"
            r"|当|做|任|担任|成为|作为|身为|从事|职业是|职位是|应聘|招聘|兼职|转行做)(?:了|过)?(?:一?[名位个])?[\u4e00-\u9fff]{0,4}?\Z"
        ),
        behind=re.compile(r"(?:的?工作|出身|岗位?|一职|职位)|[，,](?:今年|月薪|年薪|在)"),
        group_before=re.compile(
            r"(?:[我他她您爸妈公婆夫妻友事居员婿媳人家][们]?(?:都|也|就|其实|本来|原来|全家)?(?:是|信|信奉|信仰)|[信奉仰](?:了|的是)?|皈依|一[个名位]|嫁给|娶了?|来自的)\Z"
        ),
        group_behind=re.compile(
            r"(?:[，。,]|$|同事|朋友|老公|老婆|丈夫|妻子|男友|女友|客户|老板|邻居|姑娘|小伙|家庭|信徒|的?[他她我])"
        ),
        job=re.compile(
            r"(?:职业|职务|岗位|职位|工作|应聘岗位|求职意向|工种)\s?[:：]\s?(?P<v>[\u4e00-\u9fffA-Za-z+/-]{2,14})(?=[\s,，。;；、|（(\n]|$)"
        ),
        nation=re.compile(
            r"(?:国籍|民族|宗教信仰|宗教|信仰|政治面貌)\s?[:：为是]\s?(?P<v>[\u4e00-\u9fff]{1,10}?)(?=[\s,，。;；、|（(\n]|$)"
        ),
    ),
    "ja": _Cues(
        before=re.compile(
            r"(?:職業|お?仕事|現職|前職|父|母|夫|妻|主人|姉|兄|妹|弟|彼|彼女|息子|娘|私|僕)は(?:[^。、]{0,8}の)?\Z"
        ),
        behind=re.compile(
            r"(?:を(?:して|やって|務め|しており|目指)|として|です|でし(?:て|た)|だっ|で、|であ[りる]|に(?:なり|なっ|転職|就)|歴|勤務|をしており)"
        ),
        group_before=re.compile(r"(?:国籍|出身|信仰|宗教)は\Z"),
        group_behind=re.compile(
            r"(?:です|で[、，]|でし[たて]|だ|であ|なので|の(?:夫|妻|彼|友|同僚|母|父|方|女性|男性|留学生|人|家族|先生|"
            r"上司|部下|お客|両親|社員|知人|学生|隣人)|と結婚|さん|として|として)"
        ),
        job=re.compile(
            r"(?:職業|職種|職務|役職|希望職種|ご職業|現職|仕事)\s?[:：]\s?(?P<v>[^\s,、。;；|（(\n]{2,16})(?=[\s,、。;；|（(\n]|$)"
        ),
        nation=re.compile(r"(?:国籍|宗教|民族)\s?[:：]\s?(?P<v>[^\s,、。;；|（(\n]{2,12})(?=[\s,、。;；|（(\n]|$)"),
    ),
    "ar": _Cues(
        before=re.compile(
            r"(?:^|\W)[وف]?(?:[أايتن]?عمل(?:ت)?(?: حالي[اًا]{1,2})?(?: كـ?)?|"
            r"[أيت]شتغل|بصفتي|أنا|انا|هو|هي|مهنت(?:ي|ه|ها)|وظيفت(?:ي|ه|ها)|"
            r"زوج(?:ي|تي|ها|ته)|أب(?:ي|وه|وها)|والد(?:ي|تي|ه|ها|ته|تها)|أمي|"
            r"ابن(?:ي|تي)|أخ(?:ي|تي)|صديق(?:ي|تي)|جار(?:ي|تي)|كنت|كان|كانت|أصبح|"
            r"أصبحت|وظيفة|بوظيفة|منصب)\s?(?:ك|كـ)?\Z"
        ),
        behind=re.compile(r"\s(?:في|لدى|ب|بـ)\s?(?:شركة|مستشفى|مدرسة|بنك|جامعة|مصنع|مطعم|وزارة|عيادة|مكتب|بلدية)"),
        group_before=re.compile(
            r"(?:^|\W)[وف]?(?:أنا|انا|هو|هي|نحن|إنه|إنها|زوج(?:ي|تي|ها|ته)|"
            r"والد(?:ي|تي)|أمي|أبي|جار(?:ي|تي)|صديق(?:ي|تي)|زميل(?:ي|تي)|عائلة|"
            r"عائلتي|أسرة|مواطن|مواطنة|مقيم|مقيمة|رجل|امرأة|"
            r"شاب|فتاة|طالب|طالبة|من أصل|أصول|الجنسية|جنسيت(?:ي|ه|ها)|كنت|أصلي|"
            r"موظف|موظفة|عامل|عاملة|سائق|خادمة|طبيب|مهندس|لاجئ|لاجئة)\s\Z"
        ),
        group_behind=re.compile(r"\s(?:الجنسية|الأصل|المولد|جنسيت|وتعمل|ويعمل|مقيم)"),
        job=re.compile(
            r"(?:المهنة|الوظيفة|المسمى الوظيفي|المنصب|العمل|مهنة الأب|"
            r"الوظيفة الحالية)\s?:\s?(?P<v>[^\n،,.;|(]{2,40}?)(?=\s?(?:[\n،,.;|(]|$))"
        ),
        nation=re.compile(
            r"(?:الجنسية|الديانة|الدين|الطائفة|المذهب)\s?:\s?(?P<v>[^\n،,.;|(]{2,30}?)(?=\s?(?:[\n،,.;|(]|$))"
        ),
    ),
    "hi": _Cues(
        before=re.compile(r"(?:पेशे से|बतौर)\s(?:एक\s)?\Z"),
        behind=re.compile(
            r"\s?(?:हूँ|हूं|हैं|है|था|थी|थे|रहा|रही|का काम|की नौकरी|के रूप में|"
            r"के पद|के तौर पर|बन(?:ा|ी|ना|ने)|,? और मैं)(?![\u0900-\u0963])"
        ),
        group_before=re.compile(r"(?:हम|मैं|धर्म|राष्ट्रीयता|नागरिकता|एक)\s\Z"),
        group_behind=re.compile(
            r"\s(?:हूँ|हूं|हैं|है|था|थी|थे|मूल|नागरिक|परिवार|धर्म|पति|पत्नी|लड़की|"
            r"लड़का|दोस्त|पड़ोसी|पड़ोसन|सहकर्मी|समुदाय|महिला|युवक)(?![\u0900-\u0963])"
        ),
        job=re.compile(
            r"(?:पेशा|व्यवसाय|पद|पदनाम|नौकरी|काम|"
            r"पिता का व्यवसाय)\s?[:：]\s?(?P<v>[^\n,।.;|(]{2,40}?)(?=\s?(?:[\n,।.;|(]|$))"
        ),
        nation=re.compile(
            r"(?:राष्ट्रीयता|नागरिकता|धर्म|जाति|समुदाय)\s?[:：]\s?(?P<v>[^\n,।.;|(]{2,30}?)(?=\s?(?:[\n,।.;|(]|$))"
        ),
    ),
}


def find(text: str, start: int, end: int, language: str) -> Iterator[Found]:
    """The jobs, nationalities and faiths of a stretch of text.

    Args:
        text: the whole text.
        start, end: the stretch.
        language: "zh", "ja", "ar" or "hi".
    """
    cues = _CUES[language]
    for pattern, kind in ((cues.job, "JOB_TITLE"), (cues.nation, "NRP")):
        for match in pattern.finditer(text, start, end):
            yield *match.span("v"), kind, LABELLED
    look = _in_runs if language in ("zh", "ja") else _in_words
    for first, last, word in look(text, start, end, language):
        least = max(first - _REACH, 0)
        if word.pool == "JOB":
            told = cues.before.search(text, least, first) or cues.behind.match(text, last)
        else:
            told = cues.group_before.search(text, least, first) or cues.group_behind.match(text, last)
        if told:
            yield first, last, "JOB_TITLE" if word.pool == "JOB" else "NRP", LISTED


@cache
def _known(language: str) -> Mapping[str, Word]:
    """Listed words; a country alone is none of a person."""
    return {written: word for written, word in words_of(language).items() if word.form != "of the country"}


def _in_runs(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int, Word]]:
    known = _known(language)
    at = start
    while at < end - 1:
        if text[at] < "\u3000":
            at += 1
            continue
        for size in range(min(_LONGEST, end - at), 1, -1):
            word = known.get(text[at : at + size])
            if word is not None:
                yield at, at + size, word
                at += size - 1
                break
        at += 1


def _in_words(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int, Word]]:
    known = _known(language)
    pattern = _ARABIC_WORD if language == "ar" else _HINDI_WORD
    spans = [match.span() for match in pattern.finditer(text, start, end)]
    index = 0
    while index < len(spans):
        first, taken = spans[index][0], 1
        for count in range(min(_MOST_WORDS, len(spans) - index), 0, -1):
            last = spans[index + count - 1][1]
            word, front = known.get(fold(text[first:last])), 0
            if word is None and language == "ar" and text[first] in "وك":
                word, front = known.get(text[first + 1 : last]), 1
            if word is not None:
                yield first + front, last, word
                taken = count
                break
        index += taken
