"""The playground: a page that shows what leaves and what comes back, and the routes behind it."""

from __future__ import annotations

from dp_gateway.server.playground.routes import playground_routes
from dp_gateway.server.playground.turn import Choices, Part, Piece, Turn, policy_names

__all__ = ["Choices", "Part", "Piece", "Turn", "playground_routes", "policy_names"]
