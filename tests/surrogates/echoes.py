"""What leaves in some scopes, for the tests of this folder."""

from __future__ import annotations

from dp_gateway import Gateway


def each_sent(gateway: Gateway, text: str, scopes: int = 8) -> list[str]:
    """What leaves in some scopes, after a check that something is replaced and that an echo restores every byte."""
    found: list[str] = []
    for scope in range(scopes):
        request = gateway.sanitize(text, scope=str(scope))
        assert request.restore(request.text) == text
        assert request.text != text
        found.append(request.text)
    return found
