"""Towns, regions and countries that a language's lists have, where they are written as names.

A town that is one of a language's most frequent words ("Essen", "Nice") is left to the tagger, which reads what stands
around it.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from dp_gateway.detection.languages.given_names import key
from dp_gateway.detection.languages.in_passages import InPassages, Longest
from dp_gateway.detection.languages.ordinary import is_common, is_cut, is_ordinary_word
from dp_gateway.detection.languages.reading import HAN, PROCLITIC
from dp_gateway.detection.languages.tagger import OF_COUNTRY, is_frequent, is_known, is_word
from dp_gateway.languages import LANGUAGES
from dp_gateway.patterns.rules import Found
from dp_gateway.vocabulary.lexicon.data import ONLY_READ, read_native
from dp_gateway.vocabulary.lexicon.forms import forms

_SCORE = 0.7
_MARKS = re.compile("[\u064b-\u0652\u0640]")
_STRETCHED = "\u0640"
_WORD = re.compile(r"[^\W\d_](?>(?:[\w\u0900-\u0963\u064b-\u0652\u200c\u200d]|['’-](?=[^\W\d_])){1,40})")
_HAN_RUN = re.compile(rf"[{HAN}]{{2,400}}")
_KINDS = ("CITY", "TOWN", "REGION", "DISTRICT")
KINDS = (*_KINDS, "COUNTRY")
"""What the names of pools of places begin with."""
_MOST_WORDS, _LONGEST_HAN = 5, 6
_REACH, _FAR = 8, 40
_ARTICLES = frozenset("La El Los Las Le Les Il Lo Gli De Het O A Os As Die Der Das".split())
# What stands before a place, so that a listed one counts in small letters: "woon in gent".
_BEFORE_SMALL: Mapping[str, re.Pattern[str]] = {
    language: re.compile(rf"(?<!\w)(?:{words})\s\Z", re.I)
    for language, words in {
        "de": "in|aus|nach|bei", "fr": "à|a|sur|vers|depuis", "es": "en|desde|hasta|a|hacia", "it": "a|ad|da|in|di",
        "nl": "in|uit|naar|te|vanuit|bij", "pt": "em|de|para|pra|no|na|do|da", "pl": "w|we|do|z|ze|pod|koło",
    }.items()
}  # fmt: skip

# What stands before a place, or behind one, so that a listed one counts that is a word, too.
_BEFORE_PLACE = re.compile(
    "(?<![\u0620-\u06d3])[وف]?(?:(?P<into>في|من|إلى|الى|نحو|عبر)|مدينة|بمدينة|محافظة|قرية|حي|منطقة|ولاية|سكان|أهل|بلدة|ضاحية|مطار|محطة)\\s\\Z"
)
_LIVES = re.compile(
    "(?:سكن|سكان|قيم|عيش|سافر|انتقل|ذهب|وصل|رحل|فرع|منزل|بيت|شقة|عنوان|أصل|جئت|رجعت|عدت|زرت|عمل|وظف|طبيب|درس|مستشفى|مطعم|محل|متجر|فندق|صيدلية|مزرعة|حادث|موعد|شركة|مقر)[\u0620-\u06d3]{0,3}\\s[^.\\n]{0,24}\\Z|(?:ولد|مواليد)[\u0620-\u06d3]{0,3}\\s[\u0620-\u06d3]{0,4}\\s?\\Z"
)
_BEHIND_PLACE = re.compile(
    "\\s(?:में|से|तक|शहर|ज़िल[ेा]|जिल[ेा]|गाँव|गांव|कस्ब[ेा]|स्टेशन|हवाई अड्ड[ेा]|के (?:पास|रहने|निवासी)|[काी] रहने|"
    "वाल[ेाी]|जा(?:ना|ने|ती|ता|ऊँ|कर))(?![\u0900-\u097f])"
)


class LanguagePlaces(InPassages):
    """Finds listed places in passages of other languages than English."""

    name = "places of languages"
    kinds = frozenset({"LOCATION"})

    def find(self, text: str, start: int, end: int, language: str) -> Iterator[Found]:
        """Find the places of a passage."""
        spaceless = LANGUAGES[language].script in ("Han", "Japanese")
        for first, last in (_in_runs if spaceless else _in_words)(text, start, end, language):
            yield first, last, "LOCATION", _SCORE


@cache
def _small(language: str) -> frozenset[str]:
    """Places in small letters, without those that are words, too: "a la libertad"."""
    return frozenset(name.lower() for name in _listed(language) if not _is_said(language, name))


def _is_said(language: str, name: str) -> bool:
    first, *others = name.split()
    said = others and first in _ARTICLES and all(is_word(language, word.lower()) for word in others)
    return is_word(language, first) or bool(said)


@cache
def _listed(language: str) -> frozenset[str]:
    """Places without marks, Polish ones in all their cases."""
    pools = read_native(language)
    # Those of Brazil and of other neighbours stand in pools of their own.
    kinds = [one for one in pools if one in _KINDS or (one.startswith("CITY_") and not one.endswith(ONLY_READ))]
    names = {name for kind in kinds for name in pools[kind].entries if not is_frequent(language, name)}
    if language == "pl":
        names |= {form for name in names for form in forms(name, "place", "", language).values()}
    return frozenset(_MARKS.sub("", name) for name in (*names, *pools["COUNTRY"].entries) if len(name) > 1)


@cache
def _without_spaces(language: str) -> Longest:
    return Longest(_listed(language), _LONGEST_HAN)


@cache
def _told(language: str) -> frozenset[str]:
    """Smaller towns, which in Arabic and Hindi a text has to tell of as places; see `release.lexicon.more_towns`."""
    stored = resources.files("dp_gateway.detection.languages").joinpath("towns.txt.xz").read_bytes()
    rows = (line.split(" ", maxsplit=1) for line in lzma.decompress(stored).decode().splitlines())
    names = {name for code, listed in rows if code == language for name in listed.split("|")}
    if language == "pl":
        names |= {form for name in names for form in forms(name, "place", "", language).values()}
    return frozenset(names)


@cache
def _told_small(language: str) -> frozenset[str]:
    """Smaller towns of languages in Latin letters in small letters, without those that are words, too."""
    return frozenset(
        small
        for name in _told(language)
        if not is_word(language, small := name.lower()) and not is_common(small, language)
    )


def _is_told(text: str, first: int, last: int, language: str) -> bool:
    """Whether a smaller town is meant: it is no word of the language, or stands where a place does."""
    name = text[first:last]
    if not is_word(language, name) and not is_ordinary_word(language, key(name)):
        return True
    before = _BEFORE_PLACE.search(text, max(first - _REACH, 0), first)
    # "In dignity" is said of no town: what often is another word needs somebody who lives or goes there.
    if before and before["into"] and (is_known(language, name) or is_ordinary_word(language, key(name))):
        before = _LIVES.search(text, max(first - _FAR, 0), first)
    return before is not None or _BEHIND_PLACE.match(text, last) is not None


def _in_words(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    spans = [match.span() for match in _WORD.finditer(text, start, end)]
    before = _BEFORE_SMALL.get(language)
    uncased = language in ("ar", "hi")
    index = 0
    while index < len(spans):
        first = spans[index][0]
        taken = 1
        small = text[first].islower()
        if small and (before is None or not before.search(text, max(first - _REACH, start), first)):
            index += 1
            continue
        listed = (_small if small else _listed)(language)
        for count in range(min(_MOST_WORDS, len(spans) - index), 0, -1):
            last = spans[index + count - 1][1]
            written = _MARKS.sub("", text[first:last])
            particle = PROCLITIC.match(written)
            small_town = written in (_told_small if small else _told)(language)
            small_town = small_town and (not uncased or _is_told(text, first, last, language))
            if written in listed or small_town:
                yield first, last
                taken = count
                break
            # "فصيلة" is a word, though a town follows its first letter in a list.
            if particle and written[particle.end() :] in listed and not is_ordinary_word(language, written):
                start = first + particle.end()
                yield start + (text[start] == _STRETCHED), last
                taken = count
                break
        index += taken


def _in_runs(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    listed = _without_spaces(language)
    for run in _HAN_RUN.finditer(text, start, end):
        at, behind = run.span()
        while at < behind - 1:
            size = listed.at(text, at, behind)
            # "French food" tells of no place, nor does タイ within タイマー or 中国 within 发展中国家.
            if (
                size
                and text[at + size : at + size + 1] not in OF_COUNTRY
                and not is_cut(text, at, at + size)
                and not (language == "zh" and is_frequent("zh", text[at + size - 1 : at + size + 1]))
            ):
                yield at, at + size
            at += size or 1
