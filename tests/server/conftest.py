from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.logs import Record
from dp_gateway.server.playground import playground_routes
from dp_gateway.server.settings import Settings
from tests.server.running import Running, Start
from tests.server.scripted_provider import Provider


@pytest.fixture
def provider() -> Iterator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture
def start(provider: Provider, tmp_path: Path) -> Iterator[Start]:
    """Start a gateway: tables of settings as keywords; the provider and a key are there already."""
    key = tmp_path / "secret.key"
    Secret.from_file(key)
    with ExitStack() as stack:

        def one(**tables: Any) -> Running:
            given = {"privacy": {}, "upstreams": {"default": {"url": provider.url}}} | tables
            given["privacy"] = {"keys": {"k1": str(key)}} | given["privacy"]
            records: list[Record] = []
            app = create_app(Settings.model_validate(given), [records.append], playground_routes())
            return Running(stack.enter_context(Background(app)).url, records)

        yield one


@pytest.fixture
def gateway(start: Start) -> Running:
    return start()
