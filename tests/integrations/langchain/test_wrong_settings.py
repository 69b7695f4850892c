"""What a part cannot use is refused where the part is made, by an error of ours that says what to write."""

from __future__ import annotations

from typing import Any

import pytest
from dp_gateway_langchain import DocumentSanitizer, PrivacyMiddleware, PrivateChatModel, PromptSanitizer
from dp_gateway_openai import PrivateOpenAI
from langchain_core.language_models import FakeListChatModel

from dp_gateway.errors import ConfigurationError

MODEL = FakeListChatModel(responses=["Hello."])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"key": "x"}, "key: "),
        ({"budget": "5"}, "default.epsilon: a number belongs here"),
        ({"budget": {"daily": {"epsilon": 5, "per": "usr"}}}, r"daily\.per: (?s:.*)did you mean user\?"),
        ({"policy": "entitis"}, r"(?s:.*)did you mean entities\?"),
        ({"policy": 5}, "policy must be a str or Path or Policy, not int"),
        ({"epsilon": "6"}, "epsilon must be an int or float, not str"),
        ({"epsilon": True}, "epsilon must be an int or float, not bool"),
        ({"scope": "convrsation"}, r"(?s:.*)did you mean conversation\?"),
        ({"gateway": 5}, "gateway: "),
    ],
)
def test_a_wrong_setting_of_a_part_is_told_by_name(given: dict[str, Any], said: str) -> None:
    for make in (lambda: PrivateChatModel(MODEL, **given), lambda: PromptSanitizer(**given)):
        with pytest.raises(ConfigurationError, match=said):
            make()


def test_middleware_refuses_at_once() -> None:
    for given in ({"key": "x"}, {"budget": "5"}, {"policy": "entitis"}):
        with pytest.raises(ConfigurationError):
            PrivacyMiddleware(**given)  # pyright: ignore


def test_texts_are_no_documents() -> None:
    with pytest.raises(ConfigurationError, match="a document must be a Document, not str"):
        DocumentSanitizer("entities").transform_documents("Anna")  # pyright: ignore


def test_a_scope_that_nobody_knows_is_refused_by_the_client() -> None:
    with pytest.raises(ConfigurationError, match=r"did you mean conversation\?"):
        PrivateOpenAI(api_key="k", scope="convrsation")  # pyright: ignore
