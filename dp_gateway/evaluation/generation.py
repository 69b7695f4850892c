"""Open-ended generation as the papers evaluate it: whether a provider's continuation of sanitized text still fits.

The first 50 tokens of a document are the prompt. It is sanitized, continued by the provider, and, where that is wanted,
rewritten by a local model against the private text (InferDPT's second step, `extract`). Beside that stand what the
provider writes without privacy, and what the local model writes alone (Tong et al. 2023, section 5; DynText, Table 1
and appendix C). Tokens are those of cl100k, where the papers count GPT-2's.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from dp_gateway.errors import ConfigurationError, MalformedReply, ModelUnreachable
from dp_gateway.evaluation.continuations import (
    CONTINUATION,
    Continuations,
    ContinuationTask,
    asked,
    continuation,
    extract,
)
from dp_gateway.evaluation.metrics import Measurement, Metric, Skipped
from dp_gateway.evaluation.metrics.generated_text import Mauve
from dp_gateway.evaluation.metrics.released_text import Coherence
from dp_gateway.evaluation.results import Setting
from dp_gateway.llm import LocalModel, Public, RemoteModel, Reply
from dp_gateway.pipeline import Sanitizer
from dp_gateway.randomness import Secret
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import cl100k

_Ask = Callable[[int], Reply]
Say = Callable[[str, int, int], None]
"""Told the setting, the continuations that are there, and their number."""


def _silent(setting: str, done: int, total: int) -> None:
    del setting, done, total


class Sanitizes(Protocol):
    """A `Sanitizer` or a `Gateway`."""

    def sanitize(self, text: str) -> Any:
        """Sanitize a text, as `Sanitizer` and `Gateway` do."""
        ...


class Missing(NamedTuple):
    """What the provider has yet to be asked. `requests`: continuations that are not there yet. `prompt_tokens` and
    `completion_tokens`: at most; counted with cl100k, which other models come near.
    """

    requests: int
    prompt_tokens: int
    completion_tokens: int


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
        seconds: wall-clock time of what was not there yet.
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
        """Return the figures as JSON values; without the texts, which may be private."""
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
            "seconds": round(self.seconds, 3),
        }


def sanitizers_of(
    index: Index, settings: Sequence[Setting], seed: int, *, keep_stopwords: bool | None = None
) -> dict[str, Sanitizer]:
    """Make a sanitizer for each setting, by its name; draws are a function of seed, setting and text. Raises
    AssumptionViolated where the vocabulary rules a setting out.
    """
    key = Secret(hashlib.sha256(f"draws of a generation {seed}".encode()).digest())
    return {
        f"{name} {epsilon:g}": Sanitizer(
            name, epsilon, keep_stopwords=keep_stopwords, key=key, index=index, languages="any"
        )
        for name, epsilon in settings
    }


class Generation:
    """All ways of continuing the same documents.

    Args:
        provider: writes the continuations.
        sanitizers: by name; each is a setting. With a key, what was kept is found again.
        local: continues alone; None leaves that out.
        rewrite: the local model also rewrites the drafts of each setting against the private text.
        public: the documents hold nothing private, so that a remote provider may be shown them for comparison.
        metrics: None takes coherence with the private prompt, and MAUVE against what the authors wrote. MAUVE is given
            the authors' continuations as originals, all others the prompts.
        concurrency: requests at a time.
        kept: what models wrote before.

    Raises:
        ConfigurationError: nothing to do, or drafts are to be rewritten and there is no local model.
    """

    def __init__(
        self,
        tasks: Sequence[ContinuationTask],
        provider: LocalModel | RemoteModel,
        sanitizers: Mapping[str, Sanitizes],
        *,
        local: LocalModel | None = None,
        rewrite: bool = False,
        public: bool = False,
        metrics: Sequence[Metric] | None = None,
        tokens: int = CONTINUATION,
        concurrency: int = 4,
        kept: Continuations | None = None,
    ) -> None:
        if not tasks or tokens < 1 or concurrency < 1:
            raise ConfigurationError("there is nothing to continue", hint="give tasks, and at least one token")
        if rewrite and local is None:
            raise ConfigurationError(
                "drafts are rewritten against the private text, and no local model is there to see it",
                hint="give one: --local smollm2",
            )
        self._tasks, self._provider, self._local = tasks, provider, local
        self._rewrite, self._public = rewrite, public
        self._metrics = [Coherence(), Mauve()] if metrics is None else metrics
        self._tokens, self._concurrency, self._kept = tokens, concurrency, kept or Continuations()
        self._sent = {name: [one.sanitize(task.prompt) for task in tasks] for name, one in sanitizers.items()}

    @property
    def settings(self) -> int:
        """How many `rows` there are."""
        return 1 + (self._local is not None) + len(self._sent) * (1 + self._rewrite)

    @property
    def _shown(self) -> bool:
        """Whether the provider may be shown the documents as they are."""
        return self._public or isinstance(self._provider, LocalModel)

    def missing(self) -> Missing:
        """Count what the provider has yet to be asked: to be looked at before it is paid for."""
        plain = [task.prompt for task in self._tasks] if self._shown else []
        texts = dict.fromkeys([*plain, *(one.text for sent in self._sent.values() for one in sent)])
        all_asked = [asked(self._provider, "continue", self._tokens, text=text) for text in texts]
        wanted = [one for one in all_asked if one not in self._kept]
        prompts = (content for one in wanted for _, content in one[-1])
        counted = sum(len(cl100k().encode_ordinary(prompt)) for prompt in prompts)
        return Missing(len(wanted), counted, len(wanted) * self._tokens)

    def rows(self, say: Say = _silent) -> Iterator[Generated]:
        """Yield one setting after the other; models are asked for what is not there yet. Raises ModelRefused: key,
        address or name of a model are wrong.
        """
        prompts = [task.prompt for task in self._tasks]
        provider, local = self._provider, self._local
        if self._shown:
            shown = [Public(prompt) if self._public else prompt for prompt in prompts]
            yield self._row("no privacy", provider.name, lambda at: self._continued(provider, shown[at]), say)
        else:
            reason = "the provider is remote: it sees private text only where the documents are declared public"
            yield Generated("no privacy", provider.name, (), (), reason)
        if local is not None:
            yield self._row("local model alone", local.name, lambda at: self._continued(local, prompts[at]), say)
        for name, sent in self._sent.items():
            drafted = self._row(
                name,
                provider.name,
                lambda at, sent=sent: self._continued(provider, sent[at]),
                say,
                # With the originals where surrogates stand.
                lambda at, text, sent=sent: sent[at].restore(text),
            )
            yield drafted
            if self._rewrite and local is not None:
                models = f"{provider.name}, {local.name}"
                rewritten = self._rewritten(local, drafted.texts)
                yield self._row(f"{name} + extract", models, rewritten, say)

    def _continued(self, model: LocalModel | RemoteModel, text: Any) -> Reply:
        plain = text if isinstance(text, str) else text.text
        return self._kept.once(
            asked(model, "continue", self._tokens, text=plain), lambda: continuation(model, text, tokens=self._tokens)
        )

    def _rewritten(self, local: LocalModel, drafts: Sequence[str | None]) -> _Ask:
        def ask(at: int) -> Reply:
            draft, prompt = drafts[at], self._tasks[at].prompt
            if draft is None:
                raise MalformedReply("there is no draft", hint="see the provider")
            return self._kept.once(
                asked(local, "extract", self._tokens, text=prompt, draft=draft),
                lambda: extract(local, prompt, draft, tokens=self._tokens),
            )

        return ask

    def _row(
        self, setting: str, models: str, ask: _Ask, say: Say, restored: Callable[[int, str], str] | None = None
    ) -> Generated:
        """Measure one setting."""

        def one(at: int) -> Reply | None:
            try:
                return ask(at)
            except (MalformedReply, ModelUnreachable):
                return None

        started = time.perf_counter()
        replies: list[Reply | None] = []
        say(setting, 0, len(self._tasks))
        with ThreadPoolExecutor(self._concurrency) as threads:
            for reply in threads.map(one, range(len(self._tasks))):
                replies.append(reply)
                say(setting, len(replies), len(self._tasks))
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
