"""Books of the Bible that are names, with a chapter behind them: "Luke 15", "Mark 4:26"; nobody's name and no age.

"Mark 4, Luke 8 and Matthew 13" may be children, too: a verse, or a word that is said of the Bible, has to tell.
"""

from __future__ import annotations

import re

_BOOKS = (
    "Genesis|Exodus|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|Psalms?|Proverbs|Isaiah|Jeremiah|"
    "Ezekiel|Daniel|Hosea|Joel|Amos|Obadiah|Jonah|Micah|Nahum|Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Tobit|Judith|"
    "Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|Philippians|Colossians|Thessalonians|Timothy|"
    "Titus|Philemon|Hebrews|James|Peter|Jude|Revelation"
)
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
    """Whether a finding is a book of the Bible before its chapter, or the chapter behind it."""
    for match in _PLACE.finditer(text, max(0, start - _LONGEST_BOOK), min(len(text), end + _LONGEST_BOOK)):
        if match.start() <= start and end <= match.end():
            near = text[max(0, start - _NEAR) : end + _NEAR]
            told = _SAID.search(near) is not None
            return (told or match["verse"] is not None) and not _OF_PEOPLE.search(near.replace("prodigal son", ""))
    return False
