"""What a family of surrogates is: how a mention is read, what is drawn for its value, how the draw is written.

The value is what a draw is keyed by: two mentions with the same value are one entity, drawn once in a scope. The form
(separators, letter case, notation) stays out of the draw and is put back by `render`. Exclusions (the value itself, a
surrogate that another entity has) are the caller's: it draws again from the next stream, which is exactly the row
restricted to what remains.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from itertools import groupby
from typing import Any, NamedTuple

from dp_gateway.randomness import Stream

__all__ = ["Family", "Pair", "count_common"]


_WORD = re.compile(r"[^\W_]+")


class Pair(NamedTuple):
    """A form in which a reply may hold a surrogate, and what has to stand there instead."""

    surrogate: str
    original: str


class Family(ABC):
    """Surrogates of one kind. Stateless: everything follows from the mention and the stream.

    Attributes:
        keeps: what `kept` may name, in general: for those who choose a policy.
    """

    keeps: str = ""

    @abstractmethod
    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """The value of a mention, the same for all ways of writing it; None where this family cannot read it."""

    @abstractmethod
    def draw(self, value: Any, stream: Stream) -> Any:
        """A new value; never raises for a value that `parse` returned."""

    @abstractmethod
    def render(self, mention: str, value: Any, drawn: Any) -> str:
        """The drawn value, written as the mention is written."""

    def outputs(self, mention: str, value: Any) -> float:
        """How many different texts can stand in for a mention, at least, each as likely as the others or less.

        Infinite where each draw has its own guarantee.
        """
        del mention, value
        return math.inf

    def kept(self, mention: str, value: Any) -> tuple[str, ...]:
        """The features of a mention that its surrogate has too, in words: the class in which the certificate holds."""
        del mention, value
        return ()

    def left(self, mention: str, value: Any) -> tuple[str, ...]:
        """What letters and digits of a mention stay as they are, each named as a report counts it."""
        del mention, value
        return ()

    def variants(self, mention: str, value: Any, drawn: Any) -> Iterable[Pair]:
        """Further forms that a model makes of this surrogate, each with the original in the same form."""
        del mention, value, drawn
        return ()


def count_common(mention: str, *surrogates: str) -> int:
    """How many stretches of words of a mention stand in each of some surrogates too."""
    words = _WORD.findall(mention)
    common = set(words).intersection(*map(_WORD.findall, surrogates))
    return sum(stays for stays, _ in groupby(words, key=common.__contains__))
