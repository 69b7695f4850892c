"""What a provider keeps: gone on from, fetched, cancelled and deleted by its owner alone, with the originals."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from dp_gateway.errors import ConfigurationError, RequestError
from dp_gateway.randomness import Secret
from dp_gateway.server.kept import Kept, KeptState
from dp_gateway.server.keys import Client
from dp_gateway.server.settings import KeptSettings, load_settings
from tests.server.running import Running, Start
from tests.server.scripted_provider import Close, Provider, Step, Taken, event, pieces, stream, whole

NAME, CITY = "Theodric Vanterpool", "Lisbon"
FIRST = f"My name is {NAME}, and I live in {CITY}."


class Keeper:
    """A provider of the Responses API that keeps what it is sent, and says all of it back."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}
        self.owners: dict[str, str] = {}
        self.deleted: list[str] = []
        self.breaks = False
        """The streams that are fetched again break off."""

    def __call__(self, taken: Taken) -> list[Step]:
        parts = taken.path.partition("?")[0].split("/")[2:]
        if taken.method == "POST" and parts == ["conversations"]:
            made = {"id": f"conv_{len(self.kept):032x}", "object": "conversation", "created_at": 1, "metadata": {}}
            self.kept[made["id"]] = {**made, "said": _said(taken.json.get("items"))}
            return whole(made)
        if taken.method == "POST" and len(parts) == 1:
            return self._answer(taken.json)
        found = self.kept.get(parts[1])
        if found is None:
            return whole({"error": {"message": "no such response", "type": "invalid_request_error"}}, 404)
        if taken.method == "DELETE":
            self.deleted.append(parts[1])
            del self.kept[parts[1]]
            return whole({"id": parts[1], "object": "response", "deleted": True})
        if parts[2:] == ["input_items"]:
            return whole({"object": "list", "data": found["given"], "has_more": False})
        status = "cancelled" if parts[2:] == ["cancel"] else "completed"
        return (
            self._again(found["reply"]) if "stream=true" in taken.path else whole({**found["reply"], "status": status})
        )

    def _again(self, reply: dict[str, Any]) -> list[Step]:
        """The stream of a kept response once more, its text in pieces that cut every surrogate."""
        (item,) = reply["output"]
        text: str = item["content"][0]["text"]
        place = {"item_id": item["id"], "output_index": 0, "content_index": 0}
        told: list[dict[str, Any]] = [{"type": "response.created", "response": {**reply, "output": []}}]
        told += [
            {"type": "response.output_text.delta", **place, "delta": piece, "logprobs": []} for piece in pieces(text)
        ]
        told.append({"type": "response.output_text.done", **place, "text": text, "logprobs": []})
        if self.breaks:
            return [*stream([event(one | {"sequence_number": at}, one["type"]) for at, one in enumerate(told[:-1])],
                            end=False), Close()]  # fmt: skip
        told.append({"type": "response.completed", "response": reply})
        return stream([event(one | {"sequence_number": at}, one["type"]) for at, one in enumerate(told)])

    def _answer(self, body: dict[str, Any]) -> list[Step]:
        named: str = body.get("previous_response_id") or body.get("conversation") or ""
        before = self.kept[named]["said"] if named else ""
        said = before + _said(body["input"])
        identity = f"resp_{len(self.kept):032x}"
        text = {"type": "output_text", "text": said, "annotations": []}
        item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]}
        reply: dict[str, Any] = {
            "id": identity, "object": "response", "created_at": 1, "model": "m", "status": "completed",
            "output": [item], "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
        }  # fmt: skip
        given = [{"type": "message", "id": "msg_0", "role": "user", "content": [{"type": "input_text", "text": said}]}]
        self.kept[identity] = {"said": said, "reply": reply, "given": given}
        if body.get("conversation"):
            self.kept[named]["said"] = said
        if body.get("stream"):
            created = {"type": "response.created", "sequence_number": 0, "response": {**reply, "output": []}}
            done = {"type": "response.completed", "sequence_number": 1, "response": reply}
            return stream([event(one, one["type"]) for one in (created, done)])
        return whole({**reply, "status": "queued", "output": []} if body.get("background") else reply)


def _said(given: Any) -> str:
    if isinstance(given, str):
        return given + " "
    parts = [one["content"] for one in given or () if "content" in one]
    return "".join(
        f"{part} " if isinstance(part, str) else _said([{"content": p["text"]} for p in part]) for part in parts
    )


@pytest.fixture
def keeper(provider: Provider) -> Keeper:
    made = Keeper()
    provider.script = made
    return made


@pytest.fixture
def gateway(start: Start, keeper: Keeper, tmp_path: Path) -> Running:
    del keeper
    return start(kept={"responses": True, "file": str(tmp_path / "kept.db")})


def client(gateway: Running, key: str = "sk-one") -> openai.OpenAI:
    return openai.OpenAI(base_url=gateway.base, api_key=key, max_retries=0, timeout=60)


@pytest.fixture
def own(gateway: Running) -> Iterator[openai.OpenAI]:
    with client(gateway) as one:
        yield one


def test_a_request_goes_on_from_a_kept_response(own: openai.OpenAI, provider: Provider) -> None:
    first = own.responses.create(model="m", input=FIRST)
    assert first.output_text.strip() == FIRST
    sent = provider.last.json["input"]
    assert NAME not in sent
    assert CITY not in sent
    second = own.responses.create(model="m", input=f"Write to {NAME}.", previous_response_id=first.id)
    body = provider.last.json
    assert body["previous_response_id"] == first.id
    # The same surrogate, and of the conversation nothing that the provider has.
    surrogate = re.fullmatch(r"My name is (.+), and I live in .+\.", sent)
    assert surrogate is not None
    assert body["input"] == f"Write to {surrogate[1]}."
    # The city was said in the first turn alone.
    assert second.output_text.strip() == f"{FIRST} Write to {NAME}."
    third = own.responses.create(
        model="m", input=[{"role": "user", "content": "Where?"}], previous_response_id=second.id, stream=True
    )
    *_, last = third
    assert last.type == "response.completed"
    assert last.response.output_text.strip() == f"{FIRST} Write to {NAME}. Where?"
    assert [one["content"] for one in provider.last.json["input"]] == ["Where?"]


def test_what_is_said_again_is_charged_once(start: Start, keeper: Keeper, tmp_path: Path) -> None:
    assert not keeper.kept
    gateway = start(
        kept={"responses": True, "file": str(tmp_path / "kept.db")},
        budgets={"all": {"epsilon": 100}},
        ledger={"url": "memory:"},
    )
    with client(gateway) as own:
        first = own.responses.with_raw_response.create(model="m", input=FIRST)
        again = own.responses.with_raw_response.create(
            model="m", input=f"I am in {CITY}.", previous_response_id=first.parse().id
        )
    left = [one.headers["x-dp-budget-remaining"] for one in (first, again)]
    assert left[0] == left[1] != "100"


@pytest.mark.parametrize("stream", [False, True])
def test_a_response_in_the_background_is_fetched_restored(own: openai.OpenAI, keeper: Keeper, stream: bool) -> None:
    if stream:
        first = next(iter(own.responses.create(model="m", input=FIRST, background=True, stream=True)))
        assert first.type == "response.created"
        identity = first.response.id
    else:
        queued = own.responses.create(model="m", input=FIRST, background=True)
        assert (queued.status, queued.output) == ("queued", [])
        identity = queued.id
    assert own.responses.retrieve(identity).output_text.strip() == FIRST
    assert own.responses.cancel(identity).status == "cancelled"
    items = own.responses.input_items.list(identity, limit=10)
    assert FIRST in items.model_dump_json()
    own.responses.delete(identity)
    assert keeper.deleted == [identity]
    with pytest.raises(openai.NotFoundError):
        own.responses.retrieve(identity)


def test_a_kept_response_is_streamed_again_restored(gateway: Running, own: openai.OpenAI) -> None:
    identity = own.responses.create(model="m", input=FIRST, background=True).id
    events = list(own.responses.retrieve(identity, stream=True))
    assert "".join(one.delta for one in events if one.type == "response.output_text.delta").strip() == FIRST
    assert events[-1].type == "response.completed"
    assert events[-1].response.output_text.strip() == FIRST
    assert [one.sequence_number for one in events] == list(range(len(events)))
    record = gateway.recorded(2)[-1]
    assert (record.route, record.status, record.streamed, record.restored > 0) == ("kept", 200, True, True)


def test_a_kept_stream_that_breaks_off_gives_what_it_held_and_an_error(own: openai.OpenAI, keeper: Keeper) -> None:
    identity = own.responses.create(model="m", input=FIRST, background=True).id
    keeper.breaks = True
    *events, last = own.responses.retrieve(identity, stream=True)
    assert "".join(one.delta for one in events if one.type == "response.output_text.delta").strip() == FIRST
    assert last.type == "error"
    assert (last.code, "broke off" in last.message) == ("upstream_broken", True)


def test_a_stream_is_not_taken_up_in_its_middle(own: openai.OpenAI, provider: Provider) -> None:
    identity = own.responses.create(model="m", input=FIRST, background=True).id
    asked = len(provider.taken)
    with pytest.raises(openai.BadRequestError, match=r"from its beginning"):
        own.responses.retrieve(identity, stream=True, starting_after=3)
    with pytest.raises(openai.BadRequestError, match=r"does not serve"):
        own.responses.input_items.list(identity, extra_query={"stream": "true"})
    assert len(provider.taken) == asked


def test_readiness_tells_what_a_request_that_goes_on_would(
    gateway: Running, own: openai.OpenAI, tmp_path: Path
) -> None:
    first = own.responses.create(model="m", input=FIRST)
    assert httpx.get(f"{gateway.url}/readyz").status_code == 200
    with sqlite3.connect(tmp_path / "kept.db") as other:
        other.execute("ALTER TABLE kept RENAME TO lost")
    time.sleep(1.1)  # an answer holds for a second
    ready = httpx.get(f"{gateway.url}/readyz")
    assert (ready.status_code, ready.json()["status"]) == (503, "ledger_unavailable")
    with pytest.raises(openai.InternalServerError) as refused:
        own.responses.create(model="m", input="Go on.", previous_response_id=first.id)
    assert refused.value.status_code == 503
    with sqlite3.connect(tmp_path / "kept.db") as other:
        other.execute("ALTER TABLE lost RENAME TO kept")
    assert httpx.get(f"{gateway.url}/readyz").status_code == 200


def test_another_key_finds_nothing(gateway: Running, own: openai.OpenAI, provider: Provider) -> None:
    first = own.responses.create(model="m", input=FIRST, user="ann")
    reached = len(provider.taken)
    with client(gateway, "sk-two") as other:
        for call in (
            lambda: other.responses.create(model="m", input="Who am I?", previous_response_id=first.id),
            lambda: other.responses.retrieve(first.id),
            lambda: other.responses.cancel(first.id),
            lambda: other.responses.delete(first.id),
            lambda: own.responses.create(model="m", input="Who?", previous_response_id=first.id, user="bob"),
            lambda: own.responses.retrieve("resp_" + 32 * "a"),
        ):
            with pytest.raises(openai.NotFoundError) as raised:
                call()
            assert "knows no such response" in raised.value.message
    assert len(provider.taken) == reached
    with pytest.raises(openai.BadRequestError):
        own.responses.retrieve(first.id, starting_after=3, stream=True)


def test_what_is_not_to_be_kept_is_not_remembered(own: openai.OpenAI) -> None:
    first = own.responses.create(model="m", input=FIRST, store=False)
    with pytest.raises(openai.NotFoundError):
        own.responses.retrieve(first.id)


def test_a_conversation_goes_on(own: openai.OpenAI, provider: Provider) -> None:
    made = own.conversations.create(items=[{"role": "user", "content": FIRST, "type": "message"}])
    assert NAME not in provider.last.body.decode()
    second = own.responses.create(model="m", input="Say it.", conversation=made.id)
    assert second.output_text.strip() == f"{FIRST} Say it."
    third = own.responses.create(model="m", input=f"I am {NAME}.", conversation=made.id)
    assert third.output_text.strip() == f"{FIRST} Say it. I am {NAME}."
    assert own.responses.retrieve(second.id).output_text.strip() == f"{FIRST} Say it."


@pytest.mark.parametrize("large", [0, 1])
def test_a_large_conversation_goes_on(own: openai.OpenAI, provider: Provider, large: int) -> None:
    texts = [FIRST, f"Write to {NAME}."]
    texts[large] += " All is well here." * 4000
    first = own.responses.create(model="m", input=texts[0])
    second = own.responses.create(model="m", input=texts[1], previous_response_id=first.id)
    assert second.output_text.strip() == " ".join(texts)
    assert provider.last.json["input"].count("All is well") == 4000 * large
    assert NAME not in provider.last.json["input"]
    assert own.responses.retrieve(second.id).output_text.strip() == " ".join(texts)


def test_the_file_shows_nothing_and_outlives_a_server(
    start: Start, keeper: Keeper, provider: Provider, tmp_path: Path
) -> None:
    file = tmp_path / "kept.db"
    with client(start(kept={"responses": True, "file": str(file)})) as own:
        first = own.responses.create(model="m", input=FIRST, user="ann-the-user")
    assert first.id in keeper.kept
    assert file.stat().st_mode & 0o077 == 0
    written = b"".join(one.read_bytes() for one in tmp_path.glob("kept.db*"))
    for secret in (NAME, CITY, "Vanterpool", "ann-the-user", first.id, "sk-one"):
        assert secret.encode() not in written
    with client(start(kept={"responses": True, "file": str(file)})) as own:
        assert own.responses.retrieve(first.id).output_text.strip() == FIRST
    with sqlite3.connect(file) as opened:
        opened.execute("UPDATE kept SET sealed = zeroblob(length(sealed))")
    with client(start(kept={"responses": True, "file": str(file)})) as own, pytest.raises(openai.NotFoundError):
        own.responses.retrieve(first.id)
    assert json.loads(provider.taken[0].body)["model"] == "m"


def test_a_policy_that_changed_restores_nothing_wrongly(start: Start, keeper: Keeper, tmp_path: Path) -> None:
    file = str(tmp_path / "kept.db")
    with client(start(kept={"responses": True, "file": file})) as own:
        first = own.responses.create(model="m", input=FIRST)
    assert first.id in keeper.kept
    changed = {"entities": {"kind": "mask"}}
    with client(start(kept={"responses": True, "file": file}, policies=changed)) as own:
        with pytest.raises(openai.ConflictError, match="another policy"):
            own.responses.retrieve(first.id)
        with pytest.raises(openai.ConflictError, match="another policy"):
            own.responses.create(model="m", input="Who?", previous_response_id=first.id)


def test_the_file_holds_no_more_than_it_may(tmp_path: Path) -> None:
    whose = Client("one", "tenant")
    about = Kept("entities", "", "k", "default", "", "", "m")

    async def kept() -> list[bool]:
        state = KeptState(KeptSettings(file=tmp_path / "kept.db", megabytes=1), Secret(b"x" * 32))
        await state.open()
        for number in range(4):
            await state.keep(whose, f"resp_{number}", about._replace(bodies=(os.urandom(250_000).hex().encode(),)))
        found: list[bool] = []
        for number in range(4):
            try:
                found.append(bool((await state.find(whose, f"resp_{number}")).bodies))
            except RequestError:
                found.append(False)
        await state.close()
        return found

    assert asyncio.run(kept()) == [False, True, True, True]


def test_another_process_that_looks_loses_nothing_after_a_reload(tmp_path: Path) -> None:
    """Who reads the settings again opens the file a second time, and keeps the locks of both."""
    file, whose = tmp_path / "kept.db", Client("one", "tenant")
    look = f"import sqlite3; c = sqlite3.connect({str(file)!r}); c.execute('SELECT * FROM kept').fetchall(); c.close()"

    async def kept() -> bytes:
        old, new = (KeptState(KeptSettings(file=file), Secret(b"x" * 32)) for _ in range(2))
        await old.open()
        await new.open()
        await old.close()
        subprocess.run([sys.executable, "-c", look], check=True, timeout=60)
        await new.keep(whose, "resp_1", Kept("entities", "", "k", "default", "", "", "m", (b"{}",)))
        other = KeptState(KeptSettings(file=file), Secret(b"x" * 32))
        await other.open()
        try:
            return (await other.find(whose, "resp_1")).bodies[0]
        finally:
            await other.close()
            await new.close()

    assert asyncio.run(kept()) == b"{}"


def test_time_ends_it(start: Start, keeper: Keeper, tmp_path: Path) -> None:
    with client(start(kept={"responses": True, "file": str(tmp_path / "kept.db"), "days": 1e-5})) as own:
        first = own.responses.create(model="m", input=FIRST)
        assert first.id in keeper.kept
        time.sleep(1)
        with pytest.raises(openai.NotFoundError):
            own.responses.retrieve(first.id)


def test_without_the_setting_it_is_refused_as_ever(start: Start, keeper: Keeper) -> None:
    with client(start()) as own:
        with pytest.raises(openai.BadRequestError, match="provider keeps"):
            own.responses.create(model="m", input="Hi", previous_response_id="resp_" + 32 * "a")
        with pytest.raises(openai.NotFoundError):
            own.responses.retrieve("resp_" + 32 * "a")
    assert not keeper.kept
    with pytest.raises(ConfigurationError, match=r"kept\.responses"):
        load_settings(overrides={"kept": {"responses": True}, "privacy": {"scope": "request"}})
