"""Ways out of the SDK that do not go through `request`: web sockets."""

from __future__ import annotations

from typing import Any, NoReturn, cast

from dp_gateway.errors import FieldRefused

__all__ = ["refuse_websockets"]


class _Refused:
    """Stands in for a resource that would open a connection of its own."""

    def __getattr__(self, name: str) -> NoReturn:
        _refuse()

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse()


def _refuse() -> NoReturn:
    raise FieldRefused(
        "web sockets are not protected by the gateway, and nothing was sent",
        hint="use chat.completions or responses.create, or a plain client of the SDK for what holds nothing private",
    )


def refuse_websockets(client: Any) -> None:
    """Put refusals where a client would open web sockets."""
    names = cast(dict[str, Any], vars(client))
    # Where the SDK keeps a resource once it was used: these stand there from the beginning.
    names["realtime"] = _Refused()
    names["beta"] = _Beta(client)
    if hasattr(client.responses, "connect"):
        client.responses.connect = _Refused()


class _Beta:
    """`client.beta`: `chat` is the same as without it; all else is not protected."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        if name == "chat":
            return self._client.chat
        _refuse()
