"""What findings tell of more beside them: the members of a list, and family names that are titles too.

"Customers 48213-A, 48214-B and 48220-C": a rule finds the number behind the word, and what it is holds for the others.
"Grandma Rosalind": what somebody is to the writer is no part of the name, and stays.
"Lata Sen", "Aaron Judge": a title stands in front of a name, so behind one it is a part of it. `Detection` asks here
once findings are merged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.text.entities import Entity

__all__ = ["continued", "family_names", "without_kinship"]

_LISTED = frozenset(
    "ID_NUMBER US_BANK_NUMBER US_SSN US_ITIN US_PASSPORT US_DRIVER_LICENSE UK_NHS MEDICAL_LICENSE "
    "CREDIT_CARD IBAN_CODE "
    "PHONE_NUMBER API_KEY CRYPTO".split()
)
_NEXT = re.compile(
    r"(?:[ \t]{0,3}[,;/|&][ \t]{0,3}(?:\n[ \t]{0,9})?(?:and |or |und |y |et )?|[ \t](?:and|or|und|y|et|to)[ \t]|"
    r"[ \t]{0,3}\r?\n[ \t]{0,9}(?:[-*•][ \t]|[0-9]{1,3}[.)][ "
    r"\t])?)[#\"'“(]?(?P<v>[^\W_][\w./-]{1,38}[^\W_])(?![\w@])"
)
_RUN = re.compile(r"[0-9]+|[A-Z]+|[a-z]+")
_LONGEST = 1000


def continued(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """The members of lists that stand behind entities and are written alike.

    Args:
        text: the text.
        entities: what was found in it: disjoint, in order.
    """
    whole = {(entity.start, entity.end) for entity in entities}
    for entity in entities:
        if entity.type not in _LISTED or not any(map(str.isdigit, text[entity.start : entity.end])):
            continue
        shape, at = _shape(text[entity.start : entity.end]), entity.end
        for _ in range(_LONGEST):
            match = _NEXT.match(text, at)
            # One that was found whole goes on with the list itself; of one that was found in part all belongs to it.
            if match is None or _shape(match["v"]) != shape or match.span("v") in whole:
                break
            yield entity._replace(start=match.start("v"), end=match.end("v"))
            at = match.end()


def _shape(value: str) -> str:
    """How a value is written: its runs of letters, and how long those of its digits are."""
    return _RUN.sub(lambda run: "0" * len(run[0]) if run[0][0].isdigit() else "A", value)


_BEHIND = re.compile(
    r" (?:Judge|Justice|Captain|Major|President|Sen|Hon|Herr|Doctor|Dame|Lord|Lady|Master|Prince|Sergeant|Sir|Md|Rev|"
    r"Bishop|Pope|King|Dean|Abbott|Rector|Marshall?|Page|Squire|Knight)\b(?! (?:of|for)\b)(?!\.)"
)


def family_names(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Each person of one word behind whom such a name stands, with it: a title stands in front of a name.

    Args:
        text: the text.
        entities: what was found in it: disjoint, in order.
    """
    for entity in entities:
        if entity.type == "PERSON" and text[entity.start : entity.end].isalpha():
            match = _BEHIND.match(text, entity.end)
            if match is not None:
                yield entity._replace(end=match.end())


_KINSHIP = re.compile(
    r"(?:great[- ])?(?:grand(?:ma|pa|mother|father|mom|mum|dad|daddy)|gran|granny|nana|nanny|uncle|aunt|auntie|aunty|"
    r"cousin|mom|mum|mama|mommy|mummy|dad|daddy|papa|brother|sister|stepmom|stepdad|godmother|godfather|coach)\s+(?=[^\W\d_])",
    re.I,
)


def without_kinship(text: str, entity: Entity) -> Entity:
    """A person without the word before the name that says what they are to somebody: "Aunt Mei-Ling"."""
    if entity.type != "PERSON" or (match := _KINSHIP.match(text, entity.start, entity.end)) is None:
        return entity
    return entity._replace(start=match.end())
