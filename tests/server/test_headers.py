"""A header goes to a provider if all of its value looks like what the header is for; text behind that stays here."""

from __future__ import annotations

import pytest

from dp_gateway.server.headers import bearer, to_provider, trace

PROPER = {
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "context-management-2025-06-27,files-api-2025-04-14",
    "openai-beta": "assistants=v2",
}
TRACE = "00-" + "a" * 32 + "-" + "b" * 16 + "-01"


def sent(name: str, value: str) -> str | None:
    return to_provider({name.encode(): value.encode()}, (), None, api_key=False).get(name)


@pytest.mark.parametrize("name", sorted(PROPER))
def test_a_proper_value_passes_and_nothing_else_with_it(name: str) -> None:
    value = PROPER[name]
    assert sent(name, value) == value
    for more in (" Anna Miller", "; Anna Miller", "\nAnna Miller", ",Anna Miller", "-anna-miller-078051120-" * 9):
        for other in (f"{value}{more}", f"{more}{value}"):
            assert "nna" not in (sent(name, other) or "")


def test_headers_that_nobody_declared_stay() -> None:
    given = {b"x-user": b"Anna Miller", b"cookie": b"a=b", b"openai-organization": b"org-abc", b"x-dp-user": b"a"}
    assert set(to_provider(given, (), None, api_key=False)) == {"content-type", "accept-encoding", "user-agent"}
    assert "x-user" in to_provider(given, ("X-User",), None, api_key=False)


def test_keys_and_traces_are_taken_whole_or_not_at_all() -> None:
    assert bearer({b"authorization": b"Bearer sk-1"}) == "sk-1"
    assert bearer({b"authorization": b"Bearer sk-1 Anna Miller"}) is None
    assert bearer({b"x-api-key": b"sk-1\nAnna"}) is None
    assert trace({b"traceparent": TRACE.encode()}) == TRACE
    assert trace({b"traceparent": TRACE.encode() + b"-anna"}) == ""
