"""`dp-gateway demo`."""

from __future__ import annotations

import json
import shlex
import signal
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.chat import LEFT, RESTORED, lines
from dp_gateway.cli.measuring import Provider, provider
from dp_gateway.cli.options import console, open_index, open_lexicon, show_report

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from dp_gateway.server.demonstration import Relay

_TYPED = (
    "Summarize in one sentence: Anna Kowalski, a 34-year-old nurse from Boston, earns $85,000 at Siemens.",
    "Write a one-sentence thank-you note to Anna Kowalski.",
)
_KEY = "demo"
_ENDING = (signal.SIGINT, signal.SIGTERM)


@click.command()
@click.option("--upstream", help="Another provider: an OpenAI base URL.  [default: $OPENAI_BASE_URL, else SmolLM2]")
@click.option("--model", help="Its model.  [default: the first that it lists]")
@click.option("--policy", "-p", default="entities", show_default=True, help="A preset, or a TOML file.")
@click.option("--serve", is_flag=True, help="Leave the gateway running afterwards, with its playground.")
@click.option("--port", default=0, help="Port of the gateway.  [default: a free one]")
def demo(upstream: str | None, model: str | None, policy: str, serve: bool, port: int) -> None:
    """Show the gateway at work: a real model behind it, OpenAI's SDK before it, and both sides of every message.

    The provider is a black box: what it saw is read off the wire before it. Without another provider that is SmolLM2
    (135 million parameters) on llama.cpp, on this machine; no network is used.

    \b
    Examples:
      dp-gateway demo --serve
      OPENAI_API_KEY=... dp-gateway demo --upstream https://api.openai.com/v1 --model gpt-4o-mini
    """
    from rich.markup import escape

    from dp_gateway.llm.openai import Application
    from dp_gateway.policy import load_policy
    from dp_gateway.server.app import operated_app
    from dp_gateway.server.demonstration import Background, Relay
    from dp_gateway.server.playground import playground_routes

    load_policy(policy)
    open_lexicon()
    open_index(None)
    out = console()
    with ExitStack() as stack:
        with out.status("starting the provider and the gateway"):
            behind = stack.enter_context(provider(upstream, model))
            relay = Relay(behind.url)
            wire = stack.enter_context(Background(relay.app))
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            settings = _settings(wire.url, behind, policy, Path(folder))
            app = operated_app(settings, playground_routes(any_policy=True, options=behind.options))
            gateway = stack.enter_context(Background(app, port))
        application = stack.enter_context(Application(f"{gateway.url}/v1", behind.key))
        asked = behind.model or application.first_model()
        names = escape(f"{behind.name}, policy {policy}")
        out.print(f"[bold]{names}[/]: [{LEFT}]drawn[/], [{RESTORED}]yours[/]\n")
        _converse(application, asked, app, relay, behind)
        if serve:
            _stay(gateway.url, asked, behind)


def _settings(url: str, behind: Provider, policy: str, folder: Path) -> Any:
    from dp_gateway.randomness import Secret
    from dp_gateway.server.settings import load_settings

    # Its draws last as long as the demonstration does.
    Secret.from_file(folder / "secret.key")
    return load_settings(
        environment={},
        overrides={
            "upstreams": {behind.name: {"url": url}},
            "privacy": {"policy": policy, "keys": {_KEY: str(folder / "secret.key")}},
        },
    )


def _converse(application: Any, model: str, app: Starlette, relay: Relay, behind: Provider) -> None:
    """Two messages: the first one streamed, the second one with the first in its history."""
    from dp_gateway.exchange import Caller
    from dp_gateway.server.service import Service

    out = console()
    service: Service = app.state.service
    asked: list[dict[str, str]] = []
    history: list[dict[str, str]] = []
    for number, typed in enumerate(_TYPED):
        asked = [*history, {"role": "user", "content": typed}]
        streamed = number == 0
        got: str = application.ask(model, asked, stream=streamed, **behind.options)
        history = [*asked, {"role": "assistant", "content": got}]
        seen = relay.seen[-1]
        how = "streamed" if streamed else f"with history: {len(seen.messages) - 1} earlier messages are sent again"
        out.print(f"[bold]{number + 1}[/] [dim]({how})[/]")
        out.print(lines(typed, str(seen.messages[-1]["content"]), seen.said, got))
        out.print()
    client = service.keys.client(behind.key)
    policy = service.settings.privacy.policy
    # The draws of a request are a function of it: opened once more, it costs the same and nothing else.
    exchange = service.doorway(policy, _KEY).open(
        "chat", {"model": model, "messages": asked}, Caller(client.name, client.tenant)
    )
    show_report(exchange.report, to_stderr=False)


def _stay(url: str, model: str, behind: Provider) -> None:
    # Waited for rather than handled: the process unwinds, and the model behind it ends too.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    out = console()
    body = {"model": model, "messages": [{"role": "user", "content": "Who is Anna Kowalski?"}]}
    out.print(f"\n[bold]base URL[/]    {url}/v1")
    out.print(f"[bold]playground[/]  {url}/playground")
    key = "" if behind.key == "none" else ' -H "authorization: Bearer $OPENAI_API_KEY"'
    curl = f"curl {url}/v1/chat/completions -H 'content-type: application/json'{key} -d {shlex.quote(json.dumps(body))}"
    out.print(curl, soft_wrap=True, markup=False)
    out.print("[dim]Ctrl-C ends it[/]")
    signal.sigwait(_ENDING)
    out.print("ended")
