"""Fields of web forms, as logs and programs write them, are read as lines of a form."""

from __future__ import annotations

import time
from urllib.parse import quote, urlencode

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.disguise import undisguise

FIELDS = {
    "card": "4556 7375 8689 9855",
    "iban": "DE89 3704 0044 0532 0130 00",
    "dob": "12 March 1985",
    "address": "47 Larchmont Crescent",
    "first_name": "Bronwyn",
    "last_name": "Achterberg",
    "salary": "85,000 dollars",
}


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"k" * 32))


@pytest.mark.parametrize("text", ["{}", "POST /submit HTTP/1.1\n\n{}", "curl -d '{}' http://localhost/x"])
@pytest.mark.parametrize("spaces", ["+", "%20"])
def test_values_of_a_form_are_replaced(text: str, spaces: str, gateway: Gateway):
    body = text.format(urlencode(FIELDS) if spaces == "+" else urlencode(FIELDS, quote_via=quote))
    request = gateway.sanitize(body, scope=body)
    kept = [name for name, value in FIELDS.items() if urlencode({name: value}).replace("+", spaces) in request.text]
    assert kept == []
    assert request.restore(request.text) == body


@pytest.mark.parametrize(
    "text", ["E=mc+2, y=3+4", "CFLAGS=-O2+foo make", "?q=c%2B%2B+tutorial&lang=en", "if (a==b && c) total=price+tax"]
)
def test_sums_and_flags_stay(text: str, gateway: Gateway):
    assert gateway.sanitize(text, scope=text).text == text


def test_a_url_with_a_host_is_read_as_one_value():
    url = "https://shop.example/pay?name=Caspian+Ottewell&card=4556+7375"
    assert undisguise(url).text == url


def test_forms_are_read_in_linear_time():
    for piece in ("?a=b", "a=b+c&", "a=b%20"):
        once, longer = (_seconds(piece * count) for count in (5_000, 20_000))
        assert longer < 12 * once + 0.05


def _seconds(text: str) -> float:
    began = time.process_time()
    undisguise(text)
    return time.process_time() - began
