"""Endpoints: trust is declared, and what can be checked about it is checked."""

from __future__ import annotations

import pytest

from dp_gateway.errors import ConfigurationError, UntrustedModel
from dp_gateway.llm import Endpoint


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST.",
        "127.0.0.1:11434",
        "127.8.9.1",
        "[::1]:8080",
        "[::ffff:10.0.0.5]",
        "[fd00::1]",
        "[fe80::1%25eth0]",
        "10.1.2.3",
        "172.31.255.255",
        "192.168.0.7",
        "models.localhost",
        "gpu-box.local",
        "llm.corp.internal",
    ],
)
def test_private_hosts_may_be_local(host: str) -> None:
    assert Endpoint(f"http://{host}/v1", "m", trust="local").trust == "local"


@pytest.mark.parametrize(
    "host",
    [
        "api.openai.com",
        "localhost.example.com",
        "notlocalhost",
        "ollama",
        "8.8.8.8",
        "172.32.0.1",
        "100.64.0.1",
        "192.0.2.1",
        "0.0.0.0",
        "[::ffff:8.8.8.8]",
        "[2001:4860:4860::8888]",
        "[64:ff9b::a00:1]",
        "2130706433",
        "127.1",
        "internal",
        "example.com#.local",
        "example.com?x=.internal",
        "example.com\\.local",
        "example.com%23.local",
        "example.com\u3002local",
        "ｌocalhost",
        ".local",
    ],
)
def test_other_hosts_are_refused_until_vouched_for(host: str) -> None:
    with pytest.raises(UntrustedModel, match="declared local"):
        Endpoint(f"http://{host}/v1", "m", trust="local")
    assert Endpoint(f"http://{host}/v1", "m", trust="local", trusted_host=True).trust == "local"
    assert Endpoint(f"http://{host}/v1", "m", trust="remote").trust == "remote"


def test_trust_has_no_default() -> None:
    with pytest.raises(TypeError, match="trust"):
        Endpoint("http://127.0.0.1/v1", "m")  # type: ignore[call-arg]
    with pytest.raises(ConfigurationError, match="must be declared"):
        Endpoint("http://127.0.0.1/v1", "m", trust="Local")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("127.0.0.1:8080", "http or https"),
        ("file:///etc/passwd", "http or https"),
        ("http://", "http or https"),
        ("http://[::1/v1", "http or https"),
        ("http://127.0.0.1:99999/v1", "http or https"),
        ("http://127.0.0.1:x/v1", "http or https"),
        ("https://anna:secret@127.0.0.1/v1", "user name or password"),
    ],
)
def test_bad_addresses(url: str, reason: str) -> None:
    with pytest.raises(ConfigurationError, match=reason) as caught:
        Endpoint(url, "m", trust="local")
    assert "secret" not in str(caught.value)


def test_key_comes_from_the_named_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    endpoint = Endpoint("http://127.0.0.1/v1", "m", trust="local", api_key_env="SOME_KEY")
    monkeypatch.delenv("SOME_KEY", raising=False)
    with pytest.raises(ConfigurationError, match="SOME_KEY is not set"):
        endpoint.api_key()
    monkeypatch.setenv("SOME_KEY", "k")
    assert endpoint.api_key() == "k"
    assert Endpoint("http://127.0.0.1/v1", "m", trust="local").api_key() is None
