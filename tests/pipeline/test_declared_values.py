"""Values of a declared type are drawn and priced as a request of the value alone is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.text.entities import Entity

VALUES = {
    "PERSON": ["Anna Miller", "Mr. Tom Lee", "MILLER", "12345", "J. Miller", "N/A", "x" * 400],
    "EMAIL_ADDRESS": ["anna@acme.com", "a.b+c@mail.example.org", "nobody"],
    "LOCATION": ["Boston", "an unknown place", "New York"],
    "ORGANIZATION": ["Siemens", "Norton, Perez and Webb"],
    "ID_NUMBER": ["E-48291", "007", "-"],
    "PHONE_NUMBER": ["+1 212 555 0142", "511-435-6240x108"],
    "MONEY": ["$85,000", "85000", "-3.50", "a lot"],
    "DATE_TIME": ["2024-03-05", "May 5, 1980", "yesterday", "2024-03-05T13:22:01Z"],
    "UNHEARD_OF": ["something"],
}


class Declared:
    """Takes each text for one entity."""

    def __init__(self, entity_type: str) -> None:
        self._type = entity_type

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        return [[Entity(0, len(text), self._type, 1.0, "declared")] for text in texts]


@pytest.mark.parametrize("policy", ["entities", "mask"])
@pytest.mark.parametrize("entity_type", VALUES)
def test_declared_is_a_request_of_the_value_alone(entity_type: str, policy: str) -> None:
    key = Secret(b"declared" * 4)
    values = VALUES[entity_type]
    asked = Gateway(policy, key=key, detection=Declared(entity_type))
    requests = [asked.request([value], scope="s") for value in values]
    found = Gateway(policy, key=key).declared(values, entity_type, scope="s")
    assert [value if one.text is None else one.text for value, one in zip(values, found, strict=True)] == [
        request.outgoing[0] for request in requests
    ]
    assert [one.charges for one in found] == [request.charges() for request in requests]


_KEPT = """
kind = "entities"
{top}
[types.DATE_TIME]
treatment = "value"
keep = ["season", "weekday"]
"""


@pytest.mark.parametrize("top", ["", pytest.param('draw = "occurrence"', marks=pytest.mark.thorough)])
@pytest.mark.parametrize("kept", [False, True])
def test_days_by_the_thousand_are_days_one_by_one(kept: bool, top: str, tmp_path: Path) -> None:
    """Of all centuries, and what only looks like a day."""
    path = tmp_path / "policy.toml"
    path.write_text(_KEPT.format(top=top) if kept or top else "", encoding="utf-8")
    gateway = Gateway(path if kept or top else "entities", key=Secret(b"declared" * 4))
    days = [date.fromordinal(at).isoformat() for at in range(1, date.max.toordinal(), 20_011)]
    days += ["2024-02-29", "9999-12-31", "2023-02-29", "2024-W10-2", "0000-01-01", "2024-3-05", "٢٠٢٤-٠٣-٠٥", *days[:3]]
    together = gateway.declared(days, "DATE_TIME", scope="s")
    assert together == [gateway.declared([day], "DATE_TIME", scope="s")[0] for day in days]
    asked = Gateway(path if kept or top else "entities", key=Secret(b"declared" * 4), detection=Declared("DATE_TIME"))
    for day, one in list(zip(days, together, strict=True))[::9]:
        request = asked.request([day], scope="s")
        assert (one.text or day) == request.outgoing[0]
        assert top or one.charges == request.charges()


def test_what_undoes_a_value_is_given_when_it_is_asked_for() -> None:
    gateway = Gateway("entities", key=Secret(b"declared" * 4))
    (without,), (one,) = (gateway.declared(["Anna Miller"], "PERSON", undo=undo) for undo in (False, True))
    assert without.replacements == ()
    parts = (one.text or "").split()
    assert {(parts[0], "Anna"), (parts[1], "Miller")} <= {(pair.surrogate, pair.original) for pair in one.replacements}
