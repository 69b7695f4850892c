"""What models wrote, kept in a file: an answer is asked for, and paid for, once.

The file holds texts, continuations of private ones among them. It is readable by its owner alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dp_gateway.errors import InputError
from dp_gateway.llm import Reply

__all__ = ["Continuations"]


class Continuations:
    """Answers by what was asked; safe to share between threads.

    Args:
        path: of a file of JSON lines, made where there is none; None keeps them while the process lasts.

    Raises:
        InputError: the file cannot be read or written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._known: dict[str, Reply] = {}
        self._lock = threading.Lock()
        self._file = None if path is None else self._open(path)

    def _open(self, path: Path) -> int:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            content = path.read_bytes()
        except OSError as error:
            raise InputError(
                f"{path} cannot be written: {error.strerror}", hint="name a folder that you may write to: --out DIR"
            ) from None
        for line in content.splitlines():
            self._read(line)
        if content and not content.endswith(b"\n"):
            # Interrupted while it was written.
            os.write(file, b"\n")
        return file

    def _read(self, line: bytes) -> None:
        try:
            kept = json.loads(line)
            self._known[kept["asked"]] = Reply(
                kept["text"], kept["finish_reason"], int(kept["prompt_tokens"]), int(kept["completion_tokens"])
            )
        except (ValueError, KeyError, TypeError):
            return  # cut off; it is asked for again

    def __contains__(self, asked: Sequence[Any]) -> bool:
        return _hash(asked) in self._known

    def once(self, asked: Sequence[Any], ask: Callable[[], Reply]) -> Reply:
        """The answer from before, or a new one.

        Args:
            asked: all that the answer depends on, JSON-ready.
            ask: gives the answer; what it raises is not kept.
        """
        name = _hash(asked)
        known = self._known.get(name)
        if known is not None:
            return known
        reply = ask()
        line = json.dumps({"asked": name, **asdict(reply)}, ensure_ascii=False) + "\n"
        with self._lock:
            self._known[name] = reply
            if self._file is not None:
                os.write(self._file, line.encode("utf-8", "surrogatepass"))
        return reply

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Continuations:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _hash(asked: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()
