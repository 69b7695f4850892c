"""Findings of the tagger in scripts without capitals that are words rather than names: `LanguageTagger` asks.

Chinese, Japanese, Arabic and Hindi have no capitals that tell names, and the tagger takes many a word that it does not
know for one, with a low score. A finding that begins or ends inside a dictionary's word, or that consists of such
words, is none; below a score, one that no list of names has is none either.
"""

from __future__ import annotations

import re
from functools import cache

from dp_gateway.detection.languages.given_names import is_full_name, key, names_of
from dp_gateway.detection.languages.ordinary import is_ordinary_word, is_place
from dp_gateway.detection.languages.reading import PROCLITIC
from dp_gateway.text.entities import NAME_TYPES, Entity

_UNSPACED = frozenset({"zh", "ja"})
# Up to which score a finding gives way, by what speaks against it. Higher ones, that fit messages
# and lessons that were read, lost names in others.
_UNLISTED, _CUT_ONCE, _CUT_TWICE, _PARTLY = 0.45, 0.6, 0.8, 0.75
_ONE_WORD, _WORDS, _BOTH, _OR_THE = 0.6, 0.6, 0.5, 0.8
_ASCII = {"PERSON": 0.6, "ORGANIZATION": 0.8, "LOCATION": 0.8}
_WORD_LETTER = re.compile("[\u3005\u30a1-\u30fa\u30fc\u3400-\u9fff]")
_LONGEST_WORD, _LONGEST_GIVEN = 4, 2
# "Hers", "my", "our", endings of number and case, behind an Arabic noun.
_OWNER = re.compile("(?:ها|هم|نا|كم|ه|ي|ك|ا|ات|ين|ون)\\Z")
_LEAST = 3
# Whoever is called is somebody, and who says what the name is.
_CALLED = re.compile(
    "(?<![\\w\u0900-\u0963])(?:يا|عزيزي|عزيزتي|أنا|اسم(?:ي|ه|ها)|अरे|ओ|सुनो|प्रिय|मैं|नाम|[\u0900-\u0963]{1,3}\\.),? ?\\Z"
)
_REACH = 8


def is_unlikely(text: str, entity: Entity, language: str, *, sure: bool) -> bool:
    """Return whether a finding is a word, or part of one, rather than a name. `entity`: a finding of the tagger.
    `sure`: whether findings that no list has need a higher score.
    """
    found = text[entity.start : entity.end]
    if entity.type not in NAME_TYPES or language not in ("zh", "ja", "ar", "hi"):
        return False
    if entity.type == "PERSON" and _CALLED.search(text, max(entity.start - _REACH, 0), entity.start):
        return False
    if found.isascii():
        return sure and entity.score < _ASCII[entity.type]
    look = _is_of_characters if language in _UNSPACED else _is_of_words
    return look(text, entity, language, sure=sure)


def _is_of_characters(text: str, entity: Entity, language: str, *, sure: bool) -> bool:
    """Whether characters of Chinese or Japanese are a part of words, or a word, that no list of names has."""
    found = text[entity.start : entity.end]
    first, last = _is_inside(text, entity.start, language), _is_inside(text, entity.end, language)
    if first and last and entity.score < _CUT_TWICE:
        return True
    if _may_be_listed(found, language):
        return False
    if entity.score < _CUT_ONCE and (first or last):
        return True
    word = entity.type != "ORGANIZATION" and entity.score < _PARTLY and _has_word(found, language)
    return word or (sure and entity.score < _UNLISTED)


def _is_of_words(text: str, entity: Entity, language: str, *, sure: bool) -> bool:
    """Whether words of Arabic or Hindi are ordinary ones, and in no list of names."""
    words = text[entity.start : entity.end].split()
    names = names_of(language)
    keys = [bare(word, language) for word in words]
    listed = [word in names.given or word in names.family or is_place(word, language) for word in keys]
    # "Or the yoghurt" is written like "the mother of".
    if language == "ar" and words[0] == "أم" and words[-1].startswith("ال") and not any(listed[1:]):
        return sure and entity.score < _OR_THE
    if any(listed):
        both = keys[0] in names.ordinary and is_ordinary_word(language, keys[0]) and entity.type == "PERSON"
        return sure and both and len(words) == 1 and entity.score < _BOTH
    ordinary = entity.type != "ORGANIZATION" and all(is_ordinary_word(language, word) for word in keys)
    below = (_ONE_WORD if len(words) == 1 else _WORDS) if ordinary else _UNLISTED if sure else 0
    return entity.score < below


@cache
def bare(word: str, language: str) -> str:
    """Return the key of a word; in Arabic, where no list has it, without particles before it and owners behind it.
    `word`: as it is written. `language`: "ar" or "hi".
    """
    written = key(word)
    names = names_of(language)
    if language != "ar" or written in names.given or written in names.family or is_ordinary_word("ar", written):
        return written
    particle = PROCLITIC.match(written)
    plain = written[particle.end() :] if particle else written
    if not is_ordinary_word("ar", plain) and (owner := _OWNER.search(plain)) and owner.start() >= _LEAST:
        stem = plain[: owner.start()]
        plain = next((one for one in (stem, stem.removesuffix("ت") + "ة") if is_ordinary_word("ar", one)), plain)
    return plain


def _is_inside(text: str, at: int, language: str) -> bool:
    """Whether a place is inside of a dictionary's word of two or three characters."""
    return any(
        is_ordinary_word(language, text[start:end])
        for start, end in ((at - 1, at + 1), (at - 2, at + 1), (at - 1, at + 2))
        if start >= 0 and end <= len(text) and all(map(_WORD_LETTER.match, text[start:end]))
    )


def _may_be_listed(found: str, language: str) -> bool:
    """Whether characters are a listed name or place, or a family name and what may be a given one."""
    names = names_of(language)
    if found in names.given or found in names.family or is_place(found, language):
        return True
    if language == "ja":
        return is_full_name(found)
    return any(
        found[:size] in names.family and 0 < len(found) - size <= _LONGEST_GIVEN and not is_ordinary_word("zh", found)
        for size in (1, 2)
    )


def _has_word(found: str, language: str) -> bool:
    """Whether all but one character of a finding are a dictionary's word."""
    return any(
        len(found) - size == 1 and is_ordinary_word(language, found[start : start + size])
        for size in range(2, _LONGEST_WORD + 1)
        for start in (0, 1)
    )
