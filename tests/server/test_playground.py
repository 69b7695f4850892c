"""The routes of the playground: what they show is what went over the wire, and nothing leaves that may not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.api.sse import EventParser
from dp_gateway.policy import PRESETS
from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.keys import new_key
from dp_gateway.server.logs import Record
from dp_gateway.server.playground import page, playground_routes
from dp_gateway.server.settings import Settings
from dp_gateway.testing.models import Answer, Drop, Failure, Hang, RawBody, ScriptedModel
from dp_gateway.vocabulary.index import Index
from tests.server.operating import Gateway, settings

TYPED = "Anna Kowalski from Boston wrote to anna.kowalski@gmail.com."
SECRETS = ("Anna", "Kowalski", "Boston", "gmail")


def echo(body: Any) -> Answer:
    said = body["messages"][-1]["content"]
    return Answer(f"You said: {said}", pieces=list(f"You said: {said}"))


class Site:
    """A gateway with its playground, before a scripted provider."""

    def __init__(self, url: str, model: ScriptedModel, records: list[Record]) -> None:
        self.url, self.model, self.records = url, model, records
        self.headers = {"x-dp-conversation": "c1"}

    def ask(self, path: str, **body: Any) -> httpx.Response:
        body = {"messages": [{"role": "user", "content": TYPED}], "model": "scripted"} | body
        return httpx.post(f"{self.url}/playground/{path}", json=body, headers=self.headers, timeout=60)

    def record(self) -> Record:
        """Of the only request; it is written when the last byte of the reply has left."""
        ends = time.monotonic() + 120
        while not self.records and time.monotonic() < ends:
            time.sleep(0.01)
        (record,) = self.records
        return record

    def chat(self, **body: Any) -> list[tuple[str, Any]]:
        response = self.ask("chat", **body)
        assert response.status_code == 200, response.text
        assert response.headers["content-type"].startswith("text/event-stream")
        return [(event.name or "", json.loads(event.data)) for event in EventParser().feed(response.content)]


Open = Callable[..., Site]


@pytest.fixture
def open_site(tmp_path: Path, words: Index) -> Iterator[Open]:
    del words
    Secret.from_file(tmp_path / "key")
    with ExitStack() as stack:

        def one(*steps: Any, any_policy: bool = False, **tables: Any) -> Site:
            model = stack.enter_context(ScriptedModel(*steps, default=echo))
            given: dict[str, Any] = {"upstreams": {"scripted": {"url": model.url, "retries": 0}}} | tables
            given["privacy"] = {"keys": {"k": str(tmp_path / "key")}} | given.get("privacy", {})
            records: list[Record] = []
            app = create_app(Settings.model_validate(given), [records.append], playground_routes(any_policy=any_policy))
            return Site(stack.enter_context(Background(app)).url, model, records)

        yield one


def text_of(message: Any) -> str:
    return "".join(part["text"] for part in message["parts"])


def joined(events: list[tuple[str, Any]], name: str) -> str:
    return "".join(data["text"] for kind, data in events if kind == name)


def test_chat_shows_what_went_over_the_wire(open_site: Open) -> None:
    site = open_site()
    events = site.chat()
    assert [kind for kind, _ in events[:2]] == ["sanitized", "sent"]
    assert events[-1][0] == "report"
    arrived = site.model.completions[-1]["messages"][-1]["content"]
    (message,) = events[0][1]["messages"]
    assert text_of(message) == arrived
    assert not any(secret in site.model.sent for secret in SECRETS)
    originals = [part["original"] for part in message["parts"] if "original" in part]
    assert originals == ["Anna Kowalski", "Boston", "anna.kowalski@gmail.com"]
    assert joined(events, "raw") == f"You said: {arrived}"
    assert joined(events, "restored") == f"You said: {TYPED}"
    assert sum(kind == "raw" for kind, _ in events) > len(arrived) / 2  # as it arrives, not at the end
    report = events[-1][1]
    assert report["restored"] >= 3
    assert {row["type"] for row in report["entities"]} == {"PERSON", "LOCATION/CITY", "EMAIL_ADDRESS"}
    city = next(row for row in report["entities"] if row["type"] == "LOCATION/CITY")
    assert city["nominal_epsilon"] == 6
    assert city["certified_epsilon"] >= 6
    part = next(part for part in message["parts"] if part.get("original") == "Boston")
    assert (part["type"], part["epsilon"], part["mechanism"]) == ("LOCATION", 6.0, "staircase in its class")
    record = site.record()
    assert (record.route, record.status, record.restored, record.epsilon) == (
        "/playground/chat",
        200,
        report["restored"],
        report["total_epsilon"],
    )


def test_what_a_budget_refuses_is_not_called_sent(open_site: Open) -> None:
    site = open_site(budgets={"mine": {"epsilon": 1}}, ledger={"url": "memory:"})
    events = site.chat()
    assert [kind for kind, _ in events] == ["sanitized", "error", "report"]
    assert not site.model.sent


def test_looking_sends_nothing_and_shows_what_would_be_sent(open_site: Open) -> None:
    site = open_site()
    looked = site.ask("sanitize").json()
    assert site.model.requests == []
    assert looked["messages"] == site.chat()[0][1]["messages"]
    assert looked["report"]["total_nominal_epsilon"] == 6


def test_history_keeps_its_surrogates(open_site: Open) -> None:
    site = open_site()
    first = site.chat()[0][1]["messages"][0]
    history = [
        {"role": "user", "content": TYPED},
        {"role": "assistant", "content": "Hello Anna Kowalski."},
        {"role": "user", "content": "Where does Anna Kowalski live?"},
    ]
    events = site.chat(messages=history)
    again, said, asked = events[0][1]["messages"]
    assert again == first
    name = next(part["text"] for part in first["parts"] if part.get("original") == "Anna Kowalski")
    assert text_of(said) == f"Hello {name}."
    assert text_of(asked) == f"Where does {name} live?"
    assert joined(events, "restored") == "You said: Where does Anna Kowalski live?"


def test_all_texts_of_a_message_are_shown(open_site: Open) -> None:
    parts = [{"type": "text", "text": "I am Anna Kowalski."}, {"type": "text", "text": "I live in Boston."}]
    site = open_site(lambda _: "Hello.")
    events = site.chat(messages=[{"role": "user", "content": parts, "name": "Kowalski"}])
    shown = [part["original"] for part in events[0][1]["messages"][0]["parts"] if "original" in part]
    assert sorted(shown) == ["Anna Kowalski", "Boston", "Kowalski"]


@pytest.mark.parametrize(
    "policy",
    [
        pytest.param(one, marks=() if one in ("entities", "mask", "observe") else pytest.mark.thorough)
        for one in PRESETS
    ],
)
def test_every_preset_can_be_looked_at_and_only_allowed_ones_send(open_site: Open, policy: str) -> None:
    site = open_site()
    looked = site.ask("sanitize", policy=policy)
    assert looked.status_code == 200, looked.text
    text = text_of(looked.json()["messages"][0])
    assert (text == TYPED) == (policy == "observe")
    sent = site.ask("chat", policy=policy)
    assert (sent.status_code == 200) == (policy == "entities")
    if policy != "entities":
        assert sent.json()["error"]["param"] == "policy"
        assert site.model.requests == []


def test_policies_that_clients_may_choose_send(open_site: Open) -> None:
    site = open_site(privacy={"client_policies": ["mask"]})
    events = site.chat(policy="mask")
    assert "<PERSON_1>" in text_of(events[0][1]["messages"][0])
    assert joined(events, "restored") == f"You said: {TYPED}"


def test_a_policy_of_the_model_cannot_be_got_around(open_site: Open) -> None:
    site = open_site(privacy={"models": {"scripted": "mask"}})
    facts = httpx.get(f"{site.url}/playground/facts").json()
    assert {one["name"] for one in facts["policies"] if one["sendable"]} == {"entities", "mask"}
    assert site.ask("chat", policy="entities").status_code == 403
    assert site.model.requests == []
    assert "<PERSON_1>" in text_of(site.chat()[0][1]["messages"][0])


def test_epsilon_smaller_may_leave_larger_may_not(open_site: Open) -> None:
    site = open_site()
    looked = site.ask("sanitize", epsilon=8).json()
    assert looked["report"]["total_nominal_epsilon"] > 6
    assert site.ask("chat", epsilon=8).status_code == 403
    assert site.model.requests == []
    report = site.chat(epsilon=3)[-1][1]
    assert report["total_nominal_epsilon"] == 3
    for wrong in (0, 17, 2.5, "6", [6], {}):
        assert site.ask("sanitize", epsilon=wrong).status_code == 400


def test_whoever_runs_it_for_himself_may_send_everything(open_site: Open) -> None:
    site = open_site(any_policy=True)
    assert text_of(site.chat(policy="observe")[0][1]["messages"][0]) == TYPED
    words = site.chat(policy="tokens", epsilon=3)
    assert words[-1][1]["tokens"][0]["epsilon"] == 3
    drawn = [part for part in words[0][1]["messages"][0]["parts"] if "original" in part]
    assert {part["type"] for part in drawn} == {"word"}
    assert {part["mechanism"] for part in drawn} == {"stairtext"}


def test_names_of_policies_open_no_files(open_site: Open, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('kind = "observe"')
    site = open_site(any_policy=True)
    for name in (str(tmp_path / "own.toml"), "/etc/passwd", "nobody", 7):
        assert site.ask("chat", policy=name).status_code in (400, 403)
    assert site.model.requests == []


def test_keys_are_those_of_the_api(open_site: Open) -> None:
    key, hashed = new_key()
    site = open_site(keys={"app": {"hash": hashed, "policy": "mask"}})
    assert httpx.get(f"{site.url}/playground").status_code == 200
    for path in ("sanitize", "chat"):
        assert site.ask(path).status_code == 401
    assert httpx.get(f"{site.url}/playground/facts").status_code == 401
    site.headers["authorization"] = f"Bearer {key}"
    facts = httpx.get(f"{site.url}/playground/facts", headers=site.headers).json()
    assert facts["policy"] == "mask"
    assert [one["name"] for one in facts["policies"] if one["sendable"]] == ["mask"]
    assert site.ask("chat", policy="entities").status_code == 403
    assert "<PERSON_1>" in text_of(site.chat()[0][1]["messages"][0])
    assert "authorization" not in site.model.requests[-1].headers


def test_keys_are_passed_through_where_the_gateway_has_none(open_site: Open) -> None:
    site = open_site()
    site.headers["authorization"] = "Bearer sk-own"
    site.chat()
    assert site.model.requests[-1].headers["authorization"] == "Bearer sk-own"


def test_foreign_pages_cannot_ask(open_site: Open) -> None:
    site = open_site()
    body = json.dumps({"messages": [{"role": "user", "content": "x"}], "model": "scripted"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = httpx.post(f"{site.url}/playground/chat", content=body, headers={"content-type": kind})
        assert answer.status_code == 415
    assert site.model.requests == []


@pytest.mark.parametrize(
    "body", [{"messages": "x"}, {"messages": None}, {"model": ""}, {"model": 3}, {"messages": [3]}]
)
def test_bodies_that_are_no_chat(open_site: Open, body: dict[str, Any]) -> None:
    site = open_site()
    answer = site.ask("chat", **body)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
    assert site.model.requests == []


def test_bodies_that_are_too_large(open_site: Open) -> None:
    site = open_site(limits={"body_bytes": 2000})
    for path in ("sanitize", "chat"):
        assert site.ask(path, metadata="x" * 2000).status_code == 413


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Failure(429, "slow down, please"), "slow down, please"),
        (Failure(500), "scripted failure"),
        (Drop(), "broke off"),
        (RawBody("<html>"), "not a JSON object"),
        (RawBody('data: {"error": {"message": "overloaded"}}\n\n', "text/event-stream"), "overloaded"),
    ],
)
def test_failures_of_the_provider_are_told(open_site: Open, step: Any, said: str) -> None:
    site = open_site(step)
    events = dict(site.chat())
    assert said in events["error"]["message"]
    assert events["report"]["total_nominal_epsilon"] == 6
    assert site.record().code == ("upstream_broken" if isinstance(step, Drop) else "upstream_failed")


def test_error_of_the_provider_shows_originals(open_site: Open) -> None:
    site = open_site(lambda body: Failure(400, "cannot read: " + body["messages"][0]["content"]))
    assert TYPED in dict(site.chat())["error"]["message"]


def test_reply_that_is_not_streamed(open_site: Open) -> None:
    whole = json.dumps({"choices": [{"message": {"role": "assistant", "content": "Hello."}}]})
    events = open_site(RawBody(whole)).chat()
    assert joined(events, "raw") == joined(events, "restored") == "Hello."


def test_requests_count_like_those_of_the_api(open_site: Open) -> None:
    site = open_site(Hang(), limits={"concurrency": 1})
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(site.ask, "chat")
        while not site.model.completions:
            time.sleep(0.01)
        assert site.ask("sanitize").status_code == 503
        site.model.stop()
        assert waiting.result().status_code == 200
    assert site.ask("sanitize").status_code == 200


@pytest.mark.parametrize("served", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_serve_has_it_unless_told_otherwise(tmp_path: Path, served: bool) -> None:
    with ScriptedModel(default=echo) as model:
        with Gateway(tmp_path, settings(model.url, server={"playground": served})) as gateway:
            paths = ("playground", "playground/facts")
            found = [httpx.get(f"{gateway.url}/{path}").status_code for path in paths]
            assert found == ([200, 200] if served else [404, 404])
            body = {"messages": [{"role": "user", "content": "I am a@b.com."}], "model": "any", "policy": "observe"}
            refused = httpx.post(f"{gateway.url}/playground/chat", json=body)
            assert refused.status_code == (403 if served else 404)
        assert model.completions == []


def test_page_stands_alone() -> None:
    html, headers = page()
    assert "innerHTML" not in html
    assert "insertAdjacent" not in html
    assert "://" not in html
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "connect-src 'self'" in policy
