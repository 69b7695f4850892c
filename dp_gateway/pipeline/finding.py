"""Finds what is private in the texts of requests: the first stage of the pipeline.

Doors say in `Turns` when each text was said; `Gateway` hands a request from stage to stage as `OriginalRequest`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.detection.hints import with_hints
from dp_gateway.mentions.bare_numbers import Said
from dp_gateway.mentions.gathering import find_mentions
from dp_gateway.policy import Policy
from dp_gateway.programs.own_program import named_by_program, without_programs
from dp_gateway.public.technologies import is_well_known
from dp_gateway.text.entities import Entity, Mention

if TYPE_CHECKING:
    from dp_gateway.detection.hints import Hints
    from dp_gateway.pipeline.languages import Languages
    from dp_gateway.surrogates.sources import Sources

_TEXTS = 4
"""Texts that take as long as an entity."""


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
        instructions: positions of the developer's texts, which may be others in each turn, as they tell the time.
    """

    numbers: Sequence[int]
    messages: Sequence[int]
    spoken: Sequence[bool]
    grows: bool = False
    chained: bool = False
    links: Sequence[str] = ()
    cut: bool = False
    instructions: Set[int] = frozenset()

    @classmethod
    def together(cls, count: int) -> Turns:
        """Make the turns of texts that are all said at once."""
        return cls([0] * count, [0] * count, [True] * count, grows=True)

    def order(self) -> Iterable[list[int]]:
        """Return the positions of the texts, turn by turn; what was said comes before what stands beside it."""
        turns: dict[int, tuple[list[int], list[int]]] = {}
        for at, number in enumerate(self.numbers):
            turns.setdefault(number, ([], []))[not self.spoken[at]].append(at)
        return [said + beside for _, (said, beside) in sorted(turns.items())]

    def scopes(self, scope: str) -> list[str]:
        """Return the scope that the words of each text are drawn within, inside the scope of the request."""
        return [self.link(at) if self.links else scope for at in range(len(self.numbers))]

    def link(self, at: int) -> str:
        """Return what was said up to the end of a text's message; where nobody said the text, up to the end of the one
        before.
        """
        return self.links[self.messages[at] if self.spoken[at] else max(self.messages[at] - 1, 0)]


class OriginalRequest(NamedTuple):
    """A request, before anything is found in its texts. `developer`: which of them the developer wrote. `languages`: of
    the users' texts. `scope`, `turns`, `hints`: as `Gateway.request` was given them.
    """

    texts: Sequence[str]
    developer: Sequence[bool]
    languages: Languages
    scope: str
    turns: Turns
    hints: Hints

    def said(self, *, public: bool) -> Said:
        """Return what tells the mentions in the request's texts apart; `public` where public references stay."""
        spoken = self.turns.spoken if public and not self.turns.cut else None
        programs = named_by_program(self.texts, self.hints.keys, self.turns.numbers)
        return Said(self.turns.numbers, spoken, self.developer, self.hints.keys, programs)

    def answering(self) -> list[bool]:
        """Return whether each text may answer the one before it: what users say, and do not send all at once."""
        several = len(set(self.turns.messages)) > 1 or not self.turns.grows
        return [several and said and not own for said, own in zip(self.turns.spoken, self.developer, strict=True)]


class TooMuchWork(Exception):
    """A request holds more than its door wants to be sanitized at once; the server hands it to another process."""


def work(found: Sequence[Sequence[object]]) -> int:
    """Measure how much is to be done with texts, in entities."""
    return sum(map(len, found)) + len(found) // _TEXTS


def looked_at(policy: Policy, developer: Sequence[bool]) -> Iterator[tuple[bool, list[int]]]:
    """Divide texts by what detection reads them: pairs of whether it is the developers', and where its texts stand.
    `developer`: which of the texts the developer of the application wrote.
    """
    for own in (False, True):
        # Where every word is drawn, entities are looked for in the developer's texts alone.
        read = [at for at, one in enumerate(developer) if one == own] if own or policy.detects else []
        if read:
            yield own, read


def mentions_of(
    asked: Sequence[OriginalRequest],
    policy: Policy,
    sources: Sources,
    find: Callable[[bool, Sequence[str]], list[list[Entity]]],
    most: float = math.inf,
) -> list[list[list[Mention]]]:
    """Find the mentions in each text of each request. `sources`: its phrases and names. `find`: finds the entities in
    the texts of users, or, for True, of developers. `most`: `work` up to which they are gathered. Raises TooMuchWork
    where it is more.
    """
    detects = policy.detects
    texts = [text for one in asked for text in one.texts]
    looked = list(looked_at(policy, [own for one in asked for own in one.developer]))
    if not looked:
        return [[[] for _ in one.texts] for one in asked]
    found: list[list[Entity]] = [[] for _ in texts]
    for own, read in looked:
        for at, entities in zip(read, find(own, [texts[at] for at in read]), strict=True):
            found[at] = entities
    if work(found) > most:
        raise TooMuchWork
    mentions: list[list[list[Mention]]] = []
    each_found = iter(found)
    for one in asked:
        by_text: list[list[Mention]] = [[] for _ in one.texts]
        entities = [next(each_found) for _ in one.texts]
        searched = [text if detects or own else "" for text, own in zip(one.texts, one.developer, strict=True)]
        if any(searched):
            said, answering = one.said(public=policy.keeps_public), one.answering()
            common = sources.lexicon.pool("COMMON_WORDS")
            entities = with_hints(searched, entities, one.hints, answering)
            entities = [*map(without_programs, searched, entities, said.programs)]
            for mention in find_mentions(
                searched, entities, policy, common, said, sources.memory, well_known=is_well_known
            ):
                by_text[mention.text_number].append(mention)
        mentions.append(by_text)
    return mentions
