"""Telephone numbers: the short look at one denies nothing that the long look of `phonenumbers` would find."""

from __future__ import annotations

import random

import phonenumbers
import pytest

from dp_gateway.patterns.contacts import _REGIONS, _dialled, _may_have  # pyright: ignore[reportPrivateUsage]

_BEGINNINGS = (
    "", "0", "00", "1", "44", "49", "33", "972", "91", "55", "61", "011", "0011", "001", "1411", "0015", "183", "90", "018",
    "2", "5", "7", "0044", "0049", "180020", "01415",
)  # fmt: skip
_JOINTS = " ", "-", ".", "/", " (", ") ", ""


def _is_valid(number: str, region: str) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(number, region))
    except phonenumbers.NumberParseException:
        return False


def _numbers(seed: int, count: int) -> list[str]:
    chance = random.Random(seed)
    digits = ("0123456789", "05", "19")
    numbers: list[str] = []
    for _ in range(count):
        among = chance.choice(digits)
        plain = chance.choice(_BEGINNINGS) + "".join(chance.choices(among, k=chance.randint(6, 13)))
        numbers.append("".join(char + (chance.choice(_JOINTS) if chance.random() < 0.25 else "") for char in plain))
    return numbers


@pytest.mark.parametrize("region", _REGIONS)
def test_the_short_look_at_a_number_denies_none_that_is_valid(region: str) -> None:
    numbers = _numbers(16, 1500)
    valid = [number for number in numbers if _is_valid(number, region)]
    assert len(valid) > 10
    assert all(_may_have(number, region) for number in valid)


def test_the_short_look_denies_most_of_what_nobody_has() -> None:
    pairs = [f"{100_001 + 2 * number} {100_002 + 2 * number}" for number in range(100)]
    denied = [(number, region) for number in pairs for region in _REGIONS if not _may_have(number, region)]
    assert len(denied) > 0.7 * len(pairs) * len(_REGIONS)
    assert [_dialled(number) for number in pairs] == [
        any(_is_valid(number, region) for region in _REGIONS) for number in pairs
    ]
