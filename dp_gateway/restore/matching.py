"""Finds the surrogates of a request in a text, by their first words.

`Restorer` asks it for whole replies and `RestoreStream` for those that arrive in pieces.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from dp_gateway.restore.bounds import (
    JOINTS,
    LONGEST_GAP,
    LONGEST_JOINT,
    NEED_MORE,
    NOWHERE,
    end_of,
    may_start,
    original_for,
    right_bound,
)
from dp_gateway.restore.digits import DigitStrings, digit_strings
from dp_gateway.restore.later import Later
from dp_gateway.restore.numbers import Numbers, numerals_in
from dp_gateway.restore.replacement import SPACE_CODE, Replacement, forms_of
from dp_gateway.restore.words import (
    MARKS,
    TRANSPARENT,
    ascii_words,
    cut_words,
    different_tokens,
    places_of,
    token_at,
    tokens,
)
from dp_gateway.text.escapes import BREAK
from dp_gateway.text.folding import compared

_LENGTHS = itemgetter(0, 1)
_MANY = 4
"""Surrogates with one head that are gone through one by one."""

_BEFORE, _BEHIND = 6, 4
"""Characters before a place and behind a surrogate that tell its bounds."""
_COMPARED = 64
"""Characters of the longest surrogate at a place of which it is looked whether it stood in the same text before."""

_SPACES = "   "
_WIDE, _GAP = " " * LONGEST_GAP, re.compile(" +")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d{4,}|\d{1,3}(?:,\d{3})+")
# What may stand inside of a surrogate without being part of it.
_SPECIAL = re.compile(rf"[{MARKS}]|(?<=[ {MARKS}]) ")
_JOINT = re.compile(r"[%_+-]")
_LAST = "\U0010ffff"


class Match(NamedTuple):
    """A surrogate in a text: where it begins and ends, and what has to stand there."""

    start: int
    end: int
    text: str


class Words(NamedTuple):
    """The words and marks of a text, folded, its numbers, and what of its digits may be one number."""

    words: frozenset[str]
    numerals: frozenset[Decimal]
    digits: frozenset[str]


class _Joined(NamedTuple):
    """Surrogates by what they are with a mark for each space; the lengths of that, and all of it in order."""

    forms: dict[str, list[str]]
    lengths: list[int]
    in_order: list[str]


class Surrogates:
    """The surrogates of one request, to be found in any text.

    Args:
        replacements: of two with the same folded surrogate the first one counts.
        numbers: values of the request that a reply may write as bare numbers.
        digits: numbers of the request that are known by their digits.

    Attributes:
        numbers, digits: as given; None where there are none.
    """

    def __init__(
        self, replacements: Iterable[Replacement], numbers: Numbers | None = None, digits: DigitStrings | None = None
    ) -> None:
        self.numbers, self.digits = numbers or None, digits or None
        # What is left out of these, with what makes it once a reply may hold one.
        self._later: dict[Later, Callable[[tuple[Later, ...]], Surrogates]] = {}
        self._index: dict[str, dict[str, Replacement]] = {}
        self._written: dict[str, Replacement] = {}
        self._triggers: set[str] = set()
        self._by_length: dict[str, list[int]] = {}
        self._in_order: dict[str, list[str]] = {}
        self._of_joint: dict[tuple[str, str], _Joined] = {}
        self._skipped: tuple[str, ...] = ()
        self._longest_gap = LONGEST_GAP
        # A reply that was restored, and what was found in it, until it is looked through for what it states.
        self.restored: tuple[str, list[Match]] | None = None
        if listed := list(replacements):
            self._add(listed)

    def _complete(self) -> None:
        """Make those that were left for later."""
        for later, make in self._later.items():
            if later in self._later:
                self._make(later, make)

    def _make(self, later: Later, make: Callable[[tuple[Later, ...]], Surrogates]) -> None:
        """Make some of them."""
        whole = make(tuple(one for one in self._later if one is not later))
        # With what was worked out from the others; at once, as another thread may look.
        _ = whole._marks, whole._heads
        self.__dict__.update(whole.__dict__)

    def before(self, make: Callable[[tuple[Later, ...]], Surrogates], *later: Later) -> Surrogates:
        """Make a copy, some of whose surrogates are made later. `make`: makes all surrogates of the request but those
        that are still left for later, which it is given.
        """
        self._complete()
        one = object.__new__(Surrogates)
        one.__dict__ |= self.__dict__ | {"_later": dict.fromkeys(later, make), "restored": None}
        return one

    def __getstate__(self) -> dict[str, Any]:
        self._complete()
        return self.__dict__ | {"restored": None}

    @property
    def skipped(self) -> tuple[str, ...]:
        """Surrogates too short to be told from an ordinary number; they are not looked for."""
        self._complete()
        return self._skipped

    def _add(self, replacements: list[Replacement]) -> None:
        index, triggers, skipped = self._index, self._triggers, dict[str, None]()
        # A line of columns that is known again as a whole holds the spaces between them.
        wide = [one[0] for one in replacements if _WIDE in one[0]]
        self._longest_gap = max(LONGEST_GAP, *(len(gap) for one in wide for gap in _GAP.findall(one)), 0)
        for replacement, (folded, head, restorable) in zip(replacements, forms_of(replacements), strict=True):
            if not restorable:
                if replacement[0] != replacement[1]:
                    skipped[replacement[0]] = None
                continue
            if head in index:
                first = index[head].setdefault(folded, replacement)
                if first.surrogate != replacement[0]:
                    # In other letter case or with other spaces it stood for an original that was written so.
                    self._written.setdefault(replacement[0], replacement)
            else:
                index[head] = {folded: replacement}
            if replacement[2] and folded == head:
                triggers.add(head + "s")
        self._skipped = tuple(skipped)
        triggers.update(index)

    def __bool__(self) -> bool:
        if not self._index and self._later:
            if any(later.sure for later in self._later):
                return True
            self._complete()
        return bool(self._index)

    def __iter__(self) -> Iterator[Replacement]:
        """What it looks for: of forms that are folded alike, those that count."""
        self._complete()
        for of_head in self._index.values():
            yield from of_head.values()
        yield from self._written.values()

    def hashed(self) -> dict[int, Replacement | None]:
        """Return what it looks for by a hash of each; one more of all numbers, by value and by digits, is no
        replacement.
        """
        known: dict[int, Replacement | None] = {hash(one): one for one in self}
        if self.numbers is not None:
            known[hash(self.numbers.pairs)] = None
        if self.digits is not None:
            known[hash(self.digits.pairs)] = None
        return known

    def texts(self) -> Iterator[str]:
        """Return the surrogates and the originals."""
        self._complete()
        for of_head in self._index.values():
            for replacement in of_head.values():
                yield replacement.surrogate
                yield replacement.original

    def possible_in(self, known: Words) -> str:
        """Return a name for those surrogates and numbers that may stand in a text of these words; empty for none."""
        words, numerals, digits = known
        told = self.numbers.among(numerals) if self.numbers and numerals else frozenset[object]()
        if self.digits and digits:
            told |= self.digits.among(digits)
        found = list[Replacement]()
        for head in words & self._triggers:
            of_head = self._index.get(head) or self._index.get(head[:-1], {})
            # Most telephone numbers begin as others do, and many names too; the last word may have a plural s.
            most = -1 if head.isalpha() else None
            found += (one for form, one in of_head.items() if words.issuperset(_tokens_of(form)[:most]))
        return str(hash((told, frozenset(found)))) if told or found else ""

    def matches(self, text: str, at: int, *, final: bool) -> tuple[list[Match], int]:
        """Find the surrogates in a text from a place on, and how far that is certain. `at`: where to begin; what stands
        before is looked at by the rules of boundaries. `final`: no more text will come.
        """
        clear = len(text)
        for later, make in self._later.items():
            # One of the others may have made it.
            if later not in self._later:
                continue
            clear_of = later.clear_of(text, at, final=final)
            if clear_of is None:
                self._make(later, make)
            else:
                clear = min(clear, clear_of)
        found, certain = self._found(text, at, final=final)
        if clear < certain:
            # What begins in front of it counts, however long it is.
            found = [match for match in found if match.start < clear]
            certain = max([clear, *(match.end for match in found[-1:])])
        return found, certain

    def _found(self, text: str, at: int, *, final: bool) -> tuple[list[Match], int]:
        found, certain = self._listed(text, at, final=final)
        if not _DIGIT.search(text, at):
            return found, certain
        if self.digits is not None:
            found, certain = self._with_digits(self.digits, text, at, found, certain, final=final)
        if self.numbers is not None:
            found, certain = self._with_numbers(self.numbers, text, at, found, certain, final=final)
        return found, certain

    @staticmethod
    def _with_digits(
        digits: DigitStrings, text: str, at: int, found: list[Match], certain: int, *, final: bool
    ) -> tuple[list[Match], int]:
        """The same with numbers that are known by their digits; of two that overlap the one that begins first."""
        more, sure = digits.found(text, at, final=final)
        together, certain = list[Match](), min(certain, sure)
        for match in sorted([*found, *(Match(*one) for one in more)], key=_first_and_longest) if more else found:
            if match.start < certain and (not together or match.start >= together[-1].end):
                together.append(match)
        return together, max(certain, *(match.end for match in together[-1:]), at)

    @staticmethod
    def _with_numbers(
        numbers: Numbers, text: str, at: int, found: list[Match], certain: int, *, final: bool
    ) -> tuple[list[Match], int]:
        """The same with bare numbers in the stretches between."""
        together = list[Match]()
        found = [match for match in found if not numbers.is_of_law(text, match.start, match.end)]
        for start, match in zip([at, *(one.end for one in found)], [*found, None], strict=True):
            bare, sure = numbers.found(text, start, match.start if match else certain, final=final)
            together += (Match(*one) for one in bare)
            if sure < (match.start if match else certain):
                return together, sure
            together += [match] if match else []
        return together, certain

    def _listed(self, text: str, at: int, *, final: bool) -> tuple[list[Match], int]:
        if not self._index:
            return [], len(text)
        # Of a URL's path: the words beside it are words, and stay where they are.
        read = text.replace(SPACE_CODE, _SPACES) if SPACE_CODE in text else text
        # What stands behind the letter of a line break in a string of a program begins there.
        apart = BREAK.sub(r"\1 ", read) if "\\" in read else read
        wanted, marked, end = self._look(read)
        if apart != read:
            wanted |= self._look(apart)[0]
        cut = not final and bool(end) and next(self._heads_with(end), None) is not None
        if not (wanted or marked or cut):
            return [], len(text)
        folded = compared(read)
        each = (folded,) if apart == read else (folded, compared(apart))
        places = [place for one in each for place in places_of(wanted, one, at)]
        if marked:
            places += (place for one in each for place in cut_words(one, at))
        if marked or len(each) > 1:
            places = sorted({*places})
        if cut and (last := len(text) - len(end)) >= at:
            places.append(last)
        return self._at_places(places, text, folded, final=final, plain=not marked and "  " not in folded)

    def _look(self, text: str) -> tuple[set[str], bool, str]:
        """A first look at a text, which for most of them is the last one.

        Returns:
            Words and marks of it that surrogates begin with, whether there is markup, and the word or mark it ends with
            (empty for white space).
        """
        if text.isascii():
            words, marked = ascii_words(text)
            wanted = self._triggers.intersection(words)
            wanted.update([mark for mark in self._marks if mark in text])
            last = text[-1:].lower()
            return wanted, marked, words[-1] if last.isalnum() else last.strip()
        folded = compared(text)
        words = tokens(folded)
        return (
            self._triggers.intersection(words),
            not TRANSPARENT.isdisjoint(words),
            "" if folded[-1] == " " else words[-1],
        )

    @cached_property
    def _marks(self) -> list[str]:
        """Marks that surrogates begin with."""
        return [head for head in self._index if not head.isalnum()]

    def _at_places(
        self, places: list[int], text: str, folded: str, *, final: bool, plain: bool
    ) -> tuple[list[Match], int]:
        """The surrogates that begin at some places, and how far that is certain; `plain` as in `end_of`."""
        found, at = list[Match](), 0
        # Of one value over and over, what is told at one place by the text around it is told at each.
        known: dict[tuple[str, str, int], tuple[int, str] | None] = {}
        for start in places:
            if start < at or not may_start(folded, start):
                continue
            around = slice(max(start - _BEFORE, 0), start + self._reach(folded, start)) if plain else slice(0)
            key = text[around], folded[around], min(start, _BEFORE)
            if key in known:
                match = None if (of := known[key]) is None else Match(start, start + of[0], of[1])
            else:
                match = self._longest(text, folded, start, final=final, plain=plain)
                # Of zeros that go on behind what is compared no end is seen.
                if around.stop > start and folded[around.stop - 2 : around.stop - 1] != "0":
                    known[key] = None if match is None else (match.end - start, match.text)
            if match is None:
                continue
            if match.end == NEED_MORE:
                return found, start
            found.append(match)
            at = match.end
        return found, len(text)

    def _reach(self, folded: str, start: int) -> int:
        """How many characters from a place on tell which surrogate stands there, if nothing is stepped over; 0 for too
        many to compare them.
        """
        token = token_at(folded, start)
        longest = max((self._lengths(head)[-1] for head in (token, token[:-1]) if head in self._index), default=0)
        return LONGEST_JOINT * longest + _BEHIND if 0 < longest <= _COMPARED else 0

    @cached_property
    def _heads(self) -> list[str]:
        return sorted(self._index)

    def _heads_with(self, prefix: str) -> Iterator[str]:
        """Heads that begin with a word."""
        heads = self._heads
        return _from_to(heads, *_with_prefix(heads, prefix, 0, len(heads)))

    def _candidates(self, folded: str, start: int, *, final: bool, plain: bool) -> Iterator[tuple[str, Replacement]]:
        """Surrogates that may begin at a place, one by one: the first that more text can tell is enough."""
        token = token_at(folded, start)
        end = start + len(token)
        if not final if end == len(folded) else folded[end] in TRANSPARENT:
            heads = self._heads_with(token)  # the word may go on
        else:
            heads = iter([token] if token in self._index else [])
        if token[-1] == "s" and token[:-1] in self._index:
            heads = chain(heads, [token[:-1]])
        for head in heads:
            of_head = self._index[head]
            if len(of_head) <= _MANY:
                yield from of_head.items()
                continue
            lengths = self._lengths(head)
            last = start + lengths[-1]
            if (final or last <= len(folded)) and (plain or not _SPECIAL.search(folded, start, last + 1)):
                # Ten thousand card numbers begin with one head: they are looked up, not gone through.
                forms: Iterable[str] = (folded[start : start + length] for length in lengths)
            else:
                forms = self._walked(head, folded, start, final=final)
            forms = chain(forms, self._joined(head, folded, start, final=final))
            yield from ((form, of_head[form]) for form in forms if form in of_head)

    def _walked(self, head: str, folded: str, start: int, *, final: bool) -> Iterator[str]:
        """Of many surrogates with one head, those that may stand at a place amid markup, or go on behind the text."""
        of_head, forms, lengths = self._index[head], self._sorted(head), self._lengths(head)
        # Forms between two places of the list, of which as much as `prefix` is known to stand there.
        todo = [(0, len(forms), start, "", 0)]
        # Of a run of marks, which belong to surrogates or stand between, many ways lead to one place.
        seen = set[tuple[int, str, int]]()
        while todo:
            low, high, at, prefix, gap = todo.pop()
            if (at, prefix, gap) in seen:
                continue
            seen.add((at, prefix, gap))
            if high - low == 1:
                # Who asks compares the one that is left: step by step a long one would be read anew each time.
                yield forms[low]
                continue
            most = min(at + lengths[-1] + 1, len(folded))
            special = _SPECIAL.search(folded, at, most)
            stop = special.start() if special else most
            if stop > at:
                known, gap, prefix = len(prefix), 0, prefix + folded[at:stop]
                shorter = lengths[bisect_right(lengths, known) : bisect_right(lengths, len(prefix))]
                yield from (form for length in shorter if (form := prefix[:length]) in of_head)
                low, high = _with_prefix(forms, prefix, low, high)
            if low == high:
                continue
            if stop == len(folded):
                yield from () if final else _from_to(forms, low, high)
                continue
            longer = prefix + folded[stop]
            if longer in of_head:
                yield longer
            todo.append((*_with_prefix(forms, longer, low, high), stop + 1, longer, 0))
            if gap < self._longest_gap:
                todo.append((low, high, stop + 1, prefix, gap + 1))

    def _joined(self, head: str, folded: str, start: int, *, final: bool) -> Iterator[str]:
        """Those of several words that stand at a place as one word, or begin there: with a mark for each space."""
        longest = self._lengths(head)[-1]
        end = folded.find(" ", start, start + longest)
        if not _JOINT.search(folded, start, end if end >= 0 else start + longest):
            return
        last = start + LONGEST_JOINT * longest
        for joint in JOINTS:
            # Each of them holds the mark: where the text does not, and does not end, none stands.
            if (final or last <= len(folded)) and folded.find(joint, start, last) < 0:
                continue
            forms, lengths, in_order = self._as_one_word(head, joint)
            for length in lengths:
                yield from forms.get(folded[start : start + length], ())
            if lengths and not final and start + lengths[-1] > len(folded):
                places = _with_prefix(in_order, folded[start:], 0, len(in_order))
                yield from chain.from_iterable(forms[one] for one in _from_to(in_order, *places))

    def _as_one_word(self, head: str, joint: str) -> _Joined:
        """The surrogates of several words with a head, by what they are as one word."""
        if (head, joint) not in self._of_joint:
            forms: dict[str, list[str]] = {}
            for form in self._index[head]:
                if " " in form:
                    forms.setdefault(form.replace(" ", joint), []).append(form)
            self._of_joint[head, joint] = _Joined(forms, sorted({*map(len, forms)}), sorted(forms))
        return self._of_joint[head, joint]

    def _sorted(self, head: str) -> list[str]:
        if head not in self._in_order:
            self._in_order[head] = sorted(self._index[head])
        return self._in_order[head]

    def _lengths(self, head: str) -> list[int]:
        """The lengths of the surrogates with a head, the longest last."""
        if head not in self._by_length:
            self._by_length[head] = sorted({len(surrogate) for surrogate in self._index[head]})
        return self._by_length[head]

    def _longest(self, text: str, folded: str, start: int, *, final: bool, plain: bool) -> Match | None:
        """The longest surrogate that stands at `start`; one that ends at `NEED_MORE` where more text can tell."""
        ends: list[tuple[int, int, Replacement]] = []
        for surrogate, replacement in self._candidates(folded, start, final=final, plain=plain):
            if folded.startswith(surrogate, start):
                ends.append((start + len(surrogate), len(surrogate), replacement))
                continue
            end = end_of(surrogate, folded, start, plain=plain, longest_gap=self._longest_gap)
            if end == NEED_MORE and not final:
                return Match(start, NEED_MORE, "")
            if end >= 0:
                ends.append((end, len(surrogate), replacement))
        if len(ends) > 1:
            ends.sort(key=_LENGTHS, reverse=True)
        for end, _, replacement in ends:
            number = folded[end - 1].isdigit() and _NUMBER.fullmatch(replacement.surrogate) is not None
            bound = right_bound(folded, start, end, plural=replacement.plural, final=final, number=number)
            if bound == NEED_MORE:
                return Match(start, NEED_MORE, "")
            matched = text[start:end]
            if bound != NOWHERE and not (replacement.cased and matched.islower()):
                if matched == replacement.surrogate:
                    return Match(start, bound, replacement.original + text[end:bound])
                exact = self._written.get(matched, replacement)
                return Match(start, bound, original_for(matched, exact) + text[end:bound])
        return None


def words_of(text: str) -> Words:
    """Find the words of a text that tell which surrogates and numbers may stand in it."""
    read = text.replace(SPACE_CODE, _SPACES)
    words = different_tokens(compared(read))
    if "\\" in read:
        words |= different_tokens(compared(BREAK.sub(r"\1 ", read)))
    return Words(words, frozenset(numerals_in(text)), digit_strings(text))


def _first_and_longest(match: Match) -> tuple[int, int]:
    return match.start, -match.end


@lru_cache(8192)
def _tokens_of(form: str) -> tuple[str, ...]:
    return tuple(tokens(form))


def _with_prefix(forms: list[str], prefix: str, low: int, high: int) -> tuple[int, int]:
    """Where, between two places of a sorted list, those stand that begin with a prefix."""
    low = bisect_left(forms, prefix, low, high)
    return low, bisect_left(forms, prefix + _LAST, low, high)


def _from_to(forms: list[str], low: int, high: int) -> Iterator[str]:
    """Those between two places of a list, which is neither copied nor gone through."""
    return map(forms.__getitem__, range(low, high))
