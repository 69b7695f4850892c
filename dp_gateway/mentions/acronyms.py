"""Acronyms of organisations that were found as a person or a place, or as the end of somebody's name: "à l'INSA",
"M. Moreau de la MAIF".

`gathering` asks, for texts of other languages than English: people and towns take no article there, and what stands in
for a family name would take the acronym's place and change how the name is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from dp_gateway.languages import language_at, passages
from dp_gateway.mentions.countries import is_country
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.firms import CAPITALS
from dp_gateway.vocabulary.lexicon.forms import Kind, known_form

_ACRONYM = re.compile(rf"(?<![\w-]){CAPITALS}\Z")
_ARTICLES = {
    "de": "der|die|das|dem|den|des|beim|zum|zur|vom|im",
    "fr": "le|la|du|au|à la|de la",
    "es": "el|la|del|al",
    "it": "il|lo|la|del|della|dal|dalla|al|alla|nel|nella|sul|sulla|col",
    "nl": "de|het",
    "pt": "o|a|do|da|no|na|ao|à|pelo|pela",
}
_ELIDED = {"fr": r"|(?<!\w)(?:[dD]e )?[lL]['’]", "it": r"|(?<!\w)(?:[dnsDNS]?[ae]l)?[lL]['’]|(?<!\w)[dD]all['’]"}
_BEHIND_ARTICLE = {
    code: re.compile(rf"(?:(?<!\w)(?i:{words})\s{_ELIDED.get(code, '')})\Z") for code, words in _ARTICLES.items()
}
_OF = {
    "de": "von der|vom|bei der|beim|aus dem|aus der",
    "fr": "de la|du|des",
    "es": "de la|del",
    "it": "della|dello|del|dal|dalla",
    "nl": "van de|van het|van der|bij de|bij het",
    "pt": "da|do|das|dos",
    "pl": "z|ze|od",
}
_ELIDED_OF = {"fr": r"|\sde l['’]", "it": r"|\sd[ae]ll['’]"}
_BEHIND_NAME = {
    code: re.compile(rf"(?<=[^\W\d_A-ZÀ-Þ])(?:\s(?:{words})\s{_ELIDED_OF.get(code, '')})\Z")
    for code, words in _OF.items()
}
_LONGEST = 12
"""Characters of the words before an acronym that are looked at."""
_KINDS: tuple[Kind, ...] = ("given", "family", "place")


def with_acronyms(text: str, found: Iterable[Entity]) -> Iterator[Entity]:
    """The findings of a text, those in which an acronym stands where an organisation does as that, or as both."""
    spoken = None
    for one in found:
        hit = _ACRONYM.search(text, one.start, one.end) if one.type in ("PERSON", "LOCATION") else None
        if hit is None or one.public:
            yield one
            continue
        spoken = passages(text) if spoken is None else spoken
        yield from _apart(text, one, hit.start(), language_at(spoken, one.start))


def _apart(text: str, one: Entity, start: int, language: str) -> Sequence[Entity]:
    word = fold(text[start : one.end])
    before = text[max(start - _LONGEST, 0) : start]
    if language not in _OF or is_country(word, language) or any(word in known_form(language, of) for of in _KINDS):
        return [one]
    firm = one._replace(start=start, type="ORGANIZATION", codes=())
    if start == one.start:
        behind = _BEHIND_ARTICLE.get(language)
        return [firm if behind is not None and behind.search(before) else one]
    name = _BEHIND_NAME[language].search(before) if one.type == "PERSON" else None
    end = start - len(name[0]) if name else 0
    return [one._replace(end=end), firm] if end > one.start else [one]
