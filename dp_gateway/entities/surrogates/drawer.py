"""Draws that repeat inside a scope, are never the value itself, and never collide.

A draw is a function of (secret, scope, kind, value, counter). Where a candidate may not be used (it is the value, it
stands in the text that is left in clear, another entity of the request has it), the next counter is tried: rejection,
hence exactly the row restricted to what remains. What is excluded beside the value itself depends only on what the
provider sees anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.randomness import KeyedStream, Stream
from dp_gateway.vocabulary.words import fold

__all__ = ["Drawer"]

_Drawn = TypeVar("_Drawn")

_TRIES = 512


class Drawer:
    """The draws of one request.

    Args:
        key: a subkey of the secret for the scope.
        in_clear: whether a folded text stands in what the request leaves in clear.

    Attributes:
        stands_in_clear: as given.
        occurrence: what draws are keyed by beside the value; empty where a value has one surrogate in the scope.
        excluded: candidates that were refused because they were taken or in clear.
    """

    def __init__(self, key: bytes, in_clear: Callable[[str], bool]) -> None:
        self._key = key
        self.stands_in_clear = in_clear
        self._taken: set[str] = set()
        self._drawn: dict[tuple[str, str, str], object] = {}
        self.occurrence = ""
        self.excluded = 0

    def stream(self, kind: str, value: str, counter: int = 0) -> Stream:
        """The bits of one draw."""
        parts = (kind, value, self.occurrence, str(counter))
        return KeyedStream(self._key, *(part.encode("utf-8", "surrogatepass") for part in parts))

    def draw(
        self,
        kind: str,
        value: str,
        make: Callable[[Stream], _Drawn],
        surface: Callable[[_Drawn], str],
        *,
        refused: Callable[[_Drawn], bool] = lambda _: False,
        tries: int = _TRIES,
    ) -> _Drawn:
        """What stands in for a value: drawn on the first call of the request, the same on every other.

        Args:
            kind: separates draws that share nothing.
            value: canonical form of the original.
            make: draws a candidate.
            surface: the candidate as text, by which collisions are noticed.
            refused: candidates that may not be used whatever else there is, such as the value itself.

        Raises:
            SurrogatesExhausted: no candidate could be used.
        """
        name = (kind, value, self.occurrence)
        if name in self._drawn:
            return cast(_Drawn, self._drawn[name])
        for counter in range(tries):
            candidate = make(self.stream(kind, value, counter))
            if refused(candidate):
                continue
            text = fold(surface(candidate))
            if text in self._taken or self.stands_in_clear(text):
                self.excluded += 1
                continue
            self._taken.add(text)
            self._drawn[name] = candidate
            return candidate
        raise SurrogatesExhausted(
            f"no surrogate is left for an entity of kind {kind} in this request",
            hint="enlarge the lexicon of that type (dp-gateway lexicon add), or use the policy mask",
        )
