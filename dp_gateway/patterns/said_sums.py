"""Sums of money as people say them: "a tenner", "fifty quid", "docked me two fifty". Rules of the `PatternDetector`.

Some words say that a number is money; of others only what somebody does with the number does.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.money import BY_TIME, ENDS, GRAND
from dp_gateway.patterns.rules import NUMBER_WORDS, WORD_NUMBER, Check, Rule
from dp_gateway.text.entities import CURRENCY_CODES
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.numerals import read_pair, read_spelled

_LISTS = word_lists(__file__)

_ODD = "(?:[- ](?:odd|ish|something))?"
_SLANG = r"(?:k|thou|grand|mill?|lakhs?|crores?|fivers?|tenners?|pounds?|dollars?|euros?)"
_SAID = (
    rf"(?P<v>(?:half )?an? {_SLANG}|a (?:couple|few)(?: of)?(?: hundred| thousand| {_SLANG})|"
    rf"(?:half an? |an? )?(?:{WORD_NUMBER})(?: and a half)?{_ODD}(?: {_SLANG}(?!\w))?)"
    rf"(?! (?:to|or|and|of) {WORD_NUMBER}\b)"
)
_SCALES = frozenset(
    "k thou grand mil mill lakh lakhs crore crores fiver fivers tenner tenners hundred thousand million billion".split()
)
_SAID_WORDS = NUMBER_WORDS | _SCALES
_LARGE_WORDS = _SAID_WORDS - frozenset("one two three four five six seven eight nine half dozen".split())
_PAYS = "|".join(_LISTS["PAYS"])
_GIVES = "|".join(_LISTS["GIVES"])
"""What is done with sums, and with other things as well."""
_WHOM = (
    r"(?: (?:me|us|him|her|them|you|someone|everyone|(?:my|our|his|her|their|your|the) [a-z]{2,14}|only|just|back|"
    r"about|around|almost|nearly|over|roughly|exactly|another|up to|at least)){0,3}"
)
_NAMED = (
    rf"{_WHOM}(?: (?!(?:after|at|before|by|for|from|in|of|on|since|than|to|under|until|with)\b)[a-z'’]{{1,14}}){{0,2}}?"
)
_WHAT = "|".join(_LISTS["WHAT"])
_IS = (
    "(?: (?:of|is|was|will be|would be|comes to|came to|at|about|around|only|now|due|from|(?:went|gone) up to|"
    "went)){1,3}"
)
_EACH = (
    rf"(?:{BY_TIME}|\s(?:per|each) [a-z]{{3,12}}\b|\san? (?!lot|bit|while|few|couple|year)[a-z]{{2,12}}\b|\sapiece\b)"
)
_LEAST_SAID, _LAST_MINUTE, _LAST_HOUR, _HUNDRED = 10, 59, 12, 100
_A_HALF = re.compile(r" and a half\b|[- ](?:odd|ish|something)\b")


def _said(text: str, start: int, end: int) -> float | None:
    # "Owes her one" says no sum, and "nineteen eighty-four" is a year.
    said = _A_HALF.sub("", text[start:end].lower())
    if any(word in _SCALES for word in said.split()):
        return 0.9
    whole = read_spelled(said)
    number = read_pair(said) if whole is None else whole
    year = whole is None and number is not None and number // _HUNDRED in (19, 20)
    return 0.9 if number is not None and number >= _LEAST_SAID and not year else None


def _large(text: str, start: int, end: int) -> float | None:
    # "Gave it two thirty", "took fifty": a time of the day, or a number of anything.
    said = text[start:end].lower()
    if any(word in _SCALES for word in said.split()):
        return 0.9
    number = read_pair(said)
    if number is None or number // _HUNDRED in (19, 20):
        return None
    return None if number // _HUNDRED <= _LAST_HOUR and number % _HUNDRED <= _LAST_MINUTE else 0.9


def _pair(text: str, start: int, end: int) -> float | None:
    # "One twenty" where it is no year.
    number = read_pair(text[start:end])
    return None if number is None or number // _HUNDRED in (19, 20) else 0.9


def _any(text: str, start: int, end: int) -> float:
    del text, start, end
    return 0.9


_ASKS = "asks?|asked|asking|wants?|wanted"
_COINS = "(?:monkey|ponies|pony|score|ton|bullseye|rack|stack|benjamin)s?"
_CODES = "|".join(sorted(CURRENCY_CODES)).lower()
_UNITS = (
    rf"(?:(?:us |canadian |australian )?(?:{'|'.join(_LISTS['UNITS'])})|{GRAND}|"
    rf"(?:(?<=hundred )|(?<=thousand ))(?:k|tt|{_CODES}))"
)
_UNIT_CUES = frozenset(
    (*_LISTS["UNITS"], *_CODES.split("|"), *"grand tenner tenners fiver fivers twenner twenners k tt".split())
)
_COUNT = (
    rf"(?:half an? |(?:an?|another|a good|a cool) (?:(?:couple|few)(?: of)? )?|"
    rf"(?:an? )?(?:{WORD_NUMBER})(?: and a half)?{_ODD}[ -])"
)
_OF_PEOPLE = r"(?! (?:people|voters|users|men|women|workers|of (?:people|them)))"


def _has_unit(text: str, start: int, end: int) -> float | None:
    # "The other two, Bob"; "a buck", "a dollar" and "a few pounds" are other things as well.
    said = text[start:end]
    return 0.9 if "Bob" not in said and _ONE_ALONE.fullmatch(said) is None else None


_ONE_ALONE = re.compile(
    r"(?:an?|another|a good|a cool) "
    r"(?:(?!grand|tenner|fiver|twenner|lakh|lac|crore|hundo)\w+|(?:couple|few)(?: of)? pounds)",
    re.IGNORECASE,
)

SAID_BESIDE = re.compile(
    r"\b(?:said|says?|asked|asking|asks?|wants?|wanted|took|takes?|taking|gave|gives?|offers?|offered|spent|spends?|got|"
    r"gets?|lost|won|saved|for|from|to|or|him|her|them|me|us|another|only|just|about) "
    rf"(?P<v>(?:{WORD_NUMBER})(?: and a half)?|an? {_COINS}){ENDS}",
    re.IGNORECASE,
)
"""A number in words of which a sum near it says that it is one, too, if `is_sum_beside` does."""
_LEAST_BESIDE = 13
"""A smaller number may be a time of the day."""


def is_sum_beside(said: str) -> bool:
    """Return whether words that `SAID_BESIDE` finds say a sum."""
    if said[:2].lower() == "a ":
        return True
    number = read_spelled(said)
    return _said(said, 0, len(said)) is not None and (number is None or number >= _LEAST_BESIDE)


def _rule(pattern: str, check: Check, cues: frozenset[str] = _LARGE_WORDS) -> Rule:
    """A rule for a number beside what tells that it is a sum."""
    return Rule("MONEY", pattern, check=check, cues=cues, folded=True, reach=(70, 40))


_OWED = (
    r" (?:(?:is|was|are|will be) (?:now |still )?)?(?:due|owing|owed|payable|outstanding|overdue|up ?front|in full)\b"
)
_ENDED = rf"(?:{ENDS}|(?={_EACH}| (?:deposit|rent|fare|tip|fine|cash)\b|{_OWED}))"

SAID_SUMS: tuple[Rule, ...] = (
    # "a tenner", "eighty-odd quid", "three quid fifty", "a buck ninety", "two lakh"
    _rule(
        rf"\b(?:(?:half an? |an? |another |(?:{WORD_NUMBER})[ -])(?:tenners?|fivers?|twenners?)"
        r"(?! (?:buys?|bought|is|was|goes|would|notes?|used)\b)|"
        rf"{_COUNT}{_UNITS}(?: and a half|(?: and)? (?:{WORD_NUMBER})(?={ENDS}))?)(?![\w'’-]){_OF_PEOPLE}",
        _has_unit,
        _UNIT_CUES,
    ),
    # "three pound ten", "a dollar fifty"
    _rule(
        rf"\b(?:(?:an?|{WORD_NUMBER}) (?:pounds?|dollars?|euros?) (?:{WORD_NUMBER})(?={ENDS})|"
        rf"{WORD_NUMBER} pound(?= (?:odd|each|apiece|an? (?!week|month|day|half)[a-z]{{2,12}}|an hour|for|off|in)\b))",
        _any,
        frozenset("pound pounds dollar dollars euro euros".split()),
    ),
    # "docked me two fifty", "pays him eight hundred a month", "a fine of eighty", "the rent is nine fifty"
    _rule(rf"\b(?:(?:{_PAYS}){_NAMED}|(?:{_WHAT}){_IS}) {_SAID}{_ENDED}", _said, _SAID_WORDS),
    # "itll be four hundred with the posts", "that comes to six fifty"
    _rule(
        rf"\b(?:(?:it|that|they)(?:['’]?ll| will| would|['’]d) (?:be|cost|come to)|comes to|came to|works out at|"
        rf"set (?:me|us|him|her|you) back) (?:about |around |only |another |just )?{_SAID}{_ENDED}",
        _large,
    ),
    # "knocked eleven hundred off us", "signed for two thousand eight hundred"
    _rule(rf"\b(?:{_GIVES}){_WHOM}(?: (?:for|to|off|out|from|at|in|down|up)){{0,2}} {_SAID}{_ENDED}", _large),
    # "he wants forty a push", "raking in five hundred a week", "for eight hundred apiece"
    _rule(rf"\b(?:wants?|wanted|asks?|asking|gets?|getting|for|makes|raking in) {_SAID}(?={_EACH})", _said),
    # "I'm on six hundred a week"
    _rule(rf"\b(?:at|of|is|was|on|up|down|by|another|only|just|about|around|receives?) {_SAID}(?={BY_TIME})", _said),
    # "asked sixty for the pram", "got her down to fifty-five", "sixty-five cash"
    _rule(
        rf"\b(?:(?:{_ASKS})(?= [a-z -]{{3,40}} for (?:the|my|his|her|their|our|it|that|this|both|an?)\b)|"
        rf"(?:got|beat|beaten|talked|knocked|haggled|brought) (?:me|us|him|her|them|it|you) down (?:from|to)) "
        rf"{_SAID}{ENDS}",
        _said,
    ),
    _rule(rf"\b(?P<v>{WORD_NUMBER})(?= (?:cash|in cash|in notes|cash in hand)\b)", _said),
    # "I'd give him one twenty"
    _rule(
        r"\b(?:give|gave|giving|offer|offered|slip|slipped|slung|chucked) (?:me|us|him|her|them|you) "
        rf"(?P<v>{WORD_NUMBER}){_ENDED}",
        _pair,
    ),
    # "Six-fifty a week and all found"
    _rule(rf"\b(?P<v>{WORD_NUMBER})(?={BY_TIME})", _pair),
    # "bet me a monkey", "owes him two ponies"
    _rule(
        rf"\b(?:{_PAYS}){_NAMED} (?P<v>(?:half )?(?:an?|two|three|four|five|six) {_COINS})"
        rf"(?:{ENDS}|(?= that\b))",
        _any,
        frozenset("monkey monkeys pony ponies score ton tons bullseye rack racks stack stacks benjamins".split()),
    ),
)
"""Rules for sums of money in words."""
