"""A local model corrects the restored reply of a provider against the private request: the second step of InferDPT.

The server (`[second_step]`), the OpenAI client and the LangChain chat model (`second_step=`) use it. What it writes
takes the place of the reply's text where nothing speaks against it; in all other cases the restored reply stays, so
that a reply that was paid for is never lost. Source: Tong et al. 2023 (InferDPT), section 4.3.

step = SecondStep(LocalModel(Endpoint(url, "qwen3", trust="local")))
rewriting = step.of(exchange)              # None where there is nothing to correct
reply = rewriting.whole(exchange.reply.whole(reply)) if rewriting else ...
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Container, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import Field

from dp_gateway.api.replies import asks_for_json
from dp_gateway.api.replies.fields import is_array, is_object
from dp_gateway.configuration import Table
from dp_gateway.errors import GatewayError, RequestTooLarge, UntrustedModel
from dp_gateway.llm import Endpoint, LocalModel, Message, Reply, load
from dp_gateway.restore.addresses import Hosts, addresses_in, decoded

if TYPE_CHECKING:
    from dp_gateway.exchange import Exchange

__all__ = ["Against", "Outcome", "Rewriting", "SecondStep", "SecondStepSettings"]

Outcome = Literal["rewritten", "failed", "refused"]
"""`failed`: the local model gave no usable answer; `refused`: its answer lost a value of the request that the draft
held, or held an address that is neither in the request nor in the draft. In both cases the draft stays."""

_CHARACTERS = 8000
_TIMEOUT = 60.0
_MORE_TOKENS = 128
_TARGETS = {
    ")": re.compile(r"\]\([^)]*\)"),
    ">": re.compile(r"<[^>]*>"),
    "": re.compile(r"\b(?:src|href)\s*=\s*[\"'][^\"']*[\"']", re.IGNORECASE),
}
"""What an address may stand in, by the sign that ends it."""
_NO_ANSWER = "tool_calls", "function_call", "refusal"
"""Fields of a message whose text is left as it is."""
_WORST: tuple[Outcome, ...] = "failed", "refused", "rewritten"


class SecondStepSettings(Table):
    """The local model that corrects replies of chat completions: the table `[second_step]` of the server.

    Attributes:
        url, model: an OpenAI base URL, and the name of the model there.
        trust: has to say "local": the model is shown private text.
        api_key_env: environment variable that holds its key.
        trusted_host: vouch for a model whose host is not in a private network.
        policies: names of the policies whose replies are corrected; empty for all.
        timeout: seconds to wait for the model, after which the reply of the provider stays as it was restored.
        characters: of the conversation that the model is shown, from its end; where the last message is longer, the
            reply stays.
    """

    url: str
    model: str
    trust: Literal["local"]
    api_key_env: str | None = None
    trusted_host: bool = False
    policies: list[str] = Field(default_factory=list)
    timeout: float = Field(default=_TIMEOUT, gt=0, le=3600, allow_inf_nan=False)
    characters: int = Field(default=_CHARACTERS, ge=100, le=1_000_000)

    def open(self) -> SecondStep:
        """Make the second step; the model is not asked yet.

        Raises:
            ConfigurationError, UntrustedModel: the settings contradict each other.
        """
        endpoint = Endpoint(
            self.url,
            self.model,
            trust=self.trust,
            api_key_env=self.api_key_env,
            timeout=self.timeout,
            retries=0,
            trusted_host=self.trusted_host,
        )
        return SecondStep(LocalModel(endpoint), characters=self.characters, policies=self.policies)


class Against(NamedTuple):
    """What the reply to a request is corrected against.

    Attributes:
        conversation: as it was typed, from its end.
        values: of the request that stand-ins were sent for; None where they cannot be told.
        own: texts of the user and the developer, whose hosts are known.
    """

    conversation: str
    values: frozenset[str] | None
    own: tuple[str, ...]

    @classmethod
    def of(cls, exchange: Exchange, characters: int, policies: Container[str]) -> Against | None:
        """Collect it from a request that was sanitized here; None where `SecondStep.of` leaves the reply alone."""
        if exchange.shape.name != "chat" or asks_for_json("chat", exchange.body):
            return None
        if policies and exchange.policy.name not in policies:
            return None
        sent, texts = exchange.request.outgoing, exchange.texts
        if not sent or sent == texts.texts:  # an outer door has sanitized it, or nothing was replaced
            return None
        conversation = _conversation(exchange, characters)
        if conversation is None:
            return None
        try:
            values = _values(exchange)
        except GatewayError:
            values = None
        return cls(conversation, values, tuple(texts.texts[at] for at in texts.own))


class SecondStep:
    """Makes what corrects the replies to a request; safe to share between threads.

    Args:
        model: a local one; how long it may take is a setting of its endpoint.

    Attributes:
        asks: characters and policies, as `Against.of` takes them.

    Raises:
        UntrustedModel: the model is not local.
    """

    def __init__(self, model: LocalModel, *, characters: int = _CHARACTERS, policies: Sequence[str] = ()) -> None:
        if not isinstance(model, LocalModel):  # pyright: ignore[reportUnnecessaryIsInstance] - private text is at stake
            raise UntrustedModel(
                "the second step shows private text, and takes a local model alone",
                hint='SecondStep(LocalModel(Endpoint(url, name, trust="local")))',
            )
        self.model, self.asks = model, (characters, frozenset(policies))

    def of(self, exchange: Exchange) -> Rewriting | None:
        """Make what corrects one reply to a request.

        None where the reply is left as it is: of other APIs than chat completions, where JSON was asked for, where
        nothing was replaced, of a policy that is not listed, and where the last message is too long.
        """
        return self.by(Against.of(exchange, *self.asks))

    def by(self, against: Against | None) -> Rewriting | None:
        """Make what corrects one reply, given what it is corrected against; None where that is None."""
        return None if against is None else Rewriting(self.model, against, self.asks[0])


class _Draft(NamedTuple):
    """A text to correct, and the chunk of a stream that its correction goes out in."""

    text: str
    chunk: dict[str, Any]


class Rewriting:
    """Corrects one reply, whole or streamed.

    Args:
        model: is shown the private conversation and the draft.
        against: what the reply is corrected against.
        longest: characters of a draft that is corrected.

    Attributes:
        outcome: of the texts of the reply so far, the worst; None where there was none to correct.
        seconds: that the model has taken.
        over: texts of a stream go out as they are from now on.
        longest: characters of a draft that is corrected.
    """

    def __init__(self, model: LocalModel, against: Against, longest: int) -> None:
        self.outcome: Outcome | None = None
        self.seconds = 0.0
        self.over = False
        self._model, self._against, self.longest = model, against, longest
        self._hosts = Hosts(lambda: against.own)
        self._left: list[dict[str, Any] | _Draft] = []
        self._held: dict[int, StringIO] = {}
        self._free: set[int] = set()
        self._last: dict[str, Any] = {}

    def text(self, draft: str) -> str:
        """Correct the text of a reply; the draft itself is returned where it stays."""
        start = time.perf_counter()
        try:
            answer = self._model.chat(self._asked(draft), temperature=0, max_tokens=_most_tokens(draft))
        except Exception:  # whatever a model does, the reply has been paid for
            answer = None
        return self._chosen(draft, answer, start)

    async def atext(self, draft: str) -> str:
        """Do as `text` does without blocking the event loop."""
        start = time.perf_counter()
        try:
            answer = await self._model.achat(self._asked(draft), temperature=0, max_tokens=_most_tokens(draft))
        except Exception:
            answer = None
        return await asyncio.to_thread(self._chosen, draft, answer, start)

    def whole(self, body: dict[str, Any]) -> dict[str, Any]:
        """Correct a whole restored chat completion; tool calls, refusals and cut replies stay."""
        return _replaced(body, {at: self.text(draft) for at, draft in _drafts(body)})

    async def awhole(self, body: dict[str, Any]) -> dict[str, Any]:
        """Do as `whole` does without blocking the event loop."""
        return _replaced(body, {at: await self.atext(draft) for at, draft in _drafts(body)})

    def event(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        """Take in a restored chunk of a stream, and return those that may go out now. Text is held until its choice has
        ended.
        """
        self._left = self._taken(data)
        out = [_filled(one, self.text(one.text)) if isinstance(one, _Draft) else one for one in self._left]
        self._left = []
        return out

    async def aevent(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        """Do as `event` does without blocking the event loop; if it is cancelled, what it was to bring is in `left`."""
        self._left = self._taken(data)
        out = [_filled(one, await self.atext(one.text)) if isinstance(one, _Draft) else one for one in self._left]
        self._left = []
        return out

    def close(self) -> list[dict[str, Any]]:
        """Note that the stream has ended: what is still held goes out as it is; nothing says that it is complete."""
        held, self._held = self._held, {}
        return [self._chunk(at, text.getvalue()) for at, text in held.items()]

    def left(self) -> list[dict[str, Any]]:
        """Return what a chunk whose correction was given up was to bring, its texts as they are."""
        left, self._left = self._left, []
        return [one.chunk if isinstance(one, _Draft) else one for one in left]

    def _asked(self, draft: str) -> list[Message[str]]:
        if len(draft) > self.longest:
            raise RequestTooLarge(
                "the draft is longer than the model is shown",
                hint="raise characters of the second step, or ask for a shorter reply",
            )
        return load("second-step").fill(conversation=self._against.conversation, draft=draft)

    def _chosen(self, draft: str, answer: Reply | None, start: float) -> str:
        self.seconds += time.perf_counter() - start
        text = answer.text.strip() if answer is not None and answer.finish_reason != "length" else ""
        outcome: Outcome = "failed" if not text else "refused" if self._loses(draft, text) else "rewritten"
        self._note(outcome)
        return text if outcome == "rewritten" else draft

    def _note(self, outcome: Outcome) -> None:
        if self.outcome is None or _WORST.index(outcome) < _WORST.index(self.outcome):
            self.outcome = outcome

    def _loses(self, draft: str, answer: str) -> bool:
        """Whether an answer has lost a value of the request, or would carry what is private to a foreign address."""
        values = self._against.values
        if values is None or not all(value in answer for value in values if value in draft):
            return True
        # The draft is the provider's: it could ask the local model to write what is private into a link.
        return any(_leads(piece, draft, self._hosts.has) for piece in (*answer.split(), *targets(answer)))

    def _taken(self, data: dict[str, Any]) -> list[dict[str, Any] | _Draft]:
        """What goes out of a chunk, and before it."""
        choices = data.get("choices")
        if not is_array(choices):
            return [data]
        self._last = data
        before: list[dict[str, Any] | _Draft] = []
        kept = [self._choice(one, before) if is_object(one) and _is_chunk(one) else one for one in choices]
        return [*before, {**data, "choices": kept}]

    def _choice(self, choice: dict[str, Any], before: list[dict[str, Any] | _Draft]) -> dict[str, Any]:
        """A choice without its text, which is held; what has to go out before it is added to `before`."""
        at: int = choice.get("index", 0)
        delta: dict[str, Any] = choice.get("delta") or {}
        if at in self._free:
            return choice
        text, finish = delta.get("content"), choice.get("finish_reason")
        if any(delta.get(name) for name in _NO_ANSWER):
            # What comes with a call is no answer yet.
            before += self._let_go(at)
            return choice
        if isinstance(text, str) and text:
            held = self._held.setdefault(at, StringIO())
            held.write(text)
            if held.tell() > self.longest:  # nobody will be asked about it
                self._note("failed")
                before += self._let_go(at)
                return {**choice, "delta": {**delta, "content": ""}}
            choice = {**choice, "delta": {**delta, "content": ""}}
            if "logprobs" in choice:
                choice["logprobs"] = None
        if finish and (held := self._held.pop(at, None)) is not None:
            draft = held.getvalue()
            chunk = self._chunk(at, draft)
            complete = finish == "stop" and draft.strip() and not self.over
            before.append(_Draft(draft, chunk) if complete else chunk)
        return choice

    def _let_go(self, at: int) -> list[dict[str, Any]]:
        """What is held of a choice that is no draft: it goes out now, and the rest as it comes."""
        self._free.add(at)
        held = self._held.pop(at, None)
        return [] if held is None else [self._chunk(at, held.getvalue())]

    def _chunk(self, at: int, text: str) -> dict[str, Any]:
        choice: dict[str, Any] = {"index": at, "delta": {"content": text}, "finish_reason": None}
        last = {name: value for name, value in self._last.items() if name not in ("usage", "choices")}
        return {**last, "choices": [choice]}


def _is_chunk(choice: dict[str, Any]) -> bool:
    return type(choice.get("index", 0)) is int and is_object(choice.get("delta"))


def _filled(draft: _Draft, text: str) -> dict[str, Any]:
    return {**draft.chunk, "choices": [{**draft.chunk["choices"][0], "delta": {"content": text}}]}


def _drafts(body: dict[str, Any]) -> list[tuple[int, str]]:
    """The texts of a whole reply that are complete answers, by the position of their choice."""
    found: list[tuple[int, str]] = []
    choices = body.get("choices")
    for at, choice in enumerate(choices if is_array(choices) else ()):
        message = choice.get("message") if is_object(choice) and choice.get("finish_reason") == "stop" else None
        if not is_object(message) or any(message.get(name) for name in _NO_ANSWER):
            continue
        content = message.get("content")
        if isinstance(content, str) and content.strip():
            found.append((at, content))
    return found


def _replaced(body: dict[str, Any], texts: dict[int, str]) -> dict[str, Any]:
    if not texts:
        return body
    choices: list[Any] = list(body["choices"])
    for at, text in texts.items():
        choice = choices[at]
        if choice["message"]["content"] != text:
            choices[at] = {**choice, "message": {**choice["message"], "content": text}}
            if choice.get("logprobs") is not None:
                choices[at]["logprobs"] = None
    return {**body, "choices": choices}


def _most_tokens(draft: str) -> int:
    """An answer is about as long as its draft; a model that does not stop is stopped."""
    return len(draft) // 2 + _MORE_TOKENS


def _conversation(exchange: Exchange, characters: int) -> str | None:
    """The conversation as it was typed, from its end; None where its last message is too long, or there is none."""
    texts, own = exchange.texts, frozenset(exchange.texts.own)
    turns: list[tuple[str, str]] = []
    for at, (path, text) in enumerate(zip(texts.paths, texts.texts, strict=True)):
        if path.startswith("messages[") and ".content" in path and text.strip():
            who = "User" if texts.spoken[at] else "Instructions" if at in own else "Assistant"
            turns.append((who, text))
    shown: list[str] = []
    for who, text in reversed(turns):
        characters -= len(text)
        if characters < 0:
            break
        shown.append(f"{who}: {text}")
    return "\n\n".join(reversed(shown)) or None


def _values(exchange: Exchange) -> frozenset[str]:
    """The values of the request that were replaced by stand-ins."""
    pairs = zip(exchange.texts.texts, exchange.request.texts, strict=True)
    return frozenset(
        typed[span.start : span.end]
        for typed, sent in pairs
        for span in sent.spans
        if span.unit not in ("word", "digits")
    )


def targets(answer: str) -> list[str]:
    """Find what links and tags of a text lead to, without white space."""
    found: list[str] = []
    for end, target in _TARGETS.items():
        # Behind the last such sign nothing ends, and each beginning there would be followed to the end of the text.
        found += target.findall(answer[: answer.rfind(end) + 1] if end else answer)
    return [re.sub(r"\s", "", one) for one in found]


def _leads(piece: str, draft: str, has: Callable[[str], bool]) -> bool:
    if piece in draft:
        return False
    return any(addresses_in(form, has, target=True) for form in (piece, *decoded(piece)))
