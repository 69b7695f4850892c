"""Numbers that are part of a name, or that a law, a game or a task fixes: "net 30", "Form 1099", "pension age 67".

`values` asks. Whoever writes, such a number tells nothing of them: it is the same for everybody.
"""

from __future__ import annotations

import re

from dp_gateway.public import words
from dp_gateway.public.evidence import WORD
from dp_gateway.public.lists import ends, first_words, refers
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.numerals import NUMBER_WORDS

_LONGEST, _NEAR, _FEW = 140, 60, 3
_NAMES = frozenset(("work", "event", "law"))
_AHEAD = re.compile(r"(?:['’]s?)?(?: [^\W\d_][\w'’-]*){1,8}")
_BEFORE = re.compile(r"(?:[^\W\d_][\w'’-]* ){1,8}\Z")
_TITLED = re.compile(r"[A-Z][a-z]+(?:[ -][A-Z][a-z]+)+")
_GOES_ON = re.compile(r"(?:['’] | (?:of|a|the|in) )[A-Z]")
_MAY_GO_ON = re.compile(r"['’]?(?: (?:of|a|the|in))? [A-Z]")
_FORM = re.compile(r"(?:1099|1098|1095|1065|1120|1040|1042|941|940|990|706|709)")
"""Forms of the American tax office that are called by a number of four digits, which may be taken for a year."""
_OF_FORMS = frozenset(
    "form forms irs tax taxes w-2 w2 w-9 w9 w-4 w4 freelancer freelancers contractor contractors 1099 1099s 1040 nec "
    "misc schedule deduction deductions withholding filing self-employed employer employers".split()
)
_BEHIND_FORM = re.compile(
    r"-(?:NEC|MISC|INT|DIV|K|R|B|G|C|S|SA|ES|SR|X|EZ|NR)\b|s\b| forms?\b| (?:NEC|MISC|INT|DIV)\b", re.I
)
_NET_DAYS = re.compile(r"\bnet[- ]?[1-9][0-9]{0,2}\b", re.I)
_TERM = re.compile(
    r"\b(?:mean(?:s|ing)?|means? that|stands? for|vs\.?|versus|difference|explain|define|definition|"
    r"what(?:['’]?s| is| are)|better|usual|standard|common)\b",
    re.I,
)
_AGE_BY_LAW = re.compile(
    r"\b(?:(?:state )?pension|(?:legal|statutory|official|normal|standard|minimum|current|full|new) retirement|"
    r"drinking|voting|driving|smoking|gambling|school[- ]leaving|minimum legal|legal|statutory|majority) age"
    r"(?: (?:of|is|was|at|now|here|being|rises? to|goes? up to|(?:in|for) (?:the )?[^\W\d_]\w{1,20})){0,3}"
    r"[:,=(]? (?:the )?$|"
    r"\bage of (?:consent|majority|criminal responsibility)(?: (?:of|is|was|at))?[:,]? $",
    re.I,
)
_OWN_AGE = re.compile(r"\b(?:my|our|his|her|their|['’]s) (?:\w+ ){0,2}$", re.I)
_BY_LAW = re.compile(r"(?:1[2-9]|2[015]|5[0-9]|6[0-9]|7[0-5])(?: years?)?(?: old)?")
_REACHES = re.compile(
    r"\b(?:how much|what|how many)(?: [a-z]+)? (?:is|are|does|do|will|would|['’]?s) (?:it|that|this|they|those)"
    r"(?: all| come| make| amount| add up| be| work out| total| altogether| then| cost){0,3}(?: to| at)? "
    r"(?:in|over|for|per|after|across|each) (?:the )?$",
    re.I,
)
"""Behind what is told of somebody the length of time for which it is to be reckoned."""
_ENDS = re.compile(r"\s{0,9}(?:\?|\Z)")
_REACHED = re.compile(
    r"(?:(?:one|a|an|[1-9][0-9]?|[a-z]+(?:-[a-z]+)?) )?(?:full |whole )?(?:days?|weeks?|months?|years?|quarters?)", re.I
)
_NORM = re.compile(
    r"[^\n\0]{0,60}\b(?:normal|average|typical|healthy|usual|recommended|ideal|safe|maximum|max|minimum|good|"
    r"expected)\b[^.?!\n\0]{2,60} (?:for|of|in|at) an? (?:healthy |average |normal )?\0"
    r"(?: (?:man|woman|male|female|person|adult|child|boy|girl|baby|runner|beginner))?"
    r"(?: be| have| need| at rest| per day| a day| a night)?[^\w\0]*+",
    re.I,
)
"""What is normal at an age, of whom nothing else is said."""
_MAY = frozenset("i me my mine we us our ours he she him her his hers they them their theirs".split())
_SAYS_NUMBERS = (words.ASKING | words.ASKED_FOR | words.KITCHEN | words.NUMBERED | frozenset(NUMBER_WORDS)) - (
    _MAY | {"temperature", "body", "baby", "notice", "phone", "need", "needs", "needed"}
)
_MONTHS = frozenset("january february march april may june july august september october november december".split())
_PLACES = frozenset(("country", "people", "state", "town", "area", "landmark"))
_NUMERAL = re.compile(r"[0-9][0-9.,/:]*(?:kg|g|st|nd|rd|th|ml|l|min|mins|h|hrs?)?")
_FOODS = words.KITCHEN - frozenset("add fold mix rest roll season serve serves stick spoon cup cups grams cook".split())
_AREA = re.compile(r"[^\n]{0,12}(?:sq|square|mph|km/?h|m2|m²|ft2|acres?|hectares?)\b")


def is_fixed(text: str, entity: Entity) -> bool:
    """Return whether a number is everybody's, whoever is spoken of."""
    kind = entity.type
    if kind in ("DURATION", "MONEY", "AGE", "QUANTITY", "DATE_TIME") and is_of_a_title(text, entity):
        return True
    if kind == "DATE_TIME":
        return _is_form(text, entity) or (_is_month(text, entity) and _is_asked(text, entity))
    if kind == "AGE":
        return _is_by_law(text, entity) or _is_norm(text, entity)
    if kind == "DURATION" and (_is_of_a_rule(text, entity) or _is_of_terms(text) or _is_reached(text, entity)):
        return True
    return kind in ("DURATION", "PERCENTAGE", "QUANTITY") and _is_asked(text, entity)


def is_of_a_title(text: str, entity: Entity) -> bool:
    """Return whether a number is a part of what everybody knows: "One Hundred Years of Solitude"."""
    if _TITLED.fullmatch(text, entity.start, entity.end) and _GOES_ON.match(text, entity.end):
        return True
    written = text[entity.start : entity.end]
    if _ends_a_title(text, entity, written):
        return True
    if fold(written.split(" ", 1)[0]) not in first_words(_NAMES):
        return False
    behind = _AHEAD.match(text, entity.end, entity.end + _NEAR)
    longer = f"{written}{behind[0]}" if behind else ""
    while len(longer) > len(written):
        if any(one.kind in _NAMES for one in refers(longer)):
            return True
        longer = longer[: max(longer.rfind(" "), len(written))]
    return False


def _ends_a_title(text: str, entity: Entity, written: str) -> bool:
    """Whether what everybody knows ends in a number: "Around the World in Eighty Days"."""
    if fold(written[written.rfind(" ") + 1 :]) not in ends():
        return False
    before = _BEFORE.search(text, max(0, entity.start - _NEAR), entity.start)
    start = before.start() if before else entity.start
    while start < entity.start:
        if any(one.kind in _NAMES for one in refers(text[start : entity.end])):
            return True
        start = text.find(" ", start, entity.start) + 1 or entity.end
    return False


def may_be_of_a_title(text: str, entity: Entity) -> bool:
    """Return whether capitals stand in a number and behind it: "Two Weeks Notice"; where nobody shows it is a title."""
    return bool(_TITLED.fullmatch(text, entity.start, entity.end) and _MAY_GO_ON.match(text, entity.end))


def _is_month(text: str, entity: Entity) -> bool:
    """Whether it is a month, of no year."""
    return text[entity.start : entity.end].lower().removeprefix("in ") in _MONTHS


def _is_form(text: str, entity: Entity) -> bool:
    """Whether what is taken for a year is the number of a form: "W-2 or 1099"."""
    if not _FORM.fullmatch(text, entity.start, entity.end):
        return False
    near = WORD.findall(text[max(0, entity.start - 2 * _NEAR) : entity.end + 2 * _NEAR].lower())
    others = [one for one in near if one != text[entity.start : entity.end]]
    return bool(_BEHIND_FORM.match(text, entity.end)) or not _OF_FORMS.isdisjoint(others)


_RULE = re.compile(r"[- ](?:rule|test)\b")


def _is_of_a_rule(text: str, entity: Entity) -> bool:
    """Whether a rule is called by a length of time: "the 183 day rule"."""
    return text.startswith("the ", max(entity.start - len("the "), 0)) and _RULE.match(text, entity.end) is not None


def _is_of_terms(text: str) -> bool:
    """Whether a text asks what is meant by terms of payment, of which the days are: "net 30 means thirty days"."""
    if len(text) > _LONGEST or "?" not in text:
        return False
    asked = _NET_DAYS.search(text) is not None and _TERM.search(text) is not None
    return asked and _MAY.isdisjoint(WORD.findall(text.lower()))


def _is_reached(text: str, entity: Entity) -> bool:
    """Whether it is the length of time for which something is to be reckoned: "how much is it in twelve months?"."""
    if not _REACHED.fullmatch(text, entity.start, entity.end) or not _ENDS.match(text, entity.end):
        return False
    return _REACHES.search(text, max(0, entity.start - _NEAR), entity.start) is not None


def _is_by_law(text: str, entity: Entity) -> bool:
    """Whether an age is one that a law sets: "state pension age 67"."""
    if not _BY_LAW.fullmatch(text, entity.start, entity.end):
        return False
    found = _AGE_BY_LAW.search(text, max(0, entity.start - _NEAR), entity.start)
    return found is not None and _OWN_AGE.search(text, max(0, found.start() - _NEAR), found.start()) is None


_AT_AN_AGE = re.compile(
    r"[^\w\0]*+(?:at|from|under|over) \0(?: years(?: old| of age)?)?,? "
    r"(?:can|may|must|does|do|is|are|should) (?:one|you|people|someone|somebody|anyone|kids|"
    r"a (?:person|child|teenager|minor)|children|teens|teenagers|it legal)\b[^\n\0]{3,90}",
    re.I,
)
"""What anybody may do at an age: "at 16, can one marry"."""


def _is_norm(text: str, entity: Entity) -> bool:
    """Whether it is asked what is normal or allowed at an age, and nothing of anybody."""
    if len(text) > _LONGEST or not _MAY.isdisjoint(WORD.findall(text.lower())):
        return False
    shape = f"{text[: entity.start]}\0{text[entity.end :]}"
    if _AT_AN_AGE.fullmatch(shape):
        return words.ROLES.isdisjoint(WORD.findall(text.lower()))
    return _NORM.fullmatch(shape) is not None


def _is_asked(text: str, entity: Entity) -> bool:
    """Whether a text asks if a number is right, and has no word that could tell of somebody: "80 minutes or 90?"."""
    if len(text) > _LONGEST:
        return False
    said = [word.lower() for word in WORD.findall(text)]
    if entity.type == "QUANTITY" and not _AREA.match(text, entity.start) and _FOODS.isdisjoint(said):
        return False
    asks = "?" in text or not words.QUESTIONS.isdisjoint(said) or said[0] in words.OPENERS
    told = {word for word in said if not _NUMERAL.fullmatch(word)}
    lands = {word for word in told - _SAYS_NUMBERS if any(one.kind in _PLACES for one in refers(word))}
    return asks and len(told) >= _FEW and told - lands <= _SAYS_NUMBERS
