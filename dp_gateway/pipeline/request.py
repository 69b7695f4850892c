"""A request as it is asked: its texts, and when each of them was said.

Doors say `Turns`; `Gateway` hands `Asked` from stage to stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dp_gateway.detection.hints import Hints
    from dp_gateway.pipeline.languages import Languages

__all__ = ["Asked", "Turns"]


class Turns(NamedTuple):
    """The texts of a request in the order of a conversation; a `Doorway` says it, and a `Gateway` draws by it.

    Attributes:
        numbers: the turn of each text. What is found in one is looked for in later ones too, not in those before:
            they were sent already.
        messages: the message of each text.
        spoken: the text is part of the conversation, and neither the model nor the developer wrote it.
        grows: texts go on where they ended when they come again.
        chained: what first occurs in a text is keyed by what was said up to there, not by the scope alone.
        links: where that is so, what was said up to the end of each message, hashed; empty for texts that grow.
        cut: the texts may end anywhere, as a model goes on with them: what comes behind a mention would decide about it
            late, so nothing is taken for a public reference.
    """

    numbers: Sequence[int]
    messages: Sequence[int]
    spoken: Sequence[bool]
    grows: bool = False
    chained: bool = False
    links: Sequence[str] = ()
    cut: bool = False

    @classmethod
    def together(cls, count: int) -> Turns:
        """Texts that are all said at once."""
        return cls([0] * count, [0] * count, [True] * count, grows=True)

    def order(self) -> Iterable[list[int]]:
        """Positions of the texts, turn by turn; in each, what was said before what stands beside it."""
        turns: dict[int, tuple[list[int], list[int]]] = {}
        for at, number in enumerate(self.numbers):
            turns.setdefault(number, ([], []))[not self.spoken[at]].append(at)
        return [said + beside for _, (said, beside) in sorted(turns.items())]

    def scopes(self, scope: str) -> list[str]:
        """What the words of each text are drawn within, in a scope."""
        return [self.link(at) if self.links else scope for at in range(len(self.numbers))]

    def link(self, at: int) -> str:
        """What was said up to the end of a text's message; to the end of the one before where nobody said the text."""
        return self.links[self.messages[at] if self.spoken[at] else max(self.messages[at] - 1, 0)]


class Asked(NamedTuple):
    """A request before anything is found in it.

    Attributes:
        texts: its texts.
        developer: which of them the developer wrote.
        languages: of the users' texts.
        scope, turns, hints: as `Gateway.request` was given them.
    """

    texts: Sequence[str]
    developer: Sequence[bool]
    languages: Languages
    scope: str
    turns: Turns
    hints: Hints
