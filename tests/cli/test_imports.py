"""A command does not wait for libraries that it does not use."""

import subprocess
import sys

import pytest

RUN = """
import atexit, sys
atexit.register(lambda: print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr))
from dp_gateway.cli import main
main()
"""
SERVER = "import sys, dp_gateway.server.run; print(*sys.modules, file=sys.stderr)"
HEAVY = {
    "aiohttp",
    "faiss",
    "httpx",
    "langchain_core",
    "openai",
    "opentelemetry",
    "presidio_analyzer",
    "requests",
    "spacy",
}


def imported(code: str, *arguments: str) -> set[str]:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, input="A word.", capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("command", ["--help", "sanitize --help", "serve --help", "restore --help", "certify --help"])
def test_help(command: str) -> None:
    assert not imported(RUN, *command.split()) & {*HEAVY, "numpy", "pydantic", "rich"}


@pytest.mark.parametrize(
    "command",
    [
        "sanitize --epsilon 8",
        pytest.param("certify --mechanism custext --epsilon 6", marks=pytest.mark.thorough),
        "mechanisms",
    ],
)
def test_mechanisms_of_words(command: str) -> None:
    loaded = imported(RUN, *command.split())
    assert "numpy" in loaded
    assert not loaded & {*HEAVY, "pydantic"}


def test_the_server_without_what_no_setting_asks_for() -> None:
    loaded = imported(SERVER)
    assert "aiohttp" in loaded
    unused = {
        "dp_gateway.patterns.detector",
        "dp_gateway.detection.tagger",
        "dp_gateway.judging.judge",
        "prometheus_client",
        "rich",
        "tiktoken",
        "uvicorn.supervisors.watchfilesreload",
    }
    assert not loaded & ((HEAVY | unused) - {"aiohttp"})
