"""A policy applied to the texts of a request: detect, collect, draw, replace, and keep what undoes it.

gateway = Gateway("entities", key=Secret.from_file("secret.key"))
request = gateway.sanitize("Anna Miller from Boston is 34 years old.", scope="conversation-1")
request.text                      # may leave
request.restore(reply)            # what the user gets
"""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from dp_gateway.config import Policy, load_policy
from dp_gateway.entities.mentions import ClearText, Mention, between, find_mentions
from dp_gateway.entities.substitution import Drawn, Substitution
from dp_gateway.entities.surrogates.drawer import Drawer
from dp_gateway.entities.types import Entity
from dp_gateway.errors import ConfigurationError
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import create
from dp_gateway.randomness import Secret
from dp_gateway.restore import Restorer
from dp_gateway.sanitizer.figures import figures_of, order_survival_of
from dp_gateway.sanitizer.replacing import Holed, draw_words, fill, replace
from dp_gateway.sanitizer.results import SEAL, EntityReport, Sanitized
from dp_gateway.sanitizer.tokens import Sanitizer

if TYPE_CHECKING:
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

__all__ = ["Detects", "Gateway", "SanitizedRequest"]

_CHOICES = 16
_LEAST_EPSILON = 0.5
"""In a small lexicon a large epsilon would raise a few phrases to near certainty: StairText with floors of total A gets
log(n / 16 A) at most, so that no phrase is raised above a sixteenth; with `never_self` that is also about delta."""

_ENTITIES_IN_CLEAR = (
    "everything that is no detected entity",
    "the type of each entity, how many words or digits it has, its letter case",
    "which mentions are the same entity",
)
_HYBRID_IN_CLEAR = ("the type of each entity, how many words or digits it has, its letter case",)


class Detects(Protocol):
    """What a gateway needs of a detection."""

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in order and without overlaps."""
        ...


class SanitizedRequest:
    """The texts of a request, sanitized together. Only a `Gateway` makes one.

    Attributes:
        texts: one `Sanitized` per text, in order.
        report: price, guarantees, and what stays visible, of all texts together.
        restorer: undoes the replacements in the reply.
    """

    __slots__ = ("report", "restorer", "texts")

    def __init__(self, texts: tuple[Sanitized[EntityReport], ...], report: EntityReport, restorer: Restorer) -> None:
        self.texts, self.report, self.restorer = texts, report, restorer

    def restore(self, reply: str) -> str:
        """A reply with the originals where surrogates stand."""
        return self.restorer.restore(reply).text


class Gateway:
    """The pipeline that all doors share.

    Args:
        policy: a preset, a TOML file, or a `Policy`.
        key: makes draws repeatable, so that a conversation that is sent again leaks nothing new and a reply can be
            restored by whoever has the key and the request. Without one every request draws fresh bits.
        lexicon: phrases and names; None takes the default lexicon, and builds it where there is none.
        index: words, for policies that draw words; None takes the default index.
        detection: finds the entities; None takes the one that the policy describes.

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
        self._mechanisms: dict[tuple[str, str], Mechanism] = {}
        for name, rule in self.policy.types.items():
            if rule.treatment == "mechanism":
                _check_mechanism(name, rule.mechanism)

    @cached_property
    def lexicon(self) -> Lexicon:
        """Phrases and names."""
        if self._given_lexicon is not None:
            return self._given_lexicon
        from dp_gateway.vocabulary.lexicon import default_lexicon

        return default_lexicon()

    @cached_property
    def detection(self) -> Detects:
        """What finds the entities."""
        if self._given_detection is not None:
            return self._given_detection
        from dp_gateway.entities.detectors.detection import default_detection
        from dp_gateway.entities.detectors.matching import SensitiveList

        settings = self.policy.detection
        rules = self.policy.types.items()
        return default_detection(
            ner=settings.ner,
            model=settings.model,
            languages=(settings.language,),
            thresholds={"": settings.threshold}
            | {name: rule.threshold for name, rule in rules if rule.threshold is not None},
            sensitive=SensitiveList(settings.sensitive) if settings.sensitive else None,
        )

    def mechanism(self, lexicon_type: str, entity_type: str) -> Mechanism:
        """The mechanism that draws the phrases of a lexicon type under the rule of an entity type."""
        name = lexicon_type, entity_type
        if name not in self._mechanisms:
            rule = self.policy.rule(entity_type)
            index = self.lexicon.index(lexicon_type)
            epsilon = rule.epsilon or 1
            if self.policy.never_self and rule.mechanism == "stairtext":
                mass = float(rule.options.get("floor_mass", 1.0))
                epsilon = min(epsilon, max(math.log(index.size / (_CHOICES * mass)), _LEAST_EPSILON))
            self._mechanisms[name] = create(rule.mechanism, index, epsilon, **rule.options)
        return self._mechanisms[name]

    def sanitize(self, text: str, *, scope: str = "") -> Sanitized[EntityReport]:
        """Sanitize one text.

        Args:
            text: any Unicode text.
            scope: what repeatable draws are shared within, such as a conversation.
        """
        return self.request([text], scope=scope).texts[0]

    def request(self, texts: Sequence[str], *, scope: str = "") -> SanitizedRequest:
        """Sanitize the texts of one request together, so that an entity has one surrogate in all of them."""
        for text in texts:
            if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ConfigurationError(
                    f"a text to sanitize must be a str, not {type(text).__name__}", hint="decode bytes first"
                )
        key = self._key or Secret(secrets.token_bytes(32))
        if self.policy.kind == "tokens":
            return self._tokens_alone(texts, key, scope)
        entities = self.detection.detect(texts)
        mentions = find_mentions(texts, entities, self.policy, self.lexicon.pool("COMMON_WORDS"))
        by_text: list[list[Mention]] = [[] for _ in texts]
        for mention in mentions:
            by_text[mention.text_number].append(mention)
        holed: list[Holed] | None = None
        if self.policy.kind == "hybrid":
            tokens = self._token_sanitizer(key)
            holed = [draw_words(tokens, text, found, scope) for text, found in zip(texts, by_text, strict=True)]
            clear = ClearText(piece for one in holed for piece in one.pieces)
        else:
            clear = ClearText(
                piece for text, found in zip(texts, by_text, strict=True) for piece in between(text, found)
            )
        drawer = Drawer(key.subkey(b"entities", scope.encode("utf-8", "surrogatepass")), clear.__contains__)
        substitution = Substitution(self.policy, drawer, self.lexicon, self.mechanism, mentions)
        return self._replaced(texts, by_text, holed, substitution, drawer)

    def _replaced(
        self,
        texts: Sequence[str],
        by_text: list[list[Mention]],
        holed: list[Holed] | None,
        substitution: Substitution,
        drawer: Drawer,
    ) -> SanitizedRequest:
        observed = self.policy.kind == "observe"
        pairs = [[(m, Drawn(None, "keep") if observed else substitution.drawn(m)) for m in found] for found in by_text]
        restorer = Restorer(substitution.replacements())
        if holed is None:
            parts = [replace(text, found) for text, found in zip(texts, pairs, strict=True)]
        else:
            parts = [fill(one, found) for one, found in zip(holed, pairs, strict=True)]
        flat = [pair for found in pairs for pair in found]
        report = EntityReport(
            policy=self.policy.name,
            kind=self.policy.kind,
            characters=sum(map(len, texts)),
            figures=figures_of(self, flat, substitution),
            tokens=tuple(words for _, _, words in parts if words is not None),
            order_survival=order_survival_of(flat, substitution),
            not_restored=substitution.not_restorable(flat),
            excluded=drawer.excluded,
            left_in_clear=self._left_in_clear(flat),
            repeatable=self._key is not None,
        )
        done = tuple(Sanitized(text, spans, report, seal=SEAL, restorer=restorer) for text, spans, _ in parts)
        return SanitizedRequest(done, report, restorer)

    def _tokens_alone(self, texts: Sequence[str], key: Secret, scope: str) -> SanitizedRequest:
        sanitizer = self._token_sanitizer(key)
        done = [sanitizer.sanitize(text, scope=scope) for text in texts]
        words = tuple(one.report for one in done)
        report = EntityReport(
            policy=self.policy.name,
            kind="tokens",
            characters=sum(map(len, texts)),
            figures=(),
            tokens=words,
            order_survival={},
            not_restored=0,
            excluded=0,
            left_in_clear=words[0].left_in_clear if words else (),
            repeatable=self._key is not None,
        )
        parts = tuple(Sanitized(one.text, one.spans, report, seal=SEAL) for one in done)
        return SanitizedRequest(parts, report, Restorer(()))

    def _token_sanitizer(self, key: Secret) -> Sanitizer:
        settings = self.policy.tokens
        return Sanitizer(
            self._token_mechanism, keep_stopwords=settings.keep_stopwords, key=key if self._key is not None else None
        )

    @cached_property
    def _token_mechanism(self) -> Mechanism:
        settings = self.policy.tokens
        options: dict[str, Any] = dict(settings.options)
        return Sanitizer(settings.mechanism, settings.epsilon, index=self._index, **options).mechanism

    def _left_in_clear(self, pairs: Sequence[tuple[Mention, Drawn]]) -> tuple[str, ...]:
        kept = Counter(mention.type for mention, one in pairs if one.text is None)
        base = _HYBRID_IN_CLEAR if self.policy.kind == "hybrid" else _ENTITIES_IN_CLEAR
        return base + tuple(f"{count} x {name} (kept by the policy)" for name, count in sorted(kept.items()))


def _check_mechanism(entity_type: str, mechanism: str) -> None:
    from dp_gateway.mechanisms.registry import find

    try:
        find(mechanism)
    except ConfigurationError as error:
        raise ConfigurationError(f"types.{entity_type}.mechanism: {error.message}", hint=error.hint) from None
