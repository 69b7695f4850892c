"""Words that tell whether a phrase is spoken of in general or tied to somebody; `words.txt` holds and explains them."""

from __future__ import annotations

import re
from pathlib import Path

from dp_gateway.text.folding import has_other_forms, lacks, lower
from dp_gateway.text.lists import sections


def _read() -> dict[str, frozenset[str]]:
    lists: dict[str, set[str]] = {}
    for name, line in sections(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")):
        lists.setdefault(name, set()).update(line.split())
    return {name: frozenset(of_name) for name, of_name in lists.items()}


_LISTS = _read()
BITS = {name: 1 << at for at, name in enumerate(_LISTS)}
BITS["IN_GENERAL"] = BITS["FACETS"] | BITS["GENERAL"]
"""Each list as one bit."""
FIRST = _LISTS["FIRST"]
THIRD = _LISTS["THIRD"]
POSSESSIVES = _LISTS["POSSESSIVES"]
ROLES = _LISTS["ROLES"]
MEMBERS = _LISTS["MEMBERS"]
SORTS = _LISTS["SORTS"]
THINGS = _LISTS["THINGS"]
UNITS = _LISTS["UNITS"]
EVERYDAY = _LISTS["EVERYDAY"]
NEWS = _LISTS["NEWS"]
CLINIC = _LISTS["CLINIC"]
DEEDS = _LISTS["DEEDS"]
KIN = _LISTS["KIN"]
ENJOYED = _LISTS["ENJOYED"]
USED = _LISTS["USED"]
KITCHEN = _LISTS["KITCHEN"]
GAMES = _LISTS["GAMES"]
LIFE = _LISTS["LIFE"]
GENERAL = _LISTS["GENERAL"]
GOODS = _LISTS["GOODS"]
TRADE = _LISTS["TRADE"]
TROUBLE = _LISTS["TROUBLE"]
BUSINESS = _LISTS["BUSINESS"]
CULTURE = _LISTS["CULTURE"]
COUNTED = _LISTS["COUNTED"]
OWN_AFFAIRS = _LISTS["OWN_AFFAIRS"]
RECKONED = _LISTS["RECKONED"]
EXERCISED = _LISTS["EXERCISED"]
STORIES = _LISTS["STORIES"]
FACETS = _LISTS["FACETS"]
HEADS = _LISTS["HEADS"]
MORE_HEADS = _LISTS["MORE_HEADS"]
MEDICAL = _LISTS["MEDICAL"]
FOODS = _LISTS["FOODS"]
TIES = _LISTS["TIES"]
ALIKE = _LISTS["ALIKE"]
CONCRETE = _LISTS["CONCRETE"]
LOCAL = _LISTS["LOCAL"]
RENOWN = _LISTS["RENOWN"]
DEALINGS = _LISTS["DEALINGS"]
OF_ALL = _LISTS["OF_ALL"]
ONLY = _LISTS["ONLY"]
ASKED_FOR = _LISTS["ASKED_FOR"]
ASKING = _LISTS["ASKING"]
LAWFUL = _LISTS["LAWFUL"]
OF_A_ROW = _LISTS["OF_A_ROW"]
NUMBERED = _LISTS["NUMBERED"]
PERSONAL = THIRD | ROLES | LIFE | TROUBLE | CLINIC | OWN_AFFAIRS | BUSINESS
"""Words of somebody's life, work, health and money."""
OPENERS = _LISTS["OPENERS"]
IMPERATIVES = _LISTS["IMPERATIVES"]
IMPLIED = _LISTS["IMPLIED"]
QUESTIONS = _LISTS["QUESTIONS"]
ENGLISH = _LISTS["ENGLISH"]
FOREIGN = _LISTS["FOREIGN"]
SURELY_ENGLISH = ENGLISH | IMPERATIVES
"""Words that no other language has, or few."""
IN_GENERAL = FACETS | GENERAL
"""Words of what is said of places and bodies in general."""
ORDINARY = IN_GENERAL | THINGS
"""Words of general statements."""
_LISTS_OF = {
    word: sum(BITS[name] for name, of_name in _LISTS.items() if word in of_name)
    for word in {word for of_name in _LISTS.values() for word in of_name}
}
_ANY = frozenset(_LISTS_OF)


def lists_of(said: frozenset[str]) -> int:
    """Return the bits of all lists that hold one of some words, lower case."""
    found = 0
    for word in said & _ANY:
        found |= _LISTS_OF[word]
    return found


_ASKING = (
    r"\b(?:(?:give|show|tell|teach|help|remind|walk|guide|let|recommend|write|find|make|get|suggest|send|draw|quiz|read|"
    r"explain to|explain|question|ask) (?:me|us)|explain [^.?!]{1,60} to me|"
    r"i(?:['’]d| would)? (?:want|like|love|need) to (?:know|understand|learn|ask|hear|see)|i(?:['’]m| am| was) "
    r"(?:curious|wondering|interested)|i wonder|i need (?:an?|the|some|help|information)|"
    r"i don['’]t (?:know|understand)|i (?:have|need|want) to (?:give|write|do|prepare|make) (?:an? |my )?(?:talk|"
    r"essay|presentation|"
    r"speech|report|project|poster|quiz)|i(?:['’]ve| have)(?: got)? (?:an? |my )?(?:\w+ )?(?:exam|test|quiz|essay) "
    r"(?:tomorrow|today|next week|on|about|due)|"
    r"(?:rate|check|proofread|review|mark|grade|improve|critique|finish|fix|correct|edit|polish|shorten|summari[sz]e|"
    r"rewrite|rephrase) my (?:essay|intro|introduction|conclusion|paragraph|thesis|poem|draft|story|answer|translation|"
    r"homework|code|outline|summary|haiku|limerick)|"
    r"for my (?:homework|essay|quiz|class|presentation|report|exam|lecture|paper|blog|thesis|students))\b"
)
_REQUESTS, _REQUESTS_IN_SMALL = re.compile(_ASKING, re.I), re.compile(_ASKING)
_OF_REQUESTS = (
    *(" me", " us", " my ", " to ", "i need ", "wonder", "curious", "interested", "know", "understand"),
    *("exam ", "test ", "quiz ", "essay "),
)
"""One of these stands in every request."""


def without_requests(text: str) -> str:
    """Return the text without what says who asks, and nothing else of them: "give me", "explain to us", "I wonder"."""
    if lacks(text, _OF_REQUESTS):
        return text
    if has_other_forms(text):
        return _REQUESTS.sub(" ", text)
    # They are found in a quarter of the time where letter case is no question.
    left, at = list[str](), 0
    for found in _REQUESTS_IN_SMALL.finditer(lower(text)):
        left.append(text[at : found.start()])
        at = found.end()
    return " ".join([*left, text[at:]]) if left else text
