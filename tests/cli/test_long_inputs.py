"""Every command that reads texts, on texts longer than the blocks that they are drawn in."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dp_gateway.cli import cli
from dp_gateway.text import BLOCK
from dp_gateway.vocabulary.index import Index

_SENTENCES = (
    "The minister said that a new bridge over the river would open after repairs to its stone arches.",
    "Anna Kowalski, a nurse from Boston, wrote that her film of 2019 was neither long nor dull.",
    "Prices rose by 3.5 percent in spring, while shops near the harbour stayed closed for weeks.",
    "A quiet comedy about two brothers who inherit a farm, and the dog that will not leave it.",
)
_SCRIPTS = (
    *_SENTENCES,
    "Привет из Москвы, как дела?",
    "東京で会いましょう。",
    "مرحبا من القاهرة",
    "😀 naïve café — “déjà vu”",
)
_SHAPES = {"lines": (_SENTENCES, "\n"), "one line": (_SENTENCES, " "), "mixed scripts": (_SCRIPTS, "\n")}


_SHAPE = pytest.mark.parametrize(
    "shape", [pytest.param(one, marks=() if one == "mixed scripts" else pytest.mark.thorough) for one in _SHAPES]
)


def text_of(shape: str, size: int) -> str:
    sentences, between = _SHAPES[shape]
    numbered = (f"{number} {sentence}" for number, sentence in enumerate(cycle(sentences)))
    return between.join(islice(numbered, size // 60))[:size]


_SMALL = 70_000


@pytest.fixture(params=[_SMALL, pytest.param(1_000_000, marks=pytest.mark.slow)])
def size(request: pytest.FixtureRequest) -> int:
    assert request.param > BLOCK
    return request.param


def run(folder: Path, *arguments: str) -> Result:
    done = CliRunner(env={"DP_GATEWAY_KEY_FILE": str(folder / "own.key")}).invoke(cli, arguments)
    assert done.exit_code == 0, done.exception
    return done


@_SHAPE
@pytest.mark.parametrize("policy", ["tokens", "entities", "mask"])
def test_sanitize_and_restore(tmp_path: Path, shape: str, policy: str, size: int) -> None:
    text = text_of(shape, size)
    (tmp_path / "long.txt").write_text(text, encoding="utf-8")
    if policy == "tokens":  # whose words are English without this
        (tmp_path / "any.toml").write_text('name = "any"\nkind = "tokens"\n[tokens]\nlanguages = "any"\n')
        policy = str(tmp_path / "any.toml")
    sent = run(tmp_path, "sanitize", str(tmp_path / "long.txt"), "--policy", policy).stdout
    assert "Kowalski" not in sent
    if not policy.endswith(".toml"):
        (tmp_path / "reply.txt").write_text(sent, encoding="utf-8")
        restored = run(tmp_path, "restore", str(tmp_path / "long.txt"), str(tmp_path / "reply.txt"), "--policy", policy)
        assert restored.stdout.count("Anna Kowalski") == text.count("Anna Kowalski")


@_SHAPE
def test_detect(tmp_path: Path, shape: str, size: int) -> None:
    (tmp_path / "long.txt").write_text(text_of(shape, size), encoding="utf-8")
    shown = run(tmp_path, "detect", str(tmp_path / "long.txt")).stdout
    assert shown.count("PERSON") >= size // 1_000


COMMANDS = pytest.mark.parametrize(
    "command",
    [
        ("evaluate", "--mechanisms", "stairtext,custext", "--epsilons", "8", "--metrics", "token_cosine", "--data"),
        *(
            pytest.param(command, marks=pytest.mark.thorough)
            for command in (
                ("audit", "--mechanism", "custext", "--epsilon", "6", "--json", "--private"),
                ("recommend", "--mechanisms", "stairtext", "--max-attack", "0.9", "--task", "chat", "--data"),
            )
        ),
    ],
    ids=lambda command: command[0],
)


@COMMANDS
def test_research_commands(tmp_path: Path, toy: Index, command: tuple[str, ...], size: int) -> None:
    if command[0] == "audit" and size > _SMALL:
        pytest.skip("of so many like sentences one half may hold all that a small vocabulary knows")
    research(tmp_path, "mixed scripts", size, (*command[:-1], "--index", str(toy.path), command[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["mixed scripts", "lines"])
@COMMANDS
def test_research_commands_on_the_default_vocabulary(
    tmp_path: Path, shape: str, command: tuple[str, ...], size: int
) -> None:
    research(tmp_path, shape, size, command)


def research(folder: Path, shape: str, size: int, command: tuple[str, ...]) -> None:
    """Run a command whose last argument is a text."""
    (folder / "long.txt").write_text(text_of(shape, size), encoding="utf-8")
    extra = ("--out", str(folder / "out")) if command[0] == "evaluate" else ()
    shown = run(folder, *command, str(folder / "long.txt"), *extra).stdout
    assert "stairtext" in shown or "custext" in shown
