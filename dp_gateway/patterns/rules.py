"""What a pattern is: an expression with the cheap hints that let most texts skip it. All modules of this package, and
those of other languages, write their rules so.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import Any

from dp_gateway.patterns.windows import AFTER, BEFORE, Form, Reading, Span

Found = tuple[int, int, str, float]
"""Start, end, type, score."""

Check = Callable[[str, int, int], float | None]
"""Called with the text and a match: the score of the match, or None to reject it."""

# The first digit stands before the alternatives: what begins with a number then skips to digits.
NUMBER = (
    r"[0-9](?:[0-9]?(?:,[0-9]{2}){1,4},[0-9]{3}(?:\.[0-9]{1,2})?|"
    r"[0-9]{0,2}(?:[,.'’\u00a0\u202f ][0-9]{3}){1,6}(?:[.,][0-9]{1,2})?|[0-9]{0,23}(?:[.,][0-9]{1,12})?)"
)
FRACTION = r"[0-9]{1,4}(?:[ -][1-9]/(?:[2-689]|1[026])(?![0-9])|\s?[½⅓⅔¼¾⅛⅜⅝⅞])|[1-9]/(?:[2-689]|1[026])(?![0-9])"
"""A fraction, with the whole number before it."""
AMOUNT = rf"(?:(?:{FRACTION})|{NUMBER})"
"""A number, or a fraction."""
LOWER_END = rf"(?:{AMOUNT}(?:\s?[-–]\s?|\s(?:to|or)\s)|(?<=\b[Bb]etween\s){AMOUNT}\sand\s)?"
"""The lower end of a range."""
WORD_NUMBER = (
    r"(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|"
    r"billion|half|dozen)(?:(?:\s|-)(?:and\s|a\s)?|\b)){1,8}(?<!\s)"
)
NUMBER_WORDS = frozenset(re.findall("[a-z]{3,}", WORD_NUMBER)) - {"and"}
# "She is 17. May she drive?" has no month.
_MAY = r"May(?!(?<=[0-9]\. May)\s(?:I|he|she|we|they|you|it|one|my|the|an?)\b)"
MONTHS = (
    rf"(?:Jan(?:uary|\b\.?)|Feb(?:ruary|\b\.?)|Mar(?:ch|\b\.?)|Apr(?:il|\b\.?)|{_MAY}|June?|July?|Aug(?:ust|\b\.?)|"
    r"Sept?(?:ember|\b\.?)|Oct(?:ober|\b\.?)|Nov(?:ember|\b\.?)|Dec(?:ember|\b\.?))"
)
TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
SHORT_DAY = "Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun"
MONTH_AND_DAY = (
    r"(?:(?:1[0-2]|0?[1-9])/(?:3[01]|[12][0-9]|0?[1-9])|(?:3[01]|[12][0-9]|1[0-2]|0?[1-9])/(?:1[0-2]|0?[1-9]))"
)
"""A day without its year, in either order: "6/15", "15/06"."""
NAME = r"[^\W\d_a-z](?:[’'][^\W\d_])?[^\W\d_]{0,30}+(?:[-’'][^\W\d_]{1,30}+){0,3}"
"""A capitalised word of a name: Anna, O'Neil, Smith-Jones, D’Angelo, LEE. Scripts without case count as capital."""

TITLE = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof)\b\.?"
"""A title that stands before a family name."""
CAPITAL_TITLES = "MR|MRS|MS|DR|PROF|MSTR|Mstr"
"""Titles as airlines and forms write them, alternatives of an expression."""
TITLED, LONGEST_TITLE = re.compile(rf"\b{TITLE} \Z"), 6
"""A title at the end of a text, which a family name follows."""

_NO_CUES: Set[str] = frozenset()
_ANY: Mapping[str, float] = {}
_BEGIN = itemgetter(0)
_WORD = re.compile(r"\w*+")
_LEADING = re.compile(
    r"\(\?<!(?P<before>\[[^\]]+\]|\\w)\)(?=(?:\(\?:|\(\?P<v>)?(?:\[A-Z(?!a-z)|\[\^\\W\\d_a-z|[A-Z]\w)|\[0-9|\[A-CE)"
)
_PART = re.compile(r"\\.|\[(?:[^\]\\]|\\.)+\]|[()|]")
_OPENING = re.compile(r"(?P<before>\\b|\(\?<!\[?\\w[^)]*\))\(\?i?:")
# A letter, one of several letters, or one of several words.
_LETTERS = re.compile(
    r"(?:(?P<one>[^\W\d_])|\[(?P<letters>[^\W\d_]+)\]|\(\?:(?P<words>(?:[^\W\d_]\??|\[[^\W\d_]+\]|\|)+)\))(?P<optional>\??)"
)
_FIRST_WORDS = frozenset(("",))
_NONE = ("?", "*", "{0,")
_REST_OF_WORD = ("\\w", "[^\\W")

# The same before a class of characters, which may be repeated a number of times.
_LEADING_CLASS = re.compile(
    r"\(\?<!(?P<before>\[[^\]]+\]|\\w)\)(?P<first>\[[^\]]+\])(?:\{(?P<least>[1-9])(?P<comma>,?)(?P<most>[0-9]*)\})?(?![+*?{])"
)


def beginning(words: str) -> str:
    r"""Write the expression `\b(?:one|of|several)` of words of ASCII, whose first letters the engine skips to."""
    by_letter: dict[str, list[str]] = {}
    for word in words.split():
        by_letter.setdefault(word[0], []).append(word[1:])
    of_letters = (rf"{first}(?<!\w.)(?:{'|'.join(rest)})" for first, rest in by_letter.items())
    return f"(?:{'|'.join(of_letters)})"


class Expression:
    """An expression; one that begins with a capital or a digit finds those first.

    `(?<![X])[A-Z]...` makes the engine try the look-behind at every character. It skips to the characters that a match
    can begin with where the class comes first: `[A-Z](?<![X].)...`. Where words come first, what stands before is
    looked at when the rest has matched.

    Args:
        expression: what `re.compile` takes, compiled when it is first needed; no "|" outside of groups.
        flags: of `re.compile`.

    Attributes:
        group: what of a match is found: the group named `v`, else all of it.
    """

    def __init__(self, expression: str, flags: int = 0) -> None:
        self._expression, self._flags = expression, flags
        self.group: str | int = "v" if "(?P<v>" in expression else 0

    @cached_property
    def whole(self) -> re.Pattern[str]:
        """The expression as it was given."""
        return re.compile(self._expression, self._flags)

    @cached_property
    def _turned(self) -> re.Pattern[str] | None:
        """The expression with its first class in front of what may not stand before it; None if it begins otherwise."""
        leading = _LEADING_CLASS.match(self._expression)
        if leading is None:
            return None
        before, first, least, comma, most = leading.groups()
        # One character is matched before the look-behind: a class that is repeated has one less behind it.
        more = f"{first}{{{int(least) - 1}{comma}{int(most) - 1 if most else ''}}}" if least else ""
        rest = self._expression[leading.end() :]
        return re.compile(f"{first}(?<!{before}.){more}{rest}", self._flags)

    @cached_property
    def _apart(self) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
        """What may not stand before a match, and the rest; None where they are not looked at apart."""
        leading = None if self._flags or self._turned is not None else _LEADING.match(self._expression)
        if leading is None or _is_optional(self._expression, leading.end()):
            return None
        return re.compile(leading["before"]), re.compile(self._expression[leading.end() :])

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The words, in lower case, one of which begins every match; none where something else may."""
        opening = _OPENING.match(self._expression)
        if opening is None or _is_optional(self._expression, opening.end("before")):
            return frozenset()
        return first_words(self._expression[opening.end() : _ends(self._expression, opening.end("before"))[-1] - 1])

    def prepare(self) -> None:
        """Compile what is run, ahead of the first text that needs it."""
        _ = self.whole, self._turned, self._apart

    def finditer(self, text: str, position: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        """Yield what `whole.finditer` yields."""
        end = len(text) if end is None else end
        if (turned := self._turned) is not None:
            return turned.finditer(text, position, end)
        apart = self._apart
        return self.whole.finditer(text, position, end) if apart is None else _skipping(*apart, text, position, end)


def _is_optional(expression: str, at: int) -> bool:
    """Whether a match need not have the class or group that begins at a place: then anything may come first."""
    return expression.startswith(_NONE, _ends(expression, at)[-1])


def _ends(expression: str, at: int) -> list[int]:
    """Where the alternatives of the class or group that begins at a place end, each with what closes it."""
    ends, depth = list[int](), 0
    for part in _PART.finditer(expression, at):
        depth += (part[0] == "(") - (part[0] == ")")
        if not depth or (depth == 1 and part[0] == "|"):
            ends.append(part.end())
        if not depth:
            break
    return ends


def first_words(alternatives: str) -> frozenset[str]:
    """Return the words, in lower case, that alternatives begin with: "son", "sons" and "media" of "sons?|[Mm]edia
    group". None where one of them does not begin with letters.
    """
    group, at, words = f"({alternatives})", 1, set[str]()
    for end in _ends(group, 0):
        words |= _words(group[at : end - 1])
        at = end
    return frozenset(words) if all(words) else frozenset()


def _words(expression: str) -> set[str]:
    """The words that an expression may begin with, and an empty one for anything else."""
    words, at = {""}, 0
    while part := _LETTERS.match(expression, at):
        letters = part["one"] or part["letters"]
        more = {*letters.lower()} if letters else set[str]().union(*map(_words, part["words"].split("|")))
        words = {word + one for word in words for one in more} | (words if part["optional"] else set[str]())
        at = part.end()
    # "cumpl\\w{1,4}" begins with no whole word.
    return {""} if expression.startswith(_REST_OF_WORD, at) else words


def _skipping(
    before: re.Pattern[str], rest: re.Pattern[str], text: str, position: int, end: int
) -> Iterator[re.Match[str]]:
    while match := rest.search(text, position, end):
        start = match.start()
        if start and before.match(text, start - 1):
            # Behind a letter or digit no match begins, nor then before the end of that word.
            word = _WORD.match(text, start, end)
            position = max(start + 1, word.end() if word else 0)
        else:
            yield match
            position = match.end()


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One pattern.

    Attributes:
        type: entity type of its matches.
        pattern: what is found; a group named `v` is the entity, else the whole match is.
        score: confidence without a check.
        hints: at least one of them occurs in the lower-cased text near a match; () for none.
        digits: the pattern needs a number of that many digits near; 0 for none.
        cues: at least one of these words, lower case, stands near a match; empty for none. By default those that the
            pattern begins with, where it begins with one of several and no hint, sign or mark tells of it.
        also: at least one of these words stands in the text, too; empty for none.
        marks: a match without a cue has at least one of these characters.
        check: looks at a match and gives it a score, or rejects it.
        folded: the expression is lower case and runs on the lower-cased text: several times the speed of `(?i:...)`.
        sign: a cheap expression that matches inside of a match or beside it, best one that begins with a digit or a
            literal, which the engine finds fast; None for none.
        capital: the cues begin with a capital.
        unbroken: a match has neither a space nor a line end inside.
        longest: a match has as many characters without white space between them.
        begins: a match begins with a hint, and the pattern is tried there alone.
        reach: how far before a sign or a cue a match begins at most, and how far behind it what tells of its end.
        form: what a match is made of; None where its literals would tell nothing.
        expression: the pattern.
    """

    type: str
    pattern: str | Expression
    score: float = 0.85
    hints: tuple[str, ...] = ()
    digits: int = 0
    cues: frozenset[str] = _FIRST_WORDS
    check: Check | None = None
    folded: bool = False
    sign: re.Pattern[str] | None = None
    also: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    capital: bool = False
    unbroken: bool = False
    longest: int = 0
    begins: bool = False
    reach: tuple[int, int] = (BEFORE, AFTER)
    form: Form | None = None
    expression: Expression = field(init=False)

    def __post_init__(self) -> None:
        expression = Expression(self.pattern) if isinstance(self.pattern, str) else self.pattern
        object.__setattr__(self, "expression", expression)
        if self.cues is _FIRST_WORDS:
            told = self.hints or self.sign or self.marks
            object.__setattr__(self, "cues", frozenset[str]() if told else expression.first_words)

    def is_missing(self, reading: Reading) -> bool:
        """Return whether a text lacks something that every match has, or stands beside."""
        return (
            self.digits > reading.most_digits
            or self.longest > reading.longest
            or (self.form is not None and not reading.has_form(self.form))
            or (bool(self.also) and not reading.has(self.also))
        )

    def windows(self, reading: Reading, hinted: list[Span], cued: Set[str], *, in_code: bool = True) -> list[Span]:
        """Find where in a text the pattern has to be run, if nothing `is_missing`.

        Args:
            hinted: where the hints of this rule stand, in order.
            cued: its cues that are words of the text.
            in_code: as of `Reading.signs`.
        """
        if self.sign is not None:
            if not (near := reading.signs(self.sign, in_code=in_code)):
                return []
        elif self.begins or (self.hints and not self.digits):
            near = hinted
        elif self.cues and (self.capital or not self.marks):
            near = reading.near(cued, *self.reach, capital=self.capital or None)
            return reading.with_digits(near, self.digits) if self.digits else near
        else:
            return reading.near_digits(self.digits) if self.digits else [(0, len(reading.text))]
        if self.unbroken:
            return reading.stretches(near)
        return near if self.begins else reading.around(near, *self.reach)


class RuleSet:
    """Rules that are run together: one pass over a text says which of them can find something.

    That pass looks for all words, characters and hints at once; a rule runs where what it needs is there.

    Args:
        in_code: least scores by type of what counts in code; a type that is not named does not count there.
    """

    def __init__(self, rules: Iterable[Rule], in_code: Mapping[str, float] = _ANY) -> None:
        self._rules = tuple(rules)
        # A check may give another score.
        self._reads_code = [
            in_code is _ANY or (rule.type in in_code and (rule.check is not None or rule.score >= in_code[rule.type]))
            for rule in self._rules
        ]
        self._always: list[int] = []
        self._by_cue: dict[str, list[int]] = {}
        self._by_mark: dict[str, list[int]] = {}
        self._by_hint: dict[str, list[int]] = {}
        for number, rule in enumerate(self._rules):
            if not (rule.cues or rule.marks or rule.hints):
                self._always.append(number)
            for needed, by in ((rule.cues, self._by_cue), (rule.marks, self._by_mark), (rule.hints, self._by_hint)):
                for one in needed:
                    by.setdefault(one, []).append(number)

    @cached_property
    def _hints(self) -> Any:
        """An automaton over all hints."""
        import ahocorasick

        library: Any = ahocorasick
        automaton = library.Automaton()
        for hint in self._by_hint:
            automaton.add_word(hint, hint)
        if self._by_hint:
            automaton.make_automaton()
        return automaton

    def find(self, reading: Reading, code: Sequence[Span] = ()) -> Iterator[Found]:
        """Yield what the rules find in a text, without what does not count in code.

        Args:
            reading: the text.
            code: where code stands in it, in order: what does not count there is not looked for, and may be found.
        """
        all_code = list(code) == [(0, len(reading.text))]
        told, hinted, cued = self._told(reading)
        reading.note_code(code)
        for number in sorted(told):
            rule, reads_code = self._rules[number], self._reads_code[number]
            if (all_code and not reads_code) or rule.is_missing(reading):
                continue
            in_code = reads_code or not code
            near = sorted(hinted.get(number, ()))
            windows = rule.windows(reading, near, cued.get(number, _NO_CUES), in_code=in_code)
            if not in_code:
                windows = [window for window in windows if not _within(code, window)]
            for match in _matches(rule, reading, windows) if windows else ():
                start, end = match.span(rule.expression.group)
                if start < 0:
                    continue
                score = rule.score if rule.check is None else rule.check(reading.text, start, end)
                if score is not None:
                    yield start, end, rule.type, score

    def _told(self, reading: Reading) -> tuple[set[int], dict[int, list[Span]], dict[int, set[str]]]:
        """The rules that may find something, where the hints of each stand, and which of its cues the text has."""
        told = set(self._always)
        hinted: dict[int, list[Span]] = {}
        for last, hint in self._hints.iter(reading.lower) if self._by_hint else ():
            for number in self._by_hint[hint]:
                hinted.setdefault(number, []).append((last + 1 - len(hint), last + 1))
        told.update(hinted)
        cued: dict[int, set[str]] = {}
        for cue in self._by_cue.keys() & reading.words:
            for number in self._by_cue[cue]:
                cued.setdefault(number, set()).add(cue)
        told.update(cued)
        for mark in self._by_mark.keys() & reading.characters:
            told.update(self._by_mark[mark])
        return told, hinted, cued


def _within(code: Sequence[Span], window: Span) -> bool:
    """Whether a window lies in one of some spans, which are in order."""
    at = bisect_right(code, window[0], key=_BEGIN) - 1
    return at >= 0 and window[1] <= code[at][1]


def _matches(rule: Rule, reading: Reading, windows: list[Span]) -> Iterator[re.Match[str]]:
    text, done = reading.lower if rule.folded else reading.text, 0
    if rule.begins:
        for first, _ in windows:
            if first >= done and (match := rule.expression.whole.match(text, first)) is not None:
                done = match.end()
                yield match
        return
    for first, last in windows:
        for match in rule.expression.finditer(text, max(first, done), last):
            # A match that fills its window may go on behind it: a long URL.
            whole = (
                match if match.end() < last or last == len(text) else rule.expression.whole.match(text, match.start())
            )
            if whole is not None:
                done = whole.end()
                yield whole
