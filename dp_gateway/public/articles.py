"""Articles that somebody pastes: "LONDON (Reuters) - Shell said on Thursday ...", "Summarize: the EU fined Google".

What is printed everybody may read, so that the lands, bodies, firms and famous people of an article are nobody's
secret. `decision` asks. An article is known by the agency in its first line, or, where there is none, by what papers
print of those whom everybody knows; and nothing in the text is of who pastes it: no writer, no identifier, no draft, no
newsletter of a firm, nobody of whom the request speaks. Of people in an article whom nobody knows all stays private,
and so does where they are from and whom they work for.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.rules import WEEKDAY
from dp_gateway.public import words
from dp_gateway.public.evidence import WORD, Sentence, Surroundings
from dp_gateway.public.kinds import is_somebodys
from dp_gateway.public.lists import is_known_place
from dp_gateway.public.place import Place
from dp_gateway.text.entities import Entity

_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_AGENCY = (
    r"(?:Reuters?|Associated Press|AP|AFP|Agence France-Presse|dpa|UPI|Bloomberg|CNN|BBC(?: News)?|Xinhua|TASS|ANSA|"
    r"EFE|PTI|Kyodo(?: News)?|Yonhap|ANI|IANS|APA|PA Media|Canadian Press|Business Wire|PRNewswire|Al Jazeera)"
)
_TOWN = r"[A-Z][^\W\d_]+(?:[ .'’-][A-Z][^\W\d_]+){0,2}(?:,? [A-Z][\w.]+){0,2}"
_DAY = rf"(?:,? (?:[0-9]{{1,2}} {_MONTH}|{_MONTH} [0-9]{{1,2}})(?:,? [0-9]{{4}})?)"
_FROM_AGENCY = re.compile(
    rf"(?:^|[\n:\"“]\s{{0,3}})(?:(?i:{_TOWN}{_DAY}?),? ?\({_AGENCY}\)|\({_AGENCY}\)|{_AGENCY}) ?[-–—:]{{1,2}} "
)
"""The first line of what an agency sends: the town, the day, its name in brackets, a dash."""
_DATED = re.compile(
    rf"(?:^|[\n:\"“]\s{{0,3}})(?:(?P<bare>[A-Z]{{3,20}}[A-Z .'-]{{0,20}})|(?i:{_TOWN}{_DAY}),?) ?[-–—]{{1,2}} "
)
_DASHES = ("- ", "– ", "— ", ": ")
"""One of which ends the beginning of an article."""
_NAMED = re.compile(
    r"\b(?:(?:this|the|following|an|news|newspaper|press|entire|whole|below) (?:\w+ )?articles?|articles?:|"
    r"(?:news|press) (?:item|story|stories|reports?|text|piece|headlines?|clip)|headlines?:|news:|this news|"
    r"newspaper|read this:)",
    re.IGNORECASE,
)
_DID = (
    "said|reported|announced|posted|warned|named|launched|unveiled|approved|rejected|fined|voted|cut|raised|ruled|agreed|"
    "beat|won|unchanged|lowered|left|opened|closed|signed"
)
_MOVED = "(?:fell|rose|dropped|jumped|slid|gained|closed)"
_PRINTED = re.compile(
    rf"\bon {WEEKDAY} (?:{_DID})\b|\b(?:{_DID})\b(?:[^.\n]|\.[0-9]){{0,80}}\bon {WEEKDAY}\b|"
    rf"\b(?:shares|stocks?) (?:in|of) (?:the )?[A-Z][^.\n]{{2,40}} {_MOVED}\b|\bshares {_MOVED}\b|"
    r"\bthe compan(?:y|ies) said\b|\banalysts (?:at|expect|had)\b",
    re.IGNORECASE,
)
_OF_PRINTED = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday shares stocks stock company companies analysts".split()
)
"""One of which stands in each of these."""
_WORLD = re.compile(
    r"\b(?:[mbtr]+illion|percent|per cent|quarter|economy|economists?|inflation|parliament|government|minister|prime|"
    r"president|elections?|shares|shareholders|stocks?|dividend|antitrust|regulators?|wall street|nasdaq|oil|exports?|"
    r"sales|record|revenues?|profits?|carmaker|planemaker|chipmaker|league|cup|championship|tournament|goals?|season|"
    r"army|troops|treaty|summit|rival|analysts?|court of)\b|[0-9]%",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”")
_UNPRINTED = frozenset(
    "draft drafts drafted confidential embargo embargoed internal internally memo nda undisclosed leaked secret "
    "newsletter intranet minutes unpublished fictional fictitious rumour rumor rumours insider".split()
)
"""What no paper has printed yet, or no paper that everybody reads."""
_OF_ANYBODY = words.FIRST | words.THIRD | (words.POSSESSIVES - {"its", "their", "your"}) | words.ROLES
_BODY_ACTS = re.compile(
    r"\b(?:commission|federal reserve|central bank|parliament|supreme court|senate|congress|government|fed|eu|un|ecb|"
    r"court of justice|ministry|regulators?) (?:fined|left|cut|raised|voted|ruled|approved|rejected|banned|adopted|"
    r"passed|agreed|warned)\b",
    re.IGNORECASE,
)
"""What public bodies do is printed."""
_SHORTEST, _HEAD, _LEAST_WORLD, _REACH = 80, 300, 2, 60
_KINDS = frozenset(
    "country state area people body authority office company house product law event currency holiday work person "
    "landmark faith town language".split()
)
_OF_NOBODY = frozenset("country area body authority office law currency event holiday".split())
"""What stays beside people whom nobody knows: no firm, no town, no people and no faith."""
_OF_ONE = words.TIES | words.TROUBLE | {"left", "leave", "leaves", "leaving", "entered", "national", "nationals"}
_ANOTHER = re.compile(r",? (?:\(?[0-9]{1,3}\b|an? |of |from |who\b)|, (?:an?|of|from|who|aged?|[0-9])\b")
"""Behind the name of one who is told of for the first time: ", a plumber from"."""
_TIED = re.compile(
    r"\b(?:from|of|at|in|for|near|who (?:lives?|works?|worked|lived)[^.\n]{0,30}|(?:employed|hired|fired|dismissed) by)"
    r" (?:the )?(?:nearby )?$",
    re.IGNORECASE,
)


class Article:
    """The article that a text holds, and how surely it is one. `sure`: whether an agency is named in its first line, or
    the request says that it is one and it begins like one.
    """

    def __init__(self, text: str, around: Surroundings, *, sure: bool) -> None:
        self._text, self._around, self._sure = text, around, sure

    def prints(self, entity: Entity, kinds: frozenset[str]) -> bool:
        """Return whether a mention is one of what everybody knows, and tied to nobody whom nobody knows."""
        sentence = self._around.sentence(entity)
        if kinds.isdisjoint(_KINDS) or sentence.asker or self._around.region(entity) != "prose":
            return False
        if entity.type == "PERSON" and not self._is_famous(entity, kinds, sentence):
            return False
        if not kinds.isdisjoint(("people", "faith")) and Place(self._text, entity, sentence).next in words.MEMBERS:
            return False
        if not sentence.somebody and words.THIRD.isdisjoint(sentence.words):
            return self._sure or not self._around.unknown(sentence)
        if not self._sure or not kinds <= _OF_NOBODY:
            return False
        # "A nurse of the NHS", "moved to Peru in May": of one whom nobody knows.
        before = self._text[max(sentence.start, entity.start - _REACH) : entity.start]
        return _OF_ONE.isdisjoint(sentence.words) and _TIED.search(before) is None

    def _is_famous(self, entity: Entity, kinds: frozenset[str], sentence: Sentence) -> bool:
        """Whether it is the whole name of somebody famous, of whom nothing is said that tells another of that name."""
        if " " not in self._text[entity.start : entity.end] or "person" not in kinds:
            return False
        place = Place(self._text, entity, sentence)
        return not is_somebodys(place) and _ANOTHER.match(place.ahead) is None


def article(text: str, around: Surroundings) -> Article | None:
    """Find the article in a text; None where there is none, or where the text tells something of who pastes it."""
    if len(text) < _SHORTEST or around.identified or not _UNPRINTED.isdisjoint(around.words):
        return None
    begins = any(map(text[:_HEAD].__contains__, _DASHES))
    agency = _FROM_AGENCY.search(text, 0, _HEAD) if begins else None
    dated = agency or (_DATED.search(text, 0, _HEAD) if begins else None)
    if not agency and dated and dated["bare"] and not is_known_place(dated["bare"].strip()):
        dated = None  # "URGENT - "
    printed = not _OF_PRINTED.isdisjoint(around.words) and _PRINTED.search(text) is not None
    if not (dated or printed) or not words.FIRST.isdisjoint(_said(_QUOTED.sub(" ", text))):
        return None
    named = _NAMED.search(text) is not None
    if dated and (agency or named):
        # Of whom the request speaks stands before the article, behind its last empty line, or where something is asked.
        last = text.rfind("\n\n", dated.end())
        request = text[: dated.start()] + (text[last:] if last >= 0 else "")
        of_nobody = not around.is_asked_of_somebody(dated.start()) and _OF_ANYBODY.isdisjoint(_said(request))
        return Article(text, around, sure=True) if of_nobody else None
    signs = 2 * bool(dated) + named + printed + bool(_BODY_ACTS.search(text))
    told = around.somebody or not _OF_ANYBODY.isdisjoint(around.words)
    if told or signs <= 1:
        return None
    world = len({found[0].lower() for found in _WORLD.finditer(text)})
    return Article(text, around, sure=False) if world + signs > _LEAST_WORLD else None


def _said(text: str) -> frozenset[str]:
    """The words of a text but for what only says who asks, lower case."""
    return frozenset(word.lower() for word in WORD.findall(words.without_requests(text)) if word != "US")
