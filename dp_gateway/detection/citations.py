"""Works that a text cites, whose authors are public: "(Nguyen et al., 2018)", and entries of a list of references.

`Detection` asks about each finding. The forms are those of the APA style (Publication Manual, 7th edition).
"""

from __future__ import annotations

import re

from dp_gateway.text.entities import Entity

_FAMILY = r"[A-ZÀ-Þ][\w'’-]{1,30}"
_AUTHOR = rf"{_FAMILY}(?: {_FAMILY})?, (?:[A-Z]\.[ -]?){{1,3}}"
_YEAR = r"(?:1[89]|20)[0-9]{2}[a-z]?"
# "Smith, J. A., & Okafor, N. (2020). The ethics of care. Journal ...": where it appeared has to follow, for "Okafor, N.
# (1962). Admitted with chest pain." is a patient.
_ENTRY = re.compile(
    rf"(?<!\w)(?P<v>{_AUTHOR}(?:,? ?(?:& |and |\.\.\. )?{_AUTHOR}){{0,7}}(?:, et al\.)? ?\({_YEAR}\))\. "
    r"(?=[A-Z][^.\n]{9,200}[.?!] [^\n]{0,90}?(?:[0-9]{1,4}\s?\([0-9]{1,3}\)|, [0-9]{1,4}[-–][0-9]{1,4}|\bdoi\b|https?://|"
    r"\b(?:Press|Journal|Proceedings|Publish(?:ers|ing)|Verlag|Springer|Elsevier|Wiley|Routledge|Academic)\b))"
)
_INLINE = re.compile(rf"(?<!\w)(?P<v>{_FAMILY}(?:(?:, | and | & ){_FAMILY}){{0,2}},? et al\.?,? \(?{_YEAR}\)?)")
_OWN, _REACH = re.compile(r"\b(?:my|our|we|I)\b[^.\n]{0,40}\Z"), 48


class Citations:
    """Answers which findings of one text stand in a work that it cites; a writer's own work tells who they are."""

    def __init__(self, text: str) -> None:
        found = [
            *(_ENTRY.finditer(text) if "). " in text else ()),
            *(_INLINE.finditer(text) if " et al" in text else ()),
        ]
        self._spans = [
            match.span("v") for match in found if not _OWN.search(text, max(0, match.start() - _REACH), match.start())
        ]

    def hold(self, entity: Entity) -> bool:
        """Whether a finding stands in one."""
        return any(start <= entity.start and entity.end <= end for start, end in self._spans)
