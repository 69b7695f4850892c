"""The till: each request is charged once, to the accounts that it comes under, and given back where nothing left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.api import SHAPES
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings
from dp_gateway.errors import BudgetExceeded
from dp_gateway.exchange import Caller, Doorway, Exchange, already_sanitized
from dp_gateway.pipeline import Gateway
from dp_gateway.till import Till, shared_till

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
def till(limit: float) -> Iterator[Till]:
    till = Till(BudgetSettings(epsilon=limit), LedgerSettings(url="memory:"), KEY)
    yield till
    till.close()


def charge(till: Till, doorway: Doorway, text: str) -> Exchange:
    return till.charge(doorway, doorway.open("chat", body(text)), Caller())


def left(till: Till, doorway: Doorway) -> int:
    """How many more words may be drawn, of five."""
    words = 0
    for word in ("winter", "doctor", "kitchen", "garden", "summer"):
        try:
            charge(till, doorway, word)
        except BudgetExceeded:
            break
        words += 1
    return words


def test_what_is_sent_again_is_charged_once(till: Till, doorway: Doorway) -> None:
    for _ in range(2):
        assert charge(till, doorway, "severe headaches").report.spent is not None
    assert left(till, doorway) == 2


def test_what_was_sanitized_already_costs_nothing(till: Till, doorway: Doorway) -> None:
    with already_sanitized([FOUR]):
        for opened in (doorway.open_many(CHAT, [body()], [Caller()])[0], doorway.open("chat", body())):
            till.charge(doorway, opened, Caller())
    assert left(till, doorway) == 4


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
    own = Till(BudgetSettings(per=per, epsilon=limit), LedgerSettings(url="memory:"), KEY)

    def opens(whose: dict[str, str], text: str) -> None:
        caller = Caller(**{name: value for name, value in whose.items() if name != "model"})
        asked = {**body(text), "model": whose.get("model", "m")}
        own.charge(doorway, doorway.open("chat", asked, caller), caller)

    opens(one, FOUR)
    with pytest.raises(BudgetExceeded):
        opens(one, "winter garden")
    opens(other, FOUR)
    own.close()


class _Unsent(Exception):
    pass


@pytest.mark.parametrize(("unsent", "words"), [(True, 4), (False, 2)])
def test_what_never_left_is_given_back(till: Till, doorway: Doorway, unsent: bool, words: int) -> None:
    payment = till.pay(doorway, doorway.open("chat", body("severe headaches")), Caller())
    with pytest.raises(_Unsent), payment.leaving(lambda error: unsent and isinstance(error, _Unsent)):
        raise _Unsent
    till.finish(payment).result()
    assert left(till, doorway) == words


def test_what_was_never_tried_is_given_back(till: Till, doorway: Doorway) -> None:
    payment = till.pay(doorway, doorway.open("chat", body()), Caller())
    with pytest.raises(BudgetExceeded):
        charge(till, doorway, "winter")
    till.finish(payment).result()
    assert left(till, doorway) == 4


def test_without_a_budget_all_of_it_does_nothing(doorway: Doorway) -> None:
    till = Till(None, "", KEY)
    payment = till.pay(doorway, doorway.open("chat", body()), Caller())
    with payment.leaving():
        pass
    assert till.finish(payment).result(0) is None
    assert payment.exchange.report.spent is None
    till.close()


def test_equal_settings_share_a_till_in_a_process() -> None:
    budget, ledger = BudgetSettings(epsilon=5), LedgerSettings(url="memory:")
    one = shared_till(budget, ledger, KEY)
    assert shared_till(BudgetSettings(epsilon=5), ledger, KEY) is one
    others = [
        shared_till(BudgetSettings(epsilon=6), ledger, KEY),
        shared_till(budget, ledger, Secret(b"another key of repeatable draws")),
        shared_till(budget, LedgerSettings(url="memory:", lease_seconds=99), KEY),
    ]
    assert len({id(till) for till in (one, *others)}) == 4


def test_a_cheaper_policy_is_paid_for_where_the_budget_asks_for_it(doorway: Doorway, limit: float) -> None:
    limit *= 5.1 / 4.5  # what is left for four words is 6 each, at which other tests draw
    own = Till(BudgetSettings(epsilon=limit, exhausted="lower"), LedgerSettings(url="memory:"), KEY)
    full = charge(own, doorway, "severe headaches").report.total_epsilon
    cheaper = charge(own, doorway, "trouble nurses garden winter")
    assert 0 < cheaper.report.total_epsilon <= limit - full
    assert cheaper.policy.tokens.epsilon == 6 < doorway.gateway.policy.tokens.epsilon
    assert cheaper.report.spent is not None
    with pytest.raises(BudgetExceeded):
        charge(own, doorway, "kitchen summer doctor " * 40)
    own.close()
