"""A reply that has left is done, whatever the client does next."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import httpx
import pytest

from dp_gateway.server.asgi import Watch
from tests.server.operating import eventually
from tests.server.running import Start
from tests.server.scripted_provider import Pause, Provider, chat_stream, message, stream, whole


@pytest.mark.parametrize("streamed", [True, False])
def test_who_leaves_with_the_whole_reply_has_not_gone_away(
    start: Start, provider: Provider, tmp_path: Path, streamed: bool
) -> None:
    # Slow enough for the gateway to look whether the client is there, which it still does while the price is settled.
    reply = stream([Pause(0.2), *chat_stream("Hello.")]) if streamed else [Pause(0.2), *whole(message("Hello."))]
    provider.script = lambda _: reply
    gateway = start(budgets={"all": {"epsilon": 50}}, ledger={"url": f"sqlite:///{tmp_path / 'ledger.db'}"})
    body = {"model": "m", "messages": [{"role": "user", "content": "She lives in Boston."}], "stream": streamed}
    for _ in range(5):
        said = httpx.post(f"{gateway.base}/chat/completions", json=body, headers={"connection": "close"}, timeout=60)
        assert said.status_code == 200
    assert eventually(lambda: len(gateway.records) == 5)
    assert [(record.status, record.aborted) for record in gateway.records] == [(200, False)] * 5


def test_what_watched_a_client_is_freed_without_the_collector_of_cycles() -> None:
    async def served() -> weakref.ref[Watch]:
        looked = asyncio.Event()

        async def receive() -> dict[str, str]:
            looked.set()
            await asyncio.Event().wait()
            return {"type": "http.disconnect"}

        with Watch(receive) as watch:
            await looked.wait()
        return weakref.ref(watch)

    gc.disable()
    try:
        assert asyncio.run(served())() is None
    finally:
        gc.enable()
