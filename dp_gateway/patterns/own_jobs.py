"""What people say that they, or those next to them, do for a living: "I'm a shrimper", "my late husband was
stationmaster"; and what is nobody's job, though it may be taken for one. `groups` and `terms` ask.

The list of occupations is selected from Open English WordNet (`release/occupations.py`); words that English has not
listed as persons count by their ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dp_gateway.patterns.names import ACQUAINTANCES, KIN, KIN_WORDS
from dp_gateway.patterns.rules import NAME
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import sections, word_lists
from dp_gateway.vocabulary.lexicon.data import read_data

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
_TOLD = re.compile(
    r"\b(?:(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Tt]he)[ ](?:trade|profession|occupation|day[ ]job|line[ ]of[ ]work|calling)"
    r"[ ](?:is|was)|[Nn]o[ ]longer|[Ii]n[ ]real[ ]life:?|[Bb]y[ ]trade:?|[Dd]ay[ ]job:?|"
    r"(?:do[ ]you[ ]do|for[ ]work|for[ ]a[ ]living)(?:,[ ]and[ ]where)?\?)"
    rf"[ ](?P<a>(?:an?)[ ])?{_RUN}"
)
"""Where it is said what somebody does: "The trade is midwife", "no longer a tailor", "In real life: a florist"."""
_YOURS = re.compile(rf"\b(?:[Yy]our|[Oo]ur|[Tt]he) (?P<v>(?:[a-z]{{3,20}} ){{0,2}}[a-z]{{3,20}}), (?={NAME} {NAME},)")
"""Before the name of whom somebody complains: "Your geologist, Mbali O'Rourke, was rude"."""
_TOLD_CUES = frozenset("trade profession occupation job work calling longer life living do".split())
_YOURS_CUES = frozenset(("your", "our", "the"))
_SUPPOSED = re.compile(r"\b(?:like|if|though|pretend|imagine|say|suppose|as|thinks?)\s\Z", re.I)
"""What stands before a job that nobody has: "explain it as if I were", "like I'm a bookmaker"."""
_REACH = 12
_BEFORE, _BEHIND = 24, 160
"""How much of the text about "I" or a word for kin is read."""
_CUES = frozenset(("i", "im", "ive", "he", "she", *KIN_WORDS))
_ENDS = frozenset(_LISTS["ENDS"])
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
    for match in reading.finditer(_TOLD, _TOLD_CUES, _BEFORE, _BEHIND):
        if (span := _job(text, *match.span("v"), bare=False)) is not None:
            yield span
    for match in reading.finditer(_YOURS, _YOURS_CUES, _BEFORE, _BEHIND):
        if _is_job(match["v"].rpartition(" ")[2]):
            yield match.span("v")


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


# "Act as my Spanish tutor": a role for the model.
_PLAYED = re.compile(
    r"\b(?:(?:act|answer|behave|respond|role-?play) as (?:(?:if you were )?an?|my|the)|"
    r"pretend (?:to be|you(?:['’]re| are)) an?)"
    r"\s(?:[a-z]+\s){0,2}\Z",
    re.IGNORECASE,
)
_BEFORE_ROLE = 48
_TOOLS = "driver cleaner agent guard controller operator editor builder planner trainer".split()
_THINGS = frozenset(f"{word} {head}" for head in _TOOLS for word in _LISTS[f"TOOLS {head}"])
"""Heads that are things behind some words: "an impact driver"."""
_OFFICES = frozenset(_LISTS["OFFICES"])
"""What members of a club are for a year or two, beside what they live on."""
_OF_CLUB = re.compile(
    r"\b(?:A\.?G\.?M|annual general meeting|re-?elect(?:ed|ion)|elected|stood down|nominat(?:ed|ions?)|committee|"
    r"apologies for absence|minutes of)\b",
    re.IGNORECASE,
)
_DOUBTFUL, _LETTERS = 0.9, re.compile(r"[^\W\d_]+")
_WHOSE = re.compile(r"(?:\b(?:my|our|his|her|their|your)|\w['’]s)\s\Z", re.IGNORECASE)
_OF_ONES_JOB = re.compile(
    r"\s(?:jobs?|careers?|shifts?|roles?|positions?|salary|pay|work|training|licen[cs]e|exams?|degree|uniform|duties|"
    # "my engineer husband"
    rf"{KIN}|{ACQUAINTANCES}|parents|flatmate|roommate|self|background)\b"
)
_REACH_OF_WHOSE = 8


def is_gone_to(text: str, start: int, end: int) -> bool:
    """Return whether a job is of whom somebody goes to: "my therapist suggested it"; "my nurse job" is one's own."""
    whose = text[start:end].islower() and _WHOSE.search(text, max(0, start - _REACH_OF_WHOSE), start) is not None
    return whose and _OF_ONES_JOB.match(text, end) is None


def is_no_job(text: str, entity: Entity) -> bool:
    """Return whether a finding is a role for the model, a tool, or small words that are no occupation.

    The tagger takes "works together" for one.
    """
    start = entity.start
    if _PLAYED.search(text, max(0, start - _BEFORE_ROLE), start):
        return True
    if entity.detector == "lexicon" and is_gone_to(text, start, entity.end):
        return True
    found = text[start : entity.end]
    if found.lower() in _OFFICES and _OF_CLUB.search(text):
        return True
    if " ".join(found.lower().split()[-2:]) in _THINGS:
        return True
    doubtful = entity.detector.startswith("tagger") and entity.score < _DOUBTFUL and found.islower()
    return doubtful and occupations().isdisjoint(_LETTERS.findall(found))


@cache
def occupations() -> frozenset[str]:
    """Return the last words of the job titles of the lexicon, for one and for several."""
    last = {title.lower().split()[-1] for title in read_data().types["JOB_TITLE"]}
    return frozenset(last | {f"{word}s" for word in last})
