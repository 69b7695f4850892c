"""Places and organisations of other languages than English: drawn uniformly from a list of their language and kind.

There are no vectors of these lists, so nothing is drawn near: a town stands for any town of the list, a country for any
country. Nationalities and jobs, of which there are no lists that agree with the words around them, become placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.entities.surrogates.characters import pick
from dp_gateway.entities.surrogates.drawer import UNIFORM_TRIES, Drawer, Made
from dp_gateway.entities.surrogates.names import draw_kind
from dp_gateway.entities.surrogates.native_names import in_case_of, letter_case
from dp_gateway.entities.surrogates.scripts import ENGLISH, phrase_language
from dp_gateway.languages import LANGUAGES
from dp_gateway.restore import Replacement
from dp_gateway.vocabulary.lexicon.forms import CASES, Reading, forms, readings
from dp_gateway.vocabulary.lexicon.native import ONLY_READ, read_native
from dp_gateway.vocabulary.words import fold

if TYPE_CHECKING:
    from dp_gateway.entities.sources import Sources
    from dp_gateway.randomness import Stream

__all__ = ["NativePhrases"]

_PLACES = ("COUNTRY", "COUNTRY_FEMININE", "REGION", "DISTRICT", "CITY_BR")
_CALLED = {
    "COUNTRY": "a country",
    "COUNTRY_FEMININE": "a country of feminine gender",
    "REGION": "a province",
    "DISTRICT": "a district",
    "CITY": "a town",
    "CITY_BR": "a town of Brazil",
    "ORGANIZATION": "an organisation",
}
_TOWN = re.compile("[市县縣町村]$")
_LEAST_LATIN = 5
_LEGAL = re.compile(
    r",?\s+(?:gmbh(?: & co\. kg)?|ag|kg|sarl|sas|s\.?a\.?|s\.?l\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|s\.?n\.?c\.?|b\.?v\.?|"
    r"n\.?v\.?|ltda\.?|lda\.?|sp\. z o\.o\.|(?:प्राइवेट )?लिमिटेड)$|(?:股份)?有限(?:责任)?公司$|株式会社$|^株式会社",
    re.I,
)


class _Phrase(NamedTuple):
    """A mention taken apart.

    Attributes:
        language: of which it is drawn.
        pool: from which.
        core: what is drawn for, without the word for a town behind it.
        read: what name it is a form of.
        behind: that word.
    """

    language: str
    pool: str
    core: str
    read: Reading
    behind: str = ""


@cache
def _entries(code: str, pool: str) -> frozenset[str]:
    listed = read_native(code)
    found = [listed[name].entries for name in (pool, f"{pool}{ONLY_READ}") if name in listed]
    return frozenset(fold(entry) for entries in found for entry in entries)


class NativePhrases:
    """The places and organisations of one request that are of other languages.

    Args:
        drawer: the draws of the request.
        sources: gives the lists.
    """

    def __init__(self, drawer: Drawer, sources: Sources) -> None:
        self._drawer, self._lexicon = drawer, sources.lexicon
        self._never_self = sources.policy.never_self
        self._apart: dict[tuple[str, str], _Phrase] = {}
        self._languages: dict[str, str] = {}
        self._seen: dict[tuple[str, _Phrase], None] = {}

    @staticmethod
    def reads(mention: str, language: str) -> bool:
        """Whether a phrase is one of another language, or of a script that no list has."""
        return phrase_language(mention, language) != ENGLISH

    @staticmethod
    def can_draw(mention: str, entity_type: str, language: str) -> bool:
        """Whether something can stand in for a phrase of another language."""
        return entity_type in ("LOCATION", "ORGANIZATION") and phrase_language(mention, language) is not None

    def _read(self, mention: str, entity_type: str, language: str) -> _Phrase:
        known = self._apart.get((mention, entity_type))
        if known is None:
            code = phrase_language(mention, language) or ENGLISH
            known = self._apart[mention, entity_type] = _taken_apart(mention, entity_type, code)
        return known

    def surrogate(self, mention: str, entity_type: str, language: str) -> str:
        """What stands in for a mention.

        Raises:
            SurrogatesExhausted: the request has nearly all phrases of the list.
        """
        phrase = self._read(mention, entity_type, language)
        name = self._pool_of(phrase)
        pool = self._lexicon.pool(name)
        value = phrase.read.lemma

        def make(stream: Stream) -> Made:
            drawn = pick(stream, pool)
            return Made(drawn, drawn, self._never_self and fold(drawn) == value)

        drawn = self._drawer.draw(draw_kind((name,)), value, make, form=name, tries=UNIFORM_TRIES).text
        self._seen[drawn, phrase] = None
        written = self._forms(drawn, phrase)
        new = in_case_of(phrase.core, written.get(phrase.read.form, written[""]))
        return new + phrase.behind

    def _pool_of(self, phrase: _Phrase) -> str:
        # The first passage that has it decides: a town has one surrogate in a scope.
        code = self._languages.setdefault(f"{phrase.pool} {phrase.read.lemma}", phrase.language)
        return f"{code}/{phrase.pool}"

    @staticmethod
    def _forms(name: str, phrase: _Phrase) -> dict[str, str]:
        return dict(forms(name, "place", "", phrase.language)) if phrase.pool == "CITY" else {"": name}

    def drawn_from(self, mention: str, entity_type: str, language: str) -> list[tuple[str, ...]]:
        """The pool that a mention is drawn from, as `Names.drawn_from` says it."""
        return [(self._pool_of(self._read(mention, entity_type, language)),)]

    def kept(self, mention: str, entity_type: str, language: str) -> tuple[str, ...]:
        """What is kept of a mention: the kind of place, its language, case, and the word for a town behind it."""
        phrase = self._read(mention, entity_type, language)
        code = self._pool_of(phrase).partition("/")[0]
        form = phrase.read.form
        case = CASES.get(form, f'behind "{form}"') if form else ""
        kind = f"that it is {_CALLED[phrase.pool]} in {LANGUAGES[code].name} {case}".rstrip()
        return f"{kind}{letter_case(phrase.core)}", *((f'with "{phrase.behind}"',) if phrase.behind else ())

    def replacements(self) -> Iterator[Replacement]:
        """What undoes the phrases in a reply, in all their forms and without their legal forms."""
        for drawn, phrase in self._seen:
            name = _listed(phrase)
            originals = self._forms(name, phrase)
            cased = drawn[:1].isupper()
            for form, written in self._forms(drawn, phrase).items():
                if form != "latin" or len(written) >= _LEAST_LATIN:
                    yield Replacement(written, originals.get(form, originals[""]), cased=cased)
            if phrase.pool == "ORGANIZATION":
                yield Replacement(_LEGAL.sub("", drawn), _LEGAL.sub("", name), cased=cased)


def _taken_apart(mention: str, entity_type: str, code: str) -> _Phrase:
    core = " ".join(mention.split())
    if entity_type == "ORGANIZATION":
        return _Phrase(code, entity_type, core, Reading(fold(core)))
    for pool in _PLACES:
        if fold(core) in _entries(code, pool):
            return _Phrase(code, pool, core, Reading(fold(core)))
    behind = ""
    if code in ("zh", "ja") and len(core) > 2 and (town := _TOWN.search(core)):  # noqa: PLR2004 - not 津市 alone
        core, behind = core[: town.start()], town[0]
    return _Phrase(code, "CITY", core, readings(fold(core), "place", code)[0], behind)


def _listed(phrase: _Phrase) -> str:
    """The name that a mention is a form of, in the letter case of names."""
    if fold(phrase.core) == phrase.read.lemma:
        return phrase.core
    return "-".join(word[:1].upper() + word[1:] for word in phrase.read.lemma.split("-"))
