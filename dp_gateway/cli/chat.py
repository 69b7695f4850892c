"""`dp-gateway chat` and `dp-gateway demo`: talk to a model through the gateway, both sides in view."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import shlex
import signal
import sys
import tempfile
from contextlib import ExitStack, aclosing, suppress
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.measuring import Provider, provider
from dp_gateway.cli.options import console, open_index, open_lexicon, policy_option, show_report
from dp_gateway.errors import GatewayError, InputError

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from dp_gateway.pipeline import EntityReport
    from dp_gateway.server.demonstration import Relay
    from dp_gateway.server.playground import ChatTurn


LEFT, RESTORED = "bold yellow", "bold green"
"""Styles of what was drawn, and of what was put back."""

_CONTROL = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
_WORD = re.compile(r"\s+|\w+|[^\w\s]")


def changed(before: str, after: str, old: str, new: str) -> tuple[Any, Any]:
    """Style two texts for a terminal where they differ."""
    from rich.text import Text

    one, other = _WORD.findall(printable(before)), _WORD.findall(printable(after))
    left, right = Text(), Text()
    for kind, start, end, new_start, new_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        same = kind == "equal"
        left.append("".join(one[start:end]), "" if same else old)
        right.append("".join(other[new_start:new_end]), "" if same else new)
    return left, right


def printable(text: str) -> str:
    """Return a text without control characters: what a provider writes must not steer the terminal."""
    return text.replace("\r\n", "\n").translate(_CONTROL)


def lines(typed: str, left: str, said: str, got: str) -> Any:
    """Return the four lines of a message."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    before, after = changed(typed, left, RESTORED, LEFT)
    reply, restored = changed(said, got, LEFT, RESTORED)
    for name, text in (
        ("you typed", before),
        ("the provider saw", after),
        ("the provider said", reply),
        ("you get", restored),
    ):
        grid.add_row(name, text)
    return grid


_HELP = "/policy [NAME] show or change the policy; /why what the last message cost and shows; /quit leave (or Ctrl-D)"


@click.command()
@click.option("--upstream", help="The provider: an OpenAI base URL.  [default: $OPENAI_BASE_URL, else SmolLM2 here]")
@click.option("--model", help="Its model.  [default: the first that it lists]")
@policy_option
def chat(upstream: str | None, model: str | None, policy: str) -> None:
    """Chat with a model through the gateway, with both sides of every message in view.

    The key for the provider is read from OPENAI_API_KEY.

    \b
    Examples:
      dp-gateway chat
      dp-gateway chat --upstream https://api.openai.com/v1 --model gpt-4o-mini --policy hybrid
    """
    from dp_gateway.policy import load_policy

    if load_policy(policy).draws_words:
        open_index(None)
    open_lexicon()
    with provider(upstream, model) as behind, asyncio.Runner() as runner:
        conversation = _Conversation(behind, policy)
        try:
            _talk(conversation, runner)
        except KeyboardInterrupt:
            console().print()
        finally:
            runner.run(conversation.close())


def _talk(conversation: _Conversation, runner: asyncio.Runner) -> None:
    out = console()
    who = f"{conversation.provider.name}, {conversation.model}, policy {conversation.policy}"
    out.print(f"{who}\n{_HELP}", style="dim", markup=False)
    while True:
        typed = _typed()
        if typed is None or typed == "/quit":
            return
        try:
            if typed.startswith("/"):
                _command(conversation, typed)
            elif typed:
                runner.run(conversation.turn(typed))
        except GatewayError as error:
            out.print(printable(f"Error: {error.message}"), style="red", markup=False)
            out.print(f"Next:  {error.hint}", markup=False)


def _typed() -> str | None:
    """One line; None at the end of the input. Raises InputError where it is not UTF-8."""
    try:
        if sys.stdin.isatty():
            with suppress(ImportError):
                import_module("readline")  # arrow keys, from here on
            line = input("\nyou> ")
        else:
            line = sys.stdin.readline()
            if not line:
                return None
        line.encode()
    except EOFError:
        return None
    except UnicodeError:
        raise InputError("what was typed is not UTF-8", hint="check the terminal's encoding: locale") from None
    return line.strip()


def _command(conversation: _Conversation, typed: str) -> None:
    out = console()
    name, _, rest = typed.partition(" ")
    if name == "/policy":
        if rest:
            conversation.change(rest.strip())
        out.print(f"policy: {conversation.policy}; there are: {', '.join(conversation.policies)}", markup=False)
    elif name == "/why":
        if conversation.report is None:
            out.print("nothing has been sent yet")
        else:
            show_report(conversation.report, to_stderr=False)
    else:
        out.print(_HELP, markup=False)


class _Conversation:
    """A chat with a provider, its history, and the gateway between. `provider`: whom the messages go to."""

    def __init__(self, provider: Provider, policy: str) -> None:
        from dp_gateway.exchange import Caller
        from dp_gateway.server.playground import Choices
        from dp_gateway.server.service import Service
        from dp_gateway.server.settings import load_settings

        told = {"upstreams": {"provider": {"url": provider.url}}, "privacy": {"policy": policy}}
        self.provider, self.policy = provider, policy
        self.model = provider.model or _first_model(provider)
        self.report: EntityReport | None = None
        self._service = Service(load_settings(environment={}, overrides=told))
        self._choices = Choices(any_policy=True)
        self._client = self._service.keys.client(provider.key)
        self._caller = Caller(conversation=secrets.token_hex(16))
        self._history: list[dict[str, str]] = []

    @property
    def policies(self) -> tuple[str, ...]:
        """Names of the policies to choose from."""
        from dp_gateway.server.playground import policy_names

        return policy_names(self._service)

    def change(self, policy: str) -> None:
        """Send from now on under another policy; the history is sanitized by it too. Raises FieldRefused where there is
        none of that name.
        """
        self._choices.look(self._service, self._client, policy, None)
        self.policy = policy

    async def close(self) -> None:
        """Close the connections."""
        await self._service.close()

    async def turn(self, typed: str) -> None:
        """Send a message with the history, and show both sides as the reply comes. Raises GatewayError: nothing was
        sent, or the provider failed; the message is then not kept in the history.
        """
        from dp_gateway.server.playground import ChatTurn

        asked = [*self._history, {"role": "user", "content": typed}]
        body = {**self.provider.options, "model": self.model, "messages": asked, "stream": True}
        with console().status("sanitizing"):
            route = self._choices.send(self._service, self._client, self.model, self.policy, None)
            turn = await ChatTurn.open(self._service, route.doorway, body, self._caller)
        self.report = turn.exchange.report
        got = await self._show(turn, typed, turn.reply(self._service, route, self._client, self._caller))
        self._history = [*asked, {"role": "assistant", "content": got}]

    async def _show(self, turn: ChatTurn, typed: str, reply: Any) -> str:
        from rich.live import Live

        left = "".join(part.text for part in turn.messages[-1])
        text = {"raw": "", "restored": ""}

        def shown() -> Any:
            return lines(typed, left, text["raw"], text["restored"])

        try:
            with Live(console=console(), get_renderable=shown, vertical_overflow="visible"):
                async with aclosing(reply):
                    async for piece in reply:
                        if piece.side != "sent":
                            text[piece.side] += piece.text
        finally:
            console().print()
        return text["restored"]


def _first_model(provider: Provider) -> str:
    from dp_gateway.llm.openai import Application

    with Application(provider.url, provider.key) as application:
        return application.first_model()


_TYPED = (
    "Summarize in one sentence: Anna Kowalski, a 34-year-old nurse from Boston, earns $85,000 at Siemens.",
    "Write a one-sentence thank-you note to Anna Kowalski.",
)
_KEY = "demo"
_ENDING = (signal.SIGINT, signal.SIGTERM)


@click.command()
@click.option("--upstream", help="Another provider: an OpenAI base URL.  [default: $OPENAI_BASE_URL, else SmolLM2]")
@click.option("--model", help="Its model.  [default: the first that it lists]")
@policy_option
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
