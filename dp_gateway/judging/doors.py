"""The judge for those who have a LangChain model or a client of the OpenAI SDK."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from dp_gateway.errors import ConfigurationError
from dp_gateway.judging.judge import Judge, Text
from dp_gateway.judging.results import Comparison, Judgement
from dp_gateway.llm import LocalModel, RemoteModel, Trust

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

__all__ = ["judge_runnable", "judge_with"]


def judge_with(
    client: Any, model: str, text: Text, *, trust: Trust, prompt: Text | None = None, **options: Any
) -> Judgement:
    """Score a text with a model behind a client of the OpenAI SDK, held to a JSON schema where it knows such.

    Args:
        client, model: an `openai.OpenAI`, and the name by which its server knows the model.
        text, prompt: see `Judge.judge`.
        trust: `"local"` if the server may see raw text.
        options: of `Judge`.

    Raises:
        UntrustedModel: raw text and a judge that is not local, or a host that is not known to be.
        GatewayError: as `Judge.judge`.
    """
    if trust == "local":
        return Judge(LocalModel.from_openai(client, model, trust="local"), **options).judge(text, prompt=prompt)
    return Judge(RemoteModel.from_openai(client, model, trust=trust), **options).judge(text, prompt=prompt)


def judge_runnable(model: LocalModel | RemoteModel, **options: Any) -> Runnable[Any, Judgement | Comparison]:
    """A Runnable from a text to its `Judgement`, or from a pair to a `Comparison`.

    A text is a `str` or `Sanitized`, or a mapping with `text` and perhaps `prompt`; a pair a mapping with `first`,
    `second` and perhaps `prompt`. It opens no run of its own and tells callbacks nothing of raw text; a chain that it
    stands in traces its inputs as it traces all.

    Args:
        model: `LocalModel.from_langchain(chat_model, trust="local")`, or any other model with its trust.
        options: of `Judge`.
    """
    from langchain_core.runnables import Runnable, RunnableConfig

    judge = Judge(model, **options)

    class JudgeRunnable(Runnable[Any, Judgement | Comparison]):
        """See `judge_runnable`."""

        def invoke(
            self,
            input: Any,  # noqa: A002
            config: RunnableConfig | None = None,
            **kwargs: Any,
        ) -> Judgement | Comparison:
            kind, texts, prompt = _read(input)
            return judge.compare(*texts, prompt=prompt) if kind == "pair" else judge.judge(*texts, prompt=prompt)

        async def ainvoke(
            self,
            input: Any,  # noqa: A002
            config: RunnableConfig | None = None,
            **kwargs: Any,
        ) -> Judgement | Comparison:
            kind, texts, prompt = _read(input)
            if kind == "pair":
                return await judge.acompare(*texts, prompt=prompt)
            return await judge.ajudge(*texts, prompt=prompt)

    return JudgeRunnable()


def _read(given: Any) -> tuple[Literal["text", "pair"], tuple[Any, ...], Any]:
    if not isinstance(given, Mapping):
        return "text", (given,), None
    fields = dict(cast(Mapping[str, Any], given))
    prompt = fields.pop("prompt", None)
    if fields.keys() == {"text"}:
        return "text", (fields["text"],), prompt
    if fields.keys() == {"first", "second"}:
        return "pair", (fields["first"], fields["second"]), prompt
    raise ConfigurationError(
        "the judge takes a text, or a mapping with text or with first and second, and perhaps prompt",
        hint='{"text": ..., "prompt": ...} or {"first": ..., "second": ...}',
    )
