"""Puts originals where the surrogates of a request stand in its reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from dp_gateway.restore.addresses import Hosts, may_hold_address
from dp_gateway.restore.caution import Cautions, Near
from dp_gateway.restore.guard import Guard
from dp_gateway.restore.json_stream import JsonRestoreStream
from dp_gateway.restore.matching import Match, Surrogates
from dp_gateway.restore.numbers import Numbers
from dp_gateway.restore.replacement import Replacement
from dp_gateway.restore.results import WEEKDAYS
from dp_gateway.restore.stream import RestoreStream

__all__ = ["Match", "Restored", "Restorer", "restore_object"]


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored text.

    Attributes:
        text: it.
        count: how many surrogates were restored in it.
        withheld: how many stayed since they stood in an address.
        unsure: how many numbers look like one that was drawn, and nothing tells that they are.
    """

    text: str
    count: int
    withheld: int = 0
    unsure: int = 0


class Restorer:
    """Puts originals where surrogates stand.

    Args:
        replacements: of two with the same folded surrogate the first one counts. Unless `within` says more, the hosts
            in them are those of the request.
        numbers: values of the request that a reply may write as bare numbers.
        near: values that were drawn near, about which a reply should not state anything.

    Attributes:
        matches: finds the surrogates in a text; see `Surrogates.matches`.
        cautions: tells what a reply states about stand-ins; see `within`.
    """

    def __init__(
        self, replacements: Iterable[Replacement], numbers: Numbers | None = None, near: Sequence[Near] = ()
    ) -> None:
        self._surrogates = Surrogates(replacements, numbers)
        # The search itself, for readers of replies that restore nothing.
        self.matches = self._surrogates.matches
        self._near = near
        self.cautions = Cautions((), ())
        self._hosts = Hosts(self._surrogates.texts, frozenset)

    def __bool__(self) -> bool:
        return bool(self._surrogates)

    @property
    def numbers(self) -> Numbers | None:
        """Values that a reply may write as bare numbers; None where there are none."""
        return self._surrogates.numbers

    @property
    def skipped(self) -> tuple[str, ...]:
        """Surrogates too short to be told from an ordinary number; they are not restored."""
        return self._surrogates.skipped

    @property
    def replacements(self) -> list[Replacement]:
        """What it restores: of forms that are folded alike, those that count."""
        return list(self._surrogates)

    def within(self, own: Sequence[str], sent: Sequence[str]) -> Restorer:
        """The same restorer for the reply to a request.

        Args:
            own: texts of the user and of the developer, as typed and as sent: no original is restored into an address
                whose host stands in none of them.
            sent: all texts of the request as they were sent: addresses of these are restored where they are repeated.
        """
        one = copy(self)
        one._hosts = Hosts(partial(tuple, own), partial(self._addresses_of, sent))
        one.cautions = Cautions(self._near, sent, self._put_right)
        return one

    def _put_right(self, reply: str) -> str:
        """A reply without the numbers and weekdays that are restored, or worked out again from the true values."""
        parts, at, numbers = list[str](), 0, self.numbers
        for match in self.matches(reply, 0, final=True)[0]:
            written = reply[match.start : match.end]
            if written in WEEKDAYS or (numbers is not None and numbers.is_answer(written)):
                parts.append(reply[at : match.start])
                at = match.end
        return "".join(parts) + reply[at:]

    def _addresses_of(self, texts: Sequence[str]) -> frozenset[str]:
        """The addresses of foreign hosts in some texts."""
        seen: set[str] = set()
        for text in texts:
            if may_hold_address(text):
                RestoreStream(self._surrogates, Guard(Hosts(tuple, frozenset), seen=seen)).close(text)
        return frozenset(seen)

    def restore(self, text: str, *, leaf: bool = False) -> Restored:
        """Restore a whole text.

        Args:
            text: the text.
            leaf: the text is the value of a field: where it begins with an address it is one.
        """
        if not self._surrogates:
            return Restored(text, 0)
        matches, _ = self.matches(text, 0, final=True)
        if matches and may_hold_address(text):
            stream = RestoreStream(self._surrogates, Guard(self._hosts, leaf=leaf))
            restored = stream.written(text, matches, len(text), final=True)
            return Restored(restored, stream.count, stream.withheld, stream.unsure)
        numbers = self.numbers
        unsure = 0 if numbers is None else self._unsure(numbers, text, matches)
        if not matches:
            return Restored(text, 0, unsure=unsure)
        parts, at = list[str](), 0
        for match in matches:
            parts += text[at : match.start], match.text
            at = match.end
        return Restored("".join(parts) + text[at:], len(matches), unsure=unsure)

    @staticmethod
    def _unsure(numbers: Numbers, text: str, matches: list[Match]) -> int:
        ends, starts = [0, *(match.end for match in matches)], [*(match.start for match in matches), len(text)]
        return sum(numbers.unsure(text, at, end) for at, end in zip(ends, starts, strict=True))

    def restore_json(self, document: str) -> Restored:
        """Restore a JSON document as text: strings are read and written with their escapes."""
        stream = self.stream(as_json=True)
        restored = stream.feed(document) + stream.close()
        return Restored(restored, stream.count, unsure=stream.unsure)

    def stream(self, *, as_json: bool = False, leaf: bool = False) -> RestoreStream:
        """A reply that arrives in pieces.

        Args:
            as_json: the pieces are JSON (tool-call arguments), so that surrogates may stand in it with escapes, and
                originals have to.
            leaf: as of `restore`; of JSON each string is a value.
        """
        guard = Guard(self._hosts, leaf=leaf or as_json)
        kind = JsonRestoreStream if as_json else RestoreStream
        return kind(self._surrogates, guard, hears=bool(self.cautions))


def restore_object(restorer: Restorer, value: Any) -> Any:
    """Restore every string inside a JSON-like object, keys left alone."""
    if isinstance(value, str):
        return restorer.restore(value).text
    if isinstance(value, list):
        return [restore_object(restorer, item) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        return {key: restore_object(restorer, item) for key, item in cast(dict[str, Any], value).items()}
    return value
