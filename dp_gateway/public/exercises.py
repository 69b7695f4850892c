"""Exercises: in a problem where Jill buys four pens, or a train leaves at 84 km/h, the numbers are nobody's.

`evidence` asks. An exercise asks for a number, counts or compares, knows its persons by a given name alone, and has
nothing that points to one who lives: no writer, no identifier, no employer, no salary and no rent, no illness, nothing
told in confidence. A text that says nothing but what is to be reckoned ("What is 17% of $2,350?") is about nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.public import words
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import alternatives
from dp_gateway.vocabulary.numerals import NUMBER_WORDS

_ASKED = re.compile(
    r"\b(?:how (?:many|much|far|long|old|tall|heavy|fast|wide|deep|high)|at what (?:time|speed|distance|rate)|"
    r"what(?:['’]s| is| was| are| were| will| would| fraction| percent| percentage| number| speed| distance)|"
    r"when (?:do|does|will) (?:the|they|it)|in how many)\b[^?\n]{2,200}\?|"
    r"(?:^|[.:;?!,]\s{1,4})(?:and )?(?:find|calculate|compute|determine|solve|work out) "
    r"(?:the|its|his|her|how|what|each|for)\b",
    re.IGNORECASE | re.MULTILINE,
)
_DIGITS = re.compile(r"(?<![\w.,])[0-9]")
_SPELLED = (frozenset(NUMBER_WORDS) - {"zero", "one", "second"}) | {
    "half",
    "third",
    "quarter",
    "twice",
    "dozen",
    "thrice",
}
_LEAST_NUMBERS, _SURELY, _LONGEST = 2, 3, 1500
_MEASURES = frozenset("LOCATION AGE MONEY PERCENTAGE QUANTITY DURATION DATE_TIME".split())
_SUM = re.compile(
    r"\bhow (?:many|much|(?:long|far|fast|old) (?:do|does|did|will|would|is|was))\b[^?\n]{2,200}\?\s{0,9}\Z|"
    r"\bcalculate the\b",
    re.IGNORECASE,
)
"""Asks at the end for a number, and for nothing else."""
_SPEED = re.compile(r"\b[0-9.,]{1,8} ?(?:km/h|kph|mph|m/s)\b")
"""Of which two are there to be compared."""
_OF_LIFE = ((words.CLINIC | words.TROUBLE) - words.EXERCISED) | words.STORIES
"""What is not counted of anybody who may be alive in an exercise."""
_AFFAIRS = words.OWN_AFFAIRS - words.EXERCISED


def is_exercise(
    text: str, said: frozenset[str], entities: Sequence[Entity], known: Sequence[frozenset[str]], *, writer: bool
) -> bool:
    """Return whether a text is an exercise. `said`: its words, lower case. `known`: for each the kinds of what
    everybody knows by that name. `writer`: whether who writes it speaks of themselves.
    """
    if writer or len(text) > _LONGEST or not _AFFAIRS.isdisjoint(said):
        return False
    alive = any(one.type == "PERSON" for one in entities) or not (words.THIRD | words.ROLES).isdisjoint(said)
    if alive and not _OF_LIFE.isdisjoint(said):
        return False
    numbers = len(_DIGITS.findall(text)) + len(_SPELLED & said)
    counts = not words.COUNTED.isdisjoint(said) or (numbers >= _SURELY and _SUM.search(text) is not None)
    counts = counts or len(_SPEED.findall(text)) > 1
    if not counts or numbers < _LEAST_NUMBERS or _ASKED.search(text) is None:
        return False
    return all(of or not _is_somebodys(text, one) for one, of in zip(entities, known, strict=True))


def _is_somebodys(text: str, entity: Entity) -> bool:
    """Whether a finding that is known to nobody is more than a given name or a measure."""
    if entity.type == "PERSON":
        # "Each teddy bear cost $1", where others begin with capitals.
        thing = text[entity.start].islower() and not text.islower()
        return " " in text[entity.start : entity.end] and not thing
    return entity.type not in _MEASURES


def is_reckoned(text: str, said: frozenset[str]) -> bool:
    """Return whether a text says nothing but what is to be reckoned or converted, such as a share of an amount.

    All its words are those in which one reckons, so that there is nobody whose the numbers could be. `said`: its words,
    lower case.
    """
    if len(text) > SHORT or not _wants_a_number(text, said):
        return False
    return all(one in words.RECKONED or one in words.UNITS or _NUMERAL.fullmatch(one) for one in said)


def _wants_a_number(text: str, said: frozenset[str]) -> bool:
    """Whether a text wants something reckoned: a word of it says so, or a unit at its end, or it asks for a price."""
    if not said.isdisjoint(_RECKONS) or _TARGET.search(text) is not None:
        return True
    if _SHARE_OF.search(text):
        return True
    return "?" in text and not said.isdisjoint(_PRICES) and len(said) > _FEW


_SHARE_OF = re.compile(
    r"[0-9] ?(?:%|percent|per cent) (?:(?:tip|service charge|service|vat|tax|discount|commission) )?"
    r"(?:of|off|from|on) [0-9][0-9.,]*+(?! ?[€£¥₹])",
    re.I,
)
"""A share of a number, and no amount of money: "7% of 1,250"."""
_FEW, _PRICES = 5, frozenset(("price", "total", "discount"))
_RECKONS = frozenset(
    "what what's whats how when which calculate compute convert divide multiply subtract exchange tip root minus plus "
    "times divided multiplied split compound conversion".split()
)
"""One of which such a text has: "85 kg" by itself answers what somebody was asked."""
_UNIT = (
    r"(?:cm|m|mm|km|kms|kg|kilos?|g|lbs?|oz|ml|mi|mph|kph|celsius|fahrenheit|c|f|feet and inches|stone|"
    r"stone and pounds|"
    rf"pounds and ounces|words|digits|figures|million|billion|crore|lakh|{alternatives(words.UNITS)})"
)
_TARGET = re.compile(
    rf"[0-9][^\n]{{0,20}} (?:in|to|into|as) (?:the )?{_UNIT}\W*(?:please|pls|plz|thanks|thx|ty)?\W*\Z|"
    rf"\A\W*[0-9][0-9.,]*+ ?{_UNIT} {_UNIT}\W*\Z",
    re.I,
)
"""A measure, and at the end of the text the unit in which it is wanted: "6 feet 2 in cm"."""
SHORT = 120
"""Characters of such a text at most."""
_NUMERAL = re.compile(
    r"[a-z]{0,2}[0-9][0-9.,/]*(?:(?:ft|st|lbs?|['’])[0-9]{1,2})?(?:st|nd|rd|th|k|m|kg|g|mg|cm|mm|km|ml|l|lb|lbs|oz|ft|in|mi|c|f|h|am|pm)?"
)
