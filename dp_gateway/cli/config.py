"""`dp-gateway config init|check|show|key|secret`."""

from __future__ import annotations

import asyncio
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import click

from dp_gateway.cli.options import ExplainedCommands, columns, console
from dp_gateway.cli.writing import check_output, force_option, write_file
from dp_gateway.configuration import toml_value
from dp_gateway.errors import ConfigurationError, InputError, UpstreamFailed
from dp_gateway.policy import default_key_file

if TYPE_CHECKING:
    from dp_gateway.server.settings import Settings
    from dp_gateway.server.upstream import Upstream

_DEFAULT_FILE = Path("gateway.toml")
_FILE = click.Path(path_type=Path)
_NAME = re.compile(r"[A-Za-z0-9_-]+")


@click.group(cls=ExplainedCommands)
def config() -> None:
    """Settings of the server: one TOML file, and environment variables over it."""


@config.command()
@click.argument("file", type=_FILE, default=_DEFAULT_FILE)
@force_option
def init(file: Path, force: bool) -> None:
    """Write a commented file that works at once."""
    from importlib.resources import files

    check_output(file, force=force)
    write_file(file, files("dp_gateway.cli").joinpath("gateway.toml").read_text(encoding="utf-8"))
    console().print(f"wrote [bold]{file}[/]. Next: [bold]dp-gateway serve --config {file}[/]", soft_wrap=True)


@config.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--connect", is_flag=True, help="Ask each provider for its models.")
def check(file: Path | None, connect: bool) -> None:
    """Check settings: every field, policy, key file, certificate and kind of ledger.

    Warnings leave the exit status 0; what would keep the server from starting makes it 1.
    """
    from rich.markup import escape

    from dp_gateway.server.settings import load_settings

    settings = load_settings(file)
    out = console()
    for line in check_settings(settings):
        out.print(f"[yellow]warning:[/] {escape(line)}", soft_wrap=True)
    if connect:
        for name, answer in connects(settings):
            out.print(f"[green]{escape(name)}[/]: {escape(answer)}", soft_wrap=True)
    policies, upstreams = len(settings.named_policies), len(settings.upstreams)
    counted = f"policies in use: {policies}, providers: {upstreams}, keys: {len(settings.keys)}"
    out.print(f"[green]{file or 'the environment'}: in order[/]; {counted}", soft_wrap=True)


@config.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--all", "everything", is_flag=True, help="Defaults too.")
def show(file: Path | None, everything: bool) -> None:
    """Show the settings in force, and where each of them comes from."""
    from rich.text import Text

    from dp_gateway.server.settings import load_settings, read_environment, read_file

    settings = load_settings(file)
    from_file = dict(_flat(read_file(file))) if file else {}
    from_environment = dict(_flat(read_environment(os.environ)))
    table = columns("setting", "value", "from")
    for name, value in _in_force(settings):
        if name in from_environment:
            source = Text(f"DP_GATEWAY_{name.upper().replace('.', '__')}", "cyan")
        elif name in from_file:
            source = Text(str(file), "green")
        elif everything:
            source = Text("default", "dim")
        else:
            continue
        table.add_row(Text(name), Text(value), source)
    console().print(table)


@config.command()
@click.argument("name")
@click.option("--tenant", help="Who it belongs to.")
@click.option("--policy", help="The policy of its requests.")
@click.option("--upstream", help="The provider of its requests.")
def key(name: str, tenant: str | None, policy: str | None, upstream: str | None) -> None:
    """Make a key that the gateway hands out itself.

    The key is shown once, on standard error, and stored nowhere; the lines for the settings go to standard output:

    \b
      dp-gateway config key billing >> gateway.toml
    """
    from dp_gateway.server.keys import new_key

    if not _NAME.fullmatch(name):
        raise ConfigurationError(
            "the name of a key is letters, digits, - and _", hint="try: dp-gateway config key my-application"
        )
    made, hashed = new_key()
    lines = {"hash": hashed, "tenant": tenant, "policy": policy, "upstream": upstream}
    click.echo(f"\n[keys.{name}]")
    for field, value in lines.items():
        if value is not None:
            click.echo(f"{field} = {toml_value(value)}")
    click.echo(f"The key of {name}, shown this once: ", err=True, nl=False)
    click.secho(made, err=True, bold=True)


@config.command()
@click.argument("file", type=_FILE)
def secret(file: Path) -> None:
    """Create a key file of repeatable draws, readable by its owner alone.

    Replicas need the same file. Whoever has it can undo the draws of a request that they see.
    """
    from dp_gateway.randomness import Secret

    if file.exists():
        raise InputError(
            f"{file} exists, and is left as it is",
            hint=f"to rotate, make a second one and add it to [privacy.keys]: dp-gateway config secret {file}.new",
        )
    Secret.from_file(file)
    click.echo(f"created {file}, mode 0600. In the settings:\n", err=True)
    click.echo(f"[privacy.keys]\n{re.sub(r'[^A-Za-z0-9]', '', file.stem) or 'k1'} = {toml_value(str(file.absolute()))}")


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Fields by dotted name."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(cast(Mapping[str, Any], value), f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _in_force(settings: Settings) -> Iterator[tuple[str, str]]:
    for name, value in _flat(settings.model_dump(mode="json")):
        if ".detection.sensitive." in name:
            yield name, f"{len(value)} phrases"  # what is in such a list is private
        elif name.startswith("keys.") and name.endswith(".hash"):
            yield name, f"{value[:14]}…"
        else:
            yield name, "not set" if value is None else toml_value(value)


_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OK = 200
_REFUSED = (401, 403)
_LONGEST_LIST = 2**24


def check_settings(settings: Settings) -> Iterator[str]:
    """Look for settings that are allowed and hardly meant; the warnings. Raises GatewayError where the server would not
    start.
    """
    from dp_gateway.pipeline import Gateway
    from dp_gateway.randomness import Secret
    from dp_gateway.server.kept import check_sealing
    from dp_gateway.server.settings import check_providers, is_loopback
    from dp_gateway.server.spending import Spending
    from dp_gateway.server.tracing import tracing
    from dp_gateway.server.upstream import Upstreams

    for name in dict.fromkeys((*settings.named_policies, *settings.policies)):
        policy = settings.policy(name)
        Gateway(policy).check()
        if policy.kind == "observe":
            yield f"the policy {name} changes nothing: everything leaves in clear"
    yield from _key_files(settings)
    check_providers(settings)
    upstreams = Upstreams(settings.upstreams)
    for name, upstream in upstreams.by_name.items():
        yield from _provider(name, upstream)
    if not settings.upstreams:
        yield "no [upstreams.NAME]: requests go to $OPENAI_BASE_URL, or to OpenAI"
    own_keys = any(upstream.key for upstream in upstreams.by_name.values())
    if own_keys and not settings.keys and not is_loopback(settings.server.host):
        yield (
            "whoever reaches the server uses the keys of your providers: hand out keys with "
            "dp-gateway config key NAME, or listen on 127.0.0.1"
        )
    if own_keys and not settings.keys and any(budget.per == "key" for budget in settings.budgets.values()):
        yield (
            "a budget is for each key, and nobody checks keys: all callers have one account together; hand out keys "
            "with dp-gateway config key NAME"
        )
    Spending(settings, Secret(bytes(32)))  # finds out whether there is a ledger of that URL, and its package
    tracing(settings.server.tracing)
    if settings.kept.responses:
        check_sealing("kept.responses", "kept")
    if settings.batches is not None:
        check_sealing("batches", "batches")
    if settings.judge is not None:
        from dp_gateway.judging.hooks import open_judging

        open_judging(settings.judge)
    if settings.second_step is not None:
        settings.second_step.open()


def _key_files(settings: Settings) -> Iterator[str]:
    from dp_gateway.randomness import Secret

    default = default_key_file()
    for path in settings.privacy.keys.values() or ([default] if default.exists() else []):
        if not path.exists():
            raise ConfigurationError(
                f"privacy.keys: {path} does not exist", hint=f"create it with: dp-gateway config secret {path}"
            )
        Secret.from_file(path)
        yield from _private(path)


def _provider(name: str, upstream: Upstream) -> Iterator[str]:
    from dp_gateway.server.settings import is_loopback

    settings = upstream.settings
    if settings.api_key_file is not None:
        yield from _private(settings.api_key_file)
    parts = urlsplit(settings.url)
    if not parts.path:
        yield f"upstreams.{name}.url has no path: most base URLs end in /v1"
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        yield f"upstreams.{name}.url is http: whoever is on the way reads what is sent; use https"


def _private(path: Path) -> Iterator[str]:
    if path.stat().st_mode & _OTHERS:
        yield f"others than its owner may read or write {path}: chmod 600 {path}"


def connects(settings: Settings) -> list[tuple[str, str]]:
    """Ask each provider for its models, and return what it answers. Raises UpstreamFailed: one cannot be reached, or
    serves no models at that address.
    """
    return asyncio.run(_ask(settings))


async def _ask(settings: Settings) -> list[tuple[str, str]]:
    from dp_gateway.server import headers
    from dp_gateway.server.upstream import Upstreams

    upstreams = Upstreams(settings.upstreams)
    try:
        return [(name, await _answer(name, upstream, headers.to_provider({}, (), upstream.key, api_key=False)))
                for name, upstream in upstreams.by_name.items()]  # fmt: skip
    finally:
        await upstreams.close()


async def _answer(name: str, upstream: Upstream, sent: dict[str, str]) -> str:
    reply = await upstream.reply_to("GET", "/models", None, sent, _LONGEST_LIST)
    if reply.status == _OK:
        return "answers"
    if reply.status in _REFUSED:
        if upstream.key is None:
            return "answers, and wants the client's key"
        hint = f"see api_key_env or api_key_file of [upstreams.{name}]"
        raise UpstreamFailed(f"the provider {name} refuses the key", hint=hint)
    raise UpstreamFailed(
        f"the provider {name} answered {reply.status} to GET /models", hint=f"see the url of [upstreams.{name}]"
    )
