"""One price: reports, headers, the command line and the ledger show the same (epsilon, delta).

The server with its playground is in tests/server/test_one_price_served.py.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from dp_gateway import Gateway, Policy, Secret
from dp_gateway.budget.base import from_nano, from_pico
from dp_gateway.budget.spent import price_headers
from dp_gateway.cli import cli
from dp_gateway.pipeline.figures import Pricing
from dp_gateway.pipeline.report import Details, SanitizedRequest
from dp_gateway.pipeline.tokens import Sanitizer
from dp_gateway.pipeline.words import WordUnit
from dp_gateway.policy import PRESETS, parse_policy
from dp_gateway.privacy.composition import basic
from dp_gateway.privacy.guarantee import NO_GUARANTEE, level_text, stated

KEY = Secret(b"a key for tests, not a secret")

TEXTS = [
    "My salary is $90,000.",
    "I am 34 years old, 181.5 cm tall and weigh 72 kg.",
    "Anna Miller was born on March 14, 1985.",
    "I am Anna Miller from Boston, a nurse at Siemens, and I was born on 1985-08-12.",
    "The rent rose by 5.5 % to $1,650 on 1 May 2024, after 3-4 weeks.",
    "The trip is from March 3-5, 2024; write to anna.miller@corp.com.",
    "nothing of interest here",
    "Call 555-0134 on Thursday, March 14, 2024 or on March 14.",
]
SHIFTED = parse_policy({"name": "shifted", "types": {"DATE_TIME": {"treatment": "shift"}}})
POLICIES = [PRESETS["entities"], PRESETS["hybrid"], PRESETS["tokens"], PRESETS["mask"], PRESETS["observe"], SHIFTED]
CASES = [(policy, text) for policy in POLICIES[:4] for text in TEXTS] + [(POLICIES[4], TEXTS[3]), (SHIFTED, TEXTS[3])]


def ledger_total(gateway: Gateway, text: str) -> tuple[float, float]:
    """What a ledger in memory holds after the request was sent once, by its own integers."""
    from dp_gateway.budget.accountant import Accountant
    from dp_gateway.budget.memory import MemoryLedger
    from dp_gateway.budget.settings import budgets_of, ledger_of
    from dp_gateway.exchange import Caller

    async def run() -> tuple[float, float]:
        ledger = MemoryLedger()
        accountant = Accountant(ledger, budgets_of({"all": {"soft": 9e5}}), secret=KEY, settings=ledger_of("memory:"))
        await accountant.open()
        request = gateway.request([text], scope="price")
        async with accountant.spend(request, Caller(), model="m") as spent:
            spent.leaves()
        balances = await ledger.balances("all/")
        await accountant.close()
        epsilon = sum(one.spent for one in balances if ":" not in one.account)
        delta = sum(one.spent for one in balances if ":" in one.account)
        return from_nano(epsilon), from_pico(delta)

    return asyncio.run(run())


@pytest.mark.parametrize(("policy", "text"), CASES)
def test_all_displays_agree(policy: Policy, text: str, tmp_path: Path) -> None:
    gateway = Gateway(policy, key=KEY)
    request = gateway.request([text], scope="price")
    report, price = request.report, request.report.price
    charges = request.charges()
    assert (price.epsilon, price.delta) == stated(basic((c.epsilon * c.count, c.delta * c.count) for c in charges))
    assert request.totals.price == price
    assert (report.total_epsilon, report.total_delta, report.total_nominal) == price[:3]
    told = report.to_json()
    assert told["total_certified"] == price.text == level_text((price.epsilon, price.delta))
    # Rows, too: whatever a row says promises nothing is printed so, and never as a number.
    for row in told["entities"]:
        assert (
            (row["certified"] == NO_GUARANTEE) == (row["certified_epsilon"] == "inf") == (row["certified_delta"] == 1)
        )
    headers = dict(price_headers(price, None))
    assert headers[b"x-dp-certified"] == price.text.encode()
    assert float(headers[b"x-dp-epsilon"]) == pytest.approx(price.epsilon, rel=1e-5)
    assert float(headers[b"x-dp-delta"]) == pytest.approx(price.delta, rel=1e-2, abs=1e-12)
    if math.isfinite(price.epsilon):
        # The ledger counts in nano-epsilon and pico-delta, each unit rounded up.
        epsilon, delta = ledger_total(gateway, text)
        assert epsilon == pytest.approx(price.epsilon, abs=1e-9 * (len(charges) + 1) + 1e-7)
        assert delta == pytest.approx(price.delta, abs=1e-10)
    else:
        assert price.text == NO_GUARANTEE
    # The command line.
    (tmp_path / "text.txt").write_text(text)
    (tmp_path / "key").write_bytes(b"a key for tests, not a secret")
    (tmp_path / "policy.toml").write_text(_toml(policy))
    arguments = ["sanitize", str(tmp_path / "text.txt"), "--policy", str(tmp_path / "policy.toml")]
    arguments += ["--key-file", str(tmp_path / "key"), "--scope", "price"]
    shown = CliRunner().invoke(cli, [*arguments, "--json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout)["report"]["total_certified"] == price.text
    diff = CliRunner().invoke(cli, [*arguments, "--diff"])
    assert price.text in re.sub(r"\s+", " ", diff.output)


def _toml(policy: Policy) -> str:
    from dp_gateway.cli.policy import _toml

    return _toml(policy)


def test_a_salary_costs_what_the_ledger_charges() -> None:
    """The report said 0 where the ledger charged 37.67."""
    gateway = Gateway("entities", key=KEY)
    report = gateway.sanitize("My salary is $90,000", scope="s").report
    assert report.total_epsilon == pytest.approx(6, abs=1e-6)
    assert report.total_delta == 0
    assert report.total_nominal == 6


@pytest.mark.parametrize("level", [(math.inf, 0.0), (37.7, 1.0), (6.0, 0.99), (math.inf, 1.0)])
def test_what_promises_nothing_is_printed_so(level: tuple[float, float]) -> None:
    assert level_text(level) == NO_GUARANTEE
    assert stated(level) == (math.inf, 1.0)
    assert level_text((37.7, 0.5)) == "(37.7, 0.5)"


def test_a_shift_is_no_guarantee() -> None:
    report = Gateway(SHIFTED, key=KEY).sanitize("I was born on 1985-08-12.", scope="s").report
    assert report.figures[0].certified == (math.inf, 1.0)
    assert "one known date gives all" in report.figures[0].classes[0]
    assert report.price.text == NO_GUARANTEE


def test_words_are_priced_before_anything_is_told_of_them() -> None:
    """A ledger waited for spans, report and restorer of a request in which nothing but words was drawn."""
    texts = ["Please look into the matter today.", "Nobody answers when I ring."]
    gateway = Gateway("tokens", key=KEY)
    first, second = (gateway.request(texts, scope="s") for _ in range(2))
    assert first.charged() is None, "certified levels of a new setting take seconds"
    price = first.totals.price
    charges = first.charged()
    assert charges is not None
    assert basic((one.epsilon * one.count, one.delta * one.count) for one in charges) == pytest.approx(price[:2])
    report = second.report
    assert (second.charges(), report.price, second.totals.words) == (charges, price, first.totals.words)

    def telling() -> Details:
        raise AssertionError("what is told of a request is not needed for its price")

    priced = Pricing(
        partial(KEY.subkey, b"units"), [WordUnit("s", texts[0], "Give it a try.", 4, Sanitizer().mechanism)]
    )
    request = SanitizedRequest(["Give it a try."], telling, priced)
    assert [one.count for one in request.charges()] == [4]
    assert request.nominals == (6.0,)
