"""What findings tell of more beside them: the members of a list, names in a row, whole names.

"Customers 48213-A, 48214-B and 48220-C": a rule finds the number behind the word, and what it is holds for the others.
"Grandma Rosalind": what somebody is to the writer is no part of the name, and stays.
"Christian Social Union of Bavaria": a body and what it is of are one name. "Henry VIII": what is left of a name beside
its surrogate would tell whose it is. `Detection` asks here once findings are merged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dp_gateway.patterns.groups import PEOPLES
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.names import NOT_NAMES, ORDINARY, POLICE, NameLists
from dp_gateway.patterns.rules import NAME
from dp_gateway.text.entities import IDENTIFIERS, Entity

_LISTED = IDENTIFIERS - {"EMAIL_ADDRESS", "IP_ADDRESS", "MAC_ADDRESS", "URL", "USERNAME"}
_NEXT = re.compile(
    r"(?:[ \t]{0,3}[,;/|&][ \t]{0,3}(?:\n[ \t]{0,9})?(?:and |or |und |y |et )?|[ \t](?:and|or|und|y|et|to)[ \t]|"
    r"[ \t]{0,3}\r?\n[ \t]{0,9}(?:[-*•][ \t]|[0-9]{1,3}[.)][ "
    r"\t])?)[#\"'“(]?(?P<v>[^\W_][\w./-]{1,38}[^\W_])(?![\w@])"
)
_RUN = re.compile(r"[0-9]+|[A-Z]+|[a-z]+")
_LONGEST = 1000


def continued(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find the members of lists that stand behind entities and are written alike.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    whole = {(entity.start, entity.end) for entity in entities}
    for entity in entities:
        if (
            entity.type not in _LISTED
            or not any(map(str.isdigit, text[entity.start : entity.end]))
            or _is_doubtful(entity)
        ):
            continue
        shape, at = _shape(text[entity.start : entity.end]), entity.end
        for _ in range(_LONGEST):
            match = _NEXT.match(text, at)
            # One that was found whole goes on with the list itself; of one that was found in part all belongs to it.
            if match is None or _shape(match["v"]) != shape or match.span("v") in whole:
                break
            yield entity._replace(start=match.start("v"), end=match.end("v"))
            at = match.end()


def _is_doubtful(entity: Entity) -> bool:
    """Whether a model half takes it for what it is: codes of a catalogue are written like one such by the hundred."""
    return entity.type == "ID_NUMBER" and entity.detector.startswith("tagger") and entity.score < _SURE


def _shape(value: str) -> str:
    """How a value is written: its runs of letters, and how long those of its digits are."""
    return _RUN.sub(lambda run: "0" * len(run[0]) if run[0][0].isdigit() else "A", value)


def _persons(entities: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    """Each two findings that follow each other and are persons both."""
    return (pair for pair in pairwise(entities) if pair[0].type == pair[1].type == "PERSON")


# "Violet, Summer (gluten free!), Rowan", "Kofi 12, Ama 9, Yaw 15"
_REMARK = r"(?:\s\([^()\n]{1,30}\)|:?\s[0-9]{1,4})?"
_BETWEEN = re.compile(
    rf"{_REMARK}(?:,\s(?P<a>{NAME}){_REMARK})?(?:,\s(?P<b>{NAME}){_REMARK})?(?:,\s(?P<c>{NAME}){_REMARK})?(?:,\s|,?\s(?:and|&)\s)(?:(?:Baby|Little|Big|Young|Old)\s)?"
)
_LEAST_BETWEEN, _MOST_BETWEEN = 3, 80


def enumerated(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find each word that stands in a row of names between two persons: "Milo, Juniper and Theo".

    Args:
        entities: what was found in it: disjoint, in order.
    """
    for first, second in _persons(entities):
        if not _LEAST_BETWEEN <= second.start - first.end <= _MOST_BETWEEN:
            continue
        if (match := _BETWEEN.fullmatch(text, first.end, second.start)) is None:
            continue
        for name in ("a", "b", "c"):
            if match[name] and match[name].lower() not in NOT_NAMES:
                yield first._replace(start=match.start(name), end=match.end(name))


_NAMED = frozenset(("ORGANIZATION", "LOCATION"))
_GIVEN_BEFORE = re.compile(rf"(?:[(\[:;,“\"]\s?|[a-z]\s)(?P<v>{NAME})\s\Z")
_MOST_BEFORE, _SHORTEST_GIVEN = 40, 3


def with_given_names(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Yield each person before whom a word with a capital stands that is no ordinary one, with it: "(Tumelo Makgoba".

    Args:
        entities: what was found in it: disjoint, in order.
    """
    names, _ = default_lexicon()
    end = 0
    for entity in entities:
        one_word = " " not in text[entity.start : entity.end]
        if entity.type == "PERSON" and one_word:
            before = _GIVEN_BEFORE.search(text, max(end, entity.start - _MOST_BEFORE), entity.start)
            kin = before is not None and _KINSHIP.match(text, before.start("v"), entity.end)
            if before is not None and not kin and _may_be_given(before["v"].lower(), names):
                yield entity._replace(start=before.start("v"))
        # What a model half takes for a firm may be the given name of somebody.
        if entity.type not in _NAMED or not one_word:
            end = entity.end


def _may_be_given(word: str, names: NameLists) -> bool:
    """Whether a word is no ordinary one and no place."""
    ordinary = (names.common, names.places, NOT_NAMES, ORDINARY)
    return len(word) >= _SHORTEST_GIVEN and not any(word in listed for listed in ordinary)


_ROW = re.compile(rf"(?:,\s|,?\s(?:and|&)\s)(?P<v>{NAME})(?![\w’'])")
_MOST_IN_ROW = 12


def rows(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find the given names that go on with a row of two persons, though they are words: "Ida, Magnus, Will and
    Patience".

    Args:
        entities: what was found in it: disjoint, in order.
    """
    names, _ = default_lexicon()
    starts = {entity.start for entity in entities}
    for first, second in _persons(entities):
        if text[first.end : second.start] != ", ":
            continue
        at = second.end
        for _ in range(_MOST_IN_ROW):
            match = _ROW.match(text, at)
            if match is None or match.start("v") in starts or match["v"].lower() not in names.given:
                break
            yield second._replace(start=match.start("v"), end=match.end("v"))
            at = match.end()


def _class_of(char: str) -> str:
    return "[0-9]" if char.isdigit() else "[A-Z]" if char.isupper() else "[a-z]"


_LEAST_ALIKE, _LEAST_DIGITS, _MOST_SHAPES, _SURE = 6, 4, 20, 0.9


def alike(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find what is written like a number that was found, with letters and digits: "My PPSN is 7713846QA, hers is
    9034417TB".

    Args:
        entities: what was found in it: disjoint, in order.
    """
    shapes: dict[str, Entity] = {}
    for entity in entities:
        value = text[entity.start : entity.end]
        if _is_doubtful(entity):
            continue
        if entity.type == "ID_NUMBER" and len(value) >= _LEAST_ALIKE and value.isascii() and value.isalnum():
            digits = sum(map(str.isdigit, value))
            if _LEAST_DIGITS <= digits < len(value) and len(shapes) < _MOST_SHAPES:
                shapes.setdefault("".join(map(_class_of, value)), entity)
    if not shapes:
        return
    several = list(shapes.values())
    # A group for each shape: which one matched says whose number it is like.
    every = "|".join(f"({shape})" for shape in shapes)
    for match in re.finditer(rf"(?<![\w-])(?:{every})(?![\w-])", text):
        yield several[(match.lastindex or 1) - 1]._replace(start=match.start(), end=match.end())


_BODY = re.compile(
    r"\b(?:Academy|Agency|Alliance|Association|Board|Bureau|Cent(?:er|re)|Club|College|Commission|Committee|Council|Department|"
    r"Federation|Foundation|Fund|Group|Institute|Institution|Laboratory|League|Library|Ministry|Museum|Network|Office|"
    r"Organi[sz]ation|School|Society|Trust|Union)\Z"
)


def bodies(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Join two findings that "of" makes one name ("Royal Society of Chemistry"), or "for" and "'s" where a body is
    called so.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    for first, second in pairwise(entities):
        if first.type not in _NAMED or second.type not in _NAMED or not text[second.start].isupper():
            continue
        between = text[first.end : second.start]
        of = between in (" of ", " of the ") and text[first.start].isupper()
        saints = between in ("'s ", "’s ") and _BODY.search(text[second.start : second.end])
        if of or saints or (between in (" for ", " for the ") and _BODY.search(text[first.start : first.end])):
            yield first._replace(end=second.end)


_INITIALS = re.compile(r"(?<![\w.])(?:[A-Z]\.){2,4}")
_MOST_INITIALS = 8


def initials(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Yield each person or firm of which some initials were found, with all of them: J.R. is nobody called J.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    for entity in entities:
        if entity.type in ("PERSON", "ORGANIZATION") and entity.end - entity.start < _MOST_INITIALS:
            found = _INITIALS.match(text, entity.start)
            if found is not None and found.end() > entity.end:
                yield entity._replace(end=found.end())


# "still owed by the Kinsellas", "the Okonkwos (4)", "[x] The Van der Bergs x4", "the two Farrellys"
_HOUSEHOLD = re.compile(
    r"(?:(?P<told>\b(?:by|from|with|to|and|for|of|at|owe|paid|told|asked|invited?|bill|thank|visit|neighbou?rs,?)|[,;:])|"
    r"\A|[\n&\]•*-]) ?[Tt]he (?P<number>(?:two|three|four|five|six) )?"
    r"(?P<v>(?P<before>(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]i|[Ll]a) ){0,2}(?P<one>[A-Z][a-z’']{2,18})s)"
    r"(?:(?P<several> ?(?:\([1-9][0-9]?\)|[x×] ?[1-9]))|(?![\w’'&-]| [A-Z]))"
)
# What stands in each: to look for it alone takes a tenth of the time.
_THE_FAMILY = re.compile(r"he (?:[a-zVDL]{2,5} ){0,3}[A-Z][a-z’']{2,18}s")


def households(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find each family called by the plural of its name: a list has the name, or the text says how many come."""
    names, _ = default_lexicon()
    starts = {entity.start for entity in entities}
    for found in _HOUSEHOLD.finditer(text) if _THE_FAMILY.search(text) else ():
        one = found["one"].lower()
        ordinary = any(word in listed for word in (one, f"{one}s") for listed in (names.common, names.places))
        a_people = f"{found['one']}s" in PEOPLES or found["one"] in PEOPLES
        counted = found["number"] or found["several"]
        known = counted or (found["told"] and names.is_family(one) and found.start("v") not in starts)
        if known and (found["before"] or not (ordinary or a_people)):
            yield Entity(*found.span("v"), "PERSON", 0.85 if counted else 0.75, "patterns")


_KINSHIP = re.compile(
    r"(?:great[- ])?(?:grand(?:ma|pa|mother|father|mom|mum|dad|daddy)|gran|granny|nana|nanny|uncle|aunt|auntie|aunty|"
    r"cousin|mom|mum|mama|mommy|mummy|dad|daddy|papa|brother|sister|stepmom|stepdad|godmother|godfather|groom|bride|"
    r"bridesmaid|foreman|landlord|landlady|coach|baby|lady|lord|dame|sir|dtr|dau|née?e?|geb\.?|"
    rf"(?-i:{POLICE}|mon|tues?|weds?|thu|thurs?|fri|sat|sun))\s+(?=[^\W\d_])",
    re.I,
)


def without_kinship(text: str, entity: Entity) -> Entity:
    """Return a person without the word before the name that says what they are to somebody: "Aunt Mei-Ling"."""
    if entity.type != "PERSON" or text[entity.start : entity.end].isalpha():
        return entity
    if (match := _KINSHIP.match(text, entity.start, entity.end)) is None:
        return entity
    return entity._replace(start=match.end())


# "told Henry I would": one alone is a number where nothing can follow that somebody does.
_REGNAL = re.compile(r" (?:(?:I{2,3}|I?V|VI{1,3}|I?X|X[IVX]{1,4})\b|I(?=[,;.:)]| \(| of\b| and [A-Z]))")


def whole_names(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Yield each person with the number of a ruler behind it; `public.decision` knows famous names.

    Args:
        entities: what was found in it: disjoint, in order.
    """
    for entity in entities:
        if entity.type == "PERSON" and (ruler := _REGNAL.match(text, entity.end)) is not None:
            yield entity._replace(end=ruler.end())
