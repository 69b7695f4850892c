"""Beginnings of documents and their continuations: by a model, or by a local one from a remote draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dp_gateway.errors import InputError
from dp_gateway.llm import LocalModel, Message, Public, RemoteModel, Reply, SanitizedText, load
from dp_gateway.vocabulary.words import cl100k

__all__ = ["CONTINUATION", "PROMPT", "Task", "asked", "continuation", "extract", "tasks_of"]

PROMPT, CONTINUATION = 50, 100
"""Tokens of a prompt and of its continuation (DynText, appendix C)."""

_TEMPERATURE = 0.5
"""Of all models (DynText, appendix D)."""


class Task(NamedTuple):
    """A beginning to continue, and what its author wrote behind it."""

    prompt: str
    written: str


def tasks_of(
    documents: Sequence[str], *, prompt_tokens: int = PROMPT, continuation_tokens: int = CONTINUATION
) -> list[Task]:
    """Beginnings of documents, cut after so many tokens; documents that end before their continuation are left out.

    Raises:
        InputError: none is long enough.
    """
    encoding = cl100k()
    tasks: list[Task] = []
    for document in documents:
        tokens = encoding.encode_ordinary(document.strip())
        if len(tokens) >= prompt_tokens + continuation_tokens:
            pieces = tokens[:prompt_tokens], tokens[prompt_tokens : prompt_tokens + continuation_tokens]
            # A cut inside a character leaves a piece that is no text.
            tasks.append(Task(*(encoding.decode(piece).strip("\ufffd") for piece in pieces)))
    if not tasks:
        raise InputError(
            f"no document has {prompt_tokens + continuation_tokens} tokens",
            hint="give longer documents, or ask for fewer tokens",
        )
    return tasks


def continuation(
    model: LocalModel | RemoteModel, text: str | SanitizedText | Public, *, tokens: int = CONTINUATION
) -> Reply:
    """What a model writes behind a text.

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
    """InferDPT's second step: a local model rewrites a remote draft against the private text (prompts/extract.md).

    Raises:
        ModelError: there is no usable answer.
    """
    messages = load("extract").fill(text=text, draft=draft)
    return model.chat(messages, temperature=_TEMPERATURE, max_tokens=tokens)


def asked(model: LocalModel | RemoteModel, template: str, tokens: int, **texts: str) -> list[Any]:
    """All that an answer of `continuation` (template "continue") or `extract` depends on, JSON-ready."""
    return [model.name, _TEMPERATURE, tokens, [[one.role, one.content] for one in load(template).fill(**texts)]]
