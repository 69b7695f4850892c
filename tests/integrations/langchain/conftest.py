"""A gateway and a model behind it; and coroutines of the standard suites, without the mark that pytest-asyncio wants."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

from dp_gateway.pipeline import Gateway
from tests.integrations.langchain.scripted_models import KEY, Echo

# One loop for all: ChatOpenAI shares its connections between models.
_RUNNER = asyncio.Runner()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    _RUNNER.run(pyfuncitem.obj(**given))
    return True


def pytest_unconfigure() -> None:
    _RUNNER.close()


@pytest.fixture(scope="session")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


@pytest.fixture
def echo() -> Echo:
    return Echo(seen=[])
