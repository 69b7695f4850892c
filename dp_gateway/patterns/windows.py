"""A text as the rules of this package read it: one pass finds where its words and digits stand.

A rule says what has to stand near a match: a number of some digits, one of some words, a sign. It is run on the windows
around those alone, so that a long text with few of them costs little more than the pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits, hexdigits
from typing import NamedTuple, Protocol

from dp_gateway.text.folding import lower

_WORD, _ASCII_WORD = re.compile(r"[^\W\d_]+"), re.compile(r"[a-z][a-z]*")
# A text of ASCII with a space in place of whatever is no letter.
_NO_LETTERS = {code: " " for code in range(128) if not chr(code).isalpha()}
# In a longer text a pass over its words costs less than a search for each word that is asked for.
_SEARCHED = 4000
_DIGITS = re.compile(r"[0-9](?>(?:[0-9]|(?: [-–.] |[^\w\n]{1,2})(?=[0-9(]))*)")
BEFORE, AFTER = 110, 130
# A window ends at a space, if there is one near: what looks behind a match then sees what it sees in the text. What
# looks before it sees the text itself.
_SNAP = 60
_REACH_INTO_CODE = 600
"""Characters of code beside other text that are looked through: windows around what stands there may reach out."""

Span = tuple[int, int]


def _kinds(alike: Mapping[str, str]) -> bytes:
    """A table for `bytes.translate` with one character in place of each of some ASCII characters."""
    table = bytearray(range(256))
    for one, characters in {" ": "\t\n\v\f\r\x1c\x1d\x1e\x1f", **alike}.items():
        for char in characters:
            table[ord(char)] = ord(one)
    return bytes(table)


# White space beyond ASCII, in UTF-8.
_WHITE = re.compile(b"\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80")
_CASES = _kinds({"0": digits, "A": ascii_uppercase, "a": ascii_lowercase})
_HEXADECIMAL = _kinds({"0": hexdigits})
_ALPHANUMERIC = _kinds({"0": digits + ascii_letters})


class Form(NamedTuple):
    """The literals that a match is made of, which are looked for faster than by any expression. `literals`: a text
    without any of them has no match. `kinds`: the table by which the text is written in kinds of characters before
    that.
    """

    literals: tuple[bytes, ...]
    kinds: bytes


def form(*literals: str) -> Form:
    """Make a form with 0 for each digit, A and a for each capital and small letter of ASCII, a space for all white
    space.
    """
    return Form(tuple(map(str.encode, literals)), _CASES)


def hexadecimal(*literals: str) -> Form:
    """Make a form with 0 for each hexadecimal digit."""
    return Form(tuple(map(str.encode, literals)), _HEXADECIMAL)


def alphanumeric(least: int) -> Form:
    """Make the form of so many letters and digits of ASCII in a row."""
    return Form((b"0" * least,), _ALPHANUMERIC)


_ATOM = re.compile(r"(?P<kind>\[(?:[01]-9|A-Z|a-z)\]|\\s|[ ,/#:@-])(?:\{(?P<times>[1-9])\})?(?![?*+{])")
_KIND = {"[0-9]": "0", "[1-9]": "0", "[A-Z]": "A", "[a-z]": "a", "\\s": " "}
_FEWEST = 2


@cache
def _beginning(expression: str) -> Form | None:
    """The form that all matches of an expression begin with; None where it tells too little."""
    written, at = "", 0
    while "|" not in expression and (atom := _ATOM.match(expression, at)) is not None:
        written += _KIND.get(atom["kind"], atom["kind"]) * int(atom["times"] or 1)
        at = atom.end()
    return form(written) if len(written) >= _FEWEST else None


class _Searches(Protocol):
    """What `re.Pattern` and `Expression` have in common."""

    def finditer(self, text: str, position: int, end: int, /) -> Iterator[re.Match[str]]: ...


class Reading:
    """A text and where things stand in it. `lower`: `lower(text)`."""

    def __init__(self, text: str) -> None:
        self.text, self.lower = text, lower(text)
        self._by_digits: dict[int, list[Span]] = {}
        self._numbers_of: dict[int, list[Span]] = {}
        # By `id`: the hash of an expression is that of its whole program.
        self._by_sign: dict[tuple[int, bool], list[Span]] = {}
        self._around_code: list[Span] = []
        self._by_kind: dict[bytes, bytes] = {}
        self._by_search: dict[str, list[int]] = {}

    @cached_property
    def _spaced(self) -> str | None:
        """The text in lower case between spaces, with a space for whatever is no letter; None where it is not ASCII."""
        return f" {self.lower.translate(_NO_LETTERS)} " if self.lower.isascii() else None

    @cached_property
    def words(self) -> Set[str]:
        """The words of letters, in lower case."""
        return set(self._spaced.split()) if self._spaced is not None else set(self._by_word)

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for match in (_ASCII_WORD if self.lower.isascii() else _WORD).finditer(self.lower):
            found.setdefault(match.group(), []).append(match.start())
        return found

    def places(self, word: str) -> list[int]:
        """Find where a word of letters begins, in order."""
        spaced = self._spaced
        if spaced is None or len(spaced) > _SEARCHED:
            return self._by_word.get(word, [])
        found = self._by_search.get(word)
        if found is None:
            found = self._by_search[word] = []
            at = spaced.find(f" {word} ")
            while at >= 0:
                found.append(at)
                at = spaced.find(f" {word} ", at + len(word) + 1)
        return found

    @cached_property
    def characters(self) -> Set[str]:
        """The characters of the text."""
        return set(self.text)

    @cached_property
    def longest(self) -> int:
        """The length of the longest stretch without white space."""
        return max(map(len, self.text.split()), default=0)

    def has(self, words: Set[str]) -> bool:
        """Return whether one of the words stands in the text."""
        return not self.words.isdisjoint(words)

    @cached_property
    def _numbers(self) -> list[tuple[Span, int]]:
        """The stretches of digits, with separators between them or not, and how many digits each has."""
        found = _DIGITS.finditer(self.text)
        return [(match.span(), sum(map(str.isdigit, match.group()))) for match in found]

    @cached_property
    def most_digits(self) -> int:
        """How many digits the longest number has."""
        return max((digits for _, digits in self._numbers), default=0)

    def near_digits(self, least: int) -> list[Span]:
        """Return the windows around numbers of that many digits."""
        windows = self._by_digits.get(least)
        if windows is None:
            windows = self._by_digits[least] = self.around(self._of_digits(least))
        return windows

    def _of_digits(self, least: int) -> list[Span]:
        """Where numbers of that many digits stand."""
        found = self._numbers_of.get(least)
        if found is None:
            found = self._numbers_of[least] = [span for span, digits in self._numbers if digits >= least]
        return found

    def with_digits(self, windows: list[Span], least: int) -> list[Span]:
        """Return those windows, of some in order, that a number of that many digits stands in or near."""
        numbers, at, found = self._of_digits(least), 0, list[Span]()
        for window in windows:
            first, last = window[0] - BEFORE, window[1] + AFTER
            while at < len(numbers) and numbers[at][1] <= first:
                at += 1
            if at < len(numbers) and numbers[at][0] < last:
                found.append(window)
        return found

    def near(
        self, words: Set[str], before: int = BEFORE, after: int = AFTER, *, capital: bool | None = None
    ) -> list[Span]:
        """Return the windows around words, as wide as `before` and `after` say; around those with a capital, or without
        one, where `capital` says so.
        """
        if self.words.isdisjoint(words):
            return []
        text = self.text
        found = [(at, at + len(word)) for word in self.words & words for at in self.places(word)]
        if capital is not None:
            found = [span for span in found if text[span[0]].islower() is not capital]
        found.sort()
        return self.around(found, before, after)

    def note_code(self, code: Sequence[Span]) -> None:
        """Note where code stands, in order, which some rules do not read; see `signs`."""
        edges = [0, *(at for span in code for at in span), len(self.text)]
        self._around_code = [
            (max(0, start - _REACH_INTO_CODE), min(end + _REACH_INTO_CODE, len(self.text)))
            for start, end in zip(edges[::2], edges[1::2], strict=True)
            if start < end
        ]

    def signs(self, sign: re.Pattern[str], *, in_code: bool = True) -> list[Span]:
        """Find where a cheap expression matches; rules that share one search once. `in_code`: all of the text is looked
        through, and not only what is no code, as `note_code` says, and what is near that.
        """
        name = id(sign), in_code
        found = self._by_sign.get(name)
        if found is None:
            begins = _beginning(sign.pattern)
            if begins is not None and not self.has_form(begins):
                found = []
            elif in_code:
                found = [match.span() for match in sign.finditer(self.text)]
            else:
                near = {match.span() for span in self._around_code for match in sign.finditer(self.text, *span)}
                found = sorted(near)
            self._by_sign[name] = found
        return found

    def has_form(self, form: Form) -> bool:
        """Return whether one of the literals of a form stands in the text, written in the kinds of its characters."""
        written = self._by_kind.get(form.kinds)
        if written is None:
            written = self._by_kind[form.kinds] = self._encoded.translate(form.kinds)
        for literal in form.literals:  # noqa: SIM110 -- asked of each rule of each text
            if literal in written:
                return True
        return False

    @cached_property
    def _encoded(self) -> bytes:
        """The text in UTF-8, with a space for every character that is white."""
        found = self.text.encode("utf-8", "surrogatepass")
        return found if self.text.isascii() else _WHITE.sub(b" ", found)

    def around(self, spans: Iterable[Span], before: int = BEFORE, after: int = AFTER) -> list[Span]:
        """Return windows around spans that are in order; those that meet are one."""
        text, windows = self.text, list[Span]()
        start = end = -_SNAP - before - 1
        for first, last in spans:
            if first - before > end + _SNAP:
                if end > 0:
                    windows.append((start, _space_behind(text, end)))
                start = first - before if first > before else 0
            end = last + after
        if end > 0:
            windows.append((start, _space_behind(text, end)))
        return windows

    def stretches(self, spans: Iterable[Span]) -> list[Span]:
        """Return the windows around spans that are in order, as far as the next spaces and line ends."""
        text, windows = self.text, list[Span]()
        for first, last in spans:
            reach = max(0, first - BEFORE)
            start = max(text.rfind(" ", reach, first) + 1, text.rfind("\n", reach, first) + 1, reach)
            end = _space_behind(text, last, AFTER + _SNAP)
            line = text.find("\n", last, end)
            end = line if line >= 0 else end
            if windows and start <= windows[-1][1]:
                windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
            else:
                windows.append((start, end))
        return windows

    def finditer(
        self,
        pattern: _Searches,
        words: Set[str],
        before: int = BEFORE,
        after: int = AFTER,
        *,
        capital: bool | None = None,
    ) -> Iterator[re.Match[str]]:
        """Find the matches of an expression near words."""
        for start, end in self.near(words, before, after, capital=capital):
            yield from pattern.finditer(self.text, start, end)

    def matches_near(self, sign: re.Pattern[str], pattern: _Searches) -> Iterator[re.Match[str]]:
        """Find the matches of an expression near those of a cheap one."""
        for start, end in self.around(self.signs(sign)):
            yield from pattern.finditer(self.text, start, end)


def _space_behind(text: str, at: int, reach: int = _SNAP) -> int:
    found = text.find(" ", at, at + reach)
    return found if found >= 0 else min(len(text), at + reach)
