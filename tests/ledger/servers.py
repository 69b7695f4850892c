"""Redis and PostgreSQL of the tests: those that answer on this machine; a test of an outage starts its own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

REDIS = os.environ.get("DP_GATEWAY_TEST_REDIS", "redis://127.0.0.1:6379/0")
POSTGRES = os.environ.get("DP_GATEWAY_TEST_POSTGRES", "postgresql://127.0.0.1:5432/test")


@contextmanager
def redis_prefix() -> Iterator[str]:
    """A prefix of its own on the Redis of the tests; its keys are removed at the end."""
    redis = pytest.importorskip("redis")
    client: Any = redis.Redis.from_url(REDIS, socket_connect_timeout=1)
    try:
        client.ping()
    except redis.RedisError:
        pytest.skip("no Redis answers")
    prefix = "test-" + secrets.token_hex(8)
    try:
        yield prefix
    finally:
        for key in client.scan_iter("{" + prefix + "}:*"):
            client.delete(key)
        client.close()


@contextmanager
def postgres_schema() -> Iterator[str]:
    """The URL of a schema of its own on the PostgreSQL of the tests; it is dropped at the end."""
    psycopg = pytest.importorskip("psycopg")
    schema = "test_" + secrets.token_hex(8)
    try:
        connection = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=2)
    except psycopg.OperationalError:
        pytest.skip("no PostgreSQL answers")
    with connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        try:
            yield f"{POSTGRES}?options=-csearch_path%3D{schema}"
        finally:
            connection.execute(f"DROP SCHEMA {schema} CASCADE")
    connection.close()
