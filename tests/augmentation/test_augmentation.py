"""Augmentation: what is asked, what is kept, and who is never shown a private seed."""

from __future__ import annotations

import asyncio
import json
import re
import stat
import threading
from collections.abc import Iterator
from itertools import count as counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from openai import OpenAI

from dp_gateway.augmentation import (
    Augmentation,
    Estimate,
    Filter,
    Prices,
    Seed,
    State,
    aaugment,
    augment,
    augmentation_runnable,
    fold,
    plan,
    plausible,
)
from dp_gateway.errors import ConfigurationError, ModelRefused, ModelUnreachable, StoreError, UntrustedModel
from dp_gateway.llm import Endpoint, LocalModel, RemoteModel
from dp_gateway.testing.local_model import LocalLlama
from dp_gateway.testing.models import Drop, Failure, Hang, RawBody, ScriptedModel
from dp_gateway.text.entities import ENTITY_TYPES

COURT = Seed("Oslo district court", "ORGANIZATION", "He appealed to the Oslo district court, Herr Quisling said.")
TOWN = Seed("Sarpsborg", "LOCATION", "Born in Sarpsborg.")
SEEDS = [COURT, TOWN]


def asked(body: Any) -> tuple[int, str]:
    """Count and seed of a request."""
    found = re.search(r"Give me (\d+) similar .*? as “(.*)”", body["messages"][-1]["content"])
    assert found
    return int(found[1]), found[2]


def towns() -> Any:
    """Answers every request in full, never twice the same."""
    number = counter()
    names = (
        f"{a}{b}{c}" for a in ("Nord", "Sør", "Øst") for b in "aeiouy" for c in ("vik", "dal", "nes", "stad", "li")
    )
    listed = list(names)

    def answer(body: Any) -> str:
        wanted, _ = asked(body)
        return json.dumps({"phrases": [listed[next(number) % len(listed)] for _ in range(wanted)]})

    return answer


@pytest.fixture
def server() -> Iterator[ScriptedModel]:
    with ScriptedModel(default=towns()) as running:
        yield running


def local(server: ScriptedModel, **more: Any) -> LocalModel:
    return LocalModel(Endpoint(server.url, "m", trust="local", **({"retries": 0, "timeout": 20} | more)))


def remote(server: ScriptedModel) -> RemoteModel:
    return RemoteModel(Endpoint(server.url, "m", trust="remote", retries=0))


def test_every_seed_gets_its_phrases(server: ScriptedModel) -> None:
    told: list[tuple[int, int]] = []
    done = augment(SEEDS, local(server), count=10, concurrency=1, progress=lambda *now: told.append(now))
    assert [len(phrases) for phrases in done.by_seed] == [10, 10]
    assert (done.requests, done.shortfalls, done.cancelled) == (2, (), False)
    assert done.prompt_tokens > 100
    assert done.phrases == {"ORGANIZATION": list(done.by_seed[0]), "LOCATION": list(done.by_seed[1])}
    assert told == [(0, 20), (10, 20), (20, 20)]
    first, second = (body["messages"] for body in server.completions)
    assert COURT.context in first[-1]["content"]
    assert "ORGANIZATION (companies, agencies, institutions)" in first[-1]["content"]
    assert second[-1]["content"].count("Sarpsborg") == 3
    assert "Oslo" not in json.dumps(second[-1])


def test_phrases_are_asked_for_in_parts_until_there_are_enough(server: ScriptedModel) -> None:
    done = augment([TOWN], local(server), count=25, per_request=10)
    assert len(done.by_seed[0]) == 25
    assert [asked(body)[0] for body in server.completions] == [10, 10, 5]
    known = "; ".join(done.by_seed[0][:20])
    assert f"These are known already, give others: {known}." in server.completions[2]["messages"][-1]["content"]


def test_what_is_not_kept(server: ScriptedModel) -> None:
    server.script(
        json.dumps(
            {
                "phrases": [
                    "Bergen",
                    "BERGEN",
                    " Bergen ",
                    "sarpsborg",
                    "Sarpsborg city",
                    "Old-Sarpsborg",
                    "Sarpsborgen",
                    "the Oslo District Court",
                    "district court",
                    "Moss\nHalden",
                    "bergen district court",
                    "It is a town in Norway.",
                    "moss@example.com",
                    "Hal den",
                    "Moss",
                    "Halden",
                ]
            }
        )
    )
    done = augment([TOWN, COURT], local(server), count=4, rounds=0, concurrency=1)
    # "district court" is no town, but only a person could tell; that it is made of Oslo district court's words matters
    # for that seed alone.
    assert done.by_seed[0] == ("Bergen", "district court", "Hal den", "Moss")


def test_what_a_model_copies_from_the_context_is_not_kept(server: ScriptedModel) -> None:
    server.script(json.dumps(["Herr Quisling", "herr  quisling,", "Oslo", "Quis", "Bergen court", "Quisling"]))
    assert augment([COURT], local(server), count=6, rounds=0).by_seed == (("Quis", "Bergen court"),)


def test_a_check_of_the_callers_own(server: ScriptedModel) -> None:
    done = augment([TOWN], local(server), count=5, accept=lambda phrase, seed: phrase.endswith("vik") and seed == TOWN)
    assert all(phrase.endswith("vik") for phrase in done.by_seed[0])
    assert len(done.by_seed[0]) >= 2


@pytest.mark.parametrize("trust", ["remote", "none"])
def test_private_seeds_stay_here(server: ScriptedModel, tmp_path: Path, trust: str) -> None:
    model: Any = remote(server) if trust == "remote" else OpenAI(base_url=server.url, api_key="k")
    state = tmp_path / "state.jsonl"
    with pytest.raises(ConfigurationError) as caught:
        augment(SEEDS, model, state=state, confirm=lambda _: True)
    assert isinstance(caught.value, UntrustedModel) == (trust == "remote")
    with pytest.raises(ConfigurationError):
        asyncio.run(aaugment(SEEDS, model))
    with pytest.raises(ConfigurationError):
        augmentation_runnable(model).invoke(SEEDS)
    langchain: Any = RemoteModel.from_langchain(GenericFakeChatModel(messages=iter(["[]"])), trust="remote")
    with pytest.raises(UntrustedModel, match="seeds and their contexts are private"):
        augment(SEEDS, langchain)
    assert server.requests == []
    assert not state.exists()
    assert "Oslo" not in str(caught.value)


def test_public_seeds_may_leave(server: ScriptedModel) -> None:
    done = augment(SEEDS, remote(server), count=5, public=True)
    assert [len(phrases) for phrases in done.by_seed] == [5, 5]


def test_estimate_is_shown_first_and_may_be_declined(server: ScriptedModel) -> None:
    shown: list[Estimate] = []

    def decline(estimate: Estimate) -> bool:
        assert server.requests == []
        shown.append(estimate)
        return False

    prices = Prices(prompt=2.0, completion=8.0, currency="EUR")
    done = augment(SEEDS, local(server), count=100, per_request=40, rounds=2, prices=prices, confirm=decline)
    assert server.requests == []
    assert done.cancelled
    assert [shortfall.phrases for shortfall in done.shortfalls] == [0, 0]
    assert shown == [plan(SEEDS, count=100, per_request=40, rounds=2, prices=prices)]
    estimate = shown[0]
    assert (estimate.seeds, estimate.phrases, estimate.requests, estimate.most_requests) == (2, 200, 6, 10)
    assert 6 * 150 < estimate.prompt_tokens < 6 * 500
    assert 200 * 5 < estimate.completion_tokens < 200 * 12
    assert estimate.cost == pytest.approx((estimate.prompt_tokens * 2 + estimate.completion_tokens * 8) / 1e6)
    assert estimate.currency == "EUR"
    assert plan(SEEDS).cost is None


def test_a_rerun_asks_for_what_is_missing(server: ScriptedModel, tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    server.script(json.dumps(["Bergen", "Moss", "Halden"]), Failure(401))
    with pytest.raises(ModelRefused, match="HTTP 401"):
        augment(SEEDS, local(server), count=5, concurrency=1, state=state)
    assert plan(SEEDS, count=5, state=state).phrases == 7
    done = augment(SEEDS, local(server), count=5, concurrency=1, state=state)
    assert [asked(body) for body in server.completions] == [
        (5, COURT.phrase),
        (2, COURT.phrase),
        (2, COURT.phrase),
        (5, TOWN.phrase),
    ]
    assert done.by_seed[0][:3] == ("Bergen", "Moss", "Halden")
    again = augment(SEEDS, local(server), count=5, state=state, confirm=lambda _: pytest.fail("nothing to ask"))
    assert (again.by_seed, again.requests) == (done.by_seed, 0)
    assert plan(SEEDS, count=5, state=state).requests == 0


def test_a_phrase_that_became_a_seed_goes(server: ScriptedModel, tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    server.script(json.dumps(["Moss", "Vik"]))
    augment([TOWN], local(server), count=2, state=state)
    done = augment([TOWN, Seed("moss", "LOCATION")], local(server), count=2, state=state)
    assert done.by_seed[0][0] == "Vik"
    assert "moss" not in map(fold, done.phrases["LOCATION"])
    assert [len(phrases) for phrases in done.by_seed] == [2, 2]


def test_state_holds_no_seed_and_no_context(server: ScriptedModel, tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    state.touch(mode=0o644)
    augment(SEEDS, local(server), count=3, state=state)
    content = state.read_text()
    for secret in ("Oslo", "Sarpsborg", "Quisling", "appealed"):
        assert secret not in content
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    other = tmp_path / "other.jsonl"
    augment(SEEDS, local(server), count=3, state=other)
    ids = [{json.loads(line)["seed"] for line in file.read_text().splitlines()[1:]} for file in (state, other)]
    assert len(ids[0]) == 2
    assert not ids[0] & ids[1]


def test_a_torn_line_is_dropped_and_damage_is_said(tmp_path: Path) -> None:
    path = tmp_path / "state.jsonl"
    with State(path) as state:
        state.add(TOWN, ["Moss"])
        state.add(TOWN, ["Halden"])
        with pytest.raises(StoreError, match="in use"):
            State(path)
    path.write_bytes(path.read_bytes()[:-5])
    with State(path) as state:
        assert state.known(TOWN) == ["Moss"]
        state.add(TOWN, ["Vik"])
    with State(path, write=False) as state:
        assert state.known(TOWN) == ["Moss", "Vik"]
        assert state.known(COURT) == []
    path.write_text('{"format": "something else"}\n')
    with pytest.raises(StoreError, match="damaged or of another kind"):
        State(path)
    with pytest.raises(StoreError, match="cannot be used"):
        State(tmp_path)
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(StoreError, match="cannot be used"):
        State(link)


def test_failures_are_tried_again_and_reported(server: ScriptedModel) -> None:
    server.script(Failure(500), Drop(), "I'd rather not.", RawBody("{"), json.dumps(["Moss", "Vik"]))
    done = augment([TOWN], local(server), count=2, rounds=4)
    assert (done.by_seed, done.shortfalls, done.requests) == ((("Moss", "Vik"),), (), 5)
    temperatures = [body["temperature"] for body in server.completions]
    assert temperatures == sorted(set(temperatures))
    server.script(json.dumps(["Moss"]), *[Failure(503)] * 3)
    done = augment([TOWN], local(server), count=2, rounds=2)
    (shortfall,) = done.shortfalls
    assert (shortfall.seed, shortfall.phrases) == (0, 1)
    assert "HTTP 503" in shortfall.reason
    server.script("No.", "No.")
    assert "no list" in augment([TOWN], local(server), count=2, rounds=1).shortfalls[0].reason
    server.script(*[json.dumps(["Moss"])] * 3)
    assert augment([TOWN], local(server), count=2, rounds=2).shortfalls[0].reason == ""


def test_a_server_that_is_gone_ends_the_run(server: ScriptedModel, tmp_path: Path) -> None:
    server.script(json.dumps(["Moss", "Vik"]), *[Drop()] * 50)
    seeds = [Seed(f"Town{letter}", "LOCATION") for letter in "abcdefghijklmnopqrst"]
    with pytest.raises(ModelUnreachable):
        augment(seeds, local(server), count=2, concurrency=2, state=tmp_path / "s")
    assert len(server.requests) < 15
    assert plan(seeds, count=2, state=tmp_path / "s").seeds == 19


def test_concurrency_is_bounded(server: ScriptedModel) -> None:
    lock, running, most = threading.Lock(), [0], [0]
    reply = towns()
    together = threading.Barrier(3)

    def slow(body: Any) -> str:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        together.wait(20)
        with lock:
            running[0] -= 1
            return reply(body)

    server.script(*[slow] * 9)
    augment([Seed(f"Town{letter}", "LOCATION") for letter in "abcdefghi"], local(server), count=3, concurrency=3)
    assert most == [3]


def test_stopping_keeps_what_came_in(server: ScriptedModel, tmp_path: Path) -> None:
    stop, state = threading.Event(), tmp_path / "s"
    seeds = [Seed(f"Town{letter}", "LOCATION") for letter in "abcdefghi"]

    def halt(done: int, total: int) -> None:
        if done:
            stop.set()

    done = augment(seeds, local(server), count=3, concurrency=1, state=state, progress=halt, stop=stop)
    assert done.cancelled
    assert len(server.requests) == 1
    assert plan(seeds, count=3, state=state).seeds == 8


def test_an_interrupt_waits_for_what_is_under_way(
    server: ScriptedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = threading.Event()
    reply = towns()

    def answer(body: Any) -> str:
        started.set()
        return reply(body)

    def interrupted(*_: Any, **__: Any) -> None:
        started.wait(20)
        raise KeyboardInterrupt

    server.script(answer)
    monkeypatch.setattr("dp_gateway.augmentation.asking.wait", interrupted)
    seeds = [Seed(f"Town{letter}", "LOCATION") for letter in "abcdefghi"]
    with pytest.raises(KeyboardInterrupt):
        augment(seeds, local(server), count=3, concurrency=1, state=tmp_path / "s")
    left = plan(seeds, count=3, state=tmp_path / "s").seeds
    assert left == 9 - len(server.requests) < 9


def test_async(server: ScriptedModel) -> None:
    done = asyncio.run(aaugment(SEEDS, local(server), count=5))
    assert [len(phrases) for phrases in done.by_seed] == [5, 5]

    async def cancelled() -> None:
        task = asyncio.create_task(aaugment(SEEDS, local(server), count=5, stop=stop))
        while len(server.requests) < 4:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        server.stop()  # ends the requests that hang

    stop = threading.Event()
    server.script(Hang(), Hang())
    asyncio.run(cancelled())
    assert stop.is_set()
    assert len(server.requests) == 4


class Chat(BaseChatModel):
    """A LangChain model over a scripted server."""

    client: Any

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any) -> ChatResult:
        sent = [{"role": "user", "content": message.text} for message in messages]
        done = self.client.chat.completions.create(model="m", messages=sent)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(done.choices[0].message.content))])

    @property
    def _llm_type(self) -> str:
        return "chat"


def test_openai_and_langchain_doors(server: ScriptedModel) -> None:
    with OpenAI(base_url=server.url, api_key="k") as client:
        for model in (
            LocalModel.from_openai(client, "m", trust="local"),
            LocalModel.from_langchain(Chat(client=client), trust="local"),
        ):
            done = augment([TOWN], model, count=5)
            assert len(done.by_seed[0]) == 5
        runnable = augmentation_runnable(model, count=3)
        assert len(runnable.invoke(TOWN)) == 3
        assert len(runnable.invoke({"phrase": "Moss", "type": "LOCATION"})) == 3
        assert len(asyncio.run(runnable.ainvoke(SEEDS))) == 6
        assert len((runnable | (lambda phrases: phrases[:2])).invoke(TOWN)) == 2
        with pytest.raises(ConfigurationError, match="fields phrase and type"):
            runnable.invoke({"name": "Moss"})


@pytest.mark.parametrize(
    ("seeds", "options", "reason"),
    [
        ([Seed("", "LOCATION")], {}, "seed 1 has no phrase"),
        ([TOWN, Seed("...", "LOCATION")], {}, "seed 2 has no phrase"),
        ([Seed("Moss", "")], {}, "no type"),
        ([Seed("anna@example.com", "EMAIL_ADDRESS")], {}, "made by format"),
        ([TOWN], {"count": 0}, "at least 1"),
        ([TOWN], {"concurrency": 0}, "at least 1"),
        ([TOWN], {"rounds": -1}, "at least 0"),
    ],
)
def test_bad_arguments(server: ScriptedModel, seeds: list[Seed], options: dict[str, int], reason: str) -> None:
    with pytest.raises(ConfigurationError, match=reason) as caught:
        augment(seeds, local(server), **options)  # type: ignore[arg-type]
    assert "anna" not in str(caught.value)
    assert server.requests == []


GOOD = {
    "PERSON": ["Anna Miller", "Dr. J. R. R. Tolkien", "Siobhán O'Brien", "李小龙", "Jean-Luc", "Ng"],
    "LOCATION": [
        "Walla Walla",
        "St. John's",
        "Stratford-upon-Avon",
        "Can Tho City",
        "Washington, D.C.",
        "Zürich",
        "日本",
    ],
    "ORGANIZATION": [
        "Acme Inc.",
        "The Church of St. John the Baptist",
        "3M",
        "Department of Health of the City of New York",
        "AT&T",
        "Yahoo!",
        "Ministry of Justice (Norway)",
    ],
    "JOB_TITLE": ["IT Support Manager", "C# developer", "nurse", "Vice-President, Sales"],
    "DATE_TIME": ["12 March 1994", "2024-01-15", "12.05.2024 10:30", "last Tuesday", "Q3"],
    "MONEY": ["€ 1.250.000", "three hundred dollars", "60,000 Norwegian kroner (NOK)"],
    "AGE": ["42 years old", "forty-two"],
    "SHIP": ["HMS Victory", "U-96"],
}
BAD = {
    "LOCATION": [
        "",
        "x",
        "12345678",
        "0171 555 1234",
        "moss@example.com",
        "https://example.com/moss",
        "www.moss.example",
        "a1b2c3d4e5f6",
        "Moss\x00",
        "Moss\u200bby",
        "It is a town.",
        "Here are some towns",
        "Moss is a town in Norway",
        "I cannot",
        "As an AI language model",
        "Sorry",
        "first phrase",
        "phrase 12",
        "{phrase}",
        "[word/phrase1",
        "**Moss**",
        "...",
        "Oslo Oslo Oslo",
        "the north of the north of the north",
        "!!!",
        "x" * 101,
        "one two three four five six seven eight nine ten eleven twelve thirteen",
        "Which town?",
    ],
    "PERSON": ["Agent 47", "The man who was there"],
    "MONEY": ["lots of money", "dollars"],
    "AGE": ["old"],
}


@pytest.mark.parametrize(("entity_type", "phrase"), [(t, p) for t, listed in GOOD.items() for p in listed])
def test_plausible(entity_type: str, phrase: str) -> None:
    assert plausible(phrase, entity_type)


@pytest.mark.parametrize(("entity_type", "phrase"), [(t, p) for t, listed in BAD.items() for p in listed])
def test_implausible(entity_type: str, phrase: str) -> None:
    assert not plausible(phrase, entity_type)


@given(
    st.lists(st.text("abAB -'", min_size=1, max_size=6).filter(fold), min_size=1),
    st.lists(st.text("abAB -'\n", max_size=8)),
)
def test_no_phrase_tells_a_seed(names: list[str], phrases: list[str]) -> None:
    seeds = [Seed(name, "LOCATION") for name in names]
    for seed in seeds:
        kept = Filter(seeds).new(phrases, seed, known=["b a"])
        folded = [f" {fold(phrase)} " for phrase in kept]
        assert len(set(folded)) == len(folded)
        assert not [(phrase, name) for phrase in folded for name in names if f" {fold(name)} " in phrase]
        assert " b a " not in folded
        assert not [phrase for phrase in kept if "\n" in phrase]


def test_phrases_are_merged_by_type() -> None:
    done = Augmentation(
        (("Moss", "Vik"), ("moss", "Halden"), ("Moss",)), (), 0, 0, 0, False, ("LOCATION", "LOCATION", "NRP")
    )
    assert done.phrases == {"LOCATION": ["Moss", "Vik", "Halden"], "NRP": ["Moss"]}
    assert "Moss" not in repr(done)
    assert set(done.phrases) <= ENTITY_TYPES.keys()


@pytest.mark.thorough
@pytest.mark.skipif(LocalLlama.missing() is not None, reason=str(LocalLlama.missing()))
def test_a_real_model(tmp_path: Path) -> None:
    with LocalLlama() as llama, LocalModel(llama.endpoint) as model:
        done = augment([TOWN], model, count=2, rounds=0, state=tmp_path / "s")
    assert done.requests == 1
    assert done.completion_tokens > 0
    assert not [phrase for phrase in done.by_seed[0] if "sarpsborg" in fold(phrase)]
    assert llama._process.returncode is not None
