"""What calls of LangChain parts cost is told around them: one report for each call, whoever makes it."""

from __future__ import annotations

import asyncio

from dp_gateway_langchain import (
    DocumentSanitizer,
    PrivacyMiddleware,
    PrivateChatModel,
    PromptSanitizer,
    ReplyRestorer,
    privacy_reports,
)
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel

from dp_gateway import BudgetSettings
from dp_gateway.randomness import Secret

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "Thank Anna Miller from Boston for me."


def fake() -> FakeListChatModel:
    return FakeListChatModel(responses=["Hello."])


def test_a_call_tells_what_it_cost() -> None:
    model = PrivateChatModel(fake(), policy="entities", key=KEY)
    with privacy_reports() as reports:
        model.invoke(SAID)
        assert len(reports) == 1
        list(model.stream("Nobody is named."))
        asyncio.run(model.ainvoke(SAID))
    model.invoke("I live in Boston.")
    assert [report.total_epsilon > 0 for report in reports] == [True, False, True]
    assert {row.type for row in reports[0].figures} == {"PERSON", "LOCATION/CITY"}


def test_batches_tell_in_order_and_what_another_block_gathers_is_its_own() -> None:
    chain = PromptSanitizer("entities", key=KEY) | fake() | ReplyRestorer()
    with privacy_reports() as outer:
        with privacy_reports() as reports:
            chain.batch([SAID, "Nobody is named.", "I live in Denver."])
        assert [len(report.figures) for report in reports] == [2, 0, 1]
        assert outer == []
        DocumentSanitizer("entities", key=KEY).transform_documents([Document(SAID)])
    assert len(outer) == 1


def test_agents_and_budgets_are_told() -> None:
    middleware = PrivacyMiddleware("entities", key=KEY, budget=BudgetSettings(epsilon=50), ledger="memory:")
    agent = create_agent(fake(), [], middleware=[middleware])
    with privacy_reports() as reports:
        agent.invoke({"messages": [("user", SAID)]})
    spent = reports[0].spent
    assert spent is not None
    assert spent.epsilon > 6
    assert spent.remaining[0].left < 44
