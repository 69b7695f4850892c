"""Parts in other processes: pickled they hold no key, and are refused where they would be something else there."""

import copy
import pickle
from pathlib import Path

import pytest
from dp_gateway_langchain import (
    DocumentSanitizer,
    PrivacyMiddleware,
    PrivateChatModel,
    PrivateEmbeddings,
    PromptSanitizer,
    ReplyRestorer,
)
from langchain_core.embeddings import FakeEmbeddings
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from dp_gateway.errors import ConfigurationError, InvalidSecret
from dp_gateway.randomness import Secret

KEY = b"0123456789abcdef" * 2
PROMPT = "Anna Miller of Boston is 34 years old."


@pytest.fixture(autouse=True)
def key_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "secret.key"
    file.write_bytes(KEY)
    monkeypatch.setenv("DP_GATEWAY_KEY_FILE", str(file))
    return file


def model(**options: object) -> PrivateChatModel:
    return PrivateChatModel(FakeListChatModel(responses=["Fine."]), **options)


def test_a_pickled_sanitizer_holds_no_key_and_draws_as_before():
    sanitizer = PromptSanitizer()
    drawn = sanitizer.invoke(PROMPT)
    pickled = pickle.dumps(sanitizer)
    assert KEY not in pickled
    assert b"Miller" not in pickled
    assert drawn != PROMPT
    assert pickle.loads(pickled).invoke(PROMPT) == drawn


def test_parts_that_were_used_can_be_pickled():
    private = model()
    private.invoke(PROMPT)
    assert pickle.loads(pickle.dumps(private)).invoke(PROMPT).content == "Fine."
    for part in (DocumentSanitizer(), PrivateEmbeddings(FakeEmbeddings(size=3)), ReplyRestorer(), PrivacyMiddleware()):
        pickled = pickle.dumps(part)
        assert KEY not in pickled
        assert type(pickle.loads(pickled)) is type(part)


def test_another_key_file_is_refused(key_file: Path):
    pickled = pickle.dumps(PromptSanitizer())
    key_file.write_bytes(KEY[::-1])
    with pytest.raises(InvalidSecret, match="another default key"):
        pickle.loads(pickled)
    key_file.unlink()
    with pytest.raises(InvalidSecret, match="another default key"):
        pickle.loads(pickled)
    assert not key_file.exists()


def test_what_stays_in_its_process_is_named():
    for part in (
        PromptSanitizer(key=Secret(KEY)),
        PrivacyMiddleware(key=Secret(KEY)),
        model(budget=10.0, ledger="memory:"),
    ):
        with pytest.raises(ConfigurationError, match="cannot be pickled"):
            pickle.dumps(part)


def test_a_model_that_was_used_can_be_copied():
    private = model(key=Secret(KEY))
    private.invoke(PROMPT)
    assert copy.deepcopy(private).invoke(PROMPT).content == "Fine."


def test_what_the_provider_would_keep_is_refused():
    inside = ChatOpenAI(model="gpt-4o", api_key=SecretStr("none"), use_previous_response_id=True)
    with pytest.raises(ConfigurationError, match="use_previous_response_id"):
        PrivateChatModel(inside)
