"""Amounts of money as people say them: "dos mil euros", "zweihundertvierzig Euro", 一万五, "a tenner", "80 pro Kopf".

Such an amount is drawn as the same one in digits is, and written in digits with what stands beside its words: their
grammar is a language's, and a sum is as natural in digits. Slang for a sum, as "zwei Fuffis", is written as the sum
with its unit. Words that belong to no sum ("80 for the room") are left out: they come back with the mention.
`sources` asks here for what `family` cannot read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from dp_gateway.mentions.amounts import Amount, read
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.amounts.sums_in_words import FOR_ONE, SPACELESS, in_digits
from dp_gateway.surrogates.base import Family, plain_digits
from dp_gateway.surrogates.value_words import leads_on
from dp_gateway.vocabulary.numerals import COMMA_DECIMAL

_OPEN, _CLOSED = re.compile(r"^[\s,:;.()/+&\"'’_–—]+"), re.compile(r"[\s,:;(/+&\"'’_–]+$")
_JOINED = re.compile("[.,]?")
_WORD = re.compile(r"[^\s\d.,،٬٫٪:;()/%€$£¥₹'’\"º°ª+*×~▲△–—〜～-]+")
_WORD_OR_SIGN = re.compile(r"[A-Za-z]+|[^\W\d_]")


class SpelledMoney(Family):
    """Amounts of money as people say them.

    Args:
        family: draws amounts and writes them.
        language: of the words, ISO 639-1; empty for English.
        foreign: the words of a mention in digits that belong to no sum.
    """

    def __init__(
        self, family: ValueFamily, language: str, foreign: Callable[[str], Sequence[str]] = lambda _: ()
    ) -> None:
        self._family, self._language, self._foreign = family, language, foreign
        self._written: dict[str, str | None] = {}
        self.keeps = family.keeps

    def parse(self, mention: str, entity_type: str) -> Amount | None:
        """Read the value of the same amount in digits; None for what is no amount, and where other words stand inside
        it.
        """
        written = self._plain_sum(mention) if entity_type == "MONEY" else None
        return None if written is None else self._family.parse(written, entity_type)

    def draw(self, value: Amount, stream: Stream) -> Amount:
        """Draw as the family does."""
        return self._family.draw(value, stream)

    def render(self, mention: str, value: Amount, drawn: Amount) -> str:
        """Write the drawn amount in digits."""
        return self._family.render(self._digits(mention), value, drawn)

    def writer(self, mention: str, value: Amount) -> Callable[[tuple[Decimal, ...]], str]:
        """Return what writes many numbers of one mention as `render` does."""
        return self._family.writer(self._digits(mention), value)

    def form(self, mention: str, value: Amount) -> str:
        """Tell how a mention is written, without its number."""
        return self._family.form(self._digits(mention), value)

    def kept(self, mention: str, value: Amount) -> tuple[str, ...]:
        """Describe what the family keeps of the amount in digits."""
        return self._family.kept(self._digits(mention), value)

    def left(self, mention: str, value: Amount) -> tuple[str, ...]:
        """Name the words beside the number."""
        return self._family.left(self._digits(mention), value)

    def variants(self, mention: str, value: Amount, drawn: Amount) -> Iterable[Replacement]:
        """Return the variants of the amount in digits."""
        return self._family.variants(self._digits(mention), value, drawn)

    def is_whole(self, mention: str) -> bool:
        """Return whether a mention is a sum in words and nothing else."""
        written = in_digits(mention, self._language or "en")
        return written is not None and not self._foreign(written)

    def _digits(self, mention: str) -> str:
        """A mention that `parse` has read, in digits."""
        return self._plain_sum(mention) or mention

    def _plain_sum(self, mention: str) -> str | None:
        if mention not in self._written:
            self._written[mention] = self._read(mention)
        return self._written[mention]

    def _read(self, mention: str) -> str | None:
        written = in_digits(mention, self._language or "en") or mention
        return _without(written, self._foreign, self._language) if self._foreign(written) else written


def _without(written: str, foreign: Callable[[str], Sequence[str]], language: str) -> str | None:
    """A sum in digits without the words around it that belong to none.

    None where one stands between its numbers, or is joined to one: that is no sum, or one that was misread.
    """
    reading = read(plain_digits(written), "MONEY", comma_decimal=language in COMMA_DECIMAL)
    if reading is None or reading.parts or not all(reading.amount.numbers):
        return None
    first, last = reading.slots[0].start, reading.slots[-1].end
    start, end = 0, len(written)
    spaceless = language in SPACELESS
    for_one = [one.span() for one in FOR_ONE.finditer(written)] if spaceless else []
    for word in (_WORD_OR_SIGN if spaceless else _WORD).finditer(written):
        if not foreign(word[0]) or any(since <= word.start() < until for since, until in for_one):
            continue
        if word.end() < first or (word.end() == first and not word[0].isascii()):
            start = word.end()
        elif word.start() >= last and not (word[0].isascii() and _JOINED.fullmatch(written, last, word.start())):
            end = word.start()
            break
        else:
            return None
    head, tail = written[start:first], written[last:end]
    while end < len(written):
        tail = _CLOSED.sub("", tail)
        behind = list(_WORD.finditer(tail))
        if not behind or not leads_on(behind[-1][0].casefold(), language or "en"):
            break
        tail = tail[: behind[-1].start()]
    while start:
        head = _OPEN.sub("", head)
        before = _WORD.match(head)
        if before is None or not leads_on(before[0].casefold(), language or "en"):
            break
        head = head[before.end() :]
    return f"{head}{written[first:last]}{tail}"
