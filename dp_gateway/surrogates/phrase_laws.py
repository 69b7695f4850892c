"""Which table a phrase is drawn from: that of its class, or that of all phrases of its type where a class runs out.

A request may name more members of a class than the class can stand for: twelve countries of South America. Once half
of a class is drawn, further values are drawn from all phrases of the type. That depends on how many surrogates of the
class the request has, which the provider sees, and not on which values they stand for. A phrase whose telling words
too many of its class hold ("Budapest", of which the districts are in the list) is drawn from all phrases too: of its
class hardly anything else would be left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.mechanisms.restricted import is_kept
from dp_gateway.mechanisms.within import WithinClasses
from dp_gateway.text.folding import fold

if TYPE_CHECKING:
    from dp_gateway.mechanisms.base import Mechanism
    from dp_gateway.mechanisms.restricted import RelatedSets
    from dp_gateway.randomness import Stream
    from dp_gateway.surrogates.drawer import Drawer
    from dp_gateway.surrogates.sources import Sources

__all__ = ["PhraseLaw", "PhraseLaws"]


class PhraseLaw(NamedTuple):
    """What a phrase is drawn from.

    Attributes:
        mechanism: the table.
        entry: gives the phrase of the lexicon that it is taken as.
        kind: what draws are keyed by beside the value: two tables, and two classes, share no bits.
        label: its class; None where the draw is from all phrases of the type.
        name: what is kept of the phrase, in words.
    """

    mechanism: Mechanism
    entry: Callable[[], int]
    kind: str
    label: int | None = None
    name: str = ""

    def keeps(self, related: RelatedSets, entry: int, drawn: int, stream: Stream) -> bool:
        """Whether the draw of a relative of the phrase is kept: as seldom as the farthest phrase draws it."""
        if isinstance(self.mechanism, WithinClasses):
            return self.mechanism.keeps(entry, drawn, stream)
        return is_kept(self.mechanism, related, entry, drawn, stream)


class PhraseLaws:
    """The laws of the phrases of one request.

    Args:
        drawer: the draws of the request.
        sources: classes and mechanisms.
    """

    def __init__(self, drawer: Drawer, sources: Sources) -> None:
        self._drawer, self._sources = drawer, sources
        self._known: dict[tuple[str, str, str, str], PhraseLaw] = {}
        self._in_class: Counter[str] = Counter()

    def law(self, core: str, lexicon_type: str, entity_type: str) -> PhraseLaw:
        """The law of a phrase, decided when it is first drawn for."""
        name = lexicon_type, entity_type, fold(core), self._drawer.occurrence
        if name not in self._known:
            self._known[name] = self._within(core, lexicon_type, entity_type) or self._all(*name[:2], core)
        return self._known[name]

    def whole(self, core: str, lexicon_type: str, entity_type: str) -> PhraseLaw:
        """The law over all phrases of the type, from now on that of this phrase."""
        law = self._all(lexicon_type, entity_type, core)
        self._known[lexicon_type, entity_type, fold(core), self._drawer.occurrence] = law
        return law

    def used(self, lexicon_type: str, entity_type: str) -> Iterator[PhraseLaw]:
        """The laws of some phrases of the request, each once."""
        of_type = (law for name, law in self._known.items() if name[:2] == (lexicon_type, entity_type))
        yield from {law.kind: law for law in of_type}.values()

    def _all(self, lexicon_type: str, entity_type: str, core: str) -> PhraseLaw:
        mechanism = self._sources.mechanism(lexicon_type, entity_type, whole=True)
        entry = partial(self._placed, lexicon_type, core)
        return PhraseLaw(mechanism, entry, f"{lexicon_type}/{mechanism.fingerprint}")

    def _placed(self, lexicon_type: str, core: str) -> int:
        return int(self._sources.lexicon.place(lexicon_type, [core])[0])

    def _within(self, core: str, lexicon_type: str, entity_type: str) -> PhraseLaw | None:
        classed = partial(self._of_class, core, lexicon_type, entity_type)
        found = self._sources.memory.recall(classed, "class", lexicon_type, entity_type, core)
        if not found:
            return None
        law, most = found
        self._in_class[law.kind] += 1
        return None if self._in_class[law.kind] > most else law

    def _of_class(self, core: str, lexicon_type: str, entity_type: str) -> tuple[PhraseLaw, int] | tuple[()]:
        """The law of the class of a phrase, and how many phrases of a request it serves; empty without a class."""
        sources = self._sources
        kept = sources.kept(lexicon_type, entity_type)
        mechanism = sources.mechanism(lexicon_type, entity_type)
        if kept is None or not isinstance(mechanism, WithinClasses):
            return ()
        entry = kept.entry(core)
        label = int(kept.labels[entry])
        if sources.policy.never_self:
            related = sources.relatives(lexicon_type, classed=True).of(core)
            if sum(kept.labels[one] == label for one in related) > mechanism.most_relatives(label):
                return ()
        kind = f"{lexicon_type}/{mechanism.fingerprint}/{label}"
        return PhraseLaw(mechanism, lambda: entry, kind, label, kept.names[label]), kept.size(label) // 2
