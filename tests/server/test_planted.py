"""A secret planted in every field of every API, in headers, path and query: it never reaches the provider in clear."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

import httpx
import pytest

from dp_gateway.api import SHAPES, find
from tests.api.planting import slots
from tests.server.running import Running, Start
from tests.server.scripted_provider import Provider, whole

# Whole values: a draw that is blind to a value may well give one of its words.
TRACES = (
    "zebulon.quackenbush", "zebulon quackenbush", "zebulon_quackenbush", "zebulonquackenbush", "quackenbush, zebulon",
    "078-05-1120", "078 05 1120", "78051120",
)  # fmt: skip
EMAIL, NUMBER = "zebulon.quackenbush@example.com", "078-05-1120"
PATTERNS = {"kind": "entities", "detection": {"ner": "off"}}
SLOTS = slots()


@pytest.fixture
def open_gateway(start: Start, provider: Provider) -> Running:
    """A policy that lets as much through as a policy can, without the model that would take most of the time."""
    provider.script = lambda taken: whole({"object": "list", "data": []})
    fields = {"media": "pass", "logit_bias": "pass"}
    return start(privacy={"policy": "open"}, policies={"open": {**PATTERNS, "fields": fields}})


def leaked(provider: Provider) -> list[str]:
    wire = ((taken.head + taken.body.decode()).lower() for taken in provider.taken)
    return [text for text in wire for trace in TRACES if trace in text or trace in unquote(text)]


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=30) as one:
        yield one


_SHARES = {"messages": 4, "responses": 4}
"""The larger tables hold the same objects in many places: a share of the places, others for each of two secrets. All
places of all shapes are tried without a server in `tests/api`."""


@pytest.mark.parametrize(
    ("shape", "share"),
    [
        ("chat", 8),
        ("embeddings", 1),
        *(pytest.param(one, _SHARES.get(one, 1), marks=pytest.mark.thorough) for one in SHAPES),
    ],
)
def test_in_every_field(
    shape: str, share: int, open_gateway: Running, provider: Provider, client: httpx.Client
) -> None:
    chosen = [slot for slot in SLOTS if slot.shape == shape]
    for offset, secret in enumerate((EMAIL, NUMBER)):
        for slot in chosen[offset::share]:
            body = {"model": "m", **slot.wrap(secret)} if shape != "embeddings" else slot.wrap(secret)
            reply = client.post(open_gateway.url + find(shape).path, json=body)
            assert reply.status_code in (200, 400), (slot.path, reply.text)
            assert not leaked(provider), slot.path
            provider.taken.clear()
    reached = [record for record in open_gateway.records if record.status == 200]
    assert len(reached) > 0.4 * len(open_gateway.records)


@pytest.mark.parametrize(
    "header",
    ["user-agent", "cookie", "x-user", "x-api-version", "openai-organization", "openai-project", "openai-beta",
     "anthropic-version", "anthropic-beta", "traceparent", "baggage", "idempotency-key", "referer", "origin",
     "x-forwarded-for", "x-dp-conversation", "x-dp-mark", "accept-language", "content-type", "x-stainless-arch"],
)  # fmt: skip
def test_in_headers(header: str, gateway: Running, provider: Provider, client: httpx.Client) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
    for secret in (EMAIL, NUMBER, "Zebulon Quackenbush"):
        reply = client.post(f"{gateway.base}/chat/completions", json=body, headers={header: secret})
        assert reply.status_code in (200, 400, 403, 415)  # an origin, a type of body
    assert not leaked(provider)


def test_in_path_and_query(gateway: Running, provider: Provider, client: httpx.Client) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
    client.post(f"{gateway.base}/chat/completions?user={EMAIL}", json=body)
    client.get(f"{gateway.base}/models/{EMAIL}")
    client.get(f"{gateway.base}/responses/{EMAIL}")
    client.delete(f"{gateway.base}/files/{EMAIL}")
    assert not leaked(provider)


@pytest.mark.parametrize("policy", ["tokens", "hybrid", "mask", "entities"])
def test_under_every_policy(policy: str, start: Start, provider: Provider, client: httpx.Client) -> None:
    gateway = start(privacy={"policy": policy})
    for text in (f"Write to {EMAIL}, please.", f"My SSN is {NUMBER}.", "I am Zebulon Quackenbush."):
        # Of the developer's own text identifiers are private; a name that stands there alone is not.
        system = text if any(map(str.isdigit, text)) or EMAIL in text else "Be brief."
        body = {"model": "m", "messages": [{"role": "system", "content": system}, {"role": "user", "content": text}]}
        assert client.post(f"{gateway.base}/chat/completions", json=body).status_code == 200
    assert not leaked(provider)


def test_beside_a_lone_surrogate(gateway: Running, provider: Provider, client: httpx.Client) -> None:
    text = "\ud800 Zebulon Quackenbush"
    raw = b'{"model": "m", "messages": [{"role": "user", "content": "\\ud800 Zebulon Quackenbush"}]}'
    assert client.post(
        f"{gateway.base}/chat/completions", content=raw, headers={"content-type": "application/json"}
    ).status_code in (200, 400)
    assert not leaked(provider), text
