"""Private texts through a gateway's policy, and what its surrogates are to an attacker.

The attacker knows the policy, the lexicon and the mechanisms, sees each surrogate and its type (the gateway says that
types stay visible), and has texts of the same kind. A phrase is read off the surrogate through the public lexicon;
its row is the mechanism's, without the phrase itself where the policy never draws that. Names, identifiers and masks
are drawn without a look at the value: there is nothing in them to invert.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.corpus import overlap
from dp_gateway.attacks.posterior import Candidates, Weights, candidates
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.base import Entries, Mechanism, silent
from dp_gateway.pipeline import Gateway, Sanitized
from dp_gateway.privacy.certificate import blocks_of
from dp_gateway.surrogates.phrases import LEXICON_TYPES
from dp_gateway.text.folding import fold
from dp_gateway.text.types import UNITS

if TYPE_CHECKING:
    from dp_gateway.text import Span

_BEFORE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_ROWS = 256


class Kind(NamedTuple):
    """What the phrases of a surrogate are drawn from. `entity_type`: of the mention. `lexicon_type`: of the phrases;
    empty for surrogates that are drawn without a look at the value.
    """

    entity_type: str
    lexicon_type: str = ""


class Target(NamedTuple):
    """One replaced mention.

    Attributes:
        text: number of its text.
        kind: what is visible of it.
        original: the folded phrase or name.
        surrogate: what stands in its place, as it stands there.
        at: where that begins in the sanitized text.
        entry: of a phrase that the lexicon knows; else -1.
        output: entry of the surrogate, as an attacker reads it; -1 where the lexicon does not know it.
    """

    text: int
    kind: Kind
    original: str
    surrogate: str
    at: int
    entry: int = -1
    output: int = -1


class EntityTrial:
    """Private texts sanitized once under a policy, each in a scope of its own, and an attacker's texts.

    Args:
        gateway: with a key, so that figures repeat, or without.
        private, shadow: texts, none of them in both.
        progress: called with texts done and texts in all.

    Attributes:
        sent, shadow_sent: the texts as they are sent.
        targets, shadow: the mentions that were replaced in either set.
        left_out: mentions that are not attacked, by type: numbers and dates, of which near is as telling as equal.

    Raises:
        InputError: a set is empty, they overlap, or no entity was replaced in the private one.
    """

    sent: list[Sanitized[Any]]
    shadow_sent: list[Sanitized[Any]]
    targets: list[Target]
    shadow: list[Target]

    def __init__(
        self,
        gateway: Gateway,
        private: Sequence[str],
        shadow: Sequence[str],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        for name, texts in (("private", private), ("shadow", shadow)):
            if not any(text.strip() for text in texts):
                raise InputError(f"the {name} set is empty", hint="give text, one sentence a line")
        both = {fold(text.strip()) for text in private} & {fold(text.strip()) for text in shadow} - {""}
        if both:
            raise overlap(len(both), "text")
        self.gateway = gateway
        self.left_out: Counter[str] = Counter()
        self._done, self._total, self._progress = 0, len(private) + len(shadow), progress or silent
        self.sent, self.targets = self._through("private", private)
        if not self.targets:
            raise InputError(
                "no name and no other entity of the private set was replaced: there is nothing to attack",
                hint="see what the policy does: dp-gateway policy show",
            )
        left_out = self.left_out.copy()
        self.shadow_sent, self.shadow = self._through("shadow", shadow)
        self.left_out = left_out

    def _through(self, name: str, texts: Sequence[str]) -> tuple[list[Sanitized[Any]], list[Target]]:
        """The texts as they are sent, and their targets."""
        sent: list[Sanitized[Any]] = []
        targets: list[Target] = []
        for number, text in enumerate(texts):
            sent.append(self.gateway.sanitize(text, scope=f"{name} {number}"))
            targets += self._targets(number, text, sent[-1])
            self._done += 1
            self._progress(self._done, self._total)
        return sent, targets

    def _targets(self, number: int, text: str, sent: Sanitized[Any]) -> Iterator[Target]:
        for span in sent.spans:
            if span.unit in UNITS:
                continue
            if self.gateway.policy.rules[span.unit].treatment in ("value", "shift"):
                self.left_out[span.unit] += 1
            else:
                yield self._target(number, text, sent, span)

    def _target(self, number: int, text: str, sent: Sanitized[Any], span: Span) -> Target:
        original, surrogate = text[span.start : span.end], sent.text[span.sanitized_start : span.sanitized_end]
        kind, place = Kind(span.unit), span.sanitized_start
        if span.unit not in LEXICON_TYPES or self.gateway.policy.rules[span.unit].treatment != "mechanism":
            return Target(number, kind, fold(original), surrogate, place)
        lexicon_type, entry, phrase = self._read(original, span.unit)
        # An attacker looks the surrogate up among the phrases that its own type is drawn from.
        seen_type, output, _ = self._read(surrogate, span.unit)
        if lexicon_type != seen_type:
            entry = output = -1
        return Target(number, Kind(span.unit, lexicon_type), phrase, surrogate, place, entry, output)

    def _read(self, written: str, entity_type: str) -> tuple[str, int, str]:
        """Lexicon type, entry (-1 where unknown) and folded phrase of what stands in a text."""
        lexicon, kinds = self.gateway.lexicon, LEXICON_TYPES[entity_type]
        bare = _BEFORE.sub("", written)
        for phrase in (written, bare, bare[:-1] if bare[-1:] in "sS" else ""):
            for lexicon_type in kinds if phrase else ():
                entry = lexicon.find(lexicon_type, phrase)
                if entry is not None:
                    return lexicon_type, entry, lexicon.index(lexicon_type).word(entry)
        return kinds[-1], -1, fold(bare)

    @cached_property
    def kinds(self) -> dict[Kind, list[int]]:
        """The numbers of the targets of each kind."""
        numbers: dict[Kind, list[int]] = {}
        for number, target in enumerate(self.targets):
            numbers.setdefault(target.kind, []).append(number)
        return numbers

    @cached_property
    def values(self) -> Entries:
        """(m,) a number for each target, the same for the same value."""
        numbers: dict[tuple[str, str], int] = {}
        named = [(target.kind.entity_type, target.original) for target in self.targets]
        return np.array([numbers.setdefault(name, len(numbers)) for name in named])

    def mechanism(self, kind: Kind) -> Mechanism:
        """Return the mechanism that draws the phrases of a kind."""
        return self.gateway.mechanism(kind.lexicon_type, kind.entity_type)

    def private_weights(self, kind: Kind) -> Weights:
        """Count how often each phrase occurs in the private texts, (n,): the true prior."""
        return _counts(self.targets, kind, self.mechanism(kind).index.size)

    def shadow_weights(self, kind: Kind) -> Weights:
        """Compute the attacker's prior, (n,): half from the lexicon, half from the shadow texts."""
        prior = self.mechanism(kind).index.content_prior
        counts = _counts(self.shadow, kind, len(prior))
        # Public frequencies of rare phrases are zero: those remain possible.
        prior = (prior + 1 / len(prior)) / 2
        return prior + counts / max(counts.sum(), 1)


def _counts(targets: Sequence[Target], kind: Kind, size: int) -> Weights:
    entries = [target.entry for target in targets if target.kind == kind and target.entry >= 0]
    return np.bincount(entries, minlength=size).astype(np.float64)


def frequent_values(targets: Sequence[Target], entity_type: str) -> list[tuple[str, int]]:
    """List the values of a type, folded, with how often they occur, the most frequent first."""
    return Counter(target.original for target in targets if target.kind.entity_type == entity_type).most_common()


def phrase_candidates(
    mechanism: Mechanism, weights: Weights, outputs: Entries, count: int, *, never_self: bool
) -> Candidates:
    """Find the `count` likeliest phrases behind each surrogate, best first.

    Args:
        weights: (n,) prior on phrases.
        outputs: (m,) entries of the surrogates.
        count: at most one less than there are phrases.
        never_self: the value itself is never drawn: row x is that of the others, P[x, y] / (1 - P[x, x]).
    """
    if not never_self:
        return candidates(mechanism, weights, outputs, count)
    found = candidates(mechanism, weights / (1 - _own(mechanism)), outputs, count + 1)
    joint = np.where(found.inputs == outputs[:, None], -1.0, found.joint)
    order = np.argsort(-joint, axis=1, kind="stable")[:, :count]
    return Candidates(np.take_along_axis(found.inputs, order, 1), np.take_along_axis(joint, order, 1).clip(0))


def _own(mechanism: Mechanism) -> Weights:
    """(n,) how likely each phrase is to be drawn for itself; kept beside the index."""

    def compute() -> dict[str, NDArray[Any]]:
        blocks = blocks_of(mechanism.index.size, _ROWS)
        return {"own": np.concatenate([mechanism.distribution(x)[np.arange(len(x)), x] for x in blocks])}

    return mechanism.index.derived(f"own-{mechanism.table_name}", compute)["own"]
