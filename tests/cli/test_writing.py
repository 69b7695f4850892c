"""One rule for every command that writes a file or folder of a person: what is there stays, unless --force is given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dp_gateway.testing.models import ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.cli.commands import invoke
from tests.cli.tree import commands

ROWS = "id,name\nC-1,Anna Miller\nC-2,Tom Lee\n"
BODY = {"model": "m", "messages": [{"role": "user", "content": "Thank Anna Miller."}]}
REQUEST = {"custom_id": "anna", "method": "POST", "url": "/v1/chat/completions", "body": BODY}
SENTENCES = "The bank of the river is red and good.\nLondon is good and the bank is red.\n" * 20

WRITERS = {
    "audit": ("--mechanism", "stairtext", "--index", "TOY", "--html", "OUT.html"),
    "config init": ("OUT.toml",),
    "config secret": ("OUT.key",),
    "evaluate": (
        *("--data", "texts.txt", "--out", "OUT", "--index", "TOY", "--mechanisms", "stairtext"),
        *("--epsilons", "1", "--metrics", "token_cosine"),
    ),
    "generate": (
        *("--data", "long.txt", "--out", "OUT", "--index", "TOY", "--mechanisms", "stairtext", "--epsilons", "1"),
        *("--provider", "MODEL", "--yes", "--metrics", "diversity"),
    ),
    "index build": (
        "--index",
        "OUT",
        "--vocabulary",
        "file:words.txt",
        "--embedder",
        "file:vectors.txt",
        "--epsilon",
        "1",
    ),
    "lexicon augment": (
        *("courts.txt", "--type", "ORGANIZATION", "--trust", "local", "--base-url", "URL", "--model", "m"),
        *("--count", "1", "--rounds", "0", "--yes", "--state", "elsewhere.state", "--out", "OUT.txt"),
    ),
    "lexicon build": ("--lexicon", "OUT"),
    "lexicon import": ("clusters.json", "--lexicon", "OUT"),
    "table batch": ("requests.jsonl", "-o", "OUT.jsonl"),
    "table batch-restore": ("results.jsonl", "--requests", "requests.jsonl", "-o", "OUT.jsonl"),
    "table plan": ("in.csv", "-o", "OUT.toml"),
    "table restore": ("in.csv", "--original", "in.csv", "--plan", "plan.toml", "-o", "OUT.csv", "--allow-nothing"),
    "table sanitize": ("in.csv", "-o", "OUT.csv", "--plan", "plan.toml", "-j", "1", "-q"),
}
"""Commands with an output that the person names, and arguments; OUT is what is there already."""

NEVER = {"config secret"}
"""What a key was drawn for cannot be restored without it: no option replaces it."""

OTHERWISE = {"index build", "lexicon build"}
"""What is there already is what would be built, or is refused as built of something else."""

NONE = {
    *(
        "budget account",
        "budget export",
        "budget history",
        "budget recover",
        "budget reset",
        "budget set",
        "budget show",
    ),
    *("audit rotate", "audit verify"),
    *("certify", "chat", "config check", "config key", "config show", "demo", "detect", "doctor", "index info"),
    *("index verify", "lexicon add", "lexicon info", "lexicon verify", "mechanisms", "policy check", "policy list"),
    *("policy show", "recommend", "restore", "sanitize", "serve", "table evaluate"),
}
"""Commands that write to standard output, or into what they are told to change (a ledger, a lexicon)."""


def test_every_command_is_of_one_kind() -> None:
    assert set(WRITERS) | NONE == {" ".join(path) for path, _ in commands()}
    assert not set(WRITERS) & NONE


def test_force_is_an_option_of_all_that_replace() -> None:
    options = {" ".join(path): {name for one in command.params for name in one.opts} for path, command in commands()}
    assert {name for name, known in options.items() if "--force" in known} == set(WRITERS) - NEVER


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    (tmp_path / "own.key").write_bytes(b"k" * 32)
    files = {
        "in.csv": ROWS,
        "plan.toml": '[columns]\nid = {kind = "identifier"}\nname = {kind = "entity", type = "PERSON"}\n',
        "requests.jsonl": json.dumps(REQUEST) + "\n",
        "results.jsonl": "",
        "texts.txt": SENTENCES,
        "long.txt": SENTENCES.replace("\n", " ") + "\n",
        "courts.txt": "the Berlin court\n",
        "clusters.json": json.dumps({"1": ["Berlin", "Paris"], "2": ["Rome", "Oslo"]}),
        "words.txt": "red\ngood\nbank\n",
        "vectors.txt": "red 1 0 0\ngood 0 1 0\nbank 0 0 1\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def _given(name: str, out: str, toy: Index, model: ScriptedModel) -> list[str]:
    known = {"TOY": str(toy.path), "MODEL": f"{model.url}#m", "URL": model.url}
    return [*name.split(), *(known.get(one, one.replace("OUT", out)) for one in WRITERS[name])]


@pytest.mark.parametrize("name", sorted(set(WRITERS) - {"evaluate", "generate"} - OTHERWISE))
def test_an_output_that_is_there_is_left_as_it_is(name: str, folder: Path, toy: Index) -> None:
    ending = next(one for one in WRITERS[name] if one.startswith("OUT")).removeprefix("OUT")
    there = folder / f"there{ending}"
    there.write_bytes(b"of somebody")
    with ScriptedModel(default='["the Paris court"]') as model:
        done = invoke(*_given(name, "there", toy, model), cwd=folder)
        assert done.returncode == 1
        assert b"there" in done.stderr
        assert b"left as it is" in done.stderr
        assert there.read_bytes() == b"of somebody"
        assert not model.requests
        assert not list(folder.glob(".*")) + list(folder.glob("*.partial"))
        if name in NEVER:
            return
        if name == "lexicon import":
            there.unlink()
            invoke(*_given(name, "there", toy, model), cwd=folder)
        forced = invoke(*_given(name, "there", toy, model), "--force", cwd=folder)
        assert forced.returncode == 0, forced.stderr.decode()
        assert there.is_dir() or there.read_bytes() != b"of somebody"
        assert not list(folder.glob(".*")) + list(folder.glob("*.partial"))


@pytest.mark.parametrize(
    ("name", "file"),
    [("generate", "generation.json"), pytest.param("evaluate", "frontier.json", marks=pytest.mark.thorough)],
)
def test_results_of_another_run_are_left_as_they_are(name: str, file: str, folder: Path, toy: Index) -> None:
    with ScriptedModel(default="Nobody was there to see it.") as model:
        first = _given(name, "out", toy, model)
        assert invoke(*first, cwd=folder).returncode == 0
        kept = (folder / "out" / file).read_bytes()
        other = [*first, "--seed", "1"]
        refused = invoke(*other, cwd=folder)
        assert refused.returncode == 1
        assert b"--force" in refused.stderr
        assert (folder / "out" / file).read_bytes() == kept
        fewer = ["2" if one == "1" else one for one in first]
        assert invoke(*fewer, cwd=folder).returncode == 1
        assert invoke(*first, cwd=folder).returncode == 0
        assert invoke(*other, "--force", cwd=folder).returncode == 0
        assert json.loads((folder / "out" / file).read_bytes())["seed"] == 1


def test_a_folder_of_other_things_is_not_replaced_by_a_store(folder: Path, toy: Index) -> None:
    (folder / "letters").mkdir()
    (folder / "letters" / "letter.txt").write_text("of somebody")
    with ScriptedModel() as model:
        for name in ("index build", "lexicon build", "lexicon import"):
            done = invoke(*_given(name, "letters", toy, model), "--force", cwd=folder)
            assert done.returncode == 1
            assert b"left as it is" in done.stderr
    assert (folder / "letters" / "letter.txt").read_text() == "of somebody"


def test_an_input_is_not_written_over_even_by_force(folder: Path) -> None:
    for command in (("batch", "requests.jsonl"), ("sanitize", "in.csv", "--plan", "plan.toml")):
        done = invoke("table", *command, "-o", command[1], "--force", cwd=folder)
        assert done.returncode == 1
        assert b"written over the input" in done.stderr
    assert (folder / "in.csv").read_text() == ROWS
