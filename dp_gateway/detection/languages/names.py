"""Names by what stands beside them: "mein Name ist", "Mme", さん, जी, GmbH; one table for all languages, `names.txt`.

It finds who introduces himself or is addressed, and firms by their legal form, where the tagger may not know the name.
Each language's words are one expression, made when a text of that language comes; all repeats are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dp_gateway.detection.languages.bodies import of_its_town
from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.group_cues import cues_of
from dp_gateway.detection.languages.ordinary import is_ordinary_run, is_ordinary_word, is_place
from dp_gateway.detection.languages.reading import HAN
from dp_gateway.detection.languages.tables import expressions
from dp_gateway.detection.languages.tagger import is_frequent, is_ordinary, is_persons, is_word
from dp_gateway.languages import LANGUAGES, passages
from dp_gateway.languages.scripts import CAPITALS
from dp_gateway.mentions.countries import is_country
from dp_gateway.patterns.base import trim
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold
from dp_gateway.text.lists import alternatives, word_lists
from dp_gateway.vocabulary.lexicon.agreeing import words_of
from dp_gateway.vocabulary.lexicon.data import read_native

_LISTS = word_lists(__file__)

_ROWS = Path(__file__).with_name("names.txt")
_SCORE = 0.85
_WORD = rf"[{CAPITALS}](?>(?:[^\W\d_]|['’](?=[^\W\d_])){{1,30}})(?>(?:-[{CAPITALS}][^\W\d_]{{1,30}}+){{0,2}})"
_PARTICLE = (
    r"(?:(?:d[eioa]|del|della|den|der|des|do|dos|das|du|la|las|le|los|ter|ten|van|von|vom|zu|zur|y|e|el|al|bin|ibn|'t)\s"
    r"|[dD]['’])"
)
_BLANK = r"[^\S\n]"
_LETTERS = {
    "Arabic": "\u0620-\u065f\u0670-\u06d3",
    "Devanagari": "\u0900-\u0963\u0971-\u097f\u200c\u200d",
}
_FAMILIAR = "阿姨|总(?![共是算觉说在能要想会不得喜之体结量数价额])|[姐哥叔姨嫂婶伯](?![夫妹弟们母])"
"""What Chinese names are followed by among colleagues and neighbours."""
_NO_FIRM = re.compile(
    "(?<![\u0900-\u097f])(?:का|की|के|को|भइया|भैया|पापा|मम्मी|जीजा|मामा|चाचा|दीदी|दादा|दादी|ससुर|साला|बुआ|बेटी|बेटा|बेटे|पति|पत्नी|भाई|बहन|माँ|पिता|मेरा|से|में|पर|तक|ने|और|या|लिए|है|हैं|था|थी|वे|वह|यह|मैं|हम|मेरी|मेरे|हमारी|हमारे|एक|किसी|नाम|पुरानी|नई|जो|कि|कल|आज|परसों|जैसे|मुझे|उसे|हमें|आपको)\\s"
)
# "A group of things", "the company that": what stands behind the word for a firm is no name.
_OF_THINGS = (
    "من|في|على|إلى|عن|مع|أو|التي|الذي|أدوات|بيانات|أجهزة|أنواع|كبيرة|صغيرة|واسعة|متنوعة|مختلفة|جديدة|كاملة|محددة"
)
_LIMITED = re.compile("लिमिटेड|प्रा\\. लि\\.|एंड संस|एंड कंपनी")
_FAMILY_TOO = " मंडल"
_OF_THE_STATE = frozenset("भारतीय राष्ट्रीय केंद्रीय राजकीय सदर नवोदय".split())
_COMMON_BEFORE = frozenset(_LISTS["COMMON_BEFORE"])
_PARTY = re.compile("(?:(?<=[被原])告|被告|原告|甲方|乙方|开户行|单位|[敝我贵本]?公司)(?=[\u4e00-\u9fff]{4})")
_GOODS = tuple(
    (
        "网络 软件 电子 机械 电器 家具 科技 建材 装饰 食品 服饰 传媒 餐饮 物流 资本 置地 光电 半导体 商会 "
        "联合会 协会 项目部 烧腊 铁锅炖 麻辣烫 国中 国小 补习班 车行 合作社 养殖场 烘焙 汽修 矿业 重工 "
        "菜市场 农贸市场 煤矿 剧团 舞团 システム 工業 商事 建設 協会 連盟 印刷 水産 運送 電機 研磨 醸造 興業 "
        "薬局 漁協 農協 生協 自治会 公民館 整形 皮膚科 耳鼻科 メガネ"
    ).split()
)
"""Kinds of firms that are things, too."""
# Particles and verbs of Chinese that stand before the name of a firm.
_BEFORE_FIRM = "在是于向给到和与的了从被由请找去对跟来读讀叫"
_SAID_OF_FIRM = re.compile(
    "[我你您他她它们這这那也就都还還很想开開]|\\A(?:一[名个個位家所]|[请請以])|怎[么麼]|如何|什么|什麼|可以|哪|让|讓|晚上|早上|今天|明天|昨天|母校|[儿兒]子|女[儿兒]|孩子|[弟妹哥姐]{2}|老[公婆]|上\\Z"
)
"""Pronouns, adverbs and times, which no firm begins with."""


_LETTERED = frozenset(("zh", "ja", "ar", "hi"))
"""Languages without capitals."""
_FORM_ENDS, _FORM = re.compile(r"\.[^\W\d_]\.(?=,|\s[^\W_A-ZÀ-Þ])"), 2
"""The last letter of a form of firms with points, before what goes on with its sentence."""


class _Cue(NamedTuple):
    """An expression whose group "name" is a name of a type.

    Attributes:
        pattern: the expression.
        type: of the name.
        listed: the lists of names say how far it goes.
        short: it is one word, and further ones as far as the lists know them.
        rare: a frequent word that is in no list is none.
        given: its last word is in the tagger's lists of persons.
        joined: hyphens join it, and one part is somebody's: "Ricarda-Huch-Gymnasium".
        acronym: it is a few capitals, which count behind what stands before firms, or before what those do.
        own: what may end it if more than ordinary words (the group "own") stand before: "移动网络" is no firm.
    """

    pattern: re.Pattern[str]
    type: str
    listed: bool = False
    short: bool = False
    rare: bool = False
    given: bool = False
    own: tuple[str, ...] = ()
    acronym: bool = False
    joined: bool = False


class LanguageNames:
    """Finds persons beside titles and introductions, and firms beside their legal forms, in ten languages and Arabic.
    `types`: types to look for; persons and organisations by default.
    """

    name = "names of languages"

    def __init__(self, types: Sequence[str] | None = None) -> None:
        self._types = frozenset(types) if types is not None else frozenset({"PERSON", "ORGANIZATION"})

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the names of each text, in code points."""
        return [list(self._found(text)) for text in texts]

    def _found(self, text: str) -> Iterator[Entity]:
        for start, end, language in passages(text):
            if language == "en" or language not in LANGUAGES:
                continue
            for cue in _cues(language):
                if cue.type not in self._types:
                    continue
                for match in cue.pattern.finditer(text, start, end):
                    if _is_doubtful(text, language, cue, match):
                        continue
                    found = _settled(text, language, cue, match)
                    if found is not None and (found := of_its_town(text, found, language)) is not None:
                        yield found._replace(detector=self.name)
            if "ORGANIZATION" in self._types and language in _LETTERED:
                for firm in _firms(text, start, end, language):
                    yield firm._replace(detector=self.name)


def _firms(text: str, start: int, end: int, language: str) -> Iterator[Entity]:
    """The firms of a stretch of text by what is said beside them: where somebody works, the branch of a shop, a bank by
    its short name. What is a place, or ordinary words alone, is none.
    """
    told = expressions("eastern_groups.txt", language)["firm"]
    for match in told.finditer(text, start, end):
        first, last = match.span(match.lastgroup or 0)
        named = text[first:last]
        # Of a closed class, or in quotes, words are names, too.
        sure = (match.lastgroup or "").startswith("k")
        if language in ("zh", "ja"):
            ordinary = is_ordinary_run(named, language)
        else:
            ordinary = all(is_ordinary_word(language, key(word)) for word in named.split())
        if sure or not (ordinary or is_place(named, language)):
            found = of_its_town(text, Entity(first, last, "ORGANIZATION", _SCORE, ""), language)
            if found is not None:
                yield found


def _is_doubtful(text: str, language: str, cue: _Cue, match: re.Match[str]) -> bool:
    """Whether nothing tells that what is joined, or a few capitals, is the name of a firm."""
    if cue.joined:
        return not any(is_persons(language, part) for part in match["name"].split("-")[:-1])
    return cue.acronym and not _is_a_firms(text, language, *match.span("name"))


def _settled(text: str, language: str, cue: _Cue, match: re.Match[str]) -> Entity | None:
    """The name that a cue found: without a word that is none, in Chinese and Japanese as long as the lists say."""
    start, end = match.span("name")
    if language == "zh" and cue.type == "ORGANIZATION" and (party := _PARTY.match(text, start, end)):
        start = party.end()
    if language == "zh" and cue.listed and is_word("zh", text[start : end - 1]) and text[end - 1] in _listed("zh")[0]:
        # "楼下钱阿姨": a word, and a family name behind it.
        start = end - 1
    of_things = bool(cue.own) and match[0].endswith(cue.own) and is_ordinary_run(match["own"], language)
    # "高中同学": whom one went to school with.
    of_things |= language == "zh" and cue.listed and text.startswith("同学", end) and is_word("zh", text[start:end])
    said = bool(cue.own) and language == "zh" and _SAID_OF_FIRM.search(match["own"])
    if of_things or said or (cue.listed and (end := _name_end(language, text, start, end)) <= start):
        return None
    never = _rows()[language].get("never", ())
    if language == "hi" and cue.type == "ORGANIZATION" and not _LIMITED.search(text, start, end):
        # "A good school", "a government hospital" are nobody's.
        last = max((word.end() for word in _NO_FIRM.finditer(text, start, end)), default=start)
        first, _, rest = text[last:end].partition(" ")
        # "A cheque of Uco Bank": what goes before the name is none of it.
        while rest and (first in _COMMON_BEFORE or _is_said("hi", first, rest)):
            last += len(first) + 1
            first, _, rest = rest.partition(" ")
        person = last > start and text.endswith(_FAMILY_TOO, last, end)
        if not rest or person or text[last:end] in _rows()["hi"]["legal"]:
            return None
        start = last
    if language == "hi" and cue.type == "ORGANIZATION":
        # A postposition or a verb ends what stands before the name of a firm.
        start = max((word.end() for word in _NO_FIRM.finditer(text, start, end)), default=start)
    words = text[start:end].split()
    # "Soy del Perú": a country behind its article is nobody.
    country = cue.type == "PERSON" and any(is_country(" ".join(words[first:]), language) for first in (0, 1))
    if not words or words[0] in never or country:
        return None
    if cue.given and not is_persons(language, words[-1]):
        return None
    if cue.rare and words[0] not in _listed(language)[1] and _is_common(language, words[0]):
        return None
    while words[-1] in never:
        end = start + text[start:end].rindex(words.pop())
    office = cue.type == "PERSON" and language not in _LETTERED and _is_office(words, language)
    if cue.short and len(words) > 1:
        # German nouns have capitals too: what follows the first word is part of the name if the lists know it.
        kept = next((index for index, word in enumerate(words[1:], 1) if not _known(language, word)), len(words))
        end = start + len(" ".join(words[:kept]))
    found = _deputy(text, start, end) if office else trim(Entity(start, end, cue.type, _SCORE, ""), text)
    # "Bruni S.r.l. mi deve": where the sentence goes on, the last point is the form's.
    return found._replace(end=end) if found and _FORM_ENDS.match(text, found.end - _FORM) else found


_FIRM_REACH = 48
_ARTICLE = re.compile(r"(?<!\w)(?:der|die|das|le|la|les|l['’]|el|los|il|lo|i|de|het|o|a|os|as)\s?\Z", re.I)


def _is_a_firms(text: str, language: str, start: int, end: int) -> bool:
    """Whether a few capitals are a firm by what stands before ("Mitglied im VdK"), or by what it does ("la ONCE dice"),
    in a text about somebody.
    """
    word = text[start:end]
    if word in _rows()["all"]["no firm"] or is_frequent(language, word.lower()):
        return False
    cues, least = cues_of(language), max(start - _FIRM_REACH, 0)
    told = expressions("bare.txt", language)["told"]
    does = language != "pl" and _ARTICLE.search(text, least, start) is None
    acts = not does and cues.acts.match(text, end) is not None
    before = acts or cues.firm.search(text, least, start) is not None
    return before and re.search(rf"(?<!\w)(?:{told.pattern})(?!\w)", text, re.I) is not None


def _is_said(language: str, first: str, rest: str) -> bool:
    """Whether the first word before the form of a firm is none of its name: ordinary, before a form of one word."""
    named = " " in rest and rest in _rows()[language]["legal"]
    return is_ordinary(language, first) and first not in _OF_THE_STATE and not named


_DEPUTY = re.compile(r"(?:sous|vice|sub|vize)-(?P<of>[^\W\d_]{3,24})", re.IGNORECASE)
_OF_WHAT = frozenset("de du des del della do da dei degli von für van der".split())


def _deputy(text: str, start: int, end: int) -> Entity | None:
    """The office of a deputy that a stretch holds, which lists of jobs do not have."""
    deputy = _DEPUTY.search(text, start, end)
    return None if deputy is None else Entity(*deputy.span(), "JOB_TITLE", _SCORE, "")


def _is_office(words: Sequence[str], language: str) -> bool:
    """Whether what stands behind a title is an office or a small word: "Madame la Directrice", "Señor Notario",
    "Monsieur le Sous-Préfet de Dinan".
    """
    first = next((place for place, word in enumerate(words) if not word.islower()), len(words) - 1)
    office, behind = words[first], words[first + 1 :]
    if behind and not (first and behind[0] in _OF_WHAT):
        return words[-1].islower()
    deputy = _DEPUTY.fullmatch(office)
    alone = office if deputy is None else deputy["of"]
    job = words_of(language).get(fold(alone))
    is_job = job is not None and job.pool == "JOB" and not (deputy is None and is_persons(language, alone))
    named_so = deputy is not None and alone in _rows()[language].get("never", ())
    return words[-1].islower() or is_job or named_so


@cache
def _rows() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    rows: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in _ROWS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, kind, words = line.split("\t")
            rows.setdefault(language, {})[kind] = tuple(words.split("|"))
    return rows


@cache
def _listed(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Family names, and family and given names, of a language."""
    if language in ("ja", "zh"):
        names = names_of(language)
        return names.family, names.family | names.given
    pools = read_native(language)
    family = frozenset(pools["SURNAME"].entries)
    given = (name for kind in ("GIVEN_NAME_FEMALE", "GIVEN_NAME_MALE") for name in pools[kind].entries)
    return family, family | frozenset(given)


def _known(language: str, word: str) -> bool:
    return word in _listed(language)[1] or not word[:1].isupper()


def _name_end(language: str, text: str, start: int, end: int) -> int:
    """Where a Chinese or Japanese name ends that begins with a family name; `start` if none does."""
    family, all_names = _listed(language)
    first = next((size for size in (3, 2, 1) if text[start : start + size] in family), 0)
    if not first:
        return end if text[start:end] in all_names else start
    return end if end - start <= first + (3 if language == "ja" else 2) else start


def _is_common(language: str, word: str) -> bool:
    """Whether a word is a frequent one, or in Hindi one that dictionaries have: "दादा लकड़ी लाए"."""
    names = names_of(language)
    said = language == "hi" and key(word) not in names.given and key(word) not in names.family
    return is_frequent(language, word) or (said and is_ordinary_word(language, key(word)))


def _either(words: Sequence[str]) -> str:
    return alternatives(re.escape(word).replace(r"\ ", r"\s") for word in words)


@cache
def _cues(language: str) -> tuple[_Cue, ...]:
    make = {"Latin": _latin, "Han": _han, "Japanese": _han, "Arabic": _marked, "Devanagari": _marked}
    return tuple(make[LANGUAGES[language].script](language, _rows()[language]))


def _latin(language: str, rows: Mapping[str, tuple[str, ...]]) -> Iterator[_Cue]:
    name = (
        rf"(?P<name>(?>(?:{_PARTICLE}){{0,3}}){_WORD}"
        rf"(?>(?:{_BLANK}(?>(?:{_PARTICLE}){{0,3}}){_WORD}|{_BLANK}[{CAPITALS}]\.(?=\s)){{0,5}}))"
    )
    yield _Cue(re.compile(rf"(?<!\w)(?i:{_either(rows['says'])}),?\s{name}"), "PERSON")
    end = rf"[,.!]?{_BLANK}?(?:\n{_BLANK}{{0,4}}){{1,3}}{name}(?={_BLANK}{{0,4}}(?:[\n,]|$))"
    yield _Cue(re.compile(rf"(?<!\w)(?i:{_either(rows['closing'])}){end}"), "PERSON")
    title = rf"(?:{_either(rows['title'])})"
    yield _Cue(
        re.compile(rf"(?<!\w){title}(?:\s(?:{title}|med\.|jur\.|phil\.)){{0,3}}\s(?:[{CAPITALS}]\.\s)?{name}"),
        "PERSON",
        short=language == "de",
    )
    part = rf"(?:{_WORD}|[{CAPITALS}]{{2,12}})"
    joined = rf"{part}(?:(?:{_BLANK}(?:&|\+|und|et|y|e|i|en|and|de|di|do|da)){{0,1}}{_BLANK}{part}){{0,4}}"
    yield _Cue(re.compile(rf"(?<!\w)(?P<name>{joined},?{_BLANK}(?:{_either(rows['legal'])}))(?!\w)"), "ORGANIZATION")
    if "legal first" in rows:
        yield _Cue(re.compile(rf"(?<!\w)(?P<name>(?:{_either(rows['legal first'])}){_BLANK}{joined})"), "ORGANIZATION")
    # The kind of an institution and its name, or its town: "école Jules-Verne", "universidad de Burgos".
    of = r"(?:am|an der|im|in der|zum|zur|van het|'t|nr|im\.|pod|św\.)\s"
    saint = r"(?:de |di |van de |da |w )?(?=San |Sant|São |Saint|Sint|Nossa |Notre|Nuestra |Virgen |św\.)"
    town = (
        r"(?:de la |de los |de las |de |del |du |des |d['’]|di |della |dell['’]|do |da |dos |das |van de |van |w |we )?"
    )
    joined = rf"(?:[ -](?:(?:de la|du|des|y|e|et|del|dos) )?{part}){{0,3}}"
    # "Szkoła Podstawowa nr 4"; in "urząd w Opolu 8 stycznia" a day follows.
    number = (
        r"(?:\snr\s[0-9]{1,4}|\s[0-9]{1,3}(?![0-9])(?!\s(?:styc|lut|mar|kwie|maj|czer|lip|sier|wrze|paźd|list|grud)))?"
        if language == "pl"
        else ""
    )
    place = r"(?!(?:am|an der|im|in der|zum|zur) (?:Nähe|Stadt|Innenstadt|Gegend|Umgebung|Regel|Woche|Zeit|Straße)\b)"
    before = f"{place}(?:{of}|{saint})?" if language == "de" else f"(?:{of}|{saint}|{town})?"
    named = rf"(?:{before}[\"„“«]?(?:św\. )?{part}{joined}{number}|nr\s[0-9]{{1,4}})"
    few = r"(?<![\w.@/#-])(?P<name>[A-ZÄÖÜ][A-ZÄÖÜa-z]?[A-ZÄÖÜ]{1,4})(?![\w@/-]|\.\w| [A-Z]{2})"
    yield _Cue(re.compile(few), "ORGANIZATION", acronym=True)
    kind = rf"(?:{_either(rows['institution'])})"
    if language == "de":
        # "Carl-von-Basedow-Klinikum"
        parts = r"(?:[A-ZÄÖÜ][\wäöüß.]{1,24}-(?:(?:von|vom|der|zu|van|de)-){0,2}){1,3}"
        kinds = f"{_either(rows['institution'])}|Schule|Werke?|Haus|Heim|Zentrum|Stiftung|Institut|Akademie|Kolleg"
        whole = rf"(?<![\w-])(?P<name>{parts}(?:{kinds}|Museum|Kirche|Halle|Bad))(?![\w-])"
        yield _Cue(re.compile(whole), "ORGANIZATION", joined=True)
    kind = rf"(?:[A-ZÄÖÜ][\wäöüß-]{{1,30}}-)?{kind}" if language == "de" else rf"(?i:{kind})"
    yield _Cue(re.compile(rf"(?<!\w)(?P<name>{kind}{_BLANK}{named})"), "ORGANIZATION")


def _han(language: str, rows: Mapping[str, tuple[str, ...]]) -> Iterator[_Cue]:
    letter, kana = "\u4e00-\u9fff々〆ヶ", "\u30a1-\u30fa\u30fc"
    spaced = rf"[{letter}]{{1,4}}[ 　]?(?:(?!です|と)[{letter}\u3041-\u3096]){{1,3}}|[{letter}]{{2,4}}|[{kana}]{{2,8}}"
    end = r"(?=[\s,，。、;；!！(（\n]|$)" if language == "zh" else r"(?=[\s、。,(（\n]|です|と|$)"
    yield _Cue(
        re.compile(
            rf"(?:{_either(rows['says'])})\s?(?:{'叫|是' if language == 'zh' else '　'})?(?P<name>{spaced}){end}"
        ),
        "PERSON",
        listed=True,
    )
    before = rf"(?<![{letter}{kana if language == 'ja' else ''}])"
    if language == "ja":
        yield _Cue(
            re.compile(rf"{before}(?P<name>[{letter}]{{1,6}}|[{kana}]{{2,8}})(?={_either(rows['behind'])})"),
            "PERSON",
            listed=True,
        )
    else:
        yield _Cue(
            re.compile(
                rf"(?:{before}|(?<=[和与给找请问让叫跟对同是的,，]))(?P<name>[{letter}]{{1,3}}?)"
                rf"(?={_either(rows['behind'])}|{_FAMILIAR})"
            ),
            "PERSON",
            listed=True,
        )
    inside = HAN if language == "zh" else letter + kana + "・"
    free = rf"(?:(?![{_BEFORE_FIRM}])[{inside}A-Za-z0-9])"
    yield _Cue(re.compile(rf"(?P<name>{free}{{2,16}}?(?:{_either(rows['legal'])}))"), "ORGANIZATION")
    # A run of one script and an ending; in Chinese, where a sign or a particle stands before it.
    run = (
        rf"[{letter}]{{1,5}}|[{kana}]{{2,10}}|[\u3041-\u3096]{{1,3}}(?!の)[\u3041-\u3096]"
        if language == "ja"
        else rf"(?:(?![{_BEFORE_FIRM}叫家还我你他有要去送写别住看没])[{letter}]){{2,5}}?"
    )
    start = (
        rf"(?<![{letter}{kana}])" if language == "ja" else rf"(?:^|(?<=[\s,，。:：、;；（(“\"{_BEFORE_FIRM}叫考家]))"
    )
    ending = rf"(?:{_either(rows['firm'])})"
    common = rf"(?!(?:{_either(rows['not a firm'])}){ending}|{ending})"
    yield _Cue(re.compile(rf"{start}{common}(?P<name>(?P<own>{run}){ending}{{1,2}})"), "ORGANIZATION", own=_GOODS)
    # The branch of a bank, whose town is part of its name; the firm that somebody rents from or works for.
    bank, branch = (
        ("银行", "支行|分行|营业部|分理处") if language == "zh" else ("銀行|信用金庫|信用組合", "支店|出張所|本店")
    )
    yield _Cue(
        re.compile(
            rf"(?P<name>(?:(?:(?![{_BEFORE_FIRM}户行致])[{letter}]){{2,6}}(?:{bank})|[工建农招交中]行)[{letter}]{{1,10}}?(?:{branch}))"
        ),
        "ORGANIZATION",
    )
    if language == "ja":
        yield _Cue(
            re.compile(
                rf"(?:管理会社|不動産屋|不動産会社|勤務先|勤め先|取引先|派遣会社|派遣元)の(?P<name>[{kana}]{{3,12}}[{letter}]{{0,4}})(?=に|へ|から|が|は|の|で|、|。)"
            ),
            "ORGANIZATION",
        )
    if "legal first" in rows:
        yield _Cue(
            re.compile(
                rf"(?P<name>(?:{_either(rows['legal first'])})"
                rf"(?:[{letter}]{{2,8}}|[{kana}・]{{2,16}}|[\u3041-\u3096]{{2,4}}[{letter}]{{1,4}}|[A-Za-z0-9&.]{{2,20}}))"
            ),
            "ORGANIZATION",
        )


def _marked(language: str, rows: Mapping[str, tuple[str, ...]]) -> Iterator[_Cue]:
    """Scripts without capitals: one word behind a cue, two where the second is in a list."""
    letters = _LETTERS[LANGUAGES[language].script]
    word = rf"[{letters}]{{2,20}}+"
    listed = _either([name for name in _listed(language)[1] if len(name) > 1])
    article = rf"|ال[{letters}]{{2,18}}+" if language == "ar" else ""
    name = rf"(?P<name>{word}(?:{_BLANK}(?:(?:{listed})(?![{letters}]){article})){{0,3}})"
    label = rf"(?:{_either(rows['label'])})\s?:{_BLANK}?"
    end = rf"(?={_BLANK}{{0,4}}(?:[\n,،।.(/|؛–-]|$))"
    yield _Cue(re.compile(rf"(?<![{letters}]){label}(?P<name>{word}(?:{_BLANK}{word}){{0,4}}){end}"), "PERSON")
    yield _Cue(re.compile(rf"(?<![{letters}])(?:{_either(rows['says'])})\s(?:هو\s|هي\s)?{name}"), "PERSON")
    title = rf"(?:{_either(rows['title'])})"
    yield _Cue(re.compile(rf"(?<![{letters}])[ولب]?{title}(?:\s{title}){{0,2}}\s{name}"), "PERSON", rare=True)
    if language == "hi":
        # A frequent word, too: "Mr Saffron" is asked.
        yield _Cue(re.compile(rf"(?<![{letters}])(?:श्री|श्रीमती|सुश्री)\s{name}(?=\s(?:को|ने|से)(?![{letters}]))"), "PERSON")
    if "behind" in rows:
        yield _Cue(
            re.compile(
                rf"(?<![{letters}])(?P<name>(?:{listed})(?:\s(?:{listed})){{0,2}})\s(?:{_either(rows['behind'])})(?![{letters}])"
            ),
            "PERSON",
        )
    if "legal" in rows:
        yield _Cue(
            re.compile(
                rf"(?<![{letters}])(?P<name>(?:(?:डॉ|पं|प्रो|स्व)\.\s)?{word}(?:\s{word}){{0,2}}\s(?:{_either(rows['legal'])}))"
                rf"(?![{letters}])"
            ),
            "ORGANIZATION",
        )
    if language == "ar":
        # Who is called, and who is named after a child: "O Karim", "the mother of Karim".
        called = rf"(?:{_either(rows['called'])})\s(?P<name>{word})"
        yield _Cue(re.compile(rf"(?<![{letters}]){called}"), "PERSON", given=True)
        child = rf"(?P<name>(?:أم|ام|أبو|ابو|أبي)\s{word})"
        yield _Cue(re.compile(rf"(?<![{letters}])[ولب]?{child}"), "PERSON", given=True)
        # "The company of Tigris for food industry": what a firm does has an article or the particle "for".
        firm = rf"(?:{_either(rows['legal first'])})\s(?!(?:{_OF_THINGS})(?![{letters}]))"
        first = rf"{firm}{word}(?:\s(?:لل|ال)[{letters}]{{2,18}}+){{1,4}}(?:\sذ\.م\.م)?"
        yield _Cue(re.compile(rf"(?<![{letters}])(?P<name>{first})"), "ORGANIZATION")
