"""Whose request goes where, under which policy: keys, tenants, models, and what a client may choose."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from dp_gateway.server.keys import new_key
from tests.server.running import Running, Start
from tests.server.scripted_provider import Provider

SAID = "I am Anna Miller."
PATTERNS = {"kind": "mask", "detection": {"ner": "off"}}


def ask(gateway: Running, model: str = "m", **headers: str) -> httpx.Response:
    body = {"model": model, "messages": [{"role": "user", "content": SAID}]}
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.post(f"{gateway.base}/chat/completions", json=body, headers=given)


def bearer(key: str) -> str:
    return f"Bearer {key}"


def test_keys_are_told_apart_and_never_go_on(start: Start, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVIDER_KEY", "the-provider-s")
    keys = {name: new_key() for name in ("one", "two", "three")}
    gateway = start(
        privacy={"policy": "seen", "tenants": {"shop": "masked"}},
        policies={"seen": {"kind": "observe"}, "masked": PATTERNS, "entities": {"kind": "entities"}},
        keys={
            "one": {"hash": keys["one"][1], "tenant": "shop"},
            "two": {"hash": keys["two"][1], "tenant": "shop", "policy": "entities"},
            "three": {"hash": keys["three"][1]},
        },
        upstreams={"default": {"url": provider.url, "api_key_env": "PROVIDER_KEY"}},
    )
    wanted = {"one": "masked", "two": "entities", "three": "seen"}
    for number, (name, policy) in enumerate(wanted.items()):
        reply = ask(gateway, authorization=bearer(keys[name][0]))
        assert reply.headers["x-dp-policy"] == policy
        assert gateway.recorded(2 * number + 1)[-1].client == name
        assert ("x-dp-observed" in reply.headers) == (policy == "seen")
        assert ask(gateway, x_api_key=keys[name][0]).status_code == 200
    for taken in provider.taken:
        assert "Bearer the-provider-s" in taken.head
        assert "dpg-" not in taken.head
    for wrong in ({}, {"authorization": bearer("dpg-x")}, {"authorization": "Basic eDp5"}, {"x_api_key": "é".encode()}):
        reply = ask(gateway, **wrong)  # type: ignore[arg-type]
        assert reply.status_code == 401
        assert reply.json()["error"]["code"] == "invalid_api_key"
    assert httpx.get(f"{gateway.base}/models").status_code == 401
    assert len(provider.taken) == 6


def test_clients_without_keys_of_the_gateway_have_scopes_of_their_own(gateway: Running, provider: Provider) -> None:
    for key in ("a", "a", "b"):
        ask(gateway, authorization=bearer(key))
    one, again, other = (taken.json["messages"] for taken in provider.taken)
    assert one == again != other
    assert "Bearer a" in provider.taken[0].head


def test_models_choose_provider_and_policy(start: Start, provider: Provider) -> None:
    with Provider() as second:
        gateway = start(
            privacy={"policy": "entities", "models": {"seen*": "observe"}},
            upstreams={
                "default": {"url": provider.url, "models": ["gpt*", "seen*"]},
                "second": {"url": second.url, "models": ["gpt-exact", "llama*"]},
            },
        )
        for model in ("gpt-4", "gpt-exact", "llama-3", "seen-1"):
            assert ask(gateway, model).status_code == 200
        assert [taken.json["model"] for taken in provider.taken] == ["gpt-4", "seen-1"]
        assert [taken.json["model"] for taken in second.taken] == ["gpt-exact", "llama-3"]
        assert SAID in provider.last.body.decode()
        reply = ask(gateway, "nobody")
        assert reply.status_code == 404
        assert reply.json()["error"]["code"] == "model_not_found"


def test_a_client_chooses_among_what_it_may_choose(start: Start) -> None:
    gateway = start(privacy={"policy": "entities", "client_policies": ["masked"]}, policies={"masked": PATTERNS})
    assert ask(gateway, x_dp_policy="masked").headers["x-dp-policy"] == "masked"
    reply = ask(gateway, x_dp_policy="observe")
    assert reply.status_code == 403
    assert reply.json()["error"]["param"] == "x-dp-policy"


def test_conversations_keep_their_key_when_keys_are_rotated(start: Start, provider: Provider, tmp_path: Any) -> None:
    from dp_gateway.randomness import Secret

    old, new = tmp_path / "old.key", tmp_path / "new.key"
    Secret.from_file(old), Secret.from_file(new)
    before = start(privacy={"keys": {"old": str(old)}})
    assert ask(before, x_dp_conversation="7").headers["x-dp-key"] == "old"
    after = start(privacy={"keys": {"old": str(old), "new": str(new)}})
    assert ask(after, x_dp_conversation="7").headers["x-dp-key"] == "new"
    assert ask(after, x_dp_conversation="old:7").headers["x-dp-key"] == "old"
    first, second, third = (taken.json["messages"] for taken in provider.taken)
    assert first == third != second
    assert ask(after, x_dp_conversation="lost:7").status_code == 400
