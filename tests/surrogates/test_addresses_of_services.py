"""Addresses whose host is one word, as services of a program have them: their scheme and port stay, all else is drawn."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("postgresql://ledger:Qm7-zzTulip-41@localhost:5432/ledger_dev", r"postgresql://\w+:\w+@[\w.-]+:5432/\w+"),
        ("s3://quillmere-private-backup/2025/march", r"s3://[\w.-]+/\w+"),
    ],
)
def test_only_what_is_private_of_an_address_is_drawn(address: str, form: str) -> None:
    request = Gateway().sanitize(f"URL={address}\n")
    assert re.fullmatch(rf"URL={form}\n", request.text)
    assert not {"ledger", "Qm7-zzTulip-41", "quillmere"}.intersection(re.split(r"[:/@_\n-]", request.text))
    assert request.restore(request.text) == f"URL={address}\n"
