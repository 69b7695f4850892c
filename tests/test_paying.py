"""A doorway that pays charges whatever it sanitizes, by whichever door, and each thing once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import BudgetExceeded
from dp_gateway.exchange import Caller, Doorway, already_sanitized
from dp_gateway.ledger.settings import BudgetSettings, LedgerSettings
from dp_gateway.paying import PayingDoorway, Purse, pay, shared_purse
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
def limit(doorway: Doorway) -> float:
    """What four words cost, and a little more."""
    return 4.5 * sum(charge.epsilon for charge in doorway.gateway.request(["winter"]).charges())


@pytest.fixture
def purse(limit: float) -> Iterator[Purse]:
    purse = Purse(BudgetSettings(epsilon=limit), LedgerSettings(url="memory:"), KEY)
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


@pytest.mark.parametrize(
    ("per", "one", "other"),
    [
        ("model", {"model": "m"}, {"model": "n"}),
        ("conversation", {"conversation": "1"}, {"conversation": "2"}),
        ("key", {"name": "a"}, {"name": "b"}),
        ("user", {"user": "a"}, {"user": "b"}),
        ("tenant", {"tenant": "a"}, {"tenant": "b"}),
    ],
)
def test_each_account_pays_for_its_own(doorway: Doorway, limit: float, per: Any, one: Any, other: Any) -> None:
    own = Purse(BudgetSettings(per=per, epsilon=limit), LedgerSettings(url="memory:"), KEY)

    def opens(whose: dict[str, str], text: str) -> None:
        caller = Caller(**{name: value for name, value in whose.items() if name != "model"})
        asked = {**body(text), "model": whose.get("model", "m")}
        pay(own, doorway, caller, lambda through: through.open("chat", asked, caller)).leaves()

    opens(one, FOUR)
    with pytest.raises(BudgetExceeded):
        opens(one, "winter garden")
    opens(other, FOUR)
    own.close()


def test_what_never_left_is_given_back(doorway: Doorway, paying: PayingDoorway, purse: Purse) -> None:
    for leaves in (False, True):
        paid = pay(purse, doorway, Caller(), lambda through: through.open("chat", body("severe headaches")))
        assert paid.exchange.report.spent is not None
        if leaves:
            paid.leaves()
        else:
            paid.leaves()
            paid.nothing_left()
        paid.finish().result()
    assert left(paying) == 2


def test_without_a_purse_all_of_it_does_nothing(doorway: Doorway) -> None:
    paid = pay(None, doorway, Caller(), lambda through: through.open("chat", body()))
    paid.leaves()
    paid.nothing_left()
    assert paid.finish().result(0) is None
    assert paid.exchange.report.spent is None


def test_equal_settings_share_a_purse_in_a_process() -> None:
    budget, ledger = BudgetSettings(epsilon=5), LedgerSettings(url="memory:")
    one = shared_purse(budget, ledger, KEY)
    assert shared_purse(BudgetSettings(epsilon=5), ledger, KEY) is one
    others = [
        shared_purse(BudgetSettings(epsilon=6), ledger, KEY),
        shared_purse(budget, ledger, Secret(b"another key of repeatable draws")),
        shared_purse(budget, LedgerSettings(url="memory:", lease_seconds=99), KEY),
    ]
    assert len({id(purse) for purse in (one, *others)}) == 4


def test_a_cheaper_policy_is_paid_for_where_the_budget_asks_for_it(doorway: Doorway, limit: float) -> None:
    own = Purse(BudgetSettings(epsilon=limit, exhausted="lower"), LedgerSettings(url="memory:"), KEY)
    paying = PayingDoorway(doorway, own)
    full = paying.open("chat", body("severe headaches")).report.total_epsilon
    cheaper = paying.open("chat", body("trouble nurses garden winter"))
    assert 0 < cheaper.report.total_epsilon <= limit - full
    assert cheaper.report.spent is not None
    with pytest.raises(BudgetExceeded):
        paying.open("chat", body("kitchen summer doctor " * 40))
    own.close()
