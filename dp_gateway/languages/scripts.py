"""Scripts: which letters speak for which languages, and where a text leaves the Latin letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

CAPITALS = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĪİŁŃŇŐŒŘŚŞŠŤŪŮŰŸŹŻŽ"
"""Capitals of languages in Latin letters, for a class of characters in an expression."""

_RANGES: tuple[tuple[str, str], ...] = (
    ("Han", "\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"),
    ("kana", "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f"),
    ("Arabic", "\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc"),
    ("Devanagari", "\u0900-\u0963\u0971-\u097f"),
    ("Cyrillic", "\u0400-\u052f"),
    ("el", "\u0370-\u03ff\u1f00-\u1fff"),
    ("he", "\u05d0-\u05f2"),
    ("th", "\u0e01-\u0e4e"),
    ("ko", "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"),
    ("hy", "\u0531-\u0587"),
    ("ka", "\u10a0-\u10ff"),
    ("bn", "\u0980-\u09e5\u09f0-\u09fe"),
    ("pa", "\u0a00-\u0a65\u0a70-\u0a7f"),
    ("gu", "\u0a80-\u0ae5\u0af0-\u0aff"),
    ("ta", "\u0b80-\u0be5"),
    ("te", "\u0c00-\u0c65"),
    ("kn", "\u0c80-\u0ce5"),
    ("ml", "\u0d00-\u0d65"),
    ("si", "\u0d80-\u0ddf"),
    ("lo", "\u0e81-\u0ecd"),
    ("bo", "\u0f40-\u0fbc"),
    ("my", "\u1000-\u103f"),
    ("am", "\u1200-\u137f"),
    ("km", "\u1780-\u17d3"),
)
_ALL = "".join(ranges for _, ranges in _RANGES)
_RUNS = re.compile("|".join(f"([{ranges}]+)" for _, ranges in _RANGES))
_LETTERS = re.compile(f"[{_ALL}]+")

RUN = re.compile(rf"[{_ALL}](?>(?:[{_ALL}\u064b-\u0669\u06f0-\u06f9\u0964-\u096f]|[\W\d_](?!\n)){{0,2000}})")
"""Letters of other scripts than Latin with what is no letter between and behind them, within one line."""

_UNSPACED = re.compile(
    f"[{''.join(ranges for name, ranges in _RANGES if name in ('Han', 'kana', 'th', 'lo', 'my', 'km', 'bo'))}]"
)
_ALPHABETS = "\u0370-\u052f\u1f00-\u1fff"
_AMONG_LATIN = re.compile(rf"(?<=[A-Za-z])[{_ALPHABETS}]{{1,9}}|[{_ALPHABETS}]{{1,9}}(?=[A-Za-z])|\b[\u0370-\u03ff]\b")

_OWN = {
    "Arabic": ((2, "fa ur", "پچژگی\u06cc\u06a9"), (4, "ur", "ٹڈڑےںہھۓ"), (2, "ar", "\u064a\u0643ةىأإؤئ")),
    "Cyrillic": ((3, "uk", "іїєґІЇЄҐ"), (3, "sr", "јљњћђџЈЉЊЋЂЏ"), (1, "ru", "ыэёЫЭЁ"), (0.6, "bg", "ъщЪЩ")),
    "Devanagari": ((3, "mr", "ळऱ"),),
}
_ENDINGS = {"mr": re.compile(r"(?:च्या|ांनी|ातील|ाचा|ाची|ाचे|ांचा|ांची|ांचे|ामध्ये|ासाठी|ाला|ावर|ून)(?!\S)")}
_WORDS = {
    "Cyrillic": (
        ("bg", "се ще че са съм като беше този тази които който също"),
        ("ru", "что это как его она был не только было они для уже или когда"),
        ("uk", "що це та як його вона був від для або коли щоб також він"),
        ("sr", "је су од који која као више што"),
    ),
    "Devanagari": (
        ("mr", "आहे आणि आहेत नाही मी माझे माझी माझा च्या मध्ये होते होता झाले करून तुम्ही हे"),
        ("ne", "छ छन् हो गर्न भएको भएका पनि मेरो हुन् गरेको लागि थियो यो तपाईं"),
        ("hi", "है हैं में के का की से को और ने पर मैं मेरा मेरी था थी हूँ हूं नहीं यह कि नाम पता संख्या जिला"),
    ),
    "Arabic": (
        ("fa", "در که از است این را به برای من با هست می"),
        ("ur", "ہے میں کے کا کی سے کو اور نے ہیں پر"),
        ("ar", "من في على إلى أن هذا هذه التي الذي مع عن لا"),
    ),
}
_DEFAULT = {"Arabic": "ar", "Devanagari": "hi", "Cyrillic": "ru"}
_OTHERS = {"Arabic": ("ar", "fa", "ur"), "Devanagari": ("hi", "mr", "ne"), "Cyrillic": ("ru", "uk", "bg", "sr")}
# Letters of Japan that China writes otherwise, and frequent ones of China that Japan does (wordfreq).
_JAPANESE = frozenset(
    "々円区県様沢辻込働峠畑桜広伝駅気図経営売対応検査団実収歳総続読転辺関斎渋児郷鉄変発験険浜黒戸塩巻帰拝枠権毎荘薬蔵覚観訳遅銭闘雑頼髪齢歯労楽払抜拡滝焼瀬稲穂縁芸覧譲隠顔騒鶏処徴恵桟"
)
_CHINESE = frozenset(
    "们这吗呢吧么说过还没给让谁哪您她时间东车门关电话号银证华见长张陈刘杨赵黄吴孙马罗请谢贵发为个对你后现开经动业进实样什些很从问种员产已网场应题资计两该认怎结总务斯统战做设变报爱论组权选议它运记决联视处站"
    "导传术强图规划亚领际单头尔达队历书广几带游办觉义师专类约团儿调德乐许确气难收语线则济听价标举续况备观质钱查费转较众风啊创织亲识离欢护连节获增孩项构农边步赛跟杀击响职找试须态县纪复戏显维责买环极协吃验终"
    "远够习营岁曾评黑错继预闻效妈拿兰热户艺严仅录势满优兴绝负简帮积虽读伤频监飞晚卡刚讲苏谈诉剧哥编围愿红轻范压险适层卫财园络奖阳执测审铁换养岛择紧韩汉亿乎检馆销购坚讨镇药陆纳俄哈脑乡按坏怕细拥卖载钟临货龙"
    "恶败弹冲输靠码访训胜疗异阶劳厂词藏额补杂练妇课软售圣误梦缺顾页遗签枪础毕币讯稳宁辑托块灵怀伦扩址澳搞脸鲜摄库跑鱼轮顿寻综掉顺庆丽竞虑违抓挥归骗诺针饭惊啦谓敌渐损弃阅绍厅诗"
)
_WEIGHT = 2.0
"""Decimal logarithms of likelihood that one letter of a script tells against Latin languages."""


def is_unspaced(character: str) -> bool:
    """Return whether a character belongs to a script that writes words without spaces between them."""
    return character >= "\u0e00" and _UNSPACED.match(character) is not None


def letters(text: str) -> int:
    """Count the letters of other scripts than Latin that a text has."""
    return sum(map(len, _LETTERS.findall(text)))


def evidence(piece: str) -> Mapping[str, float]:
    """Weigh what the letters of a piece of text tell, for each language that is not written in Latin letters. `piece`:
    a few sentences at most.
    """
    # A letter among Latin ones is a disguise, and one Greek letter alone a symbol of mathematics.
    piece = _AMONG_LATIN.sub(" ", piece)
    scripts: Counter[str] = Counter()
    for match in _RUNS.finditer(" ".join(_LETTERS.findall(piece))):
        scripts[_RANGES[(match.lastindex or 1) - 1][0]] += len(match[0])
    found: dict[str, float] = {}
    for script, number in scripts.items():
        if script in _OTHERS:
            found |= _of_letters(piece, script, number)
        elif script == "kana":
            found["ja"] = found.get("ja", 0) + 2 * _WEIGHT * number
        elif script == "Han":
            japanese, chinese = (sum(char in own for char in piece) for own in (_JAPANESE, _CHINESE))
            japanese += 2 * piece.count("番号")
            found["ja"] = found.get("ja", 0) + _WEIGHT * (number + 0.5 * (japanese - chinese))
            found["zh"] = found.get("zh", 0) + _WEIGHT * number + 0.5
        else:
            found[script] = _WEIGHT * number
    return found


def _of_letters(piece: str, script: str, number: int) -> dict[str, float]:
    """What letters and words tell of the languages of one script."""
    found = dict.fromkeys(_OTHERS[script], _WEIGHT * number)
    found[_DEFAULT[script]] += 1
    for weight, codes, letters in _OWN.get(script, ()):
        told = weight * sum(map(piece.count, letters))
        for code in codes.split():
            found[code] += told
    for code in _ENDINGS.keys() & found.keys():
        found[code] += 1.5 * len(_ENDINGS[code].findall(piece))
    if script in _WORDS:
        words = Counter(piece.split())
        for code, known in _WORDS[script]:
            found[code] += 3 * sum(words[word] for word in known.split())
    return found
