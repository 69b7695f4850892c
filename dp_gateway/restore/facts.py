"""Puts right the facts of public lists that a reply tells of a drawn place or firm, or knows that they hold of the true
one.

"What is the capital of her country?" was asked of a stand-in, and the reply names its capital. Which capital the true
country has every almanac says: it is put there, as the weekday of a date and the result of a sum are, and what a
well-known firm does. What the question asks for decides which facts are looked for (a text asks with its mark, without
it, or by an order that wants an answer), and a fact that stands in the request is nobody's answer. Where stand-in and
true value share a fact (a town that keeps its country, a firm that keeps its trade), what the reply tells is true of
both, and `caution` leaves it alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dp_gateway.restore.replacement import Replacement
from dp_gateway.text.folding import compared, lacks
from dp_gateway.vocabulary.lexicon.attributes import Land, attributes_of, land_of, line_put_right, state_of, trade_words

_TO_SEE = (
    "sights|sightseeing|museums?|restaurants?|bars?|caf[eé]s?|beach(?:es)?|parks?|hikes?|walks?|trips?|tours?|outings?|"
    "excursions?|weekend|evening|itinerary|places|markets?|dishes|things to (?:do|see|eat)|souvenirs?|neighbou?rhoods?"
)
"""What one wants to be told of where one is: "Give me three sights", "Plan a weekend"."""
_ORDERS = "work out|add|subtract|split|divide|share|distribute|multiply|round|sum up|convert|calculate|compute"
_QUESTION = re.compile(
    # A question is looked for where a sentence begins alone: a long text without any would be read once a character.
    r"(?<![^.!?\n])[^.!?\n]*+\?|\btell (?:me|us) (?:the|its|their|what|which|who|where|when|how|whether|if)\b[^.!?\n]*|"
    r"\b(?:asks?|wonders?|wants? to know)(?: me| us)? (?:whether|if|what|which|who|where|when|how|why)\b[^.!?\n]*|"
    r"\b(?:add|say|include|mention) (?:how (?:far|long|old|many|much|big)|what|which|who|where|when)\b[^.!?\n]*|"
    r"(?:(?<=[.!?\n] )|^)(?:please )?(?:"
    r"(?:name|recommend|explain|describe|compare|convert|calculate|compute|work out)\b|"
    r"(?:add(?![^.!?\n]*\b(?:list|calendar|table|diary|agenda|schedule|note|row|mail|letter)\b)|subtract|split|divide|"
    r"share|distribute|multiply|double|triple|halve|round|sum up)\b(?=[^.!?\n]*\d)|"
    r"count (?=[^.!?\n]*\b(?:day|week|month|year)s?\b)|"
    rf"(?:give|show|list|plan|suggest|find)\b(?=[^.!?\n]{{0,40}}\b(?:{_TO_SEE})\b))[^.!?\n]*|"
    # "i earn 3,200 a month, whats that a year", "I need the date 30 days on."
    r"(?:(?<=[.!?\n,;:)] )|^)(?:(?:and|so|but|ok|okay|hi|hey),? )?(?:"
    r"(?:in |by |at |on )?(?:how (?:much|many|old|long|far|big|high|tall|often)|"
    r"(?:what|which) (?:year|age|date|day|share|percent\w*|amount|month|week|part|fraction)|"
    r"(?:what|which) \w+ (?:is|are|was|were|do|does|did|will|would|should|can|could|has|have|had))\b|"
    r"what(?:['’]?s| is| are| was| were| will| would| do| does| did) |"
    rf"when(?:['’]s| is| was| will| would| do| does| did) |(?:please |can you |could you )(?:{_ORDERS})\b)[^.!?\n]*|"
    r"\b(?:(?:i|we)(?: need|['’]d like| would like| want|['’]m trying|['’]m wondering| wonder)|give (?:me|us)|"
    r"\w+ (?:wants|needs|requires|asks for)) (?:to (?:know|find out|figure out|work out)|how|what|when|"
    r"the (?:\w+ )?(?:date|day|weekday|age|number|total|sum|difference|average|result))\b[^.!?\n]*",
    re.IGNORECASE,
)
# One of which stands in whatever asks without a question mark.
_ASKING = (
    "tell ask wonder want add say include mention name recommend explain describe compare convert calculate compute "
    "out split divide share distribute multiply double triple halve round sum subtract count give show list plan "
    "suggest find how what which when need like trying"
).split()


def questions(text: str) -> list[str]:
    """Find what a text asks, each with what stands before it in its sentence if that has a question mark."""
    return _QUESTION.findall(text)


def asks(text: str) -> bool:
    """Return whether a text asks for something."""
    return "?" in text or (not lacks(text, _ASKING) and _QUESTION.search(text) is not None)


_LETTERS = re.compile(
    r"\bhow many (?:letters|syllables|vowels|consonants|characters)\b|\balphabet|\b(?:first|last) letters?\b|\brhym|"
    r"\banagram|\bpalindrome|\bacrostic|\bbackwards\b|\bin reverse\b|\b(?:begins?|starts?|ends?) with\b|"
    r"\bnames? (?:(?:of [^.?!\n]{1,60} )?means?|comes? from|originates?)\b|\bwhat does [^.?!\n]{0,30}\bname\b|"
    r"\b(?:meaning|origin|spelling|etymology) of [^.?!\n]{0,30}\bname\b|"
    r"\b(?:by|in order of) (?:their |the )?(?:last |first |family |given )?(?:sur)?names?\b",
    re.IGNORECASE,
)
# One of which such a text has.
_LETTER_SIGNS = (
    "letter syllable vowel consonant character alphabet rhym anagram palindrome acrostic backward reverse with name"
).split()
_ORDER = re.compile(
    r"\balphabet|\b(?:by|in order of) (?:their |the )?(?:last |first |family |given )?(?:sur)?names?\b", re.IGNORECASE
)


def asks_letters(text: str) -> bool:
    """Return whether a text asks of a name as a word: how many letters it has, what it means, where the alphabet has
    it.
    """
    folded = text.casefold()
    return any(sign in folded for sign in _LETTER_SIGNS) and _LETTERS.search(text) is not None


def asks_order_of_words(text: str) -> bool:
    """Return whether a text asks for names in the order of the alphabet."""
    return _ORDER.search(text) is not None


_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_PARTS = frozenset(("England", "Scotland", "Wales", "Northern Ireland"))
"""Names that stand for a whole country, and may be said of a part of it alone."""

_LANGUAGES = 2
_CODE = re.compile(r"[A-Z]{3}")
_WORD = re.compile(r"\w+")


class Pair(NamedTuple):
    """A place or a firm of the request, as sent and as typed."""

    drawn: str
    original: str


_ASKED: dict[str, re.Pattern[str]] = {
    name: re.compile(sign, re.IGNORECASE)
    for name, sign in {
        "capital": r"\bcapital\b|\bseat of (?:the )?government\b",
        "currency": r"\bcurrenc(?:y|ies)\b|\b(?:which|what|whose) (?:kind of )?money\b|"
        r"\bwhat\b[^.?!\n]{0,40}\bpay\w* (?:with|in)\b|\blegal tender\b",
        "languages": r"\blanguages?\b|\b(?:what|which)\b[^.?!\n]{0,80}\b(?:speak|spoken)\b|\bspeaks? what\b",
        "continent": r"\bcontinent\b|\bpart of the world\b",
        "calling_code": r"\b(?:calling|dial(?:l?ing)?|country|phone) (?:code|prefix)\b|"
        r"\b(?:what|which)\b[^.?!\n]{0,40}\bdial\b|"
        r"\bwhat\b[^.?!\n]{0,40}\b(?:in front of|before) (?:\w+ )?(?:phone |mobile |home )?number\b|\+ ?(?:what\b|\?)|"
        r"\bgoes in front\b",
        "names": r"\b(?:which|what|name (?:of )?the) (?:country|nation)\b|\bwhose country\b|"
        r"\bcountry\b[^.?!\n]{0,80}\bin\?",
        "state": r"\b(?:which|what) (?:US |U\.S\. )?state\b",
    }.items()
}


_SIGNS = {
    "capital": ("capital",),
    "currency": ("currenc", "money", "pay", "tender"),
    "languages": ("language", "speak", "spoken"),
    "continent": ("continent", "part of the world"),
    "calling_code": ("code", "dial", "prefix", "number", "what", "+", "front"),
    "names": ("country", "nation"),
    "state": ("state",),
}
"""A question that asks for a fact has one of these letters in a row, which are found faster than the expression."""


def asked_facts(question: str) -> list[str]:
    """Find what a question asks to be told of a place."""
    folded = question.casefold()
    told = [name for name, signs in _SIGNS.items() if any(sign in folded for sign in signs)]
    return [name for name in told if _ASKED[name].search(question)]


_ASKS_TRADE = re.compile(
    r"\b(?:business|industry|sector|branch|trade|line of work)\b|"
    r"\b(?:what|which|kind of|sort of|type of)\b[^.?!\n]{0,80}\b(?:do|does|make|makes|sell|sells|produces?|offers?|"
    r"firm|company|employer)\b[^.?!\n]{0,30}\?|\b(?:earns?|makes?) (?:its|their) money\b|\bknown for\b",
    re.IGNORECASE,
)


_TRADE_SIGNS = (
    "business", "industry", "sector", "branch", "trade", "line of work", "what", "which", "kind of", "sort of",
    "type of", "their money", "its money", "known for",
)  # fmt: skip
"""The same of such a question, see `_SIGNS`."""


def asks_trade(question: str) -> bool:
    """Return whether a question asks what a firm does."""
    folded = question.casefold()
    return any(sign in folded for sign in _TRADE_SIGNS) and _ASKS_TRADE.search(question) is not None


def trade_facts(firms: Iterable[Pair], texts: Sequence[str]) -> list[Replacement]:
    """Make what puts the business of the true firms where a reply to such a question tells that of the drawn ones.
    `firms`: those that the question is about; of more than one nothing tells which is meant. `texts`: of the request,
    what left as it was typed: what stands there is no answer.
    """
    pairs = list(dict.fromkeys(firms))
    if len(pairs) != 1:
        return []
    told, true = line_put_right(*pairs[0])
    return [Replacement(word, true) for word in told if not any(_stands(word.lower(), text.lower()) for text in texts)]


def place_facts(question: str, places: Iterable[Pair], texts: Sequence[str]) -> list[Replacement]:
    """Make what puts the facts of the true places where a reply tells those of the drawn ones.

    Args:
        question: the text that asks, as typed.
        places: those that it is about.
        texts: of the request, what left as it was typed: what stands there is no answer.
    """
    found: dict[str, Replacement | None] = {}
    for name in asked_facts(question):
        for place in dict.fromkeys(places):
            for one in _put_right(name, place):
                folded = one.surrogate.casefold()
                # Of two places whose facts are called alike nothing tells which is meant.
                found[folded] = None if found.get(folded, one) != one else one
    wanted = [one for one in found.values() if one is not None]
    said = [text.lower() for text in texts]
    return [one for one in wanted if not any(_stands(one.surrogate.lower(), text) for text in said)]


def _stands(phrase: str, text: str) -> bool:
    # An expression of its own for each of hundreds of facts would be read for longer than it is looked for.
    return phrase in text and re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


def named_alike(asked: Iterable[str], surrogate: str) -> bool:
    """Return whether what is asked of a stand-in is called as the stand-in is: the capital of Djibouti is Djibouti.
    `surrogate`: a place, as sent.
    """
    told = [name for name in asked if name not in ("names", "state")]
    land = land_of(_bare(surrogate)) if told else None
    return land is not None and any(compared(_bare(surrogate)) in map(compared, getattr(land, name)) for name in told)


def _put_right(name: str, place: Pair) -> Iterator[Replacement]:
    drawn, original = map(_bare, place)
    if name == "state":
        states = state_of(drawn), state_of(original)
        if all(states) and states[0] != states[1]:
            yield Replacement(*states)
        return
    one, other = land_of(drawn), land_of(original)
    if one is None or other is None:
        return
    if one == other:
        # "Bolívar" stands for Ciudad Bolívar, but not in the name of its currency.
        words = compared(drawn).split()
        same: tuple[str, ...] = getattr(one, name)
        yield from (Replacement(form, form) for form in same if not set(words).isdisjoint(compared(form).split()))
        return
    if name == "currency":
        yield from _currency(one, other)
        return
    told: tuple[str, ...] = getattr(one, name)
    true: tuple[str, ...] = getattr(other, name)
    if name == "languages":
        # Of several the first is most people's; a reply that names more of them than that is cautioned.
        told = () if told and told[0] in true else told[: _LANGUAGES if len(told) == _LANGUAGES else 1]
    if name == "names" and compared(drawn) in map(compared, told):
        # The place is a country itself.
        return
    if told and true and told[0] != true[0]:
        yield from (Replacement(form, true[0]) for form in told)


def _currency(one: Land, other: Land) -> Iterator[Replacement]:
    """Full name for full name, code for code; of a short name that both have ("peso") the full one."""
    if not one.currency or not other.currency or one.currency[0] == other.currency[0]:
        return
    full, *more = other.currency
    for form in one.currency:
        if _CODE.fullmatch(form):
            yield Replacement(form, more[-1])
        else:
            short = next((name for name in more[:-1] if form != one.currency[0] and name != form), full)
            yield Replacement(form, short, plural=True)


def shared_facts(surrogate: str, original: str, entity_type: str, asked: Collection[str]) -> frozenset[str]:
    """Return the words of what public lists say of stand-in and true value alike, folded.

    Args:
        surrogate, original: as sent and as typed.
        entity_type: of both.
        asked: by the text that the reply answers, see `asked_facts`; a capital is a fact of a town only then.
    """
    facts: list[str] = []
    if entity_type == "LOCATION":
        facts = list(_of_places(_bare(surrogate), _bare(original), asked))
    elif entity_type == "ORGANIZATION":
        facts = [trade_words(surrogate, original)]
    return frozenset(_WORD.findall(compared(" ".join(facts))))


def same_country(surrogate: str, original: str) -> bool:
    """Return whether two towns or regions lie in one country. `surrogate`, `original`: as sent and as typed."""
    one, other = _bare(surrogate), _bare(original)
    land = land_of(one)
    return land is not None and land == land_of(other) and compared(one) not in map(compared, land.names)


def tells_land(surrogate: str, original: str, names: Iterable[str]) -> bool:
    """Return whether one of the names is a fact of the country of a drawn place that is none of the true one's, or a
    place in that country. `surrogate`, `original`: of the place, as sent and as typed.
    """
    land, other = land_of(_bare(surrogate)), land_of(_bare(original))
    if land is None:
        return False
    true = _told_of(other) if other is not None else frozenset[str]()
    drawn = _told_of(land)
    return any(
        folded not in true and (folded in drawn or land_of(name) == land)
        for name, folded in ((name, compared(name)) for name in names)
    )


@lru_cache(256)
def _told_of(land: Land) -> frozenset[str]:
    """What is said of a country alone: its names, what is spoken there, and how one pays and calls."""
    each = (land.names, land.capital, land.currency, land.languages, land.calling_code)
    return frozenset(compared(one) for told in each for one in told)


def _of_places(drawn: str, original: str, asked: Collection[str]) -> Iterator[str]:
    one, other = land_of(drawn), land_of(original)
    if one is None or other is None:
        return
    for name in ("names", "continent", "currency", "languages", "calling_code"):
        true = getattr(other, name)
        yield from (form for form in getattr(one, name) if form in true and form not in _PARTS)
    if one == other and "capital" in asked:
        yield from one.capital
    if state_of(drawn) == state_of(original):
        yield state_of(drawn)
    blocs = attributes_of("COUNTRY", one.names[0]).get("bloc"), attributes_of("COUNTRY", other.names[0]).get("bloc")
    if blocs[0] and blocs[0] == blocs[1]:
        yield f"{blocs[0].removeprefix('in ')} EU member"


def _bare(place: str) -> str:
    return _ARTICLE.sub("", place)
