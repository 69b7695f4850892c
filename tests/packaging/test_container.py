"""Dockerfile and compose file: what they name exists, what they run is understood, no secret is in them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from dp_gateway.budget.redis import RedisLedger
from dp_gateway.budget.settings import open_ledger
from dp_gateway.cli import cli
from dp_gateway.randomness import Secret
from dp_gateway.server.settings import Settings, load_settings

_OTHER_VARIABLES = {"DP_GATEWAY_HOME", "DP_GATEWAY_KEY_FILE", "PATH", "PYTHONUNBUFFERED"}


@pytest.fixture
def instructions(repository: Path) -> list[tuple[str, str]]:
    text = re.sub(r"(?m)^#.*\n", "", (repository / "Dockerfile").read_text())
    lines = re.sub(r"\s*\\\n\s*", " ", text).splitlines()
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines if line.strip()]


@pytest.fixture
def compose(repository: Path) -> Any:
    return yaml.safe_load((repository / "compose.yaml").read_text())


def _value(instructions: list[tuple[str, str]], name: str) -> list[str]:
    return [value for instruction, value in instructions if instruction == name]


def _environment(instructions: list[tuple[str, str]]) -> dict[str, str]:
    pairs = (pair.partition("=") for value in _value(instructions, "ENV") for pair in shlex.split(value))
    return {name: value for name, _, value in pairs}


def _commands(instructions: list[tuple[str, str]]) -> Iterator[list[str]]:
    """Calls of the command line, without its name."""
    for run in _value(instructions, "RUN"):
        for command in run.split("&&"):
            words = shlex.split(command)
            if words[0] == "dp-gateway":
                yield words[1:]
    (entry,), (arguments,) = _value(instructions, "ENTRYPOINT"), _value(instructions, "CMD")
    assert yaml.safe_load(entry) == ["dp-gateway"]
    yield yaml.safe_load(arguments)


def _check(words: list[str]) -> None:
    """Parse a call as click does, without running it."""
    command: click.Command = cli
    context = click.Context(cli)
    while isinstance(command, click.Group):
        found = command.get_command(context, words[0])
        assert found is not None, words[0]
        command, words = found, words[1:]
    command.make_context(command.name, list(words))


def test_the_image_is_built_of_what_exists(repository: Path, instructions: list[tuple[str, str]]) -> None:
    allowed = [line[1:] for line in (repository / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for name in allowed:
        assert (repository / name).exists(), name
    packaging = (repository / "pyproject.toml").read_text()
    listed = re.search(r"(?ms)^only-include = \[(.*?)\]", packaging)
    assert listed is not None
    for name in re.findall(r'"([^"]+)"', listed[1]):
        assert any(name == one or name.startswith(f"{one}/") for one in allowed), name
    (files,) = re.findall(r"^license-files = \[(.*?)\]", packaging, re.MULTILINE)
    for name in re.findall(r'"([^"]+)"', files):
        assert any(name == one or name.startswith(f"{one}/") for one in allowed), name
    assert {"README.md", "LICENSE", "pyproject.toml"} <= set(allowed)
    assert "*" in (repository / ".dockerignore").read_text().splitlines()
    (extras,) = re.findall(r'"\.\[([\w,]+)\]"', " ".join(_value(instructions, "RUN")))
    for extra in extras.split(","):
        assert re.search(rf"(?m)^{extra} = ", packaging), extra


def test_every_command_is_understood(instructions: list[tuple[str, str]], compose: Any) -> None:
    commands = list(_commands(instructions))
    assert len(commands) >= 4
    for words in commands:
        _check(words)
    for service in compose["services"].values():
        if service.get("image") == "dp-gateway" and "command" in service:
            _check(service["command"])


def test_no_root_and_no_secret(instructions: list[tuple[str, str]]) -> None:
    names = [instruction for instruction, _ in instructions]
    user = _value(instructions, "USER")[-1]
    assert user not in ("root", "0")
    # Commands of the gateway itself run as that user, and so does the server.
    first_own = next(
        at for at, (name, value) in enumerate(instructions) if name == "RUN" and "dp-gateway index" in value
    )
    assert names.index("USER") < first_own
    assert "ARG" not in names
    built = " ".join(_value(instructions, "RUN"))
    assert set(re.findall(r"--key-file (\S+)", built)) == {"/tmp/build.key"}
    assert built.rstrip().endswith("/tmp/build.key")
    assert "ADD" not in names
    assert all(":" in value.split()[0] for value in _value(instructions, "FROM"))


def test_settings_of_the_environment_are_settings(
    repository: Path, instructions: list[tuple[str, str]], compose: Any
) -> None:
    gateway = compose["services"]["gateway"]["environment"]
    given = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in gateway.items()}
    environment = _environment(instructions)
    for name in environment | given:
        assert name in _OTHER_VARIABLES or "__" in name, name
    loaded = load_settings(environment=environment | given)
    assert loaded.server.host == "0.0.0.0"
    assert loaded.server.access_log
    assert loaded.upstreams["provider"].url.startswith("https://")
    folder = environment["DP_GATEWAY_KEY_FILE"].rpartition("/")[0]
    assert _value(instructions, "VOLUME") == [folder]
    assert f"state:{folder}" in compose["services"]["gateway"]["volumes"]
    # What was spent outlives the container, too, and replicas may keep it in Redis.
    default = f"sqlite:///{folder}/ledger.db"
    assert environment["DP_GATEWAY_LEDGER__URL"] == loaded.ledger.url == default
    redis = compose["services"]["redis"]
    url = re.search(r"DP_GATEWAY_LEDGER=(redis://redis:\d+/0)", (repository / "compose.yaml").read_text())
    assert url is not None
    assert isinstance(open_ledger(url[1], Secret(bytes(32))), RedisLedger)
    assert redis["profiles"] == ["budgets"]
    extras = re.findall(r'"\.\[([\w,]+)\]"', " ".join(_value(instructions, "RUN")))
    assert {"redis", "postgres"} <= set(extras[0].split(","))


def test_ports_health_and_shutdown_agree(instructions: list[tuple[str, str]], compose: Any) -> None:
    defaults = Settings().server
    assert _value(instructions, "EXPOSE") == [str(defaults.port)]
    (health,) = _value(instructions, "HEALTHCHECK")
    assert f"127.0.0.1:{defaults.port}/readyz" in health
    gateway = compose["services"]["gateway"]
    assert gateway["ports"] == [f"127.0.0.1:{defaults.port}:{defaults.port}"]
    assert int(gateway["stop_grace_period"].rstrip("s")) > defaults.shutdown_seconds
    declared = set(compose["volumes"])
    used = {volume.split(":")[0] for service in compose["services"].values() for volume in service.get("volumes", [])}
    assert used == declared
