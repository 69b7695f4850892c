"""What restores the reply to a request: `Replacing` asks for it, and most of it is made only if a reply needs it.

At once there is what stands for each value as it was sent. Left for later are the days by the names of their months and
the telephone numbers in other groups, and what a reply may repeat of the texts: a reply in which nothing of that may
stand is restored without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import chain

from dp_gateway.cache import Memory
from dp_gateway.pipeline.mending import mended
from dp_gateway.pipeline.undoing import echoes, made_later
from dp_gateway.pipeline.words import Replaced
from dp_gateway.restore import Later, Replacement, Restorer
from dp_gateway.restore.matching import Surrogates
from dp_gateway.surrogates.substitution import Substitution


class Undoing:
    """What undoes the draws of one request.

    Args:
        pairs: each text, and what was sent for it.
        scope: of the request.
        substitution: of the entities; None where there are none.
        restoring: makes a restorer of replacements.
        answers: facts of drawn values that every restorer puts right.
        words: words are drawn, and known again where a reply repeats some.
        memory: keeps what was found out of a text; None keeps nothing.
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
    ) -> None:
        self._pairs, self._scope, self._substitution, self._restoring = pairs, scope, substitution, restoring
        self._answers, self._words, self._memory = answers, words, memory
        self._digits = set[str]() if substitution is None else substitution.digits_of_later()
        self._made: dict[bool, Restorer] = {}

    def restorer(self) -> Restorer:
        """Restores replies; all that it leaves for later it makes itself."""
        # They know this object, which does not keep them: a request leaves no circle for the collector.
        names = frozenset[str]() if self._substitution is None else self._substitution.names_of_later()
        days = Later(self._make, ((name,) for name in names), sure=False, amid=True) if names else None
        repeated = made_later(self._pairs, self._make, self._digits)
        # Which of two counts, a replacement or an answer, is told from all of them.
        return self._without(*(one for one in (days, repeated) if one and not self._may_answer(one)))

    def _may_answer(self, later: Later) -> bool:
        return any(later.may_stand_in(one.surrogate) for one in self._answers)

    def _make(self, left: tuple[Later, ...]) -> Surrogates:
        return self._without(*left).surrogates

    def _without(self, *left: Later) -> Restorer:
        """All but what some make later: the days, and what a reply may repeat."""
        days = next((one for one in left if one.amid), None)
        return self._everything(days) if all(one is days for one in left) else self._at_once(days is None).before(*left)

    def _undone(self, *, every: bool, named: bool) -> list[Replacement]:
        return [] if self._substitution is None else self._substitution.replacements(every=every, named=named)

    def _at_once(self, named: bool) -> Restorer:
        """Without what a reply may repeat."""
        if named not in self._made:
            self._made[named] = self._restoring(self._undone(every=not self._digits, named=named))
        return self._made[named]

    @cached_property
    def _echoes(self) -> list[Replacement]:
        return list(echoes(self._pairs)) if self._words else []

    def _whole(self, *, named: bool) -> list[Replacement]:
        return [*self._undone(every=True, named=named), *self._echoes]

    def _everything(self, days: Later | None) -> Restorer:
        """What a reply may repeat among it; the days that are left for later, if any."""
        alike, named = not self._digits and not self._words, days is None
        restorer = self._at_once(named) if alike else self._restoring(self._whole(named=named))
        if days:
            restorer = restorer.before(days)
        inexact = [pair for pair in self._pairs if len(pair[1].spans) and not self._comes_back(restorer, *pair)]
        if not inexact:
            return restorer
        known = self._whole(named=True)
        mend = partial(mended, inexact, known, self._restoring)
        names = chain.from_iterable((text, part.text) for text, part in inexact)
        more = mend() if self._memory is None else self._memory.recall(mend, "mended", self._scope, *names)
        return self._restoring([*more, *known])

    def _comes_back(self, restorer: Restorer, text: str, part: Replaced) -> bool:
        """Whether a reply that repeats what was sent for a text is restored to it."""

        def exact() -> bool:
            return restorer.within([text], [part.text]).restore(part.text).text == text

        # What came back once comes back again: no surrogate that is drawn later stands in clear before.
        if self._memory is None:
            return exact()
        return self._memory.recall(exact, "echo", self._scope, text, part.text)
