"""What is asked of those alone who are alive, so that a famous name is somebody else's: "what is she earning at".

`kinds` asks, of persons and of works that are called like one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dp_gateway.patterns.rules import WEEKDAY
from dp_gateway.public.lists import refers
from dp_gateway.public.place import Place
from dp_gateway.vocabulary.lexicon.topics import mentions_of

__all__ = ["is_asked_of_the_living"]

_NOW = re.compile(
    r"(?:['’]s blood (?:tests?|results?|pressure|sugar)| (?:(?:still|even|currently|actually|usually|now) )?"
    r"(?:(?:earn(?:s|ing)?|make|makes|making|paid) (?:at|with|[$£€]?[0-9][0-9.,]*k? (?:an?|per) )\b|"
    r"(?:live|lives|living|stay|stays|staying|work|works|working|sleep|sleeps|sleeping)(?: \w{1,12}){0,3} "
    r"(?:now|currently|these days|at the moment|this (?:week|month|year))\b|"
    r"(?:faint|fainted|collapsed?|throw up|threw up|crying|cried|shouting) at (?:work|school|home)\b|"
    r"(?:eating|sleeping|drinking|walking|talking|bleeding|coughing|vomiting|speaking) (?:again|yet|today|well)\b|"
    r"staying (?:in|at|with)\b|(?:home|off|out|in|ill|sick|away) (?:on|until|since|till|for) "
    rf"(?:the day|the week|{WEEKDAY}s?)\b|"
    r"(?:get|gets|got|be|going|coming|come|comes|back) (?:home|back (?:home|to work))\b))",
    re.I,
)
"""Behind a name what is asked and said of who is alive: "what is she earning at"."""
_SERVED = re.compile(
    r"\b(?:which|what) (?:gym|school|church|mosque|clinic|bus|bank|surgery|ward|dentist) (?:does|is) $", re.I
)
_GOES = re.compile(
    r" (?:(?:still|usually|normally|now) )?(?:(?:fly|flies|flying|commut(?:e|es|ing)|park|parks|parking|move|moves|"
    r"moving|land|lands|landing)\b[^.?!\n]{0,30}\b(?:to|from|back|home|off|in|on|at)\b|"
    r"(?:take|takes|taking|drive|drives|driving|cycle|cycles|cycling|walk|walks|walking) (?:\w{2,10} ){0,2}to "
    r"(?:school|work|college|church|class)\b)",
    re.I,
)
_WHERE = re.compile(r"\bwhere (?:is|was|will|did|does) $", re.I)
_ON_A_DAY = re.compile(
    rf" (?:\w{{2,8}} ){{0,2}}(?:on {WEEKDAY}s?|last night|tonight|yesterday|today|this "
    r"(?:morning|afternoon|evening|week))\b",
    re.I,
)
_NOW_OR_WHY = re.compile(r"\b(?:is|does|has|why did) $", re.I)
_HAS = re.compile(r" (?:(?:still|really|now) )?(?:have|take|taking|need|on|had|allergic to) (?:an? )?([\w '’-]{3,40})")
"""Behind a name an illness or a medicine."""
_IS_OR_DOES = re.compile(r"\b(?:is|does|will|has) $", re.I)
_ASKED_OF_ANYBODY = re.compile(r"\b(?:did|has|is|does|will|was) $", re.I)
_CARED_FOR = re.compile(
    r"\bwho (?:is|['’]s) (?:treating|operating on|seeing|teaching|paying|driving|representing|defending|tutoring|"
    r"insuring|hiring|firing|babysitting|replacing|looking after|caring for|on call for) $",
    re.I,
)
"""Before the name of a patient, a pupil, a customer: "who is treating"."""
_BELONGS = re.compile(r" (?:an? )?((?:[A-Z][\w'’]{2,20} ?){1,2})\?", re.ASCII)


def is_asked_of_the_living(place: Place) -> bool:
    """Return whether it is asked what one asks of people who are alive: earnings, a journey, who treats them.

    A name that a list has of a film may be borne by anybody, and of these one asks where they moved, and their faith.
    """
    if _NOW.match(place.ahead) or _CARED_FOR.search(place.before) or _SERVED.search(place.before):
        return True
    if _WHERE.search(place.before) and _ON_A_DAY.match(place.ahead):
        return True
    ill = _HAS.match(place.ahead) if _NOW_OR_WHY.search(place.before) else None
    if ill is not None and not _ailments().isdisjoint(_beginnings(ill[1].lower())):
        return True
    title = any(one.kind == "work" for one in refers(place.written))
    if (_ASKED_OF_ANYBODY if title else _IS_OR_DOES).search(place.before) is None:
        return False
    if _GOES.match(place.ahead):
        return True
    belongs = _BELONGS.match(place.ahead) if title else None
    return belongs is not None and any(one.kind in ("faith", "people") for one in refers(belongs[1].strip()))


@cache
def _ailments() -> frozenset[str]:
    """Illnesses and medicines, in small letters."""
    return frozenset(form.lower() for forms in mentions_of(("CONDITION", "MEDICINE")).values() for form in forms)


def _beginnings(phrase: str) -> Iterator[str]:
    """A phrase, and what it begins with: "diabetes", of "diabetes or asthma"."""
    words = phrase.split()
    yield from (" ".join(words[:count]) for count in range(1, len(words) + 1))
