"""Countries of which a text in another language than English asks in general are public references.

"Was ist die Hauptstadt von Frankreich?" tells of nobody, as its like in English does (`public` reads English
words). Here little decides: a question or an instruction, and nobody in the text: no name, number, job or town, no word
for who writes, for a person or for living somewhere. In doubt a country is private. The words are in `general.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from dp_gateway.detection.languages.tables import lines
from dp_gateway.detection.languages.tagger import is_persons
from dp_gateway.languages import LANGUAGES, Passage, language_at
from dp_gateway.patterns.structure import Structure
from dp_gateway.public.common_knowledge import private_codes, public_codes
from dp_gateway.public.lists import Reference
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon.data import CODES

_NAMES = frozenset(("LOCATION", "ORGANIZATION", "PERSON"))
_OF_NOBODY = frozenset(("DATE_TIME", "PERCENTAGE", "QUANTITY", "DURATION", "MONEY"))
_LONGEST = 1_000
_SENTENCE = re.compile(r"[.!?;\n]\s|[\n。！？؟।]")
_BEFORE_ASKING = (
    r"[\s\"'„“«¿¡(—–-]{0,4}(?:(?:und|aber|bitte|et|y|e|ed|en|i|a|oraz|s['’]il vous plaît|por favor|per favore|proszę|"
    r"hallo|hi|bonjour|hola|ciao|hoi|olá|cześć)[,!]?\s)?(?:(?:in|aus|von|seit|auf|mit|für|zu|en|de|du|dans|depuis|par|"
    r"da|di|a|à|con|per|por|para|em|desde|hasta|w|we|z|ze|do|na|o|od|op|van|uit|met|voor|sinds|في|من|منذ|و)\s)?"
)


class _Words(NamedTuple):
    """What a language says. `asks`: a question or an instruction, matched with a sentence. `own`: somebody."""

    asks: re.Pattern[str]
    own: re.Pattern[str]


def countries(
    text: str, entities: Sequence[Entity], found: Sequence[Passage], users: Sequence[tuple[int, int]]
) -> Iterator[Entity]:
    """Yield the findings of a text; countries in other languages with what they give away, and whether they are public
    here.

    Args:
        entities: what was found in it: disjoint, in order.
        users: stretches that are private whatever they are.
    """
    named = [_named(text, one, found) if one.type in _NAMES else None for one in entities]
    if not any(named):
        yield from entities
        return
    general: bool | None = None
    structure = None
    for one, of in zip(entities, named, strict=True):
        if of is None:
            yield one
            continue
        if general is None:
            general = _is_general(text, entities, named, found)
            structure = Structure(text) if general else None
        own = any(first < one.end and one.start < last for first, last in users)
        prose = structure is not None and structure.kind_at(one.start) == "prose"
        if general and prose and not own and _is_asked(text, one, language_at(found, one.start)):
            yield one._replace(type="LOCATION", codes=public_codes((of,), sure=False), public=True)
        else:
            yield one._replace(type="LOCATION", codes=private_codes((of,)))


def _named(text: str, one: Entity, found: Sequence[Passage]) -> Reference | None:
    """The country that a finding in another language names."""
    name = text[one.start : one.end]
    if name not in _names():
        return None
    language = language_at(found, one.start)
    if language == "en" or language not in LANGUAGES:
        return None
    code = _codes(language).get(name)
    # Somebody may be called Israel.
    somebody = one.type == "PERSON" and is_persons(language, name)
    return Reference("country", code) if code and not somebody else None


def _is_general(
    text: str, entities: Sequence[Entity], named: Sequence[Reference | None], found: Sequence[Passage]
) -> bool:
    """Whether a text speaks of nobody."""
    if len(text) > _LONGEST:
        return False
    if any(of is None and one.type not in _OF_NOBODY for one, of in zip(entities, named, strict=True)):
        return False
    languages = {passage.language for passage in found}
    if not languages <= set(LANGUAGES) - {"en"}:
        return False
    lower = text.lower()
    return all(_words(language).own.search(lower) is None for language in languages)


def _is_asked(text: str, one: Entity, language: str) -> bool:
    """Whether the sentence of a finding is a question or an instruction."""
    first = max((match.end() for match in _SENTENCE.finditer(text, 0, one.start)), default=0)
    behind = _SENTENCE.search(text, one.end)
    sentence = text[first : behind.end() if behind else len(text)].lower()
    return _words(language).asks.match(sentence) is not None


@cache
def _rows() -> Mapping[tuple[str, str], str]:
    return {(of, kind): words for of, kind, words in (line.split("\t") for line in lines("general.txt"))}


@cache
def _words(language: str) -> _Words:
    asks, own = _rows()[language, "asks"], _rows()[language, "own"]
    if LANGUAGES[language].script in ("Han", "Japanese"):
        return _Words(re.compile(f".{{0,200}}?(?:{asks})", re.S), re.compile(own))
    letter = r"[\w\u0900-\u0963]"
    # In Hindi the word for the question stands anywhere.
    begins = r".{0,200}?" if language == "hi" else _BEFORE_ASKING
    return _Words(
        re.compile(rf"{begins}(?<!{letter})(?:{asks})(?!{letter})", re.S),
        re.compile(rf"(?<!{letter})(?:{own})(?!{letter})"),
    )


@cache
def _names() -> frozenset[str]:
    """Names of countries in all languages."""
    return frozenset(name for language in CODES for name in _codes(language))


@cache
def _codes(language: str) -> Mapping[str, str]:
    """Codes of countries by their names in a language."""
    codes: dict[str, str] = {}
    for line in lines("territories.txt"):
        of, code, names = line.split(" ", maxsplit=2)
        if of == language:
            codes.update(dict.fromkeys(names.split("|"), code))
    for also in _rows()[language, "also"].split("|"):
        code, _, name = also.partition(" ")
        codes[name] = code
    return codes
