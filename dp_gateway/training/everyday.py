"""Everyday sentences as templates: translations of short English sentences, with holes where these name Tom or Mary.

The English side tells whether a sentence names anybody: beside "Tom", "Mary" and "John" no word with a capital stands
in it but at its beginning, and there only one that stands elsewhere in small letters. Other sentences are left out.
`language_run` fills the holes. The sentences are those of Tatoeba (CC BY 2.0 FR), see `data.toml`.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["everyday"]

_FILES: Mapping[str, str] = {
    "de": "DarrenCarvalho+Language-Translation/data/deu.txt",
    "fr": "Soubhagya264+Language_Translator-Encoder-Decoder-/fra.txt",
    "zh": "13luoyu+Transformer-machine-translation/cmn.txt",
    "ja": "sezan92+attention_sezan/data/jpn.txt",
    "ar": "omnia197+eng2ara/seq2seqBasic/ara.txt",
    "es": "JEdward7777+Pinokio/spa-eng.zip",
    "nl": "devcem+NMT-seq2seq-with-pytorch/data/eng-nld.txt",
    "pl": "eRgo35+s2s-mt-experiment/eng-pol.txt",
    "hi": "LeadingIndiaAI+MODULE-ON-ENGLISH-TO-HINDI-NEURAL-MACHINE-TRANSLATION/hin.txt",
}
_NAMED: Mapping[str, Sequence[str]] = {
    "de": ("Tom", "Mary", "Maria", "John", "Johannes"), "fr": ("Tom", "Mary", "Marie", "John", "Jean"),
    "es": ("Tom", "Mary", "María", "John", "Juan"), "nl": ("Tom", "Mary", "Maria", "John", "Jan"),
    "pl": ("Tom", "Mary", "Maria", "John", "Jan"),
    "zh": ("汤姆", "湯姆", "玛丽", "瑪麗", "约翰", "約翰"), "ja": ("トム", "メアリー", "ジョン"),
    "ar": ("توم", "ماري", "جون"), "hi": ("टॉम", "मैरी", "जॉन"),
}  # fmt: skip
_SPACED = frozenset(("de", "fr", "es", "nl", "pl"))
_CASES = {"a": "gen", "owi": "dat", "em": "ins", "ie": "loc"}
_CASE = re.compile(r"\bTom(a|owi|em|ie)\b")
_ENGLISH = frozenset(("Tom", "Mary", "John"))
_CAPITAL = re.compile(r"(?<![\w’'-])[A-Z][\w’'-]*")
_NOT_NAMES = frozenset("I I'm I've I'll I'd I’m I’ve I’ll I’d".split())
_BEGINS = re.compile(r"(?:^|[.?!\"”] ?[\"“]?)$")


def everyday(data: Path, code: str) -> tuple[list[str], list[str]]:
    """Templates with a hole for each name ("{f}", in Polish "{f:gen}" too), and sentences that name nobody; none for a
    language without a file.

    Args:
        data: folder of the corpora.
        code: the language.
    """
    if code not in _FILES:
        return [], []
    rows = [line.split("\t") for line in _text(data / _FILES[code]).splitlines()]
    pairs = [(row[0], row[1].strip()) for row in rows if len(row) > 1 and not set(row[1]) & set("{}")]
    small = {word for english, _ in pairs for word in re.findall(r"\b[a-z]+\b", english)}
    names = re.compile("|".join(sorted(_NAMED[code], key=len, reverse=True)))
    letters = re.compile(rf"\b(?:{names.pattern})(?=s?\b)") if code in _SPACED else names
    named: dict[str, None] = {}
    none: dict[str, None] = {}
    for english, written in pairs:
        of_english = _named(english, small)
        text = _CASE.sub(lambda match: f"{{f:{_CASES[match[1]]}}}", written) if code == "pl" else written
        holes = len(letters.findall(text)) + text.count("{f:")
        if of_english is None or (holes == 0) != (of_english == 0):
            continue
        if holes:
            named[letters.sub("{f}", text)] = None
        else:
            none[text] = None
    return list(named), list(none)


def _text(file: Path) -> str:
    if file.suffix != ".zip":
        return file.read_text(encoding="utf-8")
    with zipfile.ZipFile(file) as archive:
        return archive.read(file.stem + "/" + file.stem.partition("-")[0] + ".txt").decode()


def _named(english: str, small: set[str]) -> int | None:
    """How many names the sentence has, or None where it may have others than those known."""
    found = 0
    for match in _CAPITAL.finditer(english):
        word = match[0].removesuffix("'s").removesuffix("’s")
        if word in _ENGLISH:
            found += 1
        elif match[0] not in _NOT_NAMES and not (
            _BEGINS.search(english[: match.start()]) and re.split("['’-]", word.lower())[0] in small
        ):
            return None
    return found
