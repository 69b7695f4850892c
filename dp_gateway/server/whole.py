"""A large request as the server has it: another process has sanitized it, and what it said is in none any more."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from dp_gateway.api import RequestTexts, Shape
from dp_gateway.budget.base import Charge
from dp_gateway.exchange import Exchange
from dp_gateway.pipeline.body import SanitizedBody
from dp_gateway.pipeline.request import SanitizedRequest
from dp_gateway.pipeline.results import NOTHING, SEAL, Totals
from dp_gateway.policy import Policy
from dp_gateway.restore import Restorer

if TYPE_CHECKING:
    from dp_gateway.server.isolation.jobs import Shown

__all__ = ["WholeExchange", "WholeRequest", "unpickled"]


class WholeRequest(SanitizedRequest):
    """A request that another process has sanitized: its prices.

    Args:
        totals, charges, replies, shown: see `Opened`.

    Attributes:
        pickled: see `Opened.replies`.
        shown: see there.
    """

    __slots__ = ("_charges", "_price", "pickled", "shown")

    def __init__(
        self,
        totals: Totals,
        charges: tuple[tuple[Charge, ...], tuple[Charge, ...]],
        replies: bytes,
        shown: Shown | None = None,
    ) -> None:
        self._price, self._charges, self.outgoing = totals, charges, []
        self.pickled, self.shown = replies, shown

    @property
    def texts(self) -> tuple[Any, ...]:
        """What a judge may be shown; the texts themselves are in no process any more."""
        from dp_gateway.llm import Public

        # It may leave, and so may its beginning.
        return () if self.shown is None else (Public(self.shown.sent),)

    def restore(self, reply: str) -> str:
        """See `SanitizedRequest`."""
        return unpickled(self.pickled).error(reply) if self.pickled else reply

    @property
    def totals(self) -> Totals:
        """See `SanitizedRequest`."""
        return self._price

    @property
    def restorer(self) -> Restorer:
        """What restores replies is in `WholeExchange.pickled`."""
        return NOTHING

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """See `SanitizedRequest`."""
        return self._charges[0 if certified else 1]


class WholeExchange(Exchange):
    """A request that another process has sanitized.

    Args:
        shape: of the request.
        texts: what is known of it.
        request: its prices.
        content: what may leave.
        scope: what its draws are shared within.
        policy: under which it was sanitized.
        probabilities: it asks for log-probabilities.

    Attributes:
        pickled: see `Opened.replies`.
    """

    def __init__(
        self,
        shape: Shape,
        texts: RequestTexts,
        request: WholeRequest,
        content: bytes,
        scope: str,
        *,
        policy: Policy,
        probabilities: bool,
    ) -> None:
        body = SanitizedBody({}, seal=SEAL, written=content)
        super().__init__(shape, texts, request, body, policy=policy, mask=False, scope=scope)
        self.pickled, self._asks = request.pickled, probabilities

    @property
    def probabilities(self) -> bool:
        """See `Exchange`."""
        return self._asks

    def charge(self, spent: Any) -> None:
        """Nothing: there is no report."""

    @property
    def idle(self) -> bool:
        """See `Exchange`."""
        return not self.pickled


def unpickled(replies: bytes) -> Any:
    """What restores one reply; see `Opened.replies`."""
    return cast(Callable[[], Any], pickle.loads(replies))()
