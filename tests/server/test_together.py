from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dp_gateway.api import find
from dp_gateway.errors import SurrogatesExhausted
from dp_gateway.exchange import Caller, Doorway, Exchange, ReadRequest
from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret
from dp_gateway.server.together import InThreads, Together
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"0" * 32)
CHAT = find("chat")


def doorway(words: Index) -> Doorway:
    return Doorway(Gateway("tokens", key=KEY, index=words), key=KEY)


def body(said: str) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": said}]}


def read(door: Doorway, said: str, caller: Caller) -> ReadRequest:
    return ReadRequest(CHAT, door.read(CHAT, body(said)), caller)


SAID = [f"The company sold house {number} in the city." for number in range(5)]


def test_together_they_give_what_they_give_alone(words: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    door = doorway(words)
    batches: list[int] = []
    sanitize = Doorway.sanitize

    def spy(self: Doorway, requests: Sequence[ReadRequest]) -> list[Exchange]:
        batches.append(len(requests))
        return sanitize(self, requests)

    monkeypatch.setattr(Doorway, "sanitize", spy)

    async def run() -> list[Exchange]:
        together = Together(door)
        return await asyncio.gather(
            *(together.sanitize(read(door, said, Caller(str(n)))) for n, said in enumerate(SAID))
        )

    got = asyncio.run(run())
    assert batches == [5]
    alone = doorway(words)
    assert [one.body for one in got] == [
        alone.open(CHAT, body(said), Caller(str(n))).body for n, said in enumerate(SAID)
    ]
    assert [one.body["messages"][0]["content"] for one in got] != SAID


def test_one_that_fails_fails_alone(words: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    door = doorway(words)
    sanitize, error = Doorway.sanitize, SurrogatesExhausted("none is left", hint="add some")

    def failing(self: Doorway, requests: Sequence[ReadRequest]) -> list[Exchange]:
        if any(one.caller.name == "2" for one in requests):
            raise error
        return sanitize(self, requests)

    monkeypatch.setattr(Doorway, "sanitize", failing)

    async def run() -> list[Exchange | BaseException]:
        together = Together(door)
        waiting = (together.sanitize(read(door, said, Caller(str(n)))) for n, said in enumerate(SAID))
        return await asyncio.gather(*waiting, return_exceptions=True)

    got = asyncio.run(run())
    assert [isinstance(one, Exchange) for one in got] == [True, True, False, True, True]
    assert got[2] is error


def test_who_went_away_is_not_waited_for(words: Index) -> None:
    door = doorway(words)

    async def run() -> Exchange:
        together = Together(door)
        gone = asyncio.ensure_future(together.sanitize(read(door, SAID[0], Caller())))
        stays = asyncio.ensure_future(together.sanitize(read(door, SAID[1], Caller())))
        await asyncio.sleep(0)
        gone.cancel()
        return await stays

    assert asyncio.run(run()).body == doorway(words).open(CHAT, body(SAID[1])).body


class Line:
    """Requests of `SAID` in threads, in one thread, which begins when all stand in line and `ready` was called with them."""

    def __init__(self, door: Doorway, fails: str = "", characters: int = 10_000) -> None:
        self._door, self._fails, self._characters = door, fails, characters
        self._go = threading.Event()
        self.batches: list[list[str]] = []

    def _whole(self, requests: Sequence[ReadRequest]) -> list[Exchange]:
        self._go.wait()
        self.batches.append([one.caller.name for one in requests])
        if self._fails in self.batches[-1]:
            raise SurrogatesExhausted("none is left", hint="add some")
        return self._door.sanitize(requests)

    def run(self, ready: Callable[[Sequence[asyncio.Task[Exchange]]], object]) -> list[Exchange | BaseException]:
        async def run() -> list[Exchange | BaseException]:
            with ThreadPoolExecutor(1) as threads:
                line = InThreads(self._whole, threads, 1, self._characters)
                waiting = [
                    asyncio.create_task(line.sanitize(read(self._door, said, Caller(str(number)))))
                    for number, said in enumerate(SAID)
                ]
                await asyncio.sleep(0)
                ready(waiting)
                self._go.set()
                return await asyncio.gather(*waiting, return_exceptions=True)

        return asyncio.run(run())


def test_those_that_wait_for_a_thread_go_together(words: Index) -> None:
    line = Line(doorway(words))
    got = line.run(lambda _: None)
    assert line.batches == [["0"], ["1", "2", "3", "4"]]
    alone = doorway(words)
    assert [one.body for one in got if isinstance(one, Exchange)] == [
        alone.open(CHAT, body(said), Caller(str(number))).body for number, said in enumerate(SAID)
    ]


def test_no_more_go_together_than_are_short_together(words: Index) -> None:
    line = Line(doorway(words), characters=2 * len(SAID[0]))
    line.run(lambda _: None)
    assert line.batches == [["0"], ["1", "2"], ["3", "4"]]


def test_one_that_fails_in_a_thread_fails_alone(words: Index) -> None:
    line = Line(doorway(words), fails="2")
    got = line.run(lambda _: None)
    assert [isinstance(one, Exchange) for one in got] == [True, True, False, True, True]
    assert isinstance(got[2], SurrogatesExhausted)
    assert line.batches == [["0"], ["1", "2", "3", "4"], ["1"], ["2"], ["3"], ["4"]]


def test_who_went_away_does_not_go_to_a_thread(words: Index) -> None:
    line = Line(doorway(words))
    got = line.run(lambda waiting: [waiting[number].cancel() for number in (0, 3)])
    assert [isinstance(one, Exchange) for one in got] == [False, True, True, False, True]
    assert line.batches == [["0"], ["1", "2", "4"]]
