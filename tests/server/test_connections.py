"""What is written to a client in one turn of the event loop leaves together."""

from __future__ import annotations

import asyncio
from typing import cast

from dp_gateway.server.connections import JoinedWrites


class Written:
    """A transport that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.told.append(data)

    def write_eof(self) -> None:
        self.told.append("ended")

    def close(self) -> None:
        self.told.append("closed")

    def get_write_buffer_size(self) -> int:
        return 7

    def is_closing(self) -> bool:
        return "closed" in self.told


def joined() -> tuple[JoinedWrites, Written]:
    written = Written()
    return JoinedWrites(cast(asyncio.Transport, written), asyncio.get_running_loop()), written


def test_what_is_written_in_one_turn_leaves_together() -> None:
    async def told() -> list[bytes | str]:
        connection, written = joined()
        connection.write(b"head, ")
        connection.write(b"body")
        assert written.told == []
        assert connection.get_write_buffer_size() == 7 + len(b"head, body")
        await asyncio.sleep(0)
        connection.write(b"end")
        await asyncio.sleep(0)
        return written.told

    assert asyncio.run(told()) == [b"head, body", b"end"]


def test_much_leaves_at_once() -> None:
    async def told() -> list[bytes | str]:
        connection, written = joined()
        connection.write(b"head, ")
        connection.write(b"x" * 100_000)
        assert connection.get_write_buffer_size() == 7
        return written.told

    assert asyncio.run(told()) == [b"head, " + b"x" * 100_000]


def test_parts_and_the_end_leave_in_order() -> None:
    async def told() -> list[bytes | str]:
        connection, written = joined()
        connection.write(b"head, ")
        connection.writelines([b"one, ", b"two"])
        connection.write_eof()
        return written.told

    assert asyncio.run(told()) == [b"head, one, two", "ended"]


def test_a_connection_is_closed_behind_what_was_written() -> None:
    async def told() -> list[bytes | str]:
        connection, written = joined()
        connection.write(b"answer")
        connection.close()
        assert connection.is_closing()
        await asyncio.sleep(0)
        return written.told

    assert asyncio.run(told()) == [b"answer", "closed"]


def test_nothing_is_written_to_a_connection_that_is_gone() -> None:
    async def told() -> list[bytes | str]:
        connection, written = joined()
        connection.write(b"answer")
        written.close()
        await asyncio.sleep(0)
        return written.told

    assert asyncio.run(told()) == ["closed"]
