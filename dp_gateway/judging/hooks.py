"""A sampled share of live traffic goes to a judge, beside the traffic: no reply waits for it.

The server samples here; what is judged is the text of a reply in any API shape, and the text that it answers. Scores
go to sinks (Prometheus, OpenTelemetry, LangSmith), none of which is told a word of what was judged.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

import orjson

from dp_gateway.api import RequestTexts
from dp_gateway.api.replies.fields import is_array, is_object
from dp_gateway.api.sse import EventParser
from dp_gateway.errors import ConfigurationError, InputError, ModelError, UntrustedModel, check_argument
from dp_gateway.exchange import Exchange
from dp_gateway.judging.judge import Judge, Text
from dp_gateway.judging.results import CRITERIA, Judgement
from dp_gateway.judging.settings import CHARACTERS, JudgeSettings
from dp_gateway.llm import Endpoint, LocalModel, Public, model_at
from dp_gateway.randomness import OsEntropy, Stream

if TYPE_CHECKING:
    from langsmith import Client
    from opentelemetry.trace import TracerProvider
    from prometheus_client import CollectorRegistry


Piece = bytes | str | Mapping[str, Any]

_PROMPTS = ("messages", "input", "prompt")


def user_text(texts: RequestTexts) -> int | None:
    """Find the text of a request that is answered: the last one of its messages, input or prompt; None if there is
    none.
    """
    own = [
        at
        for at, (path, developer) in enumerate(zip(texts.paths, texts.developer, strict=True))
        if path.startswith(_PROMPTS) and not developer
    ]
    return own[-1] if own else None


def reply_text(shape: str, pieces: Sequence[Piece]) -> str:
    """Return the text of the first choice of a reply; empty if there is none. `shape`: name of the API. `pieces`: bytes
    of a body or of an event stream, JSON objects of either, or text.
    """
    joined = b"".join([piece for piece in pieces if isinstance(piece, bytes)])
    texts = [piece for piece in pieces if isinstance(piece, str)]
    objects = [piece for piece in pieces if isinstance(piece, Mapping)]
    texts += [text for one in (*_objects(joined), *objects) for text in _said(shape, one)]
    return "".join(texts)


def _objects(body: bytes) -> Iterator[Any]:
    if body.lstrip().startswith(b"{"):
        yield from _loaded(body)
        return
    parser = EventParser()
    for event in (*parser.feed(body), *parser.close()):
        yield from _loaded(event.data)


def _loaded(data: bytes) -> Iterator[Any]:
    try:
        yield orjson.loads(data)
    except orjson.JSONDecodeError:
        return  # [DONE], or a reply that was too long to be kept whole


def _said(shape: str, data: Any) -> Iterator[str]:
    if not is_object(data):
        return
    if shape == "responses":
        if data.get("type") == "response.output_text.delta":
            yield from _text(data.get("delta"))
        for item in _listed(data.get("output")):
            yield from _text(item.get("content"))
    elif shape == "messages":
        delta = data.get("delta")
        yield from _text(delta.get("text") if is_object(delta) else data.get("content"))
    else:
        for choice in _listed(data.get("choices")):
            if not choice.get("index"):
                message = choice.get("delta") or choice.get("message")
                yield from _text(message.get("content") if is_object(message) else choice.get("text"))


def _text(value: Any) -> Iterator[str]:
    """A string, or the texts of a list of parts."""
    if isinstance(value, str):
        yield value
    for part in _listed(value):
        yield from _text(part.get("text"))


def _listed(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if is_object(one)] if is_array(value) else []


Outcome = Literal["judged", "dropped", "failed", "refused", "blank"]
"""`dropped`: the queue was full; `failed`: the judge gave no usable answer; `refused`: it may not see the text;
`blank`: the reply holds no text."""

_LARGEST = 1 << 20
"""Bytes of a reply that are kept for judging; what comes behind them is not judged."""

_PAUSE = 0.05
"""Seconds between looks at what still waits."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one sample.

    Attributes:
        outcome: one of `Outcome`.
        judgement: where it was judged.
        error: why not; never a word of what was to be judged.
        context: what the door told: names and ids, no text.
    """

    outcome: Outcome
    judgement: Judgement | None = None
    error: str = ""
    context: Mapping[str, Any] = field(default_factory=dict[str, Any])


Sink = Callable[[Judged], None]
"""Called in the thread of the judge, for every sample (a dropped one has no context); what it raises is counted."""


class Sample:
    """A request that will be judged. Only `Judging.sample` makes one. `context`: more may be put in until `done`."""

    def __init__(self, judging: Judging, exchange: Exchange, context: dict[str, Any]) -> None:
        self.context = context
        self._judging, self.exchange = judging, exchange
        self.pieces: list[Piece] = []
        self._size = 0
        self._done = False

    def feed(self, piece: Piece) -> None:
        """Take in a reply, or a piece of one: bytes of a body or of an event stream, a JSON object, or text."""
        if self._size < _LARGEST:
            self.pieces.append(piece)
            self._size += len(piece) if isinstance(piece, bytes | str) else 1

    def done(self) -> None:
        """Note that the reply is complete: put it into the queue, or drop it. Does not wait; the second time it does
        nothing.
        """
        if not self._done:
            self._done = True
            self._judging.put(self)


class Judging:
    """The judge beside the traffic; safe to share between threads.

    Args:
        judge: a local or a remote one.
        share: of the requests, 0 to 1.
        sinks: told of every sample; see `dp_gateway.judging.hooks`.
        sees: "raw" shows the originals, to a local judge alone.
        waiting: samples that may wait; further ones are dropped.
        characters: of prompt and reply that are shown, from their beginnings.
        stream: of the draws; None takes fresh bits of the operating system.

    Attributes:
        counts: samples by outcome, and `sink_errors`.

    Raises:
        ConfigurationError: an argument is of another kind, a share outside 0 to 1, or nothing may wait.
        UntrustedModel: raw text, and a judge that is not local.
    """

    def __init__(
        self,
        judge: Judge,
        *,
        share: float,
        sinks: Sequence[Sink] = (),
        sees: Literal["sanitized", "raw"] = "sanitized",
        waiting: int = 64,
        characters: int = CHARACTERS,
        stream: Stream | None = None,
    ) -> None:
        check_argument("judge", judge, Judge, hint='write Judge(LocalModel(Endpoint(url, model, trust="local")))')
        check_argument("share", share, int, float, hint="share=0.1")
        if isinstance(sinks, str) or not isinstance(cast(object, sinks), Sequence) or not all(map(callable, sinks)):
            raise ConfigurationError("sinks are no list of functions", hint="write sinks=[tell]")
        if not 0 <= share <= 1 or min(waiting, characters) < 1:
            raise ConfigurationError(
                "the share of traffic to judge is a number from 0 to 1, and waiting and characters at least 1",
                hint="share=0.1",
            )
        if sees == "raw" and not isinstance(judge.model, LocalModel):
            raise UntrustedModel(
                f"the judge {judge.model.name} is remote and may not see raw text",
                hint='leave sees="raw" out, or judge with a model that is declared trust="local"',
            )
        self.counts: Counter[str] = Counter()
        self._judge, self._sinks, self._sees, self._characters = judge, tuple(sinks), sees, characters
        self._below = int(share * 2.0**64)
        self._stream = stream or OsEntropy()
        self._queue: queue.Queue[Sample | None] = queue.Queue(waiting)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._untold = 0
        """Dropped samples that no sink was told of: sinks may be slow, and a door must not wait for them."""

    def sample(self, exchange: Exchange, **context: Any) -> Sample | None:
        """Choose whether this request is to be judged: for most the answer is None.

        A request that an outer door has sanitized belongs to that one's judge, and embeddings have no text.
        """
        if int(self._stream.uint64(1)[0]) >= self._below:
            return None
        if not exchange.request.texts or exchange.shape.name == "embeddings":
            return None
        return Sample(self, exchange, dict(context))

    def put(self, sample: Sample) -> None:
        """Let a sample wait for the judge; it is dropped where too many wait."""
        try:
            self._queue.put_nowait(sample)
        except queue.Full:
            self._drop()
            return
        if self._thread is None:
            self._start()

    def close(self, seconds: float = 0) -> None:
        """Stop: judge what waits for so many seconds, and drop the rest."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is None:
            return
        ends = time.monotonic() + seconds
        while not self._queue.empty() and time.monotonic() < ends:
            time.sleep(_PAUSE)
        while not self._queue.empty():
            self._forget()
        try:
            self._queue.put(None, timeout=_PAUSE)
        except queue.Full:
            return  # requests go on: the thread ends with the process
        thread.join(max(0.0, ends - time.monotonic()))

    def _forget(self) -> None:
        try:
            dropped = self._queue.get_nowait()
        except queue.Empty:
            return
        if dropped is not None:
            self._drop()

    def _drop(self) -> None:
        with self._lock:
            self.counts["dropped"] += 1
            self._untold += 1

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="judge", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while (sample := self._queue.get()) is not None:
            judged = self._judged(sample)
            with self._lock:
                self.counts[judged.outcome] += 1
                dropped, self._untold = self._untold, 0
            for one in (judged, *[Judged("dropped")] * dropped):
                self._tell(one)

    def _judged(self, sample: Sample) -> Judged:
        try:
            prompt, reply = self._texts(sample)
            judgement = self._judge.judge(reply, prompt=prompt)
        except InputError as error:
            return Judged("blank", error=error.message, context=sample.context)
        except UntrustedModel as error:
            return Judged("refused", error=error.message, context=sample.context)
        except ModelError as error:
            return Judged("failed", error=error.message, context=sample.context)
        except Exception as error:
            # The text of a foreign error may show what was to be judged.
            return Judged("failed", error=type(error).__name__, context=sample.context)
        return Judged("judged", judgement, context=sample.context)

    def _texts(self, sample: Sample) -> tuple[Text | None, Text]:
        """The prompt, if there is one, and the reply."""
        exchange, most = sample.exchange, self._characters
        reply = reply_text(exchange.shape.name, sample.pieces)
        at = user_text(exchange.texts)
        if self._sees == "raw":
            return None if at is None else exchange.texts.texts[at][:most], exchange.request.restore(reply)[:most]
        sent = None if at is None else exchange.request.texts[at]
        if exchange.policy.kind == "observe" and not isinstance(self._judge.model, LocalModel):
            raise UntrustedModel("the policy observes: it changed nothing", hint="judge with a local model")
        if isinstance(self._judge.model, LocalModel):
            return None if sent is None else sent.text[:most], reply[:most]
        if sent is not None and len(sent.text) > most:
            sent = Public(sent.text[:most])  # the beginning of what may leave may leave
        # What a provider makes of sanitized text tells no more than that: post-processing.
        return sent, Public(reply[:most])

    def _tell(self, judged: Judged) -> None:
        for sink in self._sinks:
            try:
                sink(judged)
            except Exception:
                # A sink that fails must not end the judging.
                with self._lock:
                    self.counts["sink_errors"] += 1


def open_judging(settings: JudgeSettings, sinks: Sequence[Sink] = ()) -> Judging:
    """Make the judge that settings want; it is not asked yet. Raises ConfigurationError or UntrustedModel where the
    settings contradict each other.
    """
    endpoint = Endpoint(
        settings.url,
        settings.model,
        trust=settings.trust,
        api_key_env=settings.api_key_env,
        timeout=settings.timeout,
        trusted_host=settings.trusted_host,
    )
    judge = Judge(model_at(endpoint), repeats=settings.repeats)
    return Judging(judge, share=settings.share, sinks=sinks, sees=settings.sees, waiting=settings.waiting)


_BUCKETS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)
_FROM_DOORS = ("route", "policy", "upstream", "client")


def prometheus_sink(registry: CollectorRegistry) -> Sink:
    """Make histograms `dp_gateway_judge_score{criterion}`, and counters of samples by outcome and of the judge's
    tokens.
    """
    from prometheus_client import Counter, Histogram

    samples = Counter("dp_gateway_judge_samples", "Samples of traffic, by outcome.", ("outcome",), registry=registry)
    tokens = Counter("dp_gateway_judge_tokens", "Tokens of the judge.", ("kind",), registry=registry)
    scores = Histogram(
        "dp_gateway_judge_score", "Scores from 1 to 5.", ("criterion",), buckets=_BUCKETS, registry=registry
    )

    def sink(judged: Judged) -> None:
        samples.labels(judged.outcome).inc()
        if (judgement := judged.judgement) is not None:
            for criterion, score in zip(CRITERIA, judgement.scores, strict=True):
                scores.labels(criterion).observe(score)
            tokens.labels("prompt").inc(judgement.tokens.prompt)
            tokens.labels("completion").inc(judgement.tokens.completion)

    return sink


def opentelemetry_sink(provider: TracerProvider | None = None) -> Sink:
    """Make a span for each sample, in the trace of its request, with an event `gen_ai.evaluation.result` for each
    criterion.

    Names follow the semantic conventions of generative AI. `provider`: of tracers; None takes the global one.
    """
    from opentelemetry import trace
    from opentelemetry.context import Context
    from opentelemetry.trace import Status, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    tracer = (provider or trace.get_tracer_provider()).get_tracer("dp_gateway")
    propagator = TraceContextTextMapPropagator()

    def sink(judged: Judged) -> None:
        context = Context()
        if traceparent := judged.context.get("traceparent"):
            context = propagator.extract({"traceparent": traceparent}, context)
        told = {f"dp.{name}": str(judged.context[name]) for name in _FROM_DOORS if judged.context.get(name)}
        with tracer.start_as_current_span(
            "judge", context=context, attributes={"dp.judge.outcome": judged.outcome, **told}
        ) as span:
            if (judgement := judged.judgement) is None:
                if judged.outcome == "failed":
                    span.set_status(Status(StatusCode.ERROR))
                return
            span.set_attribute("gen_ai.usage.input_tokens", judgement.tokens.prompt)
            span.set_attribute("gen_ai.usage.output_tokens", judgement.tokens.completion)
            for criterion, score in zip(CRITERIA, judgement.scores, strict=True):
                span.add_event(
                    "gen_ai.evaluation.result",
                    {"gen_ai.evaluation.name": criterion, "gen_ai.evaluation.score.value": float(score)},
                )

    return sink


def langsmith_sink(client: Client | None = None) -> Sink:
    """Send feedback on the run of each sample, one key for each criterion; samples without a `run_id` are left out.
    `client`: None makes one by the environment.
    """
    from langsmith import Client

    feedback: Any = client or Client()

    def sink(judged: Judged) -> None:
        run = judged.context.get("run_id")
        if run is None or judged.judgement is None:
            return
        for criterion, score in zip(CRITERIA, judged.judgement.scores, strict=True):
            feedback.create_feedback(
                run,
                key=criterion,
                score=score,
                feedback_source_type="model",
                source_info={"judge": judged.judgement.judge},
            )

    return sink
