"""Jobs in passing, where grammar tells that one person is meant: "the stonemason said he'd be back", "ex bus driver".

A word of the list of occupations (`own_jobs`) is somebody's job behind a determiner and before a verb of what one
person does, where the writer speaks of himself too; beside the name of a person; and behind "ex" or "retired". The
`PatternDetector` and `Detection` ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from dp_gateway.patterns.groups import OCCUPATIONS
from dp_gateway.patterns.own_jobs import listed_jobs
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.terms import is_given
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.entities import Entity
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)
_THINGS, _EVERYBODYS = frozenset(_LISTS["THINGS"]), frozenset(_LISTS["EVERYBODYS"])
_SCORE = 0.7

_DID = "|".join(_LISTS["DID"])
"""What one person does or did, and what leads on to it."""
_MODIFIERS = r"(?P<m>(?:[A-Za-z][\w'’-]{1,20}[ -]){0,2}?)\Z"
_LEAD = re.compile(
    rf"(?<![\w'’-])(?:(?P<d>the|our|my|his|her|their) |(?P<ex>ex|retired|former|formerly|one-time|erstwhile)[ -]|"
    rf"(?P<as>as) |"
    rf"(?P<work>\b(?:works?|worked|working|employed|hired|started|starts|shifts?)\b[^.;!?\n]{{1,30}} as an? )|"
    rf"(?:widow|widower|wife|husband|son|daughter|child) (?P<of>of )an? ){_MODIFIERS}",
    re.IGNORECASE,
)
_MORE_MODIFIERS = _MODIFIERS.replace("{0,2}", "{0,3}")
_FIRST = re.compile(rf"(?:\A|[.,;:!?\n] |\n)(?P<a>an? )?{_MORE_MODIFIERS}", re.IGNORECASE)
_DOES = re.compile(rf"(?: \([^()\n]{{2,30}}\))?,? (?:{_DID})\b")
_OWN_DOES = re.compile(r" (?:is|was|will|would)\b")
_TELLING = re.compile(
    r"(?: (?:at|from|of) (?:our|the) [^.,;!?\n]{3,30})?,? (?:reckons?|reckoned|swears|swore|wants|charges|charged|"
    r"broke|lent|collected|tripped|promised|quoted|quotes|owes|insists|insisted|threatens|cancelled|"
    r"told (?:my|me|our|us|her|him)|has (?:started|stopped|taken))\b"
)
"""What of single people alone is told, whoever tells it."""
_DONE_TO = re.compile(
    r"\b(?:told|tell|asked|ask|rang|ring|paid|pay|owe|owed|texted|emailed|phoned|hired|sacked|met|saw|said|says|gave|"
    r"thanked) \Z",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"[.,;:!?)\n]|\Z| (?:here|and|from|at|in|of|with|who|by|on|now|aged|turned|moves?|moved)\b")
_LEADS_ON = re.compile(r"[,.;]| (?:i|at|in|on|for|of|to|since)\b", re.IGNORECASE)
_HERE = re.compile(r" here\b(?! (?:and there|is|are|was|who|that)\b)")
_AT_FIRM = re.compile(r" at (?:the )?[A-Z]")
"""Behind a job with an article: "a bookbinder at Zara"."""
_AT_SIGN = re.compile(r" @ ?[A-Z]")
_SAYS = re.compile(
    r"\b(?:says|said|adds|added|explains|explained|laughs|jokes|recalls|recalled|insists|insisted|sighs|grins) \Z",
    re.IGNORECASE,
)
"""Before who is told of by what he or she does: "says the stonemason from Skye"."""
_AGED = re.compile(r" (?:[(\[][1-9][0-9] ?[FMfm][)\]]|[1-9][0-9][FM](?=[,;]))")
"""Behind who advertises: "Quiet thatcher (52M) seeks a flat"."""
_ASKED = re.compile(
    r"\b(?:what (?:do|does) [a-z]{2,20} do(?: for (?:a living|work))?\?|"
    r"(?:occupation|profession|job(?: title)?|trade)[?:]?)"
    rf"[ \t]*\n{{1,2}}[ \t]*(?:an? )?{_MORE_MODIFIERS}",
    re.IGNORECASE,
)
_LINE_ENDS = re.compile(r"[ \t.]*(?:\n|\Z)")
"""Around what answers a question of a form: "What do you do?", and below it "bookbinder"."""
_LADIES = frozenset("lady ladies man woman".split())
_LADY = re.compile(
    r"\b(?:lollipop|dinner|tea|cleaning|school crossing|bin|odd-job|trolley) (?:lady|man|woman)\b(?! (?:up|and the)\b)"
)
"""Who is called by what they do: two words, of which neither says it."""
_ONE = re.compile(rf"(?<![\w'’-])an? {_MODIFIERS}", re.IGNORECASE)
_THIS, _WHO = re.compile(rf"(?<![\w'’-])this {_MODIFIERS}", re.IGNORECASE), re.compile(r",? who\b")
"""Around the job of one person: "this pleasant museum guide, who lives"."""
_CALLED = re.compile(r" (?:called|named|by the name of) [A-Z]")
"""Behind the job of somebody whose name follows: "a salesman called Ravi"."""
# "saw you're now Head of Ops at", "our new Director of Music"
_HEADING = re.compile(
    r"\b(?:[Nn]ow|[Aa]s|(?:[Oo]ur|[Mm]y|[Tt]heir|[Hh]is|[Hh]er|the)(?: new)?|(?:is|was|am|are|be|become|became)"
    r"(?: the| our)?) (?P<v>(?:Head|Director|VP|Vice President|Dean|Chair|Chief|Manager|Secretary|Captain|Lead) of "
    r"[A-Z][\w&]*(?: (?:(?:and|&) )?[A-Z]\w*){0,3})(?= (?:at|for|in|and|is|was|has|will)\b|[.,;:!?)\n]|\Z)"
)
_HEADS = frozenset("head director vp president dean chair chief manager secretary captain lead".split())
_LEADERS = frozenset("head vp svp evp chief director".split())
# "our new Head of People": as a title, with capitals.
_LEADS = re.compile(
    r"\b(?:Head|Director|[ES]?VP|Vice President|Chief) of "
    r"(?:(?:Global|Digital|Corporate|Product|Customer|Human|Technical) )?"
    r"(?:People|Talent|Culture|Engineering|Product|Design|Sales|Marketing|Growth|Finance|Operations|Legal|Data|IT|HR|"
    r"Security|Research|Communications|Strategy|Compliance|Partnerships|Resources|Success|Support|Procurement|Quality|Staff)"
    r"(?: (?:and|&) [A-Z][a-z]{2,15})?(?!\w)"
)
_BY_TRADE = re.compile(r" by (?:day|trade|profession|training)\b")
"""Behind what somebody lives on: "Actuary by day, singer by night"."""
_WRITER = frozenset("i im ive my me we our us mine myself".split())
"""Words of somebody who speaks of himself."""
_BREAKS = frozenset(_LISTS["BREAKS"])
"""Words that stand in no name of a job."""
_QUALITIES = frozenset(_LISTS["QUALITIES"])
"""What is said of somebody, and is no part of the job."""
_AGENTS = frozenset(_LISTS["AGENTS"])
"""Words of `THINGS` that say who does something behind a word for what: "bus driver", "piano tuner"."""
_REACH = 50


@cache
def all_jobs() -> frozenset[str]:
    """Return the last words of jobs: those of the list, and heads of occupations."""
    return listed_jobs() | OCCUPATIONS


def told_jobs(reading: Reading) -> Iterator[Found]:
    """Find the jobs of single people by what stands around their words."""
    for match in reading.finditer(_HEADING, _HEADS, 24, 60):
        yield *match.span("v"), "JOB_TITLE", _SCORE
    for match in reading.finditer(_LADY, _LADIES, 24, 4):
        yield *match.span(), "JOB_TITLE", _SCORE
    for match in reading.finditer(_LEADS, _LEADERS, 0, 60):
        yield *match.span(), "JOB_TITLE", 0.9
    jobs = reading.words & all_jobs()
    writer = bool(jobs) and reading.has(_WRITER)
    for job in jobs:
        for start in reading.places(job):
            if (span := _told(reading.text, start, start + len(job), job, writer=writer)) is not None:
                yield *span, "JOB_TITLE", _SCORE


def _told(text: str, start: int, end: int, job: str, *, writer: bool) -> tuple[int, int] | None:
    """Where the job of one person stands that ends in a word for one; None where nothing tells that there is."""
    before = text[max(0, start - _REACH) : start]
    if _BY_TRADE.match(text, end):
        if (one := _ONE.search(before)) is not None:
            return _named(one["m"], start, end, job, everybodys=True, person=True)
        return None if job in _THINGS else (start, end)
    if _WHO.match(text, end) and (one := _THIS.search(before)) is not None:
        return _named(one["m"], start, end, job, everybodys=False, person=True)
    if _CALLED.match(text, end) and (one := _ONE.search(before)) is not None:
        return _named(one["m"], start, end, job, everybodys=True)
    lead = _LEAD.search(before)
    if lead is None:
        lead, told = _first(text, end, before), True
    elif lead["d"]:
        told = _TELLING.match(text, end) is not None or (writer and _DOES.match(text, end) is not None)
        told = told or (lead["d"].lower() != "the" and _OWN_DOES.match(text, end) is not None)
        told = told or (writer and _DONE_TO.search(before, 0, lead.start()) is not None)
        told = told or (_CLOSED.match(text, end) is not None and _SAYS.search(before, 0, lead.start()) is not None)
    else:
        closed = _LEADS_ON if lead["as"] else _CLOSED
        told = closed.match(text, end) is not None and (writer or not lead["as"])
    if lead is None or not told:
        return None
    return _named(lead["m"], start, end, job, everybodys="d" not in lead.groupdict() or not lead["d"])


def _first(text: str, end: int, before: str) -> re.Match[str] | None:
    """The beginning of a line or a part of a sentence whose first words are a job, as what stands behind it tells."""
    if _LINE_ENDS.match(text, end) and (asked := _ASKED.search(before)) is not None:
        return asked
    here = _HERE.match(text, end) or _AGED.match(text, end) or _AT_SIGN.match(text, end)
    if not here and not _AT_FIRM.match(text, end):
        return None
    first = _FIRST.search(before)
    return first if first is not None and (here or first["a"]) else None


def _named(
    modifiers: str, start: int, end: int, job: str, *, everybodys: bool, person: bool = False
) -> tuple[int, int] | None:
    """A job with the words before its last one that belong to it; None where these are of something else. `person`:
    what stands around it tells that it is no thing.
    """
    own = _own_part(modifiers)
    if own is None or (job in _THINGS and not (own and (person or job in _AGENTS))):
        return None
    if job in _EVERYBODYS and not own and not everybodys:
        return None
    return start - len(own), end


def _own_part(modifiers: str) -> str | None:
    """What of the words before the last one of a job belongs to it: nobody's name, and no quality; None where these are
    of something else.
    """
    words = [*_ONE_WORD.finditer(modifiers)]
    plain = [word[0].lower() for word in words]
    if not _BREAKS.isdisjoint(plain) or (plain and plain[-1].endswith(("ed", "ing", "ly"))):
        return None
    if any(map(is_given, plain)):
        return None  # "my boss john smith"
    begins = (
        word.end() + 1 for word, one in zip(words, plain, strict=True) if one in _QUALITIES or one.endswith(_OWNERS)
    )
    return modifiers[max(begins, default=0) :]


_ONE_WORD, _OWNERS = re.compile(r"[\w'’/]+"), ("'s", "’s")
_BEHIND_NAME = re.compile(
    r"(?: here| \([1-9][0-9](?: ?[FMfm])?\))?(?:(?:, | \(| ?[–—-] |: )(?:[1-9][0-9](?: ?yrs?)?, )?"
    r"(?:(?:an?|the|our|my|his|her|their|then|now) )?| (?:is|was|works as|worked as) (?:now |still )?(?:an?|the|our) )"
    r"(?:(?:ex|retired|former|late)[ -])?(?P<m>(?:[A-Za-z][\w'’/-]{1,20}[ -]){0,2}?)(?P<h>[A-Za-z][a-z]{1,20})"
    r"(?=[,.;:)\n]|\Z| (?:at|of|for|in|from|with|who|here|on|by|to|and)\b)"
)
_BEFORE_NAME = re.compile(
    rf"(?<![\w'’-])(?:(?P<d>the|our|my|his|her|their) {_MODIFIERS[:-2]})?(?P<h>[A-Za-z][a-z]{{1,20}})(?P<s>,? )\Z",
    re.IGNORECASE,
)
_OWNED = ", "


def jobs_beside(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Find the jobs beside the names of people whom nobody knows: "the editor, Beau Bishop", "Pat Onions, farrier".
    `entities`: what was found: disjoint, in order, with what is public.
    """
    for at, one in enumerate(entities):
        if one.type != "PERSON" or one.public:
            continue
        spans = (_job_behind(text, one.end), _job_before(text, one.start))
        for start, end in (span for span in spans if span is not None and not is_of_meeting(text, *span)):
            if not any(other.start < end and start < other.end for other in entities[max(0, at - 2) : at + 3]):
                yield Entity(start, end, "JOB_TITLE", _SCORE, one.detector)


_OF_MEETINGS = re.compile(
    r"(?:(?:vice|deputy|acting)[ -])?(?:chair|chairperson|chairman|chairwoman|secretary|treasurer|clerk)|"
    r"buyer|seller|vendor|purchaser|claimant|defendant|respondent|appellant|applicant|"
    r"(?:minute|note)[ -]?taker|scribe|facilitator",
    re.I,
)


def is_of_meeting(text: str, start: int, end: int) -> bool:
    """Return whether a job is what somebody is at a meeting or in a contract, in brackets: "M. Ahmed (Chair)"."""
    if text[start - 1 : start] != "(" or text[end : end + 1] not in (")", ",", ";"):
        return False
    return _OF_MEETINGS.fullmatch(text, start, end) is not None


def _job_behind(text: str, at: int) -> tuple[int, int] | None:
    found = _BEHIND_NAME.match(text, at, at + _REACH + 40)
    return None if found is None else _beside_name(found)


def _job_before(text: str, at: int) -> tuple[int, int] | None:
    found = _BEFORE_NAME.search(text, max(0, at - _REACH), at)
    if found is None or (found["s"] == _OWNED and not found["d"]):
        return None  # "To the baker, Tom and I"
    # "Captain Tom" has a title, and coaches and drivers everybody has.
    job, beside = found["h"].lower(), found["s"] == " "
    title = beside and found["h"][0].isupper()
    common = not found["m"] and (job in _EVERYBODYS or (beside and job in _THINGS))
    return None if title or common else _beside_name(found)


def _beside_name(found: re.Match[str]) -> tuple[int, int] | None:
    job = found["h"].lower()
    named = OCCUPATIONS | _AGENTS if found["m"] else OCCUPATIONS
    if job not in all_jobs() or (job in _THINGS and job not in named):
        return None
    own = _own_part(found["m"] or "")
    return None if own is None else (found.start("h") - len(own), found.end("h"))
