"""The standard suites hold coroutines without the mark that pytest-asyncio wants."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

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
