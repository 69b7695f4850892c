"""Makes what restores the reply to a request: surrogates, and `echoes` of drawn words, numbers, values drawn near.

`Replacing` makes an `Undoing`. At once there is what stands for each value as it was sent. Left for later are the days
by the names of their months and the telephone numbers in other groups, and what a reply may repeat of the texts: a
reply in which nothing of that may stand is restored without it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, NamedTuple

from dp_gateway.cache import Memory
from dp_gateway.pipeline.echoes import echoes, made_later
from dp_gateway.pipeline.mending import Places, mended
from dp_gateway.pipeline.words import Replaced, between
from dp_gateway.restore import Later, Replacement, Restorer
from dp_gateway.restore.facts import Pair, asked_facts, asks, asks_letters, asks_trade, place_facts, trade_facts
from dp_gateway.restore.labels import WordsAround
from dp_gateway.restore.matching import Surrogates, words_of
from dp_gateway.restore.numbers import NumberPair, Numbers, numerals_in
from dp_gateway.restore.results import DayPair, Operand, Results, days_told
from dp_gateway.restore.standins import Near
from dp_gateway.surrogates.dates.formats import find
from dp_gateway.surrogates.substitution import Drawn, Substitution
from dp_gateway.text.entities import Mention

_WORD = re.compile(r"\w+")
_INITIALS = re.compile(r"\binitials?\b|\bmonograms?\b", re.IGNORECASE)


_YEAR = re.compile(r"[0-9]{4} [0-9]{4}")
_NUMERIC = ("value", "shift")


def numbers_of(
    texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]], memory: Memory | None = None
) -> Numbers:
    """Find what bare numbers of the reply to a request may stand for.

    Args:
        texts: of the request, as typed.
        pairs: of each text the mentions, in order, and what was drawn for them.
        memory: keeps the numbers of texts; None reads them each time.
    """
    found = [pair for text, of_text in zip(texts, pairs, strict=True) for pair in _of_text(text, of_text)]
    results = _results(texts, pairs)
    if not found and not results:
        return Numbers((), ())
    clear: set[Decimal] = set()
    for text, of_text in zip(texts, pairs, strict=True):
        pieces = tuple(dict.fromkeys(between(text, [mention for mention, one in of_text if one.text is not None])))
        make = partial(_numerals_of, pieces)
        clear |= make() if memory is None else memory.recall(make, "numerals", *pieces)
    return Numbers(found, clear, results, chain.from_iterable(map(_years_of, pairs)))


def _numerals_of(pieces: Iterable[str]) -> frozenset[Decimal]:
    return frozenset(number for piece in pieces for number in numerals_in(piece))


def answers_of(texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> list[Replacement]:
    """Make what puts right what a reply tells of drawn dates, places and firms: weekdays, days, facts, trades."""
    at = next(_drawn_in(pairs), None)
    found: list[Replacement] = []
    if at is not None:
        operands = partial(_operands, texts[at], pairs[at])
        found += days_told(_question(texts, at), partial(_days_of, pairs[at]), _in_clear(texts, pairs), operands)
    if texts and asked_facts(texts[-1]):
        found += place_facts(texts[-1], _last_drawn(pairs, "LOCATION"), [*_in_clear(texts, pairs)])
    if texts and asks_trade(texts[-1]):
        found += trade_facts(_last_drawn(pairs, "ORGANIZATION"), [*_in_clear(texts, pairs)])
    if texts and _INITIALS.search(texts[-1]):
        found += _initials(pairs)
    return found


def _in_clear(texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> Iterator[str]:
    """What of each text left as it was typed; worked out when it is asked for, as few questions need it."""
    for text, of_text in zip(texts, pairs, strict=True):
        yield "\ufffc".join(between(text, [mention for mention, one in of_text if one.text is not None]))


def _question(texts: Sequence[str], at: int) -> str:
    """What is asked: the last text if it asks, else the one with the last number or date that was drawn."""
    return texts[-1] if asks(texts[-1]) else texts[at]


def _initials(pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> Iterator[Replacement]:
    """The initials of people, where they are asked for; of two who were drawn with the same, neither's."""
    names = {
        (_initials_of(one.text), _initials_of(mention.text))
        for of_text in pairs
        for mention, one in of_text
        if mention.type == "PERSON" and one.text is not None
    }
    drawn = Counter(sent for sent, _ in names)
    for sent, typed in names:
        if len(sent) == len(typed) > 1 == drawn[sent]:
            for joint in ("", ".", ". "):
                yield Replacement(joint.join(sent), joint.join(typed), cased=True)


def _initials_of(name: str) -> str:
    return "".join(word[0] for word in _WORD.findall(name)).upper()


def _last_drawn(pairs: Sequence[Sequence[tuple[Mention, Drawn]]], entity_type: str) -> list[Pair]:
    """The values of a type that were drawn near in the last text that has any."""
    for of_text in reversed(pairs):
        drawn = [one for one in of_text if one[0].type == entity_type and one[1].treatment == "mechanism"]
        if found := [Pair(one.text, mention.text) for mention, one in drawn if one.text is not None]:
            return found
    return []


def _results(texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> Results | None:
    """What is asked to be worked out of the numbers and dates of the last two texts that have any."""
    places = list(islice(_drawn_in(pairs), 2))
    if not places:
        return None
    operands = (_operands(texts[at], pairs[at]) for at in places)
    days = (_days_of(pairs[at]) for at in places)
    return Results(
        _question(texts, places[0]), lambda: chain.from_iterable(operands), lambda: list(chain.from_iterable(days))
    )


def _drawn_in(pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> Iterator[int]:
    """The texts in which a number or a date was drawn, the last one first."""
    return (at for at in reversed(range(len(pairs))) if any(one.treatment in _NUMERIC for _, one in pairs[at]))


def _operands(text: str, of_text: Sequence[tuple[Mention, Drawn]]) -> Iterator[Operand]:
    """The numbers of a question: those that were drawn, and those that stay."""
    yield from (Operand(pair.drawn, pair.original, pair.kind) for pair in _of_text(text, of_text))
    yield from _years_of(of_text)
    for piece in between(text, [mention for mention, one in of_text if one.text is not None]):
        yield from (Operand(number, number) for number in numerals_in(piece))


def _years_of(of_text: Sequence[tuple[Mention, Drawn]]) -> Iterator[Operand]:
    """The years that stand alone: "she was 71 in 2015"."""
    for mention, one in of_text:
        if mention.type == "DATE_TIME" and one.text is not None and _YEAR.fullmatch(f"{mention.text} {one.text}"):
            yield Operand(Decimal(one.text), Decimal(mention.text))


def _days_of(of_text: Sequence[tuple[Mention, Drawn]]) -> list[DayPair]:
    """The days of a text, as sent and as typed."""
    days: list[DayPair] = []
    for mention, one in of_text:
        if mention.type == "DATE_TIME" and one.treatment in _NUMERIC and one.text is not None:
            sent, typed = (_days_in(text, day_first=mention.day_first) for text in (one.text, mention.text))
            each = zip(sent, typed, strict=False)
            days += (DayPair(drawn, original) for drawn, original in each)
    return days


def _days_in(text: str, year: int = 0, *, day_first: bool = False) -> list[date]:
    """The days that a mention names with their years, or in a given year. `day_first`: see `Mention`."""
    named = (one for found in find(text, day_first=day_first) or () for one in found.dates)
    return [
        date(in_year, one.month, one.day) for one in named if (in_year := one.year or year) and one.month and one.day
    ]


_ANY_YEAR = 2024
_NAMES = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))


def near_values(texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> list[Near]:
    """Return the values that were drawn near the true ones, so that what a reply says of the one may be false of the
    other.

    So it may of a person in a question about a firm: some firms are taken for people. What is asked of a name as a word
    is true of no other name.
    """
    near = [one for of_text in pairs for one in of_text if one[1].treatment in ("mechanism", "value")]
    if texts and asks_trade(texts[-1]):
        near += (one for one in pairs[-1] if one[0].type == "PERSON")
    elif texts and asks_letters(texts[-1]):
        near += (one for one in pairs[-1] if one[0].type in _NAMES)
    return [
        Near(
            one.text,
            mention.text,
            mention.type,
            both_days(mention.type, one.text, mention.text, day_first=mention.day_first),
        )
        for mention, one in near
        if one.text is not None
    ]


def both_days(kind: str, drawn: str, typed: str, *, day_first: bool = False) -> tuple[date, date] | None:
    """Return the day that a date names as sent, and as typed; None if it names none, or more than one.

    Of two without a year it is told as of one year which of them comes first. `day_first`: see `Mention`.
    """
    if kind != "DATE_TIME":
        return None
    match [_days_in(text, _ANY_YEAR, day_first=day_first) for text in (drawn, typed)]:
        case [one], [other]:
            return one, other
        case _:
            return None


def _of_text(text: str, of_text: Sequence[tuple[Mention, Drawn]]) -> Iterator[NumberPair]:
    around = WordsAround(text)
    for mention, one in of_text:
        value: Any = one.value
        if one.treatment != "value" or not hasattr(value, "kind"):
            continue
        words = around.of(mention.start, mention.end)
        for original, drawn in zip(value.numbers, map(Decimal, one.drawn), strict=True):
            yield NumberPair(abs(drawn), abs(original), mention.type, words)


class Checked(NamedTuple):
    """The texts of a conversation that came back when it was last sent.

    Attributes:
        undone: hashes of all that was looked for, and of the numbers.
        exact: whether a text came back, by a hash of it and of what was sent for it.
    """

    undone: frozenset[int]
    exact: dict[bytes, bool]


class Undoing:
    """Undoes the draws of one request in its replies.

    Args:
        pairs: each text, and what was sent for it.
        scope: of the request.
        substitution: of the entities; None where there are none.
        restoring: makes a restorer of replacements.
        answers: facts of drawn values that every restorer puts right.
        words: words are drawn, and known again where a reply repeats some.
        memory: keeps what was found out of a text; None keeps nothing.
        checked: keeps what is `Checked` of long conversations, where nothing is left for later; else None.
    """

    def __init__(
        self,
        pairs: Sequence[tuple[str, Replaced]],
        scope: str,
        substitution: Substitution | None,
        restoring: Callable[[list[Replacement]], Restorer],
        answers: Sequence[Replacement],
        *,
        words: bool,
        memory: Memory | None,
        checked: Memory | None = None,
    ) -> None:
        self._pairs, self._scope, self._substitution, self._restoring = pairs, scope, substitution, restoring
        self._answers, self._words, self._memory, self._checked = answers, words, memory, checked
        self._made: dict[bool, Restorer] = {}

    def restorer(self, *, at_once: bool = False) -> Restorer:
        """Make what restores replies; all that it leaves for later, unless nothing may be, it makes itself."""
        if at_once:
            return self._everything(None)
        # It knows this object, which does not keep it: a request leaves no circle for the collector.
        names = frozenset[str]() if self._substitution is None else self._substitution.names_of_later()
        days = Later(names, sure=False, amid=True) if names else None
        repeated = made_later(self._pairs)
        if repeated and self._stands_in_clear(named=days is None):
            # A word that somebody was called by before is told by those around it: how they begin, nothing says.
            repeated = None
        # Which of two counts, a replacement or an answer, is told from all of them.
        return self._without(*(one for one in (days, repeated) if one and not self._may_answer(one)))

    def _may_answer(self, later: Later) -> bool:
        return any(later.may_stand_in(one.surrogate) for one in self._answers)

    def _make(self, left: tuple[Later, ...]) -> Surrogates:
        return self._without(*left).surrogates

    def _without(self, *left: Later) -> Restorer:
        """All but what some make later: the days, and what a reply may repeat."""
        days = next((one for one in left if one.amid), None)
        if all(one is days for one in left):
            return self._everything(days)
        return self._at_once(days is None).before(self._make, *left)

    def _undone(self, *, named: bool) -> list[Replacement]:
        return [] if self._substitution is None else self._substitution.replacements(named=named)

    def _at_once(self, named: bool) -> Restorer:
        """Without what a reply may repeat."""
        if named not in self._made:
            self._made[named] = self._restoring(self._undone(named=named))
        return self._made[named]

    @cached_property
    def _echoes(self) -> list[Replacement]:
        return list(echoes(self._pairs)) if self._words else []

    def _whole(self, *, named: bool) -> list[Replacement]:
        return [*self._undone(named=named), *self._echoes]

    def _everything(self, days: Later | None) -> Restorer:
        """What a reply may repeat among it; the days that are left for later, if any."""
        named = days is None
        restorer = self._restoring(self._whole(named=named)) if self._words else self._at_once(named)
        if days:
            restorer = restorer.before(self._make, days)
        inexact = self._inexact(restorer, days)
        if inexact is None:
            # A text asks for the days, or what mends it may.
            return self._everything(None)
        if not inexact:
            return restorer
        known = self._whole(named=True)
        mend = partial(mended, inexact, known, self._restoring)
        whole = self._restoring(known).surrogates
        names = chain.from_iterable((text, part.text, self._found_in(whole, part)) for text, part in inexact)
        more = mend() if self._memory is None else self._memory.recall(mend, "mended", self._scope, *names)
        return self._restoring([*more, *known])

    def _inexact(self, restorer: Restorer, days: Later | None) -> list[tuple[str, Replaced]] | None:
        """The texts that a reply that repeats them does not bring back; None where that asks for the days."""
        if self._checked is not None and self._memory is not None and days is None:
            return self._newly_inexact(restorer, self._memory, self._checked)
        inexact = list[tuple[str, Replaced]]()
        for text, part in self._pairs:
            name = self._found_in(restorer.surrogates, part)
            exact = self._came_back(text, part, name)
            if exact is None and not (days and days.may_stand_in(part.text)):
                exact = self._comes_back(restorer, text, part, name)
            if days and not exact:
                return None
            if not exact:
                inexact.append((text, part))
        return inexact

    def _newly_inexact(self, restorer: Restorer, memory: Memory, checked: Memory) -> list[tuple[str, Replaced]]:
        """What `_inexact` gives for a long conversation, of which it is known what came back when it was last sent."""
        undone = restorer.surrogates.hashed()
        name = checked.key(("checked", self._scope))
        known: Checked | None = checked.find(name)
        before, exact = known.exact if known and known.undone <= undone.keys() else {}, dict[bytes, bool]()
        # What came back does so until something new is looked for that may stand in it.
        new = [one for key, one in undone.items() if known and key not in known.undone]
        added = Surrogates(filter(None, new))
        if not all(new):
            before = {}
        inexact: list[tuple[str, Replaced]] = []
        for text, part in self._pairs:
            key = memory.key((text, part.text))
            came = before.get(key)
            if came is None or (added and self._found_in(added, part)):
                found = self._found_in(restorer.surrogates, part)
                came = self._came_back(text, part, found)
                came = self._comes_back(restorer, text, part, found) if came is None else came
            exact[key] = came
            if not came:
                inexact.append((text, part))
        checked.keep(name, Checked(frozenset(undone), exact))
        return inexact

    def _came_back(self, text: str, part: Replaced, name: str) -> bool | None:
        """Whether a reply that repeats what was sent for a text is restored to it; None where nobody looked yet.

        `name`: of what may stand in it.
        """
        if not name and not len(part.spans):
            return True
        known = None if self._memory is None else self._memory.find(self._echo(self._memory, text, part, name))
        return known if isinstance(known, bool) else None

    def _comes_back(self, restorer: Restorer, text: str, part: Replaced, name: str) -> bool:
        """Restore what was sent for a text and see whether the text comes back; the answer is kept."""
        exact = restorer.within([text], [part.text]).restore(part.text).text == text
        if self._memory is not None:
            self._memory.keep(self._echo(self._memory, text, part, name), exact)
        return exact

    def _echo(self, memory: Memory, text: str, part: Replaced, name: str) -> bytes:
        """The name of what is known: it holds until something new is looked for that may stand in the text."""
        return memory.key(("echo", self._scope, text, part.text, name))

    def _stands_in_clear(self, *, named: bool) -> bool:
        """Whether a text holds by itself what stands for a value: it was drawn in a turn before the text was said."""
        if len(self._pairs) <= 1:
            return False
        surrogates = self._at_once(named).surrogates
        return any(self._holds(surrogates, part) for _, part in self._pairs)

    def _holds(self, surrogates: Surrogates, part: Replaced) -> bool:
        name = self._found_in(surrogates, part)
        if not name:
            return False

        def holds() -> bool:
            places = Places(part.text, list(part.spans))
            found = surrogates.matches(part.text, 0, final=True)[0]
            return any(
                places.is_clear(one.start, one.end) and part.text[one.start : one.end] != one.text for one in found
            )

        if self._memory is None:
            return holds()
        return self._memory.recall(holds, "clear", self._scope, part.text, name)

    def _found_in(self, surrogates: Surrogates, part: Replaced) -> str:
        """What of all that is looked for may stand in what was sent for a text, as a name; empty for nothing."""
        words = partial(words_of, part.text)
        known = words() if self._memory is None else self._memory.recall(words, "words of an echo", part.text)
        return surrogates.possible_in(known)
