"""Runs the application on uvicorn: one worker in this process, or several that share the memory-mapped index."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.util import find_spec
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette

from dp_gateway.errors import ConfigurationError, GatewayError
from dp_gateway.server.app import operated_app, reload
from dp_gateway.server.isolation.pool import DETECTION, shared_pool
from dp_gateway.server.logs import LOGGING, describe
from dp_gateway.server.metrics import shared_between_workers
from dp_gateway.server.playground import playground_routes
from dp_gateway.server.settings import Settings, check_providers, load_settings
from dp_gateway.server.upstream import Upstreams

_TOLD = "DP_GATEWAY_TOLD"
"""Environment variable: what a worker is told, as JSON. Keys are in it as hashes alone."""

_HTTP = "dp_gateway.server.connections:Patient"
"""The protocol class; its parser is not to be had for every interpreter."""

_BACKLOG = 4096
_LAST_SECONDS = 5
_START_SECONDS = 20
"""How long a worker may take to load what its policies need, and to be silent before it is replaced."""

_FAILED_TO_START = 3
"""Exit status by which uvicorn knows that another try would fail too."""

_LOG = logging.getLogger("dp_gateway")


def run(
    config_file: Path | None, overrides: Mapping[str, Mapping[str, Any]], provider: str, say: Callable[[Settings], None]
) -> None:
    """Serve until a signal says stop.

    SIGTERM and SIGINT stop taking requests and let those under way finish. SIGHUP reads the settings again: a single
    worker swaps them, several are replaced one after the other.

    Args:
        config_file: a TOML file; None for defaults alone.
        overrides: settings that stand over it, by table and field.
        provider: the URL that requests go to where nothing names a provider.
        say: tells whoever started it where it listens, once it is known that it can.

    Raises:
        GatewayError: a setting cannot be used.
    """
    settings = load_settings(config_file, overrides=overrides, provider=provider)
    check_providers(settings)
    server = settings.server
    _check_address(server.host, server.port)
    Upstreams(settings.upstreams)  # reads their keys and certificates, as each worker does again
    say(settings)
    # Workers are processes of their own, and read the settings themselves, at their start and on reload.
    file = str(config_file) if config_file else None
    os.environ[_TOLD] = json.dumps({"file": file, "overrides": overrides, "provider": provider})
    if server.workers > 1:
        shared_pool(DETECTION).close()  # each worker has its own
    with shared_between_workers(server.workers):
        uvicorn.run(
            "dp_gateway.server.run:worker",
            factory=True,
            http=_HTTP if find_spec("httptools") else "auto",
            host=server.host,
            port=server.port,
            workers=server.workers,
            log_config=LOGGING,
            log_level="warning",
            access_log=False,
            server_header=False,
            backlog=_BACKLOG,
            timeout_graceful_shutdown=round(server.shutdown_seconds),
            timeout_worker_healthcheck=_START_SECONDS,
        )


def _check_address(host: str, port: int) -> None:
    """Find out before anything is loaded whether the address can be listened on."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        # Where the address is at fault, and not the port, no port helps.
        port_helps = error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = (
            f"choose another port: --port {max(port, 1023) + 1}"
            if port_helps
            else "listen on an address of this machine: --host 127.0.0.1"
        )
        raise ConfigurationError(f"{host}:{port} cannot be listened on: {error.strerror}", hint=hint) from None


def worker() -> Starlette:
    """Make the application of one worker. Raises GatewayError: a setting cannot be used. Raises SystemExit: the same,
    in one of several workers.
    """
    try:
        settings = _told()
        app = operated_app(settings, playground_routes() if settings.server.playground else ())
    except GatewayError as error:
        if multiprocessing.parent_process() is None:
            raise
        # Another end would be taken for a crash, and the worker be started again and again.
        _LOG.error("not started: %s", describe(error))
        raise SystemExit(_FAILED_TO_START) from None
    if find_spec("httptools"):
        from dp_gateway.server.connections import Patient

        Patient.head_seconds, Patient.unread_seconds = settings.limits.head_seconds, settings.limits.body_seconds
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent, settings.server.shutdown_seconds), daemon=True).start()
    if settings.server.workers == 1 and hasattr(signal, "SIGHUP"):
        app.router.lifespan_context = _reloading(app)
    return app


def _end_with(parent: BaseProcess, seconds: float) -> None:
    """Stop when the process that started this one is gone: nobody else would ever tell this one to."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(seconds + _LAST_SECONDS)
    os._exit(_FAILED_TO_START)


def _told() -> Settings:
    told = json.loads(os.environ[_TOLD])
    file = Path(told["file"]) if told["file"] else None
    settings = load_settings(file, overrides=told["overrides"], provider=told["provider"])
    check_providers(settings)
    return settings


def _reloading(app: Starlette) -> Any:
    """The lifespan of the application, with SIGHUP heard while it lasts."""
    inner = app.router.lifespan_context
    running: set[asyncio.Task[None]] = set()

    async def swap() -> None:
        try:
            old = app.state.service.settings.server
            await reload(app, _told)
            kept = "" if app.state.service.settings.server == old else "; those of [server] at the next start"
            _LOG.warning("settings reloaded%s", kept)
        except GatewayError as error:
            _LOG.error("settings not reloaded: %s; the old ones stay", error.message)

    def hear() -> None:
        task = asyncio.get_running_loop().create_task(swap())
        running.add(task)
        task.add_done_callback(running.discard)

    @asynccontextmanager
    async def lifespan(started: Starlette) -> AsyncGenerator[Any]:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGHUP, hear)
        async with inner(started) as state:
            yield state
        loop.remove_signal_handler(signal.SIGHUP)

    return lifespan
