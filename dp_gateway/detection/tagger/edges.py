"""Findings of the tagger without the words at their edges that join them to others. `detector` asks for each."""

from __future__ import annotations

import re

from dp_gateway.detection.tagger.finding import NAMES
from dp_gateway.patterns.identifiers import SAID_NUMBER
from dp_gateway.patterns.names import POLICE
from dp_gateway.patterns.rules import CAPITAL_TITLES, NAME, SHORT_DAY, TITLE
from dp_gateway.text.entities import Entity

# "flat" of "flat 11", and ", apt 3" behind the street
_UNIT = r"(?:apt|apartment|flat|unit|suite|ste)"
_UNIT_BEFORE = re.compile(rf"(?<![\w])(?i:{_UNIT})\.? #?\Z")
_UNIT_BEHIND = re.compile(rf",? (?i:{_UNIT})\.? ?#?[0-9]{{1,5}}[A-Za-z]?(?!\w)")
_LONGEST_UNIT, _REACH_OF_UNIT = 5, 12
_EDGED = NAMES | {"DATE_TIME"}
# What stands between a firm and its place: "with Renault down in Basel".
_DIRECTIONS = "up|down|over|out|back|here|there"
# Words that begin or end no name: "Rose and Hunter", "1992 and 2004". Behind "Congress of" the name goes on.
_AT_EDGE = r"(?:and|or|of|in|at|for|with|to|from|by|on|as)"
_LEADING_WORD = re.compile(rf"(?:{_AT_EDGE}\s+)+|[Ee]x-(?=[A-Z])")  # "Ex-McKinsey"
# "MA Glasgow School of Art", "Sat Blue Note"
_LEADING_MARK = re.compile(
    r"(?:B\.?A\.?|B\.?Sc\.?|M\.?A\.?|M\.?Sc\.?|MBA|MPhil|Ph\.?D\.?|LLB|LLM|BEd|BEng|MEng|MFA|BFA|"
    rf"{SHORT_DAY})\s(?=[A-Z][a-z])"
)
# "greetings from sunny Cork"
_WEATHER = re.compile(r"(?:sunny|rainy|snowy|windy|foggy|cold|lovely|beautiful)\s(?=[A-Z])")
# "wrks f. Marchetti"
_FOR, _WORKS = re.compile(r"[f@]\.? (?=[A-Z])"), re.compile(r"\b(?:works?|wrks|worked|working|job)\s\Z", re.IGNORECASE)
# "MSTR KOBINA ADDO-KUFUOR", as airlines write
# "occupation on file radiographer"
_BEFORE_JOB = re.compile(r"(?:file|record)\s(?=[a-z])")
_TITLES = re.compile(rf"(?:(?:{TITLE}|{POLICE}|(?:{CAPITAL_TITLES}|MISS)\b\.?)\s){{1,2}}")
# "the 3rd of May", and "the" alone before "22nd of May": whether it is found with a date should not depend on the day.
_BEFORE_DAY = re.compile(r"the(?:\s+(?=[0-9])|\Z)", re.IGNORECASE)
# "And what does Enzo do"
_TRAILING_WORD = re.compile(
    rf"(?>(?:\s{{1,9}}+(?:{_AT_EDGE}|do|does|did|is|was|has|had|will|can|next|last|{_DIRECTIONS})\b){{1,9}})$"
)
# "Assunta b.1931", "Aurelio m. Concetta": born, died, married.
_TRAILING_MARK = re.compile(r"(?:\s|\A)[bdm]\Z")
# "Costco + Aldi"
_TRAILING_PLUS = re.compile(r"\s\+\Z")
# "Albert jr", "(Nguyen et al., 2018)"
_BEHIND_PERSON = re.compile(r",? (?:jr|jnr|jun|snr|sr|et al)\Z")
_OPENED = re.compile(r"\s?[(\[]\Z")  # "Andheri (" of "Andheri (W)"
# "Via Garibaldi 14, 20121 Milano instead of": with what another address is beside it.
_BEHIND_ADDRESS = re.compile(r"(?:\s(?:instead|rather|and|or|not|to|from|is|was))+\Z")
# "We met in May. May I come again?"
_NEXT_SENTENCE = re.compile(r"(?<=[A-Za-z]{3})[.!?]\s+(?:May|March)\Z")
# "Keys on Mar 3, 2025. 1.9 grand a month": the sum begins a sentence
_NEXT_SUM = re.compile(r"(?<=[0-9])[.!?;]\s+[0-9][0-9.,]*\Z")
_OF_SUM = re.compile(r"\s?(?:(?:grand|quid|bucks|dollars?|euros?|pounds?|percent|k)\b|[€£$%])", re.IGNORECASE)
_GOES_ON = re.compile(rf"\s(?:the\s)?{NAME}(?:\s{NAME})?")
# "oh one seven three six double five oh one before five": the digits that are said, without what follows them.
_SAID = re.compile(rf"\b{SAID_NUMBER}(?:[ ,-]{{1,2}}{SAID_NUMBER}){{4,40}}\b", re.IGNORECASE)
_OF_DIGITS = frozenset(("ID_NUMBER", "PHONE_NUMBER"))


def without_edges(text: str, entity: Entity) -> Entity | None:
    """Return a finding without the words that join it to others; "Congress of" with what it is of."""
    if entity.type in NAMES and text[entity.start : entity.end].isalpha() and entity.end - entity.start > 1:
        # One word joins nothing; a title alone is nobody.
        is_title = entity.type == "PERSON" and _behind_titles(text, entity.start, entity.end) == entity.end
        return None if is_title else entity
    return _without_words(text, entity)


def _without_words(text: str, entity: Entity) -> Entity | None:
    """A finding of several words without those that join it to others."""
    if text.startswith("s ", entity.start, entity.end) and text[entity.start - 1 : entity.start] in ("'", "’"):
        # "my daughter's violin teacher"
        return entity._replace(start=entity.start + 2)
    if entity.type in _OF_DIGITS:
        return _number(text, entity)
    entity = _without_bracket(text, entity)
    if entity.type == "JOB_TITLE" and (label := _BEFORE_JOB.match(text, entity.start, entity.end)) is not None:
        entity = entity._replace(start=label.end())
    if entity.type not in _EDGED:
        return _with_unit(text, entity)
    start, end = entity.start, entity.end
    leading = _LEADING_WORD.match(text, start, end) or _LEADING_MARK.match(text, start, end)
    if (match := leading or _WEATHER.match(text, start, end)) is not None:
        start = match.end()
    if entity.type == "PERSON":
        short = _FOR.match(text, start, end) if _WORKS.search(text, max(0, start - 9), start) else None
        start = _behind_titles(text, start, end) if short is None else short.end()
    if entity.type == "DATE_TIME":
        start, end = _of_date(text, start, end)
    if (
        entity.type == "PERSON"
        and (born := _TRAILING_MARK.search(text, start, end)) is not None
        and text[end : end + 1] == "."
    ):
        end = born.start()
    if entity.type == "PERSON" and (cut := _BEHIND_PERSON.search(text, start, end)) is not None:
        end = cut.start()
    trailing = _EVENT if entity.type == "LOCATION" else _TRAILING_PLUS
    if (cut := trailing.search(text, start, end)) is not None:
        end = cut.start()
    if (match := _TRAILING_WORD.search(text, start, end)) is not None:
        goes_on = entity.type == "ORGANIZATION" and text.endswith(" of", start, end) and _GOES_ON.match(text, end)
        end = goes_on.end() if goes_on else match.start()
    if start == entity.start and end == entity.end:
        return entity
    return entity._replace(start=start, end=end) if start < end else None


def _number(text: str, entity: Entity) -> Entity:
    """A number without what stands beside it: the sign of "Order #883120", the words around digits that are said."""
    if (said := _SAID.search(text, entity.start, entity.end)) is not None:
        return entity._replace(start=said.start(), end=said.end())
    if entity.type == "ID_NUMBER" and text[entity.start] == "#" and entity.end - entity.start > 1:
        return entity._replace(start=entity.start + 1)
    return _without_bracket(text, entity)


def _of_date(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a date begins and ends: without an article before it, and what begins the next sentence."""
    if (match := _BEFORE_DAY.match(text, start, end)) is not None:
        start = match.end()
    following = _NEXT_SENTENCE.search(text, start, end)
    if following is None and _OF_SUM.match(text, end):
        following = _NEXT_SUM.search(text, start, end)
    return start, end if following is None else following.start()


# "after the Eindhoven gala"
_EVENT = re.compile(
    r"\s(?:\+|gala|fair|festival|marathon|conference|expo|summit|fête|fete|carnival|office|branch|depot|store|warehouse)\Z"
)


def _behind_titles(text: str, start: int, end: int) -> int:
    """Where a person begins behind a title, which is a finding of its own: at the end where there is nothing else."""
    match = _TITLES.match(text, start, end + 1)
    return start if match is None or match.end() == end else min(match.end(), end)


def _with_unit(text: str, entity: Entity) -> Entity:
    """An address with the flat that stands before or behind it; all else as it is."""
    start, end = entity.start, entity.end
    if entity.type != "STREET_ADDRESS":
        return entity
    if (beside := _BEHIND_ADDRESS.search(text, start, end)) is not None:
        end = beside.start()
    if text[start].isdigit() and end - start <= _LONGEST_UNIT:
        before = _UNIT_BEFORE.search(text, max(0, start - _REACH_OF_UNIT), start)
        start = start if before is None else before.start()
    behind = _UNIT_BEHIND.match(text, end)
    return entity._replace(start=start, end=end if behind is None else behind.end())


def _without_bracket(text: str, entity: Entity) -> Entity:
    """A finding without the bracket that opens behind it."""
    opened = _OPENED.search(text, entity.start, entity.end) if text[entity.end - 1] in "([" else None
    return entity if opened is None or opened.start() == entity.start else entity._replace(end=opened.start())
