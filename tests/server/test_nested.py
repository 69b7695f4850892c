"""A wrapped client before the server: sanitized once, restored once, and only a door with the same key is believed."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from dp_gateway_langchain import PrivateChatModel
from dp_gateway_openai import PrivateOpenAI
from langchain_openai import ChatOpenAI

from dp_gateway.exchange import MARK_HEADER
from dp_gateway.randomness import Secret
from tests.server.running import Running
from tests.server.scripted_provider import Provider

SAID = "I am Anna Miller from Boston."
MESSAGES = [{"role": "user", "content": SAID}]


def test_what_a_client_has_sanitized_passes_as_it_is(gateway: Running, provider: Provider, tmp_path: Path) -> None:
    key = Secret.from_file(tmp_path / "secret.key")
    with PrivateOpenAI(key=key, base_url=gateway.base, api_key="k", max_retries=0) as client:
        reply = client.chat.completions.create(model="m", messages=MESSAGES)  # type: ignore[arg-type]
        alone = client.doorway.open("chat", {"model": "m", "messages": MESSAGES}).body
    assert reply.choices[0].message.content == SAID
    assert provider.last.json == alone
    (record,) = gateway.recorded(1)
    assert (record.entities, record.epsilon) == (0, 0)
    assert MARK_HEADER not in provider.last.head


def test_a_private_chat_model_before_a_client_before_the_server(
    gateway: Running, provider: Provider, tmp_path: Path
) -> None:
    key = Secret.from_file(tmp_path / "secret.key")
    with PrivateOpenAI(key=key, base_url=gateway.base, api_key="k", max_retries=0) as client:
        inside = ChatOpenAI(model="m", api_key="k", root_client=client, client=client.chat.completions)  # type: ignore[arg-type]
        model = PrivateChatModel(inside, key=key)
        assert model.invoke(SAID).text == SAID
        assert "Anna Miller" not in provider.last.body.decode()
        assert "".join(one.text for one in model.stream(SAID)) == SAID
    assert "Anna Miller" not in provider.last.body.decode()
    assert [(one.entities, one.epsilon) for one in gateway.recorded(2)] == [(0, 0), (0, 0)]


@pytest.mark.parametrize("mark", ["", "0" * 64, "é"])
def test_a_mark_that_does_not_verify_is_ignored(gateway: Running, provider: Provider, mark: str) -> None:
    body = {"model": "m", "messages": MESSAGES}
    reply = httpx.post(f"{gateway.base}/chat/completions", json=body, headers={MARK_HEADER: mark.encode()})
    assert reply.json()["choices"][0]["message"]["content"] == SAID
    assert "Anna Miller" not in provider.last.body.decode()


def test_a_mark_of_another_body_or_another_key_is_ignored(gateway: Running, provider: Provider, tmp_path: Path) -> None:
    from dp_gateway.exchange import Doorway
    from dp_gateway.pipeline import Gateway

    body = {"model": "m", "messages": MESSAGES}
    own = Doorway(Gateway(), key=Secret.from_file(tmp_path / "secret.key"))
    other = Doorway(Gateway(), key=Secret(b"x" * 32))
    for mark in (own.mark({**body, "n": 1}), other.mark(body)):
        httpx.post(f"{gateway.base}/chat/completions", json=body, headers={MARK_HEADER: mark or ""})
        assert "Anna Miller" not in provider.last.body.decode()
