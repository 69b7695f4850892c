"""What stands between user and provider in each column: nothing, a policy, or another product's way."""

from __future__ import annotations

import json
import re
import subprocess
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway import Gateway, Secret
from dp_gateway.exchange import Caller, Doorway
from dp_gateway.policy import PRESETS, Policy
from dp_gateway.second_step import SecondStep

__all__ = ["COLUMNS", "HINT", "KEY", "STEP", "Column", "Reversible", "Turn", "column"]

KEY = Secret(b"a key for benchmarks of answers!")

Message = Mapping[str, str]
Ask = Callable[[list[dict[str, str]]], str]


class Turn(NamedTuple):
    """One turn through a column.

    Attributes:
        sent: the messages as the provider saw them.
        said: what the provider wrote.
        reply: what the user read.
        drawn: the values that stand for others in what was sent.
        cautions: the stand-ins about which the user was told.
        left: of a report, what the certificate of the costliest value says; None where there is none.
        outcome, seconds: of the second step, where there is one.
    """

    sent: list[dict[str, str]]
    said: str
    reply: str
    drawn: list[str]
    cautions: list[str]
    epsilon: Callable[[], float | None]
    outcome: str = ""
    seconds: float = 0.0


class Column(ABC):
    """A way to the provider."""

    @abstractmethod
    def turn(self, messages: Sequence[Message], ask: Ask, conversation: str) -> Turn:
        """Send the conversation so far, and hand back what comes of it."""


class _Clear(Column):
    def turn(self, messages: Sequence[Message], ask: Ask, conversation: str) -> Turn:
        sent = [dict(one) for one in messages]
        said = ask(sent)
        return Turn(sent, said, said, [], [], lambda: None)


class _Gateway(Column):
    def __init__(self, policy: Policy, step: SecondStep | None = None) -> None:
        self._step = step
        self.gateway = Gateway(policy, key=KEY)
        self._door = Doorway(self.gateway, key=KEY)

    def turn(self, messages: Sequence[Message], ask: Ask, conversation: str) -> Turn:
        exchange = self._door.open(
            "chat", {"model": "m", "messages": list(messages)}, Caller(conversation=conversation)
        )
        sent: list[dict[str, str]] = exchange.body["messages"]
        said = ask(sent)
        answer: dict[str, Any] = {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": said},
        }
        body = {"id": "1", "object": "chat.completion", "model": "m", "choices": [answer]}
        restored = exchange.reply.whole(body)
        rewriting = self._step.of(exchange) if self._step is not None else None
        if rewriting is not None:
            restored = rewriting.whole(restored)
        reply: str = restored["choices"][0]["message"]["content"]
        drawn = [
            one.text[span.sanitized_start : span.sanitized_end]
            for one in exchange.request.texts
            for span in one.spans
            if span.unit not in ("word", "digits")
        ]
        report = exchange.report
        return Turn(
            sent, said, reply, drawn, [one.surrogate for one in report.cautions],
            lambda: max((row.certified[0] for row in report.figures if row.treatment != "keep"), default=0.0),
            "" if rewriting is None else str(rewriting.outcome), 0.0 if rewriting is None else rewriting.seconds,
        )  # fmt: skip


class _Placeholders(Column):
    """Presidio's detections as numbered placeholders, put back where the reply repeats them letter by letter."""

    def turn(self, messages: Sequence[Message], ask: Ask, conversation: str) -> Turn:
        numbers: Counter[str] = Counter()
        names: dict[tuple[str, str], str] = {}
        sent: list[dict[str, str]] = []
        for one in messages:
            text, pieces, at = one["content"], list[str](), 0
            for start, end, kind in _presidio(text):
                value = text[start:end]
                if (kind, value) not in names:
                    numbers[kind] += 1
                    names[kind, value] = f"<{kind}_{numbers[kind]}>"
                pieces += [text[at:start], names[kind, value]]
                at = end
            sent.append({**one, "content": "".join([*pieces, text[at:]])})
        said = ask(sent)
        true = {name: value for (_, value), name in names.items()}
        reply = re.sub("|".join(map(re.escape, true)) or r"(?!)", lambda found: true[found[0]], said)
        return Turn(sent, said, reply, list(true), [], lambda: None)


@cache
def _analyzer() -> Any:
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    from dp_gateway.detection.spacy_ner import DEFAULT_MODEL

    settings = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": DEFAULT_MODEL}]}
    return AnalyzerEngine(nlp_engine=NlpEngineProvider(nlp_configuration=settings).create_engine())


@cache
def _presidio(text: str) -> list[tuple[int, int, str]]:
    """What Presidio finds, the best where two overlap, in order."""
    kept: list[tuple[int, int, str]] = []
    for one in sorted(_analyzer().analyze(text, "en"), key=lambda one: (-one.score, one.start - one.end)):
        if all(one.end <= start or one.start >= end for start, end, _ in kept):
            kept.append((one.start, one.end, one.entity_type))
    return sorted(kept)


class Reversible(Column):
    """`PresidioReversibleAnonymizer` of langchain-experimental, by the program `reversible` in its own environment.

    Args:
        python: of that environment.
    """

    def __init__(self, python: str) -> None:
        from dp_gateway.detection.spacy_ner import DEFAULT_MODEL

        program = str(Path(__file__).with_name("reversible.py"))
        self._process = subprocess.Popen(
            [python, program, DEFAULT_MODEL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._conversation = ""

    def _said(self, **asked: str) -> tuple[str, list[str]]:
        into, out = self._process.stdin, self._process.stdout
        if into is None or out is None:
            raise RuntimeError("the program has no standard input and output")
        into.write(json.dumps(asked) + "\n")
        into.flush()
        said, names = json.loads(out.readline())
        return said, names

    def turn(self, messages: Sequence[Message], ask: Ask, conversation: str) -> Turn:
        if conversation != self._conversation:
            self._said(new="")
            self._conversation = conversation
        sent = [{**one, "content": self._said(**{"in": one["content"]})[0]} for one in messages]
        said = ask(sent)
        reply, names = self._said(out=said)
        return Turn(sent, said, reply, names, [], lambda: None)


COLUMNS = ("clear", "entities", "entities-strict", "entities-faithful", "mask", "hybrid", "placeholders")


STEP = " + second step"
"""Behind the name of a policy: a local model corrects its replies."""

HINT = " + hint"
"""Behind the name of a policy: the provider is told that values are stand-ins."""


def column(name: str, step: SecondStep | None = None) -> Column:
    """A column by its name.

    Args:
        name: of a policy, with `HINT` or `STEP` behind it, where its requests hint or its replies are corrected; or of
            another way.
        step: what corrects them.

    Raises:
        KeyError: there is none of that name.
    """
    if name == "clear":
        return _Clear()
    if name == "placeholders":
        return _Placeholders()
    policy, step = name.removesuffix(STEP), step if name.endswith(STEP) else None
    return _Gateway(PRESETS[policy.removesuffix(HINT)].model_copy(update={"hint": policy.endswith(HINT)}), step)
