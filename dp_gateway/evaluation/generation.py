"""Open-ended generation as the papers evaluate it: whether a provider's continuation of sanitized text still fits.

The first 50 tokens of a document are the prompt. It is sanitized, continued by the provider, and, where a local model
is at hand, rewritten by it against the private text (InferDPT's second step, `extract`). Beside that stand what the
provider writes without privacy, and what the local model writes alone (Tong et al. 2023, section 5; DynText, Table 1
and appendix C). Tokens are those of cl100k, where the papers count GPT-2's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from dp_gateway.errors import ConfigurationError, MalformedReply, ModelUnreachable
from dp_gateway.evaluation.continuing import CONTINUATION, Task, continuation, extract
from dp_gateway.evaluation.metrics import Measurement, Metric, Skipped
from dp_gateway.evaluation.metrics.coherence import Coherence
from dp_gateway.evaluation.metrics.mauve import Mauve
from dp_gateway.llm import LocalModel, Public, RemoteModel, Reply

__all__ = ["Generated", "Sanitizes", "generate"]


class Sanitizes(Protocol):
    """A `Sanitizer` or a `Gateway`."""

    def sanitize(self, text: str) -> Any:
        """A `Sanitized`."""
        ...


@dataclass(frozen=True, slots=True)
class Generated:
    """One way of continuing all documents, and how good it is.

    Attributes:
        setting: "no privacy", "local model alone", or the name of a sanitizer, with "+ extract" where it was rewritten.
        models: which wrote.
        texts: the continuations, by document; None where a model gave none.
        measurements: one for each metric.
        skipped: why there are no continuations at all; "" where there are.
        prompt_tokens, completion_tokens: as the servers count them.
        seconds: wall-clock time of the models.
    """

    setting: str
    models: str
    texts: tuple[str | None, ...]
    measurements: tuple[Measurement | Skipped, ...]
    skipped: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """JSON-ready; without the texts, which may be private."""
        measured = [one for one in self.measurements if isinstance(one, Measurement)]
        return {
            "setting": self.setting,
            "models": self.models,
            "documents": sum(text is not None for text in self.texts),
            "failed": sum(text is None for text in self.texts),
            **{one.metric: one.value for one in measured},
            "intervals": {one.metric: one.interval for one in measured},
            "metric_models": {one.metric: one.model for one in measured},
            "skipped": self.skipped
            or {one.metric: one.reason for one in self.measurements if isinstance(one, Skipped)},
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "seconds": self.seconds,
        }


def generate(
    tasks: Sequence[Task],
    provider: LocalModel | RemoteModel,
    sanitizers: Mapping[str, Sanitizes],
    *,
    local: LocalModel | None = None,
    public: bool = False,
    metrics: Sequence[Metric] | None = None,
    tokens: int = CONTINUATION,
    concurrency: int = 4,
    done: Callable[[Generated], object] | None = None,
) -> list[Generated]:
    """Continue all tasks in every way, and measure.

    Args:
        tasks: see `tasks_of`.
        provider: writes the continuations.
        sanitizers: by name; each is a setting.
        local: continues alone, and rewrites the drafts of each setting; None leaves both out.
        public: the documents hold nothing private, so that a remote provider may be shown them for comparison.
        metrics: None takes coherence with the private prompt, and MAUVE against what the authors wrote. MAUVE is given
            the authors' continuations as originals, all others the prompts.
        tokens: of a continuation.
        concurrency: requests at a time.
        done: called with each setting when it is through.

    Raises:
        ConfigurationError: nothing to do.
        ModelRefused: key, address or name of a model are wrong.
    """
    if not tasks or tokens < 1 or concurrency < 1:
        raise ConfigurationError("there is nothing to continue", hint="give tasks, and at least one token")
    run = _Run(tasks, [Coherence(), Mauve()] if metrics is None else metrics, tokens, concurrency)
    rows: list[Generated] = []

    def add(row: Generated) -> Generated:
        rows.append(row)
        if done is not None:
            done(row)
        return row

    prompts = [task.prompt for task in tasks]
    if isinstance(provider, RemoteModel) and not public:
        reason = "the provider is remote: it sees private text only where the documents are declared public"
        add(Generated("no privacy", provider.name, (), (), reason))
    else:
        shown = [Public(prompt) if public else prompt for prompt in prompts]
        add(run.row("no privacy", provider.name, lambda at: continuation(provider, shown[at], tokens=tokens)))
    if local is not None:
        add(run.row("local model alone", local.name, lambda at: continuation(local, prompts[at], tokens=tokens)))
    for name, sanitizer in sanitizers.items():
        sent = [sanitizer.sanitize(prompt) for prompt in prompts]
        drafted = add(run.drafted(name, provider, sent))
        if local is not None:
            add(run.extracted(name, provider, local, drafted.texts))
    return rows


class _Run:
    """What all settings have in common."""

    def __init__(self, tasks: Sequence[Task], metrics: Sequence[Metric], tokens: int, concurrency: int) -> None:
        self._tasks, self._metrics, self._tokens, self._concurrency = tasks, metrics, tokens, concurrency

    def drafted(self, name: str, provider: LocalModel | RemoteModel, sent: Sequence[Any]) -> Generated:
        """Continuations of sanitized prompts, with the originals where surrogates stand."""
        return self.row(
            name,
            provider.name,
            lambda at: continuation(provider, sent[at], tokens=self._tokens),
            lambda at, text: sent[at].restore(text),
        )

    def extracted(
        self, name: str, provider: LocalModel | RemoteModel, local: LocalModel, drafts: Sequence[str | None]
    ) -> Generated:
        """Drafts rewritten by the local model; where there is no draft, there is nothing to rewrite."""

        def rewritten(at: int) -> Reply:
            draft = drafts[at]
            if draft is None:
                raise MalformedReply("there is no draft", hint="see the provider")
            return extract(local, self._tasks[at].prompt, draft, tokens=self._tokens)

        return self.row(f"{name} + extract", f"{provider.name}, {local.name}", rewritten)

    def row(
        self,
        setting: str,
        models: str,
        write: Callable[[int], Reply],
        restored: Callable[[int, str], str] | None = None,
    ) -> Generated:
        """One setting."""

        def one(at: int) -> Reply | None:
            try:
                return write(at)
            except (MalformedReply, ModelUnreachable):
                return None

        started = time.perf_counter()
        with ThreadPoolExecutor(self._concurrency) as threads:
            replies = list(threads.map(one, range(len(self._tasks))))
        seconds = time.perf_counter() - started
        texts = tuple(
            reply and (restored(at, reply.text) if restored else reply.text) for at, reply in enumerate(replies)
        )
        answered = [reply for reply in replies if reply is not None]
        return Generated(
            setting,
            models,
            texts,
            self._measured(texts),
            "" if answered else "no model gave an answer",
            sum(reply.prompt_tokens for reply in answered),
            sum(reply.completion_tokens for reply in answered),
            seconds,
        )

    def _measured(self, texts: Sequence[str | None]) -> tuple[Measurement | Skipped, ...]:
        there = [(task, text) for task, text in zip(self._tasks, texts, strict=True) if text is not None]
        if not there:
            return ()
        written, prompts = [task.written for task, _ in there], [task.prompt for task, _ in there]
        made = [text for _, text in there]
        return tuple(metric.measure(written if metric.name == "mauve" else prompts, made) for metric in self._metrics)
