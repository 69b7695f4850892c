"""Commands that talk to a provider, as a person starts them: real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def environment(home: Path, **more: str) -> dict[str, str]:
    """No provider is named by it, and keys are written into a folder of the test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    return {**kept, "COLUMNS": "400", "DP_GATEWAY_KEY_FILE": str(home / "secret.key"), **more}


def run(home: Path, *arguments: str, stdin: str = "", code: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "dp_gateway", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment(home, **more),
        check=False,
        timeout=300,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def said(shown: str, label: str) -> list[str]:
    """The texts that stand behind a label."""
    return [line.removeprefix(label).strip() for line in shown.splitlines() if line.startswith(label)]
