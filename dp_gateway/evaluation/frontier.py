"""The frontier: what each mechanism leaves at each epsilon, and what it guarantees and withstands there.

Certified epsilon, success of the Bayes-optimal context-free attacker and expected cosine are exact, from the table that
is drawn from, where there is one; attacks and metrics are measured on one repeatable draw.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from dp_gateway import __version__
from dp_gateway.attacks import Attack, ContextFreeBayesian, EmbeddingInversion, Trial
from dp_gateway.errors import AssumptionViolated, InputError
from dp_gateway.evaluation.metrics import Measurement, Metric
from dp_gateway.evaluation.sample import Sample
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.certify import Certificate, certify
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.together import levels_together
from dp_gateway.privacy.guarantee import epsilon_json

__all__ = ["Evaluation", "Figure", "Row", "Say", "Setting", "from_json", "measure_utility"]

Say = Callable[[str, int, int], None]
"""Told the stage, what is done of it, and its whole."""


class Setting(NamedTuple):
    """A mechanism at a nominal epsilon."""

    mechanism: str
    epsilon: float


class Figure(NamedTuple):
    """A measured value.

    Attributes:
        value: in the unit of its metric.
        interval: 95 %, where there is one.
        model: what computed it.
    """

    value: float
    interval: tuple[float, float] | None
    model: str


@dataclass(frozen=True, slots=True)
class Row:
    """One setting.

    Attributes:
        mechanism, nominal_epsilon: the setting.
        certified_epsilon: pure local DP over all words; may be infinite.
        certificate: "exact" or "analytic bound".
        bayes_asr, expected_cosine: over the content words of the sample, exact unless `estimated`.
        public: the same two over public word frequencies; None where they were not asked for.
        attacks: success of each attack on the drawn words, by name.
        metrics: utility of the drawn texts, by name.
        skipped: attacks and metrics that could not be computed, and why.
        seconds: CPU time.
        settings: hash of everything that the figures depend on.
    """

    mechanism: str
    nominal_epsilon: float
    certified_epsilon: float
    certificate: str
    bayes_asr: float
    expected_cosine: float
    estimated: bool
    public: tuple[float, float] | None
    attacks: Mapping[str, Figure]
    metrics: Mapping[str, Figure]
    skipped: Mapping[str, str]
    seconds: float
    settings: str

    @property
    def measured(self) -> tuple[str, Figure] | None:
        """The attack that recovered most; None where none could run."""
        return max(self.attacks.items(), key=lambda item: item[1].value, default=None)

    def figure(self, name: str) -> float | None:
        """A figure by name: a field, `measured_asr`, an attack or a metric; None where there is none."""
        if name == "measured_asr":
            return None if self.measured is None else self.measured[1].value
        if name in ("certified_epsilon", "bayes_asr", "expected_cosine", "nominal_epsilon"):
            return float(getattr(self, name))
        found = self.metrics.get(name) or self.attacks.get(name)
        return None if found is None else found.value

    def to_json(self) -> dict[str, Any]:
        """JSON-ready; infinite is the string "inf"."""
        measured = self.measured
        flat: dict[str, Any] = {
            "mechanism": self.mechanism,
            "nominal_epsilon": self.nominal_epsilon,
            "certified_epsilon": epsilon_json(self.certified_epsilon),
            "certificate": self.certificate,
            "bayes_asr": self.bayes_asr,
            "expected_cosine": self.expected_cosine,
            "estimated": self.estimated,
            "measured_asr": None if measured is None else measured[1].value,
            "measured_by": None if measured is None else measured[0],
            **{name: figure.value for name, figure in self.metrics.items()},
        }
        if self.public is not None:
            flat |= {"public_bayes_asr": self.public[0], "public_expected_cosine": self.public[1]}
        details = {
            kind: {name: figure._asdict() for name, figure in figures.items()}
            for kind, figures in (("attacks", self.attacks), ("metrics", self.metrics))
        }
        return (
            flat
            | details
            | {
                "skipped": dict(self.skipped),
                "seconds": round(self.seconds, 3),
                "settings": self.settings,
            }
        )


def from_json(data: Mapping[str, Any]) -> Row:
    """The row that `Row.to_json` wrote.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """

    def figures(found: Mapping[str, Any]) -> dict[str, Figure]:
        return {
            name: Figure(float(f["value"]), tuple(f["interval"]) if f["interval"] else None, f["model"])
            for name, f in found.items()
        }

    public = (data["public_bayes_asr"], data["public_expected_cosine"]) if "public_bayes_asr" in data else None
    return Row(
        mechanism=data["mechanism"],
        nominal_epsilon=float(data["nominal_epsilon"]),
        certified_epsilon=float(data["certified_epsilon"]),
        certificate=data["certificate"],
        bayes_asr=float(data["bayes_asr"]),
        expected_cosine=float(data["expected_cosine"]),
        estimated=bool(data["estimated"]),
        public=public,
        attacks=figures(data["attacks"]),
        metrics=figures(data["metrics"]),
        skipped=dict(data["skipped"]),
        seconds=float(data["seconds"]),
        settings=data["settings"],
    )


class Evaluation:
    """Settings evaluated one after the other on one sample.

    Args:
        sample: the data.
        metrics: of utility; those that cannot be computed are named in the rows.
        keep_stopwords: leave public stopwords in clear, under every mechanism.
        public_prior: add attack success and cosine over public word frequencies; takes longer.
    """

    def __init__(
        self,
        sample: Sample,
        metrics: Sequence[Metric],
        *,
        keep_stopwords: bool = True,
        public_prior: bool = False,
    ) -> None:
        self.sample, self.metrics = sample, metrics
        self.keep_stopwords, self.public_prior = keep_stopwords, public_prior
        self.impossible: dict[Setting, str] = {}

    def settings_hash(self, mechanism: Mechanism) -> str:
        """Hash of everything that a row depends on."""
        described = [
            __version__,
            mechanism.fingerprint,
            self.sample.digest,
            self.sample.seed,
            self.keep_stopwords,
            self.public_prior,
            [metric.name for metric in self.metrics],
        ]
        return hashlib.sha256(json.dumps(described).encode()).hexdigest()[:32]

    def prepare(self, settings: Sequence[Setting], known: Sequence[Row], say: Say) -> None:
        """Compute the certified levels of all settings in one pass; without it each takes a pass of its own."""
        missing: list[Mechanism] = []
        for setting in settings:
            with suppress(AssumptionViolated):
                mechanism = create(setting.mechanism, self.sample.index, setting.epsilon)
                if self._known(mechanism, known) is None:
                    missing.append(mechanism)
        levels_together(missing, lambda done, total: say("certified levels", done, total))

    def _known(self, mechanism: Mechanism, known: Sequence[Row]) -> Row | None:
        settings = self.settings_hash(mechanism)
        return next((row for row in known if row.settings == settings), None)

    def evaluate(self, setting: Setting, known: Sequence[Row], say: Say) -> Row | None:
        """The row of a setting; one known from before, of the same settings, is not computed again.

        None where the vocabulary rules the setting out; `impossible` then holds the reason.
        """
        try:
            mechanism = create(setting.mechanism, self.sample.index, setting.epsilon)
        except AssumptionViolated as error:
            self.impossible[setting] = error.message
            return None
        return self._known(mechanism, known) or self.row(mechanism, say)

    def row(self, mechanism: Mechanism, say: Say) -> Row:
        """All figures of one setting."""
        start = time.process_time()

        def progress(stage: str) -> Callable[[int, int], None]:
            return lambda done, total: say(stage, done, total)

        exact = certify(mechanism, self.sample.prior, progress=progress)
        public = certify(mechanism, progress=progress) if self.public_prior else None
        say("attacks", 0, 1)
        attacks, not_run = self._attacks(mechanism)
        say("metrics", 0, 1)
        metrics, not_computed = self._utility(mechanism)
        return _row(
            exact,
            public,
            attacks,
            metrics,
            not_run | not_computed,
            time.process_time() - start,
            self.settings_hash(mechanism),
        )

    def _attacks(self, mechanism: Mechanism) -> tuple[dict[str, Figure], dict[str, str]]:
        trial = Trial(mechanism, self.sample.private, self.sample.shadow, stream=self.sample.stream(mechanism))
        found: dict[str, Figure] = {}
        skipped: dict[str, str] = {}
        attacks: list[Attack] = [EmbeddingInversion(), ContextFreeBayesian()]
        for attack in attacks:
            try:
                report = attack.attack(trial)
            except (AssumptionViolated, InputError) as error:
                skipped[attack.name] = error.message
            else:
                found[attack.name] = Figure(report.success_rate, report.interval, "none")
        return found, skipped

    def _utility(self, mechanism: Mechanism) -> tuple[dict[str, Figure], dict[str, str]]:
        if not self.sample.texts:
            return {}, {metric.name: "there are no texts, only words" for metric in self.metrics}
        released = self.sample.released(mechanism, keep_stopwords=self.keep_stopwords)
        return measure_utility(self.metrics, self.sample, released)


def measure_utility(
    metrics: Sequence[Metric], sample: Sample, released: Sequence[str]
) -> tuple[dict[str, Figure], dict[str, str]]:
    """The metrics of what was released for the documents of a sample, and those that were skipped, with reasons."""
    found: dict[str, Figure] = {}
    skipped: dict[str, str] = {}
    for metric in metrics:
        result = metric.measure(sample.texts, released, sample.labels)
        if isinstance(result, Measurement) and math.isfinite(result.value):
            found[metric.name] = Figure(result.value, result.interval, result.model)
        else:
            skipped[metric.name] = "no finite value" if isinstance(result, Measurement) else result.reason
    return found, skipped


def _row(
    exact: Certificate,
    public: Certificate | None,
    attacks: Mapping[str, Figure],
    metrics: Mapping[str, Figure],
    skipped: Mapping[str, str],
    seconds: float,
    settings: str,
) -> Row:
    return Row(
        mechanism=exact.mechanism,
        nominal_epsilon=exact.guarantee.nominal_epsilon,
        certified_epsilon=exact.guarantee.certified_epsilon,
        certificate=exact.guarantee.certificate,
        bayes_asr=exact.utility.bayes_asr,
        expected_cosine=exact.utility.expected_cosine,
        estimated=exact.utility.estimated,
        public=None if public is None else (public.utility.bayes_asr, public.utility.expected_cosine),
        attacks=attacks,
        metrics=metrics,
        skipped=skipped,
        seconds=seconds,
        settings=settings,
    )
