"""The body of a request that may leave: what every door sends, and only the pipeline makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

import orjson

from dp_gateway.errors import ConfigurationError
from dp_gateway.pipeline.results import SEAL

__all__ = ["SanitizedBody"]


@final
class SanitizedBody(dict[str, Any]):
    """The body of a request, sanitized; a `Doorway` makes it.

    Args:
        fields: of the request.
        seal: `SEAL`.
        written: the same as JSON, where another process has written it; the fields are then not known here.

    Raises:
        ConfigurationError: somebody else makes one.
    """

    def __init__(self, fields: Mapping[str, Any], *, seal: object, written: bytes | None = None) -> None:
        if seal is not SEAL:
            raise ConfigurationError(
                "only a Doorway makes bodies that may leave", hint="call Doorway(gateway).open(shape, body)"
            )
        super().__init__(fields)
        self._written = written

    def to_json(self) -> bytes:
        """The body as it is sent."""
        return orjson.dumps(self) if self._written is None else self._written
