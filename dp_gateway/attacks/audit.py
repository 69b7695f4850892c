"""The audit of a mechanism: its certificate, what draws alone prove, and what each attack recovers.

`dp-gateway audit` runs it, and so does whoever does not trust any table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.base import Attack, AttackReport, Trial
from dp_gateway.attacks.bayesian import (
    ContextFreeBayesian,
    ContextFreeBound,
    ContextualBayesian,
    ContextualBound,
    EmbeddingInversion,
)
from dp_gateway.attacks.corpus import Corpus
from dp_gateway.attacks.learned import InversionModel, MaskTokenInference, QueryAttack
from dp_gateway.attacks.llm import Guesser, LlmAttack
from dp_gateway.attacks.scorers import Scorer
from dp_gateway.errors import AssumptionViolated, InputError, ModelError, check_argument
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.privacy.certificate import Level
from dp_gateway.privacy.guarantee import Guarantee, epsilon_json
from dp_gateway.randomness import Stream

_TAIL = 0.025
_STEPS = 60


@dataclass(frozen=True, slots=True)
class EmpiricalEpsilon:
    """What draws prove about epsilon.

    Attributes:
        lower: epsilon is at least this, with 95 % confidence; never negative.
        draws: of each of the two inputs.
        counts: how many fell into the set of outputs, from one input and from the other.
        pair: the two inputs.
    """

    lower: float
    draws: int
    counts: tuple[int, int]
    pair: tuple[int, int]


def empirical_epsilon(mechanism: Mechanism, level: Level, stream: Stream, draws: int = 100_000) -> EmpiricalEpsilon:
    """Bound epsilon from draws of the two inputs at which the certificate is attained.

    Args:
        mechanism: any; without a table, a tenth of the draws is spent on finding a set of outputs.
        level: its certificate.
        stream: of the draws.
        draws: of each input.
    """
    pair = level.x, level.x_prime
    if pair[0] == pair[1]:
        return EmpiricalEpsilon(0.0, 0, (0, 0), pair)
    laws = [_law(mechanism, entry, stream, draws) for entry in pair]
    released = [mechanism.release(np.full(draws, entry), stream) for entry in pair]
    chosen = _telling_outputs(laws[0], laws[1], draws)
    counts = int(chosen[released[0]].sum()), int(chosen[released[1]].sum())
    low, high = clopper_pearson(counts[0], draws)[0], clopper_pearson(counts[1], draws)[1]
    return EmpiricalEpsilon(max(0.0, math.log(low / high)) if low > 0 else 0.0, draws, counts, pair)


def clopper_pearson(hits: int, trials: int) -> tuple[float, float]:
    """Compute the exact two-sided interval of a binomial rate at 95 %.

    Args:
        hits: how often it happened.
        trials: in how many.
    """
    factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, trials + 1)))))
    ways = factorials[-1] - factorials - factorials[::-1]
    low = 0.0 if hits == 0 else _rate(ways, slice(hits, None), rising=True)
    high = 1.0 if hits == trials else _rate(ways, slice(0, hits + 1), rising=False)
    return low, high


def _rate(ways: NDArray[np.float64], tail: slice, *, rising: bool) -> float:
    """The rate at which the tail of the binomial law has probability 2.5 %, by bisection."""
    successes = np.arange(len(ways))[tail]
    terms, failures = ways[tail], len(ways) - 1 - successes
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        rate = (low + high) / 2
        logs = terms + successes * math.log(rate) + failures * math.log1p(-rate)
        peak = float(logs.max())
        mass = math.exp(min(peak, 0.0)) * float(np.exp(logs - peak).sum())
        if (mass < _TAIL) == rising:
            low = rate
        else:
            high = rate
    # The side that can only make the interval wider.
    return low if rising else high


def _law(mechanism: Mechanism, entry: int, stream: Stream, draws: int) -> NDArray[np.float64]:
    try:
        return mechanism.distribution(np.array([entry]))[0]
    except AssumptionViolated:
        seen = mechanism.release(np.full(max(draws // 10, 1), entry), stream)
        counts = np.bincount(seen, minlength=mechanism.index.size)
        return counts / counts.sum()


def _telling_outputs(law: NDArray[np.float64], other: NDArray[np.float64], draws: int) -> NDArray[np.bool_]:
    """(n,) the outputs for which the bound is expected to be largest: those of the highest ratio, so many as help."""
    with np.errstate(divide="ignore", invalid="ignore"):
        order = np.argsort(-np.where(law > 0, law / other, 0.0), kind="stable")
    mine, theirs = np.cumsum(law[order]), np.cumsum(other[order])
    # Roughly what Clopper-Pearson will say: three deviations off, and at least three events.
    low = np.maximum(mine - 2 * np.sqrt(mine * (1 - mine).clip(0) / draws), 1e-300)
    high = theirs + 2 * np.sqrt(theirs / draws) + 4 / draws
    chosen = np.zeros(len(law), bool)
    chosen[order[: int(np.argmax(np.log(low) - np.log(high))) + 1]] = True
    return chosen


_DRAWS = 100_000
_DRAWS_WITHOUT_TABLE = 10_000


@dataclass(frozen=True, slots=True)
class SkippedAttack:
    """An attack that could not run.

    Attributes:
        attack: its name.
        reason: why it did not run.
    """

    attack: str
    reason: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    Attributes:
        mechanism: its name.
        vocabulary: name and size of its vocabulary.
        guarantee: nominal and certified level.
        empirical: what draws prove about epsilon.
        reports: one an attack, in the order in which they ran.
        skipped: attacks that could not run.
        guessing: success of who always guesses the most frequent private word, without looking at any output.
        tokens: private words that could be attacked.
        shadow: words that the attacker has of the same kind.
        sentences: private sentences; as many as words where single words were drawn.
        ranks: (n,) rank of each vocabulary entry by public frequency, from 0.
    """

    mechanism: str
    vocabulary: str
    guarantee: Guarantee
    empirical: EmpiricalEpsilon
    reports: tuple[AttackReport, ...]
    skipped: tuple[SkippedAttack, ...]
    guessing: float
    tokens: int
    shadow: int
    sentences: int
    ranks: NDArray[np.int64]

    def report(self, attack: str) -> AttackReport | None:
        """Return the report of an attack; None if it did not run."""
        return next((report for report in self.reports if report.attack == attack), None)

    def to_json(self) -> dict[str, Any]:
        """Return the audit as JSON values; it holds no word of the text, and infinite is the string "inf"."""
        return {
            "mechanism": self.mechanism,
            "nominal_epsilon": self.guarantee.nominal_epsilon,
            "certified_epsilon": epsilon_json(self.guarantee.certified_epsilon),
            "empirical_epsilon": self.empirical.lower,
            "attacks": [report.to_json() for report in self.reports],
            "skipped": [asdict(each) for each in self.skipped],
        }


def standard_attacks(
    scorer: Scorer | None = None, tokens: int | None = None, guesser: Guesser | None = None
) -> list[Attack]:
    """Make all attacks on words.

    Args:
        scorer: a language model for the contextual ones; None does without.
        tokens: most words that those attack which read the words around; None leaves it to them.
        guesser: a language model as attacker; None leaves it out.
    """
    attacks: list[Attack] = [
        ContextFreeBound(),
        ContextFreeBayesian(),
        ContextualBound(scorer=scorer, tokens=tokens),
        ContextualBayesian(scorer=scorer, tokens=tokens),
        EmbeddingInversion(),
        MaskTokenInference(tokens),
        InversionModel(tokens),
        QueryAttack(),
    ]
    return attacks if guesser is None else [*attacks, LlmAttack(guesser, tokens)]


def audit(
    mechanism: Mechanism,
    private: Corpus,
    shadow: Corpus,
    attacks: Sequence[Attack] | None = None,
    *,
    tokens: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> Audit:
    """Run the attacks on one sanitized copy of the private sentences.

    Args:
        mechanism: what is audited.
        private, shadow: see `Attack.run`.
        attacks: None takes `standard_attacks`.
        tokens: attack a sample of so many words; None attacks all.
        progress: told what is being done.

    Raises:
        ConfigurationError: an argument is of another kind.
        InputError: the corpora overlap, or hold nothing to attack.
    """
    say = progress or _silent
    trial = Trial(mechanism, private, shadow, tokens=tokens)
    chosen = standard_attacks(tokens=tokens) if attacks is None else attacks
    check_argument("attacks", chosen, list, tuple, hint="give a list: [ContextFreeBound()]")
    for attack in chosen:
        check_argument("an attack", attack, Attack, hint="make one of its class: ContextFreeBound()")
    say("certificate")
    level = mechanism.level()
    say("draws")
    draws = _DRAWS if has_table(mechanism) else _DRAWS_WITHOUT_TABLE
    empirical = empirical_epsilon(mechanism, level, trial.stream, draws)
    reports, skipped = _run(chosen, trial, say)
    return Audit(
        mechanism=mechanism.name,
        vocabulary=f"{mechanism.index.name}, {mechanism.index.size:,} entries",
        guarantee=mechanism.guarantee_from(level),
        empirical=empirical,
        reports=tuple(reports),
        skipped=tuple(skipped),
        guessing=float(trial.private_weights.max()),
        tokens=int(private.sensitive.sum()),
        shadow=int(shadow.sensitive.sum()),
        sentences=private.sentences,
        ranks=np.argsort(np.argsort(-mechanism.index.frequencies, kind="stable")),
    )


def has_table(mechanism: Mechanism) -> bool:
    """Return whether the law of the draws can be written out."""
    try:
        mechanism.distribution(np.zeros(1, np.int64))
    except AssumptionViolated:
        return False
    return True


def _run(
    attacks: Iterable[Attack], trial: Trial, say: Callable[[str], None]
) -> tuple[list[AttackReport], list[SkippedAttack]]:
    reports: list[AttackReport] = []
    skipped: list[SkippedAttack] = []
    for attack in attacks:
        say(attack.name)
        try:
            reports.append(attack.attack(trial))
        except (AssumptionViolated, InputError, ModelError) as error:
            # A mechanism without a table, or text without sentences, rules some attacks out and not the others.
            skipped.append(SkippedAttack(attack.name, f"{error.message} ({error.hint})"))
    return reports, skipped


def _silent(stage: str) -> None:
    """No progress display."""
    del stage


_BOUNDS = ("context_free_bound", "contextual_bound")
_NOTICEABLE = 1.05
_FEW_WORDS = 1_000


def verdict(audit: Audit) -> list[str]:
    """Write sentences for a reader who knows no attack; they hold no word of the text.

    Args:
        audit: what was found.
    """
    return [*_recovered(audit), *_asked_again(audit), _epsilon(audit)]


def left_out(audit: Audit) -> list[str]:
    """Tell which attacks did not run, and why: a sentence a reason."""
    reasons: dict[str, list[str]] = {}
    for skipped in audit.skipped:
        reasons.setdefault(skipped.reason, []).append(skipped.attack)
    return [f"{', '.join(names)} did not run: {reason}." for reason, names in reasons.items()]


def _recovered(audit: Audit) -> list[str]:
    practical = [report for report in audit.reports if report.attack not in (*_BOUNDS, "query") and not report.by_type]
    if not practical:
        return []
    best = max(practical, key=lambda report: report.success_rate)
    sentences = [
        f"An attacker who knows the mechanism and has text of the same kind recovers {_share(best)} of the words "
        f"({best.attack}); always guessing the most frequent word would recover {audit.guessing:.1%}."
    ]
    if audit.shadow < _FEW_WORDS:
        sentences.append(
            f"This attacker has {audit.shadow:,} words of other text and no more: one who has more recovers more, so "
            "give more text, or judge by the bounds."
        )
    bound = audit.report("context_free_bound")
    if bound is not None and bound.expected is not None:
        sentences.append(
            f"No attacker who looks at one word at a time, even one who knows exactly how often each word occurs in "
            f"your text, recovers more than {bound.expected:.1%} on average."
        )
    contextual, free = audit.report("contextual_bayesian"), audit.report("context_free_bayesian")
    if contextual is not None and free is not None:
        gain = float(contextual.hits.mean() - contextual.details["context_free"])
        sentences.append(
            f"Reading the words around adds {100 * gain:.1f} percentage points to the attack without context."
            if gain > 0
            else "Reading the words around does not help this attacker."
        )
    return sentences


def _share(report: AttackReport) -> str:
    low, high = report.interval
    return f"{report.success_rate:.1%} (95 %: {low:.1%} to {high:.1%})"


def _asked_again(audit: Audit) -> list[str]:
    query = audit.report("query")
    if query is None:
        return []
    least = [count for count in query.details["least_queries"] if count]
    limit = query.details["queries"]
    if not least:
        return [f"Even {limit} fresh draws of one word do not reveal it."]
    typical = sorted(least)[len(least) // 2]
    return [
        f"Where the same word is drawn afresh again and again, {query.success_rate:.0%} of the words are revealed by "
        f"at most {limit} draws, typically {typical}: make draws repeatable (a key), so that asking again tells "
        "nothing new."
    ]


def _epsilon(audit: Audit) -> str:
    nominal, certified = audit.guarantee.nominal_epsilon, audit.guarantee.certified_epsilon
    proved = f"draws alone prove at least {audit.empirical.lower:.2f}"
    if math.isinf(certified):
        return (
            f"The nominal epsilon {nominal:g} misleads (what it holds for: {audit.guarantee.domain}). Over all words "
            f"there is no finite epsilon, for some outputs rule some inputs out; {proved}."
        )
    if certified > nominal * _NOTICEABLE:
        return (
            f"The nominal epsilon {nominal:g} is not that of local differential privacy ({audit.guarantee.notion}): "
            f"over all words it is {certified:.4g}; {proved}."
        )
    if certified * _NOTICEABLE < nominal:
        return (
            f"The nominal epsilon {nominal:g} counts in other units ({audit.guarantee.notion}): over all words it "
            f"comes to {certified:.4g}, certified; {proved}."
        )
    return f"Nominal and certified epsilon agree ({certified:.4g}, over all words); {proved}."
