"""Firms of which news is told: "Nvidia reported record revenue", "is Tesla stock overvalued"; `ruling` asks.

What a firm does to somebody, or to another firm that nobody knows, is no news: "Nvidia offered me a job". So the firm
begins its sentence, what it does is what papers print, and the text holds nobody and nothing that is confidential.
"""

from __future__ import annotations

import re

from dp_gateway.public import words
from dp_gateway.public.evidence import Sentence, Surroundings
from dp_gateway.public.lists import refers
from dp_gateway.text.entities import Entity

_REACH, _BEFORE = 120, 60
_DONE = re.compile(
    r"(?: (?:and|&) (?P<other>[A-Z][\w.-]*(?: [A-Z][\w.-]*)?))?(?:, [^,.\n]{3,40},)?"
    r" (?:(?:has|have) )?(?:(?:also|just|recently|officially|then|later|once|first) )?(?:"
    r"(?:acquire[ds]?|bought|buys?|overtook|surpassed|outsold|merged with|partnered with) (?=(?P<object>[A-Z][\w.-]*))|"
    r"(?:announce[ds]?|reveal(?:ed|s)|confirm(?:ed|s)) (?:its |new |record |plans |that it |a (?:new|record|\$))|"
    r"(?:report(?:ed|s)|post(?:ed|s)) [^.\n]{0,40}\b(?:revenues?|earnings|profits?|loss(?:es)?|sales|results|income)\b|"
    r"(?:unveil|launch|releas|introduc|discontinu)(?:ed|es|s) (?!an? (?:inquiry|investigation|lawsuit|complaint|claim|"
    r"probe|hunt)|proceedings|legal|the (?:contract|deposit|funds|money|goods|results?)|all|them)|"
    r"(?:rais|cut|lower|increas|hik|reduc)(?:e[ds]|s|es|ed)? (?:its |their )?prices\b|"
    r"(?:was|were) (?:founded|established|fined by the|acquired by|bought by|broken up)\b|"
    r"(?:went|go(?:es)?) (?:bankrupt|public)\b|filed for (?:bankruptcy|chapter)\b|"
    r"recall(?:ed|s) [0-9.,]+ (?:million |thousand )?(?:cars|vehicles|trucks|units|phones|batteries)\b|"
    r"(?:spun|spins) off|employ(?:s|ed) (?:more than|about|over|around|nearly|some|[0-9])|"
    r"(?:forecast|expect|predict)s? (?:growth|inflation|revenue|sales|a (?:recession|rise|fall|drop))|"
    r"(?:dominated|pioneered|invented|missed the rise)\b)"
)
_OF_THE_WORLD = re.compile(
    r"\b(?:[mb]illion|percent|per cent|quarter|fiscal|worldwide|globally|global|industry|shareholders|smartphones?|"
    r"chips?|antitrust|regulators?|wall street|nasdaq|stock|dividend|countries|analysts)\b|[0-9]%",
    re.I,
)
"""What stands in news of a firm that everybody knows, and not of a shop with the same name."""
_SMALL = re.compile(
    r",? ?\(?(?:(?:the|an?|our|my|her|his|their) (?:\w{2,14} )?(?:{0})\b|(?:{0})\b(?! (?:price|market|chain)))".replace(
        "{0}",
        "salon|bakery|shop|cafe|café|pub|bar|restaurant|garage|clinic|practice|nursery|farm|dog|cat|horse|boat|tenant|"
        "plumber|cleaning firm|cleaner|barber|florist|butcher|hotel|hostel|gym|studio|workshop|crane|choir|band|club",
    ),
    re.I,
)
_SAID = re.compile(r" (?:said|says|told|found|wrote|thinks|wants|admitted|denied) (?:that|the|it|an?)\b")
_DEALT = re.compile(
    r" (?:(?:has|will|is|plans to|wants to) )?(?:acquir(?:e[sd]?|ing)|bought|buys?|buying|overtook|outbid|sued|sues|"
    r"merge[sd]? with|partner(?:s|ed) with) ([A-Z][\w.-]*(?: [A-Z][\w.-]*){0,3})"
)
_SOLD = frozenset(("company", "house", "product"))
_OF_IT = re.compile(
    r"(?:['’]s?)? (?:stocks?|shares?|share price|stock price|market cap(?:italization)?|earnings|revenues?|ipo|logo|"
    r"slogan|business model|competitors|strategy|supply chain|just-in-time)\b"
)
_STUDIED = re.compile(
    r"\b(?:swot analysis|five forces|case study|business model|history|share price|stock price|market share|"
    r"market cap|rise|fall|collapse|merger|ipo|founders?|competitors) (?:of|for|on|at) $",
    re.I,
)
_OWNED = re.compile(r" (?:still )?(?:owned|made|founded|run) by\b")
_OWNED_BY = re.compile(r"\b(?:is|are|was) [\w.'’ +-]{2,40} (?:still )?(?:owned|made|founded|run) by (?:the )?$", re.I)
_CONFIDENTIAL = frozenset(
    "confidential internal internally draft memo minutes nda embargo embargoed undisclosed secret leaked rumour rumor "
    "client clients customer supplier suppliers tender bid offer term sheet settlement project acquisition target "
    "vest vests vested vesting rsu rsus grant granted options bonus broker portfolio salary shift crew staff team "
    "interview hired job jobs contract invoice meeting call boardroom board privileged whistleblower".split()
)
_OF_SOMEBODY = (
    words.FIRST
    | words.THIRD
    | (words.POSSESSIVES - {"its", "their"})
    | words.ROLES
    | words.CLINIC
    | {"somebody", "someone", "nobody", "mom", "tomorrow", "today", "monday", "friday", "here"}
    | _CONFIDENTIAL
)


def is_news(text: str, entity: Entity, sentence: Sentence, around: Surroundings) -> bool:
    """Return whether a firm that everybody knows is told of, or asked about, as papers do, and nobody else in the
    text.
    """
    if around.somebody or sentence.somebody or sentence.asker or not _OF_SOMEBODY.isdisjoint(around.words):
        return False
    before = text[max(sentence.start, entity.start - _BEFORE) : entity.start]
    if before.strip("\"“‘'*- \t") == "" and _acts(text, entity, sentence):
        return True
    if _is_compared(text, entity, before, sentence):
        return True
    if not sentence.asks:
        return False
    owned = _OWNED.match(text, entity.end, entity.end + _REACH) or _OWNED_BY.search(before)
    return bool(owned) or _OF_IT.match(text, entity.end) is not None or _STUDIED.search(before) is not None


def _is_compared(text: str, entity: Entity, before: str, sentence: Sentence) -> bool:
    """Whether a sentence begins with goods or makers of goods: "Bosch or Makita cordless drill"."""
    first, behind = _OR_BEFORE.match(before), _OR_BEHIND.match(text, entity.end, entity.end + _REACH)
    said = (first[1] if first else behind[1] if behind and not before.strip() else "").split()
    other = {one.kind for count in range(1, len(said) + 1) for one in refers(" ".join(said[:count]))}
    kinds = other | {one.kind for one in refers(text[entity.start : entity.end])}
    return not _SOLD.isdisjoint(other) and ("product" in kinds or not words.GOODS.isdisjoint(sentence.words))


_OR_BEFORE = re.compile(r"\s{0,3}([\w.+-]+(?: [\w.+-]+){0,3}),? (?:or|vs\.?|versus) (?:the )?$", re.I)
_OR_BEHIND = re.compile(r"(?: [\w.+-]+){0,3},? (?:or|vs\.?|versus) (?:the )?([\w.+-]+(?: [\w.+-]+)?)", re.I)


def is_small(text: str, entity: Entity) -> bool:
    """Return whether a firm is a small one that is called like a large one, or deals with somebody:
    "Apple, the salon".
    """
    if _SMALL.match(text, entity.end, entity.end + _REACH):
        return True
    dealt = _DEALT.match(text, entity.end, entity.end + _REACH)
    named = dealt[1].split() if dealt is not None else []
    if named and not any(refers(" ".join(named[:count])) for count in range(1, len(named) + 1)):
        return True  # "Oracle acquired Brightleaf": a deal of which papers need not know.
    end = text.find(".", entity.end, entity.end + _REACH)
    said = _SAID.match(text, entity.end)
    return said is not None and _OF_THE_WORLD.search(text, entity.end, end if end >= 0 else entity.end + _REACH) is None


def _acts(text: str, entity: Entity, sentence: Sentence) -> bool:
    """Whether behind the firm stands what papers print of one, beside another that everybody knows or in the world."""
    found = _DONE.match(text, entity.end, entity.end + _REACH)
    if found is None:
        return False
    others = [one for one in (found["other"], found["object"]) if one]
    if not all(any(of.kind in _SOLD for of in refers(one)) for one in others):
        return False
    return bool(others) or _OF_THE_WORLD.search(text, sentence.start, sentence.end) is not None
