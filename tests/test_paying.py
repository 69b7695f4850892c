"""A doorway that pays charges whatever it sanitizes, by whichever door, and each thing once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import BudgetExceeded
from dp_gateway.exchange import Caller, Doorway, already_sanitized
from dp_gateway.ledger.settings import BudgetSettings, LedgerSettings
from dp_gateway.paying import PayingDoorway, Purse
from dp_gateway.sanitizer import Gateway
from dp_gateway.shapes import SHAPES

KEY = Secret(b"a key of repeatable draws, for tests")
CHAT = SHAPES["chat"]
FOUR = "severe headaches trouble nurses"


def body(text: str = FOUR) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": text}]}


@pytest.fixture(scope="module")
def doorway() -> Doorway:
    return Doorway(Gateway("tokens", key=KEY), key=KEY)


@pytest.fixture
def purse(doorway: Doorway) -> Iterator[Purse]:
    word = sum(charge.epsilon for charge in doorway.gateway.request(["winter"]).charges())
    purse = Purse(BudgetSettings(epsilon=4.5 * word), LedgerSettings(url="memory:"), KEY)
    yield purse
    purse.close()


@pytest.fixture
def paying(doorway: Doorway, purse: Purse) -> PayingDoorway:
    return PayingDoorway(doorway, purse)


def left(paying: PayingDoorway) -> int:
    """How many more words may be drawn, of four."""
    words = 0
    for word in ("winter", "doctor", "kitchen", "garden", "summer"):
        try:
            paying.open("chat", body(word))
        except BudgetExceeded:
            break
        words += 1
    return words


def test_opening_pays_once(paying: PayingDoorway) -> None:
    paying.open("chat", body("severe headaches"))
    paying.open("chat", body("severe headaches"))
    assert left(paying) == 2


def test_sanitizing_pays(paying: PayingDoorway) -> None:
    paying.sanitize(CHAT, paying.read(CHAT, body()), Caller())
    assert left(paying) == 0


def test_sanitizing_many_pays(paying: PayingDoorway) -> None:
    read = [paying.read(CHAT, body(text)) for text in ("severe headaches", "trouble nurses")]
    done = paying.sanitize_many([CHAT] * 2, read, [Caller()] * 2)
    assert all(one.report.spent is not None for one in done)
    assert left(paying) == 0


def test_texts_pay(paying: PayingDoorway) -> None:
    done = paying.texts(["severe headaches", "", "trouble nurses"])
    assert [bool(text) for text in done.outgoing] == [True, False, True]
    assert left(paying) == 0


def test_many_beside_what_was_sanitized_already_pay_once(paying: PayingDoorway, monkeypatch: Any) -> None:
    paid: list[object] = []
    pay = Purse.pay

    def counted(self: Purse, *given: Any) -> Any:
        paid.append(given)
        return pay(self, *given)

    monkeypatch.setattr(Purse, "pay", counted)
    with already_sanitized(["something else"]):
        paying.open_many(CHAT, [body("severe headaches"), body("trouble nurses")], [Caller()] * 2)
    assert len(paid) == 2
    assert left(paying) == 0


def test_what_was_sanitized_already_costs_nothing(paying: PayingDoorway) -> None:
    with already_sanitized([FOUR]):
        paying.open_many(CHAT, [body()], [Caller()])
        paying.open("chat", body())
    assert left(paying) == 4
