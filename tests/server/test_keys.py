"""A caller is told by the whole of its key, and a key of somebody else's tells nothing about ours."""

from __future__ import annotations

import hashlib

import pytest

from dp_gateway import Secret
from dp_gateway.errors import KeyRefused
from dp_gateway.server.keys import Client, KeyRing, new_key
from dp_gateway.server.settings import KeySettings

SECRET = Secret(b"s" * 32)


def test_a_new_key_is_long_and_its_hash_is_what_is_kept() -> None:
    (one, hashed), (other, _) = new_key(), new_key()
    assert one.startswith("dpg-")
    assert one != other
    assert len(one) == len("dpg-") + 43
    assert hashed == "sha256:" + hashlib.sha256(one.encode()).hexdigest()


def test_each_key_is_its_own_caller() -> None:
    first, second = new_key(), new_key()
    settings = KeySettings(hash=second[1], tenant="t", policy="mask", body_bytes=2048, concurrency=2)
    ring = KeyRing({"a": KeySettings(hash=first[1]), "b": settings}, SECRET)
    assert ring.client(first[0]) == Client("a", "default", account="a")
    assert ring.client(second[0]) == Client("b", "t", "mask", account="b", body_bytes=2048, concurrency=2)
    for wrong in (None, "", first[0][:-1], first[0] + "x", first[1], new_key()[0]):
        with pytest.raises(KeyRefused):
            ring.client(wrong)


@pytest.mark.parametrize("together", [True, False])
def test_keys_that_are_passed_through_are_named_by_a_keyed_hash(together: bool) -> None:
    ring = KeyRing({}, SECRET, together=together)
    one, other = ring.client("sk-1"), ring.client("sk-2")
    assert (one.own_key, other.own_key) == ("sk-1", "sk-2")
    assert one == ring.client("sk-1")
    assert one.name != other.name
    assert len(one.name) >= 16
    assert one.name != KeyRing({}, Secret(b"t" * 32)).client("sk-1").name
    assert (one.account, other.account) == (("", "") if together else (one.name, other.name))
    assert KeyRing({}, SECRET).client(None) == Client("")
    assert ring.client("\ud800").own_key == "\ud800"


def test_keys_that_nobody_checks_have_accounts_of_their_own_by_default() -> None:
    assert KeyRing({}, SECRET).client("sk-1").account
