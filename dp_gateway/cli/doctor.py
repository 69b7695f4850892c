"""`dp-gateway doctor`: what of the gateway's needs is there, and the next command where something is not."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import click

from dp_gateway import __version__
from dp_gateway.cli.options import console, json_option
from dp_gateway.errors import GatewayError
from dp_gateway.extras import EXTRAS

if TYPE_CHECKING:
    from dp_gateway.budget.base import Balance
    from dp_gateway.server.settings import Settings

_ROOM = 500_000_000
"""Bytes that an index and a lexicon take, with room to spare."""

State = Literal["ok", "note", "fault"]
_COLOURS: dict[State, str] = {"ok": "green", "note": "yellow", "fault": "red"}


class Diagnosis(NamedTuple):
    """What was found of one thing.

    Attributes:
        what: the thing.
        state: `note` is no fault: something works without it, or is made on first use.
        found: in words.
        next: the command that mends it; empty where nothing is to be done.
    """

    what: str
    state: State
    found: str
    next: str = ""


@click.command()
@click.option(
    "--config", "file", type=click.Path(path_type=Path), help="Settings of a server: its files, ports and ledger too."
)
@json_option
def doctor(file: Path | None, as_json: bool) -> None:
    """Check what the gateway needs on this machine: index, lexicon, key, room, packages; with --config a server's too.

    Each line that is not in order ends with the next command. The exit status is 1 where something would fail.
    """
    findings = [*_machine(), *_stored(), *_extras(), *(_server(file) if file else ())]
    if as_json:
        click.echo(json.dumps([finding._asdict() for finding in findings]))
    else:
        _show(findings)
    sys.exit(any(finding.state == "fault" for finding in findings))


def _show(findings: list[Diagnosis]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    for what, state, found, then in findings:
        told = Text(found)
        if then:
            told.append(f"\n→ {then}", "bold")
        table.add_row(Text(state, _COLOURS[state]), what, told)
    console().print(table)


def _machine() -> Iterator[Diagnosis]:
    from dp_gateway.vocabulary.index import home

    sdk = f", OpenAI SDK {version('openai')}" if _there("openai") else ""
    yield Diagnosis("dp-gateway", "ok", f"{__version__}, Python {sys.version.split()[0]}{sdk}")
    folder = home()
    near = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(near, os.W_OK):
        yield Diagnosis(
            "folder", "fault", f"{folder} cannot be written", "export DP_GATEWAY_HOME=a folder that you may write to"
        )
    elif (free := shutil.disk_usage(near).free) < _ROOM:
        yield Diagnosis(
            "folder",
            "fault",
            f"{free / 1e6:,.0f} MB are free in {folder}; an index takes {_ROOM / 1e6:,.0f} with room to spare",
            "export DP_GATEWAY_HOME=a folder on a larger disk",
        )
    else:
        yield Diagnosis("folder", "ok", f"{folder}, {free / 1e9:,.1f} GB free")


def _stored() -> Iterator[Diagnosis]:
    from dp_gateway.policy import default_key_file
    from dp_gateway.randomness import Secret
    from dp_gateway.vocabulary.index import Index, default_path
    from dp_gateway.vocabulary.lexicon import Lexicon
    from dp_gateway.vocabulary.lexicon.opened import default_lexicon_path

    yield _opens("index", default_path(), lambda path: f"{Index(path).size:,} words", "dp-gateway index build")
    yield _opens(
        "lexicon",
        default_lexicon_path(),
        lambda path: f"{sum(Lexicon(path).meta['types'].values()):,} phrases",
        "dp-gateway lexicon build",
    )
    key = default_key_file()
    if not key.exists():
        yield Diagnosis("key", "note", f"{key} is made on first use")
        return
    try:
        Secret.from_file(key)
    except GatewayError as error:
        yield Diagnosis("key", "fault", error.message, error.hint)
        return
    if (mode := key.stat().st_mode & 0o777) & 0o077:
        yield Diagnosis("key", "fault", f"{key} can be read by others (mode {mode:o})", f"chmod 600 {key}")
    else:
        yield Diagnosis("key", "ok", f"{key}: keep a copy, replies cannot be restored without it")


def _opens(what: str, path: Path, describe: Callable[[Path], str], build: str) -> Diagnosis:
    if not path.exists():
        return Diagnosis(what, "note", "not there yet; the first use builds it", build)
    try:
        return Diagnosis(what, "ok", f"{describe(path)}, {path}")
    except GatewayError as error:
        return Diagnosis(what, "fault", error.message, f"{build} --force")


def _extras() -> Iterator[Diagnosis]:
    """Extras that are there in part or whole; what else could be installed in one line."""
    missing: list[str] = []
    for extra, (modules, purpose) in EXTRAS.items():
        if all(_there(module) for module in modules):
            yield Diagnosis(extra, "ok", purpose)
        else:
            missing.append(f"{extra} ({purpose})")
    if missing:
        yield Diagnosis(
            "extras",
            "note",
            "not installed: " + "; ".join(missing),
            "pip install 'dp-gateway[NAME]' where you need one",
        )


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _server(file: Path) -> Iterator[Diagnosis]:
    from dp_gateway.cli.budget import Where, on_ledger
    from dp_gateway.cli.config import check_settings
    from dp_gateway.policy import default_key_file
    from dp_gateway.server.settings import load_settings

    try:
        settings = load_settings(file)
        warnings = list(check_settings(settings))
    except GatewayError as error:
        yield Diagnosis("settings", "fault", error.message, error.hint)
        return
    yield Diagnosis("settings", "ok", f"{file}: policies, keys and certificates are in order")
    yield from (Diagnosis("settings", "note", warning) for warning in warnings)
    yield _port(settings)
    key = next(iter(settings.privacy.keys.values()), default_key_file())
    if not settings.budgets or settings.ledger.url.startswith("memory:") or not key.exists():
        return
    try:
        balances = on_ledger(Where(settings.ledger.url, key, settings), lambda ledger: ledger.balances(""))
        yield Diagnosis("ledger", "ok", f"it answers; {len(balances)} balances")
        log = settings.ledger.audit_log
        if log is not None and log.exists():
            yield _proved(log, key, balances)
    except GatewayError as error:
        yield Diagnosis("ledger", "fault", error.message, error.hint)


def _proved(log: Path, key: Path, balances: Sequence[Balance]) -> Diagnosis:
    """Whether the ledger has all that the audit log says was spent."""
    from dp_gateway.budget.guards import RECOVER
    from dp_gateway.budget.proof import Proof, short
    from dp_gateway.randomness import Secret

    fewer = short(Proof(log, Secret.from_file(key).subkey(b"marks")).read(balances), balances)
    if fewer:
        return Diagnosis("ledger", "fault", f"{len(fewer)} balances are less than the audit log says", RECOVER)
    return Diagnosis("ledger", "ok", f"{log}: its chain is whole, and the ledger has all that it says was spent")


def _port(settings: Settings) -> Diagnosis:
    host, port = settings.server.host, settings.server.port
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            return Diagnosis(
                "port",
                "fault",
                f"{host}:{port} cannot be listened on: {error.strerror}",
                "dp-gateway serve --port 8001",
            )
    return Diagnosis("port", "ok", f"{host}:{port} is free")
