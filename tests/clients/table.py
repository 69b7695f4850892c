"""The page with the table of clients."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.clients.listed import CLIENTS, Client
from tests.clients.scripted_model import ERRORS, SCENARIOS

_HEAD = """# Clients that were tried

`make clients` installs each client from its registry, drives it through the gateway in front of a scripted provider with
nothing changed but the base URL, and writes this page. Every run plants a name, a town, an address and a salary: *clean*
says that none of them reached the provider; the other columns, that the originals came back. *Tools* are two calls at
once, whose results go back to the model. *Errors* are 400, 401, 429, 500 and 529 of the provider, which the client has to
tell as such; *cut* is a connection that breaks off in the middle, which it must not take for the end.

"""
_COLUMNS = ("whole", "streamed", "tools", "tools streamed", "structured", "errors", "cut", "clean")
_INTERFACES = {"chat": "chat completions", "responses": "responses", "messages": "messages"}
_MOST = 160


def write_table(results: dict[str, Any], file: Path) -> None:
    """Write the page; clients that were never driven stand in it as such."""
    notes: list[str] = []
    titles = ["client", "version", "interface", *_COLUMNS]
    lines = ["| " + " | ".join(titles) + " |", "|---|---|---|" + ":-:|" * len(_COLUMNS)]
    lines += [_row(client, results.get(client.label), notes) for client in CLIENTS]
    listed = "".join(f"{at}. {note}\n" for at, note in enumerate(notes, 1))
    file.write_text(_HEAD + "\n".join(lines) + "\n" + (f"\nNotes:\n\n{listed}" if notes else ""))


def _row(client: Client, result: Any, notes: list[str]) -> str:
    cells = [client.name, "", _INTERFACES[client.api]]
    if not result or "seen" not in result:
        reason = (result or {}).get("failed", "it was not driven")
        return "| " + " | ".join([*cells, *[_note(notes, f"{client.name}: {reason}")] * len(_COLUMNS)]) + " |"
    cells[1] = result["version"]
    seen = dict(result["seen"])
    wrong = {status: seen[status] for status in map(str, ERRORS) if seen[status] != "yes"}
    untold = all(what == "message" for what in wrong.values())
    text = (
        "the status is not told, the message is"
        if untold
        else ", ".join(f"{status} {what}" for status, what in wrong.items())
    )
    seen["errors"] = ("message: " if untold else "no: ") + text if wrong else "yes"
    for column in _COLUMNS:
        if column in client.without:
            cells.append(f"–{_note(notes, f'{client.name}: {client.without[column]}')}")
        elif seen[column] == "yes":
            cells.append("yes")
        else:
            kind, _, said = seen[column].partition(": ")
            reason = " ".join(said.split()).replace("|", "/")[:_MOST]
            cells.append(f"{kind}{_note(notes, f'{client.name}, {client.api}, {column}: {reason}')}")
    assert len(SCENARIOS) == len(ERRORS) + len(_COLUMNS) - 2
    return "| " + " | ".join(cells) + " |"


def _note(notes: list[str], text: str) -> str:
    if text not in notes:
        notes.append(text)
    return f" [{notes.index(text) + 1}]"
