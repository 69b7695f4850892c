"""Installs the clients from their registries, each room in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.clients.listed import NODE, ROOMS


def install(at: Path) -> dict[str, str]:
    """Install or update every room; the rooms that failed, with the last line of what was said."""
    failed: dict[str, str] = {}
    at.mkdir(parents=True, exist_ok=True)
    uv = at / "uv" / "bin" / "uv"
    if not uv.exists():
        subprocess.run([sys.executable, "-m", "venv", str(at / "uv")], check=True)
        subprocess.run([str(uv.with_name("python")), "-m", "pip", "install", "-q", "uv"], check=True)
    for room, packages in ROOMS.items():
        python = at / room / "bin" / "python"
        made = [] if python.exists() else [[str(uv), "venv", "-q", "-p", sys.executable, str(at / room)]]
        _run(failed, room, *made, [str(uv), "pip", "install", "-q", "-U", "--python", str(python), *packages])
    (at / "node").mkdir(exist_ok=True)
    named = [f"{package}@latest" for package in NODE]
    npm = ["npm", "--prefix", str(at / "node"), "--no-audit", "--no-fund", "--loglevel", "error"]
    # Claude Code is a program that its own script puts in place; npm asks before it runs scripts of packages.
    placed = ["node", str(at / "node/node_modules/@anthropic-ai/claude-code/install.cjs")]
    _run(failed, "node", [*npm, "install", *named], placed)
    return failed


def _run(failed: dict[str, str], room: str, *commands: list[str]) -> None:
    for command in commands:
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            failed[room] = f"{command[0]} is not on this machine ({error.strerror})"
            return
        if done.returncode:
            failed[room] = (done.stderr.strip().splitlines() or ["it could not be installed"])[-1]
            return


def versions(at: Path, room: str) -> dict[str, str]:
    """What is installed in a room, by the name of the package."""
    if room == "node":
        found = {name: at / "node" / "node_modules" / name / "package.json" for name in NODE}
        return {name: json.loads(path.read_text())["version"] for name, path in found.items() if path.exists()}
    listed = [str(at / "uv/bin/uv"), "pip", "list", "--format", "json", "--python", str(at / room / "bin" / "python")]
    done = subprocess.run(listed, capture_output=True, text=True, check=True)
    return {one["name"]: one["version"] for one in json.loads(done.stdout)}
