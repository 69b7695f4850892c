"""An LLM as judge of texts: grammar, common sense, coherence and cohesiveness from 1 to 5, and which of two is better.

After CluSanT (Awon et al., NAACL 2025, appendix E), who ask GPT-4o. Raw text goes to local judges alone; a remote one
takes `Sanitized` text, and of that none which an observing policy has left as it was.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from dp_gateway.errors import ConfigurationError, InputError, MalformedReply, UntrustedModel
from dp_gateway.judging.results import (
    PAIR_FORM,
    SCORES_FORM,
    Comparison,
    Judgement,
    Place,
    Scores,
    Tokens,
    read_place,
    read_scores,
)
from dp_gateway.llm import (
    Composed,
    JsonSchema,
    LocalModel,
    Message,
    Public,
    RemoteModel,
    Reply,
    SanitizedText,
    Trust,
    load,
)
from dp_gateway.llm.models import check_declared

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

Text = str | SanitizedText | Public
"""Raw text for a local judge; `Sanitized` or `Public` for any."""

_Read = TypeVar("_Read")
_Places = Mapping[str, Sequence[Text]]
"""What stands in the places of a prompt template, in pieces."""

_REMINDER = "Your last answer could not be read. Answer with the JSON object alone.\n\n"
_TEMPERATURE, _WARMER = 0.7, 0.3
"""Of repeated judgements, where one that is asked for once is asked at 0; and by how much for each further attempt."""

_SWAPPED: dict[Place, Place] = {"A": "B", "B": "A", "tie": "tie"}
_NAMES: dict[Place, Literal["first", "second", "tie"]] = {"A": "first", "B": "second", "tie": "tie"}


class Judge:
    """A model that judges; safe to share between threads.

    Args:
        repeats: how often each text is judged; the scores are the mean.
        attempts: how often an answer is asked for until one can be read.
        temperature: None is 0 for one judgement and 0.7 for repeated ones.
        max_tokens: of an answer; models that think aloud need them.

    Attributes:
        model: as given.
        used: tokens of all judgements so far.

    Raises:
        ConfigurationError: the model says nothing about trust, or a number is below 1.
    """

    def __init__(
        self,
        model: LocalModel | RemoteModel,
        *,
        repeats: int = 1,
        attempts: int = 3,
        temperature: float | None = None,
        max_tokens: int = 1024,
    ) -> None:
        if min(repeats, attempts, max_tokens) < 1:
            raise ConfigurationError("repeats, attempts and max_tokens must be at least 1", hint="leave them out")
        self.model, self.used = check_declared(model), Tokens()
        self._repeats, self._attempts, self._max_tokens = repeats, attempts, max_tokens
        self._temperature = temperature if temperature is not None else _TEMPERATURE if repeats > 1 else 0.0
        self._lock = threading.Lock()

    def judge(self, text: Text, *, prompt: Text | None = None) -> Judgement:
        """Score a text.

        Args:
            text: not blank.
            prompt: what it is a reply to.

        Raises:
            InputError: the text is blank.
            UntrustedModel: the judge is remote, and a text is not sanitized; nothing was sent.
            MalformedReply: no answer could be read.
            ModelRefused, ModelUnreachable: the judge does not answer.
        """
        places = self._places(prompt, passage=text)
        tokens, repeats, failures = Tokens(), list[Scores](), list[MalformedReply]()
        for _ in range(self._repeats):
            scores, spent = self._asked("judge", places, SCORES_FORM, read_scores)
            tokens += spent
            if isinstance(scores, MalformedReply):
                failures.append(scores)
            else:
                repeats.append(scores)
        if not repeats:
            raise failures[-1]
        return Judgement(tuple(repeats), len(failures), self.model.name, tokens)

    def compare(self, first: Text, second: Text, *, prompt: Text | None = None) -> Comparison:
        """Say which of two texts is better, shown in both orders.

        Args:
            first, second: not blank.
            prompt: what they are replies to.

        Raises:
            InputError, UntrustedModel, ModelError: as `judge`.
        """
        answers: list[Place] = []
        tokens = Tokens()
        for places in (
            self._places(prompt, first=first, second=second),
            self._places(prompt, first=second, second=first),
        ):
            place, spent = self._asked("judge-pair", places, PAIR_FORM, read_place)
            tokens += spent
            if isinstance(place, MalformedReply):
                raise place
            answers.append(place)
        consistent = answers[0] == _SWAPPED[answers[1]]
        return Comparison(_NAMES[answers[0]] if consistent else "tie", consistent, self.model.name, tokens)

    async def ajudge(self, text: Text, *, prompt: Text | None = None) -> Judgement:
        """Do as `judge` does without blocking the event loop."""
        return await asyncio.to_thread(self.judge, text, prompt=prompt)

    async def acompare(self, first: Text, second: Text, *, prompt: Text | None = None) -> Comparison:
        """Do as `compare` does without blocking the event loop."""
        return await asyncio.to_thread(self.compare, first, second, prompt=prompt)

    def _places(self, prompt: Text | None, **texts: Text) -> _Places:
        """The places of a template, checked before anything is sent."""
        for text in texts.values():
            if not _plain(text).strip():
                raise InputError("there is no text to judge: it is blank", hint="leave empty texts out")
        if isinstance(self.model, RemoteModel):
            for text in texts.values() if prompt is None else (*texts.values(), prompt):
                _check_remote(text, self.model.name)
        before, after = Public("It was written in reply to this:\n\n<prompt>\n"), Public("\n</prompt>\n\n")
        asked = () if prompt is None else (before, prompt, after)
        return {"prompt": asked, **{name: (text,) for name, text in texts.items()}}

    def _asked(
        self, template: str, places: _Places, form: JsonSchema, read: Callable[[Reply, str], _Read]
    ) -> tuple[_Read | MalformedReply, Tokens]:
        tokens = Tokens()
        attempt = 0
        while True:
            # Asked again in the same words at temperature 0, a model gives the same answer.
            temperature = max(self._temperature, _WARMER * attempt)
            reminded = {**places, "reminder": (Public(_REMINDER if attempt else ""),)}
            reply = self._reply(template, reminded, form, temperature)
            answered = Tokens(1, reply.prompt_tokens, reply.completion_tokens)
            tokens += answered
            with self._lock:
                self.used += answered
            try:
                return read(reply, self.model.name), tokens
            except MalformedReply as error:
                attempt += 1
                if attempt == self._attempts:
                    return error, tokens

    def _reply(self, template: str, places: _Places, form: JsonSchema, temperature: float) -> Reply:
        if isinstance(self.model, LocalModel):
            raw = load(template).fill(**{name: "".join(map(_plain, pieces)) for name, pieces in places.items()})
            return self.model.chat(raw, schema=form, temperature=temperature, max_tokens=self._max_tokens)
        composed = load(template).compose(**{name: Composed(_leaving(pieces)) for name, pieces in places.items()})
        messages = [Message[SanitizedText](message.role, message.content) for message in composed]
        return self.model.chat(messages, schema=form, temperature=temperature, max_tokens=self._max_tokens)


def _plain(text: Text) -> str:
    return text if isinstance(text, str) else text.text


def _leaving(pieces: Sequence[Text]) -> tuple[Public | SanitizedText, ...]:
    return tuple(piece for piece in pieces if not isinstance(piece, str))


def _check_remote(text: Text, judge: str) -> None:
    if isinstance(text, str):
        raise UntrustedModel(
            f"the judge {judge} is remote and takes Sanitized text alone, not str",
            hint="sanitize it first, or judge with a LocalModel",
        )
    if getattr(getattr(text, "report", None), "kind", "") == "observe":
        raise UntrustedModel(
            f"the judge {judge} is remote, and the policy that the text came under observes: it changed nothing",
            hint="judge with a LocalModel, or under another policy",
        )


def judge_with(
    client: Any, model: str, text: Text, *, trust: Trust, prompt: Text | None = None, **options: Any
) -> Judgement:
    """Score a text with a model behind a client of the OpenAI SDK, held to a JSON schema where it knows such.

    Args:
        client, model: an `openai.OpenAI`, and the name by which its server knows the model.
        text: what is judged.
        prompt: what it answers.
        trust: `"local"` if the server may see raw text.

    Raises:
        UntrustedModel: raw text and a judge that is not local, or a host that is not known to be.
        GatewayError: as `Judge.judge`.
    """
    if trust == "local":
        return Judge(LocalModel.from_openai(client, model, trust="local"), **options).judge(text, prompt=prompt)
    return Judge(RemoteModel.from_openai(client, model, trust=trust), **options).judge(text, prompt=prompt)


def judge_runnable(model: LocalModel | RemoteModel, **options: Any) -> Runnable[Any, Judgement | Comparison]:
    """Make a Runnable from a text to its `Judgement`, or from a pair to a `Comparison`.

    A text is a `str` or `Sanitized`, or a mapping with `text` and perhaps `prompt`; a pair a mapping with `first`,
    `second` and perhaps `prompt`. It opens no run of its own and tells callbacks nothing of raw text; a chain that it
    stands in traces its inputs as it traces all. `model`: `LocalModel.from_langchain(chat_model, trust="local")`, or
    any other model with its trust.
    """
    from langchain_core.runnables import Runnable, RunnableConfig

    judge = Judge(model, **options)

    class JudgeRunnable(Runnable[Any, Judgement | Comparison]):
        """Judges a text, or compares a pair, as a step of a chain."""

        def invoke(
            self,
            input: Any,  # noqa: A002
            config: RunnableConfig | None = None,
            **kwargs: Any,
        ) -> Judgement | Comparison:
            kind, texts, prompt = _given(input)
            return judge.compare(*texts, prompt=prompt) if kind == "pair" else judge.judge(*texts, prompt=prompt)

        async def ainvoke(
            self,
            input: Any,  # noqa: A002
            config: RunnableConfig | None = None,
            **kwargs: Any,
        ) -> Judgement | Comparison:
            kind, texts, prompt = _given(input)
            if kind == "pair":
                return await judge.acompare(*texts, prompt=prompt)
            return await judge.ajudge(*texts, prompt=prompt)

    return JudgeRunnable()


def _given(given: Any) -> tuple[Literal["text", "pair"], tuple[Any, ...], Any]:
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
