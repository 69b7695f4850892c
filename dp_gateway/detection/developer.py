"""What is looked for in the developer's own texts: identifiers, credentials, home folders, and the user's own phrases.

A system prompt, the description of a tool and a JSON schema speak of "a shop assistant" and "NEVER", of the enum value
"US" and the zone "America/New_York": models and lists of names read private things into them, and what they replace
breaks tools. What is private there shows by its form, or was found in what the user said.
"""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway.detection.grammar import is_grammar
from dp_gateway.detection.identifiers import identifiers_in
from dp_gateway.detection.patterns.dates import DATES
from dp_gateway.detection.patterns.keys import home_folders
from dp_gateway.detection.patterns.reading import Reading
from dp_gateway.detection.patterns.rules import Rules
from dp_gateway.detection.patterns.secrets import SECRETS
from dp_gateway.text.entities import Entity

__all__ = ["DeveloperDetector"]

# Passwords that the words before them give away, which `identifiers_in` leaves out; and dates: they stay, and are found
# so that no date of the user's is drawn as one of them.
_NAMED = Rules(
    [
        *(rule for rule in SECRETS if not rule.digits and rule.pattern.group),
        *(rule for rule in DATES if rule.type == "DATE_TIME"),
    ]
)


class DeveloperDetector:
    """Finds identifiers, credentials, home folders and dates by patterns; `Gateway` reads developers' texts with it."""

    name = "developer"

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in code points, overlaps not resolved."""
        return [self._found(text) for text in texts]

    def _found(self, text: str) -> list[Entity]:
        named = [Entity(*one, self.name) for one in (*_NAMED.find(Reading(text)), *home_folders(text))]
        return [one for one in (*identifiers_in(text), *named) if one.start < one.end and not is_grammar(text, one)]
