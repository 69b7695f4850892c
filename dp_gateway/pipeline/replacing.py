"""Replaces mentions: surrogates are drawn, put into the texts, priced, and kept for the reply.

`Gateway` calls it as its last stage, once for each request.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache, partial
from itertools import chain
from typing import NamedTuple

from dp_gateway.cache import Memory
from dp_gateway.pipeline.draws import DrawnText
from dp_gateway.pipeline.figures import EntityFacts, Pricing
from dp_gateway.pipeline.finding import OriginalRequest, Turns
from dp_gateway.pipeline.languages import Languages
from dp_gateway.pipeline.report import Details, EntityReport
from dp_gateway.pipeline.results import SEAL, Sanitized
from dp_gateway.pipeline.undoing import Undoing, answers_of, near_values, numbers_of
from dp_gateway.pipeline.words import DrawnWords, Holed, Replaced, WordUnit, between, fill, replace
from dp_gateway.privacy.guarantee import Price
from dp_gateway.randomness import Secret
from dp_gateway.restore import Near, Numbers, Replacement, Restorer
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.drawer import Drawer
from dp_gateway.surrogates.sources import Sources
from dp_gateway.surrogates.substitution import Drawn, Substitution
from dp_gateway.text.entities import Mention
from dp_gateway.text.folding import fold


class FoundRequest(NamedTuple):
    """A request, before anything is drawn for its mentions.

    Attributes:
        mentions: those of each text.
        words: the drawn words of each text; None where they stay.
        units: what is paid for them.
        turns: when each text was said.
        scope: of the request.
    """

    texts: Sequence[str]
    mentions: Sequence[Sequence[Mention]]
    words: Sequence[Holed | None]
    units: Sequence[WordUnit]
    turns: Turns
    scope: str

    def clear(self, at: int) -> Iterable[str]:
        """List what a text leaves in clear."""
        words = self.words[at]
        return between(self.texts[at], self.mentions[at]) if words is None else words.pieces

    def scopes(self, at: int) -> Iterator[tuple[bytes, ...]]:
        """Return the scope that each mention of a text is drawn within, where it is the first of its value."""
        mentions, turns = self.mentions[at], self.turns
        if not turns.chained:
            own: tuple[bytes, ...] = (_bytes(self.scope),)
        elif turns.links and turns.spoken[at]:
            own = (_bytes(turns.link(at)),)
        elif turns.links:
            yield from self._beside(at)
            return
        else:
            yield from self._grown(at)
            return
        for _ in mentions:
            yield own

    def _beside(self, at: int) -> Iterator[tuple[bytes, ...]]:
        """What was said, and all values of a text that nobody said: whoever knows some of them shares no draw.

        An instruction tells the time, and is another one in each turn. A date in it is no part of what others are drawn
        within; it is drawn within the small words before it, which no clock changes: a list of all dates tells none.
        """
        text, mentions = self.texts[at], self.mentions[at]
        instruction = at in self.turns.instructions
        values = (fold(one.text) for one in mentions if not (instruction and one.type in _CLOCKS))
        own = _bytes(self.turns.link(at)), *map(_bytes, values)
        state, done = hashlib.sha256(), 0
        for mention in mentions:
            if not instruction or mention.type not in _CLOCKS:
                yield own
                continue
            state.update(_bytes(" ".join(_PLAIN_WORD.findall(text, done, mention.start))))
            done = mention.start
            yield *own, state.digest()

    def _grown(self, at: int) -> Iterator[tuple[bytes, ...]]:
        """The text up to the end of each mention."""
        text, state, done = self.texts[at], hashlib.sha256(), 0
        for mention in self.mentions[at]:
            state.update(_bytes(text[done : mention.end]))
            done = mention.end
            yield _bytes(self.scope), state.digest()


_CONVERSATIONS = 16
"""Of a generation of long conversations of which it is kept what of their texts comes back."""

_CLOCKS = frozenset(("DATE_TIME", "DURATION"))
_PLAIN_WORD = re.compile(r"(?<!\w)[^\W\d_A-Z][^\W\d_A-Z]{2,}+(?!\w)")
"""Weekdays, months and times of day have capitals, digits, or two letters."""


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _of_units(key: Secret, scope: str) -> bytes:
    """The key of the hashes of what is paid for."""
    return key.subkey(b"units", _bytes(scope))


class Replacing:
    """Replaces the mentions of requests.

    Args:
        key: of repeatable draws; None draws fresh bits.
        at_once: as of `Gateway`.
    """

    def __init__(self, sources: Sources, key: Secret | None, *, at_once: bool = False) -> None:
        self._policy, self._sources, self._key, self._at_once = sources.policy, sources, key, at_once
        self._checked = Memory(_CONVERSATIONS) if at_once else None

    def priced_words(self, scope: str, units: Sequence[WordUnit]) -> Pricing:
        """Price a request in which nothing but words was drawn."""
        key = self._key or Secret(secrets.token_bytes(32))
        return Pricing(partial(_of_units, key, scope), units)

    def details(
        self,
        asked: OriginalRequest,
        mentions: list[list[Mention]],
        words: DrawnWords,
        units: Sequence[WordUnit],
        priced: Pricing | None = None,
    ) -> Details:
        """Replace the mentions of a request: return what leaves of it, what its report says, and what undoes it.

        Args:
            units: what is paid for its words.
            priced: prices it, where that was known before.
        """
        # Fresh draws are never asked for again.
        key, sources = self._key or Secret(secrets.token_bytes(32)), self._sources
        drawer = Drawer(b"", *((ClearTexts(sources.clear), sources.memory) if self._key else (ClearTexts(), None)))
        drawn = [None if one is None else Holed(*one[0][:3], one[1].sanitized()) for one in words]
        stay = {mention for of_text in mentions for mention in of_text if self._stays(mention, asked.developer)}
        # From here on texts are plain ones, whatever a caller's detection knows them by: names of what is kept are.
        said = FoundRequest(list(map(str, asked.texts)), mentions, drawn, units, asked.turns, asked.scope)
        return self._replaced(said, stay, drawer, any(asked.developer), key, asked.languages, priced)

    def _stays(self, mention: Mention, by_developer: Sequence[bool]) -> bool:
        """Whether a mention is left in clear: as the policy says, as public, or as a date of the developer."""
        own_date = mention.type == "DATE_TIME" and by_developer[mention.text_number]
        kept = self._policy.kind == "observe" or self._policy.rules[mention.type].treatment == "keep"
        return own_date or mention.public or kept

    def _replaced(
        self,
        said: FoundRequest,
        stay: Set[Mention],
        drawer: Drawer,
        any_developer: bool,
        key: Secret,
        languages: Languages,
        priced: Pricing | None,
    ) -> Details:
        substitution = Substitution(self._sources, drawer)
        pairs: list[list[tuple[Mention, Drawn]]] = [[] for _ in said.texts]
        keys: dict[tuple[bytes, ...], bytes] = {}
        first: dict[tuple[str, object], bytes] = {}
        scopes = [list(said.scopes(at)) for at in range(len(said.texts))]
        for turn in said.turns.order():
            met = [mention for at in turn for mention in said.mentions[at]]
            clear = [mention for mention in met if mention in stay] if stay else []
            # A request without a mention has no surrogate that could stand in clear besides.
            if any(said.mentions):
                pieces = (piece for at in turn for piece in said.clear(at))
                drawer.clear.add(chain(pieces, (mention.text for mention in clear)))
            substitution.meet(met, [mention.text for mention in clear if mention.type == "DATE_TIME"])
            for at in turn:
                for mention, scope in zip(said.mentions[at], scopes[at], strict=True):
                    if scope not in keys:
                        keys[scope] = key.subkey(b"entities", *scope)
                    drawer.enter(keys[scope])
                    one = Drawn(None, "keep") if stay and mention in stay else substitution.drawn(mention)
                    first.setdefault((mention.type, one.value), keys[scope])
                    pairs[at].append((mention, one))
        parts = [
            replace(text, found) if of_text is None else fill(of_text, found)
            for text, of_text, found in zip(said.texts, said.words, pairs, strict=True)
        ]
        tokens = tuple(part.words() for part in parts if part.words is not None)
        flat = [pair for found in pairs for pair in found]
        facts = EntityFacts(
            self._sources, substitution, flat, tokens, any_developer=any_developer, unread=languages.unsupported
        )
        pricing = priced or Pricing(
            partial(_of_units, key, said.scope),
            said.units,
            facts,
            [(*pair, first[pair[0].type, pair[1].value]) for pair in flat],
            by_value=self._policy.draw == "value",
            observed=self._policy.kind == "observe",
            recall=None if self._key is None else partial(self._price, said, flat, [part.text for part in parts]),
        )
        report = EntityReport(
            policy=self._policy.name,
            kind=self._policy.kind,
            characters=sum(map(len, said.texts)),
            tokens=tokens,
            excluded=drawer.excluded,
            repeatable=self._key is not None,
            facts=facts,
            pricing=pricing,
            languages=languages,
        )
        restorer = cache(partial(self._restorer, substitution, said, parts, pairs))
        done = tuple(Sanitized(text, spans, report, seal=SEAL, restorer=restorer) for text, spans, _ in parts)
        return Details(done, report, restorer, pricing)

    def _restorer(
        self,
        substitution: Substitution,
        said: FoundRequest,
        parts: Sequence[Replaced],
        drawn: Sequence[Sequence[tuple[Mention, Drawn]]],
    ) -> Restorer:
        """What undoes the draws of a request in its reply."""
        near = near_values(said.texts, drawn)
        numbers = numbers_of(said.texts, drawn, None if self._key is None else self._sources.memory)
        pairs = list(zip(said.texts, parts, strict=True))
        return self._undoing(pairs, said.scope, substitution, numbers, near, answers_of(said.texts, drawn))

    def undoing_words(self, asked: OriginalRequest, drawn: Sequence[DrawnText]) -> Restorer:
        """Make what undoes the draws of a request in which nothing but words was drawn."""
        parts = [Replaced(one.text, one.spans(), lambda made=one: made.sanitized().report) for one in drawn]
        return self._undoing(list(zip(map(str, asked.texts), parts, strict=True)), asked.scope)

    def _undoing(
        self,
        pairs: list[tuple[str, Replaced]],
        scope: str,
        substitution: Substitution | None = None,
        numbers: Numbers | None = None,
        near: Sequence[Near] = (),
        answers: Sequence[Replacement] = (),
    ) -> Restorer:
        """What puts originals back, and what of the texts a reply repeats.

        Args:
            pairs: each text, and what was sent for it.
            substitution: of the entities; None where there are none.
        """
        digits = None if substitution is None else substitution.digits()
        restoring = partial(Restorer, numbers=numbers, near=near, answers=answers, digits=digits)
        memory = None if self._key is None else self._sources.memory
        words = self._policy.draws_words
        undoing = Undoing(
            pairs, scope, substitution, restoring, answers, words=words, memory=memory, checked=self._checked
        )
        restorer = undoing.restorer(at_once=self._at_once)
        sent = [part.text for _, part in pairs]
        return restorer.within([*(text for text, _ in pairs), *sent], sent)

    def _price(
        self, said: FoundRequest, pairs: Sequence[tuple[Mention, Drawn]], sent: Sequence[str], make: Callable[[], Price]
    ) -> Price:
        """What a request costs, which was worked out if it was sent before; kept are figures under a hash."""
        turns = said.turns
        # What is drawn for a value is one object, wherever that stands.
        drawn = {key: repr(one[1:]) for key, one in {id(one): one for _, one in pairs}.items()}
        name = repr((turns, [(*mention[:4], mention.article, drawn[id(one)]) for mention, one in pairs]))
        return self._sources.memory.recall(make, "price", said.scope, name, *said.texts, "", *sent)
