"""The command line as a person uses it: its streams, its status, real files."""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.cli import options
from dp_gateway.mechanisms.registry import MECHANISMS
from dp_gateway.vocabulary.index import Index
from tests.cli.commands import invoke
from tests.cli.tree import commands


def run(
    *arguments: str | Path, stdin: bytes = b"", code: int = 0, **environment: Any
) -> subprocess.CompletedProcess[bytes]:
    done = invoke(*arguments, stdin=stdin, **environment)
    assert done.returncode == code, done.stderr.decode()
    return done


@pytest.fixture(autouse=True)
def _built(words: Index) -> None:
    """The commands below use the default index."""


def test_sanitize_reads_stdin_and_files(tmp_path: Path) -> None:
    text = b"The nurse lives in Paris.\r\n"
    out = run("sanitize", stdin=text).stdout
    assert out != text
    assert out.endswith(b".\r\n")
    (tmp_path / "letter.txt").write_bytes(text)
    key = tmp_path / "key"
    first = run("sanitize", tmp_path / "letter.txt", "--key-file", key).stdout
    assert first == run("sanitize", "--key-file", key, stdin=text).stdout
    assert first != run("sanitize", "--key-file", key, "--scope", "x", "--epsilon", "3", stdin=text).stdout


def test_a_process_of_its_own_writes_the_same(tmp_path: Path) -> None:
    arguments = ["sanitize", "--key-file", str(tmp_path / "key"), "--diff"]
    run(*arguments)  # which makes the key, and says so
    here = run(*arguments, stdin=b"The nurse lives in Paris.")
    command = [sys.executable, "-m", "dp_gateway", *arguments]
    environment = {**os.environ, "COLUMNS": "160"}
    apart = subprocess.run(
        command, input=b"The nurse lives in Paris.", capture_output=True, check=True, env=environment
    )
    assert (apart.stdout, apart.stderr) == (here.stdout, here.stderr)
    mistaken = subprocess.run([*command, "-e", "0"], input=b"x", capture_output=True, check=False, env=environment)
    assert (mistaken.returncode, mistaken.stderr) == (1, run(*arguments, "-e", "0", stdin=b"x", code=1).stderr)


def test_sanitize_json() -> None:
    text = "Ärzte in Paris, 1999"
    answer = json.loads(run("sanitize", "--json", "-m", "custext+", "-e", "3", stdin=text.encode()).stdout)
    assert set(answer) == {"text", "spans", "report"}
    assert [text[s["start"] : s["end"]] for s in answer["spans"]] == ["Ärzte", "Paris", "1999"]
    assert answer["report"]["guarantee"]["certified_epsilon"] == "inf"
    assert answer["report"]["kept_stopwords"] == 1


def test_sanitize_diff_shows_both_texts_and_both_epsilons() -> None:
    shown = run("sanitize", "--diff", "--keep-stopwords", stdin=b"the nurse is in Paris").stdout.decode()
    assert "the nurse is in Paris" in shown
    assert "(6, 0) certified" in shown
    assert "left in clear" in shown


def test_large_input_needs_constant_memory(tmp_path: Path) -> None:
    def peak(megabytes: int) -> int:
        file = tmp_path / f"{megabytes}.txt"
        file.write_bytes(b"The nurse in Paris said nothing. " * (megabytes * 30_000))
        script = (
            "import resource, sys; sys.stdout = open('/dev/null', 'w'); from dp_gateway.cli import cli;"
            f"cli(['sanitize', {str(file)!r}], standalone_mode=False);"
            "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
        return int(done.stderr)

    assert resource.getpagesize()
    assert peak(10) < 1.1 * peak(1)


def test_no_group_cuts_off_what_a_command_does() -> None:
    groups = {path[:depth] for path, _ in commands() for depth in range(len(path))}
    assert ("budget",) in groups
    for group in groups:
        listed = run(*group, "--help").stdout.decode().partition("\nCommands:")[2]
        assert listed
        assert "..." not in listed.replace("(.2, ...)", ""), group


@pytest.mark.parametrize(
    ("arguments", "stdin", "message", "next_step"),
    [
        (("sanitize", "-m", "starttext"), b"x", "no mechanism", "did you mean stairtext"),
        (("sanitize", "-e", "0"), b"x", "positive", "positive number"),
        (("sanitize", "-e", "nan"), b"x", "finite", "positive number"),
        (("sanitize", "-e", "six"), b"x", "must be a number", "--epsilon 6"),
        (("sanitize", "/does/not/exist"), b"", "cannot be read", "ls -l"),
        (("sanitize",), b"caf\xe9 secretword", "not UTF-8", "iconv"),
        (("sanitize", "--index", "/does/not/exist"), b"x", "no index", "dp-gateway index build"),
        (("certify", "-m", "santext", "--k", "5"), b"", "no option k", "leave it out"),
        (("certify", "-m", "custext", "--k", "1"), b"", "K must lie", "K = 20"),
        (("certify", "--prior", "/does/not/exist"), b"", "cannot be read", "ls -l"),
        (("index", "build", "--embedder", "openai:text-embedding-3-small"), b"", "API key", "OPENAI_API_KEY"),
        (("index", "build", "--embedder", "wordlama"), b"", "no embedder", "wordllama"),
        (("index", "build", "--vocabulary", "latin"), b"", "no vocabulary", "cl100k-words"),
        (("index", "info", "--index", "/does/not/exist"), b"", "no index", "dp-gateway index build"),
    ],
)
def test_mistakes_say_what_to_do_next(arguments: tuple[str, ...], stdin: bytes, message: str, next_step: str) -> None:
    done = run(*arguments, stdin=stdin, code=1, OPENAI_API_KEY="")
    error = done.stderr.decode()
    assert message in error
    assert next_step in error
    assert "secretword" not in error
    assert not done.stdout


def test_a_text_in_place_of_a_file_is_not_repeated() -> None:
    said = run("sanitize", "Anna Kowalski, a nurse from Boston, earns $85,000.", code=1).stderr.decode()
    assert "Kowalski" not in said
    assert "standard input" in said


def test_unknown_commands_and_help() -> None:
    assert b"Did you mean 'sanitize'" in run("sanitise", code=2).stderr
    assert b"certify" in run("--help").stdout
    for command in ("sanitize", "certify", "mechanisms", "index", "demo"):
        assert b"Usage" in run(command, "--help").stdout


@pytest.mark.parametrize("command", [[], ["sanitize"], ["certify"], ["lexicon"], ["policy", "show"]])
def test_help_imports_nothing_heavy(command: list[str]) -> None:
    script = (
        "import sys; from dp_gateway.cli import cli;"
        f"cli({[*command, '--help']!r}, standalone_mode=False);"
        "heavy = {'numpy', 'spacy', 'openai', 'faiss', 'rich'} & set(sys.modules);"
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_mechanisms_lists_all() -> None:
    listed = json.loads(run("mechanisms", "--json").stdout)
    assert [entry["mechanism"] for entry in listed] == list(MECHANISMS)
    assert all(entry["source"] and entry["guarantee"] for entry in listed)
    assert "stairtext" in run("mechanisms").stdout.decode()


def test_certify_on_a_small_index(own_toy: Index, tmp_path: Path) -> None:
    index = own_toy
    answers: list[dict[str, Any]] = json.loads(
        run("certify", "-m", "all", "-e", "6", "--index", index.path, "--json").stdout
    )
    keys = "mechanism nominal_epsilon certified_epsilon unit domain worst_pair bayes_asr expected_cosine vocabulary_size index"
    assert {answer["mechanism"] for answer in answers} == set(MECHANISMS)
    for answer in answers:
        assert set(keys.split()) <= set(answer)
        assert answer["certified_epsilon"] == "inf" or math.isfinite(answer["certified_epsilon"])
        assert 0 < answer["bayes_asr"] <= 1
        assert -1 <= answer["expected_cosine"] <= 1
        assert answer["vocabulary_size"] == 60
    by_name = {answer["mechanism"]: answer["certified_epsilon"] for answer in answers}
    assert {name for name, level in by_name.items() if level == "inf"} == {"custext", "custext+", "dyntext", "santext+"}
    table = run("certify", "-m", "all", "-e", "6", "--index", index.path).stdout.decode()
    assert "infinite" in table
    (tmp_path / "prior.txt").write_text("london paris the the the")
    one = json.loads(
        run(
            "certify", "-m", "custext", "--k", "60", "--index", index.path, "--prior", tmp_path / "prior.txt", "--json"
        ).stdout
    )
    assert one["bayes_asr"] >= 0.5


def test_index_commands(tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_text(
        "".join(f"{word} {i} {i * i} 1\n" for i, word in enumerate(["a", "bb", "cc", "dd", "ee", "ff", "gg"]))
    )
    place = tmp_path / "index"
    build = ("index", "build", "--embedder", f"file:{tmp_path}/glove.txt", "--vocabulary", "embedder", "--index", place)
    assert "7 words" in run(*build).stdout.decode()
    facts = json.loads(run("index", "info", "--index", place, "--json").stdout)
    assert facts["words"] == 7
    assert facts["dimensions"] == 3
    assert "intact" in run("index", "verify", "--index", place).stdout.decode()
    content = bytearray((place / "vectors.bin").read_bytes())
    content[3] ^= 1
    (place / "vectors.bin").write_bytes(content)
    assert "index build --force" in run("index", "verify", "--index", place, code=1).stderr.decode()
    assert "damaged" in run("sanitize", "--index", place, "-m", "santext", stdin=b"bb " * 500, code=1).stderr.decode()


def test_progress_is_told_where_no_terminal_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long writes a line every few seconds, of numbers and names of stages alone."""
    monkeypatch.setattr(options, "_LINE_SECONDS", 0.0)
    (tmp_path / "vectors.txt").write_text(
        "\n".join(f"word{letter} {n % 7} {n % 5} {n}" for n, letter in enumerate("abcdefghijklmnop"))
    )
    vectors = f"file:{tmp_path / 'vectors.txt'}"
    done = run("index", "build", "--embedder", vectors, "--vocabulary", "embedder", "--index", tmp_path / "index")
    assert "dp-gateway: finding neighbours: 100%" in done.stderr.decode().splitlines()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_and_options(shell: str, repository: Path) -> None:
    """As `docs/howto/install.md` sets it up: the shell asks the program."""
    page = (repository / "docs/howto/install.md").read_text()
    assert "_DP_GATEWAY_COMPLETE=bash_source" in page

    def asked(what: str, **words: str) -> str:
        environment = {**os.environ, "_DP_GATEWAY_COMPLETE": f"{shell}_{what}", **words}
        program = [
            sys.executable,
            "-c",
            "import sys; sys.argv[0] = 'dp-gateway'; from dp_gateway.cli import main; main()",
        ]
        return subprocess.run(program, env=environment, capture_output=True, text=True, check=False).stdout

    assert "COMP_WORDS" in asked("source")
    # Zsh and Bash tell the number of the word, Fish the word.
    fish = shell == "fish"
    assert "policy" in asked("complete", COMP_WORDS="dp-gateway pol", COMP_CWORD="pol" if fish else "1")
    options = asked("complete", COMP_WORDS="dp-gateway sanitize --pol", COMP_CWORD="--pol" if fish else "2")
    assert "--policy" in options
    assert "--key-file" not in options
