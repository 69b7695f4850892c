"""Applies a policy to the texts of requests, stage by stage: check, find, draw words, replace mentions.

gateway = Gateway("entities", key=Secret.from_file("secret.key"))
request = gateway.sanitize("Anna Miller from Boston is 34 years old.", scope="conversation-1")
request.text                      # may leave
request.restore(reply)            # what the user gets
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from dp_gateway.detection.hints import NO_HINTS, Hints
from dp_gateway.detection.of_policy import Detects, check_detection, detection_of, developer_detection
from dp_gateway.errors import ConfigurationError, check_argument
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import find
from dp_gateway.pipeline.declared import Declared, draw_declared
from dp_gateway.pipeline.draws import DrawnText
from dp_gateway.pipeline.figures import Pricing
from dp_gateway.pipeline.finding import OriginalRequest, Turns, looked_at, mentions_of
from dp_gateway.pipeline.languages import check_text, check_texts, unread_words
from dp_gateway.pipeline.replacing import Replacing
from dp_gateway.pipeline.report import EntityReport, SanitizedRequest
from dp_gateway.pipeline.results import Sanitized, Totals
from dp_gateway.pipeline.words import WordDraws
from dp_gateway.policy import Policy, load_policy
from dp_gateway.randomness import Secret, check_key
from dp_gateway.surrogates.phrases import LEXICON_TYPES
from dp_gateway.surrogates.sources import Sources
from dp_gateway.surrogates.substitution import Substitution

if TYPE_CHECKING:
    from dp_gateway.text.entities import Entity
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon


class Gateway:
    """Sanitizes texts under a policy. The server, the OpenAI client and the LangChain parts each hold one.

    Args:
        policy: a preset, a TOML file, or a `Policy`.
        key: makes draws repeatable, so that a conversation that is sent again leaks nothing new and a reply can be
            restored by whoever has the key and the request. Without one every request draws fresh bits.
        lexicon: phrases and names; None takes the default lexicon, and builds it where there is none.
        index: words, for policies that draw words; None takes the default index.
        detection: finds the entities of the users' texts; None takes the one that the policy describes.
        at_once: what undoes a request is made as a whole, as it goes to another process; else some of it waits until
            a reply needs it.

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
        at_once: bool = False,
    ) -> None:
        check_key(key)
        check_detection(detection)
        self.policy = load_policy(policy)
        self._key = key
        self._given_lexicon, self._index, self._given_detection = lexicon, index, detection
        self.sources = Sources(self.policy, self._open_lexicon)
        self._words = WordDraws(self.policy, key, index)
        self._replacing = Replacing(self.sources, key, at_once=at_once)
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
                _ = self._words.tokens
        for name, rule in self.policy.types.items():
            if rule.treatment == "mechanism" and self.policy.rules[name].treatment == "mechanism":
                for lexicon_type in LEXICON_TYPES.get(name, ()):
                    with _naming(f"types.{name}"):
                        self.mechanism(lexicon_type, name)

    def under(self, policy: Policy) -> Gateway:
        """Make a gateway with the same key, lexicon, index and detection under another policy."""
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
        """The detection that finds the entities."""
        if self._given_detection is not None:
            return self._given_detection
        return detection_of(self.policy)

    @cached_property
    def _developer_detection(self) -> Detects:
        return developer_detection(self.policy)

    def _detection_for(self, developers: bool) -> Detects:
        return self._developer_detection if developers else self.detection

    def _find(self, developers: bool, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text; where the policy masks what no detector reads, the words of such passages too."""
        found = self._detection_for(developers).detect(texts)
        if developers or self.policy.unsupported_language != "mask":
            return found
        return [unread_words(text, of_text) for text, of_text in zip(texts, found, strict=True)]

    @property
    def lexicon(self) -> Lexicon:
        """Phrases and names."""
        return self.sources.lexicon

    def mechanism(self, lexicon_type: str, entity_type: str) -> Mechanism:
        """Return the mechanism that draws the phrases of a lexicon type under the rule of an entity type."""
        return self.sources.mechanism(lexicon_type, entity_type)

    def sanitize(self, text: str, *, scope: str = "") -> Sanitized[EntityReport]:
        """Sanitize one text.

        Args:
            text: any Unicode text.
            scope: what repeatable draws are shared within, such as a conversation.
        """
        return self.request([text], scope=scope).texts[0]

    def known(self, texts: Sequence[str], developer: Sequence[bool]) -> list[Sequence[Entity]] | None:
        """Look in memory for the entities of each text; None if `request` would have to detect those of any."""
        found: list[Sequence[Entity]] = [()] * len(texts)
        for developers, read in looked_at(self.policy, developer):
            known = getattr(self._detection_for(developers), "known", None)
            entities = None if known is None else known([texts[at] for at in read])
            if entities is None:
                return None
            for at, of_text in zip(read, entities, strict=True):
                found[at] = of_text
        return found

    def remember(self, texts: Sequence[str], developer: Sequence[bool], found: Sequence[Sequence[Entity]]) -> None:
        """Put into memory what another process has found under the same policy, for `request` to use."""
        for developers, read in looked_at(self.policy, developer):
            remember = getattr(self._detection_for(developers), "remember", None)
            if remember is not None:
                remember([texts[at] for at in read], [found[at] for at in read])

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
            scope: what repeatable draws are shared within, such as a conversation.
            developer: which texts the developer of the application wrote (system prompts, descriptions of tools, JSON
                schemas); None where the user wrote all. Of those only identifiers, credentials, the policy's own
                phrases and what was found in the other texts are replaced, under every policy.
            turns: where in a conversation they stand; None where they are said at once.
            hints: what the request says of them beside the texts.

        Raises:
            ConfigurationError: a text is no `str`, or `developer` is not as long as `texts`.
        """
        check_argument("scope", scope, str, hint='name what draws are shared within: scope="conversation-1"')
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
        most: float = math.inf,
    ) -> list[SanitizedRequest]:
        """Sanitize many requests: each as if it came alone, in less time.

        Args:
            batch: the texts of each request.
            scopes: one per request.
            developer, turns, hints: as of `request`, one per request.
            most: `finding.work` up to which they are sanitized.

        Raises:
            ConfigurationError: as of `request`.
            TooMuchWork: it is more.
        """
        said = [Turns.together(len(texts)) for texts in batch] if turns is None else turns
        hinted = [NO_HINTS] * len(batch) if hints is None else hints
        asked = [
            OriginalRequest(texts, *check_texts(self.policy, texts, own), *where)
            for texts, own, where in zip(batch, developer, zip(scopes, said, hinted, strict=True), strict=True)
        ]
        mentions = mentions_of(asked, self.policy, self.sources, self._find, most)
        if len(asked) > 1:
            Substitution.place(
                self.sources, (mention for texts in mentions for of_text in texts for mention in of_text)
            )
        words = self._words.draw(asked, mentions)
        done: list[SanitizedRequest] = []
        for each in zip(asked, mentions, words, strict=True):
            one, _, drawn = each
            units = self._words.units(one, drawn)
            describe = partial(self._replacing.details, *each, units)
            if self.policy.detects or not self.policy.draws_words or any(one.developer):
                details = describe()
                done.append(SanitizedRequest([text.text for text in details.texts], lambda made=details: made))
            else:
                # Nothing but words was drawn: their text is what leaves, and the rest is made when it is asked for.
                texts = [text for _, text in filter(None, drawn)]
                priced = self._replacing.priced_words(one.scope, units)
                totals = partial(_totals, one, texts, priced)
                undo = partial(self._replacing.undoing_words, one, texts)
                told = partial(describe, priced)
                done.append(SanitizedRequest([text.text for text in texts], told, priced, totals, undo))
        return done


def _totals(asked: OriginalRequest, drawn: Sequence[DrawnText], priced: Pricing) -> Totals:
    """What a request cost in which nothing but words was drawn."""
    return Totals(0, sum(one.words for one in drawn), priced.price, asked.languages)


@contextmanager
def _naming(field: str) -> Generator[None]:
    """Let what is wrong with a mechanism say in which field of the policy it stands."""
    try:
        yield
    except ConfigurationError as error:
        raise ConfigurationError(f"{field}: {error.message}", hint=error.hint) from None
