"""Taking names apart as other languages write them: family name first, without spaces, with particles and honorifics.

`name_parts` does the same for English. In Latin scripts it is asked too, with the titles and particles of the other
languages; of Chinese, Japanese, Arabic and Hindi names the parts are found here, by the public lists of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from dp_gateway.languages.conventions import EUROPEAN
from dp_gateway.mentions.name_parts import PARTICLES, NamePart, name_parts
from dp_gateway.text.folding import fold
from dp_gateway.text.lists import named_by_words, word_lists
from dp_gateway.vocabulary.lexicon.agreeing import Word, forms_in, words_of
from dp_gateway.vocabulary.lexicon.data import gender_in, lean_of
from dp_gateway.vocabulary.lexicon.forms import Kind, known_form

_LISTS = word_lists(__file__)

TITLE_GENDER = named_by_words(_LISTS, "TITLES")
"""Titles of other languages, folded and without a dot: whose they are."""

_RELATIVES = named_by_words(_LISTS, "RELATIVES")
"""Whoever is named right behind them, folded."""

_NO_GENDER = _LISTS["NO_GENDER"]
TITLES = frozenset((*TITLE_GENDER, *_NO_GENDER)) - {"m", "d"}
"""All of them, folded and without a dot."""

_ONE_LETTER = {"fr": frozenset("m"), "es": frozenset("d")}

HONORIFICS = {
    "zh": "先生 女士 小姐 太太 老师 医生 教授 经理 总经理 总 主任 同学 师傅 律师 博士 阿姨 叔叔 护士 院长 校长".split(),
    "ja": "さん 様 さま 氏 君 くん ちゃん 先生 殿 先輩 部長 課長 社長 係長 主任 店長 院長 園長 会長 専務 常務 "
    "支店長 校長 教頭 監督 医師 教授 選手 夫人".split(),
    "hi": "जी मैडम मैम सर साहब साहिब दीदी आंटी भाभी बुआ मौसी चाची मामी काकी ताई भैया अंकल चाचा काका मामा ताऊ बाबू".split(),
}
"""What stands behind a name and is no part of it."""

_HINDI_BEHIND = {
    **dict.fromkeys("मैडम मैम दीदी आंटी भाभी बुआ मौसी चाची मामी काकी ताई".split(), "female"),
    **dict.fromkeys("सर साहब साहिब भैया अंकल चाचा काका मामा ताऊ बाबू".split(), "male"),
}
_SURELY_BEHIND = frozenset("मैडम मैम सर साहब साहिब".split())
# Right before a name or right behind it, without spaces.
_UNSPACED_KIN = {
    "zh": (
        re.compile(
            r"(?:爸爸?|父亲|爷爷|外公|姥爷|哥哥?|弟弟?|叔叔?|伯伯|舅舅?|姑父|姨夫|老公|丈夫|儿子|侄子|外甥|男朋友|男友|孙子)\Z"
        ),
        re.compile(
            r"(?:妈妈?|母亲|奶奶|外婆|姥姥|姐姐?|妹妹?|阿姨|姑姑|姑妈|舅妈|婶婶|小姨|老婆|妻子|太太|女儿|侄女|外甥女|女朋友|女友|孙女)\Z"
        ),
        re.compile("叔叔|大叔|伯伯|大伯|爷爷|大爷|大哥|哥哥?|师兄|师弟|舅舅|少爷"),
        re.compile("阿姨|大妈|大婶|婶婶|奶奶|大姐|姐姐?|师姐|师妹|姑姑|嫂子|太太"),
    ),
    "ja": (
        re.compile(r"(?:父|祖父|兄|弟|夫|主人|息子|長男|次男|叔父|伯父|おじ|甥|孫息子|彼氏)[の、]?\Z"),
        re.compile(r"(?:母|祖母|姉|妹|妻|家内|娘|長女|次女|叔母|伯母|おば|姪|孫娘|彼女)[の、]?\Z"),
        re.compile("君|くん|クン"),
        re.compile("夫人"),
    ),
}
# "The daughter of my uncle Dana" is Dana, who is the daughter.
_OF_RELATIVE = {
    **dict.fromkeys("ابن ولد زوج أخ أخو والد".split(), "male"),
    **dict.fromkeys("بنت ابنة زوجة أخت والدة".split(), "female"),
}

_ARABIC_CALLED = re.compile(
    "[وف]?[بك]?(?:ال|لل|ل?)(?:محامي|طبيب|معلم|مدرس|متطوع|مريض|طالب|مدير|كاتب|باحث|ممرض|مهندس|موظف|عامل|سائق|حارس|لاعب|مدرب|فنان|شاعر|"
    "صحفي|محاسب|مستشار|جار|زميل|صديق|عميل|زبون|ضابط|سكرتير|مترجم|حاج|سيد|أستاذ|دكتور|شيخ|آنس|حج)(?P<she>ة|تي|تنا)?ي?"
)

_COMPOUND = (
    "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 令狐 慕容 司徒 宇文 长孙 夏侯 端木 南宫 轩辕 百里 东郭 呼延 歐陽 諸葛 東方"
).split()
_BEFORE_ONE = "小老阿"
_DOTS = re.compile("[\\s\u00b7\u2022\u30fb\u3000=＝]+")
ARABIC_SON = frozenset("بن ابن".split())
"""Stands before a father's name."""

_ARABIC_LINKS = ARABIC_SON | {"بنت"}
_ARABIC_JOINS_NEXT = frozenset("أبو ابو أبي أم ام آل عبد بو".split())
# "The father of Fahd": who is called after a child keeps the word, and another child's name stands behind it.
_ARABIC_CALLED_AFTER = frozenset("أبو ابو أبي أم ام".split())
_ARABIC_JOINS_LAST = frozenset("الدين الله الرحمن الدّين".split())
_FULL = 2


def native_parts(mention: str, language: str, *, titled: bool = False) -> Sequence[NamePart]:
    """Find the parts of a name that are replaced, in order; see `name_parts`. `language`: of which its surrogate is
    drawn; see `scripts.language_of`. `titled`: a title or an honorific stands beside it, as it does beside family names
    alone.
    """
    if language == "zh":
        return _chinese(mention)
    if language == "ja":
        return _japanese(mention, titled=titled)
    if language in ("ar", "hi"):
        return _of_words(mention, language)
    return _latin(mention, language)


def _latin(mention: str, language: str) -> Sequence[NamePart]:
    titles = TITLES | _ONE_LETTER.get(language, frozenset())
    # "Madame Le Goff" has one name; "Le" and "Al" are also given names of people from elsewhere, who have two.
    alone = _PARTICLE_FIRST.fullmatch(mention) is not None
    read = name_parts(mention, titles=titles, particles=PARTICLES, compound_given=True, particle_first=alone)
    parts = _with_prefixes(mention, read)
    written = [place for place, part in enumerate(parts) if part.role in ("given", "family", "either")]
    if len(written) < _FULL or "," in mention:
        return parts
    folded = [fold(mention[parts[place].start : parts[place].end]) for place in written]
    roles = [parts[place].role for place in written]
    if len(written) == _FULL and _is_named(folded[1], "given", language) and _is_named(folded[0], "family", language):
        # Forms have the family name first; what both lists have says nothing.
        if not _is_named(folded[1], "family", language) and not _is_named(folded[0], "given", language):
            roles = ["family", "given"]
    elif language in ("es", "pt") and roles[0] == "given":
        # Two family names: of the words between, those are given names that are no family names.
        given = 1
        while given < len(folded) - 1 and roles[given] == "given" and _is_listed(folded[given], "given", language):
            given += 1
            if _is_listed(folded[given - 1], "family", language) and given < len(folded) - 1:
                break
        roles = ["given"] * given + ["family"] * (len(folded) - given)
    found = list(parts)
    for place, role in zip(written, roles, strict=True):
        found[place] = found[place]._replace(role=role)
    return found


def _with_prefixes(mention: str, parts: Iterable[NamePart]) -> list[NamePart]:
    """The parts, Arabic articles together with the names that a hyphen joins them to ("al-Masri")."""
    found: list[NamePart] = []
    for part in parts:
        last = found[-1] if found else None
        if last and part.start - last.end == 1 and mention[last.start : last.end].lower() in _PREFIXES:
            found[-1] = part._replace(start=last.start)
        else:
            found.append(part)
    return found


_PARTICLE_FIRST = re.compile(
    r"(?:[^\W\d_]{1,12}\.?\s)?(?:D[eiao]|D[eu]l|Della|Den|Der|Des|Dos|Das|Du|La|Le|Les|Los|Lo|Ter|Ten|Van|Von|Vom|Zu[mr]?)"
    r"(?:\s(?i:van|de[nrl]?|het|la|las|los|der|[’']t)){0,2}\s[^\W\d_][^\s]{1,40}"
)

_PREFIXES = frozenset("al el ar as ad at an az".split())


def _is_listed(folded: str, kind: Kind, language: str) -> bool:
    return folded in known_form(language, kind)


def _is_named(folded: str, kind: Kind, language: str) -> bool:
    """Whether a list has the name as it stands, or the feminine form of a family name."""
    return any(
        reading.lemma == folded or (kind == "family" and not reading.form)
        for reading in known_form(language, kind).get(folded, ())
    )


def _without_honorific(mention: str, language: str) -> int:
    """Where a name ends without what stands behind it."""
    end = len(mention.rstrip())
    for title in sorted(HONORIFICS[language], key=len, reverse=True):
        if mention.endswith(title, 0, end) and end > len(title):
            return len(mention[: end - len(title)].rstrip())
    return end


def _chinese(mention: str) -> Sequence[NamePart]:
    end = _without_honorific(mention, "zh")
    pieces = list(_pieces(mention, end))
    if len(pieces) > 1:
        return _in_pieces(mention, pieces)
    if not pieces:
        return []
    return _chinese_word(mention, *pieces[0])


def _chinese_word(mention: str, start: int, end: int) -> Sequence[NamePart]:
    name = mention[start:end]
    if len(name) == _FULL and name[0] in _BEFORE_ONE and not (name[0] == "小" and _is_listed(name, "given", "zh")):
        # "小明" is what somebody is called whose given name has 明; another is called so by the family name.
        return [NamePart(start + 1, end, "family")]
    if len(name) == _FULL and name[0] == name[1]:
        # "妞妞": a child's name at home.
        return [NamePart(start, end, "given")]
    length = 2 if name[:2] in _COMPOUND and len(name) > 1 else 1
    if len(name) == length:
        return [NamePart(start, end, "family")]
    if _is_listed(name, "given", "zh") and not _is_listed(name[0], "family", "zh"):
        return [NamePart(start, end, "given")]
    return [NamePart(start, start + length, "family"), NamePart(start + length, end, "given")]


def _pieces(mention: str, end: int) -> Iterator[tuple[int, int]]:
    at = 0
    for gap in [*_DOTS.finditer(mention, 0, end), None]:
        stop = gap.start() if gap else end
        if stop > at:
            yield at, stop
        at = gap.end() if gap else end


def _in_pieces(mention: str, pieces: Sequence[tuple[int, int]]) -> Sequence[NamePart]:
    """A name of several words: with dots a foreign one, written by its sounds; with spaces the family name is first."""
    if mention[pieces[0][1] : pieces[1][0]].strip():
        return [NamePart(pieces[0][0], pieces[-1][1], "foreign")]
    return [NamePart(*piece, "given" if number else "family") for number, piece in enumerate(pieces)]


def _japanese(mention: str, *, titled: bool) -> Sequence[NamePart]:
    end = _without_honorific(mention, "ja")
    pieces = list(_pieces(mention, end))
    if len(pieces) > 1:
        words = [mention[start:end] for start, end in pieces]
        if _is_listed(words[0], "family", "ja") and _is_listed(words[-1], "given", "ja"):
            return [NamePart(*piece, "given" if number else "family") for number, piece in enumerate(pieces)]
        return _in_pieces(mention, pieces)
    if not pieces:
        return []
    return _japanese_word(mention, *pieces[0], titled=titled)


def _japanese_word(mention: str, start: int, end: int, *, titled: bool) -> Sequence[NamePart]:
    name = mention[start:end]
    given, family = _is_listed(name, "given", "ja"), _is_listed(name, "family", "ja")
    if given or family:
        return [NamePart(start, end, "given" if given and not family else "family")]
    if len(name) <= _LONGEST_CALLED and (_HIRAGANA.fullmatch(name) or (not titled and _KATAKANA.fullmatch(name))):
        # "あいちゃん", "母のフミ": family names are seldom written so, and the lists know those.
        return [NamePart(start, end, "given")]
    if len(name) <= _LONGEST_CALLED and (_OF_WOMAN if titled else _GIVEN).fullmatch(name) and not _family_length(name):
        # "寅吉", "杏子": family names seldom end so.
        return [NamePart(start, end, "given")]
    ideographs = _HAN_NAME.fullmatch(name) is not None
    length = _family_length(name) or (0 if len(name) <= _FULL + titled or not ideographs else 2)
    if not length or length >= len(name):
        return [NamePart(start, end, "family")]
    return [NamePart(start, start + length, "family"), NamePart(start + length, end, "given")]


def _family_length(name: str) -> int:
    """Where the family name ends by the lists: by both parts, else by a given name of two letters, else by itself."""
    family = [cut for cut in range(min(len(name) - 1, _longest()), 0, -1) if _is_listed(name[:cut], "family", "ja")]
    given = [cut for cut in range(1, len(name) - 1) if _is_listed(name[cut:], "given", "ja")]
    both = [cut for cut in family if _is_listed(name[cut:], "given", "ja")]
    return next(iter([*both, *given, *family]), 0)


_LONGEST_CALLED = 3
_HIRAGANA, _KATAKANA = re.compile("[\u3041-\u3096\u30fc]+"), re.compile("[\u30a1-\u30f6\u30fc]+")
_OF_WOMAN = re.compile("[\u3005\u3400-\u4dbf\u4e00-\u9fff]{1,2}[子美]")
_GIVEN = re.compile("[\u3005\u3400-\u4dbf\u4e00-\u9fff]{1,2}[子美香奈恵郎太介之彦吉助雄三]")
_HAN_NAME = re.compile("[\u3005\u3400-\u4dbf\u4e00-\u9fff]+")


@cache
def _longest() -> int:
    return max(map(len, known_form("ja", "family")))


_WORDS = {
    "ar": re.compile("[\u0621-\u065f\u066e-\u06d3]+"),
    "hi": re.compile("[\u0900-\u0963\u0971-\u097f\u200c\u200d]+"),
}


def _of_words(mention: str, language: str) -> Sequence[NamePart]:
    """Given names first; what joins a name to the next word makes one part with it."""
    words = [found.span() for found in _WORDS[language].finditer(mention)]
    if language == "hi" and len(words) > 1 and mention[slice(*words[-1])] in HONORIFICS["hi"]:
        words.pop()
    while len(words) > 1 and mention[slice(*words[0])] in TITLES:
        words.pop(0)
    if language == "ar" and len(words) == _FULL and mention[slice(*words[0])] in _ARABIC_CALLED_AFTER:
        return [NamePart(*words[1], "given")]
    groups: list[tuple[int, int]] = []
    joins = False
    for start, end in words:
        word = mention[start:end]
        if language == "ar" and word in _ARABIC_LINKS and len(words) > 1:
            joins = False
            continue
        if groups and (joins or (language == "ar" and word in _ARABIC_JOINS_LAST)):
            groups[-1] = groups[-1][0], end
        else:
            groups.append((start, end))
        joins = language == "ar" and word in _ARABIC_JOINS_NEXT
    digits = [NamePart(*found.span(), "digits") for found in re.finditer(r"\d+", mention)]
    last = len(groups) - 1
    roles = ["either" if not last else "family" if place == last else "given" for place in range(len(groups))]
    # A name of one word may be either, like one in Latin letters.
    return sorted([*(NamePart(*group, role) for group, role in zip(groups, roles, strict=True)), *digits])


def title_before(text: str, start: int, end: int, language: str = "") -> tuple[str, bool]:
    """Read what a title, a job or a relative beside a name says: the gender, or nothing, and whether there is a title.
    `start` and `end`: where the name stands in it.
    """
    before = text[max(start - _BESIDE, 0) : start].split()
    words = [_ELIDED.sub("", fold(word).rstrip(".").lstrip("\"'([¿¡")) for word in before[-2:]]
    gender = next((TITLE_GENDER[word] for word in reversed(words) if word in TITLE_GENDER), "")
    behind = next((title for title in _BEHIND if text.startswith(title, end)), "")
    wife = len(words) > 1 and words[-1] in _WIFE and _OWN.fullmatch(words[-2]) is not None
    titled = bool(words) and not wife and (words[-1] in TITLES or _is_letter_title(before[-1], language))
    related = "female" if wife else _RELATIVES.get(words[-1], "") if words else ""
    if not titled and not related and words and language in EUROPEAN and before[-1][-1:].isalpha():
        job = words_of(language).get(words[-1])
        # "La abogada Sotomayor", but "notre voisine Apolline": of a job somebody most often has the family name.
        if job is not None and job.pool == "JOB" and not _is_listed(fold(text[start:end]), "given", language):
            return _gender_of(job, language), True
    told = gender if titled else related or TITLE_GENDER.get(behind, "")
    if language in _EASTERN and not gender:
        told = _eastern_gender(text, start, end, language, before) or told
    if language == "pt" and not told and not titled and words:
        # "Com o Everton": people have articles, and "a" is a preposition, too.
        told = _PORTUGUESE_ARTICLES.get(words[-1], "")
    if language == "pl" and not told and not titled and words:
        told = _told_by_case(words[-1], fold(text[start:end]))
    return told, titled or bool(behind)


def _is_letter_title(word: str, language: str) -> bool:
    """Whether a word is a title of one letter: "M. Lagoutte"; without its point it is none."""
    return fold(word.lstrip("\"'([«")) in {f"{letter}." for letter in _ONE_LETTER.get(language, ())}


def _eastern_gender(text: str, start: int, end: int, language: str, before: Sequence[str]) -> str:
    """The gender that relatives tell: "my father Lin Guodong", "Uncle Chen Jianguo", "Sita, an aunt"."""
    if language == "ar":
        return _arabic_gender(before, text[start:end])
    if language == "hi":
        word = next(iter(text[end : end + _BESIDE].split()), "").rstrip("।,.?!") if text[end : end + 1] == " " else ""
        # "Neha went to her uncle's" has the uncle behind the name, too.
        sure = word in _SURELY_BEHIND or not gender_in("hi", fold(text[start:end].partition(" ")[0]))
        return _HINDI_BEHIND.get(word, "") if sure else ""
    if text.startswith("ちゃん", end) and not gender_in(language, text[start:end]):
        return "female"
    men, women, man, woman = _UNSPACED_KIN[language]
    at = max(start - _KIN, 0)
    if men.search(text, at, start) or man.match(text, end):
        return "male"
    return "female" if women.search(text, at, start) or woman.match(text, end) else ""


def _arabic_gender(before: Sequence[str], name: str) -> str:
    if len(before) > 1 and before[-1] in _RELATIVES:
        return _OF_RELATIVE.get(before[-2].removeprefix("و"), "")
    called = _ARABIC_CALLED.fullmatch(before[-1]) if before else None
    # "Suha the lawyer": the lists know more of a name than of what stands before it.
    if called is None or gender_in("ar", fold(name.partition(" ")[0])):
        return ""
    return "female" if called["she"] else "male"


def told_within(mention: str) -> str:
    """Find the gender that a title or a relative tells that is taken for a part of the name, at either end."""
    words = mention.split()
    if len(words) < _FULL:
        return TITLE_GENDER.get(fold(mention).rstrip("."), "")
    return TITLE_GENDER.get(fold(words[0]).rstrip("."), "") or _HINDI_BEHIND.get(words[-1], "")


def _told_by_case(before: str, name: str) -> str:
    """Of whom a form of a Polish given name speaks that no list has: "z Heńką", "widziałem Heńka"."""
    if _is_listed(name, "given", "pl") or _is_listed(name, "family", "pl"):
        return ""
    if name.endswith(("ą", "ę")):
        return "female"
    return "male" if name.endswith("a") and (before in _WITH_GENITIVE or _SAW.fullmatch(before)) else ""


def _gender_of(job: Word, language: str) -> str:
    """Whose a form of a job is; empty where it is that of both."""
    if "feminine" in job.form:
        return "female"
    known = forms_in(language, job.pool, job.lemma)
    return "male" if "plural" not in job.form and known.get("feminine", known[""]) != known[""] else ""


def worker_before(text: str, start: int, language: str) -> str:
    """Tell whose a job is, by the last word of its sentence before it that tells: "mi hermana Eva es dentista".

    Asked of jobs that have one form for women and men; empty where nothing tells. `start`: where the job stands.
    `language`: ISO 639-1.
    """
    before = _SENTENCE_END.split(text[max(start - _SENTENCE, 0) : start])[-1]
    words = before.split()
    if words and (told := _ARTICLES.get(language, {}).get(fold(words[-1]))):
        return told
    for written, ahead in pairwise((*reversed(words), "")):
        word = _ELIDED.sub("", fold(written).strip(".,;:!?()\"'«»"))
        told = _RELATIVES.get(word, "") or TITLE_GENDER.get(word, "") or _PRONOUNS.get(word, "")
        # "Pedro Rosa, dentista": of a full name the first one tells.
        if not told and written[:1].isupper() and not _given_gender(ahead, language):
            told = _given_gender(written, language)
        if told:
            return told
    return ""


def _given_gender(written: str, language: str) -> str:
    """Of whom a word with a capital speaks as a given name; empty where it is none that the lists have."""
    if not written[:1].isupper():
        return ""
    word = fold(written).strip(".,;:!?()\"'«»")
    lean = lean_of(word)
    return gender_in(language, word) or (lean.gender if lean and lean.clear else "")


_EASTERN, _KIN = ("zh", "ja", "ar", "hi"), 4
_SENTENCE, _SENTENCE_END = 80, re.compile(r"[.!?;\n]\s")
_PRONOUNS = {
    **dict.fromkeys("ella ela elle lei ona ze".split(), "female"),
    **dict.fromkeys("él ele il lui on hij".split(), "male"),
}
_ARTICLES = {
    "es": {"la": "female", "una": "female", "el": "male", "un": "male"},
    "pt": {"a": "female", "uma": "female", "o": "male", "um": "male"},
    "it": {"la": "female", "una": "female", "il": "male"},
    "fr": {"la": "female", "une": "female", "le": "male", "un": "male"},
    "de": {"die": "female", "eine": "female"},
}
_PORTUGUESE_ARTICLES = {**dict.fromkeys("o ao do pelo".split(), "male"), **dict.fromkeys("à da pela".split(), "female")}
_WITH_GENITIVE = frozenset("od do dla u bez oprócz obok koło wobec zamiast znam pytam".split())
_SAW = re.compile(r"(?:z?apyta|widzia|spotka|zobaczy|pozna|odwiedzi|zaprosi|prosi|popro|zna|lubi|kocha)[łl][aeoiy]?m?")
"""Polish words behind which a name in "-a" is a man's: a woman's ends otherwise there."""
# "Seine Frau Hannelore" is a wife, who is called by her given name, and "Frau Ernst" somebody with a family name.
_WIFE, _OWN = frozenset(("frau", "señora")), re.compile("(?:mein|dein|sein|ihr|unser|eur)e[rn]?|mi|tu|su")
_BESIDE = 24
_ELIDED = re.compile(r"(?:l|d|un|(?:d|n|s)?[ae]ll|dall)['’](?=\w)")
_BEHIND = ("先生", "女士", "小姐", "太太", "さん", "様", "氏", "殿")
