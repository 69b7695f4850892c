"""One setting on the frontier: its privacy, and what is left of the texts; as JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from dp_gateway.privacy.guarantee import epsilon_json

__all__ = ["Figure", "Row", "Setting", "from_json"]


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
        seconds: CPU time, without what all settings share.
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
