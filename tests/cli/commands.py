"""Commands as a person starts them: in a process of their own, or in this one without the second that its start takes."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

from dp_gateway.cli import main


def environment(home: Path, **more: str) -> dict[str, str]:
    """No provider is named by it, and keys are written into a folder of the test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    return {**kept, "COLUMNS": "400", "DP_GATEWAY_KEY_FILE": str(home / "secret.key"), **more}


def run(home: Path, *arguments: str, stdin: str = "", code: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command that talks to a provider; none is known but the one that is given."""
    with mock.patch.dict(os.environ, environment(home, **more), clear=True):
        done = invoke(*arguments, stdin=stdin, COLUMNS="400")
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code, err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def invoke(
    *arguments: str | Path, stdin: str | bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run `main` in this process, its streams, environment and folder as those of a process of its own."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8", write_through=True) for data in (given, b"", b"")]
    status = 0
    with (
        mock.patch.multiple(sys, argv=["dp-gateway", *map(str, arguments)], stdin=streams[0], stdout=streams[1]),
        mock.patch.object(sys, "stderr", streams[2]),
        mock.patch.dict(os.environ, {"COLUMNS": "160", **environment}),
        contextlib.chdir(cwd or Path.cwd()),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
    out, err = (stream.buffer.getvalue() for stream in streams[1:])  # type: ignore[attr-defined]
    assert b"Traceback" not in err
    return subprocess.CompletedProcess(list(arguments), status, out, err)


def said(shown: str, label: str) -> list[str]:
    """The texts that stand behind a label."""
    return [line.removeprefix(label).strip() for line in shown.splitlines() if line.startswith(label)]
