"""Which list a job, a nationality or a faith of another language is drawn from, and in which form its surrogate stands.

`native_phrases` asks this. What the lists lack is read by its ending: "Fluglotsin" is a woman, as is "mécatronicienne".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import Word, agreeing_pools, words_of

__all__ = ["GROUPS", "read_group"]

GROUPS = {
    "JOB": "a job",
    "NATION": "a nationality",
    "NATION_ADJECTIVE": "a nationality as an adjective",
    "PEOPLE": "an ethnic group",
    "FAITH": "a faith",
    "FAITH_ADJECTIVE": "a faith as an adjective",
    "FAITH_PERSON": "somebody of a faith",
}
"""The lists, and what a class calls what they hold."""

_OF_TYPE = {"JOB_TITLE": ("JOB",), "NRP": tuple(pool for pool in GROUPS if pool != "JOB")}
_FEMININE = {
    "de": re.compile(r"(?:in|frau|schwester)$"),
    "fr": re.compile(r"(?:euse|trice|ière|ienne|onne|ère|aise|oise|ée|ne)\b"),
    "es": re.compile(r"a\b"),
    "it": re.compile(r"(?:a|essa|trice)\b"),
    "nl": re.compile(r"(?:ster|esse|trice|e)$"),
    "pt": re.compile(r"(?:a|ã)\b"),
    "pl": re.compile(r"(?:ka|ni|na|wa)\b"),
    "ar": re.compile(r"ة\b"),
}
_INSTRUMENTAL = re.compile(r"(?:(?P<woman>ą)|(?:em|ym|im))\b")
_ENDINGS = (
    ("NATION", re.compile(r"人$")), ("PEOPLE", re.compile(r"族$")), ("FAITH_PERSON", re.compile(r"徒$")),
    ("FAITH", re.compile(r"教$")),
)  # fmt: skip
_ADJECTIVE = {
    "de": re.compile(r"isch(e[nrms]?)?$"),
    "nl": re.compile(r"s(e)?$"),
    "pl": re.compile(r"[ck](?:i\w*|a|ą)$"),
}
_LEAST_HEAD, _LONGEST_HEAD = 4, 60
"""Characters of a listed word at the end of a compound, and of the longest list entry with room to spare."""


def read_group(mention: str, entity_type: str, code: str) -> Word:
    """The list, the word in it and the form of a mention; the folded mention stands for a word that no list has.

    Args:
        mention: a job or a nationality.
        entity_type: "JOB_TITLE" or "NRP".
        code: the language of which its surrogate is drawn.
    """
    pools, known, folded = _OF_TYPE[entity_type], words_of(code), fold(" ".join(mention.split()))
    for words in (folded, *_heads(folded)):
        found = known.get(words)
        if found is not None and found.pool in pools:
            return found if words == folded else found._replace(lemma=folded)
    pool = _pool(mention, folded, pools, code)
    return Word(pool, folded, _form(folded, pool, code))


def _heads(folded: str) -> Iterator[str]:
    """What of a longer mention may be listed: its first words, its last ones, the end of a compound."""
    first, last = folded[: _LONGEST_HEAD + 1].split(), folded[-_LONGEST_HEAD - 1 :].split()
    for size in range(max(len(first), len(last)) - 1, 0, -1):
        yield " ".join(first[:size])
        yield " ".join(last[-size:])
    start = max(1, len(folded) - _LONGEST_HEAD)
    yield from (folded[at:] for at in range(start, len(folded) - _LEAST_HEAD + 1))


def _pool(mention: str, folded: str, pools: tuple[str, ...], code: str) -> str:
    if "JOB" in pools:
        return "JOB"
    there = agreeing_pools(code)
    for pool, ending in _ENDINGS:
        if pool in there and ending.search(folded):
            return pool
    adjective = code in _ADJECTIVE and mention[:1].islower() and _ADJECTIVE[code].search(folded)
    return "NATION_ADJECTIVE" if adjective else "NATION"


def _form(folded: str, pool: str, code: str) -> str:
    if pool == "NATION_ADJECTIVE":
        ending = _ADJECTIVE[code].search(folded)
        if code == "de" and ending and ending[1]:
            return f"ending in -{ending[1]}"
        return "inflected" if code == "nl" and ending and ending[1] else ""
    if code == "pl" and (instrumental := _INSTRUMENTAL.search(folded)):
        return "feminine in the instrumental" if instrumental["woman"] else "in the instrumental"
    return "feminine" if code in _FEMININE and _FEMININE[code].search(folded) else ""
