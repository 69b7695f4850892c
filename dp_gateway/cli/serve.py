"""`dp-gateway serve`."""

from __future__ import annotations

import gc
import os
import pickle
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

if TYPE_CHECKING:
    from dp_gateway.server.settings import Settings

_OPENAI = "https://api.openai.com/v1"
_FROM_HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that only listen, and where they are reached."""


@click.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="A TOML file (dp-gateway config init).")
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=int, help="Port to listen on.  [default: 8000]")
@click.option("--upstream", help="The provider: an OpenAI base URL.  [default: $OPENAI_BASE_URL]")
@click.option("--policy", help="A preset, or a TOML file (dp-gateway policy show).  [default: entities]")
@click.option("--workers", type=int, help="Processes; they share the index in memory.  [default: 1]")
def serve(
    config_file: Path | None,
    host: str | None,
    port: int | None,
    upstream: str | None,
    policy: str | None,
    workers: int | None,
) -> None:
    """Run the gateway: a base URL for any OpenAI client.

    What goes out is sanitized by the policy, what comes back is restored, and what cannot be protected is refused.

    \b
    Examples:
      dp-gateway serve --upstream http://127.0.0.1:8080/v1
      dp-gateway serve --config gateway.toml
    Then, in the application:
      export OPENAI_BASE_URL=http://127.0.0.1:8000/v1
    """
    # Requests run side by side, their matrix products need not; each thread for those spins while NumPy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Nothing that is loaded now is garbage; the server starts the collector again when it is ready.
    gc.disable()
    click.get_current_context().call_on_close(gc.enable)
    from dp_gateway.server.isolation.pool import DETECTION, shared_pool

    if workers is None or workers == 1:
        shared_pool(DETECTION).start()
    from dp_gateway.server.settings import load_settings

    flags: dict[str, dict[str, Any]] = {}
    for table, field, value in (
        ("server", "host", host),
        ("server", "port", port),
        ("server", "workers", workers),
        ("privacy", "policy", policy),
    ):
        if value is not None:
            flags.setdefault(table, {})[field] = value
    if upstream is not None:
        flags["upstreams"] = {"default": {"url": upstream}}
    provider = os.environ.get("OPENAI_BASE_URL") or _OPENAI
    settings = load_settings(config_file, overrides=flags, provider=provider)
    if settings.server.workers == 1:
        for used in filter(lambda one: one.detects, map(settings.policy, settings.named_policies)):
            shared_pool(DETECTION).prepare(DETECTION, pickle.dumps(used))
    from dp_gateway.server.run import run

    run(config_file, flags, provider, _say)


def _say(settings: Settings) -> None:
    host, port = settings.server.host, settings.server.port
    bold = partial(click.style, bold=True)
    click.echo(f"{bold('dp-gateway')} on {_address(host)}:{port}, policy {bold(settings.privacy.policy)}", err=True)
    base = f"http://{_address(_FROM_HERE.get(host, host))}:{port}"
    for name, upstream in settings.upstreams.items():
        click.echo(f"  {name}: {upstream.url}, models {', '.join(upstream.models)}", err=True)
        if not urlsplit(upstream.url).path:
            click.secho("    most base URLs end in /v1, and this one has no path", fg="yellow", err=True)
    click.echo(f"  in your application: OPENAI_BASE_URL={base}/v1", err=True)
    if settings.server.playground:
        click.echo(f"  to look at it: {base}/playground", err=True)
    if settings.privacy.policy == "observe":
        click.secho("  observe changes nothing: everything leaves in clear", fg="red", bold=True, err=True)


def _address(host: str) -> str:
    return f"[{host}]" if ":" in host else host
