"""Puts originals where the surrogates of a request stand in its reply."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from dp_gateway.errors import check_argument
from dp_gateway.restore.addresses import Hosts, may_hold_address
from dp_gateway.restore.caution import Cautions
from dp_gateway.restore.digits import DigitStrings
from dp_gateway.restore.guard import Guard, Repeated
from dp_gateway.restore.later import Later
from dp_gateway.restore.matching import Match, Surrogates
from dp_gateway.restore.numbers import Numbers
from dp_gateway.restore.replacement import Replacement
from dp_gateway.restore.standins import Near
from dp_gateway.restore.statements import HOLDS
from dp_gateway.restore.stream import JsonRestoreStream, RestoreStream
from dp_gateway.text.folding import compared

_NO_CAUTIONS = Cautions((), ())
_LONGEST_KEPT = 16_384
"""Characters of a reply of which it is kept what was found in it, until it is looked through for what it states."""

_SPELLED = re.compile(
    r"(?:(?:\b|[ -])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|and)\b){1,12}",
    re.IGNORECASE,
)
"""A number in words: another form of a value of the request, and nothing new."""


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
    """Puts originals where surrogates stand in a reply. The pipeline makes one for each request; a door calls it.

    Args:
        replacements: of two with the same folded surrogate the first one counts. Unless `within` says more, the hosts
            in them are those of the request.
        numbers: values of the request that a reply may write as bare numbers.
        near: values that were drawn near, about which a reply should not state anything.
        answers: further replacements: facts of drawn values that a reply may tell, and those of the true ones.
        digits: numbers of the request that are known by their digits.

    Attributes:
        matches: finds the surrogates in a text; see `Surrogates.matches`.
        cautions: tells what a reply states about stand-ins; see `within`.
    """

    def __init__(
        self,
        replacements: Iterable[Replacement],
        numbers: Numbers | None = None,
        near: Sequence[Near] = (),
        answers: Sequence[Replacement] = (),
        digits: DigitStrings | None = None,
    ) -> None:
        listed = list(replacements)
        self._answers = frozenset(compared(one.surrogate) for one in answers)
        if self._answers:
            self._answers -= {compared(one.surrogate) for one in listed}
        self._near = near
        self.cautions = _NO_CAUTIONS
        self._surrogates = Surrogates([*listed, *answers], numbers, digits)
        self._hosts = Hosts(self._surrogates.texts)

    def _other(self, **fields: Any) -> Restorer:
        """The same with other fields; `copy` takes as long as all else that is done for a request without entities."""
        one = object.__new__(Restorer)
        one.__dict__ |= self.__dict__ | fields
        return one

    @property
    def matches(self) -> Callable[..., tuple[list[Match], int]]:
        """The search itself, for readers of replies that restore nothing."""
        return self._surrogates.matches

    def __bool__(self) -> bool:
        return bool(self._surrogates)

    @property
    def surrogates(self) -> Surrogates:
        """The index of the surrogates that are looked for in a reply."""
        return self._surrogates

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
        """The replacements that are undone; of several whose surrogates are folded alike, the first one."""
        return list(self._surrogates)

    def also(self, rewritten: Mapping[str, str]) -> Restorer:
        """Make a restorer that also puts back lines of JSON, with their escapes.

        Args:
            rewritten: each as it was sent, and as it was.
        """
        if not rewritten:
            return self
        exact = (Replacement(sent, line) for sent, line in rewritten.items())
        surrogates = Surrogates([*exact, *self._surrogates], self.numbers, self._surrogates.digits)
        return self._other(_surrogates=surrogates)

    def before(self, make: Callable[[tuple[Later, ...]], Surrogates], *later: Later) -> Restorer:
        """Make a restorer of more, which `make` makes as `Surrogates.before` says, when a reply may hold some of it."""
        if not later:
            return self
        surrogates = self._surrogates.before(make, *later)
        return self._other(_surrogates=surrogates, _hosts=Hosts(surrogates.texts))

    def within(self, own: Sequence[str], sent: Sequence[str]) -> Restorer:
        """Make a restorer that knows the texts of the request, and so which addresses may hold originals.

        Args:
            own: texts of the user and of the developer, as typed and as sent: no original is restored into an address
                whose host stands in none of them.
            sent: all texts of the request as they were sent: addresses of these are restored where they are repeated.
        """
        hosts = Hosts(partial(tuple, own), Repeated(sent, self._addresses_of))
        cautions = Cautions(self._near, sent, self.put_right) if self._near else _NO_CAUTIONS
        return self._other(_hosts=hosts, cautions=cautions)

    def put_right(self, reply: str) -> str:
        """Put right a reply, with a mark for what is put right: numbers worked out again, weekdays, facts of places."""
        parts, at, numbers = list[str](), 0, self.numbers
        known, self._surrogates.restored = self._surrogates.restored, None
        for match in known[1] if known and known[0] == reply else self.matches(reply, 0, final=True)[0]:
            written = reply[match.start : match.end]
            answers = numbers is not None and numbers.is_answer(written)
            if (
                answers
                or _SPELLED.fullmatch(written)
                or compared(written).removesuffix("s") in self._answers
                or compared(written) in self._answers
            ):
                parts += reply[at : match.start], HOLDS
                at = match.end
        return "".join(parts) + reply[at:]

    def _addresses_of(self, text: str) -> set[str]:
        """The addresses of foreign hosts in a text."""
        seen: set[str] = set()
        if may_hold_address(text):
            RestoreStream(self._surrogates, Guard(Hosts(tuple), seen=seen)).close(text)
        return seen

    def restore(self, text: str, *, leaf: bool = False) -> Restored:
        """Restore a whole text.

        Args:
            text: the text.
            leaf: the text is the value of a field: where it begins with an address it is one.

        Raises:
            ConfigurationError: the text is no `str`.
        """
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            check_argument("the reply", text, str, hint="give its text: reply.choices[0].message.content")
        if not self._surrogates:
            return Restored(text, 0)
        matches, _ = self.matches(text, 0, final=True)
        if self.cautions and len(text) <= _LONGEST_KEPT:
            self._surrogates.restored = text, matches
        if matches and may_hold_address(text):
            stream = RestoreStream(self._surrogates, Guard(self._hosts, leaf=leaf, whole=True))
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
        """Begin to restore a reply that arrives in pieces.

        Args:
            as_json: the pieces are JSON (tool-call arguments), so that surrogates may stand in it with escapes, and
                originals have to.
            leaf: as of `restore`; of JSON each string is a value.
        """
        guard = Guard(self._hosts, leaf=leaf or as_json)
        kind = JsonRestoreStream if as_json else RestoreStream
        return kind(self._surrogates, guard, hears=bool(self.cautions))


def restore_object(restorer: Restorer, value: Any) -> Any:
    """Restore every string inside a JSON-like object, keys left alone.

    Args:
        restorer: of the request that the object answers.
        value: strings, lists, objects and plain values; it is left as it is.
    """
    if isinstance(value, str):
        return restorer.restore(value).text
    if isinstance(value, list):
        return [restore_object(restorer, item) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        return {key: restore_object(restorer, item) for key, item in cast(dict[str, Any], value).items()}
    return value
