"""Ledgers that are not there, not whole or not fit to keep budgets: an error that names what to do, and nothing is spent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dp_gateway.budget.base import Ledger
from dp_gateway.budget.postgres import PostgresLedger
from dp_gateway.budget.redis import RedisLedger
from dp_gateway.budget.settings import budgets_of, ledger_of, open_ledger
from dp_gateway.errors import ConfigurationError, LedgerCorrupt, LedgerUnavailable
from dp_gateway.randomness import Secret
from tests.budget.servers import REDIS, own_server, postgres_schema, redis_prefix
from tests.ports import free_port

SECRET = Secret(b"a secret of ledgers that are away")


async def opened(ledger: Ledger) -> None:
    try:
        await ledger.open()
    finally:
        await ledger.close()


async def renewed(ledger: Ledger) -> None:
    try:
        await ledger.renew()
    finally:
        await ledger.close()


@pytest.mark.parametrize("url", ["redis://127.0.0.1:{}/0", "postgresql://postgres@127.0.0.1:{}/test"])
@pytest.mark.parametrize("step", [opened, renewed])
def test_a_server_that_is_not_there_is_said_to_be_away(url: str, step: Any) -> None:
    with pytest.raises(LedgerUnavailable, match="does not answer") as told:
        asyncio.run(step(open_ledger(url.format(free_port()), SECRET)))
    assert "127.0.0.1" not in str(told.value)


@pytest.mark.parametrize(
    ("url", "named"), [("redis://127.0.0.1:port/0", "no Redis URL"), ("mysql://127.0.0.1/x", "no ledger has such")]
)
def test_a_url_of_no_ledger_is_refused(url: str, named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        open_ledger(url, SECRET)


def test_a_redis_that_throws_keys_away_keeps_no_budgets() -> None:
    redis = pytest.importorskip("redis")
    with own_server("redis") as server:
        client = redis.Redis.from_url(server.url)
        client.config_set("maxmemory", "100mb")
        client.config_set("maxmemory-policy", "allkeys-lru")
        with pytest.raises(ConfigurationError, match="throws away any key"):
            asyncio.run(opened(open_ledger(server.url, SECRET)))
        client.config_set("maxmemory-policy", "noeviction")
        asyncio.run(opened(open_ledger(server.url, SECRET)))
        client.close()


def test_a_redis_whose_keys_are_of_another_kind_is_corrupt() -> None:
    redis = pytest.importorskip("redis")
    with own_server("redis") as server:
        ledger = RedisLedger(server.url, "0123456789abcdef")
        asyncio.run(opened(ledger))
        client = redis.Redis.from_url(server.url)
        for key in client.keys("*"):
            client.delete(key)
            client.lpush(key, "x")
        with pytest.raises(LedgerCorrupt, match="emptied or changed"):
            asyncio.run(opened(RedisLedger(server.url, "0123456789abcdef")))
        client.close()


def test_a_ledger_that_was_not_opened_spends_nothing() -> None:
    with postgres_schema() as url, pytest.raises(LedgerUnavailable, match="not open"):
        asyncio.run(PostgresLedger(url, "0123456789abcdef").check())


def test_a_redis_that_was_emptied_is_not_a_new_one() -> None:
    redis = pytest.importorskip("redis")
    with redis_prefix() as prefix:

        async def emptied() -> None:
            ledger = RedisLedger(REDIS, "0123456789abcdef", prefix=prefix)
            await ledger.open()
            client = redis.Redis.from_url(REDIS)
            for key in client.scan_iter("{" + prefix + "}:*"):
                client.delete(key)
            client.close()
            try:
                await ledger.check()
            finally:
                await ledger.close()

        with pytest.raises(LedgerCorrupt):
            asyncio.run(emptied())


@pytest.mark.parametrize("given", [{}, {"soft": 2, "epsilon": 1}, {"epsilon": -1}, {"epsilon": "many"}, {"unheard": 1}])
def test_budgets_that_limit_nothing_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError) as told:
        budgets_of({"all": given})
    assert told.value.hint


def test_settings_of_a_ledger_that_mean_nothing_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="unheard"):
        ledger_of({"url": "memory:", "unheard": 1})
