"""Packs the default index and lexicon of this machine as the package dp-gateway-data (`make data`).

    python -m release.data dist

Where that package is installed, the first use on a machine copies both from it, checked by SHA-256, instead of building
them: see `dp_gateway.vocabulary.opening`.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from dp_gateway import Sanitizer, __version__
from dp_gateway.mechanisms.stairtext import floors_name
from dp_gateway.vocabulary.index import default_path
from dp_gateway.vocabulary.lexicon import default_lexicon
from dp_gateway.vocabulary.lexicon.opened import default_lexicon_path
from dp_gateway.vocabulary.opening import HASHES, PACKAGE, default_index, made_from

_PROJECT = """\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "dp-gateway-data"
version = "{version}"
description = "The default index and lexicon of dp-gateway, built"
requires-python = ">=3.11"
license = "Apache-2.0"
license-files = ["LICENSE", "NOTICE"]

[tool.hatch.build.targets.wheel]
only-include = ["{package}"]
"""
_EPSILONS = (6, 8)
_DERIVED = tuple(floors_name(epsilon) for epsilon in _EPSILONS)
"""Tables of the index that the presets need; others are worked out when they are first asked for."""


def pack(stores: list[Path], folder: Path) -> None:
    """Write a project with copies of the stores, and with the hash of each file."""
    package = folder / PACKAGE
    for store in stores:
        for file in sorted(store.rglob("*")):
            inner = file.relative_to(store)
            if not file.is_file() or (inner.parts[0] == "derived" and inner.parts[1] not in _DERIVED):
                continue
            target = package / store.name / inner
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    files = sorted(file for file in package.rglob("*") if file.is_file())
    hashes = {file.relative_to(package).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}
    (package / HASHES).write_text(json.dumps({"made_from": made_from(), "sha256": hashes}, indent=1))
    (package / "__init__.py").write_text('"""The default index and lexicon of dp-gateway."""\n')
    root = Path(__file__).parents[1]
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(root / name, folder / name)
    (folder / "pyproject.toml").write_text(_PROJECT.format(version=__version__, package=PACKAGE))


def build(target: Path) -> Path:
    """Pack what the default paths hold (built where it is missing) and build the wheel; its path."""
    from hatchling.build import build_wheel

    for epsilon in _EPSILONS:
        # Opening one works its floors out, where they are not there yet.
        Sanitizer(mechanism="stairtext", epsilon=epsilon, index=default_index())
    default_lexicon()
    target = target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        pack([default_path(), default_lexicon_path()], Path(folder))
        before = Path.cwd()
        os.chdir(folder)
        try:
            return target / build_wheel(str(target))
        finally:
            os.chdir(before)


if __name__ == "__main__":
    sys.stdout.write(f"{build(Path(sys.argv[1]))}\n")
