"""Clients that read their replies, go away in the middle, or never read at all."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter

PATIENCE = 30.0
"""Seconds within which everybody has to have an answer."""

_REST = 0.02
_LETTERS = "qzxvkwjhfb"
"""Of markers: none of them makes a name that would be replaced."""

TEXT = "This is marker {} and the amount is $1,250.00 in all."
"""One unit a request: the same amount, each time in a conversation of its own."""


class Clients:
    """Send until they are told to stop; each request has a marker, and every forty of them a user.

    Attributes:
        sent: markers that were sent.
        answers: how often there was which status; 0 for a connection that broke.
        stuck: requests that nobody answered.
        answered: markers of replies with status 200.
    """

    def __init__(self, port: int, seed: int, of_user: int) -> None:
        self._port, self._of_user, self._chance = port, of_user, random.Random(seed)
        self.sent: list[str] = []
        self.answers: Counter[int] = Counter()
        self.stuck = 0
        self.answered: set[str] = set()
        self.going = True

    async def run(self, count: int) -> None:
        """Be so many clients."""
        await asyncio.gather(*(self._client() for _ in range(count)))

    async def _client(self) -> None:
        while self.going:
            began = time.monotonic()
            kind = self._chance.choices(["reads", "streams", "goes away", "never reads"], [6, 3, 1, 0.3])[0]
            try:
                await asyncio.wait_for(self._request(kind), PATIENCE)
            except TimeoutError:
                self.stuck += 1
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, IndexError):
                self.answers[0] += 1
            await asyncio.sleep(_REST if time.monotonic() - began > _REST else 0.1)

    async def _request(self, kind: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 25)
        try:
            number = len(self.sent)
            marker = "".join(_LETTERS[int(digit)] for digit in str(number))
            self.sent.append(marker)
            text = f"This is marker {marker} and the amount is $1,250.00 in all."
            body = {
                "model": "m",
                "messages": [{"role": "user", "content": text}],
                "user": f"u{number // self._of_user}",
            }
            if kind != "reads":
                body["stream"] = True
            content = json.dumps(body, separators=(",", ":")).encode()
            head = (
                f"POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                f"x-dp-conversation: c{number}\r\nconnection: close\r\ncontent-length: {len(content)}\r\n\r\n"
            )
            writer.write(head.encode() + content)
            await writer.drain()
            if kind == "never reads":
                await asyncio.sleep(3)
                return
            first = await reader.readuntil(b"\r\n\r\n")
            status = int(first.split()[1])
            self.answers[status] += 1
            if kind == "goes away":
                return
            while await reader.read(1 << 16):
                pass
            if status == 200:
                self.answered.add(marker)
        finally:
            writer.transport.abort()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
