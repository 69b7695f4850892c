"""Reading what models answer: JSON where they keep to it, lists of any look where they do not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

__all__ = ["first_json", "parse_list"]

_THINKING = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$", re.MULTILINE)
_CONTAINER = re.compile(r"[\[{]")
_DOUBLE = re.compile(r'"((?:[^"\\\n]|\\.)*)"(\s*:)?')
_SINGLE = re.compile(r"(?<=[\[,])\s*['‘]([^\n]*?)['’]\s*(?=[,\]])")
_BULLET = re.compile(r"^\s*(?:[-*•·–—]|\(?\d{1,3}[.):]|[a-z][.)])\s+(.*)$", re.IGNORECASE)
_EXPLANATION = re.compile(r"(?:\s+[-–—]\s+|:\s+)(?=(?:\S+\s+){2}\S)")
_EMPHASIS = re.compile(r"^(\*\*|__)(.+?)\1")
_EDGES = " \t\"'`*_“”‘’«»,;"
_MANY_COMMAS, _LEAST_LISTED = 4, 3
_NAMES = ("phrase", "name", "text", "word", "value", "title")


def first_json(reply: str) -> Any:
    """The JSON object or list that a reply holds, with or without words around it.

    Only the first bracket is tried: what stands inside a broken answer is not the answer.

    Raises:
        ValueError: there is none, or it is broken or cut off.
    """
    body = _body(reply)
    start = _CONTAINER.search(body)
    if start is None:
        raise ValueError("no JSON object or list")
    try:
        value, _ = json.JSONDecoder().raw_decode(body, start.start())
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def parse_list(reply: str) -> list[str]:
    """The entries of a list: JSON, whole or cut off, a Python list, numbers, bullets, lines, or commas.

    Entries come in the order of the reply, without quotes, emphasis and explanations; empty where nothing looks like
    a list. Whether an entry makes sense is not looked at.
    """
    body = _body(reply)
    try:
        found = list(_strings(first_json(body)))
    except ValueError:
        found = []
    if not found and (start := _CONTAINER.search(body)):
        inside = body[start.start() :]
        found = [_unescaped(one) for one, colon in _DOUBLE.findall(inside) if not colon] or _SINGLE.findall(inside)
    return [entry for entry in map(_clean, found or _entries(body)) if entry]


def _body(reply: str) -> str:
    return _FENCE.sub("", _THINKING.sub("", reply)).strip()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in cast(list[Any], value):
            yield from _strings(entry)
    elif isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        named = next((fields[name] for name in _NAMES if isinstance(fields.get(name), str)), None)
        for entry in fields.values() if named is None else (named,):
            yield from _strings(entry)


def _unescaped(inside: str) -> str:
    try:
        return str(json.loads(f'"{inside}"'))
    except ValueError:
        return inside


def _entries(body: str) -> list[str]:
    lines = [line.strip() for line in body.splitlines() if line.strip() and not line.rstrip().endswith(":")]
    bulleted = [found[1] for line in lines if (found := _BULLET.match(line))]
    if bulleted:
        return [_EXPLANATION.split(_emphasised(entry), maxsplit=1)[0] for entry in bulleted]
    if len(lines) > 1 and max(line.count(",") for line in lines) < _MANY_COMMAS:
        return lines
    entries: list[str] = []
    for line in lines:
        listed = re.split(r"\s*[,;]\s*", line.rpartition(": ")[2].strip("[](){}"))
        # "Sorry, no" is no list.
        entries += listed if len(listed) >= _LEAST_LISTED else []
    return [entry.removeprefix("and ") for entry in entries]


def _emphasised(entry: str) -> str:
    found = _EMPHASIS.match(entry.strip())
    return found[2] if found else entry


def _clean(entry: str) -> str:
    return entry.strip().strip(_EDGES).strip()
