"""Many requests at once give what each gives alone."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.api import SHAPES
from dp_gateway.exchange import Caller, Doorway

KEY = Secret(b"0123456789abcdef0123456789abcdef")
BATCH = [
    ["I am Anna Miller from Boston and I have had severe headaches since March."],
    ["You help Dr. Robert Chen.", "Where does Anna Miller live?", "Her number is 555 0100."],
    [],
    ["", "Bob Smith's dog is 3 years old.", "the"],
    ["I am Anna Miller from Boston and I have had severe headaches since March."],
]
DEVELOPER = [[False], [True, False, False], [], [False, False, True], [False]]
SCOPES = ["a", "b", "c", "a", "d"]


@pytest.mark.parametrize("policy", ["entities", "tokens", "hybrid", "mask", "observe"])
def test_any_policy(policy: str) -> None:
    alone, together = Gateway(policy, key=KEY), Gateway(policy, key=KEY)
    expected = [
        alone.request(texts, scope=scope, developer=own)
        for texts, scope, own in zip(BATCH, SCOPES, DEVELOPER, strict=True)
    ]
    done = together.requests(BATCH, scopes=SCOPES, developer=DEVELOPER)
    for one, other in zip(done, expected, strict=True):
        assert one.outgoing == other.outgoing == [text.text for text in one.texts]
        assert [list(text.spans) for text in one.texts] == [list(text.spans) for text in other.texts]
        assert one.totals == one.report.totals == other.totals
        assert one.report.to_json() == other.report.to_json()
        assert one.charges(certified=False) == other.charges(certified=False)
        reply = " ".join(one.outgoing)
        assert one.restore(reply) == other.restore(reply)
    # Sent again, one by one or together, they are the same.
    again = together.requests(BATCH[::-1], scopes=SCOPES[::-1], developer=DEVELOPER[::-1])
    assert [one.outgoing for one in again[::-1]] == [one.outgoing for one in expected]
    assert together.request(BATCH[0], scope="a").outgoing == expected[0].outgoing


def test_without_a_key_no_two_draws_are_the_same() -> None:
    gateway = Gateway("tokens")
    texts = ["severe headaches trouble tired nurses every single winter"]
    done = gateway.requests([texts] * 50, scopes=[""] * 50, developer=[[False]] * 50)
    assert len({one.outgoing[0] for one in done}) > 40


@pytest.mark.parametrize("policy", ["entities", "tokens"])
def test_doorway(policy: str) -> None:
    bodies = [
        {"model": "m", "user": "anna", "messages": [{"role": "user", "content": text}]}
        for texts in BATCH
        for text in texts
    ]
    callers = [Caller(conversation=str(at % 2) if at % 3 else "") for at in range(len(bodies))]
    alone, together = (Doorway(Gateway(policy, key=KEY), key=KEY) for _ in range(2))
    expected = [alone.open("chat", body, caller) for body, caller in zip(bodies, callers, strict=True)]
    done = together.open_many(SHAPES["chat"], bodies, callers)
    assert [one.body for one in done] == [one.body for one in expected]
    assert [one.scope for one in done] == [one.scope for one in expected]
