"""Draws that repeat inside a scope, are never the value itself, and never collide.

A draw is a function of (secret, scope, kind, value, counter); the scope is that in which the request first draws for
the value. Where a candidate may not be used (it is the value, it stands in the text that is left in clear, another
entity of the request has it), the next counter is tried: rejection, hence exactly the row restricted to what remains.
Of numbers, of which a table may have nearly all, a few tries are made; then the restricted row itself is drawn from.
What is excluded beside the value itself depends only on what the provider sees anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dp_gateway.cache import Memory, Scope
from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.mechanisms.numeric import NumericMechanism, RemainingOutputs
from dp_gateway.randomness import KeyedStream, Stream
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.text.folding import compared, fold

TRIES, UNIFORM_TRIES = 512, 32
"""Candidates at most: of a phrase, and of what is uniform over a list or format, for which something else stands in
once nearly all of it is used up."""

_TRIED_FIRST = 8
"""Draws before those that are taken or in clear are left out: of a table that has almost all outputs, most are."""

_Kept = TypeVar("_Kept")


class Made(NamedTuple):
    """One candidate as it is made from a stream.

    Attributes:
        drawn: what was drawn.
        text: the same as it is written, by which collisions are noticed.
        refused: it may not be used whatever else there is: it is the value itself.
    """

    drawn: Any
    text: str
    refused: bool = False


class ValueLaw(NamedTuple):
    """The law of a value of one number: what a draw among the outputs that are left needs. `mechanism` and `place`: of
    the value. `form`: candidates of the same output are the same text where they have one form.
    """

    mechanism: NumericMechanism
    place: int
    form: str = ""


class Candidate:
    """A candidate that is kept.

    Attributes:
        drawn, text, refused: see `Made`.
        folded: the text, folded; compared: the same as replies are, without accents.
        undone: whatever undoes it, once that was asked for.
    """

    __slots__ = ("compared", "drawn", "folded", "refused", "text", "undone")

    def __init__(self, made: Made) -> None:
        self.drawn, self.text, self.refused = made
        self.folded = fold(made.text)
        self.compared = compared(made.text)
        self.undone: Any = None


_Law = tuple[str, NumericMechanism, str]
"""Kind, mechanism and form: of one law an output is one text."""

_Candidates = dict[int, Candidate]
_Scope = tuple[bytes, Scope]


def _none() -> _Candidates:
    return {}


class Drawer:
    """The draws of one request.

    Args:
        key: a subkey of the secret for the scope.
        clear: what the request leaves in clear; may grow between draws.
        memory: where candidates are kept; None keeps them for this request.

    Attributes:
        clear: as given.
        stands_in_clear: whether a text, as it is compared, stands in it.
        occurrence: what draws are keyed by beside the value; empty where a value has one surrogate in the scope.
        excluded: how many candidates were tried in vain because they were taken or in clear.
        exhausted: kinds of which a draw found nothing.
    """

    def __init__(self, key: bytes, clear: ClearTexts, memory: Memory | None = None) -> None:
        self._memory = Memory() if memory is None else memory
        self._scopes: dict[bytes, _Scope] = {}
        self._first: dict[tuple[str, str, str], _Scope] = {}
        self._tried: tuple[tuple[str, str, str], KeyedStream] | None = None
        self.enter(key)
        self.clear, self.stands_in_clear = clear, clear.__contains__
        # Surrogates, folded as replies are (without accents), in the order in which they were drawn; the kind of each.
        self._taken: dict[str, str] = {}
        self._count = Counter[str]()
        # Where among them the last one of each kind is, and all before a place; None and old where more were drawn.
        self._last_of: dict[str, int] | None = None
        self._before: dict[int, frozenset[str]] = {}
        self._counters: dict[tuple[str, str, str], int] = {}
        self._drawn: dict[tuple[str, str, str, str], Candidate] = {}
        # Of numbers, outputs that are known to be taken, and those that were found taken or in clear where little was
        # left, by which the law of further tries goes; both remain so.
        self._taken_outputs: dict[_Law, set[int]] = {}
        self._gone: dict[_Law, set[int]] = {}
        self._remaining: dict[_Law, RemainingOutputs] = {}
        self.occurrence = ""
        self.excluded = 0
        self.exhausted: set[str] = set()

    def enter(self, key: bytes) -> None:
        """Key by another scope what was not drawn yet."""
        if key not in self._scopes:
            self._scopes[key] = key, self._memory.within(key)
        self._scope = self._scopes[key]

    def _stream(self, kind: str, value: str, counter: int) -> Stream:
        """The bits of one draw; below 0 those that give a certain output."""
        return _Point(-1 - counter) if counter < 0 else self._tries(kind, value).branch(b"%d" % counter)

    def _tries(self, kind: str, value: str) -> KeyedStream:
        """What the streams of all tries for a value branch off from."""
        name = kind, value, self.occurrence
        if self._tried is None or self._tried[0] != name:
            key, _ = self._first.setdefault(name, self._scope)
            # What all tries for a value have in common is hashed once.
            self._tried = name, KeyedStream(key, *[part.encode("utf-8", "surrogatepass") for part in name])
        return self._tried[1]

    def _known(self, name: tuple[str, str, str, str]) -> _Candidates:
        _, within = self._first.setdefault(name[:3], self._scope)
        return self._memory.recall(_none, *name, within=within)

    def draw(
        self,
        kind: str,
        value: str,
        make: Callable[[Stream], Made],
        *,
        form: str = "",
        tries: int = TRIES,
        most: int | None = None,
        shut_out: Callable[[Candidate], bool] | None = None,
        row: Callable[[], ValueLaw] | None = None,
    ) -> Candidate:
        """Return what stands in for a value: drawn on the first call of the request, the same on every other.

        Args:
            kind: separates draws that share nothing.
            value: canonical form of the original.
            make: makes a candidate; a function of kind, value, form and stream alone.
            form: how the value is written, where a candidate is written alike.
            tries: candidates at most.
            most: how many values of the kind get a surrogate; None for all that find one.
            shut_out: what else may not be used, by what the provider sees anyway.
            row: the law, where `make` takes one number of it: what is left is then drawn from where little is left.

        Raises:
            SurrogatesExhausted: no candidate could be used.
        """
        name = (kind, value, self.occurrence, form)
        known = self._drawn.get(name)
        if known is None:
            candidates = self._known(name)
            counter = self._counters.get(name[:3])
            if counter is None:
                if most is not None and self.count_taken(kind) >= most:
                    raise self._exhausted(kind)
                counter = self._free(kind, value, make, candidates, tries, shut_out, row)
                self._counters[name[:3]] = counter
            known = self._drawn[name] = self._candidate(kind, value, make, candidates, counter)
        return known

    def shut_out(self, kind: str) -> Callable[[str], bool]:
        """Return what tells whether the last draw of this kind could not give a text, compared: it stands in clear, or
        was drawn before.

        That draw was shut out of most; whatever the draws before it could not give, it could not give either.
        """
        before = self.taken_before(kind)
        return lambda text: text in before or self.stands_in_clear(text)

    def taken_before(self, kind: str) -> frozenset[str]:
        """Return the surrogates, compared as in a reply, that the last draw of this kind found taken."""
        if self._last_of is None:
            # Pricing asks for each value, when nothing is drawn any more.
            self._last_of, self._before = {of: place for place, of in enumerate(self._taken.values())}, {}
        last = self._last_of.get(kind, 0)
        before = self._before.get(last)
        if before is None:
            before = self._before[last] = frozenset(islice(self._taken, last))
        return before

    @property
    def taken(self) -> Iterable[str]:
        """The surrogates of the request, compared as in a reply."""
        return self._taken.keys()

    def count_taken(self, kind: str) -> int:
        """Count the surrogates of a kind that the request has."""
        return self._count[kind]

    def is_drawn(self, text: str) -> bool:
        """Return whether a text is a surrogate of the request, letter case and accents aside."""
        return compared(text) in self._taken

    def remember(self, make: Callable[[], _Kept], *name: str) -> _Kept:
        """Return what `make` gives, a function of the name and the draws of the scope; kept as candidates are."""
        return self._memory.recall(make, *name, within=self._scope[1])

    def first(self, kind: str, value: str, make: Callable[[Stream], Made], *, form: str = "") -> Candidate:
        """Return the first candidate of a value, whatever else stands in the request."""
        name = (kind, value, self.occurrence, form)
        candidates = self._known(name)
        return self._candidate(kind, value, make, candidates, 0)

    def first_made(self, kind: str, value: str, make: Callable[[Stream], Made]) -> Made:
        """Make the first candidate of a value anew each time: a letter is sooner made than looked up, and a name may
        have thousands.
        """
        return make(self._stream(kind, value, 0))

    def _candidate(
        self,
        kind: str,
        value: str,
        make: Callable[[Stream], Made],
        candidates: _Candidates,
        counter: int,
        point: int | None = None,
    ) -> Candidate:
        candidate = candidates.get(counter)
        if candidate is None:
            # Two threads that come here together make the same one.
            stream = self._stream(kind, value, counter) if point is None else _Point(point)
            candidate = candidates[counter] = Candidate(make(stream))
        return candidate

    def _free(
        self,
        kind: str,
        value: str,
        make: Callable[[Stream], Made],
        candidates: _Candidates,
        tries: int,
        shut_out: Callable[[Candidate], bool] | None,
        row: Callable[[], ValueLaw] | None,
    ) -> int:
        def usable(counter: int, point: int | None = None) -> bool:
            candidate = self._candidate(kind, value, make, candidates, counter, point)
            if candidate.refused:
                return False
            if self._is_gone(candidate) or (shut_out and shut_out(candidate)):
                self.excluded += 1
                return False
            self._taken[candidate.compared], self._last_of = kind, None
            self._count[kind] += 1
            return True

        # In most requests no output is gone, the first try will do, and nothing has to be known of the law.
        law = row() if row is not None and self._gone else None
        for counter in range(tries if row is None else _TRIED_FIRST):
            if counter and row is not None:
                law = law or row()
            if law is None or counter in candidates:
                if usable(counter):
                    return counter
                continue
            # An output that is known to be taken or gone need not be written to be refused.
            mechanism, place, form = law
            point = self._tries(kind, value).below_in_branch(b"%d" % counter, mechanism.total)
            drawn, name = mechanism.at_point(place, point), (kind, mechanism, form)
            taken = self._taken_outputs.setdefault(name, set())
            if drawn in taken or drawn in self._gone.get(name, ()):
                self.excluded += 1
            elif usable(counter, point):
                taken.add(drawn)
                return counter
            elif candidates[counter].compared in self._taken:
                taken.add(drawn)
        found = None if row is None else self._among_free(kind, value, law or row(), candidates, usable)
        if found is None:
            raise self._exhausted(kind)
        return found

    def _exhausted(self, kind: str) -> SurrogatesExhausted:
        self.exhausted.add(kind)
        return SurrogatesExhausted(
            f"no surrogate is left for an entity of kind {kind} in this request",
            hint="enlarge the lexicon of that type (dp-gateway lexicon add), or use the policy mask",
        )

    def _is_gone(self, candidate: Candidate) -> bool:
        return candidate.compared in self._taken or self.stands_in_clear(candidate.compared)

    def _among_free(
        self, kind: str, value: str, row: ValueLaw, candidates: _Candidates, usable: Callable[[int], bool]
    ) -> int | None:
        """The law of further tries, without those that are known to be in vain."""
        mechanism, place, form = row
        name = kind, mechanism, form
        taken, gone = (of.setdefault(name, set()) for of in (self._taken_outputs, self._gone))
        if name not in self._remaining:
            self._remaining[name] = RemainingOutputs(mechanism, gone)
        left = remaining = self._remaining[name]
        counter, shut_out = _TRIED_FIRST, set[int]()
        while (drawn := left.release(place, self._stream(kind, value, counter))) is not None:
            found = -1 - mechanism.point(place, drawn)
            counter += 1
            if drawn in taken:
                self.excluded += 1
            elif usable(found):
                taken.add(drawn)
                return found
            elif not self._is_gone(candidates[found]):
                shut_out.add(drawn)
                left = remaining.without(shut_out)
                continue
            gone.add(drawn)
            remaining.remove(drawn)
            if left is not remaining:
                left.remove(drawn)
        return None


class _Point:
    """A stream whose bits are always one number, for one certain output."""

    def __init__(self, point: int) -> None:
        self._point = point

    def word(self) -> int:
        """The number."""
        return self._point

    def uint64(self, count: int) -> NDArray[np.uint64]:
        """The number, as often as is asked."""
        return np.full(count, self._point, np.uint64)
