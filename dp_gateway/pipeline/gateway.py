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

from dp_gateway.cache import Memory
from dp_gateway.detection.hints import NO_HINTS, Hints, with_hints
from dp_gateway.errors import ConfigurationError
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import find
from dp_gateway.pipeline.declared import Declared, draw_declared
from dp_gateway.pipeline.detection import Detects, detection_of, developer_detection
from dp_gateway.pipeline.echoes import echoes, mended
from dp_gateway.pipeline.figures import EntityFacts
from dp_gateway.pipeline.languages import Languages, check_languages, unread_words
from dp_gateway.pipeline.many import DrawnText
from dp_gateway.pipeline.numbers import near_values, numbers_of, weekdays_of
from dp_gateway.pipeline.pricing import Pricing
from dp_gateway.pipeline.replacing import Holed, Holes, Replaced, fill, replace
from dp_gateway.pipeline.report import EntityReport, Totals
from dp_gateway.pipeline.request import Details, SanitizedRequest
from dp_gateway.pipeline.results import SEAL, Sanitized
from dp_gateway.pipeline.said import Asked, Said
from dp_gateway.pipeline.tokens import Sanitizer, check_text
from dp_gateway.pipeline.turns import Turns
from dp_gateway.policy import Policy, load_policy
from dp_gateway.privacy.guarantee import Price, stated
from dp_gateway.randomness import Secret
from dp_gateway.restore import Restorer
from dp_gateway.surrogates.clear_text import ClearTexts
from dp_gateway.surrogates.drawer import Drawer
from dp_gateway.surrogates.mentions import Mention, find_mentions
from dp_gateway.surrogates.phrases import LEXICON_TYPES
from dp_gateway.surrogates.sources import Sources
from dp_gateway.surrogates.substitution import Drawn, Substitution
from dp_gateway.text.entities import Entity

if TYPE_CHECKING:
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

__all__ = ["Gateway"]

_TEXTS = 1024
"""Texts of a generation whose drawn words are kept: 30 kB for a long message, 5 kB for a usual one."""

_LONGEST_KEPT = 4000
"""Drawn words of longer texts are not kept: a message of a chat is shorter, and memory is bounded by entries."""

_Words = list[tuple[Holes, DrawnText] | None]
"""The words of each text of a request around its mentions; None for a text that keeps them."""


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
        from dp_gateway.vocabulary.lexicon import default_lexicon

        lexicon = self._given_lexicon or default_lexicon()
        if self.policy.topics:
            from dp_gateway.vocabulary.lexicon.topics import LexiconWithTopics

            return LexiconWithTopics(lexicon)
        return lexicon

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
        hints: Hints = NO_HINTS,
    ) -> SanitizedRequest:
        """Sanitize the texts of one request together, so that an entity has one surrogate in all of them.

        Args:
            texts: any Unicode texts.
            scope: what repeatable draws are shared within, such as a conversation.
            developer: which texts the developer of the application wrote (system prompts, descriptions of tools, JSON
                schemas); None where the user wrote all. Of those only identifiers, credentials, the policy's own
                phrases and what was found in the other texts are replaced, under every policy.
            turns: where in a conversation they stand; None where they are said at once.
            hints: what the request says of them beside the texts.

        Raises:
            ConfigurationError: a text is no `str`, or `developer` is not as long as `texts`.
        """
        said = None if turns is None else [turns]
        return self.requests([texts], scopes=[scope], developer=[developer], turns=said, hints=[hints])[0]

    def declared(
        self, values: Sequence[str], entity_type: str, *, scope: str = "", undo: bool = False
    ) -> list[Declared]:
        """Draw for values that are said to be entities of a type, each by itself: equal values have equal surrogates.

        Args:
            values: any Unicode texts, one entity each.
            entity_type: such as PERSON; see `ENTITY_TYPES`.
            scope: what repeatable draws are shared within.
            undo: whether what undoes the draws in a reply is wanted too.
        """
        for value in values:
            check_text(value)
        key = self._key or Secret(secrets.token_bytes(32))
        return list(draw_declared(self.sources, key, values, entity_type, scope, undo=undo))

    def requests(
        self,
        batch: Sequence[Sequence[str]],
        *,
        scopes: Sequence[str],
        developer: Sequence[Sequence[bool] | None],
        turns: Sequence[Turns] | None = None,
        hints: Sequence[Hints] | None = None,
    ) -> list[SanitizedRequest]:
        """Sanitize many requests: each as if it came alone, in less time.

        Args:
            batch: the texts of each request.
            scopes: one per request.
            developer, turns, hints: as of `request`, one per request.

        Raises:
            ConfigurationError: as of `request`.
        """
        said = [Turns.together(len(texts)) for texts in batch] if turns is None else turns
        hinted = [NO_HINTS] * len(batch) if hints is None else hints
        own_texts = [_checked(texts, own) for texts, own in zip(batch, developer, strict=True)]
        asked = [
            Asked(texts, own, scope, one, hint, self._languages(texts, own))
            for texts, own, scope, one, hint in zip(batch, own_texts, scopes, said, hinted, strict=True)
        ]
        mentions = self._mentions(asked)
        return [self._sanitized(*each) for each in zip(asked, mentions, self._words(asked, mentions), strict=True)]

    def _languages(self, texts: Sequence[str], by_developer: Sequence[bool]) -> Languages:
        """The languages of the users' texts; of the developer's only identifiers are read, whatever their language."""
        return check_languages(self.policy, (text for text, own in zip(texts, by_developer, strict=True) if not own))

    def _mentions(self, asked: Sequence[Asked]) -> list[list[list[Mention]]]:
        """The mentions of each text of each request."""
        if not self.policy.detects and not any(map(any, (one.developer for one in asked))):
            return [[[] for _ in one.texts] for one in asked]
        found = iter(
            self._detect([text for one in asked for text in one.texts], [own for one in asked for own in one.developer])
        )
        mentions: list[list[list[Mention]]] = []
        for one in asked:
            by_text: list[list[Mention]] = [[] for _ in one.texts]
            entities = [next(found) for _ in one.texts]
            if one.languages.unsupported and self.policy.unsupported_language == "mask" and self.policy.detects:
                each = zip(one.texts, entities, one.developer, strict=True)
                entities = [of_text if own else unread_words(text, of_text) for text, of_text, own in each]
            # Where every word is drawn, entities are looked for in the developer's texts alone.
            searched = [
                text if self.policy.detects or own else "" for text, own in zip(one.texts, one.developer, strict=True)
            ]
            if any(searched):
                for mention in find_mentions(
                    searched,
                    with_hints(searched, entities, one.hints),
                    self.policy,
                    self.lexicon.pool("COMMON_WORDS"),
                    self.sources.parts,
                    one.turns.numbers,
                    self.sources.memory,
                    spoken=one.turns.spoken if self.policy.keeps_public and not one.turns.cut else None,
                ):
                    by_text[mention.text_number].append(mention)
            mentions.append(by_text)
        return mentions

    def _totals_of_words(self, asked: Asked, drawn: Sequence[DrawnText]) -> Totals:
        mechanism, words = self._tokens[False].mechanism, sum(one.words for one in drawn)
        # A text that is drawn alike again is the same unit; see `pricing`.
        units = zip(asked.turns.scopes(asked.scope), asked.texts, drawn, strict=True)
        different = sum({(within, text, one.text): one.words for within, text, one in units}.values())
        if not different:
            return Totals(0, words, Price(0.0, 0.0, 0.0), asked.languages)
        level = stated((math.fsum([different * mechanism.guarantee.certified_epsilon]), 0.0))
        return Totals(0, words, Price(*level, different * mechanism.epsilon, (mechanism.name,)), asked.languages)

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

    def _words(self, asked: Sequence[Asked], mentions: Sequence[list[list[Mention]]]) -> list[_Words]:
        """The drawn words of each text of each request, around its mentions; None where they stay."""
        words: list[_Words] = [[None] * len(one.texts) for one in asked]
        if not self.policy.draws_words:
            return words
        for grows in (False, True):
            places: list[tuple[_Words, int]] = []
            holes: list[Holes] = []
            scopes: list[str] = []
            for one, found, own in zip(asked, mentions, words, strict=True):
                if one.turns.grows == grows:
                    drawn = [at for at, by_developer in enumerate(one.developer) if not by_developer]
                    within = one.turns.scopes(one.scope)
                    places += ((own, at) for at in drawn)
                    holes += (Holes.of(one.texts[at], found[at]) for at in drawn)
                    scopes += (within[at] for at in drawn)
            done = self._draw([one.holed for one in holes], scopes, grows)
            for (own, at), one, drawn_text in zip(places, holes, done, strict=True):
                own[at] = one, drawn_text
        return words

    def _draw(self, texts: Sequence[str], scopes: Sequence[str], grows: bool) -> list[DrawnText]:
        """The words of texts that grow, or that do not, each drawn in its scope."""

        def draw(places: Sequence[int]) -> list[DrawnText]:
            tokens = self._tokens[grows]
            return tokens.draw_many([texts[at] for at in places], scopes=[scopes[at] for at in places])

        if not texts:
            return []
        if self._key is None:
            return draw(range(len(texts)))
        short = [at for at, text in enumerate(texts) if len(text) <= _LONGEST_KEPT]
        names = [(scopes[at], texts[at]) for at in short]
        kept = self._drawn_texts[grows].recall_many(names, lambda missing: draw([short[at] for at in missing]))
        if len(short) == len(texts):
            return kept
        long = [at for at, text in enumerate(texts) if len(text) > _LONGEST_KEPT]
        done = dict(zip((*short, *long), (*kept, *draw(long)), strict=True))
        return [done[at] for at in range(len(texts))]

    def _sanitized(self, asked: Asked, mentions: list[list[Mention]], words: _Words) -> SanitizedRequest:
        describe = partial(self._details, asked, mentions, words)
        if self.policy.detects or not self.policy.draws_words or any(asked.developer):
            details = describe()
            return SanitizedRequest([one.text for one in details.texts], lambda: details)
        # Nothing but words was drawn: their text is what leaves, and the rest is made when it is asked for.
        drawn = [one for _, one in filter(None, words)]
        return SanitizedRequest([one.text for one in drawn], describe, partial(self._totals_of_words, asked, drawn))

    def _details(self, asked: Asked, mentions: list[list[Mention]], words: _Words) -> Details:
        # Fresh draws are never asked for again.
        key, sources = self._key or Secret(secrets.token_bytes(32)), self.sources
        drawer = Drawer(b"", *((ClearTexts(sources.clear), sources.memory) if self._key else (ClearTexts(), None)))
        drawn = [None if one is None else Holed(*one[0][:3], one[1].sanitized()) for one in words]
        stay = {mention for of_text in mentions for mention in of_text if self._stays(mention, asked.developer)}
        # From here on texts are plain ones, whatever a caller's detection knows them by: names of what is kept are.
        said = Said(list(map(str, asked.texts)), mentions, drawn, asked.turns, asked.scope)
        return self._replaced(said, stay, drawer, any(asked.developer), key, asked.languages)

    def _stays(self, mention: Mention, by_developer: Sequence[bool]) -> bool:
        """Whether a mention is left in clear: as the policy says, as public, or as a date of the developer."""
        own_date = mention.type == "DATE_TIME" and by_developer[mention.text_number]
        kept = self.policy.kind == "observe" or self.policy.rule(mention.type).treatment == "keep"
        return own_date or mention.public or kept

    def _replaced(
        self, said: Said, stay: Set[Mention], drawer: Drawer, any_developer: bool, key: Secret, languages: Languages
    ) -> Details:
        substitution = Substitution(self.sources, drawer)
        pairs: list[list[tuple[Mention, Drawn]]] = [[] for _ in said.texts]
        keys: dict[tuple[bytes, ...], bytes] = {}
        first: dict[tuple[str, object], bytes] = {}
        for turn in said.turns.order():
            met = [mention for at in turn for mention in said.mentions[at]]
            clear = [mention for mention in met if mention in stay] if stay else []
            pieces = (piece for at in turn for piece in said.clear(at))
            drawer.clear.add(chain(pieces, (mention.text for mention in clear)))
            substitution.meet(met, [mention.text for mention in clear if mention.type == "DATE_TIME"])
            for at in turn:
                for mention, scope in zip(said.mentions[at], said.scopes(at), strict=True):
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
        tokens = tuple(part.words for part in parts if part.words is not None)
        flat = [pair for found in pairs for pair in found]
        facts = EntityFacts(
            self.sources, substitution, flat, tokens, any_developer=any_developer, unread=languages.unsupported
        )
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
            languages=languages,
        )
        restorer = cache(partial(self._restorer, substitution, said, parts, pairs))
        done = tuple(Sanitized(text, spans, report, seal=SEAL, restorer=restorer) for text, spans, _ in parts)
        return Details(done, report, restorer, pricing)

    def _restorer(
        self,
        substitution: Substitution,
        said: Said,
        parts: Sequence[Replaced],
        drawn: Sequence[Sequence[tuple[Mention, Drawn]]],
    ) -> Restorer:
        """What undoes the draws of a request in its reply."""
        pairs = list(zip(said.texts, parts, strict=True))
        sent = [part.text for part in parts]
        undone = substitution.replacements() + weekdays_of(said.texts, drawn)
        if self.policy.draws_words:
            undone += echoes(pairs)
        near = near_values(list(chain.from_iterable(drawn)))
        numbers = numbers_of(said.texts, drawn, None if self._key is None else self.sources.memory)
        restorer = Restorer(undone, numbers, near)

        def restored(text: str, reply: str) -> str:
            return restorer.within([text], [reply]).restore(reply).text

        def exact(text: str, part: Replaced) -> bool:
            def comes_back() -> bool:
                return restored(text, part.text) == text

            # What came back once comes back again: no surrogate that is drawn later stands in clear before.
            if self._key is None:
                return comes_back()
            return self.sources.memory.recall(comes_back, "echo", said.scope, text, part.text)

        inexact = [(text, part) for text, part in pairs if len(part.spans) and not exact(text, part)]
        if inexact:
            restorer = Restorer([*mended(inexact, restored), *undone], numbers, near)
        return restorer.within([*said.texts, *sent], sent)

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
            # A request is checked as a whole, before its mentions become holes.
            grows: Sanitizer(
                mechanism, keep_stopwords=settings.keep_stopwords, key=self._key, grows=grows, languages="any"
            )
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
