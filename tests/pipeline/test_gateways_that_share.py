"""A gateway under another policy, what it knows of texts that were seen, and policies that no request could use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from dp_gateway.detection.remembering import Remembering, Spans, span_memory
from dp_gateway.errors import ConfigurationError
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret
from dp_gateway.text.entities import Entity

KEY = Secret(b"a key of these tests")
SAID = ["Anna Miller of Boston wrote to anna.miller@quillmere.com.", "Call Tom Baker on +1 212 555 0123."]
USERS = [False, False]


@pytest.fixture
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


def test_another_policy_draws_under_the_same_key(gateway: Gateway) -> None:
    alike = gateway.under(load_policy("entities"))
    assert [one.text for one in alike.request(SAID, scope="s").texts] == [
        one.text for one in gateway.request(SAID, scope="s").texts
    ]
    masked = gateway.under(load_policy("mask")).request(SAID, scope="s")
    assert "<PERSON_1>" in masked.texts[0].text
    assert masked.restore(masked.texts[1].text) == SAID[1]


class Named(Remembering):
    """Finds one name, and counts the texts that it had to read."""

    name = "named"

    def __init__(self) -> None:
        super().__init__(span_memory())
        self.read = 0

    def _run(self, texts: Sequence[str]) -> list[Spans]:
        self.read += len(texts)
        places = [(text.find("Anna Miller"), text) for text in texts]
        return [(Entity(at, at + 11, "PERSON", 0.99, self.name),) if at >= 0 else () for at, _ in places]


def test_what_was_read_is_known_and_may_be_told_to_another() -> None:
    one, other = Named(), Named()
    first, second = (Gateway("entities", key=KEY, detection=detection) for detection in (one, other))
    assert first.known(SAID, USERS) is None
    sent = first.request(SAID)
    found = first.known(SAID, USERS)
    assert found is not None
    assert [len(of_text) for of_text in found] == [1, 0]
    second.remember(SAID, USERS, found)
    assert second.known(SAID, USERS) is not None
    assert second.known([*SAID, "Who is here?"], [False] * 3) is None
    # What was told is not read again, and the same is drawn.
    assert [text.text for text in second.request(SAID).texts] == [text.text for text in sent.texts]
    assert (one.read, other.read) == (2, 0)


@pytest.mark.parametrize(
    ("table", "field"),
    [
        ('kind = "tokens"\n[tokens]\nmechanism = "nothing"\nepsilon = 8\n', "tokens"),
        ('kind = "entities"\n[types.LOCATION]\ntreatment = "mechanism"\nmechanism = "nothing"\n', "types.LOCATION"),
    ],
)
def test_a_mechanism_that_is_none_is_refused_by_the_field_that_names_it(table: str, field: str, tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(table)
    with pytest.raises(ConfigurationError, match=field):
        Gateway(file)


@pytest.mark.parametrize("policy", ["entities", "mask"])
def test_a_policy_that_requests_can_use_passes_its_check(policy: str) -> None:
    Gateway(policy).check()
