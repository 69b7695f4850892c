"""Answers: a text that holds nothing but what the text before it asked for.

"How old are you?" makes an age of the "37" that follows, "the wifi password is in the next line" a password of the
word that stands there. `hints` asks here once detectors have run. The question gives a key, as if the answer stood
under it in JSON, and `patterns.told` says whether the answer looks like a value of it. Questions are English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dp_gateway.patterns.lexicon import default_lexicon
from dp_gateway.patterns.told import TOLD, told_value
from dp_gateway.text.entities import Entity

if TYPE_CHECKING:
    from dp_gateway.patterns.names import NameLists

__all__ = ["answers"]

_LONGEST, _LONGEST_QUESTION, _MOST_WORDS = 60, 300, 4
# The sentence that asks, or that announces what comes next.
_ASKS = re.compile(
    r"(?:\A|[.!?:\n])\s{0,4}(?P<q>[^.!?\n]{2,200}?)(?:\?|:\s{0,3}\Z|\Z|(?<=[^.!?\n])\.\s{0,3}\Z)[\s)\"'*_]{0,6}\Z"
)
_ANNOUNCES = re.compile(
    r"\b(?:please|enter|give|tell|provide|type|share|confirm|send|need|have|get|what|what['’]s|which|who|whose|where|"
    r"when|how|here|this is|in the next|below|following|and the|your|my)\b"
)
# "My name is Anna." says it already; "the password is in the next line." announces it.
_SAYS_IT = re.compile(
    r"(?!\s*(?:what|which|who|whose|where|when|how)\b).{0,200}?\b(?:is|are|was|were)\s"
    r"(?!(?:in|on) the next\b|in the line\b|below\b|here\b|the following\b|as follows\b|this\b|next\b)"
)
# "your last name", "the door code", "the last four digits of your card", "mother's maiden name", "and the CVC"
_ASKED = re.compile(
    r"\b(?:your|his|her|their|my|our|the|an?|whose|['’]s)\s(?P<v>[a-z0-9-]{1,20}(?:\s(?!is\b|are\b|was\b|in\b|for\b|to\b|do\b|did\b)"
    r"[a-z0-9-]{1,20}){0,3})"
)
_OWNED = re.compile(r"\b(?:your|his|her|their|my|our|you|i|he|she|they|we)\b")
# Questions that do not name what they ask for.
_WAYS = tuple(
    (re.compile(asked), key)
    for asked, key in (
        (r"\bhow old\b", "age"),
        (r"\b(?:(?:what|which) (?:year|day|month|date)|when (?:were|was|are|is))\b.{0,40}\bborn\b", "birthdate"),
        (r"\bwhere\b.{0,30}\b(?:live|living|based|from|born|located|grow up)\b", "hometown"),
        (r"\b(?:what|which) (?:town|city|village|suburb|district)\b", "hometown"),
        (r"\b(?:who|which company|what company|where)\b.{0,30}\bwork(?:ing)?\b", "employer"),
        (r"\bhow much\b.{0,30}\b(?:earn|make|paid|owe|save|saved)\b", "salary"),
        (r"\bwho (?:am i|is this|are you|(?:is|was) (?:your|his|her|the))\b|\bcall(?:ed)? you\b", "fullname"),
        (r"\bname of\b.{0,40}\b(?:wife|husband|son|daughter|boss|teacher|doctor|mother|father)\b", "fullname"),
        (r"\b(?:first|favou?rite) (?:pet|school|teacher|car|street)\b|\bmaiden name\b", "passcode"),
        (r"\b(?:door|gate|alarm|entry|access|security|verification|login) code\b", "passcode"),
        (r"\blast (?:four|4|five|5|six|6) digits\b", "last4"),
        (r"\b(?:order|customer|member|account|policy|case|ticket|booking) (?:number|no|id)\b", "accountnumber"),
    )
)  # fmt: skip
_SAYS = re.compile(
    r"\s*(?:(?:sure|yes|ok|okay|of course|hi|hello)[,:!.]?\s+)?(?:(?:it|that|this|she|he)(?:['’]s|\sis|\swas)\s+|"
    r"i(?:['’]m|\sam)\s+|(?:my|the)\s(?:\w+\s){1,3}is\s+)?",
    re.IGNORECASE,
)
_ENDS = " \t\r\n.,;:!?\"'“”`*_"


def answers(texts: Sequence[str], asked: Sequence[bool]) -> Iterator[tuple[int, Entity]]:
    """What texts tell as answers to those before them, and in which text it stands.

    Args:
        texts: in the order of a conversation.
        asked: of each text, whether it may be an answer of a user.
    """
    names: NameLists | None = None
    for at in range(1, len(texts)):
        if not asked[at] or not 0 < len(texts[at]) <= _LONGEST:
            continue
        keys = list(_keys(texts[at - 1]))
        if keys:
            names = names or default_lexicon()[0]
            if (found := _answer(texts[at], keys, names)) is not None:
                yield at, found


def _keys(text: str) -> Iterator[str]:
    """The keys that the end of a text asks for."""
    match = _ASKS.search(text[-_LONGEST_QUESTION:].rstrip())
    if match is None:
        return
    question = match["q"].lower()
    if match[0].rstrip().endswith(".") and _SAYS_IT.match(question):
        return
    if not match[0].rstrip().endswith(":") and _ANNOUNCES.search(question) is None:
        return
    for way, key in _WAYS:
        if way.search(question):
            yield key
    owned = _OWNED.search(question) is not None
    for one in _ASKED.finditer(question):
        words = one["v"].replace("-", "").split()
        for first in range(len(words)):
            key = " ".join(words[first:])
            # "the name of the function", "the default password": of nobody.
            if owned or key not in ("name", "age", "year", "total"):
                yield key


def _answer(text: str, keys: Sequence[str], names: NameLists) -> Entity | None:
    """The entity that a whole text is, but for what leads to it."""
    said = _SAYS.match(text)
    start, end = said.end() if said else 0, len(text.rstrip(_ENDS))
    start += len(text[start:end]) - len(text[start:end].lstrip(_ENDS))
    value = text[start:end]
    if not value or len(value.split()) > _MOST_WORDS:
        return None
    for key in keys:
        # Who types an answer may leave capitals out.
        for form in (value, value.title()) if value.islower() and value.replace(" ", "").isalpha() else (value,):
            kind = told_value(key, form, names)
            if kind is not None:
                return Entity(start, end, kind, TOLD, "answers")
    return None
