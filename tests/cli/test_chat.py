"""`dp-gateway chat`, with lines typed into it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import Failure, Hang, ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.cli.commands import environment, invoke, run, said


@pytest.fixture(autouse=True)
def _built(words: Index) -> None:
    """The commands below use the default index."""


def echo(body: Any) -> str:
    return "Indeed: " + body["messages"][-1]["content"]


def test_history_is_sent_again_and_both_sides_are_shown(tmp_path: Path) -> None:
    typed = ["My name is Anna Kowalski.", "Anna Kowalski lives in Boston."]
    with ScriptedModel(default=echo) as model:
        shown = run(tmp_path, "chat", "--upstream", model.url, stdin="\n".join(typed)).stdout
        first, second = model.completions
        assert "Kowalski" not in model.sent
        assert "Boston" not in model.sent
    assert first["model"] == "scripted"
    assert first["stream"] is True
    assert second["messages"][0] == first["messages"][0]
    assert second["messages"][1]["content"] == f"Indeed: {first['messages'][0]['content']}"
    left = [body["messages"][-1]["content"] for body in (first, second)]
    assert said(shown, "you typed") == typed
    assert said(shown, "the provider saw") == left
    assert said(shown, "the provider said") == [f"Indeed: {text}" for text in left]
    assert said(shown, "you get") == [f"Indeed: {text}" for text in typed]


def test_commands(tmp_path: Path) -> None:
    lines = ["/why", "/policy", "/policy mask", "I am Anna Kowalski.", "/why", "/policy nobody", "/help", "/quit", "no"]
    with ScriptedModel(default=echo) as model:
        shown = run(tmp_path, "chat", "--upstream", model.url, "--model", "own", stdin="\n".join(lines)).stdout
        (body,) = model.completions
    assert body["messages"][-1]["content"] == "I am <PERSON_1>."
    assert body["model"] == "own"
    assert "nothing has been sent yet" in shown
    assert "policy: entities; there are: entities," in shown
    assert "policy: mask; there are:" in shown
    assert "PERSON" in shown.partition("you get")[2]
    assert "there is no policy of that name" in shown
    assert shown.count("/quit leave") == 2


def test_failures_are_told_and_the_chat_goes_on(tmp_path: Path) -> None:
    with ScriptedModel(Failure(400, "not today"), default=echo) as model:
        shown = run(tmp_path, "chat", "--upstream", model.url, stdin="I am Anna Kowalski.\nHello.\n").stdout
        assert [len(body["messages"]) for body in model.completions] == [1, 1]
    assert "the provider said: not today" in shown
    assert said(shown, "you get")[-1] == "Indeed: Hello."


def test_a_provider_does_not_steer_the_terminal(tmp_path: Path) -> None:
    evil = "\x1b]0;title\x07\x1b[31mred [bold]bold[/bold] \x9b31m"
    with ScriptedModel(evil, Failure(400, evil)) as model:
        shown = run(tmp_path, "chat", "--upstream", model.url, stdin="Hello.\nHello.\n").stdout
    assert "[bold]bold[/bold]" in said(shown, "you get")[0]
    assert "[bold]bold[/bold]" in said(shown, "Error:")[0]
    assert not set(shown) & {"\x1b", "\x07", "\x9b"}


def test_input_that_is_no_text(tmp_path: Path) -> None:
    with ScriptedModel() as model:
        key = str(tmp_path / "secret.key")
        done = invoke("chat", "--upstream", model.url, stdin=b"caf\xe9 secretword\n", DP_GATEWAY_KEY_FILE=key)
        assert model.completions == []
    assert done.returncode == 1
    assert b"not UTF-8" in done.stderr
    assert b"secretword" not in done.stderr


def test_words_can_be_drawn_too(tmp_path: Path) -> None:
    with ScriptedModel(default="Fine.") as model:
        run(tmp_path, "chat", "--upstream", model.url, "--policy", "tokens", stdin="secretarial penguins\n")
        assert "penguins" not in model.sent or "secretarial" not in model.sent


def test_mistakes_say_what_to_do_next(tmp_path: Path) -> None:
    assert "did you mean entities" in run(tmp_path, "chat", "--policy", "entitis", code=1).stderr
    assert "did not answer" in run(tmp_path, "chat", "--upstream", "http://127.0.0.1:9/v1", code=1).stderr


@pytest.mark.thorough
@pytest.mark.parametrize("key", [b"\x03", b"\x04"], ids=["ctrl-c", "ctrl-d"])
def test_keys_that_leave(tmp_path: Path, key: bytes) -> None:
    with ScriptedModel(default=echo) as model:
        shown, code = _at_a_terminal(tmp_path, model.url, [(b"you> ", b"I am Anna Kowalski.\n"), (b"you> ", key)])
    assert code == 0
    assert b"Traceback" not in shown
    assert b"Indeed: I am " in shown


@pytest.mark.thorough
def test_ctrl_c_while_the_provider_is_silent(tmp_path: Path) -> None:
    with ScriptedModel(default=Hang()) as model:
        shown, code = _at_a_terminal(
            tmp_path, model.url, [(b"you> ", b"I am Anna Kowalski.\n"), (b"provider saw", b"\x03")]
        )
    assert code == 0
    assert b"Traceback" not in shown


_AT_TERMINAL = """
import fcntl, runpy, signal, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("dp_gateway", run_name="__main__")
"""
"""The terminal becomes that of the process, so that Ctrl-C there is a signal to it."""


def _at_a_terminal(home: Path, url: str, script: list[tuple[bytes, bytes]]) -> tuple[bytes, int]:
    """Start the chat at a terminal of its own; type each text once its cue is there."""
    main, other = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _AT_TERMINAL, "chat", "--upstream", url],
        stdin=other,
        stdout=other,
        stderr=other,
        env=environment(home, TERM="xterm"),
        start_new_session=True,
    )
    os.close(other)
    shown, from_here = b"", 0
    try:
        for cue, keys in script:
            while cue not in shown[from_here:]:
                shown += os.read(main, 4096)
            from_here = len(shown)
            time.sleep(0.2)
            os.write(main, keys)
        while True:
            try:
                shown += os.read(main, 4096)
            except OSError:  # the other end is closed
                return shown, process.wait(30)
    finally:
        process.kill()
        process.wait()
        os.close(main)


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason=str(LocalLlama.missing()))
def test_with_the_local_model(tmp_path: Path) -> None:
    shown = run(tmp_path, "chat", stdin="Repeat this sentence: Anna Kowalski lives in Boston.\n").stdout
    assert "llama.cpp" in shown
    assert "Kowalski" not in said(shown, "the provider saw")[0]
    assert said(shown, "you get")[0]
