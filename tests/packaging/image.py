"""The Dockerfile without Docker: each of its steps in a clean root file system, then the server of the image (`make image`).

    python tests/packaging/image.py [FOLDER]

Debian's `debootstrap` makes the root that stands in for `python:3.11-slim`; it wants root, a mirror and a package index.
The server is started as the image starts it: as its user, on a read-only file system with a volume and a /tmp of its own.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

_SOURCE = Path(__file__).parents[2]
_PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"
_SECONDS = 120
"""Until the server is ready."""


class Stage:
    """One FROM: a root file system, and what its steps have set."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
        self.user, self.folder, self.volume = "0", "/", ""
        self.health: list[str] = []
        self.start: list[str] = []

    def command(self, words: list[str]) -> list[str]:
        """Words as this stage runs them: its user, its environment and nothing else, its folder."""
        told = [f"{name}={value}" for name, value in self.environment.items()]
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(words)}"
        chroot = ["chroot", f"--userspec={self.user}:{self.user}", "."]
        return ["env", "-i", "-C", str(self.root), *told, *chroot, "/bin/sh", "-c", inside]

    def run(self, words: list[str]) -> None:
        subprocess.run(self.command(words), check=True)

    def copy(self, source: Path, target: str) -> None:
        """A file or folder into this root, links as links."""
        place = self.root / os.path.normpath(f"{self.folder}/{target}").lstrip("/")
        if source.is_dir():
            shutil.copytree(source, place, symlinks=True, dirs_exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, place)


class Step(NamedTuple):
    """One instruction, its lines joined."""

    name: str
    rest: str


def steps(dockerfile: str) -> list[Step]:
    """The instructions of a Dockerfile."""
    text = re.sub(r"\s*\\\n\s*", " ", re.sub(r"(?m)^#.*\n", "", dockerfile))
    return [Step(*line.split(" ", 1)) for line in text.splitlines() if line.strip()]


def build(folder: Path, context: Path) -> Stage:
    """The last stage, with every step done."""
    base = folder / "base"
    subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={_PACKAGES}", "bookworm", base, *_mirror()], check=True
    )
    (base / "usr/bin/python").symlink_to("python3")
    for name in ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf"):
        if Path(name).exists():
            shutil.copy(name, base / name.lstrip("/"))
    stages: dict[str, Stage] = {}
    stage = Stage(base)
    for step in steps((context / "Dockerfile").read_text()):
        print(f"{step.name} {step.rest}", flush=True)
        if step.name == "FROM":
            name = step.rest.partition(" AS ")[2] or str(len(stages))
            root = folder / f"stage-{name}"
            subprocess.run(["cp", "-a", base, root], check=True)
            stage = stages[name] = Stage(root)
        else:
            _do(stage, step, stages, context)
    return stage


def _do(stage: Stage, step: Step, stages: dict[str, Stage], context: Path) -> None:
    words = shlex.split(step.rest)
    match step.name:
        case "RUN":
            stage.run(["/bin/sh", "-c", step.rest])
        case "COPY" if words[0].startswith("--from="):
            source = stages[words[0].removeprefix("--from=")].root / words[1].lstrip("/")
            stage.copy(source, words[2])
        case "COPY":
            for name in _allowed(context):
                stage.copy(context / name, name)
        case "ENV":
            for word in words:
                name, _, value = word.partition("=")
                stage.environment[name] = re.sub(r"\$(\w+)", lambda found: stage.environment[found[1]], value)
        case "USER":
            stage.user = step.rest
        case "WORKDIR":
            stage.folder = step.rest
            (stage.root / step.rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        case "VOLUME":
            stage.volume = step.rest
        case "HEALTHCHECK":
            stage.health = json.loads(step.rest.partition("CMD ")[2])
        case "ENTRYPOINT" | "CMD":
            stage.start += json.loads(step.rest)
        case other if other != "EXPOSE":
            raise ValueError(f"{other} is not known here")


def _allowed(context: Path) -> list[str]:
    """What of the checkout is sent to Docker: what `.dockerignore` excepts from `*`, of what is committed."""
    lines = (context / ".dockerignore").read_text().splitlines()
    excepted = [line[1:] for line in lines if line.startswith("!")]
    listed = subprocess.run(["git", "ls-files", *excepted], cwd=context, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def _mirror() -> list[str]:
    """The mirror that this machine takes its packages from; that of `debootstrap` where none is set."""
    files = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    found = re.search(r"https?://\S+/debian(?=\s|$)", "\n".join(one.read_text() for one in files if one.is_file()))
    return [found[0]] if found else []


def serve(stage: Stage, volume: Path) -> None:
    """Start the server as the image does, wait for its health, and end it."""
    volume.mkdir()
    os.chown(volume, int(stage.user), -1)
    root = stage.root
    mounts = [
        ["mount", "--bind", root, root],
        ["mount", "--bind", volume, root / stage.volume.lstrip("/")],
        ["mount", "-o", "remount,ro,bind", root],
        ["mount", "-t", "tmpfs", "tmpfs", root / "tmp"],
        ["mount", "--bind", "/dev", root / "dev"],
    ]
    script = " && ".join(
        [*(shlex.join(map(str, one)) for one in mounts), f"exec {shlex.join(stage.command(stage.start))}"]
    )
    with subprocess.Popen(["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script]) as server:
        try:
            until = time.monotonic() + _SECONDS
            while subprocess.run(stage.command(stage.health), stderr=subprocess.DEVNULL, check=False).returncode:
                if server.poll() is not None or time.monotonic() > until:
                    raise SystemExit("the server is not ready")
                time.sleep(1)
        finally:
            server.terminate()
    print(f"ready; in the volume: {sorted(path.name for path in volume.iterdir())}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(sys.argv[1] if sys.argv[1:] else folder)
        place.mkdir(exist_ok=True)
        serve(build(place, _SOURCE), place / "volume")


if __name__ == "__main__":
    main()
