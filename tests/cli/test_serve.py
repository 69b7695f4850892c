"""What `dp-gateway serve` says when it starts."""

import pytest

from dp_gateway.cli.serve import _say
from dp_gateway.server.settings import Settings


@pytest.mark.parametrize(
    ("host", "listens", "reached"),
    [
        ("127.0.0.1", "127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("0.0.0.0", "0.0.0.0:8000", "http://127.0.0.1:8000"),
        ("::", "[::]:8000", "http://[::1]:8000"),
        ("gateway.lan", "gateway.lan:8000", "http://gateway.lan:8000"),
    ],
)
def test_addresses_can_be_opened(host: str, listens: str, reached: str, capsys: pytest.CaptureFixture[str]) -> None:
    _say(Settings.model_validate({"server": {"host": host}}))
    said = capsys.readouterr().err
    assert f"on {listens}, policy entities" in said
    assert f"OPENAI_BASE_URL={reached}/v1\n" in said
    assert f"{reached}/playground\n" in said
