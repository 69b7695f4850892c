"""Every command that prints a figure prints it as JSON too, alone on standard output."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.base import Charge
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings, open_ledger
from dp_gateway.exchange import Caller
from dp_gateway.randomness import Secret
from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.cli.commands import invoke
from tests.cli.tree import commands

LEDGER = ("--ledger", "sqlite:///l.db", "--key-file", "own.key")
TABLE = ("in.csv", "--plan", "plan.toml")

FIGURES = {
    "audit": ("--mechanism", "stairtext", "--index", "TOY"),
    "audit rotate": ("log", *LEDGER),
    "audit verify": ("log", *LEDGER),
    "budget history": ("all/acme:anna", *LEDGER),
    "budget recover": ("log", *LEDGER, "--yes"),
    "budget reset": ("all/acme:anna", *LEDGER, "--yes"),
    "budget set": ("all/acme:anna", "2", *LEDGER, "--yes"),
    "budget show": LEDGER,
    "certify": ("--mechanism", "stairtext", "--index", "TOY"),
    "detect": ("letter.jsonl",),
    "doctor": (),
    "evaluate": (
        *("--data", "texts.txt", "--out", "out", "--index", "TOY", "--mechanisms", "stairtext"),
        *("--epsilons", "1", "--metrics", "token_cosine"),
    ),
    "generate": (
        *("--data", "long.txt", "--out", "out", "--index", "TOY", "--mechanisms", "stairtext", "--epsilons", "1"),
        *("--provider", "MODEL", "--yes", "--metrics", "diversity"),
    ),
    "index info": ("--index", "TOY"),
    "lexicon info": (),
    "mechanisms": (),
    "policy show": ("mask",),
    "recommend": ("--max-attack", "0.9", "--task", "chat", "--mechanisms", "stairtext", "--index", "TOY"),
    "sanitize": ("letter.txt", "--policy", "entities"),
    "table batch": ("requests.jsonl", "-o", "sent.jsonl"),
    "table evaluate": ("in.csv", "in.csv", "--plan", "plan.toml"),
    "table restore": ("in.csv", "--original", *TABLE, "-o", "back.csv", "--allow-nothing"),
    "table sanitize": (*TABLE, "-o", "out.csv", "-j", "1"),
}
"""Commands that print a figure, and arguments."""

NONE = {
    "budget account": "prints a name",
    "budget export": "CSV is what it is for",
    "chat": "a conversation",
    "config check": "faults and warnings",
    "config init": "writes a file",
    "config key": "prints lines for a file of settings",
    "config secret": "prints lines for a file of settings",
    "config show": "settings; `GET /v1/privacy` serves those in force",
    "demo": "a conversation",
    "index build": "`index info --json` describes what it built",
    "index verify": "what is intact",
    "lexicon add": "`lexicon info --json` describes it",
    "lexicon augment": "phrases on standard output",
    "lexicon build": "`lexicon info --json` describes what it built",
    "lexicon import": "`lexicon info --json` describes what it built",
    "lexicon verify": "what is intact",
    "policy check": "what is valid",
    "policy list": "names; `policy show --json` has all of each",
    "restore": "a text",
    "serve": "runs; GET /metrics has its figures",
    "table batch-restore": "writes a file",
    "table plan": "prints a plan",
}
"""All others, and why."""


def test_every_command_prints_json_or_no_figure() -> None:
    options = {" ".join(path): {name for one in command.params for name in one.opts} for path, command in commands()}
    assert set(FIGURES) | set(NONE) == set(options)
    assert {name for name, known in options.items() if "--json" in known} == set(FIGURES)


class _Wanted:
    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        return (Charge(b"u", 0.5, 1e-8, "stairtext", index="0123"),)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything that the commands read."""
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    secret = Secret.from_file(tmp_path / "own.key")
    sentences = "The bank of the river is red and good.\nLondon is good and the bank is red.\n" * 20
    body = {"model": "m", "messages": [{"role": "user", "content": "Thank Anna Miller."}]}
    request = {"custom_id": "anna", "method": "POST", "url": "/v1/chat/completions", "body": body}
    files = {
        "in.csv": "id,name\nC-1,Anna Miller\nC-2,Tom Lee\n",
        "plan.toml": '[columns]\nid = {kind = "identifier"}\nname = {kind = "entity", type = "PERSON"}\n',
        "requests.jsonl": json.dumps(request) + "\n",
        "letter.txt": "Anna Miller lives in Boston.",
        "letter.jsonl": json.dumps({"text": "Anna Miller lives in Boston."}) + "\n",
        "texts.txt": sentences,
        "long.txt": sentences.replace("\n", " ") + "\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)

    async def spend() -> None:
        budgets = {"all": BudgetSettings(epsilon=5000, per="user")}
        settings = LedgerSettings(audit_log=tmp_path / "log")
        accountant = Accountant(
            open_ledger(f"sqlite:///{tmp_path}/l.db", secret), budgets, secret=secret, settings=settings
        )
        await accountant.open()
        async with accountant.spend(_Wanted(), Caller("app", "acme", "c1", "anna")) as spent:
            spent.leaves()
        await accountant.close()

    asyncio.run(spend())
    return tmp_path


def _numbers(told: Any) -> list[float]:
    inside = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    own = [told] if isinstance(told, int | float) and not isinstance(told, bool) else []
    return own + [number for one in inside for number in _numbers(one)]


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_figures_are_json(name: str, folder: Path, toy: Index) -> None:
    with ScriptedModel(default="Nobody was there to see it.") as model:
        known = {"TOY": str(toy.path), "MODEL": f"{model.url}#m"}
        account = ""
        if "all/acme:anna" in FIGURES[name]:
            shown = invoke("budget", "show", *LEDGER, "--json", cwd=folder)
            account = json.loads(shown.stdout)[0]["account"]
        known["all/acme:anna"] = account
        arguments = [known.get(one, one) for one in FIGURES[name]]
        done = invoke(*name.split(), *arguments, "--json", cwd=folder)
    # A report of faults has its exit status, and is JSON all the same.
    assert done.returncode == 0 or name == "doctor", done.stderr.decode()
    told = json.loads(done.stdout)
    assert told
    assert _numbers(told) or name in ("doctor", "mechanisms")
    assert b"Miller" not in done.stdout or name == "detect"
