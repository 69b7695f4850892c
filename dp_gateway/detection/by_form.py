"""What shows by its form alone, without a model: identifiers in any text, and what is looked for in developers' texts.

`identifiers_in` is cheap enough for every run of a streamed reply. `DeveloperDetector` reads what the developer wrote:
a system prompt, the description of a tool and a JSON schema speak of "a shop assistant" and "NEVER", of the enum value
"US" and the zone "America/New_York". Models and lists of names read private things into them, and what they replace
breaks tools; what is private there shows by its form, or was found in what the user said.
"""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway.detection.disguise import undisguise
from dp_gateway.patterns.base import merge
from dp_gateway.patterns.cards import ibans
from dp_gateway.patterns.contacts import CONTACTS
from dp_gateway.patterns.dates import DATES
from dp_gateway.patterns.identifiers import IDENTIFIERS
from dp_gateway.patterns.labelled_numbers import LABELLED
from dp_gateway.patterns.logins import home_folders
from dp_gateway.patterns.rules import RuleSet
from dp_gateway.patterns.secrets import SECRETS
from dp_gateway.patterns.windows import Reading
from dp_gateway.programs.grammar import Grammar
from dp_gateway.programs.program_numbers import UUID
from dp_gateway.text.entities import Entity

_LEFT_OUT = frozenset({"URL", "USERNAME"})
# A rule with a group `v` goes by the words before it; without a digit nothing but those words tells what follows.
_LOOKED_FOR = tuple(
    rule
    for rule in CONTACTS + IDENTIFIERS + LABELLED + SECRETS
    if rule.type not in _LEFT_OUT and (rule.digits or rule.expression.group == 0)
)
_RULES = RuleSet(_LOOKED_FOR)
# What tells itself in a program, whose numbers are its own: all else has nine digits at least, or is an IBAN.
_OF_PROGRAMS = RuleSet(rule for rule in _LOOKED_FOR if rule.type in ("EMAIL_ADDRESS", "API_KEY"))
_FEWEST_DIGITS = 9


def identifiers_in(text: str, *, code: bool = False) -> list[Entity]:
    """Find the identifiers of a text: e-mail addresses, telephone, card, account and document numbers, machines, keys.

    No model runs. Web addresses, handles and passwords that only the words before them give away are left out. A text
    without a digit, an "@" or the beginning of a key costs some microseconds.

    Args:
        text: any.
        code: addresses, keys and numbers of cards, accounts and social security alone are wanted; where the text holds
            none of them, nothing else needs to be found.

    Returns:
        Disjoint entities in the order of the text, in code points of the text as given.
    """
    plain = undisguise(text)
    reading = Reading(plain.text)
    if code and sum(map(str.isdigit, plain.text)) < _FEWEST_DIGITS and not _tells_itself(reading):
        return []
    found = [*_RULES.find(reading), *ibans(reading)]
    if not found:
        return []
    return merge((plain.raw(Entity(*one, "patterns")) for one in found if one[0] < one[1]), text)


def _tells_itself(reading: Reading) -> bool:
    """Whether an address, a key or an account number stands in a text."""
    return any(True for found in (_OF_PROGRAMS.find(reading), ibans(reading)) for _ in found)


# Passwords that the words before them give away, which `identifiers_in` leaves out; and dates: they stay, and are found
# so that no date of the user's is drawn as one of them.
_NAMED = RuleSet(
    [
        *(rule for rule in SECRETS if not rule.digits and rule.expression.group),
        *(rule for rule in DATES if rule.type == "DATE_TIME"),
    ]
)


class DeveloperDetector:
    """Finds identifiers, credentials, home folders and dates by patterns; `Gateway` reads developers' texts with it."""

    name = "developer"

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points, overlaps not resolved."""
        return [self._found(text) for text in texts]

    def _found(self, text: str) -> list[Entity]:
        grammar = Grammar(text)
        named = [Entity(*one, self.name) for one in (*_NAMED.find(Reading(text)), *home_folders(text))]
        # A UUID names a thing of the program in what a developer writes.
        return [
            one
            for one in (*identifiers_in(text), *named)
            if one.start < one.end and not grammar.holds(one) and not UUID.fullmatch(text, one.start, one.end)
        ]
