"""What a pattern is: an expression with the cheap hints that let most texts skip it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from dp_gateway.entities.detectors.patterns.reading import Reading

__all__ = [
    "MONTHS",
    "NAME",
    "NUMBER",
    "NUMBER_WORDS",
    "WORD_NUMBER",
    "Check",
    "Expression",
    "Found",
    "Rule",
    "Rules",
]

Found = tuple[int, int, str, float]
"""Start, end, type, score."""

Check = Callable[[str, int, int], float | None]
"""Called with the text and a match: the score of the match, or None to reject it."""

NUMBER = r"(?:[0-9]{1,3}(?:[,.'’\u00a0\u202f ][0-9]{3}){1,6}(?:[.,][0-9]{1,2})?|[0-9]{1,24}(?:[.,][0-9]{1,12})?)"
WORD_NUMBER = (
    r"(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|"
    r"billion|half|dozen)(?:(?:\s|-)(?:and\s|a\s)?|\b)){1,8}(?<!\s)"
)
NUMBER_WORDS = frozenset(re.findall("[a-z]{3,}", WORD_NUMBER)) - {"and"}
MONTHS = (
    r"(?:Jan(?:uary|\b\.?)|Feb(?:ruary|\b\.?)|Mar(?:ch|\b\.?)|Apr(?:il|\b\.?)|May|June?|July?|Aug(?:ust|\b\.?)|"
    r"Sept?(?:ember|\b\.?)|Oct(?:ober|\b\.?)|Nov(?:ember|\b\.?)|Dec(?:ember|\b\.?))"
)
NAME = r"[^\W\d_a-z](?:[’'][^\W\d_])?[^\W\d_]{0,30}+(?:[-’'][^\W\d_]{1,30}+){0,3}"
"""A capitalised word of a name: Anna, O'Neil, Smith-Jones, D’Angelo, LEE. Scripts without case count as capital."""

_WORD = re.compile(r"\w*+")
_LEADING = re.compile(
    r"\(\?<!(?P<before>\[[^\]]+\]|\\w)\)(?=(?:\(\?:|\(\?P<v>)?(?:\[A-Z|\[\^\\W\\d_a-z|[A-Z]\w)|\[0-9|\[A-CE)"
)


class Expression:
    """An expression; one that begins with a capital or a digit finds those first.

    `(?<![X])[A-Z]...` makes the engine try the look-behind at every character. Without it the engine skips to the
    characters that a match can begin with, and what stands before is looked at where the rest has matched.

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
    def _apart(self) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
        """What may not stand before a match, and the rest; None where they are not looked at apart."""
        leading = None if self._flags else _LEADING.match(self._expression)
        return leading and (re.compile(leading["before"]), re.compile(self._expression[leading.end() :]))

    def finditer(self, text: str, position: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        """What `whole.finditer` yields."""
        end = len(text) if end is None else end
        apart = self._apart
        return self.whole.finditer(text, position, end) if apart is None else _skipping(*apart, text, position, end)


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


class Rule(NamedTuple):
    """One pattern.

    Attributes:
        type: entity type of its matches.
        pattern: the expression; a group named `v` is the entity, else the whole match is.
        score: confidence without a check.
        hints: at least one of them occurs in the lower-cased text, or the pattern is not run; () for always.
        digits: the pattern needs a number of that many digits near; 0 for none.
        cues: at least one of these words, lower case, stands near a match; empty for always.
        check: looks at a match and gives it a score, or rejects it.
        folded: the expression is lower case and runs on the lower-cased text: several times the speed of `(?i:...)`.
        sign: a cheap expression that matches near a match; None for none.
    """

    type: str
    pattern: Expression
    score: float = 0.85
    hints: tuple[str, ...] = ()
    digits: int = 0
    cues: frozenset[str] = frozenset()
    check: Check | None = None
    folded: bool = False
    sign: re.Pattern[str] | None = None

    def windows(self, reading: Reading) -> list[tuple[int, int]]:
        """Where in a text the pattern has to be run; the text has one of the cues, if there are some."""
        if self.digits:
            hinted = not self.hints or any(hint in reading.lower for hint in self.hints)
            return reading.near_digits(self.digits) if hinted else []
        if self.hints:
            return reading.near_hints(self.hints)
        if self.cues:
            return reading.near(self.cues)
        return reading.near_signs(self.sign) if self.sign is not None else [(0, len(reading.text))]


class Rules:
    """Rules that are run together: one pass over the words of a text says which of them can find something.

    Args:
        rules: the rules.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._cued = [bool(rule.cues) for rule in self._rules]
        self._by_cue: dict[str, list[int]] = {}
        for number, rule in enumerate(self._rules):
            for cue in rule.cues:
                self._by_cue.setdefault(cue, []).append(number)

    def find(self, reading: Reading) -> Iterator[Found]:
        """What the rules find in a text."""
        by_cue = self._by_cue
        told = {number for word in reading.words if word in by_cue for number in by_cue[word]}
        for number, rule in enumerate(self._rules):
            if number not in told and self._cued[number]:
                continue
            for match in _matches(rule, reading):
                start, end = match.span(rule.pattern.group)
                if start < 0:
                    continue
                score = rule.score if rule.check is None else rule.check(reading.text, start, end)
                if score is not None:
                    yield start, end, rule.type, score


def _matches(rule: Rule, reading: Reading) -> Iterator[re.Match[str]]:
    text, done = reading.lower if rule.folded else reading.text, 0
    for first, last in rule.windows(reading):
        for match in rule.pattern.finditer(text, max(first, done), last):
            # A match that fills its window may go on behind it: a long URL.
            whole = match if match.end() < last or last == len(text) else rule.pattern.whole.match(text, match.start())
            if whole is not None:
                done = whole.end()
                yield whole
