"""Who takes part in a conversation: nicks of a channel, speakers of a chat or transcript, initials of who was there.

What stands before the colon of a line names somebody where lines are said: two speakers at least, one of whom comes
back, and words that people say to each other. Parts that anybody has ("Caller", "Host") name nobody. Short names in
small letters and initials count everywhere in the text, once a speaker is called so. The `PatternDetector` asks; heads
of messages are those of Discord and Slack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dp_gateway.patterns.names import CALENDAR, KIN_WORDS, NameLists
from dp_gateway.patterns.own_jobs import occupations
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.turns import CHANNEL, are_said, turns
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_PARTS = frozenset(_LISTS["PARTS"]) | frozenset(KIN_WORDS)
"""What speakers are called by their part, lower case: nobody's name."""
_NO_INITIALS = frozenset(_LISTS["NO_INITIALS"])
"""Capitals that stand before a colon or among who was there, and are nobody's initials."""
_INITIALS_OF_SPEAKER, _SHORTEST_CUT = 2, 3
# "kestrel9 — Today at 14:02", "Priya N.  2:02 PM": the head of a message, which stands below it.
_HEAD = re.compile(
    r"^(?P<v>[^\W\d_][\w.'’-]{1,30}(?: [^\W\d_][\w.'’-]{0,30}){0,2})(?:(?: ?[—–-] | {1,2})(?:Today|"
    r"Yesterday)(?: at)? | {2})"
    r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?: ?[AaPp][Mm])?[ \t]*$",
    re.MULTILINE,
)
_HEADS = re.compile(r":[0-5][0-9](?: ?[AaPp][Mm])?[ \t]*$", re.MULTILINE)
_LEAST_HEADS = 2
_NICKS = ("nick", "who", "at", "does", "event", "from", "mode")
_SIGNS, _LEAST_UNTIMED = ("> ", "-!-", "* ", "-- ", "===", "→", "←", "JOIN ", "PART ", "QUIT "), 3
_ACCOUNT = re.compile(r"[0-9_]|\w\.\w")
# "attd: AK, RS, Big Dave", "Present: JM, PO (chair)"
_THERE = re.compile(
    r"\b(?:att(?:d|ended)(?: by)?|attend(?:ees|ing|ance)|(?:also )?present|pres\.?|apologies|apols?\.?|absent|regrets|"
    r"minute[sd](?: by)?|taken by|mins by|notes by|chaired by|scribe|facilitator)(?: ?\([^()\n]{1,20}\))?[:;-] ?"
    r"(?P<v>(?:[^\W\d_][\w'’.-]{0,20}(?: [^\W\d_][\w'’.-]{0,20}){0,2}(?: ?\([^()\n]{1,20}\))?(?:, ?| ?[&/] ?|"
    r" and |[;] ?)?){1,14})",
    re.IGNORECASE,
)
_THERE_CUES = frozenset(_LISTS["THERE_CUES"])
_INITIALS = re.compile(r"(?<![\w.'’&/-])[A-Z]{2,3}(?![\w'’-]|\.\w| [A-Z])")
# "Pres.: EN, ck": in small letters, where no word is meant
_SMALL_IN_ROW = re.compile(r"(?<![\w.'’&/-])[b-df-hj-np-tv-z]{2,3}(?=,|;|\s*\n| &|\Z)")
# "TT to ring the baker. MW to own page 3": who does something of a list of tasks
_TASKS = frozenset(_LISTS["TASKS"])
_TASKED = re.compile(rf"(?<![\w.'’&/@#-])(?P<v>[A-Z]{{2,3}}) to (?:{'|'.join(_LISTS['TASKS'])})\b")
_NO_ACTOR = re.compile(
    r"\b(?:an?|the|this|that|my|your|our|their|his|her|any|another|by|via|per|in|of|for|use|using|send|write|draft|new|short)"
    r"[ \t]\Z",
    re.IGNORECASE,
)
"""Before capitals that are a thing: "Draft an SMS to remind him"."""
# "paid: Ollie ✅ DK ✅ chez ❌"
_TICKS = "✅❌✔✘☑✓✗"
_TICKED = re.compile(
    rf"(?:(?<=: )|(?<=[{_TICKS}] )|(?<=[{_TICKS}]\ufe0f )|"
    rf"(?<=\n))(?P<v>[^\W\d_][\w'’-]{{0,20}}(?: [A-Z][\w'’-]{{0,20}})?) (?=[{_TICKS}])"
)
# "From: t.k."
_SMALL_INITIALS = re.compile(
    r"^[ \t>]{0,4}(?:From|Signed|Sender|"
    r"By):? ?(?P<v>(?:[a-z]\. ?){2,3})$",
    re.MULTILINE | re.IGNORECASE,
)


def talk(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Find who takes part in the conversations of a text, at the lines they say and wherever they are called."""
    text = reading.text
    yield from _in_channels(text, names)
    yield from _in_turns(reading, names)
    yield from _in_heads(text, names)
    for row in reading.finditer(_THERE, _THERE_CUES, 2, 240):
        yield from _everywhere(reading, {one[0] for one in _INITIALS.finditer(text, *row.span("v"))} - _NO_INITIALS)
        small = {one[0] for one in _SMALL_IN_ROW.finditer(text, *row.span("v"))}
        yield from _everywhere(reading, {one for one in small if one not in names.common})
    if reading.has(_TASKS):
        tasked = {one["v"] for one in _TASKED.finditer(text) if not _NO_ACTOR.search(text, 0, one.start())}
        yield from _everywhere(reading, tasked - _NO_INITIALS)
    for mark in _TICKED.finditer(text) if any(map(text.__contains__, _TICKS)) else ():
        if mark["v"].strip(".").lower() not in names.common or names.has_given(mark["v"].lower()):
            yield *mark.span("v"), "PERSON", 0.8
    if ". " in text or ".\n" in text or text.endswith("."):
        for match in _SMALL_INITIALS.finditer(text) if reading.has(_SENDERS) else ():
            yield *match.span("v"), "PERSON", 0.9


_SENDERS = frozenset("from signed sender by".split())


def _in_channels(text: str, names: NameLists) -> Iterator[Found]:
    """Nicks where a channel is logged: whoever is called by a given name alone is a person."""
    lines = [*CHANNEL.finditer(text)] if any(map(text.__contains__, _SIGNS)) else []
    # "<Felicia> hi" without a time may be a tag.
    untimed = [match for match in lines if match["nick"] and not match["when"]]
    tags = len(untimed) < _LEAST_UNTIMED or "</" in text or "/>" in text or not are_said(text, untimed)
    for match in lines:
        named = [group for group in _NICKS if match[group]]
        # "*** bex has joined" among lines that somebody says
        told = untimed and not tags and named[0] in ("nick", "who") and match[named[0]].lower() not in names.common
        if not match["when"] and not told:
            continue
        for group in named:
            if group not in ("at", "from"):
                person = match[group].lower() in names.sure
                yield *match.span(group), "PERSON" if person else "USERNAME", 0.97
            else:
                yield *match.span(group), "USERNAME", 0.97


def _in_turns(reading: Reading, names: NameLists) -> Iterator[Found]:
    found = turns(reading.text)
    called = {match["v"] for match in found if _is_called(match["v"], names, timed=_is_timed(match))}
    for match in found:
        if match["v"] in called:
            # Initials that take turns are nobody's abbreviation, as "TS" and "RS" are in other places.
            score = 1.0 if match["v"].isupper() and len(match["v"]) == _INITIALS_OF_SPEAKER else 0.95
            yield *match.span("v"), "USERNAME" if _ACCOUNT.search(match["v"]) else "PERSON", score
    lone = {name for name in called if name.isalpha() and name.lower() not in names.common}
    yield from _everywhere(reading, lone)
    yield from _everywhere(reading, _cut(reading, lone, names))


def _is_timed(turn: re.Match[str]) -> bool:
    """Whether a turn says when it was."""
    return any(map(str.isdigit, turn[0].replace(turn["v"], "")))


def _is_called(label: str, names: NameLists, *, timed: bool) -> bool:
    """Whether what stands before what is said is a name, and no part that anybody has or ordinary word; with a capital
    it is an ordinary one, too, where it is `timed`, as turns of a chat are: "Pip 12:01: in".
    """
    words = [word.strip(".,'’") for word in label.lower().split()]
    if not _PARTS.isdisjoint(words) or not CALENDAR.isdisjoint(words):
        return False
    if len(words) == 1:
        word = words[0]
        if names.has_given(word) and not (label.isupper() and word in names.common):
            return len(word) > 1
        if label.isupper():
            return len(label) == _INITIALS_OF_SPEAKER and label not in _NO_INITIALS
        ordinary = word in names.common and not (timed and label.istitle())
        return len(word) > 1 and not ordinary and word not in occupations()
    named = any(names.has_given(word) and word not in names.common for word in words)
    return named or not any(word in names.common or word in occupations() for word in words)


def _cut(reading: Reading, called: Iterable[str], names: NameLists) -> set[str]:
    """Words that a speaker's name begins with, and are no others: "osk" of Oskar."""
    full = [name.lower() for name in called if len(name) > _SHORTEST_CUT]
    short = {word for word in reading.words if len(word) >= _SHORTEST_CUT and word not in names.common}
    return {word for word in short for name in full if name != word and name.startswith(word)}


def _everywhere(reading: Reading, called: Iterable[str]) -> Iterator[Found]:
    """Where names stand as words: those of capitals as they are, others in any letter case but all capitals."""
    for name in called:
        for at in reading.places(name.lower()):
            end = at + len(name)
            as_said = reading.text[at:end] == name or not (name.isupper() or reading.text[at:end].isupper())
            joined = reading.text[end : end + 1] in _JOINED or reading.text[at - 1 : at] in _JOINED_BEFORE
            if as_said and not joined:
                yield at, end, "PERSON", 0.9


_JOINED, _JOINED_BEFORE = frozenset("/_@\\-"), frozenset("/_@\\-.")


def _in_heads(text: str, names: NameLists) -> Iterator[Found]:
    """Who wrote messages of which a head says when."""
    if not _HEADS.search(text):
        return
    heads = [match for match in _HEAD.finditer(text) if _is_called(match["v"], names, timed=False)]
    for match in heads if len(heads) >= _LEAST_HEADS or any("at " in one[0] for one in heads) else ():
        name = match["v"]
        account = _ACCOUNT.search(name) or (name.islower() and name not in names.sure)
        yield *match.span("v"), "USERNAME" if account else "PERSON", 0.95
