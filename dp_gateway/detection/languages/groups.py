"""Jobs, nationalities and faiths in languages other than English, where grammar ties them to a person.

The words are those of `vocabulary.lexicon.agreeing` in all their forms. "Un restaurant italien" tells of nobody, so a
listed word counts behind "je suis", beside "voisine", between commas behind a name, or behind a label (`groups.txt`);
what follows "je travaille comme" or "profession :" is a job whether or not a list has it. For Chinese, Japanese, Arabic
and Hindi, `eastern_groups.txt` has what stands before and behind listed words; Chinese and Japanese have no spaces, so
words are looked for at every character, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.group_cues import COMPOUNDS, Cues, cues_of, is_role
from dp_gateway.detection.languages.in_passages import InPassages, Longest
from dp_gateway.detection.languages.ordinary import is_common, is_no_name, is_ordinary_word
from dp_gateway.detection.languages.tables import expressions
from dp_gateway.detection.languages.tagger import is_persons
from dp_gateway.languages import LANGUAGES
from dp_gateway.patterns.rules import Found
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import Word, agreeing_pools, words_of

LISTED, BEHIND_COLON, LABELLED = 1.0, 0.92, 0.75
"""Scores: a listed word said of somebody is surer than what a model takes it for; so is what stands behind
"profession:", listed or not; what other words name is not listed."""

_FILE = "eastern_groups.txt"
_EASTERN_REACH, _FIELD_REACH = 24, 8
_LONGEST = 10
_ARABIC_WORD = re.compile("[\u0620-\u065f\u0670-\u06d3]{2,24}+")
_HINDI_WORD = re.compile("[\u0900-\u0963\u0971-\u097f\u200c\u200d]{2,24}+")
_MOST_EASTERN_WORDS = 3
_TITLES = frozenset(
    "أستاذ أستاذة دكتور دكتورة طبيب طبيبة محامي مهندس مهندسة شيخ वकील डॉक्टर मास्टर प्रोफ़ेसर पंडित एडवोकेट अध्यापक "
    "अध्यापिका टीचर शिक्षक शिक्षिका".split()
)
# What people are called in Chinese, and what may stand before a name.
_CALLED = frozenset("老师 医生 律师 经理 主任 教授 师傅 护士 教练 校长 院长 警官 老板".split())
_BEFORE_NAME = frozenset("是和与跟给找请问叫让对")
_DEPARTMENT = frozenset("部科处组室")
# A field of a form, a line of its own, or what stands behind an age: "| 护士 |", "24 साल, नर्स, ".
_FIELD = re.compile(r"(?:[|｜／•·—–]\s?|(?:[0-9]|[岁歲歳]|साल|वर्ष|سنة|عاما?)\s?[,，、・،/|｜／][ \u3000]?)\Z")
_LINE = re.compile(r"\n[ \t\u3000]?\Z")
_FIELD_ENDS = re.compile(r"[ \t\u3000]?(?:[\n|｜／/，,、،・（()）—–。.]|\Z)")
_LINE_ENDS = re.compile(r"[ \t\u3000]?(?:[\n|｜（(]|\Z)")
_CALLED_BY_NAME = 3
"""Characters of a family name and what somebody is called by: "韦老师"."""


def _eastern(text: str, start: int, end: int, language: str) -> Iterator[Found]:
    """The jobs, nationalities and faiths of a stretch of text. `language`: "zh", "ja", "ar" or "hi"."""
    told_by = expressions(_FILE, language)
    for name, kind, score in (
        ("job", "JOB_TITLE", BEHIND_COLON), ("nation", "NRP", BEHIND_COLON), ("unlisted", "JOB_TITLE", LABELLED),
    ):  # fmt: skip
        for match in told_by[name].finditer(text, start, end):
            first, last = match.span(match.lastgroup or "v")
            if not (language == "zh" and last - first == _CALLED_BY_NAME and _is_title(text, last - 2, last)):
                yield first, last, kind, score
    look = _in_runs if language in ("zh", "ja") else _in_words
    for first, last, word in look(text, start, end, language):
        least = max(first - _EASTERN_REACH, 0)
        if language == "zh" and (_is_title(text, first, last) or text[last : last + 1] in _DEPARTMENT):
            continue
        if word.pool == "JOB":
            told = (
                told_by["before"].search(text, least, first)
                or told_by["behind"].match(text, last)
                or _is_named(text, first, last, language)
            )
        else:
            told = told_by["group_before"].search(text, least, first) or told_by["group_behind"].match(text, last)
        if told or _is_field(text, first, last):
            if word.pool == "JOB" and (more := told_by.get("more")) and (longer := more.match(text, last, end)):
                yield first, last if _is_named(text, last, last, language) else longer.end(), "JOB_TITLE", LISTED
                continue
            yield first, last, "JOB_TITLE" if word.pool == "JOB" else "NRP", LISTED


def _is_field(text: str, start: int, end: int) -> bool:
    """Whether a word stands alone in a field of a form, on a line, or behind an age."""
    least = max(start - _FIELD_REACH, 0)
    if _FIELD.search(text, least, start):
        return _FIELD_ENDS.match(text, end) is not None
    return _LINE.search(text, least, start) is not None and _LINE_ENDS.match(text, end) is not None


def _is_title(text: str, start: int, end: int) -> bool:
    """Whether a Chinese job is what somebody is called by, behind a family name alone: "班主任是宋老师"."""
    before = text[start - 2 : start] if start > 1 else f" {text[:start]}"
    return (
        text[start:end] in _CALLED
        and before[-1:] in names_of("zh").family
        # "班主任钱老师": what goes before the family name is no word with it, as in "音乐老师".
        and (
            before[0] in _BEFORE_NAME
            or not "\u3400" <= before[0] <= "\u9fff"
            or not is_ordinary_word("zh", text[start - 2 : start])
        )
    )


def _is_named(text: str, start: int, end: int, language: str) -> bool:
    """Whether a listed given name that is no ordinary word follows a job that is no title."""
    following = expressions(_FILE, language).get("named")
    behind = following and following.match(text, end)
    if behind is None or text[start:end] in _TITLES or text[start:end].startswith("ال"):
        return False
    names = names_of(language)
    return key(behind["name"]) in names.given and key(behind["name"]) not in names.ordinary


@cache
def _known(language: str) -> Mapping[str, Word]:
    """Listed words; a country alone is none of a person."""
    return {written: word for written, word in words_of(language).items() if word.form != "of the country"}


@cache
def _without_spaces(language: str) -> Longest:
    return Longest((written for written in _known(language) if written >= "\u3000"), _LONGEST)


def _in_runs(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int, Word]]:
    known, listed = _known(language), _without_spaces(language)
    at = start
    while at < end - 1:
        size = listed.at(text, at, end)
        if size:
            yield at, at + size, known[text[at : at + size]]
        at += size or 1


def _in_words(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int, Word]]:
    known = _known(language)
    pattern = _ARABIC_WORD if language == "ar" else _HINDI_WORD
    spans = [match.span() for match in pattern.finditer(text, start, end)]
    index = 0
    while index < len(spans):
        first, taken = spans[index][0], 1
        for count in range(min(_MOST_EASTERN_WORDS, len(spans) - index), 0, -1):
            last = spans[index + count - 1][1]
            word, front = known.get(fold(text[first:last])), 0
            if word is None and language == "ar" and text[first] in "وك":
                word, front = known.get(text[first + 1 : last]), 1
            if word is not None:
                yield first + front, last, word
                taken = count
                break
        index += taken


_WORD = re.compile(r"[^\W\d_](?>(?:[^\W\d_]|[’'-](?=[^\W\d_])){1,50})")
_ELIDED = re.compile(r"(?:[dlsmnj]|qu|c|un|dell|all|nell|sull)['’](?=\w)", re.I)
_MOST_WORDS, _REACH = 4, 60
_LEAST_HEAD, _LEAST_FRONT = 5, 3
_NOUNS = frozenset(("NATION", "FAITH"))
# Capitals tell of nouns: who is called so is somebody.
_CAPITAL_NOUNS = frozenset(("de", "nl", "pl"))
_ARTICLE = re.compile(r"(?<!\w)(?:une?|les|des|le|la|una?|uno|los|las|gli|os|as|uma?|een)\s\Z")
_DEFINITE, _SHORT = re.compile(r"(?<!\w)(?:der|die|de[mnl]?|het|le|la|il|lo|el|o|a|au|ao|à|do|da|du|al)\s\Z"), 5
_ALONE = re.compile(r"\s?(?:[,;)\n]|\.(?:\s|\Z)|\Z)")
_WORD_BEFORE = re.compile(r"(?<![\w-])(?P<word>[^\W\d_]{3,40})\s\Z")
_WORD_BEHIND = re.compile(r"\s(?P<word>[^\W\d_]{3,40})(?![\w-])")
# German and Dutch say at the end that somebody becomes what stands before.
_BECOMES = re.compile(
    r"\s(?:zu\s)?(?:werden\s(?:will|wollte|möchte|kann|soll)|geworden|(?:wil|wilde|wou|zal|kan)\sworden)(?!\w)"
)
_BEFORE_NAME_LATIN = re.compile(r"\s(?P<name>[^\W\d_a-zà-öø-ÿ][^\W\d_]{1,24})(?!\w)")
# What a row of jobs has between them, and how words end that say what somebody does.
_AND = r"(?:und|oder|y|o|et|ou|e|en|of|i|lub|czy|albo)\s"
_BETWEEN = rf"(?:\s?[,;/]\s?(?:{_AND})?|\s{_AND})"
_ONE = r"(?:(?:eine?n?|der|die|den|une?|l[ae]s?|un[ao]?|los|las|il|lo|i|gli|de|het|een|o|a|os|as|uma?)\s|l['’])?"
_ITEM_BEFORE = re.compile(rf"(?<![\w’'-])(?P<word>[^\W\d_]{{3,30}}){_BETWEEN}{_ONE}\Z")
_ITEM_BEHIND = re.compile(rf"{_BETWEEN}{_ONE}(?P<word>[^\W\d_]{{3,30}})(?![\w-])")
_ROW = 160
_DOES = re.compile(
    r"(?:ist[ae]|er[oa]|ière?|[ae]nte|dora?|teur|trice|tore|euse|eur|in|er|ster|arz|arzem|acz|nik|nikiem|log[oaue]?)\Z"
)
_AS = re.compile(r"\b(?:als|comme|como|come|jako)\s(?:(?:ein[er]?|une?|uma?|una?|een)\s)?\Z")
_SENTENCE_END = re.compile(r"[.!?]\s|\n")


# "Educación física", "clase de química": what is taught, though women who do it are called so.
_SUBJECT = re.compile(
    r"(?:f[íi]sica|qu[íi]mica|chimica|matem[áa]tica|m[úu]sica|mec[áaâ]nica|po?l[íi]tica|gr[áa]fica)\Z", re.I
)
_TAUGHT = re.compile(
    r"(?<!\w)(?:educa\w+|actividad|atividade|attività|terapia|preparaci[óo]n|persona|pessoa|prova|examen|exame|esame|"
    r"(?:clase|aula|lezione|ora|profesora?|professore?s?a?|libro|livro|deberes|compiti) d[ei])\s\Z",
    re.I,
)


class LanguageGroups(InPassages):
    """Finds jobs, nationalities and faiths of persons in passages of other languages than English."""

    name = "groups of languages"
    kinds = frozenset(("JOB_TITLE", "NRP"))

    def find(self, text: str, start: int, end: int, language: str) -> Iterator[Found]:
        """Find the groups and jobs of a passage."""
        return (_latin if LANGUAGES[language].script == "Latin" else _eastern)(text, start, end, language)


def _latin(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int, str, float]]:
    cues = cues_of(language)
    for pattern, kind, score in (
        (cues.job, "JOB_TITLE", LABELLED), (cues.label, "JOB_TITLE", BEHIND_COLON), (cues.nation, "NRP", BEHIND_COLON),
    ):  # fmt: skip
        for match in pattern.finditer(text, start, end):
            if score != LABELLED or not _is_any_word(text, *match.span("v"), language):
                yield *match.span("v"), kind, score
    spans = [match.span() for match in _WORD.finditer(text, start, end)]
    index = 0
    while index < len(spans):
        word, taken = _listed(text, spans, index, language)
        first, last = spans[index][0], spans[index + taken - 1][1]
        if elision := _ELIDED.match(text, first, last):
            first = elision.end()
        if word is not None and _is_told(text, first, last, language, word, cues):
            if word.pool == "JOB":
                first, last = _whole(text, first, last, cues)
            yield first, last, "JOB_TITLE" if word.pool == "JOB" else "NRP", LISTED
        index += taken


def _listed(text: str, spans: Sequence[tuple[int, int]], index: int, language: str) -> tuple[Word | None, int]:
    """The longest listed word that begins at a place, and how many words it has."""
    known = words_of(language)
    first = spans[index][0]
    for count in range(min(_MOST_WORDS, len(spans) - index), 0, -1):
        last = spans[index + count - 1][1]
        written = text[first:last].replace("’", "'")
        if (word := known.get(fold(written))) is not None:
            return word, count
        if (elision := _ELIDED.match(written)) and (word := known.get(fold(written[elision.end() :]))) is not None:
            return word, count
    return _head(text[first : spans[index][1]], language), 1


def _head(written: str, language: str) -> Word | None:
    """The job that a compound of German or Dutch ends in: "Maschinenbauingenieurin"."""
    if language not in COMPOUNDS:
        return None
    known, folded = words_of(language), fold(written)
    for at in range(_LEAST_FRONT, len(folded) - _LEAST_HEAD + 1):
        word = known.get(folded[at:])
        if word is not None and word.pool == "JOB":
            return word
    return None


def _is_told(text: str, first: int, last: int, language: str, word: Word, cues: Cues) -> bool:
    """Whether a listed word is said of somebody."""
    least = max(first - _REACH, 0)
    if _SUBJECT.match(text, first, last) and _TAUGHT.search(text, least, first):
        return False
    inflected = word.pool.endswith("_ADJECTIVE") and language in COMPOUNDS and bool(word.form)
    if not inflected and cues.said.search(text, least, first):
        return word.pool != "JOB" or not is_role(text, first)
    if word.pool == "JOB":
        whole = _whole(text, first, last, cues)[1]
        # "Notre chien est malade, le vétérinaire de Vannes": somebody whom everybody has.
        serves = cues.serves.match(text, first) and _DEFINITE.search(text, max(first - _SHORT, 0), first)
        named = cues.named.search(text, least, first) and not serves
        if named and any(cues.behind.match(text, at) for at in (last, whole)):
            return not _is_in_row(text, first, last, language)
        called = cues.serves.match(text, first) and _BEFORE_NAME_LATIN.match(text, last)
        if called and is_persons(language, called["name"]):
            # "La professoressa Grandi": how somebody is called.
            return False
        at = cues.at.match(text, last) and not serves
        return bool(at or _BECOMES.match(text, last)) or _is_of_certain(text, first, last, language, word, cues)
    return _is_of_somebody(text, first, last, language, word, cues)


def _is_any_word(text: str, first: int, last: int, language: str) -> bool:
    """Whether what stands where a job might is an ordinary word: "estoy de baja", "fa il bagno"."""
    word = _WORD.match(text, first, last)
    if word is None or not is_common(word[0].lower(), language) or _AS.search(text, max(first - _SHORT * 2, 0), first):
        return False
    known = words_of(language)
    listed = any(fold(one) in known for one in (text[first:last], word[0])) or _head(word[0], language)
    return not listed and _DOES.search(word[0]) is None


def _is_in_row(text: str, first: int, last: int, language: str) -> bool:
    """Whether a job stands in a row of jobs that begins with nobody: "Boulanger, Menuisier, Maçon", unlike "Anna Braun,
    Lehrerin, Autorin".
    """
    least = max((match.end() for match in _SENTENCE_END.finditer(text, max(first - _ROW, 0), first)), default=0)
    beginning, others = first, 0
    while (before := _ITEM_BEFORE.search(text, max(least, beginning - _REACH), beginning)) and _is_job(
        before, language
    ):
        beginning, others = before.start("word"), others + 1
    behind = _ITEM_BEHIND.match(text, last)
    if not others and not (behind and _is_job(behind, language)):
        return False
    left = text[max(least, beginning - _REACH) : beginning]
    return not any(char.isdigit() for char in left) and all(
        word[0].islower() or is_no_name(word, language) for word in _WORD.findall(left)
    )


def _is_job(item: re.Match[str], language: str) -> bool:
    """Whether an item of a row is a listed job."""
    word = words_of(language).get(fold(item["word"])) or _head(item["word"], language)
    return word is not None and word.pool == "JOB"


def _is_of_certain(text: str, first: int, last: int, language: str, word: Word, cues: Cues) -> bool:
    """Whether a job is that of a certain person: "unsere Hebamme", "der Busfahrer sagte"."""
    # "Chief" or "assistant" tells little of anybody.
    if "plural" in word.form or word.lemma in agreeing_pools(language).get("JOB read", ()):
        return False
    least = max(first - _REACH, 0)
    serves = cues.serves.match(text, first, last)
    # One's doctor or lawyer is somebody whom everybody has.
    if serves and _DEFINITE.search(text, max(first - _SHORT, 0), first):
        return False
    if not serves and cues.own.search(text, least, first):
        return True
    if cues.certain.search(text, least, first) and cues.speaks.match(text, last):
        return True
    sentence = text[least:first]
    sentence = sentence[max((match.end() for match in _SENTENCE_END.finditer(sentence)), default=0) :]
    return cues.somebody.search(sentence) is not None


def _is_of_somebody(text: str, first: int, last: int, language: str, word: Word, cues: Cues) -> bool:
    """Whether a nationality or a faith is somebody's and not a language's or a thing's."""
    least = max(first - _REACH, 0)
    if word.pool in _NOUNS and text[first].isupper():
        if language in _CAPITAL_NOUNS and not (language == "nl" and text[first:last].endswith("se")):
            return True
        if _ARTICLE.search(text, max(first - _SHORT, 0), first):
            return True
    if cues.before.search(text, least, first) or cues.beside.match(text, last):
        return True
    if cues.named.search(text, least, first) is not None and _ALONE.match(text, last):
        return True
    # Beside a job it is that of who does it: "la badante moldava", "die polnische Pflegekraft".
    beside = (_WORD_BEFORE.search(text, least, first), _WORD_BEHIND.match(text, last))
    known = words_of(language)
    jobs = (known.get(fold(one["word"])) or _head(one["word"], language) for one in beside if one)
    return any(job is not None and job.pool == "JOB" for job in jobs)


def _whole(text: str, first: int, last: int, cues: Cues) -> tuple[int, int]:
    """A job with what belongs to it: "freiberuflicher Übersetzer", "professeur de mathématiques"."""
    before = cues.left.search(text, max(first - _REACH, 0), first)
    behind = cues.right.match(text, last)
    return before.start() if before else first, behind.end() if behind else last
