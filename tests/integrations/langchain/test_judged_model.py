"""A judge beside a private chat model, with feedback on the run that it judged."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from dp_gateway_langchain import PrivateChatModel
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from dp_gateway.judging.hooks import Judged, Judging, langsmith_sink
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Endpoint, RemoteModel
from dp_gateway.randomness import Secret
from dp_gateway.testing.models import ScriptedModel

SECRET = "Anna Miller"
GOOD = '{"grammar": 5, "common_sense": 4, "coherence": 3, "cohesiveness": 2}'


class Echo(BaseChatModel):
    """Says back what it was told."""

    seen: list[str] = []  # noqa: RUF012 - pydantic copies it

    @property
    def _llm_type(self) -> str:
        return "echo"

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self.seen.append(str(messages[-1].content))
        return ChatResult(generations=[ChatGeneration(message=AIMessage(f"You said: {messages[-1].content}"))])

    def _stream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> Any:
        self.seen.append(str(messages[-1].content))
        for word in ("You said:", *str(messages[-1].content).split()):
            yield ChatGenerationChunk(message=AIMessageChunk(f"{word} "))


class Feedback:
    def __init__(self) -> None:
        self.runs: list[str] = []

    def create_feedback(self, run_id: str, **_: Any) -> None:
        self.runs.append(run_id)


@pytest.mark.parametrize("way", ["invoke", "stream", "ainvoke", "generate"])
def test_the_judge_is_shown_what_the_model_wrote(way: str) -> None:
    told: list[Judged] = []
    feedback, run, inside = Feedback(), uuid4(), Echo()
    with ScriptedModel(default=GOOD) as judge:
        model = RemoteModel(Endpoint(judge.url, "m", trust="remote"))
        judging = Judging(Judge(model), share=1.0, sinks=[told.append, langsmith_sink(feedback)])  # type: ignore[arg-type]
        chat = PrivateChatModel(inside, key=Secret(b"a key for the tests of judged models"), judging=judging)
        prompt = f"Write to {SECRET}."
        if way == "invoke":
            said = chat.invoke(prompt, {"run_id": run}).text
        elif way == "stream":
            said = "".join(chunk.text for chunk in chat.stream(prompt, {"run_id": run}))
        elif way == "ainvoke":
            said = asyncio.run(chat.ainvoke(prompt, {"run_id": run})).text
        else:
            said = chat.generate_prompt([chat._convert_input(prompt)], run_id=run).generations[0][0].text
        judging.close(20)
        shown = judge.completions[0]["messages"][-1]["content"]
        assert SECRET not in judge.sent
    assert SECRET in said
    assert inside.seen[0] in shown
    assert f"You said: {inside.seen[0]}" in shown
    assert [one.outcome for one in told] == ["judged"]
    assert set(feedback.runs) == {str(run)}
    assert len(feedback.runs) == 4
