"""An ASGI application on a port of this machine, in a thread of this process: for demonstrations and tests."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any, Self

import uvicorn

from dp_gateway.errors import ConfigurationError
from dp_gateway.server.failures import LOGGING

__all__ = ["Background"]

# As in a process of its own, but this one is somebody else's: only the server's own messages are formatted.
_LOGGING = {name: value for name, value in LOGGING.items() if name != "root"}
_LOGGING["loggers"] = {"uvicorn": {**LOGGING["root"], "propagate": False}}

_PAUSE_SECONDS = 0.01
_PATIENCE_SECONDS = 5


class Background:
    """Serves inside its block, on 127.0.0.1.

    Args:
        app: the application.
        port: 0 takes a free one.

    Attributes:
        url: of the server, without a slash at the end.

    Raises:
        ConfigurationError: the port is taken, or the application did not start.
    """

    def __init__(self, app: Any, port: int = 0) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind(("127.0.0.1", port))
        except OSError:
            self._socket.close()
            raise ConfigurationError(f"port {port} is taken", hint="choose another one, or leave --port out") from None
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config(
            app,
            log_config=_LOGGING,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_PATIENCE_SECONDS,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                self._socket.close()
                raise ConfigurationError("the server did not start", hint="see what it wrote above")
            time.sleep(_PAUSE_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()
