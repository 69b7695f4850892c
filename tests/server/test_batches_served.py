"""`/v1/files` and `/v1/batches` behind OpenAI's own client: what a provider sees, what comes back, and to whom."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from dp_gateway import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.keys import new_key
from dp_gateway.server.settings import Settings
from tests.server.batch_provider import BatchProvider
from tests.server.running import Running, Start
from tests.server.scripted_provider import Provider, whole

SECRETS = ("Anna Miller", "Anna-", "from Boston", "Maria Gonzalez", "nightly", "customers")
SAID = "Thank Anna Miller from Boston and Maria Gonzalez, case {}."


def line(number: int, text: str = SAID, **more: Any) -> dict[str, Any]:
    body = {"model": "m", "messages": [{"role": "user", "content": text.format(number)}]}
    return {"custom_id": f"Anna-{number}", "method": "POST", "url": "/v1/chat/completions", "body": body} | more


def file(*lines: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in lines)


LINES = file(*(line(at) for at in range(80)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept") / "batches"


@pytest.fixture(scope="module")
def gateway_and_provider(folder: Path) -> Iterator[tuple[str, Provider]]:
    key = folder.parent / "secret.key"
    Secret.from_file(key)
    with Provider() as provider:
        settings = {
            "privacy": {"keys": {"k1": str(key)}},
            "upstreams": {"default": {"url": provider.url}},
            "batches": {"folder": str(folder)},
        }
        with Background(create_app(Settings.model_validate(settings))) as server:
            yield server.url, provider


@pytest.fixture
def provider(gateway_and_provider: tuple[str, Provider]) -> Provider:
    gateway_and_provider[1].taken.clear()
    return gateway_and_provider[1]


@pytest.fixture
def there(provider: Provider) -> BatchProvider:
    provider.script = there = BatchProvider()
    return there


@pytest.fixture
def batching(gateway_and_provider: tuple[str, Provider], folder: Path, there: BatchProvider) -> Iterator[Running]:
    yield Running(gateway_and_provider[0], [])
    for path in folder.iterdir():
        path.unlink()


def client(gateway: Running, key: str = "sk-one") -> openai.OpenAI:
    return openai.OpenAI(base_url=gateway.base, api_key=key, max_retries=0)


def uploaded(one: openai.OpenAI, content: bytes = LINES) -> openai.types.FileObject:
    return one.files.create(file=("Anna Miller's customers.jsonl", content), purpose="batch")


def refused(one: openai.OpenAI, content: bytes, purpose: Any = "batch") -> openai.APIStatusError:
    with pytest.raises(openai.APIStatusError) as error:
        one.files.create(file=("a.jsonl", content), purpose=purpose)
    return error.value


def test_a_batch_leaves_without_names_and_its_results_come_back_with_them(
    batching: Running, there: BatchProvider, provider: Provider, folder: Path
) -> None:
    one = client(batching)
    sent = uploaded(one)
    assert (sent.filename, sent.bytes) == ("Anna Miller's customers.jsonl", len(LINES))
    batch = one.batches.create(
        input_file_id=sent.id,
        endpoint="/v1/chat/completions",
        completion_window="24h",
        metadata={"description": "nightly run for Anna Miller"},
    )
    again = one.batches.retrieve(batch.id)
    assert again.metadata == {"description": "nightly run for Anna Miller"}
    assert again.output_file_id is not None
    results = [json.loads(each) for each in one.files.content(again.output_file_id).text.splitlines()]
    assert [each["custom_id"] for each in results] == [f"Anna-{at}" for at in reversed(range(80))]
    for at, each in zip(reversed(range(80)), results, strict=True):
        assert each["response"]["body"]["choices"][0]["message"]["content"] == SAID.format(at)
    for taken in provider.taken:
        for secret in SECRETS:
            assert secret.encode() not in taken.body + taken.head.encode(), (taken.path, secret)
    kept = b"".join(path.read_bytes() for path in folder.iterdir())
    assert not [secret for secret in SECRETS if secret.encode() in kept]
    assert sorted(path.suffix for path in folder.iterdir()) == [".note", ".sqlite"]
    assert one.files.content(sent.id).content == LINES
    assert [each.id for each in one.files.list()] == [sent.id]
    assert [each.metadata for each in one.batches.list()] == [again.metadata]
    assert one.batches.cancel(batch.id).metadata == again.metadata


def test_nobody_else_sees_it(batching: Running, there: BatchProvider) -> None:
    one, other = client(batching), client(batching, "sk-another")
    sent = uploaded(one)
    batch = one.batches.create(input_file_id=sent.id, endpoint="/v1/chat/completions", completion_window="24h")
    output = batch.output_file_id
    assert output is not None
    for call in (
        lambda: other.files.content(output),
        lambda: other.files.delete(output),
        lambda: other.files.retrieve(output),
        lambda: other.files.content(sent.id),
        lambda: other.files.retrieve(sent.id),
        lambda: other.files.delete(sent.id),
        lambda: other.batches.retrieve(batch.id),
        lambda: other.batches.cancel(batch.id),
        lambda: other.batches.create(input_file_id=sent.id, endpoint="/v1/chat/completions", completion_window="24h"),
    ):
        with pytest.raises(openai.NotFoundError):
            call()
    assert list(other.files.list()) == list(other.batches.list()) == []
    assert one.files.retrieve(sent.id).id == sent.id


def test_a_file_that_did_not_come_through_the_gateway_is_not_there(batching: Running, there: BatchProvider) -> None:
    one = client(batching)
    foreign = there.file(LINES, "batch", "0123456789abcdef.jsonl")["id"]
    output = there.file(json.dumps({"custom_id": "Anna-1"}).encode(), "batch_output", "o.jsonl")["id"]
    for name in (foreign, output):
        with pytest.raises(openai.NotFoundError):
            one.files.content(name)
    with pytest.raises(openai.NotFoundError):
        one.batches.create(input_file_id=foreign, endpoint="/v1/chat/completions", completion_window="24h")
    with pytest.raises(openai.NotFoundError):
        one.files.retrieve("..%2f..%2fmodels")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (file(line(0), {"custom_id": "Anna Miller"}), "line 2"),
        (file(line(0), line(0)), "custom_id"),
        (file(*(line(at) for at in range(400)), line(5)), "custom_id"),
        (file(line(0), line(1, url="/v1/images/generations")), "line 2"),
        (file(line(0), line(1) | {"body": {**line(1)["body"], "model": "other"}}), "several models"),
        (file(line(0) | {"body": {**line(0)["body"], "logit_bias": {"1": 2}}}), "line 1"),
        (b"", "no lines"),
        (b"Anna Miller", "JSON"),
    ],
)
def test_what_cannot_be_sanitized_is_refused_and_nothing_is_sent_or_kept(
    batching: Running, there: BatchProvider, provider: Provider, folder: Path, content: bytes, says: str
) -> None:
    error = refused(client(batching), content)
    assert error.status_code == 400
    assert says in error.message
    assert "Anna" not in error.message
    assert not provider.taken
    assert not list(folder.iterdir())


def test_files_for_other_purposes_are_refused(batching: Running, provider: Provider) -> None:
    error = refused(client(batching), LINES, "fine-tune")
    assert error.status_code == 400
    assert "only files for batches" in error.message
    assert not provider.taken
    late = {"file": ("a.jsonl", LINES), "purpose": (None, "batch")}
    reply = httpx.post(f"{batching.base}/files", files=late, headers={"authorization": "Bearer k"})
    assert reply.status_code == 400
    kinds = ("application/json", *(f"multipart/form-data; boundary={one}" for one in ("x", "x" * 10_000)))
    for body, kind in zip((b"{}", b"--x\r\n", b"--x\r\n"), kinds, strict=True):
        reply = httpx.post(f"{batching.base}/files", content=body, headers={"content-type": kind})
        assert reply.status_code in (400, 415), reply.text
    assert not provider.taken


def test_a_provider_that_refuses_leaves_nothing_behind(batching: Running, provider: Provider, folder: Path) -> None:
    provider.script = lambda _: whole({"error": {"message": "too many files"}}, 400)
    assert refused(client(batching), LINES).status_code == 400
    assert not list(folder.iterdir())


def test_it_is_priced_as_a_whole_and_refused_where_the_budget_is_too_small(
    start: Start, tmp_path: Path, there: BatchProvider, provider: Provider
) -> None:
    key, hashed = new_key()
    folder = tmp_path / "kept"
    own: dict[str, Any] = {
        "batches": {"folder": str(folder)},
        "keys": {"k": {"hash": hashed}},
        "ledger": {"url": "memory:"},
    }
    poor = start(**own, budgets={"all": {"epsilon": 5}})
    error = refused(client(poor, key), LINES)
    assert error.status_code == 429
    assert not provider.taken
    assert not list(folder.iterdir())
    rich = start(**own, budgets={"all": {"epsilon": 900_000}})
    uploaded(client(rich, key))
    told = httpx.get(f"{rich.base}/privacy/budget", headers={"authorization": f"Bearer {key}"}).json()
    assert told["budgets"][0]["spent"] > 80


def test_results_of_another_version_are_not_restored(batching: Running, there: BatchProvider, folder: Path) -> None:
    one = client(batching)
    batch = one.batches.create(input_file_id=uploaded(one).id, endpoint="/v1/chat/completions", completion_window="24h")
    (kept,) = folder.glob("*.sqlite")
    with sqlite3.connect(kept) as opened:
        opened.execute("UPDATE lines SET sent = zeroblob(16)")
    assert batch.output_file_id is not None
    with pytest.raises(openai.InternalServerError) as error:
        one.files.content(batch.output_file_id)
    assert "Anna" not in error.value.message


def test_results_that_name_no_request_break_off(batching: Running, there: BatchProvider) -> None:
    one = client(batching)
    batch = one.batches.create(input_file_id=uploaded(one).id, endpoint="/v1/chat/completions", completion_window="24h")
    output = batch.output_file_id
    assert output is not None
    good = there.content[output]
    there.content[output] = good * 6 + good.splitlines()[0].replace(b'"custom_id": "', b'"custom_id": "0') + b"\n"
    with pytest.raises((openai.APIConnectionError, httpx.RemoteProtocolError)):
        one.files.content(output)


def test_without_a_folder_they_are_refused(gateway: Running, provider: Provider) -> None:
    error = refused(client(gateway), LINES)
    assert error.status_code == 404
    assert "[batches]" in error.message
    assert not provider.taken
