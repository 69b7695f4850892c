"""Persons and places written in lower case, as in chats: by lists of names, and by what stands beside them.

A given name that is no ordinary word counts wherever it stands; a short one, or one that is a word too ("mark",
"rose"), where a family name follows or a cue stands before it. A word on no list counts behind "my name is" and the
like alone. Text that has capitals where names are is left to the other rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.names import ACQUAINTANCES, ADJECTIVES, KIN, NOT_NAMES, NameLists
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.windows import Reading

_WORD = re.compile(r"[a-z](?<![\w.@/$#-].)(?<!\\.)[a-z'’-]*+(?![\w@/(]|\.\w)")
_LONGEST = 3
_KIN = f"{KIN}|{ACQUAINTANCES}|auntie|coworker|gf|bf|bestie|buddy|landlord|roommate|guy|in-law|ex"
# Before a name that is a word too.
_CUE = re.compile(
    r"\b(?:i['’]?m|i am|it['’]?s(?: me,?)?|this is|that['’]?s|name['’]?s|name is|call|tell|told|ask|asked|"
    r"emailed|texted|ping|dm|meet|met|remind|invite|contact|hi|hey|hello|dear|yo|morning|thanks|thank you|thx|"
    rf"cheers|regards|xoxo|bye|sincerely|signed|cc|attn|mr|mrs|ms|mx|dr|prof|miss|sir|{_KIN})[,.:!]?\s{{1,2}}$"
)
# "i'm frank", "i'm rich": that a name is meant a greeting says, or where someone is from.
_SELF = re.compile(r"\b(?:i['’]?m|i am|it['’]?s|that['’]?s)\s{1,2}$")
_GREETED = re.compile(r"\b(?:hi|hey|hello|yo|morning)\b[^.!?\n]{0,12}\bi(?:['’]?| a)m\s{1,2}$")
_ORIGIN = re.compile(r"\s(?:from|here)\b")
# Before a short name, that is no word.
_WEAK_CUE = re.compile(
    r"\b(?:called|named|e-?mail|mail|text|message|msg|with|from|by|about|for|to|and|is|best|love)[,:]?\s{1,2}$"
)
_LINE = re.compile(r"(?:(?:^|\n)[^\w\n]*|\][ \t]*)$")
_PLACED = re.compile(
    r"\b(?:in|from|to|near|around|visit|visiting|leaving|outside|city of|via)\s"
    r"(?P<v>[a-z][a-z'-]*+(?:[ \t][a-z]+){0,2})"
)
# "the call will return", "my mother will let me": before a verb it is none.
_CALLED_WILL = re.compile(
    r"\b(?:i['’]?m|i am|this is|name['’]?s|name is|tell|told|ask|asked|emailed|texted|ping|dm|meet|met|remind|invite|"
    rf"hi|hey|hello|dear|thanks|thank you|thx|regards|cheers|mr|dr|{_KIN})[,.:!]?\s{{1,2}}$"
)
_WILL_DO = re.compile(
    r"\s(?:not|never|also|always|only|probably|then|be|have|let|get|go|make|take|need|want|come|do|see|call|give|help|"
    r"tell|ask|say|know|think|like|love|pay|buy|bring|send|work|stay|leave|try|use|find|keep|meet|visit|move|arrive)\b"
)
# "we hope little Tobi is better", "they mark essays"
_DOES = re.compile(r"\b(?:we|they|i|who|to|and we|don['’]?t|didn['’]?t)\s\Z")
_SPEAKS = re.compile(r"\s?:")
# Behind these a word on no list is a name too.
_INTRODUCED = re.compile(
    r"\b(?:my (?:full |first |last |sur|maiden |middle )?name(?: is|['’]?s)|(?:maiden|first|last|full) name(?: is|:)?|"
    r"name['’]s|i am called|i['’]m called|(?:dear |hi |hello |hey )?(?:mr|mrs|ms|mx|dr|prof)\b\.?)\s{1,3}"
    r"(?P<v>[a-z][a-z'’-]*+(?:[ \t][a-z][a-z'’-]*+){0,2})(?![\w@])"
)
# Family names that are as often words of a sentence behind a given name: "anna will", "tom said".
_NO_FAMILY_NAME = NOT_NAMES | frozenset(
    "heard hurt means read call love said best good long still early just does day days week weeks more back post case "
    "key story page link law house person friend boss head self quick rush cope lay bills price cash deal major minor "
    "guy real true else once here like same dont doesnt didnt wont cant isnt wasnt arent werent wouldnt couldnt "
    "shouldnt hasnt havent hadnt aint".split()
)
# "violet light", "hazel wood", "rose gold": what has a colour or is made of a plant or stone, rather than a family.
_COLOURS = frozenset(
    "violet hazel olive ruby amber jade rose ginger coral ivory pearl crystal sienna heather iris lily".split()
)
_COLOURED = frozenset(
    "light wood brown red green gold white black gray grey blue pink walls wall stone field garden tree bush root beer "
    "bread ale water glass ring bowl".split()
)

_INTRODUCED_CUES = frozenset("name names called mr mrs ms mx dr prof".split())


def lower_case_names(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Find persons and places in lower case."""
    text, lower = reading.text, reading.lower
    for start, end in reading.near(_INTRODUCED_CUES, 40, 80):
        for match in _INTRODUCED.finditer(lower, start, end):
            length = _introduced(match["v"], names) if text[match.start("v")].islower() else 0
            if length:
                yield match.start("v"), match.start("v") + length, "PERSON", 0.75
    for match in reading.finditer(_PLACED, names.place_words, 40, 40, capital=False):
        words = match["v"].split()
        for count in range(len(words), 0, -1):
            place = " ".join(words[:count])
            if place in names.places and place not in names.common:
                yield match.start("v"), match.start("v") + len(place), "LOCATION", 0.65
                break
    matches, last = list(reading.finditer(_WORD, names.sure_or_cued, 60, 60, capital=False)), 0
    for index, match in enumerate(matches):
        word, start = _base(match.group()), match.start()
        if start < last or (word not in names.sure and word not in names.cued):
            continue
        called = word != "will" or _CALLED_WILL.search(lower, max(0, start - 40), start)
        if not called or (word == "will" and _WILL_DO.match(lower, match.end())):
            continue
        if word in names.common and _DOES.search(lower, max(0, start - 12), start):
            continue
        end = _with_family(text, matches, index, names)
        if word in names.sure or end > match.end() or _cued(lower, start, end, word, names):
            last = end
            yield start, end, "PERSON", 0.65


def is_coloured(first: str, second: str) -> bool:
    """Return whether two words in small letters are what has a colour, or is made of a plant or stone: "hazel wood"."""
    return first in _COLOURS and second in _COLOURED


def _base(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s")


def _cued(text: str, start: int, end: int, word: str, names: NameLists) -> bool:
    before = max(0, start - 40)
    if word in ADJECTIVES and _SELF.search(text, before, start):
        return _GREETED.search(text, before, start) is not None or _ORIGIN.match(text, end) is not None
    if _CUE.search(text, before, start):
        return True
    if word not in names.common and word not in names.places and _WEAK_CUE.search(text, before, start):
        return True
    return _SPEAKS.match(text, end) is not None and _LINE.search(text, before, start) is not None


def _with_family(text: str, words: Sequence[re.Match[str]], index: int, names: NameLists) -> int:
    """Where the name that begins with a word ends: up to two family names behind it belong to it."""
    given = _base(words[index].group())
    end = words[index].start() + len(given)
    for match in words[index + 1 : index + _LONGEST]:
        word = _base(match.group())
        if text[end : match.start()] not in (" ", "\t") or not _family(word, names):
            break
        if is_coloured(given, word):
            break
        end = match.start() + len(word)
    return end


def _family(word: str, names: NameLists) -> bool:
    if word in _NO_FAMILY_NAME or len(word) == 1:
        return False
    return (word in names.surnames or word in names.given) and (word not in names.common or word in names.familiar)


def _introduced(phrase: str, names: NameLists) -> int:
    """How many characters of what stands behind an introduction are a name."""
    length = 0
    for match in re.finditer(r"\S+", phrase):
        word = match.group()
        listed = word in names.familiar or word in names.cued or word in names.sure
        if word in (_NO_FAMILY_NAME if length else NOT_NAMES) or (word in names.common and not listed):
            break
        length = match.end()
    return length
