"""Large requests of every kind that somebody could hold a gateway up with, and what the provider answers them."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

_NAMES = ("Anna Miller", "Robert Kowalski", "Jane Whitfield", "Omar Haddad", "Lucia Ferrari", "Tom Brandt")
_PLACES = ("Boston", "Lyon", "Krakow", "Austin", "Leeds", "Porto")
_WORDS = (
    "the account was charged twice for one order and the clerk asked for a copy of every letter that came with it so "
    "please check the amounts again before the meeting begins because nobody could say who had signed the paper"
).split()

_DEPTH = 240


class Kind(NamedTuple):
    """A large request.

    Attributes:
        name: what it is.
        path: of the route.
        body: of a size in bytes.
        answer: what the provider's model is called, which says how it answers; see `provider`.
    """

    name: str
    path: str
    body: Callable[[int], dict[str, Any]]
    answer: str = "big"


def prose(size: int, seed: int = 1) -> str:
    """Sentences with names, addresses and amounts in them."""
    chance = random.Random(seed)
    said: list[str] = []
    length = 0
    while length < size:
        name, number = chance.choice(_NAMES), chance.randrange(10**6)
        said.append(
            f"{name} from {chance.choice(_PLACES)} wrote to {name.split()[0].lower()}{number}@corp.example.org: "
            f"{' '.join(chance.choices(_WORDS, k=16))}, and paid ${number / 100:,.2f} on {1 + number % 28} May 2024. "
        )
        length += len(said[-1])
    return "".join(said)[:size]


def _plain(size: int) -> str:
    chance = random.Random(2)
    return " ".join(chance.choices(_WORDS, k=size // 5))[:size]


def _chat(text: Any, **more: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}], **more}


def _pieces(size: int, each: int) -> list[str]:
    text = prose(min(size, 1 << 20))
    return [f"{number} {text[at : at + each]}" for number in range(size // each) for at in (number * 37 % 100_000,)]


def _messages(size: int) -> dict[str, Any]:
    roles = "user", "assistant"
    return {"messages": [{"role": roles[at % 2], "content": one} for at, one in enumerate(_pieces(size, 100))]}


def _tools(size: int) -> dict[str, Any]:
    def tool(number: int) -> dict[str, Any]:
        said = f"Looks up account {number} of Anna Miller, anna{number}@corp.example.org. " + _plain(300)
        schema = {"type": "object", "properties": {"name": {"type": "string", "description": said}}}
        return {
            "type": "function",
            "function": {"name": f"look_up_{number}", "description": said, "parameters": schema},
        }

    return _chat("Call Anna Miller.", tools=[tool(number) for number in range(size // 900)])


def _arguments(size: int) -> dict[str, Any]:
    text = orjson.dumps([{"name": one} for one in _pieces(size, 60)]).decode()
    call = {"id": "c1", "type": "function", "function": {"name": "save", "arguments": text}}
    said = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {
        "messages": [
            {"role": "user", "content": "Save it."},
            said,
            {"role": "tool", "tool_call_id": "c1", "content": "Saved."},
        ]
    }


def _deep(size: int) -> dict[str, Any]:
    deep: Any = "Anna Miller"
    for _ in range(_DEPTH):
        deep = [deep]
    return _chat("Hello Anna Miller.", of_mine=[deep] * (size // (2 * _DEPTH + 14)))


def _values(size: int) -> dict[str, Any]:
    return _chat("Hello.", of_mine=[f"Anna {number:013d}" for number in range(min(size // 20, 480_000))])


def _log(size: int) -> str:
    line = '{} 10.122.{}.{} - anna{} [03/May/2024:10:03:11 +0000] "GET /home/anna/{} HTTP/1.1" 200 {}\n'
    return "".join(line.format(n, n % 256, n // 256 % 256, n, n, n) for n in range(size // 80))[:size]


def _mixed(size: int) -> str:
    chance = random.Random(3)
    signs = "[](){}<>\"'=$+-_*#@.,:;/\\ \n\tAbz019éßπжखไ漢🙂\u200b\u00a0"
    return "".join(chance.choices(signs, k=size // 2))


_SHORT = "Please write down all that Anna Miller from Boston has asked for; her address is anna@corp.example.org."

KINDS = [
    Kind("prose", "/v1/chat/completions", lambda size: _chat(prose(size))),
    Kind("words without names", "/v1/chat/completions", lambda size: _chat(_plain(size))),
    Kind(
        "base64",
        "/v1/chat/completions",
        lambda size: _chat(base64.b64encode(random.Random(4).randbytes(size * 3 // 4)).decode()),
    ),
    Kind("digits", "/v1/chat/completions", lambda size: _chat("4929108823447150" * (size // 16))),
    Kind("numbers", "/v1/chat/completions", lambda size: _chat("".join(f"{n} " for n in range(size // 8)))),
    Kind("spaces", "/v1/chat/completions", lambda size: _chat(" " * size)),
    Kind("brackets", "/v1/chat/completions", lambda size: _chat("[({<" * (size // 4))),
    Kind("hyphens", "/v1/chat/completions", lambda size: _chat("A-" * (size // 2))),
    Kind("signs of every kind", "/v1/chat/completions", lambda size: _chat(_mixed(size))),
    Kind("quotes and escapes", "/v1/chat/completions", lambda size: _chat('"\\\n' * (size // 6))),
    Kind("log", "/v1/chat/completions", lambda size: _chat(_log(size))),
    Kind(
        "e-mail addresses",
        "/v1/chat/completions",
        lambda size: _chat("".join(f"a{n}@b{n}.example.org " for n in range(size // 25))),
    ),
    Kind("many messages", "/v1/chat/completions", _messages),
    Kind("many tools", "/v1/chat/completions", _tools),
    Kind("arguments of tools", "/v1/chat/completions", _arguments),
    Kind("deep nesting", "/v1/chat/completions", _deep),
    Kind("unknown values", "/v1/chat/completions", _values),
    Kind(
        "system prompt", "/v1/chat/completions", lambda size: {"messages": [{"role": "system", "content": prose(size)}]}
    ),
    Kind("completion", "/v1/completions", lambda size: {"prompt": prose(size)}),
    Kind(
        "responses",
        "/v1/responses",
        lambda size: {"input": [{"role": "user", "content": one} for one in _pieces(size, 2000)]},
    ),
    Kind("embeddings", "/v1/embeddings", lambda size: {"input": _pieces(size, 200)}),
    Kind("messages", "/v1/messages", lambda size: _chat(prose(size), max_tokens=100)),
    Kind("sanitize", "/sanitize", lambda size: {"text": prose(size)}),
    Kind("reply", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size), "whole"),
    Kind("reply of names", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size), "names"),
    Kind("reply of many choices", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size), "choices"),
    Kind("reply of brackets", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size), "brackets"),
    Kind("stream of words", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size, stream=True), "words"),
    Kind("stream of names", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size, stream=True), "events"),
    Kind("stream of one line", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size, stream=True), "line"),
    Kind(
        "stream without an end of line",
        "/v1/chat/completions",
        lambda size: _chat(_SHORT, size=size, stream=True),
        "endless",
    ),
    Kind("prose there and back", "/v1/chat/completions", lambda size: _chat(prose(size // 10)), "echo"),
    Kind(
        "prose there and back in a stream",
        "/v1/chat/completions",
        lambda size: _chat(prose(size // 10), stream=True),
        "echo",
    ),
    Kind("error", "/v1/chat/completions", lambda size: _chat(_SHORT, size=size), "error"),
]
