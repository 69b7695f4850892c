"""Attacks on the names and other entities that a policy replaces, and the audit of what each recovers, type by type.

`dp-gateway audit --policy` runs it; success is the exact phrase or name, letter case aside.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.audit import SkippedAttack
from dp_gateway.attacks.base import AttackReport
from dp_gateway.attacks.entities import EntityTrial, Kind, Target, frequent_values, phrase_candidates
from dp_gateway.attacks.llm import Guesser
from dp_gateway.attacks.scorers import CausalScorer, ConditionalLogit
from dp_gateway.errors import InputError, ModelError
from dp_gateway.pipeline import Sanitized
from dp_gateway.text.folding import fold

_MODEL_TARGETS = 200
"""What is attacked with a model at most."""

_LEAST_LOG = -30.0

_Guesses = tuple[list[int], Sequence[str | None], float | None, dict[str, Any]]


class EntityAttack(ABC):
    """An attack on entities."""

    name: ClassVar[str]

    def attack(self, trial: EntityTrial) -> AttackReport:
        """Attack the targets of a trial; `inputs` of the report tells values apart.

        Raises:
            InputError: there is nothing that this attack works on.
        """
        start = time.perf_counter()
        numbers, guesses, expected, details = self.guess(trial)
        seconds = time.perf_counter() - start
        targets = [trial.targets[number] for number in numbers]
        hits = np.array([guess == target.original for guess, target in zip(guesses, targets, strict=True)])
        by_type: dict[str, tuple[int, int]] = {}
        for target, hit in zip(targets, hits.tolist(), strict=True):
            recovered, attacked = by_type.get(target.kind.entity_type, (0, 0))
            by_type[target.kind.entity_type] = recovered + hit, attacked + 1
        return AttackReport(self.name, trial.values[numbers], hits, seconds, expected, details, by_type)

    @abstractmethod
    def guess(self, trial: EntityTrial) -> _Guesses:
        """Return which targets were attacked, the folded guess for each, the exact expected success, and details."""


class _ContextFree(EntityAttack):
    """A guess from the surrogate alone, kind by kind."""

    def guess(self, trial: EntityTrial) -> _Guesses:
        """Guess the original of each entity."""
        guesses: list[str | None] = [None] * len(trial.targets)
        expected: list[float | None] = []
        for kind, numbers in trial.kinds.items():
            if kind.lexicon_type:
                known = [n for n in numbers if trial.targets[n].output >= 0]
                words = self.phrases(trial, kind, [trial.targets[n] for n in known]) if known else []
                for number, word in zip(known, words, strict=True):
                    guesses[number] = word
                success = self.expected(trial, kind)
            else:
                ranked = self.frequent(trial, kind)
                for number in numbers:
                    # A name is never drawn for itself, so the surrogate is ruled out.
                    seen = fold(trial.targets[number].surrogate) if trial.gateway.policy.never_self else None
                    guesses[number] = next((value for value, _ in ranked if value != seen), None)
                success = self.at_prior(trial, kind)
            expected.append(None if success is None else success * len(numbers))
        known_successes = [success for success in expected if success is not None]
        whole = sum(known_successes) / len(trial.targets) if len(known_successes) == len(expected) else None
        return list(range(len(trial.targets))), guesses, whole, {}

    @abstractmethod
    def phrases(self, trial: EntityTrial, kind: Kind, targets: Sequence[Target]) -> list[str]:
        """The guessed phrases of targets whose surrogates the lexicon knows."""

    def frequent(self, trial: EntityTrial, kind: Kind) -> list[tuple[str, int]]:
        """Values that are guessed where the surrogate tells nothing, the likeliest first."""
        return frequent_values(trial.shadow, kind.entity_type)

    def expected(self, trial: EntityTrial, kind: Kind) -> float | None:
        """Exact success over all draws of a kind of phrases, where there is one."""
        return None

    def at_prior(self, trial: EntityTrial, kind: Kind) -> float | None:
        """Exact success on what is drawn without a look at the value."""
        return None


class EntityBound(_ContextFree):
    """The context-free optimum: the attacker knows how often each value occurs in the private texts."""

    name = "context_free_bound"

    def phrases(self, trial: EntityTrial, kind: Kind, targets: Sequence[Target]) -> list[str]:
        """Guess the likeliest phrase under the true prior."""
        return _likeliest(trial, kind, targets, trial.private_weights(kind))

    def frequent(self, trial: EntityTrial, kind: Kind) -> list[tuple[str, int]]:
        """List values by their frequency in the private texts."""
        return frequent_values(trial.targets, kind.entity_type)

    def expected(self, trial: EntityTrial, kind: Kind) -> float | None:
        """Compute sum_y max_x pi(x) P[x, y]; phrases that the lexicon lacks cannot be named."""
        weights, mechanism = trial.private_weights(kind), trial.mechanism(kind)
        if not weights.any():
            return 0.0
        everything = np.arange(mechanism.index.size)
        found = phrase_candidates(mechanism, weights, everything, 1, never_self=trial.gateway.policy.never_self)
        return float(found.joint.sum()) / len(trial.kinds[kind])

    def at_prior(self, trial: EntityTrial, kind: Kind) -> float | None:
        """Return the share of the most frequent value."""
        return self.frequent(trial, kind)[0][1] / len(trial.kinds[kind])


class EntityBayesian(_ContextFree):
    """The practical form: a prior from public frequencies and the shadow texts."""

    name = "context_free_bayesian"

    def phrases(self, trial: EntityTrial, kind: Kind, targets: Sequence[Target]) -> list[str]:
        """Guess the likeliest phrase under the attacker's prior."""
        return _likeliest(trial, kind, targets, trial.shadow_weights(kind))


class EntityInversion(_ContextFree):
    """Takes the nearest phrase: the surrogate itself, or the next one where the value itself is never drawn."""

    name = "embedding_inversion"

    def phrases(self, trial: EntityTrial, kind: Kind, targets: Sequence[Target]) -> list[str]:
        """Guess the nearest phrase."""
        index = trial.mechanism(kind).index
        outputs = np.array([target.output for target in targets])
        if not trial.gateway.policy.never_self:
            return [index.word(entry) for entry in outputs.tolist()]
        near = index.neighbours[outputs, :2].astype(np.int64)
        return [index.word(entry) for entry in np.where(near[:, 0] == outputs, near[:, 1], near[:, 0]).tolist()]


def _likeliest(trial: EntityTrial, kind: Kind, targets: Sequence[Target], weights: NDArray[np.float64]) -> list[str]:
    mechanism = trial.mechanism(kind)
    outputs = np.array([target.output for target in targets])
    found = phrase_candidates(mechanism, weights, outputs, 1, never_self=trial.gateway.policy.never_self)
    return [mechanism.index.word(entry) for entry in found.inputs[:, 0].tolist()]


class EntityContextual(EntityAttack):
    """The ten likeliest phrases, ranked anew by a language model that reads what stands before the surrogate.

    How much the model's view counts is learned from the shadow texts.

    Args:
        scorer: the model.
        k: candidates.
        tokens: most phrases that are attacked; None takes 200.
    """

    name = "contextual_bayesian"

    def __init__(self, scorer: CausalScorer, k: int = 10, tokens: int | None = None) -> None:
        self.scorer, self.k, self.tokens = scorer, k, min(tokens or _MODEL_TARGETS, _MODEL_TARGETS)

    def guess(self, trial: EntityTrial) -> _Guesses:
        """Guess the original of each entity; `details`: what the context-free attack recovers of the same."""
        numbers = [n for n, target in enumerate(trial.targets) if target.output >= 0][: self.tokens]
        teacher = [target for target in trial.shadow if target.output >= 0 and target.entry >= 0][: self.tokens]
        if not numbers or not teacher:
            raise InputError(
                "private and shadow texts hold no phrase of the lexicon that was replaced",
                hint="give more text, with places or organisations in it",
            )
        lessons = self._scores(trial, teacher, trial.shadow_sent)
        right = [
            [word == target.original for word in words] for target, (words, _) in zip(teacher, lessons, strict=True)
        ]
        usable = [number for number, found in enumerate(right) if any(found)]
        model = None
        if usable:
            shown = np.stack([lessons[number][1] for number in usable])
            model = ConditionalLogit.fit(shown, np.array([right[number].index(True) for number in usable]))
        targets = [trial.targets[number] for number in numbers]
        seen = self._scores(trial, targets, trial.sent)
        guesses = [words[int(model.choose(scores[None])[0]) if model else 0] for words, scores in seen]
        free = [words[0] == target.original for target, (words, _) in zip(targets, seen, strict=True)]
        return numbers, guesses, None, {"context_free": float(np.mean(free)), "lessons": len(usable)}

    def _scores(
        self, trial: EntityTrial, targets: Sequence[Target], sent: Sequence[Sanitized[Any]]
    ) -> list[tuple[list[str], NDArray[np.float64]]]:
        """For each target its candidates, and (K, 2) their posterior and what the model says."""
        scored: dict[int, tuple[list[str], NDArray[np.float64]]] = {}
        for kind in {target.kind for target in targets}:
            mechanism, never_self = trial.mechanism(kind), trial.gateway.policy.never_self
            count = min(self.k, mechanism.index.size - 1)
            places = [place for place, target in enumerate(targets) if target.kind == kind]
            outputs = np.array([targets[place].output for place in places])
            found = phrase_candidates(mechanism, trial.shadow_weights(kind), outputs, count, never_self=never_self)
            with np.errstate(divide="ignore"):
                logs = np.log(found.joint)
            logs = np.maximum(logs - logs[:, :1], _LEAST_LOG)
            for row, place in enumerate(places):
                entries, target = found.inputs[row].tolist(), targets[place]
                spelled = [trial.gateway.lexicon.spelling(kind.lexicon_type, entry) for entry in entries]
                likely = self.scorer.after(sent[target.text].text[: target.at], spelled)
                words = [mechanism.index.word(entry) for entry in entries]
                scored[place] = words, np.stack((logs[row], likely), axis=1)
        return [scored[place] for place in range(len(targets))]


class EntityLlm(EntityAttack):
    """A language model reads each sanitized text and names the originals.

    Args:
        guesser: asks the model.
        tokens: most entities that are attacked; None takes 200.
    """

    name = "llm"

    def __init__(self, guesser: Guesser, tokens: int | None = None) -> None:
        self.guesser, self.tokens = guesser, min(tokens or _MODEL_TARGETS, _MODEL_TARGETS)

    def guess(self, trial: EntityTrial) -> _Guesses:
        """Guess the original of each entity; `details`: what was asked, as in `Usage`."""
        numbers, before = list(range(min(self.tokens, len(trial.targets)))), self.guesser.usage
        by_text: dict[int, list[Target]] = {}
        for number in numbers:
            by_text.setdefault(trial.targets[number].text, []).append(trial.targets[number])
        guesses: list[str | None] = []
        for text, targets in by_text.items():
            listed = [f"{target.surrogate} ({target.kind.entity_type})" for target in targets]
            found = self.guesser.originals(trial.sent[text], listed)
            guesses += [None if guess is None else fold(guess.strip()) for guess in found]
        used = {name: after - was for name, after, was in zip(before._fields, self.guesser.usage, before, strict=True)}
        return numbers, guesses, None, used


@dataclass(frozen=True, slots=True)
class TypeFigures:
    """One entity type of the private texts.

    Attributes:
        mentions: that were replaced.
        treatment: what the policy does with them.
        nominal_epsilon: of a draw; the largest where several tables serve the type.
        prior: success of who always names the most frequent private value, without looking at any text.
    """

    mentions: int
    treatment: str
    nominal_epsilon: float
    prior: float


@dataclass(frozen=True, slots=True)
class PolicyAudit:
    """What an audit of a policy found.

    Attributes:
        policy: its name.
        texts: private ones.
        types: figures by entity type.
        reports: one an attack.
        skipped: what was not run, or not attacked, and why.
    """

    policy: str
    texts: int
    types: dict[str, TypeFigures]
    reports: tuple[AttackReport, ...]
    skipped: tuple[SkippedAttack, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the audit as JSON values; it holds no name and no phrase."""
        return {
            "policy": self.policy,
            "texts": self.texts,
            "types": {name: asdict(row) for name, row in self.types.items()},
            "attacks": [report.to_json() for report in self.reports],
            "skipped": [asdict(each) for each in self.skipped],
        }


def entity_attacks(
    scorer: CausalScorer | None = None, guesser: Guesser | None = None, tokens: int | None = None
) -> list[EntityAttack]:
    """Make the attacks on entities.

    Args:
        scorer: a language model for the contextual one; None leaves it out.
        guesser: a language model as attacker; None leaves it out.
        tokens: most entities that attacks with a model look at.
    """
    attacks: list[EntityAttack] = [EntityBound(), EntityBayesian(), EntityInversion()]
    if scorer is not None:
        attacks.append(EntityContextual(scorer, tokens=tokens))
    if guesser is not None:
        attacks.append(EntityLlm(guesser, tokens))
    return attacks


def audit_policy(
    trial: EntityTrial, attacks: Sequence[EntityAttack] | None = None, progress: Callable[[str], None] | None = None
) -> PolicyAudit:
    """Run the attacks on the entities of a trial.

    Args:
        trial: texts that went through a gateway.
        attacks: None takes `entity_attacks`.
        progress: told which attack runs.
    """
    reports: list[AttackReport] = []
    skipped = [
        SkippedAttack(name, f"{count} numbers or dates of this type are drawn near the value, and not attacked here")
        for name, count in sorted(trial.left_out.items())
    ]
    for attack in entity_attacks() if attacks is None else attacks:
        if progress is not None:
            progress(attack.name)
        try:
            reports.append(attack.attack(trial))
        except (InputError, ModelError) as error:
            skipped.append(SkippedAttack(attack.name, error.message))
    return PolicyAudit(trial.gateway.policy.name, len(trial.sent), _types(trial), tuple(reports), tuple(skipped))


def _types(trial: EntityTrial) -> dict[str, TypeFigures]:
    found: dict[str, TypeFigures] = {}
    for name in sorted({kind.entity_type for kind in trial.kinds}):
        values, rule = frequent_values(trial.targets, name), trial.gateway.policy.rules[name]
        mentions = sum(count for _, count in values)
        levels = [
            trial.mechanism(kind).epsilon for kind in trial.kinds if kind.entity_type == name and kind.lexicon_type
        ]
        found[name] = TypeFigures(mentions, rule.treatment, max(levels, default=0.0), values[0][1] / mentions)
    return found


def policy_verdict(audit: PolicyAudit) -> list[str]:
    """Write sentences for a reader who knows no attack; they hold no name and no phrase.

    Args:
        audit: what was found.
    """
    sentences: list[str] = []
    blind = [name for name, row in audit.types.items() if row.treatment != "mechanism"]
    for name, row in audit.types.items():
        tried = [(report, *report.by_type[name]) for report in audit.reports if name in report.by_type]
        practical = [each for each in tried if not each[0].attack.endswith("_bound")]
        if not practical:
            continue
        best, hits, attacked = max(practical, key=lambda each: each[1] / each[2])
        about = (
            "drawn without looking at the value"
            if name in blind
            else f"drawn near the value, epsilon {row.nominal_epsilon:g}"
        )
        sentences.append(
            f"{name} ({row.mentions:,} mentions, {about}): the best attack ({best.attack}) recovers {hits:,} of "
            f"{attacked:,}, {hits / attacked:.1%}; always naming the most frequent value would recover {row.prior:.1%}."
        )
    if blind:
        sentences.append(
            "A surrogate that is drawn without looking at the value tells nothing about it: what is recovered of "
            f"{', '.join(blind)} is what could be guessed without any surrogate."
        )
    return sentences
