"""Continues the beginnings of documents by models, and keeps what they wrote in a file, so that it is paid for once.

`generation` uses it: a remote model writes a draft of the sanitized text, and a local one may extract from it. The file
holds texts, continuations of private ones among them. It is readable by its owner alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.errors import InputError
from dp_gateway.llm import LocalModel, Message, Public, RemoteModel, Reply, SanitizedText, load
from dp_gateway.vocabulary.words import cl100k

PROMPT, CONTINUATION = 50, 100
"""Tokens of a prompt and of its continuation (DynText, appendix C)."""

_TEMPERATURE = 0.5
"""Of all models (DynText, appendix D)."""


class ContinuationTask(NamedTuple):
    """A beginning to continue, and what its author wrote behind it."""

    prompt: str
    written: str


def tasks_of(
    documents: Sequence[str], *, prompt_tokens: int = PROMPT, continuation_tokens: int = CONTINUATION
) -> list[ContinuationTask]:
    """Cut documents after so many tokens; documents that end before their continuation are left out. Raises InputError
    where none is long enough.
    """
    encoding = cl100k()
    tasks: list[ContinuationTask] = []
    for document in documents:
        tokens = encoding.encode_ordinary(document.strip())
        if len(tokens) >= prompt_tokens + continuation_tokens:
            pieces = tokens[:prompt_tokens], tokens[prompt_tokens : prompt_tokens + continuation_tokens]
            # A cut inside a character leaves a piece that is no text.
            tasks.append(ContinuationTask(*(encoding.decode(piece).strip("\ufffd") for piece in pieces)))
    if not tasks:
        raise InputError(
            f"no document has {prompt_tokens + continuation_tokens} tokens",
            hint="give longer documents, or ask for fewer tokens",
        )
    return tasks


def continuation(
    model: LocalModel | RemoteModel, text: str | SanitizedText | Public, *, tokens: int = CONTINUATION
) -> Reply:
    """Ask a model for what it writes behind a text.

    Args:
        model: is asked.
        text: raw for a local model, sanitized or declared public for a remote one.
        tokens: at most.

    Raises:
        UntrustedModel: the model is remote, and the text neither sanitized nor declared public; nothing was sent.
        ModelError: there is no usable answer.
    """
    template = load("continue")
    if isinstance(model, LocalModel):
        plain = text if isinstance(text, str) else text.text
        return model.chat(template.fill(text=plain), temperature=_TEMPERATURE, max_tokens=tokens)
    if isinstance(text, Public):
        public = [Message(one.role, Public(one.content)) for one in template.fill(text=text.text)]
        return model.chat_public(public, temperature=_TEMPERATURE, max_tokens=tokens)
    # A `str` is refused where the message is made into a request.
    composed = template.compose(text=text)  # type: ignore[arg-type]
    messages = [Message[SanitizedText](one.role, one.content) for one in composed]
    return model.chat(messages, temperature=_TEMPERATURE, max_tokens=tokens)


def extract(model: LocalModel, text: str, draft: str, *, tokens: int = CONTINUATION) -> Reply:
    """Do InferDPT's second step: a local model rewrites a remote draft against the private text (prompts/extract.md).

    Args:
        model: may see both.
        text: private, that the draft goes on from.
        draft: of the remote model.
        tokens: at most.

    Raises:
        ModelError: there is no usable answer.
    """
    messages = load("extract").fill(text=text, draft=draft)
    return model.chat(messages, temperature=_TEMPERATURE, max_tokens=tokens)


def asked(model: LocalModel | RemoteModel, template: str, tokens: int, **texts: str) -> list[Any]:
    """List all that an answer of `continuation` (template "continue") or `extract` depends on, JSON-ready."""
    return [model.name, _TEMPERATURE, tokens, [[one.role, one.content] for one in load(template).fill(**texts)]]


class Continuations:
    """Answers by what was asked; safe to share between threads. `path`: of a file of JSON lines, made where there is
    none; None keeps them while the process lasts. Raises InputError where the file cannot be read or written.
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
        """Return the answer from before, or a new one. `asked`: all that the answer depends on, JSON-ready. `ask`:
        gives the answer; what it raises is not kept.
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
        """Close the file of continuations."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Continuations:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _hash(asked: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()
