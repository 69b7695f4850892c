"""Words that are nobody's name in a language: what texts write in small letters, and what dictionaries call so.

The tagger of languages asks before it takes "Mokry" at the beginning of a sentence, or 月給, for a person. The words
are kept as hashes of 24 bits, a file for each language, which is read when a text in the language comes: of words that
are not in a file, about one in a hundred at most counts as if it were. `release.training.ordinary_words` writes them.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.languages import LANGUAGES
from dp_gateway.languages.conventions import months
from dp_gateway.text.entities import NAME_TYPES, Entity
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import words_of
from dp_gateway.vocabulary.lexicon.data import read_native
from dp_gateway.vocabulary.lexicon.forms import forms

FOLDER = Path(__file__).with_name("ordinary")
"""Where the files are: differences of ascending hashes, as integers of four bytes."""

_BITS = 24
_WORD = re.compile(r"[^\W\d_](?>(?:[^\W\d_]|[\u0900-\u0963\u064b-\u0652\u0670\u200c\u200d]){0,40})")
_DIGIT = re.compile(r"\d")
_KATAKANA, _ALL_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]"), re.compile("[\u30a1-\u30fa\u30fc]+")
# Where a sentence begins, its first word has a capital; some signs may stand before it.
_BEGINS = re.compile(r"(?:\A|[.!?:…\n]|\n\s{0,8}[-–—*•])[\s\"'«»“”„‚(¿¡]{0,4}\Z")
# With what letter the sentences of a text begin.
_FIRST_LETTERS = re.compile(r"(?:\A|[.!?…]\s|\n)[\s\"'«»“”„‚(¿¡-]{0,4}([^\W\d_])")
_MOSTLY = 0.8
# Whoever is greeted, or whose name is told, is somebody.
_CALLED = re.compile(
    r"\b(?:ciao|hola|salut|coucou|bonjour|hallo|hi|hey|hoi|moin|servus|cześć|hej|olá|oi|namens|namen|nome|nombre|nom|naam|"
    r"nazwisko|nazwiskiem|frau|herrn?|familie)[,:]?\s\Z",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r",?\s[^\W\d_A-ZÀ-ÖØ-ÞĀĄĆČĘŁŃŒŚŠŹŻŽ]|\s?!")
# "Netto 1.988,12", "Loonstrook - Brouwer": what a form calls its fields.
_LABELS = re.compile(r"\.?\s?:|\.?\s[-–—]\s|\.?\s(?:[€$£]|R\$)?\s?[0-9]")
# Articles, and what joins a noun to the word before it.
_IN_SENTENCE = re.compile(
    r"(?<!\w)(?:il|lo|la|al|allo|alla|del|dello|della|dal|dalla|nel|nella|sul|sulla|di|un[aoe]?|el|los|las|de|do|da|no|na|"
    r"o|a|uma?|le|les|du|des|au|une|der|die|das|dem|den|ein[emnrs]{0,2}|het|een)\s\Z",
    re.IGNORECASE,
)
_REACH, _LEAST, _LEAST_PART = 12, 3, 4
_SAID = 0.9
# The tagger's score up to which the words count for more, by what is written. Chosen on messages and treebanks.
_SMALL_LISTED, _SMALL_UNLISTED = 0.6, 0.9
_SMALL, _FIRST, _NOUN, _SPACELESS, _UNCASED = 0.97, 0.95, 0.85, 0.9, 0.85


def is_ordinary(text: str, entity: Entity, language: str) -> bool:
    """Return whether a name that the tagger found is no name but ordinary words, as far as its score leaves that open.
    `entity`: a finding of the tagger, with none right beside it.
    """
    found = text[entity.start : entity.end]
    if entity.type == "NRP":
        # "severo" is no nation's; "noir" may be said of somebody.
        return entity.score < _SAID and _WORD.fullmatch(found) is not None and _is_said(found, language)
    if entity.type not in NAME_TYPES or _DIGIT.search(found):
        return False
    if is_called(text, entity.start):
        return False
    script = LANGUAGES[language].script
    if script == "Latin":
        return _is_cased(text, entity, found, language)
    if script in ("Han", "Japanese"):
        firm = entity.type == "ORGANIZATION" and language == "zh"
        cut = is_cut(text, entity.start, entity.end)
        return entity.score < _SPACELESS and (cut or (not firm and is_ordinary_run(found, language)))
    words = _WORD.findall(found)
    # A hospital or a club is of ordinary words, too.
    alone = len(words) == 1 and entity.score < _UNCASED and entity.type != "ORGANIZATION"
    names = names_of(language)
    return alone and all(
        is_ordinary_word(language, word)
        and word not in names.given
        and word not in names.family
        and word not in _places(language)
        for word in map(key, words)
    )


def writes_capitals(text: str) -> bool:
    """Return whether the sentences of a text begin with capitals: then its names do, too."""
    letters = _FIRST_LETTERS.findall(text)
    return sum(map(str.isupper, letters)) >= _MOSTLY * len(letters)


def _is_said(word: str, language: str) -> bool:
    """Whether a word that was taken for a nationality is another one that the language has."""
    if LANGUAGES[language].script in ("Han", "Japanese"):
        # Dictionaries have the peoples, too.
        return fold(word) not in words_of(language) and is_ordinary_run(word, language)
    return not word[0].isupper() and is_common(key(word.lower()), language)


def is_cut(text: str, start: int, end: int) -> bool:
    """Return whether a stretch begins or ends inside of a word in katakana."""
    return any(
        _KATAKANA.match(text, at) is not None and at > 0 and _KATAKANA.match(text, at - 1) is not None
        for at in (start, end)
    )


def _is_small(text: str, entity: Entity, found: str, language: str) -> bool:
    """Whether a doubtful name stands in small letters where sentences have capitals: hardly any is written so."""
    if not found.islower() or not writes_capitals(text):
        return False
    listed = any(word in names_of_lists(language) for word in _WORD.findall(found))
    return entity.score < (_SMALL_LISTED if listed else _SMALL_UNLISTED)


def _is_cased(text: str, entity: Entity, found: str, language: str) -> bool:
    """Whether ordinary words stand in small letters, at the beginning of a sentence, or are German nouns."""
    # "concepto alquiler mayo"
    if (entity.type == "PERSON" and found in _months(language)) or _is_small(text, entity, found, language):
        return True
    words = [word for word in _WORD.findall(found) if len(word) >= _LEAST]
    names = names_of_lists(language)
    if (
        found.islower()
        and words
        and writes_capitals(text)
        and _IN_SENTENCE.search(text, max(entity.start - _REACH, 0), entity.start)
    ):
        # "300 g di farina", "al lupo": a text with capitals has them in its names.
        names = _given(language)
    if not words or not all(is_common(word.lower(), language) and word.lower() not in names for word in words):
        return False
    if found.islower():
        return entity.score < _SMALL or writes_capitals(text)
    if " " not in found and _LABELS.match(text, entity.end):
        return True
    if language == "de" and entity.score < _NOUN and " " not in found:
        return True
    capitals = sum(word[0].isupper() for word in words)
    first = capitals == 1 and found[0].isupper() and _GOES_ON.match(text, entity.end) is not None
    return first and entity.score < _FIRST and begins_sentence(text, entity.start)


@cache
def _months(language: str) -> frozenset[str]:
    """Names of months in small letters."""
    return frozenset(months(language).replace("\\", "").split("|"))


@cache
def _given(language: str) -> frozenset[str]:
    pools = read_native(language)
    return frozenset(
        name.lower() for pool, names in pools.items() if pool.startswith("GIVEN_NAME") for name in names.entries
    )


def is_called(text: str, at: int) -> bool:
    """Return whether what begins at a place is greeted, or told as a name: "ciao ale"."""
    return _CALLED.search(text, max(at - _REACH, 0), at) is not None


def begins_sentence(text: str, at: int) -> bool:
    """Return whether a sentence begins at a place."""
    return _BEGINS.search(text, max(at - _REACH, 0), at) is not None


def is_no_name(word: str, language: str) -> bool:
    """Return whether a word of a language in Latin letters is an ordinary one, and in no list of names or places."""
    return is_common(word.lower(), language) and word.lower() not in names_of_lists(language)


def is_common(word: str, language: str) -> bool:
    """Return whether a word in small letters is an ordinary one, or in German and Dutch made of two."""
    if is_ordinary_word(language, word):
        return True
    return language in ("de", "nl") and any(
        is_ordinary_word(language, word[:at]) and is_ordinary_word(language, word[at:])
        for at in range(_LEAST_PART, len(word) - _LEAST_PART + 1)
    )


def is_ordinary_run(found: str, language: str) -> bool:
    """Return whether characters of Chinese or Japanese are one ordinary word, or two, and no name. `language`: "zh" or
    "ja".
    """
    names = names_of(language)
    if found in _places(language):
        return False
    listed = found in names.family or found in names.given
    # Names from abroad are words from abroad, too: "Graf", グラフ.
    if listed and (language == "zh" or not _ALL_KATAKANA.fullmatch(found)):
        return False
    if is_ordinary_word(language, found):
        return True
    return any(
        is_ordinary_word(language, found[:at]) and is_ordinary_word(language, found[at:])
        for at in range(2, len(found) - 1)
    )


@cache
def names_of_lists(language: str) -> frozenset[str]:
    """Return given and family names and places of a language in small letters, in one word."""
    pools = read_native(language)
    kinds = ("GIVEN_NAME", "SURNAME", "CITY", "TOWN", "REGION", "DISTRICT", "COUNTRY")
    listed = (name for pool, names in pools.items() if pool.startswith(kinds) for name in names.entries)
    return frozenset(part.lower() for name in listed for part in _WORD.findall(name) if " " not in name)


def is_place(name: str, language: str) -> bool:
    """Return whether a name is that of a listed place, in Polish in any case. `name`: as it is written."""
    return name in _written_places(language) or key(name) in _places(language)


@cache
def _written_places(language: str) -> frozenset[str]:
    """The listed places of Polish in all their cases."""
    if language != "pl":
        return frozenset()
    return frozenset(form for name in _places(language) for form in forms(name, "place", "", language).values())


_SHORTEST_REGION = 2


@cache
def _places(language: str) -> frozenset[str]:
    pools = read_native(language)
    kinds = ("CITY", "TOWN", "REGION", "DISTRICT", "COUNTRY")
    listed = {key(name) for kind in kinds if kind in pools for name in pools[kind].entries}
    # Lisboa, Porto and Recife stand in pools beside: of their names only those that are nobody's given name count.
    beside = {key(name) for pool in pools if pool.startswith("CITY_") for name in pools[pool].entries}
    if language == "ja":
        # 東京 is 東京都; 京 is not 京都.
        listed |= {name[:-1] for name in listed if len(name) > _SHORTEST_REGION and name[-1] in "都府県"}
    return frozenset(listed | (beside - names_of(language).given))


@lru_cache(maxsize=16_384)
def is_ordinary_word(language: str, word: str) -> bool:
    """Return whether a word is an ordinary one. `word`: the word in small letters; of Arabic and Hindi its key
    (`given_names.key`).
    """
    words = _words(language)
    # A number of another type would have NumPy turn the whole list into that.
    at = int(words.searchsorted(wanted := np.uint32(hash_of(word))))
    return at < len(words) and bool(words[at] == wanted)


def write(language: str, words: Iterable[str], *, add: bool = False) -> None:
    """Write the file of a language; what makes the lists calls it. `words`: its ordinary words. `add`: keep what the
    file has.
    """
    kept: list[int] = _words(language).tolist() if add else []
    hashes = np.array(sorted({*kept, *(hash_of(word) for word in words)}), np.uint32)
    FOLDER.mkdir(exist_ok=True)
    stored = np.diff(hashes, prepend=np.uint32(0)).astype("<u4").tobytes()
    (FOLDER / f"{language}.xz").write_bytes(lzma.compress(stored, preset=9))


@cache
def _words(language: str) -> npt.NDArray[np.uint32]:
    stored = np.frombuffer(lzma.decompress((FOLDER / f"{language}.xz").read_bytes()), "<u4")
    return np.cumsum(stored, dtype=np.uint32)


def hash_of(word: str) -> int:
    """Return the hash of a word: what is kept of it."""
    return crc32(word.encode("utf-8", "surrogatepass")) & ((1 << _BITS) - 1)
