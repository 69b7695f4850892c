"""What a text cites and nobody it tells of: authors of works, verses, and figures of tales.

Authors of works are public: "(Nguyen et al., 2018)", and entries of a list of references in the forms of the APA style
(Publication Manual, 7th edition). "Luke 15" and "Mark 4:26" are verses; "Mark 4, Luke 8 and Matthew 13" may be
children: a verse, or a word that is said of the Bible, has to tell. `terms` and `Detection` ask.
"""

from __future__ import annotations

import re

from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

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
_OWN_WORK, _REACH_OF_WORK = re.compile(r"\b(?:my|our|we|I)\b[^.\n]{0,40}\Z"), 48


class Citations:
    """Answers which findings of one text stand in a work that it cites; a writer's own work tells who they are."""

    def __init__(self, text: str) -> None:
        found = [
            *(_ENTRY.finditer(text) if "). " in text else ()),
            *(_INLINE.finditer(text) if " et al" in text else ()),
        ]
        self._spans = [
            match.span("v")
            for match in found
            if not _OWN_WORK.search(text, max(0, match.start() - _REACH_OF_WORK), match.start())
        ]

    def hold(self, entity: Entity) -> bool:
        """Return whether a finding stands in a citation."""
        return any(start <= entity.start and entity.end <= end for start, end in self._spans)


_BOOKS = "|".join(_LISTS["BOOKS"])
_PLACE = re.compile(rf"\b(?:{_BOOKS}) [1-9][0-9]{{0,2}}(?P<verse>:[1-9][0-9]{{0,2}})?(?!\w|[.:][0-9]| ?[ap]m\b)")
_SAID = re.compile(
    r"\b(?:bible|gospels?|parables?|sermons?|scriptures?|psalms?|epistles?|testament|apostles?|jesus|christ|disciples?|"
    r"prophets?|verses?|chapters?|exegesis|homily|lectionary|commentary|prodigal|beatitudes|israelites)\b",
    re.IGNORECASE,
)
_OF_PEOPLE = re.compile(
    r"\b(?:aged?|years?|yrs?|yo|y/o|months?|kids?|child|children|sons?|daughters?|grand(?:son|daughter|child)\w*|twins?|"
    r"pupils?|students?|nephews?|nieces?|brothers?|sisters?|birthday|team|class|room|flat|ward|table|seat)\b",
    re.IGNORECASE,
)
_LONGEST_BOOK, _NEAR = 14, 160


def is_scripture(text: str, start: int, end: int) -> bool:
    """Return whether a finding is a book of the Bible before its chapter, or the chapter behind it."""
    for match in _PLACE.finditer(text, max(0, start - _LONGEST_BOOK), min(len(text), end + _LONGEST_BOOK)):
        if match.start() <= start and end <= match.end():
            near = text[max(0, start - _NEAR) : end + _NEAR]
            told = _SAID.search(near) is not None
            return (told or match["verse"] is not None) and not _OF_PEOPLE.search(near.replace("prodigal son", ""))
    return False


_TALES = re.compile(r"(?:Santa(?: Claus)?|Father Christmas|St\.? Nick|Tooth Fairy|Easter Bunny)(?! [A-Z])(?![\w-])")

_BEAR, _LONGEST_OWNER = "teddy", 8
_OWNED = re.compile(r"\b(?:my|your|his|her|our|their|whose|an?|the)\s\Z", re.IGNORECASE)


def is_of_tales(text: str, start: int, end: int) -> bool:
    """Return whether a name is of somebody whom children write to, and no town, or of a bear: "a letter to Santa",
    "her teddy is lost".
    """
    if text[start:end] == _BEAR:
        return _OWNED.search(text, max(0, start - _LONGEST_OWNER), start) is not None
    found = _TALES.match(text, start)
    return found is not None and found.end() == end
