"""A request that is sent again is answered from memory; whatever differs in it makes another one."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from dp_gateway.exchange import MARK_HEADER, Doorway
from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret
from tests.server.running import Running, Start
from tests.server.scripted_provider import Provider

SAID = "Anna Miller from Boston paid $1,250.00 to the company."


def body(said: str = SAID) -> dict[str, object]:
    return {"model": "m", "messages": [{"role": "user", "content": said}]}


def send(running: Running, said: str = SAID, **headers: str) -> str:
    reply = httpx.post(f"{running.base}/chat/completions", json=body(said), headers=headers)
    reply.raise_for_status()
    return reply.json()["choices"][0]["message"]["content"]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Bodies that were read."""
    seen: list[object] = []
    read = Doorway.read

    def counted(self: Doorway, shape: object, one: dict[str, object], before: object = ()) -> object:
        if one.get("model"):  # what is loaded ahead names no model
            seen.append(one)
        return read(self, shape, one, before)  # type: ignore[arg-type]

    monkeypatch.setattr(Doorway, "read", counted)
    return seen


@pytest.mark.parametrize("policy", ["entities", "hybrid"])
def test_it_is_read_once_and_restored_each_time(
    start: Start, provider: Provider, reads: list[object], policy: str
) -> None:
    running = start(privacy={"policy": policy})
    replies = [send(running) for _ in range(3)]
    assert len(reads) == 1
    assert len({request.body for request in provider.taken}) == 1
    assert "Anna Miller" not in provider.last.body.decode()
    assert all("Anna Miller" in reply and "$1,250.00" in reply for reply in replies)
    counted = [(one.entities, one.words, one.epsilon, one.restored) for one in running.recorded(3)]
    assert len(set(counted)) == 1


def test_whatever_differs_makes_another_request(start: Start, provider: Provider, reads: list[object]) -> None:
    running = start(privacy={"client_policies": ["mask"]})
    send(running)
    for said, headers in (
        (SAID + " ", {}),
        (SAID, {"x-dp-conversation": "another"}),
        (SAID, {"x-dp-policy": "mask"}),
        (SAID, {"authorization": "Bearer another"}),
        (SAID, {MARK_HEADER: "0" * 64}),
    ):
        before = len(reads)
        send(running, said, **headers)
        assert len(reads) == before + 1
    # Another conversation draws its own surrogates.
    assert provider.taken[0].body != provider.taken[2].body


def test_one_that_comes_with_a_mark_now_passes(
    start: Start, provider: Provider, reads: list[object], tmp_path: Path
) -> None:
    running = start()
    send(running)
    key = Secret.from_file(tmp_path / "secret.key")
    mark = Doorway(Gateway("entities", key=key), key=key).mark(body())
    assert mark is not None
    reply = httpx.post(f"{running.base}/chat/completions", json=body(), headers={MARK_HEADER: mark})
    assert reply.status_code == 200
    assert "Anna Miller" in provider.last.body.decode()
    assert len(reads) == 2


def test_scopes_of_one_request_each_share_no_draws(start: Start, provider: Provider, reads: list[object]) -> None:
    running = start(privacy={"scope": "request"})
    for _ in range(4):
        send(running)
    assert len(reads) == 4
    assert len({request.body for request in provider.taken}) > 1
