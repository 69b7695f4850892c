"""Knows the values of a request that were drawn near rather than kept, and where a text speaks of one.

`Cautions` looks for them in replies, `Asked` in what was asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple

from dp_gateway.restore import signs
from dp_gateway.text.folding import compared


class Near(NamedTuple):
    """A value that was drawn near the true one.

    Attributes:
        surrogate, original: as sent and as typed.
        type: entity type.
        days: of a date the two days, as sent and as typed.
    """

    surrogate: str
    original: str
    type: str
    days: tuple[date, date] | None = None


class StandIns:
    """Finds what stands in for the values of one request, by their words. `near`: the values that were drawn near."""

    def __init__(self, near: Sequence[Near]) -> None:
        self._all_near = near

    @cached_property
    def by_name(self) -> dict[str, Near]:
        """The values by their words."""
        return {name: one for one in self._all_near if (name := plain_words(one.surrogate))}

    @cached_property
    def by_type(self) -> dict[str, list[Near]]:
        """The values that were drawn near, by type."""
        by_type: dict[str, list[Near]] = {}
        for one in self.by_name.values():
            by_type.setdefault(one.type, []).append(one)
        return by_type

    @cached_property
    def by_part(self) -> dict[tuple[str, str], list[Near]]:
        """The days that were drawn near, by those of their parts that are other ones than the true day's."""
        by_part: dict[tuple[str, str], list[Near]] = {}
        for one in self.by_name.values():
            for part in signs.PARTS_OF_DAY if one.days else ():
                sent, true = (str(getattr(day, part)) for day in one.days or ())
                if sent != true:
                    by_part.setdefault((part, sent), []).append(one)
        return by_part

    @cached_property
    def numbers(self) -> Sequence[Near]:
        """The numbers that were drawn near."""
        return [one for one in self.by_name.values() if one.type in signs.NUMERIC][: signs.LISTED]

    @cached_property
    def things(self) -> Sequence[Near]:
        """The places, firms, jobs and peoples that were drawn near."""
        return [one for one in self.by_name.values() if one.type not in signs.NO_FACT_OF and one.type != "PERSON"]

    @cached_property
    def roots(self) -> list[tuple[str, Near]]:
        """What the last words of jobs and peoples are made of."""
        named = [(name.rpartition(" ")[2], one) for name, one in self.by_name.items() if one.type in signs.DERIVED_FROM]
        roots = ((signs.OF_ONE.sub("", word), one) for word, one in named)
        return [
            (root, one) for root, one in roots if len(root) >= signs.LONG and root not in plain_words(one.original)
        ][: signs.LISTED]

    def spoken(self, text: str) -> list[Near]:
        """Find the values of which a text speaks."""
        return self.named_in(plain_words(text))

    def named_in(self, words: str) -> list[Near]:
        """Find the values that are named in words as `plain_words` gives them."""
        plain = f" {words} "
        written = set(plain.split())
        written.update([word[:-1] for word in written if word[-1] == "s"])
        places = {at for word in self._first.keys() & written for at in self._first[word]}
        named = [self._named[at] for at in sorted(places)]
        # "Sikhs wear turbans", of one who is Sikh.
        return [self.by_name[name] for name in named if f" {name} " in plain or f" {name}s " in plain]

    @cached_property
    def _named(self) -> list[str]:
        return list(self.by_name)

    @cached_property
    def _first(self) -> dict[str, list[int]]:
        """Where in the list of names those stand that begin with a word."""
        first: dict[str, list[int]] = {}
        for at, name in enumerate(self._named):
            first.setdefault(name.partition(" ")[0], []).append(at)
        return first

    @cached_property
    def rarest(self) -> dict[str, list[list[str]]]:
        """The words of each name, by the one of them that the fewest names have."""
        names = [name.split(" ") for name in self.by_name]
        having = Counter(word for name in names for word in name)
        found: dict[str, list[list[str]]] = {}
        for name in names:
            found.setdefault(min(name, key=having.__getitem__), []).append(name)
        return found


def without(sentence: str, surrogate: str) -> str:
    """Remove from a sentence what stands in it for a value."""
    return sentence.replace(surrogate, " ")


def value_of(text: str) -> float:
    """Return the first number of a text; -1 where it has none."""
    found = signs.NUMBER.search(text)
    return float(found[0].replace(",", "")) if found else -1.0


def plain_words(text: str) -> str:
    """Write the words of a text as they are compared, a space between two."""
    return " ".join(folded_words(signs.WORD.findall(text)))


def folded_words(words: list[str]) -> list[str]:
    """Fold words as they are compared; all at once, since one call for each takes longer."""
    return compared(" ".join(words)).split(" ") if words else []


def digits_of(number: str) -> str:
    """Write a number without separators, and without zeros that say nothing."""
    return signs.PADDING.sub("", signs.SEPARATOR.sub("", number))


@lru_cache(8192)
def stem(folded: str) -> str:
    """Cut one of the usual endings off a word."""
    if not folded.endswith(signs.ENDINGS):
        return folded
    for ending in signs.ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) > 3:  # noqa: PLR2004
            return folded.removesuffix(ending)
    return folded
