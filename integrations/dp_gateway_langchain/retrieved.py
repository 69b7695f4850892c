"""Sanitized documents of a chain, known to the step that sanitizes its prompt.

A retriever stands deeper in a chain than the prompt does: `{"context": retriever | join, "question": ...} | prompt`.
LangChain tells a step the run around it and no more, so a handler that hears of every run keeps who stands in whom. It
is switched on with the first `SanitizedRetriever`. All of it is kept weakly, by ids that live as long as their runs.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import Any, NamedTuple, cast
from uuid import UUID
from weakref import WeakKeyDictionary

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableConfig
from langchain_core.tracers.context import register_configure_hook

from dp_gateway.errors import ConfigurationError
from dp_gateway_langchain.links import run_of

__all__ = ["Retrieved", "remember", "switch_on", "with_originals"]


class Retrieved(NamedTuple):
    """One document.

    Attributes:
        sanitized, original: its fields.
        surrogates: what stands in it for entities.
    """

    sanitized: Mapping[str, Any]
    original: Mapping[str, Any]
    surrogates: Sequence[str]

    @property
    def text(self) -> str:
        """Its text as it may leave."""
        return self.sanitized["page_content"]


_NAME = re.compile(r"[^\W\d_]{4}")
"""Numbers and short words stand in a prompt for reasons of their own."""

_outer: WeakKeyDictionary[UUID, UUID] = WeakKeyDictionary()
_documents: WeakKeyDictionary[UUID, list[Retrieved]] = WeakKeyDictionary()
_lock = threading.Lock()


class _Runs(BaseCallbackHandler):
    """Hears which run stands in which."""

    run_inline = True

    @property
    def ignore_llm(self) -> bool:
        return True

    @property
    def ignore_chat_model(self) -> bool:
        return True

    def on_chain_start(
        self,
        serialized: dict[str, Any] | None,
        inputs: Any,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        **kwargs: Any,
    ) -> None:
        if parent_run_id is not None:
            with _lock:
                _outer[run_id] = parent_run_id


@cache
def switch_on() -> None:
    """Hear of all runs from now on."""
    # One handler for every context: that is what is wanted of a default.
    handler: ContextVar[BaseCallbackHandler | None] = ContextVar("runs", default=_Runs())  # noqa: B039
    register_configure_hook(handler, inheritable=True)


def remember(config: RunnableConfig, found: Sequence[Retrieved]) -> None:
    """Keep what was retrieved for the prompts of the runs around it."""
    with _lock:
        for run in _around(run_of(config)):
            _documents.setdefault(run, []).extend(found)


def _around(run: UUID | None) -> Iterator[UUID]:
    while run is not None:
        yield run
        run = _outer.get(run)


def with_originals(body: dict[str, Any], config: RunnableConfig) -> dict[str, Any]:
    """A request in which the originals stand for sanitized documents of its chain, so that all is drawn together.

    Raises:
        ConfigurationError: it cannot be told where a document stands, as it was changed or its text stands elsewhere
            too.
    """
    known = _known(config)
    if not known:
        return body
    texts = {one.text: str(one.original["page_content"]) for one in known}
    if any(texts[one.text] != one.original["page_content"] for one in known):
        raise _ambiguous()
    pattern = re.compile("|".join(map(re.escape, sorted(texts, key=len, reverse=True))))
    seen: Counter[str] = Counter()
    rest: list[str] = []

    def original(match: re.Match[str]) -> str:
        seen[match[0]] += 1
        return texts[match[0]]

    def replaced(text: str) -> str:
        rest.append(pattern.sub("\0", text))
        return pattern.sub(original, text)

    documents: list[Any] = []
    for fields in body.get("documents", ()):
        whole = next((one for one in known if one.sanitized == fields), None)
        if whole is not None:
            seen[whole.text] += 1
        documents.append(_mapped(fields, replaced) if whole is None else whole.original)
    new = {name: documents if name == "documents" else _mapped(value, replaced) for name, value in body.items()}
    if seen - Counter(one.text for one in known) or _stands(known, "\0".join(rest)):
        raise _ambiguous()
    return new


def _known(config: RunnableConfig) -> list[Retrieved]:
    """The documents of the nearest run around a step that has any."""
    if not len(_documents):
        return []
    with _lock:
        for run in _around(run_of(config)):
            if found := _documents.get(run):
                return [one for one in found if one.sanitized != one.original]
    return []


def _stands(known: Sequence[Retrieved], text: str) -> bool:
    """Whether a name that a document has from us stands somewhere else: nothing but a part of the document has it.

    Other blanks between the words of a name do not make it another one.
    """
    names = {surrogate for one in known for surrogate in one.surrogates if _NAME.search(surrogate)}
    spread = (r"\s+".join(map(re.escape, name.split())) for name in names if name.split()[0] in text)
    return any(re.search(rf"(?<!\w){name}(?!\w)", text) for name in spread)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in cast(list[Any], value)]
    if isinstance(value, Mapping):
        return {name: _mapped(one, change) for name, one in cast(Mapping[str, Any], value).items()}
    return value


def _ambiguous() -> ConfigurationError:
    return ConfigurationError(
        "the prompt holds a part of a sanitized document, or one more often than it was retrieved",
        hint="put documents whole and once into the prompt, or hand PromptSanitizer the documents themselves: "
        "{'context': retriever, 'question': ...} | PromptSanitizer() | prompt | model | ReplyRestorer()",
    )
