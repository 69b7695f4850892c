"""Finds where a reply states something about a value that was drawn near rather than kept: the user should be told.

The provider was asked about a stand-in, and what it says of it becomes a statement about the true value when that is
restored: "The capital of Mexico is Madrid". Rules (`statements`) say which stand-ins a sentence states something about.
Where they only suspect, a reply of ordinary length is weighed as well (`weighing`): what speaks against a statement
overrules them, and what speaks strongly for one names the stand-ins that were asked about where no rule does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from dp_gateway.restore import signs
from dp_gateway.restore.standins import Near, plain_words
from dp_gateway.restore.statements import Told
from dp_gateway.restore.weighing import LEAST, Weighed

_LONGEST_KEPT = 16_384
"""Characters of a reply of which it is kept what was found in it."""


class Caution(NamedTuple):
    """The reply states something about a stand-in.

    Attributes:
        type: entity type.
        surrogate: what the provider spoke of.
        original: what the user reads there.
        stated: the words of the first such sentence that are new, as the provider wrote them; empty where the
            provider itself named the stand-in.
    """

    type: str
    surrogate: str
    original: str
    stated: str = ""


class Cautions(Weighed):
    """Looks in the replies to one request for what a user should be told.

    Args:
        near: the values of the request that were drawn near.
        sent: the texts of the request as they were sent.
        put_right: puts a mark (`statements.HOLDS`) where a reply tells what is restored to what is true: results that
            were worked out again from the true values, and facts of the true places.
    """

    _lately: tuple[str, list[Caution]] | None = None
    """The last reply, and what was found in it."""

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_lately": None}

    def __bool__(self) -> bool:
        return bool(self._near.by_name)

    def about(self, name: str) -> Caution | None:
        """Write the caution of a stand-in that the provider itself names; None if it names none."""
        near = self._near.by_name.get(plain_words(name))
        return None if near is None else Caution(near.type, near.surrogate, near.original)

    def of(self, reply: str) -> list[Caution]:
        """Find the stand-ins about which a reply states something; each once, in the order of the reply.

        Args:
            reply: as the provider wrote it.
        """
        if not self or len(reply) > _LONGEST_KEPT:
            return self._of(reply) if self else []
        # A request that is sent again often has the same reply.
        lately = self._lately
        if lately is None or lately[0] != reply:
            lately = self._lately = reply, self._of(reply)
        return [*lately[1]]

    def _of(self, reply: str) -> list[Caution]:
        reply = self._put_right(reply[: signs.MOST_CHARACTERS])
        found = self.stated(reply)
        if not self.is_settled(reply, found.values()):
            weight = self.weigh(reply)
            if found and weight < -LEAST:
                found = {}
            elif not found and weight >= LEAST:
                found = self._likely(reply)
        return [Caution(one.type, one.surrogate, one.original, told.words) for one, told in found.items()]

    def _likely(self, reply: str) -> dict[Near, Told]:
        """The stand-ins that a statement is about which no rule finds."""
        about = self._asked.named or self._near.spoken(reply) or self._near.by_name.values()
        return dict.fromkeys(about, Told(self.new_words(reply)))
