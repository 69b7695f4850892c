"""`/v1/messages/batches` behind Anthropic's own client: what a provider sees, what comes back, and to whom."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anthropic
import httpx
import pytest

from dp_gateway import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.settings import Settings
from tests.server.scripted_provider import Provider, Step, Taken, whole

SECRETS = ("Anna Miller", "Anna-", "from Boston", "Maria Gonzalez")
SAID = "Thank Anna Miller from Boston and Maria Gonzalez, case {}."


class MessageBatches:
    """A script for `Provider`: batches that have ended when they are asked for, results in another order."""

    def __init__(self) -> None:
        self.batches: dict[str, list[dict[str, Any]]] = {}

    def __call__(self, taken: Taken) -> list[Step]:
        path = taken.path.partition("?")[0].removeprefix("/v1/messages/batches").strip("/").split("/")
        match taken.method, path:
            case "POST", [""]:
                name = f"msgbatch_{len(self.batches)}"
                self.batches[name] = taken.json["requests"]
                return whole(self.batch(name, ended=False))
            case "GET", [""]:
                listed = [self.batch(name) for name in self.batches]
                return whole({"data": listed, "has_more": False, "first_id": None, "last_id": None})
            case "GET", [name, "results"] if name in self.batches:
                each = enumerate(reversed(self.batches[name]), 1)
                lines = b"".join(self.result(one, fails=at % 10 == 0) for at, one in each)
                return [f"HTTP/1.1 200 X\r\ncontent-length: {len(lines)}\r\n\r\n".encode() + lines]
            case "DELETE", [name] if name in self.batches:
                del self.batches[name]
                return whole({"id": name, "type": "message_batch_deleted"})
            case ("GET", [name]) | ("POST", [name, "cancel"]) if name in self.batches:
                return whole(self.batch(name))
        return whole({"type": "error", "error": {"type": "not_found_error", "message": "nothing there"}}, 404)

    def batch(self, name: str, *, ended: bool = True) -> dict[str, Any]:
        return {
            "id": name,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": {"processing": 0, "succeeded": 1, "errored": 0, "canceled": 0, "expired": 0},
            "created_at": "2026-01-01T00:00:00Z",
            "expires_at": "2026-01-02T00:00:00Z",
            "results_url": f"https://provider.example/v1/messages/batches/{name}/results" if ended else None,
        }

    @staticmethod
    def result(request: dict[str, Any], *, fails: bool) -> bytes:
        """What was asked, as a message, or an error that repeats it."""
        text = request["params"]["messages"][-1]["content"]
        if fails:
            error = {"type": "error", "error": {"type": "invalid_request_error", "message": f"no answer to: {text}"}}
            result: dict[str, Any] = {"type": "errored", "error": error}
        else:
            content = [{"type": "text", "text": text}]
            usage = {"input_tokens": 1, "output_tokens": 1}
            message = {"id": "m", "type": "message", "role": "assistant", "model": "c", "content": content}
            result = {"type": "succeeded", "message": message | {"stop_reason": "end_turn", "usage": usage}}
        return json.dumps({"custom_id": request["custom_id"], "result": result}).encode() + b"\n"


def request(number: int, text: str = SAID, **more: Any) -> dict[str, Any]:
    params = {"model": "claude", "max_tokens": 9, "messages": [{"role": "user", "content": text.format(number)}]}
    return {"custom_id": f"Anna-{number}", "params": params | more}


IMAGE = {"type": "image", "source": {"type": "url", "url": "https://example.com/Anna-Miller.png"}}
REQUESTS: Any = [request(at) for at in range(1, 81)]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Provider, Path]]:
    root = tmp_path_factory.mktemp("messages")
    Secret.from_file(root / "secret.key")
    with Provider() as provider:
        settings = {
            "privacy": {"keys": {"k1": str(root / "secret.key")}},
            "upstreams": {"default": {"url": provider.url}},
            "batches": {"folder": str(root / "batches")},
            "ledger": {"url": "memory:"},
            "budgets": {"all": {"epsilon": 900_000}},
        }
        with Background(create_app(Settings.model_validate(settings))) as server:
            yield server.url, provider, root / "batches"


@pytest.fixture
def there(running: tuple[str, Provider, Path]) -> Iterator[MessageBatches]:
    running[1].taken.clear()
    running[1].script = there = MessageBatches()
    yield there
    for path in running[2].iterdir():
        path.unlink()


def client(url: str, key: str = "sk-one") -> anthropic.Anthropic:
    return anthropic.Anthropic(base_url=url, api_key=key, max_retries=0)


def test_a_batch_leaves_without_names_and_its_results_come_back_with_them(
    running: tuple[str, Provider, Path], there: MessageBatches
) -> None:
    url, provider, folder = running
    one = client(url)
    batch = one.messages.batches.create(requests=REQUESTS)
    assert batch.results_url is None
    ended = one.messages.batches.retrieve(batch.id)
    assert ended.results_url == f"{url}/v1/messages/batches/{batch.id}/results"
    results = list(one.messages.batches.results(batch.id))
    assert [each.custom_id for each in results] == [f"Anna-{at}" for at in range(80, 0, -1)]
    for at, each in zip(range(80, 0, -1), results, strict=True):
        if each.result.type == "succeeded":
            (block,) = each.result.message.content
            assert block.type == "text"
            assert block.text == SAID.format(at)
        else:
            assert each.result.type == "errored"
            assert SAID.format(at) in each.result.error.error.message
    assert {each.result.type for each in results} == {"succeeded", "errored"}
    (sent, *_) = provider.taken
    assert [set(each) for each in sent.json["requests"]] == [{"custom_id", "params"}] * 80
    assert "sk-one" in sent.head
    assert "anthropic-version: " in sent.head.lower()
    for taken in provider.taken:
        for secret in SECRETS:
            assert secret.encode() not in taken.body + taken.head.encode(), (taken.path, secret)
    kept = b"".join(path.read_bytes() for path in folder.iterdir())
    assert not [secret for secret in SECRETS if secret.encode() in kept]
    assert [each.id for each in one.messages.batches.list()] == [batch.id]
    assert one.messages.batches.cancel(batch.id).id == batch.id
    assert one.messages.batches.delete(batch.id).id == batch.id
    assert not list(folder.iterdir())


def test_nobody_else_sees_it(running: tuple[str, Provider, Path], there: MessageBatches) -> None:
    one, other = client(running[0]), client(running[0], "sk-another")
    batch = one.messages.batches.create(requests=REQUESTS[:2])
    foreign = "msgbatch_foreign"
    there.batches[foreign] = [request(5)]
    running[1].taken.clear()
    for name, who in ((batch.id, other), (foreign, one)):
        for call in (
            lambda who=who, name=name: who.messages.batches.retrieve(name),
            lambda who=who, name=name: who.messages.batches.cancel(name),
            lambda who=who, name=name: who.messages.batches.delete(name),
        ):
            with pytest.raises(anthropic.NotFoundError):
                call()
        headers = {"x-api-key": str(who.api_key)}
        assert httpx.get(f"{running[0]}/v1/messages/batches/{name}/results", headers=headers).status_code == 404
    assert not running[1].taken
    assert list(other.messages.batches.list()) == []
    assert [each.id for each in one.messages.batches.list()] == [batch.id]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"requests": []}, "no batch of messages"),
        ({"requests": REQUESTS[:1], "metadata": {"for": "Anna Miller"}}, "no batch of messages"),
        ({"requests": [REQUESTS[0] | {"url": "/v1/messages"}]}, "no batch of messages"),
        ({"requests": [REQUESTS[0], REQUESTS[0]]}, "custom_id"),
        ({"requests": [REQUESTS[0], request(2, model="other")]}, "several models"),
        ({"requests": [REQUESTS[0], request(2, messages=[{"role": "user", "content": [IMAGE]}])]}, "line 2"),
    ],
    ids=["empty", "fields", "url", "twice", "models", "image"],
)
def test_what_cannot_be_sanitized_is_refused_and_nothing_is_sent_or_kept(
    running: tuple[str, Provider, Path], there: MessageBatches, body: dict[str, Any], says: str
) -> None:
    url, provider, folder = running
    reply = httpx.post(f"{url}/v1/messages/batches", json=body, headers={"x-api-key": "sk-one"})
    assert reply.status_code == 400, reply.text
    assert says in reply.json()["error"]["message"]
    assert "Anna" not in reply.text
    assert not provider.taken
    assert not list(folder.iterdir())


def test_a_batch_is_paid_for_once(running: tuple[str, Provider, Path], there: MessageBatches) -> None:
    def spent() -> float:
        told = httpx.get(f"{running[0]}/v1/privacy/budget", headers={"x-api-key": "sk-payer"}).json()
        return told["budgets"][0]["spent"]

    one = client(running[0], "sk-payer")
    before = spent()
    asked: Any = [request(at, "I live in Lyon, {}.") for at in (1, 2)]
    raw = one.messages.batches.with_raw_response.create(requests=asked)
    assert raw.headers["x-dp-policy"] == "entities"
    assert spent() > before
    after = spent()
    one.messages.batches.create(requests=asked[:1])
    assert spent() == after
