"""Requests of 200 tokens, without entities or with six, messages of 60 words, and sentences; some are new each time."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

import orjson

_NAMES = ["Anna Miller", "John Becker", "Maria Lopez", "Peter Novak", "Susan Clarke", "Thomas Reed", "Laura Stein"]
_TOWNS = ["Boston", "Denver", "Chicago", "Seattle", "Portland"]
_FIRMS = ["Microsoft", "Siemens"]
_ASK = (
    "Please write a polite letter to the bank in which I ask for the money to be returned. The letter should mention "
    "that I have been a customer for many years and that I have never before had any such problem with the service, "
    "and it should ask for a written answer within a short time. Please keep the tone friendly but firm, and do not "
    "promise anything in my name. Thank you very much for your help with all this, I look forward to reading what you "
    "write and will send it on as soon as I can. If there is anything else that I should add so that they take the "
    "matter seriously, tell me first, and leave out whatever sounds like a threat. "
)
_WHO = (
    "My name is {name} from {town} and I work at {firm}. You can reach me at {mail}. "
    "My account was charged ${amount}.00 on March {day}, 2024. "
)
_MESSAGE = (
    "Hello, this is {name} writing from {town}. The parcel that you promised me for last week is still not here, and "
    "nobody answers when I ring. Could you please look into it today and tell me where it went? My address is "
    "{number} {street} Street, and you can reach me under {phone} in the evening. Reference {run}. Thank you."
)
_STREETS = ["Maple", "Willow", "Harbor", "Lincoln", "Orchard", "Prospect", "Juniper", "Franklin", "Chestnut"]
_FILLER = "The matter has been going on for quite a while now, and nobody whom I asked could tell me more about it. "


def body(kind: str, stream: bool) -> Iterator[tuple[str, bytes]]:
    """What the user says, and the body of the request; of a kind that begins with `new` nobody has sent it before."""
    run = "".join(chr(ord("a") + int(digit)) for digit in str(time.time_ns()))
    for number in itertools.count():
        if kind.endswith("tokens"):
            draft = f"{run} {number}" if kind == "new tokens" else number
            said = _ASK + _FILLER * 3 + f"Draft {draft} is the one that I mean."
        elif kind == "new message":
            said = _message(number, f"{run} {number}")
        elif kind == "new sentence":
            said = _with_entities(number) + f"My word for it is {run} {number}."
        else:
            said = _with_entities(number) + _ASK + (f" My word for it is {run} {number}." if kind == "new" else "")
        # Each run has a budget of its own where budgets are counted by model.
        request = {"model": f"m-{run}", "messages": [{"role": "user", "content": said}]}
        yield said, orjson.dumps(request | ({"stream": True} if stream else {}))


def _with_entities(number: int) -> str:
    name = _NAMES[number % 7]
    return _WHO.format(
        name=name,
        town=_TOWNS[number % 5],
        firm=_FIRMS[number % 2],
        mail=name.lower().replace(" ", ".") + "@gmail.com",
        amount=100 + number % 90,
        day=1 + number % 28,
    )


def _message(number: int, run: str) -> str:
    """Sixty words with a name, a town, an address and a telephone number, another one each time."""
    return _MESSAGE.format(
        name=_NAMES[number % 7],
        town=_TOWNS[number % 5],
        street=_STREETS[number % 9],
        number=1 + number % 997,
        phone=f"(617) 555-{number % 10_000:04d}",
        run=run,
    )
