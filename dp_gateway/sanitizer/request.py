"""The texts of one request as they may leave, what they cost, and what undoes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dp_gateway.restore import Restorer
from dp_gateway.sanitizer.pricing import Pricing
from dp_gateway.sanitizer.results import NOTHING, EntityReport, Sanitized, Totals

if TYPE_CHECKING:
    from dp_gateway.ledger.base import Charge

__all__ = ["LaterRequest", "SanitizedRequest"]


class SanitizedRequest:
    """The texts of a request, sanitized together. Only a `Gateway` makes one.

    Attributes:
        outgoing: the texts as they may leave.
    """

    __slots__ = ("_pricing", "_report", "_restorer", "_texts", "outgoing")

    def __init__(
        self,
        texts: tuple[Sanitized[EntityReport], ...],
        report: EntityReport,
        restorer: Callable[[], Restorer],
        pricing: Pricing,
    ) -> None:
        self._texts, self._report, self._restorer, self._pricing = texts, report, restorer, pricing
        self.outgoing = [one.text for one in texts]

    @property
    def texts(self) -> tuple[Sanitized[EntityReport], ...]:
        """One `Sanitized` per text, in order."""
        return self._texts

    @property
    def report(self) -> EntityReport:
        """Price, guarantees, and what stays visible, of all texts together."""
        return self._report

    @property
    def totals(self) -> Totals:
        """How much was replaced, and its price; the first access for a new setting may take seconds."""
        return self._report.totals

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """What each unit of the request costs, for a ledger that charges a unit once.

        Args:
            certified: by certified levels, which may take seconds for a new setting; otherwise nominal ones.
        """
        return self._pricing.charges(certified=certified)

    @property
    def restorer(self) -> Restorer:
        """Undoes the replacements in the reply."""
        return self._restorer()

    def restore(self, reply: str) -> str:
        """A reply with the originals where surrogates stand."""
        return self.restorer.restore(reply).text


class LaterRequest(SanitizedRequest):
    """A request whose words were drawn with those of others, and nothing else: the rest is made when it is asked for.

    Args:
        outgoing: its texts as they may leave.
        totals: works out what they cost.
        make: makes the request.
    """

    __slots__ = ("_made", "_make", "_totals")

    def __init__(self, outgoing: list[str], totals: Callable[[], Totals], make: Callable[[], SanitizedRequest]) -> None:
        self.outgoing, self._totals, self._make = outgoing, totals, make
        self._made: SanitizedRequest | None = None

    @property
    def _request(self) -> SanitizedRequest:
        if self._made is None:
            self._made = self._make()
        return self._made

    @property
    def texts(self) -> tuple[Sanitized[EntityReport], ...]:
        """See `SanitizedRequest`."""
        return self._request.texts

    @property
    def report(self) -> EntityReport:
        """See `SanitizedRequest`."""
        return self._request.report

    @property
    def totals(self) -> Totals:
        """See `SanitizedRequest`."""
        return self._totals()

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """See `SanitizedRequest`."""
        return self._request.charges(certified=certified)

    @property
    def restorer(self) -> Restorer:
        """Words are drawn for good."""
        return NOTHING
