"""A header goes to a provider if all of its value looks like what the header is for; text behind that stays here.

Of faults made by hand these have to notice: a header that matches by its beginning passed to the provider.
"""

from __future__ import annotations

import pytest

from dp_gateway.errors import UpstreamFailed
from dp_gateway.server.headers import as_api_key, bearer, combined, from_provider, to_provider, trace

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


def test_of_a_list_each_value_is_looked_at() -> None:
    betas = [f"beta-{number}-2025-06-27" for number in range(80)]
    assert sent("anthropic-beta", ", ".join(betas)) == ",".join(betas[:64])
    assert sent("anthropic-beta", f"Anna Miller, {betas[0]} , {betas[1]} Miller") == betas[0]


def test_a_list_in_several_lines_is_one() -> None:
    """An intermediary may send each value in a line of its own."""
    lines = [(b"anthropic-beta", b"files-api-2025-04-14"), (b"x-api-key", b"k"), (b"anthropic-beta", b"a-2025-06-27")]
    headers = combined([*lines, (b"x-api-key", b"k2")])
    assert headers == {b"anthropic-beta": b"files-api-2025-04-14,a-2025-06-27", b"x-api-key": b"k2"}


def test_the_operators_key_goes_where_the_provider_wants_it() -> None:
    client = {b"authorization": b"Bearer sk-client", b"x-api-key": b"sk-client"}
    assert to_provider(client, (), "sk-own", api_key=False)["authorization"] == "Bearer sk-own"
    assert to_provider(client, (), "sk-own", api_key=True)["x-api-key"] == "sk-own"
    for api_key in (True, False):
        assert "sk-client" not in to_provider(client, (), "sk-own", api_key=api_key).values()
        assert not {"authorization", "x-api-key"} & set(to_provider(client, (), None, api_key=api_key))


@pytest.mark.parametrize(
    ("headers", "key", "wanted"),
    [
        ({b"authorization": b"Bearer sk-1"}, None, False),
        ({b"authorization": b"bEARER sk-1"}, None, False),
        ({b"x-api-key": b"sk-1"}, None, True),
        ({b"authorization": b"Basic YTpi"}, None, True),
        ({b"authorization": b"Bearer sk-1"}, "sk-ant-api03-1", True),
        ({b"x-api-key": b"sk-1"}, "sk-ant-oat01-1", False),
    ],
)
def test_a_token_of_a_login_is_no_api_key(headers: dict[bytes, bytes], key: str | None, wanted: bool) -> None:
    assert as_api_key(headers, key) is wanted


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ({b"authorization": b"bearer  sk-1 "}, "sk-1"),
        ({b"authorization": b"Basic sk-1", b"x-api-key": b"sk-2"}, "sk-2"),
        ({b"authorization": b"Bearer sk-1", b"x-api-key": b"sk-2"}, "sk-1"),
        ({b"x-api-key": b"k" * 512}, "k" * 512),
        ({b"x-api-key": b"k" * 513}, None),
        ({b"x-api-key": b"k\xe9y"}, None),
        ({}, None),
    ],
)
def test_the_key_of_a_request(headers: dict[bytes, bytes], wanted: str | None) -> None:
    assert bearer(headers) == wanted


def test_of_a_reply_only_what_is_allowed_comes_back() -> None:
    allowed = ["Retry-After", "X-Request-ID", "x-should-retry", "X-RateLimit-Limit-Tokens", "openai-model"]
    kept = ["retry-after", "x-request-id", "x-should-retry", "x-ratelimit-limit-tokens", "openai-model"]
    others = [("set-cookie", "a=b"), ("server", "x\x00"), ("my-x-request-id", "1"), ("content-length", "9")]
    given = [*others, *((name, "caf\xe9 \u2713\t1") for name in allowed)]
    assert from_provider(given) == [(name.encode(), b"caf\xe9 ?\t1") for name in kept]


@pytest.mark.parametrize("value", ["1\r\nset-cookie: a", "1\n", "\x001", "1\x7f"])
def test_control_characters_of_a_provider_are_refused(value: str) -> None:
    with pytest.raises(UpstreamFailed):
        from_provider([("x-request-id", value)])
