"""The texts of one request as they may leave, what they cost, and what undoes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from dp_gateway.pipeline.pricing import Pricing
from dp_gateway.pipeline.report import EntityReport, Totals
from dp_gateway.pipeline.results import Sanitized
from dp_gateway.restore import Restorer

if TYPE_CHECKING:
    from dp_gateway.budget.base import Charge

__all__ = ["Details", "SanitizedRequest"]


class Details(NamedTuple):
    """What is told of a sanitized request.

    Attributes:
        texts: one per text, in order.
        report: of all texts together.
        restorer: makes what undoes the replacements.
        pricing: prices its draws.
    """

    texts: tuple[Sanitized[EntityReport], ...]
    report: EntityReport
    restorer: Callable[[], Restorer]
    pricing: Pricing


class SanitizedRequest:
    """The texts of a request, sanitized together. Only a `Gateway` makes one.

    Args:
        outgoing: the texts as they may leave.
        describe: makes what is told of them, when it is first asked for.
        totals: works out what they cost without that; None where it has been made.

    Attributes:
        outgoing: the texts as they may leave.
    """

    __slots__ = ("_describe", "_made", "_totals", "outgoing")

    def __init__(
        self, outgoing: list[str], describe: Callable[[], Details], totals: Callable[[], Totals] | None = None
    ) -> None:
        self.outgoing, self._describe, self._totals = outgoing, describe, totals
        self._made: Details | None = None

    @property
    def _details(self) -> Details:
        if self._made is None:
            self._made = self._describe()
        return self._made

    @property
    def texts(self) -> tuple[Sanitized[EntityReport], ...]:
        """One `Sanitized` per text, in order."""
        return self._details.texts

    @property
    def report(self) -> EntityReport:
        """Price, guarantees, and what stays visible, of all texts together."""
        return self._details.report

    @property
    def totals(self) -> Totals:
        """How much was replaced, and its price; the first access for a new setting may take seconds."""
        return self._details.report.totals if self._totals is None else self._totals()

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """What each unit of the request costs, for a ledger that charges a unit once.

        Args:
            certified: by certified levels, which may take seconds for a new setting; otherwise nominal ones.
        """
        return self._details.pricing.charges(certified=certified)

    @property
    def restorer(self) -> Restorer:
        """Undoes the replacements in the reply."""
        return self._details.restorer()

    def restore(self, reply: str) -> str:
        """A reply with the originals where surrogates stand."""
        return self.restorer.restore(reply).text
