"""What of a request was drawn near: the numbers, with the words that tell each of them in a reply, and all values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import chain
from typing import Any

from dp_gateway.cache import Memory
from dp_gateway.restore.caution import Near
from dp_gateway.restore.facts import Pair, asked_facts, asks_trade, place_facts, trade_facts
from dp_gateway.restore.numbers import NumberPair, Numbers, label_words, numerals_in
from dp_gateway.restore.replacement import Replacement
from dp_gateway.restore.results import DayPair, Operand, Results, days_told
from dp_gateway.surrogates.dates.formats import find
from dp_gateway.surrogates.mentions import Mention, between
from dp_gateway.surrogates.substitution import Drawn

__all__ = ["answers_of", "near_values", "numbers_of"]

_BEFORE, _AFTER = 60, 30
_YEAR = re.compile(r"[0-9]{4} [0-9]{4}")
_NUMERIC = ("value", "shift")


def numbers_of(
    texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]], memory: Memory | None = None
) -> Numbers:
    """What bare numbers of the reply to a request may stand for.

    Args:
        texts: of the request, as typed.
        pairs: of each text the mentions, in order, and what was drawn for them.
        memory: keeps the numbers of texts; None reads them each time.
    """
    found = [pair for text, of_text in zip(texts, pairs, strict=True) for pair in _of_text(text, of_text)]
    at = _asking(texts, pairs)
    results = None
    if at is not None:
        results = Results(texts[at], partial(_operands, texts[at], pairs[at]), partial(_days_of, pairs[at]))
    if not found and not results:
        return Numbers((), ())
    clear: set[Decimal] = set()
    for text, of_text in zip(texts, pairs, strict=True):
        pieces = tuple(between(text, [mention for mention, one in of_text if one.text is not None]))
        make = partial(_numerals_of, pieces)
        clear |= make() if memory is None else memory.recall(make, "numerals", *pieces)
    return Numbers(found, clear, results, chain.from_iterable(map(_years_of, pairs)))


def _numerals_of(pieces: Iterable[str]) -> frozenset[Decimal]:
    return frozenset(number for piece in pieces for number in numerals_in(piece))


def answers_of(texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> list[Replacement]:
    """What puts right what a reply tells of drawn dates, places and firms: weekdays, days, facts, trades.

    Args:
        texts, pairs: as of `numbers_of`.
    """
    at = _asking(texts, pairs)
    found: list[Replacement] = []
    if at is not None:
        operands = partial(_operands, texts[at], pairs[at])
        found += days_told(texts[at], partial(_days_of, pairs[at]), texts, operands)
    if texts and asked_facts(texts[-1]):
        found += place_facts(texts[-1], _last_drawn(pairs, "LOCATION"), texts)
    if texts and asks_trade(texts[-1]):
        found += trade_facts(_last_drawn(pairs, "ORGANIZATION"), texts)
    return found


def _last_drawn(pairs: Sequence[Sequence[tuple[Mention, Drawn]]], entity_type: str) -> list[Pair]:
    """The values of a type that were drawn near in the last text that has any."""
    for of_text in reversed(pairs):
        drawn = [one for one in of_text if one[0].type == entity_type and one[1].treatment == "mechanism"]
        if found := [Pair(one.text, mention.text) for mention, one in drawn if one.text is not None]:
            return found
    return []


def _asking(texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> int | None:
    """The last text in which a number or a date was drawn."""
    drawn = (at for at in reversed(range(len(texts))) if any(one.treatment in _NUMERIC for _, one in pairs[at]))
    return next(drawn, None)


def _operands(text: str, of_text: Sequence[tuple[Mention, Drawn]]) -> Iterator[Operand]:
    """The numbers of a question: those that were drawn, and those that stay."""
    yield from (Operand(pair.drawn, pair.original) for pair in _of_text(text, of_text))
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
            each = zip(_days_in(one.text), _days_in(mention.text), strict=False)
            days += (DayPair(drawn, original) for drawn, original in each)
    return days


def _days_in(text: str) -> list[date]:
    """The days that a mention names with their years."""
    named = (one for found in find(text) or () for one in found.dates)
    return [date(one.year, one.month, one.day) for one in named if one.year and one.month and one.day]


def near_values(texts: Sequence[str], pairs: Sequence[Sequence[tuple[Mention, Drawn]]]) -> list[Near]:
    """The values that were drawn near the true ones, so that what a reply says of the one may be false of the other.

    So it may of a person in a question about a firm: some firms are taken for people.
    """
    near = [one for of_text in pairs for one in of_text if one[1].treatment in ("mechanism", "value")]
    if texts and asks_trade(texts[-1]):
        near += (one for one in pairs[-1] if one[0].type == "PERSON")
    return [Near(one.text, mention.text, mention.type) for mention, one in near if one.text is not None]


def _of_text(text: str, of_text: Sequence[tuple[Mention, Drawn]]) -> Iterator[NumberPair]:
    for mention, one in of_text:
        value: Any = one.value
        if one.treatment != "value" or not hasattr(value, "kind"):
            continue
        around = _words_before(text, mention.start), _words_after(text, mention.end)
        words = frozenset(word for stretch in around for word in label_words(stretch))
        for original, drawn in zip(value.numbers, map(Decimal, one.drawn), strict=True):
            yield NumberPair(abs(drawn), abs(original), mention.type, words)


def _words_before(text: str, at: int) -> str:
    """What stands before a place, without a word that is cut."""
    start = max(at - _BEFORE, 0)
    return text[start:at].partition(" ")[2] if start else text[:at]


def _words_after(text: str, at: int) -> str:
    end = at + _AFTER
    return text[at:end].rpartition(" ")[0] if end < len(text) else text[at:]
