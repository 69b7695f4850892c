"""Bare numbers that are a value of the request again: "4200" and `"income": 4200` where "$4,200" stands too.

`find_mentions` asks here once all else is found. The rule is the one by which `restore.numbers` puts a bare number of a
reply back: what is restored for the user is found again when the conversation is sent with its next turn, so that the
provider never sees the true number beside the drawn one. An amount that is too exact to be another one is found in
rows of columns and names as well.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from dp_gateway.cache import Memory
from dp_gateway.mentions.amounts import read
from dp_gateway.policy import Rules
from dp_gateway.restore.labels import WordsAround
from dp_gateway.restore.numbers import NumberPair, Numbers
from dp_gateway.text.entities import VALUE_TYPES, Entity

_SURE = ("keys", "declared", "sensitive")
"""Detectors that do not guess what a number is."""
_LONGEST_FIELD = 40
_NUMERAL = re.compile(r"[0-9](?:[0-9.,]*[0-9])?")
_ONLY_NUMERALS, _DIGIT = re.compile(r"[0-9.,;/_'’\s-]+"), re.compile("[0-9]")
_EXACT, _LEAST_SIGNIFICANT = "MONEY", 4
"""Type of the values that are looked for in rows and names, and fewest digits, without zeros at the ends, of one."""

_WHOLE = re.compile(r"(?<![^\W_])[1-9][0-9]{0,14}+(?![0-9])")
_THOUSANDS = re.compile(r"([,._'’ \u00a0\u202f])[0-9]{3}(?![0-9])(?>(?:\1[0-9]{3}(?![0-9])){0,3})")
_CENTS = re.compile(r"\.[0-9]{1,2}(?![0-9])")
_GROUP = 4
_NO_DIGITS = bytes(byte for byte in range(256) if not chr(byte).isascii() or not chr(byte).isdigit())


class Said(NamedTuple):
    """The facts that a request tells of its texts.

    Attributes:
        turns: the turn of each. What is found in one is not looked for in those before, which were sent without it.
        spoken: which the model did not write, where public references stay but for those of what is private in a text
            before; None where none stays.
        developer: which the developer wrote; none where it is empty.
        keys: the key that each stands under in JSON; none where it is empty.
        programs: for each, what the program that is worked on is called, which is looked for nowhere else; none where
            it is empty.
    """

    turns: Sequence[int]
    spoken: Sequence[bool] | None = None
    developer: Sequence[bool] = ()
    keys: Sequence[str] = ()
    programs: Sequence[frozenset[str]] = ()

    def key(self, at: int) -> str | None:
        """Return the key of a user's text, or empty; None for a text of the developer."""
        if self.developer and self.developer[at]:
            return None
        return self.keys[at] if self.keys else ""


class BareNumber(NamedTuple):
    """A number that no detector found as the value that it is. `entity`: where it stands, of the type of the value,
    with a unit that was found apart from it. `written`: the value as it is written elsewhere; empty for a number with a
    unit.
    """

    entity: Entity
    written: str


class _Value(NamedTuple):
    """A value of the request: its number and type, how it is written, what words tell it, whether it has no unit."""

    number: Decimal
    kind: str
    written: str
    words: frozenset[str]
    bare: bool


def with_bare_numbers(
    texts: Sequence[str], entities: Sequence[Sequence[Entity]], rules: Rules, said: Said, memory: Memory
) -> list[list[BareNumber]]:
    """Find the bare numbers of each text that are a value that was found in it, beside it or before it. `texts`,
    `entities`, `said`, `memory`: see `find_mentions`; numbers of the developer are nobody's, but exact amounts.
    `rules`: of the policy.
    """
    kinds = [kind for kind in VALUE_TYPES if rules[kind].treatment != "keep"]
    found: list[list[BareNumber]] = [[] for _ in texts]
    if not any(one.type in kinds for of_text in entities for one in of_text):
        return found
    known: list[_Value] = []
    search = _Search(())
    in_turns = sorted(range(len(texts)), key=said.turns.__getitem__)
    for _, together in groupby(in_turns, said.turns.__getitem__):
        now = list(together)
        # What stands a thousand times amid the same words is one value.
        new = dict.fromkeys(value for at in now for value in _values(texts[at], entities[at], kinds))
        if new:
            known += new
            search = _Search(known)
        for at in now if known else ():
            key = said.key(at)
            if (search.exact or key is not None) and _has_digit(texts[at]):
                make = partial(search.found, texts[at], entities[at], key)
                name = "bare numbers", search.name, repr((key, *map(tuple, entities[at]))), texts[at]
                found[at] = [*memory.recall(make, *name)]
    return found


def _has_digit(text: str) -> bool:
    return _DIGIT.search(text) is not None or (not text.isascii() and any(map(str.isdigit, text)))


def _values(text: str, entities: Sequence[Entity], kinds: Collection[str]) -> Iterator[_Value]:
    around = WordsAround(text)
    for one in entities:
        if one.type not in kinds or one.public:
            continue
        written = text[one.start : one.end]
        reading = read(written, one.type)
        if reading is None or len(numbers := reading.amount.numbers) != 1:
            continue
        bare = not reading.amount.unit
        yield _Value(abs(numbers[0]), one.type, written, around.of(one.start, one.end), bare)


class _Told(NamedTuple):
    """A number of a text that is a value of the request, and whether a label or key says so."""

    start: int
    end: int
    number: Decimal
    kind: str
    labelled: bool


class _Search:
    """Looks for the numbers of some values.

    Args:
        known: the values.

    Attributes:
        name: tells it from a search for other values.
        exact: the values that are looked for in rows and names.
    """

    def __init__(self, known: Sequence[_Value]) -> None:
        self._known: dict[tuple[Decimal, str], _Value] = {}
        for one in known:
            # How it is written with a unit, if it is anywhere.
            if self._known.setdefault((one.number, one.kind), one).bare and not one.bare:
                self._known[one.number, one.kind] = one
        self.exact = {one.number: one for one in known if one.kind == _EXACT and _is_exact(one.number)}
        self._exact_digits = [_digits_of(number) for number in self.exact]
        self._numbers = Numbers([NumberPair(one.number, one.number, one.kind, one.words) for one in known], ())
        told = sorted((str(one.number), one.kind, one.written, *sorted(one.words)) for one in known)
        self.name = hashlib.blake2b(repr(told).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def found(self, text: str, entities: Sequence[Entity], key: str | None) -> tuple[BareNumber, ...]:
        """The bare numbers of a text; what was taken for something else in their place gives way. `entities`: what was
        found in it. `key`: that it stands under in JSON, or empty; None for a developer's, where only exact amounts
        count.
        """
        # What holds more than numbers gives way to none of them: most numbers of a text stand in such a finding.
        closed = sorted(
            one[:2] for one in entities if not (one.public or _ONLY_NUMERALS.fullmatch(text, one.start, one.end))
        )
        told = [] if key is None else self._told(text, key, closed)
        if self._may_hold_exact(text):
            # What the tagger guesses of numerals may give way below.
            others = [one for one in entities if one.type != _EXACT and not _is_guessed_of(one, text)]
            known = [*closed, *(one[:2] for one in (*told, *others))]
            told = sorted([*told, *self._exact(text, known)], key=itemgetter(0))
        numerals = {start: end for start, end, *_ in told}
        units = {one.start: one for one in entities if _is_unit(one, text)}
        guesses: dict[Entity, bool | None] = {}
        found: list[BareNumber] = []
        beside = overlapping([(start, end) for start, end, *_ in told], entities)
        for (start, end, number, kind, labelled), others in zip(told, beside, strict=True):
            if len(others) == 1 and others[0].public and others[0].type == kind:
                # "12.5 percent" said of things is private where somebody's "12.5%" is.
                found.append(BareNumber(others[0]._replace(public=False), ""))
                continue
            for one in others:
                if one not in guesses:
                    guesses[one] = _is_guess(one, text, numerals)
            if not all(_gives_way(one, kind, labelled, guess=guesses[one]) for one in others):
                continue
            unit = units.get(end + 1)
            if unit is not None:
                found.append(BareNumber(unit._replace(start=start), ""))
                continue
            thousands = text[end : end + 1] in ("k", "K")
            entity = Entity(start, end + thousands, kind, 1.0, "numbers")
            found.append(BareNumber(entity, self._known[number, kind].written))
        return tuple(found)

    def _may_hold_exact(self, text: str) -> bool:
        """Whether the digits of a text hold those of an exact amount, whatever stands between them."""
        digits = text.encode("utf-8", "surrogatepass").translate(None, _NO_DIGITS) if self.exact else b""
        return any(one in digits for one in self._exact_digits)

    def _told(self, text: str, key: str, closed: Sequence[tuple[int, int]]) -> list[_Told]:
        # A field of JSON is told by its key.
        label = f"{key}: " if key and len(text) <= _LONGEST_FIELD else ""
        shift = len(label)
        left = [(start + shift, end + shift) for start, end in closed] if shift else closed
        return [
            _Told(start - shift, end - shift, pair.original, pair.kind, labelled)
            for start, end, pair, labelled in self._numbers.meant(label + text, shift, left)
        ]

    def _exact(self, text: str, known: Iterable[tuple[int, int]]) -> Iterator[_Told]:
        """The exact amounts between anything but letters and digits, and apart from what is known to stand there."""
        taken, covered = 0, bytearray(len(text))
        for start, end in known:
            covered[start:end] = b"\1" * (end - start)
        for whole in _WHOLE.finditer(text):
            start = whole.start()
            if start < taken:
                continue
            groups = _THOUSANDS.match(text, whole.end())
            last = groups.end() if groups and len(whole[0]) < _GROUP else whole.end()
            for stop in range(last, whole.end() - 1, -_GROUP):
                cents = _CENTS.match(text, stop)
                for end in (cents.end(), stop) if cents else (stop,):
                    digits = "".join(filter(str.isdecimal, text[start:stop]))
                    number = Decimal(digits + text[stop:end])
                    free = start >= taken and 1 not in covered[start:end] and not text[end : end + 1].isalnum()
                    if free and number in self.exact:
                        yield _Told(start, end, number, _EXACT, False)
                        taken = end


def overlapping(spans: Sequence[tuple[int, int]], entities: Iterable[Entity]) -> Iterator[list[Entity]]:
    """Yield the entities that overlap each of some spans, which are in order and apart; in one pass over both."""
    waiting = sorted(entities, reverse=True)
    open_: list[Entity] = []
    for start, end in spans:
        while waiting and waiting[-1].start < end:
            open_.append(waiting.pop())
        open_ = [one for one in open_ if one.end > start]
        yield open_


def _is_exact(number: Decimal) -> bool:
    """Whether a number is too exact to be another one."""
    return len(_digits_of(number)) >= _LEAST_SIGNIFICANT


def _digits_of(number: Decimal) -> bytes:
    """The digits of a number without the zeros at both ends, which tell nothing."""
    return f"{number.normalize():f}".replace(".", "").strip("0").encode()


def _is_unit(entity: Entity, text: str) -> bool:
    """Whether a unit was found apart from its number, which was taken for something else."""
    return entity.type in VALUE_TYPES and not _DIGIT.search(text, entity.start, entity.end)


def _is_guessed_of(entity: Entity, text: str) -> bool:
    """Whether the tagger took numerals alone for something by what stands around them."""
    return entity.detector.startswith("tagger") and _ONLY_NUMERALS.fullmatch(text, entity.start, entity.end) is not None


def _is_guess(other: Entity, text: str, told: Mapping[int, int]) -> bool | None:
    """Whether what was found is numbers of which each is told to be a value; None for more than numbers. `other`: what
    was found. `told`: start and end of each number of the text that is told.
    """
    if not _ONLY_NUMERALS.fullmatch(text, other.start, other.end):
        return None
    numerals = _NUMERAL.finditer(text, other.start, other.end)
    return other.detector not in _SURE and all(told.get(one.start(), 0) >= one.end() for one in numerals)


def _gives_way(other: Entity, kind: str, labelled: bool, *, guess: bool | None) -> bool:
    """Whether what was found where a number stands is that number, or was taken for something else by its form.

    Args:
        other: what was found.
        kind: type of the number.
        labelled: a word or a key tells what it is.
        guess: as `_is_guess` gives it.
    """
    if guess is None:
        return False
    return other.type == kind or (bool(guess) and (labelled or other.detector.startswith("tagger")))
