"""What the only sentence of a text says of all of a kind, on average or by law: "rents in Oslo are the highest".

`ruling` asks about places, and `values` about numbers. How a sentence begins tells that all of a kind are meant, and a
word of averages, of comparison or of the law that it holds of them in general; nobody may show in it, nor anything of
somebody's firm.
"""

from __future__ import annotations

import re

from dp_gateway.public import words
from dp_gateway.public.evidence import Sentence, Surroundings
from dp_gateway.public.generally import NOT_OF_ALL
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import alternatives

__all__ = ["is_of_all_of_a_kind", "is_of_ones_own"]

_LONGEST = 200


def _any(listed: str) -> str:
    """An alternative of some words; "_" stands for a space in one."""
    return alternatives(word.replace("_", " ") for word in listed.split())


_OWN = _any(
    "agents applicants backlogs bookings calls candidates cases classes clients colleagues complaints contractors "
    "costs customers deals deliveries employees engineers figures guests hires interns interviews invoices leads "
    "letters losses meetings members numbers orders parcels partners patients payments plants profits projects "
    "residents returns revenues sales servers sessions shareholders shifts shipments sites staff stocks stores "
    "suppliers talks targets teams tenants tickets users vendors visitors volunteers wards warehouses workers"
)
"""What somebody has, or a firm: that these are late "in Dublin" is of nobody else's."""
_OF_OWN = rf"\W*(?:(?:most|many|all|some|new|more|few) )?(?:of (?:the )?)?(?:[a-z]{{3,15}} )?(?:{_OWN})"
_OWN_SUBJECT = re.compile(rf"{_OF_OWN}\b", re.I)
_OWN_IN = re.compile(rf"{_OF_OWN} (?:in|from|to|at|near) $", re.I)

_NOUN = r"(?!(?:the|this|these|that|those|our|my|his|her|their|its|who|which)\b)[a-z][a-z'-]{2,20}"
_NOUNS = rf"(?:{_NOUN} ){{0,2}}?(?:{_NOUN}s|people|men|women|children)"
_MASS = _any(
    "abortion alcohol beer childcare crime divorce driving education electricity euthanasia fishing food gambling "
    "gasoline healthcare higher_education housing hunting inflation jaywalking life_expectancy littering "
    "marijuana parking petrol polygamy property prostitution public_transport real_estate rent smoking snow "
    "surrogacy tap_water tipping tobacco traffic tuition unemployment voting water wine"
)
_AVERAGE = r"(?:on average,? )?(?:the )?(?:average|typical|median|minimum|standard|usual|legal)"
_AGED = r"(?: (?:aged? )?(?:(?:over|under|between|aged|from) )?\d{1,3}(?:(?: to | and |-)\d{1,3})?)?"
_DOES = _any(
    "in from of to near is are must may can cannot should need needs have has earn earns make makes cost costs "
    "sell sells sleep live lives last lasts take takes pay pays get gets speak retire usually often rarely "
    "typically generally rains snows"
)
_SUBJECT = re.compile(
    rf"\W*(?:(?:(?:most|many|few|almost all|nearly all|all) )?{_NOUNS}(?:, {_NOUN}s){{0,3}}(?: (?:and|or) {_NOUN}s)?|"
    rf"{_AVERAGE} (?:{_NOUN} ){{0,3}}?{_NOUN}|{_MASS}|it|driving from|you){_AGED} ?(?:{_DOES})\b",
    re.I,
)
"""How a sentence begins that is of all of a kind: "Most drivers in", "The average barista makes", "You must be 21"."""
_ONE_OF_THEM = re.compile(
    r"\W*an? (?:[\w-]{1,20} ){1,4}?(?:(?:in|of) (?:the )?[A-Z][\w ]{1,25} )?"
    r"(?:costs?|needs?|earns|makes|weighs|lasts|takes|(?P<law>has to|must|may|can))\b",
    re.I,
)
_IN_A_LAND = re.compile(
    r"\W*in (?:the )?[A-Z][\w .'-]{2,40},? "
    r"(?:(?:people|men|women|children|everyone) [a-z]{3,12}|(?:[a-z-]{3,20} ){1,3}(?:is|are)) ",
    re.I,
)
_ABOUT = _any("about around roughly approximately on_average more_than less_than fewer_than up_to at_least")
_HEDGED = re.compile(rf"\b(?:{_ABOUT})\b", re.I)
_COMPARED = _any(
    "average more less fewer than at_most highest lowest largest smallest cheapest tallest oldest youngest "
    "longest shortest richest poorest happiest busiest hottest coldest wettest safest strictest expensive cheap "
    "rare common rarely usually often generally typically mostly traditionally"
)
_LAWFUL = _any(
    "banned illegal legal allowed forbidden prohibited licensed compulsory mandatory by_law must_be half_price "
    "full_price in_the_us in_the_uk in_the_eu"
)
_EACH = (
    r"per (?:year|month|hour|day|person|capita|week)|an? (?:hour|year|day)|(?:every|each) (?:year|day)|"
    r"every (?:two|three|four|five|six|seven|ten|\d+) (?:years|months|weeks|days|hours)|of sleep|driving from"
)
_IN_GENERAL = re.compile(
    rf"\b(?:{_ABOUT}|{_COMPARED}|{_LAWFUL}|{_EACH}|speak|live|drink|vote|most|many|people)\b", re.I
)
_HAPPENED = re.compile(
    r"\b(?:was|were|had|did|(?:has|have) (?:been|stopped|started|become)|(?:is|are) [a-z]{2,15}ing|"
    r"(?<!rarely )late|short of|on strike|on the list|"
    rf"{_any('now still again currently recently here this these those wrong damaged expected down')})\b",
    re.I,
)
"""What was so on a day, and not of all."""
_SOMEBODYS = (NOT_OF_ALL | words.BUSINESS | words.EVERYDAY | words.CLINIC) - frozenset(
    "rent earn earns office land lands late own owned tax taxes wage wages salary salaries income retire retired "
    "alcohol kids child children licence license notice driver drivers parking paid invited wedding us".split()
)
_US = re.compile(r"\bus\b")
_THE_ONLY = _any(
    "age average cheapest coast country day eu front highest hottest largest law legal longest lowest median "
    "minimum most oldest pension police population poorest retirement richest rich poor same sea smallest state "
    "summer tallest typical uk us usual wettest winter world year zoo netherlands philippines united bahamas "
    "weather rest_of"
)
_THE_ONE = re.compile(rf"\bthe (?!(?:{_THE_ONLY})\b)[a-z]", re.I)
"""One thing that whoever reads it knows of: "the flat", "the ward"; of what follows it there is one, or all have it."""


def is_of_all_of_a_kind(text: str, sentence: Sentence, around: Surroundings) -> bool:
    """Return whether a place or a number is part of what the only sentence of a text says in general."""
    if len(text) > _LONGEST or "?" in text or not sentence.is_all_of(text):
        return False
    if not text.lstrip()[:1].isupper() or around.named or around.identified or around.writer or sentence.concrete:
        return False
    one_of_them = _ONE_OF_THEM.match(text)
    said = sentence.words - words.ROLES if one_of_them else sentence.words
    if not _SOMEBODYS.isdisjoint(said) or any(one.search(text) for one in (_US, _HAPPENED, _THE_ONE)):
        return False
    if _OWN_SUBJECT.match(text):
        return False
    if _SUBJECT.match(text) or _IN_A_LAND.match(text):
        return _IN_GENERAL.search(text) is not None
    return one_of_them is not None and (one_of_them["law"] is not None or _HEDGED.search(text) is not None)


_SITES = _any(
    "apartment audit branch cottage deal factory flat house lease lorry office offices plant property restaurant "
    "shipment site sites subsidiary supplier trial truck villa warehouse wedding workshop"
)
_SITE_IN = re.compile(
    rf"\bthe (?:new |old |whole )?(?:{_SITES}) (?:in|at|near|outside) (?:the )?(?:[A-Z]\w+ and )?$", re.I
)
"""What of its kind is one that whoever reads it knows: "the factory in"."""


def is_of_ones_own(text: str, entity: Entity, sentence: Sentence) -> bool:
    """Return whether a sentence is about what somebody has in a place: "Meetings in Dublin"."""
    if _OWN_IN.fullmatch(text, sentence.start, entity.start):
        return True
    return _SITE_IN.search(text, max(sentence.start, entity.start - _LONGEST), entity.start) is not None
