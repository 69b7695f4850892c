"""Batches of a private model: sanitized together, answered as each input alone is."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from dp_gateway_langchain import PrivateChatModel, PromptSanitizer, ReplyRestorer
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from pydantic import Field

from dp_gateway.budget.log_chain import verify
from dp_gateway.errors import BudgetExceeded, FieldRefused, MalformedRequest
from dp_gateway.exchange import Doorway
from dp_gateway.pipeline import Gateway
from tests.integrations.langchain.scripted_models import KEY, Echo, Recorder

ENTITIES, TOKENS = Gateway("entities", key=KEY), Gateway("tokens", key=KEY)
NAMES = ("Anna Miller", "Peter Kowalski", "Maria Garcia", "Robert Johnson")
SAID = [f"I am {name} from Boston." for name in NAMES]
SECRETS = re.compile(rf"\b({'|'.join((*' '.join(NAMES).split(), 'Boston'))})\b", re.IGNORECASE)
BROKEN: list[Any] = [HumanMessage([{"type": "hologram", "hologram": "Anna Miller"}])]


def batch(model: Any, inputs: Sequence[Any], config: Any = None, **options: Any) -> list[Any]:
    return model.batch(list(inputs), config, **options)


def abatch(model: Any, inputs: Sequence[Any], config: Any = None, **options: Any) -> list[Any]:
    return asyncio.run(model.abatch(list(inputs), config, **options))


def as_completed(model: Any, inputs: Sequence[Any], config: Any = None, **options: Any) -> list[Any]:
    return [one for _, one in sorted(model.batch_as_completed(inputs, config, **options), key=lambda one: one[0])]


def as_completed_later(model: Any, inputs: Sequence[Any], config: Any = None, **options: Any) -> list[Any]:
    async def run() -> dict[int, Any]:
        return {at: one async for at, one in model.abatch_as_completed(inputs, config, **options)}

    return [one for _, one in sorted(asyncio.run(run()).items())]


WAYS = pytest.mark.parametrize("answers", [batch, abatch, as_completed, as_completed_later])
Answers = Callable[..., list[Any]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many requests each step sanitized."""
    counts: list[int] = []
    sanitize = Doorway.sanitize

    def spy(self: Doorway, requests: Sequence[Any]) -> Any:
        counts.append(len(requests))
        return sanitize(self, requests)

    monkeypatch.setattr(Doorway, "sanitize", spy)
    return counts


@WAYS
@pytest.mark.parametrize("gateway", [ENTITIES, TOKENS])
def test_a_batch_gives_what_each_call_gives(answers: Answers, gateway: Gateway, opened: list[int]) -> None:
    alone, together = (PrivateChatModel(Echo(), gateway=gateway, key=KEY) for _ in range(2))
    configs = [RunnableConfig(configurable={"conversation": str(at % 3)}) for at in range(len(SAID))]
    given: list[Any] = [SAID[0], [SystemMessage("Answer in one line."), HumanMessage(SAID[1])], *SAID[2:]]
    expected = [alone.invoke(*each).text for each in zip(given, configs, strict=True)]
    opened.clear()
    assert [one.text for one in answers(together, given, configs)] == expected
    assert opened == [len(given)]
    seen = [sorted(str([m.content for m in one]) for one in model.model.seen) for model in (alone, together)]  # type: ignore[attr-defined]
    assert seen[0] == seen[1]
    # A word that is drawn may be itself.
    assert gateway is TOKENS or not SECRETS.search(str(seen[1]))


@WAYS
def test_a_bad_input_fails_in_its_own_place(answers: Answers) -> None:
    inside = Echo()
    model = PrivateChatModel(inside, gateway=ENTITIES, key=KEY)
    inputs = [SAID[0], BROKEN, 7, SAID[1]]
    first, refused, unread, last = answers(model, inputs, return_exceptions=True)
    assert (first.text, last.text) == (SAID[0], SAID[1])
    assert isinstance(refused, FieldRefused)
    assert isinstance(unread, MalformedRequest)
    inside.seen.clear()
    with pytest.raises(FieldRefused):
        answers(model, [SAID[0], BROKEN])
    assert not inside.seen


@WAYS
def test_nothing_in_nothing_out(answers: Answers) -> None:
    assert answers(PrivateChatModel(Echo(), gateway=ENTITIES, key=KEY), []) == []


class Counting(Echo):
    """Notes how many calls run at once; fails for one town."""

    running: list[int] = Field(default_factory=lambda: [0, 0])
    lock: Any = Field(default_factory=threading.Lock)

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
        with self.lock:
            self.running[0] += 1
            self.running[1] = max(self.running)
        time.sleep(0.02)
        with self.lock:
            self.running[0] -= 1
        if "fail" in messages[-1].text:
            raise ValueError("the provider failed")
        return super()._generate(messages, stop, run_manager, **kwargs)


@WAYS
def test_concurrency_and_failures_of_the_model_inside(answers: Answers) -> None:
    inside = Counting()
    model = PrivateChatModel(inside, gateway=ENTITIES, key=KEY)
    config = {"max_concurrency": 2}
    done = answers(model, [*SAID, "Please fail."], config, return_exceptions=True)
    assert [one.text for one in done[:-1]] == SAID
    assert isinstance(done[-1], ValueError)
    assert 1 <= inside.running[1] <= 2
    with pytest.raises(ValueError, match="the provider failed"):
        answers(model, ["Please fail.", SAID[0]], config)


@WAYS
def test_each_run_is_told_to_its_own_handlers_in_sanitized_words(answers: Answers) -> None:
    shown = [Recorder() for _ in SAID]
    configs = [{"callbacks": [one], "tags": [f"tag-{at}"]} for at, one in enumerate(shown)]
    model = PrivateChatModel(Echo(), gateway=ENTITIES, key=KEY, metadata={"user": "Anna Miller"})
    answers(model, SAID, configs)
    for at, one in enumerate(shown):
        assert sum(told.startswith("on_chat_model_start") for told in one.told) == 1
        assert f"tag-{at}" in one.told[0]
        assert "'user'" in one.told[0]
        assert not SECRETS.search("\n".join(one.told))


@WAYS
def test_arguments_are_sanitized_with_each_input(answers: Answers) -> None:
    stops: list[Any] = []

    class Stopped(Echo):
        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
            stops.append(stop)
            return super()._generate(messages, stop, run_manager, **kwargs)

    model = PrivateChatModel(Stopped(), gateway=ENTITIES, key=KEY)
    assert [one.text for one in answers(model, SAID, stop=["Anna Miller"])] == SAID
    assert len({tuple(stop) for stop in stops}) > 1
    assert not SECRETS.search(str(stops))


@pytest.fixture
def paying(tmp_path: Path) -> dict[str, Any]:
    ledger = {"url": f"sqlite:///{tmp_path}/l.db", "count": "nominal", "audit_log": str(tmp_path / "log")}
    return {"gateway": ENTITIES, "key": KEY, "budget": 14, "ledger": ledger}


@WAYS
@pytest.mark.parametrize("scope", ["conversation", "request"])
def test_each_input_is_paid_for_once(answers: Answers, scope: Any, paying: dict[str, Any], tmp_path: Path) -> None:
    inside = Echo()
    model = PrivateChatModel(inside, **paying, scope=scope)
    towns = ("Denver", "Chicago", "Houston", "Dallas")
    done = answers(model, [*(f"He lives in {town}." for town in towns), BROKEN], return_exceptions=True)
    assert [type(one) for one in done[2:]] == [BudgetExceeded, BudgetExceeded, FieldRefused]
    assert len(inside.seen) == verify(tmp_path / "log").head.number == 2


def test_in_a_chain_nothing_is_sanitized_twice(opened: list[int]) -> None:
    inside = Echo()
    private = PrivateChatModel(inside, gateway=TOKENS, key=KEY)
    chain = PromptSanitizer(gateway=TOKENS, key=KEY) | private | ReplyRestorer()
    alone = PromptSanitizer(gateway=TOKENS, key=KEY)
    assert [one.text for one in chain.batch(SAID)] == SAID
    assert sorted(messages[-1].text for messages in inside.seen) == sorted(alone.batch(SAID))
    assert opened == [len(SAID)] * 2


def test_tools_in_a_batch() -> None:
    inside = Echo()
    bound = PrivateChatModel(inside, gateway=ENTITIES, key=KEY).bind_tools(
        [{"name": "mail", "description": "Mail.", "parameters": {"type": "object"}}]
    )
    mails = ["anna.miller@gmail.com", "p.kowalski@boston.edu"]
    done = bound.batch([f"Write to {mail}." for mail in mails])
    assert [one.tool_calls[0]["args"]["to"] for one in done] == mails
    assert not SECRETS.search(str(inside.seen))
