"""Surrogates of addresses and logins: nobody's hosts, one account for one person, and the form that was written."""

from __future__ import annotations

import ipaddress
import re

import pytest

from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret

RESERVED = re.compile(r"(?:[\w-]+\.)*example\.(?:com|org|net)|(?:[\w-]+\.)+(?:example|test|invalid)")


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key of these tests"))


@pytest.mark.parametrize(
    "address",
    [
        "anna.miller@quillmere.com",
        "a.miller+news@mail.quillmere.co.uk",
        "ANNA@QUILLMERE.COM",
        "anna_miller84@gmail.com",
    ],
)
def test_a_mail_address_is_at_a_host_that_nobody_has_and_comes_back(gateway: Gateway, address: str) -> None:
    text = f"Write to {address} or to the desk."
    sent = gateway.sanitize(text, scope=address)
    (drawn,) = re.findall(r"\S+@\S+", sent.text)
    local, _, host = drawn.partition("@")
    assert RESERVED.fullmatch(host.lower()), host
    assert "miller" not in sent.text.lower()
    assert "anna" not in local.lower()
    assert sent.restore(sent.text) == text


@pytest.mark.parametrize(
    "address",
    [
        "https://quillmere.com/users/anna-miller/orders",
        "http://anna-miller.quillmere.com:8443/x?user=anna.miller",
        "https://www.linkedin.com/in/anna-miller-8421",
        "ftp://files.quillmere.com/anna",
    ],
)
def test_a_web_address_names_neither_host_nor_person_and_comes_back(gateway: Gateway, address: str) -> None:
    text = f"Anna Miller's page is {address} and she updates it."
    sent = gateway.sanitize(text, scope=address)
    assert "miller" not in sent.text.lower()
    assert "quillmere" not in sent.text.lower()
    assert sent.text.count("://") == 1
    assert address.partition("://")[0] + "://" in sent.text
    assert sent.restore(sent.text) == text


def test_one_person_has_one_account_in_name_address_and_login(gateway: Gateway) -> None:
    """So that a model can tell that they belong together, as it could before."""
    text = "Anna Miller (anna.miller@quillmere.com) logs in as username: anna.miller on the portal."
    sent = gateway.sanitize(text, scope="one").text
    given, family = sent.split()[:2]
    local = re.findall(r"([\w.]+)@", sent)[0]
    assert local == f"{given}.{family}".lower()
    assert f"username: {local} " in sent


@pytest.mark.parametrize("address", ["84.112.9.21", "2a02:810d:1c3f:9a00::17"])
def test_an_address_of_a_machine_is_one_that_nobody_is_reached_by(gateway: Gateway, address: str) -> None:
    text = f"The login came from {address} at night."
    sent = gateway.sanitize(text, scope=address)
    drawn = ipaddress.ip_address(re.findall(r"from (\S+) at", sent.text)[0])
    assert drawn.version == ipaddress.ip_address(address).version
    assert not drawn.is_global
    assert sent.restore(sent.text) == text


@pytest.mark.parametrize("address", ["j.okonkwo@quillmere.com", "jane.o@quillmere.com"])
def test_an_initial_of_an_account_is_a_letter(gateway: Gateway, address: str) -> None:
    sent = gateway.sanitize(f"Jane Okonkwo ({address}) wrote.")
    given, family = re.fullmatch(r"(\S+) (\S+) \(\S+\) wrote\.", sent.text).groups()  # pyright: ignore
    account = re.search(r"\(([\w.]+)@", sent.text)[1]  # pyright: ignore
    assert account in (f"{given[0]}.{family}".lower(), f"{given}.{family[0]}".lower())
    assert sent.restore(sent.text) == f"Jane Okonkwo ({address}) wrote."
