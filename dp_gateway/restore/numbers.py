"""Tells the bare numbers of a reply that stand for a value of the request, and those that were computed from one.

A model writes a value again without its unit or sign: `"rent": 1560` for $1,560, "Age: 66". Such a number is known by
its value, which was drawn, whatever separators it has, and by what stands before it: the key or the label has to share
a word with the words around the value in the request, or to be one of its kind ("age", "price"). A number of four
digits and more that is no year needs no label. What stands in clear in the request is nobody's surrogate.

Where a reply shows an operation on such values ("12 % of $1,560 is $187.20", "1,560 + 300 = 1,860"), its result is
worked out again from the true ones. `Restorer` asks for both; what looks like a drawn value and is told by nothing
stays, and is counted (`unsure`), so that nothing stays silently.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import chain, permutations, takewhile
from typing import NamedTuple

from dp_gateway.restore.labels import cells, column, label_words, values, words_of_kind
from dp_gateway.restore.results import PERCENT, Operand, Results, exactly
from dp_gateway.vocabulary.numerals import ordinal_like

CONTEXT = 240
"""Characters before a number that are looked at."""

# The engine skips to what an expression begins with, unless that is repeated.
_RUN = re.compile(r"[0-9][0-9]{0,14}(?:,[0-9]{3})*(?:\.[0-9]{1,6})?")
# What may not stand before these is looked at behind their first digit: the engine then skips to digits.
_CONTINENTAL = re.compile(
    r"[0-9](?<![\w.,/:'’+-].)(?<![0-9]\s.)"
    r"(?:[0-9]{0,2}([._'’\u00a0\u202f ])[0-9]{3}(?>(?:\1[0-9]{3}){0,3})(?:,[0-9]{1,2})?"
    r"|[0-9]{0,11},[0-9]{2})(?![\w/:]|[.,'’-][0-9])"
)
"""A number with the separators of German, French, Swiss or programs: "1.385", "58 400,50", "1’385", "1_385"."""
_SEPARATORS = ".,_'’\u00a0\u202f"
_THOUSANDS = re.compile(r"([0-9](?<![\w.,/:'’+-].)[0-9]{0,3}(?:\.[0-9]{1,3})?)(?=[kK](?![\w/]|[.,-][0-9]))")
"""A number of thousands: "58.4k"."""
_DIGIT = re.compile(r"[0-9]")
_GOES_ON = re.compile(r"[\w/:]|[.,-][0-9]")
_NO_START = frozenset(".,/-+_")
_BEYOND = 64
"""Characters behind a stretch to which a number may go on that begins in it."""
_BEFORE_SIGN = frozenset(" \t\n([|:=")
_SENTENCE_END = re.compile(r"[.!?;]\s|\n\s*\n")
_YEARS = range(1900, 2101)
_TELLING_BY_ITSELF = 4
_NEAR_WORDS, _LABEL_WORDS = 6, 3
_SHORT = 3
_CENTS = 2
_THOUSAND = 1000
_MOST_OPERANDS = 4
_LONGEST_ORDINAL = 16
_LABEL, _JUST_BEFORE = 80, 32
_AHEAD, _UNIT_AHEAD = 2, 10
_YEARS_OF_LIFE = ("AGE", "DURATION")
"""The types of what is said of somebody's age: "37 yrs" may be taken for a length."""
_MARKS = " \t\n.*_$€£`\"'"

_TIMES = re.compile(r"[x×*·]|\btimes\b|multipl", re.IGNORECASE)
_DIVIDED = re.compile(r"[/÷]|\bdivided\b|\bper\b|\beach\b|split", re.IGNORECASE)
_PLUS = re.compile(r"\+|\bplus\b|\bsum\b|\btotal|\btogether\b|\badd", re.IGNORECASE)
_MINUS = re.compile(r"[-\u2212\u2013]|\bminus\b|\bless\b|difference|subtract|\bleft\b|remain|more than", re.IGNORECASE)
_WORKED = re.compile(r"\s?%?\s[-+\u2212\u2013x×*/÷=]\s[$€£]?[0-9]")
_WORKED_BEFORE = re.compile(r"[0-9]%?\s[-+\u2212\u2013x×*/÷]\s[$€£]?$")
_LONGEST_WORKED = 8
_VERBS = tuple("is am are was were turned turns".split())
_SAID_OF_SOMEBODY = re.compile(
    rf"\b(?:he|she|they|i|who|you|[A-Z]\w+)(?: (?:{'|'.join(_VERBS)})(?: (?:just|now|only|already|still|about))?|"
    r" (?:has |have )?(?:just |recently )?turned| will be| will turn|['’](?:s|m|re)) $|"
    r"\b(?:[Aa]|[Tt]he) (?:man|woman|boy|girl|person) of $"
)
_ENDS_OF_SAID = tuple(
    f"{word} " for word in (*_VERBS, *"just now only already still about be turn 's ’s 'm ’m 're ’re of".split())
)
_LAW = re.compile(
    r"\b(?:(?:voting|legal|minimum|drinking|driving|smoking|retirement|pension|required) age|"
    r"age of (?:majority|consent))\b[^.!?\n\d]{0,60}$|"
    r"\b(?:must|has to|have to|needs? to|required to) be (?:at least |over |above )?$",
    re.IGNORECASE,
)
_ENDS_CLAUSE = ".!?\n0123456789"
_AT_END = re.compile(r"(?<![\d.,])\d{1,3}\Z")
_AGED = re.compile(r"[\s-]?(?:years?|yrs?|yo|ans|jahre?|años|anni|jaar|lat|birthday)\b", re.IGNORECASE)
_ORDINAL = re.compile(r"([0-9](?<![\w.,/:'’+-].)[0-9]{0,2})(st|nd|rd|th)(?= birthday\b)", re.IGNORECASE)
"""An age as it is written on a card: "her 85th birthday"."""
_MAY_BE_ORDINAL = re.compile(
    r"[0-9]{1,3}(?:[snrt]|(?:st|nd|rd|th)(?: (?:b(?:i(?:r(?:t(?:h(?:d(?:ay?)?)?)?)?)?)?)?)?)\Z", re.IGNORECASE
)
_BESIDE_NAME = re.compile(r"[A-ZÀ-Þ][\w'’-]+ [A-ZÀ-Þ][\w'’-]+ \($|\b[A-ZÀ-Þ][\w'’-]+, $")
_APPOSED = re.compile(r"[),;.\n]| (?:and|from|who|works?|lives?|is|was|has) |$")
"""Around the age behind a name: "Ngozi, 34, wrote", "Ngozi Okafor (34)"."""
_KEYED = re.compile(r"[\"']?[\w -]{1,40}[\"']?[*_]{0,2}\s?[:=][*_]{0,2}\s?[\"']?$")
"""Before a number that is all that stands behind a key or a label."""
_BEHIND_KEYED = re.compile(r"[\"']?\s*(?:[,}\]\n]|$)")
_GIVING = "is are equal equals to gives makes result of leaves about".split()
_BEFORE_RESULT = ("=", "≈", *_GIVING)
_RESULT = re.compile(rf"(?:[=≈]|\b(?:{'|'.join(_GIVING)}))[\s:*$€£¥]*$")
_SPACES = (
    *range(9, 14),
    *range(28, 33),
    0x85,
    0xA0,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
    0x3000,
)
_BESIDE_RESULT = "".join(map(chr, _SPACES)) + ":*$€£¥"


class NumberPair(NamedTuple):
    """A number of the request.

    Attributes:
        drawn, original: what was sent and what was typed, without a sign.
        kind: entity type.
        words: what tells it: words around it in the request, folded as `label_words` gives them.
    """

    drawn: Decimal
    original: Decimal
    kind: str
    words: frozenset[str]


_LINE_BEGINS, _POINT = re.compile(r"(?:\A|\n)[ \t]{0,8}\Z"), re.compile(r"[.)][ \t]+[^\W\d_]")


def _is_of_list(before: str, after: str) -> bool:
    """Whether a number is that of an item in a list: "3. Xiomara" begins a line."""
    return _POINT.match(after) is not None and _LINE_BEGINS.search(before) is not None


class Numbers:
    """The numbers of a request.

    Args:
        pairs: all values that were drawn.
        clear: numbers that stand in clear in the request.
        results: what its last question asks to be worked out.
        years: those that were drawn, which a reply may reckon with.
    """

    def __init__(
        self,
        pairs: Iterable[NumberPair],
        clear: Collection[Decimal],
        results: Results | None = None,
        years: Iterable[Operand] = (),
    ) -> None:
        self._clear, self._results, self._years = clear, results, {one.drawn: one.original for one in years}
        self._of: dict[Decimal, list[NumberPair]] = {}
        # A value that stands a thousand times is one pair with the words around all of them.
        told: dict[tuple[Decimal, Decimal, str], set[str]] = {}
        for drawn, original, kind, words in pairs:
            if drawn not in clear:
                told.setdefault((drawn, original, kind), set()).update(words)
        for (drawn, original, kind), words in told.items():
            words.update(words_of_kind(kind))
            self._of.setdefault(drawn, []).append(NumberPair(drawn, original, kind, frozenset(words)))

    def __bool__(self) -> bool:
        return bool(self._of or self._results)

    @property
    def pairs(self) -> frozenset[NumberPair]:
        """All values."""
        return frozenset(chain.from_iterable(self._of.values()))

    def among(self, numerals: Iterable[Decimal]) -> frozenset[NumberPair]:
        """Find the values that some numbers may stand for, 0.045 for 4.5 % too."""
        shares = [number * 100 for number in numerals if number < 1]
        return frozenset(chain.from_iterable(self._of[one] for one in (*numerals, *shares) if one in self._of))

    def is_answer(self, written: str) -> bool:
        """Return whether what was restored is a bare number and a result, and no value of the request."""
        return _RUN.fullmatch(written) is not None and _value(written) not in self._of

    def is_of_law(self, text: str, start: int, end: int) -> bool:
        """Return whether a stretch ends in a number that was drawn for an age and is said of everybody here."""
        number = _AT_END.search(text, start, end)
        pairs = number and self._of.get(_value(number[0]))
        if not number or not pairs or any(pair.kind != "AGE" for pair in pairs):
            return False
        return _says_law(text[max(number.start() - CONTEXT, 0) : number.start()])

    def found(self, text: str, at: int, end: int, *, final: bool) -> tuple[list[tuple[int, int, str]], int]:
        """Find the numbers of a stretch that stand for others: where each stands and what belongs there.

        Args:
            text: the text; what stands before the stretch is looked at.
            at, end: the stretch.
            final: no more text will come.

        Returns:
            Start, end and original of each, and how far that is certain.
        """
        found: list[tuple[int, int, str]] = []
        if (final or end < len(text)) and not _DIGIT.search(text, at, end):
            return found, end
        certain = end if final else _certain(text, at, end)
        beyond = min(end + _BEYOND, len(text)) if final else end
        taken = at
        for start, stop, written, write in _as_written(text, at, beyond, certain):
            if start >= certain:
                break
            if start < taken:
                continue
            ahead = _UNIT_AHEAD if _value(written) in self._of else _AHEAD
            if not final and stop + ahead > len(text):
                return found, start
            original = self._original(text, start, stop, written, final=final)
            if original is not None:
                found.append((start, stop, write(original)))
                taken = stop
        return found, certain

    def meant(
        self, text: str, at: int = 0, closed: Sequence[tuple[int, int]] = ()
    ) -> Iterator[tuple[int, int, NumberPair, bool]]:
        """Find the numbers of a text that `found` would take for original values, were these what was drawn.

        Args:
            at: where to begin; what stands before is looked at.
            closed: stretches, in order, in which no number is asked about.

        Yields:
            Start and end of each, the value, and whether a label tells it.
        """
        taken, passed = at, 0
        for start, end, written, _ in _as_written(text, at, len(text), len(text)):
            while passed < len(closed) and closed[passed][1] <= start:
                passed += 1
            if passed < len(closed) and closed[passed][0] <= start and end <= closed[passed][1]:
                continue
            pairs = self._of.get(_value(written)) if start >= taken else None
            if pairs is None:
                continue
            before, after = text[max(start - CONTEXT, 0) : start], text[end : end + _UNIT_AHEAD]
            if _is_of_list(before, after):
                continue
            alone = not before.strip(_MARKS) and not text[end : end + _UNIT_AHEAD].strip(_MARKS)
            under = column(text, start, CONTEXT)
            told, labelled = self._told(before, after, written, _value(written), pairs, alone=alone, under=under)
            if told:
                yield start, end, told[0], labelled
                taken = end

    def unsure(self, text: str, start: int, end: int) -> int:
        """Count the numbers of a stretch in which nothing was restored that look like one that was drawn."""
        if not _DIGIT.search(text, start, end):
            return 0
        # A row may stand too far below the head of its table to be told: "73,1680".
        found = {one.start(): one[0] for of in (_numerals(text, start, end), values(text, start, end)) for one in of}
        return sum(len(number) > 1 and _value(number) in self._of for number in found.values())

    def _original(self, text: str, start: int, end: int, written: str, *, final: bool) -> str | None:
        value = _value(written)
        before, after = text[max(start - CONTEXT, 0) : start], text[end : end + _UNIT_AHEAD]
        pairs = self._of.get(value)
        if pairs is not None and not _is_of_list(before, after):
            ends = final and len(text) - end < _UNIT_AHEAD
            alone = ends and not before.strip(_MARKS) and not after.strip(_MARKS)
            under = column(text, start, CONTEXT)
            told, _ = self._told(before, after, written, value, pairs, alone=alone, under=under)
            return _restored(written, {pair.original for pair in told})
        if (share := self._share_of_one(before, value)) is not None:
            return share
        computed = self._computed(before, value, _places(written))
        if computed is None and self._results and value not in self._clear:
            computed = self._results.of(value, _places(written), after, before)
        return None if computed is None else _like(written, computed, max(_places(written), _places(f"{computed:f}")))

    def _share_of_one(self, before: str, value: Decimal) -> str | None:
        """The true share of one where a percentage is written so behind its label: "rate": 0.045 for 4.5 %."""
        pairs = [pair for pair in self._of.get(value * 100, ()) if pair.kind == "PERCENTAGE"] if value < 1 else []
        near = set(label_words(before[-_LABEL:])[-_LABEL_WORDS:]) if pairs else frozenset[str]()
        originals = {pair.original for pair in pairs if near & pair.words}
        return f"{(originals.pop() / 100).normalize():f}" if len(originals) == 1 else None

    def _told(
        self, before: str, after: str, written: str, value: Decimal, pairs: list[NumberPair], *, alone: bool, under: str
    ) -> tuple[list[NumberPair], bool]:
        """Of some values of one number those that are meant, and whether what stands beside the number tells it."""
        line = max(before.rfind("\n", 0, max(len(before) - _AHEAD, 0)) + 1, len(before) - _LABEL)
        words = label_words(before[line:])
        digits = sum(map(str.isdigit, written))
        near = {*words[-(_LABEL_WORDS if digits < _SHORT else _NEAR_WORDS) :], *label_words(under)}
        said = (
            (
                before.removesuffix("\n").endswith(_ENDS_OF_SAID)
                and _SAID_OF_SOMEBODY.search(before, max(len(before) - _JUST_BEFORE, 0)) is not None
            )
            or _AGED.match(after) is not None
            or _is_beside_name(before, after)
        )
        if any(pair.kind == "AGE" for pair in pairs) and _says_law(before):
            # "One has to be 18 to vote" is said of everybody, where somebody's age was drawn as 18.
            pairs = [pair for pair in pairs if pair.kind != "AGE"]
        if told := [pair for pair in pairs if near & pair.words or (said and pair.kind in _YEARS_OF_LIFE)]:
            return told, True
        keyed = digits >= _SHORT and bool(_BEHIND_KEYED.match(after) and _KEYED.search(before, line))
        alone = alone or ((digits >= _TELLING_BY_ITSELF or keyed) and not (value in _YEARS and "," not in written))
        # "67 - 51 = 16": each number of what is worked out is one of the request.
        worked = alone or _WORKED.match(after) or _WORKED_BEFORE.search(before, max(len(before) - _LONGEST_WORKED, 0))
        return (pairs if worked else []), False

    def _computed(self, before: str, result: Decimal, places: int) -> Decimal | None:
        """The result of an operation that the sentence shows, worked out with the true numbers."""
        if not (
            before.rstrip(_BESIDE_RESULT).endswith(_BEFORE_RESULT)
            and _RESULT.search(before, max(len(before) - _JUST_BEFORE, 0))
        ):
            return None
        sentence = before[_last_end(before) :]
        numerals = list(dict.fromkeys([_value(found[0]) for found in _numerals(sentence)][-_MOST_OPERANDS:]))
        if self._of.keys().isdisjoint(numerals):
            return None
        shown = [operation for sign, operation in _OPERATIONS if sign.search(sentence)]
        half = Decimal(5).scaleb(-places - 1)
        answers = {
            exactly(answer, places, rounded=true != result)
            for one, other in permutations(numerals, 2)
            for true, answer in self._operations(shown, one, other)
            if abs(true - result) <= half
        }
        return answers.pop() if len(answers) == 1 else None

    def _operations(
        self, shown: Sequence[_Operation], one: Decimal, other: Decimal
    ) -> Iterator[tuple[Decimal, Decimal]]:
        """What operations on two numbers give: on those of the reply, and on the true ones."""
        true = self._true(one), self._true(other)
        if true != (one, other):
            for operation in shown:
                yield from zip(operation(one, other), operation(*true), strict=True)

    def _true(self, number: Decimal) -> Decimal:
        originals = {pair.original for pair in self._of.get(number, ())}
        return originals.pop() if len(originals) == 1 else self._years.get(number, number)


_Operation = Callable[[Decimal, Decimal], tuple[Decimal, ...]]


def _share(one: Decimal, other: Decimal) -> tuple[Decimal, ...]:
    share = one * other / 100
    return share, one + share, one - share


_OPERATIONS: tuple[tuple[re.Pattern[str], _Operation], ...] = (
    (PERCENT, _share),
    (_TIMES, lambda one, other: (one * other,)),
    (_DIVIDED, lambda one, other: (one / other if other else Decimal(0),)),
    (_PLUS, lambda one, other: (one + other,)),
    (_MINUS, lambda one, other: (abs(one - other),)),
)
"""What a sentence that speaks of an operation shows, and what that gives."""


def numerals_in(text: str) -> Iterator[Decimal]:
    """Find the bare numbers of a text."""
    return (_value(found[0]) for found in _numerals(text))


def _numerals(text: str, at: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """The numbers of a stretch that are part of nothing longer: no date, time, version, or word."""
    for run in _RUN.finditer(text, at, len(text) if end is None else end):
        if _may_begin(text, run.start()) and not _GOES_ON.match(text, run.end()):
            yield run


_Written = tuple[int, int, str, Callable[[str], str]]
"""Where a number stands, how English writes it, and what writes an English one as it is written."""


def _as_written(text: str, at: int, end: int, until: int) -> list[_Written]:
    """The numbers of a stretch in all notations that begin before `until`, in order; of those that begin together the
    longest first.
    """
    forms = _continental(text, at, end), _english(text, at, end), _of_thousands(text, at, end), _ordinals(text, at, end)
    begun = chain.from_iterable(takewhile(lambda one: one[0] < until, form) for form in forms)
    found = sorted(begun, key=_longest_first)
    told = [(*one.span(), one[0], str) for one in cells(text, at, end, CONTEXT)]
    if told:
        # "84,171" below "weight,height" is two numbers.
        inside = {place for start, stop, *_ in told for place in range(start, stop)}
        found = [one for one in found if inside.isdisjoint(range(*one[:2]))]
        found = sorted([*found, *told], key=_longest_first)
    return found


def _longest_first(one: _Written) -> tuple[int, int]:
    return one[0], -one[1]


def _english(text: str, at: int, end: int) -> Iterator[_Written]:
    return ((*one.span(), one[0], str) for one in _numerals(text, at, end))


def _continental(text: str, at: int, end: int) -> Iterator[_Written]:
    for one in _CONTINENTAL.finditer(text, at, end):
        whole, _, decimals = one[0].partition(",")
        separator = one[1] or ""
        written = whole.replace(separator, ",") if separator else whole
        yield *one.span(), f"{written}.{decimals}" if decimals else written, partial(_as_continental, separator)


def _of_thousands(text: str, at: int, end: int) -> Iterator[_Written]:
    for one in _THOUSANDS.finditer(text, at, end):
        yield *one.span(), f"{Decimal(one[1]) * _THOUSAND:f}", _as_thousands


def _ordinals(text: str, at: int, end: int) -> Iterator[_Written]:
    return ((*one.span(), one[1], partial(_as_ordinal, one[2])) for one in _ORDINAL.finditer(text, at, end))


def _as_ordinal(ending: str, written: str) -> str:
    return written + ordinal_like(ending, int(written)) if written.isdecimal() else written


def _as_thousands(written: str) -> str:
    return f"{(Decimal(written.replace(',', '')) / _THOUSAND).normalize():f}"


def _as_continental(separator: str, written: str) -> str:
    whole, _, decimals = written.partition(".")
    return whole.replace(",", separator) + ("," + decimals if decimals else "")


def _may_begin(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    if before in _NO_START and before:
        # A sign, or the comma of a line of values: "rent,1370.00".
        two = text[at - 2 : at - 1]
        return (before in "+-" and two in _BEFORE_SIGN) or (before == "," and (two.isalpha() or two in "\"'\n"))
    return not before.isalnum() and not (before == ":" and text[at - 2 : at - 1].isdigit())


def _is_beside_name(before: str, after: str) -> bool:
    """Whether a number stands where an age does behind a name."""
    if _BESIDE_NAME.search(before, max(len(before) - _LABEL, 0)) is None:
        return False
    return after[:1] == ")" if before.endswith("(") else _APPOSED.match(after) is not None


def _says_law(before: str) -> bool:
    """Whether what stands before an age is said of everybody."""
    # It goes past no end of a sentence, and no number before this one.
    before = before.removesuffix("\n")
    clause = max(map(before.rfind, _ENDS_CLAUSE)) + 1
    lower = before[clause:].casefold()
    return ("age" in lower or "be " in lower) and _LAW.search(before, clause) is not None


def _restored(written: str, originals: Collection[Decimal]) -> str | None:
    """The true number, written as the drawn one is; None where it may be one of several."""
    if len(originals) != 1:
        return None
    (original,) = originals
    places = _places(f"{original:f}")
    return _like(written, original, _CENTS if _places(written) == _CENTS >= places else places)


def _value(written: str) -> Decimal:
    return Decimal(written.replace(",", ""))


def _places(written: str) -> int:
    return len(written.partition(".")[2])


def _like(written: str, number: Decimal, places: int) -> str:
    """A number with the separators of another."""
    rounded = number.quantize(Decimal(1).scaleb(-places))
    return f"{rounded:,f}" if "," in written else f"{rounded:f}"


def _last_end(before: str) -> int:
    ends = [found.end() for found in _SENTENCE_END.finditer(before)]
    return ends[-1] if ends else 0


def _certain(text: str, at: int, end: int) -> int:
    """How far a stretch is certain that may end in a number that goes on."""
    begun = _MAY_BE_ORDINAL.search(text, max(at, end - _LONGEST_ORDINAL), end) if end == len(text) else None
    place = begun.start() if begun else end
    while place > at and (
        text[place - 1].isdigit()
        or text[place - 1] in _SEPARATORS
        or (text[place - 1] == " " and text[place - 2 : place - 1].isdigit())
    ):
        place -= 1
    return place if end == len(text) else end
