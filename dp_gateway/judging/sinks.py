"""Where the scores of live traffic go: OpenTelemetry, LangSmith, Prometheus. None is told a word of what was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dp_gateway.judging.hooks import Judged, Sink
from dp_gateway.judging.results import CRITERIA

if TYPE_CHECKING:
    from langsmith import Client
    from opentelemetry.trace import TracerProvider
    from prometheus_client import CollectorRegistry

_BUCKETS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)
_FROM_DOORS = ("route", "policy", "upstream", "client")


def prometheus_sink(registry: CollectorRegistry) -> Sink:
    """Histograms `dp_gateway_judge_score{criterion}`, and counters of samples by outcome and of the judge's tokens."""
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
    """A span for each sample, in the trace of its request, with an event `gen_ai.evaluation.result` for each criterion.

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
    """Feedback on the run of each sample, one key for each criterion; samples without a `run_id` are left out.
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
