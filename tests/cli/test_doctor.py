"""`dp-gateway doctor` finds what is missing, and says the next command."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dp_gateway.cli.doctor import doctor
from dp_gateway.vocabulary.index import Index


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    return tmp_path / "own.key"


def ask(*arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    done = CliRunner().invoke(doctor, [*arguments, "--json"], catch_exceptions=False)
    return done.exit_code, {finding["what"]: finding for finding in json.loads(done.stdout)}


def test_all_is_well(words: Index) -> None:
    del words
    status, found = ask()
    assert status == 0
    assert found["index"]["state"] == "ok"
    assert found["key"]["state"] == "note"
    assert "29,906 words" in CliRunner().invoke(doctor).output


def test_a_new_machine_is_told_to_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DP_GATEWAY_HOME", str(tmp_path / "new"))
    status, found = ask()
    assert status == 0
    assert found["index"] == {
        "what": "index",
        "state": "note",
        "found": "not there yet; the first use builds it",
        "next": "dp-gateway index build",
    }


def test_a_damaged_index_and_a_bad_key_are_faults(
    tmp_path: Path, own_key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DP_GATEWAY_HOME", str(tmp_path))
    (tmp_path / "english-words-2.wordllama-256").mkdir()
    (tmp_path / "english-words-2.wordllama-256" / "manifest.json").write_text("{")
    own_key.write_text("short")
    status, found = ask()
    assert status == 1
    assert found["index"]["next"] == "dp-gateway index build --force"
    assert found["key"]["state"] == "fault"
    own_key.unlink()


def test_a_key_that_others_read_is_a_fault(own_key: Path) -> None:
    from dp_gateway.randomness import Secret

    Secret.from_file(own_key)
    assert ask()[1]["key"]["state"] == "ok"
    own_key.chmod(0o644)
    status, found = ask()
    assert (status, found["key"]["next"]) == (1, f"chmod 600 {own_key}")


def test_a_server_is_checked_with_its_port_and_ledger(tmp_path: Path, words: Index, own_key: Path) -> None:
    from dp_gateway.randomness import Secret

    del words
    Secret.from_file(own_key)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = tmp_path / "gateway.toml"
        settings.write_text(
            f'[server]\nport = {port}\n[budgets.daily]\nper = "user"\nepsilon = 5\n'
            f'[ledger]\nurl = "sqlite:///{tmp_path}/ledger.db"\n[upstreams.one]\nurl = "http://127.0.0.1:1/v1"\n'
        )
        status, found = ask("--config", str(settings))
        assert (status, found["port"]["state"], found["ledger"]["state"]) == (1, "fault", "ok")
    settings.write_text("[server]\nport = 'many'\n")
    status, found = ask("--config", str(settings))
    assert (status, found["settings"]["state"]) == (1, "fault")


def test_extras_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from dp_gateway.cli import doctor as module

    monkeypatch.setattr(module, "_there", lambda name: name != "redis")
    found = ask()[1]
    assert "redis (a ledger in Redis)" in found["extras"]["found"]
    assert found["postgres"]["state"] == "ok"
