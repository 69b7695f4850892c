"""Names of persons in Chinese text without a cue beside them, by the most probable division of the text into words.

Chinese has no spaces, and characters of names are parts of words, too: 高兴 is "glad", and 高兴国 may be somebody. So a
run of Han characters is divided into words and names such that the sum of costs, negative logarithms of rough
probabilities, is least; `listed_runs` asks for the names of that division. Words have their order of frequency from the
vocabulary of the tagger, names the counts of family names and of characters in the lists of names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from math import inf, log

from dp_gateway.detection.languages.given_names import names_of
from dp_gateway.detection.languages.ordinary import is_ordinary_word, is_place
from dp_gateway.detection.languages.tagger import frequency_band

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
    """The names of a stretch of Chinese text in simplified characters.

    Args:
        text, start, end: the whole text and the stretch.
    """
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
        for behind in range(at + 1, min(at + _LONGEST, size) + 1):
            word, name = _word_cost(run[at:behind]), names.get((at, behind), inf)
            if costs[at] + min(word, name) < costs[behind]:
                costs[behind] = costs[at] + min(word, name)
                steps[behind] = at - behind if name < word else behind - at
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
    if name[:size] not in family or len(given) not in _GIVEN or _NOT_GIVEN.search(given):
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
