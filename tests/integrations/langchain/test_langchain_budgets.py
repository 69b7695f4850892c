"""Budgets of the LangChain parts: what is charged, refused, and charged once where doors stand in each other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from dp_gateway_langchain import DocumentSanitizer, PrivateChatModel, PromptSanitizer
from langchain_core.documents import Document

from dp_gateway.budget.log_chain import verify
from dp_gateway.errors import BudgetExceeded
from dp_gateway.exchange import already_sanitized
from dp_gateway.pipeline import Gateway
from tests.integrations.langchain.scripted_models import KEY, Echo

GATEWAY = Gateway("entities", key=KEY)
SAID = "I am Anna Miller from Boston."
TOWNS = ("Denver", "Chicago", "Houston", "Dallas")


@pytest.fixture
def paying(tmp_path: Path) -> dict[str, Any]:
    """Options of a part; a ledger of the test alone, as parts of equal settings share one."""
    ledger = {"url": f"sqlite:///{tmp_path}/l.db", "count": "nominal", "audit_log": str(tmp_path / "log")}
    return {"gateway": GATEWAY, "key": KEY, "budget": 14, "ledger": ledger}


def test_a_model_pays_for_what_is_new_and_refuses_the_rest(paying: dict[str, Any]) -> None:
    inside = Echo()
    model = PrivateChatModel(inside, **paying)
    assert model.invoke(SAID).text == SAID
    assert "".join(chunk.text for chunk in model.stream(SAID)) == SAID
    assert model.invoke("He lives in Denver.").text == "He lives in Denver."
    with pytest.raises(BudgetExceeded) as refused:
        model.invoke("She lives in Chicago.")
    assert (refused.value.asked, refused.value.left) == (6, 2)
    assert len(inside.seen) == 3
    assert model.invoke(SAID).text == SAID


def test_asynchronous_calls_and_batches_share_the_budget(paying: dict[str, Any]) -> None:
    model = PrivateChatModel(Echo(), **paying)

    async def run() -> list[Any]:
        asked: list[Any] = [f"He lives in {town}." for town in TOWNS]
        return await model.abatch(asked, return_exceptions=True)

    done = asyncio.run(run())
    assert sum(isinstance(one, BudgetExceeded) for one in done) == 2


def test_doors_in_each_other_charge_once(paying: dict[str, Any], tmp_path: Path) -> None:
    inside = Echo()
    model = PrivateChatModel(PrivateChatModel(inside, **paying), **paying)
    assert model.invoke(SAID).text == SAID
    assert model.invoke("He lives in Denver.").text == "He lives in Denver."
    assert "Boston" not in str(inside.seen)
    assert verify(tmp_path / "log").head.number == 2


def test_prompts_and_documents_pay_when_they_are_sanitized(paying: dict[str, Any]) -> None:
    prompts = PromptSanitizer(**paying)
    done = prompts.batch([f"He lives in {town}." for town in TOWNS], return_exceptions=True)
    assert sum(isinstance(one, BudgetExceeded) for one in done) == 2
    with pytest.raises(BudgetExceeded):
        DocumentSanitizer(**paying).transform_documents([Document("It is in Houston.")])


def test_a_batch_beside_what_was_sanitized_already_pays_once(paying: dict[str, Any], tmp_path: Path) -> None:
    prompts = PromptSanitizer(**paying)
    asked = [f"He lives in {town}." for town in TOWNS[:2]]
    with already_sanitized(["something else"]):
        prompts.batch(asked)
    assert verify(tmp_path / "log").head.number == 2
    with already_sanitized([f"He lives in {town}." for town in TOWNS]):
        assert prompts.batch([f"He lives in {town}." for town in TOWNS]) == [f"He lives in {town}." for town in TOWNS]
    assert verify(tmp_path / "log").head.number == 2


def test_placeholders_instead(paying: dict[str, Any]) -> None:
    inside = Echo()
    model = PrivateChatModel(inside, **{**paying, "budget": {"all": {"epsilon": 5, "exhausted": "mask"}}})
    assert model.invoke(SAID).text == SAID
    assert "<PERSON_1>" in str(inside.seen)
