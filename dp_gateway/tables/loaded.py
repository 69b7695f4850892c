"""What all processes of a run need, loaded once: the process that they are forked from imports this and nothing else.

`workers` names it; nothing of a table or a key is known here, and no thread is started.
"""

from __future__ import annotations

from contextlib import suppress

from dp_gateway.errors import GatewayError
from dp_gateway.pipeline.gateway import Gateway
from dp_gateway.tables import workers

__all__ = ["workers"]

_MAIL = "Dear Ms Miller,\n\nplease call Tom Baker of Siemens in Boston, +1 212 555 0123, before 2024-05-17."

with suppress(GatewayError):
    # What cannot be had is said by the process that needs it.
    Gateway("entities").request([_MAIL]).charges()
