"""Who is famous by what is asked, whether a list knows the name or not: "when did Romney become governor".

A text that is one short question, with no word of who asks or of anybody's days, may ask what is asked of those alone
whom everybody knows: who plays a role, when somebody became governor, which films somebody directed. What can be asked
of a neighbour too (where somebody was born, lives, studied) makes nobody famous; a name that a list has of somebody
famous, and that many others bear, is that one's where such a question is asked.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.rules import WEEKDAY
from dp_gateway.patterns.terms import is_given, is_name
from dp_gateway.public import words
from dp_gateway.public.evidence import WORD
from dp_gateway.public.lists import Reference, refers
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold

_ONE_QUESTION, _REACH = 90, 60
SECOND_SENTENCE = re.compile(r"[.?!]\s+\S|[,;:\n]")
_INITIAL = re.compile(r"(?<![^\W_])(?:[^\W\d_]|st|mt|dr|mr|jr|sr)\.(?=\s)", re.I)
_OF_SOMEBODY = words.FIRST | words.THIRD | words.POSSESSIVES | words.ROLES
_DAYS = _OF_SOMEBODY | words.OWN_AFFAIRS | (words.EVERYDAY - words.NEWS - words.DEEDS - {"office", "resignation"})
_SENTENCE_BEFORE, _SENTENCE_BEHIND = re.compile(r"[^.?!\n:\"“]*$"), re.compile(r"[^.?!\n:\"”]*")
_PLAYS = re.compile(
    r"\bwho (?:(?:originally|first|will|would|did|does) )?(?:plays?|played|voices?|voiced|portrays?|portrayed|"
    r"(?:plays|played|is|was|does|did) the (?:voice|part|role) of|"
    r"(?:is|was) the (?:actor|actress)(?: (?:who|that) (?:plays?|played))?) (?:the )?$",
    re.I,
)
_PLAYED = re.compile(
    r"(?:['’]s (?:\w{2,20} )?\w{3,12})? (?:in|on|from) (?:the )?(?:\d{1,2} )?[^\W\d_][^\n?!.;:]{2,60}[?\s]{0,3}\Z", re.I
)
_SPOKEN = re.compile(
    r"\bwho (?:(?:originally|first) )?(?:voices?|voiced|(?:is|was|plays|played|does|did) the voice of) (?:the )?$", re.I
)
"""Of whom no work is told: whoever plays somebody may play against them."""
_VOICED = re.compile(r"\bwho (?:does|did|is|was) (?:the )?$", re.I), re.compile(r"['’]s voice\s?\??\s*\Z", re.I)
_UNTITLED = re.compile(
    r"(?:['’]s (?:\w{2,20} )?\w{3,12})? (?:in|on|from) the (?!(?:new|old|original|first|second|third|last|latest|\d+|"
    r"film|movie|show|series|sitcom|musical|game|opera|remake|live|tv)\b)[a-z]"
)
"""Behind a name in capitals what no work is called: "on the helpline recording"."""
_AMATEURS = re.compile(
    r"\b(?:my|our|your|his|her|their|us|we|i|school|nativity|panto\w*|church|parish|village|town|local|class|year|club|"
    r"team|squad|side|office|company|work|band|orchestra|choir|rehearsal\w*|cast party|tonight|today|tomorrow|"
    r"yesterday|this|next|doubles|singles|semi\w*|quarter\w*|match|game|court|pitch|league|tournament|tennis|chess|squash|"
    r"golf|piano|violin|guitar|drums|drama|theatre|theater|amateur\w*|sketch|wedding|party|street|defen[cs]e|goal|"
    r"midfield|recording|helpline|hotline|phone|line|answering|voicemail|"
    rf"{WEEKDAY}s?)\b|\d{{3}}",
    re.I,
)
"""Where those play whom nobody knows."""
_IN_WORK = re.compile(r" (?:in|on|from) (?:the (?:(?:movie|film|show|series|musical|play) )?)?([^?.!,\n]{3,40})", re.I)
_END = r"\s?\??\s*\Z"
_BECAME = (
    r"(?:when|how|why|what years?|which year) (?:did|was|has|is) $",
    r" (?:become|became|elected|serve as|served as|run for) (?:the )?(?:(?:\d{1,2}(?:st|nd|rd|th)|first|last) )?",
)
_OFFICE = (
    r"(?:prime minister|senator|emperor|empress|pope|secretary of state|u\.?s\.? president|"
    r"(?:president|king|queen) (?=of )|president of the (?=united))"
)
_LEAGUE = (
    r"(?:the )?(?:nfl|nba|wnba|mlb|nhl|mls|ufc|wwe|nascar|premier league|la liga|bundesliga|super ?bowl|world cup|"
    r"champions league|olympics|olympic \w+|world series|grand slam|wimbledon|hall of fame|oscars?|grammys?|emmys?|"
    r"academy award|nobel \w+|tour de france|ballon d['’]or|heisman(?: trophy)?|formula (?:one|1))"
)
_WORKS = r"(?:albums?|hits?|singles|movies?|films?|sitcoms?|tv (?:shows?|series)|soap operas?|documentaries)"
_SEVERAL = (
    (
        r"(?:what|why|how) (?:is|was|are|were) $",
        rf" (?:(?:\w+ )?(?:famous|infamous|renowned)|(?:best|most|mostly|mainly) known)(?: for)?{_END}",
    ),
    (
        r"(?:what|which|where|when|who|how many)(?: [\w-]+){0,3} did $",
        rf" (?:conquer|colonize|explore for|circumnavigate|invade){_END}",
    ),
    (
        r"(?:when|what year|which year|how many times|how) (?:did|has|does) $",
        rf" (?:first |last )?(?:win|won|join|enter|retire from|get drafted (?:to|into|by)|play in|score in|debut in) "
        rf"{_LEAGUE}{_END}",
    ),
    (rf"(?:what|which) {_LEAGUE} team (?:is|was|does|did) $", rf" (?:play(?:ed)? (?:for|on|with)|on|with){_END}"),
    (
        rf"(?:what|which|how many) (?:\w+ )?{_WORKS} (?:has|have|did|does) $",
        rf" (?:record(?:ed)?|release[d]?|direct(?:ed)?|star(?:red)? in){_END}",
    ),
)
"""What is asked of the famous by their whole name: before it, and behind it."""
_ANY = (
    (_BECAME[0], rf"{_BECAME[1]}{_OFFICE}(?: ?of (?:the )?(?P<of>[^?]{{3,30}}?))?{_END}"),
    (r"(?:when|what years?) was (?:president |prime minister )$", rf" in office{_END}"),
    (
        r"(?:when|where|how|why|what year|by whom) (?:was|were) $",
        r" (?:assassinated|beheaded|guillotined|dethroned|canonized|martyred|impeached)"
        rf"(?: (?:in|by|at) [^?]{{2,30}})?{_END}",
    ),
    (r"who (?:assassinated|beheaded|dethroned|overthrew|impeached|canonized) $", _END),
)
"""What is asked of famous people who may be named by one word, if that is no given name."""
_FAMILY = ((_BECAME[0], rf"{_BECAME[1]}governor{_END}"),)
"""What is asked of those named by one word alone: a school has governors, too, who are called by their whole names."""
_ASKED = [
    (re.compile(rf"\s*(?:and |so )?{before}", re.I), re.compile(behind, re.I), several)
    for each, several in ((_SEVERAL, (True,)), (_ANY, (True, False)), (_FAMILY, (False,)))
    for before, behind in each
]
_PRESIDENT = re.compile(
    r"\s*(?:when|how|why|what years?) (?:did|was|has) _ (?:become|became|elected|serve as) (?:the )?(?:vice )?"
    rf"president{_END}",
    re.I,
)
"""What is asked of those whose name the list has; a club of nobody's has a president too."""
_LIFE_OF_FAMOUS = frozenset(
    "born killed assassinated career influence influenced influences university universities college colleges "
    "highschool genre style guitar instrument perform performed degree degrees party won win real nationality resign "
    "resigns resigned".split()
)
_PLAYING = frozenset(("play", "plays", "played"))
"""What is asked of a famous person, and no word of anybody's days."""


def is_one_question(text: str) -> bool:
    """Return whether a text is one short question, and has no word of who asks or of anybody's days."""
    if len(text) > _ONE_QUESTION or SECOND_SENTENCE.search(_INITIAL.sub("", text)):
        return False
    said = [word.lower() for word in WORD.findall(text)]
    return bool(said) and said[0] in words.QUESTIONS and _DAYS.isdisjoint(said)


def asked_as_famous(text: str, entity: Entity, found: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Find the person who is asked about as those alone are whom everybody knows; or a role that is played. `found`:
    what the lists have by that name.
    """
    return _played(text, entity) or _famous(text, entity, found)


def asked_as_people(text: str, entity: Entity) -> tuple[Reference, ...]:
    """Find the people that no list has, of whom is asked what is told of all: "what language do the maasai speak"."""
    written = text[entity.start : entity.end].lower()
    asked = entity.start < _REACH and _OF_PEOPLE.fullmatch(text, 0, entity.start) and is_one_question(text)
    if not asked or not _PEOPLE.match(text, entity.end) or is_name(written.removesuffix("s")):
        return ()
    return (Reference("people", f"people {fold(written)}"),)


_OF_PEOPLE = re.compile(
    r"\s*(?:what|which|where|when|how|why|who) (?:\w+ ){0,3}(?:do|did|are|were|have|had) the ", re.I
)
_PEOPLE = re.compile(
    r" (?:(?:speak|worship|believe|hunt|celebrate|call themselves|come from|originate|descend)\b|(?:indian )?"
    r"(?:tribes?|indians?|peoples?|natives?|civili[sz]ation|nomads?) "
    r"(?:speak|live|eat|wear|worship|believe|come|hunt|use)\b)",
    re.I,
)


def _person(text: str, entity: Entity, how: str) -> tuple[Reference, ...]:
    return (Reference("person", f"{how} {fold(text[entity.start : entity.end])}"),)


def _famous(text: str, entity: Entity, listed: tuple[Reference, ...]) -> tuple[Reference, ...]:
    if not is_one_question(text):
        return ()
    written = text[entity.start : entity.end]
    if listed and _PRESIDENT.fullmatch(f"{text[: entity.start]}_{text[entity.end :]}"):
        return _person(text, entity, "famous")
    several = " " in written
    if not several and is_given(written.lower()):
        return ()
    for before, behind, named in _ASKED:
        if several in named and before.fullmatch(text, 0, entity.start):
            found = behind.match(text, entity.end)
            of = found.groupdict().get("of") if found else None
            if found and (of is None or any(one.kind in ("country", "state") for one in refers(of))):
                return _person(text, entity, "famous")
    return ()


def _played(text: str, entity: Entity) -> tuple[Reference, ...]:
    """Whom somebody plays in a work that everybody knows: "who plays Lois in Family Guy"; or in what is asked of so."""
    start = max(entity.start - _REACH, 0)
    if is_one_question(text) and _AMATEURS.search(text) is None:
        asked, voice = _VOICED
        if asked.search(text, start, entity.start) and voice.match(text, entity.end):
            return _person(text, entity, "played")
    if _PLAYS.search(text, start, entity.start) is None:
        return ()
    titled = text[entity.start].islower() or not _UNTITLED.match(text, entity.end)
    rest = text[entity.end :].strip(" ?!.")
    whole = titled and _PLAYED.match(text, entity.end)
    whole = whole or (
        not rest and " " not in text[entity.start : entity.end] and _SPOKEN.search(text, start, entity.start)
    )
    if len(text) < _ONE_QUESTION and whole and _AMATEURS.search(text) is None:
        return _person(text, entity, "played")
    work = _IN_WORK.match(text, entity.end, entity.end + _REACH)
    named = work[1].split() if work else []
    for count in range(len(named), 0, -1):
        if any(one.kind == "work" for one in refers(" ".join(named[:count]))):
            return _person(text, entity, "played")
    return ()


def namesake(text: str, entity: Entity, found: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """Return what is found, with a famous person whose name many others bear only where the famous one is asked
    about.
    """
    if not any(one.kind == "namesake" for one in found):
        return found
    start, end = max(entity.start - _REACH, 0), entity.end + _REACH
    before = _SENTENCE_BEFORE.search(text, start, entity.start)
    behind = _SENTENCE_BEHIND.match(text, entity.end, end)
    said = [word.lower() for one in (before, behind) if one for word in WORD.findall(one[0])]
    asked = bool(said) and said[0] in words.QUESTIONS and not words.DEEDS.isdisjoint(said)
    if not asked and is_one_question(text):
        plays = not _PLAYING.isdisjoint(said) and _AMATEURS.search(text) is None
        asked = plays or not _LIFE_OF_FAMOUS.isdisjoint(said)
    of_somebody = words.FIRST | words.POSSESSIVES | (words.EVERYDAY - words.NEWS)
    if not asked or not of_somebody.isdisjoint(said):
        return tuple(one for one in found if one.kind != "namesake")
    return tuple(one._replace(kind="person") if one.kind == "namesake" else one for one in found)
