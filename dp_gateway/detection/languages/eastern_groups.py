"""Jobs, nationalities and faiths in Chinese, Japanese, Arabic and Hindi, by what stands before and behind listed words.

`groups` asks this for languages without capitals; Chinese and Japanese have no spaces, so listed words are looked for
at every character, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from dp_gateway.detection.languages.given_names import key, names_of
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
_TITLES = frozenset(
    "أستاذ أستاذة دكتور دكتورة طبيب طبيبة محامي مهندس مهندسة شيخ वकील डॉक्टर मास्टर प्रोफ़ेसर पंडित एडवोकेट".split()
)
_NEXT = {
    "ar": re.compile("[\\s،]{1,2}(?P<name>[\u0620-\u065f\u0670-\u06d3]{2,24})"),
    "hi": re.compile("[\\s,]{1,2}(?P<name>[\u0900-\u0963\u0971-\u097f\u200c\u200d]{2,24})"),
}


class _Cues(NamedTuple):
    """What ties a listed word to a person.

    Attributes:
        before: ends where a job begins.
        behind: begins where a job ends.
        group_before, group_behind: the same of nationalities and faiths.
        job, nation: what is one by its label, in the group "v".
        unlisted: what is a job by its ending and what stands around it, in the group "v".
    """

    before: re.Pattern[str]
    behind: re.Pattern[str]
    group_before: re.Pattern[str]
    group_behind: re.Pattern[str]
    job: re.Pattern[str]
    nation: re.Pattern[str]
    unlisted: re.Pattern[str]


# Endings of names of jobs, and who is said to have one.
_ZH_JOB = (
    "工程师|设计师|治疗师|分析师|咨询师|规划师|会计师?|司机|主任|经理|总监|专员|主管|店长|组长|班长|队长|厂长|校长|院长|科长|处长|局长|教练|教师|老师|医生|医师|护士长?|护工|工人|助理|秘书|顾问|代理人|"
    "保安|保姆|月嫂|厨师|导游|翻译|编辑|记者|作家|演员|歌手|画家|律师|法官|警察|民警|军人|公务员|[一-龯]员|技师|技工|[电焊木瓦钳车铣矿]工|学徒|农民|渔民|个体户|老板娘|助产士|康复师|理发师|美容师|博主|主播|设计|会计"
)
_ZH_WHO = (
    "我|他|她|您|你|爸爸?|妈妈?|父亲|母亲|老公|老婆|丈夫|妻子|儿子|女儿|哥哥?|姐姐?|弟弟?|妹妹?|爷爷|奶奶|外公|外婆|男朋友|女朋友|男友|女友|对象|爱人|朋友|同事|邻居|室友|叔叔|阿姨|舅舅|姑姑|公公|婆婆|姐夫|嫂子|表[姐哥弟妹]|"
    "本人|先生"
)
_JA_WHO = (
    "私|僕|俺|夫|妻|主人|旦那|父|母|兄|姉|弟|妹|息子|娘|彼氏?|彼女|友人|友達|叔父|叔母|伯父|"
    "伯母|祖父|祖母|義父|義母|隣人|同僚|本人"
)
_JA_JOB = (
    "[一-龯ァ-ヶー]{0,8}(?:師|士|員|医|家|工|長|職|手|官|者|マン|ウーマン|エンジニア|デザイナー|プログラマー|ドライバー|マネージャー|マネジャー|ライター|ヘルパー|コンサルタント|オペレーター|ディレクター|トレーナー|スタッフ|"
    "インストラクター|カウンセラー|教授|教諭|講師|秘書|大工|左官|主婦|主夫|シェフ|コック|作業員|アルバイト|パート|事務|営業|経営|業)"
)


_CUES: Mapping[str, _Cues] = {
    "zh": _Cues(
        before=re.compile(
            r"(?:[我他她你您爸妈公婆夫妻子女儿姐妹哥弟人家叔姨舅爷奶]+(?:现在|目前|以前|曾经|一直|也|就|都|原来|退休前)?(?:是|做|干|当)"
            r"|当|做|任|担任|成为|作为|身为|从事|职业是|职位是|应聘|招聘|兼职|转行做|现在是|终于是)(?:了|过)?(?:一?[名位个])?[\u4e00-\u9fff]{0,4}?\Z"
            r"|(?:公司|医院|学校|大学|中学|小学|银行|工厂|厂|酒店|餐厅|幼儿园|诊所|集团|机构|事务所|超市|法院|单位|部门|社区|中心)的\Z"
            r"|(?:给我|帮我|我们|我家|小区|我)[\u4e00-\u9fff]{0,3}的\Z"
        ),
        behind=re.compile(
            r"(?:的?工作|出身|岗位?|一职|职位)|[，,](?:今年|月薪|年薪|在)|(?:叫|姓)[\u4e00-\u9fff]|(?:告诉|劝|建议|让|骂|通知|催)我|说我|说要|跟我说|给我(?:打|发|看|开)"
        ),
        group_before=re.compile(
            r"(?:[我他她您爸妈公婆夫妻友事居员婿媳人家][们]?(?:都|也|就|其实|本来|原来|全家)?(?:是|信|信奉|信仰)|[信奉仰](?:了|的是)?|皈依|一[个名位]|嫁给|娶了?|来自的)\Z"
        ),
        group_behind=re.compile(
            r"(?:[，。,]|$|同事|朋友|老公|老婆|丈夫|妻子|男友|女友|客户|老板|邻居|姑娘|小伙|家庭|信徒|的?[他她我])"
        ),
        job=re.compile(
            r"(?:职业|职务|岗位|职位|工作|应聘岗位|求职意向|工种|身份|头衔|担任)\s?[:：]\s?(?P<v>[\u4e00-\u9fffA-Za-z+/-]{2,14})(?=[\s,，。;；、|（(\n]|$)"
        ),
        nation=re.compile(
            r"(?:国籍|民族|宗教信仰|宗教|信仰|政治面貌)\s?[:：为是]\s?(?P<v>[\u4e00-\u9fff]{1,10}?)(?=[\s,，。;；、|（(\n]|$)"
        ),
        unlisted=re.compile(
            rf"(?:(?:{_ZH_WHO})(?:现在|目前|以前|曾经|一直|也|就|都|原来|退休前|之前|本来|今年|在[^，。\n]{{1,14}}?)?(?:是|做|当|干|任|担任|成为|从事)|应聘|竞聘|面试|现在(?:是|当|做)|转行做|升为|升任|聘为)"
            rf"(?:了|过|的|贵公司的?|你们的?)?(?:一?[名位个])?(?:[\u4e00-\u9fff]{{1,8}}的)?(?P<v>(?:(?!的)[\u4e00-\u9fff]){{0,6}}?(?:{_ZH_JOB}))(?=[，。,.、；！\s]|$|了|的|和|兼|岗|一职|职位)"
            rf"|(?:作为|身为|当(?:了|过|上)?)(?:一?[名位个])?(?:[\u4e00-\u9fff]{{1,8}}的)?(?P<x>(?:(?!的)[\u4e00-\u9fff]){{0,6}}?(?:{_ZH_JOB}))(?=[，。,.、；！\s]|$|了|的|和|，)"
            rf"|(?:^|[，。！？\s])(?P<y>[\u4e00-\u9fff]{{0,4}}?(?:{_ZH_JOB}))(?=[老小][\u4e00-\u9fff]|(?:叫|姓)[\u4e00-\u9fff])"
            rf"|(?:辞掉|辞去|辞了|放弃|找了?份?|换了?份?)(?P<z>[\u4e00-\u9fff]{{2,6}}?)的(?:工作|职务|岗位)"
            rf"|(?:{_ZH_WHO})[^，。\n]{{0,8}}?(?:从事|做|干)(?P<u>[\u4e00-\u9fff]{{2,6}}?)(?:工作|行业|这一?行|[0-9一二三四五六七八九十]{{1,3}}年|的[，。])"
            rf"|(?:公司|医院|学校|大学|中学|小学|银行|厂|酒店|餐厅|幼儿园|诊所|集团|事务所|超市|局|院|店|部|中心|[\u4e00-\u9fff]{{2}}市?)的(?P<w>[\u4e00-\u9fff]{{0,4}}?(?:{_ZH_JOB}))(?=[，。,.、；！\s]|$)"
        ),
    ),
    "ja": _Cues(
        before=re.compile(
            r"(?:職業|お?仕事|現職|前職|父|母|夫|妻|主人|姉|兄|妹|弟|彼|彼女|息子|娘|私|僕)は(?:[^。、]{0,8}の)?\Z"
        ),
        behind=re.compile(
            r"(?:を(?:して|やって|務め|しており|目指)|として|です|でし(?:て|た)|だっ|で、|であ[りる]|"
            r"に(?:なり|なっ|転職|就|内定|採用|言われ|聞い|教え|勧め|相談)|歴|勤務|をしており|"
            r"の[一-龯]{1,3}(?:さん|です|と申|先生|[一-龯 　]{1,4}(?:さん|先生|です|と申))|が言|"
            r"さんに)"
        ),
        group_before=re.compile(r"(?:(?:国籍|出身|信仰|宗教|出自)は|うちは|家族は|私は|僕は|夫は|妻は|彼は|彼女は)\Z"),
        group_behind=re.compile(
            r"(?:です|で[、，]|でし[たて]|だ|であ|なので|の(?:夫|妻|彼|友|同僚|母|父|方|女性|男性|留学生|人|家族|先生|"
            r"上司|部下|お客|両親|社員|知人|学生|隣人)|と結婚|さん|として|として)"
        ),
        job=re.compile(
            r"(?:職業|職種|職務|役職|希望職種|ご職業|現職|仕事)\s?[:：]\s?(?P<v>[^\s,、。;；|（(\n]{2,16})(?=[\s,、。;；|（(\n]|$)"
        ),
        nation=re.compile(r"(?:国籍|宗教|民族)\s?[:：]\s?(?P<v>[^\s,、。;；|（(\n]{2,12})(?=[\s,、。;；|（(\n]|$)"),
        unlisted=re.compile(
            rf"(?:{_JA_WHO})[はが](?:[^。、\n]{{0,16}}?(?:の|で))?(?:フリーの|元|現役の)?(?P<v>{_JA_JOB})(?=です|で[、。]|でし|をし|をやっ|を務|として|であ|だっ|だ[。、と]|なので|に(?:なり|なっ|転職|就)|、|。)"
            rf"|(?P<y>{_JA_JOB})(?=の(?:資格|免許|仕事|アルバイト|バイト|面接|求人|内定|[一-龯]{{1,3}}(?:さん|先生|様|氏))|をやめて|を辞め|から転職|に転職)"
            rf"|(?P<z>[一-龯ァ-ヶー]{{1,6}}の(?:先生|講師|教師|店長|店員|運転手|職人|修理屋|研究員|事務員))(?=です|で[、。]|でし|をし|として|に|が|は)"
            rf"|(?:^|[、。\s])(?:フリーの|元|現役の)(?P<w>{_JA_JOB})(?=です|で[、。]|でし|をし|として)"
            rf"|(?:病院|会社|工場|銀行|大学|学校|高校|店|市役所|区役所|社|園|局|事務所|センター|ホテル)(?:の|で)(?P<x>{_JA_JOB})(?=です|で[、。]|でし|をし|をやっ|を務|として)"
        ),
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
            r"موظف|موظفة|عامل|عاملة|سائق|خادمة|طبيب|مهندس|لاجئ|لاجئة|مربية|ممرضة|طباخ|زوجة|زوج|"
            r"(?:عامل|خادم|مربي|ممرض|سائق|جار|زميل|صديق|مدير)(?:ة|تي|ي|ته|تها|تنا|"
            r"نا)?(?: [ء-ي]{2,12})?|اسم(?:ي|ه|ها) [ء-ي ]{3,30}،)\s\Z"
        ),
        group_behind=re.compile(r"\s(?:الجنسية|الأصل|المولد|جنسيت|وتعمل|ويعمل|مقيم)"),
        job=re.compile(
            r"(?:المهنة|الوظيفة|المسمى الوظيفي|المنصب|العمل|مهنة الأب|"
            r"الوظيفة الحالية)\s?:\s?(?P<v>[^\n،,.;|(]{2,40}?)(?=\s?(?:[\n،,.;|(]|$))"
        ),
        nation=re.compile(
            r"(?:الجنسية|الديانة|الدين|الطائفة|المذهب)\s?:\s?(?P<v>[^\n،,.;|(]{2,30}?)(?=\s?(?:[\n،,.;|(]|$))"
        ),
        unlisted=re.compile(
            r"(?:(?<![ء-ي])(?:[أيت]عمل|عملت|[أيت]شتغل|اشتغلت|صرت|"
            r"أصبحت)(?: حالي[اًا]{1,2})?(?: ك(?:ـ)?)?|(?<![ء-ي])(?:ل|ب)?(?:وظيفة|منصب|مهنة)|بصفتي)\s"
            r"(?P<v>(?!(?:في|من|على|مع|لدى|عن|عند|هنا|هناك|منذ|كل|حتى|بدون|بعد|قبل|أكثر|جيد|الآن|"
            r"حاليا|شاغرة|جديدة|أخرى|مناسبة|بدوام)(?![ء-ي]))[ء-ي]{3,14}(?: (?!(?:في|من|على|مع|لدى|عند|"
            r"منذ|و[ء-ي]{2,})(?![ء-ي])|و|ال)[ء-ي]{2,12}){0,2})"
            r"(?=\s?(?:[،,.\n؛!؟]|$)|\sال|\s(?:في|لدى|عند|منذ|مع|ب[ء-ي]|و[ء-ي]))"
        ),
    ),
    "hi": _Cues(
        before=re.compile(r"(?:पेशे से|बतौर|हमारी|हमारे|मेरी|मेरे|हमारा|मेरा|आपकी|के|में|अब मैं|मैं)\s(?:एक\s|अब\s)?\Z"),
        behind=re.compile(
            r"\s?(?:हूँ|हूं|हैं|है|था|थी|थे|रहा|रही|का काम|की नौकरी|के रूप में|"
            r"के पद|के तौर पर|बन(?:ा|ी|ना|ने)|पद|ने (?:कहा|बताया|पूछा|मुझे|मुझसे|हमें|सलाह)|का नाम|,? और मैं)(?![\u0900-\u0963])"
        ),
        group_before=re.compile(r"(?:हम|मैं|धर्म|राष्ट्रीयता|नागरिकता|एक)\s\Z"),
        group_behind=re.compile(
            r"\s(?:हूँ|हूं|हैं|है|था|थी|थे|मूल|नागरिक|कामवाली|ड्राइवर|नौकर|मज़दूर|शरणार्थी|छात्र|छात्रा|परिवार|धर्म|पति|पत्नी|लड़की|"
            r"लड़का|दोस्त|पड़ोसी|पड़ोसन|सहकर्मी|समुदाय|महिला|युवक)(?![\u0900-\u0963])"
        ),
        job=re.compile(
            r"(?:पेशा|व्यवसाय|पद|पदनाम|नौकरी|काम|"
            r"पिता का व्यवसाय)\s?[:：]\s?(?P<v>[^\n,।.;|(]{2,40}?)(?=\s?(?:[\n,।.;|(]|$))"
        ),
        nation=re.compile(
            r"(?:राष्ट्रीयता|नागरिकता|धर्म|जाति|समुदाय)\s?[:：]\s?(?P<v>[^\n,।.;|(]{2,30}?)(?=\s?(?:[\n,।.;|(]|$))"
        ),
        unlisted=re.compile(
            r"(?:(?<![ऀ-ॿ])(?:विषय|में|बतौर|पेशे से|मैं|एक|पर|"
            r":)\s?:?\s?)(?P<v>[ऀ-ॿ]{2,14}(?: [ऀ-ॿ]{2,14}){0,2}?)(?=\s(?:पद (?:हेतु|के लिए|पर)|के पद|के रूप में|"
            r"का काम कर|की नौकरी|के तौर पर))"
            r"|(?<![ऀ-ॿ])(?:मैं|मैंने|पति|पत्नी|भाई|बहन|पिता|पिताजी|माँ|बेटा|बेटी|दोस्त|चाचा|मामा|जीजा|ससुर|दादा|"
            r"नाना|मौसा|वह|वे|वो)(?: [ऀ-ॿ]{2,14}){1,3}? में "
            r"(?P<w>(?![ऀ-ॿ]{1,12}(?:ता|ती|ते|ना|नी|ने|या|यी|ए|ई|रहा|रही|रहे|दर्द|चोट|"
            r"परेशान)(?![ऀ-ॿ]))[ऀ-ॿ]{3,14}(?: [ऀ-ॿ]{3,14})?)(?<!ता)(?<!ती)(?<!ते)(?<!रहा)(?<!रही)(?<!रहे)(?= (?:हूँ|"
            r"हूं|हैं|है|था|थी|थे)\s?[।,\n])"
        ),
    ),
}


# What an Arabic job goes on with, up to where a sentence or the place of work begins: "teacher of kindergartens".
_MORE = {
    "ar": re.compile(
        r"(?: (?!(?:في|من|على|مع|لدى|عند|منذ|إلى|إن|أن|الذي|التي|هنا|اسمه|اسمها)(?![ء-ي])|و)[ء-ي]{2,12}){1,2}"
        r"(?=\s?(?:[،.\n؛]|$)|\s(?:في|لدى|عند|منذ|و[ء-ي]))"
    )
}


def find(text: str, start: int, end: int, language: str) -> Iterator[Found]:
    """The jobs, nationalities and faiths of a stretch of text.

    Args:
        text: the whole text.
        start, end: the stretch.
        language: "zh", "ja", "ar" or "hi".
    """
    cues = _CUES[language]
    for pattern, kind in ((cues.job, "JOB_TITLE"), (cues.nation, "NRP"), (cues.unlisted, "JOB_TITLE")):
        for match in pattern.finditer(text, start, end):
            yield *match.span(match.lastgroup or "v"), kind, LABELLED
    look = _in_runs if language in ("zh", "ja") else _in_words
    for first, last, word in look(text, start, end, language):
        least = max(first - _REACH, 0)
        if word.pool == "JOB":
            told = (
                cues.before.search(text, least, first)
                or cues.behind.match(text, last)
                or _is_named(text, first, last, language)
            )
        else:
            told = cues.group_before.search(text, least, first) or cues.group_behind.match(text, last)
        if told:
            if word.pool == "JOB" and (more := _MORE.get(language)) and (longer := more.match(text, last, end)):
                yield first, last if _is_named(text, last, last, language) else longer.end(), "JOB_TITLE", LISTED
                continue
            yield first, last, "JOB_TITLE" if word.pool == "JOB" else "NRP", LISTED


def _is_named(text: str, start: int, end: int, language: str) -> bool:
    """Whether a listed given name that is no ordinary word follows a job that is no title."""
    behind = _NEXT[language].match(text, end) if language in _NEXT else None
    if behind is None or text[start:end] in _TITLES or text[start:end].startswith("ال"):
        return False
    names = names_of(language)
    return key(behind["name"]) in names.given and key(behind["name"]) not in names.ordinary


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
