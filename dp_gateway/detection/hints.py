"""What a request says of its texts beside the texts themselves: the keys that they stand under, and its own grammar.

A shape collects it while it reads a request, and a `Gateway` asks here once detectors have run. The value under
`"salary"` is an amount though it stands alone in its field; the name of a tool, a parameter and the value of an enum
are no person and no place by themselves, wherever in the request they are written. A name that is found elsewhere is
replaced all the same, and so is a full name, an identifier, and what a key tells.

"How old are you?" makes an age of the "37" that follows: a question gives keys, as if its answer stood under them in
JSON. `patterns.told` says whether the value looks like one of its key. Questions are English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.patterns.base import merge
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.told import TOLD, told_value
from dp_gateway.programs.nobodys_urls import is_of_public_code
from dp_gateway.text.entities import Entity

if TYPE_CHECKING:
    from dp_gateway.patterns.names import NameLists


_WEAK = frozenset(
    "PERSON TITLE LOCATION ORGANIZATION NRP JOB_TITLE DATE_TIME AGE PERCENTAGE QUANTITY DURATION USERNAME URL".split()
)
_REACH = 64
_OF_PACKAGES = frozenset(
    "homepage url repository bugs issues source docs documentation wiki funding $schema $id license support".split()
)
"""Keys of files of packages under which the address of public code may stand."""
_BEFORE = re.compile(r"[\w.$-]{0,64}\Z")
_AFTER = re.compile(r"[\w$-]{0,64}(?:\.\w[\w$-]{0,64})?")


class Hints(NamedTuple):
    """The knowledge about the texts of one request. `keys`: the key that each text stands under in free JSON, empty for
    none; no keys at all for texts without any. `grammar`: names of tools and parameters and values of enums of this
    request, in lower case.
    """

    keys: Sequence[str] = ()
    grammar: frozenset[str] = frozenset()


NO_HINTS = Hints()


def with_hints(
    texts: Sequence[str], found: Sequence[list[Entity]], hints: Hints, answering: Sequence[bool]
) -> list[list[Entity]]:
    """Return the entities of each text without what is grammar of the request, and with what its key or a question
    tells. `answering`: whether each text may answer the one before it.
    """
    completed = list(found)
    if hints.grammar:
        completed = [
            [one for one in entities if not _is_grammar(text, one, hints.grammar)]
            for text, entities in zip(texts, found, strict=True)
        ]
    for at, key in enumerate(hints.keys):
        # {"homepage": "https://github.com/slimphp/Slim"}: the address of a package, which nobody speaks of here.
        if key.lower() in _OF_PACKAGES and completed[at]:
            completed[at] = [one for one in completed[at] if not _leads_to_code(texts[at], one)]
    for at, entity in told_alone(texts, hints.keys, answering):
        completed[at] = merge([entity, *completed[at]], texts[at])
    return completed


def _leads_to_code(text: str, entity: Entity) -> bool:
    """Whether the address that a text is leads to public code."""
    return entity.type == "URL" and (entity.start, entity.end) == (0, len(text)) and is_of_public_code(text)


def _is_grammar(text: str, entity: Entity, grammar: frozenset[str]) -> bool:
    """Whether an entity is a word of the request's grammar, or a part of one."""
    if entity.type not in _WEAK or entity.detector == "sensitive":
        return False
    start, end = entity.start, entity.end
    found = text[start:end].lower()
    if entity.type == "PERSON" and " " in found:
        return False
    if found in grammar:
        return True
    before, after = _BEFORE.search(text, max(0, start - _REACH), start), _AFTER.match(text, end)
    token = (before[0].lower() if before else "") + found + (after[0].lower() if after else "")
    return token.strip(".-") in grammar


_LONGEST, _LONGEST_ANSWER, _LONGEST_QUESTION, _MOST_WORDS = 200, 60, 300, 4
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


class _Value(NamedTuple):
    """A value that is all that its text holds.

    Attributes:
        number: of the text.
        start, end: where the value stands.
        keys: what may tell of it, the surest first.
        forms: how it is read: as it is written, and otherwise.
        detector: what found it.
    """

    number: int
    start: int
    end: int
    keys: Sequence[str]
    forms: Sequence[str]
    detector: str


def told_alone(texts: Sequence[str], keys: Sequence[str], asked: Sequence[bool]) -> Iterator[tuple[int, Entity]]:
    """Yield what the keys of texts, and the texts before them, tell of the values that they are; and in which text it
    stands.

    Args:
        texts: in the order of a conversation.
        keys: the key that each text stands under, empty for none; no keys at all for texts without any.
        asked: of each text, whether it may be an answer of a user.
    """
    names: NameLists | None = None
    for value in chain(_under_keys(texts, keys), _answers(texts, asked)):
        names = names or default_lexicon()[0]
        told = (told_value(key, form, names) for key in value.keys for form in value.forms)
        kind = next((one for one in told if one is not None), None)
        if kind is not None:
            yield value.number, Entity(value.start, value.end, kind, TOLD, value.detector)


def _under_keys(texts: Sequence[str], keys: Sequence[str]) -> Iterator[_Value]:
    for at, key in enumerate(keys):
        if key and len(texts[at]) <= _LONGEST:
            value = texts[at].strip()
            start = texts[at].index(value)
            yield _Value(at, start, start + len(value), (key,), (value,), "keys")


def _answers(texts: Sequence[str], asked: Sequence[bool]) -> Iterator[_Value]:
    for at in range(1, len(texts)):
        if not (asked[at] and 0 < len(texts[at]) <= _LONGEST_ANSWER):
            continue
        if keys := _keys_asked(texts[at - 1][-_LONGEST_QUESTION:]):
            start, end = _answer(texts[at])
            value = texts[at][start:end]
            if value and len(value.split()) <= _MOST_WORDS:
                # Who types an answer may leave capitals out.
                lower = value.islower() and value.replace(" ", "").isalpha()
                yield _Value(at, start, end, keys, (value, value.title()) if lower else (value,), "answers")


@lru_cache(512)
def _keys_asked(end: str) -> tuple[str, ...]:
    """The keys that the end of a text asks for; a conversation has the same texts in each turn."""
    return tuple(_asked_keys(end))


def _asked_keys(end: str) -> Iterator[str]:
    match = _ASKS.search(end.rstrip())
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


def _answer(text: str) -> tuple[int, int]:
    """Where the answer stands that a text is, without what leads to it."""
    said = _SAYS.match(text)
    start, end = said.end() if said else 0, len(text.rstrip(_ENDS))
    return start + len(text[start:end]) - len(text[start:end].lstrip(_ENDS)), end
