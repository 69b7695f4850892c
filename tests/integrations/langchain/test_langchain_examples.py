"""The examples of chat and agents, before scripted models that keep what reached them."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from dp_gateway_langchain import PrivateChatModel
from langchain_openai import ChatOpenAI

from dp_gateway.randomness import Secret
from dp_gateway.testing.models import ScriptedModel
from tests.integrations.langchain.scripted_models import example

SECRETS = re.compile(r"\b(anna|miller|boston|bob|brown|mail\.org)\b", re.IGNORECASE)


def test_a_chatbot(repository: Path) -> None:
    def echo(body: Any) -> str:
        return f"You said: {body['messages'][-1]['content']}"

    async def talk(app: Any) -> tuple[list[str], Any]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://bot") as browser:
            answers = [
                (await browser.post("/chats/1", json={"text": text})).text
                for text in ("I am Anna Miller from Boston.", "Is Anna Miller here?")
            ]
            return answers, (await browser.get("/chats/1")).json()

    with ScriptedModel(default=echo) as provider:
        inside = ChatOpenAI(model="m", base_url=provider.url, api_key="none")  # type: ignore[arg-type]
        app = example(repository, "chatbot_backend").application(PrivateChatModel(inside, key=Secret(b"k" * 32)))
        answers, history = asyncio.run(talk(app))
        first, second = provider.completions
    assert answers == ["You said: I am Anna Miller from Boston.", "You said: Is Anna Miller here?"]
    assert [one["who"] for one in history] == ["human", "ai", "human", "ai"]
    assert history[1]["text"] == answers[0]
    assert first["messages"] == second["messages"][:2]
    assert not SECRETS.search(provider.sent)


def test_an_agent(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(tmp_path / "own.key"))
    module = example(repository, "agent_with_email")
    mails: list[tuple[str, str]] = []
    with ScriptedModel(default=module.stand_in) as provider:
        model = ChatOpenAI(model="m", base_url=provider.url, api_key="none")  # type: ignore[arg-type]
        said = "I am Anna Miller. Say hello to bob.brown@mail.org for me."
        answer = module.ask(model, said, lambda to, text: mails.append((to, text)))
        assert not SECRETS.search(provider.sent)
    assert mails == [("bob.brown@mail.org", "Anna Miller says hello.")]
    assert answer == "Done. The e-mail to bob.brown@mail.org was sent."
