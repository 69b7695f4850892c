"""Small requests of every kind that hold as much work as their bytes allow: entities, parts, layers, repetitions.

Each fills any number of bytes. What treats requests is measured on all of them, in `tests/server/test_dense.py` and
beside a server (`python -m benchmarks.beside --dense`).
"""

from __future__ import annotations

import base64
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from benchmarks.beside.bodies import Kind

__all__ = ["DENSE"]

_FIRST = (
    "Anna Robert Jane Omar Lucia Tom Maria Peter Susan Ahmed Helen Igor Paula George Nina Victor Clara Hugo Ruth Ivan"
).split()
_LAST = (
    "Miller Kowalski Whitfield Haddad Ferrari Brandt Jones Novak Silva Moreau Olsen Keller Rossi Weber Lopez Clark"
).split()
_TOWNS = (
    "Boston Lyon Krakow Austin Leeds Porto Madrid Vienna Oslo Denver Dallas Kyoto Lima Quito Bonn Turin Nice Ghent"
).split()
_MONTHS = "January February March April May June July August September October November December".split()
_WORDS = "the account was charged twice for one order and a clerk asked for every letter that came with it".split()


def _chat(text: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text}], **more}


def _filled(pieces: Iterator[str], size: int) -> str:
    said: list[str] = []
    length = 0
    while length < size:
        said.append(next(pieces))
        length += len(said[-1].encode())
    return "".join(said[:-1])


def _each(form: str) -> Callable[[random.Random, int], str]:
    """Pieces of a form, in which numbers and names differ from piece to piece."""

    def one(chance: random.Random, n: int) -> str:
        return form.format(
            n=n, big=1_000_000 + n * 7919 % 9_000_000, small=n % 97 + 1, day=n % 28 + 1, month=_MONTHS[n % 12],
            mm=n % 12 + 1, year=1950 + n % 75, first=chance.choice(_FIRST), last=chance.choice(_LAST),
            town=chance.choice(_TOWNS), a=n % 223 + 11, b=n // 7 % 250 + 1, c=n // 3 % 250 + 1, d=n % 250 + 1,
            hex=f"{n * 2654435761 % 2**32:08x}", word=chance.choice(_WORDS),
            money=f"{n * 137 % 90_000 + 10:,}.{n % 100:02}",
        )  # fmt: skip

    return one


_FORMS = {
    "first names": "{first} ",
    "names": "{first} {last}, ",
    "full names of one letter": "{first} {last} and ",
    "signed": "Regards,\n{first} {last}\n",
    "initials": "{first} B. {last}; ",
    "towns": "{town}, ",
    "towns and states": "{town}, TX 7{n:04}; ",
    "countries": "France, Italy, Peru, ",
    "streets": "{n} Oak Street, {town}. ",
    "firms": "{last} {last} Inc, ",
    "firms and": "{last} & {last} Ltd; ",
    "schools": "University of {town}, ",
    "e-mail": "a{n}@b{n}.example.org ",
    "short e-mail": "a{n}@b.co ",
    "mail of one": "{first}.{last}@corp.example.org ",
    "urls": "https://h{n}.example.org/a?b={n} ",
    "one host": "https://example.org/{n} ",
    "paths": "/home/{first}/{n}/{word} ",
    "windows paths": "C:\\Users\\{first}\\{n} ",
    "ipv4": "10.{a}.{b}.{c} ",
    "public ipv4": "83.{a}.{b}.{d} ",
    "ipv6": "2001:db8::{n:x} ",
    "mac": "00:1A:{d:02x}:{c:02x}:5E:{b:02x} ",
    "phones": "+1 212-555-{n:04} ",
    "short phones": "555-{n:04} ",
    "cards": "4111 1111 1111 {n:04} ",
    "iban": "GB82WEST123456{big} ",
    "ssn": "123-45-{n:04} ",
    "numbers": "{n} ",
    "large numbers": "{big} ",
    "near numbers": "1{n:05} ",
    "thousands": "{money} ",
    "money": "${money} ",
    "euros": "{small} EUR, ",
    "percents": "{small}.{n}% ",
    "measures": "{n} km, ",
    "durations": "{n} minutes, ",
    "ages": "aged {small}, ",
    "born": "born in {year}, ",
    "dates": "{day} {month} {year}, ",
    "iso dates": "{year}-{mm:02}-{day:02} ",
    "us dates": "{mm}/{day}/{year} ",
    "months": "{month} ",
    "years": "{year} ",
    "clocks": "{small}:{day:02} ",
    "stamps": "{year}-{mm:02}-{day:02}T10:00:{small:02}Z ",
    "weekdays": "Monday, Tuesday ",
    "ranges": "{n}-{big} ",
    "uuid": "{hex}-1234-4abc-9def-{hex}{n:04} ",
    "hex": "{hex} ",
    "hashes": "{hex}{hex}{hex}{hex} ",
    "keys": "sk-{hex}{hex}{hex} ",
    "passwords": "password: x{hex} ",
    "tokens": "token={hex} ",
    "ids": "ID {big}; ",
    "accounts": "account {big}, ",
    "plates": "B-AB {n:04} ",
    "logins": "user{n}: login\n",
    "jobs": "{first} is an engineer, ",
    "diseases": "diabetes, asthma, cancer, ",
    "religions": "Muslim, Jewish, Catholic, ",
    "hobbies": "chess, tennis, opera, ",
    "csv": "{first},{last},{town},{small},{money}\n",
    "csv of numbers": "{n},{big},{small},{year}\n",
    "tsv": "{first}\t{n}\t{town}\n",
    "table": "| {first} | {n} | {town} |\n",
    "log": '10.{a}.{b}.{c} - anna{n} [03/May/2024:10:03:11 +0000] "GET /{first}/{n} HTTP/1.1" 200 {n}\n',
    "json": '{{"name": "{first} {last}", "n": {n}}}\n',
    "yaml": "- name: {first} {last}\n  id: {n}\n",
    "code": "x{n} = f('{first}', {n})\n",
    "diff": "+{first} {n}\n-{last} {n}\n",
    "markdown": "**{first}** [{last}](https://a{n}.org)\n",
    "words": "{word} ",
    "words that are none": "w{hex} ",
    "letters": "{hex} b c ",
    "words once": "{word}{n} ",
    "capitals": "{hex}{first} ",
    "camel": "get{first}{last}{n} ",
    "snake": "{word}_{n}_{first} ",
    "lines of one": "{first}\n",
    "nicknames": "@{first}{n} ",
    "quoted": '"{first} {last}" ',
    "German": "{first} {last} wohnt in {town}, Hauptstraße {n}. ",
    "French": "{first} {last} habite à {town} depuis le {day} mai {year}. ",
    "Chinese": "王小明{n}住在北京市。",
    "Cyrillic": "Анна Ковалева {n} из Москвы, ",
    "Arabic": "أحمد {n} من القاهرة، ",
}


def _text(name: str) -> Callable[[int], str]:
    one = _each(_FORMS[name])

    def text(size: int) -> str:
        chance = random.Random(name)
        return _filled((one(chance, n) for n in itertools.count(1)), size)

    return text


def _lines(text: str, each: int) -> list[str]:
    return [text[at : at + each] for at in range(0, len(text), each)]


_QUESTION = "\nWhich country, state and continent is that in; its capital, currency, language and calling code?"


_Part = Callable[[int], Any]


def _until(size: int, least: int, make: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
    """What `make` makes of the largest number of parts that fits, each of `least` bytes or more."""
    many = max(1, size // least)
    while many > 1 and len(orjson.dumps(made := make(many))) > size:
        many = min(many - 1, many * size // len(orjson.dumps(made)))
    return make(many)


def _many(part: _Part, least: int, around: Callable[[list[Any]], dict[str, Any]]) -> Callable[[int], dict[str, Any]]:
    """Bodies that hold as many parts as fit into their bytes."""
    return lambda size: _until(size, least, lambda many: around([part(at) for at in range(many)]))


def _name(at: int) -> str:
    return f"{_FIRST[at % len(_FIRST)]} {at}"


def _block(at: int) -> dict[str, Any]:
    return {"type": "text", "text": _name(at)}


def _by_name(at: int) -> dict[str, Any]:
    return {"role": "user", "name": f"{_FIRST[at % 20]}_{at}", "content": f"I am {_name(at)}."}


def _with_schema(properties: list[Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": dict(properties)}
    asked = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    return _chat("Call Anna Miller.", response_format=asked)


def _predicted(parts: list[Any]) -> dict[str, Any]:
    return {"type": "content", "content": parts}


def _message(at: int) -> dict[str, Any]:
    return {"role": ("user", "assistant")[at % 2], "content": f"{_FIRST[at % 20]} {_LAST[at % len(_LAST)]} {at}"}


def _by_system(at: int) -> dict[str, Any]:
    return {"role": "system", "content": f"a{at}@b.co"}


def _tool(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, **more}}


def _with_tools(tools: list[Any]) -> dict[str, Any]:
    return _chat("Call Anna Miller.", tools=tools)


def _with_properties(properties: dict[str, Any]) -> dict[str, Any]:
    return _with_tools([_tool("f", parameters={"type": "object", "properties": properties})])


def _said(messages: list[Any]) -> dict[str, Any]:
    return {"model": "m", "messages": messages}


def _called(arguments: Any, name: str = "save", number: int = 0) -> dict[str, Any]:
    text = orjson.dumps(arguments).decode()
    return {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": text}}


def _answered(*calls: dict[str, Any]) -> dict[str, Any]:
    said = {"role": "assistant", "content": None, "tool_calls": list(calls)}
    results = [{"role": "tool", "tool_call_id": call["id"], "content": "Saved."} for call in calls]
    return {"model": "m", "messages": [{"role": "user", "content": "Save it."}, said, *results]}


def _call(at: int) -> dict[str, Any]:
    return _called({"name": _FIRST[at % 20]}, "save", at)


def _call_of_its_own(at: int) -> dict[str, Any]:
    return _called({f"k{at}": _FIRST[at % 20]}, f"f{at}", at)


def _nested(value: Any, depth: int) -> Any:
    for at in range(depth):
        value = {f"k{at}": value} if at % 2 else [value]
    return value


def _wrapped(size: int, text: str, wrap: Callable[[str], Any]) -> dict[str, Any]:
    """Arguments with a text that is JSON in a string of JSON, as often as it fits."""
    body = _answered(_called({"a": text}))
    while len(orjson.dumps(more := _answered(_called({"a": (text := orjson.dumps(wrap(text)).decode())})))) <= size:
        body = more
    return body


def _layers(size: int) -> dict[str, Any]:
    text = "Anna Miller of Boston, anna@corp.example.org, +1 212-555-0199. " * 3
    while len(more := base64.b64encode(text.encode()).decode()) < size - 100:
        text = more
    return _chat(text)


def _codes(size: int) -> dict[str, Any]:
    pieces = (base64.b64encode(f"Anna Miller {n} a{n}@b.co".encode()).decode() + " " for n in itertools.count())
    return _chat(_filled(pieces, size))


def _quoted(size: int) -> dict[str, Any]:
    return _chat(_filled(itertools.repeat("%41nna %4Diller a%40b.co "), size))


def _same(piece: str) -> Callable[[int], dict[str, Any]]:
    return lambda size: _chat((piece * (size // len(piece) + 1))[:size])


def _uses(size: int) -> dict[str, Any]:
    def body(many: int) -> dict[str, Any]:
        uses = [
            {"type": "tool_use", "id": f"toolu_{at}", "name": "save", "input": {"a": _name(at)}} for at in range(many)
        ]
        results = [{"type": "tool_result", "tool_use_id": f"toolu_{at}", "content": _name(at)} for at in range(many)]
        turns = [{"role": "assistant", "content": uses}, {"role": "user", "content": results}]
        return {**_said([{"role": "user", "content": "Hi."}, *turns]), "max_tokens": 9}

    return _until(size, 150, body)


def _item(at: int) -> dict[str, Any]:
    return {"type": "function_call", "call_id": f"c{at}", "name": "f", "arguments": f'{{"a": "Anna {at}"}}'}


def _of_form(name: str) -> Kind:
    text = _text(name)
    return Kind(name, _CHAT, lambda size: _chat(text(size)), "echo")


def _in_messages(name: str) -> Kind:
    text = _text(name)

    def body(size: int) -> dict[str, Any]:
        said = enumerate(_lines(text(size * 3 // 5), 60))
        return _said([{"role": ("user", "assistant")[at % 2], "content": one} for at, one in said])

    return Kind(f"{name}, in messages", _CHAT, body)


def _with_question(name: str) -> Kind:
    text = _text(name)
    return Kind(f"{name}, and a question", _CHAT, lambda size: _chat(text(size - len(_QUESTION)) + _QUESTION), "echo")


_CHAT = "/v1/chat/completions"

DENSE: tuple[Kind, ...] = (
    *map(_of_form, _FORMS),
    *map(_in_messages, ("names", "numbers", "dates", "csv")),
    *map(_with_question, ("towns", "tsv", "countries")),
    *(
        Kind(name, _CHAT, _same(piece), "echo")
        for name, piece in {
            "one name": "Anna Miller ",
            "one address": "anna@corp.example.org ",
            "one word": "aspirin ",
            "one number": "4929108823447150 ",
            "one date": "3 May 2024, ",
            "digits": "4929108823447150",
            "brackets": "[({<",
            "markup": "a_a*",
            "hyphens": "A-",
        }.items()
    ),
    Kind("layers of base64", _CHAT, _layers, "echo"),
    Kind("many codes of base64", _CHAT, _codes, "echo"),
    Kind("escapes of addresses", _CHAT, _quoted, "echo"),
    Kind("parts", _CHAT, _many(_block, 30, _chat)),
    Kind("messages", _CHAT, _many(_message, 30, _said)),
    Kind(
        "messages of the system",
        _CHAT,
        _many(_by_system, 30, lambda said: _said([*said, {"role": "user", "content": "Hi."}])),
    ),
    Kind("tools", _CHAT, _many(lambda at: _tool(f"f{at}", description=f"Asks {_name(at)}."), 60, _with_tools)),
    Kind("enumerations", _CHAT, _many(_name, 9, lambda names: _with_properties({"a": {"enum": names}}))),
    Kind(
        "properties",
        _CHAT,
        _many(str, 20, lambda names: _with_properties({f"name_{at}": {"type": "string"} for at in names})),
    ),
    Kind("calls", _CHAT, _many(_call, 100, lambda calls: _answered(*calls))),
    Kind("calls of many tools", _CHAT, _many(_call_of_its_own, 100, lambda calls: _answered(*calls))),
    Kind("arguments", _CHAT, _many(_name, 9, lambda names: _answered(_called(names)))),
    Kind("keys of arguments", _CHAT, _many(_name, 9, lambda names: _answered(_called(dict.fromkeys(names, 1))))),
    Kind("deep arguments", _CHAT, _many(lambda at: _nested(_name(at), 50), 100, lambda all_: _answered(_called(all_)))),
    Kind("strings in strings", _CHAT, lambda size: _wrapped(size, "Anna Miller, a@b.co", lambda text: [text])),
    Kind("objects in strings", _CHAT, lambda size: _wrapped(size, '{"name": "Anna"}', lambda text: {"a": text})),
    Kind("unknown values", _CHAT, _many(_name, 9, lambda names: _chat("Hello.", of_mine=names))),
    Kind("unknown numbers", _CHAT, _many(lambda at: 10_000 + at, 5, lambda found: _chat("Hello.", of_mine=found))),
    Kind("metadata", _CHAT, _many(_name, 12, lambda names: _chat("Hello.", metadata={name: name for name in names}))),
    Kind("speakers by name", _CHAT, _many(_by_name, 60, _said)),
    Kind("stops", _CHAT, _many(_name, 9, lambda names: _chat("Hello.", stop=names))),
    Kind(
        "schema of the answer",
        _CHAT,
        _many(lambda at: (f"k{at}", {"type": "string", "description": _name(at)}), 40, _with_schema),
    ),
    Kind("predicted answer", _CHAT, _many(_block, 30, lambda parts: _chat("Mend it.", prediction=_predicted(parts)))),
    Kind("embeddings", "/v1/embeddings", _many(_name, 9, lambda names: {"model": "m", "input": names})),
    Kind("prompt", "/v1/completions", lambda size: {"model": "m", "prompt": _text("names")(size)}),
    Kind("blocks", "/v1/messages", _many(_block, 30, lambda found: _chat(found, max_tokens=9))),
    Kind("uses of tools", "/v1/messages", _uses),
    Kind("items", "/v1/responses", _many(_item, 80, lambda items: {"model": "m", "input": items})),
)
"""All kinds."""
