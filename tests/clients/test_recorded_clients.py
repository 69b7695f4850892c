"""What real clients sent, sent again: what leaves, and what comes back in which order.

`make clients` records it. Whatever is no planted value leaves byte for byte, what comes back is the provider's reply
with the originals in it, and the same key gives the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from dp_gateway.randomness import Secret
from dp_gateway.server.app import create_app
from dp_gateway.server.demonstration import Background
from dp_gateway.server.settings import Settings
from tests.clients.scripted_model import SECRETS, answer
from tests.server.scripted_provider import Provider, Reset, Taken

FOLDER = Path(__file__).parent / "recorded"
SESSIONS = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
KEY = b"the key of recorded clients, 32!"
CHANGED = {"user", "safety_identifier", "prompt_cache_key", "metadata", "client_metadata", "id"}
"""Identities of users, sessions and items of a history, which leave as hashes."""


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with Provider() as running:
        yield running


def gateway(provider: Provider, folder: Path) -> Background:
    key = folder / "secret.key"
    if not key.exists():
        key.write_bytes(KEY)
        key.chmod(0o600)
        Secret.from_file(key)
    tables = {"privacy": {"keys": {"k1": str(key)}}, "upstreams": {"default": {"url": provider.url, "retries": 0}}}
    return Background(create_app(Settings.model_validate(tables), []))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("key")


@pytest.fixture(scope="module")
def url(provider: Provider, folder: Path) -> Iterator[str]:
    with gateway(provider, folder) as running:
        yield running.url


def send(url: str, provider: Provider, one: dict[str, Any]) -> tuple[int, str]:
    """The status and the text of a reply, as far as it came."""
    provider.script = lambda taken: answer(_played(one), taken)
    body = json.dumps(one["body"]).encode() if one["body"] is not None else None
    text = ""
    with (
        httpx.Client(verify=False, trust_env=False, timeout=30) as client,
        client.stream(one["method"], url + one["path"], content=body, headers=one["headers"]) as reply,
    ):
        try:
            for piece in reply.iter_text():
                text += piece
        except httpx.RemoteProtocolError:
            pass
    return reply.status_code, text


def _played(one: dict[str, Any]) -> str:
    return (
        "edit"
        if "letter.txt" in json.dumps(one["body"]) and one["scenario"] in {"whole", "streamed"}
        else one["scenario"]
    )


def same_shape(sent: Any, given: Any, at: str = "") -> None:
    """Everything that holds no planted value, and names nobody, left as it came, in the order in which it came."""
    if isinstance(given, dict):
        assert list(sent) == list(given), at
        for name in given:
            if name not in CHANGED:
                same_shape(sent[name], given[name], f"{at}.{name}")
    elif isinstance(given, list):
        assert len(sent) == len(given), at
        for number, (mine, theirs) in enumerate(zip(sent, given, strict=True)):
            same_shape(mine, theirs, f"{at}[{number}]")
    elif isinstance(given, str) and SECRETS.search(given):
        assert not SECRETS.search(sent), at
    elif not (isinstance(given, int | float) and given == 88861):
        assert sent == given, at


@cache
def _event(line: str) -> Any:
    return line if line == "[DONE]" else json.loads(line)


def events(text: str) -> list[Any]:
    return [_event(line) for line in re.findall(r"^data: (.*)$", text, re.MULTILINE)]


def texts(listed: list[Any]) -> dict[str, str]:
    """The text of a stream by field: its deltas, one after the other."""
    found: dict[str, str] = {}

    def add(name: str, piece: Any) -> None:
        if isinstance(piece, str):
            found[name] = found.get(name, "") + piece

    for one in listed:
        if not isinstance(one, dict):
            continue
        for choice in one.get("choices", ()):
            add("content", choice["delta"].get("content"))
            for call in choice["delta"].get("tool_calls") or ():
                add(f"call {call['index']}", call["function"].get("arguments"))
        delta = one.get("delta")
        place = f"{one.get('type')} {one.get('output_index', one.get('index'))}"
        said = {"": delta} if isinstance(delta, str) else delta or {}
        for name, piece in said.items():
            if name != "type":
                add(f"{place} {name}", piece)
    return found


def facts(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a stream that is no text: types, roles, ids, names, indexes, ends, usage."""
    if isinstance(value, dict):
        for name, one in value.items():
            # The gateway may say a text in fewer events than the provider, and counts them anew.
            if name not in {"sequence_number", "content", "delta", "text", "arguments", "partial_json"} or isinstance(
                one, dict
            ):
                yield from facts(one, f"{at}.{name}")
    elif isinstance(value, list):
        for one in value:
            yield from facts(one, at)
    else:
        yield at, value


def ordered(listed: list[Any]) -> list[tuple[str, Any]]:
    """Each fact where it first occurs."""
    return list(dict.fromkeys(facts(listed)))


def whole_events(listed: list[Any]) -> list[Any]:
    """The events that hold whole texts, or none."""
    named = [one for one in listed if isinstance(one, dict) and "type" in one]
    whole = [
        one
        for one in named
        if one["type"] != "content_block_delta" and not one["type"].endswith(("text.delta", "arguments.delta"))
    ]
    return [{name: value for name, value in one.items() if name != "sequence_number"} for one in whole]


def wire(one: dict[str, Any], taken: Taken) -> tuple[str, bool]:
    """What the provider says to a request, and whether it breaks off."""
    steps = list(answer(_played(one), taken))
    return b"".join(step for step in steps if isinstance(step, bytes)).decode(), Reset() in steps


@pytest.mark.parametrize("session", SESSIONS)
def test_a_session_is_replayed(session: str, url: str, provider: Provider) -> None:
    earlier: tuple[list[Any], list[Any]] = [], []
    for one in SESSIONS[session]:
        provider.taken.clear()
        status, text = send(url, provider, one)
        assert provider.taken, (one["scenario"], status, text)
        taken = provider.last
        assert not SECRETS.search(taken.head + taken.body.decode())
        same_shape(taken.json, one["body"])
        if beta := one["headers"].get("anthropic-beta"):
            assert f"anthropic-beta: {beta}".replace(" ", "") in taken.head.lower().replace(" ", "")
        compare(one, taken, status, text)
        # A request that begins with the one before it leaves with the same beginning.
        given, sent = (body.get("messages", body.get("input")) for body in (one["body"], taken.json))
        if isinstance(given, list) and earlier[0] and given[: len(earlier[0])] == earlier[0]:
            assert sent[: len(earlier[1])] == earlier[1]
        earlier = (given, sent) if isinstance(given, list) else ([], [])


def compare(one: dict[str, Any], taken: Taken, status: int, text: str) -> None:
    """The client is told what the provider would have said, had it read the client's own words."""
    told, broken = wire(one, taken._replace(body=json.dumps(one["body"]).encode()))
    body = told.partition("\r\n\r\n")[2]
    if "/count_tokens" in one["path"]:
        assert (status, text) == (200, body)
    elif one["scenario"].isdigit():
        assert status == int(one["scenario"])
        theirs, mine = json.loads(body)["error"], json.loads(text)["error"]
        assert {name: mine.get(name) for name in theirs} == theirs
    elif broken:
        streamed = one["body"].get("stream")
        assert status == (200 if streamed else 502)
        assert "broke off" in (json.dumps(events(text)[-1]) if streamed else text)
    elif one["body"].get("stream"):
        assert status == 200
        assert ordered(events(text)) == ordered(events(told))
        assert whole_events(events(text)) == whole_events(events(told))
        assert texts(events(text)) == texts(events(told))
    else:
        assert status == 200
        assert json.loads(text) == json.loads(body)


def test_the_same_key_sends_the_same_bytes(url: str, provider: Provider, folder: Path) -> None:
    """By another gateway, with nothing in its memory."""
    chosen = [SESSIONS[name][-1] for name in SESSIONS] + [
        one for one in SESSIONS["codex_cli-responses"] if one["scenario"] == "tools streamed"
    ]

    def sent(at: str) -> list[bytes]:
        provider.taken.clear()
        for one in chosen:
            send(at, provider, one)
        return [taken.body for taken in provider.taken]

    first = sent(url)
    with gateway(provider, folder) as other:
        assert sent(other.url) == first
