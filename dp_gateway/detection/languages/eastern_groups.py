"""Jobs, nationalities and faiths in Chinese, Japanese, Arabic and Hindi, by what stands before and behind listed words.

`groups` asks this for languages without capitals; `eastern_groups.txt` has what stands around the words. Chinese and
Japanese have no spaces, so listed words are looked for at every character, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.tables import expressions
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import Word, words_of

LISTED, BEHIND_COLON, LABELLED = 1.0, 0.92, 0.75
"""Scores: a listed word said of somebody is surer than what a model takes it for; so is what stands behind
"profession:", listed or not; what other words name is not listed."""

Found = tuple[int, int, str, float]

_FILE = "eastern_groups.txt"
_REACH = 24
_LONGEST = 10
_ARABIC_WORD = re.compile("[\u0620-\u065f\u0670-\u06d3]{2,24}+")
_HINDI_WORD = re.compile("[\u0900-\u0963\u0971-\u097f\u200c\u200d]{2,24}+")
_MOST_WORDS = 3
_TITLES = frozenset(
    "أستاذ أستاذة دكتور دكتورة طبيب طبيبة محامي مهندس مهندسة شيخ वकील डॉक्टर मास्टर प्रोफ़ेसर पंडित एडवोकेट".split()
)
# What people are called in Chinese, and what may stand before a name.
_CALLED = frozenset("老师 医生 律师 经理 主任 教授 师傅 护士 教练 校长 院长 警官 老板".split())
_BEFORE_NAME = frozenset("是和与跟给找请问叫让对")


def find(text: str, start: int, end: int, language: str) -> Iterator[Found]:
    """The jobs, nationalities and faiths of a stretch of text.

    Args:
        text: the whole text.
        start, end: the stretch.
        language: "zh", "ja", "ar" or "hi".
    """
    told_by = expressions(_FILE, language)
    for name, kind, score in (
        ("job", "JOB_TITLE", BEHIND_COLON), ("nation", "NRP", BEHIND_COLON), ("unlisted", "JOB_TITLE", LABELLED),
    ):  # fmt: skip
        for match in told_by[name].finditer(text, start, end):
            yield *match.span(match.lastgroup or "v"), kind, score
    look = _in_runs if language in ("zh", "ja") else _in_words
    for first, last, word in look(text, start, end, language):
        least = max(first - _REACH, 0)
        if language == "zh" and _is_title(text, first, last):
            continue
        if word.pool == "JOB":
            told = (
                told_by["before"].search(text, least, first)
                or told_by["behind"].match(text, last)
                or _is_named(text, first, last, language)
            )
        else:
            told = told_by["group_before"].search(text, least, first) or told_by["group_behind"].match(text, last)
        if told:
            if word.pool == "JOB" and (more := told_by.get("more")) and (longer := more.match(text, last, end)):
                yield first, last if _is_named(text, last, last, language) else longer.end(), "JOB_TITLE", LISTED
                continue
            yield first, last, "JOB_TITLE" if word.pool == "JOB" else "NRP", LISTED


def _is_title(text: str, start: int, end: int) -> bool:
    """Whether a Chinese job is what somebody is called by, behind a family name alone: "班主任是宋老师"."""
    before = text[start - 2 : start] if start > 1 else f" {text[:start]}"
    return (
        text[start:end] in _CALLED
        and before[-1:] in names_of("zh").family
        and (before[0] in _BEFORE_NAME or not "\u3400" <= before[0] <= "\u9fff")
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
def _beginnings(language: str) -> frozenset[str]:
    """The characters that listed words without spaces begin with."""
    return frozenset(written[0] for written in _known(language) if written >= "\u3000")


def _in_runs(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int, Word]]:
    known, beginnings = _known(language), _beginnings(language)
    at = start
    while at < end - 1:
        if text[at] not in beginnings:
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
