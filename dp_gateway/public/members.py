"""What one sentence says or asks of all of a people, a faith or a trade, or of what everybody knows, and of nobody.

"Muslims pray five times a day", "why do the Japanese bow", "does BMW own Rolls-Royce", "electricians train for four
years". `ruling` and `values` ask. The sentence has to be all that the text is: what else is said may be of somebody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from dp_gateway.patterns.groups import OCCUPATIONS
from dp_gateway.patterns.own_jobs import occupations
from dp_gateway.patterns.terms import is_name
from dp_gateway.public import words
from dp_gateway.public.evidence import Sentence, Surroundings
from dp_gateway.public.generally import NOT_OF_ALL
from dp_gateway.public.lists import Reference, refers
from dp_gateway.public.place import Place
from dp_gateway.text.entities import Entity

__all__ = ["is_of_a_trade", "is_of_all_of_them"]

_LONGEST = 200
_ONE, _SEVERAL = frozenset(("people", "faith", "language")), 2
_OF_SOMEBODY = (NOT_OF_ALL | words.BUSINESS) - {"own"}
_OF_SOMEBODYS_DAY = _OF_SOMEBODY | (words.EVERYDAY - words.NEWS)
_OF_EACH = r"(?:(?:most|many|some|all|few|modern|traditional|observant|practising|practicing|devout|young|old|early) )?"
_ASKED_OF_THEM = re.compile(
    rf"\W*(?:(?:so|and|but|ok|okay|hi|hello),? )?(?:(?:why|when|where|how|how (?:often|much|many|long|strictly|early|"
    rf"late)|what|which|what (?:kind|sort) of \w{{2,20}}|(?:what|which|how many) \w{{2,20}}) )?"
    rf"(?:do|are|can|may|must|should|(?P<past>did|were|could|had)) {_OF_EACH}(?P<the>the )?$",
    re.I,
)
_SAID_OF_THEM = re.compile(rf"\W*{_OF_EACH}(?P<the>the )?$", re.I)
_MANY = re.compile(r"(?:s|sh|ch|ese)$")
"""What ends a word for all of a people: "Danes", "the Welsh", "the Dutch", "the Japanese"."""
_THEIR_DEEDS = re.compile(
    r" (?:(?:do not|don['’]t|cannot|can['’]t|can|may|must|never|often|usually|traditionally|also|only|rarely|"
    r"generally|mostly) )?(?:eat|drink|fast|pray|worship|believe|celebrate|observe|keep|bury|cremate|baptise|baptize|"
    r"confess|wear|cut|cover|reject|refuse|accept|allow|live|follow|practise|practice|read|speak|write|use|love|like|greet|bow|"
    r"tip|ride|drive|vote|cook|bake|brew|have (?:no|their own|two|three|four|many|several|dinner|lunch|breakfast)|play|"
    r"dance|take off|look for|strive|seek|venerate|abstain|avoid|marry|swim|ski|sing|descend|invented|introduced)\b"
    r"(?! (?:me|us|him|you|them)\b)",
    re.I,
)
_OF_GUESTS = re.compile(
    r" (?:in|at|from|next|upstairs|downstairs|here|there|who|that|on|nearby|with|below|above|opposite|want|need|owe|"
    r"object|agree|insist|demand|expect|offer|refuse to|come|coming|staying|still|already|really|pay on|know about|we|"
    r"i|you)\b",
    re.I,
)
"""Behind a people some of whom are meant: "the Danes upstairs"."""

_OF_LANGUAGES = frozenset(
    "alphabet cases consonants conjugation declension dialect dialects gender genders grammar inflection language "
    "languages loanwords noun nouns orthography phonemes plural pronunciation related relatives script spelling spoken "
    "syllables tense tenses tonal tones verb verbs vowel vowels".split()
)
_BESIDE_LANGUAGE = re.compile(r"\b(?:to|and|or|than|from|of|is|are|do|does|unlike|like|in)\s$", re.I)
_EACH_IN = re.compile(r"\W*(?:most |many |some |all |few )?[A-Z]?[a-z]{3,20}s in (?:the )?", re.I)
"""Before a country all of whose people of a kind do something: "judges in England"."""
_FIRMS = frozenset(("company", "house", "product", "body"))
_FIRM_TO_FIRM = re.compile(
    r"\W*(?:why |when |how )?(?:does|did|do|is) [^?]{1,40}\b(?:own|owned by|part of|buy|acquire|sue|copy|beat|supply|"
    r"merge with|belong to|sell|make)\b",
    re.I,
)
_THINGS = frozenset(("landmark", "event", "law", "holiday"))
_PERSONS = frozenset(("person", "mononym"))
_OF_DEEDS = frozenset("led lead won minister".split())
_WORKS = "albums|concertos|essays|films|movies|novels|operas|paintings|plays|poems|songs|sonnets|symphonies"
_DEED = re.compile(
    r" (?:(?:never|first|also|once|later|famously) )?"
    r"(?:(?:published|wrote|writes|has written|painted|composed|directed|recorded) "
    rf"(?:(?:his|her|their|the|many|most|several|nine|\d{{1,3}}) )?(?:own |last |first |best )?(?:{_WORKS})\b|"
    r"(?:discovered|invented) (?:penicillin|radium|relativity|the (?:telescope|telephone|vaccine))\b|"
    r"led the [A-Z][a-z]+ March\b|(?:won|has won) the (?:Nobel|Pulitzer|Booker|Oscar|Grammy|Ballon d['’]Or)\b|"
    r"was (?:twice )?prime minister\b)(?! (?:for|of|at|with|to) )"
)
"""What is told of somebody famous: "published her novels anonymously"."""
_TELLS = re.compile(r"['’]s? [a-z]{3,12} [a-z]{3,12}s\b| (?:[a-z]{2,12}s|is|was|lived|died|married|killed) ")
"""What is told of somebody in a book, in the present tense as a rule."""
_ON_DAYS = re.compile(r" (?:is|are) (?:open|closed) on [A-Z][a-z]+days\b")
_FACT = re.compile(
    r" (?:is|are|was|were) (?:also |originally |partly |still |once )?(?:funded by an? |"
    r"founded (?:by (?:the )?(?:[A-Z]|two |three )|in )|based in |"
    r"headquartered in |named after |part of |older than |larger than |bigger than |smaller than |an? [a-z]{3,12} "
    r"(?:company|firm|brand|bank|airline|retailer|manufacturer)\b|the (?:largest|oldest|biggest|first|second)\b|"
    r"in [A-Z][a-z]+, not in |closed on [A-Z][a-z]+days\b)| flies to | opened in [A-Z][\w ]{2,20} in (?:19|20)\d\d\b|"
    r" has (?:a (?:lower|higher)|more|fewer|over|about) [^.?!]{1,30} than [A-Z]| stands for "
)
"""What everybody knows of a firm: when it was founded, where it flies to."""
_SAID = re.compile(r" [a-z]{2,14} ")
_OF_FIRMS = frozenset(("own", "owns", "owned", "sue", "sued", "make", "makes", "sell", "sells"))
"""What is somebody's, and firms do as well."""
_BODY_DOES = re.compile(
    r" (?:(?:also|still|now|never|often) )?(?!(?:hires|fires|pays|owes|employs|wants|needs|says|refuses|insists|has|is|"
    r"was|does|knows|thinks|keeps|calls|sends|asks|writes|charges|treats)\b)[a-z]{3,14}s\b"
    r"(?! (?:me|us|him|her|you|them|my|our)\b)"
)
_TRADE = re.compile(r"\W*(?:(?:most|many|all|some|new|young) )?([A-Za-z]{4,20}s) ([a-z]{2,12})\b", re.I)


def is_of_all_of_them(
    text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place
) -> bool:
    """Return whether a mention is of what the only sentence of a text says or asks in general."""
    sentence = place.sentence
    if len(text) > _LONGEST or not place.written[:1].isupper() or not sentence.is_all_of(text):
        return False
    if around.somebody or around.writer or around.identified or around.named:
        return False
    kinds = frozenset(one.kind for one in listed)
    before = text[sentence.start : entity.start]
    if kinds <= _ONE and _OF_SOMEBODY.isdisjoint(place.others):
        return place.next not in words.MEMBERS and (_is_of_members(before, place) or _is_of_language(before, place))
    open_on = kinds <= {"landmark"} and _ON_DAYS.match(place.ahead) is not None
    known = _is_of_the_famous(kinds, before, place) and (not sentence.concrete or open_on)
    if known or sentence.concrete or not _OF_SOMEBODYS_DAY.isdisjoint(place.others - _OF_FIRMS):
        return known
    if "?" in place.ahead:
        asked = _FIRM_TO_FIRM.match(text, sentence.start)
        return kinds <= _FIRMS and sentence.others == _SEVERAL and asked is not None
    return _OF_FIRMS.isdisjoint(place.others) and _is_said(kinds, before, place)


def _is_said(kinds: Set[str], before: str, place: Place) -> bool:
    """Whether a statement is of what people of a trade do in a country, of a work of many, a law, or a public body."""
    if kinds <= {"country"}:
        return _EACH_IN.fullmatch(before) is not None and _THEIR_DEEDS.match(place.ahead) is not None
    if before.strip().lower() not in ("", "the"):
        return False
    if kinds <= _THINGS:
        return _SAID.match(place.ahead) is not None
    return "body" in kinds and _BODY_DOES.match(place.ahead) is not None


def _is_of_the_famous(kinds: Set[str], before: str, place: Place) -> bool:
    """Whether a statement is of what somebody did who is famous for it, of somebody in a book, or a fact of a firm."""
    if "?" in place.ahead or not (_OF_SOMEBODYS_DAY - words.THIRD).isdisjoint(place.others - _OF_DEEDS):
        return False
    if not _PERSONS.isdisjoint(kinds) and any(one.kind == "work" for one in refers(place.written)):
        # "Emma is", or "Jack Ryan is", of somebody as often as of the novel.
        return not is_name(place.written.split()[0].lower()) and before == "" and _TELLS.match(place.ahead) is not None
    if kinds <= _FIRMS | {"landmark"} and before in ("", "The ") and words.BUSINESS.isdisjoint(place.others):
        return _FACT.match(place.ahead) is not None
    return kinds <= _PERSONS and before == "" and _DEED.match(place.ahead) is not None


def is_of_a_trade(text: str, sentence: Sentence, around: Surroundings) -> bool:
    """Return whether the only sentence of a text says what all of a trade do: "nurses work twelve-hour shifts"."""
    if len(text) > _LONGEST or not sentence.is_all_of(text) or sentence.concrete or sentence.asker or sentence.others:
        return False
    if around.writer or around.named or around.identified or "?" in text:
        return False
    if not (words.THIRD | words.FIRST | words.POSSESSIVES | words.ROLES).isdisjoint(sentence.words):
        return False
    trade = _TRADE.match(text)
    # "Nurses worked": some did, on a day.
    if trade is None or trade[2].endswith("ed"):
        return False
    several = trade[1].lower()
    return several in occupations() or several.removesuffix("s") in OCCUPATIONS


def _is_of_members(before: str, place: Place) -> bool:
    asked = "?" in place.ahead and _ASKED_OF_THEM.fullmatch(before)
    said = asked or ("?" not in place.ahead and _SAID_OF_THEM.fullmatch(before))
    if not said or not _MANY.search(place.written) or not (said["the"] or place.written.endswith("s")):
        return False
    # "The Danes" are some of whom was told; "the Dutch" need not be.
    told = said["the"] and place.written.endswith("s") and not place.written.endswith("ss")
    if told or _OF_GUESTS.match(place.ahead) or not (asked or _THEIR_DEEDS.match(place.ahead)):
        return False
    # "Did the Dutch sign": they did on a day, and are a firm from there.
    return not (asked and asked["past"]) or place.sentence.dated


def _is_of_language(before: str, place: Place) -> bool:
    """Whether it is a language, of which grammar is told: "Hungarian is not related to German"."""
    if before.strip() and not _BESIDE_LANGUAGE.search(before):
        return False
    return not _OF_LANGUAGES.isdisjoint(place.others) and words.POSSESSIVES.isdisjoint(place.others)
