"""The frontier: what each mechanism leaves at each epsilon, and what it guarantees and withstands there.

`dp-gateway evaluate` computes it, many settings in one pass over the words of a sample.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dp_gateway import __version__
from dp_gateway.attacks import Attack, ContextFreeBayesian, EmbeddingInversion, Trial
from dp_gateway.attacks.base import shadow_weights
from dp_gateway.attacks.posterior import Best, rows_are_few
from dp_gateway.errors import AssumptionViolated, InputError
from dp_gateway.evaluation.metrics import Measurement, Metric
from dp_gateway.evaluation.results import Figure, Setting, SettingRow
from dp_gateway.evaluation.sample import DocumentSample
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.certify import Certificate, certify, kept_utility
from dp_gateway.mechanisms.dense import in_threads, levels_together
from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.santext import SanTextPlus
from dp_gateway.privacy.certificate import Utility
from dp_gateway.vocabulary.index import Index

Floats = NDArray[np.float64]


@runtime_checkable
class _OfDistances(Protocol):
    """A mechanism whose rows follow from distance levels."""

    def rows_at(self, entries: Entries, levels: NDArray[np.uint16]) -> Floats: ...


class _Block(NamedTuple):
    """What a block of rows adds: for each output the largest joint weights, whose they are, and the cosines."""

    best: Floats
    inputs: Entries
    likeliest: Floats
    cosine: float


def best_together(
    mechanisms: Sequence[Mechanism], prior: Floats, weights: Floats, progress: Callable[[int, int], None]
) -> dict[str, Best]:
    """Keep the utility of mechanisms over a prior beside the index, and return the likeliest inputs by `table_name`.

    Mechanisms whose rows do not follow from distances are left alone, as are large samples, where rows are bounded
    sooner than written out.

    Args:
        prior: (n,) true frequencies, summing to 1.
        weights: (n,) the attacker's, positive wherever the prior is.
        progress: words done, and their number.
    """
    tables = {each.table_name: each for each in mechanisms}
    made = [(name, each) for name, each in tables.items() if isinstance(each, _OfDistances)]
    support = np.flatnonzero(weights)
    if not made or not rows_are_few(made[0][1], weights):
        return {}
    index = made[0][1].index
    cosines = _Cosines(index)

    def blocks(entries: Entries) -> list[_Block]:
        levels = index.levels_from(entries)
        between = index.cosines(entries[:, None], np.arange(index.size), levels)
        found: list[_Block] = []
        for _, mechanism in made:
            law = mechanism.rows_at(entries, levels)
            best, inputs = _largest(law * weights[entries, None], entries)
            law *= prior[entries, None]
            by_level = isinstance(mechanism, RadialMechanism | SanTextPlus)
            cosine = float(np.vdot(law, between)) if by_level else cosines.of(entries, law)
            found.append(_Block(best, inputs, law.max(axis=0), cosine))
        return found

    sums = [_Block(np.zeros(index.size), np.zeros(index.size, np.int64), np.zeros(index.size), 0.0) for _ in made]
    for parts in in_threads(blocks, support, progress):
        sums = [_joined(sum_, part) for sum_, part in zip(sums, parts, strict=True)]
    for (_, mechanism), found in zip(made, sums, strict=True):
        utility = Utility(float(found.likeliest.sum()), found.cosine)
        kept_utility(mechanism, prior, lambda utility=utility: utility)
    return {name: Best(found.inputs, found.best) for (name, _), found in zip(made, sums, strict=True)}


def _largest(joint: Floats, entries: Entries) -> tuple[Floats, Entries]:
    """The largest of each column, (n,), and the first entry that has it; row by row, which stays in the cache."""
    best, inputs = np.zeros(joint.shape[1]), np.zeros(joint.shape[1], np.int64)
    for entry, row in zip(entries.tolist(), joint, strict=True):
        better = row > best
        np.copyto(best, row, where=better)
        np.copyto(inputs, entry, where=better)
    return best, inputs


def _joined(before: _Block, part: _Block) -> _Block:
    better = part.best > before.best
    np.copyto(before.best, part.best, where=better)
    np.copyto(before.inputs, part.inputs, where=better)
    np.maximum(before.likeliest, part.likeliest, out=before.likeliest)
    return before._replace(cosine=before.cosine + part.cosine)


class _Cosines:
    """Expected cosines by the vectors themselves, as `mechanisms.dense` has them."""

    def __init__(self, index: Index) -> None:
        self._units = index.vectors / np.sqrt(index.squared_norms)[:, None]
        # OpenBLAS is twenty times slower the other way round.
        self._columns = np.ascontiguousarray(self._units.T)

    def of(self, entries: Entries, rows: Floats) -> float:
        """The sum over rows, (m, n), of weight times cosine."""
        means = (self._columns @ rows.astype(np.float32).T).T
        return float(np.vdot(means, self._units[entries]))


Say = Callable[[str, int, int], None]
"""Told the stage, what is done of it, and its whole."""


class Evaluation:
    """Settings evaluated one after the other on one sample.

    Args:
        metrics: of utility; those that cannot be computed are named in the rows.
        model: the language model that some of them ask; a row from before that another one measured is not taken.
        keep_stopwords: leave public stopwords in clear, under every mechanism.
        public_prior: add attack success and cosine over public word frequencies; takes longer.
    """

    def __init__(
        self,
        sample: DocumentSample,
        metrics: Sequence[Metric],
        *,
        model: str = "",
        keep_stopwords: bool = True,
        public_prior: bool = False,
    ) -> None:
        self.sample, self.metrics, self.model = sample, metrics, model
        self.keep_stopwords, self.public_prior = keep_stopwords, public_prior
        self.impossible: dict[Setting, str] = {}
        self._made: dict[Setting, Mechanism] = {}
        self._best: dict[str, Best] = {}

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
            *([self.model] if self.model else []),
        ]
        return hashlib.sha256(json.dumps(described).encode()).hexdigest()[:32]

    @cached_property
    def _of_texts(self) -> tuple[dict[str, Figure], dict[str, str]]:
        return measure_utility(self.metrics, self.sample, self.sample.texts)

    @property
    def untouched(self) -> Mapping[str, Figure]:
        """Metrics of the texts as they are."""
        return self._of_texts[0]

    def prepare(self, settings: Sequence[Setting], known: Sequence[SettingRow], say: Say) -> None:
        """Compute what all settings share in passes over all words; without it each takes passes of its own."""
        missing: list[Mechanism] = []
        for number, setting in enumerate(settings):
            say("settings", number, len(settings))
            with suppress(AssumptionViolated):
                mechanism = self._made[setting] = create(setting.mechanism, self.sample.index, setting.epsilon)
                if self._known(mechanism, known) is None:
                    missing.append(mechanism)
        levels_together(missing, lambda done, total: say("certified levels", done, total))
        if missing:
            weights = shadow_weights(self.sample.private, self.sample.shadow)
            self._best = best_together(
                missing, self.sample.prior, weights, lambda done, total: say("attacks and cosines", done, total)
            )

    def _known(self, mechanism: Mechanism, known: Sequence[SettingRow]) -> SettingRow | None:
        settings = self.settings_hash(mechanism)
        found = next((row for row in known if row.settings == settings), None)
        # A model that did not answer then may answer now.
        again = found is not None and any(metric in self.untouched for metric in found.skipped)
        return None if again else found

    def evaluate(self, setting: Setting, known: Sequence[SettingRow], say: Say) -> SettingRow | None:
        """Return the row of a setting; one known from before, of the same settings, is not computed again.

        None where the vocabulary rules the setting out; `impossible` then holds the reason.
        """
        try:
            # Given up once it is used: what a mechanism remembers of its rows would add up.
            mechanism = self._made.pop(setting, None) or create(setting.mechanism, self.sample.index, setting.epsilon)
        except AssumptionViolated as error:
            self.impossible[setting] = error.message
            return None
        return self._known(mechanism, known) or self.row(mechanism, say)

    def row(self, mechanism: Mechanism, say: Say) -> SettingRow:
        """Measure all figures of one setting."""
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
            self.sample.example(mechanism, keep_stopwords=self.keep_stopwords),
        )

    def _attacks(self, mechanism: Mechanism) -> tuple[dict[str, Figure], dict[str, str]]:
        trial = Trial(mechanism, self.sample.private, self.sample.shadow, stream=self.sample.stream(mechanism))
        if (best := self._best.get(mechanism.table_name)) is not None:
            trial.best_by_shadow = best
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
        # What cannot be computed for the texts as they are is not tried again for each setting.
        possible = [metric for metric in self.metrics if metric.name in self.untouched]
        released = self.sample.released(mechanism, keep_stopwords=self.keep_stopwords)
        found, skipped = measure_utility(possible, self.sample, released)
        return found, self._of_texts[1] | skipped


def measure_utility(
    metrics: Sequence[Metric], sample: DocumentSample, released: Sequence[str]
) -> tuple[dict[str, Figure], dict[str, str]]:
    """Measure what was released for the documents of a sample; metrics that were skipped come with reasons."""
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
    example: str,
) -> SettingRow:
    return SettingRow(
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
        example=example,
    )
