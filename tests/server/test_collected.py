"""What settings that were replaced had loaded is given back."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from starlette.applications import Starlette

from dp_gateway.detection.remembering import span_memory
from dp_gateway.randomness import Secret
from dp_gateway.server.app import LOADS_AHEAD, create_app, reload
from dp_gateway.server.settings import Settings


def reloads(key: Path) -> tuple[list[bool], int]:
    """Whether each of three reloads gave back the service before it; and how much is frozen once the server stops."""

    def load() -> Settings:
        upstreams = {"default": {"url": "http://127.0.0.1:1"}}
        return Settings.model_validate({"privacy": {"keys": {"k1": str(key)}}, "upstreams": upstreams})

    async def replaced(app: Starlette) -> list[bool]:
        async with app.router.lifespan_context(app):
            for thread in (one for one in threading.enumerate() if one.name == LOADS_AHEAD):
                thread.join(60)
            gone: list[bool] = []
            for _ in range(3):
                before = weakref.ref(app.state.service)
                await reload(app, load)
                # What the last callbacks of a task hold is given back with its next step.
                await asyncio.sleep(0)
                gc.collect()
                gone.append(before() is None)
            return gone

    return asyncio.run(replaced(create_app(load()))), gc.get_freeze_count()


def test_a_reload_leaves_nothing_of_the_settings_before(tmp_path: Path) -> None:
    """In a process of its own: the collector would go through all that the tests have imported each time."""
    key = tmp_path / "secret.key"
    Secret.from_file(key)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(reloads, key).result() == ([True] * 3, 0)


def kept_at_most(key: Path) -> int:
    """The most objects that one look for cycles among young ones goes through while what is kept of requests grows."""
    upstreams = {"default": {"url": "http://127.0.0.1:1"}}
    settings = Settings.model_validate({"privacy": {"keys": {"k1": str(key)}}, "upstreams": upstreams})
    app = create_app(settings)
    young: list[int] = []

    def looked(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            young.append(sum(len(gc.get_objects(generation)) for generation in range(told["generation"] + 1)))

    async def served() -> None:
        async with app.router.lifespan_context(app):
            gc.callbacks.append(looked)
            _ = [[number] for number in range(300_000)]
            gc.callbacks.remove(looked)

    asyncio.run(served())
    return max(young)


def test_a_look_for_cycles_goes_through_little_at_once(tmp_path: Path) -> None:
    """A hundred thousand objects held up everybody for 30 to 190 ms."""
    key = tmp_path / "secret.key"
    Secret.from_file(key)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(kept_at_most, key).result() < 30_000


def test_a_cache_that_nobody_has_is_given_back() -> None:
    cache = span_memory()
    here = weakref.ref(cache)
    del cache
    gc.collect()
    assert here() is None
