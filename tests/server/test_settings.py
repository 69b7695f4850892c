"""Settings: file, environment, flags; errors that name the field and show no value."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.errors import ConfigurationError, InputError, InvalidSecret
from dp_gateway.randomness import Secret
from dp_gateway.server.service import Service
from dp_gateway.server.settings import Settings, check_providers, load_settings, read_environment


def test_flags_go_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "gateway.toml"
    file.write_text("[server]\nhost = '10.0.0.1'\nport = 1\nworkers = 3\n[upstreams.a]\nurl = 'http://a/v1'\n")
    environment = {"DP_GATEWAY_SERVER__PORT": "2", "DP_GATEWAY_SERVER__HOST": "10.0.0.2", "DP_GATEWAY_HOME": "/x"}
    loaded = load_settings(file, environment=environment, overrides={"server": {"port": 3}})
    assert (loaded.server.port, loaded.server.host, loaded.server.workers) == (3, "10.0.0.2", 3)
    assert loaded.upstreams["a"].url == "http://a/v1"
    assert load_settings(environment={}) == Settings()


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("2", 2),
        ("true", True),
        ('["a", "b"]', ["a", "b"]),
        ("plain text", "plain text"),
        ("", ""),
        ("{a = 1}", {"a": 1}),
    ],
)
def test_values_of_the_environment_are_toml_or_plain(value: str, read: Any) -> None:
    assert read_environment({"DP_GATEWAY_SERVER__HOST": value}) == {"server": {"host": read}}


def test_the_environment_reaches_every_depth_and_leaves_strangers_alone() -> None:
    environment = {
        "DP_GATEWAY_UPSTREAMS__LOCAL__URL": "http://127.0.0.1:1/v1",
        "DP_GATEWAY_POLICIES__OWN__DETECTION__NER": "off",
        "DP_GATEWAY_KEY_FILE": "x",
        "DP_GATEWAY_TOLD": "x",
        "PATH": "x",
    }
    loaded = load_settings(environment=environment)
    assert loaded.upstreams["local"].models == ["*"]
    assert loaded.policy("own").detection.ner == "off"


@pytest.mark.parametrize(
    ("tables", "field"),
    [
        ({"server": {"workers": 0}}, "server.workers"),
        ({"server": {"metrics": "perhaps"}}, "server.metrics"),
        ({"server": {"shutdown_seconds": float("nan")}}, "server.shutdown_seconds"),
        ({"limits": {"body_bytes": 1}}, "limits.body_bytes"),
        ({"limits": {"request_seconds": float("inf")}}, "limits.request_seconds"),
        ({"privacy": {"scope": "session"}}, "privacy.scope"),
        ({"privacy": {"keys": {"a:b": "f"}}}, "privacy.keys"),
        ({"upstreams": {"a": {}}}, "upstreams.a.url"),
        ({"upstreams": {"a": {"url": "https://user:hunter2@x/v1"}}}, "upstreams.a.url"),
        ({"upstreams": {"a": {"url": "https://x/v1?key=hunter2"}}}, "upstreams.a.url"),
        ({"upstreams": {"a": {"url": "hunter2"}}}, "upstreams.a.url"),
        ({"keys": {"a": {"hash": "hunter2"}}}, "keys.a.hash"),
        ({"servers": {}}, "servers: there is no such setting"),
        ({"privacy": {"models": {"m": "nobody"}}}, "no policy of that name"),
        ({"policies": {"p": {"kind": "entities", "hunter": 2}}, "privacy": {"policy": "p"}}, "policies.p: hunter"),
    ],
)
def test_errors_name_the_field_and_show_no_value(tables: dict[str, Any], field: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_settings(environment={}, overrides=tables)
    assert field in caught.value.message
    assert "hunter2" not in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "environment", "said", "hint"),
    [
        ("[server]\nprot = 1\n", {}, "server.prot: there is no such setting", "did you mean port? "),
        ("[upstreams.a]\nurl = 'http://a/v1'\napi_key = 'x'\n", {}, "upstreams.a.api_key", "did you mean api_key_"),
        ("[budget.day]\nepsilon = 5\n", {}, "budget: there is no such setting", "did you mean budgets? "),
        ("[upstreams]\nurl = 'http://a/v1'\n", {}, "upstreams.url: a table with settings of its own", "config init"),
        ("[keys.a]\nhash = 'sk-own'\n", {}, "dp-gateway config key NAME", ""),
        ("[privacy]\npolicy = 'entites'\n", {}, "privacy.policy: there is no policy", "did you mean entities? "),
        ("[privacy.models]\nm = 'suport'\n[policies]\nsupport = 'mask'\n", {}, "privacy.models.m: ", "mean support? "),
        ("", {"DP_GATEWAY_SERVER__PORT": ""}, "DP_GATEWAY_SERVER__PORT: server.port", ""),
        ("", {"DP_GATEWAY_BUDGETS__DAY__EPSILN": "5"}, "DP_GATEWAY_BUDGETS__DAY__EPSILN: ", "did you mean epsilon? "),
        ("", {"DP_GATEWAY_BUDGET__DAY__EPSILON": "5"}, "DP_GATEWAY_BUDGET__...: budget: ", "did you mean budgets? "),
    ],
)
def test_a_mistake_is_placed_and_answered(
    text: str, environment: dict[str, str], said: str, hint: str, tmp_path: Path
) -> None:
    file = tmp_path / "gateway.toml"
    file.write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        load_settings(file, environment=environment)
    assert said in caught.value.message
    assert hint in caught.value.hint


def test_a_provider_of_the_flags_stands_in_the_place_of_all_others(tmp_path: Path) -> None:
    """A provider that asks for every model too would else get what was meant for the one of the flag."""
    file = tmp_path / "gateway.toml"
    file.write_text("[upstreams.a]\nurl = 'http://a/v1'\napi_key_env = 'KEY'\n")
    told = {"upstreams": {"default": {"url": "http://b/v1"}}}
    loaded = load_settings(file, environment={}, overrides=told, provider="http://c/v1")
    assert {name: one.url for name, one in loaded.upstreams.items()} == {"default": "http://b/v1"}
    assert load_settings(file, environment={}, provider="http://c/v1").upstreams["a"].url == "http://a/v1"
    assert load_settings(environment={}, provider="http://c/v1").upstreams["default"].url == "http://c/v1"


@pytest.mark.parametrize(
    ("host", "url", "circle"),
    [
        ("127.0.0.1", "http://localhost:8000/v1", True),
        ("0.0.0.0", "http://127.0.0.1:8000/v1", True),
        ("::", "http://[::1]:8000", True),
        ("gateway.lan", "http://gateway.lan:8000/v1", True),
        ("127.0.0.1", "http://127.0.0.1:8080/v1", False),
        ("127.0.0.1", "http://model.lan:8000/v1", False),
        ("10.0.0.7", "http://127.0.0.1:8000/v1", False),
        ("127.0.0.1", "https://127.0.0.1/v1", False),
    ],
)
def test_the_gateway_is_no_provider_of_its_own(host: str, url: str, circle: bool) -> None:
    loaded = load_settings(environment={}, overrides={"server": {"host": host}, "upstreams": {"a": {"url": url}}})
    with pytest.raises(ConfigurationError, match="itself") if circle else nullcontext():
        check_providers(loaded)


def test_two_keys_never_share_a_hash() -> None:
    same = {"hash": f"sha256:{0:064}"}
    with pytest.raises(ConfigurationError, match="same hash"):
        load_settings(environment={}, overrides={"keys": {"a": same, "b": same}})


def test_a_file_that_is_missing_or_no_toml(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="config init"):
        load_settings(tmp_path / "absent.toml")
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"[keys.a]\nhash = hunter2\n")
    with pytest.raises(ConfigurationError, match="line 2") as caught:
        load_settings(broken)
    assert "hunter2" not in str(caught.value)
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigurationError, match="UTF-8"):
        load_settings(broken)


def test_policies_in_use_are_those_that_a_request_could_come_under() -> None:
    loaded = Settings.model_validate(
        {
            "privacy": {"policy": "entities", "models": {"m*": "hybrid"}, "client_policies": ["mask"]},
            "keys": {"k": {"hash": f"sha256:{1:064}", "policy": "tokens"}},
            "policies": {"unused": {"kind": "observe"}},
        }
    )
    assert loaded.named_policies == ("entities", "hybrid", "tokens", "mask")
    assert loaded.policy("unused").name == "unused"


def test_a_missing_key_file_is_made_by_the_same_command_everywhere(tmp_path: Path) -> None:
    """What `config check` says, a server says too: the command makes the file, readable by its owner alone."""
    keys = {"privacy": {"keys": {"k1": str(tmp_path / "missing.key")}}}
    with pytest.raises(ConfigurationError) as caught:
        Service(load_settings(environment={}, overrides=keys))
    assert f"dp-gateway config secret {tmp_path / 'missing.key'}" in caught.value.hint
    with pytest.raises(InvalidSecret, match="dp-gateway config secret"):
        Secret(b"short")
