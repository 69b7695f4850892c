"""In which script a mention is written, and of which language its surrogate is therefore drawn.

A surrogate stands in the script of its mention, whatever the text around it is written in: a Latin name in a Chinese
text stays Latin, and what no list of names has in its script becomes a placeholder.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from dp_gateway.vocabulary.lexicon.data import CODES
from dp_gateway.vocabulary.lexicon.forms import PROCLITICS

ENGLISH = ""
"""The language of the lists that are no list of another language."""

LATIN, KANA = frozenset(("Latin",)), frozenset(("kana",))

_SCRIPTS = {
    "Latin": re.compile("[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]"),
    "Han": re.compile("[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"),
    "kana": re.compile("[\u3041-\u309f\u30a1-\u30fa\u30fd-\u30ff\uff66-\uff9d]"),
    "Arabic": re.compile(
        "[\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06fa-\u06ff\u0750-\u077f\ufb50-\ufefc]"
    ),
    "Devanagari": re.compile("[\u0900-\u0963\u0971-\u097f]"),
}
_NOT_LETTERS = re.compile(r"[\W\d_]")
_WORD_OF_MARKS = "\u0900-\u0963\u0966-\u097f\u200c\u200d"
_LATIN_CODES = frozenset(CODES) - {"zh", "ja", "ar", "hi"}


@lru_cache(4096)
def scripts_of(text: str) -> frozenset[str]:
    """Find the scripts of the letters and marks of a text; "other" where no list knows one."""
    found = {name for name, letters in _SCRIPTS.items() if letters.search(text)}
    left = text
    for name in found:
        left = _SCRIPTS[name].sub("", left)
    if _NOT_LETTERS.sub("", left).strip("ーｰ\u0640ː"):
        found.add("other")
    return frozenset(found)


@lru_cache(4096)
def language_of(mention: str, language: str) -> str | None:
    """Return the language of which a surrogate is drawn, by ISO 639-1; `ENGLISH`, or None where nothing can be.
    `mention`: as it stands. `language`: of the passage that it stands in.
    """
    if mention.isascii():
        return language if language in _LATIN_CODES else ENGLISH
    scripts = scripts_of(mention)
    if scripts <= {"Latin"}:
        return language if language in _LATIN_CODES else ENGLISH
    if scripts <= {"Han", "kana"}:
        return "ja" if "kana" in scripts or language == "ja" else "zh"
    if scripts == frozenset(("Arabic",)):
        return None if language in ("fa", "ur") else "ar"
    return "hi" if scripts == frozenset(("Devanagari",)) else None


def phrase_language(mention: str, language: str) -> str | None:
    """Return the language of a place or an organisation, which may mix letters of its own script and Latin ones; None
    as of `language_of`.
    """
    if mention.isascii():
        return language_of(mention, language)
    scripts = scripts_of(mention)
    letters = (char for char in mention if scripts_of(char) != LATIN)
    return language_of("".join(letters) if len(scripts) > 1 else mention, language)


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch of text without half a letter at its ends, with all marks; of Hindi and Arabic with whole words.

    Where a vowel sign is cut off from its consonant, what stays behind is nonsense in every script that has them.
    """
    if text.isascii():
        return start, end
    least, most = max(start - _LONGEST_WORD, 0), min(end + _LONGEST_WORD, len(text))
    if start < end and _is_devanagari(text[start]):
        while start > least and _is_devanagari(text[start - 1]):
            start -= 1
    if start < end and _is_devanagari(text[end - 1]):
        while end < most and _is_devanagari(text[end]):
            end += 1
    if start < end and _ARABIC.match(text[start]):
        begins = start
        while begins > least and _ARABIC.match(text[begins - 1]):
            begins -= 1
        # "And", "to" and their like are written together with a name, and are no part of it.
        start = start if text[begins:start] in PROCLITICS else begins
    if start < end and _ARABIC.match(text[end - 1]):
        while end < most and _ARABIC.match(text[end]):
            end += 1
    while end < most and unicodedata.combining(text[end]):
        end += 1
    while start > least and unicodedata.combining(text[start]):
        start -= 1
    return start, end


_LONGEST_WORD = 64
"""Letters of a word that are looked for on either side: what is longer is no word, and every one costs."""
_ARABIC = re.compile("[\u0620-\u065f\u066e-\u06d3]")
_DEVANAGARI_WORD = re.compile(f"[{_WORD_OF_MARKS}]")


def _is_devanagari(char: str) -> bool:
    return _DEVANAGARI_WORD.match(char) is not None
