"""What nobody foresaw reaches a user as a message with the next step, never as a traceback, and never with text."""

from __future__ import annotations

import errno

import pytest

from dp_gateway import cli


def _fails(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(cli, "cli", fail)


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (ValueError("Anna Kowalski"), 70, "DP_GATEWAY_TRACEBACK=1"),
        (RecursionError("Anna Kowalski"), 70, "SECURITY.md"),
        (MemoryError("Anna Kowalski"), 1, "memory"),
        (OSError(errno.ENOSPC, "No space left on device", "/full/index"), 1, "df -h"),
        (PermissionError(errno.EACCES, "Permission denied", "/locked"), 1, "DP_GATEWAY_HOME"),
        (OSError(errno.EROFS, "Read-only file system"), 1, "DP_GATEWAY_KEY_FILE"),
    ],
)
def test_errors_end_with_the_next_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, status: int, said: str
) -> None:
    monkeypatch.delenv("DP_GATEWAY_TRACEBACK", raising=False)
    _fails(monkeypatch, error)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    shown = capsys.readouterr()
    assert ended.value.code == status
    assert said in shown.err
    assert "Next:" in shown.err
    assert "Anna" not in shown.err
    assert not shown.out


def test_a_developer_can_see_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DP_GATEWAY_TRACEBACK", "1")
    _fails(monkeypatch, ValueError("made up"))
    with pytest.raises(ValueError, match="made up"):
        cli.main()
