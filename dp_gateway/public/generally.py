"""What is asked of a land or a thing whoever asks: "how do people in Japan close a letter".

`ruling` asks, before anything is weighed. A task about what is given, a question what people do on average, and what
travellers ask who tell nothing of themselves are about nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.public import words
from dp_gateway.public.asked import asked_in_a_land
from dp_gateway.public.evidence import Surroundings
from dp_gateway.public.lists import Reference, refers
from dp_gateway.public.place import Place
from dp_gateway.text.entities import Entity

_LONGEST, _NEAR = 400, 60
_GIVEN = re.compile(
    r"\b(?<!\bto the )(?<!\bat the )(?<!\bfor the )(?<!\bfrom the )(?<!\bwith the )"
    r"(?:given|following|requested)\s(?:\w{2,20}\s)?(city|cities|place|destination|country|countries|movies?|films?|series|"
    r"books?|novels?|songs?|company|companies|brands?|products?|celebrity|celebrities|language|holiday)\b"
    r"[^\n]{0,300}\n\s{1,9}(?:[^\W\d_][\w .'’-]{1,40},\s{1,4}){0,2}\Z",
    re.I,
)
_GIVEN_KINDS = {
    "city": ("town", "landmark", "state", "country"),
    "place": ("town", "landmark", "state", "country", "area"),
    "destination": ("town", "landmark", "state", "country", "area"),
    "country": ("country", "area"),
    "movie": ("work",),
    "film": ("work",),
    "serie": ("work",),
    "book": ("work",),
    "novel": ("work",),
    "song": ("work",),
    "company": ("company", "house"),
    "brand": ("company", "house", "product"),
    "product": ("company", "house", "product"),
    "celebrity": ("person", "mononym"),
    "language": ("language", "people"),
    "holiday": ("holiday",),
}


def is_set(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings) -> bool:
    """Return whether a task is set about whatever is given, and this is all that is: "in the given city. Paris"."""
    rest = text[entity.end : entity.end + _NEAR].strip(" .\n")
    # "Barcelona, Spain" is all that is given as well.
    if len(text) > _LONGEST or (rest and not (rest[0] == "," and refers(rest.strip(", ")))):
        return False
    asked = _GIVEN.search(text, 0, entity.start)
    if asked is None or around.writer or around.named or around.roles:
        return False
    word = asked[1].lower()
    word = f"{word[:-3]}y" if word.endswith("ies") and word != "series" else word.removesuffix("s")
    return any(one.kind in _GIVEN_KINDS[word] for one in listed)


_TRAVELS = frozenset(
    "temple temples rains rainy castle castles "
    "see visit visiting travel travelling traveling trip tourist tourists sights sightseeing blossoms beach beaches "
    "hike hikes hiking museum museums restaurants weather season summer winter spring autumn train trains bus ferry "
    "flight flights airport eat itinerary route drive ski skiing surf diving snorkel northern lights festival".split()
)
_NO_TRAVELLER = (words.FIRST | words.LIFE | words.TROUBLE | words.CLINIC) - {"kids"}
_STAY = re.compile(
    r"\b(?:(?:\d{1,2}|one|two|three|four|five|a few|several) (?:full )?(?:days?|nights?|weeks?)|"
    r"what can (?:you|one|people|kids|children|families|tourists|visitors) (?:do|see|eat|visit)) in $",
    re.I,
)
"""Before where one wants to stay, or to do something."""
_DESTINATIONS = frozenset(
    "trial biopsy scan treatment exam conference "
    "clinic clinics hospital office embassy consulate court prison plant factory warehouse meeting wedding funeral "
    "site client clients customer customers branch".split()
)
"""Where nobody goes who is a traveller and nothing else."""


def is_journey(entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place) -> bool:
    """Return whether a traveller asks who tells nothing of themselves in the text:
    "best time to see blossoms in Kyoto".
    """
    sentence = place.sentence
    journey = place.journey or (sentence.asks and not sentence.asker and _STAY.search(place.before))
    if entity.type != "LOCATION" or not journey or sentence.concrete:
        return False
    if around.somebody or not _NO_TRAVELLER.isdisjoint(around.words):
        return False
    if around.roles or not words.THIRD.isdisjoint(around.words) or _TRAVELS.isdisjoint(place.others):
        return False
    if not (_DESTINATIONS | (words.EVERYDAY - words.NEWS)).isdisjoint(around.words):
        return False
    return any(one.kind in ("town", "landmark", "state", "country", "area") for one in listed)


_BY_LAW = re.compile(
    r"\b(?:is|are|does|do|can|may|must|what|which)\b[^.?!]{1,60}\b(?:binding|legal|illegal|lawful|allowed|permitted|banned|"
    r"valid|enforceable|mandatory|compulsory|taxable|taxed|deductible|prescription|rules?|laws?|penalt(?:y|ies)|"
    r"punishment|minimum wage|statute of limitations|age of consent|notice periods?)\b[^.?!]{0,40}\bin (?:the )?$",
    re.I,
)
"""What the law is that is asked about: "is a verbal contract binding in"."""
_MY_RIGHTS = re.compile(
    r"\b(?:(?:is (?:it|this|that)|would (?:it|that) be|am i|are we|is my|is our) (?:even |still |actually |also )?"
    r"(?:\w+ ){0,3}?(?:legal|illegal|lawful|allowed|permitted|entitled|required|obliged|eligible|liable|exempt|"
    r"protected)|"
    r"(?:can|may|could|must) (?:my|our|an?|the) (?:landlord|landlady|employer|boss|company|tenant|neighbou?r|bank|"
    r"school|ex|insurer|agency|hoa|council)\b|"
    r"(?:can|could|should|do|may) (?:i|we) (?:\w+ ){0,2}?(?:sue|claim|appeal|deduct|evict|inherit|adopt|divorce|marry|"
    r"vote|need an? (?:\w+ )?(?:visa|permit|licen[cs]e|lawyer|notary))|"
    r"(?:what|which) (?:visa|permit|licen[cs]e|taxe?s?|rights?|forms?|law|notice) (?:do|does|am|are|have|must|would) "
    r"(?:i|we|my|an?)|"
    r"how (?:much|long) (?:\w+ ){0,2}?(?:notice|leave|tax|severance|maternity|paternity)\b|"
    r"how much (?:\w+ ){0,2}?(?:can|may) (?:i|we) (?:\w+ )?(?:earn|put|save|gift|inherit|contribute|claim|deduct)\b)"
    r"[^.?!]{0,90}\bin (?:the )?$",
    re.I,
)
_DIGIT = re.compile("[0-9]")
_TOLD_BESIDE = words.THIRD | (words.KIN & words.ROLES) | {"there", "here"}
"""What tells more of who asks, or of somebody else, than the question itself."""
"""What one's own rights are, whose law is asked about: "is it legal for my landlord to keep the deposit in"."""
_PERSONAL = words.THIRD | words.FIRST | words.POSSESSIVES | words.TROUBLE


def is_of_law(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place) -> bool:
    """Return whether a country or a state is that whose law is asked about, by who tells nothing of anybody, or asks
    for their own rights alone.
    """
    if not all(one.kind in ("country", "state") for one in listed):
        return _is_of_a_land(text, entity, listed, around)
    if (
        _is_of_own_rights(text, entity, around, place)
        or _is_of_a_land(text, entity, listed, around)
        or _is_done_there(around, place)
    ):
        return True
    if (
        not (place.sentence.asks or _OPENS.match(place.before))
        or place.sentence.somebody
        or around.somebody
        or around.named
        or not _PERSONAL.isdisjoint(around.words)
    ):
        return False
    if any(word.endswith("'s") and word not in words.QUESTIONS for word in around.words):
        return False
    return _BY_LAW.search(text, max(place.sentence.start, entity.start - _LONGEST), entity.start) is not None


_ANYBODY = (
    r"(?:people|kids|children|anyone|everyone|everybody|one|adults|teenagers|teens|women|men|couples|schools?|shops|banks|"
    r"employers|employees|companies|restaurants|pharmacies|drivers|cyclists|tourists|foreigners|citizens|tenants|"
    r"landlords|teachers|nurses|doctors|students|pensioners|workers|voters|parents|buyers|sellers|"
    r"an? (?:kid|child|person|baby|minor|teenager|foreigner|tourist|driver|tenant|landlord|company|shop))"
)
_ANYBODY_THERE = re.compile(
    rf"\b(?:(?:do|does|can|may|must|should|could|will|would|are|is) "
    rf"(?:{_ANYBODY}|the sun|the moon|clocks|summer|winter)|"
    r"(?:can|may|must|should|could) (?:you|they)|do you (?:have|need) to)\b[^.?!]{1,60} in (?:the )?$|"
    rf"\b(?:do|does|can|may|must|should|are|is) {_ANYBODY} in (?:the )?$",
    re.I,
)
"""What anybody does in a land: "at which age do kids start school in"."""
_OPENS = re.compile(r"\W*(?:does|do|can|is|are|must|may|how|what|when|(?:at|on|from) (?:what|which)) ", re.I)
_NOT_OF_ANYBODY = (
    words.FIRST
    | words.THIRD
    | words.POSSESSIVES
    | words.ROLES
    | words.TROUBLE
    | words.CLINIC
    | words.BUSINESS
    | words.TIES
    | words.LIFE
    | words.EVERYDAY
    | words.CONCRETE
    | words.IMPERATIVES
    | words.MEMBERS
    | frozenset("there know knew recommend find found send help met meet want like mine".split())
) - frozenset(
    "a kids kid children child school schools parental name start women men state leave passport visa licence license "
    "baby parents tenants tenant landlords landlord employees employers teachers nurses students married marry retire "
    "work working pay doctors citizens voters buyers driver company shop wage wages tax taxes pension".split()
)


def _is_done_there(around: Surroundings, place: Place) -> bool:
    """Return whether a question is what anybody does or may do in a country or a state, and no word of it is of one."""
    asks = place.sentence.asks or _OPENS.match(place.before) is not None
    if not asks or around.named or around.identified or around.there:
        return False
    return _ANYBODY_THERE.search(place.before) is not None and _NOT_OF_ANYBODY.isdisjoint(around.words)


def _is_of_a_land(text: str, entity: Entity, listed: Sequence[Reference], around: Surroundings) -> bool:
    """Return whether a question that begins with a country or a state is about what is so there for anybody, or about
    the asker's rights alone: "In Spain, can my landlord keep the deposit?".
    """
    rest = asked_in_a_land(text, entity, listed)
    if not rest or around.named or around.identified or not _TOLD_BESIDE.isdisjoint(around.words):
        return False
    if _PERSONAL.isdisjoint(around.words) and not any(word.endswith("'s") for word in around.words - words.QUESTIONS):
        return not around.somebody
    return not _DIGIT.search(rest) and _MY_RIGHTS.search(f"{rest.rstrip(' ?!.')} in ") is not None


def _is_of_own_rights(text: str, entity: Entity, around: Surroundings, place: Place) -> bool:
    """Return whether a country or a state is that by whose law the asker's own case is decided, of whom nothing else is
    told: no other place, no name, no relative. The answer hangs on it, and it is millions of people's.
    """
    if not place.before.endswith((" in ", " in the ")) or not _TOLD_BESIDE.isdisjoint(around.words):
        return False
    told = not words.FIRST.isdisjoint(around.words) and _DIGIT.search(text, place.sentence.start, place.sentence.end)
    if around.named or around.identified or told or not around.one_place:
        return False
    return _MY_RIGHTS.search(text, max(place.sentence.start, entity.start - _LONGEST), entity.start) is not None


_OF_ALL = frozenset("people average typical typically usually generally commonly everyone everybody anyone".split())
_ONE_LAND = frozenset(("country", "area", "people", "state"))


def is_private_stay(around: Surroundings, place: Place) -> bool:
    """Return whether days somewhere are told of, and something of somebody's life or health beside:
    "for the biopsy".
    """
    return (
        place.before.endswith(" in ") and not _AT_A_STAY.isdisjoint(around.words) and bool(_STAY.search(place.before))
    )


_AT_A_STAY = _PERSONAL | words.CLINIC | words.LIFE - {"kids"} | _DESTINATIONS
NOT_OF_ALL = (
    words.THIRD
    | words.FIRST
    | words.ROLES
    | words.LIFE
    | words.TROUBLE
    | words.OWN_AFFAIRS
    | words.CLINIC
    | (words.POSSESSIVES - {"their", "your"})
)


def is_of_all(entity: Entity, listed: Sequence[Reference], around: Surroundings, place: Place) -> bool:
    """Return whether a question is what people of a country do or earn on average, of whom else the text may tell
    anything.
    """
    sentence = place.sentence
    if not sentence.searched or sentence.somebody or around.there or _OF_ALL.isdisjoint(place.others):
        return False
    if not all(one.kind in _ONE_LAND for one in listed) or entity.type not in ("LOCATION", "NRP"):
        return False
    return NOT_OF_ALL.isdisjoint(place.others) and place.next not in words.MEMBERS
