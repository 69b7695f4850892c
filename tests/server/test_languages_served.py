"""The server says which languages it has read, and refuses those that it cannot treat; nothing is sent then."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.server.running import Start
from tests.server.scripted_provider import Provider, message, whole

GERMAN = "Guten Tag, ich habe gestern zwei Rechnungen bekommen und verstehe nicht, warum."
RUSSIAN = "Здравствуйте, вчера я получила два счёта и не понимаю почему."
ENGLISH = "Hello, I got two bills yesterday and do not see why."


def ask(url: str, text: str, path: str = "/v1/chat/completions") -> httpx.Response:
    body: dict[str, Any] = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": text}]}
    return httpx.post(f"{url}{path}", json=body, timeout=60)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ENGLISH, None),
        (GERMAN, "de"),
        (f"{ENGLISH}\n{GERMAN}\n{RUSSIAN}", "en, de; unsupported ru"),
        (RUSSIAN, "unsupported ru"),
        (RUSSIAN * 3000, "unsupported ru"),
    ],
)
def test_a_header_tells_the_languages(start: Start, provider: Provider, text: str, told: str | None) -> None:
    provider.script = lambda taken: whole(message("ok"))
    reply = ask(start().url, text)
    assert reply.status_code == 200
    assert reply.headers.get("x-dp-languages") == told


def test_what_is_not_supported_is_refused_where_the_policy_says_so(start: Start, provider: Provider) -> None:
    provider.script = lambda taken: whole(message("ok"))
    gateway = start(privacy={"policy": "own"}, policies={"own": {"unsupported_language": "refuse"}})
    for path in ("/v1/chat/completions", "/v1/messages"):
        reply = ask(gateway.url, RUSSIAN, path)
        error = reply.json()["error"]
        assert reply.status_code == 400
        assert "Russian" in error["message"]
        assert "unsupported_language" in error["message"]
        assert "счёта" not in reply.text
    # A long one is read in another process, whose refusal is the same.
    long = ask(gateway.url, RUSSIAN * 3000)
    assert (long.status_code, long.json()["error"]["code"]) == (400, "language_refused")
    assert provider.taken == []
    assert ask(gateway.url, GERMAN).status_code == 200


@pytest.mark.parametrize("policy", ["tokens", "hybrid"])
def test_words_of_other_languages_are_not_drawn(start: Start, provider: Provider, policy: str) -> None:
    provider.script = lambda taken: whole(message("ok"))
    gateway = start(privacy={"policy": policy})
    reply = ask(gateway.url, GERMAN)
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] == "language_refused"
    assert "`entities`" in reply.json()["error"]["message"]
    assert provider.taken == []
    assert ask(gateway.url, ENGLISH).status_code == 200


def test_the_playground_lets_each_text_run_in_its_own_direction(start: Start) -> None:
    page = httpx.get(f"{start().url}/playground").text
    for name in ("leaves", "raw", "restored", "prompt"):
        (tag,) = re.findall(rf'<(?:div|textarea) id="{name}"[^>]*>', page)
        assert 'dir="auto"' in tag
    assert "unicode-bidi: plaintext" in page
