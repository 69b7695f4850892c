"""A policy applied to the texts of a request: detect, collect, draw, replace, and keep what undoes it.

gateway = Gateway("entities", key=Secret.from_file("secret.key"))
request = gateway.sanitize("Anna Miller from Boston is 34 years old.", scope="conversation-1")
request.text                      # may leave
request.restore(reply)            # what the user gets
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Generator, Sequence, Set
from contextlib import contextmanager
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dp_gateway.config import Policy, load_policy
from dp_gateway.entities.clear_text import ClearTexts
from dp_gateway.entities.memory import Memory
from dp_gateway.entities.mentions import Mention, find_mentions
from dp_gateway.entities.sources import Sources
from dp_gateway.entities.substitution import Drawn, Substitution
from dp_gateway.entities.surrogates.drawer import Drawer
from dp_gateway.entities.surrogates.phrases import LEXICON_TYPES
from dp_gateway.entities.types import Entity
from dp_gateway.errors import ConfigurationError
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import find
from dp_gateway.privacy.guarantee import Price, stated
from dp_gateway.randomness import Secret
from dp_gateway.restore import Restorer
from dp_gateway.sanitizer.detection import Detects, detection_of, developer_detection
from dp_gateway.sanitizer.figures import EntityFacts
from dp_gateway.sanitizer.many import DrawnText
from dp_gateway.sanitizer.pricing import Pricing
from dp_gateway.sanitizer.ready import Ready, get_ready, looked_at
from dp_gateway.sanitizer.replacing import LONGEST_KEPT, Holed, draw_words, fill, replace, whole
from dp_gateway.sanitizer.request import LaterRequest, SanitizedRequest
from dp_gateway.sanitizer.results import SEAL, EntityReport, Sanitized, Totals
from dp_gateway.sanitizer.said import Said
from dp_gateway.sanitizer.tokens import Sanitizer, check_text
from dp_gateway.sanitizer.turns import Turns

if TYPE_CHECKING:
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

__all__ = ["Gateway"]

_TEXTS = 1024
"""Texts of a generation whose drawn words are kept: 30 kB for a long message, 5 kB for a usual one."""


class Gateway:
    """The pipeline that all doors share.

    Args:
        policy: a preset, a TOML file, or a `Policy`.
        key: makes draws repeatable, so that a conversation that is sent again leaks nothing new and a reply can be
            restored by whoever has the key and the request. Without one every request draws fresh bits.
        lexicon: phrases and names; None takes the default lexicon, and builds it where there is none.
        index: words, for policies that draw words; None takes the default index.
        detection: finds the entities of the users' texts; None takes the one that the policy describes.

    Raises:
        ConfigurationError, StoreError: see `errors`.
    """

    def __init__(
        self,
        policy: Policy | str | Path = "entities",
        *,
        key: Secret | None = None,
        lexicon: Lexicon | None = None,
        index: Index | str | Path | None = None,
        detection: Detects | None = None,
    ) -> None:
        self.policy = load_policy(policy)
        self._key = key
        self._given_lexicon, self._index, self._given_detection = lexicon, index, detection
        self.sources = Sources(self.policy, self._open_lexicon)
        # Texts that grow are drawn from other bits than those that come again as they are.
        self._drawn_texts = {grows: Memory(_TEXTS) for grows in (False, True)}
        named = {
            f"types.{name}": rule.mechanism for name, rule in self.policy.types.items() if rule.treatment == "mechanism"
        }
        if self.policy.draws_words:
            named["tokens"] = self.policy.tokens.mechanism
        for field, mechanism in named.items():
            with _naming(field):
                find(mechanism)

    def check(self) -> None:
        """Make every mechanism of the policy as requests would; `policy check` and `config check` call it.

        Raises:
            ConfigurationError: a mechanism cannot be made as the policy says; the message names the field.
            StoreError: index or lexicon cannot be opened.
        """
        if self.policy.draws_words:
            with _naming("tokens"):
                _ = self._tokens
        for name, rule in self.policy.types.items():
            if rule.treatment == "mechanism" and self.policy.rule(name).treatment == "mechanism":
                for lexicon_type in LEXICON_TYPES.get(name, ()):
                    with _naming(f"types.{name}"):
                        self.mechanism(lexicon_type, name)

    def under(self, policy: Policy) -> Gateway:
        """A gateway of the same key, lexicon, index and detection under another policy."""
        return Gateway(
            policy, key=self._key, lexicon=self._given_lexicon, index=self._index, detection=self._given_detection
        )

    def _open_lexicon(self) -> Lexicon:
        if self._given_lexicon is not None:
            return self._given_lexicon
        from dp_gateway.vocabulary.lexicon import default_lexicon

        return default_lexicon()

    @cached_property
    def detection(self) -> Detects:
        """What finds the entities."""
        if self._given_detection is not None:
            return self._given_detection
        return detection_of(self.policy)

    @cached_property
    def _developer_detection(self) -> Detects:
        return developer_detection(self.policy)

    @property
    def lexicon(self) -> Lexicon:
        """Phrases and names."""
        return self.sources.lexicon

    def mechanism(self, lexicon_type: str, entity_type: str) -> Mechanism:
        """The mechanism that draws the phrases of a lexicon type under the rule of an entity type."""
        return self.sources.mechanism(lexicon_type, entity_type)

    def sanitize(self, text: str, *, scope: str = "") -> Sanitized[EntityReport]:
        """Sanitize one text.

        Args:
            text: any Unicode text.
            scope: what repeatable draws are shared within, such as a conversation.
        """
        return self.request([text], scope=scope).texts[0]

    def seen(self, texts: Sequence[str], developer: Sequence[bool] | None = None) -> bool:
        """Whether `request` of these texts would find all entities in memory, or looks for none: it is fast then."""
        users = [text for text, own in zip(texts, _checked(texts, developer), strict=True) if not own]
        known = getattr(self.detection, "seen", None) if users and self.policy.detects else None
        return not users or not self.policy.detects or (known is not None and known(users))

    def request(
        self,
        texts: Sequence[str],
        *,
        scope: str = "",
        developer: Sequence[bool] | None = None,
        turns: Turns | None = None,
    ) -> SanitizedRequest:
        """Sanitize the texts of one request together, so that an entity has one surrogate in all of them.

        Args:
            texts: any Unicode texts.
            scope: what repeatable draws are shared within, such as a conversation.
            developer: which texts the developer of the application wrote (system prompts, descriptions of tools, JSON
                schemas); None where the user wrote all. Of those only identifiers, credentials, the policy's own
                phrases and what was found in the other texts are replaced, under every policy.
            turns: where in a conversation they stand; None where they are said at once.

        Raises:
            ConfigurationError: a text is no `str`, or `developer` is not as long as `texts`.
        """
        said = Turns.together(len(texts)) if turns is None else turns
        return self._drawn(texts, _checked(texts, developer), scope, said)

    def requests(
        self,
        batch: Sequence[Sequence[str]],
        *,
        scopes: Sequence[str],
        developer: Sequence[Sequence[bool]],
        turns: Sequence[Turns] | None = None,
    ) -> list[SanitizedRequest]:
        """Sanitize many requests: what `request` gives for each, draw for draw where there is a key, in less time.

        Args:
            batch: the texts of each request.
            scopes: one per request.
            developer, turns: as of `request`, one per request.

        Raises:
            ConfigurationError: as of `request`.
        """
        authors = [_checked(texts, own) for texts, own in zip(batch, developer, strict=True)]
        said = [Turns.together(len(texts)) for texts in batch] if turns is None else turns
        ready = get_ready(
            batch,
            authors,
            [[(name, one.grows) for name in one.scopes(scope)] for scope, one in zip(scopes, said, strict=True)],
            detects=self.policy.detects,
            detect=self._detect,
            draw_words=self._draw_many if self.policy.draws_words else None,
        )
        return [self._from_ready(*each) for each in zip(batch, authors, scopes, said, ready, strict=True)]

    def _from_ready(
        self, texts: Sequence[str], by_developer: Sequence[bool], scope: str, turns: Turns, ready: Ready
    ) -> SanitizedRequest:
        make = partial(self._drawn, texts, by_developer, scope, turns, ready)
        if self.policy.detects or not self.policy.draws_words or any(by_developer):
            return make()
        drawn = [one for one in ready.words if one is not None]
        # A text that is drawn alike again is the same unit; see `pricing`.
        units = zip(turns.scopes(scope), texts, drawn, strict=True)
        different = sum({(within, text, one.text): one.words for within, text, one in units}.values())
        totals = partial(self._totals_of_words, sum(one.words for one in drawn), different)
        return LaterRequest([one.text for one in drawn], totals, make)

    def _totals_of_words(self, words: int, different: int) -> Totals:
        mechanism = self._tokens[False].mechanism
        if not different:
            return Totals(0, words, Price(0.0, 0.0, 0.0))
        level = stated((math.fsum([different * mechanism.guarantee.certified_epsilon]), 0.0))
        return Totals(0, words, Price(*level, different * mechanism.epsilon, (mechanism.name,)))

    def _detect(self, texts: Sequence[str], by_developer: Sequence[bool]) -> list[list[Entity]]:
        """The entities of each text, read as its author asks; where every word is drawn, of the developer's alone."""
        found: list[list[Entity]] = [[] for _ in texts]
        for own in (False, True):
            read = [at for at, one in enumerate(by_developer) if one == own]
            if not read or not (own or self.policy.detects):
                continue
            detection = self._developer_detection if own else self.detection
            for at, entities in zip(read, detection.detect([texts[at] for at in read]), strict=True):
                found[at] = entities
        return found

    def _draw_many(self, texts: Sequence[str], within: Sequence[tuple[str, bool]]) -> list[DrawnText]:
        done: dict[int, DrawnText] = {}
        for grows in (False, True):
            own = [at for at, (_, one) in enumerate(within) if one == grows]
            if own:
                drawn = self._draw_alike([texts[at] for at in own], [within[at][0] for at in own], grows)
                done.update(zip(own, drawn, strict=True))
        return [done[at] for at in range(len(texts))]

    def _draw_alike(self, texts: Sequence[str], scopes: Sequence[str], grows: bool) -> list[DrawnText]:
        def draw(missing: Sequence[int]) -> list[DrawnText]:
            tokens = self._tokens[grows]
            return tokens.draw_many([texts[at] for at in missing], scopes=[scopes[at] for at in missing])

        if self._key is None or any(len(text) > LONGEST_KEPT for text in texts):
            return draw(range(len(texts)))
        return self._drawn_texts[grows].recall_many(list(zip(scopes, texts, strict=True)), draw)

    def _drawn(
        self,
        texts: Sequence[str],
        by_developer: Sequence[bool],
        scope: str,
        turns: Turns,
        ready: Ready | None = None,
    ) -> SanitizedRequest:
        # Fresh draws are never asked for again.
        key, memory = (self._key, self.sources.memory) if self._key else (Secret(secrets.token_bytes(32)), None)
        searched = looked_at(texts, by_developer, detects=self.policy.detects)
        mentions: list[Mention] = []
        if any(searched):
            found = self._detect(texts, by_developer) if ready is None else ready.found
            mentions = find_mentions(
                searched,
                found,
                self.policy,
                self.lexicon.pool("COMMON_WORDS"),
                self.sources.parts,
                turns.numbers,
            )
        by_text: list[list[Mention]] = [[] for _ in texts]
        for mention in mentions:
            by_text[mention.text_number].append(mention)
        drawn = self._words_drawn(texts, by_text, by_developer, scope, turns, ready)
        stay = {mention for mention in mentions if self._stays(mention, by_developer)}
        said = Said(texts, by_text, drawn, turns, scope)
        return self._replaced(said, stay, Drawer(b"", ClearTexts(), memory), any(by_developer), key)

    def _stays(self, mention: Mention, by_developer: Sequence[bool]) -> bool:
        """Whether a mention is left in clear: as the policy says, and dates of the developer, which are not private."""
        own_date = mention.type == "DATE_TIME" and by_developer[mention.text_number]
        return own_date or self.policy.kind == "observe" or self.policy.rule(mention.type).treatment == "keep"

    def _words_drawn(
        self,
        texts: Sequence[str],
        by_text: list[list[Mention]],
        by_developer: Sequence[bool],
        scope: str,
        turns: Turns,
        ready: Ready | None,
    ) -> list[Holed | None]:
        """The texts whose words are drawn, with holes for their mentions; None for the others."""
        if not self.policy.draws_words:
            return [None] * len(texts)
        if ready is not None and not self.policy.detects:
            drawn = zip(texts, ready.words, strict=True)
            return [None if one is None else whole(text, one.sanitized()) for text, one in drawn]
        memory = self._drawn_texts[turns.grows] if self._key is not None else None
        tokens = self._tokens[turns.grows]
        each = zip(texts, by_text, by_developer, turns.scopes(scope), strict=True)
        return [None if kept else draw_words(tokens, text, found, own, memory) for text, found, kept, own in each]

    def _replaced(
        self, said: Said, stay: Set[Mention], drawer: Drawer, any_developer: bool, key: Secret
    ) -> SanitizedRequest:
        substitution = Substitution(self.sources, drawer)
        pairs: list[list[tuple[Mention, Drawn]]] = [[] for _ in said.texts]
        keys: dict[tuple[bytes, ...], bytes] = {}
        first: dict[tuple[str, object], bytes] = {}
        for turn in said.turns.order():
            met = [mention for at in turn for mention in said.mentions[at]]
            clear = [mention for mention in met if mention in stay]
            pieces = (piece for at in turn for piece in said.clear(at))
            drawer.clear.add(chain(pieces, (mention.text for mention in clear)))
            substitution.meet(met, [mention.text for mention in clear if mention.type == "DATE_TIME"])
            for at in turn:
                for mention, scope in zip(said.mentions[at], said.scopes(at), strict=True):
                    if scope not in keys:
                        keys[scope] = key.subkey(b"entities", *scope)
                    drawer.enter(keys[scope])
                    one = Drawn(None, "keep") if mention in stay else substitution.drawn(mention)
                    first.setdefault((mention.type, one.value), keys[scope])
                    pairs[at].append((mention, one))
        parts = [
            replace(text, found) if of_text is None else fill(of_text, found)
            for text, of_text, found in zip(said.texts, said.words, pairs, strict=True)
        ]
        tokens = tuple(part.words for part in parts if part.words is not None)
        flat = [pair for found in pairs for pair in found]
        facts = EntityFacts(self.sources, substitution, flat, tokens, any_developer=any_developer)
        by_text = zip(said.words, said.turns.scopes(said.scope), strict=True)
        pricing = Pricing(
            key.subkey(b"units", said.scope.encode("utf-8", "surrogatepass")),
            facts,
            [(*pair, first[pair[0].type, pair[1].value]) for pair in flat],
            [(words, own) for words, own in by_text if words is not None],
            by_value=self.policy.draw == "value",
            observed=self.policy.kind == "observe",
            recall=None if self._key is None else partial(self._price, said, flat, [part.text for part in parts]),
        )
        report = EntityReport(
            policy=self.policy.name,
            kind=self.policy.kind,
            characters=sum(map(len, said.texts)),
            tokens=tokens,
            excluded=drawer.excluded,
            repeatable=self._key is not None,
            facts=facts,
            pricing=pricing,
        )
        sent = [part.text for part in parts]
        restorer = cache(lambda: Restorer(substitution.replacements()).within([*said.texts, *sent], sent))
        done = tuple(Sanitized(text, spans, report, seal=SEAL, restorer=restorer) for text, spans, _ in parts)
        return SanitizedRequest(done, report, restorer, pricing)

    def _price(
        self, said: Said, pairs: Sequence[tuple[Mention, Drawn]], sent: Sequence[str], make: Callable[[], Price]
    ) -> Price:
        """What a request costs, which was worked out if it was sent before; kept are figures under a hash."""
        turns = said.turns
        name = repr((turns, [(*mention[:4], mention.article, one[1:]) for mention, one in pairs]))
        return self.sources.memory.recall(make, "price", said.scope, name, *said.texts, "", *sent)

    @cached_property
    def _tokens(self) -> dict[bool, Sanitizer]:
        """What draws the words of texts that come again as they are, and of texts that grow."""
        settings = self.policy.tokens
        options: dict[str, Any] = dict(settings.options)
        mechanism = Sanitizer(settings.mechanism, settings.epsilon, index=self._index, **options).mechanism
        return {
            grows: Sanitizer(mechanism, keep_stopwords=settings.keep_stopwords, key=self._key, grows=grows)
            for grows in (False, True)
        }


def _checked(texts: Sequence[str], developer: Sequence[bool] | None) -> Sequence[bool]:
    """Which texts are the developer's, one bool for each."""
    for text in texts:
        check_text(text)
    if developer is None:
        return [False] * len(texts)
    if len(developer) != len(texts):
        raise ConfigurationError(
            f"{len(developer)} texts are said to be the developer's or not, of {len(texts)}",
            hint="give one bool for each text",
        )
    return developer


@contextmanager
def _naming(field: str) -> Generator[None]:
    """Let what is wrong with a mechanism say in which field of the policy it stands."""
    try:
        yield
    except ConfigurationError as error:
        raise ConfigurationError(f"{field}: {error.message}", hint=error.hint) from None
