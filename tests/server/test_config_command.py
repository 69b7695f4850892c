"""`dp-gateway config`: what it writes works, what it checks is named, what it shows holds no secret."""

from __future__ import annotations

import re
import socket
import stat
import sys
import tomllib
from pathlib import Path
from typing import Any

import click.testing
import pytest
import tomlkit

from dp_gateway.cli import cli
from dp_gateway.errors import GatewayError
from dp_gateway.server.keys import KeyRing
from dp_gateway.server.run import _check_address
from dp_gateway.server.settings import Settings, load_settings
from tests.server.operating import settings
from tests.server.scripted_provider import Provider, whole


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "default.key"))
    monkeypatch.setenv("COLUMNS", "200")


def config(*arguments: str, **environment: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, ["config", *arguments], env=environment)


def works(*arguments: str, **environment: str) -> str:
    done = config(*arguments, **environment)
    assert done.exit_code == 0, done.output
    return done.stdout


def fails(*arguments: str, **environment: str) -> GatewayError:
    error = config(*arguments, **environment).exception
    assert isinstance(error, GatewayError)
    return error


def write(tables: dict[str, Any]) -> None:
    Path("gateway.toml").write_text(tomlkit.dumps(tables))


def test_what_init_writes_works_and_is_never_overwritten() -> None:
    assert "dp-gateway serve --config gateway.toml" in works("init")
    assert "in order" in works("check", "gateway.toml")
    Path("gateway.toml").write_text("[server]\nport = 1\n")
    assert "there already" in fails("init").message
    assert Path("gateway.toml").read_text() == "[server]\nport = 1\n"
    assert "cannot be written" in fails("init", "missing/gateway.toml").message


def test_the_written_file_teaches_every_setting_and_its_default() -> None:
    works("init")
    text = Path("gateway.toml").read_text()
    shown = re.sub(r"(?m)^# (?=\[\w|\"?[\w*-]+\"? = )", "", text)  # lines that are settings, uncommented
    tables = tomllib.loads(shown)
    written = Settings.model_validate(tables)
    defaults = Settings()
    for table in ("server", "limits", "privacy"):
        fields = set(type(getattr(defaults, table)).model_fields)
        assert set(tables[table]) == fields, table
        given = {"tenants", "models", "keys"} | ({"tracing"} if table == "server" else set())
        for field in fields - given:
            assert getattr(getattr(written, table), field) == getattr(getattr(defaults, table), field), field
    upstream = type(written.upstreams["openai"])
    assert set(tables["upstreams"]["openai"]) == set(upstream.model_fields)
    for field in ("connect_seconds", "idle_seconds", "retries", "headers", "models"):
        assert getattr(written.upstreams["openai"], field) == getattr(upstream(url="http://x"), field)
    assert set(tables["keys"]["billing"]) == set(type(written.keys["billing"]).model_fields)
    assert written.judge is not None
    judge = type(written.judge)
    assert set(tables["judge"]) == set(judge.model_fields)
    needed = {name: tables["judge"][name] for name in ("url", "model", "trust", "api_key_env")}
    assert written.judge == judge(**needed)


@pytest.mark.parametrize(
    ("tables", "field", "next_step"),
    [
        ({"server": {"prot": 1}}, "server.prot", "config show --all"),
        ({"server": {"port": "x"}}, "server.port", "config show --all"),
        ({"privacy": {"policy": "entitys"}}, "policy of that name", "did you mean entities"),
        ({"privacy": {"keys": {"k1": "missing.key"}}}, "missing.key", "dp-gateway config secret missing.key"),
        ({"policies": {"unused": {"kind": "all"}}}, "policies.unused: kind", "policy show"),
        ({"upstreams": {"a": {"url": "ftp://x"}}}, "upstreams.a.url", "config show --all"),
        ({"upstreams": {"a": {"url": "https://x", "api_key_env": "NO_SUCH_KEY"}}}, "upstreams.a", "NO_SUCH_KEY"),
        ({"upstreams": {"a": {"url": "https://x", "ca_file": "missing.pem"}}}, "missing.pem", "PEM file"),
        ({"keys": {"k": {"hash": "sha256:abc"}}}, "keys.k.hash", "config show --all"),
        ({"judge": {"url": "https://x", "model": "m", "trust": "local"}}, "declared local", "trusted_host"),
        ({"judge": {"url": "https://x", "model": "m", "trust": "remote", "sees": "raw"}}, "judge", "config show"),
        ({"keys": {"k": {"hash": f"sha256:{0:064}", "upstream": "b"}}}, "keys.k.upstream", "config show --all"),
    ],
)
def test_check_names_the_field_and_the_next_step(tables: dict[str, Any], field: str, next_step: str) -> None:
    write(tables)
    error = fails("check", "gateway.toml")
    assert field in error.message
    assert next_step in f"{error.message} {error.hint}"


@pytest.mark.parametrize(
    "tables", [{"kept": {"responses": True}}, {"batches": {"folder": "batches"}}], ids=["kept", "batches"]
)
def test_check_finds_the_package_that_a_server_would_miss(
    tables: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    write(tables)
    assert f"pip install 'dp-gateway[{next(iter(tables))}]'" in fails("check", "gateway.toml").hint
    assert not Path("batches").exists()


@pytest.mark.parametrize(
    ("host", "busy", "hint"), [("127.0.0.1", True, "another port"), ("192.0.2.1", False, "an address of this machine")]
)
def test_an_address_that_cannot_be_listened_on_says_what_helps(host: str, busy: bool, hint: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(GatewayError) as caught:
            _check_address(host, taken.getsockname()[1] if busy else 0)
    assert hint in caught.value.hint


def test_check_of_files_that_cannot_be_read() -> None:
    Path("gateway.toml").write_text("[server\nhunter2 = 1")
    error = fails("check", "gateway.toml")
    assert "line 1" in error.message
    assert "hunter2" not in str(error)
    assert "config init absent.toml" in fails("check", "absent.toml").hint


def test_check_warns_of_what_would_work_and_should_not_be() -> None:
    works("secret", "open.key")
    Path("open.key").chmod(0o644)
    Path("provider.key").write_text("sk-provider")
    Path("provider.key").chmod(0o640)
    write(
        {
            "server": {"host": "0.0.0.0"},
            "privacy": {"policy": "observe", "keys": {"k": "open.key"}},
            "upstreams": {"a": {"url": "http://models.example.com/v1", "api_key_file": "provider.key"}},
        }
    )
    said = works("check", "gateway.toml")
    assert said.count("warning:") == 5
    for words in ("chmod 600 open.key", "chmod 600 provider.key", "in clear", "use https", "config key NAME"):
        assert words in said
    Path("open.key").chmod(0o600)
    assert "open.key" not in works("check", "gateway.toml")


def test_check_asks_the_providers() -> None:
    with Provider(lambda _: whole({"data": []})) as provider:
        write(settings(provider.url))
        assert "provider: answers" in works("check", "gateway.toml", "--connect")
        provider.script = lambda _: whole({}, 401)
        assert "wants the client's key" in works("check", "gateway.toml", "--connect")
        with_key = {"provider": {"url": provider.url, "api_key_env": "A_KEY", "retries": 0}}
        write(settings(provider.url, upstreams=with_key))
        error = fails("check", "gateway.toml", "--connect", A_KEY="sk-hidden")
        assert "refuses the key" in error.message
        assert "sk-hidden" not in str(error)
        provider.script = lambda _: whole({}, 404)
        assert "404" in fails("check", "gateway.toml", "--connect", A_KEY="sk-hidden").message
    assert "cannot be reached" in fails("check", "gateway.toml", "--connect", A_KEY="sk-hidden").message


def test_show_tells_where_a_setting_comes_from_and_keeps_secrets() -> None:
    hashed = f"sha256:{7:064}"
    write(
        {
            "server": {"port": 9000, "workers": 2},
            "policies": {"own": {"kind": "mask", "detection": {"sensitive": {"PROJECT": ["Operation Bluebird"]}}}},
            "upstreams": {"a": {"url": "https://example.com/v1", "api_key_env": "A_KEY"}},
            "keys": {"billing": {"hash": hashed}},
        }
    )
    shown = works("show", "gateway.toml", DP_GATEWAY_SERVER__PORT="9100", A_KEY="sk-hidden")
    lines = {line.split()[0]: line for line in shown.splitlines()[1:]}
    assert re.search(r"9100 +DP_GATEWAY_SERVER__PORT", lines["server.port"])
    assert re.search(r"2 +gateway.toml", lines["server.workers"])
    assert "server.host" not in lines
    assert "1 phrases" in lines["policies.own.detection.sensitive.PROJECT"]
    everything = works("show", "gateway.toml", "--all", A_KEY="sk-hidden")
    assert re.search(r'server.host +"127.0.0.1" +default', everything)
    for secret in ("Bluebird", "sk-hidden", hashed):
        assert secret not in everything


def test_a_key_opens_the_gateway_and_is_shown_once() -> None:
    works("init")
    made = config("key", "billing", "--tenant", "shop")
    assert made.exit_code == 0
    with Path("gateway.toml").open("a") as file:
        file.write(made.stdout)
    key = made.stderr.strip().rpartition(" ")[2]
    assert key not in made.stdout
    works("secret", "draws.key")
    from dp_gateway.randomness import Secret

    ring = KeyRing(load_settings(Path("gateway.toml"), environment={}).keys, Secret.from_file("draws.key"))
    client = ring.client(key)
    assert (client.name, client.tenant) == ("billing", "shop")
    assert config("key", "billing").stderr != made.stderr
    assert "letters" in fails("key", "no good").message


def test_secret_makes_a_private_file_once() -> None:
    lines = works("secret", "replica-1.key")
    path = Path("replica-1.key")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    assert before.decode().strip() not in lines
    Path("gateway.toml").write_text(lines)
    assert load_settings(Path("gateway.toml"), environment={}).privacy.keys == {"replica1": path.absolute()}
    assert "exists" in fails("secret", "replica-1.key").message
    assert path.read_bytes() == before
    assert "cannot be created" in fails("secret", "missing/x.key").message


@pytest.mark.parametrize(
    ("url", "missing", "said"),
    [
        ("redis://127.0.0.1:6379/0", "redis.asyncio", "dp-gateway[redis]"),
        ("postgresql://127.0.0.1/budgets", "psycopg", "dp-gateway[postgres]"),
        ("mysql://127.0.0.1/budgets", None, "write sqlite:///FILE"),
    ],
)
def test_a_ledger_that_would_not_open_is_named_before_the_server_starts(
    url: str, missing: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing:
        monkeypatch.setitem(sys.modules, missing, None)
    ledger = {"ledger": {"url": url}}
    write(ledger)
    assert "in order" in works("check", "gateway.toml")  # without a budget nobody opens it
    write(ledger | {"budgets": {"daily": {"epsilon": 50}}})
    assert said in str(fails("check", "gateway.toml").hint)
