"""What people say that they, or those next to them, do for a living: "I'm a shrimper", "my late husband was
stationmaster". `groups` asks.

The list of occupations is selected from Open English WordNet (`release/occupations.py`); words that English has not
listed as persons count by their ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dp_gateway.patterns.names import KIN, KIN_WORDS
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.lists import sections, word_lists

__all__ = ["listed_jobs", "own_jobs"]

_LISTS = word_lists(__file__)

_WORD = re.compile(r"[A-Za-z][\w'’&/-]{0,40}+")
_AT_MOST = 5
_RUN = rf"(?P<v>{_WORD.pattern}(?:[ ]{_WORD.pattern}){{0,{_AT_MOST}}})"
_SELF = re.compile(
    r"\b(?:[Ii](?:['’]?m|['’]?ve[ ]been|['’]d[ ]been|[ ](?:am|was|have[ ]been|used[ ]to[ ]be|became)))[ ]"
    rf"(?:(?:now|still|only|just|currently|also|actually|basically|originally)[ ]){{0,2}}(?P<a>(?:an?|the)[ ])?{_RUN}"
)
_OF_KIN = re.compile(
    r"\b(?:(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is)[ ](?:(?:late|ex|older|younger|eldest|youngest)[ -])?"
    rf"(?:{KIN})|[Hh]e|[Ss]he)(?:['’]s|[ ](?:is|was))[ ](?:now[ ]|still[ ])?(?P<a>(?:an?|the)[ ])?{_RUN}"
)
_SUPPOSED = re.compile(r"\b(?:like|if|though|pretend|imagine|say|suppose|as|thinks?)\s\Z", re.I)
"""What stands before a job that nobody has: "explain it as if I were", "like I'm a bookmaker"."""
_REACH = 12
_BEFORE, _BEHIND = 24, 160
"""How much of the text about "I" or a word for kin is read."""
_CUES = frozenset(("i", "im", "ive", "he", "she", *KIN_WORDS))
_ENDS = frozenset(
    "the a an my your our his her their is are was were be to for with that this if or but not no i you we they he she "
    "it in on at by from so then can will do does has have had which who whose what as always never and of because "
    "since while when where about until till after before here there now again too also ever named called working "
    "living looking trying running doing under over near through during off out up down with without".split()
)
"""Words that no job goes on behind."""
_PLACED = frozenset("in at for to with of since until till".split())
_BY_END = re.compile(
    r"[a-z]{3,30}(?:man|woman|smith|wright|keeper|maker|monger|master|mistress|worker|fitter|fixer|cutter|setter|layer|"
    r"driver|dresser|grower|breeder|picker|packer|cleaner|herder|ologist|ographer|iatrist)"
)
_NOT_BY_END = frozenset(
    "human woman layman keyholder clansman kinsman countryman everyman caveman snowman superman".split()
)
_HEAD_OF = re.compile(
    r"(?:head|director|chief|manager|secretary|captain|chair|warden|master) of "
    r"(?!(?:the|an?|my|our|his|her|their|this|that|all|it|some)\b)[a-z]{3,30}"
    r"(?: (?:and )?[a-z]{3,30}(?= (?:at|for|in)\b))?"
)


@cache
def listed_jobs() -> frozenset[str]:
    """Return the words for workers of the list."""
    text = Path(__file__).with_name("occupations.txt").read_text(encoding="utf-8")
    return frozenset((*(word for _, word in sections(text)), *_LISTS["MORE"]))


def _is_job(word: str) -> bool:
    last = word.lower().rpartition("-")[2]
    return last in listed_jobs() or (_BY_END.fullmatch(last) is not None and last not in _NOT_BY_END)


def own_jobs(reading: Reading) -> Iterator[tuple[int, int]]:
    """Find where the jobs stand that the writer of a text, his or her kin, or somebody spoken of is said to have.

    Without an article a job counts where more is said of it alone: "was stationmaster in Nagercoil".
    """
    text = reading.text
    for pattern in (_SELF, _OF_KIN):
        for match in reading.finditer(pattern, _CUES, _BEFORE, _BEHIND):
            supposed = _SUPPOSED.search(text, max(0, match.start() - _REACH), match.start())
            if supposed is None and (span := _job(text, *match.span("v"), bare=not match["a"])) is not None:
                yield span


def _job(text: str, start: int, end: int, *, bare: bool) -> tuple[int, int] | None:
    """The words up to the last one that is a job, if such a word stands there before the sentence goes on."""
    if (leading := _HEAD_OF.match(text, start)) is not None:
        return leading.span()
    last = None
    words = [*_WORD.finditer(text, start, end)]
    for number, word in enumerate(words):
        lowered = word.group().lower()
        if lowered in _ENDS or (bare and lowered.endswith("ing")):
            break
        if _is_job(lowered):
            following = words[number + 1].group().lower() if number + 1 < len(words) else ""
            last = word.end() if not bare or following in _PLACED else last
    return None if last is None else (start, last)
