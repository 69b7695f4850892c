"""Names of persons in Chinese and Japanese by lists, where what stands around them tells where they begin and end.

Chinese without a cue is divided: it has no spaces, and characters of names are parts of words, too: 高兴 is "glad", and
高兴国 may be somebody. So a run of Han characters is divided into words and names such that the sum of costs, negative
logarithms of rough probabilities, is least. Words have their order of frequency from the vocabulary of the tagger,
names the counts of family names and of characters in the lists of names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import inf, log

from dp_gateway.detection.languages.given_names import is_full_name, names_of
from dp_gateway.detection.languages.ordinary import is_ordinary_word, is_place
from dp_gateway.detection.languages.tagger import frequency_band, is_frequent, is_word

_HAN = "\u3005\u3400-\u9fff"
# Chinese: who somebody is, before the name; what follows a name.
_WHO = (
    "女儿|儿子|姐姐|哥哥|妹妹|弟弟|姐夫|嫂子|老公|老婆|丈夫|妻子|爱人|对象|男朋友|女朋友|男友|女友|未婚夫|未婚妻|前夫|前妻|同事|朋友|室友|闺蜜|同学|邻居|老板|领导|上司|"
    "孙子|孙女|外孙|外孙女|侄子|侄女|外甥|外甥女|表姐|表哥|表弟|表妹|堂姐|堂哥|堂弟|堂妹|父亲|母亲|爸爸|妈妈|爷爷|奶奶|外公|外婆|岳父|岳母|公公|婆婆|叔叔|舅舅|姑姑|姨妈|儿媳|女婿|"
    "客户|学生|患者|病人|房东|租客|联系人|收件人|寄件人|收货人|持卡人|经办人|负责人|户主|业主|司机|保姆|月嫂|护工|当事人|被告|原告|申请人|投保人|被保险人|乘客|旅客|监护人|户名|家长|姓名|名字|本人|旅伴|学员|职工|员工|店主|车主|机主|卡主|户主|号主|护士|助产士|教练|房客|队友|"
    "产权人|权利人|承租人|出租人|报案人|报警人|证人|收款人|付款人|借款人|出借人|担保人|法人|法定代表人|嫌疑人|班主任|主治医生|医生|律师|经理|主任|孩子|宝宝|徒弟|师傅|搭档|合伙人|亲戚|网友|老乡"
)
_BOUNDARY = (
    '(?=[，。,.、；;：:！!？?（()）\\s0-9“”"]|$|和|与|及|的|说|在|是|今年|明年|现在|目前|想|要|昨天|今天|明天|昨晚|上|从|已|因|给|把|被|也|都|就|又|才|快|会|能|发|来|去|打|跟|先生|女士|'
    "小姐|老师|医生|阿姨|叔叔|一起|住|得|患|请|不|没|有|让|对|向|将|于|还|很|最|准备|正在|刚|叫|出生|考|申请|收到|签|借|欠|转)"
)
_SAID = (
    "(?:我是|我叫|他叫|她叫|名叫|叫做|叫作|小名叫?|本名|真名|名字叫|名字是|我们叫(?:他|她)|就叫|人叫|是叫|[一-龯]叫)"
)
_NO_NAME = tuple(
    "什么 我们 你们 他们 她们 自己 大家 不是 没有 一个 这个 那个 外卖 出租 车来 救护 先生 女士 老师 "
    "医生 经理 主任 师傅 阿姨 同学 家人 老人 孩子 宝宝 客服 中介 物业 前台 房东 "
    "爷爷 奶奶 外公 外婆 姥姥 姥爷 哥哥 弟弟 姐姐 妹妹 叔叔 舅舅 姑姑 婆婆 公公".split()
)
_PET = re.compile(f"(?:{_WHO})(?:叫|小名|：|:)?(?P<name>(?P<a>[{_HAN}])(?P=a))")
_DOUBLED = re.compile(f"(?:^|[，。！？、；：\\s])(?P<name>(?P<a>[{_HAN}])(?P=a))(?=[{_HAN}、])")
_PARENT = re.compile(f"(?<![{_HAN}])(?P<name>[{_HAN}]{{2}})(?=妈妈|爸爸|奶奶|爷爷|家长)")
_TO_PARENT = re.compile(f"(?:给|找|问|跟|和|@|转给)(?P<name>[{_HAN}]{{2}})(?=妈妈|爸爸|奶奶|爷爷|家长)")
_NO_CHILD = frozenset(
    "奶奶 外婆 姥姥 哥哥 弟弟 姐姐 妹妹 叔叔 舅舅 姑姑 宝宝 "
    "好好 婆婆 公公 太太 常常 天天 人人 个个 刚刚 偷偷 慢慢 爸爸 妈妈 爷爷 多多 小小 小学 小区".split()
)
_AND_ANOTHER = re.compile("[和与跟][小阿老]")
_NEXT = re.compile(f"[、](?P<name>[{_HAN}]{{2,3}})(?=[、，。；,\\s]|和|等|$)")
_PLACES = frozenset("湖县镇区寺村州省洞寨沟峡塔庙宫")
# "包里", "黄狗": inside of something, and an animal by its colour.
_INSIDE = frozenset("里狗猫鸡鸭")
_LEAST_GIVEN, _RARE = 2, 3
_IS_HAN = re.compile(f"[{_HAN}]")
_BEFORE = frozenset("和与跟给找请问让叫对被把是由向从替帮及的说到于为")
_PARTICLES = frozenset("和于时从连向")
_AFTER = frozenset("和与的说在是把被给也都就又才想要去来到从对跟将已不没有会能为向等于住先女欠转打发问")
# Japanese: a family name and a given one, one with respect, one that somebody says.
_KANA = "\u3041-\u3096\u30a1-\u30fa\u30fc"
_JA_WHO = (
    "娘|息子|妻|夫|母|父|姉|兄|弟|妹|孫|友人|友達|同僚|上司|部下|先輩|後輩|彼氏|彼女|担当|担当者|名義|患者|生徒|隣|隣人|主治医|姪|甥|従兄弟|従姉妹|いとこ|祖母|祖父|叔母|伯母|叔父|伯父|"
    "婚約者|主人|旦那|長男|次男|三男|長女|次女|三女|大家|契約者|代表|店長|院長|部長|課長|社長|先生|弁護士|医師|助産師|税理士|税務士"
)
_HONOUR = re.compile("(?:先生|様|さん|くん|君|氏|殿)\\Z")
_JA_END = "(?=が|は|も|を|に|と|の|で|です|より|から|宛|へ|、|。|,|（|\\(|\\s|$|さん|様|くん|君|ちゃん|先生|氏|殿)"


_FAMILY_ALONE = re.compile(f"(?<![{_HAN}ヶ])(?P<name>[{_HAN}]{{2,3}})(?=が|は|も|に(?!て)|と(?!し)|から|へ|より)")
_CHILD = re.compile(
    "(?<![\u3041-\u3096])(?!お|あか|とう|かあ|じい|ばあ|にい|ねえ|いぬ|ねこ|わん)(?P<name>[\u3041-\u3096]{2,4}?)"
    "(?=ちゃん|くん(?![でだなじかす]))"
)


def names_in_runs(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    """Find the names of a stretch of Chinese or Japanese text. `language`: "zh" or "ja"."""
    counts = _is_chinese if language == "zh" else _is_japanese
    found = [
        match.span("name")
        for pattern, sure in _cues(language)
        for match in pattern.finditer(text, start, end)
        if counts(match["name"], sure=sure)
    ]
    if language == "zh":
        found += divided_names(text, start, end)
        found += _short_names(text, start, end)
        found += _pet_names(text, start, end)
        # "小陈和阿强" are two.
        found = [one for one in found if not _AND_ANOTHER.search(text, *one)]
        yield from _in_row(text, found, end)
    else:
        yield from _alone(text, start, end)
    yield from found


@cache
def _cues(language: str) -> tuple[tuple[re.Pattern[str], bool], ...]:
    """Expressions with the group "name", and whether what stands around it tells enough of a person."""
    if language == "zh":
        name = f"(?P<name>[{_HAN}]{{2,4}}?)"
        return (
            (re.compile(f"(?:{_WHO})(?:叫|是|：|:|为)?{name}{_BOUNDARY}"), True),
            (re.compile(f"{_SAID}(?P<name>[{_HAN}·]{{2,6}}?)(?=[，。,.、；！（(\\s]|$)"), True),
            (re.compile(f"(?:^|[，。、！？\\s：:])(?P<name>[{_HAN}]{{2,4}})(?=[，,：:！!]|$)"), False),
            (
                re.compile(
                    f"(?:[和与跟给找问请让叫对替帮]|我是)(?P<name>[小阿老][{_HAN}]|[{_HAN}]{{2,3}}?)(?=[，。,、！]|$|说|一起|的|打|发|借|要|去|来|在|早|快|先)"
                ),
                False,
            ),
        )
    letters = f"[{_HAN}ヶ]"
    return (
        (
            re.compile(
                f"(?<![{_HAN}ヶ])(?P<name>{letters}{{1,4}}[ 　](?:{letters}{{1,3}}?|"
                f"[{_KANA}]{{2,5}}))(?:(?![{_HAN}ヶ])|(?=先生|様|氏|君|殿))"
            ),
            False,
        ),
        (re.compile(f"(?<![{_HAN}ヶ])(?P<name>{letters}{{3,6}}){_JA_END}"), False),
        (
            re.compile(
                f"(?:{_JA_WHO})(?:の|は|、|：|:)?(?P<name>{letters}{{2,6}}|{letters}{{1,3}}[{_KANA}]{{2,3}}|[{_KANA}]{{2,6}}){_JA_END}"
            ),
            True,
        ),
        (
            re.compile(
                f"(?:^|[、。！!\\n])(?P<name>{letters}{{2,6}})(?=です|と申|と言|といい|だよ|より|ですが|だけど)"
            ),
            True,
        ),
        (
            re.compile(
                f"(?:こと|私|僕|俺|私は|僕は|名前は|名は)(?P<name>{letters}{{2,6}}|[{_KANA}]{{2,5}})(?=です|と申|と言|といい|だ)"
            ),
            True,
        ),
    )


def _alone(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Family names that are no other word before a particle, and what children are called: "中島から", "りなちゃん"."""
    family = names_of("ja").family
    for match in _FAMILY_ALONE.finditer(text, start, end):
        name = match["name"]
        if name in family and not (is_frequent("ja", name) or is_ordinary_word("ja", name) or is_place(name, "ja")):
            yield match.span("name")
    for match in _CHILD.finditer(text, start, end):
        if not is_ordinary_word("ja", match["name"]):
            yield match.span("name")


def _short_names(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Chinese names of two characters that share none with a word, behind a sign or a particle: "给周敏回个邮件"."""
    names = names_of("zh")
    for at in range(start, end - 1):
        name = text[at : at + _LEAST_GIVEN]
        if (
            (name in names.given or (name[0] in names.family and name[1] in names.characters))
            and name[1] not in _INSIDE
            and (at == start or text[at - 1] in _BEFORE or not _IS_HAN.match(text[at - 1]))
            and _ends(text, at + _LEAST_GIVEN, end)
            and _is_free(text, at, at + _LEAST_GIVEN, start, end)
        ):
            yield at, at + _LEAST_GIVEN


def _pet_names(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What a child is called at home: "我妹妹圆圆", "婷婷要结婚了"."""
    for match in _PET.finditer(text, start, end):
        if match.end() <= end and not is_frequent("zh", match["name"]) and match["name"] not in _NO_CHILD:
            yield match.span("name")
    for pattern in (_PARENT, _TO_PARENT):
        for match in pattern.finditer(text, start, end):
            name, names = match["name"], names_of("zh")
            child = name[0] == name[1] or name[0] == "小" or name in names.given
            word = name[0] != name[1] and (is_ordinary_word("zh", name) or is_frequent("zh", name))
            if child and not word and name not in _NO_CHILD:
                yield match.span("name")
    for match in _DOUBLED.finditer(text, start, end):
        name = match["name"]
        often = frequency_band("zh", name) or _RARE
        listed = name[0] in names_of("zh").characters and name not in _NO_CHILD
        if listed and often >= _RARE and not is_ordinary_word("zh", name):
            yield match.span("name")


def _in_row(text: str, found: Sequence[tuple[int, int]], end: int) -> Iterator[tuple[int, int]]:
    """Chinese names in a row behind one that was found, be they words, too: "王芳、高兴"."""
    family = names_of("zh").family
    for _, behind in found:
        at = behind
        while (match := _NEXT.match(text, at, end)) is not None and match["name"][0] in family:
            yield match.span("name")
            at = match.end("name")


def _is_free(text: str, at: int, behind: int, start: int, end: int) -> bool:
    """Whether no word begins or ends inside a stretch of two characters, and it is none itself."""
    return not (
        _is_word(text[at:behind])
        or is_ordinary_word("zh", text[at:behind])
        or (at > start and _is_word(text[at - 1 : at + 1]))
        or (behind < end and _is_word(text[behind - 1 : behind + 1]))
    )


@lru_cache(maxsize=4096)
def _is_word(word: str) -> bool:
    return is_word("zh", word)


def _is_particle(name: str) -> bool:
    """Whether a name begins with a particle before a word: "and friendship" is like somebody of the family He."""
    return name[0] in _PARTICLES and (_is_word(name[1:]) or is_ordinary_word("zh", name[1:]))


def _ends(text: str, at: int, end: int) -> bool:
    """Whether a name may end here: before a sign, a particle or a word."""
    return at >= end or text[at] in _AFTER or not _IS_HAN.match(text[at]) or _is_word(text[at : at + 2])


def _is_chinese(name: str, *, sure: bool) -> bool:
    """Whether Chinese characters are a name: a listed one, or a family name and characters of given names."""
    names = names_of("zh")
    # "爷爷奶奶", "给房东": who somebody is, and what is often said.
    often = is_frequent("zh", name) and (not sure or is_ordinary_word("zh", name))
    if often or name.endswith(_NO_NAME):
        return False
    if name in names.given:
        return True
    first = next((size for size in (2, 1) if name[:size] in names.family), 0)
    rest = name[first:]
    if _is_particle(name) or (not sure and name[-1] in _PLACES) or (len(rest) == 1 and rest in _INSIDE):
        return False
    if first and len(rest) in (1, _LEAST_GIVEN) and not is_frequent("zh", name):
        return rest in names.given or all(char in names.characters for char in rest) or (sure and len(rest) > 1)
    if name[0] in "小阿" and len(name) == _LEAST_GIVEN:
        return name[1] in names.characters and not is_frequent("zh", name)
    return sure and "·" in name


def _is_japanese(name: str, *, sure: bool) -> bool:
    """Whether Japanese letters are a name: a family and a given one, or one of them where a person is spoken of."""
    names = names_of("ja")
    if _HONOUR.search(name):
        return False
    family, blank, given = name.replace("　", " ").partition(" ")
    if blank:
        return (family in names.family and not is_frequent("ja", family)) or (
            given in names.given and len(given) >= _LEAST_GIVEN
        )
    if is_full_name(name):
        return sure or not is_frequent("ja", name)
    return sure and (name in names.family or name in names.given) and not is_frequent("ja", name)


_RUN = re.compile("[\u3005\u3400-\u9fff]{2,200}")
_LONGEST = 4
_BAND_COSTS = (6.5, 9.4, 10.9, 12.0, 13.0)
"""Costs of words by their order of frequency: a word of rank 100 is about e^-6.5 of a text."""
_PLACE, _RARE_WORD, _UNKNOWN = 12.5, 14.5, 14.0
_ALONE = 1.0
"""A character that is a family name, too, is a word by itself less often."""
_NEWS, _SHORT, _FAMOUS = 3, 2, (16.5, 25.0)
"""From which band on a word that no dictionary has may be somebody of the news, and up to which cost as a name, of two
characters and of more."""
_PERSON = 4.6
"""One word in a hundred of everyday text is a person's name."""
_GIVEN = {1: 1.2, 2: 0.4}
_DEAREST = 36.0
_UNLISTED, _RARE_FAMILY = 12.0, 8.0
_SELDOM, _OFTEN, _GOES_ON = 8.0, 1, 2.5
"""From which cost on a character of given names is a seldom one, and what it costs more where it is a frequent word."""
_COMMON_FAMILY = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖"
    "石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常"
)
"""The hundred most frequent family names, about in that order; our own list."""
_NOT_GIVEN = re.compile("[姐哥叔姨婶嫂总县镇省区寺湖洞语军]|.一")
_CUE_BEFORE = frozenset("和与跟给找请问让叫对被把是由向从替帮听借欠劝骂陪等")
_CUE_BEHIND = frozenset("说在的是把被给也都就又才想要去来到从对跟将已不没有会能向住先打发问家因和与")
_PLACE_BEHIND = frozenset("湖山县镇区寺村河语军州市府省岛港江桥路街峰乡科属洞寨湾沟峡塔庙宫")
_CUE, _OF_PLACE = 1.5, 5.0


def divided_names(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Find the names of a stretch of Chinese text in simplified characters."""
    for run in _RUN.finditer(text, start, end):
        yield from _divided(run[0], run.start())


def _divided(run: str, offset: int) -> Iterator[tuple[int, int]]:
    """The names of the cheapest division of a run of characters."""
    size = len(run)
    names = {
        (at, at + length): cost + _beside(run, at, at + length)
        for at in range(size - 1)
        if run[at] in _first_characters()
        for length in range(2, min(_LONGEST, size - at) + 1)
        if (cost := _name_cost(run[at : at + length])) < _DEAREST
    }
    if not names:
        return
    costs, steps = [0.0] + [inf] * size, [0] * (size + 1)
    for at in range(size):
        before = costs[at]
        for behind in range(at + 1, min(at + _LONGEST, size) + 1):
            word, name = _word_cost(run[at:behind]), names.get((at, behind), inf)
            cost, step = (name, at - behind) if name < word else (word, behind - at)
            if before + cost < costs[behind]:
                costs[behind], steps[behind] = before + cost, step
    at = size
    while at:
        step = steps[at]
        if step < 0:
            yield offset + at + step, offset + at
        at -= abs(step)


def _beside(run: str, at: int, behind: int) -> float:
    """What a name costs more or less for the characters beside it."""
    cost = -_CUE if at == 0 or run[at - 1] in _CUE_BEFORE else 0.0
    if behind == len(run) or run[behind] in _CUE_BEHIND:
        return cost - _CUE
    return cost + _OF_PLACE if run[behind] in _PLACE_BEHIND else cost


@lru_cache(maxsize=16_384)
def _word_cost(word: str) -> float:
    band = frequency_band("zh", word)
    if len(word) == 1:
        family = _ALONE if band and word in _counts()[0] else 0.0
        return _UNKNOWN if band is None else _BAND_COSTS[band] + family
    place = is_place(word, "zh")
    # Of all that is no word one in a hundred counts as an ordinary one, too many of four characters.
    known = place or (len(word) < _LONGEST and is_ordinary_word("zh", word))
    if band is None:
        return _PLACE if place else _RARE_WORD if known else inf
    famous = band >= _NEWS and not known and _name_cost(word) < _FAMOUS[len(word) > _SHORT]
    return _RARE_WORD if famous else _BAND_COSTS[band]


@lru_cache(maxsize=16_384)
def _name_cost(name: str) -> float:
    family = _counts()[0]
    size = 2 if len(name) > max(_GIVEN) and name[:2] in family else 1
    given = name[size:]
    if name[:size] not in family or len(given) not in _GIVEN or given in _INSIDE or _NOT_GIVEN.search(given):
        return inf
    return _PERSON + family[name[:size]] + _GIVEN[len(given)] + sum(map(_given_cost, given))


@cache
def _first_characters() -> frozenset[str]:
    return frozenset(name[0] for name in _counts()[0])


@lru_cache(maxsize=4096)
def _given_cost(character: str) -> float:
    listed = _counts()[1].get(character, _UNLISTED)
    # "程远离婚", "任泉家": a frequent word goes on with the sentence.
    band = frequency_band("zh", character)
    return listed if listed < _SELDOM or band is None or band > _OFTEN else max(listed, _BAND_COSTS[band] + _GOES_ON)


@cache
def _counts() -> tuple[dict[str, float], dict[str, float]]:
    """Costs of family names and of characters of given names."""
    names = names_of("zh")
    family = dict.fromkeys(names.family, _RARE_FAMILY)
    # The frequency of a name falls with its rank, as that of words does.
    family.update((name, log(rank + 3) + 1.6) for rank, name in enumerate(_COMMON_FAMILY, 1))
    counts = Counter("".join(name for name in names.given if len(name) in _GIVEN))
    counts.update(dict.fromkeys(names.characters, 1))
    whole = sum(counts.values())
    return family, {one: log(whole / count) for one, count in counts.items()}
